"""What bots are told of this game: they fire, take and hold what counts, and do not throw troops away."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from planspiel.bots import luck_of, make, play, situation_of
from planspiel.kernel import DECLINE, Game, Lucky, Order, Seat, Setup
from planspiel.systems import registry
from planspiel.systems.advice import BALANCED, BOLD, CAUTIOUS
from planspiel.systems.wiener2022.activities import ChooseActivity, Done
from planspiel.systems.wiener2022.advice import WienerAdvice
from planspiel.systems.wiener2022.advice_fire import price_of
from planspiel.systems.wiener2022.advice_ground import FAR, aims_of, ways_to
from planspiel.systems.wiener2022.advice_picture import picture_of
from planspiel.systems.wiener2022.air_cover import SendFighters
from planspiel.systems.wiener2022.air_request import FlyIn
from planspiel.systems.wiener2022.camouflage import Comb
from planspiel.systems.wiener2022.counter import CounterFire, CounterMoves
from planspiel.systems.wiener2022.fire import DirectFire
from planspiel.systems.wiener2022.movement import Move
from planspiel.systems.wiener2022.setup import Deploy
from planspiel.systems.wiener2022.state import BLUE, RED
from wiener2022.flying import on_mission
from wiener2022.positions import BLUE_SEAT, RED_SEAT, do, position

TANK = {"model": "p4", "side": "blue"}


def chosen(game: Game[Any], seat: Seat = BLUE_SEAT) -> Order:
    return make("greedy").choose(situation_of(game, seat), Random(1)).order


def test_a_tank_with_an_enemy_in_range_fires_before_it_does_anything_else() -> None:
    game = position({"b1": {**TANK, "field": "5,5"}, "r1": {"model": "krupp", "side": "red", "field": "5,7"}})
    assert isinstance(chosen(game), DirectFire)


def test_the_more_valuable_of_two_equal_targets_is_fired_at() -> None:
    car, gun = {"model": "krupp", "side": "red"}, {"model": "pak75", "side": "red"}
    game = position(
        {"b1": {**TANK, "field": "5,5"}, "r1": {**car, "field": "5,7"}, "r2": {**gun, "field": "3,5"}}
    )
    prices = {name: price_of(game.system.pack, game.state.elements[name]) for name in ("r1", "r2")}
    assert prices["r2"] > prices["r1"]
    order = chosen(game)
    assert isinstance(order, DirectFire)
    worth = {
        field: WienerAdvice().score(
            ChooseActivity("other"), game.view(BLUE_SEAT), DirectFire("b1", order.weapon, field), BALANCED
        )
        for field in ("5,7", "3,5")
    }
    assert order.field == max(worth, key=lambda field: worth[field] or 0)


def test_nobody_drives_up_to_a_gun_for_nothing() -> None:
    """A lorry has no business in front of an anti-tank gun, whatever it might see there."""
    game = position(
        {
            "b1": {"model": "krupp", "side": "blue", "field": "5,5"},
            "r1": {"model": "pak75", "side": "red", "field": "9,5"},
        }
    )
    order = chosen(game)
    if isinstance(order, Move):
        picture = picture_of(game.view(BLUE_SEAT), BLUE)
        assert picture.risk(game.state.elements["b1"], order.path) == 0


@pytest.mark.rule("WPR-durchkaemmen-1")
def test_figures_look_for_enemies_who_are_known_to_hide_in_their_field() -> None:
    here = {"model": "figures", "field": "4,6"}
    game = position({"b1": here, "r1": {**here, "hidden": True}}, ground={"4,6": "wood"})
    assert chosen(game) == Comb("b1")


def test_an_idle_side_ends_its_half_turn() -> None:
    game = position({"b1": {"model": "bunker_light", "side": "blue", "field": "5,5"}})
    assert chosen(game) == Done()


def test_those_who_are_approached_make_their_counter_moves() -> None:
    game = position(
        {
            "b1": {"model": "krupp", "side": "blue", "field": "5,5"},
            "r1": {"model": "pak75", "side": "red", "field": "8,5"},
        },
        dice=(1,),
    )
    game.answer(BLUE_SEAT, Move("b1", ("6,5",)))
    question = game.pending(RED_SEAT)
    assert isinstance(question, CounterMoves)
    assert isinstance(chosen(game, RED_SEAT), CounterFire)
    game.answer(RED_SEAT, chosen(game, RED_SEAT))


def test_all_fighters_that_come_are_sent_to_fight() -> None:
    elements = {"b1": on_mission("ju87"), "r1": {"model": "me109"}, "r2": {"model": "me109"}}
    game = do(position(elements, item=("phase", "air"), dice=(6, 6)), FlyIn(("b1",)))
    assert chosen(game, RED_SEAT) == SendFighters(("r1", "r2"))


def test_the_way_to_the_goal_is_shorter_by_road() -> None:
    game = Game.start(registry.load("wiener2022"), Setup("first_steps"), Lucky(Random(1)))
    pack, view = game.system.pack, game.view(BLUE_SEAT)
    car = next(one for one in view.elements.values() if one.model == "krupp" and one.side == BLUE)
    (aim,) = aims_of(pack, "first_steps", BLUE)
    ways = ways_to(pack, view, car, aim.fields)
    assert ways["10,5"] < ways["10,4"] < FAR
    assert ways["14,5"] == 0


def test_an_evaluation_is_about_the_opposite_for_the_enemy() -> None:
    game = Game.start(registry.load("wiener2022"), Setup("first_steps"), Lucky(Random(1)))
    view, advice = game.view(BLUE_SEAT), WienerAdvice()
    assert advice.evaluate(view, BLUE, BALANCED) == -advice.evaluate(view, RED, BALANCED)


def test_a_lost_tank_makes_the_position_worse() -> None:
    field = {"r1": {"model": "figures", "side": "red", "field": "9,9"}}
    whole = position({"b1": {**TANK, "field": "5,5"}, "b2": {**TANK, "field": "5,7"}, **field})
    less = position({"b1": {**TANK, "field": "5,5"}, **field})
    advice = WienerAdvice()
    assert advice.evaluate(whole.view(BLUE_SEAT), BLUE, BALANCED) > advice.evaluate(
        less.view(BLUE_SEAT), BLUE, BALANCED
    )


def test_a_cautious_bot_minds_a_dangerous_way_more_than_a_bold_one() -> None:
    game = position(
        {"b1": {**TANK, "field": "5,5"}, "r1": {"model": "pak75", "side": "red", "field": "9,5"}},
    )
    order, advice = Move("b1", ("6,5", "7,5")), WienerAdvice()
    view, question = game.view(BLUE_SEAT), ChooseActivity("other")
    scores = [advice.score(question, view, order, temper) for temper in (CAUTIOUS, BALANCED, BOLD)]
    assert None not in scores
    assert scores[0] < scores[2]  # type: ignore[operator]


@pytest.mark.parametrize("scenario", ["river_line", "night_attack", "meeting", "landing"])
def test_deployments_of_bots_are_legal_and_near_what_counts(scenario: str) -> None:
    game = Game.start(registry.load("wiener2022"), Setup(scenario), Lucky(Random(2)))
    seat = next(seat for seat in game.seats if isinstance(game.pending(seat), Deploy))
    situation = situation_of(game, seat)
    best, random = chosen(game, seat), situation.question.sample(situation.view, Random(2))
    situation.question.check(situation.view, best)
    advice = WienerAdvice()
    assert (advice.score(situation.question, situation.view, best, BALANCED) or 0) > (
        advice.score(situation.question, situation.view, random, BALANCED) or 0
    )


@pytest.mark.parametrize("seed", [1, 2])
def test_a_greedy_bot_takes_the_village_from_a_random_one(seed: int) -> None:
    game = Game.start(registry.load("wiener2022"), Setup("first_steps"), Lucky(Random(seed)))
    bots = {BLUE_SEAT: make("greedy"), RED_SEAT: make("random")}
    played = play(game, bots, {seat: luck_of(seed, seat) for seat in game.seats})
    assert not played.faults
    assert played.outcome is not None
    assert played.outcome.winners == (BLUE,)


@pytest.mark.parametrize("mode", ["partly", "hidden"])
def test_bots_play_where_little_is_seen(mode: str) -> None:
    game = Game.start(registry.load("wiener2022"), Setup("first_steps", {"mode": mode}), Lucky(Random(3)))
    bots = {seat: make("greedy") for seat in game.seats}
    played = play(game, bots, {seat: luck_of(3, seat) for seat in game.seats})
    assert not played.faults
    assert played.outcome is not None


def test_bots_give_reasons_that_have_german_words() -> None:
    game = Game.start(registry.load("wiener2022"), Setup("first_steps"), Lucky(Random(1)))
    german = WienerAdvice().german()
    said = set()
    for _ in range(60):
        seat = next((seat for seat in game.seats if game.pending(seat) is not None), None)
        if seat is None:
            break
        found = make("greedy").choose(situation_of(game, seat), Random(1))
        said |= {text.template for text in found.why}
        game.answer(seat, found.order)
    assert len(said) >= 3
    assert said <= set(german)


def test_a_bot_that_is_asked_for_its_dummy_gun_declines() -> None:
    dummy = {"model": "dummy_gun", "field": "5,9", "position": True, "guise": "pak75"}
    game = do(position({"b1": {**TANK, "field": "5,5"}, "r1": dummy}), Move("b1", ("5,6", "5,7")))
    assert isinstance(game.pending(RED_SEAT), CounterMoves)
    assert chosen(game, RED_SEAT) == DECLINE
