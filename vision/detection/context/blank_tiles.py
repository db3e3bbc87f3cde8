"""Blank tiles 白板: whether a blank box is a white dragon, the back of a tile, or the side of one.

Such a crop shows nothing to go by, but the rest of the picture does: a white dragon has the colour of the
other faces and lies among them; backs have a colour of their own, which others of the picture share, and
lie next to each other on walls; sides are flatter than faces. A small model, fitted on pictures whose truth
is known (`paiyan.models.training.fusion`), combines this with the probabilities of the two stages.

Seen from the side, the last tile of a standing row looks like one more white dragon. The faces of a row that
runs towards the camera lie lower and lower in the picture; one more face would continue that, but the side of
the last tile lies in another plane, and its lower edge does not.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import log
from statistics import median

import numpy as np
from numpy.typing import NDArray

from paiyan.scorer.tiles.tile import BACK
from paiyan.vision.detection.drops import kept
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
"""The features of a blank box, in this order."""
Model = Mapping[str, Mapping[str, float]]
"""The weight of each feature for each outcome; 0 for those left out."""

# What the features are made of; fit the model again after a change.
BLANK_SHARE = 0.3  # share of white dragon and back together from which a box is blank
_FACE_SHARE = 0.1  # and below which it is a face
_NEAREST_FACES = 5  # faces with which size and colour are compared
_SURE = 0.6  # probability from which a box counts as a face, or as a back
_NEIGHBOUR = 1.45  # sizes of a tile between the middles of two neighbours, at most
_TINT_UNIT, _LIGHT_UNIT = 12.0, 30.0  # units of Lab by which differences of tint and brightness are divided

# What tells the side of a row's last tile.
_IN_ROW = 1.5  # sizes of a tile between the middles of two that stand beside each other, at most
_SLOPES = 0.12  # of a tile's height that each tile of a row stands lower than the last, at least
_GOES_ON = 0.5  # of that step, at least, by which one more face would stand lower, or higher


def resolve_blanks(image: Image, detections: Detections, model: Model) -> Detections:
    """Return the same boxes, with the model's probabilities for the blank ones.

    There must be only one box per tile.
    """
    blank, values = features(image, detections)
    if not len(blank) or not model:
        return detections
    white, back, nothing = outcome_probabilities(values, model).T
    probabilities = detections.probabilities.astype(np.float64)
    shares = _share(detections)[blank]
    rest = probabilities[blank] * (1 - nothing)[:, None] / detections.objectness[blank, None].clip(1e-6)
    rest[:, WHITE], rest[:, BACK] = shares * white, shares * back
    probabilities[blank] = rest
    return Detections(detections.boxes, probabilities.astype(np.float32))


def outcome_probabilities(values: Numbers, model: Model) -> Numbers:
    """Return the probability of each outcome (n, 3) by the features (n, 15); rows sum to one."""
    weights = np.array([[model.get(o, {}).get(f, 0.0) for f in FEATURES] for o in OUTCOMES])
    words = values @ weights.T
    words = np.exp(words - words.max(axis=1, keepdims=True))
    return words / words.sum(axis=1, keepdims=True)


def _share(detections: Detections) -> Numbers:
    """Return the share of white dragon and back in the tile that each box shows, (n,)."""
    return detections.posterior[:, [WHITE, BACK]].sum(axis=1).astype(np.float64)


def features(image: Image, detections: Detections) -> tuple[NDArray[np.intp], Numbers]:
    """Return the indices (m,) of the blank boxes, and the features of each: (m, 15)."""
    share = _share(detections)
    blank = np.flatnonzero(share >= BLANK_SHARE)
    if not len(blank):
        return blank, np.zeros((0, len(FEATURES)))
    faces = np.flatnonzero((share < _FACE_SHARE) & (detections.objectness > _SURE))
    nearest = [_nearest(detections, at, faces) for at in blank.tolist()]
    needed = np.unique(np.concatenate([blank, *nearest]))  # no other box's colour is used
    colours, uneven = np.zeros((len(detections), 3)), np.zeros(len(detections))
    colours[needed], uneven[needed] = ground_colours(image, detections.boxes[needed])
    rows = [
        _row(detections, at, blank, faces, near, colours)
        for at, near in zip(blank.tolist(), nearest, strict=True)
    ]
    table = np.array(rows, np.float64)
    white, back = (detections.posterior[blank, code].astype(np.float64).clip(1e-4) for code in (WHITE, BACK))
    table[:, FEATURES.index("named")] = (np.log(white / back) / 4).clip(-1, 1)
    table[:, FEATURES.index("tile")] = logit(detections.objectness[blank]) / 4
    table[:, FEATURES.index("uneven")] = (uneven[blank] / _LIGHT_UNIT).clip(0, 2)
    return blank, table


def _nearest(detections: Detections, index: int, faces: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the faces with which one box is compared, nearest first."""
    far = np.hypot(*(detections.centres[faces] - detections.centres[index]).T)
    return faces[np.argsort(far, kind="stable")[:_NEAREST_FACES]]


