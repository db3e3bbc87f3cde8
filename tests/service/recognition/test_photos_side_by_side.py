"""Pictures that are read side by side share the network, and each is answered as it is by itself."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx

from service.http.app import create_app
from service.settings import Settings

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
