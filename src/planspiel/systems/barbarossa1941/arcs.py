"""Arcs of fire, flanks and rear."""

from __future__ import annotations

from typing import Literal

from planspiel.boards.hex import aspect
from planspiel.kernel import Illegal, rule
from planspiel.systems.barbarossa1941.orders import Ambush, Defend
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.state import Known, Unit, units_at

__all__ = ["arc_refusal", "aspect_of", "facing_now", "in_arc", "is_covered"]

Aspect = Literal["front", "flank", "rear"]


@rule("BAR-arc-1", "BAR-arc-3", "BAR-arc-4", "BAR-defend-5", "BAR-ambush-3", "BAR-defend-X1")
def facing_now(pack: Pack, known: Known, unit: Unit) -> int | None:
    """The hexside a unit faces if it has an arc: a printed one, a bunker's, or that of Defend or Ambush."""
    if unit.bunker and unit.hex in known.bunkers:
        return _bunker_arc(known, unit)
    if pack.cards[unit.card].arc == "fan":
        return unit.facing
    if isinstance(unit.order, Defend | Ambush) and not unit.lapsed and not unit.suppressed:
        return unit.order.facing
    return None


@rule("BAR-bunker-9", "BAR-bunker-11")
def _bunker_arc(known: Known, unit: Unit) -> int:
    """The fixed facing of the bunker."""
    return known.bunkers[unit.hex].facing


@rule("BAR-arc-2", "BAR-arc-5")
def in_arc(pack: Pack, known: Known, unit: Unit, hex_: str) -> bool:
    """Whether a hex lies in a unit's arc; a unit without one fires in every direction."""
    facing = facing_now(pack, known, unit)
    if facing is None:
        return True
    return pack.theatre(known.scenario).air.is_in_fan(unit.hex, hex_, facing)  # half hexes, too


def arc_refusal(pack: Pack, known: Known, unit: Unit, hex_: str) -> Illegal | None:
    if in_arc(pack, known, unit, hex_):
        return None
    return Illegal("{hex} is not in the arc of {unit}.", "BAR-arc-2", hex=hex_, unit=unit.id)


@rule("BAR-flank-rear-1", "BAR-flank-rear-2", "BAR-flank-rear-5")
def aspect_of(pack: Pack, known: Known, unit: Unit, from_hex: str) -> Aspect:
    """Over which of its sides a unit is met by somebody coming from an adjacent hex."""
    facing = facing_now(pack, known, unit)
    if facing is None:
        return "front"
    direction = pack.theatre(known.scenario).board.direction(unit.hex, from_hex)
    return aspect(facing, direction)


@rule("BAR-flank-rear-6", "BAR-flank-rear-7")
def is_covered(pack: Pack, known: Known, unit: Unit) -> bool:
    """A friend without an arc in the hex, who is not suppressed, covers flanks and rear."""
    return any(
        friend.side == unit.side
        and friend.id != unit.id
        and not friend.suppressed
        and facing_now(pack, known, friend) is None
        for friend in units_at(known, unit.hex)
    )
