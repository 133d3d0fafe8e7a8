"""Each command: what it prints, as text and as JSON, and how it ends."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import planspiel
from cli.conftest import Run, played
from planspiel.cli import bench, errors, main
from planspiel.kernel.rulebook import SYSTEMS, Rulebook


def test_version_prints_the_version(run: Run) -> None:
    assert run("--version") == (0, f"planspiel {planspiel.__version__}\n", "")


@pytest.mark.parametrize("args", [(), ("play",)])
def test_planspiel_alone_and_play_open_the_table(
    run: Run, args: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[dict[str, object]] = []
    monkeypatch.setattr("planspiel.cli.serve.open_table", lambda **how: opened.append(how))
    assert run(*args).code == 0
    assert len(opened) == 1


def test_play_with_check_starts_the_table_and_fetches_the_page(run: Run) -> None:
    ended = run("play", "--check")
    assert ended.code == 0
    assert "The table started and its page came back" in ended.out


def test_the_systems_are_printed_with_their_state(run: Run) -> None:
    ended = run("systems")
    assert ended.code == 0
    places = [ended.out.index(name) for name in (*SYSTEMS, "mini")]
    assert places == sorted(places)
    assert "planned" in ended.out
    assert "playable" in ended.out


def test_systems_as_json_counts_the_rules_that_tests_prove(run: Run) -> None:
    found = run("systems", "--json").data
    assert [each["id"] for each in found] == [*SYSTEMS, "mini"]
    for each in found[:5]:
        assert each["countable"] == len(Rulebook.load(each["id"]).countable)
        assert 0 <= each["covered"] <= each["countable"]
    assert found[5] == {"id": "mini", "title": "Mini", "state": "playable"}


def test_scenarios_names_seats_and_options(run: Run) -> None:
    found = run("scenarios", "mini", "--json").data
    assert found["system"] == "mini"
    assert found["scenarios"][0] == {"id": "duel", "seats": {"anna": ["red"], "ben": ["blue"]}}
    assert {"name", "default", "values", "title", "title_de", "cite"} == set(found["options"][0])
    text = run("scenarios", "mini").out
    assert "coalition" in text
    assert "anna (red, green), ben (blue), bea (blue)" in text


@pytest.mark.parametrize(
    ("system", "reason"),
    [
        ("caporetto1917", "caporetto1917 is planned, but cannot be played yet"),
        ("mimi", "there is no system 'mimi'; did you mean 'mini'?"),
    ],
)
def test_a_system_that_cannot_be_played_is_one_line(run: Run, system: str, reason: str) -> None:
    assert run("scenarios", system) == (2, "", reason + "\n")


# -- rules -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", SYSTEMS)
def test_coverage_has_its_fixed_shape(run: Run, system: str) -> None:
    found = run("rules", system, "--coverage", "--json").data
    assert list(found) == ["system", "countable", "covered", "uncovered"]
    assert found["system"] == system
    assert found["countable"] == found["covered"] + len(found["uncovered"])


def test_a_rule_is_shown_in_either_language(run: Run) -> None:
    entry = Rulebook.load("wiener2022").countable[0]
    assert entry.text in run("rules", "wiener2022", entry.id).out
    assert str(entry.text_de) in run("rules", "wiener2022", entry.id, "--language", "de").out
    assert run("rules", "wiener2022", entry.id, "--json").data["text"] == entry.text


def test_a_search_finds_the_best_rule_first_and_all_rules_are_listed_without_one(run: Run) -> None:
    book = Rulebook.load("blitzkrieg1940")
    found = run("rules", "blitzkrieg1940", "--search", "counter fire", "--json").data
    assert [each["id"] for each in found] == [entry.id for entry in book.search("counter fire")]
    assert len(run("rules", "blitzkrieg1940", "--json").data) == len(book.entries)
    assert found[0]["id"] in run("rules", "blitzkrieg1940", "--search", "counter fire").out


def test_a_search_that_finds_nothing_says_so(run: Run) -> None:
    assert run("rules", "blitzkrieg1940", "--search", "xyzzy").out.startswith("No rule of blitzkrieg1940")
    assert run("rules", "blitzkrieg1940", "--search", "xyzzy", "--json").data == []


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (("blitzkreig1940",), "there is no rulebook for 'blitzkreig1940'; did you mean 'blitzkrieg1940'?"),
        (("blitzkrieg1940", "BLK-8.4-CC"), "the rulebook of blitzkrieg1940 has no entry 'BLK-8.4-CC'"),
        (("blitzkrieg1940", "BLK-8.4-C", "--coverage"), "rules: --coverage is about the whole rulebook"),
    ],
)
def test_a_rule_that_is_not_there_is_one_line(run: Run, args: tuple[str, ...], reason: str) -> None:
    ended = run("rules", *args)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(reason)
    assert ended.err.count("\n") == 1


# -- replay and verify -------------------------------------------------------------------------------------


def test_replay_tells_events_dice_and_citations(run: Run, log: Path) -> None:
    ended = run("replay", log)
    assert ended.code == 0
    assert "Turn 1 begins.  [MINI-0]" in ended.out
    assert "The game is over." in ended.out
    assert "anna: plan stance=" in ended.out
    entries = run("replay", log, "--json").data
    assert entries[0]["entry"] == "opened"
    rolls = [each for each in entries if each["entry"] == "rolled"]
    assert rolls
    assert all(each["said"] in ended.out for each in rolls)


def test_replay_in_german(run: Run, log: Path) -> None:
    out = run("replay", log, "--language", "de").out
    assert "Zug 1 beginnt." in out
    assert "Das Spiel ist beendet." in out


def test_replay_of_a_seat_tells_what_it_was_told_and_no_more(run: Run, log: Path) -> None:
    entries = run("replay", log, "--seat", "anna", "--json").data
    assert {each["seat"] for each in entries if each["entry"] == "answered"} == {"anna"}
    mines = [each["event"] for each in entries if each.get("event", {}).get("event") == "mine-laid"]
    assert {event["side"] for event in mines} == {"red"}
    assert [each["n"] for each in entries] == list(range(len(entries)))


def test_replay_runs_no_rule(run: Run, log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object) -> None:
        raise AssertionError("a rule ran")

    monkeypatch.setattr("mini.system.Mini.start", refuse)
    monkeypatch.setattr("mini.system.Mini.view", refuse)
    monkeypatch.setattr("mini.events.Moved.apply", refuse)
    assert run("replay", log).code == 0


def test_verify_derives_every_roll_of_a_finished_game(run: Run, log: Path, lines: list[bytes]) -> None:
    found = run("verify", log, "--json").data
    assert found["ok"] is True
    assert found["dice_verified"] is True
    assert found["finished"] is True
    assert found["entries"] == len(lines)
    assert run("verify", log).out.startswith(f"The log fits: {len(lines)} entries")


def test_verify_of_a_game_in_progress_says_that_the_dice_are_taken_as_logged(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "part.log"
    file.write_bytes(b"\n".join(played(decisions=12)))
    found = run("verify", file, "--json").data
    assert (found["ok"], found["dice_verified"], found["finished"]) == (True, False, False)


def test_verify_names_the_first_entry_that_does_not_fit(
    run: Run, tmp_path: Path, forged: tuple[int, Path]
) -> None:
    n, file = forged
    ended = run("verify", file)
    assert ended.code == 1
    assert ended.out.startswith(f"Entry {n} (line {n + 1}) does not fit: ")
    found = run("verify", file, "--json")
    assert found.code == 1
    assert (found.data["ok"], found.data["entry"]) == (False, n)


@pytest.fixture
def forged(tmp_path: Path, lines: list[bytes]) -> tuple[int, Path]:
    """A log in which one roll was changed and the chain made good again."""
    import msgspec

    from planspiel.kernel.log import chain

    whats = [msgspec.json.decode(line, type=dict[str, msgspec.Raw])["what"] for line in lines]
    n = next(n for n, what in enumerate(whats) if msgspec.json.decode(what)["entry"] == "rolled")
    roll = msgspec.json.decode(whats[n])
    roll["pips"] = [pip % 6 + 1 for pip in roll["pips"]]
    whats[n] = msgspec.Raw(msgspec.json.encode(roll))
    total, forged = "", []
    for place, what in enumerate(whats):
        total = chain(total, place, bytes(what))
        forged.append(msgspec.json.encode({"n": place, "what": what, "sum": total}))
    file = tmp_path / "forged.log"
    file.write_bytes(b"\n".join(forged))
    return n, file


def test_a_seat_that_is_not_in_the_game_is_one_line(run: Run, log: Path) -> None:
    ended = run("replay", log, "--seat", "ana")
    assert ended == (2, "", f"{log}: there is no seat 'ana' in this game; did you mean 'anna'?\n")


# -- adjudicate --------------------------------------------------------------------------------------------

CASE = """
[case]
system = "mini"
dice = [{dice}]

