"""Movement over fields (Bewegung): orders to move, and whether they are legal on what is known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from planspiel.kernel import Illegal, Order, rule
from planspiel.systems.wiener2022 import crowding, entering, speed, terrain, transport
from planspiel.systems.wiener2022.activities import activity_refusal, actor_refusal
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import Element, Known, Mover
from planspiel.systems.wiener2022.terrain import gait_of
from planspiel.systems.wiener2022.walking import Walker, flanks_to_suffer, set_out

__all__ = [
    "BesideRoad",
    "Halt",
    "Move",
    "SimultaneousMove",
    "beside_road_refusal",
    "move_refusal",
    "mover_refusal",
    "path_refusal",
    "simultaneous_refusal",
    "walker_of",
]


# -- orders ------------------------------------------------------------------------------------------------


class Move(Order, frozen=True):
    """An element moves along a path, without the field it is in.

    `mount` is a base that gets on before, `dismount` lets whoever is aboard get off at the end; then half the
    speed is the limit. `lights` says whether it drives with headlights at night. `flanks` names the fields it
    goes over where a diagonal leads between enemies or mines. `off_road` leaves the road free at the end.
    """

    element: str
    path: tuple[str, ...]
    lights: bool = True
    mount: str = ""
    dismount: bool = False
    flanks: tuple[str, ...] = ()
    off_road: bool = False


class SimultaneousMove(Order, frozen=True):
    """Several elements that move at the same time, field by field, announced before they set out."""

    moves: tuple[Move, ...]


class Halt(Order, frozen=True):
    """End the move here."""


class BesideRoad(Order, frozen=True):
    """Movement inside the field: stand beside the road, or on it."""

    element: str
    off: bool = True


# -- who may set out ---------------------------------------------------------------------------------------


def mover_refusal(pack: Pack, known: Known, element: Element) -> Illegal | None:
    """Why an element may not move at all in this half-turn."""
    model, name = pack.models[element.model], element.id
    if element.fate != "board":
        return Illegal("{element} is not in the field.", "WPR-geschwindigkeit-1", element=name)
    if model.is_aircraft:
        return Illegal("{element} does not move over land.", "WPR-bewegung-luft-1", element=name)
    if element.aboard:
        return _carried(element)
    refusal = activity_refusal(pack, element, "move")
    if refusal is not None:
        return refusal
    if element.moved and not (element.shot or element.split or element.joined):
        return Illegal("{element} has completed its move.", "WPR-spielablauf-9", element=name)
    if speed.most_fields(pack, known, element) <= element.moved:
        return _stuck(pack, element)
    return None


@rule("WPR-fahrzeuge-3")
def _carried(element: Element) -> Illegal:
    """Whoever is carried or towed is one element with the vehicle, and that is what moves."""
    reason = "{element} rides on {carrier}: order that to move."
    return Illegal(reason, "WPR-fahrzeuge-3", element=element.id, carrier=element.aboard)


def _stuck(pack: Pack, element: Element) -> Illegal:
    name = element.id
    if element.pinned:
        return Illegal("{element} is pinned and cannot move.", "WPR-niederhaltung-2", element=name)
    if element.split and pack.models[element.model].is_base:
        return Illegal("{element} has just been unlimbered.", "WPR-aufsitzen-5", element=name)
    if not element.fuel:
        return Illegal("{element} has no fuel.", "WPR-betriebsmittel-1", element=name)
    return Illegal("{element} has moved as far as it can if it fires.", "WPR-bewegung-2", element=name)


def walker_of(pack: Pack, known: Known, mover: Element, order: Move, ignoring: Sequence[str] = ()) -> Walker:
    """The mover as an order lets it go."""
    halved = order.dismount or bool(order.mount)
    return Walker(pack, known, mover, lights=order.lights, halved=halved, ignoring=ignoring)


# -- paths -------------------------------------------------------------------------------------------------


def path_refusal(
    pack: Pack, known: Known, mover: Element, order: Move, ignoring: Sequence[str] = ()
) -> Illegal | None:
    """Why a mover may not go along the path of an order, and stay at its end."""
    walker, progress = walker_of(pack, known, mover, order, ignoring), set_out(mover)
    for to in order.path:
        farther = walker.go(progress, to)
        if isinstance(farther, Illegal):
            return farther
        refusal = _flank_refusal(pack, known, mover, progress.field, to, order.flanks)
        if refusal is not None:
            return refusal
        progress = farther
    refusal = _end_refusal(pack, known, mover, progress.field, ignoring)
    if refusal is not None:
        return refusal
    return _beside_refusal(pack, known, mover, progress.field) if order.off_road else None


@rule("WPR-hoechstzahl-1", "WPR-gleichzeitigkeit-8")
def _end_refusal(
    pack: Pack, known: Known, mover: Element, field: str, group: Sequence[str]
) -> Illegal | None:
    """Why a mover may not stay at the end of its path.

    Members of a group give way to each other as long as they go on; when they set out their ends are judged
    together.
    """
    if not group or known.march is None:
        return crowding.end_refusal(pack, known, mover, field, group)
    going = {one.element: one.path[-1] for one in known.march.movers if _goes_on(pack, known, one)}
    for name, end in going.items():
        if end == field and crowding.are_alike(pack, mover, known.elements[name]):
            return _two_alike(field)
    return crowding.end_refusal(pack, known, mover, field, tuple(going))


def _goes_on(pack: Pack, known: Known, mover: Mover) -> bool:
    element = known.elements[mover.element]
    if not mover.path or mover.halted or element.fate != "board":
        return False
    return not element.pinned or speed.pinned_speed(pack, known, element) > 0


def _two_alike(field: str) -> Illegal:
    reason = "Two models of the same kind would end in {field}."
    return Illegal(reason, "WPR-hoechstzahl-1", field=field)


def _flank_refusal(
    pack: Pack, known: Known, mover: Element, start: str, to: str, named: Iterable[str]
) -> Illegal | None:
    """Between enemies or mines the mover says which of the two fields it goes over."""
    if not pack.theatre(known.scenario).board.is_diagonal(start, to):
        return None
    flanks = flanks_to_suffer(pack, known, mover, start, to)
    flanks = tuple(flank for flank in flanks if not entering.stops(pack, known, mover, flank)) or flanks
    if not flanks or any(flank in flanks for flank in named):
        return None
    return Illegal(
        "Between {start} and {to} both sides are closed: name {flanks} as the field it goes over.",
        "WPR-diagonale-2",
        start=start,
        to=to,
        flanks=" / ".join(flanks),
    )


def move_refusal(pack: Pack, known: Known, order: Move, ignoring: Sequence[str] = ()) -> Illegal | None:
    """Why an order to move is not legal on what is known."""
    refusal = actor_refusal(known, known.active, order.element)
    if refusal is not None:
        return refusal
    mover = known.elements[order.element]
    refusal = mover_refusal(pack, known, mover) or _lights_refusal(pack, known, mover, order)
    if refusal is not None:
        return refusal
    if not order.path:
        return Illegal("A move enters at least one field.", "WPR-geschwindigkeit-1")
    if order.mount:
        refusal = transport.mount_refusal(pack, known, order.mount, order.element)
    elif order.dismount:
        refusal = transport.dismount_at_end_refusal(pack, known, mover, order.path[-1])
    return refusal or path_refusal(pack, known, mover, order, ignoring)


@rule("WPR-nachtkampf-3")
def _lights_refusal(pack: Pack, known: Known, mover: Element, order: Move) -> Illegal | None:
    """Within a turn nobody changes between driving with and without headlights."""
    if not known.night or mover.lights is None or mover.lights == order.lights:
        return None
    if not speed.has_headlights(pack, mover):
        return None
    return Illegal("{element} cannot change its lights within a turn.", "WPR-nachtkampf-3", element=mover.id)


# -- simultaneous moves ------------------------------------------------------------------------------------


@rule("WPR-gleichzeitigkeit-1", "WPR-gleichzeitigkeit-2", "WPR-gleichzeitigkeit-6")
def simultaneous_refusal(pack: Pack, known: Known, order: SimultaneousMove) -> Illegal | None:
    """Several elements, each named once and before any of them moves; each with a legal path of its own."""
    names = [move.element for move in order.moves]
    if len(names) < 2 or len(set(names)) < len(names):
        return Illegal("Name at least two elements, each once.", "WPR-gleichzeitigkeit-2")
    for move in order.moves:
        refusal = move_refusal(pack, known, move, names)
        if refusal is not None:
            return refusal
    return _ends_refusal(pack, known, order, names)


def _ends_refusal(pack: Pack, known: Known, order: SimultaneousMove, names: Sequence[str]) -> Illegal | None:
    """Like members may not end in one field, nor beside like models that stay."""
    ends: list[Element] = []
    for move in order.moves:
        mover = replace(known.elements[move.element], field=move.path[-1])
        standing = [o for o in crowding.like_models_at(pack, known, mover, mover.field) if o.id not in names]
        beside = [one for one in ends if one.field == mover.field and crowding.are_alike(pack, mover, one)]
        if beside or any(not crowding.can_leave(pack, known, other) for other in standing):
            return _two_alike(mover.field)
        ends.append(mover)
    return None


# -- inside a field ----------------------------------------------------------------------------------------


@rule("WPR-bewegung-1", "WPR-mannschaftszug-1")
def beside_road_refusal(pack: Pack, known: Known, order: BesideRoad) -> Illegal | None:
    """Movement inside a field is no activity, but comes before firing, close combat and work.

    Crews move any weapon so, without a tractor.
    """
    refusal = actor_refusal(known, known.active, order.element)
    if refusal is not None:
        return refusal
    element = known.elements[order.element]
    if element.fate != "board" or element.aboard or element.off_road == order.off:
        return Illegal("{element} need not do that.", "WPR-bewegung-1", element=element.id)
    if element.shot or element.worked or element.attacked:
        reason = "{element} has fired, fought or worked: now it stays where it is."
        return Illegal(reason, "WPR-bewegung-1", element=element.id)
    if element.pinned:
        return Illegal("{element} is pinned and cannot move.", "WPR-niederhaltung-2", element=element.id)
    return _beside_refusal(pack, known, element, element.field) if order.off else None


def _beside_refusal(pack: Pack, known: Known, element: Element, field: str) -> Illegal | None:
    """Only where there is room beside the road."""
    if field not in pack.theatre(known.scenario).road_fields or terrain.is_on_bridge(known, field):
        return Illegal("There is no road in {field} to stand beside.", "WPR-felder-besetzt-3", field=field)
    if not terrain.is_free_ground(pack, known, gait_of(pack, element), field):
        return Illegal("{element} must stay on the road here.", "WPR-gelaende-5", element=element.id)
    return None
