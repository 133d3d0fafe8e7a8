"""Ground and speed: Gelände, Engen, Diagonale, Geschwindigkeit, Reiter, Eisenbahn, Mannschaftszug."""

from __future__ import annotations

from typing import Any

import pytest

from planspiel.systems.wiener2022 import speed, terrain
from planspiel.systems.wiener2022.movement import Move
from planspiel.systems.wiener2022.state import RED, Bridge, Screen, Wreck
from planspiel.systems.wiener2022.terrain import Gait
from wiener2022.moving import goals, may, scene, why
from wiener2022.positions import do, position

ROAD = (tuple(f"{x},6" for x in range(1, 13)),)
SMOKE = Screen(RED, 1)
WOOD_BESIDE_4_3 = {"4,2": "wood", "4,4": "wood"}
SMOKE_IN_4_3 = {"smoke": {"4,3": SMOKE}}


def one(model: str, field: str = "6,6", **fields: object) -> dict[str, dict[str, object]]:
    return {"b1": {"model": model, "field": field, **fields}}


# -- passability -------------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-gelaende-1", "WPR-gelaende-2")
def test_ground_without_symbol_is_passable_for_all_and_heights_never_impede() -> None:
    for model in ("figures", "lorry", "p4", "riders", "cyclists"):
        assert may(scene(one(model), levels={"7,6": 5}), "b1", "7,6"), model


@pytest.mark.rule("WPR-gelaende-3", "WPR-nadelbaeume-3")
def test_woods_and_houses_are_open_to_figures_with_portable_weapons_and_closed_to_vehicles() -> None:
    for ground in ("wood", "building"):
        for model in ("figures", "riders", "hmg_base", "mortar_base"):
            assert may(scene(one(model), ground={"7,6": ground}), "b1", "7,6"), (model, ground)
        for model in ("p4", "lorry", "jeep", "pak37"):
            assert "only by road" in why(scene(one(model), ground={"7,6": ground}), "b1", "7,6")


@pytest.mark.rule("WPR-gelaende-4", "WPR-gebirge-1")
def test_rock_water_and_swamp_are_impassable_for_all() -> None:
    for ground in ("rock", "water", "swamp"):
        for model in ("figures", "p4", "riders"):
            assert "impassable" in why(scene(one(model), ground={"7,6": ground}), "b1", "7,6")


@pytest.mark.rule("WPR-gelaende-5")
def test_by_road_vehicles_enter_woods_and_stay_on_the_road_there() -> None:
    game = scene(one("p4", "5,6"), ground={"6,6": "wood"}, roads=ROAD)
    assert may(game, "b1", "6,6", "7,6")
    assert "must stay on the road" in why(game, "b1", "6,6", "6,5")
    aside = scene(one("p4", "6,5"), ground={"6,6": "wood"}, roads=ROAD)
    assert "only by road" in why(aside, "b1", "6,6")


@pytest.mark.rule("WPR-gebaeude-1")
def test_a_building_over_several_fields_is_several_building_fields() -> None:
    game = scene(one("p4", "5,6"), ground={"6,6": "building", "7,6": "building"})
    assert game.pack.theatre("test").is_building("6,6")
    assert game.pack.theatre("test").is_building("7,6")
    assert not {"6,6", "7,6"} & set(goals(game, "b1"))
    assert terrain.step_refusal(game.pack, game.state, game.state.elements["b1"], "5,6", "6,6")


@pytest.mark.rule("WPR-befestigungen-6")
def test_the_ruin_of_a_bunker_stands_in_the_way_of_vehicles_like_a_building() -> None:
    for model in ("p4", "lorry", "pak37"):
        game = scene(one(model), ruins=("7,6",))
        assert "only by road" in why(game, "b1", "7,6"), model
        assert "7,6" not in goals(game, "b1")
    assert may(scene(one("figures"), ruins=("7,6",)), "b1", "7,6")
    assert may(scene(one("p4", "5,6"), ruins=("6,6",), roads=ROAD), "b1", "6,6", "7,6")
    assert may(scene(one("p4"), ruins=("6,6",)), "b1", "7,6"), "who was there when it fell gets out"
    assert not may(scene(one("motorcyclists"), ruins=("7,6",)), "b1", "7,6", "8,6"), "on foot"


