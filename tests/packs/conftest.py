"""A small game's pack type, and a way to write packs as the files they are."""

from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent
from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta, Struct

from planspiel.packs import Loaded, PackFaults, Problem, load, refers_to


class Infantry(Struct, frozen=True, tag="infantry", forbid_unknown_fields=True):
    steps: int = 2


class Gun(Struct, frozen=True, tag="gun", forbid_unknown_fields=True):
    calibre: float
    target: Literal["soft", "hard"]


class Unit(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    attack: Annotated[int, Meta(ge=0, le=9)]
    side: Literal["French", "German"] = "French"
    carries: Annotated[str, refers_to("units")] | None = None
    arm: Infantry | Gun | None = None
    code: Annotated[str, Meta(pattern="^[A-Z]+$", max_length=4)] = "X"


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    columns: tuple[str, ...]
    rows: dict[int, tuple[str, ...]]
    size: tuple[int, int] | None = None

    def faults(self) -> Iterator[Problem]:
        for number, row in self.rows.items():
            if len(row) != len(self.columns):
                yield Problem(
                    ("rows", str(number)), f"has {len(row)} cells, but there are {len(self.columns)} columns"
                )


class Pack(Struct, frozen=True, forbid_unknown_fields=True):
    units: dict[str, Unit]
    charts: dict[str, Table] = {}
    scenarios: dict[str, dict[Annotated[str, refers_to("units")], int]] = {}


HEADER = """
    id = "base"
    system = "skirmish"
    version = "1.0"
    title = "Skirmish"
    provenance = "reconstructed"
"""
GUARDS = """
    [guards]
    name = "Guards"
    attack = 4
"""

Files = dict[str, str | bytes]
Write = Callable[[str, Files], Path]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write a pack folder into the working folder, so that faults show short file names."""
    monkeypatch.chdir(tmp_path)

    def write_pack(folder: str, files: Files) -> Path:
        for name, content in ({"pack.toml": HEADER} | files).items():
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else dedent(content).lstrip("\n").encode())
        return Path(folder)

    return write_pack


@pytest.fixture
def skirmish() -> Callable[..., Loaded[Pack]]:
    """Load a pack of the small game."""
    return lambda *sources: load(Pack, sources)


@pytest.fixture
def lines(skirmish: Callable[..., Loaded[Pack]]) -> Callable[..., list[str]]:
    """What the author of a faulty pack would read."""

    def read(*sources: Any) -> list[str]:
        with pytest.raises(PackFaults) as caught:
            skirmish(*sources)
        return str(caught.value).splitlines()

    return read


@pytest.fixture
def guards() -> str:
    return GUARDS
