"""Keeping a corrected picture: only when asked, only where the settings allow it, only what was asked."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from PIL import Image

from paiyan.service.corrections.readings import keep_corrected
from paiyan.service.errors import Busy, TooLarge, WrongUse
from paiyan.service.http.app import create_app
from paiyan.service.recognition import DEFAULT_READING, MemoryBudget
from paiyan.service.settings import Settings
from paiyan.vision.picture.image import Photo, load
from tests.hostile.uploads import encoded
from tests.service.corrections.readings import reading_of
from tests.service.small_disk import fill, small_disk

SAMPLE = (Path(__file__).parents[3] / "service" / "samples" / "hand.jpg").read_bytes()

pytestmark = pytest.mark.usefixtures("knowing")


def _client(**settings: Any) -> TestClient:
    return TestClient(create_app(Settings(database="", **settings)))


def _send(client: TestClient, correction: dict[str, Any], photo: bytes = SAMPLE) -> Any:
    return client.post("/v1/keep", files={"photo": photo}, data={"correction": json.dumps(correction)})


def test_a_corrected_picture_is_kept_with_its_labels(tmp_path: Path) -> None:
    client = _client(keep=tmp_path / "kept")
    read = client.post("/v1/read", content=SAMPLE).json()
    client.post("/v1/correct", json={"read": read, "corrections": []})
    assert not list(tmp_path.iterdir()), "reading and correcting keep nothing"
    answer = _send(client, {"read": read, "corrections": [{"do": "rename", "tile": 0, "is": "9m"}]}).json()
    labels = (tmp_path / "kept" / "labels" / answer["kept"]).with_suffix(".txt").read_text().splitlines()
    assert len(labels) == len(read["tiles"])
    assert labels[0].split()[0] == "8"
    assert str(tmp_path) not in json.dumps(answer), "where it lies is nobody's business"


def test_none_is_kept_where_the_settings_name_no_folder() -> None:
    refused = _send(_client(), {"read": {"tiles": [], "hand": {}}, "corrections": []})
    assert refused.status_code == 403
    assert refused.json()["type"] == "urn:paiyan:problem:not-kept"


def test_what_cannot_be_kept_is_one_sentence(tmp_path: Path) -> None:
    client = _client(keep=tmp_path)
    read = client.post("/v1/read", content=SAMPLE).json()
    added = _send(client, {"read": read, "corrections": [{"do": "add", "is": "5p"}]})
    assert "the added 5p has no box" in added.json()["detail"]
    other = _send(client, {"read": {**read, "size": [9, 9]}, "corrections": []})
    assert "it has another size" in other.json()["detail"]
    assert client.post("/v1/keep", files={"photo": SAMPLE}).status_code == 400
    assert not list(tmp_path.glob("images/*"))


def test_a_picture_waits_for_memory_and_another_one_is_not_even_decoded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = _client(keep=tmp_path)
    read = client.post("/v1/read", content=SAMPLE).json()
    budget = MemoryBudget(1000, seconds=0.01)
    reading_settings = DEFAULT_READING._replace(room=budget)
    with budget.holding(1000), pytest.raises(Busy):
        keep_corrected(tmp_path, SAMPLE, reading_of(read), reading_settings=reading_settings)
    assert keep_corrected(tmp_path, SAMPLE, reading_of(read), reading_settings=reading_settings).is_file()
    monkeypatch.setattr(Photo, "pixels", lambda *_: pytest.fail("its pixels were decoded"))
    with pytest.raises(WrongUse, match="another size"):
        keep_corrected(
            tmp_path, SAMPLE, reading_of({**read, "size": [9, 9]}), reading_settings=reading_settings
        )
    large = DEFAULT_READING._replace(pixels=1000)
    with pytest.raises(TooLarge):
        keep_corrected(tmp_path, SAMPLE, reading_of(read), reading_settings=large)


def test_a_full_disk_keeps_whole_pictures_or_none(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with small_disk(tmp_path / "small", "4m") as folder:
        client = _client(keep=folder / "kept")
        read = client.post("/v1/read", content=SAMPLE).json()
        correction = {"read": read, "corrections": []}
        assert _send(client, correction).status_code == 200
        files = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        picture = Image.open(io.BytesIO(SAMPLE))
        pages = max(map(len, files.values())) // 4096
        for n, room in enumerate((0, pages // 2, pages + 1, pages + 2)):  # picture, labels, list
            picture.putpixel((0, n), (255, 0, 0))
            other = encoded(picture, "PNG")
            filler = fill(folder, but=4096 * room)
            refused = _send(client, correction, other)
            assert refused.status_code == 503, room
            assert refused.json()["type"] == "urn:paiyan:problem:cannot-keep"
            assert "no space left on device" in refused.json()["detail"]
            assert "no space left on device" in caplog.text
            filler.unlink()
            assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == files
            assert _send(client, correction).status_code == 200, "what was kept is there, and can be again"
        kept = _send(client, correction, other).json()["kept"]
        assert load(folder / "kept" / "images" / kept).shape[:2] == picture.size[::-1]
