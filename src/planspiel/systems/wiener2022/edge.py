"""The edge of the board: leaving it, and coming in over it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Illegal, Item, Order, Script, resume_point, rule
from planspiel.systems.wiener2022 import entering, march, routes, speed, step, terrain
from planspiel.systems.wiener2022.activities import Activity, activity_refusal, actor_refusal
from planspiel.systems.wiener2022.approach import Step
from planspiel.systems.wiener2022.march_events import MarchBegan
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.secrecy import look, tell
from planspiel.systems.wiener2022.setup import can_stand
from planspiel.systems.wiener2022.state import (
    Element,
    Fate,
    Known,
    March,
    Mover,
    Position,
    elsewhere,
    holders_at,
    load_of,
    put,
    seats_of,
)
from planspiel.systems.wiener2022.view import WienerView
from planspiel.systems.wiener2022.walking import Walker

__all__ = ["ACTIVITIES", "SCRIPTS", "Arrived", "Enter", "Leave", "LeftBoard", "leave_board"]


class Leave(Order, frozen=True):
    """Go over the edge of the board."""

    element: str


class Enter(Order, frozen=True):
    """Come in over the edge of the board; `lights` says whether with headlights at night."""

    element: str
    field: str
    lights: bool = True


class LeftBoard(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} leaves the board from {field}."
    element: str
    field: str
    fate: Fate
    due: int = 0
    zone: str = ""

    def apply(self, state: Position) -> None:
        gone = state.elements[self.element]
        put(state, replace(elsewhere(gone, ""), fate=self.fate, due=self.due, zone=self.zone))


class Arrived(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} comes in at {field}."
    element: str
    field: str
    limit: int
    lights: bool | None = None

    def apply(self, state: Position) -> None:
        element = state.elements[self.element]
        put(
            state,
            replace(
                element,
                fate="board",
                field=self.field,
                moved=1,
                limit=self.limit,
                lights=self.lights,
                fuel=element.fuel - 1 if element.fuel > 0 else element.fuel,
            ),
        )


# -- leaving -----------------------------------------------------------------------------------------------


@rule("WPR-spielfeldrand-1")
def leave_board(game: Game[Position], name: str) -> None:
    """Whoever leaves the board, willingly or not, is lost with all it carries, if the scenario is silent."""
    unit = game.state.elements[name]
    fate, due, zone = _destination(game.pack, game.state, unit)
    for gone in (name, *load_of(game.state, unit)):
        event = LeftBoard(gone, unit.field, fate, due, zone, cite="WPR-spielfeldrand-1")
        tell(game, event, (gone,))
    entering.abandoned(game, unit.field)


@rule("WPR-spielfeldrand-2", "WPR-bewegung-operativ-1")
def _destination(pack: Pack, known: Known, unit: Element) -> tuple[Fate, int, str]:
    """Out for the mission, on a way outside the board, back later over the same field, or lost."""
    scenario, zones = pack.scenarios[known.scenario], pack.theatre(known.scenario).zones
    party = scenario.party(unit.side)
    if party.exit and unit.field in zones[party.exit]:
        return "left", 0, unit.field
    for way in party.off_board:
        if unit.field in zones[way.leave]:
            return "due", known.turn + way.turns, way.enter
    if scenario.may_return:
        return "due", known.turn + 1, unit.field
    return "lost", 0, ""


def _leave_options(pack: Pack, view: WienerView, element: Element) -> Iterator[Order]:
    """Offered where it is of use; whoever wants to be lost may say so."""
    if not pack.theatre(view.scenario).is_rim(element.field):
        return
    order = Leave(element.id)
    if _leave_refusal(pack, view, order) is None and _destination(pack, view, element)[0] != "lost":
        yield order


def _leave_refusal(pack: Pack, view: WienerView, order: Leave) -> Illegal | None:
    refusal = actor_refusal(view, view.side, order.element)
    if refusal is not None:
        return refusal
    unit = view.elements[order.element]
    if unit.fate != "board" or not pack.theatre(view.scenario).is_rim(unit.field):
        reason = "{element} is not at the edge of the board."
        return Illegal(reason, "WPR-spielfeldrand-1", element=unit.id)
    if unit.aboard:
        return Illegal("{element} is being carried.", "WPR-fahrzeuge-3", element=unit.id)
    refusal = activity_refusal(pack, unit, "move") or _held_refusal(pack, view, unit)
    return refusal or _far_refusal(pack, view, unit)


@rule("WPR-draht-6")
def _held_refusal(pack: Pack, known: Known, unit: Element) -> Illegal | None:
    """Out of an obstacle that holds it nobody goes on, over the edge of the board neither."""
    if unit.came_from and entering.stops(pack, known, unit, unit.field):
        reason = "The obstacle in {field} lets {element} only back to where it came from."
        return Illegal(reason, "WPR-draht-6", field=unit.field, element=unit.id)
    return None


@rule("WPR-geschwindigkeit-1")
def _far_refusal(pack: Pack, known: Known, unit: Element) -> Illegal | None:
    """The step over the edge counts like any other."""
    if unit.moved + 1 > _limit(pack, known, unit, unit.field):
        return Illegal("{element} cannot go any farther.", "WPR-geschwindigkeit-1", element=unit.id)
    return None


def _limit(pack: Pack, known: Known, unit: Element, field: str) -> int:
    """The lowest speed of the move if it goes over the edge at this field."""
    theatre = pack.theatre(known.scenario)
    surface: terrain.Surface = "road" if field in theatre.road_fields else "terrain"
    if not theatre.is_land(field):
        surface = "water"
    covered = Walker(pack, known, unit).ground.is_covered(field)
    lights = unit.lights is not False
    found = speed.step_speed(pack, known, unit, surface, covered=covered, lights=lights)
    return min(found, unit.limit or speed.FAST, speed.most_fields(pack, known, unit))


def _leave(game: Game[Position], order: Leave) -> Script[None]:
    leave_board(game, order.element)
    return
    yield


# -- coming in ---------------------------------------------------------------------------------------------


def _entry_fields(pack: Pack, known: Known, unit: Element) -> tuple[str, ...]:
    theatre = pack.theatre(known.scenario)
    return theatre.zones.get(unit.zone, (unit.zone,))


def _enter_options(pack: Pack, view: WienerView, element: Element) -> Iterator[Order]:
    if element.due and element.due <= view.turn and not element.aboard:
        for field in _entry_fields(pack, view, element):
            for lights in routes.lights_of(pack, view, element):
                order = Enter(element.id, field, lights)
                if _enter_refusal(pack, view, order) is None:
                    yield order


@rule("WPR-ausgangslage-5")
def _enter_refusal(pack: Pack, view: WienerView, order: Enter) -> Illegal | None:
    """Reinforcements come when and where the scenario says; a field that the enemy holds is closed."""
    refusal = actor_refusal(view, view.side, order.element)
    if refusal is not None:
        return refusal
    unit, field = view.elements[order.element], order.field
    if unit.fate != "due" or not unit.due:
        return Illegal("{element} is not among the reinforcements.", "WPR-ausgangslage-5", element=unit.id)
    if unit.aboard:
        return Illegal("{element} comes with its vehicle.", "WPR-fahrzeuge-3", element=unit.id)
    if field not in _entry_fields(pack, view, unit):
        reason = "{element} does not come in at {field}."
        return Illegal(reason, "WPR-spielfeldrand-2", element=unit.id, field=field)
    if not can_stand(pack, view, unit, field):
        return Illegal("{element} cannot stand in {field}.", "WPR-gelaende-4", element=unit.id, field=field)
    if any(not one.height for one in holders_at(view, field, unit.side)):
        return Illegal("The enemy holds {field}.", "WPR-spielfeldrand-2", field=field)
    if _limit(pack, view, replace(unit, lights=order.lights), field) < 1:
        return Illegal("{element} cannot move.", "WPR-geschwindigkeit-1", element=unit.id)
    return activity_refusal(pack, unit, "move")


@rule("WPR-spielfeldrand-2", "WPR-nachtkampf-1", "WPR-nachtkampf-2")
def _enter(game: Game[Position], order: Enter) -> Script[None]:
    """The first step leads onto the board; the enemy answers it like any other, and then it goes on.

    If an undetected enemy holds the field, the unit stays outside and knows it.
    """
    unit = game.state.elements[order.element]
    if any(not one.height for one in holders_at(game.state, order.field, unit.side)):
        event = EntryBlocked(unit.id, order.field, cite="WPR-spielfeldrand-2")
        game.happens(event, seats_of(game.state, unit.side))
        return
    way = March((Mover(unit.id, (), (order.field,), lights=order.lights),))
    game.happens(MarchBegan(way), seats_of(game.state, unit.side))
    limit = _limit(game.pack, game.state, replace(unit, lights=order.lights), order.field)
    lit = order.lights if game.state.night and speed.has_headlights(game.pack, unit) else None
    tell(game, Arrived(unit.id, order.field, limit, lit, cite="WPR-ausgangslage-5"), (unit.id,))
    for name in load_of(game.state, unit):
        tell(game, Arrived(name, order.field, limit, cite="WPR-ausgangslage-5"), (name,))
    game.then(Item("march"))
    game.then(Item("came-in", (unit.id,)))
    yield from ()


def came_in(game: Game[Position], name: str) -> Script[None]:
    """The enemy answers the first step, and its owner says where to go from there."""
    yield from resume_point()
    field = game.state.elements[name].field
    yield from step.window(game, (Step(name, field, field, (field,)),))
    look(game)
    yield from march.ask_on(game, name)


class EntryBlocked(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} cannot come in: the enemy is in {field}."
    reveals: ClassVar[bool] = True
    element: str
    field: str

    def apply(self, state: Position) -> None:
        put(state, replace(state.elements[self.element], acted=True))


ACTIVITIES = {
    Leave: Activity("other", _leave_options, _leave_refusal, _leave),
    Enter: Activity("other", _enter_options, _enter_refusal, _enter, fates=("due",)),
}
SCRIPTS = {"came-in": came_in}
