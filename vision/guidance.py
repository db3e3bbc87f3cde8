"""Guide a camera before its shutter 取景提示: hold still, all tiles in, closer, level, without glare.

Hints are found from boxes by plain numbers, so that a phone without a service says the same as the service.
A network is as sure of half a tile at the picture's edge as of a whole one: the room around a hand decides
what is cut off, not the reading.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import Enum
from statistics import median_high
from typing import NamedTuple

from paiyan.scorer.messages.languages import Translatable, Words
from paiyan.vision.detections import Detections
from paiyan.vision.picture.quality import LEAST_SHARPNESS, count_glaring, sharpness_of
from paiyan.vision.pixels import Image
from paiyan.vision.sizes import size_of

MOVING_SHARE = 0.012
"""Share of changed pixels from which a picture moves; one tile of a hand is more."""
SHOTS = 2
"""Frames in a row without a hint, before the photo is taken."""
Box = Sequence[float]
"""Corners in pixels: x1, y1, x2, y2."""

_SURE = 0.5  # objectness of a box that counts
_FEWEST = 4  # tiles; fewer are no hand
_WHOLE = 13  # tiles of the smallest hand
_NEXT = (0.35, 1.6)  # how far the middle of a tile's neighbour lies, from and to, in sizes
_LIKE = 0.6  # of the larger one's size: neighbours are no smaller
_ROOM = 0.25  # of a tile: with less between a hand and the picture's edge, it may go on outside
_AS_LARGE = 0.75  # of the hand's middle tile: its melds are no smaller, tiles farther off are
_LEAST_WIDTH = 24.0  # pixels of a tile's shorter side: twice the least that can be read
_LEAST_SHARE = 15 / 640  # of the picture's longer side: the network finds most, but not all, smaller ones
_TILT = 15.0  # degrees by which a row may slope


class Hint(Enum):
    """An instruction before a photo is taken. The value is its stable code."""

    HOLD_STILL = "hold_still"
    NO_TILES = "no_tiles"
    CUT = "cut"
    CLOSER = "closer"
    TURN = "turn"
    GLARE = "glare"
    MORE = "more"

    @property
    def text(self) -> Translatable:
        """The sentence for the player."""
        return _TEXTS[self]


_TEXTS = {
    Hint.HOLD_STILL: Words("请拿稳…", "Hold still…", "動かさないでください…"),
    Hint.NO_TILES: Words(
        "还没有看到牌：把镜头对准手牌",
        "No tiles in view yet: hold the camera over the hand",
        "牌が見えません。手牌にカメラを向けてください",
    ),
    Hint.CUT: Words(
        "有牌在画面边上被切掉：退后一点，让整手牌入镜",
        "A tile is cut off: move back until there is room around the hand",
        "牌が画面の端で切れています：少し離れて、周りに余白を入れてください",
    ),
    Hint.CLOSER: Words("再靠近一点", "Come closer", "もっと近づけてください"),
    Hint.TURN: Words(
        "转一下手机，让牌排成水平",
        "Turn the phone until the row lies level",
        "牌の列が水平になるようにスマホを回してください",
    ),
    Hint.GLARE: Words(
        "有牌反光：换个角度",
        "Glare hides a tile: change the angle",
        "牌が光っています：角度を変えてください",
    ),
    Hint.MORE: Words(
        "还没看到整手牌：把副露也拍进来",
        "Not a whole hand yet: take in the melds too",
        "まだ一手がそろって見えません：副露も写してください",
    ),
}


class Advice(NamedTuple):
    """Advice on one frame: `hint`, how to hold the camera otherwise, if so; `shoot`, True to take the photo
    now."""

    hint: Hint | None
    shoot: bool = False


class Guide:
    """Follows a camera's frames until several in a row are worth a photo."""

    def __init__(self, *, shots: int = SHOTS) -> None:
        self._shots = shots
        self._good = 0  # frames in a row without a hint

    def moved(self) -> Advice:
        """Advise on a frame of a moving picture, in which no tile is searched for."""
        self._good = 0
        return Advice(Hint.HOLD_STILL)

    def see(self, image: Image, detections: Detections) -> Advice:
        """Advise on the next frame at rest, with its detections."""
        hint = hint_of(image, detections)
        self._good = 0 if hint else self._good + 1
        shoot = self._good >= self._shots
        if shoot:
            self._good = 0
        return Advice(hint, shoot)


