"""What bots say of themselves, in German, and all that the bots of a system may say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from planspiel.kernel import System
from planspiel.systems import registry

__all__ = ["SENTENCES", "german_of"]

SENTENCES: Final[Mapping[str, str]] = {
    "Of {tried} orders tried in {games} imagined games it did best, in {visits} of them.": (
        "Von {tried} Befehlen, die in {games} gedachten Partien erprobt wurden, schnitt er am besten ab, in "
        "{visits} davon."
    ),
}


def german_of(system: System[Any, Any, Any]) -> Mapping[str, str]:
    """The German of every reason that a bot may give in a game of this system."""
    return {**SENTENCES, **registry.advice(system.id).german()}
