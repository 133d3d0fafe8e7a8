"""The catalogue: what each model is by the printed rules, and that every entry agrees with them."""

import pytest
from msgspec.structs import replace

from planspiel.packs import Inline, PackFaults
from planspiel.systems.wiener2022.catalogue import Weapon
from planspiel.systems.wiener2022.classes import (
    armour_class,
    armour_in_play,
    gun_class,
    is_over_long,
    is_short,
    is_small,
    ranges,
    tow_class,
)
from planspiel.systems.wiener2022.pack import load_pack
from planspiel.systems.wiener2022.state import RED
from wiener2022.positions import pack

PACK = pack()
MODELS, WEAPONS, TABLES = PACK.own_models, PACK.own_weapons, PACK.tables
ARMOUR = sorted(id for id, model in MODELS.items() if model.is_vehicle and model.armour and model.tonnes)
ON_LAND = sorted(id for id in WEAPONS if not id.startswith(("naval", "aircraft", "craft", "bombs")))


def main(model: str) -> Weapon:
    found = PACK.main_weapon(MODELS[model])
    assert found is not None
    return found


# The models of the four divisions

PRINTED = [
    # model, armour, gun class, calibre in mm, flat, indirect, air, mobility, size
    ("p5", 3, 3, 75, 2, 0, 0, "tracked", "large"),
    ("p4", 2, 2, 75, 2, 0, 0, "tracked", "large"),
    ("stg3", 2, 2, 75, 2, 0, 0, "tracked", "large"),
    ("japz4", 2, 3, 75, 2, 0, 0, "tracked", "large"),
    ("t34_76", 2, 2, 76, 2, 0, 0, "tracked", "large"),
    ("t34_85", 2, 3, 85, 2, 0, 0, "tracked", "large"),
    ("t70", 1, 1, 45, 2, 0, 0, "tracked", "large"),
    ("su85", 2, 3, 85, 2, 0, 0, "tracked", "large"),
    ("su76", 1, 2, 76, 2, 0, 0, "tracked", "large"),
    ("marder", 1, 2, 75, 2, 0, 0, "tracked", "large"),
    ("bison", 1, 3, 150, 2, 8, 0, "tracked", "large"),
    ("wespe", 1, 2, 105, 2, 10, 0, "tracked", "large"),
    ("hummel", 1, 3, 150, 2, 15, 0, "tracked", "large"),
    ("m3_fh105", 1, 2, 105, 2, 10, 0, "tracked", "large"),
    ("katyusha_track", 0, 0, 132, 0, 6, 0, "tracked", "large"),
    ("katyusha_lorry", 0, 0, 132, 0, 6, 0, "wheeled", "large"),
    ("puma", 1, 2, 50, 2, 0, 0, "wheeled_xc", "large"),
    ("sdkfz231", 1, 1, 20, 2, 0, 0, "wheeled_xc", "large"),
    ("ba10", 1, 1, 45, 2, 0, 0, "wheeled_xc", "large"),
    ("spw_mg", 1, 0, 8, 2, 0, 0, "tracked", "large"),
    ("spw_37", 1, 1, 37, 2, 0, 0, "tracked", "large"),
    ("spw_mortar", 1, 0, 81, 0, 4, 0, "tracked", "large"),
    ("pispw", 1, 0, 8, 2, 0, 0, "tracked", "large"),
    ("spw_command", 1, 0, 8, 2, 0, 0, "tracked", "large"),
    ("pkw_command", 0, 0, 8, 1, 0, 0, "wheeled_xc", "large"),
    ("spw_flak", 1, 1, 20, 2, 0, 2, "tracked", "large"),
    ("su37", 1, 1, 37, 2, 0, 3, "tracked", "large"),
    ("zgm_flak37", 0, 1, 37, 2, 0, 3, "tracked", "large"),
    ("figures", 0, 0, 8, 1, 0, 0, "infantry", "small"),
    ("engineers", 0, 0, 8, 1, 0, 0, "infantry", "small"),
    ("hmg_base", 0, 0, 8, 2, 0, 2, "infantry", "small"),
    ("mortar_base", 0, 0, 81, 0, 4, 0, "infantry", "small"),
    ("heavy_mortar_base", 0, 0, 120, 0, 6, 0, "infantry", "small"),
    ("pak75", 0, 2, 75, 2, 0, 0, "infantry", "small"),
    ("pak76", 0, 2, 76, 2, 0, 0, "infantry", "small"),
    ("flak20_base", 0, 1, 20, 2, 0, 2, "infantry", "small"),
    ("flak37_base", 0, 1, 37, 2, 0, 3, "infantry", "large"),
    ("flak85_base", 0, 3, 85, 2, 0, 6, "infantry", "large"),
    ("flak88_base", 0, 3, 88, 2, 0, 6, "infantry", "large"),
    ("ig150_base", 0, 3, 150, 2, 8, 0, "infantry", "large"),
    ("fh105_base", 0, 2, 105, 2, 10, 0, "infantry", "large"),
    ("fh122_base", 0, 2, 122, 2, 12, 0, "infantry", "large"),
    ("fh150_base", 0, 3, 150, 2, 15, 0, "infantry", "large"),
]


