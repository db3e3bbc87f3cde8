"""Fit when a reading is reliable: the probability of a whole hand, and the threshold from which it is
reliable.

Fitted on photos of tables that no training photo shows, and on scenes of another seed than the benchmark's.
`reliable` promises that 98 hands in 100 are exactly right; the threshold is the lowest that keeps this on the
photos with two hands to spare: it would still hold with two more wrong hands. Other tables are harder than
these photos, and drawn scenes harder still: a share of them must be right above the threshold too.

A hand near the threshold is read again, from a tilted and smaller picture. How much it counts that it is read
the same, or not, is fitted on development photos, as they are and changed in many ways, and on drawn tables
of every cause of `paiyan.datasets.hand_scenes.layouts`, of other seeds than those that measure. A change
never moves a tile of the hand out of the picture: nobody could read it then.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.evaluation.hand_lists import TrueHand, is_exact
from paiyan.datasets.evaluation.statistics import fit_binary
from paiyan.datasets.hand_scenes.detector_noise import SceneDetections
from paiyan.datasets.hand_scenes.layouts import CAUSES, draw_layout, joined_exact
from paiyan.datasets.hand_scenes.readings import compare, read_photos, shown
from paiyan.datasets.layout_styles.hand_parts import equal_parts, parts_of, true_parts
from paiyan.datasets.layout_styles.scene import draw_scene
from paiyan.datasets.synth.compositing.render import render
from paiyan.datasets.synth.faces.canvas import coded
from paiyan.models.opening import layout_network
from paiyan.vision.calibration import fitted
from paiyan.vision.decoding.hand import Hand
from paiyan.vision.decoding.proposal import FEATURES, logistic, odds
from paiyan.vision.detection.detector import Detector
from paiyan.vision.hands import read_scenes
from paiyan.vision.messages import ProblemCode
from paiyan.vision.picture.image import load
from paiyan.vision.pipeline import Reader
from paiyan.vision.pixels import Image
from paiyan.vision.reading import Reading
from paiyan.vision.structure.scene import scene_of

PROMISED = 0.98
LAYOUT_STYLES = 8_000_000
"""The seed of drawn boxes: not one that the network was trained on, nor the benchmark's."""
_RIDGE = 0.3
_SPARE = 2
_TIMES = 4.0  # how many scenes a photo counts for
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


def of_photos(truths: Iterable[TrueHand], root: Path, detector: Detector) -> Iterator[Example]:
    """Yield photos below `root`, each with the weight of several scenes."""
    for photo in read_photos(truths, root, detector):
        yield Example(photo.read.features, photo.exact, _fits(photo.read), _TIMES)


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
            yield Example(won.features, right(shown(won).hand), False)


def of_layout_styles(count: int) -> Iterator[Example]:
    """Yield drawn boxes of every layout style, with a detector's errors.

    A hand with a missed tile counts as read wrong, whatever the rest.
    """
    for index in range(count):
        scene = draw_scene(LAYOUT_STYLES, index)
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
    wanted = np.array([(name in _SURER) - (name in _LESS_SURE) for name in FEATURES])
    while any(against := wanted * weights < 0):
        x[:, against] = 0.0  # a feature with the wrong sign is noise: it is left out
        weights = fit_binary(x, y, times, ridge=ridge)
    hand = {name: round(float(w), 4) for name, w in zip(FEATURES, weights, strict=True)}
    on_photos = threshold(ranked(photos, hand), PROMISED, spare=_SPARE)
    return {"hand": hand, "reliable": max(on_photos, threshold(ranked(scenes, hand), _DRAWN))}


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


SEED = 991_000
ALWAYS = {"from": 0.0, "to": 1.01, "odds": 1.0, "agrees": 0.0, "differs": 0.0}
"""Read every hand again, but keep its probability: this collects examples."""
NEAR = 0.985
"""A hand that is surer than this is not read again: it lies near, and costs one look."""
_COPIES, _TABLES = 4, 14  # changed copies of each photo, drawn tables of each cause
_ROOM = 0.4  # of a tile that a crop leaves around a hand

