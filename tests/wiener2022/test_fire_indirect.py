"""Indirect fire: batteries, observers, suspicion, artillery reconnaissance, barrages."""

from __future__ import annotations

from typing import Any

import pytest

from planspiel.kernel import DECLINE, Game
from planspiel.systems.wiener2022 import barrage
from planspiel.systems.wiener2022.activities import Done
from planspiel.systems.wiener2022.art_recon import Located
from planspiel.systems.wiener2022.barrage import BarrageFell, BarragePrepared, PrepareBarrage
from planspiel.systems.wiener2022.camouflage import Camouflage, Hide
from planspiel.systems.wiener2022.hits import Struck
from planspiel.systems.wiener2022.indirect import IndirectFire, SuspicionFire
from planspiel.systems.wiener2022.losses import suffer
from planspiel.systems.wiener2022.movement import Move
from planspiel.systems.wiener2022.observing import battery_of, is_suspect, observers
from planspiel.systems.wiener2022.state import (
    BLUE,
    RED,
    Barrage,
    Bridge,
    Conduct,
    Earthwork,
    Position,
    Screen,
)
from planspiel.systems.wiener2022.transport import Mount
from wiener2022.firing import bombing, running, scene, shelling, shooting
from wiener2022.positions import (
    BLUE_SEAT,
    RED_SEAT,
    ask_of,
    choices,
    do,
    element,
    happened,
    position,
    refused,
    rolled,
)

FIELD = "8,5"
GUN = {"model": "fh105_base", "field": "2,5"}
POST = {"model": "figures", "field": "6,5"}
ENEMY = {"model": "figures", "field": FIELD}
OTHERS = {"b9": {"model": "mortar_base", "field": "2,11"}, "r9": {"model": "t34_76", "field": "3,11"}}
FIRE = IndirectFire(("b1",), FIELD)


def table(elements: dict[str, Any] | None = None, *dice: int, **rest: Any) -> Game[Position]:
    """A battery, its observer two fields from the enemy, and a mortar elsewhere that keeps the phase open."""
    there = {"b1": GUN, "b2": POST, "r1": ENEMY, **OTHERS, "b8": {"model": "p4", "field": "2,12"}}
    return position({**there, **(elements or {})}, item=("phase", "indirect"), dice=dice, **rest)


# -- batteries ---------------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-artillerie-1")
@pytest.mark.parametrize(
    ("model", "weapon"),
    [
        ("mortar_base", "mortar_80"),
        ("katyusha_lorry", "rocket_132"),
        ("fh150_base", "fh_150"),
        ("bison", "ig_150"),
        ("light_cruiser", "naval_150"),
        ("p4", None),
        ("pak75", None),
        ("figures", None),
        ("flak88_base", None),
    ],
)
def test_only_mortars_rockets_guns_with_fire_direction_and_warships_fire_indirectly(
    model: str, weapon: str | None
) -> None:
    game = scene({"b1": {"model": model, "field": "1,1"}})
    found = battery_of(game.pack, game.state.elements["b1"])
    assert (found.id if found else None) == weapon


@pytest.mark.rule("WPR-artillerie-1")
def test_whoever_is_no_artillery_is_refused() -> None:
    assert "WPR-artillerie-1" in refused(table(), IndirectFire(("b2",), FIELD))


@pytest.mark.rule("WPR-flachfeuer-2", "WPR-flachfeuer-3")
def test_high_angle_fire_acts_behind_cover_and_has_no_least_range() -> None:
    hill = table({"b2": {**POST, "field": "8,4"}}, 4, ground={"7,5": "wood", "6,5": "wood"})
    assert element(do(hill, FIRE), "r1").pinned == 4
    near = table({"b1": {**GUN, "field": "7,5"}})
    assert not refused(near, FIRE)


@pytest.mark.rule("WPR-kurzkanonen-2")
def test_a_battery_does_not_fire_beyond_its_range() -> None:
    far = table({"b1": {"model": "mortar_base", "field": "2,5"}})
    assert "WPR-kurzkanonen-2" in refused(far, FIRE)


