"""The effect table (Wirkungstabelle): how a die and the plus and minus points become an effect.

A natural 1 or 2 is a failure. Everything else is the die with all points, read as 3, 4, 5 or 6 and more.
"""

from __future__ import annotations

from typing import Final

from planspiel.kernel import Modifier, Modifiers, rule

__all__ = [
    "BLACK",
    "FACES",
    "LOSS",
    "NOTHING",
    "cancelled",
    "level_of",
    "opposed_value",
    "points_of",
    "value_of",
]

NOTHING: Final = 0
LEAST: Final = 3
"""The lowest value that has an effect."""
BLACK: Final = 5
"""Pinned so, nobody fires, moves or works."""
LOSS: Final = 6
FAILURE: Final = 2
"""A natural die up to this is a failure."""
FACES: Final = (1, 2, 3, 4, 5, 6)


def points_of(lines: tuple[Modifier, ...]) -> int:
    """The sum of finished plus and minus points."""
    return sum(line.value for line in lines)


@rule("WPR-waffenwirkung-1", "WPR-fehlleistung-1", "WPR-fehlleistung-2")
def value_of(natural: int, points: int) -> int:
    """The value of a shot: nothing on a natural 1 or 2, else the die with all points."""
    return NOTHING if natural <= FAILURE else natural + points


@rule("WPR-gegenwehr-5", "WPR-fehlleistung-3", "WPR-fehlleistung-4")
def opposed_value(natural: int, points: int) -> int:
    """In an opposed roll a natural 1 or 2 counts too. It gets no plus, but what is left of a minus."""
    return natural + (min(points, 0) if natural <= FAILURE else points)


@rule("WPR-wirkungstabelle-1", "WPR-wirkungstabelle-4")
def level_of(value: int) -> int:
    """The row of the effect table: 0 is no effect, 3 to 5 pin, 6 stands for all higher values."""
    return NOTHING if value < LEAST else min(value, LOSS)


@rule("WPR-kuerzung-1", "WPR-kuerzung-3")
def cancelled(ours: Modifiers, theirs: Modifiers) -> None:
    """Points of the same sign that both have cancel, until the inferior has the plain chance.

    Plus and minus are netted on each side first; opposite signs stay as they are.
    """
    a, b = ours.total, theirs.total
    common = min(a, b) if a > 0 and b > 0 else max(a, b) if a < 0 and b < 0 else 0
    if common:
        ours.add(-common, "points that both sides have", "WPR-kuerzung-1")
        theirs.add(-common, "points that both sides have", "WPR-kuerzung-1")
