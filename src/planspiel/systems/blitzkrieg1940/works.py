"""10.2 Defensive works: cover for infantry that stays in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Side, rule
from planspiel.systems.blitzkrieg1940.pack import Pack
from planspiel.systems.blitzkrieg1940.secrecy import show_tops
from planspiel.systems.blitzkrieg1940.state import Known, Position, Unit, Works, seats_of, units_at

__all__ = [
    "WorksManned",
    "WorksRemoved",
    "is_infantry",
    "known_works",
    "man_anew",
    "works_check",
    "works_shift",
]


class WorksManned(Event[Position], frozen=True):
    """Infantry has moved into works that stood empty; from now on they need a garrison."""

    said: ClassVar[str] = "The works in {hex} are manned."
    hex: str

    def apply(self, state: Position) -> None:
        state.works[self.hex] = replace(state.works[self.hex], manned=True)


class WorksRemoved(Event[Position], frozen=True):
    said: ClassVar[str] = "The works in {hex} are given up."
    hex: str

    def apply(self, state: Position) -> None:
        del state.works[self.hex]


def is_infantry(pack: Pack, unit: Unit) -> bool:
    """Whether a unit is an infantry or machine-gun company (1.1); an HQ is neither."""
    return not unit.is_hq and pack.counters[unit.counter].is_infantry


@rule("BLK-10.2-C", "BLK-10.2-E", "BLK-10.2-G1")
def works_shift(pack: Pack, known: Known, target: Unit) -> int:
    """The columns by which works shift an attack on a unit: on its owner's infantry alone, beside terrain.

    Infantry on a carrier is a vehicle to whoever fires at it (12.1), and an attacker in a close combat is
    never in works of his own side, for they are the defender's.
    """
    works = known.works.get(target.hex)
    if works is None or works.side != target.side or target.carrier or not is_infantry(pack, target):
        return 0
    return pack.fire.works


@rule("BLK-10.2-D", "BLK-10.2-G2")
def works_check(game: Game[Position], hex_: str) -> None:
    """To be called whenever somebody came to a hex or left it.

    Works go once infantry has stood in them and none is left, or if an enemy company has the hex to itself.
    Works nobody has ever manned stay.
    """
    show_tops(game, hex_)
    works = game.state.works.get(hex_)
    if works is None:
        return
    garrison = _garrison(game.pack, game.state, hex_)
    if garrison:
        if not works.manned:
            is_open = not game.state.options["stack_secrecy"] or _is_seen(game.state, garrison)
            audience = None if is_open else seats_of(game.state, works.side)
            game.happens(WorksManned(hex_, cite="BLK-10.2-G2"), audience)
    elif works.manned:
        game.happens(WorksRemoved(hex_, cite="BLK-10.2-D"))
    elif _is_held_by_enemy_alone(units_at(game.state, hex_), works.side):
        game.happens(WorksRemoved(hex_, cite="BLK-10.2-G2"))


def _is_held_by_enemy_alone(there: Sequence[Unit], owner: Side) -> bool:
    companies = [unit for unit in there if not unit.is_hq]
    return bool(companies) and all(unit.side != owner for unit in companies)


def _garrison(pack: Pack, state: Position, hex_: str) -> list[str]:
    """The infantry of their owner that stands in works."""
    owner = state.works[hex_].side
    return [u.id for u in units_at(state, hex_) if u.side == owner and is_infantry(pack, u)]


# -- with stack secrecy ------------------------------------------------------------------------------------


def known_works(pack: Pack, state: Position, sides: tuple[Side, ...]) -> dict[str, Works]:
    """The works, as players of these sides see them."""
    if not state.options.get("stack_secrecy"):
        return state.works.copy()
    return {hex_: _seen(pack, state, hex_, sides) for hex_ in state.works}


@rule("BLK-8.1.1-G1")
def _seen(pack: Pack, state: Position, hex_: str, sides: tuple[Side, ...]) -> Works:
    """Works of the enemy are manned if infantry has shown itself there; what lies under a stack is hidden."""
    works = state.works[hex_]
    if works.side in sides or _is_seen(state, _garrison(pack, state, hex_)):
        return works
    return replace(works, manned=False)


def _is_seen(state: Position, garrison: Sequence[str]) -> bool:
    return any(name in state.shown for name in garrison)


def man_anew(pack: Pack, state: Position, twin: Position) -> None:
    """In a position that might be as well, others may lie under the stacks: works are manned by those.

    During set-up nobody mans them yet.
    """
    if state.turn == 0:
        return
    for hex_, works in state.works.items():
        manned = bool(_garrison(pack, twin, hex_))
        if manned != bool(_garrison(pack, state, hex_)):
            twin.works[hex_] = replace(works, manned=manned)
