"""Cards for tests about movement: every kind of unit with round figures, and orders without a bonus."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from barbarossa1941.positions import Fields, position
from planspiel.kernel import Game, Item, Script
from planspiel.systems.barbarossa1941.cards import (
    AmbushBox,
    AssaultBox,
    CautiousBox,
    DefendBox,
    FireOnMoveBox,
    MarchBox,
    Orders,
    ReconnoitreBox,
    TimeBox,
    Valour,
)
from planspiel.systems.barbarossa1941.orders import Defend, FirePolicy
from planspiel.systems.barbarossa1941.state import Position

__all__ = ["ALONE", "CARDS", "GUARD", "KINDS", "ORDERS", "in_step_10", "one_after_the_other", "walker"]

ALONE = FirePolicy(ask=False)
GUARD = Defend(0, 4, policy=ALONE)
"""Defend to the north, without questions."""
ORDERS = Orders(
    open_fire=True,
    suppressive_fire=True,
    defend=DefendBox(bonus=0),
    ambush=AmbushBox(bonus=2),
    assault=AssaultBox(distance=2),
    cautious=CautiousBox(distance=3, bonus=0),
    march=MarchBox(distance=3),
    fire_on_move=FireOnMoveBox(distance=3, reduction=1),
    wait=True,
    reconnoitre=ReconnoitreBox(range=3),
    lay_mines=TimeBox(boxes=1),
    clear_mines=TimeBox(boxes=2),
)
KINDS = ("infantry", "artillery", "vehicle", "armoured_vehicle", "light_tank", "medium_tank", "heavy_tank")


def walker(kind: str = "infantry", **fields: Any) -> dict[str, Any]:
    """Five symbols, no defence, four dice that hit with 3 or less up to four hexes away, valour 7."""
    return {
        "like": "su_infantry",
        "type": kind,
        "size": 5,
        "defence": 0,
        "valour": Valour(initial=7, loss=0),
        "targets": dict.fromkeys(KINDS, (4, 4, 4, 4, 4)),
        "range": (3, 3, 3, 3, 3),
        "melee_dice": 4,
        "traits": (),
        "orders": ORDERS,
        **fields,
    }


CARDS: dict[str, Any] = {
    **{kind: walker(kind) for kind in KINDS},
    "pioneer": walker(traits=("pioneer",)),
}
"""One card of each type, named after it, and pioneers."""


def in_step_10(
    units: Mapping[str, Fields], orders: Mapping[str, Any] | None = None, **more: Any
) -> Game[Position]:
    """A position carried through step 10."""
    cards = {**CARDS, **more.pop("cards", {})}
    return position(units, orders=orders, cards=cards, item=("step-10",), **more)


def one_after_the_other(*items: Item) -> Any:
    """A script that carries out these items."""

    def script(game: Game[Position]) -> Script[None]:
        game.then(*items)
        return
        yield

    return script
