"""The visible fraction of a target: which of 20 x 20 cells of its silhouette an eye can see.

The silhouette stands on the vertical plane through the target's centre, at right angles to the horizontal
line of sight.  Its bounding rectangle is divided into 20 x 20 cells; those whose centre lies in the
silhouette (borders included) are used.  A cell is visible if the straight segment from the eye to its
centre passes through the interior of no occluder.

**Grazing does not hide.**  An occluder is an open prism: a segment that touches a corner, runs along a side
or skims the top sees past it.  So an opening can be seen although it lies on the building's outline.
A cell exactly above or below the eye is seen.

**Exactness.**  Inside this module a unit is cut in 40 (`FINE`), so that the columns and rows of every
silhouette have whole-number centres along its axes.  The plane's direction is a unit vector with 30 bits,
and each column's place is rounded once to a fortieth of a unit (2.5 micrometres).  From there on all is
exact in 64 bits: with the table and height limits below no product exceeds 2.4e18.

All cells of a column share one line in plan.  So the plan is solved per column and occluder (where does the
line run inside the outline?), and only heights are compared per cell.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from planspiel.boards.plane.rings import Ring, bounds, twice_area
from planspiel.boards.plane.shapes import Body, oval
from planspiel.boards.plane.units import (
    QUARTER_TURN,
    SINE_BITS,
    SINE_SCALE,
    Point,
    Spot,
    direction,
    divide_rounded,
    dot,
    offset,
    polar,
    unit_vector,
)

CELLS = 20
FINE = 2 * CELLS
LOWEST, HIGHEST = -1_000, 10_000
TABLE_LOW, TABLE_HIGH = -400, 40_400
FIGURE_CORNERS = 16
STANDOFF = 2

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

_ODD = np.arange(1, FINE, 2, dtype=np.int64)
_ROW_BITS = np.left_shift(1, np.arange(CELLS, dtype=np.int64))


# --- occluders --------------------------------------------------------------------------------------


class Prism(msgspec.Struct, frozen=True):
    """An upright occluder over a simple ring, from `bottom` to `top`.

    Several prisms may share a name (hull and turret); they count as one when the hidden cells are told.
    `see_out` marks a wood: a line that begins or ends in it (in plan, border included) passes it.
    """

    name: str
    ring: Ring
    bottom: int
    top: int
    see_out: bool = False

    def __post_init__(self) -> None:
        if len(self.ring) < 3 or twice_area(self.ring) <= 0:
            raise ValueError(f"{self.name}: an outline needs three corners in counter-clockwise order")
        if not LOWEST <= self.bottom < self.top <= HIGHEST:
            raise ValueError(
                f"{self.name}: heights {self.bottom} to {self.top} are not inside -10 cm to 100 cm"
            )


def prism(name: str, body: Body, bottom: int, top: int) -> Prism:
    """An occluder over a body; a disc stands as a ring of 16 corners on its circle."""
    if len(body.ring) == 1:
        body = oval(body.ring[0], 2 * body.radius, 2 * body.radius, 0, FIGURE_CORNERS)
    if body.radius:
        raise ValueError(f"{name}: only discs and polygons can hide something")
    return Prism(name, body.ring, bottom, top)


class Scene:
    """Occluders packed for many questions.  Build it once per position; asking does not change it."""

    def __init__(self, prisms: Sequence[Prism]) -> None:
        self.prisms = tuple(prisms)
        self.names = tuple(sorted(dict.fromkeys(prism.name for prism in self.prisms)))
        place = {name: i for i, name in enumerate(self.names)}
        self.name_of = _ints([place[prism.name] for prism in self.prisms])
        self.bottom = FINE * _ints([prism.bottom for prism in self.prisms])
        self.top = FINE * _ints([prism.top for prism in self.prisms])
        self.see_out = np.array([prism.see_out for prism in self.prisms], dtype=np.bool_)
        boxes = [bounds(prism.ring) for prism in self.prisms]
        for one, box in zip(self.prisms, boxes, strict=True):
            if min(box) < TABLE_LOW or max(box) > TABLE_HIGH:
                raise ValueError(f"{one.name}: an outline reaches more than 4 cm beyond a table of 400 cm")
        self.left, self.low, self.right, self.high = FINE * _ints(boxes).reshape(-1, 4).T
        corners = [corner for prism in self.prisms for corner in prism.ring]
        following = [corner for prism in self.prisms for corner in (*prism.ring[1:], prism.ring[0])]
        self.start_x, self.start_y = FINE * _ints(corners).reshape(-1, 2).T
        self.end_x, self.end_y = FINE * _ints(following).reshape(-1, 2).T
        self.owner = np.repeat(np.arange(len(self.prisms)), [len(prism.ring) for prism in self.prisms])


def _ints(values: Sequence[object]) -> Ints:
    return np.array(values, dtype=np.int64)


# --- targets ----------------------------------------------------------------------------------------


class Part(NamedTuple):
    """A piece of a target: a body and its heights.  Infantry is one disc, a tank a hull and a turret."""

    body: Body
    bottom: int
    top: int


class Target(NamedTuple):
    """What is looked at: the centre its plane passes through, and its pieces."""

    centre: Point
    parts: tuple[Part, ...]


class Opening(NamedTuple):
    """A door, window or slit: a rectangle on a wall, an even number of units wide, its normal outward.

    The cells lie in the wall's plane, 0.2 mm in front of it, so that no rounding puts one inside the wall.
    """

    centre: Point
    normal: int
    width: int
    sill: int
    top: int

    @property
    def front(self) -> Point:
        """The point before the middle of the opening from which an occupant looks out."""
        return polar(self.centre, self.normal, STANDOFF)


class Grid(NamedTuple):
    """Cell centres in fortieths of a unit: 20 places in plan, 20 heights, and per part the cells it covers.

    Covered cells are bit masks per column; bit r is row r, counted from below.
    """

    x: Ints
    y: Ints
    z: Ints
    parts: tuple[Ints, ...]


class Panel(NamedTuple):
    """A rectangle of a silhouette in units; across counts to the left as seen from the eye."""

    right: int
    left: int
    bottom: int
    top: int


def silhouette(eye: Spot, target: Target) -> tuple[Point, tuple[Panel, ...]]:
    """The axis across the line of sight (2**30 long) and the target's parts projected on it.

    Extents are rounded to whole units.  From straight above, the line of sight counts as pointing along +x.
    """
    way = offset(eye.ground, target.centre)
    x, y = unit_vector(way) if way != (0, 0) else Point(SINE_SCALE, 0)
    across = Point(-y, x)
    panels: list[Panel] = []
    for body, bottom, top in target.parts:
        places = [dot(across, offset(target.centre, corner)) for corner in body.ring]
        right = divide_rounded(min(places), SINE_SCALE) - body.radius
        left = divide_rounded(max(places), SINE_SCALE) + body.radius
        panels.append(Panel(right, left, bottom, top))
    return across, tuple(panels)


def target_grid(eye: Spot, target: Target) -> Grid:
    """The cells of a target's silhouette as seen from an eye."""
    across, panels = silhouette(eye, target)
    return _grid(target.centre, across, panels)


