"""Small positions with aircraft: headquarters of both sides far away, aircraft ready or flying."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from barbarossa1941.positions import Fields, position
from planspiel.kernel import Game
from planspiel.systems.barbarossa1941.orders import Defend, FirePolicy, UnitOrder
from planspiel.systems.barbarossa1941.state import Position

__all__ = ["ALONE", "GUARD", "flying", "short_flak", "sortie"]

ALONE = FirePolicy(ask=False)
GUARD = Defend(0, 1, policy=ALONE)
"""Defend in a corner of the arc, without questions: neither direction nor distance count against aircraft."""
HEADQUARTERS: Mapping[str, Fields] = {
    "g9": {"card": "ge_hq", "hex": "0110"},
    "s9": {"card": "su_hq", "hex": "1210"},
}


def sortie(
    units: Mapping[str, Fields],
    orders: Mapping[str, UnitOrder] | None = None,
    item: tuple[str | int, ...] = ("step-5",),
    **more: Any,
) -> Game[Position]:
    """A position with headquarters, by default carried through step 5."""
    return position({**HEADQUARTERS, **units}, orders=orders, item=item, **more)


def flying(card: str, station: str, stays: int = 1, **fields: Any) -> Fields:
    """An aircraft that is in the air already, since the last round if nothing else is said."""
    return {"card": card, "fate": "air", "box": "", "station": station, "stays": stays, **fields}


def short_flak() -> dict[str, Fields]:
    """A flak card that reaches two hexes."""
    return {"flak": {"like": "su_flak", "range": (1, 3, 3)}}
