"""Paratroops, gliders and landings, and observation aircraft."""

from __future__ import annotations

from typing import Any

import pytest

from planspiel.kernel import Game
from planspiel.systems.wiener2022.air_combat import AirAssault, DrivenOff, ShotDown
from planspiel.systems.wiener2022.air_drop import DropTroops, Jumped
from planspiel.systems.wiener2022.air_landing import Crashed, LandAircraft, Landed, TakeOff, strip
from planspiel.systems.wiener2022.air_observer import Station, Stationed
from planspiel.systems.wiener2022.air_request import RequestAir
from planspiel.systems.wiener2022.barrage import BarrageFell
from planspiel.systems.wiener2022.bridging import Repair
from planspiel.systems.wiener2022.demolition import Exploded
from planspiel.systems.wiener2022.fire import DirectFire
from planspiel.systems.wiener2022.flak import AgainstAircraft, Flak, FlakFired, SelfDefence
from planspiel.systems.wiener2022.flight import ChooseFlight, Flee
from planspiel.systems.wiener2022.indirect import IndirectFire
from planspiel.systems.wiener2022.landing import Disembark, Embark
from planspiel.systems.wiener2022.losses import Lost
from planspiel.systems.wiener2022.mines import BarrierMet
from planspiel.systems.wiener2022.modifiers import is_just_captured
from planspiel.systems.wiener2022.movement import Move
from planspiel.systems.wiener2022.opposed import RollsCompared
from planspiel.systems.wiener2022.scenario import Aircraft
from planspiel.systems.wiener2022.sight import detects
from planspiel.systems.wiener2022.state import RED, Barrage, Barrier, Charge, Earthwork, Position
from planspiel.systems.wiener2022.storm import Storm
from planspiel.systems.wiener2022.tank_hunt import Hunt
from wiener2022.flying import air_party, on_mission
from wiener2022.positions import (
    BLUE_SEAT,
    ask_of,
    choices,
    declines,
    do,
    element,
    happened,
    position,
    refused,
    rolled,
)

AIR = ("phase", "air")
FLAK = {"model": "flak20_base", "field": "5,3"}
FLAT = {"jumpers_scatter": False}


def _loaded(aircraft: str, *bases: str, **rest: Any) -> Game[Position]:
    """An aircraft on its mission with these bases aboard (b2, b3 ...), and other elements."""
    there: dict[str, Any] = {"b1": on_mission(aircraft), **rest.pop("elements", {})}
    for place, model in enumerate(bases):
        there[f"b{place + 2}"] = {"model": model, "aboard": "b1"}
    return position(there, item=AIR, flights={"b1": "mission"}, **rest)


# -- paratroops --------------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-fallschirmjaeger-1", "WPR-luftlandung-1")
def test_only_bases_marked_as_paratroops_jump() -> None:
    game = _loaded("c47", "paratroops", "figures", options=FLAT)
    do(game, DropTroops("b1", "5,5", "N"))
    assert element(game, "b2").field == "5,5"
    assert element(game, "b3").aboard == "b1"
    others = _loaded("ar232", "figures", options=FLAT)
    assert "can jump" in refused(others, DropTroops("b1", "5,5", "N"))


@pytest.mark.rule("WPR-fallschirmjaeger-2")
def test_a_drop_is_a_low_run_that_flak_meets_like_a_bombing_run() -> None:
    game = _loaded("c47", "paratroops", elements={"r1": FLAK}, options=FLAT, dice=(6,))
    do(game, DropTroops("b1", "5,5", "N"))
    assert isinstance(ask_of(game)[1], AgainstAircraft)
    do(game, Flak("r1", "flak_20", "b1"))
    assert [event.element for event in happened(game, ShotDown)] == ["b1"]
    assert [element(game, name).fate for name in ("b1", "b2")] == ["lost", "lost"]


@pytest.mark.rule("WPR-fallschirmjaeger-2", "WPR-truppenfla-1")
def test_troops_in_the_field_of_a_drop_defend_themselves_as_against_bombs() -> None:
    elements = {"r1": {"model": "figures", "field": "5,5"}, "r2": {"model": "figures", "field": "5,4"}}
    game = _loaded("c47", "paratroops", elements=elements, options=FLAT, dice=(6, 5))
    do(game, DropTroops("b1", "5,5", "N"))
    assert choices(game) == [SelfDefence("r1", "b1")]
    do(game, SelfDefence("r1", "b1"))
    assert happened(game, DrivenOff)
    assert not happened(game, Jumped)


