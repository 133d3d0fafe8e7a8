"""Flak and the self-defence of troops."""

from __future__ import annotations

from typing import Any

import pytest

from planspiel.kernel import DECLINE, Game
from planspiel.systems.wiener2022 import flak
from planspiel.systems.wiener2022.air_attack import AirAttack, AttackVoid, SimultaneousAirAttack
from planspiel.systems.wiener2022.air_combat import DrivenOff, ShotDown
from planspiel.systems.wiener2022.air_tasks import Run
from planspiel.systems.wiener2022.flak import AgainstAircraft, Flak, FlakBursts, FlakFired, SelfDefence
from planspiel.systems.wiener2022.hits import BridgeStruck, Struck
from planspiel.systems.wiener2022.losses import Pinned
from planspiel.systems.wiener2022.standing import SetStandingOrders
from planspiel.systems.wiener2022.state import RED, Bridge, Position, Screen, Standing
from wiener2022.flying import on_mission
from wiener2022.positions import (
    BLUE_SEAT,
    RED_SEAT,
    ask_of,
    choices,
    do,
    element,
    happened,
    position,
    refused,
    rolled,
)

AIR = ("phase", "air")
GUN = {"model": "flak20_base", "field": "5,3"}
"""Light flak, range 2: it reaches 5,4, the field before 5,5 for who comes from the north."""
BOMBS = AirAttack("b1", "bombs_2", "5,5", "low", "N")


def _over(elements: dict[str, Any], *, aircraft: str = "ju87", **rest: Any) -> Game[Position]:
    """One aircraft on its mission, lorries in 5,5, and whatever else is named."""
    there = {"b1": on_mission(aircraft), "r1": {"model": "krupp", "field": "5,5"}, **elements}
    return position(there, item=AIR, flights={"b1": "mission", "b2": "mission"}, **rest)


@pytest.mark.rule("WPR-fliegerabwehr-2", "WPR-fliegerabwehr-4", "WPR-niederhaltung-5")
def test_flak_hits_one_field_before_the_target_and_before_the_bombs_fall() -> None:
    game = do(_over({"r2": GUN}, dice=(5,)), BOMBS)
    assert isinstance(ask_of(game)[1], AgainstAircraft)
    do(game, Flak("r2", "flak_20", "b1"))
    assert happened(game, DrivenOff)[0].element == "b1"
    assert not happened(game, Struck), "the attack was prevented"
    south = do(_over({"r2": GUN}, dice=(1,)), AirAttack("b1", "bombs_2", "5,5", "low", "S"))
    assert element(south, "r1").pinned == 0
    assert south.over is False


@pytest.mark.rule("WPR-nebel-1")
def test_flak_in_smoke_fires_only_at_what_is_over_its_own_field() -> None:
    guns = {"r2": GUN, "r3": {**GUN, "field": "4,4"}, "r4": {**GUN, "field": "5,4"}}
    game = do(_over(guns, smoke={"4,4": Screen(RED, 1), "5,4": Screen(RED, 1)}), BOMBS)
    assert "WPR-nebel-1" in refused(game, Flak("r3", "flak_20", "b1"))
    assert choices(game) == [Flak("r2", "flak_20", "b1"), Flak("r4", "flak_20", "b1")]


@pytest.mark.rule("WPR-munition-1", "WPR-fliegerabwehr-4")
def test_flak_uses_ammunition_where_it_is_counted() -> None:
    game = do(_over({"r2": {**GUN, "ammunition": 2}}, dice=(5,)), BOMBS)
    do(game, Flak("r2", "flak_20", "b1"))
    assert element(game, "r2").ammunition == 1


@pytest.mark.rule("WPR-fliegerabwehr-1")
def test_flak_fires_only_at_aircraft_that_attack_or_land() -> None:
    game = do(_over({"r2": GUN, "b2": on_mission("ju87")}, dice=(1, 1)), BOMBS)
    assert "does not attack or land" in refused(game, Flak("r2", "flak_20", "b2"))
    do(game, Flak("r2", "flak_20", "b1"))


