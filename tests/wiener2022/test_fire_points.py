"""Plus and minus points, minimum calibres, and the reading of a die."""

from __future__ import annotations

from typing import Any

import pytest

from planspiel.kernel import Modifiers
from planspiel.systems.wiener2022.effect import cancelled, level_of, opposed_value, value_of
from planspiel.systems.wiener2022.modifiers import (
    Shot,
    flak_modifiers,
    is_hurt,
    is_outright,
    mine_modifiers,
    target_kind,
)
from planspiel.systems.wiener2022.odds import likely
from planspiel.systems.wiener2022.state import BLUE, Earthwork
from wiener2022.firing import direct, indirect, points, scene, total

FIELD = "5,5"
FIGURES = {"model": "figures", "field": FIELD}
DUG_IN = {FIELD: Earthwork(2)}


def scene_of(firer: str, target: str, distance: int = 2, **rest: Any) -> Any:
    """A blue firer so many fields west of a red target in 5,5."""
    elements = {"b1": {"model": firer, "field": f"{5 - distance},5"}, "r1": {"model": target, "field": FIELD}}
    return scene(elements, **rest)


def direct_points(firer: str, target: str, distance: int = 2, **rest: Any) -> dict[str, int]:
    game = scene_of(firer, target, distance, **rest)
    return points(game, direct(game, "b1", FIELD), "r1")


def indirect_points(firer: str, target: str, count: int = 1, **rest: Any) -> dict[str, int]:
    names = tuple(f"b{number}" for number in range(1, count + 1))
    elements = {name: {"model": firer, "field": "1,5"} for name in names}
    game = scene({**elements, "r1": {"model": target, "field": FIELD}}, **rest)
    return points(game, indirect(game, names, FIELD), "r1")


# -- the die -----------------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-waffenwirkung-1")
def test_the_value_of_a_shot_is_one_die_with_all_points() -> None:
    assert [value_of(face, 0) for face in range(3, 7)] == [3, 4, 5, 6]
    assert value_of(4, 2) == 6
    assert value_of(6, -3) == 3


@pytest.mark.rule("WPR-fehlleistung-1", "WPR-fehlleistung-2")
def test_a_natural_one_or_two_has_no_effect_whatever_the_points() -> None:
    assert [value_of(face, 5) for face in (1, 2)] == [0, 0]
    assert opposed_value(2, 4) == 2


@pytest.mark.rule("WPR-fehlleistung-3")
def test_minus_points_count_on_every_roll_and_values_below_three_have_no_effect() -> None:
    assert opposed_value(2, -1) == 1
    assert opposed_value(5, -3) == 2
    assert level_of(2) == 0


@pytest.mark.rule("WPR-fehlleistung-4")
def test_plus_and_minus_are_netted_before_a_one_or_two_drops_the_rest() -> None:
    mods = Modifiers()
    mods.add(2, "plus", "WPR-plusminus-5")
    mods.add(-3, "minus", "WPR-niederhaltung-1")
    assert opposed_value(1, mods.total) == 0
    mods.add(2, "plus", "WPR-plusminus-5")
    assert opposed_value(1, mods.total) == 1


@pytest.mark.rule("WPR-kuerzung-1", "WPR-kuerzung-3")
@pytest.mark.parametrize(
    ("ours", "theirs", "left"),
    [(2, 1, (1, 0)), (1, 3, (0, 2)), (-3, -4, (0, -1)), (2, -1, (2, -1)), (0, 2, (0, 2))],
)
def test_points_of_the_same_sign_cancel_until_one_has_the_plain_chance(
    ours: int, theirs: int, left: tuple[int, int]
) -> None:
    a, b = Modifiers(), Modifiers()
    a.add(ours, "points", "WPR-kuerzung-1")
    b.add(theirs, "points", "WPR-kuerzung-1")
    cancelled(a, b)
    assert (a.total, b.total) == left


# -- targets -----------------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-zielarten-1", "WPR-flaechenziele-1")
@pytest.mark.parametrize(
    ("model", "kind"),
    [
        ("figures", "figures"),
        ("riders", "figures"),
        ("pak75", "weapon"),
        ("krupp", "soft"),
        ("katyusha_lorry", "soft"),
        ("stormboat", "soft"),
        ("me109", "soft"),
        ("p4", "hard"),
        ("spw_mg", "hard"),
        ("bunker_light", "hard"),
        ("destroyer", "hard"),
        ("dummy_tank", "hard"),
    ],
)
def test_figures_are_area_targets_and_models_hard_or_soft_points(model: str, kind: str) -> None:
    game = scene({"r1": {"model": model, "field": FIELD}})
    assert target_kind(game.pack, game.state.elements["r1"]) == kind


