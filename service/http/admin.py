"""The second listener, for whoever runs the service: whether it lives, whether it is ready, what it counts.

It has connections of its own, so that it answers however many clients the service itself has, and it goes on
until the service has answered what it took. By default nobody but this machine can reach it.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager

import uvicorn
from fastapi import FastAPI

from paiyan.service.errors import PaiyanError
from paiyan.service.http import problem_details
from paiyan.service.http.middleware import HeadAsGet
from paiyan.service.http.routes import health
from paiyan.service.http.state import Service


def create_admin(service: Service) -> FastAPI:
    """Create the ASGI app of the second listener."""
    app = FastAPI(openapi_url=None)
    app.state.service = service
    app.include_router(health.router)
    app.include_router(health.metrics_router)
    app.add_exception_handler(PaiyanError, problem_details.answer_paiyan_error)
    app.add_middleware(HeadAsGet)
    return app


@asynccontextmanager
async def admin_listening(service: Service) -> AsyncGenerator[None, None]:
    """Answer at the address of the settings meanwhile; processes that do so share its requests."""
    address = (service.settings.admin_host, service.settings.admin_port)
    family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
    with socket.create_server(address, family=family, reuse_port=True) as listening:
        config = uvicorn.Config(
            create_admin(service),
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=1,
        )
        server = _AdminServer(config)
        answering = asyncio.create_task(server.serve(sockets=[listening]))
        yield
        server.should_exit = True
        await answering


class _AdminServer(uvicorn.Server):
    """A server that leaves signals to the one that it stands beside."""

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """As uvicorn, without any."""
        yield
