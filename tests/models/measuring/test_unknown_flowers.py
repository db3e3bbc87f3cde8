"""Flowers of designs that trained nothing: the pictures, and the figures of each namer."""

from __future__ import annotations

import numpy as np

from paiyan.datasets.namer_training.close_rows import FaceSet, Picture
from paiyan.models.measuring.unknown_flowers import Figures, entry_of, measure, rows_of
from paiyan.models.pages.card import of_unknown_flowers
from paiyan.models.pages.figures import with_entry
from paiyan.scorer.tiles.tile import FLOWER, RED, TILES
from paiyan.vision.detection.naming.namer import Namer
from paiyan.vision.detections import Floats
from paiyan.vision.picture.image import Image

INKS = {code: (20 * (code - FLOWER) + 30, 90, 230 - 20 * (code - FLOWER)) for code in range(FLOWER, RED)}


def inked(code: int) -> Picture:
    """A face all of one colour, which tells its code."""
    return np.full((40, 30, 3), INKS[code], np.uint8)


FACES = FaceSet(sorted(INKS), inked, (230, 230, 230))


class Seer(Namer):
    """Names a tile by the colour in the middle of its box."""

    def __init__(self) -> None: ...

    def name(self, image: Image, boxes: Floats) -> Floats:
        out = np.zeros((len(boxes), len(TILES) + 1), np.float32)
        for at, (x1, y1, x2, y2) in enumerate(boxes.tolist()):
            blue, _, red = image[round((y1 + y2) / 2), round((x1 + x2) / 2)].astype(float)
            shares = {code: ink[0] / (ink[0] + ink[2]) for code, ink in INKS.items()}
            out[at, min(shares, key=lambda code: abs(shares[code] - blue / max(blue + red, 1)))] = 1
        return out


def test_no_picture_shows_a_flower_twice() -> None:
    for shown in rows_of(FACES, seed=1, count=20):
        flowers = shown.classes[(shown.classes >= FLOWER) & (shown.classes < RED)].tolist()
        assert 0 < len(flowers) == len(set(flowers))
        assert (shown.boxes[:, 2:] <= np.array(shown.picture.shape[1::-1]) + 1).all()


def test_a_namer_that_sees_is_right_and_the_same_seed_asks_the_same() -> None:
    told = measure(Seer(), FACES)
    assert told == measure(Seer(), FACES)
    assert told.alone > 0.9 * told.flowers > 0


FOUND = {"all": Figures(10, 8, 9)}


def test_a_namer_is_entered_once_and_the_first_is_kept() -> None:
    first, second = entry_of({"all": Figures(10, 4, 5)}, namer="a" * 64), entry_of(FOUND, namer="b" * 64)
    after = with_entry([first], second, by="namer")
    assert with_entry(after, second, by="namer") == after == [first, second]
    assert of_unknown_flowers(after)[-1] == "| `all` | 10 | 0.40 | 0.80 | 0.90 |"
