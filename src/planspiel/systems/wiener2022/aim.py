"""Who may fire directly at what: weapons, range, line, detection, and what a turn still allows.

The same tests serve fire in the own half-turn and, with `reply_refusal`, every answer of the passive party.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from planspiel.kernel import Illegal, Side, rule
from planspiel.systems.wiener2022 import crowding, sight, terrain
from planspiel.systems.wiener2022.activities import activity_refusal, no_ammunition
from planspiel.systems.wiener2022.catalogue import Model, Weapon
from planspiel.systems.wiener2022.effect import BLACK
from planspiel.systems.wiener2022.modifiers import Shot, bridge_is_hurt, is_hurt, is_indirect
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.passengers import is_rider
from planspiel.systems.wiener2022.state import (
    Element,
    Known,
    at,
    carried_by,
    carriers_of,
    enemy_of,
    is_located,
    located,
)
from planspiel.systems.wiener2022.view import WienerView

__all__ = [
    "aboard_refusal",
    "bridges_at",
    "can_be_engaged",
    "flat_weapons",
    "has_flat_weapons",
    "has_just_changed",
    "is_worth_it",
    "kind_of",
    "ledger_refusal",
    "own_troops_refusal",
    "replies",
    "reply_refusal",
    "seen",
    "shot_of",
    "target_refusal",
    "targets_of",
    "unfit_refusal",
]


def kind_of(weapon: Weapon) -> str:
    """The weapon kind: family and calibre."""
    return f"{weapon.family}{weapon.calibre}"


@rule("WPR-waffen-1", "WPR-flachfeuer-1")
def flat_weapons(pack: Pack, element: Element) -> list[str]:
    """What an element can fire in direct lay; flame-throwers have rules of their own."""
    return _flat(pack, pack.models[element.model])


def _flat(pack: Pack, model: Model) -> list[str]:
    found = [pack.weapons[name] for name in model.weapons]
    return [weapon.id for weapon in found if weapon.flat and weapon.family != "flame"]


def has_flat_weapons(pack: Pack, model: Model) -> bool:
    return bool(_flat(pack, model))


def shot_of(
    pack: Pack, known: Known, firer: Element, weapon: str, field: str, targets: tuple[str, ...] = ()
) -> Shot:
    """A shot in direct lay."""
    distance = sight.distance(pack, known, firer.field, field)
    return Shot(firer.side, (firer.id,), weapon, field, "direct", distance, targets, counter=bool(targets))


def seen(pack: Pack, known: Known, side: Side) -> frozenset[str]:
    """The enemy elements that a side may engage: detected, or with a reconnaissance marker.

    A view does not change, so it keeps the answer.
    """
    kept = vars(known).setdefault("seen", {}) if isinstance(known, WienerView) else {}
    if side not in kept:
        kept[side] = sight.detected(pack, known, side) | located(known, enemy_of(side))
    found: frozenset[str] = kept[side]
    return found


def _is_seen(pack: Pack, known: Known, firer: Element, target: Element) -> bool:
    """Whether a target may be engaged; the firer's own eyes are asked first because that is quick."""
    return sight.detects(pack, known, firer, target) or target.id in seen(pack, known, firer.side)


# -- who is struck -----------------------------------------------------------------------------------------


@rule("WPR-massierung-1", "WPR-panzergrenadiere-2", "WPR-figuren-1")
def targets_of(known: Known, shot: Shot) -> list[Element]:
    """Everybody in the field whom the shot strikes, camouflaged or not; passengers are not aimed at."""
    return [element for element in at(known, shot.field) if _is_struck(element, shot)]


def _is_struck(element: Element, shot: Shot) -> bool:
    if element.aboard or element.height or element.id in shot.firers:
        return False
    if shot.targets and element.id not in shot.targets:
        return False
    if _is_screened(element, shot):
        return False
    return shot.everyone or element.side != shot.side


@rule("WPR-selbstnebel-3", "WPR-selbstnebel-4")
def _is_screened(element: Element, shot: Shot) -> bool:
    """Its own smoke protects a vehicle from all but indirect fire and what is in its field."""
    return element.self_smoke and not is_indirect(shot) and shot.distance > 0


@rule("WPR-bauwerke-2", "WPR-bauwerke-1")
def bridges_at(known: Known, field: str) -> list[str]:
    """Bridges over a field or over one of its edges: the only structures that fire can destroy."""
    return sorted(
        place for place, bridge in known.bridges.items() if bridge.intact and field in place.split("|")
    )


# -- may the firer fire ------------------------------------------------------------------------------------


