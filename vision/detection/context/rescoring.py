"""Whether a box shows a tile, asked again with the rest of the picture in view (contextual rescoring).

Tiles lie beside others of their own size. A letter on a lanyard has no such neighbour, half a tile is smaller
than those about it, and what lies inside a surer box is a part of that one. Which tile a box shows is left as
it was said.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.detection.naming.namer import logit
from vision.detections import Detections

Numbers = NDArray[np.float64]

_SURE = 0.5  # what counts as a tile among the others
_ALIKE = 0.35  # how far the sides of a neighbour, upright or across, may differ, as a logarithm
_BESIDE = (0.5, 1.6)  # how far off one that touches lies, in sizes of a tile
_COMPANY = 2  # neighbours that touch
_ABOUT = 6  # the nearest tiles, whose middle size is the usual one there
_USUAL = 0.3  # sizes that differ by no more, as a logarithm, are one
_MOST = 12.0  # log odds beyond which a box is no surer to be a tile, or none
_LEAST = 1e-3  # a share below this says no more


class Context(NamedTuple):
    """What each sign counts, as `models.training.fusion.rescoring` fitted it on pictures whose truth is
    known: that a box is a tile has the log odds ``bias + itself * those it had + beside * …``; as it stands,
    those that it had.

    beside: how surely two of its size touch it, 0 to 1. smaller, larger: how far its size is from the usual
    one there, as a logarithm, as far as none of its own size touch it. inside: the share of it in a surer
    box. clear: the logarithm of the share of its likeliest kind, all flowers being one.
    """

    bias: float = 0.0
    itself: float = 1.0
    beside: float = 0.0
    smaller: float = 0.0
    larger: float = 0.0
    inside: float = 0.0
    clear: float = 0.0


NO_CONTEXT = Context()


def rescore(found: Detections, context: Context) -> Detections:
    """The same boxes and the same shares of the tiles, with what the others about each say for or against its
    being a tile. Where no other tile is seen there is nothing to judge by, and a box is as sure as it was."""
    if not len(found) or context == NO_CONTEXT:
        return found
    alone = ~_others(found).any(axis=1)
    odds = np.where(alone, logit(found.objectness), features(found) @ np.array(context)).clip(-_MOST, _MOST)
    there = 1 / (1 + np.exp(-odds))
    return Detections(found.boxes, (found.posterior * there[:, None]).astype(np.float32))


def features(found: Detections) -> Numbers:
    """What speaks for and against each box, (n, 7), in the order of `Context`."""
    sure, sizes = found.objectness.astype(np.float64), found.sizes
    offsets = found.centres[None] - found.centres[:, None]
    middle = (sizes[None] + sizes[:, None]) / 2
    away = np.hypot(*np.moveaxis(offsets / middle, 2, 0))
    upright, across = (np.abs(np.log(other[None] / sizes[:, None])) for other in (sizes, sizes[:, ::-1]))
    alike = np.minimum(upright.max(axis=2), across.max(axis=2)) < _ALIKE
    touching = alike & (away > _BESIDE[0]) & (away < _BESIDE[1])
    company = -np.sort(-np.where(touching, sure, 0), axis=1)[:, :_COMPANY].sum(axis=1) / _COMPANY
    size = _against_usual(found, np.hypot(*np.moveaxis(offsets, 2, 0)))
    smaller, larger = ((way - _USUAL).clip(min=0) * (1 - company) for way in (-size, size))
    clear = np.log(found.clarity.astype(np.float64).clip(_LEAST))
    itself, bias = logit(found.objectness), np.ones(len(found))
    return np.stack([bias, itself, company, smaller, larger, _inside(found), clear], axis=1)


def _others(found: Detections) -> NDArray[np.bool_]:
    """Which other boxes surely show tiles, for each box: (n, n)."""
    return (found.objectness > _SURE)[None] & ~np.eye(len(found), dtype=bool)


def _against_usual(found: Detections, away: Numbers) -> Numbers:
    """How much larger each box is than the tiles nearest to it, as a logarithm; 0 where there are none."""
    scale = np.log(found.sizes.prod(axis=1)) / 2
    far = np.where(_others(found), away, np.inf)
    nearest = np.argsort(far, axis=1, kind="stable")[:, :_ABOUT]
    known = np.isfinite(np.take_along_axis(far, nearest, axis=1))
    alone = ~known.any(axis=1)
    usual = np.where(known, scale[nearest], np.nan)
    usual[alone] = scale[alone, None]
    return np.asarray(scale - np.nanmedian(usual, axis=1), np.float64)


def _inside(found: Detections) -> Numbers:
    """The largest share of each box that lies in one which is surer."""
    boxes = found.boxes.astype(np.float64)
    low = np.maximum(boxes[:, None, :2], boxes[None, :, :2])
    high = np.minimum(boxes[:, None, 2:], boxes[None, :, 2:])
    shared = (high - low).clip(min=0).prod(axis=2) / found.sizes.prod(axis=1)[:, None]
    surer = found.objectness[None] > found.objectness[:, None]
    return np.where(surer, shared, 0).max(axis=1, initial=0)