Box = tuple[float, float, float, float]


class Reread(NamedTuple):
    """A hand that was read twice.

    probability: by the first reading. agrees: whether the second reads the same. right: whether the first is.
    fits: whether nothing else speaks against relying on it.
    """

    source: str
    probability: float
    agrees: bool
    right: bool
    fits: bool


def changed(image: Image, rng: np.random.Generator, hand: Box) -> Image:
    """Change a picture in one to three ways; the box of its `hand` stays inside."""
    some: list[int] = sorted(rng.permutation(len(_WAYS))[: int(rng.integers(1, 4))].tolist())
    for at in some:
        image = _WAYS[at](image, rng, hand)
    return np.ascontiguousarray(image)


def _crop(image: Image, rng: np.random.Generator, hand: Box) -> Image:
    (high, wide), (x1, y1, x2, y2) = image.shape[:2], hand
    share = rng.uniform(0, 0.9, 4)
    left, top = (int(max(value, 0) * s) for value, s in zip((x1, y1), share[:2], strict=True))
    right = math.ceil(wide - max(wide - x2, 0) * share[2])
    lower = math.ceil(high - max(high - y2, 0) * share[3])
    return image[top:lower, left:right]


def _scale(image: Image, rng: np.random.Generator, _: Box) -> Image:
    by = math.exp(rng.uniform(math.log(0.3), math.log(0.9)))
    return _pixels(cv2.resize(image, None, fx=by, fy=by, interpolation=cv2.INTER_AREA))


def _blur(image: Image, rng: np.random.Generator, _: Box) -> Image:
    return _pixels(cv2.GaussianBlur(image, (0, 0), rng.uniform(0.8, 4) * _unit(image)))


def _smear(image: Image, rng: np.random.Generator, _: Box) -> Image:
    length, angle = max(3, int(rng.uniform(3, 12) * _unit(image))), rng.uniform(0, math.pi)
    return smeared(image, length, angle)


def smeared(image: Image, length: int, angle: float) -> Image:
    """Blur a picture along a line of `length` pixels, as by a hand that moved."""
    kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
    for step in np.linspace(-length / 2, length / 2, 4 * length).tolist():
        kernel[round(length + step * math.sin(angle)), round(length + step * math.cos(angle))] += 1
    return _pixels(cv2.filter2D(image, -1, kernel / kernel.sum()))


def _light(image: Image, rng: np.random.Generator, _: Box) -> Image:
    return _pixels(255 * (image / 255.0) ** math.exp(rng.uniform(-0.9, 0.9)) * rng.uniform(0.6, 1.15))


def _tone(image: Image, rng: np.random.Generator, _: Box) -> Image:
    return _pixels(image * rng.uniform(0.65, 1.2, 3))


def _noise(image: Image, rng: np.random.Generator, _: Box) -> Image:
    return _pixels(image + rng.normal(0, rng.uniform(4, 30), image.shape))


def _turn(image: Image, rng: np.random.Generator, _: Box) -> Image:
    (high, wide), angle = image.shape[:2], rng.uniform(-14, 14)
    there = cv2.getRotationMatrix2D((wide / 2, high / 2), angle, 1.0)
    cos, sin = abs(there[0, 0]), abs(there[0, 1])
    size = (int(high * sin + wide * cos), int(high * cos + wide * sin))
    there[:, 2] += np.array(size) / 2 - np.array([wide, high]) / 2
    return _pixels(cv2.warpAffine(image, there, size, flags=cv2.INTER_LINEAR, borderValue=(114, 114, 114)))


def _jpeg(image: Image, rng: np.random.Generator, _: Box) -> Image:
    return coded(image, int(rng.integers(8, 40)))


_WAYS: tuple[Callable[[Image, np.random.Generator, Box], Image], ...] = (
    _crop, _scale, _blur, _smear, _light, _tone, _noise, _turn, _jpeg,
)  # fmt: skip
"""The changes in the order in which they are applied."""


def _unit(image: Image) -> float:
    """Return the scale of a picture relative to one of a thousand pixels."""
    return max(max(image.shape[:2]) / 1000, 0.3)


