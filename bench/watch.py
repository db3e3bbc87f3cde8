"""Measure the frame rate of `paiyan watch`, and the cost of ten frames a second, on a recorded video of a
table.

    python -m bench watch [-o side=640] [-o video=FILE]

Without a file a film is made of the repository's own sample: a hand comes into the picture, lies still with
the noise of a sensor, a tile is covered, it lies still again, and it goes, all as a video file on disk.
Frames are decoded, compared, read if necessary, and scored: everything the command does except the window.
Then ten frames a second are taken of it: the load of a processor, and the time from the frame at which the
picture came to rest to the steady reading, including the wait for further frames.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

import cv2
import numpy as np

from bench.benches import Measured, without_openvino
from paiyan.models.pages.speed import Unit
from paiyan.service import recognition
from paiyan.service.camera import frames
from paiyan.service.cli.commands.watch import Watching
from paiyan.service.cli.options import HandOptions
from paiyan.vision.picture.image import Image, load
from paiyan.vision.video import State, Steady

SAMPLE = Path(__file__).parents[1] / "service" / "samples" / "hand.jpg"
RATE = 30
READ_EVERY = 3
"""Read every third frame: ten a second."""


def film(path: Path, side: int) -> Path:
    """Write eight seconds of the sample, `side` pixels wide."""
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
    """Return the processor seconds for each second of ten frames, and the seconds from each rest of the
    picture to its steady reading: processor time, and the time until the next frames come.
    """
    steady = Steady(recognition.video_reader())
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


def measure(record: Measured, *, side: int = 640, video: str = "") -> None:
    """Add lines of a film `side` pixels wide, or of a recorded video instead."""
    without_openvino()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(video) if video else film(Path(folder) / "film.avi", side)
        recognition.warm_up()
        watching = Watching(recognition.video_reader(), HandOptions(rules="guobiao", by="self_draw"))
        slowest, seen = 0.0, 0
        start = before = perf_counter()
        for frame in frames(str(file), say=print):
            watching.see(frame)
            now = perf_counter()
            slowest, before, seen = max(slowest, now - before), now, seen + 1
        seconds = perf_counter() - start
        share, waits = at_ten_a_second(file)
    record.add("frames of a camera read and scored", seen / seconds, Unit.RATE)
    record.add("the slowest frame", 1000 * slowest, Unit.MS)
    record.add("ten readings a second", 100 * share, Unit.CORE)
    if waits:
        record.add("from the picture at rest to a steady answer", 1000 * median(waits), Unit.MS)
    else:
        record.wrong.append("no steady reading came of the film")
