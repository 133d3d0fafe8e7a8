"""A line of the log names only what its reader has seen.

Twins of a game (`secrecy`) show that nothing still to come depends on a secret. What is told already is the
same in all of them; so here every line that a seat is told is read for names that it cannot know yet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from planspiel.kernel import Seat
from planspiel.kernel.log import Happened, Rolled, seen
from planspiel.testing.guards import shown
from planspiel.testing.trial import Trial

__all__ = ["Acquaintance"]

PLACES = ("hex", "field", "square")
"""Kinds of things that are printed on the map: everybody knows their names."""
QUOTED = re.compile(rb'"((?:[^"\\]|\\.)*)"')


class Acquaintance:
    """What each seat has seen so far of the things on the table, by their names."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.known: dict[Seat, set[str]] = {seat: set() for seat in trial.game.seats}

    def look(self) -> None:
        """After every act: no line that it brought names something that its reader has never seen."""
        names = frozenset(_names(self.trial))
        for seat, known in self.known.items():
            if names <= known:
                continue
            known |= names & _words(self.trial.game.view(seat))
            for line in self._told(seat):
                for stranger in sorted((names & _words(line)) - known):
                    if not self._was_in_sight(seat, stranger):
                        self.trial.fail("names", f"{stranger} is named in {shown(line)}", seat)
                    known.add(stranger)

    def _told(self, seat: Seat) -> Iterator[Happened[Any] | Rolled]:
        """What a seat is told, but for events that find something and remove it at once."""
        for what in self.trial.fresh:
            told = seen(what, seat)
            if isinstance(told, Rolled) or (
                isinstance(told, Happened) and not isinstance(told.event, self.trial.system.finds)
            ):
                yield told

    def _was_in_sight(self, seat: Seat, name: str) -> bool:
        """Whether something was on the view for a moment, between two of the events."""
        state = self.trial.before.fork()
        for event in self.trial.happened:
            event.apply(state)
            if name in _words(self.trial.system.view(state, seat)):
                return True
        return False


def _names(trial: Trial) -> Iterator[str]:
    for thing in trial.system.things(trial.game.state):
        kind, _, name = thing.partition(":")
        if kind not in PLACES:
            yield name


def _words(record: Any) -> set[str]:
    """All strings in a record."""
    return {word.decode() for word in QUOTED.findall(msgspec.json.encode(record))}
