"""What the tests of the engineers share: engineers with a full vehicle, and a river."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from planspiel.kernel import Game
from planspiel.systems.wiener2022.state import Position, Stock
from wiener2022.positions import position

__all__ = ["ENGINEERS", "FULL", "INFANTRY", "RIVER", "works"]

INFANTRY = {"model": "figures"}
ENGINEERS = {
    "b1": {"model": "engineers", "field": "4,5", "mate": "b1v"},
    "b1v": {"model": "pispw", "field": "4,5"},
}
FULL = {"b1v": Stock(3, 3, 3, 3, 3, 3, 1)}
RIVER = {f"5,{y}": "water" for y in range(1, 13)}


def works(
    dice: tuple[int, ...] = (), elements: Mapping[str, Any] | None = None, **more: Any
) -> Game[Position]:
    """Blue engineers with a full vehicle in 4,5, at the western bank if there is a river."""
    return position({**ENGINEERS, **(elements or {})}, dice=dice, **{"stock": dict(FULL), **more})
