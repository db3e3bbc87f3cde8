"""Crops of boxes, and what becomes of a box when two networks have named it."""

from __future__ import annotations

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from paiyan.models import registry
from paiyan.models.opening import load_detector
from paiyan.scorer.tiles.tile import TILES
from paiyan.vision.detection.coarse_to_fine import full_detector
from paiyan.vision.detection.naming import namer
from paiyan.vision.detection.naming.namer import Blend, Namer, combine_stages
from paiyan.vision.detection.thresholds import BOTH_STAGES, SURE_IN_GAP, SURE_TILE, Thresholds
from paiyan.vision.detection.two_stage import NamedDetector
from paiyan.vision.detections import Detections, Floats, overlaps
from paiyan.vision.errors import ModelMismatch, ModelNotFound
from paiyan.vision.picture.image import Image, load
from paiyan.vision.pixels import CROP_SIDE, crops, with_margin
from tests.vision.doubles import FixedDetector, NoOpinion

ROOT = Path(__file__).parents[4]
SCENES = ROOT / "tests" / "data" / "scenes"
BLEND = Blend(detector=0.5, namer=1.0, sure=0.0, seen=1.0, kept=0.5)
EVEN = 1 / 47
LOW = Thresholds(confidence=0.3)


def found_of(*codes: int, confidence: float = 0.8) -> Detections:
    boxes = np.array([[10 + 30 * k, 10, 34 + 30 * k, 42] for k in range(len(codes))], np.float32)
    return Detections.of(boxes, np.array(codes, np.intp), confidence=confidence)


def named(*codes: int, share: float = 0.9) -> np.ndarray:
    out = np.full((len(codes), 47), (1 - share) / 46, np.float32)
    out[np.arange(len(codes)), list(codes)] = share
    return out


class Sayer(NoOpinion):
    """Names the boxes of a picture as it was told."""

    def __init__(self, says: np.ndarray) -> None:
        self.says = says

    def name(self, image: Image, boxes: Floats) -> Floats:
        return self.says[: len(boxes)]


def test_a_crop_shows_its_box_and_a_little_more() -> None:
    image = np.zeros((200, 300, 3), np.uint8)
    image[50:114, 100:148] = (10, 200, 30)
    (crop,) = crops(image, np.array([[100, 50, 148, 114]], np.float32))
    assert crop.shape == (CROP_SIDE, CROP_SIDE, 3)
    margin = round(CROP_SIDE * 0.12 / 1.24)
    assert (crop[margin + 1 : -margin - 1, margin + 1 : -margin - 1] == (10, 200, 30)).all()
    assert (crop[0] == 0).all()
    assert (crop[:, -1] == 0).all()


def test_a_crop_at_the_edge_goes_on_with_the_last_pixels() -> None:
    image = np.full((60, 60, 3), 77, np.uint8)
    every = crops(image, np.array([[0, 0, 30, 40], [30, 20, 60, 60], [0, 0, 60, 60]], np.float32))
    assert (every == 77).all()


@pytest.mark.parametrize("side", [20, 47, 64, 75, 91, 150, 333])
@pytest.mark.parametrize("at", [100.0, 100.5, 100.9])
def test_a_crop_shows_nothing_from_two_pixels_beyond_its_margin(side: int, at: float) -> None:
    box = np.array([[at, at, at + side, at + 1.3 * side]], np.float32)
    wide, high = with_margin(side, 1.3 * side)
    left, top = at + side / 2 - wide / 2, at + 1.3 * side / 2 - high / 2
    grey = np.full((700, 700, 3), 90, np.uint8)
    around = np.full_like(grey, 255)
    around[int(top) : int(top + high) + 2, int(left) : int(left + wide) + 2] = 90
    assert np.array_equal(crops(grey, box), crops(around, box))


def test_a_tile_of_a_large_photo_is_averaged_not_picked() -> None:
    image = np.zeros((800, 800, 3), np.uint8)
    image[:, ::2] = 200  # lines of one pixel
    (crop,) = crops(image, np.array([[100, 100, 700, 700]], np.float32))
    assert 90 < crop.mean() < 110
    assert crop.std() < 15


def test_the_namer_overrules_a_detector_that_it_outweighs() -> None:
    both = combine_stages(found_of(3, confidence=0.6), named(5), BLEND)
    assert both.classes.tolist() == [5]
    assert both.confidence[0] > 0.5


def test_where_both_agree_the_name_is_surer_than_either() -> None:
    detector = np.full((1, 46), 0.02, np.float32)
    detector[0, 7] = 0.7
    both = combine_stages(Detections(found_of(7).boxes, detector), named(7, share=0.8), Blend(1, 1, 4, 1, 1))
    assert both.classes.tolist() == [7]
    assert both.confidence[0] > 0.9


