"""Positions as plain data: written out, changed key by key, compared with what is expected."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from planspiel.packs import KeyPath, Problem, nearest
from planspiel.packs.faults import printable
from planspiel.packs.reading import Table

__all__ = ["changed", "plain", "table_at", "unmet"]

DELETE = "delete"
"""In a table of `[position]`: the keys to take out of the table below."""
ABSENT = "absent"
"""In a table of an expectation: the keys that must not be there."""


def plain(value: Any) -> Any:
    """A record as it would stand in a file, with nothing left out because it is the default."""
    if isinstance(value, Struct) and not value.__struct_config__.array_like:
        config = value.__struct_config__
        tag = {config.tag_field: config.tag} if config.tag_field else {}
        names = zip(value.__struct_fields__, value.__struct_encode_fields__, strict=True)
        return {**tag, **{shown: plain(getattr(value, name)) for name, shown in names}}
    if isinstance(value, dict):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    return msgspec.to_builtins(value)


def changed(below: Table, above: Table, path: KeyPath, problems: list[Problem]) -> Table:
    """A table with another laid over it key by key."""
    table = dict(below)
    for key in _words(above.get(DELETE, []), (*path, DELETE), problems):
        if key not in table:
            reason = f"there is no {printable(key)} below to delete"
            problems.append(Problem((*path, DELETE), reason, nearest(key, table)))
        table.pop(key, None)
    for key, value in above.items():
        old = table.get(key)
        if key == DELETE:
            continue
        if isinstance(value, dict):
            table[key] = changed(old if isinstance(old, dict) else {}, value, (*path, key), problems)
        else:
            table[key] = value
    return table


def _words(value: object, path: KeyPath, problems: list[Problem]) -> list[str]:
    if isinstance(value, list) and all(isinstance(word, str) for word in value):
        return list(value)
    problems.append(Problem(path, "must be a list of keys"))
    return []


def table_at(data: Any, path: KeyPath) -> Table:
    """The table at a path, or an empty one."""
    for step in path:
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            return {}
    return data if isinstance(data, dict) else {}


def unmet(expected: Table, found: Any, path: KeyPath) -> Iterator[Problem]:
    """Where the expected values and those found differ. What is not mentioned may be anything."""
    if not isinstance(found, dict):
        yield Problem(path, f"is {_shown(found)}, not a table")
        return
    for key, wanted in expected.items():
        here = (*path, key)
        if key == ABSENT and isinstance(wanted, list):
            yield from (Problem(here, f"{word} is there") for word in wanted if word in found)
        elif key not in found:
            yield Problem(here, "is not there", nearest(key, found))
        elif isinstance(wanted, dict):
            yield from unmet(wanted, found[key], here)
        elif wanted != found[key] or type(wanted) is not type(found[key]):
            yield Problem(here, f"is {_shown(found[key])}, not {_shown(wanted)}")


def _shown(value: object) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 60 else text[:57] + "..."
