"""Playing a study to its end, or as far as it goes."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from planspiel.sim.engines import Engine, InProcess, OnRay, Processes, chunks
from planspiel.sim.playing import Played, Task
from planspiel.sim.study import Study, StudyError, checked, program

__all__ = ["Stopped", "engine_of", "gather"]


class Stopped(Exception):
    """The study was interrupted. `games` are over, and were handed to `each`."""

    def __init__(self, games: list[Played]) -> None:
        super().__init__(f"stopped after {len(games)} games")
        self.games = games


def engine_of(name: str, jobs: int, address: str = "") -> Engine:
    """`local` or `ray`."""
    if name == "ray":
        return OnRay(jobs, address)
    if address:
        raise StudyError("an address is for the engine `ray`")
    return InProcess() if jobs == 1 else Processes(jobs)


def gather(
    study: Study,
    engine: Engine | None = None,
    *,
    done: Iterable[Played] = (),
    each: Callable[[Played], None] = lambda _: None,
    logs: bool = False,
) -> list[Played]:
    """All games of a study in the order of their numbers. Those in `done` are not played again.

    `each` is told of every game when it is over. An interrupt ends in `Stopped`.
    """
    checked(study)
    engine = engine if engine is not None else InProcess()
    games = {game.n: game for game in done if game.n < study.games}
    left = [n for n in range(study.games) if n not in games]

    def take(over: list[Played]) -> None:
        for game in over:
            games[game.n] = game
            each(game)

    version = program(study.system)
    tasks = [Task(study, chunk, version, logs) for chunk in chunks(left, engine.workers)]
    try:
        for over in engine.deal(tasks):
            take(over)
    except KeyboardInterrupt:
        for over in engine.halt():
            take(over)
        raise Stopped(_in_order(games)) from None
    return _in_order(games)


def _in_order(games: dict[int, Played]) -> list[Played]:
    return [games[n] for n in sorted(games)]
