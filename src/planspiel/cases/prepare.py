"""From what the author wrote to a game that can begin: everything checked, all faults at once."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import Any, Union

import msgspec
from msgspec import Struct

from planspiel.cases.plain import changed, plain, table_at
from planspiel.cases.written import Answer, Case, Head, Instruct, Written
from planspiel.kernel import (
    Decline,
    Game,
    Illegal,
    Item,
    Order,
    Question,
    Script,
    Seat,
    Setup,
    Side,
    State,
    System,
    ask,
)
from planspiel.kernel.instruction import KERNEL_INSTRUCTIONS, Instruction
from planspiel.packs import Fault, Inline, KeyPath, PackFaults, Problem, nearest
from planspiel.packs.check import check
from planspiel.packs.faults import listing, printable
from planspiel.packs.reading import Table
from planspiel.systems import registry

__all__ = ["END", "Course", "Prepared", "Step", "prepare"]

END = "end-of-case"
"""The item below all others when a case says what is on the agenda: here the case, not the game, ends."""
NOBODY = Seat("nobody")
AnySystem = System[Any, Any, Any]
_SEATS = dict[str, tuple[str, ...]]


class EndOfCase(Question[Any, Decline], frozen=True):
    """Nothing is asked any more."""


class Step(Struct, frozen=True):
    """One answer or instruction, and where the author wrote it."""

    path: KeyPath
    seat: Seat
    order: Order | Instruction[Any]
    dice: tuple[int, ...] = ()
    expect: Table = {}
    expect_refusal: bool | str | None = None


class Course(Struct, frozen=True):
    """The answers of the case, or of a branch that goes on from there."""

    path: KeyPath
    steps: tuple[Step, ...]
    dice: tuple[int, ...]
    dice_path: KeyPath
    view: tuple[Seat, ...]
    expect: Table


class Prepared(Struct, frozen=True):
    """A case without faults, ready to run."""

    written: Written
    case: Case
    system: AnySystem
    setup: Setup
    state: State
    trunk: Course
    branches: Mapping[str, Course]


def prepare(written: Written, overlays: Iterable[Path] = ()) -> Prepared:
    """Check a case and set up its position; `PackFaults` holds all that is wrong with it."""
    return _Checker(written).prepared(list(overlays))


class _Checker:
    def __init__(self, written: Written) -> None:
        self.written, self.data = written, written.data
        self.problems = [
            _with_hint(problem, written.data, Case.__struct_fields__ if len(problem.path) == 1 else ())
            for problem in check(Case, written.data)
        ]
        self.pack_faults: list[Fault] = []

    def say(self, path: KeyPath, reason: str, word: str = "", known: Iterable[str] = ()) -> None:
        self.problems.append(Problem(path, reason, nearest(word, known) if word else None))

    def stop_if_faulty(self) -> None:
        if self.problems or self.pack_faults:
            faults = [*self.written.faults(self.problems), *self.pack_faults]
            raise PackFaults(sorted(faults, key=lambda fault: fault.line or 0))

    def prepared(self, overlays: list[Path]) -> Prepared:
        system = self.system(overlays)
        setup = self.setup(system)
        state = self.state(system, setup) if setup is not None else None
        self.answers(system, setup)
        self.stop_if_faulty()
        assert setup is not None
        assert state is not None
        case = msgspec.convert(self.data, Case)
        return Prepared(
            self.written,
            case,
            _beginning_at(system, state),
            setup,
            state,
            _trunk(case, system),
            _branches(case, system),
        )

    # -- system and set-up -----------------------------------------------------------------------------

    def system(self, overlays: list[Path]) -> AnySystem:
        name = table_at(self.data, ("case",)).get("system")
        if not isinstance(name, str):
            self.stop_if_faulty()
            raise AssertionError("the system was not checked")
        pack = Inline(self.written.file, table_at(self.data, ("pack",)), ("pack",), self.written.text)
        try:
            return registry.load(name, [*overlays, pack] if pack.data else overlays)
        except registry.UnknownSystem as unknown:
            reason = str(unknown).partition("; did you mean")[0]
            self.say(("case", "system"), reason, name, registry.names())
        except PackFaults as faulty:
            self.pack_faults += faulty.faults
            if pack.data:
                # The rest of the case can still be checked with the pack as it is.
                return registry.load(name, overlays)
        self.stop_if_faulty()
        raise AssertionError("a system that cannot be loaded has faults")

    def setup(self, system: AnySystem) -> Setup | None:
        """The set-up with defaults filled in, or None if it is not clear which scenario is meant."""
        head = table_at(self.data, ("case",))
        scenarios = list(system.scenarios())
        scenario = head.get("scenario")
        if isinstance(scenario, str) and scenario not in scenarios:
            reason = f"there is no scenario {printable(scenario)}; there are {listing(scenarios)}"
            self.say(("case", "scenario"), reason, scenario, scenarios)
        options = table_at(head, ("options",))
        has_faults = not self.options(system, options)
        if scenario is None and not any(key not in Head.__struct_fields__ for key in head):
            scenario = scenarios[0]
        if scenario not in scenarios:
            return None
        given = head.get("seats", {})
        seats = msgspec.convert(given, dict[Seat, tuple[Side, ...]]) if not check(_SEATS, given) else {}
        try:
            return system.setup(Setup(scenario, {} if has_faults else options, seats))
        except Exception as fault:
            self.say(("case", "seats") if seats else ("case",), f"cannot be set up: {_short(fault)}")
            return None

    def options(self, system: AnySystem, options: Table) -> bool:
        """Whether the system has these options and values."""
        before = len(self.problems)
        choices = system.choices()
        for name, value in options.items():
            path = ("case", "options", name)
            if name not in choices:
                self.say(path, "there is no such option", name, choices)
            elif not any(value == known and type(value) is type(known) for known in choices[name].values):
                known = [msgspec.json.encode(known).decode() for known in choices[name].values]
                self.say(path, f"must be {' or '.join(known)}")
        return len(self.problems) == before

    # -- position --------------------------------------------------------------------------------------

    def state(self, system: AnySystem, setup: Setup) -> State | None:
        try:
            start: State = system.start(setup)
        except Exception as fault:
            self.say(("case",), f"the scenario cannot be set up: {_short(fault)}")
            return None
        position = dict(table_at(self.data, ("position",)))
        agenda = position.pop("agenda", None)
        before = len(self.problems)
        data = self.emptied(plain(start), position)
        data = changed(data, position, ("position",), self.problems)
        found = check(system.state_type, data, ("position",))
        self.problems += [_with_hint(problem, {"position": data}) for problem in found]
        items = self.agenda(system, agenda) if agenda is not None else ()
        if len(self.problems) > before:
            return None
        return self.sensible(system, data, (Item(END), *reversed(items)) if agenda is not None else None)

    def emptied(self, data: Table, position: Table) -> Table:
        """`replace` names the tables of which nothing is kept."""
        replaced = position.pop("replace", [])
        if not isinstance(replaced, list):
            self.say(("position", "replace"), "must be a list of tables of the position")
            return data
        data = dict(data)
        tables = [key for key, value in data.items() if isinstance(value, dict)]
        for name in replaced:
            if name in tables:
                data[name] = {}
            else:
                reason = "names a table of the position, such as " + listing(tables)
                self.say(("position", "replace"), reason, str(name), tables)
        return data

    def agenda(self, system: AnySystem, agenda: object) -> tuple[Item, ...]:
        path: KeyPath = ("position", "agenda")
        if not isinstance(agenda, list) or not agenda:
            self.say(path, 'must be a list of items such as ["movement", "anna"], the first to run first')
            return ()
        return tuple(
            item for n, written in enumerate(agenda) for item in self.item(system, written, (*path, n))
        )

    def item(self, system: AnySystem, written: object, path: KeyPath) -> Iterator[Item]:
        if (
            not isinstance(written, list)
            or not written
            or not all(type(word) in (str, int) for word in written)
        ):
            self.say(
                path, 'must be a list: the name of an item, then its arguments, such as ["movement", "anna"]'
            )
            return
        name, *args = written
        if name not in system.scripts:
            self.say(
                path,
                f"there is no item {name!r}; there are {listing(system.scripts)}",
                str(name),
                system.scripts,
            )
            return
        try:
            inspect.signature(system.scripts[name]).bind(None, *args)
        except TypeError as fault:
            self.say(path, f"{name}: {fault}")
            return
        yield Item(name, tuple(args))

    def sensible(self, system: AnySystem, data: Table, agenda: tuple[Item, ...] | None) -> State | None:
        """The position as the system's own records, if the system sees nothing wrong with it."""
        try:
            state: State = msgspec.convert(data, system.state_type, str_keys=True)
            if agenda is not None:
                state.agenda = agenda
            faults = list(system.state_faults(state))
        except Exception as fault:
            self.say(("position",), _short(fault))
            return None
        for reason in faults:
            self.say(("position",), reason)
        return None if faults else state

    # -- answers ---------------------------------------------------------------------------------------

    def answers(self, system: AnySystem, setup: Setup | None) -> None:
        """Seats and orders of the case and its branches."""
        self.course(system, setup, self.data, ())
        names: list[str] = []
        for n, branch in enumerate(_tables(self.data.get("branch"))):
            self.course(system, setup, branch, ("branch", n))
            if branch.get("name") in names:
                self.say(("branch", n, "name"), f"there are two branches called {branch['name']!r}")
            names.append(str(branch.get("name")))

    def course(self, system: AnySystem, setup: Setup | None, course: Table, path: KeyPath) -> None:
        seats = setup.seats if setup is not None else None
        answers = _tables(course.get("answer"))
        for n, answer in enumerate(answers):
            self.seat(answer.get("seat"), seats, (*path, "answer", n, "seat"))
            self.record(answer.get("order"), _orders(system), (*path, "answer", n, "order"))
        for n, told in enumerate(_tables(course.get("instruct"))):
            self.seat(told.get("seat"), seats, (*path, "instruct", n, "seat"))
            self.record(told.get("instruction"), _instructions(system), (*path, "instruct", n, "instruction"))
            if isinstance(told.get("after"), int) and told["after"] > len(answers):
                self.say((*path, "instruct", n, "after"), f"there are only {len(answers)} answers")
        viewed = course if path else table_at(course, ("case",))
        views = viewed.get("view", [])
        for n, seat in enumerate(views if isinstance(views, list) else ()):
            self.seat(seat, seats, (*path, "view", n) if path else ("case", "view", n))

    def seat(self, seat: object, seats: Mapping[Seat, Any] | None, path: KeyPath) -> None:
        if isinstance(seat, str) and seats is not None and seat not in seats:
            self.say(path, f"there is no seat {printable(seat)}; there are {listing(seats)}", seat, seats)

    def record(self, data: object, kind: Any, path: KeyPath) -> None:
        """An order or an instruction."""
        if not isinstance(data, dict):
            return
        found = check(kind, data, path)
        self.problems += found
        if not found:
            try:
                msgspec.convert(data, kind, str_keys=True)
            except msgspec.ValidationError as fault:
                self.say(path, str(fault))


