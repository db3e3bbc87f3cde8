"""Turn a picture until its faces stand upright 正立, so that a turned one is read like an upright one.

A turned face has its print in other places: 萬 belongs below its numeral, and three circles of a 7p above
four. A linear model for each tile, fitted on upright faces by
`paiyan.models.training.uprightness`, rates the print of a crop; all faces vote.
"""

from __future__ import annotations

import numpy as np

from paiyan.vision.detections import Detections
from paiyan.vision.pixels import Image, tells_ways_up, ways_up

_SURE = 0.5  # confidence of a name from which a face has a vote
_ANY_WAY = 0.15  # share of faces that are turned at random, as in a row that nobody sorted
_CLEAR = 3.0  # log odds by which one turn must lead; otherwise the picture stays as it is


def quarters_to_upright(image: Image, found: Detections) -> int:
    """Return how many quarter turns against the clock make most faces upright; 0 if that is not clear."""
    voting = np.flatnonzero((found.confidence > _SURE) & tells_ways_up()[found.classes])
    if not len(voting):
        return 0
    logits = ways_up(image, found.boxes[voting], found.classes[voting])
    shares = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    votes = np.log((1 - _ANY_WAY) * shares + _ANY_WAY / 4).sum(axis=0)
    first, second = np.sort(votes)[[-1, -2]]
    return int(votes.argmax()) if first - second >= _CLEAR else 0
