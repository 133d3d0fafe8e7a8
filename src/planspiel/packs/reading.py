"""Reading TOML that anyone may have written: whatever is in the file, the answer is a table or a fault."""

import math
import os
import re
import stat
import tomllib
from collections.abc import Iterator
from datetime import date, datetime, time
from itertools import islice
from pathlib import Path
from typing import Any

from msgspec import Struct

from planspiel.packs.faults import MOST_FAULTS, Fault, KeyPath, Problem, printable, show_path

Table = dict[str, Any]

FILE_LIMIT = 2_000_000
FOLDER_LIMIT = 10_000_000
MOST_FILES = 1_000
DEEPEST = 16
ONE_PER_FILE = ("maps", "scenarios", "texts")
"""Folders in which each file is one thing, named like the file; files of other folders share one table."""

_TOO_DEEP = f"tables or lists are nested more than {DEEPEST} deep"
_AT_END = " (at end of document)"
_AT_LINE = re.compile(r" \(at line (\d+), column \d+\)$")
_KEY_PART = r"""(?:[A-Za-z0-9_-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')"""
# tomllib needs quadratic time for a key of many parts, so such a key is refused before it is parsed. The
# search begins only at the start of a word or of a text, which keeps it linear itself.
_ENDLESS_KEY = re.compile(rf"(?<![A-Za-z0-9_\\-])(?:{_KEY_PART}[ \t]*+\.[ \t]*+){{{DEEPEST}}}")


class Part(Struct, frozen=True):
    """The tables of one file, or of one inline overlay, and where they hang in the pack."""

    file: str
    data: Table
    at: KeyPath = ()
    shown: KeyPath = ()
    """What stands before a key in the author's file, where an overlay is one table of a larger file."""
    text: str = ""


class Refused(Exception):
    """A file that cannot be used at all."""

    def __init__(self, file: str, reason: str, line: int | None = None) -> None:
        self.faults = [Fault(file, "", reason, line)]
        super().__init__(reason)


def read_folder(folder: Path) -> tuple[list[Part], list[Fault]]:
    """All TOML files of a pack, each with its place: `units.toml`, `units/*.toml`, `maps/*.toml`."""
    parts: list[Part] = []
    faults: list[Fault] = []
    room = FOLDER_LIMIT
    try:
        for path, at in _files(folder):
            try:
                part = read_file(path, at)
            except Refused as refused:
                faults.extend(refused.faults)
                continue
            room -= len(part.text)
            if room < 0:
                raise Refused(file_name(folder), f"the files together are larger than {FOLDER_LIMIT:,} bytes")
            parts.append(part)
    except Refused as refused:
        faults.extend(refused.faults)
    return parts, faults


def read_file(path: Path, at: KeyPath = ()) -> Part:
    """One TOML file as plain tables that hold nothing but text, sensible numbers, lists and tables."""
    name = file_name(path)
    text = _text(path, name)
    data = parse(text, name)
    strange = list(islice(strange_values(data), MOST_FAULTS))
    if strange:
        lines = key_lines(text)
        refused = Refused(name, "holds values that no pack may hold")
        refused.faults = [
            Fault(name, show_path(problem.path), problem.reason, line_of(lines, problem.path))
            for problem in strange
        ]
        raise refused
    return Part(file=name, data=data, at=at, text=text)


def parse(text: str, name: str) -> Table:
    """TOML text as tables; a fault of syntax is refused with its line."""
    endless = _ENDLESS_KEY.search(text)
    if endless:
        raise Refused(name, _TOO_DEEP, text.count("\n", 0, endless.start()) + 1)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise Refused(name, _TOO_DEEP) from None
    except ValueError as error:
        raise _syntax_fault(name, text, str(error)) from None


def _syntax_fault(name: str, text: str, message: str) -> Refused:
    reason = "a number has too many digits" if "integer string conversion" in message else message
    if found := _AT_LINE.search(reason):
        return Refused(name, f"not valid TOML: {reason[: found.start()]}", int(found[1]))
    if reason.endswith(_AT_END):
        reason = reason.removesuffix(_AT_END) + " (the file ends here)"
        return Refused(name, f"not valid TOML: {reason}", text.count("\n") + 1)
    return Refused(name, f"not valid TOML: {reason}")


def strange_values(data: object) -> Iterator[Problem]:
    """What TOML allows and packs do not: deep nesting, huge numbers, infinity, dates."""
    stack: list[tuple[KeyPath, object]] = [((), data)]
    while stack:
        path, value = stack.pop()
        if len(path) > DEEPEST:
            yield Problem(path[:3], _TOO_DEEP)
        elif isinstance(value, dict):
            for key, inner in value.items():
                if isinstance(key, str):
                    stack.append(((*path, key), inner))
                else:
                    yield Problem(path, "every key must be text")
        elif isinstance(value, list | tuple):
            stack.extend(((*path, place), inner) for place, inner in enumerate(value))
        elif reason := _strangeness(value):
            yield Problem(path, reason)


