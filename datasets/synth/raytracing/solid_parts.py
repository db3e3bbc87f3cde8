"""Build the solid parts of a scene 场景实体 for the ray tracer: meshes with materials. Plain values."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from paiyan.datasets.synth.compositing.surfaces import SIDE, SPOTS, TEXELS, floor_of, spots_of, surface
from paiyan.datasets.synth.faces.canvas import Colour, Floats, Image, Picture, to_image, to_picture
from paiyan.datasets.synth.faces.drawing import face_ink
from paiyan.datasets.synth.raytracing.mesh import Mesh, box, capsule, disc, joined, plate, tile_meshes, turned
from paiyan.datasets.synth.raytracing.studio import Studio
from paiyan.datasets.synth.scenes.camera import Camera
from paiyan.datasets.synth.scenes.scene import Prop, Scene
from paiyan.scorer.tiles.tile import BACK

_FINE = 3  # a traced surface is this many times finer
_TABLE = 34.0  # a table's width in tile widths: 85 to 90 cm
_FLOOR = -28.0
_SHINY = frozenset(("plain", "wood", "stone"))


class Material(NamedTuple):
    """A surface: a colour or a picture (BGR), the height of its relief in tile widths or None, and the
    roughness of its gloss, None for cloth."""

    colour: Colour | Picture
    gloss: float | None = None
    relief: Image | None = None
    tiling: str = "clamp"


class Part(NamedTuple):
    """A mesh of one material. `tile` is the number of the tile that it belongs to, -1 for none."""

    mesh: Mesh
    material: Material
    tile: int = -1


def parts_of(scene: Scene, studio: Studio, camera: Camera) -> list[Part]:
    """Return everything that is in the picture or casts light or shade into it."""
    return [*_tiles(scene, studio, camera), *_table(scene, studio), *_things(scene, studio)]


def _tiles(scene: Scene, studio: Studio, camera: Camera) -> Iterator[Part]:
    """Yield each tile's face half and back half, in the order of the scene."""
    upper, lower = tile_meshes(scene.body)
    back = Material(scene.style.back, studio.gloss)
    materials: dict[int, Material] = {}
    nearest = min(camera.distance(np.asarray(t.pose.centre)) for t in scene.tiles)
    height = 448 if camera.focal[1] * scene.body.height / max(nearest, 1e-3) > 190 else 256
    for i, tile in enumerate(scene.tiles):
        if tile.code not in materials:
            materials[tile.code] = face_material(scene, tile.code, height=height, gloss=studio.gloss)
        yield Part(upper.posed(tile.pose), materials[tile.code], i)
        yield Part(lower.posed(tile.pose), back, i)


def face_material(scene: Scene, code: int, *, height: int, gloss: float) -> Material:
    """Return a face's picture and the relief of its engraving."""
    style = scene.style
    if code == BACK:
        return Material(style.ground, gloss)
    ink, alpha = face_ink(style, code, height=height)
    painted = to_picture(ink * alpha + np.array(style.ground, np.float32) * (1 - alpha))
    painted[[0, -1]] = style.ground  # the tracer repeats the outermost row and column outside
    painted[:, [0, -1]] = style.ground
    if style.engraved < 0.15:
        return Material(painted, gloss)
    depth = cv2.GaussianBlur(alpha[..., 0], (0, 0), height / 150) * (-0.02 * style.engraved)
    return Material(painted, gloss, to_image(depth))


def surface_material(kind: str | Path, colour: Colour, seed: int, *, gloss: float) -> Material:
    """Return a table's surface with finer grain than the compositor needs, and its relief."""
    coarse = surface(kind, colour, seed)
    side = SIDE * _FINE
    fine = cv2.resize(coarse, (side, side), interpolation=cv2.INTER_CUBIC)
    cloth = "fabric" in kind.name or "felt" in kind.name if isinstance(kind, Path) else kind not in _SHINY
    rng = np.random.default_rng(seed)
    threads = rng.standard_normal((side, side), dtype=np.float32)
    threads = cv2.GaussianBlur(threads, (0, 0), 0.8)
    grain = 1 + (0.16 if cloth else 0.02) * threads
    painted = cv2.multiply(fine, cv2.merge([grain, grain, grain]), dtype=cv2.CV_8U)
    grey = cv2.cvtColor(fine, cv2.COLOR_BGR2GRAY).astype(np.float32) / max(float(fine.mean()), 1.0)
    relief = 0.05 * grey + 0.012 * threads if cloth else 0.004 * grey
    return Material(to_picture(painted), None if cloth else gloss, to_image(relief), "mirror")


