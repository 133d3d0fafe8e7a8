"""Bridges in play (Brückenbau): engineer and tank bridges, repair and taking up; roads and airfields too.

An engineer bridge takes the set of one engineer vehicle for one field of water, a turn and 4 and more. After
a failure the engineers stand on pontoons in the water. A bridge layer needs neither die nor engineers, but
spans only narrow waters and ditches.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Illegal, Odds, Order, Script, rule
from planspiel.systems.wiener2022 import entering, pictures, secrecy, work
from planspiel.systems.wiener2022.activities import Activity, activity_refusal, actor_refusal
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import Bridge, Element, Known, Position, at, elsewhere, on_board, put
from planspiel.systems.wiener2022.view import WienerView

__all__ = [
    "ACTIVITIES",
    "BridgeBuilt",
    "BridgeRepaired",
    "BridgeTakenUp",
    "BuildBridge",
    "LayBridge",
    "Repair",
    "TakeUpBridge",
    "build_refusal",
    "lay_refusal",
    "repair_refusal",
    "take_up_refusal",
]


class BuildBridge(Order, frozen=True):
    """Engineers bridge the water field beside them: with their set, or makeshift if the scenario permits."""

    element: str
    field: str
    makeshift: bool = False


class Repair(Order, frozen=True):
    """A destroyed bridge, or a broken corduroy road or airfield, is made usable again."""

    element: str
    place: str


class TakeUpBridge(Order, frozen=True):
    """An engineer bridge is dismantled, or a tank bridge taken up."""

    element: str
    place: str


class LayBridge(Order, frozen=True):
    """A bridge-laying tank spans the narrow water or ditch on an edge of its field."""

    element: str
    edge: str


class BridgeBuilt(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} has bridged {place}."
    element: str
    place: str
    bridge: Bridge

    def apply(self, state: Position) -> None:
        state.bridges[self.place] = self.bridge
        builder = state.elements[self.element]
        if builder.on_pontoons:
            put(state, replace(builder, on_pontoons=False, came_from=""))


class OnPontoons(Event[Position], frozen=True):
    """They are in the water field now, and the way back is to the bank from which they build."""

    said: ClassVar[str] = "{element} lies on pontoons in {field}."
    element: str
    field: str

    def apply(self, state: Position) -> None:
        before = state.elements[self.element]
        bank = before.came_from if before.on_pontoons else before.field
        put(state, replace(elsewhere(before, self.field), on_pontoons=True, came_from=bank))


class BridgeRepaired(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} has repaired {place}."
    element: str
    place: str

    def apply(self, state: Position) -> None:
        if self.place in state.bridges:
            state.bridges[self.place] = replace(state.bridges[self.place], intact=True, closed_until=-1)
        state.broken = tuple(field for field in state.broken if field != self.place)


class BridgeTakenUp(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} has taken up the bridge {place}."
    element: str
    place: str

    def apply(self, state: Position) -> None:
        del state.bridges[self.place]


class LayerChanged(Event[Position], frozen=True):
    """Bookkeeping: a bridge layer has its bridge no more, or has it again; its turn is used up."""

    element: str
    empty: bool

    def apply(self, state: Position) -> None:
        put(state, replace(state.elements[self.element], broken=self.empty, acted=True))


def _change(game: Game[Position], event: BridgeBuilt | BridgeRepaired | BridgeTakenUp) -> None:
    """Whoever does not see the workers learns of it when somebody of his looks there."""
    pictures.keep(game, event.place, secrecy.audience(game, (event.element,)))
    secrecy.tell(game, event, (event.element,))


# -- engineer bridges --------------------------------------------------------------------------------------


@rule("WPR-brueckenbau-1", "WPR-brueckenbau-3", "WPR-bruecken-1", "WPR-bruecken-7")
def build_refusal(pack: Pack, known: Known, order: BuildBridge) -> Illegal | None:
    """Engineers, a bridge set and its vehicle at the water; no other bridges are built in play."""
    refusal = work.engineer_refusal(pack, known, order.element, order.field)
    if refusal is not None:
        return refusal
    theatre, engineers = pack.theatre(known.scenario), known.elements[order.element]
    if theatre.is_land(order.field) or not theatre.is_water(order.field):
        return Illegal("There is no water to bridge in {field}.", "WPR-brueckenbau-3", field=order.field)
    if order.field in known.bridges:
        return Illegal("{field} has a bridge.", "WPR-brueckenbau-1", field=order.field)
    if engineers.on_pontoons and engineers.field != order.field:
        return Illegal("{element} lies on pontoons.", "WPR-brueckenbau-10", element=engineers.id)
    if engineers.field != order.field and not _axis(pack, known, engineers.field, order.field):
        return Illegal("A bridge is built straight ahead.", "WPR-strasse-1", field=order.field)
    if order.makeshift:
        return _makeshift_refusal(pack, known)
    return work.material_refusal(pack, known, order.element, order.field, "bridge")


@rule("WPR-bruecken-1")
def _makeshift_refusal(pack: Pack, known: Known) -> Illegal | None:
    """Solid and makeshift bridges cannot be built in play, unless the scenario permits the latter."""
    if pack.scenarios[known.scenario].engineering.makeshift_bridges:
        return None
    return Illegal("Makeshift bridges cannot be built here.", "WPR-bruecken-1")


def _axis(pack: Pack, known: Known, bank: str, field: str) -> Literal["", "NS", "EW"]:
    board = pack.theatre(known.scenario).board
    if board.distance(bank, field) != 1 or board.is_diagonal(bank, field):
        return ""
    return "NS" if board.direction(bank, field) % 4 == 0 else "EW"


@rule("WPR-brueckenbau-2", "WPR-brueckenbau-4", "WPR-pionierausruestung-X1")
def _build(game: Game[Position], order: BuildBridge) -> Script[None]:
    """One set for one field; wider water needs a set for each, from the bank on, each with its own 4."""
    done = yield from work.attempt(game, order.element, order.field, "WPR-brueckenbau-4")
    engineers = game.state.elements[order.element]
    if not on_board(engineers):
        return
    if not done:
        if not engineers.pinned:
            _stay_on_pontoons(game, engineers, order.field)
        return
    bank = engineers.came_from if engineers.on_pontoons else engineers.field
    axis = _axis(game.pack, game.state, bank, order.field)
    if order.makeshift:
        _change(game, BridgeBuilt(engineers.id, order.field, Bridge("wood", axis), cite="WPR-bruecken-1"))
        return
    vehicle = work.kept_by(game.pack, game.state, engineers, order.field, "bridge")
    if vehicle:
        work.use(game, vehicle, "bridge")
        bridge = Bridge("engineer", axis, set_of=vehicle)
        _change(game, BridgeBuilt(engineers.id, order.field, bridge, cite="WPR-brueckenbau-4"))


@rule("WPR-brueckenbau-5", "WPR-brueckenbau-10")
def _stay_on_pontoons(game: Game[Position], engineers: Element, field: str) -> None:
    """After a failed roll they lie in the water, without cover and visible there, until the next attempt."""
    event = OnPontoons(engineers.id, field, cite="WPR-brueckenbau-5")
    secrecy.tell(game, event, (engineers.id,))
    entering.abandoned(game, engineers.field)


def _build_options(pack: Pack, view: WienerView, element: Element) -> Iterator[BuildBridge]:
    for field in (element.field, *pack.theatre(view.scenario).board.neighbours(element.field)):
        for makeshift in (False, True):
            order = BuildBridge(element.id, field, makeshift)
            if build_refusal(pack, view, order) is None:
                yield order


# -- repair ------------------------------------------------------------------------------------------------


def repair_refusal(pack: Pack, known: Known, order: Repair) -> Illegal | None:
    """Why somebody cannot repair a bridge, a corduroy road or an airfield."""
    bridge = known.bridges.get(order.place)
    if bridge is not None and not bridge.intact:
        return _bridge_repair_refusal(pack, known, order)
    if order.place in known.broken:
        return _road_repair_refusal(pack, known, order)
    return Illegal("There is nothing to repair in {place}.", "WPR-brueckenbau-8", place=order.place)


@rule("WPR-brueckenbau-8")
def _bridge_repair_refusal(pack: Pack, known: Known, order: Repair) -> Illegal | None:
    """Engineers repair destroyed bridges as they build them, without equipment."""
    return work.engineer_refusal(pack, known, order.element, _site(pack, known, order))


@rule("WPR-knueppeldamm-1", "WPR-flugplaetze-1", "WPR-strasse-2")
def _road_repair_refusal(pack: Pack, known: Known, order: Repair) -> Illegal | None:
    """Broken roads and airfields any troop repairs that can work, and machines; new ones are never built."""
    field, worker = _site(pack, known, order), known.elements.get(order.element)
    if worker is not None and work.is_machine(pack.models[worker.model]):
        return work.worker_refusal(pack, known, order.element, field)
    return work.figures_refusal(pack, known, order.element, field)


@rule("WPR-arbeit-4")
def _site(pack: Pack, known: Known, order: Repair) -> str:
    """The field of the work; of a runway, or of the banks of a bridge, that in which the worker is."""
    airfield = pack.theatre(known.scenario).airfields.get(order.place)
    fields = airfield.runway if airfield is not None else order.place.split("|")
    worker = known.elements.get(order.element)
    return worker.field if worker is not None and worker.field in fields else fields[0]


def _repair(game: Game[Position], order: Repair) -> Script[None]:
    field, cite = _site(game.pack, game.state, order), _repaired_by(game.pack, game.state, order.place)
    done = yield from work.attempt(game, order.element, field, cite)
    if done:
        _change(game, BridgeRepaired(order.element, order.place, cite=cite))


def _repaired_by(pack: Pack, known: Known, place: str) -> str:
    """The rule under which something is repaired."""
    if place in known.bridges:
        return "WPR-brueckenbau-8"
    is_airfield = place in pack.theatre(known.scenario).airfields
    return "WPR-flugplaetze-1" if is_airfield else "WPR-knueppeldamm-1"


def _repair_odds(pack: Pack, view: WienerView, order: Repair) -> Odds | None:
    return work.success_odds(pack, _repaired_by(pack, view, order.place))


def _repair_options(pack: Pack, view: WienerView, element: Element) -> Iterator[Repair]:
    destroyed = [place for place, bridge in sorted(view.bridges.items()) if not bridge.intact]
    for place in (*destroyed, *view.broken):
        order = Repair(element.id, place)
        if repair_refusal(pack, view, order) is None:
            yield order


# -- taking up ---------------------------------------------------------------------------------------------


@rule("WPR-brueckenbau-9")
def take_up_refusal(pack: Pack, known: Known, order: TakeUpBridge) -> Illegal | None:
    """As building, from the bank; it frees the set. Tank bridges are taken up by a layer without one."""
    bridge = known.bridges.get(order.place)
    if bridge is None or not bridge.intact or bridge.kind not in ("engineer", "tank"):
        return Illegal("There is no such bridge to take up.", "WPR-brueckenbau-9")
    if bridge.kind == "tank":
        return _layer_refusal(pack, known, order.element, order.place, empty=True)
    if at(known, order.place):
        return Illegal("Somebody is on the bridge.", "WPR-brueckenbau-9")
    if order.place in known.wrecks:
        return Illegal("A wreck blocks {field}.", "WPR-bergen-1", field=order.place)
    refusal = work.engineer_refusal(pack, known, order.element, order.place)
    if refusal is None and not _vehicle_near(pack, known, order.place, known.active):
        reason = "No engineer vehicle is near to take the set."
        return Illegal(reason, "WPR-brueckenbau-9")
    return refusal


def _vehicle_near(pack: Pack, known: Known, place: str, side: str) -> str:
    board = pack.theatre(known.scenario).board
    for name in sorted(known.stock):
        vehicle = known.elements.get(name)
        if vehicle is None or vehicle.side != side or not on_board(vehicle):
            continue
        if board.distance(vehicle.field, place) <= 1:
            return name
    return ""


def _take_up(game: Game[Position], order: TakeUpBridge) -> Script[None]:
    bridge = game.state.bridges[order.place]
    if bridge.kind == "tank":
        _change(game, BridgeTakenUp(order.element, order.place, cite="WPR-brueckenbau-6"))
        _used(game, order.element, empty=False)
        return
    done = yield from work.attempt(game, order.element, order.place, "WPR-brueckenbau-9")
    if done and (at(game.state, order.place) or order.place in game.state.wrecks):  # which nobody knew of
        entering.meet(game, game.state.elements[order.element], order.place)
        return
    vehicle = _vehicle_near(game.pack, game.state, order.place, game.state.active)
    if done and vehicle:
        _change(game, BridgeTakenUp(order.element, order.place, cite="WPR-brueckenbau-9"))
        work.use(game, vehicle, "bridge", -1)


def _take_up_options(pack: Pack, view: WienerView, element: Element) -> Iterator[TakeUpBridge]:
    for place in sorted(view.bridges):
        order = TakeUpBridge(element.id, place)
        if take_up_refusal(pack, view, order) is None:
            yield order


# -- bridge-laying tanks -----------------------------------------------------------------------------------


@rule("WPR-brueckenbau-7")
def lay_refusal(pack: Pack, known: Known, order: LayBridge) -> Illegal | None:
    """Over narrow waters and ditches of the scenario, on an edge of the layer's field."""
    refusal = _layer_refusal(pack, known, order.element, order.edge, empty=False)
    if refusal is not None:
        return refusal
    theatre = pack.theatre(known.scenario)
    if order.edge not in theatre.narrow:
        return Illegal("Tank bridges span only narrow waters and ditches.", "WPR-brueckenbau-7")
    if order.edge in known.bridges:
        return Illegal("There is a bridge already.", "WPR-brueckenbau-7")
    return None


