"""Works under fire: bridges, pontoons and bunkers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, rule
from planspiel.systems.barbarossa1941.charts import Structure
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.state import Bridge, Known, Position

__all__ = [
    "StructureDestroyed",
    "StructureHit",
    "hit_structure",
    "structure_at",
    "structures",
    "structures_in",
]


class StructureHit(Event[Position], frozen=True):
    said: ClassVar[str] = "The {kind} in {hex} is hit."
    kind: str
    hex: str
    hits: int

    def apply(self, state: Position) -> None:
        if self.kind == "bunker":
            bunker = state.bunkers[self.hex]
            state.bunkers[self.hex] = replace(bunker, hits=bunker.hits + self.hits)
        else:
            bridge = state.bridges.get(self.hex, Bridge())
            state.bridges[self.hex] = replace(bridge, hits=bridge.hits + self.hits)


class StructureDestroyed(Event[Position], frozen=True):
    """A bridge falls into the river; the occupants of a bunker stand in the open hex."""

    said: ClassVar[str] = "The {kind} in {hex} is destroyed."
    kind: str
    hex: str

    def apply(self, state: Position) -> None:
        if self.kind == "bunker":
            del state.bunkers[self.hex]
            for unit in list(state.units.values()):
                if unit.bunker and unit.hex == self.hex:
                    state.units[unit.id] = replace(unit, bunker=False)
        else:
            bridge = state.bridges.get(self.hex, Bridge())
            state.bridges[self.hex] = replace(bridge, destroyed=True, hits=0)


def structure_at(known: Known, target: str) -> Structure | None:
    """What a name such as `bridge:0507` stands for now; None if it is gone."""
    word, _, hex_ = target.partition(":")
    if word == "bunker":
        return "bunker" if hex_ in known.bunkers else None
    bridge = known.bridges.get(hex_, Bridge())
    if bridge.destroyed:
        return None
    return "pontoon" if bridge.pontoon else "bridge"


def structures(pack: Pack, known: Known) -> Iterator[str]:
    """The names of all bridges, pontoons and bunkers that stand."""
    pontoons = (hex_ for hex_, bridge in known.bridges.items() if bridge.pontoon)
    bridges = dict.fromkeys((*pack.theatre(known.scenario).bridges, *pontoons))
    names = (*(f"bridge:{hex_}" for hex_ in bridges), *(f"bunker:{hex_}" for hex_ in known.bunkers))
    return (name for name in names if structure_at(known, name) is not None)


def structures_in(pack: Pack, known: Known, hex_: str) -> tuple[str, ...]:
    """Those of one hex."""
    return tuple(name for name in structures(pack, known) if name.partition(":")[2] == hex_)


@rule("BAR-bridge-3", "BAR-bridge-4", "BAR-bunker-6", "BAR-bunker-12", "BAR-pontoon-2")
def hit_structure(game: Game[Position], target: str, hits: int) -> None:
    """Hits stay marked; the last one destroys. Structures have no defence value."""
    kind, hex_ = structure_at(game.state, target), target.partition(":")[2]
    if kind is None or hits <= 0:
        return
    game.happens(StructureHit(kind, hex_, hits, cite="BAR-bridge-4" if kind != "bunker" else "BAR-bunker-6"))
    so_far = game.state.bunkers[hex_].hits if kind == "bunker" else game.state.bridges[hex_].hits
    if so_far >= game.pack.charts.hits_to_destroy(kind):
        cite = "BAR-bunker-6" if kind == "bunker" else "BAR-bridge-3"
        game.happens(StructureDestroyed(kind, hex_, cite=cite))
