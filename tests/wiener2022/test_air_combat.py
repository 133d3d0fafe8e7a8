"""Air combat: who attacks whom, points, and what becomes of the losers."""

from __future__ import annotations

from typing import Any

import pytest

from planspiel.kernel import DECLINE, Game
from planspiel.systems.wiener2022.air_attack import AirAttack
from planspiel.systems.wiener2022.air_combat import AirAssault, ChooseAirAssault, DrivenOff, ShotDown
from planspiel.systems.wiener2022.air_cover import SendFighters
from planspiel.systems.wiener2022.air_request import FlyIn
from planspiel.systems.wiener2022.state import Position
from wiener2022.flying import on_mission
from wiener2022.positions import (
    BLUE_SEAT,
    RED_SEAT,
    ask_of,
    choices,
    do,
    element,
    happened,
    position,
    refused,
    rolled,
)


def _fight(elements: dict[str, str], **rest: Any) -> Game[Position]:
    """These aircraft are in the air; the active party (blue) declares first."""
    there = {name: on_mission(model) for name, model in elements.items()}
    return position(
        there, item=("air-combat", "blue", 0), flights=dict.fromkeys(elements, "mission"), phase="air", **rest
    )


@pytest.mark.rule("WPR-luftkampf-2")
def test_only_fighters_attack_and_each_only_once() -> None:
    game = _fight({"b1": "me109", "b2": "fw190_fb", "r1": "lag6", "r2": "il2"}, dice=(4, 3))
    assert {order.attackers for order in choices(game)} == {("b1",)}
    assert "no fighter" in refused(game, AirAssault(("b2",), "r1"))
    do(game, AirAssault(("b1",), "r1"))
    assert happened(game, DrivenOff)[0].element == "r1"
    assert game.over, "the fighter has had its attack, and no other is there"


@pytest.mark.rule("WPR-luftkampf-3")
def test_every_aircraft_defends_itself_against_every_attack() -> None:
    game = _fight({"b1": "me109", "b2": "me109", "r1": "il2"}, dice=(1, 5, 1, 6))
    do(game, AirAssault(("b1",), "r1"), AirAssault(("b2",), "r1"))
    assert [roll.roller for roll in rolled(game)] == ["b1", "r1", "b2", "r1"]
    assert [event.element for event in happened(game, DrivenOff, ShotDown)] == ["b1", "b2"]


@pytest.mark.rule("WPR-luftkampf-4", "WPR-luftkampf-13")
def test_what_fighters_protect_is_attacked_only_when_they_are_tied_down() -> None:
    game = _fight({"b1": "me109", "b2": "me109", "r1": "lag6", "r2": "il2"}, dice=(3, 4))
    assert "not tied down" in refused(game, AirAssault(("b1",), "r2"))
    do(game, AirAssault(("b1",), "r1"))
    assert element(game, "r1").mission == "tied"
    assert element(game, "b1").mission == "driven_off"
    do(game, DECLINE)
    assert ask_of(game)[0] == BLUE_SEAT
    assert AirAssault(("b2",), "r2") in choices(game)


@pytest.mark.rule("WPR-flz-schleppen-1")
@pytest.mark.parametrize(
    ("dice", "fate", "mission"), [((5, 1), "lost", ""), ((2, 1), "reserve", "driven_off")]
)
def test_a_glider_shares_the_fate_of_its_tug(dice: tuple[int, int], fate: str, mission: str) -> None:
    elements = {
        "b1": on_mission("dfs230"),
        "b2": {"model": "figures", "aboard": "b1"},
        "b3": on_mission("ju87"),
        "b4": on_mission("ju52"),
        "r1": {"model": "lag6"},
    }
    game = position(elements, item=("phase", "air"), dice=(6, *dice))
    do(game, FlyIn(("b1", "b3", "b4")), SendFighters(("r1",)), AirAssault(("r1",), "b3"))
    assert [element(game, name).fate for name in ("b1", "b2", "b3")] == [fate] * 3
    assert [element(game, name).mission for name in ("b1", "b3")] == [mission] * 2
    assert element(game, "b4").mission == "granted", "who does not tow it goes on"


@pytest.mark.rule("WPR-jagdschutz-1")
def test_escorts_attack_enemy_fighters_before_those_reach_the_bombers() -> None:
    game = _fight({"b1": "me109", "b2": "ju87", "r1": "lag6"}, dice=(5, 2))
    do(game, AirAssault(("b1",), "r1"))
    assert element(game, "r1").mission == "driven_off"
    assert element(game, "b2").mission == "granted"


@pytest.mark.rule("WPR-luftkampf-5", "WPR-luftkampf-11")
def test_the_party_with_more_aircraft_combines_up_to_three_with_a_point_for_each_further_one() -> None:
    game = _fight(
        {"b1": "me109", "b2": "me109", "b3": "me109", "b4": "me109", "r1": "lag6", "r2": "lag6"}, dice=(4, 5)
    )
    assert "At most three" in refused(game, AirAssault(("b1", "b2", "b3", "b4"), "r1"))
    do(game, AirAssault(("b1", "b2", "b3"), "r1"))
    assert happened(game, ShotDown)[0].element == "r1", "4 with two further aircraft is 6"
    assert ask_of(game)[0] == RED_SEAT