@pytest.mark.rule("WPR-fallschirmjaeger-3")
def test_nobody_jumps_from_a_pinned_powered_aircraft() -> None:
    game = _loaded("c47", "paratroops", elements={"r1": FLAK}, options=FLAT, dice=(3,))
    do(game, DropTroops("b1", "5,5", "N"), Flak("r1", "flak_20", "b1"))
    assert happened(game, DrivenOff)
    assert not happened(game, Jumped)
    assert element(game, "b2").aboard == "b1"
    assert element(game, "b1").fate == "reserve"


@pytest.mark.rule("WPR-fallschirmjaeger-4", "WPR-fallschirmjaeger-8")
@pytest.mark.parametrize("where", ["wood", "building", "rock", "mixed"])
def test_in_rough_ground_jumpers_suffer_a_plain_die(where: str) -> None:
    ground = {"mixed": {"5,5": "open"}}.get(where, {"5,5": where})
    mixed = {"5,5": "water"} if where == "mixed" else {}
    game = _loaded("c47", "paratroops", ground=ground, mixed=mixed, options=FLAT, dice=(4,))
    do(game, DropTroops("b1", "5,5", "N"))
    assert element(game, "b2").pinned == 4
    six = _loaded("c47", "paratroops", ground=ground, mixed=mixed, options=FLAT, dice=(6, 4))
    do(six, DropTroops("b1", "5,5", "N"))
    assert element(six, "b2").fate == "lost", "6 and a loss roll"


@pytest.mark.rule("WPR-fallschirmjaeger-5")
def test_jumpers_are_lost_in_the_water() -> None:
    game = _loaded("c47", "paratroops", ground={"5,5": "water"}, options=FLAT)
    do(game, DropTroops("b1", "5,5", "N"))
    assert element(game, "b2").fate == "lost"


@pytest.mark.rule("WPR-fallschirmjaeger-6")
def test_among_enemy_figures_jumpers_fight_at_once_with_one_point_less() -> None:
    game = _loaded(
        "c47", "paratroops", elements={"r1": {"model": "figures", "field": "5,5"}}, options=FLAT, dice=(4, 4)
    )
    game = declines(do(game, DropTroops("b1", "5,5", "N")), AgainstAircraft)
    (compared,) = happened(game, RollsCompared)
    assert (compared.first_value, compared.second_value) == (3, 4)
    assert "out of the jump" in str([str(line.reason) for line in compared.first_points])


@pytest.mark.rule("WPR-feindstellungen-1", "WPR-feindstellungen-2")
def test_paratroops_who_have_come_down_in_an_enemy_position_have_only_just_captured_it() -> None:
    game = _loaded("c47", "paratroops", options=FLAT, earthworks={"5,5": Earthwork(2, side=RED)})
    do(game, DropTroops("b1", "5,5", "N"))
    assert is_just_captured(game.state, element(game, "b2"))


@pytest.mark.rule("WPR-nahkampf-7", "WPR-infanterist-einsatz-3")
def test_a_heavy_weapon_whose_crew_is_beaten_out_of_the_jump_is_lost_with_it() -> None:
    enemy = {"r1": {"model": "figures", "field": "5,5"}}
    game = _loaded("c47", "para_hmg", elements=enemy, options=FLAT, dice=(3, 5))
    declines(do(game, DropTroops("b1", "5,5", "N")), AgainstAircraft)
    assert element(game, "b2").fate == "lost"


@pytest.mark.rule("WPR-fallschirmjaeger-7")
def test_beaten_jumpers_flee_back_along_the_approach_and_nobody_acts_after_a_jump() -> None:
    enemy = {"r1": {"model": "figures", "field": "5,5"}}
    game = _loaded("c47", "paratroops", elements=enemy, options=FLAT, dice=(3, 5))
    declines(do(game, DropTroops("b1", "5,5", "N")), AgainstAircraft)
    question = ask_of(game)[1]
    assert isinstance(question, ChooseFlight)
    assert set(question.ways) == {"4,4", "5,4", "6,4"}
    do(game, Flee("5,4"))
    won = _loaded("c47", "paratroops", elements=enemy, options=FLAT, dice=(6, 1))
    declines(do(won, DropTroops("b1", "5,5", "N")), AgainstAircraft)
    question = ask_of(won)[1]
    assert isinstance(question, ChooseFlight)
    assert set(question.ways) == {"4,6", "5,6", "6,6"}
    quiet = _loaded("c47", "paratroops", options=FLAT)
    do(quiet, DropTroops("b1", "5,5", "N"))
    assert element(quiet, "b2").acted


