"""Running a log again, and verifying it: the rules, every event, every roll."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from planspiel.kernel.codec import Damaged, one_line
from planspiel.kernel.decision import Chance
from planspiel.kernel.dice import Dice, Keyed, RollKey, TypedIn
from planspiel.kernel.game import Game, RuleError
from planspiel.kernel.instruction import AllowTakeBack, TakeBack
from planspiel.kernel.log import Answered, Closed, Entry, Instructed, Log, Opened, Rolled, Undone
from planspiel.kernel.question import Illegal
from planspiel.kernel.state import State
from planspiel.kernel.system import System

__all__ = ["Misfit", "Replay", "Verdict", "give_again", "replayed", "verify"]

S = TypeVar("S", bound=State)


class Misfit(Exception):
    """The first entry of a log that does not fit the rules or the dice."""

    def __init__(self, n: int, reason: str) -> None:
        reason = one_line(reason, 1000)
        super().__init__(f"entry {n}: {reason}")
        self.n, self.reason = n, reason


class Verdict(Struct, frozen=True):
    """What was verified."""

    entries: int
    rolls: int
    dice_verified: bool
    finished: bool
    digest: str


class _Recorded:
    """Dice as the log has them, in their order. They wait where somebody instructed before they fell."""

    __slots__ = ("left", "waits")

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.left: list[Rolled] = []
        self.waits: list[bool] = []
        self.expect(entries)

    def expect(self, entries: Sequence[Entry]) -> None:
        told = False
        for what in entries:
            if isinstance(what, Rolled):
                self.left.append(what)
                self.waits.append(told)
            if isinstance(what, Rolled) or (isinstance(what, Answered) and what.by == "player"):
                told = False
            elif isinstance(what, Instructed):
                told = True

    def throw(self, chance: Chance, key: RollKey) -> tuple[int, ...] | None:
        if not self.left:
            raise RuleError(f"the log has no roll for {chance.why}")
        return None if self.waits[0] else self.take()

    def take(self) -> tuple[int, ...]:
        del self.waits[0]
        return self.left.pop(0).pips

    def fork(self) -> _Recorded:
        twin = _Recorded(())
        twin.left, twin.waits = list(self.left), list(self.waits)
        return twin


class _Compared(Log):
    """A log that compares each entry with the one that should stand there."""

    __slots__ = ("expected",)

    def __init__(self, expected: Sequence[Entry]) -> None:
        super().__init__(keep=True)
        self.expected = expected

    def extend(self, batch: Sequence[Entry]) -> None:
        for n, what in enumerate(batch, start=self.n):
            if n >= len(self.expected):
                return  # a log cut short: what is there fits
            expected = self.expected[n]
            if what != expected:
                raise Misfit(n, _difference(expected, what))
            self.line(what)
            assert self.entries is not None
            self.entries.append(what)


def _difference(expected: Entry, found: Entry) -> str:
    logged, derived = _short(expected), _short(found)
    return f"the log says {logged}, the rules say {derived}"


def _short(what: Entry) -> str:
    text = msgspec.json.encode(what).decode()
    return text if len(text) <= 300 else text[:297] + "..."


class Replay(Generic[S]):
    """A log run again as it grows, with the dice as logged. None of its entries was undone."""

    def __init__(self, system: System[S, Any, Any], entries: Sequence[Entry]) -> None:
        self._dice = _Recorded(entries)
        self.game: Game[S] = _beginning(system, _opened(entries), self._dice).begin()
        self._run(entries)

    def go_on(self, entries: Sequence[Entry]) -> None:
        """Further entries, from where the last ones ended."""
        self._dice.expect(entries)
        self._run(entries)

    def _run(self, entries: Sequence[Entry]) -> None:
        for what in entries:
            match what:
                case Answered(by="player"):
                    self.game.answer(what.seat, what.order)
                case Instructed() if not isinstance(what.instruction, TakeBack | AllowTakeBack):
                    self.game.instruct(what.seat, what.instruction)
                case Rolled() if self._dice.left and self._dice.left[0] is what:
                    self.game.throw(self._dice.take())
                case _:
                    pass


def replayed(system: System[S, Any, Any], entries: Sequence[Entry]) -> Game[S]:
    """The game after these entries, none of which was undone, with the dice as logged."""
    return Replay(system, entries).game


def give_again(game: Game[Any], what: Entry) -> None:
    """Give a game what a player or the dice at the table gave; all other entries follow from that."""
    match what:
        case Answered():
            game.answer(what.seat, what.order)
        case Instructed():
            game.instruct(what.seat, what.instruction)
        case Undone(consent=()):
            game.instruct(what.seat, TakeBack())
        case Rolled():
            game.throw(what.pips)
        case _:
            raise RuleError(f"nothing in the rules leads to {_short(what)}")


def verify(system: System[S, Any, Any], entries: Sequence[Entry]) -> Verdict:
    """Run the rules again on the answers of a log, derive every roll, and compare every entry.

    `Misfit` names the first entry that does not fit. Without the secret, which is revealed when a game ends,
    the dice are taken as logged and the verdict says so.
    """
    opened = _opened(entries)
    dice = _dice(opened, entries)
    log = _Compared(entries)
    with _fitting(0):
        game = _beginning(system, opened, dice)
        game.begin(log, opened=opened)
    while log.n < len(entries):
        n = log.n
        with _fitting(n):
            give_again(game, entries[n])
        if log.n == n:
            raise Misfit(n, f"nothing in the rules leads to {_short(entries[n])}")
    rolls = sum(isinstance(what, Rolled) for what in entries)
    return Verdict(len(entries), rolls, isinstance(dice, Keyed), game.over, game.digest())


@contextmanager
def _fitting(n: int) -> Iterator[None]:
    """A log from outside may bring any rule to any fault: then entry `n` does not fit."""
    try:
        yield
    except Misfit:
        raise
    except Illegal as refusal:
        raise Misfit(n, f"refused: {refusal}") from None
    except RuleError as fault:
        raise Misfit(n, str(fault)) from None
    except Exception as fault:
        raise Misfit(n, f"{type(fault).__name__}: {fault}") from None


def _beginning(system: System[S, Any, Any], opened: Opened, dice: Dice) -> Game[S]:
    """The game that the first entry opens. The release is history, not rules: any will do."""
    if opened.system != system.id:
        raise Misfit(0, f"a game of {opened.system!r}, not of {system.id!r}")
    if opened.pack_digest != system.pack_digest:
        raise Misfit(0, "the game was played with another version of the pack")
    setup = system.setup(opened.setup)
    if opened.seats != tuple(setup.seats):
        raise Misfit(0, "these are not the seats of the scenario")
    return Game(system, system.start(setup), setup, dice)


def _opened(entries: Sequence[Entry]) -> Opened:
    if not entries or not isinstance(entries[0], Opened):
        raise Damaged("log", "the first entry does not open a game")
    return entries[0]


def _dice(opened: Opened, entries: Sequence[Entry]) -> Dice:
    """The dice of the revealed secret; without one, rolls are typed in from the log."""
    n, closed = next(((n, what) for n, what in enumerate(entries) if isinstance(what, Closed)), (0, None))
    if closed is None or not (closed.secret or opened.commitment):
        return TypedIn()
    keyed = Keyed(closed.secret, opened.words, opened.game)
    if keyed.commitment != opened.commitment:
        raise Misfit(n, "the revealed secret is not the one that was committed to")
    return keyed
