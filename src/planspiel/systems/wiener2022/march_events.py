"""What happens on a march, as events: setting out, each field, meetings on the way, and the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event
from planspiel.systems.wiener2022.state import (
    March,
    Mover,
    Position,
    cover_of,
    elsewhere,
    load_of,
    on_board,
    put,
    trail_of,
)

__all__ = [
    "GroupAnnounced",
    "MarchBegan",
    "MarchEnded",
    "Met",
    "Moved",
    "Obstructed",
    "Paced",
    "Rerouted",
    "RoadLeft",
]


class MarchBegan(Event[Position], frozen=True):
    """Bookkeeping: who sets out, and whereto he means to go."""

    march: March

    def apply(self, state: Position) -> None:
        state.march = self.march


class GroupAnnounced(Event[Position], frozen=True):
    said: ClassVar[str] = "{elements} move simultaneously."
    elements: str


class Moved(Event[Position], frozen=True):
    """An element has entered a field, with whoever it carries; now it has neither position nor net."""

    said: ClassVar[str] = "{element} moves to {field}."
    element: str
    field: str
    moved: int
    limit: int
    lights: bool | None = None

    def apply(self, state: Position) -> None:
        before = state.elements[self.element]
        load = load_of(state, before)
        gone = replace(
            elsewhere(before, self.field),
            moved=self.moved,
            limit=self.limit,
            lights=self.lights,
            in_smoke=before.in_smoke or before.field in state.smoke or self.field in state.smoke,
            trail=(*trail_of(before), self.field),
            cover=cover_of(before),
            fuel=before.fuel - 1 if before.fuel > 0 else before.fuel,
        )
        put(state, gone)
        for name in load:
            put(state, replace(state.elements[name], field=self.field, located=False))


class Obstructed(Event[Position], frozen=True):
    """An obstacle holds an element: until it is cleared there is only the way back.

    Beside a diagonal it stops the step alone, and nobody has come from anywhere.
    """

    said: ClassVar[str] = "An obstacle stops {element} in {field}."
    element: str
    field: str
    came_from: str

    def apply(self, state: Position) -> None:
        element = state.elements[self.element]
        put(state, replace(element, came_from=self.came_from or element.came_from))


class Paced(Event[Position], frozen=True):
    """Bookkeeping of the mover's own side: the step is taken off the plan, which the enemy does not know."""

    element: str
    field: str

    def apply(self, state: Position) -> None:
        _update(state, self.element, lambda mover: _stepped(mover, self.field))


def _stepped(mover: Mover, field: str) -> Mover:
    return replace(mover, path=mover.path[1:], trail=(*mover.trail, field), flank="")


def _update(state: Position, name: str, change: Callable[[Mover], Mover]) -> None:
    if state.march is not None:
        movers = tuple(change(mover) if mover.element == name else mover for mover in state.march.movers)
        state.march = replace(state.march, movers=movers)


class Met(Event[Position], frozen=True):
    """Somebody unseen was in the way; now he is not unseen any more."""

    said: ClassVar[str] = "{element} meets {blocker} in {field}."
    reveals: ClassVar[bool] = True
    element: str
    blocker: str
    field: str

    def apply(self, state: Position) -> None:
        put(state, replace(state.elements[self.blocker], camouflaged=False, located=True))


class Rerouted(Event[Position], frozen=True):
    """Bookkeeping: another way, or none."""

    element: str
    path: tuple[str, ...]
    flanks: tuple[str, ...] = ()
    halted: bool = False

    def apply(self, state: Position) -> None:
        _update(
            state,
            self.element,
            lambda mover: replace(mover, path=self.path, flanks=self.flanks, halted=self.halted),
        )


class MarchEnded(Event[Position], frozen=True):
    """Bookkeeping: a completed move cannot be improved; who had fired before has used up the turn."""

    def apply(self, state: Position) -> None:
        assert state.march is not None
        for mover in state.march.movers:
            element = state.elements[mover.element]
            if on_board(element) and element.shot:
                put(state, replace(element, acted=True))
        state.march = None


class RoadLeft(Event[Position], frozen=True):
    """Movement inside the field costs the net too, but no position marker."""

    said: ClassVar[str] = "{element} stands beside the road in {field}."
    element: str
    field: str
    off: bool = True

    def apply(self, state: Position) -> None:
        put(state, replace(state.elements[self.element], off_road=self.off, camouflaged=False))
