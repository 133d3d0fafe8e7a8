"""Reinforcements: who enters at the start of a round, and where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from planspiel.kernel import Assembly, Event, Game, Script, Seat, Side, commit, rule
from planspiel.systems.barbarossa1941.deployment import (
    Deployment,
    PlaceUnit,
    UnitDeployed,
    can_stand,
    facings,
    is_full,
)
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.start import army_of, on_the_airfield
from planspiel.systems.barbarossa1941.state import Position, Unit, is_enemy_at
from planspiel.systems.barbarossa1941.transport import Mounted
from planspiel.systems.barbarossa1941.view import BarbarossaView

__all__ = ["SCRIPTS", "AircraftArrived", "Enter", "entering"]


class Enter(Assembly[BarbarossaView, Deployment, PlaceUnit], frozen=True):
    """Who of the reinforcements comes where; whoever finds no place waits a round."""

    prompt: ClassVar[str] = "Reinforcements: put them on the entry hexes."
    cite: ClassVar[str] = "BAR-preparation-X1"
    side: Side

    def pieces(self, view: BarbarossaView) -> Sequence[str]:
        return tuple(f"unit:{unit.id}" for unit in entering(view.pack, view, view.seat))

    def parts(self, view: BarbarossaView, piece: str, given: Mapping[str, PlaceUnit]) -> Iterator[PlaceUnit]:
        unit = view.units[piece.removeprefix("unit:")]
        card = view.pack.cards[unit.card]
        for hex_ in _entry_hexes(view.pack, view.scenario, unit):
            is_open = can_stand(view.pack, view, card, hex_) and not is_enemy_at(view, hex_, unit.side)
            if is_open and not is_full(view.pack, view, unit, hex_, given):
                yield from (PlaceUnit(hex_, facing) for facing in facings(card))

    def must_have(self, view: BarbarossaView, piece: str) -> bool:
        """Nobody stays away who could come: put down one after the other, this one finds a place."""
        given: dict[str, PlaceUnit] = {}
        for other in self.pieces(view):
            place = next(self.parts(view, other, given), None)
            if other == piece:
                return place is not None
            if place is not None:
                given[other] = place
        return False

    def whole(self, view: BarbarossaView, given: Mapping[str, PlaceUnit]) -> Deployment:
        return Deployment(dict(given))


def entering(pack: Pack, view: BarbarossaView, seat: Seat) -> Iterator[Unit]:
    """Own reinforcements that are due and can come by themselves: not what must be towed."""
    for unit in view.units.values():
        card = pack.cards[unit.card]
        is_due = unit.seat == seat and unit.fate == "due" and unit.due <= view.turn
        if is_due and not card.has("must_be_towed") and not card.is_aircraft:
            yield unit


def _entry_hexes(pack: Pack, scenario: str, unit: Unit) -> tuple[str, ...]:
    for coming in army_of(pack, scenario, unit.side).reinforcements:
        if coming.round == unit.due and unit.card in coming.units:
            return pack.theatre(scenario).zones[coming.entry]
    return ()


@rule("BAR-preparation-X1", "BAR-tow-11")
def reinforcements(game: Game[Position]) -> Script[None]:
    """Before planning, at full strength, on entry hexes free of the enemy; guns come behind transports."""
    for unit in list(game.state.units.values()):
        if unit.fate == "due" and unit.due <= game.state.turn and game.pack.cards[unit.card].is_aircraft:
            game.happens(AircraftArrived(unit.id, cite="BAR-preparation-X1"))
    asked = {
        seat: Enter(sides[0])
        for seat, sides in game.state.seats.items()
        if any(True for _ in entering(game.pack, game.view(seat), seat))
    }
    if not asked:
        return
    given: dict[Seat, Deployment] = yield from commit(asked)
    for deployed in given.values():
        for piece, part in deployed.parts.items():
            if isinstance(part, PlaceUnit):
                _enter(game, game.state.units[piece.removeprefix("unit:")], part)


def _enter(game: Game[Position], unit: Unit, place: PlaceUnit) -> None:
    """A hidden enemy in the entry hex keeps it closed: the unit waits, and nobody learns why."""
    if is_enemy_at(game.state, place.hex, unit.side):
        return
    game.happens(UnitDeployed(unit.id, place.hex, place.facing, cite="BAR-preparation-X1"))
    gun = _gun_behind(game, unit)
    if gun is not None:
        game.happens(Mounted(gun.id, unit.id, towed=True, limbered=True, cite="BAR-tow-11"))


def _gun_behind(game: Game[Position], transport: Unit) -> Unit | None:
    """The gun that the scenario hangs behind this transport, if it still waits; one and no more."""
    guns = {
        gun
        for coming in army_of(game.pack, game.state.scenario, transport.side).reinforcements
        for gun, towed_by in coming.towed_by.items()
        if coming.round == transport.due and towed_by == transport.card
    }
    waiting = (
        unit
        for unit in game.state.units.values()
        if unit.card in guns
        and unit.side == transport.side
        and unit.fate == "due"
        and unit.due == transport.due
    )
    return next(waiting, None)


class AircraftArrived(Event[Position], frozen=True):
    """New aircraft stand ready on the airfield."""

    said: ClassVar[str] = "{unit} has come to the airfield."
    unit: str

    def apply(self, state: Position) -> None:
        state.units[self.unit] = on_the_airfield(state.units[self.unit])


SCRIPTS = {"reinforcements": reinforcements}
