"""Ammunition: paid when an order is carried out, never when it comes to nothing."""

from __future__ import annotations

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Illegal, rule
from planspiel.systems.barbarossa1941.state import Position, Unit, seats_of

__all__ = ["AmmoSpent", "ammo_refusal", "spend"]


class AmmoSpent(Event[Position], frozen=True):
    """Crossed off the card, where only its owner sees it."""

    unit: str
    points: int
    smoke: int = 0

    def apply(self, state: Position) -> None:
        unit = state.units[self.unit]
        state.units[self.unit] = replace(unit, ammo=unit.ammo - self.points, smoke=unit.smoke - self.smoke)


@rule("BAR-ammo-2", "BAR-ammo-7")
def spend(game: Game[Position], unit_id: str, points: int, cite: str, smoke: int = 0) -> None:
    """Cross off what carrying out an order costs."""
    audience = seats_of(game.state, game.state.units[unit_id].side)
    game.happens(AmmoSpent(unit_id, points, smoke, cite=cite), audience)


@rule("BAR-ammo-3", "BAR-ammo-6")
def ammo_refusal(unit: Unit, points: int, cite: str = "BAR-ammo-6") -> Illegal | None:
    """Why an order cannot be paid for."""
    if unit.ammo >= points:
        return None
    reason = "{unit} has {ammo} ammunition points and needs {points}."
    return Illegal(reason, cite, unit=unit.id, ammo=unit.ammo, points=points)
