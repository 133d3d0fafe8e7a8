"""Who is at which table, and what they are told. Nothing is said where there is nothing new to tell."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, cast

from msgspec import Raw
from msgspec.structs import replace

from planspiel.cases.telling import Catalogue
from planspiel.cases.telling import asked as asked_sentence
from planspiel.kernel import Seat, System, Text, render
from planspiel.kernel.log import Entry
from planspiel.server import wire
from planspiel.server.refusals import RULES_CHANGED, Refusal
from planspiel.server.resume import RulesChanged
from planspiel.server.store import Holder, Kept, Message, SeatKept
from planspiel.server.table import Change, Table, Told
from planspiel.server.telling import difference, lines_of, telling, words_in
from planspiel.systems.tools import tools_of

__all__ = ["Connection", "Room", "game_info", "tell_lines"]

_PORTION = 200


class Connection:
    """Someone at a table: what link they hold, through whose eyes they look, and what they were last told."""

    def __init__(self, holder: Holder, hello: wire.Hello, eyes: Seat | None, outbox: int) -> None:
        self.holder = holder
        self.eyes = eyes
        self.language: wire.Language = hello.language
        self.views = hello.views
        self.outbox: asyncio.Queue[bytes | None] = asyncio.Queue(outbox)
        self.told = hello.since
        """How many lines of its stream it has."""
        self.last: bytes = b""
        self.is_cut = False
        self.task: asyncio.Task[None] | None = None
        """Where it is listened to."""

    def say(self, message: bytes) -> None:
        """Queue a message. Who does not read is cut off rather than waited for."""
        if self.is_cut:
            return
        try:
            self.outbox.put_nowait(message)
        except asyncio.QueueFull:
            self.is_cut = True
            if self.task is not None:
                self.task.cancel()

    def cut(self) -> None:
        """No more: what is queued is sent, as far as there is room, then the connection is closed."""
        self.is_cut = True
        if self.outbox.full():
            self.outbox.get_nowait()
        self.outbox.put_nowait(None)

    def tell(self, message: wire.ToPlayer) -> None:
        self.say(wire.encode(message))

    @property
    def seats(self) -> tuple[Seat, ...]:
        return () if self.eyes is None else (self.eyes,)


class Room:
    """One game with all who are at its table in this process."""

    def __init__(self, game: str) -> None:
        self.id = game
        self.lock = asyncio.Lock()
        self.kept: Kept | None = None
        self.places: tuple[SeatKept, ...] = ()
        self.table: Table | None = None
        self.system: System[Any, Any, Any] | None = None
        self.trouble: RulesChanged | None = None
        self.connections: list[Connection] = []
        self.heard = 0
        """How many messages those at the table have been told of."""
        self.seen_present = wire.Present(())
        self.greeted: tuple[str, tuple[SeatKept, ...], dict[Seat, str]] = ("", (), {})
        """The stage, the seats and the choices that they have been told of."""
        self.declined: dict[wire.Request, tuple[Seat, ...]] = {}
        """Requests that were answered with no, as they stood then."""

    @property
    def game(self) -> Kept:
        assert self.kept is not None
        return self.kept

    def forget(self) -> None:
        """What is in memory may not be what is kept: read it again when it is next needed."""
        self.kept, self.table, self.trouble = None, None, None

    def playing(self) -> Table:
        if self.trouble is not None:
            raise Refusal("rules-changed", RULES_CHANGED)
        if self.table is None:
            raise Refusal("not-started", "The game has not begun.")
        return self.table

    def requests(self) -> dict[wire.Request, tuple[Seat, ...]]:
        """Who asks for a draw or for something to be taken back, and who agrees."""
        game = self.playing().game
        return {"draw": game.state.draw_offers, "take-back": game.take_back_asked}

    # -- telling ---------------------------------------------------------------------------------------

    def info(self, eyes: Seat | None = None, language: wire.Language = "en") -> wire.GameInfo:
        found = game_info(self.game, self.places, self.present())
        if self.trouble is None or self.system is None:
            return found
        played, rules_say = difference(self.system, self.trouble, eyes, language)
        choices = cast("dict[Seat, wire.RulesChoice]", self.game.choices)
        return replace(found, trouble=wire.Trouble(played, rules_say, choices))

    def present(self) -> tuple[Seat, ...]:
        sitting = [seat for each in self.connections if each.holder.role == "seat" for seat in each.seats]
        if any(each.holder.role == "table" for each in self.connections):
            sitting = [place.seat for place in self.places]
        return tuple(dict.fromkeys(sitting))

    def welcome(self, connection: Connection) -> None:
        eyes = connection.eyes or Seat("")
        info = self.info(connection.eyes, connection.language)
        connection.tell(wire.Welcome(connection.holder.role, eyes, info))

    def welcome_all(self) -> None:
        self.greeted = (self.game.stage, self.places, self.game.choices)
        for connection in self.connections:
            self.welcome(connection)

    def who(self) -> wire.Present:
        return wire.Present(self.present(), sum(each.eyes is None for each in self.connections))

    def tell_present(self) -> None:
        """Who is here, if that has changed. A crowd that comes and goes is told of now and then, not each."""
        found = self.who()
        if found != self.seen_present:
            self.seen_present = found
            self.tell_all(found)

    def tell_messages(self, messages: Sequence[Message]) -> None:
        if messages:
            self.heard = messages[-1].n
            said = wire.encode(wire.Said(list(messages)))
            for connection in self.connections:
                connection.say(said)

    def tell_all(self, message: wire.ToPlayer) -> None:
        said = wire.encode(message)
        for connection in self.connections:
            connection.say(said)

    def publish(self, change: Change) -> None:
        """A change is written: tell everyone what they may know of it."""
        table = self.playing()
        told = table.tell(change)
        made: dict[tuple[Seat | None, wire.Language], bytes] = {}
        for connection in self.connections:
            key = connection.eyes, connection.language
            if key not in made:
                made[key] = _new_lines(table, told[connection.eyes], *key)
            if made[key]:
                connection.say(made[key])
            connection.told = table.streams[connection.eyes].n
        self.tell_positions()

    def tell_positions(self) -> None:
        made: dict[tuple[Seat | None, wire.Language, bool], bytes] = {}
        for connection in self.connections:
            key = connection.eyes, connection.language, connection.views
            if key not in made:
                made[key] = self.position(*key)
            if made[key] != connection.last:
                connection.last = made[key]
                connection.say(made[key])

    def position(self, eyes: Seat | None, language: wire.Language, views: bool) -> bytes:
        """What someone sees now. It holds nothing that a seat may not know, and no umpire's number."""
        table = self.playing()
        game, words = table.game, words_in(table.system, language)
        asked = None if eyes is None or game.over else table.asked(eyes)
        if asked is not None and eyes is not None:
            question = game.pending(eyes)
            assert question is not None
            asked = replace(asked, prompt=asked_sentence(question, words))
        view = table.view(eyes)
        requests = self.requests()
        score = None if view is None else tools_of(table.system.id).score(view, partial(_said, words))
        position = wire.Position(
            n=table.streams[eyes].n,
            seat=eyes or Seat(""),
            awaited=table.awaited(),
            view=Raw(wire.encode(view)) if views and view is not None else None,
            asked=asked,
            dice=table.dice_asked(eyes),
            sealed=table.sealed(),
            can_take_back=eyes is not None and game.can_take_back(eyes),
            take_back=game.take_back_asked,
            take_back_step=table.last_step(eyes, words),
            draw_offers=game.state.draw_offers,
            declined=tuple(each for each in self.declined if requests[each] == self.declined[each]),
            due=self.game.due or None,
            score=score,
            outcome=game.state.outcome,
        )
        return wire.encode(position)


