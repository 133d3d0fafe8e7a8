"""What a player is told of his chances before he commits himself to fire."""

from __future__ import annotations

from typing import Any

import pytest

from planspiel.kernel import Game, Likely, Odds, Order
from planspiel.systems.wiener2022.air_attack import AirAttack
from planspiel.systems.wiener2022.air_suspicion import BombOnSuspicion
from planspiel.systems.wiener2022.barrage import PrepareBarrage
from planspiel.systems.wiener2022.fire import DirectFire
from planspiel.systems.wiener2022.german import sentences
from planspiel.systems.wiener2022.indirect import SuspicionFire
from planspiel.systems.wiener2022.odds import VEHICLES
from planspiel.systems.wiener2022.state import Earthwork, Position
from wiener2022.flying import on_mission
from wiener2022.positions import ask_of, pack, position

FIELD = "5,5"
SHOT = DirectFire("b1", "gun_75_48", FIELD)
OTHERS = {"b9": {"model": "p4", "field": "11,11"}, "r9": {"model": "figures", "field": "12,12"}}
BATTERIES = {f"b{n}": {"model": "fh150_base", "field": f"2,{n}"} for n in (1, 3, 4)}
ROW = ("8,4", "8,5", "8,6")


def odds(game: Game[Position], order: Order) -> Odds:
    seat, question = ask_of(game)
    found = question.odds(game.view(seat), order)
    assert found is not None
    return found


def of(results: tuple[Likely, ...], name: str) -> dict[str, int]:
    return {one.result: one.ways for one in results if one.of == name}


# -- at those who are seen ---------------------------------------------------------------------------------


def _tank_at(elements: dict[str, Any]) -> Game[Position]:
    there = {"b1": {"model": "p4", "field": "3,5"}, "r1": {"model": "t34_76", "field": FIELD}}
    return position({**there, **OTHERS, **elements})


@pytest.mark.rule("WPR-waffenwirkung-1")
def test_the_chances_show_points_and_results_before_firing() -> None:
    found = odds(_tank_at({"r1": {"model": "p5", "field": FIELD}}), SHOT)
    assert [(str(line.reason), line.value) for line in found.modifiers] == [
        ("gun inferior to the armour", -1)
    ]
    assert found.out_of == 36
    expected = {"no effect": 18, "pinned 3": 6, "pinned 4": 6, "pinned 5": 3, "lost": 3}
    assert of(found.results, "") == expected


@pytest.mark.rule("WPR-mitfahren-2")
def test_the_chances_against_riders_on_a_tank_that_is_not_hurt_are_those_of_the_plain_die() -> None:
    riders = {"r2": {"model": "figures", "aboard": "r1"}, "b2": {"model": "hmg_base", "field": "4,5"}}
    found = odds(_tank_at(riders), DirectFire("b2", "hmg", FIELD))
    assert found.modifiers == ()
    ways = of(found.results, "")
    assert (ways["no effect"], ways["pinned 3"], ways["pinned 4"], ways["pinned 5"]) == (12, 6, 6, 6)
    assert ways["lost"] + ways["pinned 6"] == 6


def test_the_chances_of_a_field_say_for_each_target_what_becomes_of_it() -> None:
    found = odds(_tank_at({"r2": {"model": "figures", "field": FIELD}}), SHOT)
    assert of(found.results, "r1")["lost"] == 6
    assert of(found.results, "r2")["lost"] == 3
    assert len(found.afterwards) == 1
    assert {one.result for one in found.results} <= {*sentences()}, "each result has its German"


# -- at those whom nobody sees yet -------------------------------------------------------------------------


def test_the_chances_of_a_barrage_are_those_against_whoever_comes_without_cover() -> None:
    dug = {"8,5": Earthwork(2)}
    game = position({**BATTERIES, **OTHERS}, item=("phase", "indirect"), earthworks=dug)
    alone, both = PrepareBarrage(("b1",), "8,5"), PrepareBarrage(("b1", "b3"), "8,5")
    assert [line.value for line in odds(game, alone).modifiers] == [1]
    assert [line.value for line in odds(game, both).modifiers] == [1, 1]
    # 5 and 6 make a loss roll necessary (4 and more); 3 and 4 pin.
    assert of(odds(game, alone).results, "") == {
        "no effect": 12,
        "pinned 4": 6,
        "pinned 5": 6,
        "pinned 6": 6,
        "lost": 6,
    }


def test_the_chances_of_fire_on_suspicion_are_given_field_by_field() -> None:
    ground = {"8,4": "wood", "8,5": "building", "8,6": "wood"}
    game = position({**BATTERIES, **OTHERS}, item=("phase", "indirect"), ground=ground)
    found = odds(game, SuspicionFire(("b1", "b3", "b4"), ROW))
    assert [of(found.results, field)["lost"] for field in ROW] == [6, 3, 6], (
        "a building is cover, a wood none"
    )
    assert found.cite == "WPR-feuer-3"


def test_the_chances_of_bombs_on_suspicion_are_given_field_by_field() -> None:
    bombers = {f"b{n}": on_mission("ju87") for n in (1, 2, 3)}
    wood = dict.fromkeys(ROW, "wood")
    game = position(
        {**bombers, **OTHERS}, item=("phase", "air"), ground=wood, flights=dict.fromkeys(bombers, "mission")
    )
    attacks = [
        AirAttack(name, "bombs_2", field, "low", "E") for name, field in zip(bombers, ROW, strict=True)
    ]
    found = odds(game, BombOnSuspicion(tuple(attacks)))
    assert [line.value for line in found.modifiers] == [2]
    assert [of(found.results, field)["lost"] for field in ROW] == [9, 9, 9]


def test_blind_fire_says_what_it_does_to_vehicles_that_it_can_hurt() -> None:
    game = position({**BATTERIES, **OTHERS}, item=("phase", "indirect"))
    found = odds(game, PrepareBarrage(("b1",), "8,5"))
    told = {text.template: text.values for text in found.afterwards}
    assert told[VEHICLES["lorry"]]["lost"] == 12
    assert VEHICLES["p4"] in told, "15 cm is enough for medium armour"
    assert VEHICLES["p5"] not in told, "heavy armour needs 20 cm"


def test_the_classes_of_vehicles_are_there_and_have_their_german() -> None:
    armour = [pack().models[model].armour for model in VEHICLES]
    assert armour == [0, 1, 2, 3]
    assert {"So figures would fare.", *VEHICLES.values()} <= {*sentences()}
