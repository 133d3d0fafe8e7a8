"""Hidden units: Ambush, hiding, and being found."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa1941.marching import ALONE, CARDS, KINDS, in_step_10, one_after_the_other, walker
from barbarossa1941.positions import GERMAN_SEAT, SOVIET_SEAT, Fields, choices, plans, position, refused
from planspiel.kernel import Game, Item
from planspiel.systems.barbarossa1941.arcs import facing_now
from planspiel.systems.barbarossa1941.cards import AreaBox, Orders
from planspiel.systems.barbarossa1941.defence import defence_modifiers
from planspiel.systems.barbarossa1941.orders import (
    Ambush,
    Assault,
    Bombard,
    CautiousMove,
    FireOnTheMove,
    FirePolicy,
    March,
    OpenFire,
    Reconnoitre,
    SuppressiveFire,
    Wait,
)
from planspiel.systems.barbarossa1941.state import Position

LURK = Ambush(0, 4, FirePolicy("hold"))
LURKER: Fields = {"card": "infantry", "hex": "0506"}
HIDDEN: Fields = {**LURKER, "hidden": True}
FAR: Fields = {"card": "infantry", "hex": "0501"}
VILLAGE = {"0506": "village"}


def _step_8(units: dict[str, Fields], **more: Any) -> Game[Position]:
    """Soviet units in ambush, carried through steps 8 and 9."""
    orders = {name: LURK for name in units if name.startswith("s")}
    steps = one_after_the_other(Item("step-8"), Item("step-9"))
    return position(units, cards=CARDS, orders=orders, script=steps, terrain=VILLAGE, **more)


# -- the order ---------------------------------------------------------------------------------------------


@pytest.mark.table
@pytest.mark.rule(
    "BAR-plain-2", "BAR-bush-2", "BAR-light-forest-2", "BAR-forest-3", "BAR-field-1", "BAR-town-5"
)
@pytest.mark.parametrize(
    ("terrain", "who"),
    [
        ("plain", ()),
        ("field", ()),
        ("bush", ("infantry", "artillery")),
        ("light_forest", KINDS),
        ("forest", ("infantry",)),
        ("swamp", KINDS),
        ("river", KINDS),
        ("ford", KINDS),
        ("village", KINDS),
        ("town", KINDS),
    ],
)
def test_each_terrain_hides_its_types(terrain: str, who: tuple[str, ...]) -> None:
    hiding = {
        kind
        for kind in KINDS
        if not refused(
            position({"s1": {"card": kind, "hex": "0506"}}, cards=CARDS, terrain={"0506": terrain}),
            "s1",
            LURK,
        )
    }
    assert hiding == set(who)


@pytest.mark.rule("BAR-ambush-4", "BAR-ambush-5")
def test_ambush_names_a_faced_hex_and_a_distance() -> None:
    game = position({"s1": LURKER}, cards=CARDS, terrain=VILLAGE)
    assert {order.facing for order in choices(game, "s1", Ambush)} == set(range(6))
    assert refused(game, "s1", Ambush(2, 1)) == ""
    assert "BAR-defend-15" in refused(game, "s1", Ambush(6, 1))
    assert "BAR-ambush-5" in refused(game, "s1", Ambush(2, 5))


@pytest.mark.rule("BAR-ambush-5", "BAR-range-diagram-6", "BAR-hill-combat-3")
def test_from_a_hill_the_distance_of_an_ambush_is_one_more() -> None:
    game = position({"s1": LURKER}, cards=CARDS, terrain=VILLAGE, levels={LURKER["hex"]: 1})
    assert {order.distance for order in choices(game, "s1", Ambush)} == {5}
    assert refused(game, "s1", Ambush(2, 5)) == ""
    assert "BAR-ambush-5" in refused(game, "s1", Ambush(2, 6))


@pytest.mark.rule("BAR-ambush-2", "BAR-ambush-3")
def test_ambush_gives_a_bonus_and_an_arc() -> None:
    game = position({"s1": LURKER, "s2": LURKER}, cards=CARDS, orders={"s1": Ambush(4, 2)})
    lurking, idle = game.state.units["s1"], game.state.units["s2"]
    assert facing_now(game.pack, game.state, lurking) == 4
    assert facing_now(game.pack, game.state, idle) is None
    assert defence_modifiers(game.pack, game.state, lurking).total == 2


# -- hiding ------------------------------------------------------------------------------------------------


@pytest.mark.rule("BAR-sequence-8", "BAR-ambush-7", "BAR-hidden-1")
def test_in_step_8_the_model_leaves_the_board() -> None:
    game = _step_8({"g1": FAR, "s1": LURKER})
    assert game.state.units["s1"].hidden
    seen = game.view(GERMAN_SEAT).units["s1"]
    assert (seen.hex, seen.fate, seen.order, seen.hidden) == ("", "map", None, True)


@pytest.mark.rule("BAR-ambush-1", "BAR-ambush-6")
def test_its_hex_is_noted_on_the_card_where_the_enemy_does_not_see_it() -> None:
    game = _step_8({"g1": FAR, "s1": LURKER})
    assert game.view(SOVIET_SEAT).units["s1"].hex == "0506"
    assert "0506" not in {unit.hex for unit in game.view(GERMAN_SEAT).units.values()}


@pytest.mark.rule("BAR-ambush-9", "BAR-ambush-11")
def test_armour_hides_in_step_9_of_its_second_round() -> None:
    for kind in KINDS:
        is_armoured = kind in ("armoured_vehicle", "light_tank", "medium_tank", "heavy_tank")
        for rounds in (1, 2):
            game = _step_8({"s1": {"card": kind, "hex": "0506", "ambushing": rounds}})
            assert game.state.units["s1"].hidden == (not is_armoured or rounds == 2)
    early = position(
        {"s1": {"card": "heavy_tank", "hex": "0506", "ambushing": 2}},
        cards=CARDS,
        orders={"s1": LURK},
        item=("step-8",),
    )
    assert not early.state.units["s1"].hidden, "not before step 9"


@pytest.mark.rule("BAR-ambush-14")
def test_suppression_makes_armour_begin_its_ambush_again() -> None:
    tank = {"card": "heavy_tank", "hex": "0506", "ambushing": 2, "owes": ("fire",)}
    game = position(
        {"s1": tank},
        cards=CARDS,
        orders={"s1": LURK},
        script=one_after_the_other(Item("step-4"), Item("step-9")),
        dice=(6, 6),
    )
    assert not game.state.units["s1"].hidden
    assert game.state.units["s1"].ambushing == 0


@pytest.mark.rule("BAR-ambush-12")
def test_until_step_8_it_is_a_target_like_any_other() -> None:
    game = position(
        {"g1": {**FAR, "hex": "0503"}, "s1": LURKER},
        cards=CARDS,
        orders={"g1": OpenFire("s1"), "s1": LURK},
        script=one_after_the_other(*(Item(f"step-{n}") for n in (3, 4, 8)), Item("planning")),
        dice=(1, 1, 1, 1, 1, 1),
        terrain={"0506": "light_forest"},
    )
    assert game.state.units["s1"].casualties == 2, "four hits and a bonus of two"
    assert game.state.units["s1"].hidden
    assert "BAR-hidden-2" in refused(game, "g1", OpenFire("s1"))


@pytest.mark.rule("BAR-hidden-6", "BAR-recon-3")
def test_who_was_found_in_this_round_does_not_hide_again_before_the_next() -> None:
    for found, hides in ((1, False), (0, True)):
        assert _step_8({"s1": {**LURKER, "found": found}}).state.units["s1"].hidden is hides


@pytest.mark.rule("BAR-hidden-10")
def test_with_an_enemy_beside_it_a_unit_does_not_become_hidden() -> None:
    for near, hides in (("0505", False), ("0504", True)):
        game = _step_8({"g1": {**FAR, "hex": near}, "s1": LURKER})
        assert game.state.units["s1"].hidden == hides
        assert facing_now(game.pack, game.state, game.state.units["s1"]) == 0, "it keeps its arc"


@pytest.mark.rule("BAR-hidden-10")
def test_two_enemies_side_by_side_do_not_hide_from_each_other() -> None:
    game = position(
        {"g1": {**FAR, "hex": "0505"}, "s1": LURKER},
        cards=CARDS,
        orders={"g1": LURK, "s1": LURK},
        item=("step-8",),
    )
    assert not any(unit.hidden for unit in game.state.units.values())


# -- staying hidden ----------------------------------------------------------------------------------------


def _next_round(**orders: Any) -> Game[Position]:
    game = position(
        {"g1": FAR, "s1": HIDDEN},
        cards=CARDS,
        terrain=VILLAGE,
        script=one_after_the_other(Item("planning"), Item("reveal"), Item("planning")),
    )
    plans(game, orders)
    return game


@pytest.mark.rule("BAR-ambush-8")
def test_it_stays_hidden_as_long_as_it_is_ordered_to_ambush() -> None:
    game = _next_round(s1=LURK)
    assert game.state.units["s1"].hidden
    assert game.view(GERMAN_SEAT).units["s1"].order is None


@pytest.mark.rule("BAR-ambush-10", "BAR-ambush-13")
def test_any_other_order_or_none_reveals_it_when_orders_are_turned_up() -> None:
    for orders in ({"s1": Wait()}, {"s1": CautiousMove(("0507",))}, {}):
        game = _next_round(**orders)
        assert not game.state.units["s1"].hidden
        assert game.view(GERMAN_SEAT).units["s1"].hex == "0506"


@pytest.mark.rule("BAR-hq-2", "BAR-hq-3")
def test_a_headquarters_may_be_ordered_without_being_found() -> None:
    game = position(
        {"g1": FAR, "s1": {"card": "su_hq", "hex": "0506", "hidden": True}},
        cards={**CARDS, "su_hq": walker(traits=("hq",))},
        script=one_after_the_other(Item("planning"), Item("reveal"), Item("planning")),
    )
    plans(game, {"s1": CautiousMove(("0507",))})
    seen = game.view(GERMAN_SEAT).units["s1"]
    assert (seen.hidden, seen.hex, seen.order) == (True, "0506", None)
    assert "BAR-hidden-2" in refused(game, "g1", OpenFire("s1"))


# -- as a target -------------------------------------------------------------------------------------------


@pytest.mark.rule("BAR-hidden-2")
def test_hidden_units_cannot_be_named_as_targets() -> None:
    game = position({"g1": {**FAR, "hex": "0504"}, "s1": HIDDEN}, cards=CARDS)
    orders = (
        OpenFire("s1"),
        SuppressiveFire("s1"),
        Assault("s1", ("0505", "0506")),
        FireOnTheMove(("0505",), "s1", "0505"),
    )
    for order in orders:
        assert refused(game, "g1", order) != ""
        assert order not in choices(game, "g1")


GUNS = {"gun": walker("artillery", orders=Orders(open_fire=True, area=AreaBox()), traits=("area",))}


@pytest.mark.rule("BAR-hidden-3", "BAR-hidden-11")
def test_fire_at_its_hex_strikes_a_hidden_unit_and_leaves_it_hidden() -> None:
    units = {"g1": {"card": "gun", "hex": "0503"}, "s1": HIDDEN}
    assert refused(position(units, cards={**CARDS, **GUNS}), "g1", Bombard("0506")) == ""
    game = position(
        units,
        cards={**CARDS, **GUNS},
        orders={"g1": Bombard("0506"), "s1": LURK},
        item=("step-3",),
        dice=(1, 1, 1, 6),
    )
    hit = game.state.units["s1"]
    assert (hit.hidden, hit.casualties, hit.announced) == (True, 1, 0)
    assert game.view(GERMAN_SEAT).units["s1"].casualties == 0


@pytest.mark.rule("BAR-failed-valour-15", "BAR-hidden-6")
def test_a_hidden_unit_that_is_suppressed_is_put_back_on_the_board() -> None:
    game = position(
        {"g1": FAR, "s1": {**HIDDEN, "owes": ("fire",), "casualties": 1, "ambushing": 2}},
        cards=CARDS,
        orders={"s1": LURK},
        item=("step-4",),
        dice=(6, 6),
    )
    unit = game.state.units["s1"]
    assert (unit.hidden, unit.suppressed, unit.ambushing) == (False, True, 0)
    seen = game.view(GERMAN_SEAT).units["s1"]
    assert (seen.hex, seen.casualties) == ("0506", 1)


@pytest.mark.rule("BAR-hidden-12")
def test_a_hidden_unit_beside_the_target_of_an_assault_is_found_and_fights() -> None:
    game = position(
        {"g1": {**FAR, "hex": "0505"}, "s1": HIDDEN, "s2": LURKER},
        cards=CARDS,
        orders={"g1": Assault("s2", ("0506",)), "s1": LURK},
        item=("step-6",),
        dice=(6,) * 12,
    )
    assert game.state.units["g1"].hex == "0506"
    assert not game.state.units["s1"].hidden
    assert {game.state.units[name].ammo for name in ("s1", "s2")} == {game.pack.cards["infantry"].ammo - 1}


# -- being found -------------------------------------------------------------------------------------------


def _comes_by(*route: str, ambush: Ambush = LURK, dice: tuple[int, ...] = ()) -> Game[Position]:
    """A German unit moves near a unit in ambush in 0506."""
    return in_step_10(
        {"g1": {**FAR, "hex": "0503"}, "s1": HIDDEN}, {"g1": March(route), "s1": ambush}, dice=dice
    )


@pytest.mark.rule("BAR-hidden-4", "BAR-hidden-6", "BAR-hidden-8")
def test_an_enemy_who_comes_next_to_it_finds_it() -> None:
    near, far = _comes_by("0504", "0505"), _comes_by("0504")
    assert not near.state.units["s1"].hidden
    assert near.view(GERMAN_SEAT).units["s1"].hex == "0506"
    assert far.state.units["s1"].hidden


@pytest.mark.rule("BAR-hidden-8", "BAR-move-6")
def test_before_it_is_found_it_may_fire() -> None:
    game = _comes_by("0504", "0505", ambush=Ambush(0, 1), dice=(1, 6, 6, 6, 6, 1, 1))
    assert game.state.units["g1"].casualties == 1
    assert not game.state.units["s1"].hidden


@pytest.mark.rule("BAR-hidden-7")
def test_whoever_is_to_move_through_its_hex_stops_beside_it() -> None:
    game = _comes_by("0504", "0505", "0506")
    assert game.state.units["g1"].hex == "0505"
    assert not game.state.units["s1"].hidden
    straight = in_step_10({"g1": {**FAR, "hex": "0505"}, "s1": HIDDEN}, {"g1": March(("0506",)), "s1": LURK})
    assert straight.state.units["g1"].hex == "0505"
    assert not straight.state.units["s1"].hidden


@pytest.mark.rule("BAR-hidden-7")
def test_a_hidden_unit_in_the_way_changes_nothing_that_its_enemy_can_plan() -> None:
    units = {"g1": {**FAR, "hex": "0503"}, "s1": {**HIDDEN, "unseen": True}}
    with_it = position(units, cards=CARDS)
    without = position({"g1": units["g1"]}, cards=CARDS)
    assert choices(with_it, "g1") == choices(without, "g1")
    assert refused(with_it, "g1", March(("0504", "0505", "0506"))) == ""


@pytest.mark.rule("BAR-hidden-5", "BAR-hidden-9")
def test_scouts_find_all_hidden_enemies_in_range_and_sight() -> None:
    units = {
        "g1": {**FAR, "hex": "0503"},
        "s1": HIDDEN,
        "s2": {**HIDDEN, "hex": "0507"},
        "s3": {**HIDDEN, "hex": "0803"},
    }
    game = position(
        units,
        cards=CARDS,
        orders={"g1": Reconnoitre()},
        item=("step-9",),
        terrain={"0703": "bush", "0603": "bush"},
    )
    assert [game.state.units[name].hidden for name in ("s1", "s2", "s3")] == [False, True, True]
    assert game.state.units["g1"].ammo == game.pack.cards["infantry"].ammo


@pytest.mark.rule("BAR-hidden-8")
def test_a_unit_that_was_set_down_beside_it_finds_it_though_nobody_moved() -> None:
    game = in_step_10({"g1": {**FAR, "hex": "0505"}, "s1": HIDDEN}, {"s1": LURK})
    assert not game.state.units["s1"].hidden


def test_what_happens_to_the_order_of_a_hidden_unit_is_not_seen() -> None:
    game = position({"g1": FAR, "s1": {**HIDDEN, "lapsed": True}}, cards=CARDS, orders={"s1": LURK})
    assert not game.view(GERMAN_SEAT).units["s1"].lapsed
    assert game.state.units["s1"].order != Ambush(0, 4, ALONE)
