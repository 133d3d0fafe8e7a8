"""Blitzkrieg 1940: random play of both battles and of the duel, listing of options, replay and fork.

What counts as a decision is fixed in docs/adr/0006-granularity-of-decisions.md.
"""

from collections.abc import Iterator
from functools import cache
from random import Random
from statistics import median
from time import perf_counter

from planspiel.cli.bench import row
from planspiel.kernel import DECLINE, Game, Keyed, Log, Lucky, Setup, Window, replayed
from planspiel.kernel.dice import Dice
from planspiel.systems import registry
from planspiel.systems.blitzkrieg1940.state import Position
from planspiel.systems.blitzkrieg1940.system import Blitzkrieg1940

HANNUT, STONNE, DUEL = Setup("hannut"), Setup("stonne"), Setup("duel")
GAMES = 10
"""Of each run."""
REPEATS = 5


@cache
def the_system() -> Blitzkrieg1940:
    system = registry.load("blitzkrieg1940")
    assert isinstance(system, Blitzkrieg1940)
    return system


def started(setup: Setup, dice: Dice, log: Log | None = None) -> Game[Position]:
    return Game.start(the_system(), setup, dice, log)


def decide(game: Game[Position], rng: Random) -> None:
    """One random decision."""
    seat = game.waiting()[0]
    question = game.pending(seat)
    assert question is not None
    if isinstance(game.pause, Window) and rng.randrange(2):
        game.choose(DECLINE)
    else:
        game.choose(question.sample(game.view(seat), rng))


def played(setup: Setup, seed: int) -> int:
    """A whole game; how many decisions it took."""
    rng = Random(seed)
    game, decisions = started(setup, Lucky(rng)), 0
    while not game.over:
        decide(game, rng)
        decisions += 1
    return decisions


def runs(setup: Setup) -> Iterator[tuple[int, float]]:
    """Decisions and seconds of a few runs. What the map caches is cached before the first."""
    played(setup, GAMES)
    for _ in range(REPEATS):
        began = perf_counter()
        decisions = sum(played(setup, seed) for seed in range(GAMES))
        yield decisions, perf_counter() - began


def rate(setup: Setup) -> float:
    return median(decisions / seconds for decisions, seconds in runs(setup))


@row("random-play/blitzkrieg1940/hannut", unit="decisions/s", bound=2500.0, at_least=True)
def random_hannut() -> float:
    return rate(HANNUT)


@row("random-play/blitzkrieg1940/stonne", unit="decisions/s", bound=2500.0, at_least=True)
def random_stonne() -> float:
    return rate(STONNE)


@row("random-play/blitzkrieg1940/duel", unit="decisions/s", bound=2500.0, at_least=True)
def random_duel() -> float:
    return rate(DUEL)


@row("blitzkrieg1940/random-hannut-game", unit="s", bound=1.0)
def random_game() -> float:
    """From set-up to victory: mostly one turn or two, as random Germans fall below the band of points."""
    return median(seconds / GAMES for _, seconds in runs(HANNUT))


@row("blitzkrieg1940/games-per-second", unit="games/s")
def games_per_second() -> float:
    """Both battles in turn."""
    seconds = median(h + s for (_, h), (_, s) in zip(runs(HANNUT), runs(STONNE), strict=True))
    return 2 * GAMES / seconds


@cache
def logged_game() -> Game[Position]:
    """The longest of a few games of Hannut, with its log."""
    games = []
    for seed in range(GAMES):
        rng, game = Random(seed), started(HANNUT, Keyed(b"bench %d" % seed), Log())
        while not game.over:
            decide(game, rng)
        games.append(game)
    return max(games, key=lambda game: len(game.log.entries or ()) if game.log is not None else 0)


@row("blitzkrieg1940/replay", unit="ms", bound=100.0)
def replay() -> float:
    """A whole game of Hannut run again from its log: every answer checked, every die as it fell."""
    game = logged_game()
    assert game.log is not None
    entries = game.log.entries or []

    def run_again() -> float:
        began = perf_counter()
        twin = replayed(the_system(), entries)
        seconds = perf_counter() - began
        assert twin.digest() == game.digest()
        return seconds

    return median(run_again() for _ in range(9)) * 1000


@cache
def listing() -> tuple[int, int, float]:
    """Decisions, options and the seconds it took to list them all, in one game of each battle."""
    decisions, options, seconds = 0, 0, 0.0
    for setup in (HANNUT, STONNE):
        rng = Random(1)
        game = started(setup, Lucky(rng))
        while not game.over:
            seat = game.waiting()[0]
            question, view = game.pending(seat), game.view(seat)
            assert question is not None
            began = perf_counter()
            options += sum(1 for _ in question.options(view))
            seconds += perf_counter() - began
            decisions += 1
            decide(game, rng)
    return decisions, options, seconds


@row("blitzkrieg1940/options-per-decision", unit="options")
def options_per_decision() -> float:
    decisions, options, _ = listing()
    return options / decisions


@row("blitzkrieg1940/us-per-option", unit="us")
def time_per_option() -> float:
    _, options, seconds = listing()
    return seconds / options * 1e6


@row("blitzkrieg1940/fork", unit="us")
def fork() -> float:
    """At the questions of a game of Stonne; what was answered since the last resume point is run again."""
    rng, times = Random(1), []
    game = started(STONNE, Lucky(rng))
    while not game.over:
        began = perf_counter()
        game.fork()
        times.append(perf_counter() - began)
        decide(game, rng)
    return median(times) * 1e6
