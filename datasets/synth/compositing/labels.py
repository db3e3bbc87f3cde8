"""What can be seen of each tile 标注: boxes, quads and visible shares from a picture of tile numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.synth.pixels import Floats, hull
from paiyan.datasets.synth.scenes.camera import Camera, aim
from paiyan.datasets.synth.scenes.scene import Label, Placed, Scene
from paiyan.datasets.synth.scenes.tile_solids import outlines
from paiyan.scorer.tiles.tile import BACK

LEAST_SHARE = 0.3
Ids = NDArray[np.int32]


def camera_of(scene: Scene) -> Camera:
    """The camera as the scene's view aims it at the tiles it is about."""
    rings = outlines(scene.body).rings
    solid = np.vstack([rings[1], rings[-2]])
    points = np.vstack([scene.tiles[i].pose.world(solid) for i in scene.aimed_at])
    return aim(scene.view, points, size=scene.size)


def sees_face(tile: Placed, camera: Camera) -> bool:
    """True if the face is turned to the camera, and not the back."""
    eye = np.asarray(camera.position) - np.asarray(tile.pose.centre)
    return float(np.asarray(tile.pose.out) @ eye) > 0


def quad_of(scene: Scene, tile: Placed, camera: Camera) -> Floats:
    """The corners (4, 2) in pixels of the side that is turned to the camera, the face's top left first."""
    shape = outlines(scene.body)
    return camera.project(tile.pose.world(shape.face if sees_face(tile, camera) else shape.back))


def labels(scene: Scene, ids: Ids, camera: Camera, *, areas: Sequence[float] | None = None) -> list[Label]:
    """The labels of the tiles that can be read, where pixels of `ids` (h, w) hold the index + 1 of the tile
    whose face or back is seen there. `areas` are what each would take if nothing hid it, in pixels; the
    quads' areas if not given."""
    counts = np.bincount(ids[ids > 0], minlength=len(scene.tiles) + 1)
    found: list[Label] = []
    for i, tile in enumerate(scene.tiles):
        quad = quad_of(scene, tile, camera)
        area = float(cv2.contourArea(quad.astype(np.float32)))
        whole = area if areas is None else areas[i]
        share = min(1.0, float(counts[i + 1]) / max(whole, 1.0))
        if share >= LEAST_SHARE and _wide_enough(quad, area):
            found.append(_label(tile, quad, share, ids == i + 1, sees_face(tile, camera)))
    return found


def _wide_enough(quad: Floats, area: float) -> bool:
    """True if the face can be read at all: not edge-on, not a speck."""
    longest = max(math.dist(quad[k], quad[(k + 1) % 4]) for k in range(4))
    return area >= 60 and area / longest >= 0.22 * longest


def _label(tile: Placed, quad: Floats, share: float, seen: NDArray[np.bool_], face: bool) -> Label:
    h, w = seen.shape
    if share > 0.97:
        low, high = quad.min(axis=0), quad.max(axis=0)
    else:
        ys, xs = np.nonzero(seen)
        low, high = np.array([xs.min(), ys.min()]), np.array([xs.max() + 1, ys.max() + 1])
    x0, y0 = max(0.0, float(low[0])), max(0.0, float(low[1]))
    x1, y1 = min(float(w), float(high[0])), min(float(h), float(high[1]))
    corners = tuple((float(x), float(y)) for x, y in quad)
    code = tile.code if face else BACK
    return Label(code, (x0, y0, x1, y1), corners, tile.role, tile.group, bool(tile.sideways), share)


def inside(quad: Floats, size: tuple[int, int]) -> tuple[tuple[slice, slice], NDArray[np.bool_]]:
    """The part of the picture about a convex quad, and which pixels of it have their middle inside."""
    low = np.clip(np.floor(quad.min(axis=0)), 0, size).astype(int)
    high = np.clip(np.ceil(quad.max(axis=0)), low, size).astype(int)
    x = np.arange(int(low[0]), int(high[0]), dtype=np.float64) + 0.5
    y = (np.arange(int(low[1]), int(high[1]), dtype=np.float64) + 0.5)[:, None]
    corners = [(float(a), float(b)) for a, b in quad]
    sides = [
        (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True)
    ]
    every = np.stack(np.broadcast_arrays(*sides))
    within: NDArray[np.bool_] = np.logical_or(np.all(every >= 0, axis=0), np.all(every <= 0, axis=0))
    return (slice(low[1], high[1]), slice(low[0], high[0])), within


def face_areas(scene: Scene, camera: Camera) -> list[float]:
    """What each tile takes of its own quad, in pixels, if nothing hid it: rounded corners leave some free."""
    rings = outlines(scene.body).rings
    areas: list[float] = []
    for tile in scene.tiles:
        body = hull(camera.project(np.vstack([tile.pose.world(r) for r in rings]))).astype(np.float32)
        quad = quad_of(scene, tile, camera).astype(np.float32)
        areas.append(float(cv2.intersectConvexConvex(quad, body)[0]))
    return areas
