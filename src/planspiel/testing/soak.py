"""The long run: many games from every scenario and option of a system, at every few decisions.

    python -m planspiel.testing.soak [--system NAME] [--games N] [--every K] [--seed S] [--resume]

The result of a system is `soak/<system>.json`, committed: what was run, when, at which commit, and a
fingerprint of the files the system is made of. `stale` names results that no longer stand for it.
A run that was stopped goes on with `--resume`.
"""

from __future__ import annotations

import argparse
import hashlib
import inspect
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from planspiel.kernel import Setup, System
from planspiel.packs import builtin_packs
from planspiel.systems import registry
from planspiel.testing.conformance import Breach, Report, conform, judge, setups
from planspiel.testing.failures import Failure
from planspiel.testing.report import write_json

__all__ = ["Result", "Unfinished", "files_of", "fingerprint", "main", "read_result", "soak", "stale"]

RESULTS = Path("soak")
UNFINISHED = Path(".cache") / "soak"
GAMES = 200
EVERY = 5
SOURCES = (".py", ".toml", ".txt", ".json")


class Result(Struct, frozen=True, forbid_unknown_fields=True):
    """What a system went through, and which files it was made of then."""

    system: str
    commit: str
    date: str
    seed: int
    games: int
    every: int
    decisions: int
    memory_percentile_99: int
    files: int
    fingerprint: str
    report: Report


class Unfinished(Struct, forbid_unknown_fields=True):
    """How far a run has come. It goes on only with the same plan and the same files."""

    seed: int
    games: int
    every: int
    fingerprint: str
    done: int = 0
    report: Report = msgspec.field(default_factory=Report)

    def is_of(self, plan: Unfinished) -> bool:
        return (self.seed, self.games, self.every, self.fingerprint) == (
            plan.seed,
            plan.games,
            plan.every,
            plan.fingerprint,
        )


# -- what a system is made of --------------------------------------------------------------------------


def files_of(system: System[Any, Any, Any]) -> list[Path]:
    """The source files of a system and the files of its built-in packs."""
    folders = [Path(inspect.getfile(type(system))).parent, *builtin_packs(system.id).values()]
    found = {
        path.resolve()
        for folder in folders
        for path in folder.rglob("*")
        if path.is_file() and path.suffix in SOURCES
    }
    return sorted(found)


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


def stale(systems: Iterable[System[Any, Any, Any]], folder: Path = RESULTS) -> list[str]:
    """A sentence for every system that has changed since its soak."""
    sentences = []
    for system in systems:
        result = read_result(system.id, folder)
        if result is not None and result.fingerprint != fingerprint(files_of(system)):
            sentences.append(f"{system.id} has changed since its soak of {result.date}: run `make soak`")
    return sentences


# -- the run -------------------------------------------------------------------------------------------


def plan(system: System[Any, Any, Any], games: int, seed: int) -> Iterator[tuple[Setup, int]]:
    """Every set-up in turn, each time with another seed."""
    every_setup = list(setups(system))
    for n in range(games):
        yield every_setup[n % len(every_setup)], seed + n


def soak(
    system: System[Any, Any, Any],
    *,
    games: int = GAMES,
    every: int = EVERY,
    seed: int = 1,
    resume: bool = False,
    folder: Path = RESULTS,
    unfinished: Path = UNFINISHED,
    progress: bool = True,
) -> Result:
    """Play all games of the plan and write the result. A `Breach` ends the run and writes none."""
    files = files_of(system)
    begun = Unfinished(seed, games, every, fingerprint(files))
    place = unfinished / f"{system.id}.json"
    run = (_continued(place, begun) if resume else None) or begun
    for n, (setup, game_seed) in enumerate(plan(system, games, seed)):
        if n < run.done:
            continue
        run.report.add(conform(system, setup, game_seed, every))
        run.done = n + 1
        write_json(place, run)
        if progress:
            _tell(system.id, run)
    judge(run.report, Failure(system.id, Setup("all"), seed + games - 1, every, "", ""))
    result = _result(system, run, len(files))
    write_json(folder / f"{system.id}.json", result)
    place.unlink(missing_ok=True)
    return result


def _continued(place: Path, begun: Unfinished) -> Unfinished | None:
    try:
        run = msgspec.json.decode(place.read_bytes(), type=Unfinished)
    except (OSError, msgspec.DecodeError):
        return None
    return run if run.is_of(begun) else None


def _result(system: System[Any, Any, Any], run: Unfinished, files: int) -> Result:
    return Result(
        system=system.id,
        commit=_commit(),
        date=datetime.now(UTC).date().isoformat(),
        seed=run.seed,
        games=run.games,
        every=run.every,
        decisions=run.report.decisions,
        memory_percentile_99=run.report.memory_percentile(),
        files=files,
        fingerprint=run.fingerprint,
        report=run.report,
    )


def _commit() -> str:
    """The commit of the working tree, with a plus if it has changes; nothing without git."""
    try:
        head = _git("rev-parse", "HEAD")
        return f"{head}+" if _git("status", "--porcelain", "--untracked-files=no") else head
    except (OSError, subprocess.SubprocessError):
        return ""


def _git(*words: str) -> str:
    run = subprocess.run(["git", *words], capture_output=True, text=True, check=True, timeout=30)
    return run.stdout.strip()


def _tell(name: str, run: Unfinished) -> None:
    end = "\n" if run.done == run.games or not sys.stderr.isatty() else ""
    start = "\r" if sys.stderr.isatty() else ""
    report = run.report
    print(
        f"{start}{name}: game {run.done} of {run.games}, {report.decisions} decisions, "
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
    parser.add_argument("--games", type=_positive, default=GAMES, help="how many games of each system")
    parser.add_argument("--every", type=_positive, default=EVERY, help="look closely at every such decision")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the first game")
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
            result = soak(
                registry.load(name),
                games=given.games,
                every=given.every,
                seed=given.seed,
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
            print(f"{name}: {result.games} games, {result.decisions} decisions, no breach")
    return 1 if failed else 0


def _positive(word: str) -> int:
    number = int(word)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{word} is not a positive whole number")
    return number


if __name__ == "__main__":
    sys.exit(main())
