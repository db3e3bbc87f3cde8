"""A detector of two classes, face and back, in the form of one that knows all tiles: for measuring it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from paiyan.scorer.tiles.tile import BACK, TILES
from paiyan.vision.detection.runtimes.network_detector import OnnxDetector
from paiyan.vision.detection.thresholds import DEFAULT_THRESHOLDS, Thresholds
from paiyan.vision.detections import Detections, Floats
from paiyan.vision.picture.image import Image

FACES = len(TILES) - 1


class TileOnlyDetector(OnnxDetector):
    """An ONNX file of `models.training.detector_weights.TILE_ONLY`, which leaves every name to the namer.

    While boxes are sifted a face's probability is shared out over all faces, so that they sum to that of a
    tile. What is handed on gives every face the whole of it, and the back its own: as the classes of a
    detector of all tiles, each says how surely the box shows it, against nothing else.
    """

    def __init__(self, path: Path, *, threads: int = 2, thresholds: Thresholds = DEFAULT_THRESHOLDS) -> None:
        super().__init__(path, threads=threads, thresholds=thresholds)
        run = self._run
        self._run = lambda pixels: shared_out(run(pixels))

    def detect_many(self, images: Sequence[Image]) -> list[Detections]:
        """All boxes of each picture, every face as sure as the next."""
        return [each_face(found) for found in super().detect_many(images)]


def shared_out(head: Floats) -> Floats:
    """A raw head (b, 4 + 2, n) as one of all tiles (b, 4 + 46, n). Raises ValueError for another shape."""
    if head.ndim != 3 or head.shape[1] != 6:
        raise ValueError(f"the network gives {head.shape}, wanted (b, 6, n): four sides, face and back")
    faces = np.repeat(head[:, 4:5] / FACES, FACES, axis=1)
    return np.concatenate([head[:, :4], faces, head[:, 5:]], axis=1, dtype=np.float32)


def each_face(found: Detections) -> Detections:
    """The same boxes, with the probability of a face in the place of each."""
    whole = np.where(np.arange(len(TILES)) == BACK, 1, FACES).astype(np.float32)
    return replace(found, probabilities=(found.probabilities * whole).clip(0, 1))
