"""Exact predicates on rings: closed chains of whole-number corners.

A ring of one point is that point, of two points the segment between them; three and more enclose an
area and run counter-clockwise.  Everything here is whole numbers and fractions; nothing is rounded.
"""

from collections.abc import Iterator
from fractions import Fraction

from planspiel.boards.plane.units import Point, cross, dot, offset

Ring = tuple[Point, ...]
Bounds = tuple[int, int, int, int]

OUTSIDE, BORDER, INSIDE = -1, 0, 1


def edges(ring: Ring) -> Iterator[tuple[Point, Point]]:
    """The sides of a ring; a point is a side of length zero, a segment has one side."""
    start = ring[-1]
    for end in ring if len(ring) != 2 else ring[:1]:
        yield start, end
        start = end


def twice_area(ring: Ring) -> int:
    """Twice the enclosed area; negative if the ring runs clockwise."""
    return sum(cross(start, end) for start, end in edges(ring))


def bounds(ring: Ring) -> Bounds:
    """Lowest x, lowest y, highest x, highest y."""
    xs, ys = [p[0] for p in ring], [p[1] for p in ring]
    return min(xs), min(ys), max(xs), max(ys)


def side_of(start: Point, end: Point, point: Point) -> int:
    """Positive if the point lies left of the line from start to end, zero on it."""
    return (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])


def is_on_segment(point: Point, start: Point, end: Point) -> bool:
    return side_of(start, end, point) == 0 and dot(offset(point, start), offset(point, end)) <= 0


