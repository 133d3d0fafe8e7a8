"""A position as plain data: frozen records in plain dicts, and an agenda. Only events write it."""

from __future__ import annotations

import hashlib
from copy import copy
from typing import Annotated, Any, NewType, Self

import msgspec
from msgspec import Meta, Struct

__all__ = [
    "Item",
    "Outcome",
    "Public",
    "Seat",
    "Secret",
    "Side",
    "State",
    "digest",
    "known_to",
]

Seat = NewType("Seat", str)
"""A player: decisions, views, audiences and instructions belong to seats."""

Side = NewType("Side", str)
"""An allegiance of units. One seat may command parts of two sides, two seats may share one."""


def known_to(who: str) -> Meta:
    """Declares who may know a field of the state: `all`, or a word for a part of the seats.

    Whatever is not known to all must be changed by the system's `scramble` for a seat that may not know it;
    the conformance suite fails if it never is.
    """
    return Meta(extra={"known_to": who})


Public = known_to("all")
Secret = known_to("owner")


class Item(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One entry of the agenda: the name of a script and its plain arguments."""

    script: str
    args: tuple[str | int, ...] = ()


class Outcome(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How the game ended. No winners means a draw."""

    winners: tuple[Side, ...]
    reason: str
    cite: str = ""
    values: dict[str, str | int] = {}


class State(Struct, kw_only=True, forbid_unknown_fields=True):
    """The base of every system's state.

    Fields are scalars, tuples, frozen records, or tables: dicts from string or int to such values. Each field
    declares who may know it: `units: Annotated[dict[str, Unit], Secret]`.
    """

    agenda: Annotated[tuple[Item, ...], Public] = ()
    turn: Annotated[int, Public] = 0
    outcome: Annotated[Outcome | None, Public] = None
    draw_offers: Annotated[tuple[Seat, ...], Public] = ()

    def fork(self) -> Self:
        """A copy that shares the records but not the tables."""
        twin = copy(self)
        for name in _tables(type(self)):
            setattr(twin, name, getattr(self, name).copy())
        return twin


_TABLES: dict[type[State], tuple[str, ...]] = {}


def _tables(kind: type[State]) -> tuple[str, ...]:
    known = _TABLES.get(kind)
    if known is None:
        fields: tuple[Any, ...] = msgspec.structs.fields(kind)
        known = tuple(field.name for field in fields if _is_table(field.type))
        _TABLES[kind] = known
    return known


def _is_table(annotation: Any) -> bool:
    info = msgspec.inspect.type_info(annotation)
    while isinstance(info, msgspec.inspect.Metadata):
        info = info.type
    return isinstance(info, msgspec.inspect.DictType)


def digest(value: Any) -> str:
    """A fingerprint that does not depend on the order in which tables were filled."""
    plain = msgspec.to_builtins(value, str_keys=True)
    return hashlib.sha256(msgspec.json.encode(plain, order="sorted")).hexdigest()
