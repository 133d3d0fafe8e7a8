"""The unit cards: what the text prints is exact, what it does not print is labelled and fits the rest."""

from typing import Any, get_args

import pytest
from msgspec.structs import replace

from barbarossa1941.shipped import card, loaded, pack
from planspiel.systems.barbarossa1941.cards import (
    AIR_BOXES,
    SIDES,
    TANKS,
    TYPES,
    Card,
    Orders,
    Role,
    Target,
    Valour,
)
from planspiel.systems.barbarossa1941.costs import WEIGHTS, counts, formula_cost

SAMPLE = Card(
    name="sample",
    name_de="Muster",
    label="M",
    side="german",
    type="infantry",
    size=3,
    valour=Valour(initial=8),
    defence=2,
    targets={"infantry": (6, 4, 2), "vehicle": (4, 3, 1), "armoured_vehicle": "melee"},
    range=(1, 1, 1),
    melee_dice=(3, 2, 1),
    suppressed_accuracy=1,
    ammo=8,
    cost=10,
    orders=Orders(open_fire=True),
)
"""Like the sample card of the book: accuracy 1 everywhere, armoured vehicles in close combat only."""


# Printed values


@pytest.mark.rule("BAR-errata-4")
@pytest.mark.parametrize("name", sorted(pack().printed))
def test_cards_have_every_value_that_the_text_prints(name: str) -> None:
    for printed, on_card in pack().anchors(name).values():
        assert on_card == printed


@pytest.mark.rule("BAR-errata-1")
@pytest.mark.parametrize(
    ("name", "cost"),
    [("su_mg", 12), ("ge_mg", 13), ("su_mortar", 15), ("su_53k", 20), ("su_t26", 23), ("ge_pz2", 21)],
)
def test_the_corrected_costs_are_those_of_the_errata(name: str, cost: int) -> None:
    assert pack().cost(name) == cost
    assert loaded().provenance.of("cards", name, "cost").kind == "printed"


@pytest.mark.rule("BAR-errata-2")
def test_the_german_mortar_costs_one_point_more_than_the_soviet_one_and_says_it_is_our_value() -> None:
    assert card("ge_mortar").cost == formula_cost(card("ge_mortar")) == 16
    assert card("ge_mortar").cost == card("su_mortar").cost + 1
    assert loaded().provenance.of("cards", "ge_mortar", "cost").kind == "reconstructed"


def test_no_other_cost_claims_to_be_printed() -> None:
    kinds = {name: loaded().provenance.of("cards", name, "cost").kind for name in pack().cards}
    claimed = {name for name, kind in kinds.items() if kind == "printed"}
    assert claimed == {"su_mg", "ge_mg", "su_mortar", "su_53k", "su_t26", "ge_pz2"}


def test_every_field_that_claims_to_be_printed_is_listed_with_the_printed_values() -> None:
    always = {"dice"}  # two dice for every valour test
    for name in pack().cards:
        listed = (
            {place.partition(".")[0] for place in pack().printed[name].values}
            if name in pack().printed
            else set()
        )
        for field in loaded().data["cards"][name]:
            if field in ("valour", "targets", "orders", "special", "flight"):
                continue
            if loaded().provenance.of("cards", name, field).kind == "printed":
                assert field in listed | always | {"traits"}, (name, field)


@pytest.mark.rule("BAR-mount-6")
def test_the_zis_5_convoy_has_five_trucks() -> None:
    assert pack().anchors("su_zis5") == {"size": (5, 5)}


def test_the_half_track_has_valour_7_after_one_casualty() -> None:
    assert card("ge_sdkfz251").valour_after(1) == 7


# The front


@pytest.mark.rule("BAR-unit-2")
@pytest.mark.setup
def test_there_are_eight_types_and_each_has_a_card() -> None:
    assert set(TYPES) == {found.type for found in pack().cards.values()}
    assert len(TYPES) == 8


@pytest.mark.rule("BAR-unit-1")
@pytest.mark.setup
def test_every_card_has_a_front_and_a_back() -> None:
    for name, found in pack().cards.items():
        assert found.size >= 1, name
        assert found.orders.names(), name
        assert found.name
        assert found.name_de
        assert found.label


@pytest.mark.rule("BAR-valour-1")
@pytest.mark.setup
def test_the_valour_block_gives_initial_value_dice_and_loss() -> None:
    assert all(found.valour.dice == 2 for found in pack().cards.values())
    valour = replace(SAMPLE, valour=Valour(initial=9, loss=2))
    assert [valour.valour_after(casualties) for casualties in range(3)] == [9, 7, 5]


