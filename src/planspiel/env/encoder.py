"""What one seat knows, as arrays of fixed sizes.

`Neutral` works for every system: it reads the fields of the view, the question and the orders (`numbers.py`).
A system that wants other features brings an `Encoder` of its own: a method `encoder(setup, seat,
max_candidates)`, or the argument `encoder` of the environments.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from struct import Struct as Packed
from struct import pack
from typing import Any, Protocol

import numpy as np
from msgspec import inspect
from numpy.typing import NDArray

from planspiel.env.extras import spaces
from planspiel.env.numbers import LIMIT, Numbers, Words, bare, numbers_of
from planspiel.env.places import MOST_REMEMBERED, BoardPlanes, Table
from planspiel.env.sheet import sheet_of
from planspiel.kernel import Decline, Order, Question, Seat, Setup, System

__all__ = ["Array", "Encoder", "MakeEncoder", "Neutral", "box", "encoder_of"]

Array = NDArray[np.float32]
AnySystem = System[Any, Any, Any]


SPARE_ROWS = 16
"""A table has a row for each record that some seat knows of when the game begins, and so many more."""


class Encoder(Protocol):
    """Turns what one seat knows into numbers. It is given views, questions and orders, never a state."""

    def spaces(self) -> dict[str, spaces.Space[Any]]:
        """What `position`, `question` and `candidates` give, by name."""
        ...

    def position(self, view: Any) -> dict[str, Any]: ...

    def question(self, question: Question[Any, Any] | None) -> Array:
        """What the seat is asked; None while others decide."""
        ...

    def candidates(self, view: Any, orders: Sequence[Order]) -> Array:
        """A row for each order that may be chosen, padded to `max_candidates` rows."""
        ...


class MakeEncoder(Protocol):
    def __call__(self, system: AnySystem, setup: Setup, seat: Seat, max_candidates: int) -> Encoder: ...


def encoder_of(system: AnySystem, setup: Setup, seat: Seat, max_candidates: int) -> Encoder:
    """The system's own encoder, or the neutral one."""
    own: Callable[[Setup, Seat, int], Encoder] | None = getattr(system, "encoder", None)
    if own is not None:
        return own(setup, seat, max_candidates)
    return Neutral(system, setup, seat, max_candidates)


def box(*shape: int) -> spaces.Space[Any]:
    return spaces.Box(-LIMIT, LIMIT, shape, np.float32)


class Neutral:
    """Features read off the types of a system: facts, tables, board, question, candidates."""

    def __init__(self, system: AnySystem, setup: Setup, seat: Seat, max_candidates: int) -> None:
        seats = setup.seats
        own = (seat, *seats[seat])
        others = [word for other, sides in seats.items() for word in (other, *sides) if word not in own]
        sheet = sheet_of(system, setup)
        words = Words(own, others, sheet.shares() if sheet is not None else {})
        self._max_candidates = max_candidates
        self._facts, tables = _fields(system.view_type, words)
        self._lists = [name for name in self._facts if _is_words(system.view_type, name)]
        self._board = BoardPlanes(sheet, len(tables), len(self._lists)) if sheet is not None else None
        start = system.start(setup)
        views = [system.view(start, each) for each in seats]
        self._tables: dict[str, Table] = {}
        for n, (name, numbers) in enumerate(tables.items()):
            rows = SPARE_ROWS + len({key for view in views for key in getattr(view, name)})
            on_board = (self._board, n) if self._board is not None else None
            self._tables[name] = Table(numbers, words, rows, on_board)
        self._questions = _Kinds(system.questions, words)
        self._orders = _Kinds((Decline, *system.orders), words)
        self._last_facts: dict[str, tuple[Any, bytes]] = {}

    def spaces(self) -> dict[str, spaces.Space[Any]]:
        facts = sum(numbers.width for numbers in self._facts.values()) + len(self._tables)
        found: dict[str, spaces.Space[Any]] = {"facts": box(facts)}
        if self._tables:
            found["tables"] = spaces.Dict(
                [(name, box(table.rows, table.width)) for name, table in self._tables.items()]
            )
        if self._board is not None:
            found["board"] = box(*self._board.shape)
        found["question"] = box(self._questions.width)
        found["candidates"] = box(self._max_candidates, self._orders.width)
        return found

    def position(self, view: Any) -> dict[str, Any]:
        """Facts, tables and board. What has not changed since the last time is not worked out again."""
        told = {name: getattr(view, name) for name in self._tables}
        found: dict[str, Any] = {"facts": self._read_facts(view, told)}
        if told:
            found["tables"] = {name: self._tables[name].read(table) for name, table in told.items()}
        if self._board is not None:
            found["board"] = self._board.read([getattr(view, name) for name in self._lists])
        return found

    def _read_facts(self, view: Any, tables: Mapping[str, Any]) -> Array:
        last = self._last_facts
        for name, numbers in self._facts.items():
            value = getattr(view, name)
            kept = last.get(name)
            if kept is None or kept[0] is not value:
                last[name] = value, pack(f"{numbers.width}f", *numbers.of(value))
        rows = [kept for _, kept in last.values()]
        rows.append(pack(f"{len(tables)}f", *map(len, tables.values())))
        return np.frombuffer(bytearray().join(rows), np.float32)

    def question(self, question: Question[Any, Any] | None) -> Array:
        row = self._questions.none if question is None else self._questions.row(question)
        return np.frombuffer(bytearray(row), np.float32)

    def candidates(self, view: Any, orders: Sequence[Order]) -> Array:
        rows = [self._orders.row(order) for order in orders]
        rows.append(self._orders.none * (self._max_candidates - len(orders)))
        found: Array = np.frombuffer(bytearray().join(rows), np.float32)
        return found.reshape(self._max_candidates, -1)


