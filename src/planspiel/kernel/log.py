"""The log: answers, dice and events in sequence, each line chained to the one before.

The umpire's log holds everything. Each seat has a stream of its own with its own numbers and its own chain,
so that neither tells of what the seat may not know.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Generic, Literal, TypeVar

import msgspec
from msgspec import Raw, Struct

from planspiel.kernel.state import Item, Outcome, Seat, Side
from planspiel.kernel.text import Text, kebab

__all__ = [
    "Answered",
    "Closed",
    "Entry",
    "Happened",
    "Instructed",
    "Line",
    "Log",
    "Opened",
    "Rolled",
    "Setup",
    "Stream",
    "Undone",
    "chain",
    "resolved",
    "seen",
]

FORMAT = 1
O = TypeVar("O")  # noqa: E741 - O for order
E = TypeVar("E")
I = TypeVar("I")  # noqa: E741 - I for instruction


class Setup(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What players choose before the first move. Seats left out are those of the scenario."""

    scenario: str
    options: dict[str, bool | int | str] = {}
    seats: dict[Seat, tuple[Side, ...]] = {}


class _Entry(
    Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="entry", tag=kebab
):
    """The base of every entry."""


class Opened(_Entry, frozen=True):
    """The first entry: system, pack, options and versions, and the hash of the dice's secret."""

    system: str
    version: int
    release: str
    pack: str
    pack_digest: str
    setup: Setup
    seats: tuple[Seat, ...]
    game: str = ""
    commitment: str = ""
    words: tuple[str, ...] = ()
    format: int = FORMAT


class Answered(_Entry, Generic[O], frozen=True):
    seat: Seat
    order: O
    by: Literal["player", "standing"] = "player"


class Instructed(_Entry, Generic[I], frozen=True):
    seat: Seat
    instruction: I


class Rolled(_Entry, frozen=True):
    dice: str
    pips: tuple[int, ...]
    why: Text
    cite: str = ""
    roller: str = ""
    turn: int = 0
    step: str = ""
    nth: int = 0
    seen_by: tuple[Seat, ...] | None = None


class Happened(_Entry, Generic[E], frozen=True):
    """An event with the audience it had when it happened; the others get its twin, or nothing."""

    event: E
    seen_by: tuple[Seat, ...] | None = None
    twin: E | None = None


class Undone(_Entry, frozen=True):
    """Entry number `to` and all after it, up to here, are void. Dice that were thrown stay thrown."""

    to: int
    seat: Seat
    consent: tuple[Seat, ...] = ()


class Closed(_Entry, frozen=True):
    """The last entry: the outcome and the secret of the dice, so that every roll can be verified."""

    outcome: Outcome
    secret: bytes = b""


Entry = Opened | Answered[Any] | Instructed[Any] | Rolled | Happened[Any] | Undone | Closed
X = TypeVar("X")


class Line(Struct, Generic[X], frozen=True):
    """One line of a log file: its number, what it says, and the chain up to here."""

    n: int
    what: X
    sum: str


def chain(before: str, n: int, what: bytes) -> str:
    """The fingerprint of a log up to entry `n`."""
    return hashlib.sha256(b"%s|%d|%s" % (before.encode(), n, what)).hexdigest()[:32]


_encoder = msgspec.json.Encoder()
_line = msgspec.json.Encoder()


class Chain:
    """Numbers entries and chains them; the last number and sum stand for all that went before."""

    __slots__ = ("n", "sum")

    def __init__(self, n: int = 0, sum: str = "") -> None:
        self.n, self.sum = n, sum

    def line(self, what: Entry) -> bytes:
        said = _encoder.encode(what)
        self.sum = chain(self.sum, self.n, said)
        line = _line.encode(Line(self.n, Raw(said), self.sum))
        self.n += 1
        return line


class Log(Chain):
    """The umpire's log. It keeps its entries, or hands each finished batch of lines to a sink, or both.

    A log that was streamed out gives its entries back through `reread`, for orders taken back by consent.
    """

    __slots__ = ("entries", "reread", "sink")

    def __init__(
        self,
        sink: Callable[[Sequence[bytes], Sequence[Entry]], object] | None = None,
        *,
        keep: bool = True,
        n: int = 0,
        sum: str = "",
        reread: Callable[[], Sequence[Entry]] | None = None,
    ) -> None:
        super().__init__(n, sum)
        self.sink = sink
        self.reread = reread
        self.entries: list[Entry] | None = [] if keep and n == 0 else None

    def extend(self, batch: Sequence[Entry]) -> None:
        """Everything that one answer brought about, at once: a sink may write it in one transaction."""
        before = self.n, self.sum
        lines = [self.line(what) for what in batch]
        if self.sink is not None:
            try:
                self.sink(lines, batch)
            except BaseException:
                self.n, self.sum = before
                raise
        if self.entries is not None:
            self.entries.extend(batch)

    def held(self) -> list[tuple[int, Entry]]:
        """The entries that were not undone, with their numbers; none if the log cannot be read."""
        if self.entries is not None:
            return resolved(self.entries)
        return resolved(self.reread()) if self.reread is not None else []

    def lines(self) -> Iterator[bytes]:
        """The whole log as a file, if it was kept."""
        links = Chain()
        for what in self.entries or ():
            yield links.line(what)


class Stream(Chain):
    """What one seat is told, or a spectator (no seat), numbered and chained on its own."""

    __slots__ = ("_from", "seat")

    def __init__(self, seat: Seat | None) -> None:
        super().__init__()
        self.seat = seat
        self._from: list[int] = []

    def tell(self, n: int, what: Entry) -> bytes | None:
        """The line for entry `n` of the umpire's log, or None if this seat learns nothing of it."""
        told = self._undone(what) if isinstance(what, Undone) else seen(what, self.seat)
        if told is None:
            return None
        self._from.append(n)
        return self.line(told)

    def _undone(self, what: Undone) -> Undone | None:
        """The same in this stream's own numbers."""
        void = [own for own, umpires in enumerate(self._from) if umpires >= what.to]
        return msgspec.structs.replace(what, to=void[0]) if void else None


def seen(what: Entry, seat: Seat | None) -> Entry | None:
    """What a seat learns of an entry: all of it, its twin, or nothing."""
    match what:
        case Answered() | Instructed():
            return what if what.seat == seat else None
        case Rolled():
            if what.seen_by is not None and seat not in what.seen_by:
                return None
            return Rolled(what.dice, what.pips, what.why, what.cite, what.roller, what.turn)
        case Happened():
            if what.seen_by is None or seat in what.seen_by:
                return Happened(what.event)
            return None if what.twin is None else Happened(what.twin)
        case _:
            return what


def resolved(entries: Iterable[Entry]) -> list[tuple[int, Entry]]:
    """The entries that still hold, with their numbers: what was undone is left out."""
    held: list[tuple[int, Entry]] = []
    for n, what in enumerate(entries):
        if isinstance(what, Undone):
            while held and held[-1][0] >= what.to:
                held.pop()
        else:
            held.append((n, what))
    return held


def step_name(item: Item) -> str:
    """The agenda item as it names rolls."""
    return "/".join([item.script, *map(str, item.args)]) if item.args else item.script
