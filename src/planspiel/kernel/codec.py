"""A system's types on file: saves, logs, wire schemas; versioned, with upgrades for older files.

Whatever comes from outside is decoded here. What does not fit is `Damaged`: one line with the place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Generic, TypeVar, Union

import msgspec
from msgspec import Raw, Struct

from planspiel.kernel.dice import Keyed, Scripted, TypedIn
from planspiel.kernel.event import Event
from planspiel.kernel.instruction import Instruction
from planspiel.kernel.log import (
    Answered,
    Closed,
    Entry,
    Happened,
    Instructed,
    Opened,
    Rolled,
    Setup,
    Undone,
    chain,
)
from planspiel.kernel.question import Order, Question, View
from planspiel.kernel.state import Seat, State

__all__ = ["Codec", "Damaged", "Given", "Resolved", "Save", "SavedDice", "Thrown", "Told", "Upgrade"]

S = TypeVar("S", bound=State)
SS = TypeVar("SS")
O = TypeVar("O")  # noqa: E741 - O for order
I = TypeVar("I")  # noqa: E741 - I for instruction
Plain = dict[str, Any]
LARGEST = 64 * 1024 * 1024


def one_line(reason: str, longest: int) -> str:
    """What is said of a file from outside, without what the file may have put into it to mislead."""
    return " ".join("".join(c if c.isprintable() else " " for c in reason[:longest]).split())


class Damaged(ValueError):
    """A file that cannot be read: where, and why, in one line."""

    def __init__(self, place: str, reason: str) -> None:
        reason = one_line(reason, 400)
        super().__init__(f"{place}: {reason}" if place else reason)
        self.place, self.reason = place, reason


class Upgrade(Struct, frozen=True):
    """Turns records of one version into those of the next, as plain JSON objects."""

    state: Callable[[Plain], Plain] | None = None
    order: Callable[[Plain], Plain] | None = None
    event: Callable[[Plain], Plain] | None = None
    instruction: Callable[[Plain], Plain] | None = None


class Thrown(Struct, frozen=True, forbid_unknown_fields=True, tag="thrown", tag_field="given"):
    """Dice thrown since the last resume point."""

    pips: tuple[int, ...]


class Resolved(
    Struct, Generic[O], frozen=True, forbid_unknown_fields=True, tag="resolved", tag_field="given"
):
    """The answers to one decision, commitment or window."""

    answers: dict[Seat, O]


class Told(Struct, Generic[I], frozen=True, forbid_unknown_fields=True, tag="told", tag_field="given"):
    """An instruction given in between."""

    seat: Seat
    instruction: I


Given = Thrown | Resolved[Any] | Told[Any]
SavedDice = Keyed | Scripted | TypedIn


class Save(Struct, Generic[SS, O, I], frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A game in mid-decision: the state at the last resume point and the answers since."""

    system: str
    version: int
    pack_digest: str
    setup: Setup
    base: SS
    since: list[Thrown | Resolved[O] | Told[I]]
    sealed: dict[Seat, O] = {}
    rolls: dict[str, int] = {}
    rolls_turn: int = -1
    kept: dict[str, tuple[int, ...]] = {}
    take_back: tuple[Seat, ...] = ()
    log_n: int = 0
    log_sum: str = ""
    dice: SavedDice | None = None
    format: int = 1


class _Header(Struct):
    system: str
    version: int
    format: int = 1


class _RawLine(Struct, forbid_unknown_fields=True):
    n: int
    what: Raw
    sum: str


