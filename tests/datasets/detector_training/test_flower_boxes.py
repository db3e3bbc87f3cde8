"""Partly boxed flowers get a box around the whole tile, or teach nothing."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from paiyan.datasets.detector_training.missing_boxes import whole_flowers, write_missing_boxes
from paiyan.datasets.detector_training.prepare import Part, load_photo, usable_photos
from paiyan.datasets.formats.labelled import Labelled, write_labelled
from paiyan.scorer.tiles.tile import TILES
from paiyan.vision.detections import Detections

SIZE = 200
FIRST, SECOND = [10, 50, 40, 90], [50, 50, 80, 90]
"""Two plain tiles; the flowers lie to the right of them."""


class Told:
    """A detector that finds boxes of which it is only as sure as it is told, and never of a name."""

    name = "told"
    sha256 = ""

    def __init__(self, boxes: list[list[float]], sure: list[float]) -> None:
        rows = np.zeros((len(boxes), len(TILES)), np.float32)
        rows[:, 34:42] = np.array(sure)[:, None] / 8
        self.found = Detections(np.array(boxes, np.float32).reshape(-1, 4), rows)

    def detect(self, image: object) -> Detections:
        return self.found

    def detect_many(self, images: list[object]) -> list[Detections]:
        return [self.found for _ in images]


@pytest.fixture
def item(tmp_path: Path) -> Labelled:
    """A photo of two plain tiles and three flowers: boxed whole, in a corner, and where nothing is found."""
    boxes = np.array([FIRST, SECOND, [90, 50, 120, 90], [130, 52, 138, 62], [172, 52, 180, 62]]) / SIZE
    codes = np.array([3, 4, 34, 38, 41])
    image = write_labelled(tmp_path / "some", "a", np.full((SIZE, SIZE, 3), 90, np.uint8), codes, boxes)
    (tmp_path / "manifest.csv").write_text(
        "set,image,source,partial_flower_boxes\nsome,some/images/a.jpg,s,2\n"
    )
    return Labelled(image, codes, boxes)


def test_a_label_takes_the_surest_whole_tile_that_holds_it(item: Labelled) -> None:
    part, tile, table = [128, 50, 140, 64], [129, 49, 160, 91], [100, 0, 200, 200]
    beside = [142, 50, 172, 90]
    found = whole_flowers(Told([part, tile, table, beside], [0.9, 0.4, 0.95, 0.99]), item)
    assert found.codes.tolist() == [34, 38]
    assert found.boxes * SIZE == pytest.approx(np.array([[90, 50, 120, 90], tile]))
    assert found.doubtful * SIZE == pytest.approx(np.array([[172, 52, 180, 62]]))


def test_such_photos_train_only_with_their_boxes_made_whole(item: Labelled) -> None:
    root = item.image.parents[2]
    with pytest.raises(ValueError, match="no usable picture"):
        usable_photos(root, part="some", held_out="held")
    write_missing_boxes(
        root / "whole.json", {"a.jpg": whole_flowers(Told([[129, 49, 160, 91]], [0.4]), item)}
    )
    part = Part(whole=1, strips=1, flowers=str(root / "whole.json"))
    (only,) = usable_photos(root, part="some", held_out="held", flowers=part.flowers)
    strip = load_photo(only, part)
    assert strip.classes.tolist() == [3, 4, 34, 38]
    assert strip.boxes[3] == pytest.approx([129, 49, 160, 91], abs=0.2)
