"""The installed command in a process of its own, with the mini system announced by a package."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
START = "import sys; from planspiel.cli.main import app; app()"

NO_SEAT = """
[case]
system = "mini"

[position]
agenda = [["barrage"]]
seats.delete = ["ben"]
tokens.delete = ["blue-0", "blue-1", "blue-2"]
"""


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """A folder in which a package is installed that announces the mini system."""
    info = tmp_path / "packages" / "mini_planspiel-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: mini-planspiel\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[planspiel.systems]\nmini = cases.mini_case:build\n")
    return info.parent


def planspiel(packages: Path, *args: str, **environment: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(packages), str(TESTS)])
    return subprocess.run(
        [sys.executable, "-c", START, *args],
        cwd=packages.parent,
        env={**os.environ, "PYTHONPATH": path, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_system_announced_by_another_package_is_found(packages: Path) -> None:
    ended = planspiel(packages, "systems", "--json")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert json.loads(ended.stdout)[-1] == {"id": "mini", "title": "Mini", "state": "playable"}


def test_a_case_ends_with_its_exit_code(packages: Path) -> None:
    case = packages.parent / "case.toml"
    case.write_text('[case]\nsystem = "mini"\n[expect]\nturn = 2\n')
    ended = planspiel(packages, "adjudicate", "case.toml", "--json")
    assert (ended.returncode, ended.stderr) == (1, "case.toml:4: expect.turn: is 1, not 2\n")
    assert json.loads(ended.stdout)["position"]["turn"] == 1
    case.write_text('[case]\nsistem = "mini"\n')
    ended = planspiel(packages, "adjudicate", "case.toml")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.splitlines() == [
        "case.toml:1: case: missing key system",
        'case.toml:2: case.sistem: unknown key; did you mean "system"?',
    ]


def test_a_fault_of_the_rules_shows_its_traceback_only_with_debug(packages: Path) -> None:
    (packages.parent / "case.toml").write_text(NO_SEAT)
    ended = planspiel(packages, "adjudicate", "case.toml")
    assert ended.returncode == 2
    assert "the rules cannot go on from this position (KeyError: 'ben')" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert "Traceback" in planspiel(packages, "adjudicate", "case.toml", PLANSPIEL_DEBUG="1").stderr


def test_a_hostile_argument_is_exit_code_2(packages: Path) -> None:
    for args in (
        ["replay", "\udcff"],
        ["adjudicate", "/dev/zero"],
        ["verify", "/dev/null"],
        ["packs", "check", "\udcff"],
    ):
        ended = planspiel(packages, *args)
        assert (ended.returncode, ended.stdout) == (2, ""), args
        assert "Traceback" not in ended.stderr


def test_german_is_printed_where_the_terminal_knows_only_ascii(packages: Path) -> None:
    args = ("rules", "wiener2022", "--search", "gefechtsfeld", "--language", "de")
    ended = planspiel(packages, *args, PYTHONIOENCODING="ascii")
    assert ended.returncode == 0, ended.stderr


def test_a_reader_that_goes_away_is_no_traceback(packages: Path) -> None:
    command = f"{sys.executable} -c '{START}' rules wiener2022 --json | head -c 100"
    ended = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert "Traceback" not in ended.stderr


def test_the_version_is_printed_without_numpy_rich_or_the_kernel(packages: Path) -> None:
    probe = (
        "import sys; from planspiel.cli.main import app\n"
        "try: app(['--version'])\n"
        "except SystemExit: pass\n"
        "heavy = [name for name in ('numpy', 'rich', 'msgspec', 'planspiel.kernel') if name in sys.modules]\n"
        "print(heavy)"
    )
    ended = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert ended.stdout.splitlines()[-1] == "[]"
