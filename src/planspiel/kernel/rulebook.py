"""The rulebook index: every rule of every system as one testable statement, and who cites it.

The index ships with the package (`planspiel/rulebooks/<system>/`): `ledger.toml` holds the entries in
book order, `ledger.de.toml` our German wording of them. Code says which entries it carries out with
`@rule("BLK-8.4-C")`; events, refusals, modifiers and chart lookups cite an entry by its id.

While the suite runs, a recorder notes every id that is cited. It is off in play: `recorder` is None, and
`@rule` hands back the function it was given. Callers on a hot path test the variable themselves and
must reach it through the module, because it is replaced when recording starts and stops:

    from planspiel.kernel import rulebook
    if rulebook.recorder is not None:
        rulebook.recorder.add(cite)

Elsewhere `rulebook.cited(cite)` says the same in one line.
"""

from __future__ import annotations

import difflib
import functools
import os
import tomllib
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Any, Literal, ParamSpec, TypeVar, get_args

from msgspec import Struct, ValidationError, convert
from msgspec.structs import replace

Kind = Literal[
    "mechanic", "gap", "table", "example", "option", "component", "scenario", "physical", "background"
]
Language = Literal["en", "de"]

KINDS: tuple[Kind, ...] = get_args(Kind)
UNCOUNTED: tuple[Kind, ...] = ("physical", "background")
"""Kinds no program can prove: what players do with their hands, and history."""

PREFIXES: Mapping[str, str] = MappingProxyType(
    {
        "BLK": "blitzkrieg1940",
        "BAR": "barbarossa1941",
        "WPR": "wiener2022",
        "CAP": "caporetto1917",
        "OMA": "behind_omaha",
    }
)
"""The word every id of a system begins with, and the system."""

SYSTEMS: tuple[str, ...] = tuple(PREFIXES.values())


class RulebookError(LookupError):
    """A rulebook or an entry that does not exist, or an index that cannot be read."""


class Entry(Struct, frozen=True, forbid_unknown_fields=True, rename={"keywords": "de"}):
    """One rule: a single testable statement in our own words."""

    id: str
    section: str
    kind: Kind
    tags: tuple[str, ...]
    text: str
    keywords: str
    """A few German words that find the paragraph in the printed book."""
    text_de: str | None = None
    ruling: str | None = None
    """How we decide where the book is silent or contradicts itself."""
    ruling_de: str | None = None
    given: str | None = None
    """The position of a worked example, and below what must come of it."""
    expect: str | None = None
    needs: tuple[str, ...] = ()
    """Data the text does not print: maps, counters, charts."""
    also: tuple[str, ...] = ()
    """Other headings under which the book repeats the rule."""
    data: dict[str, Any] = {}
    """Numbers the paragraph prints."""

    @property
    def is_countable(self) -> bool:
        """Whether the entry counts towards coverage."""
        return self.kind not in UNCOUNTED


class _Ledger(Struct, forbid_unknown_fields=True):
    rule: list[Entry]


class _German(Struct, forbid_unknown_fields=True):
    texts: dict[str, str] = {}
    rulings: dict[str, str] = {}


class Rulebook:
    """All entries of one system, in book order."""

    def __init__(self, system: str, entries: Iterable[Entry]) -> None:
        self.system = system
        self.entries: dict[str, Entry] = {}
        for entry in entries:
            if entry.id in self.entries:
                raise RulebookError(f"the rulebook of {system} has two entries {entry.id}")
            self.entries[entry.id] = entry

    @staticmethod
    def load(system: str) -> Rulebook:
        """The shipped rulebook of a system; read once, then kept."""
        if system not in SYSTEMS:
            raise RulebookError(f"there is no rulebook for {system!r}{nearest(system, SYSTEMS)}")
        return _load(system)

    def entry(self, id: str) -> Entry:
        try:
            return self.entries[id]
        except KeyError:
            raise RulebookError(
                f"the rulebook of {self.system} has no entry {id!r}{nearest(id, self.entries)}"
            ) from None

    @property
    def countable(self) -> list[Entry]:
        """The entries a system must prove, in book order."""
        return [entry for entry in self.entries.values() if entry.is_countable]

    def search(self, text: str, language: Language | None = None) -> list[Entry]:
        """Entries that contain every word of `text`, best first, ties in book order.

        Case and accents do not matter. Without a language both are searched.
        """
        words = plain(text).split()
        if not words:
            return []
        ranked = [(_rank(entry, words, language), entry) for entry in self.entries.values()]
        return [entry for rank, entry in sorted(ranked, key=lambda pair: -pair[0]) if rank > 0]


def find(id: str) -> Entry:
    """The entry with this id, whichever system it belongs to."""
    return Rulebook.load(system_of(id)).entry(id)


def system_of(id: str) -> str:
    """The system an id belongs to, told from the word it begins with."""
    prefix = id.partition("-")[0]
    if prefix not in PREFIXES:
        known = ", ".join(PREFIXES)
        raise RulebookError(f"no rulebook has an entry {id!r}: ids begin with one of {known}")
    return PREFIXES[prefix]


