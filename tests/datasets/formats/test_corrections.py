"""What is kept of a corrected reading: the same tiles in YOLO and in COCO form, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image as Pictures

from paiyan.datasets.formats.labelled import ANNOTATIONS, DatasetError, save_correction
from paiyan.datasets.formats.open_set import read_set
from paiyan.vision.picture.image import Image

BOXES = [[10, 20, 30, 50], [40, 20, 70, 55]]


def picture(light: int = 60) -> Image:
    return np.full((80, 100, 3), light, np.uint8)


def test_both_forms_hold_the_same_tiles(tmp_path: Path) -> None:
    save_correction(tmp_path, picture(), [3, 40], BOXES)
    save_correction(tmp_path, picture(90), [45], BOXES[:1])
    yolo = read_set(tmp_path)
    coco = read_set(tmp_path / ANNOTATIONS)
    assert len(yolo) == len(coco) == 2
    for one in yolo:
        other = next(c for c in coco if c.image == one.image)
        assert one.classes.tolist() == other.classes.tolist()
        assert np.allclose(one.boxes, other.boxes, atol=1e-3)
        assert np.allclose(one.boxes * [100, 80, 100, 80], BOXES[: len(one.classes)], atol=0.1)


def test_the_same_picture_again_replaces_its_labels(tmp_path: Path) -> None:
    first = save_correction(tmp_path, picture(), [3, 40], BOXES)
    assert save_correction(tmp_path, picture(), [4], BOXES[1:]) == first
    (item,) = read_set(tmp_path)
    assert item.classes.tolist() == [4]
    coco = json.loads((tmp_path / ANNOTATIONS).read_text())
    assert [len(coco[part]) for part in ("images", "annotations")] == [1, 1]
    assert not list(tmp_path.glob("*.part"))


def test_nothing_beside_the_pixels_is_kept(tmp_path: Path) -> None:
    with Pictures.open(save_correction(tmp_path, picture(), [3], BOXES[:1])) as kept:
        assert not kept.getexif()
        assert kept.size == (100, 80)


def test_boxes_past_the_edge_are_cut_there(tmp_path: Path) -> None:
    save_correction(tmp_path, picture(), [3], [[-5, 20, 30, 500]])
    assert read_set(tmp_path)[0].boxes.tolist() == [[0, 0.25, 0.3, 1]]


@pytest.mark.parametrize(
    "content", ["{", "[]", '{"categories": []}', '{"images": [], "categories": [{"name": "cat"}]}']
)
def test_annotations_of_others_are_left_alone(tmp_path: Path, content: str) -> None:
    (tmp_path / ANNOTATIONS).write_text(content)
    with pytest.raises(DatasetError, match="not of our making: name another folder"):
        save_correction(tmp_path, picture(), [3], BOXES[:1])
    assert (tmp_path / ANNOTATIONS).read_text() == content
    assert not (tmp_path / "images").exists()


def test_each_tile_needs_its_box(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="each tile needs its box"):
        save_correction(tmp_path, picture(), [3, 4], BOXES[:1])
