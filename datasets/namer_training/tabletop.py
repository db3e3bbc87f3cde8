"""Draw close pictures of single things on a table, for training crops: dice 骰子, backs 牌背, characters.

Dice lie on most tables and are most easily taken for a tile of circles. Backs are sold in every colour: a
pale one, pink or lavender, on a wall looks much like a blank white dragon 白板, and the tables of
`paiyan.datasets.synth` have few of them. Single characters of the size of tiles 牌架上的字, on racks and
signs and written one by one, fill a box just as a tile's face does; only no edge surrounds them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.synth.faces.canvas import ink_over
from paiyan.datasets.synth.faces.characters import draws, in_pixels, written
from paiyan.datasets.synth.faces.style import Colour, hsv

Picture = NDArray[np.uint8]
Floats = NDArray[np.float64]

SIDE = 120
"""Pixels of a close picture."""


SUBPIXEL_BITS = 4
"""Fractional bits of a coordinate for OpenCV's drawing functions."""


def subpixel(points: Floats) -> NDArray[np.int32]:
    """Return points (n, 2) as OpenCV takes them with a shift of `SUBPIXEL_BITS`."""
    return (points * 2**SUBPIXEL_BITS).round().astype(np.int32)


def draw_tabletop(rng: np.random.Generator) -> Picture:
    """Draw cloth or wood in one colour, unevenly lit: BGR (120, 120, 3)."""
    colour = rng.integers(20, 200, size=3).astype(np.float64)
    if rng.random() < 0.5:
        colour = np.array([40, 120, 40]) * rng.uniform(0.5, 1.7, size=3)
    ramp = np.linspace(rng.uniform(0.7, 1), rng.uniform(0.9, 1.2), SIDE)[None, :, None]
    grain = rng.normal(0, rng.uniform(1, 9), size=(SIDE, SIDE, 1))
    return (colour * ramp + grain).clip(0, 255).astype(np.uint8)


_FACE = 48  # of a face before it is turned
_SPOTS = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "023568"}  # places of a 3 × 3 grid
_BODIES = (
    *((245, 245, 245), (225, 238, 245), (60, 60, 200)),
    *((40, 40, 40), (70, 140, 60), (200, 160, 90)),
)
_BODY_SHARES = (0.6, 0.2, 0.07, 0.05, 0.04, 0.04)
_INKS = ((30, 30, 30), (40, 40, 200), (190, 90, 40), (60, 110, 40))


def draw_die(rng: np.random.Generator) -> tuple[Picture, Floats]:
    """Draw a die on a table, BGR (120, 120, 3), and the box around it or its upper face, (1, 4) in pixels."""
    body = np.array(_BODIES[int(rng.choice(len(_BODIES), p=_BODY_SHARES))], np.float64)
    dark = body.mean() < 150
    ink = (235, 235, 235) if dark else _INKS[int(rng.choice(len(_INKS), p=(0.45, 0.2, 0.25, 0.1)))]
    special = (40, 40, 210) if not dark and rng.random() < 0.7 else ink  # one and four are red
    picture = draw_tabletop(rng)
    turned = _turn(rng)
    centre = np.full(2, SIDE / 2) + rng.uniform(-8, 8, size=2)
    half = rng.uniform(22, 30)
    small = rng.permutation(3) + 1
    numbers = np.where(rng.random(3) < 0.5, small, 7 - small)  # opposite faces have seven pips together
    seen: list[Floats] = []
    for axis, number in enumerate(numbers.tolist()):  # the upper face is that of the third axis
        normal = turned[:, axis] * (1 if turned[2, axis] > 0 else -1)
        if normal[2] < 0.04:
            continue
        one, two = turned[:, (axis + 1) % 3], turned[:, (axis + 2) % 3]
        corners = np.array([normal + a * one + b * two for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
        seen.append(corners[:, :2] * half + centre)
        colour = special if number in (1, 4) else ink
        _lay(picture, _face(number, tuple(body), colour), seen[-1], 0.55 + 0.45 * normal[2])
    every = seen[-1] if rng.random() < 0.4 else np.concatenate(seen)
    return picture, np.concatenate([every.min(axis=0), every.max(axis=0)])[None]


def _turn(rng: np.random.Generator) -> Floats:
    """Draw how a die lies, seen from above at a slant: a matrix whose columns are its axes, z towards the
    eye."""
    yaw, tilt = rng.uniform(0, 2 * np.pi), np.deg2rad(rng.uniform(0, 65))
    c, s = np.cos(yaw), np.sin(yaw)
    flat = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    c, s = np.cos(tilt), np.sin(tilt)
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]]) @ flat