@pytest.mark.rule("WPR-furten-1")
def test_fords_exist_only_where_the_scenario_defines_them_and_for_whom() -> None:
    ford = {"fords": {"old": {"at": "7,6", "mobility": ["infantry"]}}}
    water = {"7,6": "water"}
    assert not may(scene(one("figures"), ground=water), "b1", "7,6")
    assert may(scene(one("figures"), ground=water, map=ford), "b1", "7,6")
    assert not may(scene(one("p4"), ground=water, map=ford), "b1", "7,6")


@pytest.mark.rule("WPR-felder-teilung-2")
def test_a_mixed_field_of_water_and_land_serves_troops_and_craft() -> None:
    shore = {"ground": {"7,6": "water", "8,6": "water"}, "mixed": {"7,6": "open"}}
    assert may(scene(one("p4"), **shore), "b1", "7,6")
    assert may(scene(one("stormboat", "8,6"), **shore), "b1", "7,6")
    assert not may(scene(one("stormboat", "7,6"), **shore), "b1", "6,6")


@pytest.mark.rule("WPR-knueppeldamm-1")
def test_a_corduroy_road_leads_through_swamp_until_it_is_broken() -> None:
    swamp = {"ground": {"7,6": "swamp"}, "roads": ROAD}
    assert may(scene(one("p4"), **swamp), "b1", "7,6", "8,6")
    assert not may(scene(one("p4"), **swamp, broken=("7,6",)), "b1", "7,6")


@pytest.mark.rule("WPR-strasse-2")
def test_a_damaged_road_is_no_road_until_it_is_repaired() -> None:
    game = scene(one("lorry", "1,6"), roads=ROAD, broken=("3,6",))
    assert not may(game, "b1", "2,6", "3,6", "4,6")
    assert may(game, "b1", "2,6", "3,6"), "across country"


@pytest.mark.rule("WPR-bruecken-2")
def test_a_bridge_carries_every_vehicle_along_its_axis_unless_the_scenario_sets_a_load() -> None:
    river = {"ground": {f"7,{y}": "water" for y in range(1, 13)}, "roads": ROAD}
    bridge = {"7,6": Bridge("solid", "EW")}
    assert may(scene(one("koenigstiger"), **river, bridges=bridge), "b1", "7,6", "8,6")
    assert not may(scene(one("p4", "6,5"), **river, bridges=bridge), "b1", "7,6"), "no diagonals onto it"
    for broken in (Bridge("solid", "EW", intact=False), Bridge("solid", "EW", closed_until=1)):
        assert "bridge" in why(scene(one("p4"), **river, bridges={"7,6": broken}), "b1", "7,6")
    limited = {**river, "map": {"bridges": {"7,6": {"kind": "wood", "axis": "EW", "load": 20}}}}
    assert not may(scene(one("p4"), **limited, bridges=bridge), "b1", "7,6")
    assert may(scene(one("lorry"), **limited, bridges=bridge), "b1", "7,6")


BOAT = {"model": "stormboat", "field": "6,5"}
STREAM = {f"6,{y}": "water" for y in range(1, 13)}


@pytest.mark.rule("WPR-bruecken-5", "WPR-bruecken-8")
def test_a_closed_bridge_stops_who_would_go_over_it_and_not_who_swims_beneath() -> None:
    shut = {"ground": STREAM, "half": 1, "bridges": {"6,6": Bridge("solid", "EW", closed_until=2)}}
    assert may(scene({"b1": BOAT}, **shut), "b1", "6,6", "6,7")
    swimming = {"model": "sherman_dd", "field": "6,6"}
    assert may(scene({"b1": {**swimming, "field": "6,5"}}, **shut), "b1", "6,6")
    assert may(scene({"b1": swimming}, **shut), "b1", "6,7")
    assert not may(scene({"b1": {"model": "p4", "field": "5,6"}}, **shut), "b1", "6,6")
    assert not may(scene({"b1": {"model": "p4", "field": "6,6"}}, **shut), "b1", "7,6")