[position]
turn = 1
replace = ["tokens"]
agenda = [["movement", "anna"]]
tokens.red-0 = {{ id = "red-0", side = "red", at = 0 }}
tokens.blue-0 = {{ id = "blue-0", side = "blue", at = 3 }}

[[answer]]
seat = "anna"
order = {{ do = "move", token = "red-0", path = [9] }}

[[answer]]
seat = "anna"
order = {{ do = "move", token = "red-0", path = [1] }}

[[answer]]
seat = "ben"
order = {{ do = "shoot", token = "blue-0" }}

[[branch]]
name = "stands"
answer = [{{ seat = "anna", order = {{ do = "decline" }} }}]
expect.tokens.red-0.steps = {steps}
"""


@pytest.fixture
def case(tmp_path: Path) -> Any:
    def write(dice: str = "5, 6", steps: int = 1) -> Path:
        file = tmp_path / "case.toml"
        file.write_text(CASE.format(dice=dice, steps=steps))
        return file

    return write


def test_adjudicate_has_its_fixed_shape_with_and_without_branches(run: Run, case: Any) -> None:
    found = run("adjudicate", case(), "--json", "--view", "ben").data
    keys = {"events", "refusals", "pending", "position", "views"}
    assert keys <= set(found)
    assert keys <= set(found["branches"]["stands"])
    assert [each["cite"] for each in found["refusals"]] == ["MINI-2"]
    assert found["pending"]["asks"][0]["seat"] == "anna"
    assert list(found["views"]) == ["ben"]
    assert found["branches"]["stands"]["position"]["tokens"]["red-0"]["steps"] == 1


def test_adjudicate_in_german(run: Run, case: Any) -> None:
    out = run("adjudicate", case(), "--language", "de").out
    assert "abgelehnt: 9 grenzt nicht an 0.  [MINI-2]" in out
    assert "red-0 zieht nach 1." in out
    assert "2d6: 5 6 = 11, blue-0 schießt auf red-0  [MINI-3]" in out
    assert "Stellung" in out


def test_an_unmet_expectation_is_exit_code_1(run: Run, case: Any) -> None:
    file = case(steps=2)
    for args in ([], ["--json"]):
        ended = run("adjudicate", file, *args)
        assert ended.code == 1
        assert ended.err == f"{file}:28: branch[1].expect.tokens.red-0.steps: is 1, not 2\n"
    assert ended.data["branches"]["stands"]["unmet"][0]["line"] == 28


def test_dice_left_over_are_exit_code_2_after_the_result(run: Run, case: Any) -> None:
    file = case(dice="5, 6, 1")
    ended = run("adjudicate", file, "--json")
    assert ended.code == 2
    assert ended.err == f"{file}:4: case.dice: dice left over: 1\n"
    assert ended.data["branches"]["stands"]["faults"][0]["key"] == "case.dice"


def test_a_branch_that_is_not_there_is_one_line(run: Run, case: Any) -> None:
    ended = run("adjudicate", case(), "--branch", "stand")
    assert (ended.code, ended.out) == (2, "")
    assert "there is no branch 'stand'; did you mean \"stands\"?" in ended.err


def test_control_characters_of_a_file_do_not_reach_the_terminal(run: Run, case: Any) -> None:
    file = case()
    file.write_text(file.read_text().replace("[case]", '[case]\ntitle = "\\u001b[2Jgone"'))
    assert "\x1b" not in run("adjudicate", file).out


# -- packs -------------------------------------------------------------------------------------------------

HEADER = 'id = "mine"\nsystem = "{system}"\nversion = "1.0"\ntitle = "Mine"\n'


@pytest.fixture
def pack(tmp_path: Path) -> Any:
    def write(system: str, **files: str) -> Path:
        folder = tmp_path / "mine"
        folder.mkdir()
        (folder / "pack.toml").write_text(HEADER.format(system=system))
        for name, text in files.items():
            (folder / f"{name}.toml").write_text(text)
        return folder

    return write


def test_a_pack_of_a_playable_system_is_checked_in_full(run: Run, pack: Any) -> None:
    folder = pack("mini", fire='rows."10-12" = { 2 = "2" }')
    assert run("packs", "check", folder).out == f"{folder}: good\n"
    (found,) = run("packs", "check", folder, "--json").data
    assert found == {"system": "mini", "pack": str(folder), "complete": True, "faults": []}


def test_faults_of_a_pack_are_all_said_and_exit_code_2(run: Run, pack: Any) -> None:
    folder = pack("mini", fire='rows."10-12" = { 9 = "2" }\ncolums = []')
    ended = run("packs", "check", folder, "--json")
    assert ended.code == 2
    assert {fault["key"] for fault in ended.data[0]["faults"]} == {"rows.10-12.9", "colums"}
    assert "2 faults" in run("packs", "check", folder).out


def test_a_pack_of_a_planned_system_is_checked_for_form_and_says_so(run: Run, pack: Any) -> None:
    ended = run("packs", "check", pack("caporetto1917", units="a.provenance = 'printed'\na.steps = 1"))
    assert ended.code == 0
    assert "form and provenance alone were checked" in ended.out


def test_the_packs_that_ship_are_good(run: Run) -> None:
    ended = run("packs", "check", "--json")
    assert (ended.code, [each["faults"] for each in ended.data if each["faults"]]) == (0, [])
    assert "blitzkrieg1940" in {each["system"] for each in ended.data}


@pytest.mark.parametrize(
    ("what", "reason"),
    [
        ("blitzkrieg1941", "'blitzkrieg1941' is neither a system nor the folder of a pack; did you mean"),
        ("{tmp}/a.toml", "is not a folder; a pack is a folder with a pack.toml"),
        ("{tmp}", "pack.toml: cannot be read: no such file or directory"),
        ("a\0b", "is neither a system nor the folder of a pack"),
    ],
)
def test_a_pack_that_is_not_there_is_one_line(run: Run, tmp_path: Path, what: str, reason: str) -> None:
    (tmp_path / "a.toml").touch()
    ended = run("packs", "check", what.format(tmp=tmp_path))
    assert ended.code == 2
    assert ended.out == ""
    assert reason in ended.err
    assert "Traceback" not in ended.err


def test_provenance_counts_the_values_of_each_section(run: Run) -> None:
    found = run("packs", "provenance", "blitzkrieg1940", "--json").data
    assert found["system"] == "blitzkrieg1940"
    classes = {"printed", "published", "historical", "reconstructed", "user"}
    assert all(set(section["counts"]) == classes for section in found["sections"])
    assert "maps" in run("packs", "provenance", "blitzkrieg1940").out


def test_provenance_of_an_unknown_system_or_pack_is_one_line(run: Run) -> None:
    assert run("packs", "provenance", "blitz")[:2] == (2, "")
    ended = run("packs", "provenance", "blitzkrieg1940", "--pack", "bas")
    assert ended.code == 2
    assert 'did you mean "base"?' in ended.err


# -- bench -------------------------------------------------------------------------------------------------

ROWS = """
from planspiel.cli.bench import row

