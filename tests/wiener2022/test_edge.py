"""The edge of the board: who leaves it, who comes back, and how reinforcements come in."""

from __future__ import annotations

from typing import Any

import pytest

from planspiel.kernel import Game
from planspiel.systems.wiener2022.edge import Arrived, Enter, EntryBlocked, Leave, LeftBoard
from planspiel.systems.wiener2022.march import GoOn
from planspiel.systems.wiener2022.movement import Halt, Move
from planspiel.systems.wiener2022.overrun import Overrun
from planspiel.systems.wiener2022.scenario import OffBoard, Party, Placed
from planspiel.systems.wiener2022.sight import is_lit
from planspiel.systems.wiener2022.state import RED, Barrier, Position
from planspiel.systems.wiener2022.transport import Dismount
from wiener2022.positions import (
    BLUE_SEAT,
    RED_SEAT,
    ask_of,
    choices,
    declines,
    do,
    element,
    happened,
    position,
    refused,
)

TANK: dict[str, Any] = {"model": "p4", "field": "1,4"}
FOOT: dict[str, Any] = {"model": "figures", "field": "10,10"}
DUE: dict[str, Any] = {"model": "p4", "fate": "due", "due": 2, "zone": "west"}
FERRY: dict[str, Any] = {
    "b1": {"model": "figures", "field": "1,4", "aboard": "b2"},
    "b2": {"model": "krupp", "field": "1,4", "aboard": "b3"},
    "b3": {"model": "motor_ferry", "field": "1,4"},
}
ZONES = {"west": ("1,4", "1,5"), "out": ("1,4",), "back": ("12,12",)}


def table(elements: dict[str, Any], blue: dict[str, Any] | None = None, **more: Any) -> Game[Position]:
    party = Party(name="B", name_de="B", zone="all", units=(Placed(unit="p4"),), **(blue or {}))
    scenario = {"blue": party, **more.pop("scenario", {})}
    return position(elements, zones=ZONES, scenario=scenario, **{"turn": 2, **more})


# -- leaving -----------------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-spielfeldrand-1")
def test_whoever_leaves_the_board_is_lost_with_all_it_carries() -> None:
    lorry = {"model": "krupp", "field": "1,4"}
    game = table({"b1": {"model": "figures", "aboard": "b2"}, "b2": lorry, "r1": FOOT, "b3": FOOT})
    assert Leave("b2") not in choices(game, Leave)
    do(game, Leave("b2"))
    assert (element(game, "b1").fate, element(game, "b2").fate) == ("lost", "lost")
    assert len(happened(game, LeftBoard)) == 2


@pytest.mark.parametrize("order", [Dismount("b2"), Overrun("b1", "r1")])
def test_who_is_still_to_come_is_refused_whatever_he_is_ordered_to_do(order: Any) -> None:
    passenger = {"model": "figures", "fate": "due", "due": 2, "aboard": "b1"}
    game = table({"b1": DUE, "b2": passenger, "r1": FOOT, "b3": {**FOOT, "field": "1,4"}})
    assert "not in the field" in refused(game, order)


@pytest.mark.rule("WPR-spielfeldrand-1")
@pytest.mark.parametrize("exit", ["", "out"])
def test_a_ferry_leaves_with_the_lorry_on_it_and_the_figures_in_the_lorry(exit: str) -> None:
    game = table({**FERRY, "r1": FOOT}, {"exit": exit}, ground={"1,4": "water"})
    do(game, Leave("b3"))
    assert {element(game, name).fate for name in FERRY} == {"left" if exit else "lost"}


@pytest.mark.rule("WPR-spielfeldrand-1")
def test_only_from_the_edge_and_with_a_step_left() -> None:
    game = table({"b1": {**TANK, "field": "2,4"}, "b2": {**TANK, "moved": 4, "limit": 4}, "r1": FOOT})
    assert "not at the edge" in refused(game, Leave("b1"))
    assert "any farther" in refused(game, Leave("b2"))


