"""Small positions to prove rules on: an open plain, the units a test names, scripted dice.

    game = position(
        units={"g1": {"card": "ge_infantry", "hex": "0303"}, "s1": {"card": "su_infantry", "hex": "0305"}},
        terrain={"0304": "forest"}, levels={"0505": 1}, roads=(("0101", "0102", "0103"),),
        orders={"g1": OpenFire("s1")}, item=("step-3",), dice=(1, 2, 3),
    )

The field has 12 columns and 10 rows of plain; flat-top hexes, even columns half a hex lower, direction 0 is
north, then clockwise. `cards` adds cards of the test's own, or changes of shipped ones by fields. Units start
with full ammunition, in good order and set up, unless their fields say otherwise. What is not named is empty.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import replace

from planspiel.kernel import Game, Item, Outcome, Question, Script, Scripted, Seat, Setup, Side
from planspiel.systems.barbarossa1941.boards import LAYOUT, Joined, Theatre
from planspiel.systems.barbarossa1941.cards import Card
from planspiel.systems.barbarossa1941.orders import Plan, UnitOrder
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.planning import PlanRound, order_refusal
from planspiel.systems.barbarossa1941.scenario import Scenario
from planspiel.systems.barbarossa1941.start import fresh_unit
from planspiel.systems.barbarossa1941.state import GERMAN, SOVIET, Position, Unit
from planspiel.systems.barbarossa1941.system import Barbarossa1941

__all__ = [
    "GERMAN_SEAT",
    "SOVIET_SEAT",
    "ask_of",
    "choices",
    "pack",
    "plans",
    "position",
    "refused",
    "the_system",
]

GERMAN_SEAT, SOVIET_SEAT = Seat("german"), Seat("soviet")
Fields = Mapping[str, Any]
TestScript = Callable[[Game[Position]], Script[None]]


@cache
def the_system() -> Barbarossa1941:
    """The system with the shipped pack, built once for all tests."""
    return Barbarossa1941.build()


def pack() -> Pack:
    return the_system().pack


def position(
    units: Mapping[str, Fields] | None = None,
    *,
    orders: Mapping[str, UnitOrder] | None = None,
    item: tuple[str | int, ...] = ("planning",),
    script: TestScript | None = None,
    dice: tuple[int, ...] = (),
    terrain: Mapping[str, str] | None = None,
    levels: Mapping[str, int] | None = None,
    roads: Sequence[Sequence[str]] = (),
    bridges: Sequence[str] = (),
    zones: Mapping[str, Sequence[str]] | None = None,
    cards: Mapping[str, Card | Fields] | None = None,
    scenario: Fields | None = None,
    options: Mapping[str, bool | int | str] | None = None,
    seats: Mapping[str, str] | None = None,
    turn: int = 1,
    step: int = 0,
    **tables: Any,
) -> Game[Position]:
    """A game at its first question. `item` is the agenda item to run, or `script` a script of the test's own.

    When that is finished the game ends, so that a test can look at what a whole step did. `scenario` changes
    fields of the test scenario (`rounds`, `victory`, ...); other keywords lay tables over the position.
    """
    data = _data(terrain or {}, levels or {}, roads, bridges, zones or {}, cards or {}, scenario or {})
    system = _Rehearsal(script, data)
    seated = {Seat(seat): (Side(side),) for seat, side in (seats or {}).items()}
    setup = system.setup(Setup("test", dict(options or {}), seated))
    state = Position(
        scenario="test", options=dict(setup.options), seats=dict(setup.seats), turn=turn, step=step
    )
    state.agenda = (Item("curtain"), Item("test") if script else Item(str(item[0]), item[1:]))
    for name, fields in (units or {}).items():
        state.units[name] = _unit(data, state, name, fields)
    for name, order in (orders or {}).items():
        state.units[name] = replace(state.units[name], order=order)
    for name, value in tables.items():
        setattr(state, name, value)
    return Game(system, state, setup, Scripted(dice)).begin()


def ask_of(game: Game[Position]) -> tuple[Seat, Question[Any, Any]]:
    """Who is asked what; the first of several."""
    seat = game.waiting()[0]
    question = game.pending(seat)
    assert question is not None
    return seat, question


def choices(game: Game[Position], unit: str, kind: type[UnitOrder] | None = None) -> list[Any]:
    """The orders that a unit is offered in planning, or those of one kind."""
    seat = game.state.units[unit].seat
    question = game.pending(seat)
    assert isinstance(question, PlanRound)
    parts = question.parts(game.view(seat), f"unit:{unit}", {})
    return [part for part in parts if kind is None or type(part) is kind]


def refused(
    game: Game[Position], unit: str, order: UnitOrder, given: Mapping[str, UnitOrder] | None = None
) -> str:
    """Why a unit may not be given an order, with the paragraph; empty if it may."""
    seat = game.state.units[unit].seat
    view = game.view(seat)
    refusal = order_refusal(game.pack, view, view.units[unit], order, given or {})
    return "" if refusal is None else str(refusal)


def plans(game: Game[Position], orders: Mapping[str, UnitOrder]) -> None:
    """All players seal these orders, each for his own units."""
    for seat in tuple(game.waiting()):
        own = {f"unit:{name}": order for name, order in orders.items() if game.state.units[name].seat == seat}
        game.answer(seat, Plan(own))


class _Rehearsal(Barbarossa1941):
    """The system with a script of the test's own, and an end for what a test has seen enough of."""

    def __init__(self, script: TestScript | None, data: Pack) -> None:
        played = the_system()
        super().__init__(data, pack_name=played.pack_name, pack_digest=played.pack_digest)
        self.scripts = {**played.scripts, "curtain": _curtain, **({"test": script} if script else {})}

    def scenarios(self) -> Sequence[str]:
        return ("test",)