@pytest.mark.rule("WPR-flaechenziele-1")
def test_every_weapon_engages_figures_and_soft_vehicles_in_one_roll() -> None:
    for firer in ("figures", "p5"):
        game = scene_of(firer, "figures", 1)
        found = likely(game.pack, game.state, direct(game, "b1", FIELD), game.state.elements["r1"])
        assert {one.result: one.ways for one in found}["pinned 3"] == 6
    game = scene({"b1": {"model": "mortar_base", "field": "3,5"}, "r1": {"model": "lorry", "field": FIELD}})
    found = likely(game.pack, game.state, indirect(game, ("b1",), FIELD), game.state.elements["r1"])
    assert {one.result: one.ways for one in found} == {
        "no effect": 12,
        "pinned 3": 6,
        "pinned 4": 6,
        "pinned 5": 6,
        "lost": 6,
    }


# -- minimum calibre ---------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-mindestkaliber-1", "WPR-mindestkaliber-2", "WPR-mindestkaliber-4")
@pytest.mark.table
@pytest.mark.parametrize(
    ("firer", "target", "hurts"),
    [
        ("figures", "spw_mg", False),
        ("hmg_base", "spw_mg", False),
        ("sdkfz231", "spw_mg", True),
        ("sdkfz231", "p4", False),
        ("pak37", "p4", False),
        ("pak45", "p4", True),
        ("pak50", "p5", False),
        ("pak75", "p5", True),
        ("pak50", "koenigstiger", False),
        ("pak75", "koenigstiger", True),
        ("figures", "krupp", True),
        ("figures", "pak75", True),
    ],
)
def test_below_the_minimum_calibre_direct_fire_has_no_effect(firer: str, target: str, hurts: bool) -> None:
    game = scene_of(firer, target, 1)
    assert is_hurt(game.pack, direct(game, "b1", FIELD), game.state.elements["r1"]) is hurts


@pytest.mark.rule("WPR-mindestkaliber-3", "WPR-bomben-2")
@pytest.mark.table
@pytest.mark.parametrize(
    ("calibre", "bomb", "resistance", "hurts"),
    [
        (74, -1, 0, False),
        (75, 0, 0, True),
        (149, 0, -1, False),
        (150, 1, -1, True),
        (199, 1, -2, False),
        (200, 2, -2, True),
        (299, 2, -3, False),
        (300, 3, -3, True),
        (399, 3, -4, False),
        (400, 4, -4, True),
    ],
)
def test_resistance_asks_for_a_calibre_of_shells_and_a_plus_of_bombs(
    calibre: int, bomb: int, resistance: int, hurts: bool
) -> None:
    game = scene(
        {"b1": {"model": "fh105_base", "field": "1,5"}, "r1": {"model": "bunker_fortress", "field": FIELD}},
        weapons={"fh_105": {"calibre": calibre}},
        models={"bunker_fortress": {"resistance": resistance}},
    )
    target = game.state.elements["r1"]
    assert is_hurt(game.pack, indirect(game, ("b1",), FIELD), target) is hurts
    bombs = Shot(BLUE, (), "", FIELD, "bomb", bomb=bomb)
    assert is_hurt(game.pack, bombs, target) is hurts


@pytest.mark.rule("WPR-zielarten-2")
def test_hard_targets_are_for_direct_fire_of_sufficient_calibre() -> None:
    game = scene({"b1": {"model": "fh105_base", "field": "4,5"}, "r1": {"model": "t34_76", "field": FIELD}})
    target = game.state.elements["r1"]
    assert is_hurt(game.pack, direct(game, "b1", FIELD), target)
    assert not is_hurt(game.pack, indirect(game, ("b1",), FIELD), target)


# -- against figures and soft vehicles ---------------------------------------------------------------------


@pytest.mark.rule("WPR-plusminus-1")
def test_a_position_or_a_building_is_one_point_of_cover_and_a_wood_is_none() -> None:
    assert direct_points("p4", "figures") == {}
    cover = {"cover of a position or building": -1}
    assert direct_points("p4", "figures", earthworks=DUG_IN) == cover
    assert direct_points("p4", "figures", ground={FIELD: "building"}) == cover
    assert direct_points("p4", "figures", ground={FIELD: "wood"}) == {}
    assert direct_points("p4", "figures", mixed={FIELD: "building"}) == cover
    assert direct_points("p4", "figures", earthworks={FIELD: Earthwork(1)}) == {}


