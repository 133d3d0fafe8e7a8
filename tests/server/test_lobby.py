"""Before and after play: games, seats, what waits for me, hot-seat, bots, rematches, chat, notes."""

from __future__ import annotations

import json
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from planspiel.bots.german import SENTENCES
from planspiel.kernel import System
from planspiel.kernel.rulebook import SYSTEMS
from planspiel.systems import registry
from server.clients import Hall, Player, play_out, settle

PLAN = {"do": "plan", "stance": "hold", "mine": 12}


def test_the_systems_their_scenarios_and_options_are_listed(table: Hall) -> None:
    listed = {each["id"]: each for each in table.get("/api/systems")}
    assert listed["mini"]["playable"]
    assert not listed["behind_omaha"]["playable"]
    mini = table.get("/api/systems/mini")
    assert {"id": "duel", "seats": {"anna": ["red"], "ben": ["blue"]}} in mini["scenarios"]
    assert mini["choices"]["scouting"]["default"] is False
    assert table.get("/api/systems/mini/pack")["fire"]["cite"] == "MINI-3"
    assert "move-or-done" in json.dumps(table.get("/api/systems/mini/schema"))
    assert table.get("/api/systems/chess", status=404)["code"] == "not-found"


def test_the_lobby_is_shown_before_the_systems_of_the_mission_are_built(
    table: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    built: list[str] = []
    load = registry.load

    def noted(name: str, overlays: Iterable[registry.Overlay] = ()) -> System[Any, Any, Any]:
        built.append(name)
        return load(name, overlays)

    monkeypatch.setattr(registry, "load", noted)
    listed = [each["id"] for each in table.get("/api/systems") if each["playable"]]
    assert {"blitzkrieg1940", "barbarossa1941", "mini"} <= set(listed)
    assert not {*built} & {*SYSTEMS}


def test_printed_material_is_sent_compressed_to_those_who_take_it(table: Hall) -> None:
    plain = table.http.get("/api/systems/mini/pack", headers={"accept-encoding": "identity"})
    small = table.http.get("/api/systems/mini/pack", headers={"accept-encoding": "br, gzip;q=0.5"})
    assert "content-encoding" not in plain.headers
    assert small.headers["content-encoding"] == "gzip"
    assert small.json() == plain.json()


def test_german_has_the_headings_of_a_book_that_names_its_sections(table: Hall) -> None:
    assert table.get("/api/systems/barbarossa1941/german")["§ planning"] == "Planungsphase"
    counted = table.get("/api/systems/blitzkrieg1940/german")
    assert not [key for key in counted if key.startswith("§")]


def test_german_has_the_reasons_of_bots(table: Hall) -> None:
    words = table.get("/api/systems/blitzkrieg1940/german")
    assert set(SENTENCES) <= set(words)


def test_a_refusal_comes_in_the_language_of_the_page(table: Hall) -> None:
    found = table.http.get("/api/systems/chess", headers={"accept-language": "de"})
    assert found.json()["reason"] == "Ein Spielsystem chess gibt es nicht."


def test_rules_are_found_by_words(table: Hall) -> None:
    found = table.get("/api/systems/blitzkrieg1940/rules", search="opportunity fire", limit=3)
    assert 0 < len(found) <= 3
    one = found[0]["id"]
    assert table.get(f"/api/systems/blitzkrieg1940/rules/{one}")["text"] == found[0]["text"]
    assert table.get("/api/systems/blitzkrieg1940/rules/BLK-0", status=404)["code"] == "not-found"


@pytest.mark.parametrize(
    "wanted",
    [
        {"system": "mini", "scenario": "no such"},
        {"system": "mini", "scenario": "duel", "options": {"no such": True}},
        {"system": "mini", "scenario": "duel", "options": {"hidden": "perhaps"}},
        {"system": "mini", "scenario": "duel", "bots": {"nobody": "random"}},
        {"system": "mini", "scenario": "duel", "bots": {"anna": "no such bot"}},
    ],
)
def test_a_game_that_cannot_be_is_not_created(table: Hall, wanted: object) -> None:
    assert table.post("/api/games", wanted, status=422)["code"] == "illegal"


def test_the_commitment_to_the_dice_is_shown_before_players_give_their_words(table: Hall) -> None:
    made = table.create()
    assert len(made["commitment"]) == 64
    for seat in ("anna", "ben"):
        assert table.get("/api/game", made["host"])["stage"] == "gathering"
        table.post("/api/join", {"invite": made["invites"][seat], "words": f"words of {seat}"})
    info = table.get("/api/game", made["host"])
    assert info["stage"] == "playing"
    assert info["commitment"] == made["commitment"]
    opened = table.get("/api/game/log", made["watch"])["lines"][0]["line"]["what"]
    assert opened["commitment"] == made["commitment"]
    assert opened["words"] == ["words of anna", "words of ben"]


def test_an_invitation_is_spent_once(table: Hall) -> None:
    made = table.create()
    invite = made["invites"]["anna"]
    claim = "a claim that nobody else knows"
    first = table.post("/api/join", {"invite": invite, "claim": claim})
    assert table.post("/api/join", {"invite": invite}, status=409)["code"] == "taken"
    assert table.post("/api/join", {"invite": invite, "claim": "another claim of someone"}, status=409)
    again = table.post("/api/join", {"invite": invite, "claim": claim})
    assert again["token"] != first["token"]
    assert table.get("/api/game", first["token"], status=401)
    assert table.get("/api/game", again["token"])["game"] == made["game"]


def test_those_who_wait_are_told_when_others_sit_down_and_play_begins(table: Hall) -> None:
    made = table.create()
    link = table.post("/api/join", {"invite": made["invites"]["anna"], "name": "Anna"})["token"]
    with table.sit(link) as anna:
        assert anna.welcome["game"]["stage"] == "gathering"
        found = anna.ask({"say": "submit", "submission": "s", "decision": "d", "order": PLAN})
        assert found["code"] == "not-started"
        table.post("/api/join", {"invite": made["invites"]["ben"], "name": "Ben"})
        while anna.welcome["game"]["stage"] == "gathering":
            anna.hear()
        assert [seat["name"] for seat in anna.welcome["game"]["seats"]] == ["Anna", "Ben"]
        anna.until("position")
        assert anna.is_asked()
        assert anna.lines[0]["line"]["what"]["entry"] == "opened"


def test_the_lobby_offers_listed_games_alone(table: Hall) -> None:
    shown, hidden = table.create(listed=True), table.create()
    assert [each["game"] for each in table.get("/api/lobby")["games"]] == [shown["game"]]
    joined = table.post("/api/join", {"game": shown["game"], "seat": "ben", "name": "Ben"})
    assert joined["seat"] == "ben"
    assert table.post("/api/join", {"game": shown["game"], "seat": "ben"}, status=409)["code"] == "taken"
    assert table.post("/api/join", {"game": hidden["game"], "seat": "ben"}, status=404)


def test_the_game_that_has_waited_for_me_longest_is_next(table: Hall) -> None:
    first, links = table.seated()
    _, others = table.seated()
    mine = [links["anna"], others["ben"]]
    assert table.post("/api/mine", {"tokens": mine})["next"] == 0
    with table.sit(links["anna"]) as anna:
        anna.submit(PLAN)
    found = table.post("/api/mine", {"tokens": [*mine, "x" * 30]})
    assert found["next"] == 1
    assert [game["waits_for_me"] for game in found["games"]] == [True, False]
    assert found["games"][1]["game"]["game"] == first["game"]
    with table.sit(others["ben"]) as ben:
        ben.submit(PLAN)
    assert table.post("/api/mine", {"tokens": mine})["next"] is None


def test_one_screen_plays_all_seats_each_through_its_own_eyes(table: Hall) -> None:
    made = table.hot_seat()
    rng = Random(3)
    with table.sit(made["table"]) as both:
        while "outcome" not in both.position:
            waiting = [
                seat for seat in both.position["awaited"] if seat not in both.position.get("sealed", [])
            ]
            if not both.is_asked() or both.position["asked"].get("is_sealed"):
                both.lines = {}
                both.look(next(seat for seat in waiting if seat != both.position["seat"]))
            assert both.position["view"]["seat"] == both.position["seat"]
            assert both.play(rng)["say"] == "accepted"
            both.ask({"say": "explain", "thing": "x"})
    assert table.get("/api/game/verify", made["table"])["ok"]


def test_typed_in_dice_are_asked_for_and_checked(table: Hall) -> None:
    made = table.hot_seat(dice="typed", options={"hidden": False})
    assert made["commitment"] == ""
    rng = Random(12)
    thrown = 0
    with table.sit(made["table"]) as both:
        while "outcome" not in both.position:
            if "dice" in both.position:
                thrown += _throw(both, rng)
                continue
            waiting = [
                seat for seat in both.position["awaited"] if seat not in both.position.get("sealed", [])
            ]
            if not both.is_asked() or both.position["asked"].get("is_sealed"):
                both.lines = {}
                both.look(next(seat for seat in waiting if seat != both.position["seat"]))
            assert both.play(rng)["say"] == "accepted"
            both.ask({"say": "explain", "thing": "x"})
    assert thrown > 0
    found = table.get("/api/game/verify", made["table"])
    assert found["ok"]
    assert not found.get("dice_verified")


def _throw(both: Player, rng: Random) -> int:
    asked = both.position["dice"]
    count, sides = map(int, asked["dice"].split("d"))
    said = {"say": "throw", "submission": f"dice {rng.random()}", "decision": asked["decision"]}
    assert both.ask({**said, "pips": [sides + 1] * count})["code"] == "illegal"
    assert both.ask({**said, "pips": [1] * count, "decision": "another"})["code"] == "stale"
    assert both.ask({**said, "pips": [rng.randrange(sides) + 1 for _ in range(count)]})["say"] == "accepted"
    both.ask({"say": "explain", "thing": "x"})
    return 1


def test_a_rematch_brings_the_same_players_to_a_new_game(table: Hall) -> None:
    made, links = table.seated()
    assert table.post("/api/game/rematch", {}, links["anna"], status=409)["code"] == "not-started"
    with table.sit(links["anna"]) as anna, table.sit(links["ben"]) as ben:
        anna.instruct({"tell": "resign"})
        again = table.post("/api/game/rematch", {"swap": True}, links["anna"])
        assert again["seat"] == "ben"
        assert ben.until("rematch")["game"] == again["game"]
    assert table.get("/api/game", again["token"])["stage"] == "gathering"
    other = table.post("/api/game/rematch", {}, links["ben"])
    assert (other["game"], other["seat"]) == (again["game"], "anna")
    assert table.get("/api/game", other["token"])["stage"] == "playing"
    assert table.post("/api/game/rematch", {}, made["watch"], status=403)


def test_messages_and_presence_reach_everyone_at_the_table(table: Hall) -> None:
    made, links = table.seated()
    with table.sit(links["anna"]) as anna, table.sit(made["watch"]) as eve:
        with table.sit(links["ben"]) as ben:
            while anna.until("present")["seats"] != ["anna", "ben"]:
                pass
            ben.ask({"say": "chat", "submission": "1", "text": "good luck"})
            assert ben.ask({"say": "chat", "submission": "1", "text": "good luck"})["again"]
        assert [each["text"] for each in anna.until("said")["messages"]] == ["good luck"]
        assert eve.until("said")["messages"][0]["seat"] == "ben"
        while anna.until("present")["seats"] != ["anna"]:
            pass
    assert len(table.get("/api/game/chat", links["anna"])["messages"]) == 1


def test_notes_are_their_writers_alone(table: Hall) -> None:
    made, links = table.seated()
    written = table.http.put(
        "/api/game/notes",
        content='{"text":"watch the ford"}',
        headers={"authorization": f"Bearer {links['anna']}"},
    )
    assert written.status_code == 200
    assert table.get("/api/game/notes", links["anna"])["text"] == "watch the ford"
    assert table.get("/api/game/notes", links["ben"])["text"] == ""
    assert table.get("/api/game/notes", links["ben"], status=403, seat="anna")
    assert table.get("/api/game/notes", made["host"], status=403)


def test_a_player_who_comes_back_hears_only_what_is_new(table: Hall) -> None:
    _, links = table.seated()
    with table.sit(links["anna"]) as anna, table.sit(links["ben"]) as ben:
        play_out({"anna": anna, "ben": ben}, Random(1), most=4)
        known = max(anna.lines) + 1
        settle({"anna": anna})
    with table.sit(links["anna"], since=known - 2) as anna:
        assert sorted(anna.lines) == [known - 2, known - 1]
        anna.send({"say": "recall", "since": 0})
        while 0 not in anna.lines:
            anna.hear()
        assert sorted(anna.lines) == list(range(known))


def test_sentences_are_said_in_the_players_language(table: Hall) -> None:
    _, links = table.seated()
    with table.sit(links["anna"], language="de") as anna:
        found = anna.ask({"say": "submit", "submission": "1", "decision": "old", "order": PLAN})
        assert found["reason"] == "Das beantwortet eine andere Frage als die, die jetzt gestellt ist."
        anna.send({"say": "look", "language": "en"})
        found = anna.ask({"say": "submit", "submission": "1", "decision": "old", "order": PLAN})
        assert found["reason"] == "This answers another question than the one asked now."
