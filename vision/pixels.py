"""Everything that touches pixels on the way from a picture to a hand, with OpenCV behind it.

In: upright BGR pixels, and boxes in them. Out: other pixels, or a few numbers for each box. No other module
of a reading imports cv2; a browser has a module with the same names in its place, with functions of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiyan.vision.sizes import Frame, size_of

Image = NDArray[np.uint8]
"""Pixels (height, width, 3), blue green red, upright as the camera was held."""
Grey = NDArray[np.uint8]
"""Brightness (height, width) of a reduced picture."""
Boxes = NDArray[np.floating[Any]]
"""Corners (n, 4) in pixels: x1, y1, x2, y2."""
Numbers = NDArray[np.float64]
Tone = Literal["as it is", "inverted", "dark for light", "equalised"]

GREY = 114
"""Value of the pixels outside a picture in the detector's input: the one that ultralytics trains with."""
CROP_SIDE = 64
"""Pixels of a crop's side in the namer's input."""
PRINT_SIDE = 16
"""Pixels of a side to which a crop is brought to see where its print is."""
PRINT_MODELS = Path(__file__).parent / "detection" / "context" / "uprightness.npz"
"""Fitted by `paiyan.models.training.uprightness`."""
COMPARED_WIDTH = 160
"""Width in pixels to which frames are reduced before they are compared."""

_CROP_MARGIN = 0.12  # share of a box's sides that its crop shows around it
_SHRUNK_BY_AREA = 0.7  # a crop that is shrunk further than this is averaged over areas, or its strokes break
_GROUND = 0.6  # middle part of a box's sides whose colour counts
_GROUND_PIXELS = 16  # across and down, to which the inside of a box is brought
_FACE_SIDE = 48  # pixels to which the shorter side of a face is brought before its edges are measured
_STEEP = 0.97  # share of a face's steps that are less steep than the one that counts as its steepest
_PRINT = 0.45  # a pixel is print if it differs by this share of the largest difference of the print
_RED = 0.4  # a pixel is red if its red is larger than its green by this share
_LEAST_COLOUR = 4.0  # of 255: a pixel whose channels differ by less is grey
_CHANGED_BY = 18  # of 255: a pixel that much lighter or darker than before has changed
_MOST_TREMBLE = 4  # compared pixels by which a camera held in the hand may shift between two frames
_WHITE, _WHITEST = (252, 252, 252), (255, 255, 255)  # a pixel between them is as white as can be


def resized(image: Image, width: int, height: int, *, averaged: bool = True) -> Image:
    """Resize a picture; pixels are `averaged` over areas, or interpolated between their neighbours."""
    import cv2

    if (width, height) == size_of(image):
        return image
    how = cv2.INTER_AREA if averaged else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(image, (width, height), interpolation=how), np.uint8)


def cut_out(image: Image, left: int, top: int, width: int, height: int) -> Image:
    """Return a part of a picture, which must lie inside it."""
    return np.ascontiguousarray(image[top : top + height, left : left + width])


def warped(image: Image, to_shown: Numbers, size: tuple[int, int]) -> Image:
    """Show a picture through an affine map (2, 3) in `size` (width, height); outside it is grey."""
    import cv2

    shown = cv2.warpAffine(image, to_shown, size, flags=cv2.INTER_LINEAR, borderValue=(GREY, GREY, GREY))
    return np.asarray(shown, np.uint8)


def framed(image: Image, across: int, down: int) -> Image:
    """Put a grey border around a picture: `across` pixels at its sides, `down` above and below it."""
    import cv2

    kind, grey = cv2.BORDER_CONSTANT, (GREY, GREY, GREY)
    return np.asarray(cv2.copyMakeBorder(image, down, down, across, across, kind, value=grey), np.uint8)


def rotated(image: Image, quarters: int) -> Image:
    """Turn a picture by quarters against the clock."""
    return np.ascontiguousarray(np.rot90(image, quarters)) if quarters else image


def toned(image: Image, tone: Tone) -> Image:
    """Return a picture as it is, with inverted colours, with only its brightness inverted, or with its
    brightness spread over all values."""
    import cv2

    if tone == "inverted":
        return np.asarray(255 - image, np.uint8)
    if tone == "dark for light":
        tones = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2HLS))
        tones[..., 1] = 255 - tones[..., 1]
        return np.asarray(cv2.cvtColor(tones, cv2.COLOR_HLS2BGR), np.uint8)
    if tone == "equalised":
        lab = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2LAB))
        lab[..., 0] = cv2.createCLAHE(clipLimit=3.0, tileGridSize=(8, 8)).apply(lab[..., 0])
        return np.asarray(cv2.cvtColor(lab, cv2.COLOR_LAB2BGR), np.uint8)
    return image


