"""Add things that look somewhat like tiles but are not 似牌之物: written on, numbered, dotted, tile-sized.

A detector learns from them what is not a tile, before it meets them on a table. They are added to a scene
with random numbers of their own; its tiles and labels stay as they are.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from paiyan.datasets.synth.pixels import Floats
from paiyan.datasets.synth.scenes.conditions import any_colour, weighted
from paiyan.datasets.synth.scenes.scene import Prop, Scene

PRINTED: dict[str, tuple[float, float, float]] = {
    "ruler": (18.0, 1.1, 0.35), "card": (1.9, 2.7, 0.02), "domino": (1.0, 2.0, 0.35),
    "keys": (6.0, 3.0, 0.25), "screen": (2.7, 5.6, 0.3), "sheet": (3.6, 5.0, 0.01), "box": (4.5, 3.0, 1.0),
    "disc": (1.4, 1.4, 0.0),
    "emblem": (6.0, 6.0, 0.0), "title": (10.0, 2.2, 0.0), "panel": (3.4, 3.4, 0.0),
}  # fmt: skip
"""Width, depth and height, in tile widths, of the things that `Prop` draws with a print on top."""

_KINDS = {
    "card": 3, "domino": 2, "keys": 2, "screen": 2, "sheet": 2, "box": 2, "disc": 3, "panel": 1, "stick": 2,
    "die": 2,
}  # fmt: skip
_PRINTED_ON_CLOTH = {"emblem": 1, "title": 1}
_TILE = 0.9  # from a tile's middle to its corner
_STICK = 1.8
_AROUND = 2.5  # distance beyond the outermost tiles


def with_distractors(scene: Scene, rng: np.random.Generator, fonts: Sequence[Path] = ()) -> Scene:
    """Add a written ruler before the player's row, a print in the cloth, and other things in free places."""
    added: list[Prop] = []
    if scene.kind in ("hand", "table") and rng.random() < 0.6:
        added += _rulers(scene, rng, fonts)
    if rng.random() < 0.3:
        added.append(_printed(rng, weighted(rng, _PRINTED_ON_CLOTH), _somewhere(scene, rng), fonts))
    taken = [(x, y, _TILE) for x, y, _ in _middles(scene).tolist()]
    taken += [(x, prop.y, 1.5) for prop in added if prop.kind == "ruler" for x in _along(prop)]
    for _ in range(int(rng.integers(3, 11))):
        kind = weighted(rng, _KINDS)
        reach = _STICK if kind == "stick" else math.hypot(*PRINTED[kind][:2]) / 2 if kind in PRINTED else 0.4
        for _ in range(8):
            x, y = _somewhere(scene, rng)
            if all(math.hypot(x - a, y - b) > reach + room for a, b, room in taken):
                taken.append((x, y, reach))
                added.append(_printed(rng, kind, (x, y), fonts))
                break
    return replace(scene, props=(*scene.props, *added))


def _middles(scene: Scene) -> Floats:
    return np.array([tile.pose.centre for tile in scene.tiles])


def _somewhere(scene: Scene, rng: np.random.Generator) -> tuple[float, float]:
    """Draw a place among the tiles or a little beyond them."""
    across, away = _middles(scene)[:, 0], _middles(scene)[:, 1]
    x = rng.uniform(float(across.min()) - _AROUND, float(across.max()) + _AROUND)
    y = rng.uniform(float(away.min()) - _AROUND, float(away.max()) + _AROUND)
    return float(x), float(y)


def _rulers(scene: Scene, rng: np.random.Generator, fonts: Sequence[Path]) -> list[Prop]:
    """Draw a bar that the player's row is pushed up to, and sometimes one beyond the tiles."""
    middles, size = _middles(scene), float(rng.uniform(0.75, 1.6))
    row = middles[middles[:, 1] < 1.5]
    deep = PRINTED["ruler"][1] * size
    x = float(row[:, 0].mean() + rng.normal(0, 2)) if len(row) else 0.0
    first = scene.body.height * 0.5 if not len(row) else float(row[:, 1].min() - scene.body.height / 2)
    y = first - deep / 2 - abs(float(rng.normal(0, 0.25)))
    rulers = [_printed(rng, "ruler", (x, y), fonts, size=size, yaw=float(rng.normal(0, 1.5)))]
    if rng.random() < 0.3:
        beyond = float(middles[:, 1].max()) + 1.5 + deep
        rulers.append(_printed(rng, "ruler", (x, beyond), fonts, size=size, yaw=float(rng.normal(180, 4))))
    return rulers


def _along(ruler: Prop) -> list[float]:
    half = PRINTED["ruler"][0] * ruler.size / 2
    return np.arange(ruler.x - half, ruler.x + half, 1.5).tolist()


def _printed(
    rng: np.random.Generator, kind: str, place: tuple[float, float], fonts: Sequence[Path],
    *, size: float | None = None, yaw: float | None = None,
) -> Prop:  # fmt: skip
    return Prop(
        kind, *place,
        yaw=float(rng.uniform(-180, 180)) if yaw is None else yaw,
        size=float(rng.uniform(0.8, 1.15)) if size is None else size,
        colour=any_colour(rng),
        seed=int(rng.integers(1 << 30)),
        font=fonts[int(rng.integers(len(fonts)))] if fonts else None,
    )  # fmt: skip
