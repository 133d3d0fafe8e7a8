"""Arcs, the corridor, facings, templates and scatter of the open table."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planspiel.boards.plane import (
    Arc,
    Area,
    Blast,
    Hit,
    Point,
    areas_facing,
    corridor,
    disc,
    oval,
    oval_from_end,
    overlaps,
    polar,
    rectangle,
    scattered,
    touches,
    within,
)

few = settings(deadline=None, max_examples=80)
points = st.builds(Point, st.integers(-5_000, 5_000), st.integers(-5_000, 5_000))
ORIGIN = Point(0, 0)


# --- arcs -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("point", "is_in"),
    [
        ((100, 0), True),
        ((100, 100), True),
        ((100, -100), True),
        ((100, 101), False),
        ((-1, 0), False),
        ((0, 0), True),
    ],
)
def test_a_right_angle_includes_its_borders(point: tuple[int, int], is_in: bool) -> None:
    assert Arc(ORIGIN, 0, 900).contains(Point(*point)) == is_in


@pytest.mark.parametrize(
    ("point", "is_in"),
    [((10_000, 4_142), True), ((10_000, 4_143), False), ((10_000, -4_142), True), ((10_000, -4_143), False)],
)
def test_forty_five_degrees_are_half_to_each_side(point: tuple[int, int], is_in: bool) -> None:
    # The tangent of 22.5 degrees is 0.41421.
    assert Arc(ORIGIN, 0, 450).contains(Point(*point)) == is_in


def test_wide_arcs() -> None:
    front = Arc(ORIGIN, 900, 1800)
    assert [front.contains(Point(x, y)) for x, y in ((5, 0), (-5, 0), (0, 5), (5, -1))] == [
        True,
        True,
        True,
        False,
    ]
    but_behind = Arc(ORIGIN, 0, 2700)
    assert [but_behind.contains(Point(x, y)) for x, y in ((-5, 5), (-5, -5), (-5, 4), (0, 9))] == [
        True,
        True,
        False,
        True,
    ]
    assert Arc(ORIGIN, 77, 3600).contains(Point(-3, 8))


@few
@given(points, st.integers(0, 3599), st.integers(1, 1799), points)
def test_an_arc_and_its_complement_cover_the_table_and_share_only_borders(
    apex: Point, heading: int, half: int, point: Point
) -> None:
    arc, rest = Arc(apex, heading, 2 * half), Arc(apex, heading + 1800, 3600 - 2 * half)
    assert arc.contains(point) or rest.contains(point)
    turned = Point(-point.y, point.x)
    assert Arc(Point(-apex.y, apex.x), heading + 900, 2 * half).contains(turned) == arc.contains(point)


def test_an_arc_admits_headings_up_to_its_borders() -> None:
    arc = Arc(ORIGIN, 3500, 450)
    assert [arc.admits(h) for h in (125, 126, 3275, 3274)] == [True, False, True, False]


@pytest.mark.parametrize("angle", [0, 451, 3602])
def test_an_arc_without_a_whole_half_is_refused(angle: int) -> None:
    with pytest.raises(ValueError, match="even"):
        Arc(ORIGIN, 0, angle)


# --- corridor ---------------------------------------------------------------------------------------
#
#                      . ' |
#     shooter  o - - - - - | x target          half angle 15 degrees, tangent 0.26795
#                      ` . |


@pytest.mark.parametrize(
    ("place", "is_in_the_way"),
    [
        ((1500, 0), True),
        (
            (1500, 451),
            True,
        ),  # 15 degrees are 401.9 away from the axis; the body's nearest point is just inside
        ((1500, 454), False),
        ((1500, -451), True),
        ((3049, 0), True),
        ((3050, 0), False),  # touches the far end only
        ((-51, 0), False),  # behind the shooter
        ((-49, 0), True),  # the body reaches over the apex
    ],
)
def test_a_friend_stands_in_the_corridor(place: tuple[int, int], is_in_the_way: bool) -> None:
    wedge = corridor(ORIGIN, Point(3000, 0))
    assert overlaps(disc(Point(*place), 50), wedge) == is_in_the_way


def test_the_corridor_turns_with_the_target() -> None:
    east, north = corridor(ORIGIN, Point(2345, 678)), corridor(ORIGIN, Point(-678, 2345))
    assert north.ring == tuple((-y, x) for x, y in east.ring)


def test_a_vehicle_across_the_corridor_is_in_the_way_without_a_corner_inside() -> None:
    wedge = corridor(ORIGIN, Point(3000, 0))
    assert overlaps(rectangle(Point(2000, 0), 2000, 100, 900), wedge)
    assert not overlaps(rectangle(Point(2000, 1600), 2000, 100, 900), wedge)


# --- facing -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("muzzle", "areas"),
    [
        ((900, 100), (Area.FRONT,)),
        ((500, 500), (Area.FRONT, Area.SIDE)),
        ((500, -500), (Area.FRONT, Area.SIDE)),
        ((0, 700), (Area.SIDE,)),
        ((-500, 500), (Area.SIDE, Area.REAR)),
        ((-700, 0), (Area.REAR,)),
        ((0, 0), (Area.FRONT,)),
    ],
)
def test_a_hull_has_four_right_angles_and_tells_both_areas_on_a_border(
    muzzle: tuple[int, int], areas: tuple[Area, ...]
) -> None:
    assert areas_facing(ORIGIN, 0, Point(*muzzle)) == areas


@few
@given(points.filter(lambda p: p != ORIGIN), st.integers(0, 3599))
def test_every_muzzle_faces_one_area_or_two_neighbours(muzzle: Point, heading: int) -> None:
    areas = areas_facing(ORIGIN, heading, muzzle)
    assert len(areas) in (1, 2)
    assert areas != (Area.FRONT, Area.REAR)
    opposite = {Area.FRONT: Area.REAR, Area.SIDE: Area.SIDE, Area.REAR: Area.FRONT}
    assert areas_facing(ORIGIN, heading + 1800, muzzle) == tuple(opposite[a] for a in reversed(areas))


# --- templates --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("diameter", "centre_reach", "rim_reach"), [(400, 50, 200), (800, 100, 400), (1200, 150, 600)]
)
def test_a_blast_hits_with_its_centre_and_its_rim(diameter: int, centre_reach: int, rim_reach: int) -> None:
    blast = Blast(ORIGIN, diameter)
    hits = [
        blast.hit(disc(Point(50 + far, 0), 50))
        for far in (centre_reach, centre_reach + 1, rim_reach, rim_reach + 1)
    ]
    assert hits == [Hit.CENTRE, Hit.RIM, Hit.RIM, Hit.MISS]


def test_a_hull_is_hit_by_its_nearest_part() -> None:
    tank = rectangle(Point(640, 0), 880, 490, 0)  # reaches from 200 to 1080
    assert Blast(ORIGIN, 400).hit(tank) is Hit.RIM
    assert Blast(Point(150, 0), 400).hit(tank) is Hit.CENTRE
    assert Blast(Point(-1, 0), 400).hit(tank) is Hit.MISS


def test_a_blast_needs_a_whole_centre_circle() -> None:
    with pytest.raises(ValueError, match="centre circle"):
        Blast(ORIGIN, 402)


def test_a_flame_starts_at_its_nozzle_and_lies_along_its_axis() -> None:
    flame = oval_from_end(Point(100, 100), 900, 1000, 400)
    assert flame.contains(Point(100, 100))
    assert flame.contains(Point(100, 1100))
    assert not flame.contains(Point(100, 1101))
    assert not flame.contains(Point(100, 99))
    assert flame.contains(Point(300, 600))
    assert not flame.contains(Point(301, 600))


def test_an_oval_hits_discs_and_hulls_that_touch_it() -> None:
    smoke = oval(ORIGIN, 2000, 800, 0)
    assert touches(smoke, disc(Point(1050, 0), 50))
    assert not touches(smoke, disc(Point(1051, 0), 50))
    assert touches(smoke, rectangle(Point(0, 600), 800, 400, 0))
    assert not touches(smoke, rectangle(Point(0, 601), 800, 400, 0))
    assert not touches(smoke, rectangle(Point(1300, 700), 800, 400, 0))


@pytest.mark.parametrize("heading", [0, 900, 1800, 2700])
def test_a_panic_zone_reaches_six_centimetres_beyond_the_template(heading: int) -> None:
    zone = oval(ORIGIN, 1000, 400, heading).grown(600)
    end = polar(ORIGIN, heading, 1150)
    assert touches(zone, disc(end, 50))
    assert not touches(zone, disc(polar(ORIGIN, heading, 1151), 50))
    assert within(oval(ORIGIN, 1000, 400, heading), disc(end, 50), 600)


# --- scatter ----------------------------------------------------------------------------------------


def test_scatter_arrows_are_numbered_clockwise_from_the_axis() -> None:
    landed = [scattered(ORIGIN, 900, die, 1000) for die in range(1, 7)]
    assert landed == [(0, 1000), (951, 309), (588, -809), (-588, -809), (-951, 309), (0, 0)]


def test_half_a_centimetre_of_scatter_is_kept() -> None:
    assert scattered(Point(10, 10), 0, 1, 350) == (360, 10)


@pytest.mark.parametrize("die", [0, 7])
def test_a_direction_die_has_six_faces(die: int) -> None:
    with pytest.raises(ValueError, match="direction die"):
        scattered(ORIGIN, 0, die, 100)
