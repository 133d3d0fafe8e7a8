"""Which systems there are, and one of them ready for play.

Those that ship with Planspiel are listed in `SHIPPED` once they can be played to the end; other Python
packages announce theirs in the entry point group `planspiel.systems`; tests use `register`. Each names a
function that takes what lies over the system's own pack, lowest first, and returns the system:

    def build(overlays: Sequence[Source]) -> System[...]:
        loaded = packs.load(Pack, [*packs.stack("skirmish", "base"), *overlays])
        return Skirmish(loaded.pack, pack_name=loaded.version, pack_digest=loaded.digest)

What a system tells bots is announced in the group `planspiel.advice`, as a class that is called without
arguments, or made known by `register_advice`.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from msgspec import Struct

from planspiel.kernel import System
from planspiel.kernel.rulebook import SYSTEMS, nearest
from planspiel.packs import Inline, Source, builtin_packs, stack
from planspiel.systems.advice import Advice, Neutral

__all__ = [
    "MISSION",
    "Factory",
    "Planned",
    "UnknownSystem",
    "advice",
    "load",
    "names",
    "register",
    "register_advice",
    "registered",
    "title",
]

Factory = Callable[[Sequence[Source]], System[Any, Any, Any]]
Overlay = Path | Inline | Mapping[str, Any]
GROUP = "planspiel.systems"
ADVICE_GROUP = "planspiel.advice"


class Planned(Struct, frozen=True):
    """A system that Planspiel is to have."""

    title: str
    title_de: str


MISSION: Mapping[str, Planned] = {
    "blitzkrieg1940": Planned("Blitzkrieg 1940: Hannut, Stonne", "Blitzkrieg 1940: Hannut, Stonne"),
    "barbarossa1941": Planned("Barbarossa 1941 (Art of Tactic)", "Barbarossa 1941 (Art of Tactic)"),
    "wiener2022": Planned("Wiener Planspielregeln 2022", "Wiener Planspielregeln 2022"),
    "caporetto1917": Planned("Caporetto 1917", "Caporetto 1917"),
    "behind_omaha": Planned("Behind Omaha 2.0", "Behind Omaha 2.0"),
}
"""The five systems of the mission, in their order."""
assert tuple(MISSION) == SYSTEMS

SHIPPED: Mapping[str, str] = {
    "blitzkrieg1940": "planspiel.systems.blitzkrieg1940.system:build",
    "barbarossa1941": "planspiel.systems.barbarossa1941.system:build",
    "wiener2022": "planspiel.systems.wiener2022.system:build",
}
"""Where the systems of the mission are built, as `module:function`. What is missing here is planned."""

ADVICE: Mapping[str, str] = {
    "blitzkrieg1940": "planspiel.systems.blitzkrieg1940.advice:BlitzkriegAdvice",
    "barbarossa1941": "planspiel.systems.barbarossa1941.advice:BarbarossaAdvice",
    "wiener2022": "planspiel.systems.wiener2022.advice:WienerAdvice",
}
"""Where the advice of the systems that ship is found."""

registered: dict[str, Factory] = {}
"""Systems made known by `register`."""

advisers: dict[str, Advice] = {}
"""Advice made known by `register_advice`, or in use already."""


class UnknownSystem(LookupError):
    """A system that does not exist, cannot be played yet, or cannot be imported."""


def register(name: str, factory: Factory) -> None:
    """Make a system known in this process. It goes before one of the same name found elsewhere."""
    registered[name] = factory


def names() -> tuple[str, ...]:
    """The systems that can be played: those of the mission in its order, then all others by name."""
    known = {**_announced(), **registered}
    return (
        *(name for name in MISSION if name in known),
        *sorted(name for name in known if name not in MISSION),
    )


def load(name: str, overlays: Iterable[Overlay] = ()) -> System[Any, Any, Any]:
    """A system built with its pack and these overlays: folders of user packs, or plain tables."""
    factory = _factory(name)
    sources: list[Source] = []
    for overlay in overlays:
        sources += [source for source in _sources(name, overlay) if source not in sources]
    system = factory(sources)
    gc.freeze()  # a pack lives as long as its process: let the collector pass over it from now on
    return system


def title(name: str) -> str:
    """What players call a system, in English."""
    return MISSION[name].title if name in MISSION else load(name).title


def register_advice(name: str, given: Advice) -> None:
    """Make a system's advice known in this process. It goes before one of the same name found elsewhere."""
    advisers[name] = given


def advice(name: str) -> Advice:
    """What a system tells bots; `Neutral` if it tells them nothing."""
    found = advisers.get(name)
    if found is None:
        points = {point.name: point for point in entry_points(group=ADVICE_GROUP)}
        points |= {known: EntryPoint(known, where, ADVICE_GROUP) for known, where in ADVICE.items()}
        found = advisers[name] = _adviser(points[name]) if name in points else Neutral()
    return found


def _adviser(point: EntryPoint) -> Advice:
    try:
        found: Advice = point.load()()
    except Exception as fault:
        reason = f"the advice for {point.name!r} cannot be imported from {point.value}: {fault!r}"
        raise UnknownSystem(reason) from fault
    return found


def _factory(name: str) -> Factory:
    if name in registered:
        return registered[name]
    if name in _announced():
        return _imported(_announced()[name])
    if name in MISSION:
        raise UnknownSystem(f"{name} is planned, but cannot be played yet")
    known = names()
    raise UnknownSystem(f"there is no system {name!r}{nearest(name, known)}")


@cache
def _announced() -> dict[str, EntryPoint]:
    """The systems that ship with Planspiel and those that installed packages announce, by name."""
    shipped = [EntryPoint(name, where, GROUP) for name, where in SHIPPED.items()]
    return {point.name: point for point in (*entry_points(group=GROUP), *shipped)}


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
