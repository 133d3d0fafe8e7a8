"""6.1 and 12.1 Carriers: loading and unloading infantry.

A carrier and the company on it move as one stack with the carrier's movement points.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Illegal, Order, rule
from planspiel.systems.blitzkrieg1940.pack import Pack
from planspiel.systems.blitzkrieg1940.state import GERMAN, Known, Position, Unit, passenger_of, put

__all__ = [
    "Load",
    "Loaded",
    "Unload",
    "Unloaded",
    "load",
    "load_refusal",
    "loads",
    "unload",
    "unload_refusal",
]


class Load(Order, frozen=True):
    """A carrier takes a company of its own hex aboard."""

    carrier: str
    passenger: str


class Unload(Order, frozen=True):
    """The company on a carrier gets down."""

    carrier: str


class Loaded(Event[Position], frozen=True):
    said: ClassVar[str] = "{unit} mounts {carrier}."
    unit: str
    carrier: str

    def apply(self, state: Position) -> None:
        put(state, replace(state.units[self.unit], carrier=self.carrier))


class Unloaded(Event[Position], frozen=True):
    said: ClassVar[str] = "{unit} gets down from {carrier}."
    unit: str
    carrier: str

    def apply(self, state: Position) -> None:
        put(state, replace(state.units[self.unit], carrier=""))


@rule("BLK-6.1-F", "BLK-6.1-G4")
def load_refusal(pack: Pack, known: Known, order: Load) -> Illegal | None:
    """Why a company cannot be loaded. Both use their action, so both must be able to act."""
    carrier, company = known.units.get(order.carrier), known.units.get(order.passenger)
    if carrier is None or not _is_carrier(pack, carrier):
        return Illegal("{unit} carries nobody.", "BLK-12.1-SPECIAL-D", unit=order.carrier)
    if company is None or company.is_hq or not pack.counters[company.counter].is_infantry:
        return Illegal("{unit} is no infantry company.", "BLK-6.1-F", unit=order.passenger)
    if company.formation != carrier.formation:
        return _other_formation(carrier, company)
    if company.hex != carrier.hex or not carrier.hex:
        reason = "{unit} and {carrier} are not in the same hex."
        return Illegal(reason, "BLK-6.1-G4", unit=company.id, carrier=carrier.id)
    if company.carrier or passenger_of(known, carrier.id) is not None:
        return Illegal(
            "{carrier} carries one company, and a company rides once.", "BLK-6.1-G4", carrier=carrier.id
        )
    return _unfit(carrier) or _unfit(company)


def _is_carrier(pack: Pack, unit: Unit) -> bool:
    return not unit.is_hq and unit.side == GERMAN and pack.counters[unit.counter].carries


@rule("BLK-12.1-SPECIAL-D")
def _other_formation(carrier: Unit, company: Unit) -> Illegal:
    """Each carrier serves the battalion it was given to."""
    reason = "{carrier} carries companies of {formation} only."
    return Illegal(reason, "BLK-12.1-SPECIAL-D", carrier=carrier.id, formation=carrier.formation)


def _unfit(unit: Unit) -> Illegal | None:
    if unit.acted:
        return Illegal("{unit} has already acted.", "BLK-5.2-G1", unit=unit.id)
    if unit.neutralised:
        return Illegal("{unit} is neutralised: it can only fire.", "BLK-8.4-E", unit=unit.id)
    return None


@rule("BLK-6.1-F", "BLK-6.1-G4")
def unload_refusal(pack: Pack, known: Known, order: Unload) -> Illegal | None:
    carrier = known.units.get(order.carrier)
    company = passenger_of(known, order.carrier)
    if carrier is None or carrier.fate != "map" or company is None:
        return Illegal("{unit} carries nobody.", "BLK-6.1-F", unit=order.carrier)
    return _unfit(carrier) or _unfit(company)


def loads(pack: Pack, known: Known, unit: Unit) -> Iterator[Load | Unload]:
    """What a carrier can load or unload now."""
    if not _is_carrier(pack, unit) or unit.fate != "map":
        return
    if passenger_of(known, unit.id) is not None:
        if unload_refusal(pack, known, Unload(unit.id)) is None:
            yield Unload(unit.id)
        return
    for company in known.units.values():
        if company.hex == unit.hex and company.formation == unit.formation:
            order = Load(unit.id, company.id)
            if load_refusal(pack, known, order) is None:
                yield order


def load(game: Game[Position], order: Load) -> None:
    game.happens(Loaded(order.passenger, order.carrier, cite="BLK-6.1-F"))


def unload(game: Game[Position], order: Unload) -> str:
    """Returns the company that got down."""
    company = passenger_of(game.state, order.carrier)
    assert company is not None
    game.happens(Unloaded(company.id, order.carrier, cite="BLK-6.1-F"))
    return company.id
