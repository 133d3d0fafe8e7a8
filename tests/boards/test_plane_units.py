"""Units, headings and the sine table of the open table."""

import math
from decimal import Decimal, getcontext
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planspiel.boards.plane.units import (
    SINE_SCALE,
    TURN,
    Point,
    cosine,
    direction,
    divide_rounded,
    dot,
    heading_of,
    offset,
    polar,
    rotated,
    sine,
    toward,
    turn_between,
    unit_vector,
)

PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899")
coordinates = st.integers(-40_000, 40_000)
points = st.builds(Point, coordinates, coordinates)
few = settings(deadline=None, max_examples=100)


def exact_sine(tenths: int) -> Decimal:
    """The sine series in 60 decimal digits, on the angle itself and not on a reduced one."""
    getcontext().prec = 60
    x = PI * tenths / 1800
    term, total, n = x, x, 1
    while abs(term) > Decimal(10) ** -50:
        n += 2
        term *= -x * x / (n * (n - 1))
        total += term
    return total


def test_every_entry_of_the_sine_table_is_correctly_rounded() -> None:
    for tenths in range(TURN):
        error = abs(exact_sine(tenths) * SINE_SCALE - sine(tenths))
        assert error < Decimal("0.4999999999"), f"the sine of {tenths} tenths of a degree"


def test_sines_repeat_after_a_turn_and_cosines_lead_by_a_quarter() -> None:
    assert sine(-300) == sine(3300) == -SINE_SCALE // 2
    assert all(cosine(angle) == sine(angle + 900) for angle in range(-3600, 3600))


def test_a_diagonal_heading_has_equal_coordinates() -> None:
    assert [direction(h)[0] for h in (450, 3150)] == [direction(450)[1], -direction(3150)[1]]


@pytest.mark.parametrize(
    ("top", "bottom", "nearest"), [(5, 2, 3), (-5, 2, -3), (4, 3, 1), (-4, 3, -1), (0, 7, 0)]
)
def test_halves_are_rounded_away_from_zero(top: int, bottom: int, nearest: int) -> None:
    assert divide_rounded(top, bottom) == nearest


def test_every_heading_is_the_heading_of_its_direction() -> None:
    assert all(heading_of(direction(h)) == h for h in range(TURN))


@few
@given(points.filter(lambda p: p != (0, 0)))
def test_a_heading_is_the_nearest_tenth_of_a_degree(vector: Point) -> None:
    angle = math.atan2(vector.y, vector.x) * 1800 / math.pi
    apart = abs((heading_of(vector) - angle + 1800) % 3600 - 1800)
    assert apart <= 0.5 + 1e-6


@few
@given(points.filter(lambda p: p != (0, 0)))
def test_a_quarter_turn_of_a_vector_turns_its_heading(vector: Point) -> None:
    assert heading_of(Point(-vector.y, vector.x)) == (heading_of(vector) + 900) % TURN


@few
@given(points, st.integers(0, 3599), st.integers(0, 3))
def test_rounding_commutes_with_quarter_turns(vector: Point, angle: int, quarters: int) -> None:
    turned = vector
    for _ in range(quarters):
        turned = Point(-turned.y, turned.x)
    expected = rotated(vector, angle)
    for _ in range(quarters):
        expected = Point(-expected.y, expected.x)
    assert rotated(turned, angle) == rotated(vector, angle + 900 * quarters) == expected


@few
@given(points.filter(lambda p: p != (0, 0)))
def test_a_unit_vector_is_correctly_rounded(vector: Point) -> None:
    square = dot(vector, vector)
    for coordinate, rounded in zip(vector, unit_vector(vector), strict=True):
        doubled = Fraction((2 * SINE_SCALE * coordinate) ** 2, square)
        assert (2 * abs(rounded) - 1) ** 2 <= doubled or rounded == 0
        assert doubled <= (2 * abs(rounded) + 1) ** 2
        assert rounded * coordinate >= 0


@few
@given(points, points, st.integers(0, 50_000))
def test_going_toward_a_goal_is_never_farther_than_asked_and_hardly_less(
    start: Point, goal: Point, distance: int
) -> None:
    arrived = offset(start, toward(start, goal, distance))
    whole = offset(start, goal)
    asked = min(distance * distance, dot(whole, whole))
    assert dot(arrived, arrived) <= asked
    assert math.isqrt(asked) - math.isqrt(dot(arrived, arrived)) <= 2


def test_a_point_is_found_by_heading_and_distance() -> None:
    assert polar(Point(100, 100), 600, 1000) == (600, 966)
    assert polar(Point(0, 0), 2700, 350) == (0, -350)


def test_a_turn_goes_the_short_way() -> None:
    assert (turn_between(100, 3500), turn_between(0, 1800), turn_between(900, 900)) == (200, 1800, 0)


def test_no_direction_without_length() -> None:
    with pytest.raises(ValueError, match="length zero"):
        heading_of(Point(0, 0))
    with pytest.raises(ValueError, match="length zero"):
        unit_vector(Point(0, 0))
