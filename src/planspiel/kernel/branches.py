"""Every way the dice may fall: exact chances by playing each of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from planspiel.kernel.decision import Chance
from planspiel.kernel.dice import TypedIn, throws
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
        chance_of_victory = sum(Fraction(ways, out_of) for ways, out_of, after in branches(trial, 1000) if ...)
    """
    left = limit
    unplayed = [(1, game.fork(TypedIn()))]
    while unplayed:
        out_of, trial = unplayed.pop()
        pause = trial.pause
        if not isinstance(pause, Chance):
            left -= 1
            if left < 0:
                raise TooManyBranches(f"the dice may fall in more than {limit} ways")
            yield 1, out_of, trial
            continue
        falls = throws(pause.dice)
        for pips in reversed(falls):
            twin = trial.fork()
            twin.throw(pips)
            unplayed.append((out_of * len(falls), twin))
