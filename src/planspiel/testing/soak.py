"""The long run: many random games of every scenario to their end, some of them under all guards.

    python -m planspiel.testing.soak [--system NAME] [--scenario NAME] [--games N] [--closely N] [--every K]
                                     [--each OPTION] [--seed S] [--processes N] [--resume]

Of each scenario `games` are played, with `each` as many with every value of that option; the first `closely`
of them are looked at closely at every `every`-th decision and at all windows. Every other game has the
options as they are, the rest each time another value of one option. Where every decision is looked at, each
look takes in less at random (`Trial.share`).

The result of a system is `soak/<system>.json`, committed: what was run, when, at which commit, and a
fingerprint of the files the system is made of. A run of named scenarios has a result of its own beside it,
`soak/<system>-<scenario>.json`, and the files of other scenarios do not matter to it; so a new scenario is
soaked without the old ones. `stale` names results that no longer stand for their system, and scenarios
without one. A run that was stopped goes on with `--resume`: how far it has come stands in `soak/unfinished/`,
which may be committed as well, so that it goes on elsewhere.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import inspect
import multiprocessing
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from planspiel.kernel import Setup, System
from planspiel.packs import builtin_packs
from planspiel.systems import registry
from planspiel.testing.conformance import Breach, Report, conform, judge, play_out, setups
from planspiel.testing.failures import Failure
from planspiel.testing.report import write_json

__all__ = [
    "Plan",
    "Result",
    "Unfinished",
    "files_of",
    "fingerprint",
    "main",
    "read_result",
    "results_of",
    "soak",
    "stale",
]

RESULTS = Path("soak")
UNFINISHED = RESULTS / "unfinished"
ENOUGH = 20
"""After so many breaches a run is given up."""
SOURCES = (".py", ".toml", ".txt", ".json")
APART = ("advice*.py", "tally*.py", "tools*.py", "german*.py")
"""What a system tells bots, counts in simulations, shows beside its questions or says in German: no rules."""


class Result(Struct, frozen=True, forbid_unknown_fields=True):
    """What a system went through, and which files it was made of then."""

    system: str
    commit: str
    date: str
    seed: int
    games: int
    """Of each scenario."""
    closely: int
    every: int
    decisions: int
    memory_percentile_99: int
    files: int
    fingerprint: str
    report: Report
    each: str = ""
    scenarios: tuple[str, ...] = ()
    """Those that were played; none for all that the system has."""


class Plan(Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be run: so many games of each scenario, so many of them looked at closely."""

    games: int = 1000
    closely: int = 50
    every: int = 1
    seed: int = 1
    each: str = ""
    """An option with every value of which so many games are played, as the ways to play are far apart."""
    scenarios: tuple[str, ...] = ()
    """Only these; none for all."""


PLANS: Mapping[str, Plan] = {"wiener2022": Plan(games=500, closely=30, each="mode")}
"""What is run of a system if nothing else is asked for and `Plan()` does not fit."""


class Task(NamedTuple):
    """One game of a plan; `every` is 0 if it is only played."""

    setup: Setup
    seed: int
    every: int


class Unfinished(Struct, forbid_unknown_fields=True):
    """How far a run has come. It goes on only with the same plan and the same files."""

    plan: Plan
    fingerprint: str
    done: set[int] = msgspec.field(default_factory=set)
    """The numbers of the games that are over."""
    report: Report = msgspec.field(default_factory=Report)


# -- what a system is made of --------------------------------------------------------------------------


def files_of(system: System[Any, Any, Any], scenarios: Sequence[str] = ()) -> list[Path]:
    """The source files of a system and the files of its built-in packs, without those of other scenarios."""
    folders = [Path(inspect.getfile(type(system))).parent, *builtin_packs(system.id).values()]
    found = {
        path.resolve()
        for folder in folders
        for path in folder.rglob("*")
        if path.is_file() and path.suffix in SOURCES and not any(path.match(apart) for apart in APART)
    }
    return sorted(found - _of_others(found, scenarios) if scenarios else found)


def _of_others(files: Iterable[Path], scenarios: Sequence[str]) -> set[Path]:
    """The files of scenarios that are not named, and the maps that only such a scenario uses."""
    every = [path for path in files if path.parent.name == "scenarios"]
    others = {path for path in every if path.stem not in scenarios}
    ours, theirs = _text([path for path in every if path not in others]), _text(others)
    maps = {path: f'"{path.stem}"' for path in files if path.parent.name == "maps"}
    return others | {path for path, name in maps.items() if name in theirs and name not in ours}


def _text(files: Iterable[Path]) -> str:
    return "".join(path.read_text(encoding="utf-8") for path in files)


def fingerprint(files: Iterable[Path]) -> str:
    """One hash for the names and contents of files, wherever they lie."""
    total = hashlib.sha256()
    for path in files:
        total.update(f"{path.parent.name}/{path.name}\0".encode())
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def read_result(name: str, folder: Path = RESULTS) -> Result | None:
    """The committed result of a system; None if there is none that can be read."""
    try:
        return msgspec.json.decode((folder / f"{name}.json").read_bytes(), type=Result)
    except (OSError, msgspec.DecodeError):
        return None


