"""Assault: the order, and the way into the enemy's hex in step 6."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Choice, Event, Game, Illegal, Item, Odds, Script, resume_point, roll, rule
from planspiel.systems.barbarossa1941.ammunition import ammo_refusal
from planspiel.systems.barbarossa1941.attack import odds_of, target_type, type_name
from planspiel.systems.barbarossa1941.fire_steps import lapse, ready
from planspiel.systems.barbarossa1941.impulse import MoversSet, is_moving, proposals, step_all
from planspiel.systems.barbarossa1941.mines import live_fields
from planspiel.systems.barbarossa1941.order_rules import Given, OrderRule
from planspiel.systems.barbarossa1941.orders import Assault, UnitOrder
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.round import StepBegan
from planspiel.systems.barbarossa1941.routes import goals, move_refusal, route_refusal
from planspiel.systems.barbarossa1941.state import Fight, Known, Position, Unit
from planspiel.systems.barbarossa1941.terrain import barrier
from planspiel.systems.barbarossa1941.view import BarbarossaView

__all__ = ["CHOICES", "ORDERS", "SCRIPTS", "CounterattackRolled", "tank_refusal"]

CHOICES = {
    "assault_on_armour": Choice(
        "both",
        "Infantry against armour: both the hex it starts from and the hex of the fight count "
        "(the other reading: only the hex of the fight)",
        "Infanterie gegen Panzer: Ausgangsfeld und Kampffeld zählen (andere Lesart: nur das Kampffeld)",
        "BAR-units-in-close-combat-6",
        ("both", "fight"),
    ),
}


# -- the order ---------------------------------------------------------------------------------------------


def _options(pack: Pack, view: BarbarossaView, unit: Unit, given: Given) -> Iterator[UnitOrder]:
    """Every enemy that can be reached, over the cheapest way."""
    box = pack.cards[unit.card].orders.assault
    enemies = [u for u in view.units.values() if u.side != unit.side and u.fate == "map" and u.hex]
    if unit.tied:
        orders = (Assault(enemy.id) for enemy in enemies if enemy.hex == unit.hex)
        yield from (order for order in orders if _refusal(pack, view, unit, order, given) is None)
        return
    board = pack.theatre(view.scenario).board
    ways: list[tuple[str, ...]] | None = None
    for enemy in enemies:
        away = board.distance(unit.hex, enemy.hex)
        if box is None or not 1 <= away <= box.distance:
            continue
        if ways is None:
            ways = [(), *goals(pack, view, unit, box.distance - 1)]
        for way in ways:
            order = Assault(enemy.id, (*way, enemy.hex))
            if _refusal(pack, view, unit, order, given) is None:
                yield order
                break


@rule(
    "BAR-assault-2", "BAR-assault-3", "BAR-assault-4", "BAR-assault-6", "BAR-assault-7",
    "BAR-units-in-close-combat-2",
)  # fmt: skip
def _refusal(pack: Pack, view: BarbarossaView, unit: Unit, order: Assault, given: Given) -> Illegal | None:
    """A named enemy that is not hidden, in close combat or not; a route into its hex; ammunition."""
    target = view.units.get(order.target)
    if target is None or target.side == unit.side or target.fate != "map" or not target.hex:
        return Illegal("{target} is no enemy on the ground.", "BAR-assault-2", target=order.target)
    if target.hidden:
        return Illegal("{target} is hidden and cannot be a target.", "BAR-hidden-2", target=order.target)
    refusal = (
        ammo_refusal(unit, pack.charts.limits.melee_ammo, "BAR-close-combat-18")
        or type_refusal(pack, unit, target)
        or tank_refusal(pack, view, unit, target)
    )
    if refusal is not None or unit.tied:
        return refusal
    if not order.route or order.route[-1] != target.hex:
        return Illegal("The route of an assault ends in the hex of its target.", "BAR-assault-4")
    box = pack.cards[unit.card].orders.assault
    distance = box.distance if box else 0
    if len(order.route) > distance:
        reason = "{unit} assaults over {distance} hexes at most."
        return Illegal(reason, "BAR-assault-3", unit=unit.id, distance=distance)
    return _limbered_refusal(pack, unit) or route_refusal(pack, view, unit, order.route, distance)


@rule("BAR-limber-X1")
def _limbered_refusal(pack: Pack, unit: Unit) -> Illegal | None:
    """A gun must be limbered to assault."""
    return move_refusal(pack, unit)


def type_refusal(pack: Pack, unit: Unit, target: Unit) -> Illegal | None:
    """Types that a card does not list are not attacked in close combat either."""
    kind = target_type(pack, target)
    if pack.cards[unit.card].can_fight(kind):
        return None
    return Illegal("{unit} cannot attack {type}.", "BAR-target-types-X1", unit=unit.id, type=type_name(kind))


@rule("BAR-units-in-close-combat-3", "BAR-units-in-close-combat-6", "BAR-units-in-close-combat-8")
def tank_refusal(pack: Pack, known: Known, unit: Unit, target: Unit) -> Illegal | None:
    """Infantry against armour: not out of plain, bush or field; tanks only in light forest and houses."""
    card, prey = pack.cards[unit.card], pack.cards[target.card]
    if card.type != "infantry" or not prey.is_armoured:
        return None
    ground = pack.theatre(known.scenario).ground
    judged = known.options.get("assault_on_armour") == "fight"
    if not judged and not unit.tied and not ground[unit.hex].allows_assault_on_armour():
        reason = "Infantry in {terrain} cannot assault armour."
        cite = next(iter(ground[unit.hex].cites.get("assault", ("BAR-plain-3",))))
        return Illegal(reason, cite, terrain=ground[unit.hex].name)
    needs_cover = prey.is_tank or judged
    if needs_cover and not ground[target.hex].allows_fight_with_tanks():
        reason = "Infantry fights tanks only in light forest, village or town."
        return Illegal(reason, "BAR-units-in-close-combat-3")
    return None


def _odds(pack: Pack, view: BarbarossaView, unit: Unit, order: Assault) -> Odds | None:
    target = view.units.get(order.target)
    if target is None or not target.hex:
        return None
    fight = view.fights.get(target.hex) or Fight(target.hex, target.side)
    return odds_of(pack, view, unit, target, "close", fight)


ORDERS = {Assault: OrderRule(_options, _refusal, _odds)}


# -- carried out -------------------------------------------------------------------------------------------


class CounterattackRolled(Event[Position], frozen=True):
    """Two enemies assault each other: the winner goes on into the loser's hex, the loser awaits him."""

    said: ClassVar[str] = "{winner} and {loser} assault each other: {winner} is faster."
    winner: str
    loser: str
    route: tuple[str, ...]

    def apply(self, state: Position) -> None:
        winner = state.movers[self.winner]
        here = state.units[self.winner].hex
        state.movers[self.winner] = replace(winner, route=self.route, done=0, start=here)
        state.movers[self.loser] = replace(state.movers[self.loser], stopped=True)


