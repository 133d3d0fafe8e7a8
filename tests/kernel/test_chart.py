"""Charts as printed: columns, rows, shifts, edges, and what a lookup remembers."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from planspiel.kernel import Chart, OffTable, Reading, rulebook


def chart(**changes: object) -> Chart:
    return msgspec.structs.replace(CRT, **changes)


CRT = Chart(
    cite="9.4",
    columns=("1:2", "1:1", "2:1", "3.5:1"),
    rows={"1-2": ("AE", "AR", "NE", "DR"), "3-5": ("AR", "NE", "DR", "DR"), "6+": ("NE", "DR", "DE", "DX")},
)
TERRAIN = Chart(cite="7.2", columns=("clear", "wood"), rows={"foot": ("1", "2"), "tracked": ("1", "4")})
SHIFTS = Chart(cite="8.1", columns=("-3 to -1", "0", "1-2", "3+"), rows={"-": ("a", "b", "c", "d")})


def test_words_are_looked_up_as_they_stand() -> None:
    assert TERRAIN.lookup("wood", "tracked") == Reading("4", "wood", "tracked", "7.2", "wood")


def test_a_word_that_is_not_on_the_chart_is_named_with_those_that_are() -> None:
    with pytest.raises(KeyError, match="no column or row is called 'swamp'; there are clear, wood"):
        TERRAIN.lookup("swamp", "foot")


@pytest.mark.parametrize(
    ("value", "column"),
    [(-3, "-3 to -1"), (-1, "-3 to -1"), (0, "0"), (1, "1-2"), (2, "1-2"), (3, "3+"), (50, "3+")],
)
def test_numbers_are_found_in_their_range(value: int, column: str) -> None:
    assert SHIFTS.lookup(value, "-").column == column


@pytest.mark.parametrize(
    ("odds", "column"),
    [
        ("1:2", "1:2"),
        (Fraction(1, 2), "1:2"),
        (Fraction(99, 100), "1:2"),
        (1, "1:1"),
        (Fraction(7, 4), "1:1"),
        ("7:2", "3.5:1"),
        ("6:2", "2:1"),
        (100, "3.5:1"),
    ],
)
def test_odds_are_rounded_down_to_the_last_column_not_above(odds: str | int | Fraction, column: str) -> None:
    assert CRT.lookup(odds, 1).column == column


def test_odds_printed_from_high_to_low_are_rounded_down_too() -> None:
    falling = chart(columns=("3:1", "2:1", "1:1", "1:2"))
    assert falling.lookup(Fraction(5, 2), 1).column == "2:1"
    assert falling.lookup(Fraction(1, 3), 1).column == "1:2"
    assert falling.lookup(9, 1).column == "3:1"


@pytest.mark.parametrize(
    ("roll", "row"), [(1, "1-2"), (2, "1-2"), (3, "3-5"), (6, "6+"), (99, "6+"), (0, "1-2")]
)
def test_rolls_find_their_row(roll: int, row: str) -> None:
    assert CRT.lookup("1:1", roll).row == row


def test_rows_printed_from_high_to_low_are_clamped_at_their_own_end() -> None:
    falling = chart(rows={"6": ("a",) * 4, "5": ("b",) * 4, "4": ("c",) * 4})
    assert [falling.lookup("1:1", roll).row for roll in (9, 6, 5, 4, 1)] == ["6", "6", "5", "4", "4"]


def test_an_en_dash_is_a_range_like_any_dash() -> None:
    assert chart(columns=("0\u20133", "4", "5", "6")).lookup(2, 1).column == "0\u20133"


def test_an_open_range_downwards_holds_all_below() -> None:
    assert chart(columns=("2-", "3", "4", "5+")).lookup(-40, 1).column == "2-"


@pytest.mark.parametrize(
    ("shift", "result"), [(-1, "AE"), (0, "AR"), (1, "NE"), (2, "DR"), (7, "DR"), (-7, "AE")]
)
def test_a_shift_moves_the_column_and_stops_at_the_edge(shift: int, result: str) -> None:
    reading = CRT.lookup("1:1", 1, shift)
    assert (reading.result, reading.wanted, reading.shift) == (result, "1:1", shift)


def test_a_value_left_of_the_chart_is_one_column_before_the_first() -> None:
    assert CRT.lookup("1:5", 1, shift=1).column == "1:2"
    assert CRT.lookup("1:5", 1, shift=2).column == "1:1"


EDGES = {
    "left": ("1:5", 3, 0),
    "right": ("3.5:1", 3, 1),
    "above": ("1:1", 0, 0),
    "below": ("1:1", 9, 0),
}
BOUNDED = chart(rows={"1-2": ("AE", "AR", "NE", "DR"), "3-6": ("AR", "NE", "DR", "DX")})
CLAMPED = {"left": "AR", "right": "DX", "above": "AR", "below": "NE"}


@pytest.mark.parametrize("edge", EDGES)
def test_an_edge_clamps_gives_nothing_or_refuses(edge: str) -> None:
    column, roll, shift = EDGES[edge]
    assert BOUNDED.lookup(column, roll, shift).result == CLAMPED[edge]
    nothing = msgspec.structs.replace(BOUNDED, **{edge: "none", "nothing": "no effect"})
    reading = nothing.lookup(column, roll, shift)
    assert reading == Reading("no effect", "", str(roll), "9.4", column, shift)
    refusing = msgspec.structs.replace(BOUNDED, **{edge: "refuse"})
    with pytest.raises(
        OffTable, match=rf"column {column} shifted by {shift}, row {roll} lies outside"
    ) as off:
        refusing.lookup(column, roll, shift)
    assert off.value.cite == "9.4"


@pytest.mark.parametrize("edge", EDGES)
def test_an_edge_says_nothing_about_the_other_edges(edge: str) -> None:
    refusing = msgspec.structs.replace(BOUNDED, **{edge: "refuse"})
    for other, (column, roll, shift) in EDGES.items():
        if other != edge:
            assert refusing.lookup(column, roll, shift).result == CLAMPED[other]


def test_a_lookup_is_cited() -> None:
    assert rulebook.recorder is not None
    rulebook.recorder.discard("9.4")
    CRT.lookup("1:1", 1)
    assert "9.4" in rulebook.recorder


def test_faults_in_the_shape_of_a_chart_are_all_told() -> None:
    crooked = Chart(cite="9.4", columns=("1", "1"), rows={"1": ("a",), "2": ("a", "b", "c")})
    assert crooked.shape_faults() == [
        "row 1 has 1 cells for 2 columns",
        "row 2 has 3 cells for 2 columns",
        "two columns have the same label",
    ]
    assert Chart(cite="9.4", columns=(), rows={}).shape_faults() == [
        "a chart needs at least one column and one row"
    ]
    assert CRT.shape_faults() == []


def test_odds_against_nothing_are_a_word_and_no_fault_of_arithmetic() -> None:
    with pytest.raises(KeyError, match="no column or row is called '1:0'"):
        CRT.lookup("1:0", 1)


def test_a_chart_refuses_fields_it_does_not_know() -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field `colums`"):
        msgspec.convert({"cite": "9.4", "columns": ["a"], "rows": {"1": ["x"]}, "colums": []}, Chart)
