"""Moves on the open table: polylines of straight legs, what they cost, cross and bump into.

A parameter on a leg is an exact fraction from 0 (its start) to 1 (its end).
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import isqrt
from typing import Literal, NamedTuple

from planspiel.boards.plane.rings import (
    Ring,
    convex_hull,
    edges,
    is_convex,
    square_between,
    stretches_inside,
)
from planspiel.boards.plane.shapes import Body, overlaps
from planspiel.boards.plane.units import (
    CM,
    HALF_TURN,
    SINE_SCALE,
    Point,
    divide_rounded,
    dot,
    heading_of,
    offset,
    turn_between,
    unit_vector,
)

CHECK_STEP = CM // 2
CONTACT_BITS = 20

Path = Sequence[Point]


def legs(path: Path) -> list[tuple[Point, Point]]:
    """The straight legs of a path; a point repeated in a row makes no leg."""
    return [(start, end) for start, end in pairwise(path) if start != end]


# --- length and turning -----------------------------------------------------------------------------


def length_rounded_up(path: Path) -> int:
    """The length of a path in units, the exact sum of its legs rounded up once."""
    squares = [dot(way, way) for way in (offset(start, end) for start, end in legs(path))]
    uneven = sum(isqrt(square) ** 2 != square for square in squares)
    bits = 16
    while True:
        # The sum lies above `low` and below `low + uneven`.  A sum of roots is whole only if every root is.
        low = sum(isqrt(square << (2 * bits)) for square in squares)
        up = -(-low // (1 << bits)) if uneven == 0 else (low >> bits) + 1
        if uneven == 0 or low + uneven <= up << bits:
            return up
        bits *= 2


def is_path_within(path: Path, allowance: int) -> bool:
    """Whether a path is at most so long: an exact comparison, the limit itself counts."""
    return length_rounded_up(path) <= allowance


def turning(heading: int, path: Path) -> int:
    """The sum of the pivots of a body that starts with a heading and drives forward along a path."""
    total = 0
    for start, end in legs(path):
        course = heading_of(offset(start, end))
        total += turn_between(heading, course)
        heading = course
    return total


def turning_in_reverse(heading: int, path: Path) -> int:
    """The same for a body that drives backward the whole way."""
    return turning(heading + HALF_TURN, path)


# --- terrain ----------------------------------------------------------------------------------------


def runs_through(path: Path, ring: Ring) -> bool:
    """Whether the centre line of a move lies in an area over a positive length; its border is not enough."""
    return any(stretches_inside(start, end, ring) for start, end in legs(path))


class Check(NamedTuple):
    """A place on a move where interrupts are looked for; points are rounded to whole units."""

    leg: int
    point: Point
    why: Literal["end", "border", "step"]


def checks(path: Path, rings: Iterable[Ring], step: int = CHECK_STEP) -> list[Check]:
    """Every leg's end, every crossing of an area's border and every half centimetre, in order of the move.

    Steps are counted from the start of each leg.  Places of one leg are ordered by their exact squared
    distance from its start; where several fall together, a leg's end goes before a border before a step.
    """
    areas = [ring for ring in rings if len(ring) > 2]
    found: list[Check] = []
    for number, (start, end) in enumerate(legs(path)):
        way = offset(start, end)
        whole = dot(way, way)
        places: list[tuple[Fraction, int, Check]] = [(Fraction(whole), 0, Check(number, end, "end"))]
        for ring in areas:
            for parameter in border_crossings(start, end, ring):
                point = point_on(start, end, parameter)
                places.append((parameter * parameter * whole, 1, Check(number, point, "border")))
        unit = unit_vector(way)
        for distance in range(step, isqrt(whole) + 1, step):
            point = Point(
                start[0] + divide_rounded(unit[0] * distance, SINE_SCALE),
                start[1] + divide_rounded(unit[1] * distance, SINE_SCALE),
            )
            places.append((Fraction(distance * distance), 2, Check(number, point, "step")))
        places.sort(key=lambda place: place[:2])
        found += [check for i, (at, _, check) in enumerate(places) if i == 0 or places[i - 1][0] != at]
    return found


def border_crossings(start: Point, end: Point, ring: Ring) -> list[Fraction]:
    """The parameters where a leg passes into or out of an area's interior, its own ends left out."""
    inside = stretches_inside(start, end, ring)
    return list(dict.fromkeys(at for stretch in inside for at in stretch if 0 < at < 1))


