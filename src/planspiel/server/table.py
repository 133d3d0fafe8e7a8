"""One game in memory: the gate before every change, what each seat is told, and what it is asked.

Memory is a copy of what the database has. A change is made here, then written; if it cannot be written,
this object is thrown away and the game is read again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import Raw, Struct

from planspiel.cases.telling import Catalogue
from planspiel.kernel import (
    Assembly,
    Chance,
    Commitment,
    Damaged,
    Game,
    Illegal,
    Keyed,
    Log,
    Question,
    Seat,
    Stream,
    System,
    Text,
    TypedIn,
    Window,
    render,
)
from planspiel.kernel.asking import asks
from planspiel.kernel.log import Answered, Entry, Happened, Rolled, Undone, seen
from planspiel.kernel.question import accepts
from planspiel.server.refusals import Refusal
from planspiel.server.resume import resumed
from planspiel.server.store import Kept
from planspiel.server.telling import sentence
from planspiel.server.wire import Asked, DiceAsked

__all__ = ["SNAPSHOT_EVERY", "Change", "SeatStream", "Table", "Told"]

AnySystem = System[Any, Any, Any]
Told = tuple[bytes, Entry]
"""A line of a stream and the entry it holds."""
_STEPS_KEPT = 40
SNAPSHOT_EVERY = 100
"""So many entries after the last one a save is kept, once nobody can take anything back alone."""
_json = msgspec.json.Encoder()


class Change(Struct):
    """What one answer brought about, not yet written: lines of the umpire's log, and each stream's."""

    first: int
    lines: Sequence[bytes]
    entries: Sequence[Entry]


class SeatStream:
    """What one seat is told, or a spectator, and how many questions and dice it has behind it."""

    __slots__ = ("behind", "stream")

    def __init__(self, seat: Seat | None) -> None:
        self.stream = Stream(seat)
        self.behind = 0

    @property
    def n(self) -> int:
        return self.stream.n

    def tell(self, n: int, what: Entry) -> bytes | None:
        line = self.stream.tell(n, what)
        if line is not None and isinstance(what, Answered | Rolled | Undone):
            self.behind += 1
        return line


class Step(Struct):
    """An order, and what it brought about: what is undone when it is taken back."""

    n: int
    seat: Seat
    entries: list[Entry]


class Table:
    """A game, its streams, and the last save."""

    def __init__(self, kept: Kept, system: AnySystem, game: Game[Any], saved_at: int) -> None:
        self.id = kept.id
        self.system = system
        self.game = game
        self.talk = kept.talk
        self._saved_at = saved_at
        self._change: Change | None = None
        self._steps: list[Step] = []
        self.streams: dict[Seat | None, SeatStream] = {seat: SeatStream(seat) for seat in (*game.seats, None)}
        self._listen()

    # -- beginnings ------------------------------------------------------------------------------------

    @classmethod
    def opened(cls, kept: Kept, system: AnySystem, dice: Keyed | TypedIn) -> tuple[Table, Change]:
        """A new game, run to its first question. Its first lines are to be written."""
        found: list[Change] = []

        def first(lines: Sequence[bytes], batch: Sequence[Entry]) -> None:
            found.append(Change(0, lines, batch))

        game = Game.start(system, kept.setup, dice, Log(first, keep=False))
        return cls(kept, system, game, 0), found[0]

    @classmethod
    def read(
        cls, kept: Kept, system: AnySystem, lines: Sequence[bytes], save: tuple[int, bytes] | None
    ) -> Table:
        """A game out of the database."""
        entries = list(system.codec.decode_log(lines, "the kept log"))
        game = resumed(system, kept, lines, entries, None if save is None else save[1])
        table = cls(kept, system, game, 0 if save is None else save[0])
        for n, what in enumerate(entries):
            for stream in table.streams.values():
                stream.tell(n, what)
            table._follow(n, what)
        return table

    def _listen(self) -> None:
        log = self.game.log
        assert log is not None
        log.sink = self._changed

    def _changed(self, lines: Sequence[bytes], batch: Sequence[Entry]) -> None:
        self._change = Change(self.entries - len(lines), lines, batch)

    @property
    def entries(self) -> int:
        assert self.game.log is not None
        return self.game.log.n

    # -- the gate --------------------------------------------------------------------------------------

    def answer(self, seat: Seat, decision: str, order: bytes) -> Change:
        """An order of the seat that is asked, to the question it is asked now, that passes `check`."""
        asked = self.asked(seat)
        self._check_open()
        if asked is None:
            raise Refusal("not-asked", "Nothing is asked of {seat} now.", seat=seat)
        if asked.decision != decision:
            raise Refusal("stale", "This answers another question than the one asked now.")
        try:
            given = self.system.codec.order(order)
        except Damaged as damage:
            raise Refusal("malformed", "This is not an order: {reason}", reason=str(damage)) from None
        return self._changing(lambda: self.game.answer(seat, given))

    def throw(self, seat: Seat, decision: str, pips: tuple[int, ...]) -> Change:
        """Real dice, typed in by a seat that may see them."""
        self._check_open()
        asked = self.dice_asked(seat)
        if asked is None:
            raise Refusal("not-asked", "No dice are asked for now.")
        if asked.decision != decision:
            raise Refusal("stale", "These dice are for another roll than the one asked for now.")
        return self._changing(lambda: self.game.throw(pips))

    def instruct(self, seat: Seat, instruction: bytes, log: Sequence[Entry] | None) -> Change:
        """Standing orders, resignation, draws, taking back; `log` is needed for the last alone."""
        self._check_open()
        try:
            given = self.system.codec.decode("instruction", instruction)
        except Damaged as damage:
            raise Refusal("malformed", "This is not an instruction: {reason}", reason=str(damage)) from None
        assert self.game.log is not None
        self.game.log.reread = None if log is None else lambda: log
        try:
            return self._changing(lambda: self.game.instruct(seat, given))
        finally:
            self.game.log.reread = None

    def _check_open(self) -> None:
        if self.game.over:
            raise Refusal("over", "The game is over.")

    def _changing(self, change: Callable[[], None]) -> Change:
        """Whatever is refused, or fails in the rules, has changed nothing."""
        self._change = None
        try:
            change()
        except Illegal as illegal:
            raise Refusal.illegal(illegal) from None
        found = self._change
        if found is None:
            raise Refusal("illegal", "This changes nothing.")
        return found

    # -- what seats are told ---------------------------------------------------------------------------

    def tell(self, change: Change) -> dict[Seat | None, list[Told]]:
        """The new lines of every stream, once a change is written."""
        told: dict[Seat | None, list[Told]] = {}
        for n, what in enumerate(change.entries, start=change.first):
            self._follow(n, what)
        for seat, stream in self.streams.items():
            told[seat] = []
            for n, what in enumerate(change.entries, start=change.first):
                line = stream.tell(n, what)
                heard = None if line is None else seen(what, seat)
                if line is not None and heard is not None:
                    told[seat].append((line, heard))
        return told

    def _follow(self, n: int, what: Entry) -> None:
        """Remember the latest orders and what came of them."""
        if isinstance(what, Undone):
            self._steps = [step for step in self._steps if step.n < what.to]
        elif isinstance(what, Answered) and what.by == "player":
            self._steps = [*self._steps[1 - _STEPS_KEPT :], Step(n, what.seat, [])]
        elif isinstance(what, Happened) and self._steps:
            self._steps[-1].entries.append(what)

    def last_step(self, eyes: Seat | None, words: Catalogue) -> str:
        """What would be undone if what is asked for, or may be done alone, were done."""
        asking = self.game.take_back_asked
        mine = eyes is not None and self.game.can_take_back(eyes)
        seat = asking[0] if asking else eyes if mine else None
        step = next((each for each in reversed(self._steps) if each.seat == seat), None)
        if step is None:
            return ""
        told = (seen(what, eyes) for what in step.entries)
        sentences = (sentence(what, words) for what in told if what is not None)
        found = next((each for each in sentences if each), "")
        return found or render(Text("{seat} answered.", {"seat": step.seat}), words)

    def view(self, eyes: Seat | None) -> Any:
        """What a seat may know; of a spectator what all may, or None if spectators see no board."""
        if eyes is not None:
            return self.game.view(eyes)
        found = self.system.public_view(self.game.state)
        if found is not None:
            found.__dict__["pack"] = self.system.pack
        return found

    def told_after(self, seat: Seat, change: Change) -> int:
        """Where a seat's stream will stand once a change is told."""
        return self.streams[seat].n + sum(seen(what, seat) is not None for what in change.entries)

    def asked(self, seat: Seat) -> Asked | None:
        """The question a seat is asked, under the name that an answer must give it."""
        if seat not in self.game.seats:
            return None
        question = self.game.pending(seat)
        if question is None:
            return None
        data = _json.encode(question)
        pieces, must = self._pieces(seat, question)
        return Asked(
            decision=self._decision(seat, data),
            question=Raw(data),
            prompt=question.prompt,
            cite=question.cite,
            forbids=question.forbids,
            answers=tuple(str(kind.__struct_config__.tag) for kind in accepts(type(question))),
            may_decline=isinstance(self.game.pause, Window),
            is_sealed=seat in self.game.sealed(),
            pieces=pieces,
            must=must,
        )

    def _pieces(
        self, seat: Seat, question: Question[Any, Any]
    ) -> tuple[tuple[str, ...] | None, tuple[str, ...]]:
        """What may be given something, and what must be, where a question is answered piece by piece."""
        if not isinstance(question, Assembly):
            return None, ()
        view = self.game.view(seat)
        pieces = tuple(question.pieces(view))
        return pieces, tuple(piece for piece in pieces if question.must_have(view, piece))

    def dice_asked(self, seat: Seat | None) -> DiceAsked | None:
        """The dice that someone must type in, for seats that will see them."""
        chance = self.game.pause
        if not isinstance(chance, Chance) or (chance.seen_by is not None and seat not in chance.seen_by):
            return None
        decision = self._decision(seat, _json.encode(chance)) if seat is not None else ""
        return DiceAsked(decision, chance.dice, chance.why, chance.cite, chance.roller)

    def _decision(self, seat: Seat, what: bytes) -> str:
        """The name of a question: new for each, and made only of what the seat knows."""
        named = b"%s|%s|%d|%s" % (self.id.encode(), seat.encode(), self.streams[seat].behind, what)
        return hashlib.sha256(named).hexdigest()[:16]

    def awaited(self) -> tuple[Seat, ...]:
        """Whom the game waits for, as everyone may know it.

        In a window all who are asked are named, also those whose standing orders have answered: that they
        have given any is known to them alone.
        """
        pause = self.game.pause
        if isinstance(pause, Window):
            return tuple(asks(pause))
        if isinstance(pause, Chance):
            return pause.seen_by if pause.seen_by is not None else self.game.seats
        return self.game.waiting()

    def waits(self) -> tuple[Seat, ...]:
        """Whom the game really waits for, for the database."""
        return self.awaited() if isinstance(self.game.pause, Chance) else self.game.waiting()

    def sealed(self) -> tuple[Seat, ...]:
        return self.game.sealed() if isinstance(self.game.pause, Commitment) else ()

    # -- saves -----------------------------------------------------------------------------------------

    def save_if_due(self) -> bytes | None:
        """A save now and then. While someone may take back alone there is none: saves do not keep that."""
        game = self.game
        if self.entries - self._saved_at < SNAPSHOT_EVERY:
            return None
        if any(game.can_take_back(seat) for seat in game.seats):
            return None
        self._saved_at = self.entries
        return game.save()
