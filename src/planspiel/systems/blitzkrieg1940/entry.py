"""12.2 Reinforcements: where they come onto the map.

Units enter when their formation is activated, in the turn they are due or later. They pay for the entry
hex and move on with the rest.
"""

from __future__ import annotations

from collections.abc import Sequence

from planspiel.kernel import Illegal, rule
from planspiel.systems.blitzkrieg1940.pack import Pack
from planspiel.systems.blitzkrieg1940.scenario import Reinforcement
from planspiel.systems.blitzkrieg1940.state import Known, Unit, is_enemy_at

__all__ = ["entry_hexes", "entry_refusal", "is_ready_to_enter"]


def is_ready_to_enter(known: Known, unit: Unit) -> bool:
    """Whether a unit still off the map may come now."""
    return unit.fate == "due" and 0 < unit.due <= known.turn


@rule("BLK-12.2-FR-G2")
def entry_hexes(pack: Pack, known: Known, unit: Unit) -> tuple[str, ...]:
    """The hexes by which a unit may enter, held by the enemy or not."""
    theatre = pack.theatre(known.scenario)
    hexes: tuple[str, ...] = ()
    for coming in pack.scenarios[known.scenario].reinforcements:
        if coming.entry and _brings(coming, unit):
            hexes = theatre.zones[coming.entry]
    if hexes and all(is_enemy_at(known, hex_, unit.side) for hex_ in hexes):
        return _blocked_entry(pack, known, unit, hexes)
    return hexes


def _brings(coming: Reinforcement, unit: Unit) -> bool:
    """Whether a unit is part of a reinforcement: with its formation, or named itself."""
    if unit.id in coming.companies or unit.id in coming.independents:
        return True
    home = unit.id.partition("/")[0]
    return home in coming.formations or (unit.is_hq and home in coming.hqs)


@rule("BLK-12.2-FR-X3")
def _blocked_entry(pack: Pack, known: Known, unit: Unit, hexes: Sequence[str]) -> tuple[str, ...]:
    """Held by the enemy: by close combat, or in the nearest hex of the own edge that is free of enemies."""
    theatre = pack.theatre(known.scenario)
    taken = {u.hex for u in known.units.values() if u.side != unit.side and u.hex}
    far = {
        hex_: min(theatre.board.distance(hex_, wanted) for wanted in hexes)
        for hex_ in theatre.own_edge("french" if unit.side == "french" else "german")
        if hex_ not in taken and theatre.terrain[hex_] != "impassable"
    }
    nearest = min(far.values(), default=0)
    free = tuple(hex_ for hex_, away in far.items() if away == nearest)
    return free if unit.is_hq else (*hexes, *free)


def entry_refusal(pack: Pack, known: Known, units: Sequence[Unit], hex_: str) -> Illegal | None:
    """Why units off the map may not enter by a hex."""
    for unit in units:
        hexes = entry_hexes(pack, known, unit)
        if hex_ not in hexes:
            reason = "{unit} enters the map in {hexes}, not in {hex}."
            return Illegal(reason, "BLK-12.2-FR-G2", unit=unit.id, hexes=", ".join(hexes), hex=hex_)
    return None
