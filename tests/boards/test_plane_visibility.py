"""The visible fraction: hand-checked pictures, and every cell against slow fractions."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.boards.plane_reference import (
    Outline,
    Place,
    is_strictly_inside,
    meeting_parameters,
    outlines,
    sides,
)

from planspiel.boards.plane import (
    Opening,
    Part,
    Point,
    Prism,
    Scene,
    Spot,
    Target,
    Visibility,
    disc,
    polar,
    polygon,
    prism,
    rectangle,
    visible_fraction,
    visible_opening,
)
from planspiel.boards.plane.visibility import FINE, Grid, _in_order, hidden_cells, target_grid

few = settings(deadline=None, max_examples=30)


def infantry(x: int, y: int, ground: int = 0) -> Target:
    return Target(Point(x, y), (Part(disc(Point(x, y), 50), ground, ground + 200),))


def block(name: str, x0: int, x1: int, y0: int, y1: int, top: int, bottom: int = 0) -> Prism:
    return prism(name, polygon([Point(x0, y0), Point(x1, y0), Point(x1, y1), Point(x0, y1)]), bottom, top)


def seen(answer: Visibility) -> tuple[int, int]:
    return answer.visible, answer.used


EYE = Spot(1000, 1000, 180)
MAN = infantry(4000, 1000)


# --- pictures ---------------------------------------------------------------------------------------
#
#   1.8 eye o - - - - - - - _ _ _ _ _   _ 2.0
#                                     ||A|
#                          wall 1.0   ||#|
#   0.0 ______________________________||#|_
#       x = 10                      39.5 40


def test_a_man_just_behind_a_wall_of_one_centimetre_is_half_visible_from_thirty() -> None:
    wall = block("wall", 3930, 3950, 500, 1500, 100)
    answer = visible_fraction(EYE, MAN, Scene([wall]))
    assert answer == Visibility(200, 400, {"wall": 200}, ((200, 400),))
    hidden = hidden_cells(EYE, target_grid(EYE, MAN), Scene([wall]), ())
    assert hidden.tolist() == [[0b0000000000_1111111111] * 20]


def test_nothing_between_hides_nothing() -> None:
    assert visible_fraction(EYE, MAN, Scene([])) == Visibility(400, 400, {}, ((400, 400),))
    behind = [block("behind", 4200, 4300, 500, 1500, 900), block("back", 500, 900, 500, 1500, 900)]
    assert seen(visible_fraction(EYE, MAN, Scene(behind))) == (400, 400)


def test_a_corner_of_a_house_hides_the_columns_behind_it() -> None:
    # The house ends on the axis, halfway: ten of twenty columns are behind it, whatever the height.
    house = block("house", 2000, 2500, 1000, 1800, 600)
    assert visible_fraction(EYE, MAN, Scene([house])) == Visibility(200, 400, {"house": 200}, ((200, 400),))


def test_a_low_wall_near_the_shooter_hides_less_than_one_near_the_target() -> None:
    # Line over the wall's far edge, 5 cm from the eye: it falls 0.8 in 5, hence reaches the ground at 11.25.
    assert seen(visible_fraction(EYE, MAN, Scene([block("near", 1400, 1500, 500, 1500, 100)]))) == (400, 400)
    # 25 of 30 cm away the line over the edge meets the target at 1.8 - 0.8 * 30 / 25 = 0.84: rows 0 to 7.
    assert seen(visible_fraction(EYE, MAN, Scene([block("far", 3400, 3500, 500, 1500, 100)]))) == (240, 400)


def test_a_gap_under_a_bridge_is_seen_through() -> None:
    # Between heights 1.2 and 3.0 at 29 to 29.5 of 30: hidden rows lie above the line 1.8 - 0.6 * 30 / 29.
    beam = block("beam", 3900, 3950, 500, 1500, 300, bottom=120)
    answer = visible_fraction(EYE, MAN, Scene([beam]))
    # Row centres 0.05 .. 1.95; the first at or above 1.8 - 0.6 * 30 / 29 = 1.179 is row 12.
    assert seen(answer) == (240, 400)


def test_hidden_cells_are_told_per_name_and_not_added_twice() -> None:
    scene = Scene(
        [
            block("wall", 3930, 3950, 500, 1500, 100),
            block("tank", 2000, 2500, 1000, 1800, 100),
            block("tank", 2000, 2500, 1000, 1800, 300, bottom=100),
        ]
    )
    answer = visible_fraction(EYE, MAN, scene)
    assert answer == Visibility(100, 400, {"tank": 200, "wall": 200}, ((100, 400),))
    assert seen(visible_fraction(EYE, MAN, scene, ignoring=["tank"])) == (200, 400)
    assert seen(visible_fraction(EYE, MAN, scene, ignoring=["tank", "wall"])) == (400, 400)


def test_a_line_that_grazes_sees_past() -> None:
    level = Spot(1000, 1000, 195)  # level with the middle of the top row
    assert seen(visible_fraction(level, MAN, Scene([block("wall", 2000, 2100, 500, 1500, 195)]))) == (20, 400)
    assert seen(visible_fraction(level, MAN, Scene([block("wall", 2000, 2100, 500, 1500, 196)]))) == (0, 400)


def test_a_line_along_a_side_sees_past_and_one_through_two_halves_does_not() -> None:
    # A target 0.4 wide has columns 0.02 apart, at 0.01, 0.03 ... from the axis; one runs along y = 1001.
    eye, target = (
        Spot(1000, 1001, 100),
        Target(Point(3000, 1001), (Part(disc(Point(3000, 1001), 20), 0, 200),)),
    )
    grid = target_grid(eye, target)
    assert FINE * 1000 in grid.y.tolist()
    straight = Spot(1000, 1000, 100)
    side = block("side", 2000, 2100, 1000, 1100, 300)
    column = grid.y.tolist().index(FINE * 1000)
    assert hidden_cells(straight, grid, Scene([side]), ())[0, column] == 0
    # A dart whose notch touches the line from above, its body on both sides further on.
    dart = prism(
        "dart", polygon([Point(2000, 900), Point(2300, 900), Point(2300, 1100), Point(2100, 1000)]), 0, 300
    )
    assert hidden_cells(straight, grid, Scene([dart]), ())[0, column] == 2**20 - 1


def test_a_wood_hides_what_is_beyond_but_not_who_stands_in_it() -> None:
    outline = polygon([Point(2000, 500), Point(3000, 500), Point(3000, 1500), Point(2000, 1500)]).ring
    wood = Scene([Prism("wood", outline, 0, 600, see_out=True)])
    assert seen(visible_fraction(EYE, MAN, wood)) == (0, 400)
    assert seen(visible_fraction(EYE, infantry(2500, 1000), wood)) == (400, 400)
    assert seen(visible_fraction(Spot(2500, 1000, 180), MAN, wood)) == (400, 400)
    house = Scene([Prism("house", outline, 0, 600)])
    assert seen(visible_fraction(EYE, infantry(2500, 1000), house)) == (0, 400)


def test_a_tank_hull_down_shows_its_turret_alone() -> None:
    centre = Point(4000, 1000)
    tank = Target(
        centre,
        (Part(rectangle(centre, 800, 400, 900), 0, 200), Part(rectangle(centre, 300, 200, 900), 200, 400)),
    )
    wall = block("bank", 3700, 3790, 0, 2000, 200)
    open_answer = visible_fraction(EYE, tank, Scene([]))
    # Hull 8 wide and 2 high, turret 3 wide: bounding rectangle 8 x 4, columns 0.4 apart, rows 0.2.
    # Column centres at 0.2, 0.6, 1.0, 1.4 (in the turret), 1.8 ... to either side.
    assert open_answer == Visibility(280, 280, {}, ((200, 200), (80, 80)))
    hull_down = visible_fraction(EYE, tank, Scene([wall]))
    assert hull_down.parts == ((0, 200), (80, 80))
    assert seen(hull_down) == (80, 280)


def test_a_hull_is_projected_across_the_line_of_sight() -> None:
    centre = Point(4000, 1000)
    slanted = Target(centre, (Part(rectangle(centre, 800, 400, 450), 0, 200),))
    grid = target_grid(EYE, slanted)
    # (800 + 400) / root 2 = 848.5 wide; corners are rounded to 424.
    assert int(grid.y[-1] - grid.y[0]) == 848 * 38
    assert (grid.x == FINE * 4000).all()


# --- openings ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("quarter", range(4))
def test_a_window_is_seen_from_the_front_and_not_through_the_house(quarter: int) -> None:
    middle = Point(10_000, 10_000)
    house = Scene([prism("house", rectangle(middle, 1000, 1000, 0), 0, 600)])
    normal = 900 * quarter
    window = Opening(polar(middle, normal, 500), normal, 100, 100, 200)

    def looked_at_from(place: Point) -> tuple[int, int]:
        return seen(visible_opening(Spot(place.x, place.y, 180), window, house))

    assert looked_at_from(polar(middle, normal, 3000)) == (400, 400)
    assert looked_at_from(polar(middle, normal + 700, 3000)) == (400, 400)
    assert looked_at_from(polar(middle, normal + 900, 3000)) == (0, 400)
    assert looked_at_from(polar(middle, normal + 1800, 3000)) == (0, 400)


def test_a_window_in_a_slanted_wall_is_not_hidden_by_its_own_wall() -> None:
    middle = Point(10_000, 10_000)
    for heading in range(0, 3600, 137):
        house = Scene([prism("house", rectangle(middle, 1000, 800, heading), 0, 600)])
        window = Opening(polar(middle, heading, 500), heading, 200, 100, 200)
        place = polar(middle, heading + 300, 4000)
        assert seen(visible_opening(Spot(place.x, place.y, 180), window, house)) == (400, 400)


def test_a_wing_of_the_house_hides_its_window() -> None:
    ell = polygon(
        [Point(0, 0), Point(900, 0), Point(900, 900), Point(600, 900), Point(600, 300), Point(0, 300)]
    )
    window = Opening(Point(300, 300), 900, 100, 100, 200)
    scene = Scene([prism("house", ell, 0, 600)])
    assert seen(visible_opening(Spot(2000, 700, 180), window, scene)) == (0, 400)
    assert seen(visible_opening(Spot(300, 2000, 180), window, scene)) == (400, 400)


def test_a_man_at_a_window_looks_out_past_his_own_wall() -> None:
    house = Scene([block("house", 0, 1000, 0, 1000, 600)])
    window = Opening(Point(1000, 500), 0, 100, 100, 200)
    eye = Spot(*window.front, 180)
    assert seen(visible_fraction(eye, infantry(3000, 800), house)) == (400, 400)


# --- against fractions ------------------------------------------------------------------------------


def parts_inside(eye: Place, foot: Place, ring: Outline) -> list[tuple[Fraction, Fraction]]:
    """Cut a line in plan at all sides; keep the parts whose middle is strictly inside."""
    cuts = {Fraction(0), Fraction(1)}
    for c, d in sides(ring):
        cuts |= set(meeting_parameters(eye, foot, c, d))  # type: ignore[arg-type]

    def middle(low: Fraction, high: Fraction) -> Place:
        t = (low + high) / 2
        return eye[0] + t * (foot[0] - eye[0]), eye[1] + t * (foot[1] - eye[1])

    return [part for part in pairwise(sorted(cuts)) if is_strictly_inside(middle(*part), ring)]


def is_hidden(eye_z: int, cell_z: int, one: Prism, parts: list[tuple[Fraction, Fraction]]) -> bool:
    """Whether the segment is strictly between bottom and top somewhere on a part."""
    bottom, top, rise = FINE * one.bottom - eye_z, FINE * one.top - eye_z, cell_z - eye_z
    if rise == 0:
        return bottom < 0 < top and bool(parts)
    enters, leaves = sorted((Fraction(bottom, rise), Fraction(top, rise)))
    return any(max(low, enters) < min(high, leaves) for low, high in parts)


def cells_hidden(eye: Spot, grid: Grid, one: Prism) -> list[int]:
    ring = tuple(Point(FINE * x, FINE * y) for x, y in one.ring)
    here = (Fraction(FINE * eye.x), Fraction(FINE * eye.y))
    masks: list[int] = []
    for x, y in zip(grid.x, grid.y, strict=True):
        foot = (Fraction(int(x)), Fraction(int(y)))
        parts = parts_inside(here, foot, ring) if foot != here else []
        masks.append(sum(is_hidden(FINE * eye.z, int(z), one, parts) << row for row, z in enumerate(grid.z)))
    return masks


@st.composite
def prisms(draw: st.DrawFn, name: str) -> Prism:
    bottom = draw(st.integers(0, 4)) * 5
    return Prism(name, draw(outlines(low=0, high=16, most=5)), bottom, bottom + draw(st.integers(1, 5)) * 5)


@settings(deadline=None, max_examples=100)
@given(
    st.builds(Spot, st.integers(0, 16), st.integers(0, 16), st.integers(0, 25)),
    st.builds(Point, st.integers(0, 16), st.integers(0, 16)),
    st.sampled_from([4, 20]),
    prisms("a"),
)
def test_every_cell_agrees_with_fractions(eye: Spot, centre: Point, radius: int, one: Prism) -> None:
    # A tiny grid, so that lines through corners, along sides and level with tops are common.
    assume(eye.ground != centre)
    target = Target(centre, (Part(disc(centre, radius), 0, 20),))
    grid = target_grid(eye, target)
    assert hidden_cells(eye, grid, Scene([one]), ()).tolist() == [cells_hidden(eye, grid, one)]


@settings(deadline=None, max_examples=200)
@given(
    st.lists(
        st.tuples(st.integers(0, 2), st.integers(0, 5 * 10**12), st.integers(1, 5 * 10**12)).filter(
            lambda f: f[1] <= f[2]
        ),
        min_size=1,
        max_size=8,
    ),
    st.integers(1, 1000),
)
def test_fractions_are_sorted_exactly_even_when_forty_digits_agree(
    fractions: list[tuple[int, int, int]], factor: int
) -> None:
    close = [(g, t + 1, b + 1) for g, t, b in fractions] + [
        (g, t // factor, b // factor + 1) for g, t, b in fractions
    ]
    everything = [*fractions, *close, *fractions]
    group, top, bottom = (np.array(values, dtype=np.int64) for values in zip(*everything, strict=True))
    order, is_apart = _in_order(group, top, bottom)
    ordered = [(everything[i][0], Fraction(everything[i][1], everything[i][2])) for i in order]
    assert ordered == sorted(ordered)
    assert is_apart.tolist() == [a != b for a, b in pairwise(ordered)]


# --- symmetries -------------------------------------------------------------------------------------

spots = st.builds(Spot, st.integers(-3000, 3000), st.integers(-3000, 3000), st.integers(50, 600))
grounds = st.builds(Point, st.integers(-3000, 3000), st.integers(-3000, 3000))
things = st.lists(
    st.tuples(
        grounds, st.integers(100, 900), st.integers(20, 900), st.integers(0, 3599), st.integers(30, 500)
    ),
    max_size=8,
)
Thing = tuple[Point, int, int, int, int]
MIDDLE = Point(20_000, 20_000)


def shifted(point: Point, by: Point, quarters: int) -> Point:
    for _ in range(quarters):
        point = Point(-point.y, point.x)
    return Point(point.x + by.x, point.y + by.y)


def asked(eye: Spot, at: Point, clutter: list[Thing], by: Point = MIDDLE, quarters: int = 0) -> Visibility:
    """The answer in a scene turned by quarters about the origin and then shifted."""
    place, centre = shifted(eye.ground, by, quarters), shifted(at, by, quarters)
    bodies = [
        rectangle(shifted(c, by, quarters), length, width, h + 900 * quarters)
        for c, length, width, h, _ in clutter
    ]
    scene = Scene([prism(f"thing-{i}", body, 0, clutter[i][4]) for i, body in enumerate(bodies)])
    target = Target(
        centre,
        (Part(rectangle(centre, 800, 400, 333 + 900 * quarters), 0, 200), Part(disc(centre, 90), 200, 333)),
    )
    return visible_fraction(Spot(*place, eye.z), target, scene)


@few
@given(spots, grounds, things, st.integers(1, 3))
def test_a_scene_turned_by_quarters_gives_the_same_answer(
    eye: Spot, at: Point, clutter: list[Thing], quarters: int
) -> None:
    assume(eye.ground != at)
    assert asked(eye, at, clutter, quarters=quarters) == asked(eye, at, clutter)


@few
@given(spots, grounds, things, st.builds(Point, st.integers(5_000, 30_000), st.integers(5_000, 30_000)))
def test_a_shifted_scene_gives_the_same_answer(eye: Spot, at: Point, clutter: list[Thing], by: Point) -> None:
    assert asked(eye, at, clutter, by=by) == asked(eye, at, clutter)


@few
@given(
    st.permutations(
        [
            prism(
                f"p{i}", rectangle(Point(2000 + 300 * i, 1000 + 9 * i), 60, 40 + i, 100 * i), 0, 100 + 9 * i
            )
            for i in range(6)
        ]
    )
)
def test_the_order_of_occluders_does_not_matter(order: list[Prism]) -> None:
    expected = visible_fraction(EYE, MAN, Scene(sorted(order, key=lambda one: one.name)))
    assert visible_fraction(EYE, MAN, Scene(order)) == expected
    assert 0 < expected.visible < expected.used


@few
@given(spots, grounds, things, things)
def test_more_occluders_never_show_more(
    eye: Spot, at: Point, clutter: list[Thing], more: list[Thing]
) -> None:
    assert asked(eye, at, clutter + more).visible <= asked(eye, at, clutter).visible


def test_the_exactness_holds_at_the_limits_of_table_and_height() -> None:
    eye, far = Spot(-400, -400, 10_000), Point(40_300, 40_300)
    target = Target(far, (Part(disc(far, 50), -1_000, 0),))
    one = Prism(
        "wall",
        tuple(Point(x, y) for x, y in ((40_400, -400), (40_400, 39_000), (-400, 40_400), (-350, 40_000))),
        -1_000,
        10_000,
    )
    grid = target_grid(eye, target)
    assert hidden_cells(eye, grid, Scene([one]), ()).tolist() == [cells_hidden(eye, grid, one)]


# --- bad input --------------------------------------------------------------------------------------


def test_what_would_not_fit_is_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match="tower: heights"):
        block("tower", 0, 100, 0, 100, 10_001)
    with pytest.raises(ValueError, match="beyond a table"):
        Scene([block("far", 40_000, 50_000, 0, 100, 100)])
    with pytest.raises(ValueError, match="beyond a table"):
        visible_fraction(Spot(-500, 0, 180), MAN, Scene([]))
    with pytest.raises(ValueError, match="counter-clockwise"):
        Prism("flat", (Point(0, 0), Point(5, 5), Point(9, 9)), 0, 100)
    with pytest.raises(ValueError, match="only discs and polygons"):
        prism("zone", rectangle(Point(0, 0), 10, 10, 0).grown(5), 0, 100)
