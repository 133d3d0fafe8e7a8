"""Steps 1 to 4: Defend, Suppressive Fire, Open Fire with all its kinds, and the tests that follow."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Item, Script, resume_point, rule
from planspiel.systems.barbarossa1941.ammunition import spend
from planspiel.systems.barbarossa1941.attack import (
    AttackKind,
    area_dice,
    dice_of,
    fire_refusal,
    is_in_close_combat,
    range_accuracy,
    target_type,
)
from planspiel.systems.barbarossa1941.fire_orders import (
    bunker_refusal,
    full_refusal,
    kind_of_fire,
    occupies_trench,
    place_refusal,
    structure_kind,
    structure_refusal,
)
from planspiel.systems.barbarossa1941.firing import fire, fire_at_building, volley
from planspiel.systems.barbarossa1941.observing import indirect_refusal
from planspiel.systems.barbarossa1941.orders import (
    Bombard,
    Defend,
    OpenFire,
    Smoke,
    SuppressiveFire,
    UnitOrder,
)
from planspiel.systems.barbarossa1941.revealing import reveal
from planspiel.systems.barbarossa1941.round import StepBegan
from planspiel.systems.barbarossa1941.state import Position, Unit, ground_units, seats_of, units_at
from planspiel.systems.barbarossa1941.valour import OwesTest
from planspiel.systems.barbarossa1941.works import structures_in

__all__ = ["SCRIPTS", "Dealt", "DefenceTaken", "OrderLapsed", "PositionLeft", "lapse", "ready"]


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


@rule("BAR-suppressive-fire-7", "BAR-failed-valour-2", "BAR-failed-valour-4")
def ready(state: Position, *kinds: type[UnitOrder]) -> tuple[str, ...]:
    """Units on the board whose order is of one of these kinds and still in force, in id order.

    Whoever has been suppressed in an earlier step carries out nothing more.
    """
    found = [
        u.id for u in ground_units(state) if isinstance(u.order, kinds) and not u.lapsed and not u.suppressed
    ]
    return tuple(sorted(found))


def _begin(game: Game[Position], step: int, cite: str, *kinds: type[UnitOrder]) -> None:
    """A step of fire. Who has something to do in it is told to nobody: a hidden HQ may be among them."""
    game.happens(StepBegan(step, cite=cite))
    game.happens(StepBegan(step, ready(game.state, *kinds)), ())


@rule("BAR-ammo-6", "BAR-ammo-7")
def lapse(game: Game[Position], unit: Unit, cite: str) -> None:
    """An order that was legal when it was given and is impossible now costs nothing and does nothing."""
    game.happens(OrderLapsed(unit.id, cite=cite), seats_of(game.state, unit.side) if unit.hidden else None)


# -- step 1 ------------------------------------------------------------------------------------------------


@rule("BAR-sequence-1", "BAR-defend-3", "BAR-trench-8")
def step_1(game: Game[Position]) -> Script[None]:
    """All Defend orders: ammunition is paid, trenches and bunkers are occupied or left."""
    game.happens(StepBegan(1, cite="BAR-sequence-1"))
    leaving = tuple(sorted(u.id for u in ground_units(game.state) if _leaves_position(u)))
    if leaving:
        game.happens(PositionLeft(leaving, cite="BAR-trench-7"))
    for name in ready(game.state, Defend):
        _defend(game, game.state.units[name])
    return
    yield


@rule("BAR-trench-7", "BAR-bunker-10")
def _leaves_position(unit: Unit) -> bool:
    """Whoever has no Defend order, or one that does not name the bunker he is in, gives up his cover."""
    if not unit.dug_in and not unit.bunker:
        return False
    return not isinstance(unit.order, Defend) or unit.lapsed or (unit.bunker and not unit.order.bunker)


@rule("BAR-defend-12")
def _defend(game: Game[Position], unit: Unit) -> None:
    order = unit.order
    assert isinstance(order, Defend)
    cost = game.pack.charts.limits.defend_ammo
    if unit.ammo < cost:
        lapse(game, unit, "BAR-ammo-6")
        return
    spend(game, unit.id, cost, "BAR-defend-3")
    bunker = order.bunker and _finds_room(game, unit, order)
    trench = occupies_trench(game.pack, game.state, unit, order)
    taken = DefenceTaken(unit.id, trench, bunker, cite="BAR-sequence-1")
    game.happens(taken, seats_of(game.state, unit.side) if unit.hidden else None)


def _finds_room(game: Game[Position], unit: Unit, order: Defend) -> bool:
    inside = sum(u.bunker and u.id != unit.id for u in units_at(game.state, unit.hex))
    full = full_refusal(game.pack, unit.hex, inside)
    return full is None and bunker_refusal(game.pack, game.state, unit, order) is None


# -- step 2 ------------------------------------------------------------------------------------------------


@rule("BAR-sequence-2", "BAR-suppressive-fire-8", "BAR-failed-valour-13")
def step_2(game: Game[Position]) -> Script[None]:
    """All suppressive fire is rolled, then applied, then the targets test."""
    _begin(game, 2, "BAR-sequence-2", SuppressiveFire)
    game.then(
        Item("suppressive-fire"), Item("apply-hits", ("suppressed",)), Item("valour-tests", ("suppressed",))
    )
    return
    yield


@rule(
    "BAR-suppressive-fire-4", "BAR-suppressive-fire-5", "BAR-suppressive-fire-9", "BAR-suppressive-fire-12",
    "BAR-valour-test-1", "BAR-group-fire-10",
)  # fmt: skip
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
            lapse(game, unit, "BAR-ammo-7")
            continue
        reveal(game, unit.id, "BAR-execution-6")
        spend(game, unit.id, cost, "BAR-suppressive-fire-1")
        yield from volley(game, unit, target, "suppressive", "BAR-suppressive-fire-4")
        game.happens(OwesTest(target.id, "suppressed", cite="BAR-suppressive-fire-5"), ())
        game.happens(Dealt(unit.id), ())


# -- step 3 ------------------------------------------------------------------------------------------------


@rule("BAR-sequence-3", "BAR-open-fire-5")
def step_3(game: Game[Position]) -> Script[None]:
    """All open fire and smoke; casualties take effect when everyone has fired, then the smoke stands."""
    _begin(game, 3, "BAR-sequence-3", OpenFire, Bombard, Smoke)
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
            lapse(game, unit, "BAR-ammo-6")
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
        lapse(game, unit, "BAR-open-fire-8")
        return
    reveal(game, unit.id, "BAR-execution-6")
    cite = "BAR-indirect-fire-5" if kind == "indirect" else "BAR-open-fire-1"
    spend(game, unit.id, game.pack.charts.limits.open_fire_ammo, cite)
    yield from volley(game, unit, target, kind, "BAR-open-fire-4")
    game.happens(Dealt(unit.id), ())


@rule("BAR-bunker-5", "BAR-bridge-3")
def _fire_at_structure(game: Game[Position], unit: Unit, name: str) -> Script[None]:
    """A fire test against the building; against a bunker another for each unit inside."""
    if structure_refusal(game.pack, game.state, unit, name) is not None:
        lapse(game, unit, "BAR-open-fire-8")
        return
    spend(game, unit.id, game.pack.charts.limits.open_fire_ammo, "BAR-open-fire-1")
    hex_ = name.partition(":")[2]
    kind = structure_kind(game.pack, game.state, unit, hex_)
    dice = dice_of(game.pack, game.state, unit, "building", kind).total
    accuracy = range_accuracy(game.pack, game.state, unit, hex_).total
    yield from fire_at_building(game, unit, name, kind, dice, accuracy)
    for occupant in _under_fire_inside(game, unit, name):
        yield from fire(game, unit, occupant, kind, "BAR-bunker-5")
    game.happens(Dealt(unit.id), ())


def _under_fire_inside(game: Game[Position], firer: Unit, name: str) -> list[Unit]:
    """The enemies in a bunker that is fired at, if the firer lists their type; not while in close combat."""
    word, _, hex_ = name.partition(":")
    inside = [u for u in units_at(game.state, hex_) if u.bunker and u.side != firer.side]
    card = game.pack.cards[firer.card]
    found = [
        u
        for u in inside
        if card.can_fire_at(target_type(game.pack, u)) and not is_in_close_combat(game.state, u)
    ]
    return sorted(found, key=lambda u: u.id) if word == "bunker" else []


@rule("BAR-area-fire-1", "BAR-bridge-3", "BAR-status-3", "BAR-hq-5", "BAR-units-in-close-combat-10")
def _bombard(game: Game[Position], unit: Unit, order: Bombard) -> Script[None]:
    """A test against every enemy in the hex, hidden ones too; with a second row also in adjacent hexes.

    What is built in the hex itself is attacked by those who attack buildings.
    """
    if place_refusal(game.pack, game.state, unit, order.hex) is not None:
        lapse(game, unit, "BAR-open-fire-7")
        return
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
            against = target_type(game.pack, enemy)
            dice = area_dice(game.pack, game.state, unit, against, kind, order.hex).total
            yield from fire(game, unit, enemy, kind, "BAR-area-fire-1", dice=dice, at=order.hex)
    if order.hex not in game.state.fights:
        dice = area_dice(game.pack, game.state, unit, "building", "area", order.hex).total
        accuracy = range_accuracy(game.pack, game.state, unit, order.hex).total
        for name in structures_in(game.pack, game.state, order.hex):
            yield from fire_at_building(game, unit, name, "area", dice, accuracy)
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
