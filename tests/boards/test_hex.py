"""Boards of hexes."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from planspiel.boards.hex import HexBoard, aspect
from planspiel.boards.hex_layout import AxialLayout, Compass, NumberedLayout

HANNUT = NumberedLayout(first_grows="E", second_grows="S", top="flat", shifted="even")
BOARD = HexBoard(HANNUT, HANNUT.rectangle((1, 18), (1, 17)))
MIRRORED = HexBoard(
    mirrored := NumberedLayout(first_grows="S", second_grows="W", top="pointed", shifted="odd"),
    mirrored.rectangle((1, 13), (1, 16)),
)
HOLED = HexBoard(
    AxialLayout(),
    [f"{q},{r}" for q in range(-6, 7) for r in range(-6, 7) if abs(q + r) <= 6 and (q * 5 + r * 3) % 7],
)
BOARDS = (BOARD, MIRRORED, HOLED)


@st.composite
def places(draw: st.DrawFn, count: int) -> tuple[HexBoard, list[str]]:
    board = draw(st.sampled_from(BOARDS))
    return board, draw(st.lists(st.sampled_from(board.labels), min_size=count, max_size=count))


# Distances and neighbours


@given(places(3))
def test_distance_obeys_its_laws(where: tuple[HexBoard, list[str]]) -> None:
    board, (a, b, c) = where
    assert (board.distance(a, b) == 0) == (a == b)
    assert board.distance(a, b) == board.distance(b, a)
    assert board.distance(a, c) <= board.distance(a, b) + board.distance(b, c)


@pytest.mark.parametrize("board", BOARDS)
def test_neighbours_are_mutual_and_one_apart(board: HexBoard) -> None:
    for label in board.labels:
        assert board.neighbours(label) == board.ring(label, 1)
        for direction, near in enumerate(board.around(label)):
            if near is not None:
                assert board.distance(label, near) == 1
                assert board.direction(label, near) == direction
                assert board.neighbour(near, (direction + 3) % 6) == label


def test_distances_agree_with_counting_steps() -> None:
    steps = {"0909": 0}
    front = ["0909"]
    while front:
        label = front.pop(0)
        for near in BOARD.neighbours(label):
            if near not in steps:
                steps[near] = steps[label] + 1
                front.append(near)
    assert steps == {label: BOARD.distance("0909", label) for label in BOARD.labels}


def test_labels_are_sorted_and_indexed() -> None:
    board = HexBoard(HANNUT, ["0202", "0101", "0201"])
    assert board.labels == ("0101", "0201", "0202")
    assert [board.index[label] for label in board.labels] == [0, 1, 2]
    assert "0201" in board
    assert "0303" not in board
    assert len(board) == 3


def test_rings_hold_six_hexes_for_every_step_outward() -> None:
    # The middle of a board of 18 by 17 has room for eight rings.
    assert [len(BOARD.ring("0909", radius)) for radius in range(9)] == [1, 6, 12, 18, 24, 30, 36, 42, 48]
    assert len(BOARD.disc("0909", 8)) == 1 + 3 * 8 * 9


@given(places(1), st.sampled_from((0, 1, 2, 3, 5, 8, 1_000_000)))
def test_rings_make_up_the_disc_in_label_order(where: tuple[HexBoard, list[str]], radius: int) -> None:
    board, (centre,) = where
    rings = [label for r in range(min(radius, 40) + 1) for label in board.ring(centre, r)]
    assert tuple(sorted(rings)) == board.disc(centre, radius)
    assert board.disc(centre, radius) == tuple(
        label for label in board.labels if board.distance(centre, label) <= radius
    )


def test_hexes_that_are_not_there_are_refused_by_name() -> None:
    with pytest.raises(ValueError, match="no hex 9999 on this board"):
        BOARD.distance("0101", "9999")
    with pytest.raises(ValueError, match="no hex 9999 on this board"):
        BOARD.neighbours("9999")
    with pytest.raises(ValueError, match="0101 and 0103 are not adjacent"):
        BOARD.side("0101", "0103")
    with pytest.raises(ValueError, match="hex 0101 is listed twice"):
        HexBoard(HANNUT, ["0101", "0102", "0101"])


# Hexsides


@pytest.mark.parametrize("board", BOARDS)
def test_a_hexside_has_one_name_from_both_its_hexes(board: HexBoard) -> None:
    names: dict[str, set[str]] = {}
    for label in board.labels:
        for direction, near in enumerate(board.around(label)):
            side = board.side_toward(label, direction)
            names.setdefault(side, set()).add(label)
            if near is not None:
                assert side == board.side(label, near) == board.side(near, label)
                assert side == "|".join(sorted((label, near)))
    assert all(set(board.hexes_at(side)) == hexes for side, hexes in names.items())


def test_hexsides_on_the_rim_carry_the_compass_name() -> None:
    assert BOARD.sides("0101") == ("0101|N", "0101|0201", "0101|0202", "0101|0102", "0101|SW", "0101|NW")
    assert BOARD.hexes_at("0101|N") == ("0101",)


@pytest.mark.parametrize("side", ["0713|0712", "0712|0714", "0712|N", "0712", "0101|E", "0101|", "|"])
def test_what_is_no_canonical_hexside_is_refused(side: str) -> None:
    with pytest.raises(ValueError, match="is no hexside of this board; write it like"):
        BOARD.hexes_at(side)


# Lines. In the pictures A and B are the ends, * is crossed, = lies beside the line, + is touched in a corner.


def drawn_line(picture: str) -> str:
    """Draw the line from A to B into a picture of pointed hexes; indented rows lie half a hex right."""
    rows = picture.strip("\n").split("\n")
    indents = [len(row) - len(row.lstrip()) for row in rows]
    base = min(indents)
    odd_is_right = (indents[0] - base) % 2 == 1
    layout = NumberedLayout(
        first_grows="S", second_grows="E", top="pointed", shifted="even" if odd_is_right else "odd"
    )
    marks = {
        layout.number(y, x): mark for y, row in enumerate(rows, 1) for x, mark in enumerate(row.split(), 1)
    }
    board = HexBoard(layout, marks)
    ends = {mark: label for label, mark in marks.items() if mark in "AB"}
    line = board.line(ends["A"], ends["B"])
    drawn = dict.fromkeys(marks, ".") | {ends["A"]: "A", ends["B"]: "B"}
    drawn |= {label: "=" if step.between else "*" for step in line.steps for label in step.fields}
    drawn |= dict.fromkeys(line.grazed, "+")
    return "\n".join(
        " " * indent + " ".join(drawn[layout.number(y, x)] for x in range(1, len(row.split()) + 1))
        for y, (indent, row) in enumerate(zip(indents, rows, strict=True), 1)
    )


STRAIGHT = """
     . . . . .
    . A * * B
     . . . . .
