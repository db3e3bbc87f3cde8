"""Find tiles that a photo shows but does not box, and box them or paint them over before training.

Sets often box a player's own tiles and nothing farther away. A detector that trains on whole photos of such a
set learns to overlook discards: on unknown tables it gave sharp ones no confidence at all, but found the same
tiles well when cut out. So a photo is searched part by part, enlarged: certain tiles get a box, possible ones
are painted over.

Backs 牌背 on walls are found in the same way. In a set that boxes every face, an unlabelled blank tile is the
back of one, or its side; several of one colour next to each other are a wall.

Some sets label the flowers 花牌 of a photo by a box around the corner's numeral or character. A detector
that finds tiles of any name knows how far the tile reaches; the label still says which flower it is.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.detector_training.composites import Strip
from paiyan.datasets.formats.labelled import DatasetError, Labelled
from paiyan.scorer.tiles.tile import BACK, FLOWER, RED
from paiyan.vision.detection.detector import Detector, run_looks
from paiyan.vision.detection.naming.namer import WHITE
from paiyan.vision.detection.views.looking import look
from paiyan.vision.detection.views.pooling import pool
from paiyan.vision.detection.views.thresholds import CUT_MARGIN
from paiyan.vision.detection.views.view import square
from paiyan.vision.detections import Detections, overlaps
from paiyan.vision.picture.image import Image, load
from paiyan.vision.requests import Asking

SURE, DOUBTFUL = 0.6, 0.25
"""The confidence from which a tile gets a box, and from which its place is painted over."""
_PARTS = 3  # squares across and down, half of each shared with the next
_SIZES = (0.3, 1.8)  # of a tile, against the middle size of the tiles that are boxed
_DICE = 0.45  # smaller boxes, likewise, may be dice: 3p and 5p are easily seen in one
_SAME = 0.3  # boxes that overlap more show the same tile

Boxes = NDArray[np.float64]


class MissingBoxes(NamedTuple):
    """Unlabelled tiles of a picture: `codes` (n,) and `boxes` (n, 4) of certain ones, and the places (m, 4)
    of `doubtful` ones; boxes are x1, y1, x2, y2 in 0..1.
    """

    codes: NDArray[np.int64]
    boxes: Boxes
    doubtful: Boxes


def find_missing_boxes(detector: Detector, item: Labelled) -> MissingBoxes:
    """Find the unlabelled tiles of a picture with a detector that returns boxes from `DOUBTFUL` up.

    Certain backs are left as they are: photos do not judge backs
    (`paiyan.models.training.ultralytics_runs.train`), and chips and boxes look like some.
    """
    picture = load(item.image)
    size = np.tile(picture.shape[1::-1], 2)
    boxed = item.boxes * size
    found = _unlabelled(run_looks(look_in_squares(picture, parts=_PARTS), detector), boxed)
    found = found.select((found.confidence < SURE) | (found.classes != BACK))
    sure = (found.confidence >= SURE) & (_sides(found, boxed) > _DICE)
    maybe = (found.confidence >= DOUBTFUL) & ~sure
    boxes = found.boxes / size
    return MissingBoxes(found.classes[sure].astype(np.int64), boxes[sure], boxes[maybe])


def look_in_squares(image: Image, *, parts: int) -> Asking[Detections]:
    """Detect in square parts of a picture, `parts` of them along its longer side, each half overlapping the
    next: this finds tiles that are too small in the whole picture, or that the detector was trained to
    overlook there."""
    high, wide = image.shape[:2]
    side = 2 * max(high, wide) / (parts + 1)
    across, down = (max(math.ceil(2 * size / side) - 1, 1) for size in (wide, high))
    grown = side + 4 * CUT_MARGIN  # what the picture's edge cuts is not cut by a view
    squares = [
        square("part", ((column + 1) * wide / (across + 1), (row + 1) * high / (down + 1)), (1.0, 0.0), grown)
        for row in range(down)
        for column in range(across)
    ]
    return pool((yield from look(image, squares)))


def _unlabelled(detections: Detections, boxed: Boxes) -> Detections:
    """Select boxes of the size of a tile that do not show one of the labelled tiles."""
    side = _sides(detections, boxed)
    same = overlaps(detections.boxes, boxed).max(axis=1, initial=0) > _SAME
    same |= boxes_holding(boxed, detections.centres).any(axis=0)
    same |= boxes_holding(detections.boxes, (boxed[:, :2] + boxed[:, 2:]) / 2).any(axis=1)
    return detections.select(~same & (side > _SIZES[0]) & (side < _SIZES[1]))


def _sides(detections: Detections, boxed: Boxes) -> NDArray[np.float64]:
    """Return the side of each detected box, relative to the median of the labelled tiles; 1 without any."""
    if not len(boxed):
        return np.ones(len(detections))
    return np.sqrt(detections.sizes.prod(axis=1) / np.median((boxed[:, 2:] - boxed[:, :2]).prod(axis=1)))


def boxes_holding(boxes: Boxes | NDArray[np.float32], points: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return the matrix (n, m) that is True if a box (n, 4) holds a point (m, 2)."""
    inside = (boxes[:, None, :2] < points[None]) & (points[None] < boxes[:, None, 2:])
    return np.asarray(inside.all(axis=2))


