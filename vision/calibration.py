"""Numbers fitted on pictures whose truth is known: how reliable a detector's probabilities are.

``calibration.json`` is written by ``python -m paiyan.datasets.hand_scenes calibrate``, and records how.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

PATH = Path(__file__).with_name("calibration.json")


class Sharpness(NamedTuple):
    """The map from a detector's numbers to probabilities: ``(p / sum p) ** power``, none below `least`.

    Fitted on pictures whose truth is known; see `paiyan.vision.calibration`.
    """

    power: float = 1.0
    least: float = 1e-4


@lru_cache(maxsize=1)
def fitted() -> dict[str, Any]:
    """Return all numbers of the file."""
    return json.loads(PATH.read_text(encoding="utf-8"))


def fingerprint(numbers: Mapping[str, Any]) -> str:
    """Return the SHA-256 of the numbers that readings depend on; measured results record it."""
    read = {name: numbers[name] for name in ("sharpness", "hand", "reliable", "temper", "again")}
    return hashlib.sha256(json.dumps(read, sort_keys=True).encode()).hexdigest()


def sharpness() -> Sharpness:
    """Return the map from the detector's numbers to probabilities."""
    return Sharpness(**fitted()["sharpness"])
