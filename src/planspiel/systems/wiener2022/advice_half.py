"""A half-turn as a bot plays it: fire first, then close combat, then moves, then work, then FERTIG.

One activity is asked for at a time. Fire and close combat of all elements are compared with each other. Moves
are not: the first element that has a good one goes, those nearest to the aim before the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec.structs import replace

from planspiel.kernel import Order
from planspiel.systems.advice import BALANCED, MOST_CANDIDATES, Temper
from planspiel.systems.wiener2022 import (
    bridging,
    camouflage,
    crossing,
    digging,
    edge,
    landing,
    obstacles,
    transport,
)
from planspiel.systems.wiener2022.activities import ACTIVITIES, ChooseActivity, Done
from planspiel.systems.wiener2022.advice_air import air_orders, air_worth
from planspiel.systems.wiener2022.advice_fights import (
    barrage_worth,
    fights,
    fire_worth,
    flame_worth,
    hunt_worth,
    indirect_worth,
    storm_worth,
)
from planspiel.systems.wiener2022.advice_ground import FAR, TURN
from planspiel.systems.wiener2022.advice_moves import (
    best_moves,
    getting_off,
    getting_on,
    is_settled,
    move_worth,
)
from planspiel.systems.wiener2022.advice_picture import Picture, picture_of
from planspiel.systems.wiener2022.barrage import PrepareBarrage
from planspiel.systems.wiener2022.fire import DirectFire
from planspiel.systems.wiener2022.flame import Flame
from planspiel.systems.wiener2022.indirect import IndirectFire
from planspiel.systems.wiener2022.movement import Move
from planspiel.systems.wiener2022.observing import battery_of, is_ready
from planspiel.systems.wiener2022.state import Element
from planspiel.systems.wiener2022.storm import DriveIn, Storm
from planspiel.systems.wiener2022.tank_hunt import Hunt
from planspiel.systems.wiener2022.view import WienerView

__all__ = ["activity_worth", "propose_activity"]

MOVERS = 3
"""The moves of so many elements are compared with each other."""
WORTH_IT = 4
"""Less than this is not worth the trouble."""
DIG, NET = 14, 8
"""What a field position and camouflage are worth to somebody who has nothing else to do."""
ASHORE = 90
"""What it is worth to get off a craft."""
BRIDGE = 130
"""What a crossing is worth where none is left."""


def propose_activity(question: ChooseActivity, view: WienerView) -> Sequence[Order]:
    picture = picture_of(view, view.side)
    stages = {"air": _air, "other": _other, "indirect": _indirect}.get(question.phase)
    found = stages(picture) if stages is not None else []
    found = found[: MOST_CANDIDATES - 1]
    if _may_end(question, view):
        return [*found, Done()]
    return found or list(islice(question.options(view), MOST_CANDIDATES))


def _may_end(question: ChooseActivity, view: WienerView) -> bool:
    try:
        question.check(view, Done())
    except ValueError:
        return False
    return True


def _best(picture: Picture, orders: Iterator[Order]) -> list[Order]:
    """Those that are worth it, best first."""
    scored = [(activity_worth(picture.view, order, BALANCED) or 0, order) for order in orders]
    scored.sort(key=lambda pair: -pair[0])
    return [order for worth, order in scored if worth >= WORTH_IT]


def _able(picture: Picture) -> list[Element]:
    """Own elements on the board that may still act, those nearest to their aims first."""
    found = [one for one in picture.friends if one.ready and not one.acted and not one.guise]
    return sorted(found, key=lambda one: (picture.way(one, one.field), one.id))


def _air(picture: Picture) -> list[Order]:
    return _best(picture, air_orders(picture))


# -- indirect fire -----------------------------------------------------------------------------------------


def _indirect(picture: Picture) -> list[Order]:
    pack, view = picture.pack, picture.view
    batteries = [one for one in _able(picture) if battery_of(pack, one) and is_ready(pack, view, one)]
    fire = ACTIVITIES[IndirectFire].options
    found = _best(picture, (order for one in batteries for order in fire(pack, view, one)))
    if found:
        return found
    barrage = ACTIVITIES[PrepareBarrage].options
    standing = [
        one for one in batteries if not best_moves(picture, one, BALANCED) or _is_at_rest(picture, one)
    ]
    return _best(picture, (order for one in standing for order in islice(barrage(pack, view, one), 30)))


def _is_at_rest(picture: Picture, element: Element) -> bool:
    return best_moves(picture, element, BALANCED)[0].worth < 3 * WORTH_IT


# -- everything else ---------------------------------------------------------------------------------------


def _other(picture: Picture) -> list[Order]:
    able = _able(picture)
    found = _best(picture, (order for one in able for order in fights(picture, one)))
    if found:
        return found
    for stage in (_entries, _moves, _works):
        found = stage(picture, able)
        if found:
            return found
    return []


def _entries(picture: Picture, able: Sequence[Element]) -> list[Order]:
    """Reinforcements come in as soon as they can; who has to leave the board leaves it."""
    pack, view = picture.pack, picture.view
    due = [one for one in view.elements.values() if one.side == picture.side and one.fate == "due"]
    enter = ACTIVITIES[edge.Enter].options
    orders = [order for one in due if 0 < one.due <= view.turn for order in enter(pack, view, one)]
    leaving = [aim for aim in picture.aims if aim.leaves]
    if leaving:
        leave = ACTIVITIES[edge.Leave].options
        orders += [order for one in able for order in leave(pack, view, one)]
    return _best(picture, iter(orders))


def _moves(picture: Picture, able: Sequence[Element]) -> list[Order]:
    """The best move of the first few elements that have a good one; getting on and off is part of it."""
    together: list[tuple[int, Order]] = []
    movers = 0
    for one in able:
        found: list[Order] = []
        if not is_settled(picture, one):
            found = [way.order for way in best_moves(picture, one, BALANCED) if way.worth >= WORTH_IT]
        found += _best(picture, _changes(picture, one))
        if found:
            together += [(activity_worth(picture.view, order, BALANCED) or 0, order) for order in found]
            movers += 1
        if movers == MOVERS:
            break
    together.sort(key=lambda pair: -pair[0])
    return [order for _, order in together]


def _changes(picture: Picture, element: Element) -> Iterator[Order]:
    pack, view = picture.pack, picture.view
    kind = transport.Dismount if element.aboard else transport.Mount
    carrier = view.elements.get(element.aboard)
    if carrier is not None and pack.models[carrier.model].is_watercraft:
        for landing_kind in (landing.Disembark, landing.StormAshore, landing.LowerBoat):
            yield from ACTIVITIES[landing_kind].options(pack, view, element)
        return
    if pack.models[element.model].is_base and not (element.moved or element.split or element.joined):
        yield from ACTIVITIES[kind].options(pack, view, element)


def _works(picture: Picture, able: Sequence[Element]) -> list[Order]:
    pack, view = picture.pack, picture.view
    for one in able:
        if one.aboard or one.moved or one.shot or one.worked or one.attacked:
            continue
        kinds: list[type[Order]] = [digging.DigIn, camouflage.Camouflage]
        if pack.models[one.model].has("engineer"):
            kinds += [bridging.BuildBridge, bridging.Repair, crossing.LaunchBoat, obstacles.ClearObstacle]
        found = _best(
            picture, (order for kind in kinds for order in ACTIVITIES[kind].options(pack, view, one))
        )
        if found:
            return found
    return []


# -- what each is worth ------------------------------------------------------------------------------------


def activity_worth(view: WienerView, order: Order, temper: Temper) -> int | None:
    """What an activity promises; None where there is no opinion."""
    picture = picture_of(view, view.side)
    match order:
        case Done():
            return 0
        case DirectFire():
            return fire_worth(picture, order, temper)
        case IndirectFire():
            return indirect_worth(picture, order)
        case PrepareBarrage():
            return barrage_worth(picture, order)
        case Storm() | DriveIn():
            return storm_worth(picture, order, temper)
        case Hunt():
            return hunt_worth(picture, order, temper)
        case Flame():
            return flame_worth(picture, order)
        case Move():
            return move_worth(picture, order, temper)
        case _:
            return _minor_worth(picture, order)


def _minor_worth(picture: Picture, order: Order) -> int | None:
    view = picture.view
    match order:
        case edge.Enter():
            return 200 - picture.way(view.elements[order.element], order.field) // 20
        case edge.Leave():
            return _leave_worth(picture, view.elements[order.element])
        case transport.Dismount():
            return getting_off(picture, view.elements[order.element])
        case transport.Mount():
            return getting_on(picture, view.elements[order.element], view.elements[order.vehicle])
        case digging.DigIn():
            return _dig_worth(picture, view.elements[order.element])
        case camouflage.Camouflage():
            return NET if picture.nearest_enemy(view.elements[order.element].field) <= 12 else 0
        case bridging.BuildBridge() | crossing.LaunchBoat():
            return _crossing_worth(picture, order.element, order.field)
        case bridging.Repair():
            return _crossing_worth(picture, order.element, order.place.partition("|")[0])
        case obstacles.ClearObstacle():
            return _clear_worth(picture, order)
        case landing.Disembark() | landing.StormAshore() | landing.LowerBoat():
            return _landing_worth(picture, order)
        case _:
            return air_worth(picture, order)


def _landing_worth(picture: Picture, order: Order) -> int:
    """Ashore as near to the aim as possible, and by fire as little as possible."""
    view = picture.view
    match order:
        case landing.Disembark():
            cargo = view.elements[order.element]
            if picture.way(cargo, order.field) >= FAR:
                return 0
            turns = picture.way(cargo, order.field) // TURN
            ashore = replace(cargo, field=order.field)
            cost = picture.price(cargo) * picture.exposure(ashore, order.field) // 1000
            return max(0, ASHORE - 6 * turns - cost * picture.caution // 100)
        case landing.StormAshore():
            return storm_worth(picture, Storm(order.elements, order.field), BALANCED)
        case _:
            return ASHORE // 4


def _leave_worth(picture: Picture, element: Element) -> int:
    aim = picture.aim_of(element)
    return 200 if aim is not None and aim.leaves and element.field in aim.fields else -200


def _dig_worth(picture: Picture, element: Element) -> int:
    """For those who stay where they are; houses are cover already."""
    field, aim = element.field, picture.aim_of(element)
    if picture.theatre.is_building(field) or picture.nearest_enemy(field) > 12:
        return 0
    if aim is not None and field not in aim.fields and not picture.is_secured(aim):
        return 0
    return DIG


def _crossing_worth(picture: Picture, element: str, field: str) -> int:
    """Where the way to the aim is cut off."""
    engineers = picture.view.elements[element]
    if picture.way(engineers, engineers.field) < FAR:
        return 0
    aim = picture.aim_of(engineers)
    if aim is None:
        return 0
    return BRIDGE - 4 * min(picture.away(field, one) for one in aim.fields)


def _clear_worth(picture: Picture, order: obstacles.ClearObstacle) -> int:
    """An enemy obstacle that is nearer to our aim than its clearers."""
    view = picture.view
    barrier, clearer = view.barriers.get(order.barrier), view.elements[order.element]
    if barrier is None or barrier.side == picture.side:
        return 0
    ahead = picture.way(clearer, barrier.field) < picture.way(clearer, clearer.field)
    return 20 if ahead else 0
