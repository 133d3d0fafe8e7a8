"""Templates laid on the open table: round blasts with a centre, ovals of smoke and flame, scatter."""

from enum import Enum

import msgspec

from planspiel.boards.plane.shapes import Body, disc, oval, touches
from planspiel.boards.plane.units import DEGREE, Point, polar

ARROWS = 5
ARROW_STEP = 72 * DEGREE
ON_TARGET = 6


class Hit(Enum):
    """How a template covers a body."""

    CENTRE = "centre"
    RIM = "rim"
    MISS = "miss"


class Blast(msgspec.Struct, frozen=True):
    """A round template whose centre circle has a quarter of its diameter: 4, 8 or 12 cm across."""

    centre: Point
    diameter: int

    def __post_init__(self) -> None:
        if self.diameter <= 0 or self.diameter % 8:
            raise ValueError(f"a blast diameter of {self.diameter} units has no whole centre circle")

    @property
    def outline(self) -> Body:
        return disc(self.centre, self.diameter // 2)

    @property
    def core(self) -> Body:
        return disc(self.centre, self.diameter // 8)

    def hit(self, body: Body) -> Hit:
        """Any part of the body under the centre circle is a centre hit; the border of a circle counts."""
        if touches(self.core, body):
            return Hit.CENTRE
        return Hit.RIM if touches(self.outline, body) else Hit.MISS


def oval_from_end(nozzle: Point, heading: int, length: int, width: int) -> Body:
    """An oval with one end of its long axis at a nozzle: a flame.

    The ring is laid about the rounded middle of the axis, so the end meets the nozzle within 0.1 mm.
    """
    return oval(polar(nozzle, heading, length // 2), length, width, heading)


def scattered(target: Point, axis: int, die: int, distance: int) -> Point:
    """Where a template's centre lands: arrow n points 72 degrees clockwise of arrow n-1, 6 is on target.

    Arrow 1 points along the axis, by default from the weapon through the target.
    """
    if not 1 <= die <= ON_TARGET:
        raise ValueError(f"a direction die shows 1 to 6, not {die}")
    if die == ON_TARGET:
        return target
    return polar(target, axis - ARROW_STEP * (die - 1), distance)
