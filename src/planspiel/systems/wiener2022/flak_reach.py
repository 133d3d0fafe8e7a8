"""Who may fire at which aircraft: flak that reaches its height and way, and troops defending their field."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from planspiel.boards.square import parse_field
from planspiel.kernel import Choice, Illegal, Order, Side, rule
from planspiel.systems.wiener2022.activities import no_ammunition
from planspiel.systems.wiener2022.aim import aboard_refusal, kind_of
from planspiel.systems.wiener2022.air_tasks import Run
from planspiel.systems.wiener2022.catalogue import Weapon
from planspiel.systems.wiener2022.effect import BLACK
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import Element, Known, on_board

__all__ = [
    "CHOICES",
    "Flak",
    "SelfDefence",
    "Stage",
    "flak_refusal",
    "flak_weapons",
    "has_real",
    "kind_here",
    "self_defence_refusal",
]

Stage = Literal["real", "unreal", "departing"]

CHOICES = {
    "heavy_flak_low": Choice(
        False,
        "Heavy flak may also fire at low attacks",
        "Schwere FlAK darf auch gegen Tiefangriffe wirken",
        "WPR-fliegerabwehr-8",
    ),
}


class Flak(Order, frozen=True):
    """One flak weapon fires at one aircraft."""

    element: str
    weapon: str
    aircraft: str


class SelfDefence(Order, frozen=True):
    """A troop in the target field fires at the aircraft that attacks it."""

    element: str
    aircraft: str


# -- flak -------------------------------------------------------------------------------------------------


def flak_weapons(pack: Pack, element: Element) -> list[Weapon]:
    """What an element can fire at aircraft."""
    return [pack.weapons[name] for name in pack.models[element.model].weapons if pack.weapons[name].air]


@rule("WPR-fliegerabwehr-3", "WPR-fliegerabwehr-8")
def reaches_height(known: Known, weapon: Weapon, run: Run) -> bool:
    """Heavy flak against high attacks; medium, light and heavy machine guns against low ones and landings."""
    if weapon.flak == "heavy":
        return run.height == "high" or bool(known.options["heavy_flak_low"])
    return run.height == "low"


@rule("WPR-fliegerabwehr-2")
def in_range(field: str, weapon: Weapon, goal: str) -> bool:
    """Fields to where the aircraft is; the field before the goal may lie off the board."""
    (ax, ay), (bx, by) = parse_field(field), _coordinates(goal)
    return max(abs(ax - bx), abs(ay - by)) <= weapon.air


def _coordinates(label: str) -> tuple[int, int]:
    x, _, y = label.partition(",")
    return int(x), int(y)


@rule("WPR-fliegerabwehr-9")
def unready_refusal(pack: Pack, element: Element) -> Illegal | None:
    """Unlimbered or mounted, and not pinned at 5 or more; a position marker is not needed."""
    if element.aboard:
        return Illegal("{element} is not ready to fire.", "WPR-fliegerabwehr-9", element=element.id)
    return _unfit_refusal(element)


def _unfit_refusal(element: Element) -> Illegal | None:
    if not on_board(element) or element.guise:
        return Illegal("{element} is not ready to fire.", "WPR-fliegerabwehr-9", element=element.id)
    if element.pinned >= BLACK:
        return Illegal("{element} is pinned and cannot fire.", "WPR-niederhaltung-4", element=element.id)
    if not element.ammunition:
        return no_ammunition(element)
    return None


@rule("WPR-fliegerabwehr-5", "WPR-fliegerabwehr-6")
def has_real(known: Known, element: Element) -> bool:
    """Each weapon has one real counter-move against aircraft in a turn; unreal ones have no limit."""
    return element.flak_used != known.turn


def flak_refusal(
    pack: Pack, known: Known, side: Side, order: Flak, runs: Sequence[Run], stage: Stage, used: Sequence[str]
) -> Illegal | None:
    """Why a flak weapon may not fire at this aircraft now."""
    element = known.elements.get(order.element)
    if element is None or element.side != side:
        return Illegal("{element} is no element of yours.", "WPR-fliegerabwehr-1", element=order.element)
    run = next((run for run in runs if run.aircraft == order.aircraft), None)
    if run is None:
        return Illegal("{element} does not attack or land.", "WPR-fliegerabwehr-1", element=order.aircraft)
    refusal = unready_refusal(pack, element) or _used_refusal(known, element, stage, used)
    if refusal is not None:
        return refusal
    weapon = next((one for one in flak_weapons(pack, element) if one.id == order.weapon), None)
    if weapon is None:
        return Illegal("{element} has no such flak weapon.", "WPR-fliegerabwehr-3", element=element.id)
    if not reaches_height(known, weapon, run):
        return Illegal("{element} does not act at this height.", "WPR-fliegerabwehr-8", element=element.id)
    return _smoke_refusal(known, element, run, stage) or _range_refusal(element, weapon, run, stage)


@rule("WPR-nebel-1")
def _smoke_refusal(known: Known, element: Element, run: Run, stage: Stage) -> Illegal | None:
    """Out of smoke nobody sees farther than his own field, into the air neither."""
    over = run.field if stage == "departing" else run.before
    if element.field in known.smoke and over != element.field:
        return Illegal("{field} is in smoke.", "WPR-nebel-1", field=element.field)
    return None


@rule("WPR-luftangriffe-7")
def _used_refusal(known: Known, element: Element, stage: Stage, used: Sequence[str]) -> Illegal | None:
    """Each weapon engages one aircraft of a simultaneous attack, really or, if that is used up, unreally."""
    if element.id in used:
        return Illegal("{element} has already fired.", "WPR-luftangriffe-7", element=element.id)
    if stage == "real" and not has_real(known, element):
        reason = "{element} has had its real counter-move in this turn."
        return Illegal(reason, "WPR-fliegerabwehr-5", element=element.id)
    if stage == "unreal" and has_real(known, element):
        return Illegal("{element} has its real counter-move.", "WPR-fliegerabwehr-6", element=element.id)
    return None


@rule("WPR-luftangriffe-5")
def _range_refusal(element: Element, weapon: Weapon, run: Run, stage: Stage) -> Illegal | None:
    """One field before the goal; who does not reach that may fire over the goal as the aircraft leaves."""
    before = in_range(element.field, weapon, run.before)
    if stage != "departing" and before:
        return None
    if stage == "departing" and not before and in_range(element.field, weapon, run.field):
        return None
    return Illegal("{element} is out of range.", "WPR-fliegerabwehr-2", element=element.id)


# -- troops in the target field ----------------------------------------------------------------------------


@rule("WPR-truppenfla-1", "WPR-truppenfla-3", "WPR-feuer-fahrzeuge-1")
def self_defence_refusal(
    pack: Pack, known: Known, side: Side, order: SelfDefence, runs: Sequence[Run], used: Sequence[str]
) -> Illegal | None:
    """Armed troops below level 5 against a low attack on their own field, each weapon kind once.

    A drop is defended against like bombing. Carried troops fire their machine weapons; a machine gun aboard
    cannot act as flak.
    """
    element = known.elements.get(order.element)
    if element is None or element.side != side:
        return Illegal("{element} is no element of yours.", "WPR-truppenfla-1", element=order.element)
    run = next((run for run in runs if run.aircraft == order.aircraft), None)
    if run is None or run.field != element.field or run.purpose == "landing" or run.height != "low":
        return Illegal(
            "{element} is not attacked from low height.", "WPR-truppenfla-1", element=order.element
        )
    weapon = pack.main_weapon(pack.models[element.model])
    if weapon is None:
        return Illegal("{element} is unarmed.", "WPR-truppenfla-1", element=element.id)
    refusal = _unfit_refusal(element)
    if refusal is None and element.aboard:
        refusal = aboard_refusal(pack, known, element, weapon)
    if refusal is not None:
        return refusal
    if _fires_as_flak(pack, known, element, run):
        return Illegal("{element} fires as flak.", "WPR-truppenfla-3", element=element.id)
    if kind_here(pack, element) in used:
        return Illegal("A weapon of this kind has tried.", "WPR-truppenfla-3", element=element.id)
    return None


@rule("WPR-truppenfla-3", "WPR-fliegerabwehr-8")
def _fires_as_flak(pack: Pack, known: Known, element: Element, run: Run) -> bool:
    """Whether it has its normal roll instead: unlimbered flak that acts at this height, so no heavy one."""
    if element.aboard or _smoke_refusal(known, element, run, "real") is not None:
        return False
    return any(reaches_height(known, one, run) for one in flak_weapons(pack, element))


def kind_here(pack: Pack, element: Element) -> str:
    weapon = pack.main_weapon(pack.models[element.model])
    return f"{element.field}/{kind_of(weapon)}" if weapon is not None else ""
