"""Smoke, self-smoke, illumination, flame-throwers, and how long effects last."""

from __future__ import annotations

from typing import Any

import pytest

from planspiel.kernel import Game, Item
from planspiel.systems.wiener2022.activities import Done
from planspiel.systems.wiener2022.air_attack import AirAttack, SimultaneousAirAttack
from planspiel.systems.wiener2022.flak import AgainstAircraft
from planspiel.systems.wiener2022.flame import Flame
from planspiel.systems.wiener2022.illumination import Illuminate, IlluminateOnSuspicion
from planspiel.systems.wiener2022.indirect import IndirectFire
from planspiel.systems.wiener2022.movement import Move
from planspiel.systems.wiener2022.overrun import Overrun
from planspiel.systems.wiener2022.self_smoke import try_self_smoke
from planspiel.systems.wiener2022.sight import line_open
from planspiel.systems.wiener2022.smoke import FeedSmoke, LaySmoke, NameFed, SmokeOnSuspicion
from planspiel.systems.wiener2022.state import (
    BLUE,
    RED,
    Barrier,
    Earthwork,
    Heard,
    March,
    Mover,
    Position,
    Screen,
)
from planspiel.systems.wiener2022.tank_hunt import Hunt
from wiener2022.firing import running, scene, shooting
from wiener2022.flying import on_mission
from wiener2022.positions import (
    BLUE_SEAT,
    RED_SEAT,
    ask_of,
    choices,
    declines,
    do,
    element,
    position,
    refused,
)

FIELD = "8,5"
GUN = {"model": "fh105_base", "field": "2,5"}
POST = {"model": "p4", "field": "6,5"}
ENEMY = {"model": "figures", "field": FIELD}
OTHERS = {"b9": {"model": "mortar_base", "field": "2,11"}, "r9": {"model": "t34_76", "field": "3,11"}}
SMOKE = LaySmoke(("b1",), FIELD)


def table(elements: dict[str, Any] | None = None, *dice: int, **rest: Any) -> Game[Position]:
    """A battery with an observer at 6,5, the enemy at 8,5, and a mortar that keeps the phase open."""
    there = {"b1": GUN, "b2": POST, "r1": ENEMY, **OTHERS, "b8": {"model": "p4", "field": "2,12"}}
    return position({**there, **(elements or {})}, item=("phase", "indirect"), dice=dice, **rest)


# -- smoke -------------------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-nebel-3")
@pytest.mark.parametrize(("face", "lies"), [(4, False), (5, True)])
def test_smoke_is_effective_from_five_on(face: int, lies: bool) -> None:
    game = do(table({}, face), SMOKE)
    assert (FIELD in game.state.smoke) is lies
    assert element(game, "b1").acted


@pytest.mark.rule("WPR-nebel-1")
def test_smoke_closes_the_line_through_its_field_and_into_it() -> None:
    game = scene({}, smoke={"5,5": Screen(BLUE)})
    for a, b in (("4,5", "6,5"), ("4,5", "5,5"), ("5,5", "7,5")):
        assert not line_open(game.pack, game.state, a, b)
    assert line_open(game.pack, game.state, "5,5", "5,5")


@pytest.mark.rule("WPR-nebel-2")
def test_two_smoke_fields_close_the_diagonal_between_them() -> None:
    one = scene({}, smoke={"5,5": Screen(BLUE)})
    two = scene({}, smoke={"5,5": Screen(BLUE), "6,6": Screen(BLUE)})
    assert line_open(one.pack, one.state, "6,5", "5,6")
    assert not line_open(two.pack, two.state, "6,5", "5,6")


@pytest.mark.rule("WPR-nebel-4")
def test_the_number_of_weapons_is_stated_and_a_failed_try_is_not_repeated() -> None:
    game = do(table({"b3": {**GUN, "field": "2,6"}}, 4), SMOKE)
    assert "WPR-nebel-4" in refused(game, LaySmoke(("b3",), FIELD))
    assert not refused(game, LaySmoke(("b3",), "7,5"))


