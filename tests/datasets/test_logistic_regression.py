"""Logistic regression: weights come back from cases that were drawn with them, and nothing fits better."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.evaluation.statistics import fit_binary, fit_outcomes

Floats = NDArray[np.float64]
RNG = np.random.default_rng(1)
X: Floats = np.column_stack([np.ones(4000), RNG.normal(size=(4000, 2))])
TRUE = np.array([[0.5, 2.0, -1.0], [-1.0, 0.5, 1.5], [0.0, 0.0, 0.0]])


def shares(weights: Floats) -> Floats:
    each = np.exp(X @ weights.T)
    return each / each.sum(axis=1, keepdims=True)


OUTCOME: NDArray[np.int64] = (RNG.random((4000, 1)) > shares(TRUE).cumsum(axis=1)).sum(axis=1)


def cost(weights: Floats, weight: Floats, ridge: float) -> float:
    full = np.vstack([weights, np.zeros(3)])
    told = np.log(shares(full)[np.arange(len(X)), OUTCOME])
    return float(-(weight * told).sum() + ridge / 2 * (weights**2).sum())


def test_the_weights_that_cases_were_drawn_with_come_back() -> None:
    found = fit_outcomes(X, OUTCOME, np.ones(len(X)), outcomes=3, ridge=1e-3)
    assert np.abs(found - TRUE[:2]).max() < 0.2


def test_no_other_weights_are_more_probable() -> None:
    weight = RNG.uniform(0.1, 3, len(X))
    found = fit_outcomes(X, OUTCOME, weight, outcomes=3, ridge=0.5)
    least = cost(found, weight, 0.5)
    for at in np.ndindex(found.shape):
        for step in (-0.01, 0.01):
            other = found.copy()
            other[at] += step
            assert cost(other, weight, 0.5) > least


def test_two_outcomes_are_one_row_of_many() -> None:
    """And a feature of its own ridge is held by it alone."""
    y, one = (OUTCOME == 0).astype(np.float64), np.ones(len(X))
    row = fit_outcomes(X, (OUTCOME != 0).astype(np.int64), one, outcomes=2, ridge=0.1)
    assert np.allclose(fit_binary(X, y, one, ridge=0.1), row[0])
    held = fit_binary(X, y, one, ridge=[0.0, 1e9, 0.0])
    assert abs(held[1]) < 1e-5 < abs(held[2])
