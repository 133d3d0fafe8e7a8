"""Where two positions differ, who may know what stands there, and what a position may be made of.

A *slot* is a field that says who may know it: `mines`, or inside a table `scouting[].found`. A field that
says nothing inherits from the record it is in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from functools import cache
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct

from planspiel.kernel import State

__all__ = [
    "MISSING",
    "Spot",
    "altered",
    "differences",
    "knowers",
    "secret_spots",
    "show",
    "strange_values",
    "undeclared",
    "value_at",
]

Path = tuple[str | int, ...]
ALL = "all"
MISSING: Any = type("Missing", (), {"__repr__": lambda self: "nothing"})()


class Spot(NamedTuple):
    """A place in a position, the slot it belongs to, and who may know it."""

    path: Path
    slot: str
    known_to: str


ROOT = Spot((), "", ALL)


@cache
def knowers(kind: type[Struct]) -> Mapping[str, str | None]:
    """For every field of a record who may know it, or None if it does not say."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: _declared(hints[name]) for name in kind.__struct_fields__}


def _declared(annotation: Any) -> str | None:
    if get_origin(annotation) is not Annotated:
        return None
    for meta in get_args(annotation)[1:]:
        if isinstance(meta, Meta) and meta.extra and "known_to" in meta.extra:
            return str(meta.extra["known_to"])
    return None


def undeclared(kind: type[State]) -> list[str]:
    """The fields of a state that do not say who may know them."""
    return [name for name, who in knowers(kind).items() if who is None]


# Differences ------------------------------------------------------------------------------------------


def differences(old: Any, new: Any, at: Spot = ROOT, place: str = "") -> Iterator[Spot]:
    """Every place where two positions of one system differ, as deep as records and tables go."""
    if _same(old, new):
        return
    if isinstance(old, Struct) and type(old) is type(new):
        changed = [
            name for name in old.__struct_fields__ if not _same(getattr(old, name), getattr(new, name))
        ]
        for name, inner, within in _fields(old, at, place, changed):
            yield from differences(getattr(old, name), getattr(new, name), inner, within)
    elif isinstance(old, dict) and isinstance(new, dict):
        for key in {**old, **new}:
            if key in old and key in new:
                if not _same(old[key], new[key]):
                    entry = at._replace(path=(*at.path, key))
                    yield from differences(old[key], new[key], entry, f"{place}[]")
            else:
                yield at._replace(path=(*at.path, key))
    elif isinstance(old, tuple) and isinstance(new, tuple) and len(old) == len(new):
        for n, (one, other) in enumerate(zip(old, new, strict=True)):
            yield from differences(one, other, at._replace(path=(*at.path, n)), f"{place}[]")
    else:
        yield at


def _same(old: Any, new: Any) -> bool:
    """Positions share most of their records: those are not looked into."""
    return old is new or (type(old) is type(new) and bool(old == new))


def _fields(record: Struct, at: Spot, place: str, names: Iterable[str]) -> Iterator[tuple[str, Spot, str]]:
    """Each of these fields with its spot and its place, such as `scouting[].found`."""
    known_to = knowers(type(record))
    for name in names:
        who = known_to[name]
        within = f"{place}.{name}" if place else name
        path = (*at.path, name)
        yield name, at._replace(path=path) if who is None else Spot(path, within, who), within


def value_at(value: Any, path: Path) -> Any:
    """What stands at a path, or MISSING."""
    for step in path:
        try:
            value = getattr(value, str(step)) if isinstance(value, Struct) else value[step]
        except (AttributeError, LookupError, TypeError):
            return MISSING
    return value


def show(path: Path) -> str:
    """`tokens.red-2.at`, `mines[13]`."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).removeprefix(".")


# Secrets ----------------------------------------------------------------------------------------------


def secret_spots(value: Any, at: Spot = ROOT, place: str = "") -> Iterator[Spot]:
    """What a position keeps from some seats: each entry of a secret table, else the secret field itself."""
    if isinstance(value, Struct):
        for name, inner, within in _fields(value, at, place, value.__struct_fields__):
            found = getattr(value, name)
            if inner.slot != at.slot and inner.known_to != ALL:
                if isinstance(found, dict):
                    yield from (inner._replace(path=(*inner.path, key)) for key in found)
                elif found is not None and found != ():
                    yield inner
            if name in _leading_to_secrets(type(value)):
                yield from secret_spots(found, inner, within)
    elif isinstance(value, dict):
        for key, found in value.items():
            yield from secret_spots(found, at._replace(path=(*at.path, key)), f"{place}[]")
    elif isinstance(value, tuple):
        for n, found in enumerate(value):
            yield from secret_spots(found, at._replace(path=(*at.path, n)), f"{place}[]")


@cache
def _leading_to_secrets(kind: type[Struct]) -> frozenset[str]:
    """The fields of a record that hold records with secrets in them."""
    hints = get_type_hints(kind, include_extras=True)
    return frozenset(
        name
        for name in kind.__struct_fields__
        for inner in _records_in(hints[name])
        if any(who not in (None, ALL) for who in knowers(inner).values()) or _leading_to_secrets(inner)
    )


def _records_in(annotation: Any) -> Iterator[type[Struct]]:
    if isinstance(annotation, type) and issubclass(annotation, Struct):
        yield annotation
    for part in get_args(annotation):
        yield from _records_in(part)


def altered(value: Any, path: Path) -> Any:
    """The same with what stands at `path` left out or made otherwise; MISSING if that cannot be done."""
    if not path:
        return _otherwise(value)
    step, *rest = path
    inner = value_at(value, (step,))
    last = not rest
    if isinstance(value, dict) and last:
        return {key: found for key, found in value.items() if key != step}
    changed = altered(inner, tuple(rest))
    if changed is MISSING:
        return MISSING
    if isinstance(value, Struct):
        return msgspec.structs.replace(value, **{str(step): changed})
    if isinstance(value, dict):
        return {**value, step: changed}
    return tuple(changed if n == step else found for n, found in enumerate(value))


def _otherwise(value: Any) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return f"{value}?"
        case tuple() if value:
            return value[1:]
        case Struct():
            return None
        case _:
            return MISSING


# Plain data -------------------------------------------------------------------------------------------


def strange_values(state: State, plain: State | None = None) -> Iterator[str]:
    """What a position holds that is not plain data: scalars, tuples and frozen records, in tables.

    What it shares with a position that was found plain is plain: such records cannot be changed in place.
    """
    for name in state.__struct_fields__:
        value, before = getattr(state, name), getattr(plain, name, None)
        if isinstance(value, dict):
            known = before if isinstance(before, dict) else {}
            for key, found in value.items():
                if type(key) not in (str, int):
                    yield f"{name} has the key {key!r}, which is no string and no whole number"
                if found is None or known.get(key) is not found:
                    yield from _strange(found, f"{name}[{key!r}]")
        elif value is None or before is not value:
            yield from _strange(value, name)


def _strange(value: Any, place: str) -> Iterator[str]:
    if value is None or isinstance(value, str | int | bytes | Enum):
        return
    if isinstance(value, tuple):
        for n, found in enumerate(value):
            yield from _strange(found, f"{place}[{n}]")
    elif isinstance(value, Struct) and type(value).__struct_config__.frozen:
        if not type(value).__module__.startswith("planspiel.kernel."):  # texts and outcomes hold words
            for name in value.__struct_fields__:
                yield from _strange(getattr(value, name), f"{place}.{name}")
    else:
        yield f"{place} is {_article(type(value).__name__)}: {value!r}"


def _article(noun: str) -> str:
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"
