"""Whole tables from far away 远景: four players' tiles, discards and walls, small in 12 megapixels.

A picture depends on the seed, its index and the width of a tile only, so that a set is a command and not a
folder of pictures.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from paiyan.datasets.synth.compositing.render import render
from paiyan.datasets.synth.pixels import Picture
from paiyan.datasets.synth.scene_sets import set_of_tiles
from paiyan.datasets.synth.scenes.arranging import Arranger
from paiyan.datasets.synth.scenes.camera import View
from paiyan.datasets.synth.scenes.conditions import sample_lens, sample_light, sample_table
from paiyan.datasets.synth.scenes.dealing import Supply
from paiyan.datasets.synth.scenes.random_scenes import Resources
from paiyan.datasets.synth.scenes.scene import Label, Placed, Scene
from paiyan.datasets.synth.whole_tables import brought_to_size, turned

SIZE = (4000, 3000)
WIDTHS = (12, 16, 20, 24, 32, 40)
"""Widths of a tile in pixels, of which each picture has the next."""
_HALF = 13.0  # from the middle of the table to a player's own row, in tile widths
_START = 0.3  # share of the picture that the table takes before it is brought to size


class FarTable(NamedTuple):
    """A picture BGR (3000, 4000, 3), its labels, and how many pixels its tiles are wide."""

    picture: Picture
    labels: list[Label]
    width: int


def far_tables(count: int, *, seed: int, resources: Resources | None = None) -> Iterator[FarTable]:
    """So many pictures, a set of tiles each."""
    for index in range(count):
        width = WIDTHS[index % len(WIDTHS)]
        rng = np.random.default_rng((seed, index))
        scene = brought_to_size(_table(rng, seed=seed, index=index, resources=resources), width)
        picture, labels = render(scene, rng, supersample=1.5)
        yield FarTable(picture, labels, width)


def _table(rng: np.random.Generator, *, seed: int, index: int, resources: Resources | None) -> Scene:
    style, body = set_of_tiles(index, seed=seed, resources=resources)
    supply = Supply(reds="one" if rng.random() < 0.5 else "none")
    tiles: list[Placed] = []
    for seat in range(4):
        arranger = Arranger(body, rng, untidy=0.02)
        arranger.group()
        held = supply.draw(rng, int(rng.integers(10, 15)))
        arranger.row(held, -len(held) / 2, -_HALF, "hand")
        discards = supply.draw(rng, int(rng.integers(6, 19)), flowers="without")
        arranger.block(discards, -3.0, -3.4, "discard", columns=6)
        if rng.random() < 0.6:
            wall = supply.draw(rng, int(rng.integers(4, 9)), flowers="without")
            arranger.wall(wall, -len(wall) / 2, -_HALF + 3.2, high=1)
        tiles += [turned(placed, seat) for placed in arranger.tiles]
    view = View(
        pitch=float(rng.uniform(10, 45)),
        yaw=float(rng.uniform(-180, 180)),
        roll=float(rng.normal(0, 5)),
        fov=float(rng.uniform(50, 70)),
        fill=_START,
        place=(float(rng.uniform(0.1, 0.9)), float(rng.uniform(0.1, 0.9))),
    )
    return Scene(
        size=SIZE, style=style, body=body, tiles=tuple(tiles), view=view, aimed_at=tuple(range(len(tiles))),
        kind="table", table=sample_table(rng, edge="none"), light=sample_light(rng),
        lens=replace(sample_lens(rng), detail=1.0),
    )  # fmt: skip
