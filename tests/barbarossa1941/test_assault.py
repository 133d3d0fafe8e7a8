"""Assaults: the order, the way in, tests before the fight, counterattacks."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from barbarossa1941.battles import HIT, MISS, even
from barbarossa1941.positions import GERMAN_SEAT, choices, position, refused
from planspiel.kernel import Game
from planspiel.systems.barbarossa1941.cards import AssaultBox, UnitType
from planspiel.systems.barbarossa1941.close_combat import ChooseOpponents
from planspiel.systems.barbarossa1941.orders import Assault, Defend, MineKind, UnitOrder
from planspiel.systems.barbarossa1941.state import SOVIET, Fight, Minefield, Position

INFANTRY = even("ge_infantry", "su_infantry")
TANKS = even("ge_pz2", "su_t26")
AT = ("0505",)


def _assault(
    units: Mapping[str, Mapping[str, object]],
    orders: Mapping[str, UnitOrder],
    dice: tuple[int, ...] = (),
    **more: object,
) -> Game[Position]:
    fields = {"cards": {**INFANTRY, **TANKS}, "item": ("step-6",), **more}
    return position(units, orders=orders, dice=dice, **fields)  # type: ignore[arg-type]


GERMAN, TARGET = {"card": "ge_infantry", "hex": "0504"}, {"card": "su_infantry", "hex": "0505"}
PAIR = {"g1": GERMAN, "s1": TARGET}
GO: dict[str, UnitOrder] = {"g1": Assault("s1", AT)}
NOBODY_HIT = (MISS,) * 4


# -- the order ---------------------------------------------------------------------------------------------


@pytest.mark.rule("BAR-assault-1", "BAR-close-combat-2", "BAR-assault-5")
def test_an_assault_leads_into_the_enemys_hex_in_step_six_and_the_fight_follows() -> None:
    game = _assault(PAIR, GO, (HIT, MISS, HIT, HIT))
    assert game.state.units["g1"].hex == "0505"
    assert [game.state.units[name].casualties for name in ("g1", "s1")] == [2, 1]


@pytest.mark.rule("BAR-assault-2", "BAR-assault-4")
def test_it_names_an_enemy_and_a_route_that_ends_in_his_hex() -> None:
    game = position({**PAIR, "g2": {**GERMAN, "hex": "0404"}})
    assert refused(game, "g1", Assault("s1", AT)) == ""
    assert "BAR-assault-2" in refused(game, "g1", Assault("g2", ("0404",)))
    assert "BAR-assault-2" in refused(game, "g1", Assault("s9", AT))
    assert "BAR-assault-4" in refused(game, "g1", Assault("s1", ("0503",)))
    assert "BAR-assault-4" in refused(game, "g1", Assault("s1"))


@pytest.mark.rule("BAR-assault-3", "BAR-assault-6")
def test_the_printed_distance_counts_every_hex_of_the_route_with_the_last() -> None:
    orders = position().pack.cards["ge_pz2"].orders
    for distance, wanted in ((1, False), (2, True)):
        card = {"ge_pz2": {"orders": replace(orders, assault=AssaultBox(distance=distance))}}
        units = {"g1": {"card": "ge_pz2", "hex": "0503"}, "s1": {"card": "su_t26", "hex": "0505"}}
        game = position(units, cards=card)
        answer = refused(game, "g1", Assault("s1", ("0504", "0505")))
        assert (answer == "") is wanted
        assert ("BAR-assault-3" in answer) is not wanted
        assert bool(choices(game, "g1", Assault)) is wanted


@pytest.mark.rule("BAR-assault-7")
def test_terrain_closes_the_way_of_an_assault_and_mines_end_it() -> None:
    units = {"g1": {"card": "ge_pz2", "hex": "0503"}, "s1": {"card": "su_t26", "hex": "0505"}}
    route = Assault("s1", ("0504", "0505"))
    assert refused(position(units), "g1", route) == ""
    assert "BAR-swamp-1" in refused(position(units, terrain={"0504": "swamp"}), "g1", route)
    assert refused(position(units, levels={"0504": 1, "0505": 1}), "g1", route)
    mines = {"m": Minefield("m", SOVIET, "0504", "dummy")}
    stopped = _assault(units, {"g1": route}, mines=mines)
    assert stopped.state.units["g1"].hex == "0504"


@pytest.mark.rule("BAR-assault-8")
def test_another_enemy_on_the_way_stops_the_assault_without_a_fight() -> None:
    units = {
        "g1": {"card": "ge_pz2", "hex": "0503"},
        "s1": {"card": "su_t26", "hex": "0505"},
        "s2": {"card": "su_t26", "hex": "0504"},
    }
    game = _assault(units, {"g1": Assault("s1", ("0504", "0505"))}, (*NOBODY_HIT, *NOBODY_HIT))
    assert game.state.units["g1"].hex == "0503"
    assert game.state.fights == {}
    assert game.state.units["g1"].ammo == game.pack.cards["ge_pz2"].ammo


def _mines_hit_once(kind: MineKind, type_: UnitType) -> tuple[int, ...]:
    attack = position().pack.mines.attack(kind, type_)
    assert attack is not None
    return (1, *(6,) * (attack.dice - 1))


@pytest.mark.rule("BAR-mine-explosion-8")
def test_an_assault_out_of_a_minefield_is_attacked_first_and_goes_one_hex() -> None:
    mines = {"m": Minefield("m", SOVIET, "0504", "anti-personnel")}
    dice = _mines_hit_once("anti-personnel", "infantry")
    near = _assault(PAIR, GO, (*dice, *NOBODY_HIT), mines=mines)
    assert (near.state.units["g1"].hex, near.state.units["g1"].casualties) == ("0505", 1)
    assert near.state.mines["m"].revealed
    far = {**PAIR, "s1": {**TARGET, "hex": "0506"}}
    route = ("0505", "0506")
    game = _assault(far, {"g1": Assault("s1", route)}, dice, mines=mines)
    assert (game.state.units["g1"].hex, game.state.fights) == ("0505", {})
    between = {**far, "s2": TARGET}
    met = _assault(between, {"g1": Assault("s1", route)}, dice, mines=mines)
    assert (met.state.units["g1"].hex, met.state.fights) == ("0504", {}), "another enemy is no target"


@pytest.mark.rule("BAR-mine-explosion-8")
def test_who_is_destroyed_by_mines_before_he_assaults_goes_nowhere() -> None:
    mines = {"m": Minefield("m", SOVIET, "0504", "anti-personnel")}
    size = position().pack.cards["ge_infantry"].size
    frail = {**PAIR, "g1": {**GERMAN, "casualties": size - 1}}
    game = _assault(frail, GO, _mines_hit_once("anti-personnel", "infantry"), mines=mines)
    assert (game.state.units["g1"].fate, game.state.fights) == ("dead", {})


@pytest.mark.rule("BAR-mine-explosion-8", "BAR-counterattack-4")
def test_who_wins_the_die_in_a_minefield_goes_one_hex_too() -> None:
    mines = {"m": Minefield("m", SOVIET, "0503", "anti-tank")}
    units = {"g1": {"card": "ge_pz2", "hex": "0503"}, "s1": {"card": "su_t26", "hex": "0505"}}
    orders = {"g1": Assault("s1", ("0504", "0505")), "s1": Assault("g1", ("0504", "0503"))}
    game = _assault(units, orders, (*_mines_hit_once("anti-tank", "light_tank"), 5, 2), mines=mines)
    assert [game.state.units[name].hex for name in ("g1", "s1")] == ["0504", "0505"]


@pytest.mark.rule("BAR-assault-9")
def test_the_defend_bonus_counts_against_an_assault_and_the_defend_shot_does_not() -> None:
    orders = {**GO, "s1": Defend(0, 1)}
    game = _assault(PAIR, orders, (HIT, HIT, MISS, MISS))
    assert (game.state.units["s1"].absorbed, game.state.units["s1"].casualties) == (1, 1)
    assert game.state.units["s1"].shots == 0


@pytest.mark.rule("BAR-assault-10")
def test_assaulters_that_would_meet_in_an_empty_hex_stop_in_front_of_it() -> None:
    units = {
        "g1": {"card": "ge_pz2", "hex": "0503"},
        "s1": {"card": "su_t26", "hex": "0604"},
        "g2": {"card": "ge_pz2", "hex": "0403"},
        "s2": {"card": "su_t26", "hex": "0505"},
    }
    orders = {"g1": Assault("s2", ("0504", "0505")), "s1": Assault("g2", ("0504", "0403"))}
    game = _assault(units, orders)
    assert [game.state.units[name].hex for name in ("g1", "s1")] == ["0503", "0604"]


@pytest.mark.rule("BAR-units-in-close-combat-2")
def test_units_in_close_combat_may_be_assaulted_by_others() -> None:
    units = {
        "g1": GERMAN,
        "g2": {**GERMAN, "hex": "0505", "tied": ("s1",)},
        "s1": {**TARGET, "tied": ("g2",)},
    }
    fights = {"0505": Fight("0505", SOVIET)}
    assert refused(position(units, fights=fights), "g1", Assault("s1", AT)) == ""
    joined = _assault(units, GO, fights=fights)
    assert joined.state.units["g1"].hex == "0505"


@pytest.mark.table
@pytest.mark.rule(
    "BAR-units-in-close-combat-3", "BAR-units-in-close-combat-6", "BAR-plain-3", "BAR-bush-3", "BAR-field-2"
)
@pytest.mark.parametrize(
    ("own", "there", "armour", "tank"),
    [
        ("plain", "town", False, False),
        ("bush", "town", False, False),
        ("field", "town", False, False),
        ("town", "plain", True, False),
        ("village", "village", True, True),
        ("light_forest", "light_forest", True, True),
    ],
)
def test_infantry_assaults_armour_from_cover_and_tanks_only_in_it(
    own: str, there: str, armour: bool, tank: bool
) -> None:
    targets = {"infantry": (10,) * 5, "armoured_vehicle": "melee", "light_tank": "melee"}
    cards = {"ge_infantry": {"targets": targets}}
    units = {
        "g1": GERMAN,
        "s1": {"card": "su_t26", "hex": "0505"},
        "s2": {"card": "su_ba10", "hex": "0505"},
    }
    terrain = {"0504": own, "0505": there}
    game = position(units, cards=cards, terrain=terrain)
    assert (refused(game, "g1", Assault("s1", AT)) == "") is tank
    assert (refused(game, "g1", Assault("s2", AT)) == "") is armour
    other = position(units, cards=cards, terrain=terrain, options={"assault_on_armour": "fight"})
    judged = there in ("town", "village", "light_forest")
    assert (refused(other, "g1", Assault("s1", AT)) == "") is judged
    assert (refused(other, "g1", Assault("s2", AT)) == "") is judged


# -- flank, rear and panic ---------------------------------------------------------------------------------


def _gun(facing: int, **fields: object) -> dict[str, dict[str, object]]:
    return {"g1": dict(GERMAN), "s1": {"card": "su_mg", "hex": "0505", "facing": facing, **fields}}


MG = {**INFANTRY, **even("su_mg", size=2)}


@pytest.mark.rule("BAR-flank-rear-3", "BAR-valour-test-5")
def test_whoever_is_assaulted_in_flank_or_rear_tests_before_the_fight() -> None:
    for facing in (1, 3):
        game = _assault(_gun(facing), GO, (6, 6, *NOBODY_HIT), cards=MG)
        assert game.state.units["s1"].suppressed
    front = _assault(_gun(0), GO, NOBODY_HIT, cards=MG)
    assert not front.state.units["s1"].suppressed


@pytest.mark.rule("BAR-flank-rear-4")
def test_a_trench_is_of_no_use_against_an_assault_in_flank_or_rear() -> None:
    hits = (HIT, HIT)
    flank = _assault(_gun(3, dug_in=True), GO, (1, 1, *hits, MISS, MISS), cards=MG)
    assert flank.state.units["s1"].absorbed == 0
    front = _assault(_gun(0, dug_in=True), GO, (*hits, MISS, MISS), cards=MG)
    assert front.state.units["s1"].absorbed == 1


@pytest.mark.rule("BAR-flank-rear-8")
def test_one_of_several_assaulters_in_the_flank_is_enough_for_one_test_and_the_loss_of_the_trench() -> None:
    units = {**_gun(0, dug_in=True), "g2": {**GERMAN, "hex": "0506"}, "g3": {**GERMAN, "hex": "0404"}}
    orders = {name: Assault("s1", AT) for name in ("g1", "g2", "g3")}
    game = _assault(
        units, orders, (1, 1), cards={**MG, "ge_infantry": {**INFANTRY["ge_infantry"], "melee_dice": 0}}
    )
    assert game.state.fights["0505"].flanked == ("s1",)
    assert game.state.units["s1"].owes == ()


@pytest.mark.rule("BAR-flank-rear-6", "BAR-flank-rear-7")
def test_a_friend_without_an_arc_spares_the_test_and_keeps_the_trench() -> None:
    units = {**_gun(3, dug_in=True), "s2": TARGET}
    game = _assault(units, GO, (HIT, HIT, MISS, MISS, MISS, MISS), cards=MG)
    assert game.state.fights["0505"].flanked == ()
    assert game.state.units["s1"].absorbed == 1


@pytest.mark.rule("BAR-tank-panic-1", "BAR-units-in-close-combat-4", "BAR-valour-test-3")
def test_infantry_assaulted_by_tanks_tests_before_the_fight() -> None:
    units = {"g1": {"card": "ge_pz2", "hex": "0504"}, "s1": TARGET}
    game = _assault(units, GO, (6, 6, MISS, MISS))
    assert game.state.units["s1"].suppressed


@pytest.mark.table
@pytest.mark.rule("BAR-units-in-close-combat-9", "BAR-tank-panic-1")
@pytest.mark.parametrize(
    ("tank", "infantry", "panic"), [(1, 0, True), (0, 1, True), (1, 1, True), (0, 0, False)]
)
def test_the_trait_may_stand_on_either_card(tank: int, infantry: int, panic: bool) -> None:
    cards = {
        **even("ge_pz2", traits=("tank_panic",) * tank),
        **even("su_infantry", traits=("tank_panic",) * infantry),
    }
    units = {"g1": {"card": "ge_pz2", "hex": "0504"}, "s1": TARGET}
    game = _assault(units, GO, (6, 6, MISS, MISS) if panic else (MISS, MISS), cards=cards)
    assert game.state.units["s1"].suppressed is panic


@pytest.mark.rule("BAR-valour-test-11")
def test_one_test_covers_flank_and_panic() -> None:
    units = {"g1": {"card": "ge_pz2", "hex": "0504"}, "s1": {"card": "su_mg", "hex": "0505", "facing": 3}}
    cards = {**TANKS, **even("su_mg", size=2, targets={"infantry": (5, 5)})}
    game = _assault(units, GO, (1, 1, MISS, MISS), cards=cards)
    assert game.state.outcome is not None
    assert not game.state.units["s1"].suppressed


@pytest.mark.rule("BAR-units-in-close-combat-X1")
def test_only_the_named_target_tests_and_only_when_somebody_comes_in() -> None:
    tied = {
        "g1": {"card": "ge_pz2", "hex": "0505", "tied": ("s1",)},
        "s1": {**TARGET, "tied": ("g1",)},
        "s2": TARGET,
    }
    lasting = _assault(tied, {"g1": Assault("s1")}, (MISS, MISS), fights={"0505": Fight("0505", SOVIET)})
    assert lasting.state.outcome is not None
    fresh = {"g1": {"card": "ge_pz2", "hex": "0504"}, "s1": TARGET, "s2": TARGET}
    game = _assault(fresh, GO, (6, 6, MISS, MISS))
    assert game.state.units["s1"].suppressed
    assert not game.state.units["s2"].suppressed


# -- counterattacks ----------------------------------------------------------------------------------------

MUTUAL: dict[str, UnitOrder] = {"g1": Assault("s1", AT), "s1": Assault("g1", ("0504",))}


@pytest.mark.rule("BAR-counterattack-1", "BAR-counterattack-2")
def test_of_two_who_assault_each_other_the_higher_die_enters_the_others_hex() -> None:
    german = _assault(PAIR, MUTUAL, (5, 2, *NOBODY_HIT))
    assert {german.state.units[name].hex for name in ("g1", "s1")} == {"0505"}
    soviet = _assault(PAIR, MUTUAL, (3, 3, 1, 4, *NOBODY_HIT))
    assert {soviet.state.units[name].hex for name in ("g1", "s1")} == {"0504"}
    assert soviet.state.fights["0504"].holder == "german"


@pytest.mark.rule("BAR-counterattack-1")
def test_adjacent_enemies_roll_even_if_their_routes_lead_around() -> None:
    units = {"g1": {"card": "ge_pz2", "hex": "0504"}, "s1": {"card": "su_t26", "hex": "0505"}}
    orders = {"g1": Assault("s1", ("0604", "0505")), "s1": Assault("g1", ("0504",))}
    game = _assault(units, orders, (5, 2, *NOBODY_HIT))
    assert {game.state.units[name].hex for name in ("g1", "s1")} == {"0505"}


@pytest.mark.rule("BAR-counterattack-3")
def test_with_one_hex_between_they_roll_before_both_enter_it() -> None:
    units = {"g1": {"card": "ge_pz2", "hex": "0503"}, "s1": {"card": "su_t26", "hex": "0505"}}
    orders = {"g1": Assault("s1", ("0504", "0505")), "s1": Assault("g1", ("0504", "0503"))}
    game = _assault(units, orders, (2, 6, *NOBODY_HIT))
    assert {game.state.units[name].hex for name in ("g1", "s1")} == {"0503"}


@pytest.mark.rule("BAR-counterattack-4")
def test_the_loser_of_the_roll_is_the_defender_with_his_hill_and_attacks_the_winner() -> None:
    """The loser had gone one hex when they met: he holds the hex in which he awaits the winner."""
    units = {"g1": {"card": "ge_pz2", "hex": "0502"}, "s1": {"card": "su_t26", "hex": "0505"}}
    orders = {
        "g1": Assault("s1", ("0503", "0504", "0505")),
        "s1": Assault("g1", ("0504", "0503", "0502")),
    }
    game = _assault(units, orders, (2, 6, HIT, HIT, 3, 3), levels={"0503": 1})
    assert {game.state.units[name].hex for name in ("g1", "s1")} == {"0503"}
    assert game.state.fights["0503"].holder == "german"
    assert (game.state.units["g1"].casualties, game.state.units["s1"].casualties) == (0, 2)


@pytest.mark.rule("BAR-counterattack-5")
def test_if_the_target_has_gone_the_assaulter_fights_another_or_occupies_the_hex() -> None:
    units = {
        "g1": {"card": "ge_pz2", "hex": "0504"},
        "g2": {"card": "ge_pz2", "hex": "0506"},
        "s1": {"card": "su_t26", "hex": "0505"},
    }
    orders = {"g1": Assault("s1", AT), "s1": Assault("g2", ("0506",))}
    empty = _assault(units, orders, NOBODY_HIT)
    assert empty.state.units["g1"].hex == "0505"
    assert set(empty.state.fights) == {"0506"}
    left_behind = {**units, "s2": {"card": "su_t26", "hex": "0505"}, "s3": {"card": "su_t26", "hex": "0505"}}
    game = _assault(left_behind, orders)
    question = game.pending(GERMAN_SEAT)
    assert isinstance(question, ChooseOpponents)
    assert question.targets == {"g1": ("s2", "s3")}
