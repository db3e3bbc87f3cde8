"""``paiyan serve``: the service on a socket, in one process or in several; health beside it on another."""

from __future__ import annotations

import os
import socket
import sys
import tempfile
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import uvicorn

from service.errors import WrongUse
from service.settings import PREFIX, Settings, load_settings

if TYPE_CHECKING:
    from fastapi import FastAPI

APP = f"{__name__}:served_app"


def serve(settings: Settings) -> int:
    """Answer until told to stop; what was taken by then is answered first. Raises `WrongUse`."""
    listening = _listen(settings.host, settings.port, "--host or --port")
    port: int = listening.getsockname()[1]
    admin_port = _admin_port(settings)
    print(f"Paiyan listens on {_shown(settings.host, port)}", file=sys.stderr, flush=True)
    admin = _shown(settings.admin_host, admin_port)
    print(f"Its health and metrics are at {admin}", file=sys.stderr, flush=True)
    # The processes that answer read their settings for themselves: tell them what the command line told us.
    told = {"host": settings.host, "port": port, "admin_port": admin_port, "workers": settings.workers}
    os.environ.update({PREFIX + name.upper(): str(value) for name, value in told.items()})
    how = _how(settings)
    if settings.workers == 1:
        uvicorn.Server(uvicorn.Config(APP, **how)).run(sockets=[listening])
        return 0
    listening.close()  # uvicorn shares out a socket of its own among its processes
    with tempfile.TemporaryDirectory(prefix="paiyan-counts-") as counts:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = counts
        uvicorn.run(APP, host=settings.host, port=port, workers=settings.workers, **how)
    return 0


def served_app() -> FastAPI:
    """The service as an ASGI app, which listens for health beside the server that it is given to."""
    from service.http.admin import admin_listening
    from service.http.app import create_app

    app = create_app(load_settings())
    own = app.router.lifespan_context

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[Mapping[str, Any], None]:
        async with admin_listening(app.state.service), own(app) as state:
            yield state or {}

    app.router.lifespan_context = lifespan
    return app


def _shown(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _admin_port(settings: Settings) -> int:
    """A port for the second listener: that of the settings, or a free one where it is taken by default."""
    told = "PAIYAN_ADMIN_HOST or PAIYAN_ADMIN_PORT"
    try:
        listening = _listen(settings.admin_host, settings.admin_port, told)
    except WrongUse:
        if "admin_port" in settings.model_fields_set:
            raise
        listening = _listen(settings.admin_host, 0, told)
    with listening:  # each process listens there by itself
        return listening.getsockname()[1]


def _how(settings: Settings) -> dict[str, Any]:
    return {
        "factory": True,
        "http": "service.http.connections:Connection",
        "log_level": "warning",
        "access_log": False,
        "server_header": False,
        "timeout_graceful_shutdown": int(settings.deadline + settings.upload_time) + 1,
        "ws_max_size": settings.frame_bytes,
        "forwarded_allow_ips": list(settings.proxies),
    }


def _listen(host: str, port: int, told: str) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as wrong:
        why = (wrong.strerror or str(wrong)).lower()
        raise WrongUse(f"cannot listen on {host}:{port} ({why}): choose another {told}") from wrong
