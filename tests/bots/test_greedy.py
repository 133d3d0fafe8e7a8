"""The greedy bot takes what looks best at once, and does nothing stupid."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from blitzkrieg1940.positions import pack, position
from bots.tables import battle, fought
from planspiel.bots import Chosen, GreedyBot, RandomBot, situation_of
from planspiel.kernel import DECLINE, Game, Lucky, Side
from planspiel.systems import registry
from planspiel.systems.advice import BALANCED
from planspiel.systems.blitzkrieg1940.actions import EndActivation, Fire
from planspiel.systems.blitzkrieg1940.indirect import CallFire
from planspiel.systems.blitzkrieg1940.march import Move
from planspiel.systems.blitzkrieg1940.reaction_orders import CounterFire, Retreat


def chosen(game: Game[Any]) -> Chosen:
    return GreedyBot().choose(situation_of(game, game.waiting()[0]), Random(1))


@pytest.mark.parametrize("scenario", ["hannut", "stonne", "duel"])
@pytest.mark.parametrize("side", ["french", "german"])
def test_it_beats_random_play_from_either_side(scenario: str, side: str) -> None:
    bots = {"french": RandomBot(), "german": RandomBot(), side: GreedyBot()}
    played = fought(battle(scenario, 1), 1, **bots)
    assert played.faults == []
    assert played.outcome is not None
    assert played.outcome.winners == (Side(side),)


def test_an_undefended_objective_in_reach_is_taken() -> None:
    game = position(
        units={"i-5-pzr/hq": {"hex": "1411"}, "i-5-pzr/2": {"hex": "1411"}, "1-cuir/1": {"hex": "0305"}},
        activation={"formations": ("i-5-pzr",)},
    )
    assert {game.state.control[hex_] for hex_ in ("1409", "1110", "1012")} == {"french"}
    taken = chosen(game)
    assert isinstance(taken.order, Move)
    goal = taken.order.path[-1]
    value = pack().theatre("hannut").objectives[goal].value
    assert str(taken.why[0]) == f"The move takes {goal}, worth {value} points."


def test_an_enemy_in_reach_is_fought_before_the_activation_ends() -> None:
    game = position(
        units={"2-cuir/hq": {"hex": "1407"}, "2-cuir/1": {"hex": "1409"}, "i-5-pzr/2": {"hex": "1410"}},
        activation={"formations": ("2-cuir",)},
        dice=Lucky(Random(1)),
    )
    while True:
        order = chosen(game).order
        assert not isinstance(order, EndActivation)
        if isinstance(order, Fire) or (isinstance(order, Move) and order.path[-1] == "1410"):
            return
        game.choose(order)


def test_an_order_to_fire_says_its_chances() -> None:
    game = position(
        units={"2-cuir/1": {"hex": "1409"}, "i-5-pzr/2": {"hex": "1410"}},
        activation={"formations": ("2-cuir",)},
    )
    question, view = game.pending(game.waiting()[0]), game.view(game.waiting()[0])
    assert question is not None
    why = registry.advice("blitzkrieg1940").why(question, view, Fire("2-cuir/1", "i-5-pzr/2"), BALANCED)
    odds = question.odds(view, Fire("2-cuir/1", "i-5-pzr/2"))
    assert odds is not None
    ways = sum(likely.ways for likely in odds.results if likely.result != "-")
    assert str(why[0]) == f"{ways} of 36 throws hurt i-5-pzr/2."


def test_salvoes_fall_on_the_fullest_hex() -> None:
    game = position(
        units={
            "i-33-schr/hq": {"hex": "1513"},
            "i-11-rdp/1": {"hex": "1514"},
            "i-11-rdp/3": {"hex": "1514"},
            "i-11-rdp/4": {"hex": "1512"},
        },
        activation={"side": "german", "formations": (), "salvoes": {"heavy": 2}},
    )
    order = chosen(game).order
    assert isinstance(order, CallFire)
    assert order.hex == "1514"


def test_a_weak_company_does_not_storm_a_strong_stack() -> None:
    game = position(
        units={
            "i-12-schr/hq": {"hex": "1509"},
            "i-12-schr/1": {"hex": "1410", "steps": 1},
            "2-cuir/1": {"hex": "1409"},
            "2-cuir/2": {"hex": "1409"},
            "2-cuir/3": {"hex": "1409"},
        },
        activation={"formations": ("i-12-schr",)},
        dice=(6, 6, 6, 6) * 30,
    )
    rng = Random(1)
    while game.waiting() and game.waiting()[0] == "german":
        order = GreedyBot().choose(situation_of(game, game.waiting()[0]), rng).order
        assert not (isinstance(order, Move) and order.path[-1] == "1409")
        if isinstance(order, EndActivation):
            break
        game.choose(order)


def test_an_hq_alone_with_the_enemy_beside_it_goes_away() -> None:
    game = position(
        units={"2-cuir/hq": {"hex": "1409"}, "i-5-pzr/hq": {"hex": "1412"}, "i-5-pzr/1": {"hex": "1411"}},
        activation={"formations": ("i-5-pzr",)},
    )
    game.answer(game.waiting()[0], Move(("i-5-pzr/1",), ("1410",)))
    order = chosen(game).order
    assert isinstance(order, Retreat)
    assert order.unit == "2-cuir/hq"


def test_who_is_fired_at_fires_back_if_that_can_hurt() -> None:
    game = position(
        units={"i-11-rdp/3": {"hex": "1409"}, "i-5-pzr/2": {"hex": "1410"}},
        activation={"formations": ("i-5-pzr",)},
        dice=(1, 1),
    )
    game.answer(game.waiting()[0], Fire("i-5-pzr/2", "i-11-rdp/3"))
    assert isinstance(chosen(game).order, CounterFire)


def test_a_reaction_that_gains_nothing_is_declined() -> None:
    game = position(
        units={
            "2-cuir/1": {"hex": "1405", "opp_used": True},
            "i-5-pzr/hq": {"hex": "1410"},
            "i-5-pzr/2": {"hex": "1411"},
        },
        activation={"formations": ("i-5-pzr",)},
    )
    game.answer(game.waiting()[0], Move(("i-5-pzr/2",), ("1410", "1409")))
    assert game.waiting() == ("french",)
    assert chosen(game).order == DECLINE


def test_the_same_luck_gives_the_same_game() -> None:
    ends = set[str]()
    for _ in range(2):
        game = battle("duel", 6)
        fought(game, 6, french=GreedyBot(), german=GreedyBot())
        ends.add(game.digest())
    assert len(ends) == 1
