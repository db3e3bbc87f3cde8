"""Tiles that a photo shows and nobody boxed: boxed or painted over, and nothing else changed."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from paiyan.datasets.detector_training.composites import Strip
from paiyan.datasets.detector_training.missing_boxes import (
    MissingBoxes,
    find_missing_boxes,
    look_in_squares,
    read_missing_boxes,
    with_missing_boxes,
    write_missing_boxes,
)
from paiyan.datasets.detector_training.prepare import Part, load_photo
from paiyan.datasets.formats.labelled import DatasetError, Labelled
from paiyan.scorer.tiles.tile import BACK, TILES
from paiyan.vision.detection.detector import run_looks
from paiyan.vision.detections import Detections
from paiyan.vision.picture.image import Image

GREEN = (60, 140, 60)
BOXED = [(40, 500), (90, 500), (140, 500)]
"""Corners of the tiles that are boxed, each 40 wide and 56 high; all of one shade."""

TOLD = {200: (4, 0.9), 220: (12, 0.4), 240: (BACK, 0.95)}


class Shades:
    """A detector of grey blocks: their shade tells the tile and how sure it is of it."""

    name = "shades"
    sha256 = ""

    def __init__(self) -> None:
        self.sides: list[int] = []

    def detect(self, image: Image) -> Detections:
        self.sides.append(max(image.shape[:2]))
        grey = cv2.medianBlur(image, 5)
        flat = (np.ptp(grey, axis=2) < 8) & (grey[..., 0] > 150)
        _, _, stats, centres = cv2.connectedComponentsWithStats(flat.astype(np.uint8))
        boxes, rows = [], []
        for (x, y, wide, high, _), (cx, cy) in zip(stats[1:], centres[1:], strict=True):
            code, sure = TOLD[min(TOLD, key=lambda s: abs(s - int(grey[int(cy), int(cx), 0])))]
            row = np.zeros(len(TILES), np.float32)
            row[code] = sure
            boxes.append((x, y, x + wide, y + high))
            rows.append(row)
        return Detections(np.array(boxes, np.float32).reshape(-1, 4), np.array(rows).reshape(-1, len(TILES)))

    def detect_many(self, images: list[Image]) -> list[Detections]:
        return [self.detect(image) for image in images]


def table(*others: tuple[int, int, int, int, int]) -> Image:
    """A green table with the boxed row, and blocks (x, y, width, height, shade)."""
    picture = np.full((640, 640, 3), GREEN, np.uint8)
    for x, y, wide, high, shade in (*((x, y, 40, 56, 200) for x, y in BOXED), *others):
        picture[y : y + high, x : x + wide] = shade
    return picture


@pytest.fixture
def labelled(tmp_path: Path) -> Labelled:
    """Beside the row: a tile far away, one at the picture's edge, a doubtful one, a back, a die, a tray."""
    others = [
        (300, 100, 30, 42, 200),
        (0, 200, 30, 42, 200),
        (420, 120, 30, 42, 220),
        (200, 60, 30, 42, 240),
        (500, 300, 15, 15, 200),
        (300, 250, 110, 120, 200),
    ]
    path = tmp_path / "a.png"
    cv2.imwrite(str(path), table(*others))
    boxes = np.array([[x, y, x + 40, y + 56] for x, y in BOXED]) / 640
    return Labelled(path, np.full(3, 4), boxes)


def test_what_is_surely_a_tile_gets_a_box_and_what_may_be_one_does_not(labelled: Labelled) -> None:
    beside = find_missing_boxes(Shades(), labelled)
    assert beside.codes.tolist() == [4, 4]
    assert np.abs(np.sort(beside.boxes * 640, axis=0)[-1] - [300, 200, 330, 242]).max() < 3
    middles = (beside.doubtful[:, :2] + beside.doubtful[:, 2:]) * 320
    assert {tuple((m / 20).round().astype(int)) for m in middles} == {(22, 7), (25, 15)}  # the die is no tile


def test_every_part_is_looked_at_enlarged_and_the_whole_is_found_in_its_place() -> None:
    picture, detector = table((2, 2, 30, 42, 200), (600, 590, 38, 48, 200)), Shades()
    found = run_looks(look_in_squares(picture, parts=3), detector)
    assert len(detector.sides) == 9
    want = sorted([(x, y) for x, y in BOXED] + [(2, 2), (600, 590)])
    assert np.abs(np.array(sorted(found.boxes[:, :2].tolist())) - want).max() < 3


def test_a_photo_is_completed_and_boxed_tiles_are_never_painted() -> None:
    picture = table((300, 100, 30, 42, 200), (325, 110, 30, 42, 220))
    boxes = np.array([[x, y, x + 40, y + 56] for x, y in BOXED], np.float64)
    tile, maybe = np.array([[300, 100, 330, 142]]) / 640, np.array([[325, 110, 355, 152]]) / 640
    done = with_missing_boxes(Strip(picture, np.full(3, 4), boxes), MissingBoxes(np.array([7]), tile, maybe))
    assert done.classes.tolist() == [4, 4, 4, 7]
    assert done.boxes[3] == pytest.approx([300, 100, 330, 142])
    assert (done.picture[145, 340] == GREEN).all()
    assert (done.picture[100:142, 300:330] == picture[100:142, 300:330]).all()
    outside = np.ones((640, 640), bool)
    outside[100:160, 315:365] = False
    assert (done.picture == picture)[outside].all()


def test_the_file_of_a_part_is_used(labelled: Labelled, tmp_path: Path) -> None:
    beside = find_missing_boxes(Shades(), labelled)
    write_missing_boxes(
        tmp_path / "unboxed.json", {"a.png": beside, "b.png": beside._replace(doubtful=beside.boxes)}
    )
    again = read_missing_boxes(tmp_path / "unboxed.json")["a.png"]
    assert again.codes.tolist() == beside.codes.tolist()
    assert again.boxes == pytest.approx(beside.boxes, abs=0.0006)
    part = Part(whole=1, strips=1, unboxed=str(tmp_path / "unboxed.json"))
    assert len(load_photo(labelled, part).classes) == 5
    assert len(load_photo(labelled, Part(whole=1, strips=1)).classes) == 3


def test_a_file_that_is_something_else_is_said(tmp_path: Path) -> None:
    for text in ("[]", "{", '{"a.jpg": {"tiles": [[1, 2]], "doubtful": []}}', '{"a.jpg": {}}'):
        (tmp_path / "x.json").write_text(text)
        with pytest.raises(
            DatasetError, match=r"python -m paiyan\.models\.training\.pseudo_labels missing_boxes"
        ):
            read_missing_boxes(tmp_path / "x.json")
