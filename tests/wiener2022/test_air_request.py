"""Requests for aircraft, the flight plan, air cover, and what aircraft see."""

from __future__ import annotations

import random

import pytest

from planspiel.kernel import Game, Lucky
from planspiel.systems.wiener2022 import air_cover, air_request
from planspiel.systems.wiener2022.activities import Done
from planspiel.systems.wiener2022.air_attack import AirAttack, attack_refusal
from planspiel.systems.wiener2022.air_combat import ChooseAirAssault
from planspiel.systems.wiener2022.air_cover import ChooseFighters, SendFighters
from planspiel.systems.wiener2022.air_request import (
    AircraftGranted,
    FlyIn,
    MissionDeclined,
    RequestAir,
    SeenFromAir,
)
from planspiel.systems.wiener2022.air_tasks import flying
from planspiel.systems.wiener2022.movement import Move
from planspiel.systems.wiener2022.scenario import Aircraft, Weather
from planspiel.systems.wiener2022.standing import SetStandingOrders
from planspiel.systems.wiener2022.state import RED, Position, Screen, Standing
from wiener2022.flying import air_party, on_mission
from wiener2022.positions import (
    BLUE_SEAT,
    RED_SEAT,
    ask_of,
    choices,
    do,
    element,
    happened,
    pack,
    position,
    refused,
    rolled,
)

AIR = ("phase", "air")


@pytest.mark.rule("WPR-luftstreitkraefte-2")
def test_the_commander_can_only_request_aircraft_or_do_without() -> None:
    game = position({"b1": {"model": "me109"}, "r1": {"model": "p4", "field": "5,5"}}, item=AIR)
    assert choices(game) == [RequestAir(), Done()]
    attack = AirAttack("b1", "aircraft_guns", "5,5", "low", "N")
    assert "not on a mission" in refused(game, attack)
    assert "has not been granted" in refused(game, FlyIn(("b1",)))


@pytest.mark.rule("WPR-luftstreitkraefte-3", "WPR-luftstreitkraefte-4")
def test_all_dice_are_thrown_together_and_a_six_puts_its_aircraft_into_action() -> None:
    game = position(
        {"b1": {"model": "me109"}, "b2": {"model": "ju87"}, "b3": {"model": "ju87"}}, item=AIR, dice=(6, 5, 6)
    )
    do(game, RequestAir())
    assert [roll.dice for roll in rolled(game)] == ["3d6"]
    assert [event.element for event in happened(game, AircraftGranted)] == ["b1", "b3"]
    assert element(game, "b2").mission == ""


@pytest.mark.rule("WPR-luftstreitkraefte-5")
def test_the_die_of_a_lost_aircraft_is_removed() -> None:
    game = position({"b1": {"model": "me109", "fate": "lost"}, "b2": {"model": "ju87"}}, item=AIR, dice=(1,))
    do(game, RequestAir())
    assert [roll.dice for roll in rolled(game)] == ["1d6"]


def test_without_any_aircraft_there_is_nothing_to_request() -> None:
    game = position({"b1": {"model": "p4", "field": "1,1"}}, item=AIR)
    assert game.over


@pytest.mark.rule("WPR-luftstreitkraefte-3")
@pytest.mark.parametrize("face", [5, 6])
def test_nothing_is_taken_back_once_secret_dice_have_put_aircraft_into_action(face: int) -> None:
    game = position({"b1": {"model": "me109"}}, item=AIR, dice=(face,), mode="hidden")
    do(game, RequestAir())
    assert bool(happened(game, AircraftGranted)) is (face == 6)
    assert AircraftGranted.reveals


@pytest.mark.rule("WPR-luftstreitkraefte-7")
def test_a_granted_mission_may_be_declined() -> None:
    game = position({"b1": on_mission("me109"), "b2": on_mission("ju87")}, item=AIR)
    assert FlyIn(("b1", "b2")) in choices(game)
    assert Done() in choices(game)
    do(game, FlyIn(("b2",)))
    assert [event.element for event in happened(game, MissionDeclined)] == ["b1"]
    assert element(game, "b1").mission == "declined"