@pytest.mark.rule("WPR-fahren-schiessen-2")
def test_a_battery_that_has_fired_indirectly_has_used_up_its_turn() -> None:
    game = do(table({}, 1), FIRE)
    assert element(game, "b1").acted
    assert refused(game, FIRE)


@pytest.mark.rule("WPR-feuer-fahrzeuge-2")
def test_a_limbered_battery_does_not_fire() -> None:
    towed = {"b1": {"model": "fh105_base", "aboard": "b1v"}, "b1v": {"model": "tractor", "field": "2,5"}}
    assert "WPR-feuer-fahrzeuge-2" in refused(table(towed), FIRE)


@pytest.mark.rule("WPR-feuerzusammenfassung-1")
def test_batteries_of_a_kind_combine_on_one_field_with_one_die() -> None:
    more = {"b3": {"model": "wespe", "field": "2,6"}, "b4": {"model": "fh150_base", "field": "2,7"}}
    game = table(more, 4)
    assert IndirectFire(("b1", "b3"), FIELD) in choices(game, IndirectFire)
    assert "WPR-feuerzusammenfassung-1" in refused(game, IndirectFire(("b1", "b4"), FIELD))
    do(game, IndirectFire(("b1", "b3"), FIELD))
    (struck,) = happened(game, Struck)
    assert (struck.points, struck.value) == (1, 5)
    assert element(game, "b3").acted


@pytest.mark.rule("WPR-feuereinheiten-2", "WPR-stauungen-3")
def test_from_a_crowded_field_one_battery_of_a_kind_fires() -> None:
    like = {"b3": {**GUN}, "b4": {"model": "wespe", "field": "2,5"}, "b5": {**GUN, "field": "2,6"}}
    game = table(like, 1)
    assert "WPR-feuereinheiten-2" in refused(game, IndirectFire(("b1", "b3"), FIELD))
    assert "WPR-feuereinheiten-2" in refused(game, PrepareBarrage(("b1", "b3"), FIELD))
    assert not refused(game, IndirectFire(("b1", "b5"), FIELD))
    orders = [*choices(game, IndirectFire), *choices(game, PrepareBarrage)]
    assert any(len(order.batteries) > 1 for order in orders)
    assert not [order for order in orders if refused(game, order)]
    do(game, FIRE)
    assert refused(game, IndirectFire(("b3",), FIELD))


@pytest.mark.rule("WPR-stauungen-3")
def test_from_a_crowded_field_one_of_two_like_mortars_fires() -> None:
    mortars = {
        "b1": {"model": "mortar_base", "field": "6,4"},
        "b3": {"model": "heavy_mortar_base", "field": "6,4"},
    }
    game = table(mortars, 1)
    prepared = do(table(mortars), PrepareBarrage(("b1",), FIELD))
    do(game, FIRE)
    for after in (game, prepared):
        assert "WPR-stauungen-3" in refused(after, IndirectFire(("b3",), FIELD))
        assert "WPR-stauungen-3" in refused(after, PrepareBarrage(("b3",), FIELD))


@pytest.mark.rule("WPR-feuerzusammenfassung-2")
def test_same_kind_means_the_same_class_and_row_of_the_range_table() -> None:
    rockets = {
        "b3": {"model": "heavy_mortar_base", "field": "4,5"},
        "b4": {"model": "katyusha_lorry", "field": "4,6"},
    }
    assert "WPR-feuerzusammenfassung-1" in refused(table(rockets), IndirectFire(("b3", "b4"), FIELD))
    twice = table({"b3": {**GUN, "field": "2,6"}})
    assert "WPR-feuer-1" in refused(twice, IndirectFire(("b1", "b1"), FIELD))
    assert not refused(twice, IndirectFire(("b1", "b3"), FIELD))


# -- observers ---------------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-feuer-indirekt-1")
def test_indirect_fire_needs_an_observer_who_sees_the_target() -> None:
    assert not refused(table(), FIRE)
    assert "WPR-feuer-indirekt-1" in refused(table({"b2": {**POST, "field": "5,5"}}), FIRE)
    assert "WPR-feuer-indirekt-1" in refused(table(ground={"7,5": "wood"}), FIRE)


