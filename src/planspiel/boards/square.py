"""Boards of squares: eight neighbours, diagonal steps, edges, and lines exact to the corner.

A field is ``(x, y)``, x growing eastward and y southward, with the label ``"x,y"``; (1, 1) is the north-west
corner of an ordinary board. A diagonal step counts like any other. The eight directions are the numbers 0 to
7, clockwise from north. An edge between two fields is named like a hexside, lower label first
(``"3,4|3,5"``), and on the rim by field and compass (``"1,1|N"``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from planspiel.boards.grid import Grid
from planspiel.boards.sight import Line, Step

Field = tuple[int, int]

WINDS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
MAX_CACHED_RADIUS = 4
"""Larger discs are worked out anew every time."""
DIRECTIONS: tuple[Field, ...] = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))


def field_label(field: Field) -> str:
    """``(3, 4)`` is written ``"3,4"``."""
    return f"{field[0]},{field[1]}"


def parse_field(label: str) -> Field:
    """The field with a label; ``ValueError`` if it is not written as ``field_label`` would."""
    try:
        x, y = map(int, label.split(","))
    except ValueError:
        raise ValueError(f"{label!r} names no field; write it like 3,4") from None
    if label != field_label((x, y)):
        raise ValueError(f"{label!r} is not how this field is written; write {field_label((x, y))!r}")
    return x, y


def rectangle(width: int, height: int) -> tuple[str, ...]:
    """The labels of a board from (1, 1) to (width, height)."""
    return tuple(field_label((x, y)) for x in range(1, width + 1) for y in range(1, height + 1))


class SquareBoard(Grid):
    """A set of square fields."""

    place = "field"

    def __init__(self, labels: Iterable[str]) -> None:
        super().__init__(labels, parse_field, DIRECTIONS)
        self._discs: dict[tuple[str, int], tuple[str, ...]] = {}

    field = Grid.pair
    """The coordinates of a field of this board."""

    def distance(self, a: str, b: str) -> int:
        """The number of steps from ``a`` to ``b``, diagonal ones included."""
        try:
            (ax, ay), (bx, by) = self._pair[a], self._pair[b]
        except KeyError as missing:
            raise self._no_such(missing.args[0]) from None
        across, along = abs(bx - ax), abs(by - ay)
        return across if across > along else along

    def disc(self, centre: str, radius: int) -> tuple[str, ...]:
        """The fields at most this far away, the centre included."""
        found = self._discs.get((centre, radius))
        if found is None:
            found = self._draw_disc(centre, radius)
            if radius <= MAX_CACHED_RADIUS:
                self._discs[centre, radius] = found
        return found

    def _draw_disc(self, centre: str, radius: int) -> tuple[str, ...]:
        x, y = self.field(centre)
        if 4 * radius * radius > len(self.labels):
            return tuple(label for label in self.labels if self.distance(centre, label) <= radius)
        reach = range(-radius, radius + 1)
        found = (self._label.get((x + dx, y + dy)) for dx in reach for dy in reach)
        return tuple(sorted(label for label in found if label is not None))

    # Diagonals and edges

    def is_diagonal(self, a: str, b: str) -> bool:
        """Whether the step between two adjacent fields goes over a corner."""
        return self.direction(a, b) % 2 == 1

    def flanks(self, a: str, b: str) -> tuple[str, ...]:
        """The fields beside a diagonal step: those that touch both. Off the board there is none."""
        if not self.is_diagonal(a, b):
            raise ValueError(f"the step from {a} to {b} is not diagonal")
        (ax, ay), (bx, by) = self.field(a), self.field(b)
        found = (self._label.get((ax, by)), self._label.get((bx, ay)))
        return tuple(sorted(label for label in found if label is not None))

    def edge(self, a: str, b: str) -> str:
        """The edge two fields share; fields that touch in a corner share none."""
        if self.is_diagonal(a, b):
            raise ValueError(f"{a} and {b} touch in a corner and share no edge")
        return self.edge_toward(a, self.direction(a, b))

    def edge_toward(self, label: str, direction: int) -> str:
        """The edge of a field in a direction (0 N, 2 E, 4 S, 6 W), also on the rim of the board."""
        if direction % 2 == 1:
            raise ValueError(f"a field has no edge to the {WINDS[direction]}")
        return self._side_toward(label, direction, WINDS[direction])

    def edges(self, label: str) -> tuple[str, ...]:
        """The four edges of a field: north, east, south, west."""
        return tuple(self.edge_toward(label, direction) for direction in (0, 2, 4, 6))

    def fields_at(self, edge: str) -> tuple[str, ...]:
        """The two fields an edge belongs to, or the one on the rim. Takes canonical ids only."""
        first = edge.partition("|")[0]
        if first in self and edge in self.edges(first):
            return self._places_at(edge)
        raise ValueError(f"{edge!r} is no edge of this board; write it like {self.edges(self.labels[0])[1]}")

    # Lines

    def passed(self, a: str, b: str) -> Iterator[tuple[str | None, ...]]:
        """The fields of each step of the line, for those who need no more of it; None is off the board."""
        (ax, ay), (bx, by) = self.field(a), self.field(b)
        on_board = self._label.get
        for offsets, _ in _course((bx - ax, by - ay))[1]:
            yield tuple([on_board((ax + dx, ay + dy)) for dx, dy in offsets])

    def _draw_line(self, a: str, b: str) -> Line:
        """A step for every field whose interior it crosses, and a step between two fields for every corner it
        passes through: the two that touch the corner without being crossed.
        """
        (ax, ay), (bx, by) = self.field(a), self.field(b)
        span, course = _course((bx - ax, by - ay))
        on_board = self._label.get
        steps = []
        for offsets, along in course:
            found = [label for dx, dy in offsets if (label := on_board((ax + dx, ay + dy))) is not None]
            steps.append(Step(tuple(sorted(found)), len(offsets) == 2, along))
        return Line(a, b, tuple(steps), span)


@lru_cache(maxsize=16_384)
def _course(end: Field) -> tuple[int, tuple[tuple[tuple[Field, ...], int], ...]]:
    """What a line from (0, 0) to ``end`` passes, and its span; the same wherever the line begins.

    A field reaches as far to either side of the line as its outermost corner: half of x and y together, as a
    cross product. Everything is doubled, so corners are integers too. Fields and corners are passed in the
    order of their projections on the line, because every point of a field is nearer to its own centre than
    to any other.
    """
    x, y = end
    span = 2 * (x * x + y * y)
    across = (_sign(x), -_sign(y))  # from one flank of a corner to the other
    steps: list[tuple[int, tuple[Field, ...]]] = []
    for fx in range(min(x, 0) - 1, max(x, 0) + 2):
        for fy in range(min(y, 0) - 1, max(y, 0) + 2):
            along = 2 * (x * fx + y * fy)
            off = 2 * (x * fy - y * fx)
            if abs(off) < abs(x) + abs(y) and 0 < along < span:
                steps.append((along, ((fx, fy),)))
            elif abs(off) == abs(x) + abs(y) and across[0] and across[1]:
                other = (fx + across[0], fy + across[1])
                corner = along + x * across[0] + y * across[1]
                is_first_flank = 2 * (x * other[1] - y * other[0]) == -off
                if is_first_flank and 0 < corner < span:
                    steps.append((corner, ((fx, fy), other)))
    return span, tuple((fields, along) for along, fields in sorted(steps))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


# Diagonal rules: whether a diagonal step is allowed, given the fields beside it.

DiagonalRule = Callable[[tuple[str, ...]], bool]


def every_diagonal(flanks: tuple[str, ...]) -> bool:
    """Diagonal steps are free."""
    return True


def no_diagonal(flanks: tuple[str, ...]) -> bool:
    """Diagonal steps are forbidden."""
    return False


def if_any_flank(passable: Callable[[str], bool]) -> DiagonalRule:
    """A diagonal step needs one flank the mover could have passed; off the board there is none."""
    return lambda flanks: any(passable(flank) for flank in flanks)


def if_both_flanks(passable: Callable[[str], bool]) -> DiagonalRule:
    """A diagonal step needs both flanks passable, so nobody squeezes past a corner or along the rim."""
    return lambda flanks: len(flanks) == 2 and all(passable(flank) for flank in flanks)


Cost = Callable[[str, str], int | None]


def with_diagonals(board: SquareBoard, cost: Cost, allowed: DiagonalRule) -> Cost:
    """The same step costs, with diagonal steps barred where the rule does not allow them."""

    def stepped(a: str, b: str) -> int | None:
        if board.is_diagonal(a, b) and not allowed(board.flanks(a, b)):
            return None
        return cost(a, b)

    return stepped
