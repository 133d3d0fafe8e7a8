"""Maps of hexes and squares as people write them, and the plain tables that rules read.

A system says which words its maps may use by filling in the four word types, for example
`HexMap[Literal["open", "wood"], Literal["hill"], Literal["stream", "bridge"], Literal["road"]]`.
A word type may also be `Annotated[str, refers_to("terrain")]`; `str` allows every word.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Annotated, Generic, Literal, TypeVar

from msgspec import Meta, Struct

from planspiel.boards.hex import HexBoard
from planspiel.boards.hex_layout import NumberedLayout, as_compass, azimuth
from planspiel.boards.square import SquareBoard, field_label, parse_field
from planspiel.packs.faults import Problem
from planspiel.packs.grid import GridShape, read_grid
from planspiel.packs.map_faults import Outline, map_faults

Terrain = TypeVar("Terrain", bound=str)
Feature = TypeVar("Feature", bound=str)
SideFeature = TypeVar("SideFeature", bound=str)
WayKind = TypeVar("WayKind", bound=str)

Wind = Literal["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"]
Natural = Annotated[int, Meta(ge=0)]


class Entry(Struct, Generic[Terrain, Feature], frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a token of the grid stands for."""

    terrain: Terrain
    level: int = 0
    features: tuple[Feature, ...] = ()


