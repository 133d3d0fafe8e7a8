"""What the log of a battle means in figures: steps lost by counter, whose dice, who holds the objectives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from planspiel.kernel import Event, Side
from planspiel.kernel.log import Rolled
from planspiel.systems.blitzkrieg1940.marker_events import ActivationBegan
from planspiel.systems.blitzkrieg1940.pack import Bands, Pack
from planspiel.systems.blitzkrieg1940.results import StepLost
from planspiel.systems.blitzkrieg1940.state import SIDES, Position
from planspiel.systems.blitzkrieg1940.victory import points_on_the_track

__all__ = ["Tally"]

READ_ON_THE_TABLE = ("BLK-8.2.5-A", "BLK-8.6.1-E")
"""Fire and salvoes: the higher the better. All checks succeed at or below a value."""
NEITHER = ("BLK-10.1-E",)
"""Whether a minefield is used up is good for nobody in particular."""

SIDE_NAMES = {
    "en": {"french": "French", "german": "Germans"},
    "de": {"french": "Franzosen", "german": "Deutsche"},
}


class Tally:
    """Reads one battle."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        self._active: Side | None = None

    def losses(self, state: Position, event: Event[Any]) -> Iterable[tuple[Side, str, int]]:
        """Every step lost in play; a unit loses its last step before it is eliminated."""
        if isinstance(event, ActivationBegan):
            self._active = event.side
        elif isinstance(event, StepLost):
            unit = state.units[event.unit]
            yield unit.side, unit.counter, 1

    def throw(self, state: Position, rolled: Rolled) -> tuple[Side, int] | None:
        """The side of the unit, formation or marker that rolls; off-map fire is the active side's."""
        side = self._side_of(state, rolled.roller)
        if side is None:
            return None
        if rolled.cite in NEITHER:
            return side, 0
        return side, 1 if rolled.cite in READ_ON_THE_TABLE else -1

    def _side_of(self, state: Position, roller: str) -> Side | None:
        if roller in state.units:
            return state.units[roller].side
        if roller in state.formations:
            return state.formations[roller].side
        if roller in SIDES:
            return Side(roller)
        return None if roller == "cup" else self._active

    def holdings(self, state: Position) -> Mapping[str, Side]:
        return state.control

    def points(self, state: Position) -> Mapping[Side, int]:
        rule = self._pack.scenarios[state.scenario].victory
        counted = points_on_the_track(self._pack, state)
        return {Side(rule.side): counted} if isinstance(rule, Bands) and counted is not None else {}

    def names(self, scenario: str, language: str) -> Mapping[str, str]:
        german = language == "de"
        counters = {id: each.name_de if german else each.name for id, each in self._pack.counters.items()}
        places = self._places(scenario, german)
        return {**SIDE_NAMES["de" if german else "en"], **counters, **places}

    def _places(self, scenario: str, german: bool) -> dict[str, str]:
        """A place of several hexes bears its name in each; the hex tells them apart."""
        objectives = self._pack.theatre(scenario).objectives
        named = {hex_: (german and each.name_de) or each.name or hex_ for hex_, each in objectives.items()}
        often = Counter(named.values())
        return {hex_: name if often[name] == 1 else f"{name} {hex_}" for hex_, name in named.items()}
