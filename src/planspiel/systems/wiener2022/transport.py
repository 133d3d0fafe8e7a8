"""Mounting, dismounting, limbering and unlimbering: how bases and vehicles become one element and part again.

While a base is aboard, it and its vehicle are one element with one activity. Getting on or off is possible
only if the vehicle moves at most half its speed in that turn. Afterwards pure figures have one field on foot
or an attack, weapons with crews nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Illegal, Order, Script, rule
from planspiel.systems.wiener2022 import barrage, crowding, entering, secrecy, terrain
from planspiel.systems.wiener2022.activities import Activity, actor_refusal
from planspiel.systems.wiener2022.catalogue import Model
from planspiel.systems.wiener2022.garrison import garrison_of
from planspiel.systems.wiener2022.observing import is_battery
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.speed import ON_FOOT, half_of
from planspiel.systems.wiener2022.state import (
    Element,
    Known,
    Position,
    at,
    carried_by,
    enemy_of,
    on_board,
    put,
)
from planspiel.systems.wiener2022.view import WienerView

__all__ = [
    "ACTIVITIES",
    "Dismount",
    "Dismounted",
    "Mount",
    "Mounted",
    "can_carry",
    "dismount",
    "dismount_at_end_refusal",
    "dismount_refusal",
    "is_mounted",
    "mount",
    "mount_refusal",
    "too_fast",
    "tractor_refusal",
]


class Mount(Order, frozen=True):
    """A base gets on a vehicle in its field, or is limbered to it."""

    element: str
    vehicle: str


class Dismount(Order, frozen=True):
    """A base gets off its vehicle, or is unlimbered."""

    element: str


class Mounted(Event[Position], frozen=True):
    """From now on the base shares the ledger of the vehicle.

    Who fires indirectly keeps its reconnaissance marker, if it has one, until it is driven away.
    """

    said: ClassVar[str] = "{element} mounts {vehicle} in {field}."
    element: str
    vehicle: str
    field: str
    battery: bool = False

    def apply(self, state: Position) -> None:
        base, vehicle = state.elements[self.element], state.elements[self.vehicle]
        put(
            state,
            replace(
                base,
                aboard=vehicle.id,
                joined=True,
                came_from="",
                camouflaged=False,
                hidden=False,
                combed=False,
                located=base.located and self.battery,
                on_pontoons=False,
                raft_made=False,
            ),
        )
        put(state, replace(vehicle, joined=True, camouflaged=False))


class Dismounted(Event[Position], frozen=True):
    """The base acts for itself from now on; on foot it has covered nothing yet."""

    said: ClassVar[str] = "{element} dismounts from {vehicle} in {field}."
    element: str
    vehicle: str
    field: str

    def apply(self, state: Position) -> None:
        base, vehicle = state.elements[self.element], state.elements[self.vehicle]
        put(state, replace(base, aboard="", field=self.field, split=True, moved=0, limit=0, lights=None))
        put(state, replace(vehicle, split=True))


@rule("WPR-aufsitzen-2", "WPR-einheit-1")
def is_mounted(known: Known, base: Element) -> bool:
    """Whether a base is on its vehicle or limbered to it."""
    return bool(base.aboard)


# -- who carries whom --------------------------------------------------------------------------------------


@rule("WPR-transport-land-2")
def can_carry(pack: Pack, vehicle: Model, base: Model) -> bool:
    """Tanks carry figures without heavy weapons; other vehicles what their kind can carry or tow.

    Riders, cyclists and motorcyclists have their own mounts.
    """
    if base.mobility != "infantry":
        return False
    if vehicle.carries_riders:
        return base.is_pure_figures
    return vehicle.is_vehicle and base.is_base and vehicle.can_pull(base)


@rule("WPR-transport-land-1")
def _room_refusal(pack: Pack, known: Known, base: Element, vehicle: Element) -> Illegal | None:
    """A transport carries or tows one base; riders on tanks are the one kind of its own."""
    there = carried_by(known, vehicle)
    if there:
        reason = "{vehicle} already carries {other}."
        return Illegal(reason, "WPR-transport-land-1", vehicle=vehicle.id, other=there[0].id)
    model = pack.models[vehicle.model]
    if can_carry(pack, model, pack.models[base.model]):
        return None if vehicle.mate == base.id else tractor_refusal(pack, known, vehicle)
    cite = "WPR-mitfahren-1" if model.carries_riders else "WPR-transport-land-3"
    reason = "{vehicle} cannot carry or tow {element}."
    return Illegal(reason, cite, vehicle=vehicle.id, element=base.id)


@rule("WPR-munition-2")
def tractor_refusal(pack: Pack, known: Known, vehicle: Element) -> Illegal | None:
    """A tractor holds the ammunition of its weapon and does nothing else while that exists."""
    own = known.elements.get(vehicle.mate)
    if own is None or own.fate in ("lost", "left"):
        return None
    if not pack.models[own.model].is_weapon:
        return None
    reason = "{vehicle} carries the ammunition of {other}."
    return Illegal(reason, "WPR-munition-2", vehicle=vehicle.id, other=own.id)


# -- getting on --------------------------------------------------------------------------------------------


def mount_refusal(pack: Pack, known: Known, base_name: str, vehicle_name: str) -> Illegal | None:
    """Why a base may not get on a vehicle."""
    for name in (base_name, vehicle_name):
        refusal = actor_refusal(known, known.active, name)
        if refusal is not None:
            return refusal
    base, vehicle = known.elements[base_name], known.elements[vehicle_name]
    if base.fate != "board" or base.field != vehicle.field or base.aboard or vehicle.aboard:
        reason = "{element} and {vehicle} do not stand in one field."
        return Illegal(reason, "WPR-aufsitzen-1", element=base_name, vehicle=vehicle_name)
    return (
        _base_refusal(pack, base)
        or too_fast(pack, vehicle)
        or _pinned_refusal(base, vehicle)
        or _room_refusal(pack, known, base, vehicle)
    )


@rule("WPR-fahrzeuge-5", "WPR-fahrzeuge-6")
def _base_refusal(pack: Pack, base: Element) -> Illegal | None:
    """Before mounting, figures may have gone one field on foot; all else takes the turn."""
    name = base.id
    if base.shot or base.worked or base.attacked or base.acted or base.split:
        return Illegal("{element} has already done something else.", "WPR-fahrzeuge-6", element=name)
    if base.moved > ON_FOOT or (base.moved and not pack.models[base.model].is_pure_figures):
        return Illegal("{element} has moved and cannot mount.", "WPR-aufsitzen-4", element=name)
    return None


@rule("WPR-panzergrenadiere-7")
def _pinned_refusal(base: Element, vehicle: Element) -> Illegal | None:
    if base.fled_pinned:
        return Illegal("{element} has fled and may not mount yet.", "WPR-panzergrenadiere-6", element=base.id)
    pinned = base if base.pinned else vehicle if vehicle.pinned else None
    if pinned is None:
        return None
    return Illegal("{element} is pinned: nobody can mount.", "WPR-niederhaltung-2", element=pinned.id)


@rule("WPR-aufsitzen-3", "WPR-aufsitzen-6")
def too_fast(pack: Pack, vehicle: Element) -> Illegal | None:
    """The vehicle may have used at most half the speed of its whole move."""
    if vehicle.worked or (vehicle.acted and not vehicle.shot):
        return Illegal("{element} has used up its turn.", "WPR-fahrzeuge-6", element=vehicle.id)
    if vehicle.moved <= half_of(vehicle.limit):
        return None
    return Illegal("{element} has driven more than half its speed.", "WPR-aufsitzen-3", element=vehicle.id)


def mount(game: Game[Position], base: str, vehicle: str) -> None:
    """A base gets on."""
    field = game.state.elements[vehicle].field
    battery = is_battery(game.pack, game.state.elements[base])
    event = Mounted(base, vehicle, field, battery, cite="WPR-fahrzeuge-5")
    secrecy.tell(game, event, (base, vehicle), witnesses=secrecy.who_sees_all(game, (base, vehicle)))


# -- getting off -------------------------------------------------------------------------------------------


@rule("WPR-selbstfahrlafetten-2")
def dismount_refusal(pack: Pack, known: Known, name: str) -> Illegal | None:
    """Why a base may not get off its vehicle; what is fixed on a mount never does."""
    refusal = actor_refusal(known, known.active, name)
    if refusal is not None:
        return refusal
    base = known.elements[name]
    vehicle = known.elements.get(base.aboard)
    if vehicle is None or not pack.models[vehicle.model].is_vehicle:
        return Illegal("{element} is on no vehicle.", "WPR-aufsitzen-2", element=name)
    if not on_board(vehicle):
        return Illegal("{element} is not in the field.", "WPR-aufsitzen-2", element=vehicle.id)
    if vehicle.aboard:
        reason = "{element} must be unloaded first."
        return Illegal(reason, "WPR-schiffe-laden-1", element=vehicle.id)
    if base.joined or base.shot:
        return Illegal("{element} has already done something else.", "WPR-fahrzeuge-6", element=name)
    return (
        too_fast(pack, vehicle)
        or _place_refusal(pack, known, base, vehicle, vehicle.field)
        or crowding.stay_refusal(pack, known, vehicle, replace(vehicle, split=True))
    )


@rule("WPR-raumbedarf-1", "WPR-schwimmen-1")
def _place_refusal(pack: Pack, known: Known, base: Element, vehicle: Element, field: str) -> Illegal | None:
    """On firm ground, and not beside a like weapon; whom the enemy forces off is not asked."""
    if vehicle.pinned:
        reason = "Nobody can dismount from {element} while it is pinned."
        return Illegal(reason, "WPR-panzergrenadiere-3", element=vehicle.id)
    if terrain.is_afloat(pack, known, vehicle, field):
        reason = "Nobody can dismount from {element} in the water."
        return Illegal(reason, "WPR-schwimmen-1", element=vehicle.id)
    refusal = _held_refusal(pack, known, base, field) or terrain.unlimber_refusal(pack, known, base, field)
    return refusal or crowding.end_refusal(pack, known, replace(base, aboard="", field=field), field)


@rule("WPR-felder-besetzt-4")
def _held_refusal(pack: Pack, known: Known, base: Element, field: str) -> Illegal | None:
    """Among enemy figures nobody gets off but to attack them at once."""
    if not garrison_of(pack, known, field, enemy_of(base.side)):
        return None
    reason = "{field} is held by the enemy: it can only be attacked."
    return Illegal(reason, "WPR-felder-besetzt-4", field=field)


def dismount_at_end_refusal(pack: Pack, known: Known, vehicle: Element, field: str) -> Illegal | None:
    """Why nobody can get off at the end of a move to a field."""
    aboard = carried_by(known, vehicle)
    if not aboard or not pack.models[vehicle.model].is_vehicle:
        return Illegal("Nobody is aboard {element}.", "WPR-aufsitzen-2", element=vehicle.id)
    return _place_refusal(pack, known, aboard[0], vehicle, field)


@rule("WPR-fahrzeuge-4", "WPR-panzergrenadiere-5")
def dismount(game: Game[Position], base: str) -> Script[None]:
    """The element splits; from now on the parts act, and are lost, each for itself."""
    vehicle = game.state.elements[game.state.elements[base].aboard]
    event = Dismounted(base, vehicle.id, vehicle.field, cite="WPR-fahrzeuge-4")
    witnesses = secrecy.audience(game, (vehicle.id,))
    secrecy.tell(game, event, (base, vehicle.id), witnesses=witnesses)
    entering.hold_who_got_off(game, base, vehicle)
    yield from barrage.entered(game, (base,))


# -- activities --------------------------------------------------------------------------------------------


def _mount_options(pack: Pack, view: WienerView, element: Element) -> Iterator[Mount]:
    if element.aboard or element.split:
        return
    for other in at(view, element.field):
        is_own_vehicle = other.side == element.side and pack.models[other.model].is_vehicle
        if is_own_vehicle and mount_refusal(pack, view, element.id, other.id) is None:
            yield Mount(element.id, other.id)


def _judge_mount(pack: Pack, view: WienerView, order: Mount) -> Illegal | None:
    return mount_refusal(pack, view, order.element, order.vehicle)


def _carry_out_mount(game: Game[Position], order: Mount) -> Script[None]:
    mount(game, order.element, order.vehicle)
    return
    yield


def _dismount_options(pack: Pack, view: WienerView, element: Element) -> Iterator[Dismount]:
    if element.aboard and dismount_refusal(pack, view, element.id) is None:
        yield Dismount(element.id)


def _judge_dismount(pack: Pack, view: WienerView, order: Dismount) -> Illegal | None:
    return dismount_refusal(pack, view, order.element)


def _carry_out_dismount(game: Game[Position], order: Dismount) -> Script[None]:
    yield from dismount(game, order.element)


ACTIVITIES = {
    Mount: Activity(
        "other", _mount_options, _judge_mount, _carry_out_mount, suits=lambda _, model: model.is_base
    ),
    Dismount: Activity("other", _dismount_options, _judge_dismount, _carry_out_dismount),
}
