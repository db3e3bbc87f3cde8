"""Render a scene and its labels 渲染 标注: the farthest tile first, and the visible part of each."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.synth.compositing.surfaces import draw_ground, draw_prop
from paiyan.datasets.synth.faces.canvas import Floats, Image, Picture, coded, hull, to_picture
from paiyan.datasets.synth.faces.drawing import painted_face
from paiyan.datasets.synth.scenes.camera import Camera, aim, outlines
from paiyan.datasets.synth.scenes.scene import Label, Lens, Light, Placed, Scene
from paiyan.scorer.tiles.tile import BACK


def shade_map(scene: Scene, rng: np.random.Generator) -> Image:
    """Draw uneven light: a slope across the picture, darker corners, the soft shadow of somebody: (h, w)."""
    light, (w, h) = scene.light, scene.size
    x = np.arange(48, dtype=np.float32) / 47
    y = x[:, None]
    out = 1 + light.slope[0] * (x - 0.5) + light.slope[1] * (y - 0.5)
    out -= 0.25 * ((x - 0.5) ** 2 + (y - 0.5) ** 2)
    if light.cast > 0:
        blob: Image = np.zeros((48, 48), np.float32)
        centre = (int(rng.integers(0, 48)), int(rng.integers(0, 48)))
        axes = (int(rng.integers(5, 16)), int(rng.integers(12, 36)))
        cv2.ellipse(blob, centre, axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
        out *= 1 - light.cast * cv2.GaussianBlur(blob, (0, 0), float(rng.uniform(0.7, 4)))
    return cv2.resize(out.astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC).astype(np.float32)


def glare_layer(scene: Scene, rng: np.random.Generator) -> Image:
    """Draw the reflections of glossy faces, to be added on tiles: (h, w)."""
    w, h = scene.size
    small: Image = np.zeros((80, 80), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        centre = (int(rng.integers(0, 80)), int(rng.integers(0, 80)))
        axes = (int(rng.integers(2, 14)), int(rng.integers(2, 14)))
        strength = float(rng.uniform(0.3, 1.0)) * scene.light.glare * 255
        cv2.ellipse(small, centre, axes, float(rng.uniform(0, 180)), 0, 360, strength, -1)
    small = cv2.GaussianBlur(small, (0, 0), float(rng.uniform(1, 5))).astype(np.float32)
    return cv2.resize(small, (w, h), interpolation=cv2.INTER_LINEAR).astype(np.float32)


def develop(picture: Picture, shade: Image, glare: Image, scene: Scene, rng: np.random.Generator) -> Picture:
    """Develop the drawn scene (h, w, 3) in the light of `shade` and `glare`, both (h, w): exposure, white
    balance, contrast, blur, noise, JPEG. Returns BGR uint8."""
    light, lens = scene.light, scene.lens
    lit = cv2.multiply(picture, cv2.merge([shade, shade, shade]), dtype=cv2.CV_32F)
    if light.glare > 0:
        lit = cv2.add(lit, cv2.merge([glare, glare, glare]))
    gains = np.array([1 - light.warmth, 1.0, 1 + light.warmth]) * light.exposure
    mixed = (np.eye(3) * lens.colour + (1 - lens.colour) / 3) * gains
    curve = np.hstack([mixed * lens.contrast, np.full((3, 1), 118 * (1 - lens.contrast))])
    out = _soften(to_picture(cv2.transform(lit, curve)), lens)
    if lens.noise > 0:
        out = _grain(out, lens.noise, rng)
    return coded(out, lens.quality) if lens.quality < 100 else out


def _soften(out: Picture, lens: Lens) -> Picture:
    h, w = out.shape[:2]
    if lens.blur > 0.2:
        out = cv2.GaussianBlur(out, (0, 0), lens.blur).astype(np.uint8)
    if lens.shallow > 0:
        out = _shallow(out, lens)
    length, angle = lens.motion
    if length >= 2:
        side = int(length) | 1
        kernel: Image = np.zeros((side, side), np.float32)
        turn = cv2.getRotationMatrix2D((side / 2 - 0.5, side / 2 - 0.5), angle, 1)
        kernel[side // 2] = 1
        kernel = cv2.warpAffine(kernel, turn, (side, side)).astype(np.float32)
        out = cv2.filter2D(out, -1, kernel / max(float(kernel.sum()), 1e-3)).astype(np.uint8)
    if lens.detail < 1:
        size = (max(8, round(w * lens.detail)), max(8, round(h * lens.detail)))
        out = cv2.resize(cv2.resize(out, size, interpolation=cv2.INTER_AREA), (w, h)).astype(np.uint8)
    return out


def _shallow(out: Picture, lens: Lens) -> Picture:
    """Blur rows nearer or farther than the focus, more the farther off they are."""
    h = out.shape[0]
    away = np.abs(np.arange(h, dtype=np.float32) / max(h - 1, 1) - lens.focus)
    level = np.clip(away / max(lens.focus, 1 - lens.focus) * 3, 0, 3)
    layers = [out, *(cv2.GaussianBlur(out, (0, 0), lens.shallow * k / 3) for k in (1, 2, 3))]
    mixed = np.zeros(out.shape, np.float32)
    for k, layer in enumerate(layers):
        mixed += layer * np.clip(1 - np.abs(level - k), 0, 1)[:, None, None]
    return to_picture(mixed)


def _grain(out: Picture, amount: float, rng: np.random.Generator) -> Picture:
    """Add sensor noise, a little of it coarse and coloured."""
    h, w = out.shape[:2]
    fine = rng.standard_normal((h, w), dtype=np.float32) * amount
    coarse = rng.standard_normal((h // 3 + 1, w // 3 + 1, 3), dtype=np.float32) * (amount * 0.5)
    spread = cv2.resize(coarse, (w, h), interpolation=cv2.INTER_LINEAR)
    noise = cv2.add(cv2.merge([fine, fine, fine]), spread)
    return cv2.add(out, noise, dtype=cv2.CV_8U).astype(np.uint8)


LEAST_SHARE = 0.3
Ids = NDArray[np.int32]


def camera_of(scene: Scene) -> Camera:
    """Return the camera, aimed by the scene's view at its main tiles."""
    rings = outlines(scene.body).rings
    solid = np.vstack([rings[1], rings[-2]])
    points = np.vstack([scene.tiles[i].pose.world(solid) for i in scene.aimed_at])
    return aim(scene.view, points, size=scene.size)


