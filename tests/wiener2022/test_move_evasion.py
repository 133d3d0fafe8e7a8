"""Movement counter-moves: Bewegungsgegenzug, Stauungen, Zielbeleuchtung."""

from __future__ import annotations

from typing import Any

import pytest

from planspiel.kernel import DECLINE, Game, Script
from planspiel.systems.wiener2022 import evasion
from planspiel.systems.wiener2022.approach import Step
from planspiel.systems.wiener2022.counter import CounterFire
from planspiel.systems.wiener2022.evasion import Evade
from planspiel.systems.wiener2022.fire import DirectFire
from planspiel.systems.wiener2022.flight import Flee
from planspiel.systems.wiener2022.movement import Move
from planspiel.systems.wiener2022.noise import EnginesHeard
from planspiel.systems.wiener2022.position_markers import marker_refusal
from planspiel.systems.wiener2022.state import BLUE, Conduct, March, Mover, Position, Screen
from planspiel.systems.wiener2022.storm import Storm
from wiener2022.firing import running
from wiener2022.moving import asked, scene
from wiener2022.positions import BLUE_SEAT, RED_SEAT, choices, do, element, happened, position, refused

TANK = {"model": "p4", "field": "4,6"}
IDLE = {"model": "lorry", "field": "1,1"}
NO_HIT = 1
TARGET = {"model": "t34_76", "field": "8,6"}
SEA = {f"{x},{y}": "water" for x in range(7, 13) for y in range(1, 13)}


def approach(
    target: dict[str, Any] | None = None, *path: str, start: str = "4,6", **more: Any
) -> Game[Position]:
    """A tank drives from 4,6 towards 8,6; at 6,6 it could fire."""
    elements = {
        "b1": {**TANK, "field": start},
        "b9": IDLE,
        "r1": {**TARGET, **(target or {})},
        **more.pop("others", {}),
    }
    game = position(elements, **more)
    return do(game, Move("b1", path or ("5,6", "6,6")))


@pytest.mark.rule("WPR-bewegungsgegenzug-1", "WPR-absetzen-1")
def test_a_passive_element_withdraws_before_it_can_be_fired_at() -> None:
    game = approach()
    assert asked(game) == "red: EvadeApproach"
    do(game, Evade("r1", ("9,6",)))
    after = element(game, "r1")
    assert after.field == "9,6"
    assert not after.moved, "an extra move"
    assert not after.acted


@pytest.mark.rule("WPR-bewegungsgegenzug-5", "WPR-gewaesser-2")
def test_a_withdrawal_ends_behind_a_narrow_water_like_any_move() -> None:
    edges = [f"8,{y}|9,{y}" for y in range(1, 13)]
    brook = {"narrows": {"brook": {"edges": edges, "crossing": {"tracked": "slow"}}}}
    game = scene({"r1": TARGET}, map=brook)
    ends = {path[-1] for path in evasion._ways(game.pack, game.state, element(game, "r1"))}
    assert "9,6" in ends
    assert not any(end.startswith("10,") for end in ends)


@pytest.mark.rule("WPR-bewegungsgegenzug-2")
def test_only_who_is_faster_than_one_field_withdraws() -> None:
    assert asked(approach({"model": "figures", "field": "7,6"}, "5,6", start="4,6")) == "blue: ChooseActivity"
    riders = position(
        {"b1": {"model": "p4", "field": "4,6"}, "b9": IDLE, "r1": {"model": "riders", "field": "8,6"}}
    )
    do(riders, Move("b1", ("5,6", "6,6")))
    assert asked(riders) == "red: EvadeApproach"
    lorry = approach({"model": "lorry"}, others={})
    assert asked(lorry) == "red: EvadeApproach", "two fields across country"
    dark = position({"b1": TANK, "b9": IDLE, "r1": {**TARGET, "model": "lorry"}}, night=True)
    do(dark, Move("b1", ("5,6", "6,6")))
    assert asked(dark) == "blue: ChooseActivity", "one field at night"


