"""The game options: where two readings of the book are both reasonable. The default is the ruling."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Final

from planspiel.kernel import Choice

__all__ = ["CHOICES", "choices_of"]

CHOICES: Final[Mapping[str, Choice]] = {
    "mode": Choice(
        "open",
        "How much of the enemy is seen",
        "Wieviel man vom Gegner sieht",
        "WPR-verdeckt-4",
        ("open", "partly", "hidden"),
    ),
}


def choices_of(*chapters: ModuleType) -> Mapping[str, Choice]:
    """These, and the options that the chapters bring, in their order."""
    brought = {
        name: choice for chapter in chapters for name, choice in getattr(chapter, "CHOICES", {}).items()
    }
    return {**CHOICES, **brought}
