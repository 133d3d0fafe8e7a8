"""A random player: answers by sampling, declines some reactions, and now and then says something."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec import Struct

from planspiel.kernel import (
    DECLINE,
    AllowTakeBack,
    Game,
    Illegal,
    Instruction,
    OfferDraw,
    Order,
    Seat,
    TakeBack,
    Window,
    WithdrawDraw,
)
from planspiel.kernel.log import Answered
from planspiel.testing.invent import Inventor, words_on
from planspiel.testing.trial import listed

__all__ = ["Act", "DeadEnd", "carry_out", "invented_instruction", "next_act"]

OFTEN = 50
"""In a log no longer than this, orders are taken back by consent as often as at once."""


class Act(Struct, frozen=True):
    """What a player does next: an answer, or instructions given one after another."""

    seat: Seat
    order: Order | None = None
    told: tuple[tuple[Seat, Instruction[Any]], ...] = ()

    @property
    def takes_back(self) -> bool:
        return any(isinstance(instruction, TakeBack) for _, instruction in self.told)


class DeadEnd(Exception):
    """Somebody is asked and has no answer, or nobody is asked and the game is not over."""


def next_act(game: Game[Any], rng: Random) -> Act:
    """What happens next: mostly an answer of some seat that is asked."""
    waiting = game.waiting()
    if not waiting:
        raise DeadEnd("the game is not over, and nobody is asked anything")
    seat = rng.choice(waiting)
    mood = rng.randrange(100)
    if mood < 6 and (told := invented_instruction(game, rng)):
        return Act(told[0], None, (told,))
    if mood == 6:
        return Act(seat, None, (_draw(game, seat),))
    if mood in (7, 8) and (asked := _taking_back(game, seat, rng)):
        return Act(seat, None, asked)
    return Act(seat, _answer(game, seat, rng))


def carry_out(game: Game[Any], act: Act) -> None:
    for seat, instruction in act.told:
        game.instruct(seat, instruction)
    if act.order is not None:
        game.answer(act.seat, act.order)


def _answer(game: Game[Any], seat: Seat, rng: Random) -> Order:
    question, view = game.pending(seat), game.view(seat)
    assert question is not None
    reaction = isinstance(game.pause, Window)
    if reaction and rng.randrange(3) == 0:
        return DECLINE
    try:
        order: Order = question.sample(view, rng)
    except (IndexError, ValueError) as fault:
        if reaction and not listed(question, view, 1):
            return DECLINE
        raise DeadEnd(f"{seat} is asked {type(question).__name__} and has no answer ({fault})") from fault
    return order


def invented_instruction(
    game: Game[Any], rng: Random, seats: Sequence[Seat] = ()
) -> tuple[Seat, Instruction[Any]] | None:
    """A legal instruction of the system's own, such as a standing order, made up; None if this one is not."""
    if not game.system.instructions:
        return None
    seat = rng.choice(seats or game.seats)
    view = game.view(seat)
    instruction: Instruction[Any] = Inventor(rng, words_on(view)).record(rng.choice(game.system.instructions))
    try:
        instruction.check(view)
    except Illegal:
        return None
    return seat, instruction


def _draw(game: Game[Any], seat: Seat) -> tuple[Seat, Instruction[Any]]:
    """Offers of a draw are made and withdrawn, so that the game goes on."""
    offered = game.state.draw_offers
    return (offered[0], WithdrawDraw()) if offered else (seat, OfferDraw())


def _taking_back(game: Game[Any], seat: Seat, rng: Random) -> tuple[tuple[Seat, Instruction[Any]], ...]:
    """The seat's last order, at once or by consent of all others.

    By consent the whole log is run again: the longer it is, the more rarely that is asked for.
    """
    if game.can_take_back(seat):
        return ((seat, TakeBack()),)
    held = game.log.held() if game.log is not None else []
    if rng.randrange(len(held) // OFTEN + 1):
        return ()
    if not any(isinstance(what, Answered) and what.seat == seat and what.by == "player" for _, what in held):
        return ()
    return ((seat, TakeBack()), *((other, AllowTakeBack()) for other in game.seats if other != seat))
