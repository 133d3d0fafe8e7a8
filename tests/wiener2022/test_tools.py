"""What the table shows beside the questions, and what simulations count."""

from __future__ import annotations

from random import Random

import pytest

from planspiel.kernel import Game, Illegal, Lucky, Setup, Text
from planspiel.kernel.log import Rolled
from planspiel.sim.tally import tally_of
from planspiel.systems import registry
from planspiel.systems.tools import Wanted, tools_of
from planspiel.systems.wiener2022.activities import ChooseActivity
from planspiel.systems.wiener2022.losses import Lost
from planspiel.systems.wiener2022.movement import Move
from planspiel.systems.wiener2022.state import BLUE, RED
from planspiel.systems.wiener2022.tools import WienerTools
from wiener2022.positions import BLUE_SEAT, position

TANK = {"model": "p4", "side": "blue", "field": "5,5"}
GUN = {"model": "pak75", "side": "red", "field": "5,7"}


def say(text: Text) -> str:
    return str(text)


def test_the_table_has_tools_for_this_game() -> None:
    assert isinstance(tools_of("wiener2022"), WienerTools)


def test_a_move_is_counted_field_by_field_against_the_speed_of_its_slowest_part() -> None:
    view = position({"b1": TANK}).view(BLUE_SEAT)
    costs = WienerTools().costs(ChooseActivity("other"), view, Move("b1", ("5,4", "5,3")), say)
    assert costs is not None
    assert [step.spent for step in costs.steps] == [1, 2]
    assert (costs.allowance, costs.left, costs.reason) == (4, 2, "")


def test_a_move_that_is_too_long_says_why() -> None:
    view = position({"b1": {**TANK, "field": "1,5"}}).view(BLUE_SEAT)
    path = tuple(f"{x},5" for x in range(2, 8))
    costs = WienerTools().costs(ChooseActivity("other"), view, Move("b1", path), say)
    assert costs is not None
    assert len(costs.steps) == 4
    assert costs.reason
    assert costs.cite == "WPR-geschwindigkeit-2"


def test_a_line_over_a_wood_is_closed_and_the_profile_marks_it() -> None:
    view = position({"b1": TANK}, ground={"5,6": "wood"}).view(BLUE_SEAT)
    shown = WienerTools().shown(view, Wanted("sight", start="5,5", end="5,7"), say)
    assert shown is not None
    assert shown.is_open is False
    assert [ground.place for ground in shown.profile if ground.blocks] == ["5,6"]
    free = WienerTools().shown(view, Wanted("sight", start="5,5", end="7,5"), say)
    assert free is not None
    assert free.is_open is True


def test_the_range_of_an_element_comes_with_the_odds_at_a_field() -> None:
    view = position({"b1": TANK, "r1": GUN}).view(BLUE_SEAT)
    shown = WienerTools().shown(view, Wanted("range", unit="b1", end="5,7"), say)
    assert shown is not None
    assert shown.distance == 2
    assert "5,7" in {place.place for place in shown.places}
    assert any("r1" in line.text and "of 36" in line.text for line in shown.lines)


def test_the_fans_of_the_enemy_are_those_of_all_who_can_fire() -> None:
    view = position({"b1": TANK, "r1": GUN, "r2": {**GUN, "field": "9,9", "pinned": 5}}).view(BLUE_SEAT)
    shown = WienerTools().shown(view, Wanted("threat"), say)
    assert shown is not None
    assert {name for place in shown.places for name in place.units} == {"r1"}


def test_a_tool_pointed_at_nothing_says_so() -> None:
    view = position({"b1": TANK}).view(BLUE_SEAT)
    with pytest.raises(Illegal, match="not on the board"):
        WienerTools().shown(view, Wanted("range", unit="r9"), say)
    with pytest.raises(Illegal, match="no field"):
        WienerTools().shown(view, Wanted("sight", start="5,5", end="99,99"), say)


def test_the_score_names_who_holds_the_fields_of_the_missions() -> None:
    game = Game.start(registry.load("wiener2022"), Setup("first_steps"), Lucky(Random(1)))
    score = WienerTools().score(game.view(BLUE_SEAT), say)
    assert score is not None
    assert {one.place: one.holder for one in score.objectives} == {"14,4": RED, "14,5": RED}
    assert score.turns == 6


def test_every_sentence_of_the_tools_has_its_german() -> None:
    view = position({"b1": TANK, "r1": GUN}).view(BLUE_SEAT)
    said: list[str] = []

    def note(text: Text) -> str:
        said.append(text.template)
        return str(text)

    tools = WienerTools()
    for wanted in (
        Wanted("sight", start="5,5", end="5,7"),
        Wanted("range", unit="b1"),
        Wanted("range", unit="b1", end="5,7"),
        Wanted("range", start="5,5", end="5,7"),
        Wanted("threat"),
        Wanted("command", unit="b1"),
    ):
        tools.shown(view, wanted, note)
    tools.score(view, note)
    german = {**registry.load("wiener2022").german(), **tools.german()}
    assert [text for text in said if text not in german] == []


# -- figures of simulations --------------------------------------------------------------------------------


def test_losses_are_counted_by_model() -> None:
    game = position({"b1": TANK, "r1": GUN})
    tally = tally_of(registry.load("wiener2022"))
    assert list(tally.losses(game.state, Lost("r1", "5,7"))) == [(RED, "pak75", 1)]


def test_whoever_suffers_a_die_does_not_want_it_high() -> None:
    game = position({"b1": TANK, "r1": GUN})
    tally = tally_of(registry.load("wiener2022"))
    fire = Rolled("1d6", (6,), Text("fire at {field}", {"field": "5,7"}), roller="b1")
    loss = Rolled("1d6", (6,), Text("loss roll of {element}", {"element": "r1"}), roller="r1")
    assert tally.throw(game.state, fire) == (BLUE, 1)
    assert tally.throw(game.state, loss) == (RED, -1)


def test_holdings_are_the_fields_of_the_missions() -> None:
    game = Game.start(registry.load("wiener2022"), Setup("first_steps"), Lucky(Random(1)))
    tally = tally_of(game.system)
    assert tally.holdings(game.state) == {"14,4": RED, "14,5": RED}
    assert tally.names("first_steps", "de")["blue"] == "Blau"
