"""Maps of square fields, and the field of a scenario made ready for rules.

A map says what is printed or built on the ground at the start. What changes in play (bridges blown, smoke,
works, ruins) lives in the state; the theatre judges nothing of it.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Literal

from msgspec import field

from planspiel.boards.square import SquareBoard, parse_field
from planspiel.kernel.rulebook import rule
from planspiel.packs import Problem, nearest
from planspiel.packs.maps import SquareMap
from planspiel.systems.wiener2022.catalogue import Count, Data, Mobility, Word
from planspiel.systems.wiener2022.state import BridgeKind

Terrain = Literal["open", "wood", "building", "rock", "swamp", "water"]
Feature = Literal[
    "part_open",
    "part_wood",
    "part_building",
    "part_water",
    "blocking",
    "corduroy",
    "pier",
    "village",
    "town",
    "hill",
    "forest",
    "river",
    "lake",
    "sea",
    "farm",
    "station",
    "airfield",
    "bushes",
    "hedge",
    "orchard",
]
"""`part_...` is a second kind of ground in a mixed field; `blocking` marks a mixed field that hides what is
behind it; `corduroy` a road over swamp; `pier` a berth. `bushes`, `hedge` and `orchard` (broad-leaved trees)
are decoration without effect; the rest say what a name on the map belongs to."""
SideFeature = Literal["none"]
WayKind = Literal["road", "rail"]
Crossing = Literal["free", "slow", "blocked"]
"""Over a narrow water or ditch: like any step; the move ends behind it; not at all."""
Axis = Literal["NS", "EW"]

PARTS: dict[Feature, Terrain] = {
    "part_open": "open",
    "part_wood": "wood",
    "part_building": "building",
    "part_water": "water",
}
HIDING: frozenset[Terrain] = frozenset({"wood", "building", "rock"})
"""Ground that cannot be seen or shot over."""
FOOT: frozenset[Mobility] = frozenset({"infantry", "rider", "cyclist", "motorcycle"})
"""Count as figures for terrain."""
AFLOAT: frozenset[Mobility] = frozenset({"rowboat", "motorboat", "stormboat", "ship"})


class BridgeAt(Data, frozen=True, kw_only=True):
    """A bridge that stands at the start."""

    kind: BridgeKind = "solid"
    axis: Axis
    intact: bool = True
    load: Count = 0
    """Tonnes it carries; 0: everything (WPR-bruecken-2)."""
    name: str = ""
    name_de: str = ""


class Airfield(Data, frozen=True, kw_only=True):
    name: Word
    name_de: Word
    runway: tuple[str, ...]
    """Fields in a straight line."""
    parking: tuple[str, ...] = ()
    """Fields next to the runway where aircraft load and unload."""
    damaged: bool = False


class Narrow(Data, frozen=True, kw_only=True):
    """A narrow water or ditch along edges of fields."""

    kind: Literal["water", "ditch"] = "water"
    edges: tuple[str, ...]
    crossing: dict[Mobility, Crossing] = field(default_factory=dict)
    """For whom it is what; for all others it is blocked."""
    name: str = ""
    name_de: str = ""


class Ford(Data, frozen=True, kw_only=True):
    """A water field, or the edge of a narrow water, that some troops can wade through."""

    at: str
    mobility: tuple[Mobility, ...]


class BattleMap(
    SquareMap[Terrain, Feature, SideFeature, WayKind], frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """A map in the text form of maps, with what this game adds."""

    bridges: dict[str, BridgeAt] = field(default_factory=dict)
    """By field, or by edge over a narrow water."""
    airfields: dict[str, Airfield] = field(default_factory=dict)
    narrows: dict[str, Narrow] = field(default_factory=dict)
    fords: dict[str, Ford] = field(default_factory=dict)

    def faults(self) -> Iterator[Problem]:
        found = list(super().faults())
        yield from found
        if not found:
            yield from _map_faults(self)


def _map_faults(the_map: BattleMap) -> Iterator[Problem]:
    board, ground = the_map.board(), the_map.ground()
    edges = {edge for label in board.labels for edge in board.edges(label)}
    narrow = {edge for course in the_map.narrows.values() for edge in course.edges}
    width, height = _size(board)
    if len(board) != width * height:
        yield Problem(("grid",), f"a board is a full rectangle; {width} x {height} fields are expected")
    for at in the_map.bridges:
        if at not in board and at not in narrow:
            yield Problem(("bridges", at), "there is no such field, nor a narrow water on such an edge")
        elif at in board and not _has(ground.terrain, ground.features, at, "water"):
            yield Problem(("bridges", at), "a bridge leads over a water field")
    for name, course in the_map.narrows.items():
        for place, edge in enumerate(course.edges):
            if edge not in edges:
                yield Problem(("narrows", name, "edges", place), f"{edge} is no edge; write it like 3,4|3,5")
    for name, ford in the_map.fords.items():
        if ford.at not in narrow and not (
            ford.at in board and _has(ground.terrain, ground.features, ford.at, "water")
        ):
            yield Problem(("fords", name, "at"), f"{ford.at} is neither a water field nor a narrow water")
    for name, airfield in the_map.airfields.items():
        for problem in _airfield_faults(board, airfield):
            yield problem._replace(path=("airfields", name, *problem.path))


@rule("WPR-flugplaetze-2")
def _airfield_faults(board: SquareBoard, airfield: Airfield) -> Iterator[Problem]:
    """The runway is straight, and every parking field lies beside it."""
    for key, labels in (("runway", airfield.runway), ("parking", airfield.parking)):
        for place, label in enumerate(labels):
            if label not in board:
                yield Problem((key, place), f"there is no field {label}", nearest(label, board.labels))
                return
    fields = [parse_field(label) for label in airfield.runway]
    steps = {(bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise(fields)}
    if len(steps) > 1 or any(abs(x) + abs(y) != 1 for x, y in steps):
        yield Problem(("runway",), "a runway is a straight line of fields, one after the other")
    for place, label in enumerate(airfield.parking):
        if not any(near in airfield.runway for near in board.neighbours(label)):
            yield Problem(("parking", place), f"{label} does not adjoin the runway (WPR-flugplaetze-2)")


def _has(
    terrain: Mapping[str, Terrain], features: Mapping[str, tuple[Feature, ...]], label: str, wanted: Terrain
) -> bool:
    parts = (PARTS.get(word) for word in features.get(label, ()))
    return terrain[label] == wanted or wanted in parts


def _size(board: SquareBoard) -> tuple[int, int]:
    fields = [board.field(label) for label in board.labels]
    return max(x for x, _ in fields), max(y for _, y in fields)


class Theatre:
    """The field of a scenario. Fields are labels ("3,4"), edges canonical ids ("3,4|3,5")."""

    def __init__(
        self,
        the_map: BattleMap,
        zones: Mapping[str, Iterable[str]],
        bridges: Mapping[str, BridgeAt] | None = None,
    ) -> None:
        ground = the_map.ground()
        self.map = the_map
        self.board: SquareBoard = the_map.board()
        self.width, self.height = _size(self.board)
        self.level: dict[str, int] = ground.level
        self.ground: dict[str, Terrain] = ground.terrain
        self.mixed: dict[str, Terrain] = {
            label: PARTS[word] for label, words in ground.features.items() for word in words if word in PARTS
        }
        """The second ground of mixed fields."""
        self.blocking: frozenset[str] = self._with(ground.features, "blocking")
        self.corduroy: frozenset[str] = self._with(ground.features, "corduroy")
        self.piers: frozenset[str] = self._with(ground.features, "pier")
        self.roads: frozenset[str] = self._ways(ground.ways, "road")
        """Edges that a road crosses."""
        self.rails: frozenset[str] = self._ways(ground.ways, "rail")
        self.road_fields: frozenset[str] = frozenset(_ends(self.roads))
        self.rail_fields: frozenset[str] = frozenset(_ends(self.rails))
        self.bridges: dict[str, BridgeAt] = dict(sorted({**the_map.bridges, **(bridges or {})}.items()))
        """Bridges at the start, by field or edge."""
        self.narrow: dict[str, dict[Mobility, Crossing]] = {
            edge: course.crossing for course in the_map.narrows.values() for edge in course.edges
        }
        """Narrow waters and ditches by edge; whoever is not named is blocked."""
        self.ditches: frozenset[str] = frozenset(
            edge for course in the_map.narrows.values() if course.kind == "ditch" for edge in course.edges
        )
        self.fords: dict[str, frozenset[Mobility]] = {
            ford.at: frozenset(ford.mobility) for ford in the_map.fords.values()
        }
        """By water field or by edge."""
        self.airfields: dict[str, Airfield] = dict(the_map.airfields)
        self.names: dict[str, tuple[str, str]] = {
            place.at: (place.name, place.name_de or place.name) for place in the_map.places.values()
        }
        """What places are called, in English and German."""
        self.zones: dict[str, tuple[str, ...]] = {name: tuple(fields) for name, fields in zones.items()}
        self.hiding: frozenset[str] = frozenset(
            label for label in self.board.labels if self.ground[label] in HIDING or label in self.blocking
        )
        """Fields that cannot be seen through."""
        self._edge = frozenset(label for label in self.board.labels if self._borders_other_kind(label))
        self._inner_wood = frozenset(label for label in self.board.labels if self._is_deep_wood(label))
        self._bank = frozenset(label for label in self.board.labels if self._touches_water(label))
        self._open_lines: dict[tuple[str, str], bool] = {}

    def _with(self, features: Mapping[str, tuple[Feature, ...]], wanted: Feature) -> frozenset[str]:
        return frozenset(label for label, words in features.items() if wanted in words)

    def _ways(self, ways: Mapping[str, tuple[WayKind, ...]], wanted: WayKind) -> frozenset[str]:
        return frozenset(edge for edge, kinds in ways.items() if wanted in kinds)

    def _straight(self, label: str) -> Iterator[str | None]:
        """The neighbours north, east, south and west."""
        yield from self.board.around(label)[::2]

    def _borders_other_kind(self, label: str) -> bool:
        kind = self.ground[label]
        if kind not in ("wood", "building"):
            return False
        return any(near is not None and self.ground[near] != kind for near in self._straight(label))

    def _is_deep_wood(self, label: str) -> bool:
        around = (near for near in self.board.around(label) if near is not None)
        return self.ground[label] == "wood" and all(self.ground[near] == "wood" for near in around)

    def _touches_water(self, label: str) -> bool:
        if self.ground[label] == "water" and label not in self.mixed:
            return False
        return any(near is not None and self.has(near, "water") for near in self._straight(label))

    # Ground

    def has(self, label: str, terrain: Terrain) -> bool:
        """Whether a field holds such ground, wholly or in part."""
        return self.ground[label] == terrain or self.mixed.get(label) == terrain

    def is_wood(self, label: str) -> bool:
        return self.has(label, "wood")

    def is_building(self, label: str) -> bool:
        return self.has(label, "building")

    def is_water(self, label: str) -> bool:
        """Whether a craft can float here: all water, or partly."""
        return self.has(label, "water")

    def is_land(self, label: str) -> bool:
        """Whether land troops can stand here as far as water is concerned."""
        return self.ground[label] != "water" or label in self.mixed

    def is_firm(self, label: str) -> bool:
        """Land that carries troops and works: neither rock nor swamp."""
        return self.is_land(label) and self.ground[label] not in ("rock", "swamp")

    @rule("WPR-waldrand-2")
    def is_edge(self, label: str) -> bool:
        """A wood or building field that borders, north, east, south or west, on another kind of ground."""
        return label in self._edge

    def is_bank(self, label: str) -> bool:
        """A land or mixed field beside water: river bank or coast."""
        return label in self._bank

    def is_inner_wood(self, label: str) -> bool:
        """A wood field with wood, or the edge of the board, all around."""
        return label in self._inner_wood

    def is_rim(self, label: str) -> bool:
        """Whether the field lies at the edge of the board."""
        return None in self.board.around(label)

    # Ways

    @rule("WPR-geschwindigkeit-4", "WPR-strasse-1")
    def road_link(self, a: str, b: str) -> bool:
        """Whether a road leads from a field to the next; roads never run over diagonals."""
        return self._edge_id(a, b) in self.roads

    def rail_link(self, a: str, b: str) -> bool:
        return self._edge_id(a, b) in self.rails

    def _edge_id(self, a: str, b: str) -> str:
        return f"{a}|{b}" if a < b else f"{b}|{a}"

    @rule("WPR-gewaesser-2")
    def crossing(self, a: str, b: str, mobility: Mobility) -> Crossing:
        """What a narrow water or ditch between two fields is for troops; bridges stand in the state."""
        edge = self._edge_id(a, b)
        if edge not in self.narrow or mobility in self.fords.get(edge, ()):
            return "free"
        return self.narrow[edge].get(mobility, "blocked")

    @rule("WPR-gelaende-1", "WPR-gelaende-3", "WPR-gelaende-4", "WPR-furten-1")
    def enterable(self, label: str, mobility: Mobility) -> bool:
        """Whether troops may enter a field by its ground alone: no road, no bridge, nothing of play."""
        ground, part = self.ground[label], self.mixed.get(label)
        if mobility in AFLOAT:
            return self.has(label, "water")
        if mobility in self.fords.get(label, ()):
            return True
        if mobility in ("none", "rail"):
            return mobility == "rail" and label in self.rail_fields
        passable = {"open", "wood", "building"} if mobility in FOOT else {"open"}
        if ground == "water":
            return part in passable
        return ground in passable or (part == "open" and ground in ("wood", "building"))

    @rule("WPR-darstellung-gelaende-2", "WPR-darstellung-gelaende-3")
    def distance(self, a: str, b: str) -> int:
        """In fields, for movement, sight and range: a diagonal step counts as one, places inside do not."""
        return self.board.distance(a, b)

    # Sight

    @rule("WPR-hoehen-5", "WPR-raum-tot-1", "WPR-diagonale-3", "WPR-darstellung-gelaende-7")
    def static_line(self, a: str, b: str) -> bool:
        """Whether terrain and heights alone leave the line between two fields open."""
        if a == b:
            return True
        key = (a, b) if a < b else (b, a)
        known = self._open_lines.get(key)
        if known is None:
            known = self._open_lines[key] = self._is_open(*key)
        return known

    def _is_open(self, a: str, b: str) -> bool:
        if self.ground[a] == self.ground[b] == "wood" and self.board.distance(a, b) == 1:
            return False
        highest = max(self.level[a], self.level[b])
        for fields in self.board.passed(a, b):  # one, or two where the line goes over a corner
            for label in fields:
                if label is None or not (label in self.hiding or self.level[label] > highest):
                    break
            else:
                return False
        return True

    def hides(self, label: str, a: str, b: str) -> bool:
        """Whether a field on the way hides the two ends from each other by its ground or height."""
        return label in self.hiding or self.level[label] > max(self.level[a], self.level[b])


def _ends(edges: Iterable[str]) -> Iterator[str]:
    for edge in sorted(edges):
        yield from edge.split("|")
