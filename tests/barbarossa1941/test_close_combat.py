"""Close combat: who fights whom, with what, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from barbarossa1941.battles import HIT, MISS, even, steps
from barbarossa1941.positions import GERMAN_SEAT, SOVIET_SEAT, choices, position, refused
from planspiel.kernel import Game
from planspiel.systems.barbarossa1941.attack import accuracy_of, dice_of
from planspiel.systems.barbarossa1941.close_combat import Against, ChooseOpponents, Opponents, opponents_of
from planspiel.systems.barbarossa1941.defence import defence_modifiers
from planspiel.systems.barbarossa1941.orders import (
    Assault,
    CautiousMove,
    Defend,
    March,
    OpenFire,
    UnitOrder,
    Wait,
)
from planspiel.systems.barbarossa1941.state import GERMAN, SOVIET, Fight, Position

TIED = {
    "g1": {"card": "ge_infantry", "hex": "0505", "tied": ("s1",)},
    "s1": {"card": "su_infantry", "hex": "0505", "tied": ("g1",)},
}
FIGHTS = {"0505": Fight("0505", SOVIET)}
INFANTRY = even("ge_infantry", "su_infantry")


def _fight(
    dice: tuple[int, ...] = (), units: Mapping[str, Mapping[str, object]] = TIED, **more: object
) -> Game[Position]:
    """Step 6 of a close combat that began in an earlier round; the Soviets held the hex."""
    fields = {"cards": INFANTRY, "fights": FIGHTS, "item": ("step-6",), **more}
    return position(units, dice=dice, **fields)  # type: ignore[arg-type]


def _lost(game: Game[Position], *names: str) -> list[int]:
    return [game.state.units[name].casualties for name in names]


# -- the fire tests of step 6 ------------------------------------------------------------------------------


@pytest.mark.rule("BAR-close-combat-1", "BAR-close-combat-10", "BAR-close-combat-13")
def test_enemies_in_one_hex_go_on_fighting_in_step_six_without_any_order() -> None:
    game = _fight((HIT, MISS, HIT, HIT))
    assert _lost(game, "g1", "s1") == [2, 1]
    apart = {"g1": TIED["g1"], "s1": {**TIED["s1"], "hex": "0506"}}
    assert _lost(_fight((), apart), "g1", "s1") == [0, 0]


@pytest.mark.rule("BAR-close-combat-6", "BAR-close-combat-4", "BAR-ammo-3")
def test_everyone_who_rolls_pays_a_point_and_without_ammunition_nobody_rolls() -> None:
    empty = {**TIED, "g1": {**TIED["g1"], "ammo": 0}}
    game = _fight((HIT,) * 4, empty)
    assert _lost(game, "g1", "s1") == [2, 0]
    assert game.state.units["g1"].ammo == 0
    assert game.state.units["s1"].ammo == game.pack.cards["su_infantry"].ammo - 1


@pytest.mark.rule("BAR-close-combat-7", "BAR-range-diagram-5", "BAR-range-diagram-7")
def test_it_is_fought_with_close_combat_dice_and_the_accuracy_of_the_first_cell() -> None:
    cards = {"ge_infantry": {"melee_dice": (4, 3, 1, 1, 1), "range": (5, 2, 1)}}
    game = position({**TIED, "g2": {**TIED["g1"], "casualties": 2}}, cards=cards)
    fresh, worn, enemy = (game.state.units[name] for name in ("g1", "g2", "s1"))
    assert dice_of(game.pack, game.state, fresh, "infantry", "close").total == 4
    assert dice_of(game.pack, game.state, worn, "infantry", "close").total == 1
    assert accuracy_of(game.pack, game.state, fresh, enemy, "close", fight=FIGHTS["0505"]).total == 5


@pytest.mark.rule("BAR-close-combat-12")
def test_all_tests_of_the_board_come_before_any_casualty() -> None:
    """Two fights, four units of one symbol: all of them roll, and all of them die."""
    cards = even("ge_infantry", "su_infantry", size=1)
    units = {
        **TIED,
        "g2": {"card": "ge_infantry", "hex": "0808", "tied": ("s2",)},
        "s2": {"card": "su_infantry", "hex": "0808", "tied": ("g2",)},
    }
    game = _fight((HIT,) * 8, units, cards=cards, fights={**FIGHTS, "0808": Fight("0808", GERMAN)})
    assert {unit.fate for unit in game.state.units.values()} == {"dead"}


@pytest.mark.rule("BAR-close-combat-3", "BAR-close-combat-5", "BAR-close-combat-15")
def test_every_defender_chooses_one_assaulter_and_assaulters_keep_to_their_target() -> None:
    units = {
        "g1": {"card": "ge_infantry", "hex": "0504"},
        "g2": {"card": "ge_infantry", "hex": "0506"},
        "s1": {"card": "su_infantry", "hex": "0505"},
        "s2": {"card": "su_infantry", "hex": "0505"},
    }
    orders = {"g1": Assault("s1", ("0505",)), "g2": Assault("s1", ("0505",))}
    game = position(
        units,
        cards=INFANTRY,
        orders=orders,
        item=("step-6",),
        dice=(HIT, HIT, HIT, MISS, HIT, MISS, HIT, HIT),
    )
    question = game.pending(SOVIET_SEAT)
    assert isinstance(question, ChooseOpponents)
    assert question.targets == {"s1": ("g1", "g2"), "s2": ("g1", "g2")}
    assert game.pending(GERMAN_SEAT) is None
    game.answer(SOVIET_SEAT, Opponents({"unit:s1": Against("g2"), "unit:s2": Against("g2")}))
    assert _lost(game, "g1", "g2", "s1", "s2") == [0, 3, 3, 0]


@pytest.mark.rule("BAR-target-types-X1")
def test_a_type_that_is_not_listed_is_not_attacked_even_in_defence() -> None:
    units = {"g1": {**TIED["g1"], "card": "ge_pz2"}, "s1": TIED["s1"]}
    targets = {"su_infantry": {"targets": {"infantry": (10, 8, 6, 4, 2)}}}
    game = position(units, cards=targets, terrain={"0505": "town"}, fights=FIGHTS)
    assert opponents_of(game.pack, game.state, game.state.units["s1"]) == ()
    assert dice_of(game.pack, game.state, game.state.units["s1"], "light_tank", "close").total == 0


@pytest.mark.rule("BAR-close-combat-17")
def test_who_may_not_roll_does_not_pay_unless_the_letter_of_the_text_is_played() -> None:
    """A unit that withdraws makes no test."""
    orders = {"g1": CautiousMove(("0504",))}
    for option, paid in (("who rolls", 0), ("everyone", 1)):
        game = _fight((MISS, MISS), orders=orders, options={"melee_ammo": option})
        assert game.pack.cards["ge_infantry"].ammo - game.state.units["g1"].ammo == paid
        assert game.pack.cards["su_infantry"].ammo - game.state.units["s1"].ammo == 1


@pytest.mark.rule("BAR-units-in-close-combat-5")
def test_artillery_rolls_one_die_for_each_remaining_symbol() -> None:
    cards = {"su_mortar": {"melee_dice": 0, "size": 4}}
    game = position({"s1": {"card": "su_mortar", "hex": "0505", "casualties": 1}}, cards=cards)
    assert dice_of(game.pack, game.state, game.state.units["s1"], "infantry", "close").total == 3


# -- ties --------------------------------------------------------------------------------------------------


@pytest.mark.rule("BAR-close-combat-8", "BAR-close-combat-11")
def test_who_shares_a_hex_at_the_end_of_the_round_is_tied_to_every_enemy_there() -> None:
    units = {
        "g1": {"card": "ge_infantry", "hex": "0505"},
        "g2": {"card": "ge_infantry", "hex": "0505"},
        "s1": {"card": "su_infantry", "hex": "0505"},
        "s2": {"card": "su_infantry", "hex": "0506", "tied": ("g2",)},
    }
    game = position(units, item=("ties",), fights=FIGHTS)
    wanted = {"g1": ("s1",), "g2": ("s1",), "s1": ("g1", "g2"), "s2": ()}
    assert {name: unit.tied for name, unit in game.state.units.items()} == wanted


@pytest.mark.rule("BAR-close-combat-9", "BAR-withdraw-2")
def test_tied_units_go_on_or_leave_by_one_hex_and_do_nothing_else() -> None:
    game = position(TIED, fights=FIGHTS, cards={"ge_infantry": {}})
    kinds = {type(order) for order in choices(game, "g1")}
    assert Assault in kinds
    assert CautiousMove in kinds
    for order in (Defend(0, 1), OpenFire("s1"), Wait()):
        assert refused(game, "g1", order)
    tank = position({**TIED, "g1": {**TIED["g1"], "card": "ge_pz2"}}, fights=FIGHTS)
    assert refused(tank, "g1", CautiousMove(("0504",))) == ""
    assert "BAR-withdraw-2" in refused(tank, "g1", CautiousMove(("0504", "0503")))


@pytest.mark.rule("BAR-close-combat-14")
def test_a_tied_unit_assaults_only_an_enemy_in_its_own_hex() -> None:
    units = {**TIED, "s2": {"card": "su_infantry", "hex": "0504"}}
    game = position(units, fights=FIGHTS)
    assert refused(game, "g1", Assault("s1")) == ""
    assert "BAR-close-combat-14" in refused(game, "g1", Assault("s2", ("0504",)))


@pytest.mark.rule("BAR-close-combat-16", "BAR-close-combat-12")
def test_cover_counts_for_the_side_that_held_the_hex() -> None:
    units = {**TIED, "s1": {**TIED["s1"], "dug_in": True}}
    for option, german in ((False, 0), (True, 3)):
        game = position(units, terrain={"0505": "town"}, options={"cover_for_assaulters": option})
        fight = Fight("0505", SOVIET)
        own, enemy = game.state.units["s1"], game.state.units["g1"]
        assert defence_modifiers(game.pack, game.state, own, fight).total == 3 + 1
        assert defence_modifiers(game.pack, game.state, enemy, fight).total == german
    town = _fight((HIT, HIT, HIT, HIT), terrain={"0505": "town"})
    assert _lost(town, "g1", "s1") == [2, 0]


# -- who may hurt whom -------------------------------------------------------------------------------------


@pytest.mark.table
@pytest.mark.rule("BAR-units-in-close-combat-3", "BAR-units-in-close-combat-7", "BAR-units-in-close-combat-8")
@pytest.mark.parametrize(
    ("terrain", "rolls"),
    [
        ("plain", False),
        ("bush", False),
        ("forest", False),
        ("field", False),
        ("light_forest", True),
        ("village", True),
        ("town", True),
    ],
)
def test_infantry_hurts_tanks_only_in_light_forest_and_houses(terrain: str, rolls: bool) -> None:
    cards = {
        "su_infantry": {"targets": {"infantry": (10,) * 5, "heavy_tank": "melee", "light_tank": "melee"}}
    }
    units = {"g1": {**TIED["g1"], "card": "ge_pz2"}, "s1": TIED["s1"]}
    game = position(units, cards=cards, terrain={"0505": terrain}, fights=FIGHTS)
    assert bool(opponents_of(game.pack, game.state, game.state.units["s1"])) is rolls


@pytest.mark.rule("BAR-units-in-close-combat-7")
def test_infantry_that_may_not_roll_against_a_tank_pays_nothing() -> None:
    cards = {**even("su_infantry", targets={"infantry": (1,) * 5, "light_tank": "melee"}), **even("ge_pz2")}
    units = {"g1": {**TIED["g1"], "card": "ge_pz2"}, "s1": TIED["s1"]}
    game = _fight((HIT, HIT), units, cards=cards)
    assert _lost(game, "g1", "s1") == [0, 2]
    assert game.state.units["s1"].ammo == game.pack.cards["su_infantry"].ammo


@pytest.mark.rule("BAR-village-4", "BAR-town-4")
def test_houses_help_infantry_against_vehicles_on_both_sides_of_the_fight() -> None:
    for terrain, wanted in (("village", 4), ("town", 4), ("light_forest", 3)):
        units = {"g1": TIED["g1"], "s1": {**TIED["s1"], "card": "su_zis5"}, "s2": TIED["s1"]}
        game = position(units, cards=INFANTRY, terrain={"0505": terrain})
        unit, truck, infantry = (game.state.units[name] for name in ("g1", "s1", "s2"))
        fight = Fight("0505", SOVIET)
        assert accuracy_of(game.pack, game.state, unit, truck, "close", fight=fight).total == wanted
        assert accuracy_of(game.pack, game.state, unit, infantry, "close", fight=fight).total == 3


# -- hills -------------------------------------------------------------------------------------------------


@pytest.mark.rule("BAR-hill-combat-1", "BAR-hill-combat-2", "BAR-hill-combat-5")
def test_on_a_hill_the_side_that_held_it_has_it_easier_as_long_as_the_fight_lasts() -> None:
    game = position(TIED, cards=INFANTRY, levels={"0505": 1})
    german, soviet = game.state.units["g1"], game.state.units["s1"]
    fight = Fight("0505", SOVIET)
    assert defence_modifiers(game.pack, game.state, soviet, fight).total == 1
    assert defence_modifiers(game.pack, game.state, german, fight).total == 0
    assert accuracy_of(game.pack, game.state, german, soviet, "close", fight=fight).total == 2
    assert accuracy_of(game.pack, game.state, soviet, german, "close", fight=fight).total == 3
    fought = _fight((HIT, HIT, HIT, HIT), levels={"0505": 1})
    assert _lost(fought, "g1", "s1") == [2, 1]


@pytest.mark.rule("BAR-hill-combat-1")
def test_the_hill_is_of_no_use_against_fire() -> None:
    game = position(
        {"g1": {"card": "ge_infantry", "hex": "0505"}, "s1": {"card": "su_infantry", "hex": "0506"}},
        cards={"ge_infantry": {"defence": 0}, "su_infantry": {"range": (3, 2, 1)}},
        levels={"0505": 1},
        orders={"s1": OpenFire("g1")},
        item=("step-3",),
        dice=(HIT, *(MISS,) * 9),
    )
    assert game.state.units["g1"].casualties == 1


# -- fire at close combat ----------------------------------------------------------------------------------


@pytest.mark.rule("BAR-units-in-close-combat-1")
def test_whoever_has_won_or_left_the_close_combat_can_be_fired_at_again() -> None:
    """The mark of the tie is only taken away at the end of the round."""
    units = {
        "g1": {**TIED["g1"], "hex": "0504"},
        "s1": TIED["s1"],
        "s2": {"card": "su_infantry", "hex": "0503"},
        "g2": {"card": "ge_infantry", "hex": "0506"},
    }
    game = position(units, fights=FIGHTS)
    assert refused(game, "s2", OpenFire("g1")) == ""
    assert refused(game, "g2", OpenFire("s1")) == ""
    assert "BAR-units-in-close-combat-1" in refused(
        position({**units, "g1": TIED["g1"]}, fights=FIGHTS), "g2", OpenFire("s1")
    )


# -- withdrawal --------------------------------------------------------------------------------------------

LEAVES: dict[str, UnitOrder] = {"g1": March(("0504",))}


@pytest.mark.rule("BAR-withdraw-1", "BAR-withdraw-3", "BAR-withdraw-4")
def test_whoever_withdraws_is_attacked_and_makes_no_test_himself() -> None:
    game = _fight((HIT, HIT), orders=LEAVES)
    assert _lost(game, "g1", "s1") == [2, 0]


@pytest.mark.rule("BAR-withdraw-5", "BAR-withdraw-6", "BAR-withdraw-7")
def test_whoever_suffers_losses_tests_in_step_seven_and_reaches_the_next_hex_suppressed() -> None:
    game = _fight((HIT, MISS, 6, 6), orders=LEAVES, script=steps("step-6", "step-7", "step-10"))
    unit = game.state.units["g1"]
    assert (unit.casualties, unit.suppressed, unit.hex) == (1, True, "0504")


@pytest.mark.rule("BAR-withdraw-10")
def test_if_both_sides_withdraw_nobody_fires() -> None:
    game = _fight((), orders={**LEAVES, "s1": CautiousMove(("0506",))})
    assert _lost(game, "g1", "s1") == [0, 0]


@pytest.mark.rule("BAR-withdraw-9")
def test_a_mover_that_is_assaulted_fights_and_then_leaves_by_one_hex() -> None:
    units = {
        "g1": {"card": "ge_pz2", "hex": "0505"},
        "s1": {"card": "su_t26", "hex": "0506"},
    }
    game = position(
        units,
        cards=even("ge_pz2", "su_t26"),
        orders={"g1": March(("0504", "0503")), "s1": Assault("g1", ("0505",))},
        script=steps("step-6", "step-7", "step-10"),
        dice=(HIT, MISS, HIT, MISS, 1, 1, 1, 1),
    )
    assert _lost(game, "g1", "s1") == [1, 1]
    assert (game.state.units["g1"].hex, game.state.units["s1"].hex) == ("0504", "0505")
