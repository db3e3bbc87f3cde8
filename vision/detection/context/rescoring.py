"""Contextual rescoring: how probably a box shows a tile, given the other boxes of the picture.

Tiles lie next to others of their own size, and rows continue where their next tile would lie. A letter on
a lanyard has no such neighbour, half a tile is smaller than the tiles around it, and a box inside a surer
one is a part of it. The probabilities of the tile codes against each other stay as they are.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiyan.scorer.tiles.tile import FLOWER, RED
from paiyan.vision.detection.naming.namer import logit
from paiyan.vision.detections import Detections, shared_areas

Numbers = NDArray[np.float64]

# What the features below are made of; their weights are fitted (`Context`).
_NEIGHBOUR = 0.5  # objectness from which another box counts as a tile
_SAME_SIZE = 0.35  # difference of the sides of a neighbour, turned or not, as a natural logarithm
_TOUCHING = (0.5, 1.6)  # distance between the middles of tiles that touch, in mean sizes of both
_NEIGHBOURS = 2  # touching neighbours that make the company full: one on each side in a row
_NEAREST = 6  # tiles whose median size is the usual one nearby
_USUAL_SIZE = 0.3  # a size that differs by no more, as a natural logarithm, is the usual one
_ROW_GOES_ON = ((1, 0.35), (2, 0.5))  # steps from a row's last tile, and how far off in its sizes


class Context(NamedTuple):
    """The weights of a logistic regression, fitted by `paiyan.models.training.fusion` on pictures
    whose truth is known. The defaults leave every box as it is.

    itself: the log odds that the two stages gave. beside: how surely two tiles of its size touch it,
    0 to 1. aligned: how surely it continues a row, whose next tile may be missing, scaled down as far as two
    tiles touch it. smaller, larger: how much its size differs from the usual one there, as a natural
    logarithm, scaled down likewise. inside: the share of it that lies in a surer box. clear: the logarithm of
    the share of its likeliest kind, all flowers counted as one. lone_flower: `itself` times the share of
    flowers, scaled down likewise: flowers are laid aside one by one, while most other single boxes are
    writing.
    """

    bias: float = 0.0
    itself: float = 1.0
    beside: float = 0.0
    aligned: float = 0.0
    smaller: float = 0.0
    larger: float = 0.0
    inside: float = 0.0
    clear: float = 0.0
    lone_flower: float = 0.0


NO_CONTEXT = Context()


def rescore(detections: Detections, context: Context) -> Detections:
    """Return the same boxes and shares of codes, with a new probability that each is a tile at all.

    A box keeps its probability if no other tile is seen in its picture: there is nothing to judge by.
    """
    if not len(detections) or context == NO_CONTEXT:
        return detections
    tiles = detections.objectness > _NEIGHBOUR
    alone = tiles.sum() <= tiles  # no other one is surely a tile
    odds = np.where(alone, logit(detections.objectness), features(detections) @ np.array(context))
    there = 1 / (1 + np.exp(-odds))
    return Detections(detections.boxes, (detections.posterior * there[:, None]).astype(np.float32))


def features(detections: Detections) -> Numbers:
    """The features of each box, (n, 9), in the order of `Context`."""
    sure, sizes = detections.objectness.astype(np.float64), detections.sizes
    offsets = detections.centres[None] - detections.centres[:, None]
    away = _length(2 * offsets / (sizes[None] + sizes[:, None]))
    upright, across = (np.abs(np.log(other[None] / sizes[:, None])) for other in (sizes, sizes[:, ::-1]))
    same_size = np.minimum(upright.max(axis=2), across.max(axis=2)) < _SAME_SIZE
    touching = same_size & (away > _TOUCHING[0]) & (away < _TOUCHING[1])
    company = -np.sort(-np.where(touching, sure, 0), axis=1)[:, :_NEIGHBOURS].sum(axis=1) / _NEIGHBOURS
    aligned = _aligned(detections, same_size, touching) * (1 - company)
    size = _against_usual(detections, _length(offsets))
    smaller, larger = ((way - _USUAL_SIZE).clip(min=0) * (1 - company) for way in (-size, size))
    clear = np.log(detections.clarity.astype(np.float64))
    itself, bias = logit(detections.objectness), np.ones(len(detections))
    lone_flower = itself * detections.posterior[:, FLOWER:RED].sum(axis=1) * (1 - company)
    inside = _inside(detections)
    return np.stack([bias, itself, company, aligned, smaller, larger, inside, clear, lone_flower], axis=1)


def _length(offsets: Numbers) -> Numbers:
    """Return the length of each offset (…, 2): (…)."""
    return np.hypot(offsets[..., 0], offsets[..., 1])


def _aligned(detections: Detections, same_size: NDArray[np.bool_], touching: NDArray[np.bool_]) -> Numbers:
    """Return how surely each box continues the line through two touching tiles, (n,).

    `same_size` and `touching` (n, n) are the pairs of boxes of one size, and those of them that touch.
    """
    sure, centres, sizes = detections.objectness.astype(np.float64), detections.centres, detections.sizes
    before, last = np.nonzero(touching)
    company = np.zeros(len(detections))
    for steps, tolerance in _ROW_GOES_ON:
        onward = centres[last] + steps * (centres[last] - centres[before])
        across = (centres[:, None, 0] - onward[:, 0]) / sizes[last, 0]
        box, pair = np.nonzero(same_size[:, last] & (np.abs(across) < tolerance))
        down = (centres[box, 1] - onward[pair, 1]) / sizes[last[pair], 1]
        there = np.hypot(across[box, pair], down) < tolerance
        at, of = box[there], pair[there]
        np.maximum.at(company, at, sure[last[of]] * sure[before[of]])
    return company


def _against_usual(detections: Detections, away: Numbers) -> Numbers:
    """Return how much larger each box is than its nearest tiles, as a logarithm; 0 if there are none."""
    scale = np.log(detections.sizes.prod(axis=1)) / 2
    far = np.where(detections.objectness > _NEIGHBOUR, away, np.inf)
    np.fill_diagonal(far, np.inf)
    nearest = np.argsort(far, axis=1, kind="stable")[:, :_NEAREST]
    known = np.isfinite(far[np.arange(len(far))[:, None], nearest])
    count = known.sum(axis=1, keepdims=True)
    ranked = np.sort(np.where(known, scale[nearest], np.inf), axis=1)
    middle = np.concatenate([(count - 1).clip(min=0) // 2, count // 2], axis=1)
    usual = np.take_along_axis(ranked, np.minimum(middle, ranked.shape[1] - 1), axis=1).mean(axis=1)
    return np.where(count[:, 0] > 0, scale - np.where(count[:, 0] > 0, usual, 0), 0)


def _inside(detections: Detections) -> Numbers:
    """Return the largest share of each box that lies in a surer one."""
    boxes = detections.boxes.astype(np.float64)
    shared = shared_areas(boxes, boxes) / detections.sizes.prod(axis=1)[:, None]
    surer = detections.objectness[None] > detections.objectness[:, None]
    return np.where(surer, shared, 0).max(axis=1, initial=0)
