"""8.1 and 8.2: who may fire at whom, and the attack factor."""

from __future__ import annotations

from itertools import pairwise

import pytest

from blitzkrieg1940.firing import (
    APC,
    FRENCH_AT,
    FRENCH_HQ,
    FRENCH_INFANTRY,
    FRENCH_MG,
    FRENCH_MOTO,
    GERMAN_MG,
    H35,
    HEAVY,
    KRAD,
    PZ2,
    PZ3,
    PZ4,
    RIFLES,
    RIFLES_2,
    S35,
    asked,
    factor,
    reasons,
    refused,
    scene,
    shooting,
    with_counter,
)
from blitzkrieg1940.positions import FRENCH_SEAT, pack, position
from planspiel.kernel import totals
from planspiel.systems.blitzkrieg1940 import fire
from planspiel.systems.blitzkrieg1940.fire import Shot, ShotKind

NEAR = {"hex": "1410"}
HERE = {"hex": "1411"}


@pytest.mark.rule("BLK-8-B")
@pytest.mark.parametrize("kind", ["direct", "opportunity", "counter"])
def test_fire_as_action_opportunity_or_counter_is_resolved_alike(kind: ShotKind) -> None:
    game = position(units={PZ4: HERE, H35: NEAR}, script=shooting(Shot(PZ4, H35, kind)), dice=(6, 6))
    assert asked(game) == (FRENCH_SEAT, "NeutraliseOrLose")  # column 2, roll 12


@pytest.mark.rule("BLK-8.1-A")
@pytest.mark.parametrize("firer", [PZ2, RIFLES, GERMAN_MG, HEAVY])
def test_vehicles_infantry_and_anti_tank_units_may_fire(firer: str) -> None:
    state = scene({firer: HERE, FRENCH_INFANTRY: NEAR})
    assert fire.shot_refusal(pack(), state, Shot(firer, FRENCH_INFANTRY)) is None


@pytest.mark.rule("BLK-8.1-B")
def test_direct_fire_needs_a_line_of_fire() -> None:
    in_the_open = scene({PZ3: {"hex": "1409"}, H35: {"hex": "1411"}})
    assert fire.shot_refusal(pack(), in_the_open, Shot(PZ3, H35)) is None
    behind_the_wood = scene({PZ3: {"hex": "0307"}, H35: {"hex": "0309"}})
    assert refused(behind_the_wood, Shot(PZ3, H35)) == "BLK-4.3.1-A"


@pytest.mark.rule("BLK-8.1-C")
def test_direct_fire_names_one_enemy_unit() -> None:
    state = scene({PZ4: HERE, H35: NEAR, S35: NEAR, PZ2: NEAR})
    targets = [shot.target for shot in fire.shots(pack(), state, state.units[PZ4], "direct")]
    assert targets == [S35, H35]
    assert refused(state, Shot(PZ4, PZ2)) == "BLK-8.1-C"


@pytest.mark.rule("BLK-8.1-G1")
def test_motorcycles_fire_and_units_without_an_attack_value_do_not() -> None:
    state = scene({KRAD: HERE, FRENCH_MOTO: NEAR})
    assert fire.shot_refusal(pack(), state, Shot(KRAD, FRENCH_MOTO)) is None
    assert refused(state, Shot(KRAD, FRENCH_MOTO), with_counter("ge_krad", attack=0)) == "BLK-8.1-G1"


@pytest.mark.rule("BLK-8.1-X1")
def test_an_hq_never_fires_and_is_a_target_without_armour() -> None:
    state = scene({FRENCH_HQ: NEAR, RIFLES: HERE})
    assert refused(state, Shot(FRENCH_HQ, RIFLES)) == "BLK-8.1-X1"
    assert factor(state, Shot(RIFLES, FRENCH_HQ)) == 4
    in_village = scene(
        {FRENCH_HQ: {"hex": "1012"}, RIFLES: {"hex": "1011"}}, works={"1012": {"side": "french"}}
    )
    assert reasons(in_village, Shot(RIFLES, FRENCH_HQ)) == {"target in a village": -2}


