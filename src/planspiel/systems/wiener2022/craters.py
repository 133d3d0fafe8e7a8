"""Craters by fire (Spielzubehör): off by default, a scenario or the players may switch them on."""

from __future__ import annotations

from typing import Final

from planspiel.kernel import Choice, rule
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import Known

__all__ = ["CHOICES", "leaves_crater"]

CHOICES = {
    "craters_by_fire": Choice(
        False,
        "Heavy indirect fire and bombs leave craters",
        "Schweres indirektes Feuer und Bomben hinterlassen Trichter",
        "WPR-zubehoer-X1",
    ),
}
HEAVY_PLUS: Final = 3
HEAVY_EFFECT: Final = 6


@rule("WPR-zubehoer-X1")
def leaves_crater(pack: Pack, known: Known, field: str, *, plus: int, value: int) -> bool:
    """Whether indirect fire or a bomb of this calibre plus and value makes a crater in a field.

    Only with the option, from +3 and an effect of 6 on, in open ground; a road may lead through it.
    """
    if not known.options["craters_by_fire"] or plus < HEAVY_PLUS or value < HEAVY_EFFECT:
        return False
    return pack.theatre(known.scenario).ground[field] == "open"
