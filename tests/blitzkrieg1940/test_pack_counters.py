"""Sections 0, 1 and 3.1 in the shipped pack: counters, formations, markers, samples."""

from itertools import combinations
from typing import Any

import pytest

from blitzkrieg1940.shipped import loaded, pack
from planspiel.packs import Inline
from planspiel.systems.blitzkrieg1940.pack import Kind, UnitClass, Values, load_pack

INFANTRY: tuple[Kind, ...] = ("infantry", "mg")
MOTORISED: tuple[Kind, ...] = ("armoured_car", "at_gun", "motorcycle")
TRACKED: tuple[Kind, ...] = ("assault_gun", "tank", "apc")


@pytest.mark.rule("BLK-0-D")
@pytest.mark.setup
def test_every_roll_is_made_with_one_or_two_six_sided_dice() -> None:
    checks = pack().checks
    named = [getattr(checks, name) for name in checks.__struct_fields__ if name.endswith("_dice")]
    assert set(named) | {pack().crt.dice} == {"1d6", "2d6"}
    assert list(pack().crt.rows) == [str(roll) for roll in range(2, 13)]


@pytest.mark.rule("BLK-0.2-A")
@pytest.mark.setup
def test_there_are_two_maps_and_terrain_that_governs_movement_and_combat() -> None:
    assert sorted(found.map for found in pack().scenarios.values() if not found.ours) == ["hannut", "stonne"]
    for scenario in ("hannut", "stonne"):
        used = set(pack().theatre(scenario).terrain.values())
        assert used == {"open", "wood", "village", "orchard"}
    assert pack().movement.terrain("wood", "tracked") != pack().movement.terrain("open", "tracked")
    assert pack().fire.cover("village", "infantry") != pack().fire.cover("open", "infantry")


@pytest.mark.rule("BLK-1.1-A", "BLK-4.2-A")
@pytest.mark.setup
def test_a_combat_unit_has_attack_range_defence_and_movement_on_both_sides_and_a_formation() -> None:
    for formation, record in pack().formations.items():
        for id, company in record.companies.items():
            counter = pack().counters[company.counter]
            assert id.startswith(f"{formation}/")
            assert counter.full.__struct_fields__ == ("attack", "range", "defence", "mp")
            assert counter.full.range >= 1
            assert counter.reduced.attack < counter.full.attack


@pytest.mark.rule("BLK-1.1-C")
@pytest.mark.setup
def test_independent_units_and_white_stripe_formations_may_join_any_formation() -> None:
    striped = [name for name, formation in pack().formations.items() if formation.white_stripe]
    assert striped == ["4-bcc", "stu-pion-43", "640-stug", "14-pzjg-gd", "14-pzjg-schr-8"]
    assert pack().independents["11-rdp-at"].adopters == ()
    assert pack().independents["67-ri-at"].adopters == ()


@pytest.mark.table
@pytest.mark.setup
@pytest.mark.parametrize(
    ("unit_class", "kinds", "moves"),
    [
        pytest.param("infantry", INFANTRY, "foot", marks=pytest.mark.rule("BLK-1.1-D")),
        pytest.param("motorised", MOTORISED, "wheeled", marks=pytest.mark.rule("BLK-1.1-E")),
        pytest.param("tracked", TRACKED, "tracked", marks=pytest.mark.rule("BLK-1.1-F")),
    ],
)
def test_a_class_consists_of_its_types_and_moves_alike(
    unit_class: UnitClass, kinds: tuple[Kind, ...], moves: str
) -> None:
    of_class = [counter for counter in pack().counters.values() if counter.unit_class == unit_class]
    assert {counter.kind for counter in of_class} == set(kinds)
    assert {counter.moves for counter in of_class} == {moves}
    assert all(counter.kind not in kinds for counter in pack().counters.values() if counter not in of_class)


@pytest.mark.rule("BLK-1.1-G", "BLK-1.1-G1")
def test_the_sample_unit_reads_as_attack_4_range_3_defence_6_movement_2() -> None:
    assert pack().samples.unit.attack_strength == "4/3"
    assert pack().samples.unit.values() == Values(attack=4, range=3, defence=6, mp=2)
    assert loaded().provenance.of("samples", "unit", "attack_strength").kind == "printed"


@pytest.mark.rule("BLK-1.3-A")
@pytest.mark.setup
def test_an_hq_has_a_command_range_and_an_identity_and_no_combat_values() -> None:
    with_hq = [formation for formation in pack().formations.values() if formation.hq]
    assert len(with_hq) == 14 + 13 + 1  # of Hannut, of Stonne, of the duel
    for formation in with_hq:
        assert formation.command > 0
        assert formation.code
        assert not {"attack", "defence", "range", "mp"} & set(formation.__struct_fields__)


