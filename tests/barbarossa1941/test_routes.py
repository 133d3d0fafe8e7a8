"""Routes: how Cautious Move, March, Fire on the Move and Wait are ordered."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from barbarossa1941.marching import CARDS, KINDS, ORDERS, in_step_10, one_after_the_other, walker
from barbarossa1941.positions import GERMAN_SEAT, Fields, choices, pack, plans, position, refused
from planspiel.kernel import Game, Item
from planspiel.systems.barbarossa1941.cards import CautiousBox, FireOnMoveBox, MarchBox, Orders
from planspiel.systems.barbarossa1941.defence import defence_left
from planspiel.systems.barbarossa1941.orders import CautiousMove, FireOnTheMove, March, OpenFire, Wait
from planspiel.systems.barbarossa1941.planning import PlanRound
from planspiel.systems.barbarossa1941.routes import march_allowance
from planspiel.systems.barbarossa1941.state import Position

ROAD = tuple(f"05{row:02}" for row in range(1, 11))
FOOT: Fields = {"card": "infantry", "hex": "0503"}


def _one(card: str = "infantry", hex_: str = "0503", **more: Any) -> Game[Position]:
    cards = {**CARDS, **more.pop("cards", {})}
    return position({"g1": {"card": card, "hex": hex_}}, cards=cards, **more)


# -- routes ------------------------------------------------------------------------------------------------


@pytest.mark.rule("BAR-move-1", "BAR-move-7")
def test_a_route_names_every_hex() -> None:
    game = _one()
    assert refused(game, "g1", CautiousMove(("0504", "0505"))) == ""
    assert refused(game, "g1", CautiousMove(())) != ""
    assert "BAR-move-1" in refused(game, "g1", CautiousMove(("0505",)))
    assert "BAR-move-1" in refused(game, "g1", CautiousMove(("0504", "0506")))
    assert "BAR-move-1" in refused(_one(hex_="0501"), "g1", CautiousMove(("0500",))), "half hexes are no way"


@pytest.mark.rule("BAR-move-4")
def test_each_movement_order_must_be_on_the_card_and_has_its_own_distance() -> None:
    card = walker(orders=Orders(cautious=CautiousBox(distance=1, bonus=0), march=MarchBox(distance=2)))
    game = position(
        {"g1": {"card": "x", "hex": "0503"}, "s1": {"card": "x", "hex": "0507"}}, cards={**CARDS, "x": card}
    )
    assert "BAR-card-back-1" in refused(game, "g1", FireOnTheMove(("0504",), "s1", "0504"))
    assert "BAR-card-back-1" in refused(game, "g1", Wait())
    assert refused(game, "g1", March(("0504", "0505"))) == ""
    assert refused(game, "g1", CautiousMove(("0504", "0505"))) != ""


@pytest.mark.rule("BAR-cautious-1")
def test_a_cautious_move_goes_as_far_as_printed() -> None:
    assert refused(_one(), "g1", CautiousMove(("0504", "0505", "0506"))) == ""
    assert "4 hexes" in refused(_one(), "g1", CautiousMove(("0504", "0505", "0506", "0507")))


@pytest.mark.rule("BAR-cautious-2")
def test_a_cautious_move_raises_the_defence_by_its_bonus() -> None:
    cards = {"infantry": walker(orders=replace(ORDERS, cautious=CautiousBox(distance=3, bonus=2)))}
    orders = {"g1": CautiousMove(("0504",)), "g2": March(("0504",))}
    game = in_step_10({"g1": FOOT, "g2": FOOT}, orders, cards=cards)
    careful, marching = (game.state.units[name] for name in ("g1", "g2"))
    assert defence_left(game.pack, game.state, careful) == 2
    assert defence_left(game.pack, game.state, marching) == 0


# -- March -------------------------------------------------------------------------------------------------


@pytest.mark.rule("BAR-march-1")
def test_a_march_goes_as_far_as_printed() -> None:
    assert refused(_one(), "g1", March(("0504", "0505", "0506"))) == ""
    assert "BAR-move-7" in refused(_one(), "g1", March(("0504", "0505", "0506", "0507")))


@pytest.mark.rule("BAR-march-2")
def test_a_march_leads_over_roads_houses_and_plain_only() -> None:
    def may_march(terrain: str, **more: Any) -> bool:
        return refused(_one(terrain={"0504": terrain}, **more), "g1", March(("0504",))) == ""

    assert {ground for ground in pack().terrain if may_march(ground)} == {"plain", "village", "town"}
    on_road = {ground for ground in pack().terrain if may_march(ground, roads=(ROAD,), bridges=("0504",))}
    assert on_road == set(pack().terrain) - {"ford"}


@pytest.mark.table
@pytest.mark.rule("BAR-march-4", "BAR-march-5", "BAR-march-9")
@pytest.mark.parametrize(
    ("kind", "bonus"),
    [
        ("infantry", 1),
        ("vehicle", 3),
        ("armoured_vehicle", 2),
        ("light_tank", 2),
        ("medium_tank", 2),
        ("heavy_tank", 1),
        ("artillery", 0),
    ],
)
def test_along_a_road_each_type_has_its_bonus(kind: str, bonus: int) -> None:
    game = _one(kind, "0501", roads=(ROAD,))
    assert refused(game, "g1", March(ROAD[1 : 4 + bonus])) == ""
    assert refused(game, "g1", March(ROAD[1 : 5 + bonus])) != ""


@pytest.mark.rule("BAR-march-7")
def test_a_t34_marches_two_hexes_farther_along_a_road() -> None:
    game = position({"s1": {"card": "su_t34", "hex": "0501"}}, roads=(ROAD,))
    box = game.pack.cards["su_t34"].orders.march
    assert box is not None
    assert refused(game, "s1", March(ROAD[1 : box.distance + 3])) == ""
    assert refused(game, "s1", March(ROAD[1 : box.distance + 4])) != ""


@pytest.mark.rule("BAR-march-3", "BAR-march-10", "BAR-road-1")
def test_one_hex_off_the_road_and_the_bonus_is_lost() -> None:
    game = _one("vehicle", "0501", roads=(ROAD,))
    unit = game.state.units["g1"]
    assert march_allowance(game.pack, game.state, unit, ROAD[1:4]) == 6
    assert march_allowance(game.pack, game.state, unit, ("0502", "0503", "0603")) == 3, "the last hex"
    beside = replace(unit, hex="0601")
    assert march_allowance(game.pack, game.state, beside, ("0502", "0503")) == 3, "the first hex"


@pytest.mark.rule("BAR-march-6")
def test_of_a_road_march_the_last_hex_is_enough_and_the_whole_way_is_recorded() -> None:
    game = _one("vehicle", "0501", roads=(ROAD,))
    plans(game, {"g1": March(("0507",))})
    assert game.state.units["g1"].order == March(ROAD[1:7])


@pytest.mark.rule("BAR-march-6")
def test_the_shorthand_is_judged_by_the_way_it_stands_for() -> None:
    game = _one("vehicle", "0501", roads=(ROAD,))
    assert "BAR-move-7" in refused(game, "g1", March(("0508",))), "seven hexes with six of movement"
    assert "BAR-march-6" in refused(game, "g1", March(("0703",))), "no road leads there"
    assert "BAR-move-1" in refused(game, "g1", CautiousMove(("0503",))), "for a march alone"


@pytest.mark.rule("BAR-march-8")
def test_the_shorthand_is_refused_where_two_roads_are_equally_short() -> None:
    ring = ("0501", "0502", "0602", "0603", "0504", "0505"), ("0502", "0402", "0403", "0504")
    game = _one("vehicle", "0501", roads=ring)
    assert "BAR-march-8" in refused(game, "g1", March(("0504",)))
    assert refused(game, "g1", March(("0603",))) == "", "the shortest way is the only one"
    assert refused(game, "g1", March(("0502", "0402", "0403", "0504"))) == "", "written out"


@pytest.mark.rule("BAR-withdraw-2")
def test_out_of_close_combat_the_shorthand_leads_no_farther() -> None:
    game = position(
        {
            "g1": {"card": "vehicle", "hex": "0501", "tied": ("s1",)},
            "s1": {"card": "infantry", "hex": "0501"},
        },
        cards=CARDS,
        roads=(ROAD,),
    )
    assert "BAR-withdraw-2" in refused(game, "g1", March(("0504",)))
    assert "BAR-withdraw-2" in refused(game, "g1", March(("0502", "0503")))
    assert refused(game, "g1", March(("0502",))) == ""


def test_marches_are_offered_along_the_road_as_far_as_the_bonus_goes() -> None:
    game = _one("vehicle", "0501", roads=(ROAD,))
    offered = choices(game, "g1", March)
    assert March(ROAD[1:7]) in offered
    assert len({order.route[-1] for order in offered}) == len(offered), "one for each goal"
    assert all(refused(game, "g1", order) == "" for order in offered)


@pytest.mark.parametrize("kind", KINDS)
def test_all_routes_that_are_offered_are_legal(kind: str) -> None:
    ground = {"0504": "field", "0404": "forest", "0604": "light_forest", "0603": "ford", "0403": "village"}
    game = position(
        {"g1": {"card": kind, "hex": "0503"}, "s1": {"card": "infantry", "hex": "0507"}},
        cards=CARDS,
        terrain=ground,
        levels={"0502": 1, "0602": 2},
    )
    for order in (*choices(game, "g1", CautiousMove), *choices(game, "g1", FireOnTheMove)):
        assert refused(game, "g1", order) == ""


# -- Wait --------------------------------------------------------------------------------------------------


@pytest.mark.rule("BAR-wait-1")
def test_who_waits_stays_and_does_nothing() -> None:
    items = [Item(f"step-{number}") for number in (1, 2, 3, 4, 6, 7, 8, 9, 10, 11)]
    units = {"g1": FOOT, "s1": {"card": "infantry", "hex": "0504"}}
    game = position(units, cards=CARDS)
    assert refused(game, "g1", Wait()) == ""
    game = position(units, cards=CARDS, orders={"g1": Wait()}, script=one_after_the_other(*items))
    assert game.state.units["g1"].hex == "0503"
    assert game.state.units["g1"].ammo == game.pack.cards["infantry"].ammo
    assert defence_left(game.pack, game.state, game.state.units["g1"]) == 0


@pytest.mark.rule("BAR-wait-X1")
def test_tied_units_cannot_wait() -> None:
    game = position(
        {"g1": {**FOOT, "tied": ("s1",)}, "s1": {**FOOT, "tied": ("g1",)}, "g2": FOOT}, cards=CARDS
    )
    assert "BAR-wait-X1" in refused(game, "g1", Wait())
    assert refused(game, "g2", Wait()) == ""


# -- Fire on the Move --------------------------------------------------------------------------------------


def _facing_enemy(**more: Any) -> Game[Position]:
    """An enemy six hexes south, out of range but in sight."""
    return position({"g1": FOOT, "s1": {"card": "infantry", "hex": "0509"}}, cards=CARDS, **more)


@pytest.mark.rule("BAR-fire-on-move-2")
def test_fire_on_the_move_names_route_target_and_a_hex_of_the_route() -> None:
    game = _facing_enemy()
    assert refused(game, "g1", FireOnTheMove(("0504", "0505", "0506"), "s1", "0505")) == ""
    assert refused(game, "g1", FireOnTheMove(("0504", "0505"), "s1", "0503")) == "", "its own hex"
    assert "BAR-fire-on-move-2" in refused(game, "g1", FireOnTheMove(("0504", "0505"), "s1", "0506"))
    assert "BAR-fire-on-move-2" in refused(game, "g1", FireOnTheMove(("0504",), "g1", "0504"))
    too_far = ("0504", "0505", "0506", "0507")
    assert "BAR-move-7" in refused(game, "g1", FireOnTheMove(too_far, "s1", "0505"))


@pytest.mark.rule("BAR-fire-on-move-3", "BAR-fire-on-move-7")
def test_the_target_must_be_in_sight_when_ordered_but_not_in_range() -> None:
    order = FireOnTheMove(("0504", "0505"), "s1", "0505")
    assert "BAR-range-diagram-3" in refused(_facing_enemy(), "g1", OpenFire("s1"))
    assert refused(_facing_enemy(), "g1", order) == ""
    assert "BAR-los-2" in refused(_facing_enemy(terrain={"0507": "bush"}), "g1", order)


@pytest.mark.rule("BAR-fire-on-move-1")
def test_fire_on_the_move_needs_ammunition() -> None:
    units: dict[str, Fields] = {"g1": {**FOOT, "ammo": 0}, "s1": {"card": "infantry", "hex": "0506"}}
    game = position(units, cards=CARDS)
    assert "BAR-ammo-6" in refused(game, "g1", FireOnTheMove(("0504",), "s1", "0504"))


@pytest.mark.rule("BAR-fire-on-move-4")
def test_the_odds_of_fire_on_the_move_count_the_reduction_and_the_hex_fired_from() -> None:
    orders = replace(ORDERS, fire_on_move=FireOnMoveBox(distance=2, reduction=2))
    game = position(
        {"g1": {"card": "x", "hex": "0503"}, "s1": {"card": "infantry", "hex": "0508"}},
        cards={**CARDS, "x": walker(orders=orders)},
    )
    question = game.pending(GERMAN_SEAT)
    assert isinstance(question, PlanRound)
    far = FireOnTheMove(("0504",), "s1", "0503"), "2d6 <= 0"
    near = FireOnTheMove(("0504",), "s1", "0504"), "2d6 <= 3"
    for order, column in (far, near):
        odds = question.part_odds(game.view(GERMAN_SEAT), "unit:g1", order, {})
        assert odds is not None
        assert odds.column == column
