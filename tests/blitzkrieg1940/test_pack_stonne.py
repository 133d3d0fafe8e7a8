"""12.2 in the shipped pack: set-up, markers, reinforcements and victory of Stonne."""

from typing import Any

import pytest

from blitzkrieg1940.shipped import coming, loaded, near, pack, scenario, step_of, zone_of
from planspiel.systems.blitzkrieg1940.pack import Hold, MarkerSet, Reinforcement

FRENCH_LOAD = {"heavy": 1, "medium": 1, "light": 3}
GERMAN_LOAD = {"medium": 2, "light": 2}
STONNE = ("0510",)


@pytest.mark.rule("BLK-12.2-HEAD-A")
@pytest.mark.setup
def test_stonne_lasts_ten_turns() -> None:
    assert scenario("stonne").turns == 10


@pytest.mark.rule("BLK-12.2-HEAD-X1")
def test_at_stonne_the_french_are_set_up_first_and_nobody_has_the_initiative() -> None:
    assert [steps[0].side for steps in scenario("stonne").placements()] == ["french", "german"]
    assert scenario("stonne").first_initiative is None


@pytest.mark.setup
@pytest.mark.parametrize(
    ("formation", "side", "centres"),
    [
        pytest.param("i-205-ri", "french", STONNE, marks=pytest.mark.rule("BLK-12.2-FR-A")),
        pytest.param("ii-205-ri", "french", STONNE, marks=pytest.mark.rule("BLK-12.2-FR-A")),
        pytest.param("4-bcc", "french", STONNE, marks=pytest.mark.rule("BLK-12.2-FR-C")),
        pytest.param("i-gd", "german", ("0112",), marks=pytest.mark.rule("BLK-12.2-GE-A")),
        pytest.param("stu-pion-43", "german", ("0112",), marks=pytest.mark.rule("BLK-12.2-GE-A")),
        pytest.param("640-stug", "german", ("0112",), marks=pytest.mark.rule("BLK-12.2-GE-A")),
        pytest.param("14-pzjg-gd", "german", ("0112",), marks=pytest.mark.rule("BLK-12.2-GE-A")),
        pytest.param("ii-gd", "german", ("0114",), marks=pytest.mark.rule("BLK-12.2-GE-B")),
        pytest.param("iii-gd", "german", ("0108",), marks=pytest.mark.rule("BLK-12.2-GE-C")),
        pytest.param("ii-pzr-8", "german", ("0401",), marks=pytest.mark.rule("BLK-12.2-GE-D")),
    ],
)
def test_formations_at_stonne_are_set_up_in_or_next_to_the_printed_hexes(
    formation: str, side: str, centres: tuple[str, ...]
) -> None:
    assert step_of("stonne", formation).side == side
    assert zone_of("stonne", formation) == near("stonne", centres, 1)


@pytest.mark.rule("BLK-12.2-FR-B")
@pytest.mark.setup
def test_iii_205_ri_stands_on_or_south_of_row_03() -> None:
    zone = zone_of("stonne", "iii-205-ri")
    south = {label for label in pack().theatre("stonne").board.labels if int(label[:2]) >= 3}
    assert zone == south - near("stonne", ("0401",), 1)


@pytest.mark.rule("BLK-12.2-FR-B")
@pytest.mark.setup
def test_that_it_keeps_out_of_the_german_set_up_hexes_is_named_as_our_ruling() -> None:
    assert "BLK-12.2-FR-B" in scenario("stonne").ruled()
    assert step_of("stonne", "iii-205-ri").name.endswith("in no German set-up hex")


@pytest.mark.rule("BLK-12.2-FR-D", "BLK-12.2-FR-X1")
@pytest.mark.setup
def test_five_works_stand_in_or_next_to_stonne() -> None:
    scenario("stonne").ruled()
    (works,) = [step for step in scenario("stonne").setup if step.works]
    assert works.works == 5
    assert set(pack().theatre("stonne").zones[works.zone]) == near("stonne", STONNE, 1)