"""
ALONG_A_HEXSIDE = """
     . A . .
    . = = .
     . * . .
    . = = .
     . B . .
"""
ALONG_SLANTED_HEXSIDES = """
     A = . . . .
    . = * = . .
     . . = * = .
    . . . . = B
"""
# A nearly level line changes rows and back: it crosses eight hexes although B is only seven away.
FROM_ROW_TO_ROW = """
     A * * * * . . .
    . . . * * * * B
     . . . . . . . .
"""
THROUGH_CORNERS = """
     A * * + . .
    . . + * * B
"""


@pytest.mark.parametrize(
    "picture", [STRAIGHT, ALONG_A_HEXSIDE, ALONG_SLANTED_HEXSIDES, FROM_ROW_TO_ROW, THROUGH_CORNERS]
)
def test_lines_pass_the_hexes_drawn_in_the_picture(picture: str) -> None:
    assert drawn_line(picture) == picture.strip("\n")


def test_a_line_along_a_hexside_reports_both_neighbours() -> None:
    # Column 08 lies half a hex north of its neighbours, so the side between 0806 and 0807 is level with 0706.
    line = BOARD.line("0706", "0906")
    assert [(step.fields, step.between) for step in line.steps] == [(("0806", "0807"), True)]
    assert line.fields == ("0806", "0807")
    assert line.crossed == ()


def test_a_line_along_the_rim_leaves_out_what_is_off_the_board() -> None:
    # Even columns begin and end half a hex further north: along the south rim the hex below 0217 is missing.
    (step,) = BOARD.line("0117", "0317").steps
    assert step.fields == ("0217",)
    assert step.between


def test_the_line_of_the_town_vrh_crosses_0908_where_even_columns_lie_toward_higher_rows() -> None:
    layout = NumberedLayout(first_grows="E", second_grows="S", top="flat", shifted="even", toward="high")
    board = HexBoard(layout, layout.rectangle((1, 12), (1, 12)))
    assert "0908" in board.line("0610", "1007").crossed


@given(places(2))
def test_a_line_passes_the_same_hexes_both_ways(where: tuple[HexBoard, list[str]]) -> None:
    board, (a, b) = where
    there, back = board.line(a, b), board.line(b, a)
    assert [step[:2] for step in there.steps] == [step[:2] for step in reversed(back.steps)]
    assert [step.along for step in there.steps] == [back.span - step.along for step in reversed(back.steps)]
    assert sorted(there.grazed) == sorted(back.grazed)


@given(places(2))
def test_a_line_leads_over_adjacent_hexes_from_end_to_end(where: tuple[HexBoard, list[str]]) -> None:
    board, (a, b) = where
    assume(a != b)
    line = board.line(a, b)
    assert a not in line.fields
    assert b not in line.fields
    chain = [(a,), *(step.fields for step in line.steps), (b,)]
    for one, two in pairwise(chain):
        assert all(board.distance(x, y) == 1 for x in one for y in two)
    alongs = [step.along for step in line.steps]
    assert alongs == sorted(set(alongs))
    assert all(0 < along < line.span for along in alongs)


def chord(board: HexBoard, a: str, b: str, c: str) -> tuple[Fraction, Fraction] | None:
    """The part of the way from a to b, as fractions of it, that lies in the closed hex c, by clipping."""
    (aq, ar), (bq, br), (cq, cr) = (board.axial(label) for label in (a, b, c))
    low, high = Fraction(0), Fraction(1)
    for q, r in ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)):

        def toward(x: int, y: int, q: int = q, r: int = r) -> int:
            return 2 * x * q + x * r + y * q + 2 * y * r

        # Inside the side toward (q, r): the scalar product with (q, r) from the centre is at most 1.
        start, change = toward(aq - cq, ar - cr), toward(bq - aq, br - ar)
        if change == 0:
            if start > 1:
                return None
        elif change > 0:
            high = min(high, Fraction(1 - start, change))
        else:
            low = max(low, Fraction(1 - start, change))
    return (low, high) if low <= high else None


@given(places(2))
def test_lines_agree_with_clipping_every_hex_of_the_board(where: tuple[HexBoard, list[str]]) -> None:
    board, (a, b) = where
    assume(a != b)
    line = board.line(a, b)
    chords = {c: chord(board, a, b, c) for c in board.labels if c not in (a, b)}
    passed = {c: part for c, part in chords.items() if part is not None and part[0] < part[1]}
    assert sorted(passed) == sorted(line.fields)
    assert sorted(c for c, part in chords.items() if part and part[0] == part[1]) == sorted(
        c for c in line.grazed
    )
    # Two hexes share one stretch of the line exactly if it runs along the side between them.
    for step in line.steps:
        shared = [c for field in step.fields[:1] for c, part in passed.items() if part == passed[field]]
        assert sorted(shared) == list(step.fields)
        assert step.between or len(step.fields) <= 1
    order = [passed[step.fields[0]] for step in line.steps if step.fields]
    assert order == sorted(order)


# Facings and arcs


def test_the_faced_side_is_the_front_the_opposite_the_rear_and_the_others_are_flanks() -> None:
    assert [aspect(2, direction) for direction in range(6)] == [
        "flank",
        "flank",
        "front",
        "flank",
        "flank",
        "rear",
    ]


FAN_TO_THE_EAST = """
    . . . . . f . .
     . . . . f f . .
    . . . . f f f .
     . . A f f f f .
    . . . . f f f .
     . . . . f f . .
    . . . . . f . .
