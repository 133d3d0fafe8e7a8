"""Step 10: movement in impulses of one hex, with all that happens on the way; step 11: what is still owed."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Item, Script, resume_point, rule
from planspiel.systems.barbarossa1941.impulse import MoversSet, is_moving, step_all, stop
from planspiel.systems.barbarossa1941.mines import explode, field_at
from planspiel.systems.barbarossa1941.orders import MOVES
from planspiel.systems.barbarossa1941.round import StepBegan
from planspiel.systems.barbarossa1941.state import Position, Unit, ground_units

__all__ = ["SCRIPTS", "FacingTaken", "is_withdrawing"]

IMPULSE = (
    Item("mines-met"),
    Item("apply-hits", ("mines",)),
    Item("choose-shots"),
    Item("reaction-fire"),
    Item("apply-hits", ("fire",)),
    Item("valour-tests", ("moving",)),
    Item("stragglers"),
    Item("adjacency"),
    Item("impulse"),
)


class FacingTaken(Event[Position], frozen=True):
    """The facing that a movement order names for its end."""

    unit: str
    facing: int

    def apply(self, state: Position) -> None:
        state.units[self.unit] = replace(state.units[self.unit], facing=self.facing)


class MovementVoid(Event[Position], frozen=True):
    said: ClassVar[str] = "{unit} does not move: its route leads into smoke."
    unit: str

    def apply(self, state: Position) -> None:
        state.units[self.unit] = replace(state.units[self.unit], lapsed=True)


@rule("BAR-sequence-10", "BAR-move-2")
def step_10(game: Game[Position]) -> Script[None]:
    """Boarding and getting off first, then all routes hex by hex."""
    game.happens(StepBegan(10, cite="BAR-sequence-10"))
    game.then(
        Item("boarding"),
        Item("movers"),
        Item("leaving-mines"),
        Item("apply-hits", ("mines",)),
        Item("first-shots"),
    )
    return
    yield


def first_shots(game: Game[Position]) -> Script[None]:
    """Before the first impulse: fire on the move from the hex in which a unit starts."""
    game.then(Item("choose-shots"), Item("reaction-fire"), Item("apply-hits", ("fire",)), Item("impulse"))
    return
    yield


@rule("BAR-smoke-8", "BAR-withdraw-7", "BAR-withdraw-9")
def movers(game: Game[Position]) -> Script[None]:
    """Who moves: movement orders in force, and withdrawals even of suppressed units."""
    routes: dict[str, tuple[str, ...]] = {}
    for unit in sorted(ground_units(game.state), key=lambda found: found.id):
        if not isinstance(unit.order, MOVES):
            continue
        withdraws = is_withdrawing(unit)
        if (unit.lapsed or unit.suppressed) and not (withdraws and unit.suppressed):
            continue
        if any(hex_ in game.state.smoke for hex_ in unit.order.route):
            game.happens(MovementVoid(unit.id, cite="BAR-smoke-8"))
            continue
        in_fight = unit.hex in game.state.fights
        one_hex = withdraws or in_fight or _starts_in_mines(game.state, unit)
        routes[unit.id] = unit.order.route[:1] if one_hex else unit.order.route
    game.happens(MoversSet(routes, cite="BAR-move-3"), ())
    return
    yield


def is_withdrawing(unit: Unit) -> bool:
    """A tied unit that was ordered to move leaves the close combat."""
    return bool(unit.tied) and isinstance(unit.order, MOVES)


@rule("BAR-mine-explosion-8")
def _starts_in_mines(state: Position, unit: Unit) -> bool:
    """Whoever starts in a mined hex moves one hex only."""
    return field_at(state, unit.hex) is not None and unit.laid != unit.hex


@rule("BAR-mine-explosion-8", "BAR-mine-explosion-10")
def leaving_mines(game: Game[Position]) -> Script[None]:
    """The mines explode again before a unit leaves; the one that laid them leaves unharmed."""
    for name in sorted(game.state.movers):
        unit = game.state.units[name]
        mines = field_at(game.state, unit.hex)
        if mines is not None and mines.kind != "dummy" and unit.laid != unit.hex:
            yield from explode(game, unit, mines)


def impulse(game: Game[Position]) -> Script[None]:
    """One hex for everyone who still moves; then mines, shots, tests; and again until nobody moves."""
    yield from resume_point()
    if not any(is_moving(mover) for mover in game.state.movers.values()):
        _face(game)
        return
    step_all(game)
    game.then(*IMPULSE)


@rule("BAR-arc-6")
def _face(game: Game[Position]) -> None:
    """Whoever has an arc and came to the end of his route takes the facing he was ordered to take."""
    for name in sorted(game.state.movers):
        unit, mover = game.state.units[name], game.state.movers[name]
        order = unit.order
        if isinstance(order, MOVES) and order.facing is not None and mover.done and unit.facing is not None:
            game.happens(FacingTaken(name, order.facing, cite="BAR-arc-6"))
    game.happens(MoversSet({}), ())


@rule("BAR-defend-10")
def stragglers(game: Game[Position]) -> Script[None]:
    """Units suppressed or destroyed on the way go no farther."""
    for name in sorted(game.state.movers):
        unit = game.state.units[name]
        if unit.fate != "map" or (unit.suppressed and not is_withdrawing(unit)):
            stop(game, name, "BAR-defend-10")
    return
    yield


@rule("BAR-sequence-11", "BAR-fire-on-move-8", "BAR-mine-explosion-10")
def step_11(game: Game[Position]) -> Script[None]:
    """Everyone who still owes a test takes it."""
    game.happens(StepBegan(11, cite="BAR-sequence-11"))
    game.then(Item("valour-tests", ("fire", "suppressed", "close", "bombs", "mines", "moving")))
    return
    yield


SCRIPTS = {
    "step-10": step_10,
    "movers": movers,
    "leaving-mines": leaving_mines,
    "first-shots": first_shots,
    "impulse": impulse,
    "stragglers": stragglers,
    "step-11": step_11,
}