@pytest.mark.rule("WPR-artilleriebeobachter-1")
@pytest.mark.parametrize("model", ["figures", "p4", "sdkfz231", "pak75", "engineers"])
def test_every_combat_unit_directs_the_fire_of_every_own_battery(model: str) -> None:
    assert not refused(table({"b2": {"model": model, "field": "6,5"}}), FIRE)


@pytest.mark.rule("WPR-artilleriebeobachter-2", "WPR-fuehrung-2")
@pytest.mark.parametrize("model", ["krupp", "spw_command", "pkw_command", "supply_lorry"])
def test_unarmed_vehicles_staffs_and_trains_do_not_observe(model: str) -> None:
    assert "WPR-feuer-indirekt-1" in refused(table({"b2": {"model": model, "field": "6,5"}}), FIRE)


@pytest.mark.rule("WPR-artilleriebeobachter-2")
def test_pinned_troops_and_passengers_observe() -> None:
    assert not refused(table({"b2": {**POST, "pinned": 6}}), FIRE)
    mounted = {"b2": {"model": "figures", "aboard": "b3"}, "b3": {"model": "krupp", "field": "6,5"}}
    game = table(mounted)
    assert not refused(game, FIRE)
    assert "b3" not in {one.id for one in observers(game.pack, game.state, BLUE)}


@pytest.mark.rule("WPR-feuer-unbeobachtet-1")
def test_unobserved_fire_is_allowed_at_located_positions_alone() -> None:
    blind = {"b2": {**POST, "field": "1,1"}}
    assert refused(table(blind), FIRE)
    assert not refused(
        table({**blind, "r1": {"model": "mortar_base", "field": FIELD, "located": True}}), FIRE
    )


@pytest.mark.rule("WPR-nebel-8")
def test_into_smoke_only_at_an_enemy_known_to_be_there() -> None:
    smoke = {"smoke": {FIELD: Screen(RED)}}
    assert not refused(table(**smoke), FIRE)
    assert "WPR-nebel-8" in refused(table({"r1": {**ENEMY, "field": "12,1"}}, **smoke), FIRE)
    assert "WPR-nebel-8" in refused(table({"b2": {**POST, "field": "4,1"}}, **smoke), FIRE)
    assert "WPR-nebel-8" in refused(table({"r1": {**ENEMY, "camouflaged": True}}, **smoke), FIRE)


@pytest.mark.rule("WPR-selbstnebel-4")
def test_a_vehicle_in_its_own_smoke_is_for_indirect_fire_that_knows_it_is_there() -> None:
    tank = {"r1": {"model": "su76", "field": FIELD, "self_smoke": True}}
    assert not refused(table(tank), FIRE)
    assert refused(table({**tank, "b2": {**POST, "field": "1,1"}}), FIRE)


@pytest.mark.rule("WPR-angriff-infanterie-5", "WPR-mindestkaliber-1")
def test_own_troops_in_the_field_and_targets_it_cannot_hurt_are_refused() -> None:
    assert "WPR-angriff-infanterie-5" in refused(table({"b2": {**POST, "field": FIELD}}), FIRE)
    assert "WPR-mindestkaliber-1" in refused(table({"r1": {"model": "t34_76", "field": FIELD}}), FIRE)


@pytest.mark.rule("WPR-bruecken-4")
def test_indirect_fire_at_a_bridge_needs_two_dice_and_flat_fire_one() -> None:
    def struck(script: Any, field: str, *dice: int) -> Bridge:
        gun = {"b1": {"model": "fh155_base", "field": field}}
        river = {f"8,{y}": "water" for y in range(1, 13)}
        bridge = {FIELD: Bridge("wood", "EW")}  # calibre +1, resistance -1
        return position(gun, script=script, dice=dice, ground=river, bridges=bridge).state.bridges[FIELD]

    high, flat = shelling("b1", field=FIELD), shooting("b1", FIELD)
    assert struck(high, "2,5", 5) == struck(high, "2,5", 6, 4) == Bridge("wood", "EW")
    assert struck(high, "2,5", 6, 5).closed_until == struck(flat, "6,5", 5).closed_until == 2
    assert not struck(high, "2,5", 6, 6).intact
    assert not struck(flat, "6,5", 6).intact


