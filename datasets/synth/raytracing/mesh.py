"""Build triangles 网格 for the ray tracer: tiles with rounded edges and the things next to them.

Lengths are tile widths; a mesh's normals point outwards.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.synth.faces.canvas import Floats
from paiyan.datasets.synth.scenes.camera import Body, Pose

_CORNER_STEPS, _EDGE_STEPS = 7, 5


class Mesh(NamedTuple):
    """Points (n, 3), unit normals (n, 3), texture coordinates (n, 2), triangles (m, 3) of point numbers."""

    points: Floats
    normals: Floats
    uv: Floats
    triangles: NDArray[np.int64]

    def posed(self, pose: Pose) -> Mesh:
        """Return the mesh where a tile in this pose would be."""
        turn = np.array([pose.right, pose.up, pose.out])
        return self._replace(points=pose.world(self.points), normals=self.normals @ turn)

    def moved(self, place: Sequence[float], *, yaw: float = 0.0) -> Mesh:
        """Return the mesh turned by `yaw` degrees about z, then moved."""
        c, s = math.cos(math.radians(yaw)), math.sin(math.radians(yaw))
        turn = np.array([(c, s, 0), (-s, c, 0), (0, 0, 1)])
        return self._replace(points=self.points @ turn + np.asarray(place), normals=self.normals @ turn)


def joined(meshes: Sequence[Mesh]) -> Mesh:
    """Join several meshes into one."""
    counts = np.cumsum([0] + [len(m.points) for m in meshes[:-1]])
    return Mesh(
        np.vstack([m.points for m in meshes]),
        np.vstack([m.normals for m in meshes]),
        np.vstack([m.uv for m in meshes]),
        np.vstack([m.triangles + n for m, n in zip(meshes, counts.tolist(), strict=True)]),
    )


@lru_cache(maxsize=64)
def tile_meshes(body: Body) -> tuple[Mesh, Mesh]:
    """Return a tile's face half and back half. On the face half the texture covers the flat part of the face,
    its upper left corner at (0, 0); the sides lie outside 0..1."""
    half, b = body.depth / 2, body.bevel
    split = -half + body.depth * max(body.back_share, b / body.depth)
    face = [(split, 0.0, 0.0), *_rounded(half - b, b, 1)]
    back = [*_rounded(-half + b, b, -1)[::-1], (split, 0.0, 0.0)]
    outline = (0.5, body.height / 2)
    upper = _capped(outline, body.corner, face, cap="last")
    lower = _capped(outline, body.corner, back, cap="first")
    flat = np.array([0.5 - 0.8 * b, body.height / 2 - 0.8 * b])
    uv = np.stack([upper.points[:, 0] / flat[0], -upper.points[:, 1] / flat[1]], axis=1) / 2 + 0.5
    return upper._replace(uv=uv), lower


def box(size: tuple[float, float, float], *, bevel: float) -> Mesh:
    """Return a box with rounded edges that stands on z = 0, its middle over the origin."""
    w, d, h = size
    b = min(bevel, w / 2.01, d / 2.01, h / 2.01)
    levels = [*_rounded(b, b, -1)[::-1], *_rounded(h - b, b, 1)]
    return _capped((w / 2, d / 2), b, levels, cap="both")


def _rounded(z: float, bevel: float, up: int) -> list[tuple[float, float, float]]:
    """Return the levels of `_capped` that round an edge from `z` upwards (`up` 1) or downwards (-1)."""
    turns = np.linspace(0.0, math.pi / 2, _EDGE_STEPS + 1)
    insets, rises = bevel * (1 - np.cos(turns)), bevel * np.sin(turns)
    rows = np.stack([z + up * rises, insets, up * turns], axis=1).tolist()
    return [(level, inset, turn) for level, inset, turn in rows]


def plate(x0: float, y0: float, x1: float, y1: float, z: float, *, texel: float) -> Mesh:
    """Return a level rectangle whose texture repeats every `texel` widths, running away from the player."""
    points = np.array([(x0, y0, z), (x1, y0, z), (x1, y1, z), (x0, y1, z)])
    uv = points[:, :2] / texel * (1, -1)
    return Mesh(points, np.tile((0.0, 0.0, 1.0), (4, 1)), uv, np.array([(0, 1, 2), (0, 2, 3)]))


def turned(profile: Sequence[tuple[float, float]], *, steps: int = 48) -> Mesh:
    """Return a vessel: a profile of (radius, z) from its lowest outer point upwards and in, turned about
    z."""
    p = np.asarray(profile, dtype=np.float64)
    along = np.gradient(p, axis=0)
    slope = np.stack([along[:, 1], -along[:, 0]], axis=1)
    slope /= np.maximum(np.linalg.norm(slope, axis=1, keepdims=True), 1e-9)
    a = np.linspace(0, 2 * math.pi, steps, endpoint=False)
    round_ = np.stack([np.cos(a), np.sin(a)], axis=1)
    points = np.concatenate([np.hstack([round_ * r, np.full((steps, 1), z)]) for r, z in p.tolist()])
    normals = np.concatenate([np.hstack([round_ * r, np.full((steps, 1), z)]) for r, z in slope.tolist()])
    return Mesh(points, normals, points[:, :2] * 1.0, _between_rings(len(p), steps))


def capsule(start: Floats, end: Floats, radii: tuple[float, float], *, steps: int = 16) -> Mesh:
    """Return a rounded limb from `start` to `end`, with the radii `radii` at its ends."""
    axis = end - start
    length = float(np.linalg.norm(axis))
    axis = axis / length
    side = np.cross(axis, (0.0, 0.0, 1.0) if abs(axis[2]) < 0.9 else (1.0, 0.0, 0.0))
    side /= np.linalg.norm(side)
    t = np.linspace(-math.pi / 2, 0, 7)
    low = [(radii[0] * math.cos(v), radii[0] * math.sin(v)) for v in t]
    high = [(radii[1] * math.cos(v), length + radii[1] * math.sin(v)) for v in -t[::-1]]
    upright = turned([(max(r, 1e-3), z) for r, z in low + high], steps=steps)
    frame = np.array([side, np.cross(axis, side), axis])
    return upright._replace(points=upright.points @ frame + start, normals=upright.normals @ frame)


def disc(place: Floats, radius: float, out: Floats, *, steps: int = 20) -> Mesh:
    """Return a flat disc that faces `out`."""
    side = np.cross(out, (0.0, 0.0, 1.0) if abs(float(out[2])) < 0.9 else (1.0, 0.0, 0.0))
    side /= np.linalg.norm(side)
    other = np.cross(out, side)
    a = np.linspace(0, 2 * math.pi, steps, endpoint=False)[:, None]
    points = np.vstack([place, place + radius * (np.cos(a) * side + np.sin(a) * other)])
    fan = [(0, 1 + i, 1 + (i + 1) % steps) for i in range(steps)]
    return Mesh(points, np.tile(out, (steps + 1, 1)), np.zeros((steps + 1, 2)), np.array(fan))


def _capped(
    half: tuple[float, float], radius: float, levels: Sequence[tuple[float, float, float]], *, cap: str
) -> Mesh:
    """Extrude a rounded rectangle through `levels` (z, inset, tilt of the normal), closed by plates at the
    ``first`` level, the ``last`` one or ``both``."""
    rings = [_ring(half[0] - inset, half[1] - inset, radius, z) for z, inset, _ in levels]
    sides = _outward()
    n = len(sides)
    points, triangles = [*rings], [_between_rings(len(levels), n)]
    normals: list[Floats] = []
    for _, _, tilt in levels:
        up = np.full((n, 1), math.sin(tilt))
        normals.append(np.hstack([sides * math.cos(tilt), up]))
    for which, at, up in (("first", 0, -1.0), ("last", len(levels) - 1, 1.0)):
        if cap in (which, "both"):
            base = sum(len(p) for p in points)
            points += [rings[at], rings[at].mean(axis=0, keepdims=True)]
            normals.append(np.tile((0.0, 0.0, up), (n + 1, 1)))
            fan = [(base + n, base + i, base + (i + 1) % n) for i in range(n)]
            triangles.append(np.array(fan if up > 0 else [(a, c, b) for a, b, c in fan]))
    every = np.vstack(points)
    return Mesh(every, np.vstack(normals), every[:, :2] * 1.0, np.vstack(triangles))


def _outward() -> Floats:
    quarters = [np.linspace(q * math.pi / 2, (q + 1) * math.pi / 2, _CORNER_STEPS + 1) for q in range(4)]
    a = np.concatenate(quarters)
    return np.stack([np.cos(a), np.sin(a)], axis=1)


def _ring(w: float, h: float, radius: float, z: float) -> Floats:
    """Return a rounded rectangle, anticlockwise seen from above."""
    sign = np.repeat([(1, 1), (-1, 1), (-1, -1), (1, -1)], _CORNER_STEPS + 1, axis=0)
    flat = sign * (w - radius, h - radius) + radius * _outward()
    return np.hstack([flat, np.full((len(flat), 1), z)])


def _between_rings(levels: int, n: int) -> NDArray[np.int64]:
    """Return triangles that join each ring of `n` points with the next above it."""
    i = np.arange(n)
    j = (i + 1) % n
    one = np.concatenate([np.stack([i, j, j + n], axis=1), np.stack([i, j + n, i + n], axis=1)])
    return np.concatenate([one + k * n for k in range(levels - 1)])
