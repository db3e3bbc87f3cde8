"""Which way up the faces of a picture stand 正立: so a turned picture is read as the upright one is.

What is printed on a face lies otherwise when the face is turned: 萬 below its numeral, three circles of a 7p
above four. A linear model for each tile, fitted on faces that stand upright by
`paiyan.models.training.fusion.uprightness`, weighs where a crop has print; all faces vote.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from paiyan.vision.detection.naming.namer import crops
from paiyan.vision.detections import Detections
from paiyan.vision.picture.image import Image

PATH = Path(__file__).with_name("uprightness.npz")
SIDE = 16
"""Pixels of a side to which a crop is brought."""
_SURE = 0.5  # confidence of a name, from which a face has a vote
_MOST = 60  # faces that vote, the surest ones: a few milliseconds
_ANY_WAY = 0.15  # share of faces that lie any way up whatever the picture, as in a row that nobody sorted
_CLEAR = 3.0  # log-odds by which one way up must lead: below, the picture stays as it is

Numbers = NDArray[np.float32]


def quarters_to_upright(image: Image, found: Detections) -> int:
    """Return how many quarter turns against the clock bring most faces upright; 0 where that is not clear."""
    weights = _weights()
    voting = np.flatnonzero((found.confidence > _SURE) & weights[found.classes].any(axis=(1, 2, 3)))[:_MOST]
    if not len(voting):
        return 0
    prints = prints_of(crops(image, found.boxes[voting]))
    models = weights[found.classes[voting]]
    turned = (np.rot90(prints, quarters, axes=(2, 3)) for quarters in range(4))
    logits = np.stack([(one * models).sum(axis=(1, 2, 3)) for one in turned], axis=1)
    shares = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    votes = np.log((1 - _ANY_WAY) * shares + _ANY_WAY / 4).sum(axis=0)
    first, second = np.sort(votes)[[-1, -2]]
    return int(votes.argmax()) if first - second >= _CLEAR else 0


def prints_of(faces: NDArray[np.uint8]) -> Numbers:
    """Return where crops (n, h, w, 3) have print, in brightness and in tint: (n, 2, `SIDE`, `SIDE`), each of
    mean 0 and length 1, the same for light and for dark faces."""
    import cv2

    out = np.empty((len(faces), 2, SIDE, SIDE), np.float32)
    for at, face in enumerate(faces):
        small = np.asarray(cv2.resize(face, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8)
        lab = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2LAB), np.float32)
        away = np.abs(lab - np.median(lab[3:-3, 3:-3].reshape(-1, 3), axis=0))
        out[at] = away[..., 0], np.hypot(away[..., 1], away[..., 2])
    out -= out.mean(axis=(2, 3), keepdims=True)
    return out / (np.linalg.norm(out.reshape(len(out), -1), axis=1)[:, None, None, None] + np.float32(1e-3))


@lru_cache(maxsize=1)
def _weights() -> Numbers:
    """The models of all tile codes (46, 2, `SIDE`, `SIDE`); 0 for those that have none."""
    with np.load(PATH) as kept:
        return kept["weights"].astype(np.float32) * kept["scales"][:, None, None, None]
