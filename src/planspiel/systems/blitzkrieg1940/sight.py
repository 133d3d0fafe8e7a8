"""4 Lines of sight and of fire: who is seen from where, and how far a weapon reaches.

Sight has two halves. The line between two hexes is the map's alone and the same in both directions; how far a
unit is seen belongs to the unit that is looked at, so sight between two units need not be mutual.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from msgspec import Struct

from planspiel.kernel import Illegal, rule
from planspiel.systems.blitzkrieg1940.counters import SeenAs, Values
from planspiel.systems.blitzkrieg1940.pack import Pack
from planspiel.systems.blitzkrieg1940.state import Known, Unit, is_enemy_at
from planspiel.systems.blitzkrieg1940.theatre import Theatre

__all__ = [
    "Sight",
    "can_fire_actively",
    "can_see",
    "clear_distance",
    "distance",
    "is_enemy_adjacent",
    "line_of_fire_refusal",
    "line_of_sight",
    "seen_as",
    "sighting_distance",
    "values_of",
    "weapon_range",
]

Obstruction = Literal["", "obstacle", "higher", "plateau", "edge", "blind"]

WHY: dict[Obstruction, tuple[str, str]] = {
    "obstacle": ("{hexes} blocks the view from {start} to {end}.", "BLK-4.3.1-A"),
    "higher": ("{hexes} is higher than {start} and {end}.", "BLK-4.3.2-B"),
    "plateau": ("{hexes} hides the lower of {start} and {end} from the higher.", "BLK-4.3.2-G2"),
    "edge": ("The higher of {start} and {end} does not lie on the edge of its height.", "BLK-4.3.2-E"),
    "blind": ("The lower of {start} and {end} is a blind hex behind {hexes}.", "BLK-4.3.2-G"),
}


class Sight(Struct, frozen=True):
    """Whether one hex sees another; if not, why, and which hexes are in the way."""

    start: str
    end: str
    obstruction: Obstruction = ""
    hexes: tuple[str, ...] = ()

    @property
    def is_open(self) -> bool:
        return self.obstruction == ""

    def refusal(self) -> Illegal | None:
        if self.is_open:
            return None
        reason, cite = WHY[self.obstruction]
        return Illegal(reason, cite, start=self.start, end=self.end, hexes=", ".join(self.hexes))


@rule("BLK-4.1-A", "BLK-4.1-G")
def line_of_sight(theatre: Theatre, a: str, b: str) -> Sight:
    """The line between two hexes: straight from centre to centre. Units never block it."""
    return _line_of_sight(theatre, a, b)


@lru_cache(maxsize=100_000)
def _line_of_sight(theatre: Theatre, a: str, b: str) -> Sight:
    if theatre.board.distance(a, b) <= 1:
        return _adjacent(a, b)
    high, low = (a, b) if theatre.level[a] >= theatre.level[b] else (b, a)
    if theatre.level[high] == theatre.level[low]:
        return _follow(theatre, a, b, _Level(theatre, theatre.level[a]))
    if high not in theatre.edge_hexes:
        return _behind_the_edge(a, b)
    return _follow(theatre, a, b, _Slope(theatre, high, low))


@rule("BLK-4.3-D")
def _adjacent(a: str, b: str) -> Sight:
    """Adjacent units always see each other, whatever the terrain and height."""
    return Sight(a, b)


@rule("BLK-4.3.2-E")
def _behind_the_edge(a: str, b: str) -> Sight:
    """From different heights there is sight only if the higher unit stands in an edge hex."""
    return Sight(a, b, "edge")


@rule("BLK-4.3-A", "BLK-4.3-B", "BLK-4.3-C")
def _follow(theatre: Theatre, a: str, b: str, ground: _Level | _Slope) -> Sight:
    """Walk the line. The hexes at its ends never block; along a hexside both neighbours must block."""
    for fields, between, _ in theatre.board.line(a, b).steps:
        reasons: list[tuple[str, Obstruction]] = [(hex_, ground.obstruction(hex_)) for hex_ in fields]
        found: list[tuple[str, Obstruction]] = [reason for reason in reasons if reason[1]]
        if found and len(found) == (2 if between else 1):
            return Sight(a, b, found[0][1], tuple(hex_ for hex_, _ in found))
    return Sight(a, b)


class _Level:
    """Two units on one level (4.3.1)."""

    def __init__(self, theatre: Theatre, level: int) -> None:
        self.theatre, self.level = theatre, level

    @rule("BLK-4.3.1-A", "BLK-4.3.2-A", "BLK-4.3.2-B")
    def obstruction(self, hex_: str) -> Obstruction:
        """Higher ground blocks, and so does an obstacle that both do not look down upon."""
        level = self.theatre.level[hex_]
        if level > self.level:
            return "higher"
        if self.theatre.is_obstacle(hex_):
            return self._obstacle(level)
        return ""

    @rule("BLK-4.3.2-C", "BLK-4.3.2-G3")
    def _obstacle(self, level: int) -> Obstruction:
        return "obstacle" if level >= self.level else ""


class _Slope:
    """Two units on different levels, the higher one in an edge hex (4.3.2)."""

    def __init__(self, theatre: Theatre, high: str, low: str) -> None:
        self.theatre, self.high, self.low = theatre, high, low

    @rule("BLK-4.3.2-B", "BLK-4.3.2-D", "BLK-4.3.2-I")
    def obstruction(self, hex_: str) -> Obstruction:
        """A lower hex without an obstacle never blocks: a difference in height alone does not matter."""
        level = self.theatre.level[hex_]
        if level > self.theatre.level[self.high]:
            return "higher"
        if level == self.theatre.level[self.high]:
            return self._plateau()
        if self.theatre.is_obstacle(hex_):
            return self._obstacle(hex_)
        return ""

    @rule("BLK-4.3.2-G2")
    def _plateau(self) -> Obstruction:
        """Ground as high as the higher unit: it does not stand on the edge towards this target."""
        return "plateau"

    @rule("BLK-4.3.2-F", "BLK-4.3.2-G", "BLK-4.3.2-H", "BLK-4.3.2-G1")
    def _obstacle(self, hex_: str) -> Obstruction:
        """A lower obstacle blinds only the hex directly behind it, and not if it is next to the higher unit.

        One that both look down upon blinds nothing.
        """
        theatre, board = self.theatre, self.theatre.board
        if theatre.level[hex_] < theatre.level[self.low] or board.distance(hex_, self.high) == 1:
            return ""
        return "blind" if board.distance(hex_, self.low) == 1 else ""


@lru_cache(maxsize=200_000)
def clear_distance(theatre: Theatre, a: str, b: str, most: int) -> int:
    """The distance between hexes that see each other, or more than `most` if they do not."""
    far = theatre.board.distance(a, b)
    return far if far > most or line_of_sight(theatre, a, b).is_open else most + 1


# How far a unit is seen


@rule("BLK-0-C")
def distance(pack: Pack, known: Known, a: Unit, b: Unit) -> int:
    """Hexes from one unit to another on the map: the own hex is not counted, the other's is."""
    return pack.theatre(known.scenario).board.distance(a.hex, b.hex)


@rule("BLK-4.1-G1", "BLK-4.1-G2")
def seen_as(pack: Pack, unit: Unit) -> SeenAs:
    """What a unit looks like from afar: a class on the counter; riding infantry looks like its vehicle."""
    if unit.carrier:
        return "vehicle"
    if unit.is_hq:
        return pack.formations[unit.formation].hq_seen_as
    return pack.counters[unit.counter].seen_as


def sighting_distance(pack: Pack, known: Known, target: Unit) -> int:
    """How far away a unit can be seen where it stands (4.1)."""
    theatre = pack.theatre(known.scenario)
    return pack.sighting.distance(seen_as(pack, target), in_open=theatre.is_open(target.hex))


@rule("BLK-4.1-D", "BLK-4.1-G", "BLK-4.1-X1")
def can_see(pack: Pack, known: Known, at_hex: str, target: Unit) -> bool:
    """Whether a unit is seen from a hex: near enough for what it is, and with a free line."""
    most = min(pack.limits.sight, sighting_distance(pack, known, target))
    return clear_distance(pack.theatre(known.scenario), at_hex, target.hex, most) <= most


# How far a weapon reaches


def values_of(pack: Pack, unit: Unit) -> Values:
    """What stands on the side of the counter that lies up."""
    counter = pack.counters[unit.counter]
    return counter.full if unit.steps > 1 else counter.reduced


@rule("BLK-4.2-C", "BLK-4.2-G2")
def is_enemy_adjacent(pack: Pack, known: Known, unit: Unit) -> bool:
    """Whether an enemy company stands next to a unit, neutralised or not. An HQ has no weapons to fear."""
    near = pack.theatre(known.scenario).board.neighbours(unit.hex)
    return any(is_enemy_at(known, hex_, unit.side) for hex_ in near)


@rule("BLK-4.2-A", "BLK-4.2-B", "BLK-4.2-E")
def weapon_range(pack: Pack, known: Known, unit: Unit) -> int:
    """How many hexes away a unit can fire: what is printed, less its troubles, but always one hex."""
    printed = values_of(pack, unit).range
    if printed <= 1 or unit.neutralised:
        return _neutralised_range() if unit.neutralised else 1
    return 1 if is_enemy_adjacent(pack, known, unit) else printed


@rule("BLK-4.2-D", "BLK-8.4-B")
def _neutralised_range() -> int:
    return 1


@rule("BLK-4.2-F", "BLK-4.2-G1")
def can_fire_actively(pack: Pack, unit: Unit) -> bool:
    """A printed range of 0 allows counter fire and close combat, but neither action nor opportunity fire."""
    return not unit.is_hq and values_of(pack, unit).range > 0


@rule("BLK-4.1-B", "BLK-4.1-C")
def line_of_fire_refusal(pack: Pack, known: Known, firer: Unit, target: Unit) -> Illegal | None:
    """Why there is no line of fire: a line of sight within the range of the firer's weapons."""
    far = distance(pack, known, firer, target)
    reach = weapon_range(pack, known, firer)
    if far > reach:
        return Illegal(
            "The range of {firer} is {reach}, and {target} is at distance {far}.",
            "BLK-4.1-B",
            firer=firer.id,
            target=target.id,
            reach=reach,
            far=far,
        )
    if far > min(pack.limits.sight, sighting_distance(pack, known, target)):
        return Illegal("{target} cannot be seen at distance {far}.", "BLK-4.1-X1", target=target.id, far=far)
    refusal = line_of_sight(pack.theatre(known.scenario), firer.hex, target.hex).refusal()
    return refusal
