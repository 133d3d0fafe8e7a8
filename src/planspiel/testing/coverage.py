"""A pytest plugin that tells which entries of the rulebooks the suite proves.

    @pytest.mark.rule("BLK-8.4-C")          the entries a test is about: at most three
    @pytest.mark.table                      a table-driven test may name more; so may a parametrised one
    @pytest.mark.setup                      the test looks at a pack or a set-up position

An entry is covered if a test marked with it passed and that same run, set-up included, cited the id in
an event, refusal, modifier, chart lookup or an entered `@rule` function. Components and scenario facts
are data, and nothing cites data: for them a passing test marked `setup` is enough.

A mark that names an unknown entry, or a fourth entry, is a collection error.

`--rule-coverage-write` replaces the committed record after a whole and passing run;
`--rule-coverage-check` fails if that record claims an entry a whole run did not prove. Every run leaves
what it proved in `.cache/rule-coverage.json`.
"""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from planspiel.kernel import rulebook
from planspiel.testing.report import RECORDS, Evidence, read_evidence, write_evidence, write_json

# Before any system is imported, or its @rule functions would not be wrapped.
if rulebook.recorder is None:
    rulebook.start_recording()

MOST_MARKS = 3
PROVED = "rules proved"
PROVED_BY_SETUP = ("component", "scenario")
SELECTING = ("keyword", "markexpr", "deselect", "ignore", "ignore_glob", "lf", "stepwise", "collectonly")
"""Options of pytest that leave tests out; with workers nobody else would tell us."""
CACHE = Path(".cache") / "rule-coverage.json"
MARKERS = (
    "rule(*ids): the rulebook entries this test proves, at most three",
    "table: a table-driven test, which may name more than three rulebook entries",
    "setup: a look at a pack or a set-up position, which proves components and scenario facts",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("rule coverage")
    group.addoption("--rule-coverage-write", action="store_true", help="replace the committed record")
    group.addoption(
        "--rule-coverage-check", action="store_true", help="fail if the committed record claims too much"
    )
    group.addoption("--rule-coverage-folder", type=Path, default=RECORDS, help="where the record is kept")


def pytest_configure(config: pytest.Config) -> None:
    for marker in MARKERS:
        config.addinivalue_line("markers", marker)
    if not hasattr(config, "workerinput"):  # a worker of pytest-xdist only sends its reports
        config.pluginmanager.register(Ledgerkeeper(config), "planspiel-rule-coverage")


# Marks ------------------------------------------------------------------------------------------------


def marked_ids(item: pytest.Item) -> list[str]:
    """The ids a test is marked with, each once, nearest mark first."""
    return list(dict.fromkeys(id for mark in item.iter_markers("rule") for id in mark.args))


def fault_in_marks(item: pytest.Item) -> str | None:
    """A sentence about what is wrong with the rule marks of a test."""
    ids = marked_ids(item)
    for id in ids:
        try:
            rulebook.find(id)
        except rulebook.RulebookError as unknown:
            return f"{item.name} is marked with a rule that does not exist: {unknown}"
    many_allowed = item.get_closest_marker("table") or item.get_closest_marker("parametrize")
    if len(ids) > MOST_MARKS and not many_allowed:
        return (
            f"{item.name} is marked with {len(ids)} rules ({', '.join(ids)}); a test proves at most "
            f"{MOST_MARKS}, unless it is table-driven (mark it with `table`) or parametrised"
        )
    return None


@pytest.hookimpl(wrapper=True)
def pytest_pycollect_makeitem() -> Generator[None, Any, Any]:
    made = yield
    for item in made if isinstance(made, list) else [made]:
        if isinstance(item, pytest.Item) and (fault := fault_in_marks(item)):
            raise pytest.Collector.CollectError(fault)
    return made


# One test ---------------------------------------------------------------------------------------------


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    rulebook.start_recording()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if call.when == "call" and report.passed and not hasattr(report, "wasxfail"):
        report.user_properties.append((PROVED, proved_by(item)))
    return report


def proved_by(item: pytest.Item) -> list[str]:
    """The entries a passing test proves: marked, and cited in this run or a fact its set-up shows."""
    cited = rulebook.recorder or set()
    is_setup = item.get_closest_marker("setup") is not None
    return [
        id
        for id in marked_ids(item)
        if id in cited or (is_setup and rulebook.find(id).kind in PROVED_BY_SETUP)
    ]


# The whole run ----------------------------------------------------------------------------------------


class Ledgerkeeper:
    """Gathers what all tests proved, here or in workers, and keeps the record."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.folder: Path = config.option.rule_coverage_folder
        self.proved: dict[str, list[str]] = {}  # by test
        self.left_out = False
        self.remarks: list[str] = []

    def pytest_deselected(self) -> None:
        self.left_out = True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:  # also when clearing up
            self.proved.pop(report.nodeid, None)
        elif report.when == "call":
            ids = [id for name, value in report.user_properties if name == PROVED for id in _ids(value)]
            if ids:
                self.proved[report.nodeid] = ids

    def evidence(self) -> Evidence:
        by_id: Evidence = {}
        for test, ids in sorted(self.proved.items()):
            for id in ids:
                by_id.setdefault(id, []).append(test)
        return by_id

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        evidence = self.evidence()
        if not self.config.option.collectonly:
            write_json(self.config.rootpath / CACHE, evidence)
        if self.config.getoption("--rule-coverage-write"):
            self.write(evidence, exitstatus)
        elif self.config.getoption("--rule-coverage-check") and not self.check(evidence):
            session.exitstatus = session.exitstatus or pytest.ExitCode.TESTS_FAILED

    def write(self, evidence: Evidence, exitstatus: int) -> None:
        if exitstatus != pytest.ExitCode.OK or not self.is_whole():
            self.remarks.append("the record is unchanged: it is written after a whole run that passes")
            return
        files = write_evidence(evidence, self.folder)
        self.remarks.append(f"recorded {len(evidence)} covered entries in {len(files)} files")

    def check(self, evidence: Evidence) -> bool:
        if not self.is_whole():
            self.remarks.append("the record is not checked: this was not a whole run")
            return True
        recorded = [id for system in rulebook.SYSTEMS for id in read_evidence(system, self.folder)]
        unproved = [id for id in recorded if id not in evidence]
        if unproved:
            self.remarks.append(
                f"FAILED: the record claims {len(unproved)} entries that no test of this run proved: "
                f"{', '.join(unproved)}"
            )
        if new := len(evidence.keys() - set(recorded)):
            self.remarks.append(f"{new} entries are proved and not yet recorded (--rule-coverage-write)")
        return not unproved

    def is_whole(self) -> bool:
        """Whether the run took in every test there is."""
        if self.left_out or self.config.args_source is pytest.Config.ArgsSource.ARGS:
            return False
        return not any(self.config.getoption(option, None) for option in SELECTING)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for remark in self.remarks:
            terminalreporter.write_line(f"rule coverage: {remark}")


def _ids(value: object) -> list[str]:
    return [id for id in value if isinstance(id, str)] if isinstance(value, list | tuple) else []
