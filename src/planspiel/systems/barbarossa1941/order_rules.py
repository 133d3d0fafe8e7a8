"""What a chapter says about an order: how it may be given, judged on what the player knows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from planspiel.kernel import Illegal, Odds
from planspiel.systems.barbarossa1941.orders import UnitOrder
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.state import Unit
from planspiel.systems.barbarossa1941.view import BarbarossaView

__all__ = ["Given", "OrderRule", "unit_of"]

Given = Mapping[str, UnitOrder]
"""The other parts of the plan, by piece: `unit:g1`."""


class OrderRule(NamedTuple):
    """One order of the book."""

    options: Callable[[Pack, BarbarossaView, Unit, Given], Iterator[UnitOrder]]
    """The sensible ways to give it, lazily."""
    refusal: Callable[[Pack, BarbarossaView, Unit, Any, Given], Illegal | None]
    """Why it may not be given just so; None if it may."""
    odds: Callable[[Pack, BarbarossaView, Unit, Any], Odds | None] | None = None
    """Its chances, where it has any."""
    partners: Callable[[BarbarossaView, Unit, Any], Given] | None = None
    """The orders that others must have too, or this one comes to nothing when it is carried out."""


def unit_of(piece: str) -> str:
    """`unit:g1` is unit g1."""
    return piece.removeprefix("unit:")
