"""Victory: what scenarios count, when, and who leaves by the edge."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from barbarossa1941.positions import GERMAN_SEAT, SOVIET_SEAT, ask_of, choices, pack, position
from barbarossa1941.rounds import army, battle, play
from planspiel.kernel import Game, Illegal
from planspiel.systems.barbarossa1941.orders import March
from planspiel.systems.barbarossa1941.scenario import (
    Atom,
    Destroy,
    Exit,
    Hold,
    Intact,
    Losses,
    Presence,
    Reach,
)
from planspiel.systems.barbarossa1941.state import GERMAN, SOVIET, Bridge, Position
from planspiel.systems.barbarossa1941.victory import LeaveBoard, WhoLeaves, points_now

ZONES = {"town": ("0505", "0506"), "home": ("0101",), "exit": ("0101", "0102")}
G1, S1 = {"card": "ge_infantry", "hex": "0505"}, {"card": "su_infantry", "hex": "0606"}


def counting(*atoms: Atom, otherwise: str = "draw", **more: Any) -> dict[str, Any]:
    """Fields of a scenario that counts these."""
    victory = replace(pack().scenarios[pack().ladder[0]].victory, atoms=atoms, otherwise=otherwise)
    return {"victory": victory, **more}


def points(atom: Atom, units: dict[str, Any], round: int = 10, **more: Any) -> int:
    """What one line of victory conditions is worth in a position."""
    game = position(units, scenario=counting(atom), zones=ZONES, **more)
    found = points_now(game.pack, game.state, round)
    assert found[SOVIET if atom.side == "german" else GERMAN] == 0
    return found[GERMAN if atom.side == "german" else SOVIET]


@pytest.mark.rule("BAR-preparation-2")
@pytest.mark.parametrize(
    ("units", "expected"),
    [
        ({"g1": G1}, 2),
        ({"g1": {**G1, "hex": "0101"}}, 0),
        ({"g1": G1, "s1": {**S1, "hex": "0506"}}, 0),
        ({"g1": {**G1, "suppressed": True}}, 0),
    ],
)
def test_a_zone_is_held_with_own_units_and_no_enemy_in_it(units: dict[str, Any], expected: int) -> None:
    assert points(Hold(side="german", zone="town", unsuppressed=True, worth=2), units) == expected


def test_single_hexes_are_held_where_no_enemy_shares_them() -> None:
    atom = Hold(side="german", zone="town", hexes=1)
    assert points(atom, {"g1": G1, "s1": {**S1, "hex": "0506"}}) == 1
    assert points(atom, {"g1": G1, "s1": {**S1, "hex": "0505"}}) == 0


def test_reaching_and_being_present_count_units_whatever_the_enemy_does() -> None:
    units = {"g1": G1, "g2": {**G1, "hex": "0506"}, "s1": {**S1, "hex": "0506"}}
    assert points(Reach(side="german", zone="town", units=2), units) == 1
    assert points(Reach(side="german", zone="town", units=3), units) == 0
    assert points(Presence(side="german", zone="town", worth=3), units) == 6


def test_a_bridge_counts_if_it_stands_and_no_enemy_is_near() -> None:
    atom = Intact(side="german", hex="0505", clear=1)
    assert points(atom, {"g1": G1}) == 1
    assert points(atom, {"g1": G1, "s1": {**S1, "hex": "0506"}}) == 0
    assert points(atom, {"g1": G1, "s1": {**S1, "hex": "0507"}}) == 1
    game = position({"g1": G1}, scenario=counting(atom), zones=ZONES)
    game.state.bridges["0505"] = Bridge(destroyed=True)
    assert points_now(game.pack, game.state, 10)[GERMAN] == 0


def test_destroyed_units_count_by_number_by_card_and_by_cost() -> None:
    dead = {"fate": "dead", "hex": ""}
    units = {"g1": G1, "s1": {**S1, **dead}, "s2": {"card": "su_t26", **dead}}
    assert points(Destroy(side="german", worth=2), units) == 4
    assert points(Destroy(side="german", worth=2, cards=("su_t26",)), units) == 2
    assert points(Destroy(side="german", worth=5, units=2), units) == 5
    assert points(Destroy(side="german", worth=5, units=3), units) == 0
    assert points(Losses(side="german", per=10), units) == (pack().cost("su_infantry") + 23) // 10


@pytest.mark.rule("BAR-course-1", "BAR-sequence-17")
def test_after_the_last_round_more_points_win_and_equal_ones_are_as_the_scenario_says() -> None:
    atom = Hold(side="german", zone="town")
    scenario = counting(atom, otherwise="soviet", rounds=1)
    won = battle({"g1": G1}, scenario=scenario, zones=ZONES)
    play(won, {})
    assert won.state.outcome is not None
    assert won.state.outcome.winners == (GERMAN,)
    lost = battle({"g1": {**G1, "hex": "0301"}}, scenario=scenario, zones=ZONES)
    play(lost, {})
    assert lost.state.outcome is not None
    assert lost.state.outcome.winners == (SOVIET,)
    drawn = battle({"g1": {**G1, "hex": "0301"}}, scenario=counting(atom, rounds=1), zones=ZONES)
    play(drawn, {})
    assert drawn.state.outcome is not None
    assert drawn.state.outcome.winners == ()


def test_what_is_judged_in_an_earlier_round_stays_judged() -> None:
    early, late = Hold(side="german", zone="town", at_round=1), Hold(side="soviet", zone="town", at_round=2)
    game = battle({"g1": G1}, scenario=counting(early, late, rounds=3), zones=ZONES)
    assert points_now(game.pack, game.state, 0) == {GERMAN: 0, SOVIET: 0}
    play(game, {"g1": March(("0504",))}, {}, {})
    assert game.state.judged == {"1": 0, "2": 0}
    game = battle({"g1": G1}, scenario=counting(early, late, rounds=3), zones=ZONES)
    play(game, {}, {"g1": March(("0504",))}, {})
    assert game.state.judged == {"1": 1, "2": 0}
    assert game.state.outcome is not None
    assert game.state.outcome.winners == (GERMAN,)


def test_a_side_without_units_has_no_next_round() -> None:
    units = {"g1": G1, "s1": {**S1, "fate": "dead", "hex": ""}}
    game = position(
        units, item=("victory-check",), scenario=counting(Hold(side="german", zone="town")), zones=ZONES
    )
    assert game.state.outcome is not None
    assert game.state.outcome.winners == (GERMAN,)


# -- leaving the board -------------------------------------------------------------------------------------


def leaving(units: dict[str, Any], **more: Any) -> Game[Position]:
    """German units may leave by `exit`; two must, and the battle is over at once."""
    armies = {"german": army("german", exit="exit"), "soviet": army("soviet")}
    atom = Exit(side="german", units=2, at_once=True)
    scenario = counting(atom, otherwise="soviet", armies=armies)
    return battle(units, scenario=scenario, zones=ZONES, **more)


@pytest.mark.rule("BAR-intro-5")
def test_ground_units_leave_the_board_only_by_the_exit_of_the_scenario_and_if_they_will() -> None:
    units = {
        "g1": {**G1, "hex": "0101"},
        "g2": {**G1, "hex": "0102"},
        "g3": {**G1, "hex": "0301"},
        "s1": {**S1, "hex": "0601"},
    }
    game = leaving(units)
    assert all(
        hex_ in game.pack.theatre("test").board
        for order in choices(game, "g3", March)
        for hex_ in order.route
    )
    play(game, {})
    seat, question = ask_of(game)
    assert (seat, question) == (GERMAN_SEAT, WhoLeaves(("g1", "g2")))
    with pytest.raises(Illegal, match="BAR-intro-5"):
        game.answer(GERMAN_SEAT, LeaveBoard(("g3",)))
    game.answer(GERMAN_SEAT, LeaveBoard(("g1",)))
    assert [game.state.units[name].fate for name in ("g1", "g2", "g3")] == ["left", "map", "map"]
    play(game, {})
    game.answer(GERMAN_SEAT, LeaveBoard(("g2",)))
    assert game.state.outcome is not None
    assert game.state.outcome.winners == (GERMAN,)


@pytest.mark.rule("BAR-intro-5")
def test_nobody_is_asked_about_units_that_cannot_leave_or_must_not_be_betrayed() -> None:
    stuck = {
        "g1": {**G1, "hex": "0101", "suppressed": True},
        "g2": {**G1, "hex": "0102", "hidden": True, "unseen": True},
        "s1": {**S1, "hex": "0101"},
    }
    game = position(
        stuck,
        item=("exits",),
        scenario=counting(
            Exit(side="german", units=1),
            armies={"german": army("german", exit="exit"), "soviet": army("soviet", exit="town")},
        ),
        zones=ZONES,
    )
    assert game.over
    free = leaving(
        {
            "g1": {**G1, "hex": "0101"},
            "g2": {"card": "ge_mg", "fate": "aboard", "hex": "", "carrier": "g3"},
            "g3": {"card": "ge_opel", "hex": "0102"},
        }
    )
    play(free, {})
    free.answer(GERMAN_SEAT, LeaveBoard(("g3",)))
    assert [free.state.units[name].fate for name in ("g1", "g2", "g3")] == ["map", "left", "left"]
    assert free.state.outcome is not None
    assert free.pending(SOVIET_SEAT) is None
