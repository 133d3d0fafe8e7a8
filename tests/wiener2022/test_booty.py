"""Captured equipment, and the tractors of heavy weapons."""

from __future__ import annotations

from typing import Any

import pytest

from planspiel.kernel import Game, Script
from planspiel.systems.wiener2022.booty import Captured, capture
from planspiel.systems.wiener2022.flight import Flee
from planspiel.systems.wiener2022.state import BLUE, Position
from planspiel.systems.wiener2022.storm import DriveIn, Storm
from wiener2022.positions import do, element, happened, position

GUN: dict[str, Any] = {"model": "pak75", "field": "5,5", "mate": "r2"}
CAR: dict[str, Any] = {"model": "krupp", "field": "6,5"}


def taking(game: Game[Position]) -> Script[None]:
    yield from capture(game, "r1", BLUE)


@pytest.mark.rule("WPR-beute-1")
def test_captured_equipment_is_lost_unless_the_scenario_lets_it_be_used() -> None:
    game = position({"b1": {"model": "figures", "field": "5,5"}, "r1": GUN, "r2": CAR}, script=taking)
    assert element(game, "r1").fate == "lost"
    assert happened(game, Captured) == []


@pytest.mark.rule("WPR-beute-1")
def test_where_the_scenario_allows_it_the_winner_uses_it_from_his_next_turn_on() -> None:
    elements = {"b1": {"model": "figures", "field": "5,5"}, "r1": GUN, "r2": CAR}
    game = position(elements, script=taking, scenario={"captured_usable": True})
    gun = element(game, "r1")
    assert (gun.side, gun.fate, gun.field, gun.acted, gun.mate) == ("blue", "board", "5,5", True, "")
    assert element(game, "r2").mate == ""


PASS = {"5,4": "rock", "5,6": "rock"}
LORRY: dict[str, Any] = {"model": "lorry", "field": "5,5"}


@pytest.mark.rule("WPR-engen-5", "WPR-gegenwehr-8", "WPR-gegenwehr-9")
@pytest.mark.parametrize("dice", [(5, 3), (3, 5)])
def test_a_lorry_that_is_caught_in_a_narrows_blocks_it(dice: tuple[int, ...]) -> None:
    behind = {f"b{y}": {"model": "p4", "field": f"6,{y}"} for y in (4, 5, 6)}
    troops = {"b1": {"model": "figures", "field": "4,5"}, "r1": LORRY, **behind}
    game = do(position(troops, ground=PASS, dice=dice), Storm(("b1",), "5,5"))
    assert element(game, "r1").fate == "lost"
    assert game.state.wrecks["5,5"].model == "lorry"


@pytest.mark.rule("WPR-engen-5", "WPR-absitzen-nahkampf-2")
def test_so_does_one_that_drove_beaten_attackers_into_it() -> None:
    lorry = {"b1v": {"model": "lorry", "field": "4,5"}, "b1": {"model": "figures", "aboard": "b1v"}}
    troops = {**lorry, "r1": {"model": "figures", "field": "5,5"}}
    game = do(position(troops, ground=PASS, dice=(3, 5)), DriveIn("b1v", "5,5"))
    do(game, Flee("4,5"))
    assert element(game, "b1v").fate == "lost"
    assert game.state.wrecks["5,5"].model == "lorry"
