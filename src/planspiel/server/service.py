"""The table service: rooms in memory over the store, and the one way in which a game changes.

Whatever changes a game holds its room's lock, passes the gate of `Table`, and is written before anyone is
told. If it could not be written, because another process was faster or the disk is full, the room forgets
what it has in memory.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Any

import anyio.to_thread
import msgspec
from msgspec.structs import replace

from planspiel.kernel import Damaged, Seat, System
from planspiel.kernel.log import Entry
from planspiel.server import bots, store, wire
from planspiel.server.logs import log
from planspiel.server.refusals import RULES_CHANGED, Refusal
from planspiel.server.resume import RulesChanged, dice_of
from planspiel.server.rooms import Connection, Room, tell_lines
from planspiel.server.settings import Limits
from planspiel.server.store import Append, Appended, Holder, Kept, Store
from planspiel.server.table import Change, Table
from planspiel.systems import registry

__all__ = ["Service"]

AnySystem = System[Any, Any, Any]
NOBODY = Seat("")
Submission = wire.Submit | wire.Throw | wire.Instruct

Tell = Callable[[wire.ToPlayer], None]


def _nobody(message: wire.ToPlayer) -> None:
    """Nobody waits for the acknowledgement."""


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Service:
    def __init__(self, kept: Store, limits: Limits, players: dict[str, bots.Bot] | None = None) -> None:
        self.store = kept
        self.limits = limits
        self.bots: dict[str, bots.Bot] = {"random": bots.random_bot, **(players or {})}
        self.rooms: dict[str, Room] = {}
        self._systems: dict[str, AnySystem] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    # -- systems and links -----------------------------------------------------------------------------

    def system(self, name: str) -> AnySystem:
        """A system, built once."""
        if name not in self._systems:
            try:
                self._systems[name] = registry.load(name)
            except registry.UnknownSystem:
                raise Refusal("not-found", "There is no system {system}.", system=name[:64]) from None
        return self._systems[name]

    async def holder(self, token: str) -> Holder:
        found = await self.store.read(lambda c: store.holder(c, store.fingerprint(token)))
        if found is None:
            raise Refusal("no-such-link", "This link opens no game.")
        return found

    @staticmethod
    def seat_of(holder: Holder, seat: str) -> Seat:
        """The seat that someone speaks for: their own, or at one screen the one they name."""
        if holder.role == "table" and seat:
            return Seat(seat)
        if holder.role != "seat" or (seat and seat != holder.seat):
            raise Refusal("wrong-seat", "{seat} is not yours.", seat=seat or "-")
        return holder.seat

    # -- rooms -----------------------------------------------------------------------------------------

    def room(self, game: str) -> Room:
        """The room of a game; the least used ones that nobody is in are forgotten."""
        room = self.rooms.pop(game, None) or Room(game)
        self.rooms[game] = room
        if len(self.rooms) > self.limits.games_in_memory:
            for old in list(self.rooms.values()):
                if not (old.connections or old.lock.locked() or old is room):
                    del self.rooms[old.id]
                if len(self.rooms) <= self.limits.games_in_memory:
                    break
        return room

    async def enter(self, room: Room) -> None:
        """With the room's lock held: have its game in memory as the database has it.

        Those at the table are told what they have not heard yet, whoever wrote it.
        """
        if room.kept is not None:
            return
        await self._read(room)
        await self._inform(room)

    async def _read(self, room: Room) -> None:
        kept, places = await self.store.read(lambda c: (store.find(c, room.id), store.places(c, room.id)))
        if kept is None:
            self.rooms.pop(room.id, None)
            raise Refusal("no-such-link", "This link opens no game.")
        room.kept, room.places = kept, tuple(places)
        if kept.stage == "gathering":
            if all(place.taken for place in places):
                await self._start(room)
            return
        await self._load(room, kept)

    async def _load(self, room: Room, kept: Kept) -> None:
        system = self.system(kept.system)
        lines, save = await self.store.read(lambda c: (store.lines(c, kept.id), store.snapshot(c, kept.id)))
        try:
            room.table = await anyio.to_thread.run_sync(Table.read, kept, system, lines, save)
        except (RulesChanged, Damaged) as fault:
            room.trouble = fault if isinstance(fault, RulesChanged) else RulesChanged(0)
            log("rules-changed", game=kept.id, entry=room.trouble.entry)
        self.wake_bots(room)

    async def _inform(self, room: Room) -> None:
        kept = room.kept
        if kept is None:
            return  # being read again
        after = room.heard
        if room.connections and after < kept.talk:
            room.tell_messages(await self.store.read(lambda c: store.said(c, room.id, after, 100)))
        room.heard = kept.talk
        if room.greeted != (kept.stage, room.places):
            room.welcome_all()
        table = room.table
        if table is not None:
            behind = [each for each in room.connections if each.told < table.streams[each.eyes].n]
            entries = (await self.log_of(room.id))[1] if behind else []
            for connection in behind:
                tell_lines(table, connection, entries, connection.told)
            room.tell_positions()

    async def _start(self, room: Room) -> None:
        """All seats are taken: the players' words go into the dice, and the first question is put."""
        kept = room.game
        words = tuple(place.words for place in room.places if place.words)
        table, change = Table.opened(kept, self.system(kept.system), dice_of(kept, words))
        room.table = table
        if await self._write(room, change) is Appended.DONE:
            room.welcome_all()
            room.publish(change)
            self.wake_bots(room)

    # -- changes ---------------------------------------------------------------------------------------

    async def submit(self, holder: Holder, said: wire.Submit, tell: Tell = _nobody) -> None:
        """An order. It is acknowledged to its sender before anyone is told what came of it."""
        seat = self.seat_of(holder, said.seat)
        await self._change(
            holder.game,
            seat,
            said,
            tell,
            lambda table, _: table.answer(seat, said.decision, bytes(said.order)),
        )

    async def throw(self, holder: Holder, said: wire.Throw, tell: Tell = _nobody) -> None:
        seat = self.seat_of(holder, said.seat)
        await self._change(
            holder.game, seat, said, tell, lambda table, _: table.throw(seat, said.decision, said.pips)
        )

    async def instruct(self, holder: Holder, said: wire.Instruct, tell: Tell = _nobody) -> None:
        seat = self.seat_of(holder, said.seat)
        await self._change(
            holder.game,
            seat,
            said,
            tell,
            lambda table, entries: table.instruct(seat, bytes(said.instruction), entries),
        )

    async def _change(
        self,
        game: str,
        seat: Seat,
        said: Submission,
        tell: Tell,
        change: Callable[[Table, Sequence[Entry] | None], Change],
    ) -> None:
        """The one gate: refused with a reason and unchanged, or durable before it is acknowledged."""
        room = self.room(game)
        async with room.lock:
            await self.enter(room)
            table = room.playing()
            if seat not in table.game.seats:
                raise Refusal("wrong-seat", "{seat} is not yours.", seat=seat)
            # Taking back by consent is the one change for which the kernel reads the whole log again.
            is_taking_back = isinstance(said, wire.Instruct) and b"take-back" in bytes(said.instruction)
            entries = (await self.log_of(game))[1] if is_taking_back else None
            try:
                found = change(table, entries)
            except Refusal as refusal:
                tell(await self._accepted_before(room, seat, said, refusal))
                return
            except Exception as fault:
                room.forget()
                log("rules-failed", game=game, fault=type(fault).__name__)
                raise Refusal("broken", "The rules have failed here; nothing was changed.") from fault
            written = await self._write(room, found, seat, said.submission)
            if written is not Appended.DONE:
                moved_on = Refusal("moved-on", "The game went on elsewhere: look again.")
                tell(await self._accepted_before(room, seat, said, moved_on))
                return
            tell(wire.Accepted(said.id, said.submission, table.told_after(seat, found)))
            room.publish(found)
            self.wake_bots(room)

    async def _accepted_before(
        self, room: Room, seat: Seat, said: Submission, refusal: Refusal
    ) -> wire.Accepted:
        """What is refused now may have been accepted when it was first sent: then say so again."""
        told = await self.store.read(lambda c: store.accepted(c, room.id, seat, said.submission))
        if told is None:
            raise refusal
        return wire.Accepted(said.id, said.submission, told, again=True)

    async def _write(self, room: Room, change: Change, seat: Seat = NOBODY, submission: str = "") -> Appended:
        """Append a change. Unless it is written, the room forgets what is in memory."""
        table = room.playing()
        game = table.game
        batch = Append(
            game=room.id,
            first=change.first,
            lines=change.lines,
            stage="over" if game.over else "playing",
            waits=table.waits(),
            outcome=game.state.outcome,
            at=now(),
            seat=seat,
            submission=submission,
            told=table.told_after(seat, change) if seat else 0,
            save=table.save_if_due(),
        )
        try:
            written = await self.store.append(batch)
        except BaseException:
            room.forget()
            raise
        if written is not Appended.DONE:
            room.forget()
            return written
        room.kept = replace(
            room.game,
            entries=table.entries,
            stage=batch.stage,
            waits=batch.waits,
            outcome=batch.outcome,
            changed=batch.at,
        )
        return written

    async def chat(self, holder: Holder, said: wire.Chat) -> wire.Accepted:
        seat = self.seat_of(holder, said.seat)
        room = self.room(holder.game)
        async with room.lock:
            await self.enter(room)
            at = now()
            message = await self.store.write(
                lambda c: store.say(c, room.id, seat, said.submission, said.text, at)
            )
            if message is not None:
                room.tell_messages([message])
                room.kept = replace(room.game, talk=message.n)
        return wire.Accepted(said.id, said.submission, 0, again=message is None)

    # -- reading ---------------------------------------------------------------------------------------

    async def log_of(self, game: str) -> tuple[list[bytes], list[Entry]]:
        """The umpire's log, for those who make of it what a seat may see."""
        kept = await self.store.read(lambda c: store.find(c, game))
        if kept is None:
            raise Refusal("no-such-link", "This link opens no game.")
        lines = await self.store.read(lambda c: store.lines(c, game))
        codec = self.system(kept.system).codec
        try:
            entries = await anyio.to_thread.run_sync(lambda: list(codec.decode_log(lines)) if lines else [])
        except Damaged as damage:
            log("log-damaged", game=game, reason=str(damage)[:100])
            raise Refusal("rules-changed", RULES_CHANGED) from None
        return lines, entries

    # -- other processes -------------------------------------------------------------------------------

    async def follow(self) -> None:
        """Tell those at our tables what other processes on the database have written. Runs for ever."""
        while True:
            await asyncio.sleep(self.limits.follow_seconds)
            try:
                await self.catch_up()
            except Exception as fault:
                log("follow-failed", fault=type(fault).__name__)

    async def catch_up(self) -> None:
        ids = [room.id for room in self.rooms.values() if room.connections]
        for room in [self.rooms[game] for game in ids]:
            room.tell_present()
        for start in range(0, len(ids), 500):
            part = ids[start : start + 500]
            standing = await self.store.read(lambda c, part=part: store.standing(c, part))  # type: ignore[misc]
            for game in part:
                here = self.rooms.get(game)
                if here is not None and self._differs(here, standing.get(game)):
                    await self._reread(here)

    @staticmethod
    def _differs(room: Room, found: tuple[int, int, int] | None) -> bool:
        kept = room.kept
        if room.lock.locked():
            return False  # being changed here: the next look will tell
        return kept is None or found is None or found != (kept.entries, kept.talk, kept.changed)

    async def _reread(self, room: Room) -> None:
        async with room.lock:
            found = await self.store.read(lambda c: store.find(c, room.id))
            if found is None:
                self.dissolve(room)
            elif found != room.kept:
                room.forget()
                await self.enter(room)

    async def recall(self, room: Room, connection: Connection, since: int) -> None:
        """Send lines of a stream again. The room's lock is held."""
        table = room.playing()
        connection.told = table.streams[connection.eyes].n
        if since < connection.told:
            _, entries = await self.log_of(room.id)
            tell_lines(table, connection, entries, since)

    def dissolve(self, room: Room) -> None:
        """The game is gone."""
        room.tell_all(wire.Gone())
        for connection in room.connections:
            connection.cut()
        room.forget()
        self.rooms.pop(room.id, None)

    # -- bots ------------------------------------------------------------------------------------------

    def wake_bots(self, room: Room) -> None:
        table = room.table
        if table is None or table.game.over:
            return
        for place in room.places:
            asked = table.asked(place.seat) if place.bot and place.seat in table.game.waiting() else None
            if asked is not None:
                task = asyncio.create_task(self._play_bot(room, place.seat, place.bot, asked.decision))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _play_bot(self, room: Room, seat: Seat, name: str, decision: str) -> None:
        """A bot that fails, hangs or cheats never stops a game: then a legal order is given for it."""
        async with room.lock:
            table = room.table
            asked = None if table is None else table.asked(seat)
            if table is None or asked is None or asked.decision != decision:
                return
            game = table.game.fork()
        question = game.pending(seat)
        if question is None:
            return
        bot = self.bots.get(name, bots.random_bot)
        situation = bots.Situation(
            table.system.id, seat, game.view(seat), question, lambda rng: game.imagine(seat, rng)
        )
        order, fault = await bots.choice(bot, situation, self.limits.bot_seconds)
        if fault is not None:
            log("bot-failed", game=room.id, bot=name, fault=type(fault).__name__)
        said = wire.Submit(f"bot-{decision}", decision, msgspec.Raw(msgspec.json.encode(order)), seat)
        try:
            await self.submit(Holder(room.id, "seat", seat), said)
        except Refusal as refusal:
            log("bot-refused", game=room.id, bot=name, code=refusal.code)
