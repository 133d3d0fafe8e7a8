"""Step 5: aircraft take off, fly to their targets, fight, look, and go home."""

from __future__ import annotations

from collections.abc import Iterator

from planspiel.kernel import Event, Game, Item, Script, resume_point, rule
from planspiel.systems.barbarossa1941.airfield import return_to_airfield
from planspiel.systems.barbarossa1941.fire_steps import OrderLapsed
from planspiel.systems.barbarossa1941.flight import (
    FlightsBegan,
    FlownOn,
    TookOff,
    escorts_of,
    flight_line,
    in_the_air,
    is_finished,
    is_flying,
    is_under_way,
)
from planspiel.systems.barbarossa1941.orders import AIR_ORDERS, Escort, Intercept, SupplyDrop
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.planning import has_free_hq
from planspiel.systems.barbarossa1941.round import StepBegan
from planspiel.systems.barbarossa1941.state import Position, Sky, Unit

__all__ = ["SCRIPTS", "SkyCleared"]


class SkyCleared(Event[Position], frozen=True):
    """Nobody has fired at aircraft in this round yet, and nobody fights in the air."""

    def apply(self, state: Position) -> None:
        state.sky = Sky()
        state.movers = {}


@rule("BAR-sequence-5", "BAR-missions-1", "BAR-missions-21", "BAR-air-combat-1")
def step_5(game: Game[Position]) -> Script[None]:
    """Take-off and approach, interceptions, reconnaissance, and the way home of last round's missions."""
    game.happens(StepBegan(5, cite="BAR-sequence-5"))
    game.happens(SkyCleared(), ())
    if in_the_air(game.state) or any(_waiting(game.pack, game.state)):
        game.then(Item("take-off"), Item("intercepts"), Item("recon-rolls"), Item("returns"))
    return
    yield


def _impulse(opening: int) -> tuple[Item, ...]:
    """After each hex: first flak with its losses and tests, then the fights that patrols begin."""
    return (
        Item("aim-flak"),
        Item("flak-fire"),
        Item("apply-hits", ("air",)),
        Item("valour-tests", ("air",)),
        Item("patrols", (opening,)),
        Item("dogfights"),
        Item("approach"),
    )


# -- taking off --------------------------------------------------------------------------------------------


@rule("BAR-missions-2", "BAR-airfield-4")
def _waiting(pack: Pack, state: Position) -> Iterator[Unit]:
    """Aircraft that are ready on the airfield with an order."""
    for unit in state.units.values():
        is_ready = unit.fate == "airfield" and unit.box == "ready" and not unit.lapsed
        if is_ready and isinstance(unit.order, AIR_ORDERS):
            yield unit


def take_off(game: Game[Position]) -> Script[None]:
    """All launches at the same time, at the half hexes of the orders; then everyone flies."""
    going = _launched(game)
    for unit in going:
        cargo = unit.order.cargo if isinstance(unit.order, SupplyDrop) else 0
        game.happens(TookOff(unit.id, _entry(game.state, unit), cargo, cite="BAR-missions-2"))
    flights = {unit.id: getattr(unit.order, "hex", "") for unit in going}
    _set_out(game, {name: goal for name, goal in flights.items() if goal})
    game.then(*_impulse(opening=1))
    return
    yield


@rule("BAR-request-air-3", "BAR-intercept-3", "BAR-escort-2")
def _launched(game: Game[Position]) -> list[Unit]:
    """Who takes off: with a free HQ, an interceptor if its prey flies, an escort with its charge."""
    going: dict[str, Unit] = {}
    for unit in sorted(_waiting(game.pack, game.state), key=lambda found: found.id):
        if has_free_hq(game.pack, game.state, unit.side):
            going[unit.id] = unit
        else:
            game.happens(OrderLapsed(unit.id, cite="BAR-request-air-3"))
    while True:
        useless = {name: cite for name, unit in going.items() if (cite := _useless(game.state, going, unit))}
        if not useless:
            return list(going.values())
        for name, cite in useless.items():
            game.happens(OrderLapsed(name, cite=cite))
            del going[name]


def _useless(state: Position, going: dict[str, Unit], unit: Unit) -> str:
    """The entry that keeps an interceptor or escort on the ground: there is nobody to fly to."""
    if isinstance(unit.order, Intercept):
        prey = unit.order.target
        return "" if prey in going or state.units[prey].fate == "air" else "BAR-intercept-3"
    if isinstance(unit.order, Escort):
        charge = going.get(unit.order.target)
        return "" if charge is not None and not isinstance(charge.order, Escort) else "BAR-escort-2"
    return ""


def _entry(state: Position, unit: Unit) -> str:
    """An escort comes in where its charge does."""
    order = state.units[unit.order.target].order if isinstance(unit.order, Escort) else unit.order
    entry: str = getattr(order, "entry", "")
    return entry


# -- flying ------------------------------------------------------------------------------------------------


@rule("BAR-missions-3")
def _set_out(game: Game[Position], goals: dict[str, str]) -> None:
    """Straight lines from where the aircraft are to their goals."""
    theatre = game.pack.theatre(game.state.scenario)
    starts = {name: game.state.units[name].station for name in goals}
    routes = {
        name: tuple(step[0] for step in flight_line(theatre, starts[name], goal))
        for name, goal in goals.items()
    }
    game.happens(FlightsBegan(starts, routes, cite="BAR-missions-3"), ())


@rule("BAR-missions-4", "BAR-escort-2", "BAR-air-combat-15")
def approach(game: Game[Position]) -> Script[None]:
    """Everyone who still flies goes one hex on, escorts with their charges; then shots and fights again."""
    yield from resume_point()
    state = game.state
    flying = [name for name in sorted(state.movers) if is_flying(state, state.movers[name])]
    if not flying:
        return
    hexes: dict[str, str] = {}
    for name in flying:
        mover = state.movers[name]
        hexes[name] = mover.route[mover.done]
        hexes.update({escort.id: hexes[name] for escort in escorts_of(state, name)})
    game.happens(FlownOn(tuple(hexes), tuple(hexes.values()), cite="BAR-missions-4"))
    game.then(*_impulse(opening=0))


@rule("BAR-intercept-X1", "BAR-missions-13")
def intercepts(game: Game[Position]) -> Script[None]:
    """After all approaches interceptors fly straight to where the aircraft they are to attack is now."""
    goals: dict[str, str] = {}
    for unit in in_the_air(game.state):
        if isinstance(unit.order, Intercept) and is_under_way(game.pack, game.state, unit):
            prey = game.state.units[unit.order.target]
            if prey.fate == "air":
                goals[unit.id] = prey.station
    if goals:
        _set_out(game, goals)
        game.then(*_impulse(opening=0))
    return
    yield


# -- going home --------------------------------------------------------------------------------------------


@rule("BAR-missions-12", "BAR-missions-20", "BAR-missions-11")
def returns(game: Game[Position]) -> Script[None]:
    """Missions finished in an earlier round: after interceptions, all at the same time."""
    home = [
        unit.id
        for unit in in_the_air(game.state)
        if unit.stays and not unit.lapsed and is_finished(game.pack, game.state, unit)
    ]
    for name in home:
        return_to_airfield(game, name, "BAR-missions-12")
    game.happens(FlightsBegan({}, {}), ())
    return
    yield


SCRIPTS = {
    "step-5": step_5,
    "take-off": take_off,
    "approach": approach,
    "intercepts": intercepts,
    "returns": returns,
}
