"""Means of crossing (Boote, Flöße, Fähren): what engineers launch, and what everybody can make himself.

Boats come out of the engineers' stock, a ferry out of their bridge set. Any figures near a wood or a town can
make a raft; where it is not made at the water a vehicle must bring it there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Choice, Event, Game, Illegal, Odds, Order, Script, Side, rule
from planspiel.systems.wiener2022 import entering, secrecy, work
from planspiel.systems.wiener2022.activities import Activity, activity_refusal, actor_refusal
from planspiel.systems.wiener2022.catalogue import Model
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import Element, Known, Position, at, on_board, put
from planspiel.systems.wiener2022.transport import tractor_refusal
from planspiel.systems.wiener2022.view import WienerView
from planspiel.systems.wiener2022.walking import foes_in, held_refusal

__all__ = [
    "ACTIVITIES",
    "CHOICES",
    "BuildFerry",
    "CraftLaunched",
    "FitBarge",
    "LaunchBoat",
    "LaunchRaft",
    "MakeRaft",
    "TakeRaft",
    "ferry_model",
    "is_free",
    "raft_refusal",
]

CHOICES: Mapping[str, Choice] = {
    "ferries": Choice(
        "by stock",
        "Engineer ferries have motors if the unit still has a boat (or always, or never)",
        "Pionierfähren haben Motoren, wenn die Einheit noch ein Boot hat (oder immer, oder nie)",
        "WPR-faehren-5",
        ("by stock", "motor", "rowing"),
    ),
}


class LaunchBoat(Order, frozen=True):
    """Engineers put a boat of their stock into the water beside them."""

    element: str
    field: str


class BuildFerry(Order, frozen=True):
    """Engineers build a ferry from a bridge set."""

    element: str
    field: str


class MakeRaft(Order, frozen=True):
    """Figures make a raft; `field` is the water beside them, or their own field if there is none."""

    element: str
    field: str


class FitBarge(Order, frozen=True):
    """Figures at a settlement fit out a barge that carries vehicles, if the scenario permits it."""

    element: str
    field: str


class LaunchRaft(Order, frozen=True):
    """A vehicle puts the raft that it carries into the water beside it."""

    element: str
    field: str


class TakeRaft(Order, frozen=True):
    """A vehicle takes up the raft that waits in its field."""

    element: str


class CraftLaunched(Event[Position], frozen=True):
    said: ClassVar[str] = "{by} launches {element} in {field}."
    by: str
    element: str
    field: str
    craft: Element

    def apply(self, state: Position) -> None:
        put(state, self.craft)


class RaftMade(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} has made a raft in {field}."
    element: str
    field: str

    def apply(self, state: Position) -> None:
        put(state, replace(state.elements[self.element], raft_made=True))


class RaftTaken(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} takes up the raft in {field}."
    element: str
    field: str

    def apply(self, state: Position) -> None:
        vehicle = state.elements[self.element]
        makers = _waiting_rafts(state, vehicle)[0]
        put(state, replace(state.elements[makers], raft_made=False))
        put(state, replace(vehicle, raft=True))


class RaftGone(Event[Position], frozen=True):
    """Bookkeeping: the raft is in the water; who launched it has used his turn."""

    element: str

    def apply(self, state: Position) -> None:
        put(state, replace(state.elements[self.element], raft=False, acted=True))


# -- boats -------------------------------------------------------------------------------------------------


@rule("WPR-boote-1", "WPR-gewaesser-ueberwinden-1", "WPR-entladen-1")
def boat_refusal(pack: Pack, known: Known, order: LaunchBoat) -> Illegal | None:
    """Boats are carried overland on the engineers' vehicle; unloading one takes a turn and no die."""
    refusal = _shore_refusal(pack, known, order.element, order.field, engineers=True)
    return refusal or work.material_refusal(pack, known, order.element, order.field, "boat")


def _shore_refusal(pack: Pack, known: Known, name: str, field: str, *, engineers: bool) -> Illegal | None:
    check = work.engineer_refusal if engineers else work.figures_refusal
    worker = known.elements.get(name)
    refusal = check(pack, known, name, worker.field if worker is not None else "")
    if refusal is not None:
        return refusal
    return _water_refusal(pack, known, known.elements[name], field)


@rule("WPR-gewaesser-1", "WPR-felder-besetzt-4")
def _water_refusal(pack: Pack, known: Known, worker: Element, field: str) -> Illegal | None:
    """Standard waters are broad and navigable, at least one field wide; nothing is launched among enemies."""
    theatre = pack.theatre(known.scenario)
    if field not in theatre.board or theatre.board.distance(worker.field, field) > 1:
        return Illegal("{element} is not at the water.", "WPR-gewaesser-ueberwinden-1", element=worker.id)
    if not theatre.is_water(field):
        return Illegal("There is no water in {field}.", "WPR-gewaesser-ueberwinden-1", field=field)
    return held_refusal(known, worker, field)


