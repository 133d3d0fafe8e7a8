"""Slow and simple geometry in fractions, independent of the code under test."""

from fractions import Fraction
from itertools import pairwise, permutations, product

from hypothesis import assume
from hypothesis import strategies as st

from planspiel.boards.plane.units import Point

Place = tuple[Fraction, Fraction]
Outline = tuple[Point, ...]


def sides(ring: Outline) -> list[tuple[Point, Point]]:
    return [(ring[i], ring[(i + 1) % len(ring)]) for i in range(len(ring))]


def square_to(point: Place, start: Place, end: Place) -> Fraction:
    """Squared distance from a point to a segment by clamping the foot of the perpendicular."""
    ex, ey = end[0] - start[0], end[1] - start[1]
    wx, wy = point[0] - start[0], point[1] - start[1]
    length = Fraction(ex * ex + ey * ey)
    foot = min(max((wx * ex + wy * ey) / length, Fraction(0)), Fraction(1)) if length else Fraction(0)
    return Fraction((wx - foot * ex) ** 2 + (wy - foot * ey) ** 2)


def is_on_border(point: Place, ring: Outline) -> bool:
    return any(square_to(point, a, b) == 0 for a, b in sides(ring))  # type: ignore[arg-type]


def is_strictly_inside(point: Place, ring: Outline) -> bool:
    """Count the sides that a steep ray meets; its slope is too odd to meet a corner of a small grid."""
    if is_on_border(point, ring):
        return False
    slope = Fraction(1, 1_000_003)
    hits = 0
    for (ax, ay), (bx, by) in sides(ring):
        over_a = ay - point[1] - slope * (ax - point[0])
        over_b = by - point[1] - slope * (bx - point[0])
        assert over_a != 0
        assert over_b != 0
        if (over_a > 0) != (over_b > 0):
            x = ax + (bx - ax) * over_a / (over_a - over_b)
            hits += x > point[0]
    return hits % 2 == 1


def meeting_parameters(a: Place, b: Place, c: Place, d: Place) -> list[Fraction]:
    """Parameters on ab of its meeting with the closed segment cd: none, one, or two ends of a common part."""
    dx, dy, ex, ey = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    fx, fy = c[0] - a[0], c[1] - a[1]
    bottom = dx * ey - dy * ex
    if bottom:
        t, u = Fraction(fx * ey - fy * ex, bottom), Fraction(fx * dy - fy * dx, bottom)
        return [t] if 0 <= t <= 1 and 0 <= u <= 1 else []
    ends = [p for p in (c, d) if square_to(p, a, b) == 0]
    long = dx * dx + dy * dy
    if not long:
        return [Fraction(0)] if square_to(a, c, d) == 0 else []
    found = [Fraction((p[0] - a[0]) * dx + (p[1] - a[1]) * dy, long) for p in ends]
    found += [Fraction(k) for k, p in enumerate((a, b)) if square_to(p, c, d) == 0]
    return found


def is_outline_simple(ring: Outline) -> bool:
    """Sides meet in common corners alone."""
    all_sides = sides(ring)
    for i, (a, b) in enumerate(all_sides):
        if a == b:
            return False
        for j, (c, d) in enumerate(all_sides):
            if i == j:
                continue
            shared = {p for p in (a, b) if p in (c, d)}
            meetings = meeting_parameters(a, b, c, d)  # type: ignore[arg-type]
            if len(set(meetings)) > len(shared):
                return False
            is_neighbour = (i - j) % len(ring) in (1, len(ring) - 1)
            if shared and not is_neighbour:
                return False
    return True


def do_interiors_meet(one: Outline, other: Outline) -> bool:
    """Cut the plane in upright strips between all corners and crossings; compare the strips' middles."""
    cuts = {Fraction(p[0]) for ring in (one, other) for p in ring}
    for (a, b), (c, d) in product(sides(one), sides(other)):
        cuts |= {a[0] + t * (b[0] - a[0]) for t in meeting_parameters(a, b, c, d)}  # type: ignore[arg-type]
    ordered = sorted(cuts)
    for left, right in pairwise(ordered):
        x = (left + right) / 2
        for a0, a1 in _upright_parts(x, one):
            if any(max(a0, b0) < min(a1, b1) for b0, b1 in _upright_parts(x, other)):
                return True
    return False


def _upright_parts(x: Fraction, ring: Outline) -> list[tuple[Fraction, Fraction]]:
    heights = sorted(
        a[1] + (b[1] - a[1]) * (x - a[0]) / (b[0] - a[0]) for a, b in sides(ring) if (a[0] > x) != (b[0] > x)
    )
    return list(zip(heights[::2], heights[1::2], strict=True))


@st.composite
def outlines(draw: st.DrawFn, low: int = 0, high: int = 12, most: int = 6) -> Outline:
    """Simple outlines on a small grid, often concave, counter-clockwise."""
    point = st.builds(Point, st.integers(low, high), st.integers(low, high))
    corners = draw(st.lists(point, min_size=3, max_size=most, unique=True))
    first, *rest = corners
    for order in permutations(rest):
        ring = (first, *order)
        area = sum(a[0] * b[1] - a[1] * b[0] for a, b in sides(ring))
        if area > 0 and is_outline_simple(ring):
            return ring
    assume(False)
    raise AssertionError
