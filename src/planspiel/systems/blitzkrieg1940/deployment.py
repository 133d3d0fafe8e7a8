"""12 Set-up: the question where to place what, and the hexes that are allowed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Illegal, Order, Question, Side, rule
from planspiel.systems.blitzkrieg1940.pack import Pack, Scenario, SetupStep
from planspiel.systems.blitzkrieg1940.state import Known, Position, Unit, Works, put, show, units_at
from planspiel.systems.blitzkrieg1940.theatre import Theatre
from planspiel.systems.blitzkrieg1940.view import BlitzkriegView
from planspiel.systems.blitzkrieg1940.works import is_infantry

__all__ = [
    "FinishPlacing",
    "ForcesShown",
    "MinesLaid",
    "Place",
    "PlaceForces",
    "PlaceMines",
    "PlaceWorks",
    "PlacementChanged",
    "Replace",
    "SomethingPlaced",
    "UnitPlaced",
    "WorksPlaced",
    "fixed_passengers",
    "groups",
    "is_all_fixed",
    "works_thing",
]

WORKS, MINES = "works:", "mines:"


class UnitPlaced(Event[Position], frozen=True):
    said: ClassVar[str] = "{unit} is placed in {hex}."
    unit: str
    hex: str

    def apply(self, state: Position) -> None:
        put(state, replace(state.units[self.unit], fate="map", hex=self.hex))


class WorksPlaced(Event[Position], frozen=True):
    said: ClassVar[str] = "Works are placed in {hex}."
    hex: str
    side: Side

    def apply(self, state: Position) -> None:
        state.works[self.hex] = Works(self.side)


class MinesLaid(Event[Position], frozen=True):
    said: ClassVar[str] = "A minefield is laid in {hex}."
    hex: str
    side: Side

    def apply(self, state: Position) -> None:
        state.mines[self.hex] = self.side


class PlacementChanged(Event[Position], frozen=True):
    """Works or mines are put somewhere else."""

    said: ClassVar[str] = "{thing} is moved to {hex}."
    thing: str
    hex: str

    def apply(self, state: Position) -> None:
        old = self.thing.partition(":")[2]
        if works_thing(self.thing):
            state.works[self.hex] = state.works.pop(old)
        else:
            state.mines[self.hex] = state.mines.pop(old)


class ForcesShown(Event[Position], frozen=True):
    """With stack secrecy: a placement is finished, and the enemy sees the top of each stack."""

    said: ClassVar[str] = "{side} has placed its forces."
    side: Side
    tops: tuple[str, ...]
    hexes: tuple[str, ...]

    def apply(self, state: Position) -> None:
        show(state, *self.tops)


class SomethingPlaced(Event[Position], frozen=True):
    """What the enemy learns of a placement he may not see."""

    said: ClassVar[str] = "{side} places something."
    side: Side


class Place(Order, frozen=True):
    unit: str
    hex: str


class PlaceWorks(Order, frozen=True):
    hex: str


class PlaceMines(Order, frozen=True):
    hex: str


class Replace(Order, frozen=True):
    """Put something already placed somewhere else: a unit, `works:1205` or `mines:0613`."""

    thing: str
    hex: str


class FinishPlacing(Order, frozen=True):
    """Everything is placed and stays where it is."""


PlacingOrder = Place | PlaceWorks | PlaceMines | Replace | FinishPlacing


class PlaceForces(Question[BlitzkriegView, PlacingOrder], frozen=True):
    """The steps `first` to `last` of the scenario's set-up, taken in any order.

    Listed are the hexes for the next thing in the scenario's order; changes only where nothing else is left,
    or where something does not stand as it should any more.
    """

    prompt: ClassVar[str] = "Place your forces."
    cite: ClassVar[str] = "BLK-12.1-FR-J"
    first: int
    last: int

    def options(self, view: BlitzkriegView) -> Iterator[PlacingOrder]:
        for step in _steps(view.pack, view, self.first, self.last):
            for unit in _unplaced(view.pack, view, step):
                yield from _placings(view, step, unit) or _changes(view, self)
                return
            markers = _marker_placings(view, step)
            if markers:
                yield from markers
                return
        yield from _corrections(view, self) or [FinishPlacing()]

    def check(self, view: BlitzkriegView, order: PlacingOrder) -> None:
        refusal = _refusal(view, self, order)
        if refusal is not None:
            raise refusal

    def explain(self, view: BlitzkriegView, thing: str) -> Illegal | None:
        kind, _, name = thing.partition(":")
        if kind != "unit" or name not in view.units:
            return None
        return (
            None if _step_of(view, self, name) else Illegal("{unit} is not placed now.", self.cite, unit=name)
        )


# -- what is placed when -----------------------------------------------------------------------------------


def groups(scenario: Scenario) -> list[tuple[int, int]]:
    """Neighbouring steps of one side are one placement: first and last step of each."""
    found: list[tuple[int, int]] = []
    for at, step in enumerate(scenario.setup):
        if found and scenario.setup[found[-1][0]].side == step.side:
            found[-1] = (found[-1][0], at)
        else:
            found.append((at, at))
    return found


def _steps(pack: Pack, known: Known, first: int, last: int) -> tuple[SetupStep, ...]:
    return pack.scenarios[known.scenario].setup[first : last + 1]


@rule("BLK-12.1-SPECIAL-E", "BLK-12.1-SPECIAL-G1")
def fixed_passengers(pack: Pack, known: Known) -> tuple[str, ...]:
    """Companies with the half-track symbol begin mounted and are placed with their carrier."""
    return tuple(carrier.mounted for carrier in pack.scenarios[known.scenario].carriers.values())


def _units(pack: Pack, known: Known, step: SetupStep) -> Iterator[str]:
    """The units of a step that its player places, HQs first; those that ride come with their carrier."""
    placed_otherwise = (*fixed_passengers(pack, known), *step.fixed)
    for name in step.formations:
        hq = (f"{name}/hq",) if f"{name}/hq" in known.units else ()
        yield from (u for u in (*hq, *pack.formations[name].companies) if u not in placed_otherwise)
    yield from (unit for unit in step.independents if unit not in placed_otherwise)


def is_all_fixed(pack: Pack, known: Known, steps: tuple[SetupStep, ...]) -> bool:
    """Whether the scenario leaves its player nothing to place."""
    return not any(step.works or step.mines or any(_units(pack, known, step)) for step in steps)


def _unplaced(pack: Pack, known: Known, step: SetupStep) -> Iterator[Unit]:
    return (known.units[u] for u in _units(pack, known, step) if known.units[u].fate == "due")


def _step_of(view: BlitzkriegView, question: PlaceForces, unit: str) -> SetupStep | None:
    for step in _steps(view.pack, view, question.first, question.last):
        if unit in _units(view.pack, view, step):
            return step
    return None


def _works(known: Known, step: SetupStep) -> list[str]:
    return [hex_ for hex_, works in known.works.items() if works.side == step.side]


def _mines(known: Known, step: SetupStep) -> list[str]:
    return [hex_ for hex_, side in known.mines.items() if side == step.side]


def works_thing(thing: str) -> bool:
    return thing.startswith(WORKS)


# -- where -------------------------------------------------------------------------------------------------


def _zone(pack: Pack, known: Known, step: SetupStep) -> tuple[str, ...]:
    """The hexes of a step, with the errata that the players have switched on."""
    scenario, theatre = pack.scenarios[known.scenario], pack.theatre(known.scenario)
    errata = tuple(name for name in scenario.errata if known.options.get(name))
    return _passable(theatre, scenario.zone_of(step, errata))


@lru_cache(maxsize=1024)
def _passable(theatre: Theatre, zone: str) -> tuple[str, ...]:
    return tuple(hex_ for hex_ in theatre.zones[zone] if theatre.terrain[hex_] != "impassable")


def _hexes(pack: Pack, known: Known, step: SetupStep, unit: Unit) -> tuple[str, ...]:
    """Where a unit of a step may stand at all."""
    return _zone(pack, known, step) if step.zone else _beside(pack, known, unit)


@rule("BLK-12.1-FR-G", "BLK-12.2-GE-G1")
def _beside(pack: Pack, known: Known, unit: Unit) -> tuple[str, ...]:
    """The hexes of companies that a unit is stacked with: of the battalion it is assigned to, if named."""
    lone = pack.independents[unit.id]
    mates = (unit.formation,) if unit.formation in lone.adopters else lone.stacks_with
    return tuple(sorted({u.hex for u in known.units.values() if _is_mate(u, mates) and u.id != unit.id}))


def _is_mate(unit: Unit, formations: tuple[str, ...]) -> bool:
    return bool(unit.hex) and not unit.is_hq and unit.id.partition("/")[0] in formations


def _room(pack: Pack, known: Known, unit: Unit) -> dict[str, int]:
    """How many companies stand in each hex beside this one and its passenger; enemies leave no room."""
    taken: dict[str, int] = {}
    for other in known.units.values():
        if not other.hex or unit.id in (other.id, other.carrier):
            continue
        if other.side != unit.side:
            taken[other.hex] = pack.limits.stack + 1
        elif not other.is_hq:
            taken[other.hex] = taken.get(other.hex, 0) + 1
    return taken


def _size(known: Known, unit: Unit) -> int:
    """What a unit counts for the stacking limit, with its passenger."""
    return 0 if unit.is_hq else 1 + sum(other.carrier == unit.id for other in known.units.values())


def _roomy(view: BlitzkriegView, step: SetupStep, unit: Unit) -> list[str]:
    """Where a unit may stand and finds room."""
    taken, size, limit = _room(view.pack, view, unit), _size(view, unit), view.pack.limits.stack
    hexes = _hexes(view.pack, view, step, unit)
    return [hex_ for hex_ in hexes if taken.get(hex_, 0) + size <= limit]


def _placings(view: BlitzkriegView, step: SetupStep, unit: Unit) -> list[PlacingOrder]:
    return [Place(unit.id, hex_) for hex_ in _roomy(view, step, unit)]


def _changes(view: BlitzkriegView, question: PlaceForces) -> Iterator[PlacingOrder]:
    """No room is left for a unit: others must make some; a carrier and its company want two places."""
    for step in _steps(view.pack, view, question.first, question.last):
        for name in _units(view.pack, view, step):
            unit = view.units[name]
            if unit.hex and not unit.is_hq:
                yield from (Replace(name, hex_) for hex_ in _roomy(view, step, unit) if hex_ != unit.hex)


def _marker_placings(view: BlitzkriegView, step: SetupStep) -> list[PlacingOrder]:
    """Works, then mines. Works for which no hex is left are not placed."""
    if len(_works(view, step)) < step.works:
        return [PlaceWorks(hex_) for hex_ in _works_hexes(view.pack, view, step)]
    if len(_mines(view, step)) < step.mines:
        return [PlaceMines(hex_) for hex_ in _mine_hexes(view.pack, view, step)]
    return []


@rule("BLK-10.2-G2", "BLK-12.2-FR-X1")
def _works_hexes(pack: Pack, known: Known, step: SetupStep) -> tuple[str, ...]:
    """One in a hex, with or without infantry; not where the enemy stands."""
    return tuple(hex_ for hex_ in _works_zone(pack, known, step) if hex_ not in known.works)


def _works_zone(pack: Pack, known: Known, step: SetupStep) -> tuple[str, ...]:
    """By option only with own infantry, and at Stonne by option wherever French infantry may set up."""
    zone = _zone(pack, known, step)
    if known.options["works_anywhere_at_stonne"] and known.scenario == "stonne":
        zone = _infantry_zone(pack, known, step)
    if known.options["works_need_infantry"]:
        zone = tuple(hex_ for hex_ in zone if _has_infantry(pack, known, hex_))
    return zone


def _infantry_zone(pack: Pack, known: Known, step: SetupStep) -> tuple[str, ...]:
    """All hexes of the side's steps that set up infantry."""
    hexes: set[str] = set()
    for other in pack.scenarios[known.scenario].setup:
        units = (company for name in other.formations for company in pack.formations[name].companies.values())
        if other.side == step.side and any(pack.counters[unit.counter].is_infantry for unit in units):
            hexes.update(_zone(pack, known, other))
    return tuple(sorted(hexes))