def test_what_shows_no_tile_loses_its_confidence() -> None:
    tile, nothing = named(7), named(46)
    with_tile, without = (combine_stages(found_of(7), n, BLEND).confidence[0] for n in (tile, nothing))
    assert without < with_tile


@given(st.lists(st.integers(0, 45), min_size=1, max_size=6), st.integers(0, 2**32 - 1))
def test_probabilities_stay_probabilities(codes: list[int], seed: int) -> None:
    rng = np.random.default_rng(seed)
    says = rng.dirichlet(np.full(47, 0.1), size=len(codes)).astype(np.float32)
    both = combine_stages(found_of(*codes, confidence=float(rng.random())), says, BLEND)
    assert (both.probabilities >= 0).all()
    assert (both.probabilities.sum(axis=1) <= 1 + 1e-5).all()
    assert both.boxes.shape == (len(codes), 4)


def test_boxes_come_surest_first_and_unsure_ones_go() -> None:
    image = np.zeros((100, 200, 3), np.uint8)
    says = np.concatenate([named(1, share=0.5), named(46), named(3, share=0.99)])
    blend = BLEND._replace(kept=2.0)
    detector = NamedDetector(FixedDetector(found_of(1, 2, 3)), Sayer(says), blend, thresholds=LOW)
    both = detector.detect(image)
    assert both.classes.tolist() == [3, 1]
    assert (np.diff(both.confidence) <= 0).all()
    assert (detector.name, detector.sha256) == ("fixed", "0")


def test_the_whole_tile_is_kept_where_the_namer_is_surer_of_it_than_of_its_parts() -> None:
    boxes = np.array([[10, 10, 26, 44], [10, 10, 48, 44], [32, 10, 48, 44]], np.float32)
    found = Detections(boxes, np.eye(46, dtype=np.float32)[[21, 26, 21]] * [[0.6], [0.4], [0.5]])
    says = np.concatenate([named(21, share=0.5), named(26, share=0.99), named(21, share=0.5)])
    detector = NamedDetector(FixedDetector(found), Sayer(says), BLEND._replace(kept=2.0), thresholds=LOW)
    both = detector.detect(np.zeros((60, 60, 3), np.uint8))
    assert both.classes.tolist() == [26]
    assert both.boxes.tolist() == [[10, 10, 48, 44]]


def test_an_unsure_tile_in_a_gap_of_a_row_stays_as_unsure_as_it_is() -> None:
    says = named(1, 2, 3, 4, share=0.98)
    says[[1, 3], [2, 4]], says[[1, 3], 46] = 0.3, 0.68  # rather no tile
    boxes = np.array([[10 + 26 * k, 10, 34 + 26 * k, 42] for k in range(4)], np.float32)
    found = Detections.of(boxes, np.array([1, 2, 3, 4]), confidence=0.6)
    detector = NamedDetector(FixedDetector(found), Sayer(says), BLEND._replace(kept=1.5))
    both = detector.detect(np.zeros((60, 140, 3), np.uint8))
    assert sorted(both.classes.tolist()) == [1, 2, 3], "the one at the end is not there"
    assert SURE_IN_GAP <= both.confidence[-1] < SURE_TILE


def test_a_picture_without_boxes_names_nothing() -> None:
    detector = NamedDetector(FixedDetector(Detections.none()), Sayer(named()), BLEND, thresholds=LOW)
    assert len(detector.detect(np.zeros((50, 50, 3), np.uint8))) == 0


def test_weights_that_are_no_namer_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelNotFound, match="no weights"):
        Namer(tmp_path / "none.onnx")
    (tmp_path / "bad.onnx").write_bytes(b"no model")
    with pytest.raises(ModelMismatch, match=r"bad\.onnx"):
        Namer(tmp_path / "bad.onnx")
    with pytest.raises(ModelMismatch, match=r"not \(n, 47\)"):
        Namer(registry.default().onnx)


def test_boxes_beside_their_tiles_are_moved_to_them_and_named_as_they_lay() -> None:
    """By what is drawn: the edges of most tiles are seen from close by."""
    second, rng = Namer(registry.second_stage().runs, threads=1), np.random.default_rng(7)
    before, after = list[float](), list[float]()
    for line in (SCENES / "truth.jsonl").read_text().splitlines():
        told = json.loads(line)
        photo, truth = load(SCENES / told["photo"]), np.array([t["box"] for t in told["tiles"]], np.float32)
        sides = np.tile(truth[:, 2:] - truth[:, :2], 2)
        boxes = truth + (rng.normal(0, 0.05, truth.shape) * sides).astype(np.float32)
        named, placed = second.name_and_refine(photo, boxes)
        np.testing.assert_array_equal(named, second.name(photo, boxes))
        assert (placed >= 0).all()
        assert (placed[:, 2:] <= (photo.shape[1], photo.shape[0])).all()
        before += overlaps(truth, boxes).diagonal().tolist()
        after += overlaps(truth, placed).diagonal().tolist()
    assert len(after) > 100
    assert 1 - np.mean(after) < 0.8 * (1 - np.mean(before))