@pytest.mark.rule("BLK-8.1.1-A")
def test_two_companies_do_not_combine_their_fire() -> None:
    state = scene({RIFLES: HERE, RIFLES_2: HERE, FRENCH_INFANTRY: NEAR})
    assert refused(state, Shot(RIFLES, FRENCH_INFANTRY, passenger=RIFLES_2)) == "BLK-8.1.1-A"


@pytest.mark.rule("BLK-8.1.1-B")
def test_firer_and_target_must_be_on_the_map_and_within_range_and_sight() -> None:
    state = scene({RIFLES: HERE, FRENCH_INFANTRY: {"hex": "1409"}})
    assert refused(state, Shot(RIFLES, FRENCH_INFANTRY)) == "BLK-4.1-B"
    assert refused(state, Shot(RIFLES_2, FRENCH_INFANTRY)) == "BLK-8.1.1-B"
    unseen = scene({PZ4: {"hex": "1015"}, FRENCH_INFANTRY: {"hex": "1012"}})
    assert refused(unseen, Shot(PZ4, FRENCH_INFANTRY)) == "BLK-4.1-X1"


@pytest.mark.rule("BLK-8.1.1-C")
def test_a_firer_may_look_at_a_stack_within_its_line_of_fire() -> None:
    def script(game):  # type: ignore[no-untyped-def]
        fire.inspect(game, game.state.units[PZ4], "1410")
        return
        yield

    units = {PZ4: HERE, H35: NEAR, S35: NEAR, RIFLES: HERE, FRENCH_MG: {"hex": "1408"}}
    game = position(units=units, script=script)
    assert game.state.inspected == ("1410",)
    pz4, rifles = game.state.units[PZ4], game.state.units[RIFLES]
    assert fire.inspect_refusal(pack(), game.state, pz4, "1410") is None
    refusal = fire.inspect_refusal(pack(), game.state, rifles, "1408")
    assert refusal is not None
    assert refusal.cite == "BLK-4.1-B"


@pytest.mark.rule("BLK-8.1.1-G1")
def test_stacks_lie_open_unless_secrecy_was_chosen() -> None:
    units = {PZ4: HERE, H35: NEAR, S35: NEAR}
    game = position(units=units, script=shooting(Shot(PZ4, H35)), dice=(1, 1))
    seen = game.view(FRENCH_SEAT).units
    assert {PZ4, H35, S35} <= set(seen)
    refusal = fire.inspect_refusal(pack(), game.state, game.state.units[PZ4], "1405")
    assert refusal is not None
    assert refusal.cite == "BLK-8.1.1-C"


@pytest.mark.rule("BLK-8.2.1-A")
def test_the_factor_is_attack_minus_armour_of_the_sides_that_lie_up() -> None:
    state = scene({PZ4: HERE, H35: NEAR})
    assert factor(state, Shot(PZ4, H35)) == 5 - 3
    reduced = scene({PZ4: {"hex": "1411", "steps": 1}, H35: NEAR})
    assert factor(reduced, Shot(PZ4, H35)) == 3 - 3


@pytest.mark.rule("BLK-8.2.1-B", "BLK-8.2.1-G1")
def test_anti_tank_fire_at_infantry_is_halved_up_before_armour_counts() -> None:
    assert factor(scene({FRENCH_AT: HERE, RIFLES: NEAR}), Shot(FRENCH_AT, RIFLES)) == 2
    odd = with_counter("fr_at25", attack=5)
    assert factor(scene({FRENCH_AT: HERE, GERMAN_MG: NEAR}), Shot(FRENCH_AT, GERMAN_MG), odd) == 3
    assert factor(scene({FRENCH_AT: HERE, KRAD: NEAR}), Shot(FRENCH_AT, KRAD)) == 4
    assert factor(scene({FRENCH_AT: HERE, PZ3: NEAR}), Shot(FRENCH_AT, PZ3)) == 2


