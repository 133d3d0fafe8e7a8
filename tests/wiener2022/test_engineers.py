"""Sprengungen, Brücken, Bunker, Bergen: what engineers blow up, build and clear away."""

from __future__ import annotations

import pytest

from planspiel.systems.wiener2022 import bridge_fire
from planspiel.systems.wiener2022.aim import shot_of
from planspiel.systems.wiener2022.barrage import BarrageFell
from planspiel.systems.wiener2022.bridging import BridgeRepaired, BuildBridge, LayBridge, Repair, TakeUpBridge
from planspiel.systems.wiener2022.bunkers import BlowBunker
from planspiel.systems.wiener2022.counter import CounterFire
from planspiel.systems.wiener2022.crossing import BuildFerry, LaunchBoat
from planspiel.systems.wiener2022.demolition import Exploded, PrepareCharge, Release
from planspiel.systems.wiener2022.digging import DigIn
from planspiel.systems.wiener2022.fire import DirectFire
from planspiel.systems.wiener2022.march_events import Met
from planspiel.systems.wiener2022.mines import BarrierMet
from planspiel.systems.wiener2022.modifiers import modifiers
from planspiel.systems.wiener2022.movement import Move
from planspiel.systems.wiener2022.noise import EnginesHeard
from planspiel.systems.wiener2022.obstacles import BarrierBuilt, BuildObstacle, ClearObstacle, stops
from planspiel.systems.wiener2022.position_markers import marker_refusal
from planspiel.systems.wiener2022.recovery import Recover, weight_class
from planspiel.systems.wiener2022.scenario import Engineering, Party, Placed, Works
from planspiel.systems.wiener2022.sight import in_arc
from planspiel.systems.wiener2022.state import (
    RED,
    Barrage,
    Barrier,
    Bridge,
    Charge,
    Conduct,
    Screen,
    Stock,
    Wreck,
)
from planspiel.systems.wiener2022.storm import Storm
from planspiel.systems.wiener2022.transport import Dismount, Mount
from wiener2022.engineering import INFANTRY, RIVER, works
from wiener2022.positions import (
    BLUE_SEAT,
    RED_SEAT,
    choices,
    declines,
    do,
    element,
    happened,
    position,
    refused,
)

# -- Sprengladungen ----------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-sprengladungen-1")
def test_a_demolition_is_prepared_by_engineers_on_four_against_bridges_buildings_and_trees():
    assert "WPR-sprengladungen-1" in refused(works(), PrepareCharge("b1", "building", "4,5"))
    game = do(
        works((4,), ground={"4,5": "building"}, roads=(("3,5", "4,5"),)),
        PrepareCharge("b1", "building", "4,5"),
    )
    assert [charge.against for charge in game.state.charges.values()] == ["building"]
    assert game.state.stock["b1v"].demolition == 2
    failed = do(
        works((3,), ground={"4,5": "building"}, roads=(("3,5", "4,5"),)),
        PrepareCharge("b1", "building", "4,5"),
    )
    assert failed.state.charges == {}
    assert game.view(RED_SEAT).charges == {}


@pytest.mark.rule("WPR-sprengladungen-1", "WPR-arbeit-3")
def test_no_charge_is_prepared_under_the_enemy_next_door():
    houses = {"ground": {"5,5": "building"}, "roads": (("5,5", "6,5"),)}
    game = works(elements={"r1": {**INFANTRY, "field": "5,5"}}, **houses)
    assert "WPR-arbeit-3" in refused(game, PrepareCharge("b1", "building", "5,5"))
    assert {order.field for order in choices(game, PrepareCharge)} == {"4,5"}


def charged(dice, elements, active="red", against="bridge", **more):
    """A blue charge in 5,5; red comes from the east."""
    charge = {"c": Charge("c", "blue", "5,5", against)}
    return position(elements, dice=dice, active=active, charges=charge, **more)


@pytest.mark.rule("WPR-sprengkommando-1", "WPR-zuendversager-1")
def test_any_fighting_troop_at_the_charge_releases_it_unless_it_is_pinned():
    near = {"b1": {**INFANTRY, "field": "4,5"}}
    assert refused(charged((), near, "blue"), Release("b1", "c")) == ""
    far = {"b1": {**INFANTRY, "field": "3,5"}}
    assert "WPR-sprengkommando-1" in refused(charged((), far, "blue"), Release("b1", "c"))
    pinned = {"b1": {**INFANTRY, "field": "4,5", "pinned": 3}}
    assert "WPR-sprengkommando-1" in refused(charged((), pinned, "blue"), Release("b1", "c"))


@pytest.mark.rule("WPR-sprengkommando-2", "WPR-sprengladungen-2", "WPR-bauwerke-2")
@pytest.mark.parametrize(("face", "intact"), [(3, True), (4, False)])
def test_the_release_needs_four_and_destroys_a_bridge(face, intact):
    game = charged(
        (face,),
        {"b1": {**INFANTRY, "field": "4,5"}},
        "blue",
        bridges={"5,5": Bridge("wood", "EW")},
        ground=RIVER,
    )
    do(game, Release("b1", "c"))
    assert game.state.bridges["5,5"].intact is intact
    assert bool(happened(game, Exploded)) is not intact


