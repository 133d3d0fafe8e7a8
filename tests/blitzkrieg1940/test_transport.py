"""6.1 and 12.1: carriers and the companies they carry."""

from __future__ import annotations

from typing import Any

import pytest

from blitzkrieg1940.firing import (
    APC,
    FRENCH_INFANTRY,
    GERMAN_MG,
    H35,
    HEAVY,
    RIFLES,
    RIFLES_2,
    S35,
    answer,
    scene,
    shooting,
)
from blitzkrieg1940.moving import acting, do, go, question, undisturbed
from blitzkrieg1940.positions import GERMAN_SEAT, choices, pack, position, said
from planspiel.kernel import DECLINE, Game
from planspiel.systems.blitzkrieg1940 import movement, transport
from planspiel.systems.blitzkrieg1940.actions import Fire
from planspiel.systems.blitzkrieg1940.fire import Shot
from planspiel.systems.blitzkrieg1940.march import Halt, Move
from planspiel.systems.blitzkrieg1940.reaction_orders import CounterFire, OpportunityFire
from planspiel.systems.blitzkrieg1940.results import LoseStep
from planspiel.systems.blitzkrieg1940.state import Position
from planspiel.systems.blitzkrieg1940.transport import Load, Unload

OTHER = "i-33-schr/1"


def riflemen(units: dict[str, dict[str, Any]], dice: tuple[int, ...] = ()) -> Game[Position]:
    return acting("i-12-schr", units, dice=dice)


def on_foot(**more: Any) -> dict[str, dict[str, Any]]:
    return {APC: {"hex": "1407"}, RIFLES: {"hex": "1407"}, **more}


def mounted(hex_: str = "1407", **fields: Any) -> dict[str, dict[str, Any]]:
    return {APC: {"hex": hex_}, RIFLES: {"hex": hex_, "carrier": APC, **fields}}


@pytest.mark.rule("BLK-6.1-F")
def test_infantry_is_loaded_and_the_carrier_moves_on_with_half_its_points() -> None:
    game = riflemen(on_foot())
    assert Load(APC, RIFLES) in choices(game)
    do(game, Load(APC, RIFLES))
    assert game.state.units[RIFLES].carrier == APC
    assert question(game) == "german: FinishAction"
    assert "not enough" in said(game, go(APC, "1408", "1409", "1410", "1411", "1412", half=True))
    do(game, go(APC, "1408", "1409", "1410", "1411", half=True))
    assert game.state.units[RIFLES].hex == "1411"
    assert game.over


@pytest.mark.rule("BLK-6.1-F")
def test_infantry_gets_down_and_fires_at_full_strength() -> None:
    game = riflemen({**mounted(), FRENCH_INFANTRY: {"hex": "1408"}}, dice=(1, 1))
    do(game, Unload(APC))
    assert game.state.units[RIFLES].carrier == ""
    do(game, Fire(RIFLES, FRENCH_INFANTRY))
    assert game.state.units[FRENCH_INFANTRY].hex == "1408"


@pytest.mark.rule("BLK-6.1-F")
def test_the_french_load_nobody() -> None:
    game = acting("2-cuir", {S35: {"hex": "1407"}, H35: {"hex": "1407"}})
    assert "carries nobody" in said(game, Load(S35, H35))
    assert "carries nobody" in said(game, Unload(S35))


@pytest.mark.rule("BLK-6.1-G4")
def test_both_share_a_hex_and_both_use_their_action() -> None:
    apart = riflemen({APC: {"hex": "1407"}, RIFLES: {"hex": "1408"}})
    assert "not in the same hex" in said(apart, Load(APC, RIFLES))
    tired = riflemen({APC: {"hex": "1407"}, RIFLES: {"hex": "1407", "acted": True}})
    assert "already acted" in said(tired, Load(APC, RIFLES))
    shaken = riflemen({APC: {"hex": "1407"}, RIFLES: {"hex": "1407", "neutralised": True}})
    assert "neutralised" in said(shaken, Load(APC, RIFLES))
    game = riflemen(on_foot(**{RIFLES_2: {"hex": "1406"}}))
    do(game, Load(APC, RIFLES), Halt())
    assert game.state.units[APC].acted
    assert game.state.units[RIFLES].acted


@pytest.mark.rule("BLK-6.1-G4")
def test_after_getting_down_each_of_the_two_may_move_or_fire() -> None:
    game = riflemen(mounted())
    do(game, Unload(APC), go(RIFLES, "1408", half=True))
    assert question(game) == "german: FinishAction"
    assert "Another unit" in said(game, go(RIFLES, "1409", half=True))
    do(game, go(APC, "1406", half=True))
    assert (game.state.units[RIFLES].hex, game.state.units[APC].hex) == ("1408", "1406")


