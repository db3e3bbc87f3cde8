"""Boxes that overlap go through both stages: which the first leaves standing, and which the second drops."""

from __future__ import annotations

import numpy as np
import pytest

from paiyan.models.opening import load_detector
from paiyan.vision.detection.coarse_to_fine import full_detector
from paiyan.vision.detection.naming.namer import Blend
from paiyan.vision.detection.runtimes.network_detector import NetworkDetector
from paiyan.vision.detection.runtimes.network_io import one_box_per_tile
from paiyan.vision.detection.thresholds import BOTH_STAGES, DEFAULT_THRESHOLDS, FIRST_STAGE, Thresholds
from paiyan.vision.detection.two_stage import NamedDetector
from paiyan.vision.detections import Detections, Floats, overlaps
from paiyan.vision.picture.image import Image
from tests.vision.doubles import FixedDetector, NoOpinion

DETECTOR_ALONE = Blend(detector=1.0, namer=0.0, sure=0.0, seen=1.0, kept=0.0)
BLACK: Image = np.zeros((400, 400, 3), np.uint8)


def shifted(by: float, *, wide: float = 100.0) -> Detections:
    """A box of 100 by 100 pixels, and another so wide that begins `by` pixels to the right of it."""
    boxes = np.array([[0, 0, 100, 100], [by, 0, by + wide, 100]], np.float32)
    return Detections.of(boxes, np.array([3, 4]), confidence=0.9)


def iou_of(found: Detections) -> float:
    return float(overlaps(found.boxes[:1], found.boxes[1:])[0, 0])


def of_both_stages(found: Detections) -> int:
    return len(NamedDetector(FixedDetector(found), NoOpinion(), DETECTOR_ALONE).detect(BLACK))


@pytest.mark.parametrize(("by", "first", "both"), [
    (10.0, 1, 1),  # IoU 0.82: one tile to either stage
    (20.0, 2, 1),  # 0.67: the second stage is to choose
    (30.0, 2, 1),  # 0.54
    (36.0, 2, 2),  # 0.47: two tiles, of which one hides a part of the other
    (60.0, 2, 2),
])  # fmt: skip
def test_the_first_stage_leaves_what_the_second_has_to_choose_from(by: float, first: int, both: int) -> None:
    found = shifted(by)
    assert (iou_of(found) <= 0.75) == (first == 2)
    assert (iou_of(found) <= 0.5) == (both == 2)
    assert len(one_box_per_tile(found, thresholds=FIRST_STAGE)) == first
    assert of_both_stages(found) == both


@pytest.mark.parametrize(("by", "both"), [(2.0, 1), (60.0, 1), (65.0, 1), (67.0, 2), (80.0, 2)])
def test_a_part_of_a_tile_is_left_to_the_second_stage(by: float, both: int) -> None:
    """A box of 40 pixels that lies inside the other with all of its width, or with 35, 33 and 20 pixels."""
    found = shifted(by, wide=40.0)
    assert len(one_box_per_tile(found, thresholds=FIRST_STAGE)) == 2, (
        "the second stage sees the part and the whole"
    )
    assert of_both_stages(found) == both


def test_of_two_boxes_on_one_tile_the_one_that_is_surer_after_both_stages_stays() -> None:
    found = shifted(20.0)
    weaker = np.array([[0.6], [0.9]], np.float32) * (found.probabilities > 0)
    named = NamedDetector(FixedDetector(Detections(found.boxes, weaker)), NoOpinion(), DETECTOR_ALONE)
    assert named.detect(BLACK).boxes.tolist() == found.boxes[1:].tolist()
    assert named.detect_many([BLACK, BLACK])[1].boxes.tolist() == found.boxes[1:].tolist()


class Mover(NoOpinion):
    """A namer that sees each tile ten pixels to the right of its box."""

    def name_and_refine(self, image: Image, boxes: Floats) -> tuple[Floats, Floats]:
        return self.name(image, boxes), boxes + np.array([10, 0, 10, 0], np.float32)


def test_boxes_of_a_first_look_are_placed_anew_by_the_second_stage_and_others_stay() -> None:
    found = shifted(60.0)
    full = NamedDetector(FixedDetector(found), Mover(), DETECTOR_ALONE)
    placed = [sorted(full.named(BLACK, found, refined=moved).boxes[:, 0]) for moved in (False, True)]
    assert placed == [[0, 60], [10, 70]]
    assert sorted(full.detect(BLACK).boxes[:, 0]) == [0, 60]


def test_both_stages_are_loaded_so_that_the_first_keeps_more_than_the_second() -> None:
    detector = full_detector(load_detector(backend="onnxruntime"))
    assert isinstance(detector, NamedDetector)
    assert isinstance(detector.detector, NetworkDetector)
    assert detector.detector.thresholds == FIRST_STAGE
    assert detector.thresholds == BOTH_STAGES
    alone = load_detector(backend="onnxruntime", stages="one")
    assert isinstance(alone, NetworkDetector)
    assert alone.thresholds == DEFAULT_THRESHOLDS


def test_a_lower_confidence_that_is_asked_for_reaches_the_first_stage() -> None:
    detector = full_detector(load_detector(backend="onnxruntime", thresholds=Thresholds(confidence=0.03)))
    assert isinstance(detector, NamedDetector)
    assert isinstance(detector.detector, NetworkDetector)
    assert detector.detector.thresholds == FIRST_STAGE._replace(confidence=0.03)
    higher = full_detector(load_detector(backend="onnxruntime", thresholds=Thresholds(confidence=0.6)))
    assert isinstance(higher, NamedDetector)
    assert isinstance(higher.detector, NetworkDetector)
    assert higher.detector.thresholds.confidence == FIRST_STAGE.confidence
    assert higher.thresholds.confidence == 0.6
