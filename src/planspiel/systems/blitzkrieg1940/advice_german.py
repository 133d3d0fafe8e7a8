"""Advice to bots: why an order was chosen, in sentences for players, and their German."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from planspiel.kernel import Order, Text
from planspiel.systems.blitzkrieg1940.advice_picture import Picture

__all__ = ["SENTENCES", "reasons"]


def reasons(picture: Picture, question: Any, order: Order) -> tuple[Text, ...]:
    return ()


SENTENCES: Final[Mapping[str, str]] = {}
