"""One view of a picture: a part of it, at a scale and a turn, and why it is taken."""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiyan.vision.detection.drops import log_drops
from paiyan.vision.detection.rows import Point
from paiyan.vision.detection.runtimes.network_detector import INPUT_SIZE
from paiyan.vision.detection.views import thresholds as limits
from paiyan.vision.detection.views.pooling import DetectedView
from paiyan.vision.detections import Detections
from paiyan.vision.pixels import Image, cut_out, framed, resized, warped
from paiyan.vision.sizes import size_of

Matrix = NDArray[np.float64]
Reason = Literal["whole", "border", "row", "hints", "part", "tone", "hand", "upright", "again"]
"""Why a view is taken: the picture itself; a tile fills the frame; tiles of a row are small or doubtful;
something like tiles is hinted at; nothing is seen; tiles lie like a hand and show no face; the hand is
doubtful; that is how the faces are upright; the hand is close to the limit of what is reliable."""


class View(NamedTuple):
    """A part of a picture as shown: `to_shown` (2, 3) maps the picture's pixels to the view's, and `size` is
    the view's (width, height)."""

    reason: Reason
    to_shown: Matrix
    size: tuple[int, int]

    @property
    def corners(self) -> Matrix:
        """The corners of the part shown (4, 2), in pixels of the picture, starting at the upper left."""
        wide, high = self.size
        ends = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float64)
        linear, shift = self.to_shown[:, :2], self.to_shown[:, 2]
        return (ends - shift) @ np.linalg.inv(linear).T

    @property
    def box(self) -> tuple[int, int, int, int]:
        """The left, upper, right and lower edge of the part shown, in pixels of the picture."""
        xs, ys = self.corners.T.tolist()
        return round(min(xs)), round(min(ys)), round(max(xs)), round(max(ys))

    @property
    def input_scale(self) -> float:
        """Pixels of the network's input per pixel of the view."""
        return INPUT_SIZE / max(self.size)


def part(reason: Reason, left: int, top: int, wide: int, high: int) -> View:
    """Return a view of whole pixels as they are; everything outside the picture is grey."""
    return View(reason, np.array([[1, 0, -left], [0, 1, -top]], np.float64), (wide, high))


def whole(image: Image) -> View:
    """Return the view of a whole picture."""
    return part("whole", 0, 0, *size_of(image))


def square(reason: Reason, centre: Point, direction: Point, side: float) -> View:
    """Return a square in `INPUT_SIZE` pixels, turned so that `direction` is level in it."""
    scale, half = INPUT_SIZE / side, side / 2
    (cx, cy), (ux, uy) = centre, direction
    rows = [[ux, uy, half - ux * cx - uy * cy], [-uy, ux, half + uy * cx - ux * cy]]
    return View(reason, np.array(rows) * scale, (INPUT_SIZE, INPUT_SIZE))


def tilted(size: tuple[int, int], way: int = 1) -> View:
    """Return a picture of a `size` (width, height) slightly smaller and turned a little, one way (1) or the
    other (-1), within its frame."""
    angle, (wide, high) = np.deg2rad(way * limits.TILT), size
    linear = limits.SHRUNK * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    middle = np.array([wide / 2, high / 2])
    return View("again", np.column_stack([linear, middle - linear @ middle]), size)


def bordered(image: Image, *, border: float, most: int) -> View:
    """Return the picture, reduced to at most `most` pixels, within a border, a share of its longer side."""
    wide, high = size_of(image)
    scale = min(most / max(wide, high), 1.0)
    edge = round(border * scale * max(wide, high))
    size = max(round(wide * scale), 1) + 2 * edge, max(round(high * scale), 1) + 2 * edge
    return View("border", np.array([[scale, 0, edge], [0, scale, edge]], np.float64), size)


def show(image: Image, view: View) -> Image:
    """Render a view of an upright BGR picture (h, w, 3) uint8."""
    if view.reason == "border":  # shrunk: each pixel is the mean of an area
        across, down = view.to_shown[:, 2].round().astype(int).tolist()
        small = resized(image, view.size[0] - 2 * across, view.size[1] - 2 * down)
        return framed(small, across, down)
    if np.array_equal(view.to_shown[:, :2], np.eye(2)):
        left, top = (-view.to_shown[:, 2]).astype(int).tolist()
        return cut_out(image, left, top, *view.size)
    return warped(image, view.to_shown, view.size)


def window_of(view: View, detections: Detections, size: tuple[int, int]) -> DetectedView:
    """Return the detections of a view as boxes of the picture, whose `size` is (width, height).

    Boxes that the view's edge may cut are left out, unless the picture ends there too.
    """
    edges = np.array([*size, *size], np.float32)
    boxes, hints = (in_picture(view, some).clip(0, edges) for some in (detections.boxes, detections.hints))
    left, top, right, bottom = view.box
    cutting = np.array([left > 0, top > 0, right < size[0], bottom < size[1]])
    if view.to_shown[0, 1]:  # turned: none of its edges is one of the picture's
        cutting[:] = True
    rooms = np.concatenate([detections.boxes[:, :2], np.array(view.size) - detections.boxes[:, 2:]], axis=1)
    cut = ((rooms <= limits.CUT_MARGIN / view.input_scale) & cutting).any(axis=1)
    real = (boxes[:, 2:] - boxes[:, :2]).min(axis=1, initial=np.inf) > 1
    nearest = rooms[cut].min(axis=1) * view.input_scale
    log_drops(boxes[cut], detections.probabilities[cut], "cut by a view's edge", nearest, limits.CUT_MARGIN)
    kept = np.flatnonzero(~cut & real)
    whole_boxes = Detections(boxes[kept], detections.probabilities[kept], hints)
    scale = view.input_scale
    return DetectedView(whole_boxes, view.to_shown * scale, (view.size[0] * scale, view.size[1] * scale))


def in_picture(view: View, boxes: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return boxes (n, 4) in a view's pixels as the upright boxes around them in the picture."""
    x1, y1, x2, y2 = boxes.astype(np.float64).T
    corners = np.stack([np.stack([x1, x2, x2, x1]), np.stack([y1, y1, y2, y2])])  # (2, 4, n)
    inside, shift = np.linalg.inv(view.to_shown[:, :2]).astype(np.float64), view.to_shown[:, 2]
    placed = np.tensordot(inside, corners - shift[:, None, None], axes=1)
    return np.concatenate([placed.min(axis=1), placed.max(axis=1)]).T.astype(np.float32).reshape(-1, 4)
