"""Ships and the coast (Schiffsmodelle, Küste): who must keep away from it, and what each craft takes aboard.

Ships move and fire like land vehicles, only on water, with one weapon system in a turn. Boats and landing
craft treat the coast like a river bank; larger ships without a ramp keep one field of water between it and
themselves, except at a pier.
"""

from __future__ import annotations

from planspiel.kernel import Illegal, rule
from planspiel.systems.wiener2022.catalogue import Model
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import Element, Known, carried_by, load_of
from planspiel.systems.wiener2022.tables import LIGHT

__all__ = [
    "coast_refusal",
    "has_fire_direction",
    "has_room",
    "is_small_load",
    "keeps_off",
    "lands_directly",
    "room_refusal",
]


# -- the coast ---------------------------------------------------------------------------------------------


@rule("WPR-kueste-1", "WPR-schiffe-klassen-7", "WPR-schiffe-klassen-X1")
def keeps_off(model: Model) -> bool:
    """Larger ships without a ramp, and all larger warships, stay off the coast."""
    if model.kind != "ship" or model.has("landing_craft") or model.ship_class == "small":
        return False
    return model.is_warship or not model.has("ramp")


@rule("WPR-schiffe-2", "WPR-schiffe-klassen-X2")
def coast_refusal(pack: Pack, known: Known, model: Model, name: str, field: str) -> Illegal | None:
    """A ship goes from field to field like a vehicle; not beside land, unless there is a pier."""
    theatre = pack.theatre(known.scenario)
    if not keeps_off(model) or field in theatre.piers:
        return None
    if any(theatre.is_land(near) for near in (field, *theatre.board.neighbours(field))):
        return Illegal("{element} must keep one field off the coast.", "WPR-kueste-1", element=name)
    return None


# -- guns --------------------------------------------------------------------------------------------------


@rule("WPR-schiffe-klassen-2", "WPR-schiffe-klassen-X3")
def has_fire_direction(model: Model) -> bool:
    """Small craft with guns or rocket launchers fight like light tanks: they fire directly only."""
    return model.ship_class != "small"


# -- who lands where ---------------------------------------------------------------------------------------


@rule("WPR-schiffe-laden-1", "WPR-schiffe-klassen-5")
def lands_directly(pack: Pack, known: Known, craft: Element) -> bool:
    """Boats, ferries, small craft and ships with ramps at any bank or coast; all others only at a pier."""
    model = pack.models[craft.model]
    if not keeps_off(model):
        return True
    return craft.field in pack.theatre(known.scenario).piers


# -- what a craft carries ----------------------------------------------------------------------------------


@rule("WPR-transport-wasser-1")
def is_small_load(pack: Pack, model: Model) -> bool:
    """A base of figures, or one with a small heavy weapon, a light anti-tank gun at most."""
    if model.is_figures or (model.is_weapon and model.is_portable):
        return True
    weapon = pack.main_weapon(model)
    return model.is_manhandled and weapon is not None and weapon.gun_class <= LIGHT


@rule("WPR-schiffe-klassen-3", "WPR-transport-wasser-1")
def has_room(pack: Pack, known: Known, craft: Element, cargo: Element) -> bool:
    """By number; a landing craft with a ramp takes one land vehicle besides its bases of figures.

    Whoever sits on that vehicle counts as well, so that it is one complete unit or figures and a tank.
    """
    model = pack.models[craft.model]
    bases = max(model.capacity, 1)
    if not (model.has("landing_craft") and model.has("ramp")):
        return len(carried_by(known, craft)) < bases
    names = (*load_of(known, craft), cargo.id, *load_of(known, cargo))
    loads = [pack.models[known.elements[name].model] for name in names]
    return sum(load.is_base for load in loads) <= bases and sum(load.is_vehicle for load in loads) <= 1


@rule("WPR-transport-wasser-1", "WPR-schiffe-klassen-3", "WPR-schiffe-klassen-8")
def room_refusal(pack: Pack, known: Known, craft: Element, cargo: Element) -> Illegal | None:
    """What does not go aboard: by the kind of craft, and by how much is there already."""
    model, load = pack.models[craft.model], pack.models[cargo.model]
    if model.is_aircraft:
        return _load_refusal(pack, known, craft, cargo)
    if not has_room(pack, known, craft, cargo):
        return Illegal("{craft} is full.", "WPR-transport-wasser-1", craft=craft.id)
    if _takes(pack, known, model, load):
        return None
    reason = "{craft} cannot carry {element}."
    return Illegal(reason, "WPR-transport-wasser-1", craft=craft.id, element=cargo.id)


def _takes(pack: Pack, known: Known, craft: Model, load: Model) -> bool:
    if not (load.is_base or load.is_vehicle):
        return False
    if craft.kind == "raft" and _carries_vehicles(pack, known):
        return True
    if craft.is_warship:
        return load.is_figures
    if craft.has("ramp") or craft.ship_class == "merchant":
        return True
    return is_small_load(pack, load)


@rule("WPR-uebersetzmittel-1")
def _carries_vehicles(pack: Pack, known: Known) -> bool:
    """Makeshift craft take vehicles across only if the scenario allows it."""
    return pack.scenarios[known.scenario].engineering.barges


@rule("WPR-flz-transport-1")
def _load_refusal(pack: Pack, known: Known, craft: Element, cargo: Element) -> Illegal | None:
    """Aircraft by load points: figures one, small weapons two, larger ones and cars three; nothing else."""
    if not pack.models[cargo.model].flies_as_load:
        reason = "{craft} cannot carry {element}."
        return Illegal(reason, "WPR-flz-transport-1", craft=craft.id, element=cargo.id)
    parts = [*carried_by(known, craft), cargo, *carried_by(known, cargo)]
    models = [pack.models[one.model] for one in parts]
    load = sum(pack.tables.air.load_of(model, pack.main_weapon(model)) for model in models)
    if load <= pack.models[craft.model].capacity:
        return None
    return Illegal("{craft} cannot carry so much.", "WPR-flz-transport-1", craft=craft.id)
