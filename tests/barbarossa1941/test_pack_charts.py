"""Terrain, roads, works, mines and fixed figures: the printed ones are exact, ours are labelled."""

from typing import Any

import pytest

from barbarossa1941.shipped import card, loaded, pack
from planspiel.systems.barbarossa1941.cards import TYPES, UnitType
from planspiel.systems.barbarossa1941.charts import TERRAINS, Terrain, WorkKind

GROUND_TYPES: tuple[UnitType, ...] = tuple(type for type in TYPES if type != "aircraft")
ON_FOOT: tuple[UnitType, ...] = ("infantry", "artillery")


def kind(*path: str) -> str:
    return loaded().provenance.of(*path).kind


# Roads


@pytest.mark.rule("BAR-march-4")
@pytest.mark.parametrize(
    ("type", "bonus"),
    [
        ("infantry", 1),
        ("vehicle", 3),
        ("armoured_vehicle", 2),
        ("light_tank", 2),
        ("medium_tank", 2),
        ("heavy_tank", 1),
    ],
)
def test_a_road_march_is_longer_by_type(type: UnitType, bonus: int) -> None:
    assert pack().charts.march_bonus(type) == bonus
    assert kind("charts", "road_bonus", type) == "printed"


@pytest.mark.rule("BAR-march-9", "BAR-march-5")
def test_artillery_moving_by_itself_has_no_road_bonus_and_every_other_ground_type_has_one() -> None:
    assert [type for type in GROUND_TYPES if pack().charts.march_bonus(type) == 0] == ["artillery"]


# Terrain


@pytest.mark.parametrize(
    ("terrain", "infantry", "other"),
    [
        pytest.param("forest", 2, 2, marks=pytest.mark.rule("BAR-forest-2")),
        pytest.param("village", 2, 1, marks=pytest.mark.rule("BAR-village-2")),
        pytest.param("town", 3, 2, marks=pytest.mark.rule("BAR-town-2")),
        pytest.param("light_forest", 0, 0, marks=pytest.mark.rule("BAR-light-forest-5")),
        pytest.param("bush", 0, 0, marks=pytest.mark.rule("BAR-light-forest-5")),
        pytest.param("plain", 0, 0, marks=pytest.mark.rule("BAR-plain-1")),
    ],
)
def test_terrain_gives_cover(terrain: Terrain, infantry: int, other: int) -> None:
    ground = pack().terrain[terrain]
    assert ground.cover("infantry") == infantry
    assert {ground.cover(type) for type in GROUND_TYPES if type != "infantry"} == {other}


@pytest.mark.rule("BAR-field-3")
@pytest.mark.parametrize(
    ("type", "loss"),
    [
        ("infantry", 1),
        ("vehicle", 2),
        ("armoured_vehicle", 1),
        ("light_tank", 1),
        ("medium_tank", 2),
        ("heavy_tank", 2),
    ],
)
def test_a_field_slows_by_type(type: UnitType, loss: int) -> None:
    assert pack().terrain["field"].slows(type) == loss
    assert kind("terrain", "field", "loss", type) == "printed"


@pytest.mark.rule("BAR-field-X1")
def test_a_field_slows_artillery_like_infantry_by_our_ruling() -> None:
    assert pack().terrain["field"].slows("artillery") == 1
    assert kind("terrain", "field", "loss", "artillery") == "reconstructed"


@pytest.mark.rule("BAR-light-forest-4")
def test_light_forest_slows_tanks_alone() -> None:
    ground = pack().terrain["light_forest"]
    assert [type for type in GROUND_TYPES if ground.slows(type)] == [
        "light_tank",
        "medium_tank",
        "heavy_tank",
    ]


@pytest.mark.parametrize(
    ("terrain", "blocks"),
    [
        pytest.param("plain", False, marks=pytest.mark.rule("BAR-plain-1")),
        pytest.param("bush", True, marks=pytest.mark.rule("BAR-bush-1")),
        pytest.param("light_forest", True, marks=pytest.mark.rule("BAR-light-forest-1")),
        pytest.param("forest", True, marks=pytest.mark.rule("BAR-forest-1")),
        pytest.param("swamp", False, marks=pytest.mark.rule("BAR-swamp-1")),
        pytest.param("river", False, marks=pytest.mark.rule("BAR-river-1")),
        pytest.param("ford", False, id="ford"),
        pytest.param("field", False, marks=pytest.mark.rule("BAR-field-1")),
        pytest.param("village", True, marks=pytest.mark.rule("BAR-village-1")),
        pytest.param("town", True, marks=pytest.mark.rule("BAR-town-1")),
    ],
)
def test_terrain_blocks_sight_or_not(terrain: Terrain, blocks: bool) -> None:
    assert pack().terrain[terrain].is_obstacle() is blocks


