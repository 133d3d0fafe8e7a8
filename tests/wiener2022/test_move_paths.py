"""Fields that others hold, crowding, diagonals between enemies, movement inside a field, position markers."""

from __future__ import annotations

import pytest

from planspiel.systems.wiener2022 import crowding, speed
from planspiel.systems.wiener2022.activities import Done
from planspiel.systems.wiener2022.camouflage import Camouflage
from planspiel.systems.wiener2022.fire import DirectFire
from planspiel.systems.wiener2022.movement import BesideRoad, Move, SimultaneousMove
from planspiel.systems.wiener2022.state import BLUE, RED, Barrier, Bridge, Wreck
from planspiel.systems.wiener2022.transport import Dismount
from wiener2022.moving import goals, may, scene, why
from wiener2022.positions import choices, do, element, position, refused

ROAD = (tuple(f"{x},6" for x in range(1, 13)),)
TANK = {"model": "p4", "field": "4,6"}


# -- own troops --------------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-felder-besetzt-1")
def test_in_the_open_own_troops_are_passed_through_if_no_like_pair_ends_together() -> None:
    game = scene({"b1": TANK, "b2": {"model": "p4", "field": "5,6", "moved": 1}})
    assert may(game, "b1", "5,6", "6,6")
    assert "same kind" in why(game, "b1", "5,6")
    unlike = scene({"b1": TANK, "b2": {"model": "p5", "field": "5,6", "moved": 1}})
    assert may(unlike, "b1", "5,6")


@pytest.mark.rule("WPR-felder-besetzt-2")
def test_on_a_road_or_bridge_nobody_passes_own_models() -> None:
    lorry = {"b1": {"model": "lorry", "field": "4,6"}, "b2": {"model": "p5", "field": "5,6"}}
    by_wood = scene(lorry, roads=ROAD, ground={"5,6": "wood"})
    assert "stands on the road" in why(by_wood, "b1", "5,6", "6,6")
    river = {"ground": {f"5,{y}": "water" for y in range(1, 13)}, "bridges": {"5,6": Bridge("solid", "EW")}}
    assert "narrows" in why(scene(lorry, roads=ROAD, **river), "b1", "5,6", "6,6")


@pytest.mark.rule("WPR-felder-besetzt-3")
def test_past_a_model_on_the_road_only_at_terrain_speed_unless_it_stands_beside_it() -> None:
    lorry = {"b1": {"model": "lorry", "field": "4,6"}, "b2": {"model": "p5", "field": "5,6"}}
    game = scene(lorry, roads=ROAD)
    assert may(game, "b1", "5,6", "6,6"), "across country"
    assert not may(game, "b1", "5,6", "6,6", "7,6"), "but then two fields are all"
    aside = {**lorry, "b2": {**lorry["b2"], "off_road": True}}
    assert may(scene(aside, roads=ROAD), "b1", "5,6", "6,6", "7,6")


@pytest.mark.rule("WPR-engen-2")
def test_in_a_narrows_those_inside_must_get_out_first() -> None:
    gorge = {"ground": {"5,5": "rock", "5,7": "rock"}}
    game = scene({"b1": TANK, "b2": {"model": "p5", "field": "5,6"}}, **gorge)
    assert "must leave the narrows" in why(game, "b1", "5,6", "6,6")
    assert may(scene({"b1": TANK}, **gorge), "b1", "5,6", "6,6")


@pytest.mark.rule("WPR-engen-2", "WPR-engen-7")
def test_a_field_that_is_a_narrows_only_on_the_way_out_is_not_passed_either() -> None:
    gorge = {"ground": {f"{x},{y}": "wood" for x in (4, 6) for y in (5, 6, 7)}}
    troops = {"b1": {"model": "p4", "field": "5,3"}, "b2": {"model": "p5", "field": "5,5"}}
    game = scene(troops, **gorge)
    assert "must leave the narrows" in why(game, "b1", "4,4", "5,5", "5,6")
    assert "5,6" not in goals(game, "b1")
    assert may(scene({"b1": troops["b1"]}, **gorge), "b1", "4,4", "5,5", "5,6")
    assert may(game, "b1", "4,4", "5,5"), "it may stay there beside the other"
    assert may(game, "b1", "4,4", "5,5", "6,4"), "or go on by another way"
    beside = {"model": "p4", "field": "5,5"}
    assert may(scene({**troops, "b1": beside}, **gorge), "b1", "5,6"), "who stands there passes nobody"
    came = {**beside, "moved": 1, "limit": 4, "shot": True}
    assert "must leave the narrows" in why(scene({**troops, "b1": came}, **gorge), "b1", "5,6")
    figures = {"model": "riders", "field": "4,4"}
    assert may(scene({**troops, "b1": figures}, **gorge), "b1", "5,5", "5,6")


