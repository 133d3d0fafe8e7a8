"""Models and weapons that hold in one scenario: its own ones, changed ones, and those of another period."""

from collections.abc import Mapping

from msgspec import structs

from planspiel.kernel.rulebook import rule
from planspiel.systems.wiener2022.catalogue import Model, Weapon
from planspiel.systems.wiener2022.classes import armour_class, gun_class
from planspiel.systems.wiener2022.scenario import ModelChange, Scenario
from planspiel.systems.wiener2022.tables import Period, Tables

DEEPEST = 4
"""Metres of water through which diving tanks go."""


@rule("WPR-panzer-einteilung-3", "WPR-sonderwaffen-1")
def scenario_weapons(base: Mapping[str, Weapon], scenario: Scenario, tables: Tables) -> dict[str, Weapon]:
    """The scenario's own weapons, and those of the catalogue that its period classes otherwise."""
    found = dict[str, Weapon]()
    if scenario.period != "wwii":
        for id, weapon in base.items():
            changed = structs.replace(weapon, gun_class=gun_class(tables, weapon, scenario.period))
            if changed != weapon:
                found[id] = changed
    return found | scenario.weapons


@rule("WPR-panzer-einteilung-3", "WPR-sonderwaffen-1", "WPR-ru-motschdiv43-9")
def scenario_models(
    base: Mapping[str, Model], weapons: Mapping[str, Weapon], scenario: Scenario, tables: Tables
) -> dict[str, Model]:
    """The scenario's own models, and those of the catalogue that its period, or then it itself, changes."""
    special = scenario_weapons(weapons, scenario, tables)
    armament = {**weapons, **special}
    found = dict[str, Model]()
    for id, model in base.items():
        armour = _armour(model, armament, scenario.period, tables)
        changed = model
        if armour != model.armour:
            changed = structs.replace(model, armour=armour, resistance=tables.resistance_of(armour))
        changed = _changed(changed, scenario.changes.get(id, ModelChange()))
        if _dives(changed, scenario):
            changed = structs.replace(changed, traits=changed.traits | {"amphibious"})
        if changed != model or any(weapon in special for weapon in model.weapons):
            found[id] = changed
    return found | scenario.models


@rule("WPR-panzer-einteilung-3", "WPR-befestigungen-7")
def _armour(model: Model, weapons: Mapping[str, Weapon], period: Period, tables: Tables) -> int:
    """The armour class in a period: of vehicles by weight, trains apart, of bunkers as of their gun."""
    if period == "wwii" or not model.is_armoured:
        return model.armour
    if model.kind == "vehicle":
        return armour_class(tables, model, period)
    if model.is_bunker and model.weapons:
        return weapons[model.weapons[0]].gun_class
    return model.armour


@rule("WPR-gewaesser-ueberwinden-2")
def _dives(model: Model, scenario: Scenario) -> bool:
    """Tanks go through water only if the scenario permits it and the water is not too deep."""
    permitted = scenario.engineering.diving_tanks and scenario.engineering.water_depth <= DEEPEST
    return permitted and model.is_combat_vehicle and model.mobility == "tracked"


def _changed(model: Model, change: ModelChange) -> Model:
    given = {name: value for name, value in structs.asdict(change).items() if value is not None}
    return structs.replace(model, **given)