def unfit_refusal(pack: Pack, known: Known, firer: Element, weapon: str) -> Illegal | None:
    """Why an element cannot fire this weapon in direct lay at all."""
    if firer.fate != "board":
        return Illegal("{element} is not in the field.", "WPR-feuer-1", element=firer.id)
    if weapon not in flat_weapons(pack, firer):
        if not pack.models[firer.model].weapons:
            return Illegal("{element} is unarmed.", "WPR-fahrzeuge-2", element=firer.id)
        return Illegal("{element} has no such weapon in direct lay.", "WPR-waffen-1", element=firer.id)
    for one in (firer, *carriers_of(known, firer)):
        if one.pinned >= BLACK:
            return Illegal("{element} is pinned and cannot fire.", "WPR-niederhaltung-4", element=one.id)
    if not firer.ammunition:
        return no_ammunition(firer)
    if terrain.is_afloat(pack, known, firer) and not pack.weapons[weapon].machine:
        return Illegal(
            "{element} is afloat: only machine weapons fire.", "WPR-schwimmfahrzeuge-2", element=firer.id
        )
    return None


@rule("WPR-feuer-fahrzeuge-1", "WPR-feuer-fahrzeuge-2", "WPR-faehren-3")
def aboard_refusal(pack: Pack, known: Known, firer: Element, weapon: Weapon) -> Illegal | None:
    """Carried troops fire their machine weapons from what is itself unarmed, vehicles theirs from a ferry.

    Guns, flak and mortars fire from a vehicle only if they are mounted on it.
    """
    for carrier in carriers_of(known, firer):
        model = pack.models[carrier.model]
        if model.weapons or model.is_armoured:
            return Illegal(
                "{element} and {carrier} are one element: its own weapon fires.",
                "WPR-fahrzeuge-3",
                element=firer.id,
                carrier=carrier.id,
            )
    on_ferry = _stands_on_a_ferry(pack, known, firer)
    if weapon.machine and (on_ferry or _is_figures_or_machine_gun(pack, firer)):
        return None
    if on_ferry:
        return Illegal("{element} is afloat: only machine weapons fire.", "WPR-faehren-3", element=firer.id)
    return Illegal(
        "{element} must unlimber first: its weapon is not mounted on the vehicle.",
        "WPR-feuer-fahrzeuge-2",
        element=firer.id,
    )


def _stands_on_a_ferry(pack: Pack, known: Known, firer: Element) -> bool:
    """A vehicle ready to fire on the open deck of a ferry."""
    carrier = known.elements[firer.aboard]
    return pack.models[carrier.model].kind == "ferry" and pack.models[firer.model].is_vehicle


@rule("WPR-feuer-fahrzeuge-X1")
def _is_figures_or_machine_gun(pack: Pack, firer: Element) -> bool:
    """Figure bases and machine-gun bases alone; other crews fire nothing apart from their weapon."""
    model = pack.models[firer.model]
    main = pack.main_weapon(model)
    return model.is_figures or (main is not None and main.family == "mg")


@rule("WPR-feuereinheiten-1", "WPR-fuehrung-1")
def ledger_refusal(pack: Pack, known: Known, firer: Element, weapon: str) -> Illegal | None:
    """Why an element may not open fire in its own half-turn after what it and its carriers have done."""
    model = pack.models[firer.model]
    if model.has("command") or model.has("supply"):
        return Illegal("{element} can only defend itself.", "WPR-fuehrung-1", element=firer.id)
    if has_just_changed(pack, firer):
        cite = "WPR-fahrzeuge-6"
        return Illegal("{element} has just mounted or dismounted.", cite, element=firer.id)
    for one in (firer, *carriers_of(known, firer)):
        refusal = activity_refusal(pack, one, "fire")
        if refusal is not None:
            return refusal
    refusal = aboard_refusal(pack, known, firer, pack.weapons[weapon]) if firer.aboard else None
    return refusal or _kind_refusal(pack, known, firer, weapon) or crowding.fire_refusal(pack, known, firer)


@rule("WPR-fahrzeuge-6", "WPR-panzergrenadiere-5")
def has_just_changed(pack: Pack, firer: Element) -> bool:
    """Who has just got on or off neither fires nor works; the carrier that let its infantry out still may."""
    return firer.joined or (firer.split and pack.models[firer.model].is_base)


@rule("WPR-feuereinheiten-3")
def _kind_refusal(pack: Pack, known: Known, firer: Element, weapon: str) -> Illegal | None:
    """From one field each weapon kind fires once; several figure bases there fire once together."""
    if f"{firer.field}/{kind_of(pack.weapons[weapon])}" not in known.fired_kinds:
        return None
    return Illegal(
        "A weapon of this kind has already fired from {field}.", "WPR-feuereinheiten-2", field=firer.field
    )


# -- may the target be fired at ----------------------------------------------------------------------------


@rule("WPR-angriff-infanterie-5")
def own_troops_refusal(known: Known, side: Side, field: str, besides: Sequence[str] = ()) -> Illegal | None:
    """Fire acts on a whole field, so it may not hold own troops; the firer itself does not count."""
    for element in at(known, field):
        if element.side != side or element.height or element.id in besides:
            continue
        if not element.aboard or element.aboard not in besides:
            return Illegal("There are own troops in {field}.", "WPR-angriff-infanterie-5", field=field)
    return None


