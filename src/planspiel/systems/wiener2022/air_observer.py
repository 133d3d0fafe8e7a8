"""Observation aircraft (Aufklärung aus der Luft): it circles high above own troops and sees over the terrain.

The field above which it is must be named, and both parties know it. From there it sees as the sight table
says and may direct artillery. Nobody on the ground can engage it; fighters can.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Illegal, Order, Script, rule
from planspiel.systems.wiener2022.activities import Activity, actor_refusal
from planspiel.systems.wiener2022.air_tasks import is_on_station, runner_refusal
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import Element, Known, Position, own_at, put
from planspiel.systems.wiener2022.view import WienerView

__all__ = ["ACTIVITIES", "Station", "Stationed", "station_refusal"]


class Station(Order, frozen=True):
    """An observer takes its place above a field of own troops."""

    element: str
    field: str


class Stationed(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} circles above {field}."
    element: str
    field: str
    ordered: bool = False
    """By its player in this half-turn, who then has nothing more to say to it."""

    def apply(self, state: Position) -> None:
        element = state.elements[self.element]
        there = replace(element, fate="board", field=self.field, height="high", mission="granted")
        put(state, replace(there, acted=self.ordered))


@rule("WPR-luftaufkl-beob-1", "WPR-luftaufkl-beob-2")
def station_refusal(pack: Pack, known: Known, order: Station) -> Illegal | None:
    """It stays above own troops, and says where."""
    element = known.elements.get(order.element)
    if element is not None and is_on_station(element):
        refusal = actor_refusal(known, known.active, order.element)
    else:
        refusal = runner_refusal(pack, known, order.element)
    if refusal is not None:
        return refusal
    if pack.models[known.elements[order.element].model].role != "observer":
        return Illegal("{element} is no observer.", "WPR-luftaufkl-beob-1", element=order.element)
    if order.field not in pack.theatre(known.scenario).board:
        return Illegal("There is no field {field}.", "WPR-luftaufkl-beob-2", field=order.field)
    if not _has_own_troops(known, order):
        return Illegal("There are no own troops in {field}.", "WPR-luftaufkl-beob-1", field=order.field)
    return None


def _has_own_troops(known: Known, order: Station) -> bool:
    side = known.elements[order.element].side
    return any(not one.height and one.id != order.element for one in own_at(known, order.field, side))


def _options(pack: Pack, view: WienerView, element: Element) -> Iterator[Station]:
    fields = {one.field for one in view.elements.values() if one.side == element.side and one.fate == "board"}
    for field in sorted(fields):
        order = Station(element.id, field)
        if field != element.field and station_refusal(pack, view, order) is None:
            yield order


@rule("WPR-luftaufkl-beob-3", "WPR-luftaufkl-beob-4")
def _station(game: Game[Position], order: Station) -> Script[None]:
    """From now on it counts as an observer of the artillery, high up, out of reach of the ground."""
    game.happens(Stationed(order.element, order.field, ordered=True, cite="WPR-luftaufkl-beob-2"))
    return
    yield


ACTIVITIES = {
    Station: Activity(
        "air",
        _options,
        station_refusal,
        _station,
        fates=("reserve", "board"),
        suits=lambda _, model: model.role == "observer",
    ),
}
