"""The printed tables, figure by figure as the book has them."""

import pytest
from msgspec.structs import replace

from planspiel.systems.wiener2022.catalogue import Mobility, Role, ShipClass
from planspiel.systems.wiener2022.craters import leaves_crater
from planspiel.systems.wiener2022.state import BridgeKind, Stock
from planspiel.systems.wiener2022.tables import Artillery, SightRow, rule_of_thumb
from wiener2022.positions import pack, position

TABLES = pack().tables

DAY: list[tuple[Mobility, tuple[int, int, int]]] = [
    ("infantry", (2, 1, 1)),
    ("rider", (3, 2, 1)),
    ("cyclist", (3, 1, 0)),
    ("wheeled", (10, 2, 1)),
    ("wheeled_xc", (10, 4, 1)),
    ("tracked", (8, 4, 1)),
    ("rowboat", (0, 0, 1)),
    ("motorboat", (0, 0, 4)),
    ("stormboat", (0, 0, 6)),
    ("rail", (16, 0, 0)),
]
NIGHT: list[tuple[Mobility, tuple[int, int, int]]] = [
    ("infantry", (2, 1, 1)),
    ("rider", (2, 2, 1)),
    ("cyclist", (2, 1, 0)),
    ("wheeled", (4, 1, 1)),
    ("wheeled_xc", (4, 2, 1)),
    ("tracked", (4, 2, 1)),
    ("rowboat", (0, 0, 1)),
    ("motorboat", (0, 0, 4)),
    ("stormboat", (0, 0, 4)),
    ("rail", (16, 0, 0)),
]


@pytest.mark.table
@pytest.mark.rule("WPR-geschwindigkeitstabelle-1")
@pytest.mark.parametrize(("mobility", "speed"), DAY)
def test_speeds_by_day(mobility: Mobility, speed: tuple[int, int, int]) -> None:
    assert TABLES.day_speed(mobility) == speed


@pytest.mark.table
@pytest.mark.rule("WPR-geschwindigkeitstabelle-2")
@pytest.mark.parametrize(("mobility", "speed"), NIGHT)
def test_speeds_at_night_without_light(mobility: Mobility, speed: tuple[int, int, int]) -> None:
    assert TABLES.night_speed(mobility) == speed


@pytest.mark.rule("WPR-geschwindigkeitstabelle-7")
@pytest.mark.parametrize(
    ("model", "day", "night"),
    [
        ("motorcyclists", (10, 4, 1), (4, 2, 1)),  # as highly mobile wheels
        ("tractor", (8, 4, 1), (4, 2, 1)),  # a half-track, as tracked
        ("landing_craft", (0, 0, 4), (0, 0, 4)),  # as motor boat
        ("destroyer", (0, 0, 6), (0, 0, 4)),
    ],
)
def test_kinds_without_a_printed_speed(
    model: str, day: tuple[int, int, int], night: tuple[int, int, int]
) -> None:
    assert TABLES.speed(pack().models[model], dark=False) == day
    assert TABLES.speed(pack().models[model], dark=True) == night


@pytest.mark.rule("WPR-geschwindigkeitstabelle-7")
def test_a_scenario_sets_the_speed_of_a_ship() -> None:
    slow = replace(pack().models["merchant"], speed=(3, 2))
    assert TABLES.speed(slow, dark=False) == (0, 0, 3)
    assert TABLES.speed(slow, dark=True) == (0, 0, 2)


@pytest.mark.rule("WPR-geschwindigkeitstabelle-8")
def test_lorries_with_six_driven_wheels_are_normal_wheeled() -> None:
    assert TABLES.speed(pack().models["lorry_6x6"], dark=False) == (10, 2, 1)
    assert TABLES.speed(pack().models["pilorry"], dark=False) == (10, 2, 1)


@pytest.mark.setup
@pytest.mark.rule("WPR-geschwindigkeitstabelle-3")
def test_only_cars_and_armoured_cars_are_highly_mobile() -> None:
    mobile = [model for model in pack().own_models.values() if model.mobility == "wheeled_xc"]
    assert {"krupp", "dodge", "jeep"} <= {
        id for id, model in pack().own_models.items() if model.mobility == "wheeled_xc"
    }
    assert all(model.has("car") or (model.is_combat_vehicle and model.armour == 1) for model in mobile)


