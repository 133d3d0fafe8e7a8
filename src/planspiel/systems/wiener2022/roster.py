"""The roster: every element of a side, with its id, as a scenario lists its units."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from planspiel.kernel import Side
from planspiel.kernel.rulebook import rule
from planspiel.systems.wiener2022.scenario import Aircraft, Placed

if TYPE_CHECKING:
    from planspiel.systems.wiener2022.pack import Pack


class Recruit(Struct, frozen=True, kw_only=True):
    """An element before the game, and what the scenario says of it."""

    id: str
    model: str
    label: str
    label_de: str
    mate: str = ""
    """The other part of its unit."""
    aboard: str = ""
    """Who carries or tows it at the start."""
    field: str = ""
    """Its fixed field; none: its owner places it in `zone`."""
    zone: str = ""
    due: int = 0
    """The turn in which it comes as reinforcement; 0: it is there."""
    placed: Placed | None = None
    """What the scenario says of the unit on the ground."""
    aircraft: Aircraft | None = None
    """What it says of the aircraft."""
    is_dummy: bool = False


def enlist(pack: Pack, scenario: str, side: Side) -> tuple[Recruit, ...]:
    """Units first, then reinforcements, dummies and aircraft."""
    return tuple(_Muster(pack, scenario, side).all())


class _Muster:
    def __init__(self, pack: Pack, scenario: str, side: Side) -> None:
        self.pack, self.scenario, self.letter = pack, scenario, side[0]
        self.party = pack.scenarios[scenario].party(side)
        self.number = 0

    def all(self) -> Iterator[Recruit]:
        for placed in self.party.units:
            yield from self.units(placed, placed.zone or self.party.zone, 0)
        for due in self.party.reinforcements:
            for placed in due.units:
                yield from self.units(placed, placed.zone or due.zone, due.turn)
        yield from self.dummies()
        for aircraft in self.party.air.pool:
            yield from self.aircraft(aircraft)

    def ids(self, given: str, count: int) -> Iterator[str]:
        """The given id, with a letter more for each further unit, or the next number."""
        for place in range(count):
            self.number += 1
            suffix = "" if place == 0 else chr(ord("a") + place)
            yield f"{given}{suffix}" if given else f"{self.letter}{self.number}"

    @rule("WPR-einheit-1", "WPR-aufsitzen-2")
    def units(self, placed: Placed, zone: str, due: int) -> Iterator[Recruit]:
        """A unit is one element, or a base `b4` and its vehicle `b4v`."""
        models = self.pack.unit_models(self.scenario, placed.unit)
        for id in self.ids(placed.id, placed.count):
            vehicle = f"{id}v" if len(models) == 2 else ""
            parts = [(id, vehicle, vehicle if placed.mounted and vehicle else placed.aboard)]
            parts += [(vehicle, id, placed.aboard)] if vehicle else []
            for (own, mate, aboard), model in zip(parts, models, strict=True):
                label, label_de = self.names(model, placed)
                yield Recruit(
                    id=own,
                    model=model,
                    label=label,
                    label_de=label_de,
                    mate=mate,
                    aboard=aboard,
                    field=placed.at,
                    zone=zone,
                    due=due,
                    placed=placed,
                )

    def dummies(self) -> Iterator[Recruit]:
        for dummy in self.party.dummies:
            models = self.pack.unit_models(self.scenario, dummy.unit)
            label, label_de = self.names(models[0], None)
            for id in self.ids("", dummy.count):
                yield Recruit(
                    id=id,
                    model=models[0],
                    label=label,
                    label_de=label_de,
                    field=dummy.at,
                    zone=self.party.zone,
                    is_dummy=True,
                )

    def aircraft(self, aircraft: Aircraft) -> Iterator[Recruit]:
        models = self.pack.unit_models(self.scenario, aircraft.unit)
        label, label_de = self.names(models[0], aircraft)
        for id in self.ids(aircraft.id, aircraft.count):
            yield Recruit(
                id=id,
                model=models[0],
                label=label,
                label_de=label_de,
                field=aircraft.on_field,
                aircraft=aircraft,
            )

    def names(self, model: str, named: Placed | Aircraft | None) -> tuple[str, str]:
        """What the scenario calls an element, or else what its model is called."""
        known = self.pack.models[model]
        return (named.label if named else "") or known.name, (
            named.label_de if named else ""
        ) or known.name_de
