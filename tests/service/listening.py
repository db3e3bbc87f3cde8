"""An app on a socket of this process, as `paiyan serve` puts it on one."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from typing import Any

import uvicorn
from fastapi.testclient import TestClient

from paiyan.service.http.connections import Connection, Socket

App = Callable[..., Any]
Open = Callable[[bytes], socket.socket]


def wait_until_ready(client: TestClient) -> None:
    """Wait until the detector is open and has read its first photo."""
    for _ in range(1200):
        if client.get("/readyz").status_code == 200:
            return
        time.sleep(0.05)
    raise AssertionError("the service is not ready after a minute")


@contextmanager
def listening(app: App) -> Generator[Open]:
    """Lets an app listen; what it gives opens a connection and sends something."""
    config = uvicorn.Config(
        app,
        http=Connection,
        ws=Socket,
        ws_per_message_deflate=False,
        port=0,
        log_level="error",
        timeout_keep_alive=600,  # so that only the service's own bounds end a connection
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    with ExitStack() as stack:
        stack.callback(thread.join, 30)
        stack.callback(setattr, server, "should_exit", True)
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.005)
        address = server.servers[0].sockets[0].getsockname()

        def open_(sent: bytes) -> socket.socket:
            client = stack.enter_context(socket.create_connection(address, timeout=60))
            client.sendall(sent)
            return client

        yield open_