def with_missing_boxes(photo: Strip, missing: MissingBoxes) -> Strip:
    """Add boxes around the unlabelled tiles of a photo and paint doubtful places over.

    The paint is the median colour of the surroundings; boxed tiles are never painted.
    """
    height, width = photo.picture.shape[:2]
    size = np.array([width, height, width, height])
    picture = photo.picture.copy()
    boxes = np.concatenate([photo.boxes, missing.boxes * size])
    for place in missing.doubtful * size:
        x1, y1, x2, y2 = _whole(place, grown=0.1, size=size)
        a1, b1, a2, b2 = _whole(place, grown=0.5, size=size)
        picture[y1:y2, x1:x2] = np.median(picture[b1:b2, a1:a2].reshape(-1, 3), axis=0)
    for box in boxes:
        x1, y1, x2, y2 = _whole(box, grown=0.0, size=size)
        picture[y1:y2, x1:x2] = photo.picture[y1:y2, x1:x2]
    return Strip(picture, np.concatenate([photo.classes, missing.codes]), boxes)


def _whole(box: Boxes, *, grown: float, size: NDArray[np.int64]) -> list[int]:
    """Return a box (4,) in whole pixels, grown on every side by a share of its size, inside the picture."""
    more = np.tile(box[2:] - box[:2], 2) * np.array([-grown, -grown, grown, grown])
    return np.clip(np.rint(box + more), 0, size).astype(int).tolist()


def write_missing_boxes(path: Path, missing: Mapping[str, MissingBoxes]) -> None:
    """Write the unlabelled tiles of pictures, by the picture's name; pictures without any are left out."""
    lines: dict[str, dict[str, list[list[float]]]] = {}
    for name, boxes in sorted(missing.items()):
        tiles = [[code, *box] for code, box in zip(boxes.codes.tolist(), _short(boxes.boxes), strict=True)]
        if tiles or len(boxes.doubtful):
            lines[name] = {"tiles": tiles, "doubtful": _short(boxes.doubtful)}
    text = ",\n".join(f"{json.dumps(name)}: {json.dumps(rows)}" for name, rows in lines.items())
    path.write_text("{\n" + text + "\n}\n", encoding="utf-8")


def _short(boxes: Boxes) -> list[list[float]]:
    return [[round(value, 3) for value in box] for box in boxes.tolist()]


