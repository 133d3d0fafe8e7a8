"""Rings, bodies and distances of the open table, against slow fractions."""

from decimal import Decimal, getcontext
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.boards.plane_reference import (
    Outline,
    do_interiors_meet,
    is_on_border,
    is_outline_simple,
    is_strictly_inside,
    meeting_parameters,
    outlines,
    sides,
    square_to,
)

from planspiel.boards.plane import (
    Body,
    Gap,
    Point,
    disc,
    gap,
    oval,
    overlaps,
    polygon,
    rectangle,
    segment,
    touches,
    within,
)
from planspiel.boards.plane.rings import (
    BORDER,
    INSIDE,
    OUTSIDE,
    convex_hull,
    is_convex,
    is_simple,
    place_in,
    segments_meet,
    square_between,
    twice_area,
)

small = st.builds(Point, st.integers(0, 12), st.integers(0, 12))
few = settings(deadline=None, max_examples=80)

#   6 +-----+
#     |     |
#   3 |     +-----+
#     |           |
#   0 +-----------+
#     0     3     6
ELL = polygon([Point(0, 0), Point(6, 0), Point(6, 3), Point(3, 3), Point(3, 6), Point(0, 6)])


def as_fractions(point: Point) -> tuple[Fraction, Fraction]:
    return Fraction(point.x), Fraction(point.y)


@pytest.mark.parametrize(
    ("point", "place"),
    [
        ((1, 5), INSIDE),
        ((5, 5), OUTSIDE),
        ((3, 4), BORDER),
        ((3, 3), BORDER),
        ((2, 3), INSIDE),
        ((7, 0), OUTSIDE),
    ],
)
def test_places_in_an_ell(point: tuple[int, int], place: int) -> None:
    assert place_in(Point(*point), ELL.ring) == place


@few
@given(outlines(), small)
def test_a_place_in_an_outline_agrees_with_fractions(ring: Outline, point: Point) -> None:
    there = as_fractions(point)
    expected = BORDER if is_on_border(there, ring) else INSIDE if is_strictly_inside(there, ring) else OUTSIDE
    assert place_in(point, ring) == expected


@few
@given(small, small, small, small)
def test_segments_meet_as_in_fractions(a: Point, b: Point, c: Point, d: Point) -> None:
    expected = meeting_parameters(as_fractions(a), as_fractions(b), as_fractions(c), as_fractions(d))
    assert segments_meet(a, b, c, d) == bool(expected)


@few
@given(st.lists(small, min_size=3, max_size=5, unique=True))
def test_an_outline_is_simple_if_its_sides_meet_in_corners_alone(corners: list[Point]) -> None:
    assert is_simple(tuple(corners)) == is_outline_simple(tuple(corners))


def expected_square(one: Outline, other: Outline) -> Fraction:
    if any(meeting_parameters(*map(as_fractions, (*s, *t))) for s, t in product(sides(one), sides(other))):
        return Fraction(0)
    if is_strictly_inside(as_fractions(one[0]), other) or is_strictly_inside(as_fractions(other[0]), one):
        return Fraction(0)
    pairs = [(p, s) for ring, rest in ((one, other), (other, one)) for p in ring for s in sides(rest)]
    return min(square_to(as_fractions(p), as_fractions(a), as_fractions(b)) for p, (a, b) in pairs)


@few
@given(outlines(most=5), outlines(low=5, high=20, most=5))
def test_the_distance_of_two_outlines_agrees_with_fractions(one: Outline, other: Outline) -> None:
    assert Fraction(*square_between(one, other)) == expected_square(one, other)


@few
@given(outlines(high=8, most=5), outlines(high=8, most=5))
def test_interiors_overlap_as_in_upright_strips(one: Outline, other: Outline) -> None:
    assert overlaps(Body(one), Body(other)) == do_interiors_meet(one, other)


def test_equal_bodies_overlap_and_neighbours_only_touch() -> None:
    here, there = rectangle(Point(0, 0), 400, 200, 0), rectangle(Point(400, 0), 400, 200, 0)
    assert overlaps(here, here)
    assert touches(here, there)
    assert not overlaps(here, there)


def test_within_includes_the_limit() -> None:
    assert within(disc(Point(0, 0), 50), disc(Point(300, 400), 50), 400)
    assert not within(disc(Point(0, 0), 50), disc(Point(300, 400), 50), 399)
    assert not within(disc(Point(0, 0), 50), disc(Point(0, 0), 50), -1)


def test_a_disc_is_measured_to_the_slanted_side_of_a_triangle() -> None:
    # The line 3x + 4y = 1200 passes the origin at 240.
    triangle = polygon([Point(400, 0), Point(400, 300), Point(0, 300)])
    assert gap(disc(Point(0, 0), 40), triangle) == Gap(Fraction(240 * 240), 40)
    assert within(disc(Point(0, 0), 40), triangle, 200)
    assert not within(disc(Point(0, 0), 40), triangle, 199)