def _row(
    detections: Detections,
    index: int,
    blank: NDArray[np.intp],
    faces: NDArray[np.intp],
    near: NDArray[np.intp],
    colours: Numbers,
) -> list[float]:
    """Return the features of one box; `near` are the faces nearest to it.

    The stages' probabilities and the evenness are left for `features` to fill in, for all boxes at once."""
    sizes = detections.sizes
    flat = log(sizes[index, 0] / sizes[index, 1])
    away = np.hypot(*detections.offsets(index).T)
    blanks = float(np.count_nonzero(away[blank] < _NEIGHBOUR) - 1)
    backs = blank[(detections.probabilities[blank, BACK] > _SURE) & (blank != index)]
    backed = 0.0
    if len(backs):
        difference = np.linalg.norm(colours[backs] - colours[index], axis=1)
        backed = float(np.exp(-difference.min() / _TINT_UNIT))
    if not len(faces):
        return [1, 0, 0, 0, 0, 0, 1, 0, 0, min(blanks, 2), backed, 0, 0, 0, flat]
    ground = np.array([median(channel) for channel in colours[near].T.tolist()])
    tint = float(np.hypot(*(colours[index] - ground)[1:])) / _TINT_UNIT
    light = float(colours[index, 0] - ground[0]) / _LIGHT_UNIT
    area = log(sizes[index].prod() / median(sizes[near].prod(axis=1).tolist()))
    nearest = float(away[faces].min())
    apart, has_neighbour = min(float(np.log(nearest + 0.1)), 3), float(nearest < _NEIGHBOUR)
    return [
        1, 0, 0, min(tint, 4), min(max(-light, 0), 3), min(max(light, 0), 3), 0, apart, has_neighbour,
        min(blanks, 2), backed, 0, max(-area, 0), max(area, 0), flat,
    ]  # fmt: skip


def without_sides(detections: Detections) -> Detections:
    """Return boxes without the blank sides of tiles at the ends of rows."""
    blank = detections.posterior[:, [WHITE, BACK]].sum(axis=1) >= BLANK_SHARE
    on = np.array([_going_on(detections, at, blank) if blank[at] else 1.0 for at in range(len(detections))])
    return kept(detections, on >= _GOES_ON, "side of a row's last tile", on, _GOES_ON)


def _going_on(detections: Detections, index: int, blank: NDArray[np.bool_]) -> float:
    """Return how far a blank box at the end of a sloping row of faces continues it.

    That is 1 if as far as one more face would, about 0 if not at all; 1 if there is no such row.
    """
    faces = np.flatnonzero(~blank)
    first = _next_in_row(detections, index, faces, away_from=None)
    second = None if first is None else _next_in_row(detections, first, faces, away_from=index)
    if (
        first is None
        or second is None
        or _next_in_row(detections, index, np.arange(len(detections)), away_from=first) is not None
    ):
        return 1.0
    low = detections.boxes[:, 3].astype(np.float64)
    step, height = low[first] - low[second], detections.sizes[[first, second], 1].mean()
    if abs(step) < _SLOPES * height:
        return 1.0
    return float((low[index] - low[first]) / step)


def _next_in_row(
    detections: Detections, index: int, among: NDArray[np.intp], *, away_from: int | None
) -> int | None:
    """Return the nearest box next to one, on the other side than `away_from`."""
    some = among[among != index]
    offsets = detections.offsets(index)[some]
    far = np.hypot(offsets[:, 0], offsets[:, 1])
    near = far < _IN_ROW
    if away_from is not None:
        back = (detections.centres[away_from] - detections.centres[index]) / detections.sizes[index]
        near &= offsets @ back < 0
    return int(some[near][far[near].argmin()]) if near.any() else None
