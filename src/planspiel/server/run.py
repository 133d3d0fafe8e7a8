"""Running a server: `planspiel serve`, `planspiel play` and the tests come here."""

from __future__ import annotations

import socket
from collections.abc import Callable

import uvicorn

from planspiel.server.app import application
from planspiel.server.database import default_url
from planspiel.server.logs import log, start_logging
from planspiel.server.settings import Settings
from planspiel.server.store import Store

__all__ = ["PortTaken", "address", "bound", "serve", "server"]


class PortTaken(Exception):
    """Someone else listens there."""


def bound(settings: Settings) -> socket.socket:
    """A socket that listens where the settings say; port 0 takes any that is free."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # With the protocol named, asyncio switches off the waiting for more to send on every connection.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except OSError as fault:
        listening.close()
        raise PortTaken(f"{settings.host}:{settings.port}: {fault.strerror}") from None
    return listening


def address(settings: Settings, listening: socket.socket) -> str:
    """Where players find the table."""
    if settings.public_url:
        return settings.public_url.rstrip("/") + "/"
    port = listening.getsockname()[1]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def server(settings: Settings, ready: Callable[[], None] | None = None) -> uvicorn.Server:
    """A server on its database, about to run. `ready` is called once connections are taken."""
    kept = Store(settings.database or default_url())
    limits = settings.limits
    config = uvicorn.Config(
        application(settings, kept),
        log_config=None,
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=limits.message,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        ws_per_message_deflate=False,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=5,
        limit_concurrency=limits.connections + 500,
        h11_max_incomplete_event_size=32 * 1024,
        lifespan="on",
    )
    return _Server(config, ready)


def serve(settings: Settings, listening: socket.socket, ready: Callable[[], None] | None = None) -> None:
    """Serve until interrupted."""
    start_logging()
    running = server(settings, ready)
    log("started", port=listening.getsockname()[1])
    running.run(sockets=[listening])


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, ready: Callable[[], None] | None) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self._ready is not None:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        log("stopped")