@rule("WPR-brueckenbau-6")
def _layer_refusal(pack: Pack, known: Known, name: str, edge: str, *, empty: bool) -> Illegal | None:
    """One turn without dice and without engineers, and no movement in that turn."""
    refusal = actor_refusal(known, known.active, name)
    if refusal is not None:
        return refusal
    layer = known.elements[name]
    if not pack.models[layer.model].has("bridge_layer"):
        return Illegal("{element} lays no bridges.", "WPR-brueckenbau-6", element=name)
    if layer.broken != empty:
        reason = "{element} has its bridge aboard." if empty else "{element} has no bridge aboard."
        return Illegal(reason, "WPR-brueckenbau-6", element=name)
    if layer.moved or layer.pinned:
        return Illegal("{element} must stand still and unpinned.", "WPR-brueckenbau-6", element=name)
    if layer.field not in edge.split("|"):
        return Illegal("{element} must be at the water or ditch.", "WPR-brueckenbau-6", element=name)
    return activity_refusal(pack, layer, "work")


def _lay(game: Game[Position], order: LayBridge) -> Script[None]:
    bridge = Bridge("tank", set_of=order.element)
    _change(game, BridgeBuilt(order.element, order.edge, bridge, cite="WPR-brueckenbau-6"))
    _used(game, order.element, empty=True)
    return
    yield


