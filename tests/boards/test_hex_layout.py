"""Printed hex numbers and the compass."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planspiel.boards.hex import hex_distance
from planspiel.boards.hex_layout import (
    NEIGHBOURS,
    WINDS,
    Axial,
    AxialLayout,
    Compass,
    Layout,
    NumberedLayout,
    as_compass,
    azimuth,
)

HANNUT = NumberedLayout(first_grows="E", second_grows="S", top="flat", shifted="even")
STONNE = NumberedLayout(first_grows="S", second_grows="W", top="pointed", shifted="even")
CAPORETTO = NumberedLayout(first_grows="NW", second_grows="NE", top="flat", shifted="even", up="NE")


def quarter_turn(wind: Compass, turns: int) -> Compass:
    return WINDS[(WINDS.index(wind) + 2 * turns) % 8]


@st.composite
def numbered_layouts(draw: st.DrawFn) -> NumberedLayout:
    first = draw(st.sampled_from(WINDS))
    return NumberedLayout(
        first_grows=first,
        second_grows=quarter_turn(first, draw(st.sampled_from((1, 3)))),
        up=quarter_turn(first, draw(st.integers(0, 3))),
        top=draw(st.sampled_from(("flat", "pointed"))),
        shifted=draw(st.sampled_from(("even", "odd"))),
        toward=draw(st.sampled_from(("low", "high"))),
        digits=draw(st.integers(2, 4)),
    )


@st.composite
def axial_layouts(draw: st.DrawFn) -> AxialLayout:
    files = draw(st.sampled_from(WINDS))
    places = quarter_turn(files, draw(st.sampled_from((1, 3))))
    return AxialLayout(files_grow=files, places_grow=places, up=quarter_turn(files, draw(st.integers(0, 3))))


layouts = st.one_of(numbered_layouts(), axial_layouts())
hexes = st.tuples(st.integers(-60, 60), st.integers(-60, 60))


@given(numbered_layouts(), st.integers(0, 99), st.integers(0, 99))
def test_every_printed_number_leads_to_a_hex_and_back(
    layout: NumberedLayout, first: int, second: int
) -> None:
    label = layout.number(first, second)
    assert layout.label(layout.axial(label)) == label
    assert layout.numbers(label) == (first, second)


@given(axial_layouts(), hexes)
def test_every_axial_label_leads_to_its_hex_and_back(layout: AxialLayout, hex_: Axial) -> None:
    assert layout.axial(layout.label(hex_)) == hex_


@given(numbered_layouts(), hexes)
def test_a_hex_has_a_label_that_leads_back_or_none_that_can_be_printed(
    layout: NumberedLayout, hex_: Axial
) -> None:
    q, r = hex_
    place = r + (q + ((layout.shifted == "odd") == (layout.toward == "low"))) // 2
    if 0 <= q < 10**layout.digits and 0 <= place < 10**layout.digits:
        assert layout.axial(layout.label(hex_)) == hex_
    else:
        with pytest.raises(ValueError, match="cannot be printed"):
            layout.label(hex_)


@given(layouts)
def test_the_six_directions_are_the_six_neighbours_clockwise_on_the_ground(layout: Layout) -> None:
    assert sorted(layout.directions) == sorted(NEIGHBOURS)
    angles = [azimuth(wind) for wind in layout.winds]
    assert angles == sorted(angles)
    for d, (q, r) in enumerate(layout.directions):
        assert layout.directions[(d + 3) % 6] == (-q, -r)
        assert azimuth(layout.winds[(d + 3) % 6]) == (azimuth(layout.winds[d]) + 180) % 360


@given(layouts, hexes, hexes)
def test_the_drawing_agrees_with_the_distance_and_the_compass(layout: Layout, a: Axial, b: Axial) -> None:
    (ax, ay), (bx, by) = layout.centre(a), layout.centre(b)
    q, r = b[0] - a[0], b[1] - a[1]
    assert (bx - ax) ** 2 + (by - ay) ** 2 == pytest.approx(q * q + q * r + r * r)
    if layout.up == "N":
        for wind, (dq, dr) in zip(layout.winds, layout.directions, strict=True):
            x, y = layout.centre((dq, dr))
            assert ("E" in wind) == (x > 0.01)
            assert ("N" in wind) == (y < -0.01)


@given(numbered_layouts(), st.integers(1, 30), st.integers(1, 30))
def test_hexes_with_the_same_file_number_form_a_straight_line(
    layout: NumberedLayout, file: int, place: int
) -> None:
    def number(place: int) -> Axial:
        return layout.axial(
            layout.number(file, place) if layout.files == "first" else layout.number(place, file)
        )

    one, two, three = (number(place + step) for step in range(3))
    step = (two[0] - one[0], two[1] - one[1])
    assert (three[0] - two[0], three[1] - two[1]) == step
    assert layout.winds[layout.directions.index(step)] == layout.r_grows


@given(numbered_layouts(), st.integers(1, 30), st.integers(1, 30))
def test_the_shifted_files_lie_half_a_hex_toward_the_end_that_is_named(
    layout: NumberedLayout, file: int, place: int
) -> None:
    def half_places(file: int) -> int:
        """Position along the file, in halves, as the drawing has it."""
        first, second = (file, place) if layout.files == "first" else (place, file)
        q, r = layout.axial(layout.number(first, second))
        return 2 * r + q

    shifted = file if (file % 2 == 0) == (layout.shifted == "even") else file + 1
    other = file + 1 if shifted == file else file
    assert half_places(shifted) - half_places(other) == (-1 if layout.toward == "low" else 1)


@given(numbered_layouts(), st.integers(0, 97), st.integers(0, 97))
def test_both_numbers_grow_to_the_side_that_is_named(layout: NumberedLayout, first: int, second: int) -> None:
    # Two numbers on, every shift is undone, so the drawing moves exactly along the compass.
    start = layout.centre(layout.axial(layout.number(first, second)))
    steps: tuple[tuple[Compass, str], ...] = (
        (layout.first_grows, layout.number(first + 2, second)),
        (layout.second_grows, layout.number(first, second + 2)),
    )
    for wind, number in steps:
        x, y = layout.centre(layout.axial(number))
        turn = (azimuth(wind) - azimuth(layout.up)) % 360
        right, down = {0: (0, -1), 90: (1, 0), 180: (0, 1), 270: (-1, 0)}[turn]
        moved = (x - start[0], y - start[1])
        length = (moved[0] ** 2 + moved[1] ** 2) ** 0.5
        assert (moved[0] / length, moved[1] / length) == pytest.approx((right, down), abs=1e-9)


def test_at_hannut_0702_lies_four_hexes_north_of_0706() -> None:
    north = HANNUT.directions[HANNUT.direction("N")]
    q, r = HANNUT.axial("0706")
    assert HANNUT.label((q + 4 * north[0], r + 4 * north[1])) == "0702"


def test_at_hannut_the_six_neighbours_of_an_even_column_lie_higher() -> None:
    #      07 08 09          0807
    #  07     ..         0707    0907
    #      .. 08 ..          0808
    #  08     ..         0708    0908
    #                        0809
    around = {
        wind: HANNUT.label((8 + q, HANNUT.axial("0808")[1] + r))
        for wind, (q, r) in zip(HANNUT.winds, HANNUT.directions, strict=True)
    }
    assert around == {"N": "0807", "NE": "0907", "SE": "0908", "S": "0809", "SW": "0708", "NW": "0707"}


def test_at_stonne_0502_and_0304_are_three_apart_whatever_the_parity() -> None:
    for shifted in ("even", "odd"):
        stonne = NumberedLayout(first_grows="S", second_grows="W", top="pointed", shifted=shifted)
        assert hex_distance(stonne.axial("0502"), stonne.axial("0304")) == 3


def test_at_stonne_rows_run_westward_and_even_ones_lie_half_a_hex_east() -> None:
    #    0402 0401       west is left
    #  0502 0501
    q, r = STONNE.axial("0501")
    around = {
        wind: STONNE.label((q + dq, r + dr))
        for wind, (dq, dr) in zip(STONNE.winds, STONNE.directions, strict=True)
    }
    assert around["W"] == "0502"
    assert around["NE"] == "0401"
    assert around["NW"] == "0402"
    assert around["SW"] == "0602"


def test_at_caporetto_rows_run_north_east_and_columns_follow_north_west() -> None:
    assert CAPORETTO.winds == ("N", "NE", "E", "S", "SW", "W")
    q, r = CAPORETTO.axial("2405")
    step = CAPORETTO.directions[CAPORETTO.direction("NE")]
    assert CAPORETTO.label((q + step[0], r + step[1])) == "2406"
    # Even columns lie half a hex toward row 01, so the neighbours of 2405 in column 25 are 2504 and 2505.
    beside = {CAPORETTO.label((q + dq, r + dr)) for dq, dr in CAPORETTO.directions}
    assert beside == {"2404", "2406", "2504", "2505", "2304", "2305"}


@pytest.mark.parametrize(
    ("first", "second", "top", "files"),
    [
        ("E", "S", "flat", "first"),
        ("S", "E", "flat", "second"),
        ("E", "S", "pointed", "second"),
        ("S", "W", "pointed", "first"),
    ],
)
def test_the_files_are_columns_on_flat_tops_and_rows_on_points(
    first: Compass, second: Compass, top: str, files: str
) -> None:
    layout = NumberedLayout(first_grows=first, second_grows=second, top=top, shifted="odd")  # type: ignore[arg-type]
    assert layout.files == files
    assert layout.sheet_top == top


def test_a_ragged_map_names_only_its_own_hexes() -> None:
    assert HANNUT.ragged({2: (1, 2), 1: (1, 3)}) == ("0101", "0102", "0103", "0201", "0202")
    assert HANNUT.rectangle((3, 4), (0, 1)) == ("0300", "0301", "0400", "0401")


@given(layouts, hexes)
def test_the_outline_of_a_hex_touches_its_neighbours_halfway(layout: Layout, hex_: Axial) -> None:
    corners = layout.corners(hex_)
    x, y = layout.centre(hex_)
    for d, (q, r) in enumerate(layout.directions):
        near = layout.centre((hex_[0] + q, hex_[1] + r))
        (ax, ay), (bx, by) = corners[d], corners[(d + 1) % 6]
        assert ((ax + bx) / 2, (ay + by) / 2) == pytest.approx(((x + near[0]) / 2, (y + near[1]) / 2))


@pytest.mark.parametrize("label", ["071", "07123", "07x2", "", "-712", "७७७७", "07 2"])
def test_what_is_no_hex_number_is_refused_with_a_sentence(label: str) -> None:
    with pytest.raises(ValueError, match="is no hex number; it takes two numbers of 2 digits each"):
        HANNUT.axial(label)


@pytest.mark.parametrize("label", ["3", "3,", "a,b", "1,2,3"])
def test_what_is_no_axial_pair_is_refused_with_a_sentence(label: str) -> None:
    with pytest.raises(ValueError, match="names no hex; write it like 3,-2"):
        AxialLayout().axial(label)


def test_an_axial_pair_has_one_spelling_only() -> None:
    for label in ("03,-2", "3, -2", "+3,-2"):
        with pytest.raises(ValueError, match="write '3,-2'"):
            AxialLayout().axial(label)


def test_numbers_too_large_to_print_are_refused() -> None:
    with pytest.raises(ValueError, match="100 cannot be printed as a hex number of 2 digits"):
        HANNUT.number(100, 1)


def test_impossible_layouts_are_refused() -> None:
    with pytest.raises(ValueError, match="right angles"):
        NumberedLayout(first_grows="E", second_grows="W", top="flat", shifted="even")
    with pytest.raises(ValueError, match="stand on no side or corner"):
        NumberedLayout(first_grows="NW", second_grows="NE", top="flat", shifted="even")
    with pytest.raises(ValueError, match="no compass direction"):
        NumberedLayout(first_grows="east", second_grows="S", top="flat", shifted="even")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="should be even or odd"):
        NumberedLayout(first_grows="E", second_grows="S", top="flat", shifted="both")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="at least one digit"):
        NumberedLayout(first_grows="E", second_grows="S", top="flat", shifted="even", digits=0)


def test_compass_words_are_read_in_letters_and_in_full() -> None:
    assert [as_compass(word) for word in ("south", "W", "north-west", "North_East", "se")] == [
        "S",
        "W",
        "NW",
        "NE",
        "SE",
    ]
    with pytest.raises(ValueError, match="'up' is no compass direction"):
        as_compass("up")