@pytest.mark.rule("BAR-defence-1")
@pytest.mark.setup
def test_every_card_prints_a_base_defence() -> None:
    assert {found.defence for found in pack().cards.values()} == {0, 1, 2, 3, 4, 5}


@pytest.mark.rule("BAR-defence-X1")
@pytest.mark.setup
def test_guards_and_average_crews_of_one_tank_have_different_cards() -> None:
    average, guards = card("su_t34"), card("su_t34_guards")
    assert average.type == guards.type
    assert guards.defence > average.defence


@pytest.mark.rule("BAR-ammo-5")
@pytest.mark.setup
def test_special_ammunition_is_a_stock_of_its_own() -> None:
    mortar, pioneers, trucks = card("ge_mortar"), card("ge_pioneer"), card("ge_opel")
    assert (mortar.special.smoke, mortar.ammo) == (2, 12)
    assert pioneers.special.charges == 1
    assert (trucks.ammo, trucks.special.mines) == (30, 3)


@pytest.mark.rule("BAR-arc-1")
@pytest.mark.setup
def test_machine_guns_mortars_and_anti_tank_guns_have_an_arc_and_infantry_has_none() -> None:
    for name in ("su_mg", "ge_mg", "su_mortar", "ge_mortar", "su_53k", "ge_pak36"):
        assert card(name).arc == "fan"
    assert card("su_infantry").arc == card("su_t26").arc == "none"


@pytest.mark.rule("BAR-ability-1")
@pytest.mark.setup
def test_abilities_are_listed_on_the_card() -> None:
    assert card("ge_pioneer").has("pioneer")
    assert card("su_53k").has("must_be_towed")
    assert not card("su_infantry").has("pioneer")


@pytest.mark.rule("BAR-tank-wire-1")
@pytest.mark.setup
def test_tanks_come_in_three_classes() -> None:
    assert {found.type for found in pack().cards.values() if found.is_tank} == set(TANKS)
    assert card("su_kv1").type == "heavy_tank"
    assert not card("ge_sdkfz251").is_tank


@pytest.mark.rule("BAR-hq-1")
@pytest.mark.setup
def test_each_side_has_a_headquarters_with_command_range_2() -> None:
    staffs = [found for found in pack().cards.values() if found.has("hq")]
    assert sorted(found.side for found in staffs) == sorted(SIDES)
    assert {found.command_range for found in staffs} == {2}


# The target table


@pytest.mark.rule("BAR-target-types-1", "BAR-target-types-2")
@pytest.mark.parametrize(
    ("type", "fire", "fight"),
    [
        ("infantry", True, True),
        ("vehicle", True, True),
        ("armoured_vehicle", False, True),
        ("light_tank", False, False),
        ("aircraft", False, False),
    ],
)
def test_only_listed_types_are_targets_and_some_in_close_combat_only(
    type: Target, fire: bool, fight: bool
) -> None:
    assert SAMPLE.can_fire_at(type) is fire
    assert SAMPLE.can_fight(type) is fight


@pytest.mark.rule("BAR-target-types-4")
def test_artillery_is_fired_at_with_the_infantry_row_unless_it_has_its_own() -> None:
    assert SAMPLE.firepower("artillery", 1) == SAMPLE.firepower("infantry", 1) == 4
    own_row = replace(SAMPLE, targets={**SAMPLE.targets, "artillery": (9, 6, 3)})
    assert own_row.firepower("artillery", 1) == 6


@pytest.mark.rule("BAR-firepower-table-2", "BAR-firepower-table-3")
def test_each_casualty_moves_one_column_to_the_right() -> None:
    assert [SAMPLE.firepower("infantry", casualties) for casualties in range(3)] == [6, 4, 2]
    assert [card("su_t26").firepower("light_tank", casualties) for casualties in range(3)] == [7, 5, 2]


@pytest.mark.rule("BAR-range-diagram-7")
def test_close_combat_dice_are_a_list_by_casualties_or_one_number() -> None:
    assert [SAMPLE.close_combat_dice(casualties) for casualties in range(3)] == [3, 2, 1]
    constant = replace(SAMPLE, melee_dice=4)
    assert [constant.close_combat_dice(casualties) for casualties in range(3)] == [4, 4, 4]