@pytest.mark.rule("WPR-engen-4")
def test_figures_pass_own_models_everywhere() -> None:
    game = scene(
        {"b1": {"model": "riders", "field": "4,6"}, "b2": {"model": "p5", "field": "5,6"}},
        ground={"5,5": "rock", "5,7": "rock"},
        roads=ROAD,
    )
    assert may(game, "b1", "5,6", "6,6")


def test_a_wreck_closes_the_field_to_vehicles_but_not_to_figures() -> None:
    wreck = {"wrecks": {"5,6": Wreck("p4", RED)}}
    assert "wreck" in why(scene({"b1": TANK}, **wreck), "b1", "5,6")
    assert may(scene({"b1": {"model": "figures", "field": "4,6"}}, **wreck), "b1", "5,6")


# -- the enemy ---------------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-felder-besetzt-4")
def test_into_enemy_fields_only_armour_drives_and_only_past_bases() -> None:
    def refusal(mover: str, *enemies: str) -> str:
        foes = {f"r{n}": {"model": model, "field": "5,6"} for n, model in enumerate(enemies)}
        return why(scene({"b1": {"model": mover, "field": "4,6"}, **foes}), "b1", "5,6")

    assert not refusal("p4", "figures", "pak75")
    assert not refusal("puma", "figures")
    assert "only be attacked" in refusal("figures", "figures")
    assert "only be attacked" in refusal("lorry", "figures")
    assert "only be attacked" in refusal("figures", "p4")
    for enemy in ("p4", "lorry", "bunker_light"):
        assert "vehicles or a bunker" in refusal("p4", "figures", enemy)


@pytest.mark.rule("WPR-diagonale-2", "WPR-diagonale-5")
def test_between_enemies_or_mines_the_mover_names_the_flank_it_goes_over() -> None:
    mine = {"m1": Barrier("m1", "at_mine", "5,6", RED)}
    game = scene({"b1": TANK, "r1": {"model": "figures", "field": "4,7"}}, barriers=mine)
    assert "name 4,7 / 5,6" in why(game, "b1", "5,7")
    assert may(game, "b1", "5,7", flanks=("5,6",))
    assert may(game, "b1", "5,7", flanks=("4,7",))
    free = scene({"b1": TANK}, barriers=mine)
    assert may(free, "b1", "5,7"), "one flank is free"
    blocked = scene({"b1": TANK}, barriers=mine, ground={"4,7": "rock"})
    assert "name 5,6" in why(blocked, "b1", "5,7"), "only passable flanks count"


@pytest.mark.rule("WPR-diagonale-6")
def test_any_enemy_in_a_flank_makes_it_occupied_and_own_mines_never_do() -> None:
    enemies = {"r1": {"model": "lorry", "field": "4,7"}, "r2": {"model": "supply_lorry", "field": "5,6"}}
    assert "both sides are closed" in why(scene({"b1": TANK, **enemies}), "b1", "5,7")
    own = {"m1": Barrier("m1", "at_mine", "5,6", BLUE)}
    game = scene({"b1": TANK, "r1": {"model": "lorry", "field": "4,7"}}, barriers=own)
    assert may(game, "b1", "5,7")


# -- who may move ------------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-fahrzeuge-3")
def test_whoever_is_carried_moves_with_its_vehicle() -> None:
    game = scene(
        {
            "b1": {"model": "figures", "field": "4,6", "aboard": "b1v"},
            "b1v": {"model": "lorry", "field": "4,6"},
        }
    )
    assert "rides on b1v" in why(game, "b1", "5,6")
    assert may(game, "b1v", "5,6")


def test_a_completed_move_is_not_improved_but_a_vehicle_moves_before_and_after_its_fire() -> None:
    assert "completed" in why(scene({"b1": {**TANK, "moved": 1, "limit": 4}}), "b1", "5,6")
    assert may(scene({"b1": {**TANK, "moved": 1, "limit": 4, "shot": True}}), "b1", "5,6")
    assert not may(scene({"b1": {**TANK, "moved": 2, "limit": 4, "shot": True}}), "b1", "5,6")


