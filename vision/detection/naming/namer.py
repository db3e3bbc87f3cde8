"""The second stage: each box of the detector is cut out of the picture and named again.

The detector sees the whole picture in 640 pixels; a crop shows its tile at the resolution of the photo, and
the namer was trained on many more designs of tiles than there are whole pictures of.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiyan.scorer.tiles.notation import parse
from paiyan.scorer.tiles.tile import TILES
from paiyan.vision.detection.runtimes.batching import concatenated
from paiyan.vision.detection.runtimes.onnx_session import open_session
from paiyan.vision.detections import Detections, Floats
from paiyan.vision.errors import ModelMismatch
from paiyan.vision.messages import OTHER_OUTPUT
from paiyan.vision.pixels import Image, crops
from paiyan.vision.sizes import size_of

WHITE = parse("5z")[0].code
_TRUSTED = 0.8  # share of the way that an edge moves to where the crop shows it: both stages know something
_LEAST = 1e-4  # probabilities are clipped to this before a logarithm is taken


class Blend(NamedTuple):
    """The parameters that combine both stages, fitted by `paiyan.models.training.fusion` on pictures
    whose truth is known.

    A class gets ``detector * log p + namer * log n``, normalized to sum to one. The log odds of a tile at all
    are ``sure + seen * logit(p of the best class) + kept * logit(n of any tile) + blank * share of 5z``:
    sides of tiles, pale backs and much else look like a blank tile.
    """

    detector: float
    namer: float
    sure: float
    seen: float
    kept: float
    blank: float = 0.0


class Namer:
    """A network that names single tiles: an ONNX file from crops uint8 (n, 64, 64, 3) to (n, 47).

    It may also return how far each edge of a box should move, (n, 4) in shares of its sides.
    Each of its threads crops and names a share of a picture's boxes, so that none waits for another before
    the end; threads that share each layer of a run would. Threads may share a namer.
    """

    def __init__(self, path: Path, *, threads: int = 2) -> None:
        self.path = path
        self._threads = max(threads, 1)
        self._pools = dict[int, ThreadPoolExecutor]()  # by process: a fork has none of its parent's threads
        self._session = open_session(path, threads=1)
        shape = self._session.get_outputs()[0].shape
        if shape[-1] != len(TILES) + 1:
            raise ModelMismatch(OTHER_OUTPUT, name=path.name, shape=shape, wanted=f"(n, {len(TILES) + 1})")
        self._given = self._session.get_inputs()[0].name

    @cached_property
    def sha256(self) -> str:
        """The checksum of the weights file."""
        return hashlib.sha256(self.path.read_bytes()).hexdigest()

    def name(self, image: Image, boxes: Floats) -> Floats:
        """Return the probabilities (n, 47) of boxes (n, 4) of a BGR picture: each tile code, then no tile."""
        return self._outputs(image, boxes)[0]

    def name_and_refine(self, image: Image, boxes: Floats) -> tuple[Floats, Floats]:
        """Return the names of `name`, and the boxes moved to the tiles' edges if the network returns
        edges."""
        names, *edges = self._outputs(image, boxes)
        if not edges or not len(boxes):
            return names, boxes
        moved = boxes + np.float32(_TRUSTED) * edges[0] * np.tile(boxes[:, 2:] - boxes[:, :2], 2)
        return names, moved.clip(0, np.array([*size_of(image)] * 2, np.float32))

    def _outputs(self, image: Image, boxes: Floats) -> list[Floats]:
        """Return each of the network's outputs for boxes (n, 4)."""
        if not len(boxes):
            return [np.zeros((0, len(TILES) + 1), np.float32)]
        own, *shares = np.array_split(boxes, min(self._threads, len(boxes)))
        others = [self._begun(image, share) for share in shares]
        parts = [self._run(image, own), *(result() for result in others)]
        return [concatenated(one) for one in zip(*parts, strict=True)]

    def _begun(self, image: Image, boxes: Floats) -> Callable[[], list[Floats]]:
        """Start to name boxes in another thread; the function returned waits for the result."""
        if (pool := self._pools.get(os.getpid())) is None:
            pool = self._pools.setdefault(os.getpid(), ThreadPoolExecutor(self._threads - 1, "namer"))
        try:
            return pool.submit(self._run, image, boxes).result
        except RuntimeError:  # the program ends, and begins nothing in other threads any more
            return partial(self._run, image, boxes)

    def _run(self, image: Image, boxes: Floats) -> list[Floats]:
        outputs = self._session.run(None, {self._given: crops(image, boxes)})
        return [np.asarray(one, np.float32) for one in outputs]


def combine_stages(detections: Detections, named: Floats, blend: Blend) -> Detections:
    """Return the same boxes with the probabilities of both stages combined; `named` is (n, 47)."""
    if not len(detections):
        return detections
    share = code_shares(detections.probabilities, named, detector=blend.detector, namer=blend.namer)
    there = blend.sure + blend.seen * logit(detections.confidence) + blend.kept * logit(1 - named[:, -1])
    there = there + blend.blank * share[:, WHITE]
    return Detections(detections.boxes, (share / (1 + np.exp(-there[:, None]))).astype(np.float32))


def code_shares(
    probabilities: Floats, named: Floats, *, detector: float, namer: float
) -> NDArray[np.float64]:
    """Return the probability of each tile for boxes that show one, (n, 46), from both stages, weighted."""
    words = detector * _log(probabilities) + namer * _log(named[:, :-1])
    words = np.exp(words - words.max(axis=1, keepdims=True))
    return words / words.sum(axis=1, keepdims=True)


def _log(values: Floats) -> NDArray[np.float64]:
    return np.log(values.astype(np.float64).clip(_LEAST))


def logit(values: Floats) -> NDArray[np.float64]:
    """Return log p / (1 - p), finite even for 0 and 1."""
    inside = values.astype(np.float64).clip(_LEAST, 1 - _LEAST)
    return np.log(inside / (1 - inside))
