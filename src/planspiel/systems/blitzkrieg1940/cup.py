"""2 B and 5.6 The cup: drawing markers, annulling them, the last marker, the end of the phase."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from planspiel.kernel import Game, Illegal, Item, Order, Question, Script, Side, ask, react_each, roll, rule
from planspiel.systems.blitzkrieg1940.marker_events import (
    CancelTried,
    CarriedMarkerTaken,
    MarkerCancelled,
    MarkerCarried,
    MarkerDrawn,
    MarkerLost,
    MarkerUsedFirst,
    PhaseEnded,
)
from planspiel.systems.blitzkrieg1940.state import Known, Marker, MarkerKind, Position, enemy_of, seat_of
from planspiel.systems.blitzkrieg1940.view import BlitzkriegView

__all__ = [
    "CancelMarker",
    "TryToCancel",
    "UseMarker",
    "WhichMarkerFirst",
    "armed",
    "banked",
    "cup",
    "held",
    "try_to_cancel",
]


class UseMarker(Order, frozen=True):
    """Use one of the markers kept out of the cup."""

    marker: str


class CancelMarker(Order, frozen=True):
    """Spend the general marker on annulling the enemy's marker."""


class WhichMarkerFirst(Question[BlitzkriegView, UseMarker], frozen=True):
    prompt: ClassVar[str] = "Which of the markers kept out of the cup do you use now?"
    cite: ClassVar[str] = "BLK-12.1-SPECIAL-B"

    def options(self, view: BlitzkriegView) -> Iterator[UseMarker]:
        for marker in _at(view, "opening"):
            yield UseMarker(marker)

    def check(self, view: BlitzkriegView, order: UseMarker) -> None:
        if order.marker not in _at(view, "opening"):
            raise Illegal("{marker} was not kept out of the cup.", self.cite, marker=order.marker)


class TryToCancel(Question[BlitzkriegView, CancelMarker], frozen=True):
    """Announced before the marker has any effect; a cancel attempt itself cannot be answered."""

    prompt: ClassVar[str] = "Spend your general marker to annul {marker}?"
    cite: ClassVar[str] = "BLK-5.5-G"
    marker: str

    def options(self, view: BlitzkriegView) -> Iterator[CancelMarker]:
        yield CancelMarker()

    def check(self, view: BlitzkriegView, order: CancelMarker) -> None:
        """Who is asked may do it."""


# -- where markers lie -------------------------------------------------------------------------------------


def _at(known: Known, place: str) -> list[str]:
    return sorted(marker.id for marker in known.markers.values() if marker.place == place)


def cup(known: Known) -> list[str]:
    """The markers in the cup, in id order."""
    return _at(known, "cup")


def held(known: Known, side: Side, kind: MarkerKind) -> Marker | None:
    """The repeat or general marker that a side has in hand."""
    return next(
        (m for m in known.markers.values() if m.place == "hand" and m.side == side and m.kind == kind), None
    )


def banked(known: Known, side: Side) -> Marker | None:
    """The marker that a side has laid beside its general marker."""
    return next((m for m in known.markers.values() if m.place == "banked" and m.side == side), None)


def armed(known: Known, side: Side) -> Marker | None:
    """The general marker with which a side will try to annul the next enemy marker."""
    return next((m for m in known.markers.values() if m.place == "armed" and m.side == side), None)


# -- drawing -----------------------------------------------------------------------------------------------


@rule("BLK-2-F", "BLK-2-I")
def draw(game: Game[Position]) -> Script[None]:
    """The initiative segment: a marker comes out of the cup; its owner is active while it is resolved."""
    state = game.state
    if state.passed == "both":
        game.happens(PhaseEnded(cite="BLK-5.6-A"))
        return
    marker = yield from _next_marker(game)
    if marker is None:
        game.happens(PhaseEnded(cite="BLK-5.6-C"))
        return
    kind = state.markers[marker].kind
    game.then(Item("cancelling", (marker,)), Item(f"{kind}-marker", (marker,)), Item("draw"))