def _strangeness(value: object) -> str:
    if value is None or isinstance(value, bool | str):
        return ""
    if isinstance(value, int):
        return "" if -(2**63) <= value < 2**63 else "the number is too large"
    if isinstance(value, float):
        return "" if math.isfinite(value) else "a number must be finite"
    if isinstance(value, datetime | date | time):
        return "dates and times are not used in packs; put it in quotes"
    return "only text, numbers, true and false, lists and tables may stand in a pack"


def _text(path: Path, name: str) -> str:
    try:
        # A device or a pipe could block or never end, so the kind of file is settled before reading.
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise Refused(name, "is not a file")
        with path.open("rb") as file:
            raw = file.read(FILE_LIMIT + 1)
    except (OSError, ValueError) as error:
        raise Refused(name, f"cannot be read: {_why(error)}") from None
    if len(raw) > FILE_LIMIT:
        raise Refused(name, f"is larger than {FILE_LIMIT:,} bytes")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise Refused(name, "is not UTF-8 text", line) from None


def _why(error: Exception) -> str:
    return (error.strerror or "unknown reason").lower() if isinstance(error, OSError) else "bad file name"


def _files(folder: Path) -> Iterator[tuple[Path, KeyPath]]:
    """The TOML files of a pack folder in order, and where each belongs."""
    count = 0
    for entry in _entries(folder):
        inner = [entry] if entry.suffix == ".toml" else _entries(entry) if _is_folder(entry) else []
        for path in inner:
            if path.suffix != ".toml":
                continue
            count += 1
            if count > MOST_FILES:
                raise Refused(file_name(folder), f"holds more than {MOST_FILES} files")
            yield path, _place(folder, path)


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    except (OSError, ValueError) as error:
        raise Refused(file_name(folder), f"cannot be read: {_why(error)}") from None


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def _place(folder: Path, path: Path) -> KeyPath:
    section = path.parent.name
    if path.parent == folder:
        return (path.stem,)
    return (section, path.stem) if section in ONE_PER_FILE else (section,)


def file_name(path: Path) -> str:
    """A path as text that can always be printed."""
    text = os.fsencode(path).decode("utf-8", "replace")
    return text if text.isprintable() else printable(text)


_HEADER = re.compile(r"\s*(\[\[?)([^\n]*?)\]\]?\s*(?:#.*)?$")
_ASSIGNMENT = re.compile(rf"\s*({_KEY_PART}(?:\s*\.\s*{_KEY_PART})*)\s*=")
_BARE_KEYS = re.compile(r"[A-Za-z0-9_.-]+")


def line_of(lines: dict[KeyPath, int], path: KeyPath) -> int | None:
    """The line where a key is written, or else the nearest table around it."""
    for length in range(len(path), 0, -1):
        if path[:length] in lines:
            return lines[path[:length]]
    return None


def key_lines(text: str) -> dict[KeyPath, int]:
    """The line of every key that begins a line. A search, not a parser: good enough to point at a fault."""
    lines: dict[KeyPath, int] = {}
    table: KeyPath = ()
    counts: dict[KeyPath, int] = {}
    in_text = ""
    for number, line in enumerate(text.split("\n"), start=1):
        inside, in_text = in_text, _text_left_open(line, in_text)
        if inside:
            continue
        if header := _HEADER.match(line):
            table = _header_path(header, counts)
            lines.setdefault(table, number)
        elif assignment := _ASSIGNMENT.match(line):
            lines.setdefault(table + _key_path(assignment[1]), number)
    return lines


def _text_left_open(line: str, inside: str) -> str:
    """The quotes of a text of several lines that this line leaves open."""
    for quotes in ('"""', "'''"):
        if inside in ("", quotes) and line.count(quotes) % 2:
            return "" if inside else quotes
    return inside


def _header_path(header: re.Match[str], counts: dict[KeyPath, int]) -> KeyPath:
    path: KeyPath = ()
    keys = _key_path(header[2])
    for place, key in enumerate(keys):
        path = (*path, key)
        if header[1] == "[[" and place == len(keys) - 1:
            counts[path] = counts.get(path, -1) + 1
        if path in counts:
            path = (*path, counts[path])
    return path


def _key_path(written: str) -> KeyPath:
    if _BARE_KEYS.fullmatch(written):
        return tuple(written.split("."))
    try:
        table: Any = tomllib.loads(f"{written} = 0")
    except (ValueError, RecursionError):
        return ("",)
    path: list[str] = []
    while isinstance(table, dict) and table:
        key, table = next(iter(table.items()))
        path.append(key)
    return tuple(path)