@pytest.mark.rule("WPR-verstreuung-1")
def test_paratroops_scatter_by_day_too_unless_the_other_reading_is_chosen() -> None:
    game = _loaded("c47", "paratroops", dice=(2,))
    do(game, DropTroops("b1", "5,5", "N"))
    assert element(game, "b2").field == "5,4"
    assert not rolled(do(_loaded("c47", "paratroops", options=FLAT), DropTroops("b1", "5,5", "N")))
    night = _loaded("c47", "paratroops", options=FLAT, night=True, dice=(5,))
    assert element(do(night, DropTroops("b1", "5,5", "N")), "b2").field == "5,5"
    edge = _loaded("c47", "paratroops", dice=(2,))
    assert element(do(edge, DropTroops("b1", "5,1", "W")), "b2").fate == "lost"


# -- landings ----------------------------------------------------------------------------------------------

FIELD = {
    "airfields": {
        "main": {
            "name": "main",
            "name_de": "main",
            "runway": ["3,3", "4,3", "5,3", "6,3"],
            "parking": ["4,4"],
        }
    }
}
FLYING = {"flight_operations": True}


@pytest.mark.rule("WPR-flz-rollstrecke-X1")
def test_ordinary_aircraft_need_an_airfield_and_others_open_ground_without_obstacles() -> None:
    transport = _loaded("ju52", "figures", map=FIELD, scenario=FLYING)
    assert "needs an airfield" in refused(transport, LandAircraft("b1", "9,9", "N"))
    assert refused(transport, LandAircraft("b1", "3,3", "W", "4,4")) == ""
    assert "too short" in refused(transport, LandAircraft("b1", "12,3", "W"))
    hill = _loaded(
        "go242",
        "figures",
        levels={"5,6": 1},
        ground={"7,6": "wood"},
        elements={"r1": {"model": "p4", "field": "9,6"}},
        ruins=("3,6",),
    )
    assert "obstacles" in refused(hill, LandAircraft("b1", "3,5", "N"))
    assert "not level" in refused(hill, LandAircraft("b1", "5,5", "N"))
    assert "obstacles" in refused(hill, LandAircraft("b1", "7,5", "N"))
    assert "enemy" in refused(hill, LandAircraft("b1", "9,5", "N"))
    assert refused(hill, LandAircraft("b1", "11,5", "N")) == ""


@pytest.mark.rule("WPR-flz-rollstrecke-1")
def test_the_landing_run_has_the_fields_of_the_table() -> None:
    game = _loaded("ju52", "figures")
    theatre, models = game.pack.theatre("test"), game.pack.models
    assert strip(game.pack, theatre, models["ju52"], "3,3", "W") == ("3,3", "4,3", "5,3", "6,3")
    assert strip(game.pack, theatre, models["go242"], "3,3", "N") == ("3,3", "3,4")
    assert strip(game.pack, theatre, models["storch"], "3,3", "N") == ("3,3",)


@pytest.mark.rule("WPR-flugbetrieb-1", "WPR-flugplaetze-2")
def test_on_an_airfield_as_many_aircraft_stand_as_there_are_parking_fields() -> None:
    order = LandAircraft("b1", "3,3", "W", "4,4")
    closed = _loaded("ju52", "paratroops", map=FIELD)
    assert "flight operations" in refused(closed, order)
    full = _loaded(
        "ju52", "paratroops", map=FIELD, scenario=FLYING, elements={"b9": {"model": "ju52", "field": "4,4"}}
    )
    assert "occupied" in refused(full, order)
    game = _loaded("ju52", "figures", map=FIELD, scenario=FLYING)
    do(game, order)
    assert element(game, "b1").field == element(game, "b2").field == "4,4"


