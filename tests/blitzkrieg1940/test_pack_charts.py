"""The charts of the shipped pack: what the book prints is exact, the rest is monotone and labelled."""

from typing import Any

import pytest

from blitzkrieg1940.shipped import loaded
from planspiel.systems.blitzkrieg1940.charts import RESULTS, Calibre
from planspiel.systems.blitzkrieg1940.pack import Charts, Kind, SeenAs

FACTORS = range(-1, 9)
ROLLS = range(2, 13)


def charts() -> Charts:
    return loaded().pack.charts


def reconstructed(chart: str) -> set[str]:
    """The values of a chart that are not printed."""
    values = {
        name: value for name, value in loaded().data["charts"][chart].items() if not isinstance(value, dict)
    }
    kinds = {name: loaded().provenance.of("charts", chart, name).kind for name in values}
    assert set(kinds.values()) <= {"printed", "reconstructed"}
    return {name for name, kind in kinds.items() if kind == "reconstructed"}


# Combat results


@pytest.mark.rule("BLK-0.2-G1")
@pytest.mark.parametrize(("column", "roll", "result"), [(6, 11, "1"), (4, 11, "N"), (5, 9, "n")])
def test_cells_that_the_examples_prove_are_marked_printed_and_stand_in_the_table(
    column: int, roll: int, result: str
) -> None:
    assert charts().is_printed(column, roll)
    assert charts().crt_printed[str(roll)][str(column)] == result
    assert charts().result(column, roll).result == result


def test_no_other_cell_claims_to_be_printed() -> None:
    claimed = [(column, roll) for column in FACTORS for roll in ROLLS if charts().is_printed(column, roll)]
    assert claimed == [(4, 11), (5, 9), (6, 11)]
    assert loaded().provenance.of("charts", "crt_printed", "11", "6").kind == "printed"
    assert {loaded().provenance.of("charts", "crt", "rows", str(roll)).kind for roll in ROLLS} == {
        "reconstructed"
    }


@pytest.mark.rule("BLK-8.2.2-G1")
def test_factors_above_8_use_the_last_column() -> None:
    for roll in ROLLS:
        for factor in (9, 10, 15):
            reading = charts().result(factor, roll)
            assert (reading.column, reading.result) == ("8", charts().result(8, roll).result)


def test_factors_from_minus_1_to_8_have_a_column_each_and_below_nothing_happens() -> None:
    for factor in FACTORS:
        assert charts().result(factor, 7).column == str(factor)
    for roll in ROLLS:
        assert charts().result(-2, roll).result == "-"


def test_higher_rolls_and_higher_factors_never_hurt_less() -> None:
    worth = {result: place for place, result in enumerate(RESULTS)}
    table = [[worth[_result(column, roll)] for column in FACTORS] for roll in ROLLS]
    for row in table:
        assert row == sorted(row)
    for column in zip(*table, strict=True):
        assert list(column) == sorted(column)
    assert table[0][-1] == 0
    assert table[-1][0] > 0


def _result(column: int, roll: int) -> Any:
    return charts().result(column, roll).result


def test_mines_have_a_column_of_their_own_that_rises_with_the_roll() -> None:
    results = [RESULTS.index(charts().mines(roll).result) for roll in ROLLS]
    assert results == sorted(results)
    assert charts().mines(12).column == "mines"
    assert (results[0], results[-1]) == (0, len(RESULTS) - 1)


# Modifiers