@pytest.mark.rule("WPR-engen-1", "WPR-engen-2", "WPR-bergen-1")
def test_vehicles_and_wrecks_on_a_bridge_do_not_bar_the_water_below() -> None:
    river = {"ground": STREAM, "bridges": {"6,6": Bridge("solid", "EW")}}
    tank = {"model": "p4", "field": "6,6"}
    assert may(scene({"b1": BOAT, "b2": tank}, **river), "b1", "6,6", "6,7")
    assert may(scene({"b1": BOAT}, wrecks={"6,6": Wreck("p4", "blue")}, **river), "b1", "6,6", "6,7")
    behind = {**tank, "field": "5,6"}
    assert "WPR-engen-2" in why(scene({"b1": behind, "b2": tank}, **river), "b1", "6,6")
    assert "WPR-bergen-1" in why(
        scene({"b1": behind}, wrecks={"6,6": Wreck("p4", "blue")}, **river), "b1", "6,6"
    )


@pytest.mark.rule("WPR-gewaesser-2")
def test_a_narrow_water_blocks_slows_or_lets_pass_by_kind_of_troop() -> None:
    brook = {
        "map": {
            "narrows": {"brook": {"edges": ["6,6|7,6"], "crossing": {"infantry": "free", "tracked": "slow"}}}
        }
    }
    assert may(scene(one("figures"), **brook), "b1", "7,6")
    tank = scene(one("p4"), **brook)
    assert may(tank, "b1", "7,6")
    assert "ends the move" in why(tank, "b1", "7,6", "8,6")
    assert "cannot cross" in why(scene(one("lorry"), **brook), "b1", "7,6")
    bridged = scene(one("lorry"), **brook, bridges={"6,6|7,6": Bridge("tank")})
    assert may(bridged, "b1", "7,6", "8,6")


@pytest.mark.rule("WPR-gewaesser-2", "WPR-diagonale-1")
def test_a_diagonal_over_a_narrow_water_is_as_slow_as_the_ways_beside_it() -> None:
    def brook(*rows: int) -> dict[str, Any]:
        edges = [f"6,{y}|7,{y}" for y in rows]
        return {"map": {"narrows": {"brook": {"edges": edges, "crossing": {"tracked": "slow"}}}}}

    assert "ends the move" in why(scene(one("p4"), **brook(5, 6, 7)), "b1", "7,7", "8,7")
    assert may(scene(one("p4"), **brook(5, 6)), "b1", "7,7", "8,7"), "round the end of the brook"


# -- diagonals ---------------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-diagonale-1")
def test_a_diagonal_needs_one_flank_that_the_mover_could_enter() -> None:
    assert may(scene(one("p4"), ground={"7,6": "wood"}), "b1", "7,7")
    both = scene(one("p4"), ground={"7,6": "wood", "6,7": "water"})
    assert "diagonal" in why(both, "b1", "7,7")
    on_foot = scene(one("figures"), ground={"7,6": "wood", "6,7": "water"})
    assert may(on_foot, "b1", "7,7")


@pytest.mark.rule("WPR-diagonale-4")
def test_two_diagonally_touching_closed_fields_close_the_diagonal_for_vehicles() -> None:
    for ground in ("building", "rock", "swamp", "wood"):
        game = scene(one("lorry"), ground={"7,6": ground, "6,7": ground})
        assert "diagonal" in why(game, "b1", "7,7"), ground


# -- narrows -----------------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-engen-1", "WPR-engen-7")
def test_a_narrows_has_closed_fields_on_both_sides_across_the_direction_of_movement() -> None:
    pass_ = scene(ground={"6,5": "wood", "6,7": "swamp"})
    tank = Gait("tracked")
    east, north, north_east = 2, 0, 1
    assert terrain.is_in_narrows(pass_.pack, pass_.state, tank, "6,6", east)
    assert not terrain.is_in_narrows(pass_.pack, pass_.state, tank, "6,6", north)
    assert not terrain.is_in_narrows(pass_.pack, pass_.state, tank, "6,6", north_east)
    diagonal = scene(ground={"5,5": "wood", "7,7": "wood"})
    assert terrain.is_in_narrows(diagonal.pack, diagonal.state, tank, "6,6", north_east)
    on_foot = Gait("infantry")
    assert not terrain.is_in_narrows(pass_.pack, pass_.state, on_foot, "6,6", east), "wood is open to figures"


