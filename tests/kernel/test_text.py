"""Sentences in English and German."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import planspiel.kernel
from planspiel.kernel import Illegal, Text, render
from planspiel.kernel.text import GERMAN, kebab, placeholders


def test_a_template_is_filled_from_its_values() -> None:
    assert (
        str(Text("{unit} moves {steps} hexes.", {"unit": "1/Guards", "steps": 3}))
        == "1/Guards moves 3 hexes."
    )


def test_a_catalogue_translates_and_what_it_lacks_stays_english() -> None:
    text = Text("{unit} halts.", {"unit": "1/Guards"})
    assert render(text, {"{unit} halts.": "{unit} hält."}) == "1/Guards hält."
    assert render(text, {}) == "1/Guards halts."


def test_ids_are_said_as_players_call_them_and_numbers_are_not() -> None:
    text = Text("{unit} has {n}.", {"unit": "u1", "n": 3})
    assert render(text, None, {"u1": "Guards"}.__getitem__) == "Guards has 3."


def test_a_value_that_is_missing_leaves_its_place_visible() -> None:
    assert str(Text("{unit} halts.")) == "{unit} halts."


def test_a_value_is_not_taken_for_a_template() -> None:
    assert str(Text("{a}{b}", {"a": "{b}", "b": "x"})) == "{b}x"


def test_a_refusal_is_a_sentence_with_its_paragraph() -> None:
    assert str(Illegal("{unit} may not move.", "8.14", unit="u1")) == "u1 may not move. [8.14]"
    assert str(Illegal("No.", "")) == "No."


@pytest.mark.parametrize(
    ("name", "tag"), [("StepLost", "step-lost"), ("Move", "move"), ("HQMoved", "h-q-moved")]
)
def test_tags_are_in_kebab_case(name: str, tag: str) -> None:
    assert kebab(name) == tag


def _called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def _sentences(tree: ast.AST) -> Iterator[str]:
    """What the code says to players: reasons of refusals and outcomes, and what events say."""
    for node in ast.walk(tree):
        said: ast.expr | None = None
        if isinstance(node, ast.Call) and _called(node) == "Illegal":
            said = node.args[0]
        elif isinstance(node, ast.Call) and _called(node) == "Outcome":
            said = node.args[1]
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            said = node.value if node.target.id in ("said", "prompt") else None
        if isinstance(said, ast.Constant) and said.value:
            yield str(said.value)


SENTENCES = sorted(
    {
        sentence
        for file in Path(planspiel.kernel.__file__).parent.glob("*.py")
        for sentence in _sentences(ast.parse(file.read_text(encoding="utf-8")))
    }
)


def test_the_sentences_of_the_kernel_are_found() -> None:
    assert {"The game is over.", "{seat} resigned", "{seat} offers a draw."} <= set(SENTENCES)


@pytest.mark.parametrize("sentence", SENTENCES)
def test_every_sentence_of_the_kernel_has_its_german(sentence: str) -> None:
    assert sorted(placeholders(GERMAN[sentence])) == sorted(placeholders(sentence))
    assert GERMAN[sentence] != sentence


def test_no_german_is_left_of_sentences_that_are_no_longer_said() -> None:
    assert set(GERMAN) == set(SENTENCES)
