"""Terrain and movement: what a step from one hex to the next demands, and what stops a unit on the way.

What is printed on the map is judged when the order is given. What may change before the unit comes there
(enemies, wire, barriers, bridges) stops it in front when it does.
"""

from __future__ import annotations

from typing import NamedTuple

from planspiel.kernel import Illegal, rule, rulebook
from planspiel.systems.barbarossa1941.boards import Theatre
from planspiel.systems.barbarossa1941.cards import Card
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.state import Known

__all__ = [
    "Step",
    "admits",
    "barrier",
    "bridge_is_down",
    "crosses_wire",
    "is_march_step",
    "is_road_step",
    "step_of",
]


class Step(NamedTuple):
    """One hex of a route."""

    cost: int
    """Hexes of movement that it uses up."""
    alone: bool = False
    """It must be the whole route."""
    ends: bool = False
    """Nothing may follow it."""
    road: bool = False


def step_of(pack: Pack, known: Known, card: Card, a: str, b: str) -> Step | Illegal:
    """What it takes a unit to go from a hex into the next, or why it cannot.

    Where nothing has been built or blown up the answer never changes, so it is kept for each kind of unit.
    """
    changed = a in known.bridges or b in known.bridges or a in known.paths or b in known.paths
    if changed or rulebook.recorder is not None:
        return _judge(pack, known, card, a, b)
    kept: dict[tuple[str, ...], Step | Illegal] = pack.theatre(known.scenario).__dict__.setdefault(
        "steps", {}
    )
    key = (a, b, card.type, *card.traits)
    found = kept.get(key)
    if found is None:
        found = kept[key] = _judge(pack, known, card, a, b)
    return found


def _judge(pack: Pack, known: Known, card: Card, a: str, b: str) -> Step | Illegal:
    theatre = pack.theatre(known.scenario)
    if b not in theatre.board or b not in theatre.board.neighbours(a):
        return Illegal("The route is broken at {hex}.", "BAR-move-1", hex=b)
    slope = _slope(theatre, card, a, b)
    if isinstance(slope, Illegal):
        return slope
    road = is_road_step(pack, known, a, b)
    if not road and not admits(known, theatre, card, b):
        terrain = theatre.ground[b].name
        cite = next(iter(theatre.ground[b].cites.get("enter", ("BAR-move-7",))))
        return Illegal(
            "{card} cannot enter {terrain} in {hex}.", cite, card=card.name, terrain=terrain, hex=b
        )
    ford = _is_ford(theatre, a, b)
    cost = 1 if road else 1 + _slows(known, theatre, card, b)
    out_of_forest = not road and _is_forest(known, theatre, a)
    into_forest = not road and _is_forest(known, theatre, b)
    return Step(cost, alone=slope or ford or out_of_forest, ends=into_forest, road=road)


# -- roads -------------------------------------------------------------------------------------------------


@rule("BAR-road-2", "BAR-road-3", "BAR-road-4", "BAR-bridge-1")
def is_road_step(pack: Pack, known: Known, a: str, b: str) -> bool:
    """Along a printed road, through a village or town, over a bridge that stands."""
    theatre = pack.theatre(known.scenario)
    return theatre.is_road_link(a, b) and not bridge_is_down(known, a) and not bridge_is_down(known, b)


@rule("BAR-destroyed-bridge-1", "BAR-destroyed-bridge-3")
def bridge_is_down(known: Known, hex_: str) -> bool:
    """A destroyed bridge is a river hex until it is repaired."""
    bridge = known.bridges.get(hex_)
    return bridge is not None and bridge.destroyed


@rule("BAR-march-2")
def is_march_step(pack: Pack, known: Known, a: str, b: str) -> bool:
    """A march goes along roads and cleared paths, through villages and towns, and over plain; by no ford."""
    theatre = pack.theatre(known.scenario)
    if _is_ford(theatre, a, b):
        return False
    ground = theatre.ground[b].is_march_ground() or _is_pontoon(known, b) or _is_path(known, b)
    return ground or is_road_step(pack, known, a, b)


