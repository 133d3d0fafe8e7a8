"""What hits do to bridges (Brücken): 5 closes one for a turn, 6 destroys it with those who are on it."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Script, rule
from planspiel.systems.wiener2022.effect import BLACK, LOSS, level_of
from planspiel.systems.wiener2022.losses import lose
from planspiel.systems.wiener2022.state import Element, Position, at

__all__ = ["BridgeClosed", "BridgeDestroyed", "destroy", "suffer"]


class BridgeClosed(Event[Position], frozen=True):
    said: ClassVar[str] = "The bridge {bridge} is impassable for one turn."
    bridge: str
    until: int
    """The last half-turn in which it is closed."""

    def apply(self, state: Position) -> None:
        there = state.bridges[self.bridge]
        state.bridges[self.bridge] = replace(there, closed_until=max(there.closed_until, self.until))


class BridgeDestroyed(Event[Position], frozen=True):
    said: ClassVar[str] = "The bridge {bridge} is destroyed."
    bridge: str
    over_water: bool = False
    """A wreck on it has gone down with it."""

    def apply(self, state: Position) -> None:
        state.bridges[self.bridge] = replace(state.bridges[self.bridge], intact=False)
        if self.over_water:
            state.wrecks.pop(self.bridge, None)


@rule("WPR-bruecken-5", "WPR-bruecken-8")
def suffer(game: Game[Position], place: str, value: int) -> Script[None]:
    """Lower effects have no result. A closed bridge opens after the opponent's next half-turn."""
    level = level_of(value)
    if level == LOSS:
        yield from destroy(game, place, "WPR-bruecken-5")
    elif level == BLACK:
        game.happens(BridgeClosed(place, game.state.half + 1, cite="WPR-bruecken-8"))


@rule("WPR-bruecken-6")
def destroy(game: Game[Position], place: str, cite: str) -> Script[None]:
    """A bridge is gone, by fire or demolition; whoever and whatever is on it over water is lost."""
    over_water = "|" not in place and not game.pack.theatre(game.state.scenario).is_land(place)
    game.happens(BridgeDestroyed(place, over_water, cite=cite))
    for element in tuple(at(game.state, place)) if over_water else ():
        if _stands_on_it(game, element):
            yield from lose(game, element.id, "WPR-bruecken-6")


def _stands_on_it(game: Game[Position], element: Element) -> bool:
    """Craft below and aircraft above are not on the bridge; passengers go with what carries them."""
    model = game.pack.models[element.model]
    return not (model.is_watercraft or element.height or element.aboard)