@pytest.mark.rule("BAR-area-fire-2")
def test_the_rocket_launcher_has_two_rows() -> None:
    rockets = card("su_bm13")
    assert (rockets.firepower("infantry", 0), rockets.second_row("infantry", 0)) == (16, 4)
    assert rockets.second_row("artillery", 0) == 4
    assert rockets.second_row("heavy_tank", 0) == 0


# The range diagram


@pytest.mark.rule("BAR-range-diagram-1")
@pytest.mark.setup
def test_the_first_cell_is_for_close_combat_only() -> None:
    diagram = replace(SAMPLE, range=(4, 3, 2))
    assert diagram.melee_accuracy() == 4
    assert [diagram.accuracy(distance) for distance in range(4)] == [None, 3, 2, None]


@pytest.mark.rule("BAR-range-diagram-4")
def test_a_cell_with_an_x_allows_no_attack() -> None:
    assert card("su_mortar").accuracy(1) is None
    assert card("su_mortar").accuracy(2) == 2


@pytest.mark.rule("BAR-hill-combat-7")
def test_from_above_the_first_number_is_doubled_and_an_x_stays() -> None:
    diagram = replace(SAMPLE, range=(4, "X", 3, 2, 1))
    assert [diagram.accuracy_from_above(distance) for distance in range(1, 7)] == [None, 3, 3, 2, 1, None]
    assert diagram.melee_accuracy() == 4


def test_a_unit_that_only_fights_hand_to_hand_gains_no_range_on_a_hill() -> None:
    assert replace(SAMPLE, range=(3,)).accuracy_from_above(1) is None


# The back


@pytest.mark.rule("BAR-card-back-1")
def test_a_box_that_is_not_printed_is_not_there() -> None:
    assert card("su_t26").orders.has("fire_on_move")
    assert not card("su_infantry").orders.has("fire_on_move")
    assert not card("su_hq").orders.has("suppressive_fire")


def test_units_that_set_up_also_limber_and_machine_guns_do_both() -> None:
    for name, found in pack().cards.items():
        assert found.orders.has("set_up") == found.orders.has("limber"), name
        if found.has("machine_gun"):
            assert found.needs_set_up, name


@pytest.mark.rule("BAR-aircraft-1")
@pytest.mark.setup
def test_aircraft_have_aircraft_orders_only() -> None:
    for name, found in pack().cards.items():
        if found.is_aircraft:
            assert set(found.orders.names()) <= set(AIR_BOXES), name
            assert found.flight is not None
            assert found.flight.boxes >= 1


@pytest.mark.rule("BAR-aircraft-3")
@pytest.mark.setup
@pytest.mark.parametrize("side", SIDES)
def test_each_side_has_aircraft_of_all_four_roles(side: str) -> None:
    flights = [found.flight for found in pack().cards.values() if found.side == side]
    assert {flight.role for flight in flights if flight} == set(get_args(Role))


@pytest.mark.rule("BAR-aircraft-4")
@pytest.mark.setup
def test_flak_fires_at_aircraft_at_a_range() -> None:
    for name in ("su_flak", "ge_flak"):
        assert card(name).has("flak")
        assert card(name).can_fire_at("aircraft")
        assert card(name).max_range >= 4


@pytest.mark.parametrize("side", SIDES)
def test_both_armies_have_the_whole_range_of_units_where_history_has_them(side: str) -> None:
    own = [found for found in pack().cards.values() if found.side == side]
    assert {found.type for found in own} >= set(TYPES) - {"heavy_tank"}
    for wanted in ("pioneer", "hq", "flak", "machine_gun", "indirect", "area", "transport", "must_be_towed"):
        assert any(wanted in found.traits for found in own), wanted


# Costs


@pytest.mark.parametrize("name", sorted(pack().cards))
def test_every_card_costs_what_the_formula_says(name: str) -> None:
    assert card(name).cost == formula_cost(card(name))


def test_every_weight_of_the_formula_counts_for_some_card() -> None:
    used = {name for found in pack().cards.values() for name, count in counts(found).items() if count}
    assert used == set(WEIGHTS)


@pytest.mark.parametrize(
    "better",
    [
        {"defence": 3},
        {"valour": Valour(initial=10)},
        {"range": (1, 4, 4, 3)},
        {"targets": {"infantry": (30, 20, 10)}},
        {"traits": ("pioneer",)},
    ],
)
def test_a_better_card_costs_more(better: dict[str, Any]) -> None:
    assert formula_cost(replace(SAMPLE, **better)) > formula_cost(SAMPLE)
