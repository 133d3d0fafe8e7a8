"""Camouflage, hiding, combing, recognition, noise at night."""

from __future__ import annotations

from typing import Any

import pytest

from planspiel.kernel import Game, Order
from planspiel.systems.wiener2022 import camouflage, noise
from planspiel.systems.wiener2022.camouflage import Camouflage, Comb, Hide
from planspiel.systems.wiener2022.fire import DirectFire
from planspiel.systems.wiener2022.flight import ChooseFlight, Flee
from planspiel.systems.wiener2022.march_events import Met
from planspiel.systems.wiener2022.mines import SweepMines
from planspiel.systems.wiener2022.movement import Move
from planspiel.systems.wiener2022.overrun import Overrun
from planspiel.systems.wiener2022.secrecy import Shown, Spotted
from planspiel.systems.wiener2022.state import RED, Conduct, Earthwork, Position
from planspiel.systems.wiener2022.storm import DriveIn, Storm
from planspiel.systems.wiener2022.tank_hunt import Hunt
from wiener2022.moving import scene
from wiener2022.positions import (
    BLUE_SEAT,
    RED_SEAT,
    ask_of,
    choices,
    do,
    element,
    happened,
    pack,
    position,
    refused,
    rolled,
)

GUN = {"model": "pak75", "field": "4,6", "camouflaged": True}
IDLE = {"model": "lorry", "field": "1,1"}


def alone(model: str, field: str = "4,6", **more: Any) -> Game[Position]:
    fields = more.pop("fields", {})
    others = more.pop("others", {})
    return position({"b1": {"model": model, "field": field, **fields}, "b9": IDLE, **others}, **more)


# -- camouflage --------------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-tarnen-1", "WPR-tarnen-6")
def test_camouflage_takes_a_turn_out_of_sight_and_four_fields_from_known_enemies() -> None:
    game = alone("figures")
    do(game, Camouflage("b1"))
    after = element(game, "b1")
    assert after.camouflaged
    assert after.worked
    seen = alone("figures", others={"r1": {"model": "p4", "field": "6,6"}})
    assert "sees b1" in refused(seen, Camouflage("b1"))
    near = alone("figures", others={"r1": {"model": "figures", "field": "8,6"}})
    assert "within 4 fields" in refused(near, Camouflage("b1"))
    far = alone("figures", others={"r1": {"model": "figures", "field": "9,6"}})
    assert not refused(far, Camouflage("b1"))
    moved = alone("figures", fields={"moved": 1})
    assert refused(moved, Camouflage("b1"))


def test_in_hidden_play_only_enemies_one_knows_of_forbid_it() -> None:
    game = alone("figures", others={"r1": {"model": "figures", "field": "8,6"}}, mode="hidden")
    assert not refused(game, Camouflage("b1"))


@pytest.mark.rule("WPR-tarnen-3")
def test_small_targets_camouflage_anywhere_and_large_ones_only_next_to_cover() -> None:
    for model in ("figures", "hmg_base"):
        assert not refused(alone(model), Camouflage("b1")), model
    for model in ("p4", "lorry", "fh105_base"):
        assert "only next to" in refused(alone(model), Camouflage("b1")), model
        for ground in ("wood", "building"):
            assert not refused(alone(model, ground={"5,7": ground}), Camouflage("b1")), model


@pytest.mark.rule("WPR-tarnen-X1")
def test_an_anti_tank_gun_camouflages_by_its_size_or_by_the_other_reading_like_a_heavy_weapon() -> None:
    assert not refused(alone("pak75"), Camouflage("b1"))
    assert "only next to" in refused(alone("pak88"), Camouflage("b1"))
    strict = {"options": {"guns_camouflage_anywhere": False}}
    assert "only next to" in refused(alone("pak75", **strict), Camouflage("b1"))
    assert not refused(alone("pak75", ground={"5,6": "wood"}, **strict), Camouflage("b1"))
    assert not refused(alone("figures", **strict), Camouflage("b1"))


