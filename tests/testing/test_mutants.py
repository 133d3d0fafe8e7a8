"""The mutation samples: the committed ones, and the tool that tries them."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from planspiel.kernel.rulebook import SYSTEMS, Rulebook

ROOT = Path(__file__).resolve().parents[2]


def _load_the_tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("the_mutants_tool", ROOT / "tools" / "mutants.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


TOOL = _load_the_tool()
SAMPLED = [system for system in SYSTEMS if TOOL.file_of(system).is_file()]


# -- the committed samples -----------------------------------------------------------------------------


def test_blitzkrieg_1940_has_a_sample() -> None:
    assert "blitzkrieg1940" in SAMPLED


@pytest.mark.parametrize("system", SAMPLED)
def test_the_committed_sample_is_the_drawn_one(system: str) -> None:
    ids = [mutant.id for mutant in TOOL.read(TOOL.file_of(system))]
    assert ids == TOOL.draw(system)
    assert len(set(ids)) == {"blitzkrieg1940": 60}.get(system, 70)


@pytest.mark.parametrize("system", SAMPLED)
def test_every_mutant_still_fits_the_project(system: str) -> None:
    faults = [TOOL.fault_in(mutant) for mutant in TOOL.read(TOOL.file_of(system))]
    assert [fault for fault in faults if fault] == []


@pytest.mark.parametrize("system", SAMPLED)
def test_no_mutant_is_left_alive_and_the_tests_that_killed_them_are_there(system: str) -> None:
    for mutant in TOOL.read(TOOL.file_of(system)):
        assert mutant.verdict == "killed", mutant.id
        file, _, test = mutant.by.partition("::")
        assert f"def {test.partition('[')[0]}(" in (ROOT / file).read_text(encoding="utf-8"), mutant.id


def test_a_sample_is_drawn_from_the_countable_entries_and_always_the_same() -> None:
    system = "blitzkrieg1940"
    countable = {entry.id for entry in Rulebook.load(system).countable}
    assert set(TOOL.draw(system)) < countable
    assert TOOL.draw(system) == TOOL.draw(system)
    assert TOOL.draw(system) != TOOL.draw("caporetto1917")


# -- the file ------------------------------------------------------------------------------------------


def mutant(id: str, replace: str, find: str = "return a + b") -> object:
    return TOOL.Mutant(id=id, breaks="sums", file="src/sums.py", find=find, replace=replace)


def test_mutants_are_written_as_they_are_read_below_the_same_heading(tmp_path: Path) -> None:
    file = tmp_path / "sample.toml"
    file.write_text("# A heading.\n\n[[mutant]]\n", encoding="utf-8")
    mutants = [
        mutant("BLK-1.1-E", 'say "no"\n    and\\n', find="    if a:\n        b = 'c'"),
        mutant("BLK-1.1-G", "", find="""x = '''y'''"""),
    ]
    TOOL.write(file, mutants)
    assert TOOL.read(file) == mutants
    assert file.read_text(encoding="utf-8").startswith("# A heading.\n\n[[mutant]]\nid = ")


# -- a small project to mutate -------------------------------------------------------------------------

SUMS = """
def add(a, b):
    return a + b
"""
TESTS = """
import pytest
from sums import add

@pytest.mark.rule("BLK-1.1-E")
def test_a_sum():
    assert add(2, 3) == 5

@pytest.mark.rule("BLK-1.1-G")
def test_nothing_much():
    assert add(0, 0) == 0

def test_without_a_mark():
    assert add(1, 1) == 2
"""
SETTINGS = """
[tool.pytest.ini_options]
testpaths = ["tests"]
addopts = "--import-mode=importlib -p planspiel.testing.coverage"
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name, text in (("src/sums.py", SUMS), ("tests/test_sums.py", TESTS), ("pyproject.toml", SETTINGS)):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_each_mutant_meets_the_tests_of_its_own_entry_in_a_copy_of_the_project(project: Path) -> None:
    tried = TOOL.try_all(
        [
            mutant("BLK-1.1-E", "return a - b"),
            mutant("BLK-1.1-G", "return a - b"),
            mutant("BLK-1.1-E", "return b + a"),
            mutant("BLK-1.1-E", "return a + c"),
            mutant("BLK-1.1-D", "return a - b"),
        ],
        project,
    )
    assert [(m.verdict, m.by) for m in tried] == [
        ("killed", "tests/test_sums.py::test_a_sum"),
        ("survived", ""),
        ("survived", ""),  # the mutants before it have been taken out again
        ("crashed", "tests/test_sums.py::test_a_sum"),
        ("unmarked", ""),
    ]
    assert (project / "src" / "sums.py").read_text(encoding="utf-8") == SUMS


def test_a_test_that_fails_without_a_mutant_is_reported_before_any_verdict(project: Path) -> None:
    (project / "src" / "sums.py").write_text(SUMS.replace("a + b", "a * b"), encoding="utf-8")
    with pytest.raises(SystemExit, match=r"fail without any mutant:\n  tests/test_sums.py::test_a_sum"):
        list(TOOL.try_all([mutant("BLK-1.1-E", "return a", find="return a * b")], project))


def test_a_mutant_must_name_text_that_is_there_exactly_once(project: Path) -> None:
    assert TOOL.fault_in(mutant("BLK-1.1-E", "return a"), project) is None
    assert "0 times" in TOOL.fault_in(mutant("BLK-1.1-E", "c", find="return c"), project)
    assert "2 times" in TOOL.fault_in(mutant("BLK-1.1-E", "c", find="b"), project)
    assert "nothing is changed" in TOOL.fault_in(mutant("BLK-1.1-E", "return a + b"), project)
