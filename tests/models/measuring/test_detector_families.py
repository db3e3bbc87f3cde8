"""Families of detectors beside each other: two heads, oriented boxes, and what each learns from."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from paiyan.datasets.synth import synthesise
from paiyan.models.measuring.detector_families import FAMILIES, Family, linked
from paiyan.scorer.tiles.tile import TILES
from paiyan.vision.detection.thresholds import Thresholds
from paiyan.vision.picture.image import load
from tests.beside import START_WEIGHTS


@pytest.fixture(scope="module")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return synthesise(tmp_path_factory.mktemp("sets") / "scenes", 4, seed=3, size=(256, 256))


def test_the_corners_that_an_oriented_model_learns_span_the_boxes(scenes: Path, tmp_path: Path) -> None:
    some = sorted((scenes / "images").iterdir())
    quads = linked(some, tmp_path / "quads", oriented=True)
    boxes = linked(some, tmp_path / "boxes", oriented=False)
    for link, plain in zip(quads, boxes, strict=True):
        assert link.resolve() == plain.resolve()
        corners, upright = (_numbers(path) for path in (link, plain))
        assert corners.shape[1:] == (9,)
        assert (corners[:, 0] == upright[:, 0]).all()
        x, y = corners[:, 1::2], corners[:, 2::2]
        width, height = np.ptp(x, axis=1), np.ptp(y, axis=1)
        # The box of a tile that something covers is that of the part that shows: never larger.
        assert (width >= upright[:, 3] - 0.01).all()
        assert (height >= upright[:, 4] - 0.01).all()


def _numbers(picture: Path) -> np.ndarray:
    lines = (picture.parents[1] / "labels" / f"{picture.stem}.txt").read_text().splitlines()
    assert lines
    return np.array([[float(word) for word in line.split()] for line in lines])


def test_a_photo_gives_its_boxes_as_corners(tmp_path: Path) -> None:
    photo = tmp_path / "set" / "images" / "a.jpg"
    label = tmp_path / "set" / "labels" / "a.txt"
    for path in (photo, label):
        path.parent.mkdir(parents=True, exist_ok=True)
    photo.touch()
    label.write_text("3 0.5 0.4 0.2 0.1\n")
    (link,) = linked([photo], tmp_path / "quads", oriented=True)
    told = (link.parents[1] / "labels" / "a.txt").read_text()
    assert [float(v) for v in told.split()] == [3, 0.4, 0.35, 0.6, 0.35, 0.6, 0.45, 0.4, 0.45]


@pytest.mark.train
@pytest.mark.skipif(not START_WEIGHTS.exists(), reason="the start weights are not here")
@pytest.mark.parametrize("family", FAMILIES[:3], ids=lambda f: f.name)
def test_every_family_trains_and_finds_in_the_same_form(family: Family, scenes: Path, tmp_path: Path) -> None:
    from paiyan.models.measuring import detector_families
    from paiyan.models.training import ultralytics_runs
    from paiyan.vision.detection.runtimes import yolo

    some = linked(sorted((scenes / "images").iterdir()), tmp_path / "data", oriented=family.oriented)
    tiny = {**detector_families.SETTINGS, "imgsz": 64, "epochs": 1, "batch": 4, "nbs": 4}
    last = detector_families.train(
        family, some, weights=START_WEIGHTS, run=tmp_path / "run", complete="none", settings=tiny
    )
    ultralytics_runs.strip(last, tmp_path / "tiny.pt", size=64)
    detector = yolo.UltralyticsDetector(tmp_path / "tiny.pt", thresholds=Thresholds(confidence=0.0))
    found = detector.detect(load(some[0]))
    assert len(found) > 0
    assert found.probabilities.shape[1] == len(TILES)
    assert detector.parameters > 2_000_000
    assert str(tmp_path).encode() not in (tmp_path / "tiny.pt").read_bytes()


@pytest.mark.train
def test_the_open_class_is_left_out_of_both_heads_losses() -> None:
    import torch

    from paiyan.models.training.ultralytics_runs import class_losses

    class Loss:
        def __init__(self) -> None:
            self.bce = torch.nn.BCEWithLogitsLoss(reduction="none")

    class TwoHeads:
        def __init__(self) -> None:
            self.one2many, self.one2one = Loss(), Loss()

    one, two = Loss(), TwoHeads()
    assert class_losses(one) == [one]
    assert class_losses(two) == [two.one2many, two.one2one]


@pytest.mark.train
def test_an_oriented_box_becomes_the_upright_one_around_it() -> None:
    from paiyan.vision.detection.runtimes.yolo import upright

    head = np.zeros((1, 4 + 2 + 1, 2), np.float32)
    head[0, :4, 0] = head[0, :4, 1] = 50, 60, 30, 40
    head[0, 4:6, 1] = 0.25, 0.75
    head[0, -1] = 0, np.pi / 2
    np.testing.assert_allclose(upright(head)[0, :, 0], [50, 60, 30, 40, 0, 0], atol=1e-4)
    np.testing.assert_allclose(upright(head)[0, :, 1], [50, 60, 40, 30, 0.25, 0.75], atol=1e-4)