@pytest.mark.rule("WPR-engen-1", "WPR-engen-7")
def test_bridges_are_narrows_always_and_the_edge_of_the_board_closes_like_terrain() -> None:
    game = scene(ground={"6,6": "water"}, bridges={"6,6": Bridge("solid", "EW")})
    assert terrain.is_narrows(game.pack, game.state, "6,6", "tracked")
    rim = scene(ground={"6,2": "wood"})
    assert terrain.is_in_narrows(rim.pack, rim.state, Gait("tracked"), "6,1", 2)
    assert terrain.is_narrows(rim.pack, rim.state, "6,1", "tracked")
    assert not terrain.is_narrows(rim.pack, rim.state, "6,4", "tracked")


# -- the speed table ---------------------------------------------------------------------------------------


@pytest.mark.table
@pytest.mark.rule("WPR-geschwindigkeitstabelle-1", "WPR-geschwindigkeitstabelle-2", "WPR-geschwindigkeit-1")
@pytest.mark.parametrize(
    ("model", "by_road", "by_ground", "road_at_night", "ground_at_night"),
    [
        ("figures", 2, 1, 2, 1),
        ("riders", 3, 2, 2, 2),
        ("cyclists", 3, 1, 2, 1),
        ("lorry", 10, 2, 4, 1),
        ("jeep", 10, 4, 4, 2),
        ("p4", 8, 4, 4, 2),
        ("motorcyclists", 10, 4, 4, 2),
    ],
)
def test_how_far_a_kind_of_troop_comes(
    model: str, by_road: int, by_ground: int, road_at_night: int, ground_at_night: int
) -> None:
    def reach(lights: bool, **more: object) -> tuple[int, int]:
        found = []
        for way in (ROAD, ()):
            game = scene(one(model, "1,6"), roads=way, **more)
            row = [label for label in goals(game, "b1", lights=lights) if label.endswith(",6")]
            found.append(max(int(label.split(",")[0]) for label in row) - 1)
        return found[0], found[1]

    assert reach(True) == (by_road, by_ground)
    assert reach(False, night=True) == (road_at_night, ground_at_night)


@pytest.mark.rule("WPR-geschwindigkeit-2")
def test_the_lower_speed_of_mixed_conditions_limits_the_whole_move() -> None:
    game = scene(one("lorry", "1,6"), roads=ROAD)
    assert may(game, "b1", "2,6", "3,6", "4,6", "5,6")
    assert may(game, "b1", "2,6", "2,5"), "two fields across country"
    assert "can cover 2 fields" in why(game, "b1", "2,5", "2,6", "3,6")


@pytest.mark.rule("WPR-geschwindigkeit-3")
def test_who_has_covered_more_than_the_lower_speed_may_not_enter_the_slower_ground() -> None:
    game = scene(one("lorry", "1,6"), roads=ROAD)
    assert "this would be number 4" in why(game, "b1", "2,6", "3,6", "4,6", "4,5")


@pytest.mark.rule("WPR-geschwindigkeit-4", "WPR-strasse-1")
def test_a_road_step_follows_a_drawn_road_and_never_a_diagonal() -> None:
    corner = (("1,6", "2,6", "2,7", "3,7", "4,7", "5,7"),)
    game = scene(one("lorry", "1,6"), roads=corner)
    assert may(game, "b1", "2,6", "2,7", "3,7", "4,7", "5,7")
    assert not may(game, "b1", "2,7", "3,7", "4,7"), "cutting the corner leaves the road"
    beside = scene(one("lorry", "1,6"), roads=(("1,6", "2,6"), ("3,6", "4,6")))
    assert not may(beside, "b1", "2,6", "3,6", "4,6"), "two roads side by side are not linked"


@pytest.mark.setup
@pytest.mark.rule("WPR-geschwindigkeitstabelle-3", "WPR-geschwindigkeitstabelle-8")
def test_highly_mobile_are_cars_and_armoured_cars_alone() -> None:
    for model, fields in (
        ("jeep", 4),
        ("krupp", 4),
        ("dodge", 4),
        ("puma", 4),
        ("lorry_6x6", 2),
        ("lorry", 2),
    ):
        game = scene(one(model))
        assert speed.terrain_speed(game.pack, game.state, game.state.elements["b1"]) == fields, model


