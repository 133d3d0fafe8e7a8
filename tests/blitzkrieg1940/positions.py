"""Small positions to prove rules on: an empty map, the units a test names, scripted dice.

    game = position(units={"2_cuir/1": {"hex": "1409"}}, activation={"formations": ("2_cuir",)}, dice=(3, 4))

Units that a test does not name have left the map. A unit with a hex stands on the map. All other tables are
laid over those of the scenario; a table given as plain fields changes the record that is there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import replace

from planspiel.kernel import Dice, Game, Item, Order, Outcome, Question, Script, Scripted, Seat, Setup
from planspiel.systems.blitzkrieg1940.pack import Pack
from planspiel.systems.blitzkrieg1940.state import FRENCH, Activation, Position, Salvoes, Unit, Works
from planspiel.systems.blitzkrieg1940.system import Blitzkrieg1940

__all__ = [
    "FRENCH_SEAT",
    "GERMAN_SEAT",
    "THROWN",
    "ask_of",
    "choices",
    "pack",
    "position",
    "said",
    "the_system",
]

FRENCH_SEAT, GERMAN_SEAT = Seat("french"), Seat("german")
Fields = Mapping[str, Any]
TestScript = Callable[[Game[Position]], Script[None]]
THROWN: list[Scripted] = []
"""The dice of the positions of the running test: all of them must be thrown by its end."""


@cache
def the_system() -> Blitzkrieg1940:
    """The system with the shipped pack, built once for all tests."""
    return Blitzkrieg1940.build()


def pack() -> Pack:
    return the_system().pack


def position(
    scenario: str = "hannut",
    units: Mapping[str, Fields] | None = None,
    item: tuple[str | int, ...] = ("segment",),
    dice: tuple[int, ...] | Dice = (),
    activation: Fields | None = None,
    script: TestScript | None = None,
    options: Mapping[str, bool | int | str] | None = None,
    turn: int = 1,
    data: Pack | None = None,
    **tables: Any,
) -> Game[Position]:
    """A game at its first question. `item` is the agenda item to run, or `script` a script of the test's own.

    When that is finished the game ends, so that a test can look at the outcome of a whole script. `dice` are
    pips, all of which must be thrown, or a source of dice. `data` is a pack with other figures than the
    shipped one.
    """
    system = _Rehearsal(script, data)
    setup = system.setup(Setup(scenario, dict(options or {})))
    state = _nobody_on_the_map(system, setup)
    state.turn = turn
    state.agenda = (Item("curtain"), Item("test") if script else Item(str(item[0]), item[1:]))
    for name, fields in (units or {}).items():
        state.units[name] = _placed(state.units[name], fields)
    for name, value in tables.items():
        setattr(state, name, _table(getattr(state, name), value))
    state.activation = _activation(state, activation)
    if isinstance(dice, tuple):
        dice = Scripted(dice)
        THROWN.append(dice)
    return Game(system, state, setup, dice).begin()


def ask_of(game: Game[Position]) -> tuple[Seat, Question[Any, Any]]:
    """Who is asked what."""
    (seat,) = game.waiting()
    question = game.pending(seat)
    assert question is not None
    return seat, question


def choices(game: Game[Position], kind: type[Order] | None = None) -> list[Any]:
    """The options of the question that is asked now, or those of one kind."""
    seat, question = ask_of(game)
    return [order for order in question.options(game.view(seat)) if kind is None or type(order) is kind]


def said(game: Game[Position], order: Order) -> str:
    """Why an order is refused now: the sentence and its citation."""
    seat, _ = ask_of(game)
    try:
        game.check(seat, order)
    except ValueError as refusal:
        return str(refusal)
    raise AssertionError(f"{order} was not refused")


class _Rehearsal(Blitzkrieg1940):
    """The system with a script of the test's own, and an end for what a test has seen enough of."""

    def __init__(self, script: TestScript | None, data: Pack | None) -> None:
        played = the_system()
        super().__init__(data or played.pack, pack_name=played.pack_name, pack_digest=played.pack_digest)
        self.scripts = {**played.scripts, "curtain": _curtain, **({"test": script} if script else {})}


def _curtain(game: Game[Position]) -> Script[None]:
    game.ends(Outcome((), "the test is over"))
    return
    yield


def _nobody_on_the_map(system: Blitzkrieg1940, setup: Setup) -> Position:
    """The scenario before set-up, all its units out of play, independent ones assigned to somebody."""
    state = system.start(setup)
    carriers = system.pack.scenarios[setup.scenario].carriers
    for name, unit in state.units.items():
        adopter = unit.formation
        if not adopter:
            own = [found.id for found in state.formations.values() if found.side == unit.side]
            adopters = (*system.pack.independents[name].adopters, *own)
            adopter = carriers[name].formation if name in carriers else adopters[0]
        state.units[name] = replace(unit, formation=adopter, fate="left", hex="", carrier="")
    return state


def _placed(unit: Unit, fields: Fields) -> Unit:
    fate = "map" if fields.get("hex") else "left"
    return replace(unit, **{"fate": fate, **fields})


def _activation(state: Position, fields: Fields | None) -> Activation | None:
    if fields is None:
        return state.activation
    formations = fields.get("formations", ())
    side = state.formations[formations[0]].side if formations else FRENCH
    salvoes = Salvoes(**fields.get("salvoes", {}))
    return Activation(**{"side": side, **fields, "salvoes": salvoes})


def _table(there: Any, given: Any) -> Any:
    """Entries laid over a table; plain fields change the record that is there, or make one."""
    if not isinstance(given, Mapping) or not isinstance(there, dict):
        return given
    laid = dict(there)
    for key, entry in given.items():
        laid[key] = _entry(laid.get(key), entry)
    return laid


def _entry(there: Any, given: Any) -> Any:
    if not isinstance(given, Mapping):
        return given
    if isinstance(there, msgspec.Struct):
        return replace(there, **given)
    return Works(**given)