def _with_hint(problem: Problem, data: Table, known: Iterable[str] = ()) -> Problem:
    """An unknown key is most likely a known one misspelt, or one of those that stand beside it."""
    if problem.nearest is not None or not problem.reason.startswith("unknown"):
        return problem
    *around, key = problem.path
    beside = table_at(data, tuple(around))
    return problem._replace(nearest=nearest(str(key), (other for other in (*known, *beside) if other != key)))


def _tables(value: object) -> list[Table]:
    """The tables of a list, with an empty one for whatever else stands in it."""
    return [item if isinstance(item, dict) else {} for item in value] if isinstance(value, list) else []


def _orders(system: AnySystem) -> Any:
    return Union[(Decline, *system.orders)]


def _instructions(system: AnySystem) -> Any:
    return Union[(*KERNEL_INSTRUCTIONS, *system.instructions)]


def _short(fault: Exception) -> str:
    """What went wrong, in one line."""
    reason = str(fault) if isinstance(fault, Illegal) else f"{type(fault).__name__}: {fault}"
    return " ".join(reason.split())[:300]


# -- what is run -------------------------------------------------------------------------------------------


def _trunk(case: Case, system: AnySystem) -> Course:
    view = tuple(Seat(seat) for seat in case.case.view)
    steps = _steps(case.answer, case.instruct, (), system)
    return Course(("expect",), steps, case.case.dice, ("case", "dice"), view, case.expect)