@pytest.mark.rule("WPR-eingegraben-7")
def test_position_and_building_do_not_add_up_unless_the_scenario_says_so() -> None:
    both: dict[str, Any] = {"earthworks": DUG_IN, "ground": {FIELD: "building"}}
    assert sum(direct_points("p4", "figures", **both).values()) == -1
    assert sum(direct_points("p4", "figures", **both, options={"cover_adds": True}).values()) == -2


@pytest.mark.rule("WPR-feindstellungen-2")
def test_a_captured_position_does_not_help_against_counter_moves_at_once() -> None:
    for half, cover in ((1, 0), (2, -1)):
        game = scene_of("p4", "figures", earthworks={FIELD: Earthwork(2, captured=1)}, half=half)
        assert total(game, direct(game, "b1", FIELD, counter=True), "r1") == cover
        assert total(game, direct(game, "b1", FIELD), "r1") == -1


@pytest.mark.rule("WPR-plusminus-2")
def test_mortars_and_rockets_over_eleven_centimetres_have_one_point_against_unarmoured_troops() -> None:
    plus = {"mortar or rockets over 11 cm": 1}
    assert indirect_points("heavy_mortar_base", "figures") == plus
    assert indirect_points("katyusha_lorry", "krupp") == plus
    assert indirect_points("mortar_base", "figures") == {}
    assert indirect_points("fh122_base", "figures") == {}


@pytest.mark.rule("WPR-raketen-1")
def test_rockets_act_like_barrels_of_their_calibre() -> None:
    assert sum(indirect_points("nebelwerfer_base", "figures").values()) == 1
    assert sum(indirect_points("fh150_base", "figures").values()) == 1


@pytest.mark.rule("WPR-plusminus-3", "WPR-plusminus-9")
@pytest.mark.table
@pytest.mark.parametrize(
    ("calibre", "plus"), [(149, 0), (150, 1), (170, 1), (199, 1), (200, 2), (300, 3), (399, 3), (400, 4)]
)
def test_the_calibre_plus_has_thresholds(calibre: int, plus: int) -> None:
    game = scene({})
    assert game.pack.tables.calibre_plus(calibre) == plus
    found = indirect_points("fh150_base", "figures", weapons={"fh_150": {"plus": plus}})
    assert sum(found.values()) == plus


@pytest.mark.rule("WPR-plusminus-9")
def test_calibre_and_mortar_plus_do_not_add_and_do_not_count_against_armour_in_direct_lay() -> None:
    heavy: dict[str, Any] = {"weapons": {"rocket_132": {"calibre": 210, "plus": 2}}}
    assert indirect_points("katyusha_lorry", "figures", **heavy) == {"calibre": 2}
    assert "calibre" not in direct_points("fh150_base", "t34_76")
    assert direct_points("fh150_base", "figures") == {"calibre": 1}


@pytest.mark.rule("WPR-plusminus-5", "WPR-plusminus-11")
def test_flat_fire_has_two_points_against_everything_unarmoured_on_wheels_or_keels() -> None:
    two = {"flat fire at an unarmoured vehicle": 2}
    for target in ("krupp", "katyusha_lorry", "stormboat", "raft", "train", "ju52"):
        assert direct_points("figures", target, 1) == two
    for target in ("figures", "riders", "hmg_base"):
        assert direct_points("figures", target, 1) == {}
    assert indirect_points("mortar_base", "krupp") == {}
    assert direct_points("figures", "krupp", 1, ground={FIELD: "building"}) == two


@pytest.mark.rule("WPR-feuerzusammenfassung-1", "WPR-feuerzusammenfassung-2")
def test_each_further_battery_adds_a_point_to_that_of_the_calibre() -> None:
    assert indirect_points("fh150_base", "figures", 3) == {"calibre": 1, "combined fire": 2}
    assert indirect_points("fh105_base", "figures", 2) == {"combined fire": 1}