def _curtain(game: Game[Position]) -> Script[None]:
    game.ends(Outcome((), "the test is over"))
    return
    yield


def _data(
    terrain: Mapping[str, str],
    levels: Mapping[str, int],
    roads: Sequence[Sequence[str]],
    bridges: Sequence[str],
    zones: Mapping[str, Sequence[str]],
    cards: Mapping[str, Card | Fields],
    scenario: Fields,
) -> Pack:
    """The shipped pack with the test's field, scenario and cards."""
    shipped = pack()
    added = {name: _card(shipped, name, card) for name, card in cards.items()}
    first = shipped.scenarios[shipped.ladder[0]]
    bare = {
        side: replace(
            army, units={}, placed=(), purchase=None, reinforcements=(), works=(), mines=(), exit=None
        )
        for side, army in first.armies.items()
    }
    test: Scenario = replace(first, **{"armies": bare, "rounds": 10, **scenario})
    data: Pack = replace(shipped, cards={**shipped.cards, **added}, scenarios={"test": test})
    data._theatres["test"] = _field(data, terrain, levels, roads, bridges, zones)
    return data


def _card(shipped: Pack, name: str, card: Card | Fields) -> Card:
    """A whole card, or a shipped one (`like`, or the same name) with other fields."""
    if isinstance(card, Card):
        return card
    fields = dict(card)
    changed: Card = replace(shipped.cards[fields.pop("like", name)], **fields)
    return changed


def _field(
    data: Pack,
    terrain: Mapping[str, str],
    levels: Mapping[str, int],
    roads: Sequence[Sequence[str]],
    bridges: Sequence[str],
    zones: Mapping[str, Sequence[str]],
) -> Theatre:
    joined = Joined.__new__(Joined)
    joined.columns, joined.rows = 12, 10
    labels = LAYOUT.rectangle((1, 12), (1, 10))
    joined.terrain = {**dict.fromkeys(labels, "plain"), **terrain}  # type: ignore[dict-item]
    joined.level = {**dict.fromkeys(labels, 0), **levels}
    joined.roads, joined.bridges, joined.names = set(), set(bridges), {}
    for road in roads:
        joined.add_road(tuple(road))
    return Theatre(joined, data.terrain, {name: tuple(hexes) for name, hexes in zones.items()})


def _unit(data: Pack, state: Position, name: str, fields: Fields) -> Unit:
    side = GERMAN if name.startswith("g") else SOVIET
    card = data.cards[fields["card"]]
    fresh = fresh_unit(data, state, side, fields["card"])
    facing = 0 if card.arc == "fan" else None
    placed = {} if card.is_aircraft else {"fate": "map", "facing": facing}
    mates = [seat for seat, sides in state.seats.items() if side in sides]
    return msgspec.structs.replace(
        fresh, **{"id": name, "number": int(name[1:] or 0), "seat": mates[0], **placed, **fields}
    )
