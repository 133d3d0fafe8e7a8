"""The rulebook index and the recorder of citations."""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planspiel.kernel import rulebook
from planspiel.kernel.rulebook import KINDS, SYSTEMS, Entry, Rulebook, RulebookError, rule

BLK = "blitzkrieg1940"
EVERY_SYSTEM = pytest.mark.parametrize("system", SYSTEMS)


@EVERY_SYSTEM
def test_every_id_begins_with_the_word_of_its_system(system: str) -> None:
    ids = list(Rulebook.load(system).entries)
    assert len(ids) > 500
    assert {rulebook.system_of(id) for id in ids} == {system}


@EVERY_SYSTEM
def test_every_countable_entry_speaks_german(system: str) -> None:
    missing = [entry.id for entry in Rulebook.load(system).countable if not entry.text_de]
    assert missing == []


@EVERY_SYSTEM
def test_gaps_and_only_gaps_have_rulings_and_in_both_languages(system: str) -> None:
    for entry in Rulebook.load(system).entries.values():
        assert (entry.ruling is not None, entry.ruling_de is not None) == ((entry.kind == "gap"),) * 2, (
            entry.id
        )


@EVERY_SYSTEM
def test_examples_have_a_position_and_an_outcome(system: str) -> None:
    examples = [entry for entry in Rulebook.load(system).entries.values() if entry.kind == "example"]
    assert examples
    assert all(entry.given and entry.expect for entry in examples)


@EVERY_SYSTEM
def test_countable_leaves_out_physical_and_background_alone(system: str) -> None:
    book = Rulebook.load(system)
    left_out = {entry.kind for entry in book.entries.values()} - {entry.kind for entry in book.countable}
    assert left_out == {"physical", "background"}
    assert {entry.kind for entry in book.countable} <= set(KINDS)


def test_a_rulebook_is_read_once() -> None:
    assert Rulebook.load(BLK) is Rulebook.load(BLK)


def test_an_unknown_system_is_named_with_the_nearest_spelling() -> None:
    with pytest.raises(RulebookError, match=r"'blitzkrieg1941'; did you mean 'blitzkrieg1940'\?"):
        Rulebook.load("blitzkrieg1941")


def test_an_unknown_entry_is_named_with_the_nearest_spelling() -> None:
    with pytest.raises(RulebookError, match=r"'BLK-8\.4-CC'; did you mean 'BLK-8\.4-C'\?"):
        rulebook.find("BLK-8.4-CC")


def test_an_id_of_no_system_is_refused_with_the_known_beginnings() -> None:
    with pytest.raises(RulebookError, match="BLK, BAR, WPR, CAP, OMA"):
        rulebook.find("XYZ-1")


# Searching --------------------------------------------------------------------------------------------


def small_book() -> Rulebook:
    def entry(id: str, text: str, text_de: str, ruling: str | None = None) -> Entry:
        return Entry(id, "1", "mechanic", (), text, "", text_de=text_de, ruling=ruling)

    return Rulebook(
        "small",
        [
            entry("S-1", "Units under fireworks", "Einheiten"),
            entry("S-2", "A unit may fire twice", "Eine Einheit schießt zweimal; Rückzug"),
            entry("S-3", "Retreat", "Rückzug", ruling="Fire stops the retreat"),
        ],
    )


@pytest.mark.parametrize(
    ("text", "language", "found"),
    [
        ("fire", None, ["S-2", "S-1", "S-3"]),  # the whole word, its beginning, a ruling
        ("FIRE twice", None, ["S-2"]),
        ("ruckzug", None, ["S-2", "S-3"]),
        ("RÜCKZUG", "de", ["S-2", "S-3"]),
        ("rückzug", "en", []),
        ("schiesst", "de", ["S-2"]),
        ("retreat rückzug", None, ["S-3"]),
        ("s-3", "en", ["S-3"]),
        ("  ", None, []),
        ("cavalry", None, []),
    ],
)
def test_search_finds_all_words_best_first(
    text: str, language: rulebook.Language | None, found: list[str]
) -> None:
    assert [entry.id for entry in small_book().search(text, language)] == found


@settings(max_examples=30)
@given(st.sampled_from(list(Rulebook.load(BLK).entries)))
def test_searching_for_an_id_finds_that_entry_first(id: str) -> None:
    assert Rulebook.load(BLK).search(id)[0].id == id


@settings(max_examples=30)
@given(st.text(max_size=40))
def test_any_text_may_be_searched_for(text: str) -> None:
    assert all(entry.id in small_book().entries for entry in small_book().search(text))


