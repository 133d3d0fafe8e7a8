"""What tests of fire and close combat share: several items in a row, and cards of even strength."""

from __future__ import annotations

from barbarossa1941.positions import TestScript
from planspiel.kernel import Game, Item, Script
from planspiel.systems.barbarossa1941.state import Position

__all__ = ["EVEN", "HIT", "MISS", "even", "steps"]

HIT, MISS = 1, 6

EVEN = {"defence": 0, "melee_dice": 2, "range": (3, 2, 1), "size": 5}
"""Two dice in close combat, which hit with 3 or less; nothing absorbs a hit."""


def even(*cards: str, **more: object) -> dict[str, dict[str, object]]:
    """Shipped cards made even, so that a test can count."""
    return {card: {**EVEN, **more} for card in cards}


def steps(*items: str | Item) -> TestScript:
    """A script that runs these agenda items one after the other."""

    def script(game: Game[Position]) -> Script[None]:
        game.then(*(Item(item) if isinstance(item, str) else item for item in items))
        return
        yield

    return script
