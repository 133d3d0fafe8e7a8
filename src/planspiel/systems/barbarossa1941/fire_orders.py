"""How Defend, Suppressive Fire, Open Fire and fire at a place are ordered."""

from __future__ import annotations

from collections.abc import Iterator

from planspiel.kernel import Illegal, Odds, rule
from planspiel.systems.barbarossa1941.ammunition import ammo_refusal
from planspiel.systems.barbarossa1941.arcs import arc_refusal
from planspiel.systems.barbarossa1941.attack import (
    AttackKind,
    attack_refusal,
    fire_refusal,
    odds_of,
    range_refusal,
    reach_of,
    sight_refusal,
)
from planspiel.systems.barbarossa1941.observing import indirect_refusal
from planspiel.systems.barbarossa1941.order_rules import Given, OrderRule, unit_of
from planspiel.systems.barbarossa1941.orders import Bombard, Defend, OpenFire, SuppressiveFire, UnitOrder
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.state import Known, Unit, trench_key
from planspiel.systems.barbarossa1941.view import BarbarossaView
from planspiel.systems.barbarossa1941.works import structures

__all__ = [
    "ORDERS",
    "bunker_refusal",
    "facing_refusal",
    "full_refusal",
    "kind_of_fire",
    "occupies_trench",
    "place_refusal",
    "set_up_refusal",
    "structure_kind",
    "structure_refusal",
]


@rule("BAR-set-up-1", "BAR-set-up-4")
def set_up_refusal(unit: Unit) -> Illegal | None:
    """Guns fire only when they are set up."""
    if unit.set_up:
        return None
    return Illegal("{unit} must be set up first.", "BAR-set-up-4", unit=unit.id)


# -- Defend ------------------------------------------------------------------------------------------------


def _defend_options(pack: Pack, view: BarbarossaView, unit: Unit, given: Given) -> Iterator[UnitOrder]:
    """Every facing, as far as the weapon reaches; in a bunker the bunker's."""
    reach = reach_of(pack, view, unit)
    for inside in (True, False) if unit.hex in view.bunkers else (False,):
        for facing in range(6):
            order = Defend(facing, reach, inside)
            if _defend_refusal(pack, view, unit, order, given) is None:
                yield order


@rule("BAR-defend-6", "BAR-defend-7", "BAR-defend-12", "BAR-defend-15")
def _defend_refusal(
    pack: Pack, view: BarbarossaView, unit: Unit, order: Defend, given: Given
) -> Illegal | None:
    """A facing, a distance not beyond the weapon's, and a point of ammunition."""
    if not 1 <= order.distance <= reach_of(pack, view, unit):
        return Illegal("{unit} does not reach so far.", "BAR-defend-7", unit=unit.id)
    return (
        set_up_refusal(unit)
        or ammo_refusal(unit, pack.charts.limits.defend_ammo, "BAR-defend-12")
        or (bunker_refusal(pack, view, unit, order) if order.bunker else None)
        or (_crowd_refusal(pack, view, unit, given) if order.bunker else None)
        or facing_refusal(pack, view, unit, order.facing, order.bunker)
    )


@rule("BAR-defend-14", "BAR-arc-3")
def facing_refusal(
    pack: Pack, known: Known, unit: Unit, facing: int, in_bunker: bool = False
) -> Illegal | None:
    """A printed arc keeps its facing, a bunker has its own; others choose any hexside with a hex beyond."""
    board = pack.theatre(known.scenario).board
    if not 0 <= facing <= 5 or board.neighbour(unit.hex, facing) is None:
        return Illegal("{unit} must face an adjacent hex.", "BAR-defend-15", unit=unit.id)
    if in_bunker:
        return None
    if pack.cards[unit.card].arc == "fan" and facing != unit.facing:
        return Illegal("{unit} keeps its facing: turning needs Change Arc.", "BAR-defend-14", unit=unit.id)
    return None


@rule("BAR-bunker-3", "BAR-bunker-8", "BAR-bunker-X1")
def bunker_refusal(pack: Pack, known: Known, unit: Unit, order: Defend) -> Illegal | None:
    """Infantry and machine guns of one side, facing as the bunker does."""
    bunker, card = known.bunkers.get(unit.hex), pack.cards[unit.card]
    if bunker is None:
        return Illegal("There is no bunker in {hex}.", "BAR-bunker-3", hex=unit.hex)
    if card.type != "infantry" and not card.has("machine_gun"):
        return Illegal("{unit} is no infantry.", "BAR-bunker-3", unit=unit.id)
    if card.needs_set_up and not card.has("machine_gun"):
        return Illegal("{unit} cannot use a bunker.", "BAR-bunker-8", unit=unit.id)
    if order.facing != bunker.facing:
        return Illegal("The bunker in {hex} faces another way.", "BAR-bunker-9", hex=unit.hex)
    if any(u.bunker and u.hex == unit.hex and u.side != unit.side for u in known.units.values()):
        return Illegal("The enemy holds the bunker in {hex}.", "BAR-bunker-X1", hex=unit.hex)
    return None


