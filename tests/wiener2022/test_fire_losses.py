"""Pinning, the loss roll, losses, and what becomes of those who are carried."""

from __future__ import annotations

from typing import Any

import pytest

from planspiel.kernel import Game
from planspiel.systems.wiener2022.losses import GiveUp, Lost, knock_out, loss_roll, pin, suffer
from planspiel.systems.wiener2022.state import RED, Barrage, Bridge, Position, Stock
from planspiel.systems.wiener2022.transport import Mount
from wiener2022.firing import running, scene, shelling, shooting
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

FIELD = "5,5"
OTHERS = {"b9": {"model": "p4", "field": "11,11"}, "r9": {"model": "figures", "field": "12,12"}}


def under_fire(elements: dict[str, Any], *dice: int, firer: str = "p4", **rest: Any) -> Game[Position]:
    """Blue fires from two fields away at 5,5."""
    gun = {"b1": {"model": firer, "field": "3,5"}}
    return position({**gun, **elements}, script=shooting("b1", FIELD), dice=dice, **rest)


def suffering(elements: dict[str, Any], name: str, value: int, *dice: int, **rest: Any) -> Game[Position]:
    return position(elements, script=running(lambda game: suffer(game, name, value)), dice=dice, **rest)


def knocked_out(elements: dict[str, Any], name: str, *dice: int, **rest: Any) -> Game[Position]:
    return position(elements, script=running(lambda game: knock_out(game, name)), dice=dice, **rest)


LORRY = {
    "r1": {"model": "figures", "aboard": "r1v", "mate": "r1v"},
    "r1v": {"model": "krupp", "field": FIELD},
}
TOWED = {"r1": {"model": "pak75", "aboard": "r1v", "mate": "r1v"}, "r1v": {"model": "krupp", "field": FIELD}}
CARRIER = {
    "r1": {"model": "figures", "aboard": "r1v", "mate": "r1v"},
    "r1v": {"model": "spw_mg", "field": FIELD},
}
TANK_RIDERS = {"r1": {"model": "figures", "aboard": "r1v"}, "r1v": {"model": "t34_76", "field": FIELD}}


# -- the effect table --------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-wirkungstabelle-1")
@pytest.mark.parametrize("face", [1, 2])
def test_a_one_or_two_has_no_effect(face: int) -> None:
    assert element(under_fire({"r1": {"model": "figures", "field": FIELD}}, face), "r1").pinned == 0


@pytest.mark.rule("WPR-wirkungstabelle-1", "WPR-wirkungstabelle-2", "WPR-wirkungstabelle-3")
@pytest.mark.parametrize("face", [3, 4, 5])
@pytest.mark.parametrize("model", ["figures", "marder", "pak75"])
def test_three_to_five_pin_to_that_level(face: int, model: str) -> None:
    smoke = (1,) if (model, face) == ("marder", 5) else ()
    game = under_fire({"r1": {"model": model, "field": FIELD}}, face, *smoke, firer="t70")
    assert element(game, "r1").pinned == face
    assert element(game, "r1").fate == "board"


@pytest.mark.rule("WPR-wirkungstabelle-4")
def test_six_and_more_call_for_a_loss_roll_of_figures_and_destroy_models() -> None:
    held = under_fire({"r1": {"model": "figures", "field": FIELD}}, 6, 3)
    assert (element(held, "r1").fate, element(held, "r1").pinned) == ("board", 6)
    for model in ("t34_76", "pak75", "krupp"):
        assert element(under_fire({"r1": {"model": model, "field": FIELD}}, 6), "r1").fate == "lost"


@pytest.mark.rule("WPR-niederhaltungsstufen-1")
@pytest.mark.table
def test_pinning_markers_are_red_grey_and_black() -> None:
    game = scene({})
    assert [game.pack.tables.marker(level) for level in (3, 4, 5, 6)] == ["red", "grey", "black", "black"]


@pytest.mark.rule("WPR-mehrfachwirkung-1", "WPR-feuer-wiederholung-1")
def test_the_highest_of_several_effects_stays_and_they_do_not_add_up() -> None:
    figures = {"r1": {"model": "figures", "field": FIELD, "pinned": 4}}
    assert element(under_fire(figures, 3), "r1").pinned == 4
    assert element(under_fire(figures, 5), "r1").pinned == 5


