"""The skeleton of the project: locks, package data, the two commands, the import contracts, the bench."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from importlib import resources
from pathlib import Path

import pytest

from planspiel.cli import bench
from planspiel.kernel.rulebook import SYSTEMS

ROOT = Path(__file__).resolve().parents[1]
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
EVERY_LOCK = pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
REQUIREMENT = re.compile(r"[a-z0-9.-]+==[\w.]+( ; [^\\]+)?( \\\n    --hash=sha256:[0-9a-f]{64})+\n")


def pins(lock: Path) -> set[str]:
    return set(re.findall(r"^[a-z0-9.-]+==\S+", lock.read_text(), re.MULTILINE))


def test_there_is_a_lock_for_playing_for_testing_and_for_locking() -> None:
    assert [lock.stem for lock in LOCKS] == ["lock", "play", "test"]


@EVERY_LOCK
def test_a_lock_holds_pins_with_hashes_and_nothing_else(lock: Path) -> None:
    assert re.sub(REQUIREMENT, "", lock.read_text()) == ""


@EVERY_LOCK
def test_a_lock_names_no_host_and_no_path(lock: Path) -> None:
    assert re.findall(r"://|file:|(?<![\w])/|@ ", lock.read_text()) == []


def test_the_test_lock_holds_every_pin_of_the_play_lock() -> None:
    play, test, _ = LOCKS[1], LOCKS[2], LOCKS[0]
    assert pins(play) <= pins(test)


def test_the_locks_hold_every_declared_dependency_and_the_build_backend() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    declared = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    names = {re.split(r"[\[<>=]", each)[0] for each in declared}
    locked = {pin.partition("==")[0] for pin in pins(ROOT / "requirements" / "play.txt")}
    assert names <= locked


def test_the_readme_names_the_two_commands() -> None:
    readme = (ROOT / "README.md").read_text()
    assert "make play" in readme
    assert "make test" in readme


def test_the_check_before_review_runs_the_whole_suite() -> None:
    script = ROOT / ".ci" / "run"
    assert script.stat().st_mode & 0o111
    assert script.read_text().splitlines()[-1] == "make test"


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_package_carries_the_index_of_every_system(system: str) -> None:
    folder = resources.files("planspiel").joinpath("rulebooks", system)
    assert {file.name for file in folder.iterdir()} == {"ledger.toml", "ledger.de.toml"}


# Import contracts -------------------------------------------------------------------------------------


def broken_contracts(checkout: Path) -> list[str]:
    """The names of the contracts the code in a checkout breaks."""
    linter = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    # The checkout's own package must be found before the installed one.
    path = f"import sys; sys.path.insert(0, {str(checkout / 'src')!r}); "
    ended = subprocess.run(
        [sys.executable, "-c", path + linter, "--no-cache"], cwd=checkout, capture_output=True, text=True
    )
    assert "Contracts: " in ended.stdout, ended.stdout + ended.stderr
    return re.findall(r"^(.+) BROKEN", ended.stdout, re.MULTILINE)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Our contracts on a package of empty layers and two empty systems."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    layers = [
        "server",
        "bots",
        "sim",
        "env",
        "cli",
        "testing",
        "cases",
        "systems",
        "packs",
        "boards",
        "kernel",
    ]
    for package in ("", *layers, "systems/here", "systems/there"):
        folder = tmp_path / "src" / "planspiel" / package
        folder.mkdir(parents=True)
        (folder / "__init__.py").touch()
    return tmp_path


def test_empty_layers_break_no_contract(checkout: Path) -> None:
    assert broken_contracts(checkout) == []


@pytest.mark.parametrize(
    ("module", "imported", "contract"),
    [
        ("kernel", "planspiel.boards", "Imports point only downward"),
        ("systems/here", "planspiel.testing", "Imports point only downward"),
        ("bots", "planspiel.server", "Imports point only downward"),
        ("kernel", "numpy", "The kernel needs msgspec and the standard library alone"),
        ("boards", "random", "Rules use neither random nor clocks"),
        ("systems/here", "time", "Rules use neither random nor clocks"),
        ("cli", "pytest", "Playing needs no test tools"),
        ("systems/here", "planspiel.systems.there", "No system imports another"),
    ],
)
def test_a_forbidden_import_breaks_its_contract(
    checkout: Path, module: str, imported: str, contract: str
) -> None:
    (checkout / "src" / "planspiel" / module / "seeded.py").write_text(f"import {imported}\n")
    assert broken_contracts(checkout) == [contract]


def test_a_new_package_must_be_given_its_layer(checkout: Path) -> None:
    folder = checkout / "src" / "planspiel" / "novelty"
    folder.mkdir()
    (folder / "__init__.py").touch()
    assert broken_contracts(checkout) == ["Imports point only downward"]


# Bench ------------------------------------------------------------------------------------------------

ROWS = """
from planspiel.cli.bench import row

