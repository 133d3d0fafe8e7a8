"""The mutation sample of a system: do the tests really prove the rulebook entries they are marked with?

A coverage record says that some test marked with an entry passed. This asks the other question: does such a
test fail when the entry is broken? A sample of entries is drawn, for each of them somebody has written one
mutant (a small change of code or pack data that breaks what the entry states), and every mutant is put
into a copy of the project in which the tests marked with its entry are run.

    python tools/mutants.py blitzkrieg1940                     all mutants; rewrites the verdicts
    python tools/mutants.py blitzkrieg1940 --only BLK-8.5-B    one of them
    python tools/mutants.py blitzkrieg1940 --drawn             print the sample

Mutants and verdicts are committed in `mutants/<system>.toml`. The sample is
`random.Random(system).sample(ids, n)`, n being 60 or 70; `ids` are the system's countable entries in book
order, which are its covered entries once coverage is complete, and a sample is drawn only then. The file
lists the entries in the order in which they were drawn.

Verdicts:

    killed     a test failed; `by` names the first one that did
    survived   every test marked with the entry still passes: nothing proves the entry
    crashed    no test got as far as a claim: the mutant does not even load or run, so it says nothing
    unmarked   no test is marked with the entry

Anything but `killed` makes the exit status 1.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Literal, get_args

import msgspec
import pytest
from msgspec import Struct

from planspiel.kernel.rulebook import SYSTEMS, Rulebook

ROOT = Path(__file__).resolve().parents[1]
DRAWN = {"blitzkrieg1940": 60}
MANY = 70
"""How many entries are drawn where nothing else is said."""
WORKERS = 2
COPIED = ("src", "packs", "tests", "tools", "mutants", "pyproject.toml")
"""What a copy of the project needs for its tests to run."""
CRASHES = (
    "AttributeError",
    "ImportError",
    "ModuleNotFoundError",
    "NameError",
    "PackFaults",
    "SyntaxError",
    "TypeError",
)
"""Exceptions that tell of a clumsy mutant, not of a broken rule: code or a pack that cannot be used."""

Verdict = Literal["", "killed", "survived", "crashed", "unmarked"]


class Mutant(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One small change that breaks what an entry states."""

    id: str
    breaks: str
    """What is wrong under the mutant, in words."""
    file: str
    find: str
    """Text that occurs exactly once in the file."""
    replace: str
    verdict: Verdict = ""
    by: str = ""
    """The first test that failed."""


class Failure(Struct, frozen=True):
    """A test that did not pass."""

    test: str
    phase: str
    kind: str
    """The class of the exception."""


class Findings(Struct, frozen=True):
    """What one run of pytest leaves behind: the marked tests by entry, and which of them failed."""

    marked: dict[str, list[str]]
    failures: list[Failure]


# -- the sample and its file -------------------------------------------------------------------------------


def draw(system: str, count: int | None = None) -> list[str]:
    """The entries of the sample, in the order in which they are drawn."""
    ids = [entry.id for entry in Rulebook.load(system).countable]
    return random.Random(system).sample(ids, count or DRAWN.get(system, MANY))


def file_of(system: str, root: Path = ROOT) -> Path:
    return root / "mutants" / f"{system}.toml"


def read(file: Path) -> list[Mutant]:
    found = tomllib.loads(file.read_text(encoding="utf-8"))
    return msgspec.convert(found["mutant"], list[Mutant])


def write(file: Path, mutants: Sequence[Mutant]) -> None:
    """The comment at the head of the file stays as it is."""
    old = file.read_text(encoding="utf-8") if file.is_file() else ""
    head = old[: old.find("[[mutant]]")] if "[[mutant]]" in old else ""
    blocks = []
    for mutant in mutants:
        fields = {name: getattr(mutant, name) for name in Mutant.__struct_fields__}
        blocks.append(
            "\n".join(["[[mutant]]", *(f"{name} = {_toml(text)}" for name, text in fields.items())])
        )
    file.write_text(head + "\n\n".join(blocks) + "\n", encoding="utf-8")


