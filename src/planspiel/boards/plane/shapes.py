"""Bodies on the open table: one kind of shape for bases, hulls, terrain, templates and zones.

A body is a ring of corners and a radius: every point within the radius of the filled ring belongs to it.
A disc is one corner with a radius, a rectangle four corners without one, a zone that grows around a
template is the template's ring with a larger radius.  So one exact distance serves all pairs.
"""

from fractions import Fraction
from math import isqrt

import msgspec

from planspiel.boards.plane.rings import (
    Ring,
    interiors_meet,
    is_simple,
    place_in,
    square_between,
    twice_area,
)
from planspiel.boards.plane.units import SINE_SCALE, TURN, Point, cosine, direction, divide_rounded, sine

ROUND_CORNERS = 120


class Body(msgspec.Struct, frozen=True):
    """All points within `radius` of the filled ring."""

    ring: Ring
    radius: int = 0

    def grown(self, by: int) -> "Body":
        """The body and everything within a distance of its outline: a panic zone around a template."""
        return Body(self.ring, self.radius + by)

    def moved(self, by: Point) -> "Body":
        return Body(tuple(Point(x + by[0], y + by[1]) for x, y in self.ring), self.radius)

    def contains(self, point: Point) -> bool:
        """Whether a point belongs to the body, its border included."""
        if self.radius == 0:
            return place_in(point, self.ring) >= 0
        return within(self, Body((point,)), 0)


class Gap(msgspec.Struct, frozen=True):
    """The exact distance between two bodies: the root of a fraction less both radii, at least zero."""

    square: Fraction
    radii: int

    def is_within(self, distance: int) -> bool:
        reach = distance + self.radii
        return distance >= 0 and self.square <= reach * reach

    def compare(self, other: "Gap") -> int:
        """Negative, zero or positive as this gap is smaller than, equal to or larger than the other."""
        if self.is_within(0) or other.is_within(0):
            return other.is_within(0) - self.is_within(0)
        shift = self.radii - other.radii
        if shift >= 0:
            return _compare_root(self.square, other.square, shift)
        return -_compare_root(other.square, self.square, -shift)

    def rounded(self) -> int:
        """The distance in units, rounded to the nearest, halves up: for display, never for a ruling."""
        if self.is_within(0):
            return 0
        return (isqrt(self.square.numerator * 4 // self.square.denominator) + 1) // 2 - self.radii


def _compare_root(one: Fraction, other: Fraction, shift: int) -> int:
    """The sign of root(one) - (root(other) + shift) for a shift that is not negative."""
    excess = one - other - shift * shift
    if excess < 0:
        return -1
    difference = excess * excess - 4 * shift * shift * other
    return (difference > 0) - (difference < 0)


def disc(centre: Point, radius: int) -> Body:
    return Body((centre,), radius)


def segment(start: Point, end: Point, radius: int = 0) -> Body:
    """A straight line, or the ground a disc sweeps along it."""
    return Body((start, end) if start != end else (start,), radius)


def rectangle(centre: Point, length: int, width: int, heading: int) -> Body:
    """An oriented rectangle, its length along the heading.

    Each corner is rounded once, halves away from the centre; opposite corners stay symmetric about it.
    The rounded corners are the body: what is tested is what is drawn.
    """
    c, s = cosine(heading), sine(heading)

    def corner(forward: int, left: int) -> Point:
        return Point(
            centre[0] + divide_rounded(forward * length * c - left * width * s, 2 * SINE_SCALE),
            centre[1] + divide_rounded(forward * length * s + left * width * c, 2 * SINE_SCALE),
        )

    return Body((corner(1, 1), corner(-1, 1), corner(-1, -1), corner(1, -1)))


def polygon(points: list[Point] | tuple[Point, ...]) -> Body:
    """A simple polygon, convex or not, given in either sense of rotation."""
    ring = tuple(Point(*point) for point in points)
    if len(ring) < 3:
        raise ValueError(f"a polygon needs three corners, this one has {len(ring)}")
    if not is_simple(ring):
        raise ValueError("a polygon's outline may neither cross nor touch itself")
    return Body(ring if twice_area(ring) > 0 else ring[::-1])


def oval(centre: Point, length: int, width: int, heading: int, corners: int = ROUND_CORNERS) -> Body:
    """An ellipse, its long axis along the heading, as a ring of 120 corners.

    Every corner is the point of the ellipse rounded to whole units; for 20 cm x 8 cm the ring stays within
    0.1 mm of the curve.  The ring is the template, and every test against it is exact.
    """
    (c, s), scale = direction(heading), 2 * SINE_SCALE * SINE_SCALE
    ring: list[Point] = []
    for angle in range(0, TURN, TURN // corners):
        forward, left = length * cosine(angle), width * sine(angle)
        ring.append(
            Point(
                centre[0] + divide_rounded(forward * c - left * s, scale),
                centre[1] + divide_rounded(forward * s + left * c, scale),
            )
        )
    return Body(tuple(dict.fromkeys(ring)))


def gap(one: Body, other: Body) -> Gap:
    """The exact distance between the outlines of two bodies; zero if they touch or overlap."""
    top, bottom = square_between(one.ring, other.ring)
    return Gap(Fraction(top, bottom), one.radius + other.radius)


def within(one: Body, other: Body, distance: int) -> bool:
    """Whether two bodies are at most so far apart; the limit itself counts."""
    if distance < 0:
        return False
    reach = distance + one.radius + other.radius
    if len(one.ring) == 1 and len(other.ring) == 1:
        (ax, ay), (bx, by) = one.ring[0], other.ring[0]
        return (ax - bx) ** 2 + (ay - by) ** 2 <= reach * reach
    top, bottom = square_between(one.ring, other.ring)
    return top <= reach * reach * bottom


def touches(one: Body, other: Body) -> bool:
    """Whether two bodies have a point in common; a common border is enough."""
    return within(one, other, 0)


def overlaps(one: Body, other: Body) -> bool:
    """Whether the open interiors of two bodies have a point in common; touching is not enough."""
    reach = one.radius + other.radius
    if reach == 0:
        return interiors_meet(one.ring, other.ring)
    top, bottom = square_between(one.ring, other.ring)
    return top < reach * reach * bottom
