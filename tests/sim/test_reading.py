"""What is counted in a log, on logs written by hand."""

from __future__ import annotations

from typing import Any

import pytest

from planspiel.kernel import Modifier, Outcome, Seat, Setup, Side, Text
from planspiel.kernel.log import Happened, Rolled
from planspiel.sim.playing import Played, Reader, Throws
from planspiel.sim.study import system_of
from planspiel.sim.summary import summarise
from planspiel.sim.tally import Neutral, tally_of
from planspiel.systems.blitzkrieg1940.fire import FireResolved
from planspiel.systems.blitzkrieg1940.marker_events import ActivationBegan
from planspiel.systems.blitzkrieg1940.results import StepLost, UnitEliminated
from planspiel.systems.blitzkrieg1940.state import FRENCH, GERMAN, Position
from planspiel.systems.blitzkrieg1940.victory import ControlTaken
from planspiel.testing.soak import files_of
from sim.conftest import DUEL

RED, BLUE = Side("red"), Side("blue")


def position() -> Position:
    system = system_of("blitzkrieg1940")
    state: Position = system.start(system.setup(Setup("hannut")))
    return state


def reading(tally: Any) -> Reader:
    return Reader(tally, lambda: False)


def a_company(state: Position, side: Side) -> str:
    units = (unit for unit in state.units.values() if unit.side == side and not unit.is_hq)
    return next(unit.id for unit in units if unit.formation in state.formations)


def rolled(dice: str, pips: tuple[int, ...], cite: str, roller: str) -> Rolled:
    return Rolled(dice, pips, Text("a test"), cite, roller)


def test_steps_are_counted_by_side_and_counter_and_elimination_costs_no_more() -> None:
    state, tally = position(), tally_of(system_of("blitzkrieg1940"))
    reader, unit = reading(tally), a_company(state, FRENCH)
    losses = [Happened(StepLost(unit, cite="BLK-8.3-E")), Happened(StepLost(unit, cite="BLK-8.3-E"))]
    reader.read(state, [*losses, Happened(UnitEliminated(unit, cite="BLK-8.3-E"))])
    assert reader.losses == {FRENCH: {state.units[unit].counter: 2}}


def test_rules_are_counted_in_events_dice_and_modifiers() -> None:
    state = position()
    reader, unit = reading(tally_of(system_of("blitzkrieg1940"))), a_company(state, GERMAN)
    why = (Modifier(-1, Text("reduced"), "BLK-8.2.3-A"),)
    shot = FireResolved(unit, unit, 3, 0, why, "2", 7, "-", cite="BLK-8.2.5-A")
    reader.read(state, [rolled("2d6", (3, 4), "BLK-8.2.5-A", unit), Happened(shot)])
    assert reader.rules == {"BLK-8.2.5-A": 2, "BLK-8.2.3-A": 1}


def test_high_dice_are_good_in_fire_and_bad_in_checks() -> None:
    state = position()
    reader, unit = reading(tally_of(system_of("blitzkrieg1940"))), a_company(state, GERMAN)
    reader.read(state, [rolled("2d6", (6, 6), "BLK-8.2.5-A", unit)])
    assert reader.throws[GERMAN] == Throws(2, 12, 14, 10, 70)
    reader.read(state, [rolled("2d6", (6, 6), "BLK-8.5-B", state.units[unit].formation)])
    assert reader.throws[GERMAN] == Throws(4, 24, 28, 0, 140)


def test_off_map_fire_is_the_luck_of_the_active_side_and_the_cup_nobodys() -> None:
    state = position()
    reader = reading(tally_of(system_of("blitzkrieg1940")))
    began = Happened(ActivationBegan(FRENCH, (), ()))
    reader.read(state, [rolled("1d9", (9,), "BLK-2-F", "cup"), began])
    assert reader.throws == {}
    reader.read(state, [rolled("2d6", (1, 2), "BLK-8.6.1-E", "medium")])
    assert reader.throws == {FRENCH: Throws(2, 3, 14, -8, 70)}


def test_what_is_held_at_the_end_of_a_turn_is_kept_once() -> None:
    state = position()
    reader = reading(tally_of(system_of("blitzkrieg1940")))
    state.control["1409"] = FRENCH
    state.turn = 1
    reader.read(state, [])
    taken = ControlTaken("1409", GERMAN, cite="BLK-11-B")
    taken.apply(state)
    reader.read(state, [Happened(taken)])
    assert [held["1409"] for held in reader.holdings] == [FRENCH]
    state.turn = 2
    reader.read(state, [])
    state.outcome = Outcome((GERMAN,), "enough")
    reader.read(state, [])
    assert [held["1409"] for held in reader.holdings] == [FRENCH, GERMAN, GERMAN]