SIGHT_1: list[tuple[SightRow, int, int]] = [
    ("large_air_water", 8, 2),
    ("large", 4, 1),
    ("large_camouflaged", 1, 1),
    ("small_air_water", 4, 2),
    ("small", 2, 0),
]
SIGHT_2: list[tuple[SightRow, int, int]] = [
    ("small_edge_silent", 1, 0),
    ("small_edge_fired", 4, 1),
    ("small_inside_wood", 0, 0),
    ("small_camouflaged", 1, 0),
    ("small_hidden", 0, 0),
]


@pytest.mark.table
@pytest.mark.rule("WPR-sichtweitentabelle-1")
@pytest.mark.parametrize(("row", "day", "night"), SIGHT_1)
def test_sight_ranges(row: SightRow, day: int, night: int) -> None:
    assert TABLES.sight_range(row, dark=False) == day
    assert TABLES.sight_range(row, dark=True) == night


@pytest.mark.table
@pytest.mark.rule("WPR-sichtweitentabelle-2")
@pytest.mark.parametrize(("row", "day", "night"), SIGHT_2)
def test_sight_ranges_at_edges_and_under_cover(row: SightRow, day: int, night: int) -> None:
    assert TABLES.sight_range(row, dark=False) == day
    assert TABLES.sight_range(row, dark=True) == night


@pytest.mark.table
@pytest.mark.rule(
    "WPR-wirkungstabelle-1", "WPR-wirkungstabelle-2", "WPR-wirkungstabelle-3", "WPR-wirkungstabelle-4"
)
@pytest.mark.parametrize(
    ("value", "colour", "minus", "moves", "acts"),
    [
        (1, "", 0, "free", True),
        (2, "", 0, "free", True),
        (3, "red", -3, "armour", True),
        (4, "grey", -4, "armour", True),
        (5, "black", 0, "none", False),
        (6, "black", 0, "none", False),
        (7, "black", 0, "none", False),
        (8, "black", 0, "none", False),
    ],
)
def test_the_effect_table(value: int, colour: str, minus: int, moves: str, acts: bool) -> None:
    row = TABLES.effect_row(value)
    assert (row.colour, row.minus, row.moves, row.acts) == (colour, minus, moves, acts)
    assert (row is TABLES.effect["loss"]) == (value >= 6)


@pytest.mark.table
@pytest.mark.rule("WPR-niederhaltungsstufen-1")
def test_the_colours_of_pinning_markers() -> None:
    assert [TABLES.marker(level) for level in (3, 4, 5, 6)] == ["red", "grey", "black", "black"]


@pytest.mark.table
@pytest.mark.rule("WPR-mindestkaliber-2", "WPR-mindestkaliber-4")
def test_minimum_calibres_in_direct_lay() -> None:
    """Light 2 cm, medium 4.5 cm, heavy 7.5 cm; super-heavy as heavy; unarmoured none."""
    assert [TABLES.direct_minimum(armour) for armour in (1, 2, 3)] == [20, 45, 75]
    assert TABLES.direct_minimum(4) == 75
    assert TABLES.direct_minimum(0) == 0


@pytest.mark.table
@pytest.mark.rule("WPR-mindestkaliber-3")
@pytest.mark.parametrize(
    ("resistance", "millimetres", "bomb"),
    [(0, 75, 0), (-1, 150, 1), (-2, 200, 2), (-3, 300, 3), (-4, 400, 4)],
)
def test_minimum_calibres_in_indirect_lay(resistance: int, millimetres: int, bomb: int) -> None:
    assert TABLES.indirect_minimum(resistance) == millimetres
    assert TABLES.bomb_minimum(resistance) == bomb


@pytest.mark.table
@pytest.mark.rule("WPR-bunker-2", "WPR-bunker-3")
def test_resistance_by_class() -> None:
    assert [TABLES.resistance_of(armour) for armour in (1, 2, 3)] == [0, -1, -2]
    assert TABLES.resistance_of(4) == -2
    assert TABLES.bunker_resistances(3) == (-2,)
    assert TABLES.bunker_resistances(4) == (-3, -4)


