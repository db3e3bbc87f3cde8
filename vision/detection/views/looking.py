"""The ways to look at a picture again, each a generator of requests to a detector.

The network first misses tiles that are small in its input: views along their rows are turned level and
enlarged, and still smaller ones are searched for from coarse to fine. Tiles that fill the frame are shown
within a border. A hand that lies near costs nothing more.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from statistics import median, median_high

import numpy as np
from numpy.typing import NDArray

from paiyan.vision.detection.context.flowers import name_flowers_jointly
from paiyan.vision.detection.detector import Look
from paiyan.vision.detection.drops import logged, move_drops
from paiyan.vision.detection.main_row import main_row
from paiyan.vision.detection.rows import Point, Row, extent
from paiyan.vision.detection.runtimes.network_detector import INPUT_SIZE
from paiyan.vision.detection.thresholds import FEWEST_TILES
from paiyan.vision.detection.views import thresholds as limits
from paiyan.vision.detection.views.hints import views_over_hints
from paiyan.vision.detection.views.pooling import DetectedView, pool
from paiyan.vision.detection.views.view import (
    View,
    bordered,
    in_picture,
    part,
    show,
    square,
    whole,
    window_of,
)
from paiyan.vision.detections import Detections, hold
from paiyan.vision.picture.image import Image, size_of
from paiyan.vision.requests import Asking


def look(image: Image, views: Sequence[View]) -> Asking[list[DetectedView]]:
    """Ask for the detections in some views of a picture; None as an answer ends the looks."""
    windows: list[DetectedView] = []
    for view in views:
        before = logged()
        seen: Detections | None = yield Look(show(image, view))
        if seen is None:
            break
        move_drops(before, partial(in_picture, view))
        windows.append(window_of(view, seen, size_of(image)))
    return windows


def look_closer(
    image: Image, detections: Detections, *, rows: Sequence[Row] | None = None
) -> Asking[Detections]:
    """Return the `detections`, with more from closer looks if the tiles are too small or too large.

    It looks along the given `rows` of tiles, each as its player sees it; by default along the main row. If no
    row's tiles are of legible size, it searches the whole picture; if all are large, it returns the
    `detections` as they are.
    """
    if (
        fills_frame(detections, image)
        and (framed := (yield from look_within_border(image, detections))) is not detections
    ):
        return framed
    if max(image.shape[:2]) < limits.LARGER_PHOTO * INPUT_SIZE:
        return detections
    pitches = _pitches(main_row(detections) if rows is None else rows, image)
    if pitches and min(pitches.values()) >= limits.SMALL_TILE:
        return detections
    lines = [row for row, pitch in pitches.items() if limits.TINY_TILE < pitch < limits.SMALL_TILE]
    windows = yield from _look_along(image, detections, lines)
    if max(pitches.values(), default=0.0) < limits.LEGIBLE_SIDE:
        windows += yield from search(image, windows, most=limits.MOST_VIEWS + 1 - len(windows))
    return detections if len(windows) == 1 else name_flowers_jointly(pool(windows))


def look_along_rows(
    image: Image, detections: Detections, *, rows: Sequence[Row] | None = None
) -> Asking[Detections]:
    """Return the `detections`, with more from looks along these rows of tiles, even of large ones.

    By default it looks along the main row. If views would show the tiles no larger, it returns the
    `detections` as they are.
    """
    pitches = _pitches(main_row(detections) if rows is None else rows, image)
    lines = [row for row, pitch in pitches.items() if pitch < limits.GAINS_BY_WINDOW]
    if not lines:
        return detections
    return name_flowers_jointly(pool((yield from _look_along(image, detections, lines))))


def _look_along(image: Image, detections: Detections, rows: Sequence[Row]) -> Asking[list[DetectedView]]:
    """Return the picture as its first view, with the views along some rows."""
    along = yield from look(image, [view for row in rows for view in views_along(detections, row)])
    return [whole_window(image, detections), *along]


def look_around(image: Image, detections: Detections, own: Sequence[int]) -> Asking[Detections]:
    """Return the `detections`, with more from a square around a hand's `own` tiles.

    It returns them as they are if the square shows hardly less than the picture.
    """
    if not len(own):
        return detections
    boxes = detections.boxes[list(own)]
    low, high = boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)
    room = limits.AROUND_HAND * float(np.median(detections.sizes[list(own)].max(axis=1)))
    left, top = (int(max(value - room, 0)) for value in low.tolist())
    right, bottom = (int(min(v + room, end)) for v, end in zip(high.tolist(), size_of(image), strict=True))
    if max(image.shape[:2]) < limits.LARGER_PHOTO * max(right - left, bottom - top):
        return detections
    around = yield from look(image, [part("hand", left, top, right - left, bottom - top)])
    return name_flowers_jointly(pool([whole_window(image, detections), *around]))


def look_beyond_ends(image: Image, detections: Detections, own: Sequence[int]) -> Asking[Detections]:
    """Return the `detections`, with more from beyond the ends of the row of a hand's `own` tiles, close by:
    blank faces there are easily missed. It continues as long as the row does."""
    centres = detections.centres[list(own)]
    if len(centres) < FEWEST_TILES:
        return detections
    along = np.linalg.svd(centres - centres.mean(axis=0))[2][0]
    sizes = detections.sizes[list(own)]
    places = sorted((centres @ along).tolist())
    pitch = median([after - before for before, after in pairwise(places)])
    side = limits.ENDS_ACROSS * max(pitch, float(np.median(sizes.max(axis=1))))
    windows = [whole_window(image, detections)]
    for way in (along, -along):
        end = centres[int((centres @ way).argmax())]
        for _ in range(limits.END_ROUNDS):
            views = [square("row", tuple((end + pitch * way).tolist()), (1.0, 0.0), side)]
            windows += yield from look(image, views)
            (x, y), next_ = way.tolist(), windows[-1].detections.centres - end
            on, aside = next_ @ way, np.abs(next_ @ np.array([-y, x]))
            beyond = (on > pitch / 2) & (on < side / 2) & (aside < pitch)
            if not beyond.any():
                break
            end = windows[-1].detections.centres[int(np.where(beyond, on, 0).argmax())]
    return name_flowers_jointly(pool(windows))


def search(
    image: Image, windows: Sequence[DetectedView], *, most: int = limits.MOST_VIEWS
) -> Asking[list[DetectedView]]:
    """Look, round after round, where hints of tiles in `windows` are not of legible size."""
    found: list[DetectedView] = []
    last = list(windows)
    while views := views_over_hints(image, [*windows, *found], last, most=most - len(found)):
        last = yield from look(image, views)
        found += last
    return found


def whole_window(image: Image, detections: Detections) -> DetectedView:
    """Return the detections of the whole picture as those of its first view."""
    return window_of(whole(image), detections, size_of(image))


def illegible(rows: Sequence[Row], image: Image) -> bool:
    """True if no row's tiles are of legible size in the network's input."""
    return max(_pitches(rows, image).values(), default=0.0) < limits.LEGIBLE_SIDE


def small_rows(rows: Sequence[Row], image: Image, *, most: int) -> bool:
    """True if a row's tiles are small in the network's input, and the photo, of `most` pixels on its longer
    side, has more detail of them."""
    small = min(_pitches(rows, image).values(), default=math.inf) < limits.SMALL_TILE
    return small and most >= limits.LARGER_PHOTO * INPUT_SIZE


def fills_frame(detections: Detections, image: Image) -> bool:
    """True if a detected tile is nearly as large as the picture, or none is detected at all."""
    return not len(detections) or _shares(detections, image).max() > limits.LARGE_TILE


def look_within_border(image: Image, detections: Detections) -> Asking[Detections]:
    """Return the large tiles of a picture as seen within a border, with the rest of `detections`.

    A tile nearly as large as the picture is larger than those the network learned from: it sees parts of it,
    or nothing. Within a border the same tile is as large as any other.
    """
    windows = yield from look(image, [bordered(image, border=limits.BORDER, most=limits.BORDERED_SIDE)])
    if not windows:
        return detections
    (window,) = windows
    large = window.detections.select(np.flatnonzero(_shares(window.detections, image) > limits.LARGE_TILE))
    if not len(large):
        return detections
    outside = detections.select(np.flatnonzero(~hold(large.boxes, detections.centres).any(axis=0)))
    return name_flowers_jointly(Detections.joined([large, outside]))


def _shares(detections: Detections, image: Image) -> NDArray[np.float64]:
    """Return the shorter side of each box, as a share of the picture's longer one, (n,)."""
    return detections.sizes.min(axis=1, initial=np.inf) / max(image.shape[:2])