@pytest.mark.rule("BLK-12.2-FR-E")
@pytest.mark.setup
def test_four_minefields_lie_between_the_west_edge_and_les_huttes_from_row_04_on() -> None:
    theatre = pack().theatre("stonne")
    (mines,) = [step for step in scenario("stonne").setup if step.mines]
    assert mines.mines == 4
    (les_huttes,) = theatre.hexes_of("Les Huttes d'Ogny")
    assert set(theatre.zones[mines.zone]) == {
        label
        for label in theatre.board.labels
        if int(label[:2]) >= 4 and int(label[2:]) >= int(les_huttes[2:])  # the second number grows westward
    }


@pytest.mark.rule("BLK-12.2-FR-F", "BLK-12.2-FR-G", "BLK-12.2-FR-H")
@pytest.mark.setup
def test_the_french_markers_at_stonne() -> None:
    assert scenario("stonne").markers["french"] == MarkerSet(
        formations=("i-205-ri", "ii-205-ri", "iii-205-ri", "4-bcc"),
        artillery=(FRENCH_LOAD,),  # type: ignore[arg-type]
        repeat=1,
        general=1,
    )
    assert pack().formations["4-bcc"].white_stripe


@pytest.mark.rule("BLK-12.2-GE-F", "BLK-12.2-GE-G", "BLK-12.2-GE-H")
@pytest.mark.setup
def test_the_german_markers_at_stonne() -> None:
    assert scenario("stonne").markers["german"] == MarkerSet(
        formations=("i-gd", "ii-gd", "iii-gd", "14-pzjg-gd", "640-stug", "stu-pion-43", "ii-pzr-8"),
        artillery=(GERMAN_LOAD,),  # type: ignore[arg-type]
        repeat=2,
        general=2,
    )


@pytest.mark.setup
@pytest.mark.parametrize(
    ("turn", "expected"),
    [
        pytest.param(
            2,
            Reinforcement(
                turn=2,
                side="french",
                entry="french_reinforcements",
                formations=("6-grdi",),
                markers=MarkerSet(formations=("6-grdi",)),
            ),
            marks=pytest.mark.rule("BLK-12.2-FR-J", "BLK-12.2-SPECIAL-A"),
        ),
        pytest.param(
            4,
            Reinforcement(
                turn=4,
                side="french",
                entry="french_reinforcements",
                formations=("45-bcc", "i-67-ri"),
                companies=("49-bcc/1",),
                independents=("67-ri-at",),
                markers=MarkerSet(
                    formations=("45-bcc", "i-67-ri", "49-bcc"),
                    artillery=(FRENCH_LOAD,),  # type: ignore[arg-type]
                ),
            ),
            marks=pytest.mark.rule("BLK-12.2-FR-K", "BLK-12.2-FR-L", "BLK-12.2-SPECIAL-A"),
        ),
        pytest.param(
            6,
            Reinforcement(
                turn=6,
                side="german",
                markers=MarkerSet(artillery=(GERMAN_LOAD,), repeat=1),  # type: ignore[arg-type]
            ),
            marks=pytest.mark.rule("BLK-12.2-GE-J"),
        ),
        pytest.param(
            7,
            Reinforcement(
                turn=7,
                side="german",
                entry="german_reinforcements",
                formations=("i-schr-69", "14-pzjg-schr-8"),
                markers=MarkerSet(formations=("i-schr-69", "14-pzjg-schr-8")),
            ),
            marks=pytest.mark.rule("BLK-12.2-GE-K", "BLK-12.2-SPECIAL-A"),
        ),
        pytest.param(
            8,
            Reinforcement(
                turn=8,
                side="french",
                entry="french_reinforcements",
                formations=("ii-67-ri",),
                companies=("49-bcc/2", "49-bcc/3"),
                hqs=("49-bcc",),
                markers=MarkerSet(formations=("ii-67-ri",)),
                no_longer_independent=("49-bcc/1",),
            ),
            marks=pytest.mark.rule("BLK-12.2-FR-M", "BLK-12.2-SPECIAL-A"),
        ),
    ],
)
def test_reinforcements_come_in_their_turns_with_their_markers(turn: int, expected: Reinforcement) -> None:
    assert coming("stonne", turn) == expected
    assert [due.turn for due in scenario("stonne").reinforcements] == [2, 4, 6, 7, 8]


