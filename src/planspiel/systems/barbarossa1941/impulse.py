"""One impulse: all who move go one hex at the same time, as far as they do not stand in each other's way.

Whoever meets an enemy, a barrier or smoke stays where he is and is finished for the round. Steps 6 and 10
share this; an assaulter may enter the last hex of his route, where his target is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, rule
from planspiel.systems.barbarossa1941.orders import Assault
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.revealing import reveal
from planspiel.systems.barbarossa1941.state import Mover, Position, Unit, ground_units
from planspiel.systems.barbarossa1941.terrain import barrier, crosses_wire

__all__ = [
    "MoversSet",
    "Stepped",
    "Stopped",
    "WireCrushed",
    "is_moving",
    "proposals",
    "resolve",
    "step_all",
    "stop",
]


class MoversSet(Event[Position], frozen=True):
    """Who moves in this step, and along which route."""

    movers: dict[str, tuple[str, ...]]

    def apply(self, state: Position) -> None:
        state.movers = {
            name: Mover(name, route, state.units[name].hex) for name, route in self.movers.items()
        }


class Stepped(Event[Position], frozen=True):
    """All who could have gone one hex on, at the same time."""

    said: ClassVar[str] = "Movement: {units}."
    units: tuple[str, ...]
    hexes: tuple[str, ...]
    facings: tuple[int, ...]

    def apply(self, state: Position) -> None:
        state.mined = ()
        for mover in list(state.movers.values()):
            state.movers[mover.unit] = replace(mover, entered=False)
        for name, hex_, facing in zip(self.units, self.hexes, self.facings, strict=True):
            mover, unit = state.movers[name], state.units[name]
            state.movers[name] = replace(mover, done=mover.done + 1, entered=True)
            faces = facing if unit.facing is not None else None
            state.units[name] = replace(unit, hex=hex_, facing=faces, moved=True, dug_in=False, bunker=False)


class Stopped(Event[Position], frozen=True):
    said: ClassVar[str] = "{unit} stops in {hex}."
    unit: str
    hex: str

    def apply(self, state: Position) -> None:
        state.movers[self.unit] = replace(state.movers[self.unit], stopped=True)


class WireCrushed(Event[Position], frozen=True):
    said: ClassVar[str] = "The wire at {sides} is crushed."
    sides: tuple[str, ...]

    def apply(self, state: Position) -> None:
        for side in self.sides:
            state.wire.pop(side, None)


def is_moving(mover: Mover) -> bool:
    return not mover.stopped and mover.done < len(mover.route)


def proposals(known: Position) -> dict[str, str]:
    """The next hex of everyone who still moves, in id order."""
    return {
        name: known.movers[name].route[known.movers[name].done]
        for name in sorted(known.movers)
        if is_moving(known.movers[name])
    }


def resolve(pack: Pack, state: Position, wanted: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Who goes, and who is stopped by which entry. Cancel until nothing changes: a constraint problem."""
    going = dict(wanted)
    stopped: dict[str, str] = {}
    while True:
        blocked = {
            name: cite
            for name, hex_ in going.items()
            if (cite := _in_the_way(pack, state, going, name, hex_))
        }
        if not blocked:
            return going, stopped
        stopped.update(blocked)
        for name in blocked:
            del going[name]


def _in_the_way(pack: Pack, state: Position, going: Mapping[str, str], name: str, hex_: str) -> str:
    """The entry that keeps a unit from its next hex; empty if nothing does."""
    unit = state.units[name]
    found = barrier(pack, state, pack.cards[unit.card], unit.hex, hex_)
    return found or _meets(state, going, unit, hex_) or _occupied(state, going, unit, hex_)


@rule("BAR-encounter-1", "BAR-encounter-2", "BAR-encounter-3")
def _meets(state: Position, going: Mapping[str, str], unit: Unit, hex_: str) -> str:
    """Enemies who would enter the same hex, or change places, both stop."""
    for name, wanted in going.items():
        other = state.units[name]
        if other.side == unit.side:
            continue
        if wanted == hex_ and not (_may_enter(state, unit, hex_) or _may_enter(state, other, hex_)):
            return "BAR-encounter-2"
        if wanted == unit.hex and other.hex == hex_:
            return "BAR-encounter-3"
    return ""


@rule("BAR-encounter-4", "BAR-encounter-5", "BAR-hidden-7")
def _occupied(state: Position, going: Mapping[str, str], unit: Unit, hex_: str) -> str:
    """An enemy who stands in the hex and does not leave it in this impulse stops the mover in front."""
    if _may_enter(state, unit, hex_):
        return ""
    for other in ground_units(state):
        if other.hex == hex_ and other.side != unit.side and other.id not in going:
            return "BAR-hidden-7" if other.hidden else "BAR-encounter-5"
    return ""


@rule("BAR-assault-1", "BAR-close-combat-2", "BAR-hidden-X1", "BAR-hidden-12")
def _may_enter(state: Position, unit: Unit, hex_: str) -> bool:
    """Only an assault leads into a hex held by the enemy: the last of its route, with the target in it."""
    mover = state.movers.get(unit.id)
    if not isinstance(unit.order, Assault) or mover is None or state.step != 6:
        return False
    target = state.units[unit.order.target]
    is_last = mover.done == len(mover.route) - 1 and mover.route[-1] == hex_
    gone = not any(u.hex == hex_ and u.side != unit.side for u in ground_units(state) if not u.hidden)
    return is_last and (target.hex == hex_ or not gone)


@rule("BAR-move-3", "BAR-encounter-6", "BAR-tank-wire-X1")
def step_all(game: Game[Position]) -> None:
    """Carry out one impulse: all go, the stopped are finished, hidden units in the way are found."""
    state, pack = game.state, game.pack
    going, stopped = resolve(pack, state, proposals(state))
    for name in sorted(stopped):
        _find_hidden(game, name, state.movers[name])
        game.happens(Stopped(name, state.units[name].hex, cite=stopped[name]))
    if not going:
        return
    board = pack.theatre(state.scenario).board
    crushed = {
        crosses_wire(pack, state, pack.cards[state.units[n].card], state.units[n].hex, h)
        for n, h in going.items()
    }
    facings = tuple(board.direction(state.units[name].hex, hex_) for name, hex_ in going.items())
    game.happens(Stepped(tuple(going), tuple(going.values()), facings, cite="BAR-move-3"))
    if crushed - {""}:
        game.happens(WireCrushed(tuple(sorted(crushed - {""})), cite="BAR-tank-wire-2"))


@rule("BAR-hidden-7")
def _find_hidden(game: Game[Position], name: str, mover: Mover) -> None:
    """Whoever is stopped by a hidden unit in the next hex finds it."""
    wanted = mover.route[mover.done]
    for other in list(ground_units(game.state)):
        if other.hex == wanted and other.hidden and other.side != game.state.units[name].side:
            reveal(game, other.id, "BAR-hidden-7")


def stop(game: Game[Position], name: str, cite: str) -> None:
    """End a unit's movement for this round."""
    mover = game.state.movers.get(name)
    if mover is not None and is_moving(mover):
        game.happens(Stopped(name, game.state.units[name].hex, cite=cite))