@pytest.mark.rule("WPR-bomben-2")
def test_bombs_act_like_indirect_fire_of_the_same_plus() -> None:
    game = scene_of("p4", "figures")
    bombs = Shot(BLUE, (), "", FIELD, "bomb", bomb=2)
    assert points(game, bombs, "r1") == {"bombs": 2}
    high = Shot(BLUE, (), "", FIELD, "bomb", bomb=2, high=True)
    assert points(game, high, "r1") == {"bombs": 2, "high attack": -1}


@pytest.mark.rule("WPR-brueckenbau-10")
def test_engineers_on_pontoons_count_as_an_unarmoured_craft() -> None:
    elements = {
        "b1": {"model": "p4", "field": "3,5"},
        "r1": {"model": "engineers", "field": FIELD, "on_pontoons": True},
    }
    game = scene(elements, earthworks=DUG_IN)
    assert points(game, direct(game, "b1", FIELD), "r1") == {"flat fire at an unarmoured vehicle": 2}


# -- against hard targets ----------------------------------------------------------------------------------


@pytest.mark.rule("WPR-panzer-einteilung-7", "WPR-panzer-einteilung-9", "WPR-panzer-1")
@pytest.mark.table
@pytest.mark.parametrize(
    ("firer", "target", "expected"),
    [
        ("p4", "t34_76", 0),
        ("p5", "t34_76", 1),
        ("t34_76", "p5", -1),
        ("koenigstiger", "t70", 3),
        ("pak75", "koenigstiger", -2),
        ("sdkfz231", "spw_mg", 0),
        ("t34_85", "p4", 1),
        ("kw1", "p5", -1),
        ("p5", "t34_85", 1),
        ("bunker_heavy", "t34_76", 1),
        ("p4", "bunker_heavy", -1),
    ],
)
def test_gun_class_is_compared_with_armour_class(firer: str, target: str, expected: int) -> None:
    assert sum(direct_points(firer, target).values()) == expected


@pytest.mark.rule("WPR-schussentfernung-1", "WPR-plusminus-4", "WPR-plusminus-8")
def test_each_field_below_the_greatest_range_is_a_point_against_hard_targets() -> None:
    for distance, bonus in ((2, 0), (1, 1), (0, 2)):
        assert sum(direct_points("p4", "t34_76", distance).values()) == bonus
    flat = {"options": {"range_bonus": "flat"}}
    assert direct_points("p4", "t34_76", 0, **flat) == {"reduced range": 1}
    assert direct_points("p4", "figures", 0) == {}
    assert direct_points("p4", "pak75", 1) == {"reduced range": 1}


@pytest.mark.rule("WPR-artillerie-panzer-1")
def test_light_artillery_in_direct_lay_counts_as_an_anti_tank_gun_of_its_class() -> None:
    assert sum(direct_points("fh105_base", "t34_76").values()) == 0
    assert sum(direct_points("fh105_base", "p5").values()) == -1
    assert sum(direct_points("fh105_base", "spw_mg").values()) == 1


@pytest.mark.rule("WPR-artillerie-panzer-2", "WPR-artillerie-panzer-4")
def test_heavy_artillery_has_one_point_against_light_armour_and_none_against_other_even_at_close_range() -> (
    None
):
    for distance in (2, 1, 0):
        assert sum(direct_points("fh150_base", "spw_mg", distance).values()) == 1
        assert sum(direct_points("fh150_base", "t34_76", distance).values()) == 0
        assert sum(direct_points("fh150_base", "koenigstiger", distance).values()) == 0
    elements = {
        "b1": {"model": "fh150_base", "field": "4,5", "pinned": 3},
        "r1": {"model": "t34_76", "field": FIELD},
    }
    game = scene(elements)
    assert total(game, direct(game, "b1", FIELD), "r1") == -3


@pytest.mark.rule("WPR-artillerie-panzer-3")
def test_artillery_of_fifteen_centimetres_and_more_is_heavy() -> None:
    game = scene({})
    assert game.pack.weapons["fh_150"].is_heavy_artillery
    assert not game.pack.weapons["fh_122"].is_heavy_artillery
    assert game.pack.weapons["fh_122"].gun_class == 2


@pytest.mark.rule("WPR-zufallstreffer-1")
def test_in_indirect_lay_calibre_and_combination_count_against_resistance() -> None:
    assert indirect_points("fh150_base", "p4", 2) == {
        "calibre": 1,
        "combined fire": 1,
        "resistance of the target": -1,
    }
    game = scene_of("p4", "koenigstiger")
    bombs = Shot(BLUE, (), "", FIELD, "bomb", bomb=3, high=True)
    assert points(game, bombs, "r1") == {"bombs": 3, "resistance of the target": -2, "high attack": -1}


