"""Saves, logs, reports, replays, verification."""

from __future__ import annotations

import base64
import json
import sqlite3
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mini import Mini
from planspiel.kernel import Illegal, Keyed, Log
from server.clients import Hall, hall, play_out


def saved(table: Hall, link: str) -> bytes:
    found = table.http.get("/api/game/save", headers={"authorization": f"Bearer {link}"})
    assert found.status_code == 200, found.text
    return found.content


def restored(table: Hall, data: bytes) -> tuple[int, dict[str, Any]]:
    found = table.http.post("/api/saves", content=data)
    return found.status_code, found.json()


def test_a_game_at_one_screen_is_saved_openly_and_goes_on_from_its_file(table: Hall) -> None:
    made = table.hot_seat()
    with table.sit(made["table"], seat="anna") as both:
        both.submit({"do": "plan", "stance": "hold", "mine": 12})
        both.ask({"say": "explain", "thing": "x"})
        before = both.position
    status, found = restored(table, saved(table, made["table"]))
    assert status == 200
    assert found["game"] != made["game"]
    with table.sit(found["table"], seat="anna") as both:
        assert both.position["view"] == before["view"]
        assert both.position["asked"]["is_sealed"]
        both.look("ben")
        assert both.submit({"do": "plan", "stance": "hold", "mine": 13})["say"] == "accepted"


def test_a_running_game_of_several_links_is_sealed(database: str, tmp_path: Path) -> None:
    with hall(database) as table:
        made, links = table.seated(pace="day", substitute="greedy:bold")
        with table.sit(links["anna"]) as anna:
            anna.submit({"do": "plan", "stance": "hold", "mine": 12})
            anna.ask({"say": "explain", "thing": "x"})
            before = anna.position
        data = saved(table, links["ben"])
        sealed = json.loads(data)
        assert sealed["planspiel"] == "sealed"
        assert b"anna" not in base64.urlsafe_b64decode(sealed["data"])
        assert restored(table, data) == (
            403,
            {"code": "not-allowed", "reason": "The game of this save is still here."},
        )
        headers = {"authorization": f"Bearer {made['host']}"}
        assert table.http.delete("/api/game", headers=headers).status_code == 200
        assert restored(table, data) == (200, {"game": made["game"]})
        with table.sit(links["anna"]) as anna:
            assert anna.position.pop("due") >= before.pop("due"), "the clock begins anew"
            assert anna.position == before
            assert anna.welcome["game"]["substitute"] == "greedy:bold"
        changed = json.dumps({**sealed, "data": sealed["data"][:-4] + "AAAA"}).encode()
        assert restored(table, changed)[0] == 403
    with hall(f"sqlite:///{tmp_path / 'other.sqlite'}") as elsewhere:
        assert restored(elsewhere, data)[0] == 403


def test_a_finished_game_is_saved_openly(table: Hall) -> None:
    _, links = table.seated()
    with table.sit(links["anna"]) as anna:
        anna.instruct({"tell": "resign"})
    data = saved(table, links["ben"])
    assert json.loads(data)["planspiel"] == "game"
    status, found = restored(table, data)
    assert status == 200
    assert table.get("/api/game", found["table"])["stage"] == "over"


def test_a_spectator_gets_no_save(table: Hall) -> None:
    made, _ = table.seated()
    assert table.get("/api/game/save", made["watch"], status=403)["code"] == "not-allowed"


def test_a_save_that_was_tampered_with_is_refused(table: Hall) -> None:
    made = table.hot_seat()
    with table.sit(made["table"], seat="anna") as both:
        both.submit({"do": "plan", "stance": "hold", "mine": 12})
    good = saved(table, made["table"])
    assert good.count(b'"mine":12') == 1
    for bad in (good.replace(b'"mine":12', b'"mine":13'), good[:-20], b"{}", b"", b"[" * 100_000):
        status, found = restored(table, bad)
        assert status == 400
        assert found["code"] == "malformed"
    for key, value in (("secret", ""), ("dice_name", "x"), ("system", "chess"), ("lines", []), ("format", 2)):
        status, found = restored(table, json.dumps({**json.loads(good), key: value}).encode())
        assert status in (400, 404, 200), found
        assert status != 200 or key in ("secret", "dice_name"), (
            "no roll was made yet, so these may be anything"
        )


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(place=st.integers(0, 2000), byte=st.integers(0, 255))
def test_a_save_with_one_byte_changed_never_breaks_the_server(table: Hall, place: int, byte: int) -> None:
    made = table.hot_seat()
    good = bytearray(saved(table, made["table"]))
    good[place % len(good)] = byte
    status, _ = restored(table, bytes(good))
    assert status in (200, 400, 403, 404, 422)


