"""The WebSocket: one connection at a table, from `hello` to the end."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any

import anyio
import anyio.to_thread
import msgspec
from msgspec import Raw
from starlette.websockets import WebSocket, WebSocketDisconnect

from planspiel.cases.telling import refused, spoken
from planspiel.kernel import Damaged, Illegal, Order, Question, Seat, render
from planspiel.server import bots, shadow, store, talk, wire
from planspiel.server.assembling import Asking, assembled, check_lacking, suggested
from planspiel.server.limits import Bucket
from planspiel.server.logs import log
from planspiel.server.measuring import measured
from planspiel.server.refusals import Refusal
from planspiel.server.rooms import Connection, Room
from planspiel.server.service import Service
from planspiel.server.store import Holder
from planspiel.server.table import Table
from planspiel.server.telling import GERMAN, words_in

__all__ = ["Play"]


class Play:
    """The endpoint. It counts connections and hands each its own loop."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.count = 0
        self._measuring = anyio.CapacityLimiter(2)  # tools may be slow; the table comes first

    async def attend(self, socket: WebSocket) -> None:
        if self.count >= self.service.limits.connections:
            await socket.close(1013, "too-many")
            return
        self.count += 1
        try:
            await socket.accept()
            await self._seated(socket)
        except WebSocketDisconnect:
            pass
        finally:
            self.count -= 1

    async def _seated(self, socket: WebSocket) -> None:
        try:
            said = await asyncio.wait_for(_received(socket), self.service.limits.hello_seconds)
            if not isinstance(said, wire.Hello):
                raise Refusal("malformed", "This is not a message: {reason}", reason="say hello first")
            holder = await self.service.holder(said.token)
            room, connection = await self._sit_down(holder, said)
        except TimeoutError:
            await socket.close(1008, "no hello")
            return
        except Refusal as refusal:
            await _send(socket, wire.encode(_refused(refusal, 0, "", "en")))
            await socket.close(1008, refusal.code)
            return
        sending = asyncio.create_task(_sender(socket, connection))
        connection.task = asyncio.create_task(self._listen(socket, room, connection))
        try:
            await connection.task
        except asyncio.CancelledError:
            if not connection.is_cut:
                raise
            log("too-slow", game=room.id)
        finally:
            connection.task.cancel()
            room.connections.remove(connection)
            self.service.notices.forget(connection)
            sending.cancel()

    async def _sit_down(self, holder: Holder, hello: wire.Hello) -> tuple[Room, Connection]:
        if holder.role == "invite":
            raise Refusal("not-allowed", "This link does not allow that.")
        service = self.service
        room = service.room(holder.game)
        async with room.lock:
            await service.enter(room)
            eyes = self._eyes(room, holder, hello.seat)
            if len(room.connections) >= service.limits.connections_per_game:
                raise Refusal("too-many", "The table is full.")
            connection = Connection(holder, hello, eyes, service.limits.outbox)
            messages = await service.store.read(lambda c: talk.said(c, room.id, 0, 50))
            room.welcome(connection)
            connection.tell(wire.Said(messages))
            if room.table is not None:
                await service.recall(room, connection, hello.since)
            elif room.game.stage == "over":
                await service.recall_events(room, connection, hello.since)
            # From here on it hears what all hear; nothing is awaited before it has its own position.
            room.connections.append(connection)
            if room.table is not None:
                room.tell_positions()
            connection.tell(room.who())
        return room, connection

    @staticmethod
    def _eyes(room: Room, holder: Holder, seat: str) -> Seat | None:
        """Through whose eyes: a player's own, at one screen any, a spectator's none."""
        seats = [place.seat for place in room.places]
        if holder.role == "table":
            if seat and seat not in seats:
                raise Refusal("wrong-seat", "{seat} is not yours.", seat=seat)
            return Seat(seat) if seat else seats[0]
        if holder.role == "seat":
            return Service.seat_of(holder, seat)
        if seat:
            raise Refusal("wrong-seat", "{seat} is not yours.", seat=seat)
        return None

    async def _listen(self, socket: WebSocket, room: Room, connection: Connection) -> None:
        limits = self.service.limits
        bucket = Bucket(limits.messages_per_second, limits.messages_at_once)
        while not connection.is_cut:
            said: wire.FromPlayer | None = None
            try:
                said = await _received(socket)
                if not bucket.take():
                    raise Refusal("too-fast", "Too much at once: wait a little.")
                await self._hear(room, connection, said)
            except Refusal as refusal:
                self._refuse(room, connection, refusal, said)
            except (WebSocketDisconnect, asyncio.CancelledError):
                raise
            except Exception as fault:  # a fault of the rules or ours: said, logged, and the table goes on
                log("failed", game=room.id, fault=type(fault).__name__, on=type(said).__name__)
                broken = Refusal("broken", "The rules have failed here; nothing was changed.")
                self._refuse(room, connection, broken, said)

    def _refuse(
        self, room: Room, connection: Connection, refusal: Refusal, said: wire.FromPlayer | None
    ) -> None:
        submission = getattr(said, "submission", "")
        words: Any = None
        if connection.language == "de":
            words = words_in(room.table.system, "de") if room.table is not None else GERMAN
        message = wire.Refused(
            getattr(said, "id", 0), refusal.code, spoken(refusal.text, words), refusal.cite, submission
        )
        connection.tell(message)

    async def _hear(self, room: Room, connection: Connection, said: wire.FromPlayer) -> None:
        service, holder = self.service, connection.holder
        match said:
            case wire.Submit():
                await service.submit(holder, _for(connection, said), connection.tell)
            case wire.Instruct():
                await service.instruct(holder, _for(connection, said), connection.tell)
            case wire.Throw():
                await service.throw(holder, _for(connection, said), connection.tell)
            case wire.Chat():
                connection.tell(await service.chat(holder, _for(connection, said)))
            case wire.Answer(yes=False):
                connection.tell(await service.decline(holder, _for(connection, said)))
            case wire.Answer():
                await service.instruct(holder, _consent(_for(connection, said)), connection.tell)
            case wire.ChooseRules():
                connection.tell(await shadow.choose(service, holder, _for(connection, said)))
            case wire.Follow():
                await self._follow(connection, said)
            case wire.Costs() | wire.Tool():
                await self._measure(room, connection, said)
            case wire.Parts() | wire.CheckPart() | wire.PartOdds():
                await self._assemble(room, connection, said)
            case wire.Suggest():
                await self._suggest(room, connection, said)
            case wire.Look():
                await self._look(room, connection, said)
            case wire.Recall():
                async with room.lock:
                    await service.enter(room)
                    await service.recall(room, connection, said.since)
            case wire.Hello():
                raise Refusal("malformed", "This is not a message: {reason}", reason="hello was said")
            case _:
                async with room.lock:
                    await service.enter(room)
                    connection.tell(self._shown(room.playing(), connection, said))

    async def _look(self, room: Room, connection: Connection, said: wire.Look) -> None:
        async with room.lock:
            await self.service.enter(room)
            if said.seat:
                connection.eyes = self._eyes(room, connection.holder, said.seat)
            if said.language is not None:
                connection.language = said.language
            connection.last = b""
            room.welcome(connection)
            if room.table is not None:
                await self.service.recall(room, connection, said.since)
                room.tell_positions()

    async def _follow(self, connection: Connection, said: wire.Follow) -> None:
        hashes = [store.fingerprint(token) for token in said.tokens]
        found = await self.service.store.read(lambda c: store.holders(c, hashes))
        self.service.notices.follow(connection, found.values())
        connection.tell(wire.Accepted(said.id, "", 0))

    async def _measure(self, room: Room, connection: Connection, said: wire.Costs | wire.Tool) -> None:
        """What a tool of the system shows, on the seat's view alone. It may take a while: not here."""
        async with room.lock:
            await self.service.enter(room)
            table = room.playing()
            seat = connection.eyes
            question = None if seat is None else table.game.pending(seat)
            view = table.view(seat)
        name = said.tool if isinstance(said, wire.Tool) else "costs"
        if question is not None and name in question.forbids:
            raise Refusal("not-allowed", "The rules forbid this aid now.", question.cite)
        if view is None:
            raise Refusal("not-allowed", "There is nothing to be seen from here.")
        measure = partial(measured, table.system, view, question, said, connection.language)
        connection.tell(await anyio.to_thread.run_sync(measure, limiter=self._measuring))

    async def _assemble(self, room: Room, connection: Connection, said: Asking) -> None:
        """One part of an answer that is being put together, on the seat's view alone; nothing is kept."""
        async with room.lock:
            await self.service.enter(room)
            table = room.playing()
            _, question, view = _put(table, connection, said.decision)
        if isinstance(said, wire.PartOdds) and "odds" in question.forbids:
            raise Refusal("not-allowed", "The rules forbid this aid now.", question.cite)
        seconds = self.service.limits.listing_seconds
        answer = partial(assembled, table.system, view, question, said, connection.language, seconds)
        connection.tell(await anyio.to_thread.run_sync(answer, limiter=self._measuring))

    async def _suggest(self, room: Room, connection: Connection, said: wire.Suggest) -> None:
        """What a bot in this seat would give to what still lacks something; it knows what the seat knows."""
        async with room.lock:
            await self.service.enter(room)
            table = room.playing()
            seat, question, view = _put(table, connection, said.decision)
            check_lacking(question, view, said)
            game = table.game.fork()
        seconds, workers = self.service.limits.bot_seconds, self.service.players.workers
        decided = await bots.decide(game, seat, bots.SUBSTITUTE, seconds, workers)
        answer = partial(suggested, table.system, view, question, said, decided.order)
        connection.tell(await anyio.to_thread.run_sync(answer, limiter=self._measuring))

    def _shown(
        self, table: Table, connection: Connection, said: wire.Options | wire.Explain | wire.Odds
    ) -> wire.OptionsListed | wire.Explained | wire.OddsShown:
        """What is judged on the seat's view alone, for the question it is asked now."""
        seat = connection.eyes
        question = None if seat is None else table.game.pending(seat)
        if seat is None or question is None:
            raise Refusal("not-asked", "Nothing is asked of {seat} now.", seat=seat or "-")
        view = table.game.view(seat)
        match said:
            case wire.Options():
                asked = table.asked(seat)
                if asked is None or asked.decision != said.decision:
                    raise Refusal("stale", "This answers another question than the one asked now.")
                options, more = self._listed(iter(question.options(view)), said)
                return wire.OptionsListed(said.id, said.decision, options, more)
            case wire.Explain():
                illegal = question.explain(view, said.thing)
                if illegal is None:
                    return wire.Explained(said.id, said.thing)
                words = words_in(table.system, connection.language)
                return wire.Explained(said.id, said.thing, refused(illegal, words), illegal.cite)
            case wire.Odds():
                if "odds" in question.forbids:
                    raise Refusal("not-allowed", "The rules forbid this aid now.", question.cite)
                odds = question.odds(view, _checked(table, seat, bytes(said.order)))
                return wire.OddsShown(said.id, None if odds is None else Raw(wire.encode(odds)))

    def _listed(self, options: Iterator[Order], said: wire.Options) -> tuple[list[Raw], bool]:
        """At most so many and for so long; `more` says that there may be others.

        The time runs from the first one that is listed: a portion that says `more` is never empty, so that
        whoever goes on asking gets to the end.
        """
        deadline = 0.0
        found: list[Raw] = []
        for option in islice(options, said.after, None):
            if not found:
                deadline = time.monotonic() + self.service.limits.listing_seconds
            elif len(found) >= said.limit or time.monotonic() > deadline:
                return found, True
            found.append(Raw(wire.encode(option)))
        return found, False