def letterbox(
    image: Image, shape: tuple[int, int], *, averaged: bool = True
) -> tuple[NDArray[np.uint8], Frame]:
    """Centre a picture on grey in an input `shape` (height, width): uint8 (1, *shape, 3), BGR.

    A larger picture's pixels are `averaged` over the area of each one of the input, or nearly so.
    """
    width, height = size_of(image)
    scale = min(shape[0] / height, shape[1] / width)
    inner_w, inner_h = max(round(width * scale), 1), max(round(height * scale), 1)
    if not averaged:
        image = _halved(image, scale)
    image = resized(image, inner_w, inner_h, averaged=scale < 1 and averaged)
    left, top = (shape[1] - inner_w) // 2, (shape[0] - inner_h) // 2
    canvas = np.full((1, *shape, 3), GREY, np.uint8)
    canvas[0, top : top + inner_h, left : left + inner_w] = image
    return canvas, Frame(scale, left, top, width, height)


def _halved(image: Image, scale: float) -> Image:
    """Return a picture halved as often as `scale` allows; an odd last row or column is left out.

    OpenCV averages two by two pixels ten times as fast as other areas.
    """
    while scale <= 0.5 and min(image.shape[:2]) > 1:
        wide, high = (side // 2 for side in size_of(image))
        image = resized(image[: 2 * high, : 2 * wide], wide, high)
        scale *= 2
    return image


def with_margin(width: float, height: float) -> tuple[float, float]:
    """Return the part of the picture shown of a box: a little more on every side."""
    return width * (1 + 2 * _CROP_MARGIN), height * (1 + 2 * _CROP_MARGIN)


def crops(image: Image, boxes: Boxes) -> NDArray[np.uint8]:
    """Return the crops that the namer takes of boxes (n, 4): BGR (n, 64, 64, 3), stretched to squares."""
    out = np.empty((len(boxes), CROP_SIDE, CROP_SIDE, 3), np.uint8)
    for at, (x1, y1, x2, y2) in enumerate(boxes.astype(np.float64).tolist()):
        wide, high = with_margin(x2 - x1, y2 - y1)
        out[at] = _crop(image, (x1 + x2 - wide) / 2, (y1 + y2 - high) / 2, wide, high)
    return out


def _crop(image: Image, left: float, top: float, wide: float, high: float) -> Image:
    """Return a window of a picture as a square; beyond the picture's edge its last pixels are repeated."""
    import cv2

    height, width = image.shape[:2]
    x1, y1 = max(int(left), 0), max(int(top), 0)
    x2, y2 = min(int(left + wide) + 2, width), min(int(top + high) + 2, height)
    window = image[y1:y2, x1:x2]
    shrink = min(CROP_SIDE / wide, CROP_SIDE / high)
    if shrink < _SHRUNK_BY_AREA:
        # The tile of a stretched picture is a needle: it is shrunk only along its length.
        by = [max(shrink, min(_SHRUNK_BY_AREA * CROP_SIDE / side, 1)) for side in (wide, high)]
        window = resized(window, max(round((x2 - x1) * by[0]), 1), max(round((y2 - y1) * by[1]), 1))
    across = CROP_SIDE / wide * (x2 - x1) / window.shape[1]
    down = CROP_SIDE / high * (y2 - y1) / window.shape[0]
    there = np.array([[across, 0, (x1 - left) * CROP_SIDE / wide], [0, down, (y1 - top) * CROP_SIDE / high]])
    square = cv2.warpAffine(
        window, there, (CROP_SIDE, CROP_SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(square, np.uint8)


def prints(faces: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return where crops (n, h, w, 3) have print, in brightness and in tint: (n, 2, 16, 16).

    Each has mean 0 and length 1, the same for light and for dark faces."""
    import cv2

    side = PRINT_SIDE
    if not len(faces):
        return np.zeros((0, 2, side, side), np.float32)
    small = np.empty((len(faces), side, side, 3), np.uint8)
    for at, face in enumerate(faces):
        small[at] = cv2.resize(face, (side, side), interpolation=cv2.INTER_AREA)
    lab = np.asarray(cv2.cvtColor(small.reshape(-1, side, 3), cv2.COLOR_BGR2LAB), np.float32)
    lab = lab.reshape(small.shape)
    ground = np.median(lab[:, 3:-3, 3:-3].reshape(len(faces), -1, 3), axis=1)
    away = np.abs(lab - ground[:, None, None])
    out = np.stack([away[..., 0], np.hypot(away[..., 1], away[..., 2])], axis=1)
    out -= out.mean(axis=(2, 3), keepdims=True)
    return out / (np.linalg.norm(out.reshape(len(out), -1), axis=1)[:, None, None, None] + np.float32(1e-3))


def ways_up(image: Image, boxes: Boxes, codes: NDArray[np.intp]) -> NDArray[np.float32]:
    """Return how well boxes (n, 4) fit the print of their tile codes (n,), turned by none to three quarters
    against the clock: (n, 4)."""
    shown, models = prints(crops(image, boxes)), print_models()[codes]
    turned = (np.rot90(shown, quarters, axes=(2, 3)) for quarters in range(4))
    return np.stack([(one * models).sum(axis=(1, 2, 3)) for one in turned], axis=1)


def tells_ways_up() -> NDArray[np.bool_]:
    """True for tile codes (46,) whose print shows which way up a face lies."""
    return np.asarray(print_models().any(axis=(1, 2, 3)), np.bool_)


@lru_cache(maxsize=1)
def print_models() -> NDArray[np.float32]:
    """Return a linear model of the print of every tile code (46, 2, 16, 16); 0 for those without one."""
    with np.load(PRINT_MODELS) as kept:
        return kept["weights"].astype(np.float32) * kept["scales"][:, None, None, None]


def ground_colours(image: Image, boxes: Boxes) -> tuple[Numbers, Numbers]:
    """Return the median colour inside each box (n, 4) in Lab (n, 3), and the spread of its brightness (n,).

    Less than half of a face is printed on, so that is the colour of its ground: tiles of one set have faces
    of one colour, and tables another.
    """
    import cv2

    insides = np.zeros((len(boxes), _GROUND_PIXELS, _GROUND_PIXELS, 3), np.uint8)
    boxes = boxes.astype(np.float64)
    centres, halves = (boxes[:, :2] + boxes[:, 2:]) / 2, _GROUND * (boxes[:, 2:] - boxes[:, :2]) / 2
    corners = np.concatenate([centres - halves, centres + halves], axis=1).round().astype(int)
    for at, (x1, y1, x2, y2) in enumerate(corners.tolist()):
        part = _nearest_pixels(image, x1, y1, x2, y2)
        insides[at] = cv2.resize(part, (_GROUND_PIXELS, _GROUND_PIXELS), interpolation=cv2.INTER_AREA)
    pixels = insides.reshape(len(boxes), -1, 3)
    lab = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB))
    middle = (_GROUND_PIXELS**2 // 2 - 1, _GROUND_PIXELS**2 // 2)
    # The median; numpy's own would first make floats of all pixels, which takes longer than finding it.
    return np.partition(lab, middle, axis=1)[:, middle].mean(axis=1), lab[..., 0].std(axis=1)


def brightness(image: Image, boxes: Boxes) -> list[float]:
    """Return the median of each box's brightest channel, 0 to 255; of one outside, of the nearest pixels."""
    parts = (_nearest_pixels(image, x1, y1, x2 + 1, y2 + 1) for x1, y1, x2, y2 in boxes.astype(int).tolist())
    return [float(np.median(part.max(axis=2))) for part in parts]


def _nearest_pixels(image: Image, x1: int, y1: int, x2: int, y2: int) -> Image:
    """Return the pixels of a window that lie in a picture; of one outside, those nearest to it."""
    high, wide = image.shape[:2]
    x, y = min(max(x1, 0), wide - 1), min(max(y1, 0), high - 1)
    return image[y : max(y2, y + 1), x : max(x2, x + 1)]


def _pixels_inside(image: Image, x1: int, y1: int, x2: int, y2: int) -> Image:
    """Return the pixels of a window that lie in a picture, perhaps none: a slice that begins below zero would
    begin at the other end."""
    return image[max(y1, 0) : max(y2, 0), max(x1, 0) : max(x2, 0)]


def red_ink(image: Image, boxes: Boxes) -> list[float]:
    """Return the share of each box's print that is red, 0 to 1; print is least like the median colour.

    A red five has only red print; the character of a plain one, or its middle, may be red too.
    """
    shares: list[float] = []
    for x1, y1, x2, y2 in boxes.astype(int).tolist():
        across, down = (x2 - x1) // 8, (y2 - y1) // 8
        face = _pixels_inside(image, x1 + across, y1 + down, x2 - across, y2 - down).reshape(-1, 3)
        if not len(face):
            shares.append(0.0)
            continue
        colours = face.astype(np.float64)
        unlike = np.abs(colours - np.median(colours, axis=0)).max(axis=1)
        strongest = np.sort(unlike)[(98 * (len(unlike) - 1)) // 100]
        blue, green, red = colours[unlike >= _PRINT * strongest].T
        shares.append(float(((red - green > _RED * red) & (red > blue)).mean()))
    return shares


def coloured_share(image: Image) -> float:
    """Return the share of a picture's pixels that are not grey, among some 200 across and down."""
    small = image[:: max(image.shape[0] // 200, 1), :: max(image.shape[1] // 200, 1)]
    blue, green, red = np.moveaxis(small, 2, 0)
    spread = np.maximum(np.maximum(blue, green), red) - np.minimum(np.minimum(blue, green), red)
    return np.count_nonzero(spread >= _LEAST_COLOUR) / spread.size


def steepness(image: Image, boxes: Boxes) -> list[float]:
    """Return how steep the edges in each box are, 0 to 255, all boxes in one size; tiny ones are left out.

    Of the steps along and across the picture the smaller count, since motion blurs one direction only.
    """
    import cv2

    steps: list[float] = []
    for x1, y1, x2, y2 in boxes.astype(int).tolist():
        face = _pixels_inside(image, x1, y1, x2 + 1, y2 + 1)
        if min(face.shape[:2]) < 4:
            continue
        scale = _FACE_SIDE / min(face.shape[:2])
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        grey = cv2.cvtColor(cv2.resize(face, None, fx=scale, fy=scale, interpolation=how), cv2.COLOR_BGR2GRAY)
        down, across = cv2.absdiff(grey[1:], grey[:-1]), cv2.absdiff(grey[:, 1:], grey[:, :-1])
        steps.append(min(_steep(np.asarray(step, np.uint8)[2:-2, 2:-2]) for step in (down, across)))
    return steps


def _steep(steps: NDArray[np.uint8]) -> float:
    """Return the 97th percentile of some steps, interpolated; numpy's own takes five times as long for
    so few."""
    rank = _STEEP * (steps.size - 1)
    below = int(rank)
    lower, upper = np.partition(steps, (below, below + 1), axis=None)[below : below + 2].tolist()
    return lower + (upper - lower) * (rank - below)


def white_shares(image: Image, corners: Sequence[tuple[int, int, int, int]]) -> list[float]:
    """Return the share of pure white pixels in each part of a picture; empty parts are left out."""
    import cv2

    return [
        cv2.countNonZero(cv2.inRange(face, _WHITE, _WHITEST)) / (face.shape[0] * face.shape[1])
        for corner in corners
        if (face := _pixels_inside(image, *corner)).size
    ]


def compared(image: Image) -> Grey:
    """Reduce a frame for comparison with another: grey, `COMPARED_WIDTH` across, a little blurred."""
    import cv2

    height = max(round(image.shape[0] * COMPARED_WIDTH / image.shape[1]), 1)
    reduced = cv2.resize(image, (COMPARED_WIDTH, height), interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(reduced, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.GaussianBlur(grey, (3, 3), 0), np.uint8)


class Motion(NamedTuple):
    """The step between two frames: the shift of the whole, in compared pixels, and the share of the rest
    that changed."""

    changed: float
    x: float = 0.0
    y: float = 0.0


def motion_between(before: Grey, now: Grey, *, moving: float) -> Motion:
    """Compare two reduced frames; if a share of `moving` changed, first undo the trembling of a camera held
    in the hand."""
    import cv2

    if before.shape != now.shape:
        return Motion(1.0)
    as_is = Motion(_changed_share(before, now))
    if as_is.changed <= moving:
        return as_is
    (x, y), _ = cv2.phaseCorrelate(before.astype(np.float32), now.astype(np.float32))
    if max(abs(x), abs(y)) > _MOST_TREMBLE:
        return as_is
    shifted = cv2.warpAffine(before, np.array([[1, 0, x], [0, 1, y]]), before.shape[::-1])
    inner = slice(_MOST_TREMBLE, -_MOST_TREMBLE)
    return min(as_is, Motion(_changed_share(shifted[inner, inner], now[inner, inner]), x, y))


def _changed_share(before: NDArray[Any], now: NDArray[Any]) -> float:
    """Return the share of pixels that changed, after a change of the whole light is evened out."""
    step = now.astype(np.int16) - before
    step -= np.int16(np.median(step))
    return float((np.abs(step) > _CHANGED_BY).mean())