@pytest.mark.rule("WPR-luftstreitkraefte-8")
def test_each_kind_of_aircraft_has_the_colour_of_its_die() -> None:
    colours = {
        name: air_request.die_colour(pack().models[name]) for name in ("me109", "fw190_fb", "typhoon", "ju88")
    }
    assert colours == {"me109": "green", "fw190_fb": "red", "typhoon": "white", "ju88": "blue"}


@pytest.mark.rule("WPR-luftstreitkraefte-9")
def test_a_scenario_sets_priorities_for_the_party_a_role_or_one_aircraft() -> None:
    pool = (
        Aircraft(unit="me109", id="ba"),
        Aircraft(unit="ju87", id="bb"),
        Aircraft(unit="ju87", id="bc", priority=2),
    )
    party = air_party(*pool, priority=5, by_role={"light_bomber": 4})
    game = position(
        {"ba": {"model": "me109"}, "bb": {"model": "ju87"}, "bc": {"model": "ju87"}},
        item=AIR,
        scenario={"blue": party},
        dice=(4, 4, 2),
    )
    do(game, RequestAir())
    assert [event.element for event in happened(game, AircraftGranted)] == ["bb", "bc"]


@pytest.mark.rule("WPR-luftstreitkraefte-10")
def test_a_party_requests_once_in_a_half_turn_unless_the_scenario_allows_more() -> None:
    aircraft = {"b1": {"model": "me109"}}
    once = do(position(aircraft, item=AIR, dice=(1,)), RequestAir())
    assert once.over, "nothing more to do in the phase"
    party = air_party(Aircraft(unit="me109", id="b1"), requests=2)
    twice = position(aircraft, item=AIR, dice=(1, 1), scenario={"blue": party})
    do(twice, RequestAir(), RequestAir())
    assert len(rolled(twice)) == 2


@pytest.mark.rule("WPR-flugplan-1", "WPR-luftstreitkraefte-10")
def test_who_has_a_flight_plan_comes_in_its_turns_without_a_die() -> None:
    party = air_party(Aircraft(unit="ju52", id="ba", turns=(2,)), Aircraft(unit="me109", id="bb"))
    elements = {"ba": {"model": "ju52"}, "bb": {"model": "me109"}}
    early = position(elements, item=("air-watch", "blue"), scenario={"blue": party}, turn=1)
    assert not happened(early, AircraftGranted)
    game = position(elements, item=("air-watch", "blue"), scenario={"blue": party}, turn=2)
    assert [event.element for event in happened(game, AircraftGranted)] == ["ba"]
    dice = do(position(elements, item=AIR, scenario={"blue": party}, turn=1, dice=(1,)), RequestAir())
    assert [roll.dice for roll in rolled(dice)] == ["1d6"], "only the fighter is diced for"


def test_aircraft_of_the_half_turn_before_are_at_home_again() -> None:
    game = position({"b1": on_mission("ju87", shot=True, pinned=3)}, item=("air-watch", "red"), active="red")
    home = element(game, "b1")
    assert (home.mission, home.shot, home.pinned) == ("", False, 0)


@pytest.mark.rule("WPR-wetter-1")
def test_weather_of_the_scenario_may_forbid_flying() -> None:
    party = air_party(Aircraft(unit="ju52", id="ba", turns=(1,)))
    bad = {"blue": party, "weather": Weather(flying=False)}
    assert position({"b2": {"model": "me109"}}, item=AIR, scenario=bad).over
    game = position({"ba": {"model": "ju52"}}, item=("air-watch", "blue"), scenario=bad)
    assert not happened(game, AircraftGranted)


# -- cover -------------------------------------------------------------------------------------------------


def _coming(**rest: object) -> Game[Position]:
    elements = {
        "b1": on_mission("ju87"),
        "r1": {"model": "me109"},
        "r2": {"model": "fw190_fb"},
        "r3": {"model": "p4", "field": "5,5"},
    }
    return position(elements, item=AIR, **rest)  # type: ignore[arg-type]


