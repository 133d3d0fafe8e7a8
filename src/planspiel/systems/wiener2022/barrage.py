"""Barrages (Sperrfeuer): prepared fire on one field, the only counter-move of indirect weapons.

What is prepared is known to its owner alone. So nobody is asked when the enemy walks into it: standing orders
say whether a battery fires or waits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Illegal, Odds, Order, Rng, Script, rule
from planspiel.systems.wiener2022.activities import Activity
from planspiel.systems.wiener2022.aim import own_troops_refusal
from planspiel.systems.wiener2022.effect import BLACK
from planspiel.systems.wiener2022.indirect import discharge
from planspiel.systems.wiener2022.modifiers import Shot
from planspiel.systems.wiener2022.observing import (
    batteries_refusal,
    in_reach,
    is_artillery,
    is_observed,
    is_ready,
    known_enemy_fields,
    range_refusal,
    ready_with,
    salvo,
)
from planspiel.systems.wiener2022.odds import blind_odds
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import (
    Barrage,
    Element,
    Known,
    Position,
    enemy_of,
    on_board,
    own_at,
    put,
    seat_of,
    seats_of,
    standing_of,
)
from planspiel.systems.wiener2022.view import WienerView

__all__ = [
    "ACTIVITIES",
    "BarrageAnswered",
    "BarrageFell",
    "BarrageLifted",
    "BarragePrepared",
    "PrepareBarrage",
    "entered",
    "falls_on",
]


class PrepareBarrage(Order, frozen=True):
    """One battery, or several of a kind, prepare fire on a field for the enemy's half-turn."""

    batteries: tuple[str, ...]
    field: str


class BarragePrepared(Event[Position], frozen=True):
    """It has no effect in the own half-turn and takes up the whole of it."""

    said: ClassVar[str] = "A barrage is prepared on {field}."
    barrage: Barrage

    @property
    def field(self) -> str:
        return self.barrage.field

    def apply(self, state: Position) -> None:
        state.barrages[self.barrage.id] = self.barrage
        for name in self.barrage.weapons:
            put(state, replace(state.elements[name], acted=True))


class BarrageFell(Event[Position], frozen=True):
    """The enemy learns where it was prepared."""

    said: ClassVar[str] = "A barrage falls on {field}."
    reveals: ClassVar[bool] = True
    field: str


class BarrageAnswered(Event[Position], frozen=True):
    """Bookkeeping: who has already suffered a barrage. Whom it forces off a vehicle has suffered it too."""

    barrage: str
    struck: tuple[str, ...]

    def apply(self, state: Position) -> None:
        there = state.barrages[self.barrage]
        state.barrages[self.barrage] = replace(there, struck=(*there.struck, *self.struck), is_falling=True)


class BarrageLifted(Event[Position], frozen=True):
    """Bookkeeping: its fire is over, until somebody else comes."""

    barrage: str

    def apply(self, state: Position) -> None:
        state.barrages[self.barrage] = replace(state.barrages[self.barrage], is_falling=False)


# -- preparing ---------------------------------------------------------------------------------------------


@rule("WPR-sperrfeuer-1", "WPR-sperrfeuer-7")
def _refusal(pack: Pack, known: Known, order: PrepareBarrage) -> Illegal | None:
    """A field in indirect range; the batteries do nothing else in this half-turn.

    Own troops may still be there: whether they have left is seen when the enemy comes.
    """
    refusal = batteries_refusal(pack, known, known.active, order.batteries)
    if refusal is not None:
        return refusal
    for battery in order.batteries:
        refusal = range_refusal(pack, known, battery, order.field)
        if refusal is not None:
            return refusal
    return None


def _options(pack: Pack, view: WienerView, element: Element) -> Iterator[PrepareBarrage]:
    """First the fields beside known enemies, where they will come; then all others in range."""
    if not is_ready(pack, view, element):
        return
    others = ready_with(pack, view, element.side, element)
    for field in _fields(pack, view, element):
        yield PrepareBarrage((element.id,), field)
        able = [name for name in others if range_refusal(pack, view, name, field) is None]
        if able and element.id < min(able):
            yield PrepareBarrage((element.id, *able), field)


def _sample(pack: Pack, view: WienerView, element: Element, rng: Rng) -> PrepareBarrage | None:
    """One battery, any field in range."""
    if not is_ready(pack, view, element):
        return None
    return PrepareBarrage((element.id,), rng.choice(in_reach(pack, view, element)))


def _fields(pack: Pack, view: WienerView, element: Element) -> Iterator[str]:
    board = pack.theatre(view.scenario).board
    enemies = known_enemy_fields(view, element.side)
    first = {near for field in enemies for near in board.neighbours(field)}
    reach = in_reach(pack, view, element)
    yield from (field for field in reach if field in first)
    yield from (field for field in reach if field not in first and not own_at(view, field, element.side))


