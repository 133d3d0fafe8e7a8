"""The turn: two half-turns, three phases each, one activity for each element, and the cleaning afterwards."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from planspiel.kernel import Game, Side
from planspiel.systems.wiener2022.activities import ChooseActivity, Done, Kind, activity_refusal
from planspiel.systems.wiener2022.movement import Move
from planspiel.systems.wiener2022.position_markers import ChoosePositions, TakePositions
from planspiel.systems.wiener2022.scenario import Clock, Weather
from planspiel.systems.wiener2022.smoke import SmokeLifted
from planspiel.systems.wiener2022.state import BLUE, RED, Barrage, Element, Position, Screen
from planspiel.systems.wiener2022.turn import (
    DayBroke,
    FogLifted,
    FogRose,
    HalfBegan,
    HalfEnded,
    LightGone,
    NightFell,
    PhaseBegan,
    TurnBegan,
)
from wiener2022.positions import (
    BLUE_SEAT,
    RED_SEAT,
    ask_of,
    choices,
    declines,
    do,
    element,
    happened,
    pack,
    position,
    refused,
)

TANK: dict[str, Any] = {"model": "p4", "field": "3,4"}
FOOT: dict[str, Any] = {"model": "figures", "field": "10,10"}
BOTH: dict[str, dict[str, Any]] = {"b1": TANK, "r1": FOOT}


def through(game: Game[Position], turns: int) -> None:
    """Both parties do nothing until so many turns are over."""
    while not game.over and game.state.turn <= turns:
        _, question = ask_of(game)
        do(game, TakePositions() if isinstance(question, ChoosePositions) else Done())


# -- turns and half-turns ----------------------------------------------------------------------------------


@pytest.mark.rule("WPR-zeit-1", "WPR-spielablauf-1")
def test_a_turn_is_the_half_turn_of_the_first_party_and_then_that_of_the_other() -> None:
    game = position(BOTH, item=("turn",), turn=0, half=0)
    through(game, 2)
    assert [event.side for event in happened(game, HalfBegan)][:4] == ["blue", "red", "blue", "red"]
    assert [event.turn for event in happened(game, TurnBegan)][:2] == [1, 2]
    assert game.state.half == 5


@pytest.mark.rule("WPR-sonnenaufgang-1")
def test_the_scenario_says_who_moves_first() -> None:
    game = position(BOTH, item=("turn",), turn=0, half=0, scenario={"first": "red"})
    assert game.state.active == "red"
    through(game, 1)
    assert [event.side for event in happened(game, HalfBegan)][:2] == ["red", "blue"]


@pytest.mark.rule("WPR-zeit-2")
def test_a_standard_day_has_sixteen_day_turns_and_eight_night_turns() -> None:
    nights = [Clock().is_night(turn) for turn in range(1, 25)]
    assert (len(nights), sum(nights)) == (24, 8)


@pytest.mark.rule("WPR-zeit-3")
def test_light_changes_only_at_the_start_of_a_turn() -> None:
    game = position(BOTH, item=("turn",), turn=0, half=0, scenario={"clock": Clock(night=(2,))})
    seen = []
    while game.state.turn < 4:
        seen.append((game.state.turn, game.state.active, game.state.night))
        _, question = ask_of(game)
        do(game, TakePositions() if isinstance(question, ChoosePositions) else Done())
    assert {night for turn, _, night in seen if turn == 2} == {True}
    assert {side for turn, side, _ in seen if turn == 2} == {"blue", "red"}
    assert {night for turn, _, night in seen if turn != 2} == {False}
    assert len(happened(game, NightFell)) == len(happened(game, DayBroke)) == 1


@pytest.mark.rule("WPR-zeit-3")
def test_dawn_is_known_through_the_turn_in_which_night_turned_to_day() -> None:
    game = position(BOTH, item=("turn",), turn=1, night=True, half=2, scenario={"clock": Clock(night=(1,))})
    assert game.state.dawn
    through(game, 2)
    assert not game.state.dawn


@pytest.mark.rule("WPR-zeit-4")
def test_a_scenario_may_divide_the_day_otherwise() -> None:
    clock = Clock(turns_per_day=48, start=1, sunrise=9, sunset=41)
    assert sum(clock.is_night(turn) for turn in range(1, 49)) == 16
    game = position(BOTH, item=("turn",), turn=0, half=0, scenario={"clock": clock})
    assert game.state.night


@pytest.mark.rule("WPR-wetter-1")
def test_weather_brings_fog_only_where_and_when_the_scenario_says() -> None:
    weather = Weather(fog=("5,5", "6,5"), fog_turns=(1,))
    game = position(BOTH, item=("turn",), turn=0, half=0, scenario={"weather": weather})
    assert [event.field for event in happened(game, FogRose)] == ["5,5", "6,5"]
    assert game.state.smoke == {"5,5": Screen(None), "6,5": Screen(None)}
    through(game, 1)
    assert [event.field for event in happened(game, FogLifted)] == ["5,5", "6,5"]
    assert not game.state.smoke
    assert not happened(position(BOTH, item=("turn",), turn=0, half=0), FogRose)


@pytest.mark.rule("WPR-wetter-1", "WPR-nacht-sicht-2")
def test_fog_rises_in_smoke_too_and_stays_when_the_smoke_would_lift() -> None:
    weather = {"weather": Weather(fog=("5,5",))}
    game = position(BOTH, item=("turn",), turn=0, half=0, scenario=weather, smoke={"5,5": Screen(BLUE)})
    assert game.state.smoke == {"5,5": Screen(None)}
    through(game, 1)
    assert game.state.smoke == {"5,5": Screen(None)}


# -- phases ------------------------------------------------------------------------------------------------

GUN: dict[str, Any] = {"model": "sfh18", "field": "3,4"}


@pytest.mark.rule("WPR-spielablauf-3")
def test_the_three_phases_come_in_binding_order() -> None:
    game = position({**BOTH, "b2": {"model": "figures", "field": "2,2"}}, item=("half", "blue"))
    through(game, 1)
    phases = [event.phase for event in happened(game, PhaseBegan)]
    assert phases == ["air", "indirect", "other"]


@pytest.mark.rule("WPR-spielablauf-3", "WPR-spielablauf-4")
def test_what_belongs_to_another_phase_is_refused() -> None:
    from planspiel.systems.wiener2022.fire import DirectFire
    from planspiel.systems.wiener2022.indirect import IndirectFire

    game = position({"b1": {"model": "p4", "field": "3,4"}, "r1": {**FOOT, "field": "4,4"}})
    early = ChooseActivity("indirect")
    order = choices(game, DirectFire)[0]
    with pytest.raises(ValueError, match="later phase"):
        early.check(game.view(game.seats[0]), order)
    assert "phase for this is over" in refused(game, IndirectFire(("b1",), "4,4"))


@pytest.mark.rule("WPR-spielablauf-8")
def test_inside_a_phase_the_player_freely_chooses_among_his_elements() -> None:
    elements = {"b1": TANK, "b2": {"model": "p4", "field": "7,7"}, "r1": FOOT}
    game = position(elements)
    assert {order.element for order in choices(game) if hasattr(order, "element")} >= {"b1", "b2"}


@pytest.mark.rule("WPR-spielablauf-10")
def test_fertig_hands_over_to_the_other_party() -> None:
    game = position(BOTH, item=("turn",), turn=0, half=0)
    do(game, Done(), TakePositions())
    assert game.state.active == "red"
    assert [event.side for event in happened(game, HalfEnded)] == ["blue"]


@pytest.mark.rule("WPR-spielablauf-11")
def test_fertig_is_refused_while_a_crowded_model_could_still_drive_away() -> None:
    pair = {"b1": TANK, "b2": TANK, "r1": FOOT}
    game = position(pair)
    assert "crowded" in refused(game, Done())
    stuck = position({name: {**one, "acted": name != "r1"} for name, one in pair.items()} | {"b3": FOOT})
    assert refused(stuck, Done()) == ""


@pytest.mark.rule("WPR-spielablauf-2")
def test_the_passive_party_may_interrupt_only_by_a_counter_move() -> None:
    lorry, gun = {"model": "krupp", "field": "3,4"}, {"model": "pak75", "field": "6,4"}
    game = position({"b1": lorry, "b2": TANK | {"field": "1,12"}, "r1": gun})
    assert "Nothing is asked" in refused(game, Done(), RED_SEAT)
    do(game, Move("b1", ("4,4",)))
    assert ask_of(game)[0] == RED_SEAT
    declines(game)
    assert ask_of(game)[0] == BLUE_SEAT


@pytest.mark.rule("WPR-jahreszeit-1", "WPR-wetter-1")
def test_season_and_weather_slow_troops_down_only_if_the_scenario_says_so() -> None:
    mud = Weather(season="autumn", terrain={"tracked": 2}, sight=1)
    far = Move("b1", ("4,4", "5,4", "6,4"))
    assert refused(position(BOTH), far) == ""
    assert "2 fields" in refused(position(BOTH, scenario={"weather": mud}), far)


# -- one activity ------------------------------------------------------------------------------------------


def may(kind: Kind, model: str, **ledger: Any) -> str:
    """Whether an element with this ledger may do something of a kind: empty, or why not."""
    one = Element("b1", model=model, fate="board", field="3,4", side=BLUE, **ledger)
    refusal = activity_refusal(pack(), one, kind)
    return "" if refusal is None else str(refusal)


@pytest.mark.rule("WPR-spielablauf-5")
@pytest.mark.parametrize("kind", ["move", "fire", "indirect", "work", "attack"])
def test_whoever_has_worked_has_used_up_the_turn(kind: Kind) -> None:
    assert may(kind, "figures") == ""
    assert "used up its turn" in may(kind, "figures", worked=True)


@pytest.mark.rule("WPR-spielablauf-5")
def test_an_element_fires_or_moves_or_works() -> None:
    assert "may not fire" in may("fire", "pak75", moved=1)
    assert "may not move" in may("move", "pak75", shot=True)
    assert "already done something" in may("work", "engineers", moved=1)
    assert "already done something" in may("indirect", "mortar_base", moved=1)


@pytest.mark.rule("WPR-spielablauf-6")
@pytest.mark.parametrize("model", ["p4", "marder", "me109", "destroyer"])
def test_combat_vehicles_mounts_aircraft_and_ships_move_and_fire(model: str) -> None:
    assert may("fire", model, moved=1) == ""
    assert may("move", model, shot=True) == ""


@pytest.mark.rule("WPR-spielablauf-7")
def test_pure_figures_move_and_attack_but_no_one_else() -> None:
    assert may("attack", "figures", moved=1) == ""
    assert "attack" in may("attack", "hmg_base", moved=1)
    assert "attack" in may("attack", "figures", shot=True)


@pytest.mark.rule("WPR-spielablauf-9")
def test_a_completed_action_cannot_be_improved() -> None:
    assert "has fired" in may("fire", "p4", shot=True)
    assert "has attacked" in may("move", "figures", attacked=True)


@pytest.mark.rule("WPR-spielablauf-9")
def test_the_ledger_is_clean_again_in_the_next_own_half_turn() -> None:
    used = {**TANK, "moved": 3, "limit": 4, "shot": True, "acted": True, "lights": False}
    game = position({"b1": used, "r1": {**FOOT, "moved": 1}}, item=("half", "blue"))
    assert element(game, "b1") == Element("b1", BLUE, "p4", fate="board", field="3,4")
    assert element(game, "r1").moved == 1


@pytest.mark.rule("WPR-flucht-8")
def test_who_has_fled_rallies_when_the_next_turn_begins_and_not_with_the_next_half_turn() -> None:
    troops = {"b1": {**TANK}, "b2": {**FOOT, "field": "1,1", "fled": True}, "r1": {**FOOT, "fled": True}}
    for item, still in ((("half", "blue"), True), (("half", "red"), True), (("turn",), False)):
        game = position(troops, item=item)
        assert [element(game, name).fled for name in ("b2", "r1")] == [still, still]


# -- after FERTIG ------------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-niederhaltung-8")
def test_effect_markers_leave_the_party_whose_half_turn_is_over() -> None:
    pinned = {"pinned": 4, "self_smoke": True, "no_position": True}
    game = position({"b1": {**TANK, **pinned}, "r1": {**FOOT, "pinned": 3}}, item=("half-end", "blue"))
    assert element(game, "b1") == Element("b1", BLUE, "p4", fate="board", field="3,4")
    assert element(game, "r1").pinned == 3


@pytest.mark.rule("WPR-nebel-6", "WPR-beleuchtung-8")
def test_smoke_and_light_of_the_other_party_go_at_the_end_of_a_half_turn() -> None:
    screens = {"2,2": Screen(RED), "3,3": Screen(BLUE), "4,4": Screen(RED, fed=True)}
    light = {"2,2": Screen(RED), "3,3": Screen(BLUE)}
    game = position(BOTH, item=("half-end", "blue"), smoke=screens, light=light)
    assert sorted(game.state.smoke) == ["3,3", "4,4"]
    assert sorted(game.state.light) == ["3,3"]
    assert game.state.lifted == ("2,2",)
    assert [event.field for event in happened(game, SmokeLifted, LightGone)] == ["2,2", "2,2"]


@pytest.mark.rule("WPR-sperrfeuer-7")
def test_barrages_of_the_other_party_are_over_with_the_half_turn() -> None:
    def barrage(name: str, side: Side) -> Barrage:
        return Barrage(name, side, "5,5", ("x",), 1)

    barrages = {"one": barrage("one", RED), "two": barrage("two", BLUE)}
    game = position(BOTH, item=("half-end", "blue"), barrages=barrages)
    assert list(game.state.barrages) == ["two"]


# -- position markers --------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-stellung-1", "WPR-stellung-2")
def test_who_has_not_moved_may_take_a_position_marker_or_forget_it() -> None:
    game = position({"b1": TANK, "b2": {**TANK, "field": "5,5"}, "r1": FOOT}, item=("take-positions", "blue"))
    assert "no element of yours" in refused(game, TakePositions(("r1",)))
    do(game, TakePositions(("b1",)))
    assert element(game, "b1").position
    assert not element(game, "b2").position


@pytest.mark.rule("WPR-stellung-1")
@pytest.mark.parametrize(
    ("model", "ledger"), [("p4", {"moved": 1}), ("p4", {"position": True}), ("figures", {}), ("krupp", {})]
)
def test_no_position_marker_for(model: str, ledger: dict[str, Any]) -> None:
    elements = {"b1": {"model": model, "field": "3,4", **ledger}, "b2": {**TANK, "field": "5,5"}}
    game = position(elements, item=("take-positions", "blue"))
    assert "WPR-stellung-1" in refused(game, TakePositions(("b1",)))


@pytest.mark.rule("WPR-stellung-4")
def test_taking_a_marker_is_no_activity_and_pinning_does_not_forbid_it() -> None:
    game = position({"b1": {**TANK, "shot": True, "pinned": 5}}, item=("take-positions", "blue"))
    do(game, TakePositions(("b1",)))
    assert element(game, "b1") == replace(
        Element("b1", BLUE, "p4", fate="board", field="3,4"),
        shot=True,
        pinned=5,
        position=True,
    )
