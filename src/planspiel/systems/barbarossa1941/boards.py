"""Boards laid together: six boards with two faces each, side by side and row upon row.

A face has nine columns and seven rows of whole hexes; even columns stand half a hex lower. A second board
fits beside the first only when it is turned half round, a third lies like the first: so every second place
across is turned. Roads leave a face in the middle of an edge and meet whatever board lies there.

Half hexes fill the gaps on the outer north and south edges. Only aircraft use them. They are numbered like
hexes of the row before the first (even columns) or after the last (odd columns).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal

from planspiel.boards.hex import HexBoard
from planspiel.boards.hex_layout import NumberedLayout
from planspiel.kernel.rulebook import rule
from planspiel.packs import Problem
from planspiel.packs.maps import HexMap, Wind
from planspiel.systems.barbarossa1941.charts import Ground, Terrain

Feature = Literal["bridge"]
SideFeature = Literal["none"]
WayKind = Literal["road"]
Edge = Literal["north", "east", "south", "west"]

Face = HexMap[Terrain, Feature, SideFeature, WayKind]
"""One side of a board, in the text form of maps."""

COLUMNS, ROWS = 9, 7
LAYOUT = NumberedLayout(first_grows="E", second_grows="S", top="flat", shifted="even", toward="high")
_OPPOSITE: dict[Wind, Wind] = {"north": "south", "south": "north", "east": "west", "west": "east"}


def board_of(face: str) -> str:
    """The board that a face belongs to: "3a" and "3b" are the two faces of board 3."""
    return face[:-1]


@dataclass(frozen=True)
class Placing:
    """A face at its place: how many boards lie west and north of it."""

    face: str
    across: int
    down: int

    @property
    def is_turned(self) -> bool:
        return self.across % 2 == 1

    def label(self, local: str) -> str:
        """The number that a hex of the face has on the joined board."""
        column, row = LAYOUT.numbers(local)
        if self.is_turned:
            column, row = COLUMNS + 1 - column, ROWS + 1 - row
        return LAYOUT.number(self.across * COLUMNS + column, self.down * ROWS + row)

    def wind(self, local: Wind) -> Wind:
        """Which way an edge of the face looks on the joined board."""
        return _OPPOSITE[local] if self.is_turned else local


def placings(rows: Iterable[Iterable[str]]) -> tuple[Placing, ...]:
    """The places of faces that are written row by row, as they lie on the table."""
    return tuple(
        Placing(face, across, down) for down, row in enumerate(rows) for across, face in enumerate(row)
    )


def joined_labels(rows: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
    """The numbers of all whole hexes that boards so laid have."""
    return LAYOUT.rectangle((1, COLUMNS * len(rows[0])), (1, ROWS * len(rows)))


class Joined:
    """Several faces as one field of play: plain tables with the numbers of the joined board."""

    def __init__(self, faces: dict[str, Face], rows: tuple[tuple[str, ...], ...]) -> None:
        self.columns, self.rows = COLUMNS * len(rows[0]), ROWS * len(rows)
        self.terrain: dict[str, Terrain] = {}
        self.level: dict[str, int] = {}
        self.bridges: set[str] = set()
        self.roads: set[str] = set()
        self.names: dict[str, tuple[str, str]] = {}
        exits: dict[str, list[Wind]] = {}
        for placing in placings(rows):
            self._lay(faces[placing.face], placing, exits)
        self.roads |= set(self._seams(exits))

    def _lay(self, face: Face, placing: Placing, exits: dict[str, list[Wind]]) -> None:
        ground = face.ground()
        for local, terrain in ground.terrain.items():
            label = placing.label(local)
            self.terrain[label], self.level[label] = terrain, ground.level[local]
            if "bridge" in ground.features.get(local, ()):
                self.bridges.add(label)
        for way in face.ways.values():
            self.add_road(tuple(placing.label(local) for local in way.path))
            for local, wind in way.exits.items():
                exits.setdefault(placing.label(local), []).append(placing.wind(wind))
        for place in face.places.values():
            self.names[placing.label(place.at)] = (place.name, place.name_de or place.name)

    def add_road(self, path: tuple[str, ...]) -> None:
        """A road from hex to hex."""
        self.roads |= {_side(a, b) for a, b in pairwise(path)}

    def _seams(self, exits: dict[str, list[Wind]]) -> Iterator[str]:
        """Where two roads leave toward each other over a seam they are one road."""
        for label, winds in exits.items():
            column, row = LAYOUT.numbers(label)
            for wind in winds:
                beyond = {"east": (column + 1, row), "south": (column, row + 1)}.get(wind)
                if beyond is None or beyond[0] > self.columns or beyond[1] > self.rows:
                    continue
                other = LAYOUT.number(*beyond)
                if _OPPOSITE[wind] in exits.get(other, ()):
                    yield _side(label, other)

    @cached_property
    def half_hexes(self) -> tuple[str, ...]:
        """The half hexes on the outer edges, where aircraft come in."""
        north = [LAYOUT.number(column, 0) for column in range(2, self.columns + 1, 2)]
        south = [LAYOUT.number(column, self.rows + 1) for column in range(1, self.columns + 1, 2)]
        return tuple(sorted(north + south))


def _side(a: str, b: str) -> str:
    return f"{a}|{b}" if a < b else f"{b}|{a}"


class Theatre:
    """The field of a scenario, made ready for rules. Hexes are labels, sides canonical ids ("0706|0707").

    It answers what is printed on the boards and laid out by the scenario, and judges nothing. What changes
    in play (bridges blown, works, smoke, mines) lives in the state.
    """

    def __init__(
        self, joined: Joined, grounds: dict[Terrain, Ground], zones: dict[str, tuple[str, ...]]
    ) -> None:
        self.columns, self.rows = joined.columns, joined.rows
        self.board = HexBoard(LAYOUT, joined.terrain)
        self.half_hexes = joined.half_hexes
        self.air = HexBoard(LAYOUT, (*joined.terrain, *joined.half_hexes))
        """The whole hexes and the half hexes, for flight lines."""
        self.terrain: dict[str, Terrain] = dict(sorted(joined.terrain.items()))
        self.level: dict[str, int] = dict(sorted(joined.level.items()))
        self.ground: dict[str, Ground] = {label: grounds[kind] for label, kind in self.terrain.items()}
        self.roads: frozenset[str] = frozenset(joined.roads)
        """Sides that a printed road crosses."""
        self.road_hexes: frozenset[str] = frozenset(
            label for side in joined.roads for label in side.split("|")
        )
        self.bridges: tuple[str, ...] = tuple(sorted(joined.bridges))
        """River hexes with a bridge at the start."""
        self.names: dict[str, tuple[str, str]] = dict(sorted(joined.names.items()))
        """What places are called, in English and German."""
        self.zones = zones
        self._links = frozenset(self._road_links())
        self._edges: dict[Edge, tuple[str, ...]] = {
            "north": self._line(row=1),
            "south": self._line(row=self.rows),
            "west": self._line(column=1),
            "east": self._line(column=self.columns),
        }
        self._rim = frozenset(label for line in self._edges.values() for label in line)

    def _line(self, column: int = 0, row: int = 0) -> tuple[str, ...]:
        found = [(label, LAYOUT.numbers(label)) for label in self.board.labels]
        return tuple(label for label, at in found if column in (0, at[0]) and row in (0, at[1]))

    def _road_links(self) -> Iterator[str]:
        yield from self.roads
        for label in self.board.labels:
            if self.ground[label].built_up:
                for near in self.board.neighbours(label):
                    if self.ground[near].built_up or near in self.road_hexes:
                        yield _side(label, near)

    @rule("BAR-intro-4")
    def terrain_at(self, label: str) -> Terrain:
        """Each hex has one terrain."""
        return self.terrain[label]

    @rule("BAR-hill-1")
    def height(self, label: str) -> int:
        """The number of hill tiles on the hex."""
        return self.level[label]

    @rule("BAR-hill-3")
    def slope(self, a: str, b: str) -> int:
        """How much higher `b` is than `a`."""
        return self.level[b] - self.level[a]

    @rule("BAR-village-3", "BAR-town-3", "BAR-town-5")
    def is_road_link(self, a: str, b: str) -> bool:
        """Whether a road leads from hex to adjacent hex; built-up hexes are road hexes to all around."""
        return _side(a, b) in self._links

    def is_road_hex(self, label: str) -> bool:
        """A hex with a printed road, or a built-up one."""
        return label in self.road_hexes or self.ground[label].built_up

    @rule("BAR-intro-5")
    def is_half_hex(self, label: str) -> bool:
        """Whether only aircraft may be there, at the edge of the board."""
        return label in self.air and label not in self.board

    def edge(self, edge: Edge) -> tuple[str, ...]:
        """The whole hexes along an edge."""
        return self._edges[edge]

    def is_on_edge(self, label: str) -> bool:
        """Whether it is a whole hex at the edge of the board."""
        return label in self._rim


def face_faults(name: str, face: Face) -> Iterator[Problem]:
    """What every face must have so that it fits to all others."""
    layout = face.layout.numbered()
    if layout != LAYOUT:
        yield Problem(("layout",), "a board counts columns eastward and rows southward, even columns lower")
        return
    wanted = LAYOUT.rectangle((1, COLUMNS), (1, ROWS))
    if tuple(face.tokens()) != wanted:
        yield Problem(("grid",), f"a board has {COLUMNS} columns and {ROWS} rows without a gap")
        return
    for way_name, way in face.ways.items():
        for label, wind in way.exits.items():
            if label != MIDDLES.get(wind):
                reason = f"a road leaves a board in the middle of an edge: {_middles()}"
                yield Problem(("ways", way_name, "exits", label), reason)
    if name[-1:] not in ("a", "b"):
        yield Problem((), "the name of a face is its board and a or b, as in 3a")


MIDDLES: dict[Wind, str] = {"north": "0501", "south": "0507", "west": "0104", "east": "0904"}


def _middles() -> str:
    return ", ".join(f"{wind} {label}" for wind, label in MIDDLES.items())