def _branches(case: Case, system: AnySystem) -> dict[str, Course]:
    courses: dict[str, Course] = {}
    for n, branch in enumerate(case.branch):
        path: KeyPath = ("branch", n)
        view = tuple(Seat(seat) for seat in branch.view or case.case.view)
        steps = _steps(branch.answer, branch.instruct, path, system)
        courses[branch.name] = Course(
            (*path, "expect"), steps, branch.dice, (*path, "dice"), view, branch.expect
        )
    return courses


def _steps(
    answers: Sequence[Answer], instructs: Sequence[Instruct], path: KeyPath, system: AnySystem
) -> tuple[Step, ...]:
    """Answers in order, each instruction after as many answers as it says."""
    steps: list[Step] = []
    for given in range(len(answers) + 1):
        for n, told in enumerate(instructs):
            if told.after == given:
                instruction = msgspec.convert(told.instruction, _instructions(system), str_keys=True)
                where = (*path, "instruct", n)
                steps.append(Step(where, Seat(told.seat), instruction, expect_refusal=told.expect_refusal))
        if given < len(answers):
            answer = answers[given]
            order = msgspec.convert(answer.order, _orders(system), str_keys=True)
            where = (*path, "answer", given)
            steps.append(
                Step(where, Seat(answer.seat), order, answer.dice, answer.expect, answer.expect_refusal)
            )
    return tuple(steps)


def _end_of_case(game: Game[Any]) -> Script[None]:
    """Wait for an answer that no seat can give: what the case put on the agenda is done."""
    yield from ask(NOBODY, EndOfCase())


def _beginning_at(system: AnySystem, state: State) -> AnySystem:
    """The same system, but every game of it begins at this position."""
    placed = copy(system)
    placed.scripts = {**system.scripts, END: _end_of_case}
    placed.start = lambda setup: state.fork()  # type: ignore[method-assign]
    return placed