def tell_lines(
    table: Table, connection: Connection, entries: Sequence[Entry], since: int, anew: bool = False
) -> None:
    """Send the lines of a stream from number `since` on, in portions; `anew`: in place of all told before."""
    eyes = connection.eyes
    told = lines_of(entries, eyes, words_in(table.system, connection.language), max(0, since))
    connection.told = table.streams[eyes].n
    first = connection.told - len(told)
    for start in range(0, len(told), _PORTION):
        part = told[start : start + _PORTION]
        connection.tell(wire.Lines(eyes or Seat(""), first + start, part, anew=anew and start == 0))


def _new_lines(table: Table, told: list[Told], eyes: Seat | None, language: wire.Language) -> bytes:
    """The lines just told to a stream, as a message; empty if there were none."""
    if not told:
        return b""
    words = words_in(table.system, language)
    lines = [telling(line, what, words) for line, what in told]
    return wire.encode(wire.Lines(eyes or Seat(""), table.streams[eyes].n - len(lines), lines))


def _said(words: Catalogue, text: Text) -> str:
    return render(text, words)


def game_info(kept: Kept, places: Iterable[SeatKept], present: Sequence[Seat] = ()) -> wire.GameInfo:
    commitment = hashlib.sha256(kept.secret).hexdigest() if kept.dice == "keyed" else ""
    return wire.GameInfo(
        game=kept.id,
        system=kept.system,
        scenario=kept.setup.scenario,
        options=kept.setup.options,
        stage=kept.stage,
        hot_seat=kept.hot_seat,
        dice=kept.dice,
        commitment=commitment,
        seats=tuple(
            wire.SeatInfo(
                place.seat,
                kept.setup.seats.get(place.seat, ()),
                place.name,
                place.bot,
                place.taken,
                place.seat in present,
            )
            for place in places
        ),
        pack_digest=kept.pack_digest,
        rules=wire.Rules(kept.release, kept.pack_digest),
        pace=cast("wire.Pace", kept.pace),
        substitute=kept.substitute if kept.pace != "none" else "",
        outcome=kept.outcome,
    )
