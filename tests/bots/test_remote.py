"""Bots in other processes: what travels holds no secret, and what hangs is killed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from bots import adversaries
from bots.tables import battle, mini_game, played_on
from mini import Mini
from planspiel.bots import Budget, answer, chosen_of, task_of
from planspiel.bots.remote import Task
from planspiel.kernel import Game, Lucky, RuleError, Seat, Setup
from planspiel.server.workers import BotFailed, Workers
from planspiel.systems import registry


@pytest.fixture(autouse=True)
def mini_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.registered, "mini", lambda overlays: Mini())


def decisions(scenario: str, seed: int, most: int) -> Iterator[tuple[Game[Any], Seat]]:
    """The decisions of a random game."""
    game, rng = Game.start(Mini(), Setup(scenario, {"scouting": True}), Lucky(Random(seed))), Random(seed)
    for _ in range(most):
        if game.over:
            return
        seat = game.waiting()[0]
        yield game, seat
        question = game.pending(seat)
        assert question is not None
        game.choose(question.sample(game.view(seat), rng))


@pytest.mark.parametrize("scenario", ["duel", "coalition"])
def test_what_travels_does_not_depend_on_what_the_seat_may_not_know(scenario: str) -> None:
    """A game and one that the seat cannot tell from it send the same bytes: hidden tokens, mines, scouts'
    findings and standing orders of others are not in them."""
    compared = differing = 0
    for game, seat in decisions(scenario, 11, 60):
        try:
            other = game.imagine(seat, Random(compared))
        except RuleError:  # of three seats' secrets no sample fitted
            continue
        differing += game.digest() != other.digest()
        sent = [task_of(one, seat, "greedy", Budget(), 5) for one in (game, other)]
        assert sent[0] == sent[1]
        compared += 1
    assert compared >= 30
    assert differing > 15


def test_a_sealed_order_of_another_seat_does_not_travel() -> None:
    for seed in range(10):
        game = mini_game(seed)
        anna, ben = game.seats
        question = game.pending(anna)
        assert question is not None
        sealed = list(question.options(game.view(anna)))[seed]
        game.answer(anna, sealed)
        tasks = [msgspec.json.decode(task_of(game, ben, "random", Budget(), n)) for n in range(12)]
        orders = {msgspec.json.encode(task["save"]["sealed"]["anna"]) for task in tasks}
        assert len(orders) > 1


def test_hidden_units_of_blitzkrieg_change_places_before_they_travel() -> None:
    game = Game.start(
        registry.load("blitzkrieg1940"), Setup("hannut", {"stack_secrecy": True}), Lucky(Random(1))
    )
    played_on(game, 70, 1)
    seat = game.waiting()[0]
    hidden = [name for name in game.state.units if name not in game.view(seat).units]
    assert hidden
    moved = 0
    for seed in range(8):
        task = msgspec.json.decode(task_of(game, seat, "random", Budget(), seed), type=Task)
        units = msgspec.json.decode(bytes(task.save))["base"]["units"]
        moved += any(units[name].get("hex", "") != game.state.units[name].hex for name in hidden)
    assert moved


def test_a_bot_that_reads_all_it_can_reach_finds_no_true_game() -> None:
    """In the worker the bot gets at the game behind its situation, and that is an imagined one."""
    truths = lies = 0
    for n, (game, seat) in enumerate(decisions("duel", 21, 40)):
        adversaries.READ.found.clear()
        answer(task_of(game, seat, "bots.adversaries:reading", Budget(), n))
        (found,) = adversaries.READ.found
        enemies = [
            token
            for token in game.state.tokens.values()
            if token.hidden and token.side not in game.state.seats[seat]
        ]
        for token in enemies:
            truths += found.tokens[token.id].at == token.at
            lies += found.tokens[token.id].at != token.at
    assert lies > 5 * truths


@pytest.mark.parametrize("spec", ["random", "greedy", "search:6"])
def test_a_worker_answers_with_a_legal_order(spec: str) -> None:
    game = played_on(battle("duel", 1), 6, 1)
    seat = game.waiting()[0]
    task = task_of(game, seat, spec, Budget(), 3)
    chosen = chosen_of(game.system, answer(task))
    game.check(seat, chosen.order)
    assert chosen == chosen_of(game.system, answer(task))


def test_a_bot_that_thinks_for_ever_is_killed_and_the_next_task_answered() -> None:
    game = battle("duel", 2)
    seat = game.waiting()[0]

    async def both() -> bytes:
        workers = Workers(1)
        try:
            with pytest.raises(BotFailed, match="too long"):
                await workers.ask(task_of(game, seat, "bots.adversaries:EndlessBot", Budget(), 1), 0.3)
            return await workers.ask(task_of(game, seat, "greedy", Budget(), 1), 60.0)
        finally:
            await workers.close()

    game.check(seat, chosen_of(game.system, asyncio.run(both())).order)
