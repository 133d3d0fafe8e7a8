"""Cheapest paths."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planspiel.boards.hex import HexBoard
from planspiel.boards.hex_layout import NumberedLayout
from planspiel.boards.paths import Graph
from planspiel.boards.square import SquareBoard, rectangle

LAYOUT = NumberedLayout(first_grows="S", second_grows="E", top="pointed", shifted="even")
HEXES = HexBoard(LAYOUT, LAYOUT.rectangle((1, 5), (1, 6)))
SQUARES = SquareBoard(rectangle(5, 5))


class Web:
    """Any labels with any steps between them."""

    def __init__(self, steps: dict[str, dict[str, int]]) -> None:
        self.steps = steps
        self.labels = tuple(steps)

    def neighbours(self, label: str) -> Iterable[str]:
        return self.steps[label]

    def cost(self, a: str, b: str) -> int:
        return self.steps[a][b]


# Pictures: a digit is what entering the hex costs, # cannot be entered, A is the start.

FORD = """
     A 1 1 # 1
    1 1 # # 1
     1 # 3 1 1
    1 1 1 # 1
"""
COSTS_UP_TO_9 = """
     0 1 2 # .
    1 1 # # 9
     2 # 7 8 9
    3 3 4 # 9
"""


def hex_map(picture: str) -> dict[str, str]:
    rows = picture.strip("\n").split("\n")
    return {
        LAYOUT.number(y, x): mark for y, row in enumerate(rows, 1) for x, mark in enumerate(row.split(), 1)
    }


def ground_cost(marks: dict[str, str]) -> Graph:
    def cost(a: str, b: str) -> int | None:
        return None if marks[b] == "#" else 1 if marks[b] == "A" else int(marks[b])

    return Graph(HexBoard(LAYOUT, marks), cost)


def test_a_search_costs_what_the_picture_says() -> None:
    reach = ground_cost(hex_map(FORD)).reach("0101", 9)
    expected = {label: int(mark) for label, mark in hex_map(COSTS_UP_TO_9).items() if mark not in "#."}
    assert dict(reach) == expected


def test_a_path_leads_over_the_ford() -> None:
    reach = ground_cost(hex_map(FORD)).reach("0101", 9)
    assert reach.path("0205") == ("0101", "0201", "0301", "0402", "0403", "0303", "0304", "0205")


def test_the_start_is_reached_for_nothing_and_its_path_is_itself() -> None:
    graph = Graph(HEXES, lambda a, b: 3)
    reach = graph.reach("0303", 2)
    assert dict(reach) == {"0303": 0}
    assert reach.path("0303") == ("0303",)


def test_what_was_not_reached_is_not_in_the_mapping() -> None:
    reach = Graph(HEXES, lambda a, b: 1).reach("0101", 1)
    assert "0506" not in reach
    assert reach.get("0506") is None
    with pytest.raises(KeyError):
        reach.path("0506")
    assert len(reach) == len(list(reach)) == 4


def test_a_reach_lists_its_fields_in_label_order() -> None:
    reach = Graph(HEXES, lambda a, b: 1).reach("0303", 2)
    assert list(reach) == sorted(HEXES.disc("0303", 2))


def test_of_equally_cheap_paths_the_one_from_the_lowest_label_is_taken() -> None:
    web = Web({"s": {"b": 1, "a": 2, "c": 1}, "a": {"g": 1}, "b": {"g": 2}, "c": {"g": 2}, "g": {}})
    assert Graph(web, web.cost).reach("s", 9).path("g") == ("s", "a", "g")


def test_a_mover_may_enter_a_field_where_it_must_stop_but_not_go_on() -> None:
    #  s - a - g is shorter, but a stops; the way round by b and c remains.
    web = Web({"s": {"a": 1, "b": 1}, "a": {"g": 1}, "b": {"c": 1}, "c": {"g": 1}, "g": {}})
    reach = Graph(web, web.cost).reach("s", 9, stop=lambda label: label in ("a", "s"))
    assert dict(reach) == {"s": 0, "a": 1, "b": 1, "c": 2, "g": 3}
    assert reach.path("g") == ("s", "b", "c", "g")


def test_extra_costs_and_bars_apply_on_entering() -> None:
    web = Web({"s": {"a": 1, "b": 1, "c": 1}, "a": {"g": 1}, "b": {"g": 2}, "c": {}, "g": {}})
    extra = {"a": 2, "b": 0, "g": 1}
    reach = Graph(web, web.cost).reach("s", 9, enter=extra.get)
    assert dict(reach) == {"s": 0, "a": 3, "b": 1, "g": 4}
    assert reach.path("g") == ("s", "b", "g")


def test_a_barred_field_is_never_part_of_a_path() -> None:
    # The bar on a must not be mistaken for a cost when the path to g is traced back.
    web = Web({"s": {"a": 1, "g": 1}, "a": {"g": 2}, "g": {}})  # 1 - 2 is -1, the mark of a bar
    reach = Graph(web, web.cost).reach("s", 9, enter=lambda label: None if label == "a" else 0)
    assert reach.path("g") == ("s", "g")


def test_rules_are_asked_once_for_each_field_and_never_for_the_start() -> None:
    asked: list[str] = []
    stopped: list[str] = []

    def enter(label: str) -> int:
        asked.append(label)
        return 1

    def stop(label: str) -> bool:
        stopped.append(label)
        return False

    Graph(HEXES, lambda a, b: 1 + HEXES.index[b] % 3).reach("0303", 50, enter, stop)
    assert sorted(asked) == sorted(stopped) == [label for label in HEXES.labels if label != "0303"]


def test_a_budget_below_zero_reaches_nothing_and_a_huge_one_everything() -> None:
    graph = Graph(HEXES, lambda a, b: 10**9)
    assert dict(graph.reach("0303", -1)) == {}
    assert len(graph.reach("0303", 10**15)) == len(HEXES)


def test_impossible_costs_and_fields_are_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match="the step from 0101 to 0102 costs 0; a step costs at least 1"):
        Graph(HEXES, lambda a, b: 0)
    graph = Graph(HEXES, lambda a, b: 1)
    with pytest.raises(ValueError, match="there is no field 9999 on this board"):
        graph.reach("9999", 3)
    with pytest.raises(ValueError, match="entering 0102 costs -1 more; it cannot be negative"):
        graph.reach("0101", 3, enter=lambda label: -1)


# Against Bellman and Ford: relax every step until nothing changes.


Case = tuple[HexBoard | SquareBoard, dict[tuple[str, str], int | None], str, int]


@st.composite
def cases(draw: st.DrawFn) -> Case:
    boards: tuple[HexBoard | SquareBoard, ...] = (HEXES, SQUARES)
    board = draw(st.sampled_from(boards))
    pairs = [(a, b) for a in board.labels for b in board.neighbours(a)]
    some: tuple[int | None, ...] = (1, 1, 2, 3, 5, None)
    costs = {pair: draw(st.sampled_from(some)) for pair in pairs}
    return board, costs, draw(st.sampled_from(board.labels)), draw(st.integers(0, 20))


@given(cases(), st.integers(1, 11), st.integers(1, 11), st.integers(1, 11))
def test_searches_agree_with_bellman_and_ford(
    case: Case,
    bars: int,
    dear: int,
    stops: int,
) -> None:
    board, costs, start, budget = case

    def enter(label: str) -> int | None:
        place = board.index[label]
        return None if place % 12 == bars else 2 if place % 12 == dear else 0

    def stop(label: str) -> bool:
        return board.index[label] % 12 == stops

    best = {start: 0}
    for _ in board.labels:
        for (a, b), price in costs.items():
            extra = enter(b)
            if a not in best or price is None or extra is None or b == start or (stop(a) and a != start):
                continue
            total = best[a] + price + extra
            if total <= budget and total < best.get(b, budget + 1):
                best[b] = total
    reach = Graph(board, lambda a, b: costs[a, b]).reach(start, budget, enter, stop)
    assert dict(reach) == best
    for goal in reach:
        path = reach.path(goal)
        paid = 0
        for a, b in pairwise(path):
            price, extra = costs[a, b], enter(b)
            assert price is not None
            assert extra is not None
            assert a == start or not stop(a)
            paid += price + extra
        assert (path[0], path[-1], paid) == (start, goal, reach[goal])
