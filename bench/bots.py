"""Bots: a whole game between greedy ones, and how well the searching one keeps to its time."""

from collections.abc import Iterator
from functools import cache
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from planspiel.bots import Budget, GreedyBot, SearchBot, luck_of, play, situation_of
from planspiel.cli.bench import row
from planspiel.kernel import Game, Lucky, Setup, System
from planspiel.systems import registry

GAMES = 5
SECONDS = 0.5
DECISIONS = 10


@cache
def the_system() -> System[Any, Any, Any]:
    return registry.load("blitzkrieg1940")


def started(scenario: str, seed: int) -> Game[Any]:
    return Game.start(the_system(), Setup(scenario), Lucky(Random(seed)))


def game_seconds(scenario: str) -> float:
    """The median of a few whole games, set-up included."""
    taken = []
    for seed in range(GAMES):
        begun = perf_counter()
        game = started(scenario, seed)
        play(game, dict.fromkeys(game.seats, GreedyBot()), {seat: luck_of(seed, seat) for seat in game.seats})
        taken.append(perf_counter() - begun)
    return median(taken)


@row("bots/greedy-game-hannut", unit="s", bound=10.0)
def greedy_game_hannut() -> float:
    return game_seconds("hannut")


@row("bots/greedy-game-stonne", unit="s", bound=10.0)
def greedy_game_stonne() -> float:
    return game_seconds("stonne")


def overruns() -> Iterator[float]:
    """How much of its time each decision of a searching bot took."""
    game, rng = started("hannut", 1), Random(1)
    bots = GreedyBot(), SearchBot(budget=Budget(seconds=SECONDS))
    while game.state.turn < 1:
        game.choose(bots[0].choose(situation_of(game, game.waiting()[0]), rng).order)
    for _ in range(DECISIONS):
        situation = situation_of(game, game.waiting()[0])
        begun = perf_counter()
        chosen = bots[1].choose(situation, rng)
        yield (perf_counter() - begun) / SECONDS
        game.choose(chosen.order)


@row("bots/search-decision-overrun", unit="ratio", bound=1.2)
def search_decision_overrun() -> float:
    """The worst of a few decisions: at 1.0 just the time that was given."""
    return max(overruns())