@pytest.mark.rule("WPR-niederhaltung-2", "WPR-niederhaltung-3", "WPR-niederhaltung-4")
def test_pinned_troops_stay_and_pinned_armour_has_its_terrain_speed_up_to_level_four() -> None:
    for level in (3, 4, 5):
        assert "pinned" in why(
            scene({"b1": {"model": "lorry", "field": "4,6", "pinned": level}}), "b1", "5,6"
        )
    for level in (3, 4):
        game = scene({"b1": {**TANK, "pinned": level}}, roads=ROAD)
        assert may(game, "b1", "5,6", "6,6", "7,6", "8,6"), "four fields"
        assert not may(game, "b1", *(f"{x},6" for x in range(5, 10))), "not the eight of the road"
    assert "pinned" in why(scene({"b1": {**TANK, "pinned": 5}}), "b1", "5,6")


def test_fuel_that_the_scenario_limits_is_used_up_field_by_field() -> None:
    game = position({"b1": {**TANK, "fuel": 2}})
    assert "can cover 2 fields" in refused(game, Move("b1", ("5,6", "6,6", "7,6")))
    do(game, Move("b1", ("5,6", "6,6")))
    assert element(game, "b1").fuel == 0


@pytest.mark.rule("WPR-bewegung-1", "WPR-mannschaftszug-1")
def test_movement_inside_a_field_is_free_but_comes_before_fire_and_work() -> None:
    game = position({"b1": {"model": "fh105_base", "field": "4,6"}}, roads=ROAD)
    do(game, BesideRoad("b1"))
    after = element(game, "b1")
    assert after.off_road
    assert not (after.moved)
    assert not (after.acted)
    assert not (after.worked)
    for done in ("shot", "worked", "attacked"):
        late = position({"b1": {**TANK, done: True}, "b2": {"model": "lorry", "field": "1,1"}}, roads=ROAD)
        assert "stays where it is" in refused(late, BesideRoad("b1"))


@pytest.mark.rule("WPR-stellung-4", "WPR-tarnen-4")
def test_movement_inside_the_field_costs_the_net_and_not_the_position_marker() -> None:
    game = position({"b1": {**TANK, "camouflaged": True, "position": True}}, roads=ROAD)
    do(game, BesideRoad("b1"))
    assert (element(game, "b1").camouflaged, element(game, "b1").position) == (False, True)


# -- how many models in a field ----------------------------------------------------------------------------


@pytest.mark.rule("WPR-hoechstzahl-1", "WPR-figuren-1")
def test_one_model_of_a_kind_ends_in_a_field_and_figures_never_count() -> None:
    pair = scene(
        {
            "b1": TANK,
            "b2": TANK,
            "b3": {"model": "figures", "field": "4,6"},
            "b4": {"model": "figures", "field": "4,6"},
        }
    )
    found = [(one.id, other.id) for one, other in crowding.crowded(pair.pack, pair.state, BLUE)]
    assert found == [("b1", "b2")]


@pytest.mark.rule("WPR-hoechstzahl-2")
def test_kinds_are_told_apart_by_the_effect_in_direct_fire() -> None:
    pack = scene().pack
    kinds = {
        "lorry": "unarmed",
        "spw_mg": "machine gun",
        "hmg_base": "machine gun",
        "pz2": "gun 1",
        "p4": "gun 2",
        "pak75": "gun 2",
        "p5": "gun 3",
        "koenigstiger": "gun 4",
        "mortar_base": "no flat fire",
        "katyusha_lorry": "no flat fire",
        "flak88_base": "gun 3",
        "flak20_base": "gun 1",
        "figures": "",
        "bunker_light": "",
    }
    assert {name: crowding.effect_kind(pack, pack.models[name]) for name in kinds} == kinds


@pytest.mark.rule("WPR-raumbedarf-1", "WPR-hoechstzahl-2")
def test_a_base_and_its_own_vehicle_never_conflict() -> None:
    game = scene(
        {
            "b1": {"model": "hmg_base", "field": "4,6", "mate": "b1v"},
            "b1v": {"model": "spw_mg", "field": "4,6"},
            "b2": {"model": "hmg_base", "field": "4,6", "aboard": "b2v"},
            "b2v": {"model": "lorry", "field": "4,6"},
        }
    )
    assert not list(crowding.crowded(game.pack, game.state, BLUE)), "the carried one counts with its lorry"


