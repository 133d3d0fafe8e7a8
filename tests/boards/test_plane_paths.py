"""Moves over the open table: lengths, turns, terrain, check points and collisions."""

from decimal import Decimal, getcontext
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.boards.plane_reference import Outline, is_strictly_inside, meeting_parameters, outlines, sides

from planspiel.boards.plane import (
    Body,
    Check,
    Point,
    checks,
    disc,
    first_collision,
    first_contact,
    is_path_within,
    length_rounded_up,
    overlaps,
    polygon,
    rectangle,
    runs_through,
    turning,
    turning_in_reverse,
)
from planspiel.boards.plane.rings import stretches_inside

few = settings(deadline=None, max_examples=80)
small = st.builds(Point, st.integers(0, 12), st.integers(0, 12))
large = st.builds(Point, st.integers(0, 40_000), st.integers(0, 40_000))
ORIGIN = Point(0, 0)


# --- length and turning -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "length"),
    [
        ([(0, 0), (300, 400)], 500),
        ([(0, 0), (300, 400), (300, 400), (300, 0)], 900),
        ([(0, 0), (1, 1)], 2),
        ([(0, 0), (100, 100), (0, 0)], 283),
        ([(5, 5)], 0),
    ],
)
def test_a_length_is_the_sum_of_legs_rounded_up_once(path: list[tuple[int, int]], length: int) -> None:
    assert length_rounded_up([Point(*p) for p in path]) == length


def test_the_limit_of_a_move_counts_and_a_hair_more_does_not() -> None:
    assert is_path_within([ORIGIN, Point(300, 400), Point(600, 0)], 1000)
    assert not is_path_within([ORIGIN, Point(300, 400), Point(600, -1)], 1000)


@few
@given(st.lists(large, min_size=2, max_size=8))
def test_lengths_agree_with_sixty_digits(path: list[Point]) -> None:
    getcontext().prec = 60
    exact = sum((Decimal((b.x - a.x) ** 2 + (b.y - a.y) ** 2).sqrt() for a, b in pairwise(path)), Decimal(0))
    up = length_rounded_up(path)
    assert up - 1 < exact <= up


def test_a_length_a_hair_over_a_whole_number_is_not_taken_for_it() -> None:
    # root(35011**2 - 1) + root(34711**2 + 1) = 69722.00000012
    a_hair_over = [ORIGIN, Point(954, 34_998), Point(954 - 1, 34_998 - 34_711)]
    assert length_rounded_up(a_hair_over) == 69_723
    assert not is_path_within(a_hair_over, 69_722)


def test_pivots_add_up() -> None:
    square = [ORIGIN, Point(100, 0), Point(100, 100), Point(0, 100)]
    assert turning(0, square) == 1800
    assert turning(900, square) == 2700
    assert turning_in_reverse(1800, square[:2]) == 0
    assert turning_in_reverse(0, square[:2]) == 1800


# --- terrain ----------------------------------------------------------------------------------------


@few
@given(small, small, outlines())
def test_stretches_inside_are_exactly_the_inner_parts(start: Point, end: Point, ring: Outline) -> None:
    assume(start != end)
    a, b = (Fraction(start.x), Fraction(start.y)), (Fraction(end.x), Fraction(end.y))
    cuts = {Fraction(0), Fraction(1)}
    for c, d in sides(ring):
        cuts |= set(meeting_parameters(a, b, c, d))  # type: ignore[arg-type]
    stretches = stretches_inside(start, end, ring)
    for low, high in pairwise(sorted(cuts)):
        middle = (low + high) / 2
        point = (a[0] + middle * (b[0] - a[0]), a[1] + middle * (b[1] - a[1]))
        expected = is_strictly_inside(point, ring)
        assert any(s <= low and high <= e for s, e in stretches) == expected
    assert all(s in cuts and e in cuts and s < e for s, e in stretches)


#        0     400   600          1000
#    200 +------+-----+------------+
#        |      |road |            |
#   -200 +------+-----+------------+
ROAD = polygon([Point(400, -200), Point(600, -200), Point(600, 200), Point(400, 200)])


def test_a_road_must_be_run_along_not_touched() -> None:
    assert runs_through([ORIGIN, Point(401, 0)], ROAD.ring)
    assert not runs_through([ORIGIN, Point(400, 0)], ROAD.ring)
    assert not runs_through([Point(0, 200), Point(1000, 200)], ROAD.ring)
    assert not runs_through([Point(200, 0), Point(600, 400)], ROAD.ring)


def test_check_points_come_in_the_order_of_the_move() -> None:
    found = checks(
        [ORIGIN, Point(130, 0), Point(130, 60)],
        [polygon([Point(75, -5), Point(100, -5), Point(100, 5), Point(75, 5)]).ring],
    )
    assert found == [
        Check(0, Point(50, 0), "step"),
        Check(0, Point(75, 0), "border"),
        Check(0, Point(100, 0), "border"),
        Check(0, Point(130, 0), "end"),
        Check(1, Point(130, 50), "step"),
        Check(1, Point(130, 60), "end"),
    ]


