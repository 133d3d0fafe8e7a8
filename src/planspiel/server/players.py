"""Who decides when no person does: bots in their seats, and a substitute when someone's time runs out."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Coroutine
from typing import TYPE_CHECKING

import msgspec
from msgspec import Raw

from planspiel.kernel import Chance, Seat, Text
from planspiel.server import bots, store, wire
from planspiel.server.logs import log
from planspiel.server.records import now
from planspiel.server.refusals import Refusal
from planspiel.server.rooms import Room
from planspiel.server.store import Holder, Reason
from planspiel.server.workers import Workers

if TYPE_CHECKING:
    from planspiel.server.service import Service

__all__ = ["Players"]

_AT_ONCE = 50
"""Games whose clocks are seen to in one look."""


class Players:
    def __init__(self, service: Service) -> None:
        self.service = service
        settings = service.settings
        self.workers = Workers(settings.limits.bot_processes, settings.plugins)
        self._tasks: set[asyncio.Task[None]] = set()
        self._thinking: set[tuple[str, str]] = set()
        """Games and questions that someone thinks about already."""

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await self.workers.close()

    # -- bots ------------------------------------------------------------------------------------------

    def wake(self, room: Room) -> None:
        """Ask the bots that the game waits for."""
        table = room.table
        if table is None or table.game.over:
            return
        for place in room.places:
            asked = table.asked(place.seat) if place.bot and place.seat in table.game.waiting() else None
            if asked is not None:
                self._think(room, place.seat, place.bot, asked.decision)
        for request, agreed in room.requests().items():
            silent = [place for place in room.places if place.seat not in agreed]
            if (
                agreed
                and silent
                and all(place.bot for place in silent)
                and room.declined.get(request) != agreed
            ):
                self._begin(
                    room.id, f"{request} {silent[0].seat}", self._reply(room, silent[0].seat, request)
                )

    def _think(self, room: Room, seat: Seat, spec: str, decision: str) -> None:
        self._begin(room.id, decision, self._decide(room, seat, spec, decision))

    def _begin(self, game: str, question: str, work: Coroutine[None, None, None]) -> None:
        """Let something be thought about beside the table, once at a time."""
        if (game, question) in self._thinking:
            work.close()
            return
        self._thinking.add((game, question))
        task = asyncio.create_task(work)
        self._tasks.add(task)

        def done(finished: asyncio.Task[None]) -> None:
            self._tasks.discard(finished)
            self._thinking.discard((game, question))

        task.add_done_callback(done)

    async def _reply(self, room: Room, seat: Seat, request: wire.Request) -> None:
        """A bot agrees to what all people want, but gives no draw to people who are all on one side."""
        holder, submission = Holder(room.id, "seat", seat), f"bot-{secrets.token_hex(12)}"
        teams = {room.game.setup.seats[place.seat] for place in room.places if not place.bot}
        try:
            if request == "draw" and len(teams) == 1:
                await self.service.decline(holder, wire.Answer(submission, request, yes=False, seat=seat))
            else:
                tell = "offer-draw" if request == "draw" else "allow-take-back"
                instruction = Raw(msgspec.json.encode({"tell": tell}))
                await self.service.instruct(holder, wire.Instruct(submission, instruction, seat))
        except Refusal as refusal:
            log("bot-refused", game=room.id, bot=seat, code=refusal.code)

    async def _decide(self, room: Room, seat: Seat, spec: str, decision: str) -> None:
        """A bot that fails, hangs or cheats never stops a game: then a legal order is given for it."""
        try:
            async with room.lock:
                await self.service.enter(room)
                table = room.table
                asked = None if table is None else table.asked(seat)
                if table is None or asked is None or asked.decision != decision:
                    return
                game = table.game.fork()
            decided = await bots.decide(game, seat, spec, self.service.limits.bot_seconds, self.workers)
            order = Raw(msgspec.json.encode(decided.order))
            # Nobody can have used this name before, so nobody can keep the order from being carried out.
            said = wire.Submit(f"bot-{secrets.token_hex(12)}", decision, order, seat)
            reason = Reason(0, seat, spec, decided.why, decided.fault)
            await self.service.submit(Holder(room.id, "seat", seat), said, reason=reason)
        except Refusal as refusal:
            log("bot-refused", game=room.id, bot=spec, code=refusal.code)
        except Exception as fault:
            log("bot-broken", game=room.id, bot=spec, fault=type(fault).__name__)

    # -- pace ------------------------------------------------------------------------------------------

    def due(self, room: Room, at: int) -> int:
        """When the time for what is asked now runs out; 0 if it never does.

        Real dice have no substitute, and bots have a time of their own.
        """
        table, seconds = room.playing(), self.service.limits.pace(room.game.pace)
        if not seconds or table.game.over or isinstance(table.game.pause, Chance):
            return 0
        people = {place.seat for place in room.places if not place.bot}
        return at + int(seconds * 1000) if people.intersection(table.game.waiting()) else 0

    async def keep_time(self) -> None:
        """See to all clocks, for ever."""
        while True:
            await asyncio.sleep(self.service.limits.clock_seconds)
            try:
                await self.see_to_clocks()
            except Exception as fault:
                log("clock-failed", fault=type(fault).__name__)

    async def see_to_clocks(self) -> None:
        at = now()
        for game in await self.service.store.read(lambda c: store.overdue(c, at, _AT_ONCE)):
            room = self.service.room(game)
            async with room.lock:
                await self.service.enter(room)
                if room.table is not None and 0 < room.game.due <= at:
                    await self._substitute(room)

    async def _substitute(self, room: Room) -> None:
        """The time has run out: a bot decides this once for those who are awaited. The lock is held."""
        table, spec = room.playing(), room.game.substitute or bots.SUBSTITUTE
        for place in room.places:
            asked = table.asked(place.seat) if place.seat in table.game.waiting() else None
            if asked is None or place.bot or (room.id, asked.decision) in self._thinking:
                continue
            text = Text(
                "The time of {seat} has run out: {bot} decides for them this once.",
                {"seat": place.seat, "bot": spec},
            )
            await self.service.announce(room, place.seat, f"time-{asked.decision}", "time-ran-out", text)
            log("time-ran-out", game=room.id, seat=place.seat, bot=spec)
            self._think(room, place.seat, spec, asked.decision)