@pytest.mark.rule("WPR-sprengkommando-3")
def test_the_release_die_is_the_effect_and_spares_own_troops():
    troops = {
        "b1": {**INFANTRY, "field": "5,5"},
        "r1": {"model": "p4", "field": "5,5"},
        "b2": {**INFANTRY, "field": "4,5"},
    }
    game = do(charged((5, 1), troops, "blue", against="building"), Release("b2", "c"))
    assert element(game, "r1").pinned == 5
    assert element(game, "b1").pinned == 0


@pytest.mark.rule("WPR-sprengkommando-4")
def test_a_charge_goes_off_when_the_enemy_enters_and_may_be_tried_again_later():
    troops = {"b1": {**INFANTRY, "field": "4,5"}, "r1": {"model": "krupp", "field": "7,5"}}
    game = do(charged((4,), troops, against="building"), Move("r1", ("6,5", "5,5")))
    assert element(game, "r1").fate == "lost"  # 4 and two points
    held = charged((), troops, against="building", standing={BLUE_SEAT: Conduct(fire="hold", release="hold")})
    do(held, Move("r1", ("6,5", "5,5")))
    assert element(held, "r1").field == "5,5"
    assert held.state.charges
    again = charged((3,), {"b1": {**INFANTRY, "field": "4,5"}, "b2": {**INFANTRY, "field": "4,5"}}, "blue")
    do(again, Release("b1", "c"))
    assert "WPR-sprengkommando-4" in refused(again, Release("b2", "c"))


def mounted(**vehicle):
    """Figures on their lorry beside the charge."""
    return {
        "b1": {**INFANTRY, "field": "4,5", "mate": "b1v", "aboard": "b1v"},
        "b1v": {"model": "lorry", "field": "4,5", **vehicle},
    }


@pytest.mark.rule("WPR-fahrzeuge-3", "WPR-sprengkommando-4")
def test_a_mounted_firing_party_and_its_vehicle_have_one_activity():
    game = do(charged((3,), mounted(), "blue"), Release("b1", "c"))
    assert element(game, "b1").worked
    assert "used up" in refused(game, Move("b1v", ("3,5",)))
    driven = charged((), mounted(moved=1, limit=4), "blue")
    assert "something else" in refused(driven, Release("b1", "c"))
    assert choices(driven, Release) == []
    assert "WPR-sprengkommando-1" in refused(charged((), mounted(pinned=3), "blue"), Release("b1", "c"))


@pytest.mark.rule("WPR-fahrzeuge-6", "WPR-sprengkommando-4")
def test_who_has_just_got_on_or_off_releases_no_charge():
    off = do(charged((), mounted(), "blue"), Dismount("b1"))
    assert "WPR-fahrzeuge-6" in refused(off, Release("b1", "c"))
    on_foot = {**mounted(), "b1": {**INFANTRY, "field": "4,5", "mate": "b1v"}}
    on = do(charged((), on_foot, "blue"), Mount("b1", "b1v"))
    assert "WPR-fahrzeuge-6" in refused(on, Release("b1", "c"))


@pytest.mark.rule("WPR-sprengkommando-4")
def test_a_charge_that_goes_off_when_the_enemy_enters_costs_a_mounted_party_nothing():
    troops = {**mounted(moved=1, limit=4), "r1": {"model": "krupp", "field": "7,5"}}
    game = do(charged((4,), troops, against="building"), Move("r1", ("6,5", "5,5")))
    assert element(game, "r1").fate == "lost"
    assert not element(game, "b1").worked
    assert not element(game, "b1v").worked


@pytest.mark.rule("WPR-sprengkommando-X1")
@pytest.mark.parametrize(("face", "pinned", "fate"), [((4,), 4, "board"), ((6, 4), 0, "lost")])
def test_figures_take_the_plain_release_die_without_cover(face, pinned, fate):
    troops = {"b1": {**INFANTRY, "field": "4,5"}, "r1": {"model": "engineers", "field": "5,5"}}
    game = do(
        charged(face, troops, "blue", against="building", ground={"5,5": "building"}), Release("b1", "c")
    )
    assert (element(game, "r1").pinned, element(game, "r1").fate) == (pinned, fate)


@pytest.mark.rule("WPR-sprengladungen-2", "WPR-bauwerke-1")
def test_a_building_that_is_blown_up_strikes_the_enemy_in_it_and_stays_a_building_field():
    troops = {"b1": {**INFANTRY, "field": "4,5"}, "r1": {**INFANTRY, "field": "5,5"}}
    game = charged((4,), troops, "blue", against="building", ground={"5,5": "building"})
    do(game, Release("b1", "c"))
    assert element(game, "r1").pinned == 4
    assert game.pack.theatre("test").is_building("5,5")
    assert game.state.ruins == ()