@pytest.mark.rule("WPR-stauungen-2", "WPR-hoechstzahl-1")
def test_crowding_must_be_cleared_in_the_next_own_half_turn() -> None:
    game = position({"b1": TANK, "b2": TANK})
    assert Done() not in choices(game)
    assert "crowded" in refused(game, Done())
    do(game, Move("b1", ("5,6",)))
    assert not refused(game, Done())


@pytest.mark.rule("WPR-stauungen-2", "WPR-felder-besetzt-1")
def test_who_alone_can_clear_a_crowded_field_does_not_spend_its_turn_there() -> None:
    lorry = {"model": "lorry", "field": "4,6"}
    wood = {"4,7": "wood"}
    game = position({"b1": lorry, "b2": {**lorry, "moved": 2}}, ground=wood)
    assert "b1 can still leave" in refused(game, Camouflage("b1"))
    assert Camouflage("b1") not in choices(game)
    assert not refused(position({"b1": lorry, "b2": lorry}, ground=wood), Camouflage("b1")), "b2 can leave"
    stuck = position({"b1": {**lorry, "fuel": 0}, "b2": {**lorry, "moved": 2}}, ground=wood)
    assert not refused(stuck, Camouflage("b1")), "nobody can"


@pytest.mark.rule("WPR-stauungen-2", "WPR-sturmlandung-1")
def test_of_two_carriers_put_ashore_in_one_field_only_one_lets_its_infantry_off_there() -> None:
    landed = {"model": "spw_mg", "field": "4,6", "limit": 1, "landed": True}
    figures = {f"b{n}": {"model": "figures", "aboard": f"b{n}v"} for n in (1, 2)}
    game = do(position({"b1v": landed, "b2v": landed, **figures}), Dismount("b1"))
    assert "b2v can still leave" in refused(game, Dismount("b2"))
    assert not refused(game, Move("b2v", ("5,6",)))


@pytest.mark.rule("WPR-stauungen-3")
def test_after_one_of_two_like_models_the_other_may_not_fire_from_the_crowded_field() -> None:
    pair = {"b1": {**TANK, "moved": 1}, "b2": {"model": "t34_76", "field": "4,6", "moved": 1}}
    game = position(
        {**pair, "b9": {"model": "lorry", "field": "1,1"}, "r1": {"model": "p4", "field": "6,6"}}, dice=(1,)
    )
    assert not refused(game, DirectFire("b2", "gun_76_42", "6,6"))
    do(game, DirectFire("b1", "gun_75_48", "6,6"))
    assert "is crowded" in refused(game, DirectFire("b2", "gun_76_42", "6,6"))


@pytest.mark.rule("WPR-stauungen-3")
def test_from_a_crowded_field_only_one_of_the_like_models_fires() -> None:
    other = {"model": "t34_76", "field": "4,6"}
    game = scene({"b1": {**TANK, "shot": True}, "b2": other, "b3": {"model": "p5", "field": "4,6"}})
    assert crowding.fire_refusal(game.pack, game.state, element(game, "b2")) is not None
    assert crowding.fire_refusal(game.pack, game.state, element(game, "b3")) is None


# -- lists -------------------------------------------------------------------------------------------------


def test_every_listed_move_is_legal_and_one_way_leads_to_each_field() -> None:
    game = position(
        {
            "b1": TANK,
            "b2": {"model": "p5", "field": "6,6"},
            "r1": {"model": "figures", "field": "5,5"},
            "r2": {"model": "p4", "field": "5,7"},
        },
        roads=ROAD,
        ground={"4,5": "wood", "7,7": "water"},
    )
    moves = [move for move in choices(game, Move) if move.element == "b1"]
    assert len({move.path[-1] for move in moves}) == len(moves) > 20
    assert not [refused(game, move) for move in moves if refused(game, move)]
    assert all(not refused(game, order) for order in choices(game, SimultaneousMove))


def test_by_road_a_mover_comes_farther_than_across_country() -> None:
    game = scene({"b1": TANK}, roads=ROAD)
    assert "12,6" in goals(game, "b1")
    assert "8,10" in goals(game, "b1")
    assert "9,10" not in goals(game, "b1")
    assert speed.FAST > 16