@pytest.mark.table
@pytest.mark.rule("WPR-ru-motschdiv43-9", "WPR-schussweitentabelle-1")
@pytest.mark.parametrize(
    ("model", "armour", "gun", "calibre", "flat", "indirect", "air", "mobility", "size"), PRINTED
)
def test_every_printed_model_is_classified(
    model: str,
    armour: int,
    gun: int,
    calibre: int,
    flat: int,
    indirect: int,
    air: int,
    mobility: str,
    size: str,
) -> None:
    found, weapon = MODELS[model], main(model)
    assert (found.armour, found.mobility, found.size) == (armour, mobility, size)
    assert (weapon.gun_class, weapon.calibre) == (gun, calibre)
    assert (weapon.flat, weapon.indirect, weapon.air) == (flat, indirect, air) == ranges(TABLES, weapon)


def test_the_elements_of_all_divisions_have_a_row_above_or_carry_nothing() -> None:
    classified = {row[0] for row in PRINTED}
    for division in PACK.divisions.values():
        for _, _, unit in division.elements():
            for model in PACK.units[unit].models:
                found = MODELS[model]
                assert model in classified or found.is_aircraft or not found.weapons


@pytest.mark.table
@pytest.mark.rule("WPR-schussweiten-1", "WPR-schussweitentabelle-1", "WPR-schussweitentabelle-9")
@pytest.mark.parametrize(
    ("weapon", "row"),
    [
        ("small_arms", (1, 0, 0)),
        ("mg", (2, 0, 0)),  # mounted, but no flak
        ("hmg", (2, 0, 2)),
        ("gun_45", (2, 0, 0)),
        ("gun_75_48", (2, 0, 0)),
        ("gun_88_56", (2, 0, 0)),
        ("flame", (1, 0, 0)),
    ],
)
def test_direct_ranges(weapon: str, row: tuple[int, int, int]) -> None:
    assert ranges(TABLES, WEAPONS[weapon]) == row
    assert TABLES.ranges.close == 0


# Classes follow from weight, calibre and barrel


@pytest.mark.table
@pytest.mark.rule("WPR-panzer-einteilung-1", "WPR-panzer-einteilung-8")
@pytest.mark.parametrize(
    ("tonnes", "armour"),
    [(3, 1), (19, 1), (20, 2), (39, 2), (40, 3), (45, 3), (50, 3), (51, 4), (57, 4), (69, 4)],
)
def test_armour_by_weight(tonnes: int, armour: int) -> None:
    assert armour_class(TABLES, replace(MODELS["p4"], tonnes=tonnes)) == armour


@pytest.mark.table
@pytest.mark.rule("WPR-panzer-einteilung-1", "WPR-panzer-einteilung-8")
@pytest.mark.parametrize(
    ("calibre", "barrel", "gun"),
    [
        (20, 55, 1),
        (49, 50, 1),
        (50, 42, 2),
        (84, 50, 2),
        (85, 50, 3),
        (119, 50, 3),
        (120, 50, 4),
        (75, 70, 3),
        (88, 71, 4),
        (15, 80, 0),
    ],
)
def test_guns_by_calibre(calibre: int, barrel: int, gun: int) -> None:
    assert gun_class(TABLES, replace(WEAPONS["gun_75_48"], calibre=calibre, barrel=barrel)) == gun


