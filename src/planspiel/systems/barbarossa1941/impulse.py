"""One impulse: all who move go one hex at the same time, as far as they do not stand in each other's way.

Whoever meets an enemy or a barrier stays where he is and is finished for the round. Steps 6 and 10 share
this; an assaulter may enter the last hex of his route, where his target is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, rule
from planspiel.systems.barbarossa1941.groups import part_groups
from planspiel.systems.barbarossa1941.orders import Assault
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.revealing import reveal
from planspiel.systems.barbarossa1941.secrecy import is_away
from planspiel.systems.barbarossa1941.state import Mover, Position, Unit, ground_units, seats_of
from planspiel.systems.barbarossa1941.terrain import barrier, crosses_wire

__all__ = [
    "ImpulseBegan",
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
    """All who could have gone one hex on, at the same time.

    Whoever leaves a hex leaves with it his trench, his close combat, and the mines he laid himself.
    """

    said: ClassVar[str] = "Movement: {units}."
    units: tuple[str, ...]
    hexes: tuple[str, ...]
    facings: tuple[int, ...]

    def apply(self, state: Position) -> None:
        for name, hex_, facing in zip(self.units, self.hexes, self.facings, strict=True):
            mover, unit = state.movers[name], state.units[name]
            state.movers[name] = replace(mover, done=mover.done + 1, entered=True)
            state.units[name] = replace(
                unit,
                hex=hex_,
                facing=facing if unit.facing is not None else None,
                moved=True,
                dug_in=False,
                bunker=False,
                tied=(),
                laid="",
            )
        part_groups(state, self.units)


class ImpulseBegan(Event[Position], frozen=True):
    """Nobody has entered a hex yet, nobody has met mines."""

    def apply(self, state: Position) -> None:
        state.mined = ()
        for mover in list(state.movers.values()):
            state.movers[mover.unit] = replace(mover, entered=False)


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


# -- who can go --------------------------------------------------------------------------------------------

Obstacle = Callable[[Pack, Position, Mapping[str, str], Unit], str]
"""What keeps a unit from the hex it wants, given who else goes: an entry, or nothing."""


def resolve(pack: Pack, state: Position, wanted: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Who goes, and who is stopped by which entry.

    All are judged together, and whoever is stopped may stop others: cancel until nothing changes. First come
    obstacles that stand; only who could really enter a hex can meet somebody there.
    """
    going = dict(wanted)
    stopped: dict[str, str] = {}
    while True:
        blocked = next(filter(None, (_blocked(pack, state, going, by) for by in OBSTACLES)), {})
        if not blocked:
            return going, stopped
        stopped.update(blocked)
        going = {name: hex_ for name, hex_ in going.items() if name not in blocked}


def _blocked(pack: Pack, state: Position, going: Mapping[str, str], by: Obstacle) -> dict[str, str]:
    return {name: cite for name in going if (cite := by(pack, state, going, state.units[name]))}


@rule("BAR-move-7")
def _shut_out(pack: Pack, state: Position, going: Mapping[str, str], unit: Unit) -> str:
    """What may have changed since the order was given: wire, barriers, bridges."""
    return barrier(pack, state, pack.cards[unit.card], unit.hex, going[unit.id])


@rule("BAR-encounter-1", "BAR-encounter-2", "BAR-encounter-3", "BAR-withdraw-10")
def _meets(pack: Pack, state: Position, going: Mapping[str, str], unit: Unit) -> str:
    """Enemies who would enter the same hex, or change places, both stop."""
    hex_ = going[unit.id]
    rivals = [state.units[name] for name in going if state.units[name].side != unit.side]
    is_free = _may_enter(state, unit, hex_)
    if any(going[r.id] == hex_ and not is_free and not _may_enter(state, r, hex_) for r in rivals):
        return "BAR-encounter-2"
    if any(going[rival.id] == unit.hex and rival.hex == hex_ for rival in rivals):
        return "BAR-encounter-3"
    return ""


@rule("BAR-encounter-4", "BAR-encounter-5", "BAR-hidden-7", "BAR-withdraw-8")
def _occupied(pack: Pack, state: Position, going: Mapping[str, str], unit: Unit) -> str:
    """An enemy who stands in the hex and does not leave it in this impulse stops the mover in front."""
    hex_ = going[unit.id]
    if _may_enter(state, unit, hex_):
        return ""
    standing = [u for u in ground_units(state) if u.hex == hex_ and u.side != unit.side and u.id not in going]
    if not standing:
        return ""
    return "BAR-hidden-7" if all(enemy.hidden for enemy in standing) else "BAR-encounter-5"


@rule("BAR-move-5")
def _crowded(pack: Pack, state: Position, going: Mapping[str, str], unit: Unit) -> str:
    """Where the scenario limits stacks, nobody enters a hex that could not hold all who want to be there.

    Friends who arrive together and are too many all stop, for none of them has a better claim.
    """
    if not pack.scenarios[state.scenario].options.stack_limit:
        return ""
    hex_, is_vehicle = going[unit.id], pack.cards[unit.card].is_vehicle
    there = sum(
        going.get(friend.id, friend.hex) == hex_
        for friend in ground_units(state)
        if friend.side == unit.side
        and pack.cards[friend.card].is_vehicle == is_vehicle
        and not is_away(pack, friend)
    )
    limit = pack.charts.limits.group
    return "BAR-move-5" if there > (limit.vehicles if is_vehicle else limit.others) else ""


OBSTACLES: tuple[Obstacle, ...] = (_shut_out, _occupied, _crowded, _meets)


@rule("BAR-assault-1", "BAR-close-combat-2", "BAR-hidden-X1", "BAR-hidden-12")
def _may_enter(state: Position, unit: Unit, hex_: str) -> bool:
    """Only an assault leads into a hex held by the enemy: the last of its route, with the target in it.

    A route that mines cut short ends before it.
    """
    mover = state.movers.get(unit.id)
    if not isinstance(unit.order, Assault) or mover is None or state.step != 6:
        return False
    is_last = mover.done == len(mover.route) - 1 and mover.route[-1] == hex_
    in_sight = any(u.hex == hex_ and u.side != unit.side and not u.hidden for u in ground_units(state))
    is_goal = unit.order.route[-1:] == (hex_,)
    return is_last and ((is_goal and in_sight) or state.units[unit.order.target].hex == hex_)


# -- the impulse -------------------------------------------------------------------------------------------


@rule("BAR-move-3", "BAR-encounter-6", "BAR-tank-wire-X1")
def step_all(game: Game[Position]) -> None:
    """Carry out one impulse: all go, the stopped are finished, hidden units in the way are found."""
    state, pack = game.state, game.pack
    going, stopped = resolve(pack, state, proposals(state))
    game.happens(ImpulseBegan(), ())
    for name in sorted(stopped):
        _find_hidden(game, name, state.movers[name])
        stop(game, name, stopped[name])
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
    """End a unit's movement for this round. Only its owner learns that a hidden headquarters would go on."""
    mover, unit = game.state.movers.get(name), game.state.units[name]
    if mover is not None and is_moving(mover):
        audience = seats_of(game.state, unit.side) if unit.hidden else None
        game.happens(Stopped(name, unit.hex, cite=cite), audience)
