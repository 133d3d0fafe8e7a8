"""6.3 and 6.4: opportunity fire, counter fire, reaction checks, standing orders."""

from __future__ import annotations

from typing import Any

import pytest

from blitzkrieg1940.firing import (
    APC,
    FRENCH_INFANTRY,
    FRENCH_MG,
    GERMAN_MG,
    H35,
    PANHARD,
    PZ2,
    PZ3,
    PZ4,
    RIFLES,
    RIFLES_2,
    S35,
    reasons,
    scene,
    with_counter,
)
from blitzkrieg1940.moving import acting, do, go, question, undisturbed
from blitzkrieg1940.positions import FRENCH_SEAT, GERMAN_SEAT, ask_of, choices, pack, position, said
from planspiel.kernel import DECLINE, Game, Illegal, Script
from planspiel.systems.blitzkrieg1940 import reactions
from planspiel.systems.blitzkrieg1940.actions import Fire
from planspiel.systems.blitzkrieg1940.fire import Shot
from planspiel.systems.blitzkrieg1940.march import Move
from planspiel.systems.blitzkrieg1940.reaction_orders import (
    CounterFire,
    OpportunityFire,
    Retreat,
    SetStandingOrders,
)
from planspiel.systems.blitzkrieg1940.results import AcceptNeutralisation
from planspiel.systems.blitzkrieg1940.state import Attacker, Combat, Conduct, Position, Standing

MOVER = {PZ3: {"hex": "1407"}}
PASSED, FAILED = (3, 3), (6, 6)
MISS = (1, 1)


def panzers(units: dict[str, dict[str, Any]], dice: tuple[int, ...] = (), **more: Any) -> Game[Position]:
    """A German tank at 1407 moves one hex towards the French."""
    game = acting("i-5-pzr", {**MOVER, **units}, dice=dice, **more)
    do(game, go(PZ3, "1408"))
    return game


# -- 6.3.1 Opportunity fire ----------------------------------------------------------------------------


@pytest.mark.rule("BLK-6.3-A", "BLK-6.3.1-A")
def test_a_passive_unit_may_fire_at_a_mover_in_range_and_in_its_line_of_fire() -> None:
    near = panzers({S35: {"hex": "1411"}})
    assert OpportunityFire(S35, PZ3) in choices(near)
    far = panzers({S35: {"hex": "1412"}})
    assert OpportunityFire(S35, PZ3) not in choices(far)
    assert "is 3, and" in said(far, OpportunityFire(S35, PZ3))


@pytest.mark.rule("BLK-6.3.1-A")
def test_only_a_unit_that_moves_gives_the_opportunity() -> None:
    game = panzers({S35: {"hex": "1410"}, PZ2: {"hex": "1409"}})
    assert "is not moving" in said(game, OpportunityFire(S35, PZ2))


@pytest.mark.rule("BLK-6.3.1-B", "BLK-6.3.1-C")
def test_the_move_is_interrupted_and_a_passed_check_lets_the_unit_fire() -> None:
    game = panzers({S35: {"hex": "1409"}}, dice=(*PASSED, 5, 6))
    do(game, OpportunityFire(S35, PZ3))  # 5 - 2 = column 3, roll 11: N
    assert question(game) == "german: NeutraliseOrLose"


@pytest.mark.rule("BLK-6.3.1-C", "BLK-6.3.1-D")
def test_a_failed_check_gives_no_shot_but_a_marker() -> None:
    game = panzers({S35: {"hex": "1409"}}, dice=(4, 4))
    do(game, OpportunityFire(S35, PZ3))  # 8 > 7
    assert game.state.units[S35].opp_used
    passed = panzers({S35: {"hex": "1409"}}, dice=(*PASSED, *MISS))
    do(passed, OpportunityFire(S35, PZ3))
    assert passed.state.units[S35].opp_used


@pytest.mark.rule("BLK-6.3.1-E", "BLK-6.3.1-I")
def test_units_try_one_after_another_and_then_the_move_goes_on() -> None:
    game = panzers({S35: {"hex": "1409"}, H35: {"hex": "1410"}}, dice=(*FAILED, *PASSED, *MISS))
    do(game, OpportunityFire(S35, PZ3), OpportunityFire(H35, PZ3))
    assert question(game) == "german: GoOn"


@pytest.mark.rule("BLK-6.3.1-F")
def test_each_new_hex_gives_a_new_opportunity() -> None:
    game = acting("i-5-pzr", {**MOVER, S35: {"hex": "1411"}}, dice=FAILED)
    do(game, go(PZ3, "1408", "1409"), DECLINE)
    do(game, OpportunityFire(S35, PZ3))
    assert game.state.units[PZ3].hex == "1409"