@pytest.mark.rule("BLK-8.2.2-A")
def test_all_modifiers_are_added_to_the_factor() -> None:
    units = {PZ4: {"hex": "1409", "out_of_command": True}, H35: {"hex": "1411", "column": True}}
    state = scene(units, formations={"i-5-pzr": {"exhausted": True}})
    shot = Shot(PZ4, H35, moved=True)
    assert reasons(state, shot) == {
        "range 2": -1,
        "moving and firing": -1,
        "firer exhausted": -1,
        "firer out of command": -1,
        "target in column": 1,
    }
    assert factor(state, shot) == 5 - 3 - 3


@pytest.mark.rule("BLK-8.2.2-B", "BLK-6.2-G1")
def test_a_shot_below_minus_one_is_refused_after_all_shifts() -> None:
    in_command = scene({PZ2: HERE, S35: {"hex": "1410", "column": True}})
    assert factor(in_command, Shot(PZ2, S35)) == -1
    assert fire.shot_refusal(pack(), in_command, Shot(PZ2, S35)) is None
    cut_off = scene({PZ2: {"hex": "1411", "out_of_command": True}, S35: {"hex": "1410", "column": True}})
    assert refused(cut_off, Shot(PZ2, S35)) == "BLK-8.2.2-B"


@pytest.mark.rule("BLK-8.2.2-G1")
def test_factors_above_the_table_use_its_last_column() -> None:
    strong = with_counter("ge_pz4", attack=20)
    state = scene({PZ4: HERE, H35: NEAR})
    odds = fire.odds_of(strong, state, Shot(PZ4, H35))
    assert (odds.base, odds.column) == (17, "8")


@pytest.mark.rule("BLK-8.2.3-A")
def test_ground_changes_the_factor_as_the_chart_says() -> None:
    wood = scene({RIFLES: {"hex": "0307"}, FRENCH_INFANTRY: {"hex": "0308"}})
    assert reasons(wood, Shot(RIFLES, FRENCH_INFANTRY)) == {"target in a wood": pack().fire.wood_infantry}
    orchard = scene({RIFLES: {"hex": "0406"}, FRENCH_MOTO: {"hex": "0405"}})
    assert reasons(orchard, Shot(RIFLES, FRENCH_MOTO)) == {"target in an orchard": pack().fire.orchard_soft}
    uphill = scene({RIFLES: {"hex": "1413"}, FRENCH_INFANTRY: {"hex": "1412"}})
    assert reasons(uphill, Shot(RIFLES, FRENCH_INFANTRY)) == {"firing from above": pack().fire.higher}
    assert reasons(uphill, Shot(FRENCH_INFANTRY, RIFLES)) == {}


@pytest.mark.rule("BLK-8.2.4-A")
@pytest.mark.parametrize(("hex_", "modifier"), [("1410", 0), ("1409", -1), ("1408", -2)])
def test_each_hex_beyond_the_adjacent_one_costs_a_point(hex_: str, modifier: int) -> None:
    state = scene({PZ4: HERE, H35: {"hex": hex_}})
    assert sum(reasons(state, Shot(PZ4, H35)).values()) == modifier


@pytest.mark.rule("BLK-8.2.4-B")
def test_close_combat_counts_plus_one_instead_of_range() -> None:
    state = scene({PZ4: HERE, H35: HERE})
    assert reasons(state, Shot(PZ4, H35, "close")) == {"close combat": 1}


@pytest.mark.rule("BLK-8.2.4-C")
def test_the_shot_from_0502_to_0304_in_stonne_has_a_range_modifier_of_minus_two() -> None:
    tank, target = "ii-pzr-8/2", "4-bcc/1"
    state = scene({tank: {"hex": "0502"}, target: {"hex": "0304"}}, scenario="stonne")
    assert reasons(state, Shot(tank, target))["range 3"] == -2


