"""The bench harness: rows registered by the modules in `bench/`, measured one after another.

    @row("boards/hex-los-1000", unit="ms", bound=20.0)
    def hex_los() -> float: ...

A row sets up, measures with `time.perf_counter` and returns the median of several repeats in its unit.
`bound` is an upper limit; with `at_least=True`, for rates, a lower one.
"""

from __future__ import annotations

import fnmatch
import importlib.util
import platform
import re
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from planspiel import __version__
from planspiel.cli.files import write_whole
from planspiel.kernel.rulebook import nearest

CHECKOUT = Path(__file__).resolve().parents[3]


class BenchError(Exception):
    """Why nothing, or not everything, could be measured."""


class Row(Struct, frozen=True):
    """One thing to measure."""

    name: str
    unit: str
    bound: float | None
    at_least: bool
    measure: Callable[[], float]


class Result(Struct, frozen=True, omit_defaults=True):
    """What was measured. `bound` and `at_least` are left out of the JSON of a row without a bound."""

    name: str
    value: float
    unit: str
    ok: bool
    bound: float | None = None
    at_least: bool = False


class Machine(Struct, frozen=True):
    """Where it was measured."""

    cpu: str
    python: str
    version: str


class Measurement(Struct, frozen=True):
    """What is committed: one file for a version and a CPU."""

    machine: Machine
    results: list[Result]


rows: dict[str, Row] = {}
"""All rows by name, in the order they were registered."""


def row(
    name: str, *, unit: str, bound: float | None = None, at_least: bool = False
) -> Callable[[Callable[[], float]], Callable[[], float]]:
    """Register a function that measures one row."""

    def register(measure: Callable[[], float]) -> Callable[[], float]:
        if name in rows:
            raise BenchError(f"there are two bench rows called {name!r}")
        rows[name] = Row(name, unit, bound, at_least, measure)
        return measure

    return register


def discover(folder: Path | None = None) -> None:
    """Register the rows of every module in `bench/`, in the order of their names."""
    folder = folder or bench_folder()
    rows.clear()
    for file in sorted(folder.glob("*.py")):
        spec = importlib.util.spec_from_file_location(f"planspiel_bench_{file.stem}", file)
        if spec is None or spec.loader is None:
            raise BenchError(f"cannot import {file}")
        try:
            spec.loader.exec_module(importlib.util.module_from_spec(spec))
        except Exception as fault:
            raise BenchError(f"cannot import {file}: {fault!r}") from fault


def bench_folder(checkout: Path = CHECKOUT) -> Path:
    """The folder `bench/` of the checkout this package runs from."""
    folder = checkout / "bench"
    if not (checkout / "pyproject.toml").is_file() or not folder.is_dir():
        raise BenchError("the bench rows are not installed with the package; run this in a checkout")
    return folder


def chosen(names: Sequence[str]) -> list[Row]:
    """The rows whose name contains one of `names` or matches it as a pattern; all rows if none is given."""
    if not names:
        return list(rows.values())
    for name in names:
        if not any(_fits(each, name) for each in rows):
            raise BenchError(f"no bench row fits {name!r}{nearest(name, rows)}")
    return [each for each in rows.values() if any(_fits(each.name, name) for name in names)]


def _fits(row_name: str, name: str) -> bool:
    return name in row_name or fnmatch.fnmatchcase(row_name, name)


def run(names: Sequence[str] = (), folder: Path | None = None) -> list[Result]:
    """Measure the chosen rows, one after another."""
    discover(folder)
    return [measured(each) for each in chosen(names)]


def measured(row: Row) -> Result:
    try:
        value = float(row.measure())
    except Exception as fault:
        raise BenchError(f"bench row {row.name} failed: {fault!r}") from fault
    return Result(row.name, value, row.unit, _is_within(value, row), row.bound, row.at_least)


def _is_within(value: float, row: Row) -> bool:
    if row.bound is None:
        return True
    return value >= row.bound if row.at_least else value <= row.bound


# The machine and the committed figures ----------------------------------------------------------------


def machine() -> Machine:
    """This machine, this Python, this version of Planspiel."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return Machine(_cpu_model(), python, __version__)


def _cpu_model() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.is_file():
        for line in cpuinfo.read_text(encoding="utf-8", errors="replace").splitlines():
            key, _, value = line.partition(":")
            if key.strip() in ("model name", "Model"):
                return " ".join(value.split())
    if platform.system() == "Darwin":
        asked = ["sysctl", "-n", "machdep.cpu.brand_string"]
        return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip() or "Apple"
    return platform.processor() or platform.machine()


def write_results(results: Sequence[Result], folder: Path | None = None, on: Machine | None = None) -> Path:
    """Write the results to `results/<version>-<cpu>.json` in the bench folder, whole or not at all."""
    here = on or machine()
    folder = (folder or bench_folder()) / "results"
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{here.version}-{_slug(here.cpu)}.json"
    encoded = msgspec.json.encode(Measurement(here, list(results)))
    write_whole(file, msgspec.json.format(encoded, indent=2) + b"\n")
    return file


def _slug(text: str) -> str:
    without_marks = re.sub(r"\((r|tm)\)", "", text.casefold())
    return re.sub(r"[^a-z0-9]+", "-", without_marks).strip("-") or "unknown"
