"""Wiener 2022: random play on the large board, open and hidden, and how long one decision of each takes.

`meeting` has more than sixty elements on 20 x 40 fields.
"""

from functools import cache
from random import Random
from statistics import median
from time import perf_counter

from planspiel.cli.bench import row
from planspiel.kernel import DECLINE, Game, Lucky, Setup, Window
from planspiel.systems import registry
from planspiel.systems.wiener2022.state import Position
from planspiel.systems.wiener2022.system import Wiener2022

GAMES = 4
"""Of each run."""
REPEATS = 5


@cache
def the_system() -> Wiener2022:
    system = registry.load("wiener2022")
    assert isinstance(system, Wiener2022)
    return system


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
    game, decisions = Game.start(the_system(), setup, Lucky(rng)), 0
    while not game.over:
        decide(game, rng)
        decisions += 1
    return decisions


def rate(mode: str) -> float:
    """Decisions a second. What the map caches is cached before the first run."""
    setup = Setup("meeting", {"mode": mode})
    rates = []
    for repeat in range(REPEATS + 1):
        began = perf_counter()
        decisions = sum(played(setup, seed) for seed in range(GAMES))
        if repeat:
            rates.append(decisions / (perf_counter() - began))
    return median(rates)


@row("random-play/wiener2022/meeting", unit="decisions/s", bound=2000.0, at_least=True)
def random_meeting() -> float:
    return rate("open")


@row("random-play/wiener2022/meeting-hidden", unit="decisions/s", at_least=True)
def random_hidden_meeting() -> float:
    return rate("hidden")
