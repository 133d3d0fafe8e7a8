"""Mines (Minen): they act on every enemy who enters their field, until they are cleared.

Anti-personnel mines act on figures on foot but engineers, anti-tank mines on vehicles. Several symbols in a
field are diced one by one. Hidden mines lie there by scenario alone, on a secret plan, until they are met.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Illegal, Order, Script, roll, rule
from planspiel.systems.wiener2022 import crowding, entering, losses, noise, secrecy, step, unforeseen, work
from planspiel.systems.wiener2022.activities import Activity, activity_refusal, actor_refusal
from planspiel.systems.wiener2022.approach import Step, step_to
from planspiel.systems.wiener2022.effect import value_of
from planspiel.systems.wiener2022.modifiers import mine_modifiers
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import (
    Barrier,
    Element,
    Known,
    Position,
    elsewhere,
    holders_at,
    is_unknown,
    load_of,
    on_board,
    put,
    seats_of,
)
from planspiel.systems.wiener2022.view import WienerView
from planspiel.systems.wiener2022.walking import Walker, foes_in, set_out

__all__ = [
    "ACTIVITIES",
    "MINES",
    "BarrierMet",
    "BarrierNoticed",
    "BarrierRemoved",
    "SearchMines",
    "SweepMines",
    "acts_on",
    "enter",
    "mines_in",
    "remove",
    "reveal",
]

MINES = ("at_mine", "ap_mine")


class BarrierMet(Event[Position], frozen=True):
    said: ClassVar[str] = "A hidden barrier is found in {field}."
    reveals: ClassVar[bool] = True
    barrier: str
    field: str

    def apply(self, state: Position) -> None:
        state.barriers[self.barrier] = replace(state.barriers[self.barrier], hidden=False)


class BarrierRemoved(Event[Position], frozen=True):
    said: ClassVar[str] = "A barrier in {field} is removed."
    barrier: str
    field: str

    def apply(self, state: Position) -> None:
        state.barriers.pop(self.barrier, None)


class BarrierBelievedIn(Event[Position], frozen=True):
    """Bookkeeping that nobody is told: the owner does not see that his barrier is found or removed."""

    barrier: str

    def apply(self, state: Position) -> None:
        state.old_barriers[self.barrier] = state.barriers[self.barrier]


class BarrierNoticed(Event[Position], frozen=True):
    """An owner who had not seen that his barrier was found sees it now."""

    said: ClassVar[str] = "The enemy has found the barrier in {field}."
    reveals: ClassVar[bool] = True
    barrier: str
    field: str

    def apply(self, state: Position) -> None:
        del state.old_barriers[self.barrier]


# -- entering ----------------------------------------------------------------------------------------------


def mines_in(known: Known, element: Element, field: str) -> list[Barrier]:
    """The enemy's mines and traps in a field, by id; own barriers never act."""
    return [
        barrier
        for _, barrier in sorted(known.barriers.items())
        if barrier.field == field and barrier.side != element.side and _explodes(barrier)
    ]


def _explodes(barrier: Barrier) -> bool:
    return barrier.kind in MINES or (barrier.kind == "trap" and barrier.plus is not None)


@rule("WPR-minen-3", "WPR-minen-4", "WPR-minen-5", "WPR-hindernisse-3")
def enter(game: Game[Position], name: str, field: str) -> Script[None]:
    """Each symbol is diced for itself; it goes on acting against everybody who enters later."""
    if not game.state.barriers:
        return
    for barrier in mines_in(game.state, game.state.elements[name], field):
        element = game.state.elements[name]
        if not on_board(element) or not acts_on(game.pack, game.state, barrier, element):
            continue
        reveal(game, barrier, name)
        yield from _explode(game, barrier, element)


@rule("WPR-minen-6", "WPR-minen-7", "WPR-minen-8")
def acts_on(pack: Pack, known: Known, barrier: Barrier, element: Element) -> bool:
    """Figures face anti-personnel mines unless they are engineers or ride; vehicles face anti-tank mines."""
    model = pack.models[element.model]
    if element.aboard or element.height or model.is_watercraft:
        return False
    match barrier.kind:
        case "ap_mine":
            return model.is_base and not model.has("engineer")
        case "at_mine":
            return model.is_vehicle
        case _:
            return not barrier.stops or model.mobility in barrier.stops