@pytest.mark.rule("WPR-geschwindigkeitstabelle-4")
def test_one_smoke_field_reduces_the_whole_move_to_night_speed() -> None:
    game = scene(one("p4", "1,6"), roads=ROAD, smoke={"3,6": SMOKE})
    path = [f"{x},6" for x in range(2, 7)]
    assert may(game, "b1", *path[:4]), "four fields, the night speed on roads"
    assert not may(game, "b1", *path)


@pytest.mark.rule("WPR-geschwindigkeitstabelle-5", "WPR-geschwindigkeit-3")
def test_who_has_driven_farther_than_at_night_ends_in_the_smoke() -> None:
    game = scene(one("p4", "1,6"), roads=ROAD, smoke={"6,6": SMOKE})
    path = [f"{x},6" for x in range(2, 8)]
    assert may(game, "b1", *path[:5]), "the fifth field is the smoke itself"
    assert "ends in the smoke" in why(game, "b1", *path)


def fires_after(*path: str, model: str = "spw_mg", start: str = "3,3", **more: object) -> bool:
    """Whether a vehicle that has driven along a path through the smoke in 4,3 may still fire."""
    game = position(one(model, start) | {"b9": {"model": "lorry", "field": "1,1"}}, **SMOKE_IN_4_3, **more)
    do(game, Move("b1", path))
    return speed.may_fire_on_the_move(game.pack, game.state, game.state.elements["b1"])


@pytest.mark.rule("WPR-geschwindigkeitstabelle-2", "WPR-geschwindigkeitstabelle-4", "WPR-bewegung-2")
def test_who_has_driven_through_smoke_fires_only_within_half_the_night_speed() -> None:
    assert fires_after("4,4", "5,3"), "two fields by day"
    assert not fires_after("4,3", "5,3"), "one through smoke"
    assert fires_after("4,3")
    assert not fires_after("3,2", "4,3"), "into it"
    assert not fires_after("5,3", "6,3", start="4,3"), "out of it"
    road = (tuple(f"{x},3" for x in range(3, 8)),)
    assert not fires_after("4,3", "5,3", roads=road), "nor by road"
    sea = {f"{x},{y}": "water" for x in range(2, 9) for y in (3, 4)}
    boats = {"boat": {"like": "landing_craft", "mobility": "stormboat"}}
    assert fires_after("4,4", "5,4", "6,3", model="boat", ground=sea, models=boats)
    assert not fires_after("4,3", "5,4", "6,3", model="boat", ground=sea, models=boats), "half of four fields"


@pytest.mark.rule("WPR-geschwindigkeitstabelle-4", "WPR-bewegung-2")
def test_who_has_fired_drives_only_half_the_night_speed_if_there_is_smoke_on_the_way() -> None:
    for more in ({}, {"roads": (tuple(f"{x},3" for x in range(3, 8)),)}):
        game = scene(one("spw_mg", "3,3", shot=True), **SMOKE_IN_4_3, **more)
        assert may(game, "b1", "4,4", "5,3")
        assert may(game, "b1", "4,3")
        assert "can cover 1 fields" in why(game, "b1", "4,3", "5,3")
        assert "can cover 1 fields" in why(game, "b1", "3,2", "4,3"), "it cannot end in it either"
        assert {"4,3", "5,3"} <= {*goals(game, "b1")}, "into it, or round it"
        walled = scene(one("spw_mg", "3,3", shot=True), ground=WOOD_BESIDE_4_3, **SMOKE_IN_4_3, **more)
        assert "5,3" not in goals(walled, "b1")


@pytest.mark.rule("WPR-geschwindigkeitstabelle-6")
def test_the_water_column_is_for_amphibious_troops_and_mixing_gives_the_lower_speed() -> None:
    lake = {"ground": {"7,6": "water", "8,6": "water"}}
    assert may(scene(one("dukw"), **lake), "b1", "7,6")
    assert not may(scene(one("dukw"), **lake), "b1", "7,6", "8,6"), "one field a turn"
    assert not may(scene(one("lorry"), **lake), "b1", "7,6")


