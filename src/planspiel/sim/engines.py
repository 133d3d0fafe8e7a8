"""Who plays the games of a study: this process, several processes, or a Ray cluster.

An engine is dealt tasks and hands back games as they are over, in any order. When halted it gives up what is
being played within one decision and hands back the rest of what is over. Close it when done.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import socket
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from multiprocessing.synchronize import Event as Flag
from typing import Any, Protocol

from planspiel.sim.playing import Played, Task, play_task
from planspiel.sim.study import StudyError

__all__ = ["Engine", "InProcess", "OnRay", "Processes", "chunks"]

LARGEST_CHUNK = 16


class Engine(Protocol):
    @property
    def workers(self) -> int:
        """How many games are played at a time."""
        ...

    def deal(self, tasks: Sequence[Task]) -> Iterator[list[Played]]:
        """Start on all of these, and hand back games as they are over."""
        ...

    def halt(self) -> Iterator[list[Played]]:
        """Stop, and hand back what is over and was not handed back before."""
        ...

    def close(self) -> None: ...


def chunks(numbers: Sequence[int], workers: int) -> list[tuple[int, ...]]:
    """Games dealt in chunks that grow smaller towards the end, so that all workers finish together."""
    dealt: list[tuple[int, ...]] = []
    start = 0
    while start < len(numbers):
        size = max(1, min(LARGEST_CHUNK, (len(numbers) - start) // (workers * 8)))
        dealt.append(tuple(numbers[start : start + size]))
        start += size
    return dealt


# -- this machine ----------------------------------------------------------------------------------------


class InProcess:
    """One game after another, here."""

    workers = 1

    def deal(self, tasks: Sequence[Task]) -> Iterator[list[Played]]:
        for task in tasks:
            for n in task.numbers:
                yield play_task(Task(task.study, (n,), task.program, task.logs))

    def halt(self) -> Iterator[list[Played]]:
        yield from ()

    def close(self) -> None:
        pass


_halting: list[Flag] = []
"""In a process that plays games: set when it is to stop."""


def _ready(halting: Flag) -> None:
    """Ctrl-C reaches every process of a terminal; the one that deals the games decides what it means."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _halting[:] = [halting]


def _nothing() -> None: ...


def _played_here(task: Task) -> list[Played]:
    return play_task(task, _halting[0].is_set)


class Processes:
    """Several processes of this machine."""

    def __init__(self, jobs: int) -> None:
        methods = multiprocessing.get_all_start_methods()
        # A forked process has the packs that were read before; without fork each reads them for itself.
        context = multiprocessing.get_context("fork" if "fork" in methods and os.name == "posix" else None)
        self.workers = jobs
        self._flag = context.Event()
        self._pool = ProcessPoolExecutor(jobs, context, _ready, (self._flag,))
        self._pool.submit(_nothing)  # processes are forked now, before anything here starts a thread
        self._left: set[Future[list[Played]]] = set()

    def deal(self, tasks: Sequence[Task]) -> Iterator[list[Played]]:
        self._left = {self._pool.submit(_played_here, task) for task in tasks}
        return self._handed_back()

    def _handed_back(self) -> Iterator[list[Played]]:
        for future in as_completed(tuple(self._left)):
            self._left.discard(future)
            yield _result(future)

    def halt(self) -> Iterator[list[Played]]:
        self._flag.set()
        self._pool.shutdown(wait=True, cancel_futures=True)
        for future in self._left:
            if not future.cancelled() and future.exception() is None:
                yield future.result()

    def close(self) -> None:
        self._flag.set()
        self._pool.shutdown(wait=True, cancel_futures=True)


def _result(future: Future[list[Played]]) -> list[Played]:
    try:
        return future.result()
    except BrokenProcessPool:
        raise StudyError(
            "a process that played games was ended from outside, perhaps for want of memory"
        ) from None


# -- a cluster -------------------------------------------------------------------------------------------


class OnRay:
    """A Ray cluster: one that runs already, or one started on this machine for the study."""

    def __init__(self, jobs: int, address: str = "") -> None:
        try:
            ray: Any = import_module("ray")
        except ImportError:
            raise StudyError(
                "the engine `ray` needs Ray, which is not installed: pip install 'planspiel[cluster]'"
            ) from None
        self._ray = ray
        self._owned = not ray.is_initialized()
        if self._owned:
            _join(ray, jobs, address)
        self.workers = max(1, int(ray.cluster_resources().get("CPU", jobs)))
        self._left: list[Any] = []

    def deal(self, tasks: Sequence[Task]) -> Iterator[list[Played]]:
        remote = self._ray.remote(max_retries=2)(play_task)
        self._left = [remote.remote(task) for task in tasks]
        return self._handed_back()

    def _handed_back(self) -> Iterator[list[Played]]:
        while self._left:
            ready, self._left = self._ray.wait(self._left)
            for reference in ready:
                yield self._result(reference)

    def _result(self, reference: Any) -> list[Played]:
        try:
            played: list[Played] = self._ray.get(reference)
        except self._ray.exceptions.RayTaskError as fault:
            if isinstance(fault.cause, StudyError):
                raise fault.cause from None
            raise
        except self._ray.exceptions.RayError as fault:
            reason = " ".join(str(fault).split())[:300]
            raise StudyError(f"the Ray cluster could not finish the study: {reason}") from None
        return played

    def halt(self) -> Iterator[list[Played]]:
        if not self._left:
            return
        ready, rest = self._ray.wait(self._left, num_returns=len(self._left), timeout=0)
        for reference in rest:
            self._ray.cancel(reference)
        for reference in ready:
            yield self._result(reference)

    def close(self) -> None:
        if self._owned:
            self._ray.shutdown()


def _join(ray: Any, jobs: int, address: str) -> None:
    """Join the cluster at an address (`auto`: the one on this machine), or start one with so many workers."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
    try:
        if address:
            _knock(address)
            ray.init(address=address, **quiet)
        else:
            ray.init(num_cpus=jobs, include_dashboard=False, object_store_memory=100 * 2**20, **quiet)
    except (OSError, OverflowError, ValueError, RuntimeError) as fault:
        reason = " ".join(str(fault).split())[:300]
        where = f"at {address!r}" if address else "on this machine"
        raise StudyError(f"there is no Ray cluster {where} that can be used: {reason}") from None


def _knock(address: str) -> None:
    """Fail at once where nobody listens; Ray itself would try for minutes."""
    host, colon, port = address.rpartition("://")[2].rpartition(":")
    if colon and port.isdigit():
        socket.create_connection((host.strip("[]"), int(port)), timeout=5).close()