class _Kinds:
    """Records of several types in rows of one width: 1 at the type, then its fields, then zeros."""

    def __init__(self, kinds: Sequence[type[Any]], words: Words) -> None:
        self._place = {kind: n for n, kind in enumerate(kinds)}
        self._numbers = {kind: numbers_of(inspect.type_info(kind), words) for kind in kinds}
        self._widest = max(numbers.width for numbers in self._numbers.values())
        self.width = len(kinds) + self._widest
        self._packed = Packed(f"{self.width}f")
        self._remembered: dict[Any, bytes] = {}
        self.none = bytes(self._packed.size)

    def row(self, record: Any) -> bytes:
        try:
            row = self._remembered.get(record)
        except TypeError:  # a record with a table in it cannot be looked up
            return self._worked_out(record)
        if row is None:
            if len(self._remembered) >= MOST_REMEMBERED:
                self._remembered.clear()
            row = self._remembered[record] = self._worked_out(record)
        return row

    def _worked_out(self, record: Any) -> bytes:
        kind = type(record)
        found = [0.0] * self.width
        found[self._place[kind]] = 1.0
        begin, numbers = len(self._place), self._numbers[kind].of(record)
        found[begin : begin + len(numbers)] = numbers
        return self._packed.pack(*found)


def _fields(view: type[Any], words: Words) -> tuple[dict[str, Numbers], dict[str, tuple[Numbers, Numbers]]]:
    """The fields of a view that are not tables, and those that are, with the numbers of key and record."""
    facts: dict[str, Numbers] = {}
    tables: dict[str, tuple[Numbers, Numbers]] = {}
    for field in _info(view).fields:
        kind = bare(field.type)
        if isinstance(kind, inspect.DictType):
            tables[field.name] = numbers_of(kind.key_type, words), numbers_of(kind.value_type, words)
        elif (numbers := numbers_of(kind, words)).width:
            facts[field.name] = numbers
    return facts, tables


def _is_words(view: type[Any], name: str) -> bool:
    """Whether a field holds any number of words, which may be places."""
    (kind,) = [bare(field.type) for field in _info(view).fields if field.name == name]
    return isinstance(kind, inspect.VarTupleType) and isinstance(bare(kind.item_type), inspect.StrType)


def _info(view: type[Any]) -> inspect.StructType:
    info = inspect.type_info(view)
    assert isinstance(info, inspect.StructType)
    return info
