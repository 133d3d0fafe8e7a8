"""Direct fire: who may fire at what, what a field suffers, and what a shot costs."""

from __future__ import annotations

from typing import Any

import pytest

from planspiel.systems.wiener2022 import bridge_fire
from planspiel.systems.wiener2022.fire import DirectFire, Fired, FireFell
from planspiel.systems.wiener2022.hits import BridgeStruck, Struck
from planspiel.systems.wiener2022.indirect import discharge
from planspiel.systems.wiener2022.modifiers import Shot, bridge_is_hurt
from planspiel.systems.wiener2022.state import BLUE, Bridge, Earthwork, Screen, Wreck
from planspiel.systems.wiener2022.terrain import bridge_is_open
from wiener2022.firing import bombing, indirect, running, scene, shelling, shooting
from wiener2022.positions import (
    BLUE_SEAT,
    RED_SEAT,
    choices,
    do,
    element,
    happened,
    position,
    refused,
    rolled,
)

FIELD = "5,5"
TANK = {"model": "p4", "field": "3,5"}
ENEMY = {"model": "t34_76", "field": FIELD}
GUN = "gun_75_48"
SHOT = DirectFire("b1", GUN, FIELD)
OTHERS = {"b9": {"model": "p4", "field": "11,11"}, "r9": {"model": "figures", "field": "12,12"}}


def table(elements: dict[str, Any] | None = None, *dice: int, **rest: Any) -> Any:
    """A blue P-4 two fields from a red T-34, and others far away who keep the phase open."""
    return position({"b1": TANK, "r1": ENEMY, **OTHERS, **(elements or {})}, dice=dice, **rest)


# -- announcing --------------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-feuer-1")
def test_fire_names_an_element_of_the_own_side_a_weapon_and_a_field() -> None:
    game = table()
    assert SHOT in choices(game, DirectFire)
    assert "WPR-spielablauf-1" in refused(game, DirectFire("r1", "gun_76_42", "3,5"))
    assert "WPR-feuer-1" in refused(game, DirectFire("b1", GUN, "99,99"))


@pytest.mark.rule("WPR-feuer-2")
def test_fire_that_is_not_allowed_is_refused_before_a_die_is_thrown() -> None:
    game = table({"r1": {**ENEMY, "field": "9,9"}})
    before = game.state.elements["b1"]
    assert refused(game, SHOT)
    assert game.state.elements["b1"] == before
    assert not rolled(game)


@pytest.mark.rule("WPR-waffen-1", "WPR-fahrzeuge-2")
def test_only_a_weapon_it_has_is_fired_and_transport_vehicles_cannot_fight() -> None:
    game = table({"b2": {"model": "krupp", "field": "4,5"}, "b3": {"model": "mortar_base", "field": "4,6"}})
    assert "WPR-waffen-1" in refused(game, DirectFire("b1", "gun_88_71", FIELD))
    assert "WPR-waffen-1" in refused(game, DirectFire("b3", "mortar_80", FIELD))
    assert "WPR-fahrzeuge-2" in refused(game, DirectFire("b2", "mg", FIELD))


@pytest.mark.rule("WPR-aufklaerung-2")
def test_only_detected_targets_are_engaged_in_direct_lay() -> None:
    game = table({"r1": {"model": "pak75", "field": FIELD, "camouflaged": True}})
    assert "WPR-aufklaerung-2" in refused(game, SHOT)
    near = table(
        {"r1": {"model": "pak75", "field": FIELD, "camouflaged": True}, "b2": {**TANK, "field": "4,5"}}
    )
    assert not refused(near, SHOT)
    located = table({"r1": {"model": "pak75", "field": FIELD, "camouflaged": True, "located": True}})
    assert not refused(located, SHOT)


