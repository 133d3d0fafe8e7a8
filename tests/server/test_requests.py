"""What players ask of each other and of the server around a game: draws, taking back, dice, replays."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from planspiel.kernel import Seat, Text
from planspiel.kernel.log import Rolled
from planspiel.server.measuring import dice_statistics
from server.clients import Hall, Player, play_out, settle
from server.test_the_gate import moving

Two = tuple[Player, Player]


@pytest.fixture
def duel(table: Hall) -> Iterator[Two]:
    _, links = table.seated()
    with table.sit(links["anna"]) as anna, table.sit(links["ben"], language="de") as ben:
        yield anna, ben


def answer(player: Player, request: str, yes: bool) -> dict[str, Any]:
    said = {"say": "answer", "submission": uuid.uuid4().hex, "request": request, "yes": yes}
    return player.ask(said)


def notices(player: Player) -> list[dict[str, Any]]:
    heard = [json.loads(text) for text in player.heard]
    return [each for told in heard if told["say"] == "said" for each in told["messages"] if "about" in each]


def test_a_draw_is_answered_with_yes(duel: Two) -> None:
    anna, ben = duel
    anna.instruct({"tell": "offer-draw"})
    settle({"ben": ben})
    assert answer(ben, "draw", True)["say"] == "accepted"
    while "outcome" not in anna.position:
        anna.hear()
    assert anna.position["outcome"]["reason"] == "draw by agreement"


def test_a_draw_that_is_declined_is_told_and_no_longer_asked_for(duel: Two) -> None:
    anna, ben = duel
    assert answer(ben, "draw", False)["reason"] == "Darum hat niemand gebeten."
    anna.instruct({"tell": "offer-draw"})
    settle({"ben": ben})
    assert answer(anna, "draw", False)["code"] == "illegal", "nobody answers his own offer"
    assert answer(ben, "draw", False)["say"] == "accepted"
    settle({"anna": anna, "ben": ben})
    assert anna.position["declined"] == ["draw"]
    (told,) = notices(anna)
    assert (told["about"], told["seat"], told["text"]) == ("declined-draw", "ben", "ben declines the draw.")
    assert told["text_de"] == "ben lehnt das Unentschieden ab."
    anna.instruct({"tell": "withdraw-draw"})
    settle({"anna": anna})
    assert "declined" not in anna.position


def test_a_taking_back_says_which_step_is_undone_and_is_answered(duel: Two) -> None:
    anna, ben = duel
    moving(anna, ben)
    assert anna.submit({"do": "move", "token": "red-1", "path": [7]})["say"] == "accepted"
    settle({"anna": anna, "ben": ben})
    assert "take_back_step" not in anna.position
    anna.instruct({"tell": "take-back"})
    settle({"anna": anna, "ben": ben})
    assert anna.position["take_back_step"] == "red-1 moves to 7."
    assert ben.position["take_back_step"] in ("red-1 moves to 7.", "anna hat geantwortet.")
    assert answer(ben, "take-back", False)["say"] == "accepted"
    settle({"anna": anna, "ben": ben})
    assert ben.position["declined"] == ["take-back"]
    assert answer(ben, "take-back", True)["say"] == "accepted", "he may think again"
    settle({"anna": anna, "ben": ben})
    assert anna.position["view"]["own"]["red-1"]["at"] != 7


def test_what_may_be_taken_back_alone_is_named_too(table: Hall) -> None:
    _, links = table.seated(options={"hidden": False})
    with table.sit(links["anna"]) as anna, table.sit(links["ben"]) as ben:
        moving(anna, ben)
        anna.submit({"do": "move", "token": "red-0", "path": [6]})
        settle({"anna": anna, "ben": ben})
        assert anna.position["can_take_back"]
        assert anna.position["take_back_step"] == "red-0 moves to 6."
        assert "take_back_step" not in ben.position


def test_faces_are_counted_for_each_side_and_for_all() -> None:
    rolls = [
        Rolled("2d6", (1, 6), Text("fire"), roller="red-0"),
        Rolled("1d6", (6,), Text("fire"), roller="blue-0"),
        Rolled("1d10", (3,), Text("hidden"), roller="blue-0", seen_by=(Seat("ben"),)),
    ]
    found = dice_statistics(rolls, Seat("anna"), lambda roller: roller.partition("-")[0], full=False)
    (six,) = found.sorts
    assert (found.rolls, six.sides, six.expected) == (2, 6, 350)
    assert {row.side: (row.throws, row.faces, row.mean) for row in six.rows} == {
        "": (3, (1, 0, 0, 0, 0, 2), 433),
        "red": (2, (1, 0, 0, 0, 0, 1), 350),
        "blue": (1, (0, 0, 0, 0, 0, 1), 600),
    }
    everything = dice_statistics(rolls, None, lambda roller: "", full=True)
    assert [sort.sides for sort in everything.sorts] == [6, 10]


def test_dice_are_counted_while_the_game_runs_and_verified_after_the_end(table: Hall) -> None:
    made, links = table.seated()
    with table.sit(links["anna"]) as anna, table.sit(links["ben"]) as ben:
        play_out({"anna": anna, "ben": ben}, Random(11), most=6)
        assert "secret" not in table.get("/api/game/verify", links["anna"])
        assert table.get("/api/game/dice", links["anna"], full=1, status=403)
        play_out({"anna": anna, "ben": ben}, Random(11))
    everything = table.get("/api/game/dice", made["watch"], full=1)
    seen = table.get("/api/game/dice", links["anna"])
    assert everything["rolls"] >= seen["rolls"] > 0
    checked = table.get("/api/game/verify", links["ben"])
    assert checked["dice_verified"]
    assert checked["rolls"] >= everything["rolls"]
    assert len(checked["secret"]) == 64


def test_a_finished_game_is_shared_by_one_link_that_only_shows(table: Hall) -> None:
    made, links = table.seated()
    assert table.post("/api/game/share", {}, links["anna"], status=403)["reason"] == "The game has not ended."
    with table.sit(links["anna"]) as anna:
        anna.instruct({"tell": "resign"})
    shared = table.post("/api/game/share", {}, links["anna"])["token"]
    assert table.post("/api/game/share", {}, made["watch"])["token"] == shared
    assert shared not in (*links.values(), made["watch"], made["host"])
    assert table.get("/api/game", shared)["stage"] == "over"
    assert table.get("/api/game/log", shared, full=1)["lines"]
    assert table.get("/api/game/moment", shared, seat="anna", n=0)["view"]
    assert table.get("/api/game/notes", shared, status=403)
    assert table.http.delete("/api/game", headers={"authorization": f"Bearer {shared}"}).status_code == 403
    with table.sit(shared) as eve:
        assert eve.welcome["role"] == "watch"
        assert eve.position["outcome"]


def test_a_rematch_exchanges_the_sides_and_gives_both_their_links(table: Hall) -> None:
    _, links = table.seated()
    with table.sit(links["anna"]) as anna, table.sit(links["ben"]) as ben:
        anna.instruct({"tell": "resign"})
        mine = table.post("/api/game/rematch", {"swap": True}, links["anna"])
        assert ben.until("rematch")["game"] == mine["game"]
    his = table.post("/api/game/rematch", {}, links["ben"])
    assert (mine["seat"], his["seat"], his["game"]) == ("ben", "anna", mine["game"])
    assert table.get("/api/game", his["token"])["stage"] == "playing"
