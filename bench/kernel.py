"""The kernel on the mini system: copies, saves, replays, random play and memory."""

import gc
import sys
import tracemalloc
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from msgspec.structs import replace

from mini import Mini
from mini.state import Position
from planspiel.cli.bench import row
from planspiel.kernel import DECLINE, Game, Keyed, Log, Setup, replayed
from planspiel.kernel.decision import Window

SYSTEM = Mini()


def decide(game: Game[Position], rng: Random) -> None:
    """One random decision of a player who looks at every option."""
    seat = game.waiting()[0]
    question = game.pending(seat)
    assert question is not None
    if isinstance(game.pause, Window) and rng.randrange(2):
        game.choose(DECLINE)
    else:
        game.choose(question.sample(game.view(seat), rng))


def begun(scenario: str, seed: int, log: Log | None = None) -> Game[Position]:
    return Game.start(SYSTEM, Setup(scenario), Keyed(b"bench %d" % seed), log)


@cache
def positions() -> tuple[Game[Position], ...]:
    """200 pending decisions of a game in full swing: 100 units on 1,000 squares, one in five in contact."""
    setup = SYSTEM.setup(Setup("large", {"hidden": False}))
    state = SYSTEM.start(setup)
    for n, token in enumerate(list(state.tokens.values())):
        apart = 3 if n % 5 == 0 else 9
        state.tokens[token.id] = replace(token, at=n % 50 * 20 + n // 50 * apart, steps=9)
    rng = Random(1)
    game = Game(SYSTEM, state, setup, Keyed(b"bench")).begin()
    while game.state.turn < 2:
        decide(game, rng)
    found = []
    for _ in range(200):
        decide(game, rng)
        found.append(game.fork())
    assert not game.over
    assert len(game.state.tokens) == 100
    return tuple(found)


def per_call(run: Callable[[], object], calls: int) -> float:
    """The time of one call in microseconds."""
    run()
    began = perf_counter()
    for _ in range(calls):
        run()
    return (perf_counter() - began) / calls * 1e6


@row("kernel/fork", unit="us", bound=30.0)
def fork() -> float:
    return median(per_call(game.fork, 50) for game in positions())


@row("kernel/fork-in-reaction", unit="us")
def fork_in_reaction() -> float:
    """At reactions alone: move and shots before are run again, the mini system's searches included."""
    return median(per_call(game.fork, 50) for game in positions() if game.since)


@row("kernel/save", unit="us", bound=50.0)
def save() -> float:
    return median(per_call(game.save, 50) for game in positions())


@row("kernel/load", unit="us", bound=300.0)
def load() -> float:
    """From the bytes of a save to a game at its question."""
    saves = [game.save() for game in positions()]
    return median(per_call(partial(Game.load, SYSTEM, saved), 20) for saved in saves)


@row("kernel/replay", unit="ms")
def replay() -> float:
    """A whole duel of random players, run again from its log."""
    rng = Random(2)
    game = begun("duel", 2, Log())
    while not game.over:
        decide(game, rng)
    assert game.log is not None
    kept = game.log.entries or []
    return median(per_call(lambda: replayed(SYSTEM, kept), 1) for _ in range(50)) / 1000


@row("random-play/mini/duel", unit="decisions/s", bound=10_000.0, at_least=True)
def random_play() -> float:
    """Whole duels without a log, every option of every question listed."""
    rates = []
    for repeat in range(7):
        rng = Random(repeat)
        decisions = 0
        began = perf_counter()
        for seed in range(40):
            game = begun("duel", seed)
            while not game.over:
                decide(game, rng)
                decisions += 1
        rates.append(decisions / (perf_counter() - began))
    return median(rates)


@row("kernel/game-memory", unit="KB", bound=300.0)
def game_memory() -> float:
    """The most that a large game takes on its way to the end beyond system and pack, its log streamed out."""
    begun("large", 3)  # fills what the system keeps for all games
    rng = Random(3)
    most = written = 0

    def sink(lines: object, entries: object) -> None:
        nonlocal written
        written += 1

    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        game = begun("large", 3, Log(sink, keep=False))
        for n in range(10**6):
            if n % 50 == 0 or game.over:
                gc.collect()
                most = max(most, tracemalloc.get_traced_memory()[0] - before)
            if game.over:
                break
            seat = game.waiting()[0]
            question = game.pending(seat)
            assert question is not None
            game.answer(seat, question.sample(game.view(seat), rng))
    finally:
        tracemalloc.stop()
    assert game.over
    assert written
    return most / 1000