@pytest.mark.table
@pytest.mark.rule("WPR-panzer-einteilung-2")
@pytest.mark.parametrize(("calibre", "gun"), [(20, 1), (79, 1), (80, 2), (119, 2), (120, 3), (152, 3)])
def test_guns_after_the_war(calibre: int, gun: int) -> None:
    """Light 2 to 7.9 cm, medium 8 to 11.9 cm, heavy from 12 cm; no super-heavy class."""
    weapon = replace(WEAPONS["gun_75_48"], calibre=calibre, barrel=60)
    assert gun_class(TABLES, weapon, "postwar") == gun
    assert armour_class(TABLES, replace(MODELS["p4"], tonnes=70), "postwar") == 3


@pytest.mark.rule("WPR-panzer-einteilung-3")
def test_a_scenario_of_another_period_classes_the_whole_catalogue_anew() -> None:
    overlay = {"scenarios": {"first_steps": {"period": "postwar"}}}
    changed = load_pack([Inline("case.toml", overlay)]).pack
    p4 = changed.models[changed.model_id("first_steps", "p4")]
    assert changed.weapons[p4.weapons[0]].gun_class == 1
    assert changed.models["p4"].weapons == MODELS["p4"].weapons
    assert changed.model_id("first_steps", "lorry") == "lorry"


@pytest.mark.rule("WPR-panzer-einteilung-3", "WPR-ru-motschdiv43-9")
def test_what_a_scenario_changes_holds_in_any_period_and_no_train_is_classed_by_weight() -> None:
    overlay = {"scenarios": {"first_steps": {"period": "postwar", "changes": {"p4": {"armour": 3}}}}}
    changed = load_pack([Inline("case.toml", overlay)]).pack
    assert changed.models[changed.model_id("first_steps", "p4")].armour == 3
    assert changed.models[changed.model_id("first_steps", "koenigstiger")].armour == 3
    train = changed.models[changed.model_id("first_steps", "armoured_train")]
    assert (train.armour, train.resistance) == (2, -1)


@pytest.mark.rule("WPR-befestigungen-7", "WPR-panzer-einteilung-3")
def test_bunkers_of_another_period_are_of_the_class_of_their_guns() -> None:
    overlay = {"scenarios": {"first_steps": {"period": "postwar"}}}
    changed = load_pack([Inline("case.toml", overlay)]).pack
    names = ("bunker_light", "bunker_medium", "bunker_heavy", "bunker_superheavy", "bunker_fortress")
    bunkers = [changed.models[changed.model_id("first_steps", name)] for name in names]
    assert [(bunker.armour, bunker.resistance) for bunker in bunkers] == [
        (1, 0),
        (1, 0),
        (2, -1),
        (3, -2),
        (3, -2),
    ]
    assert all(changed.weapons[bunker.weapons[0]].gun_class == bunker.armour for bunker in bunkers)


@pytest.mark.rule("WPR-panzer-einteilung-5")
def test_a_t34_85_is_a_medium_tank_with_a_heavy_gun() -> None:
    assert armour_class(TABLES, MODELS["t34_85"]) == MODELS["t34_85"].armour == 2
    assert gun_class(TABLES, main("t34_85")) == main("t34_85").gun_class == 3


@pytest.mark.rule("WPR-panzer-einteilung-6")
def test_a_kw_1_is_a_heavy_tank_with_a_medium_gun() -> None:
    assert armour_class(TABLES, MODELS["kw1"]) == MODELS["kw1"].armour == 3
    assert gun_class(TABLES, main("kw1")) == main("kw1").gun_class == 2


@pytest.mark.setup
@pytest.mark.parametrize(("model", "armour"), [("pz2", 1), ("p4", 2), ("p5", 3), ("koenigstiger", 4)])
def test_the_type_vehicles_stand_for_their_classes(model: str, armour: int) -> None:
    assert MODELS[model].armour == armour_class(TABLES, MODELS[model]) == armour
    assert main(model).gun_class == armour


