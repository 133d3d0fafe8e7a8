"""Transport: who is aboard, and what happens to them with their transport."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Script
from planspiel.systems.barbarossa1941.state import Owed, Position

__all__ = ["SetDown", "set_down", "share_losses"]


class SetDown(Event[Position], frozen=True):
    """A unit is on the board again, in the hex of its transport."""

    said: ClassVar[str] = "{unit} stands in {hex} again."
    unit: str
    hex: str

    def apply(self, state: Position) -> None:
        state.units[self.unit] = replace(
            state.units[self.unit], fate="map", hex=self.hex, carrier="", towed=False
        )


def set_down(game: Game[Position], unit_id: str, cite: str) -> None:
    """Put a passenger or a towed gun down where its transport is."""
    carrier = game.state.units[game.state.units[unit_id].carrier]
    game.happens(SetDown(unit_id, carrier.hex, cite=cite))


def share_losses(game: Game[Position], transport: str, casualties: int, cause: Owed) -> Script[None]:
    """What passengers, towed guns and the load suffer with their transport."""
    return
    yield
