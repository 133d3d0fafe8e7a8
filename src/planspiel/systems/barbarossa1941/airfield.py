"""The airfield: landing, and the boxes of preparation."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Script, rule
from planspiel.systems.barbarossa1941.orders import Escort, Patrol, ReconFlight
from planspiel.systems.barbarossa1941.state import Box, Position, seats_of

__all__ = ["SCRIPTS", "BoxMarked", "Landed", "RoundInTheAir", "Serviced", "return_to_airfield"]

BOXES: tuple[Box, ...] = ("landed", "refuelled", "armed", "ready")
"""The boxes I to IV."""


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


class BoxMarked(Event[Position], frozen=True):
    """The next box of preparation, which both sides see."""

    said: ClassVar[str] = "{unit} on its airfield: {done}."
    unit: str
    box: Box
    done: str

    def apply(self, state: Position) -> None:
        state.units[self.unit] = replace(state.units[self.unit], box=self.box)


class Serviced(Event[Position], frozen=True):
    """Refuelled or armed: time boxes and ammunition on the card, which only its owner sees."""

    unit: str
    flown: int
    ammo: int

    def apply(self, state: Position) -> None:
        state.units[self.unit] = replace(state.units[self.unit], flown=self.flown, ammo=self.ammo)


class RoundInTheAir(Event[Position], frozen=True):
    """Another round over the board; patrols, escorts and reconnaissance mark a time box."""

    units: tuple[str, ...]

    def apply(self, state: Position) -> None:
        for name in self.units:
            unit = state.units[name]
            counts = isinstance(unit.order, Patrol | Escort | ReconFlight)
            state.units[name] = replace(unit, stays=unit.stays + 1, flown=unit.flown + int(counts))


@rule("BAR-airfield-1", "BAR-missions-11", "BAR-missions-14")
def return_to_airfield(game: Game[Position], unit_id: str, cite: str) -> None:
    """Returning aircraft have no flight path; nobody can attack them."""
    game.happens(Landed(unit_id, cite=cite))


@rule("BAR-airfield-2", "BAR-airfield-5", "BAR-recon-2", "BAR-patrol-3")
def airfield(game: Game[Position]) -> Script[None]:
    """In step 12 every aircraft on its airfield marks one box; those in the air mark the round."""
    for unit in sorted(game.state.units.values(), key=lambda found: found.id):
        if unit.fate == "airfield" and unit.box != "ready":
            _prepare(game, unit.id)
    flying = tuple(sorted(unit.id for unit in game.state.units.values() if unit.fate == "air"))
    if flying:
        game.happens(RoundInTheAir(flying, cite="BAR-recon-2"), ())
    return
    yield


@rule("BAR-aircraft-1", "BAR-airfield-6")
def _prepare(game: Game[Position], unit_id: str) -> None:
    """Exactly one box, in their order. Box II empties the time boxes, box III fills the ammunition up."""
    unit = game.state.units[unit_id]
    number = BOXES.index(unit.box) + 1
    box = BOXES[number]
    game.happens(BoxMarked(unit_id, box, game.pack.charts.airfield(number + 1), cite="BAR-airfield-2"))
    flown = 0 if box == "refuelled" else unit.flown
    ammo = game.pack.cards[unit.card].ammo if box == "armed" else unit.ammo
    game.happens(Serviced(unit_id, flown, ammo, cite="BAR-airfield-6"), seats_of(game.state, unit.side))


SCRIPTS = {"airfield": airfield}
