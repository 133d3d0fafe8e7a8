"""Arbeit, Eingegraben, Hindernisse, Minen: what is dug, built, met and cleared."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from planspiel.kernel import Event
from planspiel.systems.wiener2022.bunkers import BlowBunker
from planspiel.systems.wiener2022.digging import DigIn
from planspiel.systems.wiener2022.mines import BarrierMet, BarrierRemoved, SearchMines, SweepMines
from planspiel.systems.wiener2022.movement import Halt, Move
from planspiel.systems.wiener2022.obstacles import BuildObstacle, ClearObstacle, FlamesLit
from planspiel.systems.wiener2022.scenario import Party, Placed, Works
from planspiel.systems.wiener2022.secrecy import BarrierSeen
from planspiel.systems.wiener2022.state import RED, Barrier, Earthwork, Screen, Stock, Wreck, put
from planspiel.systems.wiener2022.storm import Storm
from wiener2022.positions import (
    BLUE_SEAT,
    RED_SEAT,
    choices,
    declines,
    do,
    element,
    happened,
    pack,
    position,
    refused,
)

INFANTRY = {"model": "figures"}
ENGINEERS = {
    "b1": {"model": "engineers", "field": "4,5"},
    "b1v": {"model": "pispw", "field": "4,5"},
}
FULL = {"b1v": Stock(3, 3, 3, 3, 3, 3, 1)}


def works(dice=(), elements=None, **more):
    """Blue engineers with a full vehicle in 4,5."""
    return position({**ENGINEERS, **(elements or {})}, dice=dice, **{"stock": dict(FULL), **more})


def barrier(kind, field="5,5", side="red", **more):
    return {"x": Barrier("x", kind, field, side, **more)}


# -- Arbeit ------------------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-arbeit-1", "WPR-pioniere-1")
def test_work_needs_trained_troops():
    game = works(elements={"b2": {**INFANTRY, "field": "4,5"}})
    assert "WPR-pioniere-1" in refused(game, BuildObstacle("b2", "wire", "4,5"))
    assert refused(game, BuildObstacle("b1", "wire", "4,5")) == ""


@pytest.mark.rule("WPR-arbeit-2")
@pytest.mark.parametrize("level", [3, 4, 5])
def test_pinned_troops_of_any_level_cannot_work(level):
    game = works(elements={"b1": {"model": "engineers", "field": "4,5", "pinned": level}})
    assert "WPR-arbeit-2" in refused(game, BuildObstacle("b1", "wire", "4,5"))
    tank = {"b1": {"model": "dozer_tank", "field": "5,5", "pinned": level}}
    assert "WPR-arbeit-2" in refused(position(tank, barriers=barrier("crater")), ClearObstacle("b1", "x"))


@pytest.mark.rule("WPR-arbeit-3", "WPR-arbeit-4")
def test_the_worker_is_in_the_field_unless_it_cannot_be_entered():
    assert "WPR-arbeit-3" in refused(works(), BuildObstacle("b1", "wire", "5,5"))
    game = works(barriers=barrier("ditch", "5,5"), ground={"5,5": "swamp"})
    assert refused(game, ClearObstacle("b1", "x")) == ""


@pytest.mark.rule("WPR-arbeit-3", "WPR-arbeit-4", "WPR-raeumen-1")
def test_nobody_works_in_a_field_next_door_because_the_enemy_holds_it():
    enemy = {"r1": {**INFANTRY, "field": "5,5"}}
    game = works(elements=enemy, barriers=barrier("wire", "5,5"))
    for kind in ("at_mine", "wire", "crater"):
        assert "WPR-arbeit-3" in refused(game, BuildObstacle("b1", kind, "5,5"))
    assert "WPR-arbeit-3" in refused(game, ClearObstacle("b1", "x"))
    assert {order.field for order in choices(game, BuildObstacle)} == {"4,5"}
    assert not choices(game, ClearObstacle)


@pytest.mark.rule("WPR-arbeit-4")
@pytest.mark.parametrize(("model", "reason"), [("dozer_tank", ""), ("figures", "WPR-arbeit-3")])
def test_a_wreck_that_keeps_a_worker_out_lets_him_work_from_the_next_field(model, reason):
    worker = {"b1": {"model": model, "field": "4,5"}}
    wreck = {"5,5": Wreck("krupp", RED)}
    game = position(worker, wrecks=wreck, barriers=barrier("crater", "5,5"))
    assert reason in refused(game, ClearObstacle("b1", "x")), "figures walk past it"
    assert bool(refused(game, ClearObstacle("b1", "x"))) is bool(reason)


@pytest.mark.rule("WPR-arbeit-5", "WPR-arbeit-8")
def test_work_in_the_next_field_draws_counter_moves_and_standing_work_does_not():
    gun = {"r1": {"model": "hmg_base", "field": "7,5"}}
    swamp = {"ground": {"5,5": "swamp"}, "barriers": barrier("ditch", "5,5")}
    beside = do(works((), gun, **swamp), ClearObstacle("b1", "x"))
    assert beside.waiting() == (RED_SEAT,)
    inside = do(works((4,), gun), BuildObstacle("b1", "wire", "4,5"))
    assert inside.waiting() == (BLUE_SEAT,)


@pytest.mark.rule("WPR-arbeit-6", "WPR-hindernisse-bau-2")
@pytest.mark.parametrize(("face", "built"), [(3, False), (4, True)])
def test_an_attempt_takes_the_turn_and_needs_four(face, built):
    game = do(works((face,)), BuildObstacle("b1", "wire", "4,5"))
    assert bool(game.state.barriers) is built
    assert element(game, "b1").worked
    assert refused(game, Move("b1", ("4,6",))) != ""


@pytest.mark.rule("WPR-arbeit-7", "WPR-hindernisse-1", "WPR-fallen-1")
def test_long_works_exist_only_by_scenario():
    kinds = {order.kind for order in choices(works(), BuildObstacle)}
    assert kinds == {"at_mine", "ap_mine", "wire", "crater"}
    assert "WPR-hindernisse-bau-1" in refused(works(), BuildObstacle("b1", "trap", "4,5"))


@pytest.mark.rule("WPR-fuehrung-2")
def test_staffs_and_trains_do_no_such_work():
    game = works(
        elements={"b2": {"model": "supply_lorry", "field": "4,5"}}, barriers=barrier("crater", "4,5")
    )
    assert "WPR-fuehrung-2" in refused(game, ClearObstacle("b2", "x"))


# -- Eingegraben -------------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-eingegraben-1", "WPR-eingegraben-3", "WPR-verteidigung-einrichten-1")
def test_a_position_takes_two_turns_and_no_die():
    game = do(position({"b1": {**INFANTRY, "field": "4,5"}}), DigIn("b1"))
    assert game.state.earthworks["4,5"].turns == 1
    second = position({"b1": {**INFANTRY, "field": "4,5"}}, earthworks={"4,5": Earthwork(1)}, half=3)
    assert do(second, DigIn("b1")).state.earthworks["4,5"].turns == 2
    digger = do(position({"b1": {"model": "bulldozer", "field": "4,5"}}), DigIn("b1"))
    assert digger.state.earthworks["4,5"].turns == 1


@pytest.mark.rule("WPR-eingegraben-5")
def test_beyond_the_second_turn_nothing_is_gained():
    game = position({"b1": {**INFANTRY, "field": "4,5"}}, earthworks={"4,5": Earthwork(2)})
    assert "WPR-eingegraben-5" in refused(game, DigIn("b1"))


@pytest.mark.rule("WPR-eingegraben-4")
@pytest.mark.parametrize("model", ["p4", "pak75", "krupp"])
def test_vehicles_and_heavy_weapons_are_not_dug_in(model):
    game = position({"b1": {"model": model, "field": "4,5"}})
    assert "WPR-eingegraben-4" in refused(game, DigIn("b1"))


@pytest.mark.rule("WPR-eingegraben-6")
def test_an_unfinished_position_falls_down_when_all_leave_and_a_finished_one_stays():
    troops = {"b1": {**INFANTRY, "field": "4,5"}}
    begun = do(position(troops, earthworks={"4,5": Earthwork(1)}), Move("b1", ("4,6",)))
    assert begun.state.earthworks == {}
    done = do(position(troops, earthworks={"4,5": Earthwork(2)}), Move("b1", ("4,6",)))
    assert done.state.earthworks["4,5"].turns == 2
    kept = do(
        position({**troops, "b2": {**INFANTRY, "field": "4,5"}}, earthworks={"4,5": Earthwork(1)}),
        Move("b1", ("4,6",)),
    )
    assert kept.state.earthworks["4,5"].turns == 1
    machines = {"b1": {"model": "p4", "field": "4,5"}, "b2": {"model": "dozer_tank", "field": "4,5"}}
    game = do(position(machines, earthworks={"4,5": Earthwork(1)}), Move("b1", ("4,6",)))
    assert game.state.earthworks["4,5"].turns == 1, "the machine that digs is still there"


@pytest.mark.rule("WPR-tarnen-2")
def test_the_camouflaged_cannot_dig():
    game = position({"b1": {**INFANTRY, "field": "4,5", "camouflaged": True}})
    assert "WPR-tarnen-2" in refused(game, DigIn("b1"))


# -- Bau von Hindernissen ----------------------------------------------------------------------------------


@pytest.mark.rule("WPR-hindernisse-bau-1", "WPR-pionierausruestung-1")
@pytest.mark.parametrize("kind", ["at_mine", "ap_mine", "wire", "crater"])
def test_engineers_build_open_mines_wire_and_craters_from_their_stock(kind):
    game = do(works((4,)), BuildObstacle("b1", kind, "4,5"))
    built = next(iter(game.state.barriers.values()))
    assert (built.kind, built.field, built.side, built.hidden) == (kind, "4,5", "blue", False)
    assert game.state.stock["b1v"].of(kind) == 2


@pytest.mark.rule("WPR-hindernisse-bau-3", "WPR-pioniere-2")
def test_the_engineer_vehicle_must_be_at_the_work_with_the_material():
    far = works(elements={"b1v": {"model": "pispw", "field": "7,7"}})
    assert "WPR-hindernisse-bau-3" in refused(far, BuildObstacle("b1", "wire", "4,5"))
    near = works(elements={"b1v": {"model": "pispw", "field": "5,6"}})
    assert refused(near, BuildObstacle("b1", "wire", "4,5")) == ""
    empty = works(stock={"b1v": Stock()})
    assert "WPR-hindernisse-bau-3" in refused(empty, BuildObstacle("b1", "wire", "4,5"))


@pytest.mark.rule("WPR-hindernisse-bau-4")
def test_tree_barriers_take_a_demolition_charge_and_stop_vehicles():
    assert "WPR-hindernisse-bau-4" in refused(works(), BuildObstacle("b1", "trees", "4,5"))
    road = {"roads": (("3,5", "4,5", "5,5"),), "ground": {"4,4": "wood"}}
    game = do(works((4,), **road), BuildObstacle("b1", "trees", "4,5"))
    assert game.state.stock["b1v"].demolition == 2
    car = {"r1": {"model": "krupp", "field": "5,5"}}
    blocked = position(car, active="red", barriers=barrier("trees", "4,5", "blue"), **road)
    assert "WPR-draht-6" in refused(blocked, Move("r1", ("4,5", "3,5")))


@pytest.mark.rule("WPR-pionierausruestung-5")
@pytest.mark.parametrize(("face", "left"), [(3, 3), (4, 2)])
def test_a_failed_attempt_uses_no_stock(face, left):
    game = do(works((face,)), BuildObstacle("b1", "wire", "4,5"))
    assert game.state.stock["b1v"].wire == left


@pytest.mark.rule("WPR-pionierausruestung-2")
def test_unused_material_is_lost_with_the_vehicle():
    from planspiel.systems.wiener2022 import losses

    def hit(game):
        yield from losses.knock_out(game, "b1v")

    game = position(ENGINEERS, script=hit, stock=dict(FULL), dice=())
    assert game.state.stock == {}


@pytest.mark.rule("WPR-pionierausruestung-3")
def test_material_is_never_unloaded_so_it_leaves_with_its_vehicle():
    game = works()
    names = {type(order).__name__ for order in choices(game)}
    assert not any("Unload" in name or "Stock" in name for name in names)
    do(game, Move("b1v", ("3,5", "2,5")))
    assert "WPR-hindernisse-bau-3" in refused(game, BuildObstacle("b1", "wire", "4,5"))
    assert game.state.stock == FULL


# -- Draht und Panzerhindernisse ---------------------------------------------------------------------------


def entering(kind, model, way=("5,5", "6,5"), **more):
    troops = {"b1": {"model": model, "field": "4,5"}}
    game = position(troops, barriers=barrier(kind, **more))
    return do(game, Move("b1", way[:1]))


@pytest.mark.rule("WPR-draht-1", "WPR-draht-6")
@pytest.mark.parametrize(("model", "held"), [("riders", True), ("krupp", True), ("p4", False)])
def test_wire_stops_figures_and_soft_vehicles(model, held):
    game = entering("wire", model)
    assert bool(element(game, "b1").came_from) is held


@pytest.mark.rule("WPR-draht-6")
def test_out_of_the_wire_one_goes_only_back():
    held = {"b1": {"model": "krupp", "field": "5,5", "came_from": "4,5"}}
    game = position(held, barriers=barrier("wire"))
    assert "WPR-draht-6" in refused(game, Move("b1", ("6,5",)))
    assert refused(game, Move("b1", ("4,5",))) == ""


@pytest.mark.rule("WPR-draht-2")
def test_armour_crushes_wire():
    assert entering("wire", "p4").state.barriers == {}
    assert entering("wire", "krupp").state.barriers != {}


@pytest.mark.rule("WPR-draht-2", "WPR-hindernisse-3")
def test_hidden_wire_is_found_before_it_is_crushed():
    game = entering("wire", "p4", hidden=True)
    assert game.state.barriers == {}
    found = happened(game, BarrierMet, BarrierRemoved)
    assert [type(event) for event in found] == [BarrierMet, BarrierRemoved]


@pytest.mark.rule("WPR-draht-3")
def test_nothing_but_clearing_and_crushing_removes_an_obstacle():
    from planspiel.systems.wiener2022.fire import DirectFire

    troops = {"b1": {"model": "p4", "field": "4,5"}, "r1": {**INFANTRY, "field": "5,5"}}
    game = position(troops, barriers=barrier("wire"), dice=(6, 4))
    shot = next(order for order in choices(game, DirectFire))
    assert declines(do(game, shot)).state.barriers != {}
    alone = position({"b1": {"model": "p4", "field": "4,5"}}, barriers=barrier("wire"))
    assert "WPR-draht-3" in refused(alone, DirectFire("b1", shot.weapon, "5,5"))


@pytest.mark.rule("WPR-draht-4", "WPR-hindernisse-2")
def test_own_troops_pass_their_own_barriers():
    game = entering("wire", "krupp", side="blue")
    assert element(game, "b1").came_from == ""
    own = position({"b1": {"model": "krupp", "field": "4,5"}}, barriers=barrier("wire", side="blue"))
    assert refused(own, Move("b1", ("5,5", "6,5"))) == ""


@pytest.mark.rule("WPR-draht-5", "WPR-raeumen-1", "WPR-raeumen-2")
@pytest.mark.parametrize(("face", "left"), [(3, True), (4, False)])
def test_any_unpinned_figures_clear_wire_in_its_field(face, left):
    troops = {"b1": {**INFANTRY, "field": "5,5"}}
    game = do(position(troops, barriers=barrier("wire"), dice=(face,)), ClearObstacle("b1", "x"))
    assert bool(game.state.barriers) is left
    assert "WPR-spielablauf-5" in refused(game, Move("b1", ("5,6",))), "it took the turn"
    away = position({"b1": {**INFANTRY, "field": "4,5"}}, barriers=barrier("wire"))
    assert "WPR-arbeit-3" in refused(away, ClearObstacle("b1", "x"))


@pytest.mark.rule("WPR-panzerhindernisse-1", "WPR-panzerhindernisse-X1")
@pytest.mark.parametrize("kind", ["crater", "ditch", "teeth", "hedgehog", "wall"])
def test_anti_tank_obstacles_stop_vehicles_and_leave_figures_free(kind):
    assert element(entering(kind, "p4"), "b1").came_from == "4,5"
    assert element(entering(kind, "riders"), "b1").came_from == ""
    closed = position(
        {"b1": {"model": "p4", "field": "4,5"}}, barriers=barrier(kind), options={"obstacles_close": True}
    )
    assert "WPR-panzerhindernisse-X1" in refused(closed, Move("b1", ("5,5",)))


@pytest.mark.rule("WPR-panzerhindernisse-2", "WPR-panzergraeben-2")
@pytest.mark.parametrize(
    ("model", "kind", "able"),
    [
        ("figures", "ditch", True),
        ("figures", "crater", True),
        ("dozer_tank", "crater", True),
        ("fascine_tank", "ditch", True),
        ("fascine_tank", "crater", False),
        ("p4", "ditch", False),
    ],
)
def test_who_makes_ditches_and_craters_passable(model, kind, able):
    game = position({"b1": {"model": model, "field": "5,5"}}, barriers=barrier(kind))
    assert (refused(game, ClearObstacle("b1", "x")) == "") is able


@pytest.mark.rule("WPR-raeumen-3", "WPR-panzerhindernisse-3")
@pytest.mark.parametrize("kind", ["at_mine", "ap_mine", "teeth", "hedgehog", "wall", "trees"])
def test_all_else_is_cleared_by_engineers_alone(kind):
    troops = {"b1": {"model": "engineers", "field": "5,5"}, "b2": {**INFANTRY, "field": "5,5"}}
    game = position(troops, barriers=barrier(kind), dice=(4,))
    assert "WPR-raeumen-3" in refused(game, ClearObstacle("b2", "x"))
    assert do(game, ClearObstacle("b1", "x")).state.barriers == {}


@pytest.mark.rule("WPR-panzerhindernisse-4", "WPR-pioniere-3")
def test_a_cleared_obstacle_is_gone_and_no_stock_is_needed():
    game = works((4,), stock={"b1v": Stock()}, barriers=barrier("teeth", "4,5"))
    assert do(game, ClearObstacle("b1", "x")).state.barriers == {}
    alone = {"b1": {"model": "engineers", "field": "4,5"}}
    game = position(alone, dice=(4,), barriers=barrier("teeth", "4,5"))
    assert do(game, ClearObstacle("b1", "x")).state.barriers == {}, "nor is a vehicle"
    bunker = {"r1": {"model": "bunker_light", "field": "5,5", "pinned": 5}}
    blown = do(position({**alone, **bunker}, dice=(4,)), BlowBunker("b1", "r1"))
    assert element(blown, "r1").fate == "lost"


@pytest.mark.setup
@pytest.mark.rule("WPR-panzergraeben-1")
def test_ditches_and_fascine_tanks_are_a_matter_of_the_scenario():
    assert "WPR-panzergraeben-1" in refused(works(), BuildObstacle("b1", "ditch", "4,5"))
    listed = Party(
        name="Party",
        name_de="Partei",
        zone="all",
        units=(Placed(unit="fascine_tank", at="4,5"),),
        works=(Works(kind="ditch", at=("5,5",)),),
    )
    game = position(roster=True, scenario={"blue": listed})
    assert [(one.kind, one.field) for one in game.state.barriers.values()] == [("ditch", "5,5")]
    assert element(game, "b1").model == "fascine_tank"
    for division in pack().divisions.values():
        models = {model for _, _, unit in division.elements() for model in pack().units[unit].models}
        assert not any(pack().models[model].has("fascine") for model in models)


@pytest.mark.rule("WPR-barrikaden-1")
def test_a_barricade_stops_whom_the_scenario_says():
    wheels = {"stops": ("wheeled", "wheeled_xc")}
    assert element(entering("barricade", "krupp", **wheels), "b1").came_from == "4,5"
    assert element(entering("barricade", "p4", **wheels), "b1").came_from == ""


@pytest.mark.rule("WPR-flammhindernisse-1")
def test_a_burning_field_is_closed_to_all_while_it_burns():
    troops = {"b1": {**INFANTRY, "field": "4,5"}}
    burning = position(troops, barriers=barrier("flame", until=1), half=1)
    assert "WPR-flammhindernisse-1" in refused(burning, Move("b1", ("5,5",)))
    out = position(troops, barriers=barrier("flame", until=1), half=2)
    assert refused(out, Move("b1", ("5,5",))) == ""


@pytest.mark.rule("WPR-flammhindernisse-1")
@pytest.mark.parametrize("hidden", [False, True])
def test_a_flame_obstacle_goes_up_before_the_enemy_and_burns_for_one_turn(hidden):
    troops = {"b1": {"model": "p4", "field": "4,5"}, "b2": {**INFANTRY, "field": "1,1"}}
    game = position(troops, barriers=barrier("flame", hidden=hidden), half=0)
    do(game, Move("b1", ("5,5",)), Halt())
    assert element(game, "b1").field == "4,5"
    assert [(event.field, event.until) for event in happened(game, FlamesLit, seat=RED_SEAT)] == [("5,5", 1)]
    assert "WPR-flammhindernisse-1" in refused(game, Move("b1", ("5,5",)))
    (burnt,) = game.state.barriers.values()
    later = position(troops, barriers={burnt.id: burnt}, half=2)
    assert element(do(later, Move("b1", ("5,5",))), "b1").field == "5,5", "it burns once"
    own = position({"r1": {"model": "p4", "field": "4,5"}}, active="red", barriers=barrier("flame"))
    assert element(do(own, Move("r1", ("5,5",))), "r1").field == "5,5"


# -- Minen -------------------------------------------------------------------------------------------------


def mined(kind, model, dice, **more):
    troops = {"b1": {"model": model, "field": "4,5"}}
    game = position(troops, barriers=barrier(kind, **more), dice=dice)
    return do(game, Move("b1", ("5,5",)))


@pytest.mark.rule("WPR-minen-3", "WPR-minen-4")
def test_mines_are_diced_on_entry_and_keep_acting():
    game = mined("at_mine", "krupp", (1,))
    assert "x" in game.state.barriers
    assert element(game, "b1").pinned == 0


@pytest.mark.rule("WPR-minen-5")
def test_several_symbols_are_diced_one_by_one():
    troops = {"b1": {"model": "p4", "field": "4,5"}}
    two = {name: Barrier(name, "at_mine", "5,5", "red") for name in ("x", "y")}
    game = do(position(troops, barriers=two, dice=(3, 4)), Move("b1", ("5,5",)))
    assert element(game, "b1").pinned == 4


@pytest.mark.rule("WPR-minen-6")
def test_anti_personnel_mines_act_on_figures_but_engineers():
    assert element(mined("ap_mine", "figures", (4,)), "b1").pinned == 4
    assert element(mined("ap_mine", "engineers", ()), "b1").pinned == 0
    assert element(mined("ap_mine", "p4", ()), "b1").pinned == 0


@pytest.mark.rule("WPR-minen-7", "WPR-plusminus-7")
def test_anti_tank_mines_have_two_points_on_soft_vehicles_and_none_on_armour():
    assert element(mined("at_mine", "krupp", (4,)), "b1").fate == "lost"
    assert element(mined("at_mine", "p4", (4,)), "b1").pinned == 4
    assert element(mined("at_mine", "figures", ()), "b1").pinned == 0


@pytest.mark.rule("WPR-minen-8")
def test_mounted_troops_face_anti_tank_mines_only_and_a_result_stops_the_soft():
    troops = {
        "b1": {**INFANTRY, "field": "4,5", "aboard": "b1v"},
        "b1v": {"model": "krupp", "field": "4,5"},
    }
    both = {kind: Barrier(kind, kind, "5,5", "red") for kind in ("at_mine", "ap_mine")}
    game = do(position(troops, barriers=both, dice=(3,)), Move("b1v", ("5,5", "6,5")))
    assert element(game, "b1v").field == "5,5"  # 3 and two points pin it at 5
    assert element(game, "b1").pinned == 5
    riders = position({"b1": {"model": "riders", "field": "4,5"}}, barriers=barrier("ap_mine"), dice=(3,))
    assert element(do(riders, Move("b1", ("5,5",))), "b1").pinned == 3


@pytest.mark.setup
@pytest.mark.rule("WPR-minen-1")
@pytest.mark.parametrize("kind", ["at_mine", "ap_mine"])
def test_mines_are_hidden_by_scenario_or_open_when_engineers_lay_them(kind):
    mines = (Works(kind=kind, at=("5,5",), hidden=True),)
    listed = Party(
        name="Party", name_de="Partei", zone="all", units=(Placed(unit="p4", at="4,5"),), works=mines
    )
    secret = position(roster=True, scenario={"blue": listed})
    assert [one.kind for one in secret.view(BLUE_SEAT).barriers.values()] == [kind]
    assert secret.view(RED_SEAT).barriers == {}
    laid = do(works((4,)), BuildObstacle("b1", kind, "4,5"))
    assert [(one.kind, one.hidden) for one in laid.view(RED_SEAT).barriers.values()] == [(kind, False)]


FAR = {"r1": {"model": "figures", "field": "11,11"}}


@pytest.mark.rule("WPR-minen-1")
def test_what_engineers_build_out_of_sight_lies_open_to_whoever_looks_into_its_field():
    troops = {**FAR, "b2": {**INFANTRY, "field": "1,11"}}
    game = do(works((4,), troops, mode="hidden"), BuildObstacle("b1", "wire", "4,5"))
    (built,) = game.view(BLUE_SEAT).barriers.values()
    assert not built.hidden
    assert game.view(RED_SEAT).barriers == {}
    assert not happened(game, BarrierSeen)
    for name in ("b1", "b1v"):
        put(game.state, replace(game.state.elements[name], fate="lost", field=""))
    put(game.state, replace(game.state.elements["r1"], field="7,5"))
    do(game, Move("b2", ("1,10",)))
    assert [event.field for event in happened(game, BarrierSeen, seat=RED_SEAT)] == ["4,5"]
    assert game.view(RED_SEAT).barriers == {built.id: built}
    assert not happened(game, BarrierSeen, seat=BLUE_SEAT)
    assert game.view(BLUE_SEAT).barriers == {built.id: built}, "who built it cannot tell who has seen it"


@pytest.mark.rule("WPR-minen-1")
def test_who_sees_engineers_build_learns_of_the_barrier_at_once():
    near = {"r1": {"model": "figures", "field": "6,5"}}
    game = do(works((4,), near, mode="hidden"), BuildObstacle("b1", "at_mine", "4,5"))
    assert [one.kind for one in game.view(RED_SEAT).barriers.values()] == ["at_mine"]
    assert [one.hidden for one in game.view(RED_SEAT).barriers.values()] == [False]


@pytest.mark.rule("WPR-minen-1", "WPR-hindernisse-3")
def test_the_owner_does_not_learn_whether_who_meets_an_open_barrier_had_seen_it_before():
    """Smoke lies on it; its owner stands beside it."""
    troops = {"b1": {**INFANTRY, "field": "4,5"}, "r1": {**INFANTRY, "field": "6,5"}}
    logs = []
    for hidden in (True, False):
        unseen = ("x",) if hidden else ()
        game = position(
            troops,
            mode="hidden",
            barriers=barrier("wire"),
            unseen_barriers=unseen,
            smoke={"5,5": Screen(None)},
        )
        do(game, Move("b1", ("5,5",)))
        assert bool(happened(game, BarrierSeen, seat=BLUE_SEAT)) is hidden
        assert "x" in game.view(BLUE_SEAT).barriers
        logs.append(happened(game, Event, seat=RED_SEAT))
    assert logs[0] == logs[1]


@pytest.mark.rule("WPR-hindernisse-3")
def test_hidden_mines_lie_on_a_secret_map_until_somebody_meets_them():
    troops = {"b1": {"model": "krupp", "field": "4,5"}}
    game = position(troops, barriers=barrier("at_mine", hidden=True), dice=(1,))
    assert game.view(BLUE_SEAT).barriers == {}
    assert "x" in game.view(RED_SEAT).barriers
    do(game, Move("b1", ("5,5",)))
    assert happened(game, BarrierMet)
    assert "x" in game.view(BLUE_SEAT).barriers


@pytest.mark.rule("WPR-minen-2")
def test_mines_close_the_diagonals_beside_their_field():
    troops = {"b1": {"model": "p4", "field": "4,5"}}
    both = {name: Barrier(name, "at_mine", field, "red") for name, field in (("x", "4,6"), ("y", "5,5"))}
    game = position(troops, barriers=both, dice=(3,))
    do(game, Move("b1", ("5,6",), flanks=("4,6",)))
    assert element(game, "b1").field == "5,6"
    assert element(game, "b1").pinned == 3


@pytest.mark.rule("WPR-minensuche-1", "WPR-raeumen-4")
def test_a_search_reveals_what_lies_in_the_field_without_a_die_or_losses():
    troops = {"b1": {"model": "engineers", "field": "5,5"}, "b2": {**INFANTRY, "field": "5,5"}}
    game = position(troops, barriers=barrier("at_mine", hidden=True))
    assert "WPR-pioniere-1" in refused(game, SearchMines("b2"))
    do(game, SearchMines("b1"))
    assert "x" in game.view(BLUE_SEAT).barriers
    assert refused(game, Move("b1", ("5,6",))) != ""


@pytest.mark.rule("WPR-minensuche-2")
def test_mines_found_are_cleared_on_four():
    game = position({"b1": {"model": "engineers", "field": "5,5"}}, barriers=barrier("ap_mine"), dice=(3,))
    assert do(game, ClearObstacle("b1", "x")).state.barriers != {}


@pytest.mark.rule("WPR-minenraeumpanzer-1")
def test_a_mine_clearing_tank_sweeps_one_field_a_turn_without_a_die():
    troops = {"b1": {"model": "mine_clearer", "field": "4,5"}}
    game = position(troops, barriers=barrier("at_mine", hidden=True))
    do(game, SweepMines("b1", "5,5"))
    assert game.state.barriers == {}
    assert element(game, "b1").field == "5,5"
    assert element(game, "b1").acted


@pytest.mark.rule("WPR-fallen-1")
def test_a_trap_of_the_scenario_strikes_once():
    game = mined("trap", "figures", (4,), stops=("infantry",), plus=1, hidden=True)
    assert element(game, "b1").pinned == 5
    assert game.state.barriers == {}


@pytest.mark.rule("WPR-minen-3")
def test_mines_under_the_defenders_strike_the_storm():
    troops = {"b1": {**INFANTRY, "field": "4,5"}, "r1": {**INFANTRY, "field": "5,5"}}
    game = position(troops, barriers=barrier("ap_mine"), dice=(6, 4))
    do(game, Storm(("b1",), "5,5"))
    assert element(game, "b1").fate == "lost"
    assert element(game, "r1").field == "5,5"