@pytest.mark.rule("WPR-fliegerabwehr-3", "WPR-fliegerabwehr-8")
@pytest.mark.parametrize(
    ("model", "weapon", "height", "is_legal"),
    [
        ("flak88_base", "flak_88", "high", True),
        ("flak88_base", "flak_88", "low", False),
        ("flak20_base", "flak_20", "low", True),
        ("flak20_base", "flak_20", "high", False),
        ("flak37_base", "flak_37", "low", True),
        ("hmg_base", "hmg", "low", True),
    ],
)
def test_heavy_flak_acts_against_high_attacks_and_the_others_against_low_ones(
    model: str, weapon: str, height: Any, is_legal: bool
) -> None:
    game = _over({"r2": {"model": model, "field": "5,3"}})
    run = Run("b1", "5,5", "5,4", height, "attack")
    order = Flak("r2", weapon, "b1")
    assert (flak.flak_refusal(game.pack, game.state, RED, order, (run,), "real", ()) is None) == is_legal


def test_an_option_lets_heavy_flak_fire_low() -> None:
    game = _over({"r2": {"model": "flak88_base", "field": "5,3"}}, options={"heavy_flak_low": True})
    run = Run("b1", "5,5", "5,4", "low", "attack")
    assert (
        flak.flak_refusal(game.pack, game.state, RED, Flak("r2", "flak_88", "b1"), (run,), "real", ()) is None
    )


@pytest.mark.rule("WPR-fliegerabwehr-5", "WPR-fliegerabwehr-6")
def test_a_flak_weapon_has_one_real_counter_move_in_a_turn_and_then_unreal_ones() -> None:
    elements = {"r2": GUN, "b2": on_mission("ju87"), "r3": {"model": "krupp", "field": "7,5"}}
    game = do(_over(elements, dice=(1, 1, 2, 4)), BOMBS, Flak("r2", "flak_20", "b1"))
    assert element(game, "r2").flak_used == 1
    second = AirAttack("b2", "bombs_2", "7,5", "low", "N")
    do(game, second)
    question = ask_of(game)[1]
    assert isinstance(question, AgainstAircraft)
    assert question.stage == "unreal"
    do(game, Flak("r2", "flak_20", "b2"))
    assert [event.real for event in happened(game, FlakFired)] == [True, False]
    assert element(game, "r3").fate == "lost", "4 against 2, with bombs +2: 6"


@pytest.mark.rule("WPR-fliegerabwehr-7")
def test_unreal_flak_that_rolls_higher_makes_the_attack_void() -> None:
    used = {**GUN, "flak_used": 1}
    game = do(_over({"r2": used}, dice=(5, 2)), BOMBS, Flak("r2", "flak_20", "b1"))
    assert happened(game, AttackVoid)
    assert happened(game, DrivenOff)
    assert not happened(game, Struck)
    beaten = do(_over({"r2": used}, dice=(5, 3, 3, 4)), BOMBS, Flak("r2", "flak_20", "b1"))
    assert not happened(beaten, AttackVoid), "ties are rolled again"
    assert element(beaten, "r1").fate == "lost"
    assert element(beaten, "b1").mission == "flown"


@pytest.mark.rule("WPR-fliegerabwehr-7", "WPR-bruecken-4", "WPR-massierung-1")
@pytest.mark.parametrize(("chance", "intact"), [(4, True), (6, False)])
def test_the_die_that_beats_unreal_flak_strikes_the_bridge_in_the_field_too(
    chance: int, intact: bool
) -> None:
    elements = {"r1": {"model": "krupp", "field": "5,5"}, "r2": {**GUN, "flak_used": 1}}
    bridges = {"5,5": Bridge("engineer", "NS")}
    game = _over(elements, ground={"5,5": "water"}, bridges=bridges, dice=(3, 5, chance))
    do(game, BOMBS, Flak("r2", "flak_20", "b1"))
    assert [event.natural for event in happened(game, BridgeStruck)] == [5], "the aircraft's die"
    assert game.state.bridges["5,5"].intact is intact