def point_on(start: Point, end: Point, parameter: Fraction) -> Point:
    """The point at a parameter of a leg, rounded to whole units."""
    top, bottom = parameter.numerator, parameter.denominator
    return Point(
        start[0] + divide_rounded((end[0] - start[0]) * top, bottom),
        start[1] + divide_rounded((end[1] - start[1]) * top, bottom),
    )


# --- collisions -------------------------------------------------------------------------------------


def first_contact(mover: Body, way: Point, obstacle: Body) -> Fraction | None:
    """The parameter of a straight slide at which a mover begins to overlap an obstacle, or None.

    The mover is a disc or a convex ring.  Touching, and sliding along an obstacle, is no contact.  Without
    radii the answer is the exact fraction; with them it is in general the root of a square and is rounded
    down to a multiple of 2**-20 of the slide, so that the mover is free at the answer.
    """
    if not is_convex(mover.ring):
        raise ValueError("only discs and convex outlines are moved along a path")
    if overlaps(mover, obstacle):
        return Fraction(0)
    reach = mover.radius + obstacle.radius
    contacts: list[Fraction] = []
    for side in edges(obstacle.ring):
        # All displacements of the mover at which its ring meets this side of the obstacle.
        meeting = convex_hull([offset(corner, end) for corner in mover.ring for end in side])
        contact = _first_inside(way, meeting) if reach == 0 else _first_near(way, meeting, reach)
        if contact is not None:
            contacts.append(contact)
    return min(contacts, default=None)


def _first_inside(way: Point, ring: Ring) -> Fraction | None:
    stretches = stretches_inside(Point(0, 0), way, ring)
    return stretches[0][0] if stretches else None


def _first_near(way: Point, ring: Ring, reach: int) -> Fraction | None:
    """The last multiple of 2**-20 of the way before it comes nearer than `reach` to the ring."""
    scale = 1 << CONTACT_BITS
    large = tuple(Point(x * scale, y * scale) for x, y in ring)
    limit = (reach * scale) ** 2

    def comes_near(steps: int) -> bool:
        top, bottom = square_between(large, (Point(0, 0), Point(way[0] * steps, way[1] * steps)))
        return top < limit * bottom

    if not comes_near(scale):
        return None
    free, near = 0, scale
    while near - free > 1:
        middle = (free + near) // 2
        free, near = (free, middle) if comes_near(middle) else (middle, near)
    return Fraction(free, scale)


class Collision(NamedTuple):
    """The first obstacle on a path: which leg, where on it, and the last free place before it."""

    leg: int
    parameter: Fraction
    obstacle: str
    halt: Point


def first_collision(path: Path, poses: Sequence[Body], obstacles: Mapping[str, Body]) -> Collision | None:
    """The first obstacle that a body overlaps on its path; of several at once, the first by name.

    `poses` holds the body as it stands at the start of each leg, after pivoting into it.
    """
    for number, ((start, end), pose) in enumerate(zip(legs(path), poses, strict=True)):
        way = offset(start, end)
        hits = [
            (contact, name)
            for name, obstacle in obstacles.items()
            if (contact := first_contact(pose, way, obstacle)) is not None
        ]
        if hits:
            contact, name = min(hits)
            halt = _last_free_point((start, end), contact, pose, list(obstacles.values()))
            return Collision(number, contact, name, halt)
    return None


def _last_free_point(
    leg: tuple[Point, Point], contact: Fraction, pose: Body, obstacles: Sequence[Body]
) -> Point:
    """The whole-unit place at or shortly before a contact where the body overlaps nothing."""
    start, end = leg
    way = offset(start, end)
    back = Fraction(1, isqrt(dot(way, way)) + 1)
    while contact > 0:
        place = point_on(start, end, contact)
        body = pose.moved(offset(start, place))
        if not any(overlaps(body, obstacle) for obstacle in obstacles):
            return place
        contact -= back
    return start
