"""7 Movement: what units may spend, what each hex costs them, and where a move may end.

All figures are half movement points, because a road hex costs half a point.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import pairwise

from msgspec.structs import replace

from planspiel.kernel import Illegal, Side, rule
from planspiel.systems.blitzkrieg1940 import command, entry
from planspiel.systems.blitzkrieg1940.counters import Kind, Moves
from planspiel.systems.blitzkrieg1940.pack import Pack
from planspiel.systems.blitzkrieg1940.sight import values_of
from planspiel.systems.blitzkrieg1940.state import Known, March, Unit, is_enemy_at, stack, units_at
from planspiel.systems.blitzkrieg1940.theatre import Theatre

__all__ = [
    "Outlook",
    "allowance",
    "budget",
    "close_combat_surcharge",
    "crowd",
    "half_allowance",
    "has_road",
    "is_dispersed",
    "is_road",
    "moves_as",
    "set_out",
    "step_cost",
    "with_passengers",
]

DISPERSING: tuple[Kind, ...] = ("tank", "assault_gun", "armoured_car")
CLOSE_COUNTRY = ("village", "orchard", "wood")


# What a unit may spend


def allowance(pack: Pack, known: Known, unit: Unit) -> int:
    """The half points a unit may spend in one move (7.1, 6.2, 8.4)."""
    return 2 * _whole_points(pack, known, unit)


@rule("BLK-6.1-C")
def half_allowance(pack: Pack, known: Known, unit: Unit) -> int:
    """The half points for a move combined with fire or loading: half the points, fractions up."""
    return 2 * ((_whole_points(pack, known, unit) + 1) // 2)


def budget(pack: Pack, known: Known, unit: Unit, half: bool) -> int:
    return half_allowance(pack, known, unit) if half else allowance(pack, known, unit)


def _whole_points(pack: Pack, known: Known, unit: Unit) -> int:
    printed = values_of(pack, _pace_setter(pack, known, unit)).mp
    if unit.neutralised:
        return _neutralised_points(unit, printed)
    if unit.out_of_command:
        return _halved_out_of_command(printed)
    return printed


@rule("BLK-8.4-A", "BLK-8.4-D")
def _neutralised_points(unit: Unit, printed: int) -> int:
    """A neutralised company cannot move; a neutralised HQ moves with half, fractions down."""
    return printed // 2 if unit.is_hq else 0


@rule("BLK-6.2-A", "BLK-6.2-G2")
def _halved_out_of_command(printed: int) -> int:
    """Out of command: half, fractions down. A half of that for firing is taken afterwards, fractions up."""
    return printed // 2


def _pace_setter(pack: Pack, known: Known, unit: Unit) -> Unit:
    """The unit whose figures count for a move: itself, or for an HQ the fastest company."""
    return _fastest_company(pack, known, unit) if unit.is_hq else unit


@rule("BLK-3.2-D", "BLK-3.2-G5")
def _fastest_company(pack: Pack, known: Known, hq: Unit) -> Unit:
    """The fastest of the formation's own companies on the map, or if there are none, of all it had."""
    companies = pack.formations[hq.formation].companies
    own = [known.units[name] for name in companies if name in known.units]
    on_map = [u for u in own if u.fate == "map"]
    return max(on_map or own, key=lambda u: values_of(pack, u).mp)


@rule("BLK-7.1-E", "BLK-1.1-G2")
def moves_as(pack: Pack, known: Known, unit: Unit) -> Moves:
    """On foot, on wheels or on tracks; an HQ like the company that gives it its speed."""
    return pack.counters[_pace_setter(pack, known, unit).counter].moves


# What a hex costs


def step_cost(pack: Pack, theatre: Theatre, moves: Moves, a: str, b: str, column: bool) -> int | None:
    """The cost of a step between adjacent hexes; None where nobody may go. `a` is empty off the map."""
    costs = pack.movement
    cost = costs.terrain(theatre.terrain[b], moves)
    if cost is None or not a:
        return cost
    side = f"{a}|{b}" if a < b else f"{b}|{a}"
    if column and side in theatre.roads:
        cost = costs.road.of(moves)
    elif side in theatre.streams and side not in theatre.bridges:
        cost += costs.stream.of(moves)
    climb = theatre.level[b] - theatre.level[a]
    return cost + climb * costs.climb.of(moves) if climb > 0 else cost


def is_road(theatre: Theatre, a: str, b: str) -> bool:
    """Whether a road leads from a hex to the next."""
    return bool(a) and (f"{a}|{b}" if a < b else f"{b}|{a}") in theatre.roads