@pytest.mark.rule("WPR-draht-6", "WPR-spielfeldrand-1")
def test_whoever_is_held_in_wire_at_the_edge_does_not_leave_the_board() -> None:
    caught = {"model": "figures", "field": "1,4", "came_from": "2,4"}
    game = table(
        {"b1": caught, "r1": FOOT}, {"exit": "out"}, barriers={"w": Barrier("w", "wire", "1,4", RED)}
    )
    assert choices(game, Leave) == []
    assert "WPR-draht-6" in refused(game, Leave("b1"))
    cleared = table({"b1": caught, "r1": FOOT}, {"exit": "out"})
    assert refused(cleared, Leave("b1")) == ""


@pytest.mark.rule("WPR-ausgangslage-2", "WPR-spielfeldrand-2")
def test_leaving_for_the_mission_is_no_loss() -> None:
    game = table({"b1": TANK, "r1": FOOT}, {"exit": "out"})
    do(game, choices(game, Leave)[0])
    assert (element(game, "b1").fate, element(game, "b1").zone) == ("left", "1,4")


@pytest.mark.rule("WPR-spielfeldrand-2")
def test_a_scenario_may_allow_troops_to_return() -> None:
    game = table({"b1": TANK, "r1": FOOT}, scenario={"may_return": True})
    do(game, Leave("b1"))
    gone = element(game, "b1")
    assert (gone.fate, gone.due, gone.zone) == ("due", 3, "1,4")
    back = table({"b1": {"model": "p4", "fate": "due", "due": 3, "zone": "1,4"}, "r1": FOOT}, turn=3)
    assert choices(back, Enter) == [Enter("b1", "1,4")]


@pytest.mark.rule("WPR-bewegung-operativ-1")
def test_ways_outside_the_board_are_those_of_the_scenario() -> None:
    way = OffBoard(leave="out", enter="back", turns=3)
    game = table({"b1": TANK, "r1": FOOT}, {"off_board": (way,)})
    do(game, Leave("b1"))
    gone = element(game, "b1")
    assert (gone.fate, gone.due, gone.zone) == ("due", 5, "back")


# -- coming in ---------------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-ausgangslage-5")
def test_reinforcements_come_in_their_turn_at_their_fields() -> None:
    game = table({"b1": DUE, "r1": FOOT, "b2": FOOT})
    assert choices(game, Enter) == [Enter("b1", "1,4"), Enter("b1", "1,5")]
    assert "does not come in" in refused(game, Enter("b1", "1,6"))
    early = table({"b1": DUE, "r1": FOOT, "b2": FOOT}, turn=1)
    assert "not in the field" in refused(early, Enter("b1", "1,4"))


@pytest.mark.rule("WPR-spielfeldrand-2")
def test_the_step_onto_the_board_is_the_first_of_the_move() -> None:
    game = table({"b1": DUE, "r1": FOOT})
    do(game, Enter("b1", "1,4"))
    assert (element(game, "b1").field, element(game, "b1").moved) == ("1,4", 1)
    assert isinstance(ask_of(game)[1], GoOn)
    do(game, Move("b1", ("2,4", "3,4", "4,4")))
    assert element(game, "b1").moved == 4


@pytest.mark.rule("WPR-spielfeldrand-2")
def test_reinforcements_bring_whoever_is_aboard() -> None:
    lorry = {**DUE, "model": "krupp"}
    game = table(
        {"b1": {"model": "figures", "fate": "due", "due": 2, "aboard": "b2"}, "b2": lorry, "r1": FOOT}
    )
    assert "with its vehicle" in refused(game, Enter("b1", "1,4"))
    do(game, Enter("b2", "1,4"))
    assert (element(game, "b1").field, element(game, "b1").aboard) == ("1,4", "b2")


@pytest.mark.rule("WPR-spielfeldrand-2")
def test_a_ferry_comes_in_with_the_lorry_on_it_and_the_figures_in_the_lorry() -> None:
    due = {
        name: {**one, "field": "", **{key: DUE[key] for key in ("fate", "due", "zone")}}
        for name, one in FERRY.items()
    }
    game = table({**due, "r1": FOOT}, ground={"1,4": "water"})
    do(game, Enter("b3", "1,4"))
    assert {(element(game, name).fate, element(game, name).field) for name in FERRY} == {("board", "1,4")}


