"""Patrols on the Gette: a short scenario of our own in which ground alone counts."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from blitzkrieg1940.positions import ask_of, position, the_system
from blitzkrieg1940.shipped import loaded, scenario
from blitzkrieg1940.test_whole_games import OTHER_READINGS, SECRETS, played
from planspiel.kernel import Game, Lucky, Outcome, Setup
from planspiel.systems.blitzkrieg1940.actions import EndActivation
from planspiel.systems.blitzkrieg1940.markers import Activate, FormationDrawn
from planspiel.systems.blitzkrieg1940.setup import HoldBack
from planspiel.systems.blitzkrieg1940.state import FRENCH, GERMAN
from planspiel.testing.conformance import conform


def test_the_patrols_are_marked_as_ours_and_nothing_of_them_claims_to_be_printed() -> None:
    values = loaded().provenance.values(loaded().data)
    kinds = {provenance.kind for path, provenance, _ in values if path[:2] == ("scenarios", "patrols")}
    assert kinds == {"reconstructed"}
    assert "not in the book" in the_system().scenario_title("patrols")
    assert "nicht im Buch" in scenario("patrols").title_de


def test_every_patrol_stands_in_a_fixed_hex() -> None:
    game = Game.start(the_system(), Setup("patrols"), Lucky(Random(0)))
    fixed = {unit: hex_ for step in scenario("patrols").setup for unit, hex_ in step.fixed.items()}
    assert {name: unit.hex for name, unit in game.state.units.items()} == fixed
    assert {game.state.units[name].formation for name in fixed} == {"12-cuir", "kg"}
    assert game.state.control == {"1205": FRENCH, "1206": FRENCH, "1707": GERMAN}


@pytest.mark.parametrize("seed", range(3))
def test_the_french_begin_both_take_turns_and_the_germans_have_the_last_word(seed: int) -> None:
    game = Game.start(the_system(), Setup("patrols"), Lucky(Random(seed)))
    drawn = []
    while not game.over:
        seat, question = ask_of(game)
        if isinstance(question, FormationDrawn):
            drawn.append((game.state.turn, question.marker))
            game.answer(seat, Activate())
        else:
            game.answer(seat, EndActivation() if game.state.turn else HoldBack("12-cuir"))
    assert drawn == [(1, "12-cuir"), (2, "kg"), (3, "12-cuir"), (4, "kg")]


@pytest.mark.parametrize(
    ("control", "winner"),
    [
        ({}, FRENCH),
        ({"1206": GERMAN}, GERMAN),
        ({"1206": GERMAN, "1707": FRENCH}, FRENCH),
        ({"1205": GERMAN, "1206": GERMAN, "1707": FRENCH}, GERMAN),
    ],
)
def test_who_holds_two_of_three_objectives_after_the_fourth_turn_has_won(
    control: Mapping[str, str], winner: str
) -> None:
    lost = {"12-cuir": {"lost": 4}, "kg": {"lost": 4}}
    game = position("patrols", item=("victory",), turn=4, formations=lost, control=control)
    assert game.state.outcome is not None
    assert game.state.outcome.winners == (winner,)
    assert position("patrols", item=("victory",), turn=3, control=control).state.outcome == Outcome(
        (), "the test is over"
    )


@pytest.mark.parametrize("options", [{}, OTHER_READINGS], ids=["rulings", "other readings"])
def test_patrols_are_over_after_four_turns(options: dict[str, bool | int | str]) -> None:
    for seed in range(5):
        assert played(Setup("patrols", dict(options)), seed).state.turn == 4


@pytest.mark.parametrize("options", [{}, SECRETS], ids=["open", "secret"])
def test_patrols_keep_the_laws_of_the_kernel(options: dict[str, bool]) -> None:
    report = conform(the_system(), Setup("patrols", dict(options)), seed=0, every=5)
    assert report.decisions > 10
