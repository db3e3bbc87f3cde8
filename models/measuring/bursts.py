"""Compare one picture of a hand with a burst of three, while the camera moves and a hand passes over the
tiles.

``python -m paiyan.models.measuring.bursts ../shared/photos`` makes clips of development photos: each frame
has its own shift, turn, motion blur, light and grain, and something like a forearm passes over the row. Every
frame is read by itself, and every three consecutive ones as a burst
(`paiyan.vision.pipeline.Reader.read_burst`); ``models/results/bursts.json`` has the numbers of hands that are
exact, reliable, and reliable but wrong.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from paiyan.datasets.evaluation.hand_lists import TrueHand, is_exact, read_hand_list
from paiyan.models import registry
from paiyan.models.opening import load_detector, open_reader
from paiyan.models.pages import figures as pages
from paiyan.vision.picture.image import load
from paiyan.vision.pipeline import Reader
from paiyan.vision.pixels import Image
from paiyan.vision.reading import Reading

RESULTS = Path(__file__).parents[1] / "results" / "bursts.json"
LISTS = ("hands_unseen.jsonl", "hands_real.jsonl")
FRAMES, BURST, EVERY, SIDE, SEED = 5, 3, 10, 1280, 771
_SKIN = np.array([110.0, 150.0, 205.0])  # blue, green, red


class Counts(NamedTuple):
    """Counts of readings: all, exact, reliable, and reliable but wrong."""

    read: int
    exact: int
    reliable: int
    wrong: int


def clip(image: Image, row: Sequence[float], rng: np.random.Generator) -> Iterator[Image]:
    """Yield frames of a hand-held camera, while a forearm passes over the `row` (x1, y1, x2, y2)."""
    high, wide = image.shape[:2]
    x1, y1, x2, y2 = row
    start, pace = rng.uniform(-0.2, 0.3), rng.uniform(0.12, 0.3)
    for number in range(FRAMES):
        frame = image.copy()
        share = start + pace * number
        if 0 <= share <= 1 and number % 2 == 0:
            at = x1 + share * (x2 - x1)
            size = rng.uniform(0.06, 0.16) * (x2 - x1)
            arm = np.array([[at - size, high], [at - size / 2, y1], [at + size / 2, y1], [at + size, high]])
            cv2.fillPoly(frame, [arm.astype(np.int32)], (_SKIN * rng.uniform(0.6, 1.1)).tolist(), cv2.LINE_AA)
        there = cv2.getRotationMatrix2D((wide / 2, (y1 + y2) / 2), rng.normal(0, 0.8), rng.normal(1, 0.01))
        there[:, 2] += rng.normal(0, 0.006 * wide, 2)
        frame = cv2.warpAffine(frame, there, (wide, high), borderMode=cv2.BORDER_REPLICATE)
        yield _grained(_smeared(frame, rng), rng)


def _smeared(frame: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    length, angle = int(rng.integers(0, 9)), rng.uniform(0, math.pi)
    if length < 2:
        return frame
    kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
    for step in np.linspace(-length / 2, length / 2, 4 * length).tolist():
        kernel[round(length + step * math.sin(angle)), round(length + step * math.cos(angle))] += 1
    return cv2.filter2D(frame, -1, kernel / kernel.sum())


def _grained(frame: np.ndarray, rng: np.random.Generator) -> Image:
    lit = frame * rng.uniform(0.85, 1.1) + rng.normal(0, rng.uniform(2, 9), frame.shape)
    return lit.clip(0, 255).astype(np.uint8)


def measure(truths: Sequence[TrueHand], photos: Path, reader: Reader) -> dict[str, Counts]:
    """Read clips of photos frame by frame and in bursts."""
    rows: dict[str, list[tuple[bool, bool]]] = {"single": [], "burst": []}
    for number, truth in enumerate(truths):
        image = load(photos / truth.photo)
        by = min(SIDE / max(image.shape[:2]), 1.0)
        image = np.asarray(cv2.resize(image, None, fx=by, fy=by, interpolation=cv2.INTER_AREA), np.uint8)
        first = reader.read(image)
        own = np.array([tile.box for tile in first.tiles if tile.own]).reshape(-1, 4)
        if not len(own):
            continue
        row = (*own[:, :2].min(axis=0).tolist(), *own[:, 2:].max(axis=0).tolist())
        frames = list(clip(image, row, np.random.default_rng((SEED, number))))
        bursts = [frames[at : at + BURST] for at in range(FRAMES - BURST + 1)]
        rows["single"] += [_row(truth, reader.read(frame)) for frame in frames]
        rows["burst"] += [_row(truth, reader.read_burst(some)) for some in bursts]
    return {name: _counts(some) for name, some in rows.items()}


def _row(truth: TrueHand, read: Reading) -> tuple[bool, bool]:
    return is_exact(truth, read.hand), read.reliable


def _counts(rows: Sequence[tuple[bool, bool]]) -> Counts:
    return Counts(
        len(rows), sum(exact for exact, _ in rows), sum(reliable for _, reliable in rows),
        sum(reliable and not exact for exact, reliable in rows),
    )  # fmt: skip


def main() -> None:
    """Measure, print both results, and write them."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("photos", type=Path)
    parser.add_argument("--every", type=int, default=EVERY, help="read each n-th hand of the lists")
    args = parser.parse_args()
    data = Path(__file__).resolve().parents[2] / "tests" / "data"
    truths = [one for name in LISTS for one in read_hand_list(data / name) if one.shows_hand][:: args.every]
    reader = open_reader(load_detector(backend="onnxruntime", threads=1, spin=False))
    counts_of = measure(truths, args.photos, reader)
    entry = {
        "command": f"python -m paiyan.models.measuring.bursts PHOTOS --every {args.every}",
        "photos": len(truths), "frames": FRAMES, "burst": BURST,
        "detector_sha256": registry.default().onnx_sha256, "namer_sha256": registry.second_stage().sha256,
        **{name: counts._asdict() for name, counts in counts_of.items()},
    }  # fmt: skip
    pages.write_json(RESULTS, entry)
    for name, counts in counts_of.items():
        print(name, counts)


if __name__ == "__main__":
    main()