@rule("BAR-sequence-6", "BAR-assault-5")
def step_6(game: Game[Position]) -> Script[None]:
    """Bombs, assault movement, tests before the fight, close combat everywhere at once."""
    game.happens(StepBegan(6, cite="BAR-sequence-6"))
    game.then(
        Item("bombs"),
        Item("apply-hits", ("bombs",)),
        Item("air-landings"),
        Item("assaults"),
        Item("leaving-mines"),
        Item("apply-hits", ("mines",)),
        Item("stragglers"),
        Item("assault-impulse"),
        Item("fights"),
        Item("valour-tests", ("assault",)),
        Item("opponents"),
        Item("close-combat"),
        Item("apply-hits", ("close",)),
    )
    return
    yield


@rule("BAR-smoke-13")
def assaults(game: Game[Position]) -> Script[None]:
    """Who sets out: assault orders in force. Nobody assaults out of smoke, through it or into it."""
    routes: dict[str, tuple[str, ...]] = {}
    for name in ready(game.state, Assault):
        unit = game.state.units[name]
        order = unit.order
        assert isinstance(order, Assault)
        if any(hex_ in game.state.smoke for hex_ in order.route):
            lapse(game, unit, "BAR-smoke-13")
        elif order.route:
            routes[name] = _as_far_as_mines_allow(game.state, unit, order.route)
    game.happens(MoversSet(routes, cite="BAR-assault-5"), ())
    return
    yield


