"""Where bots are plugged in. A bot gets a view and a question, never a position."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Any

from msgspec import Struct

from planspiel.kernel import Game, Order, Question, Rng, Seat

__all__ = ["Bot", "Situation", "choice", "random_bot"]


class Situation(Struct, frozen=True):
    """What a bot is asked. `imagine` gives search a whole game that agrees with all the seat has seen."""

    system: str
    seat: Seat
    view: Any
    question: Question[Any, Any]
    imagine: Callable[[Rng], Game[Any]]


Bot = Callable[[Situation], Awaitable[Order]]
_luck = random.SystemRandom()


async def random_bot(situation: Situation) -> Order:
    """Any choice, at random: what is left when a better bot fails."""
    order: Order = situation.question.sample(situation.view, _luck)
    return order


async def choice(bot: Bot, situation: Situation, seconds: float) -> tuple[Order, Exception | None]:
    """The bot's order, or a legal one if it fails or takes too long, and why."""
    try:
        order = await asyncio.wait_for(bot(situation), seconds)
        situation.question.check(situation.view, order)
        return order, None
    except Exception as fault:
        return await random_bot(situation), fault
