"""Aim the camera 镜头: a pinhole that looks at the table.

World: x to the player's right, y away from the player, z up; the table is z = 0; one unit is a tile's width.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from paiyan.datasets.synth.pixels import Floats


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
