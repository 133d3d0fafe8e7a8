"""Air strikes: bombs at the beginning of step 6, and the fire of those below at the same time."""

from __future__ import annotations

from collections.abc import Iterator

from planspiel.kernel import Choice, Game, Illegal, Item, Odds, Script, Seat, commit, resume_point, rule
from planspiel.systems.barbarossa1941.ammunition import ammo_refusal, spend
from planspiel.systems.barbarossa1941.attack import dice_of, odds_of, target_type
from planspiel.systems.barbarossa1941.fire_steps import Dealt
from planspiel.systems.barbarossa1941.firing import fire, fire_at_building
from planspiel.systems.barbarossa1941.flak import (
    AircraftFiredAt,
    AircraftInSights,
    ChooseAircraft,
    asks,
    chosen,
    fires_at_all,
    holds_fire,
    is_on_guard,
    minds_aircraft,
    shots_at,
    shots_taken,
)
from planspiel.systems.barbarossa1941.flight import entries, entry_refusal, in_the_air, target_refusal
from planspiel.systems.barbarossa1941.order_rules import Given, OrderRule
from planspiel.systems.barbarossa1941.orders import AirStrike, UnitOrder
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.reaction import Shots
from planspiel.systems.barbarossa1941.round import StepBegan
from planspiel.systems.barbarossa1941.state import Position, Unit, units_at
from planspiel.systems.barbarossa1941.valour import OwesTest
from planspiel.systems.barbarossa1941.view import BarbarossaView
from planspiel.systems.barbarossa1941.works import structures, structures_in

__all__ = ["CHOICES", "ORDERS", "SCRIPTS", "bombers", "reaction_targets"]

CHOICES = {
    "reaction_dice": Choice(
        "close combat",
        "Reaction fire at bombers: close-combat dice (the other reading: the dice of the row for aircraft)",
        "Reaktionsfeuer auf Bomber: Nahkampfwürfel (andere Lesart: Würfel der Zeile für Flugzeuge)",
        "BAR-reaction-fire-3",
        ("close combat", "aircraft row"),
    ),
}
MOST = 2
"""Shots that a unit has at an aircraft which bombs it, in steps 5 and 6 together."""


# -- the order ---------------------------------------------------------------------------------------------


def _options(pack: Pack, view: BarbarossaView, unit: Unit, given: Given) -> Iterator[UnitOrder]:
    """Every hex with a known enemy that somebody sees; for who attacks buildings those with one too."""
    enemies = [u for u in view.units.values() if u.side != unit.side and u.fate == "map" and u.hex]
    hexes = dict.fromkeys(enemy.hex for enemy in enemies)
    if pack.cards[unit.card].has("attacks_buildings"):
        hexes.update(dict.fromkeys(name.partition(":")[2] for name in structures(pack, view)))
    for hex_ in hexes:
        for entry in entries(pack, view, hex_):
            order = AirStrike(hex_, entry)
            if _refusal(pack, view, unit, order, given) is None:
                yield order


@rule("BAR-airstrike-1", "BAR-airstrike-2", "BAR-airstrike-6")
def _refusal(pack: Pack, view: BarbarossaView, unit: Unit, order: AirStrike, given: Given) -> Illegal | None:
    """A hex that an observer sees when the order is given; later nobody need see it."""
    return (
        ammo_refusal(unit, pack.charts.limits.air_ammo)
        or entry_refusal(pack, view, order.entry)
        or target_refusal(pack, view, unit.side, order.hex, "BAR-airstrike-2")
    )


def _odds(pack: Pack, view: BarbarossaView, unit: Unit, order: AirStrike) -> Odds | None:
    """The chances against the first enemy known to be there."""
    there = sorted(u.id for u in units_at(view, order.hex) if u.side != unit.side)
    return odds_of(pack, view, unit, view.units[there[0]], "bombs") if there else None


ORDERS = {AirStrike: OrderRule(_options, _refusal, _odds)}


# -- bombs -------------------------------------------------------------------------------------------------


@rule("BAR-airstrike-4")
def bombers(pack: Pack, state: Position) -> tuple[str, ...]:
    """Aircraft that have come to the hex they are to bomb in this round, with a point to pay."""
    return tuple(
        unit.id
        for unit in in_the_air(state)
        if isinstance(unit.order, AirStrike)
        and unit.station == unit.order.hex
        and not unit.stays
        and not unit.lapsed
        and unit.ammo >= pack.charts.limits.air_ammo
    )