@row("a/fast", unit="ms", bound=2.0)
def fast() -> float:
    return 1.5

@row("a/free", unit="KB")
def free() -> float:
    return 3

@row("b/rate", unit="1/s", bound=100.0, at_least=True)
def rate() -> float:
    return 99.0
"""


@pytest.fixture
def rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "rows.py").write_text(ROWS)
    monkeypatch.setattr(bench, "bench_folder", lambda: tmp_path)
    return tmp_path


def test_bench_has_its_fixed_shape(run: Run, rows: Path) -> None:
    ended = run("bench", "--json")
    assert ended.code == 1
    assert ended.data == [
        {"name": "a/fast", "value": 1.5, "unit": "ms", "ok": True, "bound": 2.0},
        {"name": "a/free", "value": 3.0, "unit": "KB", "ok": True},
        {"name": "b/rate", "value": 99.0, "unit": "1/s", "ok": False, "bound": 100.0, "at_least": True},
    ]


def test_bench_of_rows_that_meet_their_bounds_is_good(run: Run, rows: Path) -> None:
    ended = run("bench", "a/", "--write")
    assert ended.code == 0
    assert "a/fast" in ended.out
    assert "b/rate" not in ended.out
    assert len(list((rows / "results").glob("*.json"))) == 1
    assert ended.err.startswith("written to ")


def test_a_bench_row_that_is_not_there_is_one_line(run: Run, rows: Path) -> None:
    assert run("bench", "a/fst", "--json") == (2, "", "no bench row fits 'a/fst'; did you mean 'a/fast'?\n")


# -- what goes wrong ---------------------------------------------------------------------------------------


def test_an_unknown_command_or_option_is_exit_code_2(run: Run) -> None:
    assert run("sytems").code == 2
    assert run("systems", "--jsn").code == 2
    assert run("rules").code == 2
    assert run("replay", "x", "--language", "fr").code == 2


def fail(name: str, as_json: bool) -> None:
    raise ZeroDivisionError("in the rules")


def test_a_fault_of_our_own_is_one_sentence_and_exit_code_70(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(errors.DEBUG, raising=False)
    monkeypatch.setattr("planspiel.cli.systems.scenarios", fail)
    ended = run("scenarios", "mini")
    assert (ended.code, ended.out) == (70, "")
    assert ended.err == (
        "planspiel failed (ZeroDivisionError: in the rules). This is a fault of the program; "
        "PLANSPIEL_DEBUG=1 shows where.\n"
    )


def test_with_debug_a_fault_of_our_own_shows_where(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(errors.DEBUG, "1")
    monkeypatch.setattr("planspiel.cli.systems.scenarios", fail)
    with pytest.raises(ZeroDivisionError):
        run("scenarios", "mini")


def test_every_command_is_in_the_guide() -> None:
    guide = (Path(__file__).parents[2] / "docs" / "guide" / "commands.md").read_text()
    names = [str(command.name) for command in main.app.registered_commands]
    names += [f"packs {command.name}" for command in main.packs_app.registered_commands]
    assert [name for name in names if f"`planspiel {name}" not in guide] == []
