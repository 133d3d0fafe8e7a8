"""Escort: fighters that fly with another aircraft and fight whoever attacks it.

Where escorts are is told by `flight.py`, flak against them by `flak.py`, their fights by `air_combat.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from planspiel.kernel import Illegal, rule
from planspiel.systems.barbarossa1941.flight import boxes_of, duration_refusal
from planspiel.systems.barbarossa1941.order_rules import Given, OrderRule
from planspiel.systems.barbarossa1941.orders import AIR_ORDERS, Escort, UnitOrder
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.state import Unit
from planspiel.systems.barbarossa1941.view import BarbarossaView

__all__ = ["ORDERS", "duration_of"]


def duration_of(order: UnitOrder) -> int:
    """How many rounds a mission lasts; most last one."""
    duration: int = getattr(order, "duration", 1)
    return duration


def _options(pack: Pack, view: BarbarossaView, unit: Unit, given: Given) -> Iterator[UnitOrder]:
    """Each own aircraft, for as long as its own order lasts if that is known, or for one round."""
    for other in view.units.values():
        order = given.get(f"unit:{other.id}")
        lasts = min(boxes_of(pack, unit), duration_of(order)) if order else 1
        escort = Escort(other.id, lasts)
        if _refusal(pack, view, unit, escort, given) is None:
            yield escort


@rule("BAR-escort-1", "BAR-escort-5")
def _refusal(pack: Pack, view: BarbarossaView, unit: Unit, order: Escort, given: Given) -> Illegal | None:
    """A friendly aircraft that can take off in this round; for no longer than its own mission."""
    charge = view.units.get(order.target)
    is_own = charge is not None and charge.side == unit.side and charge.id != unit.id
    if charge is None or not is_own or not pack.cards[charge.card].is_aircraft:
        return Illegal("{target} is no other aircraft of yours.", "BAR-escort-1", target=order.target)
    if charge.fate != "airfield" or charge.box != "ready":
        return Illegal("{target} does not take off in this round.", "BAR-escort-2", target=order.target)
    its_order = given.get(f"unit:{charge.id}")
    if isinstance(its_order, Escort) or _is_escorted(unit, given):
        return Illegal("Escorts have no escorts themselves.", "BAR-escort-2")
    if isinstance(its_order, AIR_ORDERS) and order.duration > duration_of(its_order):
        most = duration_of(its_order)
        return Illegal("The mission of {target} lasts {most}.", "BAR-escort-5", target=charge.id, most=most)
    return duration_refusal(pack, unit, order.duration, "BAR-escort-5")


def _is_escorted(unit: Unit, given: Given) -> bool:
    return any(isinstance(order, Escort) and order.target == unit.id for order in given.values())


ORDERS = {Escort: OrderRule(_options, _refusal)}
