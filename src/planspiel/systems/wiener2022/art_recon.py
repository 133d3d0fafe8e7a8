"""Artillery reconnaissance (Aufklärung indirekt feuernder Waffen): who fires indirectly may be located."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Script, Side, roll, rule
from planspiel.systems.wiener2022 import secrecy, sight
from planspiel.systems.wiener2022.observing import battery_of
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import (
    Element,
    Known,
    Position,
    enemy_of,
    on_board,
    put,
    seats_of,
)

__all__ = ["Located", "locate", "within_reach"]


class Located(Event[Position], frozen=True):
    """The marker stays until the weapon leaves its field or is lost."""

    said: ClassVar[str] = "{element} is located in {field}."
    reveals: ClassVar[bool] = True
    element: str
    field: str

    def apply(self, state: Position) -> None:
        put(state, replace(state.elements[self.element], located=True))


@rule("WPR-artillerieaufklaerung-1", "WPR-artillerieaufklaerung-4")
def locate(game: Game[Position], firers: Sequence[str]) -> Script[None]:
    """After each firing the other party rolls once against each firing weapon. It costs nothing.

    The die names neither the weapon nor its field: on a failure the finder knows no more than before.
    """
    for name in firers:
        firer = game.state.elements[name]
        if firer.located or not on_board(firer):
            continue
        finder = enemy_of(firer.side)
        if not within_reach(game.pack, game.state, firer, finder):
            continue
        told = None if secrecy.is_open(game.state) else seats_of(game.state, finder)
        why = "artillery reconnaissance of a weapon that fired"
        (face,) = yield from roll("1d6", why, "WPR-artillerieaufklaerung-1", str(finder), told)
        if face >= game.pack.tables.work.locate:
            game.happens(Located(name, firer.field, cite="WPR-artillerieaufklaerung-3"), told)


@rule("WPR-artillerieaufklaerung-2")
def within_reach(pack: Pack, known: Known, firer: Element, finder: Side) -> bool:
    """A battery reconnoitres as far as it fires indirectly."""
    for element in known.elements.values():
        if element.side != finder or not on_board(element):
            continue
        weapon = battery_of(pack, element)
        if weapon is not None and sight.distance(pack, known, element.field, firer.field) <= weapon.indirect:
            return True
    return False
