"""Missions: when they are fulfilled, and who wins."""

from __future__ import annotations

from typing import Any

import pytest

from planspiel.kernel import Game
from planspiel.systems.wiener2022.scenario import Atom, Destroy, Exit, Hold, Mission, Survive, Take
from planspiel.systems.wiener2022.state import Position
from planspiel.systems.wiener2022.victory import GoalReached
from wiener2022.positions import BLUE_SEAT, RED_SEAT, happened, position

TOWN = ("5,5", "6,5")
NEVER = Hold(zone="all", fields=99)
TANK: dict[str, Any] = {"model": "p4", "field": "5,5"}
FOOT: dict[str, Any] = {"model": "figures", "field": "10,10"}


def mission(*atoms: Atom, needs: int = 0) -> Mission:
    return Mission(text="Do it.", text_de="Tut es.", atoms=atoms, needs=needs)


def judged(
    elements: dict[str, Any], blue: Mission, red: Mission | None = None, **more: Any
) -> Game[Position]:
    """A game after the missions were tested at the end of a half-turn."""
    scenario = {
        "missions": {"blue": blue, "red": red or mission(NEVER)},
        "turns": 8,
        **more.pop("scenario", {}),
    }
    side = more.pop("active", "red")
    zones = {"town": TOWN, "north": ("5,1",)}
    return position(elements, item=("half-end", side), active=side, scenario=scenario, zones=zones, **more)


def winners(game: Game[Position]) -> tuple[str, ...] | None:
    """Who has won; None if the game was not decided by missions."""
    assert game.state.outcome is not None
    if game.state.outcome.reason == "the test is over":
        return None
    return game.state.outcome.winners


@pytest.mark.rule("WPR-ausgangslage-1", "WPR-ausgangslage-2")
def test_whoever_fulfils_his_mission_wins() -> None:
    game = judged({"b1": TANK, "r1": FOOT}, mission(Take(zone="town")))
    assert winners(game) == ("blue",)
    assert [(event.side, event.number) for event in happened(game, GoalReached)] == [("blue", 1)]


@pytest.mark.rule("WPR-ausgangslage-1", "WPR-verdeckt-1")
@pytest.mark.parametrize(("mode", "told"), [("open", 1), ("hidden", 0)])
def test_in_hidden_play_the_enemy_is_not_told_of_a_goal_until_the_game_is_won(mode: str, told: int) -> None:
    game = judged({"b1": TANK, "r1": FOOT}, mission(Take(zone="town"), NEVER, needs=2), mode=mode)
    assert winners(game) is None
    assert len(happened(game, GoalReached, seat=BLUE_SEAT)) == 1
    assert len(happened(game, GoalReached, seat=RED_SEAT)) == told


@pytest.mark.rule("WPR-ausgangslage-2")
def test_there_is_no_other_victory_than_the_mission() -> None:
    assert winners(judged({"b1": TANK}, mission(NEVER))) is None


@pytest.mark.rule("WPR-ausgangslage-2")
def test_a_zone_is_not_taken_while_an_enemy_is_in_it() -> None:
    assert winners(judged({"b1": TANK, "r1": {**FOOT, "field": "6,5"}}, mission(Take(zone="town")))) is None
    assert winners(judged({"r1": FOOT}, mission(Take(zone="town")))) is None


@pytest.mark.rule("WPR-ausgangslage-2")
def test_a_number_of_fields_may_be_enough() -> None:
    elements = {"b1": TANK, "r1": {**FOOT, "field": "6,5"}}
    assert winners(judged(elements, mission(Take(zone="town", fields=1)))) == ("blue",)
    assert winners(judged(elements, mission(Take(zone="town", fields=2)))) is None


@pytest.mark.rule("WPR-ausgangslage-2")
@pytest.mark.parametrize(
    ("turn", "active", "won"), [(7, "red", None), (8, "blue", None), (8, "red", ("blue",))]
)
def test_holding_counts_at_the_end_of_its_turn(turn: int, active: str, won: Any) -> None:
    game = judged({"b1": TANK}, mission(Hold(zone="town")), turn=turn, active=active)
    assert winners(game) == won


@pytest.mark.rule("WPR-ausgangslage-2")
def test_what_comes_too_late_does_not_count() -> None:
    assert winners(judged({"b1": TANK}, mission(Take(zone="town", by=3)), turn=4)) is None


