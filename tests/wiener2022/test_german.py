"""Every sentence of the rules has its German, with the same values in it."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from blitzkrieg1940.test_fire_german import sentences
from planspiel.kernel.text import placeholders
from planspiel.systems.wiener2022 import turn, victory
from planspiel.systems.wiener2022.german import sentences as german
from planspiel.systems.wiener2022.system import CHAPTERS

GERMAN = german()
ON_THE_TABLE = Path(__file__).parents[2] / "web" / "src" / "systems" / "wiener2022.words.ts"
TERMS = {
    "Abschnitt": "Phase",
    "Attrappe": "Scheinanlage",
    "Feuerphase": "Steilfeuer",
    "Flammensperre": "Flammhindernis",
    "Höckerlinie": "Panzerhöcker",
    "Kraftstoff": "Betriebsmittel",
    "Landungssturm": "Sturmlandung",
    "Marker": "Stein",
    "Motorengeräusch": "Motorenlärm",
    "Scheinmark": "Phantomstein",
    "Selbstschutz": "Truppenfliegerabwehr",
    "Tschechenigel": "Panzerigel",
    "ersteck": "verbergen",
    "Wrack": "Schadfahrzeug",
}
"""Words that come to mind, and what the book says instead."""


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.__name__.rpartition(".")[2])
def test_every_sentence_has_its_german_with_the_same_values(chapter: ModuleType) -> None:
    found = [text for text in sentences(chapter) if text]
    assert [text for text in found if text not in GERMAN] == []
    assert [t for t in found if sorted(placeholders(t)) != sorted(placeholders(GERMAN[t]))] == []


def test_sentences_are_found_at_all() -> None:
    assert "Turn {turn} begins." in list(sentences(turn))


def test_outcomes_have_their_german() -> None:
    assert victory.__file__ is not None
    with open(victory.__file__, encoding="utf-8") as text:
        source = text.read()
    for reason in (
        "{side} has fulfilled its mission",
        "both missions are fulfilled at once",
        "neither mission is fulfilled",
        "time is up, which is {side}'s victory",
        "the die decides for {side}",
    ):
        assert f'"{reason}"' in source
        assert reason in GERMAN


def test_terms_are_those_of_the_book() -> None:
    page = ON_THE_TABLE.read_text(encoding="utf-8")
    told = [*GERMAN.values(), *page.splitlines()]
    assert [(word, term, line) for word, term in TERMS.items() for line in told if word in line] == []
    assert [term for term in ("Steilfeuer", "Phantomstein", "Truppenfliegerabwehr") if term not in page] == []
