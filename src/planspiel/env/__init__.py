"""Multi-agent environments for research: PettingZoo and Gymnasium over any rule system.

    env = aec_env("blitzkrieg1940", "duel", seed=1)                     # one agent after another
    env = parallel_env("blitzkrieg1940", "duel", seed=1)                # all agents at once
    env = single_agent("blitzkrieg1940", "duel", seat="german")         # one agent against a bot

Agents see what their seat sees and choose from a list of candidates by number.
"""

from __future__ import annotations

from typing import Any, TypedDict, Unpack

from planspiel.bots import Bot, Budget
from planspiel.env.aec import PlanspielAEC
from planspiel.env.candidates import Selection
from planspiel.env.encoder import Encoder, MakeEncoder, Neutral
from planspiel.env.extras import MissingExtra
from planspiel.env.match import AnySystem, Match, Observation, Terms
from planspiel.env.parallel import PlanspielParallel
from planspiel.env.single import PlanspielSingle

__all__ = [
    "Encoder",
    "MakeEncoder",
    "Match",
    "MissingExtra",
    "Neutral",
    "Observation",
    "PlanspielAEC",
    "PlanspielParallel",
    "PlanspielSingle",
    "aec_env",
    "parallel_env",
    "single_agent",
]


class _Terms(TypedDict, total=False):
    """The fields of `Terms`, as keyword arguments."""

    options: dict[str, bool | int | str]
    max_candidates: int
    candidates: Selection
    max_steps: int
    shaping: float
    encoder: MakeEncoder
    render_mode: str | None
    seed: int | None


def aec_env(system: str | AnySystem, scenario: str, **terms: Unpack[_Terms]) -> PlanspielAEC:
    """One agent after another, as the rules ask them. `Terms` says what else can be chosen."""
    return PlanspielAEC(Match(system, scenario, _terms(terms)))


def parallel_env(system: str | AnySystem, scenario: str, **terms: Unpack[_Terms]) -> PlanspielParallel:
    """All agents at once; those that are not asked can only do nothing."""
    return PlanspielParallel(Match(system, scenario, _terms(terms)))


def single_agent(
    system: str | AnySystem,
    scenario: str,
    seat: str,
    opponent: str | Bot = "random",
    budget: Budget | None = None,
    **terms: Unpack[_Terms],
) -> PlanspielSingle:
    """One agent at a seat, a bot at every other: `random`, `greedy`, `search:200`, or one of your own."""
    return PlanspielSingle(Match(system, scenario, _terms(terms)), seat, opponent, budget)


def _terms(given: Any) -> Terms:
    return Terms(**given)
