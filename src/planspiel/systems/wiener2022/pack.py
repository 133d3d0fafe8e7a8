"""The pack of the Wiener Planspielregeln: all its data in one record, how it is loaded, and the roster."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Annotated, Any

from msgspec import Meta, Struct, field, structs

from planspiel.kernel import Side
from planspiel.kernel.rulebook import cited, rule
from planspiel.packs import Loaded, Problem, Source, load, refers_to, stack
from planspiel.systems.wiener2022.catalogue import Data, Id, Model, Weapon, Word
from planspiel.systems.wiener2022.pack_faults import pack_faults
from planspiel.systems.wiener2022.roster import Recruit, enlist
from planspiel.systems.wiener2022.scenario import Scenario
from planspiel.systems.wiener2022.special import scenario_models, scenario_weapons
from planspiel.systems.wiener2022.tables import Tables
from planspiel.systems.wiener2022.theatre import BattleMap, Theatre

SYSTEM = "wiener2022"


class Unit(Data, frozen=True, kw_only=True):
    """A company, battery or squadron: a model, or a base and its vehicle."""

    name: Word
    name_de: Word
    """As the book prints it, where it does."""
    models: Annotated[
        tuple[Annotated[str, refers_to("models")], ...],
        Meta(min_length=1, max_length=2),
    ]
    """The base first, then its vehicle."""


class Group(Data, frozen=True, kw_only=True):
    """A part of a division, as the book lists it."""

    name: Word
    name_de: Word
    elements: tuple[tuple[Word, Word, Annotated[str, refers_to("units")]], ...]
    """What the unit is called, its model as printed, and its unit in the catalogue."""
    cite: Word


class Division(Data, frozen=True, kw_only=True):
    """A printed organisation."""

    name: Word
    name_de: Word
    groups: dict[Id, Group]

    @rule("WPR-ru-motschdiv43-10")
    def elements(self) -> Iterator[tuple[str, str, str]]:
        """All its units in the order of the book: label, printed model, unit. No date is checked."""
        for group in self.groups.values():
            cited(group.cite)
            yield from group.elements


class Pack(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """Catalogue, tables, maps and scenarios. One section is one file of the pack, or one folder."""

    own_weapons: dict[Id, Weapon] = field(name="weapons")
    own_models: dict[Id, Model] = field(name="models")
    units: dict[Id, Unit]
    divisions: dict[Id, Division]
    tables: Tables
    maps: dict[str, BattleMap]
    scenarios: dict[str, Scenario]

    @cached_property
    def weapons(self) -> Mapping[str, Weapon]:
        """The catalogue, and what scenarios add or change under the name `scenario:weapon`."""
        found = {id: structs.replace(weapon, id=id) for id, weapon in self.own_weapons.items()}
        for name, scenario in self.scenarios.items():
            special = scenario_weapons(self.own_weapons, scenario, self.tables)
            found |= {f"{name}:{id}": structs.replace(w, id=f"{name}:{id}") for id, w in special.items()}
        return found

    @cached_property
    def models(self) -> Mapping[str, Model]:
        """The catalogue, and what scenarios add or change under the name `scenario:model`."""
        found = {id: structs.replace(model, id=id) for id, model in self.own_models.items()}
        for name, scenario in self.scenarios.items():
            special = scenario_models(self.own_models, self.own_weapons, scenario, self.tables)
            for id, model in special.items():
                weapons = tuple(self.weapon_id(name, weapon) for weapon in model.weapons)
                found[f"{name}:{id}"] = structs.replace(model, id=f"{name}:{id}", weapons=weapons)
        return found

    def weapon_id(self, scenario: str, weapon: str) -> str:
        """The weapon that a name means in a scenario."""
        special = f"{scenario}:{weapon}"
        return special if special in self.weapons else weapon

    def model_id(self, scenario: str, model: str) -> str:
        """The model that a name means in a scenario."""
        special = f"{scenario}:{model}"
        return special if special in self.models else model

    def unit_models(self, scenario: str, unit: str) -> tuple[str, ...]:
        """The models of a unit in a scenario: the base first, then its vehicle."""
        own = self.scenarios[scenario].units.get(unit)
        models = own if own is not None else self.units[unit].models
        return tuple(self.model_id(scenario, model) for model in models)

    @rule("WPR-ausgangslage-4")
    def roster(self, scenario: str, side: Side) -> tuple[Recruit, ...]:
        """Every element that a side has, comes to have or flies, in the order of the scenario."""
        rosters = self._rosters
        found = rosters.get((scenario, side))
        if found is None:
            found = rosters[scenario, side] = enlist(self, scenario, side)
        return found

    @rule("WPR-basieren-1")
    def main_weapon(self, model: Model) -> Weapon | None:
        """What an element fights with: by its model alone, whatever stands on the base."""
        return self.weapons[model.weapons[0]] if model.weapons else None

    def theatre(self, scenario: str) -> Theatre:
        """The field of a scenario, made ready for rules once."""
        found = self._theatres.get(scenario)
        if found is None:
            found = self._theatres[scenario] = assemble(self, self.scenarios[scenario])
        return found

    def kept(self, name: str) -> dict[Any, Any]:
        """Where a chapter keeps what follows from the pack alone and is asked for often."""
        found: dict[Any, Any] | None = self.__dict__.get(name)
        if found is None:
            found = vars(self)[name] = {}
        return found

    @cached_property
    def _rosters(self) -> dict[tuple[str, Side], tuple[Recruit, ...]]:
        return {}

    @cached_property
    def _theatres(self) -> dict[str, Theatre]:
        return {}

    @cached_property
    def ladder(self) -> tuple[str, ...]:
        """The scenarios from the easiest to the hardest."""
        return tuple(sorted(self.scenarios, key=lambda name: (self.scenarios[name].number, name)))

    def faults(self) -> Iterator[Problem]:
        return pack_faults(self)


def assemble(pack: Pack, scenario: Scenario) -> Theatre:
    """The map with the zones and bridges of the scenario."""
    the_map = pack.maps[scenario.board]
    labels = the_map.board().labels
    zones = {
        name: tuple(label for label in labels if zone.holds(label)) for name, zone in scenario.zones.items()
    }
    return Theatre(the_map, zones, scenario.bridges)


def load_pack(overlays: Iterable[Source] = ()) -> Loaded[Pack]:
    """The base pack with the overlays upon it; `PackFaults` says all that is wrong with them."""
    return load(Pack, [*stack(SYSTEM, "base"), *overlays])