@pytest.mark.rule("WPR-fliegerabwehr-9")
def test_flak_needs_no_position_marker_but_must_be_unlimbered_and_not_pinned_black() -> None:
    mounted = {"model": "spw_flak", "field": "5,3", "position": False}
    game = do(_over({"r2": mounted}, dice=(4, 1)), BOMBS)
    assert choices(game) == [Flak("r2", "flak_20", "b1")]
    do(game, Flak("r2", "flak_20", "b1"))
    assert [event.level for event in happened(game, Pinned)] == [4]
    towed = {"r2": {**GUN, "aboard": "r2v"}, "r2v": {"model": "krupp", "field": "5,3"}}
    assert _is_asked(_over(towed, dice=(1,))) is False
    assert _is_asked(_over({"r2": {**GUN, "pinned": 5}}, dice=(1,))) is False
    weak = do(_over({"r2": {**GUN, "pinned": 3}}, dice=(6, 1)), BOMBS, Flak("r2", "flak_20", "b1"))
    assert [event.level for event in happened(weak, Pinned)] == [3], "6 with -3"


def _is_asked(game: Game[Position]) -> bool:
    do(game, BOMBS)
    return not game.over and isinstance(ask_of(game)[1], AgainstAircraft)


@pytest.mark.rule("WPR-luftangriffe-5")
def test_flak_that_does_not_reach_the_field_before_fires_at_the_departing_aircraft() -> None:
    far = {"model": "flak20_base", "field": "5,7"}
    game = do(_over({"r2": far}, dice=(4, 6)), BOMBS)
    assert element(game, "r1").fate == "lost", "the bombs have fallen"
    question = ask_of(game)[1]
    assert isinstance(question, AgainstAircraft)
    assert question.stage == "departing"
    do(game, Flak("r2", "flak_20", "b1"))
    assert happened(game, ShotDown)


@pytest.mark.rule("WPR-plusminus-6")
def test_several_barrels_over_two_centimetres_have_a_plus_against_low_aircraft() -> None:
    game = do(_over({"r2": GUN}, dice=(4,), weapons={"flak_20": {"multi": True, "calibre": 37}}), BOMBS)
    do(game, Flak("r2", "flak_20", "b1"))
    assert happened(game, DrivenOff)


# -- several at once ---------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-luftangriffe-7")
def test_against_a_simultaneous_attack_each_flak_engages_one_aircraft() -> None:
    elements = {"r2": GUN, "b2": on_mission("ju87"), "r3": {"model": "krupp", "field": "6,5"}}
    both = SimultaneousAirAttack((BOMBS, AirAttack("b2", "bombs_2", "6,5", "low", "N")))
    game = do(_over(elements, dice=(6, 1)), both)
    assert {order.aircraft for order in choices(game)} == {"b1", "b2"}
    do(game, Flak("r2", "flak_20", "b2"))
    assert happened(game, ShotDown)[0].element == "b2"
    assert len(happened(game, FlakFired)) == 1
    assert element(game, "b1").mission == "flown"


# -- troops ------------------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-truppenfla-1", "WPR-truppenfla-2")
def test_armed_troops_defend_themselves_and_need_a_six_for_a_second_die() -> None:
    elements = {"r2": {"model": "figures", "field": "5,5"}, "r3": {"model": "figures", "field": "5,4"}}
    game = do(_over(elements, dice=(6, 5)), BOMBS)
    assert choices(game) == [SelfDefence("r2", "b1")], "only itself, and not the unarmed lorry"
    do(game, SelfDefence("r2", "b1"))
    assert happened(game, DrivenOff)
    missed = do(_over(elements, dice=(5, 1)), BOMBS, SelfDefence("r2", "b1"))
    assert len(rolled(missed)) == 2
    assert not happened(missed, DrivenOff)


@pytest.mark.rule("WPR-truppenfla-3")
def test_each_weapon_kind_tries_once_and_flak_uses_its_normal_roll() -> None:
    elements = {
        "r2": {"model": "figures", "field": "5,5"},
        "r3": {"model": "figures", "field": "5,5"},
        "r4": {"model": "p4", "field": "5,5"},
        "r5": {"model": "hmg_base", "field": "5,5"},
        "r6": {"model": "t70", "field": "5,5", "pinned": 5},
    }
    game = do(_over(elements, dice=(1, 1, 1, 1)), BOMBS)
    offered = {order.element for order in choices(game) if isinstance(order, SelfDefence)}
    assert offered == {"r2", "r3", "r4"}
    assert Flak("r5", "hmg", "b1") in choices(game)
    do(game, SelfDefence("r2", "b1"))
    assert SelfDefence("r3", "b1") not in choices(game)
    do(game, SelfDefence("r4", "b1"), Flak("r5", "hmg", "b1"))