def _crowd_refusal(pack: Pack, view: BarbarossaView, unit: Unit, given: Given) -> Illegal | None:
    """Who is ordered into the bunker counts; whoever is inside without such an order leaves it."""
    ordered = (view.units[unit_of(piece)] for piece, part in given.items() if _is_for_bunker(part))
    others = sum(other.hex == unit.hex and other.id != unit.id for other in ordered)
    return full_refusal(pack, unit.hex, others)


def _is_for_bunker(order: UnitOrder) -> bool:
    return isinstance(order, Defend) and order.bunker


@rule("BAR-bunker-1", "BAR-bunker-3")
def full_refusal(pack: Pack, hex_: str, others: int) -> Illegal | None:
    """Two units find room."""
    if others < pack.works["bunker"].capacity:
        return None
    return Illegal("The bunker in {hex} is full.", "BAR-bunker-3", hex=hex_)


@rule("BAR-trench-3", "BAR-trench-4", "BAR-trench-9")
def occupies_trench(pack: Pack, known: Known, unit: Unit, order: Defend) -> bool:
    """Whether Defend puts a unit into a trench: one in its hex, facing the same way."""
    return not order.bunker and unit.set_up and trench_key(unit.hex, order.facing) in known.trenches


# -- Suppressive Fire --------------------------------------------------------------------------------------


def _suppressive_options(pack: Pack, view: BarbarossaView, unit: Unit, given: Given) -> Iterator[UnitOrder]:
    for target in view.units.values():
        if target.side != unit.side and target.fate == "map":
            order = SuppressiveFire(target.id)
            if _suppressive_refusal(pack, view, unit, order, given) is None:
                yield order


@rule("BAR-suppressive-fire-1", "BAR-suppressive-fire-2", "BAR-suppressive-fire-3")
def _suppressive_refusal(
    pack: Pack, view: BarbarossaView, unit: Unit, order: SuppressiveFire, given: Given
) -> Illegal | None:
    """A named enemy on the ground in range and in own sight, and three points."""
    target = view.units.get(order.target)
    if target is None or target.side == unit.side or target.fate != "map":
        return Illegal(
            "{target} is no enemy that could be fired at.", "BAR-suppressive-fire-2", target=order.target
        )
    return (
        set_up_refusal(unit)
        or ammo_refusal(unit, pack.charts.limits.suppressive_ammo)
        or fire_refusal(pack, view, unit, target, "suppressive")
    )


# -- Open Fire ---------------------------------------------------------------------------------------------


def _open_options(pack: Pack, view: BarbarossaView, unit: Unit, given: Given) -> Iterator[UnitOrder]:
    for target in view.units.values():
        if target.side != unit.side and target.fate in ("map", "air") and _is_near(pack, view, unit, target):
            order = OpenFire(target.id)
            if _open_refusal(pack, view, unit, order, given) is None:
                yield order
    if pack.cards[unit.card].has("attacks_buildings"):
        for name in structures(pack, view):
            if _open_refusal(pack, view, unit, OpenFire(name), given) is None:
                yield OpenFire(name)


def _is_near(pack: Pack, view: BarbarossaView, unit: Unit, target: Unit) -> bool:
    """Whether looking closer is worth while: from above a weapon reaches a hex farther than printed."""
    if target.fate == "air":
        return True
    away = pack.theatre(view.scenario).board.distance
    return bool(target.hex) and away(unit.hex, target.hex) <= pack.cards[unit.card].max_range + 1


@rule("BAR-open-fire-1", "BAR-open-fire-2", "BAR-open-fire-3", "BAR-group-card-6")
def _open_refusal(
    pack: Pack, view: BarbarossaView, unit: Unit, order: OpenFire, given: Given
) -> Illegal | None:
    """A named enemy in range, arc and sight, or seen by an observer; one point."""
    refusal = set_up_refusal(unit) or ammo_refusal(unit, pack.charts.limits.open_fire_ammo)
    if refusal is not None:
        return refusal
    if ":" in order.target:
        return structure_refusal(pack, view, unit, order.target)
    target = view.units.get(order.target)
    if target is None or target.side == unit.side:
        return Illegal("{target} is no enemy that could be fired at.", "BAR-open-fire-2", target=order.target)
    return fire_refusal(
        pack, view, unit, target, kind_of_fire(pack, view, unit, target)
    ) or _sight_or_observer(pack, view, unit, target)


