"""Memory is bounded by the pixels that are decoded at a time, not by requests."""

from __future__ import annotations

import io
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import Image as Pillow

from paiyan.models.opening import load_detector, open_reader
from paiyan.vision.picture.image import load
from tests.vision.told import told

SAMPLE = Path(__file__).parents[3] / "service" / "samples" / "hand.jpg"


def _enlarged(pixels: int, **options: Any) -> bytes:
    """The sample as a camera of so many pixels would have taken it."""
    with Pillow.open(SAMPLE) as sample:
        by = (pixels / (sample.width * sample.height)) ** 0.5
        large = sample.resize((int(sample.width * by), int(sample.height * by)))
    data = io.BytesIO()
    large.save(data, "JPEG", quality=80, **options)
    return data.getvalue()


def test_a_large_near_photo_reads_as_with_all_of_its_pixels() -> None:
    reader, photo = open_reader(load_detector()), _enlarged(12_000_000)
    whole = told(reader.read(load(photo)))
    needed = told(reader.read(photo))
    places = (
        "concealed_tiles",
        "flower_tiles",
    )  # where each tile stands among the boxes, which come in any order
    for read in (needed, whole):
        for name in places:
            read["hand"].pop(name)
        for meld in read["hand"]["melds"]:
            meld.pop("group", None)
    assert needed["hand"] == whole["hand"]
    assert needed["size"] == whole["size"]
    by_place = [sorted(read["tiles"], key=lambda tile: tile["box"]) for read in (needed, whole)]
    for one, other in zip(*by_place, strict=True):
        assert one["tile"] == other["tile"]
        assert one["box"] == pytest.approx(other["box"], abs=0.01 * whole["size"][0]), "in its own pixels"


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"progressive": True}])
def test_six_of_the_largest_photos_at_once_are_answered_or_refused_well_within_the_memory(
    served: Any, options: dict[str, Any]
) -> None:
    port = served(PAIYAN_DATABASE="", PAIYAN_LOG_LEVEL="error")
    photo = _enlarged(51_900_000, **options)
    while httpx.get(f"http://127.0.0.1:{port}/readyz", timeout=60).status_code != 200:
        time.sleep(0.1)
    found: list[httpx.Response] = []

    def upload() -> None:
        found.append(httpx.post(f"http://127.0.0.1:{port}/v1/read", content=photo, timeout=120))

    threads = [threading.Thread(target=upload) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 6
    assert {answer.status_code for answer in found} <= {200, 503, 504}
    assert 200 in {answer.status_code for answer in found}
    assert all("retry-after" in answer.headers for answer in found if answer.status_code == 503)
    status = Path(f"/proc/{served.programs[0].pid}/status").read_text()
    peak = int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1]) / 1024
    print(f"peak {peak:.0f} MB, {[a.status_code for a in found]}")
    assert peak < 1300, "megabytes; compose gives 2 GB"
