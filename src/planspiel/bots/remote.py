"""Bots in other processes. What travels holds no secret: one imagined game, never the true one.

The parent imagines a game that agrees with everything the seat has seen, and only that is sent. The worker
imagines further games from it, which agree with the seat's knowledge just as well. So even a bot that reads
all of its process's memory learns nothing that its seat may not know.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from planspiel.bots.making import make
from planspiel.bots.situation import Budget, Chosen, situation_of
from planspiel.kernel import Game, Lucky, Rng, Seat, System, Text
from planspiel.systems import registry

__all__ = ["Answer", "Task", "answer", "chosen_of", "task_of"]


class Task(Struct, frozen=True):
    """One decision to be made elsewhere."""

    system: str
    seat: Seat
    spec: str
    budget: Budget
    seed: int
    save: Raw


class Answer(Struct, frozen=True):
    """What came of it."""

    order: Raw
    why: tuple[Text, ...] = ()
    score: int | None = None


def task_of(
    game: Game[Any], seat: Seat, spec: str, budget: Budget, seed: int, rng: Rng | None = None
) -> bytes:
    """For the parent: all that a worker needs to decide for `seat`. `rng` is the luck of imagining."""
    imagined = game.imagine(seat, rng if rng is not None else Random(seed))
    codec = game.system.codec
    # How often which roll was made and how the log stands is bookkeeping of the true game.
    save = replace(
        codec.decode_save(imagined.save()), rolls={}, rolls_turn=-1, kept={}, take_back=(), dice=None
    )
    return msgspec.json.encode(Task(game.system.id, seat, spec, budget, seed, Raw(codec.encode_save(save))))


@cache
def _shipped(system: str) -> System[Any, Any, Any]:
    return registry.load(system)


def answer(task: bytes, load: Callable[[str], System[Any, Any, Any]] = _shipped) -> bytes:
    """For the worker: the bot's choice. `load` finds the system; give your own if players brought packs."""
    given = _task.decode(task)
    rng = Random(given.seed)
    game = Game.load(load(given.system), bytes(given.save), dice=Lucky(rng), place="task")
    chosen = make(given.spec).choose(situation_of(game, given.seat, given.budget), rng)
    return msgspec.json.encode(Answer(Raw(msgspec.json.encode(chosen.order)), chosen.why, chosen.score))


def chosen_of(system: System[Any, Any, Any], data: bytes) -> Chosen:
    """For the parent: what a worker answered. `Damaged` if it is no order of this system."""
    found = _answer.decode(data)
    return Chosen(system.codec.order(bytes(found.order)), found.why, found.score)


_task = msgspec.json.Decoder(Task)
_answer = msgspec.json.Decoder(Answer)