def sees_face(tile: Placed, camera: Camera) -> bool:
    """True if the face is turned to the camera, and not the back."""
    eye = np.asarray(camera.position) - np.asarray(tile.pose.centre)
    return float(np.asarray(tile.pose.out) @ eye) > 0


def quad_of(scene: Scene, tile: Placed, camera: Camera) -> Floats:
    """Return the corners (4, 2) in pixels of the side turned to the camera, the face's top left first."""
    shape = outlines(scene.body)
    return camera.project(tile.pose.world(shape.face if sees_face(tile, camera) else shape.back))


def labels(scene: Scene, ids: Ids, camera: Camera, *, areas: Sequence[float] | None = None) -> list[Label]:
    """Return the labels of the legible tiles; pixels of `ids` (h, w) hold the index + 1 of the tile whose
    face or back is visible there. `areas` are the pixels that each would have if nothing hid it, by default
    the quads' areas."""
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
    """True if the face is legible at all: not edge-on, not a speck."""
    longest = max(math.dist(quad[k], quad[(k + 1) % 4]) for k in range(4))
    return area >= 60 and area / longest >= 0.22 * longest


def _label(tile: Placed, quad: Floats, share: float, visible: NDArray[np.bool_], face: bool) -> Label:
    h, w = visible.shape
    if share > 0.97:
        low, high = quad.min(axis=0), quad.max(axis=0)
    else:
        ys, xs = np.nonzero(visible)
        low, high = np.array([xs.min(), ys.min()]), np.array([xs.max() + 1, ys.max() + 1])
    x0, y0 = max(0.0, float(low[0])), max(0.0, float(low[1]))
    x1, y1 = min(float(w), float(high[0])), min(float(h), float(high[1]))
    corners = tuple((float(x), float(y)) for x, y in quad)
    code = tile.code if face else BACK
    return Label(code, (x0, y0, x1, y1), corners, tile.role, tile.group, bool(tile.sideways), share)


