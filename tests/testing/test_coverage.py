"""The coverage plugin, tried on small suites of its own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from planspiel.kernel.rulebook import Rulebook, RulebookError
from planspiel.testing.report import coverage_report, read_evidence, write_evidence

MECHANIC, ANOTHER, COMPONENT = "BLK-8.4-C", "BLK-0-C", "BLK-0-D"
HEAD = "import pytest\nfrom planspiel.kernel.rulebook import cited, rule\n"


class Suite:
    """A suite in a folder of its own with a record of its own."""

    def __init__(self, pytester: pytest.Pytester) -> None:
        self.pytester = pytester
        self.record = pytester.path / "record"
        pytester.makeini("[pytest]\naddopts = -p planspiel.testing.coverage --strict-markers")

    def run(self, test: str, *options: str) -> pytest.RunResult:
        """Run it in this process; with workers in processes of their own."""
        self.pytester.makepyfile(test_inner=HEAD + test)
        run = self.pytester.runpytest_subprocess if "-n" in options else self.pytester.runpytest_inprocess
        return run("--rule-coverage-folder", str(self.record), *options)

    def proved(self, test: str, *options: str) -> dict[str, list[str]]:
        self.run(test, *options)
        found = json.loads((self.pytester.path / ".cache" / "rule-coverage.json").read_text())
        assert isinstance(found, dict)
        return found


@pytest.fixture
def suite(pytester: pytest.Pytester) -> Suite:
    return Suite(pytester)


def test_the_ids_used_here_have_the_kinds_the_tests_assume() -> None:
    book = Rulebook.load("blitzkrieg1940")
    assert [book.entry(id).kind for id in (MECHANIC, ANOTHER, COMPONENT)] == [
        "mechanic",
        "mechanic",
        "component",
    ]


def test_cited_and_passed_is_covered(suite: Suite) -> None:
    proved = suite.proved(f"""
@pytest.mark.rule("{MECHANIC}")
def test_inner():
    cited("{MECHANIC}")
""")
    assert proved == {MECHANIC: ["test_inner.py::test_inner"]}


def test_passed_but_not_cited_is_uncovered(suite: Suite) -> None:
    assert suite.proved(f'@pytest.mark.rule("{MECHANIC}")\ndef test_inner(): cited("{ANOTHER}")') == {}


def test_cited_in_another_test_is_uncovered(suite: Suite) -> None:
    proved = suite.proved(f"""
def test_first():
    cited("{MECHANIC}")
@pytest.mark.rule("{MECHANIC}")
def test_second():
    pass
""")
    assert proved == {}


def test_cited_but_not_marked_is_uncovered(suite: Suite) -> None:
    assert suite.proved(f'def test_inner(): cited("{MECHANIC}")') == {}


@pytest.mark.parametrize(
    "ending", ["assert False", "pytest.skip('no')", "pytest.xfail('no')", "raise RuntimeError"]
)
def test_cited_but_not_passed_is_uncovered(suite: Suite, ending: str) -> None:
    proved = suite.proved(f"""
@pytest.mark.rule("{MECHANIC}")
def test_inner():
    cited("{MECHANIC}")
    {ending}
""")
    assert proved == {}


def test_an_unexpected_pass_is_uncovered(suite: Suite) -> None:
    proved = suite.proved(f"""
@pytest.mark.xfail
@pytest.mark.rule("{MECHANIC}")
def test_inner():
    cited("{MECHANIC}")
""")
    assert proved == {}


def test_a_test_that_fails_when_clearing_up_covers_nothing(suite: Suite) -> None:
    proved = suite.proved(f"""
@pytest.fixture
def broken():
    yield
    assert False
@pytest.mark.rule("{MECHANIC}")
def test_inner(broken):
    cited("{MECHANIC}")
""")
    assert proved == {}


def test_a_citation_in_the_set_up_of_the_test_counts(suite: Suite) -> None:
    proved = suite.proved(f"""
@pytest.fixture
def position():
    cited("{MECHANIC}")
@pytest.mark.rule("{MECHANIC}")
def test_inner(position):
    pass
""")
    assert list(proved) == [MECHANIC]


def test_entering_a_rule_function_cites_its_ids(suite: Suite) -> None:
    proved = suite.proved(f"""
@rule("{MECHANIC}")
def script():
    answer = yield 1
    return answer
@pytest.mark.rule("{MECHANIC}")
def test_inner():
    running = script()
    assert next(running) == 1
""")
    assert list(proved) == [MECHANIC]


def test_a_set_up_test_proves_components_without_a_citation_but_not_mechanics(suite: Suite) -> None:
    proved = suite.proved(f"""
@pytest.mark.setup
@pytest.mark.rule("{COMPONENT}", "{MECHANIC}")
def test_inner():
    pass
""")
    assert list(proved) == [COMPONENT]


def test_a_component_in_an_ordinary_test_must_be_cited(suite: Suite) -> None:
    assert suite.proved(f'@pytest.mark.rule("{COMPONENT}")\ndef test_inner(): pass') == {}


FOUR = '"BLK-0-B", "BLK-0-C", "BLK-0-D", "BLK-8.4-C"'


def test_four_marks_are_refused_with_a_sentence(suite: Suite) -> None:
    result = suite.run(f"@pytest.mark.rule({FOUR})\ndef test_inner(): pass")
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines(["*test_inner is marked with 4 rules (BLK-0-B, *at most 3*"])


def test_marks_of_class_and_function_are_counted_together(suite: Suite) -> None:
    result = suite.run("""
