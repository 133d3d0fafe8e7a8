"""What a rule system tells bots: what a position is worth, which orders are worth a thought, and why.

Advice is no rule: it judges what the rules allow, from a seat's view alone. A system brings its own in
`<system>/advice.py`; one that brings none is played with `Neutral`, which has no opinion.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, Final, Protocol

from msgspec import Struct

from planspiel.kernel import Order, Question, Rng, Side, Text

__all__ = ["BALANCED", "BOLD", "CAUTIOUS", "MOST_CANDIDATES", "TEMPERS", "Advice", "Neutral", "Temper"]

MOST_CANDIDATES: Final = 20


class Temper(Struct, frozen=True):
    """A personality: how much own losses, enemy losses and ground count, in percent of their worth."""

    name: str
    own_losses: int = 100
    enemy_losses: int = 100
    ground: int = 100


BALANCED: Final = Temper("balanced")
CAUTIOUS: Final = Temper("cautious", own_losses=140, ground=85)
BOLD: Final = Temper("bold", own_losses=70, ground=120)
TEMPERS: Final[Mapping[str, Temper]] = {temper.name: temper for temper in (CAUTIOUS, BALANCED, BOLD)}


class Advice(Protocol):
    """A system's share of its bots. Everything is judged on the view of the seat that is asked."""

    def evaluate(self, view: Any, side: Side, temper: Temper) -> int:
        """What the position is worth to a side, in hundredths of a victory point; the enemy's is about minus
        that."""
        ...

    def propose(self, question: Question[Any, Any], view: Any, rng: Rng) -> Sequence[Order]:
        """Legal orders worth a thought, about `MOST_CANDIDATES` of them at most, and at least one."""
        ...

    def score(self, question: Question[Any, Any], view: Any, order: Order, temper: Temper) -> int | None:
        """What an order promises at once, by exact odds where dice fall; None for no opinion.

        The same unit as `evaluate`, so that declining a reaction, which changes nothing, is worth 0.
        """
        ...

    def why(self, question: Question[Any, Any], view: Any, order: Order, temper: Temper) -> tuple[Text, ...]:
        """Sentences that say what speaks for an order. They may name only what the view shows."""
        ...

    def german(self) -> Mapping[str, str]:
        """The German of those sentences, by their English templates."""
        ...


class Neutral:
    """No opinion: the first options in their order, none better than another."""

    def evaluate(self, view: Any, side: Side, temper: Temper) -> int:
        return 0

    def propose(self, question: Question[Any, Any], view: Any, rng: Rng) -> Sequence[Order]:
        listed: list[Order] = list(islice(question.options(view), MOST_CANDIDATES))
        return listed or [question.sample(view, rng)]

    def score(self, question: Question[Any, Any], view: Any, order: Order, temper: Temper) -> int | None:
        return None

    def why(self, question: Question[Any, Any], view: Any, order: Order, temper: Temper) -> tuple[Text, ...]:
        return ()

    def german(self) -> Mapping[str, str]:
        return {}
