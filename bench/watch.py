"""How many frames a second `paiyan watch` keeps up with, and what ten a second cost: a recorded video of a
table, read as it goes on.

    python -m bench watch [-o side=640] [-o video=FILE]

Without a file a film is made of the repository's own sample: a hand comes into the picture, lies still with
the noise of a sensor, a tile is covered, it lies still again, and it goes, all as a video file on disk.
Frames are decoded, compared, read where they must be, and scored: all that the command does but the window.
Then ten frames a second are taken of it: how much of a processor they need, and how long it takes from the
frame at which the picture came to rest to the steady reading, the wait for its further frames included.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

import cv2
import numpy as np

from bench.benches import Measured
from bench.processes import without_openvino
from paiyan.models.pages.speed import Unit
from paiyan.service.cli.commands.watch import Watching
from paiyan.service.cli.options import HandOptions
from paiyan.service.live.camera import frames
from paiyan.service.recognition import photos
from paiyan.vision.picture.image import Image, load
from paiyan.vision.video import State, Steady

SAMPLE = Path(__file__).parents[1] / "service" / "samples" / "hand.jpg"
RATE = 30
READ_EVERY = 3
"""Of the frames, every third: ten a second."""


def film(path: Path, side: int) -> Path:
    """Eight seconds of the sample, `side` pixels wide."""
    sample = load(SAMPLE)
    height = round(side * sample.shape[0] / sample.shape[1] / 2) * 2
    sample = np.asarray(cv2.resize(sample, (side, height), interpolation=cv2.INTER_AREA), np.uint8)
    covered = np.array(sample)
    covered[:, side // 3 : side // 3 + side // 12] = 60
    coming = [np.roll(sample, round((1 - n / 18) * height), axis=0) for n in range(18)]
    script: list[Image] = [*coming, *[sample] * 90, *[covered] * 15, *[sample] * 90, *coming[::-1]]
    rng = np.random.default_rng(0)
    out = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), RATE, (side, height))
    for picture in script:
        noise = rng.integers(-4, 5, picture.shape, np.int16)
        out.write((picture + noise).clip(0, 255).astype(np.uint8))
    out.release()
    return path


def at_ten_a_second(video: Path) -> tuple[float, list[float]]:
    """The processor seconds that each second of ten frames needs, and the seconds from each rest of the
    picture to its steady reading: processor time, and the time until the next frames come.
    """
    steady = Steady(photos.video_reader())
    waits: list[float] = []
    since, spent, seen = 0.0, 0.0, 0
    for at, frame in enumerate(frames(str(video), say=print)):
        if at % READ_EVERY:
            continue
        before = process_time()
        moment = steady.see(frame.picture)
        took = process_time() - before
        spent, seen = spent + took, seen + 1
        if moment.state is State.MOVING:
            since = 0.0
        elif moment.fresh:
            waits.append(since + took)
            since = 0.0
        else:
            since += READ_EVERY / RATE
    return spent / (seen * READ_EVERY / RATE), waits


def measure(told: Measured, *, side: int = 640, video: str = "") -> None:
    """Lines of a film `side` pixels wide, or of a recorded video in its place."""
    without_openvino()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(video) if video else film(Path(folder) / "film.avi", side)
        photos.warm_up()
        watching = Watching(photos.video_reader(), HandOptions(rules="guobiao", by="self_draw"), lang="en")
        slowest, seen = 0.0, 0
        start = before = perf_counter()
        for frame in frames(str(file), say=print):
            watching.see(frame)
            now = perf_counter()
            slowest, before, seen = max(slowest, now - before), now, seen + 1
        seconds = perf_counter() - start
        share, waits = at_ten_a_second(file)
    told.add("frames of a camera read and scored", seen / seconds, Unit.RATE)
    told.add("the slowest frame", 1000 * slowest, Unit.MS)
    told.add("ten readings a second", 100 * share, Unit.CORE)
    if waits:
        told.add("from the picture at rest to a steady answer", 1000 * median(waits), Unit.MS)
    else:
        told.wrong.append("no steady reading came of the film")
