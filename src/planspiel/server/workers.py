"""The processes in which bots think. They start when a bot is first asked, and a few serve all games.

What hangs is killed, what dies is replaced: whoever asks gets an answer or `BotFailed` within a known time.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence

from planspiel.server.logs import log
from planspiel.server.worker import FAILED, LENGTH

__all__ = ["BotFailed", "Workers"]

START_SECONDS = 30.0
TASKS_EACH = 1000
"""So many decisions, then a process is replaced: what a bot left lying about goes with it."""
MOST_BYTES = 16 * 1024 * 1024


class BotFailed(Exception):
    """A bot did not answer: it hung, its process died, or it raised something."""


class _Worker:
    """One process, and how many decisions it has made."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.tasks = 0

    async def hear(self) -> bytes:
        reading = self.process.stdout
        assert reading is not None
        (length,) = LENGTH.unpack(await reading.readexactly(LENGTH.size))
        if not 0 < length <= MOST_BYTES:
            raise BotFailed("its answer is too long")
        return await reading.readexactly(length)

    async def ask(self, task: bytes) -> bytes:
        writing = self.process.stdin
        assert writing is not None
        self.tasks += 1
        writing.write(LENGTH.pack(len(task)) + task)
        await writing.drain()
        return await self.hear()

    async def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()


class Workers:
    """At most `most` processes; `plugins` are modules that each imports first, for systems or bots."""

    def __init__(self, most: int, plugins: Sequence[str] = ()) -> None:
        self._plugins = tuple(plugins)
        self._room = asyncio.Semaphore(most)
        self._idle: list[_Worker] = []
        self._busy: set[_Worker] = set()
        self.is_closed = False

    async def ask(self, task: bytes, seconds: float) -> bytes:
        """What the bot answered to a task of `planspiel.bots.remote`, or `BotFailed` when time is up."""
        async with self._room:
            if self.is_closed:
                raise BotFailed("the server ends")
            worker = self._idle.pop() if self._idle else await self._start()
            self._busy.add(worker)
            is_sound = False
            try:
                found = await asyncio.wait_for(worker.ask(task), seconds)
                is_sound = worker.tasks < TASKS_EACH
            except TimeoutError:
                raise BotFailed("it took too long") from None
            except (asyncio.IncompleteReadError, OSError):
                raise BotFailed("its process died") from None
            finally:
                self._busy.discard(worker)
                if is_sound and not self.is_closed:
                    self._idle.append(worker)
                else:
                    await asyncio.shield(worker.kill())
        if found[:1] == FAILED:
            raise BotFailed(found[1:].decode(errors="replace")[:80])
        return found[1:]

    async def _start(self) -> _Worker:
        path = os.pathsep.join(place for place in sys.path if place)
        # Pools of threads inside number libraries would fight over the cores that all workers share.
        environment = {**os.environ, "PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1"}
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "planspiel.server.worker",
            *self._plugins,
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            env=environment,
            limit=MOST_BYTES,
        )
        worker = _Worker(process)
        try:
            await asyncio.wait_for(worker.hear(), START_SECONDS)
        except (TimeoutError, asyncio.IncompleteReadError):
            await worker.kill()
            raise BotFailed("its process did not start") from None
        log("worker-started", pid=process.pid)
        return worker

    async def close(self) -> None:
        """End all processes; who still waits for one is told that it failed."""
        self.is_closed = True
        for worker in [*self._idle, *self._busy]:
            await worker.kill()
        self._idle.clear()
