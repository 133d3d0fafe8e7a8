"""Running a case: what happened, what was refused, what is asked now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct

from planspiel.cases.plain import plain, unmet
from planspiel.cases.prepare import END, Course, Prepared, Step, prepare
from planspiel.cases.written import read_case
from planspiel.kernel import Chance, DiceError, Game, Illegal, Instruction, Log, Order, Scripted, Seat, View
from planspiel.kernel.dice import Dice, RollKey, parse
from planspiel.kernel.log import Entry, resolved
from planspiel.packs import Fault, KeyPath, PackFaults, Problem, nearest
from planspiel.packs.reading import Table

__all__ = ["CaseResult", "Refusal", "Run", "Taken", "position", "run_case"]

T = TypeVar("T")


class Refusal(Struct, frozen=True):
    """An answer that was refused: a result, not an error."""

    step: int
    """The number of the answer, counted from 1."""
    seat: Seat
    order: Order | Instruction[Any]
    illegal: Illegal


class Taken(Struct, frozen=True):
    """What one step of a case brought about: a range of the log, or a refusal."""

    step: Step | None
    """None for the set-up, which runs to the first question."""
    first: int
    after: int
    refusal: Refusal | None = None


@dataclass
class Run:
    """The outcome of the case, or of one of its branches."""

    game: Game[Any]
    first: int
    """The number of the first log entry that belongs to it: before it stands what all branches share."""
    taken: list[Taken]
    entries: list[Entry]
    views: dict[Seat, View[Any]] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    """What is wrong with the case, as it came out when it was run."""
    unmet: list[Fault] = field(default_factory=list)
    """Expectations of the case that were not met."""
    cause: Exception | None = None
    """The error in the rules, if they could not go on."""

    @property
    def refusals(self) -> list[Refusal]:
        return [taken.refusal for taken in self.taken if taken.refusal is not None]

    @property
    def held(self) -> list[tuple[int, Entry]]:
        """The entries of this run that were not taken back, with their numbers."""
        return [(n, what) for n, what in resolved(self.entries) if n >= self.first]

    @property
    def position(self) -> Table:
        """The position at the end, as plain data."""
        return _position(self.game)

    @property
    def is_done(self) -> bool:
        """Whether everything that the case put on the agenda is done."""
        agenda = self.game.state.agenda
        return bool(agenda) and agenda[-1].script == END


@dataclass
class CaseResult(Run):
    """What came of a case; its own fields tell of what all branches share."""

    title: str = ""
    system: str = ""
    scenario: str = ""
    branches: dict[str, Run] = field(default_factory=dict)

    @property
    def runs(self) -> list[Run]:
        """The case and all its branches."""
        return [self, *self.branches.values()]

    @property
    def all_faults(self) -> list[Fault]:
        return [fault for run in self.runs for fault in run.faults]

    @property
    def all_unmet(self) -> list[Fault]:
        return [fault for run in self.runs for fault in run.unmet]

    @property
    def ok(self) -> bool:
        return not self.all_faults and not self.all_unmet


def run_case(
    source: Path | str | Mapping[str, Any],
    *,
    branch: str | None = None,
    views: Sequence[str] = (),
    overlays: Iterable[Path] = (),
) -> CaseResult:
    """Run a case from a file or from tables. `PackFaults` says all that is wrong with what was written."""
    prepared = prepare(read_case(source), overlays)
    _check_wishes(prepared, branch, views)
    chosen = {name: course for name, course in prepared.branches.items() if branch in (None, name)}
    trunk = _Runner(prepared, views).course(prepared.trunk, is_last=not chosen)
    result = CaseResult(
        **vars(trunk),
        title=prepared.case.case.title,
        system=prepared.system.id,
        scenario=prepared.setup.scenario,
    )
    if not result.faults:
        for name, course in chosen.items():
            runner = _Runner(prepared, views)
            runner.course(prepared.trunk, is_last=False)
            result.branches[name] = runner.course(course, is_last=True)
    return result


def position(source: Path | str | Mapping[str, Any], dice: Sequence[int] = ()) -> Game[Any]:
    """The game of a case after its answers, for a test that goes on by itself.

    `dice` follow those of the case; as in every test, running out of them is an error.
    """
    prepared = prepare(read_case(source))
    runner = _Runner(prepared, ())
    run = runner.course(prepared.trunk, is_last=False)
    for refusal in run.refusals:
        raise refusal.illegal
    runner.dice.rest += _dice(dice, ())
    runner.pending_dice()
    if runner.problems:
        raise PackFaults(prepared.written.faults(runner.problems)) from runner.cause
    runner.game.dice = Scripted(tuple(die.pip for die in runner.dice.rest))
    return runner.game


def _check_wishes(prepared: Prepared, branch: str | None, views: Sequence[str]) -> None:
    """A branch or a seat asked for by name must be there."""
    wishes: list[tuple[str, str, Sequence[str]]] = [(seat, "seat", [*prepared.setup.seats]) for seat in views]
    if branch is not None:
        wishes.append((branch, "branch", [*prepared.branches]))
    faults = [
        Fault(prepared.written.file, "", f"there is no {kind} {wish!r}", None, nearest(wish, known))
        for wish, kind, known in wishes
        if wish not in known
    ]
    if faults:
        raise PackFaults(faults)


def _give(game: Game[Any], step: Step) -> None:
    if isinstance(step.order, Instruction):
        game.instruct(step.seat, step.order)
    else:
        game.answer(step.seat, step.order)


class _Die(Struct, frozen=True):
    """One die of a case, and where it was written."""

    pip: int
    path: KeyPath


class _OffDie(DiceError):
    """A die shows what it does not have."""

    def __init__(self, path: KeyPath, reason: str) -> None:
        super().__init__(reason)
        self.path = path


class _CaseDice:
    """The dice of a case: those of the present answer first. When they run out, the game waits for more."""

    def __init__(self) -> None:
        self.own: list[_Die] = []
        self.rest: list[_Die] = []

    def throw(self, chance: Chance, key: RollKey) -> tuple[int, ...] | None:
        return self.take(chance)

    def take(self, chance: Chance) -> tuple[int, ...] | None:
        count, sides = parse(chance.dice)
        dice = self.own or self.rest
        thrown = dice[:count]
        if len(thrown) < count:
            return None
        for die in thrown:
            if not 1 <= die.pip <= sides:
                raise _OffDie(die.path, f"{die.pip} is not on a d{sides}: {chance.dice} for {chance.why}")
        del dice[:count]
        return tuple(die.pip for die in thrown)

    def fork(self) -> Dice:
        twin = _CaseDice()
        twin.own, twin.rest = list(self.own), list(self.rest)
        return twin


class _Runner:
    """One game of a case, step by step."""

    def __init__(self, prepared: Prepared, views: Sequence[str]) -> None:
        self.prepared = prepared
        self.views = views
        self.dice = _CaseDice()
        self.log = Log()
        self.game: Game[Any] = Game(prepared.system, prepared.state.fork(), prepared.setup, self.dice)
        self.problems: list[Problem] = []
        self.unmet: list[Problem] = []
        self.cause: Exception | None = None
        self.has_begun = False

    def course(self, course: Course, *, is_last: bool) -> Run:
        """Run the steps of the case, or of a branch after it."""
        self.problems, self.unmet = [], []
        first = self.log.n
        self.dice.rest += _dice(course.dice, course.dice_path)
        taken: list[Taken] = []
        if not self.has_begun:
            taken.append(self.begin())
        for number, step in enumerate(course.steps, start=1):
            if self.problems:
                break
            taken.append(self.step(number, step))
        if is_last:
            self.pending_dice()
        run = Run(self.game, first, taken, list(self.log.entries or ()), cause=self.cause)
        if not self.problems:
            run.views = self.shown(course)
            self.unmet += unmet(course.expect, run.position, course.path)
        if is_last and not self.problems:
            self.left_over(self.dice.rest)
        run.faults = self.prepared.written.faults(self.problems)
        run.unmet = self.prepared.written.faults(self.unmet)
        return run

    def begin(self) -> Taken:
        self.has_begun = True
        self.attempt(("position",), self.game.begin, self.log)
        return Taken(None, 0, self.log.n)

    def step(self, number: int, step: Step) -> Taken:
        """Give one answer. A refusal is noted and the case goes on."""
        first = self.log.n
        self.dice.own = _dice(step.dice, (*step.path, "dice"))
        self.pending_dice()
        refusal: Refusal | None = None
        if not self.problems:
            illegal = self.attempt(step.path, _refusal, self.game, step)
            if illegal is not None:
                refusal = Refusal(number, step.seat, step.order, illegal)
        if not self.problems:
            self.left_over(self.dice.own)
            self.compare(step, refusal)
        return Taken(step, first, self.log.n, refusal)

    def pending_dice(self) -> None:
        """Throw the dice that the game waits for, if there are some by now."""
        while not self.problems and isinstance(self.game.pause, Chance):
            pips = self.attempt(("position",), self.dice.take, self.game.pause)
            if pips is None:
                return
            self.attempt(("position",), self.game.throw, pips)

    def attempt(self, path: KeyPath, act: Callable[..., T], *args: Any) -> T | None:
        """Let the rules act. A position that no rule foresaw may bring them to any error."""
        try:
            return act(*args)
        except _OffDie as wrong:
            self.problems.append(Problem(wrong.path, str(wrong)))
        except Exception as fault:
            reason = " ".join(f"{type(fault).__name__}: {fault}".split())[:300]
            self.problems.append(Problem(path, f"the rules cannot go on from this position ({reason})"))
            self.cause = fault
        return None

    def left_over(self, dice: list[_Die]) -> None:
        if dice:
            left = ", ".join(str(die.pip) for die in dice)
            self.problems.append(Problem(dice[0].path[:-1], f"dice left over: {left}"))

    def compare(self, step: Step, refusal: Refusal | None) -> None:
        """What the author expected of this answer."""
        path = (*step.path, "expect_refusal")
        wanted = step.expect_refusal
        if refusal is None:
            if wanted:
                self.unmet.append(Problem(path, "it was accepted"))
        elif wanted is False:
            self.unmet.append(Problem(path, f"it was refused: {refusal.illegal}"))
        elif (
            isinstance(wanted, str)
            and wanted != refusal.illegal.cite
            and wanted not in str(refusal.illegal.reason)
        ):
            self.unmet.append(Problem(path, f"it was refused otherwise: {refusal.illegal}"))
        self.unmet += unmet(step.expect, _position(self.game), (*step.path, "expect"))

    def shown(self, course: Course) -> dict[Seat, View[Any]]:
        """The views asked for in the case or by the caller."""
        views: dict[Seat, View[Any]] = {}
        for seat in dict.fromkeys((*course.view, *map(Seat, self.views))):
            view = self.attempt(("case", "view"), self.game.view, seat)
            if view is not None:
                views[seat] = view
        return views


def _refusal(game: Game[Any], step: Step) -> Illegal | None:
    """Give an answer; how it was refused, or None."""
    try:
        _give(game, step)
    except Illegal as illegal:
        return illegal
    return None


def _position(game: Game[Any]) -> Table:
    data: Table = plain(game.state)
    data["agenda"] = [item for item in data["agenda"] if item["script"] != END]
    return data


def _dice(pips: Iterable[int], path: KeyPath) -> list[_Die]:
    return [_Die(pip, (*path, place)) for place, pip in enumerate(pips)]
