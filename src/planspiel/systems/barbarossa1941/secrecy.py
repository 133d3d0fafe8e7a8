"""Who may know what: hidden units, cards, mines. And positions that a seat cannot tell from the true one.

The enemy sees models, types, numbers, facings, works, smoke and what is announced. He does not see what
stands on a card (ammunition, time boxes, casualties that were not announced), where a hidden unit is and
what its order is, nor which hexes are mined with what.
"""

from __future__ import annotations

from msgspec.structs import replace

from planspiel.kernel import Side, rule
from planspiel.systems.barbarossa1941.orders import Ambush, Defend, FirePolicy, UnitOrder
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.state import Minefield, Position, Unit

__all__ = ["is_away", "is_hidden_hq", "known_mines", "known_units", "seen_by_enemy", "shown_order"]


def known_units(state: Position, sides: tuple[Side, ...], headquarters: frozenset[str]) -> dict[str, Unit]:
    """Own units with their cards; of the enemy's what can be seen of them."""
    known: dict[str, Unit] = {}
    for name, unit in state.units.items():
        if unit.side in sides:
            known[name] = unit
        elif not (unit.carrier and state.units[unit.carrier].unseen):
            seen = seen_by_enemy(unit, headquarters)
            if seen is not None:
                known[name] = seen
    return known


@rule("BAR-execution-6", "BAR-group-card-8", "BAR-planning-1")
def seen_by_enemy(unit: Unit, headquarters: frozenset[str]) -> Unit | None:
    """An enemy unit without its card: no ammunition, boxes or losses that nobody announced.

    Of a hidden unit that left the table in sight it is known that it still lives, not where; its order stays
    secret. A hidden HQ keeps its model on the table (BAR-hq-3).
    """
    if unit.fate in ("pool", "due") or unit.unseen:
        return None
    keeps_model = is_hidden_hq(unit, headquarters)
    away = unit.hidden and not keeps_model
    return Unit(
        id=unit.id,
        side=unit.side,
        card=unit.card,
        number=unit.number,
        seat=unit.seat,
        fate=unit.fate,
        hex="" if away else unit.hex,
        facing=None if away else unit.facing,
        casualties=unit.announced,
        announced=unit.announced,
        absorbed=0 if away else unit.absorbed,
        suppressed=unit.suppressed,
        flag=unit.flag,
        hidden=unit.hidden,
        set_up=unit.set_up,
        dug_in=unit.dug_in,
        bunker=unit.bunker,
        carrier=unit.carrier,
        towed=unit.towed,
        tied=unit.tied,
        order=None if unit.hidden or unit.order is None else shown_order(unit.order),
        lapsed=unit.lapsed and not away,
        moved=unit.moved,
        box=unit.box,
        station=unit.station,
    )


def shown_order(order: UnitOrder) -> UnitOrder:
    """An order as it lies open after the reveal: what a player leaves to his unit is not written on it."""
    return replace(order, policy=FirePolicy()) if isinstance(order, Defend | Ambush) else order


def is_away(pack: Pack, unit: Unit) -> bool:
    """A hidden unit whose model is not on the board."""
    return unit.hidden and unit.card not in pack.headquarters


@rule("BAR-hq-3")
def is_hidden_hq(unit: Unit, headquarters: frozenset[str]) -> bool:
    """A hidden HQ: its hex is known, it cannot be named as a target."""
    return unit.hidden and unit.card in headquarters


@rule("BAR-mine-explosion-13")
def known_mines(state: Position, sides: tuple[Side, ...]) -> dict[str, Minefield]:
    """Own fields; of the enemy's those met, and those laid in sight, whose kind stays secret.

    By name: the order in which they were laid would tell of others in between.
    """
    known: dict[str, Minefield] = {}
    for name in sorted(state.mines):
        mines = state.mines[name]
        if mines.side in sides or mines.revealed:
            known[name] = mines
        elif mines.placed_openly:
            known[name] = replace(mines, kind="dummy", layer="")
    return known