@pytest.mark.parametrize(
    ("printed", "values"),
    [
        pytest.param(
            {"exhausted": -1, "exhausted_close_combat": -1},
            {"exhausted_factor": -2, "exhausted_reaction": 1},
            marks=pytest.mark.rule("BLK-5.4-A"),
        ),
        pytest.param(
            {"out_of_command": -1, "out_of_command_close_combat": -1},
            {"out_of_command_reaction": 1},
            marks=pytest.mark.rule("BLK-6.2-A"),
        ),
        pytest.param(
            {"column_own": -1, "column_close_combat": -1, "column_target": 1},
            {},
            marks=pytest.mark.rule("BLK-7.2.1-B"),
        ),
        pytest.param(
            {"dispersed_own": -1, "dispersed_close_combat": -1, "dispersed_target": 1},
            {},
            marks=pytest.mark.rule("BLK-7.2.2-C"),
        ),
        pytest.param({"works": -2}, {}, marks=pytest.mark.rule("BLK-10.2-B")),
        pytest.param({"range_per_hex": -1, "close_combat": 1, "at_gun_divisor": 2}, {}, id="8.2"),
    ],
)
def test_modifiers_are_those_the_book_prints(printed: dict[str, int], values: dict[str, int]) -> None:
    assert {name: getattr(charts().fire, name) for name in printed} == printed
    assert {name: getattr(charts().checks, name) for name in values} == values
    assert not reconstructed("fire") & set(printed)
    assert not reconstructed("checks") & set(values)


@pytest.mark.rule("BLK-8.6.1-H", "BLK-8.6.1-X1")
@pytest.mark.parametrize(
    ("kind", "village"),
    [
        ("infantry", -2),
        ("mg", -2),
        ("at_gun", -2),
        ("motorcycle", -2),
        ("hq", -2),
        ("tank", 0),
        ("armoured_car", 0),
        ("assault_gun", 0),
        ("apc", 0),
    ],
)
def test_a_village_covers_infantry_guns_motorcycles_and_hqs_but_no_vehicle(kind: Any, village: int) -> None:
    fire = charts().fire
    assert fire.cover("village", kind) == village
    assert fire.cover("open", kind) == 0
    assert village <= fire.cover("wood", kind) <= fire.cover("orchard", kind) <= 0


def test_modifiers_that_the_book_does_not_print_are_labelled() -> None:
    assert reconstructed("fire") == {
        "moved_and_fired",
        "neutralised",
        "village_soft",
        "wood_infantry",
        "wood_soft",
        "wood_vehicle",
        "orchard_infantry",
        "orchard_soft",
        "orchard_vehicle",
        "higher",
        "cover_for_close_combat_attacker",
    }
    fire = charts().fire
    assert (fire.moved_and_fired, fire.neutralised, fire.cover_for_close_combat_attacker) == (-1, -2, False)


# Checks


def test_thresholds_of_checks_are_those_the_book_prints() -> None:
    checks = charts().checks
    assert (checks.rally, checks.exhaustion, checks.recovery) == (-1, -2, -3)
    assert (checks.transmission_dice, checks.transmission, checks.transmission_neutralised) == ("2d6", 8, 1)
    assert (checks.minefield_dice, checks.minefield_exhausted) == ("2d6", (10, 12))
    assert reconstructed("checks") == {
        "reaction_dice",
        "neutralised_reaction",
        "reduced_factor",
        "hq_neutralised_factor",
        "out_of_command_factor",
    }


@pytest.mark.rule("BLK-5.5-H")
def test_cancelling_succeeds_on_1_to_3_of_one_die() -> None:
    assert (charts().checks.cancel_dice, charts().checks.cancel) == ("1d6", (1, 3))


# Sighting, artillery, limits


@pytest.mark.parametrize(
    ("kinds", "in_open", "elsewhere"),
    [
        pytest.param(("tank", "armoured_car"), 8, 4, marks=pytest.mark.rule("BLK-4.1-E")),
        pytest.param(("infantry", "motorcycle"), 4, 2, marks=pytest.mark.rule("BLK-4.1-F")),
        pytest.param(("at_gun",), 4, 2, marks=pytest.mark.rule("BLK-4.1-F", "BLK-4.1-G2")),
        pytest.param(("assault_gun", "apc"), 8, 4, marks=pytest.mark.rule("BLK-4.1-G1")),
    ],
)
def test_a_target_is_seen_as_far_as_its_type_allows(
    kinds: tuple[Kind, ...], in_open: int, elsewhere: int
) -> None:
    looks: set[SeenAs] = {
        counter.seen_as for counter in loaded().pack.counters.values() if counter.kind in kinds
    }
    assert len(looks) == 1
    for look in looks:
        assert charts().sighting.distance(look, in_open=True) == in_open
        assert charts().sighting.distance(look, in_open=False) == elsewhere


