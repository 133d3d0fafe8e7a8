"""What boards of hexes and of squares have in common: labels, neighbours, names of sides, lines kept.

A board is made once from the labels of its places and never changes. Places go in and come out as labels;
every list is in label order, so rules that loop over it always meet them in the same order. Directions are
numbered clockwise.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar

from planspiel.boards.sight import Line

Pair = tuple[int, int]
"""The two coordinates of a place."""

MAX_CACHED_LINES = 20_000
"""Lines a board remembers, about 1 KB each; further ones are worked out anew every time."""


class Grid(ABC):
    """A set of places with their labels. ``labels`` is sorted; ``index`` gives the place of a label in it."""

    place: ClassVar[str]
    """What one of them is called."""

    def __init__(
        self, labels: Iterable[str], pair: Callable[[str], Pair], directions: Sequence[Pair]
    ) -> None:
        self.labels: tuple[str, ...] = tuple(sorted(labels))
        self.index: dict[str, int] = {label: i for i, label in enumerate(self.labels)}
        if len(self.index) != len(self.labels):
            twice = next(a for a, b in zip(self.labels, self.labels[1:], strict=False) if a == b)
            raise ValueError(f"{self.place} {twice} is listed twice")
        self._pair: dict[str, Pair] = {label: pair(label) for label in self.labels}
        self._label: dict[Pair, str] = {place: label for label, place in self._pair.items()}
        self._around = {
            label: tuple(self._label.get((x + dx, y + dy)) for dx, dy in directions)
            for label, (x, y) in self._pair.items()
        }
        self._neighbours = {
            label: tuple(sorted(near for near in around if near is not None))
            for label, around in self._around.items()
        }
        self._lines: dict[tuple[str, str], Line] = {}

    def __contains__(self, label: object) -> bool:
        return label in self.index

    def __len__(self) -> int:
        return len(self.labels)

    def pair(self, label: str) -> Pair:
        """The coordinates of a place of this board."""
        try:
            return self._pair[label]
        except KeyError:
            raise self._no_such(label) from None

    def _no_such(self, label: str) -> ValueError:
        return ValueError(f"there is no {self.place} {label} on this board")

    def at(self, pair: Pair) -> str | None:
        """The label of a place, or None off the board."""
        return self._label.get(pair)

    # Neighbours and distances

    def neighbours(self, label: str) -> tuple[str, ...]:
        """The adjacent places on the board, in label order."""
        try:
            return self._neighbours[label]
        except KeyError:
            raise self._no_such(label) from None

    def around(self, label: str) -> tuple[str | None, ...]:
        """The adjacent places by direction, clockwise; None off the board."""
        try:
            return self._around[label]
        except KeyError:
            raise self._no_such(label) from None

    def neighbour(self, label: str, direction: int) -> str | None:
        """The adjacent place in a direction, or None off the board."""
        return self.around(label)[direction]

    def direction(self, a: str, b: str) -> int:
        """The direction in which ``b`` lies next to ``a``."""
        self.pair(b)
        around = self.around(a)
        if b not in around:
            raise ValueError(f"{a} and {b} are not adjacent")
        return around.index(b)

    @abstractmethod
    def distance(self, a: str, b: str) -> int:
        """The number of steps from ``a`` to ``b``."""

    @abstractmethod
    def disc(self, centre: str, radius: int) -> tuple[str, ...]:
        """The places at most this far away, the centre included."""

    def ring(self, centre: str, radius: int) -> tuple[str, ...]:
        """The places at exactly this distance."""
        return tuple(label for label in self.disc(centre, radius) if self.distance(centre, label) == radius)

    # Sides

    def _side_toward(self, label: str, direction: int, wind: str) -> str:
        """The side of a place in a direction; on the rim of the board it has the name of the wind."""
        near = self.neighbour(label, direction)
        if near is None:
            return f"{label}|{wind}"
        return f"{label}|{near}" if label < near else f"{near}|{label}"

    def _places_at(self, side: str) -> tuple[str, ...]:
        first, _, second = side.partition("|")
        return (first, second) if second in self else (first,)

    # Lines

    def line(self, a: str, b: str) -> Line:
        """The straight line from centre to centre: what it crosses, and what it runs between."""
        line = self._lines.get((a, b))
        if line is None:
            line = self._draw_line(a, b)
            if len(self._lines) < MAX_CACHED_LINES:
                self._lines[a, b] = line
        return line

    @abstractmethod
    def _draw_line(self, a: str, b: str) -> Line: ...
