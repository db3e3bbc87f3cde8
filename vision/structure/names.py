"""What each box shows, as two say it: the detector, its figures sharpened as was fitted, and the network that
knows what lies about it. Their log-probabilities are added up."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.calibration import Sharpness

Logs = NDArray[np.float64]
_LEAST = 1e-12


def sharpened(codes: Logs, sharpness: Sharpness) -> Logs:
    """Natural logarithms (n, 46) of what a detector's shares (n, 46) are worth; rows sum to one."""
    p = np.maximum(codes, 1e-9)
    p = np.maximum((p / p.sum(axis=1, keepdims=True)) ** sharpness.power, _LEAST)
    p = p / p.sum(axis=1, keepdims=True)
    return np.log(p * (1 - codes.shape[1] * sharpness.least) + sharpness.least)


def joined(one: Logs, other: Logs) -> Logs:
    """The log-probabilities (n, 46) of both, added up; rows sum to one."""
    both = one + other
    both = both - both.max(axis=1, keepdims=True)
    return both - np.log(np.exp(both).sum(axis=1, keepdims=True))