def test_a_step_on_the_end_of_a_leg_is_the_end() -> None:
    assert [check.why for check in checks([ORIGIN, Point(60, 80)], [])] == ["step", "end"]


@few
@given(
    st.lists(large, min_size=2, max_size=4, unique=True), st.lists(outlines(high=40_000, most=4), max_size=2)
)
def test_check_points_are_never_farther_apart_than_half_a_centimetre(
    path: list[Point], rings: list[Outline]
) -> None:
    path = [Point(p.x // 40, p.y // 40) for p in path]
    assume(all(a != b for a, b in pairwise(path)))
    places = [
        path[0],
        *(
            check.point
            for check in checks(path, [tuple(Point(x // 40, y // 40) for x, y in r) for r in rings])
        ),
    ]
    assert places[-1] == path[-1]
    assert all((a.x - b.x) ** 2 + (a.y - b.y) ** 2 <= 52**2 for a, b in pairwise(places))


# --- collisions -------------------------------------------------------------------------------------


def test_a_disc_stops_before_a_wall_and_slides_along_it() -> None:
    wall = polygon([Point(500, -300), Point(520, -300), Point(520, 300), Point(500, 300)])
    assert first_contact(disc(ORIGIN, 100), Point(800, 0), wall) == Fraction(1, 2)
    assert first_contact(disc(Point(400, 0), 100), Point(0, 900), wall) is None
    assert first_contact(disc(Point(400, 0), 100), Point(1, 900), wall) == 0
    assert first_contact(disc(ORIGIN, 100), Point(400, 0), wall) is None


def test_a_hull_stops_exactly_before_a_hull_of_the_same_width() -> None:
    tank, wreck = rectangle(ORIGIN, 800, 400, 0), rectangle(Point(1700, 0), 800, 400, 0)
    assert first_contact(tank, Point(1200, 0), wreck) == Fraction(3, 4)
    assert first_contact(tank, Point(900, 0), wreck) is None
    assert first_contact(tank, Point(0, 900), wreck) is None


def test_a_mover_on_top_of_an_obstacle_is_in_contact_at_once() -> None:
    assert first_contact(disc(ORIGIN, 50), Point(500, 0), rectangle(ORIGIN, 900, 900, 0)) == 0


def scaled(body: Body, factor: int, by: Point = ORIGIN) -> Body:
    return Body(
        tuple(Point(x * factor + by.x, y * factor + by.y) for x, y in body.ring), body.radius * factor
    )


bodies = st.one_of(st.builds(disc, small, st.integers(1, 3)), outlines(most=5).map(Body))
movers = st.one_of(
    st.builds(disc, small, st.integers(1, 3)),
    st.builds(rectangle, small, st.integers(2, 8), st.integers(2, 8), st.sampled_from([0, 450, 1234])),
)


@few
@given(movers, st.builds(Point, st.integers(-15, 15), st.integers(-15, 15)), bodies)
def test_a_mover_is_free_up_to_its_contact_and_not_after_it(mover: Body, way: Point, obstacle: Body) -> None:
    assume(way != ORIGIN)
    assume(not overlaps(mover, obstacle))
    contact = first_contact(mover, way, obstacle)
    end = Fraction(1) if contact is None else contact

    def is_free(parameter: Fraction) -> bool:
        factor = parameter.denominator
        by = Point(way.x * parameter.numerator, way.y * parameter.numerator)
        return not overlaps(scaled(mover, factor, by), scaled(obstacle, factor))

    assert all(is_free(end * k / 16) for k in range(17))
    if contact is not None:
        assert not is_free(contact + Fraction(1, 2**20))


def test_the_first_collision_of_a_path_names_the_obstacle_and_a_free_place() -> None:
    path = [ORIGIN, Point(1000, 0), Point(1000, 1000)]
    poses = [rectangle(ORIGIN, 400, 200, 0), rectangle(Point(1000, 0), 400, 200, 900)]
    obstacles = {"tree": disc(Point(1050, 700), 30), "aside": disc(Point(500, 400), 30)}
    hit = first_collision(path, poses, obstacles)
    assert hit is not None
    assert (hit.leg, hit.obstacle, hit.halt) == (1, "tree", Point(1000, 470))
    assert hit.parameter == Fraction(470 * 2**20 // 1000, 2**20)
    assert first_collision(path, poses, {"aside": obstacles["aside"]}) is None


def test_of_two_obstacles_at_once_the_first_name_is_told() -> None:
    both = {"b": disc(Point(500, 40), 30), "a": disc(Point(500, -40), 30)}
    hit = first_collision([ORIGIN, Point(1000, 0)], [disc(ORIGIN, 50)], both)
    assert hit is not None
    assert hit.obstacle == "a"
    assert not any(overlaps(disc(hit.halt, 50), body) for body in both.values())


def test_a_concave_mover_is_refused() -> None:
    arrow = polygon([Point(0, 0), Point(10, 5), Point(0, 10), Point(3, 5)])
    with pytest.raises(ValueError, match="convex"):
        first_contact(arrow, Point(1, 0), disc(Point(90, 90), 5))