@pytest.mark.rule("WPR-bruecken-4")
def test_a_bridge_in_view_of_an_observer_is_a_target() -> None:
    river = {f"8,{y}": "water" for y in range(1, 13)}
    elements = {"b1": {"model": "fh155_base", "field": "2,5"}, "r1": {**ENEMY, "field": "12,1"}}
    game = table(elements, ground=river, bridges={FIELD: Bridge("wood", "EW")})
    assert FIRE in choices(game, IndirectFire)
    out_of_view = table(
        {**elements, "b2": {**POST, "field": "1,1"}}, ground=river, bridges={FIELD: Bridge("wood", "EW")}
    )
    assert refused(out_of_view, FIRE)


# -- suspicion ---------------------------------------------------------------------------------------------

TRIO = {f"b{n}": {"model": "fh105_base", "field": f"2,{n}"} for n in (1, 3, 4)}
WOOD = {f"8,{y}": "wood" for y in range(3, 8)}
ROW = ("8,4", "8,5", "8,6")
ON_SUSPICION = SuspicionFire(("b1", "b3", "b4"), ROW)


@pytest.mark.rule("WPR-feuer-3", "WPR-feuer-4")
def test_fire_on_suspicion_covers_three_adjacent_fields_where_somebody_might_hide() -> None:
    game = table(TRIO, 4, 5, 1, ground=WOOD)
    assert ON_SUSPICION in choices(game, SuspicionFire)
    assert "WPR-feuer-4" in refused(game, SuspicionFire(("b1", "b3"), ROW[:2]))
    apart = SuspicionFire(("b1", "b3", "b4"), ("8,3", "8,5", "8,7"))
    assert "WPR-feuer-4" in refused(game, apart)
    do(game, ON_SUSPICION)
    assert element(game, "r1").pinned == 5
    assert len(rolled(game)) == 3


@pytest.mark.rule("WPR-feuer-5")
def test_edges_their_neighbours_and_banks_may_be_suspected_and_each_field_needs_a_battery_of_a_kind() -> None:
    game = table({**TRIO, "b5": {"model": "fh150_base", "field": "2,7"}}, ground={**WOOD, "11,11": "water"})
    theatre = game.pack.theatre("test")
    found = [is_suspect(theatre, field) for field in ("8,5", "7,5", "6,5", "11,10", "12,1")]
    assert found == [True, True, False, True, False]
    assert "WPR-feuer-5" in refused(game, SuspicionFire(("b1", "b3", "b4"), ("6,4", "6,5", "6,6")))
    assert "WPR-feuerzusammenfassung-1" in refused(game, SuspicionFire(("b1", "b3", "b5"), ROW))
    assert "WPR-feuer-5" in refused(game, SuspicionFire(("b1", "b3", "b4"), (*ROW, "8,7")))
    smoky = table(TRIO, ground=WOOD, smoke={"8,5": Screen(RED)})
    assert "WPR-nebel-8" in refused(smoky, ON_SUSPICION)


@pytest.mark.rule("WPR-massierung-3", "WPR-tarnen-5")
def test_fire_on_suspicion_strikes_whoever_is_camouflaged_there() -> None:
    gun = {"r1": {"model": "pak75", "field": FIELD, "camouflaged": True}}
    game = table({**TRIO, **gun}, 1, 4, 1, ground=WOOD)
    assert refused(game, IndirectFire(("b1",), FIELD))
    assert element(do(game, ON_SUSPICION), "r1").pinned == 4


# -- artillery reconnaissance ------------------------------------------------------------------------------

ENEMY_GUN = {"r2": {"model": "fh122_base", "field": "12,5"}}


@pytest.mark.rule("WPR-artillerieaufklaerung-1", "WPR-artillerieaufklaerung-3")
@pytest.mark.parametrize(("face", "located"), [(3, False), (4, True)])
def test_whoever_fires_indirectly_is_located_by_enemy_artillery_on_four(face: int, located: bool) -> None:
    game = do(table(ENEMY_GUN, 1, face), FIRE)
    assert element(game, "b1").located is located


