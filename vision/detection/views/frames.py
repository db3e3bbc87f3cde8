"""Several pictures of one scene, taken one after another by hand: their tiles aligned and pooled.

A hand that passes, glare and blur hide a tile in one picture and seldom in the next. A tile counts if at
least half of the pictures show it; those without it do not count for its name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from paiyan.vision.detection.context.flowers import name_flowers_jointly
from paiyan.vision.detection.thresholds import FEWEST_TILES
from paiyan.vision.detections import Detections
from paiyan.vision.joined_frames import JoinedFrames

_SIZE_RATIO = 1.35  # largest ratio of the sizes of one tile in two pictures
_REACH = 0.5  # of a tile's size: tiles that a shift brings together lie as near
_ROUNDS = 3


def pool_frames(frames: Sequence[Detections]) -> Detections:
    """Return the tiles of several pictures of one scene, in pixels of the first.

    A picture that does not show the scene of the first is left out.
    """
    first, *others = frames
    placed = [first, *(moved for other in others if (moved := lay_over(other, first)) is not None)]
    joined = JoinedFrames()
    for frame in placed:
        joined.add(frame)
    tiles = joined.detections(missing_counts=False)
    return name_flowers_jointly(replace(tiles, hints=first.hints))


def lay_over(second: Detections, first: Detections) -> Detections | None:
    """Return the detections of a picture in pixels of the first; None if both hardly share a tile.

    The camera has moved a little: a shift that brings most tiles of one name together is refined to a shift
    and a scale along each axis.
    """
    if not len(second) or not len(first):
        return None
    sizes, other = (np.sqrt(one.sizes.prod(axis=1)) for one in (first, second))
    ratio = sizes[:, None] / other[None]
    similar = (first.classes[:, None] == second.classes[None]) & (np.abs(np.log(ratio)) < np.log(_SIZE_RATIO))
    pairs = np.argwhere(similar)
    if not len(pairs):
        return None
    shifts = first.centres[pairs[:, 0]] - second.centres[pairs[:, 1]]
    reach = _REACH * float(np.median(sizes))
    votes = (np.hypot(*(shifts[None] - shifts[:, None]).transpose(2, 0, 1)) < reach).sum(axis=1)
    scale, shift = np.ones(2), shifts[int(votes.argmax())]
    for _ in range(_ROUNDS):
        away = first.centres[pairs[:, 0]] - second.centres[pairs[:, 1]] * scale - shift
        near = pairs[np.hypot(*away.T) < reach]
        if len(np.unique(near[:, 1])) < min(FEWEST_TILES, len(first), len(second)):
            return None
        one, two = first.centres[near[:, 0]], second.centres[near[:, 1]]
        spread = two.std(axis=0)
        wide = spread > 2 * reach  # along the other axis one row tells no scale
        scale = np.where(
            wide, (one.std(axis=0) / np.maximum(spread, 1.0)).clip(1 / _SIZE_RATIO, _SIZE_RATIO), 1.0
        )
        shift = one.mean(axis=0) - scale * two.mean(axis=0)
    boxes = second.boxes * np.tile(scale, 2) + np.tile(shift, 2)
    return Detections(boxes.astype(np.float32), second.probabilities, second.hints)
