"""Flight (Flucht): whoever loses a close combat leaves the field, away from where the enemy came from.

Three fields are open to the beaten: straight away from the attack and 45 degrees to either side. If all are
held by the enemy or cannot be entered, the troop is lost. On board a craft one may flee, on a vehicle not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from msgspec.structs import replace

from planspiel.boards.square import DIRECTIONS
from planspiel.kernel import Event, Game, Illegal, Order, Question, Script, ask, rule
from planspiel.systems.wiener2022 import entering, losses, secrecy, terrain
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.ships import has_room
from planspiel.systems.wiener2022.state import (
    Element,
    Known,
    Position,
    at,
    holders_at,
    on_board,
    put,
    seat_of,
)
from planspiel.systems.wiener2022.view import WienerView
from planspiel.systems.wiener2022.walking import Walker, flanks_to_suffer

__all__ = [
    "OFF_BOARD",
    "ChooseFlight",
    "Fled",
    "FledAboard",
    "Flee",
    "FleeOffBoard",
    "away_from",
    "back_from",
    "choose",
    "flank_of",
    "flee",
    "over_the_edge",
    "refuges",
    "ways_out",
]


OFF_BOARD: Final = ""
"""Among the fields of a flight: over the edge of the board."""
EVERYWHERE: Final = frozenset(range(len(DIRECTIONS)))


class Flee(Order, frozen=True):
    """Where a beaten troop goes: a field, or a craft (`to` is its id).

    `flanks` names the field it goes over where a diagonal leads between mines.
    """

    to: str
    flanks: tuple[str, ...] = ()


class FleeOffBoard(Order, frozen=True):
    """Over the edge of the board."""

    to: ClassVar[str] = OFF_BOARD
    flanks: ClassVar[tuple[str, ...]] = ()


class Fled(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} flees to {field}."
    element: str
    field: str

    def apply(self, state: Position) -> None:
        put(state, _in_flight(state.elements[self.element], self.field))


class FledAboard(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} flees aboard {craft}."
    element: str
    craft: str

    def apply(self, state: Position) -> None:
        craft = state.elements[self.craft]
        put(state, replace(_in_flight(state.elements[self.element], craft.field), aboard=self.craft))


def _in_flight(element: Element, field: str) -> Element:
    return replace(
        element,
        field=field,
        aboard="",
        fled=True,
        fled_pinned=True,
        camouflaged=False,
        located=False,
        hidden=False,
        combed=False,
        on_pontoons=False,
        raft_made=False,
        came_from="",
    )


class ChooseFlight(Question[WienerView, Flee | FleeOffBoard], frozen=True):
    prompt: ClassVar[str] = "{element} is beaten: where does it flee?"
    cite: ClassVar[str] = "WPR-flucht-2"
    element: str
    ways: tuple[str, ...]

    def options(self, view: WienerView) -> Iterator[Flee | FleeOffBoard]:
        element = view.elements[self.element]
        for way in self.ways:
            if way == OFF_BOARD:
                yield FleeOffBoard()
            else:
                yield from (Flee(way, flanks) for flanks in _flank_choices(view, element, way))

    def check(self, view: WienerView, order: Flee | FleeOffBoard) -> None:
        if order.to not in self.ways:
            reason = "{element} can flee only away from the attack: {fields}."
            fields = ", ".join(way for way in self.ways if way != OFF_BOARD)
            raise Illegal(reason, self.cite, element=self.element, fields=fields)


@rule("WPR-diagonale-5")
def _flank_choices(view: WienerView, element: Element, to: str) -> list[tuple[str, ...]]:
    """What the beaten may name as the flank they go over: nothing, unless their owner knows of two to suffer.

    Mines of which he does not know make no question: it would tell him of them.
    """
    suffered = flanks_to_suffer(view.pack, view, element, element.field, to)
    flanks = _open_flanks(view.pack, view, element, suffered)
    return [(flank,) for flank in flanks] if len(flanks) > 1 else [()]


# -- where to ----------------------------------------------------------------------------------------------


@rule("WPR-flucht-2", "WPR-flucht-10")
def away_from(pack: Pack, known: Known, field: str, attacks: Sequence[str]) -> frozenset[str]:
    """The fields open to a defender beaten in a field by attackers from these fields.

    With several directions only what every one of them allows; who fought in the field itself has none.
    """
    open_ = EVERYWHERE
    for start in attacks:
        if start != field:
            open_ &= _fan(_bearing(start, field))
    return _fields(pack, known, field, open_)


@rule("WPR-flucht-10")
def back_from(pack: Pack, known: Known, field: str, start: str) -> frozenset[str]:
    """The fields open to a beaten attacker: where he came from, and those beside it."""
    return _fields(pack, known, field, EVERYWHERE if start == field else _fan(_bearing(field, start)))


def _bearing(a: str, b: str) -> int:
    """The direction from one field to the next, which may lie off the board (out of the air)."""
    (ax, ay), (bx, by) = ([int(part) for part in label.split(",")] for label in (a, b))
    return DIRECTIONS.index((bx - ax, by - ay))


def _fan(direction: int) -> frozenset[int]:
    return frozenset((direction + turn) % len(DIRECTIONS) for turn in (-1, 0, 1))


def _fields(pack: Pack, known: Known, field: str, directions: frozenset[int]) -> frozenset[str]:
    around = pack.theatre(known.scenario).board.around(field)
    return frozenset(near or OFF_BOARD for way, near in enumerate(around) if way in directions)


@rule("WPR-flucht-10")
def refuges(pack: Pack, known: Known, element: Element, fields: frozenset[str]) -> tuple[str, ...]:
    """What of these fields can be used: first land, then own craft within reach, last the edge."""
    on_board_ = sorted(fields - {OFF_BOARD})
    land = [field for field in on_board_ if _is_usable(pack, known, element, field)]
    near = (element.field, *on_board_)
    craft = [other.id for field in near for other in at(known, field) if _takes(pack, known, element, other)]
    return (*land, *craft, *(fields & {OFF_BOARD}))


@rule("WPR-flucht-4", "WPR-flucht-5", "WPR-flucht-9")
def _is_usable(pack: Pack, known: Known, element: Element, field: str) -> bool:
    """Ground that can be walked on, held by no enemy; nobody swims, and nobody fights his way free.

    Flames close it, and for vehicles a wreck.
    """
    gait = terrain.gait_of(pack, element)
    step = terrain.exit_to(pack, known, gait, element.field, field)
    if step is None or holders_at(known, field, element.side):
        return False
    if Walker(pack, known, element).closed_refusal(field) is not None:
        return False
    if step.flanks and not _open_flanks(pack, known, element, step.flanks):
        return False
    return not _is_wired(known, element, field)


@rule("WPR-diagonale-5", "WPR-flucht-10")
def _open_flanks(pack: Pack, known: Known, element: Element, flanks: Sequence[str]) -> list[str]:
    """Beside a diagonal: those fields that no enemy holds and where no obstacle stops the beaten."""
    free = [flank for flank in flanks if not holders_at(known, flank, element.side)]
    return [flank for flank in free if not entering.stops(pack, known, element, flank)]


@rule("WPR-flucht-13")
def _is_wired(known: Known, element: Element, field: str) -> bool:
    """Enemy wire makes a field useless for flight; own barriers do not matter."""
    return any(
        barrier.kind == "wire" and barrier.field == field and barrier.side != element.side
        for barrier in known.barriers.values()
    )


@rule("WPR-flucht-3")
def _takes(pack: Pack, known: Known, element: Element, craft: Element) -> bool:
    """Own craft with room take the beaten aboard; land vehicles do not."""
    model = pack.models[craft.model]
    if craft.side != element.side or not model.is_watercraft or craft.id == element.aboard:
        return False
    return has_room(pack, known, craft, element)


@rule("WPR-flucht-5", "WPR-verdeckt-1")
def ways_out(game: Game[Position], element: Element, fields: frozenset[str]) -> tuple[str, ...]:
    """The same on the true ground. What closes a field without its owner's knowing comes to light."""
    ways = refuges(game.pack, game.state, element, fields)
    if secrecy.is_open(game.state):
        return ways
    board, view = game.pack.theatre(game.state.scenario).board, game.view(seat_of(game.state, element.side))
    for field in refuges(game.pack, view, element, fields):
        if field in board and field not in ways:
            beside = board.flanks(element.field, field) if board.is_diagonal(element.field, field) else ()
            for place in (field, *beside):
                entering.meet(game, element, place)
            for place in (field, *(one for one in beside if _stops(game, element, one))):
                entering.reveal(game, element, place)
            losses.find_wreck(game, element, field)
    return ways


