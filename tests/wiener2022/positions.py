"""Small positions to prove rules on: an open board of 12 x 12 fields, the elements a test names, dice.

    game = position(
        elements={"b1": {"model": "p4", "field": "3,4"}, "r1": {"model": "figures", "field": "5,4"}},
        ground={"4,4": "wood"}, levels={"5,5": 1}, roads=(("1,1", "2,1", "3,1"),),
        item=("phase", "other"), dice=(4, 6),
    )

Elements named b.. are blue, r.. are red; they stand on the board if they have a field, otherwise they are in
reserve (aircraft) or have left. A base with `mate` or `aboard` names its vehicle; the vehicle's `mate`
follows. `ground` is open, wood, building, rock, swamp or water; `mixed` the second ground of a field.
`models` and `weapons` change entries of the catalogue by fields, or copy one (`like`). `bridges` are those
of the state. What is not named is empty; other keywords lay tables over the position.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import replace

from planspiel.kernel import (
    DECLINE,
    Event,
    Game,
    Item,
    Log,
    Order,
    Outcome,
    Question,
    Script,
    Scripted,
    Seat,
    Setup,
    Side,
)
from planspiel.kernel.log import Happened, Rolled, seen
from planspiel.systems.wiener2022.catalogue import Model, Weapon
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.scenario import Hold, Mission, Party, Placed, Scenario, Zone
from planspiel.systems.wiener2022.state import BLUE, RED, Element, Position
from planspiel.systems.wiener2022.system import Wiener2022
from planspiel.systems.wiener2022.theatre import BattleMap, Theatre

__all__ = [
    "BLUE_SEAT",
    "RED_SEAT",
    "THROWN",
    "ask_of",
    "choices",
    "declines",
    "do",
    "element",
    "happened",
    "pack",
    "position",
    "refused",
    "rolled",
    "the_system",
]

BLUE_SEAT, RED_SEAT = Seat("blue"), Seat("red")
Fields = Mapping[str, Any]
TestScript = Callable[[Game[Position]], Script[None]]
SIZE = 12
LABELS = [f"{x},{y}" for x in range(1, SIZE + 1) for y in range(1, SIZE + 1)]
THROWN: list[Scripted] = []
"""The dice of the positions of the running test."""


@cache
def the_system() -> Wiener2022:
    """The system with the shipped pack, built once for all tests."""
    return Wiener2022.build()


def pack() -> Pack:
    return the_system().pack


def position(
    elements: Mapping[str, Fields] | None = None,
    *,
    item: tuple[str | int, ...] = ("phase", "other"),
    script: TestScript | None = None,
    dice: tuple[int, ...] = (),
    ground: Mapping[str, str] | None = None,
    mixed: Mapping[str, str] | None = None,
    levels: Mapping[str, int] | None = None,
    roads: Sequence[Sequence[str]] = (),
    rails: Sequence[Sequence[str]] = (),
    map: Fields | None = None,
    models: Mapping[str, Model | Fields] | None = None,
    weapons: Mapping[str, Weapon | Fields] | None = None,
    zones: Mapping[str, Sequence[str]] | None = None,
    scenario: Fields | None = None,
    options: Mapping[str, bool | int | str] | None = None,
    mode: str = "open",
    night: bool = False,
    turn: int = 1,
    half: int = 1,
    active: str = "blue",
    roster: bool = False,
    **tables: Any,
) -> Game[Position]:
    """A game at its first question. `item` is the agenda item to run, or `script` a script of the test's own.

    When that is finished the game ends, so that a test can look at what a whole step did. `map` gives other
    fields of the map (`narrows`, `airfields`, `features` ...), `scenario` other fields of the test scenario.
    With `roster` the troops and works are those that the scenario lists.
    """
    the_map = _map(ground or {}, mixed or {}, levels or {}, roads, rails, map or {})
    data = _data(the_map, zones or {}, models or {}, weapons or {}, scenario or {})
    system = _Rehearsal(script, data)
    setup = system.setup(Setup("test", {"mode": mode, **(options or {})}))
    state = Position(scenario="test", options=dict(setup.options), seats=dict(setup.seats))
    if roster:
        state = system.start(setup)
    state.turn, state.half, state.active, state.night = turn, half, Side(active), night
    if item[0] == "phase":
        state.phase = str(item[1])  # type: ignore[assignment]
    state.agenda = (Item("curtain"), Item("test") if script else Item(str(item[0]), item[1:]))
    for name, fields in (elements or {}).items():
        state.elements[name] = _element(data, name, fields)
    _link(state)
    for name, value in tables.items():
        setattr(state, name, value)
    thrown = Scripted(dice)
    THROWN.append(thrown)
    return Game(system, state, setup, thrown).begin(Log())


# -- what tests say ----------------------------------------------------------------------------------------


def ask_of(game: Game[Position]) -> tuple[Seat, Question[Any, Any]]:
    """Who is asked what; the first of several."""
    seat = game.waiting()[0]
    question = game.pending(seat)
    assert question is not None
    return seat, question


def choices(game: Game[Position], kind: type[Order] | None = None) -> list[Any]:
    """The options of the question that is asked now, or those of one kind."""
    seat, question = ask_of(game)
    return [order for order in question.options(game.view(seat)) if kind is None or type(order) is kind]


def refused(game: Game[Position], order: Order, seat: Seat | None = None) -> str:
    """Why an order is refused now, with the paragraph; empty if it is not."""
    try:
        game.check(seat or game.waiting()[0], order)
    except ValueError as refusal:
        return str(refusal)
    return ""


def do(game: Game[Position], *orders: Order) -> Game[Position]:
    """The asked seats give these orders, one after the other."""
    for order in orders:
        game.answer(game.waiting()[0], order)
    return game


def declines(game: Game[Position], *kinds: type[Question[Any, Any]]) -> Game[Position]:
    """Answer "no" to all reactions that come now, or to those of some kinds."""
    while game.waiting() and not game.over:
        _, question = ask_of(game)
        if kinds and not isinstance(question, kinds):
            break
        try:
            do(game, DECLINE)
        except ValueError:
            break
    return game


def element(game: Game[Position], name: str) -> Element:
    return game.state.elements[name]


def happened(game: Game[Position], *kinds: type[Event[Any]], seat: Seat | None = None) -> list[Any]:
    """The events so far, or those of some kinds; with `seat` what that player was told."""
    assert game.log is not None
    entries = [what for _, what in game.log.held()]
    if seat is not None:
        entries = [told for what in entries if (told := seen(what, seat)) is not None]
    events = [what.event for what in entries if isinstance(what, Happened)]
    return [event for event in events if not kinds or isinstance(event, kinds)]


def rolled(game: Game[Position], seat: Seat | None = None) -> list[Any]:
    """The dice so far, or those that a player saw."""
    assert game.log is not None
    entries = [what for _, what in game.log.held() if isinstance(what, Rolled)]
    return [what for what in entries if seat is None or seen(what, seat) is not None]


# -- how they are made -------------------------------------------------------------------------------------


class _Rehearsal(Wiener2022):
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


def _map(
    ground: Mapping[str, str],
    mixed: Mapping[str, str],
    levels: Mapping[str, int],
    roads: Sequence[Sequence[str]],
    rails: Sequence[Sequence[str]],
    more: Fields,
) -> BattleMap:
    """The plain with the test's terrain on it, in the text form that maps have."""
    head = "    " + " ".join(str(x) for x in range(1, SIZE + 1))
    rows = "\n".join(f"{y} " + " ".join("o" for _ in range(SIZE)) for y in range(1, SIZE + 1))
    fields: dict[str, dict[str, Any]] = {}
    for label, terrain in ground.items():
        fields.setdefault(label, {})["terrain"] = terrain
    for label, terrain in mixed.items():
        fields.setdefault(label, {})["features"] = [f"part_{terrain}"]
    for label, level in levels.items():
        fields.setdefault(label, {})["level"] = level
    ways = {f"road{n}": {"kind": "road", "path": list(path)} for n, path in enumerate(roads)}
    ways |= {f"rail{n}": {"kind": "rail", "path": list(path)} for n, path in enumerate(rails)}
    plain = {
        "title": "test",
        "legend": {"o": {"terrain": "open"}},
        "grid": f"{head}\n{rows}",
        "fields": fields,
        "ways": ways,
        **more,
    }
    return msgspec.convert(plain, BattleMap)


