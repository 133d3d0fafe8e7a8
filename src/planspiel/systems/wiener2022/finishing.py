"""FERTIG: when the active party may end its half-turn."""

from __future__ import annotations

from planspiel.kernel import Illegal, rule
from planspiel.systems.wiener2022 import crowding
from planspiel.systems.wiener2022.activities import ACTIVITIES
from planspiel.systems.wiener2022.movement import Move
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import Element, Phase
from planspiel.systems.wiener2022.view import WienerView

__all__ = ["done_refusal"]


@rule("WPR-spielablauf-11", "WPR-stauungen-2")
def done_refusal(pack: Pack, view: WienerView, phase: Phase) -> Illegal | None:
    """Not while like models share a field and one of them could still drive away; else they stand crowded."""
    if phase != "other":
        return None
    for pair in crowding.crowded(pack, view, view.side):
        for element in pair:
            if _could_leave(pack, view, element):
                return Illegal(
                    "{field} is crowded, and {element} can still leave it.",
                    "WPR-spielablauf-11",
                    field=element.field,
                    element=element.id,
                )
    return None


def _could_leave(pack: Pack, view: WienerView, element: Element) -> bool:
    if element.acted or not element.ready:
        return False
    return next(ACTIVITIES[Move].options(pack, view, element), None) is not None