@pytest.mark.rule("WPR-hindernisse-bau-4")
def test_blown_trees_bar_the_field():
    game = charged(
        (4,), {"b1": {**INFANTRY, "field": "4,5"}}, "blue", against="trees", ground={"5,5": "wood"}
    )
    do(game, Release("b1", "c"))
    assert [barrier.kind for barrier in game.state.barriers.values()] == ["trees"]


@pytest.mark.rule("WPR-hindernisse-bau-4")
def test_trees_are_blown_in_a_wood_or_on_a_road_beside_it():
    beside = {"ground": {"4,6": "wood"}}
    assert "nothing of the kind" in refused(works(**beside), PrepareCharge("b1", "trees", "4,5"))
    road = works((4,), **beside, roads=(("3,5", "4,5"),))
    assert PrepareCharge("b1", "trees", "4,5") in choices(road, PrepareCharge)
    assert len(do(road, PrepareCharge("b1", "trees", "4,5")).state.charges) == 1


@pytest.mark.rule("WPR-zubehoer-X1", "WPR-hindernisse-bau-1")
def test_a_charge_in_the_ground_leaves_a_crater():
    game = charged((4,), {"b1": {**INFANTRY, "field": "4,5"}}, "blue", against="ground")
    do(game, Release("b1", "c"))
    (crater,) = game.state.barriers.values()
    assert (crater.kind, crater.field, crater.side, crater.hidden) == ("crater", "5,5", "blue", False)


@pytest.mark.rule("WPR-hindernisse-bau-1", "WPR-pionierausruestung-1")
def test_a_crater_may_be_prepared_and_blown_later():
    game = works((4,))
    before = game.state.stock["b1v"]
    do(game, PrepareCharge("b1", "ground", "4,5"))
    assert [charge.against for charge in game.state.charges.values()] == ["ground"]
    assert game.state.barriers == {}
    after = game.state.stock["b1v"]
    assert (after.crater, after.demolition) == (before.crater - 1, before.demolition)
    at_sea = works((), ground={"5,5": "water"})
    assert "nothing of the kind" in refused(at_sea, PrepareCharge("b1", "ground", "5,5"))


@pytest.mark.rule("WPR-sprengkommando-2")
@pytest.mark.parametrize("against", ["trees", "ground"])
def test_the_enemy_hears_the_explosion_and_not_who_released_it(against):
    troops = {"b1": {**INFANTRY, "field": "4,5"}, "r1": {**INFANTRY, "field": "12,12"}}
    game = do(charged((4,), troops, "blue", against=against, mode="hidden"), Release("b1", "c"))
    assert happened(game, Exploded, seat=RED_SEAT)
    assert happened(game, BarrierBuilt, seat=BLUE_SEAT)
    assert not happened(game, BarrierBuilt, seat=RED_SEAT)
    assert len(game.view(RED_SEAT).barriers) == 1


@pytest.mark.rule("WPR-sprengladungen-1", "WPR-sprengladungen-2")
def test_a_bridge_over_a_narrow_water_is_blown_from_a_field_at_it():
    brook = {"map": {"narrows": {"brook": {"edges": ["4,5|5,5"]}}}, "bridges": {"4,5|5,5": Bridge("wood")}}
    game = works((4,), **brook)
    assert PrepareCharge("b1", "bridge", "4,5") in choices(game, PrepareCharge)
    do(game, PrepareCharge("b1", "bridge", "4,5"))
    (prepared,) = game.state.charges.values()
    assert (prepared.field, prepared.bridge) == ("4,5", "4,5|5,5")
    game = works((4,), **brook, charges={"c": prepared})
    do(game, Release("b1", "c"))
    assert not game.state.bridges["4,5|5,5"].intact


@pytest.mark.setup
@pytest.mark.rule("WPR-sprengladungen-1")
def test_a_scenario_prepares_the_demolition_of_such_a_bridge():
    work = Works(kind="demolition", at=("4,5|5,5",))
    units = (Placed(unit="p4"),)
    blue = Party(name="B", name_de="B", zone="all", units=units, works=(work,))
    game = position(roster=True, scenario={"blue": blue})
    (prepared,) = game.state.charges.values()
    assert (prepared.field, prepared.bridge) == ("4,5", "4,5|5,5")


# -- Brückenbau --------------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-brueckenbau-1", "WPR-brueckenbau-3", "WPR-bruecken-7")
def test_an_engineer_bridge_needs_engineers_the_set_and_the_vehicle():
    river = {"ground": RIVER}
    assert refused(works(**river), BuildBridge("b1", "5,5")) == ""
    no_set = works(stock={"b1v": Stock()}, **river)
    assert "WPR-hindernisse-bau-3" in refused(no_set, BuildBridge("b1", "5,5"))
    infantry = works(elements={"b2": {**INFANTRY, "field": "4,6"}}, **river)
    assert "WPR-pioniere-1" in refused(infantry, BuildBridge("b2", "5,6"))


AFLOAT = {
    "model": "engineers",
    "field": "5,5",
    "mate": "b1v",
    "on_pontoons": True,
    "came_from": "4,5",
}


