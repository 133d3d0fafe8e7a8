"""Merge: two damaged units of one type become one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Illegal, rule
from planspiel.systems.barbarossa1941.order_rules import Given, OrderRule
from planspiel.systems.barbarossa1941.orders import Merge, UnitOrder
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.state import Known, Position, Unit, aboard
from planspiel.systems.barbarossa1941.transport import set_down, size_now
from planspiel.systems.barbarossa1941.view import BarbarossaView

__all__ = ["ORDERS", "Merged", "merge"]


class Merged(Event[Position], frozen=True):
    """One unit leaves the game; the other erases as many casualties. It keeps its own ammunition."""

    said: ClassVar[str] = "{gone} joins {unit}: {size} strong."
    unit: str
    gone: str
    size: int
    joined: int

    def apply(self, state: Position) -> None:
        unit = state.units[self.unit]
        casualties = unit.casualties - self.joined
        state.units[self.unit] = replace(unit, casualties=casualties, announced=casualties)
        state.units[self.gone] = replace(
            state.units[self.gone], fate="merged", hex="", order=None, boxes=0, owes=(), dug_in=False
        )


def _options(pack: Pack, view: BarbarossaView, unit: Unit, given: Given) -> Iterator[UnitOrder]:
    for other in view.units.values():
        if other.hex == unit.hex and other.seat == unit.seat and other.id != unit.id and other.fate == "map":
            for survivor in (unit.id, other.id):
                order = Merge(other.id, survivor)
                if _refusal(pack, view, unit, order, given) is None:
                    yield order


@rule("BAR-merge-1", "BAR-merge-2", "BAR-merge-3", "BAR-merge-8")
def _refusal(pack: Pack, known: Known, unit: Unit, order: Merge, given: Given) -> Illegal | None:
    """Two units of one type in one hex, together not larger than the survivor's card."""
    other = known.units.get(order.partner)
    if other is None or other.side != unit.side or other.id == unit.id or other.hex != unit.hex:
        return Illegal("{unit} can only merge with a unit in its hex.", "BAR-merge-1", unit=unit.id)
    if pack.cards[other.card].type != pack.cards[unit.card].type:
        return Illegal("Only units of one type merge.", "BAR-merge-2")
    if order.survivor not in (unit.id, other.id):
        return Illegal("One of the two must stay.", "BAR-merge-4")
    limit = pack.cards[known.units[order.survivor].card].size
    if size_now(pack, unit) + size_now(pack, other) > limit:
        return Illegal("Together they are larger than {limit}.", "BAR-merge-3", limit=limit)
    return None


def _partners(view: BarbarossaView, unit: Unit, order: Merge) -> Given:
    return {f"unit:{order.partner}": Merge(unit.id, order.survivor)}


ORDERS = {Merge: OrderRule(_options, _refusal, partners=_partners)}


@rule("BAR-merge-4", "BAR-merge-5", "BAR-merge-6", "BAR-merge-7", "BAR-merge-9")
def merge(game: Game[Position], unit: Unit, order: Merge) -> None:
    """Carried out once for the pair, if both can; otherwise nothing happens.

    The book does not say what becomes of those aboard a transport that leaves the game: they get off.
    """
    other = game.state.units[order.partner]
    theirs = other.order
    agree = isinstance(theirs, Merge) and theirs.partner == unit.id and theirs.survivor == order.survivor
    can = not other.lapsed and not other.suppressed and other.fate == "map"
    if not agree or not can or _refusal(game.pack, game.state, unit, order, {}) is not None:
        return
    stays, goes = (unit, other) if order.survivor == unit.id else (other, unit)
    for passenger in aboard(game.state, goes.id):
        set_down(game, passenger.id, "BAR-merge-4")
    joined = size_now(game.pack, goes)
    size = size_now(game.pack, stays) + joined
    game.happens(Merged(stays.id, goes.id, size, joined, cite="BAR-merge-4"))