@pytest.mark.rule("WPR-panzer-einteilung-4")
def test_self_propelled_mounts_are_light_whatever_they_weigh() -> None:
    mounts = [model for model in MODELS.values() if model.has("open_mount")]
    assert any(model.tonnes >= 20 for model in mounts)
    assert all(model.armour == armour_class(TABLES, model) == 1 for model in mounts)


@pytest.mark.rule("WPR-panzer-einteilung-8")
@pytest.mark.parametrize("model", ARMOUR)
def test_armour_in_the_catalogue_follows_from_weight(model: str) -> None:
    assert MODELS[model].armour == armour_class(TABLES, MODELS[model]) or MODELS[model].kind == "train"
    assert MODELS[model].resistance == TABLES.resistance_of(MODELS[model].armour)


@pytest.mark.rule("WPR-panzer-einteilung-8")
@pytest.mark.parametrize("weapon", sorted(WEAPONS))
def test_guns_in_the_catalogue_follow_from_calibre_and_barrel(weapon: str) -> None:
    assert WEAPONS[weapon].gun_class == gun_class(TABLES, WEAPONS[weapon])


@pytest.mark.rule("WPR-schussweitentabelle-1")
@pytest.mark.parametrize("weapon", ON_LAND)
def test_ranges_in_the_catalogue_follow_from_the_range_table(weapon: str) -> None:
    found = WEAPONS[weapon]
    assert (found.flat, found.indirect, found.air) == ranges(TABLES, found)
    assert found.flak == (TABLES.ranges.flak_class(found.calibre) if found.family == "flak" else found.flak)


@pytest.mark.rule("WPR-plusminus-3")
@pytest.mark.parametrize("weapon", sorted(id for id in WEAPONS if WEAPONS[id].family != "bomb"))
def test_plus_points_in_the_catalogue_follow_from_calibre(weapon: str) -> None:
    assert WEAPONS[weapon].plus == TABLES.calibre_plus(WEAPONS[weapon].calibre)


@pytest.mark.rule("WPR-panzer-einteilung-8")
def test_an_option_makes_tanks_up_to_60_tonnes_heavy() -> None:
    tiger, king = MODELS["tiger"], MODELS["koenigstiger"]
    assert armour_in_play({"heavy_up_to_60t": False}, tiger) == 4
    assert armour_in_play({"heavy_up_to_60t": True}, tiger) == 3
    assert armour_in_play({"heavy_up_to_60t": True}, king) == 4
    assert armour_in_play({"heavy_up_to_60t": True}, MODELS["bunker_superheavy"]) == 4


@pytest.mark.rule("WPR-langrohr-1", "WPR-langrohr-2", "WPR-langrohr-3")
def test_over_long_guns_count_one_class_higher() -> None:
    long, border = WEAPONS["gun_75_70"], replace(WEAPONS["gun_75_70"], barrel=60)
    assert is_over_long(TABLES, long)
    assert gun_class(TABLES, long) == 3
    assert not is_over_long(TABLES, border)
    assert gun_class(TABLES, border) == 2
    assert not is_over_long(TABLES, WEAPONS["flak_20"])  # L/65, but flak
    assert not is_over_long(TABLES, WEAPONS["flak_105"])
    assert not is_over_long(TABLES, replace(long, calibre=44))
    assert is_over_long(TABLES, replace(long, calibre=45))


@pytest.mark.rule("WPR-kurzkanonen-1", "WPR-kurzkanonen-3")
def test_short_guns_count_one_class_lower_but_never_below_light() -> None:
    short = WEAPONS["gun_75_24"]
    assert is_short(TABLES, short)
    assert gun_class(TABLES, short) == 1
    assert gun_class(TABLES, replace(short, barrel=30)) == 2
    assert gun_class(TABLES, replace(short, barrel=29)) == 1
    assert gun_class(TABLES, replace(short, calibre=37, barrel=20)) == 1
    assert gun_class(TABLES, WEAPONS["light_gun_105"]) == 2  # recoilless


@pytest.mark.rule("WPR-artillerie-panzer-3")
@pytest.mark.parametrize(
    ("weapon", "gun", "heavy"),
    [
        ("ig_75", 1, False),
        ("fk_75", 2, False),
        ("fh_105", 2, False),
        ("fh_122", 2, False),
        ("fk_105", 3, False),
        ("fk_122", 3, False),
        ("fh_150", 3, True),
        ("ig_150", 3, True),
    ],
)
def test_light_artillery_counts_as_anti_tank_guns(weapon: str, gun: int, heavy: bool) -> None:
    assert gun_class(TABLES, WEAPONS[weapon]) == gun
    assert WEAPONS[weapon].is_heavy_artillery is heavy


