"""Flowers named together: against a sum over all ways to name the boxes, and what may not change."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from paiyan.scorer.tiles.tile import FLOWER, RED, TILES
from paiyan.vision.detection.context.flowers import flower_marginals, name_flowers_jointly
from paiyan.vision.detections import Detections

Numbers = NDArray[np.float64]


def random_flowers(seed: int, count: int) -> Numbers:
    """Probabilities (count, 8) of each flower; rows sum to less than one."""
    rng = np.random.default_rng(seed)
    return rng.dirichlet(np.full(9, 0.4), size=count)[:, :8]


def summed(flowers: Numbers, *, repeated: float) -> Numbers:
    """The same by going through every way to name the boxes."""
    out = np.zeros_like(flowers)
    chances = np.concatenate([flowers, 1 - flowers.sum(axis=1, keepdims=True)], axis=1)
    for names in product(range(9), repeat=len(flowers)):
        some = [name for name in names if name < 8]
        weight = np.prod([chances[at, name] for at, name in enumerate(names)])
        weight *= repeated ** (len(some) - len(set(some)))
        for at, name in enumerate(names):
            if name < 8:
                out[at, name] += weight
    return out / out.sum(axis=1, keepdims=True)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("repeated", [1.0, 0.1, 0.001])
def test_it_is_the_sum_over_all_ways_to_name_the_boxes(seed: int, repeated: float) -> None:
    flowers = random_flowers(seed, 2 + seed % 3)
    told = flower_marginals(flowers, repeated=repeated)
    assert told == pytest.approx(summed(flowers, repeated=repeated), abs=1e-5)


@given(st.integers(0, 10_000), st.integers(2, 10))
def test_the_order_of_the_boxes_changes_nothing(seed: int, count: int) -> None:
    flowers = random_flowers(seed, count)
    order = np.random.default_rng(seed).permutation(count)
    told, turned = (flower_marginals(some, repeated=0.03) for some in (flowers, flowers[order]))
    assert told[order] == pytest.approx(turned, abs=1e-6)


def found(rows: list[dict[int, float]]) -> Detections:
    boxes = np.array([[40 * k, 0, 40 * k + 30, 40] for k in range(len(rows))], np.float32)
    probabilities = np.zeros((len(rows), len(TILES)), np.float32)
    for at, row in enumerate(rows):
        for code, p in row.items():
            probabilities[at, code] = p
    return Detections(boxes, probabilities)


def test_a_flower_that_is_surely_another_tile_leaves_the_unclear_one_its_other_name() -> None:
    told = name_flowers_jointly(found([{34: 0.97}, {34: 0.5, 35: 0.4}]))
    assert told.classes.tolist() == [34, 35]
    assert told.probabilities[1, 35] > 0.8


@given(st.integers(0, 10_000))
def test_whether_a_box_shows_a_flower_stays_as_it_was(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows = rng.dirichlet(np.full(len(TILES) + 1, 0.05), size=6)[:, :-1].astype(np.float32)
    boxes = np.array([[40 * k, 0, 40 * k + 30, 40] for k in range(6)], np.float32)
    before = Detections(boxes, rows)
    after = name_flowers_jointly(before)
    assert after.objectness == pytest.approx(before.objectness, abs=1e-5)
    rest = np.delete(np.arange(len(TILES)), np.arange(FLOWER, RED))
    assert np.array_equal(after.probabilities[:, rest], before.probabilities[:, rest])


def test_one_flower_alone_is_left_as_it_is() -> None:
    one = found([{34: 0.5, 35: 0.4}, {0: 0.9}])
    assert name_flowers_jointly(one) is one
