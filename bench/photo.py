"""From a photo's file to who pays whom: of one megapixel, and of twelve, in turns in one run.

``make bench``, or ``python bench/photo.py``. The photos are the repository's own sample, at both sizes, with
the noise of a sensor, as JPEG files that another process makes. Times are the middle one of some, on the
clock, and the least processor time; memory is the most that the process ever held.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

import cv2
import numpy as np

from service.answers.request import HandRequest
from service.answers.scoring import score
from vision.picture.image import load

SAMPLE = Path(__file__).parents[1] / "service" / "samples" / "hand.jpg"
SIZES = {"1 megapixel": (1184, 888), "12 megapixels": (4000, 3000)}
WANTED = {"ratio": 1.3, "mib": 350}
HAND = {"rules": "guobiao", "seat": "E", "win": {"by": "self_draw"}}


def photo(size: tuple[int, int]) -> bytes:
    """The sample at a size (width, height), as a camera would write it."""
    larger = cv2.resize(load(SAMPLE), size, interpolation=cv2.INTER_CUBIC)
    noise = np.random.default_rng(0).normal(0, 3, larger.shape)
    _, coded = cv2.imencode(
        ".jpg", (larger + noise).clip(0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 88]
    )
    return coded.tobytes()


def made(name: str) -> bytes:
    """A photo that another process made: the memory it takes is not ours."""
    command = [sys.executable, __file__, "--make", name]
    return subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout


def peak() -> float:
    """The most memory that the process held so far, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)


def main() -> None:
    """Prints a line for each size."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--json", type=Path, help="write the figures there too")
    parser.add_argument("--make", choices=SIZES, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.make:
        sys.stdout.buffer.write(photo(SIZES[args.make]))
        return
    files = {name: made(name) for name in SIZES}
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in files}
    for at in range(args.rounds + 1):
        for name, data in files.items():
            clock, processor = perf_counter(), process_time()
            assert score(HandRequest(dict(HAND), data), lang="en")["win"]
            if at:
                taken[name].append((perf_counter() - clock, process_time() - processor))
    clocks = {name: 1000 * median(clock for clock, _ in every) for name, every in taken.items()}
    least = {name: 1000 * min(processor for _, processor in every) for name, every in taken.items()}
    for name in files:
        size = len(files[name]) / 1e6
        spent = f"{clocks[name]:.0f} ms, processor {least[name]:.0f} ms"
        print(f"photo of {name} ({size:.1f} MB) to payment: {spent}")
    one, twelve = clocks.values()
    told = {"one": one, "twelve": twelve, "ratio": twelve / one, "mib": peak()}
    print(
        f"twelve megapixels: {told['ratio']:.2f} times one (wanted: {WANTED['ratio']}); "
        f"at most {told['mib']:.0f} MiB (wanted: below {WANTED['mib']})"
    )
    if args.json:
        args.json.write_text(json.dumps(told, indent=1) + "\n")


if __name__ == "__main__":
    main()