@pytest.mark.rule("WPR-moral-1")
def test_pinning_damages_no_equipment() -> None:
    game = under_fire({"r1": {"model": "t34_76", "field": FIELD, "position": True}}, 5, 1)
    assert (element(game, "r1").fate, element(game, "r1").position) == ("board", True)
    pinned = position(
        {"r1": {"model": "pispw", "field": FIELD}},
        script=_pinning("r1", 5),
        stock={"r1": Stock(wire=3)},
    )
    assert pinned.state.stock["r1"] == Stock(wire=3)


def _pinning(name: str, level: int) -> Any:
    def script(game: Game[Position]) -> Any:
        pin(game, name, level)
        return
        yield

    return script


# -- the loss roll -----------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-ausfallwurf-1")
@pytest.mark.parametrize(("face", "fate"), [(3, "board"), (4, "lost"), (6, "lost")])
def test_figures_are_lost_from_four_on_with_their_heavy_weapons(face: int, fate: str) -> None:
    for model in ("figures", "hmg_base"):
        game = under_fire({"r1": {"model": model, "field": FIELD}}, 6, face, firer="hmg_base")
        assert element(game, "r1").fate == fate


@pytest.mark.rule("WPR-ausfallwurf-2")
def test_fire_modifiers_do_not_change_the_loss_roll_and_models_make_none() -> None:
    game = position(
        {"b1": {"model": "fh150_base", "field": "1,5"}, "r1": {"model": "figures", "field": FIELD}},
        script=shelling("b1", field=FIELD),
        dice=(5, 3),
    )
    assert element(game, "r1").fate == "board"
    assert element(under_fire({"r1": {"model": "krupp", "field": FIELD}}, 6), "r1").fate == "lost"


@pytest.mark.rule("WPR-ausfallwurf-3")
def test_the_scenario_may_set_another_number() -> None:
    figures = {"r1": {"model": "figures", "field": FIELD}}
    assert element(under_fire(figures, 6, 4, options={"loss_roll": 5}), "r1").fate == "board"
    assert element(under_fire(figures, 6, 3, options={"loss_roll": 3}), "r1").fate == "lost"


@pytest.mark.rule("WPR-elite-2")
def test_elite_troops_are_lost_on_five_and_six_only() -> None:
    elite = {"r1": {"model": "figures", "field": FIELD, "elite": ("losses",)}}
    assert element(under_fire(elite, 6, 4), "r1").fate == "board"
    assert element(under_fire(elite, 6, 5), "r1").fate == "lost"


@pytest.mark.rule("WPR-figuren-2", "WPR-massierung-2")
def test_each_base_in_a_field_makes_its_own_loss_roll() -> None:
    bases = {name: {"model": "figures", "field": FIELD} for name in ("r1", "r2", "r3")}
    game = under_fire(bases, 6, 4, 3, 5)
    assert [element(game, name).fate for name in bases] == ["lost", "board", "lost"]


@pytest.mark.rule("WPR-figuren-1")
def test_any_number_of_figure_bases_may_share_a_field_and_all_of_them_are_struck() -> None:
    bases = {f"r{number}": {"model": "figures", "field": FIELD} for number in range(1, 6)}
    game = under_fire(bases, 4)
    assert [element(game, name).pinned for name in bases] == [4] * 5


# -- losses ------------------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-ausfaelle-1")
def test_a_loss_is_removed_at_once_and_for_good() -> None:
    game = under_fire({"r1": {"model": "t34_76", "field": FIELD}}, 6)
    lost = element(game, "r1")
    assert (lost.fate, lost.field, lost.pinned) == ("lost", "", 0)
    assert not game.state.by_field[FIELD]