def results_of(name: str, folder: Path = RESULTS) -> list[Result]:
    """All committed results of a system: of the whole run, and of runs of named scenarios."""
    return list(_results(name, folder).values())


def _results(name: str, folder: Path) -> dict[Path, Result]:
    paths = sorted([folder / f"{name}.json", *folder.glob(f"{name}-*.json")])
    read = {path: read_result(path.stem, folder) for path in paths}
    return {path: result for path, result in read.items() if result is not None and result.system == name}


def stale(systems: Iterable[System[Any, Any, Any]], folder: Path = RESULTS) -> list[str]:
    """A sentence for every system that has changed since a soak, or has scenarios that were never soaked."""
    sentences = []
    for system in systems:
        results = results_of(system.id, folder)
        sentences += [
            f"{system.id} has changed since its soak of {result.date}: run `make soak`"
            for result in results
            if result.fingerprint != fingerprint(files_of(system, result.scenarios))
        ]
        covered = {name for result in results for name in result.scenarios or system.scenarios()}
        left = [name for name in system.scenarios() if name not in covered]
        if results and left:
            sentences.append(f"{system.id} has no soak of {', '.join(left)}: run `make soak`")
    return sentences


# -- the run -------------------------------------------------------------------------------------------


def tasks(system: System[Any, Any, Any], plan: Plan) -> list[Task]:
    """All games of a plan: those to be looked at closely first, and each scenario in its turn."""
    values = system.choices()[plan.each].values if plan.each else ()
    usual = [
        Setup(scenario, options)
        for scenario in plan.scenarios or system.scenarios()
        for options in [{plan.each: value} for value in values] or [{}]
    ]
    return sorted(
        (task for setup in usual for task in _tasks_of(system, plan, setup)),
        key=lambda task: (task.every == 0, task.seed),
    )


