"""Tiles as solids 牌身: proportions, where one stands, and the outlines a renderer draws."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from datasets.synth.pixels import Floats

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
    """Where a tile is: its centre, and its face's right, up and outward directions in the world."""

    centre: Vector
    right: Vector = (1.0, 0.0, 0.0)
    up: Vector = (0.0, 1.0, 0.0)
    out: Vector = (0.0, 0.0, 1.0)

    def world(self, local: Floats) -> Floats:
        """World points (n, 3) of points in the tile's own right, up, out coordinates (n, 3)."""
        return np.asarray(self.centre) + local @ np.array([self.right, self.up, self.out])


def lying(x: float, y: float, z: float, *, yaw: float = 0.0) -> Pose:
    """Face up, its top turned `yaw` degrees anticlockwise from away-from-the-player."""
    c, s = math.cos(math.radians(yaw)), math.sin(math.radians(yaw))
    return Pose((x, y, z), (c, s, 0.0), (-s, c, 0.0), (0.0, 0.0, 1.0))


def face_down(x: float, y: float, z: float, *, yaw: float = 0.0) -> Pose:
    """Back up."""
    c, s = math.cos(math.radians(yaw)), math.sin(math.radians(yaw))
    return Pose((x, y, z), (-c, -s, 0.0), (-s, c, 0.0), (0.0, 0.0, -1.0))


def standing(x: float, y: float, z: float, *, yaw: float = 0.0, lean: float = 0.0) -> Pose:
    """On its lower edge with the face towards the player, leaning back by `lean` degrees."""
    c, s = math.cos(math.radians(yaw)), math.sin(math.radians(yaw))
    cl, sl = math.cos(math.radians(lean)), math.sin(math.radians(lean))
    return Pose((x, y, z), (c, s, 0.0), (-s * sl, c * sl, cl), (s * cl, -c * cl, sl))


@dataclass(frozen=True)
class Outlines:
    """Rings of a tile in its own coordinates, each (n, 3), from the back plate to the face."""

    rings: tuple[Floats, ...]
    face: Floats
    back: Floats
    walls: tuple[tuple[Vector, Floats, Floats], ...]


@lru_cache(maxsize=64)
def outlines(body: Body) -> Outlines:
    """What the renderer projects: five rounded rings, the two plates' corners, and the four side walls
    (outward direction, back-coloured quad, front-coloured quad)."""
    w, h, d, b = 0.5, body.height / 2, body.depth / 2, body.bevel
    split = -d + body.depth * body.back_share
    levels = ((-d, b), (-d + b, 0.0), (split, 0.0), (d - b, 0.0), (d, b))
    rings = tuple(_ring(w - inset, h - inset, body.corner, z) for z, inset in levels)
    plate = np.array([(-w, h), (w, h), (w, -h), (-w, -h)])
    face = np.hstack([plate, np.full((4, 1), d - b * 0.4)])
    back = np.hstack([plate[[1, 0, 3, 2]], np.full((4, 1), -d + b * 0.4)])
    walls: list[tuple[Vector, Floats, Floats]] = []
    r = body.corner
    for out, p, q in (
        ((1.0, 0.0, 0.0), (w, h - r), (w, r - h)),
        ((-1.0, 0.0, 0.0), (-w, r - h), (-w, h - r)),
        ((0.0, 1.0, 0.0), (r - w, h), (w - r, h)),
        ((0.0, -1.0, 0.0), (w - r, -h), (r - w, -h)),
    ):
        lower = np.array([(*p, -d + b), (*q, -d + b), (*q, split), (*p, split)])
        upper = np.array([(*p, split), (*q, split), (*q, d - b), (*p, d - b)])
        walls.append((out, lower, upper))
    return Outlines(rings, face, back, tuple(walls))


def _ring(w: float, h: float, radius: float, z: float) -> Floats:
    angles = np.linspace(0, math.pi / 2, 5)
    points: list[tuple[float, float, float]] = []
    for quarter, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        for a in (angles + quarter * math.pi / 2).tolist():
            points.append(
                (sx * (w - radius) + radius * math.cos(a), sy * (h - radius) + radius * math.sin(a), z)
            )
    return np.array(points)