def test_a_namer_that_tells_no_edges_leaves_boxes_where_they_are() -> None:
    boxes = found_of(1, 2, 3).boxes
    named, placed = Namer(registry.second_stage().onnx).name_and_refine(
        np.zeros((60, 100, 3), np.uint8), boxes
    )
    np.testing.assert_array_equal(placed, boxes)
    assert named.shape == (3, len(TILES) + 1)


def test_threads_share_the_boxes_of_a_picture_and_name_them_as_one_does() -> None:
    photo = load(ROOT / "service" / "samples" / "hand.jpg")
    boxes = load_detector(backend="onnxruntime", stages="one").detect(photo).boxes
    one, three = (Namer(registry.second_stage().runs, threads=threads) for threads in (1, 3))
    for count in (len(boxes), 4, 2, 1):
        np.testing.assert_array_equal(three.name(photo, boxes[:count]), one.name(photo, boxes[:count]))
    with ThreadPoolExecutor(5) as callers:
        at_once = list(callers.map(lambda _: three.name(photo, boxes), range(10)))
    assert all(np.array_equal(said, one.name(photo, boxes)) for said in at_once)


def test_what_breaks_in_another_thread_is_raised_and_the_next_picture_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    three, boxes = Namer(registry.second_stage().runs, threads=3), found_of(1, 2, 3).boxes
    picture = np.zeros((60, 100, 3), np.uint8)

    def no_third(image: Image, some: Floats) -> NDArray[np.uint8]:
        if (some == boxes[2]).all():
            raise MemoryError
        return crops(image, some)

    with monkeypatch.context() as broken:
        broken.setattr(namer, "crops", no_third)
        with pytest.raises(MemoryError):
            three.name(picture, boxes)
    assert len(three.name(picture, boxes)) == 3


def test_a_fork_has_threads_of_its_own() -> None:
    """Those of its parent are not there, and would be waited for in vain."""
    code = (
        "import os, numpy as np; from paiyan.models import registry;"
        "from paiyan.vision.detection.naming.namer import Namer;"
        "two = Namer(registry.second_stage().runs, threads=2); picture = np.zeros((60, 90, 3), np.uint8);"
        "boxes = np.array([[9, 9, 40, 50], [40, 9, 70, 50]], np.float32); two.name(picture, boxes);"
        "child = os.fork();"
        "child or os._exit(len(two.name(picture, boxes)));"
        "print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == "2\n"


def test_where_no_thread_can_be_begun_one_names_all() -> None:
    """As while the program ends."""
    two, boxes = Namer(registry.second_stage().runs, threads=2), found_of(1, 2, 3).boxes
    picture = np.full((60, 100, 3), 90, np.uint8)
    said = two.name(picture, boxes)
    for pool in two._pools.values():
        pool.shutdown()
    np.testing.assert_array_equal(two.name(picture, boxes), said)
    np.testing.assert_array_equal(Namer(registry.second_stage().runs, threads=0).name(picture, boxes), said)


def test_the_projects_own_detector_has_both_stages() -> None:
    photo = load(ROOT / "service" / "samples" / "hand.jpg")
    both, alone = (
        full_detector(load_detector(backend="onnxruntime", stages=stages)) for stages in ("auto", "one")
    )
    assert isinstance(both, NamedDetector)
    assert not isinstance(alone, NamedDetector)
    assert both.thresholds == BOTH_STAGES
    seen = both.detect(photo)
    assert seen.confidence.min() >= SURE_TILE
    assert len(seen) >= 14
    assert seen.probabilities.shape == (len(seen), len(TILES))
    again = both.detect(photo)
    np.testing.assert_array_equal(seen.probabilities, again.probabilities)


def test_a_confidence_that_was_asked_for_holds_for_both_stages() -> None:
    detector = full_detector(load_detector(backend="onnxruntime", thresholds=Thresholds(confidence=0.03)))
    assert isinstance(detector, NamedDetector)
    assert detector.thresholds.confidence == 0.03
    photo = load(ROOT / "service" / "samples" / "hand.jpg")
    assert len(detector.detect(photo)) >= len(load_detector(backend="onnxruntime").detect(photo))
