"""What the bot processes of these tests import first: the mini system, and bots that misbehave."""

from __future__ import annotations

import os
import time

from mini import Mini
from mini.questions import Move
from planspiel.bots import Chosen, Situation
from planspiel.kernel import Rng, Text
from planspiel.systems import registry

registry.register("mini", lambda overlays: Mini())


class Crashing:
    """Takes its whole process with it."""

    name = "crashing"

    def choose(self, situation: Situation, rng: Rng) -> Chosen:
        os._exit(7)


class Failing:
    name = "failing"

    def choose(self, situation: Situation, rng: Rng) -> Chosen:
        raise RuntimeError("no idea")


class Hanging:
    name = "hanging"

    def choose(self, situation: Situation, rng: Rng) -> Chosen:
        while True:
            time.sleep(0.01)


class Cheating:
    """Gives orders that nobody may give."""

    name = "cheating"

    def choose(self, situation: Situation, rng: Rng) -> Chosen:
        return Chosen(Move(token="blue-0", path=(99, 98)))


class Chatty:
    """Prints what it should not print, and gives reasons."""

    name = "chatty"

    def choose(self, situation: Situation, rng: Rng) -> Chosen:
        print("+" * 5000, flush=True)
        order = situation.question.sample(situation.view, rng)
        return Chosen(order, (Text("{seat} thought about it.", {"seat": situation.seat}),))


BAD = ("Crashing", "Failing", "Hanging", "Cheating")
