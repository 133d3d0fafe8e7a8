"""8.5.1 The retreat of a demoralised formation towards its owner's map edge."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Order, Question, Script, Side, ask, rule
from planspiel.systems.blitzkrieg1940 import mines, movement
from planspiel.systems.blitzkrieg1940.command import check_command
from planspiel.systems.blitzkrieg1940.pack import Pack
from planspiel.systems.blitzkrieg1940.state import (
    Known,
    March,
    Position,
    Unit,
    is_enemy_at,
    members,
    passenger_of,
    put,
    seat_of,
    show,
    stack,
    tread,
    units_at,
)
from planspiel.systems.blitzkrieg1940.theatre import Theatre
from planspiel.systems.blitzkrieg1940.view import BlitzkriegView
from planspiel.systems.blitzkrieg1940.works import works_check

__all__ = ["LeftMap", "Routed", "WayBack", "WhichWayBack", "retreat_to_own_edge", "ways_back"]

OFF = ""
"""Beyond the own edge of the map."""


class Routed(Event[Position], frozen=True):
    said: ClassVar[str] = "{unit} flees to {hex}."
    unit: str
    hex: str

    def apply(self, state: Position) -> None:
        tread(state, self.hex)
        _move(state, self.unit, hex=self.hex, column=False, moved=True)


class LeftMap(Event[Position], frozen=True):
    """Out of the game, but not eliminated."""

    said: ClassVar[str] = "{unit} leaves the map."
    unit: str

    def apply(self, state: Position) -> None:
        _move(state, self.unit, hex="", column=False, fate="left")


def _move(state: Position, name: str, **fields: str | bool) -> None:
    """Move a unit with the company it carries."""
    aboard = passenger_of(state, name)
    show(state, name, *([aboard.id] if aboard is not None else []))
    put(state, replace(state.units[name], **fields))
    if aboard is not None:
        put(state, replace(aboard, **fields))


class WayBack(Order, frozen=True):
    """The next hex of the retreat."""

    hex: str


class WhichWayBack(Question[BlitzkriegView, WayBack], frozen=True):
    prompt: ClassVar[str] = "{unit} flees towards its own edge: by which hex?"
    cite: ClassVar[str] = "BLK-8.5.1-G3"
    unit: str
    hexes: tuple[str, ...]

    def options(self, view: BlitzkriegView) -> Iterator[WayBack]:
        for hex_ in self.hexes:
            yield WayBack(hex_)


@rule("BLK-8.5.1-C", "BLK-8.5.1-F")
def retreat_to_own_edge(game: Game[Position], formation: str) -> Script[None]:
    """All units of the formation, one after the other, with all their points. Nobody may fire at them."""
    fleeing = [u.id for u in members(game.state, formation) if u.fate == "map" and not u.carrier]
    for name in fleeing:
        if game.state.units[name].fate == "map":
            yield from _flee(game, name)
    check_command(game, movement.with_passengers(game.state, fleeing))


def _flee(game: Game[Position], name: str) -> Script[None]:
    """Hex by hex; the owner chooses among ways that are equally good. Whoever is blocked stops."""
    before = game.state.units[name]
    left = points_to_flee(game.pack, game.state, before)
    trail = [before.hex]
    while True:
        unit = game.state.units[name]
        ways = ways_back(game.pack, game.state, unit, left, tuple(trail))
        if not ways:
            return
        to = ways[0]
        if len(ways) > 1:
            to = (yield from ask(seat_of(game.state, unit.side), WhichWayBack(name, ways))).hex
        if to == OFF:
            _leave_map(game, unit)
            return
        paid = _left_after(game.pack, game.state, unit, left, to)
        left = 0 if paid is None else paid
        trail.append(to)
        game.happens(Routed(name, to, cite="BLK-8.5.1-C"))
        works_check(game, trail[-2])
        works_check(game, to)
        yield from _cross_mines(game, name)
        unit = game.state.units[name]
        if unit.fate != "map" or unit.neutralised != before.neutralised:
            return


@rule("BLK-8.5.1-G2")
def points_to_flee(pack: Pack, known: Known, unit: Unit) -> int:
    """Half points. A neutralised company stays where it is; by option it flees with half its points."""
    if unit.neutralised and not unit.is_hq and known.options["neutralised_companies_retreat"]:
        whole = movement.allowance(pack, known, replace(unit, neutralised=False)) // 2
        return 2 * (whole // 2)
    return movement.allowance(pack, known, unit)


@rule("BLK-8.5.1-X1")
def _leave_map(game: Game[Position], unit: Unit) -> None:
    game.happens(LeftMap(unit.id, cite="BLK-8.5.1-G3"))
    works_check(game, unit.hex)


@rule("BLK-8.5.1-G4")
def _cross_mines(game: Game[Position], name: str) -> Script[None]:
    """Mines attack fleeing units as any others."""
    if game.state.units[name].hex in game.state.mines:
        yield from mines.mine_attack(game, name, depletion=True)


@rule("BLK-8.5.1-E", "BLK-8.5.1-G3")
def ways_back(pack: Pack, known: Known, unit: Unit, left: int, trail: tuple[str, ...]) -> tuple[str, ...]:
    """The next hexes to choose from: off the own edge; else away from enemies, then nearest to the edge."""
    ways = list(_open_ways(pack, known, unit, left, trail))
    if OFF in ways:
        return (OFF,)
    if not ways:
        return ()
    theatre = pack.theatre(known.scenario)
    far = edge_distances(theatre, unit.side)
    merit = {hex_: (_is_beside_enemy(theatre, known, hex_, unit.side), far[hex_]) for hex_ in ways}
    best = min(merit.values())
    return tuple(hex_ for hex_ in ways if merit[hex_] == best)


def _open_ways(pack: Pack, known: Known, unit: Unit, left: int, trail: tuple[str, ...]) -> Iterator[str]:
    """Hexes that can be paid for, free of enemies, not farther from the own edge, each entered once."""
    theatre = pack.theatre(known.scenario)
    far = edge_distances(theatre, unit.side)
    if far[unit.hex] == 0 and left >= pack.movement.off_edge.of(movement.moves_as(pack, known, unit)):
        yield OFF
        return
    for hex_ in theatre.board.neighbours(unit.hex):
        if hex_ in trail or far[hex_] > far[unit.hex] or _is_taken(known, hex_, unit.side):
            continue
        after = _left_after(pack, known, unit, left, hex_)
        if after is None:
            continue
        beyond = _open_ways(pack, known, replace(unit, hex=hex_), after, (*trail, hex_))
        if _has_room(pack, known, unit, hex_) or next(beyond, None) is not None:
            yield hex_


def _is_taken(known: Known, hex_: str, side: Side) -> bool:
    """Whether any enemy is there, be it an HQ alone."""
    return any(unit.side != side for unit in units_at(known, hex_))


def _left_after(pack: Pack, known: Known, unit: Unit, left: int, to: str) -> int | None:
    entered = 0 if left == points_to_flee(pack, known, unit) else 1
    march = March((unit.id,), (left,), entered=entered)
    return movement.Outlook(pack, known, march).pay(march, unit.id, (unit.hex, to), False)


@rule("BLK-8.5.1-G4")
def _has_room(pack: Pack, known: Known, unit: Unit, hex_: str) -> bool:
    """Whether the retreat may end here: stacking holds (7.3)."""
    if unit.is_hq:
        return True
    size = 1 if passenger_of(known, unit.id) is None else 2
    return len(stack(known, hex_, unit.side)) + size <= pack.limits.stack


def _is_beside_enemy(theatre: Theatre, known: Known, hex_: str, side: Side) -> bool:
    return any(is_enemy_at(known, near, side) for near in theatre.board.neighbours(hex_))


@lru_cache(maxsize=16)
def edge_distances(theatre: Theatre, side: Side) -> dict[str, int]:
    """How far every hex is from the own edge of a side."""
    edge = theatre.own_edge("french" if side == "french" else "german")
    distance = theatre.board.distance
    return {hex_: min(distance(hex_, rim) for rim in edge) for hex_ in theatre.board.labels}