def reveal(game: Game[Position], barrier: Barrier, by: str) -> None:
    """What was hidden lies open from now on; its owner learns of it only if he sees who met it.

    What was built in play has lain open all the time.
    """
    now = game.state.barriers.get(barrier.id)
    if barrier.id in game.state.unseen_barriers:
        secrecy.find(game, barrier, game.state.elements[by].side)
    elif now is not None and now.hidden:
        _change(game, BarrierMet(barrier.id, barrier.field, cite="WPR-hindernisse-3"), barrier, by)
    elif barrier.id in game.state.old_barriers and _owner_sees(game, barrier, by):
        owners = seats_of(game.state, barrier.side)
        game.happens(BarrierNoticed(barrier.id, barrier.field, cite="WPR-hindernisse-3"), owners)


def remove(game: Game[Position], barrier: Barrier, by: str, cite: str) -> None:
    """Somebody clears, crushes or sets off a barrier. What was hidden is found first."""
    reveal(game, barrier, by)
    _change(game, BarrierRemoved(barrier.id, barrier.field, cite=cite), barrier, by)


def _change(game: Game[Position], event: BarrierMet | BarrierRemoved, barrier: Barrier, by: str) -> None:
    """An owner who does not see who did it goes on believing in the barrier as it was."""
    state = game.state
    is_new = barrier.id in state.barriers and barrier.id not in state.old_barriers
    if is_new and not _owner_sees(game, barrier, by):
        game.happens(BarrierBelievedIn(barrier.id), ())
    game.happens(event, secrecy.audience(game, (by,)))


def _owner_sees(game: Game[Position], barrier: Barrier, name: str) -> bool:
    """Whether the owner of a barrier is told of what an element does to it."""
    told = secrecy.audience(game, (name,))
    return told is None or any(seat in told for seat in seats_of(game.state, barrier.side))


def _explode(game: Game[Position], barrier: Barrier, element: Element) -> Script[None]:
    told = secrecy.audience(game, (element.id,))
    (natural,) = yield from roll(
        "1d6", "mine against {element}", "WPR-minen-3", f"{barrier.id}/{element.id}", told,
        element=element.id,
    )  # fmt: skip
    points = mine_modifiers(game.pack, element).total if barrier.plus is None else barrier.plus
    yield from losses.suffer(game, element.id, value_of(natural, points), _cite(barrier))
    if barrier.kind == "trap":
        remove(game, barrier, element.id, "WPR-fallen-1")


def _cite(barrier: Barrier) -> str:
    return {"ap_mine": "WPR-minen-6", "at_mine": "WPR-minen-7"}.get(barrier.kind, "WPR-fallen-1")


# -- searching ---------------------------------------------------------------------------------------------


class SearchMines(Order, frozen=True):
    """Engineers search their field for hidden mines."""

    element: str


@rule("WPR-minensuche-1", "WPR-raeumen-4")
def _search(game: Game[Position], order: SearchMines) -> Script[None]:
    """The opponent must reveal what lies in the field, without a die; the searchers suffer no losses."""
    engineers = game.state.elements[order.element]
    goes_on = yield from work.begin(game, engineers.id, engineers.field)
    if goes_on:
        for barrier in _hidden_in(game.state, engineers):
            reveal(game, barrier, engineers.id)


def _hidden_in(state: Position, engineers: Element) -> list[Barrier]:
    return [
        barrier
        for _, barrier in sorted(state.barriers.items())
        if is_unknown(state, barrier) and barrier.field == engineers.field and barrier.side != engineers.side
    ]


def _judge_search(pack: Pack, view: WienerView, order: SearchMines) -> Illegal | None:
    engineers = view.elements.get(order.element)
    return work.engineer_refusal(pack, view, order.element, engineers.field if engineers else "")


def _search_options(pack: Pack, view: WienerView, element: Element) -> Iterator[SearchMines]:
    order = SearchMines(element.id)
    if _judge_search(pack, view, order) is None:
        yield order


# -- mine-clearing tanks -----------------------------------------------------------------------------------