@pytest.mark.rule("WPR-ausgangslage-2")
def test_elements_that_left_by_the_right_field_count_for_an_exit() -> None:
    out = {"model": "p4", "fate": "left", "zone": "5,1"}
    elements = {"b1": out, "b2": {**out, "zone": "1,1"}, "b3": out}
    assert winners(judged(elements, mission(Exit(zone="north", units=2)))) == ("blue",)
    assert winners(judged(elements, mission(Exit(zone="north", units=3)))) is None


@pytest.mark.rule("WPR-ausgangslage-2")
def test_losses_of_the_enemy_count_by_kind() -> None:
    lost = {"model": "p4", "fate": "lost"}
    elements = {"r1": lost, "r2": {**lost, "model": "figures"}, "r3": {**lost, "model": "dummy_tank"}}
    assert winners(judged(elements, mission(Destroy(units=2)))) == ("blue",)
    assert winners(judged(elements, mission(Destroy(units=3)))) is None
    assert winners(judged(elements, mission(Destroy(units=2, armoured=True)))) is None
    assert winners(judged(elements, mission(Destroy(units=1, ids=("r2",))))) == ("blue",)


@pytest.mark.rule("WPR-ausgangslage-2")
def test_who_is_to_survive_must_not_be_lost_at_the_end() -> None:
    elements = {"b1": TANK, "b2": {"model": "p4", "fate": "lost"}}
    assert winners(judged(elements, mission(Survive(units=1)), turn=8)) == ("blue",)
    assert winners(judged(elements, mission(Survive(units=2)), turn=8)) == ()


@pytest.mark.rule("WPR-ausgangslage-2")
def test_some_of_the_goals_may_be_enough() -> None:
    goals = (Take(zone="town"), Destroy(units=1))
    assert winners(judged({"b1": TANK}, mission(*goals))) is None
    assert winners(judged({"b1": TANK}, mission(*goals, needs=1))) == ("blue",)
    assert winners(
        judged({"r1": {"model": "p4", "fate": "lost"}}, mission(*goals), achieved=("blue/1",))
    ) == ("blue",)


@pytest.mark.rule("WPR-ausgangslage-2")
@pytest.mark.parametrize(("draw", "won"), [("draw", ()), ("red", ("red",))])
def test_when_time_is_up_the_scenario_decides(draw: str, won: Any) -> None:
    game = judged({"b1": TANK}, mission(NEVER), turn=8, scenario={"draw": draw})
    assert winners(game) == won


@pytest.mark.rule("WPR-ausgangslage-2")
def test_both_missions_at_once_are_a_draw() -> None:
    assert winners(judged({"b1": TANK}, mission(Take(zone="town")), mission(Destroy(units=1)))) == ("blue",)
    both = {"b1": TANK, "b2": {"model": "p4", "fate": "lost"}}
    assert winners(judged(both, mission(Take(zone="town")), mission(Destroy(units=1)))) == ()


@pytest.mark.rule("WPR-aufklaerung-3", "WPR-aufklaerung-4")
@pytest.mark.parametrize(("face", "won"), [(3, "blue"), (4, "red")])
def test_in_a_borderline_case_the_die_decides_from_four_on_for_the_acting_player(face: int, won: str) -> None:
    both = {"b1": TANK, "b2": {"model": "p4", "fate": "lost"}}
    goals = mission(Take(zone="town")), mission(Destroy(units=1))
    game = judged(both, *goals, options={"die_for_both": True}, dice=(face,))
    assert winners(game) == (won,)


@pytest.mark.rule("WPR-spielansatz-1")
def test_nothing_but_rules_and_dice_decides() -> None:
    first, second = (judged({"b1": TANK}, mission(Take(zone="town"))) for _ in range(2))
    assert first.digest() == second.digest()
    assert first.state.outcome == second.state.outcome


@pytest.mark.rule("WPR-ausgangslage-1", "WPR-durchkaemmen-1")
def test_who_hides_in_a_field_does_not_keep_others_from_holding_it() -> None:
    elements = {"b1": TANK, "r1": {**FOOT, "field": "5,5", "hidden": True}}
    assert winners(judged(elements, mission(Take(zone="town")))) == ("blue",)