@pytest.mark.rule("BLK-6.1-G4")
def test_a_rider_does_not_move_by_itself() -> None:
    game = riflemen(mounted())
    assert "rides on" in said(game, go(RIFLES, "1408"))
    assert movement.allowance(pack(), game.state, game.state.units[APC]) == 14
    undisturbed(game, go(APC, "1408"))
    assert game.state.units[RIFLES].hex == "1408"
    assert game.state.units[RIFLES].acted


@pytest.mark.rule("BLK-6.1-G4")
def test_a_carrier_carries_one_company_and_a_company_rides_once() -> None:
    game = riflemen({**mounted(), RIFLES_2: {"hex": "1407"}})
    assert "carries one company" in said(game, Load(APC, RIFLES_2))
    assert "is no infantry" in said(riflemen(on_foot(**{HEAVY: {"hex": "1407"}})), Load(APC, HEAVY))
    game = riflemen(on_foot(**{GERMAN_MG: {"hex": "1407"}}))
    game.check(GERMAN_SEAT, Load(APC, GERMAN_MG))


@pytest.mark.rule("BLK-12.1-SPECIAL-D")
def test_a_carrier_serves_its_own_battalion_throughout_the_game() -> None:
    state = scene({APC: {"hex": "1407"}, OTHER: {"hex": "1407"}}, turn=6)
    refusal = transport.load_refusal(pack(), state, Load(APC, OTHER))
    assert refusal is not None
    assert refusal.cite == "BLK-12.1-SPECIAL-D"
    state = scene({"apc-i-33": {"hex": "1407"}, OTHER: {"hex": "1407"}}, turn=6)
    assert transport.load_refusal(pack(), state, Load("apc-i-33", OTHER)) is None


@pytest.mark.rule("BLK-12.1-SPECIAL-G", "BLK-12.1-SPECIAL-G3")
def test_the_owner_lets_the_carrier_or_the_company_take_a_loss() -> None:
    for loser in (APC, RIFLES):
        game = position(
            units={**mounted(), S35: {"hex": "1408"}}, script=shooting(Shot(S35, APC)), dice=(6, 6)
        )
        answer(game, LoseStep(loser))  # 5 - 1 = column 4, roll 12: a step
        steps = {name: game.state.units[name].steps for name in (APC, RIFLES)}
        assert steps == {APC: 2, RIFLES: 2, loser: 1}


@pytest.mark.rule("BLK-12.1-SPECIAL-G3")
def test_the_company_dismounts_where_its_carrier_is_lost_and_its_move_is_over() -> None:
    pair: dict[str, dict[str, Any]] = mounted()
    pair[APC]["steps"] = 1
    game = riflemen({**pair, S35: {"hex": "1409"}}, dice=(3, 3, 6, 6))
    do(game, go(APC, "1408", "1308"), OpportunityFire(S35, APC), LoseStep(APC))
    while not game.over and question(game).startswith("french"):
        do(game, DECLINE)
    assert game.state.units[APC].fate == "dead"
    assert (game.state.units[RIFLES].hex, game.state.units[RIFLES].carrier) == ("1408", "")
    assert game.state.units[RIFLES].acted


@pytest.mark.rule("BLK-12.1-SPECIAL-H", "BLK-12.1-SPECIAL-G2")
def test_carrier_and_company_may_combine_their_fire_and_both_have_acted() -> None:
    game = riflemen({**mounted(), FRENCH_INFANTRY: {"hex": "1408"}}, dice=(1, 1))
    together = Fire(APC, FRENCH_INFANTRY, RIFLES)
    assert together in choices(game)
    undisturbed(game, together)
    assert game.state.units[APC].acted
    assert game.state.units[RIFLES].acted


def test_a_company_on_a_carrier_may_fire_for_itself() -> None:
    game = riflemen({**mounted(), FRENCH_INFANTRY: {"hex": "1408"}}, dice=(1, 1))
    undisturbed(game, Fire(APC, FRENCH_INFANTRY))
    assert not game.state.units[RIFLES].acted
    game.check(GERMAN_SEAT, Fire(RIFLES, FRENCH_INFANTRY))


def test_after_half_a_move_the_pair_fires_with_the_handicap_of_moving() -> None:
    game = riflemen({**mounted(), FRENCH_INFANTRY: {"hex": "1409"}}, dice=(1, 1))
    undisturbed(game, Move((APC,), ("1408",), half=True))
    assert question(game) == "german: FinishAction"
    assert Fire(APC, FRENCH_INFANTRY, RIFLES) in choices(game)
    undisturbed(game, Fire(APC, FRENCH_INFANTRY, RIFLES))
    assert game.over


