"""A game keeps its rules: when they change, it is run again in the shadow, and the players choose."""

from __future__ import annotations

import sqlite3
import uuid
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from mini import Mini
from mini.questions import Done, Move, MoveOrDone
from mini.state import MiniView
from planspiel.kernel import Illegal
from planspiel.systems import registry
from server.clients import Hall, Player, hall, play_out, settle


class Reworded(Mini):
    """Other files, the same rules."""


def under(monkeypatch: pytest.MonkeyPatch, system: type[Mini]) -> None:
    """From now on servers have these rules."""
    monkeypatch.setitem(registry.registered, "mini", lambda overlays: system())


def played(table: Hall, most: int = 30, **wanted: Any) -> tuple[dict[str, Any], dict[str, str], list[Any]]:
    """A running game with some moves behind it, and the lines of its log as Anna knows them."""
    made, links = table.seated(**wanted)
    with table.sit(links["anna"]) as anna, table.sit(links["ben"]) as ben:
        play_out({"anna": anna, "ben": ben}, Random(7), most=most)
    return made, links, table.get("/api/game/log", links["anna"])["lines"]


def choose(player: Player, choice: str) -> dict[str, Any]:
    return player.ask({"say": "choose-rules", "submission": uuid.uuid4().hex, "choice": choice})


def slower(monkeypatch: pytest.MonkeyPatch, lines: list[Any], which: int = -1) -> None:
    """Rules under which one token, of those that Anna has moved, can never move."""
    orders = [line["line"]["what"]["order"] for line in lines if line["line"]["what"]["entry"] == "answered"]
    moved = list(dict.fromkeys(order["token"] for order in orders if order["do"] == "move"))
    slow, check, options = moved[which], MoveOrDone.check, MoveOrDone.options

    def checks(self: MoveOrDone, view: MiniView, order: Move | Done) -> None:
        if isinstance(order, Move) and order.token == slow:
            raise Illegal("{token} is too slow by now.", "MINI-2", token=slow)
        check(self, view, order)

    def lists(self: MoveOrDone, view: MiniView) -> Iterator[Move | Done]:
        return (
            order for order in options(self, view) if not (isinstance(order, Move) and order.token == slow)
        )

    monkeypatch.setattr(MoveOrDone, "check", checks)
    monkeypatch.setattr(MoveOrDone, "options", lists)
    under(monkeypatch, Reworded)


