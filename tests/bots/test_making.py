"""Bots by name."""

from __future__ import annotations

import pytest

from planspiel.bots import BadSpec, Budget, GreedyBot, RandomBot, SearchBot, make, names
from planspiel.systems.advice import BALANCED, BOLD, CAUTIOUS


def test_the_bots_that_every_system_has() -> None:
    assert names() == ("random", "greedy", "search")
    assert [type(make(name)) for name in names()] == [RandomBot, GreedyBot, SearchBot]


@pytest.mark.parametrize(
    ("spec", "temper"),
    [("greedy", BALANCED), ("greedy:bold", BOLD), ("greedy:cautious", CAUTIOUS), ("search:bold", BOLD)],
)
def test_a_personality_stands_after_the_colon(spec: str, temper: object) -> None:
    bot = make(spec)
    assert isinstance(bot, GreedyBot | SearchBot)
    assert bot.temper is temper


@pytest.mark.parametrize(
    ("spec", "budget"),
    [
        ("search:200", Budget(simulations=200)),
        ("search:2s", Budget(seconds=2.0)),
        ("search:bold,0.5s", Budget(seconds=0.5)),
        ("search:1s, 50", Budget(seconds=1.0, simulations=50)),
    ],
)
def test_a_budget_is_simulations_or_seconds_or_both(spec: str, budget: Budget) -> None:
    bot = make(spec)
    assert isinstance(bot, SearchBot)
    assert bot.budget == budget


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("gredy", "there is no bot 'gredy'; did you mean 'greedy'?"),
        ("greedy:bald", "'bald' in 'greedy:bald' is neither a personality"),
        ("search:0", "'0' in 'search:0' is neither"),
        ("search:5,5", "or it is said twice"),
        ("greedy:200", "the greedy bot takes no budget"),
        ("random:bold", "the random bot takes no settings"),
        ("nowhere.at_all:bot", "the bot 'nowhere.at_all:bot' cannot be made"),
        ("bots.adversaries:needs_something", "cannot be made"),
        ("builtins:object", "makes no bot: a bot has a name and a method choose"),
        ("", "there is no bot ''"),
    ],
)
def test_a_bad_spec_is_a_sentence(spec: str, sentence: str) -> None:
    with pytest.raises(BadSpec) as refused:
        make(spec)
    assert sentence in str(refused.value)


def test_a_bot_of_ones_own_is_named_by_module_and_factory() -> None:
    assert make("bots.adversaries:RaisingBot").name == "raising"


def test_the_tighter_budget_counts() -> None:
    assert Budget(seconds=2.0).within(Budget(seconds=1.0, simulations=5)) == Budget(1.0, 5)
    assert Budget().within(Budget(simulations=7)) == Budget(None, 7)
