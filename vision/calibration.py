"""Numbers fitted on pictures whose truth is known: how sure a detector's figures really are.

``calibration.json`` is written by ``python -m datasets.structured calibrate``, which says in it how.
"""

from __future__ import annotations

import json
import math
from functools import lru_cache
from pathlib import Path
from typing import Any

from vision.likelihood import Sharpness

PATH = Path(__file__).with_name("calibration.json")
NAMES = ("bias", "share", "margin", "confidence", "odd")
_FULL = (13, 14, 16, 17)


@lru_cache(maxsize=1)
def _fitted() -> dict[str, Any]:
    return json.loads(PATH.read_text(encoding="utf-8"))


def sharpness() -> Sharpness:
    """How the detector's numbers become probabilities."""
    return Sharpness(**_fitted()["sharpness"])


def features(share: float, *, margin: float, confidence: float, size: int) -> tuple[float, ...]:
    """What the probability of a hand is made of, as `NAMES` has it: a constant; the decoder's share as
    log odds; how clear the structure is; the least sure box as log odds; whether the size is odd."""
    return (1.0, _odds(share), min(margin, 8.0) / 8, _odds(confidence), float(size not in _FULL))


def probability(share: float, *, margin: float, confidence: float, size: int) -> float:
    """The probability that a whole hand is read exactly right, 0 to 1."""
    if share <= 0:
        return 0.0
    weights: dict[str, float] = _fitted()["hand"]
    values = features(share, margin=margin, confidence=confidence, size=size)
    odds = sum(weights[name] * value for name, value in zip(NAMES, values, strict=True))
    return 1 / (1 + math.exp(-max(min(odds, 30.0), -30.0)))


def _odds(p: float) -> float:
    p = min(max(p, 0.001), 0.999)
    return math.log(p / (1 - p))