@pytest.mark.rule("WPR-feuer-direkt-1", "WPR-flachfeuer-1")
def test_direct_fire_needs_a_line_and_reaches_two_fields() -> None:
    assert "WPR-hinterhang-1" in refused(table(ground={"4,5": "wood"}), SHOT)
    assert "WPR-nebel-1" in refused(table(smoke={FIELD: Screen(None)}), SHOT)
    far = table({"r1": {**ENEMY, "field": "6,5"}})
    assert "WPR-schussweiten-1" in refused(far, DirectFire("b1", GUN, "6,5"))
    assert "WPR-schussweiten-1" in refused(
        table({"b2": {"model": "figures", "field": "3,6"}}), DirectFire("b2", "small_arms", FIELD)
    )


@pytest.mark.rule("WPR-beobachtungsraum-1")
@pytest.mark.parametrize("field", ["3,3", "5,3", "5,5", "5,7", "3,7", "1,7", "1,5", "1,3"])
def test_everybody_fires_all_round(field: str) -> None:
    game = table({"r1": {**ENEMY, "field": field}})
    assert not refused(game, DirectFire("b1", GUN, field))


@pytest.mark.rule("WPR-befestigungen-3")
def test_a_bunker_with_an_arc_fires_in_it_alone_and_is_hit_from_there_alone() -> None:
    east, west = 2, 6
    bunker = {"model": "bunker_medium", "field": "3,5"}
    assert not refused(table({"b1": {**bunker, "facing": east}}), DirectFire("b1", "gun_75_46", FIELD))
    assert "WPR-befestigungen-3" in refused(
        table({"b1": {**bunker, "facing": west}}), DirectFire("b1", "gun_75_46", FIELD)
    )
    target = {"model": "bunker_medium", "field": FIELD}
    assert not refused(table({"r1": {**target, "facing": west}}), SHOT)
    assert "WPR-aufklaerung-2" in refused(table({"r1": {**target, "facing": east}}), SHOT)


@pytest.mark.rule("WPR-angriff-infanterie-5")
def test_fire_into_a_field_with_own_troops_is_refused_but_the_firer_does_not_count() -> None:
    assert "WPR-angriff-infanterie-5" in refused(table({"b2": {"model": "figures", "field": FIELD}}), SHOT)
    assert not refused(table({"b1": {**TANK, "field": FIELD}}), SHOT)


@pytest.mark.rule("WPR-mindestkaliber-1")
def test_a_weapon_that_can_hurt_nothing_there_is_refused() -> None:
    assert "WPR-mindestkaliber-1" in refused(table(), DirectFire("b1", "mg", FIELD))
    riders = {"r2": {"model": "figures", "aboard": "r1"}}
    assert not refused(table(riders), DirectFire("b1", "mg", FIELD))


# -- what the turn allows ----------------------------------------------------------------------------------


@pytest.mark.rule("WPR-feuereinheiten-1")
def test_an_element_fires_once_a_turn_with_one_of_its_weapons() -> None:
    game = do(table({"r2": {"model": "figures", "field": FIELD}}, 1), SHOT)
    assert element(game, "b1").shot
    assert "WPR-spielablauf-9" in refused(game, DirectFire("b1", "mg", FIELD))


@pytest.mark.rule("WPR-feuereinheiten-2", "WPR-feuereinheiten-3")
def test_from_one_field_each_weapon_kind_fires_once() -> None:
    bases = {name: {"model": "figures", "field": "4,5"} for name in ("b2", "b3")}
    game = table({**bases, "r1": {"model": "figures", "field": FIELD}}, 1, 1)
    do(game, DirectFire("b2", "small_arms", FIELD))
    assert "WPR-feuereinheiten-2" in refused(game, DirectFire("b3", "small_arms", FIELD))
    do(game, SHOT)


@pytest.mark.rule("WPR-fuehrung-1")
def test_staffs_and_trains_do_not_open_fire_and_towed_guns_do_so_unlimbered() -> None:
    staff = table(
        {"b2": {"model": "spw_command", "field": "4,5"}, "r1": {"model": "figures", "field": FIELD}}
    )
    assert "WPR-fuehrung-1" in refused(staff, DirectFire("b2", "mg", FIELD))
    gun = {
        "b2": {"model": "pak75", "aboard": "b2v", "mate": "b2v"},
        "b2v": {"model": "krupp", "field": "4,5"},
    }
    weapon = "gun_75_46"
    assert "WPR-feuer-fahrzeuge-2" in refused(table(gun), DirectFire("b2", weapon, FIELD))
    assert not refused(table({"b2": {"model": "pak75", "field": "4,5"}}), DirectFire("b2", weapon, FIELD))