def is_free(game: Game[Position], name: str, field: str) -> bool:
    """Whether a field is free in truth; enemies there of whom its owner did not know are revealed."""
    element = game.state.elements[name]
    entering.meet(game, element, field)
    return not foes_in(game.state, element, field)


def _launch_boat(game: Game[Position], order: LaunchBoat) -> Script[None]:
    goes_on = yield from work.begin(game, order.element, game.state.elements[order.element].field)
    vehicle = work.kept_by(game.pack, game.state, game.state.elements[order.element], order.field, "boat")
    if goes_on and vehicle and is_free(game, order.element, order.field):
        work.use(game, vehicle, "boat")
        launch(game, order.element, "stormboat", order.field, "WPR-boote-1")


def launch(game: Game[Position], by: str, model: str, field: str, cite: str) -> str:
    """A new craft is in the water; its id."""
    owner = game.state.elements[by]
    number = 1
    while f"{by}w{number}" in game.state.elements:
        number += 1
    name = f"{by}w{number}"
    craft = Element(name, owner.side, model, fate="board", field=field, acted=True)
    secrecy.tell(game, CraftLaunched(by, name, field, craft, cite=cite), (by,), new=name)
    return name


# -- ferries -----------------------------------------------------------------------------------------------


@rule("WPR-faehren-1", "WPR-brueckenbau-2")
def ferry_refusal(pack: Pack, known: Known, order: BuildFerry) -> Illegal | None:
    """A ferry takes the bridge set, and is built like a bridge."""
    refusal = _shore_refusal(pack, known, order.element, order.field, engineers=True)
    return refusal or work.material_refusal(pack, known, order.element, order.field, "bridge")


@rule("WPR-faehren-2", "WPR-faehren-5")
def ferry_model(pack: Pack, known: Known, vehicle: str) -> str:
    """A motor ferry while the unit has a boat in stock or in use, else a rowing ferry."""
    chosen = known.options["ferries"]
    if chosen != "by stock":
        return "motor_ferry" if chosen == "motor" else "rowing_ferry"
    base = known.elements[vehicle].mate
    in_use = any(
        name.startswith(f"{base}w") and one.model == "stormboat" and on_board(one)
        for name, one in known.elements.items()
    )
    stock = known.stock.get(vehicle)
    has_boat = in_use or (stock is not None and stock.boat > 0)
    return "motor_ferry" if has_boat else "rowing_ferry"


@rule("WPR-arbeit-5")
def _build_ferry(game: Game[Position], order: BuildFerry) -> Script[None]:
    """The field of the work is the water, as with a bridge: work from the bank draws counter-moves."""
    done = yield from work.attempt(game, order.element, order.field, "WPR-faehren-1")
    vehicle = work.kept_by(game.pack, game.state, game.state.elements[order.element], order.field, "bridge")
    if done and vehicle and is_free(game, order.element, order.field):
        work.use(game, vehicle, "bridge")
        launch(game, order.element, ferry_model(game.pack, game.state, vehicle), order.field, "WPR-faehren-1")


# -- rafts -------------------------------------------------------------------------------------------------


@rule("WPR-floesse-1")
def raft_refusal(pack: Pack, known: Known, order: MakeRaft) -> Illegal | None:
    """Any figure base in or beside a wood or settlement."""
    worker = known.elements.get(order.element)
    here = worker.field if worker is not None else ""
    refusal = work.figures_refusal(pack, known, order.element, here)
    if refusal is not None:
        return refusal
    theatre = pack.theatre(known.scenario)
    near = (here, *theatre.board.neighbours(here))
    if not any(theatre.is_wood(field) or theatre.is_building(field) for field in near):
        return Illegal("There is no wood or settlement near {field}.", "WPR-floesse-1", field=here)
    if order.field != here or theatre.is_water(here):
        return _water_refusal(pack, known, known.elements[order.element], order.field)
    return _already(known.elements[order.element])


def _already(worker: Element) -> Illegal | None:
    if worker.raft_made:
        return Illegal("{element} has a raft.", "WPR-floesse-1", element=worker.id)
    return None