def _stops(game: Game[Position], element: Element, field: str) -> bool:
    return entering.stops(game.pack, game.state, element, field)


# -- carrying out ------------------------------------------------------------------------------------------


@rule("WPR-flucht-1", "WPR-flucht-5", "WPR-nahkampf-8", "WPR-sprengkommando-4")
def flee(game: Game[Position], name: str, fields: frozenset[str], cite: str = "WPR-flucht-1") -> Script[bool]:
    """A beaten troop leaves its field. False if it is on the board no longer."""
    element = game.state.elements[name]
    ways = ways_out(game, element, fields)
    if not ways:
        # attacks from opposite sides leave no field that would lead away from all of them
        yield from losses.lose(game, name, "WPR-flucht-5" if fields else "WPR-flucht-6")
        return False
    way = yield from choose(game, element, ways)
    if way.to == OFF_BOARD:
        over_the_edge(game, name)
    elif way.to in game.state.elements:
        secrecy.tell(game, FledAboard(name, way.to, cite="WPR-flucht-3"), (name,))
        entering.abandoned(game, element.field)
    else:
        flank = flank_of(game, element, way)
        secrecy.tell(game, Fled(name, way.to, cite=cite), (name,))
        entering.abandoned(game, element.field)
        for field in (flank, way.to):
            yield from entering.mines_act(game, name, field)
        yield from entering.barrages_fall(game, (name,))
        yield from entering.charges_go_off(game, (name,))
    return on_board(game.state.elements[name])