def _data(
    the_map: BattleMap,
    zones: Mapping[str, Sequence[str]],
    models: Mapping[str, Model | Fields],
    weapons: Mapping[str, Weapon | Fields],
    changes: Fields,
) -> Pack:
    """The shipped pack with the test's board, scenario, models and weapons."""
    shipped = pack()
    all_zones = {"all": LABELS, **zones}
    unit = next(iter(shipped.units))
    party = Party(name="Blue", name_de="Blau", zone="all", units=(Placed(unit=unit),))
    mission = Mission(text="Hold.", text_de="Halten.", atoms=(Hold(zone="all", fields=99),))
    fields: dict[str, Any] = {
        "title": "test",
        "title_de": "test",
        "description": "test",
        "description_de": "test",
        "number": 1,
        "board": "test",
        "turns": 10,
        "blue": party,
        "red": replace(party, name="Red", name_de="Rot"),
        "first": "blue",
        "attacker": "blue",
        "missions": {"blue": mission, "red": mission},
        "zones": {name: Zone(name=name, name_de=name, at=tuple(at)) for name, at in all_zones.items()},
    }
    data: Pack = replace(
        shipped,
        own_weapons={**shipped.own_weapons, **_changed(shipped.own_weapons, weapons)},
        own_models={**shipped.own_models, **_changed(shipped.own_models, models)},
        maps={"test": the_map},
        scenarios={"test": Scenario(**{**fields, **changes})},
    )
    data._theatres["test"] = Theatre(the_map, all_zones, data.scenarios["test"].bridges)
    return data


def _changed(shipped: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Whole records, or shipped ones (`like`, or the same name) with other fields."""
    changed: dict[str, Any] = {}
    for name, record in given.items():
        if isinstance(record, Mapping):
            fields = dict(record)
            if "traits" in fields:
                fields["traits"] = frozenset(fields["traits"])
            record = replace(shipped[fields.pop("like", name)], **fields)
        changed[name] = record
    return changed


def _element(data: Pack, name: str, fields: Fields) -> Element:
    side = BLUE if name.startswith("b") else RED
    model = data.models[fields["model"]]
    fate = "board" if fields.get("field") else "reserve" if model.is_aircraft else "left"
    return Element(**{"id": name, "side": side, "fate": fate, "guise": model.looks_like, **fields})


def _link(state: Position) -> None:
    """Vehicles know their bases; whoever is aboard is where the carrier is."""
    for name, one in tuple(state.elements.items()):
        if one.mate and not state.elements[one.mate].mate:
            state.elements[one.mate] = replace(state.elements[one.mate], mate=name)
        if one.aboard:
            carrier = state.elements[one.aboard]
            state.elements[name] = replace(state.elements[name], field=carrier.field, fate=carrier.fate)