@pytest.mark.rule("WPR-brueckenbau-2", "WPR-brueckenbau-4")
def test_one_set_bridges_one_field_on_four():
    game = do(works((4,), ground=RIVER), BuildBridge("b1", "5,5"))
    assert (game.state.bridges["5,5"].kind, game.state.bridges["5,5"].axis) == ("engineer", "EW")
    assert game.state.stock["b1v"].bridge == 0
    assert refused(game, Move("b1v", ("5,5", "6,5"))) == ""


@pytest.mark.rule("WPR-brueckenbau-5", "WPR-brueckenbau-10", "WPR-pionierausruestung-5")
def test_after_a_failure_the_engineers_lie_on_pontoons_and_keep_the_set():
    game = do(works((3,), ground=RIVER), BuildBridge("b1", "5,5"))
    assert element(game, "b1").on_pontoons
    assert game.state.stock["b1v"].bridge == 1
    assert game.state.bridges == {}


@pytest.mark.rule("WPR-arbeit-5", "WPR-sperrfeuer-3", "WPR-sprengkommando-4")
@pytest.mark.parametrize("mode", ["open", "hidden"])
def test_prepared_fire_strikes_who_works_from_the_next_field_in_the_work_field_alone(mode):
    battery = {"r1": {"model": "fh105_base", "field": "11,5"}, "r2": {**INFANTRY, "field": "6,6"}}

    def shelled(field, dice, **more):
        prepared = {"x": Barrage("x", RED, field, ("r1",), 1)}
        game = works(dice, battery, ground=RIVER, barrages=prepared, mode=mode, **more)
        return declines(do(game, BuildBridge("b1", "5,5")))

    assert not happened(shelled("4,5", (4,)), BarrageFell)
    struck = shelled("5,5", (4,))
    assert [event.field for event in happened(struck, BarrageFell)] == ["5,5"]
    assert (element(struck, "b1").pinned, element(struck, "b1").field) == (4, "4,5")
    party = {"c": Charge("c", "red", "4,5", "ground")}
    assert not happened(shelled("9,9", (4,), charges=party), Exploded)


@pytest.mark.rule("WPR-brueckenbau-10")
def test_engineers_on_pontoons_are_engaged_in_the_water_field():
    enemy = {"r1": {**INFANTRY, "field": "6,5"}}
    failed = declines(do(works((3,), enemy, ground=RIVER), BuildBridge("b1", "5,5")))
    assert (element(failed, "b1").field, element(failed, "b1").came_from) == ("5,5", "4,5")
    game = works((), {**enemy, "b1": AFLOAT}, ground=RIVER, active="red")
    assert refused(game, DirectFire("r1", "small_arms", "5,5")) == ""
    assert refused(game, DirectFire("r1", "small_arms", "4,5")) != ""


@pytest.mark.rule("WPR-brueckenbau-10")
def test_engineers_on_pontoons_build_on_or_go_back_to_their_bank():
    game = works((4,), {"b1": AFLOAT}, ground=RIVER)
    assert refused(game, Move("b1", ("4,5",))) == ""
    assert refused(game, Move("b1", ("6,5",))) != ""
    assert "WPR-eingegraben-1" in refused(game, DigIn("b1"))
    assert "WPR-brueckenbau-10" in refused(game, BuildBridge("b1", "5,6"))
    assert choices(game, BuildBridge) == [BuildBridge("b1", "5,5")]
    do(game, BuildBridge("b1", "5,5"))
    assert game.state.bridges["5,5"].axis == "EW"
    assert (element(game, "b1").on_pontoons, element(game, "b1").came_from) == (False, "")


@pytest.mark.rule("WPR-brueckenbau-10")
def test_engineers_on_pontoons_who_go_ashore_have_left_them():
    game = declines(do(works((), {"b1": AFLOAT}, ground=RIVER), Move("b1", ("4,5",))))
    assert (element(game, "b1").field, element(game, "b1").on_pontoons) == ("4,5", False)


@pytest.mark.rule("WPR-brueckenbau-5", "WPR-arbeit-8")
def test_engineers_who_are_stopped_before_they_roll_stay_on_the_bank():
    enemy = {"r1": {"model": "hmg_base", "field": "6,5"}}
    game = do(works((4,), enemy, ground=RIVER), BuildBridge("b1", "5,5"))
    do(game, CounterFire("r1", "hmg", "b1"))
    assert element(game, "b1").pinned == 4
    assert not element(game, "b1").on_pontoons


@pytest.mark.rule("WPR-brueckenbau-10")
def test_engineers_who_mount_their_vehicle_have_left_the_pontoons():
    afloat = {"b1": {"model": "engineers", "field": "4,5", "on_pontoons": True}}
    game = do(works((), afloat, ground=RIVER), Mount("b1", "b1v"))
    assert not element(game, "b1").on_pontoons


