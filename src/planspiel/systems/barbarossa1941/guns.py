"""Guns: setting up, limbering, and turning the arc."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Illegal, Item, Script, rule
from planspiel.systems.barbarossa1941.impulse import MoversSet, step_all
from planspiel.systems.barbarossa1941.order_rules import Given, OrderRule
from planspiel.systems.barbarossa1941.orders import ChangeArc, Limber, SetUp, UnitOrder
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.state import Position, Unit
from planspiel.systems.barbarossa1941.terrain import step_of
from planspiel.systems.barbarossa1941.transport import set_down
from planspiel.systems.barbarossa1941.view import BarbarossaView

__all__ = [
    "ORDERS",
    "SCRIPTS",
    "ArcChanged",
    "GunReady",
    "change_arc",
    "finish_limber",
    "finish_set_up",
    "unhook",
]


class GunReady(Event[Position], frozen=True):
    """A gun is set up, or limbered and ready to move."""

    said: ClassVar[str] = "{unit} is ready in {hex}."
    unit: str
    hex: str
    set_up: bool
    facing: int | None = None

    def apply(self, state: Position) -> None:
        unit = state.units[self.unit]
        facing = unit.facing if self.facing is None else self.facing
        state.units[self.unit] = replace(
            unit, hex=self.hex, set_up=self.set_up, facing=facing, order=None, boxes=0
        )


class ArcChanged(Event[Position], frozen=True):
    said: ClassVar[str] = "{unit} turns its arc."
    unit: str
    facing: int

    def apply(self, state: Position) -> None:
        state.units[self.unit] = replace(state.units[self.unit], facing=self.facing)


# -- Set Up ------------------------------------------------------------------------------------------------


def _set_up_options(pack: Pack, view: BarbarossaView, unit: Unit, given: Given) -> Iterator[UnitOrder]:
    """In its own hex with every facing."""
    hex_ = _hex_of(view, unit)
    for facing in range(6):
        order = SetUp(hex_, facing)
        if _set_up_refusal(pack, view, unit, order, given) is None:
            yield order


@rule("BAR-set-up-2", "BAR-set-up-5", "BAR-tow-7")
def _set_up_refusal(
    pack: Pack, view: BarbarossaView, unit: Unit, order: SetUp, given: Given
) -> Illegal | None:
    """In the present hex or an adjacent one that it can enter; towed guns too."""
    if unit.set_up:
        return Illegal("{unit} is set up already.", "BAR-set-up-5", unit=unit.id)
    if not 0 <= order.facing <= 5:
        return Illegal("{unit} must face one side of its hex.", "BAR-arc-3", unit=unit.id)
    return _place_refusal(pack, view, unit, order.hex, "BAR-set-up-2")


def _place_refusal(pack: Pack, view: BarbarossaView, unit: Unit, hex_: str, cite: str) -> Illegal | None:
    here = _hex_of(view, unit)
    if hex_ == here:
        return None
    step = step_of(pack, view, pack.cards[unit.card], here, hex_)
    if isinstance(step, Illegal):
        return Illegal("{unit} can only go to an adjacent hex.", cite, unit=unit.id)
    return None


def _hex_of(view: BarbarossaView, unit: Unit) -> str:
    """Where it is, or its transport."""
    return view.units[unit.carrier].hex if unit.carrier else unit.hex


@rule("BAR-tow-13")
def unhook(game: Game[Position], unit: Unit) -> None:
    """A towed gun that is to set up is unhooked in step 9, so that its transport may drive off."""
    if unit.towed:
        set_down(game, unit.id, "BAR-tow-13")


@rule("BAR-set-up-3", "BAR-arc-6")
def finish_set_up(game: Game[Position], unit: Unit, order: SetUp) -> None:
    """All boxes are marked, and the gun has gone where it could."""
    facing = order.facing if game.pack.cards[unit.card].arc == "fan" else None
    game.happens(GunReady(unit.id, unit.hex, True, facing, cite="BAR-set-up-3"))


# -- Limber ------------------------------------------------------------------------------------------------


def _limber_options(pack: Pack, view: BarbarossaView, unit: Unit, given: Given) -> Iterator[UnitOrder]:
    if _limber_refusal(pack, view, unit, Limber(unit.hex), given) is None:
        yield Limber(unit.hex)


@rule("BAR-limber-2")
def _limber_refusal(
    pack: Pack, view: BarbarossaView, unit: Unit, order: Limber, given: Given
) -> Illegal | None:
    if not unit.set_up:
        return Illegal("{unit} is limbered already.", "BAR-limber-1", unit=unit.id)
    return _place_refusal(pack, view, unit, order.hex, "BAR-limber-2")


@rule("BAR-limber-3", "BAR-trench-5")
def finish_limber(game: Game[Position], unit: Unit) -> None:
    """All boxes are marked: the gun may be moved or towed, out of a trench too."""
    game.happens(GunReady(unit.id, unit.hex, False, cite="BAR-limber-3"))


# -- the adjacent hex --------------------------------------------------------------------------------------


@rule("BAR-set-up-6", "BAR-mine-explosion-1", "BAR-mine-explosion-8", "BAR-smoke-8")
def guns_go(game: Game[Position]) -> Script[None]:
    """Guns with all their boxes go to the hex that their order names, or stay here if it is closed by now.

    Mines act as on everyone who moves; nobody fires.
    """
    routes: dict[str, tuple[str, ...]] = {}
    for name in game.state.queue:
        unit = game.state.units[name]
        if isinstance(unit.order, SetUp | Limber) and unit.order.hex not in (unit.hex, *game.state.smoke):
            routes[name] = (unit.order.hex,)
    if routes:
        game.happens(MoversSet(routes, cite="BAR-set-up-6"), ())
        game.then(
            Item("leaving-mines"),
            Item("apply-hits", ("mines",)),
            Item("stragglers"),
            Item("gun-impulse"),
            Item("mines-met"),
            Item("apply-hits", ("mines",)),
            Item("adjacency"),
            Item("guns-arrived"),
        )
    return
    yield


def gun_impulse(game: Game[Position]) -> Script[None]:
    """All guns at the same time."""
    step_all(game)
    return
    yield


def guns_arrived(game: Game[Position]) -> Script[None]:
    game.happens(MoversSet({}), ())
    return
    yield


# -- Change Arc --------------------------------------------------------------------------------------------


def _arc_options(pack: Pack, view: BarbarossaView, unit: Unit, given: Given) -> Iterator[UnitOrder]:
    for facing in range(6):
        if facing != unit.facing and _arc_refusal(pack, view, unit, ChangeArc(facing), given) is None:
            yield ChangeArc(facing)


@rule("BAR-change-arc-1", "BAR-change-arc-2", "BAR-change-arc-3")
def _arc_refusal(
    pack: Pack, view: BarbarossaView, unit: Unit, order: ChangeArc, given: Given
) -> Illegal | None:
    """A unit with an arc may turn, set up or not, but not in a trench."""
    if pack.cards[unit.card].arc != "fan":
        return Illegal("{unit} has no arc to turn.", "BAR-change-arc-1", unit=unit.id)
    if unit.dug_in:
        return Illegal("{unit} cannot turn in a trench.", "BAR-change-arc-2", unit=unit.id)
    if not 0 <= order.facing <= 5:
        return Illegal("{unit} must face one side of its hex.", "BAR-arc-3", unit=unit.id)
    return None


def change_arc(game: Game[Position], unit: Unit, order: ChangeArc) -> None:
    game.happens(ArcChanged(unit.id, order.facing, cite="BAR-change-arc-1"))


ORDERS = {
    SetUp: OrderRule(_set_up_options, _set_up_refusal),
    Limber: OrderRule(_limber_options, _limber_refusal),
    ChangeArc: OrderRule(_arc_options, _arc_refusal),
}
SCRIPTS = {"guns-go": guns_go, "gun-impulse": gun_impulse, "guns-arrived": guns_arrived}
