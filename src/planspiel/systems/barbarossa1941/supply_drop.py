"""Supply drops: cargo by parachute. How the box on the ground is used stands in `supply.py`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Illegal, rule
from planspiel.systems.barbarossa1941.flight import entries, entry_refusal, in_the_air, target_refusal
from planspiel.systems.barbarossa1941.order_rules import Given, OrderRule
from planspiel.systems.barbarossa1941.orders import SupplyDrop, UnitOrder
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.state import Position, Unit
from planspiel.systems.barbarossa1941.view import BarbarossaView

__all__ = ["ORDERS", "CargoDropped", "CargoLost", "drop_cargo", "lose_cargo"]


class CargoLost(Event[Position], frozen=True):
    said: ClassVar[str] = "{unit} loses {points} points of its cargo."
    unit: str
    points: int

    def apply(self, state: Position) -> None:
        unit = state.units[self.unit]
        state.units[self.unit] = replace(unit, cargo=unit.cargo - self.points)


class CargoDropped(Event[Position], frozen=True):
    """A box that stays in its hex until it is empty."""

    said: ClassVar[str] = "{unit} drops {points} points of supply on {hex}."
    unit: str
    hex: str
    points: int

    def apply(self, state: Position) -> None:
        state.units[self.unit] = replace(state.units[self.unit], cargo=0)
        state.cargo[self.hex] = state.cargo.get(self.hex, 0) + self.points


def _options(pack: Pack, view: BarbarossaView, unit: Unit, given: Given) -> Iterator[UnitOrder]:
    """As much as can be loaded, for every own unit on the ground."""
    box = pack.cards[unit.card].orders.supply_drop
    hexes = {u.hex: None for u in view.units.values() if u.fate == "map" and u.side == unit.side}
    for hex_ in hexes:
        for entry in entries(pack, view, hex_):
            order = SupplyDrop(hex_, box.cargo if box else 0, entry)
            if _refusal(pack, view, unit, order, given) is None:
                yield order


@rule("BAR-supply-drop-1")
def _refusal(pack: Pack, view: BarbarossaView, unit: Unit, order: SupplyDrop, given: Given) -> Illegal | None:
    """A hex that is seen, and no more cargo than the aircraft can carry."""
    box = pack.cards[unit.card].orders.supply_drop
    most = box.cargo if box else 0
    if not 1 <= order.cargo <= most:
        return Illegal("{unit} carries 1 to {most} points.", "BAR-supply-drop-1", unit=unit.id, most=most)
    return entry_refusal(pack, view, order.entry) or target_refusal(pack, view, unit.side, order.hex)


ORDERS = {SupplyDrop: OrderRule(_options, _refusal)}


@rule("BAR-supply-drop-2")
def lose_cargo(game: Game[Position], unit: Unit, casualties: int) -> None:
    """What the card says is lost with each casualty."""
    box = game.pack.cards[unit.card].orders.supply_drop
    points = min(unit.cargo, casualties * box.loss) if box else 0
    if points:
        game.happens(CargoLost(unit.id, points, cite="BAR-supply-drop-2"))


@rule("BAR-supply-drop-3", "BAR-supply-drop-4")
def drop_cargo(game: Game[Position]) -> None:
    """In step 9, over the hex of the order."""
    for unit in in_the_air(game.state):
        order = unit.order
        if isinstance(order, SupplyDrop) and unit.station == order.hex and unit.cargo and not unit.lapsed:
            game.happens(CargoDropped(unit.id, order.hex, unit.cargo, cite="BAR-supply-drop-3"))