@pytest.mark.rule("WPR-artillerieaufklaerung-2")
def test_a_battery_reconnoitres_as_far_as_it_fires() -> None:
    game = do(table({"r2": {"model": "mortar_base", "field": "7,9"}}, 1), FIRE)
    assert not element(game, "b1").located
    game = do(table({"r2": {"model": "mortar_base", "field": "6,7"}}, 1, 6), FIRE)
    assert element(game, "b1").located


@pytest.mark.rule("WPR-artillerieaufklaerung-4")
def test_one_roll_for_each_firing_weapon_however_many_batteries_listen() -> None:
    listeners = {
        "r2": {"model": "fh122_base", "field": "12,5"},
        "r3": {"model": "fh150_base", "field": "12,6"},
    }
    more = {"b3": {"model": "fh105_base", "field": "2,6"}}
    game = do(table({**listeners, **more}, 1, 4, 3), IndirectFire(("b1", "b3"), FIELD))
    assert (element(game, "b1").located, element(game, "b3").located) == (True, False)
    again = do(table({**listeners, "b1": {**GUN, "located": True}}, 1), FIRE)
    assert element(again, "b1").located


@pytest.mark.rule("WPR-artillerieaufklaerung-1")
def test_in_hidden_play_only_the_finder_sees_the_die() -> None:
    game = do(table(ENEMY_GUN, 1, 4, mode="hidden"), FIRE)
    assert not happened(game, Located, seat=BLUE_SEAT)
    assert happened(game, Located, seat=RED_SEAT)
    assert len(rolled(game, BLUE_SEAT)) == 1


@pytest.mark.rule("WPR-artillerieaufklaerung-1", "WPR-verdeckt-1")
def test_in_hidden_play_reconnaissance_that_fails_tells_neither_the_weapon_nor_its_field() -> None:
    game = do(table(ENEMY_GUN, 1, 3, mode="hidden"), FIRE)
    (die,) = [roll for roll in rolled(game, RED_SEAT) if roll.cite == "WPR-artillerieaufklaerung-1"]
    assert (die.pips, die.roller, die.why.values) == ((3,), "red", {})
    assert {roll.roller for roll in rolled(game, RED_SEAT)} <= {"red", "blue"}, "who fired is not named"
    assert not happened(game, Located, seat=RED_SEAT)


@pytest.mark.rule("WPR-feuer-unbeobachtet-1", "WPR-verdeckt-1")
def test_in_hidden_play_a_located_battery_is_seen_and_can_be_engaged() -> None:
    for located in (True, False):
        guns = {
            "r1": {"model": "fh105_base", "field": "11,5", "located": located},
            "b2": {**POST, "field": "1,1"},
        }
        game = table(guns, mode="hidden")
        assert ("r1" in game.view(BLUE_SEAT).elements) is located
        assert (not refused(game, IndirectFire(("b1",), "11,5"))) is located


MARKED = {"model": "fh105_base", "field": "11,5", "located": True}
TRACTOR = {"model": "tractor", "field": "11,5"}


@pytest.mark.rule("WPR-artillerieaufklaerung-4")
@pytest.mark.parametrize(("model", "stays"), [("fh105_base", True), ("wespe", True), ("pak75", False)])
def test_the_marker_of_a_battery_stays_under_a_net(model: str, stays: bool) -> None:
    troops = {"b1": {**MARKED, "model": model}, "b9": {"model": "lorry", "field": "1,1"}}
    game = do(position(troops, ground={"11,6": "wood"}), Camouflage("b1"))
    assert (element(game, "b1").camouflaged, element(game, "b1").located) == (True, stays)


@pytest.mark.rule("WPR-artillerieaufklaerung-4")
@pytest.mark.parametrize(("model", "stays"), [("mortar_base", True), ("hmg_base", False)])
def test_the_marker_of_a_mortar_stays_if_it_hides(model: str, stays: bool) -> None:
    troops = {"b1": {**MARKED, "model": model}, "b9": {"model": "lorry", "field": "1,1"}}
    game = do(position(troops, ground={"11,5": "wood"}), Hide("b1"))
    assert (element(game, "b1").hidden, element(game, "b1").located) == (True, stays)


