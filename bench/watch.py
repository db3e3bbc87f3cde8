"""How many frames a second `paiyan watch` keeps up with, and what ten a second cost: a recorded video of a
table, read as it goes on.

    python bench/watch.py [--side 640] [--video FILE]

Without a file a film is made of the repository's own sample: a hand comes into the picture, lies still with
the noise of a sensor, a tile is covered, it lies still again, and it goes, all as a video file on disk.
Frames are decoded, compared, read where they must be, and scored: all that the command does but the window.
Then ten frames a second are taken of it: how much of a processor they need, and how long it takes from the
frame at which the picture came to rest to the steady reading, the wait for its further frames included.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from pathlib import Path
from time import perf_counter, process_time

import cv2
import numpy as np

from service.cli.options import HandOptions
from service.cli.watch import Watching
from service.live.camera import frames
from service.recognition import photos
from vision.picture.image import Image, load
from vision.video import State, Steady

SAMPLE = Path(__file__).parents[1] / "service" / "samples" / "hand.jpg"
RATE = 30
READ_EVERY = 3
"""Of the frames, every third: ten a second."""


def film(path: Path, side: int) -> Path:
    """Eight seconds of the sample, `side` pixels wide."""
    sample = load(SAMPLE)
    height = round(side * sample.shape[0] / sample.shape[1] / 2) * 2
    sample = cv2.resize(sample, (side, height), interpolation=cv2.INTER_AREA)
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


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--side", type=int, default=640, help="width of the film, pixels")
    parser.add_argument("--video", type=Path, help="a recorded video in place of the film")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        video = args.video or film(Path(folder) / "film.avi", args.side)
        photos.warm_up()
        watching = Watching(photos.video_reader(), HandOptions(rules="guobiao", by="self_draw"), lang="en")
        states: Counter[str] = Counter()
        slowest, readings = 0.0, 0
        start = before = perf_counter()
        for frame in frames(str(video), say=print):
            readings += watching.see(frame)
            states[watching.state] += 1
            now = perf_counter()
            slowest, before = max(slowest, now - before), now
        seconds = perf_counter() - start
        share, waits = at_ten_a_second(video)
    shown = ", ".join(f"{count} {state}" for state, count in states.items())
    print(f"watch: {states.total() / seconds:.0f} frames a second ({states.total()} frames: {shown})")
    print(f"       slowest frame {1000 * slowest:.0f} ms, {readings} new readings")
    waited = ", ".join(f"{1000 * one:.0f}" for one in waits)
    print(
        f"       ten frames a second: {share:.0%} of a processor; ms from rest to a steady reading: {waited}"
    )


if __name__ == "__main__":
    main()