@pytest.mark.rule("WPR-pionierausruestung-2")
def test_stock_and_prepared_fire_go_with_the_vehicle_and_the_battery() -> None:
    game = knocked_out({"r1": {"model": "pispw", "field": FIELD}}, "r1", stock={"r1": Stock(boat=3)})
    assert "r1" not in game.state.stock
    barrage = Barrage("x", RED, "1,1", ("r1", "r2"), 1)
    guns = {name: {"model": "hummel", "field": FIELD} for name in ("r1", "r2")}
    game = knocked_out(guns, "r1", barrages={"x": barrage})
    assert game.state.barrages["x"].weapons == ("r2",)


@pytest.mark.rule("WPR-engen-5", "WPR-engen-6")
def test_a_wreck_stays_only_in_a_narrows() -> None:
    tank = {"r1": {"model": "t34_76", "field": FIELD}}
    assert not knocked_out(tank, "r1").state.wrecks
    between = {"5,4": "wood", "5,6": "rock"}
    assert knocked_out(tank, "r1", ground=between).state.wrecks[FIELD].model == "t34_76"
    river = {"ground": {f"5,{y}": "water" for y in range(1, 13)}, "bridges": {FIELD: Bridge("solid", "EW")}}
    assert FIELD in knocked_out(tank, "r1", **river).state.wrecks
    figures = {"r1": {"model": "figures", "field": FIELD}}
    assert not knocked_out(figures, "r1", ground=between).state.wrecks


@pytest.mark.rule("WPR-befestigungen-6")
def test_a_destroyed_bunker_stands_there_like_a_building() -> None:
    game = knocked_out({"r1": {"model": "bunker_light", "field": FIELD}}, "r1")
    assert game.state.ruins == (FIELD,)


# -- staffs and trains -------------------------------------------------------------------------------------

STAFF = {
    "r0": {"model": "spw_command", "field": FIELD},
    "r1": {"model": "spw_mg", "field": "9,9"},
    "r2": {"model": "spw_37", "field": "9,8"},
    "r3": {"model": "t34_76", "field": "9,7"},
}


@pytest.mark.rule("WPR-ausfaelle-2", "WPR-ausfaelle-3")
def test_a_lost_staff_stays_and_its_owner_gives_up_a_similar_combat_element() -> None:
    game = knocked_out(STAFF, "r0")
    assert ask_of(game)[0] == RED_SEAT
    assert [order.element for order in choices(game)] == ["r1", "r2"]
    assert "WPR-ausfaelle-3" in refused(game, GiveUp("r3"))
    do(game, GiveUp("r2"))
    assert [element(game, name).fate for name in STAFF] == ["board", "board", "lost", "board"]
    assert element(game, "r0").field == FIELD


@pytest.mark.rule("WPR-ausfaelle-3")
def test_what_is_similar_is_looked_for_in_a_fixed_order_and_without_it_the_train_goes() -> None:
    train = {"r0": {"model": "supply_maultier", "field": FIELD}}
    tanks = {**train, "r3": {"model": "t34_76", "field": "9,7"}, "r4": {"model": "krupp", "field": "9,6"}}
    game = knocked_out(tanks, "r0")
    assert (element(game, "r0").fate, element(game, "r3").fate) == ("board", "lost")
    motorised = {
        **train,
        "r1": {"model": "figures", "aboard": "r1v", "mate": "r1v"},
        "r1v": {"model": "krupp", "field": "9,9"},
        "r2": {"model": "pak75", "field": "9,8"},
    }
    game = knocked_out(motorised, "r0")
    assert [element(game, name).fate for name in ("r0", "r1", "r1v")] == ["board", "lost", "lost"]
    game = knocked_out({**train, "r2": {"model": "pak75", "field": "9,8"}}, "r0")
    assert element(game, "r0").fate == "lost"


@pytest.mark.rule("WPR-ausfaelle-2")
def test_for_a_lost_train_motorised_infantry_is_given_up() -> None:
    lorry = {"r1": {"model": "figures", "aboard": "r1v", "mate": "r1v"}}
    vehicles = {"r1v": {"model": "lorry", "field": "9,9"}, "r0": {"model": "supply_lorry", "field": FIELD}}
    game = knocked_out({**lorry, **vehicles}, "r0")
    assert [element(game, name).fate for name in ("r0", "r1", "r1v")] == ["board", "lost", "lost"]


