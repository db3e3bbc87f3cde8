"""Draw surfaces 桌面, and the ground of a picture 台面: cloth, mats, wood and stone, seen aslant, with
shadows."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from paiyan.datasets.synth.faces.canvas import Colour
from paiyan.datasets.synth.pixels import Floats, Image, Layer, Picture, held, to_picture
from paiyan.datasets.synth.scenes.camera import Camera
from paiyan.datasets.synth.scenes.scene import Scene
from paiyan.datasets.synth.scenes.tile_solids import outlines

SIDE = 512


@lru_cache(maxsize=48)
def surface(kind: str | Path, colour: Colour, seed: int) -> Picture:
    """Return a surface: BGR uint8 (512, 512, 3); `kind` is a name of `SURFACES` or a picture file."""
    if isinstance(kind, Path):
        read = cv2.imread(str(kind), cv2.IMREAD_COLOR)
        if read is not None:
            return cv2.resize(read, (SIDE, SIDE), interpolation=cv2.INTER_AREA).astype(np.uint8)
        kind = "plain"
    rng = np.random.default_rng(seed)
    base = np.array(colour, np.float32)
    painted = SURFACES[kind](rng, base)
    return to_picture(painted)


def noise(rng: np.random.Generator, cells: tuple[int, int]) -> Image:
    """Draw smooth noise of about unit size with `cells` (down, across): (512, 512, 1)."""
    coarse = rng.standard_normal(cells).astype(np.float32)
    return cv2.resize(coarse, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)[..., None].astype(np.float32)


def _plain(rng: np.random.Generator, base: Image) -> Layer:
    return base * (1 + 0.02 * noise(rng, (6, 6)) + 0.012 * noise(rng, (256, 256)))


def _felt(rng: np.random.Generator, base: Image) -> Layer:
    return base * (
        1 + 0.07 * noise(rng, (512, 512)) + 0.05 * noise(rng, (128, 128)) + 0.03 * noise(rng, (5, 5))
    )


def _weave(rng: np.random.Generator, base: Image) -> Layer:
    period = float(rng.uniform(5, 11))
    y, x = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    bumps = np.sin(x * 2 * np.pi / period) * np.sin(y * 2 * np.pi / period)
    return base * (1 + 0.16 * bumps[..., None] + 0.04 * noise(rng, (256, 256)))


def _mesh(rng: np.random.Generator, base: Image) -> Layer:
    period = float(rng.uniform(4, 9))
    y, x = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    threads = np.maximum(np.sin(x * 2 * np.pi / period), np.sin(y * 2 * np.pi / period))
    return base * (0.9 + 0.14 * threads[..., None] + 0.05 * noise(rng, (200, 200)))


def _carpet(rng: np.random.Generator, base: Image) -> Layer:
    return base * (
        1 + 0.18 * noise(rng, (170, 170)) + 0.15 * noise(rng, (50, 50)) + 0.08 * noise(rng, (10, 10))
    )


def _wood(rng: np.random.Generator, base: Image) -> Layer:
    grain = noise(rng, (220, 3)) * 0.5 + noise(rng, (60, 2)) + 0.4 * noise(rng, (512, 8))
    rings = np.sin(grain * 3.0 + noise(rng, (9, 3)) * 2)
    tint = np.array([0.9, 1.0, 1.05], np.float32)
    return base * (1 + (0.07 * rings + 0.05 * grain) * tint)


def _stone(rng: np.random.Generator, base: Image) -> Layer:
    veins = np.abs(noise(rng, (7, 7)) + 0.5 * noise(rng, (19, 19)) + 0.25 * noise(rng, (48, 48)))
    return base * (1.04 - 0.22 * np.exp(-veins * 7) + 0.02 * noise(rng, (256, 256)))


def _pattern(rng: np.random.Generator, base: Image) -> Layer:
    """Draw a cloth with a repeated print."""
    out = np.ones((SIDE, SIDE, 3), np.float32) * base
    other = held(base * float(rng.uniform(0.4, 1.7)) + float(rng.uniform(-40, 40)), 0, 255)
    step, radius = int(rng.integers(30, 70)), int(rng.integers(3, 16))
    ink = (float(other[0]), float(other[1]), float(other[2]))
    form = int(rng.integers(3))
    for y in range(0, SIDE, step):
        for x in range((y // step % 2) * step // 2, SIDE, step):
            if form == 0:
                cv2.circle(out, (x, y), radius, ink, -1, cv2.LINE_AA)
            elif form == 1:
                cv2.ellipse(
                    out, (x, y), (radius, max(1, radius // 2)), x * 37 % 180, 0, 360, ink, 2, cv2.LINE_AA
                )
            else:
                cv2.line(out, (0, y), (SIDE, y), ink, max(1, radius // 3), cv2.LINE_AA)
                cv2.line(out, (x, 0), (x, SIDE), ink, max(1, radius // 3), cv2.LINE_AA)
    return out * (1 + 0.04 * noise(rng, (256, 256)))


SURFACES: dict[str, Callable[[np.random.Generator, Image], Layer]] = {
    "plain": _plain, "felt": _felt, "weave": _weave, "mesh": _mesh, "carpet": _carpet, "wood": _wood,
    "stone": _stone, "pattern": _pattern,
}  # fmt: skip


_TEXELS = 40.0  # of a surface, to a tile's width
_FAR = 120.0


def draw_ground(scene: Scene, camera: Camera, rng: np.random.Generator, *, supersample: float) -> Picture:
    """Draw the table without tiles, BGR uint8, `supersample` times the picture's size."""
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
    """Warp a surface onto the table as the camera sees it."""
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
    """Return the share of light that the table keeps in the tiles' shade: uint8 (h, w), 255 is all."""
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
