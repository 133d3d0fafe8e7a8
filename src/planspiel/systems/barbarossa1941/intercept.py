"""Intercept: an enemy aircraft is named, and attacked wherever it is on the board."""

from __future__ import annotations

from collections.abc import Iterator

from planspiel.kernel import Illegal, rule
from planspiel.systems.barbarossa1941.air_combat import Contact
from planspiel.systems.barbarossa1941.flight import entry_refusal
from planspiel.systems.barbarossa1941.order_rules import Given, OrderRule
from planspiel.systems.barbarossa1941.orders import Intercept, UnitOrder
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.state import Position, Unit
from planspiel.systems.barbarossa1941.view import BarbarossaView

__all__ = ["ORDERS", "arrivals"]


def _options(pack: Pack, view: BarbarossaView, unit: Unit, given: Given) -> Iterator[UnitOrder]:
    """Every enemy aircraft, from the ends and the middle of both edges: where it will be is not known yet."""
    half_hexes = pack.theatre(view.scenario).half_hexes
    count = len(half_hexes)
    for enemy in view.units.values():
        for place in dict.fromkeys((0, count // 4, count // 2, 3 * count // 4, count - 1)):
            order = Intercept(enemy.id, half_hexes[place])
            if _refusal(pack, view, unit, order, given) is None:
                yield order


@rule("BAR-intercept-1", "BAR-intercept-3", "BAR-intercept-X1")
def _refusal(pack: Pack, view: BarbarossaView, unit: Unit, order: Intercept, given: Given) -> Illegal | None:
    """Any enemy aircraft may be named, on the board or not; nobody need see it."""
    enemy = view.units.get(order.target)
    if enemy is None or enemy.side == unit.side or not pack.cards[enemy.card].is_aircraft:
        return Illegal("{target} is no enemy aircraft.", "BAR-intercept-1", target=order.target)
    if enemy.fate not in ("airfield", "air"):
        return Illegal("{target} will not fly any more.", "BAR-intercept-1", target=order.target)
    return entry_refusal(pack, view, order.entry)


ORDERS = {Intercept: OrderRule(_options, _refusal)}


@rule("BAR-intercept-1", "BAR-missions-13")
def arrivals(state: Position) -> Iterator[Contact]:
    """Interceptors at the end of their flight, and the aircraft they attack, if it is still there."""
    for name in sorted(state.movers):
        unit, mover = state.units[name], state.movers[name]
        if not isinstance(unit.order, Intercept) or unit.fate != "air" or unit.lapsed:
            continue
        prey = state.units[unit.order.target]
        if mover.entered and mover.done == len(mover.route) and prey.fate == "air":
            yield Contact(unit.id, prey.id, prey.station, True)