"""


def test_a_fan_opens_by_two_hexes_with_every_step() -> None:
    layout = NumberedLayout(first_grows="S", second_grows="E", top="pointed", shifted="odd")
    rows = FAN_TO_THE_EAST.strip("\n").split("\n")
    marks = {
        layout.number(y, x): mark for y, row in enumerate(rows, 1) for x, mark in enumerate(row.split(), 1)
    }
    board = HexBoard(layout, marks)
    fan = board.fan("0403", layout.direction("E"), 4)
    assert fan == tuple(label for label in board.labels if marks[label] == "f")
    assert [sum(board.distance("0403", label) == d for label in fan) for d in range(1, 5)] == [1, 3, 5, 7]


@pytest.mark.parametrize("places_grow", ["N", "S"])
@pytest.mark.parametrize("facing", range(6))
def test_a_fan_is_what_steps_ahead_and_half_aside_can_reach(places_grow: Compass, facing: int) -> None:
    reach = range(-6, 7)
    board = HexBoard(AxialLayout(places_grow=places_grow), [f"{q},{r}" for q in reach for r in reach])
    reached: set[str | None] = set()
    front = {board.neighbour("0,0", facing)}
    for _ in range(5):
        reached |= front
        front = {board.neighbour(h, (facing + turn) % 6) for h in front if h for turn in (-1, 0, 1)}
    assert set(board.fan("0,0", facing, 5)) == {label for label in reached if label}


def test_bearings_count_clockwise_from_the_first_direction() -> None:
    ring = {label: BOARD.bearing("0909", label) for label in BOARD.ring("0909", 2)}
    assert ring == {
        "0907": 0, "1008": 2, "1108": 4, "1109": 6, "1110": 8, "1011": 10,
        "0911": 12, "0811": 14, "0710": 16, "0709": 18, "0708": 20, "0808": 22,
    }  # fmt: skip
    assert BOARD.bearing("0909", "1006") == 1


@given(places(2))
def test_a_bearing_back_is_half_a_turn_away(where: tuple[HexBoard, list[str]]) -> None:
    board, (a, b) = where
    assume(a != b)
    assert board.bearing(b, a) == (board.bearing(a, b) + 12) % 24


@given(places(2))
def test_the_side_that_looks_at_a_hex_is_the_one_the_line_leaves_by(
    where: tuple[HexBoard, list[str]],
) -> None:
    board, (a, b) = where
    assume(board is not HOLED)
    assume(a != b)
    line = board.line(a, b)
    first = line.steps[0].fields if line.steps else (b,)
    assume(not line.steps or len(first) == 1 + line.steps[0].between)
    assert board.directions_toward(a, b) == tuple(sorted(board.direction(a, near) for near in first))


@pytest.mark.parametrize(
    ("point", "reach", "expected"),
    [(0, 1, 3), (0, 3, 7), (1, 1, 3), (1, 2, 5), (0, 6, 12), (6, 0, 1)],
)
def test_arcs_take_in_so_many_of_the_twelve_hexes_at_distance_two(
    point: int, reach: int, expected: int
) -> None:
    found = [b for b in BOARD.ring("0909", 2) if BOARD.is_in_arc("0909", b, point, reach)]
    assert len(found) == expected


def test_an_arc_of_one_hexside_looks_straight_ahead() -> None:
    north: Compass = "N"
    facing = 2 * HANNUT.direction(north)
    assert [b for b in BOARD.ring("0909", 2) if BOARD.is_in_arc("0909", b, facing, 1)] == [
        "0808",
        "0907",
        "1008",
    ]
    assert BOARD.is_in_arc("0909", "0901", facing, 0)
