"""Routes: how Cautious Move, March, Fire on the Move and Wait are ordered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from itertools import pairwise

from msgspec.structs import replace

from planspiel.kernel import Illegal, Odds, rule
from planspiel.systems.barbarossa1941.ammunition import ammo_refusal
from planspiel.systems.barbarossa1941.attack import odds_of, sight_refusal, target_type
from planspiel.systems.barbarossa1941.order_rules import Given, OrderRule
from planspiel.systems.barbarossa1941.orders import CautiousMove, FireOnTheMove, March, UnitOrder, Wait
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.state import Known, Unit
from planspiel.systems.barbarossa1941.terrain import is_march_step, is_road_step, step_of
from planspiel.systems.barbarossa1941.view import BarbarossaView

__all__ = ["ORDERS", "goals", "march_allowance", "move_refusal", "road_way", "route_refusal", "written_out"]

StepRule = Callable[[Pack, Known, str, str], bool]
"""Whether an order may lead from a hex into the next, beside what the ground demands."""


# -- what a route may be -----------------------------------------------------------------------------------


@rule("BAR-move-1", "BAR-move-7")
def route_refusal(
    pack: Pack, known: Known, unit: Unit, route: tuple[str, ...], allowance: int
) -> Illegal | None:
    """Why a written route is visibly illegal: broken, too long, over ground that is closed to the unit."""
    if not route:
        return Illegal("A route has at least one hex.", "BAR-move-1")
    spent, card = 0, pack.cards[unit.card]
    for place, (a, b) in enumerate(pairwise((unit.hex, *route))):
        step = step_of(pack, known, card, a, b)
        if isinstance(step, Illegal):
            return step
        if step.alone and len(route) > 1:
            return Illegal("The step to {hex} is a move of its own.", _cite_alone(pack, known, a, b), hex=b)
        if step.ends and place < len(route) - 1:
            return Illegal("Entering {hex} ends the move.", "BAR-forest-8", hex=b)
        spent += step.cost
    return _length_refusal(route, spent, allowance)


@rule("BAR-field-4", "BAR-light-forest-4")
def _length_refusal(route: tuple[str, ...], spent: int, allowance: int) -> Illegal | None:
    """One hex is always possible."""
    if len(route) == 1 or spent <= allowance:
        return None
    reason = "This route takes {spent} hexes of movement, and there are {allowance}."
    return Illegal(reason, "BAR-move-7", spent=spent, allowance=allowance)


def _cite_alone(pack: Pack, known: Known, a: str, b: str) -> str:
    theatre = pack.theatre(known.scenario)
    if theatre.slope(a, b) > 0:
        return "BAR-hill-4"
    if "ford" in (theatre.terrain[a], theatre.terrain[b]):
        return "BAR-ford-3"
    return "BAR-forest-5"


@rule("BAR-march-3", "BAR-march-7", "BAR-march-10", "BAR-bridge-2", "BAR-road-1")
def march_allowance(pack: Pack, known: Known, unit: Unit, route: tuple[str, ...]) -> int:
    """The printed distance, and the bonus if every step, from the first, follows a road."""
    card = pack.cards[unit.card]
    printed = card.orders.march.distance if card.orders.march else 0
    steps = pairwise((unit.hex, *route))
    on_road = all(is_road_step(pack, known, a, b) for a, b in steps)
    return printed + pack.charts.march_bonus(card.type) if on_road else printed


@rule("BAR-limber-1", "BAR-tow-1", "BAR-move-4")
def move_refusal(pack: Pack, unit: Unit) -> Illegal | None:
    """Why a unit cannot move by itself at all."""
    card = pack.cards[unit.card]
    if card.has("must_be_towed"):
        return Illegal("{unit} must be towed.", "BAR-tow-1", unit=unit.id)
    if card.needs_set_up and unit.set_up:
        return Illegal("{unit} must limber first.", "BAR-limber-1", unit=unit.id)
    return None


# -- the shorthand of a road march -------------------------------------------------------------------------


@rule("BAR-march-6")
def written_out(pack: Pack, known: Known, unit: Unit, order: UnitOrder) -> UnitOrder:
    """A march of which only the last hex is written, with its whole way; other orders as they are."""
    if not isinstance(order, March) or not _is_shorthand(pack, known, unit, order):
        return order
    way = road_way(pack, known, unit.hex, order.route[0])
    return order if isinstance(way, Illegal) else replace(order, route=way)


def _is_shorthand(pack: Pack, known: Known, unit: Unit, order: March) -> bool:
    """One hex that is not next to the unit."""
    board = pack.theatre(known.scenario).board
    return len(order.route) == 1 and order.route[0] in board and board.distance(unit.hex, order.route[0]) > 1


@rule("BAR-march-8")
def road_way(pack: Pack, known: Known, start: str, goal: str) -> tuple[str, ...] | Illegal:
    """The shortest way along roads, if there is only one."""
    board = pack.theatre(known.scenario).board
    ways: dict[str, list[tuple[str, ...]]] = {start: [()]}
    reached = {start}
    while goal not in ways and ways:
        farther: dict[str, list[tuple[str, ...]]] = {}
        for here, so_far in ways.items():
            for near in board.neighbours(here):
                if near not in reached and is_road_step(pack, known, here, near):
                    # Two ways to a hex are as good as many: the shorthand is not clear.
                    farther[near] = [*farther.get(near, []), *((*way, near) for way in so_far)][:2]
        reached.update(farther)
        ways = farther
    match ways.get(goal, []):
        case []:
            return Illegal("No road leads from {start} to {goal}.", "BAR-march-6", start=start, goal=goal)
        case [way]:
            return way
        case _:
            return Illegal("Several roads lead to {goal}: write the whole route.", "BAR-march-8", goal=goal)


@rule("BAR-arc-6")
def _turn_refusal(pack: Pack, unit: Unit, facing: int | None) -> Illegal | None:
    """The order may name the final facing of a unit with an arc."""
    if facing is None or (0 <= facing <= 5 and pack.cards[unit.card].arc == "fan"):
        return None
    return Illegal("{unit} has no arc to turn.", "BAR-arc-6", unit=unit.id)


# -- the orders --------------------------------------------------------------------------------------------


@rule("BAR-cautious-1")
def _cautious_refusal(
    pack: Pack, view: BarbarossaView, unit: Unit, order: CautiousMove, given: Given
) -> Illegal | None:
    box = pack.cards[unit.card].orders.cautious
    return (
        move_refusal(pack, unit)
        or route_refusal(pack, view, unit, order.route, box.distance if box else 0)
        or _turn_refusal(pack, unit, order.facing)
    )


@rule("BAR-march-1", "BAR-march-2")
def _march_refusal(
    pack: Pack, view: BarbarossaView, unit: Unit, order: March, given: Given
) -> Illegal | None:
    if _is_shorthand(pack, view, unit, order):
        return _shorthand_refusal(pack, view, unit, order, given)
    refusal = move_refusal(pack, unit) or route_refusal(
        pack, view, unit, order.route, march_allowance(pack, view, unit, order.route)
    )
    if refusal is not None:
        return refusal
    for a, b in pairwise((unit.hex, *order.route)):
        if not is_march_step(pack, view, a, b):
            return Illegal("A march does not lead from {start} to {hex}.", "BAR-march-2", start=a, hex=b)
    return _turn_refusal(pack, unit, order.facing)


@rule("BAR-march-6")
def _shorthand_refusal(
    pack: Pack, view: BarbarossaView, unit: Unit, order: March, given: Given
) -> Illegal | None:
    """Judged by the way it stands for."""
    if unit.tied:
        return Illegal("Out of close combat it is one hex only.", "BAR-withdraw-2")
    way = road_way(pack, view, unit.hex, order.route[0])
    if isinstance(way, Illegal):
        return way
    return _march_refusal(pack, view, unit, replace(order, route=way), given)


@rule("BAR-fire-on-move-1", "BAR-fire-on-move-2", "BAR-fire-on-move-3", "BAR-fire-on-move-7")
def _on_the_move_refusal(
    pack: Pack, view: BarbarossaView, unit: Unit, order: FireOnTheMove, given: Given
) -> Illegal | None:
    """A route, a target in sight now, and the hex to fire from; range is judged when it fires."""
    box, target = pack.cards[unit.card].orders.fire_on_move, view.units.get(order.target)
    if target is None or target.side == unit.side or target.fate != "map" or not target.hex:
        return Illegal(
            "{target} is no enemy that could be fired at.", "BAR-fire-on-move-2", target=order.target
        )
    if target.hidden:
        return Illegal("{target} is hidden and cannot be a target.", "BAR-hidden-2", target=order.target)
    if not pack.cards[unit.card].can_fire_at(target_type(pack, target)):
        return Illegal(
            "{firer} cannot fire at {type}.",
            "BAR-target-types-1",
            firer=unit.id,
            type=target_type(pack, target),
        )
    if order.at not in (unit.hex, *order.route):
        return Illegal("{hex} is not on the route.", "BAR-fire-on-move-2", hex=order.at)
    return (
        move_refusal(pack, unit)
        or ammo_refusal(unit, pack.charts.limits.fire_on_move_ammo)
        or sight_refusal(pack, view, unit.hex, target.hex)
        or route_refusal(pack, view, unit, order.route, box.distance if box else 0)
        or _turn_refusal(pack, unit, order.facing)
    )


@rule("BAR-wait-1")
def _wait_refusal(pack: Pack, view: BarbarossaView, unit: Unit, order: Wait, given: Given) -> None:
    return None


# -- listing -----------------------------------------------------------------------------------------------


def _anywhere(pack: Pack, known: Known, a: str, b: str) -> bool:
    return True


def goals(
    pack: Pack, view: BarbarossaView, unit: Unit, allowance: int, allows: StepRule = _anywhere
) -> Iterator[tuple[str, ...]]:
    """One cheapest route to every hex that can be reached, in the order of their cost."""
    card, board = pack.cards[unit.card], pack.theatre(view.scenario).board
    enemies = {other.hex for other in view.units.values() if other.side != unit.side and other.fate == "map"}
    best: dict[str, tuple[int, tuple[str, ...]]] = {unit.hex: (0, ())}
    frontier: list[tuple[int, tuple[str, ...]]] = [(0, ())]
    while frontier:
        spent, route = heappop(frontier)
        here = route[-1] if route else unit.hex
        if best[here] != (spent, route):
            continue
        if route:
            yield route
            if spent >= allowance or _closes(pack, view, unit, route):
                continue
        for near in board.neighbours(here):
            if near in enemies or (near in best and best[near][0] <= spent):
                continue
            step = step_of(pack, view, card, here, near)
            if isinstance(step, Illegal) or (route and step.alone) or not allows(pack, view, here, near):
                continue
            cost = spent + step.cost
            if (cost <= allowance or not route) and (near not in best or cost < best[near][0]):
                best[near] = (cost, (*route, near))
                heappush(frontier, best[near])


def _closes(pack: Pack, known: Known, unit: Unit, route: tuple[str, ...]) -> bool:
    """Whether nothing may follow the last step of a route."""
    before, last = (unit.hex, *route)[-2:]
    step = step_of(pack, known, pack.cards[unit.card], before, last)
    return isinstance(step, Illegal) or step.ends or step.alone


def _cautious_options(pack: Pack, view: BarbarossaView, unit: Unit, given: Given) -> Iterator[UnitOrder]:
    box = pack.cards[unit.card].orders.cautious
    if box is not None and move_refusal(pack, unit) is None:
        yield from (CautiousMove(route) for route in goals(pack, view, unit, box.distance))


def _march_options(pack: Pack, view: BarbarossaView, unit: Unit, given: Given) -> Iterator[UnitOrder]:
    """Over plain and road as far as printed; farther along roads alone."""
    card = pack.cards[unit.card]
    if card.orders.march is None or move_refusal(pack, unit) is not None:
        return
    printed = card.orders.march.distance
    near = {route[-1]: route for route in goals(pack, view, unit, printed, is_march_step)}
    yield from (March(route) for route in near.values())
    for route in goals(pack, view, unit, printed + pack.charts.march_bonus(card.type), is_road_step):
        if route[-1] not in near:
            yield March(route)


def _on_the_move_options(pack: Pack, view: BarbarossaView, unit: Unit, given: Given) -> Iterator[UnitOrder]:
    """For every target in sight, from the end of every route that can reach it."""
    box = pack.cards[unit.card].orders.fire_on_move
    if box is None or move_refusal(pack, unit) is not None:
        return
    routes = list(goals(pack, view, unit, box.distance))
    for target in view.units.values():
        if target.side == unit.side or target.fate != "map" or not target.hex or not routes:
            continue
        stay = FireOnTheMove(routes[0], target.id, unit.hex)
        if _on_the_move_refusal(pack, view, unit, stay, given) is not None:
            continue
        for route in routes:
            yield FireOnTheMove(route, target.id, unit.hex)
            yield FireOnTheMove(route, target.id, route[-1])


def _wait_options(pack: Pack, view: BarbarossaView, unit: Unit, given: Given) -> Iterator[UnitOrder]:
    yield Wait()


def _on_the_move_odds(pack: Pack, view: BarbarossaView, unit: Unit, order: FireOnTheMove) -> Odds | None:
    """From the hex it will fire from, at the target where it is now."""
    target = view.units.get(order.target)
    return odds_of(pack, view, replace(unit, hex=order.at), target, "move") if target else None


ORDERS = {
    CautiousMove: OrderRule(_cautious_options, _cautious_refusal),
    March: OrderRule(_march_options, _march_refusal),
    FireOnTheMove: OrderRule(_on_the_move_options, _on_the_move_refusal, _on_the_move_odds),
    Wait: OrderRule(_wait_options, _wait_refusal),
}
