"""Boards of squares."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planspiel.boards.paths import Graph
from planspiel.boards.square import (
    SquareBoard,
    every_diagonal,
    field_label,
    if_any_flank,
    if_both_flanks,
    no_diagonal,
    parse_field,
    rectangle,
    with_diagonals,
)

BOARD = SquareBoard(rectangle(12, 9))
fields = st.sampled_from(BOARD.labels)


# Distances and neighbours


@given(fields, fields, fields)
def test_distance_obeys_its_laws(a: str, b: str, c: str) -> None:
    assert (BOARD.distance(a, b) == 0) == (a == b)
    assert BOARD.distance(a, b) == BOARD.distance(b, a)
    assert BOARD.distance(a, c) <= BOARD.distance(a, b) + BOARD.distance(b, c)


def test_neighbours_are_mutual_and_one_apart() -> None:
    for label in BOARD.labels:
        assert BOARD.neighbours(label) == BOARD.ring(label, 1)
        for direction, near in enumerate(BOARD.around(label)):
            if near is not None:
                assert BOARD.distance(label, near) == 1
                assert BOARD.direction(label, near) == direction
                assert BOARD.neighbour(near, (direction + 4) % 8) == label


def test_the_eight_directions_go_clockwise_from_north_with_south_downward() -> None:
    assert BOARD.around("5,5") == ("5,4", "6,4", "6,5", "6,6", "5,6", "4,6", "4,5", "4,4")
    assert BOARD.around("1,1") == (None, None, "2,1", "2,2", "1,2", None, None, None)


def test_a_ring_holds_eight_fields_for_every_step_outward() -> None:
    assert [len(BOARD.ring("6,5", radius)) for radius in range(5)] == [1, 8, 16, 24, 32]
    assert len(BOARD.disc("6,5", 4)) == 81
    assert BOARD.disc("6,5", 1_000_000) == BOARD.labels


@given(st.integers(-50, 50), st.integers(-50, 50))
def test_labels_lead_to_their_field_and_back(x: int, y: int) -> None:
    assert parse_field(field_label((x, y))) == (x, y)


def test_bad_labels_are_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match="'B7' names no field; write it like 3,4"):
        parse_field("B7")
    with pytest.raises(ValueError, match="write '3,4'"):
        parse_field("03,4")
    with pytest.raises(ValueError, match="no field 13,1 on this board"):
        BOARD.distance("1,1", "13,1")
    with pytest.raises(ValueError, match="field 1,1 is listed twice"):
        SquareBoard(["1,1", "1,1"])


# Edges and diagonals


def test_an_edge_has_one_name_from_both_its_fields() -> None:
    names: dict[str, set[str]] = {}
    for label in BOARD.labels:
        for edge in BOARD.edges(label):
            names.setdefault(edge, set()).add(label)
    assert all(set(BOARD.fields_at(edge)) == both for edge, both in names.items())
    assert BOARD.edge("3,5", "3,4") == BOARD.edge("3,4", "3,5") == "3,4|3,5"
    assert BOARD.edges("1,1") == ("1,1|N", "1,1|2,1", "1,1|1,2", "1,1|W")


@pytest.mark.parametrize("edge", ["3,5|3,4", "3,4|4,5", "3,4|N", "3,4", "1,1|E"])
def test_what_is_no_canonical_edge_is_refused(edge: str) -> None:
    with pytest.raises(ValueError, match="is no edge of this board"):
        BOARD.fields_at(edge)


def test_fields_that_touch_in_a_corner_share_no_edge() -> None:
    with pytest.raises(ValueError, match="touch in a corner"):
        BOARD.edge("3,4", "4,5")


def test_the_flanks_of_a_diagonal_step_touch_both_fields() -> None:
    assert BOARD.flanks("3,4", "4,5") == ("3,5", "4,4")
    assert SquareBoard(["1,1", "2,1", "2,2"]).flanks("1,1", "2,2") == ("2,1",)
    with pytest.raises(ValueError, match="not diagonal"):
        BOARD.flanks("3,4", "3,5")


SQUEEZE = """
    . # .
    . . #
    . . .