@rule("BAR-mine-explosion-8")
def _as_far_as_mines_allow(state: Position, unit: Unit, route: tuple[str, ...]) -> tuple[str, ...]:
    """Out of a minefield it is one hex; whose target is farther away comes nearer, and does not fight."""
    return route[:1] if live_fields(state, unit) else route


@rule("BAR-assault-10", "BAR-assault-8")
def assault_impulse(game: Game[Position]) -> Script[None]:
    """Assaulters go hex by hex; mutual assaults are decided by a die when they are about to meet."""
    yield from resume_point()
    if not any(is_moving(mover) for mover in game.state.movers.values()):
        return
    for one, other in _mutual(game.pack, game.state):
        yield from _counterattack(game, one, other)
    step_all(game)
    game.then(Item("mines-met"), Item("apply-hits", ("mines",)), Item("adjacency"), Item("assault-impulse"))


@rule("BAR-counterattack-1", "BAR-counterattack-3")
def _mutual(pack: Pack, state: Position) -> list[tuple[str, str]]:
    """Pairs that assault each other and are about to meet: adjacent, or on the way into one hex."""
    wanted = proposals(state)
    pairs: list[tuple[str, str]] = []
    for name in wanted:
        unit = state.units[name]
        assert isinstance(unit.order, Assault)
        rival = unit.order.target
        if rival not in wanted or name > rival:
            continue
        theirs = state.units[rival].order
        if not isinstance(theirs, Assault) or theirs.target != name:
            continue
        if wanted[name] == wanted[rival] or _can_meet(pack, state, unit, state.units[rival]):
            pairs.append((name, rival))
    return pairs


def _can_meet(pack: Pack, state: Position, one: Unit, other: Unit) -> bool:
    """Whether two units are adjacent and nothing between their hexes keeps either from the other's."""
    if pack.theatre(state.scenario).board.distance(one.hex, other.hex) != 1:
        return False
    there = barrier(pack, state, pack.cards[one.card], one.hex, other.hex)
    back = barrier(pack, state, pack.cards[other.card], other.hex, one.hex)
    return not there and not back


@rule("BAR-counterattack-2", "BAR-counterattack-4")
def _counterattack(game: Game[Position], one: str, other: str) -> Script[None]:
    """Each rolls one die, ties are rolled again; the winner goes for the loser's hex, by one hex between."""
    mine = theirs = 0
    while mine == theirs:
        why = "{unit} assaults against an assault"
        (mine,) = yield from roll("1d6", why, "BAR-counterattack-2", one, unit=one)
        (theirs,) = yield from roll("1d6", why, "BAR-counterattack-2", other, unit=other)
    winner, loser = (one, other) if mine > theirs else (other, one)
    goal, unit = game.state.units[loser].hex, game.state.units[winner]
    adjacent = game.pack.theatre(game.state.scenario).board.distance(unit.hex, goal) == 1
    way = (goal,) if adjacent else (proposals(game.state)[winner], goal)
    route = _as_far_as_mines_allow(game.state, unit, way)
    game.happens(CounterattackRolled(winner, loser, route, cite="BAR-counterattack-2"))


SCRIPTS = {"step-6": step_6, "assaults": assaults, "assault-impulse": assault_impulse}