@pytest.mark.rule("WPR-bewegungsgegenzug-3", "WPR-bewegungsgegenzug-10")
def test_the_approach_must_have_been_seen_before_a_shot_was_possible() -> None:
    assert asked(approach()) == "red: EvadeApproach", "seen at 4,6 and 5,6"
    around = position(
        {"b1": {**TANK, "field": "7,4"}, "b9": IDLE, "r1": TARGET}, ground={"8,5": "wood", "7,5": "wood"}
    )
    do(around, Move("b1", ("8,4", "9,5")))
    assert asked(around) == "red: CounterMoves", "it came out of dead ground next to the target"


def past_the_wood(*orders: Move | DirectFire, **tank: Any) -> Game[Position]:
    """A tank in 4,6 is in sight of 8,6, behind the wood in 5,5 it is not, and in 6,6 it can fire."""
    troops = {"b1": {**TANK, **tank}, "b9": IDLE, "r1": TARGET, "r2": {"model": "lorry", "field": "4,4"}}
    game = position(troops, ground={"6,5": "wood"}, dice=(NO_HIT,) * (DirectFire in map(type, orders)))
    return do(game, *(orders or (Move("b1", ("5,5", "6,6")),)))


@pytest.mark.rule("WPR-bewegungsgegenzug-10", "WPR-bewegungsgegenzug-6")
def test_the_whole_path_of_the_half_turn_counts_even_if_the_mover_fires_on_the_way() -> None:
    assert asked(past_the_wood()) == "red: EvadeApproach", "seen at 4,6"
    halting = past_the_wood(Move("b1", ("5,5",)), DirectFire("b1", "gun_75_48", "4,4"), Move("b1", ("6,6",)))
    assert asked(halting) == "red: EvadeApproach", "4,6 is on its path too"
    assert asked(past_the_wood(Move("b1", ("6,6",)), field="5,5")) == "red: CounterMoves"


@pytest.mark.rule("WPR-bewegungsgegenzug-3", "WPR-tarnen-6")
@pytest.mark.parametrize("cover", ["camouflaged", "hidden"])
def test_a_mover_that_set_out_under_cover_was_not_seen_coming(cover: str) -> None:
    game = past_the_wood(**{cover: True})
    assert asked(game) == "red: CounterMoves", "it could not be seen at 4,6"
    halting = past_the_wood(
        Move("b1", ("5,5",)),
        DirectFire("b1", "gun_75_48", "4,4"),
        Move("b1", ("6,6",)),
        **{cover: True},
    )
    assert asked(halting) == "red: CounterMoves", "nor is that forgotten on the way"
    fired = past_the_wood(DirectFire("b1", "gun_75_48", "4,4"), Move("b1", ("5,5", "6,6")), camouflaged=True)
    assert asked(fired) == "red: EvadeApproach", "its fire had betrayed it"


def test_in_hidden_play_the_enemy_does_not_read_off_an_element_where_it_comes_from() -> None:
    for mode, trail in (("hidden", ()), ("open", ("3,6", "4,6"))):
        game = position({"b1": {**TANK, "field": "3,6"}, "b9": IDLE, "r1": TARGET}, mode=mode)
        do(game, Move("b1", ("4,6",)))
        assert game.view(BLUE_SEAT).elements["b1"].trail == ("3,6", "4,6")
        assert game.view(RED_SEAT).elements["b1"].trail == trail, mode


@pytest.mark.rule("WPR-bewegungsgegenzug-4")
def test_a_withdrawal_replaces_the_fire_of_that_step() -> None:
    game = approach({"position": True})
    do(game, Evade("r1", ("9,6",)))
    assert asked(game) == "blue: GoOn", "no counter-fire by the same element"


@pytest.mark.rule("WPR-bewegungsgegenzug-5", "WPR-bewegungsgegenzug-11")
def test_it_goes_only_to_a_nearest_field_out_of_fire() -> None:
    game = approach()
    assert {order.path for order in choices(game)} == {("9,5",), ("9,6",), ("9,7",)}
    assert "nearest safe field" in refused(game, Evade("r1", ("10,6",)))
    assert "nearest safe field" in refused(game, Evade("r1", ("8,5",)))


@pytest.mark.rule("WPR-bewegungsgegenzug-6")
def test_if_the_attacker_goes_on_the_withdrawal_is_repeated() -> None:
    game = approach(None, "5,6", "6,6", "7,6")
    do(game, Evade("r1", ("9,6",)), Move("b1", ("7,6",)))
    assert asked(game) == "red: EvadeApproach"
    do(game, Evade("r1", ("10,6",)))
    assert element(game, "r1").field == "10,6"