def _put(table: Table, connection: Connection, decision: str) -> tuple[Seat, Question[Any, Any], Any]:
    """Who is asked here, the question if it is still this one, and what the seat knows."""
    seat = connection.eyes
    asked = None if seat is None else table.asked(seat)
    if seat is None or asked is None:
        raise Refusal("not-asked", "Nothing is asked of {seat} now.", seat=seat or "-")
    if asked.decision != decision:
        raise Refusal("stale", "This answers another question than the one asked now.")
    question = table.game.pending(seat)
    assert question is not None
    return seat, question, table.game.view(seat)


def _checked(table: Table, seat: Seat, order: bytes) -> Order:
    """An order that may be given now: others have no odds."""
    try:
        given = table.system.codec.order(order)
        table.game.check(seat, given)
    except Damaged as damage:
        raise Refusal("malformed", "This is not an order: {reason}", reason=str(damage)) from None
    except Illegal as illegal:
        raise Refusal.illegal(illegal) from None
    return given


def _consent(said: wire.Answer) -> wire.Instruct:
    """Yes is an instruction of the game."""
    instruction = {"draw": b'{"tell":"offer-draw"}', "take-back": b'{"tell":"allow-take-back"}'}
    return wire.Instruct(said.submission, Raw(instruction[said.request]), said.seat, said.id)


