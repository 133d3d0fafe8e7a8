"""Telling players who are elsewhere that a game waits for them: in the browser, by mail, by webhook.

What is sent holds nothing that is secret: the game's system, whose turn it is, and where the server is; no
link, for the server knows none. Mail goes to a seat only when nobody sits in it, and not too often.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import anyio.to_thread
from msgspec import Struct

from planspiel.kernel import Seat, Text, render
from planspiel.server import post, store, wire
from planspiel.server.limits import Bucket, Buckets
from planspiel.server.logs import log
from planspiel.server.records import now
from planspiel.server.refusals import Refusal
from planspiel.server.rooms import Connection, Room
from planspiel.server.store import Holder, SeatKept
from planspiel.server.telling import words_in

if TYPE_CHECKING:
    from planspiel.server.service import Service

__all__ = ["Notices", "Standing"]

SENTENCES: Mapping[wire.NoticeKind, str] = {
    "your-turn": "It is your turn: {seat}.",
    "over": "The game is over.",
    "message": "Someone has said something at the table.",
    "draw-offered": "You are offered a draw.",
    "take-back-asked": "You are asked to let an order be taken back.",
    "time-ran-out": "Your time has run out.",
}
_MAILS_PER_SECOND, _MAILS_AT_ONCE = 1.0, 30
_TO_ONE_PER_SECOND, _TO_ONE_AT_ONCE = 1 / 600, 6


class Standing(Struct, frozen=True):
    """How a game stands, as far as players who are elsewhere want to know."""

    waits: tuple[Seat, ...] = ()
    is_over: bool = False
    draw_offers: tuple[Seat, ...] = ()
    take_back: tuple[Seat, ...] = ()

    @classmethod
    def of(cls, room: Room) -> Standing:
        game = room.playing().game
        return cls(game.waiting(), game.over, game.state.draw_offers, game.take_back_asked)

    def news(self, before: Standing, seat: Seat) -> wire.NoticeKind | None:
        """What a seat should hear of, if anything."""
        if self.is_over and not before.is_over:
            return "over"
        if seat in self.waits and seat not in before.waits:
            return "your-turn"
        if self.take_back and not before.take_back and seat not in self.take_back:
            return "take-back-asked"
        if set(self.draw_offers) - set(before.draw_offers) and seat not in self.draw_offers:
            return "draw-offered"
        return None


class Notices:
    def __init__(self, service: Service) -> None:
        self.service = service
        self._followers: dict[tuple[str, Seat], list[Connection]] = {}
        self._waiting: dict[tuple[str, Seat], asyncio.Task[None]] = {}
        self._all = Bucket(_MAILS_PER_SECOND, _MAILS_AT_ONCE)
        self._each = Buckets(_TO_ONE_PER_SECOND, _TO_ONE_AT_ONCE)

    async def close(self) -> None:
        for task in list(self._waiting.values()):
            task.cancel()

    # -- in the browser --------------------------------------------------------------------------------

    def follow(self, connection: Connection, holders: Iterable[Holder]) -> None:
        """From now on this connection hears of these seats; of no others that it named before."""
        self.forget(connection)
        for holder in holders:
            if holder.role == "seat":
                self._followers.setdefault((holder.game, holder.seat), []).append(connection)

    def forget(self, connection: Connection) -> None:
        for key, found in list(self._followers.items()):
            if connection in found:
                found.remove(connection)
            if not found:
                del self._followers[key]

    def changed(self, room: Room, before: Standing) -> None:
        """A game went on: tell those whom it concerns."""
        if room.game.hot_seat or room.table is None:
            return
        after = Standing.of(room)
        for place in room.places:
            kind = None if place.bot else after.news(before, place.seat)
            if kind is not None:
                self._tell(room, place.seat, kind)
                if kind != "over" or place.seat not in room.present():
                    self._schedule(room, place, kind)

    def spoken(self, room: Room, speaker: Seat) -> None:
        """Someone said something: those who follow from elsewhere hear of it."""
        if not room.game.hot_seat:
            for place in room.places:
                if place.seat != speaker and not place.bot:
                    self._tell(room, place.seat, "message")

    def _tell(self, room: Room, seat: Seat, kind: wire.NoticeKind) -> None:
        here = [each for each in room.connections if each.eyes == seat]
        there = self._followers.get((room.id, seat), ())
        for connection in dict.fromkeys([*here, *there]):
            title, text = self._sentences(room, seat, kind, connection.language)
            connection.tell(wire.Notice(kind, room.id, seat, title, text))

    def _sentences(self, room: Room, seat: Seat, kind: wire.NoticeKind, language: str) -> tuple[str, str]:
        system = self.service.system(room.game.system)
        title = system.title_de if language == "de" else system.title
        return title, render(
            Text(SENTENCES[kind], {"seat": seat}), words_in(system, "de") if language == "de" else None
        )

    # -- by mail and webhook ---------------------------------------------------------------------------

    def _schedule(self, room: Room, place: SeatKept, kind: wire.NoticeKind) -> None:
        key = room.id, place.seat
        if not (place.email or place.webhook) or key in self._waiting:
            return
        task = asyncio.create_task(self._later(room, place.seat, kind))
        self._waiting[key] = task
        task.add_done_callback(lambda _: self._waiting.pop(key, None))

    async def _later(self, room: Room, seat: Seat, kind: wire.NoticeKind) -> None:
        """Wait a little: who is at the table, or comes back, or has answered, needs no mail."""
        limits = self.service.limits
        await asyncio.sleep(limits.notify_after_seconds)
        while self._is_awaited_elsewhere(room, seat, kind):
            if await self._may_notify(room, seat):
                place = await self._place(room, seat)
                if place is not None:
                    await self._send(room, place, kind)
                return
            await asyncio.sleep(max(0.05, limits.notify_every_seconds / 10))

    def _is_awaited_elsewhere(self, room: Room, seat: Seat, kind: wire.NoticeKind) -> bool:
        if seat in room.present():
            return False
        kept = room.kept
        return kind == "over" or kept is None or kind != "your-turn" or seat in kept.waits

    async def _may_notify(self, room: Room, seat: Seat) -> bool:
        at = now()
        before = at - int(self.service.limits.notify_every_seconds * 1000)
        return await self.service.store.write(lambda c: store.take_notice(c, room.id, seat, at, before))

    async def _place(self, room: Room, seat: Seat) -> SeatKept | None:
        found = await self.service.store.read(lambda c: store.places(c, room.id))
        return next((place for place in found if place.seat == seat), None)

    async def _send(self, room: Room, place: SeatKept, kind: wire.NoticeKind) -> None:
        title, text = self._sentences(room, place.seat, kind, place.language)
        settings = self.service.settings
        notice = post.Notice(kind, room.id, place.seat, title, text, settings.public_url)
        if place.email and self._all.take() and self._each.take(place.email):
            await self._posted("mail", lambda: post.mail(settings, place.email, notice), room)
        if place.webhook and self._all.take() and self._each.take(place.webhook):
            await self._posted("webhook", lambda: post.call(settings, place.webhook, notice), room)

    async def _posted(self, way: str, send: post.Send, room: Room) -> None:
        try:
            await anyio.to_thread.run_sync(send)
            log("notified", game=room.id, way=way)
        except (OSError, ValueError, post.Unsent) as fault:
            log("not-notified", game=room.id, way=way, fault=type(fault).__name__)

    # -- settings of a seat ----------------------------------------------------------------------------

    async def wishes(self, holder: Holder, seat: str) -> wire.Notify:
        mine = self.service.seat_of(holder, seat)
        found = await self.service.store.read(lambda c: store.places(c, holder.game))
        place = next(each for each in found if each.seat == mine)
        language: wire.Language = "de" if place.language == "de" else "en"
        return wire.Notify(email=place.email, webhook=place.webhook, language=language)

    async def wish(self, holder: Holder, seat: str, wanted: wire.Notify) -> wire.Notify:
        """Where a seat wants to be told; refused what this server cannot or must not do."""
        mine = self.service.seat_of(holder, seat)
        settings = self.service.settings
        if wanted.email and not settings.smtp:
            raise Refusal("not-allowed", "This server sends no mail.")
        if wanted.email and not post.is_address(wanted.email):
            raise Refusal("illegal", "This is not an address for mail.")
        if wanted.webhook and not post.is_allowed(settings, wanted.webhook):
            raise Refusal("not-allowed", "This server may not call that address.")
        room = self.service.room(holder.game)
        async with room.lock:
            await self.service.store.write(
                lambda c: store.write_notify(
                    c, holder.game, mine, wanted.email, wanted.webhook, wanted.language
                )
            )
            room.forget()
            await self.service.enter(room)
        return wanted
