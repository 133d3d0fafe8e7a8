"""Faults of sense in a pack: what fits the types and still cannot be played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from planspiel.kernel.rulebook import Rulebook, rule
from planspiel.packs import KeyPath, Problem, nearest
from planspiel.systems.blitzkrieg1940.counters import NATIONS
from planspiel.systems.blitzkrieg1940.scenario import Bands, MarkerSet, Reinforcement, Scenario, SetupStep
from planspiel.systems.blitzkrieg1940.theatre import Theatre, own_winds

if TYPE_CHECKING:
    from planspiel.systems.blitzkrieg1940.pack import Pack


def pack_faults(pack: Pack) -> Iterator[Problem]:
    """All faults that concern more than one section. Faults inside a map or chart are reported there."""
    yield from _company_faults(pack)
    sound = [name for name, the_map in pack.maps.items() if next(the_map.faults(), None) is None]
    if next(pack.charts.faults(), None) is not None:
        return
    for name, the_map in pack.maps.items():
        for nation in NATIONS:
            if len(own_winds(the_map, nation)) != 1:
                yield Problem(("maps", name, "edges"), f"one edge must be the {nation} side's own")
    for name, scenario in pack.scenarios.items():
        if scenario.map in sound:
            for problem in _Check(
                pack, scenario, Theatre(pack.maps[scenario.map], pack.charts.terrain)
            ).all():
                yield problem._replace(path=("scenarios", name, *problem.path))


def _company_faults(pack: Pack) -> Iterator[Problem]:
    for name, formation in pack.formations.items():
        for id in formation.companies:
            if not id.startswith(f"{name}/"):
                path = ("formations", name, "companies", id)
                yield Problem(path, f"the id of a company begins with its formation, as in {name}/1")
            elif id in pack.independents:
                yield Problem(("independents", id), "a company has the same id")


class _Check:
    """The checks of one scenario on its map."""

    def __init__(self, pack: Pack, scenario: Scenario, theatre: Theatre) -> None:
        self.pack, self.scenario, self.theatre = pack, scenario, theatre

    def all(self) -> Iterator[Problem]:
        zones = list(self.zone_faults())
        yield from zones
        yield from self.placement_faults()
        yield from self.fixed_faults()
        yield from self.marker_faults()
        yield from self.arrival_faults()
        yield from self.loss_faults()
        yield from self.carrier_faults()
        yield from self.victory_faults()
        yield from self.citation_faults()
        if not zones:
            for place, step in enumerate(self.scenario.setup):
                for problem in (*self.near_faults(step), *self.enemy_faults(step), *self.room_faults(step)):
                    yield problem._replace(path=("setup", place, *problem.path))

    def zone_faults(self) -> Iterator[Problem]:
        """Every zone named must be on the map."""
        scenario = self.scenario
        named = [(("setup", i, "zone"), step.zone) for i, step in enumerate(scenario.setup)]
        named += [
            (("reinforcements", i, "entry"), due.entry) for i, due in enumerate(scenario.reinforcements)
        ]
        for path, zone in named:
            if zone and zone not in self.theatre.zones:
                yield Problem(path, f"the map has no zone {zone}", nearest(zone, self.theatre.zones))
        for name, erratum in scenario.errata.items():
            for zone in (*erratum.zones, *erratum.zones.values()):
                if zone not in self.theatre.zones:
                    where = ("errata", name, "zones")
                    yield Problem(where, f"the map has no zone {zone}", nearest(zone, self.theatre.zones))

    @rule("BLK-12.1-FR-G1", "BLK-12.1-FR-G3")
    def near_faults(self, step: SetupStep) -> list[Problem]:
        """A zone with printed centres holds the hexes near any one of them, except enemy set-up hexes."""
        unknown = [label for label in step.near if label not in self.theatre.board]
        if unknown or not step.near:
            return [Problem(("near",), f"there is no hex {label} on the map") for label in unknown]
        enemy = self._hexes(other for other in self.scenario.setup if other.side != step.side)
        expected = [hex_ for hex_ in self.theatre.within(step.near, step.radius) if hex_ not in enemy]
        if list(self.theatre.zones[step.zone]) == expected:
            return []
        return [Problem(("zone",), f"the zone {step.zone} should hold {', '.join(expected)}")]

    def enemy_faults(self, step: SetupStep) -> Iterator[Problem]:
        """Whoever is set up first must not be able to take the hexes of the other."""
        later = self.scenario.setup[self.scenario.setup.index(step) :]
        enemy = self._hexes(other for other in later if other.side != step.side)
        shared = [hex_ for hex_ in self.theatre.zones.get(step.zone, ()) if hex_ in enemy]
        if shared:
            yield Problem(("zone",), f"{', '.join(shared)} also belong to the enemy's set-up")

    def room_faults(self, step: SetupStep) -> Iterator[Problem]:
        """All that must be set up in the same hexes must fit by the stacking limit."""
        if not step.zone:
            return
        zone = self.theatre.zones[step.zone]
        together = [other for other in self.scenario.setup if other.zone == step.zone]
        units = sum(self._units(other) for other in together)
        room = len(zone) * self.pack.limits.stack
        if units > room:
            yield Problem(("zone",), f"{units} units must be set up here, but there is room for {room}")
        if max(step.works, step.mines) > len(zone):
            yield Problem(("zone",), "there are more markers than hexes")

    def placement_faults(self) -> Iterator[Problem]:
        """Every formation and independent unit appears once, and on its own side."""
        seen = set[str]()
        sources: list[tuple[KeyPath, SetupStep | Reinforcement]] = [
            *((("setup", place), step) for place, step in enumerate(self.scenario.setup)),
            *((("reinforcements", place), due) for place, due in enumerate(self.scenario.reinforcements)),
        ]
        for path, source in sources:
            for id in (*source.formations, *source.independents):
                owner = self.pack.formations.get(id) or self.pack.independents[id]
                if owner.side != source.side:
                    yield Problem((*path, "side"), f"{id} is {owner.side}")
                if id in seen:
                    yield Problem(path, f"{id} appears twice")
                seen.add(id)

    def fixed_faults(self) -> Iterator[Problem]:
        """A unit with a fixed hex belongs to its step, and there is room for it."""
        stacks: dict[str, list[str]] = {}
        for place, step in enumerate(self.scenario.setup):
            hqs = [f"{name}/hq" for name in step.formations if self.pack.formations[name].hq]
            companies = [*self._companies(step.formations), *step.independents]
            for unit, hex_ in step.fixed.items():
                path = ("setup", place, "fixed", unit)
                if unit not in (*hqs, *companies):
                    hint = nearest(unit, companies)
                    yield Problem(path, f"{unit} is not set up in this step", hint)
                if hex_ not in self.theatre.board:
                    yield Problem(path, f"there is no hex {hex_} on the map")
                there = stacks.setdefault(hex_, [])
                there += () if unit in hqs else (step.side,)
                if len(there) > self.pack.limits.stack or len(set(there)) > 1:
                    yield Problem(path, f"there is no room for {unit} in {hex_}")

    def marker_faults(self) -> Iterator[Problem]:
        """Each formation that takes part has exactly one activation marker, and no other has one."""
        scenario = self.scenario
        markers = [*scenario.markers.values(), *(due.markers for due in scenario.reinforcements)]
        named = [formation for markers_ in markers for formation in markers_.formations]
        for formation in scenario.formations:
            if named.count(formation) != 1:
                reason = f"{formation} needs one activation marker, not {named.count(formation)}"
                yield Problem(("markers",), reason)
        for formation in named:
            if formation not in scenario.formations:
                yield Problem(("markers",), f"{formation} has a marker but takes no part")
        for nation, own in scenario.markers.items():
            for formation in own.formations:
                if self.pack.formations[formation].side != nation:
                    yield Problem(("markers", nation, "formations"), f"{formation} is not {nation}")
        if opening := scenario.opening:
            own = scenario.markers.get(opening.side, MarkerSet())
            for kind in ("stukas", "artillery", "formations"):
                if getattr(opening, kind) > len(getattr(own, kind)):
                    yield Problem(("opening", kind), "there are not so many markers of this kind")

    def arrival_faults(self) -> Iterator[Problem]:
        """The turn on a company agrees with the set-up or reinforcement that brings it."""
        expected = {id: 0 for step in self.scenario.setup for id in self._companies(step.formations)}
        for place, due in enumerate(self.scenario.reinforcements):
            path = ("reinforcements", place)
            if due.turn > self.scenario.turns:
                yield Problem((*path, "turn"), f"the scenario has {self.scenario.turns} turns")
            units = (*due.formations, *due.companies, *due.independents, *due.hqs)
            if units and not due.entry:
                yield Problem(path, "units need a zone to enter")
            for id in (*due.companies, *due.no_longer_independent):
                if id not in self.pack.companies:
                    hint = nearest(id, self.pack.companies)
                    yield Problem(path, f"there is no company {id}", hint)
            expected |= dict.fromkeys((*self._companies(due.formations), *due.companies), due.turn)
        for formation in self.scenario.formations:
            for id, company in self.pack.formations[formation].companies.items():
                if id not in expected:
                    yield Problem((), f"{id} is neither set up nor due in any turn")
                elif company.arrives != expected[id]:
                    yield Problem((), f"{id} comes in turn {expected[id]}, its entry says {company.arrives}")

    def loss_faults(self) -> Iterator[Problem]:
        """Losses and withdrawals concern formations that are there, and leave every unit alive."""
        for formation, steps in self.scenario.losses.items():
            if formation not in self.scenario.formations:
                yield Problem(("losses", formation), "this formation takes no part")
            elif steps > len(self.pack.formations[formation].companies):
                yield Problem(("losses", formation), "there are more losses than units")
        for place, leaving in enumerate(self.scenario.withdrawals):
            if leaving.formation not in self.scenario.formations:
                yield Problem(("withdrawals", place, "formation"), "this formation takes no part")

    def carrier_faults(self) -> Iterator[Problem]:
        """A carrier can carry, and its passenger is infantry of its formation."""
        for unit, carrier in self.scenario.carriers.items():
            path = ("carriers", unit)
            if not self.pack.counters[self.pack.independents[unit].counter].carries:
                yield Problem(path, "this unit carries nobody")
            if unit not in self.scenario.independents:
                yield Problem(path, "this unit takes no part")
            company = self.pack.formations[carrier.formation].companies.get(carrier.mounted)
            if carrier.mounted and company is None:
                yield Problem((*path, "mounted"), f"{carrier.mounted} is no company of {carrier.formation}")
            elif company is not None and not self.pack.counters[company.counter].is_infantry:
                yield Problem((*path, "mounted"), f"{carrier.mounted} is not infantry")

    def victory_faults(self) -> Iterator[Problem]:
        """There is a band for every turn and something to score; a place to hold is on the map."""
        victory = self.scenario.victory
        if not isinstance(victory, Bands):
            if victory.place not in self.theatre.places:
                hint = nearest(victory.place, self.theatre.places)
                yield Problem(("victory", "place"), f"the map has no place {victory.place}", hint)
            return
        if len(victory.bands) != self.scenario.turns:
            reason = f"there are {len(victory.bands)} bands for {self.scenario.turns} turns"
            yield Problem(("victory", "bands"), reason)
        for place, (low, high) in enumerate(victory.bands):
            if low > high:
                yield Problem(("victory", "bands", place), "the lower bound comes first")
        if not self.theatre.objectives:
            yield Problem(("victory",), "the map has no objectives to score")

    def citation_faults(self) -> Iterator[Problem]:
        """Every paragraph named must be in the rulebook."""
        scenario = self.scenario
        named: list[tuple[KeyPath, str]] = [
            *((("setup", place, "cite"), step.cite) for place, step in enumerate(scenario.setup)),
            *((("errata", name, "cite"), erratum.cite) for name, erratum in scenario.errata.items()),
            *((("rulings", place), id) for place, id in enumerate(scenario.rulings)),
        ]
        known = Rulebook.load("blitzkrieg1940").entries
        for path, id in named:
            if id not in known:
                yield Problem(path, f"the rulebook has no entry {id}", nearest(id, known))

    def _hexes(self, steps: Iterable[SetupStep]) -> frozenset[str]:
        return frozenset(hex_ for step in steps for hex_ in self.theatre.zones.get(step.zone, ()))

    def _companies(self, formations: Iterable[str]) -> list[str]:
        return [id for formation in formations for id in self.pack.formations[formation].companies]

    def _units(self, step: SetupStep) -> int:
        return len(self._companies(step.formations)) + len(step.independents)
