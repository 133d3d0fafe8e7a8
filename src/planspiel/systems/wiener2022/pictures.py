"""How a side pictures works that have changed out of its sight: bridges, broken roads, ruins of bunkers.

Whoever is not told of a change goes on believing in what was there, until somebody of his looks at the place.
"""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from planspiel.kernel import Event, Game, Seat, Side, rule
from planspiel.systems.wiener2022 import sight
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import SIDES, Bridge, Picture, Position, seats_of

__all__ = ["PictureKept", "PictureRenewed", "Works", "bump", "keep", "known_works", "looks_at", "renew"]


class PictureKept(Event[Position], frozen=True):
    """Bookkeeping: a side does not learn of the change that follows."""

    side: Side
    place: str

    def apply(self, state: Position) -> None:
        now = Picture(state.bridges.get(self.place), self.place in state.broken, self.place in state.ruins)
        state.pictures.setdefault(f"{self.side}/{self.place}", now)


class PictureRenewed(Event[Position], frozen=True):
    said: ClassVar[str] = "{side} sees what has become of {place}."
    reveals: ClassVar[bool] = True
    side: Side
    place: str

    def apply(self, state: Position) -> None:
        del state.pictures[f"{self.side}/{self.place}"]


@rule("WPR-verdeckt-1")
def keep(game: Game[Position], place: str, told: tuple[Seat, ...] | None) -> None:
    """Before a change: sides none of whose players will be told of it keep their picture of the place."""
    if told is None:
        return
    for side in SIDES:
        if not {*told} & {*seats_of(game.state, side)}:
            game.happens(PictureKept(side, place), ())


def renew(game: Game[Position]) -> None:
    """Whoever looks at a place sees it as it is."""
    for name in tuple(game.state.pictures):
        side, _, place = name.partition("/")
        if looks_at(game.pack, game.state, Side(side), place):
            _renew(game, Side(side), place)


def bump(game: Game[Position], side: Side, a: str, b: str) -> None:
    """Whoever the ground does not let go on finds out why, even in smoke and darkness."""
    board = game.pack.theatre(game.state.scenario).board
    ways = board.flanks(a, b) if board.is_diagonal(a, b) else (b,)
    edges = {board.edge(*step) for way in ways for step in ((a, way), (way, b)) if step[0] != step[1]}
    for place in sorted({a, b, *ways, *edges}):
        if f"{side}/{place}" in game.state.pictures:
            _renew(game, side, place)


def _renew(game: Game[Position], side: Side, place: str) -> None:
    game.happens(PictureRenewed(side, place, cite="WPR-verdeckt-1"), seats_of(game.state, side))


def looks_at(pack: Pack, state: Position, side: Side, place: str) -> bool:
    """Whether somebody of a side looks into a field, at an edge (`a|b`) or at an airfield."""
    airfield = pack.theatre(state.scenario).airfields.get(place)
    fields = airfield.runway if airfield is not None else place.split("|")
    eyes = [one for one in state.elements.values() if one.side == side and one.fate == "board"]
    return any(sight.looks_into(pack, state, one, field) for one in eyes if not one.guise for field in fields)


class Works(NamedTuple):
    """What somebody believes to stand, or to be broken, where."""

    bridges: dict[str, Bridge]
    broken: tuple[str, ...]
    ruins: tuple[str, ...]


def known_works(state: Position, sides: tuple[Side, ...]) -> Works:
    """As they are, but for places of which these sides have an older picture; both together know all."""
    bridges, broken, ruins = state.bridges.copy(), {*state.broken}, {*state.ruins}
    for name, picture in state.pictures.items() if len(sides) < len(SIDES) else ():
        side, _, place = name.partition("/")
        if sides and side not in sides:
            continue
        bridges.pop(place, None)
        if picture.bridge is not None:
            bridges[place] = picture.bridge
        for found, there in ((broken, picture.broken), (ruins, picture.ruin)):
            found.discard(place)
            if there:
                found.add(place)
    if not state.pictures:
        return Works(bridges, state.broken, state.ruins)
    return Works(dict(sorted(bridges.items())), tuple(sorted(broken)), tuple(sorted(ruins)))
