"""Maps in text form: what they become, and every way in which they can be wrong."""

from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest

from planspiel.packs import Inline, Loaded, PackFaults, load, refers_to
from planspiel.packs.maps import HexMap, SquareMap

Terrain = Annotated[str, refers_to("terrain")]
Side = Literal["stream", "bridge", "wall"]


class Pack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    terrain: dict[str, int]
    maps: dict[str, HexMap[Terrain, Literal["hill", "town"], Side, Literal["road", "track"]]]


class Squares(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    maps: dict[str, SquareMap[Literal["open", "wood"], str, Side, Literal["road"]]]


HEADER = 'id = "base"\nsystem = "skirmish"\nversion = "1"\ntitle = "Ford"\nprovenance = "reconstructed"\n'
FORD = """\
title = "The ford"
grid = '''
    01 02 03
01  o  w  .
02  o  o  h
'''
[layout]
first_grows = "east"
second_grows = "south"
top = "flat"
shifted = "even"
[legend]
o = { terrain = "open" }
w = { terrain = "wood", level = 1 }
h = { terrain = "open", level = 2, features = ["hill"] }
[edges]
north = { second = 1 }
west = { first = 1, owner = "Red" }
"""


def load_ford(folder: Path, addition: str = "", ford: str = FORD) -> Loaded[Pack]:
    (folder / "maps").mkdir()
    (folder / "pack.toml").write_text(HEADER)
    (folder / "terrain.toml").write_text("open = 1\nwood = 2\n")
    (folder / "maps" / "ford.toml").write_text(ford + addition)
    return load(Pack, [folder])


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    folder = Path("base")
    folder.mkdir()
    return folder


def test_a_grid_becomes_terrain_and_level_by_label(here: Path) -> None:
    ground = load_ford(here).pack.maps["ford"].ground()
    assert ground.terrain == {"0101": "open", "0102": "open", "0201": "wood", "0202": "open", "0302": "open"}
    assert ground.level == {"0101": 0, "0102": 0, "0201": 1, "0202": 0, "0302": 2}
    assert ground.features == {"0302": ("hill",)}


def test_single_fields_override_the_grid(here: Path) -> None:
    addition = """
        [fields]
        0101 = { level = 1, features = ["town"] }
        0102 = { terrain = "wood" }
        [features]
        hill = ["0101"]
    """
    ground = load_ford(here, addition).pack.maps["ford"].ground()
    assert (ground.terrain["0101"], ground.level["0101"]) == ("open", 1)
    assert ground.terrain["0102"] == "wood"
    assert ground.features["0101"] == ("town", "hill")


def test_courses_sides_and_ways_are_gathered_by_side(here: Path) -> None:
    addition = """
        [courses.brook]
        kind = "stream"
        sides = ["0101|0102", "0101|0202"]
        [sides]
        "0101|0202" = ["bridge"]
        "0101|NW" = ["wall"]
        [ways.road]
        kind = "road"
        path = ["0101", "0202", "0302"]
        exits = { 0101 = "west" }
        [ways.track]
        kind = "track"
        path = ["0202", "0101"]
    """
    ground = load_ford(here, addition).pack.maps["ford"].ground()
    assert ground.sides == {"0101|0102": ("stream",), "0101|0202": ("stream", "bridge"), "0101|NW": ("wall",)}
    assert ground.ways == {"0101|0202": ("road", "track"), "0202|0302": ("road",)}


def test_edges_and_zones_become_fields(here: Path) -> None:
    addition = """
        [zones.west]
        kind = "setup"
        first = [1, 2]
        second = [2, 9]
        [zones.rest]
        kind = "entry"
        at = ["0101", "0201"]
        exclude = ["0201"]
    """
    ford = load_ford(here, addition).pack.maps["ford"]
    assert ford.edge("north") == ("0101", "0201")
    assert ford.zone("west") == ("0102", "0202")
    assert ford.zone("rest") == ("0101",)


def test_a_map_gives_the_board_its_hexes(here: Path) -> None:
    board = load_ford(here).pack.maps["ford"].board()
    assert len(board) == 5
    assert board.neighbours("0101") == ("0102", "0201", "0202")


def test_an_overlay_changes_one_hex(here: Path) -> None:
    load_ford(here)
    overlay = Inline("case.toml", {"maps": {"ford": {"fields": {"0101": {"terrain": "wood"}}}}})
    assert load(Pack, [here, overlay]).pack.maps["ford"].ground().terrain["0101"] == "wood"


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("o  w  .", "o  x  .", '4: grid: line 2: row 01: "x" is not in the legend'),
        ("o  w  .", "O  w  .", '4: grid: line 2: row 01: "O" is not in the legend; did you mean "o"?'),
        ("o  w  .", "o  w", "4: grid: line 2: row 01 has 2 fields, the first line has 3"),
        ("01  o", "xx  o", '4: grid: line 2: a row begins with its number, not with "xx"'),
        ("02  o", "01  o", "5: grid: line 3: row 01 is out of order; the numbers grow downward here"),
        ("02 03", "02 0x", '3: grid: line 1: the first line holds numbers only, not "0x"'),
        ("02 03", "03 02", "3: grid: line 1: 02 is out of order; the numbers grow to the right here"),
        ("02 03", "02 103", "5: grid: line 3: 103 cannot be printed as a hex number of 2 digits"),
        (
            'second_grows = "south"',
            'second_grows = "west"',
            "7: layout: the two numbers grow at right angles, not to E and W",
        ),
        ('"wood"', '"wod"', '14: legend.w.terrain: there is no "wod" in terrain; did you mean "wood"?'),
        (
            '["hill"]',
            '["hil"]',
            '15: legend.h.features[1]: must be "hill" or "town", not "hil"; did you mean "hill"?',
        ),
        (
            "north = { second = 1 }",
            "north = {}",
            "17: edges.north: needs a first or a second number, and only one",
        ),
        ("north = { second = 1 }", "north = { second = 9 }", "17: edges.north: no hex has this number"),
    ],
)
def test_a_fault_in_the_map_itself_is_named_with_its_line(here: Path, old: str, new: str, line: str) -> None:
    assert old in FORD
    with pytest.raises(PackFaults) as caught:
        load_ford(here, ford=FORD.replace(old, new))
    assert str(caught.value).splitlines() == [f"base/maps/ford.toml:{line}"]


