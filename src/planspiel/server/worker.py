"""A process in which bots think: reads decisions to be made, writes what the bot chose. It holds no secret.

Started by `planspiel.server.workers` as `python -m planspiel.server.worker PLUGIN...`. A message is its
length in four bytes and then its bytes. The first message that is written says that the process is ready.
"""

from __future__ import annotations

import importlib
import os
import struct
import sys
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO

__all__ = ["FAILED", "OK", "main"]

OK, FAILED = b"+", b"-"
LENGTH = struct.Struct("<I")
MEMORY = 4 * 1024**3
"""Bytes that a bot may use before it fails."""


def main(plugins: list[str]) -> None:
    """Answer until the server closes the pipe."""
    reading, writing = _pipes()
    _be_modest()
    for plugin in plugins:
        importlib.import_module(plugin)
    from planspiel.bots.remote import answer

    tasks: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_listen, args=(reading, tasks), daemon=True).start()
    _write(writing, OK)
    while True:
        task = tasks.get()
        try:
            _write(writing, OK + answer(task))
        except Exception as fault:
            _write(writing, FAILED + type(fault).__name__.encode())


def _pipes() -> tuple[BinaryIO, BinaryIO]:
    """Our own pipes; whatever a bot prints or reads goes elsewhere."""
    reading, writing = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    return reading, writing


def _be_modest() -> None:
    """The table comes first: less time than the server, and memory with an end."""
    try:
        import resource

        os.nice(5)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    except (ImportError, OSError, ValueError):
        pass  # where this cannot be said, bots are trusted


def _listen(reading: BinaryIO, tasks: SimpleQueue[bytes]) -> None:
    """Tasks as they come. When the server is gone, so is this process, whatever a bot is doing."""
    while len(head := reading.read(LENGTH.size)) == LENGTH.size:
        tasks.put(reading.read(LENGTH.unpack(head)[0]))
    os._exit(0)


def _write(writing: BinaryIO, message: bytes) -> None:
    writing.write(LENGTH.pack(len(message)) + message)
    writing.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