def _has_infantry(pack: Pack, known: Known, hex_: str) -> bool:
    return any(is_infantry(pack, unit) for unit in units_at(known, hex_))


def _mine_hexes(pack: Pack, known: Known, step: SetupStep) -> tuple[str, ...]:
    return tuple(hex_ for hex_ in _zone(pack, known, step) if hex_ not in known.mines)


# -- what others have left behind --------------------------------------------------------------------------


@rule("BLK-12.1-FR-G", "BLK-12.2-GE-G1", "BLK-10.2-G2")
def _astray(view: BlitzkriegView, question: PlaceForces) -> Iterator[tuple[SetupStep, str]]:
    """What stands alone because those it was placed with have been moved since, with its step."""
    for step in _steps(view.pack, view, question.first, question.last):
        for name in _units(view.pack, view, step):
            unit = view.units[name]
            if unit.hex and unit.hex not in _hexes(view.pack, view, step, unit):
                yield step, name
        if step.works:
            zone = _works_zone(view.pack, view, step)
            yield from ((step, WORKS + hex_) for hex_ in _works(view, step) if hex_ not in zone)


def _corrections(view: BlitzkriegView, question: PlaceForces) -> list[PlacingOrder]:
    """Where the first thing gone astray may be put instead; if nowhere, others must go back to it."""
    for step, thing in _astray(view, question):
        if works_thing(thing):
            hexes = list(_works_hexes(view.pack, view, step))
        else:
            hexes = _roomy(view, step, view.units[thing])
        return [Replace(thing, hex_) for hex_ in hexes] or list(_changes(view, question))
    return []