@pytest.mark.parametrize(
    ("addition", "reason"),
    [
        ("[fields.0401]", 'fields.0401: there is no hex "0401" on the map; did you mean "0201"?'),
        ("[fields.0109]", 'fields.0109: there is no hex "0109" on the map; did you mean "0102"?'),
        ("[fields.101]", 'fields.101: there is no hex "101" on the map; did you mean "0101"?'),
        (
            '[places.town]\nname = "Town"\nat = "0501"',
            'places.town.at: there is no hex "0501" on the map; did you mean "0201"?',
        ),
        (
            '[sides]\n"0102|0101" = ["stream"]',
            'sides."0102|0101": in a side the lower hex comes first; did you mean "0101|0102"?',
        ),
        ('[sides]\n"0101|0302" = ["stream"]', 'sides."0101|0302": 0101 and 0302 have no side in common'),
        (
            '[sides]\n"0101-0102" = ["stream"]',
            'sides.0101-0102: a side is written like "0101|0102"; did you mean "0101|0102"?',
        ),
        (
            '[sides]\n"0101|0102" = ["steam"]',
            'sides."0101|0102"[1]: must be "bridge", "stream" or "wall", not "steam"; did you mean "stream"?',
        ),
        (
            '[ways.r]\nkind = "road"\npath = ["0101", "0302"]',
            "ways.r.path[2]: 0302 is not next to 0101",
        ),
        (
            '[ways.r]\nkind = "road"\npath = ["0302"]\nexits = { 0302 = "west" }',
            "ways.r.exits.0302: 0302 is not on the west edge",
        ),
        (
            '[ways.r]\nkind = "road"\npath = ["0302"]\nexits = { 0302 = "east" }',
            'ways.r.exits.0302: the map has no east edge; did you mean "west"?',
        ),
        (
            '[ways.r]\nkind = "road"\npath = ["0302"]\nexits = { 0101 = "west" }',
            'ways.r.exits.0101: "0101" is not on this path',
        ),
        (
            '[zones.z]\nkind = "setup"\nat = ["0101"]\nfirst = [1, 2]',
            "zones.z: has both named fields and a range; give one of them",
        ),
    ],
)
def test_what_does_not_fit_the_map_is_a_fault(here: Path, addition: str, reason: str) -> None:
    with pytest.raises(PackFaults) as caught:
        load_ford(here, addition + "\n")
    (fault,) = str(caught.value).splitlines()
    assert fault.partition(": ")[2] == reason


SQUARES: dict[str, Any] = {
    "title": "Plain",
    "legend": {"o": {"terrain": "open"}, "w": {"terrain": "wood", "level": 2}},
    "grid": "   1 2 3\n1  o o w\n2  w o o",
    "ways": {"road": {"kind": "road", "path": ["1,1", "2,1", "2,2"]}},
    "sides": {"1,1|2,1": ["bridge"], "1,1|N": ["wall"]},
}


def load_squares(**changes: Any) -> SquareMap[Any, Any, Any, Any]:
    data = {"provenance": "printed", "maps": {"plain": SQUARES | changes}}
    return load(Squares, [Inline("plain.toml", data)]).pack.maps["plain"]


def test_a_square_map_is_labelled_x_then_y() -> None:
    plain = load_squares()
    assert plain.ground().terrain["3,1"] == "wood"
    assert plain.ground().level["1,2"] == 2
    assert plain.ground().ways == {"1,1|2,1": ("road",), "2,1|2,2": ("road",)}
    assert plain.board().distance("1,1", "3,2") == 2


def test_roads_on_squares_do_not_run_diagonally() -> None:
    with pytest.raises(PackFaults, match=r"maps.plain.ways.road.path\[2\]: 2,2 is not next to 1,1"):
        load_squares(ways={"road": {"kind": "road", "path": ["1,1", "2,2"]}})


def test_numbers_that_grow_to_the_left_are_written_that_way() -> None:
    layout = {"first_grows": "south", "second_grows": "west", "top": "pointed", "shifted": "even"}
    data = {"title": "T", "legend": {"o": {"terrain": "open"}, "w": {"terrain": "wood"}}, "layout": layout}
    source = {"provenance": "printed", "terrain": {"open": 1, "wood": 2}, "maps": {"m": data}}
    data["grid"] = "   02 01\n01  o  w\n02  o  o"
    assert load(Pack, [Inline("m.toml", source)]).pack.maps["m"].ground().terrain["0101"] == "wood"
