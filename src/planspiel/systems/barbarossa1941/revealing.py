"""Hidden units that are found, fire, or do something else than hide."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, rule
from planspiel.systems.barbarossa1941.state import Position

__all__ = ["UnitRevealed", "reveal"]


class UnitRevealed(Event[Position], frozen=True):
    """The model goes back on the board and the ambush mark is erased."""

    said: ClassVar[str] = "{unit} is discovered in {hex}."
    reveals: ClassVar[bool] = True
    unit: str
    hex: str

    def apply(self, state: Position) -> None:
        unit = state.units[self.unit]
        state.units[self.unit] = replace(
            unit, hidden=False, unseen=False, ambushing=0, announced=unit.casualties, found=state.turn
        )


@rule("BAR-hidden-6")
def reveal(game: Game[Position], unit_id: str, cite: str) -> None:
    """Put a hidden unit back on the board; nothing happens to one that is not hidden."""
    unit = game.state.units[unit_id]
    if unit.hidden:
        game.happens(UnitRevealed(unit_id, unit.hex, cite=cite))
