"""``paiyan serve``: the service on a socket, in one process or in several."""

from __future__ import annotations

import os
import socket
import sys
import tempfile
from typing import Any

import uvicorn

from service.errors import WrongUse
from service.settings import PREFIX, Settings

APP = "service.app:create_app"


def serve(settings: Settings) -> int:
    """Answer until told to stop; what was taken by then is answered first. Raises `WrongUse`."""
    listening = _listen(settings.host, settings.port)
    port: int = listening.getsockname()[1]
    shown = f"[{settings.host}]" if ":" in settings.host else settings.host
    print(f"Paiyan listens on http://{shown}:{port}", file=sys.stderr, flush=True)
    # The processes that answer read their settings for themselves: tell them what the command line told us.
    told = {"host": settings.host, "port": port, "workers": settings.workers}
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


def _how(settings: Settings) -> dict[str, Any]:
    return {
        "factory": True,
        "http": "service.connections:Connection",
        "log_level": "warning",
        "access_log": False,
        "server_header": False,
        "timeout_graceful_shutdown": int(settings.deadline + settings.upload_time) + 1,
        "ws_max_size": settings.frame_bytes,
        "forwarded_allow_ips": list(settings.proxies),
    }


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as wrong:
        why = (wrong.strerror or str(wrong)).lower()
        raise WrongUse(f"cannot listen on {host}:{port} ({why}): choose another --host or --port") from wrong
