"""Coarse to fine: every small tile of a large picture is found once, and near ones cost nothing more."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paiyan.scorer.tiles.tile import TILES
from paiyan.vision.detection.detector import Detector, run_looks
from paiyan.vision.detection.runtimes.network_io import suppress_overlaps
from paiyan.vision.detection.views.hints import parts_of, views_covering, views_over_hints
from paiyan.vision.detection.views.looking import look as look_at
from paiyan.vision.detection.views.looking import look_closer, search, whole_window
from paiyan.vision.detection.views.pooling import DetectedView, pool
from paiyan.vision.detection.views.thresholds import BLIND_SIDE, FINER, MOST_VIEWS
from paiyan.vision.detection.views.view import part
from paiyan.vision.detections import Detections
from paiyan.vision.picture.image import Image

TOLD, HINTED = 14.0, 2.0
"""Pixels of 640 from which a block is told, and from which something is seen of it."""


def closer(detector: Detector, image: Image, found: Detections) -> Detections:
    return run_looks(look_closer(image, found), detector)


class Blocks:
    """A detector of light blocks that sees 640 pixels of a picture, as the network does."""

    name = "blocks"
    sha256 = ""

    def __init__(self, *, hinted: float = HINTED) -> None:
        self.looks, self.hinted = 0, hinted

    def detect(self, image: Image) -> Detections:
        self.looks += 1
        scale = 640 / max(image.shape[:2])
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        seen = cv2.resize(image, None, fx=scale, fy=scale, interpolation=how)
        _, _, stats, _ = cv2.connectedComponentsWithStats(cv2.inRange(seen, (150, 150, 150), (255, 255, 255)))
        boxes = stats[1:, :4].astype(np.float32)
        boxes[:, 2:] += boxes[:, :2]
        size = (boxes[:, 2:] - boxes[:, :2]).min(axis=1, initial=np.inf)
        told, hinted = size >= TOLD, size >= self.hinted
        sure = Detections.of(boxes[told] / scale, np.full(int(told.sum()), 4))
        return Detections(sure.boxes, sure.probabilities * np.float32(0.9), boxes[hinted] / scale)

    def detect_many(self, images: Sequence[Image]) -> list[Detections]:
        return [self.detect(image) for image in images]


def table(
    width: int, *, at: tuple[float, float], columns: int = 9, rows: int = 6
) -> tuple[Image, np.ndarray]:
    """A picture of 12 megapixels with a field of blocks somewhere in it, and their boxes."""
    image = np.full((3000, 4000, 3), 30, np.uint8)
    step = (round(width * 1.5), round(width * 1.9))
    left, top = (
        round(a * (s - n * d)) for a, s, n, d in zip(at, (4000, 3000), (columns, rows), step, strict=True)
    )
    boxes = [
        (x, y, x + width, y + round(width * 1.35))
        for y in range(top, top + rows * step[1], step[1])
        for x in range(left, left + columns * step[0], step[0])
    ]  # fmt: skip
    for x1, y1, x2, y2 in boxes:
        image[y1:y2, x1:x2] = 225
    return image, np.array(boxes, np.float32)


@pytest.mark.parametrize("width", [16, 24, 40])
@pytest.mark.parametrize("at", [(0.5, 0.5), (0.0, 0.0), (1.0, 0.3), (0.37, 1.0)])
def test_each_small_tile_of_a_large_picture_is_found_once(width: int, at: tuple[float, float]) -> None:
    image, boxes = table(width, at=at)
    detector = Blocks()
    first = detector.detect(image)
    assert not len(first)
    found = closer(detector, image, first)
    assert len(found) == len(boxes)
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    for middle in middles:
        assert np.hypot(*(found.centres - middle).T).min() < 0.15 * width
    assert detector.looks <= MOST_VIEWS + 2


@pytest.mark.parametrize("at", [(0.5, 0.5), (0.0, 1.0), (0.4, 0.3)])
def test_tiles_of_twelve_pixels_that_are_hinted_at_in_no_whole_picture_are_found(
    at: tuple[float, float],
) -> None:
    image, boxes = table(12, at=at)
    detector = Blocks(hinted=4.5)
    found = closer(detector, image, detector.detect(image))
    assert len(found) == len(boxes)
    assert detector.looks <= MOST_VIEWS + 2


@pytest.mark.parametrize(("size", "parts"), [
    ((4000, 3000), 6), ((3000, 4000), 6), ((1920, 1080), 2), ((1500, 1500), 1), ((3001, 100), 3),
    ((6960, 4640), 12),
])  # fmt: skip
def test_a_large_picture_of_nothing_costs_a_look_at_each_part(size: tuple[int, int], parts: int) -> None:
    detector = Blocks()
    image = np.full((size[1], size[0], 3), 30, np.uint8)
    assert not len(closer(detector, image, detector.detect(image)))
    assert detector.looks == 2 + (parts if parts > 1 else 0)  # one of them from farther off
    covered = np.zeros((size[1], size[0]), np.bool_)
    for view in parts_of(image):
        left, top, right, bottom = view.box
        wide, high = right - left, bottom - top
        assert max(wide, high) <= max(BLIND_SIDE, max(size) / 4)
        covered[top : top + high, left : left + wide] = True
    assert covered.all()
    assert len(parts_of(image)) == parts


def test_a_small_picture_of_nothing_costs_a_look_from_farther_off() -> None:
    detector = Blocks()
    image = np.full((600, 800, 3), 30, np.uint8)
    closer(detector, image, detector.detect(image))
    assert detector.looks == 2


def test_a_near_row_costs_nothing_more_whatever_is_hinted_at_behind_it() -> None:
    image, _ = table(260, at=(0.5, 0.9), columns=9, rows=1)
    for x in range(100, 3900, 60):
        image[200:240, x : x + 30] = 225
    detector = Blocks()
    first = detector.detect(image)
    assert len(first) == 9
    assert closer(detector, image, first) is first
    assert detector.looks == 1


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(1, 40), st.sampled_from([0.16, 0.3, 0.8]))
def test_windows_lie_in_the_picture_and_hold_the_hints(seed: int, count: int, scale: float) -> None:
    rng = np.random.default_rng(seed)
    image = np.zeros((900, 1300, 3), np.uint8)
    low = rng.uniform([0, 0], [1280, 880], (count, 2))
    hints = np.concatenate([low, low + rng.uniform(4, 20, (count, 2))], axis=1)
    windows = views_covering(image, hints, scale=scale, most=MOST_VIEWS)
    assert 1 <= len(windows) <= MOST_VIEWS
    for left, top, right, bottom in (one.box for one in windows):
        assert left >= 0
        assert top >= 0
        assert right <= 1300
        assert bottom <= 900
    middles = (hints[:, :2] + hints[:, 2:]) / 2
    held = [any(w.box[0] <= x <= w.box[2] and w.box[1] <= y <= w.box[3] for w in windows) for x, y in middles]
    assert all(held)


@pytest.mark.parametrize("most", [1, 2, 4, 14])
def test_a_round_of_views_is_finer_than_the_one_before_it_or_none(most: int) -> None:
    """Hints all over a picture of 1920 pixels, seen at a third of its size and at twice that."""
    image = np.zeros((1440, 1920, 3), np.uint8)
    spread = np.stack(np.meshgrid(np.arange(100, 1900, 90), np.arange(100, 1400, 90)), axis=2).reshape(-1, 2)
    hints = np.concatenate([spread, spread + 12], axis=1).astype(np.float32)
    for scale in (1 / 3, 2 / 3):
        last = look([], scale=scale)
        seen = last.detections
        last = last._replace(detections=Detections(seen.boxes, seen.probabilities, hints))
        views = views_over_hints(image, [last], [last], most=most)
        assert all(one.input_scale >= FINER * scale for one in views)
        assert len(views) <= most
        assert bool(views) == (most == 14 or (most == 4 and scale < 0.5))


def look(
    boxes: list[tuple[float, float, float, float]], *, scale: float, code: int = 4, sure: float = 0.9
) -> DetectedView:
    """A look at a picture of 600 by 600 at a scale."""
    known = Detections.of(np.array(boxes, np.float32).reshape(-1, 4), np.full(len(boxes), code))
    there = np.array([[scale, 0, 0], [0, scale, 0]], np.float64)
    found = Detections(known.boxes, known.probabilities * np.float32(sure))
    return DetectedView(found, there, (600 * scale, 600 * scale))


ROW = [(100.0 + 30 * k, 100.0, 128.0 + 30 * k, 140.0) for k in range(6)]


def test_a_row_that_was_taken_for_a_tile_gives_way_to_its_tiles() -> None:
    coarse = look([(100, 100, 280, 140)], scale=0.3, sure=0.97)
    assert len(pool([coarse, look(ROW, scale=1.4)])) == 6


def test_a_box_across_two_tiles_gives_way_where_a_finer_look_saw_them() -> None:
    across = [(x1 + 15, y1, x2 + 15, y2) for x1, y1, x2, y2 in ROW[:5]]
    found = pool([look(across, scale=0.9, sure=0.99), look(ROW, scale=1.8)])
    assert sorted(found.boxes[:, 0].tolist()) == [box[0] for box in ROW]


def test_neighbours_that_overlap_by_half_are_two_tiles() -> None:
    """Axis-parallel boxes of a steep row: each shares nearly half of itself with the next."""
    steep = [(100.0 + 16 * k, 100.0 + 16 * k, 150.0 + 16 * k, 150.0 + 16 * k) for k in range(5)]
    shared = (50 - 16) ** 2
    assert shared / (2 * 50**2 - shared) < 0.5
    assert len(pool([look(steep, scale=1.0), look(steep, scale=1.2)])) == 5


def test_looks_of_one_scale_are_averaged() -> None:
    found = pool([look(ROW, scale=1.0, sure=0.9), look(ROW, scale=1.1, sure=0.5)])
    assert found.objectness.tolist() == pytest.approx([0.7] * 6)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_no_two_boxes_are_left_on_one_tile(seed: int) -> None:
    rng = np.random.default_rng(seed)
    jitter = [np.array(ROW) + rng.normal(0, 1.5, (6, 4)) for _ in range(4)]
    looks = [
        look([tuple(b) for b in boxes.tolist()], scale=scale)
        for boxes, scale in zip(jitter, (0.5, 0.9, 1.4, 2.0), strict=True)
    ]
    found = pool(looks)
    assert len(found) == 6
    assert len(suppress_overlaps(found.boxes, found.objectness)) == 6


def test_what_has_been_told_is_not_looked_at_again() -> None:
    image, boxes = table(40, at=(0.5, 0.5))
    detector = Blocks()
    near = np.ascontiguousarray(image[1200:1800, 1650:2350])
    found = detector.detect(near)
    assert len(found) == len(boxes)
    assert run_looks(search(near, [whole_window(near, found)]), detector) == []
    assert found.probabilities.shape[1] == len(TILES)


class Told:
    """A detector that finds the same in every window, and notes how large the windows are."""

    name, sha256 = "told", ""

    def __init__(self, *boxes: tuple[int, int, int, int]) -> None:
        self.found = Detections.of(np.array(boxes, np.float32).reshape(-1, 4), np.arange(len(boxes)))
        self.seen: list[tuple[int, int]] = []

    def detect(self, image: Image) -> Detections:
        self.seen.append((image.shape[1], image.shape[0]))
        return self.found

    def detect_many(self, images: Sequence[Image]) -> list[Detections]:
        return [self.detect(image) for image in images]


LEFT, TOP, RIGHT, BOTTOM, MIDDLE = ((0, 40, 20, 70), (40, 0, 60, 30), (180, 40, 200, 70), (40, 170, 60, 200),
                                    (90, 90, 110, 120))  # fmt: skip


Window = tuple[int, int, int, int]


@pytest.mark.parametrize(("window", "cut"), [
    ((0, 0, 200, 200), {"right", "bottom"}),
    ((100, 100, 200, 200), {"left", "top", "right", "bottom"}),
    ((300, 0, 200, 200), {"left", "bottom"}),
    ((300, 150, 200, 200), {"left", "top"}),
    ((100, 150, 200, 200), {"left", "top", "right"}),
])  # fmt: skip
def test_a_box_at_a_windows_edge_is_left_out_but_at_the_pictures_edge(window: Window, cut: set[str]) -> None:
    sides = {"left": LEFT, "top": TOP, "right": RIGHT, "bottom": BOTTOM, "middle": MIDDLE}
    picture = np.zeros((350, 500, 3), np.uint8)
    (seen,) = run_looks(look_at(picture, [part("hints", *window)]), Told(*sides.values()))
    found, (left, top, *_) = seen.detections, window
    whole = [box for side, box in sides.items() if side not in cut]
    assert found.boxes.tolist() == [[x1 + left, y1 + top, x2 + left, y2 + top] for x1, y1, x2, y2 in whole]


def test_of_the_hints_on_one_place_the_smallest_tells_how_large_a_tile_is() -> None:
    """A window holds two tiles on either side of a hint: here 800 pixels, not 1080."""
    picture, detector = np.zeros((3000, 4000, 3), np.uint8), Told()
    hints = np.array([[30, 30, 300, 300], [20, 20, 220, 220]], np.float32)
    seen = whole_window(picture, Detections(detector.found.boxes, detector.found.probabilities, hints))
    run_looks(search(picture, [seen], most=1), detector)
    assert detector.seen == [(800, 800)]
