"""Captured equipment (Beute): a loss like any other, unless the scenario lets the winner use it."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Script, Side, rule
from planspiel.systems.wiener2022.losses import destroy
from planspiel.systems.wiener2022.secrecy import tell
from planspiel.systems.wiener2022.state import Element, Position, put

__all__ = ["Captured", "capture"]


class Captured(Event[Position], frozen=True):
    said: ClassVar[str] = "{side} captures {element} in {field}."
    element: str
    side: Side
    field: str

    def apply(self, state: Position) -> None:
        before = state.elements[self.element]
        taken = Element(before.id, self.side, before.model, before.label, fate="board", field=before.field)
        put(state, replace(taken, acted=True, facing=before.facing))
        for other in tuple(state.elements.values()):
            if self.element in (other.mate, other.aboard) and other.side != self.side:
                put(state, replace(other, mate="", aboard=""))


@rule("WPR-beute-1")
def capture(game: Game[Position], name: str, by: Side) -> Script[None]:
    """A weapon or vehicle falls to the enemy: lost, or his from the next turn on if he may use it."""
    if not game.pack.scenarios[game.state.scenario].captured_usable:
        yield from destroy(game, name, "WPR-beute-1")
        return
    field = game.state.elements[name].field
    tell(game, Captured(name, by, field, cite="WPR-beute-1"), (name,))
