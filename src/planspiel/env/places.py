"""Tables of records as rows of numbers, and what of them lies where on the board."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from struct import Struct as Packed
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct
from msgspec.structs import astuple
from numpy.typing import NDArray

from planspiel.env.numbers import Numbers, Words
from planspiel.env.sheet import Sheet

__all__ = ["MOST_REMEMBERED", "BoardPlanes", "Lying", "Table", "lying"]

Array = NDArray[np.float32]
MOST_REMEMBERED = 20_000
"""Rows of one kind that are remembered: the same records come again, in this game or in the next."""


class Lying(NamedTuple):
    """A record on the board: where, and whose: 1 for one's own or nobody's, -1 for another's."""

    place: str
    sign: float


def lying(key: object, record: Any, words: Words) -> Lying | None:
    """Where a record of a table lies: the place it is filed under, or the first that it names."""
    named = _words_of(record)
    places = words.places
    for word in (key, *named):
        if isinstance(word, str) and word in places:
            return Lying(word, next((sign for name in named if (sign := words.sign(name))), 1.0))
    return None


def _words_of(record: Any) -> list[str]:
    values = astuple(record) if isinstance(record, Struct) else (record,)
    return [value for value in values if isinstance(value, str)]


class BoardPlanes:
    """A row for each place of the board, in label order.

    x, y, level, 1 at the terrain; then for each table how many of one's own and how many of others' lie
    there; then for each list of words in the view whether it names the place. Kept up to date change by
    change, since from one question to the next nearly all stays where it is.
    """

    def __init__(self, sheet: Sheet, tables: int, lists: int) -> None:
        kinds = sorted(set(sheet.terrain.values()))
        self._first, self._first_list = 3 + len(kinds), 3 + len(kinds) + 2 * tables
        self.shape = len(sheet.centres), self._first_list + lists
        self._begin = {label: n * self.shape[1] for n, label in enumerate(sheet.centres)}
        self._numbers = array("f", bytes(4 * self.shape[0] * self.shape[1]))
        for label, (x, y) in sheet.shares().items():
            level, kind = sheet.level.get(label, 0), sheet.terrain.get(label)
            printed = array("f", [x, y, level, *(float(kind == each) for each in kinds)])
            self._numbers[self._begin[label] : self._begin[label] + self._first] = printed
        self._lists: list[Sequence[str]] = [()] * lists

    def cell(self, table: int, lies: Lying) -> int:
        """Which number counts the records of a table that lie so."""
        return self._begin[lies.place] + self._first + 2 * table + (lies.sign < 0)

    def moved(self, before: int | None, now: int | None) -> None:
        """A record that was counted in one number is counted in another, or no longer."""
        if before is not None:
            self._numbers[before] -= 1.0
        if now is not None:
            self._numbers[now] += 1.0

    def read(self, lists: list[Sequence[str]]) -> Array:
        """To be called when the tables have been read."""
        if lists != self._lists:
            for plane, (before, now) in enumerate(zip(self._lists, lists, strict=True), self._first_list):
                self._mark(plane, before, 0.0)
                self._mark(plane, now, 1.0)
            self._lists = lists
        return np.frombuffer(bytearray(self._numbers), np.float32).reshape(self.shape)

    def _mark(self, plane: int, words: Sequence[str], number: float) -> None:
        for word in words:
            if word in self._begin:
                self._numbers[self._begin[word] + plane] = number


class _Row(NamedTuple):
    numbers: bytes
    cell: int | None
    """Which number of the board counts it."""


class Table:
    """One table of a view: a row for each record, in the table's order; records beyond `rows` are left out.

    Records are frozen, so that one which is still the same object has still the same row.
    """

    def __init__(
        self, numbers: tuple[Numbers, Numbers], words: Words, rows: int, board: tuple[BoardPlanes, int] | None
    ) -> None:
        self._key, self._record = numbers
        self._words = words
        self._board = board
        self.rows = rows
        self.width = 1 + self._key.width + self._record.width
        self._packed = Packed(f"{self.width}f")
        self._keys: list[Any] = []
        self._records: list[Any] = []
        self._cells: list[int | None] = []
        self._numbers = bytearray(rows * self._packed.size)
        self._remembered: dict[tuple[Any, Any], _Row] = {}

    def read(self, table: Mapping[Any, Any]) -> Array:
        keys, records = list(table), list(table.values())
        if keys != self._keys:
            self._begin(keys)
        if records != self._records:
            self._renew(records)
        return np.frombuffer(self._numbers[:], np.float32).reshape(self.rows, self.width)

    def _begin(self, keys: list[Any]) -> None:
        """Other records than before, or in another order."""
        self._renew([None] * len(self._records))
        self._keys = keys
        self._records = [None] * len(keys)
        self._cells = [None] * len(keys)

    def _renew(self, records: list[Any]) -> None:
        """Work out the rows of those records that are not the same objects as before."""
        size = self._packed.size
        for n, (before, record) in enumerate(zip(self._records, records, strict=True)):
            if before is record:
                continue
            row = _Row(bytes(size), None) if record is None else self._row(self._keys[n], record)
            if n < self.rows:
                self._numbers[n * size : (n + 1) * size] = row.numbers
            if self._board is not None and row.cell != self._cells[n]:
                self._board[0].moved(self._cells[n], row.cell)
                self._cells[n] = row.cell
        self._records = records

    def _row(self, key: Any, record: Any) -> _Row:
        try:
            known = self._remembered.get((key, record))
        except TypeError:  # a record with a table in it cannot be looked up
            return self._worked_out(key, record)
        if known is None:
            if len(self._remembered) >= MOST_REMEMBERED:
                self._remembered.clear()
            known = self._remembered[key, record] = self._worked_out(key, record)
        return known

    def _worked_out(self, key: Any, record: Any) -> _Row:
        numbers = self._packed.pack(1.0, *self._key.of(key), *self._record.of(record))
        lies = lying(key, record, self._words) if self._board is not None else None
        if self._board is None or lies is None:
            return _Row(numbers, None)
        planes, table = self._board
        return _Row(numbers, planes.cell(table, lies))
