"""How rules wait. A script is a generator that reads like the paragraph it implements.

It yields a `Decision` (one seat must choose), a `Commitment` (several choose secretly and are revealed
together), a `Window` (reactions) or a `Chance` (dice), and at the top of its loop a resume point.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from enum import Enum
from typing import Any, TypeVar

from msgspec import Struct

from planspiel.kernel.question import Order, Question
from planspiel.kernel.state import Seat
from planspiel.kernel.text import Text

__all__ = [
    "RESUME",
    "Chance",
    "Commitment",
    "Decision",
    "Pause",
    "Policy",
    "ResumePoint",
    "Script",
    "Window",
    "ask",
    "ask_secretly",
    "commit",
    "react_all",
    "react_best",
    "react_each",
    "resume_point",
    "roll",
]

T = TypeVar("T")
O = TypeVar("O", bound=Order)  # noqa: E741 - O for order
Asks = Mapping[Seat, Question[Any, Any]]


class Decision(Struct, frozen=True):
    """One seat must choose. A secret choice is known to its seat alone until an event tells."""

    seat: Seat
    question: Question[Any, Any]
    secret: bool = False


class Commitment(Struct, frozen=True):
    """Several seats choose secretly; the answers are kept outside the state until all are in."""

    asks: Asks


class Policy(Enum):
    """How a book lets several seats react."""

    BEST = "best"  # all claim at once, the best claim is carried out
    EACH = "each"  # each in turn; whoever acts, the window opens anew
    ALL = "all"  # all claims are carried out together


class Window(Struct, frozen=True):
    """An opportunity to react; every question in it may be answered with `Decline`.

    A window is `live` only if both its existence and the pause follow from what all seats already know.
    Otherwise standing orders answer, and who has given none declines.
    """

    policy: Policy
    asks: Asks
    live: bool = True


class Chance(Struct, frozen=True):
    """Dice asked for. `roller` and `why` name the roll, so that the same roll is the same in any order."""

    dice: str
    why: Text
    cite: str
    roller: str = ""
    seen_by: tuple[Seat, ...] | None = None


class ResumePoint(Struct, frozen=True):
    """Here the kernel may forget earlier answers: what is still needed lives in the state."""


RESUME = ResumePoint()
Pause = Decision | Commitment | Window | Chance | ResumePoint
Script = Generator[Pause, Any, T]


def ask(seat: Seat, question: Question[Any, O]) -> Script[O]:
    answer: O = yield Decision(seat, question)
    return answer


def ask_secretly(seat: Seat, question: Question[Any, O]) -> Script[O]:
    """As `ask`, but the answer is not to be known to others before an event tells."""
    answer: O = yield Decision(seat, question, secret=True)
    return answer


def commit(asks: Mapping[Seat, Question[Any, O]]) -> Script[dict[Seat, O]]:
    """Sealed answers of all asked seats, revealed together.

    Make it the last question of its agenda item: what follows the reveal is the next numbered step.
    """
    answers: dict[Seat, O] = yield Commitment(asks)
    return answers


def react_best(asks: Mapping[Seat, Question[Any, O]], *, live: bool = True) -> Script[tuple[Seat, O] | None]:
    """All claim at once; the claim with the best priority, then the first seat asked, is returned."""
    claim: tuple[Seat, O] | None = yield Window(Policy.BEST, asks, live)
    return claim


def react_each(asks: Mapping[Seat, Question[Any, O]], *, live: bool = True) -> Script[tuple[Seat, O] | None]:
    """Each in turn until one acts; carry it out and open the window anew. None: all have declined."""
    claim: tuple[Seat, O] | None = yield Window(Policy.EACH, asks, live)
    return claim


def react_all(asks: Mapping[Seat, Question[Any, O]], *, live: bool = True) -> Script[dict[Seat, O]]:
    """All claims, to be carried out together."""
    claims: dict[Seat, O] = yield Window(Policy.ALL, asks, live)
    return claims


def roll(
    dice: str,
    why: str,
    cite: str,
    roller: str = "",
    seen_by: tuple[Seat, ...] | None = None,
    **values: str | int,
) -> Script[tuple[int, ...]]:
    """Dice, thrown by whoever holds them: the seeded source, a test, or the players at a real table."""
    pips: tuple[int, ...] = yield Chance(dice, Text(why, values), cite, roller, seen_by)
    return pips


def resume_point() -> Script[None]:
    """Only in an agenda item's own frame, at the top of its loop, before that pass writes anything."""
    yield RESUME
