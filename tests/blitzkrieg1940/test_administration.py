"""2 A: the administration phase."""

from __future__ import annotations

from typing import Any

import pytest

from blitzkrieg1940.positions import choices, pack, position
from blitzkrieg1940.table import answer

HQ, S35 = "2-cuir/hq", "2-cuir/1"
Units = dict[str, dict[str, Any]]


@pytest.mark.rule("BLK-2-B")
def test_every_hq_is_turned_back_and_may_be_activated_anew() -> None:
    acted = {"own_used": True, "repeat_used": True, "activations": 2, "skipped": True}
    game = position(item=("administration",), formations={"2-cuir": acted})
    formation = game.state.formations["2-cuir"]
    assert (formation.own_used, formation.repeat_used, formation.activations) == (False, False, 0)
    assert not formation.skipped


@pytest.mark.rule("BLK-2-C")
def test_units_back_within_command_lose_the_marker() -> None:
    units: Units = {HQ: {"hex": "0509"}, S35: {"hex": "0511", "out_of_command": True}}
    game = position(units=units, item=("administration",))
    assert not game.state.units[S35].out_of_command


@pytest.mark.rule("BLK-2-D")
def test_all_opp_markers_come_off() -> None:
    units = {S35: {"hex": "0509", "opp_used": True}, "kg/1": {"hex": "1801", "opp_used": True}}
    game = position(units=units, item=("administration",))
    assert not any(unit.opp_used for unit in game.state.units.values())


@pytest.mark.rule("BLK-8.5.1-B")
@pytest.mark.parametrize(("dice", "demoralised"), [((2, 3), False), ((3, 3), True)])
def test_demoralised_formations_test_recovery_at_factor_less_three(
    dice: tuple[int, int], demoralised: bool
) -> None:
    units = {S35: {"hex": "0509", "neutralised": True}}
    game = position(
        units=units, item=("administration",), formations={"2-cuir": {"demoralised": True}}, dice=dice
    )
    assert game.state.formations["2-cuir"].demoralised is demoralised


@pytest.mark.rule("BLK-2-G1")
def test_command_is_tested_after_the_retreat_of_the_demoralised() -> None:
    units: Units = {
        HQ: {"hex": "1409"},
        S35: {"hex": "1411", "out_of_command": True},
        "2-cuir/5": {"hex": "1409"},
    }
    beaten = {"2-cuir": {"demoralised": True}}
    game = position(units=units, item=("administration",), formations=beaten, dice=(6, 6))
    while not game.over:
        answer(game, choices(game)[0])
    board, there = pack().theatre("hannut").board, game.state.units
    for name in (S35, "2-cuir/5"):
        assert there[name].hex not in ("1411", "1409")
        assert there[name].out_of_command == (board.distance(there[name].hex, there[HQ].hex) > 2)
