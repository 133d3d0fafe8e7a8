"""What goes to a seat over the wire, recorded and searched for what it may not know."""

from __future__ import annotations

import base64
import json
import sqlite3
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from planspiel.server import store
from server.clients import PATIENT, Hall, Player, hall, play_out, process, settle
from server.sinks import mail_sink


def entries(player: Player) -> list[dict[str, Any]]:
    return [line["line"]["what"] for _, line in sorted(player.lines.items())]


def secret_of(database: str, game: str) -> bytes:
    """The secret of the dice, read where players cannot."""
    with sqlite3.connect(database.removeprefix("sqlite:///")) as connection:
        found: bytes = connection.execute("select secret from games where id = ?", (game,)).fetchone()[0]
    return found


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_traffic_of_a_seat_tells_what_it_may_not_know(database: str, table: Hall, seed: int) -> None:
    made, links = table.seated()
    secret = secret_of(database, made["game"])
    with table.sit(links["anna"]) as anna, table.sit(links["ben"]) as ben, table.sit(made["watch"]) as eve:
        anna.instruct({"tell": "set-standing-order", "reaction": "fire"})
        play_out({"anna": anna, "ben": ben}, Random(seed))
        eve.ask({"say": "explain", "thing": "x"})
        _search(ben, "anna", "red", secret)
        _search(anna, "ben", "blue", secret)
        for seat, side in (("anna", "red"), ("ben", "blue")):
            _search(eve, seat, side, secret)
        everything = "".join(anna.heard + ben.heard + eve.heard)
    for link in (*links.values(), *made["invites"].values(), made["host"], made["watch"]):
        assert link not in everything


def _search(player: Player, other: str, side: str, secret: bytes) -> None:
    """A hidden token is named only after it was seen, orders and mines never, the secret only at the end."""
    hidden = f'"{side}-2"'
    written = (secret.hex(), base64.b64encode(secret).decode())
    is_seen = is_closed = False
    for text in player.heard:
        message = json.loads(text)
        if message["say"] == "lines":
            for line in message["lines"]:
                what = line["line"]["what"]
                event = what.get("event", {})
                is_seen |= event.get("event") == "revealed" and event["token"] == f"{side}-2"
                is_closed |= what["entry"] == "closed"
                assert not (what["entry"] in ("answered", "instructed") and what["seat"] == other), what
                assert not (event.get("event") == "mine-laid" and event["side"] == side), what
                assert "step" not in what, "the agenda of the umpire is not for players"
        assert is_seen or hidden not in text
        assert is_closed or not any(word in text for word in written)
    assert is_closed, "the whole game was recorded"


def test_a_secret_instruction_sends_nothing_to_anyone_else(table: Hall) -> None:
    made, links = table.seated()
    with table.sit(links["anna"]) as anna, table.sit(links["ben"]) as ben, table.sit(made["watch"]) as eve:
        for player in (ben, eve):
            player.ask({"say": "explain", "thing": "x"})
        before = _heard(ben), _heard(eve)
        anna.instruct({"tell": "set-standing-order", "reaction": "fire"})
        anna.instruct({"tell": "set-standing-order", "reaction": "hold"})
        for player in (ben, eve):
            player.ask({"say": "explain", "thing": "x"})
        assert (_heard(ben), _heard(eve)) == (before[0] + 1, before[1] + 1)


def _heard(player: Player) -> int:
    """How much was heard of the game: not who came and went."""
    return sum(json.loads(text)["say"] != "present" for text in player.heard)


def test_a_sealed_order_tells_others_only_that_it_is_sealed(table: Hall) -> None:
    _, links = table.seated()
    with table.sit(links["anna"]) as anna, table.sit(links["ben"]) as ben:
        settle({"anna": anna, "ben": ben})
        before = ben.position
        anna.submit({"do": "plan", "stance": "attack", "mine": 17})
        settle({"anna": anna, "ben": ben})
        assert ben.position == {**before, "sealed": ["anna"], "awaited": ["ben"]}