@pytest.mark.rule("WPR-nebel-10")
def test_each_further_weapon_adds_a_point_but_not_on_a_two_and_calibre_does_not_count() -> None:
    more = {"b3": {**GUN, "field": "2,6"}}
    together = LaySmoke(("b1", "b3"), FIELD)
    assert FIELD in do(table(more, 4), together).state.smoke
    assert FIELD not in do(table(more, 2), together).state.smoke
    heavy = {"b1": {"model": "fh150_base", "field": "2,5"}}
    assert FIELD not in do(table(heavy, 4), SMOKE).state.smoke
    assert "WPR-nebel-10" in refused(table(), LaySmoke(("b1",), "11,5"))
    assert not refused(table(), LaySmoke(("b1",), "2,12"))


@pytest.mark.rule("WPR-nebel-5")
def test_on_suspicion_smoke_covers_three_fields_where_somebody_might_hide() -> None:
    trio = {f"b{n}": {"model": "fh105_base", "field": f"2,{n}"} for n in (1, 3, 4)}
    wood = {f"11,{y}": "wood" for y in range(3, 8)}
    order = SmokeOnSuspicion(("b1", "b3", "b4"), ("11,4", "11,5", "11,6"))
    game = table(trio, 5, 4, 6, ground=wood)
    assert order in choices(game, SmokeOnSuspicion)
    assert "WPR-nebel-5" in refused(game, SmokeOnSuspicion(("b1", "b3"), ("11,4", "11,5")))
    assert "WPR-nebel-5" in refused(game, SmokeOnSuspicion(("b1", "b3", "b4"), ("9,4", "9,5", "9,6")))
    do(game, order)
    assert sorted(game.state.smoke) == ["11,4", "11,6"]


@pytest.mark.rule("WPR-nacht-sicht-2", "WPR-wetter-1")
def test_nobody_lays_smoke_on_natural_fog() -> None:
    own = LaySmoke(("b1",), "2,12")
    game = table(smoke={"2,12": Screen(None)})
    assert "lies in fog" in refused(game, own)
    assert own not in choices(game, LaySmoke)
    trio = {f"b{n}": {"model": "fh105_base", "field": f"2,{n}"} for n in (1, 3, 4)}
    wood = {f"11,{y}": "wood" for y in range(3, 8)}
    suspected = table(trio, ground=wood, smoke={"11,5": Screen(None)})
    order = SmokeOnSuspicion(("b1", "b3", "b4"), ("11,4", "11,5", "11,6"))
    assert "lies in fog" in refused(suspected, order)


@pytest.mark.rule("WPR-nebel-8")
def test_direct_fire_does_not_reach_into_smoke_and_indirect_fire_needs_a_known_enemy() -> None:
    game = table({"r1": {**ENEMY, "field": "12,1"}}, smoke={FIELD: Screen(RED)})
    assert "WPR-nebel-8" in refused(game, IndirectFire(("b1",), FIELD))


def end_of_half(active: str, *dice: int, **rest: Any) -> Game[Position]:
    """The items after FERTIG: feeding, then cleaning."""

    def script(game: Game[Position]) -> Any:
        game.then(
            Item("smoke-feeding", (active,)), Item("light-fading", (active,)), Item("half-end", (active,))
        )
        return
        yield

    elements = rest.pop(
        "elements", {"b1": {"model": "figures", "field": "1,1"}, "r1": {"model": "figures", "field": "12,12"}}
    )
    return position(elements, script=script, active=active, dice=dice, **rest)


@pytest.mark.rule("WPR-nebel-6")
def test_smoke_lasts_through_the_opponents_half_turn_and_lifts_at_its_end() -> None:
    laid = {"5,5": Screen(BLUE, 1)}
    own = end_of_half("blue", half=1, smoke=dict(laid))
    assert "5,5" in own.state.smoke
    opponents = end_of_half("red", half=2, smoke=dict(laid))
    assert ask_of(opponents) == (BLUE_SEAT, FeedSmoke(("5,5",)))
    do(opponents, NameFed())
    assert "5,5" not in opponents.state.smoke
    assert opponents.state.lifted == ("5,5",)


