"""The second pass over a picture: small tiles are looked at again, larger, wherever the photo has the pixels.

Tiles that are small in the network's input are what it misses first. Where a row of them was found, windows
along the row are turned level and enlarged (`level_windows`); what is smaller still is searched for, from
coarse to fine (`window_search`); all of it is merged (`merging`). Tiles that fill the frame are looked at
from farther off (`farther_look`). A hand that lies near costs nothing more.
"""

from __future__ import annotations

from collections.abc import Sequence

from paiyan.vision.detection.context.flowers import name_flowers_jointly
from paiyan.vision.detection.detector import Detector
from paiyan.vision.detection.main_row import PlacedTiles, main_row, upright
from paiyan.vision.detection.rows import Row
from paiyan.vision.detection.runtimes.network_detector import INPUT_SIZE
from paiyan.vision.detection.second_pass.farther_look import fills_frame, look_from_farther
from paiyan.vision.detection.second_pass.level_windows import detect_in_level_window, windows_along
from paiyan.vision.detection.second_pass.merging import WindowDetections, merge_windows
from paiyan.vision.detection.second_pass.thresholds import (
    GAINS_BY_WINDOW,
    LARGER_PHOTO,
    LEGIBLE_SIDE,
    MOST_WINDOWS,
    ROW_LENGTH,
    SMALL_TILE,
    TINY_TILE,
)
from paiyan.vision.detection.second_pass.window_search import search_windows, whole_picture
from paiyan.vision.detections import Detections
from paiyan.vision.picture.image import Image


def run_second_pass(
    detector: Detector, image: Image, found: Detections, *, rows: Sequence[Row] | None = None
) -> Detections:
    """What was `found` in a picture, together with what a detector finds when it looks closer.

    It looks along these rows of tiles, each as its player sees it; along the main row where none are given.
    Where no row's tiles are large enough to be told, it searches the whole picture; where all rows' tiles are
    large, `found` is returned as it is.
    """
    if fills_frame(found, image) and (farther := look_from_farther(detector, image, found)) is not found:
        return farther
    reduction = max(image.shape[:2]) / INPUT_SIZE
    if reduction < LARGER_PHOTO:
        return found
    tiles, rows = _rows(found, rows)
    small = [row for row in rows if row.pitch / reduction < SMALL_TILE]
    if rows and not small:
        return found
    lines = [row for row in small if row.pitch / reduction > TINY_TILE]
    along = _looks_along(detector, image, tiles, lines) if tiles else []
    seen = [whole_picture(image, found), *along]
    if not any(row.pitch / reduction >= LEGIBLE_SIDE for row in rows):
        seen += search_windows(detector, image, seen, most=MOST_WINDOWS - len(along))
    return found if len(seen) == 1 else name_flowers_jointly(merge_windows(seen))


def look_along_rows(
    detector: Detector, image: Image, found: Detections, *, rows: Sequence[Row] | None = None
) -> Detections:
    """What was `found` in a picture, and what a detector finds in windows along these rows of tiles, though
    they be no small ones: for a hand that could not be read surely. It looks along the main row where none is
    given; `found` is returned as it is where windows would show the tiles no larger."""
    reduction = max(image.shape[:2]) / INPUT_SIZE
    tiles, rows = _rows(found, rows)
    lines = [row for row in rows if row.pitch / reduction < GAINS_BY_WINDOW]
    if tiles is None or not lines:
        return found
    seen = [whole_picture(image, found), *_looks_along(detector, image, tiles, lines)]
    return name_flowers_jointly(merge_windows(seen))


def _looks_along(
    detector: Detector, image: Image, tiles: PlacedTiles, rows: Sequence[Row]
) -> list[WindowDetections]:
    """What a detector finds in the windows along these rows."""
    windows = [window for row in rows for window in windows_along(tiles, row)]
    return [detect_in_level_window(detector, image, window) for window in windows]


def wants_second_pass(found: Detections, image: Image, *, rows: Sequence[Row] | None = None) -> bool:
    """Whether `run_second_pass` would look again."""
    reduction = max(image.shape[:2]) / INPUT_SIZE
    if reduction < LARGER_PHOTO:
        return False
    _, rows = _rows(found, rows)
    return not rows or any(row.pitch / reduction < SMALL_TILE for row in rows)


def _rows(found: Detections, rows: Sequence[Row] | None) -> tuple[PlacedTiles | None, list[Row]]:
    """The tiles, if there are any, and the rows along which it may be worth to look again."""
    chosen = list(rows or ())
    tiles = PlacedTiles.of_detections(found) if len(found) else None
    if tiles is not None and rows is None and len(found) >= ROW_LENGTH:
        chosen = [upright(tiles, main_row(tiles))]
    return tiles, [row for row in chosen if len(row.tiles) >= ROW_LENGTH]