@pytest.mark.rule("BLK-8.2.5-A", "BLK-8.2-A")
def test_two_dice_are_crossed_with_the_column_of_the_factor() -> None:
    units = {PZ4: HERE, FRENCH_INFANTRY: NEAR}
    game = position(units=units, script=shooting(Shot(PZ4, FRENCH_INFANTRY)), dice=(5, 6))
    assert game.state.units[FRENCH_INFANTRY].steps == 1  # column 5, roll 11
    game = position(units=units, script=shooting(Shot(PZ4, FRENCH_INFANTRY)), dice=(3, 4))
    assert game.state.units[FRENCH_INFANTRY] == scene(units).units[FRENCH_INFANTRY]  # roll 7: nothing


@pytest.mark.rule("BLK-8.2.5-A")
def test_the_preview_counts_the_results_of_the_shot_that_is_fired() -> None:
    state = scene({PZ4: HERE, FRENCH_INFANTRY: NEAR, H35: NEAR})
    odds = fire.odds_of(pack(), state, Shot(PZ4, FRENCH_INFANTRY))
    found = {likely.result: likely.ways for likely in odds.results}
    assert (odds.column, found) == ("5", {"-": 21, "N": 12, "1": 3})
    assert sum(found.values()) == odds.out_of == sum(totals("2d6").values())
    tank = {likely.result: likely.ways for likely in fire.odds_of(pack(), state, Shot(PZ4, H35)).results}
    assert tank == {"-": 33, "N": 3}  # column 2: a red N does nothing to a tank


def test_a_better_column_is_never_worse_for_the_firer() -> None:
    crt = pack().crt
    order = ("-", "n", "N", "1")
    for roll in range(2, 13):
        cells = [order.index(crt.lookup(column, roll).result) for column in range(-1, 9)]
        assert all(a <= b for a, b in pairwise(cells))


# -- handicaps of other chapters that count in fire ----------------------------------------------------


@pytest.mark.rule("BLK-5.4-A")
def test_an_exhausted_firer_has_minus_one_in_fire_and_in_close_combat() -> None:
    exhausted = {"i-5-pzr": {"exhausted": True}}
    state = scene({PZ4: HERE, H35: NEAR}, formations=exhausted)
    assert reasons(state, Shot(PZ4, H35)) == {"firer exhausted": -1}
    close = scene({PZ4: HERE, H35: HERE}, formations=exhausted)
    assert reasons(close, Shot(PZ4, H35, "close")) == {"close combat": 1, "firer exhausted": -1}


@pytest.mark.rule("BLK-6.1-G1")
def test_fire_combined_with_a_move_has_minus_one_or_by_option_minus_two() -> None:
    units = {PZ4: HERE, H35: NEAR}
    assert reasons(scene(units), Shot(PZ4, H35, moved=True)) == {"moving and firing": -1}
    assert reasons(scene(units, options={"move_and_fire": -2}), Shot(PZ4, H35, moved=True)) == {
        "moving and firing": -2
    }


@pytest.mark.rule("BLK-6.1-G2")
def test_a_unit_neutralised_between_the_halves_fires_handicapped_at_range_one() -> None:
    shaken = {"hex": "1411", "neutralised": True}
    state = scene({PZ4: shaken, FRENCH_INFANTRY: NEAR})
    assert reasons(state, Shot(PZ4, FRENCH_INFANTRY, moved=True)) == {
        "moving and firing": -1,
        "firer neutralised": -2,
    }
    assert refused(scene({PZ4: shaken, H35: {"hex": "1409"}}), Shot(PZ4, H35, moved=True)) == "BLK-4.1-B"


@pytest.mark.rule("BLK-6.2-A")
def test_fire_of_an_out_of_command_unit_is_shifted_one_column_left() -> None:
    state = scene({PZ4: {"hex": "1411", "out_of_command": True}, H35: NEAR})
    assert reasons(state, Shot(PZ4, H35)) == {"firer out of command": -1}


@pytest.mark.rule("BLK-6.2-X1")
@pytest.mark.parametrize("kind", ["opportunity", "counter"])
def test_the_shift_burdens_reacting_units_too(kind: ShotKind) -> None:
    state = scene({PZ4: {"hex": "1411", "out_of_command": True}, H35: NEAR})
    assert reasons(state, Shot(PZ4, H35, kind)) == {"firer out of command": -1}