@pytest.mark.rule("WPR-geschwindigkeitstabelle-7")
def test_half_tracks_drive_like_tracks_and_landing_craft_like_motor_boats() -> None:
    game = scene({**one("spw_mg"), "b2": {"model": "landing_craft", "field": "1,1"}}, ground={"1,1": "water"})
    found = game.state.elements
    assert speed.speed_on(game.pack, game.state, found["b1"], "road", False) == 8
    assert speed.speed_on(game.pack, game.state, found["b2"], "water", False) == 4


def test_the_weather_of_a_scenario_lowers_speeds_and_freezes_swamps() -> None:
    from planspiel.systems.wiener2022.scenario import Weather

    winter = {"scenario": {"weather": Weather(season="winter", terrain={"wheeled": 1}, frozen=True)}}
    game = scene(one("lorry"), ground={"7,6": "swamp"}, **winter)
    assert may(game, "b1", "7,6")
    assert not may(game, "b1", "7,6", "8,6")


# -- night -------------------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-nachtkampf-1")
def test_at_night_headlights_give_day_speed() -> None:
    game = scene(one("p4"), night=True)
    assert may(game, "b1", "7,6", "8,6", "9,6", "10,6")


@pytest.mark.rule("WPR-nachtkampf-2")
def test_driving_without_headlights_is_announced_and_slow() -> None:
    game = scene(one("p4"), night=True)
    assert may(game, "b1", "7,6", "8,6", lights=False)
    assert not may(game, "b1", "7,6", "8,6", "9,6", lights=False)


@pytest.mark.rule("WPR-nachtkampf-2", "WPR-bewegung-2")
def test_without_headlights_who_has_fired_or_is_pinned_has_the_speed_at_night_from_the_start() -> None:
    fired = scene(one("p4", shot=True), night=True)
    assert may(fired, "b1", "7,6", "8,6")
    assert may(fired, "b1", "7,6", lights=False)
    assert "can cover 1 fields" in why(fired, "b1", "7,6", "8,6", lights=False)
    assert "8,6" in goals(fired, "b1")
    assert "8,6" not in goals(fired, "b1", lights=False)
    pinned = scene(one("p4", pinned=3), night=True, roads=ROAD)
    assert may(pinned, "b1", "7,6", "8,6", "9,6")
    assert may(pinned, "b1", "7,6", "8,6", lights=False)
    assert not may(pinned, "b1", "7,6", "8,6", "9,6", lights=False)


@pytest.mark.rule("WPR-nachtkampf-3")
def test_within_a_turn_lights_are_not_changed() -> None:
    game = scene(one("p4", "2,6", lights=False, moved=1, limit=4, split=True), roads=ROAD, night=True)
    assert "lights" in why(game, "b1", "3,6", lights=True)
    assert may(game, "b1", "3,6", lights=False)


# -- riders, crews, trains ---------------------------------------------------------------------------------


@pytest.mark.rule("WPR-reiter-1", "WPR-reiter-X1")
def test_riders_ride_through_woods_and_cyclists_push_their_bicycles() -> None:
    wood = {"ground": {"7,6": "wood", "8,6": "building"}}
    assert may(scene(one("riders"), **wood), "b1", "7,6", "8,6")
    for model in ("cyclists", "motorcyclists"):
        game = scene(one(model), **wood)
        assert may(game, "b1", "7,6"), model
        assert not may(game, "b1", "7,6", "8,6"), model
        assert not may(scene(one(model, "4,6"), **wood), "b1", "5,6", "6,6", "7,6"), model


@pytest.mark.rule("WPR-mannschaftszug-2", "WPR-mannschaftszug-3")
def test_crews_push_light_weapons_one_field_and_heavy_ones_not_at_all() -> None:
    for model in ("hmg_base", "mortar_base", "pak37", "light_gun_base"):
        game = scene(one(model))
        assert may(game, "b1", "7,6"), model
        assert not may(game, "b1", "7,6", "8,6"), model
    for model in ("pak75", "pak88", "fh105_base", "flak88_base", "heavy_mortar_base"):
        assert not goals(scene(one(model)), "b1"), model