@pytest.mark.rule("WPR-pionierausruestung-X1")
def test_wider_water_needs_a_set_for_each_field():
    wide = {**RIVER, **{f"6,{y}": "water" for y in range(1, 13)}}
    first = Bridge("engineer", "EW")
    out = {"b1": {"model": "engineers", "field": "5,5"}, "b1v": {"model": "pispw", "field": "5,5"}}
    lorry = {"b2": {"model": "krupp", "field": "4,5"}}
    game = works((4,), out, ground=wide, bridges={"5,5": first})
    assert refused(game, BuildFerry("b1", "6,5")) == ""
    do(game, BuildBridge("b1", "6,5"))
    assert sorted(game.state.bridges) == ["5,5", "6,5"]
    assert game.state.stock["b1v"].bridge == 0
    crossing = Move("b2", ("5,5", "6,5", "7,5"))
    assert refused(position(lorry, ground=wide, bridges=game.state.bridges), crossing) == ""
    half = {"ground": wide, "bridges": {"5,5": first}}
    assert refused(position(lorry, **half), crossing) != "", "traffic needs both fields"
    empty = works((), out, stock={"b1v": Stock()}, **half)
    assert refused(empty, BuildBridge("b1", "6,5")) != "", "one set bridges one field"


@pytest.mark.rule("WPR-brueckenbau-6", "WPR-brueckenbau-7")
def test_a_bridge_layer_spans_narrow_water_in_one_turn_without_dice():
    layer = {"b1": {"model": "bridge_layer", "field": "4,5"}}
    narrow = {"map": {"narrows": {"brook": {"edges": ["4,5|5,5"]}}}}
    game = position(layer, **narrow)
    assert "WPR-brueckenbau-7" in refused(game, LayBridge("b1", "4,5|4,6"))
    do(game, LayBridge("b1", "4,5|5,5"))
    assert game.state.bridges["4,5|5,5"].kind == "tank"
    assert element(game, "b1").broken
    moved = position({"b1": {"model": "bridge_layer", "field": "4,5", "moved": 1}}, **narrow)
    assert "WPR-brueckenbau-6" in refused(moved, LayBridge("b1", "4,5|5,5"))
    empty = position(
        {"b1": {"model": "bridge_layer", "field": "4,5", "broken": True}},
        bridges={"4,5|5,5": Bridge("tank")},
        **narrow,
    )
    do(empty, TakeUpBridge("b1", "4,5|5,5"))
    assert empty.state.bridges == {}
    assert not element(empty, "b1").broken


@pytest.mark.rule("WPR-brueckenbau-8")
def test_destroyed_bridges_are_repaired_without_equipment():
    game = works(
        (4,), stock={"b1v": Stock()}, ground=RIVER, bridges={"5,5": Bridge("solid", "EW", intact=False)}
    )
    do(game, Repair("b1", "5,5"))
    assert game.state.bridges["5,5"].intact


@pytest.mark.rule("WPR-brueckenbau-8", "WPR-arbeit-4")
@pytest.mark.parametrize("edge", ["4,5|5,5", "3,5|4,5"])
def test_a_bridge_over_an_edge_is_repaired_from_either_bank(edge):
    brook = {"narrows": {"brook": {"edges": [edge], "crossing": {}}}}
    game = works((4,), stock={"b1v": Stock()}, map=brook, bridges={edge: Bridge("solid", intact=False)})
    assert Repair("b1", edge) in choices(game, Repair)
    do(game, Repair("b1", edge))
    assert game.state.bridges[edge].intact


@pytest.mark.rule("WPR-brueckenbau-9")
def test_dismantling_frees_the_set():
    bridge = {"5,5": Bridge("engineer", "EW", set_of="b1v")}
    game = works((4,), stock={"b1v": Stock()}, ground=RIVER, bridges=bridge)
    do(game, TakeUpBridge("b1", "5,5"))
    assert game.state.bridges == {}
    assert game.state.stock["b1v"].bridge == 1


@pytest.mark.rule("WPR-brueckenbau-9", "WPR-felder-besetzt-4")
def test_nobody_dismantles_a_bridge_under_enemies_whom_he_did_not_see():
    bridge, enemy = {"5,5": Bridge("engineer", "EW", set_of="b1v")}, {"r1": {**INFANTRY, "field": "5,5"}}
    seen = works(elements=enemy, ground=RIVER, bridges=bridge)
    assert "on the bridge" in refused(seen, TakeUpBridge("b1", "5,5"))
    dark = {"mode": "hidden", "night": True}
    game = works((4,), enemy, stock={"b1v": Stock()}, ground=RIVER, bridges=bridge, **dark)
    do(game, TakeUpBridge("b1", "5,5"))
    assert "5,5" in game.state.bridges
    assert happened(game, Met, seat=BLUE_SEAT)[0].blocker == "r1"


@pytest.mark.rule("WPR-brueckenbau-9", "WPR-bergen-1")
@pytest.mark.parametrize("hidden", [False, True])
def test_no_bridge_is_taken_up_from_under_a_wreck(hidden):
    bridge, wreck = {"5,5": Bridge("engineer", "EW")}, {"5,5": Wreck("p4", "red", hidden)}
    mode = "hidden" if hidden else "open"
    game = works((4,) if hidden else (), ground=RIVER, bridges=bridge, wrecks=wreck, mode=mode)
    if hidden:
        do(game, TakeUpBridge("b1", "5,5"))
    else:
        assert "A wreck blocks" in refused(game, TakeUpBridge("b1", "5,5"))
    assert "5,5" in game.state.bridges