class Codec(Generic[S]):
    """Decoders for one system, built once."""

    def __init__(
        self,
        *,
        system: str,
        version: int,
        upgrades: Mapping[int, Upgrade],
        state: type[S],
        orders: Iterable[type[Order]],
        events: Iterable[type[Event[Any]]],
        instructions: Iterable[type[Instruction[Any]]],
        questions: Iterable[type[Question[Any, Any]]],
        view: type[View[Any]],
    ) -> None:
        self.system, self.version, self.upgrades = system, version, upgrades
        order, event, instruction = _union(orders), _union(events), _union(instructions)
        self._types = {
            "order": order,
            "event": event,
            "instruction": instruction,
            "question": _union(questions),
            "view": view,
            "state": state,
        }
        self._save_type = _of(Save, state, order, instruction)
        self._entry_type = _union(
            (
                Opened,
                _of(Answered, order),
                _of(Instructed, instruction),
                Rolled,
                _of(Happened, event),
                Undone,
                Closed,
            )
        )
        self._save = msgspec.json.Decoder(self._save_type)
        self._entry: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(self._entry_type)
        self._records = {kind: msgspec.json.Decoder(of) for kind, of in self._types.items()}
        self._holders: dict[str, Any] = {
            kind: msgspec.defstruct("Holder", [("it", of)]) for kind, of in self._types.items()
        }
        self._encoder = msgspec.json.Encoder()

    # -- single records --------------------------------------------------------------------------------

    def order(self, data: bytes | str) -> Order:
        """An order from outside, such as a browser or a case file."""
        found: Order = self.decode("order", data)
        return found

    def decode(self, kind: str, data: bytes | str) -> Any:
        """One record from JSON: an order, event, instruction, question, view or state."""
        return _decoded(self._records[kind].decode, data, kind)

    def order_from(self, plain: Any, place: str = "order") -> Order:
        return self._converted(plain, "order", place)  # type: ignore[no-any-return]

    def instruction_from(self, plain: Any, place: str = "instruction") -> Instruction[Any]:
        return self._converted(plain, "instruction", place)  # type: ignore[no-any-return]

    def state_from(self, plain: Any, place: str = "state") -> S:
        return self._converted(plain, "state", place)  # type: ignore[no-any-return]

    def _converted(self, plain: Any, kind: str, place: str) -> Any:
        """What a union is made of is looked up at every conversion, but only once if a record holds it."""

        def convert(data: Any) -> Any:
            try:
                return msgspec.convert({"it": data}, self._holders[kind]).it
            except msgspec.ValidationError:
                return msgspec.convert(data, self._types[kind])  # says the same without the holder

        return _decoded(convert, plain, place)

    def schemas(self) -> dict[str, Any]:
        """JSON schemas of everything on the wire, for the page and for researchers."""
        kinds = ("order", "event", "instruction", "question", "view")
        roots, parts = msgspec.json.schema_components(
            [self._types[kind] for kind in kinds], ref_template="#/$defs/{name}"
        )
        return {"kinds": dict(zip(kinds, roots, strict=True)), "$defs": parts}

    # -- saves -----------------------------------------------------------------------------------------

    def encode_save(self, save: Save[Any, Any, Any]) -> bytes:
        return self._encoder.encode(save)

    def decode_save(self, data: bytes, place: str = "save") -> Save[S, Any, Any]:
        head = _decoded(_header.decode, data, place)
        self._check_header(head, place)
        if head.version == self.version:
            found: Save[S, Any, Any] = _decoded(self._save.decode, data, place)
            return found
        plain = _decoded(msgspec.json.decode, data, place)
        return _decoded(self._upgraded_save, plain, place)  # type: ignore[no-any-return]

    def _check_header(self, head: _Header | Opened, place: str) -> None:
        if head.system != self.system:
            raise Damaged(place, f"a file of {head.system!r}, not of {self.system!r}")
        if head.format != 1:
            raise Damaged(place, f"of format {head.format}; this version of Planspiel knows format 1")
        if head.version > self.version:
            raise Damaged(place, f"made by a newer version ({head.version}; this one knows {self.version})")
        if head.version < self.version and any(
            version not in self.upgrades for version in range(head.version, self.version)
        ):
            raise Damaged(place, f"made by version {head.version}, which can no longer be read")

    def _upgraded_save(self, plain: Plain) -> Any:
        old = plain["version"]
        plain["base"] = self._upgrade(plain["base"], "state", old)
        for given in plain["since"]:
            if given["given"] == "resolved":
                given["answers"] = {
                    seat: self._upgrade(order, "order", old) for seat, order in given["answers"].items()
                }
            elif given["given"] == "told":
                given["instruction"] = self._upgrade(given["instruction"], "instruction", old)
        plain["sealed"] = {
            seat: self._upgrade(order, "order", old) for seat, order in plain.get("sealed", {}).items()
        }
        plain["version"] = self.version
        return msgspec.convert(plain, self._save_type)

    def _upgrade(self, record: Plain, kind: str, old: int) -> Plain:
        for version in range(old, self.version):
            step: Callable[[Plain], Plain] | None = getattr(self.upgrades[version], kind)
            if step is not None:
                record = step(record)
        return record

    # -- logs ------------------------------------------------------------------------------------------

    def decode_log(self, lines: Iterable[bytes], place: str = "log") -> Iterator[Entry]:
        """The entries of a log file, each checked against the chain. `Damaged` names the line."""
        before, old = "", self.version
        n = -1
        for n, line in enumerate(lines):
            where = f"{place}, line {n + 1}"
            raw = _decoded(_rawline.decode, line, where)
            if raw.n != n:
                raise Damaged(where, f"entry {raw.n} stands where entry {n} should")
            before = chain(before, n, bytes(raw.what))
            if raw.sum != before:
                raise Damaged(where, f"entry {n} does not fit the chain: it or an earlier one was changed")
            if n == 0:
                head = _decoded(_opened.decode, bytes(raw.what), where)
                self._check_header(head, where)
                old = head.version
            if old == self.version:
                yield _decoded(self._entry.decode, bytes(raw.what), where)
            else:
                plain = _decoded(msgspec.json.decode, bytes(raw.what), where)
                yield _decoded(partial(self._upgraded_entry, old), plain, where)
        if n < 0:
            raise Damaged(place, "empty")

    def _upgraded_entry(self, old: int, plain: Plain) -> Any:
        for key in ("order", "instruction", "event"):
            if key in plain:
                plain[key] = self._upgrade(plain[key], key, old)
        if plain.get("twin") is not None:
            plain["twin"] = self._upgrade(plain["twin"], "event", old)
        return msgspec.convert(plain, self._entry_type)


_header = msgspec.json.Decoder(_Header)
_rawline = msgspec.json.Decoder(_RawLine)
_opened = msgspec.json.Decoder(Opened)


def _of(generic: Any, *kinds: Any) -> Any:
    """A generic record of kinds known only at run time."""
    return generic[kinds]


def _union(kinds: Iterable[type[Any]]) -> Any:
    found = tuple(dict.fromkeys(kinds))
    return Union[found] if found else None  # noqa: UP007 - found at run time


def _decoded(decode: Callable[[Any], Any], data: Any, place: str) -> Any:
    """Whatever is wrong with a file from outside becomes one line with its place."""
    if isinstance(data, bytes | str) and len(data) > LARGEST:
        raise Damaged(place, f"larger than {LARGEST // 2**20} MB")
    try:
        return decode(data)
    except msgspec.MsgspecError as fault:
        raise Damaged(place, str(fault)) from None
    except RecursionError:
        raise Damaged(place, "nested too deeply") from None
    except Damaged:
        raise
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as fault:
        raise Damaged(place, f"not as it should be ({type(fault).__name__}: {fault})") from None
