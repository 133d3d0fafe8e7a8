"""How hexes are named and which way they lie on the ground.

Inside, a hex is a pair of axial integers ``(q, r)``; players and states know it by its label. A layout turns
one into the other and knows the compass. It thinks of the map as straight *files* of hexes laid side by
side: ``q`` is the number of the file, ``r`` counts along it, and going one file on leads half a hex forward
along the files::

        (1, 0) (0, 1) (-1, 1) (-1, 0) (0, -1) (1, -1)      the six neighbours of (0, 0)

Two layouts exist. ``NumberedLayout`` is a printed map ("0712"); ``AxialLayout`` shows the bare pair ("3,-2").
The six directions count clockwise on the ground, beginning with the one named N or next after it; whether a
map is turned or mirrored shows nowhere else.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, cast, get_args

Axial = tuple[int, int]
Compass = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
Top = Literal["flat", "pointed"]

WINDS: tuple[Compass, ...] = get_args(Compass)
NEIGHBOURS: tuple[Axial, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def azimuth(wind: Compass) -> int:
    """Degrees clockwise from north."""
    if wind not in WINDS:
        raise ValueError(f"{wind!r} is no compass direction; write one of {', '.join(WINDS)}")
    return WINDS.index(wind) * 45


def _are_parallel(a: Compass, b: Compass) -> bool:
    return (azimuth(a) - azimuth(b)) % 180 == 0


def _are_perpendicular(a: Compass, b: Compass) -> bool:
    return (azimuth(a) - azimuth(b)) % 180 == 90


@dataclass(frozen=True, kw_only=True)
class Layout(ABC):
    """What every layout has. ``up`` is the compass direction at the top edge of the sheet."""

    up: Compass = "N"

    @property
    @abstractmethod
    def q_grows(self) -> Compass:
        """The direction in which one file follows the other."""

    @property
    @abstractmethod
    def r_grows(self) -> Compass:
        """The direction along the files."""

    @abstractmethod
    def label(self, hex_: Axial) -> str:
        """The printed name of a hex; ``ValueError`` if its numbers cannot be printed."""

    @abstractmethod
    def axial(self, label: str) -> Axial:
        """The hex with a printed name; ``ValueError`` if it is no name of this layout."""

    def __post_init__(self) -> None:
        if not _are_perpendicular(self.q_grows, self.r_grows):
            raise ValueError(
                f"the two numbers grow at right angles, not to {self.q_grows} and {self.r_grows}"
            )
        if (azimuth(self.up) - azimuth(self.r_grows)) % 90 != 0:
            raise ValueError(
                f"with {self.up} up, hexes that count to {self.r_grows} stand on no side or corner"
            )

    @property
    def sheet_top(self) -> Top:
        """How the hexes stand on the sheet: on a flat side or on a point."""
        return "flat" if _are_parallel(self.up, self.r_grows) else "pointed"

    @cached_property
    def _clockwise(self) -> tuple[tuple[Compass, Axial], ...]:
        along, across = azimuth(self.r_grows), azimuth(self.q_grows)
        lean = 30 if (along - across) % 360 == 90 else -30
        degrees = {(0, 1): along, (1, 0): across + lean, (1, -1): across - lean}
        degrees |= {(-q, -r): angle + 180 for (q, r), angle in degrees.items()}
        # Each of the six lies on one of the eight winds or 15 degrees beside it, so the nearest one names it.
        named = {WINDS[(angle % 360 + 22) // 45 % 8]: step for step, angle in degrees.items()}
        return tuple((wind, named[wind]) for wind in WINDS if wind in named)

    @cached_property
    def directions(self) -> tuple[Axial, ...]:
        """The six steps to a neighbour, clockwise."""
        return tuple(step for _, step in self._clockwise)

    @cached_property
    def winds(self) -> tuple[Compass, ...]:
        """The compass name of each of the six directions."""
        return tuple(wind for wind, _ in self._clockwise)

    def direction(self, wind: Compass) -> int:
        """The direction, 0 to 5, with a compass name."""
        if wind not in self.winds:
            raise ValueError(f"no neighbour lies {wind} here; the six are {', '.join(self.winds)}")
        return self.winds.index(wind)

    def centre(self, hex_: Axial) -> tuple[float, float]:
        """Where to draw a hex: right and down on the sheet, neighbours 1 apart. Never for rules."""
        q, r = hex_
        across, along = self._on_sheet(self.q_grows), self._on_sheet(self.r_grows)
        files, places = q * math.sqrt(3) / 2, r + q / 2
        return across[0] * files + along[0] * places, across[1] * files + along[1] * places

    def corners(self, hex_: Axial) -> tuple[tuple[float, float], ...]:
        """The outline to draw: the side in direction ``d`` runs from corner ``d`` to corner ``d + 1``."""
        x, y = self.centre(hex_)
        steps = [self.centre(step) for step in self.directions]
        return tuple(
            (x + (steps[d - 1][0] + steps[d][0]) / 3, y + (steps[d - 1][1] + steps[d][1]) / 3)
            for d in range(6)
        )

    def _on_sheet(self, wind: Compass) -> tuple[float, float]:
        angle = math.radians(azimuth(wind) - azimuth(self.up))
        return math.sin(angle), -math.cos(angle)


@dataclass(frozen=True, kw_only=True)
class AxialLayout(Layout):
    """Bare axial pairs as labels: ``"3,-2"``. As it stands: flat tops, files eastward, places southward."""

    files_grow: Compass = "E"
    places_grow: Compass = "S"

    @property
    def q_grows(self) -> Compass:
        return self.files_grow

    @property
    def r_grows(self) -> Compass:
        return self.places_grow

    def label(self, hex_: Axial) -> str:
        return f"{hex_[0]},{hex_[1]}"

    def axial(self, label: str) -> Axial:
        try:
            q, r = map(int, label.split(","))
        except ValueError:
            raise ValueError(f"{label!r} names no hex; write it like 3,-2") from None
        if label != self.label((q, r)):
            raise ValueError(f"{label!r} is not how this hex is written; write {self.label((q, r))!r}")
        return q, r


@dataclass(frozen=True, kw_only=True)
class NumberedLayout(Layout):
    """Printed numbers: two of them, ``digits`` wide each, one after the other, so "0712" is 7 and 12.

    ``first_grows`` and ``second_grows`` say to which side the numbers grow; that alone makes a map
    column-first or row-first, turned or mirrored. ``top`` tells how the hexes stand with ``up`` at the top
    of the sheet, and so which number counts the straight files: on flat-topped hexes those run up and down,
    on pointed ones from side to side. Every second file lies half a hex further on: the files whose number
    is ``shifted`` (even or odd) are moved ``toward`` the low or the high end of the numbers along the file.
    Where the numbers begin and end is a matter of the board, not of the layout.
    """

    first_grows: Compass
    second_grows: Compass
    top: Top
    shifted: Literal["even", "odd"]
    toward: Literal["low", "high"] = "low"
    digits: int = 2

    def __post_init__(self) -> None:
        for value, key in ((self.top, "flat pointed"), (self.shifted, "even odd"), (self.toward, "low high")):
            if value not in key.split():
                raise ValueError(f"{value!r} should be {key.replace(' ', ' or ')}")
        if self.digits < 1:
            raise ValueError(f"a number has at least one digit, not {self.digits}")
        super().__post_init__()

    @cached_property
    def files(self) -> Literal["first", "second"]:
        """Which of the two numbers counts the straight files."""
        first_is_upright = _are_parallel(self.first_grows, self.up)
        return "second" if first_is_upright == (self.top == "flat") else "first"

    @property
    def q_grows(self) -> Compass:
        return self.first_grows if self.files == "first" else self.second_grows

    @property
    def r_grows(self) -> Compass:
        return self.second_grows if self.files == "first" else self.first_grows

    @cached_property
    def _odd_files_lag(self) -> int:
        """1 if odd files lie nearer to the low end than even ones, else 0."""
        return int((self.shifted == "odd") == (self.toward == "low"))

    def label(self, hex_: Axial) -> str:
        q, r = hex_
        place = r + (q + self._odd_files_lag) // 2
        first, second = (q, place) if self.files == "first" else (place, q)
        return self.number(first, second)

    def axial(self, label: str) -> Axial:
        first, second = self.numbers(label)
        q, place = (first, second) if self.files == "first" else (second, first)
        return q, place - (q + self._odd_files_lag) // 2

    def number(self, first: int, second: int) -> str:
        """The label with these two numbers."""
        for number in (first, second):
            if not 0 <= number < 10**self.digits:
                raise ValueError(f"{number} cannot be printed as a hex number of {self.digits} digits")
        return f"{first:0{self.digits}}{second:0{self.digits}}"

    def numbers(self, label: str) -> tuple[int, int]:
        """The two numbers in a label."""
        if len(label) != 2 * self.digits or not (label.isascii() and label.isdigit()):
            raise ValueError(f"{label!r} is no hex number; it takes two numbers of {self.digits} digits each")
        return int(label[: self.digits]), int(label[self.digits :])

    def rectangle(self, first: tuple[int, int], second: tuple[int, int]) -> tuple[str, ...]:
        """All labels with both numbers in their range, ends included."""
        return self.ragged(dict.fromkeys(range(first[0], first[1] + 1), second))

    def ragged(self, spans: Mapping[int, tuple[int, int]]) -> tuple[str, ...]:
        """All labels of a map whose second numbers run differently for each first number."""
        return tuple(
            self.number(first, second)
            for first, (low, high) in sorted(spans.items())
            for second in range(low, high + 1)
        )


def as_compass(word: str) -> Compass:
    """Read a compass direction, in letters or as a word: ``"S"``, ``"south"``, ``"north-west"``."""
    letters = word.lower().replace("-", "").replace("_", "")
    for name, letter in (("north", "n"), ("south", "s"), ("east", "e"), ("west", "w")):
        letters = letters.replace(name, letter)
    if letters.upper() not in WINDS:
        raise ValueError(f"{word!r} is no compass direction; write one of {', '.join(WINDS)}")
    return cast(Compass, letters.upper())