# -- weapons of crews, aircraft, mines ---------------------------------------------------------------------


@pytest.mark.rule("WPR-waffen-2")
def test_a_weapon_model_is_destroyed_outright_only_by_direct_shells() -> None:
    for firer, outright in (("p4", True), ("sdkfz231", True), ("figures", False), ("hmg_base", False)):
        game = scene_of(firer, "pak75", 1)
        assert is_outright(game.pack, direct(game, "b1", FIELD), game.state.elements["r1"]) is outright
    game = scene_of("fh105_base", "pak75")
    assert not is_outright(game.pack, indirect(game, ("b1",), FIELD), game.state.elements["r1"])
    dug_in = {"earthworks": DUG_IN}
    assert direct_points("p4", "pak75", 1, **dug_in) == {"reduced range": 1}
    assert direct_points("figures", "pak75", 1, **dug_in) == {"cover of a position or building": -1}


@pytest.mark.rule("WPR-flz-bewaffnung-6")
def test_aircraft_guns_have_two_points_on_soft_vehicles_and_cannon_none_but_by_option() -> None:
    for options, expected in (({}, 0), ({"cannon_on_soft": True}, 2)):
        game = scene_of("p4", "krupp", options=options)
        guns = Shot(BLUE, (), "aircraft_guns", FIELD, "guns")
        cannon = Shot(BLUE, (), "aircraft_cannon", FIELD, "cannon")
        assert total(game, guns, "r1") == 2
        assert total(game, cannon, "r1") == expected
    game = scene_of("p4", "koenigstiger")
    assert is_hurt(game.pack, Shot(BLUE, (), "aircraft_cannon", FIELD, "cannon"), game.state.elements["r1"])
    assert not is_hurt(game.pack, Shot(BLUE, (), "aircraft_guns", FIELD, "guns"), game.state.elements["r1"])


@pytest.mark.rule("WPR-plusminus-6", "WPR-plusminus-10")
def test_several_barrels_of_more_than_two_centimetres_help_against_low_aircraft() -> None:
    def of(weapon: str, high: bool = False, **options: bool) -> int:
        game = scene({"b1": {"model": "flak37_base", "field": "1,1"}}, options=options)
        return flak_modifiers(game.pack, game.state, "b1", game.pack.weapons[weapon], high=high).total

    assert (of("flak_37_2"), of("flak_37"), of("flak_20_4")) == (1, 0, 0)
    assert of("flak_37_2", high=True) == 0
    assert of("flak_20_4", quadruple_flak=True) == 1


@pytest.mark.rule("WPR-plusminus-7")
def test_mines_have_two_points_against_soft_vehicles_only() -> None:
    game = scene({name: {"model": name, "field": "1,1"} for name in ("krupp", "p4", "figures")})
    found = {n: mine_modifiers(game.pack, game.state.elements[n]).total for n in ("krupp", "p4", "figures")}
    assert found == {"krupp": 2, "p4": 0, "figures": 0}


# -- the firer ---------------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-niederhaltung-1", "WPR-niederhaltung-9")
@pytest.mark.parametrize(("level", "minus"), [(3, -3), (4, -4)])
def test_the_pinning_of_the_firer_is_a_minus_like_any_other(level: int, minus: int) -> None:
    elements = {
        "b1": {"model": "p5", "field": "4,5", "pinned": level},
        "r1": {"model": "t34_76", "field": FIELD},
    }
    game = scene(elements)
    assert total(game, direct(game, "b1", FIELD), "r1") == 2 + minus


@pytest.mark.rule("WPR-gleichwertigkeit-1", "WPR-gleichwertigkeit-2", "WPR-elite-1")
def test_nations_and_troops_are_equal_unless_the_scenario_makes_some_of_them_elite() -> None:
    plain = {"b1": {"model": "p4", "field": "3,5"}, "r1": FIGURES}
    game = scene(plain)
    assert total(game, direct(game, "b1", FIELD), "r1") == 0
    game = scene({**plain, "b1": {**plain["b1"], "elite": ("fire",)}})
    assert points(game, direct(game, "b1", FIELD), "r1") == {"elite troops": 1}
    game = scene({**plain, "b1": {**plain["b1"], "value": -1}})
    assert points(game, direct(game, "b1", FIELD), "r1") == {"condition of the troops": -1}
