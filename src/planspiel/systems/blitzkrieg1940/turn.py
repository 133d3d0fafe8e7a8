"""2 The turn: reinforcements, administration, operations, and what happens at its end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Item, Script, Side, rule
from planspiel.systems.blitzkrieg1940.independents import IndependenceEnded, formation_gone
from planspiel.systems.blitzkrieg1940.markers import lapse
from planspiel.systems.blitzkrieg1940.pack import Reinforcement
from planspiel.systems.blitzkrieg1940.state import Marker, MarkerPlace, Position, members, put
from planspiel.systems.blitzkrieg1940.works import works_check

__all__ = ["CupFilled", "FormationWithdrawn", "TurnBegan"]

BACK_IN_THE_CUP: tuple[MarkerPlace, ...] = ("used", "skipped", "cancelled", "drawn")


class TurnBegan(Event[Position], frozen=True):
    said: ClassVar[str] = "Turn {turn} begins."
    turn: int

    def apply(self, state: Position) -> None:
        state.turn = self.turn
        for unit in state.units.values():
            if unit.moved:
                put(state, replace(unit, moved=False))


class ReinforcementsCame(Event[Position], frozen=True):
    said: ClassVar[str] = "Reinforcements for {side}."
    side: Side
    units: tuple[str, ...]
    markers: tuple[str, ...]


class CupFilled(Event[Position], frozen=True):
    said: ClassVar[str] = "The markers go into the cup."
    markers: tuple[str, ...]

    def apply(self, state: Position) -> None:
        for name in self.markers:
            state.markers[name] = replace(state.markers[name], place="cup")


class MarkersDiscarded(Event[Position], frozen=True):
    """Extra repeat markers leave the game; by option held markers go back to the cup."""

    markers: tuple[str, ...]
    place: MarkerPlace

    def apply(self, state: Position) -> None:
        for name in self.markers:
            state.markers[name] = replace(state.markers[name], place=self.place)


class FormationWithdrawn(Event[Position], frozen=True):
    said: ClassVar[str] = "{formation} is taken out of the game."
    formation: str
    units: tuple[str, ...]

    def apply(self, state: Position) -> None:
        for name in self.units:
            put(
                state,
                replace(state.units[name], fate="left", hex="", carrier="", neutralised=False, column=False),
            )


@rule("BLK-2-A")
def turn(game: Game[Position]) -> Script[None]:
    """An administration phase and an operations phase."""
    game.happens(TurnBegan(game.state.turn + 1, cite="BLK-2-A"))
    game.then(
        Item("reinforcements"),
        Item("administration"),
        Item("fill-cup"),
        Item("draw"),
        Item("turn-end"),
    )
    return
    yield


# -- 12.2 Reinforcements -----------------------------------------------------------------------------------


@rule("BLK-12.2-SPECIAL-A")
def reinforcements(game: Game[Position]) -> Script[None]:
    """Who is due this turn may enter when activated; their markers go into the cup with the others."""
    for coming in game.pack.scenarios[game.state.scenario].reinforcements:
        if coming.turn == game.state.turn:
            _come(game, coming)
    return
    yield


def _come(game: Game[Position], coming: Reinforcement) -> None:
    state, side = game.state, Side(coming.side)
    units = tuple(
        u.id for u in state.units.values() if u.side == side and u.fate == "due" and u.due == state.turn
    )
    markers = tuple(m.id for m in state.markers.values() if m.side == side and m.due == state.turn)
    game.happens(ReinforcementsCame(side, units, markers, cite="BLK-12.2-SPECIAL-A"))
    for name in coming.no_longer_independent:
        _belongs_again(game, name)
    game.then(*_choices_on_arrival(game, units))


@rule("BLK-12.2-FR-M", "BLK-12.2-FR-X4")
def _belongs_again(game: Game[Position], name: str) -> None:
    """The company that came first stands under its HQ now."""
    if game.state.units[name].fate in ("map", "due"):
        game.happens(IndependenceEnded(name, cite="BLK-12.2-FR-M"))


@rule("BLK-12.2-FR-X2", "BLK-12.2-SPECIAL-G1")
def _choices_on_arrival(game: Game[Position], units: tuple[str, ...]) -> Iterator[Item]:
    """Independent units are assigned on arrival, and so is who was promised to a formation now gone."""
    late = game.state.options["late_stripes_choose_on_arrival"]
    for name in units:
        unit = game.state.units[name]
        formation = game.state.formations.get(unit.formation)
        if formation is None or (formation.gone and not unit.is_hq):
            yield Item("assign", (name,))
        elif late and not unit.is_hq and game.pack.formations[unit.formation].white_stripe:
            yield Item("stripe", (name,))


# -- 2 B The cup -------------------------------------------------------------------------------------------


@rule("BLK-2-G3", "BLK-5.6-G3")
def fill_cup(game: Game[Position]) -> Script[None]:
    """Used markers return with their full load, new ones join them; held and carried markers stay outside."""
    markers = tuple(m.id for m in game.state.markers.values() if _goes_in(m, game.state.turn))
    game.happens(CupFilled(markers, cite="BLK-2-G3"))
    return
    yield


def _goes_in(marker: Marker, turn: int) -> bool:
    if marker.extra:
        return False
    return marker.place in BACK_IN_THE_CUP or (marker.place == "due" and marker.due <= turn)


# -- the end of the turn -----------------------------------------------------------------------------------


@rule("BLK-2-P")
def turn_end(game: Game[Position]) -> Script[None]:
    """What was banked in vain counts as skipped; formations are withdrawn; victory is tested."""
    for marker in list(game.state.markers.values()):
        if marker.place == "banked":
            lapse(game, marker)
    _discard(game)
    scenario = game.pack.scenarios[game.state.scenario]
    leaving = [w.formation for w in scenario.withdrawals if w.turn == game.state.turn]
    game.then(*(Item("withdrawal", (name,)) for name in leaving), Item("victory"), Item("turn"))
    return
    yield


@rule("BLK-5.3-G3", "BLK-5.5-G4")
def _discard(game: Game[Position]) -> None:
    """Extra repeat markers expire. Others stay in hand, or by option go back to the cup."""
    extra = tuple(m.id for m in game.state.markers.values() if m.extra and m.place != "gone")
    if extra:
        game.happens(MarkersDiscarded(extra, "gone", cite="BLK-5.5-G4"))
    hand = tuple(m.id for m in game.state.markers.values() if m.place == "hand" and not m.extra)
    if hand and not game.state.options["held_markers_stay"]:
        game.happens(MarkersDiscarded(hand, "used", cite="BLK-5.3-G3"))


@rule("BLK-12.2-GE-I")
def withdrawal(game: Game[Position], formation: str) -> Script[None]:
    """A formation leaves; independent units it had adopted find another one."""
    if game.state.formations[formation].gone:
        return
    own = tuple(u.id for u in members(game.state, formation) if u.id.partition("/")[0] == formation)
    there = tuple(name for name in own if game.state.units[name].fate in ("map", "due", "track"))
    hexes = [game.state.units[name].hex for name in there]
    game.happens(FormationWithdrawn(formation, there, cite="BLK-12.2-GE-I"))
    for hex_ in hexes:
        works_check(game, hex_)
    yield from formation_gone(game, formation)


SCRIPTS = {
    "turn": turn,
    "reinforcements": reinforcements,
    "fill-cup": fill_cup,
    "turn-end": turn_end,
    "withdrawal": withdrawal,
}