@pytest.mark.rule("BLK-12.2-FR-I", "BLK-12.2-GE-K")
@pytest.mark.setup
def test_the_french_enter_at_1310_and_the_germans_from_0104_to_0108() -> None:
    zones = pack().theatre("stonne").zones
    assert zones["french_reinforcements"] == ("1310",)
    assert "1310" in pack().theatre("stonne").own_edge("french")
    assert zones["german_reinforcements"] == ("0104", "0105", "0106", "0107", "0108")


@pytest.mark.rule("BLK-12.2-FR-L")
@pytest.mark.setup
def test_one_company_of_49_bcc_comes_alone_in_turn_4_and_its_hq_with_the_rest_in_turn_8() -> None:
    companies = pack().formations["49-bcc"].companies
    assert [(company.arrives, company.independent) for company in companies.values()] == [
        (4, True),
        (8, False),
        (8, False),
    ]
    assert coming("stonne", 8).hqs == ("49-bcc",)


@pytest.mark.rule("BLK-12.2-GE-E", "BLK-12.2-GE-G1", "BLK-12.2-FR-X2")
@pytest.mark.setup
def test_the_anti_tank_guns_at_stonne_are_french_and_have_no_marker() -> None:
    scenario("stonne").ruled()
    battalions = ("i-205-ri", "ii-205-ri", "iii-205-ri")
    gun = pack().independents["205-ri-at"]
    assert (gun.side, gun.adopters, gun.stacks_with) == ("french", battalions, battalions)
    assert step_of("stonne", "205-ri-at").side == "french"
    assert pack().independents["67-ri-at"].adopters == ()
    assert pack().counters[pack().independents["67-ri-at"].counter].kind == "at_gun"


@pytest.mark.rule("BLK-12.2-GE-I")
@pytest.mark.setup
def test_ii_pzr_leaves_at_the_end_of_turn_3() -> None:
    assert [(gone.turn, gone.formation) for gone in scenario("stonne").withdrawals] == [(3, "ii-pzr-8")]


@pytest.mark.rule("BLK-12.2-FR-G1", "BLK-12.2-GE-X1")
def test_added_artillery_markers_have_the_load_of_the_first() -> None:
    scenario("stonne").ruled()
    for turn, side in ((4, "french"), (6, "german")):
        markers: Any = scenario("stonne").markers
        assert coming("stonne", turn).markers.artillery == markers[side].artillery


@pytest.mark.rule("BLK-12.2-GE-G2", "BLK-12.2-GE-G3")
def test_garbled_german_names_are_read_as_ruled() -> None:
    scenario("stonne").ruled()
    formations = pack().formations
    assert formations["ii-gd"].code == "II/GD"
    assert (formations["i-schr-69"].code, formations["14-pzjg-schr-8"].code) == (
        "I/SchR 69",
        "14 PzJg/SchR 8",
    )
    without_hq = {name for name in scenario("stonne").formations if not formations[name].hq}
    assert without_hq == {"4-bcc", "stu-pion-43", "640-stug", "14-pzjg-gd", "14-pzjg-schr-8"}
    assert all(formations[name].white_stripe for name in without_hq)


@pytest.mark.rule("BLK-12.2-FR-G3")
def test_stonne_is_every_village_hex_of_that_name_and_the_place_to_hold() -> None:
    victory = scenario("stonne").victory
    assert isinstance(victory, Hold)
    assert (victory.side, victory.place) == ("german", "Stonne")
    theatre = pack().theatre("stonne")
    assert theatre.hexes_of(victory.place) == STONNE
    assert {theatre.terrain[label] for label in STONNE} == {"village"}


@pytest.mark.rule("BLK-12.2-FR-G4")
def test_hannut_counts_columns_from_the_west_and_stonne_rows_from_the_north() -> None:
    scenario("stonne").ruled()
    hannut, stonne = pack().maps["hannut"].layout, pack().maps["stonne"].layout
    assert (hannut.first_grows, hannut.second_grows) == ("east", "south")
    assert (stonne.first_grows, stonne.second_grows) == ("south", "west")
    assert loaded().provenance.of("maps", "stonne", "layout", "second_grows").kind == "reconstructed"