def inside(quad: Floats, size: tuple[int, int]) -> tuple[tuple[slice, slice], NDArray[np.bool_]]:
    """Return the part of the picture around a convex quad, and True for its pixels with their middle
    inside."""
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
    """Return the pixels of each tile's quad that it covers if nothing hides it: rounded corners leave some
    free."""
    rings = outlines(scene.body).rings
    areas: list[float] = []
    for tile in scene.tiles:
        body = hull(camera.project(np.vstack([tile.pose.world(r) for r in rings]))).astype(np.float32)
        quad = quad_of(scene, tile, camera).astype(np.float32)
        areas.append(float(cv2.intersectConvexConvex(quad, body)[0]))
    return areas


_SHIFT = 4
_MIPS = (32, 48, 72, 108, 160, 224)


def render(
    scene: Scene, rng: np.random.Generator, *, supersample: float = 2.0
) -> tuple[Picture, list[Label]]:
    """Render a scene: its picture, BGR uint8 (h, w, 3), and a label for each face or back that is visible.

    `rng` draws only what no seed of the scene fixes: sensor noise and the grain of shadows.
    """
    camera = camera_of(scene)
    big = camera.scaled(supersample)
    canvas = draw_ground(scene, camera, rng, supersample=supersample)
    ids: Ids = np.zeros((scene.size[1], scene.size[0]), np.int32)
    nearest_last = sorted(range(len(scene.tiles)), key=lambda i: -_depth(scene.tiles[i], camera))
    for prop in scene.props:
        draw_prop(canvas, prop, big)
    for i in nearest_last:
        _draw_tile(canvas, scene, scene.tiles[i], big)
        _mark(ids, scene, i, camera)
    picture = cv2.resize(canvas, scene.size, interpolation=cv2.INTER_AREA).astype(np.uint8)
    shade, glare = shade_map(scene, rng), glare_layer(scene, rng) * (ids > 0)
    return develop(picture, shade, glare, scene, rng), labels(scene, ids, camera)


def see(scene: Scene) -> list[Label]:
    """Return the labels of `render`, without the picture."""
    camera = camera_of(scene)
    ids: Ids = np.zeros((scene.size[1], scene.size[0]), np.int32)
    for i in sorted(range(len(scene.tiles)), key=lambda i: -_depth(scene.tiles[i], camera)):
        _mark(ids, scene, i, camera)
    return labels(scene, ids, camera)


def _depth(tile: Placed, camera: Camera) -> float:
    return camera.distance(np.asarray(tile.pose.centre))


def _shade(light: Light, normal: Floats) -> float:
    """Return the brightness of a surface facing `normal`, about 1 for one that faces up."""
    towards = np.asarray(light.direction) / np.linalg.norm(light.direction)
    up = light.ambient + (1 - light.ambient) * max(0.0, float(towards[2]))
    return (light.ambient + (1 - light.ambient) * max(0.0, float(normal @ towards))) / up


def _dim(colour: tuple[int, int, int], shade: float) -> tuple[float, float, float]:
    return (min(255.0, colour[0] * shade), min(255.0, colour[1] * shade), min(255.0, colour[2] * shade))


def _fill(canvas: Picture, points: Floats, colour: tuple[float, float, float]) -> None:
    fixed = np.round(points * (1 << _SHIFT)).astype(np.int32)
    cv2.fillConvexPoly(canvas, fixed, colour, cv2.LINE_AA, _SHIFT)


def _draw_tile(canvas: Picture, scene: Scene, tile: Placed, camera: Camera) -> None:
    """Draw one tile: its two-coloured body as hulls of its rings, the walls in their light, then the
    plate."""
    shape, pose = outlines(scene.body), tile.pose
    eye = np.asarray(camera.position) - np.asarray(pose.centre)
    rings = [camera.project(pose.world(r)) for r in shape.rings]
    out = np.asarray(pose.out)
    sees_face = float(out @ eye) > 0
    ivory, back = scene.style.ground, scene.style.back
    _contact(canvas, hull(np.vstack(rings)), math.dist(rings[2][0], rings[2][4]))
    parts = [(hull(np.vstack(rings[:3])), _dim(back, 0.6)), (hull(np.vstack(rings[2:])), _dim(ivory, 0.8))]
    for outline, colour in parts if sees_face else parts[::-1]:
        _fill(canvas, outline, colour)
    axes = np.array([pose.right, pose.up, pose.out])
    for k, colour, tilt in ((0, back, -1.0), (1, back, 0.0), (2, ivory, 0.0), (3, ivory, 1.0)):
        normals = (shape.outward + np.array([0.0, 0.0, tilt])) / math.hypot(1.0, tilt)
        facing = normals @ axes
        turned = facing @ eye > (normals * shape.rings[k]).sum(axis=1)
        for i in np.nonzero(turned)[0].tolist():
            j = (i + 1) % len(rings[k])
            piece = np.array([rings[k][i], rings[k][j], rings[k + 1][j], rings[k + 1][i]])
            _fill(canvas, piece, _dim(colour, _shade(scene.light, facing[i])))
    shade = _shade(scene.light, out if sees_face else -out)
    ring = rings[4] if sees_face else rings[0]
    _draw_plate(canvas, scene, tile, camera, ring, is_face=sees_face, shade=shade)