def test_a_seat_reads_its_own_log_and_after_the_end_everything(table: Hall) -> None:
    made, links = table.seated()
    assert table.get("/api/game/log", links["anna"], status=403, seat="ben")["code"] == "wrong-seat"
    assert table.get("/api/game/log", links["anna"], status=403, full=1)["code"] == "not-allowed"
    with table.sit(links["anna"]) as anna, table.sit(links["ben"]) as ben:
        play_out({"anna": anna, "ben": ben}, Random(7))
        own = [line["line"] for line in table.get("/api/game/log", links["anna"])["lines"]]
        assert own == [anna.lines[n]["line"] for n in range(len(own))]
    bens = table.get("/api/game/log", links["anna"], seat="ben")["lines"]
    assert [line["line"] for line in bens] == [ben.lines[n]["line"] for n in range(len(bens))]
    headers = {"authorization": f"Bearer {made['watch']}"}
    full = table.http.get("/api/game/log", params={"full": 1, "file": 1}, headers=headers).content
    entries = list(Mini().codec.decode_log(full.splitlines()))
    assert type(entries[-1]).__name__ == "Closed"


def test_the_board_at_any_moment_is_what_the_seat_saw_then(table: Hall) -> None:
    _, links = table.seated()
    seen: dict[int, Any] = {}
    with table.sit(links["anna"]) as anna, table.sit(links["ben"]) as ben:
        for seed in range(12):
            play_out({"anna": anna, "ben": ben}, Random(seed), most=2)
            anna.ask({"say": "explain", "thing": "x"})
            seen[anna.position["n"] - 1] = anna.position["view"]
    assert len(seen) > 5
    for n, view in seen.items():
        assert table.get("/api/game/moment", links["anna"], n=n)["view"] == view
    assert table.get("/api/game/moment", links["anna"], status=404, n=99999)
    assert table.get("/api/game/moment", links["anna"], status=403, n=1, seat="ben")
    assert table.get("/api/game/moment", links["anna"], status=400, n="x")


def test_a_battle_report_tells_a_seat_what_it_knows_in_both_languages(table: Hall) -> None:
    made, links = table.seated()
    with table.sit(links["anna"]) as anna, table.sit(links["ben"]) as ben:
        ben.submit({"do": "plan", "stance": "hold", "mine": 13})
        anna.submit({"do": "plan", "stance": "hold", "mine": 12})
    english = table.get("/api/game/report", links["anna"])
    assert "Turn 1 begins. [MINI-0]" in english["paragraphs"]
    assert "A mine is laid at 12. [MINI-1]" in english["paragraphs"]
    assert "A mine is laid at 13. [MINI-1]" not in english["paragraphs"]
    with table.sit(links["ben"]) as ben:
        ben.instruct({"tell": "resign"})
    german = table.get("/api/game/report", made["watch"], language="de", full=1)
    assert german["title"] == "Mini: Gefechtsbericht"
    assert "A mine is laid at 13. [MINI-1]" in german["paragraphs"]
    assert "Das Spiel ist beendet. red gewinnt: ben hat aufgegeben." in german["paragraphs"]


def test_verification_names_a_roll_that_was_changed(database: str, tmp_path: Path) -> None:
    """Who can write to the database can change a roll, but not so that it fits the secret."""
    with hall(database) as table:
        made, links = table.seated()
        with table.sit(links["anna"]) as anna, table.sit(links["ben"]) as ben:
            play_out({"anna": anna, "ben": ben}, Random(7))
        good = table.get("/api/game/verify", made["watch"])
        assert good["ok"]
        assert good["rolls"] > 0
        assert Keyed(bytes.fromhex(good["secret"])).commitment == made["commitment"]
        headers = {"authorization": f"Bearer {made['watch']}"}
        log = table.http.get("/api/game/log", params={"full": 1, "file": 1}, headers=headers).content
    _forge(database, made["game"], log)
    with hall(database) as table:
        bad = table.get("/api/game/verify", made["watch"])
        assert not bad["ok"]
        assert "entry" in bad


def _forge(database: str, game: str, log: bytes) -> None:
    """Write the whole log anew, with its chain, one roll changed."""
    entries = list(Mini().codec.decode_log(log.splitlines()))
    n = next(n for n, what in enumerate(entries) if type(what).__name__ == "Rolled")
    roll: Any = entries[n]
    entries[n] = msgspec.structs.replace(roll, pips=tuple(pip % 6 + 1 for pip in roll.pips))
    forged = Log()
    forged.extend(entries)
    with sqlite3.connect(database.removeprefix("sqlite:///")) as connection:
        connection.execute("delete from batches where game = ? and first > 0", (game,))
        data = b"\n".join(forged.lines())
        connection.execute(
            "update batches set lines = ?, count = ? where game = ?", (data, len(entries), game)
        )
    connection.close()


def never(question: object, view: object, order: object) -> None:
    raise Illegal("Nothing moves any more.", "MINI-2")


def test_a_game_of_other_rules_is_not_played_on_but_can_be_read(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with hall(database) as table:
        _, links = table.seated()
        with table.sit(links["anna"]) as anna, table.sit(links["ben"]) as ben:
            play_out({"anna": anna, "ben": ben}, Random(7), most=8)
    monkeypatch.setattr("mini.questions.MoveOrDone.check", never)
    with hall(database) as table:
        with table.sit(links["anna"]) as anna:
            found = anna.instruct({"tell": "resign"})
            assert (found["say"], found["code"]) == ("refused", "rules-changed")
        assert len(table.get("/api/game/log", links["anna"])["lines"]) > 3