@pytest.mark.rule("WPR-feuer-fahrzeuge-1", "WPR-feuer-fahrzeuge-X1")
def test_carried_troops_fire_machine_weapons_from_an_unarmed_vehicle_that_has_not_driven() -> None:
    def mounted(base: str, vehicle: str, **state: Any) -> Any:
        return table(
            {
                "b2": {"model": base, "aboard": "b2v", "mate": "b2v"},
                "b2v": {"model": vehicle, "field": "4,5", **state},
                "r1": {"model": "figures", "field": FIELD},
            },
            1,
        )

    for base, weapon in (("figures", "small_arms"), ("hmg_base", "hmg")):
        game = mounted(base, "krupp")
        do(game, DirectFire("b2", weapon, FIELD))
        assert element(game, "b2v").shot
    moved = table(
        {
            "b2": {"model": "figures", "aboard": "b2v", "mate": "b2v"},
            "b2v": {"model": "krupp", "field": "4,5", "moved": 1},
            "r1": {"model": "figures", "field": FIELD},
        }
    )
    assert "WPR-bewegung-2" in refused(moved, DirectFire("b2", "small_arms", FIELD))


@pytest.mark.rule("WPR-feuer-fahrzeuge-2")
def test_single_shot_weapons_fire_from_a_vehicle_only_if_mounted_on_it() -> None:
    towed = {"b2": {"model": "ig75_base", "aboard": "b2v"}, "b2v": {"model": "lorry", "field": "4,5"}}
    assert "WPR-feuer-fahrzeuge-2" in refused(table(towed), DirectFire("b2", "ig_75", FIELD))
    mounted = table({"b2": {"model": "marder", "field": "4,5"}})
    assert not refused(mounted, DirectFire("b2", "gun_75_46", FIELD))


@pytest.mark.rule("WPR-feuer-fahrzeuge-2", "WPR-feuer-fahrzeuge-X1")
@pytest.mark.parametrize(
    ("base", "weapon", "may"),
    [
        ("figures", "small_arms", True),
        ("hmg_base", "hmg", True),
        ("pak75", "small_arms", False),
        ("fh105_base", "small_arms", False),
        ("mortar_base", "small_arms", False),
        ("flak20_base", "flak_20", False),
        ("flak37_base", "flak_37", False),
        ("flak20_base", "small_arms", False),
    ],
)
@pytest.mark.parametrize("carrier", ["tractor", "motor_ferry"])
def test_only_figures_and_machine_gun_bases_fire_from_an_unarmed_carrier(
    base: str, weapon: str, may: bool, carrier: str
) -> None:
    joined = {"b2": {"model": base, "aboard": "b2v"}, "b2v": {"model": carrier, "field": "4,5"}}
    water = {"4,5": "water"} if carrier == "motor_ferry" else {}
    game = table({**joined, "r1": {"model": "figures", "field": FIELD}}, ground=water)
    order = DirectFire("b2", weapon, FIELD)
    assert refused(game, order) == "" if may else "WPR-feuer-fahrzeuge-2" in refused(game, order)
    assert (order in choices(game, DirectFire)) is may


@pytest.mark.rule("WPR-fahrzeuge-3")
def test_a_carrier_and_its_infantry_fire_as_one_element() -> None:
    spw = {"b2": {"model": "figures", "aboard": "b2v"}, "b2v": {"model": "spw_mg", "field": "4,5"}}
    game = table({**spw, "r1": {"model": "figures", "field": FIELD}})
    assert "WPR-fahrzeuge-3" in refused(game, DirectFire("b2", "small_arms", FIELD))
    assert not refused(game, DirectFire("b2v", "mg", FIELD))


