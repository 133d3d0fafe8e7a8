"""Maps made ready for rules: ground, edges, ways, narrow waters, lines."""

from typing import Any

import pytest

from planspiel.packs import Inline, PackFaults
from planspiel.systems.wiener2022.catalogue import Mobility
from planspiel.systems.wiener2022.pack import load_pack
from planspiel.systems.wiener2022.state import Element, Position
from planspiel.systems.wiener2022.theatre import Theatre
from wiener2022.positions import pack, position


def theatre(**given: Any) -> Theatre:
    game = position(**given)
    found: Theatre = game.pack.theatre("test")
    return found


@pytest.mark.setup
@pytest.mark.rule("WPR-darstellung-gelaende-8")
def test_shipped_boards_have_the_recommended_sizes() -> None:
    sizes = {name: (the_map.board(), pack().maps[name]) for name, the_map in pack().maps.items()}
    found = {name: len(board) for name, (board, _) in sizes.items()}
    assert found == {"lindenau": 200, "steinach": 200, "kaltenbrunn": 200, "hartberg": 800, "seehafen": 800}
    assert {(pack().theatre(s).width, pack().theatre(s).height) for s in pack().scenarios} == {
        (20, 10),
        (40, 20),
    }


@pytest.mark.setup
@pytest.mark.rule("WPR-darstellung-gelaende-4", "WPR-darstellung-gelaende-5", "WPR-darstellung-gelaende-6")
def test_boards_have_all_kinds_of_ground_and_contour_layers() -> None:
    theatres = [pack().theatre(name) for name in pack().scenarios]
    ground = {kind for theatre in theatres for kind in theatre.ground.values()}
    assert ground == {"open", "wood", "building", "rock", "swamp", "water"}
    assert {level for theatre in theatres for level in theatre.level.values()} == {0, 1, 2}


@pytest.mark.setup
@pytest.mark.rule("WPR-darstellung-gelaende-1")
def test_fields_are_squares_of_a_kilometre() -> None:
    assert {the_map.pitch_m for the_map in pack().maps.values()} == {1000}


@pytest.mark.rule("WPR-darstellung-gelaende-2", "WPR-darstellung-gelaende-3")
def test_a_diagonal_step_counts_as_one_field() -> None:
    board = theatre()
    assert board.distance("2,2", "5,5") == 3
    assert board.distance("2,2", "5,2") == 3
    assert board.distance("2,2", "3,4") == 2
    assert board.distance("2,2", "2,2") == 0


@pytest.mark.rule("WPR-darstellung-gelaende-7")
def test_bushes_hedges_and_broad_leaved_trees_do_nothing() -> None:
    features = {"bushes": ["4,4"], "hedge": ["5,4"], "orchard": ["6,4"]}
    bare, grown = theatre(), theatre(map={"features": features})
    assert grown.static_line("3,4", "7,4")
    kinds: tuple[Mobility, ...] = ("infantry", "wheeled", "tracked")
    for label in ("4,4", "5,4", "6,4"):
        assert [grown.enterable(label, kind) for kind in kinds] == [True, True, True]
        assert grown.is_edge(label) == bare.is_edge(label) is False


@pytest.mark.setup
@pytest.mark.rule("WPR-zubehoer-1", "WPR-zubehoer-3")
def test_the_state_keeps_every_marker() -> None:
    on_elements = set(Element.__struct_fields__)
    on_fields = set(Position.__struct_fields__)
    assert {"pinned", "position", "camouflaged", "located"} <= on_elements
    assert {"earthworks", "light", "smoke", "barriers"} <= on_fields
    overlay = {
        "scenarios": {
            "river_line": {
                "red": {
                    "works": [
                        {"kind": kind, "at": ["12,3"]}
                        for kind in ("at_mine", "ap_mine", "wire", "crater", "teeth", "ditch")
                    ]
                }
            }
        }
    }
    laid = load_pack([Inline("case.toml", overlay)]).pack.scenarios["river_line"].red.works
    assert [work.kind for work in laid] == ["at_mine", "ap_mine", "wire", "crater", "teeth", "ditch"]


@pytest.mark.setup
@pytest.mark.rule("WPR-zubehoer-2")
def test_only_the_scatter_table_needs_a_die_with_ten_sides() -> None:
    assert len(pack().tables.air.scatter) == 10
    work = pack().tables.work
    needed = [getattr(work, name) for name in ("success", "smoke", "light", "self_smoke", "locate", "loss")]
    assert all(1 <= number <= 6 for number in needed)


@pytest.mark.rule("WPR-waldrand-2")
def test_edges_of_woods_and_towns() -> None:
    wood = {f"{x},{y}": "wood" for x in (3, 4, 5) for y in (3, 4, 5)}
    board = theatre(ground={**wood, "8,8": "building"})
    assert board.is_edge("3,4")
    assert not board.is_edge("4,4")
    assert board.is_edge("8,8")
    assert not board.is_edge("7,7")
    assert board.is_inner_wood("4,4")
    assert not board.is_inner_wood("3,3")


def test_a_wood_at_the_edge_of_the_board_goes_on_there() -> None:
    board = theatre(ground={"1,1": "wood", "1,2": "wood", "2,1": "wood", "2,2": "wood"})
    assert board.is_inner_wood("1,1")
    assert not board.is_edge("1,1")


def test_banks_lie_beside_water() -> None:
    board = theatre(ground={"4,4": "water", "4,5": "water"}, mixed={"6,6": "water"})
    assert board.is_bank("3,4")
    assert not board.is_bank("3,3")
    assert not board.is_bank("4,4")
    assert board.is_water("6,6")
    assert board.is_land("6,6")
    assert not board.is_land("4,4")


