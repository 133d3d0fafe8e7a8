"""Mines: laying, exploding, finding and clearing; dummies too."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import (
    Event,
    Game,
    Illegal,
    Item,
    Order,
    Question,
    Script,
    ask_secretly,
    resume_point,
    roll,
    rule,
)
from planspiel.systems.barbarossa1941.firing import AttackRolled
from planspiel.systems.barbarossa1941.impulse import stop
from planspiel.systems.barbarossa1941.order_rules import Given, OrderRule
from planspiel.systems.barbarossa1941.orders import ClearMines, LayMines, MineKind, UnitOrder
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.state import (
    Known,
    Minefield,
    Position,
    Unit,
    ground_units,
    minefield_key,
    seats_of,
)
from planspiel.systems.barbarossa1941.view import BarbarossaView

__all__ = [
    "ORDERS",
    "SCRIPTS",
    "KindOfMines",
    "MinefieldLaid",
    "MinefieldMet",
    "MinefieldRemoved",
    "MinesChosen",
    "fields_at",
    "live_fields",
    "mines_cleared",
    "mines_laid",
    "set_off",
]


class MinefieldMet(Event[Position], frozen=True):
    """The card is turned up."""

    said: ClassVar[str] = "{unit} is in a minefield in {hex}: {kind}."
    reveals: ClassVar[bool] = True
    mines: str
    unit: str
    hex: str
    kind: MineKind

    def apply(self, state: Position) -> None:
        state.mines[self.mines] = replace(state.mines[self.mines], revealed=True)


class DummySetAside(Event[Position], frozen=True):
    """A dummy has done all it can when everyone who came upon it has been stopped."""

    said: ClassVar[str] = "The minefield in {hex} was a dummy and is set aside."
    mines: str
    hex: str

    def apply(self, state: Position) -> None:
        del state.mines[self.mines]


class MinefieldRemoved(Event[Position], frozen=True):
    said: ClassVar[str] = "The minefield in {hex} is cleared."
    mines: str
    hex: str

    def apply(self, state: Position) -> None:
        del state.mines[self.mines]


class MinefieldLaid(Event[Position], frozen=True):
    """Laid under an open order: the enemy knows the hex, not the kind."""

    said: ClassVar[str] = "{unit} has laid a minefield in {hex}: {kind}."
    mines: Minefield
    unit: str
    hex: str
    kind: str

    def apply(self, state: Position) -> None:
        state.mines[self.mines.id] = self.mines
        unit = state.units[self.unit]
        stock = unit.mines if self.mines.kind == "dummy" else unit.mines - 1
        state.units[self.unit] = replace(unit, mines=stock, laid=self.hex)


class LaidTogether(Event[Position], frozen=True):
    """Units that worked side by side have laid one field; the first has chosen its kind."""

    said: ClassVar[str] = "{unit} has helped to lay the minefield in {hex}."
    unit: str
    hex: str

    def apply(self, state: Position) -> None:
        state.units[self.unit] = replace(state.units[self.unit], laid=self.hex)


class MineWorkSeen(Event[Position], frozen=True):
    """What the enemy learns of a field that was laid before his eyes."""

    said: ClassVar[str] = "{unit} has laid a minefield in {hex}."
    unit: str
    hex: str


def fields_at(known: Known, hex_: str) -> list[Minefield]:
    """The minefields in a hex, as far as known: at most one of each side."""
    return [mines for mines in known.mines.values() if mines.hex == hex_]


def live_fields(known: Known, unit: Unit) -> list[Minefield]:
    """The real mines under a unit, its own side's first."""
    real = [mines for mines in fields_at(known, unit.hex) if mines.kind != "dummy"]
    return sorted(real, key=lambda mines: mines.side != unit.side)


# -- exploding ---------------------------------------------------------------------------------------------


