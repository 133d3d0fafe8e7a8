"""The table service: rooms in memory over the store, and the one way in which a game changes.

Whatever changes a game holds its room's lock, passes the gate of `Table`, and is written before anyone is
told. If it could not be written, because another process was faster or the disk is full, the room forgets
what it has in memory.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import anyio.to_thread
from msgspec.structs import replace

from planspiel.kernel import Damaged, Seat, System, Text
from planspiel.kernel.decision import Pause
from planspiel.kernel.log import Entry
from planspiel.server import store, talk, wire
from planspiel.server.logs import log
from planspiel.server.notices import Notices, Standing
from planspiel.server.pinning import is_pinned, rules_digest
from planspiel.server.players import Players
from planspiel.server.records import now
from planspiel.server.refusals import RULES_CHANGED, Refusal
from planspiel.server.resume import RulesChanged, dice_of
from planspiel.server.rooms import Connection, Room, tell_lines
from planspiel.server.settings import Settings
from planspiel.server.shelf import Shelf
from planspiel.server.store import Append, Appended, Holder, Kept, Reason, Store
from planspiel.server.table import Change, Table
from planspiel.server.telling import lines_of, words_in

__all__ = ["Service", "now"]

AnySystem = System[Any, Any, Any]
NOBODY = Seat("")
Submission = wire.Submit | wire.Throw | wire.Instruct

Tell = Callable[[wire.ToPlayer], None]
DECLINED: dict[wire.Request, tuple[str, store.About]] = {
    "draw": ("{seat} declines the draw.", "declined-draw"),
    "take-back": ("{seat} does not want the order taken back.", "declined-take-back"),
}


def _nobody(message: wire.ToPlayer) -> None:
    """Nobody waits for the acknowledgement."""


class Service:
    def __init__(self, kept: Store, settings: Settings) -> None:
        self.store = kept
        self.settings, self.limits = settings, settings.limits
        self.rooms: dict[str, Room] = {}
        self.players = Players(self)
        self.notices = Notices(self)
        self.shelf = Shelf()

    async def close(self) -> None:
        """Stop what runs beside the table: bots, clocks, mail."""
        await self.notices.close()
        await self.players.close()

    # -- systems and links -----------------------------------------------------------------------------

    def system(self, name: str) -> AnySystem:
        """A system, built once."""
        return self.shelf.system(name)

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

    async def read_again(self, room: Room) -> None:
        """Have the game as the database has it, and tell nobody yet. The room's lock is held."""
        room.forget()
        await self._read(room)

    async def _read(self, room: Room) -> None:
        kept, places = await self.store.read(lambda c: (store.find(c, room.id), store.places(c, room.id)))
        if kept is None:
            self.rooms.pop(room.id, None)
            raise Refusal("no-such-link", "This link opens no game.")
        system = await self.shelf.fetch(kept.system)
        room.kept, room.places, room.system = kept, tuple(places), system
        if kept.stage == "gathering":
            if all(place.taken for place in places):
                await self._start(room)
            return
        if kept.entries == 0:
            await self._start(room)  # the rules changed, and the players went back to the beginning
        else:
            await self._load(room, kept)

    async def _load(self, room: Room, kept: Kept) -> None:
        system = self.system(kept.system)
        lines, save = await self.store.read(lambda c: (store.lines(c, kept.id), store.snapshot(c, kept.id)))
        pinned = is_pinned(kept, system)
        try:
            room.table = await anyio.to_thread.run_sync(
                Table.read, kept, system, lines, save if pinned else None
            )
        except (RulesChanged, Damaged) as fault:
            if kept.stage == "playing":
                room.trouble = fault if isinstance(fault, RulesChanged) else RulesChanged(0)
                log("rules-changed", game=kept.id, entry=room.trouble.entry)
                await self.set_due(room, 0)  # players who have to agree first cannot be late
            return  # a game that is over is shown from its events, whatever the rules say now
        if not pinned:
            await self._pin(room, system)
        self.players.wake(room)

    async def _pin(self, room: Room, system: AnySystem) -> None:
        """Rules or pack are new, and lead to all that was played: from now on they are the game's."""
        rules, pack = rules_digest(system), system.pack_digest
        await self.store.write(lambda c: store.pin(c, room.id, rules, pack))
        room.kept = replace(room.game, rules=rules, pack_digest=pack, choices={})
        log("rules-moved-on", game=room.id)

    async def set_due(self, room: Room, due: int) -> None:
        if room.game.due != due:
            await self.store.write(lambda c: store.set_due(c, room.id, due))
            room.kept = replace(room.game, due=due)

    async def _inform(self, room: Room) -> None:
        kept = room.kept
        if kept is None:
            return  # being read again
        after = room.heard
        if room.connections and after < kept.talk:
            room.tell_messages(await self.store.read(lambda c: talk.said(c, room.id, after, 100)))
        room.heard = kept.talk
        if room.greeted != (kept.stage, room.places, kept.choices):
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
            self.players.wake(room)
            self.notices.changed(room, Standing())

    # -- changes ---------------------------------------------------------------------------------------

    async def submit(
        self, holder: Holder, said: wire.Submit, tell: Tell = _nobody, reason: Reason | None = None
    ) -> None:
        """An order. It is acknowledged to its sender before anyone is told what came of it."""
        seat = self.seat_of(holder, said.seat)
        await self._change(
            holder.game,
            seat,
            said,
            tell,
            lambda table, _: table.answer(seat, said.decision, bytes(said.order)),
            reason,
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
        reason: Reason | None = None,
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
            before, pause = Standing.of(room), table.game.pause
            try:
                found = change(table, entries)
            except Refusal as refusal:
                tell(await self._accepted_before(room, seat, said, refusal))
                return
            except Exception as fault:
                room.forget()
                log("rules-failed", game=game, fault=type(fault).__name__)
                raise Refusal("broken", "The rules have failed here; nothing was changed.") from fault
            if reason is not None:
                reason = replace(reason, n=found.first)
            written = await self._write(room, found, seat, said.submission, pause, reason)
            if written is not Appended.DONE:
                moved_on = Refusal("moved-on", "The game went on elsewhere: look again.")
                tell(await self._accepted_before(room, seat, said, moved_on))
                return
            tell(wire.Accepted(said.id, said.submission, table.told_after(seat, found)))
            room.publish(found)
            self.players.wake(room)
            self.notices.changed(room, before)

    async def _accepted_before(
        self, room: Room, seat: Seat, said: Submission, refusal: Refusal
    ) -> wire.Accepted:
        """What is refused now may have been accepted when it was first sent: then say so again."""
        told = await self.store.read(lambda c: store.accepted(c, room.id, seat, said.submission))
        if told is None:
            raise refusal
        return wire.Accepted(said.id, said.submission, told, again=True)

    async def _write(
        self,
        room: Room,
        change: Change,
        seat: Seat = NOBODY,
        submission: str = "",
        pause: Pause | None = None,
        reason: Reason | None = None,
    ) -> Appended:
        """Append a change. Unless it is written, the room forgets what is in memory."""
        table = room.playing()
        game = table.game
        at = now()
        batch = Append(
            game=room.id,
            first=change.first,
            lines=change.lines,
            stage="over" if game.over else "playing",
            waits=table.waits(),
            outcome=game.state.outcome,
            at=at,
            seat=seat,
            submission=submission,
            told=table.told_after(seat, change) if seat else 0,
            save=table.save_if_due(),
            due=room.game.due if table.game.pause is pause else self.players.due(room, at),
            reason=reason,
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
            due=batch.due,
        )
        return written

    async def chat(self, holder: Holder, said: wire.Chat) -> wire.Accepted:
        seat = self.seat_of(holder, said.seat)
        room = self.room(holder.game)
        async with room.lock:
            await self.enter(room)
            at = now()
            message = await self.store.write(
                lambda c: talk.say(c, room.id, seat, said.submission, said.text, at)
            )
            if message is not None:
                room.tell_messages([message])
                room.kept = replace(room.game, talk=message.n)
                self.notices.spoken(room, seat)
        return wire.Accepted(said.id, said.submission, 0, again=message is None)

    async def decline(self, holder: Holder, said: wire.Answer) -> wire.Accepted:
        """No to what another seat has asked for: everyone is told, nothing in the game changes."""
        seat = self.seat_of(holder, said.seat)
        room = self.room(holder.game)
        async with room.lock:
            await self.enter(room)
            asking = room.requests()[said.request]
            if not asking or seat in asking:
                raise Refusal("illegal", "Nobody has asked for that.")
            room.declined[said.request] = asking
            template, about = DECLINED[said.request]
            is_new = await self.announce(room, seat, said.submission, about, Text(template, {"seat": seat}))
            room.tell_positions()
        return wire.Accepted(said.id, said.submission, 0, again=not is_new)

    async def announce(self, room: Room, seat: Seat, submission: str, about: store.About, text: Text) -> bool:
        """A notice of the umpire to everyone at the table. The room's lock is held."""
        at = now()
        message = await self.store.write(
            lambda c: talk.announce(c, room.id, seat, submission, about, text, at)
        )
        if message is not None:
            room.tell_messages([message])
            room.kept = replace(room.game, talk=message.n)
        return message is not None

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

    async def recall_events(self, room: Room, connection: Connection, since: int) -> None:
        """Lines of a game that is over and that the rules no longer lead to: told from its events."""
        _, entries = await self.log_of(room.id)
        words = words_in(self.system(room.game.system), connection.language)
        told = lines_of(entries, connection.eyes, words, max(0, since))
        connection.told = since + len(told)
        connection.tell(wire.Lines(connection.eyes or NOBODY, since, told))

    def dissolve(self, room: Room) -> None:
        """The game is gone."""
        room.tell_all(wire.Gone())
        for connection in room.connections:
            connection.cut()
        room.forget()
        self.rooms.pop(room.id, None)
