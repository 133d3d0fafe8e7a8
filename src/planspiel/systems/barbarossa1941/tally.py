"""What the log of a battle means in figures: symbols lost by card, whose dice, who holds the objectives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from planspiel.kernel import Event, Side
from planspiel.kernel.log import Rolled
from planspiel.systems.barbarossa1941.laying import objectives
from planspiel.systems.barbarossa1941.losses import CasualtiesSuffered
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.state import SIDES, Position, units_at
from planspiel.systems.barbarossa1941.victory import points_now

__all__ = ["Tally"]

HIGHER_IS_BETTER = ("BAR-counterattack-2", "BAR-air-combat-7", "BAR-mine-explosion-3")
"""Who goes first is settled by the higher die, and mines are rolled for by whom they hurt. Everything else
succeeds at or below a value."""

SIDE_NAMES = {
    "en": {"german": "Germans", "soviet": "Soviets"},
    "de": {"german": "Deutsche", "soviet": "Sowjets"},
}


class Tally:
    """Reads one battle."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack

    def losses(self, state: Position, event: Event[Any]) -> Iterable[tuple[Side, str, int]]:
        """Every symbol crossed off a card."""
        if isinstance(event, CasualtiesSuffered):
            unit = state.units[event.unit]
            yield unit.side, unit.card, event.lost

    def throw(self, state: Position, rolled: Rolled) -> tuple[Side, int] | None:
        """The side of the unit that rolls. A die hits at or below the accuracy, and tests are passed low."""
        good = 1 if rolled.cite in HIGHER_IS_BETTER else -1
        if rolled.roller in SIDES:
            return Side(rolled.roller), good
        unit = state.units.get(rolled.roller)
        return None if unit is None else (unit.side, good)

    def holdings(self, state: Position) -> Mapping[str, Side]:
        """Who stands alone in the hexes that count."""
        found: dict[str, Side] = {}
        for objective in objectives(self._pack, state.scenario):
            sides = {unit.side: None for unit in units_at(state, objective.at)}
            if len(sides) == 1:
                found[objective.at] = next(iter(sides))
        return found

    def points(self, state: Position) -> Mapping[Side, int]:
        return points_now(self._pack, state, self._pack.scenarios[state.scenario].rounds)

    def names(self, scenario: str, language: str) -> Mapping[str, str]:
        german = language == "de"
        cards = {id: card.name_de if german else card.name for id, card in self._pack.cards.items()}
        places = {
            each.at: f"{(each.name_de if german else each.name) or each.at} {each.at}".strip()
            for each in objectives(self._pack, scenario)
        }
        return {**SIDE_NAMES["de" if german else "en"], **cards, **places}
