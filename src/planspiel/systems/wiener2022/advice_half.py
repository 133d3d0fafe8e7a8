"""A half-turn as a bot plays it: fire first, then close combat, then moves, then work, then FERTIG.

One activity is asked for at a time. Fire and close combat of all elements are compared with each other. Moves
are not: the first element that has a good one goes, those nearest to the aim before the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice

from msgspec.structs import replace

from planspiel.kernel import Order
from planspiel.systems.advice import BALANCED, MOST_CANDIDATES, Temper
from planspiel.systems.wiener2022 import edge, landing, transport
from planspiel.systems.wiener2022.activities import ACTIVITIES, ChooseActivity, Done
from planspiel.systems.wiener2022.advice_air import air_orders, air_worth
from planspiel.systems.wiener2022.advice_fights import (
    barrage_worth,
    fights,
    fire_worth,
    flame_worth,
    hunt_worth,
    indirect_worth,
    overrun_worth,
    storm_worth,
)
from planspiel.systems.wiener2022.advice_ground import FAR, TURN
from planspiel.systems.wiener2022.advice_moves import (
    best_moves,
    getting_off,
    getting_on,
    is_settled,
    leave_worth,
    move_worth,
)
from planspiel.systems.wiener2022.advice_picture import Picture, picture_of
from planspiel.systems.wiener2022.advice_screens import screen_worth, screens
from planspiel.systems.wiener2022.advice_works import crossings, turns_saved, work_worth, works
from planspiel.systems.wiener2022.barrage import PrepareBarrage
from planspiel.systems.wiener2022.fire import DirectFire
from planspiel.systems.wiener2022.flame import Flame
from planspiel.systems.wiener2022.indirect import IndirectFire
from planspiel.systems.wiener2022.movement import Move
from planspiel.systems.wiener2022.observing import battery_of, is_ready
from planspiel.systems.wiener2022.overrun import Overrun
from planspiel.systems.wiener2022.state import Element, carried_by
from planspiel.systems.wiener2022.storm import DriveIn, Storm
from planspiel.systems.wiener2022.tank_hunt import Hunt
from planspiel.systems.wiener2022.view import WienerView

__all__ = ["activity_worth", "propose_activity"]

MOVERS = 3
"""The moves of so many elements are compared with each other."""
WORTH_IT = 4
"""Less than this is not worth the trouble."""
ASHORE = 90
"""What it is worth to get off a craft."""
ABOARD = 60
"""What it is worth to go aboard a boat that spares a long way round."""
LONG = 3
"""So many turns are a long way round."""


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
    shots = (order for one in batteries for order in fire(pack, view, one))
    found = _best(picture, chain(shots, screens(picture, batteries)))
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


def _works(picture: Picture, able: Sequence[Element]) -> list[Order]:
    """What the first who have nothing else to do may work at."""
    for one in able:
        found = _best(picture, works(picture, one))
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
    if picture.floats:
        yield from ACTIVITIES[landing.Embark].options(pack, view, element)
    if picture.has_water:
        yield from crossings(picture, element)


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
        case Overrun():
            return overrun_worth(picture, order, temper)
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
            return leave_worth(picture, view.elements[order.element])
        case transport.Dismount():
            return getting_off(picture, view.elements[order.element])
        case transport.Mount():
            return getting_on(picture, view.elements[order.element], view.elements[order.vehicle])
        case landing.Embark():
            return _embark_worth(picture, order)
        case landing.Disembark() | landing.StormAshore() | landing.LowerBoat():
            return _landing_worth(picture, order)
        case _:
            found = work_worth(picture, order)
            found = screen_worth(picture, order) if found is None else found
            return air_worth(picture, order) if found is None else found


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


def _embark_worth(picture: Picture, order: landing.Embark) -> int:
    """For those whom a craft beside them spares a long way round."""
    view = picture.view
    cargo, craft = view.elements[order.element], view.elements[order.craft]
    if (
        picture.is_rear(cargo)
        or carried_by(view, craft)
        or not picture.pack.models[craft.model].is_watercraft
    ):
        return 0
    saved = turns_saved(picture, cargo, craft.field)
    return ABOARD + saved if saved >= LONG else 0
