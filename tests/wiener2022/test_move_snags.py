"""Obstacles on both flanks of a diagonal: found out once, and then no way any more."""

from __future__ import annotations

import pytest

from planspiel.systems.wiener2022.movement import Halt, Move
from planspiel.systems.wiener2022.state import RED, Barrier
from wiener2022.moving import asked, may, scene
from wiener2022.positions import BLUE_SEAT, choices, do, element, position, refused

TANK = {"model": "p4", "field": "4,6"}
IDLE = {"model": "lorry", "field": "1,1"}
FLANKS = ("5,6", "4,5")


def teeth(*fields: str, hidden: bool = False) -> dict[str, Barrier]:
    return {field: Barrier(field, "teeth", field, RED, hidden) for field in fields}


@pytest.mark.rule("WPR-diagonale-5")
def test_a_diagonal_between_known_obstacles_is_closed() -> None:
    game = position({"b1": TANK, "b9": IDLE}, barriers=teeth(*FLANKS))
    assert "beside the diagonal" in refused(game, Move("b1", ("5,5",), flanks=("5,6",)))
    assert not any(isinstance(one, Move) and one.path[:1] == ("5,5",) for one in choices(game))
    assert may(scene({"b1": TANK}, barriers=teeth("5,6")), "b1", "5,5"), "one free flank is enough"


@pytest.mark.rule("WPR-diagonale-5")
def test_hidden_obstacles_on_both_flanks_are_found_out_one_by_one_and_close_the_diagonal_for_good() -> None:
    game = position({"b1": TANK, "b9": IDLE}, barriers=teeth(*FLANKS, hidden=True))
    do(game, Move("b1", ("5,5",)))
    assert asked(game) == "blue: GoOn"
    assert len(game.view(BLUE_SEAT).barriers) == 1, "the other one stays secret"
    do(game, Move("b1", ("5,5",)))
    assert set(game.view(BLUE_SEAT).barriers) == set(FLANKS)
    assert "beside the diagonal" in refused(game, Move("b1", ("5,5",), flanks=("5,6",)))
    do(game, Halt())
    assert element(game, "b1").field == "4,6"
