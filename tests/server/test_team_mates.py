"""Team mates: players share a side of Barbarossa 1941, and everything at the table is as with two."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from msgspec.structs import replace

from server.clients import PATIENT, Hall, Player, hall, settle

TWO_TO_ONE = {"german": 2}
SEATS = ["german", "german-2", "soviet"]
PLAN: dict[str, Any] = {"do": "plan", "parts": {}}

Players = dict[str, Player]


def created(table: Hall, **wanted: Any) -> dict[str, Any]:
    return table.create("lesson", system="barbarossa1941", players=TWO_TO_ONE, **wanted)


@pytest.fixture
def links(table: Hall) -> dict[str, str]:
    return table.seated("lesson", system="barbarossa1941", players=TWO_TO_ONE)[1]


@pytest.fixture
def three(table: Hall, links: dict[str, str]) -> Iterator[Players]:
    with ExitStack() as open_:
        yield {seat: open_.enter_context(table.sit(link)) for seat, link in links.items()}


def asked(player: Player) -> str:
    return str(player.position["asked"]["question"]["ask"]) if player.is_asked() else ""


def seal_all(players: Players) -> None:
    for player in players.values():
        assert player.submit(PLAN)["say"] == "accepted"
    settle(players)


# -- seats ---------------------------------------------------------------------------------------------


def test_the_lobby_says_how_many_may_share_a_side(table: Hall) -> None:
    lesson = table.get("/api/systems/barbarossa1941")["scenarios"][0]
    assert lesson["most"] == {"german": 3, "soviet": 3}
    assert "most" not in table.get("/api/systems/blitzkrieg1940")["scenarios"][0]


def test_every_team_mate_has_a_seat_and_a_link_and_the_units_are_dealt_round(
    table: Hall, links: dict[str, str], three: Players
) -> None:
    assert list(links) == SEATS
    info = table.get("/api/game", links["german-2"])
    assert info["yours"] == "german-2"
    assert {each["seat"]: each["sides"] for each in info["seats"]}["german-2"] == ["german"]
    pieces = {seat: player.position["asked"]["pieces"] for seat, player in three.items()}
    assert pieces == {
        "german": ["unit:g1", "unit:g3"],
        "german-2": ["unit:g2"],
        "soviet": ["unit:s1", "unit:s2"],
    }


@pytest.mark.parametrize(
    ("system", "players", "reason"),
    [
        ("barbarossa1941", {"german": 4}, "Of german there may be 1 to 3."),
        ("barbarossa1941", {"soviet": 0}, "Of soviet there may be 1 to 3."),
        ("barbarossa1941", {"french": 2}, "french is not a seat of this game."),
        ("blitzkrieg1940", {"german": 2}, "Of german there may be 1 to 1."),
    ],
)
def test_seats_that_cannot_be_are_refused(
    table: Hall, system: str, players: dict[str, int], reason: str
) -> None:
    scenario = {"barbarossa1941": "lesson", "blitzkrieg1940": "duel"}[system]
    wanted = {"system": system, "scenario": scenario, "players": players}
    assert table.post("/api/games", wanted, status=422)["reason"] == reason


def test_at_one_screen_each_looks_with_their_own_eyes(table: Hall) -> None:
    made = created(table, hot_seat=True)
    with table.sit(made["table"]) as screen:
        for seat in SEATS:
            screen.look(seat)
            assert screen.submit(PLAN, seat=seat)["say"] == "accepted"
        screen.ask({"say": "explain", "thing": "unit:g1"})
        assert screen.position["view"]["turn"] == 2 or asked(screen) != "plan-round"


# -- play ----------------------------------------------------------------------------------------------


def test_the_round_runs_when_all_three_have_sealed(three: Players) -> None:
    for seat in SEATS[:2]:
        assert three[seat].submit(PLAN)["say"] == "accepted"
    settle(three)
    soviet = three["soviet"].position
    assert (soviet["sealed"], soviet["awaited"]) == (["german", "german-2"], ["soviet"])
    assert three["soviet"].submit(PLAN)["say"] == "accepted"
    settle(three)
    assert [player.position["view"]["turn"] for player in three.values()] == [2, 2, 2]


def test_a_unit_is_entrusted_to_a_team_mate_and_the_enemy_hears_nothing_of_it(three: Players) -> None:
    heard = len(three["soviet"].heard)
    told = three["german"].instruct({"tell": "entrust", "unit": "g1", "to": "german-2"})
    assert told["say"] == "accepted"
    settle(three)
    assert "entrust" not in "".join(three["soviet"].heard[heard:])
    seal_all(three)
    assert three["german-2"].position["asked"]["pieces"] == ["unit:g1", "unit:g2"]
    refused = three["german"].instruct({"tell": "entrust", "unit": "g3", "to": "soviet"})
    assert (refused["say"], refused["reason"]) == ("refused", "soviet is no team mate.")


def test_team_mates_see_the_same_units_and_the_enemy_does_not_see_their_orders(three: Players) -> None:
    orders = {"unit:g2": {"order": "defend", "facing": 1, "distance": 2}}
    assert three["german-2"].submit({**PLAN, "parts": orders})["say"] == "accepted"
    settle(three)
    views = {seat: three[seat].position["view"] for seat in SEATS}
    assert views["german"]["units"] == views["german-2"]["units"]
    assert views["german"]["mates"] == ["german-2"]
    assert views["soviet"].get("mates", []) == []
    assert "defend" not in json.dumps([three[seat].position for seat in ("german", "soviet")])


def test_what_is_said_reaches_everyone(three: Players) -> None:
    three["german-2"].ask({"say": "chat", "submission": "c", "text": "good luck"})
    settle(three)
    assert all("good luck" in "".join(player.heard) for player in three.values())


# -- consent -------------------------------------------------------------------------------------------


def test_taking_back_needs_the_consent_of_all_three(three: Players) -> None:
    seal_all(three)
    assert three["german-2"].instruct({"tell": "take-back"})["say"] == "accepted"
    three["soviet"].instruct({"tell": "allow-take-back"})
    settle(three)
    assert three["german"].position["take_back"] == ["german-2", "soviet"]
    assert three["german"].position["view"]["turn"] == 2
    three["german"].instruct({"tell": "allow-take-back"})
    settle(three)
    assert three["german"].position["view"]["turn"] == 1
    assert asked(three["german-2"]) == "plan-round"


def test_a_draw_needs_all_three(three: Players) -> None:
    for seat in ("german", "soviet"):
        three[seat].instruct({"tell": "offer-draw"})
    settle(three)
    assert "outcome" not in three["german"].position
    three["german-2"].instruct({"tell": "offer-draw"})
    settle(three)
    assert three["german"].position["outcome"]["winners"] == []


def until_over(player: Player) -> list[str]:
    while "outcome" not in player.position:
        player.until("position")
    return list(player.position["outcome"]["winners"])


def test_a_bot_agrees_to_what_the_people_of_both_sides_want(table: Hall) -> None:
    made = created(table, bots={"german-2": "random"})
    mine = {
        seat: table.post("/api/join", {"invite": made["invites"][seat]})["token"] for seat in made["invites"]
    }
    with table.sit(mine["german"]) as german, table.sit(mine["soviet"]) as soviet:
        german.instruct({"tell": "offer-draw"})
        soviet.instruct({"tell": "offer-draw"})
        assert until_over(german) == []


def test_bots_give_no_draw_to_those_who_play_against_them_alone(table: Hall) -> None:
    made = created(table, bots={"german-2": "random", "soviet": "random"})
    mine = table.post("/api/join", {"invite": made["invites"]["german"]})["token"]
    with table.sit(mine) as german:
        german.instruct({"tell": "offer-draw"})
        while "declines the draw" not in german.heard[-1]:
            german.hear()
        settle({"german": german})
        assert german.position["declined"] == ["draw"]
        assert "outcome" not in german.position


def test_a_bot_lets_the_only_player_take_back(table: Hall) -> None:
    made = created(table, bots={"german-2": "random", "soviet": "random"})
    mine = table.post("/api/join", {"invite": made["invites"]["german"]})["token"]
    with table.sit(mine) as german:
        planned = german.decision
        assert german.submit(PLAN)["say"] == "accepted"
        while german.decision in ("", planned) or german.position["awaited"] != ["german"]:
            german.until("position")  # whatever is asked next, once the bots have answered it
        german.instruct({"tell": "take-back"})
        while german.position["view"]["turn"] == 2 or asked(german) != "plan-round":
            german.until("position")


# -- the rest of the table -----------------------------------------------------------------------------


def test_bots_share_a_side_and_play_to_the_end(table: Hall) -> None:
    made = created(table, bots=dict.fromkeys(SEATS, "greedy"))
    with table.sit(made["watch"]) as eve:
        until_over(eve)
    assert table.get("/api/game/verify", made["host"])["ok"]


def test_when_time_runs_out_every_team_mate_is_decided_for(database: str) -> None:
    with hall(database, replace(PATIENT, live_seconds=0.4, clock_seconds=0.1)) as table:
        made, _ = table.seated(
            "lesson", system="barbarossa1941", players=TWO_TO_ONE, pace="live", substitute="random"
        )
        with table.sit(made["watch"]) as eve:
            while eve.position["view"]["turn"] == 1:
                eve.until("position")
        said = "".join(eve.heard)
        assert all(f"The time of {seat} has run out" in said for seat in SEATS)


def test_a_browser_hears_that_a_team_mate_s_game_waits(table: Hall, links: dict[str, str]) -> None:
    found = table.post("/api/mine", {"tokens": [links["german-2"], links["soviet"]]})
    assert [each["waits_for_me"] for each in found["games"]] == [True, True]
    with table.sit(links["german-2"]) as mate:
        mate.submit(PLAN)
    found = table.post("/api/mine", {"tokens": [links["german-2"], links["soviet"]]})
    assert {each["seat"]: each["waits_for_me"] for each in found["games"]} == {
        "soviet": True,
        "german-2": False,
    }


@pytest.mark.parametrize(
    ("swap", "seats"),
    [
        (False, {"german": "german", "german-2": "german-2", "soviet": "soviet"}),
        (True, {"german": "soviet", "german-2": "soviet-2", "soviet": "german"}),
    ],
)
def test_team_mates_stay_together_in_a_rematch(
    table: Hall, links: dict[str, str], swap: bool, seats: dict[str, str]
) -> None:
    with table.sit(links["soviet"]) as soviet:
        soviet.instruct({"tell": "resign"})
        assert until_over(soviet) == ["german"]
    again = {seat: table.post("/api/game/rematch", {"swap": swap}, link) for seat, link in links.items()}
    assert {seat: joined["seat"] for seat, joined in again.items()} == seats
    assert table.get("/api/game", again["german"]["token"])["stage"] == "playing"


def test_a_game_of_three_is_saved_and_loaded(table: Hall) -> None:
    made = created(table, hot_seat=True)
    with table.sit(made["table"]) as screen:
        for seat in SEATS:
            screen.look(seat)
            assert screen.submit(PLAN, seat=seat)["say"] == "accepted"
    file = table.http.get("/api/game/save", headers={"authorization": f"Bearer {made['table']}"}).text
    again = table.http.post("/api/saves", content=file).json()
    assert [each["seat"] for each in table.get("/api/game", again["table"])["seats"]] == SEATS
    with table.sit(again["table"]) as screen:
        assert screen.position["view"]["turn"] == 2
    mate = '"german-2":["german"],'
    fewer = table.http.post("/api/saves", content=file.replace(mate, "", 1)).json()
    assert fewer["reason"] == "This is not a save: its log is of other seats"
    other = table.http.post("/api/saves", content=file.replace(mate, '"nobody":["german"],', 1)).json()
    assert other["reason"] == "nobody is not a seat of this game."
