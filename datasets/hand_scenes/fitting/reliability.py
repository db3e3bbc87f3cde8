"""Fit when a reading is reliable: the probability of a whole hand, and the threshold from which it is
reliable.

Fitted on photos of tables that no training photo shows, and on scenes of another seed than the benchmark's.
`reliable` promises that 98 hands in 100 are exactly right; the threshold is the lowest that keeps this on the
photos with two hands to spare: it would still hold with two more wrong hands. Other tables are harder than
these photos, and drawn scenes harder still: a share of them must be right above the threshold too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from paiyan.datasets.evaluation.hand_lists import is_exact, read_hand_list
from paiyan.datasets.evaluation.statistics import fit_binary
from paiyan.datasets.hand_scenes.detections import SceneDetections
from paiyan.datasets.hand_scenes.readings import compare, found_in
from paiyan.datasets.layout_styles.hand_parts import equal_parts, parts_of, true_parts
from paiyan.datasets.layout_styles.scene import draw_scene
from paiyan.models.opening import layout_network
from paiyan.vision.decoding.hand import Hand
from paiyan.vision.decoding.hand_probability import FEATURES, logistic
from paiyan.vision.detection.detector import Detector
from paiyan.vision.messages import ProblemCode
from paiyan.vision.pipeline import read_scenes
from paiyan.vision.reading import Reading
from paiyan.vision.structure.scene import scene_of

PROMISED = 0.98
LAYOUT_STYLES = 8_000_000
"""The seed of drawn boxes: not one that the network was trained on, nor the benchmark's."""
_RIDGE = 0.3
_SPARE = 2
_DRAWN = 0.9  # share of drawn scenes that must be right among reliable readings
_SURER = ("structure", "legal", "sure", "names", "confidence", "there")
_LESS_SURE = ("odd", "rows", "straight")
_DOUBTS: tuple[ProblemCode, ...] = ("unsure", "structure")
"""Problems that are reported only because a reading's probability is too low."""


class Example(NamedTuple):
    """One reading with a known truth: the features of its probability, whether it is right, whether nothing
    else speaks against relying on it, and its weight."""

    features: tuple[float, ...]
    right: bool
    fits: bool
    times: float = 1.0


def of_photos(
    lists: Sequence[Path], root: Path, detector: Detector, *, kept: Path, times: float
) -> Iterator[Example]:
    """Yield the photos of some lists, each with the weight `times`."""
    for truth in (truth for path in lists for truth in read_hand_list(path)):
        found, size = found_in(truth, root, detector, kept)
        read = read_scenes([scene_of(found, size)], layout_network())
        yield Example(read.features, is_exact(truth, read.hand), _fits(read), times)


def of_scenes(scenes: Iterable[SceneDetections]) -> Iterator[Example]:
    """Yield scenes, as read; and those whose hand has won, as the likeliest hand that wins."""
    for scene, pictures in scenes:
        boxes = [scene_of(one, drawn.size) for one, drawn in zip(pictures, scene.scenes, strict=True)]
        read = read_scenes(boxes, layout_network())

        def right(hand: Hand, truths: Sequence[Any] = scene.truths) -> bool:
            return any(compare(hand, truth).exact for truth in truths)

        yield Example(read.features, right(read.hand), _fits(read))
        if any(truth.winning is not None for truth in scene.truths):
            won = read_scenes(boxes, layout_network(), won="won")
            yield Example(won.features, right(won.proposal.hand if won.proposal else won.hand), False)


def of_layout_styles(count: int, *, seed: int = LAYOUT_STYLES) -> Iterator[Example]:
    """Yield drawn boxes of every layout style, with a detector's errors.

    A hand with a missed tile counts as read wrong, whatever the rest.
    """
    for index in range(count):
        scene = draw_scene(seed, index)
        read = read_scenes([scene.boxed()], layout_network())
        _, right, _ = equal_parts(parts_of(read.tiles), true_parts(scene))
        yield Example(read.features, scene.complete and right, _fits(read))


def _fits(read: Reading) -> bool:
    return not any(p.unreliable and p.code not in _DOUBTS for p in read.problems)


def fit(photos: Sequence[Example], scenes: Sequence[Example]) -> dict[str, Any]:
    """Fit the regression of a whole hand, and the threshold, the higher of that for photos and for scenes."""
    every = [one for one in (*photos, *scenes) if one.features]
    x = np.array([one.features for one in every])
    y, times = np.array([one.right for one in every], np.float64), np.array([one.times for one in every])
    ridge = [0.0] + [_RIDGE] * (len(FEATURES) - 1)  # the constant is free
    weights = fit_binary(x, y, times, ridge=ridge)
    while any(against := [_against(name, w) for name, w in zip(FEATURES, weights, strict=True)]):
        x[:, against] = 0.0  # a feature with the wrong sign is noise: it is left out
        weights = fit_binary(x, y, times, ridge=ridge)
    hand = {name: round(float(w), 4) for name, w in zip(FEATURES, weights, strict=True)}
    on_photos = threshold(ranked(photos, hand), PROMISED, spare=_SPARE)
    return {"hand": hand, "reliable": max(on_photos, threshold(ranked(scenes, hand), _DRAWN))}


def _against(name: str, weight: float) -> bool:
    """True if a feature was fitted with the sign opposite to its meaning."""
    return (name in _SURER and weight < 0) or (name in _LESS_SURE and weight > 0)


def ranked(examples: Sequence[Example], hand: dict[str, float]) -> list[tuple[float, bool]]:
    """Return probability and truth of each reading with no other objection, the most probable first."""
    sure = [(logistic(hand, FEATURES, one.features), one.right) for one in examples if one.fits]
    return sorted(sure, key=lambda pair: -pair[0])


def threshold(sure: Sequence[tuple[float, bool]], promised: float, *, spare: int = 0) -> float:
    """Return the least probability from which a share `promised` is right, with `spare` hands to spare."""
    wrong, least = 0, 1.0
    for count, (probability, right) in enumerate(sure, 1):
        wrong += not right
        if right and (wrong + spare) / count <= 1 - promised:
            least = probability
    return round(least, 4)


def curve(examples: Sequence[Example], hand: dict[str, float]) -> list[dict[str, float]]:
    """Count the reliable hands, and the wrong ones among them, at some thresholds."""
    sure = ranked(examples, hand)
    of = len([one for one in examples if not one.features or not one.features[FEATURES.index("won")]])
    points: list[dict[str, float]] = []
    for level in (0.5, 0.7, 0.8, 0.85, 0.9, 0.925, 0.95, 0.975, 0.99):
        some = [right for probability, right in sure if probability >= level]
        wrong = some.count(False)
        points.append({"from": level, "relied_on": len(some), "of": of, "wrong": wrong})
    return points
