"""Whether there is a tile, and which: two questions with two answers, and neither loses the other's."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from functools import cached_property

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paiyan.models.opening import open_reader
from paiyan.scorer.tiles.tile import TILES
from paiyan.vision.detection.naming.namer import Blend, combine_stages
from paiyan.vision.detection.thresholds import SURE_TILE
from paiyan.vision.detection.two_stage import NamedDetector
from paiyan.vision.detections import Detections
from paiyan.vision.picture.image import Image
from tests.vision.doubles import FixedDetector, NoOpinion
from tests.vision.synthetic_detections import SIZE, row, seen

ALIKE = Blend(detector=1.0, namer=0.0, sure=0.0, seen=1.0, kept=0.0)
"""The detector's word alone."""
BLACK: Image = np.zeros((SIZE, SIZE, 3), np.uint8)


def spread(found: Detections, there: np.ndarray, rng: np.random.Generator, *, even: float) -> Detections:
    """The same boxes: `there` (n,) says how surely each shows a tile, drawn shares say which."""
    which = rng.dirichlet(np.full(len(TILES), even), size=len(found))
    return Detections(found.boxes, (which * there[:, None]).astype(np.float32))


@given(st.integers(0, 2**32 - 1), st.sampled_from([0.02, 0.3, 3.0]))
def test_the_two_answers_make_up_the_probabilities(seed: int, even: float) -> None:
    rng = np.random.default_rng(seed)
    found = spread(seen(row("123m55p7z")), rng.random(6), rng, even=even)
    np.testing.assert_allclose(found.objectness[:, None] * found.posterior, found.probabilities, atol=1e-6)
    np.testing.assert_allclose(found.posterior.sum(axis=1), 1, rtol=1e-5)
    assert found.posterior.argmax(axis=1).tolist() == found.classes.tolist()


def test_of_a_box_without_any_probability_every_tile_is_as_likely() -> None:
    nothing = Detections(np.array([[0, 0, 5, 9]], np.float32), np.zeros((1, len(TILES)), np.float32))
    assert nothing.objectness.tolist() == [0]
    assert nothing.posterior[0] == pytest.approx([1 / len(TILES)] * len(TILES))


def test_detections_are_not_changed_once_their_shapes_were_checked() -> None:
    found = seen(row("12m"))
    with pytest.raises(FrozenInstanceError):
        found.boxes = found.boxes[:, :3]  # type: ignore[misc]
    assert found.boxes.shape == (2, 4)


WORKED_OUT = [name for name, value in vars(Detections).items() if isinstance(value, cached_property)]


@given(st.integers(0, 2**32 - 1), st.sets(st.sampled_from(WORKED_OUT)), st.booleans())
def test_of_some_boxes_all_is_as_if_they_were_the_only_ones(
    seed: int, asked: set[str], by_mask: bool
) -> None:
    """Whatever was worked out of all boxes before."""
    rng = np.random.default_rng(seed)
    found = spread(seen(row("123m55p7z")), rng.random(6), rng, even=0.3)
    for name in asked:
        getattr(found, name)
    which = rng.random(6) < 0.5 if by_mask else rng.permutation(6)[: rng.integers(7)]
    some, alone = found.select(which), Detections(found.boxes[which], found.probabilities[which])
    for name in ("boxes", "probabilities", *WORKED_OUT):
        np.testing.assert_allclose(getattr(some, name), getattr(alone, name), rtol=1e-6, err_msg=name)
        assert getattr(some, name).dtype == getattr(alone, name).dtype
    assert len(some) == len(alone)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32 - 1), st.sampled_from([0.02, 0.3, 3.0]))
def test_what_is_surely_a_tile_is_read_however_unclear_its_name(seed: int, even: float) -> None:
    """Nothing disappears between the detector and the reading, and a name that is unclear is a doubt."""
    rng = np.random.default_rng(seed)
    there = rng.uniform(0.05, 0.999, 14).astype(np.float32)
    found = spread(seen(row("123m456p789s11z333z")), there, rng, even=even)
    detector = NamedDetector(FixedDetector(found), NoOpinion(), ALIKE)
    reading = open_reader(detector, second_pass=False).read(BLACK)
    boxes = {tuple(round(v, 2) for v in tile.box) for tile in reading.tiles}
    named = detector.detect(BLACK)
    assert {tuple(round(float(v), 2) for v in box) for box in named.boxes} == boxes
    kept = {tuple(box) for box in named.boxes.tolist()}
    both = combine_stages(found, NoOpinion().name(BLACK, found.boxes), ALIKE)
    sure = both.objectness >= SURE_TILE
    assert kept >= {tuple(box) for box in both.boxes[sure].tolist()}
    doubtful = {doubt.tile for doubt in reading.doubts}
    for at, tile in enumerate(reading.tiles):
        if (
            tile.role in ("hand", "winning", "meld", "flower")
            and tile.confidence < 0.5 * named.objectness[at]
        ):
            assert at in doubtful
            assert not reading.reliable


class Boxes:
    """What ultralytics has of the boxes of a picture."""

    xyxy = np.array([[0, 0, 10, 14], [20, 0, 30, 14]], np.float32)
    conf = np.array([0.9, 0.3], np.float32)
    cls = np.array([3.0, 1.0], np.float32)


class Result:
    """One picture's result of ultralytics."""

    boxes = Boxes()


class Found:
    """The same as supervision has it."""

    xyxy, confidence, class_id = Boxes.xyxy, Boxes.conf, np.array([3, 1])


@pytest.mark.parametrize("codes", [None, {3: 7, 1: 40}, {1: 5}])
def test_what_others_find_is_taken(codes: dict[int, int] | None) -> None:
    one, other = Detections.from_ultralytics(Result(), codes), Detections.from_supervision(Found(), codes)
    wanted = {3: 3, 1: 1} if codes is None else codes
    assert one.classes.tolist() == other.classes.tolist() == [wanted[n] for n in (3, 1) if n in wanted]
    assert one.confidence.tolist() == pytest.approx([c for n, c in ((3, 0.9), (1, 0.3)) if n in wanted])
    assert (one.boxes == other.boxes).all()
    with pytest.raises(ValueError, match="no tile code"):
        Detections.from_ultralytics(Result(), {3: 46, 1: 0})
