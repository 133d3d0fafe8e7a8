"""The airfield: landing, and the boxes of preparation."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, rule
from planspiel.systems.barbarossa1941.state import Position

__all__ = ["Landed", "return_to_airfield"]


class Landed(Event[Position], frozen=True):
    """Back on its card, with the first box marked."""

    said: ClassVar[str] = "{unit} returns to its airfield."
    unit: str

    def apply(self, state: Position) -> None:
        state.units[self.unit] = replace(
            state.units[self.unit],
            fate="airfield",
            box="landed",
            station="",
            stays=0,
            order=None,
            boxes=0,
            owes=(),
            cargo=0,
        )


@rule("BAR-airfield-1", "BAR-missions-11", "BAR-missions-14")
def return_to_airfield(game: Game[Position], unit_id: str, cite: str) -> None:
    """Returning aircraft have no flight path; nobody can attack them."""
    game.happens(Landed(unit_id, cite=cite))
