"""Files of too many segments or scans are known without decoding them; those of cameras and programs pass."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from paiyan.vision.errors import BrokenImage
from paiyan.vision.picture.image import count_scans, load, takes_too_long

SAMPLE = (Path(__file__).parents[3] / "service" / "samples" / "hand.jpg").read_bytes()
NOISE = Image.fromarray(np.random.default_rng(3).integers(0, 256, (300, 400, 3), dtype=np.uint8))


def _file(kind: str, **how: object) -> bytes:
    out = io.BytesIO()
    NOISE.save(out, kind, **how)
    return out.getvalue()


def test_the_scans_of_usual_files() -> None:
    assert count_scans(SAMPLE) == 1
    assert count_scans(_file("JPEG", quality=100)) == 1
    assert 4 <= (count_scans(_file("JPEG", progressive=True)) or 0) <= 12
    assert count_scans(_file("JPEG", restart_marker_blocks=1)) == 1
    assert count_scans(_file("PNG")) == count_scans(_file("WEBP")) == count_scans(b"") == 1


def test_what_lies_behind_the_picture_is_not_counted() -> None:
    video = b"\xff\xda" * 5000  # as in the motion pictures of phones
    assert count_scans(SAMPLE + video) == 1
    assert load(SAMPLE + video).shape == load(SAMPLE).shape


@pytest.mark.parametrize("cut", [2, 3, 4, 5, 20, 21, 200, len(SAMPLE) // 2])
def test_files_cut_short_are_counted_too(cut: int) -> None:
    assert count_scans(SAMPLE[:cut]) in (0, 1)


def test_too_many_scans_and_segments() -> None:
    data = _file("JPEG", progressive=True)
    end, last = data.rindex(b"\xff\xd9"), data.rindex(b"\xff\xda")
    many = data[:end] + data[last:end] * 200 + data[end:]
    assert count_scans(many) is None
    assert count_scans(data[:2] + b"\xff\xfe\x00\x02" * 30_000 + data[2:]) is None
    png = _file("PNG")
    assert count_scans(png[:33] + (bytes(4) + b"tEXt" + bytes(4)) * 30_000 + png[33:]) is None
    with pytest.raises(BrokenImage, match="far more parts"):
        load(many)


def test_many_scans_of_many_pixels() -> None:
    assert not takes_too_long(10, 50_000_000)
    assert takes_too_long(50, 40_000_000)


@pytest.mark.parametrize(("part", "count", "found"), [
    (b"\xff\xda\x00\x02", 100, 100),  # scans
    (b"\xff\xda\x00\x02", 101, None),
    (b"\xff\xfe\x00\x02", 19_999, 0),  # comments
    (b"\xff\xfe\x00\x02", 20_000, None),
    (b"\xff\x01", 19_999, 0),  # markers that no length follows
])  # fmt: skip
def test_how_many_parts_a_file_has_at_the_most(part: bytes, count: int, found: int | None) -> None:
    assert count_scans(b"\xff\xd8" + part * count + b"\xff\xd9") == found


def test_scans_of_a_picture_have_800_million_pixels_at_the_most() -> None:
    assert not takes_too_long(10, 80_000_000)
    assert takes_too_long(10, 80_000_001)
