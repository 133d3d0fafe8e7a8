"""Instructions: what a seat may say while the game is suspended, whoever is asked.

Standing orders, resignation, draw offers and the wish to take something back. They are logged in sequence,
replayed at the same place, and known to their owner alone until they act.
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from msgspec import Struct

from planspiel.kernel.event import Event
from planspiel.kernel.question import View
from planspiel.kernel.text import kebab

__all__ = [
    "KERNEL_INSTRUCTIONS",
    "AllowTakeBack",
    "Instruction",
    "OfferDraw",
    "Resign",
    "TakeBack",
    "WithdrawDraw",
]

V = TypeVar("V", bound=View[Any])


class Instruction(
    Struct,
    Generic[V],
    frozen=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="tell",
    tag=kebab,
):
    """The base of a system's own instructions, such as setting a standing order."""

    def check(self, view: V) -> None:
        """Refuse what the rules forbid on what this seat knows."""

    def events(self, view: V) -> tuple[Event[Any], ...]:
        """What it writes; only the seat itself learns of it."""
        return ()


class Resign(Instruction[Any], frozen=True):
    """Give the game up."""


class OfferDraw(Instruction[Any], frozen=True):
    """Offer a draw; when all seats have, the game is drawn."""


class WithdrawDraw(Instruction[Any], frozen=True):
    """Take an offer of a draw back."""


class TakeBack(Instruction[Any], frozen=True):
    """Take back the last order: at once up to the last barrier, otherwise if all others consent."""


class AllowTakeBack(Instruction[Any], frozen=True):
    """Consent to what another seat asked to take back."""


KERNEL_INSTRUCTIONS: tuple[type[Instruction[Any]], ...] = (
    Resign,
    OfferDraw,
    WithdrawDraw,
    TakeBack,
    AllowTakeBack,
)