def test_the_weaker_party_does_not_combine() -> None:
    game = _fight({"b1": "me109", "b2": "me109", "r1": "lag6", "r2": "lag6"})
    assert "more aircraft" in refused(game, AirAssault(("b1", "b2"), "r1"))


@pytest.mark.rule("WPR-luftkampf-6")
def test_a_kill_against_combined_aircraft_removes_one_and_drives_off_the_others() -> None:
    game = _fight({"b1": "me109", "b2": "me109", "r1": "lag6"}, dice=(3, 6))
    do(game, AirAssault(("b1", "b2"), "r1"))
    assert [event.element for event in happened(game, ShotDown)] == ["b1"]
    assert [event.element for event in happened(game, DrivenOff)] == ["b2"]


@pytest.mark.rule("WPR-luftkampf-7", "WPR-luftkampf-12")
def test_a_win_below_six_drives_off_and_one_from_six_shoots_down() -> None:
    for dice, event in (((5, 2), DrivenOff), ((6, 2), ShotDown)):
        game = _fight({"b1": "me109", "r1": "lag6"}, dice=dice)
        do(game, AirAssault(("b1",), "r1"))
        assert [found.element for found in happened(game, DrivenOff, ShotDown)] == ["r1"]
        assert isinstance(happened(game, DrivenOff, ShotDown)[0], event)


def test_ties_are_rolled_again() -> None:
    game = _fight({"b1": "me109", "r1": "lag6"}, dice=(4, 4, 5, 1))
    do(game, AirAssault(("b1",), "r1"))
    assert element(game, "r1").mission == "driven_off"


@pytest.mark.rule("WPR-luftkampf-12")
def test_an_unarmed_transport_that_wins_does_no_harm() -> None:
    game = _fight({"b1": "me109", "r1": "c47"}, dice=(1, 6))
    do(game, AirAssault(("b1",), "r1"))
    assert element(game, "b1").mission == "tied"
    assert element(game, "r1").mission == "tied"


@pytest.mark.rule("WPR-jaeger-1")
def test_a_fighter_has_two_points_against_any_other_aircraft() -> None:
    game = _fight({"b1": "me109", "r1": "il2"}, dice=(4, 5))
    do(game, AirAssault(("b1",), "r1"))
    assert happened(game, ShotDown)[0].element == "r1"


@pytest.mark.rule("WPR-luftkampf-8", "WPR-flz-einteilung-4")
def test_winners_of_the_active_party_still_have_their_ground_attack() -> None:
    elements = {
        "b1": on_mission("me109", mission="tied", attacked=True),
        "r9": {"model": "figures", "field": "5,5"},
    }
    game = position(elements, item=("phase", "air"), flights={"b1": "mission"})
    assert refused(game, AirAttack("b1", "aircraft_guns", "5,5", "low", "N")) == ""
    fight = _fight({"b1": "me109", "r1": "lag6"}, dice=(5, 2))
    do(fight, AirAssault(("b1",), "r1"))
    assert element(fight, "b1").mission == "tied"
    assert not element(fight, "b1").shot


@pytest.mark.rule("WPR-luftkampf-9")
def test_after_a_kill_the_winner_may_attack_once_more() -> None:
    game = _fight({"b1": "me109", "r1": "lag6", "r2": "lag6"}, dice=(6, 2, 5, 3))
    do(game, AirAssault(("b1",), "r1"))
    assert ask_of(game)[0] == RED_SEAT
    do(game, DECLINE, AirAssault(("b1",), "r2"))
    assert element(game, "r2").mission == "driven_off"


@pytest.mark.rule("WPR-luftkampf-14")
def test_declarations_alternate_the_active_party_first_until_both_have_passed() -> None:
    game = _fight({"b1": "me109", "b2": "me109", "r1": "lag6", "r2": "lag6"}, dice=(3, 5))
    assert ask_of(game)[0] == BLUE_SEAT
    do(game, AirAssault(("b1",), "r1"))
    assert ask_of(game)[0] == RED_SEAT
    do(game, DECLINE)
    assert ask_of(game)[0] == BLUE_SEAT
    do(game, DECLINE)
    assert game.over


@pytest.mark.rule("WPR-luftkampf-1", "WPR-luftkampf-10")
def test_air_combat_comes_before_ground_attacks_and_flak_has_no_part_in_it() -> None:
    elements = {
        "b1": on_mission("ju87"),
        "r1": on_mission("lag6"),
        "r2": {"model": "flak20_base", "field": "5,5"},
    }
    game = position(
        elements, item=("air-combat", "blue", 0), flights={"b1": "mission", "r1": "cover"}, dice=(6, 1)
    )
    assert ask_of(game)[0] == RED_SEAT
    assert isinstance(ask_of(game)[1], ChooseAirAssault)
    do(game, AirAssault(("r1",), "b1"))
    assert element(game, "b1").fate == "lost"
    assert len(rolled(game)) == 2
