"""Time boxes: orders that take several rounds."""

from __future__ import annotations

from planspiel.kernel import rule
from planspiel.systems.barbarossa1941.cards import TimeBox, WorkBox
from planspiel.systems.barbarossa1941.orders import DigIn, Pontoon, Resupply
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.state import Known, Unit

__all__ = ["boxes_needed", "goes_on", "has_all_boxes"]


def boxes_needed(pack: Pack, unit: Unit) -> int:
    """How many boxes the order of a unit has on its card; 0 if it is done at once."""
    if unit.order is None:
        return 0
    box = getattr(pack.cards[unit.card].orders, unit.order.name)
    return box.boxes if isinstance(box, TimeBox | WorkBox) else 0


def has_all_boxes(pack: Pack, unit: Unit) -> bool:
    return unit.boxes >= boxes_needed(pack, unit)


@rule("BAR-sequence-14")
def goes_on(pack: Pack, known: Known, unit: Unit) -> bool:
    """Whether the order is not finished and stays on the card; suppression wipes it out, smoke does not.

    Aircraft keep theirs until they are back on the airfield, a loading transport until it is on the board.
    """
    if unit.fate in ("air", "loading"):
        return True
    if unit.suppressed or boxes_needed(pack, unit) == 0:
        return False
    match unit.order:
        case Resupply(source=""):
            return _is_awaited(pack, known, unit)
        case Pontoon() | DigIn():  # who has all his boxes waits for the others; finished work ends the order
            return True
        case _:
            return not has_all_boxes(pack, unit)


def _is_awaited(pack: Pack, known: Known, transport: Unit) -> bool:
    """Whether a transport that hands out supply has receivers that are not finished."""
    return any(
        isinstance(unit.order, Resupply)
        and unit.order.source == transport.id
        and not unit.suppressed
        and not has_all_boxes(pack, unit)
        for unit in known.units.values()
    )