# -- refusals ----------------------------------------------------------------------------------------------


def _refusal(view: BlitzkriegView, question: PlaceForces, order: PlacingOrder) -> Illegal | None:
    if isinstance(order, FinishPlacing):
        return _finishing_refusal(view, question)
    if isinstance(order, Place) or (isinstance(order, Replace) and order.thing in view.units):
        return _unit_refusal(view, question, order)
    return _marker_refusal(view, question, order)


def _finishing_refusal(view: BlitzkriegView, question: PlaceForces) -> Illegal | None:
    for step, thing in _astray(view, question):
        if works_thing(thing):
            hex_ = thing.partition(":")[2]
            return Illegal("Works may not stay in {hex}: no infantry is left there.", "BLK-10.2-G2", hex=hex_)
        reason = "{unit} may not stay in {hex}: nobody it is set up with is left there."
        return Illegal(reason, step.cite, unit=thing, hex=view.units[thing].hex)
    if any(isinstance(option, FinishPlacing) for option in question.options(view)):
        return None
    return Illegal("Not everything is placed yet.", question.cite)


def _unit_refusal(view: BlitzkriegView, question: PlaceForces, order: Place | Replace) -> Illegal | None:
    name = order.unit if isinstance(order, Place) else order.thing
    step = _step_of(view, question, name)
    if step is None:
        return Illegal("{unit} is not placed now.", question.cite, unit=name)
    unit = view.units[name]
    if isinstance(order, Place) and unit.hex:
        return Illegal("{unit} stands in {hex} already.", step.cite, unit=name, hex=unit.hex)
    if isinstance(order, Replace) and not unit.hex:
        return Illegal("{unit} is not on the map yet.", step.cite, unit=name)
    if order.hex not in _hexes(view.pack, view, step, unit):
        return Illegal("{unit} may not be set up in {hex}.", step.cite, unit=name, hex=order.hex)
    taken = _room(view.pack, view, unit).get(order.hex, 0)
    if taken > view.pack.limits.stack:
        return Illegal("The enemy stands in {hex}.", "BLK-12.2-HEAD-X1", hex=order.hex)
    if taken + _size(view, unit) > view.pack.limits.stack:
        return Illegal("There is no room left in {hex}.", "BLK-7.3-A", hex=order.hex)
    return None


def _marker_refusal(view: BlitzkriegView, question: PlaceForces, order: PlacingOrder) -> Illegal | None:
    assert not isinstance(order, FinishPlacing | Place)
    is_works = isinstance(order, PlaceWorks) or (isinstance(order, Replace) and works_thing(order.thing))
    steps = _steps(view.pack, view, question.first, question.last)
    step = next((found for found in steps if (found.works if is_works else found.mines)), None)
    if step is None:
        return Illegal("No such marker is placed now.", question.cite)
    there = _works(view, step) if is_works else _mines(view, step)
    if isinstance(order, Replace):
        if order.thing.partition(":")[2] not in there:
            return Illegal("{thing} is not on the map.", step.cite, thing=order.thing)
    elif len(there) >= (step.works if is_works else step.mines):
        return Illegal("All such markers are placed.", step.cite)
    hexes = (_works_hexes if is_works else _mine_hexes)(view.pack, view, step)
    if order.hex not in hexes:
        return Illegal("The marker may not be placed in {hex}.", step.cite, hex=order.hex)
    return None