@pytest.mark.rule("WPR-flugplaetze-1")
def test_a_damaged_airfield_must_be_repaired_before_anybody_lands() -> None:
    order = LandAircraft("b1", "3,3", "W", "4,4")
    game = _loaded("ju52", "paratroops", map=FIELD, scenario=FLYING, broken=("main",))
    assert "repaired first" in refused(game, order)
    workers = position({"b1": {"model": "figures", "field": "4,3"}}, map=FIELD, broken=("main",), dice=(4,))
    do(workers, Repair("b1", "main"))
    assert workers.state.broken == ()
    away = position({"b1": {"model": "figures", "field": "9,9"}}, map=FIELD, broken=("main",))
    assert refused(away, Repair("b1", "main")) != ""


@pytest.mark.rule("WPR-luftlandung-2", "WPR-luftlandung-3")
def test_on_open_ground_a_six_wrecks_the_aircraft_and_figures_roll_for_it() -> None:
    game = _loaded("horsa", "figures", "hmg_base", dice=(6, 3))
    do(game, LandAircraft("b1", "5,5", "N"))
    assert happened(game, Crashed)
    assert element(game, "b1").fate == element(game, "b3").fate == "lost"
    assert element(game, "b2").field == "5,6", "the figures held"
    lost = _loaded("horsa", "figures", dice=(6, 4))
    assert element(do(lost, LandAircraft("b1", "5,5", "N")), "b2").fate == "lost"
    safe = _loaded("horsa", "figures", dice=(5,))
    assert happened(do(safe, LandAircraft("b1", "5,5", "N")), Landed)
    assert not rolled(do(_loaded("storch", "figures"), LandAircraft("b1", "5,5", "N")))


@pytest.mark.rule("WPR-luftlandung-4", "WPR-luftlandung-5", "WPR-luftlandetruppen-1")
def test_troops_leave_the_aircraft_in_the_third_phase_and_pure_figures_go_one_field() -> None:
    elements: dict[str, Any] = {
        "b1": {"model": "horsa", "field": "5,5", "mission": "flown", "acted": True},
        "r1": {"model": "figures", "field": "5,6"},
    }
    aboard = {"b2": {"model": "figures", "aboard": "b1"}, "b3": {"model": "hmg_base", "aboard": "b1"}}
    early = position({**elements, **aboard, "b9": {"model": "me109"}}, item=AIR)
    assert "later phase" in refused(early, Disembark("b2", "5,5"))
    game = position({**elements, **aboard}, item=("phase", "other"))
    do(game, Disembark("b2", "5,5"), Disembark("b3", "5,5"))
    assert refused(game, Move("b2", ("4,5",))) == ""
    assert refused(game, Storm(("b2",), "5,6")) == ""
    assert refused(game, Move("b2", ("4,5", "3,5"))) != ""
    assert element(game, "b3").acted, "heavy equipment stays in the landing field"
    back = position(
        {**elements, "b1": {"model": "storch", "field": "5,5"}, "b2": {"model": "figures", "field": "5,5"}}
    )
    do(back, Embark("b2", "b1"))
    assert element(back, "b2").aboard == "b1"


@pytest.mark.rule("WPR-flz-transport-1")
@pytest.mark.parametrize(
    ("load", "goes"),
    [("figures", True), ("pak37", True), ("pak75", True), ("jeep", True), ("p4", False), ("lorry", False)],
)
def test_aircraft_carry_bases_and_cars_but_no_other_vehicles(load: str, goes: bool) -> None:
    elements = {
        "b1": {"model": "ju52", "field": "5,5"},
        "b2": {"model": load, "field": "5,5"},
        "b3": {"model": "p4", "field": "9,9"},
    }
    assert ("cannot carry b2" in refused(position(elements), Embark("b2", "b1"))) != goes
    assert (Embark("b2", "b1") in choices(position(elements), Embark)) == goes


def test_a_medium_anti_tank_gun_is_too_much_for_two_engines() -> None:
    elements = {"b1": {"model": "c47", "field": "5,5"}, "b2": {"model": "pak75", "field": "5,5"}}
    assert "so much" in refused(position(elements), Embark("b2", "b1"))
    elements["b2"] = {"model": "pak37", "field": "5,5"}
    assert not refused(position(elements), Embark("b2", "b1"))