@pytest.mark.rule("WPR-eisenbahn-1", "WPR-eisenbahn-2")
def test_trains_move_only_along_rails_and_sixteen_fields() -> None:
    line = tuple(f"{x},6" for x in range(1, 13))
    game = scene(one("armoured_train", "1,6"), rails=(line,))
    assert len(goals(game, "b1")) == 11
    assert "only along rails" in why(game, "b1", "1,7")
    long = (*line, *(f"12,{y}" for y in range(7, 13)))
    assert len(goals(scene(one("train", "1,6"), rails=(long,)), "b1")) == 16


@pytest.mark.rule("WPR-eisenbahn-1", "WPR-bruecken-5")
def test_trains_need_the_bridges_of_their_line() -> None:
    line = {"rails": (tuple(f"{x},6" for x in range(1, 13)),), "ground": {"7,6": "water"}}
    assert may(scene(one("train"), **line, bridges={"7,6": Bridge("solid", "EW")}), "b1", "7,6", "8,6")
    gone = scene(one("train"), **line, bridges={"7,6": Bridge("solid", "EW", intact=False)})
    assert "bridge" in why(gone, "b1", "7,6")
    stream = {"rails": line["rails"], "map": {"narrows": {"brook": {"edges": ["6,6|7,6"], "crossing": {}}}}}
    assert may(scene(one("train"), **stream, bridges={"6,6|7,6": Bridge("solid")}), "b1", "7,6")
    gone = scene(one("train"), **stream, bridges={"6,6|7,6": Bridge("solid", intact=False)})
    assert "bridge" in why(gone, "b1", "7,6")


# -- combat speed ------------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-gefechtsgeschwindigkeit-1", "WPR-bewegung-2")
def test_combat_speed_is_half_the_terrain_speed_on_roads_too() -> None:
    game = scene(one("p4", "1,6", shot=True), roads=ROAD)
    assert may(game, "b1", "2,6", "3,6")
    assert "can cover 2 fields" in why(game, "b1", "2,6", "3,6", "4,6")
    moved = scene(one("p4", moved=1, limit=8))
    assert speed.may_fire_on_the_move(moved.pack, moved.state, moved.state.elements["b1"])
    far = scene(one("p4", moved=3, limit=8))
    assert not speed.may_fire_on_the_move(far.pack, far.state, far.state.elements["b1"])


@pytest.mark.rule("WPR-fahren-schiessen-1", "WPR-fahren-schiessen-4")
def test_craft_fire_up_to_half_their_water_speed() -> None:
    for moved, fires in ((2, True), (3, False)):
        game = scene(one("landing_craft", moved=moved, limit=4), ground={"6,6": "water"})
        assert speed.may_fire_on_the_move(game.pack, game.state, game.state.elements["b1"]) == fires
    rowing = scene(one("rowboat", moved=1, limit=1), ground={"6,6": "water"})
    rowers = rowing.state.elements["b1"]
    assert not speed.may_fire_on_the_move(rowing.pack, rowing.state, rowers), "half of one field is none"


@pytest.mark.rule("WPR-fahren-schiessen-3")
def test_all_others_fire_or_move() -> None:
    for model in ("figures", "lorry", "pak37"):
        game = scene(one(model, moved=1, limit=1))
        assert not speed.may_fire_on_the_move(game.pack, game.state, game.state.elements["b1"]), model
        assert "it may not move" in why(scene(one(model, shot=True)), "b1", "7,6"), model


@pytest.mark.rule("WPR-siedlungen-1", "WPR-mannschaftszug-2")
@pytest.mark.parametrize("ground", ["wood", "building"])
def test_guns_are_not_pushed_into_a_wood_or_town_by_road_where_they_cannot_take_position(ground: str) -> None:
    roads = (("3,6", "4,6", "5,6"),)
    for model, allowed in (("pak37", False), ("hmg_base", True)):
        game = scene({"b1": {"model": model, "field": "3,6"}}, ground={"4,6": ground}, roads=roads)
        assert may(game, "b1", "4,6") is allowed, model
        assert goals(game, "b1").count("4,6") == allowed, model
    mixed = scene({"b1": {"model": "pak37", "field": "3,6"}}, mixed={"4,6": ground}, roads=roads)
    assert may(mixed, "b1", "4,6")
    out = scene({"b1": {"model": "pak37", "field": "4,6"}}, ground={"4,6": ground}, roads=roads)
    assert may(out, "b1", "5,6"), "whoever was thrown off its vehicle there gets out"