@pytest.mark.rule("WPR-jagdschutz-2", "WPR-luftstreitkraefte-6")
def test_the_passive_party_calls_for_fighters_only_when_aircraft_come() -> None:
    game = do(_coming(dice=(6,)), FlyIn(("b1",)))
    assert [roll.dice for roll in rolled(game)] == ["1d6"], "the fighter-bomber does not count"
    assert element(game, "r1").mission == "granted"
    assert game.state.requested == ("red",)
    do(game, SendFighters(("r1",)))
    assert isinstance(ask_of(game)[1], ChooseAirAssault)


@pytest.mark.rule("WPR-luftstreitkraefte-7")
def test_the_passive_party_may_decline_fighters_that_have_come() -> None:
    elements = {
        "b1": on_mission("ju87"),
        "r1": {"model": "me109"},
        "r2": {"model": "me109"},
        "r3": {"model": "p4", "field": "5,5"},
    }
    game = do(position(elements, item=AIR, dice=(6, 6)), FlyIn(("b1",)))
    assert ask_of(game) == (RED_SEAT, ChooseFighters(("r1", "r2")))
    assert choices(game)[0] == SendFighters(("r1", "r2"))
    assert refused(game, SendFighters(("r1", "r1")))
    assert refused(game, SendFighters(("r3",)))
    do(game, SendFighters(("r2",)))
    assert element(game, "r1").mission == "declined"
    assert [one.id for one in flying(game.state, RED)] == ["r2"]
    none = do(position(elements, item=AIR, dice=(6, 6)), FlyIn(("b1",)), SendFighters())
    assert not flying(none.state, RED)
    assert ask_of(none)[0] == BLUE_SEAT, "without fighters there is no air combat"


def test_the_request_for_cover_stays_secret_if_nobody_comes() -> None:
    game = do(_coming(dice=(3,)), FlyIn(("b1",)))
    assert not rolled(game, BLUE_SEAT)
    assert rolled(game, RED_SEAT)
    assert ask_of(game)[0] == BLUE_SEAT


def test_who_holds_all_fire_calls_for_no_fighters() -> None:
    game = _coming()
    game.instruct(RED_SEAT, SetStandingOrders(Standing(fire="hold")))
    do(game, FlyIn(("b1",)))
    assert not rolled(game)


@pytest.mark.rule("WPR-nacht-luftkampf-1")
def test_there_is_no_air_combat_at_night() -> None:
    elements = {"b1": on_mission("ju88"), "r1": {"model": "me109"}, "r2": {"model": "p4", "field": "5,5"}}
    game = position(elements, item=AIR, night=True, light={"5,5": Screen(None)})
    do(game, FlyIn(("b1",)))
    assert not rolled(game)
    assert element(game, "b1").mission == "granted"
    assert "no air combat" in str(
        air_cover.cover_refusal(game.pack, game.state, game.state.elements["r1"].side)
    )


@pytest.mark.rule("WPR-luftstreitkraefte-1")
def test_missions_are_flown_only_at_the_start_of_the_half_turn() -> None:
    elements = {
        "b1": on_mission("ju87"),
        "b2": {"model": "p4", "field": "1,1"},
        "r1": {"model": "p4", "field": "5,5"},
    }
    attack = AirAttack("b1", "bombs_2", "5,5", "low", "N")
    later = position(elements, item=("phase", "other"), flights={"b1": "mission"})
    assert "phase for this is over" in refused(later, attack)
    assert refused(position(elements, item=AIR, flights={"b1": "mission"}), attack) == ""


@pytest.mark.rule("WPR-bewegung-luft-1")
def test_aircraft_have_no_speed_and_no_field_on_the_board() -> None:
    elements = {
        "b1": on_mission("ju87"),
        "b2": {"model": "fw189", "field": "1,1", "height": "high", "mission": "granted"},
        "r1": {"model": "p4", "field": "12,12"},
    }
    game = position(elements, item=AIR, flights={"b1": "mission"})
    assert refused(game, AirAttack("b1", "bombs_2", "12,12", "low", "N")) == ""
    other = position(elements, item=("phase", "other"))
    assert "bewegung-luft-1" in refused(other, Move("b2", ("2,1",)))


