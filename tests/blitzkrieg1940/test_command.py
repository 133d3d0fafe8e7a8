"""3: command distance, units out of command, HQs that are overrun and come back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from blitzkrieg1940.positions import choices, pack, position, said
from blitzkrieg1940.table import answer, asked, drawn
from planspiel.kernel import Game, Script
from planspiel.systems.blitzkrieg1940 import command, results, sight
from planspiel.systems.blitzkrieg1940.actions import EndActivation
from planspiel.systems.blitzkrieg1940.command import PlaceHq
from planspiel.systems.blitzkrieg1940.march import Move
from planspiel.systems.blitzkrieg1940.markers import Activate
from planspiel.systems.blitzkrieg1940.state import Position

HQ, S35 = "2-cuir/hq", "2-cuir/1"
FRENCH = {HQ: {"hex": "0509"}, S35: {"hex": "0509"}}
Units = dict[str, dict[str, Any]]


def refused(units: Mapping[str, Mapping[str, Any]], unit: str, end: str, **options: str) -> str:
    """The citation with which a move of a unit to a hex is refused, if it is."""
    state = position(units=units, script=nothing, options=options).state
    refusal = command.doctrine_refusal(pack(), state, state.units[unit], end)
    return refusal.cite if refusal is not None else ""


def nothing(game: Game[Position]) -> Script[None]:
    return
    yield


def overrunning(hq: str) -> Callable[[Game[Position]], Script[None]]:
    def script(game: Game[Position]) -> Script[None]:
        command.overrun_hq(game, hq)
        return
        yield

    return script


# -- 3.1 formations ------------------------------------------------------------------------------------


@pytest.mark.rule("BLK-3.1-A")
def test_a_formation_is_one_hq_and_its_companies() -> None:
    state = position(script=nothing).state
    mates = [unit for unit in state.units.values() if unit.formation == "2-cuir"]
    assert sum(unit.is_hq for unit in mates) == 1
    assert state.formations["2-cuir"].steps == 2 * sum(not unit.is_hq for unit in mates)


@pytest.mark.rule("BLK-1.1-B", "BLK-1.2-A")
def test_companies_belong_to_their_formation_and_have_two_steps() -> None:
    units = [
        unit for unit in position(script=nothing).state.units.values() if "/" in unit.id and not unit.is_hq
    ]
    assert all(unit.formation == unit.id.partition("/")[0] for unit in units)
    assert {unit.steps for unit in units} == {2}


@pytest.mark.rule("BLK-0-C")
def test_a_distance_leaves_out_the_own_hex_and_counts_the_last() -> None:
    state = position(units={HQ: {"hex": "0509"}, S35: {"hex": "0510"}}, script=nothing).state
    assert sight.distance(pack(), state, state.units[HQ], state.units[S35]) == 1


# -- 3.4 doctrine --------------------------------------------------------------------------------------


@pytest.mark.rule("BLK-3.4-A", "BLK-1.3-G1")
def test_french_companies_stay_within_two_hexes_of_their_hq() -> None:
    assert refused(FRENCH, S35, "0511") == ""
    assert refused(FRENCH, S35, "0512") == "BLK-3.4-A"


@pytest.mark.rule("BLK-3.4-B")
def test_german_companies_stay_within_three() -> None:
    units = {"kg/hq": {"hex": "0509"}, "kg/1": {"hex": "0509"}}
    assert refused(units, "kg/1", "0512") == ""
    assert refused(units, "kg/1", "0513") == "BLK-3.4-B"


@pytest.mark.rule("BLK-3.4-A")
def test_the_question_refuses_such_a_move_of_a_company() -> None:
    game = position(units=FRENCH, activation={"formations": ("2-cuir",)})
    path = ("0510", "0511", "0512")
    assert "BLK-3.4-A" in said(game, Move((S35,), path))


@pytest.mark.rule("BLK-3.4-G1")
def test_by_option_only_infantry_and_tanks_are_bound() -> None:
    units = {"12-cuir/hq": {"hex": "0509"}, "12-cuir/1": {"hex": "0509"}, "12-cuir/3": {"hex": "0509"}}
    assert refused(units, "12-cuir/1", "0513") == "BLK-3.4-A"
    assert refused(units, "12-cuir/1", "0513", doctrine_covers="infantry_and_tanks") == ""
    assert refused(FRENCH, S35, "0513", doctrine_covers="infantry_and_tanks") == "BLK-3.4-A"


@pytest.mark.rule("BLK-3.4-G2")
def test_a_company_too_far_away_may_come_nearer_but_not_go_farther() -> None:
    units = {HQ: {"hex": "0509"}, S35: {"hex": "0513"}}
    assert refused(units, S35, "0512") == ""
    assert refused(units, S35, "0514") == "BLK-3.4-G2"


@pytest.mark.rule("BLK-3.4-G3")
def test_an_hq_may_leave_its_companies_which_are_tested_in_the_next_administration() -> None:
    units = {HQ: {"hex": "0505"}, S35: {"hex": "0505"}}
    game = position(units=units, activation={"formations": ("2-cuir",)})
    answer(game, Move((HQ,), ("0506", "0507", "0508")))
    assert not game.state.units[S35].out_of_command
    after = position(units={HQ: {"hex": "0508"}, S35: {"hex": "0505"}}, item=("command-test",))
    assert after.state.units[S35].out_of_command
    assert refused({HQ: {"hex": "0508"}, S35: {"hex": "0505"}}, HQ, "0512") == ""


# -- 3.5 out of command --------------------------------------------------------------------------------


@pytest.mark.rule("BLK-3.5-A", "BLK-3.5-B")
def test_whoever_is_beyond_the_limit_is_marked_by_a_test() -> None:
    def script(game: Game[Position]) -> Script[None]:
        command.check_command(game, [S35, "2-cuir/2"])
        return
        yield

    units = {HQ: {"hex": "0509"}, S35: {"hex": "0512"}, "2-cuir/2": {"hex": "0511"}}
    game = position(units=units, script=script)
    assert [game.state.units[name].out_of_command for name in (S35, "2-cuir/2")] == [True, False]


@pytest.mark.rule("BLK-3.5-G1")
def test_a_unit_that_moves_back_keeps_the_marker_until_the_administration_phase() -> None:
    units: Units = {HQ: {"hex": "0509"}, S35: {"hex": "0512", "out_of_command": True}}
    game = position(units=units, activation={"formations": ("2-cuir",)})
    answer(game, Move((S35,), ("0511",)))
    assert game.state.units[S35].out_of_command
    units = {HQ: {"hex": "0509"}, S35: {"hex": "0511", "out_of_command": True}}
    assert not position(units=units, item=("command-test",)).state.units[S35].out_of_command


@pytest.mark.rule("BLK-10.3-D", "BLK-12.2-GE-G4")
def test_independent_units_and_companies_without_an_hq_are_never_out_of_command() -> None:
    units = {HQ: {"hex": "0509"}, "11-rdp-at": {"hex": "0516", "formation": "2-cuir"}}
    assert not position(units=units, item=("command-test",)).state.units["11-rdp-at"].out_of_command
    alone = {"640-stug/1": {"hex": "0101"}}
    game = position("stonne", units=alone, item=("command-test",))
    assert not game.state.units["640-stug/1"].out_of_command


# -- 3.2 overrun ---------------------------------------------------------------------------------------


@pytest.mark.rule("BLK-3.2-B", "BLK-3.2-E")
def test_an_overrun_hq_lies_on_the_next_turn_of_the_track() -> None:
    hq = position(units=FRENCH, script=overrunning(HQ), turn=3).state.units[HQ]
    assert (hq.fate, hq.hex, hq.due) == ("track", "", 4)


@pytest.mark.rule("BLK-3.2-C")
def test_an_hq_can_be_neutralised_and_nothing_worse() -> None:
    def script(game: Game[Position]) -> Script[None]:
        yield from results.suffer(game, HQ, "1")
        yield from results.suffer(game, HQ, "1")

    hq = position(units=FRENCH, script=script).state.units[HQ]
    assert (hq.neutralised, hq.fate) == (True, "map")


@pytest.mark.rule("BLK-3.2-H")
def test_all_units_of_an_overrun_hq_are_out_of_command_but_independent_ones() -> None:
    units = {**FRENCH, "11-rdp-at": {"hex": "0509", "formation": "2-cuir"}}
    state = position(units=units, script=overrunning(HQ)).state
    assert (state.units[S35].out_of_command, state.units["11-rdp-at"].out_of_command) == (True, False)


AWAY = {
    HQ: {"hex": "", "fate": "track", "due": 2, "neutralised": True},
    S35: {"hex": "0509", "out_of_command": True},
    "2-cuir/2": {"hex": "0513", "out_of_command": True},
}


@pytest.mark.rule("BLK-3.2-F", "BLK-3.2-X1")
@pytest.mark.parametrize(("turn", "fate"), [(1, "track"), (2, "map")])
def test_it_returns_when_its_own_marker_is_drawn_in_a_later_turn(turn: int, fate: str) -> None:
    units = {HQ: AWAY[HQ], S35: AWAY[S35]}
    hq = drawn("2-cuir", units=units, turn=turn).state.units[HQ]
    assert (hq.fate, hq.neutralised) == (fate, fate == "track")


@pytest.mark.rule("BLK-3.2-X1")
def test_until_then_its_units_are_activated_out_of_command() -> None:
    game = answer(drawn("2-cuir", units=AWAY, turn=1), Activate())
    assert asked(game) == "french: ChooseAction"
    assert game.state.units[S35].out_of_command


@pytest.mark.rule("BLK-3.2-G")
def test_it_returns_in_the_hex_of_a_unit_of_its_own_formation() -> None:
    game = drawn("2-cuir", units=AWAY, turn=2)
    assert choices(game) == [PlaceHq("0509"), PlaceHq("0513")]
    assert "BLK-3.2-G" in said(game, PlaceHq("0510"))


@pytest.mark.rule("BLK-3.5-G1")
@pytest.mark.parametrize(("when", "marked"), [("at_once", False), ("administration", True)])
def test_units_within_the_limit_of_the_returned_hq_are_back_in_command(when: str, marked: bool) -> None:
    game = drawn("2-cuir", units=AWAY, turn=2, options={"command_after_hq_returns": when})
    answer(game, PlaceHq("0509"))
    assert game.state.units[S35].out_of_command is marked
    assert game.state.units["2-cuir/2"].out_of_command


@pytest.mark.rule("BLK-3.2-G4")
def test_it_waits_on_the_track_while_no_unit_of_its_formation_is_on_the_map() -> None:
    late = {"hex": "", "fate": "due", "due": 2}
    game = drawn("6-grdi", scenario="stonne", units={"6-grdi/hq": {**AWAY[HQ]}, "6-grdi/1": late}, turn=2)
    assert game.state.units["6-grdi/hq"].fate == "track"
    answer(game, Activate(), EndActivation())
    assert game.state.units["6-grdi/hq"].fate == "track"
