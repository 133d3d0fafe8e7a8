"""A system with nothing in it but the scripts a test brings: small positions to prove the kernel on."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import ModuleType
from typing import Annotated, Any, ClassVar

from planspiel.kernel import (
    Decline,
    Dice,
    Event,
    Game,
    Illegal,
    Instruction,
    Item,
    Log,
    Order,
    Outcome,
    Public,
    Question,
    Script,
    Seat,
    Secret,
    Setup,
    Side,
    State,
    System,
    View,
)

ANNA, BEN, CLEO = Seat("anna"), Seat("ben"), Seat("cleo")
RED, BLUE, GREEN = Side("red"), Side("blue"), Side("green")
TWO: Mapping[Seat, tuple[Side, ...]] = {ANNA: (RED,), BEN: (BLUE,)}
THREE: Mapping[Seat, tuple[Side, ...]] = {ANNA: (RED,), BEN: (BLUE,), CLEO: (GREEN,)}
OVER = Outcome((), "played out")


class Notes(State, kw_only=True):
    """What scripts have noted down, in order, and what seats keep to themselves."""

    notes: Annotated[tuple[str, ...], Public] = ()
    counts: Annotated[dict[str, int], Public] = {}  # noqa: RUF012 - copied by msgspec
    habits: Annotated[dict[Seat, str], Secret] = {}  # noqa: RUF012 - copied by msgspec


class NotesView(View[None], kw_only=True):
    notes: tuple[str, ...]
    habit: str = ""


class Noted(Event[Notes], frozen=True):
    said: ClassVar[str] = "{note}"
    note: str

    def apply(self, state: Notes) -> None:
        state.notes = (*state.notes, self.note)


class Rumoured(Event[Notes], frozen=True):
    """What others get of a note that is not for them."""

    said: ClassVar[str] = "Something was noted."


class Exposed(Event[Notes], frozen=True):
    reveals: ClassVar[bool] = True


class Counted(Event[Notes], frozen=True):
    key: str

    def apply(self, state: Notes) -> None:
        state.counts[self.key] = state.counts.get(self.key, 0) + 1


class TurnCame(Event[Notes], frozen=True):
    def apply(self, state: Notes) -> None:
        state.turn += 1


class HabitKept(Event[Notes], frozen=True):
    seat: Seat
    habit: str

    def apply(self, state: Notes) -> None:
        state.habits[self.seat] = self.habit


class Say(Order, frozen=True):
    word: str


class Shout(Order, frozen=True):
    word: str


class SayWhat(Question[NotesView, Say], frozen=True):
    """Say one of some words. The later a word stands among them, the better the claim."""

    prompt: ClassVar[str] = "Say a word."
    cite: ClassVar[str] = "PROBE-1"
    words: tuple[str, ...] = ("yes", "no")

    def options(self, view: NotesView) -> Iterator[Say]:
        for word in self.words:
            yield Say(word)

    def check(self, view: NotesView, order: Say) -> None:
        if order.word not in self.words:
            raise Illegal("{word} is not among the words.", self.cite, word=order.word)

    def priority(self, order: Say) -> int:
        return -self.words.index(order.word)


class SayByHabit(Question[NotesView, Say], frozen=True):
    """As `SayWhat`, answered by a habit if the seat has one."""

    cite: ClassVar[str] = "PROBE-2"

    def options(self, view: NotesView) -> Iterator[Say]:
        yield Say("yes")

    def standing(self, view: NotesView) -> Say | Decline | None:
        if view.habit == "decline":
            return Decline()
        return Say(view.habit) if view.habit else None


class KeepHabit(Instruction[NotesView], frozen=True):
    habit: str

    def check(self, view: NotesView) -> None:
        if self.habit == "rude":
            raise Illegal("{habit} is no habit.", "PROBE-3", habit=self.habit)

    def events(self, view: NotesView) -> tuple[Event[Any], ...]:
        if self.habit == "faulty":
            return (HabitKept(view.seat, self.habit), HabitKept(view.seat, str(1 // 0)))
        return (HabitKept(view.seat, self.habit),)


Main = Callable[..., Script[None]]


class Probe(System[Notes, NotesView, None]):
    id: ClassVar[str] = "probe"
    title: ClassVar[str] = "Probe"
    title_de: ClassVar[str] = "Probe"
    chapters: ClassVar[tuple[ModuleType, ...]] = (sys.modules[__name__],)
    state_type = Notes
    view_type = NotesView

    def __init__(self, *scripts: Main, seats: Mapping[Seat, tuple[Side, ...]] = TWO) -> None:
        """The first script is where the game starts; items are called as their functions are."""
        super().__init__(None, pack_name="probe", pack_digest="probe-1")
        self.scripts = {script.__name__: script for script in scripts}
        self.first = scripts[0].__name__
        self._seats = seats
        self.barrier: type[Order] | None = None

    def scenarios(self) -> Sequence[str]:
        return ("only",)

    def seats(self, setup: Setup) -> Mapping[Seat, tuple[Side, ...]]:
        return setup.seats or self._seats

    def start(self, setup: Setup) -> Notes:
        return Notes(agenda=(Item(self.first),))

    def view(self, state: Notes, seat: Seat) -> NotesView:
        return NotesView(seat=seat, notes=state.notes, habit=state.habits.get(seat, ""))

    def is_barrier(self, state: Notes, order: Order) -> bool:
        return self.barrier is not None and isinstance(order, self.barrier)


def probe(
    *scripts: Main,
    seats: Mapping[Seat, tuple[Side, ...]] = TWO,
    dice: Dice | None = None,
    log: Log | None = None,
) -> Game[Notes]:
    """A game of these scripts at its first question."""
    return Game.start(Probe(*scripts, seats=seats), Setup("only"), dice, log)


def note(game: Game[Notes], text: str) -> None:
    game.happens(Noted(text, cite="PROBE-1"))
