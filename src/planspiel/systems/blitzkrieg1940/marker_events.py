"""What happens to activation markers (5) and, with them, to formations."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Side
from planspiel.systems.blitzkrieg1940.state import (
    Activation,
    Marker,
    MarkerPlace,
    Position,
    Salvoes,
    put,
    show,
)

__all__ = [
    "ActivationBegan",
    "ActivationEnded",
    "ActivationLost",
    "CancelArmed",
    "CancelTried",
    "CarriedMarkerTaken",
    "ExhaustionRemoved",
    "ExhaustionTested",
    "FormationExhausted",
    "FormationRested",
    "GeneralSpent",
    "MarkerBanked",
    "MarkerCancelled",
    "MarkerCarried",
    "MarkerDrawn",
    "MarkerKept",
    "MarkerLost",
    "MarkerPassed",
    "MarkerSkipped",
    "MarkerSpent",
    "MarkerUsedFirst",
    "NeutralisedCleared",
    "OppMarkersRemoved",
    "PhaseEnded",
    "RepeatTaken",
]


def moved_to(state: Position, marker: str, place: MarkerPlace) -> None:
    state.markers[marker] = replace(state.markers[marker], place=place)


def changed(state: Position, formation: str, **fields: Any) -> None:
    state.formations[formation] = replace(state.formations[formation], **fields)


class _MarkerEvent(Event[Position], frozen=True):
    """A marker now lies somewhere else."""

    place: ClassVar[MarkerPlace]
    marker: str

    def apply(self, state: Position) -> None:
        moved_to(state, self.marker, self.place)


# -- 5.6 The cup -------------------------------------------------------------------------------------------


class MarkerDrawn(_MarkerEvent, frozen=True):
    said: ClassVar[str] = "{marker} is drawn from the cup ({left} left)."
    place: ClassVar[MarkerPlace] = "drawn"
    left: int


class CarriedMarkerTaken(_MarkerEvent, frozen=True):
    said: ClassVar[str] = "{marker}, the last of the turn before, comes first."
    place: ClassVar[MarkerPlace] = "drawn"


class MarkerUsedFirst(_MarkerEvent, frozen=True):
    said: ClassVar[str] = "{marker}, kept out of the cup, is used."
    place: ClassVar[MarkerPlace] = "drawn"


class MarkerCarried(_MarkerEvent, frozen=True):
    said: ClassVar[str] = "{marker} was the last in the cup: it is the first of the next turn."
    place: ClassVar[MarkerPlace] = "carried"


class MarkerLost(_MarkerEvent, frozen=True):
    said: ClassVar[str] = "{marker} was the last of the last turn and is lost."
    place: ClassVar[MarkerPlace] = "used"


class PhaseEnded(Event[Position], frozen=True):
    said: ClassVar[str] = "The operations phase is over."

    def apply(self, state: Position) -> None:
        state.passed = ""


# -- 5.1 to 5.4 Drawn markers ------------------------------------------------------------------------------


class MarkerPassed(_MarkerEvent, frozen=True):
    """Its owner declined: if the other side does so next, the phase is over."""

    said: ClassVar[str] = "{side} passes: {marker} is put aside."
    place: ClassVar[MarkerPlace] = "skipped"
    side: Side

    def apply(self, state: Position) -> None:
        moved_to(state, self.marker, self.place)
        changed(state, state.markers[self.marker].formation, skipped=True)
        state.passed = self.side if state.passed in ("", self.side) else "both"


class MarkerSkipped(_MarkerEvent, frozen=True):
    """Put aside without being a pass."""

    said: ClassVar[str] = "{marker} is put aside."
    place: ClassVar[MarkerPlace] = "skipped"

    def apply(self, state: Position) -> None:
        moved_to(state, self.marker, self.place)
        formation = state.markers[self.marker].formation
        if formation:
            changed(state, formation, skipped=True)


class MarkerSpent(_MarkerEvent, frozen=True):
    said: ClassVar[str] = "{marker} is used up."
    place: ClassVar[MarkerPlace] = "used"


class MarkerKept(_MarkerEvent, frozen=True):
    said: ClassVar[str] = "{marker} is kept in hand."
    place: ClassVar[MarkerPlace] = "hand"


class FormationRested(Event[Position], frozen=True):
    """An activation by repeat marker that only clears exhaustion: nobody has just passed any more."""

    said: ClassVar[str] = "{formation} spends an activation to rest."
    formation: str
    marker: str

    def apply(self, state: Position) -> None:
        moved_to(state, self.marker, "used")
        state.passed = ""
        formation = state.formations[self.formation]
        changed(state, self.formation, activations=formation.activations + 1, repeat_used=True)


# -- 5.5 General markers -----------------------------------------------------------------------------------


class MarkerBanked(_MarkerEvent, frozen=True):
    said: ClassVar[str] = "{marker} is laid beside the general marker."
    place: ClassVar[MarkerPlace] = "banked"


class GeneralSpent(_MarkerEvent, frozen=True):
    said: ClassVar[str] = "{marker} is used up."
    place: ClassVar[MarkerPlace] = "used"


class CancelArmed(_MarkerEvent, frozen=True):
    said: ClassVar[str] = "{marker} waits for the next enemy marker, to annul it."
    place: ClassVar[MarkerPlace] = "armed"


class CancelTried(_MarkerEvent, frozen=True):
    """`marker` is the general marker, discarded whatever the roll."""

    said: ClassVar[str] = "{marker} is used to annul {target}."
    place: ClassVar[MarkerPlace] = "used"
    target: str


class MarkerCancelled(_MarkerEvent, frozen=True):
    said: ClassVar[str] = "{marker} is annulled."
    place: ClassVar[MarkerPlace] = "cancelled"


class NeutralisedCleared(Event[Position], frozen=True):
    said: ClassVar[str] = "{unit} is no longer neutralised."
    unit: str

    def apply(self, state: Position) -> None:
        put(state, replace(state.units[self.unit], neutralised=False))


class RepeatTaken(Event[Position], frozen=True):
    """A repeat marker from outside the cup; it is gone at the end of the turn."""

    said: ClassVar[str] = "{side} takes a further repeat marker."
    side: Side
    marker: str

    def apply(self, state: Position) -> None:
        state.markers[self.marker] = Marker(self.marker, self.side, "repeat", place="drawn", extra=True)


# -- 5.2, 5.3, 5.4 Activations -----------------------------------------------------------------------------


class ActivationBegan(Event[Position], frozen=True):
    """Units may act anew, enemies may give counter fire anew; nobody has just passed any more."""

    said: ClassVar[str] = "{side} is active."
    side: Side
    formations: tuple[str, ...]
    markers: tuple[str, ...]
    by_repeat: bool = False
    salvoes: Salvoes = Salvoes()

    def apply(self, state: Position) -> None:
        state.activation = Activation(self.side, self.formations, self.markers, self.by_repeat, self.salvoes)
        state.passed = ""
        for name in self.formations:
            self._activate(state, name)
        show(state, *(unit.id for unit in state.units.values() if unit.formation in self.formations))
        for unit in state.units.values():
            if unit.side != self.side:
                if unit.countered:
                    put(state, replace(unit, countered=False))
            elif (unit.acted or unit.column) and unit.formation in self.formations:
                put(state, replace(unit, acted=False, column=False))

    def _activate(self, state: Position, name: str) -> None:
        """The HQ is turned over by a repeat marker alone (3.2)."""
        count = state.formations[name].activations + 1
        if self.by_repeat:
            changed(state, name, activations=count, repeat_used=True)
        else:
            changed(state, name, activations=count, own_used=True)


class ExhaustionTested(Event[Position], frozen=True):
    said: ClassVar[str] = "{formation} tests for exhaustion: {roll} against {needed}."
    formation: str
    roll: int
    needed: int


class ExhaustionRemoved(Event[Position], frozen=True):
    said: ClassVar[str] = "{formation} is no longer exhausted."
    formation: str

    def apply(self, state: Position) -> None:
        changed(state, self.formation, exhausted=False)


class ActivationLost(Event[Position], frozen=True):
    said: ClassVar[str] = "{formation} is too exhausted to act."
    formation: str

    def apply(self, state: Position) -> None:
        assert state.activation is not None
        rest = tuple(name for name in state.activation.formations if name != self.formation)
        state.activation = replace(state.activation, formations=rest)


class OppMarkersRemoved(Event[Position], frozen=True):
    """Bookkeeping: opportunity fire is possible again."""

    units: tuple[str, ...]

    def apply(self, state: Position) -> None:
        for name in self.units:
            put(state, replace(state.units[name], opp_used=False))


class ActivationEnded(Event[Position], frozen=True):
    """The markers lie open before their owner, apart from those that skipped (2)."""

    said: ClassVar[str] = "The activation is over."
    markers: tuple[str, ...]

    def apply(self, state: Position) -> None:
        state.activation = None
        state.inspected = ()
        for marker in self.markers:
            if state.markers[marker].place != "gone":
                moved_to(state, marker, "used")


class FormationExhausted(Event[Position], frozen=True):
    said: ClassVar[str] = "{formation} is exhausted after its second activation."
    formation: str

    def apply(self, state: Position) -> None:
        changed(state, self.formation, exhausted=True)