def _tasks_of(system: System[Any, Any, Any], plan: Plan, usual: Setup) -> Iterator[Task]:
    varied = [setup.options for setup in setups(system) if setup.options and plan.each not in setup.options]
    others = [Setup(usual.scenario, {**usual.options, **options}) for options in varied] or [usual]
    for n in range(plan.games):
        setup = others[n // 2 % len(others)] if n % 2 else usual
        yield Task(setup, plan.seed + n, plan.every if n < plan.closely else 0)


def soak(
    system: System[Any, Any, Any],
    plan: Plan = Plan(),  # noqa: B008 - frozen
    *,
    processes: int = 1,
    resume: bool = False,
    folder: Path = RESULTS,
    unfinished: Path = UNFINISHED,
    progress: bool = True,
) -> Result:
    """Play all games of the plan and write the result.

    After a `Breach` the other games are still played, so that one run finds many faults; but it writes no
    result. What the figures of the games looked at closely say against the system is said before the others
    are played. The result of a run of all scenarios takes the place of those of named ones.
    """
    files = files_of(system, plan.scenarios)
    begun = Unfinished(plan, fingerprint(files))
    name = "-".join([system.id, *plan.scenarios])
    place = unfinished / f"{name}.json"
    run = (_continued(place, begun) if resume else None) or begun
    todo = tasks(system, plan)
    last = Failure(system.id, Setup("all"), todo[-1].seed, todo[-1].every, "", "")
    breaches: list[Breach] = []
    for closely in (True, False):
        left = [(n, task) for n, task in enumerate(todo) if bool(task.every) is closely and n not in run.done]
        for n, outcome in _outcomes(system, left, processes):
            if isinstance(outcome, Breach):
                breaches.append(outcome)
                print(outcome, file=sys.stderr, flush=True)
                if len(breaches) == ENOUGH:
                    raise breaches[0]
                continue
            run.report.add(outcome)
            run.done.add(n)
            write_json(place, run)
            if progress:
                _tell(name, run, len(todo))
        if not breaches:
            judge(run.report, last)
    if breaches:
        raise breaches[0]
    result = _result(system, run, len(files))
    if not plan.scenarios:
        for path in _results(system.id, folder):
            path.unlink()
    write_json(folder / f"{name}.json", result)
    place.unlink(missing_ok=True)
    return result


def _played(system: System[Any, Any, Any], task: Task) -> Report | Breach:
    try:
        if task.every:
            return conform(system, task.setup, task.seed, task.every)
        return play_out(system, task.setup, task.seed)
    except Breach as breach:
        return breach


# -- several processes ---------------------------------------------------------------------------------

_soaked: list[System[Any, Any, Any]] = []
"""The system of this run, as the processes that play it inherit it."""


def _outcomes(
    system: System[Any, Any, Any], left: list[tuple[int, Task]], processes: int
) -> Iterator[tuple[int, Report | Breach]]:
    """The reports of games as they come in, or what they break."""
    if processes == 1 or "fork" not in multiprocessing.get_all_start_methods():
        yield from ((n, _played(system, task)) for n, task in left)
        return
    _soaked[:] = [system]
    with multiprocessing.get_context("fork").Pool(processes, _tidy_rarely) as pool:
        yield from pool.imap_unordered(_played_elsewhere, left)


def _tidy_rarely() -> None:
    """Games leave little behind that refers to itself; looking for it seldom saves a tenth of the time."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def _played_elsewhere(numbered: tuple[int, Task]) -> tuple[int, Report | Breach]:
    n, task = numbered
    return n, _played(_soaked[0], task)


# -- results -------------------------------------------------------------------------------------------


def _continued(place: Path, begun: Unfinished) -> Unfinished | None:
    try:
        run = msgspec.json.decode(place.read_bytes(), type=Unfinished)
    except (OSError, msgspec.DecodeError):
        return None
    return run if (run.plan, run.fingerprint) == (begun.plan, begun.fingerprint) else None


def _result(system: System[Any, Any, Any], run: Unfinished, files: int) -> Result:
    return Result(
        system=system.id,
        commit=_commit(),
        date=datetime.now(UTC).date().isoformat(),
        seed=run.plan.seed,
        games=run.plan.games,
        closely=run.plan.closely,
        every=run.plan.every,
        decisions=run.report.decisions,
        memory_percentile_99=run.report.memory_percentile(),
        files=files,
        fingerprint=run.fingerprint,
        report=run.report,
        each=run.plan.each,
        scenarios=run.plan.scenarios or tuple(system.scenarios()),
    )


def _commit() -> str:
    """The working tree's commit, with a plus if it has changes, apart from this run; nothing without git."""
    try:
        head = _git("rev-parse", "HEAD")
        changes = _git("status", "--porcelain", "--untracked-files=no", "--", ".", f":(exclude){RESULTS}")
        return f"{head}+" if changes else head
    except (OSError, subprocess.SubprocessError):
        return ""


def _git(*words: str) -> str:
    run = subprocess.run(["git", *words], capture_output=True, text=True, check=True, timeout=30)
    return run.stdout.strip()


def _tell(name: str, run: Unfinished, games: int) -> None:
    end = "\n" if len(run.done) == games or not sys.stderr.isatty() else ""
    start = "\r" if sys.stderr.isatty() else ""
    report = run.report
    print(
        f"{start}{name}: game {len(run.done)} of {games}, {report.decisions} decisions, "
        f"{report.compared} twins compared",
        end=end,
        file=sys.stderr,
        flush=True,
    )


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m planspiel.testing.soak", description="Many games of every system, under all guards."
    )
    parser.add_argument(
        "--system", action="append", metavar="NAME", help="only this system (may be repeated)"
    )
    parser.add_argument(
        "--scenario",
        action="append",
        dest="scenarios",
        metavar="NAME",
        help="only this scenario (may be repeated), with a result of its own",
    )
    parser.add_argument("--games", type=_positive, help="how many games of each scenario")
    parser.add_argument("--closely", type=_positive, help="how many of them are looked at closely")
    parser.add_argument("--every", type=_positive, help="look closely at every such decision")
    parser.add_argument("--each", metavar="OPTION", help="so many with every value of this option")
    parser.add_argument(
        "--processes", type=_positive, default=os.cpu_count() or 1, help="how many games at a time"
    )
    parser.add_argument("--seed", type=int, help="the seed of the first game")
    parser.add_argument("--resume", action="store_true", help="go on with a run that was stopped")
    parser.add_argument("--folder", type=Path, default=RESULTS, help="where results are kept")
    given = parser.parse_args(words)
    names = given.system or list(registry.names())
    if not names:
        print("There is no system to soak yet.")
        return 0
    failed = False
    for name in names:
        try:
            system, plan = registry.load(name), _planned(name, given)
            if plan.each and plan.each not in system.choices():
                print(f"{name} has no option {plan.each!r}.", file=sys.stderr)
                return 2
            for scenario in plan.scenarios:
                if scenario not in system.scenarios():
                    print(f"{name} has no scenario {scenario!r}.", file=sys.stderr)
                    return 2
            result = soak(
                system,
                plan,
                processes=given.processes,
                resume=given.resume,
                folder=given.folder,
            )
        except registry.UnknownSystem as unknown:
            print(unknown, file=sys.stderr)
            return 2
        except Breach as breach:
            print(breach, file=sys.stderr)
            failed = True
        else:
            print(f"{name}: {result.report.games} games, {result.decisions} decisions, no breach")
    return 1 if failed else 0


def _planned(name: str, given: argparse.Namespace) -> Plan:
    """The plan of a system, changed by what the command line says."""
    words = {field: getattr(given, field) for field in Plan.__struct_fields__}
    said = {field: word for field, word in words.items() if word is not None}
    if given.scenarios is not None:
        said["scenarios"] = tuple(given.scenarios)
    return msgspec.structs.replace(PLANS.get(name, Plan()), **said)


def _positive(word: str) -> int:
    number = int(word)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{word} is not a positive whole number")
    return number


if __name__ == "__main__":
    sys.exit(main())