@rule("WPR-flucht-10")
def choose(game: Game[Position], element: Element, ways: tuple[str, ...]) -> Script[Flee | FleeOffBoard]:
    """The owner chooses, if he has a choice on what he knows.

    For the flanks of the only way he is asked in open play alone: elsewhere that he is asked would tell the
    enemy which mines he has found.
    """
    seat, question = seat_of(game.state, element.side), ChooseFlight(element.id, ways)
    found = tuple(question.options(game.view(seat)))
    if len(found) == 1 or (len(ways) == 1 and not secrecy.is_open(game.state)):
        return found[0]
    return (yield from ask(seat, question))


@rule("WPR-diagonale-5", "WPR-flucht-13")
def flank_of(game: Game[Position], element: Element, way: Flee | FleeOffBoard) -> str:
    """The field beside a diagonal whose mines the beaten suffer; none if one of the two is free.

    If none is named, they go over one of which their owner knows no barrier, if there is one.
    """
    suffered = flanks_to_suffer(game.pack, game.state, element, element.field, way.to)
    flanks = _open_flanks(game.pack, game.state, element, suffered)
    view = game.view(seat_of(game.state, element.side))
    barred = {barrier.field for barrier in view.barriers.values() if barrier.side != element.side}
    least = min(flanks, key=lambda flank: flank in barred, default="")
    return next((flank for flank in way.flanks if flank in flanks), least)


@rule("WPR-flucht-10")
def over_the_edge(game: Game[Position], name: str) -> None:
    """Off the board counts as leaving it."""
    from planspiel.systems.wiener2022 import edge  # which knows of marches, and they of combat

    edge.leave_board(game, name)
