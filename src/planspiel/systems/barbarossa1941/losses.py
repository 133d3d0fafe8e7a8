"""Casualties: symbols crossed off, units destroyed, and who goes down with them."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Script, rule
from planspiel.systems.barbarossa1941.air_landing import lose_paratroops
from planspiel.systems.barbarossa1941.secrecy import is_away
from planspiel.systems.barbarossa1941.state import Owed, Position, seats_of
from planspiel.systems.barbarossa1941.supply import lose_load
from planspiel.systems.barbarossa1941.supply_drop import lose_cargo
from planspiel.systems.barbarossa1941.transport import share_losses

__all__ = ["CasualtiesSuffered", "UnitDestroyed", "destroy", "lose"]


class CasualtiesSuffered(Event[Position], frozen=True):
    """Losses that are announced when they happen, unless the unit is hidden."""

    said: ClassVar[str] = "{unit} loses {lost}."
    unit: str
    lost: int
    cause: Owed
    announced: bool = True

    def apply(self, state: Position) -> None:
        unit = state.units[self.unit]
        owes = unit.owes if self.cause in unit.owes else (*unit.owes, self.cause)
        state.units[self.unit] = replace(
            unit,
            casualties=unit.casualties + self.lost,
            announced=unit.announced + self.lost if self.announced else unit.announced,
            owes=() if unit.suppressed else owes,
        )


class UnitDestroyed(Event[Position], frozen=True):
    said: ClassVar[str] = "{unit} is destroyed."
    reveals: ClassVar[bool] = True
    unit: str

    def apply(self, state: Position) -> None:
        unit = state.units[self.unit]
        state.units[self.unit] = replace(
            unit,
            fate="dead",
            hex="",
            station="",
            order=None,
            boxes=0,
            owes=(),
            tied=(),
            hidden=False,
            unseen=False,
            announced=unit.casualties,
            carrier="",
        )


@rule("BAR-unit-size-2", "BAR-unit-size-3", "BAR-unit-size-4", "BAR-fire-test-8")
def lose(game: Game[Position], unit_id: str, casualties: int, cause: Owed, cite: str) -> Script[None]:
    """Cross off symbols; with the last one the unit is destroyed. Whoever is aboard shares the losses."""
    unit = game.state.units[unit_id]
    lost = min(casualties, game.pack.cards[unit.card].size - unit.casualties)
    if lost <= 0:
        return
    is_open = not is_away(game.pack, unit)
    suffered = CasualtiesSuffered(unit_id, lost, cause, is_open, cite=cite)
    game.happens(suffered, None if is_open else seats_of(game.state, unit.side))
    if game.pack.cards[unit.card].is_aircraft:
        lose_paratroops(game, unit_id, lost)
        lose_cargo(game, unit, lost)
    elif game.pack.cards[unit.card].has("transport"):
        yield from share_losses(game, unit_id, lost, cause)
        yield from lose_load(game, unit, lost)
    if game.state.units[unit_id].casualties >= game.pack.cards[unit.card].size:
        destroy(game, unit_id, "BAR-unit-size-3")


def destroy(game: Game[Position], unit_id: str, cite: str) -> None:
    """Take a unit off the board."""
    game.happens(UnitDestroyed(unit_id, cite=cite))
