"""Steps 1 to 4: Defend, Suppressive Fire, Open Fire with all its kinds, and the tests that follow."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Item, Script, resume_point, roll, rule
from planspiel.systems.barbarossa1941.ammunition import spend
from planspiel.systems.barbarossa1941.attack import (
    AttackKind,
    dice_of,
    fire_refusal,
    range_accuracy,
    target_type,
)
from planspiel.systems.barbarossa1941.fire_orders import (
    bunker_refusal,
    kind_of_fire,
    occupies_trench,
    structure_refusal,
)
from planspiel.systems.barbarossa1941.firing import AttackRolled, fire, volley
from planspiel.systems.barbarossa1941.observing import indirect_refusal
from planspiel.systems.barbarossa1941.orders import (
    Bombard,
    Defend,
    OpenFire,
    Smoke,
    SuppressiveFire,
    UnitOrder,
)
from planspiel.systems.barbarossa1941.round import StepBegan
from planspiel.systems.barbarossa1941.secrecy import is_away
from planspiel.systems.barbarossa1941.state import Position, Unit, ground_units, seats_of, units_at
from planspiel.systems.barbarossa1941.valour import OwesTest

__all__ = ["SCRIPTS", "DefenceTaken", "OrderLapsed", "PositionLeft", "ready"]


class DefenceTaken(Event[Position], frozen=True):
    """A unit guards its arc, in a trench or a bunker if there is one."""

    said: ClassVar[str] = "{unit} defends."
    unit: str
    dug_in: bool = False
    bunker: bool = False

    def apply(self, state: Position) -> None:
        state.units[self.unit] = replace(state.units[self.unit], dug_in=self.dug_in, bunker=self.bunker)


class PositionLeft(Event[Position], frozen=True):
    """Units with another order than Defend no longer profit from trench or bunker."""

    units: tuple[str, ...]

    def apply(self, state: Position) -> None:
        for name in self.units:
            state.units[name] = replace(state.units[name], dug_in=False, bunker=False)


class OrderLapsed(Event[Position], frozen=True):
    """An order that can no longer be carried out: it costs nothing and does nothing."""

    said: ClassVar[str] = "{unit} cannot carry out its order."
    unit: str

    def apply(self, state: Position) -> None:
        state.units[self.unit] = replace(state.units[self.unit], lapsed=True)
        state.queue = tuple(name for name in state.queue if name != self.unit)


class Dealt(Event[Position], frozen=True):
    """A unit has done what it had to do in this step."""

    unit: str

    def apply(self, state: Position) -> None:
        state.queue = tuple(name for name in state.queue if name != self.unit)


def ready(state: Position, *kinds: type[UnitOrder]) -> tuple[str, ...]:
    """Units on the board whose order is of one of these kinds and still in force, in id order."""
    found = [
        u.id for u in ground_units(state) if isinstance(u.order, kinds) and not u.lapsed and not u.suppressed
    ]
    return tuple(sorted(found))


# -- step 1 ------------------------------------------------------------------------------------------------


@rule("BAR-sequence-1", "BAR-defend-3", "BAR-trench-7", "BAR-bunker-10")
def step_1(game: Game[Position]) -> Script[None]:
    """All Defend orders: ammunition is paid, trenches and bunkers are occupied or left."""
    game.happens(StepBegan(1, cite="BAR-sequence-1"))
    leaving = [
        u.id
        for u in ground_units(game.state)
        if (u.dug_in or u.bunker) and (not isinstance(u.order, Defend) or u.lapsed)
    ]
    if leaving:
        game.happens(PositionLeft(tuple(leaving), cite="BAR-trench-7"))
    for name in ready(game.state, Defend):
        _defend(game, game.state.units[name])
    return
    yield


@rule("BAR-defend-12")
def _defend(game: Game[Position], unit: Unit) -> None:
    order = unit.order
    assert isinstance(order, Defend)
    cost = game.pack.charts.limits.defend_ammo
    if unit.ammo < cost:
        game.happens(OrderLapsed(unit.id, cite="BAR-ammo-6"))
        return
    spend(game, unit.id, cost, "BAR-defend-3")
    bunker = order.bunker and bunker_refusal(game.pack, game.state, unit, order) is None
    trench = occupies_trench(game.pack, game.state, unit, order)
    audience = seats_of(game.state, unit.side) if is_away(game.pack, unit) else None
    game.happens(DefenceTaken(unit.id, trench, bunker, cite="BAR-sequence-1"), audience)


# -- step 2 ------------------------------------------------------------------------------------------------


@rule("BAR-sequence-2", "BAR-suppressive-fire-8", "BAR-failed-valour-13")
def step_2(game: Game[Position]) -> Script[None]:
    """All suppressive fire is rolled, then applied, then the targets test."""
    game.happens(StepBegan(2, ready(game.state, SuppressiveFire), cite="BAR-sequence-2"))
    game.then(
        Item("suppressive-fire"), Item("apply-hits", ("suppressed",)), Item("valour-tests", ("suppressed",))
    )
    return
    yield


@rule("BAR-suppressive-fire-4", "BAR-suppressive-fire-5", "BAR-suppressive-fire-12", "BAR-group-fire-10")
def suppressive_fire(game: Game[Position]) -> Script[None]:
    """Half as many dice again; the named target tests even if nothing hits, once for all who fire at it."""
    while game.state.queue:
        yield from resume_point()
        unit = game.state.units[game.state.queue[0]]
        order = unit.order
        assert isinstance(order, SuppressiveFire)
        target = game.state.units[order.target]
        cost = game.pack.charts.limits.suppressive_ammo
        if unit.ammo < cost or fire_refusal(game.pack, game.state, unit, target, "suppressive"):
            game.happens(OrderLapsed(unit.id, cite="BAR-ammo-7"))
            continue
        spend(game, unit.id, cost, "BAR-suppressive-fire-1")
        yield from volley(game, unit, target, "suppressive", "BAR-suppressive-fire-4")
        game.happens(OwesTest(target.id, "suppressed", cite="BAR-suppressive-fire-5"), ())
        game.happens(Dealt(unit.id), ())


# -- step 3 ------------------------------------------------------------------------------------------------


@rule("BAR-sequence-3", "BAR-open-fire-5")
def step_3(game: Game[Position]) -> Script[None]:
    """All open fire and smoke; casualties take effect when everyone has fired, then the smoke stands."""
    firers = ready(game.state, OpenFire, Bombard, Smoke)
    game.happens(StepBegan(3, firers, cite="BAR-sequence-3"))
    game.then(Item("open-fire"), Item("smoke-shells"), Item("apply-hits", ("fire",)), Item("smoke-falls"))
    return
    yield


@rule("BAR-open-fire-4", "BAR-execution-4", "BAR-open-fire-7", "BAR-open-fire-8")
def open_fire(game: Game[Position]) -> Script[None]:
    """One after the other, but nobody's casualties count before the last has fired."""
    while True:
        yield from resume_point()
        waiting = [u for u in game.state.queue if not isinstance(game.state.units[u].order, Smoke)]
        if not waiting:
            return
        unit = game.state.units[waiting[0]]
        if unit.ammo < game.pack.charts.limits.open_fire_ammo:
            game.happens(OrderLapsed(unit.id, cite="BAR-ammo-6"))
        elif isinstance(unit.order, Bombard):
            yield from _bombard(game, unit, unit.order)
        elif isinstance(unit.order, OpenFire):
            yield from _open_fire(game, unit, unit.order)


