"""Draw whole tables 全桌: four players' tiles, discards and walls, scaled to a visible size."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from paiyan.datasets.synth.compositing.render import camera_of, quad_of
from paiyan.datasets.synth.faces.style import FaceStyle
from paiyan.datasets.synth.scenes.arranging import Arranger, Supply
from paiyan.datasets.synth.scenes.camera import Body, View
from paiyan.datasets.synth.scenes.random_scenes import CODE_ALONE, Resources
from paiyan.datasets.synth.scenes.scene import Placed, Scene, sample_lens, sample_light, sample_table
from paiyan.scorer.tiles.notation import parse

_WHITE = parse("5z")[0].code
_START = 0.3  # share of the picture for the table before it is scaled
_WIDTHS = (9.0, 26.0)  # of a tile in a picture of 640 pixels
_STEEP = 0.4  # probability of a view from a player's eyes, not from above


class _Plan(NamedTuple):
    """A plan for the tables of one picture: the distances from the middle to a row, to the discards and to
    the wall, and the height of the wall."""

    row: float
    discards: float
    wall: float
    high: int


def sample_whole_table(
    rng: np.random.Generator, *, size: tuple[int, int], style: FaceStyle, body: Body,
    resources: Resources = CODE_ALONE,
) -> Scene:  # fmt: skip
    """Draw a table with all its tiles, 9 to 26 pixels wide in a picture of 640; often the view is so flat
    that walls and rows hide much of one another."""
    supply = Supply(reds="one" if rng.random() < 0.4 else "none")
    plan = _Plan(
        float(rng.uniform(9, 14)),
        float(rng.uniform(2.6, 4)),
        float(rng.uniform(6.8, 8)),
        int(rng.integers(1, 3)),
    )
    tiles: list[Placed] = []
    for seat in range(4):
        arranger = Arranger(body, rng, untidy=float(rng.choice([0.02, 0.05])))
        _seat(arranger, rng, supply, plan, own=seat == 0)
        tiles += [turned(placed, seat) for placed in arranger.tiles]
    steep = rng.random() < _STEEP
    view = View(
        pitch=float(rng.uniform(48, 76) if steep else rng.uniform(0, 48)),
        yaw=float(rng.normal(0, 10) if rng.random() < 0.6 else rng.uniform(-180, 180)),
        roll=float(rng.normal(0, 6)),
        fov=float(rng.uniform(45, 72)),
        fill=_START,
        place=(float(rng.uniform(0, 1)), float(rng.uniform(0, 1))),
    )
    scene = Scene(
        size=size, style=style, body=body, tiles=tuple(tiles), view=view, aimed_at=tuple(range(len(tiles))),
        kind="table", table=sample_table(rng, resources.textures, edge="none"), light=sample_light(rng),
        lens=replace(sample_lens(rng), detail=float(rng.uniform(0.75, 1.0))),
    )  # fmt: skip
    width = math.exp(float(rng.uniform(math.log(_WIDTHS[0]), math.log(_WIDTHS[1]))))
    return brought_to_size(scene, width * size[0] / 640)


def _seat(arranger: Arranger, rng: np.random.Generator, supply: Supply, plan: _Plan, *, own: bool) -> None:
    """Lay one player's tiles: a row, lying or standing, discards, a wall, now and then with whites in it."""
    held = supply.draw(rng, int(rng.integers(8, 15)))
    arranger.group()
    if not own and rng.random() < 0.5:
        arranger.stand(held, -len(held) / 2, -plan.row, "other", lean=float(rng.uniform(0, 12)))
    else:
        arranger.row(held, -len(held) / 2, -plan.row, "hand")
    discards = supply.draw(rng, int(rng.integers(0, 19)), flowers="without")
    arranger.block(discards, -3.0, -plan.discards, "discard", columns=6)
    if rng.random() < 0.75:
        wall = supply.draw(rng, int(rng.integers(4, 18)) * plan.high, flowers="without")
        shown = int(rng.integers(len(wall))) if wall and rng.random() < 0.3 else None
        arranger.wall(wall, -len(wall) / plan.high / 2, -plan.wall, high=plan.high, indicator=shown)
    if rng.random() < 0.25:
        _whites(arranger, rng, supply, -plan.row - 1.8)


def _whites(arranger: Arranger, rng: np.random.Generator, supply: Supply, y: float) -> None:
    """Lay white dragons between tiles that lie face down."""
    left = supply.count(_WHITE)
    x = float(rng.uniform(-6, 2))
    whites = [supply.take_kind(_WHITE) for _ in range(min(left, int(rng.integers(1, 4))))]
    down = list(supply.draw(rng, int(rng.integers(1, 5)), flowers="without"))
    arranger.group()
    while whites or down:
        if whites and (not down or rng.random() < 0.5):
            x = arranger.row((whites.pop(),), x, y, "other")
        else:
            arranger.wall((down.pop(),), x, y + 0.65, high=1)
            x += 1.01


def turned(placed: Placed, seat: int) -> Placed:
    """Turn a tile to a player `seat` places further around the table."""
    return replace(placed, pose=placed.pose.turned(seat), group=placed.group + 8 * seat)


def brought_to_size(scene: Scene, width: float) -> Scene:
    """Move the view so far away that the tiles in the middle are `width` pixels wide."""
    for _ in range(3):
        camera = camera_of(scene)
        quads = [quad_of(scene, tile, camera) for tile in scene.tiles]
        seen = float(np.median([min(math.dist(q[0], q[1]), math.dist(q[1], q[2])) for q in quads]))
        scene = replace(scene, view=replace(scene.view, fill=scene.view.fill * width / seen))
    return scene
