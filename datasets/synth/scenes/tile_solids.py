"""Describe tiles as solids 牌身: proportions, pose, and the outlines that a renderer draws."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from paiyan.datasets.synth.pixels import Floats

Vector = tuple[float, float, float]


@dataclass(frozen=True, kw_only=True)
class Body:
    """A tile's proportions in tile widths: height and depth, the share of the depth that has the back's
    colour, the bevel of its edges and the radius of the face's corners."""

    height: float = 1.35
    depth: float = 0.8
    back_share: float = 0.35
    bevel: float = 0.06
    corner: float = 0.12


@dataclass(frozen=True)
class Pose:
    """The pose of a tile: its centre, and its face's right, up and outward directions in the world."""

    centre: Vector
    right: Vector = (1.0, 0.0, 0.0)
    up: Vector = (0.0, 1.0, 0.0)
    out: Vector = (0.0, 0.0, 1.0)

    def world(self, local: Floats) -> Floats:
        """Convert points (n, 3) in the tile's own right, up, out coordinates to the world."""
        return np.asarray(self.centre) + local @ np.array([self.right, self.up, self.out])


def lying(x: float, y: float, z: float, *, yaw: float = 0.0) -> Pose:
    """Return a pose face up, its top turned `yaw` degrees anticlockwise from away-from-the-player."""
    c, s = math.cos(math.radians(yaw)), math.sin(math.radians(yaw))
    return Pose((x, y, z), (c, s, 0.0), (-s, c, 0.0), (0.0, 0.0, 1.0))


def face_down(x: float, y: float, z: float, *, yaw: float = 0.0) -> Pose:
    """Return a pose with the back up."""
    c, s = math.cos(math.radians(yaw)), math.sin(math.radians(yaw))
    return Pose((x, y, z), (-c, -s, 0.0), (-s, c, 0.0), (0.0, 0.0, -1.0))


def standing(x: float, y: float, z: float, *, yaw: float = 0.0, lean: float = 0.0) -> Pose:
    """Return a pose on the lower edge with the face towards the player, leaning back by `lean` degrees."""
    c, s = math.cos(math.radians(yaw)), math.sin(math.radians(yaw))
    cl, sl = math.cos(math.radians(lean)), math.sin(math.radians(lean))
    return Pose((x, y, z), (c, s, 0.0), (-s * sl, c * sl, cl), (s * cl, -c * cl, sl))


@dataclass(frozen=True)
class Outlines:
    """A tile in its own coordinates: rings (n, 3) from the back plate to the face, the outward directions
    (n, 3) of a wall's n pieces, the corners (4, 3) of both plates and of their flat part with the drawing."""

    rings: tuple[Floats, ...]
    outward: Floats
    face: Floats
    back: Floats
    flat_face: Floats
    flat_back: Floats


@lru_cache(maxsize=64)
def outlines(body: Body) -> Outlines:
    """Return what a renderer projects: five rounded rings, two plates; the back's colour ends at the third
    ring."""
    w, h, d, b = 0.5, body.height / 2, body.depth / 2, body.bevel
    split = -d + body.depth * max(body.back_share, b / body.depth)
    levels = ((-d, b), (-d + b, 0.0), (split, 0.0), (d - b, 0.0), (d, b))
    rings = tuple(_ring(w - inset, h - inset, body.corner, z) for z, inset in levels)
    along = np.roll(rings[2], -1, axis=0) - rings[2]
    outward = np.stack([along[:, 1], -along[:, 0], np.zeros(len(along))], axis=1)
    outward /= np.linalg.norm(outward, axis=1, keepdims=True)
    plate = np.array([(-w, h), (w, h), (w, -h), (-w, -h)])
    face = np.hstack([plate, np.full((4, 1), d - b * 0.4)])
    back = np.hstack([plate[[1, 0, 3, 2]], np.full((4, 1), -d + b * 0.4)])
    inner = plate * (1 - 0.8 * b / np.array([w, h]))
    flat_face = np.hstack([inner, np.full((4, 1), d)])
    flat_back = np.hstack([inner[[1, 0, 3, 2]], np.full((4, 1), -d)])
    return Outlines(rings, outward, face, back, flat_face, flat_back)


def _ring(w: float, h: float, radius: float, z: float) -> Floats:
    """Return a rounded rectangle, anticlockwise seen from the face."""
    points: list[tuple[float, float, float]] = []
    for quarter, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        for step in range(4):
            a = (quarter + step / 3) * math.pi / 2
            x, y = sx * (w - radius) + radius * math.cos(a), sy * (h - radius) + radius * math.sin(a)
            points.append((x, y, z))
    return np.array(points)