@pytest.mark.rule("WPR-stellung-3")
def test_a_camouflaged_tank_is_in_position_and_stays_so_when_the_net_comes_off() -> None:
    game = alone("p4", ground={"5,7": "wood"})
    do(game, Camouflage("b1"))
    assert element(game, "b1").position

    def fires(one: Game[Position]) -> Any:
        yield from camouflage.betray(one, "r1")

    tank = {"model": "p4", "field": "4,6", "camouflaged": True, "position": True}
    after = element(position({"r1": tank}, script=fires), "r1")
    assert not after.camouflaged
    assert after.position


@pytest.mark.rule("WPR-tarnen-4")
def test_moving_or_firing_removes_the_net() -> None:
    game = alone("p4", fields={"camouflaged": True})
    do(game, Move("b1", ("5,6",)))
    assert not element(game, "b1").camouflaged
    fire = alone(
        "figures",
        fields={"camouflaged": True},
        others={"r1": {"model": "figures", "field": "5,6"}},
        dice=(1,),
    )
    do(fire, DirectFire("b1", "small_arms", "5,6"))
    assert not element(fire, "b1").camouflaged


@pytest.mark.rule("WPR-tarnen-4", "WPR-erkennen-getarnt-1")
@pytest.mark.parametrize("mode", ["open", "hidden"])
def test_fire_from_a_camouflaged_lorry_costs_its_net(mode: str) -> None:
    lorry = {"model": "lorry", "field": "4,6", "camouflaged": True}
    gun = {"model": "hmg_base", "aboard": "b1v", "mate": "b1v"}
    enemy = {"model": "figures", "field": "6,6"}
    game = position({"b1": gun, "b1v": lorry, "r1": enemy}, dice=(1,), mode=mode)
    do(game, DirectFire("b1", "hmg", "6,6"))
    assert not element(game, "b1v").camouflaged


@pytest.mark.rule("WPR-tarnen-5")
def test_a_camouflaged_enemy_is_no_target_of_aimed_fire() -> None:
    game = alone("p4", others={"r1": {"model": "t34_76", "field": "6,6", "camouflaged": True}})
    assert "no detected target" in refused(game, DirectFire("b1", "gun_75_48", "6,6"))
    near = alone("p4", others={"r1": {"model": "t34_76", "field": "5,6", "camouflaged": True}})
    assert not refused(near, DirectFire("b1", "gun_75_48", "5,6")), "from the next field it is seen"


# -- recognition -------------------------------------------------------------------------------------------


def shot_at(observer: str, *dice: int, gun: dict[str, Any] | None = None, **more: Any) -> Game[Position]:
    """A camouflaged gun has fired; an enemy tank stands somewhere."""

    def fires(game: Game[Position]) -> Any:
        yield from camouflage.betray(game, "r1")

    elements = {"r1": {**GUN, **(gun or {})}, "b1": {"model": "p4", "field": observer}}
    return position(elements, script=fires, dice=dice, **more)


@pytest.mark.rule("WPR-erkennen-getarnt-1")
def test_camouflaged_troops_betray_themselves_by_firing() -> None:
    for model in ("figures", "hmg_base", "t34_76", "fh105_base"):
        game = shot_at("6,6", gun={"model": model})
        assert not element(game, "r1").camouflaged, model


@pytest.mark.rule("WPR-erkennen-getarnt-2")
def test_an_anti_tank_gun_is_recognised_from_afar_only_on_four_or_more() -> None:
    for face in (1, 3):
        gun = element(shot_at("6,6", face), "r1")
        assert gun.camouflaged, face
        assert not gun.located, face
    for face in (4, 6):
        gun = element(shot_at("6,6", face), "r1")
        assert gun.located, face
        assert not gun.camouflaged, face


@pytest.mark.rule("WPR-erkennen-getarnt-3")
def test_from_the_next_field_it_is_recognised_without_a_die() -> None:
    gun = element(shot_at("5,6"), "r1")
    assert gun.located
    assert not gun.camouflaged


@pytest.mark.rule("WPR-erkennen-getarnt-5")
def test_without_an_observer_in_line_and_range_nobody_rolls_and_the_net_stays() -> None:
    assert element(shot_at("10,6"), "r1").camouflaged, "too far"
    assert element(shot_at("6,6", ground={"5,6": "wood"}), "r1").camouflaged, "no line"


# -- enemies who look on unseen ----------------------------------------------------------------------------

