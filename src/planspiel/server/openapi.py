"""The OpenAPI document, made from the routes and the records on the wire."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec

from planspiel import __version__
from planspiel.server import wire
from planspiel.server.api import ROUTES, Route

__all__ = ["document"]

_TEMPLATE = "#/components/schemas/{name}"


@cache
def document() -> bytes:
    paths: dict[str, dict[str, Any]] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route)
    return msgspec.json.encode(
        {
            "openapi": "3.1.0",
            "info": {
                "title": "Planspiel",
                "version": __version__,
                "description": "Lobby, saves, logs and replays. Play goes over the WebSocket /api/play; "
                "its messages are described by /api/wire.json.",
            },
            "paths": paths,
            "components": {
                **wire.schemas()["components"],
                "securitySchemes": {"link": {"type": "http", "scheme": "bearer"}},
            },
        }
    )


def _operation(route: Route) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": route.handler.__name__,
        "summary": route.summary,
        "parameters": _parameters(route),
        "responses": {
            "200": {"description": "Done.", "content": _content(route.answer)},
            "default": {"description": "Refused; nothing was changed.", "content": _content(wire.Problem)},
        },
    }
    if route.body is not None:
        operation["requestBody"] = {"required": True, "content": _content(route.body)}
    elif route.is_upload:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": {}}}}
    if route.needs_link:
        operation["security"] = [{"link": []}]
    return operation


def _parameters(route: Route) -> list[dict[str, Any]]:
    path = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"\{(\w+)\}", route.path)
    ]
    return path + [{"name": name, "in": "query", "schema": {"type": "string"}} for name in route.query]


def _content(kind: Any) -> dict[str, Any]:
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=_TEMPLATE)
    return {"application/json": {"schema": schema}}
