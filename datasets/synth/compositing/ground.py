"""The ground of a picture 台面: cloth, rim and floor in perspective, with the tiles' soft shadows on it."""

from __future__ import annotations

import cv2
import numpy as np

from paiyan.datasets.synth.compositing.surfaces import surface
from paiyan.datasets.synth.pixels import Floats, Image, Picture, held, to_picture
from paiyan.datasets.synth.scenes.camera import Camera
from paiyan.datasets.synth.scenes.scene import Scene
from paiyan.datasets.synth.scenes.tile_solids import outlines

_TEXELS = 40.0  # of a surface, to a tile's width
_FAR = 120.0


def draw_ground(scene: Scene, camera: Camera, rng: np.random.Generator, *, supersample: float) -> Picture:
    """The table without tiles, BGR uint8, `supersample` times the picture's size."""
    table = scene.table
    ground = _laid(surface(table.cloth, table.cloth_colour, table.seed), scene, camera)
    if table.edge is not None:
        _beyond(
            ground,
            table.edge,
            camera,
            _laid(surface(table.rim, table.rim_colour, table.seed + 1), scene, camera),
        )
    if table.fall is not None:
        floor = surface("wood" if table.seed % 2 else "carpet", _floor_colour(table.seed), table.seed + 2)
        _beyond(
            ground,
            table.fall,
            camera,
            cv2.convertScaleAbs(_laid(floor, scene, camera), alpha=0.7).astype(np.uint8),
        )
    shadow = _shadows(scene, camera, rng)
    ground = cv2.multiply(ground, cv2.merge([shadow, shadow, shadow]), scale=1 / 255).astype(np.uint8)
    size = (round(scene.size[0] * supersample), round(scene.size[1] * supersample))
    return cv2.resize(ground, size, interpolation=cv2.INTER_LINEAR).astype(np.uint8)


def _floor_colour(seed: int) -> tuple[int, int, int]:
    shade = 60 + seed % 120
    return (shade // 2, shade * 3 // 4, shade)


def _laid(texture: Picture, scene: Scene, camera: Camera) -> Picture:
    """A surface seen lying on the table."""
    m = camera.matrix
    plane = m[:, [0, 1, 3]] * np.array([1 / _TEXELS, -1 / _TEXELS, 1.0])
    return cv2.warpPerspective(
        texture, plane, scene.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    ).astype(np.uint8)


def _beyond(ground: Picture, y: float, camera: Camera, other: Picture) -> None:
    """Put `other` where the table is nearer to the player than `y`."""
    strip = np.array([(-_FAR, y, 0.0), (_FAR, y, 0.0), (_FAR, y - 30.0, 0.0), (-_FAR, y - 30.0, 0.0)])
    front = np.array(strip)
    forward = np.asarray(camera.rotation)[2]
    depth = (front - np.asarray(camera.position)) @ forward
    if bool((depth[:2] < 0.5).any()):
        return
    for near, far in ((3, 0), (2, 1)):  # keep the far end of the strip in front of the lens
        if depth[near] < 0.5:
            share = (depth[far] - 0.5) / (depth[far] - depth[near])
            front[near] = front[far] + (front[near] - front[far]) * share
    mask: Picture = np.zeros(ground.shape[:2], np.uint8)
    corners = held(camera.project(front), -1e4, 1e4)
    cv2.fillPoly(mask, [np.round(corners * 8).astype(np.int32)], 255, cv2.LINE_AA, 3)
    np.copyto(ground, other, where=(mask > 127)[..., None])
    line = np.round(corners[:2] * 8).astype(np.int32)
    cv2.polylines(ground, [line], False, (25, 25, 25), 2, cv2.LINE_AA, 3)


def _shadows(scene: Scene, camera: Camera, rng: np.random.Generator) -> Picture:
    """How much light the table keeps where tiles shade it: uint8 (h, w), 255 is all."""
    light = scene.light
    direction = np.asarray(light.direction)
    slant = -direction[:2] / max(0.25, float(direction[2]))
    half = (scene.size[0] // 2, scene.size[1] // 2)
    small = camera.scaled(0.5)
    dark: Image = np.zeros((half[1], half[0]), np.float32)
    rings = outlines(scene.body).rings
    solid = np.vstack([rings[1], rings[3]])
    widths: list[float] = []
    for tile in scene.tiles:
        points = tile.pose.world(solid)
        widths.append(_pixels(points, small))
        fallen = np.hstack([points[:, :2] + points[:, 2:] * slant, np.zeros((len(points), 1))])
        hull = cv2.convexHull(
            np.round(small.project(np.vstack([fallen, points * (1, 1, 0)]))).astype(np.int32)
        )
        cv2.fillConvexPoly(dark, hull, 1.0)
    tile_px = float(np.median(widths)) if widths else 10.0
    soft = cv2.GaussianBlur(dark, (0, 0), max(0.6, tile_px * light.softness))
    touch = cv2.GaussianBlur(dark, (0, 0), max(0.6, tile_px * 0.35))
    keep = 1 - light.shadow * soft - 0.18 * touch + 0.004 * rng.standard_normal()
    full = cv2.resize(keep.astype(np.float32), scene.size, interpolation=cv2.INTER_LINEAR)
    return to_picture(full * 255)


def _pixels(points: Floats, camera: Camera) -> float:
    seen = camera.project(points)
    return float((seen.max(axis=0) - seen.min(axis=0)).min())
