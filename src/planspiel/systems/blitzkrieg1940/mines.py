"""10.1 Minefields: an attack on whoever enters, until the field is used up."""

from __future__ import annotations

from typing import ClassVar

from planspiel.kernel import Event, Game, Script, roll, rule
from planspiel.systems.blitzkrieg1940 import results
from planspiel.systems.blitzkrieg1940.state import Position

__all__ = ["MinefieldFound", "MinefieldUsedUp", "MinesExploded", "find", "mine_attack"]


class MinefieldFound(Event[Position], frozen=True):
    """A hidden minefield lies open from now on."""

    said: ClassVar[str] = "There is a minefield in {hex}."
    reveals: ClassVar[bool] = True
    hex: str

    def apply(self, state: Position) -> None:
        state.found_mines = (*state.found_mines, self.hex)


class MinesExploded(Event[Position], frozen=True):
    said: ClassVar[str] = "Mines attack {unit} in {hex}: {roll} gives {result}."
    unit: str
    hex: str
    roll: int
    result: str


class MinefieldUsedUp(Event[Position], frozen=True):
    said: ClassVar[str] = "The minefield in {hex} is used up."
    hex: str

    def apply(self, state: Position) -> None:
        del state.mines[self.hex]


def find(game: Game[Position], hex_: str) -> None:
    """Somebody has entered a hex: if there are hidden mines, both sides know of them now."""
    state = game.state
    if hex_ in state.mines and state.options["mine_secrecy"] and hex_ not in state.found_mines:
        game.happens(MinefieldFound(hex_, cite="BLK-10.1-G3"))


@rule("BLK-10.1-B", "BLK-10.1-C", "BLK-10.1-G4")
def mine_attack(game: Game[Position], unit: str, depletion: bool) -> Script[None]:
    """A unit has entered a hex: mines there attack it, of whichever side they are.

    Nothing modifies the attack, neither armour nor terrain. An HQ can only be neutralised; a carrier and the
    company on it are one target. A retreating unit does not use the field up (6.3.3).
    """
    hex_ = game.state.units[unit].hex
    if not _is_mined(game.state, hex_):
        return
    find(game, hex_)
    pips = yield from roll(
        "2d6", "mines in {hex} against {unit}", "BLK-10.1-B", roller=unit, hex=hex_, unit=unit
    )
    reading = game.pack.charts.mines(sum(pips))
    game.happens(MinesExploded(unit, hex_, sum(pips), reading.result, cite="BLK-10.1-B"))
    yield from results.suffer(game, unit, reading.result)
    if depletion:
        yield from _use_up(game, hex_, unit)


@rule("BLK-10.1-G", "BLK-10.1-G1", "BLK-10.1-G2")
def _is_mined(state: Position, hex_: str) -> bool:
    """Own mines or the enemy's: whoever enters is attacked, whoever was set up there stays unharmed."""
    return hex_ in state.mines


@rule("BLK-10.1-E", "BLK-10.1-F")
def _use_up(game: Game[Position], hex_: str, unit: str) -> Script[None]:
    """After each attack two dice tell whether the field is used up; until then it stays."""
    checks = game.pack.checks
    pips = yield from roll(
        checks.minefield_dice, "minefield in {hex} used up", "BLK-10.1-E", roller=unit, hex=hex_
    )
    low, high = checks.minefield_exhausted
    if low <= sum(pips) <= high:
        game.happens(MinefieldUsedUp(hex_, cite="BLK-10.1-E"))
