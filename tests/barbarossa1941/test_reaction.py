"""Reaction fire in step 10: Defend, Ambush, and Fire on the Move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from barbarossa1941.marching import ALONE, CARDS, GUARD, in_step_10, one_after_the_other, walker
from barbarossa1941.positions import SOVIET_SEAT, Fields, ask_of, choices, position, refused
from planspiel.kernel import Game, Item
from planspiel.systems.barbarossa1941.attack import dice_of
from planspiel.systems.barbarossa1941.firing import SpreadFire, SpreadTo
from planspiel.systems.barbarossa1941.orders import (
    Ambush,
    Assault,
    CautiousMove,
    Defend,
    FireOnTheMove,
    FirePolicy,
    March,
    UnitOrder,
)
from planspiel.systems.barbarossa1941.reaction import ChooseTargets, Hold, Shoot, Shots
from planspiel.systems.barbarossa1941.state import Fight, Position

# The defender stands in 0506 and looks north; 0502 to 0505 are in its arc.
DEFENDER: Fields = {"card": "infantry", "hex": "0506"}
TRUCK: Fields = {"card": "vehicle", "hex": "0501"}
DOWN = March(("0502", "0503", "0504"))
PASSED, FAILED = (1, 1), (6, 6)
MISSED, ONE_HIT = (6, 6, 6, 6), (1, 6, 6, 6)


def _comes(
    dice: tuple[int, ...], guard: UnitOrder = GUARD, mover: Fields = TRUCK, **more: Any
) -> Game[Position]:
    """A German unit drives down the road towards a Soviet unit on guard."""
    return in_step_10({"g1": mover, "s1": DEFENDER}, {"g1": DOWN, "s1": guard}, dice=dice, **more)


# -- Defend ------------------------------------------------------------------------------------------------


@pytest.mark.rule("BAR-defend-11", "BAR-defend-1", "BAR-defend-8")
def test_a_truck_is_fired_at_in_the_arc_before_it_goes_on() -> None:
    game = _comes((*ONE_HIT, *FAILED), Defend(0, 3, policy=ALONE))
    assert game.state.units["g1"].hex == "0503", "three hexes away, in the second impulse"
    assert game.state.units["g1"].casualties == 1


@pytest.mark.rule("BAR-defend-8")
def test_nobody_fires_out_of_the_arc() -> None:
    assert _comes((), Defend(3, 4, policy=ALONE)).state.units["g1"].hex == "0504"
    east = in_step_10(
        {"g1": {"card": "vehicle", "hex": "0705"}, "s1": DEFENDER}, {"g1": March(("0706",)), "s1": GUARD}
    )
    assert east.state.units["s1"].shots == 0


@pytest.mark.rule("BAR-defend-8")
def test_nobody_fires_where_he_does_not_see() -> None:
    assert _comes((), terrain={"0505": "bush"}).state.units["s1"].shots == 0


@pytest.mark.rule("BAR-defend-10")
def test_a_unit_that_was_hit_without_loss_tests_and_goes_on_or_stays() -> None:
    armoured = {"vehicle": walker("vehicle", defence=9)}
    passed = _comes((*ONE_HIT, *PASSED), cards=armoured)
    assert passed.state.units["g1"].hex == "0504"
    assert passed.state.units["g1"].casualties == 0
    failed = _comes((*ONE_HIT, *FAILED), cards=armoured)
    assert failed.state.units["g1"].hex == "0502"
    assert failed.state.units["g1"].suppressed


@pytest.mark.rule("BAR-defend-10", "BAR-defend-2")
def test_a_miss_calls_for_no_test_and_there_is_no_second_shot() -> None:
    game = _comes(MISSED)
    assert game.state.units["g1"].hex == "0504"
    assert game.state.units["s1"].shots == 1


@pytest.mark.rule("BAR-defend-7")
def test_only_enemies_within_the_chosen_distance_are_engaged() -> None:
    assert _comes((), Defend(0, 1, policy=ALONE)).state.units["s1"].shots == 0
    assert _comes(MISSED, Defend(0, 2, policy=ALONE)).state.units["s1"].shots == 1
    planning = position({"s1": DEFENDER}, cards=CARDS)
    assert refused(planning, "s1", Defend(0, 4)) == ""
    assert "BAR-defend-7" in refused(planning, "s1", Defend(0, 5))
    assert "BAR-defend-7" in refused(planning, "s1", Defend(0, 0))


@pytest.mark.rule("BAR-defend-16", "BAR-valour-test-9")
def test_the_test_at_once_settles_the_losses_too() -> None:
    game = in_step_10(
        {"g1": TRUCK, "s1": DEFENDER},
        {"g1": DOWN, "s1": GUARD},
        dice=(*ONE_HIT, *PASSED),
        script=one_after_the_other(Item("step-10"), Item("step-11")),
    )
    assert game.state.units["g1"].casualties == 1
    assert game.state.units["g1"].owes == ()


@pytest.mark.rule("BAR-defend-3", "BAR-defend-12")
def test_defend_costs_one_point_whether_or_not_it_fires() -> None:
    steps = one_after_the_other(Item("step-1"), Item("step-10"))
    for orders, dice in (({"s1": GUARD}, ()), ({"s1": GUARD, "g1": DOWN}, MISSED)):
        game = in_step_10({"g1": TRUCK, "s1": DEFENDER}, orders, script=steps, dice=dice)
        assert game.state.units["s1"].ammo == game.pack.cards["infantry"].ammo - 1
    empty = position({"s1": {**DEFENDER, "ammo": 0}}, cards=CARDS)
    assert "BAR-defend-12" in refused(empty, "s1", GUARD)


@pytest.mark.rule("BAR-defend-6", "BAR-defend-15")
def test_defend_names_an_adjacent_hex() -> None:
    game = position({"s1": {"card": "infantry", "hex": "0501"}}, cards=CARDS)
    assert {order.facing for order in choices(game, "s1", Defend)} == {2, 3, 4}
    assert "BAR-defend-15" in refused(game, "s1", Defend(0, 1)), "the edge of the board"
    assert "BAR-defend-15" in refused(game, "s1", Defend(7, 1))


@pytest.mark.rule("BAR-defend-14")
def test_a_printed_arc_does_not_turn_by_defend_or_ambush() -> None:
    cards = {**CARDS, "gun": walker("artillery", arc="fan")}
    game = position(
        {"s1": {"card": "gun", "hex": "0506", "facing": 2}}, cards=cards, terrain={"0506": "bush"}
    )
    assert refused(game, "s1", Defend(2, 4)) == refused(game, "s1", Ambush(2, 4)) == ""
    assert "BAR-defend-14" in refused(game, "s1", Defend(3, 4))
    assert "BAR-defend-14" in refused(game, "s1", Ambush(3, 4))


@pytest.mark.rule("BAR-defend-17")
def test_assaults_draw_no_fire_and_withdrawals_do() -> None:
    steps = one_after_the_other(Item("step-6"), Item("step-10"))
    tied = {"card": "infantry", "hex": "0503"}
    assault = in_step_10(
        {"g1": {"card": "infantry", "hex": "0502"}, "s1": DEFENDER, "s2": tied},
        {"g1": Assault("s2", ("0503",)), "s1": GUARD},
        script=steps,
        dice=(6, 6, 6, 6) * 2,
    )
    assert assault.state.units["s1"].shots == 0
    withdrawal = in_step_10(
        {"g1": {**tied, "tied": ("s2",)}, "s1": DEFENDER, "s2": {**tied, "tied": ("g1",)}},
        {"g1": CautiousMove(("0504",)), "s1": GUARD},
        fights={"0503": Fight("0503", None)},
        dice=MISSED,
    )
    assert withdrawal.state.units["s1"].shots == 1


# -- whom, and when ----------------------------------------------------------------------------------------

ASKING = Defend(0, 4)


def _two_come(guard: UnitOrder = ASKING, dice: tuple[int, ...] = (), **more: Any) -> Game[Position]:
    """Two trucks enter the arc in the same impulse."""
    return in_step_10(
        {"g1": TRUCK, "g2": {**TRUCK, "card": "heavy_tank"}, "s1": DEFENDER},
        {"g1": March(("0502",)), "g2": March(("0502",)), "s1": guard},
        dice=dice,
        **more,
    )


@pytest.mark.rule("BAR-defend-9")
def test_the_owner_chooses_the_one_enemy_that_is_fired_at() -> None:
    game = _two_come(dice=(1, 1, 1, 6, *PASSED))
    seat, question = ask_of(game)
    assert seat == SOVIET_SEAT
    assert question == ChooseTargets({"s1": ("g1", "g2")})
    game.answer(seat, Shots({"unit:s1": Shoot("g2")}))
    assert [game.state.units[name].casualties for name in ("g1", "g2")] == [0, 3]


@pytest.mark.rule("BAR-defend-13")
def test_fire_may_be_held_for_another_enemy_that_will_come() -> None:
    units = {"g1": {**TRUCK, "hex": "0502"}, "g2": {"card": "heavy_tank", "hex": "0501"}, "s1": DEFENDER}
    orders = {"g1": March(("0503",)), "g2": March(("0502", "0503")), "s1": Defend(0, 3)}
    game = in_step_10(units, orders, dice=(1, 1, 1, 6, *PASSED))
    seat, question = ask_of(game)
    assert question == ChooseTargets({"s1": ("g1",)}, ("s1",))
    game.answer(seat, Shots({"unit:s1": Hold()}))
    assert [game.state.units[name].casualties for name in ("g1", "g2")] == [0, 3], "then it fires by itself"


@pytest.mark.rule("BAR-defend-13")
def test_it_fires_by_itself_if_nobody_else_will_come() -> None:
    units = {"g1": TRUCK, "g2": {"card": "heavy_tank", "hex": "0901"}, "s1": DEFENDER}
    orders = {"g1": March(("0502",)), "g2": March(("0902", "0903")), "s1": ASKING}
    assert in_step_10(units, orders, dice=MISSED).state.units["s1"].shots == 1


@pytest.mark.rule("BAR-defend-13")
def test_who_held_its_fire_may_not_fire_later_at_one_who_stands() -> None:
    # The other one is stopped by wire in the second impulse, when the first stands where it has come.
    units = {"g1": {**TRUCK, "hex": "0403"}, "g2": TRUCK, "s1": DEFENDER}
    orders = {"g1": March(("0503",)), "g2": March(("0502", "0503")), "s1": Defend(0, 3)}
    game = in_step_10(units, orders, wire={"0502|0503": "soviet"})
    seat, question = ask_of(game)
    assert question == ChooseTargets({"s1": ("g1",)}, ("s1",))
    game.answer(seat, Shots({"unit:s1": Hold()}))
    assert game.state.outcome is not None
    assert game.state.units["s1"].shots == 0


@pytest.mark.rule("BAR-defend-13", "BAR-hq-3")
def test_the_secret_route_of_a_hidden_headquarters_is_no_reason_to_ask() -> None:
    cards = {"ge_hq": walker(traits=("hq",))}
    units = {"g1": TRUCK, "g2": {"card": "ge_hq", "hex": "0401", "hidden": True}, "s1": DEFENDER}
    orders = {"g1": March(("0502",)), "g2": CautiousMove(("0402", "0403")), "s1": ASKING}
    assert in_step_10(units, orders, dice=MISSED, cards=cards).state.outcome is not None


@pytest.mark.rule("BAR-defend-9")
@pytest.mark.parametrize(("policy", "losses"), [("first", [3, 0]), ("best", [0, 3])])
def test_standing_instructions_answer_instead_of_the_owner(policy: Any, losses: list[int]) -> None:
    weak = {"infantry": walker(targets={"vehicle": (4,) * 5, "heavy_tank": (5,) * 5})}
    dice = (1, 1, 1, 6) if policy == "first" else (1, 1, 1, 6, 6)
    guard = Defend(0, 4, policy=FirePolicy(policy, ask=False))
    game = _two_come(guard, (*dice, *PASSED), cards=weak)
    assert [game.state.units[name].casualties for name in ("g1", "g2")] == losses


def test_standing_instructions_may_spare_some_types() -> None:
    game = _comes((), Defend(0, 4, policy=FirePolicy(ask=False, types=("heavy_tank",))))
    assert game.state.units["s1"].shots == 0


@pytest.mark.rule("BAR-group-fire-X1", "BAR-valour-test-9")
def test_of_a_crowd_that_is_hit_only_those_who_move_test_at_once() -> None:
    # g2 and g3 have come before and stand; g1 enters their hex and draws fire that spreads to them.
    crowd = {"vehicle": walker("vehicle", defence=9)}
    units = {
        "g1": {"card": "vehicle", "hex": "0501"},
        "g2": {"card": "vehicle", "hex": "0502"},
        "g3": {"card": "vehicle", "hex": "0503"},
        "s1": DEFENDER,
    }
    orders = {"g1": March(("0502", "0503")), "g2": March(("0503",)), "s1": Defend(0, 3)}
    game = in_step_10(units, orders, cards=crowd, dice=(1, 6, 6, 6, 1, 6, 6, *PASSED))
    seat, question = ask_of(game)
    assert question == ChooseTargets({"s1": ("g2",)}, ("s1",))
    game.answer(seat, Shots({"unit:s1": Hold()}))
    seat, question = ask_of(game)
    assert isinstance(question, SpreadFire)
    game.answer(seat, SpreadTo("g2"))
    assert game.state.units["g2"].absorbed == 1
    assert game.state.units["g2"].owes == ()
    assert game.state.outcome is not None, "one test only: that of the one who had just come"


# -- from ambush -------------------------------------------------------------------------------------------

HIDDEN: Fields = {"card": "infantry", "hex": "0506", "hidden": True}
LURK = Ambush(0, 4)


def _into_ambush(
    dice: tuple[int, ...], ambush: Ambush = LURK, lurker: Fields = HIDDEN, **more: Any
) -> Game[Position]:
    return in_step_10({"g1": TRUCK, "s1": lurker}, {"g1": DOWN, "s1": ambush}, dice=dice, **more)


@pytest.mark.rule("BAR-hidden-fire-1", "BAR-hidden-fire-4")
def test_a_hidden_unit_fires_at_movers_with_one_die_more() -> None:
    game = _into_ambush((6, 6, 6, 6, 1, *FAILED))
    assert game.state.units["g1"].hex == "0502"
    assert dice_of(game.pack, game.state, game.state.units["s1"], "vehicle", "ambush").total == 5


@pytest.mark.rule("BAR-hidden-fire-3", "BAR-hidden-fire-6")
def test_firing_costs_a_point_and_betrays_the_unit() -> None:
    game = _into_ambush((6,) * 5)
    assert not game.state.units["s1"].hidden
    assert game.state.units["s1"].ammo == game.pack.cards["infantry"].ammo - 1
    far = in_step_10({"g1": {**TRUCK, "hex": "1101"}, "s1": HIDDEN}, {"g1": March(("1102",)), "s1": LURK})
    assert far.state.units["s1"].hidden
    assert far.state.units["s1"].ammo == far.pack.cards["infantry"].ammo


@pytest.mark.rule("BAR-hidden-fire-5")
def test_a_hit_from_ambush_calls_for_a_test_without_casualties() -> None:
    armoured = {"vehicle": walker("vehicle", defence=9)}
    passed = _into_ambush((1, 6, 6, 6, 6, *PASSED), cards=armoured)
    assert passed.state.units["g1"].hex == "0504"
    failed = _into_ambush((1, 6, 6, 6, 6, *FAILED), cards=armoured)
    assert (failed.state.units["g1"].hex, failed.state.units["g1"].casualties) == ("0502", 0)


@pytest.mark.rule("BAR-hidden-fire-2")
def test_a_unit_in_ambush_picks_one_of_several_as_ordered_and_nobody_is_asked() -> None:
    first = Ambush(0, 4, FirePolicy("first"))
    game = in_step_10(
        {"g1": TRUCK, "g2": TRUCK, "s1": HIDDEN},
        {"g1": DOWN, "g2": DOWN, "s1": first},
        dice=(1, 6, 6, 6, 6, *PASSED),
    )
    assert game.state.outcome is not None, "no pause betrays that somebody lurks there"
    assert [game.state.units[name].casualties for name in ("g1", "g2")] == [1, 0]


@pytest.mark.rule("BAR-hidden-fire-1")
def test_a_unit_in_ambush_may_be_told_to_hold_its_fire() -> None:
    game = _into_ambush((), Ambush(0, 4, FirePolicy("hold")))
    assert game.state.units["s1"].hidden


@pytest.mark.rule("BAR-hidden-fire-7")
def test_units_hidden_in_step_8_fire_in_step_10_and_not_at_assaults() -> None:
    steps = one_after_the_other(Item("step-6"), Item("step-8"), Item("step-10"))
    units: Mapping[str, Fields] = {
        "g1": {"card": "vehicle", "hex": "0502"},
        "g2": {"card": "infantry", "hex": "0402"},
        "s1": {"card": "infantry", "hex": "0506"},
        "s2": {"card": "infantry", "hex": "0403", "ammo": 0},
    }
    orders = {"g1": March(("0503",)), "g2": Assault("s2", ("0403",)), "s1": LURK}
    game = in_step_10(units, orders, script=steps, dice=(6, 6, 6, 6) + (6,) * 5, terrain={"0506": "village"})
    assert game.state.units["s1"].shots == 1
    assert game.state.units["g2"].hex == "0403"


@pytest.mark.rule("BAR-hidden-fire-X1")
def test_a_unit_that_could_not_hide_does_not_fire_from_ambush() -> None:
    game = _into_ambush((), lurker=DEFENDER)
    assert game.state.units["g1"].hex == "0504"
    assert game.state.units["s1"].shots == 0


# -- Fire on the Move --------------------------------------------------------------------------------------

ENEMY: Fields = {"card": "infantry", "hex": "0508"}
TANK: Fields = {"card": "light_tank", "hex": "0503"}


def _shoots(order: FireOnTheMove, dice: tuple[int, ...], **more: Any) -> Game[Position]:
    orders = {"g1": order, **more.pop("orders", {})}
    return in_step_10({"g1": TANK, "s1": {**ENEMY, **more.pop("enemy", {})}}, orders, dice=dice, **more)


@pytest.mark.rule("BAR-fire-on-move-4", "BAR-fire-on-move-5", "BAR-fire-on-move-1")
def test_fire_on_the_move_is_weaker_and_costs_a_point() -> None:
    game = _shoots(FireOnTheMove(("0504", "0505"), "s1", "0505"), (1, 1, 6))
    assert game.state.units["s1"].casualties == 2
    assert game.state.units["g1"].ammo == game.pack.cards["light_tank"].ammo - 1


@pytest.mark.rule("BAR-fire-on-move-6")
def test_the_shot_falls_in_the_hex_that_was_named() -> None:
    # The enemy is out of reach after the second impulse: the first two hexes are in time, the last is not.
    away = {"orders": {"s1": March(("0508", "0509"))}, "enemy": {"hex": "0507"}}
    for at, dice in (("0503", MISSED[1:]), ("0504", MISSED[1:]), ("0604", ())):
        game = _shoots(FireOnTheMove(("0504", "0604"), "s1", at), dice, **away)
        assert game.state.units["g1"].shots == bool(dice)


@pytest.mark.rule("BAR-fire-on-move-6")
def test_a_shot_that_has_become_impossible_costs_nothing() -> None:
    out_of_range = _shoots(FireOnTheMove(("0504",), "s1", "0504"), (), enemy={"hex": "0510"})
    blocked = _shoots(
        FireOnTheMove(("0504", "0505"), "s1", "0505"), (), wire={"0504|0505": "soviet"}, cards=_TRUCKS
    )
    for game in (out_of_range, blocked):
        assert game.state.units["g1"].ammo == game.pack.cards["light_tank"].ammo
        assert game.state.units["g1"].shots == 0


_TRUCKS = {"light_tank": walker("vehicle")}


@pytest.mark.rule("BAR-fire-on-move-6")
def test_who_stands_in_the_named_hex_does_not_fire_later() -> None:
    # The target comes into range only when the firer has been standing in its hex for an impulse.
    game = in_step_10(
        {"g1": TANK, "s1": {"card": "infantry", "hex": "0510"}},
        {"g1": FireOnTheMove(("0504",), "s1", "0504"), "s1": CautiousMove(("0509", "0508"))},
    )
    assert game.state.units["g1"].shots == 0


@pytest.mark.rule("BAR-fire-on-move-6", "BAR-move-6")
def test_mover_and_defender_fire_at_the_same_time() -> None:
    # Both are destroyed: neither shot comes first.
    frail = {"light_tank": walker("light_tank", size=1), "infantry": walker(size=1)}
    game = in_step_10(
        {"g1": TANK, "s1": {"card": "infantry", "hex": "0507"}},
        {"g1": FireOnTheMove(("0504",), "s1", "0504"), "s1": GUARD},
        cards=frail,
        dice=(1, 1, 6, *ONE_HIT),
    )
    assert {unit.fate for unit in game.state.units.values()} == {"dead"}


@pytest.mark.rule("BAR-fire-on-move-8")
def test_the_target_of_fire_on_the_move_tests_in_step_11_and_moves_on_until_then() -> None:
    units = {"g1": TANK, "s1": {"card": "infantry", "hex": "0506"}}
    orders = {"g1": FireOnTheMove(("0504",), "s1", "0503"), "s1": CautiousMove(("0606", "0607"))}
    game = in_step_10(units, orders, dice=(1, 1, 6))
    assert game.state.units["s1"].hex == "0607"
    assert game.state.units["s1"].owes == ("fire",)
    steps = one_after_the_other(Item("step-10"), Item("step-11"))
    later = in_step_10(units, orders, dice=(1, 1, 6, *FAILED), script=steps)
    assert later.state.units["s1"].suppressed