@pytest.mark.rule("BLK-1.3-B")
def test_the_sample_hq_shows_command_range_2_on_its_active_side_alone() -> None:
    assert pack().samples.hq.command_on("active") == 2
    assert pack().samples.hq.command_on("activated") is None


@pytest.mark.rule("BLK-1.3-G1")
def test_command_ranges_on_hqs_that_differ_from_the_doctrine_are_errata() -> None:
    assert pack().command_errata() == ()
    odd = load_pack([Inline("case.toml", {"formations": {"kg": {"command": 2}}})]).pack
    assert odd.command_errata() == ("kg",)


@pytest.mark.table
@pytest.mark.setup
@pytest.mark.parametrize(
    ("kind", "on"),
    [
        pytest.param("turn", "track", marks=pytest.mark.rule("BLK-1.4-A")),
        pytest.param("demoralised", "formation", marks=pytest.mark.rule("BLK-1.4-B")),
        pytest.param("out_of_command", "unit", marks=pytest.mark.rule("BLK-1.4-C")),
        pytest.param("exhausted", "formation", marks=pytest.mark.rule("BLK-1.4-D")),
        pytest.param("neutralised", "unit", marks=pytest.mark.rule("BLK-1.4-E")),
        pytest.param("victory_points", "track", marks=pytest.mark.rule("BLK-1.4-F")),
        pytest.param("opp_used", "unit", marks=pytest.mark.rule("BLK-1.4-G")),
        pytest.param("works", "hex", marks=pytest.mark.rule("BLK-1.4-H")),
        pytest.param("minefield", "hex", marks=pytest.mark.rule("BLK-1.4-I")),
        pytest.param("formation", "cup", marks=pytest.mark.rule("BLK-1.4-J")),
        pytest.param("repeat", "cup", marks=pytest.mark.rule("BLK-1.4-K")),
        pytest.param("general", "cup", marks=pytest.mark.rule("BLK-1.4-L")),
        pytest.param("french_artillery", "cup", marks=pytest.mark.rule("BLK-1.4-M")),
        pytest.param("german_artillery", "cup", marks=pytest.mark.rule("BLK-1.4-M")),
        pytest.param("stuka", "cup", marks=pytest.mark.rule("BLK-1.4-N")),
    ],
)
def test_a_marker_lies_where_the_book_puts_it(kind: str, on: str) -> None:
    markers = {str(name): marker for name, marker in pack().markers.items()}
    assert len(markers) == 15
    assert markers[kind].on == on
    assert markers[kind].hqs == (kind == "neutralised")


@pytest.mark.rule("BLK-1.4-F")
@pytest.mark.setup
def test_victory_points_are_german_and_run_beyond_ten() -> None:
    assert pack().markers["victory_points"].side == "german"
    assert sum(objective.value for objective in pack().theatre("hannut").objectives.values()) > 10


@pytest.mark.rule("BLK-3.1-B")
@pytest.mark.setup
@pytest.mark.parametrize("scenario", ["hannut", "stonne"])
def test_each_formation_of_a_battle_has_its_own_identity_and_colour(scenario: str) -> None:
    taking_part = [pack().formations[name] for name in pack().scenarios[scenario].formations]
    for one, other in combinations(taking_part, 2):
        assert one.code != other.code
        assert one.name != other.name
        assert (one.side, one.colour) != (other.side, other.colour)


@pytest.mark.rule("BLK-8.2.1-G1")
def test_infantry_and_machine_guns_have_defence_0() -> None:
    for counter in pack().counters.values():
        assert list(counter.faults()) == []
        if counter.kind in INFANTRY:
            assert (counter.full.defence, counter.reduced.defence) == (0, 0)


def test_the_french_tanks_of_the_stuka_example_exist() -> None:
    tanks = [c for name, c in pack().counters.items() if c.kind == "tank" and name.startswith("fr_")]
    assert {3, 5} <= {tank.full.defence for tank in tanks}


def test_carriers_alone_carry() -> None:
    assert {counter.kind for counter in pack().counters.values() if counter.carries} == {"apc"}


def test_everything_a_player_sees_has_a_german_and_an_english_name() -> None:
    records: list[Any] = [
        *pack().counters.values(),
        *pack().formations.values(),
        *pack().companies.values(),
        *pack().independents.values(),
        *pack().markers.values(),
        *pack().charts.terrain.values(),
    ]
    assert len(records) > 200
    assert all(record.name and record.name_de for record in records)


def test_every_counter_is_used() -> None:
    used = {company.counter for company in pack().companies.values()}
    used |= {unit.counter for unit in pack().independents.values()}
    assert used == set(pack().counters)
