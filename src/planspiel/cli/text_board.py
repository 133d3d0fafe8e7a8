"""A seat's view as text: what stands where, by area, and what players call it.

It reads any system's view: a table of records with a place is a table of things on the board, and the pack
says what they are called. It names what the view holds and judges nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from planspiel.boards.hex import HexBoard
from planspiel.cases.plain import plain
from planspiel.cli.text_words import say, spelt_out, thing_word, verb
from planspiel.kernel import Order, Part, System
from planspiel.kernel.rulebook import Language
from planspiel.systems.tools import Laid, tools_of

__all__ = ["Board", "Names", "Thing", "things_in"]

PLACE = ("hex", "at", "field", "cell", "place")
"""How records of a view name the cell they are in."""
BOOKKEEPING = {"mate", "limit", "fired_in", "flak_used", "came_from"}
UNSAID = frozenset({"id", "side", "owner", "name", "is_hq", "due", *PLACE, *BOOKKEEPING})
"""Fields that are said in another way, or that say nothing to a player."""


class Thing(Struct, frozen=True):
    """Something with a place: a unit, a token, a marker on the map."""

    id: str
    side: str
    at: str
    fields: dict[str, Any]


def things_in(view: Any) -> list[Thing]:
    """All records of the view that have a place, in the order of the view."""
    found: list[Thing] = []
    for name in view.__struct_fields__:
        table = getattr(view, name)
        if not isinstance(table, dict):
            continue
        for id, record in table.items():
            fields = plain(record)
            place = next((key for key in PLACE if isinstance(fields, dict) and key in fields), None)
            if place is not None:
                side = str(fields.get("side") or fields.get("owner") or "")
                found.append(Thing(str(id), side, str(fields[place]), _unusual(record, fields)))
    return found


def _unusual(record: Any, fields: dict[str, Any]) -> dict[str, Any]:
    """Without default numbers below nought, which stand for "none": `ammunition = -1` is without limit."""
    if not isinstance(record, Struct):
        return fields
    names, defaults = record.__struct_encode_fields__, record.__struct_defaults__
    usual = dict(zip(names[len(names) - len(defaults) :], defaults, strict=True))
    return {
        name: value
        for name, value in fields.items()
        if not (isinstance(value, int) and value < 0 and value == usual.get(name))
    }


class Names:
    """What players call units, formations and sides: every table of the pack may give its ids a name."""

    def __init__(self, system: System[Any, Any, Any], language: Language) -> None:
        self.language: Language = language
        self._names = dict(_named(plain(system.pack), "name_de" if language == "de" else "name"))
        self._met: set[str] = set()
        self._pattern: re.Pattern[str] | None = None

    def meet(self, ids: Iterable[str]) -> None:
        """Ids that sentences may speak of."""
        fresh = {id for id in (*ids, *self._names) if len(id) > 1 and not id.isdigit()} - self._met
        if fresh:
            self._met |= fresh
            longest_first = sorted(map(re.escape, self._met), key=lambda id: (-len(id), id))
            self._pattern = re.compile(rf"(?<![\w/-])(?:{'|'.join(longest_first)})(?![\w/-])")

    def call(self, things: Iterable[Thing]) -> None:
        """Things that stand on the table; those that are of a model go by its name and their own number."""
        met = list(things)
        for thing in met:
            model = self._names.get(str(thing.fields.get("model")))
            if model:
                self._names[thing.id] = f"{model} {thing.id}"
        self.meet(thing.id for thing in met)

    def of(self, id: str) -> str:
        if id in self._names:
            return self._names[id]
        home, _, part = id.partition("/")
        if part and home in self._names:
            return f"{part.upper()} {self._names[home]}"
        return spelt_out(id, self.language)

    def within(self, sentence: str) -> str:
        """A sentence with names for ids, longest first, never inside a word."""
        return self._pattern.sub(lambda found: self.of(found[0]), sentence) if self._pattern else sentence


def _named(table: Any, key: str) -> Iterator[tuple[str, str]]:
    """Ids with a name, wherever the pack has them; a part is named with the code of its whole."""
    if not isinstance(table, dict):
        return
    for id, entry in table.items():
        if not isinstance(entry, dict):
            continue
        name = entry.get(key) or entry.get("name")
        if isinstance(name, str) and name and not id.isdigit():
            yield id, name
        code = entry.get("code")
        for part, part_name in _named(entry, key):
            yield part, f"{part_name}, {code}" if code and part.startswith(f"{id}/") else part_name


class Board:
    """The printed map of a scenario and what a view puts on it."""

    def __init__(self, system: System[Any, Any, Any], scenario: str, names: Names) -> None:
        self.names = names
        self.language: Language = names.language
        written = _map_of(system.pack, scenario)
        self.cells: Any = written.board() if written is not None else None
        ground = written.ground() if written is not None else None
        self.terrain: Mapping[str, str] = ground.terrain if ground is not None else {}
        self.level: Mapping[str, int] = ground.level if ground is not None else {}
        self.places: dict[str, str] = {}
        for place in written.places.values() if written is not None else ():
            self.places.setdefault(place.at, _local(place, self.language))
        if written is None:
            self._lay(tools_of(system.id).board(system.pack, scenario))

    def _lay(self, laid: Laid | None) -> None:
        """A board that is made of several maps."""
        if laid is None:
            return
        self.cells = HexBoard(laid.layout.numbered(), laid.cells)
        self.terrain = {label: cell.terrain for label, cell in laid.cells.items()}
        self.level = {label: cell.level for label, cell in laid.cells.items()}
        self.places = {place.at: _local(place, self.language) for place in laid.places}

    def __contains__(self, cell: str) -> bool:
        return cell in self.terrain

    # -- sentences ---------------------------------------------------------------------------------------

    def thing(self, thing: Thing) -> str:
        """A unit with its side and all of its states that are not as usual."""
        said = [self.names.of(thing.id)]
        if thing.side:
            said.append(self.names.of(thing.side))
        if card := thing.fields.get("card"):
            said.append(self.names.of(str(card)))
        for name, value in thing.fields.items():
            if name in UNSAID or isinstance(value, dict | list) or value in (None, "", False, 0):
                continue
            word = thing_word(name, self.language)
            if value is True:
                said.append(word)
            elif isinstance(value, int):
                said.append(f"{value} {word}")
        return ", ".join(said)

    def cell(self, label: str, view: Any) -> str:
        """A cell with its ground, its name and what is on it."""
        parts = [label if label in self else spelt_out(label, self.language)]
        if label in self.places:
            parts.append(self.places[label])
        if label in self.terrain:
            parts.append(thing_word(self.terrain[label], self.language))
            parts.append(say(self.language, "height", n=self.level.get(label, 0)))
        parts += self._lying(label, view)
        here = [self.thing(thing) for thing in things_in(view) if thing.at == label]
        return f"{', '.join(parts)}: {'; '.join(here) or say(self.language, 'empty')}"

    def _lying(self, label: str, view: Any) -> Iterator[str]:
        """Tables of the view whose keys are cells: works, mines, who holds what."""
        for name, table in plain(view).items():
            if isinstance(table, dict) and label in table and label in self.terrain:
                owner = table[label].get("side", "") if isinstance(table[label], dict) else table[label]
                yield f"{thing_word(name, self.language)} {self.names.of(str(owner))}".strip()

    def areas(self, view: Any, around: str = "") -> Iterator[str]:
        """All that stands on the board, listed by the named place it is nearest to."""
        groups: dict[str, list[str]] = {}
        for thing in things_in(view):
            if thing.at and thing.at not in groups.setdefault(self._area(thing.at), []):
                groups[self._area(thing.at)].append(thing.at)
        for area, labels in groups.items():
            if around and around.casefold() not in area.casefold() and around not in labels:
                continue
            yield area
            yield from (f"  {self.cell(label, view)}" for label in sorted(labels))
        waiting = [self.thing(thing) for thing in things_in(view) if not thing.at]
        if waiting and not around:
            yield say(self.language, "to_come")
            yield from (f"  {text}" for text in waiting)

    def _area(self, label: str) -> str:
        if label not in self:
            return say(self.language, "elsewhere" if self.terrain else "board")
        if not self.places:
            return say(self.language, "board")
        nearest = min(self.places, key=lambda place: (self.cells.distance(label, place), place))
        return say(self.language, "near", place=f"{self.places[nearest]} ({nearest})")

    def order(self, order: Order, view: Any) -> str:
        """An order in words: what, who, where, how."""
        fields = plain(order)
        return self._in_words(str(fields.pop("do")), fields, view)

    def part(self, part: Part, view: Any) -> str:
        """What one thing is given in an answer of several parts, in words."""
        fields = plain(part)
        return self._in_words(str(fields.pop("order")), fields, view)

    def named(self, id: str, view: Any) -> str:
        """A thing with its card and its place."""
        thing = next((found for found in things_in(view) if found.id == id), None)
        if thing is None:
            return self.names.of(id)
        card = thing.fields.get("card")
        name = f"{self.names.of(id)} {self.names.of(str(card))}" if card else self.names.of(id)
        return f"{name} ({thing.at})" if thing.at else name

    def _in_words(self, tag: str, fields: dict[str, Any], view: Any) -> str:
        parts = [verb(tag, self.language)]
        at = {thing.id: thing.at for thing in things_in(view)}
        for name, value in fields.items():
            if value in (None, "", False, [], ()):
                continue
            if isinstance(value, dict):
                parts += [
                    f"{count} {thing_word(key, self.language)}" for key, count in value.items() if count
                ]
            elif value is True:
                parts.append(thing_word(name, self.language))
            elif isinstance(value, list):
                words = [self._named_at(str(each), at) for each in value]
                parts.append((" → " if all(str(each) in self for each in value) else ", ").join(words))
            else:
                parts.append(self._named_at(str(value), at))
        return " · ".join(parts)

    def _named_at(self, id: str, at: Mapping[str, str]) -> str:
        return f"{self.names.of(id)} ({at[id]})" if at.get(id) else self.names.of(id)


def _map_of(pack: Any, scenario: str) -> Any:
    """The map of a scenario, if the pack keeps maps the usual way."""
    maps, scenarios = getattr(pack, "maps", None), getattr(pack, "scenarios", None)
    played = (scenarios or {}).get(scenario)
    written = (maps or {}).get(getattr(played, "map", None) or getattr(played, "board", None))
    return written if hasattr(written, "ground") else None


def _local(named: Any, language: Language) -> str:
    return str((language == "de" and named.name_de) or named.name)
