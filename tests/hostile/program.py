"""The service as a program of its own, and what its log says of mistakes."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.hostile.talk import ask, request


class Program:
    """``paiyan serve`` on a free port of loopback. `mistakes` are the lines of its log that tell of one."""

    def __init__(self, database: str, **settings: str) -> None:
        own = {"PAIYAN_DATABASE": database, "PAIYAN_LOG_LEVEL": "error", **settings}
        command = [sys.executable, "-m", "paiyan.service.cli", "serve", "--port", "0"]
        self.process = subprocess.Popen(
            command, stderr=subprocess.PIPE, text=True, errors="replace", env={**os.environ, **own}
        )
        assert self.process.stderr is not None
        self.port = int(self.process.stderr.readline().rsplit(":", 1)[1])
        self.mistakes: list[str] = []
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            if '"level": "error"' in line or "Error" in line or "Traceback" in line:
                self.mistakes.append(line.strip()[-400:])

    def wait_until_ready(self) -> None:
        """Raises `RuntimeError` when that takes minutes."""
        for _ in range(2000):
            if ask(self.port, request("GET", "/readyz")).status == 200:
                return
            time.sleep(0.1)
        raise RuntimeError("the service did not become ready")

    @property
    def processor(self) -> float:
        """Seconds of the processor that it has had; 0 where the system does not say."""
        stat = Path(f"/proc/{self.process.pid}/stat")
        fields = stat.read_text().rsplit(")", 1)[1].split() if stat.exists() else ["0"] * 20
        return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")

    @property
    def memory(self) -> int:
        """Megabytes that it holds; 0 where the system does not say."""
        return resident(self.process.pid)


def resident(pid: int) -> int:
    """Return the megabytes that a process holds; 0 where the system does not say."""
    status = Path(f"/proc/{pid}/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return sum(int(line.split()[1]) // 1024 for line in lines if line.startswith("VmRSS"))


@contextmanager
def running(database: str, **settings: str) -> Iterator[Program]:
    """A program that is ready, ended afterwards."""
    program = Program(database, **settings)
    try:
        program.wait_until_ready()
        yield program
    finally:
        program.process.terminate()
        program.process.wait(60)


@contextmanager
def databases(kinds: tuple[str, ...], folder: Path) -> Iterator[dict[str, str]]:
    """A new database of each kind, by its name: its address."""
    from tests.service.postgresql import PostgreSQL

    found = dict.fromkeys(kinds, f"sqlite:///{folder / 'ledger.db'}")
    if "postgresql" not in kinds:
        yield found
        return
    server = PostgreSQL(folder / "postgresql")
    try:
        yield {**found, "postgresql": server.database()}
    finally:
        server.close()