def _table(scene: Scene, studio: Studio) -> Iterator[Part]:
    """Yield the cloth, the frame around it, the floor far below and now and then the player's legs."""
    table = scene.table
    x0, y0, x1, y1 = _extent(scene)
    cloth = surface_material(table.cloth, table.cloth_colour, table.seed, gloss=studio.table_gloss)
    yield Part(plate(x0, y0, x1, y1, 0.0, texel=SIDE / TEXELS), cloth)
    rim = surface_material(table.rim, table.rim_colour, table.seed + 1, gloss=studio.table_gloss)
    wide = 2.2 if table.edge is None or table.fall is None else table.edge - table.fall
    high = studio.rim + 1.5
    for x, y, w, d in (
        ((x0 + x1) / 2, y0 - wide / 2, x1 - x0 + 2 * wide, wide),
        ((x0 + x1) / 2, y1 + wide / 2, x1 - x0 + 2 * wide, wide),
        (x0 - wide / 2, (y0 + y1) / 2, wide, y1 - y0),
        (x1 + wide / 2, (y0 + y1) / 2, wide, y1 - y0),
    ):
        bar = box((w, d, high), bevel=0.25).moved((x, y, -1.5))
        yield Part(bar._replace(uv=_along(bar, runs="away" if d > w else "across")), rim)
    floor = surface_material(*floor_of(table), gloss=0.2)
    yield Part(plate(-150, -150, 150, 150, _FLOOR, texel=4 * SIDE / TEXELS), floor)
    if studio.legs:
        yield from _legs(studio, (x0 + x1) / 2, y0 - wide)


def _along(bar: Mesh, *, runs: str) -> Floats:
    """Return texture coordinates whose grain runs along a bar, which lies ``across`` or ``away``."""
    p = bar.points / (SIDE / TEXELS)
    return np.stack([p[:, 1], p[:, 0] + p[:, 2]] if runs == "away" else [p[:, 0], p[:, 1] + p[:, 2]], axis=1)


def _extent(scene: Scene) -> tuple[float, float, float, float]:
    """Return the cloth x0, y0, x1, y1: as large as a table, larger if tiles lie farther out."""
    places = np.array([t.pose.centre for t in scene.tiles])
    low, high = places.min(axis=0) - 2.0, places.max(axis=0) + 2.0
    half, (x, y) = _TABLE / 2, ((low + high) / 2)[:2].tolist()
    x0, x1 = min(float(low[0]), x - half), max(float(high[0]), x + half)
    if scene.table.edge is None:
        return x0, min(float(low[1]), y - half), x1, max(float(high[1]), y + half)
    return x0, scene.table.edge, x1, max(float(high[1]), scene.table.edge + _TABLE)


def _legs(studio: Studio, x: float, y: float) -> Iterator[Part]:
    """Yield the trousers of the person with the camera."""
    rng = np.random.default_rng(studio.seed)
    shade = rng.uniform(15, 90)
    colour = (int(shade * rng.uniform(0.8, 1.6)), int(shade), int(shade * rng.uniform(0.7, 1.2)))
    x += float(rng.uniform(-4, 4))
    for side in (-1, 1):
        hip = np.array([x + side * 3.5, y - 9.0, -10.0])
        knee = np.array([x + side * float(rng.uniform(4, 7)), y + 6.0, -9.0])
        yield Part(capsule(hip, knee, (3.2, 2.6), steps=32), Material(colour))


def _things(scene: Scene, studio: Studio) -> Iterator[Part]:
    """Yield the props, each on its ground; one that would stick in a tile is left out."""
    table = scene.table
    for prop in scene.props:
        z = scene.body.depth * 0.7 if prop.kind == "arm" else 0.0
        if prop.kind != "arm":
            reach = {"cup": 2.2, "phone": 3.6, "rack": 0.0, "centre": 4.5, "stick": 2.4}.get(prop.kind, 1.2)
            if any(
                math.hypot(t.pose.centre[0] - prop.x, t.pose.centre[1] - prop.y) < reach for t in scene.tiles
            ):
                continue
            if table.edge is not None and prop.y < table.edge:
                if table.fall is None or prop.y - reach / 2 < table.fall:
                    continue
                z = studio.rim
        for mesh, material in _PROPS[prop.kind](prop):
            yield Part(mesh.moved((prop.x, prop.y, z), yaw=prop.yaw), material)


_Pieces = list[tuple[Mesh, Material]]


def _die(prop: Prop) -> _Pieces:
    side = 0.5 * prop.size
    top = spots_of(prop)
    faces = {
        (0, 0, 1): top, (0, 0, -1): 7 - top, (1, 0, 0): top % 3 + 1, (-1, 0, 0): 6 - top % 3,
        (0, 1, 0): (top + 1) % 3 + 1, (0, -1, 0): 6 - (top + 1) % 3,
    }  # fmt: skip
    black, red = list[Mesh](), list[Mesh]()
    for out, value in faces.items():
        normal = np.array(out, dtype=np.float64)
        across = np.array([normal[1] + normal[2], normal[0], 0.0])
        down = np.cross(normal, across)
        for u, v in SPOTS[value]:
            flat = (u - 0.5) * across + (v - 0.5) * down + 0.502 * normal
            spot = disc(flat * side + (0, 0, side / 2), 0.09 * side, normal)
            (red if value in (1, 4) else black).append(spot)
    body = (box((side, side, side), bevel=0.14 * side), Material((235, 238, 240), 0.08))
    inked = [(joined(m), Material(c, 0.2)) for m, c in ((black, (30, 25, 25)), (red, (30, 30, 190))) if m]
    return [body, *inked]


