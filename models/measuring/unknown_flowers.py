"""Measure how flowers 花牌 are named if their designs were not used for training.

``python -m paiyan.models.measuring.unknown_flowers ../shared/photos``. The sets of single tiles that the
recipe keeps back are laid out in rows, seen aslant, small and compressed
(`paiyan.datasets.namer_training.close_rows`), and the namer names each box: by itself, and all flowers of a
picture together (`paiyan.vision.detection.context.flowers`). The boxes are true ones, so the detector has no
part in it. The figures go to ``models/results/unknown_flowers.json``, after those of the namers before.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np

from paiyan.datasets.evaluation.statistics import wilson
from paiyan.datasets.namer_training.close_rows import FaceSet, Shown, draw_close_row, photographed_sets
from paiyan.datasets.synth.faces.canvas import coded
from paiyan.models import registry
from paiyan.models.pages import figures as pages
from paiyan.models.registry import RegistryError
from paiyan.models.training.recipe import with_namer
from paiyan.scorer.tiles.tile import FLOWER, RED
from paiyan.vision.detection.context.flowers import name_flowers_jointly
from paiyan.vision.detection.naming.namer import Namer
from paiyan.vision.detections import Detections

_SEED, _PICTURES = 20261124, 60
_SMALLER = (0.35, 1.0)  # scale of the pictures, whose tiles have 38 to 82 pixels
_QUALITY = (40, 92)  # of the JPEG


class Figures(NamedTuple):
    """Counts of flowers of a set: all, named right each by itself, and named right all together."""

    flowers: int
    alone: int
    together: int


def kept_back() -> tuple[str, ...]:
    """Return the sets of single tiles that the recipe keeps for measuring. Raises `RegistryError` if none."""
    names = with_namer()[1].courses[-1].crops.parts["rows"].without
    if not names:
        raise RegistryError("The recipe keeps no set of single tiles back: see models/recipes/paiyan-n.yaml.")
    return names


def rows_of(faces: FaceSet, *, seed: int, count: int = _PICTURES) -> Iterator[Shown]:
    """Draw pictures of a set's flowers, each flower at most once per picture, smaller and compressed."""
    rng = np.random.default_rng(seed)
    while count:
        shown = draw_close_row(rng, faces, flowers=0.8, white=0.1)
        flowers = shown.classes[(shown.classes >= FLOWER) & (shown.classes < RED)].tolist()
        if flowers and len(set(flowers)) == len(flowers):
            count -= 1
            scale = float(rng.uniform(*_SMALLER))
            small = cv2.resize(shown.picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            picture = coded(small.astype(np.uint8), int(rng.integers(*_QUALITY)))
            yield Shown(picture, shown.classes, shown.boxes * scale)


def measure(namer: Namer, faces: FaceSet) -> Figures:
    """Name a set's flowers and count the right names."""
    counts: Counter[str] = Counter()
    for picture, classes, boxes in rows_of(faces, seed=_SEED):
        named = namer.name(picture, boxes.astype(np.float32))[:, :-1]
        found = Detections(boxes.astype(np.float32), named)
        flower = (classes >= FLOWER) & (classes < RED)
        counts["flowers"] += int(flower.sum())
        counts["alone"] += int((found.classes == classes)[flower].sum())
        counts["together"] += int((name_flowers_jointly(found).classes == classes)[flower].sum())
    return Figures(counts["flowers"], counts["alone"], counts["together"])


def entry_of(figures: Mapping[str, Figures], *, namer: str) -> dict[str, Any]:
    """Return the entry of a namer, by the first digits of its sha256."""
    return {"namer": namer[:8], "sets": {name: list(one) for name, one in figures.items()}}


def main() -> None:
    """Measure, write unknown_flowers.json and print a line for each set, and one for all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument("--namer", type=Path, help="another ONNX file than the index's; nothing is written")
    args = parser.parse_args()
    own = registry.namer()
    path = args.namer or (own.runs if own is not None else None)
    if path is None:
        raise SystemExit("The index holds no namer: name one with --namer.")
    namer, names = Namer(path, threads=1), kept_back()
    sets = photographed_sets(args.photos)
    figures = {name: measure(namer, sets[name]) for name in names}
    figures["all"] = Figures(*(sum(column) for column in zip(*figures.values(), strict=True)))
    for name, (flowers, alone, together) in figures.items():
        low, high = wilson(together, flowers)
        shares = f"{alone / flowers:.3f} alone, {together / flowers:.3f} together ({low:.3f} to {high:.3f})"
        print(f"{name:20} {flowers:4} flowers: {shares}")
    if own is not None and path == own.runs:
        entry = entry_of(figures, namer=own.sha256)
        pages.write_json(pages.FLOWERS, pages.with_entry(pages.read_json(pages.FLOWERS), entry, by="namer"))


if __name__ == "__main__":
    main()