@pytest.mark.rule("WPR-bruecken-1")
def test_solid_bridges_come_from_the_scenario_and_are_not_taken_up():
    game = works(ground=RIVER, bridges={"5,5": Bridge("solid", "EW")})
    assert "WPR-brueckenbau-9" in refused(game, TakeUpBridge("b1", "5,5"))


@pytest.mark.rule("WPR-bruecken-5", "WPR-bruecken-6", "WPR-bruecken-8")
@pytest.mark.parametrize(
    ("value", "intact", "until", "fate"),
    [(4, True, -1, "board"), (5, True, 4, "board"), (6, False, -1, "lost")],
)
def test_five_closes_a_bridge_for_a_turn_and_six_destroys_it_with_whoever_is_on_it(
    value, intact, until, fate
):
    def hit(game):
        yield from bridge_fire.suffer(game, "5,5", value)

    troops = {"b1": {"model": "krupp", "field": "5,5"}}
    game = position(troops, script=hit, ground=RIVER, bridges={"5,5": Bridge("wood", "EW")}, half=3)
    assert (game.state.bridges["5,5"].intact, game.state.bridges["5,5"].closed_until) == (intact, until)
    assert element(game, "b1").fate == fate


@pytest.mark.rule("WPR-knueppeldamm-1", "WPR-flugplaetze-1", "WPR-strasse-2")
def test_any_workable_troop_repairs_a_corduroy_road_on_four():
    troops = {"b1": {**INFANTRY, "field": "4,5"}}
    game = do(position(troops, dice=(4,), broken=("4,5",)), Repair("b1", "4,5"))
    assert happened(game, BridgeRepaired)[0].cite == "WPR-knueppeldamm-1"
    assert game.state.broken == ()
    assert "WPR-brueckenbau-8" in refused(position(troops), Repair("b1", "4,5"))


@pytest.mark.rule("WPR-knueppeldamm-1", "WPR-flugplaetze-1", "WPR-strasse-2")
@pytest.mark.parametrize(("model", "able"), [("bulldozer", True), ("dozer_tank", True), ("p4", False)])
def test_machines_made_for_work_repair_a_corduroy_road_and_other_vehicles_do_not(model, able):
    game = position({"b1": {"model": model, "field": "4,5"}}, dice=(4,) if able else (), broken=("4,5",))
    assert (Repair("b1", "4,5") in choices(game, Repair)) is able
    if not able:
        assert "WPR-arbeit-1" in refused(game, Repair("b1", "4,5"))
        return
    assert do(game, Repair("b1", "4,5")).state.broken == ()


# -- Bunker ------------------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-befestigungen-5", "WPR-befestigungen-9", "WPR-befestigungen-6")
@pytest.mark.parametrize(("face", "fate"), [(3, "board"), (4, "lost")])
def test_engineers_blow_up_a_bunker_on_four_and_its_ruin_stays(face, fate):
    bunker = {"r1": {"model": "bunker_heavy", "field": "5,5", "pinned": 5}}
    game = works((face,), {**bunker, "b2": {**INFANTRY, "field": "4,5"}}, stock={"b1v": Stock()})
    assert "WPR-pioniere-1" in refused(game, BlowBunker("b2", "r1"))
    assert choices(game, BlowBunker) == [BlowBunker("b1", "r1")]
    do(game, BlowBunker("b1", "r1"))
    assert element(game, "r1").fate == fate
    assert game.state.ruins == (("5,5",) if fate == "lost" else ())


# -- Bergen ------------------------------------------------------------------------------------------------


NARROWS = {"ground": {"5,4": "wood", "5,6": "wood"}}


def blocked(model, dice=(), wreck="p4", elements=None, **more):
    troops = {"b1": {"model": model, "field": "4,5"}, **(elements or {})}
    return position(troops, dice=dice, wrecks={"5,5": Wreck(wreck, "red")}, **NARROWS, **more)


@pytest.mark.rule("WPR-bergen-1")
def test_a_wreck_in_a_narrows_bars_vehicles_until_it_is_cleared():
    assert "WPR-bergen-1" in refused(blocked("p4"), Move("b1", ("5,5",)))


@pytest.mark.rule("WPR-bergen-2", "WPR-bergen-6")
def test_the_recovering_vehicle_is_at_least_as_heavy():
    assert refused(blocked("p4"), Recover("b1", "5,5")) == ""
    assert "WPR-bergen-2" in refused(blocked("krupp"), Recover("b1", "5,5"))
    models = blocked("p4").pack.models
    ranks = [weight_class(models[name]) for name in ("lorry", "rso", "spw_mg", "p4", "p5")]
    assert ranks == sorted(set(ranks))


@pytest.mark.rule("WPR-munition-2")
@pytest.mark.parametrize(("fate", "reason"), [("board", "WPR-munition-2"), ("lost", "")])
def test_a_tractor_recovers_nothing_while_its_weapon_exists(fate, reason):
    gun = {"b2": {"model": "pak75", "field": "4,5" if fate == "board" else "", "fate": fate, "mate": "b1"}}
    game = blocked("krupp", wreck="lorry", elements=gun)
    assert reason in refused(game, Recover("b1", "5,5"))
    assert bool(choices(game, Recover)) is not bool(reason)


