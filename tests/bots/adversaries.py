"""Bots that do what no bot should, for tests of the referee and of bots in other processes."""

from __future__ import annotations

import time
from typing import Any

from planspiel.bots import Chosen, Situation
from planspiel.kernel import DECLINE, Game, Order, Rng


class Nonsense(Order, frozen=True):
    """An order of no system."""


class IllegalBot:
    """Always orders the same thing, whatever is asked."""

    name = "illegal"

    def __init__(self, order: Order | None = None) -> None:
        self.order = order or Nonsense()

    def choose(self, situation: Situation, rng: Rng) -> Chosen:
        return Chosen(self.order)


class WrongSeatBot:
    """Answers what somebody else is asked, if anybody is."""

    name = "wrong-seat"

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def choose(self, situation: Situation, rng: Rng) -> Chosen:
        others = [seat for seat in self.game.seats if seat != situation.seat]
        for seat in others:
            question = self.game.pending(seat)
            if question is not None:
                return Chosen(question.sample(self.game.view(seat), rng))
        return Chosen(Nonsense())


class DecliningBot:
    """Says no even where nobody may."""

    name = "declining"

    def choose(self, situation: Situation, rng: Rng) -> Chosen:
        return Chosen(DECLINE)


class RaisingBot:
    name = "raising"

    def choose(self, situation: Situation, rng: Rng) -> Chosen:
        raise ZeroDivisionError("a bot's mistake")


class SilentBot:
    """Returns something that is no choice."""

    name = "silent"

    def choose(self, situation: Situation, rng: Rng) -> Any:
        return None


class SlowBot:
    """Takes longer than it may, and then answers."""

    name = "slow"

    def choose(self, situation: Situation, rng: Rng) -> Chosen:
        time.sleep(1.5 * (situation.budget.seconds or 0))
        return Chosen(situation.question.sample(situation.view, rng))


class EndlessBot:
    """Never answers."""

    name = "endless"

    def choose(self, situation: Situation, rng: Rng) -> Chosen:
        while True:
            pass


class ReadingBot:
    """Reads whatever game it can reach from what it was given, and tells in its reasons what it found."""

    name = "reading"
    found: list[Any]

    def __init__(self) -> None:
        self.found = []

    def choose(self, situation: Situation, rng: Rng) -> Chosen:
        for cell in situation.imagine.__closure__ or ():  # type: ignore[attr-defined]
            if isinstance(cell.cell_contents, Game):
                self.found.append(cell.cell_contents.state)
        return Chosen(situation.question.sample(situation.view, rng))


READ = ReadingBot()


def reading() -> ReadingBot:
    """One and the same, so that a test can ask what it found."""
    return READ


def needs_something(something: object) -> ReadingBot:
    """No factory of a bot, for those are called without arguments."""
    return READ