# Kinds of models


@pytest.mark.rule("WPR-erkennen-1", "WPR-erkennen-8")
@pytest.mark.parametrize("model", sorted(id for id, model in MODELS.items() if model.is_base))
def test_sizes_of_bases_follow_from_their_weapons(model: str) -> None:
    assert (MODELS[model].size == "small") is is_small(MODELS[model], main(model))


@pytest.mark.rule("WPR-erkennen-8")
def test_vehicles_ships_and_bunkers_are_large() -> None:
    large = [m for m in MODELS.values() if m.is_vehicle or m.is_bunker or m.kind == "ship"]
    assert all(model.size == "large" and not is_small(model, None) for model in large)


@pytest.mark.rule("WPR-transport-land-3")
@pytest.mark.parametrize("model", sorted(id for id, model in MODELS.items() if model.is_weapon))
def test_tow_classes_follow_from_weapons(model: str) -> None:
    assert MODELS[model].tow_needs == tow_class(main(model))


@pytest.mark.rule("WPR-transport-land-3")
@pytest.mark.parametrize(
    ("vehicle", "base", "pulls"),
    [
        ("krupp", "figures", True),
        ("krupp", "mortar_base", True),
        ("jeep", "pak76", True),
        ("dodge", "heavy_mortar_base", False),
        ("krupp", "flak20_base", False),
        ("lorry", "heavy_mortar_base", True),
        ("lorry", "flak37_base", True),
        ("lorry", "fh105_base", False),
        ("lorry", "flak88_base", False),
        ("tractor", "fh150_base", True),
        ("rso", "ig150_base", True),
        ("supply_lorry", "figures", False),
        ("p4", "figures", False),
    ],
)
def test_what_vehicles_carry_and_tow(vehicle: str, base: str, pulls: bool) -> None:
    assert MODELS[vehicle].can_pull(MODELS[base]) is pulls


@pytest.mark.rule("WPR-mitfahren-1", "WPR-mitfahren-2")
@pytest.mark.parametrize(
    ("model", "carries"),
    [
        ("p4", True),
        ("p5", True),
        ("stg3", True),
        ("su85", True),
        ("pz2", False),
        ("tiger", False),
        ("marder", False),
        ("spw_mg", False),
        ("puma", False),
        ("bunker_medium", False),
    ],
)
def test_medium_and_heavy_tanks_carry_riders(model: str, carries: bool) -> None:
    assert MODELS[model].carries_riders is carries


@pytest.mark.rule("WPR-basieren-1")
def test_what_a_base_fights_with_follows_from_its_model_alone() -> None:
    bases = [recruit for recruit in PACK.roster("first_steps", RED) if recruit.model == "figures"]
    assert len({base.label for base in bases}) == len(bases) > 1
    assert {PACK.main_weapon(MODELS[base.model]) for base in bases} == {PACK.weapons["small_arms"]}


@pytest.mark.setup
@pytest.mark.rule("WPR-darstellung-truppen-2", "WPR-darstellung-truppen-3")
def test_staffs_and_trains_are_closed_vehicles_and_open_lorries_carry_troops() -> None:
    rear = [model for model in MODELS.values() if model.traits & {"command", "supply"}]
    assert len(rear) >= 5
    assert all(model.is_vehicle and model.has("closed") and not model.tow for model in rear)
    assert MODELS["lorry"].has("transport")
    assert not MODELS["lorry"].has("closed")
    assert MODELS["supply_lorry"].has("supply")


@pytest.mark.rule("WPR-ru-motschdiv43-11")
def test_a_staff_is_one_vehicle_without_a_base() -> None:
    for unit in ("spw_command", "pkw_command"):
        (model,) = PACK.units[unit].models
        assert MODELS[model].is_command
        assert not MODELS[model].may_attack
    assert not MODELS["p4"].is_command


