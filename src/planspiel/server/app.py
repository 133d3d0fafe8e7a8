"""The application: routes, the WebSocket, the page if it is built, and what guards them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, WebSocketRoute
from starlette.routing import Route as HttpRoute

from planspiel.kernel import render
from planspiel.server import openapi, wire
from planspiel.server.api import ROUTES, Call, Plain, Route
from planspiel.server.limits import ASGI, Guard
from planspiel.server.logs import log
from planspiel.server.play import Play
from planspiel.server.refusals import STATUS, Refusal
from planspiel.server.service import Service
from planspiel.server.settings import Settings
from planspiel.server.static import PageFiles, compressed, takes_gzip
from planspiel.server.store import Store
from planspiel.server.telling import GERMAN

__all__ = ["PAGE", "application"]

PAGE = Path(__file__).parent / "page"
"""The built page."""


def application(settings: Settings, kept: Store, page: Path = PAGE) -> ASGI:
    service = Service(kept, settings)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        running = [
            asyncio.create_task(service.follow()),
            asyncio.create_task(service.players.keep_time()),
        ]
        if settings.warm:
            running.append(asyncio.create_task(service.shelf.fill()))
        try:
            yield
        finally:
            for task in running:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
            await service.close()
            await asyncio.to_thread(kept.close)

    routes: list[BaseRoute] = [
        HttpRoute(route.path, partial(_answered, service, route), methods=[route.method]) for route in ROUTES
    ]
    routes += [
        HttpRoute("/api/openapi.json", _openapi),
        HttpRoute("/api/wire.json", _wire),
        WebSocketRoute("/api/play", Play(service).attend),
    ]
    if (page / "index.html").is_file():
        routes.append(Mount("/", PageFiles(directory=page, html=True)))
    else:
        routes.append(HttpRoute("/", _no_page))
    app = Starlette(routes=routes, lifespan=lifespan)
    app.state.service = service
    return Guard(app, settings, _problem)


async def _answered(service: Service, route: Route, request: Request) -> Response:
    """Take a request apart, call its function, and write out what it gives or why it is refused."""
    try:
        limit = service.limits.upload if route.is_upload else service.limits.message
        call = Call(service, request.path_params, dict(request.query_params), "", await _body(request, limit))
        if route.needs_link:
            call.token = _token(request)
        answer = await route.handler(call)
    except Refusal as refusal:
        status, body = _problem(refusal, _language(request))
        return Response(body, status, media_type="application/json")
    except ClientDisconnect:
        return Response(status_code=499)
    except Exception as fault:
        log("failed", on=route.handler.__name__, fault=type(fault).__name__)
        broken = Refusal("broken", "The rules have failed here; nothing was changed.")
        status, body = _problem(broken, _language(request))
        return Response(body, status, media_type="application/json")
    headers = {"cache-control": "no-store"}
    if isinstance(answer, Plain):
        if answer.name:
            headers["content-disposition"] = f'attachment; filename="{answer.name}"'
        data = answer.data
        if answer.is_printed and takes_gzip(request.scope):
            data = await asyncio.to_thread(compressed, data)
            headers |= {"content-encoding": "gzip", "vary": "accept-encoding"}
        return Response(data, media_type=answer.media, headers=headers)
    return Response(wire.encode(answer), media_type="application/json", headers=headers)


async def _body(request: Request, limit: int) -> bytes:
    parts: list[bytes] = []
    length = 0
    async for part in request.stream():
        length += len(part)
        if length > limit:
            raise Refusal("too-large", "This is too large.")
        parts.append(part)
    return b"".join(parts)


def _language(request: Request) -> str:
    """The language of whoever asks: as the query says, else as the page does in its header."""
    return request.query_params.get("language") or request.headers.get("accept-language", "en")[:2].lower()


def _token(request: Request) -> str:
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer" or not token:
        raise Refusal("no-such-link", "This link opens no game.")
    return token.strip()


def _problem(refusal: Refusal, language: str = "en") -> tuple[int, bytes]:
    reason = render(refusal.text, GERMAN if language == "de" else None)
    return STATUS[refusal.code], wire.encode(wire.Problem(refusal.code, reason, refusal.cite))


async def _openapi(request: Request) -> Response:
    return Response(openapi.document(), media_type="application/json")


async def _wire(request: Request) -> Response:
    return Response(wire.encode(wire.schemas()), media_type="application/json")


async def _no_page(request: Request) -> Response:
    base = str(request.base_url).rstrip("/")
    return PlainTextResponse(
        f"Planspiel is running, but its page is not built. The API is described at {base}/api/openapi.json\n"
    )
