"""The server: how fast it starts, how fast an order is acknowledged, how many, and what it weighs.

Every figure is measured from outside, over HTTP and WebSockets, against a server process on a SQLite file
with synchronous=FULL: an order is acknowledged when it is on the disk. The players run in this process and
share the machine with the server.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from planspiel.cli.bench import row
from planspiel.server.settings import Limits, Settings

SERVER = Path(__file__).parents[1] / "tests" / "server" / "mini_server.py"
GAMES = 200
UNLIMITED = Limits(
    messages_per_second=1e6, messages_at_once=10**6, requests_per_second=1e6, requests_at_once=10**6
)


@contextmanager
def running(folder: str) -> Iterator[tuple[str, int]]:
    """A server on a database in a folder: its address and its process. Compiled modules may be kept."""
    database = f"sqlite:///{folder}/games.sqlite"
    wanted = Settings(port=0, database=database, limits=UNLIMITED, plugins=("server.mini_plugin",))
    settings = msgspec.json.encode(wanted).decode()
    process = subprocess.Popen(
        [sys.executable, str(SERVER), settings],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
    )
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip(), process.pid
    finally:
        process.terminate()
        process.wait()
        process.stdout.close()


class Table:
    """A game at one screen. Its player always ends the movement, or takes the first choice there is."""

    def __init__(self, socket: ClientConnection, link: str, http: httpx.AsyncClient) -> None:
        self.socket, self.link, self.http = socket, link, http
        self.position: dict[str, Any] = {}
        self.took: list[float] = []

    @classmethod
    async def open(cls, address: str, http: httpx.AsyncClient) -> Table:
        socket = await connect(address.replace("http", "ws") + "api/play", compression=None)
        table = cls(socket, "", http)
        await table.begin()
        return table

    async def begin(self) -> None:
        made = await self.http.post(
            "/api/games", json={"system": "mini", "scenario": "duel", "hot_seat": True}
        )
        self.link = made.json()["table"]
        await self._say({"say": "hello", "token": self.link})
        await self._until("present")

    async def _say(self, message: dict[str, Any]) -> None:
        await self.socket.send(json.dumps(message))

    async def _until(self, kind: str) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = json.loads(await self.socket.recv())
            if message["say"] == "position":
                self.position = message
            if message["say"] == kind:
                return message
            assert message["say"] != "refused", message

    async def order(self) -> None:
        """One order, timed from sending it to hearing that it is on the disk."""
        if "outcome" in self.position:
            await self.socket.close()
            self.socket = await connect(
                str(self.http.base_url).replace("http", "ws") + "api/play", compression=None
            )
            await self.begin()
        while "asked" not in self.position or self.position["asked"].get("is_sealed"):
            sealed = self.position.get("sealed", [])
            seat = next(seat for seat in self.position["awaited"] if seat not in sealed)
            self.position = {}
            await self._say({"say": "look", "seat": seat, "since": 10**6})
            await self._until("position")
        asked = self.position["asked"]
        if asked.get("may_decline", False):
            order: dict[str, Any] = {"do": "decline"}
        elif "done" in asked["answers"]:
            order = {"do": "done"}
        else:
            order = {"do": "plan", "stance": "hold", "mine": 12}
        said = {
            "say": "submit",
            "submission": uuid.uuid4().hex,
            "decision": asked["decision"],
            "order": order,
        }
        self.position = {}
        before = time.perf_counter()
        await self._say(said)
        await self._until("accepted")
        self.took.append(time.perf_counter() - before)
        if not self.position:
            await self._until("position")


async def _tables(address: str, http: httpx.AsyncClient, count: int) -> list[Table]:
    return [await Table.open(address, http) for _ in range(count)]


def _percentile_95(took: list[float]) -> float:
    return quantiles(took, n=20)[-1] * 1000


@row("server/start", unit="s", bound=1.0)
def start() -> float:
    """From the command to the first connection taken, on a database that is there."""
    took: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        with running(folder):
            pass
        for _ in range(5):
            before = time.perf_counter()
            with running(folder) as (address, _):
                took.append(time.perf_counter() - before)
                httpx.get(address + "api/health").raise_for_status()
    return median(took)


@row("server/first-start", unit="s")
def first_start() -> float:
    """The same where the tables must be made first."""
    took: list[float] = []
    for _ in range(3):
        with tempfile.TemporaryDirectory() as folder:
            before = time.perf_counter()
            with running(folder):
                took.append(time.perf_counter() - before)
    return median(took)


@row("server/order-acknowledged-p95-1-game", unit="ms", bound=5.0)
def one_game() -> float:
    async def play(address: str) -> float:
        async with httpx.AsyncClient(base_url=address) as http:
            (table,) = await _tables(address, http, 1)
            for _ in range(50):
                await table.order()
            table.took.clear()
            for _ in range(500):
                await table.order()
            return _percentile_95(table.took)

    with tempfile.TemporaryDirectory() as folder, running(folder) as (address, _):
        return asyncio.run(play(address))


@row("server/bot-decisions", unit="decisions/s")
def bot_decisions() -> float:
    """Greedy bots against each other in one game: each decision goes to another process and to the disk."""

    async def play(http: httpx.AsyncClient) -> float:
        bots = {"anna": "greedy", "ben": "greedy"}
        rates: list[float] = []
        for _ in range(4):
            before = time.perf_counter()
            made = await http.post("/api/games", json={"system": "mini", "scenario": "duel", "bots": bots})
            link = {"authorization": f"Bearer {made.json()['host']}"}
            while (await http.get("/api/game", headers=link)).json()["stage"] != "over":
                await asyncio.sleep(0.02)
            seconds = time.perf_counter() - before
            rates.append(len((await http.get("/api/game/reasons", headers=link)).json()) / seconds)
        return median(rates[1:])  # the first waits until its processes have started

    async def measure(address: str) -> float:
        async with httpx.AsyncClient(base_url=address) as http:
            return await play(http)

    with tempfile.TemporaryDirectory() as folder, running(folder) as (address, _):
        return asyncio.run(measure(address))


class Load(msgspec.Struct):
    """What 200 games gave: latency at a human pace, then as fast as it goes, and memory after both."""

    p95: float
    rate: float
    p95_saturated: float
    megabytes: float


@cache
def load() -> Load:
    async def paced(table: Table, offset: float, rounds: int) -> None:
        began = time.perf_counter() + offset
        for n in range(rounds):
            await asyncio.sleep(max(0.0, began + 2 * n - time.perf_counter()))
            await table.order()

    async def flat_out(table: Table, until: float) -> None:
        while time.perf_counter() < until:
            await table.order()

    async def play(address: str, pid: int) -> Load:
        async with httpx.AsyncClient(base_url=address) as http:
            tables = await _tables(address, http, GAMES)
            await asyncio.gather(*(paced(table, 2 * n / GAMES, 6) for n, table in enumerate(tables)))
            p95 = _percentile_95([took for table in tables for took in table.took[1:]])
            for table in tables:
                table.took.clear()
            before = time.perf_counter()
            await asyncio.gather(*(flat_out(table, before + 10) for table in tables))
            seconds = time.perf_counter() - before
            took = [each for table in tables for each in table.took]
            return Load(p95, len(took) / seconds, _percentile_95(took), _megabytes(pid))

    with tempfile.TemporaryDirectory() as folder, running(folder) as (address, pid):
        return asyncio.run(play(address, pid))


def _megabytes(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024


@row("server/order-acknowledged-p95-200-games", unit="ms", bound=25.0)
def many_games() -> float:
    """One order per game every two seconds."""
    return load().p95


@row("server/saturation", unit="orders/s", bound=500.0, at_least=True)
def saturation() -> float:
    """200 games, each sending its next order as soon as the last is acknowledged."""
    return load().rate


@row("server/saturated-p95", unit="ms")
def saturated() -> float:
    return load().p95_saturated


@row("server/memory-200-games", unit="MB", bound=150.0)
def memory() -> float:
    return load().megabytes
