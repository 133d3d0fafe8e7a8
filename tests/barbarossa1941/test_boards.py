"""Six boards with two faces each: every face fits beside every other, and joined they are one field."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from barbarossa1941.shipped import pack, scenario, theatre
from planspiel.boards.hex import HexBoard
from planspiel.systems.barbarossa1941.boards import (
    COLUMNS,
    LAYOUT,
    MIDDLES,
    ROWS,
    Joined,
    Placing,
    Theatre,
    board_of,
)
from planspiel.systems.barbarossa1941.charts import TERRAINS

FACES = sorted(pack().maps)
ONE_BOARD = HexBoard(LAYOUT, LAYOUT.rectangle((1, COLUMNS), (1, ROWS)))
PAIRS = [(a, b) for a, b in permutations(FACES, 2) if board_of(a) != board_of(b)]


def lay(*rows: tuple[str, ...]) -> Theatre:
    return Theatre(Joined(pack().maps, rows), pack().terrain, {})


# Faces


@pytest.mark.rule("BAR-intro-4")
@pytest.mark.setup
def test_there_are_six_boards_with_two_faces_and_every_hex_has_one_terrain_and_a_number() -> None:
    assert [f"{board}{face}" for board in range(1, 7) for face in "ab"] == FACES
    for name in FACES:
        field = lay((name,))
        assert field.board.labels == ONE_BOARD.labels
        drawn = pack().maps[name].ground().terrain
        assert {label: field.terrain_at(label) for label in field.board.labels} == drawn
        assert set(drawn.values()) <= set(TERRAINS)


def test_the_boards_show_every_kind_of_terrain_and_heights() -> None:
    fields = [lay((name,)) for name in FACES]
    assert {kind for field in fields for kind in field.terrain.values()} == set(TERRAINS)
    assert {height for field in fields for height in field.level.values()} == {0, 1, 2}


def test_tokens_begin_with_the_letter_of_their_terrain_and_end_with_the_height() -> None:
    for name in FACES:
        for token, entry in pack().maps[name].legend.items():
            letter = "B" if "bridge" in entry.features else pack().terrain[entry.terrain].letter
            assert token == f"{letter}{entry.level}", name


@pytest.mark.parametrize("name", FACES)
def test_roads_leave_a_face_in_the_middle_of_an_edge(name: str) -> None:
    for way in pack().maps[name].ways.values():
        for label, wind in way.exits.items():
            assert MIDDLES[wind] == label


@pytest.mark.parametrize("name", ["3b", "4b", "5b"])
def test_a_river_parts_its_board_and_can_be_crossed_in_one_place(name: str) -> None:
    field = lay((name,))
    dry = [label for label in field.board.labels if field.terrain[label] not in ("river", "ford")]
    banks = [{label for label in dry if _connected(field, start, label, dry)} for start in ("0104", "0904")]
    assert banks[0].isdisjoint(banks[1])
    assert len(banks[0]) + len(banks[1]) == len(dry)
    fords = [label for label in field.board.labels if field.terrain[label] == "ford"]
    assert len(fords) + len(field.bridges) == 1


def _connected(field: Theatre, start: str, goal: str, over: list[str]) -> bool:
    reached, new = {start}, [start]
    while new:
        near = {label for at in new for label in field.board.neighbours(at) if label in over}
        new = sorted(near - reached)
        reached |= near
    return goal in reached


# Laid together


@settings(deadline=None, max_examples=40)
@given(st.sampled_from(ONE_BOARD.labels), st.integers(0, 3), st.integers(0, 3))
def test_neighbours_on_a_face_are_neighbours_wherever_the_board_lies(
    label: str, across: int, down: int
) -> None:
    joined = HexBoard(LAYOUT, LAYOUT.rectangle((1, 4 * COLUMNS), (1, 4 * ROWS)))
    placing = Placing("1a", across, down)
    for near in ONE_BOARD.neighbours(label):
        assert placing.label(near) in joined.neighbours(placing.label(label))


def test_a_second_board_across_is_turned_round_and_a_third_lies_like_the_first() -> None:
    assert Placing("1a", 0, 0).label("0102") == "0102"
    assert Placing("1a", 1, 0).label("0102") == "1806"
    assert Placing("1a", 2, 1).label("0102") == "1909"


@settings(deadline=None, max_examples=40)
@given(st.sampled_from(PAIRS))
def test_any_two_faces_join_side_by_side_and_one_above_the_other(pair: tuple[str, str]) -> None:
    a, b = pair
    beside, above = lay((a, b)), lay((a,), (b,))
    assert len(beside.board) == len(above.board) == 2 * COLUMNS * ROWS
    assert "0904|1004" in beside.roads
    assert ("0507|0508" in above.roads) == (_leaves(a, "south") and _leaves(b, "north"))


def _leaves(face: str, wind: str) -> bool:
    return any(wind in way.exits.values() for way in pack().maps[face].ways.values())


def test_terrain_height_bridges_and_roads_turn_with_the_board() -> None:
    field = lay(("1a", "4b"))
    assert field.bridges == ("1104",)
    assert (field.terrain["1304"], field.terrain["1404"]) == ("village", "village")
    assert field.is_road_link("1104", "1004")
    assert field.is_road_link("1104", "1204")
    hill = lay(("1a", "6b"))
    assert hill.height("1306") == 2
    assert hill.names["1306"] == ("Wooded ridge", "Waldrücken")


# What a field answers


@pytest.mark.rule("BAR-intro-5")
def test_half_hexes_lie_on_the_outer_north_and_south_edges_for_aircraft_alone() -> None:
    field = theatre("tank_clash")
    assert field.half_hexes[:2] == ("0115", "0200")
    assert len(field.half_hexes) == field.columns
    for label in field.half_hexes:
        assert field.is_half_hex(label)
        assert label not in field.board
        assert label in field.air
        assert 2 <= len(field.air.neighbours(label)) <= 3
    assert not field.is_half_hex("0101")


@pytest.mark.rule("BAR-hill-1")
@pytest.mark.setup
def test_the_height_of_a_hex_is_its_number_of_hill_tiles() -> None:
    field = lay(("5a",))
    assert field.height("0504") == 1
    assert field.height("0104") == 0


@pytest.mark.rule("BAR-hill-3")
def test_slope_is_the_difference_of_heights() -> None:
    field = lay(("6b",))
    assert field.slope("0503", "0602") == 2
    assert field.slope("0602", "0603") == -1


@pytest.mark.rule("BAR-town-5")
def test_a_built_up_hex_is_a_road_hex_to_all_road_and_built_up_hexes_around_it() -> None:
    field = lay(("6a",))
    assert "0603|0703" not in field.roads
    assert field.is_road_link("0603", "0703")
    assert field.is_road_link("0704", "0804")
    assert not field.is_road_link("0703", "0702")


def test_edges_are_lines_of_whole_hexes() -> None:
    field = theatre("outpost")
    assert len(field.edge("north")) == 18
    assert len(field.edge("west")) == 7
    assert field.is_on_edge("0104")
    assert not field.is_on_edge("0204")


def test_a_theatre_is_made_once_and_tables_are_in_label_order() -> None:
    field = theatre("convoy")
    assert theatre("convoy") is field
    assert list(field.terrain) == list(field.level) == list(field.board.labels)


@pytest.mark.parametrize("name", pack().ladder)
def test_no_scenario_uses_a_board_twice(name: str) -> None:
    boards = [board_of(face) for row in scenario(name).boards for face in row]
    assert len(boards) == len(set(boards))
