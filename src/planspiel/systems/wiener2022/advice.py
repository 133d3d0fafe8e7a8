"""Wiener Planspielregeln 2022 for bots: what positions, activities and answers are worth, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from planspiel.kernel import Order, Question, Rng, Side, Text
from planspiel.systems.advice import MOST_CANDIDATES, Temper
from planspiel.systems.wiener2022.activities import ChooseActivity
from planspiel.systems.wiener2022.advice_answers import answer_worth
from planspiel.systems.wiener2022.advice_half import activity_worth, propose_activity
from planspiel.systems.wiener2022.advice_picture import picture_of
from planspiel.systems.wiener2022.advice_setup import best_deployment, deployment_worth
from planspiel.systems.wiener2022.advice_why import reasons
from planspiel.systems.wiener2022.german_advice import GERMAN
from planspiel.systems.wiener2022.setup import Deploy, Deployment
from planspiel.systems.wiener2022.state import enemy_of
from planspiel.systems.wiener2022.view import WienerView

__all__ = ["WienerAdvice"]


class WienerAdvice:
    """Everything is judged on the view of the seat that is asked."""

    def evaluate(self, view: WienerView, side: Side, temper: Temper) -> int:
        """What is left of both sides, and how much each holds of what the missions ask for."""
        ours, theirs = picture_of(view, side), picture_of(view, enemy_of(side))
        strength = ours.strength(temper.own_losses, temper.enemy_losses)
        return strength + (ours.ground() - theirs.ground()) * temper.ground // 100

    def propose(self, question: Question[Any, Any], view: WienerView, rng: Rng) -> Sequence[Order]:
        """Few activities where thousands are legal; one good deployment; else the first options.

        There are none where the owner of a dummy is asked for what only a real weapon could do.
        """
        if isinstance(question, ChooseActivity):
            return propose_activity(question, view)
        if isinstance(question, Deploy):
            return [best_deployment(question, view, rng)]
        return list(islice(question.options(view), 3 * MOST_CANDIDATES))

    def score(
        self, question: Question[Any, Any], view: WienerView, order: Order, temper: Temper
    ) -> int | None:
        if isinstance(question, ChooseActivity):
            return activity_worth(view, order, temper)
        if isinstance(question, Deploy) and isinstance(order, Deployment):
            return deployment_worth(question, view, order)
        return answer_worth(question, view, order, temper)

    def why(
        self, question: Question[Any, Any], view: WienerView, order: Order, temper: Temper
    ) -> tuple[Text, ...]:
        return reasons(question, view, order, temper)

    def german(self) -> Mapping[str, str]:
        return GERMAN
