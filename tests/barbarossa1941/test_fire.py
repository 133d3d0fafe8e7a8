"""Fire tests: dice, accuracy, defence, casualties, groups."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from barbarossa1941.positions import GERMAN_SEAT, SOVIET_SEAT, choices, pack, position, refused
from planspiel.kernel import Game
from planspiel.systems.barbarossa1941.attack import accuracy_of, dice_of, odds_of
from planspiel.systems.barbarossa1941.defence import defence_left, defence_modifiers
from planspiel.systems.barbarossa1941.firing import SpreadFire, SpreadTo, StopFire
from planspiel.systems.barbarossa1941.orders import (
    Ambush,
    CautiousMove,
    Defend,
    DigIn,
    OpenFire,
    SuppressiveFire,
)
from planspiel.systems.barbarossa1941.state import GERMAN, Bunker, Fight, Position

INFANTRY = {"card": "ge_infantry", "hex": "0505"}
TEN = {"like": "su_mg", "arc": "none"}
"""A machine gun with ten dice against infantry that fires all round."""


def _shot(game: Game[Position], name: str) -> tuple[int, int]:
    unit = game.state.units[name]
    return unit.absorbed, unit.casualties


@pytest.mark.rule("BAR-execution-5", "BAR-execution-4", "BAR-open-fire-5")
def test_two_who_fire_at_each_other_both_fire_at_full_strength() -> None:
    card = {"like": "su_t26", "size": 1, "targets": {"light_tank": (7,)}, "melee_dice": 1, "defence": 0}
    game = position(
        {"g1": {"card": "a", "hex": "0503"}, "s1": {"card": "b", "hex": "0505"}},
        cards={"a": {**card, "side": "german"}, "b": card},
        orders={"g1": OpenFire("s1"), "s1": OpenFire("g1")},
        item=("step-3",),
        dice=(1,) * 7 + (1,) * 7,
    )
    assert {game.state.units[name].fate for name in ("g1", "s1")} == {"dead"}


@pytest.mark.rule("BAR-fire-test-1", "BAR-fire-test-4", "BAR-range-diagram-2")
def test_a_die_hits_if_it_shows_the_accuracy_or_less() -> None:
    game = position(
        {"s1": {"card": "su_infantry", "hex": "0506"}, "g1": INFANTRY},
        cards={"su_infantry": {"range": (3, 2, 1)}, "ge_infantry": {"defence": 9}},
        orders={"s1": OpenFire("g1")},
        item=("step-3",),
        dice=(1, 2, 2, 3, 3, 4, 5, 6, 6, 6),
    )
    assert _shot(game, "g1") == (3, 0)


@pytest.mark.rule("BAR-fire-test-3", "BAR-firepower-table-1", "BAR-firepower-table-2")
def test_dice_depend_on_the_targets_type_and_shrink_with_own_casualties() -> None:
    game = position(
        {
            "s1": {"card": "su_infantry", "hex": "0506"},
            "s2": {"card": "su_infantry", "hex": "0506", "casualties": 2},
        }
    )
    row = pack().cards["su_infantry"].targets["infantry"]
    assert isinstance(row, tuple)
    fresh, worn = game.state.units["s1"], game.state.units["s2"]
    assert dice_of(game.pack, game.state, fresh, "infantry", "open").total == 10
    assert dice_of(game.pack, game.state, worn, "infantry", "open").total == row[2] < 10
    assert dice_of(game.pack, game.state, fresh, "vehicle", "open").total != 10


@pytest.mark.rule("BAR-fire-test-2", "BAR-target-types-4")
def test_a_table_without_artillery_uses_the_row_for_infantry() -> None:
    game = position(
        {"s1": {"card": "su_infantry", "hex": "0506"}, "g1": {"card": "ge_mortar", "hex": "0505"}},
        cards={"ge_mortar": {"defence": 20}, "su_infantry": {"range": (3, 2, 1)}},
        orders={"s1": OpenFire("g1")},
        item=("step-3",),
        dice=(1,) * 10,
    )
    assert _shot(game, "g1") == (10, 0)


@pytest.mark.rule("BAR-target-types-2", "BAR-target-types-3")
def test_the_sample_card_fires_at_infantry_but_not_at_armour() -> None:
    sample = {
        "like": "su_infantry",
        "targets": {"infantry": (10, 8, 6, 4, 2), "vehicle": (6, 5, 4, 2, 1), "armoured_vehicle": "melee"},
    }
    units = {
        "s1": {"card": "sample", "hex": "0505"},
        "g1": {"card": "ge_sdkfz251", "hex": "0504"},
        "g2": {"card": "ge_pz2", "hex": "0504"},
        "g3": {"card": "ge_infantry", "hex": "0504"},
    }
    game = position(units, cards={"sample": sample})
    assert "BAR-target-types-1" in refused(game, "s1", OpenFire("g1"))
    assert "BAR-target-types-1" in refused(game, "s1", OpenFire("g2"))
    assert refused(game, "s1", OpenFire("g3")) == ""


@pytest.mark.rule("BAR-range-diagram-3", "BAR-range-diagram-4")
def test_beyond_the_last_cell_and_at_an_x_nothing_is_attacked() -> None:
    cards = {"su_infantry": {"range": (3, "X", 2)}}
    for hex_, allowed in (("0504", False), ("0503", True), ("0502", False)):
        units = {"s1": {"card": "su_infantry", "hex": "0505"}, "g1": {"card": "ge_infantry", "hex": hex_}}
        assert (refused(position(units, cards=cards), "s1", OpenFire("g1")) == "") is allowed


@pytest.mark.rule("BAR-range-diagram-6", "BAR-hill-combat-3", "BAR-hill-combat-6")
def test_from_a_higher_hex_the_weapon_reaches_one_hex_farther() -> None:
    units = {"s1": {"card": "su_infantry", "hex": "0505"}, "g1": {"card": "ge_infantry", "hex": "0502"}}
    cards = {"su_infantry": {"range": (3, 2, 1)}}
    assert refused(position(units, cards=cards), "s1", OpenFire("g1"))
    assert refused(position(units, cards=cards, levels={"0505": 2, "0502": 1}), "s1", OpenFire("g1")) == ""


@pytest.mark.rule("BAR-hill-combat-4", "BAR-hill-combat-7")
def test_from_above_the_diagram_moves_one_cell_and_x_stays() -> None:
    card = pack().cards["su_infantry"]
    shifted = type(card).accuracy_from_above
    card = replace(card, range=(4, "X", 3, 2, 1))
    assert [shifted(card, distance) for distance in range(1, 7)] == [None, 3, 3, 2, 1, None]
    assert card.melee_accuracy() == 4


@pytest.mark.rule("BAR-range-diagram-8")
def test_an_accuracy_of_six_always_hits_and_of_zero_never() -> None:
    """On a hill: whoever assaults it has an accuracy lower by one."""
    for accuracy, dice, hits in ((7, (6, 6), 2), (9, (6, 6), 2), (1, (1, 1), 0), (0, (1, 1), 0)):
        card = {"like": "su_infantry", "range": (accuracy,), "melee_dice": 2}
        game = position(
            {"s1": {"card": "x", "hex": "0505"}, "g1": {"card": "ge_infantry", "hex": "0505"}},
            cards={"x": card, "ge_infantry": {"defence": 9, "melee_dice": 0}},
            levels={"0505": 1},
            fights={"0505": Fight("0505", GERMAN)},
            item=("step-6",),
            dice=dice,
        )
        assert game.state.units["g1"].absorbed == hits
        firer, target = game.state.units["s1"], game.state.units["g1"]
        odds = odds_of(game.pack, game.state, firer, target, "close", Fight("0505", GERMAN))
        assert odds.column == f"2d6 <= {min(6, max(0, accuracy - 1))}"
        assert len(odds.results) == 1


# -- defence -----------------------------------------------------------------------------------------------


@pytest.mark.rule("BAR-defence-2", "BAR-fire-test-10")
def test_hits_absorbed_in_an_earlier_step_still_lower_the_defence() -> None:
    game = position(
        {"s1": {"card": "su_infantry", "hex": "0506"}, "g1": {**INFANTRY, "absorbed": 1}},
        cards={"ge_infantry": {"defence": 2}, "su_infantry": {"range": (3, 2, 1)}},
        orders={"s1": OpenFire("g1")},
        item=("step-3",),
        dice=(1, 1) + (6,) * 8,
    )
    assert _shot(game, "g1") == (2, 1)


@pytest.mark.rule("BAR-defence-5")
def test_a_bonus_gained_or_lost_changes_the_sum_but_not_what_was_absorbed() -> None:
    game = position({"g1": {**INFANTRY, "absorbed": 3}}, cards={"ge_infantry": {"defence": 2}})
    assert defence_left(game.pack, game.state, game.state.units["g1"]) == 0
    game = position(
        {"g1": {**INFANTRY, "absorbed": 3}}, cards={"ge_infantry": {"defence": 2}}, terrain={"0505": "town"}
    )
    assert defence_left(game.pack, game.state, game.state.units["g1"]) == 2


@pytest.mark.rule("BAR-defence-4", "BAR-defence-6")
def test_orders_works_and_terrain_add_up() -> None:
    game = position(
        {"g1": {**INFANTRY, "dug_in": True}}, orders={"g1": Defend(0, 1)}, terrain={"0505": "village"}
    )
    lines = defence_modifiers(game.pack, game.state, game.state.units["g1"])
    bonus = pack().cards["ge_infantry"].orders.defend
    assert bonus is not None
    assert lines.total == bonus.bonus + 1 + 2


@pytest.mark.rule("BAR-defend-4", "BAR-ambush-2", "BAR-cautious-2")
def test_the_bonus_in_the_order_box_counts_while_the_order_is_in_force() -> None:
    boxes = pack().cards["ge_infantry"].orders
    assert boxes.defend
    assert boxes.ambush
    assert boxes.cautious
    wanted = {
        Defend(0, 1): boxes.defend.bonus,
        Ambush(0, 1): boxes.ambush.bonus,
        CautiousMove(("0504",)): boxes.cautious.bonus,
    }
    for order, bonus in wanted.items():
        game = position({"g1": INFANTRY}, orders={"g1": order})
        assert defence_modifiers(game.pack, game.state, game.state.units["g1"]).total == bonus > 0
        game = position({"g1": {**INFANTRY, "lapsed": True}}, orders={"g1": order})
        assert defence_modifiers(game.pack, game.state, game.state.units["g1"]).total == 0


@pytest.mark.rule("BAR-trench-6", "BAR-bunker-4")
def test_a_trench_gives_one_and_a_bunker_two_besides_defend_and_terrain() -> None:
    for fields, works in (({"dug_in": True}, 1), ({"bunker": True}, 2)):
        game = position(
            {"g1": {**INFANTRY, **fields}},
            orders={"g1": Defend(0, 1)},
            bunkers={"0505": Bunker(0)},
            terrain={"0505": "town"},
        )
        lines = defence_modifiers(game.pack, game.state, game.state.units["g1"])
        assert lines.total == 1 + works + 3


@pytest.mark.rule("BAR-dig-in-4")
def test_whoever_digs_has_no_defence_whatever_the_terrain() -> None:
    game = position({"g1": INFANTRY}, orders={"g1": DigIn(0)}, terrain={"0505": "town"})
    assert defence_left(game.pack, game.state, game.state.units["g1"]) == 0


@pytest.mark.table
@pytest.mark.rule("BAR-forest-2", "BAR-village-2", "BAR-town-2", "BAR-light-forest-5", "BAR-road-3")
@pytest.mark.parametrize(
    ("terrain", "infantry", "other"),
    [
        ("forest", 2, 2),
        ("village", 2, 1),
        ("town", 3, 2),
        ("bush", 0, 0),
        ("light_forest", 0, 0),
        ("plain", 0, 0),
    ],
)
def test_the_defence_that_terrain_gives(terrain: str, infantry: int, other: int) -> None:
    for card, bonus in (("ge_infantry", infantry), ("ge_opel", other)):
        game = position({"g1": {"card": card, "hex": "0505"}}, terrain={"0505": terrain})
        assert defence_modifiers(game.pack, game.state, game.state.units["g1"]).total == bonus


@pytest.mark.rule("BAR-failed-valour-3", "BAR-failed-valour-11")
def test_a_suppressed_unit_has_no_bonus_of_any_kind() -> None:
    game = position({"g1": {**INFANTRY, "suppressed": True, "dug_in": True}}, terrain={"0505": "town"})
    assert defence_modifiers(game.pack, game.state, game.state.units["g1"]).total == 0


@pytest.mark.rule("BAR-unit-size-2", "BAR-unit-size-3", "BAR-unit-size-4")
def test_the_last_symbol_lost_destroys_the_unit() -> None:
    game = position(
        {
            "s1": {"card": "su_infantry", "hex": "0506"},
            "g1": {"card": "ge_mg", "hex": "0505", "casualties": 1},
        },
        cards={"ge_mg": {"defence": 0}, "su_infantry": {"range": (3, 2, 1)}},
        orders={"s1": OpenFire("g1")},
        item=("step-3",),
        dice=(1,) + (6,) * 9,
    )
    assert game.state.units["g1"].fate == "dead"
    assert game.state.units["g1"].hex == ""


@pytest.mark.rule("BAR-fire-test-7", "BAR-fire-test-8")
def test_hits_of_several_units_are_added_before_defence_is_lowered() -> None:
    game = position(
        {
            "s1": {"card": "su_infantry", "hex": "0506"},
            "s2": {"card": "su_infantry", "hex": "0506"},
            "g1": INFANTRY,
        },
        cards={"ge_infantry": {"defence": 3}, "su_infantry": {"range": (3, 2, 1)}},
        orders={"s1": OpenFire("g1"), "s2": OpenFire("g1")},
        item=("step-3",),
        dice=(1, 1) + (6,) * 8 + (1, 1) + (6,) * 8,
    )
    assert _shot(game, "g1") == (3, 1)


# -- fire into a group -------------------------------------------------------------------------------------


def _group(count: int, dice: tuple[int, ...], **more: object) -> Game[Position]:
    units = {f"g{n}": {"card": "ge_infantry", "hex": "0505"} for n in range(1, count + 1)}
    return position(
        {**units, "s1": {"card": "ten", "hex": "0503"}},
        cards={"ten": TEN, "ge_infantry": {"defence": 20}},
        orders={"s1": OpenFire("g1")},
        item=("step-3",),
        dice=dice,
        **more,  # type: ignore[arg-type]
    )


@pytest.mark.rule("BAR-group-fire-6", "BAR-group-fire-3", "BAR-group-fire-4")
def test_ten_dice_on_four_units_spread_to_two_and_one_and_stop() -> None:
    game = _group(4, (1,) * 6 + (6,) * 4 + (6, 6) + (6,))
    for _ in range(2):
        question = game.pending(SOVIET_SEAT)
        assert isinstance(question, SpreadFire)
        game.answer(SOVIET_SEAT, SpreadTo(question.targets[0]))
    assert [game.state.units[f"g{n}"].absorbed for n in (1, 2, 3, 4)] == [6, 0, 0, 0]
    assert game.state.outcome is not None


@pytest.mark.rule("BAR-group-fire-1", "BAR-group-fire-8")
def test_fire_spreads_only_from_three_units_of_the_targets_type() -> None:
    assert _group(2, (6,) * 10).state.outcome is not None
    units = {
        "g1": {"card": "ge_infantry", "hex": "0505"},
        "g2": {"card": "ge_infantry", "hex": "0505"},
        "g3": {"card": "ge_opel", "hex": "0505"},
        "s1": {"card": "ten", "hex": "0503"},
    }
    fields = {"cards": {"ten": TEN, "ge_infantry": {"defence": 20}}, "orders": {"s1": OpenFire("g1")}}
    game = position(units, item=("step-3",), dice=(6,) * 10, **fields)  # type: ignore[arg-type]
    assert game.state.outcome is not None
    game = position(
        units,
        item=("step-3",),
        dice=(6,) * 15,
        options={"dense_hex": "any type"},
        **fields,  # type: ignore[arg-type]
    )
    assert game.state.outcome is not None


@pytest.mark.rule("BAR-group-fire-2", "BAR-group-fire-9")
def test_the_firer_chooses_the_next_target_and_may_stop() -> None:
    game = _group(3, (6,) * 10)
    question = game.pending(SOVIET_SEAT)
    assert isinstance(question, SpreadFire)
    assert question.targets == ("g2", "g3")
    assert question.dice == 5
    game.answer(SOVIET_SEAT, StopFire())
    assert game.state.outcome is not None


@pytest.mark.rule("BAR-group-fire-5", "BAR-group-fire-7")
def test_without_misses_or_after_a_single_die_it_is_over() -> None:
    assert _group(3, (1,) * 10).state.outcome is not None
    game = _group(3, (1,) * 8 + (6, 6) + (6,))
    game.answer(SOVIET_SEAT, SpreadTo("g3"))
    assert game.state.outcome is not None


@pytest.mark.rule("BAR-group-fire-11")
def test_hits_of_spread_fire_are_pooled_with_everyone_elses() -> None:
    game = position(
        {
            **{f"g{n}": {"card": "ge_infantry", "hex": "0505"} for n in (1, 2, 3)},
            "s1": {"card": "ten", "hex": "0503"},
            "s2": {"card": "ten", "hex": "0503"},
        },
        cards={"ten": TEN, "ge_infantry": {"defence": 3}},
        orders={"s1": OpenFire("g1"), "s2": OpenFire("g2")},
        item=("step-3",),
        dice=(1,) * 6 + (6,) * 4 + (1, 1) + (1, 1) + (6,) * 8,
    )
    game.answer(SOVIET_SEAT, SpreadTo("g2"))
    game.answer(SOVIET_SEAT, StopFire())
    assert _shot(game, "g2") == (3, 1)


@pytest.mark.rule("BAR-group-fire-10")
def test_only_the_named_target_of_suppressive_fire_must_test() -> None:
    game = position(
        {
            **{f"g{n}": {"card": "ge_infantry", "hex": "0505"} for n in (1, 2, 3)},
            "s1": {"card": "ten", "hex": "0503"},
        },
        cards={"ten": TEN, "ge_infantry": {"defence": 20}},
        orders={"s1": SuppressiveFire("g1")},
        item=("step-2",),
        dice=(6,) * 15 + (1,) * 8 + (6, 6) * 2,
    )
    game.answer(SOVIET_SEAT, SpreadTo("g2"))
    assert game.state.units["g1"].suppressed
    assert not game.state.units["g2"].suppressed
    assert game.state.units["g2"].absorbed == 8


@pytest.mark.rule("BAR-forest-6", "BAR-forest-9", "BAR-road-5")
def test_no_normal_fire_into_or_out_of_dense_forest() -> None:
    units = {"s1": {"card": "su_infantry", "hex": "0505"}, "g1": {"card": "ge_infantry", "hex": "0504"}}
    for forest in ("0504", "0505"):
        game = position(units, terrain={forest: "forest"}, roads=(("0503", "0504", "0505"),))
        assert "BAR-forest-6" in refused(game, "s1", OpenFire("g1"))


@pytest.mark.rule("BAR-units-in-close-combat-1")
def test_units_in_close_combat_cannot_be_fired_at() -> None:
    units = {
        "s1": {"card": "su_infantry", "hex": "0505"},
        "g1": {"card": "ge_infantry", "hex": "0504", "tied": ("s2",)},
        "s2": {"card": "su_infantry", "hex": "0504", "tied": ("g1",)},
    }
    assert "BAR-units-in-close-combat-1" in refused(position(units), "s1", OpenFire("g1"))


def test_the_odds_name_every_modifier_and_add_up() -> None:
    game = position({"s1": {"card": "su_t26", "hex": "0305"}, "g1": {"card": "ge_pz2", "hex": "0303"}})
    (order,) = choices(game, "s1", OpenFire)
    question = game.pending(SOVIET_SEAT)
    odds = question.part_odds(game.view(SOVIET_SEAT), "unit:s1", order, {})  # type: ignore[union-attr]
    assert odds is not None
    assert sum(likely.ways for likely in odds.results) == odds.out_of == 6**7
    assert odds.column == "7d6 <= 2"
    assert (
        accuracy_of(game.pack, game.state, game.state.units["s1"], game.state.units["g1"], "open").total == 2
    )
    assert GERMAN_SEAT in game.waiting()


@pytest.mark.rule("BAR-range-diagram-7")
def test_by_option_close_combat_dice_count_for_each_remaining_symbol() -> None:
    cards = {"su_infantry": {"melee_dice": 2}}
    units = {"s1": {"card": "su_infantry", "hex": "0505", "casualties": 2}}
    for option, dice in (("unit", 2), ("per symbol", 2 * 3)):
        game = position(units, cards=cards, options={"melee_dice": option})
        assert dice_of(game.pack, game.state, game.state.units["s1"], "infantry", "close").total == dice
