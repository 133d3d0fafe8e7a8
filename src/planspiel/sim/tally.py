"""What a log means in figures: losses, whose dice, who holds what. A system may bring its own reading.

It stands in the file `tally.py` beside the system, as a class `Tally` that is called with the pack. A system
that brings none is read with `Neutral`, which knows turns, rules and dice alone. Reading changes nothing in a
game, so `tally.py` is no rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from planspiel.kernel import Event, Side, System
from planspiel.kernel.log import Rolled

__all__ = ["Neutral", "Tally", "tally_of"]


class Tally(Protocol):
    """Reads one game, from its first event to its last."""

    def losses(self, state: Any, event: Event[Any]) -> Iterable[tuple[Side, str, int]]:
        """What an event cost: side, type of unit, steps. It is called with every event in its order."""
        ...

    def throw(self, state: Any, rolled: Rolled) -> tuple[Side, int] | None:
        """Whose throw it is, and whether high is good for that side (1), bad (-1) or neither (0)."""
        ...

    def holdings(self, state: Any) -> Mapping[str, Side]:
        """Who holds which objective now."""
        ...

    def points(self, state: Any) -> Mapping[Side, int]:
        """The victory points now, in a game that has such."""
        ...

    def names(self, scenario: str, language: str) -> Mapping[str, str]:
        """What sides, types of units and objectives are called."""
        ...


class Neutral:
    """No opinion, but that a throw named after a side, or a seat with one side, is that side's."""

    def losses(self, state: Any, event: Event[Any]) -> Iterable[tuple[Side, str, int]]:
        return ()

    def throw(self, state: Any, rolled: Rolled) -> tuple[Side, int] | None:
        seats: Mapping[Any, tuple[Side, ...]] = getattr(state, "seats", {})
        sides = {side for held in seats.values() for side in held}
        if rolled.roller in sides:
            return Side(rolled.roller), 1
        held = seats.get(rolled.roller, ())
        return (held[0], 1) if len(held) == 1 else None

    def holdings(self, state: Any) -> Mapping[str, Side]:
        return {}

    def points(self, state: Any) -> Mapping[Side, int]:
        return {}

    def names(self, scenario: str, language: str) -> Mapping[str, str]:
        return {}


def tally_of(system: System[Any, Any, Any]) -> Tally:
    """A fresh reading for one game of a system."""
    package = type(system).__module__.rpartition(".")[0]
    where = f"{package}.tally"
    try:
        is_there = bool(package) and find_spec(where) is not None
    except ModuleNotFoundError:  # the system's own folder is no package
        is_there = False
    return import_module(where).Tally(system.pack) if is_there else Neutral()
