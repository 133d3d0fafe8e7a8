"""The examples in the guide to packs are packs that load."""

import re
from pathlib import Path
from typing import Literal

import pytest
from msgspec import Struct

from planspiel.kernel.chart import Chart
from planspiel.packs import Loaded, PackFaults, builtin_packs, load
from planspiel.packs.maps import HexMap

GUIDE = Path(__file__).parents[2] / "docs" / "guide" / "packs.md"


class Unit(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    attack: int
    range: int
    defence: int
    move: int


class Pack(Struct, frozen=True, forbid_unknown_fields=True):
    maps: dict[
        str,
        HexMap[
            Literal["open", "wood", "village", "orchard"],
            Literal["edge_hex", "village", "hill", "wood", "entry"],
            Literal["stream", "road_bridge", "rail_bridge"],
            Literal["main_road", "minor_road", "railway"],
        ],
    ]
    units: dict[str, Unit] = {}
    charts: dict[str, Chart] = {}


def write_pack(folder: Path) -> Path:
    """Every example that begins with the name of its file."""
    examples = re.findall(r"```toml\n# (\S+\.toml)\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    for name, text in examples:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert len(examples) == 5
    return folder


def load_over_the_maps(below: Path, above: Path) -> Loaded[Pack]:
    return load(Pack, [below, above])


@pytest.fixture
def below(tmp_path: Path) -> Path:
    """The shipped maps, without what else their pack may hold."""
    shipped, folder = builtin_packs("blitzkrieg1940")["base"], tmp_path / "base"
    (folder / "maps").mkdir(parents=True)
    for name in ("pack.toml", "maps/hannut.toml"):
        (folder / name).write_bytes((shipped / name).read_bytes())
    return folder


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    return write_pack(tmp_path / "my-hannut")


def test_the_pack_of_the_guide_lies_over_the_shipped_one(below: Path, mine: Path) -> None:
    loaded = load_over_the_maps(below, mine)
    hannut = loaded.pack.maps["hannut"]
    assert loaded.pack.units["fr_s35"].attack == 5
    assert loaded.pack.charts["combat_results"].lookup(column=2, roll=11).result == "N"
    assert (hannut.ground().terrain["0813"], hannut.ground().terrain["0912"]) == ("open", "wood")
    assert hannut.ways["enines_to_the_jodoigne_road"].kind == "minor_road"
    assert "jandrain_height" not in hannut.places


def test_the_values_of_the_guide_count_as_printed(below: Path, mine: Path) -> None:
    provenance = load_over_the_maps(below, mine).provenance
    assert provenance.of("units", "fr_s35", "attack").source == "my copy of the game, 2nd printing"
    assert provenance.of("maps", "hannut", "fields", "0912", "terrain").kind == "printed"
    assert provenance.of("maps", "hannut", "places", "maret", "at").kind == "reconstructed"


def test_the_map_of_the_guide_is_whole(below: Path, mine: Path) -> None:
    ford = load_over_the_maps(below, mine).pack.maps["ford"]
    assert len(ford.board()) == 11
    assert ford.ground().sides["0202|0203"] == ("stream", "road_bridge")
    assert ford.zone("garrison") == ("0102", "0103", "0203", "0302", "0303", "0402")


def test_the_faults_of_the_guide_are_what_authors_read(below: Path, mine: Path) -> None:
    for name, old, new in (
        ("units.toml", "attack", "atack"),
        ("maps/hannut.toml", 'terrain = "open"', 'terrain = "opne"'),
    ):
        path = mine / name
        path.write_text(path.read_text().replace(old, new))
    with pytest.raises(PackFaults) as caught:
        load_over_the_maps(below, mine)
    found = str(caught.value).replace(f"{mine.parent}/", "").splitlines()
    shown = re.search(r"```text\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    assert shown is not None
    assert found == shown[1].splitlines()
