"""How a bot sets up: near what it must take or keep, in cover, looking at where the enemy comes from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from planspiel.systems.barbarossa1941.advice_ground import FAR, STRIDE, Aim, aims_of, ways_to
from planspiel.systems.barbarossa1941.army import BuildArmy, price
from planspiel.systems.barbarossa1941.deployment import Board, PlaceMines, PlaceUnit, PlaceWork
from planspiel.systems.barbarossa1941.order_rules import unit_of
from planspiel.systems.barbarossa1941.start import army_of
from planspiel.systems.barbarossa1941.state import Unit, enemy_of
from planspiel.systems.barbarossa1941.view import BarbarossaView

__all__ = ["placement_worth", "purchase_worth"]


def placement_worth(view: BarbarossaView, piece: str, part: Any, given: Mapping[str, Any]) -> int:
    """What it is worth to put a piece there, beside what stands already."""
    match part:
        case PlaceUnit():
            return _unit(view, view.units[unit_of(piece)], part, given)
        case Board():
            return 0 if part.towed else 40
        case PlaceWork() | PlaceMines():
            return _work(view, part, given)
        case _:
            return 0


def purchase_worth(question: BuildArmy, view: BarbarossaView, piece: str, count: int) -> int:
    """A mixture: the second of a kind is worth less than the first."""
    return price(view.pack, piece) * (0, 100, 150, 140)[min(3, count)] // 100 - count // 3


def _unit(view: BarbarossaView, unit: Unit, part: PlaceUnit, given: Mapping[str, Any]) -> int:
    pack, card = view.pack, view.pack.cards[unit.card]
    theatre = pack.theatre(view.scenario)
    worth = 10 * theatre.ground[part.hex].cover(card.type) + (30 if part.hidden else 0)
    worth -= 7 * _nearness(view, unit, part.hex)
    worth -= 12 * sum(isinstance(other, PlaceUnit) and other.hex == part.hex for other in given.values())
    if any(aim.is_wide and not aim.own for aim in aims_of(pack, view.scenario, unit.side)):
        near = [other.hex for other in given.values() if isinstance(other, PlaceUnit)]
        worth -= 9 * sum(theatre.board.distance(part.hex, other) <= 2 for other in near)
    if part.facing is not None:
        looked = _looked_at(view, unit)
        seen = [hex_ for hex_ in looked[:: 1 + len(looked) // 12] if hex_ != part.hex]
        inside = sum(theatre.board.is_in_fan(part.hex, hex_, part.facing) for hex_ in seen)
        worth += 40 * inside // max(1, len(seen))
    return worth


def _nearness(view: BarbarossaView, unit: Unit, hex_: str) -> int:
    """How far a hex is from where the unit is needed; in the measure of ways."""
    aims = aims_of(view.pack, view.scenario, unit.side)
    card, theatre = view.pack.cards[unit.card], view.pack.theatre(view.scenario)
    best = FAR
    for aim in aims:
        if aim.own:
            found = ways_to(view.pack, view, card, aim.hexes).get(hex_, FAR)
        else:
            gate = _gate(view, unit, aim)
            found = STRIDE * max(0, min(theatre.board.distance(hex_, near) for near in gate) - 1)
        best = min(best, found)
    return best if aims else 0


def _gate(view: BarbarossaView, unit: Unit, aim: Aim) -> tuple[str, ...]:
    """Where the enemy has to be met: at the place itself, or on his way to it."""
    kept: dict[Any, tuple[str, ...]] = view.pack.theatre(view.scenario).__dict__.setdefault("gates", {})
    key = (unit.side, aim.hexes)
    if key not in kept:
        kept[key] = _route_of_the_enemy(view, unit, aim) if aim.is_wide or aim.cards else aim.hexes
    return kept[key]


def _route_of_the_enemy(view: BarbarossaView, unit: Unit, aim: Aim) -> tuple[str, ...]:
    """The second half of his best ways from where he sets up: the best of all, and others nearly as good."""
    pack, side = view.pack, enemy_of(unit.side)
    army, theatre = army_of(pack, view.scenario, side), pack.theatre(view.scenario)
    card = pack.cards[next(iter(aim.cards or army.units))]
    ways = ways_to(pack, view, card, aim.hexes)
    starts = sorted(theatre.zones[army.deployment], key=lambda hex_: (ways.get(hex_, FAR), hex_))
    found: list[str] = []
    for start in starts[: 1 if aim.cards else len(starts) // 3]:
        route, here = [start], start
        while 0 < ways.get(here, 0) < FAR:
            here = min(theatre.board.neighbours(here), key=lambda hex_: (ways.get(hex_, FAR), hex_))
            route.append(here)
        found.extend(route[len(route) // 2 :])
    return tuple(dict.fromkeys(found))


def _looked_at(view: BarbarossaView, unit: Unit) -> tuple[str, ...]:
    """What a gun should have in its arc: where the enemy sets up, and what is to be taken."""
    theatre = view.pack.theatre(view.scenario)
    zone = theatre.zones[army_of(view.pack, view.scenario, enemy_of(unit.side)).deployment]
    aims = aims_of(view.pack, view.scenario, unit.side)
    taken = [hex_ for aim in aims if aim.own and not aim.is_wide for hex_ in aim.hexes]
    return tuple(dict.fromkeys((*taken, *zone)))


def _work(view: BarbarossaView, part: PlaceWork | PlaceMines, given: Mapping[str, Any]) -> int:
    """In front of what is to be kept, across the enemy's way, not all in one place."""
    side = view.sides[0]
    unit = next((unit for unit in view.units.values() if unit.side == side), None)
    aims = [aim for aim in aims_of(view.pack, view.scenario, side) if not aim.own]
    if unit is None or not aims:
        return 0
    board = view.pack.theatre(view.scenario).board
    gate = _gate(view, unit, aims[0])
    near = min(board.distance(part.hex, hex_) for hex_ in gate)
    crowd = [getattr(other, "hex", "") for other in given.values()].count(part.hex)
    return 40 - 10 * near - 15 * crowd
