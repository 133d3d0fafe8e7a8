"""Moves that a bot thinks of: toward the aim, out of the enemy's sight, to where it can fire."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from planspiel.systems.advice import Temper
from planspiel.systems.wiener2022 import crowding, routes, speed, transport
from planspiel.systems.wiener2022.activities import drives_and_fires
from planspiel.systems.wiener2022.advice_fire import longest_flat, price_of
from planspiel.systems.wiener2022.advice_ground import FAR
from planspiel.systems.wiener2022.advice_picture import Picture
from planspiel.systems.wiener2022.movement import Move, mover_refusal, path_refusal
from planspiel.systems.wiener2022.observing import battery_of
from planspiel.systems.wiener2022.state import Element, carried_by
from planspiel.systems.wiener2022.walking import Walker

__all__ = ["best_moves", "getting_off", "getting_on", "is_settled", "leave_worth", "move_worth"]

MOST_MOVES = 4
"""So many moves of one element are looked at closely."""
IN_POSITION = 12
"""What a position marker is worth while enemies are about."""
NEAR = 3
"""From so many fields to the enemy on, troops go on foot."""
ON_FOOT = 35
"""What it is worth to be off the vehicle there."""
IN_THE_DARK = 4
"""From so many fields to the enemy on, vehicles drive without light at night."""
FIRE_LATER = 35
"""What a shot in the next turn is worth, in percent of one in this turn."""


class Way(NamedTuple):
    """A move and what it promises."""

    worth: int
    order: Move


def is_settled(picture: Picture, element: Element) -> bool:
    """Whether an element has no reason to look for another place: it is where it should be, and safe."""
    pack, view = picture.pack, picture.view
    if picture.exposure(element, element.field) or (picture.aim_of(element) is None and picture.enemies):
        return False
    quickest = max(pack.tables.speed(pack.models[element.model], dark=False)[:2])
    armed = longest_flat(pack, element) and not picture.is_rear(element)
    if armed and picture.nearest_enemy(element.field) <= quickest + longest_flat(pack, element):
        return False
    aim = picture.aim_of(element)
    if aim is None or element.field in aim.fields:
        return True
    if not carried_by(view, element) and picture.is_secured(aim):
        return picture.place(element, element.field) >= -IN_POSITION
    return picture.way(element, element.field) <= 0


def best_moves(picture: Picture, element: Element, temper: Temper) -> list[Way]:
    """The most promising moves of an element, best first."""
    kept: dict[tuple[str, str], list[Way]] = vars(picture.view).setdefault("best_moves", {})
    key = element.id, temper.name
    if key not in kept:
        kept[key] = sorted(_ways(picture, element, temper), key=lambda way: -way.worth)[:MOST_MOVES]
    return kept[key]


def _ways(picture: Picture, element: Element, temper: Temper) -> Iterator[Way]:
    pack, view = picture.pack, picture.view
    if mover_refusal(pack, view, element) is not None:
        return
    lights = _lights(picture, element)
    found: list[tuple[int, Move]] = []
    for halved in (False, True) if _may_let_off(picture, element) else (False,):
        walker = Walker(pack, view, element, lights=lights, halved=halved)
        for field, path in routes.ways(walker):
            if not crowding.like_models_at(pack, view, element, field):
                order = Move(element.id, path, lights, dismount=halved)
                found.append((move_worth(picture, order, temper), order))
    found.sort(key=lambda pair: -pair[0])
    yield from _legal(picture, element, found[: 2 * MOST_MOVES])


def _legal(picture: Picture, element: Element, found: list[tuple[int, Move]]) -> Iterator[Way]:
    pack, view = picture.pack, picture.view
    for worth, order in found:
        flanks = routes.named_flanks(pack, view, element, order.path)
        order = replace(order, flanks=flanks)
        for last in (replace(order, off_road=True), order):
            refusal = path_refusal(pack, view, element, last)
            if refusal is None and last.dismount:
                refusal = transport.dismount_at_end_refusal(pack, view, element, last.path[-1])
            if refusal is None:
                yield Way(worth, last)
                break


def _lights(picture: Picture, element: Element) -> bool:
    """At night headlights are for those who are far from the enemy."""
    choices = routes.lights_of(picture.pack, picture.view, element)
    wanted = picture.nearest_enemy(element.field) > IN_THE_DARK or not picture.view.night
    return wanted if wanted in choices else choices[0]


def _may_let_off(picture: Picture, element: Element) -> bool:
    return bool(carried_by(picture.view, element)) and not element.moved and not element.pinned


def move_worth(picture: Picture, order: Move, temper: Temper) -> int:
    """What a move promises: a better place and a shot, for what the way and the new place cost.

    The way is looked at last, and only if the rest is worth it: counter-moves can but take from that.
    """
    view = picture.view
    element = view.elements[order.element]
    end = order.path[-1]
    carried = carried_by(view, element)
    better = picture.place(element, end) - picture.place(element, element.field)
    better = better * (2 + min(1, len(carried))) // 2
    worth = better * temper.ground // 100 - len(order.path) // 3
    if element.position and picture.nearest_enemy(element.field) <= 6:
        worth -= IN_POSITION
    if order.dismount:
        worth += sum(_foot_worth(picture, base, end) for base in carried)
    shot = _fire(picture, element, order)
    after = picture.exposure(element, end) - picture.exposure(element, element.field)
    unhurt = worth + shot - _cost(picture, element, after, temper)
    if unhurt <= 0:
        return unhurt
    risk = picture.risk(element, order.path)
    return worth + shot * (1000 - risk) // 1000 - _cost(picture, element, risk + after, temper)


def _cost(picture: Picture, element: Element, share: int, temper: Temper) -> int:
    """What a share of an element is worth, in thousandths, to a side that may be pressed for time."""
    return picture.price(element) * share // 1000 * temper.own_losses // 100 * picture.caution // 100


def _fire(picture: Picture, element: Element, order: Move) -> int:
    """What can be fired at from the end of the move, at once or later; less what could be from here."""
    pack, view = picture.pack, picture.view
    if not longest_flat(pack, element) or picture.is_rear(element):
        return 0
    here, there = picture.best_shot(element, element.field), picture.best_shot(element, order.path[-1])
    if element.shot or not drives_and_fires(pack, element):
        return (there - here) * FIRE_LATER // 100
    driven = element.moved + len(order.path)
    if driven <= speed.combat_speed(pack, view, element):
        return there - here
    return there * FIRE_LATER // 100 - here


# -- on and off vehicles -----------------------------------------------------------------------------------


def getting_off(picture: Picture, base: Element) -> int:
    """What it is worth that a base leaves its vehicle now."""
    return _foot_worth(picture, base, base.field)


def _foot_worth(picture: Picture, base: Element, field: str) -> int:
    pack, aim = picture.pack, picture.aim_of(base)
    near = picture.nearest_enemy(field)
    goal = min((picture.away(field, one) for one in aim.fields), default=99) if aim else 99
    battery = battery_of(pack, base)
    if battery is not None:
        in_range = min(near, goal) <= max(2, battery.indirect - 1)
        return ON_FOOT if in_range else -ON_FOOT
    if near <= NEAR or goal <= 1:
        return ON_FOOT
    blocked = aim is not None and picture.way(base, field) < FAR <= picture.way(
        _carrier(picture, base), field
    )
    return ON_FOOT // 2 if blocked else -ON_FOOT


def _carrier(picture: Picture, base: Element) -> Element:
    return picture.view.elements.get(base.aboard, base)


def getting_on(picture: Picture, base: Element, vehicle: Element) -> int:
    """What it is worth that a base gets on a vehicle: time saved, if no enemy is near."""
    if picture.nearest_enemy(base.field) <= NEAR + 1 or battery_of(picture.pack, base) is not None:
        return -ON_FOOT if picture.way(base, base.field) < FAR else 0
    saved = picture.way(base, base.field) - picture.way(vehicle, base.field)
    if saved <= 2 * 60 or price_of(picture.pack, vehicle) > 200:
        return -ON_FOOT
    return min(ON_FOOT, saved // 8)


def leave_worth(picture: Picture, element: Element) -> int:
    """What it is worth to leave the board: much where that is the mission, and elsewhere nothing is worse."""
    aim = picture.aim_of(element)
    return 200 if aim is not None and aim.leaves and element.field in aim.fields else -200
