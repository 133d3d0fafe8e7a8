"""12.1 in the shipped pack: set-up, markers and victory of Hannut, and what both battles have in common."""

import pytest

from blitzkrieg1940.shipped import loaded, near, pack, scenario, step_of, zone_of
from planspiel.packs.maps import Wind
from planspiel.systems.blitzkrieg1940.pack import Bands, MarkerSet, Nation
from planspiel.systems.blitzkrieg1940.theatre import own_winds

FRENCH_LOAD = {"medium": 2, "light": 2}
GERMAN_LOAD = {"medium": 2, "heavy": 2}
GERMAN_LINE = {f"16{row:02}" for row in range(1, 11)} | {f"17{row:02}" for row in range(10, 17)}


def test_the_shipped_pack_has_no_faults_and_two_battles() -> None:
    assert list(pack().faults()) == []
    assert [name for name, found in pack().scenarios.items() if not found.ours] == ["hannut", "stonne"]


@pytest.mark.rule("BLK-8.5.1-D")
@pytest.mark.setup
@pytest.mark.parametrize(
    ("name", "side", "wind", "number"),
    [
        ("hannut", "german", "east", "18"),
        ("hannut", "french", "west", "01"),
        ("stonne", "german", "north", "01"),
        ("stonne", "french", "south", "13"),
    ],
)
def test_own_edges_are_east_and_west_at_hannut_north_and_south_at_stonne(
    name: str, side: Nation, wind: Wind, number: str
) -> None:
    theatre = pack().theatre(name)
    assert own_winds(pack().maps[name], side) == (wind,)
    assert theatre.own_edge(side) == tuple(label for label in theatre.board.labels if label[:2] == number)


@pytest.mark.parametrize("name", ["hannut", "stonne"])
def test_every_unit_can_be_set_up_with_three_in_a_hex(name: str) -> None:
    """A hex may lie in several zones, so all are filled at once, fewest places first."""
    theatre = pack().theatre(name)
    room = dict.fromkeys(theatre.board.labels, pack().limits.stack)
    steps = sorted((s for s in scenario(name).setup if s.zone), key=lambda s: len(theatre.zones[s.zone]))
    for step in steps:
        units = len(step.independents) + sum(len(pack().formations[f].companies) for f in step.formations)
        for label in theatre.zones[step.zone]:
            taken = min(room[label], units)
            room[label] -= taken
            units -= taken
        assert units == 0


# Hannut


@pytest.mark.rule("BLK-12.1-HEAD-A", "BLK-12.1-SPECIAL-A")
@pytest.mark.setup
def test_hannut_lasts_six_turns_and_the_germans_begin() -> None:
    assert scenario("hannut").turns == 6
    assert scenario("hannut").first_initiative == "german"


@pytest.mark.setup
@pytest.mark.parametrize(
    ("formation", "centres", "radius"),
    [
        pytest.param("12-cuir", ("1202",), 2, marks=pytest.mark.rule("BLK-12.1-FR-A")),
        pytest.param("iii-11-rdp", ("1205",), 2, marks=pytest.mark.rule("BLK-12.1-FR-B")),
        pytest.param("2-cuir", ("1408", "1409", "1410"), 1, marks=pytest.mark.rule("BLK-12.1-FR-C")),
        pytest.param("ii-11-rdp", ("1712",), 2, marks=pytest.mark.rule("BLK-12.1-FR-E")),
        pytest.param("i-11-rdp", ("1416",), 2, marks=pytest.mark.rule("BLK-12.1-FR-F")),
    ],
)
def test_french_formations_at_hannut_are_set_up_around_the_printed_hexes(
    formation: str, centres: tuple[str, ...], radius: int
) -> None:
    assert step_of("hannut", formation).side == "french"
    assert zone_of("hannut", formation) == near("hannut", centres, radius) - GERMAN_LINE


@pytest.mark.rule("BLK-12.1-FR-D")
@pytest.mark.setup
def test_the_2nd_cuirassiers_begin_with_four_steps_lost() -> None:
    assert scenario("hannut").losses == {"2-cuir": 4}
    assert len(pack().formations["2-cuir"].companies) == 8


