"""The two maps of Blitzkrieg 1940 against what the rulebook prints, as far as that needs no rules."""

import tomllib
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest

from planspiel.boards.hex import HexBoard
from planspiel.packs import Inline, Loaded, builtin_packs, load, provenance_report, read_header
from planspiel.packs.maps import Ground, HexMap
from planspiel.packs.reading import read_file

Map = HexMap[
    Literal["open", "wood", "village", "orchard"],
    Literal["edge_hex", "village", "hill", "wood", "entry"],
    Literal["stream", "road_bridge", "rail_bridge"],
    Literal["main_road", "minor_road", "railway"],
]
PRINTED = tomllib.loads((Path(__file__).parent / "data" / "blitzkrieg1940_printed.toml").read_text())
MAPS = ["hannut", "stonne"]


class Atlas(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    maps: dict[str, Map]


@cache
def atlas() -> Loaded[Atlas]:
    """The maps alone; what else the pack holds is the affair of its system."""
    folder = builtin_packs("blitzkrieg1940")["base"] / "maps"
    maps = {name: read_file(folder / f"{name}.toml").data for name in MAPS}
    return load(Atlas, [Inline("base", {"maps": maps})])


@cache
def board(name: str) -> HexBoard:
    return atlas().pack.maps[name].board()


@cache
def ground(name: str) -> Ground[Any, Any, Any, Any]:
    return atlas().pack.maps[name].ground()


def test_the_pack_is_named_like_its_folder() -> None:
    header = read_header(builtin_packs("blitzkrieg1940")["base"])
    assert (header.id, header.system) == ("base", "blitzkrieg1940")


@pytest.mark.parametrize(("name", "size"), [("hannut", 306), ("stonne", 208)])
def test_a_map_has_its_printed_extent(name: str, size: int) -> None:
    numbers = [atlas().pack.maps[name].numbers(label) for label in board(name).labels]
    assert len(numbers) == size
    assert [min(a for a, _ in numbers), max(a for a, _ in numbers)] == PRINTED[name]["first"]
    assert [min(b for _, b in numbers), max(b for _, b in numbers)] == PRINTED[name]["second"]


@pytest.mark.parametrize("name", MAPS)
def test_places_named_in_the_book_are_what_the_book_says(name: str) -> None:
    for place, terrain in PRINTED[name]["named"].items():
        assert ground(name).terrain[atlas().pack.maps[name].places[place].at] == terrain


@pytest.mark.parametrize("name", MAPS)
def test_villages_and_woods_with_a_name_stand_on_such_terrain(name: str) -> None:
    for place in atlas().pack.maps[name].places.values():
        if place.kind in ("village", "wood"):
            assert ground(name).terrain[place.at] == place.kind, place.name


@pytest.mark.parametrize("name", MAPS)
def test_each_side_has_its_own_edge(name: str) -> None:
    edges = atlas().pack.maps[name].edges
    assert {edge.owner: wind for wind, edge in edges.items() if edge.owner} == PRINTED[name]["own_edges"]


def printed_zone(name: str, rule: dict[str, Any]) -> set[str]:
    if "from" in rule:
        line = [label for label in board(name).labels if label[:2] == rule["from"][:2]]
        return {label for label in line if rule["from"] <= label <= rule["to"]}
    return {label for centre in rule["around"] for label in board(name).disc(centre, rule["within"])}


@pytest.mark.parametrize(("name", "zone"), [(name, zone) for name in MAPS for zone in PRINTED[name]["setup"]])
def test_a_set_up_zone_is_the_printed_one_less_the_enemys_hexes(name: str, zone: str) -> None:
    the_map = atlas().pack.maps[name]
    german = {
        label
        for other, there in the_map.zones.items()
        if there.kind == "setup" and there.side == "German"
        for label in the_map.zone(other)
    }
    printed = printed_zone(name, PRINTED[name]["setup"][zone])
    if the_map.zones[zone].side == "French" and the_map.zones[zone].kind == "setup":
        printed -= german
    assert set(the_map.zone(zone)) == printed


@pytest.mark.parametrize("name", MAPS)
def test_room_is_three_units_a_hex_and_suffices(name: str) -> None:
    for zone_name, zone in atlas().pack.maps[name].zones.items():
        if zone.room is not None:
            assert zone.room == 3 * len(atlas().pack.maps[name].zone(zone_name))
            assert zone.units <= zone.room


def test_free_french_units_set_up_no_farther_east_than_15xx() -> None:
    zone = atlas().pack.maps["hannut"].zone("1_cuirassiers")
    assert len(zone) == 15 * 17
    assert max(zone) == "1517"


def test_french_reserves_at_stonne_keep_clear_of_the_german_tanks() -> None:
    zone = atlas().pack.maps["stonne"].zone("iii_205_ri")
    assert min(zone) == "0302"
    assert not {"0301", "0401", "0402", "0501"} & set(zone)


def test_the_range_example_at_stonne_measures_3() -> None:
    example = PRINTED["stonne"]["range"]
    assert board("stonne").distance(example["from"], example["to"]) == example["distance"]


def test_numbers_grow_as_the_book_says() -> None:
    hannut, stonne = board("hannut"), board("stonne")
    assert hannut.winds[hannut.direction("0706", "0705")] == "N"
    assert hannut.winds[hannut.direction("0706", "0806")] in ("NE", "SE")
    assert stonne.winds[stonne.direction("0510", "0511")] == "W"
    assert stonne.winds[stonne.direction("0510", "0610")] in ("SE", "SW")


def test_each_blind_hex_of_the_sight_example_lies_right_behind_an_obstacle() -> None:
    sight = PRINTED["hannut"]["sight"]
    from_observer = board("hannut")
    for blind, obstacle in zip(sight["blind"], sight["obstacles"], strict=True):
        assert ground("hannut").terrain[obstacle] != "open"
        assert from_observer.distance(obstacle, blind) == 1
        assert from_observer.distance(sight["observer"], blind) <= sight["range"]
        assert from_observer.distance(sight["observer"], obstacle) < from_observer.distance(
            sight["observer"], blind
        )


@pytest.mark.parametrize("name", MAPS)
def test_edge_hexes_are_exactly_those_with_a_lower_neighbour(name: str) -> None:
    level = ground(name).level
    lower = {
        label
        for label in board(name).labels
        if any(level[near] < level[label] for near in board(name).neighbours(label))
    }
    assert {label for label, words in ground(name).features.items() if "edge_hex" in words} == lower


@pytest.mark.parametrize("name", MAPS)
def test_roads_are_unbroken_and_lead_off_the_map_or_to_a_place_or_to_another_road(name: str) -> None:
    the_map = atlas().pack.maps[name]
    places = {place.at for place in the_map.places.values()}
    for way_name, way in the_map.ways.items():
        assert all(board(name).distance(a, b) == 1 for a, b in pairwise(way.path))
        others = {label for other, road in the_map.ways.items() if other != way_name for label in road.path}
        for end in (way.path[0], way.path[-1]):
            assert end in way.exits or end in places or end in others, (way_name, end)


@pytest.mark.parametrize("name", MAPS)
def test_a_bridge_stands_wherever_a_way_crosses_a_stream(name: str) -> None:
    kinds = {"road_bridge": {"main_road", "minor_road"}, "rail_bridge": {"railway"}}
    for bridge, ways in kinds.items():
        crossing = {
            side
            for side, found in ground(name).ways.items()
            if ways & set(found) and "stream" in ground(name).sides.get(side, ())
        }
        assert {side for side, words in ground(name).sides.items() if bridge in words} == crossing


def test_streams_run_on_from_side_to_side() -> None:
    for name in MAPS:
        for course in atlas().pack.maps[name].courses.values():
            for a, b in pairwise(course.sides):
                hexes = {*a.split("|"), *b.split("|")}
                assert len(hexes) == 3, (course.name, a, b)


def test_objectives_at_hannut_are_small_and_all_are_still_to_be_won() -> None:
    """Losses and places beside the map count too; behind the German line there is nothing to raid."""
    objectives = atlas().pack.maps["hannut"].objectives
    assert (len(objectives), sum(objective.value for objective in objectives.values())) == (15, 22)
    assert {objective.owner for objective in objectives.values()} == {"French"}
    assert max(objective.value for objective in objectives.values()) <= 3


def test_stonne_is_won_by_its_one_hex() -> None:
    objectives = atlas().pack.maps["stonne"].objectives
    assert [objective.at for objective in objectives.values()] == ["0510"]


def test_values_say_where_they_come_from() -> None:
    provenance = atlas().provenance
    assert provenance.of("maps", "stonne", "layout", "first_grows").kind == "printed"
    assert provenance.of("maps", "stonne", "layout", "second_grows").kind == "reconstructed"
    assert provenance.of("maps", "hannut", "places", "marilles", "name").kind == "published"
    assert provenance.of("maps", "hannut", "places", "marilles", "at").kind == "reconstructed"
    assert provenance.of("maps", "hannut", "places", "nodrenge", "at").confidence == "low"
    (share,) = provenance_report(atlas())
    assert share.counts["user"] == 0
    assert share.counts["reconstructed"] > 306 + 208