# -- towing ------------------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-flz-schleppen-1")
@pytest.mark.parametrize(
    ("glider", "tug", "is_legal"),
    [
        ("dfs230", "ju87", True),
        ("dfs230", "me109", False),
        ("dfs230", "fw190_fb", False),
        ("dfs230", "storch", False),
        ("dfs230", "po2", False),
        ("dfs230", "hs126", False),
        ("dfs230", "c47", True),
        ("go242", "ju87", False),
        ("go242", "he111", True),
    ],
)
def test_a_glider_is_towed_by_a_powered_aircraft_of_its_size(glider: str, tug: str, is_legal: bool) -> None:
    game = position({"b1": on_mission(glider), "b2": on_mission(tug)}, item=AIR)
    found = refused(game, FlyIn(("b1", "b2")))
    assert (found == "") == is_legal
    assert "tow" in refused(game, FlyIn(("b1",)))
    if is_legal:
        do(game, FlyIn(("b1", "b2")))
        assert element(game, "b2").shot, "towing was its mission"


# -- what aircraft see -------------------------------------------------------------------------------------

HIDDEN = {
    "b1": on_mission("ju87"),
    "b9": {"model": "p4", "field": "1,1"},
    "r1": {"model": "p4", "field": "12,12"},
    "r2": {"model": "pak75", "field": "12,10", "camouflaged": True},
    "r3": {"model": "pak75", "field": "12,8", "camouflaged": True, "fired_in": 0},
}


@pytest.mark.rule("WPR-luftaufklaerung-1")
def test_aircraft_know_everybody_without_a_net_and_whoever_fired_in_the_turn_before() -> None:
    game = do(position(HIDDEN, item=AIR, mode="hidden", half=3, turn=2), FlyIn(("b1",)))
    told = {event.element for event in happened(game, SeenFromAir, seat=BLUE_SEAT)}
    assert told == {"r1", "r3"}
    assert not happened(game, SeenFromAir, seat=RED_SEAT)
    assert refused(game, AirAttack("b1", "bombs_2", "12,12", "low", "N")) == ""
    assert "no detected target" in refused(game, AirAttack("b1", "bombs_2", "12,10", "low", "N"))


@pytest.mark.rule("WPR-luftaufklaerung-2")
def test_a_scenario_may_want_real_air_reconnaissance() -> None:
    elements = {**HIDDEN, "b8": {"model": "p4", "field": "12,11"}}
    attack = AirAttack("b1", "bombs_2", "12,12", "low", "N")
    for mode in ("open", "hidden"):
        blind = do(
            position(HIDDEN, item=AIR, mode=mode, scenario={"air_reconnaissance": True}), FlyIn(("b1",))
        )
        refusal = attack_refusal(blind.pack, blind.view(BLUE_SEAT), attack)
        assert refusal is not None
        assert "no detected target" in str(refusal)
        seeing = do(
            position(elements, item=AIR, mode=mode, scenario={"air_reconnaissance": True}), FlyIn(("b1",))
        )
        assert attack_refusal(seeing.pack, seeing.view(BLUE_SEAT), attack) is None


# -- any play ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_a_whole_air_phase_comes_to_its_end_however_it_is_played(seed: int) -> None:
    """Each aircraft acts once, each fighter attacks once and once more after a kill: nothing goes round."""
    pool = ("me109", "me109", "ju87", "ju88", "il2", "typhoon", "fw189", "ar232")
    elements: dict[str, dict[str, str]] = {f"b{n}": on_mission(model) for n, model in enumerate(pool)}
    elements |= {
        "r1": {"model": "me109"},
        "r2": {"model": "me109"},
        "r3": {"model": "flak20_base", "field": "5,5"},
        "r4": {"model": "p4", "field": "6,6"},
        "b9": {"model": "p4", "field": "2,2"},
    }
    rng = random.Random(seed)
    game = position(elements, item=AIR)
    game.dice = Lucky(rng)
    for _ in range(200):
        if game.over:
            break
        seat, question = ask_of(game)
        view = game.view(seat)
        orders = [order for order in question.options(view) if not isinstance(order, Done)]
        game.answer(seat, rng.choice(orders) if orders else Done())
    assert game.over
