"""The weights of the two stages, found again from boxes that were made with known ones."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from paiyan.datasets.formats.labelled import write_labelled
from paiyan.models.training.fusion import StageOutputs, fit_blend, joined, stage_outputs
from paiyan.vision.detection.naming.namer import WHITE, combine_stages
from paiyan.vision.detections import Detections, Floats
from paiyan.vision.picture.image import Image


def seen(*, good: str, count: int = 600, seed: int = 1) -> StageOutputs:
    """Boxes that one stage names right nine times in ten, the other by chance; a quarter are no tiles."""
    rng = np.random.default_rng(seed)
    truth = np.where(rng.random(count) < 0.25, -1, rng.integers(0, 46, size=count))
    said = {"good": np.where(rng.random(count) < 0.9, truth, rng.integers(0, 46, size=count)),
            "bad": rng.integers(0, 46, size=count)}  # fmt: skip
    detector, namer = np.full((count, 46), 0.01, np.float32), np.full((count, 47), 0.01, np.float32)
    for table, says in ((detector, said["good" if good == "detector" else "bad"]),
                        (namer, said["good" if good == "namer" else "bad"])):  # fmt: skip
        tile = says >= 0
        table[np.flatnonzero(tile), says[tile]] = 0.7
    namer[:, 46] = np.where(truth < 0, 0.9, 0.05)
    return StageOutputs(detector, namer, truth, np.full(count, 1000 / count))


def test_the_better_stage_weighs_more() -> None:
    one, two = fit_blend(seen(good="detector")), fit_blend(seen(good="namer"))
    assert one.detector > 5 * one.namer
    assert two.namer > 5 * two.detector


def test_the_blend_tells_tiles_from_what_is_none() -> None:
    told = seen(good="namer")
    boxes = np.tile(np.array([[0, 0, 10, 10]], np.float32), (len(told.truth), 1))
    both = combine_stages(Detections(boxes, told.detector), told.namer, fit_blend(told))
    tiles = told.truth >= 0
    assert both.probabilities[tiles].sum(axis=1).mean() > 0.95
    assert both.probabilities[~tiles].sum(axis=1).mean() < 0.1


def test_what_looks_blank_is_less_surely_a_tile_where_most_of_it_is_none() -> None:
    told = seen(good="namer")
    assert abs(fit_blend(told).blank) < 1
    rng = np.random.default_rng(3)
    sides = told.truth < 0
    table = np.full((len(sides), 47), 0.01, np.float32)
    table[:, WHITE] = 0.7
    table[:, 46] = rng.uniform(0.05, 0.3, size=len(sides))
    named = np.where(sides[:, None], table, told.namer)
    blend = fit_blend(
        told._replace(detector=np.where(sides[:, None], table[:, :46], told.detector), namer=named)
    )
    assert blend.blank < -1
    boxes = np.tile(np.array([[0, 0, 10, 10]], np.float32), (len(sides), 1))
    both = combine_stages(
        Detections(boxes, np.where(sides[:, None], table[:, :46], told.detector)), named, blend
    )
    assert both.probabilities[sides].sum(axis=1).mean() < 0.3


def test_sets_count_by_their_weight() -> None:
    one, two = seen(good="detector"), seen(good="namer", seed=2)
    blend = fit_blend(joined([one, two._replace(weight=two.weight / 100)]))
    assert blend.detector > blend.namer


class Told:
    """Both stages: the same boxes in every picture, each named by its place."""

    name, sha256 = "told", ""
    boxes = np.array([[10, 10, 30, 40], [50, 10, 70, 40], [10, 60, 30, 90]], np.float32)

    def detect(self, image: Image) -> Detections:
        return Detections.of(self.boxes, np.array([3, 4, 5]), confidence=0.6)

    def detect_many(self, images: list[Image]) -> list[Detections]:
        return [self.detect(image) for image in images]

    def name_them(self, image: Image, boxes: Floats) -> Floats:
        return np.full((len(boxes), 47), boxes[:, :1] / 100, np.float32)


def test_what_a_set_leaves_open_weighs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    both = Told()
    monkeypatch.setattr(Told, "name", both.name_them, raising=False)
    write_labelled(tmp_path, "a", np.zeros((100, 100, 3), np.uint8), np.array([3]), both.boxes[:1] / 100.0)
    told = stage_outputs(both, both, tmp_path, weight=10.0)  # type: ignore[arg-type]
    assert sorted(told.truth.tolist()) == [-1, -1, 3]
    (tmp_path / "regions.json").write_text(json.dumps({"a.jpg": [[0.4, 0, 1, 1]]}))
    told = stage_outputs(both, both, tmp_path, weight=10.0)  # type: ignore[arg-type]
    assert sorted(told.truth.tolist()) == [-1, 3]
    assert told.detector.argmax(axis=1).tolist() == [3, 5]
    assert told.weight.sum() == 10.0