@rule("BAR-indirect-fire-6", "BAR-aircraft-X1")
def kind_of_fire(pack: Pack, known: Known, unit: Unit, target: Unit) -> AttackKind:
    """Open fire with own sight, indirect fire without; aircraft are fired at without sight."""
    if target.fate == "air":
        return "flak"
    clear = sight_refusal(pack, known, unit.hex, target.hex) is None if target.hex else False
    return "open" if clear else "indirect"


def _sight_or_observer(pack: Pack, known: Known, unit: Unit, target: Unit) -> Illegal | None:
    """Against aircraft the arc counts; without own sight the conditions of indirect fire."""
    if target.fate == "air":
        return arc_refusal(pack, known, unit, target.station)
    if sight_refusal(pack, known, unit.hex, target.hex) is None:
        return None
    return indirect_refusal(pack, known, unit, target.hex)


@rule("BAR-bridge-3", "BAR-bunker-5")
def structure_refusal(pack: Pack, known: Known, unit: Unit, name: str) -> Illegal | None:
    """Why a bridge or bunker cannot be fired at."""
    hex_ = name.partition(":")[2]
    if not pack.cards[unit.card].can_fire_at("building"):
        return Illegal("{unit} cannot attack buildings.", "BAR-target-types-1", unit=unit.id)
    if name not in structures(pack, known):
        return Illegal("There is nothing of the kind in {hex}.", "BAR-bridge-3", hex=hex_)
    kind = structure_kind(pack, known, unit, hex_)
    return attack_refusal(pack, known, unit, hex_, kind) or (
        indirect_refusal(pack, known, unit, hex_) if kind == "indirect" else None
    )


def structure_kind(pack: Pack, known: Known, unit: Unit, hex_: str) -> AttackKind:
    """Fire at what stands in a hex: with own sight or without."""
    return "open" if sight_refusal(pack, known, unit.hex, hex_) is None else "indirect"


def _open_odds(pack: Pack, view: BarbarossaView, unit: Unit, order: OpenFire) -> Odds | None:
    target = view.units.get(order.target)
    return odds_of(pack, view, unit, target, kind_of_fire(pack, view, unit, target)) if target else None


def _suppressive_odds(pack: Pack, view: BarbarossaView, unit: Unit, order: SuppressiveFire) -> Odds | None:
    target = view.units.get(order.target)
    return odds_of(pack, view, unit, target, "suppressive") if target else None


# -- fire at a place ---------------------------------------------------------------------------------------


def _bombard_options(pack: Pack, view: BarbarossaView, unit: Unit, given: Given) -> Iterator[UnitOrder]:
    """Hexes with known enemies, and those beside them; for who attacks buildings those with one too."""
    board = pack.theatre(view.scenario).board
    hexes: dict[str, None] = {}
    for enemy in view.units.values():
        if enemy.side != unit.side and enemy.fate == "map" and enemy.hex:
            hexes.update(dict.fromkeys((enemy.hex, *board.neighbours(enemy.hex))))
    if pack.cards[unit.card].has("attacks_buildings"):
        hexes.update(dict.fromkeys(name.partition(":")[2] for name in structures(pack, view)))
    for hex_ in hexes:
        if _bombard_refusal(pack, view, unit, Bombard(hex_), given) is None:
            yield Bombard(hex_)


@rule("BAR-area-fire-1", "BAR-area-fire-4", "BAR-hidden-3", "BAR-units-in-close-combat-10")
def _bombard_refusal(
    pack: Pack, view: BarbarossaView, unit: Unit, order: Bombard, given: Given
) -> Illegal | None:
    """A hex in range and arc, seen by the unit itself or as for indirect fire; no close combat there."""
    if order.hex not in pack.theatre(view.scenario).board:
        return Illegal("There is no hex {hex}.", "BAR-area-fire-1", hex=order.hex)
    if order.hex in view.fights:
        return Illegal("There is close combat in {hex}.", "BAR-units-in-close-combat-10", hex=order.hex)
    return (
        set_up_refusal(unit)
        or ammo_refusal(unit, pack.charts.limits.open_fire_ammo)
        or place_refusal(pack, view, unit, order.hex)
    )


@rule("BAR-area-fire-4")
def place_refusal(pack: Pack, known: Known, unit: Unit, hex_: str) -> Illegal | None:
    """Range, arc, and own sight or the conditions of indirect fire."""
    refusal = range_refusal(pack, known, unit, hex_) or arc_refusal(pack, known, unit, hex_)
    if refusal is not None or sight_refusal(pack, known, unit.hex, hex_) is None:
        return refusal
    return indirect_refusal(pack, known, unit, hex_)


ORDERS = {
    Defend: OrderRule(_defend_options, _defend_refusal),
    SuppressiveFire: OrderRule(_suppressive_options, _suppressive_refusal, _suppressive_odds),
    OpenFire: OrderRule(_open_options, _open_refusal, _open_odds),
    Bombard: OrderRule(_bombard_options, _bombard_refusal),
}
