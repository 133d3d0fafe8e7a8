"""Who is waited for, and when the answers to a pause are complete."""

from __future__ import annotations

from typing import Any, Final

from planspiel.kernel.decision import Chance, Commitment, Decision, Pause, Policy, Window
from planspiel.kernel.question import Decline, Order, Question
from planspiel.kernel.state import Seat

__all__ = ["DECLINE", "WAITING", "asks", "resolution", "waiting"]

DECLINE: Final = Decline()
WAITING: Final = object()
Answers = dict[Seat, Order]


def asks(pause: Pause | None) -> dict[Seat, Question[Any, Any]]:
    """Every seat that a pause asks, with its question."""
    if isinstance(pause, Decision):
        return {pause.seat: pause.question}
    if isinstance(pause, Commitment | Window):
        return dict(pause.asks)
    return {}


def waiting(pause: Pause | None, given: Answers) -> tuple[Seat, ...]:
    """The seats that may answer now and have not."""
    if pause is None or isinstance(pause, Chance):
        return ()
    if isinstance(pause, Decision):
        return (pause.seat,)
    missing = tuple(seat for seat in asks(pause) if seat not in given)
    if isinstance(pause, Window) and pause.policy is Policy.EACH:
        return missing[:1]
    return missing


def resolution(pause: Pause, given: Answers) -> Any:
    """What the script gets, or WAITING while answers are missing."""
    if type(pause) is Decision:
        return given.get(pause.seat, WAITING)
    if type(pause) is Window:
        return _reactions(pause, given)
    if type(pause) is Commitment:
        if len(given) < len(pause.asks):
            return WAITING
        return {seat: given[seat] for seat in pause.asks}
    raise TypeError(f"{pause!r} has no answers")


def _reactions(window: Window, given: Answers) -> Any:
    claims = {
        seat: given[seat] for seat in window.asks if seat in given and not isinstance(given[seat], Decline)
    }
    if window.policy is Policy.EACH:
        for seat, order in claims.items():
            return seat, order
        return None if len(given) == len(window.asks) else WAITING
    if len(given) < len(window.asks):
        return WAITING
    if window.policy is Policy.ALL:
        return claims
    if not claims:
        return None
    best = min(claims, key=lambda seat: window.asks[seat].priority(claims[seat]))
    return best, claims[best]