@pytest.mark.rule("BLK-0-B", "BLK-0-C")
class TestInner:
    @pytest.mark.rule("BLK-0-D", "BLK-8.4-C")
    def test_inner(self): pass
""")
    result.stdout.fnmatch_lines(["*test_inner is marked with 4 rules*"])


@pytest.mark.parametrize("mark", ["table", 'parametrize("n", [1])'])
def test_table_driven_and_parametrised_tests_may_name_more(suite: Suite, mark: str) -> None:
    argument = "n" if mark.startswith("param") else ""
    result = suite.run(f"@pytest.mark.{mark}\n@pytest.mark.rule({FOUR})\ndef test_inner({argument}): pass")
    result.assert_outcomes(passed=1)


@pytest.mark.parametrize("options", [(), ("-n", "2")])
def test_an_unknown_id_is_refused_with_the_nearest_spelling(suite: Suite, options: tuple[str, ...]) -> None:
    result = suite.run('@pytest.mark.rule("BLK-8.4-CC")\ndef test_inner(): pass', *options)
    assert result.ret != pytest.ExitCode.OK
    result.stdout.fnmatch_lines(["*test_inner is marked with a rule that does not exist*'BLK-8.4-C'?*"])


TWO_TESTS = f"""
@pytest.mark.rule("{MECHANIC}")
def test_first():
    cited("{MECHANIC}")
@pytest.mark.rule("{ANOTHER}")
def test_second():
    cited("{ANOTHER}")
"""


@pytest.mark.parametrize("options", [(), ("-n", "2")])
def test_the_record_is_written_when_asked_with_and_without_workers(
    suite: Suite, options: tuple[str, ...]
) -> None:
    suite.run(TWO_TESTS, "--rule-coverage-write", *options).assert_outcomes(passed=2)
    report = coverage_report("blitzkrieg1940", suite.record)
    assert report.covered == 2
    assert report.countable == report.covered + len(report.uncovered)
    assert MECHANIC not in report.uncovered
    assert read_evidence("blitzkrieg1940", suite.record) == {
        ANOTHER: ["test_inner.py::test_second"],
        MECHANIC: ["test_inner.py::test_first"],
    }
    assert [file.name for file in suite.record.iterdir()] == ["blitzkrieg1940.json"]


def test_the_record_is_left_alone_when_not_asked(suite: Suite) -> None:
    suite.run(TWO_TESTS).assert_outcomes(passed=2)
    assert not suite.record.exists()


@pytest.mark.parametrize("selection", ["-k=first", "test_inner.py", "--deselect=test_inner.py::test_first"])
def test_the_record_is_left_alone_after_a_part_of_the_suite(suite: Suite, selection: str) -> None:
    result = suite.run(TWO_TESTS, "--rule-coverage-write", selection)
    result.stdout.fnmatch_lines(["rule coverage: the record is unchanged*"])
    assert not suite.record.exists()


def test_the_record_is_left_alone_after_a_failure(suite: Suite) -> None:
    suite.run(TWO_TESTS + "\ndef test_third(): assert False", "--rule-coverage-write")
    assert not suite.record.exists()


def test_a_record_that_claims_too_much_fails_the_check(suite: Suite) -> None:
    write_evidence({MECHANIC: ["t"], ANOTHER: ["t"], "BLK-0-B": ["t"]}, suite.record)
    result = suite.run(TWO_TESTS, "--rule-coverage-check")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["rule coverage: FAILED*1 entries*BLK-0-B"])


def test_a_record_that_holds_passes_the_check(suite: Suite) -> None:
    write_evidence({MECHANIC: ["t"]}, suite.record)
    result = suite.run(TWO_TESTS, "--rule-coverage-check")
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines(["rule coverage: 1 entries are proved and not yet recorded*"])


# The report -------------------------------------------------------------------------------------------


def test_without_a_record_nothing_is_covered(tmp_path: Path) -> None:
    report = coverage_report("blitzkrieg1940", tmp_path)
    assert report.covered == 0
    assert report.uncovered == [entry.id for entry in Rulebook.load("blitzkrieg1940").countable]


def test_entries_that_do_not_count_are_never_covered(tmp_path: Path) -> None:
    write_evidence({"BLK-0-A": ["t"]}, tmp_path)
    assert coverage_report("blitzkrieg1940", tmp_path).covered == 0


def test_an_entry_recorded_without_a_test_is_uncovered(tmp_path: Path) -> None:
    (tmp_path / "blitzkrieg1940.json").write_text(
        json.dumps({"system": "blitzkrieg1940", "evidence": {MECHANIC: []}})
    )
    assert coverage_report("blitzkrieg1940", tmp_path).covered == 0


def test_a_system_whose_evidence_is_gone_loses_its_record(tmp_path: Path) -> None:
    write_evidence({MECHANIC: ["t"]}, tmp_path)
    write_evidence({"OMA-0-03": ["t"]}, tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["behind_omaha.json"]


@pytest.mark.parametrize("content", ["{", "[]", '{"system": "wiener2022", "evidence": {}}'])
def test_a_spoilt_record_is_a_sentence_with_the_file(tmp_path: Path, content: str) -> None:
    (tmp_path / "blitzkrieg1940.json").write_text(content)
    with pytest.raises(RulebookError, match=r"coverage record .*blitzkrieg1940\.json"):
        coverage_report("blitzkrieg1940", tmp_path)
