"""What the other tiles of a picture say for and against a box: company, size, being a part of another."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paiyan.models import registry
from paiyan.scorer.tiles.tile import TILES
from paiyan.vision.detection.context.rescoring import NO_CONTEXT, Context, features, rescore
from paiyan.vision.detection.runtimes.network_io import one_box_per_tile
from paiyan.vision.detection.thresholds import Thresholds
from paiyan.vision.detections import Detections
from tests.vision.synthetic_detections import Piece, row, seen

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


def test_the_features_of_a_few_boxes_by_hand() -> None:
    """Three tiles in a row, a box of half their size far off, and one inside the first tile."""
    boxes = np.array(
        [[0, 0, 40, 52], [42, 0, 82, 52], [84, 0, 124, 52], [400, 0, 420, 26], [5, 5, 35, 45]], np.float32
    )
    probabilities = np.zeros((5, len(TILES)), np.float32)
    probabilities[range(5), [0, 1, 2, 3, 4]] = [0.9, 0.8, 0.7, 0.6, 0.3]
    probabilities[3, 10] = 0.2  # another kind beside
    bias, itself, company, aligned, smaller, larger, inside, clear, lone = features(
        Detections(boxes, probabilities)
    ).T
    assert bias.tolist() == [1.0] * 5
    np.testing.assert_allclose(itself, np.log([9, 4, 7 / 3, 4, 3 / 7]), rtol=1e-4)
    np.testing.assert_allclose(company[:4], [0.4, 0.8, 0.4, 0.0], atol=1e-6)
    np.testing.assert_allclose(aligned[:4], [0.56 * 0.6, 0, 0.72 * 0.6, 0], atol=1e-6)
    np.testing.assert_allclose(lone, [0] * 5, atol=1e-6)
    np.testing.assert_allclose(smaller[:4], [0, 0, 0, np.log(2) - 0.3], atol=1e-6)
    np.testing.assert_allclose(larger, [0] * 5, atol=1e-6)
    np.testing.assert_allclose(inside, [0, 0, 0, 0, 1], atol=1e-6)
    np.testing.assert_allclose(clear, [0, 0, 0, np.log(0.75), 0], atol=1e-6)


@pytest.mark.parametrize(("step", "touches"), [(19.0, False), (21.0, True), (63.0, True), (65.0, False)])
def test_how_far_a_tile_stands_that_touches(step: float, touches: bool) -> None:
    """Half a tile's size to one and six tenths of it, middle to middle, along a tile of 40 pixels."""
    boxes = np.array([[0, 0, 40, 52], [step, 0, step + 40, 52]], np.float32)
    company = features(Detections.of(boxes, np.array([0, 1]), confidence=0.9))[:, 2]
    np.testing.assert_allclose(company, [0.45 if touches else 0.0] * 2, atol=1e-6)


@pytest.mark.parametrize(("size", "alike"), [(1.38, True), (1.45, False), (0.72, True), (0.69, False)])
def test_a_neighbour_has_about_the_same_size(size: float, alike: bool) -> None:
    boxes = np.array([[0, 0, 40, 52], [42, 0, 42 + 40 * size, 52 * size]], np.float32)
    company = features(Detections.of(boxes, np.array([0, 1]), confidence=0.9))[:, 2]
    assert (company > 0).tolist() == [alike] * 2


@pytest.mark.parametrize("roll", [0, 17, 90])
@pytest.mark.parametrize(
    ("away", "aside", "aligned"),
    [(1, 0, True), (2, 0, True), (3, 0, False), (1, 0.5, False), (2, 0.7, False)],
)
def test_a_row_goes_on_where_its_next_tile_stands_at_any_roll(
    roll: float, away: float, aside: float, aligned: bool
) -> None:
    """Right behind the last tile, or one further where the next was not found; not beside the line."""
    along = np.array([np.cos(np.radians(roll)), np.sin(np.radians(roll))])
    across = np.array([-along[1], along[0]])
    middles = [step * 44 * along for step in range(3)] + [(2 + away) * 44 * along + aside * 44 * across]
    boxes = np.array([[*(m - 20), *(m + 20)] for m in middles], np.float32)
    found = features(Detections.of(boxes, np.arange(4), confidence=0.9))
    assert (found[3, 3] > 0) == aligned


def test_the_end_of_a_row_gains_where_the_same_box_beside_two_tiles_that_are_no_row_does_not() -> None:
    tiles = seen([p._replace(sure=0.95) for p in row("12345m")])
    sure = 0.3
    x1, y1, x2, y2 = tiles.boxes[-1].tolist()
    wide = x2 - x1
    end = with_box(tiles, (x2 + 1, y1, x2 + 1 + wide, y2), sure)
    off = with_box(tiles, (x2 + 1, y1 + 0.6 * (y2 - y1), x2 + 1 + wide, y2 + 0.6 * (y2 - y1)), sure)
    assert rescore(end, SHIPPED).objectness[-1] > 1.5 * rescore(off, SHIPPED).objectness[-1]


def test_a_clear_flower_laid_aside_is_a_tile_where_a_number_as_clear_is_doubtful() -> None:
    """Writing is taken for winds, dragons and bamboos, and hardly ever for a flower."""
    hand = seen([p._replace(sure=0.95) for p in row("123m456p789s")])
    there = {}
    for name, code in (("flower", 34), ("bamboo", 19)):
        aside = Detections.of(np.array([[900, 700, 940, 752]], np.float32), np.array([code]), confidence=0.97)
        there[name] = rescore(Detections.joined([hand, aside]), SHIPPED).objectness[-1]
    assert there["flower"] > 0.95 > there["bamboo"]