def opening_grid(opening: Opening) -> Grid:
    """The cells of an opening, in the plane of its wall."""
    half = opening.width // 2
    panel = Panel(-half, half, opening.sill, opening.top)
    return _grid(opening.front, direction(opening.normal + QUARTER_TURN), (panel,))


def _grid(centre: Point, across: Point, panels: Sequence[Panel]) -> Grid:
    right, left = min(p.right for p in panels), max(p.left for p in panels)
    bottom, top = min(p.bottom for p in panels), max(p.top for p in panels)
    if not LOWEST <= bottom < top <= HIGHEST:
        raise ValueError(f"a target's heights {bottom} to {top} are not inside -10 cm to 100 cm")
    places = FINE * right + _ODD * (left - right)
    heights = FINE * bottom + _ODD * (top - bottom)
    covered: list[Ints] = []
    for panel in panels:
        rows = (FINE * panel.bottom <= heights) & (heights <= FINE * panel.top)
        columns = (FINE * panel.right <= places) & (places <= FINE * panel.left)
        covered.append(np.where(columns, _ROW_BITS[rows].sum(), 0))
    x = FINE * centre[0] + _scaled_down(places * across[0])
    y = FINE * centre[1] + _scaled_down(places * across[1])
    return Grid(x, y, heights, tuple(covered))