@pytest.mark.rule("WPR-ausfaelle-2", "WPR-ausfaelle-3", "WPR-fahrzeuge-2")
def test_an_empty_lorry_is_no_combat_element_and_does_not_pay_for_a_train() -> None:
    troops = {
        "r0": {"model": "supply_lorry", "field": FIELD},
        "r1": {"model": "figures", "field": "8,8", "mate": "r1v"},
        "r1v": {"model": "lorry", "field": "9,9"},
        "r3": {"model": "tractor", "field": "9,7"},
    }
    game = knocked_out(troops, "r0")
    assert [element(game, name).fate for name in troops] == ["board", "lost", "lost", "board"]
    loaded = {"r2": {"model": "figures", "aboard": "r2v"}, "r2v": {"model": "lorry", "field": "9,10"}}
    game = knocked_out({**troops, **loaded}, "r0")
    assert [element(game, name).fate for name in ("r1", "r1v", "r2", "r2v")] == ["board"] * 2 + ["lost"] * 2
    alone = {name: troops[name] for name in ("r0", "r1v", "r3")}
    assert element(knocked_out(alone, "r0"), "r0").fate == "lost"


@pytest.mark.rule("WPR-ausfaelle-2", "WPR-kampffahrzeuge-1")
def test_an_armed_carrier_fights_without_its_grenadiers_too() -> None:
    troops = {
        "r0": {"model": "spw_command", "field": FIELD},
        "r1": {"model": "figures", "field": "9,8", "mate": "r1v"},
        "r1v": {"model": "spw_mg", "field": "9,9"},
    }
    game = knocked_out(troops, "r0")
    assert [element(game, name).fate for name in troops] == ["board", "board", "lost"]


@pytest.mark.rule("WPR-ausfaelle-2")
def test_in_hidden_play_nobody_is_kept_waiting_over_a_staff() -> None:
    game = knocked_out(STAFF, "r0", mode="hidden")
    assert game.over
    assert element(game, "r1").fate == "lost"


# -- soft vehicles -----------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-absitzen-niederhaltung-1")
def test_figures_leave_a_pinned_soft_vehicle_at_once_pinned_alike() -> None:
    game = under_fire(LORRY, 3)
    base, lorry = element(game, "r1"), element(game, "r1v")
    assert (base.aboard, base.field, base.pinned, lorry.pinned) == ("", FIELD, 5, 5)


@pytest.mark.rule("WPR-fahrzeuge-3", "WPR-fahrzeuge-6")
@pytest.mark.parametrize("moved", [0, 3])
def test_figures_forced_off_a_vehicle_that_has_driven_have_no_fire_of_their_own_left(moved: int) -> None:
    lorry = {**LORRY, "r1v": {**LORRY["r1v"], "moved": moved}}
    assert element(suffering(lorry, "r1v", 4), "r1").split is bool(moved)


@pytest.mark.rule("WPR-absitzen-niederhaltung-X1")
def test_a_towed_weapon_is_unlimbered_by_pinning() -> None:
    game = suffering(TOWED, "r1v", 4)
    base = element(game, "r1")
    assert (base.aboard, base.field, base.pinned) == ("", FIELD, 4)


@pytest.mark.rule("WPR-absitzen-niederhaltung-2")
def test_figures_stay_aboard_pinned_carriers_craft_and_aircraft() -> None:
    game = suffering(CARRIER, "r1v", 4)
    assert (element(game, "r1").aboard, element(game, "r1").pinned) == ("r1v", 4)
    boat = {"r1": {"model": "figures", "aboard": "r1v"}, "r1v": {"model": "stormboat", "field": FIELD}}
    game = suffering(boat, "r1v", 3, ground={FIELD: "water"})
    assert (element(game, "r1").aboard, element(game, "r1").pinned) == ("r1v", 3)
    landed = {"r1": {"model": "figures", "aboard": "r1v"}, "r1v": {"model": "ju52", "field": FIELD}}
    game = suffering(landed, "r1v", 4)
    assert (element(game, "r1").aboard, element(game, "r1").pinned) == ("r1v", 4)


