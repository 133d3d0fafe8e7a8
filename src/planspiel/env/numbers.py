"""Plain records as numbers: every type has a fixed width, every field its fixed place in the row.

| type            | numbers                                                                        |
|-----------------|--------------------------------------------------------------------------------|
| bool, number    | itself                                                                         |
| Literal, Enum   | one for each word, 1 at the one that holds                                     |
| str             | x and y of a place; 1 for an own side or seat, -1 for another's; the word's own |
| X or None       | 1 if there is one, then X                                                      |
| several types   | 1 at the one that holds, then the numbers of the widest                        |
| tuple[X, ...]   | how many, then the first and the last                                          |
| a record        | its fields in the order of the file                                            |
| a table         | how many                                                                       |
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from operator import attrgetter
from typing import Any, NamedTuple
from zlib import crc32

from msgspec import inspect

__all__ = ["LIMIT", "WORD_WIDTH", "Numbers", "Row", "Words", "bare", "numbers_of"]

LIMIT = 1e9
"""The bounds of observation spaces. A game whose numbers are larger needs an encoder of its own."""
DEPTH = 5
"""Records nested deeper than this have no numbers."""
WORD_WIDTH = 4
Row = tuple[float, ...]


class Words(dict[str, Row]):
    """What words mean to one seat, worked out once for each word."""

    def __init__(self, own: Iterable[str], others: Iterable[str], places: Mapping[str, tuple[float, float]]):
        super().__init__()
        self.places = places
        self._allegiance = {**dict.fromkeys(others, -1.0), **dict.fromkeys(own, 1.0)}

    def __missing__(self, word: str) -> Row:
        x, y = self.places.get(word, (0.0, 0.0))
        # A name has no size, but the same name must always give the same number: a checksum does.
        name = 0.0 if word in self.places or not word else crc32(word.encode()) / 2**32
        self[word] = x, y, self.sign(word), name
        return self[word]

    def sign(self, word: object) -> float:
        return self._allegiance.get(word, 0.0) if isinstance(word, str) else 0.0


class Numbers(NamedTuple):
    """How values of a type become so many numbers."""

    width: int
    of: Callable[[Any], Row]


NOTHING = Numbers(0, lambda value: ())


def bare(kind: inspect.Type) -> inspect.Type:
    """The type without what was annotated to it."""
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    return kind


def numbers_of(kind: inspect.Type, words: Words, depth: int = 0) -> Numbers:
    """How a value of this type becomes numbers, for one seat."""
    kind = bare(kind)
    if depth > DEPTH:
        return NOTHING
    match kind:
        case inspect.BoolType() | inspect.IntType() | inspect.FloatType():
            return Numbers(1, _number)
        case inspect.StrType():
            return Numbers(WORD_WIDTH, words.__getitem__)
        case inspect.LiteralType(values=values):
            return _one_of(values)
        case inspect.EnumType(cls=cls):
            return _one_of(tuple(cls))
        case inspect.StructType():
            return _record(kind, words, depth)
        case inspect.UnionType(types=types):
            return _one_type_of(types, words, depth)
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return _sequence(numbers_of(item, words, depth + 1))
        case inspect.TupleType(item_types=items):
            parts = [numbers_of(item, words, depth + 1) for item in items]
            return Numbers(
                sum(part.width for part in parts),
                lambda value: tuple(
                    chain.from_iterable(p.of(each) for p, each in zip(parts, value, strict=True))
                ),
            )
        case inspect.DictType():
            return Numbers(1, lambda value: (float(len(value)),))
        case _:
            return NOTHING


def _number(value: float) -> Row:
    return (value,)


def _one_of(values: Iterable[Any]) -> Numbers:
    known = list(values)
    rows = {
        value: tuple(1.0 if place == n else 0.0 for place in range(len(known)))
        for n, value in enumerate(known)
    }
    return Numbers(len(known), rows.__getitem__)


def _sequence(item: Numbers) -> Numbers:
    none = (0.0,) * (1 + 2 * item.width)

    def of(value: Any) -> Row:
        return (float(len(value)), *item.of(value[0]), *item.of(value[-1])) if value else none

    return Numbers(1 + 2 * item.width, of)


def _record(kind: inspect.StructType, words: Words, depth: int) -> Numbers:
    parts = [(field.name, numbers_of(field.type, words, depth + 1)) for field in kind.fields]
    told = [(name, part.of) for name, part in parts if part.width]
    if not told:
        return NOTHING
    # attrgetter gives a single value bare, a number stands for itself: both save time, for rows are many.
    values = attrgetter(*(name for name, _ in told)) if len(told) > 1 else None
    only, reads = told[0][0], [None if read is _number else read for _, read in told]

    def of(value: Any) -> Row:
        row: list[float] = []
        fields = values(value) if values is not None else (getattr(value, only),)
        for each, read in zip(fields, reads, strict=True):
            if read is None:
                row.append(each)
            else:
                row += read(each)
        return tuple(row)

    return Numbers(sum(part.width for _, part in parts), of)


def _one_type_of(types: Iterable[inspect.Type], words: Words, depth: int) -> Numbers:
    """Where there are several types, 1 at the one that holds; a missing value is all zeros."""
    kinds = [kind for kind in map(bare, types) if not isinstance(kind, inspect.NoneType)]
    parts = [numbers_of(kind, words, depth + 1) for kind in kinds]
    widest = max(part.width for part in parts)
    width = len(parts) + widest
    where = {_class_of(kind): n for n, kind in enumerate(kinds)}
    none = (0.0,) * width

    def of(value: Any) -> Row:
        if value is None:
            return none
        n = where[type(value)]
        flags = [0.0] * len(parts)
        flags[n] = 1.0
        row = parts[n].of(value)
        return (*flags, *row, *(0.0,) * (widest - len(row)))

    return Numbers(width, of)


def _class_of(kind: inspect.Type) -> type:
    match kind:
        case inspect.StructType(cls=cls) | inspect.EnumType(cls=cls):
            return cls
        case inspect.BoolType():
            return bool
        case inspect.IntType():
            return int
        case inspect.FloatType():
            return float
        case inspect.VarTupleType() | inspect.TupleType():
            return tuple
        case inspect.ListType():
            return list
        case inspect.DictType():
            return dict
        case _:
            return str
