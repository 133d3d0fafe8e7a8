"""Barriers on the way: obstacles that hold a mover, mines on the flank of a diagonal, tank hunters."""

from __future__ import annotations

import pytest

from planspiel.systems.wiener2022.counter import TankHunt
from planspiel.systems.wiener2022.movement import Halt, Move
from planspiel.systems.wiener2022.state import BLUE, RED, Barrier, Earthwork
from wiener2022.moving import asked, may, scene, why
from wiener2022.positions import BLUE_SEAT, do, element, position, refused

TANK = {"model": "p4", "field": "4,6"}
IDLE = {"model": "lorry", "field": "1,1"}


def barrier(kind: str, field: str, hidden: bool = False, side: object = RED) -> dict[str, Barrier]:
    name = f"{kind}/{field}"
    return {name: Barrier(name, kind, field, side, hidden)}  # type: ignore[arg-type]


@pytest.mark.rule("WPR-draht-6")
def test_wire_lets_figures_in_stops_them_and_lets_them_only_back() -> None:
    riders = {"model": "riders", "field": "4,6"}
    game = position({"b1": riders, "b9": IDLE}, barriers=barrier("wire", "5,6"))
    assert "obstacle" in refused(game, Move("b1", ("5,6", "6,6")))
    do(game, Move("b1", ("5,6",)))
    assert asked(game) == "blue: GoOn"
    do(game, Halt())
    caught = element(game, "b1")
    assert caught.field == "5,6"
    assert caught.came_from == "4,6"
    later = scene({"b1": {**riders, "field": "5,6", "came_from": "4,6"}}, barriers=barrier("wire", "5,6"))
    assert may(later, "b1", "4,6")
    assert may(later, "b1", "4,5")
    assert "only back" in why(later, "b1", "6,6")
    cleared = scene({"b1": {**riders, "field": "5,6", "came_from": "4,6"}})
    assert may(cleared, "b1", "6,6"), "once it is cleared the way is free"


@pytest.mark.rule("WPR-panzerhindernisse-X1")
def test_a_hidden_obstacle_is_found_by_whom_it_stops() -> None:
    game = position({"b1": TANK, "b9": IDLE}, barriers=barrier("teeth", "5,6", hidden=True))
    assert not refused(game, Move("b1", ("5,6", "6,6"))), "a refusal would tell"
    do(game, Move("b1", ("5,6", "6,6")))
    assert asked(game) == "blue: GoOn"
    assert "only back" in refused(game, Move("b1", ("6,6",)))
    do(game, Halt())
    assert element(game, "b1").field == "5,6"
    assert element(game, "b1").came_from == "4,6"
    assert "teeth/5,6" in game.view(BLUE_SEAT).barriers


@pytest.mark.rule("WPR-draht-4")
def test_own_barriers_hold_nobody() -> None:
    game = scene({"b1": TANK}, barriers=barrier("teeth", "5,6", side=BLUE))
    assert may(game, "b1", "5,6", "6,6")


@pytest.mark.rule("WPR-diagonale-2", "WPR-diagonale-5", "WPR-minen-2")
def test_mines_on_both_flanks_of_a_diagonal_act_on_the_one_that_is_named() -> None:
    mines = barrier("at_mine", "5,6") | barrier("at_mine", "4,7")
    game = position({"b1": TANK, "b9": IDLE}, barriers=mines, dice=(4,))
    assert "name 4,7 / 5,6" in refused(game, Move("b1", ("5,7",)))
    do(game, Move("b1", ("5,7",), flanks=("4,7",)))
    assert element(game, "b1").field == "5,7"
    assert element(game, "b1").pinned == 4


@pytest.mark.rule("WPR-diagonale-6")
def test_hidden_mines_on_both_flanks_are_revealed_when_one_is_used() -> None:
    mines = barrier("at_mine", "5,6", hidden=True) | barrier("at_mine", "4,7", hidden=True)
    game = position({"b1": TANK, "b9": IDLE}, barriers=mines, dice=(1,))
    assert not refused(game, Move("b1", ("5,7",)))
    do(game, Move("b1", ("5,7",)))
    known = game.view(BLUE_SEAT).barriers
    assert set(known) == {"at_mine/4,7"}, "the other one stays secret"


@pytest.mark.rule("WPR-diagonale-5")
def test_an_obstacle_on_the_named_flank_stops_the_step() -> None:
    walls = barrier("wall", "5,6", hidden=True) | barrier("wall", "4,7", hidden=True)
    game = position({"b1": TANK, "b9": IDLE}, barriers=walls)
    do(game, Move("b1", ("5,7",)))
    assert element(game, "b1").field == "4,6"
    assert not element(game, "b1").moved


@pytest.mark.rule("WPR-panzernahbekaempfung-7")
def test_figures_strike_the_tank_that_drives_into_their_field() -> None:
    game = position({"b1": TANK, "b9": IDLE, "r1": {"model": "figures", "field": "5,6"}}, dice=(6,))
    do(game, Move("b1", ("5,6", "6,6")), TankHunt("r1", "b1"))
    assert element(game, "b1").fate == "lost"


def test_a_half_dug_position_falls_down_when_the_last_digger_leaves() -> None:
    game = position(
        {"b1": {"model": "figures", "field": "4,6"}, "b9": IDLE}, earthworks={"4,6": Earthwork(1, side=BLUE)}
    )
    do(game, Move("b1", ("5,6",)))
    assert "4,6" not in game.state.earthworks
