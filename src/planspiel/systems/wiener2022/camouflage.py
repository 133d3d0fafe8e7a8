"""Camouflage, hiding and combing (Tarnen, verborgene Figuren, Durchkämmen), and what firing betrays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final

from msgspec.structs import replace

from planspiel.kernel import Choice, Event, Game, Illegal, Order, Script, Seat, roll, rule
from planspiel.systems.wiener2022 import crowding, secrecy, sight
from planspiel.systems.wiener2022.activities import Activity, activity_refusal, actor_refusal
from planspiel.systems.wiener2022.observing import is_battery
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import (
    Element,
    Known,
    Position,
    at,
    carriers_of,
    enemies_at,
    enemy_of,
    on_board,
    put,
    seats_of,
)
from planspiel.systems.wiener2022.view import WienerView

__all__ = [
    "ACTIVITIES",
    "CHOICES",
    "Camouflage",
    "Camouflaged",
    "Comb",
    "Combed",
    "Found",
    "Hidden",
    "Hide",
    "Missed",
    "NetRemoved",
    "Recognised",
    "Watched",
    "betray",
    "camouflage_refusal",
    "comb_refusal",
    "hidden_at",
    "hide_refusal",
    "includes_position",
    "net_refusal",
]

CHOICES: Final[Mapping[str, Choice]] = {
    "guns_camouflage_anywhere": Choice(
        True,
        "Guns that are small targets camouflage anywhere, not only next to wood or houses",
        "Geschütze, die kleine Ziele sind, tarnen sich überall, nicht nur neben Wald oder Gebäuden",
        "WPR-tarnen-X1",
    ),
}
THREAT: Final = 4
"""Fields within which an enemy is an immediate threat."""


class Camouflage(Order, frozen=True):
    """An element puts up its nets."""

    element: str


class Hide(Order, frozen=True):
    """Figures hide in a wood or a town."""

    element: str


class Comb(Order, frozen=True):
    """Figures comb their field for hidden enemies."""

    element: str


class Camouflaged(Event[Position], frozen=True):
    """Combat vehicles and self-propelled mounts are in position as well.

    Who fires indirectly keeps its reconnaissance marker, if it has one, as long as it stays in its field.
    """

    said: ClassVar[str] = "{element} camouflages itself."
    element: str
    in_position: bool = False
    battery: bool = False

    def apply(self, state: Position) -> None:
        element = state.elements[self.element]
        position = element.position or self.in_position
        shown = replace(element, hidden=False, combed=False, located=element.located and self.battery)
        put(state, replace(shown, camouflaged=True, worked=True, position=position))


class Hidden(Event[Position], frozen=True):
    """A mortar that is located keeps its reconnaissance marker."""

    said: ClassVar[str] = "{element} hides."
    element: str
    battery: bool = False

    def apply(self, state: Position) -> None:
        element = state.elements[self.element]
        located = element.located and self.battery
        put(state, replace(element, hidden=True, worked=True, combed=False, located=located))


class Watched(Event[Position], frozen=True):
    """An enemy looked on: the turn is used up, and nothing is gained by it."""

    said: ClassVar[str] = "{element} is in sight of an enemy and loses its turn."
    element: str

    def apply(self, state: Position) -> None:
        put(state, replace(state.elements[self.element], worked=True))


class Combed(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} combs {field}."
    element: str
    field: str

    def apply(self, state: Position) -> None:
        put(state, replace(state.elements[self.element], worked=True, hidden=False, combed=False))


class Found(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} is found in {field}."
    reveals: ClassVar[bool] = True
    element: str
    field: str

    def apply(self, state: Position) -> None:
        put(state, replace(state.elements[self.element], hidden=False, combed=False))


class Missed(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} is not found."
    element: str

    def apply(self, state: Position) -> None:
        put(state, replace(state.elements[self.element], combed=True))


class NetRemoved(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} betrays itself by its fire."
    element: str

    def apply(self, state: Position) -> None:
        put(state, replace(state.elements[self.element], camouflaged=False))


class Recognised(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} is recognised in {field}."
    reveals: ClassVar[bool] = True
    element: str
    field: str

    def apply(self, state: Position) -> None:
        put(state, replace(state.elements[self.element], camouflaged=False, located=True))


class Unrecognised(Event[Position], frozen=True):
    said: ClassVar[str] = "The gun that fired is not recognised."


# -- camouflage --------------------------------------------------------------------------------------------


def camouflage_refusal(pack: Pack, known: Known, order: Camouflage) -> Illegal | None:
    """Why an element may not camouflage itself now."""
    refusal = _worker_refusal(pack, known, order.element)
    if refusal is not None:
        return refusal
    element = known.elements[order.element]
    if element.camouflaged:
        return Illegal("{element} is camouflaged.", "WPR-tarnen-1", element=element.id)
    return net_refusal(pack, known, element) or _watched_refusal(pack, known, element)


def _worker_refusal(pack: Pack, known: Known, name: str) -> Illegal | None:
    """Why an element may not spend its turn on this."""
    refusal = actor_refusal(known, known.active, name)
    if refusal is not None:
        return refusal
    element = known.elements[name]
    model = pack.models[element.model]
    if element.fate != "board" or element.aboard or not (model.is_base or model.is_vehicle):
        return Illegal("{element} is not in the field for itself.", "WPR-tarnen-1", element=name)
    if element.pinned:
        return Illegal("{element} is pinned and cannot work.", "WPR-arbeit-2", element=name)
    if element.split or element.joined:
        return Illegal("{element} has just mounted or dismounted.", "WPR-fahrzeuge-6", element=name)
    refusal = activity_refusal(pack, element, "work")
    return refusal or crowding.stay_refusal(pack, known, element, replace(element, worked=True))


@rule("WPR-tarnen-3", "WPR-tarnen-X1")
def net_refusal(pack: Pack, known: Known, element: Element) -> Illegal | None:
    """Small targets anywhere; vehicles and large weapons only next to a wood or buildings."""
    model = pack.models[element.model]
    theatre = pack.theatre(known.scenario)
    in_cover = theatre.ground[element.field] in ("wood", "building") and element.field not in theatre.mixed
    if in_cover and not model.is_portable:
        reason = "{element} stands on the road through {field}."
        return Illegal(reason, "WPR-gelaende-5", element=element.id, field=element.field)
    anywhere = bool(known.options.get("guns_camouflage_anywhere", True))
    if sight.is_small(pack, known, element) and (anywhere or model.is_portable):
        return None
    near = theatre.board.neighbours(element.field)
    if any(theatre.is_wood(field) or theatre.is_building(field) for field in near):
        return None
    reason = "{element} can camouflage itself only next to a wood or buildings."
    return Illegal(reason, "WPR-tarnen-3", element=element.id)


@rule("WPR-tarnen-1", "WPR-tarnen-6")
def _watched_refusal(pack: Pack, known: Known, element: Element) -> Illegal | None:
    """Out of sight of every enemy one knows of, and none of them within four fields on the ground."""
    seen_from = sight.reach(pack, known, element, from_air=True)
    for enemy in known.elements.values():
        if enemy.side == element.side or not on_board(enemy):
            continue
        far = sight.distance(pack, known, enemy.field, element.field)
        if far <= seen_from and sight.detects(pack, known, enemy, element):
            reason = "{enemy} sees {element}."
            return Illegal(reason, "WPR-tarnen-1", enemy=enemy.id, element=element.id)
        if not enemy.height and far <= THREAT:
            reason = "{enemy} is within {far} fields of {element}."
            return Illegal(reason, "WPR-tarnen-6", enemy=enemy.id, far=THREAT, element=element.id)
    return None


@rule("WPR-stellung-3")
def includes_position(pack: Pack, element: Element) -> bool:
    """Camouflaging a combat vehicle or self-propelled mount includes a position marker."""
    return pack.models[element.model].is_mobile_gun


def _camouflage(game: Game[Position], order: Camouflage) -> Script[None]:
    element = game.state.elements[order.element]
    in_position, battery = includes_position(game.pack, element), is_battery(game.pack, element)
    event = Camouflaged(element.id, in_position, battery, cite="WPR-tarnen-1")
    _unless_watched(game, event, element)
    return
    yield


@rule("WPR-tarnen-1", "WPR-tarnen-6")
def _unless_watched(game: Game[Position], event: Camouflaged | Hidden, element: Element) -> None:
    """An enemy of whom its owner does not know may see the element; who it is, is not said."""
    seen = element.id in sight.detected(game.pack, game.state, enemy_of(element.side))
    secrecy.tell(game, Watched(element.id, cite=event.cite) if seen else event, (element.id,))


# -- what firing betrays -----------------------------------------------------------------------------------


@rule("WPR-tarnen-4", "WPR-erkennen-getarnt-1")
def betray(game: Game[Position], name: str) -> Script[None]:
    """Who fires from under a net loses it, except anti-tank guns, which must be recognised first.

    Over whoever fires from aboard hangs the net of the carrier.
    """
    firer = game.state.elements[name]
    for element in (firer, *carriers_of(game.state, firer)):
        if not element.camouflaged or not on_board(element):
            continue
        model = game.pack.models[element.model]
        if model.is_weapon and model.has("antitank"):
            yield from _try_to_recognise(game, element)
        else:
            secrecy.tell(game, NetRemoved(element.id, cite="WPR-erkennen-getarnt-1"), (element.id,))


@rule("WPR-erkennen-getarnt-5")
def _try_to_recognise(game: Game[Position], gun: Element) -> Script[None]:
    """After each shot: seen from the next field at once; from farther off the opponent rolls once."""
    far = _nearest_observer(game.pack, game.state, gun)
    if far is None:
        return
    if far <= 1:
        event = Recognised(gun.id, gun.field, cite="WPR-erkennen-getarnt-3")
        secrecy.tell(game, event, (gun.id,))
        return
    (face,) = yield from roll(
        "1d6", "recognising the gun that fired", "WPR-erkennen-getarnt-2", str(enemy_of(gun.side))
    )
    if face >= game.pack.tables.work.recognise:
        event = Recognised(gun.id, gun.field, cite="WPR-erkennen-getarnt-2")
        secrecy.tell(game, event, (gun.id,))
    else:
        game.happens(Unrecognised(cite="WPR-erkennen-getarnt-2"))


def _nearest_observer(pack: Pack, known: Known, gun: Element) -> int | None:
    """How near the nearest enemy is that has line and range to see the gun without its net."""
    bare = replace(gun, camouflaged=False)
    found = [
        sight.distance(pack, known, enemy.field, gun.field)
        for enemy in known.elements.values()
        if enemy.side != gun.side
        and on_board(enemy)
        and not enemy.guise
        and sight.detects_at(pack, known, enemy, bare)
    ]
    return min(found, default=None)


# -- hiding and combing ------------------------------------------------------------------------------------


@rule("WPR-figuren-verborgen-1")
def hide_refusal(pack: Pack, known: Known, order: Hide) -> Illegal | None:
    """Figures with portable weapons that have neither fought nor dug in may hide in woods and towns."""
    refusal = _worker_refusal(pack, known, order.element)
    if refusal is not None:
        return refusal
    element, theatre = known.elements[order.element], pack.theatre(known.scenario)
    if element.hidden or not pack.models[element.model].is_portable:
        return Illegal("{element} cannot hide.", "WPR-figuren-verborgen-1", element=element.id)
    if not (theatre.is_wood(element.field) or theatre.is_building(element.field)):
        reason = "{element} can hide only in a wood or a town."
        return Illegal(reason, "WPR-figuren-verborgen-1", element=element.id)
    if element.fired_in >= 0 or element.fought or element.field in known.earthworks:
        reason = "{element} has fought or built defences."
        return Illegal(reason, "WPR-figuren-verborgen-1", element=element.id)
    for enemy in known.elements.values():
        if enemy.side != element.side and sight.detects(pack, known, enemy, element):
            reason = "{enemy} sees {element}."
            return Illegal(reason, "WPR-figuren-verborgen-1", enemy=enemy.id, element=element.id)
    return None


def _hide(game: Game[Position], order: Hide) -> Script[None]:
    element = game.state.elements[order.element]
    event = Hidden(element.id, is_battery(game.pack, element), cite="WPR-figuren-verborgen-1")
    _unless_watched(game, event, element)
    return
    yield


@rule("WPR-durchkaemmen-1", "WPR-fuehrung-2")
def comb_refusal(pack: Pack, known: Known, order: Comb) -> Illegal | None:
    """A figure base in the field, for a whole turn; vehicles cannot comb, staffs and trains do not scout."""
    refusal = _worker_refusal(pack, known, order.element)
    if refusal is not None:
        return refusal
    element, theatre = known.elements[order.element], pack.theatre(known.scenario)
    model = pack.models[element.model]
    if not model.is_figures:
        return Illegal("Only figures can comb a field.", "WPR-durchkaemmen-1")
    if model.has("command") or model.has("supply"):
        return Illegal("{element} is not there for such work.", "WPR-fuehrung-2", element=element.id)
    if not (theatre.is_wood(element.field) or theatre.is_building(element.field)):
        return Illegal("There is nothing to comb in {field}.", "WPR-durchkaemmen-1", field=element.field)
    return None


@rule("WPR-erkennen-getarnt-4", "WPR-figuren-verborgen-2", "WPR-figuren-verborgen-3")
def _comb(game: Game[Position], order: Comb) -> Script[None]:
    """Each hidden base is tested once, and found on 4 or more; who was missed stays hidden.

    How many dice are rolled would tell how many hide there, so only their owner sees them unless all is open.
    """
    element = game.state.elements[order.element]
    event = Combed(element.id, element.field, cite="WPR-durchkaemmen-1")
    secrecy.tell(game, event, (element.id,))
    for hidden in enemies_at(game.state, element.field, element.side):
        if not hidden.hidden or hidden.combed:
            continue
        told = _owner_alone(game, hidden)
        cite = "WPR-figuren-verborgen-3"
        (face,) = yield from roll("1d6", "combing of {field}", cite, hidden.id, told, field=element.field)
        if face >= game.pack.tables.work.comb:
            game.happens(Found(hidden.id, element.field, cite="WPR-erkennen-getarnt-4"))
        else:
            game.happens(Missed(hidden.id, cite="WPR-figuren-verborgen-2"), told)


def _owner_alone(game: Game[Position], element: Element) -> tuple[Seat, ...] | None:
    return None if secrecy.is_open(game.state) else seats_of(game.state, element.side)


# -- activities --------------------------------------------------------------------------------------------


def _camouflage_options(pack: Pack, view: WienerView, element: Element) -> Iterator[Camouflage]:
    if camouflage_refusal(pack, view, Camouflage(element.id)) is None:
        yield Camouflage(element.id)


def _hide_options(pack: Pack, view: WienerView, element: Element) -> Iterator[Hide]:
    if hide_refusal(pack, view, Hide(element.id)) is None:
        yield Hide(element.id)


def _comb_options(pack: Pack, view: WienerView, element: Element) -> Iterator[Comb]:
    if comb_refusal(pack, view, Comb(element.id)) is None:
        yield Comb(element.id)


ACTIVITIES = {
    Camouflage: Activity("other", _camouflage_options, camouflage_refusal, _camouflage),
    Hide: Activity("other", _hide_options, hide_refusal, _hide, suits=lambda _, model: model.is_portable),
    Comb: Activity("other", _comb_options, comb_refusal, _comb, suits=lambda _, model: model.is_figures),
}


def hidden_at(known: Known, field: str) -> list[Element]:
    """Figures that hide in a field, as far as one knows."""
    return [element for element in at(known, field) if element.hidden]