def _toml(text: str) -> str:
    """A string that is as easy to read as the code in it: without escapes wherever that is possible."""
    if "'''" in text:
        return json.dumps(text, ensure_ascii=False)
    if "\n" in text:
        return f"'''\n{text}'''"
    return f'"{text}"' if '"' not in text and "\\" not in text else f"'''{text}'''"


def fault_in(mutant: Mutant, root: Path = ROOT) -> str | None:
    """Why a mutant cannot be put into the project as it stands now."""
    file = root / mutant.file
    if not file.is_file():
        return f"{mutant.id}: there is no file {mutant.file}"
    times = file.read_text(encoding="utf-8").count(mutant.find)
    if times != 1:
        return f"{mutant.id}: the text to be changed occurs {times} times in {mutant.file}, not once"
    return f"{mutant.id}: nothing is changed" if mutant.find == mutant.replace else None


# -- a copy of the project ---------------------------------------------------------------------------------


class Copy:
    """A copy of the project in which one mutant after another is tried."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @staticmethod
    def of(root: Path, folder: Path) -> Copy:
        for name in COPIED:
            if (root / name).is_dir():
                shutil.copytree(root / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
            elif (root / name).is_file():
                shutil.copy2(root / name, folder / name)
        return Copy(folder)

    def twin(self, folder: Path) -> Copy:
        """Another copy, together with the compiled code that is in this one."""
        shutil.copytree(self.folder, folder)
        return Copy(folder)

    @contextmanager
    def changed(self, mutant: Mutant) -> Iterator[None]:
        """The copy with a mutant in it; afterwards it is as before.

        Python would take compiled code for current if file time and size agreed, so the mutant gets a time
        of its own and the original its old one back.
        """
        file = self.folder / mutant.file
        original, times = file.read_text(encoding="utf-8"), file.stat()
        file.write_text(original.replace(mutant.find, mutant.replace), encoding="utf-8")
        os.utime(file, (times.st_atime, times.st_mtime + 10))
        try:
            yield
        finally:
            file.write_text(original, encoding="utf-8")
            os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))

    def files_that_name(self, ids: Sequence[str]) -> list[str]:
        """The test files in which one of these entries is written down; marks are written out in full."""
        quoted = [f'"{id}"' for id in ids]
        files = sorted((self.folder / "tests").rglob("test_*.py"))
        texts = {file: file.read_text(encoding="utf-8") for file in files}
        return [str(file) for file, text in texts.items() if any(id in text for id in quoted)]

    def run(self, ids: Sequence[str], tests: Sequence[str], *, compiled: bool = False) -> Findings:
        """Run those of the tests, or of the tests in files, that are marked with one of these entries."""
        if not tests:
            return Findings({}, [])
        findings = self.folder / "findings.json"
        findings.unlink(missing_ok=True)
        paths = [str(self.folder / "src"), str(Path(__file__).parent)]
        setting = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(paths),
            "MUTANTS_IDS": " ".join(ids),
            "MUTANTS_FINDINGS": str(findings),
        }
        if not compiled:
            setting["PYTHONDONTWRITEBYTECODE"] = "1"
        options = ["-p", "mutants", "-p", "no:cacheprovider", "-q", "--hypothesis-seed=0"]
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *options, *tests],
            cwd=self.folder,
            env=setting,
            capture_output=True,
            text=True,
            check=False,
        )
        if not findings.is_file():
            raise SystemExit(f"pytest did not run:\n{done.stdout}\n{done.stderr}")
        return msgspec.json.decode(findings.read_bytes(), type=Findings)


# -- inside pytest: this module is also its plugin ---------------------------------------------------------

_marked: dict[str, list[str]] = {}
_failures: list[Failure] = []


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave only the tests that are marked with an entry in question."""
    wanted = os.environ["MUTANTS_IDS"].split()
    kept = []
    for item in items:
        ids = [id for mark in item.iter_markers("rule") for id in mark.args if id in wanted]
        for id in ids:
            _marked.setdefault(id, []).append(item.nodeid)
        if ids:
            kept.append(item)
    items[:] = kept


