"""Pictures that are read side by side share the network, and each is answered as it is by itself."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from paiyan.service import recognition
from paiyan.service.http.app import create_app
from paiyan.service.settings import Settings
from tests.service.conftest import Knowing

ROOT = Path(__file__).parents[3]
GOOD = [
    ROOT / "service" / "samples" / "hand.jpg",
    *sorted((ROOT / "tests" / "data" / "scenes").glob("*.jpg"))[:2],
]
BAD = b"no picture"


def test_each_of_many_gets_its_own_answer_and_a_bad_one_spoils_none() -> None:
    pictures = [path.read_bytes() for path in GOOD]
    sent = [pictures[0], BAD, *pictures[1:], pictures[0][:500], *pictures]
    app = create_app(Settings(pictures_at_once=4, deadline=300, database="", log_level="error"))

    async def scene() -> tuple[list[httpx.Response], list[httpx.Response]]:
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://test", timeout=300) as client:
            alone = [await client.post("/v1/read", content=picture) for picture in pictures]
            together = [client.post("/v1/read", content=picture) for picture in sent]
            return alone, await asyncio.gather(*together)

    alone, together = asyncio.run(scene())
    expected = {picture: _seen(answer) for picture, answer in zip(pictures, alone, strict=True)}
    assert all(len(tiles) >= 10 for tiles in expected.values())
    for picture, answer in zip(sent, together, strict=True):
        if picture in expected:
            assert _seen(answer) == expected[picture]
        else:
            assert answer.status_code == 422
            assert answer.json()["type"] == "urn:paiyan:problem:bad-picture"
    app.state.service.close()


def _seen(answer: httpx.Response) -> list[tuple[Any, ...]]:
    """The tiles of a reading with their places, to the pixel."""
    tiles = answer.json()["tiles"]
    return [(t["tile"], *map(round, t["box"]), round(t["confidence"], 2)) for t in tiles]


def test_pictures_that_come_at_once_open_one_detector(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[Knowing] = []

    def slowly(*_: Any) -> Knowing:
        time.sleep(0.05)
        loaded.append(Knowing())
        return loaded[-1]

    monkeypatch.setattr(recognition, "_detectors", {})
    monkeypatch.setattr(recognition, "_load", slowly)
    assert recognition.open_detector() is None
    with ThreadPoolExecutor(4) as threads:
        opened = list(threads.map(lambda _: recognition.detector(), range(4)))
    assert len(loaded) == 1
    assert all(one is loaded[0] for one in [*opened, recognition.open_detector()])
