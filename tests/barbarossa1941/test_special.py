"""Step 9: special orders at one time."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa1941.marching import one_after_the_other
from barbarossa1941.positions import position
from barbarossa1941.rounds import battle, happened, play, with_boxes, with_workforce
from planspiel.kernel import Event, Item
from planspiel.systems.barbarossa1941.engineering import WorkRemoved
from planspiel.systems.barbarossa1941.guns import ArcChanged
from planspiel.systems.barbarossa1941.impulse import Stepped
from planspiel.systems.barbarossa1941.orders import (
    SPECIAL,
    ChangeArc,
    ClearPath,
    DigIn,
    Dismount,
    LoadSupply,
    March,
    Mount,
    RemoveWire,
    SetUp,
    UnitOrder,
    Wait,
)
from planspiel.systems.barbarossa1941.round import StepBegan
from planspiel.systems.barbarossa1941.state import GERMAN, SOVIET, Fight


@pytest.mark.rule("BAR-sequence-9", "BAR-special-1")
def test_special_orders_are_carried_out_in_step_9_before_movement() -> None:
    side = position({}).pack.theatre("test").board.side("0505", "0504")
    units = {
        "g1": {"card": "ge_pioneer", "hex": "0505"},
        "g2": {"card": "ge_mg", "hex": "0705"},
        "g3": {"card": "ge_infantry", "hex": "0905"},
    }
    game = battle(units, wire={side: SOVIET})
    play(game, {"g1": RemoveWire(side), "g2": ChangeArc(2), "g3": March(("0904",))})
    kinds = (StepBegan, WorkRemoved, ArcChanged, Stepped)
    found = [event for event in happened(game, Event) if isinstance(event, kinds)]
    now = 0
    done_in: dict[type[Event[Any]], int] = {}
    for event in found:
        now = event.step if isinstance(event, StepBegan) else now
        done_in.setdefault(type(event), now)
    assert (done_in[WorkRemoved], done_in[ArcChanged], done_in[Stepped]) == (9, 9, 10)


@pytest.mark.rule("BAR-special-2")
def test_the_list_of_special_orders_is_that_of_the_ruling() -> None:
    listed = {
        "set_up", "limber", "change_arc", "merge", "lay_mines", "clear_mines", "demolition", "tow",
        "remove_wire", "remove_barrier", "pontoon", "resupply", "load_supply", "dig_in", "clear_path",
        "reconnoitre",
    }  # fmt: skip
    assert {kind.name for kind in SPECIAL} == listed
    assert {kind.step for kind in SPECIAL} == {9}
    assert {kind.step for kind in (Mount, Dismount, Wait, March)} == {10}
    game = position({"g1": {"card": "ge_mg", "hex": "0505"}}, orders={"g1": ChangeArc(2)}, item=("step-9",))
    assert game.state.units["g1"].facing == 2


@pytest.mark.parametrize(
    "hindrance", [{"suppressed": True}, {"lapsed": True}, {}], ids=["suppressed", "in smoke", "none"]
)
def test_whoever_is_hindered_carries_out_no_special_order(hindrance: dict[str, bool]) -> None:
    orders: dict[str, UnitOrder] = {"g1": ChangeArc(2)}
    game = position({"g1": {"card": "ge_mg", "hex": "0505", **hindrance}}, orders=orders, item=("step-9",))
    assert game.state.units["g1"].facing == (0 if hindrance else 2)


@pytest.mark.rule("BAR-smoke-7", "BAR-smoke-14", "BAR-smoke-15")
def test_an_order_that_goes_on_rests_while_its_unit_stands_in_the_smoke_of_the_last_round() -> None:
    towed = {"card": "ge_mg", "fate": "aboard", "hex": "", "carrier": "g2", "towed": True, "set_up": False}
    units = {"g1": towed, "g2": {"card": "ge_opel", "hex": "0505"}, "g3": {"card": "ge_opel", "hex": "0505"}}
    orders: dict[str, UnitOrder] = {"g1": SetUp("0505", 0), "g3": LoadSupply()}
    for smoke, fates in (({}, ["map", "loading"]), ({"0505": 1}, ["aboard", "map"])):
        game = position(units, orders=orders, item=("step-9",), smoke=smoke, turn=2)
        assert [game.state.units[name].fate for name in ("g1", "g3")] == fates


def test_in_a_close_combat_nobody_carries_out_a_special_order() -> None:
    units = {"g1": {"card": "ge_mg", "hex": "0505"}, "s1": {"card": "su_infantry", "hex": "0505"}}
    fights = {"0505": Fight("0505", GERMAN)}
    game = position(units, orders={"g1": ChangeArc(2)}, item=("step-9",), fights=fights)
    assert game.state.units["g1"].facing == 0


@pytest.mark.rule("BAR-sequence-9", "BAR-time-box-1", "BAR-close-combat-1")
def test_whoever_has_won_his_close_combat_carries_out_his_order_all_the_same() -> None:
    units = {
        "g1": {"card": "ge_mg", "hex": "0505"},
        "g2": {"card": "ge_pioneer", "hex": "0505"},
        "g3": {"card": "ge_infantry", "hex": "0505"},
        "g4": {"card": "ge_infantry", "hex": "0505"},
        "g5": {"card": "ge_opel", "hex": "0505"},
    }
    orders: dict[str, UnitOrder] = {
        "g1": ChangeArc(2),
        "g2": ClearPath(),
        "g3": DigIn(0),
        "g4": Mount("g5"),
    }
    cards = {
        "ge_pioneer": with_boxes("ge_pioneer", clear_path=2),
        "ge_infantry": with_workforce("ge_infantry", "dig_in", 2, 1),
    }
    game = position(
        units,
        orders=orders,
        script=one_after_the_other(Item("step-9"), Item("boarding"), Item("time-boxes")),
        cards=cards,
        terrain={"0505": "forest"},
        fights={"0505": Fight("0505", GERMAN)},
    )
    assert game.state.units["g1"].facing == 2
    assert [game.state.units[name].boxes for name in ("g2", "g3")] == [1, 1]
    assert game.state.units["g4"].carrier == "g5"
