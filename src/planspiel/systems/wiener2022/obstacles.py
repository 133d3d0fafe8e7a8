"""Obstacles (Hindernisse): building and clearing them, and how they stop whom they are meant for.

A barrier is a thin line that acts against the enemy alone; own troops know the lanes. In play engineers build
mines, wire, craters and tree barriers, all of them open. Everything else lies there by scenario.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final, Literal, get_args

from msgspec.structs import replace

from planspiel.kernel import Choice, Event, Game, Illegal, Odds, Order, Script, Side, rule
from planspiel.systems.wiener2022 import secrecy, work
from planspiel.systems.wiener2022.activities import Activity
from planspiel.systems.wiener2022.catalogue import Model
from planspiel.systems.wiener2022.mines import MINES, remove
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import Barrier, Element, Known, Position, enemy_of
from planspiel.systems.wiener2022.view import WienerView

__all__ = [
    "ACTIVITIES",
    "AGAINST_VEHICLES",
    "CHOICES",
    "BarrierBuilt",
    "BuildObstacle",
    "ClearObstacle",
    "FlamesLit",
    "Obstacle",
    "bars",
    "build_refusal",
    "clear_refusal",
    "crush",
    "has_trees",
    "kindle",
    "stops",
]

Obstacle = Literal["at_mine", "ap_mine", "wire", "crater", "trees", "ditch", "teeth", "hedgehog", "wall"]
MATERIAL: Final[Mapping[str, str]] = {
    "at_mine": "at_mine",
    "ap_mine": "ap_mine",
    "wire": "wire",
    "crater": "crater",
    "trees": "demolition",
}
"""What engineers can build in play, and the material it takes (Bau von Hindernissen)."""
LONG_WORKS: Final = ("ditch", "teeth", "hedgehog", "wall")
"""What they can build, without material of their own, if the scenario gives them the time."""
AGAINST_VEHICLES: Final = ("crater", "ditch", "teeth", "hedgehog", "wall", "trees")

CHOICES: Mapping[str, Choice] = {
    "obstacles_close": Choice(
        False,
        "Anti-tank obstacles close their field to enemy vehicles (the ruling: they stop them in it)",
        "Panzerhindernisse sperren ihr Feld für feindliche Fahrzeuge (Entscheid: sie halten sie darin an)",
        "WPR-panzerhindernisse-X1",
    ),
}


class BuildObstacle(Order, frozen=True):
    element: str
    kind: Obstacle
    field: str


class ClearObstacle(Order, frozen=True):
    element: str
    barrier: str


class BarrierBuilt(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} has built a barrier in {field}."
    element: str
    field: str
    barrier: Barrier

    def apply(self, state: Position) -> None:
        state.barriers[self.barrier.id] = self.barrier


class FlamesLit(Event[Position], frozen=True):
    said: ClassVar[str] = "A flame obstacle goes up in {field} and closes it for one turn."
    reveals: ClassVar[bool] = True
    barrier: str
    field: str
    until: int

    def apply(self, state: Position) -> None:
        lit = replace(state.barriers[self.barrier], hidden=False, until=self.until)
        state.barriers[self.barrier] = lit
        state.old_barriers.pop(self.barrier, None)


# -- what obstacles do -------------------------------------------------------------------------------------


@rule("WPR-hindernisse-2", "WPR-sperren-1", "WPR-draht-4", "WPR-draht-6", "WPR-panzerhindernisse-X1")
def stops(pack: Pack, known: Known, element: Element, field: str) -> bool:
    """Whether an enemy obstacle in a field stops an element that enters it."""
    if element.aboard or element.height:
        return False
    model = pack.models[element.model]
    return any(
        barrier.field == field and barrier.side != element.side and _hinders(barrier, model)
        for barrier in known.barriers.values()
    )


@rule("WPR-draht-1", "WPR-panzerhindernisse-1")
def _hinders(barrier: Barrier, model: Model) -> bool:
    """Wire acts against figures and soft vehicles, anti-tank obstacles against vehicles only."""
    if model.is_watercraft or model.is_aircraft:
        return False
    if barrier.kind == "wire":
        return model.is_base or (model.is_vehicle and not model.is_armoured and not _crushes(model))
    if barrier.kind in AGAINST_VEHICLES:
        return model.is_vehicle
    return barrier.kind in ("barricade", "trap") and _is_barred(barrier, model)


@rule("WPR-barrikaden-1")
def _is_barred(barrier: Barrier, model: Model) -> bool:
    """Barricades and traps stop whom the scenario says."""
    return model.mobility in barrier.stops


@rule("WPR-panzerhindernisse-X1")
def bars(pack: Pack, known: Known, element: Element, field: str) -> bool:
    """By the other reading: whether an anti-tank obstacle closes a field to a vehicle."""
    if not known.options["obstacles_close"] or not pack.models[element.model].is_vehicle:
        return False
    return any(
        barrier.field == field and barrier.side != element.side and barrier.kind in AGAINST_VEHICLES
        for barrier in known.barriers.values()
    )


def _crushes(model: Model) -> bool:
    tracked_machine = model.has("work_machine") and model.mobility == "tracked"
    return model.is_vehicle and (model.is_armoured or tracked_machine)


@rule("WPR-draht-2")
def crush(game: Game[Position], name: str, field: str) -> None:
    """Armoured vehicles and tracked work machines drive over wire and make it useless."""
    element = game.state.elements[name]
    if not game.state.barriers or not _crushes(game.pack.models[element.model]):
        return
    for barrier in tuple(game.state.barriers.values()):
        if barrier.kind == "wire" and barrier.field == field and barrier.side != element.side:
            remove(game, barrier, name, "WPR-draht-2")


@rule("WPR-flammhindernisse-1")
def kindle(game: Game[Position], element: Element, field: str) -> bool:
    """A flame obstacle goes up, once and for all to see, before the first enemy who is about to enter.

    The book says only for how long it closes the field; everybody stays out of it, also who has set it off.
    """
    unlit = [
        barrier
        for barrier in game.state.barriers.values()
        if barrier.kind == "flame" and barrier.field == field and barrier.side != element.side
        if barrier.until < 0
    ]
    for barrier in unlit:
        until = game.state.half + 1
        game.happens(FlamesLit(barrier.id, field, until, cite="WPR-flammhindernisse-1"))
    return bool(unlit)


# -- building ----------------------------------------------------------------------------------------------


@rule("WPR-hindernisse-bau-1", "WPR-hindernisse-1", "WPR-fallen-1")
def build_refusal(pack: Pack, known: Known, order: BuildObstacle) -> Illegal | None:
    """Engineers with their vehicle build open mines, wire, craters and tree barriers, nothing else."""
    refusal = work.engineer_refusal(pack, known, order.element, order.field)
    if refusal is not None:
        return refusal
    if order.kind not in MATERIAL and not _has_time(pack, known, order.kind):
        cite = "WPR-panzergraeben-1" if order.kind == "ditch" else "WPR-hindernisse-bau-1"
        return Illegal("This cannot be built during play.", cite)
    theatre = pack.theatre(known.scenario)
    if not theatre.is_land(order.field):
        return Illegal("There is no ground for it in {field}.", "WPR-hindernisse-bau-1", field=order.field)
    if order.kind == "trees" and not has_trees(pack, known, order.field):
        return _no_trees(order.field)
    if order.kind not in MATERIAL:
        return None
    return work.material_refusal(pack, known, order.element, order.field, MATERIAL[order.kind])


@rule("WPR-arbeit-7")
def _has_time(pack: Pack, known: Known, kind: str) -> bool:
    """Works of more than three hours cannot be done in play unless the scenario permits them."""
    return kind in LONG_WORKS and pack.scenarios[known.scenario].engineering.long_works


@rule("WPR-hindernisse-bau-4")
def has_trees(pack: Pack, known: Known, field: str) -> bool:
    """A wood, or a road beside one."""
    theatre = pack.theatre(known.scenario)
    if theatre.is_wood(field):
        return True
    return field in theatre.road_fields and any(
        theatre.is_wood(near) for near in theatre.board.neighbours(field)
    )


def _no_trees(field: str) -> Illegal:
    return Illegal("There are no trees to fell in {field}.", "WPR-hindernisse-bau-4", field=field)


def _build(game: Game[Position], order: BuildObstacle) -> Script[None]:
    cite = "WPR-hindernisse-bau-4" if order.kind == "trees" else "WPR-hindernisse-bau-2"
    done = yield from work.attempt(game, order.element, order.field, cite)
    engineers = game.state.elements[order.element]
    if not done or not _take_material(game, engineers, order):
        return
    name = _free_name(game.state, engineers.side, order.field)
    barrier = Barrier(name, order.kind, order.field, engineers.side)
    if not secrecy.sees(game.pack, game.state, (enemy_of(engineers.side),), engineers.id):
        game.happens(secrecy.BarrierUnseen(name), ())
    secrecy.tell(game, BarrierBuilt(engineers.id, order.field, barrier, cite=cite), (engineers.id,))


def _take_material(game: Game[Position], engineers: Element, order: BuildObstacle) -> bool:
    """Material goes out of the stock; whether there was any, or none was needed."""
    if order.kind not in MATERIAL:
        return True
    kind = MATERIAL[order.kind]
    vehicle = work.kept_by(game.pack, game.state, engineers, order.field, kind)
    if vehicle:
        work.use(game, vehicle, kind)
    return bool(vehicle)


def _free_name(state: Position, side: Side, field: str) -> str:
    """Named by its field, as a name must not tell who built it, nor how many others there are."""
    number = 1
    while (name := f"{side}-{field}-{number}") in state.barriers or name in state.old_barriers:
        number += 1
    return name


def _build_options(pack: Pack, view: WienerView, element: Element) -> Iterator[BuildObstacle]:
    if work.engineer_refusal(pack, view, element.id, element.field) is not None:
        return
    for field in work.work_fields(pack, view, element):
        for kind in get_args(Obstacle):
            order = BuildObstacle(element.id, kind, field)
            if build_refusal(pack, view, order) is None:
                yield order


# -- clearing ----------------------------------------------------------------------------------------------


def clear_refusal(pack: Pack, known: Known, order: ClearObstacle) -> Illegal | None:
    """Why somebody cannot clear a barrier."""
    barrier = known.barriers.get(order.barrier)
    if barrier is None or (barrier.hidden and barrier.side != known.active):
        return Illegal("No such barrier is known.", "WPR-raeumen-1")
    refusal = work.worker_refusal(pack, known, order.element, barrier.field)
    if refusal is not None:
        return refusal
    if not clears(pack.models[known.elements[order.element].model], barrier):
        return _not_able(order.element)
    return None


@rule(
    "WPR-raeumen-3",
    "WPR-draht-5",
    "WPR-panzerhindernisse-2",
    "WPR-panzerhindernisse-3",
    "WPR-panzergraeben-2",
)
def clears(model: Model, barrier: Barrier) -> bool:
    """Wire: all figures. Ditches and craters: figures, machines, dozers, for ditches fascine tanks. The rest:
    engineers alone."""
    match barrier.kind:
        case "wire":
            return model.is_base
        case "ditch" | "crater":
            able = model.is_figures or work.is_machine(model)
            return able or (barrier.kind == "ditch" and model.has("fascine"))
        case "flame":
            return False
        case _:
            return model.has("engineer")


@rule("WPR-raeumen-3")
def _not_able(name: str) -> Illegal:
    return Illegal("{element} cannot clear this barrier.", "WPR-raeumen-3", element=name)


@rule("WPR-panzerhindernisse-4", "WPR-minensuche-2", "WPR-pioniere-3", "WPR-draht-3")
def _clear(game: Game[Position], order: ClearObstacle) -> Script[None]:
    """On 4 and more the barrier is taken from the board; this needs no stock, and fire never does it."""
    barrier = game.state.barriers[order.barrier]
    cite = "WPR-minensuche-2" if barrier.kind in MINES else "WPR-raeumen-2"
    done = yield from work.attempt(game, order.element, barrier.field, cite)
    if done and order.barrier in game.state.barriers:
        remove(game, barrier, order.element, "WPR-panzerhindernisse-4")


def _clear_options(pack: Pack, view: WienerView, element: Element) -> Iterator[ClearObstacle]:
    if not view.barriers:
        return
    board = pack.theatre(view.scenario).board
    for name, barrier in sorted(view.barriers.items()):
        order = ClearObstacle(element.id, name)
        if board.distance(element.field, barrier.field) <= 1 and clear_refusal(pack, view, order) is None:
            yield order


def _judge_build(pack: Pack, view: WienerView, order: BuildObstacle) -> Illegal | None:
    return build_refusal(pack, view, order)


def _judge_clear(pack: Pack, view: WienerView, order: ClearObstacle) -> Illegal | None:
    return clear_refusal(pack, view, order)


def _odds(pack: Pack, view: WienerView, order: Order) -> Odds | None:
    return work.success_odds(pack, "WPR-arbeit-6")


ACTIVITIES = {
    BuildObstacle: Activity("other", _build_options, _judge_build, _build, _odds, suits=work.is_engineer),
    ClearObstacle: Activity("other", _clear_options, _judge_clear, _clear, _odds),
}