def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> None:
    if call.excinfo is not None:
        _failures.append(Failure(item.nodeid, call.when, call.excinfo.typename))


def pytest_collectreport(report: pytest.CollectReport) -> None:
    if report.failed:
        _failures.append(Failure(report.nodeid, "collect", ""))


def pytest_sessionfinish() -> None:
    Path(os.environ["MUTANTS_FINDINGS"]).write_bytes(msgspec.json.encode(Findings(_marked, _failures)))


# -- judging -----------------------------------------------------------------------------------------------


def judge(findings: Findings) -> tuple[Verdict, str]:
    """The verdict on the mutant that was in the copy, and the test that killed it."""
    claims = [fail for fail in findings.failures if fail.phase == "call" and fail.kind not in CRASHES]
    if claims:
        return "killed", claims[0].test
    if findings.failures:
        return "crashed", findings.failures[0].test
    return "survived", ""


def try_all(mutants: Sequence[Mutant], root: Path = ROOT, workers: int = WORKERS) -> Iterator[Mutant]:
    """Each mutant with its verdict. All tests must pass without one, or a verdict would mean nothing."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as scratch:
        first = Copy.of(root, Path(scratch, "0"))
        ids = [mutant.id for mutant in mutants]
        sound = first.run(ids, first.files_that_name(ids), compiled=True)
        if sound.failures:
            failed = "\n".join(f"  {fail.test}" for fail in sound.failures)
            raise SystemExit(f"These tests fail without any mutant:\n{failed}")
        idle: SimpleQueue[Copy] = SimpleQueue()
        idle.put(first)
        for number in range(1, min(workers, len(mutants))):
            idle.put(first.twin(Path(scratch, str(number))))
        with ThreadPoolExecutor(workers) as pool:
            yield from pool.map(lambda mutant: _try(mutant, sound.marked.get(mutant.id, []), idle), mutants)


def _try(mutant: Mutant, tests: list[str], idle: SimpleQueue[Copy]) -> Mutant:
    if not tests:
        return msgspec.structs.replace(mutant, verdict="unmarked", by="")
    copy = idle.get()
    try:
        with copy.changed(mutant):
            verdict, by = judge(copy.run([mutant.id], tests))
    finally:
        idle.put(copy)
    return msgspec.structs.replace(mutant, verdict=verdict, by=by)


# -- the command -------------------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Try the mutants of a system and record the verdicts.")
    parser.add_argument("system", choices=SYSTEMS)
    parser.add_argument("--only", metavar="ID", action="append", help="try the mutant of this entry alone")
    parser.add_argument("--drawn", action="store_true", help="print the entries of the sample and stop")
    given = parser.parse_args(arguments)
    if given.drawn:
        print("\n".join(draw(given.system)))
        return 0
    file = file_of(given.system)
    mutants = read(file)
    chosen = [mutant for mutant in mutants if not given.only or mutant.id in given.only]
    faults = [fault for mutant in chosen if (fault := fault_in(mutant))]
    if not chosen or faults:
        print("\n".join(faults) or f"{file.name} has no mutant of {', '.join(given.only)}", file=sys.stderr)
        return 1
    verdicts: dict[str, Mutant] = {}
    for tried in try_all(chosen):
        verdicts[tried.id] = tried
        print(f"{tried.id:22}{tried.verdict:10}{tried.by.rpartition('/')[2]}", flush=True)
    write(file, [verdicts.get(mutant.id, mutant) for mutant in mutants])
    return _sum_up(list(verdicts.values()))


def _sum_up(tried: list[Mutant]) -> int:
    counts: dict[str, Any] = {word: sum(m.verdict == word for m in tried) for word in get_args(Verdict)}
    print(", ".join(f"{count} {word}" for word, count in counts.items() if count))
    return 0 if counts["killed"] == len(tried) else 1


if __name__ == "__main__":
    sys.exit(main())
