"""What a trial writes down of a game: what each seat has learned by the events it saw."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from mini import Mini
from mini.events import Moved, NoiseHeard, Rested, Revealed
from planspiel.kernel import Entry, Event, Seat, Setup, Side
from planspiel.kernel.log import Happened
from planspiel.testing.failures import Breach
from planspiel.testing.secrecy import _pause_tells_nothing
from planspiel.testing.trial import Trial


@pytest.fixture
def trial(tmp_path: Path) -> Trial:
    """At the first question: everybody has learned nothing yet."""
    trial = Trial(Mini(), Setup("duel"), seed=1, every=1, guards=(), folder=tmp_path)
    trial.game.begin(trial.log)
    trial.account()
    trial.account()
    return trial


def _happens(trial: Trial, event: Moved | Rested, *seats: Seat) -> None:
    trial._apply(Happened(event, seats))


def test_whoever_sees_an_event_learns_what_it_wrote(trial: Trial) -> None:
    (one, other), token = trial.game.seats, next(iter(trial.expected.tokens))  # type: ignore[attr-defined]
    _happens(trial, Moved(token, 3), one)
    assert ("tokens", token, "at") in trial.learned[one]
    assert not trial.learned[other]


def test_what_happens_to_a_thing_out_of_sight_makes_doubtful_what_was_known_of_it(trial: Trial) -> None:
    (one, other), tokens = trial.game.seats, trial.expected.tokens  # type: ignore[attr-defined]
    first, second, *_ = tokens
    for name in (first, second):
        _happens(trial, Moved(name, 3), one, other)
    tokens[first] = replace(tokens[first], moved=False)
    _happens(trial, Rested(first), one)
    assert ("tokens", first, "at") in trial.learned[one]
    assert {path[1] for path in trial.learned[other]} == {second}


@pytest.mark.parametrize(
    ("more", "tells"),
    [
        ([Rested("red-1"), Revealed("red-2", Side("red"), 3)], False),
        ([Rested("red-1"), NoiseHeard()], True),
        ([Rested("red-1")], True),
    ],
    ids=["a secret comes out", "nothing comes out", "only bookkeeping"],
)
def test_a_twin_may_run_on_if_a_secret_comes_out_and_bookkeeping_may_come_before(
    more: list[Event[Any]], tells: bool, tmp_path: Path
) -> None:
    trial = Trial(Mini(), Setup("duel"), seed=1, every=1, guards=("pause",), folder=tmp_path)
    here: list[Entry] = [Happened(NoiseHeard())]
    there = [*here, *(Happened(event) for event in more)]
    with pytest.raises(Breach) if tells else nullcontext():
        _pause_tells_nothing(trial, trial.game.seats[0], here, there)