def nearest(word: str, known: Iterable[str]) -> str:
    """The rest of a sentence about an unknown word: the known one spelt most like it, if any."""
    close = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f"; did you mean {close[0]!r}?" if close else ""


# Reading the index ------------------------------------------------------------------------------------


@functools.cache
def _load(system: str) -> Rulebook:
    return read(system, resources.files("planspiel").joinpath("rulebooks", system))


def read(system: str, folder: Traversable) -> Rulebook:
    """Read the two index files of a folder; the German one may be missing."""
    ledger = _decode(folder.joinpath("ledger.toml"), _Ledger)
    german_file = folder.joinpath("ledger.de.toml")
    german = _decode(german_file, _German) if german_file.is_file() else _German()
    book = Rulebook(system, (_with_german(entry, german) for entry in ledger.rule))
    for id in (*german.texts, *german.rulings):
        if id not in book.entries:
            raise RulebookError(
                f"{german_file.name} of {system} translates {id!r}, which is no entry"
                f"{nearest(id, book.entries)}"
            )
    return book


_T = TypeVar("_T")


def _decode(file: Traversable, type: type[_T]) -> _T:
    try:
        return convert(tomllib.loads(file.read_text(encoding="utf-8")), type)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, ValidationError) as fault:
        raise RulebookError(f"cannot read the rulebook index {file}: {fault}") from None


def _with_german(entry: Entry, german: _German) -> Entry:
    text, ruling = german.texts.get(entry.id), german.rulings.get(entry.id)
    if text is None and ruling is None:
        return entry
    return replace(entry, text_de=text, ruling_de=ruling)


# Searching --------------------------------------------------------------------------------------------


def plain(text: str) -> str:
    """Text as it is compared in a search: lower case, without accents, words apart by single blanks."""
    folded = unicodedata.normalize("NFKD", text.casefold())
    kept = (c if c.isalnum() or c in ".-" else " " for c in folded if not unicodedata.combining(c))
    return " ".join("".join(kept).split())


def _rank(entry: Entry, words: list[str], language: Language | None) -> int:
    """0 if a word is missing; else higher for ids, for the statement itself and for whole words."""
    fields = [(weight, plain(text)) for weight, text in _searched(entry, language) if text]
    total = 0
    for word in words:
        best = max((weight * _match(word, text) for weight, text in fields), default=0)
        if best == 0:
            return 0
        total += best
    phrase = " ".join(words)
    return total + sum(weight for weight, text in fields if len(words) > 1 and phrase in text)


def _searched(entry: Entry, language: Language | None) -> list[tuple[int, str | None]]:
    fields: list[tuple[int, str | None]] = [
        (10, entry.id),
        (8, entry.section),
        (4, " ".join(entry.tags)),
        (3, " ".join(entry.also)),
    ]
    if language != "de":
        fields += [(6, entry.text), (3, entry.ruling), (3, entry.given), (3, entry.expect)]
    if language != "en":
        fields += [(6, entry.text_de), (3, entry.ruling_de), (4, entry.keywords)]
    return fields


def _match(word: str, text: str) -> int:
    """3 for a whole word, 2 for the beginning of one, 1 inside a word, 0 nowhere."""
    if word not in text:
        return 0
    tokens = [token.strip(".-") for token in text.split()]
    if word == text or word in tokens:
        return 3
    return 2 if any(token.startswith(word) for token in tokens) else 1


# Citing -----------------------------------------------------------------------------------------------

RECORD_VARIABLE = "PLANSPIEL_RECORD_RULES"
"""Set to anything but 0 or nothing, this environment variable starts recording when we are imported."""

recorder: set[str] | None = None
"""The ids cited since recording started, or None while nobody records."""

carried_out: dict[str, list[str]] = {}
"""For every id the functions marked with it, as `module.name`, in the order they were defined."""


def start_recording() -> set[str]:
    """Record citations into a fresh set from now on.

    Functions defined before the first start are not wrapped, so start before a system is imported.
    """
    global recorder
    recorder = set()
    return recorder


def cited(id: str) -> None:
    """Note that an event, refusal, modifier or chart lookup with this citation came about."""
    if recorder is not None:
        recorder.add(id)


_P = ParamSpec("_P")
_R = TypeVar("_R")


def rule(*ids: str) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
    """Say which entries a function carries out; calling it cites them.

    A script stays the generator it was: it is called, cited and handed on without a frame of ours around
    it, so that the kernel still sees the item's own frame.
    """
    if not ids or not all(isinstance(id, str) for id in ids):
        raise TypeError('write the ids of the rules in brackets: @rule("BLK-8.4-C")')

    def mark(function: Callable[_P, _R]) -> Callable[_P, _R]:
        vars(function)["__rules__"] = (*ids, *vars(function).get("__rules__", ()))
        for id in ids:
            carried_out.setdefault(id, []).append(f"{function.__module__}.{function.__qualname__}")
        if recorder is None:
            return function

        @functools.wraps(function)
        def citing(*args: _P.args, **kwargs: _P.kwargs) -> _R:
            if recorder is not None:
                recorder.update(ids)
            return function(*args, **kwargs)

        return citing

    return mark


if os.environ.get(RECORD_VARIABLE, "0") not in ("", "0"):
    start_recording()
