"""Faults of sense in the air pool of a party, and in what aircraft and ships carry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from planspiel.kernel.rulebook import rule
from planspiel.packs import KeyPath, Problem, nearest
from planspiel.systems.wiener2022.catalogue import TRANSPORTS, Model
from planspiel.systems.wiener2022.roster import Recruit
from planspiel.systems.wiener2022.scenario import Aircraft, Party, Scenario
from planspiel.systems.wiener2022.theatre import Theatre

if TYPE_CHECKING:
    from planspiel.systems.wiener2022.pack import Pack

ARMED_SPECIALLY = ("light_bomber", "medium_bomber")


def air_faults(pack: Pack, name: str, party: Party) -> Iterator[Problem]:
    """Aircraft only, with what their kind can have."""
    scenario, theatre = pack.scenarios[name], pack.theatre(name)
    for place, aircraft in enumerate(party.air.pool):
        model = pack.models[pack.unit_models(name, aircraft.unit)[0]]
        for problem in _aircraft_faults(scenario, theatre, aircraft, model):
            yield problem._replace(path=("air", "pool", place, *problem.path))


@rule("WPR-flz-bewaffnung-5", "WPR-luftstreitkraefte-10", "WPR-flugbetrieb-1")
def _aircraft_faults(
    scenario: Scenario, theatre: Theatre, aircraft: Aircraft, model: Model
) -> Iterator[Problem]:
    """Transports fly by plan, special bombs hang under bombers, and airfields belong to flight operations."""
    if not model.is_aircraft:
        yield Problem(("unit",), f"{aircraft.unit} is no aircraft")
        return
    if model.role in TRANSPORTS and not (aircraft.turns or aircraft.on_field):
        reason = "transports and gliders fly by plan; give their turns (WPR-luftstreitkraefte-10)"
        yield Problem(("turns",), reason)
    for place, turn in enumerate(aircraft.turns):
        if turn > scenario.turns:
            yield Problem(("turns", place), f"the scenario has {scenario.turns} turns")
    if (aircraft.bomb >= 0 or aircraft.torpedo) and model.role not in ARMED_SPECIALLY:
        key = "bomb" if aircraft.bomb >= 0 else "torpedo"
        yield Problem((key,), "only light and medium bombers carry special bombs (WPR-flz-bewaffnung-5)")
    if aircraft.station and model.role != "observer":
        yield Problem(("station",), "only an observer is stationed above a field")
    if aircraft.on_field:
        fields = [label for airfield in theatre.airfields.values() for label in airfield.parking]
        if not scenario.flight_operations:
            reason = "aircraft stand on the board only with flight_operations (WPR-flugbetrieb-1)"
            yield Problem(("on_field",), reason)
        elif aircraft.on_field not in fields:
            yield Problem(("on_field",), f"{aircraft.on_field} is no parking field of an airfield")


@rule("WPR-flz-transport-1", "WPR-schiffe-klassen-8")
def load_faults(pack: Pack, roster: Sequence[Recruit]) -> Iterator[Problem]:
    """Who is brought by aircraft or ship finds room there; a base and its car are loaded apart."""
    carriers = {recruit.id: pack.models[recruit.model] for recruit in roster}
    loads, on_ramps = dict[str, int](), dict[str, int]()
    for recruit in roster:
        if recruit.placed is None or not recruit.placed.aboard:
            continue
        carrier = recruit.placed.aboard
        path: KeyPath = ("units",)
        if carrier not in carriers:
            yield Problem(
                path, f"{recruit.id} is aboard {carrier}, but there is none", nearest(carrier, carriers)
            )
        elif not (carriers[carrier].is_aircraft or carriers[carrier].is_watercraft):
            yield Problem(path, f"{recruit.id} is aboard {carrier}, which is neither aircraft nor craft")
        elif carriers[carrier].is_aircraft and not carriers[recruit.id].flies_as_load:
            yield Problem(path, f"{recruit.id} is aboard {carrier}, but aircraft carry only bases and cars")
        elif carriers[carrier].is_aircraft:
            model = carriers[recruit.id]
            points = pack.tables.air.load_of(model, pack.main_weapon(model))
            loads[carrier] = loads.get(carrier, 0) + points
        elif _has_ramp(carriers[carrier]) and carriers[recruit.id].is_vehicle:
            on_ramps[carrier] = on_ramps.get(carrier, 0) + 1
        elif not recruit.id.endswith("v"):
            loads[carrier] = loads.get(carrier, 0) + 1
    for carrier, vehicles in on_ramps.items():
        if vehicles > 1:
            yield Problem(("units",), f"{carrier} carries 1 land vehicle, but {vehicles} are loaded")
    for carrier, load in loads.items():
        room = carriers[carrier].capacity
        if load > room:
            yield Problem(("units",), f"{carrier} carries {room}, but {load} is loaded")


@rule("WPR-schiffe-klassen-3")
def _has_ramp(craft: Model) -> bool:
    """A landing craft that takes one land vehicle besides its figures."""
    return craft.has("landing_craft") and craft.has("ramp")
