"""Victory: what the scenario counts, when it is counted, and who leaves by the edge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import (
    Event,
    Game,
    Illegal,
    Item,
    Order,
    Outcome,
    Question,
    Script,
    Seat,
    Side,
    commit,
    rule,
)
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.scenario import (
    Atom,
    Destroy,
    Exit,
    Hold,
    Intact,
    Losses,
    Presence,
    Reach,
)
from planspiel.systems.barbarossa1941.start import army_of
from planspiel.systems.barbarossa1941.state import SIDES, Known, Position, Unit, enemy_of, ground_units
from planspiel.systems.barbarossa1941.view import BarbarossaView

__all__ = ["SCRIPTS", "LeaveBoard", "UnitsLeft", "WhoLeaves", "points_now"]


# -- leaving the board -------------------------------------------------------------------------------------


class LeaveBoard(Order, frozen=True):
    """Take these units off; none stay if the list is empty."""

    units: tuple[str, ...] = ()


class WhoLeaves(Question[BarbarossaView, LeaveBoard], frozen=True):
    prompt: ClassVar[str] = "Who leaves the board here?"
    cite: ClassVar[str] = "BAR-intro-5"
    units: tuple[str, ...]

    def options(self, view: BarbarossaView) -> Iterator[LeaveBoard]:
        yield LeaveBoard(self.units)
        yield LeaveBoard()
        if len(self.units) > 1:
            yield from (LeaveBoard((name,)) for name in self.units)

    def check(self, view: BarbarossaView, order: LeaveBoard) -> None:
        if len(set(order.units)) < len(order.units) or not set(order.units) <= set(self.units):
            raise Illegal("Only units in the exit hexes may leave.", "BAR-intro-5")


class UnitsLeft(Event[Position], frozen=True):
    said: ClassVar[str] = "{units} leave the board."
    units: tuple[str, ...]

    def apply(self, state: Position) -> None:
        for name in self.units:
            state.units[name] = replace(state.units[name], fate="left", hex="", order=None, boxes=0)
            for unit in list(state.units.values()):
                if unit.carrier == name:
                    state.units[unit.id] = replace(unit, fate="left", carrier="")


def leaving(pack: Pack, known: Known, seat: Seat) -> tuple[str, ...]:
    """Own units that stand in their exit, free to go."""
    zones = pack.theatre(known.scenario).zones
    found: list[str] = []
    for unit in ground_units(known):
        zone = army_of(pack, known.scenario, unit.side).exit
        is_free = not unit.tied and not unit.suppressed and _has_model(pack, unit)
        if unit.seat == seat and zone and unit.hex in zones[zone] and is_free:
            found.append(unit.id)
    return tuple(found)


def _has_model(pack: Pack, unit: Unit) -> bool:
    """A hidden unit is not asked about: the question would betray it."""
    return not unit.hidden or unit.card in pack.headquarters


@rule("BAR-intro-5")
def exits(game: Game[Position]) -> Script[None]:
    """At the end of a round units in a scenario's exit may be taken off."""
    asked: dict[Seat, WhoLeaves] = {}
    for seat in game.state.seats:
        units = leaving(game.pack, game.state, seat)
        if units:
            asked[seat] = WhoLeaves(units)
    if asked:
        answers = yield from commit(asked)
        for answer in answers.values():
            if answer.units:
                game.happens(UnitsLeft(answer.units, cite="BAR-intro-5"))


# -- points ------------------------------------------------------------------------------------------------


def points_now(pack: Pack, known: Known, round: int) -> dict[Side, int]:
    """Victory points of both sides as the board stands, for everything that is judged in this round."""
    points = dict.fromkeys(SIDES, 0)
    for line, atom in enumerate(pack.scenarios[known.scenario].victory.atoms, 1):
        judged = known.judged.get(str(line))
        points[Side(atom.side)] += worth(pack, known, atom, round) if judged is None else judged
    return points


@rule("BAR-preparation-2")
def worth(pack: Pack, known: Known, atom: Atom, round: int) -> int:
    """What one line of the scenario's victory conditions is worth now; nothing before its round."""
    side = Side(atom.side)
    if round < getattr(atom, "at_round", 0):
        return 0
    match atom:
        case Hold():
            return atom.worth if _held(pack, known, atom) else 0
        case Reach():
            there = _in_zone(pack, known, side, atom.zone, atom.unsuppressed)
            return atom.worth if len(there) >= atom.units else 0
        case Presence():
            return atom.worth * len(_in_zone(pack, known, side, atom.zone, atom.unsuppressed))
        case Intact():
            return atom.worth if _stands(pack, known, atom) else 0
        case Destroy():
            killed = [u for u in _dead(known, enemy_of(side)) if _counts(pack, u, atom)]
            return atom.worth * len(killed) if not atom.units else atom.worth * (len(killed) >= atom.units)
        case Exit():
            return atom.worth if _has_left(pack, known, atom) else 0
        case Losses():
            return sum(pack.cost(unit.card) for unit in _dead(known, enemy_of(side))) // atom.per