@pytest.mark.rule("WPR-luftlandung-X1")
def test_a_pinned_transport_breaks_off_with_its_load_and_may_be_requested_again() -> None:
    party = air_party(Aircraft(unit="ar232", id="ba", turns=(1,)))
    elements = {"ba": on_mission("ar232"), "b2": {"model": "figures", "aboard": "ba"}, "r1": FLAK}
    game = position(elements, item=AIR, flights={"ba": "mission"}, scenario={"blue": party}, dice=(4,))
    do(game, LandAircraft("ba", "5,5", "N"), Flak("r1", "flak_20", "ba"))
    assert element(game, "ba").mission == "driven_off"
    assert element(game, "b2").aboard == "ba"
    later = position(
        {**elements, "ba": {"model": "ar232"}}, item=AIR, scenario={"blue": party}, turn=2, dice=(1,)
    )
    do(later, RequestAir())
    assert len(rolled(later)) == 1


@pytest.mark.rule("WPR-lastensegler-1", "WPR-lastensegler-2")
def test_flak_meets_a_glider_only_before_its_landing_field_and_pinning_does_not_stop_it() -> None:
    game = _loaded("dfs230", "figures", elements={"r1": FLAK}, night=False, dice=(4, 1))
    do(game, LandAircraft("b1", "5,5", "N"), Flak("r1", "flak_20", "b1"))
    assert happened(game, Landed)
    assert element(game, "b2").pinned == 4
    far = _loaded("dfs230", "figures", elements={"r1": FLAK}, night=True, dice=(1,))
    do(far, LandAircraft("b1", "9,9", "N"))
    assert not happened(far, FlakFired)
    assert happened(far, Landed)


@pytest.mark.rule("WPR-lastensegler-3")
def test_five_pins_a_glider_and_six_destroys_it_with_its_load() -> None:
    five = _loaded("dfs230", "figures", elements={"r1": FLAK}, dice=(5, 1))
    do(five, LandAircraft("b1", "5,5", "N"), Flak("r1", "flak_20", "b1"))
    assert not happened(five, DrivenOff)
    assert element(five, "b2").pinned == 5
    six = _loaded("dfs230", "figures", elements={"r1": FLAK}, dice=(6,))
    do(six, LandAircraft("b1", "5,5", "N"), Flak("r1", "flak_20", "b1"))
    assert element(six, "b1").fate == element(six, "b2").fate == "lost"


def test_a_parked_aircraft_takes_off_with_its_load() -> None:
    elements = {"b1": {"model": "ju52", "field": "4,4"}, "b2": {"model": "paratroops", "aboard": "b1"}}
    game = position(elements, item=AIR, map=FIELD, scenario=FLYING)
    do(game, TakeOff("b1"))
    assert element(game, "b1").mission == "granted"
    assert element(game, "b2").fate == "reserve"
    glider = position({"b1": {"model": "dfs230", "field": "5,5"}, "b2": {"model": "me109"}}, item=AIR)
    assert "cannot take off" in refused(glider, TakeOff("b1"))


def test_unknown_enemies_in_the_landing_field_are_fought_at_once() -> None:
    enemy = {
        "r1": {"model": "figures", "field": "5,6", "camouflaged": True},
        "b9": {"model": "p4", "field": "12,12"},
    }
    game = _loaded("horsa", "figures", elements=enemy, mode="hidden", dice=(1, 5, 1))
    do(game, LandAircraft("b1", "5,5", "N"))
    assert happened(game, RollsCompared)


@pytest.mark.rule("WPR-absitzen-nahkampf-2")
@pytest.mark.parametrize(("dice", "fate"), [((1, 5, 1), "board"), ((1, 1, 5), "lost")])
def test_an_aircraft_whose_figures_lose_the_fight_in_the_landing_field_is_lost(
    dice: tuple[int, ...], fate: str
) -> None:
    enemy = {
        "r1": {"model": "figures", "field": "5,6", "camouflaged": True},
        "b9": {"model": "p4", "field": "12,12"},
    }
    game = _loaded("horsa", "figures", elements=enemy, mode="hidden", dice=dice)
    do(game, LandAircraft("b1", "5,5", "N"))
    assert element(game, "b1").fate == fate
    assert element(game, "b2").fate == "board"


@pytest.mark.rule("WPR-panzernahbekaempfung-X1")
def test_whoever_gets_out_of_an_aircraft_in_its_own_field_has_just_come_in() -> None:
    enemy = {"r1": {"model": "figures", "field": "5,6", "camouflaged": True}}
    watch = {"b9": {"model": "p4", "field": "12,12"}}
    met = _loaded("horsa", "figures", elements={**enemy, **watch}, mode="hidden", dice=(1, 5, 1))
    crashed = _loaded("horsa", "figures", dice=(6, 3))
    for game in (met, crashed):
        do(game, LandAircraft("b1", "5,5", "N"))
        assert element(game, "b2").landed
    glider = {"b1": {"model": "horsa", "field": "5,5"}, "b2": {"model": "figures", "aboard": "b1"}}
    assert element(do(position(glider), Disembark("b2", "5,5")), "b2").landed