def test_the_names_of_questions_do_not_depend_on_what_a_seat_cannot_know(table: Hall) -> None:
    """Ben's question has the same name whatever Anna sealed, said or how often."""
    names = set()
    _, links = table.seated()
    with table.sit(links["anna"]) as anna, table.sit(links["ben"]) as ben:
        for mine in (12, 13, 14):
            names.add(ben.decision)
            anna.submit({"do": "plan", "stance": "hold", "mine": mine})
            anna.instruct({"tell": "set-standing-order", "reaction": "hold"})
            settle({"anna": anna, "ben": ben})
        names.add(ben.decision)
    assert len(names) == 1


def test_a_spectator_of_hidden_play_sees_the_public_stream_and_no_view(table: Hall) -> None:
    made, links = table.seated()
    with table.sit(links["anna"]) as anna, table.sit(links["ben"]) as ben:
        play_out({"anna": anna, "ben": ben}, Random(4), most=6)
    with table.sit(made["watch"]) as eve:
        assert "view" not in eve.position
        assert "asked" not in eve.position
        assert {what["entry"] for what in entries(eve)} <= {
            "opened",
            "happened",
            "rolled",
            "undone",
            "closed",
        }


def test_links_and_words_are_neither_in_the_database_nor_in_the_logs(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'games.sqlite'}"
    with process(database) as running:
        made, links = running.hall.seated()
        with running.hall.sit(links["anna"]) as anna:
            anna.ask({"say": "chat", "submission": "1", "text": "nobody logs this"})
            anna.ask({"say": "explain", "thing": "square:?"})
            anna.socket.send('{"say":"submit","secret-word":1}')
        logged = running.stop()
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert '"event":"started"' in logged
    for link in (*links.values(), *made["invites"].values(), made["host"], made["watch"]):
        assert link not in logged
        assert link.encode() not in kept
    for word in ("nobody logs this", "secret-word", "anna says hello", "Anna"):
        assert word not in logged


def test_addresses_and_bots_reasons_are_not_in_the_logs(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'games.sqlite'}"
    limits = replace(PATIENT, notify_after_seconds=0.0)
    bots = ("server.mini_plugin:Chatty", "server.mini_plugin:Failing")
    with mail_sink() as (smtp, letters), process(database, limits, smtp=smtp, bots=bots) as running:
        table = running.hall
        _, links = table.seated(bots={"ben": bots[0]}, pace="live")
        table.put("/api/game/notify", {"email": "anna@home.example"}, links["anna"])
        with table.sit(links["anna"]) as anna:
            anna.submit({"do": "plan", "stance": "hold", "mine": 12})
        letters.get(timeout=20)
        made = table.create(bots={"anna": bots[1], "ben": "random"})
        with table.sit(made["watch"]) as eve:
            while "outcome" not in eve.position:
                eve.until("position")
        logged = running.stop()
    for event in ("worker-started", "notified", "bot-failed"):
        assert f'"event":"{event}"' in logged
    for word in ("home.example", "thought about it", "no idea", smtp, *links.values()):
        assert word not in logged


def test_a_deleted_game_leaves_nothing_behind(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'games.sqlite'}"
    with hall(database) as table:
        made, links = table.seated()
        with table.sit(links["anna"]) as anna:
            anna.ask({"say": "chat", "submission": "1", "text": "a word to be forgotten"})
            anna.submit({"do": "plan", "stance": "hold", "mine": 12})
            table.http.put(
                "/api/game/notes",
                content=json.dumps({"text": "a note to be forgotten"}),
                headers={"authorization": f"Bearer {links['anna']}"},
            ).raise_for_status()
            headers = {"authorization": f"Bearer {links['anna']}"}
            assert table.http.delete("/api/game", headers=headers).status_code == 403
            headers = {"authorization": f"Bearer {made['host']}"}
            assert table.http.delete("/api/game", headers=headers).status_code == 200
            anna.until("gone")
        assert table.get("/api/game", links["anna"], status=401)["code"] == "no-such-link"
        left = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert b"to be forgotten" not in left
    assert len(left) > 10_000
    assert made["game"].encode() not in left
    assert store.fingerprint(links["anna"]).encode() not in left