def segments_meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two closed segments have a point in common; touching counts."""
    abc, abd = side_of(a, b, c), side_of(a, b, d)
    cda, cdb = side_of(c, d, a), side_of(c, d, b)
    if ((abc > 0) != (abd > 0) and abc and abd) and ((cda > 0) != (cdb > 0) and cda and cdb):
        return True
    return (
        is_on_segment(c, a, b) or is_on_segment(d, a, b) or is_on_segment(a, c, d) or is_on_segment(b, c, d)
    )


def place_in(point: Point, ring: Ring) -> int:
    """INSIDE, BORDER or OUTSIDE; a point or segment has a border alone."""
    x, y = point
    is_inside = False
    for start, end in edges(ring):
        if is_on_segment(point, start, end):
            return BORDER
        if (start[1] > y) != (end[1] > y):
            side = side_of(start, end, Point(x, y))
            if (side > 0) == (end[1] > start[1]):
                is_inside = not is_inside
    return INSIDE if is_inside and len(ring) > 2 else OUTSIDE


def is_simple(ring: Ring) -> bool:
    """Whether a ring of three and more corners neither crosses nor touches itself."""
    sides = list(edges(ring))
    count = len(sides)
    for i, (a, b) in enumerate(sides):
        if a == b:
            return False
        for j in range(i + 1, count):
            c, d = sides[j]
            if j == i + 1 or (i == 0 and j == count - 1):
                joint, one, other = (b, a, d) if j == i + 1 else (a, b, c)
                if side_of(one, joint, other) == 0 and dot(offset(joint, one), offset(joint, other)) > 0:
                    return False
            elif segments_meet(a, b, c, d):
                return False
    return True


def is_convex(ring: Ring) -> bool:
    """Whether a ring turns left or goes straight at every corner; points and segments are convex."""
    count = len(ring)
    return count < 3 or all(
        side_of(ring[i], ring[(i + 1) % count], ring[(i + 2) % count]) >= 0 for i in range(count)
    )


def convex_hull(points: list[Point]) -> Ring:
    """The smallest convex ring around some points, without corners on straight sides."""
    ordered = sorted(dict.fromkeys(points))
    if len(ordered) <= 2:
        return tuple(ordered)

    def chain(run: list[Point]) -> list[Point]:
        kept: list[Point] = []
        for point in run:
            while len(kept) >= 2 and side_of(kept[-2], kept[-1], point) <= 0:
                kept.pop()
            kept.append(point)
        return kept[:-1]

    return tuple(chain(ordered) + chain(ordered[::-1]))


def square_to_segment(point: Point, start: Point, end: Point) -> tuple[int, int]:
    """The squared distance from a point to a segment as numerator and positive denominator."""
    side, arm = offset(start, end), offset(start, point)
    along, length_squared = dot(side, arm), dot(side, side)
    if along <= 0:
        return dot(arm, arm), 1
    if along >= length_squared:
        rest = offset(end, point)
        return dot(rest, rest), 1
    return cross(side, arm) ** 2, length_squared


def rings_meet(one: Ring, other: Ring) -> bool:
    """Whether two filled rings have a point in common; touching counts."""
    left, low, right, high = bounds(one)
    other_left, other_low, other_right, other_high = bounds(other)
    if left > other_right or other_left > right or low > other_high or other_low > high:
        return False
    if place_in(one[0], other) != OUTSIDE or place_in(other[0], one) != OUTSIDE:
        return True
    return any(segments_meet(a, b, c, d) for a, b in edges(one) for c, d in edges(other))


def square_between(one: Ring, other: Ring) -> tuple[int, int]:
    """The squared distance between two filled rings as numerator and positive denominator."""
    if len(one) == 1 and len(other) == 1:
        apart = offset(one[0], other[0])
        return dot(apart, apart), 1
    if rings_meet(one, other):
        return 0, 1
    best_top, best_bottom = -1, 1
    for corners, sides in ((one, list(edges(other))), (other, list(edges(one)))):
        for corner in corners:
            for start, end in sides:
                top, bottom = square_to_segment(corner, start, end)
                if best_top < 0 or top * best_bottom < best_top * bottom:
                    best_top, best_bottom = top, bottom
    return best_top, best_bottom


def crossings(start: Point, end: Point, ring: Ring) -> list[tuple[Fraction, int]]:
    """Where the line through a segment crosses a ring's sides: parameter and change of depth, in order.

    The line is counted twice, moved to the left and to the right by less than anything, so that a corner
    on the line is never undecided.  A depth of two means that both copies are inside, hence the line itself.
    """
    way = offset(start, end)
    found: list[tuple[Fraction, int]] = []
    for a, b in edges(ring):
        arm = offset(start, a)
        left_of_a, left_of_b = cross(way, arm), cross(way, offset(start, b))
        copies = ((left_of_a > 0) != (left_of_b > 0)) + ((left_of_a >= 0) != (left_of_b >= 0))
        if copies:
            slope = left_of_b - left_of_a
            found.append((Fraction(cross(arm, offset(a, b)), slope), copies if slope < 0 else -copies))
    found.sort()
    return found


def stretches_inside(start: Point, end: Point, ring: Ring) -> list[tuple[Fraction, Fraction]]:
    """The parts of a segment in the open interior of a ring, as parameters from 0 (start) to 1 (end).

    A segment that only runs along the border or touches a corner has no such part.
    """
    stretches: list[tuple[Fraction, Fraction]] = []
    depth, since = 0, Fraction(0)
    for parameter, change in crossings(start, end, ring) if len(ring) > 2 else []:
        here = min(max(parameter, Fraction(0)), Fraction(1))
        if depth == 2 and here > since:
            stretches.append((since, here))
        depth, since = depth + change, here
    return stretches


def interiors_meet(one: Ring, other: Ring) -> bool:
    """Whether the open interiors of two rings overlap; touching does not count."""
    if len(one) < 3 or len(other) < 3 or not rings_meet(one, other):
        return False
    for first, second in ((one, other), (other, one)):
        if any(stretches_inside(a, b, second) for a, b in edges(first)):
            return True
    # Neither border enters the other's interior: the interiors are apart or the same.
    return _true_corners(one) == _true_corners(other)


def _true_corners(ring: Ring) -> list[Point]:
    count = len(ring)
    return sorted(ring[i] for i in range(count) if side_of(ring[i - 1], ring[i], ring[(i + 1) % count]) != 0)
