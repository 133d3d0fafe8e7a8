"""7.1, 6.1, 6.2, 8.4 and 9.1.1: what units may spend, and what a hex costs."""

from __future__ import annotations

import pytest

from blitzkrieg1940.firing import (
    FRENCH_AT,
    FRENCH_HQ,
    FRENCH_INFANTRY,
    FRENCH_MOTO,
    H35,
    PANHARD,
    PZ2,
    RIFLES,
    S35,
    scene,
)
from blitzkrieg1940.positions import pack
from planspiel.systems.blitzkrieg1940 import movement
from planspiel.systems.blitzkrieg1940.counters import Moves
from planspiel.systems.blitzkrieg1940.state import March, Position

HERE = {"hex": "1406"}


def points(state: Position, unit: str) -> int:
    return movement.allowance(pack(), state, state.units[unit])


def cost(moves: Moves, a: str, b: str, *, column: bool = False) -> int | None:
    return movement.step_cost(pack(), pack().theatre("hannut"), moves, a, b, column)


def left_after(
    state: Position, unit: str, a: str, b: str, *, left: int, entered: int = 0, half: bool = False
) -> int | None:
    march = March((unit,), (left,), entered=entered, by_half=half)
    return movement.Outlook(pack(), state, march).pay(march, unit, (a, b), False)


@pytest.mark.rule("BLK-7.1-C")
def test_points_begin_anew_with_every_move() -> None:
    state = scene({S35: {**HERE, "moved": True}, H35: HERE})
    assert movement.set_out(pack(), state, (S35, H35), half=False).left == (12, 10)


@pytest.mark.rule("BLK-7.1-E", "BLK-1.1-G2")
def test_the_cost_of_terrain_depends_on_the_movement_class() -> None:
    state = scene({FRENCH_INFANTRY: HERE, PANHARD: HERE, FRENCH_AT: HERE, S35: HERE})
    by_unit = {
        unit: movement.moves_as(pack(), state, state.units[unit])
        for unit in state.units
        if state.units[unit].hex
    }
    assert by_unit == {FRENCH_INFANTRY: "foot", PANHARD: "wheeled", FRENCH_AT: "wheeled", S35: "tracked"}
    assert [cost(moves, "1505", "1504") for moves in ("foot", "wheeled", "tracked")] == [4, 8, 6]


@pytest.mark.rule("BLK-7.1-A", "BLK-0.2-B")
def test_each_hex_entered_is_paid_for() -> None:
    state = scene({S35: HERE})
    assert left_after(state, S35, "1406", "1407", left=12) == 10
    assert left_after(state, S35, "1505", "1504", left=12) == 6


@pytest.mark.rule("BLK-0.2-B")
def test_streams_and_slopes_cost_more_and_bridges_do_not() -> None:
    assert cost("tracked", "1301", "1401") == 2 + 4
    assert cost("tracked", "1007", "1008") == 2
    assert cost("foot", "1404", "1405") == 2 + 2
    assert cost("foot", "1405", "1404") == 2


@pytest.mark.rule("BLK-7.2.1-A")
def test_the_road_rate_needs_a_column() -> None:
    assert cost("tracked", "1411", "1511") == 2
    assert cost("tracked", "1411", "1511", column=True) == 1
    assert cost("tracked", "1410", "1510", column=True) == 2


@pytest.mark.rule("BLK-7.1-D")
def test_one_hex_is_always_possible() -> None:
    state = scene({RIFLES: {"hex": "1505", "out_of_command": True}})
    assert points(state, RIFLES) == 2
    assert left_after(state, RIFLES, "1505", "1504", left=2) == 0


@pytest.mark.rule("BLK-7.1-G1")
def test_the_guaranteed_hex_needs_all_points_and_no_earlier_step() -> None:
    state = scene({RIFLES: {"hex": "1505"}})
    assert left_after(state, RIFLES, "1505", "1504", left=2, entered=1) is None
    assert left_after(state, RIFLES, "1505", "1504", left=2, half=True) is None


@pytest.mark.rule("BLK-6.1-C")
def test_half_the_points_are_rounded_up() -> None:
    state = scene({H35: HERE, S35: HERE})
    assert movement.half_allowance(pack(), state, state.units[H35]) == 2 * 3
    assert movement.half_allowance(pack(), state, state.units[S35]) == 2 * 3


@pytest.mark.rule("BLK-6.2-A", "BLK-6.2-G2")
def test_out_of_command_halves_the_points_downwards_and_only_then_for_firing_upwards() -> None:
    state = scene({PZ2: {**HERE, "out_of_command": True}})
    assert points(state, PZ2) == 2 * 3
    assert movement.half_allowance(pack(), state, state.units[PZ2]) == 2 * 2


