"""Fire from the ground at passing aircraft: Defend units whose target table lists them.

A unit fires at the first hex of a flight line in its range, and again when an aircraft that flies against its
own hex arrives there. Direction, chosen distance and sight do not count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Choice, Event, Game, Script, Seat, commit, resume_point, rule
from planspiel.systems.barbarossa1941.attack import range_accuracy
from planspiel.systems.barbarossa1941.firing import fire
from planspiel.systems.barbarossa1941.flight import (
    escorts_of,
    hexes_ahead,
    hexes_before,
    hexes_now,
    is_flying,
)
from planspiel.systems.barbarossa1941.orders import Defend
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.reaction import ChooseShots, Shoot, Shots
from planspiel.systems.barbarossa1941.state import Mover, Position, Unit, ground_units

__all__ = [
    "CHOICES",
    "SCRIPTS",
    "AircraftFiredAt",
    "AircraftInSights",
    "ChooseAircraft",
    "aircraft_in_reach",
    "asks",
    "fires_at_all",
    "guards",
    "may_hold",
    "shots_at",
    "shots_taken",
]

CHOICES = {
    "flak_shots": Choice(
        "one",
        "Flak on Defend fires on one occasion in step 5 (the other reading: at every aircraft in range)",
        "Flak mit Verteidigen schießt in Schritt 5 einmal (andere Lesart: auf jedes Flugzeug in Reichweite)",
        "BAR-missions-19",
        ("one", "every aircraft"),
    ),
}
TWICE = 2
"""Shots of a unit whose own hex is the target."""


class ChooseAircraft(ChooseShots, frozen=True):
    """Also for reaction fire at aircraft that drop their bombs."""

    prompt: ClassVar[str] = "Enemy aircraft: at which do your units fire?"
    cite: ClassVar[str] = "BAR-missions-19"


class AircraftInSights(Event[Position], frozen=True):
    """Who fires at which aircraft; the dice follow."""

    aims: tuple[tuple[str, str], ...]

    def apply(self, state: Position) -> None:
        state.sky = replace(state.sky, aims=self.aims)


class AircraftFiredAt(Event[Position], frozen=True):
    """A unit has used a shot at an aircraft. It is its Defend shot, unless the air has shots of its own."""

    unit: str
    aircraft: str
    counts: bool = True

    def apply(self, state: Position) -> None:
        shot = (self.unit, self.aircraft)
        aims = tuple(aim for aim in state.sky.aims if aim != shot)
        state.sky = replace(state.sky, aims=aims, fired=(*state.sky.fired, shot))
        unit = state.units[self.unit]
        state.units[self.unit] = replace(unit, shots=unit.shots + int(self.counts))


# -- who may fire at what ----------------------------------------------------------------------------------


@rule("BAR-aircraft-4", "BAR-missions-18", "BAR-forest-7")
def guards(pack: Pack, state: Position) -> list[Unit]:
    """Ground units on Defend that list aircraft as a normal target, also in dense forest; in id order."""
    found = [
        unit
        for unit in ground_units(state)
        if is_on_guard(unit) and pack.cards[unit.card].can_fire_at("aircraft") and minds_aircraft(unit)
    ]
    return sorted(found, key=lambda unit: unit.id)


def is_on_guard(unit: Unit) -> bool:
    return isinstance(unit.order, Defend) and not unit.lapsed and not unit.suppressed


def minds_aircraft(unit: Unit) -> bool:
    """Whether the unit's instructions let it fire at aircraft at all."""
    return isinstance(unit.order, Defend) and (
        not unit.order.policy.types or "aircraft" in unit.order.policy.types
    )


def fires_at_all(state: Position) -> bool:
    """Whether every aircraft that comes into range is fired at."""
    return state.options.get("flak_shots") == "every aircraft"


def shots_taken(state: Position, unit: Unit) -> int:
    return sum(name == unit.id for name, _ in state.sky.fired)


def shots_at(state: Position, unit: Unit, aircraft: str) -> int:
    return state.sky.fired.count((unit.id, aircraft))


@rule("BAR-missions-18")
def reaches(pack: Pack, state: Position, unit: Unit, hexes: Sequence[str]) -> bool:
    """Whether one of these hexes is in the range of the weapon."""
    return any(hex_ == unit.hex or range_accuracy(pack, state, unit, hex_).total > 0 for hex_ in hexes)


@rule("BAR-missions-5", "BAR-missions-19")
def aircraft_in_reach(pack: Pack, state: Position, unit: Unit) -> tuple[str, ...]:
    """Enemy aircraft that have come into range in this impulse, or to the unit's own hex as their target."""
    found = []
    for mover in state.movers.values():
        aircraft = state.units[mover.unit]
        if not mover.entered or aircraft.side == unit.side or aircraft.fate != "air":
            continue
        if _at_first_sight(pack, state, unit, mover) or _at_the_target(state, unit, mover):
            found.append(aircraft.id)
    return tuple(sorted(found))