def _scaled_down(products: Ints) -> Ints:
    """Divide by 2**30, to the nearest, halves away from zero."""
    nearest = (np.abs(products) + SINE_SCALE // 2) >> SINE_BITS
    return np.where(products < 0, -nearest, nearest)


# --- the question -----------------------------------------------------------------------------------


class Visibility(msgspec.Struct, frozen=True):
    """How many used cells are visible, how many each occluder hides (a cell may be hidden by several),
    and visible and used cells of each part of the target."""

    visible: int
    used: int
    hidden_by: dict[str, int]
    parts: tuple[tuple[int, int], ...]


def visible_fraction(eye: Spot, target: Target, scene: Scene, ignoring: Collection[str] = ()) -> Visibility:
    """What an eye sees of a target past the occluders of a scene, those named in `ignoring` left out."""
    return _answer(eye, target_grid(eye, target), scene, ignoring)


def visible_opening(eye: Spot, opening: Opening, scene: Scene, ignoring: Collection[str] = ()) -> Visibility:
    """What an eye sees of an opening; nothing unless it is in front of the wall."""
    grid = opening_grid(opening)
    if dot(direction(opening.normal), offset(opening.front, eye.ground)) <= 0:
        used = _count(grid.parts[0])
        return Visibility(0, used, {}, ((0, used),))
    return _answer(eye, grid, scene, ignoring)


def _answer(eye: Spot, grid: Grid, scene: Scene, ignoring: Collection[str]) -> Visibility:
    _check_place(eye, grid)
    hidden_per_name = hidden_cells(eye, grid, scene, ignoring)
    used = np.bitwise_or.reduce(grid.parts, axis=0)
    hidden = np.bitwise_or.reduce(hidden_per_name, axis=0)
    counts = np.bitwise_count(hidden_per_name & used).sum(axis=1)
    return Visibility(
        visible=_count(used & ~hidden),
        used=_count(used),
        hidden_by={scene.names[i]: int(counts[i]) for i in np.flatnonzero(counts)},
        parts=tuple((_count(part & ~hidden), _count(part)) for part in grid.parts),
    )


def _count(masks: Ints) -> int:
    return int(np.bitwise_count(masks).sum())


def _check_place(eye: Spot, grid: Grid) -> None:
    places = (eye.x, eye.y, *(int(a[i]) // FINE for a in (grid.x, grid.y) for i in (0, -1)))
    if min(places) < TABLE_LOW or max(places) > TABLE_HIGH:
        raise ValueError("an eye or target lies more than 4 cm beyond a table of 400 cm")
    if not LOWEST <= eye.z <= HIGHEST:
        raise ValueError(f"an eye at height {eye.z} is not inside -10 cm to 100 cm")


def nearby(eye: Spot, grid: Grid, scene: Scene, ignoring: Collection[str]) -> Bools:
    """Which prisms can matter: those in the box around eye and target that are not too low or too high."""
    ex, ey, ez = FINE * eye.x, FINE * eye.y, FINE * eye.z
    kept = (scene.top > min(ez, int(grid.z[0]))) & (scene.bottom < max(ez, int(grid.z[-1])))
    kept &= (scene.left < max(ex, int(grid.x.max()))) & (scene.right > min(ex, int(grid.x.min())))
    kept &= (scene.low < max(ey, int(grid.y.max()))) & (scene.high > min(ey, int(grid.y.min())))
    for i, name in enumerate(scene.names):
        if name in ignoring:
            kept &= scene.name_of != i
    return kept


class _Sides(NamedTuple):
    """Sides of outlines as seen from the eye: both ends relative to it, and the prism they belong to."""

    ax: Ints
    ay: Ints
    bx: Ints
    by: Ints
    owner: Ints


def sides_in_wedge(eye: Spot, grid: Grid, scene: Scene, kept: Bools) -> _Sides:
    """The sides of kept prisms that some column's line may cross: not wholly right or left of the wedge."""
    ex, ey = FINE * eye.x, FINE * eye.y
    index = np.flatnonzero(kept[scene.owner])
    ax, ay = scene.start_x[index] - ex, scene.start_y[index] - ey
    bx, by = scene.end_x[index] - ex, scene.end_y[index] - ey
    dx, dy = grid.x[[0, -1], None] - ex, grid.y[[0, -1], None] - ey
    beside_a, beside_b = dx * ay - dy * ax, dx * by - dy * bx
    all_left = ((beside_a > 0) & (beside_b > 0)).all(axis=0)
    all_right = ((beside_a < 0) & (beside_b < 0)).all(axis=0)
    inner = ~(all_left | all_right)
    return _Sides(ax[inner], ay[inner], bx[inner], by[inner], scene.owner[index[inner]])


def hidden_cells(eye: Spot, grid: Grid, scene: Scene, ignoring: Collection[str]) -> Ints:
    """For every name and column, the mask of rows that this occluder hides."""
    hidden = np.zeros(len(scene.names) * CELLS, dtype=np.int64)
    sides = sides_in_wedge(eye, grid, scene, nearby(eye, grid, scene, ignoring))
    spans = _spans(eye, grid, scene, sides)
    if spans.owner.size:
        masks = _rows_hidden(grid.z - FINE * eye.z, spans, scene, FINE * eye.z)
        np.bitwise_or.at(hidden, scene.name_of[spans.owner] * CELLS + spans.column, masks)
    return hidden.reshape(-1, CELLS)


class _Spans(NamedTuple):
    """Stretches of columns' lines inside outlines, from a_top/a_bottom to b_top/b_bottom of the way."""

    owner: Ints
    column: Ints
    a_top: Ints
    a_bottom: Ints
    b_top: Ints
    b_bottom: Ints


def _spans(eye: Spot, grid: Grid, scene: Scene, sides: _Sides) -> _Spans:
    """Where the columns' lines run inside the outlines; see `rings.crossings` for the counting by depth."""
    dx, dy = (grid.x - FINE * eye.x)[:, None], (grid.y - FINE * eye.y)[:, None]
    left_of_a = dx * sides.ay - dy * sides.ax
    left_of_b = dx * sides.by - dy * sides.bx
    left_copy = (left_of_a > 0) != (left_of_b > 0)
    right_copy = (left_of_a >= 0) != (left_of_b >= 0)
    crossed = np.flatnonzero(left_copy | right_copy)
    column, side = np.divmod(crossed, max(sides.owner.size, 1))
    copies = left_copy.ravel()[crossed].astype(np.int64) + right_copy.ravel()[crossed]
    slope = left_of_b.ravel()[crossed] - left_of_a.ravel()[crossed]
    sense = np.sign(slope)
    bottom = slope * sense
    top = (sides.ax * sides.by - sides.ay * sides.bx)[side] * sense
    top = np.minimum(np.maximum(top, 0), bottom)
    group = sides.owner[side] * CELLS + column
    order, is_apart = _in_order(group, top, bottom)
    depth = np.cumsum((-sense * copies)[order])
    inside = np.flatnonzero((depth[:-1] == 2) & is_apart)
    first, last = order[inside], order[inside + 1]
    spans = _Spans(
        sides.owner[side[first]], column[first], top[first], bottom[first], top[last], bottom[last]
    )
    return _without_woods_around_an_end(spans, scene)


def _in_order(group: Ints, top: Ints, bottom: Ints) -> tuple[Ints, Bools]:
    """Sort fractions top/bottom between 0 and 1 within their groups; say which neighbours differ.

    Twenty binary digits at a time, numerators and denominators being below 2**43.  Forty digits nearly
    always decide, or are all there are; else sixty more do, as different fractions differ by over 2**-86.
    """
    digits, rest = _next_digits(top, bottom)
    more, rest = _next_digits(rest, bottom)
    coarse = (group << 41) + (digits << 20) + more
    order = np.argsort(coarse)
    ordered = coarse[order]
    is_apart = ordered[1:] > ordered[:-1]
    left_over = rest[order] > 0
    if (is_apart | ~(left_over[1:] | left_over[:-1])).all():
        return order, is_apart
    fine = np.zeros_like(coarse)
    for _ in range(3):
        digits, rest = _next_digits(rest, bottom)
        fine = (fine << 20) + digits
    order = np.lexsort((fine, coarse))
    ordered, finely = coarse[order], fine[order]
    return order, (ordered[1:] > ordered[:-1]) | (finely[1:] > finely[:-1])


def _next_digits(top: Ints, bottom: Ints) -> tuple[Ints, Ints]:
    shifted = top << 20
    digits = shifted // bottom
    return digits, shifted - digits * bottom


def _without_woods_around_an_end(spans: _Spans, scene: Scene) -> _Spans:
    """Drop the woods that a column's line begins or ends in."""
    around = scene.see_out[spans.owner] & ((spans.a_top == 0) | (spans.b_top == spans.b_bottom))
    if not around.any():
        return spans
    group = spans.owner * CELLS + spans.column
    keep = ~np.isin(group, group[around])
    return _Spans(*(values[keep] for values in spans))


def _rows_hidden(rise: Ints, spans: _Spans, scene: Scene, eye_z: int) -> Ints:
    """The mask of cells whose segment has, over a span, a point strictly between bottom and top.

    A segment's height is straight over the span: it meets the open slab if one end is below the top and
    one end (the same or the other) above the bottom.
    """
    ceiling, floor = scene.top[spans.owner] - eye_z, scene.bottom[spans.owner] - eye_z
    at_a, at_b = rise[:, None] * spans.a_top, rise[:, None] * spans.b_top
    is_below_top = (at_a < ceiling * spans.a_bottom) | (at_b < ceiling * spans.b_bottom)
    is_above_bottom = (at_a > floor * spans.a_bottom) | (at_b > floor * spans.b_bottom)
    return _ROW_BITS @ (is_below_top & is_above_bottom)