@pytest.mark.rule("WPR-bewegung-2", "WPR-panzergrenadiere-5")
def test_combat_vehicles_fire_after_at_most_half_their_terrain_speed() -> None:
    assert not refused(table({"b1": {**TANK, "moved": 2}}), SHOT)
    assert "WPR-bewegung-2" in refused(table({"b1": {**TANK, "moved": 3}}), SHOT)
    carrier = {
        "b2": {"model": "spw_mg", "field": "4,5", "moved": 2, "split": True},
        "r1": {"model": "figures", "field": FIELD},
    }
    assert not refused(table(carrier), DirectFire("b2", "mg", FIELD))
    infantry = {
        "b2": {"model": "figures", "field": "4,5", "moved": 1},
        "r1": {"model": "figures", "field": FIELD},
    }
    assert "WPR-bewegung-2" in refused(table(infantry), DirectFire("b2", "small_arms", FIELD))


@pytest.mark.rule("WPR-fahrzeuge-6")
def test_figures_that_have_just_dismounted_do_not_fire() -> None:
    base = {
        "b2": {"model": "figures", "field": "4,5", "split": True},
        "r1": {"model": "figures", "field": FIELD},
    }
    assert "WPR-fahrzeuge-6" in refused(table(base), DirectFire("b2", "small_arms", FIELD))


@pytest.mark.rule("WPR-niederhaltung-4")
@pytest.mark.parametrize(("level", "may"), [(3, True), (4, True), (5, False), (6, False)])
def test_from_level_five_on_nobody_fires(level: int, may: bool) -> None:
    game = table({"b1": {**TANK, "pinned": level}})
    assert (not refused(game, SHOT)) is may


@pytest.mark.rule("WPR-schwimmfahrzeuge-2")
def test_afloat_only_machine_weapons_fire() -> None:
    swimming = table(
        {"b1": {"model": "sherman_dd", "field": "3,5"}, "r2": {"model": "figures", "field": FIELD}},
        ground={"3,5": "water"},
    )
    guns = swimming.pack.models["sherman_dd"].weapons
    assert "WPR-schwimmfahrzeuge-2" in refused(swimming, DirectFire("b1", guns[0], FIELD))
    assert not refused(swimming, DirectFire("b1", "mg", FIELD))


# -- the field ---------------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-massierung-1", "WPR-massierung-3", "WPR-zielfl-1")
def test_one_die_is_read_for_each_target_by_its_own_class() -> None:
    targets = {
        "r1": ENEMY,
        "r2": {"model": "spw_mg", "field": FIELD},
        "r3": {"model": "figures", "field": FIELD},
        "r4": {"model": "pak75", "field": FIELD, "camouflaged": True},
    }
    game = do(table(targets, 4, 1), SHOT)
    found = {event.target: event.value for event in happened(game, Struck)}
    assert found == {"r1": 4, "r2": 5, "r3": 4, "r4": 4}
    assert [str(roll.why) for roll in rolled(game)] == ["fire at 5,5", "self-smoke of r2"]


@pytest.mark.rule("WPR-bauwerke-1")
def test_houses_keep_their_value_under_any_fire() -> None:
    game = do(
        table(
            {"r1": {"model": "figures", "field": FIELD}, "b2": {**TANK, "field": "4,5"}},
            6,
            ground={FIELD: "building"},
        ),
        SHOT,
    )
    assert element(game, "r1").pinned == 5
    assert game.pack.theatre("test").is_building(FIELD)


@pytest.mark.rule("WPR-bauwerke-2")
def test_a_bridge_is_a_target_of_its_own() -> None:
    river = {f"5,{y}": "water" for y in range(1, 13)}
    gun = {"b1": {"model": "fh155_base", "field": "3,5"}, "r1": {**ENEMY, "field": "9,9"}}
    game = table(gun, ground=river, bridges={FIELD: Bridge("wood", "EW")})
    assert DirectFire("b1", "fh_155", FIELD) in choices(game, DirectFire)
    weak = table({"r1": {**ENEMY, "field": "9,9"}}, ground=river, bridges={FIELD: Bridge("wood", "EW")})
    assert "WPR-mindestkaliber-1" in refused(weak, SHOT)


