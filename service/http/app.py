"""The HTTP service as ASGI apps: the service under ``/v1``, and the second listener for its operator.

Pictures live in memory for the request and are gone; no path that a client names is ever opened. Errors are
problem details (RFC 9457) with a stable type and one sentence. The second listener, of `create_admin`, has
connections of its own, so that it answers however many clients the service has, and it goes on until the
service has answered what it took. By default only this machine can reach it.
"""

from __future__ import annotations

import asyncio
import gzip
import socket
from collections.abc import AsyncGenerator, Generator, Mapping
from contextlib import asynccontextmanager, contextmanager
from functools import lru_cache, partial
from importlib.metadata import version
from pathlib import Path

import uvicorn
from anyio import to_thread
from fastapi import APIRouter, Depends, FastAPI, Request, Response
from starlette.datastructures import Headers
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import FileResponse
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Receive, Scope, Send

from paiyan.service.answers.rule_catalogue import open_folder
from paiyan.service.errors import NoSuchAddress, PaiyanError
from paiyan.service.http import problem_details
from paiyan.service.http.admission import admitted
from paiyan.service.http.middleware import AllowedHosts, HeadAsGet, LoadShedding, RequestMiddleware
from paiyan.service.http.routes import GUARDED, OPEN
from paiyan.service.http.routes.responses import GZIP_LEAST, takes_gzip
from paiyan.service.http.schemas import openapi
from paiyan.service.http.scope import HttpScope, is_http, reject_unknown_query_params
from paiyan.service.http.state import AppState, app_state
from paiyan.service.messages.requests import METRICS_CLOSED
from paiyan.service.settings import Settings, load_settings
from paiyan.service.telemetry import start_logging

WEB = Path(__file__).parents[1] / "web"
"""The page for the phone."""
_COMPRESSED = frozenset({".css", ".html", ".js", ".json", ".mjs", ".svg", ".wasm", ".webmanifest"})
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
        if not takes_gzip(received) or status.st_size < GZIP_LEAST:
            return response
        packed = await to_thread.run_sync(partial(_compressed, str(file), status.st_mtime_ns))
        headers = dict(response.headers)
        headers["etag"] = f"W/{headers['etag']}"
        headers.pop("content-length", None)
        made = Response(packed, headers={**headers, "content-encoding": "gzip"})
        tags = [tag.strip().removeprefix("W/") for tag in received.get("if-none-match", "").split(",")]
        return NotModifiedResponse(made.headers) if headers["etag"].removeprefix("W/") in tags else made


@lru_cache(maxsize=128)
def _compressed(path: str, changed: int) -> bytes:
    """Return a file compressed; `changed` is when it was changed last, so that a newer one is made again."""
    del changed
    return gzip.compress(Path(path).read_bytes(), compresslevel=9, mtime=0)


def create_app(settings: Settings | None = None, *, web: Path = WEB) -> FastAPI:
    """Create the service as an ASGI app.

    Args:
        settings: None for those of the environment.
        web: The folder of the page, with its engine if it has one.
    """
    settings = settings or load_settings()
    app = FastAPI(
        title="Paiyan 牌眼",
        summary="Read a mahjong hand from a photo, score it, settle it.",
        version=version("paiyan"),
        docs_url=None,  # those pages would load their scripts from elsewhere
        redoc_url=None,
        responses=openapi.PROBLEMS,
        lifespan=_lifespan,
    )
    if settings.house_rules:
        open_folder(settings.house_rules)
    app.state.service = AppState(settings)
    for router in GUARDED:
        app.include_router(router, dependencies=[Depends(admitted), Depends(reject_unknown_query_params)])
    for router in (*OPEN, health_router):
        app.include_router(router)
    if settings.page and web.is_dir():
        _serve_page(app, web)
    problem_details.install(app)
    openapi.install(app)
    _surround(app, settings)
    _build_routes(app)
    return app


