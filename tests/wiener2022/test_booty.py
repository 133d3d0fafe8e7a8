"""Captured equipment, and the tractors of heavy weapons."""

from __future__ import annotations

from typing import Any

import pytest

from planspiel.kernel import Game, Script
from planspiel.systems.wiener2022.booty import Captured, capture
from planspiel.systems.wiener2022.state import BLUE, Position
from wiener2022.positions import element, happened, position

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