def _carry_out(game: Game[Position], order: PrepareBarrage) -> Script[None]:
    """Declared secretly, for the opponent's next half-turn only."""
    side, half = game.state.active, game.state.half + 1
    number = 1 + sum(barrage.side == side for barrage in game.state.barrages.values())
    barrage = Barrage(f"{side}-{half}-{number}", side, order.field, tuple(sorted(order.batteries)), half)
    game.happens(BarragePrepared(barrage, cite="WPR-sperrfeuer-2"), seats_of(game.state, side))
    return
    yield


# -- the enemy comes ---------------------------------------------------------------------------------------


def entered(game: Game[Position], names: Sequence[str]) -> Script[None]:
    """Active troops have entered a field, or dismounted in it.

    Call it for all who entered in one step together, and for those who got off, by order or not.
    """
    yield from falls_on(game, [game.state.elements[name] for name in names])


@rule("WPR-sperrfeuer-3", "WPR-sperrfeuer-6", "WPR-angriff-infanterie-5")
def falls_on(game: Game[Position], troops: Sequence[Element]) -> Script[None]:
    """Barrages strike the troops that are new in their field, each troop once.

    No barrage falls on own troops. Whoever works from the next field is given as standing in the work field.
    """
    passive = enemy_of(game.state.active)
    for name in sorted(game.state.barrages):
        barrage = game.state.barrages.get(name)
        if barrage is None or barrage.side != passive or barrage.half != game.state.half:
            continue
        if barrage.is_falling:  # and has forced them off itself
            continue
        struck = _new_troops(game, barrage, troops)
        if not struck:
            continue
        firers = _ready(game.pack, game.state, barrage)
        endangered = own_troops_refusal(game.state, passive, barrage.field, besides=firers)
        if firers and not endangered:
            yield from _strike(game, barrage, firers, struck)


@rule("WPR-sperrfeuer-4")
def _new_troops(game: Game[Position], barrage: Barrage, troops: Sequence[Element]) -> tuple[str, ...]:
    """Enemies who are new in the field, if an observer sees one of them; unobserved fire is not allowed."""
    enemies = [one for one in troops if one.side != barrage.side]
    there = [one for one in enemies if one.field == barrage.field and one.id not in barrage.struck]
    there = [one for one in there if on_board(game.state.elements[one.id]) and not one.aboard]
    if not any(is_observed(game.pack, game.state, one, barrage.side) for one in there):
        return ()
    return tuple(one.id for one in there)


@rule("WPR-sperrfeuer-7")
def _ready(pack: Pack, state: Position, barrage: Barrage) -> tuple[str, ...]:
    """The batteries that can fire it, are still in range and are not told to hold."""
    orders = standing_of(state, seat_of(state, barrage.side))
    elements = [state.elements[name] for name in barrage.weapons if state.elements[name].ammunition]
    able = [one for one in elements if on_board(one) and not one.aboard and one.pinned < BLACK]
    return tuple(
        one.id
        for one in able
        if range_refusal(pack, state, one.id, barrage.field) is None and orders.of(one.id).barrage != "hold"
    )


@rule("WPR-sperrfeuer-5")
def _strike(
    game: Game[Position], barrage: Barrage, firers: tuple[str, ...], struck: tuple[str, ...]
) -> Script[None]:
    """One die, only against the new troops, who cannot be in cover yet."""
    own = seats_of(game.state, barrage.side)
    game.happens(BarrageAnswered(barrage.id, struck, cite="WPR-sperrfeuer-6"), own)
    game.happens(BarrageFell(barrage.field, cite="WPR-sperrfeuer-3"))
    where = game.state.elements[struck[0]].field  # who works from the next field suffers it there
    shot = replace(_shot(game.pack, game.state, firers, where), targets=struck)
    yield from discharge(game, shot, cite="WPR-sperrfeuer-3", answer=True)
    game.happens(BarrageLifted(barrage.id), own)


def _shot(pack: Pack, known: Known, firers: Sequence[str], field: str) -> Shot:
    return replace(salvo(pack, known, firers, field), barrage=True, counter=True)


def _odds(pack: Pack, view: WienerView, order: PrepareBarrage) -> Odds | None:
    return blind_odds(pack, view, [_shot(pack, view, order.batteries, order.field)], "WPR-sperrfeuer-5")


ACTIVITIES = {
    PrepareBarrage: Activity(
        "indirect", _options, _refusal, _carry_out, _odds, sample=_sample, suits=is_artillery
    )
}
