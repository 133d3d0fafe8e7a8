"""Terrain and movement: where units may go, what it costs, and what stops them on the way."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from barbarossa1941.marching import CARDS, KINDS, ORDERS, in_step_10, walker
from barbarossa1941.positions import position, refused
from planspiel.kernel import Game, Item, Script
from planspiel.systems.barbarossa1941.cards import CautiousBox, MarchBox
from planspiel.systems.barbarossa1941.defence import defence_modifiers
from planspiel.systems.barbarossa1941.orders import CautiousMove, FireOnTheMove, March
from planspiel.systems.barbarossa1941.state import SOVIET, Bridge, Position
from planspiel.systems.barbarossa1941.works import StructureDestroyed

ROAD = ("0502", "0503", "0504", "0505", "0506", "0507", "0508")
"""A road straight down the fifth column."""


def _at(card: str, hex_: str = "0503", distance: int | None = None, **more: Any) -> Game[Position]:
    """One unit that is about to be ordered; `distance` is that of its cautious move."""
    cards = {**CARDS, **more.pop("cards", {})}
    if distance is not None:
        box = CautiousBox(distance=distance, bonus=0)
        cards[card] = {**cards[card], "orders": replace(ORDERS, cautious=box)}
    return position({"g1": {"card": card, "hex": hex_}}, cards=cards, **more)


def _may_go(game: Game[Position], *route: str) -> bool:
    return refused(game, "g1", CautiousMove(route)) == ""


def _who_enters(terrain: str, **more: Any) -> set[str]:
    return {kind for kind in KINDS if _may_go(_at(kind, terrain={"0504": terrain}, **more), "0504")}


# -- who may enter -----------------------------------------------------------------------------------------


@pytest.mark.rule("BAR-light-forest-3")
def test_trucks_and_armoured_vehicles_do_not_enter_light_forest() -> None:
    assert _who_enters("light_forest") == set(KINDS) - {"vehicle", "armoured_vehicle"}
    assert _who_enters("light_forest", roads=(ROAD,)) == set(KINDS)


@pytest.mark.rule("BAR-forest-4")
def test_only_infantry_enters_forest_away_from_the_road() -> None:
    assert _who_enters("forest") == {"infantry"}
    assert _who_enters("forest", roads=(ROAD,)) == set(KINDS)


@pytest.mark.rule("BAR-swamp-1", "BAR-river-1")
@pytest.mark.parametrize(("terrain", "cite"), [("swamp", "BAR-swamp-1"), ("river", "BAR-river-1")])
def test_swamp_and_river_are_for_special_units_only(terrain: str, cite: str) -> None:
    assert _who_enters(terrain) == set()
    assert cite in refused(_at("infantry", terrain={"0504": terrain}), "g1", CautiousMove(("0504",)))
    scouts = {"scouts": walker(traits=(terrain,))}
    assert _may_go(_at("scouts", terrain={"0504": terrain}, cards=scouts), "0504")


# -- what it costs -----------------------------------------------------------------------------------------


@pytest.mark.rule("BAR-light-forest-4")
def test_tanks_lose_a_hex_in_light_forest_but_always_make_one() -> None:
    forest = {"0504": "light_forest", "0505": "light_forest"}
    for tank in ("light_tank", "medium_tank", "heavy_tank"):
        assert _may_go(_at(tank, distance=3, terrain=forest), "0504", "0604")
        assert not _may_go(_at(tank, distance=3, terrain=forest), "0504", "0505")
        assert _may_go(_at(tank, distance=1, terrain=forest), "0504")
    assert _may_go(_at("infantry", distance=2, terrain=forest), "0504", "0505")


@pytest.mark.table
@pytest.mark.rule("BAR-field-3", "BAR-field-5", "BAR-field-X1")
@pytest.mark.parametrize(
    ("kind", "loss"),
    [
        ("infantry", 1),
        ("artillery", 1),
        ("vehicle", 2),
        ("armoured_vehicle", 1),
        ("light_tank", 1),
        ("medium_tank", 2),
        ("heavy_tank", 2),
    ],
)
def test_each_field_hex_costs_what_the_table_says(kind: str, loss: int) -> None:
    fields = {"0504": "field", "0505": "field"}
    enough = 2 + 2 * loss
    assert _may_go(_at(kind, distance=enough, terrain=fields), "0504", "0505")
    assert not _may_go(_at(kind, distance=enough - 1, terrain=fields), "0504", "0505")


@pytest.mark.rule("BAR-field-4")
def test_one_hex_into_a_field_is_always_possible() -> None:
    for kind in KINDS:
        assert _may_go(_at(kind, distance=1, terrain={"0504": "field"}), "0504")


@pytest.mark.rule("BAR-forest-5", "BAR-forest-8")
def test_forest_ends_the_move_and_out_of_it_one_hex_is_all() -> None:
    forest = {"0504": "forest"}
    assert _may_go(_at("infantry", "0502", terrain=forest), "0503", "0504")
    refusal = refused(_at("infantry", terrain=forest), "g1", CautiousMove(("0504", "0505")))
    assert "BAR-forest-8" in refusal
    inside = _at("infantry", "0504", terrain=forest)
    assert _may_go(inside, "0505")
    assert "BAR-forest-5" in refused(inside, "g1", CautiousMove(("0505", "0506")))


# -- roads -------------------------------------------------------------------------------------------------


@pytest.mark.rule("BAR-road-2", "BAR-road-4")
def test_whoever_follows_the_road_ignores_the_terrain_beside_it() -> None:
    ground = {"0504": "forest", "0505": "field", "0604": "forest"}
    truck = _at("vehicle", distance=3, terrain=ground, roads=(ROAD,))
    assert _may_go(truck, "0504", "0505", "0506")
    assert refused(truck, "g1", March(("0504", "0505", "0506"))) == ""
    assert not _may_go(truck, "0604"), "not along the road"


@pytest.mark.rule("BAR-road-3", "BAR-road-1")
def test_a_truck_on_the_road_through_a_forest_has_bonus_and_cover() -> None:
    game = _at("vehicle", terrain={"0504": "forest"}, roads=(ROAD,))
    assert refused(game, "g1", March(("0504", "0505", "0506", "0507", "0508"))) == ""
    there = _at("vehicle", "0504", terrain={"0504": "forest"}, roads=(ROAD,))
    assert defence_modifiers(there.pack, there.state, there.state.units["g1"]).total == 2


@pytest.mark.rule("BAR-village-3", "BAR-town-3", "BAR-town-5")
@pytest.mark.parametrize("houses", ["village", "town"])
def test_houses_are_road_hexes_to_all_roads_and_houses_around(houses: str) -> None:
    ground = {"0505": houses, "0506": houses}
    game = _at("vehicle", "0502", terrain=ground, roads=(("0502", "0503", "0504"), ("0507", "0508")))
    through = ("0503", "0504", "0505", "0506", "0507", "0508")
    assert refused(game, "g1", March(through)) == "", "three hexes and the bonus of three"
    beside = ("0503", "0504", "0505", "0506", "0606", "0607")
    assert refused(game, "g1", March(beside)) != "", "off the road without a bonus"


# -- hills -------------------------------------------------------------------------------------------------


@pytest.mark.rule("BAR-hill-3", "BAR-hill-4", "BAR-hill-8")
def test_up_a_gentle_slope_is_a_move_of_its_own_and_down_is_nothing() -> None:
    levels = {"0504": 1}
    below = _at("vehicle", levels=levels, roads=(ROAD,))
    assert _may_go(below, "0504")
    assert "BAR-hill-4" in refused(below, "g1", CautiousMove(("0504", "0505")))
    assert "BAR-hill-4" in refused(below, "g1", March(("0504", "0505"))), "on the road too"
    farther = _at("vehicle", "0502", levels=levels)
    assert "BAR-hill-4" in refused(farther, "g1", CautiousMove(("0503", "0504"))), "at the end too"
    above = _at("vehicle", "0504", levels=levels)
    assert _may_go(above, "0505", "0506")


@pytest.mark.rule("BAR-hill-5")
def test_only_infantry_takes_an_abrupt_slope_and_only_one_hex() -> None:
    for start, goal, on in (("0503", "0504", "0505"), ("0504", "0503", "0502")):
        ways = {kind for kind in KINDS if _may_go(_at(kind, start, levels={"0504": 2}), goal)}
        assert ways == {"infantry"}
        assert not _may_go(_at("infantry", start, levels={"0504": 2}), goal, on)


@pytest.mark.rule("BAR-hill-6", "BAR-hill-7")
def test_a_steep_slope_is_for_mountain_troops_one_hex_up_or_down() -> None:
    cards = {"jaeger": walker(traits=("mountain",))}
    for start, goal, on in (("0503", "0504", "0505"), ("0504", "0503", "0502")):
        steep: dict[str, Any] = {"levels": {"0504": 3}, "cards": cards}
        assert "BAR-hill-6" in refused(_at("infantry", start, **steep), "g1", CautiousMove((goal,)))
        assert _may_go(_at("jaeger", start, **steep), goal)
        assert not _may_go(_at("jaeger", start, **steep), goal, on)


# -- water -------------------------------------------------------------------------------------------------


@pytest.mark.rule("BAR-ford-1", "BAR-ford-2", "BAR-ford-3")
def test_a_ford_takes_a_round_to_enter_and_one_to_leave() -> None:
    ford = {"0504": "ford"}
    bank = _at("infantry", terrain=ford)
    assert _may_go(bank, "0504")
    assert "BAR-ford-3" in refused(bank, "g1", CautiousMove(("0504", "0505")))
    assert "BAR-ford-3" in refused(
        _at("infantry", "0502", terrain=ford), "g1", CautiousMove(("0503", "0504"))
    )
    inside = _at("infantry", "0504", terrain=ford)
    assert _may_go(inside, "0505")
    assert not _may_go(inside, "0505", "0506")


@pytest.mark.rule("BAR-ford-4")
def test_every_ground_unit_may_use_a_ford_but_no_march_leads_through_it() -> None:
    assert _who_enters("ford") == set(KINDS)
    ford = {"0504": "ford"}
    assert "BAR-march-2" in refused(_at("infantry", terrain=ford), "g1", March(("0504",)))
    assert "BAR-march-2" in refused(_at("infantry", "0504", terrain=ford), "g1", March(("0505",)))


BRIDGED: dict[str, Any] = {"terrain": {"0505": "river"}, "roads": (ROAD,), "bridges": ("0505",)}


@pytest.mark.rule("BAR-bridge-1", "BAR-bridge-2")
def test_a_bridge_carries_everyone_and_the_bonus_of_the_road() -> None:
    for kind in KINDS:
        assert _may_go(_at(kind, **BRIDGED), "0504", "0505", "0506")
    heavy = _at("heavy_tank", **BRIDGED)
    assert refused(heavy, "g1", March(("0504", "0505", "0506", "0507"))) == "", "three and one"


@pytest.mark.rule("BAR-destroyed-bridge-1", "BAR-destroyed-bridge-3")
def test_a_destroyed_bridge_is_river_again_for_every_order() -> None:
    game = position(
        {"g1": {"card": "infantry", "hex": "0504"}, "s1": {"card": "infantry", "hex": "0510"}},
        cards=CARDS,
        **BRIDGED,
    )
    game.state.bridges["0505"] = Bridge(destroyed=True)
    for order in (March(("0505",)), CautiousMove(("0505",)), FireOnTheMove(("0505",), "s1", "0504")):
        assert "BAR-river-1" in refused(game, "g1", order)


@pytest.mark.rule("BAR-destroyed-bridge-2", "BAR-pontoon-1")
def test_a_pontoon_is_plain_for_everyone() -> None:
    river = {"0505": "river"}
    for kind in KINDS:
        game = _at(kind, "0504", terrain=river)
        game.state.bridges["0505"] = Bridge(pontoon=True)
        assert _may_go(game, "0505", "0506")
        assert refused(game, "g1", March(("0505", "0506"))) == ""
        sunk = _at(kind, "0504", terrain=river)
        sunk.state.bridges["0505"] = Bridge(pontoon=True, destroyed=True)
        assert not _may_go(sunk, "0505")


@pytest.mark.rule("BAR-clear-path-2", "BAR-clear-path-3")
def test_a_path_opens_a_forest_hex_to_all_without_the_bonus_of_a_road() -> None:
    for kind in KINDS:
        game = _at(kind, terrain={"0504": "forest"})
        game.state.paths = ("0504",)
        assert _may_go(game, "0504", "0505"), "it neither ends the move nor slows it"
        assert refused(game, "g1", March(("0504", "0505", "0506"))) == ""
        assert refused(game, "g1", March(("0504", "0505", "0506", "0507"))) != ""
        assert defence_modifiers(game.pack, game.state, game.state.units["g1"]).total == 0
    cover = _at("vehicle", "0504", terrain={"0504": "forest"})
    cover.state.paths = ("0504",)
    assert defence_modifiers(cover.pack, cover.state, cover.state.units["g1"]).total == 2


# -- on the way --------------------------------------------------------------------------------------------


def _crosses(kind: str, **tables: Any) -> bool:
    """Whether a unit gets over the hexside between 0503 and 0504."""
    game = in_step_10({"g1": {"card": kind, "hex": "0503"}}, {"g1": CautiousMove(("0504",))}, **tables)
    return game.state.units["g1"].hex == "0504"


@pytest.mark.rule("BAR-wire-2", "BAR-wire-3")
def test_wire_stops_infantry_guns_and_trucks_but_no_armour() -> None:
    crossing = {kind for kind in KINDS if _crosses(kind, wire={"0503|0504": SOVIET})}
    assert crossing == {"armoured_vehicle", "light_tank", "medium_tank", "heavy_tank"}


@pytest.mark.rule("BAR-tank-wire-1", "BAR-tank-wire-2", "BAR-wire-3")
def test_tanks_crush_wire_without_loss_and_armoured_vehicles_leave_it_standing() -> None:
    for kind in ("armoured_vehicle", "light_tank", "medium_tank", "heavy_tank"):
        game = in_step_10(
            {"g1": {"card": kind, "hex": "0503"}},
            {"g1": CautiousMove(("0504", "0505", "0506"))},
            wire={"0503|0504": SOVIET},
        )
        assert game.state.units["g1"].hex == "0506"
        assert bool(game.state.wire) == (kind == "armoured_vehicle")


@pytest.mark.rule("BAR-tank-wire-X1")
def test_infantry_beside_the_tank_is_stopped_and_infantry_behind_it_is_not() -> None:
    game = in_step_10(
        {
            "g1": {"card": "heavy_tank", "hex": "0503"},
            "g2": {"card": "infantry", "hex": "0503"},
            "g3": {"card": "infantry", "hex": "0502"},
        },
        {
            "g1": CautiousMove(("0504", "0505")),
            "g2": CautiousMove(("0504",)),
            "g3": CautiousMove(("0503", "0504")),
        },
        wire={"0503|0504": SOVIET},
    )
    assert {name: unit.hex for name, unit in game.state.units.items()} == {
        "g1": "0505",
        "g2": "0503",
        "g3": "0504",
    }


@pytest.mark.rule("BAR-dragons-teeth-2")
def test_only_infantry_gets_through_dragons_teeth() -> None:
    crossing = {kind for kind in KINDS if _crosses(kind, teeth={"0503|0504": SOVIET})}
    assert crossing == {"infantry"}


@pytest.mark.rule("BAR-move-7")
def test_a_bridge_that_has_fallen_since_the_order_stops_a_unit_in_front() -> None:
    def bang(game: Game[Position]) -> Script[None]:
        game.happens(StructureDestroyed("bridge", "0505"))
        game.then(Item("step-10"))
        return
        yield

    truck = {"g1": {"card": "vehicle", "hex": "0503"}}
    orders = {"g1": March(("0504", "0505", "0506"))}
    assert in_step_10(truck, orders, **BRIDGED).state.units["g1"].hex == "0506"
    assert in_step_10(truck, orders, **BRIDGED, script=bang).state.units["g1"].hex == "0504"


@pytest.mark.rule("BAR-move-7")
def test_wire_and_enemies_in_the_way_do_not_make_a_route_illegal() -> None:
    game = position(
        {"g1": {"card": "infantry", "hex": "0503"}, "s1": {"card": "infantry", "hex": "0505"}},
        cards=CARDS,
        wire={"0503|0504": SOVIET},
    )
    assert _may_go(game, "0504", "0505")
    assert not _may_go(game, "0505"), "but a gap does"
    orders = replace(ORDERS, march=MarchBox(distance=1))
    short = _at("slow", cards={"slow": walker(orders=orders)})
    assert "BAR-move-7" in refused(short, "g1", March(("0504", "0505"))), "and so does length"
