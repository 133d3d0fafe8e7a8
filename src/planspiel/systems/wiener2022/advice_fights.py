"""Fire and close combat that a bot thinks of, each by the exact odds of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from planspiel.kernel import Order
from planspiel.systems.advice import Temper
from planspiel.systems.wiener2022 import camouflage, fire, flame, overrun, storm, tank_hunt
from planspiel.systems.wiener2022.activities import ACTIVITIES, drives_and_fires
from planspiel.systems.wiener2022.advice_fire import longest_flat, price_of
from planspiel.systems.wiener2022.advice_moves import best_moves
from planspiel.systems.wiener2022.advice_picture import ON_AIM, Picture
from planspiel.systems.wiener2022.aim import targets_of
from planspiel.systems.wiener2022.barrage import PrepareBarrage
from planspiel.systems.wiener2022.effect import FACES, LOSS, opposed_value, value_of
from planspiel.systems.wiener2022.indirect import IndirectFire
from planspiel.systems.wiener2022.modifiers import Shot
from planspiel.systems.wiener2022.observing import salvo
from planspiel.systems.wiener2022.state import Element, carried_by, enemies_at, holders_at

__all__ = [
    "barrage_worth",
    "fights",
    "fire_worth",
    "flame_worth",
    "hunt_worth",
    "indirect_worth",
    "overrun_worth",
    "storm_worth",
]

BEATEN = 45
"""What the beaten lose in close combat, in percent of their worth: flight, pinning, perhaps the base."""
PINNED = 35
"""What a pinned element loses, in percent of its worth."""
STRUCK = 15
"""What each base takes from a tank that stays in its field, in percent."""
BETRAYED = 12
"""What it costs to give away a camouflaged position."""


def fights(picture: Picture, element: Element) -> Iterator[Order]:
    """What an element may do to enemies directly."""
    pack, view = picture.pack, picture.view
    near = picture.nearest_enemy(element.field)
    if near <= longest_flat(pack, element) and not element.shot:
        yield from ACTIVITIES[fire.DirectFire].options(pack, view, element)
    if near <= 1:
        for kind in (storm.Storm, storm.DriveIn, tank_hunt.Hunt, flame.Flame, overrun.Overrun):
            yield from ACTIVITIES[kind].options(pack, view, element)
    if near == 0:
        yield from ACTIVITIES[camouflage.Comb].options(pack, view, element)


def fire_worth(picture: Picture, order: fire.DirectFire, temper: Temper) -> int:
    """The harm to expect, less what the firer could do better by moving."""
    pack, firer = picture.pack, picture.view.elements[order.element]
    away = picture.away(firer.field, order.field)
    worth = picture.shot_worth(firer, order.weapon, order.field, away) * temper.enemy_losses // 100
    if worth <= 0:
        return 0
    if firer.camouflaged or firer.hidden:
        worth -= BETRAYED
    if not drives_and_fires(pack, firer) and not firer.aboard:
        ways = best_moves(picture, firer, temper)
        worth -= max(0, ways[0].worth if ways else 0)
    return worth


def flame_worth(picture: Picture, order: flame.Flame) -> int:
    tank = picture.view.elements[order.element]
    weapon = flame.flame_weapon(picture.pack, tank)
    shot = Shot(tank.side, (tank.id,), weapon, order.field, "flame", 1)
    return picture.harm(shot) * picture.matters(order.field) // 100


def indirect_worth(picture: Picture, order: IndirectFire) -> int:
    """The harm that each battery does; together they must do more than one after the other."""
    shot = salvo(picture.pack, picture.view, order.batteries, order.field)
    if not targets_of(picture.view, shot):
        return 0
    worth = picture.harm(shot) * picture.matters(order.field) // 100
    count = len(order.batteries)
    return worth if count == 1 else worth * 11 // (10 * count)


def barrage_worth(picture: Picture, order: PrepareBarrage) -> int:
    """Where the enemy is about to come: next to him, on the way to what he wants. Only one battery each."""
    view, field = picture.view, order.field
    if len(order.batteries) > 1 or any(one.field == field for one in view.barrages.values()):
        return 0
    near = picture.nearest_enemy(field)
    if not 1 <= near <= 3 or enemies_at(view, field, picture.side):
        return 0
    aims = [aim for aim in picture.aims if picture.holding(aim)]
    goal = min((picture.away(field, one) for aim in aims for one in aim.fields), default=99)
    road = 4 if field in picture.theatre.road_fields else 0
    return max(0, 10 + road - 2 * goal - near)


def storm_worth(picture: Picture, order: storm.Storm | storm.DriveIn, temper: Temper) -> int:
    """What the attackers win, by the odds of the close combat, less what they lose if they are beaten."""
    pack, view = picture.pack, picture.view
    odds = ACTIVITIES[type(order)].odds
    found = odds(pack, view, order) if odds is not None else None
    won = 100
    if found is not None:
        won = 100 * found.results[0].ways // max(1, sum(one.ways for one in found.results))
    ours = _attackers(picture, order)
    gain = sum(_taken(picture, one) for one in holders_at(view, order.field, picture.side))
    gain = gain * temper.enemy_losses // 100 + _ground(picture, order.field) * temper.ground // 100
    cost = sum(price_of(pack, one) for one in ours) * BEATEN // 100
    if isinstance(order, storm.DriveIn):
        vehicle = view.elements[order.element]
        cost += 0 if pack.models[vehicle.model].is_armoured else price_of(pack, vehicle)
    worth = (won * gain - (100 - won) * cost * temper.own_losses // 100) // 100
    return worth - sum(_left_behind(picture, one, order.field) for one in ours) * temper.ground // 100


def _left_behind(picture: Picture, base: Element, field: str) -> int:
    """What a base gives up that leaves its place to attack."""
    return max(0, picture.place(base, base.field) - picture.place(base, field))


def _attackers(picture: Picture, order: storm.Storm | storm.DriveIn) -> list[Element]:
    if isinstance(order, storm.Storm):
        return [picture.view.elements[name] for name in order.elements]
    return carried_by(picture.view, picture.view.elements[order.element])


def _taken(picture: Picture, enemy: Element) -> int:
    """What a beaten enemy loses: weapons and soft vehicles stay behind, figures flee."""
    model, price = picture.pack.models[enemy.model], price_of(picture.pack, enemy)
    if enemy.aboard or model.is_armoured or model.is_bunker:
        return 0
    return price * BEATEN // 100 if model.is_figures else price


def _ground(picture: Picture, field: str) -> int:
    for aim in picture.aims:
        if field in aim.fields:
            missing = picture.holding(aim) < aim.need
            return ON_AIM if missing and aim.own else ON_AIM // 2
    return 10


def hunt_worth(picture: Picture, order: tank_hunt.Hunt, temper: Temper) -> int:
    """Armour may withdraw before it is reached, so only half the gain counts."""
    pack, view = picture.pack, picture.view
    odds = ACTIVITIES[tank_hunt.Hunt].odds
    found = odds(pack, view, order) if odds is not None else None
    if found is None:
        return 0
    ways = {one.result: one.ways for one in found.results}
    total = sum(ways.values())
    target = view.elements[order.target]
    gain = picture.price(target) * (100 * ways.get("lost", 0) + 35 * ways.get("pinned", 0)) // 100
    cost = (
        price_of(pack, view.elements[order.element]) * BEATEN * ways.get("the hunters are beaten", 0) // 100
    )
    stuck = target.pinned or pack.models[target.model].is_bunker
    gain = gain * temper.enemy_losses // 100 // (1 if stuck else 2)
    base = view.elements[order.element]
    left = _left_behind(picture, base, target.field) if base.field != target.field else 0
    return (gain - cost * temper.own_losses // 100) // max(1, total) - left * temper.ground // 100


# -- overrun -----------------------------------------------------------------------------------------------


def overrun_worth(picture: Picture, order: overrun.Overrun, temper: Temper) -> int:
    """What tracks crush, by the dice of both, less what the figures there do to the tank now and later."""
    pack, view = picture.pack, picture.view
    tank, target = view.elements[order.element], view.elements[order.target]
    bases = [one for one in holders_at(view, target.field, picture.side) if _resists(picture, one)]
    price = price_of(pack, target)
    if not bases:
        values = [value_of(face, 0) for face in FACES]
        crushed = sum(_suffered(value) if target.fled else 100 * (value > 0) for value in values)
        return price * crushed * temper.enemy_losses // (10000 * len(FACES))
    opponent = target if target in bases else bases[0]
    gain, cost, count = _crushed(picture, tank, opponent, is_figures=pack.models[target.model].is_figures)
    gain = price * gain * temper.enemy_losses // (10000 * count)
    cost = picture.price(tank) * cost // (100 * count)
    stays = picture.price(tank) * STRUCK * len(bases) // 100
    return gain - (cost + stays) * temper.own_losses // 100


def _resists(picture: Picture, one: Element) -> bool:
    return picture.pack.models[one.model].is_base and not (one.aboard or one.guise or one.fled)


def _suffered(value: int) -> int:
    """Percent of figures that an effect takes."""
    return (PINNED + (100 - PINNED) * (value >= LOSS) // 2) if value else 0


def _crushed(picture: Picture, tank: Element, base: Element, *, is_figures: bool) -> tuple[int, int, int]:
    """Over all dice: percent of the target that is lost, percent of the tank, and how many dice decide."""
    ours = tank_hunt.crew_points(picture.pack, tank).total
    theirs = tank_hunt.hunter_points(picture.pack, picture.view, base.field).total
    gain = cost = count = 0
    for a in FACES:
        for b in FACES:
            mine, his = opposed_value(a, ours), opposed_value(b, theirs)
            if mine == his:
                continue
            count += 1
            if mine > his:
                gain += _suffered(mine) if is_figures else 100
            else:
                cost += 100 if his >= LOSS else PINNED if his > 2 else 0
    return gain, cost, count
