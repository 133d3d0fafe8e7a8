"""Work that a bot gives to those who have nothing better to do: digging, crossings, barriers, demolitions."""

from __future__ import annotations

from collections.abc import Iterator

from planspiel.kernel import Order
from planspiel.systems.wiener2022 import bridging, camouflage, crossing, demolition, digging, obstacles
from planspiel.systems.wiener2022.activities import ACTIVITIES
from planspiel.systems.wiener2022.advice_ground import FAR, TURN
from planspiel.systems.wiener2022.advice_picture import Picture
from planspiel.systems.wiener2022.state import Element

__all__ = ["crossings", "turns_saved", "work_worth", "works"]

DIG, NET = 14, 8
"""What a field position and camouflage are worth to somebody who has nothing else to do."""
COMB = 30
"""What it is worth to look for those who are known to hide in one's field."""
BRIDGE = 130
"""What a crossing is worth at most."""
A_TURN_SAVED = 30
"""What a crossing is worth for each turn by which it shortens the way."""
NEARLY = 2
"""So many turns saved are not worth the work."""
BLOCK = 18
"""What a barrier or a charge is worth on the enemy's way."""
RELEASE = 45
"""What it is worth to blow up a bridge that the enemy is about to use."""
CLOSE = 3
"""From so many fields on the enemy is about to use it."""
EARLY = 7
"""Barriers are built while the enemy is at most so far away."""


def works(picture: Picture, one: Element) -> Iterator[Order]:
    """What one element may work at."""
    if one.aboard or one.moved or one.shot or one.worked or one.attacked:
        return
    model = picture.pack.models[one.model]
    kinds: list[type[Order]] = [digging.DigIn, camouflage.Camouflage]
    if picture.view.charges:
        kinds.append(demolition.Release)
    if model.has("engineer"):
        kinds += [obstacles.ClearObstacle, obstacles.BuildObstacle, demolition.PrepareCharge]
    for kind in kinds:
        yield from ACTIVITIES[kind].options(picture.pack, picture.view, one)


def work_worth(picture: Picture, order: Order) -> int | None:
    """What a piece of work promises; None for everything that is no work."""
    match order:
        case digging.DigIn():
            return _dig_worth(picture, picture.view.elements[order.element])
        case camouflage.Camouflage():
            return NET if picture.nearest_enemy(picture.view.elements[order.element].field) <= 12 else 0
        case camouflage.Comb():
            return _comb_worth(picture, picture.view.elements[order.element])
        case bridging.BuildBridge():
            return _crossing_worth(picture, order.element, order.field)
        case bridging.Repair():
            return _crossing_worth(picture, order.element, order.place.partition("|")[0])
        case crossing.LaunchBoat():
            return _crossing_worth(picture, order.element, order.field) * 6 // 10
        case crossing.MakeRaft() if not picture.theatre.is_water(order.field):
            return 0
        case crossing.BuildFerry() | crossing.MakeRaft():
            return _crossing_worth(picture, order.element, order.field) * 4 // 10
        case obstacles.ClearObstacle():
            return _clear_worth(picture, order)
        case obstacles.BuildObstacle():
            return _block_worth(picture, order)
        case demolition.PrepareCharge():
            return _charge_worth(picture, order)
        case demolition.Release():
            return _release_worth(picture, order)
        case _:
            return None


def _dig_worth(picture: Picture, element: Element) -> int:
    """For those who stay where they are; houses are cover already."""
    field, aim = element.field, picture.aim_of(element)
    if picture.theatre.is_building(field) or picture.nearest_enemy(field) > 12:
        return 0
    if aim is not None and field not in aim.fields and not picture.is_secured(aim):
        return 0
    return DIG


def _comb_worth(picture: Picture, element: Element) -> int:
    """Where enemies are known to hide."""
    there = camouflage.hidden_at(picture.view, element.field)
    return COMB if any(one.side != picture.side and not one.combed for one in there) else 0


# -- over the water ----------------------------------------------------------------------------------------


def crossings(picture: Picture, one: Element) -> Iterator[Order]:
    """What engineers, and figures cut off from their aim, may do about the water beside them."""
    if one.aboard or one.moved or one.shot or one.worked or one.attacked or one.pinned:
        return
    model = picture.pack.models[one.model]
    kinds: list[type[Order]] = []
    if model.has("engineer"):
        kinds = [bridging.BuildBridge, bridging.Repair, crossing.LaunchBoat, crossing.BuildFerry]
    elif model.is_base and picture.way(one, one.field) >= FAR:
        kinds = [crossing.MakeRaft]
    for kind in kinds:
        yield from ACTIVITIES[kind].options(picture.pack, picture.view, one)


def _crossing_worth(picture: Picture, element: str, field: str) -> int:
    """The turns that a crossing saves its builder, and those who come after him."""
    worker = picture.view.elements[element]
    if picture.aim_of(worker) is None or _is_served(picture, field):
        return 0
    return min(BRIDGE, A_TURN_SAVED * max(0, turns_saved(picture, worker, field) - NEARLY))


def turns_saved(picture: Picture, one: Element, water: str) -> int:
    """How much shorter the way of an element would be from the banks of a water."""
    banks = (near for near in picture.board.neighbours(water) if picture.theatre.is_land(near))
    beyond = min((picture.way(one, bank) for bank in banks), default=2 * FAR)
    return max(0, (picture.way(one, one.field) - beyond) // TURN - 1)


def _is_served(picture: Picture, field: str) -> bool:
    """Whether an own craft is there already."""
    return any(one.field == field and picture.pack.models[one.model].is_watercraft for one in picture.friends)


# -- in the enemy's way ------------------------------------------------------------------------------------


def _clear_worth(picture: Picture, order: obstacles.ClearObstacle) -> int:
    """An enemy obstacle that is nearer to our aim than its clearers."""
    view = picture.view
    barrier, clearer = view.barriers.get(order.barrier), view.elements[order.element]
    if barrier is None or barrier.side == picture.side:
        return 0
    ahead = picture.way(clearer, barrier.field) < picture.way(clearer, clearer.field)
    return 20 if ahead else 0


def _block_worth(picture: Picture, order: obstacles.BuildObstacle) -> int:
    """On the enemy's way to what we hold, on roads before all, once in a field; never where we want to go."""
    field = order.field
    if picture.is_pressed or not 2 <= picture.nearest_enemy(field) <= EARLY:
        return 0
    if any(one.field == field for one in picture.view.barriers.values()):
        return 0
    near = min((picture.away(field, one) for aim in picture.aims for one in aim.fields), default=9)
    road = 4 if field in picture.theatre.road_fields else 0
    against = 2 if order.kind == "at_mine" else 0
    return max(0, BLOCK + road + against - 4 * near)


def _charge_worth(picture: Picture, order: demolition.PrepareCharge) -> int:
    """A bridge between the enemy and what we hold."""
    if picture.is_pressed or order.against != "bridge":
        return 0
    return BLOCK if picture.nearest_enemy(order.field) <= EARLY else 0


def _release_worth(picture: Picture, order: demolition.Release) -> int:
    """Before the enemy is across: later the charge can only strike who is on the bridge."""
    charge = picture.view.charges[order.charge]
    if picture.is_pressed or charge.against != "bridge":
        return 0
    return RELEASE if picture.nearest_enemy(charge.field) <= CLOSE else 0
