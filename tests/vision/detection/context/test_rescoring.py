"""What the other tiles of a picture say for and against a box: company, size, being a part of another."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from models import registry
from scorer.tiles.tile import TILES
from tests.vision.synthetic_detections import Piece, row, seen
from vision.detection.context.rescoring import NO_CONTEXT, Context, rescore
from vision.detection.runtimes.network_io import one_box_per_tile
from vision.detection.thresholds import Thresholds
from vision.detections import Detections

second = registry.namer()
assert second is not None
SHIPPED = Context(**second.context)


def with_box(found: Detections, box: tuple[float, float, float, float], sure: float) -> Detections:
    """The same and one more box, which is 1s as surely as is told."""
    more = Detections.of(np.array([box], np.float32), np.array([18]), confidence=sure)
    return Detections.joined([found, more])


def test_the_shipped_weights_are_fitted() -> None:
    assert SHIPPED != NO_CONTEXT


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(0, 12), st.sampled_from([0.05, 1.0]))
def test_which_tile_a_box_shows_is_left_as_it_was_said(seed: int, count: int, even: float) -> None:
    rng = np.random.default_rng(seed)
    low = rng.uniform(0, 900, (count, 2))
    boxes = np.concatenate([low, low + rng.uniform(5, 90, (count, 2))], axis=1).astype(np.float32)
    table = rng.dirichlet(np.full(len(TILES), even), size=count) * rng.uniform(0.1, 1, (count, 1))
    found = Detections(boxes, table.reshape(count, len(TILES)).astype(np.float32))
    again = rescore(found, SHIPPED)
    np.testing.assert_array_equal(again.boxes, found.boxes)
    np.testing.assert_allclose(again.posterior, found.posterior, atol=1e-4)
    assert ((again.objectness >= 0) & (again.objectness <= 1)).all()
    assert rescore(found, NO_CONTEXT) is found


def test_a_weak_tile_in_its_row_gains_and_the_same_alone_loses() -> None:
    found = seen([*(p._replace(sure=0.95) for p in row("123m456p789s")), *row("5z", x=4.0, y=9.0)])
    table = found.probabilities.copy()
    table[4] *= 0.6
    table[-1] *= 0.6
    small = found.boxes.copy()
    small[-1, 2:] = small[-1, :2] + (small[-1, 2:] - small[-1, :2]) / 2  # a letter, half as large
    weak = Detections(small, table)
    again = rescore(weak, SHIPPED)
    assert again.objectness[4] > weak.objectness[4]
    assert again.objectness[-1] < weak.objectness[-1]


def test_a_row_of_smaller_tiles_behind_a_large_one_stays() -> None:
    """Another player's row is small because it is far, and each of it has its like beside it."""
    near = seen([p._replace(sure=0.95) for p in row("123m456p789s11z")])
    far = seen([p._replace(sure=0.9) for p in row("789s222m")], scale=20)
    behind = Detections(far.boxes - np.array([0, 120, 0, 120], np.float32), far.probabilities)
    again = rescore(Detections.joined([near, behind]), SHIPPED)
    assert (again.objectness > 0.6).all()


def test_a_claimed_tile_that_lies_across_has_its_like_beside_it() -> None:
    found = seen([*(p._replace(sure=0.95) for p in row("123m456p789s")), *row("0m67m", x=11, across=[0])])
    table = found.probabilities.copy()
    table[9] *= 0.75
    weak = Detections(found.boxes, table)
    assert rescore(weak, SHIPPED).objectness[9] > weak.objectness[9]


def test_half_a_tile_loses_to_the_whole_although_it_looks_more_like_some_tile() -> None:
    found = seen([p._replace(sure=0.85) for p in row("123m456p789s")])
    x1, y1, x2, y2 = found.boxes[4].tolist()
    part = np.zeros((1, len(TILES)), np.float32)
    part[0, 18:25] = 0.13  # surer to be a tile, and of no kind in particular
    half = Detections(np.array([[x1, y1, (x1 + x2) / 2, y2]], np.float32), part)
    again = rescore(one_box_per_tile(Detections.joined([half, found]), thresholds=Thresholds(0.1)), SHIPPED)
    assert len(again) == len(found)
    np.testing.assert_allclose(np.sort(again.boxes[:, 0]), np.sort(found.boxes[:, 0]))
    assert (again.objectness > 0.6).all()


def test_a_tile_by_itself_is_still_one() -> None:
    alone = seen([Piece(4, 0.0, 0.0)])
    assert rescore(alone, SHIPPED).objectness[0] > 0.8
