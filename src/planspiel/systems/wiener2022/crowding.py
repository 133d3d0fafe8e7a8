"""How many models a field holds (Höchstzahl), and crowding (Stauungen).

At the end of a half-turn a field may hold one vehicle or weapon model of a kind for each party. Figures never
count, nor does a base beside its own vehicle. What the enemy has crowded is cleared in the next half-turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from planspiel.kernel import Illegal, Side, rule
from planspiel.systems.wiener2022.activities import activity_refusal
from planspiel.systems.wiener2022.catalogue import Model
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.speed import COLUMN, half_of, is_halved, most_fields, speed_on
from planspiel.systems.wiener2022.state import Element, Known, at

__all__ = [
    "are_alike",
    "can_leave",
    "crowded",
    "effect_kind",
    "end_refusal",
    "fire_refusal",
    "like_models_at",
    "stay_refusal",
]


@rule("WPR-hoechstzahl-2", "WPR-figuren-1")
def effect_kind(pack: Pack, model: Model) -> str:
    """The kind of direct-fire effect; empty for what never counts: figures, craft, aircraft and bunkers."""
    if not (model.is_vehicle or model.is_weapon):
        return ""
    weapon = pack.main_weapon(model)
    if weapon is None:
        return "unarmed"
    if weapon.family in ("mg", "small_arms", "flame"):
        return "machine gun"
    return f"gun {weapon.gun_class}" if weapon.flat else "no flat fire"


@rule("WPR-raumbedarf-1")
def are_alike(pack: Pack, one: Element, other: Element) -> bool:
    """Two models of a party that may not end in one field; a base and its own vehicle always may."""
    if one.id == other.id or one.side != other.side or one.aboard or other.aboard:
        return False
    if other.id == one.mate or one.guise or other.guise:
        return False
    kind = effect_kind(pack, pack.models[one.model])
    return bool(kind) and kind == effect_kind(pack, pack.models[other.model])


def like_models_at(pack: Pack, known: Known, element: Element, field: str) -> list[Element]:
    """Own models in a field beside which this one may not end."""
    return [other for other in at(known, field) if are_alike(pack, element, other)]


@rule("WPR-hoechstzahl-1")
def crowded(pack: Pack, known: Known, side: Side) -> Iterator[tuple[Element, Element]]:
    """Pairs of like models of a side that stand in one field."""
    seen: dict[tuple[str, str], Element] = {}
    for element in known.elements.values():
        if element.side != side or element.fate != "board" or element.aboard or element.guise:
            continue
        kind = effect_kind(pack, pack.models[element.model])
        if not kind:
            continue
        first = seen.setdefault((element.field, kind), element)
        if are_alike(pack, first, element):
            yield first, element


def can_leave(pack: Pack, known: Known, element: Element) -> bool:
    """Whether a model may still drive away in this half-turn; a gun that must be towed cannot.

    Who has moved may have something left if he fires or lets his troops off, but it is not relied on.
    """
    if element.moved or activity_refusal(pack, element, "move") is not None:
        return False
    if not any(speed_on(pack, known, element, surface, known.night) for surface in COLUMN):
        return False
    if element.limit and is_halved(pack, element) and not half_of(element.limit):
        return False
    return most_fields(pack, known, element) > 0


@rule("WPR-felder-besetzt-1", "WPR-hoechstzahl-1")
def end_refusal(
    pack: Pack, known: Known, element: Element, field: str, ignoring: Sequence[str] = ()
) -> Illegal | None:
    """Why a model may not come to rest in a field: a like one is there that cannot leave any more."""
    for other in like_models_at(pack, known, element, field):
        if other.id not in ignoring and not can_leave(pack, known, other):
            return Illegal(
                "{other} stands in {field}, and {element} has the same kind of weapon effect.",
                "WPR-hoechstzahl-1",
                other=other.id,
                element=element.id,
                field=field,
            )
    return None


@rule("WPR-stauungen-2", "WPR-felder-besetzt-1")
def stay_refusal(pack: Pack, known: Known, element: Element, spent: Element) -> Illegal | None:
    """Why a model may not do what keeps it in its field, as `spent`: it alone can still clear the crowd."""
    crowd = like_models_at(pack, known, element, element.field)
    if all(can_leave(pack, known, other) for other in crowd):
        return None
    if can_leave(pack, known, spent) or not can_leave(pack, known, element):
        return None
    reason = "{field} is crowded, and {element} can still leave it."
    return Illegal(reason, "WPR-stauungen-2", field=element.field, element=element.id)


@rule("WPR-stauungen-3")
def fire_refusal(pack: Pack, known: Known, element: Element) -> Illegal | None:
    """From a crowded field only one of the like elements fires, or prepares a barrage."""
    for other in like_models_at(pack, known, element, element.field):
        if other.shot:
            reason = "{field} is crowded: {other} has fired from it."
            return Illegal(reason, "WPR-stauungen-3", field=element.field, other=other.id)
        if any(other.id in barrage.weapons for barrage in known.barrages.values()):
            reason = "{field} is crowded: {other} has prepared a barrage from it."
            return Illegal(reason, "WPR-stauungen-3", field=element.field, other=other.id)
    return None