def _stick(prop: Prop) -> _Pieces:
    long = 3.6 * prop.size
    spot = disc(np.array([0, 0, 0.122]), 0.08, np.array([0, 0, 1.0]))
    return [
        (box((long, 0.3, 0.12), bevel=0.05), Material((225, 235, 238), 0.1)),
        (spot, Material(prop.colour, 0.2)),
    ]


def _cup(prop: Prop) -> _Pieces:
    s = prop.size
    wall = [(0.01, 0.0), (0.95, 0.0), (1.02, 0.06), (1.12, 0.7), (1.27, 1.9), (1.3, 1.98), (1.26, 2.0),
            (1.2, 1.94), (1.06, 0.8), (0.95, 0.2), (0.01, 0.15)]  # fmt: skip
    tea = disc(np.array([0, 0, 1.6 * s]), 1.17 * s, np.array([0, 0, 1.0]), steps=40)
    return [
        (turned([(r * s, z * s) for r, z in wall]), Material(prop.colour, 0.06)),
        (tea, Material((25, 60, 105), 0.02)),
    ]


def _phone(prop: Prop) -> _Pieces:
    s = prop.size
    glass = box((2.5 * s, 5.3 * s, 0.02), bevel=0.01).moved((0, 0, 0.3))
    return [
        (box((2.7 * s, 5.6 * s, 0.3), bevel=0.1), Material((40, 38, 36), 0.25)),
        (glass, Material((10, 9, 9), 0.02)),
    ]


def _rack(prop: Prop) -> _Pieces:
    return [(box((19.0 * prop.size, 0.7, 0.5), bevel=0.1), Material(prop.colour, 0.2))]


def _arm(prop: Prop) -> _Pieces:
    """Build a sleeve, a wrist and a hand with bent fingers reaching in along x."""
    s = prop.size
    skin = Material((95 + prop.colour[0] // 6, 125 + prop.colour[1] // 6, 185 + prop.colour[2] // 8), 0.45)
    at = {name: np.array(place) for name, place in (("elbow", (-14, 0, 3.6)), ("wrist", (-0.6, 0, 2.2)))}
    limbs = [capsule(at["wrist"], np.array([2.3, 0.0, 1.9]), (0.95 * s, 1.15 * s))]
    limbs.append(capsule(np.array([1.9, -0.6, 1.8]), np.array([2.3, 0.7, 1.8]), (0.9 * s, 0.85 * s)))
    for tip in (-0.75, -0.25, 0.25, 0.7):
        root, joint = np.array([2.5, tip * 1.1, 2.0]), np.array([3.9 - abs(tip) * 0.7, tip * 1.4, 1.9])
        limbs.append(capsule(root, joint, (0.42 * s, 0.36 * s)))
        limbs.append(capsule(joint, joint + np.array([0.7, 0.02, -1.1]), (0.36 * s, 0.28 * s)))
    limbs.append(capsule(np.array([1.4, 0.8, 1.8]), np.array([2.6, 1.9, 1.2]), (0.5 * s, 0.36 * s)))
    sleeve = capsule(at["elbow"], np.array([-1.0, 0.0, 2.3]), (2.0 * s, 1.35 * s), steps=28)
    return [(joined(limbs), skin), (sleeve, Material(prop.colour))]


def _centre(prop: Prop) -> _Pieces:
    """Build the middle of an automatic table: a plate, a button and the bowl in which the dice are thrown."""
    shade = Material(prop.colour, 0.15)
    bowl = [(0.01, 0.55), (1.2, 0.55), (1.7, 0.62), (1.95, 0.85), (2.0, 0.85), (2.1, 0.3), (2.1, 0.0)][::-1]
    buttons = [box((1.2, 0.5, 0.5), bevel=0.1).moved((0, y, 0)) for y in (-2.75, 2.75)]
    return [
        (box((7.0, 7.0, 0.35), bevel=0.2), shade),
        (turned(bowl), Material((45, 40, 38), 0.08)),
        (joined(buttons), Material((60, 160, 60), 0.2)),
    ]


_PROPS = {
    "centre": _centre,
    "die": _die,
    "stick": _stick,
    "cup": _cup,
    "arm": _arm,
    "phone": _phone,
    "rack": _rack,
}
