"""Step 10: movement in impulses of one hex, with all that happens on the way; step 11: what is still owed."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Item, Script, resume_point, rule
from planspiel.systems.barbarossa1941.hidden import find_adjacent, hide_headquarters
from planspiel.systems.barbarossa1941.impulse import MoversSet, is_moving, step_all, stop
from planspiel.systems.barbarossa1941.mines import live_fields, set_off
from planspiel.systems.barbarossa1941.orders import MOVES
from planspiel.systems.barbarossa1941.round import StepBegan
from planspiel.systems.barbarossa1941.state import Position, Unit, ground_units, is_enemy_at, seats_of

__all__ = ["SCRIPTS", "FacingTaken", "is_withdrawing"]

IMPULSE = (
    Item("mines-met"),
    Item("choose-shots"),
    Item("reaction-fire"),
    Item("apply-hits", ("fire",)),
    Item("valour-tests", ("moving",)),
    Item("stragglers"),
    Item("adjacency"),
    Item("impulse"),
)
"""What follows when all have gone one hex; mines and shots hit at the same time (BAR-move-6)."""


class FacingTaken(Event[Position], frozen=True):
    """The facing that a movement order names for its end."""

    said: ClassVar[str] = "{unit} turns at the end of its move."
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
        Item("choose-shots"),
        Item("reaction-fire"),
        Item("apply-hits", ("fire",)),
        Item("stragglers"),
        Item("impulse"),
    )
    return
    yield


def movers(game: Game[Position]) -> Script[None]:
    """Who moves, and how far: movement orders in force, and withdrawals even of suppressed units."""
    routes: dict[str, tuple[str, ...]] = {}
    for unit in sorted(ground_units(game.state), key=lambda found: found.id):
        if not isinstance(unit.order, MOVES) or not _can_go(game.state, unit):
            continue
        if any(hex_ in game.state.smoke for hex_ in unit.order.route):
            own = seats_of(game.state, unit.side) if unit.hidden else None
            game.happens(MovementVoid(unit.id, cite="BAR-smoke-8"), own)
        else:
            routes[unit.id] = unit.order.route[:1] if _goes_one_hex(game.state, unit) else unit.order.route
    game.happens(MoversSet(routes, cite="BAR-move-3"), ())
    return
    yield


@rule("BAR-failed-valour-2", "BAR-withdraw-6", "BAR-withdraw-7")
def _can_go(state: Position, unit: Unit) -> bool:
    """Suppression stops everyone but those who withdraw from close combat; smoke stops all."""
    if unit.suppressed:
        return is_withdrawing(unit) and unit.hex not in state.smoke
    return not unit.lapsed


@rule("BAR-mine-explosion-8", "BAR-withdraw-9")
def _goes_one_hex(state: Position, unit: Unit) -> bool:
    """Out of a close combat, of this round or an earlier one, and out of a minefield it is one hex."""
    in_fight = is_withdrawing(unit) or is_enemy_at(state, unit.hex, unit.side)
    return in_fight or bool(live_fields(state, unit))


@rule("BAR-withdraw-1")
def is_withdrawing(unit: Unit) -> bool:
    """A tied unit that was ordered to move leaves the close combat."""
    return bool(unit.tied) and isinstance(unit.order, MOVES)


@rule("BAR-mine-explosion-8", "BAR-mine-explosion-10")
def leaving_mines(game: Game[Position]) -> Script[None]:
    """The mines explode again before a unit leaves; the one that laid them leaves unharmed.

    Pioneers have set them off already by being ordered to do anything but clear them (mines.py).
    """
    for name in sorted(game.state.movers):
        unit = game.state.units[name]
        if unit.laid != unit.hex and not game.pack.cards[unit.card].has("pioneer"):
            yield from set_off(game, unit)


def impulse(game: Game[Position]) -> Script[None]:
    """One hex for everyone who still moves; then mines, shots, tests; and again until nobody moves."""
    yield from resume_point()
    if any(is_moving(mover) for mover in game.state.movers.values()):
        step_all(game)
        game.then(*IMPULSE)
        return
    _face(game)
    find_adjacent(game)
    hide_headquarters(game)
    game.happens(MoversSet({}), ())


@rule("BAR-arc-6")
def _face(game: Game[Position]) -> None:
    """Whoever has an arc and has moved takes the facing he was ordered to take, unless he is suppressed."""
    for name in sorted(game.state.movers):
        unit, mover = game.state.units[name], game.state.movers[name]
        if not mover.done or unit.suppressed or unit.facing is None or not isinstance(unit.order, MOVES):
            continue
        if unit.order.facing is not None:
            game.happens(FacingTaken(name, unit.order.facing, cite="BAR-arc-6"))


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
    "impulse": impulse,
    "stragglers": stragglers,
    "step-11": step_11,
}