@pytest.mark.rule("WPR-bergen-3", "WPR-bergen-5")
@pytest.mark.parametrize(("face", "field"), [(3, "4,5"), (4, "5,5")])
def test_on_four_the_wreck_is_gone_and_the_vehicle_stands_in_its_place(face, field):
    game = do(blocked("p4", (face,)), Recover("b1", "5,5"))
    assert element(game, "b1").field == field
    assert ("5,5" in game.state.wrecks) is (face < 4)


@pytest.mark.rule("WPR-bergen-4")
@pytest.mark.parametrize(("start", "gun"), [("4,5", "3,5"), ("6,5", "3,5"), ("5,5", "3,5")])
def test_a_weapon_that_watches_the_wreck_fires_wherever_the_recovering_vehicle_comes_from(start, gun):
    troops = {"b1": {"model": "p4", "field": start}, "r1": {"model": "pak75", "field": gun}}
    game = position(troops, wrecks={"5,5": Wreck("p4", "red")}, **NARROWS)
    do(game, Recover("b1", "5,5"))
    assert choices(game) == [CounterFire("r1", "gun_75_46", "b1")]


@pytest.mark.rule("WPR-bergen-4")
def test_weapons_that_watch_the_wreck_may_fire_at_the_recovery():
    gun = {"r1": {"model": "pak75", "field": "7,5"}}
    game = do(blocked("p4", (), elements=gun), Recover("b1", "5,5"))
    assert game.waiting() == (RED_SEAT,)


@pytest.mark.rule("WPR-felder-besetzt-4", "WPR-bergen-5")
def test_no_wreck_is_recovered_out_of_a_field_that_the_enemy_holds():
    held = {"r1": {"model": "figures", "field": "5,5"}}
    game = blocked("p4", elements=held)
    assert "WPR-felder-besetzt-4" in refused(game, Recover("b1", "5,5"))
    assert not choices(game, Recover)
    lying = {"r1": {"model": "krupp", "field": "5,5"}}
    unseen = blocked("p4", (4,), elements=lying, mode="hidden", smoke={"5,5": Screen(None)})
    assert refused(unseen, Recover("b1", "5,5")) == "", "a refusal would tell"
    declines(do(unseen, Recover("b1", "5,5")))
    assert element(unseen, "b1").field == "4,5"
    assert "5,5" in unseen.state.wrecks
    assert "r1" in unseen.view(BLUE_SEAT).elements


@pytest.mark.rule("WPR-bergen-5", "WPR-minen-3")
def test_the_recovering_vehicle_drives_onto_the_mines_that_lie_there():
    mines = {"x": Barrier("x", "at_mine", "5,5", "red", hidden=True)}
    game = do(blocked("p4", (4, 1), barriers=mines), Recover("b1", "5,5"))
    assert element(game, "b1").field == "5,5"
    assert happened(game, BarrierMet)


@pytest.mark.rule("WPR-stellung-1", "WPR-stellung-4")
def test_who_has_taken_the_place_of_a_wreck_has_moved_and_takes_no_position():
    game = do(blocked("p4", (4,)), Recover("b1", "5,5"))
    assert "has moved" in str(marker_refusal(game.pack, game.state, element(game, "b1")))
    stays = blocked("p4", (4,), elements={"b1": {"model": "p4", "field": "5,5"}})
    do(stays, Recover("b1", "5,5"))
    assert marker_refusal(stays.pack, stays.state, element(stays, "b1")) is None


@pytest.mark.rule("WPR-sprengkommando-4", "WPR-sperrfeuer-3")
def test_prepared_charges_and_barrages_await_who_takes_the_place_of_a_wreck():
    party = {"r1": {"model": "figures", "field": "6,5"}}
    charge = {"c": Charge("c", "red", "5,5", "ground")}
    mined = declines(do(blocked("p4", (4, 5, 1), elements=party, charges=charge), Recover("b1", "5,5")))
    assert happened(mined, Exploded)
    assert element(mined, "b1").field == "5,5"
    battery = {"r1": {"model": "fh105_base", "field": "5,10"}, "r2": {"model": "figures", "field": "6,5"}}
    prepared = {"x": Barrage("x", RED, "5,5", ("r1",), 1)}
    shelled = declines(do(blocked("p4", (4, 1), elements=battery, barrages=prepared), Recover("b1", "5,5")))
    assert happened(shelled, BarrageFell)


@pytest.mark.rule("WPR-erkennen-7")
def test_the_engine_of_a_recovering_vehicle_is_heard_at_night():
    near = {"r1": {"model": "figures", "field": "8,5"}}
    game = declines(do(blocked("p4", (4,), elements=near, night=True), Recover("b1", "5,5")))
    assert [event.field for event in happened(game, EnginesHeard)] == ["5,5"]


