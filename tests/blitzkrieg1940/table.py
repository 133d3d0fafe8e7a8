"""Markers on the table, for tests of the cup and of activations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from blitzkrieg1940.positions import ask_of, position
from planspiel.kernel import DECLINE, Game, Order
from planspiel.systems.blitzkrieg1940.state import Position

__all__ = ["FEW", "answer", "asked", "at", "decline", "drawn", "place"]

FEW: Mapping[str, Mapping[str, Any]] = {
    "2-cuir/hq": {"hex": "1409"},
    "2-cuir/1": {"hex": "1409"},
    "2-cuir/2": {"hex": "1408"},
    "1-cuir/hq": {"hex": "0509"},
    "1-cuir/1": {"hex": "0509"},
    "i-5-pzr/hq": {"hex": "1801"},
    "i-5-pzr/1": {"hex": "1801"},
    "kg/hq": {"hex": "1803"},
    "kg/1": {"hex": "1803"},
}
"""Two formations a side, far apart."""


def at(places: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Where markers lie; all others are still outside the game."""
    return {name: {"place": where} for name, where in places.items()}


def drawn(marker: str, places: Mapping[str, str] | None = None, **more: Any) -> Game[Position]:
    """The game at the first question after this marker was drawn and not annulled."""
    kind = "formation" if "_" not in marker else marker.split("_")[1]
    markers = at({**(places or {}), marker: "drawn"})
    return position(**{"units": FEW, "item": (f"{kind}-marker", marker), "markers": markers, **more})


def place(game: Game[Position], marker: str) -> str:
    return game.state.markers[marker].place


def asked(game: Game[Position]) -> str:
    """What is asked, and of whom."""
    seat, question = ask_of(game)
    return f"{seat}: {type(question).__name__}"


def answer(game: Game[Position], *orders: Order) -> Game[Position]:
    for order in orders:
        seat, _ = ask_of(game)
        game.answer(seat, order)
    return game


def decline(game: Game[Position]) -> Game[Position]:
    return answer(game, DECLINE)
