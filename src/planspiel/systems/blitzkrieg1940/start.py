"""12 The position before set-up: units off the map, markers outside the cup, objectives with their owners."""

from __future__ import annotations

from collections.abc import Iterator

from planspiel.kernel import Setup, Side, rule
from planspiel.systems.blitzkrieg1940.pack import MarkerSet, Pack, Scenario
from planspiel.systems.blitzkrieg1940.state import Formation, Marker, Position, Salvoes, Unit

__all__ = ["position_before_setup", "state_faults"]


def position_before_setup(pack: Pack, setup: Setup) -> Position:
    scenario = pack.scenarios[setup.scenario]
    units = {unit.id: unit for unit in _units(pack, scenario)}
    return Position(
        scenario=setup.scenario,
        options=dict(setup.options),
        seats=dict(setup.seats),
        units=dict(sorted(units.items())),
        formations={name: _formation(pack, name) for name in sorted(scenario.formations)},
        markers=dict(sorted((marker.id, marker) for marker in _all_markers(scenario))),
        control=_first_owners(pack, setup.scenario),
    )


@rule("BLK-3.1-A")
def _formation(pack: Pack, name: str) -> Formation:
    """One HQ and the units assigned to it; units still to arrive count in its steps (12.2)."""
    formation = pack.formations[name]
    return Formation(name, Side(formation.side), steps=pack.limits.steps * len(formation.companies))


@rule("BLK-1.1-B", "BLK-1.2-A")
def _units(pack: Pack, scenario: Scenario) -> Iterator[Unit]:
    """Companies of two steps with their formations; independent units have none before they are assigned."""
    for name in scenario.formations:
        formation = pack.formations[name]
        side = Side(formation.side)
        if formation.hq:
            yield Unit(f"{name}/hq", side, name, is_hq=True, steps=0, due=_due(scenario, name, f"{name}/hq"))
        for id_, company in formation.companies.items():
            yield Unit(
                id_,
                side,
                name,
                company.counter,
                is_independent=company.independent,
                due=_due(scenario, name, id_),
                steps=pack.limits.steps,
                carrier=_carrier(scenario, id_),
            )
    for id_ in scenario.independents:
        lone = pack.independents[id_]
        due = _due(scenario, "", id_)
        yield Unit(
            id_, Side(lone.side), "", lone.counter, is_independent=True, due=due, steps=pack.limits.steps
        )


def _due(scenario: Scenario, formation: str, unit: str) -> int:
    """The turn in which a unit comes, 0 if it is set up."""
    for coming in scenario.reinforcements:
        if formation in coming.formations or unit in (*coming.companies, *coming.independents):
            return coming.turn
        if formation in coming.hqs and unit == f"{formation}/hq":
            return coming.turn
    return 0


def _carrier(scenario: Scenario, unit: str) -> str:
    """The carrier on which a company begins the game."""
    return next((name for name, found in scenario.carriers.items() if found.mounted == unit), "")


@rule("BLK-11-G1")
def _first_owners(pack: Pack, scenario: str) -> dict[str, Side]:
    objectives = pack.theatre(scenario).objectives
    return {hex_: Side(objective.owner.lower()) for hex_, objective in objectives.items()}


# -- markers -----------------------------------------------------------------------------------------------


def _all_markers(scenario: Scenario) -> Iterator[Marker]:
    """Those of the beginning are due in turn 1, the others with their reinforcements."""
    counted: dict[str, int] = {}
    for nation, found in scenario.markers.items():
        yield from _markers(Side(nation), found, 1, counted)
    for coming in scenario.reinforcements:
        yield from _markers(Side(coming.side), coming.markers, coming.turn, counted)


def _markers(side: Side, found: MarkerSet, due: int, counted: dict[str, int]) -> Iterator[Marker]:
    """A formation's marker has the id of the formation; all others are numbered."""

    def number(kind: str) -> str:
        name = f"{side}_{kind}"
        counted[name] = counted.get(name, 0) + 1
        return f"{name}_{counted[name]}"

    for formation in found.formations:
        yield Marker(formation, side, "formation", formation, due=due)
    for load in found.artillery:
        yield Marker(number("artillery"), side, "artillery", load=Salvoes(**load), due=due)
    for strikes in found.stukas:
        yield Marker(number("stuka"), side, "stuka", load=Salvoes(stuka=strikes), due=due)
    for _ in range(found.repeat):
        yield Marker(number("repeat"), side, "repeat", due=due)
    for _ in range(found.general):
        yield Marker(number("general"), side, "general", due=due)


# -- positions from files ----------------------------------------------------------------------------------


def state_faults(pack: Pack, state: Position) -> Iterator[str]:
    """What does not fit the pack: scenario, units, formations, hexes."""
    if state.scenario not in pack.scenarios:
        yield f"there is no scenario {state.scenario}"
        return
    scenario, board = pack.scenarios[state.scenario], pack.theatre(state.scenario).board
    units = {unit.id: unit for unit in _units(pack, scenario)}
    for name in sorted(set(units) ^ set(state.units)):
        yield f"unit {name} is missing" if name in units else f"there is no unit {name}"
    for name, unit in state.units.items():
        if name in units and (unit.id, unit.side, unit.counter) != (
            name,
            units[name].side,
            units[name].counter,
        ):
            yield f"unit {name} is not the one of the pack"
        if (unit.hex not in board) if unit.fate == "map" else bool(unit.hex):
            yield f"unit {name} cannot be in {unit.hex or 'no hex'}"
        if unit.formation and unit.formation not in state.formations:
            yield f"unit {name} belongs to {unit.formation}, which is not there"
    if (state.march is None) != (state.plan is None):
        yield "a march and its plan go together"
    for name in sorted(set(scenario.formations) ^ set(state.formations)):
        yield f"formation {name} does not fit the scenario"
    for name, marker in state.markers.items():
        if marker.id != name or (marker.formation and marker.formation not in state.formations):
            yield f"marker {name} does not fit the scenario"
    planned = state.plan.path if state.plan is not None else ()
    for hex_ in (*state.works, *state.mines, *state.control, *planned):
        if hex_ not in board:
            yield f"there is no hex {hex_}"
