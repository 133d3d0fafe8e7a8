"""Helpers of the tests of movement and reactions: games at the choice of an action, changed ground.

Hannut, column 14 from 1405 to 1412 is open and on one level; 1411, 1511 and 1611 lie on the main road,
open and on that level too. 1504 is a wood beside open 1505; 1403 a village beside open 1402, 1404 an
orchard beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from blitzkrieg1940.positions import ask_of, pack, position
from planspiel.kernel import DECLINE, Game, Order, Window
from planspiel.packs.maps import Change
from planspiel.systems.blitzkrieg1940.march import Move
from planspiel.systems.blitzkrieg1940.pack import Pack
from planspiel.systems.blitzkrieg1940.state import Position

CHANGE: Any = Change


def acting(formation: str, units: Mapping[str, Mapping[str, Any]], **more: Any) -> Game[Position]:
    """A formation is active and its owner chooses an action."""
    return position(units=units, activation={"formations": (formation,), **more.pop("active", {})}, **more)


def with_ground(hexes: Mapping[str, str], level: int | None = None, scenario: str = "hannut") -> Pack:
    """The pack with other terrain, and other levels if given, in some hexes."""
    the_map = pack().maps[scenario]
    changes = {hex_: CHANGE(terrain=terrain, level=level) for hex_, terrain in hexes.items()}
    changed = replace(the_map, fields={**the_map.fields, **changes})
    return replace(pack(), maps={**pack().maps, scenario: changed})


def do(game: Game[Position], *orders: Order) -> None:
    """Whoever is asked gives each order in turn."""
    for order in orders:
        seat, _ = ask_of(game)
        game.answer(seat, order)


def undisturbed(game: Game[Position], order: Order) -> None:
    """Give an order and let the enemy decline every chance to react."""
    do(game, order)
    while isinstance(game.pause, Window):
        do(game, DECLINE)


def go(unit: str, *path: str, column: bool = False, half: bool = False) -> Move:
    return Move((unit,), path, column, half)


def question(game: Game[Position]) -> str:
    """What is asked now, and of whom."""
    if game.over:
        return "over"
    seat, asked = ask_of(game)
    return f"{seat}: {type(asked).__name__}"