@pytest.mark.rule("WPR-gelaende-1", "WPR-gelaende-3", "WPR-gelaende-4")
@pytest.mark.parametrize(
    ("ground", "infantry", "wheeled", "boat"),
    [
        ("open", True, True, False),
        ("wood", True, False, False),
        ("building", True, False, False),
        ("rock", False, False, False),
        ("swamp", False, False, False),
        ("water", False, False, True),
    ],
)
def test_who_may_enter_ground(ground: str, infantry: bool, wheeled: bool, boat: bool) -> None:
    board = theatre(ground={"4,4": ground})
    found = [board.enterable("4,4", kind) for kind in ("infantry", "wheeled", "rowboat")]
    assert found == [infantry, wheeled, boat]


@pytest.mark.rule("WPR-furten-1")
def test_a_ford_is_for_those_it_names() -> None:
    fords = {"mill": {"at": "4,4", "mobility": ["infantry", "tracked"]}}
    board = theatre(ground={"4,4": "water"}, map={"fords": fords})
    assert board.enterable("4,4", "infantry")
    assert board.enterable("4,4", "tracked")
    assert not board.enterable("4,4", "wheeled")


@pytest.mark.rule("WPR-gewaesser-2")
def test_narrow_waters_hinder_each_kind_as_the_map_says() -> None:
    narrows = {"brook": {"edges": ["4,4|5,4"], "crossing": {"infantry": "free", "tracked": "slow"}}}
    fords = {"ford": {"at": "4,4|5,4", "mobility": ["rider"]}}
    board = theatre(map={"narrows": narrows, "fords": fords})
    kinds: tuple[Mobility, ...] = ("infantry", "tracked", "wheeled", "rider")
    assert [board.crossing("5,4", "4,4", kind) for kind in kinds] == ["free", "slow", "blocked", "free"]
    assert board.crossing("4,4", "4,5", "wheeled") == "free"


@pytest.mark.rule("WPR-strasse-1", "WPR-geschwindigkeit-4")
def test_roads_link_fields_but_never_over_a_corner() -> None:
    board = theatre(roads=[["3,3", "4,3", "4,4"]])
    assert board.road_link("4,3", "3,3")
    assert board.road_link("4,3", "4,4")
    assert not board.road_link("3,3", "4,4")
    assert not board.road_link("4,4", "5,4")


@pytest.mark.rule("WPR-raum-tot-1")
@pytest.mark.parametrize(
    ("blocker", "is_open"), [("wood", False), ("building", False), ("rock", False), ("swamp", True)]
)
def test_ground_between_hides_what_is_behind(blocker: str, is_open: bool) -> None:
    assert theatre(ground={"4,4": blocker}).static_line("3,4", "5,4") is is_open


@pytest.mark.rule("WPR-hoehen-5")
@pytest.mark.parametrize(
    ("levels", "is_open"),
    [
        ({"4,4": 1}, False),
        ({"4,4": 1, "3,4": 1}, True),
        ({"4,4": 1, "5,4": 2}, True),
        ({"4,4": 2, "5,4": 1}, False),
        ({"4,4": -1}, True),
    ],
)
def test_a_height_hides_only_what_is_below_it_on_both_sides(levels: dict[str, int], is_open: bool) -> None:
    board = theatre(levels=levels)
    assert board.static_line("3,4", "5,4") is is_open
    assert board.static_line("5,4", "3,4") is is_open


@pytest.mark.rule("WPR-diagonale-3")
def test_two_hiding_flanks_close_a_diagonal() -> None:
    assert not theatre(ground={"4,3": "wood", "3,4": "building"}).static_line("3,3", "4,4")
    assert theatre(ground={"4,3": "wood"}).static_line("3,3", "4,4")
    assert not theatre(ground={"4,3": "wood"}, levels={"3,4": 1}).static_line("3,3", "4,4")


def test_neighbours_in_a_wood_do_not_see_each_other() -> None:
    board = theatre(ground={"4,4": "wood", "5,4": "wood", "8,8": "building", "8,9": "building"})
    assert not board.static_line("4,4", "5,4")
    assert board.static_line("8,8", "8,9")
    assert board.static_line("4,4", "4,4")


def map_fault(**changes: Any) -> str:
    with pytest.raises(PackFaults) as caught:
        load_pack([Inline("case.toml", {"maps": {"seehafen": changes}})])
    return str(caught.value)


@pytest.mark.rule("WPR-flugplaetze-2")
def test_parking_fields_adjoin_the_runway() -> None:
    found = map_fault(airfields={"field": {"parking": ["19,6", "30,12"]}})
    assert "airfields.field.parking[2]: 30,12 does not adjoin the runway" in found


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        (
            {"airfields": {"field": {"runway": ["19,7", "20,8"]}}},
            "airfields.field.runway: a runway is a straight line of fields",
        ),
        ({"airfields": {"field": {"runway": ["19,7", "99,7"]}}}, "there is no field 99,7"),
        (
            {"bridges": {"20,12": {"axis": "NS"}}},
            'bridges."20,12": a bridge leads over a water field',
        ),
        ({"bridges": {"77,1": {"axis": "NS"}}}, 'bridges."77,1": there is no such field'),
        ({"narrows": {"brook": {"edges": ["3,4"]}}}, "narrows.brook.edges[1]: 3,4 is no edge"),
        (
            {"fords": {"ford": {"at": "30,10", "mobility": ["infantry"]}}},
            "fords.ford.at: 30,10 is neither a water field nor a narrow water",
        ),
        ({"legend": {"o0": {"terrain": "jungle"}}}, "legend.o0.terrain: must be"),
    ],
)
def test_faults_of_maps_are_said_with_their_key(changes: dict[str, Any], reason: str) -> None:
    assert reason in map_fault(**changes)
