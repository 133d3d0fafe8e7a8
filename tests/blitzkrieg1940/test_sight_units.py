"""4.1 and 4.2 How far units are seen, and how far they fire."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from blitzkrieg1940.firing import (
    APC,
    FRENCH_AT,
    FRENCH_HQ,
    FRENCH_INFANTRY,
    FRENCH_MG,
    FRENCH_MOTO,
    H35,
    PANHARD,
    PZ3,
    PZ4,
    RIFLES,
    S35,
    scene,
    with_counter,
)
from blitzkrieg1940.positions import pack
from planspiel.systems.blitzkrieg1940 import sight
from planspiel.systems.blitzkrieg1940.pack import Pack
from planspiel.systems.blitzkrieg1940.state import Position

OPEN, VILLAGE = "1406", "1012"


def seen_from(unit: str, hex_: str) -> int:
    state = scene({unit: {"hex": hex_}})
    return sight.sighting_distance(pack(), state, state.units[unit])


@pytest.mark.rule("BLK-4.1-E")
@pytest.mark.parametrize("unit", [S35, PANHARD])
def test_tanks_and_armoured_cars_are_seen_8_hexes_away_in_the_open_and_4_elsewhere(unit: str) -> None:
    assert (seen_from(unit, OPEN), seen_from(unit, VILLAGE)) == (8, 4)


@pytest.mark.rule("BLK-4.1-E")
def test_mounted_infantry_is_seen_like_its_vehicle() -> None:
    state = scene({APC: {"hex": OPEN}, RIFLES: {"hex": OPEN, "carrier": APC}})
    assert sight.sighting_distance(pack(), state, state.units[RIFLES]) == 8


@pytest.mark.rule("BLK-4.1-F", "BLK-4.1-G2")
@pytest.mark.parametrize("unit", [FRENCH_INFANTRY, FRENCH_MG, FRENCH_MOTO, FRENCH_AT])
def test_small_targets_are_seen_4_hexes_away_in_the_open_and_2_elsewhere(unit: str) -> None:
    assert (seen_from(unit, OPEN), seen_from(unit, VILLAGE)) == (4, 2)


@pytest.mark.rule("BLK-4.1-G1")
def test_carriers_look_like_tanks_and_hqs_like_the_units_they_lead() -> None:
    assert seen_from(APC, OPEN) == 8
    assert seen_from(FRENCH_HQ, OPEN) == 4
    assert seen_from("2-cuir/hq", OPEN) == 8


@pytest.mark.rule("BLK-4.1-G3")
def test_works_mines_and_roads_leave_a_hex_open() -> None:
    state = scene(
        {FRENCH_INFANTRY: {"hex": "1411"}}, works={"1411": {"side": "french"}}, mines={"1411": "french"}
    )
    assert any("1411" in side for side in pack().theatre("hannut").roads)
    assert sight.sighting_distance(pack(), state, state.units[FRENCH_INFANTRY]) == 4


@pytest.mark.rule("BLK-4.1-D")
def test_nothing_is_seen_more_than_8_hexes_away() -> None:
    farther = replace(pack().sighting.vehicle, open=20)
    charts = replace(pack().charts, sighting=replace(pack().sighting, vehicle=farther))
    eagle_eyed = replace(pack(), charts=charts)
    state = scene({S35: {"hex": "0605"}})
    target = state.units[S35]
    board, theatre = eagle_eyed.theatre("hannut").board, eagle_eyed.theatre("hannut")
    clear = [h for h in board.ring("0605", 9) if sight.line_of_sight(theatre, h, "0605").is_open]
    assert clear
    assert not any(sight.can_see(eagle_eyed, state, hex_, target) for hex_ in clear)


@pytest.mark.rule("BLK-4.1-X1")
def test_sight_is_not_mutual_because_the_distance_belongs_to_the_target() -> None:
    state = scene({S35: {"hex": "1405"}, RIFLES: {"hex": "1410"}})
    assert sight.can_see(pack(), state, "1410", state.units[S35])
    assert not sight.can_see(pack(), state, "1405", state.units[RIFLES])


@pytest.mark.rule("BLK-4.1-X1")
def test_a_target_beyond_its_own_sighting_distance_cannot_be_fired_at() -> None:
    longer, state = with_range(PZ4, 6), scene({PZ4: {"hex": "1405"}, FRENCH_INFANTRY: {"hex": "1410"}})
    refusal = refused(longer, state, PZ4, FRENCH_INFANTRY)
    assert "cannot be seen" in refusal


@pytest.mark.rule("BLK-4.1-G")
def test_units_never_block_a_line() -> None:
    between = {"hex": "1407"}
    crowded = scene({S35: {"hex": "1408"}, H35: between, FRENCH_INFANTRY: between, PZ3: {"hex": "1406"}})
    assert sight.can_see(pack(), crowded, "1408", crowded.units[PZ3])


def with_range(unit: str, reach: int) -> Pack:
    return with_counter(pack().companies[unit].counter, range=reach)


def refused(the_pack: Pack, state: Position, firer: str, target: str) -> str:
    found = sight.line_of_fire_refusal(the_pack, state, state.units[firer], state.units[target])
    return "" if found is None else str(found)


def reach(state: Position, unit: str, the_pack: Pack | None = None) -> int:
    return sight.weapon_range(the_pack or pack(), state, state.units[unit])


@pytest.mark.rule("BLK-4.1-B", "BLK-4.2-A")
def test_a_line_of_fire_ends_with_the_range_of_the_weapons() -> None:
    at_three = scene({PZ3: {"hex": "1406"}, S35: {"hex": "1409"}})
    at_four = scene({PZ3: {"hex": "1406"}, S35: {"hex": "1410"}})
    assert refused(pack(), at_three, PZ3, S35) == ""
    assert "is 3, and" in refused(pack(), at_four, PZ3, S35)


@pytest.mark.rule("BLK-4.1-C")
def test_a_line_blocked_by_terrain_is_no_line_of_fire() -> None:
    blocked = scene({PZ3: {"hex": "1006"}, S35: {"hex": "1008"}})
    assert "1007 blocks the view" in refused(pack(), blocked, PZ3, S35)


@pytest.mark.rule("BLK-4.2-B")
def test_range_0_reaches_an_adjacent_hex() -> None:
    state = scene({PZ3: {"hex": "1406"}, S35: {"hex": "1407"}, H35: {"hex": "1408"}})
    blunt = with_range(PZ3, 0)
    assert refused(blunt, state, PZ3, S35) == ""
    assert refused(blunt, state, PZ3, H35) != ""


@pytest.mark.rule("BLK-4.2-C")
def test_an_adjacent_enemy_reduces_the_range_to_one_hex() -> None:
    assert reach(scene({PZ3: {"hex": "1406"}, S35: {"hex": "1408"}}), PZ3) == 3
    assert reach(scene({PZ3: {"hex": "1406"}, S35: {"hex": "1407"}}), PZ3) == 1


@pytest.mark.rule("BLK-4.2-G2")
def test_a_neutralised_enemy_reduces_the_range_but_an_hq_alone_does_not() -> None:
    shaken = scene({PZ3: {"hex": "1406"}, S35: {"hex": "1407", "neutralised": True}})
    assert reach(shaken, PZ3) == 1
    assert reach(scene({PZ3: {"hex": "1406"}, FRENCH_HQ: {"hex": "1407"}}), PZ3) == 3


@pytest.mark.rule("BLK-4.2-D", "BLK-8.4-B")
def test_a_neutralised_unit_fires_one_hex_far() -> None:
    assert reach(scene({PZ3: {"hex": "1406", "neutralised": True}}), PZ3) == 1


@pytest.mark.rule("BLK-4.2-E")
def test_a_reduced_range_always_reaches_the_adjacent_hex() -> None:
    state = scene({PZ3: {"hex": "1406", "neutralised": True}, S35: {"hex": "1407"}})
    assert reach(state, PZ3, with_range(PZ3, 0)) == 1
    assert refused(pack(), state, PZ3, S35) == ""


@pytest.mark.rule("BLK-4.2-F", "BLK-4.2-G1")
def test_a_printed_range_of_0_allows_no_active_fire() -> None:
    state = scene({PZ3: {"hex": "1406"}})
    assert not sight.can_fire_actively(with_range(PZ3, 0), state.units[PZ3])
    assert sight.can_fire_actively(with_range(PZ3, 1), state.units[PZ3])
