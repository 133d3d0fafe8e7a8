"""A breach tells what, where and how to see it again."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from mini import Mini
from mini.state import MiniView, Position
from planspiel.kernel import Damaged, Seat, Setup, replayed
from planspiel.kernel.log import resolved
from planspiel.testing.conformance import Breach, conform
from planspiel.testing.failures import read_failure


class Leaking(Mini):
    def view(self, state: Position, seat: Seat) -> MiniView:
        return replace(super().view(state, seat), own_mines=tuple(sorted(state.mines)))


@pytest.fixture
def breach(tmp_path: Path) -> Breach:
    with pytest.raises(Breach) as caught:
        conform(Leaking(), Setup("duel"), seed=7, every=1, folder=tmp_path / "failures")
    return caught.value


def test_a_breach_names_law_game_seed_decision_seat_and_file(breach: Breach) -> None:
    said = str(breach)
    assert said.startswith("view: a view does not depend on secrets, but ")
    assert (
        f"mini, duel hidden=True scouting=False, seed 7, decision {breach.decision}, seat {breach.seat}"
        in said
    )
    assert str(breach.path) in said


def test_a_failure_loads_as_the_game_where_it_happened(breach: Breach) -> None:
    assert breach.path is not None
    failure = read_failure(breach.path)
    game = failure.game(Mini())
    assert game.waiting()
    assert game.view(Seat(breach.seat)).turn == game.state.turn


def test_the_log_of_a_failure_leads_to_the_saved_game(breach: Breach) -> None:
    assert breach.path is not None
    failure = read_failure(breach.path)
    entries = [what for _, what in resolved(failure.entries(Mini()))]
    assert replayed(Mini(), entries).digest() == failure.game(Mini()).digest()


def test_the_seed_of_a_failure_brings_it_about_again(breach: Breach, tmp_path: Path) -> None:
    failure = breach.failure
    with pytest.raises(Breach) as again:
        conform(Leaking(), failure.setup, failure.seed, failure.every, folder=tmp_path / "again")
    assert again.value.failure == failure


def test_a_mended_system_passes_with_the_seed_of_the_failure(breach: Breach, tmp_path: Path) -> None:
    failure = breach.failure
    assert conform(Mini(), failure.setup, failure.seed, failure.every, folder=tmp_path / "again").games == 1


def test_a_damaged_failure_file_is_one_sentence(tmp_path: Path) -> None:
    place = tmp_path / "failure.json"
    place.write_text("{}")
    with pytest.raises(Damaged, match=r"failure\.json: Object missing required field"):
        read_failure(place)