@pytest.mark.rule("WPR-raeumen-1")
def test_a_pinned_troop_clears_nothing():
    troops = {"b1": {"model": "engineers", "field": "5,5", "pinned": 3}}
    game = position(troops, barriers={"x": Barrier("x", "wire", "5,5", "red")})
    assert "WPR-arbeit-2" in refused(game, ClearObstacle("b1", "x"))
    assert not choices(game, ClearObstacle)


# -- what a scenario permits -------------------------------------------------------------------------------


@pytest.mark.rule("WPR-bruecken-1")
def test_makeshift_bridges_need_the_permission_of_the_scenario():
    order = BuildBridge("b1", "5,5", makeshift=True)
    assert "WPR-bruecken-1" in refused(works(ground=RIVER), order)
    permitted = {"engineering": Engineering(makeshift_bridges=True)}
    game = do(works((4,), ground=RIVER, scenario=permitted, stock={"b1v": Stock()}), order)
    assert game.state.bridges["5,5"].kind == "wood"


@pytest.mark.rule("WPR-arbeit-7")
def test_long_works_need_the_permission_of_the_scenario():
    order = BuildObstacle("b1", "wall", "4,5")
    assert "WPR-hindernisse-bau-1" in refused(works(), order)
    game = do(works((4,), scenario={"engineering": Engineering(long_works=True)}), order)
    assert [barrier.kind for barrier in game.state.barriers.values()] == ["wall"]


@pytest.mark.rule("WPR-pionierausruestung-4")
def test_a_scenario_adds_to_the_stock():
    from planspiel.systems.wiener2022.roster import Recruit
    from planspiel.systems.wiener2022.start import _more

    shipped = position({}).pack
    placed = Placed(unit="x", stock={"wire": 2})
    recruit = Recruit(id="b1v", model="pispw", label="", label_de="", placed=placed)
    assert _more(shipped.tables.stock.full(), recruit).wire == 5


# -- what belongs together ---------------------------------------------------------------------------------


@pytest.mark.rule("WPR-sperren-1", "WPR-infanterie-1", "WPR-gewaesser-1")
def test_barriers_branches_and_waters_are_what_the_book_calls_them():
    """A barrier acts for its side alone; all figures fight alike; a standard water is a whole field."""
    wire = {"x": Barrier("x", "wire", "5,5", "red")}
    troops = {"b1": {"model": "krupp", "field": "4,5"}, "r1": {"model": "krupp", "field": "6,5"}}
    barred = position(troops, barriers=wire)
    held = [name for name in troops if stops(barred.pack, barred.state, element(barred, name), "5,5")]
    assert held == ["b1"]
    for model in ("figures", "engineers", "paratroops"):
        fight = {"b1": {"model": model, "field": "4,5"}, "r1": {**INFANTRY, "field": "5,5"}}
        game = position(fight, dice=(5, 3))
        do(game, Storm(("b1",), "5,5"))
        assert game.waiting() == (RED_SEAT,)  # it won: red flees
    assert "WPR-gewaesser-ueberwinden-1" in refused(works(), LaunchBoat("b1", "5,5"))


@pytest.mark.rule("WPR-befestigungen-2", "WPR-befestigungen-8")
def test_a_bunker_is_shot_at_like_a_tank_of_its_class_and_its_arc_is_45_degrees_to_each_side():
    troops = {"b1": {"model": "p4", "field": "4,5"}, "r1": {"model": "bunker_heavy", "field": "6,5"}}
    game = position(troops)
    shot = shot_of(game.pack, game.state, element(game, "b1"), "gun_75_48", "6,5", ("r1",))
    assert modifiers(game.pack, game.state, shot, element(game, "r1")).total == -1  # medium gun, heavy armour
    assert not [order for order in choices(game, Move) if order.element == "r1"]
    theatre = game.pack.theatre("test")
    fields = ("8,4", "8,5", "8,6", "7,4", "8,3", "7,3", "6,3")
    inside = [field for field in fields if in_arc(theatre, 2, "6,5", field)]
    assert inside == ["8,4", "8,5", "8,6", "7,4", "8,3"]


@pytest.mark.rule("WPR-ortskampf-1")
def test_a_building_takes_one_point_off_the_effect_on_figures():
    troops = {"b1": {"model": "p4", "field": "4,5"}, "r1": {**INFANTRY, "field": "5,5"}}
    for ground, points in (({}, 0), ({"5,5": "building"}, -1), ({"5,5": "wood"}, 0)):
        game = position(troops, ground=ground)
        shot = shot_of(game.pack, game.state, element(game, "b1"), "gun_75_48", "5,5", ("r1",))
        assert modifiers(game.pack, game.state, shot, element(game, "r1")).total == points


@pytest.mark.rule("WPR-selbstfahrlafetten-1", "WPR-selbstfahrlafetten-2")
def test_a_weapon_on_a_mount_stays_on_it():
    game = position({"b1": {"model": "marder", "field": "4,5"}})
    assert game.pack.models["marder"].is_self_propelled
    assert game.pack.models["marder"].is_armoured
    assert "WPR-aufsitzen-2" in refused(game, Dismount("b1"))
