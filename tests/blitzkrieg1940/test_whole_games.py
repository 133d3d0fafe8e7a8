"""Whole random games from set-up to victory, under all laws of the kernel."""

from __future__ import annotations

from random import Random

import pytest

from blitzkrieg1940.positions import the_system
from planspiel.kernel import DECLINE, Game, Lucky, Setup, Window
from planspiel.systems.blitzkrieg1940.state import Position
from planspiel.testing.conformance import conform, play_out

SECRETS = {"stack_secrecy": True, "mine_secrecy": True}
OTHER_READINGS: dict[str, bool | int | str] = {
    "doctrine_covers": "infantry_and_tanks",
    "command_after_hq_returns": "administration",
    "held_markers_stay": False,
    "failed_exhaustion_test_loses_activation": True,
    "move_and_fire": -2,
    "rally_uses_action": True,
    "one_morale_test_per_attack": True,
    "demoralised_stop_acting": True,
    "neutralised_companies_retreat": True,
    "artillery_columns": "4 and 6",
    "observer_needs_target": False,
    "works_need_infantry": True,
    "ii_11_rdp_at_1412": True,
    "works_anywhere_at_stonne": True,
    "late_stripes_choose_on_arrival": True,
}


def played(setup: Setup, seed: int) -> Game[Position]:
    """A game of random answers; half of the reactions are declined."""
    rng = Random(seed)
    game = Game.start(the_system(), setup, Lucky(rng))
    for _ in range(the_system().most_decisions):
        if game.over:
            return game
        seat = game.waiting()[0]
        question = game.pending(seat)
        assert question is not None
        is_idle = isinstance(game.pause, Window) and rng.randrange(2)
        game.answer(seat, DECLINE if is_idle else question.sample(game.view(seat), rng))
    raise AssertionError(f"no end after {the_system().most_decisions} decisions")


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("scenario", ["hannut", "stonne"])
def test_a_random_game_comes_to_an_end(scenario: str, seed: int) -> None:
    game = played(Setup(scenario), seed)
    assert game.state.outcome is not None
    assert game.state.outcome.cite.startswith("BLK-12")


@pytest.mark.parametrize("scenario", ["hannut", "stonne"])
def test_a_random_game_with_all_other_readings_comes_to_an_end(scenario: str) -> None:
    assert played(Setup(scenario, dict(OTHER_READINGS)), 3).over


@pytest.mark.parametrize("options", [{}, SECRETS], ids=["open", "secret"])
@pytest.mark.parametrize("scenario", ["hannut", "stonne"])
def test_a_random_game_keeps_the_laws_of_the_kernel(scenario: str, options: dict[str, bool]) -> None:
    report = conform(the_system(), Setup(scenario, dict(options)), seed=0, every=20)
    assert report.decisions > 100


def test_a_draw_after_taking_back_is_thrown_anew_if_the_cup_holds_fewer_markers() -> None:
    """The die that was kept had more sides than there were markers left."""
    setup = Setup("stonne", {"rally_uses_action": True})
    assert play_out(the_system(), setup, 424).games == 1
