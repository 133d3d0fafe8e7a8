"""Games for tests of bots: the mini system with its secrets, and the battles of Blitzkrieg 1940."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from mini import Mini
from planspiel.bots import Bot, Played, luck_of, play
from planspiel.kernel import Game, Lucky, Seat, Setup, System
from planspiel.systems import registry

__all__ = ["battle", "blitzkrieg", "fought", "mini_game", "played_on"]


@cache
def blitzkrieg() -> System[Any, Any, Any]:
    return registry.load("blitzkrieg1940")


def mini_game(seed: int, scenario: str = "duel") -> Game[Any]:
    return Game.start(Mini(), Setup(scenario), Lucky(Random(seed)))


def battle(scenario: str, seed: int) -> Game[Any]:
    return Game.start(blitzkrieg(), Setup(scenario), Lucky(Random(seed)))


def played_on(game: Game[Any], decisions: int, seed: int) -> Game[Any]:
    """The game after so many decisions at random."""
    rng = Random(seed)
    for _ in range(decisions):
        if game.over:
            break
        seat = game.waiting()[0]
        question = game.pending(seat)
        assert question is not None
        game.choose(question.sample(game.view(seat), rng))
    return game


def fought(game: Game[Any], seed: int, **bots: Bot) -> Played:
    """A game to its end; bots by the names of their seats."""
    seats = {Seat(name): bot for name, bot in bots.items()}
    return play(game, seats, {seat: luck_of(seed, seat) for seat in game.seats})