def _build_routes(app: FastAPI) -> None:
    """Build all routes now: newer FastAPI does so on the event loop, amid the first request to one of them,
    and all others wait for some 60 ms."""
    scope: Scope = {"type": "http", "method": "GET", "path": "/nobody's", "root_path": "", "headers": []}
    for route in app.routes:
        route.matches(scope)


def _serve_page(app: FastAPI, web: Path) -> None:
    """Let what no route answers come from the page's folder. A mount at / would hide the routes' 405."""
    files, nothing = PageFiles(directory=web, html=True), app.router.default

    async def page(scope: Scope, receive: Receive, send: Send) -> None:
        of_page = is_http(scope) and not HttpScope(scope).path.startswith("/v1/")
        await (files if of_page else nothing)(scope, receive, send)

    app.router.default = page


def _surround(app: FastAPI, settings: Settings) -> None:
    """The middleware, the innermost first."""
    app.add_middleware(LoadShedding, service=app.state.service)
    app.add_middleware(HeadAsGet)
    if settings.cors_origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=list(settings.cors_origins),
            allow_methods=["GET", "POST", "PUT", "DELETE"],
            allow_headers=["authorization", "content-type", "x-api-key", "x-request-id", "x-table-secret"],
            expose_headers=["retry-after", "server-timing", "x-request-id"],
        )
    app.add_middleware(AllowedHosts, hosts=settings.hosts)
    app.add_middleware(RequestMiddleware, service=app.state.service)


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncGenerator[Mapping[str, object], None]:
    service: AppState = app.state.service
    start_logging(service.settings)
    warming, keeping = asyncio.create_task(service.warm_up()), asyncio.create_task(service.keep_house())
    yield {"settings": service.settings}  # what a connection is held to, before it asks anything
    keeping.cancel()
    await to_thread.run_sync(service.close)
    await warming


health_router = APIRouter(tags=["service"])
metrics_router = APIRouter(tags=["service"])


@metrics_router.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
def metrics(request: Request) -> Response:
    """Return the metrics of the service, for Prometheus."""
    service = app_state(request)
    if not service.settings.metrics:
        raise NoSuchAddress(METRICS_CLOSED)
    for worker in service.workers:
        service.metrics.taken.labels(worker.name).set(worker.taken)
    service.metrics.uploads.set(service.memory.held)
    return Response(service.metrics.exposition(), media_type="text/plain; version=0.0.4; charset=utf-8")


_ALIVE = {"status": "ok", "version": version("paiyan")}


@health_router.get("/healthz")
async def healthz() -> dict[str, str]:
    """Answer if the service is alive."""
    return _ALIVE  # async, so that it waits for no thread


@health_router.get("/readyz")
def readyz(request: Request) -> dict[str, str]:
    """Check that the service can read pictures (its detector has read one) and write to its ledger."""
    service = app_state(request)
    model = service.model
    if model is None or not service.warm.is_set():
        raise service.unready
    service.check_database()
    return {"status": "ready", "model": model.name, "model_sha256": model.sha256}


def create_admin(service: AppState) -> FastAPI:
    """Create the app of the second listener: health and metrics, with neither keys nor rate limits."""
    app = FastAPI(openapi_url=None)
    app.state.service = service
    app.include_router(health_router)
    app.include_router(metrics_router)
    app.add_exception_handler(PaiyanError, problem_details.answer_paiyan_error)
    app.add_middleware(HeadAsGet)
    return app


@asynccontextmanager
async def admin_listening(service: AppState, admin: socket.socket) -> AsyncGenerator[None, None]:
    """Answer health and metrics meanwhile, on the socket `admin`; several processes share its requests."""
    with admin:
        config = uvicorn.Config(
            create_admin(service),
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=1,
        )
        server = _AdminServer(config)
        answering = asyncio.create_task(server.serve(sockets=[admin]))
        yield
        server.should_exit = True
        await answering


class _AdminServer(uvicorn.Server):
    """A server that leaves signals to the one that it stands beside."""

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield
