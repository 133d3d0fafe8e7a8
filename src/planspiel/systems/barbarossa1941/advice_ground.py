"""Where a bot wants to be: the places that decide a scenario, and the ways that lead there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from heapq import heappop, heappush
from typing import NamedTuple

from planspiel.kernel import Illegal, Side
from planspiel.systems.barbarossa1941.cards import Card
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.scenario import Atom, Exit, Hold, Intact, Presence, Reach
from planspiel.systems.barbarossa1941.start import army_of
from planspiel.systems.barbarossa1941.state import Known, enemy_of
from planspiel.systems.barbarossa1941.terrain import is_march_step, step_of

__all__ = ["FAR", "STRIDE", "Aim", "aims_of", "narrows", "pace_of", "ways_to"]

STRIDE = 3
"""What a hex of plain counts on a way; a hex along a road counts less."""
FAR = 150
"""The length of a way that does not exist."""
WIDE = 12
"""More hexes than this are an area rather than a place: nobody need hold all of it."""


class Aim(NamedTuple):
    """A place that matters to a side."""

    hexes: tuple[str, ...]
    own: bool
    """It counts for the side itself; otherwise the enemy must be kept from it."""
    leaves: bool = False
    """Units leave the board here."""
    cards: tuple[str, ...] = ()
    """Who counts there; empty for all."""

    @property
    def is_wide(self) -> bool:
        return len(self.hexes) > WIDE


def aims_of(pack: Pack, scenario: str, side: Side) -> tuple[Aim, ...]:
    """What a side fights for, its own victory conditions first; each place once."""
    kept: dict[Side, tuple[Aim, ...]] = pack.theatre(scenario).__dict__.setdefault("aims", {})
    if side not in kept:
        found: dict[tuple[str, ...], Aim] = {}
        for who in (side, enemy_of(side)):
            for aim in _aims(pack, scenario, who, who == side):
                found.setdefault(aim.hexes, aim)
        kept[side] = tuple(found.values())
    return kept[side]


def _aims(pack: Pack, scenario: str, side: Side, own: bool) -> Iterator[Aim]:
    for atom in pack.scenarios[scenario].victory.atoms:
        hexes = _hexes(pack, scenario, atom) if atom.side == side else ()
        if hexes:
            leaves = isinstance(atom, Exit)
            yield Aim(hexes, own, leaves and own, atom.cards if isinstance(atom, Exit) else ())


def _hexes(pack: Pack, scenario: str, atom: Atom) -> tuple[str, ...]:
    zones = pack.theatre(scenario).zones
    match atom:
        case Hold() | Reach() | Presence():
            return zones[atom.zone]
        case Intact():
            return (atom.hex,)
        case Exit():
            exit_ = army_of(pack, scenario, Side(atom.side)).exit
            return zones[exit_] if exit_ else ()
        case _:
            return ()


def pace_of(card: Card) -> int:
    """How far a unit comes in a round, in the measure of ways."""
    march, cautious = card.orders.march, card.orders.cautious
    return STRIDE * max(march.distance if march else 0, cautious.distance if cautious else 0)


def ways_to(
    pack: Pack, known: Known, card: Card, hexes: tuple[str, ...], held: tuple[str, ...] = ()
) -> Mapping[str, int]:
    """From everywhere the length of the best way for this kind of unit; what cannot be reached is missing.

    Blown bridges and pontoons change the ways, so they are part of what is remembered. Bridges and fords that
    the enemy holds count as a round's way more: there may be another.
    """
    changed = (*(f"{h}{b.destroyed}{b.pontoon}" for h, b in known.bridges.items()), *known.paths)
    key = (card.type, card.traits, hexes, changed, held)
    kept: dict[object, Mapping[str, int]] = pack.theatre(known.scenario).__dict__.setdefault("ways", {})
    if key not in kept:
        kept[key] = _search(pack, known, card, hexes, held)
    return kept[key]


def narrows(pack: Pack, known: Known, side: Side) -> tuple[str, ...]:
    """Bridges and fords in which enemies of a side are known to stand."""
    theatre = pack.theatre(known.scenario)
    found = {
        unit.hex
        for unit in known.units.values()
        if unit.side != side
        and unit.fate == "map"
        and unit.hex
        and (unit.hex in theatre.bridges or theatre.terrain[unit.hex] == "ford")
    }
    return tuple(sorted(found))


def _search(
    pack: Pack, known: Known, card: Card, hexes: tuple[str, ...], held: tuple[str, ...]
) -> dict[str, int]:
    board = pack.theatre(known.scenario).board
    best = dict.fromkeys(hexes, 0)
    frontier = [(0, hex_) for hex_ in hexes]
    while frontier:
        far, here = heappop(frontier)
        if best[here] < far:
            continue
        for near in board.neighbours(here):
            step = step_of(pack, known, card, near, here)
            if isinstance(step, Illegal):
                continue
            # A march along roads is longer than one over plain; off both it is the slow Cautious Move.
            stride = STRIDE - 1 if step.road else STRIDE
            if not is_march_step(pack, known, near, here):
                stride = 2 * STRIDE - 1
            length = far + max(stride * step.cost, pace_of(card) if step.alone else 0)
            length += 2 * pace_of(card) if here in held else 0
            if length < best.get(near, FAR):
                best[near] = length
                heappush(frontier, (length, near))
    return best