@pytest.mark.rule("BLK-12.1-FR-G", "BLK-12.1-FR-X1")
@pytest.mark.setup
def test_the_11_rdp_gun_has_no_marker_and_begins_with_any_11_rdp_battalion() -> None:
    gun = pack().independents["11-rdp-at"]
    assert step_of("hannut", "11-rdp-at").side == "french"
    assert set(gun.stacks_with) == {"i-11-rdp", "ii-11-rdp", "iii-11-rdp"}
    assert pack().counters[gun.counter].kind == "at_gun"
    assert "11-rdp-at" not in scenario("hannut").markers["french"].formations
    assert gun.adopters == ()


@pytest.mark.rule("BLK-12.1-FR-H", "BLK-12.1-FR-I")
@pytest.mark.setup
def test_the_1st_cuirassiers_and_five_works_stand_nowhere_east_of_column_15() -> None:
    west = {label for label in pack().theatre("hannut").board.labels if int(label[:2]) <= 15}
    assert zone_of("hannut", "1-cuir") == west
    (works,) = [step for step in scenario("hannut").setup if step.works]
    assert works.works == 5
    assert set(pack().theatre("hannut").zones[works.zone]) == west


@pytest.mark.rule("BLK-12.1-FR-J", "BLK-12.1-FR-H", "BLK-12.1-FR-X2")
@pytest.mark.setup
def test_the_french_are_set_up_first_with_their_works_and_the_1st_cuirassiers_last() -> None:
    first, second, third = scenario("hannut").placements()
    french = {formation for step in first for formation in step.formations}
    assert french == {"12-cuir", "iii-11-rdp", "2-cuir", "ii-11-rdp", "i-11-rdp"}
    assert sum(step.works for step in first) == 5
    assert {step.side for step in second} == {"german"}
    assert [step.formations for step in third] == [("1-cuir",)]


@pytest.mark.setup
@pytest.mark.parametrize(
    ("formations", "zone"),
    [
        pytest.param(
            {"i-5-pzr", "ii-5-pzr", "i-12-schr", "ii-12-schr", "kg"},
            {f"16{row:02}" for row in range(1, 11)},
            marks=pytest.mark.rule("BLK-12.1-GE-A"),
        ),
        pytest.param(
            {"i-35-pzr", "ii-35-pzr", "i-33-schr"},
            {f"17{row:02}" for row in range(10, 17)},
            marks=pytest.mark.rule("BLK-12.1-GE-B"),
        ),
    ],
)
def test_german_divisions_at_hannut_are_set_up_in_their_columns(formations: set[str], zone: set[str]) -> None:
    for formation in formations:
        assert step_of("hannut", formation).side == "german"
        assert set(step_of("hannut", formation).formations) == formations
        assert zone_of("hannut", formation) == zone


@pytest.mark.rule("BLK-12.1-FR-K", "BLK-12.1-FR-L", "BLK-12.1-FR-M")
@pytest.mark.setup
def test_the_french_markers_at_hannut() -> None:
    assert scenario("hannut").markers["french"] == MarkerSet(
        formations=("i-11-rdp", "ii-11-rdp", "iii-11-rdp", "1-cuir", "2-cuir", "12-cuir"),
        artillery=(FRENCH_LOAD, FRENCH_LOAD),  # type: ignore[arg-type]
        repeat=1,
        general=1,
    )


@pytest.mark.table
@pytest.mark.rule("BLK-12.1-GE-C", "BLK-12.1-GE-D", "BLK-12.1-GE-E", "BLK-12.1-GE-F")
@pytest.mark.setup
def test_the_german_markers_at_hannut() -> None:
    three = ("i-5-pzr", "ii-5-pzr", "i-12-schr", "ii-12-schr", "kg")
    assert scenario("hannut").markers["german"] == MarkerSet(
        formations=(*three, "i-35-pzr", "ii-35-pzr", "i-33-schr"),
        artillery=(GERMAN_LOAD, GERMAN_LOAD, GERMAN_LOAD),  # type: ignore[arg-type]
        stukas=(2, 2),
        repeat=2,
        general=2,
    )