def _pixels(values: Any) -> Image:
    return np.asarray(values).clip(0, 255).astype(np.uint8)


def reread_photos(truths: Iterable[TrueHand], root: Path, reader: Reader) -> Iterator[Reread]:
    """Read photos that show the hand, as they are and changed in some ways."""
    for number, truth in enumerate(truth for truth in truths if truth.shows_hand):
        image = load(root / truth.photo)
        first = reader.read(image)
        yield _reread("photo", first, is_exact(truth, first.hand))
        for way in range(_COPIES):
            rng = np.random.default_rng((SEED, number, way))
            read = reader.read(changed(image, rng, _around(first, image)))
            yield _reread("photo", read, is_exact(truth, read.hand))


def reread_scenes(reader: Reader) -> Iterator[Reread]:
    """Read drawn tables of each cause, every second one changed."""
    for number, (name, cause) in enumerate(CAUSES.items()):
        for index in range(_TABLES):
            made = draw_layout(
                1000 + index, cause.layout_style, seed=SEED + number, look=cause.look, wanted=cause.wanted
            )
            image = render(made.scene, made.rng)[0]
            if index % 2:
                image = changed(image, np.random.default_rng((SEED, number, index)), _whole(image))
            read = reader.read(image)
            yield _reread(name, read, cause.shows == "all" and joined_exact(read.hand, made.truth))


def _around(read: Reading, image: Image) -> Box:
    """Return the box of a hand with a margin, or the whole picture if no hand is read."""
    own: NDArray[np.float64] = np.array([tile.box for tile in read.tiles if tile.own]).reshape(-1, 4)
    if not len(own):
        return _whole(image)
    room = _ROOM * float(np.median(own[:, 2:] - own[:, :2]))
    x1, y1 = (own[:, :2].min(axis=0) - room).tolist()
    x2, y2 = (own[:, 2:].max(axis=0) + room).tolist()
    return x1, y1, x2, y2


def _whole(image: Image) -> Box:
    return 0.0, 0.0, float(image.shape[1]), float(image.shape[0])


def _reread(source: str, read: Reading, right: bool) -> Reread:
    views = [] if read.trace is None else [view for view in read.trace.views if view.reason == "again"]
    agrees, fits = bool(views) and views[-1].taken, bool(views) and _fits(read)
    return Reread(source, read.probability, agrees, right, fits)


def fit_rereading(examples: Iterable[Reread]) -> dict[str, float]:
    """Fit what agreement adds to the log-odds of a hand, and between which probabilities it counts."""
    some = [one for one in examples if one.fits]
    x = np.array([[float(one.agrees), float(not one.agrees), odds(one.probability)] for one in some])
    right = np.array([one.right for one in some], np.float64)
    agrees, differs, scale = fit_binary(x, right, np.ones(len(some)), ridge=[0.0, 0.0, _RIDGE]).tolist()
    least = (odds(fitted()["reliable"]) - agrees) / scale  # from here on, agreement makes it reliable
    return {
        "from": round(1 / (1 + math.exp(-least)), 4), "to": NEAR, "odds": round(scale, 4),
        "agrees": round(agrees, 4), "differs": round(differs, 4),
    }  # fmt: skip


def by_tenths(examples: Iterable[Reread], again: dict[str, float]) -> list[dict[str, float]]:
    """Count the right hands against which nothing else speaks, by the probability after both readings."""
    rows: list[dict[str, float]] = []
    rated = [(_after(one, again), one.right) for one in examples if one.fits]
    for level in range(10):
        right = [good for sure, good in rated if level / 10 <= sure < (level + 1) / 10 + (level == 9)]
        rows.append({"from": level / 10, "hands": len(right), "right": sum(right)})
    return rows


def _after(example: Reread, again: dict[str, float]) -> float:
    if not again["from"] <= example.probability < again["to"]:
        return example.probability
    total = again["odds"] * odds(example.probability) + again["agrees" if example.agrees else "differs"]
    return 1 / (1 + math.exp(-total))
