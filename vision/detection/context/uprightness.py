"""Which way up the faces of a picture stand 正立: so a turned picture is read as the upright one is.

What is printed on a face lies otherwise when the face is turned: 萬 below its numeral, three circles of a 7p
above four. A linear model for each tile, fitted on faces that stand upright by
`paiyan.models.training.fusion.uprightness`, weighs where a crop has print; all faces vote.
"""

from __future__ import annotations

import numpy as np

from paiyan.vision.detections import Detections
from paiyan.vision.pixels import Image, tells_ways_up, ways_up

_SURE = 0.5  # confidence of a name, from which a face has a vote
_MOST = 60  # faces that vote, the surest ones: a few milliseconds
_ANY_WAY = 0.15  # share of faces that lie any way up whatever the picture, as in a row that nobody sorted
_CLEAR = 3.0  # log-odds by which one way up must lead: below, the picture stays as it is


def quarters_to_upright(image: Image, found: Detections) -> int:
    """Return how many quarter turns against the clock bring most faces upright; 0 where that is not clear."""
    voting = np.flatnonzero((found.confidence > _SURE) & tells_ways_up()[found.classes])[:_MOST]
    if not len(voting):
        return 0
    logits = ways_up(image, found.boxes[voting], found.classes[voting])
    shares = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    votes = np.log((1 - _ANY_WAY) * shares + _ANY_WAY / 4).sum(axis=0)
    first, second = np.sort(votes)[[-1, -2]]
    return int(votes.argmax()) if first - second >= _CLEAR else 0