@pytest.mark.rule("BLK-6.3.1-H")
def test_a_marked_unit_does_not_try_again() -> None:
    game = panzers({S35: {"hex": "1409", "opp_used": True}})
    assert "already tried" in said(game, OpportunityFire(S35, PZ3))
    assert choices(game, OpportunityFire) == []


@pytest.mark.rule("BLK-6.3.1-G", "BLK-6.3.1-G2")
def test_a_unit_that_has_fired_is_a_target_of_opportunity_where_it_stands() -> None:
    game = acting("i-5-pzr", {**MOVER, S35: {"hex": "1409"}, H35: {"hex": "1408"}}, dice=(*MISS, *FAILED))
    do(game, Fire(PZ3, H35))
    assert question(game) == "french: ReactToFire"
    do(game, OpportunityFire(S35, PZ3))
    assert game.state.units[S35].opp_used


@pytest.mark.rule("BLK-6.3.1-J", "BLK-6.3.1-G1")
def test_opportunity_fire_is_bound_to_the_rules_of_direct_fire() -> None:
    weak = with_counter("fr_mg", attack=0)
    game = panzers({FRENCH_MG: {"hex": "1410"}}, data=weak)
    assert "no attack value" in said(game, OpportunityFire(FRENCH_MG, PZ3))
    assert said(panzers({FRENCH_INFANTRY: {"hex": "1409"}}), OpportunityFire(FRENCH_INFANTRY, "kg/1"))


@pytest.mark.rule("BLK-6.3.1-G3")
def test_the_active_side_does_not_fire_back_at_opportunity_fire() -> None:
    game = panzers({S35: {"hex": "1409"}}, dice=(*PASSED, *MISS))
    do(game, OpportunityFire(S35, PZ3))
    assert question(game) == "german: GoOn"


@pytest.mark.rule("BLK-6.3.1-G4")
def test_leaving_the_hex_and_retreats_give_no_opportunity() -> None:
    game = acting("i-5-pzr", {**MOVER, FRENCH_MG: {"hex": "1409"}, RIFLES: {"hex": "1509"}})
    do(game, go(PZ3, "1306"))
    assert game.state.units[PZ3].hex == "1306"  # nobody was asked in 1407
    game = panzers({FRENCH_MG: {"hex": "1409"}, RIFLES: {"hex": "1509"}})
    do(game, Retreat(FRENCH_MG, "1410"))
    assert question(game) != "german: ReactToMovement"


@pytest.mark.rule("BLK-6.3.1-G4")
def test_the_entry_hex_of_reinforcements_gives_the_opportunity() -> None:
    units: dict[str, dict[str, Any]] = {"6-grdi/2": {"fate": "due", "due": 2}, "i-gd/4": {"hex": "1211"}}
    game = acting("6-grdi", units, scenario="stonne", turn=2)
    do(game, go("6-grdi/2", "1310"))
    assert OpportunityFire("i-gd/4", "6-grdi/2") in choices(game)


@pytest.mark.rule("BLK-6.3.1.1-A")
@pytest.mark.parametrize("trouble", ["neutralised", "demoralised"])
def test_shaken_units_give_opportunity_fire_at_adjacent_hexes_only(trouble: str) -> None:
    shaken = {"neutralised": True} if trouble == "neutralised" else {}
    formations = {"2-cuir": {"demoralised": True}} if trouble == "demoralised" else {}
    far = panzers({S35: {"hex": "1410", **shaken}}, formations=formations)
    assert choices(far, OpportunityFire) == []
    assert said(far, OpportunityFire(S35, PZ3)).endswith("[BLK-6.3.1.1-A]")
    near = panzers({S35: {"hex": "1409", **shaken}}, formations=formations)
    assert OpportunityFire(S35, PZ3) in choices(near)


def added(unit: str, **tables: Any) -> dict[str, int]:
    state = scene({unit: {"hex": "1409", **tables.pop("fields", {})}}, **tables)
    mods = reactions.reaction_modifiers(pack(), state, state.units[unit])
    return {str(line.reason): line.value for line in mods}


@pytest.mark.rule("BLK-6.3.1.1-B")
def test_exhaustion_makes_the_check_harder_by_one() -> None:
    assert added(S35) == {}
    assert added(S35, formations={"2-cuir": {"exhausted": True}}) == {"exhausted": 1}