def test_a_zone_grows_around_a_template() -> None:
    flame = oval(Point(0, 0), 1000, 400, 0).grown(600)
    assert flame.contains(Point(1100, 0))
    assert not flame.contains(Point(1101, 0))
    assert flame.contains(Point(0, -800))
    assert not flame.contains(Point(0, -801))


@few
@given(*[st.builds(Gap, st.fractions(0, 400, max_denominator=9), st.integers(0, 12)) for _ in range(2)])
def test_gaps_compare_as_their_decimal_values(one: Gap, other: Gap) -> None:
    getcontext().prec = 60

    def value(of: Gap) -> Decimal:
        root = (Decimal(of.square.numerator) / Decimal(of.square.denominator)).sqrt()
        return max(root - of.radii, Decimal(0))

    difference = value(one) - value(other)
    expected = 0 if abs(difference) < Decimal(10) ** -40 else 1 if difference > 0 else -1
    assert one.compare(other) == expected == -other.compare(one)
    assert abs(one.rounded() - value(one)) <= Decimal("0.5")


def test_a_rectangle_lies_along_its_heading() -> None:
    assert rectangle(Point(10, 20), 800, 300, 0).ring == ((410, 170), (-390, 170), (-390, -130), (410, -130))
    assert set(rectangle(Point(0, 0), 801, 301, 900).ring) == {
        (-151, 401),
        (-151, -401),
        (151, -401),
        (151, 401),
    }


@few
@given(small, st.integers(1, 900), st.integers(1, 900), st.integers(0, 3599))
def test_a_rectangle_is_symmetric_counter_clockwise_and_turns_with_its_heading(
    centre: Point, length: int, width: int, heading: int
) -> None:
    ring = rectangle(centre, length, width, heading).ring
    assert all(a[k] + c[k] == 2 * centre[k] for a, c in zip(ring, ring[2:], strict=False) for k in (0, 1))
    assert twice_area(ring) >= 0
    about_origin = rectangle(Point(0, 0), length, width, heading).ring
    turned = rectangle(Point(0, 0), length, width, heading + 900).ring
    assert turned == tuple((-y, x) for x, y in about_origin)


@pytest.mark.parametrize(("length", "width"), [(1000, 400), (2000, 800)])
@pytest.mark.parametrize("heading", [0, 333, 450, 2711])
def test_an_oval_stays_within_a_tenth_of_a_millimetre_of_its_ellipse(
    length: int, width: int, heading: int
) -> None:
    a, b = length / 2, width / 2
    ring = oval(Point(0, 0), length, width, heading).ring
    from math import cos, hypot, radians, sin

    angle = radians(heading / 10)
    middles = [((p[0] + q[0]) / 2, (p[1] + q[1]) / 2) for p, q in sides(ring)]
    for x, y in [*ring, *middles]:
        u, v = x * cos(angle) + y * sin(angle), y * cos(angle) - x * sin(angle)
        # First-order distance to the curve: level over gradient.
        level = (u / a) ** 2 + (v / b) ** 2 - 1
        assert abs(level / hypot(2 * u / a**2, 2 * v / b**2)) < 1.0


@few
@given(outlines(), outlines(), st.builds(Point, st.integers(-99, 99), st.integers(-99, 99)))
def test_distance_is_symmetric_and_survives_a_shift(one: Outline, other: Outline, by: Point) -> None:
    first, second = Body(one), Body(other, 3)
    assert gap(first, second) == gap(second, first) == gap(first.moved(by), second.moved(by))


@few
@given(outlines(), outlines())
def test_distance_and_overlap_survive_a_quarter_turn(one: Outline, other: Outline) -> None:
    turned = [Body(tuple(Point(-y, x) for x, y in ring)) for ring in (one, other)]
    assert gap(Body(one), Body(other)) == gap(*turned)
    assert overlaps(Body(one), Body(other)) == overlaps(*turned)


@few
@given(st.lists(small, min_size=3, max_size=9))
def test_a_hull_is_convex_and_holds_its_points(corners: list[Point]) -> None:
    hull = convex_hull(corners)
    assert is_convex(hull)
    assert all(place_in(point, hull) != OUTSIDE for point in corners)


def test_a_line_meets_a_body_it_touches() -> None:
    assert touches(segment(Point(-10, 50), Point(10, 50)), disc(Point(0, 0), 50))
    assert not touches(segment(Point(-10, 51), Point(10, 51)), disc(Point(0, 0), 50))


def test_a_polygon_is_turned_counter_clockwise() -> None:
    assert polygon([Point(0, 0), Point(0, 5), Point(5, 0)]).ring == ((5, 0), (0, 5), (0, 0))


@pytest.mark.parametrize(
    ("corners", "reason"),
    [
        ([(0, 0), (1, 1)], "three corners"),
        ([(0, 0), (4, 4), (4, 0), (0, 4)], "cross nor touch"),
        ([(0, 0), (2, 0), (4, 0)], "cross nor touch"),
    ],
)
def test_a_bad_outline_is_refused(corners: list[tuple[int, int]], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        polygon([Point(*corner) for corner in corners])
