"""Send the same hostile uploads in rounds, print the memory after each: `python -m tests.hostile.rounds`."""

from __future__ import annotations

import ctypes
import gc
import json
import logging
import os
from typing import Any

from fastapi.testclient import TestClient

from paiyan.service.http.app import create_app
from paiyan.service.settings import Settings
from tests.hostile.program import resident
from tests.hostile.uploads import HOSTILE, SAMPLE

ROUNDS = 14
LARGE = ("largest", "million", "zeroes", "png with a large profile")
"""Parts of the names of uploads that take seconds each: that they cost little memory is a test of its own."""


def main() -> None:
    """Print a JSON object: resident megabytes after each round, and what the service holds at the end."""
    logging.disable(logging.CRITICAL)
    files = [make() for name, make in HOSTILE.items() if not any(part in name for part in LARGE)]
    with TestClient(create_app(Settings()), raise_server_exceptions=False) as client:
        client.post("/v1/read", content=SAMPLE)
        resident = [_round(client, files) for _ in range(ROUNDS)]
        service: Any = client.app.state.service  # type: ignore[attr-defined]
        held = {"still_held": service.memory.held, "still_taken": service.pictures.taken}
    print(json.dumps({"resident_mb": resident, **held}))


def _round(client: TestClient, files: list[bytes]) -> int:
    for data in files:
        client.post("/v1/read", content=data)
    gc.collect()
    if (trim := getattr(ctypes.CDLL(None), "malloc_trim", None)) is not None:
        trim(0)
    return resident(os.getpid())


if __name__ == "__main__":
    main()