@pytest.mark.rule("BLK-6.3.1.1-C", "BLK-6.3.1.1-G1", "BLK-6.2-B")
def test_out_of_command_makes_the_check_harder_by_one_and_only_once() -> None:
    assert added(S35, fields={"out_of_command": True}) == {"out of command": 1}
    game = panzers({S35: {"hex": "1409", "out_of_command": True}}, dice=(3, 4))
    do(game, OpportunityFire(S35, PZ3))  # 7 + 1 > 7: no shot is rolled
    assert game.state.units[S35].opp_used


@pytest.mark.rule("BLK-6.3.1.1-D")
def test_the_mover_is_covered_by_the_terrain_of_its_hex() -> None:
    state = scene({RIFLES: {"hex": "1012"}, FRENCH_MG: {"hex": "1011"}})
    assert reasons(state, Shot(FRENCH_MG, RIFLES, "opportunity"))["target in a village"] == -2


@pytest.mark.rule("BLK-6.3.1.1-E")
def test_nobody_fires_into_a_close_combat() -> None:
    combat = Combat("1408", (Attacker(PZ3, "1407"),), (H35,))
    state = scene({PZ3: {"hex": "1408"}, H35: {"hex": "1408"}, S35: {"hex": "1410"}}, combat=combat)
    refusal = reactions.opportunity_refusal(pack(), state, OpportunityFire(S35, PZ3), state.units[S35].side)
    assert refusal is not None
    assert refusal.cite == "BLK-6.3.1.1-E"


def test_a_carrier_and_its_company_are_both_marked_when_they_fire_together() -> None:
    units = {PANHARD: {"hex": "1407"}, APC: {"hex": "1409"}, RIFLES: {"hex": "1409", "carrier": APC}}
    game = acting("12-cuir", units, dice=FAILED)
    do(game, go(PANHARD, "1408"), OpportunityFire(APC, PANHARD, RIFLES))
    assert game.state.units[APC].opp_used
    assert game.state.units[RIFLES].opp_used


@pytest.mark.rule("BLK-6.3.1-H")
def test_a_mounted_company_tries_once_and_only_with_its_carrier() -> None:
    company = {"hex": "1409", "carrier": APC, "opp_used": True}
    game = acting("12-cuir", {PANHARD: {"hex": "1407"}, APC: {"hex": "1409"}, RIFLES: company})
    do(game, go(PANHARD, "1408"))
    assert f"{RIFLES} has already tried opportunity fire" in said(game, OpportunityFire(APC, PANHARD, RIFLES))
    assert choices(game, OpportunityFire) == [OpportunityFire(APC, PANHARD)]
    fresh = acting(
        "12-cuir", {PANHARD: {"hex": "1407"}, APC: {"hex": "1409"}, RIFLES: {**company, "opp_used": False}}
    )
    do(fresh, go(PANHARD, "1408"))
    assert "fires together with it" in said(fresh, OpportunityFire(RIFLES, PANHARD))


# -- 6.3.2 Counter fire --------------------------------------------------------------------------------


H35_2 = "2-cuir/6"


def fired_at(units: dict[str, dict[str, Any]] | None = None, dice: tuple[int, ...] = MISS) -> Game[Position]:
    """A German tank has fired at French tanks two hexes away."""
    there = {**MOVER, PZ4: {"hex": "1407"}, H35: {"hex": "1409"}, **(units or {})}
    game = acting("i-5-pzr", there, dice=dice)
    do(game, Fire(PZ3, H35))
    return game


@pytest.mark.rule("BLK-6.3.2-A", "BLK-6.3.2-C")
def test_a_unit_fired_at_may_fire_back_if_it_passes_a_check() -> None:
    game = fired_at({H35_2: {"hex": "1409"}}, dice=(*MISS, *PASSED, 6, 6))
    assert "has not been fired at" in said(game, CounterFire(H35_2))
    assert choices(game, CounterFire) == [CounterFire(H35)]
    do(game, CounterFire(H35))  # 3 - 2 - 1 = column 0, roll 12: N
    assert question(game) == "german: NeutraliseOrLose"
    failed = fired_at(dice=(*MISS, *FAILED))
    do(failed, CounterFire(H35))
    assert question(failed) == "german: ChooseAction"


@pytest.mark.rule("BLK-6.3.2-B", "BLK-6.3.2-G2", "BLK-6.3.2-X1")
def test_counter_fire_is_tried_once_in_an_enemy_activation_even_if_it_fails() -> None:
    game = fired_at(dice=(*MISS, *FAILED, *MISS))
    do(game, CounterFire(H35), Fire(PZ4, H35))
    assert "already tried counter fire" in said(game, CounterFire(H35))
    assert choices(game, CounterFire) == []
    other = fired_at({H35_2: {"hex": "1409"}}, dice=(*MISS, *FAILED, *MISS))
    do(other, CounterFire(H35), DECLINE, Fire(PZ4, H35_2))
    other.check(FRENCH_SEAT, CounterFire(H35_2))


