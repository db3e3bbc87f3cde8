"""Fit which way up a face stands (`paiyan.vision.detection.context.uprightness`).

``python -m paiyan.models.training.uprightness ../shared/photos`` fits a linear model for each tile on
upright faces: single tiles of the folders `tiles_camerash`, `tiles_justinchan` and `tiles_kch3coo`, and every
second picture of `zh_train`, in which some lie any way up: the worse those fit, the less they count.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.formats.labelled import read_folder
from paiyan.scorer.tiles.tile import BACK, RED, TILES
from paiyan.vision.picture.image import load
from paiyan.vision.pixels import CROP_SIDE, PRINT_MODELS, PRINT_SIDE, crops, with_margin
from paiyan.vision.pixels import prints as prints_of

SINGLE = ("tiles_camerash", "tiles_justinchan", "tiles_kch3coo")
PHOTOS = "zh_train"
_SINGLE_TIMES = 3.0  # how many faces of a photo a single tile counts for
_ANY_WAY = 0.08  # an upright probability equal to this halves the weight of a face
_RIDGE, _STEPS, _RATE, _MOMENTUM = 0.02, 300, 2.0, 0.9

Faces = list[tuple[NDArray[np.uint8], float]]


def _single(folder: Path, classes: Sequence[str]) -> Iterator[tuple[int, NDArray[np.uint8], float]]:
    """Yield the tiles of a folder with one folder for each class, with the margin of a crop."""
    for named in sorted(folder.iterdir()):
        for file in sorted(named.iterdir()):
            image = load(file)
            high, wide = image.shape[:2]
            sides = zip(with_margin(wide, high), (wide, high), strict=True)
            across, down = (round((side - full) / 2) for side, full in sides)
            framed = cv2.copyMakeBorder(image, down, down, across, across, cv2.BORDER_REPLICATE)
            face = cv2.resize(framed, (CROP_SIDE, CROP_SIDE), interpolation=cv2.INTER_AREA)
            yield classes.index(named.name), np.asarray(face, np.uint8), _SINGLE_TIMES


def _in_photos(folder: Path) -> Iterator[tuple[int, NDArray[np.uint8], float]]:
    """Yield the labelled faces of every second picture."""
    for item in read_folder(folder, classes=BACK)[::2]:
        image = load(item.image)
        boxes = (item.boxes * np.tile(image.shape[1::-1], 2)).astype(np.float32)
        for code, face in zip(item.classes.tolist(), crops(image, boxes), strict=True):
            yield code, face, 1.0


def fit(faces: Faces) -> NDArray[np.float32]:
    """Fit the model (2, 16, 16) that distinguishes upright faces of one tile from turned ones."""
    prints = prints_of(np.array([face for face, _ in faces]))
    times = np.array([times for _, times in faces], np.float32)
    times /= times.mean()
    turned = [np.rot90(prints, quarters, axes=(2, 3)).reshape(len(prints), -1) for quarters in range(4)]
    x = np.stack(turned, axis=1)  # (n, 4, features), the first of the four upright
    weights, speed = np.zeros(x.shape[2], np.float32), np.zeros(x.shape[2], np.float32)
    for _ in range(_STEPS):
        logits = x @ weights
        shares = np.exp(logits - logits.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        fits = shares[:, 0] / (shares[:, 0] + _ANY_WAY)
        wrong = shares - np.eye(4, dtype=np.float32)[0]
        slope = np.einsum("n,nq,nqd->d", times * fits, wrong, x) / len(x) + _RIDGE * weights
        speed = _MOMENTUM * speed - _RATE * slope
        weights = weights + speed
    return weights.reshape(2, PRINT_SIDE, PRINT_SIDE)


def main() -> None:
    """Fit a model for each tile and write them, in 8 bits each."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("photos", type=Path, help="the folder of photo sets")
    photos: Path = parser.parse_args().photos
    faces: defaultdict[int, Faces] = defaultdict(list)
    classes = (photos / "classes.txt").read_text(encoding="utf-8").split()  # in the order of tile codes
    for source in (*(_single(photos / name, classes) for name in SINGLE), _in_photos(photos / PHOTOS)):
        for code, face, times in source:
            faces[code].append((face, times))
    weights = np.zeros((len(TILES), 2, PRINT_SIDE, PRINT_SIDE), np.float32)
    for code, some in faces.items():
        weights[code] = fit(some)
    for red in range(RED, BACK):  # too few are labelled: a red five is printed as its plain one
        weights[red] = weights[TILES[red].kind]
    scales = np.abs(weights).max(axis=(1, 2, 3)) / 127 + np.float32(1e-12)
    whole = np.asarray(np.rint(weights / scales[:, None, None, None]), np.int8)
    np.savez_compressed(PRINT_MODELS, weights=whole, scales=scales.astype(np.float32))


if __name__ == "__main__":
    main()