@pytest.mark.rule("WPR-artillerieaufklaerung-4")
@pytest.mark.parametrize(("model", "stays"), [("fh105_base", True), ("pak75", False)])
def test_the_marker_of_a_limbered_battery_stays_until_it_is_driven_away(model: str, stays: bool) -> None:
    troops = {"b1": {**MARKED, "model": model, "mate": "b1v"}, "b1v": TRACTOR}
    game = position({**troops, "b9": {"model": "lorry", "field": "1,1"}})
    do(game, Mount("b1", "b1v"))
    assert element(game, "b1").located is stays
    do(game, Move("b1v", ("11,6",)))
    assert not element(game, "b1").located
    assert not element(game, "b1v").located


def limbered(*dice: int, mode: str, located: bool) -> Game[Position]:
    """A battery limbered to its tractor where nobody sees it."""
    gun = {"r1": {**MARKED, "located": located, "aboard": "r1v", "mate": "r1v"}, "r1v": TRACTOR}
    return table({**gun, "b2": {**POST, "field": "1,1"}}, *dice, mode=mode)


@pytest.mark.rule("WPR-artillerieaufklaerung-4", "WPR-feuer-unbeobachtet-1")
@pytest.mark.parametrize("mode", ["open", "hidden"])
def test_a_located_battery_is_engaged_with_the_tractor_that_it_is_limbered_to(mode: str) -> None:
    shot = IndirectFire(("b1",), "11,5")
    assert refused(limbered(mode=mode, located=False), shot)
    game = do(limbered(4, 1, mode=mode, located=True), shot)
    assert [struck.target for struck in happened(game, Struck)] == ["r1v"]


@pytest.mark.rule("WPR-artillerieaufklaerung-4", "WPR-verdeckt-1")
@pytest.mark.parametrize("located", [True, False])
def test_in_hidden_play_a_located_battery_is_seen_with_its_tractor(located: bool) -> None:
    seen = limbered(mode="hidden", located=located).view(BLUE_SEAT).elements
    assert ["r1" in seen, "r1v" in seen] == [located, located]


# -- barrages ----------------------------------------------------------------------------------------------


def walking_in(*dice: int, names: tuple[str, ...] = ("r1",), **changes: Any) -> Game[Position]:
    """Red troops have just entered the field of a blue barrage, two fields from a blue post."""
    elements: dict[str, Any] = {"b1": GUN, "b2": POST, "r1": ENEMY}
    elements |= changes.pop("elements", {})
    prepared = {"x": Barrage("x", BLUE, FIELD, ("b1",), 2)} | changes.pop("barrages", {})
    script = changes.pop("script", running(lambda game: barrage.entered(game, names)))
    return position(
        elements,
        script=script,
        dice=dice,
        active="red",
        half=2,
        barrages=prepared,
        **changes,
    )


@pytest.mark.rule("WPR-sperrfeuer-1", "WPR-sperrfeuer-2")
def test_a_barrage_is_prepared_secretly_by_a_battery_that_does_nothing_else() -> None:
    game = table()
    assert PrepareBarrage(("b1",), "7,5") in choices(game, PrepareBarrage)
    do(game, PrepareBarrage(("b1",), FIELD))
    (prepared,) = game.state.barrages.values()
    assert (prepared.field, prepared.half, prepared.weapons) == (FIELD, 2, ("b1",))
    assert element(game, "b1").acted
    assert element(game, "r1").pinned == 0
    assert happened(game, BarragePrepared, seat=BLUE_SEAT)
    assert not happened(game, BarragePrepared, seat=RED_SEAT)
    assert not game.view(RED_SEAT).barrages
    assert game.view(BLUE_SEAT).elements["b1"].acted
    assert not game.view(RED_SEAT).elements["b1"].acted
    assert "WPR-spielablauf-5" in refused(game, FIRE)
    fired = do(table({"b3": {**GUN, "field": "2,6"}}, 1), FIRE)
    assert refused(fired, PrepareBarrage(("b1",), FIELD))