def test_other_rules_that_lead_to_all_that_was_played_become_the_game_s(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with hall(database) as table:
        made, links, lines = played(table)
    before = _pin(tmp_path)
    under(monkeypatch, Reworded)
    with hall(database) as table:
        with table.sit(links["anna"]) as anna, table.sit(links["ben"]) as ben:
            assert anna.position
            assert "trouble" not in anna.welcome["game"]
            play_out({"anna": anna, "ben": ben}, Random(8))
        assert table.get("/api/game/log", links["anna"])["lines"][: len(lines)] == lines
        assert table.get("/api/game/verify", made["host"])["dice_verified"]
    assert _pin(tmp_path) != before


def _pin(folder: Path) -> str:
    with sqlite3.connect(folder / "games.sqlite") as connection:
        return str(connection.execute("select rules from games").fetchone()[0])


def test_a_save_is_not_believed_when_the_rules_have_changed(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lines before the latest save are compared too."""
    monkeypatch.setattr("planspiel.server.table.SNAPSHOT_EVERY", 1)
    with hall(database) as table:
        _, links, lines = played(table)
    slower(monkeypatch, lines, which=0)
    with hall(database) as table, table.sit(links["anna"]) as anna:
        assert anna.welcome["game"]["trouble"]


def test_at_the_first_difference_nothing_goes_on_until_all_choose_the_same(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with hall(database) as table:
        _, links, lines = played(table)
    slower(monkeypatch, lines)
    with hall(database) as table:
        with table.sit(links["anna"]) as anna, table.sit(links["ben"], language="de") as ben:
            assert anna.position == {}
            assert anna.welcome["game"]["trouble"]["now"].endswith("is too slow by now.")
            assert anna.instruct({"tell": "resign"})["code"] == "rules-changed"
            assert choose(anna, "go-back")["say"] == "accepted"
            assert choose(ben, "end")["say"] == "accepted"
            while len(anna.welcome["game"]["trouble"].get("choices", {})) < 2:
                anna.hear()
            assert anna.welcome["game"]["trouble"]["choices"] == {"anna": "go-back", "ben": "end"}
            assert table.get("/api/game", links["anna"])["stage"] == "playing"
            assert choose(ben, "go-back")["say"] == "accepted"
            while not anna.position:
                anna.hear()
            settle({"anna": anna, "ben": ben})
            assert "trouble" not in anna.welcome["game"]
            log = table.get("/api/game/log", links["anna"])["lines"]
            assert 0 < len(log) < len(lines)
            assert log == lines[: len(log)]
            assert [anna.lines[n]["line"] for n in range(len(log))] == [line["line"] for line in log]
            play_out({"anna": anna, "ben": ben}, Random(9))
        assert table.get("/api/game/verify", links["ben"])["ok"]


def test_the_clock_stands_while_players_choose_and_runs_again_afterwards(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with hall(database) as table:
        _, links, lines = played(table, pace="day")
    slower(monkeypatch, lines)
    with hall(database) as table, table.sit(links["anna"]) as anna, table.sit(links["ben"]) as ben:
        assert _due(database) == 0
        choose(anna, "go-back")
        choose(ben, "go-back")
        while not anna.position:
            anna.hear()
        assert anna.position["due"] == _due(database) > 0


def _due(database: str) -> int:
    with sqlite3.connect(database.removeprefix("sqlite:///")) as connection:
        return int(connection.execute("select due from games").fetchone()[0])


def test_a_choice_outlives_a_restart(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with hall(database) as table:
        _, links, lines = played(table)
    slower(monkeypatch, lines, which=0)
    with hall(database) as table, table.sit(links["anna"]) as anna:
        choose(anna, "end")
    with hall(database) as table, table.sit(links["ben"]) as ben:
        assert ben.welcome["game"]["trouble"]["choices"] == {"anna": "end"}


def test_a_game_that_all_want_to_end_is_over_and_stays_readable(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with hall(database) as table:
        made, links, lines = played(table)
    slower(monkeypatch, lines)
    with hall(database) as table:
        with table.sit(links["anna"]) as anna, table.sit(links["ben"]) as ben:
            choose(anna, "end")
            choose(ben, "end")
            while anna.welcome["game"]["stage"] != "over":
                anna.hear()
            assert anna.welcome["game"]["outcome"] == {"winners": [], "reason": "the rules have changed"}
        assert table.get("/api/game/log", links["anna"])["lines"] == lines
        assert table.get("/api/game/log", made["watch"], full=1)["lines"]
        assert not table.get("/api/game/verify", made["host"])["ok"]
        with table.sit(links["anna"]) as anna:
            assert [line["line"] for line in lines] == [anna.lines[n]["line"] for n in range(len(lines))]


def test_at_one_screen_one_choice_is_enough(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with hall(database) as table:
        made = table.hot_seat()
        with table.sit(made["table"]) as both:
            for seat, mine in (("anna", 12), ("ben", 13)):
                both.look(seat)
                assert both.submit({"do": "plan", "stance": "hold", "mine": mine})["say"] == "accepted"
    monkeypatch.setattr("mini.questions.PlanTheTurn.check", _never)
    under(monkeypatch, Reworded)
    with hall(database) as table, table.sit(made["table"]) as both:
        assert both.welcome["game"]["trouble"]
        assert choose(both, "go-back")["say"] == "accepted"
        while not both.position:
            both.hear()
        assert both.is_asked()


def _never(question: object, view: object, order: object) -> None:
    raise Illegal("Nobody plans any more.", "MINI-2")


def test_who_may_not_know_the_difference_is_not_told_it(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A secret plan that is refused now is told to its owner alone."""
    with hall(database) as table:
        _, links = table.seated()
        with table.sit(links["anna"]) as anna:
            assert anna.submit({"do": "plan", "stance": "hold", "mine": 12})["say"] == "accepted"
    monkeypatch.setattr("mini.questions.PlanTheTurn.check", _never)
    under(monkeypatch, Reworded)
    with hall(database) as table, table.sit(links["anna"]) as anna, table.sit(links["ben"]) as ben:
        assert anna.welcome["game"]["trouble"]["now"] == "Nobody plans any more."
        assert ben.welcome["game"]["trouble"] == {}
        assert not any("plans" in text for text in ben.heard)


def test_nobody_chooses_where_nothing_has_changed(table: Hall) -> None:
    _, links = table.seated()
    with table.sit(links["anna"]) as anna:
        assert choose(anna, "end")["code"] == "illegal"