@pytest.mark.rule("WPR-bewegungsgegenzug-7")
def test_the_position_marker_is_lost_and_not_taken_in_the_next_half_turn() -> None:
    game = approach({"position": True})
    do(game, Evade("r1", ("9,6",)))
    after = element(game, "r1")
    assert not after.position
    assert after.no_position
    assert marker_refusal(game.pack, game.state, after) is not None


@pytest.mark.rule("WPR-bewegungsgegenzug-8")
def test_after_it_the_element_is_ready_for_an_encounter() -> None:
    game = approach({"position": True}, "5,6", "6,6", "7,6", dice=(3, 1))
    do(game, Evade("r1", ("9,6",)), Move("b1", ("7,6",)), DECLINE)
    assert asked(game) == "red: CounterMoves"
    do(game, CounterFire("r1", "gun_76_42", "b1"))
    assert element(game, "b1").pinned == 3, "both rolled"


@pytest.mark.rule("WPR-bewegungsgegenzug-8", "WPR-gegenzug-echter-5")
def test_figures_that_have_withdrawn_are_ready_for_an_encounter_only() -> None:
    troops = {
        "b1": {"model": "riders", "field": "4,6"},
        "b9": IDLE,
        "r1": {"model": "riders", "field": "6,6"},
        "r2": {"model": "figures", "field": "7,5"},
    }
    game = do(position(troops), Move("b1", ("5,6",)))
    do(game, Evade("r1", ("7,6",)), Move("b1", ("6,6",)), DECLINE)
    assert {order.element for order in choices(game)} == {"r2"}, "real counter-moves"
    do(game, DECLINE)
    assert {order.element for order in choices(game)} == {"r1"}, "encounters"


@pytest.mark.rule("WPR-stauungen-3")
def test_who_withdraws_into_a_field_does_not_keep_a_like_model_there_from_firing() -> None:
    guns = {f"r{y}": {"model": "zgm_flak37", "field": f"7,{y}", "position": True} for y in (5, 6, 7)}
    walker = {"b1": {"model": "figures", "field": "4,6"}, "b9": IDLE}
    game = position({**walker, **guns, "r1": {"model": "zgm_flak37", "field": "6,6"}})
    do(game, Move("b1", ("5,6",)), Evade("r1", ("7,6",)), DECLINE)
    assert {order.element for order in choices(game)} == {"r5", "r6", "r7"}


@pytest.mark.rule("WPR-bewegungsgegenzug-9")
def test_without_room_there_is_no_withdrawal() -> None:
    wall = {f"9,{y}": "rock" for y in range(1, 13)} | {f"{x},{y}": "rock" for x in (7, 8) for y in (5, 7)}
    sentry = {"b2": {"model": "figures", "field": "7,6"}}
    assert asked(approach({"position": True}, ground=wall, others=sentry)) == "red: CounterMoves"
    assert asked(approach({"position": True}, others=sentry)) == "red: EvadeApproach"


@pytest.mark.rule("WPR-bewegungsgegenzug-12")
def test_pinned_troops_stay_but_armour_at_level_three_or_four_may_go() -> None:
    assert asked(approach({"model": "lorry", "pinned": 3})) == "blue: ChooseActivity"
    for level in (3, 4):
        assert asked(approach({"pinned": level})) == "red: EvadeApproach"
    assert asked(approach({"pinned": 5})) == "blue: ChooseActivity"


@pytest.mark.rule("WPR-bewegungsgegenzug-11")
def test_along_a_road_even_figures_are_fast_enough() -> None:
    road = (tuple(f"{x},6" for x in range(7, 13)),)
    game = position(
        {"b1": {"model": "p4", "field": "4,6"}, "b9": IDLE, "r1": {"model": "cyclists", "field": "8,6"}},
        roads=road,
    )
    do(game, Move("b1", ("5,6", "6,6")))
    assert asked(game) == "red: EvadeApproach"
    assert {order.path[-1] for order in choices(game)} >= {"9,6"}


# -- crowding ----------------------------------------------------------------------------------------------

LIKE = {"model": "t34_76"}


