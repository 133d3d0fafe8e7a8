"""The board as drawn: where each place lies, and what is printed there. The same for every seat.

A system may tell its board with a method `board(setup)`; else it is the map that the scenario names in the
pack. A system that has neither has no sheet: its observations have no board, and its picture is its text.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from planspiel.boards.hex import HexBoard
from planspiel.boards.square import SquareBoard
from planspiel.kernel import Setup, System

__all__ = ["Sheet", "sheet_of"]

Point = tuple[float, float]
_SQUARE: tuple[Point, ...] = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))


class Sheet(Struct, frozen=True):
    """Places in label order, right and down, neighbours 1 apart."""

    centres: dict[str, Point]
    outlines: dict[str, tuple[Point, ...]]
    terrain: dict[str, str]
    level: dict[str, int]

    @property
    def origin(self) -> Point:
        return min(x for x, _ in self.centres.values()), min(y for _, y in self.centres.values())

    @property
    def size(self) -> Point:
        """From the first centre to the last, at least 1."""
        left, top = self.origin
        right, bottom = max(x for x, _ in self.centres.values()), max(y for _, y in self.centres.values())
        return max(1.0, right - left), max(1.0, bottom - top)

    def shares(self) -> dict[str, Point]:
        """Where each place lies, as shares of width and height from 0 to 1."""
        (left, top), (width, height) = self.origin, self.size
        return {label: ((x - left) / width, (y - top) / height) for label, (x, y) in self.centres.items()}


def sheet_of(system: System[Any, Any, Any], setup: Setup) -> Sheet | None:
    """The board of a scenario, if it has places that can be named."""
    printed = _map_of(system, setup)
    told = getattr(system, "board", None)
    board = told(setup) if callable(told) else printed.board() if printed is not None else None
    ground = printed.ground() if printed is not None else None
    terrain: Mapping[str, str] = ground.terrain if ground is not None else {}
    level: Mapping[str, int] = ground.level if ground is not None else {}
    if isinstance(board, HexBoard):
        layout = board.layout
        axial = {label: board.axial(label) for label in board.labels}
        return Sheet(
            {label: layout.centre(hex_) for label, hex_ in axial.items()},
            {label: layout.corners(hex_) for label, hex_ in axial.items()},
            dict(terrain),
            dict(level),
        )
    if isinstance(board, SquareBoard):
        fields = {label: board.field(label) for label in board.labels}
        return Sheet(
            {label: (float(x), float(y)) for label, (x, y) in fields.items()},
            {label: tuple((x + dx, y + dy) for dx, dy in _SQUARE) for label, (x, y) in fields.items()},
            dict(terrain),
            dict(level),
        )
    return None


def _map_of(system: System[Any, Any, Any], setup: Setup) -> Any:
    """The map that the scenario names in its pack."""
    scenario = getattr(system.pack, "scenarios", {}).get(setup.scenario)
    return getattr(system.pack, "maps", {}).get(getattr(scenario, "map", None))