@pytest.mark.rule("WPR-hoechstzahl-1")
def test_like_reinforcements_do_not_halt_in_one_field() -> None:
    game = table({"b1": DUE, "b2": DUE, "r1": FOOT})
    do(game, Enter("b1", "1,4"), Halt(), Enter("b2", "1,4"))
    assert "WPR-hoechstzahl-1" in refused(game, Halt())
    do(game, Move("b2", ("2,4",)))
    assert (element(game, "b1").field, element(game, "b2").field) == ("1,4", "2,4")


@pytest.mark.rule("WPR-spielfeldrand-2")
def test_a_field_that_the_enemy_holds_is_closed() -> None:
    game = table({"b1": DUE, "r1": {**FOOT, "field": "1,4"}})
    assert choices(game, Enter) == [Enter("b1", "1,5")]
    assert "holds 1,4" in refused(game, Enter("b1", "1,4"))


@pytest.mark.rule("WPR-spielfeldrand-2")
def test_an_unseen_enemy_in_the_entry_field_keeps_reinforcements_out() -> None:
    game = table({"b1": DUE, "b2": FOOT, "r1": {**FOOT, "field": "1,4"}}, mode="hidden")
    assert Enter("b1", "1,4") in choices(game, Enter)
    do(game, Enter("b1", "1,4"))
    assert element(game, "b1").fate == "due"
    assert len(happened(game, EntryBlocked, seat=BLUE_SEAT)) == 1
    assert happened(game, EntryBlocked, Arrived, seat=RED_SEAT) == []


@pytest.mark.rule("WPR-gegenzug-echter-1")
def test_whoever_comes_in_under_the_guns_of_the_enemy_draws_their_fire() -> None:
    game = table({"b1": {**DUE, "model": "krupp"}, "r1": {"model": "pak75", "field": "3,4"}})
    do(game, Enter("b1", "1,4"))
    assert game.waiting() == (RED_SEAT,)
    declines(game)
    assert element(game, "b1").field == "1,4"


@pytest.mark.rule("WPR-nachtkampf-1", "WPR-nachtkampf-2", "WPR-nachtkampf-3")
def test_reinforcements_say_at_night_whether_they_come_with_headlights() -> None:
    elements = {"b1": DUE, "b2": {**DUE, "model": "figures"}, "r1": FOOT}
    game = table(elements, night=True)
    fields = ("1,4", "1,5")
    told = [Enter("b1", field, lights) for field in fields for lights in (True, False)]
    assert choices(game, Enter) == [*told, *(Enter("b2", field) for field in fields)]
    do(game, Enter("b1", "1,4", lights=False))
    assert element(game, "b1").lights is False
    assert {order.lights for order in choices(game, Move)} == {False}
    assert "WPR-nachtkampf-3" in refused(game, Move("b1", ("2,4",)))
    lit = do(table(elements, night=True), Enter("b1", "1,4"))
    dark = element(game, "b1").limit
    assert (element(lit, "b1").limit > dark, {order.lights for order in choices(lit, Move)}) == (True, {True})
    by_day = do(table(elements), Enter("b1", "1,4"))
    assert element(by_day, "b1").lights is None


@pytest.mark.rule("WPR-erkennen-5", "WPR-nachtkampf-1")
@pytest.mark.parametrize("lights", [True, False])
def test_who_comes_in_with_headlights_is_seen_as_by_day(lights: bool) -> None:
    watcher = {**FOOT, "field": "4,4"}
    game = do(table({"b1": DUE, "r1": watcher}, night=True, mode="hidden"), Enter("b1", "1,4", lights))
    assert is_lit(game.state, element(game, "b1")) is lights
    assert len(happened(game, Arrived, seat=RED_SEAT)) == int(lights)
