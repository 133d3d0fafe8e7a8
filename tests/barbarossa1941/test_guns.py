"""Guns: setting up, limbering, turning the arc."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from barbarossa1941.positions import choices, pack, position, refused
from barbarossa1941.rounds import battle, play, with_boxes
from planspiel.systems.barbarossa1941.defence import defence_modifiers
from planspiel.systems.barbarossa1941.orders import (
    Ambush,
    Assault,
    Bombard,
    CautiousMove,
    ChangeArc,
    Defend,
    Limber,
    March,
    Mount,
    OpenFire,
    SetUp,
    Smoke,
    SuppressiveFire,
    Wait,
)
from planspiel.systems.barbarossa1941.state import SOVIET, Minefield, Trench

MG: dict[str, Any] = {"card": "ge_mg", "hex": "0505"}
LIMBERED: dict[str, Any] = {**MG, "set_up": False}


@pytest.mark.rule("BAR-set-up-1", "BAR-set-up-4")
def test_a_gun_that_is_not_set_up_gets_no_order_to_attack() -> None:
    units = {"g1": LIMBERED, "g2": {**MG, "hex": "0605"}, "s1": {"card": "su_infantry", "hex": "0504"}}
    game = position(units, terrain={"0505": "light_forest"})
    for order in (Defend(0, 2), SuppressiveFire("s1"), OpenFire("s1"), Ambush(0, 2)):
        assert "BAR-set-up-4" in refused(game, "g1", order)
    assert refused(game, "g2", Defend(0, 2)) == ""


@pytest.mark.rule("BAR-set-up-8")
def test_smoke_indirect_and_area_fire_need_the_gun_set_up_too() -> None:
    units = {
        "g1": {"card": "ge_mortar", "hex": "0505", "set_up": False},
        "g2": {"card": "ge_nebelwerfer", "hex": "0605", "set_up": False},
        "s1": {"card": "su_infantry", "hex": "0501"},
    }
    game = position(units, cards={"ge_mortar": {"range": (1,) * 9}, "ge_nebelwerfer": {"range": (1,) * 9}})
    assert "BAR-set-up" in refused(game, "g1", Smoke("0501"))
    assert "BAR-set-up" in refused(game, "g1", OpenFire("s1"))
    assert "BAR-set-up" in refused(game, "g2", Bombard("0501"))
    units["g1"], units["g2"] = ({**units[name], "set_up": True} for name in ("g1", "g2"))
    ready = position(units, cards={"ge_mortar": {"range": (1,) * 9}, "ge_nebelwerfer": {"range": (1,) * 9}})
    assert not any(
        refused(ready, name, order) for name, order in (("g1", Smoke("0501")), ("g2", Bombard("0501")))
    )


@pytest.mark.rule("BAR-set-up-2")
def test_set_up_names_the_own_hex_or_an_adjacent_one() -> None:
    game = position({"g1": LIMBERED}, terrain={"0506": "river"})
    assert refused(game, "g1", SetUp("0505", 1)) == ""
    assert refused(game, "g1", SetUp("0504", 1)) == ""
    assert "BAR-set-up-2" in refused(game, "g1", SetUp("0503", 1))
    assert "BAR-set-up-2" in refused(game, "g1", SetUp("0506", 1))
    assert "BAR-arc-3" in refused(game, "g1", SetUp("0505", 6))


@pytest.mark.rule("BAR-set-up-3", "BAR-time-box-1")
def test_a_gun_is_set_up_when_its_last_time_box_is_marked() -> None:
    game = battle({"g1": LIMBERED}, cards={"ge_mg": with_boxes("ge_mg", set_up=2)})
    play(game, {"g1": SetUp("0505", 2)})
    gun = game.state.units["g1"]
    assert (gun.set_up, gun.boxes, gun.order) == (False, 1, SetUp("0505", 2))
    play(game, {})
    gun = game.state.units["g1"]
    assert (gun.set_up, gun.facing, gun.order) == (True, 2, None)


@pytest.mark.rule("BAR-set-up-5")
def test_after_limbering_a_gun_must_set_up_again() -> None:
    game = battle({"g1": MG})
    assert "BAR-set-up-5" in refused(game, "g1", SetUp("0505", 0))
    play(game, {"g1": Limber("0505")})
    assert not game.state.units["g1"].set_up
    assert "BAR-set-up-4" in refused(game, "g1", Defend(0, 1))
    play(game, {"g1": SetUp("0505", 0)})
    assert refused(game, "g1", Defend(0, 1)) == ""


@pytest.mark.rule("BAR-set-up-6")
def test_the_gun_goes_to_the_adjacent_hex_when_it_is_finished() -> None:
    game = battle({"g1": LIMBERED}, cards={"ge_mg": with_boxes("ge_mg", set_up=2)})
    play(game, {"g1": SetUp("0504", 0)})
    assert game.state.units["g1"].hex == "0505"
    play(game, {})
    assert game.state.units["g1"].hex == "0504"


@pytest.mark.rule("BAR-set-up-6", "BAR-smoke-8")
@pytest.mark.parametrize("closed_by", ["enemy", "wire", "smoke"])
def test_if_the_adjacent_hex_is_closed_by_then_the_gun_sets_up_where_it_is(closed_by: str) -> None:
    units = {"g1": LIMBERED, "s1": {"card": "su_infantry", "hex": "0504" if closed_by == "enemy" else "1201"}}
    game = position(units, orders={"g1": SetUp("0504", 0)}, item=("time-boxes",), **_closed(closed_by))
    gun = game.state.units["g1"]
    assert (gun.hex, gun.set_up) == ("0505", True)


def _closed(closed_by: str) -> dict[str, Any]:
    side = position({}).pack.theatre("test").board.side("0505", "0504")
    return {"wire": {"wire": {side: SOVIET}}, "smoke": {"smoke": {"0504": 1}}}.get(closed_by, {})


@pytest.mark.rule("BAR-mine-explosion-1", "BAR-mine-explosion-8", "BAR-mine-explosion-10")
@pytest.mark.parametrize("mined", ["0504", "0505"])
@pytest.mark.parametrize("order", [SetUp("0504", 0), Limber("0504")])
def test_mines_attack_a_gun_that_goes_into_their_hex_or_out_of_it(order: SetUp | Limber, mined: str) -> None:
    gun = {**MG, "set_up": isinstance(order, Limber), "absorbed": pack().cards["ge_mg"].defence}
    attack = pack().mines.attack("anti-personnel", pack().cards["ge_mg"].type)
    assert attack is not None
    more: dict[str, Any] = {
        "orders": {"g1": order},
        "item": ("time-boxes",),
        "mines": {"m": Minefield("m", SOVIET, mined, "anti-personnel")},
        "cards": {"ge_mg": with_boxes("ge_mg", set_up=1, limber=1)},
    }
    hit = (1, *(6,) * (attack.dice - 1))
    game = position({"g1": gun}, dice=(*hit, 1, 1), **more)
    assert (game.state.units["g1"].hex, game.state.units["g1"].casualties) == ("0504", 1)
    assert game.state.units["g1"].set_up is isinstance(order, SetUp)
    assert game.state.mines["m"].revealed
    assert not game.state.units["g1"].owes, "it has taken its test"
    last = {**gun, "casualties": pack().cards["ge_mg"].size - 1}
    assert position({"g1": last}, dice=hit, **more).state.units["g1"].fate == "dead"


@pytest.mark.rule("BAR-limber-1", "BAR-limber-X1")
def test_a_gun_that_is_set_up_neither_moves_nor_mounts_but_may_wait() -> None:
    units = {"g1": MG, "g2": {"card": "ge_opel", "hex": "0505"}, "g3": {**LIMBERED, "hex": "0505"}}
    game = position(units)
    assert "BAR-limber-1" in refused(game, "g1", CautiousMove(("0504",)))
    assert "BAR-limber-1" in refused(game, "g1", March(("0504",)))
    assert "BAR-limber-X1" in refused(game, "g1", Mount("g2"))
    assert refused(game, "g1", Wait()) == ""
    assert refused(game, "g3", March(("0504",))) == refused(game, "g3", Mount("g2")) == ""


@pytest.mark.rule("BAR-limber-X1")
def test_an_assault_needs_the_gun_limbered() -> None:
    assault = pack().cards["ge_infantry"].orders.assault
    stormers = {"like": "ge_mg", "orders": replace(pack().cards["ge_mg"].orders, assault=assault)}
    units = {"g1": {**MG, "card": "stormers"}, "s1": {"card": "su_infantry", "hex": "0504"}}
    game = position(units, cards={"stormers": stormers})
    assert "BAR-limber" in refused(game, "g1", Assault("s1", ("0504",)))
    units["g1"] = {**units["g1"], "set_up": False}
    assert refused(position(units, cards={"stormers": stormers}), "g1", Assault("s1", ("0504",))) == ""


@pytest.mark.rule("BAR-limber-2")
def test_limber_names_the_own_hex_or_an_adjacent_one() -> None:
    game = position({"g1": MG, "g2": {**LIMBERED, "hex": "0705"}})
    assert refused(game, "g1", Limber("0505")) == refused(game, "g1", Limber("0604")) == ""
    assert "BAR-limber-2" in refused(game, "g1", Limber("0503"))
    assert "BAR-limber-1" in refused(game, "g2", Limber("0705"))


@pytest.mark.rule("BAR-limber-3", "BAR-trench-5")
def test_limbering_takes_its_time_boxes_and_then_a_gun_may_leave_its_trench() -> None:
    game = battle(
        {"g1": {**MG, "dug_in": True}},
        cards={"ge_mg": with_boxes("ge_mg", limber=2)},
        trenches={"0505/0": Trench("0505", 0)},
    )
    assert "BAR-limber-1" in refused(game, "g1", March(("0506",)))
    play(game, {"g1": Limber("0505")})
    assert (game.state.units["g1"].set_up, game.state.units["g1"].boxes) == (True, 1)
    play(game, {})
    assert not game.state.units["g1"].set_up
    play(game, {"g1": March(("0506",))})
    assert game.state.units["g1"].hex == "0506"


@pytest.mark.rule("BAR-limber-4")
def test_a_gun_that_is_set_up_cannot_leave_a_close_combat() -> None:
    units = {"g1": {**MG, "tied": ("s1",)}, "s1": {"card": "su_infantry", "hex": "0505", "tied": ("g1",)}}
    game = position(units)
    assert refused(game, "g1", CautiousMove(("0506",))) != ""
    assert "BAR-limber-4" in refused(game, "g1", Limber("0505"))
    limbered = position({**units, "g1": {**units["g1"], "set_up": False}})
    assert refused(limbered, "g1", CautiousMove(("0506",))) == ""


@pytest.mark.rule("BAR-change-arc-1", "BAR-change-arc-3")
def test_a_unit_with_an_arc_turns_at_once_without_limbering() -> None:
    game = battle({"g1": MG, "g2": {"card": "ge_infantry", "hex": "0705"}})
    assert {order.facing for order in choices(game, "g1", ChangeArc)} == {1, 2, 3, 4, 5}
    assert "BAR-card-back-1" in refused(game, "g2", ChangeArc(1))
    play(game, {"g1": ChangeArc(4)})
    assert (game.state.units["g1"].facing, game.state.units["g1"].set_up) == (4, True)


@pytest.mark.rule("BAR-change-arc-1")
def test_without_an_arc_there_is_nothing_to_turn() -> None:
    game = position({"g1": MG}, cards={"ge_mg": {"arc": "none"}})
    assert "BAR-change-arc-1" in refused(game, "g1", ChangeArc(1))


@pytest.mark.rule("BAR-change-arc-2")
def test_in_a_trench_nobody_turns() -> None:
    game = position({"g1": {**MG, "dug_in": True}}, trenches={"0505/0": Trench("0505", 0)})
    assert "BAR-change-arc-2" in refused(game, "g1", ChangeArc(1))
    assert choices(game, "g1", ChangeArc) == []


@pytest.mark.rule("BAR-trench-8")
def test_a_gun_that_fires_from_a_trench_loses_the_bonus_but_stays_in_its_hex_set_up() -> None:
    units = {"g1": {**MG, "dug_in": True}, "s1": {"card": "su_infantry", "hex": "0504"}}
    game = battle(units, trenches={"0505/0": Trench("0505", 0)}, dice=(6,) * 40)
    before = defence_modifiers(game.pack, game.state, game.state.units["g1"], None).total
    play(game, {"g1": OpenFire("s1")})
    gun = game.state.units["g1"]
    assert (gun.dug_in, gun.hex, gun.set_up) == (False, "0505", True)
    assert defence_modifiers(game.pack, game.state, gun, None).total < before
