"""How small tiles may be: whole tables of 12 megapixels whose tiles are 12 to 40 pixels wide.

    python bench/distance.py [--count 12] [--seed 7] [--art FOLDER]

Each table (`datasets.far_tables`) is looked at once, as a whole, and then as `vision.closer` looks at it. Of
each width of tile is told how many tiles were found (IoU 0.5), how many of all were found and named right,
how many boxes were right, and of the second way the runs of the network and the seconds a picture.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from datasets.far_tables import FarTable, far_tables
from datasets.seen import match
from datasets.synth.sample import find_resources
from vision.closer import look_closer
from vision.detections import Detections
from vision.detector import Detector, load_detector
from vision.image import Image


class Counted:
    """A detector whose runs are counted."""

    def __init__(self, detector: Detector) -> None:
        self.detector, self.runs = detector, 0
        self.name, self.sha256 = detector.name, detector.sha256

    def detect(self, image: Image) -> Detections:
        self.runs += 1
        return self.detector.detect(image)

    def detect_many(self, images: Sequence[Image]) -> list[Detections]:
        return [self.detect(image) for image in images]


class Told(NamedTuple):
    """Of the tiles of some pictures: how many there are, were found, and named right; of how many boxes."""

    tiles: int
    found: int
    named: int
    boxes: int

    def text(self) -> str:
        return (
            f"{self.found / self.tiles:6.3f} {self.named / self.tiles:6.3f}"
            f" {self.named / max(self.boxes, 1):6.3f}"
        )


def told(table: FarTable, found: Detections) -> NDArray[np.int64]:
    """`Told` of one picture."""
    order = np.argsort(-found.objectness, kind="stable")
    boxes, classes = found.boxes[order].astype(np.float64), found.classes[order]
    pairs = match(np.array([label.box for label in table.labels]), boxes)
    named = sum(table.labels[t].code == classes[d] for t, d in pairs)
    return np.array([len(table.labels), len(pairs), named, len(found)])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=12)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--art", type=Path)
    args = parser.parse_args()
    detector = Counted(load_detector())
    first, second = (defaultdict[int, NDArray[np.int64]](lambda: np.zeros(4, np.int64)) for _ in range(2))
    cost = defaultdict[int, list[tuple[int, float]]](list)
    for table in far_tables(args.count, seed=args.seed, resources=find_resources(args.art)):
        detector.runs, start = 0, perf_counter()
        once = detector.detect(table.picture)
        closer = look_closer(detector, table.picture, once)
        cost[table.width].append((detector.runs, perf_counter() - start))
        first[table.width] += told(table, once)
        second[table.width] += told(table, closer)
    print("pixels  tiles   once: found  named  precision   closer: found  named  precision   runs  seconds")
    for width in sorted(first):
        runs, seconds = np.mean(cost[width], axis=0)
        once, closer = Told(*first[width].tolist()), Told(*second[width].tolist())
        print(
            f"{width:6} {once.tiles:6}        {once.text()}             {closer.text()}"
            f"         {runs:4.1f} {seconds:6.2f}"
        )


if __name__ == "__main__":
    main()
