"""Blank tiles 白板: whether a blank box is a white dragon, the back of a tile, or the side of one.

Its crop shows nothing that would tell. The rest of the picture does: a white dragon has the colour of the
other faces and stands among them; backs have a colour of their own, which others of the picture share, and
lie beside each other on walls; sides are flatter than faces. A small model, fitted on pictures whose truth
is known (`paiyan.models.training.fusion.fit`), weighs this together with what the two stages say.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import log
from statistics import median

import numpy as np
from numpy.typing import NDArray

from paiyan.scorer.tiles.tile import BACK
from paiyan.vision.detection.naming.namer import WHITE, logit
from paiyan.vision.detections import Detections
from paiyan.vision.pixels import Image, ground_colours

Numbers = NDArray[np.float64]

OUTCOMES = ("white", "back", "nothing")
FEATURES = (
    "always",
    "named",  # log odds of white dragon against back by both stages, within bounds
    "tile",  # log odds of a tile against none by both stages
    "tint",  # how far its tint is from that of the nearest faces
    "darker",  # how much darker it is than the nearest faces
    "lighter",  # how much lighter
    "faceless",  # 1 where the picture shows no face
    "apart",  # logarithm of the distance to the nearest face, in sizes of a tile
    "beside",  # 1 where a face stands right beside it
    "blanks",  # how many blank boxes stand right beside it, up to two
    "backed",  # how near its colour is to that of a sure back
    "uneven",  # how much its brightness varies inside
    "small",  # by how much its area is below that of the nearest faces, as a logarithm
    "large",  # by how much above
    "flat",  # logarithm of how much wider it is than high
)
"""What the model knows of a blank box, in this order."""
Model = Mapping[str, Mapping[str, float]]
"""For each outcome the weight of each feature; those left out weigh nothing."""

# What the features are made of; a change wants the model to be fitted again.
BLANK_SHARE = 0.3  # share of white dragon and back together from which a box is blank
_FACE_SHARE = 0.1  # and below which it is a face
_NEAREST_FACES = 5  # faces against which size and colour are held
_SURE = 0.6  # probability from which a face, or a back, is taken for one
_NEIGHBOUR = 1.45  # sizes of a tile between the middles of two that stand beside each other, at most
_TINT_UNIT, _LIGHT_UNIT = 12.0, 30.0  # units of Lab by which differences of tint and brightness are divided


def resolve_blanks(image: Image, found: Detections, model: Model) -> Detections:
    """The same boxes, the blank ones with the probabilities that the model gives them.

    Only one box a tile may be left.
    """
    blank, values = features(image, found)
    if not len(blank) or not model:
        return found
    white, back, nothing = outcome_probabilities(values, model).T
    probabilities = found.probabilities.astype(np.float64)
    shares = _share(found)[blank]
    rest = probabilities[blank] * (1 - nothing)[:, None] / found.objectness[blank, None].clip(1e-6)
    rest[:, WHITE], rest[:, BACK] = shares * white, shares * back
    probabilities[blank] = rest
    return Detections(found.boxes, probabilities.astype(np.float32))


def outcome_probabilities(values: Numbers, model: Model) -> Numbers:
    """How probable each outcome is by the features (n, 15): (n, 3), rows sum to one."""
    weights = np.array([[model.get(o, {}).get(f, 0.0) for f in FEATURES] for o in OUTCOMES])
    words = values @ weights.T
    words = np.exp(words - words.max(axis=1, keepdims=True))
    return words / words.sum(axis=1, keepdims=True)


def _share(found: Detections) -> Numbers:
    """Of what shows a tile, how much is blank: (n,)."""
    return found.posterior[:, [WHITE, BACK]].sum(axis=1).astype(np.float64)


def features(image: Image, found: Detections) -> tuple[NDArray[np.intp], Numbers]:
    """Which boxes are blank (m,), and the features of each: (m, 15)."""
    share = _share(found)
    blank = np.flatnonzero(share >= BLANK_SHARE)
    if not len(blank):
        return blank, np.zeros((0, len(FEATURES)))
    faces = np.flatnonzero((share < _FACE_SHARE) & (found.objectness > _SURE))
    nearest = [_nearest(found, at, faces) for at in blank.tolist()]
    needed = np.unique(np.concatenate([blank, *nearest]))  # of no other box the colour counts
    colours, uneven = np.zeros((len(found), 3)), np.zeros(len(found))
    colours[needed], uneven[needed] = ground_colours(image, found.boxes[needed])
    rows = [
        _row(found, at, blank, faces, near, colours) for at, near in zip(blank.tolist(), nearest, strict=True)
    ]
    table = np.array(rows, np.float64)
    white, back = (found.posterior[blank, code].astype(np.float64).clip(1e-4) for code in (WHITE, BACK))
    table[:, FEATURES.index("named")] = (np.log(white / back) / 4).clip(-1, 1)
    table[:, FEATURES.index("tile")] = logit(found.objectness[blank]) / 4
    table[:, FEATURES.index("uneven")] = (uneven[blank] / _LIGHT_UNIT).clip(0, 2)
    return blank, table


def _nearest(found: Detections, at: int, faces: NDArray[np.intp]) -> NDArray[np.intp]:
    """The faces against which one box is held, nearest first."""
    far = np.hypot(*(found.centres[faces] - found.centres[at]).T)
    return faces[np.argsort(far)[:_NEAREST_FACES]]


def _row(
    found: Detections,
    at: int,
    blank: NDArray[np.intp],
    faces: NDArray[np.intp],
    near: NDArray[np.intp],
    colours: Numbers,
) -> list[float]:
    """The features of one box, `near` the faces nearest to it; what both stages say and how even it is are
    filled in for all together."""
    sizes = found.sizes
    flat = log(sizes[at, 0] / sizes[at, 1])
    away = _away(found, at)
    blanks = float(np.count_nonzero(away[blank] < _NEIGHBOUR) - 1)
    backs = blank[(found.probabilities[blank, BACK] > _SURE) & (blank != at)]
    backed = 0.0
    if len(backs):
        difference = np.linalg.norm(colours[backs] - colours[at], axis=1)
        backed = float(np.exp(-difference.min() / _TINT_UNIT))
    if not len(faces):
        return [1, 0, 0, 0, 0, 0, 1, 0, 0, min(blanks, 2), backed, 0, 0, 0, flat]
    ground = np.array([median(channel) for channel in colours[near].T.tolist()])
    tint = float(np.hypot(*(colours[at] - ground)[1:])) / _TINT_UNIT
    light = float(colours[at, 0] - ground[0]) / _LIGHT_UNIT
    area = log(sizes[at].prod() / median(sizes[near].prod(axis=1).tolist()))
    nearest = float(away[faces].min())
    apart, has_neighbour = min(float(np.log(nearest + 0.1)), 3), float(nearest < _NEIGHBOUR)
    return [
        1, 0, 0, min(tint, 4), min(max(-light, 0), 3), min(max(light, 0), 3), 0, apart, has_neighbour,
        min(blanks, 2), backed, 0, max(-area, 0), max(area, 0), flat,
    ]  # fmt: skip


def _away(found: Detections, at: int) -> Numbers:
    """How far off every box is from one, in the mean size of both: (n,)."""
    offsets = 2 * (found.centres - found.centres[at]) / (found.sizes + found.sizes[at])
    return np.hypot(offsets[:, 0], offsets[:, 1])
