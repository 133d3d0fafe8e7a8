"""The table in a terminal: whole games, typed orders, lookups, undo, leaving and coming back."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from planspiel.cli import text_file
from planspiel.cli.main import app
from planspiel.cli.text import Choices, bots_of, new_game
from planspiel.cli.text_board import Board, Names
from planspiel.cli.text_words import COMMANDS, HELP
from planspiel.kernel import Seat
from planspiel.systems import registry


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **__: tmp_path)
    return tmp_path


def play(*args: str, typed: str) -> str:
    """What the terminal shows for these lines of a player."""
    result = CliRunner().invoke(app, ["play", "--text", *args], input=typed)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.output


def test_a_whole_game_of_two_bots_ends_with_its_outcome() -> None:
    shown = play("mini", "--seat", "anna=random", "--seat", "ben=random", typed="")
    assert re.search(r"The game is over\. (.+ wins|Nobody wins)", shown)


def test_a_player_can_answer_every_question_of_a_game_by_number() -> None:
    shown = play("mini", "--seat", "ben=random", typed="1\n" * 600)
    assert "anna decides: " in shown
    assert "The game is over." in shown


def test_two_players_at_one_terminal_draw_a_curtain_where_something_is_hidden() -> None:
    shown = play("mini", typed="1\n\n1\n" + "1\n" * 5)
    assert "Press Enter when nobody else is looking" in shown


def test_words_filter_the_choices_and_keep_their_numbers() -> None:
    shown = play("blitzkrieg1940", "duel", "--typed-dice", typed="4\n1\n1206 move\n\nnosuchword\nquit\n")
    filtered = shown.split("with: 1206 move")[1].split("choices\n")[0]
    lines = re.findall(r"^ +(\d+)  (.+)$", filtered, re.MULTILINE)
    assert lines
    assert all("1206" in label for _, label in lines)
    assert [number for number, _ in lines] != [str(n + 1) for n in range(len(lines))]
    assert "No choice has all these words: nosuchword" in shown


@pytest.mark.parametrize(("language", "question"), [("en", "?"), ("de", "hilfe")])
def test_help_names_every_command_in_the_players_language(language: Any, question: str) -> None:
    shown = play("mini", "--language", language, typed=f"{question}\nquit\n")
    for text in HELP[language]:
        assert text.split("  ")[0] in shown
    named = {line.split()[0] for line in HELP[language]}
    for spelt in COMMANDS.values():
        assert named & set(spelt) or spelt[0] in ("?", "more", "no"), spelt


def test_the_board_is_listed_by_area_with_terrain_height_and_states() -> None:
    shown = play("blitzkrieg1940", "duel", typed="board\nquit\n")
    assert re.search(r"^around Orp-le-Grand \(12\d\d\)$", shown, re.MULTILINE)
    assert re.search(r"^  12\d\d, Orp-le-Grand, village, height 0.*: .*steps", shown, re.MULTILINE)


def test_rules_are_found_by_id_and_by_words() -> None:
    shown = play("blitzkrieg1940", "duel", typed="rules BLK-6.3-A\nrules opportunity fire\nrules zzz\nquit\n")
    assert shown.count("BLK-6.3-A") >= 1
    assert "BLK-6.3.1" in shown
    assert "No rule has these words: zzz" in shown


def test_why_says_the_reason_with_its_paragraph() -> None:
    shown = play("blitzkrieg1940", "duel", "--typed-dice", typed="4\n1\nwhy 1003\nwhy\nquit\n")
    assert re.search(r"^> .+  \[BLK-\d", shown, re.MULTILINE)
    assert re.search(r"Why what\? For example: .*why hex:", shown)


def test_a_game_on_squares_speaks_of_fields_and_of_elements_by_their_models() -> None:
    typed = "why\nlook 5,5\nlook 6,5\nwhy field:5,5\nquit\n"
    shown = play("wiener2022", "first_steps", typed=typed)
    assert "why element:…, why field:…" in shown
    assert "hex" not in shown
    assert "5,5, Lindenau, building, height 0: empty" in shown
    assert "Panzer IV b1" in shown
    assert "ammunition" not in shown, "what is without limit is not said"
    german = play("wiener2022", "first_steps", "--language", "de", typed="warum\nwarum Feld:5,5\nquit\n")
    assert "warum Element:…, warum Feld:…" in german
    assert "In Stellung gehen · T-34/76 r5 (16,5)" in german
    assert german.count("Warum was?") == 1, "the German word is understood"


def test_odds_of_an_unknown_number_are_refused_and_of_a_move_are_none() -> None:
    shown = play("mini", typed="odds 9999\nodds 1\nquit\n")
    assert "There is no choice 9999." in shown
    assert "No dice decide about this choice." in shown


def test_an_order_can_be_taken_back() -> None:
    shown = play("blitzkrieg1940", "hannut", typed="1\nundo\nquit\n")
    assert "Taken back." in shown


def test_leaving_keeps_the_game_and_continue_goes_on_with_it(folder: Path) -> None:
    left = play("mini", typed="1\n\nquit\n")
    assert "planspiel play --text mini --continue" in left
    lines = msgspec.json.decode((folder / "text" / "mini.planspiel.json").read_bytes())["lines"]
    again = play("mini", "--continue", typed="\nquit\n")
    after = msgspec.json.decode((folder / "text" / "mini.planspiel.json").read_bytes())["lines"]
    assert after == lines
    assert "ben decides" in again


def test_the_end_of_input_keeps_the_game_too(folder: Path) -> None:
    play("mini", typed="")
    assert (folder / "text" / "mini.planspiel.json").exists()


def test_a_saved_game_is_loaded_and_a_changed_one_refused(folder: Path) -> None:
    file = folder / "game.json"
    play("mini", typed=f"1\n\nsave {file}\nquit\n")
    game = text_file.load(file)
    assert game.waiting() == (Seat("ben"),)
    kept = msgspec.json.decode(file.read_bytes())
    kept["lines"][-1]["sum"] = "0" * 32
    file.write_bytes(msgspec.json.encode(kept))
    result = CliRunner().invoke(app, ["play", "--text", "mini", "--load", str(file)])
    assert result.exit_code == 2


def test_dice_can_be_typed_in() -> None:
    shown = play("blitzkrieg1940", "duel", "--typed-dice", typed="99\n1\nquit\n")
    assert "Throw 1d" in shown
    assert "The pips" in shown


def test_resigning_ends_the_game() -> None:
    assert "anna resigned" in play("mini", typed="resign\nn\nresign\ny\n")


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        ([], "say which system"),
        (["nosuch"], "there is no system"),
        (["mini", "duell"], "did you mean 'duel'"),
        (["mini", "--seat", "bob=random"], "there is no free seat 'bob'"),
        (["mini", "--seat", "ben=greddy"], "there is no bot"),
        (["mini", "--continue"], "no game of mini was left here"),
    ],
)
def test_what_cannot_be_played_gets_a_sentence(args: list[str], reason: str) -> None:
    result = CliRunner().invoke(app, ["play", "--text", *args])
    assert result.exit_code == 2
    assert reason in result.output


def test_a_bot_alone_takes_the_last_free_seat() -> None:
    assert set(bots_of(new_game("mini", "duel"), ["random"])) == {Seat("ben")}


def test_sentences_name_units_as_players_do() -> None:
    system = registry.load("blitzkrieg1940")
    for language, said in (("en", "III/11 RDP"), ("de", "III/11 RDP")):
        names = Names(system, language)  # type: ignore[arg-type]
        names.meet(["iii-11-rdp/hq"])
        assert names.within("iii-11-rdp/hq moves") == f"HQ {said} moves"


def test_every_choice_of_a_question_has_a_label_of_its_own() -> None:
    game = new_game("blitzkrieg1940", "hannut")
    seat = game.waiting()[0]
    board = Board(game.system, "hannut", Names(game.system, "de"))
    view = game.view(seat)
    question = game.pending(seat)
    assert question is not None
    labels = [board.order(order, view) for order in question.options(view)]
    assert len(set(labels)) == len(labels) > 1


def test_pages_follow_each_other_and_begin_again() -> None:
    choices = Choices(list(range(70)), [str(n) for n in range(70)], False)
    assert [len(choices.page()) for _ in range(4)] == [30, 30, 10, 30]


def test_secret_orders_are_put_together_piece_by_piece_and_sealed() -> None:
    typed = "1\ndefend\n1\n4\nquit\n"
    shown = play("barbarossa1941", "lesson", "--seat", "soviet=random", typed=typed)
    assert "g1 German infantry platoon (0603): nothing yet" in shown
    assert re.search(r"1  Defend", shown)
    assert re.search(r"g1 German infantry platoon \(0603\): Defend", shown)
    assert "Seal: 1 of 3 given" in shown
    assert "Plan round 2" in shown


def test_the_odds_of_a_part_are_asked_for_before_it_is_given() -> None:
    shown = play("barbarossa1941", "lesson", "--seat", "soviet=random", typed="3\nodds 2\nodds 99\nquit\n")
    assert "base value" in shown
    assert "No dice decide" in shown
    assert "firepower" in shown