def read_missing_boxes(path: Path) -> dict[str, MissingBoxes]:
    """Read the file that `write_missing_boxes` wrote. Raises DatasetError if it is something else."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        return {name: _of(**entry) for name, entry in content.items()}
    except (OSError, ValueError, TypeError, IndexError, AttributeError) as error:
        raise DatasetError(
            f"{path} does not say what pictures show beside their labels ({error}): make it again with "
            "python -m paiyan.models.training.pseudo_labels missing_boxes"
        ) from error


def _of(tiles: list[list[float]], doubtful: list[list[float]]) -> MissingBoxes:
    rows = np.asarray(tiles, np.float64).reshape(-1, 5)
    return MissingBoxes(
        rows[:, 0].astype(np.int64), rows[:, 1:], np.asarray(doubtful, np.float64).reshape(-1, 4)
    )


_TILE = 0.5  # the minimum probability that a box shows a tile
_ALONE = 0.95  # a back with this probability needs no neighbour
_BACK = 0.5  # one with this probability needs one neighbour, others two
_NEAR = (0.4, 1.6)  # the distance of a neighbour, in sizes of a tile
_SIZE_DIFFERENCE = 0.4  # the largest difference of their sides, as a logarithm
_COLOUR = 40.0  # the largest difference of their saturation, of 255
_SAME_TILE = 0.25  # a box that overlaps a label more than this shows that tile


def find_missing_backs(image: Image, detections: Detections, labels: Boxes) -> NDArray[np.intp]:
    """Return the indices of the detections that certainly show backs; `labels` (n, 4) are the boxed tiles, in
    pixels."""
    apart = overlaps(labels, detections.boxes).max(axis=0, initial=0) < _SAME_TILE
    apart &= ~boxes_holding(detections.boxes, (labels[:, :2] + labels[:, 2:]) / 2).any(axis=1)
    blank = detections.posterior[:, [WHITE, BACK]].sum(axis=1) > _TILE
    some = np.flatnonzero(apart & blank & (detections.objectness > _TILE))
    colours = np.array([_saturation(image, box) for box in detections.boxes[some].tolist()])
    back = detections.probabilities[some, BACK]
    near = np.array([_neighbours(detections, some, colours, at) for at in range(len(some))])
    return some[(near >= 2) | ((near >= 1) & (back > _BACK)) | (back > _ALONE)] if len(some) else some


def _neighbours(detections: Detections, candidates: NDArray[np.intp], colours: Boxes, index: int) -> int:
    """Count the candidates next to one of them that have its size and colour."""
    sizes, centres = detections.sizes[candidates], detections.centres[candidates]
    offsets = 2 * (centres - centres[index]) / (sizes + sizes[index])
    away = np.hypot(offsets[:, 0], offsets[:, 1])
    similar = np.abs(np.log(sizes / sizes[index])).max(axis=1) < _SIZE_DIFFERENCE
    similar &= np.abs(colours - colours[index]) < _COLOUR
    return int(np.count_nonzero(similar & (away > _NEAR[0]) & (away < _NEAR[1])))


def _saturation(image: Image, box: list[float]) -> float:
    """Return the saturation of the mean colour in the middle of a box, 0 to 255."""
    x1, y1, x2, y2 = box
    across, down = 0.2 * (x2 - x1), 0.2 * (y2 - y1)
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    part = image[int(y - down) : int(y + down) + 1, int(x - across) : int(x + across) + 1]
    mean = np.asarray(part.reshape(-1, 3).mean(axis=0).astype(np.uint8))
    return float(cv2.cvtColor(mean[None, None], cv2.COLOR_BGR2HSV)[0, 0, 1])


_INSIDE = 0.7  # the share of a label that must lie inside a tile for it to belong to that tile
_FLOWER_SIZES = (0.7, 1.45)  # side of a whole tile, relative to the median of the photo's tiles
_WHOLE = 0.75  # a label of this side, likewise, covers a whole tile already


def whole_flowers(detector: Detector, item: Labelled) -> MissingBoxes:
    """Box whole tiles for the flowers of a labelled picture; labels without such a tile are doubtful places.

    `detector` should return boxes with a low probability too, and several at a place: the most probable one
    that holds a label is taken.
    """
    picture = load(item.image)
    size = np.tile(picture.shape[1::-1], 2)
    flowers = is_flower(item)
    labels, codes = item.boxes[flowers] * size, item.classes[flowers]
    found = detector.detect(picture)
    side = _middle_side(item, flowers, found, size)
    boxes = np.empty((0, 4)) if not len(found) else found.boxes.astype(np.float64)
    fits = (_side(boxes) > _FLOWER_SIZES[0] * side) & (_side(boxes) < _FLOWER_SIZES[1] * side)
    surely = found.probabilities.sum(axis=1)
    tiles: list[Boxes] = []
    kept: list[int] = []
    doubtful: list[Boxes] = []
    for code, label in zip(codes.tolist(), labels, strict=True):
        around = np.flatnonzero(fits & (_inside(label, boxes) > _INSIDE))
        if _side(label[None])[0] >= _WHOLE * side:
            tiles.append(label)
        elif len(around):
            tiles.append(boxes[around[surely[around].argmax()]])
        else:
            doubtful.append(label)
            continue
        kept.append(code)
    return MissingBoxes(
        np.array(kept, np.int64),
        np.array(tiles).reshape(-1, 4) / size,
        np.array(doubtful).reshape(-1, 4) / size,
    )


def is_flower(item: Labelled) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """True for labels (n,) of a picture that are flowers."""
    return np.asarray((item.classes >= FLOWER) & (item.classes < RED))


def without_flowers(item: Labelled) -> Labelled:
    """Return a labelled picture without its flowers."""
    others = ~is_flower(item)
    return item._replace(classes=item.classes[others], boxes=item.boxes[others])


def _middle_side(item: Labelled, flowers: np.ndarray, detections: Detections, size: np.ndarray) -> float:
    """Return the side of a tile in pixels: the median of the labelled tiles, else of certain detections."""
    others = item.boxes[~flowers] * size
    surely = detections.boxes[detections.probabilities.sum(axis=1) > 0.5].astype(np.float64)
    known = others if len(others) else surely
    return float(np.median(_side(known))) if len(known) else np.inf


def _side(boxes: Boxes) -> Boxes:
    return np.sqrt((boxes[:, 2:] - boxes[:, :2]).prod(axis=1))


def _inside(label: Boxes, boxes: Boxes) -> Boxes:
    """Return the share of a label (4,) that lies inside each of the boxes (n, 4)."""
    low, high = np.maximum(boxes[:, :2], label[:2]), np.minimum(boxes[:, 2:], label[2:])
    return np.clip(high - low, 0, None).prod(axis=1) / max((label[2:] - label[:2]).prod(), 1e-9)