@pytest.mark.rule("BLK-6.3.2-D")
def test_counter_fire_neither_needs_nor_leaves_a_marker() -> None:
    game = fired_at({H35: {"hex": "1409", "opp_used": True}}, dice=(*MISS, *FAILED))
    do(game, CounterFire(H35))
    plain = fired_at(dice=(*MISS, *FAILED))
    do(plain, CounterFire(H35))
    assert plain.state.units[H35].countered
    assert not plain.state.units[H35].opp_used


@pytest.mark.rule("BLK-6.3.2-G1")
def test_counter_fire_comes_after_the_result_and_only_within_range() -> None:
    game = acting("i-12-schr", {GERMAN_MG: {"hex": "1407"}, FRENCH_MG: {"hex": "1409"}}, dice=(5, 5))
    do(game, Fire(GERMAN_MG, FRENCH_MG), AcceptNeutralisation())  # 6 - 1 = column 5, roll 10: N
    assert game.state.units[FRENCH_MG].neutralised
    assert "The range of i-11-rdp/5 is 1" in said(game, CounterFire(FRENCH_MG))
    assert choices(game, CounterFire) == []


# -- 6.4 and windows -----------------------------------------------------------------------------------


@pytest.mark.rule("BLK-6.4-A", "BLK-6.4-G2")
def test_a_check_rolls_two_dice_against_the_value_of_the_formation() -> None:
    state = scene({S35: {"hex": "1409"}, PZ3: {"hex": "1408"}})
    assert reactions.reaction_value(pack(), state, state.units[S35]) == 7
    assert reactions.reaction_value(pack(), state, state.units[PZ3]) == 8

    def passes(*pips: int) -> bool:
        outcome: list[bool] = []

        def script(game: Game[Position]) -> Script[None]:
            outcome.append((yield from reactions.check_reaction(game, S35, "BLK-6.3.1-C")))

        position(units={S35: {"hex": "1409"}}, script=script, dice=pips)
        return outcome[0]

    assert passes(3, 4)
    assert not passes(4, 4)


@pytest.mark.rule("BLK-6.3-B")
def test_movement_allows_fire_and_retreat_but_no_counter_fire() -> None:
    game = panzers({S35: {"hex": "1409"}})
    kinds = {type(order) for order in choices(game)}
    assert kinds == {OpportunityFire, Retreat}
    assert "has not been fired at" in said(game, CounterFire(S35))


@pytest.mark.rule("BLK-6.3-G1")
def test_a_unit_that_has_fired_at_a_mover_does_not_retreat_from_it() -> None:
    game = panzers({S35: {"hex": "1409"}, H35: {"hex": "1409"}}, dice=(*PASSED, *MISS))
    do(game, OpportunityFire(S35, PZ3))
    assert "already reacted" in said(game, Retreat(S35, "1410"))
    assert {order.unit for order in choices(game)} == {H35}
    _, asked = ask_of(game)
    assert "already reacted" in str(asked.explain(game.view(FRENCH_SEAT), f"unit:{S35}"))


@pytest.mark.rule("BLK-6.3-G1")
def test_a_unit_fired_at_fires_back_or_retreats_or_takes_the_opportunity() -> None:
    game = fired_at({S35: {"hex": "1410"}}, dice=(*MISS, *FAILED))
    kinds = {type(order) for order in choices(game) if order.unit == H35}
    assert kinds == {CounterFire, Retreat, OpportunityFire}
    do(game, CounterFire(H35))
    assert "already reacted" in said(game, OpportunityFire(H35, PZ3))
    assert "already reacted" in said(game, Retreat(H35, "1410"))
    assert {order.unit for order in choices(game)} == {S35}


@pytest.mark.rule("BLK-6.3-G1")
def test_a_unit_that_took_the_opportunity_does_not_fire_back_on_the_same_occasion() -> None:
    game = fired_at({S35: {"hex": "1410"}}, dice=(*MISS, *FAILED, *MISS))
    do(game, OpportunityFire(H35, PZ3))
    assert "already reacted" in said(game, CounterFire(H35))
    do(game, DECLINE, Fire(PZ4, H35))
    game.check(FRENCH_SEAT, CounterFire(H35))


def test_no_window_opens_where_nobody_can_react() -> None:
    game = acting("i-5-pzr", {**MOVER, FRENCH_INFANTRY: {"hex": "0105"}})
    do(game, go(PZ3, "1408"))
    assert game.over


