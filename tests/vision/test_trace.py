"""A trace tells what a reading did: each view, and each box that it dropped, and nothing else changes."""

from __future__ import annotations

import json

import numpy as np
import pytest

from paiyan.models.opening import open_reader
from paiyan.scorer.tiles.tile import BACK, TILES
from paiyan.vision.detection.drops import listening, log_drops
from paiyan.vision.detection.runtimes.network_io import Frame, decode
from paiyan.vision.detection.thresholds import FIRST_STAGE
from paiyan.vision.detections import Detections
from paiyan.vision.picture.image import Image
from tests.vision.picture.test_row_ends import OverlooksTheLast, apart
from tests.vision.synthetic_detections import SIZE, row, seen
from tests.vision.told import told

PICTURE: Image = np.random.default_rng(0).integers(0, 255, (SIZE, SIZE, 3), np.uint8)


def test_a_trace_changes_nothing_but_adds_itself() -> None:
    plain = told(open_reader(OverlooksTheLast()).read(apart()))
    traced = told(open_reader(OverlooksTheLast(), trace=True).read(apart()))
    trace = traced.pop("trace")
    assert {**plain, "timings_ms": 0} == {**traced, "timings_ms": 0}
    assert json.loads(json.dumps(trace)) == trace
    (view,) = [one for one in trace["views"] if one["taken"]]
    assert (view["reason"], view["tiles"]) == ("row", [13, 14])
    assert [bool(one["after"]) for one in view["changes"] if one["before"] is None] == [True]


def head(*boxes: tuple[float, float, float, float, float]) -> np.ndarray:
    """A network's raw output: middle, size and how sure it is of 1m, box by box."""
    out = np.zeros((1, 4 + len(TILES), len(boxes)), np.float32)
    for at, (x, y, wide, high, sure) in enumerate(boxes):
        out[0, :4, at] = x, y, wide, high
        out[0, 4, at] = sure
    return out


def test_every_box_below_a_threshold_is_told_with_its_number() -> None:
    output = head((100, 100, 40, 60, 0.9), (102, 101, 40, 60, 0.5), (300, 100, 40, 60, 0.06))
    with listening() as drops:
        found = decode(output, Frame(1.0, 0, 0, 640, 640), thresholds=FIRST_STAGE)
    assert len(found) == 1
    weak, same = sorted(drops, key=lambda one: one.stage, reverse=True)
    assert (weak.stage, round(weak.value, 2), weak.threshold) == ("finder", 0.06, FIRST_STAGE.confidence)
    assert (same.stage, same.threshold) == ("another box on the tile", FIRST_STAGE.iou)
    assert same.value > same.threshold
    assert len(decode(output, Frame(1.0, 0, 0, 640, 640), thresholds=FIRST_STAGE)) == 1, "unheard, too"


class Drops:
    """A detector that drops a box where no tile is, and one on a tile."""

    name, sha256 = "drops", ""

    def detect(self, image: Image) -> Detections:
        found = seen(row("123m456p11z77234s"))
        away = np.array([[20, 20, 60, 70]], np.float32)
        boxes = np.concatenate([away, found.boxes[:1]])
        shares = np.zeros((2, len(TILES)), np.float32)
        shares[:, BACK] = 0.3
        log_drops(boxes, shares, "here", np.array([0.3, 0.3]), 0.35)
        return found


def test_what_was_dropped_where_no_tile_is_read_is_in_the_trace() -> None:
    trace = open_reader(Drops(), trace=True, second_pass=False).read(PICTURE).trace
    assert trace is not None
    (drop,) = trace.described()["dropped"]
    assert drop == {
        "stage": "here", "tile": "xx", "box": [20.0, 20.0, 60.0, 70.0], "objectness": 0.3, "value": 0.3,
        "threshold": 0.35,
    }  # fmt: skip
    assert open_reader(Drops()).read(PICTURE).trace is None


@pytest.mark.parametrize("turns", [1, 3])
def test_a_listener_hears_only_what_is_dropped_meanwhile(turns: int) -> None:
    for _ in range(turns):
        with listening() as drops:
            Drops().detect(PICTURE)
        assert len(drops) == 2
    Drops().detect(PICTURE)
    assert len(drops) == 2