def hint_of(image: Image, detections: Detections) -> Hint | None:
    """Return the most urgent thing to do before this frame is worth a photo; None if nothing."""
    size = size_of(image)
    boxes: list[list[float]] = detections.boxes.tolist()
    sure = [tile for tile, there in enumerate(detections.objectness.tolist()) if there >= _SURE]
    hand = [sure[i] for i in hand_of([boxes[tile] for tile in sure])]
    least = max(_LEAST_WIDTH, _LEAST_SHARE * max(size))
    if len(hand) < _FEWEST:
        faint: list[list[float]] = detections.hints.tolist()
        if len(faint) < _FEWEST:
            return Hint.NO_TILES
        return Hint.CLOSER if width_of(faint) < least else Hint.HOLD_STILL
    row = [boxes[tile] for tile in hand]
    as_large = _AS_LARGE * median_high(map(_size, row))
    whole = [tile for tile in sure if _size(boxes[tile]) > as_large]
    if is_cut_off([boxes[tile] for tile in whole], size):
        return Hint.CUT
    if width_of(row) < least:
        return Hint.CLOSER
    if sharpness_of(image, detections, hand) < LEAST_SHARPNESS:
        return Hint.HOLD_STILL
    if slope_of(row) > _TILT:
        return Hint.TURN
    if count_glaring(image, detections, whole):
        return Hint.GLARE
    return Hint.MORE if len(whole) < _WHOLE else None


def hand_of(boxes: Sequence[Box]) -> list[int]:
    """Return the indices of the tiles that lie together and take most of a picture."""
    sizes = [_size(box) for box in boxes]
    left = set(range(len(boxes)))
    best: list[int] = []
    while left:
        group = [left.pop()]
        for one in group:
            near = [other for other in left if _are_neighbours(boxes[one], boxes[other])]
            left.difference_update(near)
            group += near
        if sum(sizes[i] for i in group) > sum(sizes[i] for i in best):
            best = group
    return sorted(best)


def is_cut_off(boxes: Sequence[Box], size: tuple[int, int]) -> bool:
    """True if a hand reaches the edge of a picture of `size`, so that one of its tiles may be cut off."""
    wide, high = size
    room = _ROOM * width_of(boxes)
    return any(min(x1, y1, wide - x2, high - y2) < room for x1, y1, x2, y2 in boxes)


def width_of(boxes: Sequence[Box]) -> float:
    """Return the shorter side of the middle tile."""
    return median_high([min(x2 - x1, y2 - y1) for x1, y1, x2, y2 in boxes])


def slope_of(boxes: Sequence[Box]) -> float:
    """Return the degrees by which rows slope against the nearer of the picture's axes, 0 to 45.

    That is the median over the tiles, each against its nearest neighbour."""
    slopes: list[float] = []
    for i, box in enumerate(boxes):
        others = [_away(box, other) for k, other in enumerate(boxes) if k != i]
        x, y = min(others, key=lambda way: math.hypot(*way), default=(1.0, 0.0))
        slopes.append(math.degrees(math.atan2(min(abs(x), abs(y)), max(abs(x), abs(y), 1e-9))))
    return median_high(slopes)


def _are_neighbours(box: Box, other: Box) -> bool:
    size, its = _size(box), _size(other)
    least, most = _NEXT
    away = math.hypot(*_away(box, other)) / max(size, its)
    return least < away < most and min(size, its) > _LIKE * max(size, its)


def _away(box: Box, other: Box) -> tuple[float, float]:
    """Return how far the middle of another box lies, right and down."""
    return (other[0] + other[2] - box[0] - box[2]) / 2, (other[1] + other[3] - box[1] - box[3]) / 2


def _size(box: Box) -> float:
    return math.sqrt(max(box[2] - box[0], 0.0) * max(box[3] - box[1], 0.0))
