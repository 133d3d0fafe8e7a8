"""The game options: where two readings of the book are both reasonable. The default is the ruling."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType

from planspiel.kernel import Choice

__all__ = ["choices_of"]


def choices_of(*chapters: ModuleType) -> Mapping[str, Choice]:
    """The options that the chapters bring, in their order."""
    return {name: choice for chapter in chapters for name, choice in getattr(chapter, "CHOICES", {}).items()}
