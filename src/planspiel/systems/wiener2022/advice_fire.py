"""What fire is worth: exact chances from the rules, weighed by what the target is worth."""

from __future__ import annotations

from typing import Any, NamedTuple

from planspiel.systems.wiener2022.aim import flat_weapons, targets_of
from planspiel.systems.wiener2022.modifiers import Shot, is_hurt, is_just_captured
from planspiel.systems.wiener2022.odds import OUT_OF, likely
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import Element, Known, carried_by

__all__ = ["Chances", "chances", "harm", "harm_of_shot", "longest_flat", "price_of", "total_price"]

HARD_PIN, LIGHT_PIN = 40, 22
"""What a pinned element loses for a turn, in percent of its worth: all it could do, or most of it."""
BLACK, RED = 5, 3


class Chances(NamedTuple):
    """Out of 36: lost, pinned so that it cannot act, pinned lightly."""

    lost: int
    black: int
    light: int


NONE = Chances(0, 0, 0)


def price_of(pack: Pack, element: Element) -> int:
    """What an element is worth, in hundredths of an infantry company."""
    kept: dict[str, int] = vars(pack).setdefault("advice_prices", {})
    name = element.guise or element.model
    if name not in kept:
        kept[name] = _price(pack, name)
    return kept[name]


def _price(pack: Pack, name: str) -> int:
    model = pack.models[name]
    if model.is_dummy:
        return 10
    guns = max((pack.weapons[one].gun_class for one in model.weapons), default=0)
    indirect = any(pack.weapons[one].indirect for one in model.weapons)
    if model.kind == "ship":
        return 500
    if model.is_aircraft:
        return 150
    if model.is_bunker:
        return 220
    if model.has("command") or model.has("supply"):
        return 80
    if model.is_vehicle:
        if not model.weapons:
            return 50 if model.is_armoured else 30
        return 70 + 30 * model.armour + 35 * guns + (40 if indirect else 0)
    if model.is_weapon:
        return 80 + 25 * guns + (40 if indirect else 0)
    return 120 if model.has("engineer") else 100


def total_price(pack: Pack, known: Known, element: Element) -> int:
    """An element and what it carries, which often gets away."""
    carried = sum(price_of(pack, one) for one in carried_by(known, element))
    return price_of(pack, element) + 6 * carried // 10


def longest_flat(pack: Pack, element: Element) -> int:
    """How far an element fires directly."""
    kept: dict[str, int] = vars(pack).setdefault("advice_flat", {})
    name = element.guise or element.model
    if name not in kept:
        kept[name] = max((pack.weapons[one].flat for one in flat_weapons(pack, element)), default=0)
    return kept[name]


def chances(pack: Pack, known: Known, shot: Shot, target: Element) -> Chances:
    """What a shot does to one target; kept, because the same case comes again and again."""
    kept: dict[Any, Chances] = vars(pack).setdefault("advice_chances", {})
    firers = [known.elements[name] for name in shot.firers]
    work = known.earthworks.get(target.field)
    key = (
        known.scenario,
        shot.weapon,
        shot.lay,
        shot.distance,
        shot.counter,
        shot.barrage,
        shot.bomb,
        shot.high,
        tuple((one.pinned, one.elite, one.value) for one in firers),
        target.model,
        target.guise,
        target.elite,
        target.loss,
        target.on_pontoons,
        target.field,
        None if work is None else (work.turns, is_just_captured(known, target)),
        known.options.get("range_bonus"),
        known.options.get("cover_adds"),
    )
    found = kept.get(key)
    if found is None:
        if len(kept) > 200_000:
            kept.clear()
        found = kept[key] = _chances(pack, known, shot, target)
    return found


def _chances(pack: Pack, known: Known, shot: Shot, target: Element) -> Chances:
    if not is_hurt(pack, shot, target):
        return NONE
    ways = {one.result: one.ways for one in likely(pack, known, shot, target)}
    black = sum(ways.get(f"pinned {level}", 0) for level in (5, 6))
    light = sum(ways.get(f"pinned {level}", 0) for level in (3, 4))
    return Chances(ways.get("lost", 0), black, light)


def harm(pack: Pack, known: Known, shot: Shot, target: Element, pins: int = 100) -> int:
    """What a shot takes from one target on average, in hundredths of a company.

    `pins` says what pinning is worth just now, in percent: more to somebody who has to come through its fire.
    """
    found = chances(pack, known, shot, target)
    if found is NONE:
        return 0
    worth = total_price(pack, known, target)
    black = 0 if target.pinned >= BLACK else found.black * (HARD_PIN - (LIGHT_PIN if target.pinned else 0))
    light = 0 if target.pinned >= RED else found.light * LIGHT_PIN
    return worth * (100 * found.lost + (black + light) * pins // 100) // (100 * OUT_OF)


def harm_of_shot(pack: Pack, known: Known, shot: Shot, pins: int = 100) -> int:
    """The same for all in the field."""
    return sum(
        harm(pack, known, shot, target, pins if longest_flat(pack, target) > 1 else 100)
        for target in targets_of(known, shot)
    )
