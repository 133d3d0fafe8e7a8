"""What the log of a game means in figures: elements lost by model, whose dice, who holds what counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from planspiel.kernel import Event, Side
from planspiel.kernel.log import Rolled
from planspiel.systems.wiener2022.advice_ground import aims_of
from planspiel.systems.wiener2022.booty import Captured
from planspiel.systems.wiener2022.edge import LeftBoard
from planspiel.systems.wiener2022.losses import Lost
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import SIDES, Position, at, enemy_of

__all__ = ["Tally"]

BAD_IF_HIGH = (
    "loss roll of {element}",
    "lucky hit on {element}",
    "chance hit on {element}",
    "mine against {element}",
    "flak at {aircraft}",
    "self-defence against {aircraft}",
    "second die against {aircraft}",
    "combing of {field}",
    "artillery reconnaissance of {field}",
    "landing of {element}",
)
"""Dice that are named after the one who suffers. In all others who rolls wants to roll high."""


class Tally:
    """Reads one game."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack

    def losses(self, state: Position, event: Event[Any]) -> Iterable[tuple[Side, str, int]]:
        """Every element that is destroyed, captured or driven off the board."""
        if isinstance(event, Captured):
            yield enemy_of(event.side), state.elements[event.element].model, 1
        elif isinstance(event, Lost) or (isinstance(event, LeftBoard) and event.fate == "lost"):
            element = state.elements[event.element]
            if not self._pack.models[element.model].is_dummy:
                yield element.side, element.model, 1

    def throw(self, state: Position, rolled: Rolled) -> tuple[Side, int] | None:
        good = -1 if rolled.why.template in BAD_IF_HIGH else 1
        if rolled.roller in SIDES:
            return Side(rolled.roller), good
        element = state.elements.get(rolled.roller.rpartition("/")[2])
        return None if element is None else (element.side, good)

    def holdings(self, state: Position) -> Mapping[str, Side]:
        """Who stands alone in the fields that missions ask for."""
        found: dict[str, Side] = {}
        for field in self._fields(state.scenario):
            sides = {one.side: None for one in at(state, field) if not one.height and not one.guise}
            if len(sides) == 1:
                found[field] = next(iter(sides))
        return found

    def _fields(self, scenario: str) -> tuple[str, ...]:
        aims = [aim for side in SIDES for aim in aims_of(self._pack, scenario, side)]
        return tuple(dict.fromkeys(field for aim in aims for field in aim.fields))

    def points(self, state: Position) -> Mapping[Side, int]:
        """Missions have no points."""
        return {}

    def names(self, scenario: str, language: str) -> Mapping[str, str]:
        german = language == "de"
        found = self._pack.scenarios[scenario]
        theatre = self._pack.theatre(scenario)
        sides = {str(side): found.party(side).name_de if german else found.party(side).name for side in SIDES}
        models = {id: one.name_de if german else one.name for id, one in self._pack.models.items()}
        places = {
            field: f"{theatre.names[field][1 if german else 0]} {field}"
            for field in self._fields(scenario)
            if field in theatre.names
        }
        return {**sides, **models, **places}