@pytest.mark.rule("WPR-panzernahbekaempfung-X1", "WPR-felder-besetzt-4")
def test_figures_get_out_of_a_glider_beside_a_tank_but_not_among_enemy_figures() -> None:
    glider = {"b1": {"model": "horsa", "field": "5,5"}, "b2": {"model": "figures", "aboard": "b1"}}
    tank = position({**glider, "r1": {"model": "p4", "field": "5,5"}})
    assert Disembark("b2", "5,5") in choices(tank, Disembark)
    assert Hunt("b2", "r1") in choices(do(tank, Disembark("b2", "5,5")), Hunt)
    figures = position({**glider, "r1": {"model": "figures", "field": "5,5"}})
    assert "WPR-felder-besetzt-4" in refused(figures, Disembark("b2", "5,5"))


# -- what waits on the ground ------------------------------------------------------------------------------

GUNS = {"r1": {"model": "fh105_base", "field": "5,10"}, "r2": {"model": "figures", "field": "7,5"}}
ON_5_5 = LandAircraft("b1", "5,5", "N")


def _prepared() -> dict[str, Barrage]:
    return {"x": Barrage("x", RED, "5,5", ("r1",), 1)}


def _hidden(kind: str, field: str = "5,5") -> dict[str, Barrier]:
    return {"x": Barrier("x", kind, field, RED, hidden=True)}


def _out_of_a_glider(dice: tuple[int, ...], **rest: Any) -> Game[Position]:
    glider = {"b1": {"model": "dfs230", "field": "5,5"}, "b2": {"model": "figures", "aboard": "b1"}}
    return do(position({**glider, **rest.pop("elements", {})}, dice=dice, **rest), Disembark("b2", "5,5"))


@pytest.mark.rule("WPR-sperrfeuer-3", "WPR-minen-3")
def test_who_gets_out_of_an_aircraft_meets_barrages_and_mines_like_paratroops() -> None:
    shelled = _out_of_a_glider((3,), elements=GUNS, barrages=_prepared())
    assert happened(shelled, BarrageFell)
    assert element(shelled, "b2").pinned
    mined = _out_of_a_glider((4,), barriers=_hidden("ap_mine"))
    assert happened(mined, BarrierMet)
    assert element(mined, "b2").pinned == 4


@pytest.mark.rule("WPR-sperrfeuer-3")
def test_a_barrage_falls_on_an_aircraft_that_lands_in_its_field_and_on_who_survives_a_crash() -> None:
    lands = declines(
        do(_loaded("dfs230", "figures", elements=GUNS, barrages=_prepared(), dice=(1, 1)), ON_5_5)
    )
    assert happened(lands, Landed, BarrageFell)[-1] == BarrageFell("5,5", cite="WPR-sperrfeuer-3")
    crashes = _loaded("dfs230", "figures", elements=GUNS, barrages=_prepared(), dice=(6, 1, 3))
    declines(do(crashes, ON_5_5))
    assert happened(crashes, Crashed, BarrageFell)[-1] == BarrageFell("5,5", cite="WPR-sperrfeuer-3")
    assert element(crashes, "b2").pinned


@pytest.mark.rule("WPR-lastensegler-3")
def test_who_survives_the_crash_of_a_pinned_glider_is_pinned_like_it() -> None:
    game = _loaded("dfs230", "figures", elements={"r1": FLAK}, dice=(5, 6, 1))
    do(game, ON_5_5, Flak("r1", "flak_20", "b1"))
    assert happened(game, Crashed)
    assert element(game, "b2").pinned == 5


@pytest.mark.rule("WPR-flz-rollstrecke-1", "WPR-draht-6")
def test_obstacles_on_the_runway_bar_landing_and_take_off() -> None:
    order, wire = LandAircraft("b1", "3,3", "W", "4,4"), {"w": Barrier("w", "wire", "5,3", RED)}
    game = _loaded("ju52", "paratroops", map=FIELD, scenario=FLYING, barriers=wire)
    assert "5,3 is not free of obstacles" in refused(game, order)
    assert order not in choices(game, LandAircraft)
    parked = {"b1": {"model": "ju52", "field": "4,4"}, "b2": {"model": "me109"}}
    start = position(parked, item=AIR, map=FIELD, scenario=FLYING, barriers=wire)
    assert "no runway" in refused(start, TakeOff("b1"))