@pytest.mark.rule("WPR-feuer-wiederholung-1")
def test_fire_at_a_field_may_be_repeated_by_others() -> None:
    game = table({"b2": {**TANK, "field": "4,6"}, "r1": {"model": "figures", "field": FIELD}}, 3, 5)
    do(game, SHOT, DirectFire("b2", GUN, FIELD))
    assert element(game, "r1").pinned == 5


@pytest.mark.rule("WPR-waffen-2")
def test_cover_helps_the_crew_of_a_gun_against_pinning_but_not_the_gun() -> None:
    dug_in = {"earthworks": {FIELD: Earthwork(2)}}
    pak = {"r1": {"model": "pak75", "field": FIELD}}
    assert element(do(table(pak, 5, **dug_in), SHOT), "r1").pinned == 4
    assert element(do(table(pak, 3, **dug_in), SHOT), "r1").pinned == 0
    assert element(do(table(pak, 6, **dug_in), SHOT), "r1").fate == "lost"


@pytest.mark.rule("WPR-massierung-1")
@pytest.mark.parametrize(("everyone", "level"), [(False, 0), (True, 4)])
def test_fire_strikes_the_enemy_alone_but_scattered_bombs_everybody(everyone: bool, level: int) -> None:
    both = {"b1": {"model": "figures", "field": FIELD}, "r1": {"model": "figures", "field": FIELD}}
    game = position(both, script=bombing(FIELD, 0, everyone=everyone), dice=(4,))
    assert (element(game, "b1").pinned, element(game, "r1").pinned) == (level, 4)


@pytest.mark.rule("WPR-schein-1")
def test_under_fire_a_dummy_behaves_like_what_it_seems_to_be() -> None:
    dummy = {"r1": {"model": "dummy_tank", "field": FIELD}}
    assert element(do(table(dummy, 4), SHOT), "r1").pinned == 4
    assert element(do(table(dummy, 6), SHOT), "r1").fate == "lost"
    infantry = {"r1": {"model": "dummy_infantry", "field": FIELD}}
    assert element(do(table(infantry, 6, 3), SHOT), "r1").fate == "board"


# -- second dice -------------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-glueckstreffer-1", "WPR-glueckstreffer-2")
@pytest.mark.parametrize(("face", "fate"), [(3, "board"), (4, "lost")])
def test_a_six_that_a_minus_makes_a_five_may_be_a_lucky_hit(face: int, fate: str) -> None:
    heavy = {"r1": {"model": "p5", "field": FIELD}}
    dice = (6, face) if fate == "lost" else (6, face, 1)
    game = do(table(heavy, *dice), SHOT)
    assert element(game, "r1").fate == fate
    assert element(game, "r1").pinned == (0 if fate == "lost" else 5)


@pytest.mark.rule("WPR-glueckstreffer-4")
def test_lucky_hits_need_exactly_one_minus_point_whatever_its_cause() -> None:
    very_heavy = {"r1": {"model": "koenigstiger", "field": FIELD}}
    game = do(table(very_heavy, 6), SHOT)
    assert element(game, "r1").pinned == 4
    pinned = {"b1": {**TANK, "field": "5,4", "pinned": 3}, "r1": {"model": "spw_mg", "field": FIELD}}
    game = do(table(pinned, 6, 4), DirectFire("b1", GUN, FIELD))
    assert element(game, "r1").fate == "lost"


@pytest.mark.rule("WPR-zufallstreffer-1", "WPR-zufallstreffer-2", "WPR-feuer-indirekt-2")
def test_high_angle_fire_at_armour_needs_six_and_then_a_second_die_which_is_the_effect() -> None:
    guns = {"b1": {"model": "fh150_base", "field": "1,5"}, "b2": {"model": "fh150_base", "field": "1,6"}}

    def shelled(*dice: int) -> Any:
        return position({**guns, "r1": ENEMY}, script=shelling("b1", "b2", field=FIELD), dice=dice)

    assert element(shelled(4), "r1").pinned == 0
    assert element(shelled(5, 4), "r1").pinned == 4
    assert element(shelled(5, 6), "r1").fate == "lost"
    figures = position(
        {**guns, "r1": {"model": "figures", "field": FIELD}}, script=shelling("b1", field=FIELD), dice=(3,)
    )
    assert element(figures, "r1").pinned == 4