@pytest.mark.rule("WPR-nebel-7")
def test_smoke_that_is_fed_stays_without_a_gap() -> None:
    game = end_of_half("red", half=2, smoke={"5,5": Screen(BLUE, 1), "6,5": Screen(BLUE, 1)})
    assert "WPR-nebel-11" in refused(game, NameFed(("9,9",)))
    do(game, NameFed(("5,5",)))
    assert sorted(game.state.smoke) == ["5,5"]
    assert game.state.lifted == ("6,5",)


@pytest.mark.rule("WPR-nebel-11")
def test_fed_smoke_must_be_laid_again_in_the_next_phase_of_indirect_fire() -> None:
    fed = {
        "7,7": Screen(BLUE, 1, fed=True),
        "9,5": Screen(BLUE, 1, fed=True),
        "9,9": Screen(BLUE, 1, fed=True),
    }
    guns = {"b1": GUN, "b3": {**GUN, "field": "2,7"}, "b9": {**GUN, "field": "2,9"}}
    game = position({**guns, "r1": ENEMY, "b2": POST}, item=("half", "blue"), half=2, smoke=fed, dice=(5, 4))
    while game.state.phase != "indirect":
        do(game, Done())
    do(game, LaySmoke(("b1",), "7,7"), LaySmoke(("b3",), "9,5"))
    assert sorted(game.state.smoke) == ["7,7", "9,9"]
    do(game, Done())
    assert sorted(game.state.smoke) == ["7,7"]
    assert game.state.lifted == ("9,5", "9,9")


# -- self-smoke --------------------------------------------------------------------------------------------

TANK = {"r1": {"model": "t34_76", "field": "5,5"}}
SHOOTER = {"b1": {"model": "p4", "field": "3,5"}}


@pytest.mark.rule("WPR-selbstnebel-1", "WPR-selbstnebel-4")
@pytest.mark.parametrize(("face", "hidden"), [(4, False), (5, True)])
def test_a_combat_vehicle_pinned_at_five_tries_to_hide_in_its_own_smoke(face: int, hidden: bool) -> None:
    game = position({**SHOOTER, **TANK}, script=shooting("b1", "5,5"), dice=(5, face))
    assert element(game, "r1").self_smoke is hidden


@pytest.mark.rule("WPR-selbstnebel-1", "WPR-selbstfahrlafetten-1", "WPR-wirkungstabelle-3")
@pytest.mark.parametrize(
    ("model", "hidden"),
    [
        ("marder", True),
        ("su76", True),
        ("wespe", True),
        ("su122", True),
        ("spw_flak", True),
        ("spw_mortar", True),
        ("katyusha_track", False),
    ],
)
def test_an_armoured_self_propelled_mount_hides_in_its_own_smoke_like_a_tank(
    model: str, hidden: bool
) -> None:
    mount = {"r1": {"model": model, "field": "5,5", "pinned": 5}}
    script = running(lambda game: try_self_smoke(game, "r1"))
    game = position(mount, script=script, dice=(5,) if hidden else ())
    assert element(game, "r1").self_smoke is hidden


@pytest.mark.rule("WPR-selbstnebel-1", "WPR-nebel-9")
def test_others_and_other_levels_have_no_smoke() -> None:
    for model, face in (("t34_76", 4), ("figures", 5), ("pak75", 5)):
        game = position(
            {**SHOOTER, "r1": {"model": model, "field": "5,5"}}, script=shooting("b1", "5,5"), dice=(face,)
        )
        assert not element(game, "r1").self_smoke


@pytest.mark.rule("WPR-selbstnebel-2")
def test_there_is_no_self_smoke_where_simultaneous_action_was_announced() -> None:
    march = March((Mover("b1", (), ("5,5",)),), simultaneous=True)
    game = position(
        {"b1": {"model": "p4", "field": "5,5", "pinned": 5}},
        script=running(lambda game: try_self_smoke(game, "b1")),
        march=march,
    )
    assert not element(game, "b1").self_smoke


