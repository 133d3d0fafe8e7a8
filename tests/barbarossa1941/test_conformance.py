"""Whole random games of the shipped scenarios, under all laws of the kernel."""

from __future__ import annotations

import pytest

from barbarossa1941.positions import the_system
from planspiel.kernel import Seat, Setup, Side
from planspiel.systems.barbarossa1941.state import GERMAN, SOVIET
from planspiel.testing.conformance import conform

SCENARIOS = tuple(the_system().scenarios())
TEAMS: dict[Seat, tuple[Side, ...]] = {
    Seat("german-1"): (GERMAN,),
    Seat("german-2"): (GERMAN,),
    Seat("soviet-1"): (SOVIET,),
    Seat("soviet-2"): (SOVIET,),
}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_random_game_keeps_the_laws_of_the_kernel(scenario: str) -> None:
    report = conform(the_system(), Setup(scenario), seed=len(scenario), every=5)
    assert report.decisions >= 8
    assert report.compared > 0


def test_a_look_at_every_decision_lists_as_much_in_this_game_as_in_its_twins() -> None:
    """Both seats plan at once, so that the question of one outlasts the decision of the other."""
    assert conform(the_system(), Setup("lesson"), seed=1, every=1).decisions >= 8


SECRETS = (
    "waiting", "pause", "view", "question", "offer", "refusal", "explanation", "chances", "stream",
    "audience", "scramble-keeps", "imagination",
)  # fmt: skip
"""The guards of what nobody may learn."""


@pytest.mark.parametrize(("scenario", "seed"), [("convoy", 77), ("strong_point", 3), ("breakthrough", 77)])
def test_hidden_units_and_mines_change_nothing_that_the_enemy_can_look_at(scenario: str, seed: int) -> None:
    report = conform(the_system(), Setup(scenario), seed, every=3, guards=SECRETS)
    assert report.compared >= 10
    changed = {slot for slot, found in report.secrets.items() if found.changed}
    assert "units" in changed
    assert "mines" in changed or scenario != "breakthrough"


@pytest.mark.parametrize("scenario", ["crossroads", "river_line"])
def test_team_mates_play_by_the_same_laws(scenario: str) -> None:
    report = conform(the_system(), Setup(scenario, {}, TEAMS), seed=5, every=5)
    assert report.decisions >= 16
