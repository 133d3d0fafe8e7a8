"""The files of the page, compressed once for browsers that take them so."""

from __future__ import annotations

import gzip
import os
from functools import lru_cache
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

__all__ = ["PageFiles", "compressed", "takes_gzip"]

COMPRESSED = (".js", ".css", ".html", ".svg")


class PageFiles(StaticFiles):
    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        found = super().file_response(full_path, stat_result, scope, status_code)
        if Path(full_path).suffix not in COMPRESSED:
            return found
        found.headers.add_vary_header("accept-encoding")
        if found.status_code != 200 or not takes_gzip(scope) or "range" in Headers(scope=scope):
            return found
        # The same file in another dress: for a browser's memory both are alike, byte for byte they are not.
        headers = {
            "content-encoding": "gzip",
            "etag": f"W/{found.headers['etag']}",
            **{name: found.headers[name] for name in ("last-modified", "vary")},
        }
        body = compressed(_read(str(full_path), stat_result.st_mtime_ns))
        return Response(body, headers=headers, media_type=found.media_type)


def takes_gzip(scope: Scope) -> bool:
    offered = Headers(scope=scope).get("accept-encoding", "")
    return "gzip" in (word.partition(";")[0].strip() for word in offered.split(","))


@lru_cache(maxsize=32)
def compressed(data: bytes) -> bytes:
    """What all may see and many fetch: it is worth keeping."""
    return gzip.compress(data, 6, mtime=0)


@lru_cache(maxsize=32)
def _read(path: str, changed: int) -> bytes:
    """A file of the page; `changed` tells a rebuilt one from the one that is kept."""
    return Path(path).read_bytes()
