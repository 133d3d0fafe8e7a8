"""A map made ready for rules: terrain, heights, roads, streams, edges, places, objectives, zones.

Built once for each map of a pack. It answers what is printed on the map and judges nothing.
"""

from typing import Literal

from planspiel.boards.hex import HexBoard
from planspiel.kernel.rulebook import rule
from planspiel.packs.maps import HexMap, Objective, Wind
from planspiel.systems.blitzkrieg1940.charts import Ground, Terrain
from planspiel.systems.blitzkrieg1940.counters import Nation

Feature = Literal["edge_hex", "village", "hill", "wood", "entry"]
SideFeature = Literal["stream", "road_bridge", "rail_bridge"]
WayKind = Literal["main_road", "minor_road", "railway"]

BattleMap = HexMap[Terrain, Feature, SideFeature, WayKind]

ROADS: tuple[WayKind, ...] = ("main_road", "minor_road")


class Theatre:
    """The map of a scenario. Hexes are labels ("0706"), sides are canonical ids ("0706|0707")."""

    def __init__(self, the_map: BattleMap, grounds: dict[Terrain, Ground]) -> None:
        ground = the_map.ground()
        self.map = the_map
        self.board: HexBoard = the_map.board()
        self.terrain: dict[str, Terrain] = ground.terrain
        self.level: dict[str, int] = ground.level
        self.roads: frozenset[str] = frozenset(
            side for side, kinds in ground.ways.items() if any(kind in ROADS for kind in kinds)
        )
        """Sides that a road crosses, so that a unit in column may use it."""
        self.streams: frozenset[str] = frozenset(
            side for side, words in ground.sides.items() if "stream" in words
        )
        self.bridges: frozenset[str] = frozenset(
            side for side, words in ground.sides.items() if "road_bridge" in words
        )
        self.edge_hexes: frozenset[str] = frozenset(
            label for label, words in ground.features.items() if "edge_hex" in words
        )
        self._open = {label: grounds[terrain].open for label, terrain in self.terrain.items()}
        self._obstacle = {label: grounds[terrain].obstacle for label, terrain in self.terrain.items()}
        self.places: dict[str, tuple[str, ...]] = _by_name(the_map)
        """The hexes that bear a name."""
        self.objectives: dict[str, Objective] = {
            objective.at: objective
            for objective in sorted(the_map.objectives.values(), key=lambda found: found.at)
        }
        """By hex."""
        self.zones: dict[str, tuple[str, ...]] = {
            name: tuple(sorted(the_map.zone(name))) for name in the_map.zones
        }
        self._own_edges = {
            edge.owner.lower(): tuple(the_map.edge(wind))
            for wind, edge in the_map.edges.items()
            if edge.owner
        }

    @rule("BLK-4.1-G3")
    def is_open(self, label: str) -> bool:
        """Whether the dominant terrain is open: roads, streams, slopes, works and mines do not matter."""
        return self._open[label]

    def is_obstacle(self, label: str) -> bool:
        """Whether the terrain blocks sight on its own level (4.3.1)."""
        return self._obstacle[label]

    @rule("BLK-8.5.1-D")
    def own_edge(self, side: str) -> tuple[str, ...]:
        """The hexes of a side's own map edge."""
        return self._own_edges[side]

    @rule("BLK-12.2-FR-G3")
    def hexes_of(self, place: str) -> tuple[str, ...]:
        """All hexes with this name: a place of several hexes is held only by holding all of them."""
        return self.places[place]

    def within(self, centres: tuple[str, ...], radius: int) -> tuple[str, ...]:
        """The hexes at most so far from any one of the centres."""
        near = {label for centre in centres for label in self.board.disc(centre, radius)}
        return tuple(sorted(near))


def own_winds(the_map: BattleMap, side: Nation) -> tuple[Wind, ...]:
    """Which edges belong to a side."""
    return tuple(wind for wind, edge in the_map.edges.items() if edge.owner.lower() == side)


def _by_name(the_map: BattleMap) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for place in the_map.places.values():
        found.setdefault(place.name, []).append(place.at)
    return {name: tuple(sorted(labels)) for name, labels in found.items()}
