"""Where a bot wants to be: the places that decide a scenario, and how many turns away they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from typing import Any, NamedTuple

from planspiel.kernel import Side
from planspiel.systems.wiener2022.catalogue import Model
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.scenario import Exit, Hold, Take
from planspiel.systems.wiener2022.state import Element, Known, enemy_of
from planspiel.systems.wiener2022.terrain import Exit as WayOut
from planspiel.systems.wiener2022.terrain import Gait, Works, gait_of, ground_of, works_of

__all__ = ["FAR", "TURN", "Aim", "aims_of", "ways_to"]

TURN = 60
"""What a turn of marching counts on a way: all speeds of the table divide it, or nearly."""
FAR = 20 * TURN
"""No way leads there: beyond this only the distance on the board tells fields apart."""


class Aim(NamedTuple):
    """A place that matters to a side."""

    fields: tuple[str, ...]
    need: int
    """So many of its fields count, without an enemy in them."""
    own: bool
    """It counts for the side itself; otherwise the enemy must be kept from it."""
    leaves: bool = False
    """Troops leave the board here."""


def aims_of(pack: Pack, scenario: str, side: Side) -> tuple[Aim, ...]:
    """What a side fights for, its own mission first; each place once."""
    kept: dict[tuple[str, Side], tuple[Aim, ...]] = vars(pack).setdefault("advice_aims", {})
    if (scenario, side) not in kept:
        found: dict[tuple[str, ...], Aim] = {}
        for who in (side, enemy_of(side)):
            for aim in _aims(pack, scenario, who, who == side):
                found.setdefault(aim.fields, aim)
        kept[scenario, side] = tuple(found.values())
    return kept[scenario, side]


def _aims(pack: Pack, scenario: str, side: Side, own: bool) -> Iterator[Aim]:
    theatre = pack.theatre(scenario)
    for atom in pack.scenarios[scenario].mission(side).atoms:
        match atom:
            case Hold() | Take():
                fields = tuple(theatre.zones[atom.zone])
                yield Aim(fields, atom.fields or 1, own)
            case Exit() if own:
                yield Aim(tuple(theatre.zones[atom.zone]), atom.units, own, leaves=True)
            case _:
                pass


# -- ways --------------------------------------------------------------------------------------------------


def ways_to(pack: Pack, known: Known, element: Element, fields: Sequence[str]) -> Mapping[str, int]:
    """How far every field is from the nearest of some others for an element, in sixtieths of a turn."""
    theatre, works = pack.theatre(known.scenario), works_of(pack, known)
    model = pack.models[element.model]
    gait, paces = gait_of(pack, element), _paces(pack, model)
    kept: dict[Any, Mapping[str, int]] = vars(theatre).setdefault("advice_ways", {})
    key = gait, paces, tuple(fields), works
    found = kept.get(key)
    if found is None:
        found = kept[key] = _ways(pack, known, gait, paces, tuple(fields), works)
    return found


def _paces(pack: Pack, model: Model) -> tuple[int, int, int]:
    """What a step by road, across country and on water costs. Guns that nobody can push count as pushed."""
    speeds = pack.tables.speed(model, dark=False)
    road, terrain, water = (TURN // speed if speed else TURN for speed in speeds)
    return road, terrain, water


def _ways(
    pack: Pack, known: Known, gait: Gait, paces: tuple[int, int, int], fields: tuple[str, ...], works: Works
) -> Mapping[str, int]:
    theatre = pack.theatre(known.scenario)
    board, ground = theatre.board, ground_of(theatre, gait, works)

    def steps_into(field: str) -> Iterator[tuple[str, int]]:
        for near in board.neighbours(field):
            for way_out in ground.exits(near):
                if way_out.to == field:
                    yield near, _cost(way_out, paces)

    reached = _spread(dict.fromkeys(fields, 0), steps_into)
    if len(reached) == len(fields):  # nobody of this kind can enter: the fields beside it will do
        beside = {near: paces[1] for field in fields for near in board.neighbours(field)}
        reached = _spread({**beside, **reached}, steps_into)
    for field in theatre.ground:
        if field not in reached:
            reached[field] = FAR + paces[1] * min(board.distance(field, aim) for aim in fields)
    return reached


def _cost(way_out: WayOut, paces: tuple[int, int, int]) -> int:
    cost = paces[("road", "terrain", "water").index(way_out.surface)]
    return max(cost, TURN // 2) if way_out.slow else cost


def _spread(start: Mapping[str, int], steps_into: Any) -> dict[str, int]:
    """The shortest ways backwards from the aim."""
    best = dict(start)
    queue: list[tuple[int, str]] = sorted((far, field) for field, far in start.items())
    while queue:
        far, field = heappop(queue)
        if far > best[field]:
            continue
        steps: Iterable[tuple[str, int]] = steps_into(field)
        for near, cost in steps:
            if far + cost < best.get(near, FAR):
                best[near] = far + cost
                heappush(queue, (far + cost, near))
    return best