@rule("WPR-floesse-2", "WPR-floesse-3")
def _make_raft(game: Game[Position], order: MakeRaft) -> Script[None]:
    """On 4 and more. At the water it floats at once, elsewhere a vehicle has to carry it there."""
    here = game.state.elements[order.element].field
    done = yield from work.attempt(game, order.element, here, "WPR-floesse-1")
    if not done:
        return
    if order.field != here or game.pack.theatre(game.state.scenario).is_water(here):
        if is_free(game, order.element, order.field):
            launch(game, order.element, "raft", order.field, "WPR-floesse-3")
        return
    secrecy.tell(game, RaftMade(order.element, here, cite="WPR-floesse-2"), (order.element,))
    vehicle = _carrier(game.pack, game.state, here, game.state.active)
    if vehicle:
        _take(game, vehicle)


def _carrier(pack: Pack, known: Known, field: str, side: Side) -> str:
    """The first own vehicle in a field that could take a raft; "" if there is none."""
    own = (one for one in at(known, field) if one.side == side)
    return next((one.id for one in own if _carrier_refusal(pack, known, one) is None), "")


def _is_transport(model: Model) -> bool:
    return model.is_vehicle and model.has("transport")


def _carrier_refusal(pack: Pack, known: Known, vehicle: Element) -> Illegal | None:
    """Transports alone, one raft each; the tractor of a weapon has its own task."""
    model = pack.models[vehicle.model]
    if not _is_transport(model) or vehicle.raft or vehicle.aboard:
        return Illegal("{element} cannot take a raft.", "WPR-floesse-2", element=vehicle.id)
    if vehicle.pinned:
        return Illegal("{element} is pinned and cannot work.", "WPR-arbeit-2", element=vehicle.id)
    return tractor_refusal(pack, known, vehicle)


@rule("WPR-floesse-2")
def take_raft_refusal(pack: Pack, known: Known, order: TakeRaft) -> Illegal | None:
    """Later too, before it moves; the raft stays where it was made, and is left behind by makers who go."""
    refusal = actor_refusal(known, known.active, order.element)
    if refusal is not None:
        return refusal
    vehicle = known.elements[order.element]
    if not on_board(vehicle) or not _waiting_rafts(known, vehicle):
        return Illegal("No raft waits for {element}.", "WPR-floesse-2", element=vehicle.id)
    return _carrier_refusal(pack, known, vehicle) or activity_refusal(pack, vehicle, "work")


def _waiting_rafts(known: Known, vehicle: Element) -> list[str]:
    """Who has a raft ready in the field of a vehicle."""
    return [one.id for one in at(known, vehicle.field) if one.side == vehicle.side and one.raft_made]


def _take(game: Game[Position], name: str) -> None:
    event = RaftTaken(name, game.state.elements[name].field, cite="WPR-floesse-2")
    secrecy.tell(game, event, (name,))


def _take_raft(game: Game[Position], order: TakeRaft) -> Script[None]:
    _take(game, order.element)
    return
    yield


def _take_raft_options(pack: Pack, view: WienerView, element: Element) -> Iterator[TakeRaft]:
    if take_raft_refusal(pack, view, TakeRaft(element.id)) is None:
        yield TakeRaft(element.id)


@rule("WPR-uebersetzmittel-1")
def barge_refusal(pack: Pack, known: Known, order: FitBarge) -> Illegal | None:
    """Makeshift craft for vehicles exist only if the scenario allows them: river ships at a settlement."""
    refusal = _shore_refusal(pack, known, order.element, order.field, engineers=False)
    if refusal is not None:
        return refusal
    if not pack.scenarios[known.scenario].engineering.barges:
        return Illegal("There are no barges here.", "WPR-uebersetzmittel-1")
    theatre = pack.theatre(known.scenario)
    here = known.elements[order.element].field
    if not any(theatre.is_building(field) for field in (here, *theatre.board.neighbours(here))):
        return Illegal("There is no settlement near {field}.", "WPR-uebersetzmittel-1", field=here)
    return None


def _fit_barge(game: Game[Position], order: FitBarge) -> Script[None]:
    here = game.state.elements[order.element].field
    done = yield from work.attempt(game, order.element, here, "WPR-uebersetzmittel-1")
    if done and is_free(game, order.element, order.field):
        launch(game, order.element, "rowing_ferry", order.field, "WPR-uebersetzmittel-1")


def _barge_options(pack: Pack, view: WienerView, element: Element) -> Iterator[FitBarge]:
    if pack.scenarios[view.scenario].engineering.barges:
        for field in _waters(pack, view, element):
            if barge_refusal(pack, view, FitBarge(element.id, field)) is None:
                yield FitBarge(element.id, field)


def _judge_barge(pack: Pack, view: WienerView, order: FitBarge) -> Illegal | None:
    return barge_refusal(pack, view, order)


