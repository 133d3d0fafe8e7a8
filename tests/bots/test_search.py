"""The searching bot keeps to its budget, and sees what the greedy one does not."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from bots.tables import battle, fought, mini_game
from planspiel.bots import Budget, GreedyBot, SearchBot, Situation, search, situation_of
from planspiel.bots.greedy import ranked
from planspiel.bots.search import LONGEST
from planspiel.kernel import Game, Lucky, RuleError, Setup, Window
from planspiel.systems import registry
from planspiel.systems.advice import BALANCED
from planspiel.systems.blitzkrieg1940.actions import ChooseAction, EndActivation


def at_an_action(seed: int) -> Game[Any]:
    """The duel at the first choice of an action."""
    game = battle("duel", seed)
    while not isinstance(game.pending(game.waiting()[0]), ChooseAction):
        game.choose(GreedyBot().choose(situation_of(game, game.waiting()[0]), Random(seed)).order)
    return game


def never_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """No candidate drops out, so that the whole budget is spent."""
    monkeypatch.setattr(search._Search, "_drop", lambda thinking: None)


class Clock:
    """A clock that goes on a little whenever somebody looks at it."""

    def __init__(self, tick: float) -> None:
        self.now, self.tick = 0.0, tick

    def __call__(self) -> float:
        self.now += self.tick
        return self.now


@pytest.mark.parametrize("tick", [0.001, 0.01, 0.05])
def test_time_is_looked_at_so_often_that_the_budget_is_not_exceeded_by_a_fifth(
    tick: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every decision inside a simulation looks at the clock, so what is left is one decision."""
    never_settled(monkeypatch)
    game = at_an_action(1)
    clock = Clock(tick)
    monkeypatch.setattr(search, "perf_counter", clock)
    SearchBot(budget=Budget(seconds=1.0)).choose(situation_of(game, game.waiting()[0]), Random(1))
    assert 0.5 <= clock.now <= 1.2


def test_a_simulation_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    game = at_an_action(2)
    given: list[int] = []
    choose = Game.choose

    def counted(self: Game[Any], order: Any) -> None:
        given.append(1)
        choose(self, order)

    monkeypatch.setattr(Game, "choose", counted)
    monkeypatch.setattr(search, "AHEAD", 3)
    SearchBot(budget=Budget(simulations=10)).choose(situation_of(game, game.waiting()[0]), Random(1))
    assert 10 * 4 <= len(given) <= 10 * (3 + LONGEST + 1)


def test_it_looks_less_far_ahead_where_time_is_short() -> None:
    assert search._ahead(Budget(simulations=5), 0.01) == search.AHEAD
    assert search._ahead(Budget(seconds=1000), 0.01) == search.AHEAD
    assert 0 < search._ahead(Budget(seconds=10), 0.01) < search.AHEAD
    assert search._ahead(Budget(seconds=0.01), 0.01) == 0


def test_while_something_is_half_done_it_follows_the_advice() -> None:
    game = battle("duel", 1)
    while not isinstance(game.pause, Window):
        game.choose(GreedyBot().choose(situation_of(game, game.waiting()[0]), Random(1)).order)
    situation = situation_of(game, game.waiting()[0])
    chosen = SearchBot(budget=Budget(simulations=20)).choose(situation, Random(1))
    assert chosen.order == GreedyBot().choose(situation, Random(1)).order
    assert all("imagined" not in text.template for text in chosen.why)


def test_whoever_has_sealed_is_taken_to_have_done_so_greedily() -> None:
    game = Game.start(registry.load("barbarossa1941"), Setup("lesson"), Lucky(Random(1)))
    german, soviet = game.waiting()
    question = game.pending(german)
    assert question is not None
    game.answer(german, question.sample(game.view(german), Random(5)))
    thinking = search._Search(
        registry.advice("barbarossa1941"), BALANCED, situation_of(game, soviet), Random(2)
    )
    world = thinking._imagined()
    assert world.sealed() == (german,)
    best = ranked(thinking.advice, situation_of(world, german), BALANCED, Random(3))
    sealed = world._given[german]
    assert next(score for score, order in best if order == sealed) == best[0][0]


