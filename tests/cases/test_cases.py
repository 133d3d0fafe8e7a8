"""Cases: positions, dice and answers as written, judged by the rules."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from cases.ford import DECLINE, SHOOT, WALK, Table, ford
from mini.questions import Move, Shoot
from mini.system import ANNA, BEN
from planspiel.cases import as_data, position, run_case
from planspiel.kernel import DECLINE as NO
from planspiel.kernel import DiceError, Illegal
from planspiel.kernel.log import Happened


def events(result: Any) -> list[str]:
    return [what.event.__struct_config__.tag for _, what in result.held if isinstance(what, Happened)]


# -- position ----------------------------------------------------------------------------------------------


def test_without_a_position_the_scenario_begins_as_it_is() -> None:
    result = run_case({"case": {"system": "mini", "scenario": "coalition"}})
    assert result.game.waiting() == ("anna", "ben", "bea")
    assert result.position["turn"] == 1


def test_a_position_is_laid_over_the_scenario_key_by_key() -> None:
    result = run_case({"case": {"system": "mini"}, "position": {"tokens": {"red-0": {"steps": 1}}}})
    assert result.position["tokens"]["red-0"]["steps"] == 1
    assert result.position["tokens"]["red-0"]["side"] == "red"
    assert len(result.position["tokens"]) == 6


def test_delete_takes_keys_out_and_replace_empties_a_table() -> None:
    deleted = run_case({"case": {"system": "mini"}, "position": {"tokens": {"delete": ["red-1"]}}})
    assert "red-1" not in deleted.position["tokens"]
    assert len(deleted.position["tokens"]) == 5
    assert list(run_case(ford()).position["tokens"]) == ["red-0", "blue-0"]


def test_keys_that_are_numbers_in_the_state_are_written_as_keys_of_a_table() -> None:
    case = ford(WALK, dice=(3,))
    case["position"]["mines"] = {"1": "blue"}
    assert events(run_case(case))[:2] == ["moved", "mine-exploded"]


def test_a_case_starts_at_any_item_of_the_agenda_and_runs_them_in_the_order_written() -> None:
    case = ford({"seat": "ben", "order": {"do": "done"}})
    case["position"]["agenda"] = [["movement", "ben"], ["movement", "anna"]]
    assert run_case(case).game.waiting() == ("anna",)


def test_when_the_agenda_of_a_case_is_done_nothing_is_pending_and_the_game_is_not_over() -> None:
    result = run_case(
        ford({"seat": "anna", "order": {"do": "done"}}, {"seat": "anna", "order": {"do": "done"}})
    )
    data = as_data(result)
    assert data["pending"] is None
    assert data["position"]["outcome"] is None
    assert data["position"]["agenda"] == []
    assert [refusal["reason"] for refusal in data["refusals"]] == ["Nothing is asked of anna now."]


def test_a_case_may_choose_options_and_seats() -> None:
    case = {
        "case": {"system": "mini", "options": {"hidden": False}, "seats": {"zoe": ["red"], "ben": ["blue"]}}
    }
    result = run_case(case)
    assert result.game.waiting() == ("zoe", "ben")
    assert not any(token["hidden"] for token in result.position["tokens"].values())


def test_a_case_replaces_a_single_cell_of_a_chart() -> None:
    case = ford(WALK, SHOOT, DECLINE, dice=(5, 6))
    assert "step-lost" in events(run_case(case))
    case["pack"] = {"fire": {"rows": {"10-12": {"2": "-"}}}}
    assert "step-lost" not in events(run_case(case))


# -- answers and dice --------------------------------------------------------------------------------------


def test_a_refusal_is_a_result_and_the_case_goes_on() -> None:
    far = {"seat": "anna", "order": {"do": "move", "token": "red-0", "path": [9]}}
    result = run_case(ford(far, WALK))
    assert [(refusal.step, refusal.illegal.cite) for refusal in result.refusals] == [(1, "MINI-2")]
    assert events(result) == ["moved"]
    assert result.ok


def test_every_event_names_the_answer_that_brought_it_about() -> None:
    data = as_data(run_case(ford(WALK, SHOOT, DECLINE, dice=(5, 6))))
    assert [(each["answer"], each["event"]["event"]) for each in data["events"]] == [
        (1, "moved"),
        (2, "rested"),
        (3, "shot-fired"),
        (3, "step-lost"),
    ]
    assert data["events"][0]["said"] == "red-0 moves to 1."
    assert data["events"][0]["cite"] == "MINI-2"
    assert [(each["answer"], each["pips"]) for each in data["dice"]] == [(3, [5, 6])]


def test_when_the_dice_run_out_the_game_waits_for_them() -> None:
    result = run_case(ford(WALK, SHOOT, DECLINE))
    assert result.ok
    assert as_data(result)["pending"] == {
        "kind": "dice",
        "dice": "2d6",
        "why": "blue-0 shoots at red-0",
        "cite": "MINI-3",
    }


def test_an_answer_while_dice_are_waited_for_is_refused() -> None:
    result = run_case(ford(WALK, SHOOT, DECLINE, {"seat": "anna", "order": {"do": "done"}}))
    assert [refusal.step for refusal in result.refusals] == [4]


def test_the_dice_of_an_answer_are_thrown_before_those_of_the_case() -> None:
    case = ford(WALK, SHOOT, {**DECLINE, "dice": [1, 1]}, dice=())
    assert as_data(run_case(case))["dice"][0]["pips"] == [1, 1]


def test_the_dice_of_the_next_answer_are_thrown_for_what_was_waiting() -> None:
    result = run_case(ford(WALK, SHOOT, DECLINE, {"seat": "anna", "order": {"do": "done"}, "dice": [5, 6]}))
    assert result.ok
    assert not result.refusals


@pytest.mark.parametrize(
    ("case", "fault"),
    [
        (ford(WALK, SHOOT, DECLINE, dice=(5, 6, 4)), "case: case.dice: dice left over: 4"),
        (ford({**WALK, "dice": [2]}), "case: answer[1].dice: dice left over: 2"),
        (
            ford(WALK, SHOOT, DECLINE, dice=(5, 7)),
            "case: case.dice[2]: 7 is not on a d6: 2d6 for blue-0 shoots at red-0",
        ),
        (ford(WALK, SHOOT, DECLINE, dice=(5,)), "case: case.dice: dice left over: 5"),
    ],
)
def test_dice_that_do_not_fit_are_faults_of_the_case(case: Table, fault: str) -> None:
    result = run_case(case)
    assert [str(each) for each in result.all_faults] == [fault]
    assert not result.ok


def test_an_instruction_is_given_after_as_many_answers_as_it_says() -> None:
    told = {"seat": "ben", "instruction": {"tell": "set-standing-order", "reaction": "hold"}}
    assert run_case(ford(WALK, instruct=[told])).game.waiting() == ("anna",)
    assert run_case(ford(WALK, instruct=[{**told, "after": 1}])).game.waiting() == ("ben",)


def test_a_move_may_be_taken_back_by_consent_also_in_a_position_of_ones_own() -> None:
    asked = {"seat": "anna", "instruction": {"tell": "take-back"}, "after": 1}
    allowed = {"seat": "ben", "instruction": {"tell": "allow-take-back"}, "after": 1}
    result = run_case(ford(WALK, instruct=[asked, allowed]))
    assert result.ok
    assert result.position["tokens"]["red-0"]["at"] == 0
    assert as_data(result)["events"] == []


def test_a_position_no_rule_foresaw_is_a_fault_that_names_the_answer() -> None:
    case = ford(
        WALK, {"seat": "ben", "order": {"do": "decline"}}, {"seat": "anna", "order": {"do": "done"}}, WALK
    )
    case["position"]["agenda"] = [["movement", "anna"], ["barrage"]]
    case["position"]["seats"] = {"delete": ["ben"]}
    del case["position"]["tokens"]["blue-0"]
    (fault,) = run_case(case).all_faults
    assert fault.key == "answer[3]"
    assert "the rules cannot go on from this position (KeyError: 'ben')" in fault.reason


# -- branches, views, expectations -------------------------------------------------------------------------


def test_branches_go_on_from_the_same_answers_with_the_same_dice() -> None:
    dodge = {"seat": "anna", "order": {"do": "dodge"}}
    branches = [{"name": "stands", "answer": [DECLINE]}, {"name": "dodges", "answer": [dodge]}]
    result = run_case(ford(WALK, SHOOT, dice=(5, 6), branch=branches))
    assert result.ok
    assert events(result) == ["moved", "rested"]
    assert events(result.branches["stands"]) == ["shot-fired", "step-lost"]
    assert events(result.branches["dodges"]) == ["shot-fired"]
    data = as_data(result)
    assert [each["answer"] for each in data["branches"]["stands"]["events"]] == [1, 1]
    assert set(data["branches"]) == {"stands", "dodges"}


def test_a_branch_may_bring_the_dice_that_were_waited_for() -> None:
    branches = [{"name": "hit", "dice": [6, 6]}, {"name": "miss", "dice": [1, 1]}]
    result = run_case(ford(WALK, SHOOT, DECLINE, branch=branches))
    assert result.ok
    steps = {name: run.position["tokens"]["red-0"]["steps"] for name, run in result.branches.items()}
    assert steps == {"hit": 1, "miss": 2}


def test_one_branch_alone_may_be_followed() -> None:
    branches = [{"name": "hit", "dice": [6, 6]}, {"name": "miss", "dice": [1, 1]}]
    assert list(run_case(ford(WALK, SHOOT, DECLINE, branch=branches), branch="miss").branches) == ["miss"]


def test_a_view_shows_what_the_seat_knows_and_no_more() -> None:
    case = ford(case={"view": ["anna"]})
    case["position"]["tokens"]["blue-0"]["hidden"] = True
    views = as_data(run_case(case))["views"]
    assert list(views) == ["anna"]
    assert "blue-0" not in msgspec.json.encode(views).decode()
    assert list(as_data(run_case(case, views=["ben"]))["views"]) == ["anna", "ben"]


@pytest.mark.parametrize(
    ("expect", "unmet"),
    [
        ({"tokens": {"red-0": {"at": 1}}, "turn": 1}, []),
        ({"tokens": {"absent": ["red-1"]}}, []),
        ({"tokens": {"red-0": {"at": 2}}}, ["case: expect.tokens.red-0.at: is 1, not 2"]),
        (
            {"tokens": {"red-0": {"stepz": 1}}},
            ['case: expect.tokens.red-0.stepz: is not there; did you mean "steps"?'],
        ),
        ({"tokens": {"absent": ["red-0"]}}, ["case: expect.tokens.absent: red-0 is there"]),
        ({"turn": True}, ["case: expect.turn: is 1, not true"]),
        ({"turn": {"a": 1}}, ["case: expect.turn: is 1, not a table"]),
    ],
)
def test_expectations_are_compared_with_the_final_position(expect: Table, unmet: list[str]) -> None:
    result = run_case(ford(WALK, expect=expect))
    assert [str(fault) for fault in result.all_unmet] == unmet
    assert result.ok == (not unmet)


@pytest.mark.parametrize(
    ("answer", "unmet"),
    [
        ({**WALK, "expect_refusal": True}, ["it was accepted"]),
        ({**WALK, "expect_refusal": False}, []),
        ({**SHOOT, "expect_refusal": True}, []),
        ({**SHOOT, "expect_refusal": False}, ["it was refused: Nothing is asked of ben now."]),
        ({**SHOOT, "expect_refusal": "Nothing is asked"}, []),
        ({**SHOOT, "expect_refusal": "MINI-9"}, ["it was refused otherwise: Nothing is asked of ben now."]),
        ({**WALK, "expect": {"tokens": {"red-0": {"at": 0}}}}, ["is 1, not 0"]),
    ],
)
def test_expectations_of_an_answer(answer: Table, unmet: list[str]) -> None:
    assert [fault.reason for fault in run_case(ford(answer)).all_unmet] == unmet


# -- as a helper of tests ----------------------------------------------------------------------------------


def test_a_test_may_go_on_from_the_position_of_a_case() -> None:
    game = position(ford(), dice=[5, 6])
    game.answer(ANNA, Move("red-0", (1,)))
    game.answer(BEN, Shoot("blue-0"))
    game.answer(ANNA, NO)
    assert game.state.tokens["red-0"].steps == 1


def test_a_position_throws_the_given_dice_after_those_of_the_case() -> None:
    game = position(ford(WALK, SHOOT, DECLINE, dice=(5,)), dice=[6])
    assert game.state.tokens["red-0"].steps == 1


def test_a_position_whose_answers_are_refused_is_an_error() -> None:
    with pytest.raises(Illegal, match="Nothing is asked of ben"):
        position(ford(SHOOT))


def test_in_a_test_running_out_of_dice_is_an_error() -> None:
    game = position(ford(WALK, SHOOT))
    with pytest.raises(DiceError, match="ran out"):
        game.answer(ANNA, NO)


def test_a_case_does_not_change_the_system_it_borrows() -> None:
    run_case(ford())
    assert len(position({"case": {"system": "mini"}}).state.tokens) == 6