@pytest.mark.table
@pytest.mark.rule("WPR-bruecken-3", "WPR-bruecken-9")
@pytest.mark.parametrize(
    ("kind", "resistance", "millimetres", "bomb"),
    [("engineer", 0, 37, 0), ("wood", -1, 150, 1), ("tank", -1, 150, 1), ("solid", -2, 200, 2)],
)
def test_bridges(kind: BridgeKind, resistance: int, millimetres: int, bomb: int) -> None:
    row = TABLES.bridge(kind)
    assert (row.resistance, row.minimum, row.bomb) == (resistance, millimetres, bomb)


@pytest.mark.table
@pytest.mark.rule("WPR-plusminus-3", "WPR-plusminus-9")
@pytest.mark.parametrize(
    ("millimetres", "plus"),
    [(149, 0), (150, 1), (170, 1), (199, 1), (200, 2), (210, 2), (300, 3), (399, 3), (400, 4)],
)
def test_calibre_plus(millimetres: int, plus: int) -> None:
    assert TABLES.calibre_plus(millimetres) == plus


def test_the_printed_plus_and_minus_points() -> None:
    points = TABLES.points
    assert (points.cover, points.high_attack) == (-1, -1)
    assert (points.heavy_mortar, points.heavy_mortar_over) == (1, 110)
    assert points.calibre == ((150, 1), (200, 2), (300, 3), (400, 4))
    assert (points.reduced_range, points.flat_on_soft_vehicle) == (1, 2)
    assert (points.multi_barrel_flak, points.multi_barrel_over) == (1, 20)
    assert (points.mine_on_soft, points.mine_on_armour) == (2, 0)
    assert points.class_step == 1


# Ranges


@pytest.mark.table
@pytest.mark.rule(
    "WPR-schussweitentabelle-3",
    "WPR-schussweitentabelle-4",
    "WPR-schussweitentabelle-5",
    "WPR-schussweitentabelle-6",
)
@pytest.mark.parametrize(
    ("family", "rows"),
    [
        ("mortar", {50: 2, 80: 4, 120: 6, 150: 8}),
        ("rocket", {50: 2, 80: 4, 120: 6, 150: 8}),
        ("infantry_gun", {80: 4, 120: 6, 150: 8, 200: 20}),
        ("howitzer", {100: 10, 120: 12, 150: 15, 200: 20}),
        ("gun", {75: 12, 100: 15, 120: 18, 150: 20, 200: 25, 300: 30, 400: 40}),
    ],
)
def test_indirect_ranges(family: Artillery, rows: dict[int, int]) -> None:
    assert {calibre: TABLES.ranges.indirect(family, calibre) for calibre in rows} == rows
    assert TABLES.ranges.artillery_flat == 2


@pytest.mark.rule("WPR-schussweitentabelle-7")
@pytest.mark.parametrize(
    ("family", "millimetres", "fields"),
    [
        ("rocket", 132, 6),  # 13 cm rockets: the row of 12 cm
        ("infantry_gun", 210, 20),  # a 21 cm Mörser: the table, not half its calibre
        ("gun", 150, 20),  # not 22.5
        ("gun", 75, 12),  # not 11.25
        ("mortar", 50, 2),
    ],
)
def test_the_range_table_prevails_by_its_nearest_row(
    family: Artillery, millimetres: int, fields: int
) -> None:
    assert TABLES.ranges.indirect(family, millimetres) == fields


@pytest.mark.table
@pytest.mark.rule("WPR-schussweiten-2", "WPR-kurzkanonen-2")
@pytest.mark.parametrize(
    ("family", "millimetres", "fields"),
    [
        ("mortar", 80, 4),
        ("rocket", 150, 7),
        ("infantry_gun", 150, 7),
        ("gun", 100, 15),
        ("gun", 120, 18),
        ("howitzer", 105, 10),
        ("howitzer", 150, 15),
        ("gun", 210, 21),
        ("howitzer", 240, 24),
    ],
)
def test_the_rule_of_thumb(family: Artillery, millimetres: int, fields: int) -> None:
    """Half calibre, calibre and a half, calibre; in fields, rounded down."""
    assert rule_of_thumb(family, millimetres) == fields


@pytest.mark.rule("WPR-kurzkanonen-2")
def test_without_any_row_the_rule_of_thumb_serves() -> None:
    bare = replace(TABLES.ranges, infantry_gun={})
    assert bare.indirect("infantry_gun", 105) == 5