@lru_cache(maxsize=512)
def _face(number: int, body: tuple[float, ...], ink: tuple[int, ...]) -> Picture:
    """Draw a face with its pips, BGR with a mask, (48, 48, 4)."""
    face = np.zeros((_FACE, _FACE, 4), np.uint8)
    edge = 5
    cv2.rectangle(face, (edge, 0), (_FACE - 1 - edge, _FACE - 1), (*body, 255), -1)
    cv2.rectangle(face, (0, edge), (_FACE - 1, _FACE - 1 - edge), (*body, 255), -1)
    for x in (edge, _FACE - 1 - edge):
        for y in (edge, _FACE - 1 - edge):
            cv2.circle(face, (x, y), edge, (*body, 255), -1, cv2.LINE_AA)
    for place in _SPOTS[number]:
        row, column = divmod(int(place), 3)
        at = (round(_FACE * (0.24 + 0.26 * column)), round(_FACE * (0.24 + 0.26 * row)))
        cv2.circle(face, at, 9 if number == 1 else 5, (*ink, 255), -1, cv2.LINE_AA)
    return face


def _lay(picture: Picture, face: Picture, corners: Floats, light: float) -> None:
    """Draw a face into the picture at its four corners (4, 2)."""
    source = np.array([[0, 0], [_FACE, 0], [_FACE, _FACE], [0, _FACE]], np.float32)
    there = cv2.getPerspectiveTransform(source, corners.astype(np.float32))
    size = (picture.shape[1], picture.shape[0])
    laid = cv2.warpPerspective(face, there, size, flags=cv2.INTER_LINEAR).astype(np.float64)
    mask = laid[..., 3:] / 255
    picture[:] = (picture * (1 - mask) + laid[..., :3] * light * mask).clip(0, 255).astype(np.uint8)


_PALE = 0.6  # share of backs that are pale
_LIGHT = (0.7, 0.82, 1.0)  # of faces to the side, to the camera and upwards
_ABOUT = ((-1, -1), (1, -1), (1, 1), (-1, 1))


def draw_back(rng: np.random.Generator) -> tuple[Picture, Floats]:
    """Draw a tile with its back visible among its neighbours, BGR (120, 120, 3), and the box around that back
    in pixels (1, 4)."""
    picture = draw_tabletop(rng)
    eye = seen_from(np.deg2rad(rng.normal(0, 18)), np.deg2rad(rng.uniform(22, 80)))
    colours = _colour(rng), hsv(rng.uniform(25, 70), rng.uniform(0, 0.1), rng.uniform(0.85, 1))
    standing = rng.random() < 0.2
    half = 0.5 * rng.uniform(28, 42) * np.array([1, rng.uniform(1.25, 1.45), rng.uniform(0.6, 0.95)])
    share, ribs = rng.uniform(0.15, 0.6), int(rng.integers(6, 16)) if rng.random() < 0.3 else 0
    left, right, below = (int(n) for n in rng.integers(0, (3, 3, 1 if standing else 2)))
    shown = np.zeros((0, 2))
    for layer in range(-below, 1):
        for place in sorted(range(-left, right + 1), key=lambda x: float(eye[2, 0] * x)):
            at = np.array([2.04 * place * half[0], rng.normal(0, 0.6), 2 * layer * half[2]])
            face = _tile(picture, eye, at, half, standing=standing, share=share, colours=colours, ribs=ribs)
            shown = face if (layer, place) == (0, 0) else shown
    picture[:] = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.4, 1.2))
    low, high = shown.min(axis=0), shown.max(axis=0)
    if rng.random() < 0.4:  # a detector's box often includes a little of the side below
        high[1] += rng.uniform(0, 0.35) * (high[1] - low[1])
    return picture, np.concatenate([low, high]).clip(1, SIDE - 1)[None]


def _colour(rng: np.random.Generator) -> Colour:
    """Draw the colour of a back: never as near to white as a face."""
    hue = rng.uniform(0, 360)
    if rng.random() > _PALE:
        return hsv(hue, rng.uniform(0.4, 0.95), rng.uniform(0.2, 0.9))
    least = 0.4 if 20 < hue < 90 else 0.14  # faces are yellowish
    return hsv(hue, rng.uniform(least, least + 0.3), rng.uniform(0.75, 1))