def _pitches(rows: Sequence[Row], image: Image) -> dict[Row, float]:
    """Return the rows long enough for a closer look, each with its pitch in pixels of the network's input."""
    reduction = max(image.shape[:2]) / INPUT_SIZE
    return {row: row.pitch / reduction for row in rows if len(row.tiles) >= FEWEST_TILES}


def views_along(detections: Detections, row: Row) -> list[View]:
    """Return squares along a row, each a few tiles wide, turned so that the row is level in them."""
    centres: list[Point] = detections.centres[list(row.tiles)].tolist()
    (x0, y0), (ux, uy) = centres[0], row.direction
    offsets = [(x - x0, y - y0) for x, y in centres]
    along = [dx * ux + dy * uy for dx, dy in offsets]
    across = [dy * ux - dx * uy for dx, dy in offsets]
    sizes = detections.sizes[list(row.tiles)].tolist()
    high = median_high([extent((wide, high), row.direction) for wide, high in sizes])
    side = max(limits.TILES_ACROSS * row.pitch, 2.2 * high)
    start, end = along[0] - limits.TILES_BEYOND * row.pitch, along[-1] + limits.TILES_BEYOND * row.pitch
    count = max(math.ceil((end - start - side) / (limits.TILES_BETWEEN * row.pitch)) + 1, 1)
    views: list[View] = []
    for k in range(count):
        share = k / (count - 1) if count > 1 else 0.5
        m = (start + side / 2) * (1 - share) + (end - side / 2) * share
        v = float(np.interp(m, along, across))
        views.append(square("row", (x0 + m * ux - v * uy, y0 + m * uy + v * ux), row.direction, side))
    return views