@pytest.mark.rule("WPR-zufallstreffer-3")
def test_the_second_die_is_plain_and_a_natural_two_never_qualifies() -> None:
    guns = {f"b{n}": {"model": "fh150_base", "field": f"1,{n}"} for n in range(1, 6)}
    script = shelling(*guns, field=FIELD)
    assert element(position({**guns, "r1": ENEMY}, script=script, dice=(2,)), "r1").pinned == 0
    assert element(position({**guns, "r1": ENEMY}, script=script, dice=(3, 5, 1)), "r1").pinned == 5
    assert element(position({**guns, "r1": ENEMY}, script=script, dice=(3, 2)), "r1").pinned == 0


@pytest.mark.rule("WPR-massierung-2")
def test_second_dice_are_thrown_for_each_model() -> None:
    two = {"r1": {"model": "p5", "field": FIELD}, "r2": {"model": "p5", "field": FIELD}}
    game = do(table(two, 6, 4, 3, 1), SHOT)
    assert [element(game, name).fate for name in ("r1", "r2")] == ["lost", "board"]


# -- secrecy -----------------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-verdeckt-5")
def test_in_hidden_play_the_enemy_sees_fire_fall_and_the_effect_on_his_own_troops() -> None:
    hidden = {"b1": {"model": "fh105_base", "field": "1,12"}, "r1": {"model": "figures", "field": FIELD}}
    game = position(
        hidden,
        script=running(lambda game: discharge(game, indirect(game, ("b1",), FIELD), "WPR-feuer-3")),
        dice=(4,),
        mode="hidden",
    )
    assert not happened(game, Fired, seat=RED_SEAT)
    assert happened(game, FireFell, seat=RED_SEAT)
    assert happened(game, Struck, seat=RED_SEAT)
    assert happened(game, Fired, seat=BLUE_SEAT)
    assert not happened(game, Struck, seat=BLUE_SEAT)


@pytest.mark.rule("WPR-selbstnebel-3")
def test_fire_at_others_in_a_field_does_not_strike_a_vehicle_in_its_own_smoke() -> None:
    both = {"r1": {**ENEMY, "self_smoke": True}, "r2": {"model": "figures", "field": FIELD}}
    game = position({"b1": TANK, **both}, script=shooting("b1", FIELD), dice=(5,))
    assert (element(game, "r1").pinned, element(game, "r2").pinned) == (0, 5)


# -- bridges -----------------------------------------------------------------------------------------------

RIVER = {f"5,{y}": "water" for y in range(1, 13)}


def shelled_bridge(kind: Any, *dice: int, distance: int = 2, **more: Any) -> Any:
    """A heavy howitzer fires directly at a bridge in 5,5."""
    gun = {"b1": {"model": "fh155_base", "field": f"{5 - distance},5"}}
    return position(
        {**gun, **more},
        script=shooting("b1", FIELD),
        dice=dice,
        ground=RIVER,
        bridges={FIELD: Bridge(kind, "EW")},
    )


@pytest.mark.rule("WPR-bruecken-5")
@pytest.mark.parametrize(("face", "intact", "closed"), [(4, True, False), (5, True, True), (6, False, False)])
def test_five_closes_a_bridge_and_six_destroys_it(face: int, intact: bool, closed: bool) -> None:
    game = shelled_bridge("wood", face)  # calibre +1, resistance -1
    bridge = game.state.bridges[FIELD]
    assert (bridge.intact, bridge.closed_until > 0) == (intact, closed)


