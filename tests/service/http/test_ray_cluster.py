"""Two replicas on a Ray of this machine, one of them killed under load: no acknowledged write is lost."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from tests.service.postgresql import PostgreSQL

SAMPLE = (Path(__file__).parents[3] / "service" / "samples" / "hand.jpg").read_bytes()
PORT = 8766
WRITERS, EACH = 3, 15

pytestmark = [
    pytest.mark.ray,
    pytest.mark.skipif(not find_spec("ray"), reason="Ray is not installed: pip install 'paiyan[ray]'"),
    pytest.mark.timeout(900),
]


@pytest.fixture(scope="module")
def address(postgresql: PostgreSQL) -> Iterator[str]:
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    import ray
    from ray import serve

    from paiyan.service.http.on_ray import application

    ray.init(num_cpus=4, include_dashboard=False, log_to_driver=False, configure_logging=False)
    try:
        serve.start(http_options={"host": "127.0.0.1", "port": PORT})
        settings = {"database": postgresql.database(), "network_threads": 1, "workers": 2}
        serve.run(application({**settings, "deadline": 300}), name="paiyan")
        yield f"http://127.0.0.1:{PORT}"
    finally:
        serve.shutdown()
        ray.shutdown()


def replicas() -> list[psutil.Process]:
    """The processes of the replicas, which are ours."""
    own = psutil.Process().children(recursive=True)
    found: list[psutil.Process] = []
    for process in own:
        with suppress(psutil.Error):
            if "ServeReplica:paiyan" in " ".join(process.cmdline()):
                found.append(process)
    return found


def until_answered(ask: Any) -> dict[str, Any]:
    """Ask again while the proxy says that a replica is gone, or a replica that it is not ready."""
    until = time.monotonic() + 600
    while time.monotonic() < until:
        with suppress(httpx.TransportError):
            answer = ask()
            if answer.status_code == 200:
                return answer.json()
            assert answer.status_code >= 500, answer.text
        time.sleep(0.1)
    pytest.fail("nobody answers")


def test_one_of_two_replicas_killed_under_load_loses_nothing(address: str) -> None:
    client = httpx.Client(base_url=address, timeout=300)
    while len(replicas()) < 2:
        time.sleep(0.2)
    opening = {"rules": "sichuan", "players": ["Ann", "Bo", "Cai", "Dee"]}
    table = until_answered(lambda: client.post("/v1/tables", json=opening))
    path, headers = f"/v1/tables/{table['id']}/deals", {"x-table-secret": table["secrets"]["write"]}
    taken, read = list[str](), list[str]()

    def write(writer: int) -> None:
        for n in range(EACH):
            key = f"{writer}-{n}"
            told = {"points": {"E": 1, "S": -1}, "key": key, "note": key}
            until_answered(lambda told=told: client.post(path, json=told, headers=headers))
            taken.append(key)

    def look() -> None:
        for _ in range(4):
            answer = until_answered(lambda: client.post("/v1/read", content=SAMPLE))
            read.append(answer["hand"]["winning"])

    threads = [threading.Thread(target=write, args=(n,)) for n in range(WRITERS)]
    threads.append(threading.Thread(target=look))
    for thread in threads:
        thread.start()
    while len(taken) < WRITERS * EACH // 3:
        time.sleep(0.01)
    replicas()[0].kill()
    for thread in threads:
        thread.join()
    assert read == ["6p"] * 4
    history = until_answered(lambda: client.get(f"/v1/tables/{table['id']}/history.json", headers=headers))
    assert sorted(event["note"] for event in history["events"]) == sorted(taken)
    assert len(taken) == WRITERS * EACH
