"""Step 9: special orders, armoured ambushes; and their completion in step 12."""

from __future__ import annotations

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Item, Script, resume_point, rule
from planspiel.systems.barbarossa1941 import engineering, guns, mines, supply
from planspiel.systems.barbarossa1941.attack import is_in_close_combat
from planspiel.systems.barbarossa1941.engineering import enough_hands, everyone_at, workers
from planspiel.systems.barbarossa1941.fire_steps import Dealt
from planspiel.systems.barbarossa1941.hidden import hide, reconnoitre
from planspiel.systems.barbarossa1941.merge import merge
from planspiel.systems.barbarossa1941.orders import (
    SPECIAL,
    ChangeArc,
    ClearMines,
    ClearPath,
    Demolish,
    DigIn,
    LayMines,
    Limber,
    LoadSupply,
    Merge,
    Pontoon,
    Reconnoitre,
    RemoveBarrier,
    RemoveWire,
    Resupply,
    SetUp,
    Tow,
)
from planspiel.systems.barbarossa1941.round import StepBegan
from planspiel.systems.barbarossa1941.state import SIDES, Position, Unit, ground_units, seats_of
from planspiel.systems.barbarossa1941.supply_drop import drop_cargo
from planspiel.systems.barbarossa1941.time_boxes import boxes_needed, has_all_boxes
from planspiel.systems.barbarossa1941.transport import hook

__all__ = ["SCRIPTS", "BoxesMarked"]


class BoxesMarked(Event[Position], frozen=True):
    """Time boxes on the cards, seen by their owners only."""

    units: tuple[str, ...]

    def apply(self, state: Position) -> None:
        for name in self.units:
            state.units[name] = replace(state.units[name], boxes=state.units[name].boxes + 1)


# -- step 9 ------------------------------------------------------------------------------------------------


@rule("BAR-sequence-9", "BAR-special-1", "BAR-special-2")
def step_9(game: Game[Position]) -> Script[None]:
    """What special orders do at once; what takes time is marked in step 12. Tanks go into ambush."""
    game.happens(StepBegan(9, cite="BAR-sequence-9"))
    for name in sorted(game.state.units, key=lambda name: _turn_of(game.state.units[name])):
        unit = game.state.units[name]
        if isinstance(unit.order, SPECIAL) and _is_free(game.state, unit):
            _at_once(game, unit)
    for unit in sorted(ground_units(game.state), key=lambda found: found.id):
        if game.pack.cards[unit.card].is_armoured:
            hide(game, unit)
    drop_cargo(game)
    return
    yield


def _turn_of(unit: Unit) -> tuple[int, str]:
    """Guns are unhooked before others are hooked up, and transports drive off to load last of all.

    Otherwise the flag numbers would decide who finds room.
    """
    if isinstance(unit.order, SetUp):
        return 0, unit.id
    return (2 if isinstance(unit.order, LoadSupply) else 1), unit.id


@rule("BAR-smoke-7", "BAR-smoke-15")
def _is_free(state: Position, unit: Unit) -> bool:
    """Whether a unit can carry out a special order: not suppressed, in smoke, or in close combat."""
    there = state.units[unit.carrier] if unit.fate == "aboard" else unit
    hindered = is_in_close_combat(state, there) or there.hex in state.smoke
    return not unit.lapsed and not unit.suppressed and not hindered


def _at_once(game: Game[Position], unit: Unit) -> None:
    """The special orders without time boxes, and the beginning of some that have them."""
    match unit.order:
        case ChangeArc():
            guns.change_arc(game, unit, unit.order)
        case Merge() if unit.fate == "map":
            merge(game, unit, unit.order)
        case Tow() if unit.fate == "map":
            hook(game, unit, unit.order)
        case RemoveWire():
            engineering.remove_wire(game, unit, unit.order)
        case Reconnoitre():
            reconnoitre(game, unit)
        case SetUp():
            guns.unhook(game, unit)
        case LoadSupply() if unit.fate == "map":
            supply.leave_to_load(game, unit)
        case _:
            pass


# -- step 12: time boxes -----------------------------------------------------------------------------------


