"""Boxes that the first stage names so surely that the second need not look at them.

What the namer mostly says of such boxes stands for its answer: no crop is cut and named that would change
nothing. Of blank boxes, flowers, circles that a die may show and boxes that overlap the namer knows more,
however sure the detector is: they are always named.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scorer.tiles.tile import BACK, FLOWER, RED, TILES
from vision.detection.naming.namer import WHITE
from vision.detections import Detections, Floats, overlaps

_OF_DICE = range(9, 15)  # circles from one to six: the detector has called a die a tile with 0.82
_ALWAYS_NAMED = (WHITE, BACK, *range(FLOWER, RED), *_OF_DICE)
_ON_ONE_TILE = 0.3  # overlap (IoU) from which two boxes may be on one tile
_USUAL = 0.958  # what the namer gives to the tile that it sees: it was taught never to be surer


class SureNames(NamedTuple):
    """When a box is named surely by the first stage alone.

    confidence: least probability that it shows a tile, and that one. second: the most that the next likely
    tile may have of it. They go with the weights of the detector: of 11,875 such boxes of the three lists,
    small circles among them, as they are, cut, rolled, smaller, darker and as JPEG, both stages rename none;
    the first that they would has 0.0048 for the next likely tile.
    """

    confidence: float = 0.8
    second: float = 0.002


def surely_named(found: Detections, sure: SureNames) -> NDArray[np.bool_]:
    """Which boxes (n,) of the first stage need no second one."""
    second = np.partition(found.posterior, -2, axis=1)[:, -2]
    alone = (overlaps(found.boxes, found.boxes) > _ON_ONE_TILE).sum(axis=1) == 1
    plain = ~np.isin(found.classes, _ALWAYS_NAMED)
    return (found.confidence >= sure.confidence) & (second <= sure.second) & alone & plain


def usual_answers(codes: NDArray[np.intp]) -> Floats:
    """What the namer mostly says of crops that show these tiles (n,), and surely: (n, 47)."""
    said = np.full((len(codes), len(TILES) + 1), (1 - _USUAL) / len(TILES), np.float32)
    said[np.arange(len(codes)), codes] = _USUAL
    return said
