"""What is wrong with a pack, said so that its author can mend it."""

import json
import re
from collections.abc import Iterable
from difflib import get_close_matches
from itertools import islice
from typing import NamedTuple

from msgspec import Struct

KeyPath = tuple[str | int, ...]
"""Where a value stands: table keys as text, places in a list as numbers from 0 (shown to people from 1)."""

MOST_FAULTS = 500
_LONGEST_WORD = 60
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


class Problem(NamedTuple):
    """A fault before its file is known. Checks of a system yield these; the loader finds file and line."""

    path: KeyPath
    reason: str
    nearest: str | None = None
    line: int = 0
    """In a text of several lines: how far below its first line the fault lies."""


class Problems:
    """Problems as they are found, up to as many as anyone reads."""

    def __init__(self) -> None:
        self.found: list[Problem] = []

    def say(
        self, path: KeyPath, reason: str, word: object = None, known: Iterable[str] = (), line: int = 0
    ) -> None:
        """Note a problem; if `word` stands where a `known` word should, suggest the nearest."""
        if len(self.found) < MOST_FAULTS:
            hint = nearest(word, known) if isinstance(word, str) else None
            self.found.append(Problem(path, reason, hint, line))


class Fault(Struct, frozen=True):
    """One thing to mend."""

    file: str
    key: str
    reason: str
    line: int | None = None
    nearest: str | None = None

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        key = f" {self.key}:" if self.key else ""
        hint = f"; did you mean {printable(self.nearest)}?" if self.nearest else ""
        return f"{place}:{key} {self.reason}{hint}"


class PackFaults(Exception):
    """A pack cannot be used; `faults` says everything that is wrong with it."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(islice(faults, MOST_FAULTS))
        super().__init__(self.faults)

    def __str__(self) -> str:
        lines = [str(fault) for fault in self.faults]
        if len(lines) == MOST_FAULTS:
            lines.append(f"these are the first {MOST_FAULTS} faults; there may be more")
        return "\n".join(lines)


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that was probably meant, if there is one."""
    if len(word) > _LONGEST_WORD:
        return None
    candidates = {candidate.casefold(): candidate for candidate in known if len(candidate) <= _LONGEST_WORD}
    found = get_close_matches(word.casefold(), list(candidates), n=1, cutoff=0.6)
    return candidates[found[0]] if found else None


def show_path(path: KeyPath) -> str:
    """A key as its author would write it, places in lists counted from 1: `roads[2].path[1]`."""
    shown = ""
    for step in path:
        if isinstance(step, int):
            shown += f"[{step + 1}]"
        else:
            shown += ("." if shown else "") + _show_key(step)
    return shown


def _show_key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) and len(key) <= _LONGEST_WORD else printable(key)


def printable(text: str) -> str:
    """Text in quotes on one line, cut where it is long, without control characters."""
    cut = text if len(text) <= _LONGEST_WORD else text[: _LONGEST_WORD - 3] + "..."
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in json.dumps(cut, ensure_ascii=False))


def listing(words: Iterable[str], most: int = 12) -> str:
    """`"a", "b" or "c"`; a long list is cut."""
    shown = [printable(word) for word in words]
    if len(shown) > most:
        return ", ".join(shown[:most]) + f" and {len(shown) - most} more"
    return " or ".join(filter(None, [", ".join(shown[:-1]), *shown[-1:]]))
