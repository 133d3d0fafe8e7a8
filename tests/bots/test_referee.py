"""Whatever a bot does wrong, the game goes on with a legal order and the fault is written down."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bots.adversaries import (
    DecliningBot,
    IllegalBot,
    RaisingBot,
    SilentBot,
    SlowBot,
    WrongSeatBot,
)
from bots.tables import fought, mini_game, played_on
from mini.questions import Move, Plan
from planspiel.bots import Bot, Budget, Chosen, Fault, RandomBot, ruled, situation_of
from planspiel.kernel import Game, Seat

ANNA, BEN = Seat("anna"), Seat("ben")


def ruling(game: Game[Any], bot: Bot, budget: Budget | None = None) -> tuple[Chosen, list[Fault]]:
    seat = game.waiting()[0]
    faults: list[Fault] = []
    return ruled(game, bot, situation_of(game, seat, budget), Random(1), faults), faults


@pytest.mark.parametrize(
    ("bot", "kind"),
    [
        (IllegalBot(), "malformed"),
        (IllegalBot(Plan("attack", 10_000)), "illegal"),
        (IllegalBot(Plan("sleep", 3)), "malformed"),  # type: ignore[arg-type]
        (IllegalBot(Plan("attack", "3")), "malformed"),  # type: ignore[arg-type]
        (IllegalBot(Move("red-0", (1,))), "illegal"),
        (DecliningBot(), "illegal"),
        (RaisingBot(), "failed"),
        (SilentBot(), "malformed"),
    ],
)
def test_a_fault_is_written_down_and_a_legal_order_given_instead(bot: Bot, kind: str) -> None:
    game = mini_game(1)
    chosen, faults = ruling(game, bot)
    assert [(fault.seat, fault.bot, fault.kind) for fault in faults] == [(ANNA, bot.name, kind)]
    game.answer(ANNA, chosen.order)


def test_an_order_of_another_seat_is_refused() -> None:
    game = played_on(mini_game(3), 2, 3)
    assert game.waiting() == (ANNA,)
    own = ruling(game, RandomBot())[0].order
    game.choose(own)
    mover = game.waiting()[0]
    chosen, faults = ruling(game, IllegalBot(own if mover == BEN else Plan("attack", 1)))
    assert [fault.kind for fault in faults] == ["illegal"]
    game.check(mover, chosen.order)


def test_a_bot_that_answers_for_others_changes_nothing_for_them() -> None:
    game = mini_game(5)
    played = fought(game, 5, anna=WrongSeatBot(game), ben=RandomBot())
    assert game.over
    assert {fault.seat for fault in played.faults} == {ANNA}


def test_a_game_of_nothing_but_faults_comes_to_its_end() -> None:
    game = mini_game(2)
    played = fought(game, 2, anna=RaisingBot(), ben=IllegalBot())
    assert played.outcome is not None
    assert played.outcome == game.state.outcome
    assert len(played.faults) == played.decisions


def test_a_bot_that_takes_too_long_is_written_down_but_its_order_counts() -> None:
    game = mini_game(1)
    chosen, faults = ruling(game, SlowBot(), Budget(seconds=0.02))
    assert [fault.kind for fault in faults] == ["late"]
    game.check(ANNA, chosen.order)


def test_what_one_bot_draws_changes_nothing_for_the_other() -> None:
    class Wasteful(RandomBot):
        def choose(self, situation: Any, rng: Any) -> Chosen:
            chosen = super().choose(situation, Random(7))
            rng.randrange(100)
            return chosen

    class Thrifty(RandomBot):
        def choose(self, situation: Any, rng: Any) -> Chosen:
            return super().choose(situation, Random(7))

    ends = [fought(mini_game(4), 4, anna=bot, ben=RandomBot()) for bot in (Wasteful(), Thrifty())]
    assert ends[0].decisions == ends[1].decisions


def test_the_same_luck_gives_the_same_game() -> None:
    games = [mini_game(8, "coalition") for _ in range(2)]
    for game in games:
        fought(game, 8, anna=RandomBot(), ben=RandomBot(), bea=RandomBot())
    assert games[0].digest() == games[1].digest()
