"""The march: one or more elements move field by field, and the enemy answers each step.

A path is a plan. Whenever the mover has seen something happen he may go on, choose another way, or halt.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import (
    Game,
    Illegal,
    Item,
    Question,
    Rng,
    Script,
    ask_secretly,
    resume_point,
    rule,
)
from planspiel.systems.wiener2022 import (
    crowding,
    entering,
    noise,
    routes,
    secrecy,
    speed,
    step,
    transport,
    unforeseen,
)
from planspiel.systems.wiener2022.activities import Activity
from planspiel.systems.wiener2022.approach import Step, is_stopped, step_to
from planspiel.systems.wiener2022.march_events import (
    GroupAnnounced,
    MarchBegan,
    MarchEnded,
    Moved,
    Paced,
    Rerouted,
    RoadLeft,
)
from planspiel.systems.wiener2022.movement import (
    BesideRoad,
    Halt,
    Move,
    SimultaneousMove,
    beside_road_refusal,
    move_refusal,
    path_refusal,
    simultaneous_refusal,
)
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import (
    Element,
    March,
    Mover,
    Position,
    carried_by,
    enemy_of,
    on_board,
    seat_of,
    seats_of,
)
from planspiel.systems.wiener2022.view import WienerView
from planspiel.systems.wiener2022.walking import Progress, Walker, set_out

__all__ = ["ACTIVITIES", "SCRIPTS", "GoOn", "ask_on"]


# -- setting out -------------------------------------------------------------------------------------------


@rule("WPR-gleichzeitigkeit-1", "WPR-gleichzeitigkeit-5")
def _set_out(game: Game[Position], order: Move) -> Script[None]:
    """A single element: moves are sequential, and every weapon that it approaches may answer every step."""
    _begin(game, (order,), simultaneous=False)
    return
    yield


@rule("WPR-gleichzeitigkeit-1", "WPR-gleichzeitigkeit-2")
def _set_out_together(game: Game[Position], order: SimultaneousMove) -> Script[None]:
    """The group is announced with all its members before any of them moves."""
    _announce(game, [move.element for move in order.moves])
    _begin(game, order.moves, simultaneous=True)
    return
    yield


@rule("WPR-verdeckt-5")
def _announce(game: Game[Position], names: list[str]) -> None:
    """The enemy hears of those whom he sees; one alone says nothing of a group."""
    state, side = game.state, game.state.active
    seen = [name for name in names if secrecy.sees(game.pack, state, (enemy_of(side),), name)]
    everybody = GroupAnnounced(", ".join(names), cite="WPR-gleichzeitigkeit-2")
    if seen == names:
        game.happens(everybody)
    else:
        twin = GroupAnnounced(", ".join(seen), cite="WPR-gleichzeitigkeit-2") if len(seen) > 1 else None
        game.happens(everybody, seats_of(state, side), twin)


def _begin(game: Game[Position], orders: Sequence[Move], *, simultaneous: bool) -> None:
    movers = []
    for order in orders:
        element = game.state.elements[order.element]
        if order.mount:
            transport.mount(game, order.mount, order.element)
        movers.append(
            Mover(
                element=order.element,
                path=order.path,
                trail=(element.field,),
                flanks=order.flanks,
                dismount=order.dismount,
                off_road=order.off_road,
                lights=order.lights,
            )
        )
    march = March(tuple(movers), simultaneous=simultaneous)
    game.happens(MarchBegan(march), seats_of(game.state, game.state.active))
    game.then(Item("march"))


# -- step by step ------------------------------------------------------------------------------------------


@rule("WPR-gleichzeitigkeit-3", "WPR-gleichzeitigkeit-8")
def march(game: Game[Position]) -> Script[None]:
    """In each step every member with path left moves one field; then the enemy answers all of them."""
    while game.state.march is not None:
        yield from resume_point()
        if any(_is_going(game, mover) for mover in game.state.march.movers):
            yield from _step(game)
        else:
            yield from _end(game)


def _is_going(game: Game[Position], mover: Mover) -> bool:
    """Whether a member goes on: whoever is lost or stopped drops out."""
    element = game.state.elements[mover.element]
    if not mover.path or mover.halted or not on_board(element) or element.aboard:
        return False
    return not is_stopped(game.pack, game.state, element)


def _step(game: Game[Position]) -> Script[None]:
    steps, baffled = _all_move(game)
    happened = yield from step.window(game, steps)
    secrecy.look(game)
    assert game.state.march is not None
    for mover in game.state.march.movers:
        moved = any(mover.element == one.element for one in steps)
        if mover.element in baffled or (happened and moved) or not _is_still_legal(game, mover):
            yield from ask_on(game, mover.element)


def _is_still_legal(game: Game[Position], mover: Mover) -> bool:
    """On what its owner knows now; what he does not know he finds out on the way.

    Where all is open nothing can have come to light that he did not know when he set out.
    """
    if secrecy.is_open(game.state) or game.state.march is None or not _is_going(game, mover):
        return True
    view = game.view(seat_of(game.state, game.state.active))
    element = view.elements[mover.element]
    group = tuple(one.element for one in game.state.march.movers) if game.state.march.simultaneous else ()
    return path_refusal(game.pack, view, element, _order_of(mover), group) is None


def _order_of(mover: Mover, path: tuple[str, ...] | None = None) -> Move:
    way = mover.path if path is None else path
    return Move(
        mover.element,
        way,
        mover.lights,
        dismount=mover.dismount,
        flanks=mover.flanks,
        off_road=mover.off_road,
    )


def _all_move(game: Game[Position]) -> tuple[tuple[Step, ...], list[str]]:
    """Each member takes its step. Who must let another out of the way goes after it, or waits a step."""
    assert game.state.march is not None
    waiting = [mover.element for mover in game.state.march.movers if _is_going(game, mover)]
    steps: list[Step] = []
    baffled: list[str] = []
    progressed = True
    while waiting and progressed:
        progressed = False
        for name in tuple(waiting):
            outcome = _take_step(game, name)
            if isinstance(outcome, Step):
                steps.append(outcome)
            elif outcome is None:
                continue
            else:
                baffled.append(name)
            waiting.remove(name)
            progressed = True
    if not steps:
        baffled.extend(waiting)
    return tuple(steps), baffled


def _take_step(game: Game[Position], name: str) -> Step | str | None:
    """One field. None: somebody of the own side is still in the way. A word: it cannot be done."""
    state, pack = game.state, game.pack
    assert state.march is not None
    mover = next(one for one in state.march.movers if one.element == name)
    element, to = state.elements[name], mover.path[0]
    walker = Walker(pack, state, element, lights=mover.lights, halved=mover.dismount)
    farther = walker.go(set_out(element), to)
    if isinstance(farther, Illegal):
        word = unforeseen.comes_to_light(game, element, to, farther, mover.flanks)
        return word if word != "closed" else _in_the_way(farther)
    if entering.kindle(game, element, to):
        return "closed"
    taken = unforeseen.over_flank(game, step_to(element, to), mover.flanks)
    if taken is None:
        return "held"
    _enter(game, element, mover, farther)
    return taken


@rule("WPR-engen-3", "WPR-engen-8")
def _in_the_way(refusal: Illegal) -> str | None:
    """Members of a group pass a narrows one by one; the second waits a step."""
    return None if refusal.cite in ("WPR-engen-2", "WPR-felder-besetzt-2") else "closed"


@rule("WPR-stellung-4", "WPR-tarnen-4")
def _enter(game: Game[Position], element: Element, mover: Mover, farther: Progress) -> None:
    """Whoever leaves its field, for whatever reason, loses its position marker and its net."""
    lit = mover.lights if game.state.night and speed.has_headlights(game.pack, element) else None
    event = Moved(element.id, farther.field, farther.moved, farther.limit, lit, cite="WPR-geschwindigkeit-1")
    secrecy.tell(game, event, (element.id,))
    game.happens(Paced(element.id, farther.field), seats_of(game.state, element.side))
    entering.abandoned(game, element.field)
    if farther.stopped is not None:
        game.happens(Rerouted(element.id, ()), seats_of(game.state, element.side))


# -- going on ----------------------------------------------------------------------------------------------


class GoOn(Question[WienerView, Move | Halt], frozen=True):
    """Something has happened on the way: go on as planned, another way, or halt."""

    prompt: ClassVar[str] = "{element} is in {field}: go on?"
    cite: ClassVar[str] = "WPR-gegenzug-echter-7"
    element: str
    field: str
    rest: tuple[str, ...] = ()
    group: tuple[str, ...] = ()

    def options(self, view: WienerView) -> Iterator[Move | Halt]:
        if self._halt_refusal(view) is None:
            yield Halt()
        yield from self._ways_on(view)

    def _ways_on(self, view: WienerView) -> Iterator[Move]:
        planned = self._planned(view)
        if planned is not None:
            yield planned
        for move in self._others(view):
            if move != planned:
                yield move

    @rule("WPR-felder-besetzt-1", "WPR-hoechstzahl-1")
    def _halt_refusal(self, view: WienerView) -> Illegal | None:
        """Who passes through a field with a like model goes on to one where it may stay, if it can."""
        assert view.march is not None
        pack, own = view.pack, view.elements
        on_the_way = [one.element for one in view.march.movers if one.path and not one.halted]
        going = [name for name in on_the_way if not is_stopped(pack, view, own[name])]
        refusal = crowding.end_refusal(pack, view, own[self.element], self.field, going)
        if refusal is None or next(self._ways_on(view), None) is None:
            return None
        return refusal

    def _mover(self, view: WienerView) -> Mover:
        assert view.march is not None
        return next(mover for mover in view.march.movers if mover.element == self.element)

    def _planned(self, view: WienerView) -> Move | None:
        order = _order_of(self._mover(view), self.rest)
        if not self.rest or path_refusal(view.pack, view, view.elements[self.element], order, self.group):
            return None
        return order

    def _others(self, view: WienerView) -> Iterator[Move]:
        for _, path in routes.ways(self._walker(view)):
            order = self._along(view, path)
            if order is not None:
                yield order

    def _walker(self, view: WienerView) -> Walker:
        mover, element = self._mover(view), view.elements[self.element]
        return Walker(
            view.pack, view, element, lights=mover.lights, halved=mover.dismount, ignoring=self.group
        )

    def _along(self, view: WienerView, path: tuple[str, ...]) -> Move | None:
        """The rest of the move by another way, if it may go there."""
        element = view.elements[self.element]
        flanks = routes.named_flanks(view.pack, view, element, path)
        order = replace(_order_of(self._mover(view), path), flanks=flanks, off_road=False)
        return order if path_refusal(view.pack, view, element, order, self.group) is None else None

    def check(self, view: WienerView, order: Move | Halt) -> None:
        if isinstance(order, Halt):
            refusal = self._halt_refusal(view)
            if refusal is not None:
                raise refusal
            return
        mover = self._mover(view)
        if order.element != self.element or not order.path:
            raise Illegal("Only {element} goes on now.", self.cite, element=self.element)
        if order.lights != mover.lights and view.night:
            raise Illegal(
                "{element} cannot change its lights within a turn.", "WPR-nachtkampf-3", element=self.element
            )
        if order.mount or order.dismount != mover.dismount:
            reason = "Whether somebody gets on or off was said when it set out."
            raise Illegal(reason, "WPR-spielablauf-9")
        refusal = path_refusal(view.pack, view, view.elements[self.element], order, self.group)
        if refusal is not None:
            raise refusal

    def sample(self, view: WienerView, rng: Rng) -> Move | Halt:
        planned = self._planned(view)
        if planned is not None and rng.randrange(4):
            return planned
        path = routes.random_path(self._walker(view), rng) if rng.randrange(2) else ()
        way = self._along(view, path) if path else None
        return way or next(iter(self.options(view)))


def ask_on(game: Game[Position], name: str) -> Script[None]:
    """The owner decides anew, if the mover can go on at all."""
    assert game.state.march is not None
    march_ = game.state.march
    mover = next(one for one in march_.movers if one.element == name)
    element = game.state.elements[name]
    owner = seat_of(game.state, element.side)
    if not on_board(element) or element.aboard or mover.halted or is_stopped(game.pack, game.state, element):
        return
    group = tuple(one.element for one in march_.movers) if march_.simultaneous else ()
    walker = Walker(
        game.pack, game.view(owner), element, lights=mover.lights, halved=mover.dismount, ignoring=group
    )
    if not _can_step(walker):
        game.happens(Rerouted(name, (), halted=True), seats_of(game.state, element.side))
        return
    order = yield from ask_secretly(owner, GoOn(name, element.field, mover.path, group))
    if isinstance(order, Halt):
        changed = Rerouted(name, (), halted=True)
    else:
        changed = Rerouted(name, order.path, order.flanks)
    game.happens(changed, seats_of(game.state, element.side))


def _can_step(walker: Walker) -> bool:
    progress = set_out(walker.mover)
    return any(isinstance(walker.take(progress, found), Progress) for found in walker.exits(progress.field))


# -- the end of a move -------------------------------------------------------------------------------------


def _end(game: Game[Position]) -> Script[None]:
    """Whoever is to get off gets off; at night engines have been heard."""
    assert game.state.march is not None
    movers = game.state.march.movers
    game.happens(MarchEnded(), seats_of(game.state, game.state.elements[movers[0].element].side))
    for mover in movers:
        element = game.state.elements[mover.element]
        if not on_board(element):
            continue
        noise.heard(game, element)
        if mover.off_road and not mover.halted:
            event = RoadLeft(element.id, element.field, cite="WPR-felder-besetzt-3")
            secrecy.tell(game, event, (element.id,))
        if mover.dismount:
            yield from _get_off(game, element)
    secrecy.look(game)


def _get_off(game: Game[Position], vehicle: Element) -> Script[None]:
    for base in carried_by(game.state, vehicle):
        if transport.dismount_refusal(game.pack, game.state, base.id) is None:
            yield from transport.dismount(game, base.id)


# -- activities --------------------------------------------------------------------------------------------


def _judge_move(pack: Pack, view: WienerView, order: Move) -> Illegal | None:
    return move_refusal(pack, view, order)


def _judge_group(pack: Pack, view: WienerView, order: SimultaneousMove) -> Illegal | None:
    return simultaneous_refusal(pack, view, order)


def _judge_beside(pack: Pack, view: WienerView, order: BesideRoad) -> Illegal | None:
    return beside_road_refusal(pack, view, order)


@rule("WPR-stellung-4", "WPR-tarnen-4")
def _stand_beside(game: Game[Position], order: BesideRoad) -> Script[None]:
    """Movement inside the field costs nothing but the net; the position marker stays."""
    field = game.state.elements[order.element].field
    event = RoadLeft(order.element, field, order.off, cite="WPR-bewegung-1")
    secrecy.tell(game, event, (order.element,))
    return
    yield


ACTIVITIES = {
    Move: Activity("other", routes.options, _judge_move, _set_out, sample=routes.sample),
    SimultaneousMove: Activity(
        "other",
        routes.simultaneous_options,
        _judge_group,
        _set_out_together,
        sample=routes.sample_group,
    ),
    BesideRoad: Activity("other", routes.beside_road_options, _judge_beside, _stand_beside),
}
SCRIPTS = {"march": march}