# Faults in an index -----------------------------------------------------------------------------------

GOOD = '[[rule]]\nid = "S-1"\nsection = "1"\nkind = "mechanic"\ntags = []\ntext = "t"\nde = "d"\n'


@pytest.mark.parametrize(
    ("ledger", "german", "reason"),
    [
        ("[[rule]]\nid =\nsection = 1\n", "", r"ledger\.toml.*line 2"),
        (GOOD.replace("mechanic", "magic"), "", r"ledger\.toml.*'magic'"),
        (GOOD + 'colour = "red"\n', "", r"ledger\.toml.*colour"),
        (GOOD + GOOD, "", "two entries S-1"),
        (GOOD, '[texts]\n"S-2" = "t"\n', r"translates 'S-2'.*did you mean 'S-1'"),
    ],
)
def test_a_spoilt_index_is_a_sentence_with_its_place(
    tmp_path: Path, ledger: str, german: str, reason: str
) -> None:
    (tmp_path / "ledger.toml").write_text(ledger)
    (tmp_path / "ledger.de.toml").write_text(german)
    with pytest.raises(RulebookError, match=reason):
        rulebook.read("small", tmp_path)


# Citing -----------------------------------------------------------------------------------------------


@pytest.fixture
def recording(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    ids: set[str] = set()
    monkeypatch.setattr(rulebook, "recorder", ids)
    monkeypatch.setattr(rulebook, "carried_out", {})
    return ids


@pytest.fixture
def not_recording(recording: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulebook, "recorder", None)


def test_cited_records_while_someone_records(recording: set[str]) -> None:
    rulebook.cited("S-1")
    assert recording == {"S-1"}


@pytest.mark.usefixtures("not_recording")
def test_cited_does_nothing_while_nobody_records() -> None:
    rulebook.cited("S-1")
    assert rulebook.recorder is None


@pytest.mark.usefixtures("not_recording")
def test_rule_returns_the_same_function_while_nobody_records() -> None:
    def fire() -> int:
        return 1

    assert rule("S-1")(fire) is fire
    assert vars(fire)["__rules__"] == ("S-1",)


def test_a_rule_function_cites_when_it_is_called_and_not_before(recording: set[str]) -> None:
    @rule("S-1", "S-2")
    def fire(range: int, *, twice: bool = False) -> int:
        return range * (2 if twice else 1)

    assert recording == set()
    assert fire(3, twice=True) == 6
    assert recording == {"S-1", "S-2"}
    assert fire.__name__ == "fire"
    assert vars(fire)["__rules__"] == ("S-1", "S-2")


def test_a_rule_script_hands_on_its_own_generator(recording: set[str]) -> None:
    @rule("S-1")
    def script() -> Generator[int, int, int]:
        return (yield 1) + 1

    running = script()
    assert inspect.getgeneratorstate(running) == inspect.GEN_CREATED
    assert getattr(running, "gi_code", None) is inspect.unwrap(script).__code__
    assert next(running) == 1
    with pytest.raises(StopIteration) as stop:
        running.send(4)
    assert stop.value.value == 5
    assert recording == {"S-1"}


def test_rule_marks_methods_and_adds_to_earlier_marks(recording: set[str]) -> None:
    class Unit:
        @rule("S-2")
        @rule("S-1")
        def fire(self) -> str:
            return type(self).__name__

    assert Unit().fire() == "Unit"
    assert recording == {"S-1", "S-2"}
    assert vars(Unit.fire)["__rules__"] == ("S-2", "S-1")
    assert list(rulebook.carried_out) == ["S-1", "S-2"]
    assert rulebook.carried_out["S-1"][0].endswith("Unit.fire")


def test_rule_without_ids_is_refused() -> None:
    with pytest.raises(TypeError, match="in brackets"):
        rule()
    with pytest.raises(TypeError, match="in brackets"):
        rule(test_rule_without_ids_is_refused)  # type: ignore[arg-type]  # pyright: ignore


@pytest.mark.parametrize(("value", "records"), [("1", True), ("0", False), ("", False)])
def test_the_environment_can_start_recording(value: str, records: bool) -> None:
    asked = "from planspiel.kernel import rulebook; print(rulebook.recorder is not None)"
    answer = subprocess.run(
        [sys.executable, "-c", asked],
        env={rulebook.RECORD_VARIABLE: value},
        capture_output=True,
        text=True,
        check=True,
    )
    assert answer.stdout.strip() == str(records)
