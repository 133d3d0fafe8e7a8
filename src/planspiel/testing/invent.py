"""Orders and instructions that nobody thought of: of the right types, with values from the table or not."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from functools import cache
from random import Random
from typing import Any

import msgspec
from msgspec import Struct, inspect

from planspiel.kernel import Codec, Damaged, Order

__all__ = ["Inventor", "words_on"]

STRANGE_WORDS = ("", "nobody", "{seat}", "ü")
STRANGE_NUMBERS = (-1, 0, 1, 2, 999, 2**40)
LONGEST = 3


class Inventor:
    """Makes up records of given types out of words and numbers found in a position."""

    def __init__(self, rng: Random, *words: Iterable[str | int]) -> None:
        found = [word for some in words for word in some]
        self.rng = rng
        self.words = [*dict.fromkeys(word for word in found if isinstance(word, str)), *STRANGE_WORDS]
        self.numbers = [*dict.fromkeys(word for word in found if not isinstance(word, str)), *STRANGE_NUMBERS]

    def record(self, kind: type[Struct]) -> Any:
        """A record with any values its fields can hold."""
        return kind(**{field.name: self.value(field.type) for field in _fields(kind)})

    def variant(self, record: Struct, others: Sequence[Struct]) -> Any:
        """The record with one field changed: a value near it, from another record, or any."""
        fields = _fields(type(record))
        if not fields:
            return record
        field = self.rng.choice(fields)
        old = getattr(record, field.name)
        alike = [getattr(other, field.name) for other in others if type(other) is type(record)]
        return msgspec.structs.replace(record, **{field.name: self._changed(old, alike, field.type)})

    def _changed(self, old: Any, alike: list[Any], kind: inspect.Type) -> Any:
        way = self.rng.randrange(4)
        if way == 0 and alike:
            return self.rng.choice(alike)
        if way == 1 and isinstance(old, tuple) and alike and isinstance(kind, inspect.VarTupleType):
            return old + self.rng.choice(alike)  # such as one step after another
        if way == 2 and type(old) is int:
            return old + self.rng.choice((-1, 1))
        return self.value(kind)

    def value(self, kind: inspect.Type) -> Any:
        match kind:
            case inspect.BoolType():
                return bool(self.rng.randrange(2))
            case inspect.IntType():
                return self.rng.choice(self.numbers)
            case inspect.StrType():
                return self.rng.choice(self.words)
            case inspect.BytesType():
                return b""
            case inspect.LiteralType(values=values):
                return self.rng.choice(values)
            case inspect.EnumType(cls=enum):
                return self.rng.choice(list(enum))
            case inspect.UnionType(types=types):
                return self.value(self.rng.choice(types))
            case inspect.StructType(cls=record):
                return self.record(record)
            case inspect.TupleType(item_types=types):
                return tuple(self.value(each) for each in types)
            case inspect.VarTupleType(item_type=each):
                return tuple(self.value(each) for _ in range(self.rng.randrange(LONGEST + 1)))
            case inspect.DictType(key_type=key, value_type=each):
                return {self.value(key): self.value(each) for _ in range(self.rng.randrange(LONGEST))}
            case inspect.Metadata(type=inner):
                return self.value(inner)
            case inspect.NoneType():
                return None
            case _:
                raise TypeError(f"an order cannot hold {kind}")

    def orders(
        self, kinds: Sequence[type[Order]], options: Sequence[Order], codec: Codec[Any], tries: int
    ) -> Iterator[Order]:
        """Orders of these kinds, most of them close to an option, all of them such as JSON can bring."""
        for _ in range(tries):
            if options and self.rng.randrange(3):
                made = self.variant(self.rng.choice(options), options)
            else:
                made = self.record(self.rng.choice(kinds))
            try:
                yield codec.order_from(msgspec.to_builtins(made, str_keys=True))
            except Damaged:
                continue


@cache
def _fields(kind: type[Struct]) -> tuple[inspect.Field, ...]:
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    return info.fields


def words_on(value: Any, limit: int = 2000) -> list[str | int]:
    """The words and numbers in a record, down to its smallest parts."""
    found: list[str | int] = []
    if isinstance(value, Struct):
        for name in value.__struct_fields__:
            _gather(getattr(value, name), found, limit)
    else:
        _gather(value, found, limit)
    return found[:limit]


_KEPT: dict[int, tuple[Struct, list[str | int]]] = {}
"""The words of frozen records, by their identity: most of a position stays the same from look to look."""
MOST_KEPT = 20_000


def _words_of(record: Struct) -> list[str | int]:
    kept = _KEPT.get(id(record))
    if kept is None or kept[0] is not record:
        words: list[str | int] = []
        for name in record.__struct_fields__:
            _gather(getattr(record, name), words, sys.maxsize)
        if len(_KEPT) >= MOST_KEPT:
            _KEPT.clear()
        kept = _KEPT[id(record)] = record, words
    return kept[1]


def _gather(value: Any, found: list[str | int], limit: int) -> None:
    """Called for every part of every position that is looked at: a generator would take most of the time."""
    kind = type(value)
    if kind is str or kind is int:
        found.append(value)
    elif kind is bool or value is None or isinstance(value, Enum):
        return
    elif isinstance(value, Struct):
        if value.__struct_config__.frozen:
            found += _words_of(value)
        else:
            for name in value.__struct_fields__:
                _gather(getattr(value, name), found, limit)
    elif isinstance(value, dict):
        for key, part in value.items():
            if len(found) >= limit:
                return
            _gather(key, found, limit)
            _gather(part, found, limit)
    elif isinstance(value, tuple | list):
        for part in value:
            _gather(part, found, limit)
    elif isinstance(value, str | int):
        found.append(value)
