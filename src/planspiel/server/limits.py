"""What is kept off the table: floods, strangers' pages, large bodies; and the headers that guard the page."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from planspiel.server.refusals import Refusal
from planspiel.server.settings import Limits, Settings

__all__ = ["Bucket", "Buckets", "Guard", "allowed_hosts"]

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
ASGI = Callable[[Scope, Receive, Send], Awaitable[None]]

HEADERS: list[tuple[bytes, bytes]] = [
    (
        b"content-security-policy",
        b"default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
        b"connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]


class Bucket:
    """So many at once, so many a second after that."""

    __slots__ = ("at", "left", "most", "rate")

    def __init__(self, rate: float, most: int) -> None:
        self.rate, self.most = rate, float(most)
        self.left, self.at = float(most), time.monotonic()

    def take(self) -> bool:
        moment = time.monotonic()
        self.left = min(self.most, self.left + (moment - self.at) * self.rate)
        self.at = moment
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Buckets:
    """One bucket for each address, the latest few thousand of them."""

    def __init__(self, rate: float, most: int, kept: int = 4096) -> None:
        self.rate, self.most, self.kept = rate, most, kept
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        bucket = self._buckets.pop(address, None) or Bucket(self.rate, self.most)
        self._buckets[address] = bucket
        if len(self._buckets) > self.kept:
            self._buckets.popitem(last=False)
        return bucket.take()


def allowed_hosts(settings: Settings) -> tuple[str, ...]:
    """The names under which the table may be reached; empty for any.

    On this machine alone only its own names count, so that no page from elsewhere can reach it under a name
    of its own. A server for others without --public-url cannot know its names.
    """
    public = urlsplit(settings.public_url).hostname if settings.public_url else None
    if settings.host in ("127.0.0.1", "::1", "localhost"):
        return ("127.0.0.1", "localhost", "::1", *((public,) if public else ()))
    return (public, "127.0.0.1", "localhost", "::1") if public else ()


class Guard:
    """Stands before the application: hosts, origins, rates, sizes, headers."""

    def __init__(
        self, app: ASGI, settings: Settings, problem: Callable[[Refusal], tuple[int, bytes]]
    ) -> None:
        self.app = app
        self.limits: Limits = settings.limits
        self.hosts = allowed_hosts(settings)
        self.public = _origin(settings.public_url) if settings.public_url else None
        self.problem = problem
        self.requests = Buckets(self.limits.requests_per_second, self.limits.requests_at_once)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            await self._refuse(scope, send, refusal)
        elif scope["type"] == "websocket":
            await self.app(scope, receive, send)
        else:
            await self.app(scope, receive, _guarded(send))

    def _refusal(self, scope: Scope, headers: dict[bytes, bytes]) -> Refusal | None:
        host = headers.get(b"host", b"").decode("latin-1")
        name = urlsplit(f"//{host}").hostname or ""
        if self.hosts and name not in self.hosts:
            return Refusal("not-allowed", "This table is not reached under that name.")
        origin = headers.get(b"origin", b"").decode("latin-1")
        is_reading = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        if origin and not is_reading and not self._is_ours(origin, host, scope):
            return Refusal("not-allowed", "Another page may not play here.")
        client = scope.get("client")
        if not self.requests.take(client[0] if client else ""):
            return Refusal("too-fast", "Too much at once: wait a little.")
        return None

    def _is_ours(self, origin: str, host: str, scope: Scope) -> bool:
        """A page of the same host and port, or of the public address."""
        return _origin(origin) == self.public or urlsplit(origin).netloc == host

    async def _refuse(self, scope: Scope, send: Send, refusal: Refusal) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": refusal.code})
            return
        status, body = self.problem(refusal)
        headers = [(b"content-type", b"application/json"), *HEADERS]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})


def _origin(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    return parts.scheme, parts.netloc


def _guarded(send: Send) -> Send:
    async def guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], *HEADERS]}
        await send(message)

    return guarded
