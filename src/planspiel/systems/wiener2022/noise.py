"""Noise at night (Hörweite): engines are heard three fields away, so that the field may be illuminated."""

from __future__ import annotations

from typing import ClassVar, Final

from planspiel.kernel import Event, Game, Script, Side, rule
from planspiel.systems.wiener2022 import sight
from planspiel.systems.wiener2022.catalogue import Mobility
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import (
    Element,
    Heard,
    Known,
    Position,
    at,
    enemy_of,
    on_board,
    seats_of,
)

__all__ = ["AT_HALF_END", "SCRIPTS", "EnginesHeard", "NoiseForgotten", "heard", "hearing_range", "is_heard"]

ENGINES: Final = 3
MUSCLES: Final[tuple[Mobility, ...]] = ("infantry", "rider", "cyclist", "rowboat", "none")
"""Whatever moves without an engine, weapons pushed by their crews included."""


class EnginesHeard(Event[Position], frozen=True):
    """A field, not who it is. It stays a cause for light through the listener's next half-turn.

    Who withdraws is heard in the half-turn of the listener himself.
    """

    said: ClassVar[str] = "Engines are heard in {field}."
    side: Side
    field: str

    def apply(self, state: Position) -> None:
        until = state.half + (2 if self.side == state.active else 1)
        state.heard[f"{self.side}/{self.field}"] = Heard(self.side, self.field, until)


class NoiseForgotten(Event[Position], frozen=True):
    """Bookkeeping: what was heard longer ago is no cause any more."""

    def apply(self, state: Position) -> None:
        for name, noise in tuple(state.heard.items()):
            if noise.until <= state.half:
                del state.heard[name]


@rule("WPR-erkennen-7", "WPR-nacht-hoeren-1")
def hearing_range(pack: Pack, element: Element) -> int:
    """Engines are heard three fields away; figures, horses, cyclists and oars only in the same field."""
    return 0 if pack.models[element.model].mobility in MUSCLES else ENGINES


def is_heard(pack: Pack, known: Known, element: Element, side: Side) -> bool:
    """Whether somebody of a side hears an element that moves."""
    far = hearing_range(pack, element)
    fields = sight.nearby(pack.theatre(known.scenario), element.field, far)
    return any(other.side == side and not other.guise for label in fields for other in at(known, label))


def heard(game: Game[Position], element: Element) -> None:
    """Where a move at night has ended, the enemy may have heard it; who is lost is not heard."""
    side = enemy_of(element.side)
    if game.state.night and on_board(element) and is_heard(game.pack, game.state, element, side):
        event = EnginesHeard(side, element.field, cite="WPR-erkennen-7")
        game.happens(event, seats_of(game.state, side))


def forget(game: Game[Position], side: str) -> Script[None]:
    """A noise is a cause for light until the listener's own next half-turn is over."""
    if any(noise.until <= game.state.half for noise in game.state.heard.values()):
        game.happens(NoiseForgotten(), ())
    return
    yield


AT_HALF_END = ("forget-noise",)
SCRIPTS = {"forget-noise": forget}