@pytest.mark.rule("BLK-4.1-G1")
def test_an_hq_is_small_unless_all_its_units_are_vehicles() -> None:
    pack = loaded().pack
    for formation in pack.formations.values():
        counters = [pack.counters[company.counter] for company in formation.companies.values()]
        armoured = all(counter.is_vehicle for counter in counters)
        if formation.hq:
            assert formation.hq_seen_as == ("vehicle" if armoured else "small")
    assert charts().sighting.distance("small", in_open=True) == 4


@pytest.mark.rule("BLK-8.6.1-N", "BLK-8.6.1-G1")
@pytest.mark.parametrize(
    ("calibre", "mm", "column", "provenance"),
    [
        ("light", 75, 3, "reconstructed"),
        ("medium", 105, 5, "printed"),
        ("heavy", 150, 7, "reconstructed"),
    ],
)
def test_each_calibre_has_its_bore_and_its_column(
    calibre: Calibre, mm: int, column: int, provenance: str
) -> None:
    assert charts().calibre_mm[calibre] == mm
    assert charts().artillery_column(calibre) == column
    assert loaded().provenance.of("charts", "artillery", calibre).kind == provenance


@pytest.mark.rule("BLK-8.6.1-F")
def test_stukas_use_column_8() -> None:
    assert charts().stuka_column == 8
    assert loaded().provenance.of("charts", "stuka_column").kind == "printed"


def test_limits_are_those_the_book_prints() -> None:
    limits = charts().limits
    assert (limits.stack, limits.sight, limits.steps) == (3, 8, 2)
    assert limits.command == {"french": 2, "german": 3}
    assert (limits.activations, limits.hand) == (2, 1)
    assert (limits.rallied_by_general, limits.refreshed_by_general) == (6, 2)
    assert reconstructed("limits") == set()
    assert loaded().provenance.of("charts", "limits", "command", "french").kind == "printed"


# Terrain and movement


@pytest.mark.rule("BLK-4.1-G3")
def test_ground_is_open_unless_village_wood_or_orchard_prevails() -> None:
    theatre = loaded().pack.theatre("hannut")
    for label, terrain in theatre.terrain.items():
        assert theatre.is_open(label) == (terrain == "open")
        assert theatre.is_obstacle(label) == (terrain in ("village", "wood", "orchard"))


@pytest.mark.rule("BLK-0.2-B")
def test_movement_costs_are_half_points_from_the_terrain_table() -> None:
    movement = charts().movement
    costs = {
        terrain: tuple(movement.terrain(terrain, moves) for moves in ("foot", "wheeled", "tracked"))
        for terrain in ("open", "orchard", "wood", "village", "impassable")
    }
    assert costs == {
        "open": (2, 2, 2),
        "orchard": (2, 4, 4),
        "wood": (4, 8, 6),
        "village": (2, 2, 4),
        "impassable": (None, None, None),
    }
    assert loaded().provenance.of("charts", "movement", "road", "wheeled").kind == "reconstructed"


def test_a_road_never_costs_more_than_open_ground_and_hindrances_cost_something() -> None:
    movement = charts().movement
    for moves in ("foot", "wheeled", "tracked"):
        assert 0 < movement.road.of(moves) <= movement.enter["open"].of(moves)
        for hindrance in (movement.stream, movement.climb, movement.leave_mines, movement.off_edge):
            assert hindrance.of(moves) > 0
