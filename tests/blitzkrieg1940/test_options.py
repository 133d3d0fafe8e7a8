"""The named game options: each is about a ruling, and the ruling is its default."""

from __future__ import annotations

import pytest

from blitzkrieg1940.positions import the_system
from planspiel.kernel import Illegal, Rulebook, Setup

CHOICES = the_system().choices()


def test_there_are_ten_to_thirty_options() -> None:
    assert 10 <= len(CHOICES) <= 30


@pytest.mark.parametrize("name", CHOICES)
def test_every_option_is_about_a_ruling_and_says_so_in_two_languages(name: str) -> None:
    choice = CHOICES[name]
    assert Rulebook.load("blitzkrieg1940").entry(choice.cite).ruling
    assert choice.default in choice.values
    assert len(choice.values) > 1
    assert choice.title != choice.title_de


def test_defaults_are_filled_in() -> None:
    filled = the_system().setup(Setup("hannut", {"stack_secrecy": True})).options
    assert filled["stack_secrecy"] is True
    assert filled == {**{name: choice.default for name, choice in CHOICES.items()}, "stack_secrecy": True}


def test_an_unknown_option_or_value_is_refused() -> None:
    with pytest.raises(Illegal, match="no option stack_secrets"):
        the_system().setup(Setup("hannut", {"stack_secrets": True}))
    with pytest.raises(Illegal, match="cannot be 5"):
        the_system().setup(Setup("hannut", {"move_and_fire": 5}))
