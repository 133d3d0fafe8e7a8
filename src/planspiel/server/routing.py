"""What a route of the HTTP API is: a function, and what it takes and gives."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from planspiel.server import wire
from planspiel.server.refusals import Refusal
from planspiel.server.service import Service
from planspiel.server.store import Holder

__all__ = ["ROUTES", "Call", "Plain", "Route", "route"]

T = TypeVar("T")


class Plain(Struct, frozen=True):
    """An answer that is already written out."""

    data: bytes
    media: str = "application/json"
    name: str = ""
    """The name of the file, if it is to be kept as one."""
    is_printed: bool = False
    """The same for all: sent compressed to those who take it so."""


class Call(Struct):
    """A request, taken apart."""

    service: Service
    path: dict[str, str]
    query: dict[str, str]
    token: str
    body: bytes

    async def holder(self) -> Holder:
        return await self.service.holder(self.token)

    def decoded(self, kind: type[T]) -> T:
        try:
            return msgspec.json.decode(self.body, type=kind)
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as fault:
            raise Refusal("malformed", "This is not a message: {reason}", reason=str(fault)[:200]) from None

    def language(self) -> wire.Language:
        return "de" if self.query.get("language") == "de" else "en"

    def number(self, name: str, default: int) -> int:
        written = self.query.get(name, str(default))
        if not (written.isdecimal() and len(written) < 10):
            raise Refusal("malformed", "This is not a message: {reason}", reason=f"{name} is not a number")
        return int(written)


Handler = Callable[[Call], Awaitable[Struct | list[Any] | dict[str, Any] | Plain]]


class Route(Struct, frozen=True):
    method: str
    path: str
    handler: Handler
    summary: str
    body: Any = None
    answer: Any = None
    query: tuple[str, ...] = ()
    needs_link: bool = False
    is_upload: bool = False


ROUTES: list[Route] = []


def route(
    method: str,
    path: str,
    *,
    body: Any = None,
    answer: Any = None,
    query: tuple[str, ...] = (),
    needs_link: bool = False,
    is_upload: bool = False,
) -> Callable[[Handler], Handler]:
    def mark(handler: Handler) -> Handler:
        summary = (handler.__doc__ or "").strip().split("\n")[0]
        ROUTES.append(Route(method, path, handler, summary, body, answer, query, needs_link, is_upload))
        return handler

    return mark
