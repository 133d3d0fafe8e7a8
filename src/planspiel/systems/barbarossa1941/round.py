"""The course of a battle: rounds of planning and execution, and the twelve steps of an execution phase."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Illegal, Instruction, Item, Script, Seat, commit, rule
from planspiel.systems.barbarossa1941.order_rules import unit_of
from planspiel.systems.barbarossa1941.orders import Ambush, Defend, Plan, UnitOrder
from planspiel.systems.barbarossa1941.planning import PlanRound
from planspiel.systems.barbarossa1941.routes import written_out
from planspiel.systems.barbarossa1941.secrecy import shown_order
from planspiel.systems.barbarossa1941.state import Position, Unit, seats_of
from planspiel.systems.barbarossa1941.time_boxes import goes_on
from planspiel.systems.barbarossa1941.view import BarbarossaView

__all__ = ["SCRIPTS", "OrderGiven", "PlansRevealed", "RoundBegan", "StepBegan"]

STEPS = tuple(
    item for number in range(1, 13) for item in (Item("set-off-mines", (number,)), Item(f"step-{number}"))
)


class RoundBegan(Event[Position], frozen=True):
    """Defence is whole again; units suppressed in an earlier round get the flag."""

    said: ClassVar[str] = "Round {round} begins."
    round: int

    def apply(self, state: Position) -> None:
        state.turn = self.round
        state.step = 0
        state.adjusted = ()
        for unit in state.units.values():
            fresh = replace(unit, absorbed=0, shots=0, moved=False, lapsed=False, flag=unit.suppressed)
            fresh = replace(fresh, seat=state.entrusted.get(unit.id, unit.seat))
            if fresh != unit:
                state.units[unit.id] = fresh
        state.entrusted.clear()


class OrderGiven(Event[Position], frozen=True):
    """An order is turned up; those of units that are hidden stay secret."""

    said: ClassVar[str] = "{unit}: {order}."
    unit: str
    order: UnitOrder
    goes_on: bool = False
    """The unfinished order of the last round, kept with its time boxes."""

    def apply(self, state: Position) -> None:
        unit = state.units[self.unit]
        boxes = unit.boxes if self.goes_on else 0
        ambushing = unit.ambushing + 1 if isinstance(self.order, Ambush) else 0
        state.units[self.unit] = replace(unit, order=self.order, boxes=boxes, ambushing=ambushing)


class OrderSeen(Event[Position], frozen=True):
    """What the enemy sees of Defend and Ambush: not what the owner leaves to his unit."""

    said: ClassVar[str] = "{unit}: {order}."
    unit: str
    order: UnitOrder


class AmbushGivenUp(Event[Position], frozen=True):
    """A unit in ambush that was given no order: it waits, and will be seen."""

    unit: str

    def apply(self, state: Position) -> None:
        state.units[self.unit] = replace(state.units[self.unit], ambushing=0)


class PlansRevealed(Event[Position], frozen=True):
    said: ClassVar[str] = "All orders are turned up."
    reveals: ClassVar[bool] = True


class StepBegan(Event[Position], frozen=True):
    """A step of the execution phase, with the units that have something to do in it."""

    step: int
    queue: tuple[str, ...] = ()

    def apply(self, state: Position) -> None:
        state.step = self.step
        state.queue = self.queue


class OrdersErased(Event[Position], frozen=True):
    """Orders that are finished or last one round only; an unfinished order of several rounds stays."""

    units: tuple[str, ...]

    def apply(self, state: Position) -> None:
        for name in self.units:
            state.units[name] = replace(state.units[name], order=None, boxes=0)


@rule(
    "BAR-course-1", "BAR-course-2", "BAR-course-4", "BAR-execution-3", "BAR-sequence-13",
    "BAR-failed-valour-6", "BAR-defence-3",
)  # fmt: skip
def round_(game: Game[Position]) -> Script[None]:
    """A planning phase and an execution phase; the scenario says how many rounds there are."""
    game.happens(RoundBegan(game.state.turn + 1, cite="BAR-defence-3"))
    game.then(Item("reinforcements"), Item("planning"), Item("reveal"), *STEPS)
    return
    yield


# -- team mates --------------------------------------------------------------------------------------------


class Entrust(Instruction[BarbarossaView], frozen=True):
    """Hand a unit over to a team mate, who plans it from the next round on."""

    unit: str
    to: Seat

    def check(self, view: BarbarossaView) -> None:
        unit = view.units.get(self.unit)
        if unit is None or unit.seat != view.seat:
            raise Illegal("{unit} is not yours to hand over.", "BAR-preparation-4", unit=self.unit)
        if self.to not in view.mates:
            raise Illegal("{seat} is no team mate.", "BAR-preparation-4", seat=self.to)

    def events(self, view: BarbarossaView) -> tuple[Event[Position], ...]:
        return (UnitEntrusted(self.unit, self.to, cite="BAR-preparation-4"),)


class UnitEntrusted(Event[Position], frozen=True):
    said: ClassVar[str] = "{unit} is handed over to {seat}."
    unit: str
    seat: Seat

    def apply(self, state: Position) -> None:
        state.entrusted[self.unit] = self.seat


# -- planning ----------------------------------------------------------------------------------------------


@rule("BAR-planning-1", "BAR-course-3", "BAR-planning-4", "BAR-intro-2", "BAR-execution-2")
def planning(game: Game[Position]) -> Script[None]:
    """All players write their orders in secret; nobody acts before all have finished."""
    asked = {seat: PlanRound(game.state.turn) for seat in game.state.seats}
    plans: dict[Seat, Plan] = yield from commit(asked)
    for seat, plan in plans.items():
        _take(game, seat, plan)
    game.happens(PlansRevealed(cite="BAR-execution-1"))


@rule("BAR-planning-5", "BAR-sequence-14", "BAR-group-card-5")
def _take(game: Game[Position], seat: Seat, plan: Plan) -> None:
    """The orders of one player; who gets none goes on with what he has begun, or waits."""
    orders = {unit_of(piece): order for piece, order in plan.parts.items()}
    for unit in list(game.state.units.values()):
        if unit.seat != seat:
            continue
        order = orders.get(unit.id, unit.order)
        if order is not None:
            _give(game, unit, written_out(game.pack, game.state, unit, order))
        elif unit.ambushing:
            game.happens(AmbushGivenUp(unit.id, cite="BAR-planning-5"), seats_of(game.state, unit.side))


@rule(
    "BAR-execution-1", "BAR-execution-6", "BAR-orders-1", "BAR-planning-2", "BAR-time-box-2", "BAR-time-box-3"
)
def _give(game: Game[Position], unit: Unit, order: UnitOrder) -> None:
    """An order is turned up, unless its unit is hidden. A new one wipes out the progress of the old."""
    cite = "BAR-execution-6" if unit.hidden else "BAR-execution-1"
    given = OrderGiven(unit.id, order, goes_on=order == unit.order, cite=cite)
    own = seats_of(game.state, unit.side)
    if unit.hidden:
        game.happens(given, own)
    elif isinstance(order, Defend | Ambush):
        game.happens(given, own, OrderSeen(unit.id, shown_order(order), cite=cite))
    else:
        game.happens(given)


# -- execution ---------------------------------------------------------------------------------------------


@rule("BAR-sequence-12", "BAR-sequence-17")
def step_12(game: Game[Position]) -> Script[None]:
    """The end of a round, in the order of the ruling."""
    game.happens(StepBegan(12, cite="BAR-sequence-12"))
    game.then(
        Item("time-boxes"),
        Item("airfield"),
        Item("recovery"),
        Item("smoke-lifts"),
        Item("ties"),
        Item("erase-orders"),
        Item("exits"),
        Item("victory-check"),
    )
    return
    yield


@rule("BAR-sequence-14")
def erase_orders(game: Game[Position]) -> Script[None]:
    """Only what is finished, or lasts one round: work over several rounds goes on by itself."""
    done = tuple(
        unit.id
        for unit in game.state.units.values()
        if unit.order is not None and not goes_on(game.pack, game.state, unit)
    )
    if done:
        game.happens(OrdersErased(done, cite="BAR-sequence-14"), ())
    return
    yield


SCRIPTS = {"round": round_, "planning": planning, "step-12": step_12, "erase-orders": erase_orders}
