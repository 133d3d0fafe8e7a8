"""Time boxes: orders that take several rounds."""

from __future__ import annotations

from planspiel.systems.barbarossa1941.cards import TimeBox, WorkBox
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.state import Unit

__all__ = ["boxes_needed", "goes_on"]


def boxes_needed(pack: Pack, unit: Unit) -> int:
    """How many boxes the order of a unit has on its card; 0 if it is done at once."""
    if unit.order is None:
        return 0
    box = getattr(pack.cards[unit.card].orders, unit.order.name)
    return box.boxes if isinstance(box, TimeBox | WorkBox) else 0


def goes_on(pack: Pack, unit: Unit) -> bool:
    """Whether the order is not finished and stays on the card; suppression wipes it out, smoke does not.

    Aircraft keep theirs until they are back on the airfield.
    """
    return unit.fate == "air" or (not unit.suppressed and unit.boxes < boxes_needed(pack, unit))
