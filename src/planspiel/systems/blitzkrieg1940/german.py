"""The German of every sentence, merged from the chapters' catalogues."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from planspiel.systems.blitzkrieg1940 import german_fire, german_movement, german_turn

__all__ = ["SENTENCES"]

SENTENCES: Final[Mapping[str, str]] = {
    **german_fire.GERMAN,
    **german_movement.GERMAN,
    **german_turn.GERMAN,
}
"""By the English template."""
