"""Faults of sense in a scenario: what could not be set up, reached or fulfilled is said before play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from planspiel.kernel.rulebook import rule
from planspiel.packs import KeyPath, Problem, nearest
from planspiel.systems.wiener2022.air_faults import air_faults, load_faults
from planspiel.systems.wiener2022.catalogue import Model
from planspiel.systems.wiener2022.mission_faults import mission_faults
from planspiel.systems.wiener2022.roster import Recruit
from planspiel.systems.wiener2022.scenario import Mission, Party, Placed, SideName, Works
from planspiel.systems.wiener2022.state import BLUE, RED
from planspiel.systems.wiener2022.theatre import Theatre

if TYPE_CHECKING:
    from planspiel.systems.wiener2022.pack import Pack

SIDE_NAMES: tuple[SideName, SideName] = ("blue", "red")


def scenario_faults(pack: Pack, name: str) -> Iterator[Problem]:
    """Everything, in the order of dependence: fields and units first, what builds on them afterwards."""
    check = _Check(pack, name)
    first = [*check.field_faults(), *check.unit_faults()]
    yield from first
    if not first:
        yield from check.all()


class _Check:
    """The checks of one scenario on its field."""

    def __init__(self, pack: Pack, name: str) -> None:
        self.pack, self.name = pack, name
        self.scenario = pack.scenarios[name]
        self.theatre: Theatre = pack.theatre(name)
        self.parties: dict[SideName, Party] = {"blue": self.scenario.blue, "red": self.scenario.red}

    # What everything else builds on

    def field_faults(self) -> Iterator[Problem]:
        """Every field that is named is on the board."""
        for name, zone in self.scenario.zones.items():
            path = ("zones", name)
            yield from self.on_board((*path, "at"), zone.at)
            yield from self.on_board((*path, "exclude"), zone.exclude)
            if zone.at and (zone.x or zone.y):
                yield Problem(path, "has both named fields and a range; give one of them")
            elif not self.theatre.zones[name]:
                yield Problem(path, "has no field on this board")
        yield from self.on_board(("weather", "fog"), self.scenario.weather.fog)
        for side, party in self.parties.items():
            for where, label in _named_fields(party):
                yield from self.on_board((side, *where), [label], numbered=False)

    def unit_faults(self) -> Iterator[Problem]:
        """Every unit that is named is in the catalogue or in the scenario."""
        known = {**self.pack.units, **self.scenario.units}
        for side, party in self.parties.items():
            for where, unit in _named_units(party):
                if unit not in known:
                    hint = nearest(unit, known)
                    yield Problem((side, *where, "unit"), f"there is no unit {unit}", hint)

    def on_board(self, path: KeyPath, labels: Iterable[str], *, numbered: bool = True) -> Iterator[Problem]:
        for place, label in enumerate(labels):
            if label not in self.theatre.board:
                width, height = self.theatre.width, self.theatre.height
                reason = f"there is no field {label}; the board has {width} x {height} fields"
                yield Problem((*path, place) if numbered else path, reason)

    # The rest

    def all(self) -> Iterator[Problem]:
        yield from self.time_faults()
        yield from self.bridge_faults()
        rosters = {"blue": self.pack.roster(self.name, BLUE), "red": self.pack.roster(self.name, RED)}
        yield from self.id_faults([*rosters["blue"], *rosters["red"]])
        for side, party in self.parties.items():
            found = [
                *self.party_faults(party),
                *air_faults(self.pack, self.name, party),
                *load_faults(self.pack, rosters[side]),
            ]
            for problem in found:
                yield problem._replace(path=(side, *problem.path))
        yield from self.overlap_faults()
        for side in SIDE_NAMES:
            mission: Mission | None = self.scenario.missions.get(side)
            if mission is None:
                yield Problem(("missions",), f"the mission of {side} is missing (WPR-ausgangslage-1)")
                continue
            other = rosters["red" if side == "blue" else "blue"]
            facts = (self.scenario, self.theatre, self.parties[side])
            for problem in mission_faults(self.pack, facts, mission, rosters[side], other):
                yield problem._replace(path=("missions", side, *problem.path))

    def time_faults(self) -> Iterator[Problem]:
        clock, last = self.scenario.clock, self.scenario.turns
        if clock.start > clock.turns_per_day:
            yield Problem(("clock", "start"), f"a day has {clock.turns_per_day} turns")
        if clock.sunrise >= clock.sunset:
            yield Problem(("clock", "sunset"), "the sun sets after it has risen")
        for key, turns in (
            (("clock", "night"), clock.night or ()),
            (("weather", "fog_turns"), self.scenario.weather.fog_turns),
        ):
            for place, turn in enumerate(turns):
                if turn > last:
                    yield Problem((*key, place), f"the scenario has {last} turns")

    def bridge_faults(self) -> Iterator[Problem]:
        for at in self.scenario.bridges:
            is_water = at in self.theatre.board and self.theatre.is_water(at)
            if not is_water and at not in self.theatre.narrow:
                yield Problem(("bridges", at), "a bridge leads over a water field or a narrow water")

    def id_faults(self, recruits: list[Recruit]) -> Iterator[Problem]:
        seen = set[str]()
        for recruit in recruits:
            if recruit.id in seen:
                yield Problem((), f"two elements have the id {recruit.id}")
            seen.add(recruit.id)

    def zone_fault(self, path: KeyPath, zone: str) -> Iterator[Problem]:
        if zone and zone not in self.scenario.zones:
            hint = nearest(zone, self.scenario.zones)
            yield Problem(path, f"the scenario has no zone {zone}", hint)

    def party_faults(self, party: Party) -> Iterator[Problem]:
        yield from self.zone_fault(("zone",), party.zone)
        yield from self.zone_fault(("barrier_zone",), party.barrier_zone)
        yield from self.zone_fault(("exit",), party.exit)
        for place, placed in enumerate(party.units):
            for problem in self.placed_faults(placed, placed.zone or party.zone):
                yield problem._replace(path=("units", place, *problem.path))
            if self.scenario.deployment == "prescribed" and not (placed.at or placed.aboard):
                reason = "everything is placed in this scenario (deployment); give the field as at"
                yield Problem(("units", place), reason)
        yield from self.reinforcement_faults(party)
        for place, work in enumerate(party.works):
            for problem in self.work_faults(work):
                yield problem._replace(path=("works", place, *problem.path))
        for place, dummy in enumerate(party.dummies):
            if not self.models(dummy.unit)[0].is_dummy:
                yield Problem(("dummies", place, "unit"), f"{dummy.unit} is no dummy")
        for place, way in enumerate(party.off_board):
            yield from self.zone_fault(("off_board", place, "leave"), way.leave)
            yield from self.zone_fault(("off_board", place, "enter"), way.enter)

    def models(self, unit: str) -> list[Model]:
        return [self.pack.models[id] for id in self.pack.unit_models(self.name, unit)]

    def placed_faults(self, placed: Placed, zone: str) -> Iterator[Problem]:
        """A unit has a field it can stand in, and only what its kind can have."""
        models = self.models(placed.unit)
        yield from self.zone_fault(("zone",), placed.zone)
        if any(model.is_aircraft for model in models):
            yield Problem(("unit",), "aircraft belong to the air pool (air.pool)")
        elif placed.at and not self.has_room(models, placed.at, mounted=placed.mounted):
            yield Problem(("at",), f"{placed.unit} cannot stand in {placed.at}")
        elif not placed.at and not placed.aboard and zone in self.scenario.zones:
            fields = self.theatre.zones[zone]
            if not any(self.has_room(models, label, mounted=placed.mounted) for label in fields):
                yield Problem(("unit",), f"there is no field for {placed.unit} in the zone {zone}")
        if placed.facing >= 0 and not models[0].is_bunker:
            yield Problem(("facing",), "only a bunker has an arc")
        if placed.hidden and not models[0].is_portable:
            yield Problem(
                ("hidden",), "only figures with portable weapons can hide (WPR-figuren-verborgen-1)"
            )
        if placed.stock and not any(model.has("engineer_vehicle") for model in models):
            yield Problem(("stock",), "only an engineer vehicle carries material")
        if placed.count > 1 and placed.at and not all(model.is_figures for model in models):
            yield Problem(("count",), "several like models may not share a field (WPR-hoechstzahl-1)")

    def has_room(self, models: list[Model], label: str, *, mounted: bool) -> bool:
        """Whether a unit can stand in a field; mounted, its vehicle decides."""
        return all(can_stand(self.theatre, model, label) for model in (models[-1:] if mounted else models))

    @rule("WPR-ausgangslage-5")
    def reinforcement_faults(self, party: Party) -> Iterator[Problem]:
        """They come while the game lasts, over the edge of the board."""
        for place, due in enumerate(party.reinforcements):
            path: KeyPath = ("reinforcements", place)
            yield from self.zone_fault((*path, "zone"), due.zone)
            if due.turn > self.scenario.turns:
                yield Problem((*path, "turn"), f"the scenario has {self.scenario.turns} turns")
            inside = [f for f in self.theatre.zones.get(due.zone, ()) if not self.theatre.is_rim(f)]
            if inside:
                yield Problem((*path, "zone"), f"{inside[0]} does not lie at the edge of the board")
            for number, placed in enumerate(due.units):
                for problem in self.placed_faults(placed, placed.zone or due.zone):
                    yield problem._replace(path=(*path, "units", number, *problem.path))

    @rule("WPR-barrikaden-1", "WPR-fallen-1")
    def work_faults(self, work: Works) -> Iterator[Problem]:
        """Barricades and traps say whom they stop; a charge has something to blow up."""
        if work.kind == "barricade" and not work.stops:
            yield Problem(("stops",), "a barricade says whom it stops (WPR-barrikaden-1)")
        if work.stops and work.kind not in ("barricade", "trap"):
            yield Problem(("stops",), "only a barricade or trap says whom it stops")
        if work.plus is not None and work.kind != "trap":
            yield Problem(("plus",), "only a trap has a plus of its own")
        if work.hidden and work.kind == "dug_in":
            yield Problem(("hidden",), "field positions are not hidden; camouflage their troops")
        for place, label in enumerate(work.at):
            if work.kind == "demolition" and work.against == "bridge":
                if label not in self.theatre.bridges:
                    yield Problem(("at", place), f"there is no bridge in {label}")
            elif "|" in label:
                yield Problem(("at", place), f"{label} is an edge and no field")
            elif work.kind != "demolition" and not self.theatre.is_land(label):
                yield Problem(("at", place), f"{label} is water")

    def overlap_faults(self) -> Iterator[Problem]:
        """Nobody deploys in the zone of the enemy."""
        zones = [self.theatre.zones.get(party.zone, ()) for party in self.parties.values()]
        shared = [label for label in zones[0] if label in zones[1]]
        if shared:
            yield Problem(("red", "zone"), f"{', '.join(shared[:5])} also belong to the zone of blue")


def can_stand(theatre: Theatre, model: Model, label: str) -> bool:
    """By the ground of the field, or because a road, rail or bridge leads through it."""
    if model.is_watercraft:
        return theatre.is_water(label)
    if model.kind == "train":
        return label in theatre.rail_fields
    if model.is_bunker or model.is_dummy:
        return theatre.is_firm(label)
    if label in theatre.bridges or label in theatre.corduroy:
        return True
    if model.is_base and not model.is_portable:
        return theatre.enterable(label, "tracked")
    if theatre.enterable(label, model.mobility):
        return True
    return model.is_vehicle and label in theatre.road_fields and theatre.is_land(label)


def _named_fields(party: Party) -> Iterator[tuple[KeyPath, str]]:
    for place, placed in enumerate(party.units):
        if placed.at:
            yield ("units", place, "at"), placed.at
    for place, due in enumerate(party.reinforcements):
        for number, placed in enumerate(due.units):
            if placed.at:
                yield ("reinforcements", place, "units", number, "at"), placed.at
    for place, work in enumerate(party.works):
        for number, label in enumerate(work.at):
            for field in label.split("|"):
                yield ("works", place, "at", number), field
    for place, dummy in enumerate(party.dummies):
        if dummy.at:
            yield ("dummies", place, "at"), dummy.at
    for place, aircraft in enumerate(party.air.pool):
        for key, label in (("station", aircraft.station), ("on_field", aircraft.on_field)):
            if label:
                yield ("air", "pool", place, key), label


def _named_units(party: Party) -> Iterator[tuple[KeyPath, str]]:
    for place, placed in enumerate(party.units):
        yield ("units", place), placed.unit
    for place, due in enumerate(party.reinforcements):
        for number, placed in enumerate(due.units):
            yield ("reinforcements", place, "units", number), placed.unit
    for place, dummy in enumerate(party.dummies):
        yield ("dummies", place), dummy.unit
    for place, aircraft in enumerate(party.air.pool):
        yield ("air", "pool", place), aircraft.unit
