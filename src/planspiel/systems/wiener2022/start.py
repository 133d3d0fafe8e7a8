"""The position before anything is deployed: rosters, works of the scenario, bridges of the map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from msgspec.structs import replace

from planspiel.kernel import Setup, Side, rule
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.roster import Recruit
from planspiel.systems.wiener2022.scenario import Party, Works
from planspiel.systems.wiener2022.state import (
    SIDES,
    Barrier,
    Bridge,
    Charge,
    Earthwork,
    Element,
    Fate,
    Position,
    Stock,
)

__all__ = ["barrier_id", "element_of", "position_before_setup", "state_faults"]

FINISHED = 2
"""Work turns of a finished field position."""


def position_before_setup(pack: Pack, setup: Setup) -> Position:
    """Everything that the scenario lists, placed where it says so."""
    scenario = pack.scenarios[setup.scenario]
    scenario.ruled()
    state = Position(
        scenario=setup.scenario,
        options=dict(setup.options),
        seats=dict(setup.seats),
        active=scenario.first_side,
        night=scenario.is_night(1),
    )
    for side in SIDES:
        _enlist(pack, state, side)
        _add_works(state, side, scenario.party(side))
    state.bridges = {
        at: Bridge(found.kind, found.axis, found.intact)
        for at, found in pack.theatre(setup.scenario).bridges.items()
    }
    damaged = pack.theatre(setup.scenario).airfields
    state.broken = tuple(name for name, field in damaged.items() if field.damaged)
    return state


# -- forces ------------------------------------------------------------------------------------------------


@rule("WPR-ausgangslage-4", "WPR-gleichwertigkeit-1")
def _enlist(pack: Pack, state: Position, side: Side) -> None:
    """Strength and organisation by the order of battle alone: no nation is better than another."""
    party = pack.scenarios[state.scenario].party(side)
    recruits = {recruit.id: recruit for recruit in pack.roster(state.scenario, side)}
    for recruit in recruits.values():
        state.elements[recruit.id] = element_of(pack, party, side, recruit, recruits)
        model = pack.models[recruit.model]
        stock = pack.tables.stock_of(model)
        if stock is not None:
            state.stock[recruit.id] = _more(stock, recruit)
    state.elements = dict(sorted(state.elements.items()))


def element_of(
    pack: Pack, party: Party, side: Side, recruit: Recruit, recruits: dict[str, Recruit]
) -> Element:
    """An element as the scenario describes it."""
    model, placed = pack.models[recruit.model], recruit.placed
    fate, field = _whereabouts(recruit, recruits)
    element = Element(
        id=recruit.id,
        side=side,
        model=recruit.model,
        label=recruit.label,
        mate=recruit.mate,
        aboard=recruit.aboard,
        fate=fate,
        field=field,
        due=recruit.due,
        zone=recruit.zone,
        guise=model.looks_like,
        alerted=1 if party.command_delay else 0,
        ammunition=party.ammunition or -1 if model.weapons else -1,
        fuel=party.fuel or -1 if model.is_vehicle else -1,
    )
    return element if placed is None else _with_provisions(pack, element, party, recruit)


def _whereabouts(recruit: Recruit, recruits: dict[str, Recruit]) -> tuple[Fate, str]:
    """Whoever is carried is where the carrier is."""
    while recruit.aboard in recruits:
        recruit = recruits[recruit.aboard]
    if recruit.due:
        return "due", ""
    if recruit.field:
        return "board", recruit.field
    return _not_placed(recruit), ""


@rule("WPR-ausgangslage-7")
def _not_placed(recruit: Recruit) -> Fate:
    """Aircraft are not permanently over the field: they wait in the pool. Others are placed by owners."""
    return "reserve" if recruit.aircraft is not None else "due"


@rule("WPR-elite-1", "WPR-elite-2", "WPR-ausgangslage-6", "WPR-gleichwertigkeit-2")
def _with_provisions(pack: Pack, element: Element, party: Party, recruit: Recruit) -> Element:
    """Special provisions for a unit: elite, loss number, condition, camouflage, what the enemy knows."""
    placed = recruit.placed
    assert placed is not None
    if placed.partisans:
        element = _as_normal_figures(element)
    on_foot = not element.aboard
    return replace(
        element,
        elite=tuple(dict.fromkeys((*party.elite, *placed.elite))),
        loss=placed.loss or party.loss,
        value=placed.value,
        camouflaged=placed.camouflaged and on_foot,
        position=placed.camouflaged and pack.models[element.model].is_mobile_gun,
        no_position=not placed.position and pack.models[element.model].is_mobile_gun,
        hidden=placed.hidden and on_foot and pack.models[element.model].is_portable,
        located=placed.located,
        facing=placed.facing,
    )


@rule("WPR-partisanen-1")
def _as_normal_figures(element: Element) -> Element:
    """Partisans are figures like any others, on the table too; only hidden play conceals them."""
    return element


@rule("WPR-pionierausruestung-4")
def _more(stock: Stock, recruit: Recruit) -> Stock:
    """The initial stock of an engineer vehicle, and what the scenario adds."""
    extra = recruit.placed.stock if recruit.placed is not None else {}
    counts = {kind: stock.of(kind) + extra.get(kind, 0) for kind in Stock.__struct_fields__}  # type: ignore[call-overload]
    return Stock(**counts)


# -- works -------------------------------------------------------------------------------------------------


def barrier_id(state: Position, side: Side) -> str:
    """Barriers are numbered for each side as they come: `blue/3`."""
    return f"{side}/{1 + sum(barrier.side == side for barrier in state.barriers.values())}"


def _add_works(state: Position, side: Side, party: Party) -> None:
    for work in party.works:
        for field in work.at:
            _add_work(state, side, work, field)


def _add_work(state: Position, side: Side, work: Works, field: str) -> None:
    match work.kind:
        case "dug_in":
            state.earthworks[field] = Earthwork(FINISHED, side=side)
        case "demolition":
            name = f"{side}/{1 + len(state.charges)}"
            bridge = field if work.against == "bridge" else ""
            site = field.partition("|")[0]
            state.charges[name] = Charge(name, side, site, work.against, hidden=True, bridge=bridge)
        case kind:
            name = barrier_id(state, side)
            state.barriers[name] = Barrier(
                name, kind, field, side, work.hidden, stops=tuple(work.stops), plus=work.plus
            )


# -- positions from files ----------------------------------------------------------------------------------


def state_faults(pack: Pack, state: Position) -> Iterator[str]:
    """What is wrong with a position that came from a file."""
    if state.scenario not in pack.scenarios:
        yield f"there is no scenario {state.scenario}"
        return
    board = pack.theatre(state.scenario).board
    for name, element in state.elements.items():
        if name != element.id:
            yield f"element {name} is called {element.id}"
        if element.model not in pack.models:
            yield f"element {name}: there is no model {element.model}"
        if element.fate not in get_args(Fate):
            yield f"element {name}: {element.fate} is nowhere"
        if element.fate == "board" and element.field not in board:
            yield f"element {name}: {element.field or 'nothing'} is not a field of this board"
        for other in (element.aboard, element.mate):
            if other and other not in state.elements:
                yield f"element {name}: there is no element {other}"
        if element.side not in SIDES:
            yield f"element {name}: there is no side {element.side}"
    for name in state.stock:
        if name not in state.elements:
            yield f"there is no element {name}"
    fields = [*state.smoke, *state.light, *state.earthworks, *state.wrecks, *state.ruins]
    fields += [barrier.field for barrier in state.barriers.values()]
    fields += [barrage.field for barrage in state.barrages.values()]
    fields += [charge.field for charge in state.charges.values()]
    for field in fields:
        if field not in board:
            yield f"{field} is not a field of this board"
