"""One game of a study, from the first question to the figures that are kept of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

from msgspec import Struct

from planspiel import bots
from planspiel.kernel import Game, Keyed, Log, Modifier, Outcome, Seat, Setup, Side
from planspiel.kernel.dice import parse
from planspiel.kernel.log import Entry, Happened, Rolled
from planspiel.sim.study import Study, StudyError, game_seed, labels, program, seating, setup_of, system_of
from planspiel.sim.tally import Tally, tally_of

__all__ = ["Halted", "Played", "Reader", "Task", "Throws", "play_game", "play_task"]


class Throws(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """The dice of a side in whole numbers, so that sums are the same in any order."""

    dice: int = 0
    pips: int = 0
    expected_doubled: int = 0
    """Twice the sum that is to be expected."""
    favour_doubled: int = 0
    """Twice the difference to it, counted towards what is good for the side."""
    spread: int = 0
    """Twelve times the variance of that difference."""

    def add(self, rolled: Rolled, sign: int) -> None:
        count, sides = parse(rolled.dice)
        total, expected = sum(rolled.pips), count * (sides + 1)
        self.dice += count
        self.pips += total
        self.expected_doubled += expected
        self.favour_doubled += sign * (2 * total - expected)
        self.spread += sign * sign * count * (sides * sides - 1)

    def join(self, other: Throws) -> None:
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


class Played(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What is kept of a game."""

    n: int
    seats: dict[Seat, str]
    """Which bot sat where."""
    winners: tuple[Side, ...]
    won_by: tuple[str, ...]
    """The bots that won; all or none of them is a draw."""
    reason: str
    turns: int
    decisions: int
    rules: dict[str, int]
    """How often events, dice and modifiers cited each rule."""
    losses: dict[Side, dict[str, int]]
    """Steps by type of unit."""
    holdings: tuple[dict[str, Side], ...]
    """Who held which objective after set-up and at the end of each turn."""
    points: tuple[dict[Side, int], ...]
    throws: dict[Side, Throws]
    faults: dict[str, int] = {}
    """What a bot did wrong: how often, by bot."""
    cite: str = ""
    seconds: float = 0.0
    log: bytes = b""
    """The whole log, if it was asked for."""


class Task(Struct, frozen=True):
    """Some games of a study, for whoever has time to play them."""

    study: Study
    numbers: tuple[int, ...]
    program: str
    logs: bool = False


class Halted(BaseException):
    """The study was stopped. No fault of a bot or a rule, so nothing that catches those may catch it."""


class Reader(Log):
    """A log that keeps nothing but figures."""

    __slots__ = ("_game", "_halted", "_written", "holdings", "losses", "points", "rules", "tally", "throws")

    def __init__(self, tally: Tally, halted: Callable[[], bool], written: Log | None = None) -> None:
        super().__init__(keep=False)
        self.tally = tally
        self.rules: Counter[str] = Counter()
        self.losses: dict[Side, Counter[str]] = {}
        self.throws: dict[Side, Throws] = {}
        self.holdings: list[dict[str, Side]] = []
        self.points: list[dict[Side, int]] = []
        self._game: Game[Any] | None = None
        self._halted = halted
        self._written = written

    def sit_at(self, game: Game[Any]) -> None:
        """The game that is about to begin."""
        self._game = game

    def extend(self, batch: Sequence[Entry]) -> None:
        """All that came of one answer. The position is the one after it."""
        if self._halted():
            raise Halted
        if self._written is not None:
            self._written.extend(batch)
        self.n += len(batch)
        assert self._game is not None
        self.read(self._game.state, batch)

    def read(self, state: Any, batch: Sequence[Entry]) -> None:
        for what in batch:
            if isinstance(what, Happened):
                self._event(state, what.event)
            elif isinstance(what, Rolled):
                self._roll(state, what)
        self._turns(state)

    def _event(self, state: Any, event: Any) -> None:
        if event.cite:
            self.rules[event.cite] += 1
        for modifier in getattr(event, "modifiers", ()):
            if isinstance(modifier, Modifier) and modifier.cite:
                self.rules[modifier.cite] += 1
        for side, kind, steps in self.tally.losses(state, event):
            self.losses.setdefault(side, Counter())[kind] += steps

    def _roll(self, state: Any, rolled: Rolled) -> None:
        if rolled.cite:
            self.rules[rolled.cite] += 1
        thrown = self.tally.throw(state, rolled)
        if thrown is not None:
            side, sign = thrown
            self.throws.setdefault(side, Throws()).add(rolled, sign)

    def _turns(self, state: Any) -> None:
        """Where a turn has ended, what is held now is what was held then: between turns nothing is taken."""
        ended = state.turn if state.outcome is not None else state.turn - 1
        while len(self.holdings) <= ended:
            self.holdings.append(dict(self.tally.holdings(state)))
            self.points.append(dict(self.tally.points(state)))


def play_game(
    study: Study, n: int, *, logs: bool = False, halted: Callable[[], bool] = lambda: False
) -> Played:
    """Game `n` of a study: the same wherever and whenever it is played."""
    began = perf_counter()
    system, named, seed = system_of(study.system, study.packs), labels(study.bots), game_seed(study, n)
    sitting = seating(study, n)
    written = Log() if logs else None
    reader = Reader(tally_of(system), halted, written)
    setup = setup_of(study)
    dice = Keyed(f"{seed}|dice".encode(), game=f"{study.seed}/{n}")
    game: Game[Any] = Game(system, system.start(setup), setup, dice)
    reader.sit_at(game)
    game.begin(reader)
    played = bots.play(
        game,
        {seat: bots.make(study.bots[bot]) for seat, bot in sitting.items()},
        {seat: bots.luck_of(seed, seat) for seat in sitting},
    )
    outcome = played.outcome or Outcome((), f"no end after {played.decisions} decisions")
    faults = Counter(named[sitting[fault.seat]] for fault in played.faults)
    return Played(
        n=n,
        seats={seat: named[bot] for seat, bot in sitting.items()},
        winners=outcome.winners,
        won_by=_won_by(setup, sitting, named, outcome),
        reason=outcome.reason,
        cite=outcome.cite,
        turns=game.state.turn,
        decisions=played.decisions,
        rules=dict(sorted(reader.rules.items())),
        losses={side: dict(sorted(lost.items())) for side, lost in sorted(reader.losses.items())},
        holdings=tuple(reader.holdings),
        points=tuple(reader.points),
        throws=dict(sorted(reader.throws.items())),
        faults=dict(sorted(faults.items())),
        seconds=perf_counter() - began,
        log=b"".join(line + b"\n" for line in written.lines()) if written is not None else b"",
    )


def _won_by(
    setup: Setup, sitting: dict[Seat, int], named: Sequence[str], outcome: Outcome
) -> tuple[str, ...]:
    won = {bot for seat, bot in sitting.items() if set(setup.seats[seat]) & set(outcome.winners)}
    return () if len(won) == len(named) else tuple(named[bot] for bot in sorted(won))


def play_task(task: Task, halted: Callable[[], bool] = lambda: False) -> list[Played]:
    """The games of a task, in another process or on another machine. If halted, those that are over."""
    if task.program != program(task.study.system):
        raise StudyError("one of the machines has another version of Planspiel than the one that deals games")
    done: list[Played] = []
    try:
        for n in task.numbers:
            done.append(play_game(task.study, n, logs=task.logs, halted=halted))  # noqa: PERF401 - kept if halted
    except Halted:
        pass
    return done
