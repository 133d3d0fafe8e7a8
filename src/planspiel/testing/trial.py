"""One game under trial: what is guarded, what has been measured, and how a breach is told."""

from __future__ import annotations

import hashlib
import traceback
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

from msgspec import Raw, Struct

from planspiel.kernel import Entry, Event, Game, Keyed, Log, Order, Question, Seat, Setup, State, System
from planspiel.kernel.log import Happened, Undone, seen
from planspiel.testing.differences import ALL, differences
from planspiel.testing.failures import FAILURES, NOTHING, Breach, Failure, write_failure
from planspiel.testing.invent import Inventor, words_on

__all__ = ["GUARDS", "Report", "Slot", "Trial", "listed"]

GUARDS: Final[Mapping[str, str]] = {
    # play
    "no-fault": "the rules never fail in play",
    "no-dead-end": "whoever is asked has an answer",
    "ends": "every game comes to an end",
    "short-memory": "resume points come often: the 99th percentile of answers and dice since is at most 40",
    # the laws of the kernel
    "resumes": "a fork and a loaded save are their game, and go on as it does",
    "replays": "the log replays to the same position",
    "options": "what is offered or sampled passes check",
    "refusals": "an order is refused with Illegal and changes nothing, or is legal and can be carried out",
    "events": "only events write",
    "plain": "the state is plain data: no floats, no sets, nothing that can be changed in place",
    "json": "orders, events, questions and views go through JSON and come back equal",
    # secrets
    "declared": "every field of the state says who may know it",
    "scramble-keeps": "scramble changes only what the seat may not know",
    "scramble-forgets": "scramble changes every secret that a seat may not know",
    "compared": "scrambled games can be compared at all",
    "waiting": "whom the game waits for does not depend on secrets",
    "pause": "where the game pauses does not depend on secrets",
    "view": "a view does not depend on secrets",
    "question": "a question does not depend on secrets",
    "offer": "the options do not depend on secrets",
    "refusal": "a refusal does not depend on secrets",
    "explanation": "an explanation does not depend on secrets",
    "chances": "odds do not depend on secrets",
    "stream": "the bytes of a seat's log do not depend on secrets",
    "names": "a line of the log names only what its reader has seen",
    "audience": "an event tells a seat only what it may know",
    "imagination": "games can be imagined, and no sealed answer or secret instruction is copied into them",
}
"""The laws that the suite guards, by name."""

CAP = 200
"""How many options are looked at where there are very many."""
GLANCE = 50
"""How many where each decision is looked at, but for every `FULL`-th, which has as many as ever."""
FULL = 4
LONGEST_MEMORY = 40
OFTEN_ENOUGH = 30
"""A secret that could have been changed so often in a run and never was is forgotten."""


FEW = 8
SHARES = 4


class Slot(Struct):
    """How often scramble changed a secret field, and how often until then it held something that a seat could
    not see."""

    occasions: int = 0
    changed: int = 0


class Report(Struct, kw_only=True, omit_defaults=True):
    """What a run looked at. Reports add up."""

    games: int = 0
    decisions: int = 0
    checks: int = 0
    windows: int = 0
    options: int = 0
    refused: int = 0
    carried_out: int = 0
    compared: int = 0
    diverged: int = 0
    imagined: int = 0
    memory: dict[int, int] = {}
    """How often so many answers and dice had to be kept since the last resume point."""
    secrets: dict[str, Slot] = {}

    def add(self, other: Report) -> None:
        for name in self.__struct_fields__:
            mine, more = getattr(self, name), getattr(other, name)
            if isinstance(mine, int):
                setattr(self, name, mine + more)
        for length, times in other.memory.items():
            self.memory[length] = self.memory.get(length, 0) + times
        for slot, found in other.secrets.items():
            mine = self.secrets.setdefault(slot, Slot())
            mine.occasions += found.occasions
            mine.changed += found.changed

    def memory_percentile(self, percent: int = 99) -> int:
        """The memory that so many percent of all decisions did not exceed."""
        total, so_far = sum(self.memory.values()), 0
        for length, times in sorted(self.memory.items()):
            so_far += times
            if so_far * 100 >= total * percent:
                return length
        return 0

    def faults(self) -> Iterator[tuple[str, str]]:
        """What the figures of a run say against a system: the guard and a sentence.

        In one short game a seat may have worked a secret out, or seen everything differ, and one long move
        may weigh much: that says little.
        """
        lenience = 1 if self.games > 1 else 3
        memory = self.memory_percentile()
        if memory > (LONGEST_MEMORY if self.games > 1 else 2 * LONGEST_MEMORY):
            yield (
                "short-memory",
                f"one decision in a hundred has {memory} or more of them",
            )
        if self.compared == 0 and self.diverged >= lenience * FEW:
            yield "compared", f"in {self.diverged} scrambled games every seat saw something else"
        for slot, found in self.secrets.items():
            if found.occasions >= lenience * OFTEN_ENOUGH and not found.changed:
                times = f"{found.occasions} times"
                yield "scramble-forgets", f"{slot} held something hidden {times} and was never changed"