@pytest.mark.rule("BLK-12.1-VICTORY-A")
@pytest.mark.parametrize(
    ("turn", "band"),
    [(1, (8, 12)), (2, (14, 20)), (3, (16, 24)), (4, (20, 28)), (5, (26, 36)), (6, (32, 42))],
)
def test_the_bands_of_german_victory_points_are_the_printed_ones(turn: int, band: tuple[int, int]) -> None:
    victory = scenario("hannut").victory
    assert isinstance(victory, Bands)
    assert victory.side == "german"
    assert victory.band(turn) == band
    assert loaded().provenance.of("scenarios", "hannut", "victory", "bands").kind == "printed"


def test_victory_values_are_labelled_reconstructed() -> None:
    for name in pack().maps["hannut"].objectives:
        assert loaded().provenance.of("maps", "hannut", "objectives", name, "value").kind == "reconstructed"
    for key in ("enemy_step", "steps_together", "off_map"):
        assert loaded().provenance.of("scenarios", "hannut", "victory", key).kind == "reconstructed"


def test_the_opening_trio_is_one_stuka_one_artillery_and_one_formation_marker() -> None:
    opening = scenario("hannut").opening
    assert opening is not None
    assert (opening.side, opening.stukas, opening.artillery, opening.formations) == ("german", 1, 1, 1)


@pytest.mark.rule("BLK-12.1-SPECIAL-D")
@pytest.mark.setup
def test_the_germans_have_a_carrier_each_for_the_black_and_the_dark_green_battalion() -> None:
    carriers = {carrier.formation: unit for unit, carrier in scenario("hannut").carriers.items()}
    assert carriers == {"i-12-schr": "apc-i-12", "i-33-schr": "apc-i-33"}
    for formation, unit in carriers.items():
        assert pack().independents[unit].side == "german"
        assert pack().independents[unit].adopters == (formation,)
        assert pack().counters[pack().independents[unit].counter].carries
    red, green, blue = (
        int(pack().formations["i-12-schr"].colour[place : place + 2], 16) for place in (1, 3, 5)
    )
    assert green > red
    assert green > blue
    assert pack().formations["i-33-schr"].colour == "#101010"


@pytest.mark.rule("BLK-12.1-SPECIAL-G1")
def test_the_half_track_company_of_i_12_begins_mounted_and_i_33_chooses() -> None:
    assert "BLK-12.1-SPECIAL-G1" in scenario("hannut").ruled()
    marked = [id for id, company in pack().companies.items() if company.half_track]
    carriers = scenario("hannut").carriers
    assert [carriers["apc-i-12"].mounted] == marked
    assert marked[0] in pack().formations["i-12-schr"].companies
    assert (carriers["apc-i-12"].may_begin_mounted, carriers["apc-i-33"].may_begin_mounted) == (False, True)
    assert carriers["apc-i-33"].mounted == ""


@pytest.mark.rule("BLK-12.1-FR-G1")
def test_ii_11_rdp_keeps_to_1712_outside_german_hexes_and_an_erratum_moves_it_to_1412() -> None:
    step = step_of("hannut", "ii-11-rdp")
    zones = pack().theatre("hannut").zones
    printed = zones[scenario("hannut").zone_of(step)]
    assert not GERMAN_LINE & set(printed)
    assert all(pack().theatre("hannut").board.distance(label, "1712") <= 2 for label in printed)
    moved = zones[scenario("hannut").zone_of(step, ("ii_11_rdp_at_1412",))]
    assert set(moved) == near("hannut", ("1412",), 2) - GERMAN_LINE


@pytest.mark.rule("BLK-12.1-FR-G3", "BLK-12.1-GE-G1", "BLK-12.1-GE-G2")
def test_hannut_follows_the_rulings_on_its_gaps() -> None:
    scenario("hannut").ruled()
    assert {"1307", "1411"} <= zone_of("hannut", "2-cuir")  # next to one of the three, not to all
    german = scenario("hannut").markers["german"]
    assert [name for name in german.formations if "33" in name] == ["i-33-schr"]
    assert all(load == GERMAN_LOAD for load in german.artillery)
