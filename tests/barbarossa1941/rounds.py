"""Whole rounds in small positions: orders for each, what happened, and cards with other time boxes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from barbarossa1941.positions import Fields, ask_of, pack, plans, position
from planspiel.kernel import Event, Game, Log, Order
from planspiel.kernel.log import Happened
from planspiel.systems.barbarossa1941.cards import Card, TimeBox, WorkBox
from planspiel.systems.barbarossa1941.orders import UnitOrder
from planspiel.systems.barbarossa1941.scenario import Army
from planspiel.systems.barbarossa1941.state import Position

__all__ = ["answer", "army", "battle", "happened", "play", "with_boxes", "with_workforce"]

Seen = TypeVar("Seen", bound="Event[Any]")
FAR_AWAY: Mapping[str, Fields] = {
    "g9": {"card": "ge_infantry", "hex": "0110"},
    "s9": {"card": "su_infantry", "hex": "1210"},
}
"""Somebody of both sides must be there, or the battle is over after the first round."""


def battle(units: Mapping[str, Fields], **more: Any) -> Game[Position]:
    """A position in which round 1 is being planned, with nothing to win; what happens now is logged."""
    first = pack().scenarios[pack().ladder[0]]
    scenario = {"victory": replace(first.victory, atoms=(), otherwise="draw"), **more.pop("scenario", {})}
    game = position({**FAR_AWAY, **units}, item=("round",), scenario=scenario, **{"turn": 0, **more})
    game.log = Log()
    return game


def play(game: Game[Position], *orders: Mapping[str, UnitOrder]) -> None:
    """One round after the other with these orders; who is not named goes on or waits."""
    for plan in orders:
        plans(game, plan)


def answer(game: Game[Position], order: Order) -> None:
    """The first who is asked says this."""
    game.answer(ask_of(game)[0], order)


def happened(game: Game[Position], kind: type[Seen]) -> list[Seen]:
    """The events of a kind that were logged."""
    assert game.log is not None
    entries = [what for _, what in game.log.held()]
    return [what.event for what in entries if isinstance(what, Happened) and isinstance(what.event, kind)]


def with_boxes(card: str, **boxes: int) -> Card:
    """A shipped card on which these orders take so many time boxes."""
    values = pack().cards[card]
    orders = replace(values.orders, **{name: TimeBox(boxes=number) for name, number in boxes.items()})
    changed: Card = replace(values, orders=orders)
    return changed


def with_workforce(card: str, order: str, boxes: int, workforce: int) -> Card:
    """A shipped card on which an order takes so many time boxes and hands."""
    values = pack().cards[card]
    orders = replace(values.orders, **{order: WorkBox(boxes=boxes, workforce=workforce)})
    changed: Card = replace(values, orders=orders)
    return changed


def army(side: str, **fields: Any) -> Army:
    """What a scenario of a test's own gives a side, with `home` as its deployment zone."""
    first = pack().scenarios[pack().ladder[0]]
    bare: dict[str, Any] = {
        "units": {},
        "placed": (),
        "purchase": None,
        "reinforcements": (),
        "works": (),
        "mines": (),
    }
    changed: Army = replace(
        first.armies[side],  # type: ignore[index]
        **{**bare, "exit": None, "deployment": "home", "may_hide": (), "may_ride": (), **fields},
    )
    return changed