@rule("BLK-12.1-SPECIAL-C")
def _next_marker(game: Game[Position]) -> Script[str | None]:
    """The carried marker, then those a side kept for its opening, then a draw."""
    for marker in _at(game.state, "carried"):
        return _take_carried(game, marker)
    opening = _at(game.state, "opening")
    if opening:
        return (yield from _opening(game, opening))
    if not cup(game.state):
        return None
    return (yield from _from_the_cup(game))


@rule("BLK-5.6-G3", "BLK-5.6-G4")
def _take_carried(game: Game[Position], marker: str) -> str:
    """It is resolved before any draw; of a formation that has left the game it would be gone by now."""
    game.happens(CarriedMarkerTaken(marker, cite="BLK-5.6-G3"))
    return marker


@rule("BLK-12.1-SPECIAL-A", "BLK-12.1-SPECIAL-B", "BLK-12.1-SPECIAL-G4")
def _opening(game: Game[Position], kept: list[str]) -> Script[str]:
    """The owner uses the kept markers in any order before anything is drawn, each as if it had been."""
    marker = kept[0]
    if len(kept) > 1:
        side = game.state.markers[marker].side
        marker = (yield from ask(seat_of(game.state, side), WhichMarkerFirst())).marker
    game.happens(MarkerUsedFirst(marker, cite="BLK-12.1-SPECIAL-B"))
    return marker


@rule("BLK-2-E", "BLK-2-G2", "BLK-5.6-B")
def _from_the_cup(game: Game[Position]) -> Script[str | None]:
    """One cup for both sides. The last marker is not carried out: it is the first of the next turn."""
    lots = cup(game.state)
    (pips,) = yield from roll(f"1d{len(lots)}", "marker from the cup", "BLK-2-F", roller="cup")
    marker = lots[pips - 1]
    game.happens(MarkerDrawn(marker, len(lots) - 1, cite="BLK-2-F"))
    if len(lots) > 1:
        return marker
    _last_marker(game, marker)
    return None


@rule("BLK-5.6-D", "BLK-5.6-G2")
def _last_marker(game: Game[Position], marker: str) -> None:
    if game.state.turn >= game.pack.scenarios[game.state.scenario].turns:
        game.happens(MarkerLost(marker, cite="BLK-5.6-G2"))
    else:
        game.happens(MarkerCarried(marker, cite="BLK-5.6-D"))


# -- 5.5 annulling -----------------------------------------------------------------------------------------


@rule("BLK-5.5-I", "BLK-5.5-J")
def cancelling(game: Game[Position], marker: str) -> Script[None]:
    """Before a drawn marker has any effect the opponent may try to annul it."""
    yield from try_to_cancel(game, marker)


@rule("BLK-5.5-G", "BLK-5.5-G5")
def try_to_cancel(game: Game[Position], marker: str) -> Script[bool]:
    """One window for each marker drawn and each held marker played. True if the marker is annulled."""
    opponent = enemy_of(game.state.markers[marker].side)
    waiting = armed(game.state, opponent)
    if waiting is not None and (yield from _attempt(game, waiting, marker, "BLK-5.5-G7")):
        return True
    general = held(game.state, opponent, "general")
    if general is None:
        return False
    claim = yield from react_each({seat_of(game.state, opponent): TryToCancel(marker)})
    if claim is None:
        return False
    return (yield from _attempt(game, general, marker, "BLK-5.5-G"))


@rule("BLK-5.5-H")
def _attempt(game: Game[Position], general: Marker, target: str, cite: str) -> Script[bool]:
    """One die: 1 to 3 annuls the marker; the general marker is discarded whatever the roll."""
    checks = game.pack.checks
    game.happens(CancelTried(general.id, target, cite=cite))
    pips = yield from roll(
        checks.cancel_dice, "annulling {marker}", "BLK-5.5-H", roller=general.side, marker=target
    )
    low, high = checks.cancel
    if not low <= sum(pips) <= high:
        return False
    game.happens(MarkerCancelled(target, cite="BLK-5.5-G6"))
    return True


SCRIPTS = {"draw": draw, "cancelling": cancelling}
