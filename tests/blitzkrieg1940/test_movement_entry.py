"""12.2 Reinforcements that come onto the map."""

from __future__ import annotations

from typing import Any

import pytest

from blitzkrieg1940.moving import acting, do, go, question
from blitzkrieg1940.positions import FRENCH_SEAT, GERMAN_SEAT, choices, said
from planspiel.kernel import DECLINE, Game
from planspiel.systems.blitzkrieg1940.actions import Fire
from planspiel.systems.blitzkrieg1940.close_combat_orders import FightOn
from planspiel.systems.blitzkrieg1940.march import Move
from planspiel.systems.blitzkrieg1940.state import Position

MOTO, PANHARD, MG, AT, HQ = "6-grdi/1", "6-grdi/2", "6-grdi/3", "6-grdi/4", "6-grdi/hq"
DUE = {"fate": "due", "due": 2}
GD = ("i-gd/1", "i-gd/2", "i-gd/3")


def arriving(units: dict[str, dict[str, Any]] | None = None, turn: int = 2, **more: Any) -> Game[Position]:
    """The 6th GRDI is due in turn 2 at 1310 and has been activated."""
    coming = dict.fromkeys((MOTO, PANHARD, MG, AT, HQ), DUE)
    return acting("6-grdi", {**coming, **(units or {})}, scenario="stonne", turn=turn, **more)


@pytest.mark.rule("BLK-12.2-FR-G2")
def test_a_unit_pays_for_the_entry_hex_and_moves_on() -> None:
    game = arriving()
    assert "enters the map in 1310" in said(game, go(PANHARD, "1309"))
    do(game, go(PANHARD, "1310", "1210"))
    unit = game.state.units[PANHARD]
    assert (unit.hex, unit.fate) == ("1210", "map")
    moves = [order.path for order in choices(game, Move) if order.units == (MG,)]
    assert moves
    assert all(path[0] == "1310" for path in moves)
    assert max(len(path) for path in moves) <= 3  # 3 points, one of them for 1310


@pytest.mark.rule("BLK-6.1-C", "BLK-12.2-FR-G2")
def test_it_may_enter_with_half_its_points_and_fire() -> None:
    game = arriving({GD[0]: {"hex": "1210"}}, dice=(1, 1))
    assert go(PANHARD, "1310", half=True) in choices(game)
    do(game, go(PANHARD, "1310", half=True))
    while question(game) != "french: FinishAction":
        do(game, DECLINE)
    do(game, Fire(PANHARD, GD[0]))
    assert game.state.units[PANHARD].hex == "1310"


@pytest.mark.rule("BLK-12.2-FR-G2")
def test_units_enter_in_their_turn_or_later_but_not_before() -> None:
    early = arriving({MOTO: {"hex": "1309"}}, turn=1)
    assert "not on the map" in said(early, go(PANHARD, "1310"))
    late = arriving(turn=5)
    late.check(FRENCH_SEAT, go(PANHARD, "1310"))


@pytest.mark.rule("BLK-12.2-FR-J")
def test_the_scenario_brings_the_6th_grdi_in_turn_two() -> None:
    coming: dict[str, dict[str, Any]] = {name: {"fate": "due"} for name in (MOTO, PANHARD, MG, AT, HQ)}
    assert acting("6-grdi", coming, scenario="stonne", turn=1).over  # nobody can act yet
    game = acting("6-grdi", coming, scenario="stonne", turn=2)
    for name in coming:
        game.check(FRENCH_SEAT, go(name, "1310"))


@pytest.mark.rule("BLK-12.2-FR-G2")
def test_stacking_is_tested_when_the_move_ends_so_all_can_pass_the_entry_hex() -> None:
    full = {MOTO: {"hex": "1310"}, MG: {"hex": "1310"}, AT: {"hex": "1310"}}
    game = arriving(full)
    assert "At most 3 units" in said(game, go(PANHARD, "1310"))
    game.check(FRENCH_SEAT, go(PANHARD, "1310", "1210"))
    game.check(FRENCH_SEAT, go(HQ, "1310"))


@pytest.mark.rule("BLK-12.2-FR-G2")
def test_german_reinforcements_enter_anywhere_in_their_zone() -> None:
    coming = {"i-schr-69/1": {"fate": "due", "due": 7}}
    game = acting("i-schr-69", coming, scenario="stonne", turn=7)
    for hex_ in ("0104", "0108"):
        game.check(GERMAN_SEAT, go("i-schr-69/1", hex_))
    assert "enters the map in" in said(game, go("i-schr-69/1", "0103"))
    assert {order.path[0] for order in choices(game, Move)} == {"0104", "0105", "0106", "0107", "0108"}


@pytest.mark.rule("BLK-12.2-FR-G2")
def test_units_that_have_not_entered_are_not_bound_to_an_hq_that_is_not_there() -> None:
    game = arriving()
    do(game, go(PANHARD, "1310", "1210", "1110", "1010"))
    assert not game.state.units[PANHARD].out_of_command


@pytest.mark.rule("BLK-12.2-FR-X3")
def test_a_held_entry_hex_is_attacked_from_off_the_map_or_avoided() -> None:
    game = arriving({"i-gd/1": {"hex": "1310"}})
    for hex_ in ("1310", "1309", "1311"):
        game.check(FRENCH_SEAT, go(PANHARD, hex_))
    assert "enters the map in" in said(game, go(PANHARD, "1308"))
    assert "enters the map in 1309, 1311, not in 1310" in said(game, go(HQ, "1310"))
    game.check(FRENCH_SEAT, go(HQ, "1309"))


@pytest.mark.rule("BLK-12.2-FR-X3")
def test_a_repulsed_attacker_goes_back_off_the_map() -> None:
    game = arriving({"i-gd/1": {"hex": "1310"}}, dice=(1, 1, 1, 1))
    do(game, go(PANHARD, "1310"))
    assert question(game) == "german: LeaveOrFightOn"
    do(game, FightOn())
    leave = next(order for order in choices(game) if getattr(order, "unit", "") == PANHARD)
    do(game, leave)
    unit = game.state.units[PANHARD]
    assert (unit.hex, unit.fate, unit.acted) == ("", "due", True)


@pytest.mark.rule("BLK-8.4-H", "BLK-12.2-FR-X3")
@pytest.mark.parametrize(("dice", "comes"), [((1, 1), True), ((6, 6), False)])
def test_one_that_was_neutralised_in_it_must_rally_before_it_comes_again(
    dice: tuple[int, int], comes: bool
) -> None:
    units = {MOTO: {"hex": "1309"}, PANHARD: {**DUE, "neutralised": True}}
    item = ("opening-checks", "6-grdi")
    game = arriving(units, item=item, dice=dice)
    assert game.state.units[PANHARD].neutralised is not comes


@pytest.mark.rule("BLK-12.2-FR-X3")
def test_enemy_hqs_do_not_hold_the_entry_hex_but_are_overrun() -> None:
    game = arriving({"i-gd/hq": {"hex": "1310"}})
    do(game, go(PANHARD, "1310"))
    assert game.state.units["i-gd/hq"].fate == "track"
