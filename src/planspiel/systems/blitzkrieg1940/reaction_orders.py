"""6.3 Reactions: what a passive player may order, standing orders, and what reactions leave behind."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Illegal, Instruction, Modifier, Order, Seat
from planspiel.systems.blitzkrieg1940.state import Conduct, Position, Standing, put
from planspiel.systems.blitzkrieg1940.view import BlitzkriegView

__all__ = [
    "CounterFire",
    "CounterTried",
    "OppMarked",
    "OpportunityFire",
    "ReactionTested",
    "Retreat",
    "SetStandingOrders",
    "StandingOrdersSet",
]


class OpportunityFire(Order, frozen=True):
    """Test a passive unit for opportunity fire at a unit that moves or has fired."""

    unit: str
    target: str
    passenger: str = ""


class CounterFire(Order, frozen=True):
    """Test a unit that has been fired at for fire at the firer."""

    unit: str
    passenger: str = ""


class Retreat(Order, frozen=True):
    unit: str
    hex: str


class ReactionTested(Event[Position], frozen=True):
    said: ClassVar[str] = "Reaction check of {unit}: {roll} against {needed}."
    unit: str
    roll: int
    """The dice with all modifiers."""
    needed: int
    modifiers: tuple[Modifier, ...] = ()


class OppMarked(Event[Position], frozen=True):
    said: ClassVar[str] = "{unit} has tried opportunity fire."
    unit: str

    def apply(self, state: Position) -> None:
        put(state, replace(state.units[self.unit], opp_used=True))


class CounterTried(Event[Position], frozen=True):
    said: ClassVar[str] = "{unit} has tried counter fire."
    unit: str

    def apply(self, state: Position) -> None:
        put(state, replace(state.units[self.unit], countered=True))


class StandingOrdersSet(Event[Position], frozen=True):
    seat: Seat
    standing: Standing

    def apply(self, state: Position) -> None:
        given = self.standing
        state.standing[self.seat] = Conduct(given.fire, given.within, given.retreat)
        own = state.seats[self.seat]
        others = {name: kept for name, kept in state.conduct.items() if state.units[name].side not in own}
        state.conduct = {**others, **given.units}


class SetStandingOrders(Instruction[BlitzkriegView], frozen=True):
    """What this seat's units do when the enemy moves or fires, so that nobody has to wait for an answer."""

    standing: Standing

    def check(self, view: BlitzkriegView) -> None:
        for name in self.standing.units:
            unit = view.units.get(name)
            if unit is None or unit.side not in view.sides:
                raise Illegal("{unit} is no unit of yours on the map.", "BLK-6.3-A", unit=name)
        most = view.pack.limits.sight
        if any(not 1 <= one.within <= most for one in (self.standing, *self.standing.units.values())):
            raise Illegal("A range lies between 1 and {most} hexes.", "BLK-4.1-D", most=most)

    def events(self, view: BlitzkriegView) -> tuple[Event[Any], ...]:
        return (StandingOrdersSet(view.seat, self.standing, cite="BLK-6.3-A"),)