@pytest.mark.rule("WPR-sperrfeuer-7")
def test_it_is_laid_within_range_combines_weapons_of_a_kind_and_holds_for_one_half_turn() -> None:
    near = table({"b1": {"model": "mortar_base", "field": "2,5"}})
    assert "WPR-kurzkanonen-2" in refused(near, PrepareBarrage(("b1",), FIELD))
    two = {"b3": {"model": "fh105_base", "field": "2,6"}}
    combined = {"x": Barrage("x", BLUE, FIELD, ("b1", "b3"), 2)}
    assert element(walking_in(4, elements=two, barrages=combined), "r1").pinned == 5
    other_half = {"x": Barrage("x", BLUE, FIELD, ("b1",), 4)}
    assert element(walking_in(barrages=other_half), "r1").pinned == 0
    assert element(walking_in(6, elements={"b1": {**GUN, "pinned": 3}}), "r1").pinned == 3
    assert element(walking_in(elements={"b1": {**GUN, "pinned": 5}}), "r1").pinned == 0


@pytest.mark.rule("WPR-sperrfeuer-3")
def test_it_strikes_who_enters_the_field_or_dismounts_in_it() -> None:
    assert element(walking_in(4), "r1").pinned == 4
    elsewhere = {"r1": {**ENEMY, "field": "8,6"}}
    assert element(walking_in(elements=elsewhere), "r1").pinned == 0
    dismounted = {"r1v": {"model": "krupp", "field": FIELD}}
    game = walking_in(4, elements=dismounted)
    assert (element(game, "r1").pinned, element(game, "r1v").pinned) == (4, 0)


@pytest.mark.rule("WPR-sperrfeuer-3")
@pytest.mark.parametrize(
    ("value", "dice", "pinned"),
    [(3, (4,), {"r1": 4, "r1v": 3}), (6, (1, 4), {"r1": 6})],
    ids=["pinned", "lost"],
)
def test_it_strikes_whom_other_fire_forces_off_a_vehicle(
    value: int, dice: tuple[int, ...], pinned: dict[str, int]
) -> None:
    lorry = {"r1v": {"model": "krupp", "field": FIELD}, "r1": {**ENEMY, "aboard": "r1v"}}
    game = walking_in(*dice, elements=lorry, script=running(lambda game: suffer(game, "r1v", value)))
    assert [event.field for event in happened(game, BarrageFell)] == [FIELD]
    assert {name: one.pinned for name, one in game.state.elements.items() if one.pinned} == pinned


@pytest.mark.rule("WPR-sperrfeuer-6")
def test_who_is_forced_off_by_the_barrage_itself_has_suffered_it_already() -> None:
    lorry = {"r1v": {"model": "krupp", "field": FIELD}, "r1": {**ENEMY, "aboard": "r1v"}}
    game = walking_in(4, names=("r1v",), elements=lorry)
    assert not element(game, "r1").aboard
    assert len(happened(game, BarrageFell)) == 1


@pytest.mark.rule("WPR-sperrfeuer-2", "WPR-sperrfeuer-3")
@pytest.mark.parametrize("mode", ["open", "hidden"])
def test_where_it_was_prepared_is_out_when_it_falls_and_no_move_is_taken_back_for_it(mode: str) -> None:
    game = walking_in(4, mode=mode)
    assert [event.field for event in happened(game, BarrageFell, seat=RED_SEAT)] == [FIELD]
    assert BarrageFell.reveals


@pytest.mark.rule("WPR-sperrfeuer-4")
def test_the_enemy_must_be_seen_by_an_observer() -> None:
    assert element(walking_in(elements={"b2": {**POST, "field": "4,5"}}), "r1").pinned == 0


@pytest.mark.rule("WPR-sperrfeuer-5")
def test_cover_does_not_help_against_a_barrage() -> None:
    dug_in = {"earthworks": {FIELD: Earthwork(2)}, "ground": {FIELD: "building"}}
    near = {"b2": {**POST, "field": "7,5"}}
    assert element(walking_in(4, elements=near, **dug_in), "r1").pinned == 4