@pytest.mark.rule("WPR-stauungen-4")
def test_a_field_without_a_like_model_is_taken_first_and_a_crowded_one_only_if_all_are() -> None:
    one = approach(others={"r2": {**LIKE, "field": "9,6"}})
    assert {order.path[-1] for order in choices(one)} == {"9,5", "9,7"}
    full = {f"r{n}": {**LIKE, "field": f"9,{n}"} for n in (5, 6, 7)}
    assert {order.path[-1] for order in choices(approach(others=full))} == {"9,5", "9,6", "9,7"}
    strict = approach(others=full, options={"evade_onto_like": False})
    assert asked(strict) == "red: CounterMoves", "by the other reading never onto a like model"


@pytest.mark.rule("WPR-stauungen-1")
def test_a_displaced_like_model_may_join_the_withdrawal() -> None:
    full = {f"r{n}": {**LIKE, "field": f"9,{n}"} for n in (5, 6, 7)}
    game = approach(others=full)
    do(game, Evade("r1", ("9,6",)))
    assert asked(game) == "red: JoinWithdrawal"
    do(game, Evade("r6", ("10,6",)))
    assert (element(game, "r1").field, element(game, "r6").field) == ("9,6", "10,6")
    stubborn = approach(others=full)
    do(stubborn, Evade("r1", ("9,6",)), DECLINE)
    assert element(stubborn, "r1").field == element(stubborn, "r6").field == "9,6", "both stand crowded"


@pytest.mark.rule("WPR-bewegungsgegenzug-4", "WPR-stauungen-1")
def test_whoever_joins_a_withdrawal_does_not_fire_at_this_step_either() -> None:
    found: list[tuple[tuple[str, ...], bool]] = []

    def answering(game: Game[Position]) -> Script[None]:
        step = Step("b1", "5,6", "6,6", ("4,6", "5,6"))
        found.append((yield from evasion.movement_counter_moves(game, (step,))))

    full = {f"r{n}": {**LIKE, "field": f"9,{n}"} for n in (5, 6, 7)}
    game = position({"b1": {**TANK, "field": "6,6"}, "r1": TARGET, **full}, script=answering)
    do(game, Evade("r1", ("9,6",)), Evade("r6", ("10,6",)))
    assert found == [(("r1", "r6"), True)]


@pytest.mark.rule("WPR-bewegungsgegenzug-2", "WPR-bewegungsgegenzug-12")
def test_ships_withdraw_like_land_vehicles() -> None:
    for pinned, question in (
        (0, "red: EvadeApproach"),
        (4, "red: EvadeApproach"),
        (5, "blue: ChooseActivity"),
    ):
        game = approach({"model": "destroyer", "pinned": pinned}, ground=SEA)
        assert asked(game) == question, pinned


@pytest.mark.rule("WPR-bewegungsgegenzug-2", "WPR-schwimmfahrzeuge-1")
@pytest.mark.parametrize("model", ["dukw", "sherman_dd"])
def test_amphibious_vehicles_afloat_are_too_slow_to_withdraw(model: str) -> None:
    assert asked(approach({"model": model})) == "red: EvadeApproach"
    assert asked(approach({"model": model}, ground=SEA)) != "red: EvadeApproach"


@pytest.mark.rule("WPR-schwimmfahrzeuge-1", "WPR-bewegungsgegenzug-11")
@pytest.mark.parametrize(("lake", "fields"), [((), ["9,6", "10,6"]), ((9, 10), ["9,6"])])
def test_who_withdraws_into_the_water_has_the_lower_speed(lake: tuple[int, ...], fields: list[str]) -> None:
    water = {f"{x},{y}": "water" for x in lake for y in range(1, 13)}
    game = position({"b1": IDLE, "r1": {"model": "dukw", "field": "8,6"}}, ground=water)
    ways = evasion._ways(game.pack, game.state, element(game, "r1"))
    ends = {way[-1] for way in ways}
    assert [field for field in ("9,6", "10,6") if field in ends] == fields


# -- standing orders and light -----------------------------------------------------------------------------


def test_standing_orders_withdraw_or_stay() -> None:
    gone = approach(standing={RED_SEAT: Conduct(evade="evade")})
    assert element(gone, "r1").field != "8,6"
    stays = approach(standing={RED_SEAT: Conduct(evade="stay", fire="hold")})
    assert element(stays, "r1").field == "8,6"
    assert asked(stays) == "blue: ChooseActivity"