@pytest.mark.rule("BLK-8.4-A", "BLK-8.4-D")
def test_a_neutralised_company_stays_and_a_neutralised_hq_has_half() -> None:
    shaken = {**HERE, "neutralised": True}
    state = scene({FRENCH_INFANTRY: shaken, FRENCH_HQ: shaken, FRENCH_MOTO: HERE})
    assert points(state, FRENCH_INFANTRY) == 0
    assert points(state, FRENCH_HQ) == 2 * 4
    assert left_after(state, FRENCH_INFANTRY, "1406", "1407", left=0) is None


@pytest.mark.rule("BLK-3.2-D")
def test_an_hq_is_as_fast_as_the_fastest_company_of_its_formation() -> None:
    assert points(scene({FRENCH_HQ: HERE, FRENCH_INFANTRY: HERE}), FRENCH_HQ) == 2 * 3
    assert points(scene({FRENCH_HQ: HERE, FRENCH_INFANTRY: HERE, FRENCH_MOTO: HERE}), FRENCH_HQ) == 2 * 9


@pytest.mark.rule("BLK-3.2-G5")
def test_only_own_companies_on_the_map_give_an_hq_its_speed() -> None:
    at_gun = {**HERE, "formation": "i-11-rdp"}
    state = scene({FRENCH_HQ: HERE, FRENCH_INFANTRY: HERE, FRENCH_AT: at_gun, FRENCH_MOTO: {"fate": "dead"}})
    assert points(state, FRENCH_HQ) == 2 * 3
    nobody = scene({FRENCH_HQ: HERE, FRENCH_INFANTRY: {"fate": "dead"}, FRENCH_MOTO: {"fate": "dead"}})
    assert points(nobody, FRENCH_HQ) == 2 * 9


@pytest.mark.rule("BLK-10.1-D")
def test_leaving_a_minefield_costs_extra() -> None:
    state = scene({S35: HERE}, mines={"1406": "french"})
    assert left_after(state, S35, "1406", "1407", left=12) == 12 - 2 - 4
    assert left_after(state, S35, "1407", "1406", left=12) == 12 - 2


@pytest.mark.rule("BLK-9.1.1-A", "BLK-6.1-D")
def test_close_combat_costs_a_quarter_of_the_points_more_rounded_up() -> None:
    state = scene({S35: HERE, PANHARD: HERE, RIFLES: {"hex": "1407"}})
    assert left_after(state, S35, "1406", "1407", left=12) == 12 - 2 - 2 * 2
    assert left_after(state, PANHARD, "1406", "1407", left=18) == 18 - 2 - 2 * 3


@pytest.mark.rule("BLK-9.1.1-B", "BLK-9.1.1-C")
def test_without_the_points_only_a_first_single_hex_leads_into_close_combat() -> None:
    state = scene({S35: HERE, RIFLES: {"hex": "1407"}})
    assert left_after(state, S35, "1406", "1407", left=4, entered=0) == 0
    assert left_after(state, S35, "1406", "1407", left=4, entered=1) is None


@pytest.mark.rule("BLK-9.1.1-G1")
def test_a_unit_that_moved_earlier_in_the_turn_needs_the_points() -> None:
    state = scene({S35: {**HERE, "moved": True}, RIFLES: {"hex": "1407"}})
    assert left_after(state, S35, "1406", "1407", left=4) is None


@pytest.mark.rule("BLK-7.2.2-A")
@pytest.mark.parametrize(
    ("hex_", "dispersed"), [("1403", True), ("1404", True), ("1504", True), ("1405", False)]
)
def test_vehicles_disperse_in_village_orchard_and_wood(hex_: str, dispersed: bool) -> None:
    for unit in (S35, PANHARD):
        state = scene({unit: {"hex": hex_}})
        assert movement.is_dispersed(pack(), state, state.units[unit]) == dispersed


@pytest.mark.rule("BLK-7.2.2-G2")
def test_carriers_infantry_and_guns_never_disperse_but_assault_guns_do() -> None:
    village = {"hex": "0510"}
    state = scene({"640-stug/1": village}, scenario="stonne")
    assert pack().theatre("stonne").terrain["0510"] == "village"
    assert movement.is_dispersed(pack(), state, state.units["640-stug/1"])
    for unit in (RIFLES, FRENCH_AT, "apc-i-12"):
        state = scene({unit: {"hex": "1403"}})
        assert not movement.is_dispersed(pack(), state, state.units[unit])


@pytest.mark.rule("BLK-7.2.2-G1")
def test_a_vehicle_in_column_is_not_dispersed() -> None:
    state = scene({S35: {"hex": "1403", "column": True}})
    assert not movement.is_dispersed(pack(), state, state.units[S35])
