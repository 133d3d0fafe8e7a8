"""Who resists a close combat (Nahkampf, Gegenwehr): the bases of a field, and vehicles that have no troops.

All figures resist alike. A lorry without troops only drives off; a vehicle with a weapon, a staff and a train
defend themselves.
"""

from __future__ import annotations

from planspiel.kernel import Side, rule
from planspiel.systems.wiener2022.aim import flat_weapons
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import Element, Known, at, enemy_of, holders_at

__all__ = ["defenders_of", "garrison_of", "harms_figures", "loose_vehicles", "stands_its_ground"]


@rule("WPR-nahkampf-1", "WPR-nahkampf-13", "WPR-infanterist-einsatz-1")
def defenders_of(pack: Pack, known: Known, field: str, side: Side) -> list[Element]:
    """The bases of a side that can resist in a field: all figures alike, crews of weapons among them."""
    return [base for base in garrison_of(pack, known, field, side) if not base.fled]


def garrison_of(pack: Pack, known: Known, field: str, side: Side) -> list[Element]:
    """The bases of a side that must be driven out of a field, those among them that have fled there.

    The book is silent on those who hide there: they are not found yet and stay out of it.
    """
    return [one for one in holders_at(known, field, enemy_of(side)) if _is_afoot(pack, known, one)]


@rule("WPR-boote-1")
def _is_afoot(pack: Pack, known: Known, element: Element) -> bool:
    """On foot, or on a soft vehicle that they can leave at once, or a boat where there is land beside it."""
    if element.guise or not pack.models[element.model].is_base:
        return False
    if not element.aboard:
        return True
    carrier = pack.models[known.elements[element.aboard].model]
    if carrier.is_watercraft and not pack.theatre(known.scenario).is_land(element.field):
        return False
    return (carrier.is_vehicle or carrier.is_watercraft) and not carrier.is_armoured


# -- vehicles without troops -------------------------------------------------------------------------------


def loose_vehicles(pack: Pack, known: Known, field: str, side: Side) -> list[Element]:
    """Soft vehicles and craft of a side in a field."""
    return [
        element
        for element in at(known, field)
        if element.side == side and not element.guise and not element.height and _is_soft(pack, element)
    ]


def _is_soft(pack: Pack, element: Element) -> bool:
    model = pack.models[element.model]
    return (model.is_vehicle or model.is_watercraft) and not model.is_armoured and not element.aboard


@rule("WPR-gegenwehr-7", "WPR-gegenwehr-10")
def stands_its_ground(pack: Pack, vehicle: Element) -> bool:
    """Only the unarmed must withdraw when they win: not who has a weapon, nor a staff or train."""
    return bool(pack.models[vehicle.model].weapons) or _defends_itself(pack, vehicle)


@rule("WPR-fuehrung-1")
def _defends_itself(pack: Pack, vehicle: Element) -> bool:
    """Staffs and trains can defend themselves. Our reading: as infantry, whatever arms their model has."""
    model = pack.models[vehicle.model]
    return model.has("command") or model.has("supply")


@rule("WPR-gegenwehr-10")
def harms_figures(pack: Pack, vehicle: Element) -> bool:
    """A weapon without flat fire or without ammunition does nothing to figures in its own field."""
    if _defends_itself(pack, vehicle):
        return True
    return bool(flat_weapons(pack, vehicle)) and vehicle.ammunition != 0
