"""Random games of the mini system, with standing orders and orders taken back on the way."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from mini import Mini
from mini.questions import SetStandingOrder
from mini.state import Position
from planspiel.kernel import (
    DECLINE,
    AllowTakeBack,
    Chance,
    Dice,
    Game,
    Keyed,
    Log,
    Setup,
    TakeBack,
    TypedIn,
)
from planspiel.kernel.decision import Window
from planspiel.kernel.log import Entry

SYSTEM = Mini()


def entries(game: Game[Any]) -> list[Entry]:
    """The kept log of a game."""
    assert game.log is not None
    assert game.log.entries is not None
    return game.log.entries


def new_game(seed: int, scenario: str = "duel", dice: Dice | None = None) -> Game[Position]:
    keyed = Keyed(b"secret %d" % seed, ("red", "blue"), f"game {seed}")
    return Game.start(SYSTEM, Setup(scenario), dice or keyed, Log())


def step(game: Game[Position], rng: Random) -> None:
    """Whatever is asked for next: dice, or a random answer of a random seat among those asked."""
    if isinstance(game.pause, Chance):
        game.throw(tuple(rng.randrange(6) + 1 for _ in range(1 if game.pause.dice == "1d6" else 2)))
        return
    seat = rng.choice(game.waiting())
    question = game.pending(seat)
    assert question is not None
    if isinstance(game.pause, Window) and rng.randrange(3) == 0:
        game.answer(seat, DECLINE)
    else:
        game.answer(seat, question.sample(game.view(seat), rng))


def disturb(game: Game[Position], rng: Random) -> None:
    """Now and then a seat instructs, or takes its last order back, alone or by consent."""
    seat = rng.choice(game.seats)
    if rng.randrange(10) == 0:
        game.instruct(seat, SetStandingOrder(rng.choice(("ask", "fire", "hold"))))
    elif rng.randrange(12) == 0 and (game.can_take_back(seat) or game._last_answer(seat) is not None):
        game.instruct(seat, TakeBack())
        for other in game.seats:
            if game.take_back_asked and other != seat:
                game.instruct(other, AllowTakeBack())


def playing(seed: int, scenario: str = "duel", *, typed_in: bool = False) -> Iterator[Game[Position]]:
    """The same game again and again, at every question on its way to the end."""
    rng = Random(seed)
    game = new_game(seed, scenario, TypedIn() if typed_in else None)
    while not game.over:
        yield game
        step(game, rng)
        if not game.over:
            disturb(game, rng)


def finished(seed: int, scenario: str = "duel", *, typed_in: bool = False) -> Game[Position]:
    """A whole random game."""
    *_, game = playing(seed, scenario, typed_in=typed_in)
    return game