@pytest.mark.setup
@pytest.mark.rule("WPR-darstellung-truppen-4")
def test_an_engineer_unit_has_figures_a_vehicle_and_a_bridge() -> None:
    for unit in ("pispw_engineers", "pilorry_engineers"):
        base, vehicle = (MODELS[model] for model in PACK.units[unit].models)
        assert base.is_figures
        assert base.has("engineer")
        stock = TABLES.stock_of(vehicle)
        assert stock is not None
        assert stock.bridge == 1


@pytest.mark.setup
@pytest.mark.rule("WPR-darstellung-truppen-1")
def test_a_unit_is_a_model_a_base_or_a_base_with_its_vehicle() -> None:
    for unit in PACK.units.values():
        models = [MODELS[model] for model in unit.models]
        assert len(models) == 1 or (models[0].is_base and models[1].is_vehicle)


@pytest.mark.setup
@pytest.mark.rule("WPR-bunker-1", "WPR-befestigungen-1")
def test_bunkers_come_in_all_classes_and_super_heavy_ones_resist_more() -> None:
    bunkers = [model for model in MODELS.values() if model.is_bunker]
    assert {model.armour for model in bunkers} == {1, 2, 3, 4}
    assert {model.resistance for model in bunkers if model.armour == 4} == {-3, -4}
    assert all(model.mobility == "none" for model in bunkers)


@pytest.mark.rule("WPR-befestigungen-7")
def test_a_light_bunker_with_a_heavy_gun_is_refused() -> None:
    overlay = {"models": {"bunker_light": {"weapons": ["gun_88_56"]}}}
    with pytest.raises(PackFaults, match="the gun of a bunker is of the class of its armour"):
        load_pack([Inline("case.toml", overlay)])


@pytest.mark.setup
@pytest.mark.rule("WPR-flz-einteilung-1")
def test_there_are_aircraft_of_all_kinds() -> None:
    roles = {model.role for model in MODELS.values() if model.is_aircraft}
    assert {"fighter", "fighter_bomber", "tank_buster", "light_bomber", "medium_bomber"} <= roles
    assert {"heavy_bomber", "transport", "combat_transport", "observer", "liaison"} <= roles
    assert {"small_glider", "large_glider"} <= roles
    for model in MODELS.values():
        strikes = any(WEAPONS[weapon].family in ("bomb", "rocket") for weapon in model.weapons)
        assert (model.role, strikes) not in {("fighter", True), ("fighter_bomber", False)}, model.id
    busters = [model for model in MODELS.values() if model.role == "tank_buster"]
    assert all({"aircraft_cannon", "aircraft_rockets"} & set(model.weapons) for model in busters)


@pytest.mark.rule("WPR-flz-bewaffnung-4")
def test_bombs_of_the_catalogue_are_those_of_the_table() -> None:
    aircraft = [model for model in MODELS.values() if model.is_aircraft]
    for model in aircraft:
        wanted = TABLES.air.bombs_of(model.role)
        assert model.bomb == (-1 if wanted is None else wanted)


@pytest.mark.setup
@pytest.mark.rule("WPR-darstellung-gelaende-6")
def test_what_an_opening_situation_commonly_needs_is_there() -> None:
    wanted = "pz2 pz3 tiger koenigstiger kw1 js2 sherman ju88 lancaster ju52 dfs230 horsa fw189 landing_craft"
    wanted += " destroyer battleship merchant stormboat rowboat motor_ferry raft engineer_equipment riders"
    wanted += (
        " cyclists motorcyclists paratroops bridge_layer mine_clearer flame_tank fascine_tank dozer_tank"
    )
    wanted += " bulldozer armoured_train bunker_light bunker_fortress dummy_tank"
    assert set(wanted.split()) <= set(MODELS)


def test_every_model_says_where_its_values_come_from() -> None:
    loaded = load_pack()
    kinds = {loaded.provenance.of("models", id, "name").kind for id in MODELS}
    assert kinds <= {"printed", "historical", "reconstructed"}
    assert loaded.provenance.of("models", "p5", "armour").kind == "printed"
    assert loaded.provenance.of("models", "p5", "tonnes").kind == "historical"
    assert loaded.provenance.of("weapons", "gun_75_70", "gun_class").kind == "reconstructed"
