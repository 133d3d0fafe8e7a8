"""What a trial writes down of a game: what each seat has learned by the events it saw."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from mini import Mini
from mini.events import Moved, Rested
from planspiel.kernel import Seat, Setup
from planspiel.kernel.log import Happened
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