@pytest.mark.rule("WPR-selbstnebel-2")
@pytest.mark.parametrize("together", [False, True])
def test_nor_against_aircraft_that_attack_simultaneously(together: bool) -> None:
    there = {**TANK, "b1": on_mission("ju87"), "b2": on_mission("ju87")}
    attacks = [AirAttack("b1", "bombs_2", "5,5", "low", "N"), AirAttack("b2", "bombs_2", "8,5", "low", "N")]
    game = position(
        {**there, "r2": {"model": "krupp", "field": "8,5"}},
        item=("phase", "air"),
        flights={"b1": "mission", "b2": "mission"},
        dice=(6, 5, 1) if together else (6, 5, 5),
    )
    declines(do(game, SimultaneousAirAttack(tuple(attacks)) if together else attacks[0]), AgainstAircraft)
    assert element(game, "r1").pinned == 5
    assert element(game, "r1").self_smoke is not together


@pytest.mark.rule("WPR-selbstnebel-4")
def test_whatever_presses_a_combat_vehicle_hard_it_tries_to_hide() -> None:
    foot = {"model": "figures", "field": "5,5"}
    mine = {"mine": Barrier("mine", "at_mine", "5,6", BLUE)}
    tank = {"r1": {"model": "p4", "field": "5,5"}}
    hunted = position({"b1": foot, **tank}, dice=(5, 5))
    mined = position(tank, dice=(5, 5), active="red", barriers=mine)
    stopped = position({"b1": foot, **tank}, dice=(2, 5, 5), active="red")
    for game, order in (
        (hunted, Hunt("b1", "r1")),
        (mined, Move("r1", ("5,6",))),
        (stopped, Overrun("r1", "b1")),
    ):
        do(game, order)
        assert (element(game, "r1").pinned, element(game, "r1").self_smoke) == (5, True)


@pytest.mark.rule("WPR-selbstnebel-3")
def test_self_smoke_hides_the_vehicle_and_nothing_behind_it() -> None:
    game = scene({**SHOOTER, "r1": {"model": "t34_76", "field": "4,5", "self_smoke": True}})
    assert line_open(game.pack, game.state, "3,5", "5,5")


@pytest.mark.rule("WPR-selbstnebel-4")
def test_self_smoke_lasts_as_long_as_the_marker_that_caused_it() -> None:
    smoking = {
        "r1": {**TANK["r1"], "self_smoke": True, "pinned": 5},
        "b1": {"model": "figures", "field": "1,1"},
    }
    assert element(end_of_half("blue", half=1, elements=smoking), "r1").self_smoke
    assert not element(end_of_half("red", half=2, elements=smoking), "r1").self_smoke


# -- how long pinning lasts --------------------------------------------------------------------------------


@pytest.mark.rule("WPR-niederhaltung-6", "WPR-niederhaltung-7", "WPR-niederhaltung-8")
def test_at_the_end_of_a_half_turn_the_markers_of_its_party_are_removed() -> None:
    both = {
        "b1": {"model": "figures", "field": "1,1", "pinned": 4},
        "r1": {"model": "figures", "field": "12,12", "pinned": 5},
    }
    game = end_of_half("blue", half=1, elements=both)
    # Blue was pinned by a counter-move, Red by Blue's fire: his marker stays through his own half-turn.
    assert (element(game, "b1").pinned, element(game, "r1").pinned) == (0, 5)
    game = end_of_half("red", half=2, elements=both)
    assert element(game, "r1").pinned == 0


# -- illumination ------------------------------------------------------------------------------------------

LIGHT = Illuminate(("b1",), FIELD)
HEARD = {f"blue/{FIELD}": Heard(BLUE, FIELD, 1)}


@pytest.mark.rule("WPR-beleuchtung-4")
@pytest.mark.parametrize(("face", "lit"), [(3, False), (4, True)])
def test_illumination_succeeds_from_four_on(face: int, lit: bool) -> None:
    game = do(table({}, face, night=True, heard=HEARD), LIGHT)
    assert (FIELD in game.state.light) is lit


