"""The bot that has no plan: any legal order, at random."""

from __future__ import annotations

from planspiel.bots.situation import Chosen, Situation
from planspiel.kernel import DECLINE, Rng

__all__ = ["RandomBot"]


class RandomBot:
    """Answers by sampling and declines every third reaction."""

    name = "random"

    def choose(self, situation: Situation, rng: Rng) -> Chosen:
        if situation.may_decline and rng.randrange(3) == 0:
            return Chosen(DECLINE)
        try:
            return Chosen(situation.question.sample(situation.view, rng))
        except (IndexError, ValueError):  # a reaction may be asked for where only "no" is left to answer
            if not situation.may_decline:
                raise
            return Chosen(DECLINE)