@pytest.mark.table
@pytest.mark.rule("WPR-schussweitentabelle-2", "WPR-schussweitentabelle-8")
@pytest.mark.parametrize(
    ("millimetres", "kind", "air"),
    [
        (13, "light", 2),
        (34, "light", 2),
        (35, "medium", 3),
        (49, "medium", 3),
        (50, "heavy", 6),
        (128, "heavy", 6),
    ],
)
def test_flak_by_calibre(millimetres: int, kind: str, air: int) -> None:
    found = TABLES.ranges.flak_class(millimetres)
    assert found == kind
    assert TABLES.ranges.flak(found) == (2, 0, air)


# Air, sea, engineers, time


@pytest.mark.table
@pytest.mark.rule("WPR-nacht-luft-3")
def test_the_scatter_table() -> None:
    found = [TABLES.air.scattered(die) for die in range(1, 11)]
    assert found == ["NW", "N", "NE", "W", "hit", "E", "SW", "S", "SE", "lost"]


@pytest.mark.table
@pytest.mark.rule("WPR-luftstreitkraefte-4", "WPR-bomben-1", "WPR-flz-bewaffnung-4")
def test_priority_and_bombs() -> None:
    air = TABLES.air
    assert air.standard_priority() == 6
    bombs = air.bomb_classes()
    assert (bombs.light, bombs.medium, bombs.heavy, bombs.special) == (0, 1, 2, (3, 4, 5))
    roles: list[Role] = ["fighter_bomber", "light_bomber", "medium_bomber", "heavy_bomber", "fighter"]
    assert [air.bombs_of(role) for role in roles] == [1, 2, 3, 4, None]


@pytest.mark.table
@pytest.mark.rule("WPR-jaeger-1", "WPR-jaeger-2")
@pytest.mark.parametrize(
    ("aircraft", "enemy", "plus"),
    [
        ("me109", "lag6", 0),
        ("me109", "thunderbolt", 1),
        ("me109", "il2", 2),
        ("me109", "ju52", 2),
        ("thunderbolt", "he111", 1),
        ("thunderbolt", "me109", 0),
        ("il2", "me109", 0),
        ("me262", "mustang", 1),
        ("me262", "thunderbolt", 2),
        ("me262", "b17", 3),
    ],
)
def test_superiority_in_the_air(aircraft: str, enemy: str, plus: int) -> None:
    assert TABLES.air.superiority(pack().models[aircraft], pack().models[enemy]) == plus


@pytest.mark.table
@pytest.mark.rule("WPR-flz-rollstrecke-1")
@pytest.mark.parametrize(
    ("model", "fields"),
    [
        ("me109", 2),
        ("c47", 3),
        ("ju52", 4),
        ("lancaster", 5),
        ("ar232", 2),
        ("horsa", 2),
        ("dfs230", 1),
        ("storch", 1),
    ],
)
def test_runways(model: str, fields: int) -> None:
    assert TABLES.air.runway_length(pack().models[model]) == fields


@pytest.mark.table
@pytest.mark.rule("WPR-flz-transport-1")
@pytest.mark.parametrize(
    ("model", "points"),
    [
        ("paratroops", 1),
        ("hmg_base", 2),
        ("mortar_base", 2),
        ("light_gun_base", 2),
        ("heavy_mortar_base", 2),
        ("pak37", 2),
        ("pak45", 2),
        ("pak50", 3),
        ("pak75", 3),
        ("flak20_base", 3),
        ("fh105_base", 3),
        ("jeep", 3),
    ],
)
def test_load_points(model: str, points: int) -> None:
    found = pack().models[model]
    assert TABLES.air.load_of(found, pack().main_weapon(found)) == points


@pytest.mark.table
@pytest.mark.rule("WPR-flz-transport-1")
def test_powered_transports_carry_one_figure_base_per_engine() -> None:
    powered = [m for m in pack().own_models.values() if m.role in ("transport", "combat_transport")]
    assert powered
    one = TABLES.air.load_of(pack().models["figures"], None)
    assert all(model.capacity == one * model.engines * TABLES.air.load.per_engine for model in powered)


@pytest.mark.table
@pytest.mark.rule("WPR-flz-einteilung-2")
@pytest.mark.parametrize(("engines", "kind"), [(1, "light"), (2, "medium"), (3, "medium"), (4, "heavy")])
def test_classes_by_engines(engines: int, kind: str) -> None:
    assert TABLES.air.engine_class(engines) == kind