@pytest.mark.rule("WPR-flugplaetze-2")
def test_a_parking_field_is_named_only_on_an_airfield_and_holds_no_enemy() -> None:
    assert "needs an airfield" in refused(_loaded("dfs230", "figures"), LandAircraft("b1", "5,5", "N", "9,9"))
    enemy = {"r1": {"model": "p4", "field": "4,4"}}
    held = _loaded("ju52", "paratroops", map=FIELD, scenario=FLYING, elements=enemy)
    assert "occupied" in refused(held, LandAircraft("b1", "3,3", "W", "4,4"))


@pytest.mark.rule("WPR-draht-1", "WPR-draht-6")
def test_a_glider_crashes_in_hidden_wire_and_a_powered_aircraft_breaks_off() -> None:
    glider = _loaded("horsa", "figures", mode="hidden", barriers=_hidden("wire"), dice=(1,))
    assert refused(glider, ON_5_5) == "", "a refusal would tell"
    do(glider, ON_5_5)
    assert happened(glider, BarrierMet, seat=BLUE_SEAT)
    assert element(glider, "b1").fate == "lost"
    assert (element(glider, "b2").field, element(glider, "b2").came_from) == ("5,5", "5,5")
    powered = do(_loaded("ar232", "figures", mode="hidden", barriers=_hidden("wire", "5,6")), ON_5_5)
    assert happened(powered, BarrierMet, seat=BLUE_SEAT)
    assert happened(powered, DrivenOff)
    assert element(powered, "b2").aboard == "b1"


@pytest.mark.rule("WPR-minen-6", "WPR-minen-8")
def test_hidden_mines_do_nothing_to_an_aircraft_that_lands_among_them() -> None:
    game = do(_loaded("dfs230", "figures", barriers=_hidden("ap_mine"), mode="hidden", dice=(1,)), ON_5_5)
    assert happened(game, Landed)
    assert game.state.barriers["x"].hidden


@pytest.mark.rule("WPR-felder-besetzt-4", "WPR-absitzen-nahkampf-1")
@pytest.mark.parametrize("dice", [(1, 5, 1), (6, 1, 5, 1)])
def test_no_aircraft_rolls_through_enemies_of_whom_nobody_knew(dice: tuple[int, ...]) -> None:
    enemy = {"r1": {"model": "figures", "field": "5,5", "camouflaged": True}}
    game = _loaded("horsa", "figures", elements=enemy, mode="hidden", dice=dice)
    do(game, ON_5_5)
    assert happened(game, Landed, Crashed)[0].field == "5,5"
    assert happened(game, RollsCompared)
    tank = {"r1": {"model": "p4", "field": "5,5", "camouflaged": True}}
    beside = do(_loaded("horsa", "figures", elements=tank, mode="hidden", dice=(1,)), ON_5_5)
    assert element(beside, "b1").field == "5,5"
    assert "r1" in beside.view(BLUE_SEAT).elements


@pytest.mark.rule("WPR-sprengkommando-4")
def test_prepared_charges_await_paratroops_and_landing_aircraft() -> None:
    party = {"r1": {"model": "figures", "field": "6,5"}}
    charge = Charge("c", "red", "5,5", "ground")
    jump = _loaded("c47", "paratroops", elements=party, charges={"c": charge}, options=FLAT, dice=(5,))
    assert happened(declines(do(jump, DropTroops("b1", "5,5", "N"))), Exploded)
    assert element(jump, "b2").pinned == 5
    land = _loaded("dfs230", "figures", elements=party, charges={"c": charge}, dice=(1, 4))
    assert happened(declines(do(land, ON_5_5)), Exploded)


# -- observers ---------------------------------------------------------------------------------------------

POST = {"model": "fw189", "field": "3,3", "height": "high", "mission": "granted"}


