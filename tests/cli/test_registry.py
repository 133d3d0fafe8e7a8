"""Which systems there are: those of the mission, those of other packages, those of a test."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from cases import mini_case
from planspiel.kernel.rulebook import SYSTEMS
from planspiel.packs import Inline, PackFaults, Source
from planspiel.systems import registry


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing registered, nothing shipped, nothing announced."""
    monkeypatch.setattr(registry, "registered", {})
    monkeypatch.setattr(registry, "_announced", lambda: {})


def announce(monkeypatch: pytest.MonkeyPatch, **where: str) -> None:
    points = {name: EntryPoint(name, value, registry.GROUP) for name, value in where.items()}
    monkeypatch.setattr(registry, "_announced", lambda: points)


def test_systems_of_the_mission_come_in_its_order_before_all_others() -> None:
    for name in ("zebra", "behind_omaha", "ant", "blitzkrieg1940"):
        registry.register(name, mini_case.build)
    assert registry.names() == ("blitzkrieg1940", "behind_omaha", "ant", "zebra")
    assert tuple(registry.MISSION) == SYSTEMS


def test_a_system_that_other_packages_announce_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    announce(monkeypatch, mini="cases.mini_case:build")
    assert registry.names() == ("mini",)
    assert registry.load("mini").id == "mini"


def test_a_registered_system_goes_before_an_announced_one(monkeypatch: pytest.MonkeyPatch) -> None:
    announce(monkeypatch, mini="nowhere:build")
    registry.register("mini", mini_case.build)
    assert registry.load("mini").title == "Mini"


@pytest.mark.parametrize("where", ["nowhere_at_all:build", "cases.mini_case:biuld"])
def test_a_system_that_cannot_be_imported_says_where_it_should_be(
    monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    announce(monkeypatch, mini=where)
    with pytest.raises(registry.UnknownSystem, match=f"'mini' cannot be imported from {where}"):
        registry.load("mini")


def test_a_planned_system_is_not_loaded() -> None:
    with pytest.raises(registry.UnknownSystem, match="caporetto1917 is planned, but cannot be played yet"):
        registry.load("caporetto1917")


def test_overlays_are_tables_or_folders_laid_over_the_systems_own_pack(tmp_path: Path) -> None:
    registry.register("mini", mini_case.build)
    (tmp_path / "pack.toml").write_text('id = "mine"\nsystem = "mini"\nversion = "1"\ntitle = "Mine"\n')
    (tmp_path / "fire.toml").write_text('nothing = "miss"\n')
    system = registry.load("mini", [tmp_path, {"fire": {"cite": "HOUSE"}}])
    assert (system.pack.fire.nothing, system.pack.fire.cite) == ("miss", "HOUSE")
    assert system.pack_digest != registry.load("mini").pack_digest


def test_a_pack_of_another_system_is_refused(tmp_path: Path) -> None:
    registry.register("mini", mini_case.build)
    (tmp_path / "pack.toml").write_text('id = "mine"\nsystem = "chess"\nversion = "1"\ntitle = "Mine"\n')
    with pytest.raises(PackFaults, match="this pack is for chess, not for mini"):
        registry.load("mini", [tmp_path])


def test_an_overlay_brings_all_it_extends_but_not_the_base_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[Source] = []

    def build(overlays: object) -> mini_case.CasedMini:
        assert isinstance(overlays, list)
        given.extend(overlays)
        return mini_case.build()

    for name, extends in (("base", ""), ("charts", "base"), ("maps", "charts")):
        folder = tmp_path / "mini" / name
        folder.mkdir(parents=True)
        header = f'id = "{name}"\nsystem = "mini"\nversion = "1"\ntitle = "{name}"\nextends = "{extends}"\n'
        (folder / "pack.toml").write_text(header)
    monkeypatch.setattr("planspiel.packs.places.builtin_folder", lambda: tmp_path)
    registry.register("mini", build)
    table = Inline("case", {})
    registry.load("mini", [tmp_path / "mini" / "maps", table])
    assert given == [tmp_path / "mini" / "charts", tmp_path / "mini" / "maps", table]
