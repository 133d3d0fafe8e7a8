"""Boards of hexes: neighbours, distances, rings, lines, hexsides, facings and arcs.

Directions are the numbers 0 to 5, clockwise on the ground from the one named N or next after it;
``board.winds`` has their compass names. Facings that may also point at a corner use *points*, 0 to 11:
direction ``d`` is point ``2 * d``, the corner clockwise of it point ``2 * d + 1``.

A hexside is named by its two hexes, lower label first (``"0712|0713"``), and on the rim of the board by the
hex and the compass name of the side (``"0101|N"``).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

from planspiel.boards.grid import Grid
from planspiel.boards.hex_layout import Axial, Compass, Layout
from planspiel.boards.sight import Line, Step

Aspect = Literal["front", "flank", "rear"]


def hex_distance(a: Axial, b: Axial) -> int:
    """The number of steps from one hex to another: neighbours are 1 apart."""
    q, r = b[0] - a[0], b[1] - a[1]
    return max(abs(q), abs(r), abs(q + r))


def aspect(facing: int, direction: int) -> Aspect:
    """Which side of a unit a direction meets: the faced one, the one opposite, or one of the four others."""
    turn = (direction - facing) % 6
    return "front" if turn == 0 else "rear" if turn == 3 else "flank"


class HexBoard(Grid):
    """A set of hexes with their labels."""

    place = "hex"

    def __init__(self, layout: Layout, labels: Iterable[str]) -> None:
        super().__init__(labels, layout.axial, layout.directions)
        self.layout = layout
        self.winds: tuple[Compass, ...] = layout.winds

    axial = Grid.pair
    """The axial pair of a hex of this board."""

    def distance(self, a: str, b: str) -> int:
        """The number of hexes from ``a`` to ``b``, without ``a`` and with ``b``."""
        return hex_distance(self.axial(a), self.axial(b))

    def disc(self, centre: str, radius: int) -> tuple[str, ...]:
        """The hexes at most this far away, the centre included."""
        q, r = self.axial(centre)
        if 3 * radius * radius > len(self.labels):
            return tuple(label for label in self.labels if self.distance(centre, label) <= radius)
        found = (self._label.get((q + dq, r + dr)) for dq, dr in _disc_offsets(radius))
        return tuple(sorted(label for label in found if label is not None))

    # Hexsides

    def side(self, a: str, b: str) -> str:
        """The hexside two adjacent hexes share."""
        return self.side_toward(a, self.direction(a, b))

    def side_toward(self, label: str, direction: int) -> str:
        """The side of a hex in a direction, also on the rim of the board."""
        return self._side_toward(label, direction, self.winds[direction])

    def sides(self, label: str) -> tuple[str, ...]:
        """The six sides of a hex, clockwise."""
        return tuple(self.side_toward(label, direction) for direction in range(6))

    def hexes_at(self, side: str) -> tuple[str, ...]:
        """The two hexes a side belongs to, or the one if the side is on the rim. Takes canonical ids only."""
        first = side.partition("|")[0]
        if first in self and side in self.sides(first):
            return self._places_at(side)
        raise ValueError(
            f"{side!r} is no hexside of this board; write it like {self.sides(self.labels[0])[2]}"
        )

    # Lines

    def _draw_line(self, a: str, b: str) -> Line:
        (q, r), (end_q, end_r) = self.axial(a), self.axial(b)
        course = _course((end_q - q, end_r - r))
        on_board = self._label.get
        steps = []
        for offsets, along in course.steps:
            found = sorted([label for dq, dr in offsets if (label := on_board((q + dq, r + dr))) is not None])
            steps.append(Step(tuple(found), len(offsets) == 2, along))
        grazed = [label for dq, dr in course.grazed if (label := on_board((q + dq, r + dr))) is not None]
        return Line(a, b, tuple(steps), course.span, tuple(grazed))

    # Facings and arcs

    def bearing(self, a: str, b: str) -> int:
        """Where ``b`` lies seen from ``a``, exactly, in 24 parts of the circle.

        ``2 * point`` means precisely toward that point; odd numbers mean between two points, so 1 is between
        direction 0 and the corner clockwise of it.
        """
        (q, r), (end_q, end_r) = self.axial(a), self.axial(b)
        if a == b:
            raise ValueError(f"{a} has no bearing from itself")
        target = (end_q - q, end_r - r)
        points = self._points()
        winding = _cross(points[0], points[3])  # its sign says which way is clockwise in axial terms
        for point in range(12):
            start = _cross(points[point], target) * winding
            if start == 0 and _dot(points[point], target) > 0:
                return 2 * point
            if start > 0 and _cross(target, points[(point + 1) % 12]) * winding > 0:
                return 2 * point + 1
        raise AssertionError("the twelve points leave no gap")

    def _points(self) -> tuple[Axial, ...]:
        steps = self.layout.directions
        corners = [(steps[d][0] + steps[d - 5][0], steps[d][1] + steps[d - 5][1]) for d in range(6)]
        return tuple(point for pair in zip(steps, corners, strict=True) for point in pair)

    def directions_toward(self, a: str, b: str) -> tuple[int, ...]:
        """The side of ``a`` that looks at ``b``; both sides if ``b`` lies exactly behind a corner."""
        bearing = self.bearing(a, b)
        nearest = (bearing + 2) // 4 % 6
        return tuple(sorted(((nearest - 1) % 6, nearest))) if bearing % 4 == 2 else (nearest,)

    def is_in_arc(self, a: str, b: str, facing: int, reach: int) -> bool:
        """Whether ``b`` lies within ``reach`` points to either side of the point ``a`` faces, rays included.

        A point is 30 degrees: a direction with reach 1 is the wedge of one hexside, with reach 3 the half
        plane in front; a corner with reach 2 is the wedge of the two hexsides at it.
        """
        off = (self.bearing(a, b) - 2 * facing) % 24
        return min(off, 24 - off) <= 2 * reach

    def is_in_fan(self, a: str, b: str, facing: int) -> bool:
        """Whether ``b`` lies in the fan in front of ``a``: 1, 3, 5, 7 ... hexes at distance 1, 2, 3, 4 ...

        The fan begins with the hex across the faced side (direction ``facing``) and goes on from there in the
        faced direction and the two beside it.
        """
        (q, r), (end_q, end_r) = self.axial(a), self.axial(b)
        steps = self.layout.directions
        ahead, left, right = steps[facing], steps[(facing - 1) % 6], steps[(facing + 1) % 6]
        beyond = (end_q - q - ahead[0], end_r - r - ahead[1])
        turn = _cross(left, right)
        return _cross(beyond, right) * turn >= 0 and _cross(left, beyond) * turn >= 0

    def fan(self, label: str, facing: int, reach: int) -> tuple[str, ...]:
        """The hexes of the fan up to a distance."""
        near = self.disc(label, reach)
        return tuple(other for other in near if other != label and self.is_in_fan(label, other, facing))

    # Drawing

    def centre(self, label: str) -> tuple[float, float]:
        """Where to draw a hex: right and down on the sheet, neighbours 1 apart. Never for rules."""
        return self.layout.centre(self.axial(label))


@lru_cache(maxsize=128)
def _disc_offsets(radius: int) -> tuple[Axial, ...]:
    reach = range(-radius, radius + 1)
    return tuple((q, r) for q in reach for r in reach if abs(q + r) <= radius)


def _cross(a: Axial, b: Axial) -> int:
    """Positive on one side of ``a``, negative on the other, 0 along it."""
    return a[0] * b[1] - a[1] * b[0]


def _dot(a: Axial, b: Axial) -> int:
    """Twice the scalar product of two vectors in axial terms."""
    return 2 * a[0] * b[0] + a[0] * b[1] + a[1] * b[0] + 2 * a[1] * b[1]


class _Course:
    """What a line from (0, 0) to ``end`` passes; the same wherever the line begins.

    A hex reaches as far to either side of the line as its outermost corner. Three times the distance of its
    centre (as a cross product) against that reach therefore tells exactly whether the line crosses the hex,
    touches it or misses it. Hexes are passed in the order of their centres' projections on the line, because
    every point of a hex is nearer to its own centre than to any other.
    """

    __slots__ = ("grazed", "span", "steps")

    def __init__(self, end: Axial) -> None:
        q, r = end
        self.span = _dot(end, end)
        # Corners of a hex lie at thirds: (1,1), (-1,2), (-2,1) and their opposites, divided by 3.
        reaches = sorted(abs(_cross(end, corner)) for corner in ((1, 1), (-1, 2), (-2, 1)))
        runs_along_sides = reaches[1] == reaches[2]
        crossed: list[tuple[int, Axial]] = []
        touched: list[tuple[int, Axial]] = []
        for file, place in _box(q, r):
            off = 3 * abs(q * place - r * file)
            if off > reaches[2]:
                continue
            along = (2 * q + r) * file + (q + 2 * r) * place
            if 0 < along < self.span:
                (touched if off == reaches[2] else crossed).append((along, (file, place)))
        pairs: dict[int, list[Axial]] = {}
        for along, hex_ in crossed + (touched if runs_along_sides else []):
            pairs.setdefault(along, []).append(hex_)
        self.steps = tuple((tuple(hexes), along) for along, hexes in sorted(pairs.items()))
        self.grazed = () if runs_along_sides else tuple(hex_ for _, hex_ in sorted(touched))


def _box(q: int, r: int) -> Iterable[Axial]:
    """All hexes near the line from (0, 0) to (q, r)."""
    for file in range(min(q, 0) - 1, max(q, 0) + 2):
        for place in range(min(r, 0) - 1, max(r, 0) + 2):
            yield file, place


@lru_cache(maxsize=16_384)
def _course(end: Axial) -> _Course:
    return _Course(end)