def test_the_budget_of_simulations_is_spent_and_not_exceeded(monkeypatch: pytest.MonkeyPatch) -> None:
    never_settled(monkeypatch)
    game = at_an_action(3)
    chosen = SearchBot(budget=Budget(simulations=25)).choose(situation_of(game, game.waiting()[0]), Random(1))
    assert chosen.why[-1].values["games"] == 25


def test_what_is_settled_is_thought_about_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where every simulation of the other candidates ends worse, one stage is enough."""
    game = at_an_action(3)
    situation = situation_of(game, game.waiting()[0])
    first = GreedyBot().choose(situation, Random(1)).order

    def judged(thinking: Any, game: Any, node: Any, path: Any) -> int:
        return 100 if path[-1] is thinking.root.children[first] else 0

    monkeypatch.setattr(search._Search, "_play_on", judged)
    chosen = SearchBot(budget=Budget(simulations=500)).choose(situation, Random(1))
    assert chosen.order == first
    assert chosen.why[-1].values["games"] == search.STAGE * int(chosen.why[-1].values["tried"])


@pytest.mark.parametrize("seed", range(4))
def test_with_few_simulations_it_plays_like_the_greedy_bot(seed: int) -> None:
    situation = situation_of(game := at_an_action(seed), game.waiting()[0])
    few = SearchBot(budget=Budget(simulations=2)).choose(situation, Random(1))
    assert few.order == GreedyBot().choose(situation, Random(1)).order


def test_a_candidate_that_always_ends_better_is_preferred(monkeypatch: pytest.MonkeyPatch) -> None:
    game = at_an_action(3)
    situation = situation_of(game, game.waiting()[0])
    first = GreedyBot().choose(situation, Random(1)).order

    def judged(thinking: Any, game: Any, node: Any, path: Any) -> int:
        return 0 if path[-1] is thinking.root.children[first] else 500

    monkeypatch.setattr(search._Search, "_play_on", judged)
    assert SearchBot(budget=Budget(simulations=60)).choose(situation, Random(1)).order != first


def test_the_situation_may_tighten_the_budget() -> None:
    game = at_an_action(3)
    tight = situation_of(game, game.waiting()[0], Budget(simulations=7))
    chosen = SearchBot(budget=Budget(simulations=25)).choose(tight, Random(1))
    assert chosen.why[-1].values["games"] == 7


def test_only_imagined_games_are_played_on() -> None:
    game = at_an_action(4)
    before = game.digest()
    situation = situation_of(game, game.waiting()[0])
    imagined = [situation.imagine(Random(n)) for n in range(40)]
    only = Situation(
        system=situation.system,
        seat=situation.seat,
        view=situation.view,
        question=situation.question,
        imagine=lambda rng: imagined.pop(),
        budget=Budget(simulations=30),
    )
    chosen = SearchBot().choose(only, Random(1))
    situation.question.check(situation.view, chosen.order)
    assert game.digest() == before
    assert len(imagined) < 40


def test_the_same_luck_gives_the_same_choice() -> None:
    game = at_an_action(5)
    situation = situation_of(game, game.waiting()[0])
    bot = SearchBot(budget=Budget(simulations=20))
    assert bot.choose(situation, Random(9)) == bot.choose(situation, Random(9))


def test_it_plays_whole_games_with_secrets_and_several_seats() -> None:
    game = mini_game(1, "coalition")
    bot = SearchBot(budget=Budget(simulations=4))
    played = fought(game, 1, anna=bot, ben=bot, bea=bot)
    assert game.over
    assert played.faults == []


def test_a_single_candidate_costs_no_simulation(monkeypatch: pytest.MonkeyPatch) -> None:
    game = at_an_action(1)
    situation = situation_of(game, game.waiting()[0])
    monkeypatch.setattr(search, "ranked", lambda *given: [(5, EndActivation())])
    chosen = SearchBot(budget=Budget(simulations=20)).choose(situation, Random(1))
    assert chosen.order == EndActivation()
    assert all("imagined" not in str(text) for text in chosen.why)


def test_where_no_game_can_be_imagined_the_advice_decides() -> None:
    game = at_an_action(1)
    situation = situation_of(game, game.waiting()[0])

    def blind(rng: Any) -> Game[Any]:
        raise RuleError("no game could be imagined")

    chosen = SearchBot().choose(replace(situation, imagine=blind), Random(1))
    assert chosen.order == GreedyBot().choose(situation, Random(1)).order