NETTED = {"model": "t34_76", "field": "6,6", "camouflaged": True}
LURKING = {"model": "figures", "field": "4,6", "hidden": True}


@pytest.mark.rule("WPR-tarnen-1", "WPR-tarnen-6", "WPR-figuren-verborgen-1")
@pytest.mark.parametrize(
    ("order", "watcher", "woods"), [(Camouflage("b1"), NETTED, ()), (Hide("b1"), LURKING, ("4,6",))]
)
def test_who_is_watched_by_an_enemy_he_does_not_see_only_loses_his_turn(
    order: Camouflage | Hide, watcher: dict[str, Any], woods: tuple[str, ...]
) -> None:
    place: dict[str, Any] = {"mode": "hidden", "ground": dict.fromkeys(woods, "wood")}
    game = alone("figures", others={"r1": watcher}, **place)
    assert "r1" not in game.view(BLUE_SEAT).elements
    do(game, order)
    after = element(game, "b1")
    assert after.worked
    assert not after.camouflaged
    assert not after.hidden
    assert happened(game, camouflage.Watched, seat=BLUE_SEAT)
    assert "r1" not in game.view(BLUE_SEAT).elements
    elsewhere = alone("figures", others={"r1": {**watcher, "field": "12,12"}}, **place)
    do(elsewhere, order)
    assert element(elsewhere, "b1").camouflaged or element(elsewhere, "b1").hidden


# -- hiding and combing ------------------------------------------------------------------------------------

WOOD = {"ground": {"4,6": "wood"}}
HIDING = {"r1": {"model": "figures", "field": "4,6", "hidden": True}}


@pytest.mark.rule("WPR-figuren-verborgen-1")
def test_figures_that_have_neither_fought_nor_dug_may_hide_in_woods_and_towns() -> None:
    game = alone("figures", **WOOD)
    do(game, Hide("b1"))
    assert element(game, "b1").hidden
    assert not refused(alone("hmg_base", ground={"4,6": "building"}), Hide("b1"))
    assert "only in a wood" in refused(alone("figures"), Hide("b1"))
    assert "fought or built" in refused(alone("figures", fields={"fired_in": 1}, **WOOD), Hide("b1"))
    dug = alone("figures", earthworks={"4,6": Earthwork(2)}, **WOOD)
    assert "fought or built" in refused(dug, Hide("b1"))
    assert refused(alone("p4", roads=(("3,6", "4,6"),), **WOOD), Hide("b1"))


@pytest.mark.rule("WPR-erkennen-getarnt-4", "WPR-figuren-verborgen-3")
def test_hidden_figures_are_found_by_combing_on_four_or_more() -> None:
    for face, found in ((3, False), (4, True)):
        game = alone("figures", others=HIDING, dice=(face,), **WOOD)
        do(game, Comb("b1"))
        assert element(game, "r1").hidden is not found, face


@pytest.mark.rule("WPR-figuren-verborgen-2", "WPR-figuren-verborgen-3")
def test_whom_the_first_combing_missed_no_other_finds_until_he_does_something() -> None:
    others = {**HIDING, "b2": {"model": "figures", "field": "4,6"}}
    game = alone("figures", others=others, dice=(1,), **WOOD)
    do(game, Comb("b1"), Comb("b2"))
    assert element(game, "r1").hidden
    assert element(game, "r1").combed
    moves = position({**HIDING, "r1": {**HIDING["r1"], "combed": True}, "r9": {**IDLE}}, active="red", **WOOD)
    do(moves, Move("r1", ("5,6",)))
    assert not element(moves, "r1").combed
    assert not element(moves, "r1").hidden


@pytest.mark.rule("WPR-durchkaemmen-1")
def test_combing_needs_figures_in_the_field_and_a_turn() -> None:
    game = alone("figures", **WOOD)
    do(game, Comb("b1"))
    assert element(game, "b1").worked
    assert "Only figures" in refused(alone("p4", roads=(("3,6", "4,6"),), **WOOD), Comb("b1"))
    assert "nothing to comb" in refused(alone("figures"), Comb("b1"))
    assert refused(alone("figures", fields={"moved": 1}, **WOOD), Comb("b1"))
    assert refused(alone("figures", fields={"split": True}, **WOOD), Comb("b1"))


