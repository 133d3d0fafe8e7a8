"""Every sentence of the system has its German: events, questions, refusals, dice, outcomes, options."""

from __future__ import annotations

from types import ModuleType

import pytest

from blitzkrieg1940.test_fire_german import sentences
from planspiel.kernel.text import placeholders
from planspiel.systems.blitzkrieg1940 import victory
from planspiel.systems.blitzkrieg1940.german import SENTENCES
from planspiel.systems.blitzkrieg1940.system import CHAPTERS

OUTCOMES = [
    "more points than the band of the turn",
    "fewer points than the band of the turn",
    "points within the band of the last turn",
    "holds the objective at the end",
    "the objective was not taken",
]


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.__name__.rpartition(".")[2])
def test_every_sentence_has_its_german_with_the_same_values(chapter: ModuleType) -> None:
    found = [text for text in sentences(chapter) if text]
    assert [text for text in found if text not in SENTENCES] == []
    assert [t for t in found if sorted(placeholders(t)) != sorted(placeholders(SENTENCES[t]))] == []


@pytest.mark.parametrize("reason", OUTCOMES)
def test_every_outcome_has_its_german(reason: str) -> None:
    assert victory.__file__ is not None
    with open(victory.__file__, encoding="utf-8") as text:
        assert f'"{reason}"' in text.read()
    assert SENTENCES[reason]
