"""The turn: two half-turns, each with its three phases, and the cleaning of the table after each."""

from __future__ import annotations

from types import ModuleType
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Item, Script, Side, ask_secretly, resume_point, rule
from planspiel.systems.wiener2022 import victory
from planspiel.systems.wiener2022.activities import ACTIVITIES, ChooseActivity, Done
from planspiel.systems.wiener2022.secrecy import look
from planspiel.systems.wiener2022.smoke import SmokeLifted
from planspiel.systems.wiener2022.state import Element, Phase, Position, Screen, enemy_of, put, seat_of

__all__ = [
    "AFTER_INDIRECT",
    "AT_HALF_END",
    "AT_HALF_START",
    "SCRIPTS",
    "HalfBegan",
    "HalfEnded",
    "LightGone",
    "PhaseBegan",
    "PhaseEnded",
    "TurnBegan",
    "collect",
]

PHASES: tuple[Phase, ...] = ("air", "indirect", "other")
AT_HALF_START: list[str] = []
"""Items that chapters add to the start of a half-turn (their `AT_HALF_START`), each with the active side."""
AFTER_INDIRECT: list[str] = []
"""Items that chapters add between indirect fire and everything else, each with the active side."""
AT_HALF_END: list[str] = []
"""Items that chapters add after FERTIG and before the table is cleaned, each with the active side."""


def collect(*chapters: ModuleType) -> None:
    """Take what the chapters do at the start and the end of a half-turn, and after indirect fire."""
    places = {"AT_HALF_START": AT_HALF_START, "AFTER_INDIRECT": AFTER_INDIRECT, "AT_HALF_END": AT_HALF_END}
    for chapter in chapters:
        if chapter.__name__ != __name__:
            for name, here in places.items():
                here.extend(item for item in getattr(chapter, name, ()) if item not in here)


# -- the turn ----------------------------------------------------------------------------------------------


class TurnBegan(Event[Position], frozen=True):
    said: ClassVar[str] = "Turn {turn} begins."
    turn: int
    night: bool = False

    def apply(self, state: Position) -> None:
        state.turn = self.turn
        state.dawn = state.night and not self.night
        state.night = self.night
        for element in tuple(state.elements.values()):
            if element.fled:
                put(state, replace(element, fled=False))


class NightFell(Event[Position], frozen=True):
    said: ClassVar[str] = "Night falls."


class DayBroke(Event[Position], frozen=True):
    said: ClassVar[str] = "Day breaks."


@rule("WPR-zeit-1", "WPR-spielablauf-1", "WPR-sonnenaufgang-1")
def turn(game: Game[Position]) -> Script[None]:
    """The half-turn of the party that moves first, then that of the other."""
    scenario = game.pack.scenarios[game.state.scenario]
    number = game.state.turn + 1
    _light(game, number)
    _fog(game)
    first = scenario.first_side
    game.then(Item("half", (first,)), Item("half", (enemy_of(first),)), Item("turn"))
    return
    yield


class FogRose(Event[Position], frozen=True):
    said: ClassVar[str] = "Fog rises in {field}."
    field: str

    def apply(self, state: Position) -> None:
        state.smoke[self.field] = Screen(None)


class FogLifted(Event[Position], frozen=True):
    said: ClassVar[str] = "The fog lifts from {field}."
    field: str

    def apply(self, state: Position) -> None:
        del state.smoke[self.field]
        state.lifted = (*state.lifted, self.field)


@rule("WPR-wetter-1")
def _fog(game: Game[Position]) -> None:
    """Fields that the scenario puts in fog; it acts like smoke that nobody laid, and outlasts all other."""
    scenario, state = game.pack.scenarios[game.state.scenario], game.state
    foggy = scenario.is_foggy(state.turn)
    for field in scenario.weather.fog:
        screen = state.smoke.get(field)
        is_fog = screen is not None and screen.side is None
        if foggy and not is_fog:
            game.happens(FogRose(field, cite="WPR-wetter-1"))
        elif is_fog and not foggy:
            game.happens(FogLifted(field, cite="WPR-wetter-1"))


@rule("WPR-zeit-3")
def _light(game: Game[Position], number: int) -> None:
    """Day and night change only at the start of a turn."""
    was_night = game.state.night
    night = game.pack.scenarios[game.state.scenario].is_night(number)
    game.happens(TurnBegan(number, night, cite="WPR-zeit-1"))
    if number > 1 and night != was_night:
        game.happens(NightFell(cite="WPR-zeit-3") if night else DayBroke(cite="WPR-zeit-3"))


# -- the half-turn -----------------------------------------------------------------------------------------


class HalfBegan(Event[Position], frozen=True):
    said: ClassVar[str] = "{side} is active."
    side: Side

    def apply(self, state: Position) -> None:
        state.half += 1
        state.active = self.side
        state.phase = ""
        state.tried = state.fired_kinds = state.requested = ()
        state.flights = {}
        for element in tuple(state.elements.values()):
            fresh = _fresh(element)
            if element.side == self.side and fresh != element:
                put(state, fresh)