@rule(
    "BAR-mine-explosion-1",
    "BAR-mine-explosion-2",
    "BAR-mine-explosion-9",
    "BAR-mine-explosion-11",
    "BAR-mine-explosion-14",
)
def mines_met(game: Game[Position]) -> Script[None]:
    """Everyone who has just entered a mined hex stops; each is attacked for itself, friend or enemy."""
    while True:
        yield from resume_point()
        met = [
            mover.unit
            for mover in game.state.movers.values()
            if mover.entered
            and fields_at(game.state, game.state.units[mover.unit].hex)
            and mover.unit not in game.state.mined
        ]
        if not met:
            break
        unit = game.state.units[min(met)]
        game.happens(MinesCounted(unit.id), ())
        stop(game, unit.id, "BAR-mine-explosion-1")
        yield from _meet(game, unit)
    for mines in sorted(game.state.mines.values(), key=lambda found: found.id):
        if mines.revealed and mines.kind == "dummy":
            game.happens(DummySetAside(mines.id, mines.hex, cite="BAR-mine-explosion-6"))


class MinesCounted(Event[Position], frozen=True):
    """A unit whose meeting with mines in this impulse has been dealt with."""

    unit: str

    def apply(self, state: Position) -> None:
        state.mined = (*state.mined, self.unit)


@rule("BAR-mine-explosion-5", "BAR-mine-explosion-6", "BAR-detect-mines-1")
def _meet(game: Game[Position], unit: Unit) -> Script[None]:
    """The card is revealed. A dummy does nothing; pioneers find the mines without setting them off."""
    is_pioneer = game.pack.cards[unit.card].has("pioneer")
    for mines in fields_at(game.state, unit.hex):
        _turn_up(game, unit, mines, "BAR-detect-mines-1" if is_pioneer else "BAR-mine-explosion-2")
    if not is_pioneer:
        yield from set_off(game, unit)


def _turn_up(game: Game[Position], unit: Unit, mines: Minefield, cite: str) -> None:
    """Show the card of a field to everyone."""
    if not mines.revealed:
        game.happens(MinefieldMet(mines.id, unit.id, unit.hex, mines.kind, cite=cite))


@rule("BAR-mine-explosion-4")
def set_off(game: Game[Position], unit: Unit) -> Script[None]:
    """All real mines under a unit attack it; the fields stay, with their cards turned up."""
    for mines in live_fields(game.state, unit):
        _turn_up(game, unit, mines, "BAR-mine-explosion-2")
        yield from _explode(game, unit, mines)


@rule("BAR-mine-explosion-3", "BAR-mine-explosion-12")
def _explode(game: Game[Position], unit: Unit, mines: Minefield) -> Script[None]:
    """A fire test with the figures of the minefield card; who is aboard suffers with the transport."""
    attack = game.pack.mines.attack(mines.kind, game.pack.cards[unit.card].type)
    if attack is None or not attack.dice:
        return
    pips = yield from roll(
        f"{attack.dice}d6",
        "mines in {hex} against {unit}",
        "BAR-mine-explosion-3",
        unit.id,
        hex=unit.hex,
        unit=unit.id,
    )
    hits = sum(pip <= attack.accuracy for pip in pips)
    rolled = AttackRolled(
        mines.id, unit.id, "mines", attack.dice, attack.accuracy, hits, cite="BAR-mine-explosion-3"
    )
    game.happens(rolled)


# -- laying and clearing -----------------------------------------------------------------------------------


def _lay_options(pack: Pack, view: BarbarossaView, unit: Unit, given: Given) -> Iterator[UnitOrder]:
    if _lay_refusal(pack, view, unit, LayMines(), given) is None:
        yield LayMines()


@rule("BAR-lay-mines-1")
def _lay_refusal(
    pack: Pack, view: BarbarossaView, unit: Unit, order: LayMines, given: Given
) -> Illegal | None:
    """Pioneers, in the hex in which they stand; not where a field is known to lie."""
    if fields_at(view, unit.hex):
        return Illegal("There is a minefield in {hex} already.", "BAR-lay-mines-1", hex=unit.hex)
    return _pioneer_refusal(pack, unit, "BAR-lay-mines-1")


def _pioneer_refusal(pack: Pack, unit: Unit, cite: str) -> Illegal | None:
    if pack.cards[unit.card].has("pioneer"):
        return None
    return Illegal("{unit} are no pioneers.", cite, unit=unit.id)


def _clear_options(pack: Pack, view: BarbarossaView, unit: Unit, given: Given) -> Iterator[UnitOrder]:
    if _clear_refusal(pack, view, unit, ClearMines(), given) is None:
        yield ClearMines()


