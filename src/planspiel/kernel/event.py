"""Events say what happened, in the past tense, with citation; they are the only writers of the state."""

from __future__ import annotations

from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from planspiel.kernel.state import Item, Outcome, Seat, State
from planspiel.kernel.text import kebab

__all__ = [
    "KERNEL_EVENTS",
    "DrawOffered",
    "DrawWithdrawn",
    "Ended",
    "Event",
    "Finished",
    "Scheduled",
]

S = TypeVar("S", bound=State)


class Event(
    Struct,
    Generic[S],
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="event",
    tag=kebab,
):
    """The base of every event.

    `said` is the sentence of the log, a template filled from the fields; an event without one is bookkeeping
    and is not shown. `reveals` marks events after which nothing may be taken back.
    """

    cite: str = ""
    said: ClassVar[str] = ""
    reveals: ClassVar[bool] = False

    def apply(self, state: S) -> None:
        """Write what happened. An event that only tells something writes nothing."""


class Scheduled(Event[Any], frozen=True):
    """Items put on the agenda, to run in this order when the present one is finished."""

    items: tuple[Item, ...]

    def apply(self, state: State) -> None:
        rest, present = state.agenda[:-1], state.agenda[-1:]
        state.agenda = rest + self.items[::-1] + present


class Finished(Event[Any], frozen=True):
    """The item on top of the agenda is done."""

    def apply(self, state: State) -> None:
        state.agenda = state.agenda[:-1]


class Ended(Event[Any], frozen=True):
    """The game is over."""

    outcome: Outcome
    reveals: ClassVar[bool] = True

    def apply(self, state: State) -> None:
        state.outcome = self.outcome
        state.agenda = ()


class DrawOffered(Event[Any], frozen=True):
    seat: Seat
    said: ClassVar[str] = "{seat} offers a draw."

    def apply(self, state: State) -> None:
        state.draw_offers = (*state.draw_offers, self.seat)


class DrawWithdrawn(Event[Any], frozen=True):
    seat: Seat
    said: ClassVar[str] = "{seat} withdraws the offer of a draw."

    def apply(self, state: State) -> None:
        state.draw_offers = tuple(seat for seat in state.draw_offers if seat != self.seat)


KERNEL_EVENTS: tuple[type[Event[Any]], ...] = (Scheduled, Finished, Ended, DrawOffered, DrawWithdrawn)
