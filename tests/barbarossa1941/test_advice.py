"""Bots at Barbarossa 1941: their orders are legal, and not stupid."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from barbarossa1941.positions import GERMAN_SEAT, choices, position
from planspiel.bots import GreedyBot, luck_of, play, situation_of
from planspiel.kernel import Game, Lucky, Setup
from planspiel.systems.barbarossa1941.advice_picture import lost
from planspiel.systems.barbarossa1941.orders import Assault, March, Plan, Wait
from planspiel.systems.barbarossa1941.state import GERMAN, Fight
from planspiel.systems.barbarossa1941.system import Barbarossa1941


def planned(game: Game[Any]) -> Plan:
    """What the German bot orders."""
    order = GreedyBot().choose(situation_of(game, GERMAN_SEAT), Random(1)).order
    assert isinstance(order, Plan)
    return order


@pytest.mark.parametrize("scenario", ["outpost", "convoy"])
def test_greedy_bots_fight_a_battle_without_a_fault(scenario: str) -> None:
    game = Game.start(Barbarossa1941.build(), Setup(scenario), Lucky(Random(3)))
    played = play(
        game, dict.fromkeys(game.seats, GreedyBot()), {seat: luck_of(3, seat) for seat in game.seats}
    )
    assert played.faults == []
    assert played.outcome is not None


def test_plans_are_the_same_in_whatever_order_they_were_written() -> None:
    one = Plan({"unit:g1": Wait(), "unit:g2": March(("0504",))})
    other = Plan({"unit:g2": March(("0504",)), "unit:g1": Wait()})
    assert {one, other} == {one}
    assert hash(one) != hash(Plan({"unit:g1": Wait()}))


def test_an_empty_place_that_decides_is_taken() -> None:
    units = {"g1": {"card": "ge_infantry", "hex": "0504"}, "s1": {"card": "su_infantry", "hex": "0801"}}
    order = planned(position(units, zones={"village": ("0505",)})).parts["unit:g1"]
    assert getattr(order, "route", ())[-1:] == ("0505",)


def test_losses_grow_with_hits_and_shrink_with_defence() -> None:
    assert lost(0, 200) == 0
    assert lost(100, 200) < lost(300, 200) < lost(600, 200) < 600
    assert lost(300, 400) < lost(300, 200) < lost(300, 0) == 300


def test_a_tied_unit_without_ammunition_is_not_offered_an_assault() -> None:
    units = {
        "g1": {"card": "ge_infantry", "hex": "0505", "tied": ("s1",), "ammo": 0},
        "s1": {"card": "su_infantry", "hex": "0505", "tied": ("g1",)},
    }
    game = position(units, fights={"0505": Fight("0505", GERMAN)})
    assert choices(game, "g1", Assault) == []
    assert choices(game, "s1", Assault) == [Assault("g1")]
