"""Where every value comes from: `provenance` on a table speaks for all below it until overridden."""

from collections.abc import Iterator
from typing import Any, Final, Literal, NamedTuple

from msgspec import Struct

from planspiel.packs.faults import KeyPath, Problems, listing
from planspiel.packs.reading import Part, Table

ProvenanceClass = Literal["printed", "published", "historical", "reconstructed", "user"]
Confidence = Literal["", "high", "medium", "low"]

CLASSES: Final = ("printed", "published", "historical", "reconstructed")
"""The classes an author may write. The fifth, `user`, is given to overlay values that state none."""
CONFIDENCES: Final = ("high", "medium", "low")
RESERVED: Final = ("provenance", "source", "confidence", "note", "delete")
"""Keys that speak about a table and are no part of its data."""


class Provenance(Struct, frozen=True):
    """Why a value may be believed."""

    kind: ProvenanceClass
    source: str = ""
    confidence: Confidence = ""
    note: str = ""


USER: Final = Provenance("user")


class Mark(NamedTuple):
    """Which file said something, and with what provenance (`None` on tables, and where it is missing)."""

    part: Part
    provenance: Provenance | None


class Stripped(Struct):
    """A part without its reserved keys, and what these said."""

    data: Table
    marks: dict[KeyPath, Mark]
    deletions: list[tuple[KeyPath, str]]
    problems: Problems


def strip(part: Part, inherited: Provenance | None) -> Stripped:
    """Take the reserved keys out of a part and remember for each value where it comes from."""
    return _Stripper(part).strip(inherited)


class _Stripper:
    def __init__(self, part: Part) -> None:
        self.part = part
        self.result = Stripped({}, {}, [], Problems())
        self.say = self.result.problems.say

    def strip(self, inherited: Provenance | None) -> Stripped:
        self.result.data = self._table(self.part.data, self.part.at, inherited)
        return self.result

    def _table(self, table: Table, path: KeyPath, inherited: Provenance | None) -> Table:
        self.result.marks[path] = Mark(self.part, None)
        own, fields = self._stated(table, path, inherited)
        self._deletions(table.get("delete", []), path)
        bare: list[str] = []
        data: Table = {}
        for key, value in table.items():
            if key in RESERVED:
                continue
            known = fields.get(key, own)
            if known is None and not isinstance(value, dict) and not _holds_tables(value):
                bare.append(key)
            data[key] = self._value(value, (*path, key), known)
        if bare:
            reason = f"no provenance for {listing(bare).replace(' or ', ' and ')}"
            self.say(path, reason)
        return data

    def _value(self, value: Any, path: KeyPath, known: Provenance | None) -> Any:
        if isinstance(value, dict):
            return self._table(value, path, known)
        self.result.marks[path] = Mark(self.part, known)
        if isinstance(value, list | tuple):
            if _holds_tables(value):
                return [self._value(inner, (*path, place), known) for place, inner in enumerate(value)]
            return list(value)
        return value

    def _deletions(self, keys: object, path: KeyPath) -> None:
        if isinstance(keys, list) and all(isinstance(key, str) for key in keys):
            self.result.deletions += [(path, key) for key in keys]
        else:
            self.say((*path, "delete"), "must be a list of keys")

    def _stated(
        self, table: Table, path: KeyPath, inherited: Provenance | None
    ) -> tuple[Provenance | None, dict[str, Provenance]]:
        """What a table says of itself, and of single fields."""
        stated = table.get("provenance", {})
        words = stated if isinstance(stated, dict) else {"default": stated}
        where = (*path, "provenance")
        kinds: dict[str, Any] = {}
        for field, word in words.items():
            place = (*where, field) if isinstance(stated, dict) else where
            if field != "default" and (field not in table or field in RESERVED):
                others = (key for key in table if key not in RESERVED)
                self.say(place, "names no key of this table", field, others)
            elif self._is_one_of(CLASSES, word, place):
                kinds[field] = word
        old = inherited or Provenance("user")
        if "default" in kinds:
            # Another class means another reason to believe, so source and confidence do not carry over.
            own: Provenance | None = self._with_details(Provenance(kinds["default"]), table, path)
        elif inherited is None:
            own = None
        else:
            own = self._with_details(old, table, path)
        details = own or self._with_details(old, table, path)
        fields_ = {
            field: Provenance(kind, details.source, details.confidence, details.note)
            for field, kind in kinds.items()
            if field != "default"
        }
        return own, fields_

    def _with_details(self, known: Provenance, table: Table, path: KeyPath) -> Provenance:
        if not ("source" in table or "confidence" in table or "note" in table):
            return known
        confidence = table.get("confidence", known.confidence)
        if "confidence" in table and not self._is_one_of(CONFIDENCES, confidence, (*path, "confidence")):
            confidence = ""
        texts = {"source": table.get("source", known.source), "note": table.get("note", known.note)}
        for key, text in texts.items():
            if not isinstance(text, str):
                self.say((*path, key), "must be text")
                return known
        return Provenance(known.kind, texts["source"], confidence, texts["note"])

    def _is_one_of(self, words: tuple[str, ...], word: object, path: KeyPath) -> bool:
        if isinstance(word, str) and word in words:
            return True
        self.say(path, f"must be {listing(words)}", word, words)
        return False


def _holds_tables(value: object) -> bool:
    """Whether a list holds tables, which may state their own provenance; other lists are plain values."""
    return isinstance(value, list | tuple) and any(
        isinstance(inner, dict) or _holds_tables(inner) for inner in value
    )


class Provenances:
    """The provenance of every value of a loaded pack, by key path."""

    def __init__(self, marks: dict[KeyPath, Mark]) -> None:
        self._known = {path: mark.provenance for path, mark in marks.items() if mark.provenance is not None}

    def of(self, *path: str | int) -> Provenance:
        """The provenance of a value: `loaded.provenance.of("units", "fr_s35", "attack")`."""
        for length in range(len(path), 0, -1):
            if path[:length] in self._known:
                return self._known[path[:length]]
        raise KeyError(path)

    def values(self, data: Table) -> Iterator[tuple[KeyPath, Provenance, int]]:
        """Every value or list of plain values, its provenance, and how many values it counts for."""
        for path, provenance in self._known.items():
            value = _follow(data, path)
            if isinstance(value, list):
                # Items that an overlay replaced have their own entry.
                value = [inner for place, inner in enumerate(value) if (*path, place) not in self._known]
            if not isinstance(value, dict) and not _holds_tables(value):
                yield path, provenance, _count(path, value)


def _follow(data: Any, path: KeyPath) -> Any:
    for step in path:
        data = data[step]
    return data


def _count(path: KeyPath, value: Any) -> int:
    """A list counts each item, the text grid of a map each field, anything else is one value."""
    if isinstance(value, list):
        return sum(_count(path, inner) for inner in value)
    if path[-1] == "grid" and isinstance(value, str):
        rows = [line.split() for line in value.strip().splitlines()[1:]]
        return sum(max(0, len(row) - 1) for row in rows)
    return 1


class Share(Struct, frozen=True):
    """How many values of a section have each class."""

    section: str
    counts: dict[ProvenanceClass, int]

    @property
    def total(self) -> int:
        return sum(self.counts.values())


def shares(provenances: Provenances, data: Table) -> list[Share]:
    """One share for each section, in the order of the pack."""
    counts: dict[str, dict[ProvenanceClass, int]] = {
        section: dict.fromkeys((*CLASSES, "user"), 0) for section in data
    }
    for path, provenance, count in provenances.values(data):
        counts[str(path[0])][provenance.kind] += count
    return [Share(section, found) for section, found in counts.items()]
