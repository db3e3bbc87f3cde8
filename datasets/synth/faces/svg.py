"""Draw the same faces as SVG 矢量牌面: a sheet that records its shapes instead of filling pixels.

``python -m paiyan.datasets.synth svg FILE`` writes all 46 as one sprite, ``<symbol id="t5p">`` and so on,
which the page shows with ``<use href="tiles.svg#t5p">``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from paiyan.datasets.synth.faces.canvas import HEIGHT, WIDTH, Colour, Floats, Picture, Point, Sheet, spread
from paiyan.datasets.synth.faces.drawing import draw_index, draw_on
from paiyan.datasets.synth.faces.style import FaceStyle
from paiyan.scorer.tiles.tile import BACK, KINDS, TILES

FACE = "#fbfaf4"
"""The colour of a face, also used where ink is removed."""


BODY = "#c8b994"
"""The colour of the body below the face."""

SEEN = 0.1
"""The largest distance of a dropped point from its line: a tenth of a pixel on a phone."""

WHITE = 31
CENTRED = "translate(6 7) scale(.88)"
ASIDE = "translate(14 20) scale(.83)"
"""The place of a drawing that fills its face: clear of the index in the upper left corner."""


class VectorSheet(Sheet):
    """A sheet whose shapes are SVG elements, in face units."""

    def __init__(self) -> None:
        self.shapes: list[str] = []
        self._zoom = 1.0

    def disc(self, centre: Point, radius: float, colour: Colour | None) -> None:
        self.shapes.append(f'<circle {self._centre(centre)} r="{self._n(radius)}" fill="{_paint(colour)}"/>')

    def ring(self, centre: Point, radius: float, colour: Colour | None, *, width: float) -> None:
        line = f'fill="none" stroke="{_paint(colour)}" stroke-width="{self._n(width)}"'
        self.shapes.append(f'<circle {self._centre(centre)} r="{self._n(radius)}" {line}/>')

    def ellipse(self, centre: Point, axes: Point, colour: Colour | None, *, angle: float = 0.0) -> None:
        x, y = self._place([centre])[0].tolist()
        turn = f' transform="rotate({_number(angle)} {_number(x)} {_number(y)})"' if angle else ""
        axis = f'rx="{self._n(axes[0])}" ry="{self._n(axes[1])}" fill="{_paint(colour)}"'
        self.shapes.append(f"<ellipse {self._centre(centre)} {axis}{turn}/>")

    def polygon(self, points: Sequence[Point] | Floats, colour: Colour | None) -> None:
        self.shapes.append(f'<path d="{_path(self._place(points))}Z" fill="{_paint(colour)}"/>')

    def line(
        self,
        points: Sequence[Point] | Floats,
        colour: Colour | None,
        *,
        width: float,
        closed: bool = False,
    ) -> None:
        look = (
            f'fill="none" stroke="{_paint(colour)}" stroke-width="{self._n(width)}" stroke-linejoin="round"'
        )
        end = "Z" if closed else ""
        self.shapes.append(f'<path d="{_path(self._place(points))}{end}" {look} stroke-linecap="round"/>')

    def brush(self, points: Floats, widths: Sequence[float] | Floats, colour: Colour | None) -> None:
        """Draw the outline of the brush stroke, with round ends."""
        at = self._place(points)
        half = np.maximum(spread(widths, len(at)), 0.6) * self._zoom / 2
        along = np.gradient(at, axis=0)
        along /= np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-6)
        side = np.stack([-along[:, 1], along[:, 0]], axis=1) * half[:, None]
        self.shapes.append(
            f'<path d="{_path(np.concatenate([at + side, (at - side)[::-1]]))}Z" fill="{_paint(colour)}"/>'
        )
        for (x, y), r in ((at[0], half[0]), (at[-1], half[-1])):
            where = f'cx="{_number(x)}" cy="{_number(y)}" r="{_number(r)}"'
            self.shapes.append(f'<circle {where} fill="{_paint(colour)}"/>')

    def paste(self, mask: Picture, corner: Point, size: Point, colour: Colour) -> None:
        """Refuse a mask, which has no strokes. Raises `ValueError`."""
        del mask, corner, size, colour
        raise ValueError("a font's glyph has no strokes to write down: take a style without a font")

    def _place(self, points: Floats | Sequence[Point]) -> Floats:
        middle = np.array([WIDTH / 2, HEIGHT / 2])
        return middle + (np.asarray(points, dtype=np.float64) - middle) * self._zoom

    def _centre(self, point: Point) -> str:
        x, y = self._place([point])[0].tolist()
        return f'cx="{_number(x)}" cy="{_number(y)}"'

    def _n(self, length: float) -> str:
        return _number(length * self._zoom)


def sprite(style: FaceStyle) -> str:
    """Return an SVG document with a symbol for each of the 46 tiles, with its face."""
    symbols = "\n".join(_symbol(style, tile.code, tile.notation) for tile in TILES)
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}\n</svg>\n'


def _symbol(style: FaceStyle, code: int, notation: str) -> str:
    ground = _paint(style.back) if code == BACK else FACE
    edge = 'stroke="#8d8674" stroke-width="2"'
    body = (
        f'<rect x="1" y="3" width="98" height="132" rx="10" fill="{BODY}" {edge}/>'
        f'<rect x="1" y="1" width="98" height="128" rx="9" fill="{ground}" {edge}/>'
    )
    face = "" if code == BACK else _face(style, code)
    return f'<symbol id="t{notation}" viewBox="0 0 100 136">{body}{face}</symbol>'


def _face(style: FaceStyle, code: int) -> str:
    """Return the drawing, moved aside if the index is in its corner."""
    drawing, index = VectorSheet(), VectorSheet()
    draw_on(drawing, replace(style, numerals="none"), code)
    kind = TILES[code].kind
    if kind < KINDS:
        draw_index(index, kind, style)
    if not index.shapes:
        return "".join(drawing.shapes)
    aside = ASIDE if 9 <= kind < 27 or kind == WHITE else CENTRED
    return f'<g transform="{aside}">{"".join(drawing.shapes)}</g>{"".join(index.shapes)}'


def _path(points: Floats) -> str:
    """Return the path through some points, each relative to the one before: this compresses best."""
    at = np.round(_without_straight(points), 1)
    steps = " ".join(f"{_number(x)} {_number(y)}" for x, y in np.diff(at, axis=0).tolist())
    return f"M{_number(at[0, 0])} {_number(at[0, 1])}l{steps}"


def _without_straight(points: Floats) -> Floats:
    """Return the points without those within `SEEN` of the line between others (Douglas-Peucker)."""
    kept = np.zeros(len(points), bool)
    kept[[0, -1]] = True
    parts = [(0, len(points) - 1)]
    while parts:
        first, last = parts.pop()
        if last - first < 2:
            continue
        along, away = points[last] - points[first], points[first + 1 : last] - points[first]
        length = float(np.hypot(*along))
        far = np.abs(away @ (along[1], -along[0])) / length if length else np.hypot(away[:, 0], away[:, 1])
        if far.max() > SEEN:
            middle = first + 1 + int(far.argmax())
            kept[middle] = True
            parts += [(first, middle), (middle, last)]
    return points[kept]


def _number(value: float) -> str:
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def _paint(colour: Colour | None) -> str:
    return FACE if colour is None else "#{2:02x}{1:02x}{0:02x}".format(*colour)
