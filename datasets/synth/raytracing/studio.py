"""Choose where a traced scene is photographed 布光: lamps, the room that tiles mirror, gloss, aperture. All
values.

The light that the compositor only approximates (`scene.Light`) becomes real lamps here: the same direction,
the same share of shadow, the same softness.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from paiyan.datasets.synth.faces.canvas import Floats, Image
from paiyan.datasets.synth.scenes.camera import Vector
from paiyan.datasets.synth.scenes.scene import Light, Scene

_ROOM = (96, 192)  # rows and columns of a room's picture: half a circle by a whole one


class Lamp(NamedTuple):
    """A flat lamp: its middle, what it shines at, its width and height, its light (red, green, blue)."""

    centre: Vector
    target: Vector
    size: tuple[float, float]
    radiance: Vector


@dataclass(frozen=True, kw_only=True)
class Studio:
    """The place and the camera's glass. `room` is an HDR light map's file or the seed of a simulated room,
    turned by `turn` degrees and giving a level surface `fill` of its light; roughness as in a microfacet
    distribution; `aperture` is the lens opening's radius, `rim` the height of the table's frame."""

    lamps: tuple[Lamp, ...]
    room: Path | int
    turn: float
    fill: float
    gloss: float
    table_gloss: float
    aperture: float
    rim: float
    seed: int
    legs: str = ""


def sample_studio(rng: np.random.Generator, scene: Scene, *, lights: Sequence[Path] = ()) -> Studio:
    """Draw a place for this scene; `lights` are HDR light maps to use now and then instead of simulated
    rooms."""
    light = scene.light
    key = min(0.85, 0.2 + light.shadow)
    at = np.mean([scene.tiles[i].pose.centre for i in scene.aimed_at], axis=0)
    mapped = lights[int(rng.integers(len(lights)))] if lights and rng.random() < 0.5 else None
    return Studio(
        lamps=_lamps(rng, light, (float(at[0]), float(at[1]), 0.0), key),
        room=mapped or int(rng.integers(2**31)),
        turn=float(rng.uniform(0, 360)),
        fill=1 - key,
        gloss=float(rng.uniform(0.04, 0.11) if rng.random() < 0.6 else rng.uniform(0.11, 0.28)),
        table_gloss=float(rng.uniform(0.08, 0.4)),
        aperture=float(rng.uniform(0.0, 0.06) if rng.random() < 0.85 else rng.uniform(0.06, 0.15)),
        rim=float(rng.uniform(0.0, 0.55)),
        seed=int(rng.integers(2**31)),
        legs="seen" if rng.random() < 0.5 else "",
    )  # fmt: skip


def _lamps(rng: np.random.Generator, light: Light, target: Vector, key: float) -> tuple[Lamp, ...]:
    """Draw a main lamp where the scene's light comes from and now and then a second, weaker one."""
    direction = np.asarray(light.direction) / np.linalg.norm(light.direction)
    second = rng.random() < 0.4
    share = float(rng.uniform(0.15, 0.45)) if second else 0.0
    lamps = [_lamp(rng, direction, target, key * (1 - share), light.softness)]
    if second:
        other = np.array([rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(0.6, 1.4)])
        lamps.append(
            _lamp(rng, other / np.linalg.norm(other), target, key * share, float(rng.uniform(0.05, 0.3)))
        )
    return tuple(lamps)


def _lamp(rng: np.random.Generator, towards: Floats, target: Vector, share: float, softness: float) -> Lamp:
    """Draw a lamp in a direction that gives a level surface at `target` this share of its light: a bulb's
    shade, a panel or a tube."""
    distance = float(rng.uniform(28, 75))
    side = distance * softness * float(rng.uniform(0.9, 1.5))
    long = float(rng.choice([1.0, 1.0, 2.0, 6.0]))
    size = (side * math.sqrt(long), side / math.sqrt(long))
    strength = share * math.pi * distance**2 / (size[0] * size[1] * float(towards[2]))
    warm = float(rng.normal(0, 0.1))
    centre = np.asarray(target) + towards * distance
    return Lamp(
        (float(centre[0]), float(centre[1]), float(centre[2])), target, size,
        (strength * (1 + warm), strength, strength * (1 - warm)),
    )  # fmt: skip


def room(seed: int) -> Image:
    """Draw a room as seen all around from the table: RGB radiance (96, 192, 3), the first row straight up.

    A bright ceiling with lamps, walls with windows, pictures and furniture, a darker floor.
    """
    rng = np.random.default_rng(seed)
    rows, columns = _ROOM
    height = np.linspace(1, -1, rows, dtype=np.float32)[:, None, None]  # of the elevation, in quarter turns
    wall = 0.25 + 0.5 * rng.random(3) * 0.3 + 0.35 * rng.random()
    ceiling, floor = wall * float(rng.uniform(1.1, 2.0)), wall * float(rng.uniform(0.2, 0.6))
    out = np.where(height > 0.42, ceiling, np.where(height > -0.18, wall, floor)).astype(np.float32)
    out = np.broadcast_to(out, (rows, columns, 3)).astype(np.float32)
    for _ in range(int(rng.integers(5, 14))):  # shelves, doors, people
        wide, tall = int(rng.integers(3, 30)), int(rng.integers(4, 26))
        x, y = int(rng.integers(columns)), int(rng.integers(rows // 3, rows // 2 + 8))
        shade = rng.random(3) * 0.15 + rng.random() * 0.5
        _paint(out, x, y, wide, tall, shade)
    for _ in range(int(rng.integers(0, 3))):
        day = float(rng.uniform(3, 14))
        _paint(out, int(rng.integers(columns)), int(rng.integers(24, 40)), int(rng.integers(8, 24)),
               int(rng.integers(10, 20)), day * np.array([0.85, 0.95, 1.1]))  # fmt: skip
    for _ in range(int(rng.integers(0, 4))):
        lamp = float(rng.uniform(6, 30)) * np.array([1.1, 1.0, 0.85])
        _paint(out, int(rng.integers(columns)), int(rng.integers(4, 24)), int(rng.integers(3, 16)),
               int(rng.integers(2, 6)), lamp)  # fmt: skip
    return cv2.GaussianBlur(out, (0, 0), 0.7, borderType=cv2.BORDER_REFLECT).astype(np.float32)


def _paint(out: Image, x: int, y: int, wide: int, tall: int, light: Floats) -> None:
    columns = np.arange(x, x + wide) % out.shape[1]
    out[y : y + tall, columns] = light


def level_light(panorama: Image) -> float:
    """Return the light on a level surface from the upper half of an all-round picture (h, w, 3), over pi."""
    rows, columns = panorama.shape[:2]
    angles = [(row + 0.5) / rows * math.pi for row in range(rows)]  # from straight up
    weights = np.array([max(0.0, math.cos(a)) * math.sin(a) for a in angles]) * (2 * math.pi / rows / columns)
    return float(np.dot(panorama.mean(axis=2).sum(axis=1), weights))
