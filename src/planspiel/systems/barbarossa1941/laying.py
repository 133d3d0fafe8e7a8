"""The boards of a scenario as they lie on the table, for whoever draws them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from planspiel.packs.maps import HexLayout
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.scenario import Atom, Hold, Intact, Presence, Reach
from planspiel.systems.tools import Cell, Laid, LaidObjective, LaidPlace, LaidWay

__all__ = ["laid", "objectives", "ways"]

LAYOUT = HexLayout(first_grows="east", second_grows="south", top="flat", shifted="even", toward="high")
FEW = 12
"""A zone of more hexes is a part of the map rather than an objective to be marked hex by hex."""


def laid(pack: Pack, scenario: str) -> Laid:
    """All boards as one: terrain, heights, roads, names, bridges, and what counts for victory."""
    theatre = pack.theatre(scenario)
    return Laid(
        layout=LAYOUT,
        cells={hex_: Cell(terrain, theatre.level[hex_]) for hex_, terrain in theatre.terrain.items()},
        places=tuple(LaidPlace(hex_, *names) for hex_, names in theatre.names.items()),
        ways=tuple(LaidWay("road", path) for path in ways(theatre.roads)),
        objectives=tuple(objectives(pack, scenario)),
        features=dict.fromkeys(theatre.bridges, ("bridge",)),
        zones=theatre.zones,
    )


def objectives(pack: Pack, scenario: str) -> Iterator[LaidObjective]:
    """The hexes that the victory conditions name, each once, with the most that it is worth to a side."""
    zones, found = pack.scenarios[scenario].zones, dict[str, LaidObjective]()
    for atom in pack.scenarios[scenario].victory.atoms:
        name, name_de, hexes = "", "", _hexes(pack, scenario, atom)
        if isinstance(atom, Hold | Reach | Presence):
            name, name_de = zones[atom.zone].name, zones[atom.zone].name_de
        for hex_ in hexes:
            known = found.get(hex_)
            worth = max(getattr(atom, "worth", 0), known.value if known else 0)
            found[hex_] = LaidObjective(hex_, worth, name, name_de)
    yield from found.values()


def _hexes(pack: Pack, scenario: str, atom: Atom) -> tuple[str, ...]:
    if isinstance(atom, Intact):
        return (atom.hex,)
    if isinstance(atom, Hold | Reach | Presence):
        zone = pack.theatre(scenario).zones[atom.zone]
        return zone if len(zone) <= FEW else ()
    return ()


def ways(sides: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Roads from junction to junction or to an end, out of the hexsides that they cross."""
    near: dict[str, list[str]] = {}
    for side in sorted(sides):
        a, b = side.split("|")
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    ends = sorted(hex_ for hex_, others in near.items() if len(others) != 2)
    # Rings have no end: they begin anywhere.
    for start in (*ends, *sorted(near)):
        while near[start]:
            path = [start]
            while near[path[-1]] and (len(path) == 1 or path[-1] not in ends):
                here, there = path[-1], near[path[-1]][0]
                near[here].remove(there)
                near[there].remove(here)
                path.append(there)
            yield tuple(path)
