"""Simulation: how much two processes gain over one, and what counting costs. Measure on a quiet machine."""

from contextlib import closing
from statistics import median
from time import perf_counter

from planspiel.cli.bench import row
from planspiel.sim import Study, gather
from planspiel.sim.engines import Processes

STONNE = Study("blitzkrieg1940", "stonne", ("random", "random"), games=32, seed=1)
REPEATS = 3


def rate(study: Study, jobs: int) -> float:
    """Decisions a second with so many processes, from dealing the first game to the last one coming back."""
    with closing(Processes(jobs)) as engine:
        began = perf_counter()
        games = gather(study, engine)
        seconds = perf_counter() - began
    return sum(game.decisions for game in games) / seconds


@row("sim/efficiency", unit="%", bound=85.0, at_least=True)
def efficiency() -> float:
    """Two processes against twice one, with games of very different length."""
    gather(Study(STONNE.system, STONNE.scenario, STONNE.bots, games=1))  # what is cached is cached before
    return median(100 * rate(STONNE, 2) / (2 * rate(STONNE, 1)) for _ in range(REPEATS))


@row("sim/selfplay-stonne", unit="decisions/s")
def selfplay() -> float:
    """Random bots under the referee, all figures counted, in two processes."""
    return median(rate(STONNE, 2) for _ in range(REPEATS))