@rule("BAR-time-box-1", "BAR-smoke-14")
def time_boxes(game: Game[Position]) -> Script[None]:
    """One box for every order that goes on; nobody in smoke or suppressed, and only with enough hands.

    Whoever has all boxes and could not finish in an earlier round tries again.
    """
    at_work = [game.state.units[name] for name in sorted(game.state.units)]
    at_work = [unit for unit in at_work if _works_on(game, unit)]
    for side in SIDES:
        marked = tuple(u.id for u in at_work if u.side == side and not has_all_boxes(game.pack, u))
        if marked:
            game.happens(BoxesMarked(marked, cite="BAR-time-box-1"), seats_of(game.state, side))
    done = tuple(u.id for u in at_work if has_all_boxes(game.pack, game.state.units[u.id]))
    game.happens(StepBegan(12, done), ())
    game.then(Item("guns-go"), Item("completions"), Item("valour-tests", ("mines",)))
    return
    yield


def completions(game: Game[Position]) -> Script[None]:
    """All whose last box has been marked, one after the other."""
    while game.state.queue:
        yield from resume_point()
        unit = game.state.units[game.state.queue[0]]
        yield from _complete(game, unit)
        game.happens(Dealt(unit.id), ())


@rule("BAR-close-combat-9", "BAR-demolition-6")
def _works_on(game: Game[Position], unit: Unit) -> bool:
    """Whether a unit carried its work on in this round; in close combat only charges against a bunker."""
    if boxes_needed(game.pack, unit) == 0 or unit.lapsed or unit.suppressed:
        return False
    if unit.fate not in ("map", "loading") or unit.hex in game.state.smoke:
        return False
    if is_in_close_combat(game.state, unit) and unit.order != Demolish("bunker"):
        return False
    match unit.order:
        case Pontoon() | DigIn():
            return enough_hands(game.pack, game.state, unit)
        case Resupply():
            return bool(unit.order.source) and supply.is_supplied(game.state, unit, unit.order)
        case ClearMines():
            return bool(mines.fields_at(game.state, unit.hex))
        case _:
            return True


def _complete(game: Game[Position], unit: Unit) -> Script[None]:
    """The last box is marked: the order takes effect. Whoever worked together is finished together."""
    match unit.order:
        case SetUp():
            guns.finish_set_up(game, unit, unit.order)
        case Limber():
            guns.finish_limber(game, unit)
        case LayMines():
            yield from mines.mines_laid(game, unit)
        case ClearMines():
            mines.mines_cleared(game, unit)
        case Demolish():
            yield from engineering.demolish(game, unit, unit.order)
        case RemoveBarrier():
            engineering.remove_barrier(game, unit, unit.order)
        case ClearPath():
            engineering.clear_path(game, unit)
        case Pontoon() | DigIn():
            _complete_together(game, unit)
        case Resupply():
            yield from _complete_resupply(game, unit)
        case LoadSupply():
            yield from supply.finish_load(game, unit)
        case _:
            pass


def _complete_together(game: Game[Position], unit: Unit) -> None:
    """A bridge or trench: as many as printed must have all their boxes."""
    finished = [other for other in workers(game.state, unit) if has_all_boxes(game.pack, other)]
    orders = game.pack.cards[unit.card].orders
    if isinstance(unit.order, Pontoon) and orders.pontoon and len(finished) >= orders.pontoon.workforce:
        engineering.pontoon(game, everyone_at(game.state, unit), unit.order)
    elif isinstance(unit.order, DigIn) and orders.dig_in and len(finished) >= orders.dig_in.workforce:
        engineering.dig_in(game, everyone_at(game.state, unit), unit.order)


def _complete_resupply(game: Game[Position], unit: Unit) -> Script[None]:
    """All receivers of one source whose boxes are full are served together."""
    assert isinstance(unit.order, Resupply)
    source = unit.order.source
    served = [
        other
        for other in (game.state.units[name] for name in game.state.queue)
        if isinstance(other.order, Resupply) and other.order.source == source
    ]
    yield from supply.finish_resupply(game, source, served)
    for other in served[1:]:
        game.happens(Dealt(other.id), ())


SCRIPTS = {"step-9": step_9, "time-boxes": time_boxes, "completions": completions}