@pytest.mark.rule("WPR-fuehrung-2")
def test_a_staff_on_foot_combs_nothing() -> None:
    staff = {"staff": {"like": "figures", "traits": {*pack().models["figures"].traits, "command"}}}
    assert "WPR-fuehrung-2" in refused(alone("staff", models=staff, **WOOD), Comb("b1"))


def test_in_hidden_play_combing_tells_only_what_is_found() -> None:
    missed = alone("figures", others=HIDING, dice=(1,), mode="hidden", **WOOD)
    do(missed, Comb("b1"))
    empty = alone("figures", mode="hidden", **WOOD)
    do(empty, Comb("b1"))
    assert len(rolled(missed, BLUE_SEAT)) == len(rolled(empty, BLUE_SEAT)) == 0
    assert len(rolled(missed, RED_SEAT)) == 1


@pytest.mark.rule("WPR-durchkaemmen-1", "WPR-erkennen-getarnt-4")
@pytest.mark.parametrize("mode", ["open", "partly", "hidden"])
def test_figures_walk_into_a_field_where_enemies_hide_and_comb_it_in_their_next_turn(mode: str) -> None:
    game = alone("figures", "3,6", others=HIDING, mode=mode, **WOOD)
    do(game, Move("b1", ("4,6",)))
    assert element(game, "b1").field == "4,6"
    assert element(game, "r1").hidden
    assert not happened(game, Met)


@pytest.mark.rule("WPR-erkennen-getarnt-4", "WPR-verdeckt-5")
def test_where_nobody_is_asked_who_hides_fires_only_if_he_was_told_to() -> None:
    orders = {RED_SEAT: Conduct(fire="fire")}
    game = alone("figures", "3,6", others=HIDING, mode="hidden", dice=(1,), standing=orders, **WOOD)
    do(game, Move("b1", ("4,6",)))
    assert not element(game, "r1").hidden


@pytest.mark.rule("WPR-tarnen-5", "WPR-erkennen-getarnt-4")
def test_who_hides_is_neither_stormed_nor_overrun_before_he_is_found() -> None:
    roads = (("3,6", "4,6"),)
    others = {**HIDING, "b2": {"model": "p4", "field": "3,6"}}
    game = alone("figures", "3,6", others=others, roads=roads, **WOOD)
    assert "No enemy is known" in refused(game, Storm(("b1",), "4,6"))
    assert refused(game, Overrun("b2", "r1"))
    assert not choices(game, Storm)
    assert not choices(game, Overrun)
    found = {"r1": {**HIDING["r1"], "hidden": False}, "b2": others["b2"]}
    game = alone("figures", "3,6", others=found, roads=roads, **WOOD)
    assert Storm(("b1",), "4,6") in choices(game)
    assert Overrun("b2", "r1") in choices(game)


@pytest.mark.rule("WPR-erkennen-getarnt-4")
def test_who_hides_stays_out_of_the_fight_for_his_field() -> None:
    others = {**HIDING, "r2": {"model": "figures", "field": "4,6"}}
    game = alone("figures", "3,6", others=others, dice=(5, 3), **WOOD)
    do(game, Storm(("b1",), "4,6"), Flee("5,6"))
    assert element(game, "b1").field == element(game, "r1").field == "4,6"
    assert element(game, "r2").field == "5,6"
    assert element(game, "r1").hidden


@pytest.mark.rule("WPR-nahkampf-1", "WPR-figuren-verborgen-3")
def test_figures_fight_those_with_whom_they_share_a_field_once_they_are_found() -> None:
    game = alone("figures", others={"r1": {**HIDING["r1"], "hidden": False}}, dice=(5, 3), **WOOD)
    assert Storm(("b1",), "4,6") in choices(game)
    do(game, Storm(("b1",), "4,6"))
    assert isinstance(ask_of(game)[1], ChooseFlight)
    assert len(choices(game)) == 8, "nobody came from anywhere"
    do(game, Flee("3,5"))
    assert element(game, "r1").field == "3,5"
    assert element(game, "b1").field == "4,6"


