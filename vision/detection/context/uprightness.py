"""Turn a picture until its faces stand upright 正立, so that a turned one is read like an upright one.

A turned face has its print in other places: 萬 belongs below its numeral, and three circles of a 7p above
four. A linear model for each tile, fitted on upright faces by
`paiyan.models.training.uprightness`, rates the print of a crop; all faces vote.
"""

from __future__ import annotations

import math

import numpy as np

from paiyan.scorer.tiles.tile import BACK
from paiyan.vision.detection.thresholds import FEWEST_TILES
from paiyan.vision.detections import Detections
from paiyan.vision.pixels import Image, tells_ways_up, ways_up

_SURE = 0.5  # confidence of a name from which a face has a vote
_ANY_WAY = 0.15  # share of faces that are turned at random, as in a row that nobody sorted
_CLEAR = 3.0  # log odds by which one turn must lead another at least
_SLOPE = 0.25  # error of all votes the same way, as in a sloping row


def turns_to_upright(image: Image, detections: Detections) -> list[int]:
    """Return by how many quarter turns against the clock most faces may stand upright, the likeliest first:
    one number if that is clear; only 0 if hardly a face has a vote.

    A turn is possible unless its votes, each with an error of about 1, are behind by more than chance, and by
    more than a slope of all faces could do.
    """
    voting = np.flatnonzero((detections.confidence > _SURE) & tells_ways_up()[detections.classes])
    if not len(voting):
        return [0]
    logits = ways_up(image, detections.boxes[voting], detections.classes[voting])
    logits = logits[logits.max(axis=1) > logits.min(axis=1)]  # the others show no print at all
    shares = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    votes = np.log((1 - _ANY_WAY) * shares + _ANY_WAY / 4).sum(axis=0).tolist()
    least = max(votes) - max(_CLEAR, math.sqrt(len(logits)), _SLOPE * len(logits))
    possible = [turn for turn in sorted(range(4), key=lambda turn: -votes[turn]) if votes[turn] > least]
    return possible if len(possible) == 1 or len(logits) >= FEWEST_TILES else [0]


def sureness(detections: Detections) -> float:
    """Return the sum of the confidences of faces, larger if they are upright; backs look the same any way."""
    return float(detections.confidence[detections.classes != BACK].sum())
