"""Players of the mini system for the server's tests: at a table in this process, or far away."""

from __future__ import annotations

import json
import subprocess
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any

import httpx
import msgspec
from websockets.sync.client import ClientConnection, connect

from planspiel.server.run import bound, server
from planspiel.server.settings import Limits, Settings

HERE = Path(__file__).parent
PLUGIN = "server.mini_plugin"
"""What bot processes import first."""
PATIENT = Limits(
    messages_per_second=1e6,
    messages_at_once=10**6,
    requests_per_second=1e6,
    requests_at_once=10**6,
    follow_seconds=0.1,
)
"""Limits that no test meets by accident."""


class Player:
    """One connection at a table: remembers all it was told, and answers as a careless player would."""

    def __init__(self, socket: ClientConnection, token: str, **hello: Any) -> None:
        self.socket = socket
        self.heard: list[str] = []
        self.position: dict[str, Any] = {}
        self.welcome: dict[str, Any] = {}
        self.lines: dict[int, Any] = {}
        self._ids = 0
        self.send({"say": "hello", "token": token, **hello})
        self.until("present")

    def send(self, message: dict[str, Any]) -> None:
        self.socket.send(json.dumps(message))

    def hear(self) -> dict[str, Any]:
        """The next message, noted."""
        text = self.socket.recv(timeout=20)
        assert isinstance(text, str)
        self.heard.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["say"] == "position":
            self.position = message
        elif message["say"] == "welcome":
            self.welcome = message
        elif message["say"] == "lines":
            for n, line in enumerate(message["lines"], start=message["since"]):
                assert line["line"]["n"] == n
                self.lines[n] = line
        return message

    def until(self, *kinds: str) -> dict[str, Any]:
        while (message := self.hear())["say"] not in kinds:
            pass
        return message

    def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send something and hear until it is answered."""
        self._ids += 1
        self.send({**message, "id": self._ids})
        while (found := self.hear()).get("re") != self._ids:
            pass
        return found

    # -- playing -------------------------------------------------------------------------------------

    def is_asked(self) -> bool:
        return "asked" in self.position

    @property
    def decision(self) -> str:
        return str(self.position["asked"]["decision"]) if self.is_asked() else ""

    def options(self, limit: int = 200) -> list[dict[str, Any]]:
        found = self.ask({"say": "options", "decision": self.decision, "limit": limit})
        assert found["say"] == "options-listed", found
        return list(found["options"])

    def submit(self, order: dict[str, Any], **changed: Any) -> dict[str, Any]:
        said = {"say": "submit", "submission": uuid.uuid4().hex, "decision": self.decision, "order": order}
        return self.ask({**said, **changed})

    def instruct(self, instruction: dict[str, Any], **changed: Any) -> dict[str, Any]:
        return self.ask(
            {"say": "instruct", "submission": uuid.uuid4().hex, "instruction": instruction, **changed}
        )

    def play(self, rng: Random) -> dict[str, Any]:
        """Any choice."""
        return self.submit(rng.choice(self.options()))

    def look(self, seat: str) -> None:
        """At one screen: turn to another seat."""
        self.send({"say": "look", "seat": seat})
        while self.until("position")["seat"] != seat:
            pass


class Hall:
    """A server, as its players know it."""

    def __init__(self, http: httpx.Client, address: str) -> None:
        self.http = http
        self.address = address

    def create(self, scenario: str = "duel", **wanted: Any) -> dict[str, Any]:
        return self.post("/api/games", {"system": "mini", "scenario": scenario, **wanted})

    def hot_seat(self, scenario: str = "duel", **wanted: Any) -> dict[str, Any]:
        return self.create(scenario, hot_seat=True, **wanted)

    def seated(self, scenario: str = "duel", **wanted: Any) -> tuple[dict[str, Any], dict[str, str]]:
        """A game with all seats taken: its links, and the link of each seat."""
        made = self.create(scenario, **wanted)
        links = {
            seat: self.post(
                "/api/join", {"invite": invite, "name": seat.title(), "words": f"{seat} says hello"}
            )["token"]
            for seat, invite in made["invites"].items()
        }
        return made, links

    def post(self, path: str, body: Any, link: str = "", status: int = 200) -> dict[str, Any]:
        headers = {"authorization": f"Bearer {link}"} if link else {}
        found = self.http.post(path, content=json.dumps(body), headers=headers)
        assert found.status_code == status, found.text
        data: dict[str, Any] = found.json()
        return data

    def put(self, path: str, body: Any, link: str = "", status: int = 200, **query: Any) -> Any:
        headers = {"authorization": f"Bearer {link}"} if link else {}
        found = self.http.put(path, content=json.dumps(body), headers=headers, params=query)
        assert found.status_code == status, found.text
        return found.json()

    def get(self, path: str, link: str = "", status: int = 200, **query: Any) -> Any:
        headers = {"authorization": f"Bearer {link}"} if link else {}
        found = self.http.get(path, headers=headers, params=query)
        assert found.status_code == status, found.text
        return found.json()

    @contextmanager
    def sit(self, link: str, **hello: Any) -> Iterator[Player]:
        with connect(self.address.replace("http", "ws") + "api/play", max_size=None) as socket:
            yield Player(socket, link, **hello)


@contextmanager
def hall(database: str, limits: Limits = PATIENT, **more: Any) -> Iterator[Hall]:
    """A server in a thread of this process."""
    settings = Settings(port=0, database=database, limits=limits, plugins=(PLUGIN,), **more)
    listening, ready = bound(settings), Event()
    running = server(settings, ready=ready.set)
    thread = Thread(target=running.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    assert ready.wait(20)
    where = f"http://127.0.0.1:{listening.getsockname()[1]}/"
    try:
        with httpx.Client(base_url=where, timeout=20) as http:
            yield Hall(http, where)
    finally:
        running.should_exit = True
        thread.join(20)
        listening.close()


class Process:
    """A server in a process of its own."""

    def __init__(self, database: str, limits: Limits = PATIENT, **more: Any) -> None:
        wanted = Settings(port=0, database=database, limits=limits, plugins=(PLUGIN,), **more)
        settings = msgspec.json.encode(wanted).decode()
        self.process = subprocess.Popen(
            [sys.executable, str(HERE / "mini_server.py"), settings],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        if not self.address:
            _, err = self.process.communicate()
            raise RuntimeError(err)
        self.hall = Hall(httpx.Client(base_url=self.address, timeout=20), self.address)

    def kill(self) -> None:
        """As a power cut would."""
        self.process.kill()
        self.process.wait()
        self._close()

    def stop(self) -> str:
        """Ask it to end, and say what it logged."""
        self.process.terminate()
        _, err = self.process.communicate(timeout=20)
        self._close()
        return err

    def _close(self) -> None:
        self.hall.http.close()
        for pipe in (self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()


@contextmanager
def process(database: str, limits: Limits = PATIENT, **more: Any) -> Iterator[Process]:
    running = Process(database, limits, **more)
    try:
        yield running
    finally:
        if running.process.poll() is None:
            running.stop()


def play_out(players: dict[str, Player], rng: Random, most: int = 10_000) -> int:
    """Everyone answers what they are asked until the game is over; how many orders that took."""
    for orders in range(most):
        asked = [player for player in players.values() if player.is_asked()]
        if not asked:
            assert all("outcome" in player.position for player in players.values())
            return orders
        player = rng.choice(asked)
        found = player.play(rng)
        assert found["say"] == "accepted", found
        settle(players)
    return most


def settle(players: dict[str, Player]) -> None:
    """Wait until every player has heard of everything: each asks something and hears the answer."""
    for player in players.values():
        player.ask({"say": "explain", "thing": "token:none"})
