"""A reading drawn on its picture: a box per tile in the colour of its role, its name on a small plate."""

from __future__ import annotations

import cv2
import numpy as np

from paiyan.scorer.tiles.notation import notation
from paiyan.vision.picture.image import Image
from paiyan.vision.reading import Reading, ReadTile
from paiyan.vision.structure.scene import Role

Colour = tuple[int, int, int]

_COLOURS: dict[Role, Colour] = {  # BGR
    "hand": (86, 176, 46),
    "winning": (40, 90, 235),
    "meld": (200, 130, 30),
    "flower": (190, 90, 190),
    "discard": (140, 140, 140),
    "indicator": (30, 170, 220),
    "wall": (120, 110, 90),
    "other": (110, 110, 110),
}
_DOUBT: Colour = (0, 200, 255)
_WHITE: Colour = (255, 255, 255)
_FONT = cv2.FONT_HERSHEY_DUPLEX


def draw(image: Image, reading: Reading) -> Image:
    """Return a copy of the BGR picture with the reading on it; doubtful tiles have a yellow plate."""
    canvas: Image = np.array(image)
    doubtful = {d.tile for d in reading.doubts}
    line = max(round(min(image.shape[:2]) / 400), 1)
    for tile in reading.tiles:
        x1, y1, x2, y2 = (round(v) for v in tile.box)
        cv2.rectangle(canvas, (x1, y1), (x2, y2), _COLOURS[tile.role], line, cv2.LINE_AA)
    for index, tile in enumerate(reading.tiles):
        if tile.role != "wall":
            _plate(canvas, tile, colour=_DOUBT if index in doubtful else _COLOURS[tile.role])
    _legend(canvas, reading)
    return canvas


def _plate(canvas: Image, tile: ReadTile, *, colour: Colour) -> None:
    """Draw the tile's name above its box, narrower than the box so that neighbours stay apart."""
    x1, y1, x2, y2 = (round(v) for v in tile.box)
    text = tile.tile.notation
    (widest, _), _ = cv2.getTextSize("0m", _FONT, 1.0, 1)
    share = 0.6 if tile.group >= 0 else 0.45
    scale = min(max(share * min(x2 - x1, y2 - y1) / widest, 0.3), 2.0)
    (width, height), _ = cv2.getTextSize(text, _FONT, scale, 1)
    pad = max(round(height / 5), 1)
    left, bottom = (x1 + x2 - width) // 2, max(y1 - pad - 1, height + pad)
    corners = (left - pad, bottom - height - pad), (left + width + pad, bottom + pad)
    cv2.rectangle(canvas, *corners, colour, cv2.FILLED)
    ink = (0, 0, 0) if colour == _DOUBT else _WHITE
    cv2.putText(canvas, text, (left, bottom), _FONT, scale, ink, max(round(scale), 1), cv2.LINE_AA)


def _legend(canvas: Image, reading: Reading) -> None:
    """Draw the hand in notation in the upper left corner, dark on light."""
    hand = reading.hand
    parts = [notation(tiles) for tiles in (hand.concealed, *(m.shown for m in hand.melds), hand.flowers)]
    text = "  ".join(p for p in parts if p) + (f"  + {hand.winning}" if hand.winning else "")
    if not text:
        return
    scale = min(max(canvas.shape[1] / 1100, 0.4), 2.5)
    (width, height), base = cv2.getTextSize(text, _FONT, scale, 1)
    scale *= min(1.0, 0.94 * canvas.shape[1] / width)
    (width, height), base = cv2.getTextSize(text, _FONT, scale, 1)
    pad = round(height * 0.6)
    box = canvas[: height + base + 2 * pad, : width + 2 * pad]
    box[:] = (0.25 * box + 0.75 * 255).astype(np.uint8)
    where, thick = (pad, height + pad), max(round(scale), 1)
    cv2.putText(canvas, text, where, _FONT, scale, (40, 40, 40), thick, cv2.LINE_AA)
