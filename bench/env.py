"""The research environments, in one run with the classic chess of PettingZoo.

Both play random legal actions through `last` and `step`, whole games one after another, every observation
built. They take turns in short runs, so that a busy machine slows both down alike.
"""

import sys
from functools import cache
from random import Random
from statistics import median
from time import perf_counter
from types import ModuleType
from typing import Any

import numpy as np

from planspiel.cli.bench import row
from planspiel.env import aec_env
from planspiel.systems import registry

STEPS = 600
"""Of one run."""
REPEATS = 7


@cache
def chess() -> Any:
    """PettingZoo's chess imports pygame, which only its window needs; an empty module stands in for it."""
    missing = "pygame" not in sys.modules
    if missing:
        sys.modules["pygame"] = ModuleType("pygame")
    try:
        from pettingzoo.classic import chess_v6

        return chess_v6.env()
    finally:
        if missing:
            del sys.modules["pygame"]


@cache
def system() -> Any:
    return registry.load("blitzkrieg1940")


@cache
def ours(scenario: str) -> Any:
    """Blitzkrieg 1940 as an environment is made by default."""
    return aec_env(system(), scenario)


def rate(env: Any, seed: int) -> float:
    """Steps per second of random agents; starting a game is part of it."""
    rng, steps = Random(seed), 0
    env.reset(seed=seed)
    began = perf_counter()
    while steps < STEPS:
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.reset()
            continue
        env.step(rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
        steps += 1
    return steps / (perf_counter() - began)


def rates(env: Any) -> float:
    """What the map caches is cached before the first run."""
    rate(env, REPEATS)
    return median(rate(env, seed) for seed in range(REPEATS))


def against_chess(env: Any) -> float:
    rate(env, REPEATS)
    rate(chess(), REPEATS)
    return median(rate(env, seed) / rate(chess(), seed) for seed in range(REPEATS))


@row("env/steps-against-chess", unit="times", bound=3.0, at_least=True)
def duel_against_chess() -> float:
    """The duel of Blitzkrieg 1940: what is trained on most."""
    return against_chess(ours("duel"))


@row("env/steps-against-chess/hannut", unit="times")
def hannut_against_chess() -> float:
    return against_chess(ours("hannut"))


@row("env/steps/chess", unit="steps/s")
def chess_steps() -> float:
    return rates(chess())


@row("env/steps/duel", unit="steps/s")
def duel_steps() -> float:
    return rates(ours("duel"))


@row("env/steps/duel-proposed", unit="steps/s")
def proposed_steps() -> float:
    """Candidates from the system's advice."""
    return rates(aec_env(system(), "duel", candidates="proposed"))


@row("env/steps/duel-32-candidates", unit="steps/s")
def many_candidates() -> float:
    """Nearly three times as many candidates as by default."""
    return rates(aec_env(system(), "duel", max_candidates=32))


@row("env/steps/hannut", unit="steps/s")
def hannut_steps() -> float:
    return rates(ours("hannut"))


@row("env/steps/stonne", unit="steps/s")
def stonne_steps() -> float:
    return rates(ours("stonne"))