def test_the_window_explains_who_cannot_react() -> None:
    game = panzers({S35: {"hex": "1409"}, FRENCH_INFANTRY: {"hex": "0105"}})
    _, asked = ask_of(game)
    view = game.view(FRENCH_SEAT)
    assert asked.explain(view, f"unit:{S35}") is None
    assert "neither sees" in str(asked.explain(view, f"unit:{FRENCH_INFANTRY}"))
    assert "no unit of yours" in str(asked.explain(view, f"unit:{PZ3}"))


def test_the_odds_of_a_reaction_are_those_of_its_shot() -> None:
    game = panzers({S35: {"hex": "1409"}})
    _, asked = ask_of(game)
    odds = asked.odds(game.view(FRENCH_SEAT), OpportunityFire(S35, PZ3))
    assert odds is not None
    assert odds.base == 3


def standing(order: Standing, dice: tuple[int, ...] = ()) -> Game[Position]:
    game = acting("i-5-pzr", {**MOVER, S35: {"hex": "1410"}}, dice=dice)
    game.instruct(FRENCH_SEAT, SetStandingOrders(order))
    do(game, go(PZ3, "1408", "1409"))
    return game


def test_standing_orders_hold_fire_and_stay() -> None:
    assert standing(Standing(fire="hold", retreat="stay")).over


def test_standing_orders_fire_at_what_is_near_enough() -> None:
    game = standing(Standing(fire="fire", within=1, retreat="stay"), dice=FAILED)
    assert game.state.units[PZ3].hex == "1409"
    assert game.state.units[S35].opp_used
    assert question(game) == "german: GoOn"


def test_what_standing_orders_leave_open_is_asked() -> None:
    assert question(standing(Standing(fire="hold"))) == "french: ReactToMovement"
    assert question(standing(Standing(retreat="stay"))) == "french: ReactToMovement"


def test_a_unit_may_have_standing_orders_of_its_own() -> None:
    alone = Standing(fire="hold", retreat="stay", units={S35: Conduct("fire", 1, "stay")})
    game = standing(alone, dice=FAILED)
    assert game.state.units[S35].opp_used
    assert standing(Standing("fire", 1, "stay", {S35: Conduct("hold", 1, "stay")})).over
    asking = Standing("hold", 1, "stay", {S35: Conduct()})
    assert question(standing(asking)) == "french: ReactToMovement"


def test_standing_orders_for_a_unit_of_the_enemy_are_refused() -> None:
    game = acting("i-5-pzr", {**MOVER, S35: {"hex": "1410"}})
    with pytest.raises(Illegal, match="no unit of yours"):
        game.instruct(FRENCH_SEAT, SetStandingOrders(Standing(units={PZ3: Conduct()})))


def test_standing_orders_with_a_foolish_range_are_refused() -> None:
    game = acting("i-5-pzr", {**MOVER, S35: {"hex": "1410"}})
    with pytest.raises(Illegal, match="between 1 and 8"):
        game.instruct(FRENCH_SEAT, SetStandingOrders(Standing(within=0)))


def test_the_enemy_does_not_learn_of_standing_orders() -> None:
    game = acting("i-5-pzr", {**MOVER, S35: {"hex": "1410"}})
    before = game.view(GERMAN_SEAT)
    game.instruct(FRENCH_SEAT, SetStandingOrders(Standing(fire="fire")))
    assert game.view(GERMAN_SEAT) == before
    assert game.view(FRENCH_SEAT).standing.fire == "fire"


def test_a_fork_in_the_middle_of_a_window_is_the_same_game() -> None:
    game = panzers({S35: {"hex": "1409"}, H35: {"hex": "1410"}}, dice=(*FAILED, *PASSED, *MISS))
    do(game, OpportunityFire(S35, PZ3))
    twin = game.fork()
    for one in (game, twin):
        undisturbed(one, OpportunityFire(H35, PZ3))
    assert twin.digest() == game.digest()
    assert twin.pending(GERMAN_SEAT) == game.pending(GERMAN_SEAT)


def test_a_stack_can_be_fired_at_one_unit_at_a_time() -> None:
    units = {PZ3: {"hex": "1407"}, PZ4: {"hex": "1407"}, S35: {"hex": "1409"}}
    game = acting("i-5-pzr", units)
    do(game, Move((PZ3, PZ4), ("1408",)))
    assert {order.target for order in choices(game, OpportunityFire)} == {PZ3, PZ4}
    assert RIFLES_2 not in {order.target for order in choices(game, OpportunityFire)}