@pytest.mark.rule("WPR-bruecken-8")
def test_a_closed_bridge_opens_after_the_opponents_next_half_turn_and_lower_effects_do_nothing() -> None:
    game = shelled_bridge("wood", 5, 1, r1={"model": "t34_76", "field": FIELD})
    assert game.state.bridges[FIELD].closed_until == 2
    for half, open_ in ((1, False), (2, False), (3, True)):
        game.state.half = half
        assert bridge_is_open(game.state, FIELD) is open_
    assert element(game, "r1").fate == "board"
    assert game.state.bridges[FIELD].intact
    assert shelled_bridge("wood", 4).state.bridges[FIELD] == Bridge("wood", "EW")


@pytest.mark.rule("WPR-bruecken-6")
def test_troops_on_a_destroyed_bridge_are_lost_with_what_they_carry() -> None:
    def blow(game: Any) -> Any:
        yield from bridge_fire.destroy(game, FIELD, "WPR-bruecken-5")

    lorry = {"r1": {"model": "figures", "aboard": "r1v"}, "r1v": {"model": "krupp", "field": FIELD}}
    others = {"b1": {"model": "p4", "field": FIELD}, "r2": {"model": "destroyer", "field": FIELD}}
    game = position({**lorry, **others}, script=blow, ground=RIVER, bridges={FIELD: Bridge("wood", "EW")})
    fates = {name: element(game, name).fate for name in ("r1", "r1v", "b1", "r2")}
    assert fates == {"r1": "lost", "r1v": "lost", "b1": "lost", "r2": "board"}
    assert not game.state.bridges[FIELD].intact


@pytest.mark.rule("WPR-bruecken-6", "WPR-bergen-1")
def test_with_a_bridge_over_water_the_wrecks_on_it_are_gone() -> None:
    def blow(game: Any) -> Any:
        yield from bridge_fire.destroy(game, FIELD, "WPR-bruecken-5")

    for ground, left in ((RIVER, 0), ({}, 1)):
        bridge, wreck = {FIELD: Bridge("wood", "EW")}, {FIELD: Wreck("p4", "red")}
        game = position({}, script=blow, ground=ground, bridges=bridge, wrecks=wreck)
        assert len(game.state.wrecks) == left


@pytest.mark.rule("WPR-bruecken-10")
@pytest.mark.parametrize(("kind", "distance", "points"), [("wood", 2, 0), ("wood", 1, 1), ("engineer", 1, 2)])
def test_calibre_distance_and_resistance_count_against_a_bridge(
    kind: Any, distance: int, points: int
) -> None:
    (struck,) = happened(shelled_bridge(kind, 1, distance=distance), BridgeStruck)
    assert struck.points == points


@pytest.mark.rule("WPR-bruecken-3", "WPR-bruecken-9")
@pytest.mark.table
@pytest.mark.parametrize(
    ("kind", "calibre", "bomb"), [("engineer", 37, 0), ("wood", 150, 1), ("tank", 150, 1), ("solid", 200, 2)]
)
def test_bridges_have_a_minimum_calibre_and_bombs_its_equivalent(kind: Any, calibre: int, bomb: int) -> None:
    for size, hurts in ((calibre - 1, False), (calibre, True)):
        game = scene({}, weapons={"gun_75_48": {"calibre": size}})
        assert bridge_is_hurt(game.pack, Shot(BLUE, (), "gun_75_48", FIELD), Bridge(kind)) is hurts
    assert bridge_is_hurt(game.pack, Shot(BLUE, (), "", FIELD, "bomb", bomb=bomb), Bridge(kind))
    if bomb:
        assert not bridge_is_hurt(game.pack, Shot(BLUE, (), "", FIELD, "bomb", bomb=bomb - 1), Bridge(kind))


@pytest.mark.rule("WPR-bruecken-4")
def test_bombs_and_indirect_fire_need_a_chance_hit_on_a_bridge() -> None:
    def bombed(*dice: int) -> Bridge:
        game = position(
            {}, script=bombing(FIELD, 2), dice=dice, ground=RIVER, bridges={FIELD: Bridge("wood", "EW")}
        )
        return game.state.bridges[FIELD]

    assert bombed(4).intact
    assert not bombed(5, 6).intact
    assert bombed(5, 5).closed_until == 2