@rule("BAR-clear-mines-1", "BAR-detect-mines-2")
def _clear_refusal(
    pack: Pack, view: BarbarossaView, unit: Unit, order: ClearMines, given: Given
) -> Illegal | None:
    """Pioneers in a mined hex that they know of."""
    if not fields_at(view, unit.hex):
        return Illegal("No minefield is known in {hex}.", "BAR-clear-mines-1", hex=unit.hex)
    return _pioneer_refusal(pack, unit, "BAR-clear-mines-1")


class MinesChosen(Order, frozen=True):
    kind: MineKind


class KindOfMines(Question[BarbarossaView, MinesChosen], frozen=True):
    prompt: ClassVar[str] = "{unit} has finished a minefield in {hex}: which kind?"
    cite: ClassVar[str] = "BAR-lay-mines-4"
    unit: str
    hex: str

    def options(self, view: BarbarossaView) -> Iterator[MinesChosen]:
        if view.units[self.unit].mines > 0:
            yield MinesChosen("anti-tank")
            yield MinesChosen("anti-personnel")
        yield MinesChosen("dummy")


@rule("BAR-lay-mines-2", "BAR-lay-mines-4", "BAR-lay-mines-5", "BAR-lay-mines-6")
def mines_laid(game: Game[Position], unit: Unit) -> Script[None]:
    """The last box is marked: the owner chooses the kind in secret; real mines once for each unit."""
    name = minefield_key(unit.side, unit.hex)
    if name in game.state.mines:
        game.happens(LaidTogether(unit.id, unit.hex, cite="BAR-lay-mines-2"), seats_of(game.state, unit.side))
        return
    answer = yield from ask_secretly(unit.seat, KindOfMines(unit.id, unit.hex))
    mines = Minefield(name, unit.side, unit.hex, answer.kind, unit.id, placed_openly=True)
    laid = MinefieldLaid(mines, unit.id, unit.hex, answer.kind, cite="BAR-lay-mines-2")
    game.happens(
        laid, seats_of(game.state, unit.side), MineWorkSeen(unit.id, unit.hex, cite="BAR-mine-explosion-13")
    )


@rule("BAR-clear-mines-2")
def mines_cleared(game: Game[Position], unit: Unit) -> None:
    """The last box is marked: the field and its card are removed. What nobody knows of stays."""
    for mines in fields_at(game.state, unit.hex):
        if mines.side == unit.side or mines.revealed or mines.placed_openly:
            game.happens(MinefieldRemoved(mines.id, unit.hex, cite="BAR-clear-mines-2"))


# -- pioneers who do something else ------------------------------------------------------------------------


@rule("BAR-detect-mines-3", "BAR-detect-mines-4", "BAR-clear-mines-3")
def set_off_mines(game: Game[Position], step: int) -> Script[None]:
    """Pioneers in a minefield who carry out another order in this step set it off; waiting is an order."""
    for unit in _in_danger(game.pack, game.state, step):
        yield from set_off(game, unit)
    if game.state.hits:
        game.then(Item("apply-hits", ("mines",)))


def _in_danger(pack: Pack, state: Position, step: int) -> list[Unit]:
    """Pioneers in a minefield whose other order is due in this step; in step 9 at the latest."""
    mined = {mines.hex for mines in state.mines.values() if mines.kind != "dummy"}
    if not mined:
        return []
    found = [
        unit
        for unit in ground_units(state)
        if unit.hex in mined
        and pack.cards[unit.card].has("pioneer")
        and not isinstance(unit.order, ClearMines)
        and not _is_safe(state, unit)
        and min(9, unit.order.step if unit.order else 9) == step
    ]
    return sorted(found, key=lambda unit: unit.id)


@rule("BAR-detect-mines-5", "BAR-planning-5")
def _is_safe(state: Position, unit: Unit) -> bool:
    """Who can be given no order, is tied, or laid the field himself. No order at all is as good as Wait."""
    cannot = unit.suppressed or unit.lapsed or unit.hex in state.smoke
    return cannot or bool(unit.tied) or unit.laid == unit.hex


ORDERS = {
    LayMines: OrderRule(_lay_options, _lay_refusal),
    ClearMines: OrderRule(_clear_options, _clear_refusal),
}
SCRIPTS = {"mines-met": mines_met, "set-off-mines": set_off_mines}