@pytest.mark.rule("WPR-beleuchtung-1")
def test_only_artillery_illuminates_and_only_in_the_dark() -> None:
    assert "WPR-beleuchtung-1" in refused(table(heard=HEARD), LIGHT)
    assert "WPR-artillerie-1" in refused(table(night=True, heard=HEARD), Illuminate(("b2",), FIELD))


@pytest.mark.rule("WPR-beleuchtung-2")
def test_it_needs_a_cause_seen_or_heard() -> None:
    assert "WPR-beleuchtung-2" in refused(table(night=True), LIGHT)
    seen = table({"r1": {"model": "t34_76", "field": "7,5"}}, night=True)
    assert not refused(seen, Illuminate(("b1",), "7,5"))
    assert not refused(table(night=True, heard=HEARD), LIGHT)


@pytest.mark.rule("WPR-beleuchtung-9")
def test_a_noise_is_a_cause_through_the_listeners_next_half_turn() -> None:
    old = {f"blue/{FIELD}": Heard(BLUE, FIELD, 2)}
    assert not refused(table(night=True, heard=old, half=2), LIGHT)
    assert "WPR-beleuchtung-2" in refused(table(night=True, heard=old, half=3), LIGHT)


@pytest.mark.rule("WPR-beleuchtung-3", "WPR-beleuchtung-10")
def test_the_attacker_alone_illuminates_three_fields_on_suspicion() -> None:
    trio = {f"b{n}": {"model": "fh105_base", "field": f"2,{n}"} for n in (1, 3, 4)}
    order = IlluminateOnSuspicion(("b1", "b3", "b4"), ("9,4", "9,5", "9,6"))
    game = table(trio, 4, 3, 6, night=True, heard=HEARD)
    assert "WPR-beleuchtung-3" in refused(game, IlluminateOnSuspicion(("b1", "b3"), ("9,4", "9,5")))
    do(game, order)
    assert sorted(game.state.light) == ["9,4", "9,6"]
    defender = table(trio, night=True, heard=HEARD, scenario={"attacker": "red"})
    assert "WPR-beleuchtung-3" in refused(defender, order)


@pytest.mark.rule("WPR-beleuchtung-5", "WPR-beleuchtung-6")
def test_the_number_of_light_weapons_is_stated_and_a_failure_is_not_repeated() -> None:
    more = {"b3": {**GUN, "field": "2,6"}}
    game = do(table(more, 3, night=True, heard=HEARD), LIGHT)
    assert "WPR-beleuchtung-6" in refused(game, Illuminate(("b3",), FIELD))


@pytest.mark.rule("WPR-beleuchtung-8")
def test_further_weapons_add_a_point_and_light_lasts_like_smoke() -> None:
    more = {"b3": {**GUN, "field": "2,6"}}
    together = Illuminate(("b1", "b3"), FIELD)
    assert FIELD in do(table(more, 3, night=True, heard=HEARD), together).state.light
    assert FIELD not in do(table(more, 2, night=True, heard=HEARD), together).state.light
    lit = {"5,5": Screen(BLUE, 1)}
    assert "5,5" in end_of_half("blue", half=1, light=dict(lit)).state.light
    assert "5,5" not in end_of_half("red", half=2, light=dict(lit)).state.light
    short = {"light_lasts": "own half-turn"}
    assert "5,5" not in end_of_half("blue", half=1, light=dict(lit), options=short).state.light


