"""Tables of tiles as a detector would box them: laid out flat in tile widths, then seen by a camera."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from paiyan.models.opening import layout_network
from paiyan.scorer.tiles.notation import parse
from paiyan.vision.detections import Detections
from paiyan.vision.hands import read_scenes
from paiyan.vision.reading import Reading
from paiyan.vision.structure.scene import scene_of

HIGH = 1.35  # a tile's length, its width being one
SIZE = 1000  # the picture's side, pixels


class Piece(NamedTuple):
    """One tile on the table: middle (x to the right, y towards the player), whether it lies across, how sure
    the detector is of it, and how much of its width shows."""

    code: int
    x: float
    y: float
    across: bool = False
    sure: float = 0.9
    shows: float = 1.0


def row(text: str, x: float = 0.0, y: float = 0.0, *, across: Sequence[int] = ()) -> list[Piece]:
    """Tiles side by side from x; a blank in the text is a gap of a tile, `across` are the turned ones."""
    pieces: list[Piece] = []
    count = 0
    for at, part in enumerate(text.split(" ")):
        x += at > 0
        for tile in parse(part):
            wide = HIGH if count in across else 1.0
            pieces.append(Piece(tile.code, x + wide / 2, y, count in across))
            x += wide
            count += 1
    return pieces


def seen(
    pieces: Sequence[Piece],
    *,
    roll: float = 0.0,
    tilt: float = 0.0,
    scale: float = 40.0,
    noise: float = 0.0,
    seed: int = 0,
) -> Detections:
    """Axis-aligned boxes of the pieces from above, the camera rolled by `roll` degrees.

    `tilt` makes what lies farther away smaller, by that share per tile width; `scale` is pixels a tile
    width; `noise` moves box edges, as a share of the tile width.
    """
    middle = np.mean([(p.x, p.y) for p in pieces], axis=0)
    turn = math.radians(roll)
    rng = np.random.default_rng(seed)
    boxes = []
    for piece in pieces:
        w, h = (HIGH, 1.0) if piece.across else (1.0, HIGH)
        sides = (-w / 2, w * (piece.shows - 0.5))
        corners = np.array([(piece.x + a, piece.y + b * h / 2) for a in sides for b in (-1, 1)]) - middle
        corners /= 1 - tilt * corners[:, 1:]
        turned = corners @ np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
        low, high = turned.min(axis=0), turned.max(axis=0)
        boxes.append(np.concatenate([low, high]) + rng.uniform(-noise, noise, 4))
    placed = np.array(boxes, np.float32) * scale + SIZE / 2
    known = Detections.of(placed, np.array([p.code for p in pieces]))
    sure = np.array([[p.sure] for p in pieces], np.float32)
    return Detections(known.boxes, known.probabilities * sure)


def read(found: Detections) -> Reading:
    """What the tiles come to, by the project's own network."""
    return read_scenes([scene_of(found, (SIZE, SIZE))], layout_network())
