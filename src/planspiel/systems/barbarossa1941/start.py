"""The position before anything is bought or placed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from msgspec.structs import replace

from planspiel.kernel import Seat, Setup, Side, rule
from planspiel.systems.barbarossa1941.boards import Theatre
from planspiel.systems.barbarossa1941.orders import MOVES, Assault
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.scenario import Army
from planspiel.systems.barbarossa1941.state import (
    GERMAN,
    SIDES,
    Bunker,
    Fate,
    Minefield,
    Position,
    Trench,
    Unit,
    minefield_key,
    trench_key,
)

__all__ = [
    "army_of",
    "fresh_unit",
    "next_number",
    "on_the_airfield",
    "position_before_setup",
    "state_faults",
    "unit_id",
]


def position_before_setup(pack: Pack, setup: Setup) -> Position:
    """Units on their cards, works of the scenario on the board, points to spend."""
    state = Position(
        scenario=setup.scenario, options=dict(setup.options), seats={**setup.seats}, turn=0, step=0
    )
    for side in SIDES:
        army = army_of(pack, setup.scenario, side)
        state.points[side] = army.purchase.points if army.purchase else 0
        _add_units(pack, state, side, army)
        _add_works(state, side, army, pack.theatre(setup.scenario))
    return state


def army_of(pack: Pack, scenario: str, side: Side) -> Army:
    """What the scenario gives a side."""
    return pack.scenarios[scenario].army("german" if side == GERMAN else "soviet")


def unit_id(side: Side, number: int) -> str:
    """Flag 3 of the German army is `g3`."""
    return f"{'g' if side == GERMAN else 's'}{number}"


def next_number(state: Position, side: Side) -> int:
    return 1 + sum(unit.side == side for unit in state.units.values())


@rule("BAR-unit-size-1", "BAR-ammo-1", "BAR-unit-3")
def fresh_unit(pack: Pack, state: Position, side: Side, card: str, fate: Fate = "pool", due: int = 0) -> Unit:
    """A unit at full strength with all its ammunition and the next flag number of its army."""
    values, number = pack.cards[card], next_number(state, side)
    unit = Unit(
        id=unit_id(side, number),
        side=side,
        card=card,
        number=number,
        seat=_seat_for(state, side, number),
        fate=fate,
        due=due,
        ammo=values.ammo,
        smoke=values.special.smoke,
        mines=values.special.mines,
        charges=values.special.charges,
    )
    return on_the_airfield(unit) if values.is_aircraft and fate == "pool" else unit


@rule("BAR-before-battle-1")
def on_the_airfield(unit: Unit) -> Unit:
    """Aircraft start off the board, ready."""
    return replace(unit, fate="airfield", box="ready")


@rule("BAR-preparation-4")
def _seat_for(state: Position, side: Side, number: int) -> Seat:
    """With team mates the units are dealt round; they may hand them over to each other."""
    mates = [seat for seat, sides in state.seats.items() if side in sides]
    return mates[(number - 1) % len(mates)]


def _add_units(pack: Pack, state: Position, side: Side, army: Army) -> None:
    placed = list(army.placed)
    for card, count in army.units.items():
        for _ in range(count):
            unit = fresh_unit(pack, state, side, card)
            fixed = next((place for place in placed if place.card == card), None)
            if fixed is not None:
                placed.remove(fixed)
                hidden = fixed.hidden or card in pack.headquarters
                unit = replace(
                    unit,
                    fate="map",
                    hex=fixed.hex,
                    facing=fixed.facing,
                    hidden=hidden,
                    unseen=fixed.hidden and card not in pack.headquarters,
                    ambushing=int(fixed.hidden),
                )
            state.units[unit.id] = unit
    for coming in army.reinforcements:
        for card, count in coming.units.items():
            for _ in range(count):
                unit = fresh_unit(pack, state, side, card, "due", coming.round)
                limbered = not pack.cards[card].needs_set_up
                state.units[unit.id] = replace(unit, set_up=limbered)


def _add_works(state: Position, side: Side, army: Army, theatre: Theatre) -> None:
    side_toward = theatre.board.side_toward
    for work in army.works:
        match work.kind:
            case "trench":
                state.trenches[trench_key(work.hex, work.facing)] = Trench(work.hex, work.facing)
            case "bunker":
                state.bunkers[work.hex] = Bunker(work.facing)
            case "wire":
                state.wire[side_toward(work.hex, work.facing)] = side
            case "dragons_teeth":
                state.teeth[side_toward(work.hex, work.facing)] = side
    for mined in army.mines:
        name = minefield_key(side, mined.hex)
        state.mines[name] = Minefield(name, side, mined.hex, mined.kind)


def state_faults(pack: Pack, state: Position) -> Iterator[str]:
    """What is wrong with a position that came from a file."""
    if state.scenario not in pack.scenarios:
        yield f"there is no scenario {state.scenario}"
        return
    theatre = pack.theatre(state.scenario)
    for name, unit in state.units.items():
        if name != unit.id:
            yield f"unit {name} is called {unit.id}"
        if unit.card not in pack.cards:
            yield f"unit {name}: there is no card {unit.card}"
            continue
        if unit.fate not in get_args(Fate):
            yield f"unit {name}: {unit.fate} is nowhere"
        if unit.fate == "map" and unit.hex not in theatre.board:
            yield f"unit {name}: {unit.hex or 'nothing'} is not a hex of this board"
        if unit.facing is not None and not 0 <= unit.facing <= 5:
            yield f"unit {name}: {unit.facing} is not a direction"
        if not 0 <= unit.casualties <= pack.cards[unit.card].size:
            yield f"unit {name}: {unit.casualties} casualties are too many"
        if unit.carrier and unit.carrier not in state.units:
            yield f"unit {name}: there is no transport {unit.carrier}"
        if isinstance(unit.order, (*MOVES, Assault)):
            for hex_ in unit.order.route:
                if hex_ not in theatre.board:
                    yield f"unit {name}: {hex_} is not a hex of this board"
    for table in (state.smoke, state.bunkers, state.bridges, state.cargo):
        for hex_ in table:
            if hex_ not in theatre.board:
                yield f"{hex_} is not a hex of this board"
