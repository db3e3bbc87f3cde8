"""Geometry of a scene: a pinhole camera 镜头 that looks at the table, and tiles as solids 牌身.

World: x to the player's right, y away from the player, z up; the table is z = 0; one unit is a tile's width.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from paiyan.datasets.synth.faces.canvas import Floats


@dataclass(frozen=True, kw_only=True)
class Camera:
    """Intrinsics in pixels and a pose; `rotation` has the image's right, down and forward as rows."""

    focal: tuple[float, float]
    centre: tuple[float, float]
    rotation: tuple[tuple[float, float, float], ...]
    position: tuple[float, float, float]

    @property
    def matrix(self) -> Floats:
        """Return the matrix (3, 4) from world to image, homogeneous."""
        r = np.asarray(self.rotation)
        k = np.array([[self.focal[0], 0, self.centre[0]], [0, self.focal[1], self.centre[1]], [0, 0, 1.0]])
        return k @ np.hstack([r, (-r @ np.asarray(self.position))[:, None]])

    def project(self, points: Floats) -> Floats:
        """Project world points (n, 3) to pixels (n, 2)."""
        m = self.matrix
        p = np.einsum("ij,nj->ni", m[:, :3], points) + m[:, 3]
        return p[:, :2] / np.maximum(p[:, 2:], 1e-6)

    def distance(self, point: Floats) -> float:
        """Return the distance of a world point from the lens."""
        return float(np.linalg.norm(point - np.asarray(self.position)))

    def scaled(self, factor: float) -> Camera:
        """Return the same view on a picture `factor` times as large."""
        return replace(
            self,
            focal=(self.focal[0] * factor, self.focal[1] * factor),
            centre=(self.centre[0] * factor, self.centre[1] * factor),
        )


@dataclass(frozen=True, kw_only=True)
class View:
    """A way to take the picture. Angles in degrees: `pitch` from straight above, `yaw` around the table,
    `roll` of the camera, `fov` across the picture. `fill` is the share of the picture for the main tiles
    (over 1 cuts some off), `place` the position of their middle in the rest, `stretch` how much wider pixels
    are drawn than they are."""

    pitch: float = 35.0
    yaw: float = 0.0
    roll: float = 0.0
    fov: float = 50.0
    fill: float = 0.85
    place: tuple[float, float] = (0.5, 0.5)
    stretch: float = 1.0


def aim(view: View, points: Floats, *, size: tuple[int, int]) -> Camera:
    """Return a camera that sees `points` (n, 3) by `view` on a picture of `size` (width, height)."""
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    away, rotation = turned_axes(view.pitch, view.yaw, view.roll)
    focal = size[0] / 2 / math.tan(math.radians(view.fov) / 2)
    near, far = 1.0, 400.0
    camera = _at(middle + away * far, rotation, focal, view.stretch, size)
    for _ in range(30):
        distance = math.sqrt(near * far)
        camera = _at(middle + away * distance, rotation, focal, view.stretch, size)
        seen = camera.project(points)
        extent = seen.max(axis=0) - seen.min(axis=0)
        behind = bool(((points - np.asarray(camera.position)) @ rotation[2] < 1.0).any())
        if behind or max(extent[0] / size[0], extent[1] / size[1]) > view.fill:
            near = distance
        else:
            far = distance
    seen = camera.project(points)
    low, high = seen.min(axis=0), seen.max(axis=0)
    want = np.array(
        [
            s / 2 if e > s else e / 2 + (s - e) * p
            for s, e, p in zip(size, (high - low).tolist(), view.place, strict=True)
        ]
    )
    shift = want - (low + high) / 2
    return replace(camera, centre=(camera.centre[0] + float(shift[0]), camera.centre[1] + float(shift[1])))


def turned_axes(pitch: float, yaw: float, roll: float) -> tuple[Floats, Floats]:
    """Return the direction from the table to a camera at angles in degrees, and its rotation (3, 3): right,
    down and forward."""
    p, w, r = (math.radians(a) for a in (pitch, yaw, roll))
    away = np.array([math.sin(w) * math.sin(p), -math.cos(w) * math.sin(p), math.cos(p)])
    forward = -away
    right = np.array([math.cos(w), math.sin(w), 0.0])
    down = np.cross(forward, right)
    turn = np.array([[math.cos(r), math.sin(r), 0], [-math.sin(r), math.cos(r), 0], [0, 0, 1.0]])
    return away, turn @ np.stack([right, down, forward])


def _at(position: Floats, rotation: Floats, focal: float, stretch: float, size: tuple[int, int]) -> Camera:
    return Camera(
        focal=(focal * stretch, focal),
        centre=(size[0] / 2, size[1] / 2),
        rotation=tuple((float(a), float(b), float(c)) for a, b, c in rotation),
        position=(float(position[0]), float(position[1]), float(position[2])),
    )


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

    def turned(self, quarters: int) -> Pose:
        """Return the pose turned about the world's z axis, anticlockwise, by quarter turns."""
        vectors = [self.centre, self.right, self.up, self.out]
        for _ in range(quarters):
            vectors = [(-y, x, z) for x, y, z in vectors]
        return Pose(*vectors)


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
