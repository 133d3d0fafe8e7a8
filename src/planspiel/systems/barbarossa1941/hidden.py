"""Hidden units: the order Ambush, how units hide, and how they are found."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Illegal, Script, rule
from planspiel.systems.barbarossa1941.attack import reach_of
from planspiel.systems.barbarossa1941.fire_orders import facing_refusal, set_up_refusal
from planspiel.systems.barbarossa1941.order_rules import Given, OrderRule
from planspiel.systems.barbarossa1941.orders import Ambush, Reconnoitre, UnitOrder
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.revealing import reveal
from planspiel.systems.barbarossa1941.round import StepBegan
from planspiel.systems.barbarossa1941.sight import sees
from planspiel.systems.barbarossa1941.state import Position, Unit, ground_units
from planspiel.systems.barbarossa1941.view import BarbarossaView

__all__ = [
    "ORDERS",
    "SCRIPTS",
    "HeadquartersHid",
    "UnitHid",
    "find_adjacent",
    "hide",
    "hide_headquarters",
    "reconnoitre",
]


class UnitHid(Event[Position], frozen=True):
    """The model leaves the board; everyone saw where it was."""

    said: ClassVar[str] = "{unit} goes into ambush."
    unit: str

    def apply(self, state: Position) -> None:
        state.units[self.unit] = replace(state.units[self.unit], hidden=True)


class HeadquartersHid(Event[Position], frozen=True):
    """Its model stays on the board; it can no longer be named as a target."""

    said: ClassVar[str] = "{unit} is out of the enemy's sight again."
    unit: str

    def apply(self, state: Position) -> None:
        state.units[self.unit] = replace(state.units[self.unit], hidden=True)


# -- the orders --------------------------------------------------------------------------------------------


def _ambush_options(pack: Pack, view: BarbarossaView, unit: Unit, given: Given) -> Iterator[UnitOrder]:
    for facing in range(6):
        order = Ambush(facing, reach_of(pack, view, unit))
        if _ambush_refusal(pack, view, unit, order, given) is None:
            yield order


@rule("BAR-ambush-4", "BAR-ambush-5", "BAR-set-up-4")
def _ambush_refusal(
    pack: Pack, view: BarbarossaView, unit: Unit, order: Ambush, given: Given
) -> Illegal | None:
    """In terrain that hides this type, with a facing and a distance not beyond the weapon's."""
    card, ground = pack.cards[unit.card], pack.theatre(view.scenario).ground[unit.hex]
    if not ground.hides(card.type):
        cite = next(iter(ground.cites.get("ambush", ("BAR-ambush-1",))))
        return Illegal("{unit} cannot hide in {terrain}.", cite, unit=unit.id, terrain=ground.name)
    if not 1 <= order.distance <= reach_of(pack, view, unit):
        return Illegal("{unit} does not reach so far.", "BAR-ambush-5", unit=unit.id)
    return set_up_refusal(unit) or facing_refusal(pack, view, unit, order.facing)


def _recon_options(pack: Pack, view: BarbarossaView, unit: Unit, given: Given) -> Iterator[UnitOrder]:
    yield Reconnoitre()


@rule("BAR-hidden-5")
def _recon_refusal(pack: Pack, view: BarbarossaView, unit: Unit, order: Reconnoitre, given: Given) -> None:
    return None


ORDERS = {
    Ambush: OrderRule(_ambush_options, _ambush_refusal),
    Reconnoitre: OrderRule(_recon_options, _recon_refusal),
}


# -- the reveal of orders ----------------------------------------------------------------------------------


@rule("BAR-ambush-8", "BAR-ambush-10", "BAR-ambush-13")
def reveal_orders(game: Game[Position]) -> Script[None]:
    """Hidden units that do anything but go on hiding are put back on the board. An HQ keeps its secret."""
    for unit in _in_order(game.state):
        is_hiding = isinstance(unit.order, Ambush) and not unit.lapsed
        if unit.hidden and not is_hiding and unit.card not in game.pack.headquarters:
            reveal(game, unit.id, "BAR-ambush-13")
    return
    yield