@pytest.mark.rule("WPR-figuren-verborgen-3")
def test_who_was_hidden_may_attack_whoever_is_in_his_field_and_is_hidden_no_longer() -> None:
    troops = {**HIDING, "b1": {"model": "figures", "field": "4,6"}, "r9": IDLE}
    game = position(troops, active="red", dice=(3, 5), **WOOD)
    do(game, Storm(("r1",), "4,6"), Flee("4,5"))
    attacker = element(game, "r1")
    assert not attacker.hidden
    assert attacker.field == "4,5"


@pytest.mark.rule("WPR-flucht-5", "WPR-erkennen-getarnt-4")
@pytest.mark.parametrize("mode", ["open", "hidden"])
def test_hidden_figures_do_not_close_a_field_to_flight(mode: str) -> None:
    others = {**HIDING, "r2": {"model": "figures", "field": "5,6"}}
    ground = {**WOOD["ground"], "4,5": "rock", "4,7": "rock"}
    game = alone("figures", "4,6", others=others, dice=(3, 5), ground=ground, mode=mode)
    do(game, Storm(("b1",), "5,6"))
    assert element(game, "b1").field == "4,6"
    assert element(game, "r1").hidden


@pytest.mark.rule("WPR-figuren-verborgen-3")
@pytest.mark.parametrize("mode", ["open", "hidden"])
def test_figures_that_strike_at_armour_are_hidden_no_longer(mode: str) -> None:
    troops = {"r1": {**HIDING["r1"], "combed": True}, "b1": {"model": "p4", "field": "4,6"}, "r9": IDLE}
    game = position(troops, active="red", dice=(1,), mode=mode, roads=(("3,6", "4,6"),), **WOOD)
    do(game, Hunt("r1", "b1"))
    after = element(game, "r1")
    assert not after.hidden
    assert not after.combed


@pytest.mark.rule("WPR-figuren-verborgen-3")
@pytest.mark.parametrize("order", [Comb("b1"), Camouflage("b1")])
def test_figures_that_work_are_hidden_no_longer(order: Comb | Camouflage) -> None:
    game = alone("figures", fields={"hidden": True, "combed": True}, **WOOD)
    do(game, order)
    assert not element(game, "b1").hidden
    assert not element(game, "b1").combed


@pytest.mark.rule("WPR-figuren-verborgen-1")
def test_figures_that_have_fought_in_close_combat_do_not_hide_any_more() -> None:
    others = {"r1": {"model": "figures", "field": "4,6"}}
    game = alone("figures", "3,6", others=others, dice=(5, 3), **WOOD)
    do(game, Storm(("b1",), "4,6"), Flee("5,6"))
    assert element(game, "b1").fought
    assert element(game, "r1").fought
    assert "fought or built" in refused(alone("figures", fields={"fought": True}, **WOOD), Hide("b1"))


# -- noise -------------------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-erkennen-7")
def test_engines_are_heard_three_fields_away_at_night() -> None:
    def listen(far: str, **more: Any) -> Game[Position]:
        game = alone("p4", others={"r1": {"model": "figures", "field": far}}, **more)
        return do(game, Move("b1", ("5,6",), lights=False))

    near = listen("8,6", night=True)
    assert near.state.heard["red/5,6"].until == near.state.half + 1
    assert happened(near, noise.EnginesHeard, seat=RED_SEAT)
    assert not happened(near, noise.EnginesHeard, seat=BLUE_SEAT)
    assert not listen("9,6", night=True).state.heard
    assert not listen("8,6").state.heard, "by day nobody listens"


@pytest.mark.rule("WPR-erkennen-7")
@pytest.mark.parametrize(
    ("model", "order", "dice"),
    [
        ("p4", Overrun("b1", "r1"), (3, 2)),
        ("spw_mg", DriveIn("b1", "5,6"), (5, 3)),
        ("mine_clearer", SweepMines("b1", "5,5"), ()),
    ],
)
def test_engines_are_heard_in_attacks_and_in_sweeping_too(model: str, order: Order, dice: Any) -> None:
    others = {
        "b2": {"model": "figures", "aboard": "b1"}
        if model == "spw_mg"
        else {"model": "lorry", "field": "1,1"},
        "r1": {"model": "figures", "field": "5,6"},
        "r2": {"model": "figures", "field": "8,6"},
    }
    game = do(alone(model, others=others, night=True, dice=dice), order)
    assert [one.field for one in happened(game, noise.EnginesHeard)] == [element(game, "b1").field]
    assert element(game, "b1").field != "4,6"


