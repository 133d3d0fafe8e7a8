"""The bot that takes what looks best at once: the system's candidates, scored by exact odds."""

from __future__ import annotations

from planspiel.bots.situation import Chosen, Situation
from planspiel.kernel import DECLINE, Order, Rng
from planspiel.systems import registry
from planspiel.systems.advice import BALANCED, Advice, Temper

__all__ = ["GreedyBot", "ranked"]


class GreedyBot:
    """Scores every candidate and takes the best; where there is no opinion, any of them."""

    def __init__(self, temper: Temper = BALANCED) -> None:
        self.temper = temper
        self.name = "greedy" if temper is BALANCED else f"greedy:{temper.name}"

    def choose(self, situation: Situation, rng: Rng) -> Chosen:
        advice = registry.advice(situation.system.id)
        best = ranked(advice, situation, self.temper, rng)
        score, order = best[0]
        if not situation.wants_why:
            return Chosen(order, (), score)
        return Chosen(order, advice.why(situation.question, situation.view, order, self.temper), score)


def ranked(advice: Advice, situation: Situation, temper: Temper, rng: Rng) -> list[tuple[int | None, Order]]:
    """The candidates with their scores, best first; those without a score follow in random order."""
    question, view = situation.question, situation.view
    candidates = list(dict.fromkeys(advice.propose(question, view, rng)))
    if situation.may_decline:  # first, so that it goes before what is no better
        candidates = [DECLINE, *(order for order in candidates if order != DECLINE)]
    scored: list[tuple[int | None, Order]] = []
    unscored: list[tuple[int | None, Order]] = []
    for order in candidates:
        score = advice.score(question, view, order, temper)
        (unscored if score is None else scored).append((score, order))
    if unscored:
        rng.shuffle(unscored)
    scored.sort(key=lambda pair: -(pair[0] or 0))
    return [*scored, *unscored]