@pytest.mark.rule("WPR-flz-einteilung-2")
def test_bombers_of_the_catalogue_have_the_engines_of_their_class() -> None:
    classes: dict[Role, str] = {"light_bomber": "light", "medium_bomber": "medium", "heavy_bomber": "heavy"}
    bombers = [model for model in pack().own_models.values() if model.role in classes]
    assert {model.role for model in bombers} == set(classes)
    assert all(TABLES.air.engine_class(model.engines) == classes[model.role] for model in bombers)


@pytest.mark.table
@pytest.mark.rule("WPR-schiffe-klassen-6", "WPR-schiffe-klassen-8", "WPR-schiffe-klassen-9")
@pytest.mark.parametrize(
    ("ship", "plus", "resistance", "figures", "gun"),
    [
        ("destroyer", 0, -1, 2, (120, 18)),
        ("light_cruiser", 1, -2, 5, (150, 20)),
        ("heavy_cruiser", 2, -2, 5, (200, 25)),
        ("battle_cruiser", 3, -3, 5, (300, 30)),
        ("battleship", 4, -4, 5, (400, 40)),
    ],
)
def test_warships(ship: ShipClass, plus: int, resistance: int, figures: int, gun: tuple[int, int]) -> None:
    row = TABLES.ship(ship)
    assert (row.plus, row.resistance, row.figures) == (plus, resistance, figures)
    assert TABLES.naval_gun(ship) == gun
    model = pack().models[ship]
    weapon = pack().main_weapon(model)
    assert weapon is not None
    assert (weapon.calibre, weapon.indirect, weapon.plus) == (*gun, plus)
    assert (model.resistance, model.capacity) == (resistance, figures)
    assert model.armour == {-1: 2, -2: 3, -3: 4, -4: 4}[resistance]


@pytest.mark.setup
@pytest.mark.rule("WPR-schiffe-klassen-1", "WPR-schiffe-klassen-4")
def test_small_craft_and_merchant_ships() -> None:
    craft, carrier = pack().models["landing_craft"], pack().models["spw_mg"]
    assert (craft.armour, craft.resistance, craft.capacity) == (
        carrier.armour,
        carrier.resistance,
        carrier.capacity,
    )
    assert pack().weapons[craft.weapons[0]].flak == "light"
    merchant, tank = pack().models["merchant"], pack().models["p4"]
    assert (merchant.resistance, merchant.capacity) == (tank.resistance, 5) == (-1, 5)
    flak = pack().weapons[merchant.weapons[0]]
    assert flak.flak == "light"
    assert flak.flat == 2


@pytest.mark.table
@pytest.mark.rule("WPR-pioniere-4", "WPR-pioniergeraet-1")
def test_the_stock_of_engineers() -> None:
    full = Stock(at_mine=3, ap_mine=3, crater=3, demolition=3, wire=3, boat=3, bridge=1)
    double = Stock(at_mine=6, ap_mine=6, crater=6, demolition=6, wire=6, boat=6, bridge=2)
    assert TABLES.stock_of(pack().models["pispw"]) == full
    assert TABLES.stock_of(pack().models["pilorry"]) == full
    assert TABLES.stock_of(pack().models["engineer_equipment"]) == double
    assert TABLES.stock_of(pack().models["lorry"]) is None


@pytest.mark.table
@pytest.mark.rule("WPR-zeit-2")
def test_a_standard_day_has_sixteen_day_turns_and_eight_night_turns() -> None:
    day = TABLES.day
    assert (day.turns, day.day, day.night) == (24, 16, 8)
    clock = pack().scenarios["river_line"].clock
    assert clock.turns_per_day == day.turns
    assert sum(clock.is_night(turn) for turn in range(1, day.turns + 1)) == day.night


@pytest.mark.rule("WPR-zubehoer-X1")
@pytest.mark.parametrize(
    ("option", "field", "plus", "value", "crater"),
    [
        (False, "3,3", 4, 6, False),
        (True, "3,3", 3, 6, True),
        (True, "3,3", 2, 6, False),
        (True, "3,3", 3, 5, False),
        (True, "4,4", 3, 6, False),
    ],
)
def test_fire_leaves_craters_only_if_the_scenario_says_so(
    option: bool, field: str, plus: int, value: int, crater: bool
) -> None:
    game = position(ground={"4,4": "wood"}, options={"craters_by_fire": option})
    assert leaves_crater(game.pack, game.state, field, plus=plus, value=value) is crater
