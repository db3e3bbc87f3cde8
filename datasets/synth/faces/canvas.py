"""Draw 绘 on a supersampled transparent sheet in face units, with brush, discs, outlines.

A face is 100 wide and 136 tall whatever its final size; all drawing is in these units. The array types of
pictures, and the only conversion from numbers to 8-bit pixels, are here too.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]  # BGR (h, w, 3), BGRA (h, w, 4) or a mask (h, w)
Image = NDArray[np.float32]  # the same before it is rounded
Floats = NDArray[np.float64]  # points, one a row
Layer = NDArray[np.floating[Any]]  # values on the way, of either precision
Colour = tuple[int, int, int]
Point = tuple[float, float]


def to_image(values: NDArray[Any]) -> Image:
    """Convert values to float32."""
    return values.astype(np.float32)


def held(values: NDArray[Any], low: float, high: float) -> Floats:
    """Clip values to two bounds, as float64."""
    return np.minimum(np.maximum(values.astype(np.float64), low), high)


def to_picture(values: NDArray[Any]) -> Picture:
    """Round and clip values to 0..255 as uint8; (h, w) or (h, w, up to 4)."""
    return cv2.convertScaleAbs(np.maximum(values, 0)).astype(np.uint8)


def coded(picture: Picture, quality: int) -> Picture:
    """Code a picture BGR as JPEG of a quality, 0..100, and decode it."""
    kept = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(kept, cv2.IMREAD_COLOR), np.uint8)


def ink_over(page: Picture, mask: Picture, middle: Point, ink: Sequence[float]) -> None:
    """Ink a page (h, w, n) through a mask centred on `middle`; parts beyond the page are cut off."""
    x, y = round(middle[0] - mask.shape[1] / 2), round(middle[1] - mask.shape[0] / 2)
    shown = page[max(y, 0) : y + mask.shape[0], max(x, 0) : x + mask.shape[1]]
    share = mask[max(-y, 0) :, max(-x, 0) :][: shown.shape[0], : shown.shape[1], None] / 255.0
    shown[:] = np.round(shown * (1 - share) + np.array(ink) * share).astype(np.uint8)


def hull(points: Layer) -> Floats:
    """Return the corners (m, 2) of the convex hull of points (n, 2)."""
    return cv2.convexHull(points.astype(np.float32))[:, 0].astype(np.float64)


WIDTH, HEIGHT = 100.0, 136.0
CLEAR = None
_SUPERSAMPLE = 3

_PRESSURE: dict[str, tuple[float, ...]] = {
    "h": (0.72, 0.6, 0.62, 0.72, 1.0),
    "s": (1.08, 0.95, 0.9, 0.9, 0.98),
    "S": (1.1, 0.98, 0.9, 0.7, 0.12),
    "p": (1.05, 1.0, 0.85, 0.55, 0.12),
    "n": (0.4, 0.62, 0.95, 1.3, 0.25),
    "d": (0.25, 0.85, 1.1, 1.1, 0.6),
    "c": (0.7, 0.62, 0.8, 0.95, 0.95),
    "k": (0.85, 0.82, 0.9, 0.85, 0.2),
    "w": (1.0, 1.0),
    "W": (1.0, 1.0),
}
_CURVED = frozenset("pndW")


def smooth(points: Sequence[Point]) -> Floats:
    """Return a Catmull-Rom curve through the points: (m, 2)."""
    p, steps = np.asarray(points, dtype=np.float64), 8
    if len(p) < 3:
        return p[0] + (p[-1] - p[0]) * (np.arange(steps + 1) / steps)[:, None]
    p = np.vstack([2 * p[0] - p[1], p, 2 * p[-1] - p[-2]])
    t = np.linspace(0.0, 1.0, steps, endpoint=False)[:, None]
    pieces: list[Floats] = []
    for a, b, c, d in zip(p, p[1:], p[2:], p[3:], strict=False):
        pieces.append(
            0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
        )
    return np.vstack([*pieces, p[-2][None]])


def _dense(points: Sequence[Point]) -> Floats:
    p = np.asarray(points, dtype=np.float64)
    pieces = [a + (b - a) * (np.arange(6) / 6)[:, None] for a, b in pairwise(p)]
    return np.vstack([*pieces, p[-1][None]])


class Sheet:
    """A transparent face to draw on. Colours are BGR; `CLEAR` removes ink."""

    def __init__(self, height: int) -> None:
        self._scale = height * _SUPERSAMPLE / HEIGHT
        self._size = (round(height * WIDTH / HEIGHT), height)
        shape = (height * _SUPERSAMPLE, self._size[0] * _SUPERSAMPLE, 4)
        self._pixels: Picture = np.zeros(shape, np.uint8)
        self._zoom = 1.0

    def zoom(self, factor: float) -> None:
        """Draw everything after this `factor` times as large, around the middle of the face."""
        self._zoom = factor

    def _at(self, points: Floats | Sequence[Point]) -> NDArray[np.int32]:
        middle = np.array([WIDTH / 2, HEIGHT / 2])
        moved = middle + (np.asarray(points, dtype=np.float64) - middle) * self._zoom
        return np.round(moved * self._scale).astype(np.int32)

    def _px(self, length: float) -> int:
        return max(1, round(length * self._scale * self._zoom))

    def disc(self, centre: Point, radius: float, colour: Colour | None) -> None:
        """Draw a filled circle."""
        (x, y) = self._at([centre])[0].tolist()
        cv2.circle(self._pixels, (x, y), self._px(radius), _ink(colour), -1)

    def ring(self, centre: Point, radius: float, colour: Colour | None, *, width: float) -> None:
        """Draw a circle line; `radius` is to the middle of the line."""
        (x, y) = self._at([centre])[0].tolist()
        cv2.circle(self._pixels, (x, y), self._px(radius), _ink(colour), self._px(width))

    def ellipse(self, centre: Point, axes: Point, colour: Colour | None, *, angle: float = 0.0) -> None:
        """Draw a filled ellipse of half axes `axes`, turned by `angle` degrees."""
        (x, y) = self._at([centre])[0].tolist()
        half = (self._px(axes[0]), self._px(axes[1]))
        cv2.ellipse(self._pixels, (x, y), half, angle, 0, 360, _ink(colour), -1)

    def polygon(self, points: Sequence[Point] | Floats, colour: Colour | None) -> None:
        """Draw a filled polygon."""
        cv2.fillPoly(self._pixels, [self._at(points)], _ink(colour))

    def line(
        self,
        points: Sequence[Point] | Floats,
        colour: Colour | None,
        *,
        width: float,
        closed: bool = False,
    ) -> None:
        """Draw a line of even width with round joints."""
        cv2.polylines(self._pixels, [self._at(points)], closed, _ink(colour), self._px(width))

    def brush(self, points: Floats, widths: Sequence[float] | Floats, colour: Colour | None) -> None:
        """Draw a brush stroke through points (m, 2) whose width follows `widths` from end to end."""
        at, ink = self._at(points), _ink(colour)
        wide = spread(widths, len(at))
        for (x0, y0), (x1, y1), w in zip(at[:-1].tolist(), at[1:].tolist(), wide[1:].tolist(), strict=True):
            cv2.line(self._pixels, (x0, y0), (x1, y1), ink, self._px(w))

    def curve(self, points: Sequence[Point], colour: Colour | None, *, widths: Sequence[float]) -> None:
        """Draw a smooth brush line through a few points."""
        self.brush(smooth(points), widths, colour)

    def movement(self, kind: str, points: Sequence[Point], colour: Colour | None, *, width: float) -> None:
        """Draw a stroke of the given kind (see `characters`)."""
        run = smooth(points) if kind in _CURVED else _dense(points)
        self.brush(run, [p * width for p in _PRESSURE[kind]], colour)

    def paste(self, mask: Picture, corner: Point, size: Point, colour: Colour) -> None:
        """Ink a grey mask stretched over the box at `corner`; parts outside are cut off."""
        x, y = self._at([corner])[0].tolist()
        w, h = self._px(size[0]), self._px(size[1])
        stretched = cv2.resize(mask, (w, h), interpolation=cv2.INTER_AREA)
        rows, cols = self._pixels.shape[:2]
        x0, y0, x1, y1 = max(0, x), max(0, y), min(cols, x + w), min(rows, y + h)
        if x0 < x1 and y0 < y1:
            self._pixels[y0:y1, x0:x1][stretched[y0 - y : y1 - y, x0 - x : x1 - x] > 127] = _ink(colour)

    def rgba(self) -> Picture:
        """Return the finished face: BGRA uint8 (h, w, 4), colours not multiplied by alpha."""
        small = cv2.resize(self._pixels, self._size, interpolation=cv2.INTER_AREA).astype(np.float32)
        alpha = small[..., 3:]
        small[..., :3] *= 255.0 / np.maximum(alpha, 1.0)
        return to_picture(small)


def spread(widths: Sequence[float] | Floats, count: int) -> Floats:
    """Return the width of a brush at each of `count` points, from its widths from end to end."""
    marks = np.linspace(0.0, 1.0, len(widths))
    return np.interp(np.linspace(0.0, 1.0, count), marks, np.asarray(widths, dtype=np.float64))


def _ink(colour: Colour | None) -> tuple[int, int, int, int]:
    return (0, 0, 0, 0) if colour is None else (*colour, 255)