FERRIED = {
    "r2": {"model": "motor_ferry", "field": FIELD},
    "r1v": {"model": "krupp", "aboard": "r2"},
    "r1": {"model": "figures", "aboard": "r1v", "mate": "r1v"},
}


@pytest.mark.rule("WPR-absitzen-niederhaltung-2", "WPR-faehren-3")
def test_pinning_a_ferry_pins_those_on_the_lorry_it_carries() -> None:
    game = suffering(FERRIED, "r2", 4, ground={FIELD: "water"})
    assert [element(game, name).pinned for name in ("r1", "r1v", "r2")] == [4, 4, 4]
    assert [element(game, name).aboard for name in ("r1", "r1v")] == ["r1v", "r2"]


SWIMMING = {"r1": {"model": "figures", "aboard": "r1v"}, "r1v": {"model": "dukw", "field": FIELD}}
LAKE = {f"{x},{y}": "water" for x in (4, 5, 6) for y in (4, 5, 6)}


@pytest.mark.rule("WPR-absitzen-niederhaltung-2", "WPR-schwimmen-1")
@pytest.mark.parametrize("model", ["dukw", "sherman_dd"])
def test_from_an_amphibious_vehicle_troops_are_forced_out_on_land_alone(model: str) -> None:
    load = {**SWIMMING, "r1v": {"model": model, "field": FIELD}}
    afloat = element(suffering(load, "r1v", 4, ground=LAKE), "r1")
    assert (afloat.aboard, afloat.pinned) == ("r1v", 4)
    ashore = element(suffering(load, "r1v", 4), "r1")
    assert (ashore.aboard, ashore.pinned) == ("", 4)


@pytest.mark.rule("WPR-schwimmen-1", "WPR-engen-5")
def test_with_an_amphibious_vehicle_afloat_its_load_is_lost_and_no_wreck_stays() -> None:
    game = suffering(SWIMMING, "r1v", 6, ground=LAKE)
    assert [element(game, name).fate for name in ("r1", "r1v")] == ["lost", "lost"]
    assert not game.state.wrecks


@pytest.mark.rule("WPR-mitfahren-2", "WPR-schwimmen-1")
def test_riders_on_a_tank_afloat_suffer_aboard_it() -> None:
    load = {**SWIMMING, "r1v": {"model": "sherman_dd", "field": FIELD}}
    game = position(
        {"b1": {"model": "hmg_base", "field": "3,5"}, **load},
        script=shooting("b1", FIELD),
        dice=(4,),
        ground=LAKE,
    )
    assert (element(game, "r1").aboard, element(game, "r1").pinned) == ("r1v", 4)


@pytest.mark.rule("WPR-ungepanzert-1")
@pytest.mark.parametrize(("face", "fate"), [(3, "board"), (4, "lost")])
@pytest.mark.parametrize("load", [LORRY, TOWED])
def test_on_six_the_soft_vehicle_is_lost_and_a_loss_roll_decides_on_its_load(
    load: dict[str, Any], face: int, fate: str
) -> None:
    game = under_fire(load, 4, face)
    assert element(game, "r1v").fate == "lost"
    assert element(game, "r1").fate == fate


# -- carriers, riders, craft -------------------------------------------------------------------------------


@pytest.mark.rule("WPR-panzergrenadiere-2")
def test_fire_at_a_carrier_acts_on_the_vehicle_alone() -> None:
    game = position(
        {**CARRIER, "b1": {"model": "hmg_base", "field": "3,5"}}, script=shooting("b1", FIELD), dice=(6,)
    )
    assert element(game, "r1").pinned == 0
    assert element(game, "r1v").pinned == 0


@pytest.mark.rule("WPR-panzergrenadiere-4")
@pytest.mark.parametrize(("face", "fate"), [(3, "board"), (4, "lost")])
def test_from_a_knocked_out_carrier_figures_get_out_pinned_and_roll(face: int, fate: str) -> None:
    game = knocked_out(CARRIER, "r1v", face)
    base = element(game, "r1")
    assert base.fate == fate
    if fate == "board":
        assert (base.aboard, base.field, base.pinned) == ("", FIELD, 6)


