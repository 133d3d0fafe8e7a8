"""Movement counter-moves (Bewegungsgegenzug): the passive party withdraws before it can be fired at.

Only as far as needed, to a nearest field outside the direct fire of those who come; to a field without a like
model if there is one. If all hold one, that model may join the withdrawal (domino), or both stand crowded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import ClassVar, Final

from msgspec.structs import replace

from planspiel.kernel import (
    DECLINE,
    Choice,
    Decline,
    Event,
    Game,
    Illegal,
    Order,
    Question,
    Script,
    Side,
    react_each,
    rule,
)
from planspiel.systems.wiener2022 import crowding, entering, noise, secrecy, sight, speed, terrain, unforeseen
from planspiel.systems.wiener2022.approach import (
    Step,
    as_seen,
    farthest_flat,
    passive_near,
    still_there,
    threatens,
)
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import (
    Element,
    Known,
    Position,
    at,
    elsewhere,
    enemy_of,
    holders_at,
    load_of,
    on_board,
    put,
    seat_of,
    under_cover,
)
from planspiel.systems.wiener2022.terrain import Exit
from planspiel.systems.wiener2022.view import WienerView
from planspiel.systems.wiener2022.walking import Walker

__all__ = [
    "CHOICES",
    "Evade",
    "EvadeApproach",
    "Evaded",
    "JoinWithdrawal",
    "LeaveTheLight",
    "evade",
    "evasions",
    "from_light",
    "movement_counter_moves",
    "roomy",
]

CHOICES: Final[Mapping[str, Choice]] = {
    "evade_onto_like": Choice(
        True,
        "A withdrawal may end beside a like model if all nearest safe fields hold one",
        "Ein Bewegungsgegenzug darf neben einem gleichartigen Modell enden, wenn kein Feld frei ist",
        "WPR-stauungen-4",
    ),
}


class Evade(Order, frozen=True):
    """An element withdraws along a path, without the field it is in."""

    element: str
    path: tuple[str, ...]


class Evaded(Event[Position], frozen=True):
    """One field of a withdrawal. A position marker is lost and cannot be taken in the next own half-turn."""

    said: ClassVar[str] = "{element} withdraws to {field}."
    reveals: ClassVar[bool] = True
    element: str
    field: str

    def apply(self, state: Position) -> None:
        before = state.elements[self.element]
        load = load_of(state, before)
        put(state, replace(elsewhere(before, self.field), no_position=True))
        for name in load:
            put(state, replace(state.elements[name], field=self.field, located=False))


# -- who may -----------------------------------------------------------------------------------------------


def evader_refusal(pack: Pack, known: Known, element: Element) -> Illegal | None:
    """Why an element can never make a movement counter-move as it is now."""
    model, name = pack.models[element.model], element.id
    if not on_board(element) or element.aboard or element.height or element.guise:
        return Illegal("{element} is not on the board for itself.", "WPR-bewegungsgegenzug-1", element=name)
    if model.is_bunker or model.is_aircraft:
        return Illegal("{element} cannot withdraw.", "WPR-bewegungsgegenzug-2", element=name)
    if fastest(pack, known, element) <= 1:
        return _too_slow(element)
    return None


def fastest(pack: Pack, known: Known, element: Element) -> int:
    """The speed with which an element could withdraw from where it is: by road, if one leads away.

    Amphibious vehicles afloat have the speed of the water.
    """
    if terrain.is_afloat(pack, known, element):
        return speed.withdrawal_speed(pack, known, element, "water")
    theatre = pack.theatre(known.scenario)
    best = speed.withdrawal_speed(pack, known, element, "terrain")
    if element.field in theatre.road_fields:
        best = max(best, speed.withdrawal_speed(pack, known, element, "road"))
    return best


@rule("WPR-bewegungsgegenzug-2", "WPR-bewegungsgegenzug-12")
def _too_slow(element: Element) -> Illegal:
    """More than one field a turn is needed; pinned troops without armour have none."""
    return Illegal("{element} is too slow to withdraw.", "WPR-bewegungsgegenzug-2", element=element.id)


@rule("WPR-bewegungsgegenzug-3", "WPR-bewegungsgegenzug-10")
def saw_it_coming(pack: Pack, known: Known, element: Element, step: Step) -> bool:
    """Whether the element itself saw the mover earlier, in a field from which it could not yet be hit."""
    mover = known.elements.get(step.element)
    if mover is None:
        return False
    for number, field in enumerate(step.trail):
        if threatens(pack, known, mover, field, element, element.field):
            continue
        there = replace(mover, field=field)
        if step.cover and number == 0:
            there = under_cover(there, step.cover)
        if sight.detects_at(pack, known, element, there):
            return True
    return False


def is_alarmed(pack: Pack, known: Known, element: Element, steps: Sequence[Step]) -> bool:
    """Whether one of the steps gives an element the right to withdraw."""
    for step in steps:
        mover = as_seen(known, step)
        if mover is None or mover.side == element.side:
            continue
        is_threat = threatens(pack, known, mover, step.field, element, element.field)
        if is_threat and saw_it_coming(pack, known, element, step):
            return True
    return False


# -- where to ----------------------------------------------------------------------------------------------


@rule("WPR-bewegungsgegenzug-5", "WPR-bewegungsgegenzug-9", "WPR-bewegungsgegenzug-11")
def refuges(pack: Pack, known: Known, element: Element, steps: Sequence[Step]) -> list[tuple[str, ...]]:
    """The ways to the nearest fields outside the direct fire of all who come; empty if there is no room."""
    movers = [(as_seen(known, step), step.field) for step in steps]

    def is_safe(field: str) -> bool:
        return not any(
            mover is not None and threatens(pack, known, mover, there, element, field)
            for mover, there in movers
        )

    return _nearest(pack, known, element, is_safe)


def _nearest(
    pack: Pack, known: Known, element: Element, is_safe: Callable[[str], bool]
) -> list[tuple[str, ...]]:
    """The ways to the nearest safe fields; those without a like model, if there are any."""
    paths = _ways(pack, known, element)
    safe = [path for path in paths if is_safe(path[-1])]
    nearest = [path for path in safe if len(path) == min(len(other) for other in safe)]
    return roomy(pack, known, element, nearest)


@rule("WPR-stauungen-4", "WPR-stauungen-1")
def roomy(
    pack: Pack, known: Known, element: Element, nearest: list[tuple[str, ...]]
) -> list[tuple[str, ...]]:
    """The ways to fields without a like model, if there are any.

    If all of them hold one the element may go there nevertheless, unless the option forbids.
    """
    free = [path for path in nearest if not crowding.like_models_at(pack, known, element, path[-1])]
    return free or (nearest if known.options.get("evade_onto_like", True) else [])


def _ways(pack: Pack, known: Known, element: Element) -> list[tuple[str, ...]]:
    """One shortest way to each field within the speed: across country, or farther along a road.

    Amphibious vehicles that go into the water or out of it have the lower speed; narrow waters end it.
    """
    fresh = replace(element, moved=0, limit=0, shot=False, split=False, joined=False)
    walker = Walker(pack, known, fresh)
    speeds = {surface: speed.withdrawal_speed(pack, known, element, surface) for surface in speed.COLUMN}
    found: dict[str, tuple[str, ...]] = {}
    frontier: list[tuple[str, tuple[str, ...], bool, int]] = [(element.field, (), True, speed.FAST)]
    seen = {(element.field, True, speed.FAST)}
    while frontier:
        reached = []
        for field, path, roads, limit in frontier:
            if path and entering.stops(pack, known, element, field):
                continue
            for step in walker.exits(field):
                if walker.obstacle_refusal(field, step):
                    continue
                for by_road in (True, False):
                    if by_road and not (roads and step.surface == "road"):
                        continue
                    if not by_road and step.surface == "road" and not step.by_ground:
                        continue
                    on_roads = roads and by_road
                    surface = "terrain" if step.surface == "road" and not on_roads else step.surface
                    lowest = min(limit, speeds[surface])
                    way = (*path, step.to)
                    if len(way) > lowest or (step.to, on_roads, lowest) in seen:
                        continue
                    if _is_held(known, element, step.to) or _is_hemmed_in(known, element, step):
                        continue
                    if walker.entry_refusal(field, step, by_road):
                        continue
                    found.setdefault(step.to, way)
                    if not step.slow:
                        seen.add((step.to, on_roads, lowest))
                        reached.append((step.to, way, on_roads, lowest))
        frontier = reached
    found.pop(element.field, None)
    return list(found.values())


def _is_held(known: Known, element: Element, field: str) -> bool:
    """Nobody withdraws into a field of the enemy."""
    return any(not other.guise for other in holders_at(known, field, element.side))


def _is_hemmed_in(known: Known, element: Element, step: Exit) -> bool:
    """Nor over a diagonal that enemies close."""
    return bool(step.flanks) and all(_is_held(known, element, flank) for flank in step.flanks)


def evasions(
    pack: Pack, known: Known, side: Side, steps: Sequence[Step], used: Sequence[str]
) -> Iterator[Evade]:
    """Every withdrawal that a side may make in answer to the steps."""
    far = farthest_flat(pack)
    asked: set[str] = set()
    for step in steps:
        for element in passive_near(pack, known, side, step, far):
            if element.id in used or element.id in asked or evader_refusal(pack, known, element):
                continue
            asked.add(element.id)
            if is_alarmed(pack, known, element, steps):
                for path in refuges(pack, known, element, steps):
                    yield Evade(element.id, path)


# -- questions ---------------------------------------------------------------------------------------------


class _Withdrawal(Question[WienerView, Evade], frozen=True):
    """What all occasions to withdraw have in common."""

    side: Side
    live: bool = True

    def check(self, view: WienerView, order: Evade) -> None:
        ways = [option for option in self.options(view) if option.element == order.element]
        if not ways:
            reason = "{element} has no reason, no time or no room to withdraw."
            raise Illegal(reason, "WPR-bewegungsgegenzug-1", element=order.element)
        if not order.path or all(option.path[-1] != order.path[-1] for option in ways):
            reason = "{element} withdraws only to a nearest safe field: {fields}."
            fields = ", ".join(option.path[-1] for option in ways)
            raise Illegal(reason, "WPR-bewegungsgegenzug-5", element=order.element, fields=fields)
        if order not in ways:
            raise Illegal("This is not the way there.", "WPR-bewegungsgegenzug-11")

    def standing(self, view: WienerView) -> Evade | Decline | None:
        """Withdraw if told to; where a question would betray, who was told nothing stays."""
        options = list(self.options(view))
        asked = secrecy.seems_able(view, options) and view.standing.evade == "ask"
        for option in options:
            conduct = view.standing.of(option.element)
            if conduct.evade == "evade":
                return option
            asked = asked or (conduct.evade == "ask" and self.live)
        return None if asked else DECLINE


class EvadeApproach(_Withdrawal, frozen=True):
    """The enemy comes near enough to fire: who withdraws?"""

    prompt: ClassVar[str] = "{mover} moves to {field}: who withdraws?"
    cite: ClassVar[str] = "WPR-bewegungsgegenzug-4"
    mover: str = ""
    field: str = ""
    steps: tuple[Step, ...] = ()
    used: tuple[str, ...] = ()

    def options(self, view: WienerView) -> Iterator[Evade]:
        return evasions(view.pack, view, self.side, self.steps, self.used)


class JoinWithdrawal(_Withdrawal, frozen=True):
    """A like model has come into the field of this one: does it make room?"""

    prompt: ClassVar[str] = "{element} is displaced: does it join the withdrawal?"
    cite: ClassVar[str] = "WPR-stauungen-1"
    element: str = ""
    steps: tuple[Step, ...] = ()

    def options(self, view: WienerView) -> Iterator[Evade]:
        element = view.elements[self.element]
        if evader_refusal(view.pack, view, element) is None:
            for path in refuges(view.pack, view, element, self.steps):
                yield Evade(self.element, path)


class LeaveTheLight(_Withdrawal, frozen=True):
    """Combat vehicles have been illuminated and no enemy can hit them yet: who leaves the light?"""

    prompt: ClassVar[str] = "{field} is illuminated: who leaves the light?"
    cite: ClassVar[str] = "WPR-beleuchtung-7"
    field: str = ""
    used: tuple[str, ...] = ()

    def options(self, view: WienerView) -> Iterator[Evade]:
        return ways_out_of_light(view.pack, view, self.side, self.field, self.used)


# -- carrying out ------------------------------------------------------------------------------------------


@rule("WPR-bewegungsgegenzug-4", "WPR-bewegungsgegenzug-6", "WPR-absetzen-1")
def movement_counter_moves(
    game: Game[Position], steps: Sequence[Step]
) -> Script[tuple[tuple[str, ...], bool]]:
    """Announced before any fire, at every step anew; whoever withdraws does not fire at this step.

    Gives who has withdrawn, and whether the movers could notice it.
    """
    side, live = enemy_of(game.state.active), secrecy.is_open(game.state)
    used: tuple[str, ...] = ()
    noticed = False
    while True:
        there = still_there(game.pack, game.state, steps)
        seeming = secrecy.as_they_look(game.state, side)
        if next(evasions(game.pack, seeming, side, there, used), None) is None:
            return used, noticed
        question = EvadeApproach(side, live, there[0].element, there[0].field, there, used)
        claim = yield from react_each({seat_of(game.state, side): question}, live=live)
        if claim is None:
            return used, noticed
        noticed = noticed or _is_noticed(game, claim[1].element)
        gone = yield from evade(game, claim[1], there)
        noticed = noticed or any(_is_noticed(game, name) for name in gone)
        used = (*used, *gone)


@rule("WPR-verdeckt-1")
def _is_noticed(game: Game[Position], name: str) -> bool:
    """In hidden play only by who sees the element before or after; in partly hidden play its token moves."""
    if secrecy.mode_of(game.state) != "hidden":
        return True
    return secrecy.sees(game.pack, game.state, (game.state.active,), name)


@rule("WPR-bewegungsgegenzug-1", "WPR-bewegungsgegenzug-7", "WPR-bewegungsgegenzug-8")
def evade(game: Game[Position], order: Evade, steps: Sequence[Step] = ()) -> Script[tuple[str, ...]]:
    """An extra withdrawal, field by field. The element stays ready for an encounter, but not in position.

    At night its engine is heard like any other. Gives everybody who has withdrawn, with those who made room.
    """
    name = order.element
    start = game.state.elements[name].field
    arrived = yield from _fall_back(game, order)
    if game.state.elements[name].field != start:
        noise.heard(game, game.state.elements[name])
    if not arrived:
        return (name,)
    displaced = yield from _displace(game, name, steps)
    return (name, *displaced)


def _fall_back(game: Game[Position], order: Evade) -> Script[bool]:
    """The way itself. False if it is stopped where it makes nobody give way."""
    name = order.element
    start = game.state.elements[name].field
    for field in order.path:
        element = game.state.elements[name]
        if not on_board(element) or speed.withdrawal_speed(game.pack, game.state, element, "terrain") == 0:
            return False
        if _is_held(game.state, element, field):
            entering.meet(game, element, field)
            return False
        step = unforeseen.charge(game, element, field)
        if step is None:
            return element.field != start
        secrecy.tell(game, Evaded(name, field, cite="WPR-bewegungsgegenzug-7"), (name,))
        entering.abandoned(game, element.field)
        yield from entering.barriers_act(game, step)
        if game.state.elements[name].came_from:
            break
    return True


@rule("WPR-stauungen-1")
def _displace(game: Game[Position], name: str, steps: Sequence[Step]) -> Script[tuple[str, ...]]:
    """Like models in the field may join the withdrawal, and so on (domino)."""
    element = game.state.elements[name]
    gone: tuple[str, ...] = ()
    if not on_board(element):
        return gone
    for other in crowding.like_models_at(game.pack, game.state, element, element.field):
        live = secrecy.is_open(game.state)
        question = JoinWithdrawal(other.side, live, other.id, tuple(steps))
        if evader_refusal(game.pack, game.state, other) is not None:
            continue
        if not refuges(game.pack, game.state, other, steps):
            continue
        claim = yield from react_each({seat_of(game.state, other.side): question}, live=live)
        if claim is not None:
            joined = yield from evade(game, claim[1], steps)
            gone = (*gone, *joined)
    return gone


# -- out of the light --------------------------------------------------------------------------------------


@rule("WPR-beleuchtung-X1", "WPR-beleuchtung-7")
def ways_out_of_light(
    pack: Pack, known: Known, side: Side, field: str, used: Sequence[str]
) -> Iterator[Evade]:
    """Illuminated combat vehicles that no enemy can hit from where he is go to a nearest unlit field.

    An armoured self-propelled mount is treated as one.
    """
    for element in at(known, field):
        if element.side != side or element.id in used or not pack.models[element.model].fights_as_tank:
            continue
        if evader_refusal(pack, known, element) or _is_under_fire(pack, known, element):
            continue
        for path in _nearest(pack, known, element, lambda label: label not in known.light):
            yield Evade(element.id, path)


def _is_under_fire(pack: Pack, known: Known, element: Element) -> bool:
    far = farthest_flat(pack)
    for label in sight.nearby(pack.theatre(known.scenario), element.field, far):
        for enemy in at(known, label):
            if enemy.side == element.side or enemy.aboard or enemy.height or enemy.guise:
                continue
            if threatens(pack, known, enemy, enemy.field, element, element.field):
                return True
    return False


def _could_leave(game: Game[Position], side: Side, field: str, used: tuple[str, ...]) -> bool:
    seeming = secrecy.as_they_look(game.state, side)
    return next(ways_out_of_light(game.pack, seeming, side, field, used), None) is not None


def from_light(game: Game[Position], field: str) -> Script[None]:
    """Offered at once after a successful light: it is warning enough."""
    side, live = enemy_of(game.state.active), secrecy.is_open(game.state)
    used: tuple[str, ...] = ()
    while _could_leave(game, side, field, used):
        question = LeaveTheLight(side, live, field, used)
        claim = yield from react_each({seat_of(game.state, side): question}, live=live)
        if claim is None:
            return
        gone = yield from evade(game, claim[1])
        used = (*used, *gone)