@rule("WPR-floesse-2")
def launch_raft_refusal(pack: Pack, known: Known, order: LaunchRaft) -> Illegal | None:
    """By hand a raft cannot be carried."""
    refusal = actor_refusal(known, known.active, order.element)
    if refusal is not None:
        return refusal
    vehicle = known.elements[order.element]
    if not vehicle.raft or not pack.models[vehicle.model].is_vehicle:
        return Illegal("{element} carries no raft.", "WPR-floesse-2", element=vehicle.id)
    if vehicle.pinned:
        return Illegal("{element} is pinned and cannot work.", "WPR-arbeit-2", element=vehicle.id)
    refusal = _water_refusal(pack, known, vehicle, order.field)
    return refusal or activity_refusal(pack, vehicle, "work")


def _launch_raft(game: Game[Position], order: LaunchRaft) -> Script[None]:
    if not is_free(game, order.element, order.field):
        secrecy.tell(game, work.Worked(order.element, order.field, cite="WPR-arbeit-6"), (order.element,))
        return
    secrecy.tell(game, RaftGone(order.element, cite="WPR-floesse-2"), (order.element,))
    launch(game, order.element, "raft", order.field, "WPR-floesse-3")
    return
    yield


# -- activities --------------------------------------------------------------------------------------------


def _waters(pack: Pack, view: WienerView, element: Element) -> Iterator[str]:
    theatre = pack.theatre(view.scenario)
    for field in (element.field, *theatre.board.neighbours(element.field)):
        if theatre.is_water(field):
            yield field


def _boat_options(pack: Pack, view: WienerView, element: Element) -> Iterator[LaunchBoat]:
    for field in _waters(pack, view, element):
        if boat_refusal(pack, view, LaunchBoat(element.id, field)) is None:
            yield LaunchBoat(element.id, field)


def _ferry_options(pack: Pack, view: WienerView, element: Element) -> Iterator[BuildFerry]:
    for field in _waters(pack, view, element):
        if ferry_refusal(pack, view, BuildFerry(element.id, field)) is None:
            yield BuildFerry(element.id, field)


def _raft_options(pack: Pack, view: WienerView, element: Element) -> Iterator[MakeRaft]:
    """At the water; elsewhere only beside a vehicle that can bring the raft there."""
    fields = tuple(_waters(pack, view, element))
    if not fields and _carrier(pack, view, element.field, element.side):
        fields = (element.field,)
    for field in fields:
        if raft_refusal(pack, view, MakeRaft(element.id, field)) is None:
            yield MakeRaft(element.id, field)


def _launch_raft_options(pack: Pack, view: WienerView, element: Element) -> Iterator[LaunchRaft]:
    if element.raft:
        for field in _waters(pack, view, element):
            if launch_raft_refusal(pack, view, LaunchRaft(element.id, field)) is None:
                yield LaunchRaft(element.id, field)


def _judge_boat(pack: Pack, view: WienerView, order: LaunchBoat) -> Illegal | None:
    return boat_refusal(pack, view, order)


def _judge_ferry(pack: Pack, view: WienerView, order: BuildFerry) -> Illegal | None:
    return ferry_refusal(pack, view, order)


def _judge_raft(pack: Pack, view: WienerView, order: MakeRaft) -> Illegal | None:
    return raft_refusal(pack, view, order)


def _judge_launch(pack: Pack, view: WienerView, order: LaunchRaft) -> Illegal | None:
    return launch_raft_refusal(pack, view, order)


def _judge_take(pack: Pack, view: WienerView, order: TakeRaft) -> Illegal | None:
    return take_raft_refusal(pack, view, order)


def _odds(pack: Pack, view: WienerView, order: Order) -> Odds | None:
    return work.success_odds(pack, "WPR-arbeit-6")


ACTIVITIES = {
    LaunchBoat: Activity("other", _boat_options, _judge_boat, _launch_boat, suits=work.is_engineer),
    BuildFerry: Activity("other", _ferry_options, _judge_ferry, _build_ferry, _odds, suits=work.is_engineer),
    MakeRaft: Activity(
        "other", _raft_options, _judge_raft, _make_raft, _odds, suits=lambda _, model: model.is_base
    ),
    FitBarge: Activity(
        "other", _barge_options, _judge_barge, _fit_barge, _odds, suits=lambda _, model: model.is_base
    ),
    LaunchRaft: Activity("other", _launch_raft_options, _judge_launch, _launch_raft),
    TakeRaft: Activity(
        "other", _take_raft_options, _judge_take, _take_raft, suits=lambda _, model: _is_transport(model)
    ),
}