@pytest.mark.rule("WPR-panzergrenadiere-1", "WPR-panzerjaeger-1")
def test_armoured_infantry_rides_in_carriers_and_assault_guns_count_as_tanks() -> None:
    models = scene({}).pack.models
    assert [models[name].is_carrier for name in ("spw_mg", "krupp", "p4")] == [True, False, False]
    assert [models[name].is_combat_vehicle for name in ("stg3", "p4", "pak75")] == [True, True, False]
    assert models["marder"].is_self_propelled


@pytest.mark.rule("WPR-panzergrenadiere-6", "WPR-panzergrenadiere-7")
def test_after_a_flight_figures_may_not_mount_until_the_marker_of_the_flight_is_gone() -> None:
    base = {"model": "figures", "field": FIELD, "mate": "b1v"}
    for state, said in (({"pinned": 4, "fled_pinned": True}, "WPR-panzergrenadiere-6"), ({}, "")):
        elements = {"b1": {**base, **state}, "b1v": {"model": "spw_mg", "field": FIELD}}
        assert said in refused(position({**elements, **OTHERS}), Mount("b1", "b1v"))


@pytest.mark.rule("WPR-mitfahren-2")
def test_riders_are_thrown_off_by_any_effect_on_the_tank() -> None:
    game = under_fire(TANK_RIDERS, 4)
    assert (element(game, "r1").aboard, element(game, "r1").pinned) == ("", 4)
    assert element(game, "r1v").pinned == 4
    game = under_fire(TANK_RIDERS, 6, 3)
    assert (element(game, "r1v").fate, element(game, "r1").fate, element(game, "r1").pinned) == (
        "lost",
        "board",
        6,
    )


@pytest.mark.rule("WPR-mitfahren-2")
def test_riders_are_exposed_to_fire_that_does_not_hurt_the_tank() -> None:
    game = under_fire(TANK_RIDERS, 3, firer="hmg_base")
    assert (element(game, "r1").aboard, element(game, "r1").pinned, element(game, "r1v").pinned) == ("", 3, 0)
    game = under_fire(TANK_RIDERS, 6, 5, firer="hmg_base")
    assert (element(game, "r1").fate, element(game, "r1v").fate) == ("lost", "board")


@pytest.mark.rule("WPR-mitfahren-2")
def test_riders_are_exposed_to_shells_that_do_not_hit_the_tank() -> None:
    for gun in ("fh105_base", "fh150_base"):
        game = position(
            {**TANK_RIDERS, "b1": {"model": gun, "field": "1,5"}},
            script=shelling("b1", field=FIELD),
            dice=(4,),
        )
        assert (element(game, "r1").aboard, element(game, "r1").pinned) == ("", 4)
        assert element(game, "r1v").pinned == 0


@pytest.mark.rule("WPR-schwimmen-1", "WPR-faehren-4")
def test_with_a_sunk_craft_its_passengers_are_lost() -> None:
    for craft in ("stormboat", "motor_ferry"):
        load = {"r1": {"model": "figures", "aboard": "r1v"}, "r1v": {"model": craft, "field": FIELD}}
        game = knocked_out(load, "r1v", ground={FIELD: "water"})
        assert [element(game, name).fate for name in ("r1", "r1v")] == ["lost", "lost"]


@pytest.mark.rule("WPR-fahrzeuge-1")
def test_crews_are_lost_with_their_tank() -> None:
    game = knocked_out({"r1": {"model": "t34_76", "field": FIELD}}, "r1")
    assert list(game.state.elements) == ["r1"]
    assert element(game, "r1").fate == "lost"


# -- who hears of it ---------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-verdeckt-5")
def test_the_loss_of_an_undetected_element_is_not_reported_to_the_enemy() -> None:
    hidden = {"b1": {"model": "p4", "field": "1,1"}, "r1": {"model": "figures", "field": FIELD}}
    game = position(hidden, script=running(lambda game: loss_roll(game, "r1")), dice=(6,), mode="hidden")
    assert happened(game, Lost, seat=RED_SEAT)
    assert rolled(game, RED_SEAT)
    assert not happened(game, Lost, seat=BLUE_SEAT)
    assert not rolled(game, BLUE_SEAT)
