"""Up to three photos of one scene in one request: read as one, and counted as so many."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient
from httpx import Response

from paiyan.models.opening import open_reader
from paiyan.service import recognition
from paiyan.service.http.app import create_app
from paiyan.service.http.state import AppState
from paiyan.service.recognition import MemoryBudget
from paiyan.service.settings import Settings
from paiyan.vision.detections import Detections
from paiyan.vision.picture.image import Image, Photo, save
from tests.vision.synthetic_detections import SIZE, row, seen

HAND = "123m45p789s11z777z 6p"
HIDDEN = {70: 2, 130: 6, 190: 9}
"""The tile of the row that something hides in a picture of each lightness."""


class Hiding:
    """Finds a hand in a picture, but for one tile; knows pictures by how light they are."""

    name, sha256 = "hiding", ""

    def detect(self, image: Image) -> Detections:
        hidden = HIDDEN[min(HIDDEN, key=lambda light: abs(float(np.median(image)) - light))]
        found = seen(row(HAND))
        return found.select(np.delete(np.arange(len(found)), hidden))


@pytest.fixture
def frames(tmp_path: Path) -> list[bytes]:
    """A photo of each lightness, as a file's bytes."""
    for light in HIDDEN:
        noise = np.random.default_rng(light).integers(-60, 60, (SIZE, SIZE, 3))
        save((noise + light).astype(np.uint8), tmp_path / f"{light}.png")
    return [(tmp_path / f"{light}.png").read_bytes() for light in HIDDEN]


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setattr(recognition, "reader", lambda *_: open_reader(Hiding(), second_pass=False))
    monkeypatch.setattr(recognition, "warm_up", lambda *_: None)
    with TestClient(create_app(Settings(database=""))) as opened:
        yield opened


def send(client: TestClient, frames: list[bytes], **query: str) -> Response:
    return client.post("/v1/read", files=[("photo", frame) for frame in frames], params=query)


def test_what_each_photo_hides_is_read_in_the_others(client: TestClient, frames: list[bytes]) -> None:
    pooled = send(client, frames).json()
    assert len(pooled["tiles"]) == len(pooled["detections"]) == 14
    assert pooled["hand"]["concealed"] == "123m45p789s11777z"
    assert pooled["hand"]["winning"] == "6p"
    assert "pictures" not in pooled, "one scene, and not a part of a hand each"
    assert pooled["size"] == [SIZE, SIZE]
    for frame in frames:
        alone = send(client, [frame]).json()
        assert len(alone["tiles"]) == 13
        assert alone == alone | client.post("/v1/read", content=frame).json() | {
            name: alone[name] for name in ("timings_ms", "served")
        }, "one photo is answered as before, as a form and by itself"


def test_all_players_of_a_scene_are_read(client: TestClient, frames: list[bytes]) -> None:
    hands = send(client, frames, seat="all").json()["hands"]
    assert [hand["hand"]["concealed"] for hand in hands] == ["123m45p789s11777z"]


def test_one_that_is_no_picture_is_refused(client: TestClient, frames: list[bytes]) -> None:
    answer = send(client, [*frames[:2], b"no picture"])
    assert answer.status_code == 422
    assert answer.json()["type"] == "urn:paiyan:problem:bad-picture"


def test_a_body_that_is_no_form_may_be_as_large_as_one_photo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recognition, "warm_up", lambda *_: None)
    with TestClient(create_app(Settings(database="", photo_bytes=2048))) as client:
        answer = client.post("/v1/read", content=bytes(2049))
        assert answer.status_code == 413
        assert "the request is larger than" in answer.json()["detail"]
        assert send(client, [bytes(1500)] * 3).status_code == 422, "three of them are taken, and looked at"


@pytest.mark.parametrize("count", [1, 2, 3])
def test_all_photos_count_in_memory_and_as_work(
    client: TestClient, frames: list[bytes], monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    held, sizes = list[int](), list[Any]()
    service: AppState = client.app.state.service  # type: ignore[attr-defined]
    run, holding = service.pictures.run, MemoryBudget.holding

    @contextmanager
    def noting(room: MemoryBudget, size: int) -> Generator[None]:
        held.append(size)
        with holding(room, size):
            yield

    async def counting(call: Any, **about: Any) -> Any:
        sizes.append(about["size"])
        return await run(call, **about)

    monkeypatch.setattr(MemoryBudget, "holding", noting)
    monkeypatch.setattr(service.pictures, "run", counting)
    assert send(client, frames[:count]).status_code == 200
    assert held == [sum(Photo(frame).memory() for frame in frames[:count])]
    assert sizes == [count]
    assert service.memory.held == 0