def _fresh(element: Element) -> Element:
    """An element with a clean ledger for its own half-turn."""
    return replace(
        element,
        moved=0,
        limit=0,
        lights=None,
        in_smoke=False,
        trail=(),
        cover="",
        shot=False,
        overran=False,
        worked=False,
        attacked=False,
        split=False,
        landed=False,
        joined=False,
        acted=False,
    )


@rule("WPR-spielablauf-3")
def half(game: Game[Position], side: str) -> Script[None]:
    """Air forces, indirect fire, then everything else: the order binds."""
    game.happens(HalfBegan(Side(side), cite="WPR-spielablauf-1"))
    game.then(
        *(Item(name, (side,)) for name in AT_HALF_START),
        *(Item("phase", (phase,)) for phase in PHASES[:-1]),
        *(Item(name, (side,)) for name in AFTER_INDIRECT),
        Item("phase", (PHASES[-1],)),
        *(Item(name, (side,)) for name in AT_HALF_END),
        Item("half-end", (side,)),
    )
    look(game)
    return
    yield


class PhaseBegan(Event[Position], frozen=True):
    phase: Phase

    def apply(self, state: Position) -> None:
        state.phase = self.phase


class PhaseEnded(Event[Position], frozen=True):
    said: ClassVar[str] = "{side} ends the phase."
    side: Side
    phase: Phase


class HalfEnded(Event[Position], frozen=True):
    said: ClassVar[str] = "{side} announces FERTIG."
    side: Side

    def apply(self, state: Position) -> None:
        state.phase = ""


@rule("WPR-spielablauf-4", "WPR-spielablauf-8")
def phase(game: Game[Position], name: Phase) -> Script[None]:
    """The active party carries out one activity after the other; a phase once left is over.

    What is ordered stays with the player until events tell: prepared fire and charges are always secret.
    """
    yield from resume_point()
    side = game.state.active
    if game.state.phase != name:
        game.happens(PhaseBegan(name))
        look(game)
    seat, question = seat_of(game.state, side), ChooseActivity(name)
    if not question.is_worth_asking(game.view(seat)):
        _leave(game, side, name)
        return
    order = yield from ask_secretly(seat, question)
    if isinstance(order, Done):
        _leave(game, side, name)
        return
    game.then(Item("phase", (name,)))
    yield from ACTIVITIES[type(order)].carry_out(game, order)
    look(game)


@rule("WPR-spielablauf-10")
def _leave(game: Game[Position], side: Side, name: Phase) -> None:
    if name == "other":
        game.happens(HalfEnded(side, cite="WPR-spielablauf-10"))
    else:
        game.happens(PhaseEnded(side, name, cite="WPR-spielablauf-4"))


# -- after FERTIG ------------------------------------------------------------------------------------------


class MarkersRemoved(Event[Position], frozen=True):
    """Effect markers and self-smoke leave the troops of the party whose half-turn is over."""

    side: Side

    def apply(self, state: Position) -> None:
        for element in tuple(state.elements.values()):
            if element.side == self.side:
                clean = replace(element, pinned=0, self_smoke=False, fled_pinned=False, no_position=False)
                if clean != element:
                    put(state, clean)


class LightGone(Event[Position], frozen=True):
    said: ClassVar[str] = "The light over {field} goes out."
    field: str

    def apply(self, state: Position) -> None:
        del state.light[self.field]


class LiftedForgotten(Event[Position], frozen=True):
    """Bookkeeping: where smoke lifted earlier no longer matters."""

    def apply(self, state: Position) -> None:
        state.lifted = ()


class BarragesEnded(Event[Position], frozen=True):
    """The prepared fire of the passive party is over."""

    side: Side

    def apply(self, state: Position) -> None:
        for barrage in tuple(state.barrages.values()):
            if barrage.side == self.side:
                del state.barrages[barrage.id]


@rule("WPR-niederhaltung-6", "WPR-niederhaltung-7")
def half_end(game: Game[Position], side: str) -> Script[None]:
    """The table is cleaned, then both missions are tested."""
    active, passive = Side(side), enemy_of(Side(side))
    game.happens(MarkersRemoved(active, cite="WPR-niederhaltung-8"))
    _lift_screens(game, passive)
    game.happens(BarragesEnded(passive))
    look(game)
    yield from victory.test(game)


def _lift_screens(game: Game[Position], passive: Side) -> None:
    """Smoke and light that the passive party laid in its last half-turn go, unless smoke is fed."""
    state = game.state
    smoke = tuple(sorted(f for f, laid in state.smoke.items() if laid.side == passive and not laid.fed))
    light = tuple(sorted(f for f, laid in state.light.items() if laid.side == passive))
    game.happens(LiftedForgotten())
    for field in smoke:
        game.happens(SmokeLifted(field, cite="WPR-nebel-6"))
    for field in light:
        game.happens(LightGone(field, cite="WPR-beleuchtung-8"))


SCRIPTS = {"turn": turn, "half": half, "phase": phase, "half-end": half_end}