@row("boards/reach", unit="ms", bound=2.0)
def reach() -> float:
    return 1.5

@row("boards/sight", unit="ms", bound=2.0)
def sight() -> float:
    return 2.5

@row("play/rate", unit="1/s", bound=100.0, at_least=True)
def rate() -> float:
    return 99.0

@row("play/memory", unit="KB")
def memory() -> float:
    return 300
"""


@pytest.fixture
def bench_folder(tmp_path: Path) -> Path:
    (tmp_path / "rows.py").write_text(ROWS)
    return tmp_path


def test_rows_are_judged_by_their_bounds(bench_folder: Path) -> None:
    results = bench.run(folder=bench_folder)
    assert [(result.name, result.value, result.ok) for result in results] == [
        ("boards/reach", 1.5, True),
        ("boards/sight", 2.5, False),
        ("play/rate", 99.0, False),
        ("play/memory", 300.0, True),
    ]


@pytest.mark.parametrize(
    ("names", "measured"),
    [
        (["boards"], ["boards/reach", "boards/sight"]),
        (["*/r*"], ["boards/reach", "play/rate"]),
        (["memory", "sight"], ["boards/sight", "play/memory"]),
    ],
)
def test_names_choose_rows_by_part_or_pattern(
    bench_folder: Path, names: list[str], measured: list[str]
) -> None:
    assert [result.name for result in bench.run(names, bench_folder)] == measured


def test_a_name_that_fits_no_row_is_refused_with_the_nearest(bench_folder: Path) -> None:
    with pytest.raises(bench.BenchError, match="'boards/reech'; did you mean 'boards/reach'"):
        bench.run(["boards/reech"], bench_folder)


@pytest.mark.parametrize(
    ("module", "reason"),
    [
        (ROWS + ROWS, "two bench rows called 'boards/reach'"),
        (ROWS.replace("return 2.5", "return 1 / 0"), "row boards/sight failed: ZeroDivisionError"),
        ("import nothing_like_it", r"cannot import .*rows\.py: ModuleNotFoundError"),
    ],
)
def test_a_fault_in_a_bench_module_is_a_sentence(bench_folder: Path, module: str, reason: str) -> None:
    (bench_folder / "rows.py").write_text(module)
    with pytest.raises(bench.BenchError, match=reason):
        bench.run(folder=bench_folder)


def test_without_a_checkout_there_are_no_rows(tmp_path: Path) -> None:
    with pytest.raises(bench.BenchError, match="run this in a checkout"):
        bench.bench_folder(tmp_path)


def test_results_are_written_for_version_and_cpu(bench_folder: Path) -> None:
    on = bench.Machine("Intel(R) Xeon(R) Gold @ 2.80GHz", "CPython 3.11.7", "0.1.0")
    file = bench.write_results(bench.run(["reach", "memory"], bench_folder), bench_folder, on)
    assert file == bench_folder / "results" / "0.1.0-intel-xeon-gold-2-80ghz.json"
    assert [each.name for each in file.parent.iterdir()] == [file.name]
    assert json.loads(file.read_text())["results"] == [
        {"name": "boards/reach", "value": 1.5, "unit": "ms", "ok": True, "bound": 2.0},
        {"name": "play/memory", "value": 300.0, "unit": "KB", "ok": True},
    ]
