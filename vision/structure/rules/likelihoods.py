"""What a detector's class probabilities say, as logarithms that may be added up, with where the tiles lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scorer.tiles.tile import BACK, FLOWER, KINDS, RED, TILES
from vision.calibration import Sharpness, sharpness
from vision.detection.main_row import PlacedTiles
from vision.detections import Detections
from vision.structure.rules.meld_fit import Fit, best_meld

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
    for red in range(RED, BACK):
        five = TILES[red].kind
        out[:, five] = np.logaddexp(logs[:, five], logs[:, red])
    return out


@dataclass(frozen=True)
class Scene(PlacedTiles):
    """Tiles with the logarithms of what each may be, by code (n, 46) and by kind (n, 34), and how sure it is
    that there is a tile."""

    logs: Logs
    kinds: Logs
    sure: list[float]

    @staticmethod
    def of_detections(found: Detections) -> Scene:
        """Prepare one picture's tiles."""
        placed = PlacedTiles.of_detections(found)
        logs = log_probabilities(found, sharpness())
        return Scene(
            placed.space, placed.codes, placed.scale, logs, kinds_of(logs), found.confidence.tolist()
        )

    def faces(self, tiles: Sequence[int]) -> list[int]:
        """Those that are not flowers."""
        return [t for t in tiles if not FLOWER <= self.codes[t] < RED]

    def meld(self, tiles: Sequence[int]) -> Fit | None:
        """What these tiles most likely are as a meld."""
        return best_meld(self.kinds[list(tiles)], self.of(tiles))
