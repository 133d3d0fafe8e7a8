"""Every way the dice may fall: exact chances by playing each of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from planspiel.kernel.decision import Chance
from planspiel.kernel.dice import TypedIn, parse, throws
from planspiel.kernel.game import Game
from planspiel.kernel.state import State

__all__ = ["TooManyBranches", "branches"]

S = TypeVar("S", bound=State)


class TooManyBranches(ValueError):
    """There are more ways for the dice to fall than the caller wants to play."""


def branches(game: Game[S], limit: int) -> Iterator[tuple[int, int, Game[S]]]:
    """All positions in which the dice now waited for may leave `game`, each at its next question or end.

    A position comes about in `ways` of `out_of` equally likely cases; the fractions add up to one. The game
    itself is untouched. To look ahead from a question, answer it on a fork with dice to be typed in:

        trial = game.fork(TypedIn())
        trial.answer(seat, order)
        hit = sum(Fraction(ways, out_of) for ways, out_of, after in branches(trial, 1000) if is_hit(after))
    """
    for played, (out_of, after) in enumerate(_played(game.fork(TypedIn()), 1, limit)):
        if played == limit:
            raise TooManyBranches(f"the dice may fall in more than {limit} ways")
        yield 1, out_of, after


def _played(game: Game[S], out_of: int, limit: int) -> Iterator[tuple[int, Game[S]]]:
    chance = game.pause
    if not isinstance(chance, Chance):
        yield out_of, game
        return
    count, sides = parse(chance.dice)
    if sides**count > limit:
        raise TooManyBranches(f"{chance.dice} may fall in more than {limit} ways")
    for pips in throws(chance.dice):
        twin = game.fork()
        twin.throw(pips)
        yield from _played(twin, out_of * sides**count, limit)