def _for(connection: Connection, said: Any) -> Any:
    """At one screen a message without a seat is from the seat that is looked through."""
    if connection.holder.role == "table" and not said.seat and connection.eyes is not None:
        return msgspec.structs.replace(said, seat=connection.eyes)
    return said


async def _received(socket: WebSocket) -> wire.FromPlayer:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code") or 1005)
    data = message.get("text") or message.get("bytes") or b""
    try:
        said: wire.FromPlayer = wire.decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError, ValueError) as fault:
        raise Refusal("malformed", "This is not a message: {reason}", reason=str(fault)[:200]) from None
    return said


async def _send(socket: WebSocket, message: bytes) -> None:
    await socket.send({"type": "websocket.send", "text": message.decode()})


async def _sender(socket: WebSocket, connection: Connection) -> None:
    """Send what is queued, in its order, until the connection is cut."""
    try:
        while (message := await connection.outbox.get()) is not None:
            await _send(socket, message)
        await socket.close(1008, "cut")
    except (WebSocketDisconnect, RuntimeError):
        pass  # gone while we were sending; the listening side ends the connection


def _refused(refusal: Refusal, re: int, submission: str, language: str) -> wire.Refused:
    words = GERMAN if language == "de" else None
    return wire.Refused(re, refusal.code, render(refusal.text, words), refusal.cite, submission)