"""


def reached(allowed: str) -> set[str]:
    """Where a mover in the middle of the picture gets by one step under a diagonal rule."""
    rows = [row.split() for row in SQUEEZE.strip().split("\n")]
    ground = {field_label((x, y)): mark for y, row in enumerate(rows, 1) for x, mark in enumerate(row, 1)}
    board = SquareBoard(ground)

    def is_passable(label: str) -> bool:
        return ground[label] == "."

    rule = {
        "every": every_diagonal,
        "none": no_diagonal,
        "any flank": if_any_flank(is_passable),
        "both flanks": if_both_flanks(is_passable),
    }[allowed]
    cost = with_diagonals(board, lambda a, b: 1 if is_passable(b) else None, rule)
    return set(Graph(board, cost).reach("2,2", 1)) - {"2,2"}


def test_diagonal_rules_close_the_corner_between_two_impassable_fields() -> None:
    straight = {"1,2", "2,3"}
    assert reached("none") == straight
    assert reached("both flanks") == straight | {"1,3"}
    assert reached("any flank") == straight | {"1,3", "1,1", "3,3"}
    assert reached("every") == straight | {"1,3", "1,1", "3,3", "3,1"}


# Lines. In the pictures A and B are the ends, * is crossed, / touches a corner the line goes through.


def drawn_line(picture: str) -> str:
    rows = [row.split() for row in picture.strip().split("\n")]
    marks = {field_label((x, y)): mark for y, row in enumerate(rows, 1) for x, mark in enumerate(row, 1)}
    board = SquareBoard(marks)
    ends = {mark: label for label, mark in marks.items() if mark in "AB"}
    line = board.line(ends["A"], ends["B"])
    drawn = dict.fromkeys(marks, ".") | {ends["A"]: "A", ends["B"]: "B"}
    drawn |= {label: "/" if step.between else "*" for step in line.steps for label in step.fields}
    return "\n".join(
        "    " + " ".join(drawn[field_label((x, y))] for x in range(1, len(row) + 1))
        for y, row in enumerate(rows, 1)
    )


PURE_DIAGONAL = """
    A / . .
    / * / .
    . / * /
    . . / B
"""
OFFSET_1_2 = """
    A .
    * *
    . B
"""
OFFSET_1_3 = """
    A .
    * /
    / *
    . B
"""
OFFSET_5_2 = """
    A * . . . .
    . * * * * .
    . . . . * B
"""
STRAIGHT = """
    . . . .
    B * * A
"""


@pytest.mark.parametrize("picture", [PURE_DIAGONAL, OFFSET_1_2, OFFSET_1_3, OFFSET_5_2, STRAIGHT])
def test_lines_pass_the_fields_drawn_in_the_picture(picture: str) -> None:
    assert drawn_line(picture) == picture.strip("\n")


def test_a_corner_stands_between_the_fields_crossed_before_and_after_it() -> None:
    line = BOARD.line("1,1", "2,4")
    assert [(step.fields, step.between) for step in line.steps] == [
        (("1,2",), False),
        (("1,3", "2,2"), True),
        (("2,3",), False),
    ]


def cut(a: tuple[int, int], b: tuple[int, int], field: tuple[int, int]) -> tuple[Fraction, Fraction] | None:
    """The part of the way from a to b, as fractions of it, that lies in the closed field, by clipping."""
    low, high = Fraction(0), Fraction(1)
    for axis in (0, 1):
        start, change = a[axis], b[axis] - a[axis]
        near, far = Fraction(2 * field[axis] - 1, 2), Fraction(2 * field[axis] + 1, 2)
        if change == 0:
            if not near <= start <= far:
                return None
            continue
        one, two = sorted(((near - start) / change, (far - start) / change))
        low, high = max(low, one), min(high, two)
    return (low, high) if low <= high else None


@given(fields, fields)
def test_lines_agree_with_clipping_every_field_of_the_board(a: str, b: str) -> None:
    start, end = parse_field(a), parse_field(b)
    cuts = {label: cut(start, end, parse_field(label)) for label in BOARD.labels if label not in (a, b)}
    crossed = [(part, label) for label, part in cuts.items() if part and part[0] < part[1]]
    corners: dict[Fraction, list[str]] = {}
    for label, part in cuts.items():
        if part and part[0] == part[1]:
            corners.setdefault(part[0], []).append(label)
    expected: list[tuple[Fraction, Fraction, tuple[str, ...], bool]] = []
    expected += [(part[0], part[1], (label,), False) for part, label in crossed]
    expected += [(at, at, tuple(sorted(flanks)), True) for at, flanks in corners.items()]
    line = BOARD.line(a, b)
    assert [(step.fields, step.between) for step in line.steps] == [step[2:] for step in sorted(expected)]


@given(fields, fields)
def test_a_line_passes_the_same_fields_both_ways(a: str, b: str) -> None:
    there, back = BOARD.line(a, b), BOARD.line(b, a)
    assert [step[:2] for step in there.steps] == [step[:2] for step in reversed(back.steps)]
    assert [step.along for step in there.steps] == [back.span - step.along for step in reversed(back.steps)]


def test_flanks_off_the_board_are_left_out() -> None:
    board = SquareBoard(["1,1", "2,1", "2,2"])
    (step,) = board.line("1,1", "2,2").steps
    assert step.fields == ("2,1",)
    assert step.between


@given(st.sampled_from(BOARD.labels), st.sampled_from(BOARD.labels))
def test_the_fields_a_line_passes_are_those_of_its_steps(a: str, b: str) -> None:
    passed = [tuple(sorted(label for label in fields if label is not None)) for fields in BOARD.passed(a, b)]
    assert passed == [step.fields for step in BOARD.line(a, b).steps]
    assert [len(fields) == 2 for fields in BOARD.passed(a, b)] == [
        step.between for step in BOARD.line(a, b).steps
    ]
