"""Pace: when the time for a decision has run out, a bot decides this once, and everyone is told."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from msgspec.structs import replace

from server.clients import PATIENT, Hall, Player, hall, settle

FAST = replace(PATIENT, live_seconds=0.4, clock_seconds=0.1)
PLAN = {"do": "plan", "stance": "hold", "mine": 12}


def notices(player: Player) -> list[dict[str, Any]]:
    heard = [json.loads(text) for text in player.heard]
    return [each for told in heard if told["say"] == "said" for each in told["messages"] if "about" in each]


def test_whoever_lets_the_time_run_out_is_decided_for_once_and_all_are_told(database: str) -> None:
    with hall(database, FAST) as table:
        made, links = table.seated(pace="live", substitute="random")
        info = table.get("/api/game", made["host"])
        assert (info["pace"], info["substitute"]) == ("live", "random")
        with table.sit(links["anna"]) as anna, table.sit(made["watch"]) as eve:
            while {each["seat"] for each in notices(eve)} != {"anna", "ben"}:
                eve.hear()
            told = next(each for each in notices(eve) if each["seat"] == "ben")
            assert told["about"] == "time-ran-out"
            assert told["text"] == "The time of ben has run out: random decides for them this once."
            while not any(_is_answer_of(line, "anna") for line in anna.lines.values()):
                anna.hear()


def _is_answer_of(line: dict[str, Any], seat: str) -> bool:
    what = line["line"]["what"]
    return bool(what["entry"] == "answered" and what["seat"] == seat)


def test_a_game_goes_to_its_end_though_nobody_plays_it(database: str) -> None:
    with hall(database, replace(FAST, live_seconds=0.01, clock_seconds=0.02)) as table:
        made, _ = table.seated(pace="live", substitute="greedy")
        with table.sit(made["watch"]) as eve:
            while "outcome" not in eve.position:
                eve.until("position")
        assert table.get("/api/game/verify", made["host"])["ok"]
        assert {each["bot"] for each in table.get("/api/game/reasons", made["host"])} == {"greedy"}


def test_the_clock_goes_on_over_instructions_chat_and_the_answers_of_others(table: Hall) -> None:
    _, links = table.seated(pace="day")
    with table.sit(links["anna"]) as anna, table.sit(links["ben"]) as ben:
        due = ben.position["due"]
        ben.instruct({"tell": "offer-draw"})
        ben.ask({"say": "chat", "submission": "c", "text": "a moment"})
        assert anna.submit(PLAN)["say"] == "accepted"
        settle({"anna": anna, "ben": ben})
        assert ben.position["due"] == due
        time.sleep(0.01)
        assert ben.submit({**PLAN, "mine": 13})["say"] == "accepted"
        settle({"anna": anna, "ben": ben})
        assert anna.position["due"] > due


def test_the_clock_survives_a_restart(database: str) -> None:
    with hall(database) as table:
        _, links = table.seated(pace="three-days")
        with table.sit(links["anna"]) as anna:
            due = anna.position["due"]
    with hall(database) as table, table.sit(links["anna"]) as anna:
        assert anna.position["due"] == due


@pytest.mark.parametrize("wanted", [{}, {"pace": "live", "bots": {"anna": "random", "ben": "random"}}])
def test_without_people_or_pace_no_clock_runs(table: Hall, wanted: dict[str, Any]) -> None:
    made = table.create(**wanted)
    for invite in made.get("invites", {}).values():
        table.post("/api/join", {"invite": invite})
    with table.sit(made["watch"]) as eve:
        assert "due" not in eve.position


def test_nobody_stops_the_clock_by_using_its_names(database: str) -> None:
    with hall(database, replace(FAST, live_seconds=2.0)) as table:
        made, links = table.seated(pace="live", substitute="random")
        with table.sit(links["ben"]) as ben, table.sit(made["watch"]) as eve:
            for name in (f"umpire time-{ben.decision}", f"time-{ben.decision}"):
                ben.ask({"say": "chat", "submission": name, "text": "mine"})
            ben.instruct({"tell": "offer-draw"}, submission=f"bot-{ben.decision}")
            while not [each for each in notices(eve) if each["seat"] == "ben"]:
                eve.hear()
            while not any(_is_answer_of(line, "ben") for line in ben.lines.values()):
                ben.hear()


def test_a_rematch_keeps_the_pace(table: Hall) -> None:
    _, links = table.seated(pace="day", substitute="greedy:bold")
    with table.sit(links["anna"]) as anna:
        anna.instruct({"tell": "resign"})
    again = table.post("/api/game/rematch", {}, links["anna"])
    info = table.get("/api/game", again["token"])
    assert (info["pace"], info["substitute"]) == ("day", "greedy:bold")


def test_the_server_says_which_paces_it_has(table: Hall) -> None:
    paces = {each["id"]: each["seconds"] for each in table.get("/api/server")["paces"]}
    assert paces == {"none": 0, "live": 300, "day": 86_400, "three-days": 259_200}