@pytest.mark.rule("WPR-beleuchtung-7", "WPR-beleuchtung-X1")
def test_a_lit_combat_vehicle_that_nobody_can_hit_yet_may_leave_the_light() -> None:
    tank = {"r1": {"model": "t34_76", "field": FIELD}, "b2": {"model": "figures", "field": "7,1"}}
    game = do(table(tank, 4, night=True, heard=HEARD), LIGHT)
    assert ask_of(game)[0] == RED_SEAT
    do(game, choices(game)[0])
    declines(game)
    assert element(game, "r1").field not in ("", FIELD)
    stays = do(table(tank, 3, night=True, heard=HEARD, light={FIELD: Screen(RED, 0)}), LIGHT)
    assert ask_of(stays)[0] == BLUE_SEAT, "the light failed; what lies there is his own"
    under_guns = {"r1": {"model": "t34_76", "field": FIELD}, "b2": POST}
    game = do(table(under_guns, 4, night=True, heard=HEARD), LIGHT)
    assert ask_of(game)[0] == BLUE_SEAT


# -- flame-throwers ----------------------------------------------------------------------------------------

FLAMES = Flame("b1", "6,5")
DUG_IN = {"6,5": Earthwork(2)}


def burning(*dice: int, target: dict[str, Any] | None = None, **rest: Any) -> Game[Position]:
    elements = {
        "b1": {"model": "flame_tank", "field": "5,5"},
        "r1": {"model": "figures", "field": "6,5", **(target or {})},
        "b9": {"model": "p4", "field": "11,11"},
        "r9": {"model": "figures", "field": "12,12"},
    }
    return position({**elements, **rest.pop("elements", {})}, dice=dice, **rest)


@pytest.mark.rule("WPR-flammenwerfer-2")
def test_flame_throwers_act_on_the_next_field_and_on_troops_in_buildings_or_positions_alone() -> None:
    assert FLAMES in choices(burning(earthworks=DUG_IN), Flame)
    assert not refused(burning(ground={"6,5": "building"}), FLAMES)
    assert "WPR-flammenwerfer-2" in refused(burning(), FLAMES)
    far = burning(target={"field": "7,5"}, earthworks={"7,5": Earthwork(2)})
    assert "WPR-flammenwerfer-2" in refused(far, Flame("b1", "7,5"))
    vehicle = burning(target={"model": "krupp"}, earthworks=DUG_IN)
    assert "WPR-aufklaerung-2" in refused(vehicle, FLAMES)


@pytest.mark.rule("WPR-flammenwerfer-1")
def test_portable_flame_throwers_are_not_shown() -> None:
    game = burning(earthworks=DUG_IN, elements={"b2": {"model": "engineers", "field": "5,6"}})
    assert "WPR-flammenwerfer-1" in refused(game, Flame("b2", "6,5"))


@pytest.mark.rule("WPR-flammenwerfer-4")
def test_cover_gives_no_minus_against_flames() -> None:
    game = do(burning(5, earthworks=DUG_IN), FLAMES)
    assert (element(game, "r1").pinned, element(game, "r1").field) == (5, "6,5")
    assert ask_of(game)[0] == BLUE_SEAT  # nobody has to flee


@pytest.mark.rule("WPR-flammenwerfer-3")
def test_on_six_figures_that_are_not_lost_must_flee() -> None:
    game = do(burning(6, 3, earthworks=DUG_IN), FLAMES)
    while ask_of(game)[0] == RED_SEAT:
        do(game, choices(game)[0])
    fled = element(game, "r1")
    assert (fled.fate, fled.pinned) == ("board", 6)
    assert fled.field in ("7,4", "7,5", "7,6")
    assert element(do(burning(6, 4, earthworks=DUG_IN), FLAMES), "r1").fate == "lost"


@pytest.mark.rule("WPR-flammenwerfer-3", "WPR-infanterist-einsatz-3")
def test_the_crew_of_a_weapon_driven_out_by_flames_is_lost_with_it() -> None:
    game = do(burning(6, 3, target={"model": "hmg_base"}, earthworks=DUG_IN), FLAMES)
    assert element(game, "r1").fate == "lost"


@pytest.mark.rule("WPR-nebel-10")
def test_every_field_in_view_and_range_is_offered_for_smoke() -> None:
    offered = {order.field for order in choices(table(), LaySmoke)}
    assert {"7,5", "8,5", "6,8"} <= offered
    assert "12,12" not in offered
