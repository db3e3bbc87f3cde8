"""The files of the page, sent compressed and kept by browsers as long as they hold."""

from __future__ import annotations

import gzip
from functools import lru_cache, partial
from pathlib import Path

from anyio import to_thread
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from paiyan.service.http.scope import HttpScope

_COMPRESSED = frozenset({".css", ".html", ".js", ".json", ".mjs", ".svg", ".wasm", ".webmanifest"})
_LEAST = 1000  # bytes: a smaller file gains nothing
_FOR_GOOD = "public, max-age=31536000, immutable"  # its address names its content: ?v=HASH
_ASK_AGAIN = "no-cache"  # cached, but checked by its ETag before each use


class PageFiles(StaticFiles):
    """A folder of static files; what compresses is sent so to those who take it, and compressed once."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file, compressed if the client takes that; 304 if it has the file already."""
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = _FOR_GOOD if b"v=" in HttpScope(scope).query else _ASK_AGAIN
        if not isinstance(response, FileResponse):
            return response
        file = Path(response.path)
        if file.suffix not in _COMPRESSED:
            return response
        response.headers["vary"] = "accept-encoding"
        received = Headers(scope=scope)
        status = file.stat()
        if not _takes_gzip(received) or status.st_size < _LEAST:
            return response
        packed = await to_thread.run_sync(partial(_compressed, str(file), status.st_mtime_ns))
        headers = dict(response.headers)
        headers["etag"] = f"W/{headers['etag']}"
        headers.pop("content-length", None)
        made = Response(packed, headers={**headers, "content-encoding": "gzip"})
        tags = [tag.strip().removeprefix("W/") for tag in received.get("if-none-match", "").split(",")]
        return NotModifiedResponse(made.headers) if headers["etag"].removeprefix("W/") in tags else made


def packed(request: Request, response: Response) -> Response:
    """Return an answer compressed, if the client takes that. Only for answers that hold no secret: how long a
    compressed one is says something of what stands in it."""
    response.headers["vary"] = "accept-encoding"
    if _takes_gzip(request.headers) and len(response.body) >= _LEAST:
        response.body = gzip.compress(response.body, compresslevel=6, mtime=0)
        response.headers["content-encoding"] = "gzip"
        response.headers["content-length"] = str(len(response.body))
    return response


def _takes_gzip(received: Headers) -> bool:
    return "gzip" in [
        part.partition(";")[0].strip() for part in received.get("accept-encoding", "").split(",")
    ]


@lru_cache(maxsize=128)
def _compressed(path: str, changed: int) -> bytes:
    """Return a file compressed; `changed` is when it was changed last, so that a newer one is made again."""
    del changed
    return gzip.compress(Path(path).read_bytes(), compresslevel=9, mtime=0)
