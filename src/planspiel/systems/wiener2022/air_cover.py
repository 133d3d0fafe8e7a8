"""Air cover (Jagdschutz): when aircraft set out, the passive party calls for its fighters.

It may use or decline each of those that come; then air combat is fought.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from planspiel.kernel import (
    DECLINE,
    Decline,
    Game,
    Illegal,
    Item,
    Order,
    Question,
    Script,
    Side,
    ask,
    react_each,
    rule,
)
from planspiel.systems.wiener2022.air_request import (
    MissionDeclined,
    available,
    request_refusal,
    selections,
    throw_dice,
)
from planspiel.systems.wiener2022.air_tasks import flying, is_fighter
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import Element, Known, Position, enemy_of, seat_of
from planspiel.systems.wiener2022.view import WienerView

__all__ = ["SCRIPTS", "AirCover", "ChooseFighters", "RequestFighters", "SendFighters", "cover_refusal"]


class RequestFighters(Order, frozen=True):
    """Call for fighters against the enemy aircraft that are coming."""


class SendFighters(Order, frozen=True):
    """These of the granted fighters fight; the others are declined."""

    aircraft: tuple[str, ...] = ()


class AirCover(Question[WienerView, RequestFighters], frozen=True):
    """Enemy aircraft are coming: are fighters called for?"""

    prompt: ClassVar[str] = "Enemy aircraft fly in: do you call for fighters?"
    cite: ClassVar[str] = "WPR-jagdschutz-2"
    side: Side

    def options(self, view: WienerView) -> Iterator[RequestFighters]:
        if cover_refusal(view.pack, view, self.side) is None:
            yield RequestFighters()

    def check(self, view: WienerView, order: RequestFighters) -> None:
        refusal = cover_refusal(view.pack, view, self.side)
        if refusal is not None:
            raise refusal

    def standing(self, view: WienerView) -> RequestFighters | Decline | None:
        """The pool is secret, so nobody is asked: fighters come unless all fire is to be held."""
        if view.standing.fire == "hold" or cover_refusal(view.pack, view, self.side) is not None:
            return DECLINE
        return RequestFighters()


@rule("WPR-luftstreitkraefte-6", "WPR-nacht-luftkampf-1")
def cover_refusal(pack: Pack, known: Known, side: Side) -> Illegal | None:
    """Only fighters count for the defence, only by day, and only once in a half-turn."""
    if known.night:
        return Illegal("There is no air combat at night.", "WPR-nacht-luftkampf-1")
    refusal = request_refusal(pack, known, side)
    if refusal is None and not _fighters(pack, known, side):
        return Illegal("There are no fighters to request.", "WPR-luftstreitkraefte-6")
    return refusal


def _fighters(pack: Pack, known: Known, side: Side) -> list[Element]:
    return [element for element in available(pack, known, side) if is_fighter(pack, element)]


class ChooseFighters(Question[WienerView, SendFighters], frozen=True):
    prompt: ClassVar[str] = "Your fighters are coming: which of them fight?"
    cite: ClassVar[str] = "WPR-luftstreitkraefte-7"
    granted: tuple[str, ...]

    def options(self, view: WienerView) -> Iterator[SendFighters]:
        yield from (SendFighters(chosen) for chosen in selections(self.granted))
        yield SendFighters()

    def check(self, view: WienerView, order: SendFighters) -> None:
        wrong = [name for name in order.aircraft if name not in self.granted]
        if wrong or len(set(order.aircraft)) != len(order.aircraft):
            raise Illegal("Name the aircraft that fly, each once.", self.cite)


@rule("WPR-jagdschutz-2")
def cover(game: Game[Position], active: str) -> Script[None]:
    """The passive party may call for fighters, which then fight in its counter-move."""
    side = enemy_of(Side(active))
    if cover_refusal(game.pack, game.state, side) is None:
        claim = yield from react_each({seat_of(game.state, side): AirCover(side)}, live=False)
        if claim is not None:
            yield from _call(game, side)
    if flying(game.state, side) and not game.state.night:
        game.then(Item("air-combat", (active, 0)))


@rule("WPR-luftstreitkraefte-7")
def _call(game: Game[Position], side: Side) -> Script[None]:
    """Who comes is known to all; any of them may be used or declined."""
    pool = _fighters(game.pack, game.state, side)
    yield from throw_dice(game, side, pool, cover=True)
    granted = tuple(one.id for one in pool if game.state.elements[one.id].mission == "granted")
    if not granted:
        return
    order = yield from ask(seat_of(game.state, side), ChooseFighters(granted))
    for name in granted:
        if name not in order.aircraft:
            game.happens(MissionDeclined(name, cite="WPR-luftstreitkraefte-7"))


SCRIPTS = {"air-cover": cover}
