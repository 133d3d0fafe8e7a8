"""Command delay, ammunition and fuel: played only if the scenario adds them."""

from __future__ import annotations

from typing import Any

import pytest

from planspiel.systems.wiener2022.activities import Done, activity_refusal
from planspiel.systems.wiener2022.command import Alert
from planspiel.systems.wiener2022.movement import Move
from planspiel.systems.wiener2022.scenario import Party, Placed
from wiener2022.positions import BLUE_SEAT, choices, do, element, position, refused

TANK: dict[str, Any] = {"model": "p4", "field": "3,4"}
FOOT: dict[str, Any] = {"model": "figures", "field": "10,10"}


def blue(**more: Any) -> dict[str, Party]:
    return {"blue": Party(name="B", name_de="B", zone="all", units=(Placed(unit="p4"),), **more)}


@pytest.mark.rule("WPR-befehlsgebung-1")
def test_orders_need_no_time_unless_the_scenario_says_so() -> None:
    game = position({"b1": TANK, "r1": FOOT})
    assert "need no time" in refused(game, Alert("b1"))
    assert element(game, "b1").ready


@pytest.mark.rule("WPR-befehlsgebung-1")
def test_with_command_delay_an_element_acts_only_when_its_orders_have_come() -> None:
    game = position({"b1": TANK, "r1": FOOT}, item=("half", "blue"), scenario=blue(command_delay=1))
    assert not element(game, "b1").ready
    refusal = activity_refusal(game.pack, element(game, "b1"), "move")
    assert "No order" in str(refusal)
    assert [order for order in choices(game) if not isinstance(order, Done)] == [Alert("b1")]
    do(game, Alert("b1"))
    assert element(game, "b1").alerted == 2
    later = position(
        {"b1": {**TANK, "alerted": 2}, "r1": FOOT},
        item=("half", "blue"),
        turn=2,
        scenario=blue(command_delay=1),
    )
    assert element(later, "b1").ready


@pytest.mark.rule("WPR-befehlsgebung-1")
def test_whoever_does_nothing_needs_new_orders() -> None:
    idle = {**TANK, "alerted": 1}
    game = position(
        {"b1": idle, "b2": {**idle, "moved": 2}},
        item=("supplies-used", "blue"),
        scenario=blue(command_delay=1),
    )
    assert (element(game, "b1").alerted, element(game, "b2").alerted) == (0, 1)


@pytest.mark.rule("WPR-munition-1")
def test_ammunition_is_unlimited_unless_the_scenario_counts_it() -> None:
    spent = {**TANK, "shot": True, "ammunition": 1}
    game = position(
        {"b1": spent, "b2": {**TANK, "shot": True}},
        item=("supplies-used", "blue"),
        scenario=blue(ammunition=3),
    )
    assert (element(game, "b1").ammunition, element(game, "b2").ammunition) == (0, -1)
    empty = activity_refusal(
        game.pack, position({"b1": {**TANK, "ammunition": 0}}).state.elements["b1"], "fire"
    )
    assert "no ammunition" in str(empty)
    assert activity_refusal(game.pack, position({"b1": TANK}).state.elements["b1"], "fire") is None


@pytest.mark.rule("WPR-betriebsmittel-1")
def test_fuel_is_unlimited_unless_the_scenario_counts_it() -> None:
    game = position({"b1": {**TANK, "fuel": 5}, "b2": {**TANK, "field": "6,6"}}, scenario=blue(fuel=5))
    do(game, Move("b1", ("3,5", "3,6")), Move("b2", ("6,7",)))
    assert (element(game, "b1").fuel, element(game, "b2").fuel) == (3, -1)
    dry = activity_refusal(game.pack, position({"b1": {**TANK, "fuel": 0}}).state.elements["b1"], "move")
    assert "no fuel" in str(dry)


def test_the_enemy_does_not_read_how_much_ammunition_is_left() -> None:
    red = {"red": blue(ammunition=3)["blue"]}
    game = position({"b1": TANK, "r1": {**FOOT, "ammunition": 2, "fuel": 4}}, scenario=red)
    seen = game.view(BLUE_SEAT).elements["r1"]
    assert (seen.ammunition, seen.fuel) == (-1, -1)
