"""7 The march itself: points, column, stacks, what happens on the way, close combat and what follows."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from blitzkrieg1940.firing import (
    FRENCH_HQ,
    FRENCH_INFANTRY,
    FRENCH_MG,
    GERMAN_HQ,
    H35,
    PANHARD,
    PZ2,
    PZ3,
    PZ4,
    RIFLES,
    S35,
)
from blitzkrieg1940.moving import acting, do, go, question, undisturbed
from blitzkrieg1940.positions import FRENCH_SEAT, GERMAN_SEAT, ask_of, choices, pack, said
from planspiel.kernel import DECLINE, Illegal
from planspiel.systems.blitzkrieg1940 import movement
from planspiel.systems.blitzkrieg1940.close_combat_orders import FightOn
from planspiel.systems.blitzkrieg1940.march import GoOn, Halt, Move
from planspiel.systems.blitzkrieg1940.reaction_orders import OpportunityFire, Retreat
from planspiel.systems.blitzkrieg1940.results import AcceptNeutralisation
from planspiel.systems.blitzkrieg1940.start import state_faults
from planspiel.systems.blitzkrieg1940.state import Attacker, Plan

CUIR_HQ = "2-cuir/hq"
Units = dict[str, dict[str, Any]]


@pytest.mark.rule("BLK-7.1-B", "BLK-6.1-A")
def test_a_unit_may_move_with_some_of_its_points() -> None:
    game = acting("2-cuir", {S35: {"hex": "1407"}})
    do(game, go(S35, "1408"))
    assert game.state.units[S35].hex == "1408"
    assert game.state.units[S35].moved
    assert game.state.march is None


@pytest.mark.rule("BLK-7.2.1-C", "BLK-7.2-A")
def test_a_column_ends_where_the_road_is_left_and_with_the_move() -> None:
    enemy = {FRENCH_HQ: {"hex": "1508"}}
    game = acting("i-5-pzr", {PZ3: {"hex": "1411"}, **enemy})
    do(game, go(PZ3, "1511", "1510", column=True))
    assert question(game) == "french: ReactToMovement"
    assert game.state.units[PZ3].column  # on the road to 1511
    do(game, DECLINE)
    assert question(game) == "french: ReactToMovement"
    assert not game.state.units[PZ3].column  # off it in 1510
    game = acting("i-5-pzr", {PZ3: {"hex": "1411"}})
    do(game, go(PZ3, "1511", column=True))
    assert not game.state.units[PZ3].column


@pytest.mark.rule("BLK-7.2.1-A")
def test_whoever_follows_a_road_without_declaring_it_is_not_in_column() -> None:
    for declared in (True, False):
        game = acting("i-5-pzr", {PZ3: {"hex": "1411"}, FRENCH_HQ: {"hex": "1508"}})
        do(game, go(PZ3, "1511", column=declared))
        assert question(game) == "french: ReactToMovement"
        assert game.state.units[PZ3].column is declared


@pytest.mark.rule("BLK-7.2.2-B")
def test_a_vehicle_that_enters_a_village_by_road_is_in_column_instead_of_dispersed() -> None:
    watcher = {FRENCH_HQ: {"hex": "1401"}}
    game = acting("i-5-pzr", {PZ3: {"hex": "1402"}, **watcher})
    do(game, go(PZ3, "1403", column=True))
    assert game.state.units[PZ3].column
    assert not movement.is_dispersed(pack(), game.state, game.state.units[PZ3])
    across = acting("i-5-pzr", {PZ3: {"hex": "1402"}, **watcher})
    do(across, go(PZ3, "1403"))
    assert movement.is_dispersed(pack(), across.state, across.state.units[PZ3])


@pytest.mark.rule("BLK-7.1-G2")
def test_each_member_of_a_stack_pays_its_own_cost_and_the_slow_one_is_left_behind() -> None:
    units = {FRENCH_INFANTRY: {"hex": "1407"}, "i-11-rdp/1": {"hex": "1407"}, FRENCH_HQ: {"hex": "1409"}}
    game = acting("i-11-rdp", units)
    together = (FRENCH_INFANTRY, "i-11-rdp/1")
    assert "not enough movement points" in said(game, Move(together, ("1408", "1409", "1410", "1411")))
    do(game, Move(together, ("1408", "1409", "1410")))
    assert question(game) == "french: GoOn"  # 3 points of the infantry are spent, 2 of the tanks are left
    assert game.state.march is not None
    assert game.state.march.left == (0, 4)
    with pytest.raises(Illegal, match="not enough"):
        game.check(FRENCH_SEAT, Move(together, ("1411",)))
    do(game, Move(("i-11-rdp/1",), ("1411",)))
    assert (game.state.units[FRENCH_INFANTRY].hex, game.state.units["i-11-rdp/1"].hex) == ("1410", "1411")
    assert game.state.units[FRENCH_INFANTRY].acted


@pytest.mark.rule("BLK-7.1-G2")
def test_a_member_that_is_neutralised_is_dropped_and_the_others_may_go_on() -> None:
    units = {PZ3: {"hex": "1407"}, PZ4: {"hex": "1407"}, S35: {"hex": "1409"}}
    game = acting("i-5-pzr", units, dice=(3, 3, 5, 6))
    do(game, Move((PZ3, PZ4), ("1408", "1508")))
    do(game, OpportunityFire(S35, PZ3), AcceptNeutralisation())  # 5 - 2 = column 3, roll 11: N
    assert question(game) == "german: GoOn"
    assert "units of this march" in said(game, go(PZ3, "1508"))
    undisturbed(game, go(PZ4, "1508"))
    assert (game.state.units[PZ3].hex, game.state.units[PZ4].hex) == ("1408", "1508")


@pytest.mark.rule("BLK-7.1-F")
def test_a_stack_moves_together_with_its_hq() -> None:
    game = acting("2-cuir", {name: {"hex": "1407"} for name in (S35, H35, CUIR_HQ)})
    do(game, Move((S35, H35, CUIR_HQ), ("1408", "1409")))
    assert {game.state.units[name].hex for name in (S35, H35, CUIR_HQ)} == {"1409"}


@pytest.mark.rule("BLK-6.3.1-E")
def test_after_a_reaction_the_mover_may_go_on_change_his_way_or_halt() -> None:
    def after_the_retreat() -> GoOn:
        do(game, go(PZ3, "1408", "1409"))
        do(game, Retreat(FRENCH_MG, "1511"))
        seat, asked = ask_of(game)
        assert seat == GERMAN_SEAT
        assert isinstance(asked, GoOn)
        return asked

    for answer, ends in ((go(PZ3, "1409"), "1409"), (go(PZ3, "1508"), "1508"), (Halt(), "1408")):
        game = acting("i-5-pzr", {PZ3: {"hex": "1407"}, FRENCH_MG: {"hex": "1411"}})
        assert after_the_retreat().rest == ("1409",)
        undisturbed(game, answer)
        assert game.state.units[PZ3].hex == ends


@pytest.mark.rule("BLK-6.3.1-F")
def test_without_a_reaction_the_mover_is_not_asked_again() -> None:
    game = acting("i-5-pzr", {PZ3: {"hex": "1407"}, FRENCH_MG: {"hex": "1411"}})
    do(game, go(PZ3, "1408", "1409"))
    do(game, DECLINE)
    assert question(game) == "french: ReactToMovement"
    assert game.state.units[PZ3].hex == "1409"


@pytest.mark.rule("BLK-3.2-G2")
def test_a_lone_hq_is_overrun_for_the_cost_of_the_terrain_and_the_move_goes_on() -> None:
    game = acting("2-cuir", {S35: {"hex": "1407"}, GERMAN_HQ: {"hex": "1408"}})
    do(game, go(S35, "1408", "1409"))
    assert game.state.units[GERMAN_HQ].fate == "track"
    assert game.state.units[S35].hex == "1409"


@pytest.mark.rule("BLK-9.1.1-A", "BLK-9.1.1-G2")
def test_a_stack_fights_one_close_combat_and_pays_for_it() -> None:
    game = acting("2-cuir", {S35: {"hex": "1407"}, H35: {"hex": "1407"}, RIFLES: {"hex": "1408"}})
    do(game, Move((S35, H35), ("1408",)))
    assert game.state.march is not None
    assert game.state.combat is not None
    assert game.state.combat.attackers == (Attacker(S35, "1407"), Attacker(H35, "1407"))
    assert game.state.march.left == (12 - 2 - 4, 10 - 2 - 4)


@pytest.mark.rule("BLK-9.2-A", "BLK-9.2-B", "BLK-6.1-E")
def test_tanks_that_beat_infantry_may_move_on_into_another_close_combat() -> None:
    units: Units = {S35: {"hex": "1407"}, RIFLES: {"hex": "1408", "steps": 1}, "i-12-schr/2": {"hex": "1409"}}
    game = acting("2-cuir", units, dice=(1, 1, 6, 6))
    do(game, go(S35, "1408"))  # misses; 5 + 1 = column 6, roll 12: a step
    assert question(game) == "german: ReactToMovement"  # 1409 sees the winner
    do(game, DECLINE)
    assert question(game) == "french: GoOn"
    assert go(S35, "1409") in choices(game)


@pytest.mark.rule("BLK-6.1-G3")
def test_infantry_that_wins_ends_its_move() -> None:
    units: Units = {FRENCH_INFANTRY: {"hex": "1407"}, RIFLES: {"hex": "1408", "steps": 1}}
    game = acting("i-11-rdp", units, dice=(1, 1, 6, 6))
    do(game, go(FRENCH_INFANTRY, "1408"))
    assert game.over
    assert game.state.units[FRENCH_INFANTRY].hex == "1408"


@pytest.mark.rule("BLK-6.1-G3")
@pytest.mark.parametrize(
    ("beaten", "dice", "after"),
    [(RIFLES, (1, 1, 6, 6), "french: GoOn"), (PZ2, (6, 6), "over")],
    ids=["infantry", "tanks too weak to fire at all"],
)
def test_tanks_go_on_after_beating_infantry_but_not_after_beating_tanks(
    beaten: str, dice: tuple[int, ...], after: str
) -> None:
    units: Units = {S35: {"hex": "1407"}, beaten: {"hex": "1408", "steps": 1}}
    game = acting("2-cuir", units, dice=dice)
    do(game, go(S35, "1408"))
    assert game.state.units[beaten].fate == "dead"
    assert question(game) == after


@pytest.mark.rule("BLK-7.3-A")
def test_a_mover_stopped_in_a_full_hex_has_to_go_on() -> None:
    full = {name: {"hex": "1408"} for name in ("i-5-pzr/1", "i-5-pzr/2", PZ4)}
    units = {**full, RIFLES: {"hex": "1407"}, FRENCH_INFANTRY: {"hex": "1308"}}
    # The rifles pass through 1408 and are neutralised there.
    game = acting("i-12-schr", units, dice=(3, 3, 6, 5))
    do(game, go(RIFLES, "1408", "1508"), OpportunityFire(FRENCH_INFANTRY, RIFLES), AcceptNeutralisation())
    while question(game) == "french: ReactToMovement":
        do(game, DECLINE)
    assert question(game) == "german: WhereFarther"


@pytest.mark.rule("BLK-9.1.1-G2")
def test_a_hex_may_be_attacked_again_when_the_first_attack_was_beaten_off() -> None:
    units = {S35: {"hex": "1407"}, PANHARD: {"hex": "1409"}, RIFLES: {"hex": "1408"}}
    game = acting("2-cuir", units, dice=(1, 1, 1, 1), active={"formations": ("2-cuir", "12-cuir")})
    do(game, go(S35, "1408"))
    while question(game).endswith("LeaveOrFightOn"):
        leave = (
            next(order for order in choices(game) if getattr(order, "unit", "") == S35)
            if question(game).startswith("french")
            else FightOn()
        )
        do(game, leave)
    assert question(game) == "french: ChooseAction"
    game.check(FRENCH_SEAT, go(PANHARD, "1408"))


def test_a_march_keeps_in_mind_only_what_happened_in_its_present_hex() -> None:
    game = acting("i-5-pzr", {PZ3: {"hex": "1411"}, FRENCH_HQ: {"hex": "1508"}})
    do(game, go(PZ3, "1511", "1510", column=True), DECLINE)
    assert question(game) == "french: ReactToMovement"
    assert game.state.units[PZ3].hex == "1510"
    assert game.since == ()
    assert game.fork().state == game.state


def test_the_enemy_does_not_know_where_a_march_goes() -> None:
    game = acting("i-5-pzr", {PZ3: {"hex": "1411"}, FRENCH_HQ: {"hex": "1508"}})
    do(game, go(PZ3, "1511", "1510", "1509"))
    assert question(game) == "french: ReactToMovement"
    plans = {
        seat: {game.imagine(seat, Random(seed)).state.plan for seed in range(4)}
        for seat in (FRENCH_SEAT, GERMAN_SEAT)
    }
    assert plans[GERMAN_SEAT] == {Plan((PZ3,), ("1511", "1510", "1509"))}
    assert plans[FRENCH_SEAT] == {Plan((PZ3,), ("1511", "1510"))}


def test_a_march_on_file_has_its_plan() -> None:
    game = acting("i-5-pzr", {PZ3: {"hex": "1411"}, FRENCH_HQ: {"hex": "1508"}})
    do(game, go(PZ3, "1511", "1510"))
    assert list(state_faults(pack(), game.state)) == []
    lost, astray = game.state.fork(), game.state.fork()
    lost.plan, astray.plan = None, Plan((PZ3,), ("9999",))
    assert list(state_faults(pack(), lost)) == ["a march and its plan go together"]
    assert list(state_faults(pack(), astray)) == ["there is no hex 9999"]
