"""Standing orders: what elements do in the enemy's half-turn, given beforehand.

They answer where a question would betray a hidden gun, a barrage or a charge, and where nobody wants to wait.
"""

from __future__ import annotations

from typing import Any

from planspiel.kernel import Event, Illegal, Instruction, Seat
from planspiel.systems.wiener2022.state import Conduct, Position, Standing
from planspiel.systems.wiener2022.view import WienerView

__all__ = ["FARTHEST", "SetStandingOrders", "StandingOrdersSet"]

FARTHEST = 16
"""No weapon that a standing order speaks of reaches farther."""


class StandingOrdersSet(Event[Position], frozen=True):
    seat: Seat
    standing: Standing

    def apply(self, state: Position) -> None:
        given = self.standing
        general = {name: getattr(given, name) for name in Conduct.__struct_fields__}
        state.standing[self.seat] = Conduct(**general)
        own = state.seats[self.seat]
        others = {name: kept for name, kept in state.conduct.items() if state.elements[name].side not in own}
        state.conduct = {**others, **given.elements}


class SetStandingOrders(Instruction[WienerView], frozen=True):
    """What this seat's elements do when the enemy comes, so that nobody has to wait for an answer."""

    standing: Standing

    def check(self, view: WienerView) -> None:
        for name in self.standing.elements:
            element = view.elements.get(name)
            if element is None or element.side not in view.sides:
                raise Illegal("{element} is no element of yours.", "WPR-verdeckt-1", element=name)
        if any(not 0 <= one.within <= FARTHEST for one in (self.standing, *self.standing.elements.values())):
            raise Illegal("A range lies between 0 and {most} fields.", "WPR-gegenzug-1", most=FARTHEST)

    def events(self, view: WienerView) -> tuple[Event[Any], ...]:
        return (StandingOrdersSet(view.seat, self.standing, cite="WPR-gegenzug-1"),)