class Change(Struct, Generic[Terrain, Feature], frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is different on one field; its features are added to those it has."""

    terrain: Terrain | None = None
    level: int | None = None
    features: tuple[Feature, ...] = ()


class Place(Struct, Generic[Feature], frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A name on the map."""

    at: str
    name: str
    name_de: str = ""
    kind: Feature | None = None
    height_m: int | None = None


class Course(Struct, Generic[SideFeature], frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something with a name that runs along sides of fields: a stream, a wall, a cliff."""

    kind: SideFeature
    sides: tuple[str, ...]
    name: str = ""
    name_de: str = ""


class Way(Struct, Generic[WayKind], frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that runs from field to field: a road, a track, a railway."""

    kind: WayKind
    path: tuple[str, ...]
    exits: dict[str, Wind] = {}
    """Fields of the path from which it leaves the map, and by which edge."""
    name: str = ""
    name_de: str = ""


class Edge(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An edge of the map: all fields with this first or second number."""

    first: int | None = None
    second: int | None = None
    owner: str = ""


class Objective(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A field that counts for victory."""

    at: str
    value: int
    name: str = ""
    name_de: str = ""
    owner: str = ""
    """Who holds it at the start."""


class Zone(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where something may be set up or may enter: named fields, or a range of numbers, less some fields."""

    kind: Literal["setup", "entry", "other"]
    name: str = ""
    side: str = ""
    rule: str = ""
    """The condition in our words, where fields alone do not say it."""
    at: tuple[str, ...] = ()
    first: tuple[int, int] | None = None
    second: tuple[int, int] | None = None
    exclude: tuple[str, ...] = ()
    formations: tuple[str, ...] = ()
    turns: tuple[Natural, ...] = ()
    units: Natural = 0
    room: Natural | None = None


@dataclass(frozen=True)
class Ground(Generic[Terrain, Feature, SideFeature, WayKind]):
    """A map as rules read it; every table is in label order."""

    terrain: dict[str, Terrain]
    level: dict[str, int]
    features: dict[str, tuple[Feature, ...]]
    """Only fields that have any."""
    sides: dict[str, tuple[SideFeature, ...]]
    """Only sides that have any."""
    ways: dict[str, tuple[WayKind, ...]]
    """The sides that ways cross, and of which kinds these are."""


class BoardMap(
    Struct,
    Generic[Terrain, Feature, SideFeature, WayKind],
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
):
    """What maps of hexes and of squares have in common."""

    title: str
    title_de: str = ""
    legend: dict[str, Entry[Terrain, Feature]]
    grid: str
    levels: dict[int, str] = {}
    """What each level means."""
    fields: dict[str, Change[Terrain, Feature]] = {}
    features: dict[Feature, tuple[str, ...]] = {}
    places: dict[str, Place[Feature]] = {}
    sides: dict[str, tuple[SideFeature, ...]] = {}
    courses: dict[str, Course[SideFeature]] = {}
    ways: dict[str, Way[WayKind]] = {}
    edges: dict[Wind, Edge] = {}
    objectives: dict[str, Objective] = {}
    zones: dict[str, Zone] = {}

    def shape(self) -> GridShape:
        """How the numbers run; `ValueError` if the layout contradicts itself."""
        raise NotImplementedError

    def numbers(self, label: str) -> tuple[int, int]:
        """The first and the second number of a label."""
        raise NotImplementedError

    def outline(self, labels: tuple[str, ...]) -> Outline:
        """Which fields are next to each other and which sides there are."""
        raise NotImplementedError

    def tokens(self) -> dict[str, str]:
        """The token of every field on the map, in label order."""
        tokens, _ = read_grid(self.grid, self.shape(), self.legend)
        return dict(sorted(tokens.items()))

    def faults(self) -> Iterator[Problem]:
        """Everything that makes no sense on this map."""
        try:
            shape = self.shape()
        except ValueError as error:
            yield Problem(("layout",), str(error))
            return
        tokens, problems = read_grid(self.grid, shape, self.legend)
        yield from problems
        if not problems:
            yield from map_faults(self, self.outline(tuple(sorted(tokens))))

    def ground(self) -> Ground[Terrain, Feature, SideFeature, WayKind]:
        """The map as plain tables for rules."""
        tokens = self.tokens()
        entries = {label: self.legend[token] for label, token in tokens.items()}
        none = Change[Terrain, Feature]()
        changes = {label: self.fields.get(label, none) for label in tokens}
        features = _gather(
            [(label, word) for label in tokens for word in entries[label].features + changes[label].features]
            + [(label, word) for word, labels in self.features.items() for label in labels]
        )
        sides = _gather(
            [(side, course.kind) for course in self.courses.values() for side in course.sides]
            + [(side, word) for side, words in self.sides.items() for word in words]
        )
        ways = _gather([(side, way.kind) for way in self.ways.values() for side in path_sides(way.path)])
        return Ground(
            terrain={label: changes[label].terrain or entry.terrain for label, entry in entries.items()},
            level={label: _changed(changes[label].level, entry.level) for label, entry in entries.items()},
            features=features,
            sides=sides,
            ways=ways,
        )

    def edge(self, wind: Wind) -> tuple[str, ...]:
        """The fields along an edge of the map."""
        return tuple(label for label in self.tokens() if self.is_on_edge(label, wind))

    def is_on_edge(self, label: str, wind: Wind) -> bool:
        """Whether a field lies along an edge of the map."""
        edge, (first, second) = self.edges[wind], self.numbers(label)
        return edge.first in (None, first) and edge.second in (None, second)

    def zone(self, name: str) -> tuple[str, ...]:
        """The fields of a zone."""
        zone = self.zones[name]
        if zone.first is None and zone.second is None:
            found = zone.at
        else:
            found = tuple(label for label in self.tokens() if self._is_in_range(zone, label))
        return tuple(label for label in found if label not in zone.exclude)

    def _is_in_range(self, zone: Zone, label: str) -> bool:
        ranges = zip((zone.first, zone.second), self.numbers(label), strict=True)
        return all(span is None or span[0] <= number <= span[1] for span, number in ranges)


class HexLayout(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a hex map is numbered; the words are those of `planspiel.boards.hex_layout.NumberedLayout`."""

    first_grows: Wind
    second_grows: Wind
    top: Literal["flat", "pointed"]
    shifted: Literal["even", "odd"]
    toward: Literal["low", "high"] = "low"
    up: Wind = "north"
    digits: Annotated[int, Meta(ge=1, le=4)] = 2
    pitch_m: Natural = 0
    """Metres from centre to centre of neighbouring hexes, 0 if unknown."""

    def numbered(self) -> NumberedLayout:
        """The same layout for boards; `ValueError` if it contradicts itself."""
        return _numbered(self)


@lru_cache(maxsize=64)
def _numbered(layout: HexLayout) -> NumberedLayout:
    return NumberedLayout(
        first_grows=as_compass(layout.first_grows),
        second_grows=as_compass(layout.second_grows),
        top=layout.top,
        shifted=layout.shifted,
        toward=layout.toward,
        up=as_compass(layout.up),
        digits=layout.digits,
    )


class HexMap(
    BoardMap[Terrain, Feature, SideFeature, WayKind],
    Generic[Terrain, Feature, SideFeature, WayKind],
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
):
    """A map of hexes with printed numbers."""

    layout: HexLayout

    def shape(self) -> GridShape:
        layout = self.layout.numbered()
        right, down = azimuth(layout.up) + 90, azimuth(layout.up) + 180
        first, second = azimuth(layout.first_grows), azimuth(layout.second_grows)
        if (first - right) % 180 == 0:
            return GridShape("first", _sign(first, right), _sign(second, down), layout.number)
        return GridShape("second", _sign(second, right), _sign(first, down), layout.number)

    def numbers(self, label: str) -> tuple[int, int]:
        return self.layout.numbered().numbers(label)

    def board(self) -> HexBoard:
        """The hexes of this map."""
        return HexBoard(self.layout.numbered(), self.tokens())

    def outline(self, labels: tuple[str, ...]) -> Outline:
        board = HexBoard(self.layout.numbered(), labels)
        sides = frozenset(side for label in labels for side in board.sides(label))
        return Outline("hex", labels, self.numbers, self.layout.numbered().number, board.neighbours, sides)


class SquareMap(
    BoardMap[Terrain, Feature, SideFeature, WayKind],
    Generic[Terrain, Feature, SideFeature, WayKind],
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
):
    """A map of squares, labelled "x,y": x in the first line of the grid (eastward), y before each row."""

    pitch_m: Natural = 0

    def shape(self) -> GridShape:
        return GridShape("first", 1, 1, lambda x, y: field_label((x, y)))

    def numbers(self, label: str) -> tuple[int, int]:
        return parse_field(label)

    def board(self) -> SquareBoard:
        """The fields of this map."""
        return SquareBoard(self.tokens())

    def outline(self, labels: tuple[str, ...]) -> Outline:
        board = SquareBoard(labels)
        sides = frozenset(side for label in labels for side in board.edges(label))

        def straight_on(label: str) -> tuple[str, ...]:
            return tuple(near for near in board.neighbours(label) if not board.is_diagonal(label, near))

        return Outline("field", labels, parse_field, lambda x, y: field_label((x, y)), straight_on, sides)


def path_sides(path: tuple[str, ...]) -> list[str]:
    """The sides a path crosses, lower label first."""
    return ["|".join(sorted(step)) for step in pairwise(path)]


_Word = TypeVar("_Word", bound=str)


def _gather(pairs: list[tuple[str, _Word]]) -> dict[str, tuple[_Word, ...]]:
    """All words said of each label, once each, in label order."""
    gathered: dict[str, dict[_Word, None]] = {}
    for label, word in sorted(pairs, key=lambda pair: pair[0]):
        gathered.setdefault(label, {})[word] = None
    return {label: tuple(words) for label, words in gathered.items()}


def _changed(change: int | None, otherwise: int) -> int:
    return otherwise if change is None else change


def _sign(a: int, b: int) -> int:
    return 1 if (a - b) % 360 == 0 else -1
