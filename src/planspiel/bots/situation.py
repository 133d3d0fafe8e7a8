"""What a bot is given and what it gives back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from msgspec import Struct

from planspiel.kernel import Game, Order, Question, Rng, Seat, System, Text, Window

__all__ = ["Bot", "Budget", "Chosen", "Situation", "situation_of"]


class Budget(Struct, frozen=True):
    """How long a bot may think about one decision. Both, either or neither may be given."""

    seconds: float | None = None
    simulations: int | None = None

    def within(self, other: Budget) -> Budget:
        """The tighter of two budgets."""
        return Budget(_least(self.seconds, other.seconds), _least(self.simulations, other.simulations))


class Situation(Struct, frozen=True):
    """All that a bot knows: its seat's view, the question, and games it can imagine. Never the position."""

    system: System[Any, Any, Any]
    seat: Seat
    view: Any
    question: Question[Any, Any]
    imagine: Callable[[Rng], Game[Any]]
    """A complete game at this question that agrees with everything the seat has seen."""
    budget: Budget = Budget()
    may_decline: bool = False
    """The question is a reaction: `DECLINE` answers it, too."""
    wants_why: bool = True
    """Somebody will read the reasons; mass simulation spares them."""


class Chosen(Struct, frozen=True):
    """An order, and afterwards the reasons, in sentences for players. `score` is the bot's own measure."""

    order: Order
    why: tuple[Text, ...] = ()
    score: int | None = None


class Bot(Protocol):
    """Whoever decides. A bot keeps nothing between decisions, so that one may serve any number of games."""

    @property
    def name(self) -> str: ...

    def choose(self, situation: Situation, rng: Rng) -> Chosen: ...


def situation_of(
    game: Game[Any], seat: Seat, budget: Budget | None = None, *, wants_why: bool = True
) -> Situation:
    """What `seat` is asked now."""
    question = game.pending(seat)
    if question is None:
        raise LookupError(f"nothing is asked of {seat} now")
    return Situation(
        system=game.system,
        seat=seat,
        view=game.view(seat),
        question=question,
        imagine=lambda rng: game.imagine(seat, rng),
        budget=budget if budget is not None else Budget(),
        may_decline=isinstance(game.pause, Window),
        wants_why=wants_why,
    )


def _least(one: Any, other: Any) -> Any:
    return other if one is None else one if other is None else min(one, other)
