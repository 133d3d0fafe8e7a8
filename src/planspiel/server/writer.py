"""One thread writes: whatever waits when it is ready goes into one transaction, one flush to the disk."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine

__all__ = ["Writer"]

T = TypeVar("T")
Job = Callable[[Connection], Any]
_MOST = 200


class _Waiting(NamedTuple):
    job: Job
    future: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop


class Writer:
    """Jobs are functions of a connection. A job that fails fails alone; the others are written."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="planspiel-writer", daemon=True)
        self._thread.start()

    async def do(self, job: Callable[[Connection], T]) -> T:
        """What the job returns, once it is on the disk. Who stops waiting does not stop the job."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._queue.put(_Waiting(job, future, loop))
        return await asyncio.shield(future)

    def close(self) -> None:
        """Write what is waiting, then stop."""
        self._queue.put(None)
        self._thread.join(timeout=30)

    def _run(self) -> None:
        while (first := self._queue.get()) is not None:
            group, is_last = [first], False
            try:
                while len(group) < _MOST:
                    following = self._queue.get_nowait()
                    if following is None:
                        is_last = True
                        break
                    group.append(following)
            except Empty:
                pass
            self._write(group)
            if is_last:
                return

    def _write(self, group: list[_Waiting]) -> None:
        try:
            results: list[Any] = self._together(group)
        except Exception as fault:
            results = [fault] if len(group) == 1 else [self._alone(waiting) for waiting in group]
        _settle_all(group, results)

    def _together(self, group: list[_Waiting]) -> list[Any]:
        with self._engine.begin() as connection:
            return [waiting.job(connection) for waiting in group]

    def _alone(self, waiting: _Waiting) -> Any:
        try:
            return self._together([waiting])[0]
        except Exception as fault:
            return fault


def _settle_all(group: list[_Waiting], results: list[Any]) -> None:
    """Hand results back, waking each event loop once."""
    loops: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = {}
    for waiting, result in zip(group, results, strict=True):
        loops.setdefault(waiting.loop, []).append((waiting.future, result))
    for loop, settled in loops.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(_settle, settled)


def _settle(settled: list[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, result in settled:
        if future.done():
            continue
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)
