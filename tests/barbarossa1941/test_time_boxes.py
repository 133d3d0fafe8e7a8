"""Orders that take several rounds."""

from __future__ import annotations

import pytest

from barbarossa1941.rounds import battle, happened, play, with_boxes, with_workforce
from planspiel.kernel import Game
from planspiel.systems.barbarossa1941.orders import ClearPath, DigIn, SetUp, SuppressiveFire, Wait
from planspiel.systems.barbarossa1941.round import OrderGiven
from planspiel.systems.barbarossa1941.state import Position

UP = SetUp("0505", 2)


def gunners(boxes: int = 3, **more: object) -> Game[Position]:
    units = {"g1": {"card": "ge_mg", "hex": "0505", "set_up": False}}
    return battle(units, cards={"ge_mg": with_boxes("ge_mg", set_up=boxes)}, **more)


def marked(game: Game[Position]) -> int:
    return game.state.units["g1"].boxes


@pytest.mark.rule("BAR-time-box-1", "BAR-sequence-14", "BAR-sequence-12")
def test_one_box_a_round_and_the_order_goes_on_by_itself() -> None:
    game = gunners()
    for boxes in (1, 2):
        play(game, {"g1": UP} if boxes == 1 else {})
        assert (marked(game), game.state.units["g1"].order) == (boxes, UP)
    play(game, {})
    assert (game.state.units["g1"].set_up, game.state.units["g1"].order) == (True, None)
    assert [event.goes_on for event in happened(game, OrderGiven)] == [False, True, True]


@pytest.mark.rule("BAR-time-box-1")
def test_giving_the_unfinished_order_again_goes_on_with_it() -> None:
    game = gunners()
    play(game, {"g1": UP}, {"g1": UP})
    assert marked(game) == 2


@pytest.mark.rule("BAR-time-box-2", "BAR-time-box-3")
def test_a_new_order_breaks_it_off_and_all_marks_are_lost() -> None:
    game = gunners()
    play(game, {"g1": UP}, {}, {"g1": Wait()})
    assert (marked(game), game.state.units["g1"].order) == (0, None)
    play(game, {"g1": UP})
    assert (marked(game), game.state.units["g1"].set_up) == (1, False)


@pytest.mark.rule("BAR-time-box-2")
def test_the_same_kind_of_order_with_other_words_starts_anew() -> None:
    game = gunners()
    play(game, {"g1": UP}, {"g1": SetUp("0505", 3)})
    assert marked(game) == 1


def test_in_smoke_no_box_is_marked_but_none_is_lost() -> None:
    paused = battle(
        {"g1": {"card": "ge_pioneer", "hex": "0505", "order": ClearPath(), "boxes": 1}},
        cards={"ge_pioneer": with_boxes("ge_pioneer", clear_path=3)},
        terrain={"0505": "forest"},
        smoke={"0505": 0},
    )
    play(paused, {})
    assert marked(paused) == 1
    play(paused, {})
    assert marked(paused) == 2


def test_suppression_wipes_all_progress_out() -> None:
    units = {"g1": {"card": "ge_pioneer", "hex": "0505"}, "s1": {"card": "su_infantry", "hex": "0506"}}
    game = battle(
        units,
        cards={"ge_pioneer": with_workforce("ge_pioneer", "dig_in", 3, 1)},
        dice=(6,) * 60,
    )
    play(game, {"g1": DigIn(0)})
    assert marked(game) == 1
    play(game, {"s1": SuppressiveFire("g1")})
    unit = game.state.units["g1"]
    assert (unit.suppressed, unit.order, unit.boxes) == (True, None, 0)
