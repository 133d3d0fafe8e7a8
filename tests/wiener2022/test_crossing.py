"""Übersetzmittel: boats, ferries, rafts and barges, and who goes through the water without them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from planspiel.systems.wiener2022 import losses
from planspiel.systems.wiener2022.bridging import BuildBridge
from planspiel.systems.wiener2022.crossing import (
    BuildFerry,
    CraftLaunched,
    FitBarge,
    LaunchBoat,
    LaunchRaft,
    MakeRaft,
    RaftTaken,
    TakeRaft,
)
from planspiel.systems.wiener2022.fire import DirectFire
from planspiel.systems.wiener2022.march_events import Met
from planspiel.systems.wiener2022.modifiers import Shot, bridge_is_hurt, bridge_modifiers, is_hurt, modifiers
from planspiel.systems.wiener2022.movement import Move
from planspiel.systems.wiener2022.scenario import Engineering
from planspiel.systems.wiener2022.secrecy import Shown, Spotted
from planspiel.systems.wiener2022.special import scenario_models
from planspiel.systems.wiener2022.state import RED, Bridge, Screen, Stock
from planspiel.systems.wiener2022.transport import Mount
from wiener2022.engineering import INFANTRY, RIVER, works
from wiener2022.positions import BLUE_SEAT, RED_SEAT, choices, do, element, happened, position, refused


@pytest.mark.rule("WPR-boote-1", "WPR-gewaesser-ueberwinden-1")
def test_boats_come_out_of_the_engineers_stock():
    game = do(works(ground=RIVER), LaunchBoat("b1", "5,5"))
    boat = element(game, "b1w1")
    assert (boat.model, boat.field, boat.fate) == ("stormboat", "5,5", "board")
    assert game.state.stock["b1v"].boat == 2
    assert "WPR-gewaesser-ueberwinden-1" in refused(works(), LaunchBoat("b1", "5,5"))


@pytest.mark.rule("WPR-faehren-1", "WPR-faehren-5")
@pytest.mark.parametrize(
    ("boats", "chosen", "model"),
    [
        (3, "by stock", "motor_ferry"),
        (0, "by stock", "rowing_ferry"),
        (0, "motor", "motor_ferry"),
        (3, "rowing", "rowing_ferry"),
    ],
)
def test_a_ferry_takes_the_bridge_set_and_has_a_motor_with_a_boat(boats, chosen, model):
    game = works((4,), stock={"b1v": Stock(boat=boats, bridge=1)}, ground=RIVER, options={"ferries": chosen})
    do(game, BuildFerry("b1", "5,5"))
    assert element(game, "b1w1").model == model
    assert game.state.stock["b1v"].bridge == 0


@pytest.mark.rule("WPR-arbeit-5", "WPR-faehren-1")
def test_a_ferry_is_built_in_the_water_and_draws_counter_moves_like_a_bridge():
    gun = {"r1": {"model": "hmg_base", "field": "7,5"}}
    for order in (BuildFerry("b1", "5,5"), BuildBridge("b1", "5,5")):
        assert do(works((), gun, ground=RIVER), order).waiting() == (RED_SEAT,)


@pytest.mark.rule("WPR-faehren-2")
@pytest.mark.parametrize("weapon", ["fk_75", "fh_150", "moerser_210"])
def test_a_ferry_moves_like_its_boats_and_stands_fire_like_an_engineer_bridge(weapon):
    troops = {"b1": {"model": "motor_ferry", "field": "5,5"}, "b2": {"model": "rowing_ferry", "field": "5,6"}}
    game = position(troops, ground=RIVER)
    models = [game.pack.models[element(game, name).model] for name in ("b1", "b2")]
    assert [model.mobility for model in models] == ["motorboat", "rowboat"]
    shot = Shot(RED, (), weapon, "5,5", "indirect", 3)
    ferry, bridge = element(game, "b1"), Bridge("engineer", "EW")
    assert is_hurt(game.pack, shot, ferry) is bridge_is_hurt(game.pack, shot, bridge)
    points = modifiers(game.pack, game.state, shot, ferry)
    assert list(points) == list(bridge_modifiers(game.pack, game.state, shot, bridge))


@pytest.mark.rule("WPR-faehren-4")
def test_a_ferry_takes_its_passengers_down():
    def hit(game):
        yield from losses.knock_out(game, "b2")

    troops = {
        "b1": {**INFANTRY, "field": "5,5", "aboard": "b2"},
        "b2": {"model": "motor_ferry", "field": "5,5"},
    }
    game = position(troops, script=hit, ground=RIVER)
    assert element(game, "b1").fate == "lost"


@pytest.mark.rule("WPR-floesse-1", "WPR-floesse-3")
@pytest.mark.parametrize(("face", "made"), [(3, False), (4, True)])
def test_any_figures_near_a_wood_or_settlement_make_a_raft_on_four(face, made):
    troops = {"b1": {**INFANTRY, "field": "4,5"}}
    assert "WPR-floesse-1" in refused(position(troops, ground=RIVER), MakeRaft("b1", "5,5"))
    game = do(position(troops, dice=(face,), ground={**RIVER, "3,4": "wood"}), MakeRaft("b1", "5,5"))
    assert ("b1w1" in game.state.elements) is made
    if made:
        assert game.pack.models[element(game, "b1w1").model].mobility == "rowboat"


@pytest.mark.rule("WPR-floesse-2")
def test_away_from_the_water_a_vehicle_must_carry_the_raft():
    troops = {"b1": {**INFANTRY, "field": "3,5"}, "b1v": {"model": "lorry", "field": "3,5"}}
    game = do(position(troops, dice=(4,), ground={**RIVER, "3,4": "wood"}), MakeRaft("b1", "3,5"))
    assert element(game, "b1v").raft
    assert not element(game, "b1").raft_made
    there = position({"b1v": {"model": "lorry", "field": "4,5", "raft": True}}, ground=RIVER)
    do(there, LaunchRaft("b1v", "5,5"))
    assert element(there, "b1vw1").model == "raft"
    by_hand = position({"b1": {**INFANTRY, "field": "4,5", "raft_made": True}}, ground=RIVER)
    assert "WPR-floesse-2" in refused(by_hand, LaunchRaft("b1", "5,5"))
    do(by_hand, Move("b1", ("3,5",)))
    assert not element(by_hand, "b1").raft_made


@pytest.mark.rule("WPR-floesse-2")
def test_a_raft_waits_where_it_was_made_until_a_vehicle_takes_it_up():
    wood = {"ground": {**RIVER, "2,4": "wood"}}
    makers = {"b1": {**INFANTRY, "field": "3,5"}}
    alone = position(makers, dice=(4,), **wood)
    assert choices(alone, MakeRaft) == []
    do(alone, MakeRaft("b1", "3,5"))
    assert element(alone, "b1").raft_made
    lorry = {"b2": {"model": "lorry", "field": "3,5"}}
    assert choices(position({**makers, **lorry}, **wood), MakeRaft) == [MakeRaft("b1", "3,5")]
    waiting = {"b1": {**makers["b1"], "raft_made": True}}
    game = position({**waiting, **lorry}, **wood)
    assert choices(game, TakeRaft) == [TakeRaft("b2")]
    do(game, TakeRaft("b2"))
    assert (element(game, "b1").raft_made, element(game, "b2").raft) == (False, True)
    assert "No raft" in refused(game, TakeRaft("b2"))


@pytest.mark.rule("WPR-floesse-2", "WPR-munition-2")
def test_neither_a_tank_nor_the_tractor_of_a_gun_takes_a_raft():
    waiting = {"b1": {**INFANTRY, "field": "3,5", "raft_made": True}}
    tank = position({**waiting, "b2": {"model": "p4", "field": "3,5"}})
    assert "WPR-floesse-2" in refused(tank, TakeRaft("b2"))
    gun = {"b3": {"model": "pak75", "field": "3,5", "mate": "b2"}}
    tractor = position({**waiting, **gun, "b2": {"model": "krupp", "field": "3,5"}})
    assert "WPR-munition-2" in refused(tractor, TakeRaft("b2"))


@pytest.mark.rule("WPR-felder-besetzt-4")
def test_nobody_launches_a_craft_among_enemies():
    enemy = {"r1": {"model": "rowboat", "field": "5,5"}}
    open_play = works((), enemy, ground=RIVER)
    for order in (LaunchBoat("b1", "5,5"), BuildFerry("b1", "5,5")):
        assert "held by the enemy" in refused(open_play, order)
        assert order not in choices(open_play, type(order))
    smoke = {"mode": "hidden", "smoke": {"5,5": Screen(None)}}
    game = do(works((), enemy, ground=RIVER, **smoke), LaunchBoat("b1", "5,5"))
    assert game.state.stock["b1v"].boat == 3
    assert happened(game, Met, seat=BLUE_SEAT)[0].blocker == "r1"
    afloat = {"b1v": {"model": "lorry", "field": "4,5", "raft": True}, **enemy}
    raft = do(position(afloat, ground=RIVER, **smoke), LaunchRaft("b1v", "5,5"))
    assert (element(raft, "b1v").raft, element(raft, "b1v").worked) == (True, True)


@pytest.mark.rule("WPR-gewaesser-ueberwinden-2", "WPR-schwimmen-1")
def test_nobody_swims():
    troops = {"b1": {**INFANTRY, "field": "4,5"}, "b2": {"model": "p4", "field": "4,6"}}
    game = position(troops, ground=RIVER)
    assert "WPR-gelaende-4" in refused(game, Move("b1", ("5,5",)))
    assert "WPR-gelaende-4" in refused(game, Move("b2", ("5,6",)))


@pytest.mark.rule("WPR-uebersetzmittel-1")
def test_makeshift_craft_for_vehicles_need_the_permission_of_the_scenario():
    troops = {"b1": {**INFANTRY, "field": "4,5"}}
    ground = {**RIVER, "4,4": "building"}
    assert "WPR-uebersetzmittel-1" in refused(position(troops, ground=ground), FitBarge("b1", "5,5"))
    permitted = {"engineering": Engineering(barges=True)}
    game = do(position(troops, dice=(4,), ground=ground, scenario=permitted), FitBarge("b1", "5,5"))
    assert element(game, "b1w1").model == "rowing_ferry"


@pytest.mark.rule("WPR-faehren-3")
def test_from_a_ferry_only_machine_weapons_fire():
    enemy = {"r1": {**INFANTRY, "field": "7,5"}}
    for model, fires in (("hmg_base", True), ("pak75", False)):
        troops = {
            "b1": {"model": model, "field": "5,5", "aboard": "b2"},
            "b2": {"model": "motor_ferry", "field": "5,5"},
            **enemy,
        }
        game = position(troops, ground=RIVER)
        assert bool([order for order in choices(game, DirectFire) if order.element == "b1"]) is fires


@pytest.mark.rule("WPR-faehren-3")
@pytest.mark.parametrize(
    ("model", "fires"),
    [("p4", ["mg"]), ("sdkfz231", ["cannon_20", "mg"]), ("spw_flak", ["flak_20"]), ("flak20_base", [])],
)
def test_a_vehicle_on_a_ferry_fires_its_machine_weapons_and_a_limbered_gun_nothing(model, fires):
    troops = {
        "b1": {"model": model, "field": "5,5", "aboard": "b2"},
        "b2": {"model": "motor_ferry", "field": "5,5"},
        "r1": {**INFANTRY, "field": "6,5"},
    }
    game = position(troops, ground=RIVER)
    assert sorted({order.weapon for order in choices(game, DirectFire) if order.element == "b1"}) == fires


@pytest.mark.rule("WPR-faehren-3")
def test_the_gun_of_a_tank_on_a_ferry_is_silent_and_one_weapon_system_fires():
    troops = {
        "b1": {"model": "p4", "field": "5,5", "aboard": "b2"},
        "b2": {"model": "motor_ferry", "field": "5,5"},
        "r1": {**INFANTRY, "field": "6,5"},
        "r2": {**INFANTRY, "field": "6,6"},
    }
    game = position(troops, ground=RIVER, dice=(1,))
    assert "WPR-faehren-3" in refused(game, DirectFire("b1", "gun_75_48", "6,5"))
    do(game, DirectFire("b1", "mg", "6,5"))
    assert element(game, "b2").shot
    assert "has fired" in refused(game, DirectFire("b1", "mg", "6,6"))


@pytest.mark.rule("WPR-gewaesser-ueberwinden-2")
@pytest.mark.parametrize(
    ("allowed", "depth", "dives"), [(False, 2, False), (True, 4, True), (True, 5, False)]
)
def test_tanks_dive_only_by_scenario_and_not_too_deep(allowed, depth, dives):
    shipped = position({}).pack
    first = shipped.scenarios[shipped.ladder[0]]
    wet = replace(first, engineering=Engineering(diving_tanks=allowed, water_depth=depth))
    models = scenario_models(shipped.own_models, shipped.own_weapons, wet, shipped.tables)
    assert models.get("p4", shipped.models["p4"]).has("amphibious") is dives
    assert not models.get("krupp", shipped.models["krupp"]).has("amphibious")


@pytest.mark.rule("WPR-floesse-2", "WPR-verdeckt-1")
def test_who_sees_a_lorry_take_up_a_raft_does_not_learn_who_made_it():
    makers = {"b1": {**INFANTRY, "field": "4,5", "raft_made": True}, "b2": {"model": "lorry", "field": "4,5"}}
    eyes = {"r1": {"model": "figures", "field": "7,5"}}
    game = position({**makers, **eyes}, mode="hidden")
    assert "b1" not in game.view(RED_SEAT).elements
    do(game, TakeRaft("b2"))
    assert [told.element for told in happened(game, RaftTaken, seat=RED_SEAT)] == ["b2"]
    assert not [told for told in happened(game, Spotted, seat=RED_SEAT) if told.element == "b1"]


@pytest.mark.rule("WPR-floesse-2")
def test_makers_who_mount_leave_their_raft_behind():
    troops = {"b1": {**INFANTRY, "field": "3,5", "raft_made": True, "mate": "b2"}}
    game = position({**troops, "b2": {"model": "lorry", "field": "3,5", "mate": "b1"}})
    do(game, Mount("b1", "b2"))
    assert not element(game, "b1").raft_made


@pytest.mark.rule("WPR-floesse-3")
def test_a_raft_floats_where_its_makers_stand_if_there_is_water():
    shore = {"ground": {"3,4": "wood"}, "mixed": {"3,5": "water"}}
    game = position({"b1": {**INFANTRY, "field": "3,5"}}, dice=(4,), **shore)
    do(game, MakeRaft("b1", "3,5"))
    assert element(game, "b1w1").model == "raft"


@pytest.mark.rule("WPR-verdeckt-1", "WPR-floesse-3")
@pytest.mark.parametrize("mode", ["partly", "hidden"])
def test_who_sees_a_craft_launched_knows_of_it_even_where_he_does_not_see_the_water(mode):
    troops = {"r1": {**INFANTRY, "field": "6,5"}, "b1": {"model": "figures", "field": "4,5"}}
    ground = {"7,6": "water", "6,6": "wood", "7,5": "wood"}
    game = position(troops, active="red", mode=mode, dice=(4,), ground=ground)
    do(game, MakeRaft("r1", "7,6"))
    assert happened(game, CraftLaunched, seat=BLUE_SEAT)
    assert "r1w1" in [event.element for event in happened(game, Spotted, Shown, seat=BLUE_SEAT)]
