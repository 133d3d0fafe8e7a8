"""Which systems there are, and one of them ready for play.

A system that ships with Planspiel is a package beside this file whose `system.py` has a function `build`;
others are named by Python packages in the entry point group `planspiel.systems`, or by `register`. Each is a
function that takes what lies over the system's own pack, lowest first, and returns the system:

    def build(overlays: Sequence[Source]) -> System[...]:
        loaded = packs.load(Pack, [*packs.stack("skirmish", "base"), *overlays])
        return Skirmish(loaded.pack, pack_name=loaded.version, pack_digest=loaded.digest)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module, resources
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from msgspec import Struct

from planspiel.kernel import System
from planspiel.kernel.rulebook import SYSTEMS, nearest
from planspiel.packs import Inline, Source, builtin_packs, stack

__all__ = ["MISSION", "Factory", "Planned", "UnknownSystem", "load", "names", "register", "registered", "title"]

Factory = Callable[[Sequence[Source]], System[Any, Any, Any]]
Overlay = Path | Inline | Mapping[str, Any]
GROUP = "planspiel.systems"


class Planned(Struct, frozen=True):
    """A system that Planspiel is to have."""

    title: str
    title_de: str


MISSION: Mapping[str, Planned] = {
    "blitzkrieg1940": Planned("Blitzkrieg 1940: Hannut, Stonne", "Blitzkrieg 1940: Hannut, Stonne"),
    "barbarossa1941": Planned("Barbarossa 1941 (Art of Tactic)", "Barbarossa 1941 (Art of Tactic)"),
    "wiener2022": Planned("Vienna Wargame Rules 2022", "Wiener Planspielregeln 2022"),
    "caporetto1917": Planned("Caporetto 1917", "Caporetto 1917"),
    "behind_omaha": Planned("Behind Omaha 2.0", "Behind Omaha 2.0"),
}
"""The five systems of the mission, in their order."""
assert tuple(MISSION) == SYSTEMS

registered: dict[str, Factory] = {}
"""Systems made known by `register`."""


class UnknownSystem(LookupError):
    """A system that does not exist, cannot be played yet, or cannot be imported."""


def register(name: str, factory: Factory) -> None:
    """Make a system known in this process. It goes before one of the same name found elsewhere."""
    registered[name] = factory


def names() -> tuple[str, ...]:
    """The systems that can be played: those of the mission in its order, then all others by name."""
    others = sorted(name for name in {**registered, **_announced()} if name not in MISSION)
    return (*(name for name in MISSION if _can_build(name)), *others)


def load(name: str, overlays: Iterable[Overlay] = ()) -> System[Any, Any, Any]:
    """A system built with its pack and these overlays: folders of user packs, or plain tables."""
    factory = _factory(name)
    sources: list[Source] = []
    for overlay in overlays:
        sources += [source for source in _sources(name, overlay) if source not in sources]
    return factory(sources)


def title(name: str) -> str:
    """What players call a system, in English."""
    return MISSION[name].title if name in MISSION else load(name).title


def _factory(name: str) -> Factory:
    if name in registered:
        return registered[name]
    if _is_shipped(name):
        found: Factory = import_module(f"planspiel.systems.{name}.system").build
        return found
    announced = _announced().get(name)
    if announced is not None:
        return _imported(announced)
    if name in MISSION:
        raise UnknownSystem(f"{name} is planned, but cannot be played yet")
    known = names()
    raise UnknownSystem(f"there is no system {name!r}{nearest(name, known)}")


def _can_build(name: str) -> bool:
    return name in registered or _is_shipped(name) or name in _announced()


def _is_shipped(name: str) -> bool:
    return name in MISSION and resources.files("planspiel.systems").joinpath(name, "system.py").is_file()


@cache
def _announced() -> dict[str, EntryPoint]:
    """The systems that installed packages announce, by name."""
    return {point.name: point for point in entry_points(group=GROUP)}


def _imported(point: EntryPoint) -> Factory:
    try:
        found: Factory = point.load()
    except Exception as fault:
        reason = f"the system {point.name!r} cannot be imported from {point.value}: {fault!r}"
        raise UnknownSystem(reason) from fault
    return found


def _sources(name: str, overlay: Overlay) -> list[Source]:
    """What one overlay lays over the system's own pack: itself, after all that it extends."""
    if isinstance(overlay, Inline):
        return [overlay]
    if isinstance(overlay, Path):
        base = builtin_packs(name).get("base")
        return [folder for folder in stack(name, overlay) if base is None or not _same(folder, base)]
    return [Inline("overlay", dict(overlay))]


def _same(one: Path, other: Path) -> bool:
    return one.resolve() == other.resolve()
