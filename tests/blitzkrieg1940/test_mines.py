"""10.1 Minefields."""

from __future__ import annotations

from typing import Any

import pytest

from blitzkrieg1940.firing import APC, FRENCH_HQ, FRENCH_INFANTRY, GERMAN_HQ, H35, PZ3, PZ4, RIFLES, S35
from blitzkrieg1940.moving import acting, do, go, question
from blitzkrieg1940.positions import FRENCH_SEAT, GERMAN_SEAT, choices, position
from planspiel.kernel import Game, Script
from planspiel.systems.blitzkrieg1940 import mines
from planspiel.systems.blitzkrieg1940.march import Halt, Move
from planspiel.systems.blitzkrieg1940.results import AcceptNeutralisation, LoseStep
from planspiel.systems.blitzkrieg1940.state import Position

FIELD = {"1408": "french"}
DUD, N, STEP = (1, 1), (4, 4), (6, 4)
STAYS, USED_UP = (4, 5), (4, 6)


def entering(unit: str, *dice: int, **more: Any) -> Game[Position]:
    """A unit at 1407 moves into the mines at 1408."""
    formation = more.pop("formation", "2-cuir")
    units = {unit: {"hex": "1407"}, **more.pop("units", {})}
    game = acting(formation, units, dice=dice, mines=FIELD, **more)
    do(game, go(unit, "1408"))
    return game


def attacked(unit: str, *dice: int, depletion: bool = True, **fields: Any) -> Game[Position]:
    def script(game: Game[Position]) -> Script[None]:
        yield from mines.mine_attack(game, unit, depletion=depletion)

    return position(units={unit: {"hex": "1408", **fields}}, mines=FIELD, script=script, dice=dice)


@pytest.mark.rule("BLK-10.1-B", "BLK-10.1-G1")
def test_whoever_enters_a_mined_hex_is_attacked_at_once() -> None:
    game = entering(S35, *STEP, *STAYS)
    assert game.state.units[S35].steps == 1


@pytest.mark.rule("BLK-10.1-C", "BLK-10.1-G4")
def test_neither_armour_nor_state_nor_terrain_helps_against_mines() -> None:
    for unit in (S35, FRENCH_INFANTRY):
        assert attacked(unit, *STEP, *STAYS).state.units[unit].steps == 1
    game = attacked(S35, *DUD, *STAYS)
    assert game.state.units[S35].steps == 2
    assert attacked(S35, *STEP, *STAYS, column=True).state.units[S35].steps == 1


@pytest.mark.rule("BLK-10.1-G4")
def test_an_hq_can_only_be_neutralised_and_a_neutralised_mover_stops() -> None:
    assert attacked(FRENCH_HQ, *STEP, *STAYS).state.units[FRENCH_HQ].neutralised
    game = acting("2-cuir", {S35: {"hex": "1407"}}, mines=FIELD, dice=(*N, *STAYS))
    do(game, go(S35, "1408", "1409"), AcceptNeutralisation())
    assert game.over
    assert game.state.units[S35].hex == "1408"


@pytest.mark.rule("BLK-10.1-D")
def test_leaving_a_minefield_costs_points_but_brings_no_attack() -> None:
    game = acting("2-cuir", {S35: {"hex": "1408"}}, mines=FIELD)
    assert max(len(order.path) for order in choices(game, Move) if not order.column and not order.half) == 4
    do(game, go(S35, "1409"))  # no dice
    assert game.state.units[S35].hex == "1409"


@pytest.mark.rule("BLK-10.1-E", "BLK-10.1-F")
def test_after_each_attack_ten_or_more_uses_the_field_up() -> None:
    assert attacked(S35, *DUD, *STAYS).state.mines == FIELD
    assert attacked(S35, *DUD, *USED_UP).state.mines == {}


@pytest.mark.rule("BLK-10.1-G")
def test_a_unit_may_stay_in_a_minefield_unharmed() -> None:
    game = acting("2-cuir", {S35: {"hex": "1408"}, H35: {"hex": "1407"}}, mines=FIELD, dice=(*STEP, *STAYS))
    do(game, go(H35, "1408"))
    assert [game.state.units[name].steps for name in (S35, H35)] == [2, 1]


