"""Faults of sense in a pack: what fits the types and still cannot be played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from planspiel.kernel.rulebook import Rulebook, rule
from planspiel.packs import KeyPath, Problem, nearest
from planspiel.systems.wiener2022.catalogue import Model, Weapon
from planspiel.systems.wiener2022.options import choices_of
from planspiel.systems.wiener2022.scenario_faults import scenario_faults

if TYPE_CHECKING:
    from planspiel.systems.wiener2022.pack import Pack

LEDGER = "wiener2022"


def pack_faults(pack: Pack) -> Iterator[Problem]:
    """All faults that concern more than one section. Faults inside a model or a map are reported there."""
    catalogue = [
        *_weapon_faults(("models",), pack.own_models, pack.own_weapons),
        *_bunker_faults(pack),
        *_unit_faults(pack),
        *_division_faults(pack),
    ]
    yield from catalogue
    sound = {name for name, the_map in pack.maps.items() if next(the_map.faults(), None) is None}
    for name, scenario in pack.scenarios.items():
        found = [*_own_faults(pack, name), *citation_faults(("rulings",), scenario.rulings)]
        for place, provision in enumerate(scenario.provisions):
            found += citation_faults(("provisions", place, "overrides"), provision.overrides)
        found += option_faults(scenario.options)
        if not catalogue and not found and scenario.board in sound:
            found += scenario_faults(pack, name)
        for problem in found:
            yield problem._replace(path=("scenarios", name, *problem.path))


@rule("WPR-befestigungen-7")
def _weapon_faults(
    path: KeyPath, models: Mapping[str, Model], weapons: Mapping[str, Weapon]
) -> Iterator[Problem]:
    """Weapons of models are there, bombs are as heavy as the model says, bunkers as armed as armoured."""
    for id, model in models.items():
        for place, weapon in enumerate(model.weapons):
            if weapon not in weapons:
                where = (*path, id, "weapons", place)
                yield Problem(where, f"there is no weapon {weapon}", nearest(weapon, weapons))
            elif weapons[weapon].family == "bomb" and weapons[weapon].plus != model.bomb:
                yield Problem((*path, id, "bomb"), f"its bombs have the plus {weapons[weapon].plus}")
            elif model.is_bunker and not place and weapons[weapon].gun_class != model.armour:
                reason = "the gun of a bunker is of the class of its armour (WPR-befestigungen-7)"
                yield Problem((*path, id, "weapons"), reason)


def _bunker_faults(pack: Pack) -> Iterator[Problem]:
    """Bunkers resist indirect fire as their class does; a scenario may have its own."""
    for id, model in pack.own_models.items():
        allowed = pack.tables.bunker_resistances(model.armour) if model.is_bunker else (model.resistance,)
        if model.resistance not in allowed:
            values = " or ".join(str(one) for one in allowed)
            yield Problem(("models", id, "resistance"), f"must be {values} for its class (WPR-bunker-2)")


def _unit_faults(pack: Pack) -> Iterator[Problem]:
    for id, unit in pack.units.items():
        for problem in pair_faults([pack.own_models[model] for model in unit.models]):
            yield problem._replace(path=("units", id, "models"))


def pair_faults(models: list[Model]) -> Iterator[Problem]:
    """A unit of two parts is a base and a vehicle that can carry or tow it."""
    if len(models) == 2:
        base, vehicle = models
        if not base.is_base:
            yield Problem((), "the first of two models is a base of figures or of a weapon")
        elif not vehicle.is_vehicle or not vehicle.can_pull(base):
            yield Problem((), f"{vehicle.name} can neither carry nor tow {base.name}")


def _division_faults(pack: Pack) -> Iterator[Problem]:
    for name, division in pack.divisions.items():
        for group, part in division.groups.items():
            yield from citation_faults(("divisions", name, "groups", group, "cite"), [part.cite])


def _own_faults(pack: Pack, name: str) -> Iterator[Problem]:
    """The scenario's own weapons, models and units hang together."""
    scenario = pack.scenarios[name]
    weapons = {**pack.own_weapons, **scenario.weapons}
    models = {**pack.own_models, **scenario.models}
    yield from _weapon_faults(("models",), scenario.models, weapons)
    for id, change in scenario.changes.items():
        for place, weapon in enumerate(change.weapons or ()):
            if weapon not in weapons:
                where = ("changes", id, "weapons", place)
                yield Problem(where, f"there is no weapon {weapon}", nearest(weapon, weapons))
    for id, parts in scenario.units.items():
        missing = [model for model in parts if model not in models]
        for model in missing:
            yield Problem(("units", id), f"there is no model {model}", nearest(model, models))
        if not missing:
            for problem in pair_faults([models[model] for model in parts]):
                yield problem._replace(path=("units", id))


def citation_faults(path: KeyPath, ids: Iterable[str]) -> Iterator[Problem]:
    """Entries that are named are in the rulebook."""
    for place, id in enumerate(ids):
        if id not in _entries():
            yield Problem((*path, place), f"the rulebook has no entry {id}", nearest(id, _entries()))


@rule("WPR-ausgangslage-8")
def option_faults(options: Mapping[str, bool | int | str]) -> Iterator[Problem]:
    """Preset options are there, and have a value that they may have."""
    if not options:
        return
    # The options stand in the chapters, and the chapters need the pack: so they are asked only now.
    chapters = import_module("planspiel.systems.wiener2022.system").CHAPTERS
    known = choices_of(*chapters)
    for name, value in options.items():
        if name not in known:
            yield Problem(("options", name), f"there is no option {name}", nearest(name, known))
        elif not any(value == one and type(value) is type(one) for one in known[name].values):
            values = " or ".join(str(one).lower() for one in known[name].values)
            yield Problem(("options", name), f"must be {values}, not {value}")


@cache
def _entries() -> tuple[str, ...]:
    return tuple(Rulebook.load(LEDGER).entries)