@rule("WPR-feuer-direkt-1", "WPR-beobachtungsraum-1")
def _line_refusal(pack: Pack, known: Known, firer: Element, weapon: Weapon, field: str) -> Illegal | None:
    """Range and line between the middles of two fields; all round, unless an embrasure has an arc."""
    theatre = pack.theatre(known.scenario)
    if theatre.board.distance(firer.field, field) > weapon.flat:
        return Illegal(
            "{field} is out of range: {element} reaches {range} fields.",
            "WPR-schussweiten-1",
            field=field,
            element=firer.id,
            range=weapon.flat,
        )
    if not sight.in_arc(theatre, firer.facing, firer.field, field):
        return Illegal(
            "{field} is outside the arc of {element}.", "WPR-befestigungen-3", **_pair(firer, field)
        )
    return sight.line_refusal(pack, known, firer.field, field)


def _pair(firer: Element, field: str) -> dict[str, str | int]:
    return {"element": firer.id, "field": field}


def target_refusal(pack: Pack, known: Known, firer: Element, weapon: str, field: str) -> Illegal | None:
    """Why a field may not be fired at in the own half-turn."""
    if field not in pack.theatre(known.scenario).board:
        return Illegal("There is no field {field}.", "WPR-feuer-1", field=field)
    besides = (firer.id, *(carrier.id for carrier in carriers_of(known, firer)))
    own = own_troops_refusal(known, firer.side, field, besides)
    refusal = own or _line_refusal(pack, known, firer, pack.weapons[weapon], field)
    if refusal is not None:
        return refusal
    shot = shot_of(pack, known, firer, weapon, field)
    engaged = [
        one
        for one in targets_of(known, shot)
        if can_be_engaged(pack, known, shot, one) and _is_seen(pack, known, firer, one)
    ]
    bridges = [known.bridges[place] for place in bridges_at(known, field)]
    if not engaged and not bridges:
        return _no_target(known, field)
    if any(is_worth_it(pack, known, shot, one) for one in engaged):
        return None
    if any(bridge_is_hurt(pack, shot, bridge) for bridge in bridges):
        return None
    return Illegal("This weapon cannot hurt anything in {field}.", "WPR-mindestkaliber-1", field=field)


def _no_target(known: Known, field: str) -> Illegal:
    """A target is an enemy who is detected; an obstacle is none, since fire does not remove it."""
    if any(barrier.field == field for barrier in known.barriers.values()):
        reason = "There is no detected target in {field}, and obstacles cannot be shot away."
        return Illegal(reason, "WPR-draht-3", field=field)
    return Illegal("There is no detected target in {field}.", "WPR-aufklaerung-2", field=field)


@rule("WPR-befestigungen-3")
def can_be_engaged(pack: Pack, known: Known, shot: Shot, target: Element) -> bool:
    """A bunker with an arc is hit in flat fire only from inside that arc."""
    if target.facing < 0 or shot.lay != "direct":
        return True
    here = known.elements[shot.firers[0]].field
    return sight.in_arc(pack.theatre(known.scenario), target.facing, target.field, here)


@rule("WPR-mitfahren-2")
def is_worth_it(pack: Pack, known: Known, shot: Shot, target: Element) -> bool:
    """The weapon hurts the target, or whoever sits on it."""
    if is_hurt(pack, shot, target):
        return True
    return is_rider(pack, target) and bool(carried_by(known, target))


# -- answers of the passive party --------------------------------------------------------------------------


@rule("WPR-gegenzug-echter-9", "WPR-gegenwehr-10", "WPR-feuereinheiten-3")
def reply_refusal(pack: Pack, known: Known, firer: Element, weapon: str, target: Element) -> Illegal | None:
    """Why an element cannot answer an enemy with this weapon: it must itself see, reach and hurt him.

    Whether it has to be in position, and which step gives it the occasion, is said elsewhere.
    """
    if firer.aboard:
        return Illegal("{element} is not ready to fire.", "WPR-gegenzug-echter-9", element=firer.id)
    refusal = unfit_refusal(pack, known, firer, weapon) or own_troops_refusal(
        known, firer.side, target.field, (firer.id,)
    )
    refusal = refusal or _line_refusal(pack, known, firer, pack.weapons[weapon], target.field)
    if refusal is not None:
        return refusal
    shot = shot_of(pack, known, firer, weapon, target.field, (target.id,))
    if not can_be_engaged(pack, known, shot, target) or _is_screened(target, shot):
        return Illegal("{element} cannot be engaged from there.", "WPR-befestigungen-3", element=target.id)
    if not is_located(known, target) and not sight.detects(pack, known, firer, target):
        return Illegal("{element} does not detect the enemy.", "WPR-erkennen-9", element=firer.id)
    if not is_worth_it(pack, known, shot, target):
        return Illegal("{element} cannot hurt the enemy.", "WPR-gegenwehr-10", element=firer.id)
    return None


def replies(pack: Pack, known: Known, firer: Element, target: Element) -> Iterator[str]:
    """The weapons with which an element can answer an enemy."""
    for weapon in flat_weapons(pack, firer):
        if reply_refusal(pack, known, firer, weapon, target) is None:
            yield weapon