@pytest.mark.rule("BLK-6.2-D")
def test_an_out_of_command_defender_has_only_the_shift_of_close_combat() -> None:
    state = scene({PZ4: HERE, H35: {"hex": "1411", "out_of_command": True}})
    assert reasons(state, Shot(H35, PZ4, "close", defending=True)) == {
        "close combat": 1,
        "defender out of command": -1,
    }
    assert reasons(state, Shot(H35, PZ4, "close")) == {"close combat": 1}


@pytest.mark.table
@pytest.mark.rule("BLK-7.2.1-B")
def test_column_hampers_own_fire_the_first_round_and_helps_direct_fire_against_it() -> None:
    in_column = {"hex": "1411", "column": True}
    state = scene({PZ4: in_column, H35: NEAR})
    assert reasons(state, Shot(PZ4, H35)) == {"firer in column": -1}
    assert reasons(state, Shot(H35, PZ4, "opportunity")) == {"target in column": 1}
    close = scene({PZ4: in_column, H35: HERE})
    first = Shot(PZ4, H35, "close", first_round=True)
    assert reasons(close, first) == {"close combat": 1, "firer in column, first round": -1}
    assert reasons(close, Shot(PZ4, H35, "close")) == {"close combat": 1}


@pytest.mark.table
@pytest.mark.rule("BLK-7.2.2-C")
def test_dispersal_hampers_own_fire_and_helps_all_fire_against_it() -> None:
    state = scene({PZ4: {"hex": "1012"}, FRENCH_INFANTRY: {"hex": "1011"}})
    assert reasons(state, Shot(PZ4, FRENCH_INFANTRY)) == {"firer dispersed": -1}
    assert reasons(state, Shot(FRENCH_INFANTRY, PZ4)) == {"target dispersed": 1}


@pytest.mark.rule("BLK-7.2.2-X1")
def test_in_close_combat_dispersal_helps_the_enemy_and_column_does_not() -> None:
    state = scene({PZ4: {"hex": "1012"}, H35: {"hex": "1012"}})
    shot = Shot(H35, PZ4, "close", defending=True)
    assert reasons(state, shot) == {"close combat": 1, "firer dispersed": -1, "target dispersed": 1}
    on_road = scene({PZ4: {"hex": "1411", "column": True}, H35: HERE})
    assert "target in column" not in reasons(on_road, Shot(H35, PZ4, "close", defending=True))


# -- carriers ------------------------------------------------------------------------------------------

RIDING = {APC: {"hex": "1411"}, RIFLES: {"hex": "1411", "carrier": APC}}


@pytest.mark.rule("BLK-12.1-SPECIAL-H")
def test_a_carrier_may_combine_its_fire_with_its_company() -> None:
    state = scene({**RIDING, FRENCH_INFANTRY: NEAR})
    found = list(fire.shots(pack(), state, state.units[APC], "direct"))
    assert found == [Shot(APC, FRENCH_INFANTRY), Shot(APC, FRENCH_INFANTRY, passenger=RIFLES)]


@pytest.mark.rule("BLK-12.1-SPECIAL-G2")
def test_combined_fire_adds_both_attacks_and_counts_armour_and_handicaps_once() -> None:
    units = {
        APC: {"hex": "1411", "out_of_command": True},
        RIFLES: {"hex": "1411", "carrier": APC, "neutralised": True, "out_of_command": True},
        H35: NEAR,
    }
    state = scene(units)
    shot = Shot(APC, H35, passenger=RIFLES)
    assert reasons(state, shot) == {"firer neutralised": -2, "firer out of command": -1}
    assert factor(state, shot) == (2 + 4) - 3 - 3


@pytest.mark.rule("BLK-12.1-SPECIAL-X1")
def test_a_carrier_and_its_company_are_one_target_with_the_armour_of_the_carrier() -> None:
    state = scene({**RIDING, S35: NEAR}, works={"1411": {"side": "german"}})
    assert refused(state, Shot(S35, RIFLES)) == "BLK-12.1-SPECIAL-X1"
    assert factor(state, Shot(S35, APC)) == 5 - 1
