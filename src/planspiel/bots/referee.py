"""Playing a game with bots. What a bot does wrong is written down, and a legal order given in its place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from time import perf_counter
from typing import Any, Literal

import msgspec
from msgspec import Struct, field

from planspiel.bots.random_bot import RandomBot
from planspiel.bots.situation import Bot, Budget, Chosen, Situation, situation_of
from planspiel.kernel import Damaged, Game, Illegal, Order, Outcome, Rng, Seat

__all__ = ["Fault", "Played", "luck_of", "play", "ruled"]

LATE = 1.2
"""A decision that takes longer than its budget by more than this factor is written down."""
_random = RandomBot()


class Fault(Struct, frozen=True):
    """What a bot did wrong."""

    seat: Seat
    bot: str
    kind: Literal["illegal", "malformed", "failed", "late"]
    detail: str


class Played(Struct):
    """How a game went."""

    outcome: Outcome | None = None
    decisions: int = 0
    faults: list[Fault] = field(default_factory=list[Fault])


def luck_of(seed: int | str, seat: Seat) -> Random:
    """A seat's own luck: what one bot draws changes nothing for another."""
    return Random(f"{seed}|{seat}")


def play(
    game: Game[Any],
    bots: Mapping[Seat, Bot],
    rngs: Mapping[Seat, Rng],
    budget: Budget | None = None,
    watch: Callable[[Situation, Chosen], None] | None = None,
) -> Played:
    """Drive a game to its end. `watch` is told of every decision before it is carried out."""
    played = Played()
    most = game.system.most_decisions
    while not game.over and played.decisions < most:
        seat = game.waiting()[0]
        situation = situation_of(game, seat, budget, wants_why=watch is not None)
        chosen = ruled(game, bots[seat], situation, rngs[seat], played.faults)
        if watch is not None:
            watch(situation, chosen)
        game.choose(chosen.order)
        played.decisions += 1
    played.outcome = game.state.outcome
    return played


def ruled(game: Game[Any], bot: Bot, situation: Situation, rng: Rng, faults: list[Fault]) -> Chosen:
    """The bot's choice if it is legal, else one at random; every fault is added to `faults`."""

    def fault(kind: Literal["illegal", "malformed", "failed", "late"], detail: object) -> None:
        faults.append(Fault(situation.seat, bot.name, kind, str(detail)))

    started = perf_counter()
    try:
        chosen = bot.choose(situation, rng)
    except Exception as failure:
        fault("failed", f"{type(failure).__name__}: {failure}")
        return _random.choose(situation, rng)
    taken, allowed = perf_counter() - started, situation.budget.seconds
    if allowed is not None and taken > allowed * LATE:
        fault("late", f"{taken:.3f} s of {allowed:g} s")
    try:
        _check(game, situation.seat, chosen)
    except Illegal as refusal:
        fault("illegal", refusal)
    except Exception as failure:
        fault("malformed", f"{type(failure).__name__}: {failure}")
    else:
        return chosen
    return _random.choose(situation, rng)


def _check(game: Game[Any], seat: Seat, chosen: Chosen) -> None:
    """Refuse what is no choice, an order that could not be written down, and an illegal one."""
    if not isinstance(chosen, Chosen) or not isinstance(chosen.order, Order):
        raise TypeError(f"{type(chosen).__name__} is no choice of an order")
    if game.system.codec.order(msgspec.json.encode(chosen.order)) != chosen.order:
        raise Damaged("order", "it does not survive being written down")
    game.check(seat, chosen.order)
