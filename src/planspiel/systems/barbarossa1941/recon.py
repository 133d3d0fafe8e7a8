"""Reconnaissance flights: the order, and the search for hidden units. Directing fire: see `observing.py`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from planspiel.kernel import Event, Game, Illegal, Item, Script, resume_point, roll, rule
from planspiel.systems.barbarossa1941.fire_steps import Dealt
from planspiel.systems.barbarossa1941.flight import (
    boxes_of,
    duration_refusal,
    entries,
    entry_refusal,
    in_the_air,
    is_under_way,
    target_refusal,
)
from planspiel.systems.barbarossa1941.order_rules import Given, OrderRule
from planspiel.systems.barbarossa1941.orders import ReconFlight, UnitOrder
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.revealing import reveal
from planspiel.systems.barbarossa1941.round import StepBegan
from planspiel.systems.barbarossa1941.state import Position, Unit, ground_units
from planspiel.systems.barbarossa1941.view import BarbarossaView

__all__ = ["ORDERS", "SCRIPTS", "GroundSearched", "highest_roll"]


class GroundSearched(Event[Position], frozen=True):
    said: ClassVar[str] = "{unit} searches around {hex}: {pip}, at most {highest} finds everything."
    unit: str
    hex: str
    pip: int
    highest: int


def _options(pack: Pack, view: BarbarossaView, unit: Unit, given: Given) -> Iterator[UnitOrder]:
    """Around every known unit on the ground, with each radius, for as long as the card allows."""
    box = pack.cards[unit.card].orders.recon_flight
    hexes = {other.hex: None for other in view.units.values() if other.fate == "map" and other.hex}
    for hex_ in hexes:
        entry = next(entries(pack, view, hex_))
        for radius in range(1, box.zone + 1 if box else 1):
            order = ReconFlight(hex_, radius, boxes_of(pack, unit), entry)
            if _refusal(pack, view, unit, order, given) is None:
                yield order


@rule("BAR-recon-1")
def _refusal(
    pack: Pack, view: BarbarossaView, unit: Unit, order: ReconFlight, given: Given
) -> Illegal | None:
    """A centre that is seen, a radius within the observation zone, a duration within the time boxes."""
    box = pack.cards[unit.card].orders.recon_flight
    if box is None or order.radius > box.zone or order.radius not in box.table:
        return Illegal("{unit} does not search so wide an area.", "BAR-recon-1", unit=unit.id)
    return (
        duration_refusal(pack, unit, order.duration, "BAR-recon-1")
        or entry_refusal(pack, view, order.entry)
        or target_refusal(pack, view, unit.side, order.hex)
    )


ORDERS = {ReconFlight: OrderRule(_options, _refusal)}


@rule("BAR-recon-4")
def highest_roll(pack: Pack, unit: Unit, radius: int) -> int:
    """The highest die that finds what is hidden: the smaller the radius, the better."""
    box = pack.cards[unit.card].orders.recon_flight
    return box.table[radius] if box else 0


@rule("BAR-recon-7")
def recon_rolls(game: Game[Position]) -> Script[None]:
    """Every aircraft that is over its centre searches, once in each round."""
    searching = tuple(
        unit.id
        for unit in in_the_air(game.state)
        if isinstance(unit.order, ReconFlight)
        and unit.station == unit.order.hex
        and is_under_way(game.pack, game.state, unit)
    )
    if searching:
        game.happens(StepBegan(5, searching), ())
        game.then(Item("searches"))
    return
    yield


@rule("BAR-recon-3")
def searches(game: Game[Position]) -> Script[None]:
    """One die; if it is low enough, all hidden enemies within the radius are revealed."""
    while game.state.queue:
        yield from resume_point()
        unit = game.state.units[game.state.queue[0]]
        order = unit.order
        assert isinstance(order, ReconFlight)
        why = "{unit} searches around {hex}"
        (pip,) = yield from roll("1d6", why, "BAR-recon-3", unit.id, unit=unit.id, hex=order.hex)
        highest = highest_roll(game.pack, unit, order.radius)
        game.happens(GroundSearched(unit.id, order.hex, pip, highest, cite="BAR-recon-3"))
        if pip <= highest:
            _find_all(game, unit, order)
        game.happens(Dealt(unit.id), ())


def _find_all(game: Game[Position], unit: Unit, order: ReconFlight) -> None:
    board = game.pack.theatre(game.state.scenario).board
    for enemy in sorted(ground_units(game.state), key=lambda found: found.id):
        is_near = board.distance(order.hex, enemy.hex) <= order.radius
        if enemy.hidden and enemy.side != unit.side and is_near:
            reveal(game, enemy.id, "BAR-recon-3")


SCRIPTS = {"recon-rolls": recon_rolls, "searches": searches}
