"""Self-smoke (Einnebeln bedrängter Kampffahrzeuge): a hard pressed combat vehicle hides in its own smoke."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Script, roll, rule
from planspiel.systems.wiener2022 import secrecy
from planspiel.systems.wiener2022.air_tasks import is_attacked_together
from planspiel.systems.wiener2022.modifiers import look_of
from planspiel.systems.wiener2022.state import Element, Position, on_board, put

__all__ = ["SelfSmokeFailed", "SelfSmokeLaid", "try_self_smoke"]


class SelfSmokeLaid(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} hides in its own smoke."
    element: str

    def apply(self, state: Position) -> None:
        put(state, replace(state.elements[self.element], self_smoke=True))


class SelfSmokeFailed(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} fails to lay smoke."
    element: str


@rule("WPR-selbstnebel-1", "WPR-selbstnebel-4", "WPR-nebel-9")
def try_self_smoke(game: Game[Position], name: str) -> Script[None]:
    """One try after each effect 5. It costs nothing and can only help, so nobody is asked."""
    element = game.state.elements[name]
    if not _may_try(game, element):
        return
    told = secrecy.audience(game, (name,))
    (face,) = yield from roll("1d6", "self-smoke of {element}", "WPR-selbstnebel-1", name, told, element=name)
    success = face >= game.pack.tables.work.self_smoke
    event = SelfSmokeLaid if success else SelfSmokeFailed
    secrecy.tell(game, event(name, cite="WPR-selbstnebel-1"), (name,))


@rule("WPR-selbstnebel-2")
def _may_try(game: Game[Position], element: Element) -> bool:
    """Combat vehicles and armoured mounts alone, and not where simultaneous action was announced."""
    if _is_simultaneous(game.state):
        return False
    is_fit = on_board(element) and not element.self_smoke and not element.height
    return is_fit and look_of(game.pack, element).fights_as_tank


def _is_simultaneous(state: Position) -> bool:
    """Announced for the move that is going on, or for the attack of aircraft."""
    if state.march is not None and state.march.simultaneous:
        return True
    return is_attacked_together(state)
