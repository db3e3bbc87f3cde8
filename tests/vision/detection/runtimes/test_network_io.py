"""Into the network and out of it: the letterbox, the raw head, and one box a tile."""

from __future__ import annotations

from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paiyan.vision.detection.runtimes import network_io
from paiyan.vision.detection.runtimes.network_io import (
    STRIDE,
    decode,
    input_shape,
    suppress_overlaps,
    to_planes,
)
from paiyan.vision.detection.thresholds import Thresholds
from paiyan.vision.detections import Detections
from paiyan.vision.pixels import GREY, letterbox

sides = st.integers(20, 900)


@settings(max_examples=40, deadline=None)
@given(sides, sides, st.sampled_from([64, 320, 640]), st.booleans())
def test_boxes_survive_the_way_into_the_letterbox_and_back(
    width: int, height: int, size: int, square: bool
) -> None:
    picture = np.full((height, width, 3), 200, np.uint8)
    shape = (size, size) if square else input_shape(picture, size)
    pixels, frame = letterbox(picture, shape)
    assert (pixels.shape, pixels.dtype) == ((1, *shape, 3), np.uint8)
    box = np.array([0.2 * width, 0.1 * height, 0.9 * width, 0.8 * height])
    inside = box * frame.scale + [frame.left, frame.top] * 2
    output = head([(inside, 7, 0.9)], extra=3)
    found = decode(output, frame)
    if len(found):  # a tile thinner than a pixel is none
        assert found.boxes[0] == pytest.approx(box, abs=0.02 + 1e-4 * max(width, height))
        assert found.classes.tolist() == [7]
    else:
        assert min(box[2] - box[0], box[3] - box[1]) <= 1


def head(found: list[tuple[np.ndarray, int, float]], *, extra: int = 0) -> np.ndarray:
    """A raw head that holds these boxes (corners in input pixels), and empty cells."""
    table = np.zeros((len(found) + extra, 50), np.float32)
    for line, (box, code, p) in zip(table, found, strict=False):
        line[:4] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2, box[2] - box[0], box[3] - box[1]]
        line[4 + code] = p
        line[4 + (code + 1) % 46] = p / 4
    return table.T[None]


@given(sides, sides, st.sampled_from([64, 320, 640]))
def test_the_fitting_input_is_the_least_of_whole_strides(width: int, height: int, size: int) -> None:
    shape = input_shape(np.zeros((height, width, 3), np.uint8), size)
    assert max(shape) == size
    assert shape[0] % STRIDE == shape[1] % STRIDE == 0
    short = min(width, height) * size / max(width, height)
    assert min(shape) - STRIDE < max(short, 1) + 0.5
    assert min(shape) >= short - 0.5


def test_a_photo_of_4_to_3_leaves_nothing_grey() -> None:
    picture = np.full((960, 1280, 3), 200, np.uint8)
    assert input_shape(picture, 640) == (480, 640)
    assert (letterbox(picture, (480, 640))[0] == 200).all()
    assert input_shape(picture.transpose(1, 0, 2), 640) == (640, 480)


def test_the_letterbox_is_centred_on_grey_and_the_network_sees_rgb() -> None:
    image = np.zeros((100, 200, 3), np.uint8)
    image[:, :] = (255, 0, 51)  # blue, green, red
    pixels, frame = letterbox(image, (64, 64))
    assert (frame.scale, frame.left, frame.top) == (0.32, 0, 16)
    assert (pixels[0, 0, 0] == GREY).all()
    tensor = to_planes(pixels)
    assert (tensor.shape, tensor.dtype) == ((1, 3, 64, 64), np.float32)
    assert tensor[0, :, 0, 0] == pytest.approx([GREY / 255] * 3)
    assert tensor[0, :, 32, 32] == pytest.approx([0.2, 0, 1])


@pytest.mark.parametrize("shape", [(1000, 750), (867, 1155), (415, 300), (40, 30), (3, 2900)])
def test_a_quick_letterbox_shows_nearly_what_an_averaging_one_shows(shape: tuple[int, int]) -> None:
    rows, columns = np.indices(shape) / max(shape)
    waves = 128 + 60 * np.sin(20 * rows) + 60 * np.cos(15 * columns)
    image = np.repeat(waves[..., None], 3, axis=2).astype(np.uint8)
    (exact, frame), (quick, same) = (letterbox(image, (416, 416), averaged=how) for how in (True, False))
    assert same == frame
    assert np.abs(exact.astype(int) - quick).max() <= 12


