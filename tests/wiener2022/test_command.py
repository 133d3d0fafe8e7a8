"""Command delay, ammunition and fuel: played only if the scenario adds them."""

from __future__ import annotations

from typing import Any

import pytest

from planspiel.kernel import DECLINE, Game
from planspiel.systems.wiener2022.activities import Done, activity_refusal
from planspiel.systems.wiener2022.barrage import BarrageFell
from planspiel.systems.wiener2022.command import Alert, ShotsSpent
from planspiel.systems.wiener2022.counter import CounterFire, CounterMoves
from planspiel.systems.wiener2022.fire import DirectFire
from planspiel.systems.wiener2022.movement import Move
from planspiel.systems.wiener2022.scenario import Party, Placed
from planspiel.systems.wiener2022.state import RED, Barrage, Position
from wiener2022.positions import (
    BLUE_SEAT,
    RED_SEAT,
    ask_of,
    choices,
    do,
    element,
    happened,
    position,
    refused,
)

TANK: dict[str, Any] = {"model": "p4", "field": "3,4"}
FOOT: dict[str, Any] = {"model": "figures", "field": "10,10"}
GUN = "gun_75_48"


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
        item=("orders-lapse", "blue"),
        scenario=blue(command_delay=1),
    )
    assert (element(game, "b1").alerted, element(game, "b2").alerted) == (0, 1)


@pytest.mark.rule("WPR-munition-1")
def test_ammunition_is_unlimited_unless_the_scenario_counts_it() -> None:
    near = {"r1": {**FOOT, "field": "4,4"}, "r2": {**FOOT, "field": "7,6"}}
    game = position({"b1": {**TANK, "ammunition": 1}, "b2": {**TANK, "field": "6,6"}, **near}, dice=(1, 1))
    do(game, DirectFire("b1", GUN, "4,4"), DirectFire("b2", GUN, "7,6"))
    assert (element(game, "b1").ammunition, element(game, "b2").ammunition) == (0, -1)
    empty = activity_refusal(
        game.pack, position({"b1": {**TANK, "ammunition": 0}}).state.elements["b1"], "fire"
    )
    assert "no ammunition" in str(empty)
    assert activity_refusal(game.pack, position({"b1": TANK}).state.elements["b1"], "fire") is None


@pytest.mark.rule("WPR-munition-1", "WPR-gegenzug-1")
def test_a_counter_move_uses_ammunition_and_needs_it() -> None:
    def met(shots: int, *dice: int) -> Game[Position]:
        waiting = {**TANK, "field": "6,4", "position": True, "ammunition": shots}
        game = position({"b1": {"model": "krupp", "field": "3,4"}, "r1": waiting}, dice=dice)
        return do(game, Move("b1", ("4,4",)))

    game = met(1, 1)
    do(game, CounterFire("r1", GUN, "b1"))
    assert element(game, "r1").ammunition == 0
    assert happened(game, ShotsSpent, seat=RED_SEAT)
    assert not happened(game, ShotsSpent, seat=BLUE_SEAT)
    empty = met(0)
    assert isinstance(ask_of(empty)[1], CounterMoves), "that nobody is asked would tell"
    assert not choices(empty, CounterFire)


@pytest.mark.rule("WPR-munition-1", "WPR-gegenzug-unechter-3")
def test_a_mover_that_answers_in_an_encounter_uses_ammunition() -> None:
    elements = {"b1": {**TANK, "ammunition": 2}, "r1": {**TANK, "field": "6,4"}}
    game = do(position(elements, dice=(2, 1)), Move("b1", ("4,4",)), DECLINE, CounterFire("r1", GUN, "b1"))
    assert (element(game, "b1").ammunition, element(game, "r1").ammunition) == (1, -1)


@pytest.mark.rule("WPR-munition-1", "WPR-sperrfeuer-3")
def test_a_barrage_uses_ammunition_and_needs_it() -> None:
    def walked_into(shots: int, *dice: int) -> Game[Position]:
        elements = {
            "b1": {"model": "krupp", "field": "3,4"},
            "r1": {"model": "fh105_base", "field": "11,4", "ammunition": shots},
            "r2": {"model": "bunker_medium", "field": "6,4"},
        }
        prepared = Barrage("red-1-1", RED, "4,4", ("r1",), 1)
        game = position(elements, half=1, barrages={"red-1-1": prepared}, dice=dice)
        return do(game, Move("b1", ("4,4",)))

    assert element(walked_into(2, 1), "r1").ammunition == 1
    assert not happened(walked_into(0), BarrageFell)


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
