"""The systems of a server, each built once: when it is first asked for, or beside the first requests."""

from __future__ import annotations

from threading import Lock
from typing import Any

import anyio.to_thread

from planspiel.kernel import System
from planspiel.server.logs import log
from planspiel.server.refusals import Refusal
from planspiel.systems import registry

__all__ = ["Shelf"]

AnySystem = System[Any, Any, Any]


class Shelf:
    def __init__(self) -> None:
        self._built: dict[str, AnySystem] = {}
        self._building = Lock()

    def system(self, name: str) -> AnySystem:
        """A system; whoever asks for one that is being built waits for it."""
        if name not in self._built:
            with self._building:
                if name not in self._built:
                    self._built[name] = _build(name)
        return self._built[name]

    async def fetch(self, name: str) -> AnySystem:
        """A system, without keeping everybody else waiting while it is built."""
        if name in self._built:
            return self._built[name]
        return await anyio.to_thread.run_sync(self.system, name)

    async def fill(self) -> None:
        """Build all that can be played, one after the other."""
        for name in registry.names():
            try:
                await self.fetch(name)
            except Refusal:
                log("system-missing", system=name)


def _build(name: str) -> AnySystem:
    try:
        return registry.load(name)
    except registry.UnknownSystem:
        raise Refusal("not-found", "There is no system {system}.", system=name[:64]) from None
