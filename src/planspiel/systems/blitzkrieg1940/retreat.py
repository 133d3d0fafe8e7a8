"""6.3.3 Retreat of a single unit: where it may go, and how it goes on while the hex is too full."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Order, Question, Script, ask, rule
from planspiel.systems.blitzkrieg1940 import command, mines, movement, victory, works
from planspiel.systems.blitzkrieg1940.pack import Pack
from planspiel.systems.blitzkrieg1940.state import Known, Position, Unit, put, seat_of, show, tread, units_at
from planspiel.systems.blitzkrieg1940.view import BlitzkriegView

__all__ = [
    "FellBack",
    "GoFarther",
    "Retreated",
    "WhereFarther",
    "clear_stack",
    "retreat",
    "retreat_hexes",
    "ways_to_retreat",
]


OVERFULL = 100
"""More than any stack."""


class Retreated(Event[Position], frozen=True):
    """A unit went back to a hex with the company it carries. It costs no points and forms no column."""

    said: ClassVar[str] = "{unit} retreats to {hex}."
    unit: str
    hex: str

    def apply(self, state: Position) -> None:
        tread(state, self.hex)
        for name in movement.with_passengers(state, (self.unit,)):
            show(state, name)
            put(state, replace(state.units[name], hex=self.hex, column=False))


class FellBack(Event[Position], frozen=True):
    """A unit that attacked from off the map is off the map again."""

    said: ClassVar[str] = "{unit} falls back off the map."
    unit: str

    def apply(self, state: Position) -> None:
        for name in movement.with_passengers(state, (self.unit,)):
            put(state, replace(state.units[name], hex="", fate="due", column=False))


class GoFarther(Order, frozen=True):
    """The next hex of a retreat that must go on."""

    hex: str


class WhereFarther(Question[BlitzkriegView, GoFarther], frozen=True):
    """The shortest way out of an overfull hex; the owner chooses among ways of one length."""

    prompt: ClassVar[str] = "{at} is too full: where does {unit} go on to?"
    cite: ClassVar[str] = "BLK-6.3.3-H"
    unit: str
    at: str
    hexes: tuple[str, ...]

    def options(self, view: BlitzkriegView) -> Iterator[GoFarther]:
        for hex_ in self.hexes:
            yield GoFarther(hex_)


# Where


@rule("BLK-6.3.3-G", "BLK-6.3.3-X2")
def retreat_hexes(pack: Pack, known: Known, unit: Unit, banned: Sequence[str] = ()) -> tuple[str, ...]:
    """The adjacent hexes a unit may retreat to: not the enemy's, not impassable, on the map.

    Direction and movement points do not matter. A hex that is full counts only if the unit can go on from it.
    """
    return tuple(ways_to_retreat(pack, known, unit, banned))


def ways_to_retreat(pack: Pack, known: Known, unit: Unit, banned: Sequence[str] = ()) -> Iterator[str]:
    """The same one by one, for whoever only wants to know whether there are any."""
    for hex_, room in _open_neighbours(pack, known, unit, unit.hex):
        if hex_ not in banned and (room or _way_out(pack, known, unit, hex_, (*banned, unit.hex))):
            yield hex_


def _open_neighbours(pack: Pack, known: Known, unit: Unit, hex_: str) -> list[tuple[str, bool]]:
    """The hexes next to one that can be entered, and whether the unit finds room there."""
    theatre = pack.theatre(known.scenario)
    near = [label for label in theatre.board.neighbours(hex_) if theatre.terrain[label] != "impassable"]
    most = pack.limits.stack - _size(known, unit)
    return [
        (label, movement.crowd(known, label, unit.side, (unit.id,)) <= most)
        for label in near
        if all(other.side == unit.side for other in units_at(known, label))
    ]


def _size(known: Known, unit: Unit) -> int:
    """What a unit with the company it carries adds to a stack; an HQ adds nothing and always finds room."""
    return -OVERFULL if unit.is_hq else len(movement.with_passengers(known, (unit.id,)))


def _has_room(pack: Pack, known: Known, unit: Unit, hex_: str) -> bool:
    """Whether a unit finds room in a hex, perhaps its own."""
    there = movement.crowd(known, hex_, unit.side, movement.with_passengers(known, (unit.id,)))
    return there + _size(known, unit) <= pack.limits.stack


@rule("BLK-6.3.3-I")
def _way_out(pack: Pack, known: Known, unit: Unit, start: str, closed: Sequence[str]) -> tuple[str, ...]:
    """The next hexes on the shortest ways from a full hex to one with room, mined or not."""
    seen = {start, *closed}
    rim: dict[str, tuple[str, ...]] = {}
    roomy: dict[str, bool] = {}
    for near, room in _open_neighbours(pack, known, unit, start):
        if near not in seen:
            rim[near], roomy[near] = (near,), room
    while rim:
        ends = [first for hex_, firsts in rim.items() if roomy[hex_] for first in firsts]
        if ends:
            return tuple(sorted(dict.fromkeys(ends)))
        seen.update(rim)
        wider: dict[str, tuple[str, ...]] = {}
        for hex_, firsts in rim.items():
            for near, room in _open_neighbours(pack, known, unit, hex_):
                if near not in seen:
                    wider[near], roomy[near] = wider.get(near, ()) + firsts, room
        rim = wider
    return ()


# How


def retreat(game: Game[Position], unit: str, to: str, cite: str, banned: Sequence[str] = ()) -> Script[None]:
    """A unit goes back to a hex, and on from it while stacking is violated. An empty hex is off the map.

    It does not go on into `banned` hexes, nor to where it came from.
    """
    start = game.state.units[unit].hex
    if to == "":
        game.happens(FellBack(unit, cite=cite))
        works.works_check(game, start)
        return
    yield from _step_back(game, unit, to, cite)
    yield from clear_stack(game, unit, (*banned, start))
    command.check_command(game, movement.with_passengers(game.state, (unit,)))


def _step_back(game: Game[Position], unit: str, to: str, cite: str) -> Script[None]:
    start = game.state.units[unit].hex
    game.happens(Retreated(unit, to, cite=cite))
    works.works_check(game, start)
    works.works_check(game, to)
    victory.take_control(game, game.state.units[unit])
    yield from _through_mines(game, unit)


@rule("BLK-6.3.3-J", "BLK-6.3.3-G2")
def _through_mines(game: Game[Position], unit: str) -> Script[None]:
    """Mines attack a retreating unit as usual, but the field is not tested for being used up."""
    yield from mines.mine_attack(game, unit, depletion=False)


@rule("BLK-6.3.3-H")
def clear_stack(game: Game[Position], unit: str, closed: Sequence[str] = ()) -> Script[None]:
    """While its hex is too full a unit must go on, by the shortest way to one with room."""
    while game.state.units[unit].fate == "map":
        mover = game.state.units[unit]
        if _has_room(game.pack, game.state, mover, mover.hex):
            return
        ways = _way_out(game.pack, game.state, mover, mover.hex, closed)
        if not ways:
            return
        to = ways[0]
        if len(ways) > 1:
            question = WhereFarther(unit, mover.hex, ways)
            to = (yield from ask(seat_of(game.state, mover.side), question)).hex
        yield from _step_back(game, unit, to, "BLK-6.3.3-H")