@rule("BAR-missions-5", "BAR-missions-8", "BAR-missions-9")
def _at_first_sight(pack: Pack, state: Position, unit: Unit, mover: Mover) -> bool:
    """The first hex in range on this flight; one shot in all, or by option one at every aircraft."""
    if shots_taken(state, unit) and not fires_at_all(state):
        return False
    aircraft = state.units[mover.unit]
    return reaches(pack, state, unit, hexes_now(pack, state, aircraft)) and not reaches(
        pack, state, unit, hexes_before(pack, state, mover)
    )


@rule("BAR-missions-6")
def _at_the_target(state: Position, unit: Unit, mover: Mover) -> bool:
    """An aircraft whose mission is against the unit's hex has arrived there: a second shot."""
    aircraft = state.units[mover.unit]
    arrived = mover.done == len(mover.route) and getattr(aircraft.order, "hex", "") == unit.hex
    used = shots_at(state, unit, aircraft.id) if fires_at_all(state) else shots_taken(state, unit)
    return arrived and aircraft.station == unit.hex and used < TWICE


@rule("BAR-missions-19", "BAR-reaction-fire-X1")
def may_hold(pack: Pack, state: Position, unit: Unit, targets: Sequence[str]) -> bool:
    """Flak waits only for another aircraft still to come, or over its own hex for reaction fire.

    Units that are no flak need not spend their Defend shot on aircraft.
    """
    if not pack.cards[unit.card].has("flak"):
        return True
    if any(_at_the_target(state, unit, state.movers[name]) for name in targets):
        return True
    for mover in state.movers.values():
        enemy = state.units[mover.unit]
        if enemy.side == unit.side or enemy.id in targets or not is_flying(state, mover):
            continue
        if reaches(pack, state, unit, hexes_ahead(pack, state, mover)):
            return True
    return False


# -- choosing and firing -----------------------------------------------------------------------------------


@rule("BAR-missions-5", "BAR-missions-19")
def aim_flak(game: Game[Position]) -> Script[None]:
    """Each unit picks one aircraft or waits, if it may; by option it fires at all of them."""
    aims: list[tuple[str, str]] = []
    open_choice: dict[Seat, dict[str, tuple[str, ...]]] = {}
    holders: dict[Seat, tuple[str, ...]] = {}
    for unit in guards(game.pack, game.state) if game.state.movers else ():
        targets = aircraft_in_reach(game.pack, game.state, unit)
        if fires_at_all(game.state):
            aims.extend((unit.id, target) for target in targets)
            continue
        holds = bool(targets) and may_hold(game.pack, game.state, unit, targets)
        if asks(unit) and (len(targets) > 1 or holds):
            open_choice.setdefault(unit.seat, {})[unit.id] = targets
            if holds:
                holders[unit.seat] = (*holders.get(unit.seat, ()), unit.id)
        elif targets and not (holds and holds_fire(unit)):
            aims.append((unit.id, targets[0]))
    if open_choice:
        asked = {seat: ChooseAircraft(units, holders.get(seat, ())) for seat, units in open_choice.items()}
        answers: dict[Seat, Shots] = yield from commit(asked)
        aims.extend(chosen(answers))
    if aims:
        game.happens(AircraftInSights(tuple(sorted(aims)), cite="BAR-missions-19"), ())


def asks(unit: Unit) -> bool:
    """Its order lies open, and its owner wants to be asked."""
    return isinstance(unit.order, Defend) and unit.order.policy.ask and not unit.hidden


def holds_fire(unit: Unit) -> bool:
    return isinstance(unit.order, Defend) and unit.order.policy.fire == "hold"


def chosen(answers: Mapping[Seat, Shots]) -> Iterator[tuple[str, str]]:
    """The shots that players have decided on."""
    for answer in answers.values():
        for piece, part in answer.parts.items():
            if isinstance(part, Shoot):
                yield piece.removeprefix("unit:"), part.target


@rule("BAR-defend-12", "BAR-escort-3")
def flak_fire(game: Game[Position]) -> Script[None]:
    """One fire test at the aircraft and one at each escort; all of it is paid with the Defend order."""
    while game.state.sky.aims:
        yield from resume_point()
        name, aircraft = game.state.sky.aims[0]
        unit, target = game.state.units[name], game.state.units[aircraft]
        hexes = hexes_now(game.pack, game.state, target)
        distance = game.pack.theatre(game.state.scenario).air.distance
        at = min(hexes, key=lambda hex_: (distance(unit.hex, hex_), hex_))
        cite = "BAR-missions-6" if shots_at(game.state, unit, aircraft) else "BAR-missions-5"
        yield from fire(game, unit, target, "flak", cite, at=at)
        for escort in escorts_of(game.state, aircraft):
            yield from fire(game, unit, escort, "flak", "BAR-escort-3", at=at)
        counts = not fires_at_all(game.state)
        game.happens(AircraftFiredAt(name, aircraft, counts, cite="BAR-missions-19"), ())


SCRIPTS = {"aim-flak": aim_flak, "flak-fire": flak_fire}