# -- one action for carrier and company ----------------------------------------------------------------


SQUAD = {FRENCH_INFANTRY: {"hex": "1409"}}


@pytest.mark.rule("BLK-5.2-C", "BLK-5.2-G1")
def test_a_company_that_has_fired_is_not_driven_on() -> None:
    game = riflemen({**mounted("1408"), **SQUAD}, dice=(1, 1))
    undisturbed(game, Fire(RIFLES, FRENCH_INFANTRY))
    assert f"{RIFLES} has already acted" in said(game, go(APC, "1407"))
    assert f"{RIFLES} has already acted" in said(game, go(APC, "1407", half=True))
    assert f"{RIFLES} has already acted" in said(game, Fire(APC, FRENCH_INFANTRY, then_move=True))
    assert choices(game, Move) == []
    assert choices(game, Fire) == [Fire(APC, FRENCH_INFANTRY)]


@pytest.mark.rule("BLK-6.1-B", "BLK-6.1-C")
def test_a_company_that_fired_after_half_a_move_does_not_fire_again_with_its_carrier() -> None:
    game = riflemen({**mounted(), **SQUAD}, dice=(1, 1))
    undisturbed(game, Move((APC,), ("1408",), half=True))
    undisturbed(game, Fire(RIFLES, FRENCH_INFANTRY))
    assert f"{RIFLES} has already acted" in said(game, Fire(APC, FRENCH_INFANTRY, RIFLES))
    assert choices(game, Fire) == [Fire(APC, FRENCH_INFANTRY)]


@pytest.mark.rule("BLK-6.1-C")
def test_a_carrier_that_fired_with_its_company_may_drive_it_on() -> None:
    game = riflemen({**mounted("1408"), **SQUAD}, dice=(1, 1))
    undisturbed(game, Fire(APC, FRENCH_INFANTRY, RIFLES, then_move=True))
    undisturbed(game, go(APC, "1407", half=True))
    assert game.state.units[RIFLES].hex == "1407"


@pytest.mark.rule("BLK-8.4-A")
def test_a_neutralised_company_is_not_driven_on() -> None:
    game = riflemen({**mounted("1408", neutralised=True), **SQUAD})
    assert f"{RIFLES} is neutralised and cannot move" in said(game, go(APC, "1407"))
    assert f"{RIFLES} is neutralised and cannot move" in said(
        game, Fire(APC, FRENCH_INFANTRY, then_move=True)
    )
    assert choices(game, Move) == []


@pytest.mark.rule("BLK-6.2-C")
def test_a_company_out_of_command_is_not_driven_into_close_combat() -> None:
    game = riflemen({**mounted("1408", out_of_command=True), **SQUAD})
    assert f"{RIFLES} is out of command and may not attack" in said(game, go(APC, "1409"))
    assert not [order for order in choices(game, Move) if order.path[-1] == "1409"]
    game.check(GERMAN_SEAT, go(APC, "1407"))


# -- answers to a company that fires from its carrier --------------------------------------------------


@pytest.mark.rule("BLK-6.3.2-A", "BLK-6.3.1-G", "BLK-12.1-SPECIAL-X1")
def test_who_is_fired_at_by_a_mounted_company_answers_at_its_carrier() -> None:
    units = {**mounted("1408"), **SQUAD, S35: {"hex": "1410"}}
    game = riflemen(units, dice=(1, 1, 3, 3, 6, 6))
    do(game, Fire(RIFLES, FRENCH_INFANTRY))
    assert choices(game, CounterFire) == [CounterFire(FRENCH_INFANTRY)]
    assert choices(game, OpportunityFire) == [
        OpportunityFire(S35, APC),
        OpportunityFire(FRENCH_INFANTRY, APC),
    ]
    assert "the two are one target" in said(game, OpportunityFire(S35, RIFLES))
    do(game, OpportunityFire(S35, APC), LoseStep(APC))
    assert game.state.units[APC].steps == 1


@pytest.mark.rule("BLK-6.3.2-G1", "BLK-12.1-SPECIAL-G3")
def test_a_company_that_has_fired_and_lost_its_carrier_is_answered_itself() -> None:
    units: dict[str, dict[str, Any]] = {**mounted("1408"), **SQUAD, S35: {"hex": "1410"}}
    units[APC]["steps"] = 1
    game = riflemen(units, dice=(1, 1, 3, 3, 6, 6, 3, 3, 6, 6))
    do(game, Fire(RIFLES, FRENCH_INFANTRY), OpportunityFire(S35, APC), LoseStep(APC))
    do(game, CounterFire(FRENCH_INFANTRY))
    assert game.state.units[RIFLES].steps == 1
