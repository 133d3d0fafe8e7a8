"""The two secrets that players may agree on: what lies under the top of a stack, and where mines are.

Everything else lies open, HQs and the height of a stack too. A company shows itself when it lies on top of
its stack, is activated, moves, fights, reacts or is looked at, and is known from then on; a minefield from
the moment a unit enters it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Rng, Seat, Side, rule
from planspiel.systems.blitzkrieg1940.pack import Pack
from planspiel.systems.blitzkrieg1940.state import SIDES, Conduct, Plan, Position, Unit, show, units_at

__all__ = [
    "TopSeen",
    "UnitSeen",
    "known_mines",
    "known_units",
    "reveal",
    "scramble",
    "show_tops",
    "tops_of_stacks",
]


# -- what a seat may know ----------------------------------------------------------------------------------


def known_units(state: Position, sides: tuple[Side, ...]) -> dict[str, Unit]:
    """The units that players of these sides see."""
    if not state.options.get("stack_secrecy"):
        return state.units.copy()
    return _seen(state, sides)


@rule("BLK-8.1.1-G1")
def _seen(state: Position, sides: tuple[Side, ...]) -> dict[str, Unit]:
    """Own units, those off the map, and those of the enemy that have shown themselves."""
    shown = frozenset(state.shown)
    return {
        name: unit
        for name, unit in state.units.items()
        if unit.side in sides or not unit.hex or name in shown
    }


def tops_of_stacks(state: Position) -> dict[tuple[str, Side], str]:
    """The top unit of every stack: its first company, or an HQ that is alone."""
    tops: dict[tuple[str, Side], str] = {}
    for unit in state.units.values():
        place = unit.hex, unit.side
        if place not in tops or (state.units[tops[place]].is_hq and not unit.is_hq):
            tops[place] = unit.id
    return tops


def known_mines(state: Position, sides: tuple[Side, ...]) -> dict[str, Side]:
    """The minefields that players of these sides know of."""
    if not state.options.get("mine_secrecy"):
        return state.mines.copy()
    return _found(state, sides)


@rule("BLK-10.1-G3")
def _found(state: Position, sides: tuple[Side, ...]) -> dict[str, Side]:
    """Their own, and those that somebody has entered."""
    found = state.found_mines
    return {hex_: owner for hex_, owner in state.mines.items() if owner in sides or hex_ in found}


class TopSeen(Event[Position], frozen=True):
    """Bookkeeping, with stack secrecy: what both sides see on top of the stacks in a hex."""

    hex: str
    units: tuple[str, ...]

    def apply(self, state: Position) -> None:
        show(state, *self.units)


def show_tops(game: Game[Position], hex_: str) -> None:
    """To be called whenever somebody came to a hex or left it: another unit may be on top now."""
    if game.state.options["stack_secrecy"]:
        tops = tops_of_stacks(game.state)
        seen = tuple(tops[hex_, side] for side in SIDES if hex_ and (hex_, side) in tops)
        game.happens(TopSeen(hex_, seen, cite="BLK-8.1.1-G1"))


class UnitSeen(Event[Position], frozen=True):
    said: ClassVar[str] = "{unit} shows itself in {hex}."
    unit: str
    hex: str

    def apply(self, state: Position) -> None:
        show(state, self.unit)


def reveal(game: Game[Position], unit: str) -> None:
    """To be called before a unit reacts: with stack secrecy the enemy learns where it is."""
    if game.state.options["stack_secrecy"] and unit not in game.state.shown:
        game.happens(UnitSeen(unit, game.state.units[unit].hex, cite="BLK-8.1.1-G1"))


# -- what might be otherwise -------------------------------------------------------------------------------


def scramble(pack: Pack, state: Position, seat: Seat, rng: Rng) -> Position:
    """A position that the seat cannot tell from this one."""
    twin = state.fork()
    sides = state.seats[seat]
    _swap_hidden_units(state, twin, sides, rng)
    if state.options.get("mine_secrecy"):
        _move_hidden_mines(pack, state, twin, sides, rng)
    twin.plan = _another_plan(state, sides, rng)
    for other in state.seats:
        if other != seat:
            twin.standing[other] = Conduct(within=1 + rng.randrange(pack.limits.sight))
    for name, unit in state.units.items():
        if unit.side not in sides and name in state.conduct:
            twin.conduct[name] = Conduct(within=1 + rng.randrange(pack.limits.sight))
    return twin


def _another_plan(state: Position, sides: tuple[Side, ...], rng: Rng) -> Plan | None:
    """An enemy march may be meant to end sooner, but its next step is as good as taken."""
    march, plan = state.march, state.plan
    if march is None or plan is None or state.units[plan.party[0]].side in sides:
        return plan
    later = len(plan.rest(march)) - 1
    return replace(plan, path=plan.path[: -1 - rng.randrange(later)]) if later > 0 else plan


def _swap_hidden_units(state: Position, twin: Position, sides: tuple[Side, ...], rng: Rng) -> None:
    """Hidden companies change places, as far as the tops of their stacks stay on top; hidden HQs likewise."""
    seen, tops = known_units(state, sides), tops_of_stacks(state)
    for is_hq in (False, True):
        hidden = [unit for unit in state.units.values() if unit.id not in seen and unit.is_hq == is_hq]
        names = [unit.id for unit in hidden if not _is_pair(state, unit)]
        rng.shuffle(names)
        for one, other in zip(names[::2], names[1::2], strict=False):
            a, b = twin.units[one], twin.units[other]
            if _stays_top(tops[a.hex, a.side], b, seen) and _stays_top(tops[b.hex, b.side], a, seen):
                twin.units[one], twin.units[other] = replace(a, hex=b.hex), replace(b, hex=a.hex)


def _stays_top(top: str, below: Unit, seen: dict[str, Unit]) -> bool:
    """Whether a stack shows the same top with another unit below it."""
    return below.is_hq or top < below.id or top not in seen


def _is_pair(state: Position, unit: Unit) -> bool:
    """A carrier and the company on it stay together."""
    return bool(unit.carrier) or any(other.carrier == unit.id for other in state.units.values())


def _move_hidden_mines(
    pack: Pack, state: Position, twin: Position, sides: tuple[Side, ...], rng: Rng
) -> None:
    """Minefields nobody has found may lie anywhere they may be set up, but not where units have been."""
    known = known_mines(state, sides)
    hidden = [(hex_, owner) for hex_, owner in state.mines.items() if hex_ not in known]
    for hex_, _ in hidden:
        del twin.mines[hex_]
    zone = [hex_ for hex_ in _mine_zone(pack, state) if hex_ not in state.found_mines]
    free = [hex_ for hex_ in zone if not _is_trodden(state, hex_, sides)]
    rng.shuffle(free)
    for (old, owner), new in zip(hidden, [*free, *(hex_ for hex_, _ in hidden)], strict=False):
        twin.mines[new if new not in twin.mines else old] = owner


def _mine_zone(pack: Pack, state: Position) -> Iterator[str]:
    for step in pack.scenarios[state.scenario].setup:
        if step.mines:
            yield from pack.theatre(state.scenario).zones[step.zone]


def _is_trodden(state: Position, hex_: str, sides: tuple[Side, ...]) -> bool:
    """Somebody has entered the hex, or units of these sides were set up there."""
    return hex_ in state.trodden or any(unit.side in sides for unit in units_at(state, hex_))