def _in_zone(pack: Pack, known: Known, side: Side, zone: str, unsuppressed: bool) -> list[Unit]:
    hexes = pack.theatre(known.scenario).zones[zone]
    return [
        unit
        for unit in ground_units(known)
        if unit.side == side and unit.hex in hexes and not (unsuppressed and unit.suppressed)
    ]


def _held(pack: Pack, known: Known, atom: Hold) -> bool:
    """Own units and no enemy, in so many hexes of the zone or in all of it."""
    own = _in_zone(pack, known, Side(atom.side), atom.zone, atom.unsuppressed)
    enemy = {unit.hex for unit in _in_zone(pack, known, enemy_of(Side(atom.side)), atom.zone, False)}
    if not atom.hexes:
        return len(own) >= atom.units and not enemy
    return len({unit.hex for unit in own} - enemy) >= atom.hexes and len(own) >= atom.units


def _stands(pack: Pack, known: Known, atom: Intact) -> bool:
    """The bridge is whole, and no enemy near."""
    bridge = known.bridges.get(atom.hex)
    if bridge is not None and bridge.destroyed:
        return False
    board = pack.theatre(known.scenario).board
    return not any(
        unit.side != atom.side and board.distance(unit.hex, atom.hex) <= atom.clear
        for unit in ground_units(known)
        if unit.hex
    )


def _dead(known: Known, side: Side) -> list[Unit]:
    return [unit for unit in known.units.values() if unit.side == side and unit.fate == "dead"]


def _counts(pack: Pack, unit: Unit, atom: Destroy) -> bool:
    if not atom.cards and not atom.types:
        return True
    return unit.card in atom.cards or pack.cards[unit.card].type in atom.types


def _has_left(pack: Pack, known: Known, atom: Exit) -> bool:
    gone = [
        unit
        for unit in known.units.values()
        if unit.side == atom.side
        and unit.fate == "left"
        and (not atom.cards or unit.card in atom.cards)
        and pack.cards[unit.card].size - unit.casualties >= atom.least_size
    ]
    return len(gone) >= atom.units


# -- the end of a round ------------------------------------------------------------------------------------


@rule("BAR-sequence-17", "BAR-course-1", "BAR-course-4")
def victory_check(game: Game[Position]) -> Script[None]:
    """The last thing in a round: is the battle over, and who has won it?"""
    state, scenario = game.state, game.pack.scenarios[game.state.scenario]
    _judge(game)
    over = scenario.is_last(state.turn) or any(_decides(game.pack, state, a) for a in scenario.victory.atoms)
    alive = [side for side in SIDES if _has_units(state, side)]
    if over or len(alive) < 2:
        game.ends(outcome(game.pack, state))
    else:
        game.then(Item("round"))
    return
    yield


class LineJudged(Event[Position], frozen=True):
    """What the scenario counts in this round stays as it is, whatever happens later."""

    said: ClassVar[str] = "Judged in this round: {points} victory points for {side}."
    line: int
    side: Side
    points: int

    def apply(self, state: Position) -> None:
        state.judged[str(self.line)] = self.points


def _judge(game: Game[Position]) -> None:
    """Lines of the victory conditions that name the present round."""
    state = game.state
    for line, atom in enumerate(game.pack.scenarios[state.scenario].victory.atoms, 1):
        if getattr(atom, "at_round", 0) == state.turn:
            points = worth(game.pack, state, atom, state.turn)
            game.happens(LineJudged(line, Side(atom.side), points, cite="BAR-preparation-2"))


def _decides(pack: Pack, known: Known, atom: Atom) -> bool:
    return isinstance(atom, Exit) and atom.at_once and _has_left(pack, known, atom)


def _has_units(known: Known, side: Side) -> bool:
    """Whether a side has anything left on the ground or still to come."""
    return any(
        unit.side == side and unit.fate in ("map", "aboard", "due", "loading")
        for unit in known.units.values()
    )


def outcome(pack: Pack, known: Known) -> Outcome:
    """More points win; with equal points it is as the scenario says."""
    victory = pack.scenarios[known.scenario].victory
    points = points_now(pack, known, known.turn)
    german, soviet = (points[side] for side in SIDES)
    values: dict[str, str | int] = {"german": german, "soviet": soviet}
    if german != soviet:
        winner = SIDES[0] if german > soviet else SIDES[1]
        return Outcome((winner,), "Victory points: German {german}, Soviet {soviet}.", "BAR-course-1", values)
    winners = () if victory.otherwise == "draw" else (Side(victory.otherwise),)
    reason = "Equal points, {german} to {soviet}: the scenario decides."
    return Outcome(winners, reason, "BAR-course-1", values)


SCRIPTS = {"exits": exits, "victory-check": victory_check}