def test_decoding_keeps_every_class_probability() -> None:
    _, frame = letterbox(np.zeros((640, 640, 3), np.uint8), (640, 640))
    found = decode(head([(np.array([10, 10, 50, 70]), 3, 0.8), (np.array([60, 10, 90, 70]), 45, 0.1)]), frame)
    assert found.classes.tolist() == [3]
    assert found.confidence.tolist() == pytest.approx([0.8])
    assert found.alternatives(0) == ((4, pytest.approx(0.2)),)
    assert len(decode(head([]), frame)) == 0


def test_a_box_of_which_nobody_can_say_which_tile_it_is_stays() -> None:
    """None of eight flowers is likely; that it is one of them is."""
    _, frame = letterbox(np.zeros((640, 640, 3), np.uint8), (640, 640))
    output = head([(np.array([10, 10, 50, 70]), 34, 0.0)])
    output[0, 4 + 34 : 4 + 42] = 0.1
    found = decode(output, frame, thresholds=Thresholds(confidence=0.5))
    assert found.objectness.tolist() == pytest.approx([0.8])
    assert found.posterior[0, 34:42].tolist() == pytest.approx([1 / 8] * 8)


def test_another_networks_output_is_refused() -> None:
    _, frame = letterbox(np.zeros((64, 64, 3), np.uint8), (64, 64))
    with pytest.raises(ValueError, match=r"wanted \(1, 50, n\)"):
        decode(np.zeros((1, 84, 8400), np.float32), frame)


def overlaps(a: np.ndarray, b: np.ndarray, thresholds: Thresholds) -> bool:
    """The rule of `suppress_overlaps`, a pair at a time."""
    w = min(a[2], b[2]) - max(a[0], b[0])
    h = min(a[3], b[3]) - max(a[1], b[1])
    shared = float(max(w, 0) * max(h, 0))
    one, two = float(np.prod(a[2:] - a[:2])), float(np.prod(b[2:] - b[:2]))
    return shared > thresholds.iou * (one + two - shared) or shared > thresholds.contained * min(one, two)


@given(
    st.lists(st.tuples(*[st.integers(0, 12)] * 2, *[st.integers(1, 8)] * 2, st.integers(0, 30)), max_size=30),
    st.sampled_from([0.3, 0.5, 0.7]),
    st.sampled_from([1, 4, 64]),
)
def test_suppression_equals_brute_force_however_many_boxes_it_compares_at_once(
    rows: list[tuple[int, ...]], iou: float, at_once: int
) -> None:
    boxes = np.array([(x, y, x + w, y + h) for x, y, w, h, _ in rows], np.float32).reshape(-1, 4)
    scores = np.array([s / 31 for *_, s in rows], np.float32)
    thresholds = Thresholds(iou=iou)
    kept: list[int] = []
    for i in sorted(range(len(rows)), key=lambda i: (-scores[i], i)):
        if not any(overlaps(boxes[i], boxes[k], thresholds) for k in kept):
            kept.append(i)
    with patch.object(network_io, "_COMPARED", at_once):
        assert suppress_overlaps(boxes, scores, thresholds=thresholds).tolist() == kept


def test_detections_check_their_shapes() -> None:
    good = np.array([[0, 0, 5, 5]], np.float32)
    with pytest.raises(ValueError, match=r"\(n, 4\)"):
        Detections(np.zeros((2, 3), np.float32), np.zeros((2, 46), np.float32))
    with pytest.raises(ValueError, match="wanted"):
        Detections(good, np.zeros((2, 46), np.float32))
    with pytest.raises(ValueError, match="x1 < x2"):
        Detections(good[:, ::-1], np.zeros((1, 46), np.float32))
    with pytest.raises(ValueError, match="finite"):
        Detections(good, np.full((1, 46), np.nan, np.float32))
    found = Detections.of(np.concatenate([good, good + 9]), np.array([3, 44]))
    assert found.select(np.array([False, True])).classes.tolist() == [44]
    assert len(Detections.none()) == 0


@pytest.mark.parametrize("shape", [(1, 900), (900, 1)])
def test_a_picture_a_pixel_wide_stays_a_line(shape: tuple[int, int]) -> None:
    pixels, _ = letterbox(np.full((*shape, 3), 200, np.uint8), (320, 320))
    assert int((pixels[0] == 200).all(axis=-1).sum()) == 320


def test_how_large_a_box_is_makes_no_tile_of_it() -> None:
    _, frame = letterbox(np.zeros((640, 640, 3), np.uint8), (640, 640))
    head = np.zeros((1, 50, 1), np.float32)
    head[0, :4, 0] = 320, 320, 60, 600
    head[0, 4:, 0] = 1e-4
    found = decode(head, frame)
    assert (len(found), len(found.hints)) == (0, 0)
    head[0, 10, 0] = 0.9
    assert len(decode(head, frame)) == 1