@pytest.mark.rule("BLK-10.1-G2")
def test_units_of_the_owner_that_enter_later_are_attacked_too() -> None:
    assert entering(S35, *STEP, *STAYS).state.units[S35].steps == 1
    assert entering(PZ3, *STEP, *STAYS, formation="i-5-pzr").state.units[PZ3].steps == 1


@pytest.mark.rule("BLK-10.1-G5")
def test_each_unit_of_a_stack_is_attacked_until_the_field_is_used_up() -> None:
    units = {S35: {"hex": "1407"}, H35: {"hex": "1407"}}
    both = acting("2-cuir", units, mines=FIELD, dice=(*STEP, *STAYS, *STEP, *STAYS))
    do(both, Move((S35, H35), ("1408",)))
    assert [both.state.units[name].steps for name in (S35, H35)] == [1, 1]
    one = acting("2-cuir", units, mines=FIELD, dice=(*STEP, *USED_UP))
    do(one, Move((S35, H35), ("1408",)))
    assert [one.state.units[name].steps for name in (S35, H35)] == [1, 2]


@pytest.mark.rule("BLK-10.1-H")
def test_attackers_of_a_mined_hex_suffer_the_mines_before_the_combat() -> None:
    game = acting(
        "i-5-pzr",
        {PZ3: {"hex": "1407"}, FRENCH_INFANTRY: {"hex": "1408"}},
        mines=FIELD,
        dice=(*STEP, *STAYS, 1, 1, 1, 1),
    )
    do(game, go(PZ3, "1408"))
    assert game.state.units[PZ3].steps == 1
    assert game.state.combat is not None
    assert game.state.units[FRENCH_INFANTRY].steps == 2


@pytest.mark.rule("BLK-10.1-G6")
def test_an_attacker_neutralised_by_mines_pays_a_step_or_falls_back() -> None:
    units = {PZ3: {"hex": "1407"}, FRENCH_INFANTRY: {"hex": "1408"}}
    game = acting("i-5-pzr", units, mines=FIELD, dice=(*N, *STAYS))
    do(game, go(PZ3, "1408"), AcceptNeutralisation())
    assert game.over  # no defensive fire was rolled
    assert (game.state.units[PZ3].hex, game.state.units[PZ3].neutralised) == ("1407", True)
    fights_on = acting("i-5-pzr", units, mines=FIELD, dice=(*N, *STAYS, 1, 1, 1, 1))
    do(fights_on, go(PZ3, "1408"), LoseStep(PZ3))
    assert fights_on.state.combat is not None
    stack = {**units, PZ4: {"hex": "1407"}}
    one_falls_back = acting("i-5-pzr", stack, mines=FIELD, dice=(*N, *STAYS, *DUD, *STAYS, 1, 1, 1, 1))
    do(one_falls_back, Move((PZ3, PZ4), ("1408",)), AcceptNeutralisation())
    assert one_falls_back.state.combat is not None
    assert [attacker.unit for attacker in one_falls_back.state.combat.attackers] == [PZ4]


@pytest.mark.rule("BLK-10.1-G3")
def test_minefields_lie_open_or_by_option_are_found_by_entering() -> None:
    units = {PZ3: {"hex": "1407"}, GERMAN_HQ: {"hex": "1301"}}
    shown = acting("i-5-pzr", units, mines=FIELD)
    assert shown.view(GERMAN_SEAT).mines == FIELD
    hidden = acting("i-5-pzr", units, mines=FIELD, options={"mine_secrecy": True}, dice=(*DUD, *STAYS))
    assert hidden.view(GERMAN_SEAT).mines == {}
    assert hidden.view(FRENCH_SEAT).mines == FIELD
    do(hidden, go(PZ3, "1408", "1409"))
    assert question(hidden) == "german: GoOn"
    assert hidden.view(GERMAN_SEAT).mines == FIELD
    do(hidden, Halt())


@pytest.mark.rule("BLK-12.1-SPECIAL-X1")
def test_mines_give_one_result_for_a_carrier_and_its_company() -> None:
    units = {APC: {"hex": "1407"}, RIFLES: {"hex": "1407", "carrier": APC}}
    game = acting("i-12-schr", units, mines=FIELD, dice=(*N, *STAYS))
    do(game, go(APC, "1408"), AcceptNeutralisation())
    assert game.state.units[APC].neutralised
    assert game.state.units[RIFLES].neutralised
