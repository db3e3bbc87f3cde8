"""Boxes of COCO and Pascal VOC that their picture does not hold are named, and nothing is made of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from paiyan.datasets.formats.labelled import DatasetError
from paiyan.datasets.formats.open_set import read_set
from paiyan.vision.picture.image import save

WIDTH, HEIGHT = 200, 100
Corners = tuple[float, float, float, float]
Form = Callable[[Path, Corners], None]


def coco(folder: Path, corners: Corners) -> None:
    x1, y1, x2, y2 = corners
    told = {
        "images": [{"id": 1, "file_name": "a.jpg", "width": WIDTH, "height": HEIGHT}],
        "categories": [{"id": 0, "name": "1m"}],
        "annotations": [{"image_id": 1, "category_id": 0, "bbox": [x1, y1, x2 - x1, y2 - y1]}],
    }
    (folder / "a.coco.json").write_text(json.dumps(told))


def voc(folder: Path, corners: Corners) -> None:
    edges = "".join(
        f"<{name}>{at}</{name}>" for name, at in zip(("xmin", "ymin", "xmax", "ymax"), corners, strict=True)
    )
    (folder / "a.xml").write_text(
        f"<annotation><filename>a.jpg</filename><size><width>{WIDTH}</width><height>{HEIGHT}</height></size>"
        f"<object><name>1m</name><bndbox>{edges}</bndbox></object></annotation>"
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    save(np.zeros((HEIGHT, WIDTH, 3), np.uint8), tmp_path / "a.jpg")
    return tmp_path


@pytest.mark.parametrize("form", [coco, voc])
@pytest.mark.parametrize(
    "corners", [(10, 10, 3000, 40), (-50, 10, 30, 40), (30, 40, 10, 50), (float("nan"), 10, 30, 40)]
)
def test_a_box_that_the_picture_does_not_hold_is_named(form: Form, corners: Corners, folder: Path) -> None:
    form(folder, corners)
    with pytest.raises(
        DatasetError, match=r"the labels of a\.jpg have a box .* 200 x 100 pixels do not hold"
    ):
        read_set(folder)


@pytest.mark.parametrize("form", [coco, voc])
def test_a_box_may_reach_a_little_over_the_edge(form: Form, folder: Path) -> None:
    form(folder, (-2, 0, 20, 101))
    np.testing.assert_allclose(read_set(folder)[0].boxes, [[-0.01, 0, 0.1, 1.01]])


def test_a_file_that_is_nested_without_end_is_no_coco_file(folder: Path) -> None:
    (folder / "a.coco.json").write_text("[" * 100_000)
    with pytest.raises(DatasetError, match="is no COCO file of boxes"):
        read_set(folder)


def test_what_is_wrong_in_a_coco_file_is_said_in_plain_words(folder: Path) -> None:
    file = folder / "a.coco.json"
    for text, says in (("{\n  nothing", "not JSON at line 2, column 3"), ("{}", "there is no 'categories'")):
        file.write_text(text)
        with pytest.raises(DatasetError, match=rf"is no COCO file of boxes \({says}\)"):
            read_set(folder)
