"""Flights: what all missions have in common, the straight line to the target, and the way home.

Aircraft in the air have a hex (`station`) and no place on the ground: they stop nobody, hide nothing and are
in nobody's way (BAR-aircraft-X2). Escorts have no flight of their own, they are where their charge is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Illegal, Side, rule
from planspiel.systems.barbarossa1941.boards import Theatre
from planspiel.systems.barbarossa1941.observing import observer_refusal
from planspiel.systems.barbarossa1941.orders import Escort, Patrol, ReconFlight
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.state import Known, Mover, Position, Unit

__all__ = [
    "FlightsBegan",
    "FlownOn",
    "OrderLost",
    "TookOff",
    "boxes_of",
    "duration_refusal",
    "entries",
    "entry_refusal",
    "escorts_of",
    "flight_line",
    "hexes_ahead",
    "hexes_before",
    "hexes_now",
    "in_the_air",
    "is_finished",
    "is_flying",
    "is_under_way",
    "target_refusal",
]

NEAREST = 2
"""Of each edge the half hexes nearest to the target that are offered as entries."""


# -- ordering a mission ------------------------------------------------------------------------------------


def entries(pack: Pack, known: Known, hex_: str) -> Iterator[str]:
    """A few half hexes of both edges from which the way to a hex is short; any other may be named too."""
    theatre = pack.theatre(known.scenario)
    north = [label for label in theatre.half_hexes if label.endswith("00")]
    south = [label for label in theatre.half_hexes if label not in north]
    for edge in (north, south):
        yield from sorted(edge, key=lambda label: (theatre.air.distance(label, hex_), label))[:NEAREST]


@rule("BAR-missions-2", "BAR-missions-17")
def entry_refusal(pack: Pack, known: Known, entry: str) -> Illegal | None:
    """Any half hex on any side of the board, written down with the order."""
    theatre = pack.theatre(known.scenario)
    if entry in theatre.air and theatre.is_half_hex(entry):
        return None
    return Illegal("{entry} is not a half hex at the edge of the board.", "BAR-missions-2", entry=entry)


@rule("BAR-missions-16", "BAR-request-air-2")
def target_refusal(
    pack: Pack, known: Known, side: Side, hex_: str, cite: str = "BAR-missions-16"
) -> Illegal | None:
    """The target hex of a mission must be seen by a ground unit of the side, when the order is given."""
    if hex_ not in pack.theatre(known.scenario).board:
        return Illegal("There is no hex {hex}.", "BAR-missions-3", hex=hex_)
    return observer_refusal(pack, known, side, hex_, cite)


def boxes_of(pack: Pack, unit: Unit) -> int:
    """The time boxes of a whole mission."""
    flight = pack.cards[unit.card].flight
    return flight.boxes if flight else 0


def duration_refusal(pack: Pack, unit: Unit, duration: int, cite: str) -> Illegal | None:
    most = boxes_of(pack, unit)
    if 1 <= duration <= most:
        return None
    return Illegal("{unit} can stay for 1 to {most} rounds.", cite, unit=unit.id, most=most)


# -- the line ----------------------------------------------------------------------------------------------


@rule("BAR-missions-3", "BAR-missions-8")
def flight_line(theatre: Theatre, start: str, goal: str) -> tuple[tuple[str, ...], ...]:
    """What the straight line passes after its start, one impulse after the other.

    Where it runs along a hexside the aircraft is in both hexes, and so also at the edge of ranges and areas.
    """
    if start == goal:
        return ()
    steps = theatre.air.line(start, goal).steps
    return (*(step.fields for step in steps if step.fields), (goal,))


def hexes_now(pack: Pack, state: Position, unit: Unit) -> tuple[str, ...]:
    """Where an aircraft is: one hex, or the two between which it flies."""
    mover = state.movers.get(unit.id)
    if mover is None or mover.done == 0:
        return (unit.station,)
    return _line_of(pack, state, mover)[mover.done - 1]


def hexes_before(pack: Pack, state: Position, mover: Mover) -> tuple[str, ...]:
    """Where an aircraft has been on this flight before the present impulse."""
    if mover.done == 0:
        return ()
    passed = _line_of(pack, state, mover)[: mover.done - 1]
    return (mover.start, *(hex_ for step in passed for hex_ in step))


def hexes_ahead(pack: Pack, state: Position, mover: Mover) -> tuple[str, ...]:
    """Where an aircraft will still come on this flight."""
    return tuple(hex_ for step in _line_of(pack, state, mover)[mover.done :] for hex_ in step)


def _line_of(pack: Pack, state: Position, mover: Mover) -> tuple[tuple[str, ...], ...]:
    goal = mover.route[-1] if mover.route else mover.start
    return flight_line(pack.theatre(state.scenario), mover.start, goal)


# -- who is where ------------------------------------------------------------------------------------------


def in_the_air(state: Position) -> list[Unit]:
    """All aircraft on the board, in id order."""
    found = [unit for unit in state.units.values() if unit.fate == "air"]
    return sorted(found, key=lambda unit: unit.id)


def is_flying(state: Position, mover: Mover) -> bool:
    """Whether an aircraft has not come to the end of its flight."""
    return state.units[mover.unit].fate == "air" and not mover.stopped and mover.done < len(mover.route)


def escorts_of(state: Position, unit_id: str) -> list[Unit]:
    """The fighters that fly with an aircraft."""
    return [
        other
        for other in in_the_air(state)
        if isinstance(other.order, Escort) and other.order.target == unit_id and not other.lapsed
    ]


@rule("BAR-missions-12", "BAR-recon-2", "BAR-patrol-3", "BAR-escort-5", "BAR-air-combat-16")
def is_finished(pack: Pack, state: Position, unit: Unit) -> bool:
    """Whether a mission of an earlier round is over: one round, the chosen duration, or all time boxes.

    An escort has finished with its charge.
    """
    if unit.fate != "air" or unit.order is None:
        return True
    if unit.stays == 0:
        return False
    if not isinstance(unit.order, Patrol | ReconFlight | Escort):
        return True
    if unit.stays >= unit.order.duration or unit.flown >= boxes_of(pack, unit):
        return True
    if not isinstance(unit.order, Escort):
        return False
    charge = state.units[unit.order.target]
    return not charge.lapsed and is_finished(pack, state, charge)


def is_under_way(pack: Pack, state: Position, unit: Unit) -> bool:
    """Whether an aircraft is in the air with an order that is in force."""
    return unit.fate == "air" and not unit.lapsed and not is_finished(pack, state, unit)


# -- events ------------------------------------------------------------------------------------------------


class TookOff(Event[Position], frozen=True):
    """An aircraft is on the board, at its half hex."""

    said: ClassVar[str] = "{unit} comes in at {entry}."
    unit: str
    entry: str
    cargo: int = 0

    def apply(self, state: Position) -> None:
        state.units[self.unit] = replace(
            state.units[self.unit], fate="air", box="", station=self.entry, stays=0, cargo=self.cargo
        )


class FlightsBegan(Event[Position], frozen=True):
    """Who flies in this stage: from which hex, and what it passes."""

    starts: dict[str, str]
    routes: dict[str, tuple[str, ...]]

    def apply(self, state: Position) -> None:
        state.movers = {
            name: Mover(name, self.routes[name], start, entered=True) for name, start in self.starts.items()
        }


class FlownOn(Event[Position], frozen=True):
    """All who fly are one hex farther on, and their escorts with them."""

    said: ClassVar[str] = "Flight: {units}."
    units: tuple[str, ...]
    hexes: tuple[str, ...]

    def apply(self, state: Position) -> None:
        for mover in list(state.movers.values()):
            state.movers[mover.unit] = replace(mover, entered=False)
        for name, hex_ in zip(self.units, self.hexes, strict=True):
            state.units[name] = replace(state.units[name], station=hex_)
            if name in state.movers:
                mover = state.movers[name]
                state.movers[name] = replace(mover, done=mover.done + 1, entered=True)


class OrderLost(Event[Position], frozen=True):
    """An aircraft that enemies got at: it stays where it is and goes home in the next round."""

    said: ClassVar[str] = "{unit} is attacked and loses its order."
    unit: str

    def apply(self, state: Position) -> None:
        state.units[self.unit] = replace(state.units[self.unit], order=None, lapsed=True)
        if self.unit in state.movers:
            state.movers[self.unit] = replace(state.movers[self.unit], stopped=True)
