"""Measure readings of clips: two seconds of a moving camera, while an arm passes over the hand.

``python -m paiyan.models.measuring.clips traced WORK`` ray-traces clips into the folder WORK, or takes those
that are there (`paiyan.datasets.synth.raytracing.clips`); ``… clips photos ../shared/photos`` moves
development photos as a camera and an arm would. Each clip is read in three ways: every frame by itself, every
three consecutive frames as a burst (`Reader.read_burst`), and as ``paiyan watch`` and ``/v1/live`` read a
camera (`paiyan.vision.video.Steady`). A player takes the first reading that is reliable: it is right, wrong,
or does not come within the two seconds. ``models/results/clips.json`` has both kinds of clips.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import cv2
import numpy as np

from paiyan.datasets.evaluation.hand_lists import TrueHand, is_exact, read_hand_list
from paiyan.datasets.hand_scenes.reliability import smeared
from paiyan.datasets.synth.raytracing.clips import FRAMES, SECONDS, TURN, Sway, sample_passing, write_clips
from paiyan.models import registry
from paiyan.models.opening import load_detector, open_reader
from paiyan.models.pages import figures as pages
from paiyan.vision.picture.image import load
from paiyan.vision.pipeline import Reader
from paiyan.vision.pixels import Image
from paiyan.vision.reading import Reading
from paiyan.vision.video import Steady

LISTS = ("hands_unseen.jsonl", "hands_real.jsonl")
TRACED, TRACED_SEED = 8, 4100
BURST, EVERY, SIDE, SEED = 3, 12, 1280, 771
_STEP = SECONDS / FRAMES
_SKIN = np.array([110.0, 150.0, 205.0])  # blue, green, red


class Clip(NamedTuple):
    """The frames of two seconds, and the hand that they show."""

    truth: TrueHand
    frames: Sequence[Image]


class Timed(NamedTuple):
    """A reading of a clip, and the second in which its last frame was taken."""

    seconds: float
    reading: Reading


def each_frame(reader: Reader, frames: Sequence[Image]) -> Iterator[Timed]:
    """Read every frame by itself."""
    for number, frame in enumerate(frames):
        yield Timed(number * _STEP, reader.read(frame))


def bursts(reader: Reader, frames: Sequence[Image]) -> Iterator[Timed]:
    """Read all consecutive frames that make a burst."""
    for last in range(BURST - 1, len(frames)):
        yield Timed(last * _STEP, reader.read_burst(frames[last - BURST + 1 : last + 1]))


def live(reader: Reader, frames: Sequence[Image]) -> Iterator[Timed]:
    """Read the frames as those of a camera; there is no reading while they only move."""
    camera = Steady(Reader(reader.detector, reader.layouts, second_pass=False), closer=True)
    for number, frame in enumerate(frames):
        reading = camera.see(frame).reading
        if reading is not None:
            yield Timed(number * _STEP, reading)


WAYS: Mapping[str, Callable[[Reader, Sequence[Image]], Iterator[Timed]]] = {
    "single": each_frame,
    "burst": bursts,
    "live": live,
}


def measure(clips: Iterable[Clip], reader: Reader, ways: Sequence[str] = tuple(WAYS)) -> dict[str, Any]:
    """Read clips in each of the ways.

    Counts all readings, and the exact, the reliable and the reliable but wrong ones; then the clips whose
    first reliable reading is right, and wrong, with the median of the seconds until it is right.
    """
    rows: dict[str, list[list[tuple[float, bool, bool]]]] = {name: [] for name in ways}
    count = 0
    for count, (truth, frames) in enumerate(clips, 1):
        for name, of_way in rows.items():
            readings = WAYS[name](reader, frames)
            of_way.append([(at, is_exact(truth, reading.hand), reading.reliable) for at, reading in readings])
        print(count, truth.photo, {name: _signs(of_way[-1]) for name, of_way in rows.items()}, flush=True)
    return {"clips": count, **{name: _figures(of_way) for name, of_way in rows.items()}}


def _figures(clips: Sequence[Sequence[tuple[float, bool, bool]]]) -> dict[str, Any]:
    every = [reading for clip in clips for reading in clip]
    firsts = [first for clip in clips if (first := next((one for one in clip if one[2]), None))]
    right = [seconds for seconds, exact, _ in firsts if exact]
    return {
        "readings": len(every),
        "exact": sum(exact for _, exact, _ in every),
        "reliable": sum(reliable for _, _, reliable in every),
        "wrong": sum(reliable and not exact for _, exact, reliable in every),
        "clips_right": len(right),
        "clips_wrong": len(firsts) - len(right),
        "seconds": median(right) if right else None,
    }


def _signs(readings: Sequence[tuple[float, bool, bool]]) -> str:
    """Show each reading as a sign: R reliable and right, W reliable and wrong, r right, w wrong."""
    return "".join("wrWR"[2 * reliable + exact] for _, exact, reliable in readings)


def traced_clips(folder: Path, count: int) -> Iterator[Clip]:
    """Yield ray-traced clips; those that the folder lacks are traced first."""
    write_clips(folder, count, seed=TRACED_SEED)
    for truth in read_hand_list(folder / "truth.jsonl")[:count]:
        frames = [load(folder / truth.photo / f"{number}.png") for number in range(FRAMES)]
        yield Clip(truth, frames)


def photo_clips(photos: Path, every: int, reader: Reader) -> Iterator[Clip]:
    """Yield clips of each n-th hand of the lists, of photos in which the reader finds its row."""
    data = Path(__file__).resolve().parents[2] / "tests" / "data"
    truths = [one for name in LISTS for one in read_hand_list(data / name) if one.shows_hand][::every]
    for number, truth in enumerate(truths):
        image = load(photos / truth.photo)
        by = min(SIDE / max(image.shape[:2]), 1.0)
        image = np.asarray(cv2.resize(image, None, fx=by, fy=by, interpolation=cv2.INTER_AREA), np.uint8)
        own = [tile.box for tile in reader.read(image).tiles if tile.own]
        if own:
            corners = np.array(own)
            row = (*corners[:, :2].min(axis=0).tolist(), *corners[:, 2:].max(axis=0).tolist())
            yield Clip(truth, list(film(image, row, np.random.default_rng((SEED, number)))))


def film(image: Image, row: Sequence[float], rng: np.random.Generator) -> Iterator[Image]:
    """Yield frames of a hand-held camera, while a forearm passes over the `row` (x1, y1, x2, y2)."""
    high, wide = image.shape[:2]
    x1, y1, x2, y2 = row
    sway, passing = Sway(rng, 4), sample_passing(rng)
    skin, size = _SKIN * rng.uniform(0.6, 1.1), rng.uniform(0.06, 0.16) * (x2 - x1)
    for number in range(FRAMES):
        frame = image.copy()
        share = passing.share(number * _STEP)
        if share is not None:
            at = x1 + share * (x2 - x1)
            arm = np.array([[at - size, high], [at - size / 2, y1], [at + size / 2, y1], [at + size, high]])
            cv2.fillPoly(frame, [arm.astype(np.int32)], skin.tolist(), cv2.LINE_AA)
        right, down, turn, nearer = sway.at(number * _STEP).tolist()
        there = cv2.getRotationMatrix2D((wide / 2, (y1 + y2) / 2), TURN * turn, 1 + 0.01 * nearer)
        there[:, 2] += 0.006 * wide * np.array([right, down])
        frame = cv2.warpAffine(frame, there, (wide, high), borderMode=cv2.BORDER_REPLICATE)
        length, angle = int(rng.integers(0, 9)), rng.uniform(0, math.pi)
        frame = frame if length < 2 else smeared(frame.astype(np.uint8), length, angle)
        lit = frame * rng.uniform(0.85, 1.1) + rng.normal(0, rng.uniform(2, 9), frame.shape)
        yield lit.clip(0, 255).astype(np.uint8)


def main() -> None:
    """Measure one kind of clips, print a line for each clip, and write the counts."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    kinds = parser.add_subparsers(dest="kind", required=True)
    traced = kinds.add_parser("traced", help="ray-traced clips")
    traced.add_argument("folder", type=Path)
    traced.add_argument("--count", type=int, default=TRACED)
    photos = kinds.add_parser("photos", help="photos that are moved")
    photos.add_argument("folder", type=Path)
    photos.add_argument("--every", type=int, default=EVERY, help="take each n-th hand of the lists")
    for kind in (traced, photos):
        kind.add_argument(
            "--way", action="append", choices=list(WAYS), help="read only in it, and keep the others' figures"
        )
    args = parser.parse_args()
    reader = open_reader(load_detector(backend="onnxruntime", threads=1, spin=False))
    if args.kind == "traced":
        clips, command = traced_clips(args.folder, args.count), f"traced WORK --count {args.count}"
    else:
        clips, command = photo_clips(args.folder, args.every, reader), f"photos PHOTOS --every {args.every}"
    entry = {
        "command": f"python -m paiyan.models.measuring.clips {command}",
        "detector_sha256": registry.default().onnx_sha256, "namer_sha256": registry.second_stage().sha256,
        "structure_sha256": registry.structure().sha256,
        "frames": FRAMES, "seconds": SECONDS,
        **measure(clips, reader, args.way or tuple(WAYS)),
    }  # fmt: skip
    known: dict[str, Any] = pages.read_rows(pages.CLIPS).get(args.kind, {}) if args.way else {}
    pages.enter(pages.CLIPS, {args.kind: {**known, **entry}})


if __name__ == "__main__":
    main()
