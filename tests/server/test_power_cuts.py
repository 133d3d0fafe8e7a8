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
"""The long run sets more."""


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


def test_a_power_cut_loses_nothing_that_was_acknowledged(database: str) -> None:
    rng = Random(2024)
    witnesses: list[Witness] = []
    kills = resent = 0
    while kills < KILLS:
        running = Process(database)
        try:
            table = running.hall
            if not witnesses:
                _, links = table.seated("large", options={"scouting": True})
                witnesses = [Witness(seat, link) for seat, link in links.items()]
            for witness in witnesses:
                witness.check(table)
            with table.sit(witnesses[0].link) as anna, table.sit(witnesses[1].link) as ben:
                resent += witnesses[0].send_again(anna) + witnesses[1].send_again(ben)
                cut = threading.Timer(rng.uniform(0.02, 0.6), running.process.kill)
                cut.start()
                is_over = _play_until_the_cut({"anna": (anna, witnesses[0]), "ben": (ben, witnesses[1])}, rng)
                cut.join()
        finally:
            running.kill()
        kills += 1
        if is_over:
            witnesses = []
    assert resent > 0, "no cut ever came while an order was on its way"
