"""Modifiers that keep their reasons: a total without its reasons is not a ruling."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from planspiel.kernel import rulebook
from planspiel.kernel.text import Text

__all__ = ["Modifier", "Modifiers"]


class Modifier(Struct, frozen=True, omit_defaults=True):
    """One number with its reason. Where a seat cannot know it, `value` to `at_most` is the range."""

    value: int
    reason: Text
    cite: str
    at_most: int | None = None


class Modifiers:
    """The list that a preview shows, a fight uses and a bot weighs: one function fills it for all three."""

    __slots__ = ("_lines",)

    def __init__(self) -> None:
        self._lines: list[Modifier] = []

    def add(self, value: int, reason: str, cite: str, **values: str | int) -> None:
        if rulebook.recorder is not None:
            rulebook.recorder.add(cite)
        self._lines.append(Modifier(value, Text(reason, values), cite))

    def add_unknown(self, low: int, high: int, reason: str, cite: str, **values: str | int) -> None:
        """A modifier that the seat cannot know: somewhere from `low` to `high`."""
        if rulebook.recorder is not None:
            rulebook.recorder.add(cite)
        self._lines.append(Modifier(low, Text(reason, values), cite, at_most=high))

    @property
    def total(self) -> int:
        return sum(line.value for line in self._lines)

    @property
    def most(self) -> int:
        """The total if every unknown modifier has its highest value."""
        return sum(line.value if line.at_most is None else line.at_most for line in self._lines)

    @property
    def lines(self) -> tuple[Modifier, ...]:
        """The finished list, for events and previews."""
        return tuple(self._lines)

    def __iter__(self) -> Iterator[Modifier]:
        return iter(self._lines)

    def __len__(self) -> int:
        return len(self._lines)
