"""Which orders an agent may choose from: as many as the action space has numbers."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any, Literal

from planspiel.kernel import Order, Question
from planspiel.systems.advice import Advice

__all__ = ["Selection", "listed", "proposed"]

Selection = Literal["listed", "proposed"]
"""`listed`: what the rules list, with samples of long lists; `proposed`: what the system's advice names."""


def listed(question: Question[Any, Any], view: Any, most: int, luck: int) -> list[Order]:
    """All options if they are few, else some of them, in the order of the list, chosen by luck.

    A system whose lists are long and costly has a sampler. There the list is never worked out to its end:
    its beginning stands beside samples from anywhere, one in eight.
    """
    options = iter(question.options(view))
    if type(question).sample is Question.sample:
        whole: list[Order] = list(options)
        if len(whole) <= most:
            return whole
        return [whole[n] for n in sorted(Random(luck).sample(range(len(whole)), most))]
    samples = max(1, most // 8)
    found: list[Order] = list(islice(options, most - samples))
    if next(options, None) is None:
        return found
    rng = Random(luck)
    for _ in range(samples):
        drawn: Order = question.sample(view, rng)
        if drawn not in found:
            found.append(drawn)
    return found


def proposed(advice: Advice, question: Question[Any, Any], view: Any, most: int, luck: int) -> list[Order]:
    """What the system thinks worth a thought; options in their order if it thinks of nothing."""
    found = list(advice.propose(question, view, Random(luck)))[:most]
    return found or listed(question, view, most, luck)
