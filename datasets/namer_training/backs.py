"""Backs of tiles 牌背 in every colour that they are sold in, for training crops.

A pale one, pink or lavender, on a wall looks much like a blank white dragon 白板, and the tables of
`paiyan.datasets.synth` have few of them.
"""

from __future__ import annotations

import cv2
import numpy as np

from paiyan.datasets.namer_training.tabletop import (
    SIDE,
    SUBPIXEL_BITS,
    Floats,
    Picture,
    draw_tabletop,
    subpixel,
)
from paiyan.datasets.synth.faces.style import Colour, hsv

_PALE = 0.6  # share of backs that are pale
_LIGHT = (0.7, 0.82, 1.0)  # of faces to the side, to the camera and upwards
_ABOUT = ((-1, -1), (1, -1), (1, 1), (-1, 1))


def draw_back(rng: np.random.Generator) -> tuple[Picture, Floats]:
    """A tile with its back in sight among its neighbours, BGR (120, 120, 3), and the box around that back, in
    pixels (1, 4)."""
    picture, eye = draw_tabletop(rng), _eye(rng)
    colours = _colour(rng), hsv(rng.uniform(25, 70), rng.uniform(0, 0.1), rng.uniform(0.85, 1))
    standing = rng.random() < 0.2
    half = 0.5 * rng.uniform(28, 42) * np.array([1, rng.uniform(1.25, 1.45), rng.uniform(0.6, 0.95)])
    share, ribs = rng.uniform(0.15, 0.6), int(rng.integers(6, 16)) if rng.random() < 0.3 else 0
    left, right, below = (int(n) for n in rng.integers(0, (3, 3, 1 if standing else 2)))
    shown = np.zeros((0, 2))
    for layer in range(-below, 1):
        for place in sorted(range(-left, right + 1), key=lambda at: float(eye[2, 0] * at)):
            at = np.array([2.04 * place * half[0], rng.normal(0, 0.6), 2 * layer * half[2]])
            face = _tile(picture, eye, at, half, standing=standing, share=share, colours=colours, ribs=ribs)
            shown = face if (layer, place) == (0, 0) else shown
    picture[:] = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.4, 1.2))
    low, high = shown.min(axis=0), shown.max(axis=0)
    if rng.random() < 0.4:  # a detector's box often takes in a little of the side below
        high[1] += rng.uniform(0, 0.35) * (high[1] - low[1])
    return picture, np.concatenate([low, high]).clip(1, SIDE - 1)[None]


def _colour(rng: np.random.Generator) -> Colour:
    """Of a back: never so near to white as a face."""
    hue = rng.uniform(0, 360)
    if rng.random() > _PALE:
        return hsv(hue, rng.uniform(0.4, 0.95), rng.uniform(0.2, 0.9))
    least = 0.4 if 20 < hue < 90 else 0.14  # faces are yellowish
    return hsv(hue, rng.uniform(least, least + 0.3), rng.uniform(0.75, 1))


def _eye(rng: np.random.Generator) -> Floats:
    """From the table (along the row, towards the camera, up) to the picture (right, down, nearer): (3, 3)."""
    turn, lift = np.deg2rad(rng.normal(0, 18)), np.deg2rad(rng.uniform(22, 80))
    (c, s), (high, low) = (np.cos(turn), np.sin(turn)), (np.sin(lift), np.cos(lift))
    return np.array([[c, -s, 0], [s * high, c * high, -low], [s * low, c * low, high]])


def _tile(
    picture: Picture, eye: Floats, at: Floats, half: Floats, *,
    standing: bool, share: float, colours: tuple[Colour, Colour], ribs: int,
) -> Floats:  # fmt: skip
    """A tile of two slabs, its back upwards or `standing` with its back to the camera; where the corners of
    that back lie in the picture, (4, 2)."""
    axis = 1 if standing else 2
    size = half[[0, 2, 1]] if standing else half
    along = np.eye(3)[axis] * size[axis]
    for colour, part, side in ((colours[1], 1 - share, -share), (colours[0], share, 1 - share)):
        slab = np.where(np.eye(3)[axis] > 0, size * part, size)
        faces = _slab(picture, eye, at + along * side, slab, colour)
    shown = faces[axis]
    for k in range(1, ribs):
        ends = [shown[a] + (shown[b] - shown[a]) * k / ribs for a, b in ((0, 3), (1, 2))]
        tint = tuple(0.94 * v for v in colours[0])
        cv2.polylines(picture, [subpixel(np.array(ends))], False, tint, 1, cv2.LINE_AA, SUBPIXEL_BITS)
    return shown


def _slab(picture: Picture, eye: Floats, at: Floats, half: Floats, colour: Colour) -> list[Floats]:
    """A box of one colour; the corners of the faces that may be seen in the picture, one for each axis."""
    faces: list[Floats] = []
    for axis in range(3):
        normal = np.eye(3)[axis] * (1 if eye[2, axis] > 0 else -1)
        one, two = (np.eye(3)[(axis + k) % 3] for k in (1, 2))
        corners = np.array([normal + a * one + b * two for a, b in _ABOUT]) * half + at
        faces.append((corners @ eye.T)[:, :2] + SIDE / 2)
        shade = tuple(float(v) * _LIGHT[axis] for v in colour)
        cv2.fillConvexPoly(picture, subpixel(faces[-1]), shade, cv2.LINE_AA, SUBPIXEL_BITS)
        edge = tuple(min(v * 1.05, 255.0) for v in shade)
        cv2.polylines(picture, [subpixel(faces[-1])], True, edge, 1, cv2.LINE_AA, SUBPIXEL_BITS)
    return faces