class Trial:
    """A game with its log, the state its events lead to, and what each seat learned in the last step."""

    def __init__(
        self,
        system: System[Any, Any, Any],
        setup: Setup,
        seed: int,
        every: int,
        guards: Collection[str],
        folder: Path | None,
    ) -> None:
        self.system, self.setup, self.seed, self.every = system, system.setup(setup), seed, every
        self.guards = frozenset(guards)
        self.folder = folder if folder is not None else FAILURES
        self.luck = Random(f"{seed}/play")
        self.report = Report(games=1)
        self.log = Log()
        self.game: Game[Any] = Game(system, system.start(self.setup), self.setup, self._dice())
        self.decision = 0
        self._words: tuple[int, list[str | int]] = (-1, [])
        self._seen_words: dict[Seat, tuple[Any, list[str | int]]] = {}
        self._options: dict[Seat, tuple[Any, Any, int, Sequence[Order]]] = {}
        self.plain: State | None = None
        """The position that was last found to be plain data."""
        self.stopped = False
        self.accounted = 0
        self.expected: State = system.start(self.setup).fork()
        self.before: State = self.expected.fork()
        self.fresh: Sequence[Entry] = ()
        """What the last act added to the log; nothing if it took something back."""
        self.happened: list[Event[Any]] = []
        self.learned: dict[Seat, dict[tuple[str | int, ...], Event[Any]]] = {}

    def _dice(self) -> Keyed:
        return Keyed(hashlib.sha256(f"dice {self.seed}".encode()).digest(), (), f"trial-{self.seed}")

    @property
    def entries(self) -> list[Entry]:
        return self.log.entries or []

    def chance(self, purpose: str) -> Random:
        """Luck for one check, the same whatever else was checked."""
        return Random(f"{self.seed}/{self.decision}/{purpose}")

    def share(self, most: int) -> int:
        """How much of something one look takes in: where every decision is looked at, neighbours share it."""
        return most if self.every > 1 else -(-most // SHARES)

    def options(self, seat: Seat) -> Sequence[Order]:
        """The first options of what a seat is asked: listed once for all guards that look at this view."""
        question, view = self.game.pending(seat), self.game.view(seat)
        asked, looked_at, cap, found = self._options.get(seat, (None, None, 0, ()))
        if question is not None and (asked is not question or looked_at is not view or cap != self.cap):
            found = self.listed(question, view)
            self._options[seat] = question, view, self.cap, found
        return found if question is not None else ()

    @property
    def cap(self) -> int:
        """As many of the options as this look takes in."""
        return CAP if self.every > 1 or self.decision % FULL == 0 else GLANCE

    def listed(self, question: Question[Any, Any], view: Any) -> Sequence[Order]:
        return listed(question, view, self.cap)

    def inventor(self, purpose: str, view: Any) -> Inventor:
        """Makes up orders out of what is on a view and, hidden or not, in the position."""
        if self._words[0] != self.accounted:
            self._words = self.accounted, list(dict.fromkeys(words_on(self.game.state)))
        looked_at, seen = self._seen_words.get(view.seat, (None, []))
        if looked_at is not view:
            seen = list(dict.fromkeys(words_on(view)))
            self._seen_words[view.seat] = view, seen
        return Inventor(self.chance(purpose), seen, self._words[1])

    # -- breaches --------------------------------------------------------------------------------------

    def fail(
        self, guard: str, what: str, seat: Seat | None = None, cause: BaseException | None = None
    ) -> None:
        """A breach, unless nobody guards this."""
        assert guard in GUARDS
        if guard not in self.guards:
            return
        failure = Failure(
            self.system.id,
            self.setup,
            self.seed,
            self.every,
            guard,
            f"{GUARDS[guard]}, but {what}",
            seat or "",
            self.decision,
            self._save(),
            tuple(Raw(line) for line in self.log.lines()),
        )
        raise Breach(failure, write_failure(failure, self.folder)) from cause

    def _save(self) -> Raw:
        try:
            return Raw(self.game.save())
        except Exception:
            return NOTHING

    @contextmanager
    def faultless(self, guard: str, doing: str, seat: Seat | None = None) -> Iterator[None]:
        """Whatever the rules raise inside is a breach."""
        try:
            yield
        except Breach:
            raise
        except Exception as fault:
            where = traceback.extract_tb(fault.__traceback__)[-1]
            what = (
                f"{doing} raises {type(fault).__name__}: {fault} ({Path(where.filename).name}:{where.lineno})"
            )
            self.fail(guard, what, seat, fault)

    # -- what happened ---------------------------------------------------------------------------------

    def account(self) -> None:
        """Apply what was logged since to the expected state, and note what each seat learned by it."""
        fresh = self.entries[self.accounted :]
        self.accounted = len(self.entries)
        self.before, self.happened = self.expected.fork(), []
        self.learned = {seat: {} for seat in self.game.seats}
        if any(isinstance(what, Undone) for what in fresh):
            self.expected, self.fresh = self.game.state.fork(), ()
            return
        self.fresh = fresh
        for what in fresh:
            if isinstance(what, Happened):
                self._apply(what)

    def _apply(self, what: Happened[Any]) -> None:
        old = self.expected.fork()
        what.event.apply(self.expected)
        self.happened.append(what.event)
        written = [spot.path for spot in differences(old, self.expected) if spot.known_to != ALL]
        for seat, learned in self.learned.items():
            told = seen(what, seat)
            if isinstance(told, Happened) and told.event == what.event:
                learned.update((path, what.event) for path in written)
            else:  # something happened to it out of sight: what was known of it is known no more
                touched = {path[:2] for path in written}
                for path in [path for path in learned if path[:2] in touched]:
                    del learned[path]


def listed(question: Question[Any, Any], view: Any, cap: int = CAP) -> Sequence[Order]:
    """The first options of a question; none where there are too many to list and a sampler stands in."""
    found: list[Order] = []
    try:
        for option in question.options(view):
            found.append(option)
            if len(found) == cap:
                break
    except NotImplementedError:
        pass
    return found
