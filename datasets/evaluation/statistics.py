"""Compute confidence intervals of shares, round figures, and fit logistic regressions with weighted cases.

scikit-learn would fit as well, but only with the extra `train`; readings are calibrated without it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray


def wilson(hits: int, total: int) -> tuple[float, float]:
    """Return the Wilson score interval of a share, 95%: Wilson, JASA 22 (1927) 209."""
    if total == 0:
        return 0.0, 1.0
    share, z = hits / total, 1.96
    middle = share + z * z / (2 * total)
    half = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    scale = 1 + z * z / total
    return max((middle - half) / scale, 0.0), min((middle + half) / scale, 1.0)


def rounded(value: Any) -> Any:
    """Round floats to four places in nested values; tuples become lists."""
    if isinstance(value, dict):
        return {key: rounded(inner) for key, inner in value.items()}  # pyright: ignore[reportUnknownVariableType]
    if isinstance(value, (list, tuple)):
        return [rounded(inner) for inner in value]  # pyright: ignore[reportUnknownVariableType]
    return round(value, 4) if isinstance(value, float) else value


Floats = NDArray[np.float64]
_STEPS = 60


def fit_outcomes(
    x: Floats, outcome: NDArray[np.int64], weight: Floats, *, outcomes: int, ridge: float | Sequence[float]
) -> Floats:
    """Return the weights (outcomes - 1, features) that make the outcomes of cases x (n, features) most
    probable.

    `outcome` (n,) numbers each case's outcome from 0; the last one's weights are zero. `weight` (n,) is the
    weight of each case, `ridge` the penalty on weights: one for all features, or one for each.
    """
    free, count = outcomes - 1, x.shape[1]
    held = np.tile(np.broadcast_to(np.asarray(ridge, np.float64), count), free)
    truth = np.eye(outcomes)[outcome][:, :free]
    weights = np.zeros(free * count)
    for _ in range(_STEPS):
        p = _probabilities(x, weights.reshape(free, count))
        slope = (((p - truth) * weight[:, None]).T @ x).ravel() + held * weights
        step = np.linalg.solve(_curvature(x, p, weight) + np.diag(held + 1e-9), slope)
        weights = weights - step
        if np.abs(step).max() < 1e-10:
            break
    return weights.reshape(free, count)


def fit_binary(x: Floats, y: Floats, weight: Floats, *, ridge: float | Sequence[float]) -> Floats:
    """Return the weights (features,) that make the truth y (n,), 0 or 1, of cases x (n, features) most
    probable."""
    return fit_outcomes(x, (y < 0.5).astype(np.int64), weight, outcomes=2, ridge=ridge)[0]


def _probabilities(x: Floats, weights: Floats) -> Floats:
    """Return the probability of every outcome but the last for each case, (n, free)."""
    scores = np.concatenate([x @ weights.T, np.zeros((len(x), 1))], axis=1)
    each = np.exp(scores - scores.max(axis=1, keepdims=True))
    return (each / each.sum(axis=1, keepdims=True))[:, :-1]


def _curvature(x: Floats, p: Floats, weight: Floats) -> Floats:
    """Return the second derivatives of the cost, (free * features, free * features)."""
    free = range(p.shape[1])
    blocks = [[(x.T * (weight * p[:, a] * ((a == b) - p[:, b]))) @ x for b in free] for a in free]
    return np.block(blocks)
