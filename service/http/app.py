"""The HTTP service: the same answers as the command line, under ``/v1``.

Pictures live in memory for the request and are gone; no path that a client names is ever opened. Errors are
problem details (RFC 9457) with a stable type and one sentence. `create_app` makes it of its settings.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path

from anyio import to_thread
from fastapi import Depends, FastAPI
from starlette.middleware.cors import CORSMiddleware
from starlette.types import Receive, Scope, Send

from paiyan.service.answers.house_files import open_folder
from paiyan.service.http import problem_details
from paiyan.service.http.admission.access import admitted
from paiyan.service.http.hosts import AllowedHosts
from paiyan.service.http.middleware import HeadAsGet, RequestMiddleware
from paiyan.service.http.page_files import PageFiles
from paiyan.service.http.queries import known_query
from paiyan.service.http.routes import GUARDED, OPEN
from paiyan.service.http.schemas import openapi
from paiyan.service.http.scope import HttpScope, is_http
from paiyan.service.http.state import Service
from paiyan.service.http.turns import Turns
from paiyan.service.settings import Settings, load_settings
from paiyan.service.telemetry import start_logging

WEB = Path(__file__).parents[1] / "web"
"""The page for the phone."""


def create_app(settings: Settings | None = None) -> FastAPI:
    """The service as an ASGI app; without settings, with those of the environment."""
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
    app.state.service = Service(settings)
    for router in GUARDED:
        app.include_router(router, dependencies=[Depends(admitted), Depends(known_query)])
    for router in OPEN:
        app.include_router(router)
    if settings.page and WEB.is_dir():
        _serve_page(app)
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


def _serve_page(app: FastAPI) -> None:
    """Let what no route answers come from the page's folder. A mount at / would hide the routes' 405."""
    files, nothing = PageFiles(directory=WEB, html=True), app.router.default

    async def page(scope: Scope, receive: Receive, send: Send) -> None:
        of_page = is_http(scope) and not HttpScope(scope).path.startswith("/v1/")
        await (files if of_page else nothing)(scope, receive, send)

    app.router.default = page


def _surround(app: FastAPI, settings: Settings) -> None:
    """The middleware, the innermost first."""
    app.add_middleware(Turns, service=app.state.service)
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
    service: Service = app.state.service
    start_logging(service.settings)
    warming, keeping = asyncio.create_task(service.warm_up()), asyncio.create_task(service.keep_house())
    yield {"settings": service.settings}  # what a connection is held to, before it asks anything
    keeping.cancel()
    await to_thread.run_sync(service.close)
    await warming