# -- terrain -----------------------------------------------------------------------------------------------


def admits(known: Known, theatre: Theatre, card: Card, hex_: str) -> bool:
    """Whether the ground lets a unit in: by type or trait, over a pontoon, on a cleared path."""
    if _is_pontoon(known, hex_) or _is_path(known, hex_):
        return True
    return theatre.ground[hex_].admits(card)


@rule("BAR-pontoon-1", "BAR-destroyed-bridge-2")
def _is_pontoon(known: Known, hex_: str) -> bool:
    """A finished pontoon bridge: plain for movement."""
    bridge = known.bridges.get(hex_)
    return bridge is not None and bridge.pontoon and not bridge.destroyed


@rule("BAR-clear-path-2", "BAR-clear-path-3")
def _is_path(known: Known, hex_: str) -> bool:
    """A cleared path: every ground unit may use it."""
    return hex_ in known.paths


@rule("BAR-field-3", "BAR-field-5", "BAR-field-X1", "BAR-light-forest-4")
def _slows(known: Known, theatre: Theatre, card: Card, hex_: str) -> int:
    """Hexes of movement lost in a field, or by tanks in light forest."""
    if _is_pontoon(known, hex_) or _is_path(known, hex_):
        return 0
    return theatre.ground[hex_].slows(card.type)


@rule("BAR-forest-5", "BAR-forest-8")
def _is_forest(known: Known, theatre: Theatre, hex_: str) -> bool:
    """Dense forest without a path: out of it one hex is the whole move, into it is the end of a move."""
    return not _is_path(known, hex_) and theatre.ground[hex_].is_end_of_move()


@rule("BAR-ford-1", "BAR-ford-2", "BAR-ford-3", "BAR-ford-4")
def _is_ford(theatre: Theatre, a: str, b: str) -> bool:
    """Entering a ford takes a whole round, leaving it another."""
    return theatre.ground[a].is_whole_move() or theatre.ground[b].is_whole_move()


@rule("BAR-hill-4", "BAR-hill-5", "BAR-hill-6", "BAR-hill-7", "BAR-hill-8")
def _slope(theatre: Theatre, card: Card, a: str, b: str) -> bool | Illegal:
    """Whether the slope makes the step a move of its own; too steep a one is closed."""
    rise = theatre.slope(a, b)
    if abs(rise) >= 3 and not card.has("mountain"):
        return Illegal("The slope to {hex} is too steep.", "BAR-hill-6", hex=b)
    if abs(rise) == 2 and card.type != "infantry" and not card.has("mountain"):
        return Illegal("Only infantry climbs to {hex}.", "BAR-hill-5", hex=b)
    return rise >= 1 or abs(rise) >= 2


# -- what stops a unit on the way --------------------------------------------------------------------------


def barrier(pack: Pack, known: Known, card: Card, a: str, b: str) -> str:
    """The entry that stops a unit at a hexside now: wire, teeth, a fallen bridge. Empty if nothing does."""
    theatre = pack.theatre(known.scenario)
    side = theatre.board.side(a, b)
    if side in known.wire and not _passes_wire(card):
        return "BAR-wire-2"
    if side in known.teeth and not _passes_teeth(card):
        return "BAR-dragons-teeth-2"
    if isinstance(step_of(pack, known, card, a, b), Illegal):
        return "BAR-move-7"
    return ""


@rule("BAR-wire-2", "BAR-wire-3")
def _passes_wire(card: Card) -> bool:
    """Infantry, trucks and guns are stopped; armoured vehicles cross, tanks crush it."""
    return card.is_armoured


@rule("BAR-dragons-teeth-2")
def _passes_teeth(card: Card) -> bool:
    return card.type == "infantry"


@rule("BAR-tank-wire-1", "BAR-tank-wire-2")
def crosses_wire(pack: Pack, known: Known, card: Card, a: str, b: str) -> str:
    """The wired hexside that a tank crushes by this step; empty if none."""
    side = pack.theatre(known.scenario).board.side(a, b)
    return side if card.is_tank and side in known.wire else ""
