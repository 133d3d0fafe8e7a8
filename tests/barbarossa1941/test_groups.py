"""Group cards: units of one hex under one flag."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa1941.marching import CARDS, in_step_10
from barbarossa1941.positions import GERMAN_SEAT, SOVIET_SEAT, Fields, choices, plans, position, refused
from planspiel.kernel import Game, Illegal, Item
from planspiel.systems.barbarossa1941.groups import JoinGroup, LeaveGroup, members
from planspiel.systems.barbarossa1941.orders import Assault, CautiousMove, OpenFire, Wait
from planspiel.systems.barbarossa1941.state import GERMAN, Position

FOOT: Fields = {"card": "infantry", "hex": "0503"}
TRUCK: Fields = {"card": "vehicle", "hex": "0503"}


def _grouped(**more: Any) -> dict[str, Fields]:
    return {"g1": {**FOOT, "group": 1}, "g2": {**FOOT, "group": 1}, "g3": FOOT, **more}


def _group(game: Game[Position], number: int = 1) -> list[str]:
    return [unit.id for unit in members(game.state, GERMAN, number)]


@pytest.mark.rule("BAR-group-card-2", "BAR-group-card-3")
def test_units_of_one_hex_join_and_leave_a_group_at_any_time() -> None:
    game = position({"g1": FOOT, "g2": FOOT, "g3": {**FOOT, "hex": "0504"}}, cards=CARDS)
    for name in ("g1", "g2"):
        game.instruct(GERMAN_SEAT, JoinGroup(name, 1))
    assert _group(game) == ["g1", "g2"]
    with pytest.raises(Illegal, match="another hex"):
        game.instruct(GERMAN_SEAT, JoinGroup("g3", 1))
    game.instruct(GERMAN_SEAT, LeaveGroup("g1"))
    assert _group(game) == ["g2"]
    with pytest.raises(Illegal, match="no group"):
        game.instruct(GERMAN_SEAT, LeaveGroup("g1"))
    with pytest.raises(Illegal, match="command"):
        game.instruct(SOVIET_SEAT, JoinGroup("g1", 1))


@pytest.mark.rule("BAR-group-card-1", "BAR-group-card-4")
def test_a_group_holds_three_vehicle_units_and_six_others() -> None:
    units: dict[str, Fields] = {f"g{n}": {**TRUCK, "group": 1} for n in (1, 2, 3)}
    units |= {f"g{n}": {**FOOT, "group": 1} for n in range(4, 9)}
    game = position({**units, "g9": TRUCK, "g10": FOOT, "g11": FOOT}, cards=CARDS)
    with pytest.raises(Illegal, match="full"):
        game.instruct(GERMAN_SEAT, JoinGroup("g9", 1))
    game.instruct(GERMAN_SEAT, JoinGroup("g10", 1))
    with pytest.raises(Illegal, match="full"):
        game.instruct(GERMAN_SEAT, JoinGroup("g11", 1))
    assert len(_group(game)) == 9


@pytest.mark.rule("BAR-group-card-1")
def test_a_group_that_moves_as_one_stays_one_and_stragglers_have_left_it() -> None:
    together = {"g1": CautiousMove(("0504",)), "g2": CautiousMove(("0504",))}
    assert _group(in_step_10(_grouped(), together)) == ["g1", "g2"]
    assert _group(in_step_10(_grouped(), {"g1": CautiousMove(("0504",))})) == ["g2"]


@pytest.mark.rule("BAR-group-card-1")
def test_who_is_off_the_board_is_no_longer_in_the_group() -> None:
    gone = {"g1": {**FOOT, "group": 1}, "g2": {**FOOT, "group": 1, "hex": "", "fate": "dead"}}
    assert _group(in_step_10(gone, {"g1": CautiousMove(("0504",))})) == ["g1"]


@pytest.mark.rule("BAR-group-card-5")
def test_members_of_a_group_are_ordered_one_by_one() -> None:
    game = position(_grouped(s1={**FOOT, "hex": "0909"}), cards=CARDS)
    plans(game, {"g1": CautiousMove(("0504",)), "g2": Wait()})
    assert [game.state.units[name].order for name in ("g1", "g2")] == [CautiousMove(("0504",)), Wait()]


@pytest.mark.rule("BAR-group-card-6", "BAR-group-card-8")
def test_a_group_is_no_target_but_its_units_are_and_lie_open() -> None:
    game = position(_grouped(s1={**FOOT, "hex": "0506"}), cards=CARDS)
    assert refused(game, "s1", OpenFire("group:1")) != ""
    assert {order.target for order in choices(game, "s1", OpenFire)} == {"g1", "g2", "g3"}
    seen = game.view(SOVIET_SEAT).units["g1"]
    assert (seen.card, seen.hex, seen.number) == ("infantry", "0503", 1)
    assert (seen.ammo, seen.group) == (0, 0), "what stands on cards is not seen"


@pytest.mark.rule("BAR-group-card-7")
def test_all_units_of_a_group_fight_and_only_the_named_one_is_harmed() -> None:
    game = position(
        _grouped(s1={**FOOT, "hex": "0504"}),
        cards=CARDS,
        orders={"s1": Assault("g1", ("0503",))},
        item=("step-6",),
        dice=(1, 1, 1, 1) + (6,) * 8 + (1, 1, 1, 1),
    )
    paid = {unit.id for unit in game.state.units.values() if unit.ammo < game.pack.cards["infantry"].ammo}
    assert paid == {"g1", "g2", "g3", "s1"}
    assert [game.state.units[name].casualties for name in ("g2", "g3")] == [0, 0]
    assert game.state.units["s1"].casualties == game.state.units["g1"].casualties == 4
    assert Item("step-6") not in game.state.agenda
