"""How a bot plans a round: the worth of every order to every unit, and a plan of the best."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from planspiel.kernel import Rng
from planspiel.systems.advice import Temper
from planspiel.systems.barbarossa1941.advice_picture import (
    distance_to_goal,
    enemies_near,
    expected_losses,
    left_of,
    price_of,
    reach_of,
)
from planspiel.systems.barbarossa1941.attack import odds_of
from planspiel.systems.barbarossa1941.order_rules import unit_of
from planspiel.systems.barbarossa1941.orders import (
    AIR_ORDERS,
    MOVES,
    AirStrike,
    Ambush,
    Assault,
    Bombard,
    Defend,
    DigIn,
    FireOnTheMove,
    Limber,
    OpenFire,
    Plan,
    Resupply,
    SetUp,
    Smoke,
    SuppressiveFire,
    UnitOrder,
)
from planspiel.systems.barbarossa1941.planning import ORDER_RULES, PlanRound
from planspiel.systems.barbarossa1941.state import Fight, Unit, units_at
from planspiel.systems.barbarossa1941.view import BarbarossaView

__all__ = ["LEANINGS", "Leaning", "best_plan", "order_worth", "plan_worth"]

Leaning = dict[str, int]
"""How much a plan values fire, advance and holding, in percent."""
LEANINGS: tuple[Leaning, ...] = (
    {"fire": 100, "move": 100, "hold": 100},
    {"fire": 150, "move": 60, "hold": 100},
    {"fire": 70, "move": 170, "hold": 60},
    {"fire": 90, "move": 50, "hold": 170},
)
LOOK_AT = 90
"""So many ways to give one unit an order are weighed."""
A_HEX = 60
"""What a hex nearer to the goal is worth."""


def best_plan(question: PlanRound, view: BarbarossaView, leaning: Leaning, temper: Temper, rng: Rng) -> Plan:
    """The best order for each unit, one after the other; what is shot at already is worth less."""
    given: dict[str, UnitOrder] = {}
    aimed: dict[str, int] = {}
    pieces = question.pieces(view)
    for piece in pieces:
        if piece in given:
            continue
        unit = view.units[unit_of(piece)]
        best, worth = None, 0
        for order in islice(question.parts(view, piece, given), LOOK_AT):
            found = order_worth(view, unit, order, leaning, temper, aimed) + rng.randrange(5)
            if found > worth:
                best, worth = order, found
        if best is None:
            continue
        given[piece] = best
        target = getattr(best, "target", None)
        if target:
            aimed[target] = aimed.get(target, 0) + 1
        partners = ORDER_RULES[type(best)].partners
        for name, part in (partners(view, unit, best) if partners else {}).items():
            if name in pieces:
                given.setdefault(name, part)
    return Plan(given)


def plan_worth(view: BarbarossaView, plan: Plan, temper: Temper) -> int:
    """All orders of a plan together, without leaning."""
    aimed: dict[str, int] = {}
    total = 0
    for piece, order in plan.parts.items():
        total += order_worth(view, view.units[unit_of(piece)], order, LEANINGS[0], temper, aimed)
        target = getattr(order, "target", None)
        if target:
            aimed[target] = aimed.get(target, 0) + 1
    return total


def order_worth(
    view: BarbarossaView,
    unit: Unit,
    order: UnitOrder,
    leaning: Leaning,
    temper: Temper,
    aimed: dict[str, int],
) -> int:
    """What an order to a unit promises, in hundredths of a point."""
    match order:
        case OpenFire() | SuppressiveFire():
            return _fire(view, unit, order, temper, aimed) * leaning["fire"] // 100
        case Bombard() | AirStrike():
            return _area(view, unit, order.hex, temper) * leaning["fire"] // 100
        case Assault():
            return _assault(view, unit, order, temper)
        case FireOnTheMove():
            shot = _shot(view, unit, order.target, "move", temper) * leaning["fire"] // 100
            return shot + _move(view, unit, order.route[-1], temper) * leaning["move"] // 100
        case Defend() | Ambush():
            return _guard(view, unit, order) * leaning["hold"] // 100
        case _ if isinstance(order, MOVES):
            return _move(view, unit, order.route[-1], temper) * leaning["move"] // 100
        case _:
            return _work(view, unit, order)


# -- fire --------------------------------------------------------------------------------------------------


def _shot(view: BarbarossaView, unit: Unit, name: str, kind: str, temper: Temper) -> int:
    target = view.units.get(name)
    if target is None:
        return 40
    odds = odds_of(view.pack, view, unit, target, kind)  # type: ignore[arg-type]
    lost = expected_losses(odds)
    shaken = 25 if lost > 20 else 0
    worth = lost * price_of(view.pack, target) // 100 + shaken * price_of(view.pack, target) // 100
    return worth * temper.enemy_losses // 100


def _fire(
    view: BarbarossaView, unit: Unit, order: OpenFire | SuppressiveFire, temper: Temper, aimed: dict[str, int]
) -> int:
    """Expected losses; suppression takes a whole unit out for a round, but costs three points."""
    kind = "suppressive" if isinstance(order, SuppressiveFire) else "open"
    worth = _shot(view, unit, order.target, kind, temper)
    target = view.units.get(order.target)
    if isinstance(order, SuppressiveFire) and target is not None:
        chance = 30 if not target.suppressed else 0
        worth += chance * price_of(view.pack, target) * left_of(view.pack, target) // 400
        worth -= 30 + (60 if unit.ammo < 6 else 0)
    crowd = aimed.get(order.target, 0)
    return worth * (100 + 10 * min(crowd, 2) - 45 * max(0, crowd - 2)) // 100


def _area(view: BarbarossaView, unit: Unit, hex_: str, temper: Temper) -> int:
    """Every enemy in the hex counts, and friends under bombs count against it."""
    kind = "bombs" if unit.fate == "airfield" else "area"
    worth = 0
    for there in units_at(view, hex_):
        odds = odds_of(view.pack, view, unit, there, kind)  # type: ignore[arg-type]
        lost = expected_losses(odds) * price_of(view.pack, there) // 100
        worth += lost if there.side != unit.side else -2 * lost
    return worth * temper.enemy_losses // 100


def _assault(view: BarbarossaView, unit: Unit, order: Assault, temper: Temper) -> int:
    """What both would lose in the first round; taking a goal is worth it."""
    target = view.units[order.target]
    fight = view.fights.get(target.hex) or Fight(target.hex, target.side)
    theirs = expected_losses(odds_of(view.pack, view, unit, target, "close", fight))
    ours = expected_losses(odds_of(view.pack, view, target, unit, "close", fight))
    worth = theirs * price_of(view.pack, target) * temper.enemy_losses // 10000
    worth -= ours * price_of(view.pack, unit) * temper.own_losses // 10000
    goal = distance_to_goal(view.pack, view.scenario, unit.side, target.hex)
    return worth + (150 if goal == 0 else 20) - (0 if target.suppressed else 40)


# -- movement and holding ----------------------------------------------------------------------------------


def _move(view: BarbarossaView, unit: Unit, hex_: str, temper: Temper) -> int:
    """Nearer to the goal is better, exposed is worse; the last rounds press."""
    pack, scenario = view.pack, view.scenario
    before = distance_to_goal(pack, scenario, unit.side, unit.hex)
    after = distance_to_goal(pack, scenario, unit.side, hex_)
    rounds_left = max(1, pack.scenarios[scenario].rounds - view.turn + 1)
    hurry = 160 if after * 2 > rounds_left else 100
    worth = (before - after) * A_HEX * hurry * temper.ground // 10000
    if after == 0 and before > 0:
        worth += 120
    if before == 0 and after > 0:
        worth -= 200
    ground = pack.theatre(scenario).ground[hex_]
    cover = ground.defence.infantry if pack.cards[unit.card].type == "infantry" else ground.defence.other
    near = enemies_near(pack, view, unit.side, hex_, 2)
    danger = len(near) * 18 * temper.own_losses // 100
    return worth + cover * 12 - danger


def _guard(view: BarbarossaView, unit: Unit, order: Defend | Ambush) -> int:
    """Worth something with enemies to come, or on a goal; toward the enemy."""
    pack = view.pack
    if distance_to_goal(pack, view.scenario, unit.side, unit.hex) > 3 and not enemies_near(
        pack, view, unit.side, unit.hex, reach_of(pack, unit) + 2
    ):
        return 4
    board = pack.theatre(view.scenario).board
    near = enemies_near(pack, view, unit.side, unit.hex, reach_of(pack, unit) + 2)
    ahead = sum(board.is_in_fan(unit.hex, enemy.hex, order.facing) for enemy in near)
    on_goal = 70 if distance_to_goal(pack, view.scenario, unit.side, unit.hex) == 0 else 15
    in_cover = 15 if isinstance(order, Defend) and order.bunker else 0
    return on_goal + 30 * ahead + in_cover + (10 if isinstance(order, Defend) else 0)


def _work(view: BarbarossaView, unit: Unit, order: UnitOrder) -> int:
    """The other orders, roughly; whoever is off the board is better on it."""
    if not unit.hex:
        return 30
    pack = view.pack
    near = enemies_near(pack, view, unit.side, unit.hex, reach_of(pack, unit))
    goal = distance_to_goal(pack, view.scenario, unit.side, unit.hex)
    match order:
        case SetUp():
            board = pack.theatre(view.scenario).board
            ahead = sum(board.is_in_fan(order.hex, enemy.hex, order.facing) for enemy in near)
            return 60 * ahead + (20 if goal <= 2 else 0)
        case Limber():
            return 25 if not near and goal > reach_of(pack, unit) else 0
        case Resupply():
            missing = pack.cards[unit.card].ammo - unit.ammo
            return 8 * missing if order.source and missing > 4 else 0
        case DigIn():
            return 12 if not near and goal == 0 else 0
        case Smoke():
            return 0
        case _ if isinstance(order, AIR_ORDERS):
            return 30
        case _:
            return _name_worth(order.name, near)


def _name_worth(name: str, near: Sequence[Unit]) -> int:
    quiet = {"clear_mines": 90, "remove_wire": 25, "remove_barrier": 25, "pontoon": 60, "dismount": 30}
    return quiet.get(name, 0) if not near else quiet.get(name, 0) // 2