# -- step 8 ------------------------------------------------------------------------------------------------


@rule("BAR-sequence-8", "BAR-ambush-11", "BAR-hidden-fire-7")
def step_8(game: Game[Position]) -> Script[None]:
    """Unarmoured units with the order hide now; armoured ones in step 9 of their second round."""
    game.happens(StepBegan(8, cite="BAR-sequence-8"))
    for unit in _in_order(game.state):
        if not game.pack.cards[unit.card].is_armoured:
            hide(game, unit)
    return
    yield


def _in_order(state: Position) -> list[Unit]:
    return sorted(ground_units(state), key=lambda unit: unit.id)


@rule(
    "BAR-ambush-1", "BAR-ambush-6", "BAR-ambush-12", "BAR-ambush-14", "BAR-hidden-1", "BAR-hidden-6",
    "BAR-hidden-10",
)  # fmt: skip
def hide(game: Game[Position], unit: Unit) -> None:
    """Mark the ambush box, unless an enemy ground unit is so near that it would be found at once.

    The card keeps the hex. Until now the unit was a target like any other; armour hides in its second round
    with the order, and suppression makes it begin again. Whoever has been found in this round, from the air
    say, stays on the board.
    """
    if unit.hidden or not isinstance(unit.order, Ambush) or unit.lapsed or unit.suppressed:
        return
    if unit.found == game.state.turn:
        return
    armoured = game.pack.cards[unit.card].is_armoured
    if armoured and unit.ambushing < game.pack.charts.limits.armoured_ambush_rounds:
        return
    if not _is_watched(game.pack, game.state, unit):
        game.happens(UnitHid(unit.id, cite="BAR-ambush-9" if armoured else "BAR-ambush-7"))


def _is_watched(pack: Pack, state: Position, unit: Unit) -> bool:
    """Whether an enemy ground unit is in the hex or next to it."""
    distance = pack.theatre(state.scenario).board.distance
    enemies = (other for other in ground_units(state) if other.side != unit.side)
    return any(distance(unit.hex, other.hex) <= 1 for other in enemies)


# -- finding -----------------------------------------------------------------------------------------------


@rule("BAR-hidden-4", "BAR-hidden-8", "BAR-hq-2")
def find_adjacent(game: Game[Position]) -> None:
    """Every hidden unit with an enemy ground unit next to it is found."""
    for unit in _in_order(game.state):
        if unit.hidden and _is_watched(game.pack, game.state, unit):
            reveal(game, unit.id, "BAR-hidden-4")


@rule("BAR-hq-4", "BAR-hq-6")
def hide_headquarters(game: Game[Position]) -> None:
    """A headquarters found in an earlier round hides by moving to a hex with no enemy next to it."""
    for name in sorted(game.state.movers):
        unit = game.state.units[name]
        if unit.card not in game.pack.headquarters or unit.hidden or unit.fate != "map" or unit.suppressed:
            continue
        has_left = unit.hex != game.state.movers[name].start
        if has_left and unit.found < game.state.turn and not _is_watched(game.pack, game.state, unit):
            game.happens(HeadquartersHid(name, cite="BAR-hq-6"))


def adjacency(game: Game[Position]) -> Script[None]:
    """The last thing in an impulse."""
    find_adjacent(game)
    return
    yield


@rule("BAR-hidden-9", "BAR-hidden-5")
def reconnoitre(game: Game[Position], unit: Unit) -> None:
    """Reveals all hidden enemies within the printed range and in sight."""
    box = game.pack.cards[unit.card].orders.reconnoitre
    board = game.pack.theatre(game.state.scenario).board
    for enemy in _in_order(game.state):
        near = box is not None and board.distance(unit.hex, enemy.hex) <= box.range
        if (
            enemy.hidden
            and enemy.side != unit.side
            and near
            and sees(game.pack, game.state, unit.hex, enemy.hex)
        ):
            reveal(game, enemy.id, "BAR-hidden-9")


SCRIPTS = {"reveal": reveal_orders, "step-8": step_8, "adjacency": adjacency}
