"""Position markers (Stellungszeichen): whoever has not moved may take one when the own half-turn ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Illegal, Order, Question, Script, Side, ask_secretly, rule
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.secrecy import tell
from planspiel.systems.wiener2022.state import Element, Known, Position, put, seat_of
from planspiel.systems.wiener2022.view import WienerView

__all__ = ["AT_HALF_END", "SCRIPTS", "ChoosePositions", "MarkerTaken", "TakePositions", "marker_refusal"]


class TakePositions(Order, frozen=True):
    elements: tuple[str, ...] = ()


class MarkerTaken(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} takes up a position."
    element: str

    def apply(self, state: Position) -> None:
        put(state, replace(state.elements[self.element], position=True))


@rule("WPR-stellung-1", "WPR-stellung-4")
def marker_refusal(pack: Pack, known: Known, element: Element) -> Illegal | None:
    """Why an element may not take a position marker at the end of its own half-turn."""
    model, name = pack.models[element.model], element.id
    if element.fate != "board" or not model.is_mobile_gun:
        reason = "{element} is no combat vehicle or self-propelled mount on the board."
        return Illegal(reason, "WPR-stellung-1", element=name)
    if element.position:
        return Illegal("{element} has a position marker.", "WPR-stellung-1", element=name)
    if element.aboard:
        return Illegal("{element} is being carried.", "WPR-stellung-1", element=name)
    if element.moved or element.landed:
        return Illegal("{element} has moved.", "WPR-stellung-1", element=name)
    if element.no_position:
        reason = "{element} may take no position in this half-turn."
        return Illegal(reason, "WPR-bewegungsgegenzug-7", element=name)
    return _road_refusal(pack, known, element)


@rule("WPR-gelaende-5")
def _road_refusal(pack: Pack, known: Known, element: Element) -> Illegal | None:
    """In a wood or town vehicles stay on the road and find no position."""
    theatre = pack.theatre(known.scenario)
    if theatre.ground[element.field] in ("wood", "building") and element.field not in theatre.mixed:
        reason = "{element} stands on the road through {field}."
        return Illegal(reason, "WPR-gelaende-5", element=element.id, field=element.field)
    return None


class ChoosePositions(Question[WienerView, TakePositions], frozen=True):
    """A forgotten marker cannot be made up for: the element counts as moving (WPR-stellung-2)."""

    prompt: ClassVar[str] = "Which elements take up a position?"
    cite: ClassVar[str] = "WPR-stellung-1"

    def options(self, view: WienerView) -> Iterator[TakePositions]:
        able = tuple(_able(view.pack, view, view.side))
        yield TakePositions(able)
        if able:
            yield TakePositions(())
        if len(able) > 1:
            yield from (TakePositions((name,)) for name in able)

    def check(self, view: WienerView, order: TakePositions) -> None:
        for name in order.elements:
            element = view.elements.get(name)
            if element is None or element.side != view.side:
                raise Illegal("{element} is no element of yours.", "WPR-stellung-1", element=name)
            refusal = marker_refusal(view.pack, view, element)
            if refusal is not None:
                raise refusal
        if len(set(order.elements)) < len(order.elements):
            raise Illegal("An element is named twice.", "WPR-stellung-1")


def _able(pack: Pack, known: Known, side: Side) -> Iterator[str]:
    for element in known.elements.values():
        if element.side == side and marker_refusal(pack, known, element) is None:
            yield element.id


@rule("WPR-stellung-1", "WPR-stellung-2")
def take_positions(game: Game[Position], side: str) -> Script[None]:
    """Taking a marker is no activity; whoever gets none counts as moving."""
    if not any(_able(game.pack, game.state, Side(side))):
        return
    order = yield from ask_secretly(seat_of(game.state, Side(side)), ChoosePositions())
    for name in order.elements:
        tell(game, MarkerTaken(name, cite="WPR-stellung-1"), (name,))


AT_HALF_END = ("take-positions",)
SCRIPTS = {"take-positions": take_positions}
