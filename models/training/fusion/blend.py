"""How the two stages are weighed against each other: fitted on pictures whose truth is known."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.evaluation.matching import detect_picture, match_picture
from paiyan.datasets.formats.open_set import read_set
from paiyan.datasets.logistic_regression import fit_binary
from paiyan.vision.detection.detector import Detector
from paiyan.vision.detection.naming.namer import WHITE, Blend, Namer, code_shares, logit
from paiyan.vision.detection.runtimes.network_io import one_box_per_tile
from paiyan.vision.detection.thresholds import DEFAULT_THRESHOLDS, FIRST_STAGE
from paiyan.vision.picture.image import load

Numbers = NDArray[np.float64]
_FLOOR = 1e-4  # the least probability whose logarithm is taken
_RIDGE = 1e-3  # how strongly weights are held towards zero
ALONE = DEFAULT_THRESHOLDS._replace(confidence=FIRST_STAGE.confidence)


class StageOutputs(NamedTuple):
    """Boxes of pictures whose truth is known: what each stage said of each, and which tile it is.

    `detector` (n, 46), `namer` (n, 47), `truth` (n,) tile codes, -1 where a box is no tile. `weight` (n,)
    lets each set of pictures count as much as is wanted.
    """

    detector: NDArray[np.float32]
    namer: NDArray[np.float32]
    truth: NDArray[np.int64]
    weight: Numbers


def stage_outputs(detector: Detector, namer: Namer, folder: Path, *, weight: float) -> StageOutputs:
    """What both stages say of the pictures of a labelled set, which count `weight` together.

    The detector gives its boxes as `paiyan.vision.detection.thresholds.FIRST_STAGE` has them; its own best
    of each tile counts. What the set cannot judge is left out.
    """
    first: list[NDArray[np.float32]] = []
    second: list[NDArray[np.float32]] = []
    truth: list[NDArray[np.int64]] = []
    for item in read_set(folder):
        seen = detect_picture(detector, item)
        seen = seen._replace(found=one_box_per_tile(seen.found, thresholds=ALONE))
        judged = match_picture(seen, threshold=0.0)
        found = seen.found.select(judged.which)
        codes = np.full(len(found), -1)
        for tile, box in judged.pairs:
            codes[box] = item.classes[tile]
        first.append(found.probabilities)
        second.append(namer.name(load(item.image), found.boxes))
        truth.append(codes)
    codes = np.concatenate(truth)
    each = np.full(len(codes), weight / max(len(codes), 1))
    return StageOutputs(np.concatenate(first), np.concatenate(second), codes, each)


def join_outputs(parts: Sequence[StageOutputs]) -> StageOutputs:
    """All boxes of several."""
    return StageOutputs(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def fit_blend(seen: StageOutputs) -> Blend:
    """The blend under which the truth is most probable."""
    detector, namer = _class_weights(seen)
    blank = code_shares(seen.detector, seen.namer, detector=detector, namer=namer)[:, WHITE]
    return Blend(*(round(v, 3) for v in (detector, namer, *_tile_weights(seen, blank))))


def _class_weights(seen: StageOutputs) -> tuple[float, float]:
    """Weights of the stages' logarithms: a grid, then a finer one about its best point."""
    tiles = seen.truth >= 0
    first = np.log(seen.detector[tiles].clip(_FLOOR)).astype(np.float64)
    second = np.log(seen.namer[tiles, :-1].clip(_FLOOR)).astype(np.float64)
    truth, weight = seen.truth[tiles], seen.weight[tiles]

    def cost(a: float, b: float) -> float:
        words = a * first + b * second
        words -= words.max(axis=1, keepdims=True)
        losses = words[np.arange(len(truth)), truth] - np.log(np.exp(words).sum(axis=1))
        return -float((weight * losses).sum())

    best = (0.5, 0.5)
    for width, steps in ((0.5, 6), (0.1, 6), (0.02, 6)):
        around = [
            (best[0] + i * width / 2, best[1] + j * width / 2)
            for i in range(-steps, steps + 1)
            for j in range(-steps, steps + 1)
        ]
        best = min((p for p in around if min(p) >= 0), key=lambda p: cost(*p))
    return best


def _tile_weights(seen: StageOutputs, blank: Numbers) -> list[float]:
    """What makes a box more or less surely a tile: a constant, either stage's word, and looking blank."""
    columns: Sequence[Numbers] = (
        np.ones(len(seen.truth)),
        logit(seen.detector.max(axis=1)),
        logit(1 - seen.namer[:, -1]),
        blank,
    )
    tile = (seen.truth >= 0).astype(np.float64)
    return fit_binary(np.stack(columns, axis=1), tile, seen.weight, ridge=_RIDGE).tolist()