@rule("BAR-airstrike-4", "BAR-reaction-fire-2")
def bombs(game: Game[Position]) -> Script[None]:
    """Before assaults. Who fires back is settled first, for it happens at the same time."""
    attacking = bombers(game.pack, game.state)
    if not attacking:
        return
    game.happens(StepBegan(6, attacking), ())
    aims: list[tuple[str, str]] = []
    open_choice: dict[Seat, dict[str, tuple[str, ...]]] = {}
    for unit, targets in reaction_targets(game.pack, game.state, attacking):
        if asks(unit):
            open_choice.setdefault(unit.seat, {})[unit.id] = targets
        elif not holds_fire(unit):
            aims.append((unit.id, targets[0]))
    if open_choice:
        asked = {seat: ChooseAircraft(units, tuple(units)) for seat, units in open_choice.items()}
        answers: dict[Seat, Shots] = yield from commit(asked)
        aims.extend(chosen(answers))
    game.happens(AircraftInSights(tuple(sorted(aims)), cite="BAR-reaction-fire-1"), ())
    game.then(Item("bombing"), Item("reaction-shots"))


@rule(
    "BAR-airstrike-3", "BAR-airstrike-5", "BAR-airstrike-X1", "BAR-bridge-3",
    "BAR-units-in-close-combat-10",
)  # fmt: skip
def bombing(game: Game[Position]) -> Script[None]:
    """A fire test against every unit in the hex, friend or enemy, hidden or not; one point for all of it.

    What is built there is attacked as well by aircraft that attack buildings.
    """
    while game.state.queue:
        yield from resume_point()
        unit = game.state.units[game.state.queue[0]]
        spend(game, unit.id, game.pack.charts.limits.air_ammo, "BAR-airstrike-5")
        for target in sorted(units_at(game.state, unit.station), key=lambda found: found.id):
            yield from fire(game, unit, target, "bombs", "BAR-airstrike-3", at=unit.station)
            game.happens(OwesTest(target.id, "bombs", cite="BAR-valour-test-4"), ())
        dice = dice_of(game.pack, game.state, unit, "building", "bombs").total
        accuracy = game.pack.cards[unit.card].melee_accuracy()
        for name in structures_in(game.pack, game.state, unit.station):
            yield from fire_at_building(game, unit, name, "bombs", dice, accuracy)
        game.happens(Dealt(unit.id), ())


# -- reaction fire -----------------------------------------------------------------------------------------


@rule("BAR-reaction-fire-1", "BAR-reaction-fire-3", "BAR-reaction-fire-X1")
def reaction_targets(
    pack: Pack, state: Position, attacking: tuple[str, ...]
) -> Iterator[tuple[Unit, tuple[str, ...]]]:
    """Units on Defend under the bombs that list aircraft and have a shot left, with whom they may fire at."""
    for hex_ in sorted({state.units[name].station for name in attacking}):
        for unit in sorted(units_at(state, hex_), key=lambda found: found.id):
            if not is_on_guard(unit) or not minds_aircraft(unit):
                continue
            if not pack.cards[unit.card].can_fight("aircraft"):
                continue
            enemies = [n for n in attacking if state.units[n].station == hex_]
            enemies = [n for n in enemies if state.units[n].side != unit.side and _has_shot(state, unit, n)]
            if enemies:
                yield unit, tuple(enemies)


def _has_shot(state: Position, unit: Unit, aircraft: str) -> bool:
    """Flak that has fired once in step 5 has its second shot still, over its own hex."""
    used = shots_at(state, unit, aircraft) if fires_at_all(state) else shots_taken(state, unit)
    return used < MOST


@rule("BAR-reaction-fire-2", "BAR-reaction-fire-3")
def reaction_shots(game: Game[Position]) -> Script[None]:
    """As in close combat, without a further point: Defend has paid for it."""
    while game.state.sky.aims:
        yield from resume_point()
        name, aircraft = game.state.sky.aims[0]
        unit, target = game.state.units[name], game.state.units[aircraft]
        dice = _row_dice(game, unit, target)
        yield from fire(game, unit, target, "reaction", "BAR-reaction-fire-2", dice=dice)
        game.happens(AircraftFiredAt(name, aircraft, cite="BAR-reaction-fire-3"), ())


def _row_dice(game: Game[Position], unit: Unit, target: Unit) -> int | None:
    """By option the dice of the row for aircraft, where it has any; otherwise those of close combat."""
    if game.state.options.get("reaction_dice") != "aircraft row":
        return None
    return dice_of(game.pack, game.state, unit, target_type(game.pack, target), "flak").total or None


SCRIPTS = {"bombs": bombs, "bombing": bombing, "reaction-shots": reaction_shots}
