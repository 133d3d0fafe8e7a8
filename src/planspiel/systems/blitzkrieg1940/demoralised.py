"""8.5.1 The drawn marker of a demoralised formation: its recovery, and what is played from hand with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from planspiel.kernel import Game, Item, Question, Script, ask, resume_point, rule
from planspiel.systems.blitzkrieg1940 import morale
from planspiel.systems.blitzkrieg1940.marker_events import MarkerSpent
from planspiel.systems.blitzkrieg1940.markers import (
    GeneralOrder,
    Keep,
    PlayRepeat,
    from_hand,
    order_refusal,
    play_from_hand,
    refuse,
)
from planspiel.systems.blitzkrieg1940.state import Marker, Position, seat_of
from planspiel.systems.blitzkrieg1940.view import BlitzkriegView

__all__ = ["BeforeRecovery"]


class BeforeRecovery(Question[BlitzkriegView, PlayRepeat | GeneralOrder | Keep], frozen=True):
    """Asked only of who holds a marker that he can play. The test itself cannot be declined."""

    prompt: ClassVar[str] = "{marker} is drawn and demoralised. Play a marker from your hand before it tests?"
    cite: ClassVar[str] = "BLK-5.3-G2"
    marker: str

    def options(self, view: BlitzkriegView) -> Iterator[PlayRepeat | GeneralOrder | Keep]:
        yield Keep()
        yield from from_hand(view.pack, view, view.markers[self.marker].side)

    def check(self, view: BlitzkriegView, order: PlayRepeat | GeneralOrder | Keep) -> None:
        if not isinstance(order, Keep):
            refuse(order_refusal(view, view.markers[self.marker], order))


@rule("BLK-5.3-G2", "BLK-5.5-G3")
def demoralised_marker(game: Game[Position], name: str) -> Script[None]:
    """Markers in hand may be played before the test and, if it fails, after it; else as with any other."""
    marker = game.state.markers[name]
    while _is_drawn(game, name) and any(from_hand(game.pack, game.state, marker.side)):
        yield from resume_point()
        order = yield from ask(seat_of(game.state, marker.side), BeforeRecovery(name))
        if isinstance(order, Keep):
            break
        if (yield from play_from_hand(game, marker, order, Item("demoralised-marker", (name,)))):
            return
    if _is_drawn(game, name):
        yield from _recovery(game, marker)
    if _is_drawn(game, name):
        game.then(Item("formation-choice", (name,)))
    else:
        game.then(Item("afterwards", (marker.side,)))


def _is_drawn(game: Game[Position], name: str) -> bool:
    """Not spent, nor gone with its formation."""
    return game.state.markers[name].place == "drawn"


@rule("BLK-8.5.1-A", "BLK-2-M", "BLK-2-X1")
def _recovery(game: Game[Position], marker: Marker) -> Script[None]:
    """A formation that recovers may be activated with this marker; one that does not has spent it."""
    yield from morale.recovery(game, marker.formation)
    still = game.state.formations[marker.formation].demoralised
    if still and _is_drawn(game, marker.id):
        game.happens(MarkerSpent(marker.id, cite="BLK-8.5.1-G1"))


SCRIPTS = {"demoralised-marker": demoralised_marker}