@pytest.mark.rule("WPR-truppenfla-1", "WPR-feuer-fahrzeuge-1")
def test_troops_on_an_unarmed_lorry_defend_themselves_with_machine_weapons() -> None:
    elements = {
        "r2": {"model": "figures", "field": "5,5", "aboard": "r1"},
        "r3": {"model": "krupp", "field": "5,5"},
        "r4": {"model": "hmg_base", "field": "5,5", "aboard": "r3"},
        "r5": {"model": "krupp", "field": "5,5"},
        "r6": {"model": "pak75", "field": "5,5", "aboard": "r5"},
        "r7": {"model": "krupp", "field": "5,5"},
        "r8": {**GUN, "field": "5,5", "aboard": "r7"},
        "r9": {"model": "p4", "field": "5,5"},
        "r10": {"model": "engineers", "field": "5,5", "aboard": "r9"},
    }
    game = do(_over(elements, dice=(6, 5)), BOMBS)
    offered = {order.element for order in choices(game) if isinstance(order, SelfDefence)}
    assert offered == {"r2", "r4", "r9"}, "no gun in tow, and the tank fires for its riders"
    do(game, SelfDefence("r2", "b1"))
    assert happened(game, DrivenOff)


@pytest.mark.rule("WPR-truppenfla-1", "WPR-truppenfla-3", "WPR-fliegerabwehr-8")
@pytest.mark.parametrize("model", ["flak88_base", "flak85_base"])
def test_heavy_flak_that_does_not_reach_a_low_aircraft_defends_itself_like_other_troops(model: str) -> None:
    elements = {"r2": {"model": model, "field": "5,5"}, "r3": {**GUN, "field": "5,5"}}
    game = do(_over(elements, dice=(6, 5)), BOMBS)
    assert choices(game) == [Flak("r3", "flak_20", "b1"), SelfDefence("r2", "b1")]
    assert "WPR-truppenfla-3" in refused(game, SelfDefence("r3", "b1"))
    do(game, SelfDefence("r2", "b1"))
    assert happened(game, DrivenOff)


@pytest.mark.rule("WPR-truppenfla-3", "WPR-fliegerabwehr-8")
def test_heavy_flak_that_may_fire_low_by_option_has_its_normal_roll() -> None:
    there = {"r2": {"model": "flak88_base", "field": "5,5"}}
    game = do(_over(there, options={"heavy_flak_low": True}), BOMBS)
    assert choices(game) == [Flak("r2", "flak_88", "b1")]
    assert "WPR-truppenfla-3" in refused(game, SelfDefence("r2", "b1"))


@pytest.mark.rule("WPR-truppenfla-1")
def test_whoever_takes_a_dummy_battery_for_flak_sees_it_asked_like_real_flak() -> None:
    game = do(_over({"r2": {"model": "dummy_battery", "field": "5,5"}}, dice=(1,)), BOMBS)
    assert isinstance(ask_of(game)[1], AgainstAircraft)
    assert choices(game) == []
    do(game, DECLINE)


def test_troops_do_not_defend_themselves_against_high_attacks() -> None:
    elements = {"r2": {"model": "figures", "field": "5,5"}}
    high = AirAttack("b1", "bombs_3", "5,5", "high", "N")
    game = do(_over(elements, aircraft="ju88", dice=(1,)), high)
    assert len(rolled(game)) == 1


# -- secrecy -----------------------------------------------------------------------------------------------


def test_hidden_flak_fires_by_standing_order_and_nobody_is_asked() -> None:
    elements = {"r2": {**GUN, "camouflaged": True}, "b9": {"model": "p4", "field": "5,6"}}
    game = do(_over(elements, mode="hidden", dice=(1, 1)), BOMBS)
    assert happened(game, FlakFired, seat=RED_SEAT)
    assert happened(game, FlakFired, FlakBursts, seat=BLUE_SEAT)
    held = _over(elements, mode="hidden", dice=(1,))
    held.instruct(RED_SEAT, SetStandingOrders(Standing(fire="hold")))
    assert not happened(do(held, BOMBS), FlakFired)


def test_flak_may_hold_its_fire() -> None:
    game = do(_over({"r2": GUN}, dice=(1,)), BOMBS, DECLINE)
    assert not happened(game, FlakFired)