@rule("BLK-9.1.1-A", "BLK-6.1-D")
def close_combat_surcharge(pack: Pack, known: Known, unit: Unit) -> int:
    """Entering an enemy-occupied hex costs a quarter of the unit's points more, fractions up."""
    return 2 * ((_whole_points(pack, known, unit) + 3) // 4)


@rule("BLK-10.1-D")
def _leaving_mines(pack: Pack, moves: Moves) -> int:
    return pack.movement.leave_mines.of(moves)


@rule("BLK-7.1-D", "BLK-7.1-G1")
def _guaranteed_hex(march: March) -> bool:
    """One hex is always possible, but only as the first and with all movement points."""
    return march.entered == 0 and not march.by_half


@rule("BLK-9.1.1-C", "BLK-9.1.1-G1")
def _may_attack_without_points(march: March, unit: Unit) -> bool:
    """A unit that has not moved at all in this game turn may attack an adjacent hex."""
    return march.entered == 0 and not unit.moved


@rule("BLK-7.1-C")
def set_out(pack: Pack, known: Known, units: Sequence[str], half: bool) -> March:
    """A march about to begin: every unit has its own points of this move, and none from elsewhere."""
    first = known.units[units[0]].hex
    left = tuple(budget(pack, known, known.units[name], half) for name in units)
    return March(tuple(units), left, start=first, came_from=first, by_half=half)


# Special formations


@rule("BLK-7.2-A")
def is_dispersed(pack: Pack, known: Known, unit: Unit) -> bool:
    """Tanks, assault guns and armoured cars off the road in close country (7.2.2)."""
    if unit.is_hq or unit.carrier or pack.counters[unit.counter].kind not in DISPERSING:
        return False
    return _is_scattered(pack.theatre(known.scenario), unit)


@rule("BLK-7.2.2-A", "BLK-7.2.2-G1", "BLK-7.2.2-G2")
def _is_scattered(theatre: Theatre, unit: Unit) -> bool:
    """It follows from where the unit is, also if it was set up there; in column it is not scattered."""
    return not unit.column and theatre.terrain[unit.hex] in CLOSE_COUNTRY


# A march and what stands around it


@rule("BLK-7.3-G1")
def with_passengers(known: Known, units: Iterable[str]) -> tuple[str, ...]:
    """Movers and the companies that ride on them, each a unit of its own to the stacking limit."""
    movers = tuple(units)
    hexes = dict.fromkeys([known.units[name].hex for name in movers])
    aboard = [u.id for hex_ in hexes for u in units_at(known, hex_) if u.carrier and u.carrier in movers]
    return (*movers, *[name for name in aboard if name not in movers]) if aboard else movers


def crowd(known: Known, hex_: str, side: Side, without: Sequence[str] = ()) -> int:
    """How many companies of a side, of whatever formation, fill a hex. HQs do not count."""
    return sum(1 for u in stack(known, hex_, side) if u.id not in without)


class Outlook:
    """What a march finds around it: enemies, own stacks, and what its units pay. Made for one position."""

    def __init__(self, pack: Pack, known: Known, march: March) -> None:
        self.pack, self.known = pack, known
        self.theatre = pack.theatre(known.scenario)
        self.moves: dict[str, Moves] = {
            name: moves_as(pack, known, known.units[name]) for name in march.units
        }
        self.march = march
        self.side = known.units[march.units[0]].side

    @cached_property
    def enemies(self) -> dict[str, bool]:
        """Hexes with enemies; True if companies hold them, False where there are only HQs."""
        found: dict[str, bool] = {}
        for unit in self.known.units.values():
            if unit.hex and unit.side != self.side:
                found[unit.hex] = not unit.is_hq or found.get(unit.hex, False)
        return found

    @cached_property
    def _companies(self) -> list[Unit]:
        """The companies that move or ride: what a stack grows by."""
        units = [self.known.units[name] for name in with_passengers(self.known, self.march.units)]
        return [unit for unit in units if not unit.is_hq]

    @cached_property
    def _bound(self) -> list[Unit]:
        """Companies whose HQ does not march with them, as they stood when they set out."""
        march = self.march
        bound = [u for u in self._companies if f"{u.formation}/hq" not in march.units]
        return [replace(unit, hex=march.start) for unit in bound]

    @cached_property
    def _movers(self) -> tuple[str, ...]:
        return tuple(unit.id for unit in self._companies)

    def is_held(self, hex_: str) -> bool:
        """Whether enemy companies hold a hex, so that entering it means close combat."""
        return is_enemy_at(self.known, hex_, self.side)

    # What a step costs

    @rule("BLK-7.1-A")
    def pay(self, march: March, name: str, step: tuple[str, str], column: bool) -> int | None:
        """What a marching unit has left after a step, or None if it may not make it."""
        a, b = step
        unit, moves = self.known.units[name], self.moves[name]
        cost = step_cost(self.pack, self.theatre, moves, a, b, column)
        if cost is None:
            return None
        if a in self.known.mines:
            cost += _leaving_mines(self.pack, moves)
        attack = self.is_held(b)
        if attack:
            cost += close_combat_surcharge(self.pack, self.known, unit)
        left = march.left_of(name)
        if cost <= left:
            return left - cost
        if attack:
            return 0 if _may_attack_without_points(march, unit) else None
        return 0 if _guaranteed_hex(march) and not (unit.neutralised and not unit.is_hq) else None

    def after_step(self, march: March, step: tuple[str, str], column: bool) -> March | str:
        """The march one hex farther, or the unit that cannot go there."""
        left: list[int] = []
        for name in march.units:
            purse = self.pay(march, name, step, column)
            if purse is None:
                return name
            left.append(purse)
        return replace(march, left=tuple(left), came_from=step[0], entered=march.entered + 1)

    # Where a move may end

    @rule("BLK-7.3-A", "BLK-7.3-B", "BLK-7.3-C")
    def end_refusal(self, hex_: str) -> Illegal | None:
        """Why the march may not end in a hex; the limits do not hold while units are moving.

        Units of all formations count together, HQs do not. An attacker ends beside the enemy only.
        """
        room = self.pack.limits.stack
        more = len(self._companies)
        if more and crowd(self.known, hex_, self.side, self._movers) + more > room and not self.is_held(hex_):
            return Illegal("At most {room} units may be in {hex}.", "BLK-7.3-A", room=room, hex=hex_)
        for unit in self._bound:
            refusal = command.doctrine_refusal(self.pack, self.known, unit, hex_)
            if refusal is not None:
                return refusal
        return None

    # Which paths are legal

    def path_refusal(self, march: March, path: Sequence[str], column: bool) -> Illegal | None:
        """Why a march may not take a path; None if every step and the end are legal."""
        if not path:
            return Illegal("A move enters at least one hex.", "BLK-7.1-A")
        here = self.known.units[march.units[0]].hex
        if column and not has_road(self.theatre, here, path):
            return Illegal("There is no road along this path.", "BLK-7.2.1-A")
        for n, to in enumerate(path, start=1):
            refusal = self._step_refusal(march, (here, to), is_last=n == len(path))
            if refusal is not None:
                return refusal
            farther = self.after_step(march, (here, to), column)
            if isinstance(farther, str):
                return self._unaffordable(farther, to)
            here, march = to, farther
        return self.end_refusal(here)

    def _step_refusal(self, march: March, step: tuple[str, str], *, is_last: bool) -> Illegal | None:
        a, b = step
        if b not in self.theatre.board:
            return Illegal("There is no hex {hex} on this map.", "BLK-7.1-A", hex=b)
        if a and b not in self.theatre.board.neighbours(a):
            return Illegal("{to} is not next to {hex}.", "BLK-7.1-A", to=b, hex=a)
        if self.theatre.terrain[b] == "impassable":
            return Illegal("{hex} is impassable.", "BLK-7.1-G1", hex=b)
        if not a:
            units = [self.known.units[name] for name in march.units]
            refusal = entry.entry_refusal(self.pack, self.known, units, b)
            if refusal is not None:
                return refusal
        if self.is_held(b):
            return _attack_refusal(self.known, march, b) if is_last else _only_at_the_end(b)
        is_enemy_there = any(unit.side != self.side for unit in units_at(self.known, b))
        return _hq_refusal(self.known, march, b) if is_enemy_there else None

    def _unaffordable(self, name: str, to: str) -> Illegal:
        if self.is_held(to):
            reason = "{unit} has not enough movement points for a close combat in {hex}."
            return Illegal(reason, "BLK-9.1.1-B", unit=name, hex=to)
        return Illegal(
            "{unit} has not enough movement points to enter {hex}.", "BLK-7.1-A", unit=name, hex=to
        )


def has_road(theatre: Theatre, here: str, path: Sequence[str]) -> bool:
    return any(is_road(theatre, a, b) for a, b in pairwise((here, *path)))


@rule("BLK-9-A")
def _only_at_the_end(hex_: str) -> Illegal:
    return Illegal(
        "{hex} is held by the enemy: a path can only end there, in close combat.", "BLK-9-A", hex=hex_
    )


def _attack_refusal(known: Known, march: March, hex_: str) -> Illegal | None:
    """Who may not start a close combat."""
    if march.by_half:
        reason = "A close combat cannot be combined with fire or loading: {hex} is held by the enemy."
        return Illegal(reason, "BLK-6.1-D", hex=hex_)
    for name in with_passengers(known, march.units):
        if known.units[name].out_of_command:
            return Illegal("{unit} is out of command and may not attack.", "BLK-6.2-C", unit=name)
    return _hq_refusal(known, march, hex_)


def _hq_refusal(known: Known, march: March, hex_: str) -> Illegal | None:
    for name in march.units:
        if known.units[name].is_hq:
            reason = "{unit} is an HQ and may not enter {hex}, where the enemy is."
            return Illegal(reason, "BLK-9-X1", unit=name, hex=hex_)
    return None
