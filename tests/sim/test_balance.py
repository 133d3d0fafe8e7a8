"""The command `balance` and what it makes of games."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path

import pytest

from cli.conftest import Run
from planspiel.kernel import Side
from planspiel.sim import Played, plots, report, summarise
from planspiel.sim.balance import better_dice_won, decisive_rules, verdict_on
from planspiel.sim.playing import Throws
from planspiel.sim.words import GERMAN, Say
from sim.conftest import DUEL
from sim.test_reading import BLUE, RED, game

SIDES = (RED, BLUE)
MINI = ("balance", "mini", "duel", "--bots", "random", "--games", 12)


def won(*wins: tuple[Side | None, int]) -> list[Played]:
    """So many games for each winner."""
    winners = [winner for winner, count in wins for _ in range(count)]
    return [game(n, winner, 2) for n, winner in enumerate(winners)]


@pytest.mark.parametrize(
    ("red", "blue", "word"),
    [
        (100, 100, "balanced"),
        (115, 85, "balanced"),
        (125, 75, "leaning"),
        (170, 30, "one-sided"),
        (6, 4, "open"),
        (0, 0, "open"),
    ],
)
def test_the_verdict_weighs_the_interval(red: int, blue: int, word: str) -> None:
    found = verdict_on(summarise(DUEL, won((RED, red), (BLUE, blue), (None, 1))), "greedy")
    assert found.word == word
    assert found.ahead == RED


def test_a_rule_that_fires_with_one_sides_wins_is_decisive() -> None:
    games = [
        game(n, RED if n < 10 else BLUE, 2, rules={"R-1": 8 + n % 2, "R-2": (2 if n < 10 else 12) + n % 2})
        for n in range(20)
    ]
    compared, found = decisive_rules(games, SIDES)
    assert compared == 2
    assert [each.rule for each in found] == ["R-2"]
    assert found[0].per_turn == {RED: 1.25, BLUE: 6.25}
    assert found[0].contrast > 3  # above 0: it goes with wins of the second side


def test_long_games_do_not_make_every_rule_decisive() -> None:
    games = [
        game(n, RED, 1, rules={"R-1": 3}) if n % 2 else game(n, BLUE, 4, rules={"R-1": 12}) for n in range(20)
    ]
    assert decisive_rules(games, SIDES) == (1, ())


def test_the_rule_that_ends_a_game_is_not_called_decisive() -> None:
    games = [
        game(n, RED, 1, rules={"R-1": 1}, cite="R-1")
        if n % 2
        else game(n, BLUE, 1, rules={"R-2": 1 + n // 2})
        for n in range(20)
    ]
    assert [each.rule for each in decisive_rules(games, SIDES)[1]] == ["R-2"]


def test_where_one_side_hardly_wins_no_rule_is_decisive() -> None:
    games = [game(n, RED if n else BLUE, 1, rules={"R-1": n}) for n in range(20)]
    assert decisive_rules(games, SIDES) == (0, ())


def test_better_dice_are_compared_with_the_winner() -> None:
    lucky, unlucky = Throws(2, 12, 14, 10, 70), Throws(2, 2, 14, -10, 70)
    games = [game(n, RED if n < 3 else BLUE, 1, throws={RED: lucky, BLUE: unlucky}) for n in range(4)]
    found = better_dice_won(games, SIDES)
    assert found is not None
    assert found.share == 0.75
    assert better_dice_won([game(0, RED, 1)], SIDES) is None


def test_the_report_is_one_page_that_needs_nothing_else(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    ended = run(*MINI, "--out", out)
    assert (ended.code, ended.err) == (0, "")
    assert f"The report is in {out}." in ended.out
    page = out.read_text(encoding="utf-8")
    assert page.startswith('<!doctype html>\n<html lang="en">')
    assert page.count("<svg") >= 2
    assert "By strength of play" in page
    assert not re.search(r"<script|<link|src=|url\(['\"]?http|href=\"http", page)


def test_the_report_is_the_same_for_the_same_seed(run: Run, tmp_path: Path) -> None:
    first, again = tmp_path / "first.html", tmp_path / "again.html"
    run(*MINI, "--out", first)
    run(*MINI, "--out", again, "--jobs", 2)
    assert first.read_bytes() == again.read_bytes()


def test_the_report_speaks_german(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "bericht.html"
    assert run(*MINI, "--out", out, "--lang", "de").code == 0
    page = out.read_text(encoding="utf-8")
    assert '<html lang="de">' in page
    assert "Nach Spielstärke" in page
    assert "By strength of play" not in page


def test_every_sentence_of_pictures_and_reports_has_its_german() -> None:
    said: set[str] = set(report.VERDICTS.values())
    for module in (plots, report):
        for node in ast.walk(ast.parse(inspect.getsource(module))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = ast.unparse(node.func)
            first = node.args[0]
            if name in ("say", "self.say", "self._card") and isinstance(first, ast.Constant):
                said.add(str(first.value))
    assert len(said) > 30
    assert said <= set(GERMAN)
    gaps = re.compile(r"\{(\w+)\}")
    assert all(sorted(gaps.findall(en)) == sorted(gaps.findall(de)) for en, de in GERMAN.items())


def test_german_numbers_have_a_comma() -> None:
    assert Say("de").number(-1.25, 2) == "\N{MINUS SIGN}1,25"
    assert Say("en").number(1.25, 1) == "1.2"


def test_json_holds_what_the_page_shows(run: Run) -> None:
    (found,) = run(*MINI, "--json").data
    assert found["strengths"]["random"]["games"] == 12
    assert {"verdict", "ladder", "decisive", "better_dice_won", "options"} < set(found)
    tried = {(each["option"], each["value"]): each["changed"] for each in found["options"]}
    assert set(tried) == {("hidden", False), ("scouting", True)}
    assert min(tried.values()) > 0


def test_stronger_and_weaker_bots_meet(run: Run) -> None:
    (found,) = run("balance", "mini", "duel", "--games", 4, "--option", "none", "--json").data
    assert list(found["strengths"]) == ["random", "greedy"]
    assert found["ladder"][0]["bots"] == ["greedy", "random"]
    assert found["main"] == "greedy"
    assert found["options"] == []


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("mimi",), "there is no system 'mimi'; did you mean 'mini'?"),
        (("mini", "dual"), "mini has no scenario 'dual'; did you mean 'duel'?"),
        (("mini", "duel", "--option", "scuting"), "--option: mini has no option 'scuting'; did you mean"),
        (("mini", "duel", "--out", "report.doc"), "report.doc: a report is called .html"),
        (("mini", "duel", "--out", "nowhere/r.html"), "nowhere/r.html: there is no folder nowhere"),
        (("mini", "duel", "--bots", "gredy"), "there is no bot 'gredy'; did you mean 'greedy'?"),
        (("mini", "coalition"), "coalition has 3 sides; a report is about two"),
        (("mini", "duel", "--games", 0), "a study has from 1 to 1000000 games, not 0"),
    ],
)
def test_bad_input_is_one_line(run: Run, words: tuple[object, ...], reason: str) -> None:
    ended = run("balance", *words)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(reason)
    assert ended.err.count("\n") == 1


def test_a_stopped_report_goes_on(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from planspiel.cli import selfplay
    from sim.test_gathering import Interrupted

    usual = selfplay.engine_of
    monkeypatch.setattr(selfplay, "engine_of", lambda *_: Interrupted(4))
    stopped = run(*MINI, "--json")
    assert stopped.code == 130
    assert "To go on: planspiel" in stopped.err
    monkeypatch.setattr(selfplay, "engine_of", usual)
    assert run(*MINI, "--json", "--resume").data == run(*MINI, "--json").data
    assert not list(tmp_path.rglob("*.jsonl"))