@pytest.mark.parametrize(
    ("terrain", "types"),
    [
        pytest.param("plain", (), marks=pytest.mark.rule("BAR-plain-2")),
        pytest.param("bush", ON_FOOT, marks=pytest.mark.rule("BAR-bush-2")),
        pytest.param("light_forest", GROUND_TYPES, marks=pytest.mark.rule("BAR-light-forest-2")),
        pytest.param("forest", ("infantry",), marks=pytest.mark.rule("BAR-forest-3")),
        pytest.param("swamp", GROUND_TYPES, marks=pytest.mark.rule("BAR-town-5")),
        pytest.param("river", GROUND_TYPES, marks=pytest.mark.rule("BAR-town-5")),
        pytest.param("ford", GROUND_TYPES, marks=pytest.mark.rule("BAR-town-5")),
        pytest.param("field", (), marks=pytest.mark.rule("BAR-field-1")),
        pytest.param("village", GROUND_TYPES, marks=pytest.mark.rule("BAR-town-5")),
        pytest.param("town", GROUND_TYPES, marks=pytest.mark.rule("BAR-town-5")),
    ],
)
def test_terrain_hides_an_ambush_of_some_types(terrain: Terrain, types: tuple[UnitType, ...]) -> None:
    assert tuple(type for type in GROUND_TYPES if pack().terrain[terrain].hides(type)) == types


@pytest.mark.parametrize(
    ("terrain", "barred"),
    [
        pytest.param(
            "light_forest", ("ge_opel", "ge_sdkfz251"), marks=pytest.mark.rule("BAR-light-forest-3")
        ),
        pytest.param(
            "forest",
            ("ge_opel", "ge_sdkfz251", "ge_pz2", "ge_mortar"),
            marks=pytest.mark.rule("BAR-forest-4"),
        ),
        pytest.param(
            "swamp",
            ("ge_opel", "ge_sdkfz251", "ge_pz2", "ge_mortar", "ge_infantry"),
            marks=pytest.mark.rule("BAR-swamp-1"),
        ),
        pytest.param(
            "river",
            ("ge_opel", "ge_sdkfz251", "ge_pz2", "ge_mortar", "ge_infantry"),
            marks=pytest.mark.rule("BAR-river-1"),
        ),
        pytest.param("ford", (), marks=pytest.mark.rule("BAR-ford-4")),
        pytest.param("village", (), marks=pytest.mark.rule("BAR-village-3")),
        pytest.param("town", (), marks=pytest.mark.rule("BAR-town-3")),
    ],
)
def test_terrain_bars_some_units_away_from_roads(terrain: Terrain, barred: tuple[str, ...]) -> None:
    tried = ("ge_opel", "ge_sdkfz251", "ge_pz2", "ge_mortar", "ge_infantry")
    assert tuple(name for name in tried if not pack().terrain[terrain].admits(card(name))) == barred


def test_scouts_pass_swamps_and_rivers() -> None:
    for terrain in ("swamp", "river"):
        assert pack().terrain[terrain].admits(card("su_scouts"))


@pytest.mark.rule("BAR-forest-5", "BAR-forest-6")
def test_forest_ends_a_move_and_bars_normal_fire() -> None:
    assert [terrain for terrain in TERRAINS if pack().terrain[terrain].is_end_of_move()] == ["forest"]
    assert [terrain for terrain in TERRAINS if pack().terrain[terrain].bars_fire()] == ["forest"]


@pytest.mark.rule("BAR-ford-2", "BAR-ford-3")
def test_a_ford_takes_a_whole_move() -> None:
    assert [terrain for terrain in TERRAINS if pack().terrain[terrain].is_whole_move()] == ["ford"]


@pytest.mark.rule("BAR-march-2")
def test_marches_lead_over_plain_village_and_town() -> None:
    allowed = [terrain for terrain in TERRAINS if pack().terrain[terrain].is_march_ground()]
    assert allowed == ["plain", "village", "town"]


@pytest.mark.rule("BAR-plain-3", "BAR-bush-3", "BAR-field-2")
def test_infantry_in_plain_bush_and_field_may_not_assault_armour() -> None:
    barred = [terrain for terrain in TERRAINS if not pack().terrain[terrain].allows_assault_on_armour()]
    assert barred == ["plain", "bush", "field"]


@pytest.mark.rule("BAR-units-in-close-combat-3")
def test_infantry_fights_tanks_in_light_forest_village_and_town() -> None:
    allowed = [terrain for terrain in TERRAINS if pack().terrain[terrain].allows_fight_with_tanks()]
    assert allowed == ["light_forest", "village", "town"]