def _open_fire(game: Game[Position], unit: Unit, order: OpenFire) -> Script[None]:
    if ":" in order.target:
        yield from _fire_at_structure(game, unit, order.target)
        return
    target = game.state.units[order.target]
    kind = kind_of_fire(game.pack, game.state, unit, target)
    refusal = fire_refusal(game.pack, game.state, unit, target, kind)
    if refusal is None and kind == "indirect":
        refusal = indirect_refusal(game.pack, game.state, unit, target.hex)
    if refusal is not None:
        game.happens(OrderLapsed(unit.id, cite="BAR-open-fire-8"))
        return
    cite = "BAR-indirect-fire-5" if kind == "indirect" else "BAR-open-fire-1"
    spend(game, unit.id, game.pack.charts.limits.open_fire_ammo, cite)
    yield from volley(game, unit, target, kind, "BAR-open-fire-4")
    game.happens(Dealt(unit.id), ())


@rule("BAR-bunker-5", "BAR-bridge-3")
def _fire_at_structure(game: Game[Position], unit: Unit, name: str) -> Script[None]:
    """A fire test against the building; against a bunker another for each unit inside."""
    if structure_refusal(game.pack, game.state, unit, name) is not None:
        game.happens(OrderLapsed(unit.id, cite="BAR-open-fire-8"))
        return
    spend(game, unit.id, game.pack.charts.limits.open_fire_ammo, "BAR-open-fire-1")
    hex_ = name.partition(":")[2]
    dice = dice_of(game.pack, game.state, unit, "building", "open").total
    accuracy = range_accuracy(game.pack, game.state, unit, hex_).total
    pips = yield from roll(
        f"{dice}d6", "{unit} fires at {hex}", "BAR-bridge-3", unit.id, unit=unit.id, hex=name
    )
    hits = sum(pip <= accuracy for pip in pips)
    game.happens(AttackRolled(unit.id, name, "open", dice, accuracy, hits, cite="BAR-bunker-5"))
    inside = [u for u in units_at(game.state, hex_) if u.bunker and name.startswith("bunker:")]
    for occupant in sorted(inside, key=lambda found: found.id):
        if game.pack.cards[unit.card].can_fire_at(target_type(game.pack, occupant)):
            yield from fire(game, unit, occupant, "open", "BAR-bunker-5")
    game.happens(Dealt(unit.id), ())


@rule("BAR-area-fire-1", "BAR-area-fire-2", "BAR-units-in-close-combat-10")
def _bombard(game: Game[Position], unit: Unit, order: Bombard) -> Script[None]:
    """A test against every enemy in the hex, hidden ones too; with a second row also in adjacent hexes."""
    board = game.pack.theatre(game.state.scenario).board
    spend(game, unit.id, game.pack.charts.limits.open_fire_ammo, "BAR-area-fire-4")
    area = game.pack.cards[unit.card].orders.area
    near = board.neighbours(order.hex) if area and area.second_row else ()
    for hex_ in (order.hex, *near):
        if hex_ in game.state.fights:
            continue
        enemies = [u for u in units_at(game.state, hex_) if u.side != unit.side]
        for enemy in sorted(enemies, key=lambda found: found.id):
            kind: AttackKind = "area" if hex_ == order.hex else "splash"
            yield from fire(game, unit, enemy, kind, "BAR-area-fire-1", at=order.hex)
    game.happens(Dealt(unit.id), ())


# -- step 4 ------------------------------------------------------------------------------------------------


@rule("BAR-sequence-4")
def step_4(game: Game[Position]) -> Script[None]:
    """Every unit that lost symbols to enemy fire tests."""
    game.happens(StepBegan(4, cite="BAR-sequence-4"))
    game.then(Item("valour-tests", ("fire", "air")))
    return
    yield


SCRIPTS = {
    "step-1": step_1,
    "step-2": step_2,
    "suppressive-fire": suppressive_fire,
    "step-3": step_3,
    "open-fire": open_fire,
    "step-4": step_4,
}
