# pyright: basic
# What is behind it is JavaScript, which has no types here: web/js/phone/pixels.js has its own.
"""`paiyan.vision.pixels` in a browser: the same functions over a picture that JavaScript holds."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import paiyan_pixels as js  # pyright: ignore[reportMissingImports]
from pyodide.ffi import to_js  # pyright: ignore[reportMissingImports]

GREY = 114
CROP_SIDE = 64
PRINT_SIDE = 16
Tone = str
Boxes = Any


class Image:
    """An upright picture: `held` is JavaScript's, `shape` as numpy would have it."""

    __slots__ = ("held", "shape")

    def __init__(self, held: Any) -> None:
        self.held = held
        self.shape = (held.h, held.w, 3)


def resized(image: Image, width: int, height: int, *, averaged: bool = True) -> Image:
    """Bring a picture to a size."""
    return Image(js.resized(image.held, width, height, averaged))


def cut_out(image: Image, left: int, top: int, width: int, height: int) -> Image:
    """Return a part of a picture that lies in it."""
    return Image(js.cutOut(image.held, left, top, width, height))


def warped(image: Image, to_shown: Any, size: tuple[int, int]) -> Image:
    """Show a picture through an affine map (2, 3)."""
    return Image(js.warped(image.held, to_js(to_shown.tolist()), *size))


def framed(image: Image, across: int, down: int) -> Image:
    """Put a grey border around a picture."""
    return Image(js.framed(image.held, across, down))


def rotated(image: Image, quarters: int) -> Image:
    """Turn a picture by quarters against the clock."""
    return Image(js.rotated(image.held, quarters)) if quarters else image


def toned(image: Image, tone: Tone) -> Image:
    """Return a picture in another tone."""
    return image if tone == "as it is" else Image(js.toned(image.held, tone))


def letterbox(image: Image, shape: tuple[int, int], *, averaged: bool = True) -> Any:
    """Centre a picture on grey: the network's input and the frame, as JavaScript has them."""
    del averaged
    return js.letterbox(image.held, to_js(list(shape)))


def with_margin(width: float, height: float) -> tuple[float, float]:
    """The part of the picture that is shown of a box."""
    return width * js.SHOWN, height * js.SHOWN


def crops(image: Image, boxes: Boxes) -> Any:
    """Return the crops of boxes for the namer, in the form of JavaScript."""
    return js.crops(image.held, to_js(boxes.tolist()))


def prints(faces: Any) -> Any:
    """Return the printed part of crops, in the form of JavaScript."""
    return js.print(faces)


def ways_up(image: Image, boxes: Boxes, codes: Any) -> Any:
    """Return how well boxes match the print of their codes, turned by 0 to 3 quarters: (n, 4)."""
    return _table(js.waysUpOf(image.held, to_js(boxes.tolist()), to_js(codes.tolist())), 4)


def tells_ways_up() -> Any:
    """Return a mask (46,) of the tile codes whose print shows which way up a face lies."""
    return np.array(js.printed().to_py(), np.bool_)


def print_models() -> Any:
    """Python holds no models of prints here."""
    raise NotImplementedError


def ground_colours(image: Image, boxes: Boxes) -> tuple[Any, Any]:
    """The middle colour of the inside of each box in Lab (n, 3), and how its brightness varies (n,)."""
    found = js.groundColours(image.held, to_js(boxes.tolist()))
    return _table(found.colours, 3), np.array(found.uneven.to_py(), np.float64)


def brightness(image: Image, boxes: Boxes) -> list[float]:
    """The middle value of each box's brightest channel."""
    return js.brightness(image.held, to_js(boxes.tolist())).to_py()


def red_ink(image: Image, boxes: Boxes) -> list[float]:
    """The share of each box's print that is red."""
    return js.redInk(image.held, to_js(boxes.tolist())).to_py()


def coloured_share(image: Image) -> float:
    """The share of a picture's pixels that are not grey."""
    return js.colouredShare(image.held)


def steepness(image: Image, boxes: Boxes) -> list[float]:
    """Return the steepness of the edges in each box."""
    return js.steepness(image.held, to_js(boxes.tolist())).to_py()


def white_shares(image: Image, corners: Any) -> list[float]:
    """The share of pixels in each part of a picture that are as white as can be."""
    return js.whiteShares(image.held, to_js([list(one) for one in corners])).to_py()


class Motion(NamedTuple):
    """The step between two frames: how far the whole shifted, and the share of the rest that changed."""

    changed: float
    x: float = 0.0
    y: float = 0.0


def compared(image: Image) -> Any:
    """Reduce a frame for comparison with another, as JavaScript has it."""
    return js.compared(image.held)


def motion_between(before: Any, now: Any, *, moving: float) -> Motion:
    """Compare two reduced frames; where a share of `moving` changed, trembling is compensated."""
    step = js.motionBetween(before, now, moving)
    return Motion(step.changed, step.x, step.y)


def _table(rows: Any, width: int) -> Any:
    return np.array(rows.to_py(), np.float64).reshape(-1, width)