@pytest.mark.rule("WPR-verdeckt-1")
@pytest.mark.parametrize(("night", "asks"), [(False, "blue: GoOn"), (True, "blue: ChooseActivity")])
def test_in_hidden_play_a_withdrawal_that_nobody_sees_does_not_interrupt_the_move(
    night: bool, asks: str
) -> None:
    """At night it is seen by its headlights alone, and does not see who goes away in the dark."""
    game = position(
        {"b1": {**TANK, "field": "6,6"}, "b9": IDLE, "r1": {**TARGET, "field": "9,6"}},
        mode="hidden",
        night=night,
        standing={RED_SEAT: Conduct(evade="evade", fire="hold")},
    )
    assert ("r1" in game.view(BLUE_SEAT).elements) is not night
    do(game, Move("b1", ("7,6", "7,7"), lights=True))
    assert element(game, "r1").field != "9,6", "it has withdrawn"
    assert asked(game) == asks


@pytest.mark.rule("WPR-beleuchtung-7", "WPR-beleuchtung-X1")
def test_an_illuminated_tank_leaves_the_light_if_nobody_can_hit_it_yet() -> None:
    def lit(enemy: str) -> Game[Position]:
        def light(game: Game[Position]) -> Any:
            yield from evasion.from_light(game, "8,6")

        return position(
            {"b1": {**TANK, "field": enemy}, "r1": TARGET},
            script=light,
            night=True,
            light={"8,6": Screen(BLUE, 1)},
        )

    game = lit("4,6")
    assert asked(game) == "red: LeaveTheLight"
    do(game, Evade("r1", ("9,6",)))
    assert element(game, "r1").field == "9,6"
    assert lit("6,6").over, "an enemy has it in range already"


@pytest.mark.parametrize(("cover", "seen"), [("", ("4,6",)), ("net", ()), ("hiding", ())])
def test_in_hidden_play_the_enemy_does_not_learn_from_which_cover_a_march_set_out(
    cover: str, seen: tuple[str, ...]
) -> None:
    on_its_way = {**TANK, "field": "5,6", "trail": ("4,6", "5,6"), "cover": cover, "moved": 1}
    game = position({"b1": on_its_way, "b9": IDLE, "r1": TARGET}, mode="hidden")
    game.state.march = March((Mover("b1", ("6,6",), ("4,6",)),))
    march = game.view(RED_SEAT).march
    assert march is not None
    assert march.movers[0].trail == seen


@pytest.mark.rule("WPR-beleuchtung-7", "WPR-selbstfahrlafetten-1")
@pytest.mark.parametrize(
    ("model", "leaves"), [("marder", True), ("su76", True), ("spw_flak", True), ("katyusha_track", False)]
)
def test_an_illuminated_armoured_mount_leaves_the_light_like_a_tank(model: str, leaves: bool) -> None:
    game = position(
        {"b1": {**TANK, "field": "4,6"}, "r1": {**TARGET, "model": model}},
        script=running(lambda game: evasion.from_light(game, "8,6")),
        night=True,
        light={"8,6": Screen(BLUE, 1)},
    )
    assert game.over is not leaves
    if leaves:
        assert asked(game) == "red: LeaveTheLight"


# -- engines at night --------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-erkennen-7")
def test_engines_of_who_withdraws_are_heard_and_are_a_cause_in_the_listeners_next_half_turn() -> None:
    game = approach({"field": "7,6"}, "5,6", night=True)
    do(game, Evade("r1", ("8,6",)))
    assert [one.field for one in happened(game, EnginesHeard, seat=BLUE_SEAT)] == ["8,6"]
    assert game.state.heard["blue/8,6"].until == game.state.half + 2
    by_day = approach()
    assert not do(by_day, Evade("r1", ("9,6",))).state.heard


@pytest.mark.rule("WPR-erkennen-7")
def test_engines_of_a_lorry_that_gets_away_from_a_storm_are_heard() -> None:
    troops = {"b1": {"model": "figures", "field": "4,6"}, "b9": IDLE, "r1": {**IDLE, "field": "5,6"}}
    game = do(position(troops, night=True, dice=(1, 6)), Storm(("b1",), "5,6"))
    do(game, Flee("6,6"))
    assert [one.field for one in happened(game, EnginesHeard, seat=BLUE_SEAT)] == ["6,6"]
