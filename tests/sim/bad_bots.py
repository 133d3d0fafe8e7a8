"""Bots that do harm."""

from __future__ import annotations

import os

from planspiel.bots import Chosen, Situation
from planspiel.kernel import Order, Rng


class Nonsense(Order, frozen=True):
    """No order of any game."""


class Quitter:
    """Ends the process that plays."""

    name = "quitter"

    def choose(self, situation: Situation, rng: Rng) -> Chosen:
        os._exit(3)


class Cheat:
    """Gives illegal orders."""

    name = "cheat"

    def choose(self, situation: Situation, rng: Rng) -> Chosen:
        return Chosen(Nonsense())