def _contact(canvas: Picture, outline: Floats, width: float) -> None:
    """Draw the dark seam where a tile meets what is behind and under it."""
    thick = max(1, round(width * 0.05))
    x0, y0 = np.maximum(np.floor(outline.min(axis=0)).astype(int) - 2 * thick, 0).tolist()
    x1, y1 = (np.ceil(outline.max(axis=0)).astype(int) + 2 * thick + 1).tolist()
    region = canvas[y0:y1, x0:x1]
    if region.size == 0:
        return
    mask: Picture = np.zeros(region.shape[:2], np.uint8)
    fixed = np.round((outline - (x0, y0)) * (1 << _SHIFT)).astype(np.int32)
    cv2.polylines(mask, [fixed], True, 90, thick * 2, cv2.LINE_AA, _SHIFT)
    mask = cv2.blur(mask, (thick * 2 + 1, thick * 2 + 1)).astype(np.uint8)
    dark = 255 - mask
    region[:] = cv2.multiply(region, cv2.merge([dark, dark, dark]), scale=1 / 255)


def _draw_plate(
    canvas: Picture, scene: Scene, tile: Placed, camera: Camera, ring: Floats, *, is_face: bool, shade: float
) -> None:
    """Draw the side of a tile turned to the camera, with its outline in pixels, in its light."""
    shape = outlines(scene.body)
    quad = camera.project(tile.pose.world(shape.flat_face if is_face else shape.flat_back))
    x0, y0 = np.maximum(np.floor(ring.min(axis=0)).astype(int) - 1, 0).tolist()
    x1, y1 = (np.ceil(ring.max(axis=0)).astype(int) + 2).tolist()
    region = canvas[y0:y1, x0:x1]
    if region.size == 0:
        return
    tall = max(math.dist(quad[0], quad[3]), math.dist(quad[1], quad[2]))
    height = next((m for m in _MIPS if m >= tall), _MIPS[-1])
    texture = painted_face(scene.style, tile.code if is_face else BACK, height=height)
    h, w = texture.shape[:2]
    corners = np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float32)
    to = cv2.getPerspectiveTransform(corners, (quad - (x0, y0)).astype(np.float32))
    size = (region.shape[1], region.shape[0])
    warped = cv2.warpPerspective(texture, to, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mask: Picture = np.zeros(region.shape[:2], np.uint8)
    fixed = np.round((ring - (x0, y0)) * (1 << _SHIFT)).astype(np.int32)
    cv2.fillConvexPoly(mask, fixed, 255, cv2.LINE_AA, _SHIFT)
    weight = cv2.merge([mask, mask, mask])
    lit = cv2.convertScaleAbs(warped, alpha=shade)
    kept = cv2.multiply(region, 255 - weight, scale=1 / 255)
    region[:] = cv2.add(kept, cv2.multiply(lit, weight, scale=1 / 255))


def _mark(ids: Ids, scene: Scene, index: int, camera: Camera) -> None:
    """Mark a tile's plate by its index + 1 in `ids`; its body hides earlier marks (-1)."""
    tile, shape = scene.tiles[index], outlines(scene.body)
    body = camera.project(np.vstack([tile.pose.world(shape.rings[0]), tile.pose.world(shape.rings[-1])]))
    cv2.fillConvexPoly(ids, np.round(hull(body)).astype(np.int32), -1)
    cv2.fillConvexPoly(ids, np.round(quad_of(scene, tile, camera)).astype(np.int32), index + 1)