@pytest.mark.rule("WPR-sperrfeuer-6")
def test_it_is_repeated_against_another_troop_and_acts_on_that_alone() -> None:
    already = {"x": Barrage("x", BLUE, FIELD, ("b1",), 2, struck=("r1",))}
    more = {"r2": {"model": "figures", "field": FIELD}}
    game = walking_in(5, names=("r1", "r2"), elements=more, barrages=already)
    assert (element(game, "r1").pinned, element(game, "r2").pinned) == (0, 5)
    assert game.state.barrages["x"].struck == ("r1", "r2")


@pytest.mark.rule("WPR-angriff-infanterie-5")
def test_it_does_not_fall_while_own_troops_are_in_the_field() -> None:
    held = walking_in(elements={"b3": {"model": "figures", "field": FIELD}})
    assert not happened(held, BarrageFell)
    assert element(held, "r1").pinned == 0
    overhead = {"b3": {"model": "storch", "field": FIELD, "height": 1}}
    assert happened(walking_in(4, elements=overhead), BarrageFell)


@pytest.mark.rule("WPR-sperrfeuer-7")
def test_a_battery_that_has_withdrawn_out_of_range_does_not_fire_it() -> None:
    near, far = ({"b1": {"model": "mortar_base", "field": field}} for field in ("4,5", "2,5"))
    assert happened(walking_in(4, elements=near), BarrageFell)
    assert not happened(walking_in(elements=far), BarrageFell)


@pytest.mark.rule("WPR-sperrfeuer-7")
def test_standing_orders_may_hold_it_back() -> None:
    assert element(walking_in(conduct={"b1": Conduct(barrage="hold")}), "r1").pinned == 0
    assert element(walking_in(standing={BLUE_SEAT: Conduct(barrage="hold")}), "r1").pinned == 0


def test_the_phase_ends_when_the_player_says_so() -> None:
    game = table()
    assert ask_of(game)[0] == BLUE_SEAT
    assert DECLINE not in choices(game)
    do(game, Done())
    assert game.over


# -- craters by fire ---------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-zubehoer-X1")
@pytest.mark.parametrize(
    ("bomb", "face", "wanted", "left"),
    [(3, 3, True, True), (3, 3, False, False), (2, 6, True, False), (3, 2, True, False)],
)
def test_very_heavy_fire_leaves_a_crater_if_the_scenario_wants_it(
    bomb: int, face: int, wanted: bool, left: bool
) -> None:
    game = position({}, script=bombing(FIELD, bomb), dice=(face,), options={"craters_by_fire": wanted})
    assert [barrier.field for barrier in game.state.barriers.values()] == ([FIELD] if left else [])


@pytest.mark.rule("WPR-zubehoer-X1")
@pytest.mark.parametrize(
    ("face", "high", "pinned", "left"),
    [(3, False, 0, True), (3, True, 0, False), (4, True, 0, True), (5, False, 3, False), (6, False, 3, True)],
)
def test_points_off_the_fire_count_for_its_crater(face: int, high: bool, pinned: int, left: bool) -> None:
    game = position(
        {"b1": {**GUN, "pinned": pinned}},
        script=shelling("b1", field=FIELD, lay="bomb", bomb=3, high=high),
        dice=(face,),
        options={"craters_by_fire": True},
    )
    assert bool(game.state.barriers) is left


@pytest.mark.rule("WPR-verdeckt-1", "WPR-verdeckt-5")
@pytest.mark.parametrize(("mode", "explained"), [("open", True), ("hidden", False)])
def test_what_the_points_of_an_unseen_battery_are_for_its_target_is_not_told(
    mode: str, explained: bool
) -> None:
    game = do(table({"b1": {**GUN, "pinned": 3}}, 5, mode=mode), FIRE)
    (own,), (his,) = (happened(game, Struck, seat=seat) for seat in (BLUE_SEAT, RED_SEAT))
    assert own.modifiers
    assert bool(his.modifiers) is explained
    assert (his.natural, his.points, his.value) == (own.natural, own.points, own.value)