def seen_from(turn: float, lift: float) -> Floats:
    """Return a rotation from the table (along the row, towards the camera, up) to the picture (right, down,
    nearer) of a camera turned about the table's axis and lifted above it, in radians."""
    (c, s), (high, low) = (np.cos(turn), np.sin(turn)), (np.sin(lift), np.cos(lift))
    return np.array([[c, -s, 0], [s * high, c * high, -low], [s * low, c * low, high]])


def _tile(
    picture: Picture, eye: Floats, centre: Floats, half: Floats, *,
    standing: bool, share: float, colours: tuple[Colour, Colour], ribs: int,
) -> Floats:  # fmt: skip
    """Draw a tile of two slabs, its back upwards, or `standing` with its back to the camera; return the
    corners of that back in the picture, (4, 2)."""
    axis = 1 if standing else 2
    size = half[[0, 2, 1]] if standing else half
    along = np.eye(3)[axis] * size[axis]
    for colour, part, side in ((colours[1], 1 - share, -share), (colours[0], share, 1 - share)):
        slab = np.where(np.eye(3)[axis] > 0, size * part, size)
        faces = _slab(picture, eye, centre + along * side, slab, colour)
    shown = faces[axis]
    for k in range(1, ribs):
        ends = [shown[a] + (shown[b] - shown[a]) * k / ribs for a, b in ((0, 3), (1, 2))]
        tint = tuple(0.94 * v for v in colours[0])
        cv2.polylines(picture, [subpixel(np.array(ends))], False, tint, 1, cv2.LINE_AA, SUBPIXEL_BITS)
    return shown


def _slab(picture: Picture, eye: Floats, centre: Floats, half: Floats, colour: Colour) -> list[Floats]:
    """Draw a box of one colour; return the corners of the visible faces, one for each axis."""
    faces: list[Floats] = []
    for axis in range(3):
        normal = np.eye(3)[axis] * (1 if eye[2, axis] > 0 else -1)
        one, two = (np.eye(3)[(axis + k) % 3] for k in (1, 2))
        corners = np.array([normal + a * one + b * two for a, b in _ABOUT]) * half + centre
        faces.append((corners @ eye.T)[:, :2] + SIDE / 2)
        shade = tuple(float(v) * _LIGHT[axis] for v in colour)
        cv2.fillConvexPoly(picture, subpixel(faces[-1]), shade, cv2.LINE_AA, SUBPIXEL_BITS)
        edge = tuple(min(v * 1.05, 255.0) for v in shade)
        cv2.polylines(picture, [subpixel(faces[-1])], True, edge, 1, cv2.LINE_AA, SUBPIXEL_BITS)
    return faces


_FACES = frozenset(
    "一二三四五六七八九十萬万伍東南西北中發発发白春夏秋冬梅蘭菊竹兰東1234"
)  # these occur on tiles
_COMMON = (
    "丁了王皇家柳君來子口日月山水火木土人大小天元仙清喜過張李陳林黃何周吳安永福祿壽財寶金玉"
    "莊荘馬牌麻雀會館酒茶花心海平和好正上下左右入出"
)
_PLAIN = "ABCDEFGHJKLMNPRSTUVWXYZabdefghknpqrstu567890&%+=@?"
_HAN = (0x4E00, 0x9FA5)
_SIZE = (34, 84)  # pixels of a character
_COUNT = (1, 6)
_ROUND, _TILES_ABOVE, _INKLESS = 0.15, 0.45, 0.06


def draw_name_plate(rng: np.random.Generator, fonts: Sequence[Path]) -> tuple[Picture, Floats]:
    """Draw characters on a bar, BGR (h, w, 3), and the boxes around them, (n, 4) in pixels.

    They stand under tiles whose lower edge is visible, on round spots or on the bare bar, in ink or hollow.
    """
    size, count = int(rng.integers(*_SIZE)), int(rng.integers(*_COUNT))
    step, high = size * rng.uniform(1.0, 1.9), round(size * rng.uniform(1.5, 3))
    picture = _bar(rng, high, round(step * (count + 1)))
    ground = picture.reshape(-1, 3).mean(axis=0)
    font, ink = fonts[int(rng.integers(len(fonts)))], _ink(rng, ground)
    spots, stroke = rng.random() < _ROUND, int(rng.integers(0, 3))
    line = high * rng.uniform(0.45, 0.6)
    middles = np.stack([step * np.arange(1, count + 1), np.full(count, line)], axis=1)
    middles += rng.normal(0, 0.04 * size, size=middles.shape)
    for x, y in middles.tolist():
        if spots:
            cv2.circle(picture, (round(x), round(y)), round(0.72 * size), _ink(rng, ink), -1, cv2.LINE_AA)
        if rng.random() > _INKLESS:
            mask = written(in_pixels(font, size), _character(rng, font), stroke=stroke)
            ink_over(picture, mask, (x, y), ink)
    if rng.random() < _TILES_ABOVE:
        _tiles(picture, rng, size, round(line - 0.62 * size))
    halves = 0.5 * size * rng.uniform(0.95, 1.5, size=middles.shape)
    halves[:, int(rng.integers(2))] *= rng.uniform(1, 1.3)
    boxes = np.concatenate([middles - halves, middles + halves], axis=1)
    return cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, 1.6)).astype(np.uint8), boxes


