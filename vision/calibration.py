"""Numbers fitted on pictures whose truth is known: how sure a detector's figures really are.

``calibration.json`` is written by ``python -m paiyan.datasets.hand_scenes calibrate``, which says in it how.
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
    """How a detector's numbers become probabilities: ``(p / sum p) ** power``, none below `least`.

    Fitted on pictures whose truth is known; see `paiyan.vision.calibration`.
    """

    power: float = 1.0
    least: float = 1e-4


@lru_cache(maxsize=1)
def fitted() -> dict[str, Any]:
    """All that the file holds."""
    return json.loads(PATH.read_text(encoding="utf-8"))


def fingerprint(numbers: Mapping[str, Any]) -> str:
    """Return the SHA-256 of the numbers that readings depend on: measured figures name those they are of."""
    read = {name: numbers[name] for name in ("sharpness", "hand", "reliable", "temper", "again")}
    return hashlib.sha256(json.dumps(read, sort_keys=True).encode()).hexdigest()


def sharpness() -> Sharpness:
    """How the detector's numbers become probabilities."""
    return Sharpness(**fitted()["sharpness"])
