"""Bots at the table: which there are, and one decision of one of them.

A bot thinks in another process and gets one imagined game that agrees with what its seat has seen. Whatever
it does wrong, its seat gives a legal order in the end. The bots themselves are loaded when one is first asked
for: a table without them starts sooner.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import anyio.to_thread
from msgspec import Struct

from planspiel.kernel import DECLINE, Game, Illegal, Order, Seat, Text, Window
from planspiel.server.logs import log
from planspiel.server.wire import BotInfo
from planspiel.server.workers import BotFailed, Workers

__all__ = ["BOTS", "RANDOM", "SUBSTITUTE", "Decided", "decide", "is_bot"]

RANDOM, SUBSTITUTE = "random", "greedy"
GRACE = 2.0
"""Seconds that a bot may overrun its time before its process is killed."""

BOTS: Sequence[BotInfo] = (
    BotInfo(
        "greedy",
        "Lieutenant",
        "Leutnant",
        "Takes what promises most at once.",
        "Nimmt, was sofort am meisten verspricht.",
    ),
    BotInfo(
        "greedy:bold",
        "Daredevil",
        "Draufgänger",
        "As the lieutenant, but counts its losses less.",
        "Wie der Leutnant, zählt eigene Verluste aber weniger.",
    ),
    BotInfo(
        "greedy:cautious",
        "Waverer",
        "Zauderer",
        "As the lieutenant, but spares its troops.",
        "Wie der Leutnant, schont aber seine Truppe.",
    ),
    BotInfo(
        "search",
        "General",
        "General",
        "Thinks ahead by playing out what may happen.",
        "Denkt voraus und spielt durch, was kommen kann.",
    ),
    BotInfo(
        "random",
        "Dice",
        "Würfel",
        "Any legal order, at random.",
        "Irgendein erlaubter Befehl, zufällig.",
    ),
)
"""What the lobby offers. Personalities and budgets may be combined further, such as `search:bold,2s`."""


class Decided(Struct, frozen=True):
    """An order, why, and what the bot did wrong, if it did."""

    order: Order
    why: tuple[Text, ...] = ()
    fault: str = ""


def is_bot(spec: str, own: Sequence[str] = ()) -> bool:
    """Whether players may choose a bot: one of ours in any temper, or one that the host has allowed.

    Other words would import modules by name, which is nothing for strangers.
    """
    from planspiel.bots import BadSpec, make, names

    if spec in own:
        return True
    if spec.partition(":")[0] not in names():
        return False
    try:
        make(spec)
    except BadSpec:
        return False
    return True


async def decide(game: Game[Any], seat: Seat, spec: str, seconds: float, workers: Workers) -> Decided:
    """One decision. `game` is a fork of the true one, and nobody else's.

    The random bot is what is left when others fail, so it thinks here.
    """
    from planspiel.bots import Budget, chosen_of, task_of

    if spec == RANDOM:
        return Decided(await anyio.to_thread.run_sync(_any_order, game, seat))
    luck = random.SystemRandom()
    try:
        task = await anyio.to_thread.run_sync(
            lambda: task_of(game, seat, spec, Budget(seconds), luck.getrandbits(63), luck)
        )
        chosen = chosen_of(game.system, await workers.ask(task, seconds + GRACE))
        await anyio.to_thread.run_sync(game.check, seat, chosen.order)
    except Exception as failure:
        fault = str(failure) if isinstance(failure, BotFailed) else _kind(failure)
        log("bot-failed", bot=spec, fault=fault)
        return Decided(await anyio.to_thread.run_sync(_any_order, game, seat), fault=fault)
    return Decided(chosen.order, chosen.why[:20])


def _kind(failure: Exception) -> str:
    return "its order was illegal" if isinstance(failure, Illegal) else type(failure).__name__


def _any_order(game: Game[Any], seat: Seat) -> Order:
    """Some legal order: at random, else the first; in a window, "no" if there is none."""
    question = game.pending(seat)
    assert question is not None
    view, luck = game.view(seat), random.SystemRandom()
    for _ in range(3):
        try:
            order: Order = question.sample(view, luck)
            game.check(seat, order)
            return order
        except (Illegal, LookupError, ValueError):
            continue
    first: Order | None = next(iter(question.options(view)), None)
    if first is None and isinstance(game.pause, Window):
        return DECLINE
    assert first is not None
    return first