@pytest.mark.rule("WPR-luftaufkl-beob-1", "WPR-luftaufkl-beob-2")
def test_an_observer_is_stationed_above_own_troops_and_both_know_where() -> None:
    elements = {
        "b1": on_mission("fw189"),
        "b2": {"model": "p4", "field": "3,3"},
        "r1": {"model": "p4", "field": "11,3"},
    }
    game = position(elements, item=AIR, flights={"b1": "mission"}, mode="hidden")
    assert "no own troops" in refused(game, Station("b1", "4,4"))
    do(game, Station("b1", "3,3"))
    post = element(game, "b1")
    assert (post.field, post.height) == ("3,3", "high")
    assert "b1" in game.view(game.seats[1]).elements
    assert [event.field for event in happened(game, Stationed, seat=game.seats[1])] == ["3,3"]
    assert detects(game.pack, game.state, post, element(game, "r1")), "eight fields away"


def test_the_scenario_gives_an_observer_its_station_without_a_die() -> None:
    party = air_party(Aircraft(unit="fw189", id="ba", station="3,3"))
    game = position({"ba": {"model": "fw189"}}, item=("air-watch", "blue"), scenario={"blue": party})
    assert happened(game, Stationed)[0].field == "3,3"


@pytest.mark.rule("WPR-luftaufkl-beob-3")
def test_an_observer_directs_artillery_over_terrain_that_blocks_the_view() -> None:
    elements = {
        "b1": POST,
        "b2": {"model": "fh105_base", "field": "3,3"},
        "r1": {"model": "p4", "field": "8,3"},
        "r2": {"model": "krupp", "field": "8,3"},
    }
    wood = {f"5,{y}": "wood" for y in range(1, 13)}
    game = position(elements, item=("phase", "indirect"), ground=wood)
    assert refused(game, IndirectFire(("b2",), "8,3")) == ""
    blind = position(
        {name: one for name, one in elements.items() if name != "b1"}, item=("phase", "indirect"), ground=wood
    )
    assert "No observer" in refused(blind, IndirectFire(("b2",), "8,3"))
    station = position(
        {"b1": on_mission("fw189"), "b2": {"model": "p4", "field": "3,3"}}, item=AIR, flights={"b1": "m"}
    )
    assert happened(do(station, Station("b1", "3,3")), Stationed)


@pytest.mark.rule("WPR-luftaufkl-beob-4")
def test_an_observer_cannot_be_engaged_from_the_ground() -> None:
    elements = {"r1": {**POST, "model": "fw189"}, "b1": {"model": "flak20_base", "field": "3,4"}}
    game = position(elements)
    assert "no detected target" in refused(game, DirectFire("b1", "flak_20", "3,3"))
    station = position(
        {
            "b1": on_mission("fw189"),
            "b2": {"model": "p4", "field": "3,3"},
            "r1": {"model": "flak20_base", "field": "3,4"},
        },
        item=AIR,
        flights={"b1": "m"},
    )
    do(station, Station("b1", "3,3"))
    assert not happened(station, FlakFired)


@pytest.mark.rule("WPR-luftaufkl-beob-5")
def test_the_observer_sees_as_the_table_says_and_fighters_may_attack_it() -> None:
    elements = {
        "r1": POST,
        "b1": on_mission("me109"),
        "b2": {"model": "figures", "field": "8,3"},
        "b3": {"model": "p4", "field": "11,3"},
    }
    game = position(elements, item=("air-combat", "blue", 0), flights={"b1": "mission"}, dice=(5, 2))
    post = element(game, "r1")
    assert detects(game.pack, game.state, post, element(game, "b3"))
    assert not detects(game.pack, game.state, post, element(game, "b2")), "small targets only to four fields"
    do(game, AirAssault(("b1",), "r1"))
    assert element(game, "r1").fate == "lost"


def test_a_requested_observer_goes_home_at_its_owners_next_half_turn() -> None:
    stays = position({"b1": POST}, item=("air-watch", "red"), active="red", half=2)
    assert element(stays, "b1").fate == "board"
    home = position({"b1": POST}, item=("air-watch", "blue"), half=3)
    assert element(home, "b1").fate == "reserve"
    assert not happened(home, Lost)


def test_aircraft_that_the_scenario_parks_on_an_airfield_start_there() -> None:
    party = air_party(Aircraft(unit="ju52", id="ba", on_field="4,4"))
    scenario = {"blue": party, **FLYING}
    game = position(item=AIR, map=FIELD, scenario=scenario, roster=True)
    assert element(game, "ba").field == "4,4"
    do(game, TakeOff("ba"))
    assert element(game, "ba").fate == "reserve"