def _bar(rng: np.random.Generator, high: int, wide: int) -> Picture:
    """Draw plastic, wood, paper or cloth, unevenly lit."""
    lot = rng.random()
    if lot < 0.45:  # nearly as white as tiles
        colour = hsv(rng.uniform(0, 360), rng.uniform(0, 0.12), rng.uniform(0.6, 1))
    elif lot < 0.6:  # wood
        colour = hsv(rng.uniform(18, 45), rng.uniform(0.25, 0.7), rng.uniform(0.3, 0.85))
    else:
        colour = hsv(rng.uniform(0, 360), rng.uniform(0.1, 0.9), rng.uniform(0.08, 0.95))
    down = np.linspace(rng.uniform(0.75, 1), rng.uniform(0.85, 1.15), high)[:, None, None]
    along = np.linspace(rng.uniform(0.85, 1), rng.uniform(0.9, 1.1), wide)[None, :, None]
    grain = rng.normal(0, rng.uniform(0.5, 6), size=(high, wide, 1))
    return (np.array(colour) * down * along + grain).clip(0, 255).astype(np.uint8)


def _ink(rng: np.random.Generator, ground: Sequence[float] | NDArray[np.float64]) -> tuple[float, ...]:
    """Draw an ink that is legible on a ground: black, red, blue, green, gold or white."""
    dark = (
        (30, 30, 30),
        (40, 40, 190),
        (150, 80, 30),
        (60, 110, 30),
        tuple(hsv(rng.uniform(0, 360), 0.8, 0.5)),
    )
    light = ((240, 240, 240), (60, 190, 230), tuple(hsv(rng.uniform(0, 360), 0.3, 0.95)))
    some = dark if float(np.mean(ground)) > 120 else light
    faded = rng.uniform(0.55, 1)
    ink = np.array(some[int(rng.integers(len(some)))]) * faded + np.asarray(ground) * (1 - faded)
    return tuple(float(value) for value in ink)


def _character(rng: np.random.Generator, font: Path) -> str:
    """Draw a character that the font has and that no tile bears."""
    if rng.random() < 0.2:
        return _PLAIN[int(rng.integers(len(_PLAIN)))]
    if rng.random() < 0.4:
        return _COMMON[int(rng.integers(len(_COMMON)))]
    some = (chr(int(code)) for code in rng.integers(*_HAN, size=8))
    return next(
        (c for c in some if c not in _FACES and draws(font, c)), _PLAIN[int(rng.integers(len(_PLAIN)))]
    )


def _tiles(picture: Picture, rng: np.random.Generator, size: int, edge: int) -> None:
    """Draw the lower ends of a row of tiles that stand behind the bar, down to `edge`."""
    if edge < 4:
        return
    wide, at = size * rng.uniform(0.8, 1.5), -size * rng.uniform(0, 1)
    white = np.array(hsv(rng.uniform(20, 60), rng.uniform(0, 0.15), rng.uniform(0.8, 1)))
    while at < picture.shape[1]:
        x1, x2 = round(at), round(at + wide * 0.97)
        cv2.rectangle(picture, (x1, -2), (x2, edge), (white * rng.uniform(0.93, 1)).tolist(), -1, cv2.LINE_AA)
        cv2.rectangle(picture, (x1, -2), (x2, edge), (white * 0.7).tolist(), 1, cv2.LINE_AA)
        mark = (round(at + wide * rng.uniform(0.3, 0.7)), edge - round(size * rng.uniform(0.3, 0.6)))
        cv2.ellipse(picture, mark, (round(0.25 * size), round(0.2 * size)), 0, 0, 360, _ink(rng, white), -1)
        at += wide