@pytest.mark.rule("BAR-village-4", "BAR-town-4")
def test_infantry_in_villages_and_towns_is_more_accurate_in_close_combat() -> None:
    bonus = {terrain: pack().terrain[terrain].close_combat_accuracy() for terrain in TERRAINS}
    assert {terrain for terrain, value in bonus.items() if value == 1} == {"village", "town"}
    assert set(bonus.values()) == {0, 1}


# Works and mines


@pytest.mark.parametrize(
    ("work", "cost", "defence", "on"),
    [
        pytest.param("wire", 6, 0, "side", marks=pytest.mark.rule("BAR-wire-1")),
        pytest.param("dragons_teeth", 7, 0, "side", marks=pytest.mark.rule("BAR-dragons-teeth-1")),
        pytest.param("trench", 5, 1, "side", marks=pytest.mark.rule("BAR-trench-1")),
        pytest.param("bunker", 20, 2, "hex", marks=pytest.mark.rule("BAR-bunker-1")),
    ],
)
def test_works_cost_and_protect_as_printed(work: WorkKind, cost: int, defence: int, on: str) -> None:
    found = pack().works[work]
    assert (found.strength_points(), found.bonus(), found.on) == (cost, defence, on)
    assert kind("works", work, "cost") == "printed"


@pytest.mark.rule("BAR-bunker-1")
def test_two_hits_destroy_a_bunker_and_it_holds_two_units() -> None:
    bunker = pack().works["bunker"]
    assert bunker.bonus() == 2
    assert (bunker.hits, bunker.capacity) == (2, 2)


@pytest.mark.rule("BAR-bridge-4")
def test_a_bridge_stands_one_hit_and_a_pontoon_none() -> None:
    charts = pack().charts
    assert (charts.hits_to_destroy("bridge"), charts.hits_to_destroy("pontoon")) == (2, 1)
    assert charts.hits_to_destroy("bunker") == pack().works["bunker"].hits


@pytest.mark.rule("BAR-lay-mines-7")
@pytest.mark.setup
def test_the_minefield_card_has_a_cost_and_a_table_by_kind_and_type() -> None:
    mines = pack().mines
    assert mines.cost == 8
    assert {kind("mines", "cost"), kind("mines", "anti_tank", "light_tank", "dice")} == {"reconstructed"}
    assert mines.attack("dummy", "infantry") is None
    assert all(mines.attack("anti-tank", type) for type in GROUND_TYPES if type not in ON_FOOT)


@pytest.mark.rule("BAR-mine-explosion-7")
def test_mines_against_men_do_nothing_to_armour_and_mines_against_tanks_nothing_to_men() -> None:
    mines = pack().mines
    immune = [type for type in GROUND_TYPES if mines.attack("anti-personnel", type) is None]
    assert immune == ["armoured_vehicle", "light_tank", "medium_tank", "heavy_tank"]
    assert [type for type in GROUND_TYPES if mines.attack("anti-tank", type) is None] == list(ON_FOOT)


# Fixed figures


@pytest.mark.parametrize(
    ("figures", "cite"),
    [
        ({"open_fire_ammo": 1, "suppressive_ammo": 3, "defend_ammo": 1, "ambush_fire_ammo": 1}, "orders"),
        ({"fire_on_move_ammo": 1, "melee_ammo": 1, "air_ammo": 1, "smoke_ammo": 1}, "orders"),
        ({"suppressive_halves": 3, "ambush_dice": 1, "hq_valour": 2, "spread_units": 3}, "tests"),
        ({"hill_defence": 1, "hill_accuracy": -1, "armoured_ambush_rounds": 2, "mine_points": 2}, "others"),
    ],
)
def test_figures_of_the_rules_are_printed(figures: dict[str, int], cite: str) -> None:
    limits: Any = pack().charts.limits
    assert {name: getattr(limits, name) for name in figures} == figures
    assert {kind("charts", "limits", name) for name in figures} == {"printed"}


@pytest.mark.rule("BAR-group-card-1")
@pytest.mark.setup
def test_a_group_has_room_for_three_vehicle_units_and_six_others() -> None:
    group = pack().charts.limits.group
    assert (group.vehicles, group.others) == (3, 6)


@pytest.mark.rule("BAR-airfield-3")
def test_an_aircraft_lands_refuels_arms_and_is_ready() -> None:
    assert [pack().charts.airfield(box) for box in (1, 2, 3, 4)] == ["landed", "refuel", "arm", "ready"]
