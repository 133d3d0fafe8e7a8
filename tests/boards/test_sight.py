"""Lines of sight."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planspiel.boards.hex import HexBoard
from planspiel.boards.hex_layout import NumberedLayout
from planspiel.boards.sight import (
    Model,
    Tie,
    above_the_slope,
    any_of,
    blocked_if_both_block,
    blocked_if_either_blocks,
    height_profile,
    higher_than_both_ends,
    line_of_sight,
    obstacles,
    obstacles_level_with_an_end,
    obstacles_not_below_both_ends,
)
from planspiel.boards.square import SquareBoard, field_label

# In a picture a letter says what stands in a field (o nothing, w wood, v village), a digit how high it lies.
LAYOUT = NumberedLayout(first_grows="S", second_grows="E", top="pointed", shifted="even")
NAMES = {"w": "wood", "v": "village"}


class Ground:
    """A picture read as hexes (rows with an indent lie half a hex right) and as squares."""

    def __init__(self, picture: str) -> None:
        rows = [row.split() for row in picture.strip("\n").split("\n")]
        cells = [(x, y, mark) for y, row in enumerate(rows, 1) for x, mark in enumerate(row, 1)]
        self.marks = {LAYOUT.number(y, x): mark for x, y, mark in cells}
        self.marks |= {field_label((x, y)): mark for x, y, mark in cells}
        self.hexes = HexBoard(LAYOUT, [LAYOUT.number(y, x) for x, y, _ in cells])
        self.squares = SquareBoard([field_label((x, y)) for x, y, _ in cells])

    def height(self, label: str) -> int:
        return int(self.marks[label][1])

    def obstacle(self, label: str) -> str | None:
        return NAMES.get(self.marks[label][0])


ROW = Ground("o1 w0 o1 w1 o2 w2 o3 o1")


def row_verdict(a: int, b: int, model: Model) -> bool:
    return line_of_sight(ROW.hexes.line(f"01{a:02}", f"01{b:02}"), model).is_open


def test_obstacles_block_whatever_the_heights() -> None:
    model = obstacles(ROW.obstacle)
    assert not row_verdict(1, 3, model)
    assert row_verdict(6, 8, model)


def test_only_ground_higher_than_both_ends_blocks() -> None:
    model = higher_than_both_ends(ROW.height)
    assert not row_verdict(4, 8, model)  # over 3 from 1 to 1
    assert not row_verdict(5, 8, model)  # over 3 from 2 to 1
    assert row_verdict(4, 7, model)  # 2 lies above one end only
    assert row_verdict(3, 5, model)  # level with the lower end


def test_an_obstacle_level_with_an_end_blocks_and_others_do_not() -> None:
    model = obstacles_level_with_an_end(ROW.obstacle, ROW.height)
    assert not row_verdict(3, 5, model)  # wood on 1 between 1 and 2
    assert not row_verdict(5, 7, model)  # wood on 2 between 2 and 3
    assert row_verdict(1, 3, model)  # wood on 0 between 1 and 1


def test_an_obstacle_blocks_unless_both_ends_look_down_on_it() -> None:
    model = obstacles_not_below_both_ends(ROW.obstacle, ROW.height)
    assert row_verdict(1, 3, model)
    assert not row_verdict(3, 5, model)
    assert not row_verdict(3, 8, model)


def test_what_rises_above_the_slope_blocks_and_what_just_reaches_it_does_not() -> None:
    ground = Ground("o0 o1 o2 o3 o4 o0 o0 o0 o4 o3 o0")
    model = above_the_slope(ground.height, ground.height)

    def is_open(a: int, b: int) -> bool:
        return line_of_sight(ground.hexes.line(f"01{a:02}", f"01{b:02}"), model).is_open

    assert is_open(1, 5)  # an even slope
    assert is_open(5, 9)
    assert not is_open(5, 11)  # 0109 stands up from the slope of 4 to 0
    assert not is_open(8, 10)  # over 4 from 0 to 3


def test_the_verdict_names_the_first_blocker_and_why() -> None:
    model = any_of(higher_than_both_ends(ROW.height), obstacles(ROW.obstacle))
    verdict = line_of_sight(ROW.hexes.line("0103", "0108"), model)
    assert verdict.blockers == (("0104", "wood"),)
    assert verdict.sentence() == "0103 does not see 0108: wood in 0104."
    back = line_of_sight(ROW.hexes.line("0108", "0103"), model)
    assert back.blockers == (("0107", "higher ground"),)
    assert line_of_sight(ROW.hexes.line("0101", "0102"), model).sentence() == "0101 sees 0102."


def test_the_ends_never_block() -> None:
    ground = Ground("w9 o0 w9")
    assert line_of_sight(ground.hexes.line("0101", "0103"), obstacles(ground.obstacle)).is_open


def test_a_height_profile_has_both_ends_and_grows_along_the_line() -> None:
    profile = height_profile(ROW.hexes.line("0101", "0105"), ROW.height)
    assert [point.heights for point in profile] == [(1,), (0,), (1,), (1,), (2,)]
    assert profile[0].along == 0
    assert [4 * point.along // profile[-1].along for point in profile] == [0, 1, 2, 3, 4]


# Along a hexside: the line from 0102 to 0302 runs between 0202 and 0203.

OPEN_BESIDE = " o0 o0 o0\no0 o0 o0\n o0 o0 o0"
ONE_BESIDE = " o0 o0 o0\no0 w0 o0\n o0 o0 o0"
BOTH_BESIDE = " o0 o0 o0\no0 w0 v0\n o0 o0 o0"


@pytest.mark.parametrize(
    ("picture", "tie", "is_open"),
    [
        (OPEN_BESIDE, blocked_if_both_block, True),
        (ONE_BESIDE, blocked_if_both_block, True),
        (BOTH_BESIDE, blocked_if_both_block, False),
        (OPEN_BESIDE, blocked_if_either_blocks, True),
        (ONE_BESIDE, blocked_if_either_blocks, False),
        (BOTH_BESIDE, blocked_if_either_blocks, False),
    ],
)
def test_a_line_along_a_hexside_is_judged_by_the_tie_rule(picture: str, tie: Tie, is_open: bool) -> None:
    ground = Ground(picture)
    line = ground.hexes.line("0102", "0302")
    assert line.fields == ("0202", "0203")
    assert line_of_sight(line, obstacles(ground.obstacle), tie).is_open == is_open


def test_both_neighbours_of_a_blocked_hexside_are_named() -> None:
    ground = Ground(BOTH_BESIDE)
    verdict = line_of_sight(ground.hexes.line("0102", "0302"), obstacles(ground.obstacle))
    assert verdict.sentence() == "0102 does not see 0302: wood in 0202 and village in 0203 beside the line."


def test_off_the_board_beside_the_line_counts_as_open() -> None:
    ground = Ground(" o0\nw0\n o0")
    line = ground.hexes.line("0101", "0301")
    assert line.fields == ("0201",)
    assert line_of_sight(line, obstacles(ground.obstacle)).is_open
    assert not line_of_sight(line, obstacles(ground.obstacle), blocked_if_either_blocks).is_open


# Squares: obstacles, ground above both ends, and corners whose two flanks both block.


def square_sight(picture: str, a: str, b: str) -> bool:
    ground = Ground(picture)
    model = any_of(obstacles(ground.obstacle), higher_than_both_ends(ground.height))
    return line_of_sight(ground.squares.line(a, b), model).is_open


def test_a_diagonal_is_closed_only_if_both_flanks_block_whatever_blocks_each() -> None:
    assert square_sight("o0 w0\no0 o0", "1,1", "2,2")
    assert not square_sight("o0 w0\nv0 o0", "1,1", "2,2")
    assert not square_sight("o0 w0\no1 o0", "1,1", "2,2")
    assert square_sight("o0 w0\no1 o1", "1,1", "2,2")


def test_offset_1_2_is_closed_by_either_field_between() -> None:
    assert not square_sight("o0 o0\nw0 o0\no0 o0", "1,1", "2,3")
    assert not square_sight("o0 o0\no0 w0\no0 o0", "1,1", "2,3")
    assert square_sight("o0 w0\no0 o0\nw0 o0", "1,1", "2,3")


# The printed list of blind hexes around 0706 at Hannut, with the obstacles and heights that lead to it.

HANNUT = """
o1 o1 o0 o0 o1 o1 o1 o1 o1 o1 o1 o1 o0 o0 o1 o1 o1 o1
o1 o1 o0 o0 v1 o1 o1 o1 o1 o1 o1 o1 o0 o0 o1 o1 o1 o1
o1 o1 o1 o0 r0 o1 v1 o1 o1 o1 o1 o1 o0 v0 o1 o1 o1 w1
o1 o1 o1 r1 o1 o1 o1 o1 o1 o1 o1 o0 o0 r0 w1 o1 o1 o1
o2 o1 v1 r1 o1 o1 o1 o1 o1 o1 o0 v0 o0 o1 o1 o1 o0 o0
o2 o2 o1 o1 o1 o1 o2 o1 o0 o0 o0 v0 o1 o1 o1 o1 r0 o0
o2 o2 o1 o1 o1 o1 o1 o1 o0 v0 o0 o1 o1 o1 o1 o1 v0 o0
o1 o1 w1 o1 o1 o1 v1 o0 o0 o0 o0 o1 o1 o1 o1 o1 r0 o1
o1 o1 o1 w1 o1 r1 v0 v0 o1 o1 r0 o1 o1 o1 o1 o1 v0 o1
o1 o1 o1 o1 o1 o0 o1 o0 o1 o1 v0 o1 o1 o1 o1 o1 o1 o1
o1 o1 o1 o1 o1 o0 o1 o1 o1 o1 o1 o1 o1 o1 o1 o1 o1 o1
o1 o1 o1 o1 o0 o0 o1 o1 o1 v1 o1 o1 o1 o1 o2 w2 o2 o2
o1 o1 o0 o0 v0 o0 o1 w1 o1 o2 o2 o1 o2 o2 o2 w2 o2 o2
o0 o0 o0 r0 w1 o1 o1 o2 o2 o2 o2 o2 o2 o2 o2 o2 o2 o2
"""
BLIND = "0205 0209 0303 0304 0309 0403 0501 0610 0702 0709 0810 1107 1304 1305"


def test_the_blind_hexes_of_0706_at_hannut_follow_from_the_lines() -> None:
    layout = NumberedLayout(first_grows="E", second_grows="S", top="flat", shifted="even")
    rows = [row.split() for row in HANNUT.strip().split("\n")]
    marks = {layout.number(x, y): mark for y, row in enumerate(rows, 1) for x, mark in enumerate(row, 1)}
    board = HexBoard(layout, marks)
    hill = "0706"

    def height(label: str) -> int:
        return int(marks[label][1])

    def blocks(label: str, target: str) -> bool:
        """No hex here lies above the hill, so it is the higher end or level with the other."""
        ground, low, high = height(label), height(target), height(hill)
        is_obstacle = marks[label][0] != "o"
        if low == high:
            return is_obstacle and ground >= high
        if ground >= high:
            return True
        is_just_in_front = board.distance(label, target) == 1 and board.distance(label, hill) > 1
        return is_obstacle and ground >= low and is_just_in_front

    def sees(target: str) -> bool:
        line = board.line(hill, target)
        return line_of_sight(line, lambda line, f: "blocked" if blocks(f, target) else None).is_open

    blind = [target for target in board.disc(hill, 8) if target != hill and not sees(target)]
    assert " ".join(blind) == BLIND


# Laws

grounds = st.lists(
    st.lists(st.sampled_from(("o0", "o1", "o2", "w0", "w1", "v2")), min_size=7, max_size=7),
    min_size=6,
    max_size=6,
)


@given(grounds, st.data())
def test_models_that_do_not_favour_an_end_see_both_ways(rows: list[list[str]], data: st.DataObject) -> None:
    ground = Ground("\n".join(" ".join(row) for row in rows))
    a = data.draw(st.sampled_from(ground.hexes.labels))
    b = data.draw(st.sampled_from(ground.hexes.labels))
    for model in (
        higher_than_both_ends(ground.height),
        obstacles_level_with_an_end(ground.obstacle, ground.height),
        obstacles_not_below_both_ends(ground.obstacle, ground.height),
        above_the_slope(ground.height, ground.height),
    ):
        there = line_of_sight(ground.hexes.line(a, b), model)
        back = line_of_sight(ground.hexes.line(b, a), model)
        assert there.is_open == back.is_open
