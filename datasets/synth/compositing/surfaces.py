"""Draw surfaces 桌面, the ground of a picture 台面, and the objects on it 杂物, seen aslant, with shadows."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from paiyan.datasets.synth.compositing.prints import print_of
from paiyan.datasets.synth.faces.canvas import Colour, Floats, Image, Layer, Picture, held, hull, to_picture
from paiyan.datasets.synth.scenes.camera import Camera, outlines
from paiyan.datasets.synth.scenes.random_scenes import PRINTED
from paiyan.datasets.synth.scenes.scene import Prop, Scene, Table

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


TEXELS = 40.0  # of a surface, to a tile's width
_FAR = 120.0


def draw_ground(scene: Scene, camera: Camera, rng: np.random.Generator, *, supersample: float) -> Picture:
    """Draw the table without tiles, BGR uint8, `supersample` times the picture's size."""
    table = scene.table
    ground = _laid(surface(table.cloth, table.cloth_colour, table.seed), scene, camera)
    if table.edge is not None:
        rim = _laid(surface(table.rim, table.rim_colour, table.seed + 1), scene, camera)
        _beyond(ground, table.edge, camera, rim)
    if table.fall is not None:
        floor = cv2.convertScaleAbs(_laid(surface(*floor_of(table)), scene, camera), alpha=0.7)
        _beyond(ground, table.fall, camera, floor.astype(np.uint8))
    shadow = _shadows(scene, camera, rng)
    ground = cv2.multiply(ground, cv2.merge([shadow, shadow, shadow]), scale=1 / 255).astype(np.uint8)
    size = (round(scene.size[0] * supersample), round(scene.size[1] * supersample))
    return cv2.resize(ground, size, interpolation=cv2.INTER_LINEAR).astype(np.uint8)


