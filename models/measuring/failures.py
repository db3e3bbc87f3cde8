"""What goes wrong, to look at: tiles of rendered scenes that were named wrong or not found."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from paiyan.datasets.evaluation.matching import PictureResult, match_picture
from paiyan.scorer.tiles.tile import TILES
from paiyan.vision.picture.image import Image, load

PICTURE = Path(__file__).parents[1] / "results" / "failures.jpg"
_CELL, _CAPTION, _ACROSS = 88, 18, 10


class Failure(NamedTuple):
    """A tile, where it lies, and what was made of it; `confidence` is 0 where it was not found."""

    image: Path
    box: tuple[float, float, float, float]
    truth: int
    named: int | None
    confidence: float


def find_failures(seen: Sequence[PictureResult], *, threshold: float) -> list[Failure]:
    """Every tile that is not named right, the surest mistakes first."""
    found: list[Failure] = []
    for one in seen:
        pairs = match_picture(one, threshold=threshold)
        taken = dict(pairs.pairs)
        for t, code in enumerate(one.truth.classes.tolist()):
            named = int(pairs.found[taken[t]]) if t in taken else None
            if named != code:
                x1, y1, x2, y2 = one.truth.boxes[t].tolist()
                sure = float(pairs.confidence[taken[t]]) if t in taken else 0.0
                found.append(Failure(one.truth.image, (x1, y1, x2, y2), code, named, sure))
    return sorted(found, key=lambda f: -f.confidence)


def failures_sheet(some: Sequence[Failure]) -> Image:
    """The tiles side by side, with the truth and what it was taken for: BGR uint8."""
    cells = [_cell(failure) for failure in some]
    cells += [np.full_like(cells[0], 255) for _ in range(-len(cells) % _ACROSS)]
    rows = [np.hstack(cells[at : at + _ACROSS]) for at in range(0, len(cells), _ACROSS)]
    return np.vstack(rows).astype(np.uint8)


def _cell(failure: Failure) -> Image:
    x1, y1, x2, y2 = failure.box
    scale = _CELL / (1.5 * max(x2 - x1, y2 - y1))
    there = np.array(
        [[scale, 0, _CELL / 2 - scale * (x1 + x2) / 2], [0, scale, _CELL / 2 - scale * (y1 + y2) / 2]]
    )
    crop = cv2.warpAffine(load(failure.image), there, (_CELL, _CELL), flags=cv2.INTER_CUBIC)
    named = "-" if failure.named is None else TILES[failure.named].notation
    plate = np.full((_CAPTION, _CELL, 3), 255, np.uint8)
    text = f"{TILES[failure.truth].notation} > {named}"
    cv2.putText(plate, text, (4, 13), cv2.FONT_HERSHEY_SIMPLEX, 0.42, (0, 0, 0), 1, cv2.LINE_AA)
    return np.vstack([crop, plate]).astype(np.uint8)


def write(seen: Sequence[PictureResult], *, threshold: float, out: Path = PICTURE, count: int = 40) -> int:
    """Write a sheet of the surest mistakes and of some tiles not found; gives how many failures there are."""
    every = find_failures(seen, threshold=threshold)
    named = [f for f in every if f.named is not None]
    missed = [f for f in every if f.named is None]
    some = [*named[: count * 3 // 4], *missed[:: max(1, len(missed) // (count // 4))]][:count]
    if some:
        cv2.imwrite(str(out), failures_sheet(some), [cv2.IMWRITE_JPEG_QUALITY, 85])
    return len(every)
