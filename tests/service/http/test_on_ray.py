"""The app on a Ray of this machine: the same answers as without it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import httpx
import pytest

from paiyan.scorer.messages.as_json import to_json
from paiyan.service.answers import scoring
from paiyan.service.answers.situation import HandRequest
from paiyan.service.http.schemas.requests import HAND

SAMPLE = (Path(__file__).parents[3] / "service" / "samples" / "hand.jpg").read_bytes()

pytestmark = [
    pytest.mark.ray,
    pytest.mark.skipif(not find_spec("ray"), reason="Ray is not installed: pip install 'paiyan[ray]'"),
    pytest.mark.timeout(600),
]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    import ray
    from ray import serve

    from paiyan.service.http.on_ray import application

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, configure_logging=False)
    try:
        serve.start(http_options={"host": "127.0.0.1", "port": 8765})
        serve.run(application({"database": "", "network_threads": 1, "workers": 1}), name="paiyan")
        yield "http://127.0.0.1:8765"
    finally:
        serve.shutdown()
        ray.shutdown()


def _without_service(answer: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in answer.items() if name != "served"}


def test_a_hand_is_scored_as_without_it(address: str) -> None:
    answer = httpx.post(f"{address}/v1/score", json=HAND, timeout=120).json()
    assert _without_service(answer) == to_json(scoring.score(HandRequest(HAND)), "en")


def test_a_photo_is_read(address: str) -> None:
    answer = httpx.post(f"{address}/v1/read", content=SAMPLE, timeout=300).json()
    assert answer["hand"]["winning"] == "6p"
    assert answer["served"]["model_sha256"]


def test_problems_are_problems_there_too(address: str) -> None:
    answer = httpx.get(f"{address}/v1/rules/guobia", timeout=60)
    assert answer.status_code == 404
    assert answer.json()["type"] == "urn:paiyan:problem:unknown-rules"
