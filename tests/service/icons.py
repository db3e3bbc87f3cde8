"""Draw the page's icons from ``icon.svg``: ``python -m tests.service.icons``.

Only what that file has is drawn: rectangles with round corners, ellipses and circles, filled or as lines.
Each pixel is the mean of 16, so that edges are smooth.
"""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import cv2
import numpy as np
from numpy.typing import NDArray

WEB = Path(__file__).parents[2] / "service" / "web"
SIZES = (180, 192, 512)
_FINER = 4  # points of a pixel in each direction
_SVG = "{http://www.w3.org/2000/svg}"
Image = NDArray[np.float64]


def icon(size: int, drawing: Path = WEB / "icon.svg") -> NDArray[np.uint8]:
    """Return the drawing as an image (size, size, 3) of BGR."""
    root = ElementTree.parse(drawing).getroot()
    width = float(root.attrib["viewBox"].split()[2])
    n = size * _FINER
    at = (np.arange(n) + 0.5) * width / n
    x, y = np.meshgrid(at, at)
    image = np.zeros((n, n, 3))
    for shape in root:
        distance = _distance(shape.tag.removeprefix(_SVG), shape.attrib, x, y)
        if (fill := shape.attrib.get("fill", "#000000")) != "none":
            image[distance <= 0] = _colour(fill)
        if stroke := shape.attrib.get("stroke"):
            image[np.abs(distance) <= float(shape.attrib.get("stroke-width", 1)) / 2] = _colour(stroke)
    mean = image.reshape(size, _FINER, size, _FINER, 3).mean(axis=(1, 3))
    return np.rint(mean).astype(np.uint8)


def _distance(tag: str, about: dict[str, str], x: Image, y: Image) -> Image:
    """Return how far each point is outside the shape (inside: negative); of ellipses nearly so."""

    def number(name: str, default: float = 0.0) -> float:
        return float(about.get(name, default))

    if tag == "rect":
        half_w, half_h, corner = number("width") / 2, number("height") / 2, number("rx")
        dx = np.abs(x - number("x") - half_w) - half_w + corner
        dy = np.abs(y - number("y") - half_h) - half_h + corner
        outside = np.hypot(np.maximum(dx, 0), np.maximum(dy, 0))
        return outside + np.minimum(np.maximum(dx, dy), 0) - corner
    if tag not in ("circle", "ellipse"):
        raise ValueError(f"icon.svg has a {tag}, which is not drawn here")
    rx, ry = number("rx", number("r")), number("ry", number("r"))
    u, v = (x - number("cx")) / rx, (y - number("cy")) / ry
    level = np.hypot(u, v)
    slope = np.hypot(u / rx, v / ry) / np.maximum(level, 1e-9)
    return (level - 1) / np.maximum(slope, 1e-9)


def _colour(text: str) -> tuple[int, int, int]:
    red, green, blue = (int(text[i : i + 2], 16) for i in (1, 3, 5))
    return blue, green, red


def write(folder: Path = WEB) -> None:
    """Write the icons of all sizes as PNG."""
    for size in SIZES:
        cv2.imwrite(str(folder / f"icon-{size}.png"), icon(size), [cv2.IMWRITE_PNG_COMPRESSION, 9])


if __name__ == "__main__":
    write()
