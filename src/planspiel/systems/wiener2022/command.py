"""Command delay and supplies, which are played only if the scenario adds them.

With command delay an element acts only after an order has reached it: it is alerted, waits as many turns as
the scenario says, and stays ready as long as it does something in each of its half-turns. Ammunition
is counted with every shot, in the own half-turn and in answer to the enemy; fuel with every field driven.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Illegal, Order, Script, Side, rule
from planspiel.systems.wiener2022.activities import Activity, actor_refusal
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import Element, Known, Position, put, seats_of
from planspiel.systems.wiener2022.view import WienerView

__all__ = ["ACTIVITIES", "AT_HALF_END", "AT_HALF_START", "SCRIPTS", "Alert", "Alerted", "spend"]


class Alert(Order, frozen=True):
    """Send an element its orders."""

    element: str


class Alerted(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} gets its orders for turn {turn}."
    element: str
    turn: int

    def apply(self, state: Position) -> None:
        put(state, replace(state.elements[self.element], alerted=self.turn))


class OrdersArrived(Event[Position], frozen=True):
    """Who is ready to act in this half-turn, and who still waits for orders."""

    side: Side
    waiting: tuple[str, ...]

    def apply(self, state: Position) -> None:
        for element in tuple(state.elements.values()):
            if element.side == self.side:
                ready = element.id not in self.waiting
                if element.ready != ready:
                    put(state, replace(element, ready=ready))


class OrdersLapsed(Event[Position], frozen=True):
    """Bookkeeping: whoever was ready and did nothing needs new orders."""

    side: Side

    def apply(self, state: Position) -> None:
        for element in tuple(state.elements.values()):
            if element.side == self.side and element.alerted and element.ready and _is_idle(element):
                put(state, replace(element, alerted=0))


def _is_idle(element: Element) -> bool:
    return not (element.shot or element.moved or element.worked or element.attacked or element.acted)


class ShotsSpent(Event[Position], frozen=True):
    """Bookkeeping: one shot less for each that fired."""

    elements: tuple[str, ...]

    def apply(self, state: Position) -> None:
        for name in self.elements:
            element = state.elements[name]
            put(state, replace(element, ammunition=element.ammunition - 1))


@rule("WPR-befehlsgebung-1")
def _delay(pack: Pack, known: Known, side: Side) -> int:
    """Turns between an order and its execution; none unless the scenario says so."""
    return pack.scenarios[known.scenario].party(side).command_delay


def orders_arrive(game: Game[Position], side: str) -> Script[None]:
    """Whoever was alerted in time, or acted in the last half-turn, is ready."""
    party = Side(side)
    if _delay(game.pack, game.state, party):
        waiting = tuple(
            element.id
            for element in game.state.elements.values()
            if element.side == party and not (0 < element.alerted <= game.state.turn)
        )
        game.happens(OrdersArrived(party, waiting, cite="WPR-befehlsgebung-1"), seats_of(game.state, party))
    return
    yield


def orders_lapse(game: Game[Position], side: str) -> Script[None]:
    """Whoever did nothing in the half-turn that ends is not ready in the next."""
    party = Side(side)
    if _delay(game.pack, game.state, party):
        game.happens(OrdersLapsed(party, cite="WPR-befehlsgebung-1"), seats_of(game.state, party))
    return
    yield


@rule("WPR-munition-1")
def spend(game: Game[Position], firers: Sequence[str]) -> None:
    """Ammunition is unlimited unless the scenario counts it; then every shot is one less."""
    counted = tuple(name for name in firers if game.state.elements[name].ammunition > 0)
    if counted:
        side = game.state.elements[counted[0]].side
        game.happens(ShotsSpent(counted, cite="WPR-munition-1"), seats_of(game.state, side))


def _no_options(pack: Pack, view: WienerView, element: Element) -> Iterator[Order]:
    yield from ()


def _options(pack: Pack, view: WienerView) -> Iterator[Order]:
    if _delay(pack, view, view.side):
        for name in view.elements:
            if _refusal(pack, view, Alert(name)) is None:
                yield Alert(name)


def _refusal(pack: Pack, view: WienerView, order: Alert) -> Illegal | None:
    if not _delay(pack, view, view.side):
        return Illegal("Orders need no time in this scenario.", "WPR-befehlsgebung-1")
    refusal = actor_refusal(view, view.side, order.element)
    if refusal is not None:
        return refusal
    if view.elements[order.element].alerted:
        return Illegal("{element} has its orders.", "WPR-befehlsgebung-1", element=order.element)
    return None


def _carry_out(game: Game[Position], order: Alert) -> Script[None]:
    side = game.state.active
    turn = game.state.turn + _delay(game.pack, game.state, side)
    event = Alerted(order.element, turn, cite="WPR-befehlsgebung-1")
    game.happens(event, seats_of(game.state, side))
    return
    yield


ACTIVITIES = {Alert: Activity("other", _no_options, _refusal, _carry_out, party_options=_options)}
AT_HALF_START = ("orders-arrive",)
AT_HALF_END = ("orders-lapse",)
SCRIPTS = {"orders-arrive": orders_arrive, "orders-lapse": orders_lapse}
