"""Charts that look as printed; a lookup remembers what was read and why.

A label of a column or row is a word ("Stuka"), a number ("-1"), a range ("3-4", "-3 to -1"), an open range
("31+", "2-": that number and all below) or odds ("1:2", "3.5:1"). Numbers and odds are found by value:
the column for a value is the one whose range holds it, and for odds the last one not above it.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from planspiel.kernel import rulebook

__all__ = ["Chart", "OffTable", "Reading"]

Beyond = Literal["clamp", "none", "refuse"]
_RANGE = re.compile(r"^(-?\d+)(?:\s*(?:-|to|\u2013)\s*(-?\d+))?$")
_OPEN = re.compile(r"^(-?\d+)\s*([+-])$")
_ODDS = re.compile(r"^(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)$")
_FAR = 10**9


class OffTable(LookupError):
    """A lookup left a chart whose edge says `refuse`."""

    def __init__(self, cite: str, wanted: str) -> None:
        super().__init__(f"{wanted} lies outside the chart [{cite}]")
        self.cite, self.wanted = cite, wanted


class Reading(Struct, frozen=True, omit_defaults=True):
    """What was read: the cell, where it stands, and how the column was found."""

    result: str
    column: str
    row: str
    cite: str
    wanted: str = ""
    shift: int = 0


class Chart(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A printed table: columns across, rows down, one word in each cell.

    `left`, `right`, `above` and `below` say what happens beyond each edge: `clamp` reads the last column or
    row, `none` gives the result `nothing`, `refuse` is an error.
    """

    cite: str
    columns: tuple[str, ...]
    rows: dict[str, tuple[str, ...]]
    dice: str = ""
    left: Beyond = "clamp"
    right: Beyond = "clamp"
    above: Beyond = "clamp"
    below: Beyond = "clamp"
    nothing: str = "-"

    def lookup(self, column: str | int | Fraction, roll: str | int, shift: int = 0) -> Reading:
        """Cross a column, moved by `shift`, with the row of `roll`."""
        if rulebook.recorder is not None:
            rulebook.recorder.add(self.cite)
        across = _place(self.columns, column) + shift
        down = _place(tuple(self.rows), roll)
        wanted = str(column)
        if not (0 <= across < len(self.columns)):
            edge = self.left if across < 0 else self.right
            if edge != "clamp":
                return self._beyond(edge, wanted, str(roll), shift)
            across = max(0, min(across, len(self.columns) - 1))
        rows = list(self.rows)
        if not (0 <= down < len(rows)):
            edge = self.above if down < 0 else self.below
            if edge != "clamp":
                return self._beyond(edge, wanted, str(roll), shift)
            down = max(0, min(down, len(rows) - 1))
        row = rows[down]
        return Reading(self.rows[row][across], self.columns[across], row, self.cite, wanted, shift)

    def _beyond(self, edge: Beyond, column: str, row: str, shift: int) -> Reading:
        if edge == "refuse":
            raise OffTable(self.cite, f"column {column} shifted by {shift}, row {row}")
        return Reading(self.nothing, "", row, self.cite, column, shift)

    def shape_faults(self) -> list[str]:
        """What is wrong with the chart as a table, for pack checks."""
        faults = [
            f"row {name} has {len(cells)} cells for {len(self.columns)} columns"
            for name, cells in self.rows.items()
            if len(cells) != len(self.columns)
        ]
        if not self.columns or not self.rows:
            faults.append("a chart needs at least one column and one row")
        if len(set(self.columns)) != len(self.columns):
            faults.append("two columns have the same label")
        return faults


@lru_cache(maxsize=4096)
def _bounds(label: str) -> tuple[Fraction, Fraction] | None:
    """The values a label stands for, or None for a word."""
    if (match := _ODDS.match(label)) and Fraction(match[2]):
        odds = Fraction(match[1]) / Fraction(match[2])
        return odds, odds
    if match := _OPEN.match(label):
        number = Fraction(match[1])
        return (number, Fraction(_FAR)) if match[2] == "+" else (Fraction(-_FAR), number)
    if match := _RANGE.match(label):
        return Fraction(match[1]), Fraction(match[2] if match[2] is not None else match[1])
    return None


@lru_cache(maxsize=65536)
def _place(labels: tuple[str, ...], wanted: str | int | Fraction) -> int:
    """The position of `wanted`; -1 or len(labels) if it lies before or after all labels."""
    if isinstance(wanted, str):
        if wanted in labels:
            return labels.index(wanted)
        bounds = _bounds(wanted)
        if bounds is None:
            raise KeyError(f"no column or row is called {wanted!r}; there are {', '.join(labels)}")
        wanted = bounds[0]
    value = Fraction(wanted)
    held = [(place, bounds) for place, label in enumerate(labels) if (bounds := _bounds(label)) is not None]
    for place, (low, high) in held:
        if low <= value <= high:
            return place
    lower = [(low, place) for place, (low, _) in held if low <= value]
    falling = held[0][1] > held[-1][1] if held else False
    if not lower:
        return len(labels) if falling else -1
    beyond = all(value > high for _, (_, high) in held)
    is_odds = any(":" in label for label in labels)
    if beyond and not is_odds:
        return -1 if falling else len(labels)
    return max(lower)[1]