def _used(game: Game[Position], name: str, *, empty: bool) -> None:
    secrecy.tell(game, LayerChanged(name, empty, cite="WPR-brueckenbau-6"), (name,))


def _lay_options(pack: Pack, view: WienerView, element: Element) -> Iterator[LayBridge]:
    for edge in pack.theatre(view.scenario).board.edges(element.field):
        order = LayBridge(element.id, edge)
        if lay_refusal(pack, view, order) is None:
            yield order


def _judge_build(pack: Pack, view: WienerView, order: BuildBridge) -> Illegal | None:
    return build_refusal(pack, view, order)


def _judge_repair(pack: Pack, view: WienerView, order: Repair) -> Illegal | None:
    return repair_refusal(pack, view, order)


def _judge_take_up(pack: Pack, view: WienerView, order: TakeUpBridge) -> Illegal | None:
    return take_up_refusal(pack, view, order)


def _judge_lay(pack: Pack, view: WienerView, order: LayBridge) -> Illegal | None:
    return lay_refusal(pack, view, order)


def _odds(pack: Pack, view: WienerView, order: Order) -> Odds | None:
    return work.success_odds(pack, "WPR-brueckenbau-4")


ACTIVITIES = {
    BuildBridge: Activity("other", _build_options, _judge_build, _build, _odds, suits=work.is_engineer),
    Repair: Activity("other", _repair_options, _judge_repair, _repair, _repair_odds),
    TakeUpBridge: Activity("other", _take_up_options, _judge_take_up, _take_up),
    LayBridge: Activity(
        "other", _lay_options, _judge_lay, _lay, suits=lambda _, model: model.has("bridge_layer")
    ),
}
