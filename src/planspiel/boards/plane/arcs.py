"""Directions on the open table: arcs of fire, the corridor past friends, the facing of a vehicle."""

from enum import Enum

import msgspec

from planspiel.boards.plane.shapes import Body
from planspiel.boards.plane.units import (
    DEGREE,
    QUARTER_TURN,
    TURN,
    Point,
    cross,
    direction,
    offset,
    rotated,
    turn_between,
)


class Arc(msgspec.Struct, frozen=True):
    """A sector of unlimited depth: apex, middle heading, total angle.  Its borders belong to it."""

    apex: Point
    heading: int
    angle: int

    def __post_init__(self) -> None:
        if not 0 < self.angle <= TURN or self.angle % 2:
            raise ValueError(f"an arc of {self.angle} tenths of a degree: even, above 0, at most {TURN}")

    def contains(self, point: Point) -> bool:
        """Whether a point lies in the arc; the apex and both borders do."""
        arm = offset(self.apex, point)
        return is_within_angle(arm, self.heading, self.angle // 2)

    def admits(self, heading: int) -> bool:
        """Whether a heading lies in the arc, such as the axis of a flame template."""
        return turn_between(heading, self.heading) <= self.angle // 2


def is_within_angle(arm: Point, heading: int, half_angle: int) -> bool:
    """Whether a vector deviates from a heading by at most an angle, to either side."""
    if 2 * half_angle >= TURN:
        return True
    is_left_of_right_border = cross(direction(heading - half_angle), arm) >= 0
    is_right_of_left_border = cross(arm, direction(heading + half_angle)) >= 0
    if half_angle > QUARTER_TURN:
        return is_left_of_right_border or is_right_of_left_border
    return is_left_of_right_border and is_right_of_left_border


def corridor(apex: Point, target: Point, half_angle: int = 15 * DEGREE) -> Body:
    """The wedge from a shooter to a target's centre, as deep as the target is far away.

    Its far side is a chain of one-degree chords whose corners are the target turned about the apex and
    rounded to whole units; at 100 cm a chord lies less than 0.04 mm inside the arc.  A friend
    stands in the way if `overlaps(friend, corridor(...))`: the wedge is open, a body that merely touches
    it does not matter.
    """
    if apex == target:
        raise ValueError("a corridor needs a target away from its apex")
    arm = offset(apex, target)
    turns = [*range(-half_angle, half_angle, DEGREE), half_angle]
    far_side = [rotated(arm, turn) for turn in turns]
    corners = [apex, *(Point(apex[0] + x, apex[1] + y) for x, y in far_side)]
    return Body(tuple(dict.fromkeys(corners)))


class Area(Enum):
    """The three armoured areas of a hull; both flanks are one."""

    FRONT = "front"
    SIDE = "side"
    REAR = "rear"


def areas_facing(centre: Point, hull_heading: int, muzzle: Point) -> tuple[Area, ...]:
    """The areas of a hull that a muzzle faces: one, or two if it lies exactly on their border.

    Up to 45 degrees from the hull's heading is front, from 135 degrees rear, side between.  On a border
    the caller takes the higher armour.  A muzzle over the very centre faces the front.
    """
    arm = offset(centre, muzzle)
    if arm == (0, 0):
        return (Area.FRONT,)
    eighth = QUARTER_TURN // 2
    areas: list[Area] = []
    if is_within_angle(arm, hull_heading, eighth):
        areas.append(Area.FRONT)
    if any(is_within_angle(arm, hull_heading + turn, eighth) for turn in (QUARTER_TURN, -QUARTER_TURN)):
        areas.append(Area.SIDE)
    if is_within_angle(arm, hull_heading + 2 * QUARTER_TURN, eighth):
        areas.append(Area.REAR)
    return tuple(areas)
