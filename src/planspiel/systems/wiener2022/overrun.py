"""Overrun (Überrollen): a tracked vehicle drives into an enemy field and over troops that it can destroy.

Figures in the field may oppose with anti-tank close combat. A beaten weapon base is destroyed; pure figures
stay and only at 6 and more face a loss roll. If the figures win, the vehicle is pinned or knocked out.
Whoever has fled in this turn cannot oppose and flees on.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Illegal, Order, Script, roll, rule
from planspiel.systems.wiener2022 import crowding, flight, losses, noise, secrecy, speed, storm, unforeseen
from planspiel.systems.wiener2022.activities import Activity, activity_refusal, actor_refusal
from planspiel.systems.wiener2022.aim import has_just_changed
from planspiel.systems.wiener2022.approach import is_stopped
from planspiel.systems.wiener2022.catalogue import Model
from planspiel.systems.wiener2022.close_combat import flee_on, has_fought, roll_on
from planspiel.systems.wiener2022.effect import NOTHING, value_of
from planspiel.systems.wiener2022.opposed import opposed
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import (
    Element,
    Known,
    Position,
    elsewhere,
    enemies_at,
    holders_at,
    load_of,
    on_board,
    put,
)
from planspiel.systems.wiener2022.tank_hunt import crew_points, hunter_points
from planspiel.systems.wiener2022.transport import tractor_refusal
from planspiel.systems.wiener2022.view import WienerView
from planspiel.systems.wiener2022.walking import Progress, Walker, set_out

__all__ = ["ACTIVITIES", "Overran", "Overrun", "overrun_refusal"]


class Overrun(Order, frozen=True):
    """A tracked vehicle drives over a target in a neighbouring field, or in its own.

    `flanks` names the field it goes over where a diagonal leads between enemies or mines.
    """

    element: str
    target: str
    flanks: tuple[str, ...] = ()


class Overran(Event[Position], frozen=True):
    """The vehicle is in the field of its target; this was its fire."""

    said: ClassVar[str] = "{element} overruns {target} in {field}."
    element: str
    target: str
    field: str
    moved: int
    limit: int
    lights: bool | None = None

    def apply(self, state: Position) -> None:
        before = state.elements[self.element]
        load = load_of(state, before)
        gone = replace(
            elsewhere(before, self.field),
            moved=self.moved,
            limit=self.limit,
            lights=self.lights,
            shot=True,
            overran=True,
            fired_in=state.half,
            came_from=before.came_from if self.field == before.field else "",
        )
        put(state, gone)
        for name in load:
            put(state, replace(state.elements[name], field=self.field))


# -- who may overrun whom ----------------------------------------------------------------------------------


@rule("WPR-ueberrollen-1")
def overrun_refusal(pack: Pack, known: Known, order: Overrun) -> Illegal | None:
    """Only tracked vehicles, and only what they could physically destroy."""
    refusal = actor_refusal(known, known.active, order.element)
    if refusal is not None:
        return refusal
    vehicle, target = known.elements[order.element], known.elements.get(order.target)
    model = pack.models[vehicle.model]
    if not model.is_vehicle or model.mobility != "tracked" or vehicle.aboard:
        return Illegal("{element} is no tracked vehicle.", "WPR-ueberrollen-1", element=vehicle.id)
    if not on_board(vehicle):
        return Illegal("{element} is not in the field.", "WPR-ueberrollen-1", element=vehicle.id)
    if model.has("command") or model.has("supply"):
        return Illegal("{element} cannot attack.", "WPR-fuehrung-1", element=vehicle.id)
    refusal = _service_refusal(pack, known, vehicle)
    if refusal is not None:
        return refusal
    if target is None or target.side == vehicle.side or not _is_crushed(pack, target):
        return Illegal("{target} cannot be overrun.", "WPR-ueberrollen-5", target=order.target)
    return _way_refusal(pack, known, vehicle, target)


@rule("WPR-fahrzeuge-2")
def _service_refusal(pack: Pack, known: Known, vehicle: Element) -> Illegal | None:
    """Transports and tractors cannot fight; one with a weapon does, unless it serves a gun of its own."""
    if not pack.models[vehicle.model].weapons:
        return Illegal("{element} is unarmed.", "WPR-fahrzeuge-2", element=vehicle.id)
    return tractor_refusal(pack, known, vehicle)


@rule("WPR-ueberrollen-5")
def _is_crushed(pack: Pack, target: Element) -> bool:
    """Figure and weapon bases and soft vehicles; never armour or bunkers, nor who is not found yet."""
    model = pack.models[target.model]
    if target.aboard or target.height or not on_board(target) or model.is_bunker or model.is_armoured:
        return False
    if target.hidden:
        return False
    return model.is_base or model.is_vehicle


def _way_refusal(pack: Pack, known: Known, vehicle: Element, target: Element) -> Illegal | None:
    if any(_is_solid(pack, one) for one in enemies_at(known, target.field, vehicle.side)):
        reason = "There are enemy vehicles or a bunker in {field}."
        return Illegal(reason, "WPR-felder-besetzt-4", field=target.field)
    refusal = _fire_refusal(pack, vehicle)
    if refusal is not None:
        return refusal
    if vehicle.field == target.field:
        return _far_refusal(pack, known, vehicle, vehicle.moved)
    board = pack.theatre(known.scenario).board
    if board.distance(vehicle.field, target.field) != 1:
        reason = "{element} overruns troops in a neighbouring field only."
        return Illegal(reason, "WPR-ueberrollen-1", element=vehicle.id)
    farther = _drive(pack, known, vehicle, target.field)
    if isinstance(farther, Illegal):
        return farther
    return _rest_refusal(pack, known, vehicle, farther)


@rule("WPR-hoechstzahl-1")
def _rest_refusal(pack: Pack, known: Known, vehicle: Element, there: Progress) -> Illegal | None:
    """Who has no field left to go on comes to rest there, so not beside a like model that stays."""
    if there.moved < min(there.limit, speed.terrain_speed(pack, known, vehicle)):
        return None
    return crowding.end_refusal(pack, known, vehicle, there.field)


@rule("WPR-ueberrollen-5", "WPR-fahrzeuge-6")
def _fire_refusal(pack: Pack, vehicle: Element) -> Illegal | None:
    """It is the fire of the vehicle, but needs neither a halt before nor ammunition.

    So a vehicle onto which somebody has just got may only drive.
    """
    if has_just_changed(pack, vehicle):
        reason = "{element} has just mounted or dismounted."
        return Illegal(reason, "WPR-fahrzeuge-6", element=vehicle.id)
    return activity_refusal(pack, replace(vehicle, moved=0, ammunition=-1), "fire")


def _is_solid(pack: Pack, one: Element) -> bool:
    model = pack.models[one.model]
    return (model.is_armoured or model.is_bunker) and not one.aboard and not one.height


def _drive(pack: Pack, known: Known, vehicle: Element, field: str) -> Progress | Illegal:
    """The last step, at terrain speed in all."""
    lights = vehicle.lights is not False
    farther = Walker(pack, known, vehicle, lights=lights).charge(set_out(vehicle), field)
    if isinstance(farther, Illegal):
        return farther
    return _far_refusal(pack, known, replace(vehicle, in_smoke=farther.in_smoke), farther.moved) or farther


@rule("WPR-niederhaltung-4", "WPR-ueberrollen-5")
def _far_refusal(pack: Pack, known: Known, vehicle: Element, moved: int) -> Illegal | None:
    """Whoever is pinned so that he cannot move overruns nobody, not even in his own field."""
    if vehicle.pinned and not speed.pinned_speed(pack, known, vehicle):
        return Illegal("{element} is pinned and cannot move.", "WPR-niederhaltung-4", element=vehicle.id)
    most = speed.terrain_speed(pack, known, vehicle)
    if moved > most:
        reason = "{element} may cover {most} fields in all if it overruns."
        return Illegal(reason, "WPR-ueberrollen-5", element=vehicle.id, most=most)
    return None


# -- carrying out ------------------------------------------------------------------------------------------


@rule("WPR-ueberrollen-2")
def overrun(game: Game[Position], order: Overrun) -> Script[None]:
    """The vehicle rolls with normal chance, figures in the field against it; their pinning is disregarded."""
    vehicle, target = game.state.elements[order.element], game.state.elements[order.target]
    if not on_board(target):
        return
    if vehicle.field == target.field:
        _drive_over(game, vehicle, target)
    else:
        steps = yield from storm.charge(game, vehicle, target.field, order.flanks)
        if not steps:
            return
        _drive_over(game, game.state.elements[vehicle.id], target)
        yield from storm.barriers(game, steps)
    noise.heard(game, game.state.elements[vehicle.id])
    if _drives_on(game, vehicle.id) and on_board(game.state.elements[target.id]):
        yield from _roll_over(game, vehicle.id, target.id, vehicle.field)
    secrecy.look(game)


@rule("WPR-niederhaltung-4")
def _drives_on(game: Game[Position], name: str) -> bool:
    """Whom the mines or a demolition in the field have stopped, drives over nobody there."""
    vehicle = game.state.elements[name]
    return on_board(vehicle) and not is_stopped(game.pack, game.state, vehicle)


def _drive_over(game: Game[Position], vehicle: Element, target: Element) -> None:
    moved, limit, lights = vehicle.moved, vehicle.limit, vehicle.lights
    if vehicle.field != target.field:
        farther = _drive(game.pack, game.state, vehicle, target.field)
        moved, limit = vehicle.moved + 1, farther.limit if isinstance(farther, Progress) else vehicle.limit
        lights = speed.attack_lights(game.pack, game.state, vehicle)
    event = Overran(vehicle.id, target.id, target.field, moved, limit, lights, cite="WPR-ueberrollen-1")
    secrecy.tell(game, event, (vehicle.id,))


def _roll_over(game: Game[Position], name: str, target: str, start: str) -> Script[None]:
    vehicle = game.state.elements[name]
    opponent = _opponent(game, vehicle, target)
    points = crew_points(game.pack, vehicle)
    if opponent is None:
        yield from _unresisted(game, vehicle, target, start)
        return
    has_fought(game, (opponent.id,))
    theirs = hunter_points(game.pack, game.state, vehicle.field)
    found = yield from opposed(
        game, name, opponent.id, points, theirs, cite="WPR-ueberrollen-2", cancel=False
    )
    if found.winner == name:
        yield from _crushed(game, target, found.value, start)
    else:
        yield from _stopped(game, name, found.value)


@rule("WPR-flucht-8")
def _opponent(game: Game[Position], vehicle: Element, target: str) -> Element | None:
    """The target itself if it has figures, else other figures in the field; nobody who has fled."""
    bases = [
        one
        for one in holders_at(game.state, vehicle.field, vehicle.side)
        if game.pack.models[one.model].is_base and not (one.aboard or one.guise or one.fled)
    ]
    return next((one for one in bases if one.id == target), bases[0] if bases else None)


@rule("WPR-ueberrollen-3")
def _crushed(game: Game[Position], target: str, value: int, start: str) -> Script[None]:
    """Weapons and vehicles are destroyed; pure figures take the total and stay, if they have not fled."""
    troop = game.state.elements[target]
    if troop.fled:
        yield from _driven_on(game, troop, value, start)
    elif game.pack.models[troop.model].is_figures:
        yield from losses.suffer(game, target, value, "WPR-ueberrollen-3")
    else:
        yield from losses.destroy(game, target, "WPR-ueberrollen-3")


@rule("WPR-flucht-8")
def _driven_on(game: Game[Position], troop: Element, value: int, start: str) -> Script[None]:
    """Our reading: that beaten figures stay is said of those who resist; a flight goes on all the same."""
    open_ = flight.away_from(game.pack, game.state, troop.field, (start,))
    yield from flee_on(game, troop.id, open_, value)


@rule("WPR-ueberrollen-4")
def _stopped(game: Game[Position], vehicle: str, value: int) -> Script[None]:
    """The vehicle is pinned or knocked out by the total of the figures."""
    yield from losses.suffer(game, vehicle, value, "WPR-ueberrollen-4")


@rule("WPR-ueberrollen-5")
def _unresisted(game: Game[Position], vehicle: Element, target: str, start: str) -> Script[None]:
    """Where nobody can oppose, 3 and more destroys; figures that have fled take it as an effect."""
    if game.state.elements[target].fled:
        value = yield from roll_on(game, vehicle.id, target, crew_points(game.pack, vehicle))
        yield from _crushed(game, target, value, start)
        return
    told = secrecy.audience(game, (vehicle.id, target))
    (natural,) = yield from roll(
        "1d6", "{element} against {other}", "WPR-ueberrollen-5", vehicle.id, told,
        element=vehicle.id, other=target,
    )  # fmt: skip
    if value_of(natural, 0) != NOTHING:
        yield from losses.destroy(game, target, "WPR-ueberrollen-5")


def _has_tracks(pack: Pack, model: Model) -> bool:
    return model.is_vehicle and model.mobility == "tracked"


def _options(pack: Pack, view: WienerView, element: Element) -> Iterator[Overrun]:
    if element.shot:
        return
    board = pack.theatre(view.scenario).board
    for field in (element.field, *board.neighbours(element.field)):
        for target in enemies_at(view, field, element.side):
            order = Overrun(element.id, target.id)
            if overrun_refusal(pack, view, order) is None:
                for flanks in unforeseen.flank_choices(pack, view, element, field):
                    yield replace(order, flanks=flanks)


def _judge(pack: Pack, view: WienerView, order: Overrun) -> Illegal | None:
    return overrun_refusal(pack, view, order)


ACTIVITIES = {Overrun: Activity("other", _options, _judge, overrun, suits=_has_tracks)}
