"""Probabilities of tile codes from two sources: the detector, whose figures are calibrated, and the structure
network, which knows what lies around a tile. Their log-probabilities are added up."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from paiyan.vision.calibration import Sharpness

Logs = NDArray[np.float64]
_LEAST = 1e-12


def calibrated(codes: Logs, sharpness: Sharpness) -> Logs:
    """Natural logarithms (n, 46) of a detector's shares (n, 46), calibrated; rows sum to one."""
    p = np.maximum(codes, 1e-9)
    p = np.maximum((p / p.sum(axis=1, keepdims=True)) ** sharpness.power, _LEAST)
    p = p / p.sum(axis=1, keepdims=True)
    return np.log(p * (1 - codes.shape[1] * sharpness.least) + sharpness.least)


def combined(one: Logs, other: Logs) -> Logs:
    """Both log-probabilities (n, 46) added up; rows sum to one as probabilities."""
    both = one + other
    both = both - both.max(axis=1, keepdims=True)
    return both - np.log(np.exp(both).sum(axis=1, keepdims=True))
