"""Trains something small: a linear policy, by REINFORCE, against the random bot.

    python docs/examples/train_small.py --games 400

The policy gives every candidate a score, the product of its features with one vector of weights, and chooses
with the softmax of the scores. After each batch of games the weights move towards the choices of games that
went better than the average. With all weights zero the policy is a random player, so the figures before and
after are those of random play and of what was learned.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from numpy.typing import NDArray

from planspiel.env import PlanspielSingle, single_agent

Vector = NDArray[np.float64]


def features(observation: dict[str, Any]) -> NDArray[np.float64]:
    """A row for each candidate that may be chosen, cut to the range from -1 to 1."""
    allowed = observation["action_mask"].astype(bool)
    return np.clip(observation["candidates"][allowed], -1.0, 1.0).astype(np.float64)


def chances(weights: Vector, rows: NDArray[np.float64]) -> Vector:
    scores = rows @ weights
    exponentials = np.exp(scores - scores.max())
    return np.asarray(exponentials / exponentials.sum())


def play(env: PlanspielSingle, weights: Vector, rng: np.random.Generator) -> tuple[float, Vector]:
    """One game: what it brought, and the direction that makes its choices likelier."""
    observation, _ = env.reset(seed=int(rng.integers(2**31)))
    total, direction, over = 0.0, np.zeros_like(weights), False
    while not over:
        rows = features(observation)
        share = chances(weights, rows)
        action = int(rng.choice(len(share), p=share))
        direction += rows[action] - share @ rows
        observation, reward, terminated, truncated, _ = env.step(action)
        total += float(reward)
        over = terminated or truncated
    return total, direction


def train(env: PlanspielSingle, games: int, seed: int, batch: int = 20, step: float = 0.5) -> Vector:
    """The weights after so many games."""
    rng = np.random.default_rng(seed)
    observation, _ = env.reset(seed=seed)
    weights = np.zeros(observation["candidates"].shape[1])
    for _ in range(games // batch):
        played = [play(env, weights, rng) for _ in range(batch)]
        returns = np.array([total for total, _ in played])
        gained = returns - returns.mean()
        towards = sum((gain * way for gain, (_, way) in zip(gained, played, strict=True)), 0 * weights)
        length = float(np.linalg.norm(towards))
        if length > 0:
            weights = weights + step * towards / length
    return weights


def score(env: PlanspielSingle, weights: Vector, games: int, seed: int) -> float:
    """The mean result over so many games: 1 for a victory, -1 for a defeat."""
    rng = np.random.default_rng(seed)
    return float(np.mean([play(env, weights, rng)[0] for _ in range(games)]))


def main() -> None:
    parser = argparse.ArgumentParser(description="Train a linear policy against the random bot.")
    parser.add_argument("--system", default="blitzkrieg1940")
    parser.add_argument("--scenario", default="duel")
    parser.add_argument("--seat", default="german")
    parser.add_argument("--games", type=int, default=400, help="games to learn from")
    parser.add_argument("--test-games", type=int, default=200, help="games to measure with, before and after")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    env = single_agent(given.system, given.scenario, seat=given.seat)
    weights = train(env, given.games, given.seed)
    before = score(env, 0 * weights, given.test_games, given.seed + 1)
    after = score(env, weights, given.test_games, given.seed + 1)
    print(f"mean result of the random policy:  {before:+.2f}")
    print(f"mean result after {given.games} games: {after:+.2f}")


if __name__ == "__main__":
    main()
