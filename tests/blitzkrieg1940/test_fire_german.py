"""Every sentence of the chapters of fire has its German, with the same values in it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from planspiel.kernel.text import placeholders
from planspiel.systems.blitzkrieg1940 import (
    close_combat,
    close_combat_orders,
    fire,
    indirect,
    morale,
    results,
    rout,
    works,
)
from planspiel.systems.blitzkrieg1940.german import SENTENCES

CHAPTERS = (works, results, morale, rout, fire, indirect, close_combat, close_combat_orders)
SENTENCE_AT = {"Illegal": 0, "Text": 0, "add": 1, "roll": 1}
"""Which argument of these calls is a sentence."""
SENTENCE_IN = ("said", "prompt", "reason", "COVER")
"""What is assigned to these names is a sentence, or a table of sentences."""


def sentences(chapter: ModuleType) -> Iterator[str]:
    assert chapter.__file__ is not None
    tree = ast.parse(Path(chapter.__file__).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            place = SENTENCE_AT.get(name)
            if place is not None and len(node.args) > place:
                yield from _text(node.args[place])
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if any(getattr(target, "id", "") in SENTENCE_IN for target in targets):
            yield from _text(getattr(node, "value", None))


def _text(node: ast.expr | None) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    if isinstance(node, ast.Dict):
        for value in node.values:
            yield from _text(value)


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.__name__.rpartition(".")[2])
def test_every_sentence_has_its_german(chapter: ModuleType) -> None:
    found = list(sentences(chapter))
    assert [text for text in found if text not in SENTENCES] == []
    assert [t for t in found if sorted(placeholders(t)) != sorted(placeholders(SENTENCES[t]))] == []


def test_sentences_are_found_at_all() -> None:
    assert "{unit} loses a step." in list(sentences(results))
    assert {"target in works", "target in a wood"} <= set(sentences(fire))
    assert "panic of {unit}" in list(sentences(results))
