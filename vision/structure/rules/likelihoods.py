"""What a detector's class probabilities say, as logarithms that may be added up."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scorer.tiles import KINDS, TILES
from vision.calibration import Sharpness
from vision.decoding.game_rules import RED_OF
from vision.detections import Detections

Logs = NDArray[np.float64]


def log_probabilities(found: Detections, sharpness: Sharpness) -> Logs:
    """Natural logarithms (n, 46) of the probability that each box shows each class; rows sum to one."""
    p = np.maximum(found.probabilities.astype(np.float64), 1e-9)
    p = np.maximum((p / p.sum(axis=1, keepdims=True)) ** sharpness.power, 1e-12)
    p = p / p.sum(axis=1, keepdims=True)
    p = p * (1 - len(TILES) * sharpness.least) + sharpness.least
    return np.log(p)


def kinds_of(logs: Logs) -> Logs:
    """Logarithms (n, 34) that each box shows each kind, a red five being a five."""
    out = logs[:, :KINDS].copy()
    for five, red in RED_OF.items():
        out[:, five] = np.logaddexp(logs[:, five], logs[:, red])
    return out
