"""Advice to bots: where to go. Towards objectives, into cover, to where there is something to fire at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from planspiel.systems.blitzkrieg1940 import movement
from planspiel.systems.blitzkrieg1940.advice_combat import assault
from planspiel.systems.blitzkrieg1940.advice_picture import Picture, away
from planspiel.systems.blitzkrieg1940.march import Move
from planspiel.systems.blitzkrieg1940.routes import Routes
from planspiel.systems.blitzkrieg1940.state import March, Unit

__all__ = ["end_worth", "goals_of", "guard", "move_worth", "moves_of"]

EYED = 35
"""A shot that will be possible next time counts so many percent."""
ROAD = 4
"""Column is used only so far from the enemy."""
LEAST = 4
"""A move that gains less is not made."""
AFAR, MARCH = 4, 6
"""Whoever is farther than this from any enemy is of no use: each hex nearer is worth so much."""


def end_worth(picture: Picture, unit: Unit, hex_: str) -> int:
    """What it is worth to a unit to stand in a hex."""
    if unit.is_hq:
        return _hq_worth(picture, unit, hex_)
    danger = picture.danger(unit, hex_) // (3 if picture.last else 1)
    worth = picture.pull(unit, hex_) - danger + guard(picture, unit, hex_)
    if picture.foes:
        worth -= MARCH * max(0, picture.foe_distance(hex_) - AFAR)
    return worth + picture.shot_from(unit, hex_, False) * EYED // 100


def guard(picture: Picture, unit: Unit, hex_: str) -> int:
    """The last company on a threatened objective of its own stays."""
    worth = picture.in_objective(hex_)
    if not worth or picture.view.control.get(hex_) != picture.side:
        return 0
    others = sum(1 for friend in picture.friends_at(hex_) if friend.id != unit.id)
    near = picture.foe_distance(hex_)
    if near > (6 if hex_ == unit.hex else 3):  # who stands there stays; others come when it is urgent
        return 0
    return worth * (7 - near) // (12 + 24 * others)


def _hq_worth(picture: Picture, hq: Unit, hex_: str) -> int:
    """An HQ keeps up with its companies, but not ahead of them, and near to those that cannot move."""
    staying, going = _mates(picture, hq)
    if not staying and not going:
        return -picture.danger(hq, hex_)
    limit = picture.pack.limits.command["french" if hq.side == "french" else "german"]
    far, worth = away(picture.theatre, hex_), 0
    for unit in staying:
        lag = far[unit.hex] - limit
        if lag > 0:
            worth -= 30 + 10 * lag
    for unit in going:
        lag = far[unit.hex] - limit - 3
        if lag > 0:
            worth -= 30 + 10 * lag
    ahead = min(far[unit.hex] for unit in (*staying, *going)) - 2
    if ahead > 0:
        worth -= 25 * ahead
    if going:
        reached = max(picture.pull(unit, unit.hex) for unit in (*staying, *going))
        worth += min(reached, picture.pull(going[0], hex_)) * (1 + len(going)) // 2
    near = picture.foe_distance(hex_)
    company = any(friend.acted or friend.neutralised for friend in picture.friends_at(hex_))
    if near <= 2 and not company:
        worth -= 160 // max(1, near)
    elif near <= 1:
        worth -= 25
    worth -= max(0, 2 - near) * 20
    return worth - 2 * picture.danger(hq, hex_) + 3 * (not picture.theatre.is_open(hex_))


def _mates(picture: Picture, hq: Unit) -> tuple[list[Unit], list[Unit]]:
    """The companies of an HQ: those that stay where they are, and those that can still move."""
    found = picture.mates.get(hq.id)
    if found is None:
        mates = [u for u in picture.own if u.formation == hq.formation and not u.carrier]
        found = picture.mates[hq.id] = (
            [unit for unit in mates if unit.acted or unit.neutralised],
            [unit for unit in mates if not unit.acted and not unit.neutralised],
        )
    return found


def move_worth(picture: Picture, units: Sequence[Unit], path: Sequence[str], half: bool) -> int:
    """What a move gains: objectives on the way, the better hex, and a shot where half is left for fire."""
    end = path[-1]
    gained = _gained(picture, units, path)
    if picture.foes_at(end):
        entering = 0 if units[0].hex else 30
        return assault(picture, units, end) + gained + entering
    worth = gained
    for unit in units:
        here = end_worth(picture, unit, unit.hex) if unit.hex else -40
        worth += end_worth(picture, unit, end) - here
        if half:
            worth += picture.shot_from(unit, end, True) * (100 - EYED) // 100
    if end in picture.view.mines:
        worth -= 40 * len(units)
    return worth


def _gained(picture: Picture, units: Sequence[Unit], path: Sequence[str]) -> int:
    """Objectives that change hands, HQs that are overrun, mines and fire on the way."""
    if all(unit.is_hq for unit in units):
        return -sum(picture.danger(unit, hex_) for unit in units for hex_ in path[:-1]) // 2
    worth = 0
    mines = picture.view.mines
    for hex_ in path[:-1]:
        worth += picture.gain(hex_) * 3 // 4
        if hex_ in mines:
            worth -= 40 * len(units)
        worth -= sum(picture.danger(unit, hex_) for unit in units) // 5
    end = path[-1]
    if picture.foes_at(end):
        return worth
    worth += picture.gain(end)
    for hex_ in path:
        if any(unit.is_hq and unit.side != picture.side for unit in picture.at.get(hex_, ())):
            worth += 120
    return worth


def goals_of(picture: Picture, routes: Routes, units: Sequence[Unit]) -> list[tuple[int, str]]:
    """The goals of a march, best first, by a quick look."""
    rated: list[tuple[int, str]] = []
    for goal in routes.goals():
        if picture.foes_at(goal):
            rated.append((assault(picture, units, goal), goal))
        else:
            worth = sum(end_worth(picture, unit, goal) for unit in units)
            rated.append((worth + (0 if units[0].is_hq else picture.gain(goal)), goal))
    rated.sort(key=lambda pair: (-pair[0], pair[1]))
    return rated


def moves_of(
    picture: Picture, names: Sequence[str], half: bool, most: int, march: March | None = None
) -> Iterator[tuple[int, Move]]:
    """The best moves of units that go together, with what they are worth."""
    view, pack = picture.view, picture.pack
    begun = march or movement.set_out(pack, view, names, half)
    units = [view.units[name] for name in begun.units]
    start = units[0].hex
    modes = (False, True) if not start or picture.foe_distance(start) >= ROAD else (False,)
    ends: dict[str, None] = {}
    for column in modes:
        routes, found = Routes(pack, view, begun, column), 0
        for _, goal in goals_of(picture, routes, units)[: 4 * most]:
            if goal in ends:
                continue
            path = routes.path(goal)
            if path is None:
                continue
            ends[goal] = None
            yield (
                move_worth(picture, units, path, begun.by_half),
                Move(begun.units, path, column, begun.by_half),
            )
            found += 1
            if found >= most:
                break