def test_objectives_of_the_same_name_are_told_apart() -> None:
    names = tally_of(system_of("blitzkrieg1940")).names("hannut", "de")
    assert names["german"] == "Deutsche"
    assert len(set(names.values()) & {"Jauche 0708", "Jauche 0709", "Jauche 0809"}) == 3


def test_a_system_without_a_tally_is_read_neutrally() -> None:
    system = system_of("mini")
    tally = tally_of(system)
    assert isinstance(tally, Neutral)
    state = system.start(system.setup(Setup("duel")))
    assert tally.throw(state, rolled("1d6", (1,), "", "red")) == (RED, 1)
    assert tally.throw(state, rolled("1d6", (1,), "", "ben")) == (BLUE, 1)
    assert tally.throw(state, rolled("1d6", (1,), "", "cup")) is None


def test_reading_is_no_rule() -> None:
    files = [path.name for path in files_of(system_of("blitzkrieg1940"))]
    assert "victory.py" in files
    assert "tally.py" not in files


# -- the figures of games written by hand ------------------------------------------------------------------


def game(n: int, winner: Side | None, turns: int, **more: Any) -> Played:
    """Anna is red, Ben is blue; bots change seats every other game."""
    bots = ("random", "random#2") if n % 2 == 0 else ("random#2", "random")
    seats = {Seat("anna"): bots[0], Seat("ben"): bots[1]}
    won = () if winner is None else (bots[0] if winner == RED else bots[1],)
    known: dict[str, Any] = {
        "decisions": 10, "rules": {}, "losses": {}, "holdings": (), "points": (), "throws": {},
    }  # fmt: skip
    return Played(n, seats, () if winner is None else (winner,), won, "over", turns, **{**known, **more})


def test_wins_are_counted_by_bot_and_by_side() -> None:
    found = summarise(DUEL, [game(0, RED, 1), game(1, RED, 2), game(2, None, 3), game(3, BLUE, 3)])
    assert found.wins == {"random": 2, "random#2": 1}
    assert found.wins_by_side == {RED: 2, BLUE: 1}
    assert found.wins_by_bot_and_side == {"random": {RED: 1, BLUE: 1}, "random#2": {RED: 1, BLUE: 0}}
    assert found.draws == 1
    assert found.turns.counts == {"1": 1, "2": 1, "3": 2}
    assert found.turns.mean == 2.25
    assert found.endings == {"blue: over": 1, "draw: over": 1, "red: over": 2}


def test_the_timeline_counts_only_games_that_came_so_far() -> None:
    long = game(0, RED, 2, holdings=({"hill": RED}, {"hill": BLUE}, {"hill": RED}), points=({}, {}, {RED: 4}))
    short = game(1, BLUE, 1, holdings=({"hill": RED}, {"hill": RED}), points=({}, {}))
    found = summarise(DUEL, [long, short]).objectives
    assert [(turn.turn, turn.games) for turn in found] == [(0, 2), (1, 2), (2, 1)]
    assert [turn.held["hill"] for turn in found] == [{RED: 1.0}, {RED: 0.5, BLUE: 0.5}, {RED: 1.0}]
    assert found[2].points == {RED: 4.0}


def test_losses_are_means_and_rules_totals() -> None:
    one = game(0, RED, 1, losses={RED: {"tank": 3}}, rules={"R-1": 4})
    other = game(1, RED, 1, losses={RED: {"tank": 2, "gun": 1}}, rules={"R-1": 1, "R-2": 1})
    found = summarise(DUEL, [one, other])
    assert found.losses == {RED: {"gun": 0.5, "tank": 2.5}}
    assert (found.rules["R-1"].times, found.rules["R-1"].games) == (5, 2)
    assert (found.rules["R-2"].times, found.rules["R-2"].games) == (1, 1)


def test_luck_is_measured_in_standard_deviations() -> None:
    # 35 dice: the variance of their sum is 35 x 35/12; ten pips too many are one deviation of 10.1.
    thrown = Throws(dice=35, pips=133, expected_doubled=245, favour_doubled=21, spread=35 * 35)
    found = summarise(DUEL, [game(0, RED, 1, throws={RED: thrown})]).luck[RED]
    assert found.mean == 3.8
    assert found.expected == 3.5
    assert found.favour == pytest.approx(10.5 / (35 * 35 / 12) ** 0.5, abs=1e-3)