@pytest.mark.rule("WPR-nachtkampf-3")
def test_an_overrun_is_driven_with_headlights_unless_it_was_begun_without() -> None:
    troops = {"b1": {"model": "p4", "field": "4,6"}, "r1": {"model": "lorry", "field": "5,6"}}
    lit = do(position(troops, night=True, dice=(3,)), Overrun("b1", "r1"))
    assert element(lit, "b1").lights is True
    assert "cannot change its lights" in refused(lit, Move("b1", ("6,6",), lights=False))
    assert element(do(position(troops, dice=(3,)), Overrun("b1", "r1")), "b1").lights is None
    troops["b1"]["lights"] = False  # type: ignore[assignment]
    dark = do(position(troops, night=True, dice=(3,)), Overrun("b1", "r1"))
    assert element(dark, "b1").lights is False


@pytest.mark.rule("WPR-nacht-hoeren-1")
def test_figures_horses_and_cyclists_are_heard_only_in_the_same_field() -> None:
    for model in ("figures", "riders", "cyclists"):
        game = alone(model, others={"r1": {"model": "figures", "field": "7,6"}}, night=True)
        do(game, Move("b1", ("5,6",)))
        assert not game.state.heard, model
    ranges = scene(
        {
            n: {"model": m, "field": "1,1"}
            for n, m in (("b1", "figures"), ("b2", "p4"), ("b3", "motorcyclists"))
        }
    )
    found = [noise.hearing_range(ranges.pack, one) for one in ranges.state.elements.values()]
    assert found == [0, 3, 3]


@pytest.mark.rule("WPR-erkennen-7", "WPR-nacht-hoeren-1")
def test_engines_are_heard_on_the_water_too_but_not_oars() -> None:
    silent = ("rowboat", "ships_boat", "raft", "rowing_ferry")
    loud = ("motorboat", "stormboat", "motor_ferry", "landing_craft", "gun_boat", "merchant", "destroyer")
    craft = {model: {"model": model, "field": "1,1"} for model in (*silent, *loud)}
    game = scene(craft, ground={"1,1": "water"})
    found = {name: noise.hearing_range(game.pack, one) for name, one in game.state.elements.items()}
    assert found == {**dict.fromkeys(silent, 0), **dict.fromkeys(loud, 3)}


def test_a_noise_is_forgotten_after_the_listeners_next_half_turn() -> None:
    from planspiel.systems.wiener2022.state import Heard

    kept = {"red/5,6": Heard(RED, "5,6", 2)}
    early = position(
        {"b1": {"model": "p4", "field": "1,1"}}, item=("forget-noise", "blue"), heard=dict(kept), half=1
    )
    assert early.state.heard
    late = position(
        {"b1": {"model": "p4", "field": "1,1"}}, item=("forget-noise", "red"), heard=dict(kept), half=2
    )
    assert not late.state.heard


def test_the_lists_offer_what_is_allowed() -> None:
    game = alone("figures", others=HIDING, **WOOD)
    assert Comb("b1") in choices(game)
    assert not [order for order in choices(game) if refused(game, order)]


@pytest.mark.rule("WPR-erkennen-getarnt-4", "WPR-verdeckt-1")
@pytest.mark.parametrize("mode", ["partly", "hidden"])
def test_a_storm_does_not_show_who_hides_in_the_field(mode: str) -> None:
    others = {**HIDING, "r2": {"model": "figures", "field": "4,6"}}
    game = alone("figures", "3,6", others=others, dice=(5, 3), mode=mode, **WOOD)
    do(game, Storm(("b1",), "4,6"))
    assert not [told for told in happened(game, Spotted, Shown, seat=BLUE_SEAT) if told.element == "r1"]
    assert "r1" not in game.view(BLUE_SEAT).elements


@pytest.mark.rule("WPR-figuren-verborgen-2")
def test_in_open_play_all_know_who_was_missed() -> None:
    missed = {"r1": {**HIDING["r1"], "combed": True}}
    assert alone("figures", others=missed, **WOOD).view(BLUE_SEAT).elements["r1"].combed