def floor_of(table: Table) -> tuple[str, Colour, int]:
    """Return kind, colour and seed of the floor below a table."""
    shade = 60 + table.seed % 120
    return "wood" if table.seed % 2 else "carpet", (shade // 2, shade * 3 // 4, shade), table.seed + 2


def _laid(texture: Picture, scene: Scene, camera: Camera) -> Picture:
    """Warp a surface onto the table as the camera sees it."""
    m = camera.matrix
    plane = m[:, [0, 1, 3]] * np.array([1 / TEXELS, -1 / TEXELS, 1.0])
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
        seen = small.project(points)
        widths.append(float((seen.max(axis=0) - seen.min(axis=0)).min()))
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


def draw_prop(canvas: Picture, prop: Prop, camera: Camera) -> None:
    """Draw a prop; `canvas` and `camera` have the same scale. Drawn before the tiles, so it hides none."""
    if prop.kind in PRINTED:
        _printed(canvas, prop, camera)
        return
    {"die": _die, "stick": _stick, "cup": _cup, "arm": _arm, "phone": _phone, "rack": _rack}[prop.kind](
        canvas, prop, camera
    )


def _box(prop: Prop, size: tuple[float, float, float]) -> Floats:
    """Return the eight corners of a box standing at the prop's place: the four below, then the four above."""
    c, s = math.cos(math.radians(prop.yaw)), math.sin(math.radians(prop.yaw))
    w, d, h = size[0] / 2, size[1] / 2, size[2]
    flat = np.array([(-w, -d), (w, -d), (w, d), (-w, d)]) @ np.array([(c, s), (-s, c)])
    flat += (prop.x, prop.y)
    return np.vstack([np.hstack([flat, np.full((4, 1), z)]) for z in (0.0, h)])


def _draw_box(canvas: Picture, corners: Floats, camera: Camera, colour: tuple[int, int, int]) -> None:
    seen = camera.project(corners)
    outline = hull(seen)
    shadow = outline + np.array([0.12, 0.1]) * (outline.max(axis=0) - outline.min(axis=0))
    _poly(canvas, shadow, (25, 30, 25), share=0.35)
    _poly(canvas, outline, tuple(int(v * 0.72) for v in colour))
    _poly(canvas, seen[4:], colour)


def _poly(canvas: Picture, points: Floats, colour: tuple[int, ...], *, share: float = 1.0) -> None:
    at = np.round(held(points, -8000, 8000)).astype(np.int32)
    if share >= 1:
        cv2.fillPoly(canvas, [at], colour, cv2.LINE_AA)
        return
    over = np.array(canvas)
    cv2.fillPoly(over, [at], colour, cv2.LINE_AA)
    cv2.addWeighted(over, share, canvas, 1 - share, 0, dst=canvas)


def spots_of(prop: Prop) -> int:
    """Return the number on a die, 1 to 6."""
    return int(abs(prop.x * 97 + prop.y * 31)) % 6 + 1


def _die(canvas: Picture, prop: Prop, camera: Camera) -> None:
    side = 0.5 * prop.size
    corners = _box(prop, (side, side, side))
    _draw_box(canvas, corners, camera, (235, 238, 240))
    top = corners[4:]
    value = spots_of(prop)
    colour = (30, 30, 190) if value in (1, 4) else (30, 25, 25)
    for u, v in SPOTS[value]:
        at = top[0] + (top[1] - top[0]) * u + (top[3] - top[0]) * v
        ring = at + 0.09 * side * np.array([(math.cos(a), math.sin(a), 0) for a in np.linspace(0, 6.2, 12)])
        _poly(canvas, camera.project(ring), colour)


SPOTS = {
    1: ((0.5, 0.5),),
    2: ((0.25, 0.25), (0.75, 0.75)),
    3: ((0.25, 0.25), (0.5, 0.5), (0.75, 0.75)),
    4: ((0.25, 0.25), (0.25, 0.75), (0.75, 0.25), (0.75, 0.75)),
    5: ((0.25, 0.25), (0.25, 0.75), (0.75, 0.25), (0.75, 0.75), (0.5, 0.5)),
    6: ((0.25, 0.2), (0.25, 0.5), (0.25, 0.8), (0.75, 0.2), (0.75, 0.5), (0.75, 0.8)),
}


def _stick(canvas: Picture, prop: Prop, camera: Camera) -> None:
    corners = _box(prop, (3.6 * prop.size, 0.3, 0.12))
    _draw_box(canvas, corners, camera, (225, 235, 238))
    middle = corners[4:].mean(axis=0)
    ring = middle + 0.08 * np.array([(math.cos(a), math.sin(a), 0) for a in np.linspace(0, 6.2, 12)])
    _poly(canvas, camera.project(ring), prop.colour)


def _cup(canvas: Picture, prop: Prop, camera: Camera) -> None:
    radius, height = 1.3 * prop.size, 2.0 * prop.size
    turn = np.linspace(0, 2 * math.pi, 40, endpoint=False)
    circle = np.stack([np.cos(turn), np.sin(turn), np.zeros_like(turn)], axis=1)
    place = np.array([prop.x, prop.y, 0.0])
    lower, upper = place + circle * radius * 0.8, place + circle * radius + (0, 0, height)
    outline = hull(camera.project(np.vstack([lower, upper])))
    _poly(canvas, outline + 8.0, (25, 30, 25), share=0.3)
    _poly(canvas, outline, tuple(int(v * 0.75) for v in prop.colour))
    _poly(canvas, camera.project(upper), prop.colour)
    _poly(canvas, camera.project(place + circle * radius * 0.88 + (0, 0, height * 0.97)), (30, 55, 85))


def _arm(canvas: Picture, prop: Prop, camera: Camera) -> None:
    """Draw a sleeve, a wrist and a hand with fingers reaching in."""
    a = math.radians(prop.yaw)
    along, side = np.array([math.cos(a), math.sin(a), 0.0]), np.array([-math.sin(a), math.cos(a), 0.0])
    start = np.array([prop.x, prop.y, 1.2])
    skin = (120 + prop.colour[0] // 6, 150 + prop.colour[1] // 6, 200 + prop.colour[2] // 8)
    for tip in (-0.7, -0.25, 0.2, 0.6):
        finger = np.array(
            [start + along * 2.2 + side * tip * 1.1, start + along * (4.6 - abs(tip)) + side * tip * 1.6]
        )
        _capsule(canvas, camera, finger, 0.42 * prop.size, skin)
    _capsule(canvas, camera, np.array([start - along * 0.5, start + along * 2.3]), 1.1 * prop.size, skin)
    _capsule(
        canvas, camera, np.array([start - along * 14, start - along * 1.2]), 1.5 * prop.size, prop.colour
    )


def _capsule(
    canvas: Picture, camera: Camera, ends: Floats, radius: float, colour: tuple[int, int, int]
) -> None:
    turn = np.linspace(0, 2 * math.pi, 20, endpoint=False)
    circle = np.stack([np.cos(turn), np.sin(turn), np.zeros_like(turn)], axis=1) * radius
    outline = hull(camera.project(np.vstack([e + circle for e in ends])))
    _poly(canvas, outline, tuple(int(v * 0.8) for v in colour))
    inner = outline * 0.9 + outline.mean(axis=0) * 0.1
    _poly(canvas, inner, colour)


def _phone(canvas: Picture, prop: Prop, camera: Camera) -> None:
    _draw_box(canvas, _box(prop, (2.7 * prop.size, 5.6 * prop.size, 0.3)), camera, (40, 38, 36))
    inner = _box(prop, (2.5 * prop.size, 5.1 * prop.size, 0.31))
    _poly(canvas, camera.project(inner[4:]), (18, 16, 15))


def _rack(canvas: Picture, prop: Prop, camera: Camera) -> None:
    _draw_box(canvas, _box(prop, (19.0 * prop.size, 0.7, 0.5)), camera, prop.colour)


def _printed(canvas: Picture, prop: Prop, camera: Camera) -> None:
    """Draw a thing with a print on top; one next to or behind the lens is left out."""
    wide, deep, high = (side * prop.size for side in PRINTED[prop.kind])
    corners = _box(prop, (wide, deep, high))
    forward = np.asarray(camera.rotation)[2]
    if bool(((corners - np.asarray(camera.position)) @ forward < 1.0).any()):
        return
    if high > 0:
        _draw_box(canvas, corners, camera, prop.colour)
    page = print_of(prop.kind, prop.seed, prop.font)
    quad = camera.project(corners[[7, 6, 5, 4]])
    low = np.maximum(np.floor(quad.min(axis=0)), 0).astype(int)
    end = np.minimum(np.ceil(quad.max(axis=0)) + 1, canvas.shape[1::-1]).astype(int)
    if bool((end <= low).any()):
        return
    share = max(1.0, page.shape[1] / max(1.0, math.dist(quad[0], quad[1])))
    if share > 1.4:
        seen = (max(2, round(page.shape[1] / share)), max(2, round(page.shape[0] / share)))
        page = cv2.resize(page, seen, interpolation=cv2.INTER_AREA)
    h, w = page.shape[:2]
    flat = np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float32)
    to = cv2.getPerspectiveTransform(flat, (quad - low).astype(np.float32))
    laid = cv2.warpPerspective(page, to, tuple((end - low).tolist()), flags=cv2.INTER_LINEAR)
    there = canvas[low[1] : end[1], low[0] : end[0]]
    there[:] = np.round(there * (1 - laid[..., 3:] / 255.0) + laid[..., :3]).clip(0, 255).astype(np.uint8)
