"""Bots at the table: in processes of their own, with a time to think, and unable to stop a game."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from planspiel.server.bots import is_bot
from server.clients import PATIENT, PLUGIN, Hall, Player, Process, hall

HASTY = replace(PATIENT, bot_seconds=0.3, bot_processes=1)


def watch_to_the_end(table: Hall, made: dict[str, Any]) -> None:
    with table.sit(made["watch"]) as eve:
        while "outcome" not in eve.position:
            eve.until("position")


def play_against_the_bot(anna: Player, rng: Random) -> None:
    while "outcome" not in anna.position:
        if anna.is_asked() and not anna.position["asked"].get("is_sealed"):
            assert anna.play(rng)["say"] == "accepted"
            anna.position.pop("asked", None)
        else:
            anna.until("position")


@pytest.mark.parametrize("bot", ["random", "greedy", "greedy:bold", "search:3"])
def test_a_bot_plays_a_seat_and_the_game_ends(table: Hall, bot: str) -> None:
    made, links = table.seated(bots={"ben": bot})
    assert list(made["invites"]) == ["anna"]
    with table.sit(links["anna"]) as anna:
        play_against_the_bot(anna, Random(6))
    assert table.get("/api/game/verify", made["host"])["dice_verified"]
    assert [each["fault"] for each in table.get("/api/game/reasons", made["host"]) if "fault" in each] == []


def test_the_lobby_names_bots_that_can_be_chosen(table: Hall) -> None:
    listed = [each["spec"] for each in table.get("/api/bots")]
    assert "greedy:bold" in listed
    assert all(is_bot(spec) for spec in listed)


@pytest.mark.parametrize(
    "spec", ["os:getcwd", "greedy:brave", "subprocess:Popen", "", "random:x", "search:-1"]
)
def test_no_stranger_makes_the_server_import_what_he_likes(table: Hall, spec: str) -> None:
    wanted = {"system": "mini", "scenario": "duel", "bots": {"anna": spec}}
    assert table.post("/api/games", wanted, status=422)["code"] == "illegal"
    wanted = {"system": "mini", "scenario": "duel", "substitute": spec or "x"}
    assert table.post("/api/games", wanted, status=422)["code"] == "illegal"


@pytest.fixture(params=["Crashing", "Failing", "Hanging", "Cheating"])
def bad(request: pytest.FixtureRequest, database: str) -> Iterator[tuple[Hall, str]]:
    """A server whose host has allowed a bot that misbehaves."""
    spec = f"{PLUGIN}:{request.param}"
    with hall(database, HASTY, bots=(spec,)) as table:
        yield table, spec


def test_a_bot_that_crashes_fails_hangs_or_cheats_does_not_stop_the_game(
    bad: tuple[Hall, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("planspiel.server.bots.GRACE", 0.05)
    table, spec = bad
    made = table.create(bots={"anna": spec, "ben": "random"})
    watch_to_the_end(table, made)
    reasons = [each for each in table.get("/api/game/reasons", made["host"]) if each["seat"] == "anna"]
    assert all(each["fault"] for each in reasons), reasons
    assert len(reasons) > 3
    assert table.get("/api/game/verify", made["host"])["ok"]


def test_what_a_bot_prints_reaches_nobody_and_its_reasons_are_told_after_the_end(database: str) -> None:
    spec = f"{PLUGIN}:Chatty"
    with hall(database, bots=(spec,)) as table:
        made, links = table.seated(bots={"ben": spec})
        assert table.get("/api/game/reasons", links["anna"], status=403)["code"] == "not-allowed"
        with table.sit(links["anna"]) as anna:
            play_against_the_bot(anna, Random(3))
            assert not any("thought about it" in text for text in anna.heard)
        told = table.get("/api/game/reasons", made["watch"])
        assert {each["why"][0] for each in told} == {"ben thought about it."}
        log = table.get("/api/game/log", made["watch"], full=1)["lines"]
        for each in told:
            assert log[each["n"]]["line"]["what"]["entry"] == "answered"
            assert log[each["n"]]["line"]["what"]["seat"] == "ben"


def test_bot_processes_start_when_first_needed_and_end_with_the_server(database: str) -> None:
    running = Process(database)
    pid = running.process.pid
    table = running.hall
    made = table.create(bots={"anna": "random", "ben": "random"})
    watch_to_the_end(table, made)
    assert _children(pid) == []
    watch_to_the_end(table, table.create(bots={"anna": "greedy", "ben": "random"}))
    workers = _children(pid)
    assert len(workers) == 1
    running.kill()
    assert _are_gone(workers)


def test_a_bot_process_that_is_killed_is_replaced(database: str) -> None:
    running = Process(database)
    try:
        table = running.hall
        watch_to_the_end(table, table.create(bots={"anna": "greedy", "ben": "random"}))
        (worker,) = _children(running.process.pid)
        os.kill(worker, signal.SIGKILL)
        made = table.create(bots={"anna": "greedy", "ben": "random"})
        watch_to_the_end(table, made)
        faults = [each.get("fault", "") for each in table.get("/api/game/reasons", made["host"])]
        assert len([fault for fault in faults if fault]) == 1
    finally:
        running.stop()


def _children(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [
        int(found.parent.name) for found in Path("/proc").glob("[0-9]*/stat") if _stat(found)[1] == str(pid)
    ]


def _stat(file: Path) -> list[str]:
    """State, parent and more of a process; one that is gone is a zombie of nobody."""
    try:
        return file.read_text().rpartition(")")[2].split()
    except OSError:
        return ["Z", "0"]


def _are_gone(pids: list[int]) -> bool:
    """Within a few seconds: they notice that the pipe is closed."""
    for _ in range(100):
        if all(_stat(Path(f"/proc/{pid}/stat"))[0] == "Z" for pid in pids):
            return True
        time.sleep(0.05)
    return False
