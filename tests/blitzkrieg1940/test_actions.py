"""5.2, 6.1 and 6.2: who may act, once each, and the actions that combine movement and fire."""

from __future__ import annotations

import random

import pytest

from blitzkrieg1940.firing import (
    FRENCH_HQ,
    FRENCH_INFANTRY,
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
from blitzkrieg1940.positions import FRENCH_SEAT, GERMAN_SEAT, ask_of, choices, said
from planspiel.kernel import DECLINE, Illegal
from planspiel.systems.blitzkrieg1940.actions import EndActivation, FinishAction, Fire
from planspiel.systems.blitzkrieg1940.indirect import CallFire
from planspiel.systems.blitzkrieg1940.march import Halt, Move
from planspiel.systems.blitzkrieg1940.reaction_orders import OpportunityFire
from planspiel.systems.blitzkrieg1940.results import AcceptNeutralisation

MISS = (1, 1)


@pytest.mark.rule("BLK-5-A", "BLK-6.1-H")
def test_only_units_of_an_activated_formation_act() -> None:
    game = acting("i-5-pzr", {PZ3: {"hex": "1407"}, RIFLES: {"hex": "1406"}, S35: {"hex": "1409"}})
    for order in (go(RIFLES, "1405"), Fire(RIFLES, S35), go(S35, "1410")):
        assert "does not belong to an activated formation" in said(game, order)
    assert {name for order in choices(game, Move) for name in order.units} == {PZ3}


@pytest.mark.rule("BLK-8.5.1-A")
def test_a_formation_demoralised_in_its_own_activation_goes_on_but_by_option_stops() -> None:
    units, beaten = {PZ2: {"hex": "1407"}, PZ3: {"hex": "1405"}}, {"i-5-pzr": {"demoralised": True}}
    game = acting("i-5-pzr", units, formations=beaten)
    assert {name for order in choices(game, Move) for name in order.units} == {PZ2, PZ3}
    strict = {"demoralised_stop_acting": True}
    called = {"formations": ("i-5-pzr",), "salvoes": {"stuka": 1}}
    game = acting("i-5-pzr", units, formations=beaten, options=strict, active=called)
    assert choices(game) == [EndActivation()]
    assert said(game, go(PZ2, "1408")) == "i-5-pzr is demoralised. [BLK-8.5.1-A]"
    assert acting("i-5-pzr", units, formations=beaten, options=strict).over


@pytest.mark.rule("BLK-10.3-C")
def test_an_independent_unit_acts_with_the_formation_it_was_assigned_to() -> None:
    game = acting("i-11-rdp", {"11-rdp-at": {"hex": "1407", "formation": "i-11-rdp"}})
    game.check(FRENCH_SEAT, go("11-rdp-at", "1408"))
    game = acting(
        "i-11-rdp", {"11-rdp-at": {"hex": "1407", "formation": "ii-11-rdp"}, FRENCH_HQ: {"hex": "1401"}}
    )
    assert "does not belong" in said(game, go("11-rdp-at", "1408"))


@pytest.mark.rule("BLK-5.2-B")
def test_movement_fire_indirect_fire_and_close_combat_are_offered() -> None:
    units = {S35: {"hex": "1407"}, H35: {"hex": "1405"}, RIFLES: {"hex": "1408"}}
    game = acting("2-cuir", units, active={"salvoes": {"medium": 1}, "formations": ("2-cuir",)})
    kinds = {type(order) for order in choices(game)}
    assert {Move, Fire, EndActivation} <= kinds
    assert go(S35, "1408") in choices(game)
    observed = acting(
        "2-cuir",
        {**units, "2-cuir/hq": {"hex": "1407"}},
        active={"salvoes": {"medium": 1}, "formations": ("2-cuir",)},
    )
    assert choices(observed, CallFire)


@pytest.mark.rule("BLK-5.2-C", "BLK-5.2-G1")
def test_each_unit_completes_its_action_and_acts_once() -> None:
    game = acting("i-5-pzr", {PZ3: {"hex": "1407"}, PZ4: {"hex": "1406"}, H35: {"hex": "1409"}}, dice=MISS)
    do(game, Fire(PZ3, H35, then_move=True), DECLINE)
    assert question(game) == "german: FinishAction"
    assert "Another unit" in said(game, go(PZ4, "1405", half=True))
    undisturbed(game, Halt())
    assert "already acted" in said(game, go(PZ3, "1408"))
    game.check(GERMAN_SEAT, go(PZ4, "1405"))


@pytest.mark.rule("BLK-5.2-C")
def test_the_hq_acts_like_the_units() -> None:
    game = acting("2-cuir", {"2-cuir/hq": {"hex": "1407"}, S35: {"hex": "1407"}})
    do(game, go("2-cuir/hq", "1408"))
    assert game.state.units["2-cuir/hq"].acted
    assert "already acted" in said(game, go("2-cuir/hq", "1409"))


@pytest.mark.rule("BLK-5.2-D")
def test_actions_come_in_any_order() -> None:
    for first, second in ((PZ3, PZ4), (PZ4, PZ3)):
        game = acting("i-5-pzr", {PZ3: {"hex": "1407"}, PZ4: {"hex": "1406"}})
        do(game, go(first, "1307" if first == PZ3 else "1306"))
        game.check(GERMAN_SEAT, go(second, "1405" if second == PZ4 else "1408"))


@pytest.mark.rule("BLK-5.2-E")
def test_the_player_declares_the_end() -> None:
    game = acting("2-cuir", {S35: {"hex": "1407"}})
    do(game, EndActivation())
    assert game.over


@pytest.mark.rule("BLK-6.1-B")
def test_a_unit_that_stays_fires_at_full_strength() -> None:
    game = acting("i-5-pzr", {PZ3: {"hex": "1407"}, H35: {"hex": "1408"}}, dice=MISS)
    _, asked = ask_of(game)
    full = asked.odds(game.view(GERMAN_SEAT), Fire(PZ3, H35))
    reduced = asked.odds(game.view(GERMAN_SEAT), Fire(PZ3, H35, then_move=True))
    assert full is not None
    assert reduced is not None
    assert (full.column, reduced.column) == ("1", "0")
    do(game, Fire(PZ3, H35), DECLINE)
    assert game.over


@pytest.mark.rule("BLK-6.1-C", "BLK-6.1-G1")
def test_half_a_move_and_fire_at_reduced_strength() -> None:
    game = acting("i-5-pzr", {PZ3: {"hex": "1406"}, H35: {"hex": "1410"}}, dice=(6, 5))
    assert "not enough movement points" in said(game, go(PZ3, "1407", "1408", "1308", "1309", half=True))
    undisturbed(game, go(PZ3, "1407", "1408", half=True))
    seat, asked = ask_of(game)
    assert isinstance(asked, FinishAction)
    odds = asked.odds(game.view(seat), Fire(PZ3, H35))
    assert odds is not None
    assert [line.value for line in odds.modifiers] == [-1, -1]  # range 2, moving and firing
    do(game, Fire(PZ3, H35))
    assert question(game) == "french: ReactToFire"  # column -1, roll 11: nothing


@pytest.mark.rule("BLK-6.1-C")
def test_fire_first_and_half_a_move_afterwards() -> None:
    game = acting("i-5-pzr", {PZ3: {"hex": "1407"}, H35: {"hex": "1409"}}, dice=MISS)
    do(game, Fire(PZ3, H35, then_move=True), DECLINE)
    assert "uses half the movement points" in said(game, go(PZ3, "1406"))
    assert "not enough" in said(game, go(PZ3, "1406", "1405", "1406", "1405", half=True))
    undisturbed(game, go(PZ3, "1406", "1405", half=True))
    assert game.state.units[PZ3].hex == "1405"
    assert game.over


@pytest.mark.rule("BLK-6.1-G2")
def test_a_unit_neutralised_between_the_halves_cannot_move() -> None:
    units = {PZ3: {"hex": "1407"}, H35: {"hex": "1408"}, S35: {"hex": "1408"}}
    game = acting("i-5-pzr", units, dice=(*MISS, 3, 3, 5, 6))
    do(game, Fire(PZ3, H35, then_move=True), OpportunityFire(S35, PZ3), AcceptNeutralisation(), DECLINE)
    assert game.over
    assert game.state.units[PZ3].hex == "1407"


@pytest.mark.rule("BLK-6.1-G2")
def test_a_unit_neutralised_on_its_half_move_may_still_fire_at_range_one() -> None:
    units = {
        PZ4: {"hex": "1407"},
        FRENCH_INFANTRY: {"hex": "1409"},
        S35: {"hex": "1409"},
        H35: {"hex": "1410"},
    }
    game = acting("i-5-pzr", units, dice=(3, 3, 5, 6))
    do(game, go(PZ4, "1408", half=True), OpportunityFire(S35, PZ4), AcceptNeutralisation(), DECLINE)
    assert question(game) == "german: FinishAction"
    assert {order.target for order in choices(game, Fire)} == {FRENCH_INFANTRY}


@pytest.mark.rule("BLK-6.1-G", "BLK-8.4-E")
def test_a_neutralised_unit_can_only_fire() -> None:
    game = acting("i-5-pzr", {PZ4: {"hex": "1407", "neutralised": True}, FRENCH_INFANTRY: {"hex": "1408"}})
    assert "neutralised and cannot move" in said(game, go(PZ4, "1406"))
    assert "neutralised and cannot move" in said(game, Fire(PZ4, FRENCH_INFANTRY, then_move=True))
    assert {type(order) for order in choices(game)} == {EndActivation, Fire}


@pytest.mark.rule("BLK-8.4-D")
def test_a_neutralised_hq_moves_with_half_its_allowance() -> None:
    game = acting("2-cuir", {"2-cuir/hq": {"hex": "1407", "neutralised": True}, S35: {"hex": "1401"}})
    assert "not enough" in said(game, go("2-cuir/hq", "1408", "1409", "1410", "1411"))
    do(game, go("2-cuir/hq", "1408", "1409", "1410"))
    assert game.state.units["2-cuir/hq"].hex == "1410"


@pytest.mark.rule("BLK-7.2.1-G1")
def test_column_lasts_until_the_action_is_over_so_fire_on_the_road_suffers() -> None:
    game = acting("i-5-pzr", {PZ4: {"hex": "1411"}, H35: {"hex": "1510"}})
    undisturbed(game, go(PZ4, "1511", column=True, half=True))
    seat, asked = ask_of(game)
    assert game.state.units[PZ4].column
    odds = asked.odds(game.view(seat), Fire(PZ4, H35))
    assert odds is not None
    assert "BLK-7.2.1-B" in [line.cite for line in odds.modifiers]
    do(game, Halt())
    assert not game.state.units[PZ4].column


@pytest.mark.rule("BLK-6.2-A")
def test_a_unit_out_of_command_acts_with_half_its_points() -> None:
    game = acting("i-5-pzr", {PZ2: {"hex": "1407", "out_of_command": True}})
    assert "not enough" in said(game, go(PZ2, "1408", "1409", "1410", "1411"))
    game.check(GERMAN_SEAT, go(PZ2, "1408", "1409", "1410"))


def test_an_order_of_the_wrong_kind_or_with_unknown_names_is_refused() -> None:
    game = acting("i-5-pzr", {PZ3: {"hex": "1407"}, GERMAN_HQ: {"hex": "1401"}})
    assert "does not belong" in said(game, go("nobody", "1408"))
    assert "no enemy unit" in said(game, Fire(PZ3, "nobody"))
    with pytest.raises(Illegal, match="answered by"):
        game.check(GERMAN_SEAT, Halt())
    assert "names its units" in said(game, Move((), ("1408",)))


def test_a_sampled_action_is_legal() -> None:

    game = acting(
        "2-cuir",
        {S35: {"hex": "1407"}, H35: {"hex": "1409"}, RIFLES: {"hex": "1410"}, PANHARD: {"hex": "1408"}},
    )
    seat, asked = ask_of(game)
    rng = random.Random(5)
    kinds = set()
    for _ in range(60):
        order = asked.sample(game.view(seat), rng)
        asked.check(game.view(seat), order)
        kinds.add(type(order))
    assert {Move, Fire} <= kinds