class SweepMines(Order, frozen=True):
    """A mine-clearing tank drives into the next field and clears all its mines."""

    element: str
    field: str


class Swept(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} sweeps {field}."
    element: str
    field: str

    def apply(self, state: Position) -> None:
        tank = state.elements[self.element]
        load = load_of(state, tank)
        put(state, replace(elsewhere(tank, self.field), moved=1, acted=True))
        for name in load:
            put(state, replace(state.elements[name], field=self.field))


@rule("WPR-minenraeumpanzer-1")
def sweep_refusal(pack: Pack, known: Known, order: SweepMines) -> Illegal | None:
    """One field a turn, announced; the tank does nothing else."""
    tank = known.elements.get(order.element)
    refusal = actor_refusal(known, known.active, order.element)
    if refusal is not None or tank is None:
        return refusal
    if not pack.models[tank.model].has("mine_clearer"):
        return Illegal("{element} cannot sweep mines.", "WPR-minenraeumpanzer-1", element=tank.id)
    if tank.pinned:
        return Illegal("{element} is pinned and cannot work.", "WPR-arbeit-2", element=tank.id)
    if tank.moved:
        return Illegal("{element} has moved in this turn.", "WPR-minenraeumpanzer-1", element=tank.id)
    if holders_at(known, order.field, tank.side):
        return Illegal(
            "{field} is held by the enemy: it can only be attacked.",
            "WPR-felder-besetzt-4",
            field=order.field,
        )
    return activity_refusal(pack, tank, "work") or _step_refusal(pack, known, tank, order.field)


def _step_refusal(pack: Pack, known: Known, tank: Element, field: str) -> Illegal | None:
    """It gets there, and may stay there, as in any other move."""
    if field not in pack.theatre(known.scenario).board:
        return Illegal("{element} cannot get to {field}.", "WPR-gelaende-1", element=tank.id, field=field)
    farther = Walker(pack, known, tank).go(set_out(tank), field)
    return farther if isinstance(farther, Illegal) else crowding.end_refusal(pack, known, tank, field)


def _sweep(game: Game[Position], order: SweepMines) -> Script[None]:
    tank = game.state.elements[order.element]
    taken = _way_in(game, tank, order.field)
    if taken is None:
        secrecy.tell(game, work.Worked(tank.id, tank.field, cite="WPR-minenraeumpanzer-1"), (tank.id,))
        return
    event = Swept(tank.id, order.field, cite="WPR-minenraeumpanzer-1")
    secrecy.tell(game, event, (tank.id,))
    for barrier in tuple(game.state.barriers.values()):
        if barrier.field == order.field and barrier.kind in MINES and barrier.side != tank.side:
            remove(game, barrier, tank.id, "WPR-minenraeumpanzer-1")
    yield from step.window(game, (taken,))
    noise.heard(game, game.state.elements[tank.id])
    secrecy.look(game)


def _way_in(game: Game[Position], tank: Element, field: str) -> Step | None:
    """The step on the true ground; None if an enemy or something else unforeseen is in the way."""
    farther = Walker(game.pack, game.state, tank).go(set_out(tank), field)
    if isinstance(farther, Illegal):
        unforeseen.comes_to_light(game, tank, field, farther)
        return None
    if foes_in(game.state, tank, field):
        entering.meet(game, tank, field)
        return None
    if entering.kindle(game, tank, field):
        return None
    return unforeseen.over_flank(game, step_to(tank, field))


def _sweep_options(pack: Pack, view: WienerView, element: Element) -> Iterator[SweepMines]:
    if element.moved or element.pinned:
        return
    for field in pack.theatre(view.scenario).board.neighbours(element.field):
        order = SweepMines(element.id, field)
        if sweep_refusal(pack, view, order) is None:
            yield order


def _judge_sweep(pack: Pack, view: WienerView, order: SweepMines) -> Illegal | None:
    return sweep_refusal(pack, view, order)


ACTIVITIES = {
    SearchMines: Activity("other", _search_options, _judge_search, _search, suits=work.is_engineer),
    SweepMines: Activity(
        "other", _sweep_options, _judge_sweep, _sweep, suits=lambda _, model: model.has("mine_clearer")
    ),
}
