"""What systems tell bots, and how it is found."""

from __future__ import annotations

import inspect
from random import Random
from typing import Any

import pytest

from bots.tables import battle, blitzkrieg, fought, mini_game
from planspiel.bots import Chosen, GreedyBot, Situation, situation_of
from planspiel.bots.german import SENTENCES as OURS
from planspiel.kernel import Decline, Side
from planspiel.kernel.text import placeholders
from planspiel.systems import registry
from planspiel.systems.advice import BALANCED, BOLD, CAUTIOUS, MOST_CANDIDATES, Neutral
from planspiel.systems.blitzkrieg1940 import advice as blitzkrieg_advice
from planspiel.systems.blitzkrieg1940 import advice_why
from planspiel.systems.blitzkrieg1940.system import Blitzkrieg1940


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "advisers", {})


def test_a_system_without_advice_is_played_with_a_neutral_one() -> None:
    assert isinstance(registry.advice("mini"), Neutral)
    game = mini_game(1)
    played = fought(game, 1, anna=GreedyBot(), ben=GreedyBot())
    assert game.over
    assert played.faults == []


def test_registered_advice_goes_before_what_is_announced() -> None:
    mine = Neutral()
    registry.register_advice("blitzkrieg1940", mine)
    assert registry.advice("blitzkrieg1940") is mine


def test_advice_that_cannot_be_imported_says_where_it_should_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "ADVICE", {"lost": "nowhere:Advice"})
    with pytest.raises(registry.UnknownSystem, match="the advice for 'lost' cannot be imported from nowhere"):
        registry.advice("lost")


def test_every_question_of_blitzkrieg_has_a_score_of_its_own() -> None:
    """But for bases that are never asked."""
    asked = [kind for kind in Blitzkrieg1940.questions if not kind.__name__.startswith("_")]
    assert [kind.__name__ for kind in asked if kind not in blitzkrieg_advice.SCORERS] == []


class Watcher:
    """Plays greedily and looks at every proposal on the way."""

    name = "watcher"

    def __init__(self) -> None:
        self.bot, self.asked, self.sentences = GreedyBot(), set[str](), set[str]()
        self.decisions = 0

    def choose(self, situation: Situation, rng: Any) -> Chosen:
        """Every question when it is first asked, and every ninth decision."""
        self.decisions += 1
        if self.decisions % 9 == 0 or type(situation.question).__name__ not in self.asked:
            self.look(situation, rng)
        return self.bot.choose(situation, rng)

    def look(self, situation: Situation, rng: Any) -> None:
        advice = registry.advice(situation.system.id)
        proposed = advice.propose(situation.question, situation.view, rng)
        assert 1 <= len(proposed) <= MOST_CANDIDATES
        for order in proposed:
            if not (isinstance(order, Decline) and situation.may_decline):
                situation.question.check(situation.view, order)
            assert isinstance(advice.score(situation.question, situation.view, order, BALANCED), int)
            told = advice.why(situation.question, situation.view, order, BALANCED)
            self.sentences.update(text.template for text in told)
            assert all(set(placeholders(text.template)) == set(text.values) for text in told)
        self.asked.add(type(situation.question).__name__)


@pytest.mark.parametrize(("scenario", "seed"), [("hannut", 1), ("stonne", 2), ("duel", 3)])
def test_all_that_blitzkrieg_proposes_is_legal_and_can_be_explained_in_german(
    scenario: str, seed: int
) -> None:
    watcher, game = Watcher(), battle(scenario, seed)
    played = fought(game, seed, french=watcher, german=watcher)
    assert game.over
    assert played.faults == []
    assert {"ChooseAction", "ReactToMovement", "ReactToFire", "GoOn"} <= watcher.asked
    assert watcher.sentences <= set(registry.advice("blitzkrieg1940").german())
    assert len(watcher.sentences) >= 8


def test_every_sentence_is_said_somewhere_and_has_the_same_values_in_german() -> None:
    source = inspect.getsource(advice_why).replace("\n", "")
    for english, german in {**advice_why.SENTENCES, **OURS}.items():
        assert sorted(placeholders(english)) == sorted(placeholders(german))
    for english in advice_why.SENTENCES:
        assert source.count(f'"{english}"') == 2 or english.startswith("The close combat")


def test_a_side_and_its_enemy_judge_a_position_about_oppositely() -> None:
    game = battle("duel", 1)
    advice = registry.advice("blitzkrieg1940")
    view = game.view(game.seats[0])
    one = advice.evaluate(view, Side("french"), BALANCED)
    other = advice.evaluate(view, Side("german"), BALANCED)
    assert abs(one + other) <= 2


def test_tempers_weigh_losses_differently() -> None:
    game = battle("duel", 1)
    view, advice = game.view(game.seats[0]), registry.advice("blitzkrieg1940")
    worths = [advice.evaluate(view, Side("french"), temper) for temper in (CAUTIOUS, BALANCED, BOLD)]
    assert len(set(worths)) == 3


def test_a_seat_with_both_sides_is_advised_for_the_side_that_is_asked() -> None:
    from planspiel.kernel import Game, Lucky, Seat, Setup

    alone = Seat("alone")
    setup = Setup("duel", seats={alone: (Side("french"), Side("german"))})
    game = Game.start(blitzkrieg(), setup, Lucky(Random(1)))
    sides = set[str]()
    for _ in range(60):
        if game.over:
            break
        situation = situation_of(game, alone)
        sides.add(blitzkrieg_advice.side_of(situation.question, situation.view))
        game.choose(GreedyBot().choose(situation, Random(1)).order)
    assert sides == {"french", "german"}
