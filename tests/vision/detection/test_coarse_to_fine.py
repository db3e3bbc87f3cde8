"""A first look at fewer pixels: when it is enough, what it costs, and who always looks at all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

from paiyan.models.opening import load_detector
from paiyan.vision.detection.coarse_to_fine import CoarseToFine, full_detector, is_enough, with_coarse_pass
from paiyan.vision.detection.naming.namer import Blend
from paiyan.vision.detection.runtimes.network_detector import NetworkDetector
from paiyan.vision.detection.runtimes.network_io import Pixels
from paiyan.vision.detection.two_stage import NamedDetector
from paiyan.vision.detections import Detections, Floats
from paiyan.vision.picture.image import Image, load
from tests.vision.doubles import FixedDetector, NamedAsFound, NoOpinion

SAMPLE = Path(__file__).parents[3] / "service" / "samples" / "hand.jpg"
PICTURE: Image = np.zeros((480, 640, 3), np.uint8)


def row(count: int, *, wide: float = 40.0, high: float = 1.5, sure: float = 0.9) -> Detections:
    """Tiles side by side, so many times as `high` as wide."""
    left = (wide + 2) * np.arange(count)
    boxes = np.stack([left, left * 0, left + wide, left * 0 + high * wide], axis=1).astype(np.float32)
    return Detections.of(boxes, np.arange(count), confidence=sure)


def either(found: Detections) -> Detections:
    """The same tiles, of which each may as well be one of two others."""
    return Detections(
        found.boxes, np.repeat(found.objectness[:, None] / 3, 3, axis=1) @ np.eye(3, 46, dtype=np.float32)
    )


@pytest.mark.parametrize(("found", "enough"), [
    (Detections.none(), False),
    (row(4), True),
    (row(3), False),  # blocks of small tiles, perhaps
    (row(4, sure=0.3), False),  # too weak to count as tiles
    (row(4, wide=30.0), False),  # 15 pixels of 320
    (row(4, wide=31.0), True),
    (either(row(4)), False),  # surely tiles, but which?
    (row(4, high=4.0), False),  # needles: the picture was stretched
    (Detections.joined([row(4), either(row(1))]), False),
    (Detections.joined([row(4), either(row(1, sure=0.3))]), True),  # what is no tile has no name
    (Detections.joined([row(3, wide=31.0), row(2, wide=12.0)]), True),  # half of them are large
    (Detections.joined([row(2, wide=31.0), row(3, wide=12.0)]), False),
])  # fmt: skip
def test_a_first_look_is_enough_where_half_of_the_tiles_are_large_and_all_have_names(
    found: Detections, *, enough: bool
) -> None:
    assert is_enough(found, PICTURE) == enough
    looks = CoarseToFine(FixedDetector(found), NamedAsFound(FixedDetector(row(1))))
    assert (looks.detect(PICTURE) is found) == enough


class Seen(FixedDetector):
    """A detector that notes how many pictures it was given at once."""

    def __init__(self, found: Detections) -> None:
        super().__init__(found)
        self.asked: list[int] = []

    def detect_many(self, images: Sequence[Image]) -> list[Detections]:
        self.asked.append(len(images))
        return super().detect_many(images)


class Bright(Seen):
    """One that finds tiles in bright pictures alone."""

    def detect_many(self, images: Sequence[Image]) -> list[Detections]:
        super().detect_many(images)
        return [self.found if image.any() else Detections.none() for image in images]


def test_of_several_pictures_only_those_are_seen_in_full_of_which_the_first_look_tells_too_little() -> None:
    coarse, full = Bright(row(4)), Seen(row(2))
    found = CoarseToFine(coarse, NamedAsFound(full)).detect_many([PICTURE, PICTURE + 200, PICTURE])
    assert [len(one) for one in found] == [2, 4, 2]
    assert (coarse.asked, full.asked) == ([3], [2])


class Naming(NoOpinion):
    """A namer that notes how many boxes it was asked about at a first look."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def name_and_refine(self, image: Image, boxes: Floats) -> tuple[Floats, Floats]:
        self.asked.append(len(boxes))
        return super().name_and_refine(image, boxes)


@pytest.mark.parametrize(("wide", "asked"), [(40.0, [9]), (20.0, [])])
def test_tiles_too_small_for_a_first_look_are_named_in_the_full_look_alone(
    wide: float, asked: list[int]
) -> None:
    namer, full = Naming(), Seen(row(9))
    named = NamedDetector(full, namer, Blend(1.0, 0.0, 0.0, 1.0, 0.0))
    CoarseToFine(FixedDetector(row(9, wide=wide)), named).detect(PICTURE)
    assert namer.asked == asked
    assert full.asked == [0 if asked else 1]


def test_the_first_look_of_the_shipped_detector_names_large_tiles_alone() -> None:
    """Seen from farther off, the same tiles are too small in it."""
    detector = load_detector(backend="onnxruntime", threads=1)
    assert isinstance(detector, CoarseToFine)
    near = load(SAMPLE)
    far = np.pad(near, [(0, near.shape[0]), (0, near.shape[1]), (0, 0)])
    for picture, looks in ((near, 1), (far, 0)):
        detector.full.namer = namer = Naming()
        detector.detect(picture)
        assert len(namer.asked) == looks


def test_both_looks_go_through_one_network_and_the_first_takes_fewer_pixels() -> None:
    detector = load_detector(backend="onnxruntime", threads=1)
    assert isinstance(detector, CoarseToFine)
    given = list[tuple[int, ...]]()
    assert isinstance(detector.coarse, NetworkDetector)
    assert isinstance(detector.full.detector, NetworkDetector)
    network = detector.full.detector._network
    assert detector.coarse._network is network
    run = network._run
    network._run = lambda rows: given.append(rows.shape[1:3]) or run(rows)
    picture = load(SAMPLE)
    found = detector.detect(picture)
    assert given == [(256, 320)]
    full = full_detector(detector).detect(picture)
    assert given[1:] == [(480, 640)]
    assert sorted(found.classes) == sorted(full.classes)
    assert len(found) >= 10
    assert (detector.name, detector.sha256) == (detector.full.name, detector.full.sha256)


def test_other_weights_are_looked_at_in_full_from_the_start() -> None:
    """What size they were trained for is theirs to say."""
    from paiyan.models import registry

    assert not isinstance(load_detector(registry.default().onnx, backend="onnxruntime"), CoarseToFine)
    assert not isinstance(
        load_detector(registry.default().onnx, backend="onnxruntime", stages="two"), CoarseToFine
    )


class Takes(NetworkDetector):
    """A network that takes pictures of a shape, and is not run."""

    def __init__(self, *shape: int | str) -> None:
        self.shape = shape
        super().__init__(SAMPLE)

    def _open(self, *, threads: int, spin: bool) -> Callable[[Pixels], Floats]:
        del threads, spin
        self._take_input_shape(self.shape, stated="")
        return lambda pixels: np.zeros((len(pixels), 50, 0), np.float32)


def test_a_network_of_one_shape_looks_in_full_from_the_start() -> None:
    for network, in_full in ((Takes(1, 3, "height", "width"), False), (Takes(1, 3, 640, 640), True)):
        full = NamedDetector(network, NoOpinion(), Blend(1.0, 0.0, 0.0, 1.0, 0.0))
        assert (with_coarse_pass(full) is full) == in_full
