"""Where an element can go: one cheapest way to each field it can reach, for lists and for random players."""

from __future__ import annotations

from collections.abc import Iterator

from planspiel.boards.square import DIRECTIONS
from planspiel.kernel import Illegal, Rng
from planspiel.systems.wiener2022 import crowding, entering, sight, speed
from planspiel.systems.wiener2022.movement import (
    BesideRoad,
    Move,
    SimultaneousMove,
    beside_road_refusal,
    mover_refusal,
    simultaneous_refusal,
)
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import Element, Known
from planspiel.systems.wiener2022.view import WienerView
from planspiel.systems.wiener2022.walking import Progress, Walker, flanks_to_suffer, set_out

__all__ = [
    "beside_road_options",
    "lights_of",
    "moves_from",
    "named_flanks",
    "options",
    "random_path",
    "reachable",
    "sample",
    "sample_group",
    "simultaneous_options",
    "ways",
]


def reachable(walker: Walker) -> dict[str, tuple[str, ...]]:
    """The shortest way to every field that a mover can reach, in the order of distance."""
    return dict(ways(walker))


def ways(walker: Walker) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The same, one after the other.

    A longer way by road may lead farther than a shorter one across country, so a field is looked at again if
    it is reached with a higher limit.
    """
    start = set_out(walker.mover)
    best = {start.field: start.limit}
    frontier: list[tuple[Progress, tuple[str, ...]]] = [(start, ())]
    while frontier:
        reached: list[tuple[Progress, tuple[str, ...]]] = []
        for progress, path in frontier:
            if walker.is_spent(progress):
                continue
            for step in walker.exits(progress.field):
                if best.get(step.to, -1) >= progress.limit:  # a step never raises the limit
                    continue
                farther = walker.take(progress, step)
                if isinstance(farther, Illegal) or best.get(step.to, -1) >= farther.limit:
                    continue
                way = (*path, step.to)
                if step.to not in best:
                    yield step.to, way
                best[step.to] = farther.limit
                if farther.stopped is None:
                    reached.append((farther, way))
        frontier = reached


def named_flanks(pack: Pack, known: Known, mover: Element, path: tuple[str, ...]) -> tuple[str, ...]:
    """The flank that a path names at each diagonal between enemies or mines; one that does not stop it."""
    if not known.barriers and all(element.side == mover.side for element in known.elements.values()):
        return ()
    board, start = pack.theatre(known.scenario).board, mover.field
    named: list[str] = []
    for to in path:
        if board.is_diagonal(start, to):
            flanks = flanks_to_suffer(pack, known, mover, start, to)
            passable = [flank for flank in flanks if not entering.stops(pack, known, mover, flank)]
            named.extend(passable[:1] or flanks[:1])
        start = to
    return tuple(named)


def lights_of(pack: Pack, known: Known, element: Element) -> tuple[bool, ...]:
    """With headlights, or without: at night the order says it, unless it was said in this turn."""
    if not known.night or not speed.has_headlights(pack, element):
        return (True,)
    return (True, False) if element.lights is None else (element.lights,)


def moves_from(pack: Pack, known: Known, mover: Element) -> Iterator[Move]:
    """One move to each field that can be reached and stayed in."""
    for lights in lights_of(pack, known, mover):
        for field, path in ways(Walker(pack, known, mover, lights=lights)):
            if not crowding.like_models_at(pack, known, mover, field):
                yield Move(mover.id, path, lights, flanks=named_flanks(pack, known, mover, path))


def options(pack: Pack, view: WienerView, element: Element) -> Iterator[Move]:
    if mover_refusal(pack, view, element) is None:
        yield from moves_from(pack, view, element)


def beside_road_options(pack: Pack, view: WienerView, element: Element) -> Iterator[BesideRoad]:
    """Only for models that stand on a road and block it."""
    model = pack.models[element.model]
    if element.off_road or not (model.is_vehicle or model.is_weapon):
        return
    if element.field in pack.theatre(view.scenario).road_fields:
        order = BesideRoad(element.id)
        if beside_road_refusal(pack, view, order) is None:
            yield order


def simultaneous_options(pack: Pack, view: WienerView, element: Element) -> Iterator[SimultaneousMove]:
    """Two neighbours that take one step in the same direction; players may announce larger groups."""
    for other in _companions(pack, view, element):
        if mover_refusal(pack, view, other) is not None:
            continue
        for direction in range(len(DIRECTIONS)):
            order = _together(pack, view, element, other, direction)
            if order is not None:
                yield order


def _companions(pack: Pack, view: WienerView, element: Element) -> list[Element]:
    """Own elements in this field or the next ones; each pair is named once."""
    if mover_refusal(pack, view, element) is not None:
        return []
    return [
        other
        for near in sight.nearby(pack.theatre(view.scenario), element.field, 1)
        for other in view.by_field.get(near, ())
        if other.side == element.side and other.id > element.id
    ]


def _together(
    pack: Pack, view: WienerView, one: Element, other: Element, direction: int
) -> SimultaneousMove | None:
    board = pack.theatre(view.scenario).board
    ours, theirs = board.neighbour(one.field, direction), board.neighbour(other.field, direction)
    if ours is None or theirs is None:
        return None
    order = SimultaneousMove((Move(one.id, (ours,)), Move(other.id, (theirs,))))
    return order if simultaneous_refusal(pack, view, order) is None else None


def sample_group(pack: Pack, view: WienerView, element: Element, rng: Rng) -> SimultaneousMove | None:
    """One pair in one direction at random, if it happens to be legal."""
    companions = _companions(pack, view, element)
    if not companions:
        return None
    return _together(pack, view, element, rng.choice(companions), rng.randrange(len(DIRECTIONS)))


# -- random players ----------------------------------------------------------------------------------------


def random_path(walker: Walker, rng: Rng) -> tuple[str, ...]:
    """A walk of random length that mostly keeps its direction; empty if there is no way at all."""
    progress, heading, board = set_out(walker.mover), -1, walker.theatre.board
    path: tuple[str, ...] = ()
    while True:
        exits = walker.exits(progress.field)
        first = rng.randrange(len(exits) or 1)
        straight = board.neighbour(progress.field, heading) if heading >= 0 else None
        ahead = tuple(step for step in exits if step.to == straight)
        been = (walker.mover.field, *path)
        for step in (*ahead, *exits[first:], *exits[:first]):
            farther = walker.take(progress, step) if step.to not in been else None
            if farther is not None and not isinstance(farther, Illegal):
                break
        else:
            return path
        heading = board.direction(progress.field, farther.field)
        progress, path = farther, (*path, farther.field)
        if not rng.randrange(5):
            return path


def sample(pack: Pack, view: WienerView, element: Element, rng: Rng) -> Move | None:
    """One move at random, found without listing all of them."""
    if mover_refusal(pack, view, element) is not None:
        return None
    for _ in range(3):
        lights = rng.choice(lights_of(pack, view, element))
        path = random_path(Walker(pack, view, element, lights=lights), rng)
        if not path:
            return None
        if crowding.end_refusal(pack, view, element, path[-1]) is None:
            return Move(element.id, path, lights, flanks=named_flanks(pack, view, element, path))
    return None
