"""Kill a real server at random points of real games: what was acknowledged is there, and play goes on."""

from __future__ import annotations

import os
import threading
import uuid
from random import Random
from typing import Any

from websockets.exceptions import ConnectionClosed

from server.clients import Hall, Player, Process

KILLS = int(os.environ.get("PLANSPIEL_KILLS", "20"))
SEED = int(os.environ.get("PLANSPIEL_KILLS_SEED", "2024"))
"""The long run sets more kills, in portions with seeds of their own: `tools/kills.py`."""


class Witness:
    """What a player is owed after a power cut: lines, acknowledgements, and an order on its way."""

    def __init__(self, seat: str, link: str) -> None:
        self.seat, self.link = seat, link
        self.lines: dict[int, Any] = {}
        self.acknowledged: list[dict[str, Any]] = []
        self.on_its_way: dict[str, Any] | None = None

    def check(self, table: Hall) -> None:
        """Every line that was heard is in the log as it was; so is every order that was acknowledged."""
        log = table.get("/api/game/log", self.link)["lines"]
        assert [line["line"] for line in log[: len(self.lines)]] == [
            self.lines[n]["line"] for n in range(len(self.lines))
        ]
        answers = [line["line"]["what"] for line in log]
        mine = [what["order"] for what in answers if what["entry"] == "answered" and "by" not in what]
        for order in self.acknowledged:
            assert order in mine
        assert len(mine) >= len(self.acknowledged)

    def send_again(self, player: Player) -> bool:
        """An order without an acknowledgement is sent again under its name: carried out once in all."""
        if self.on_its_way is None:
            return False
        before = sum(_is_answer(line) for line in player.lines.values())
        found = player.ask(self.on_its_way)
        assert found["say"] == "accepted", found
        player.ask({"say": "explain", "thing": "x"})
        after = sum(_is_answer(line) for line in player.lines.values())
        assert after == before + (0 if found.get("again") else 1)
        self.acknowledged.append(self.on_its_way["order"])
        self.on_its_way = None
        return True


def _is_answer(line: dict[str, Any]) -> bool:
    what = line["line"]["what"]
    return what["entry"] == "answered" and "by" not in what


def _play_until_the_cut(players: dict[str, tuple[Player, Witness]], rng: Random) -> bool:
    """Random orders until the connection breaks; True if the game ended before."""
    try:
        while True:
            for player, witness in players.values():
                player.ask({"say": "explain", "thing": "x"})
                witness.lines = dict(player.lines)
            asked = [pair for pair in players.values() if pair[0].is_asked()]
            if not asked:
                return True
            player, witness = rng.choice(asked)
            order = rng.choice(player.options())
            witness.on_its_way = {
                "say": "submit",
                "submission": uuid.uuid4().hex,
                "decision": player.decision,
                "order": order,
            }
            found = player.ask(witness.on_its_way)
            assert found["say"] == "accepted", found
            witness.acknowledged.append(order)
            witness.on_its_way = None
    except (ConnectionClosed, EOFError, OSError):
        return False


def _new_game(table: Hall, is_large: bool) -> list[Witness]:
    """A game of the mini system with hidden tokens and scouts, or a battle of Blitzkrieg 1940."""
    if not is_large:
        _, links = table.seated("large", options={"scouting": True})
    else:
        made = table.post("/api/games", {"system": "blitzkrieg1940", "scenario": "hannut"})
        links = {
            seat: table.post("/api/join", {"invite": invite})["token"]
            for seat, invite in made["invites"].items()
        }
    return [Witness(seat, link) for seat, link in links.items()]


def test_a_power_cut_loses_nothing_that_was_acknowledged(database: str) -> None:
    rng = Random(SEED)
    witnesses: list[Witness] = []
    resent = 0
    for kill in range(KILLS):
        running = Process(database)
        try:
            table = running.hall
            if not witnesses or kill % 5 == 0:
                witnesses = _new_game(table, is_large=kill // 5 % 2 == 1)
            for witness in witnesses:
                witness.check(table)
            first, second = witnesses
            with table.sit(first.link) as anna, table.sit(second.link) as ben:
                resent += first.send_again(anna) + second.send_again(ben)
                cut = threading.Timer(rng.uniform(0.02, 0.6), running.process.kill)
                cut.start()
                is_over = _play_until_the_cut({"anna": (anna, first), "ben": (ben, second)}, rng)
                cut.join()
        finally:
            running.kill()
        if is_over:
            witnesses = []
    assert resent > 0, "no cut ever came while an order was on its way"
