"""The pack of Blitzkrieg 1940: all its data in one record, how it is loaded, and what would make no sense."""

from collections.abc import Iterable, Iterator
from functools import cached_property

from msgspec import Struct

from planspiel.kernel.chart import Chart
from planspiel.kernel.rulebook import rule
from planspiel.packs import Loaded, Problem, Source, load, stack
from planspiel.systems.blitzkrieg1940.charts import (
    Calibre,
    Charts,
    Checks,
    FireModifiers,
    Ground,
    Limits,
    MovementCosts,
    Rates,
    Result,
    Sighting,
    Terrain,
)
from planspiel.systems.blitzkrieg1940.counters import (
    CLASSES,
    NATIONS,
    Company,
    Counter,
    Formation,
    Independent,
    Kind,
    Marker,
    MarkerKind,
    Moves,
    Nation,
    Samples,
    SeenAs,
    UnitClass,
    Values,
)
from planspiel.systems.blitzkrieg1940.pack_faults import pack_faults
from planspiel.systems.blitzkrieg1940.scenario import (
    Bands,
    Carrier,
    Erratum,
    Hold,
    Load,
    MarkerSet,
    Opening,
    Reinforcement,
    Scenario,
    SetupStep,
    Withdrawal,
)
from planspiel.systems.blitzkrieg1940.theatre import BattleMap, Theatre

__all__ = [
    "CLASSES",
    "NATIONS",
    "Bands",
    "BattleMap",
    "Calibre",
    "Carrier",
    "Charts",
    "Checks",
    "Company",
    "Counter",
    "Erratum",
    "FireModifiers",
    "Formation",
    "Ground",
    "Hold",
    "Independent",
    "Kind",
    "Limits",
    "Load",
    "Marker",
    "MarkerKind",
    "MarkerSet",
    "MovementCosts",
    "Moves",
    "Nation",
    "Opening",
    "Pack",
    "Rates",
    "Reinforcement",
    "Result",
    "Samples",
    "Scenario",
    "SeenAs",
    "SetupStep",
    "Sighting",
    "Terrain",
    "Theatre",
    "UnitClass",
    "Values",
    "Withdrawal",
    "load_pack",
]

SYSTEM = "blitzkrieg1940"


class Pack(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """Counters, charts, maps and scenarios. One section is one file of the pack, or one folder."""

    counters: dict[str, Counter]
    formations: dict[str, Formation]
    independents: dict[str, Independent]
    markers: dict[MarkerKind, Marker]
    samples: Samples
    charts: Charts
    maps: dict[str, BattleMap]
    scenarios: dict[str, Scenario]

    @property
    def crt(self) -> Chart:
        return self.charts.crt

    @property
    def fire(self) -> FireModifiers:
        return self.charts.fire

    @property
    def movement(self) -> MovementCosts:
        return self.charts.movement

    @property
    def checks(self) -> Checks:
        return self.charts.checks

    @property
    def artillery(self) -> dict[Calibre, int]:
        return self.charts.artillery

    @property
    def stuka_column(self) -> int:
        return self.charts.stuka_column

    @property
    def sighting(self) -> Sighting:
        return self.charts.sighting

    @property
    def limits(self) -> Limits:
        return self.charts.limits

    @cached_property
    def companies(self) -> dict[str, Company]:
        """All companies of all formations."""
        return {
            id: company
            for formation in self.formations.values()
            for id, company in formation.companies.items()
        }

    @rule("BLK-1.3-G1")
    def command_errata(self) -> tuple[str, ...]:
        """Formations whose HQ counter shows another command range than 3.4 gives their nation."""
        return tuple(
            name
            for name, formation in self.formations.items()
            if formation.hq and formation.command != self.limits.command[formation.side]
        )

    def theatre(self, scenario: str) -> Theatre:
        """The map of a scenario, made ready for rules once."""
        return self._theatres[self.scenarios[scenario].map]

    @cached_property
    def _theatres(self) -> dict[str, Theatre]:
        return {name: Theatre(the_map, self.charts.terrain) for name, the_map in self.maps.items()}

    def faults(self) -> Iterator[Problem]:
        return pack_faults(self)


def load_pack(overlays: Iterable[Source] = ()) -> Loaded[Pack]:
    """The base pack with the overlays upon it; `PackFaults` says all that is wrong with them."""
    return load(Pack, [*stack(SYSTEM, "base"), *overlays])
