"""9.1.2 to 9.1.5: what happens when in a close combat, and how far a retreat from it leads."""

from __future__ import annotations

from typing import Any

import pytest

from blitzkrieg1940.firing import FRENCH_INFANTRY, RIFLES, answer, asked, assaulting
from blitzkrieg1940.moving import with_ground
from blitzkrieg1940.positions import FRENCH_SEAT, GERMAN_SEAT, pack, position
from planspiel.kernel import Game
from planspiel.systems.blitzkrieg1940.close_combat_orders import FightOn, LeaveCombat, Withdraw
from planspiel.systems.blitzkrieg1940.results import LoseStep
from planspiel.systems.blitzkrieg1940.state import Attacker, Position

HEX, FROM = "1411", "1410"
DUEL = {RIFLES: {"hex": HEX}, FRENCH_INFANTRY: {"hex": HEX}}
"""A rifle company has entered the hex of a dragoon squadron. Both fire with 4 + 1: column 5."""

NOTHING, N, STEP = (1, 1), (4, 4), (5, 6)
"""Rolls in column 5 against infantry."""


def fight(units: dict[str, dict[str, Any]], *rolls: tuple[int, int], **more: Any) -> Game[Position]:
    dice = tuple(pip for roll in rolls for pip in roll)
    return position(units=units, script=assaulting(HEX, Attacker(RIFLES, FROM)), dice=dice, **more)


@pytest.mark.rule("BLK-9.1.3-A")
def test_in_the_second_round_both_sides_fire_and_both_can_be_hit() -> None:
    game = fight(DUEL, NOTHING, NOTHING, N, N)
    answer(game, FightOn(), FightOn())
    assert asked(game) == (FRENCH_SEAT, "DefenderNeutralised")
    answer(game, LoseStep(FRENCH_INFANTRY))
    assert asked(game) == (GERMAN_SEAT, "AttackerNeutralised")


@pytest.mark.rule("BLK-9.1.3-X2")
def test_units_may_leave_after_every_round_not_only_after_the_first() -> None:
    game = fight(DUEL, NOTHING, NOTHING, NOTHING, NOTHING)
    answer(game, FightOn(), FightOn())
    assert asked(game) == (FRENCH_SEAT, "LeaveOrFightOn")
    attacker = game.fork()
    answer(game, LeaveCombat(FRENCH_INFANTRY, "1412"))
    assert game.over
    assert game.state.units[FRENCH_INFANTRY].hex == "1412"
    answer(attacker, FightOn(), LeaveCombat(RIFLES, FROM))
    assert attacker.over
    assert attacker.state.units[RIFLES].hex == FROM


@pytest.mark.rule("BLK-9.1.5-G1")
def test_a_defender_neutralised_before_owes_nothing_until_the_attackers_have_fired() -> None:
    shaken = {"hex": HEX, "neutralised": True}
    game = fight({**DUEL, FRENCH_INFANTRY: shaken}, NOTHING, NOTHING)
    assert asked(game) == (FRENCH_SEAT, "DefenderNeutralised")
    dead = fight({**DUEL, FRENCH_INFANTRY: {**shaken, "steps": 1}}, NOTHING, STEP)
    assert dead.over  # the attackers' fire comes first: there is nobody left to be asked
    assert dead.state.units[FRENCH_INFANTRY].fate == "dead"


@pytest.mark.rule("BLK-9.1.5-G2")
def test_a_retreat_through_several_full_hexes_goes_on_until_there_is_room() -> None:
    board = pack().theatre("hannut").board
    lane = (HEX, "1412", "1413", "1414")
    beside = {hex_ for full in ("1412", "1413") for hex_ in board.neighbours(full) if hex_ not in lane}
    crowd = {f"2-cuir/{n}": {"hex": "1412" if n < 4 else "1413"} for n in range(1, 7)}
    closed = with_ground(dict.fromkeys(beside, "impassable"))
    game = fight({**DUEL, **crowd}, NOTHING, N, data=closed)
    answer(game, Withdraw("1412"))
    assert game.over
    assert game.state.units[FRENCH_INFANTRY].hex == "1414"
