"""What else lies on a traced table 添置: a rack before the hand, a hand that reaches in, a machine's middle.

Only the ray tracer asks for these; they draw on random numbers of their own, so no composed scene changes.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from paiyan.datasets.synth.faces.style import hsv
from paiyan.datasets.synth.scenes.conditions import any_colour
from paiyan.datasets.synth.scenes.scene import Prop, Scene

_REACH = 4.7  # from an arm's wrist to its fingertips
_RACK = 19.0


def furnished(scene: Scene, rng: np.random.Generator) -> Scene:
    """The scene with some of these beside its own props; a block or heap is left as it is."""
    if scene.kind not in ("hand", "table"):
        return scene
    places = np.array([tile.pose.centre for tile in scene.tiles])
    low, high = places.min(axis=0), places.max(axis=0)
    near = places[places[:, 1] < 2.5]
    added: list[Prop] = []
    edge = scene.table.edge
    if rng.random() < 0.3 and low[1] > 0.4 and (edge is None or edge < -1.0):
        added.append(_rack(rng, float(near[:, 0].min()), float(near[:, 0].max())))
    if rng.random() < 0.2:
        added.append(_reaching(rng, float(near[:, 0].max()) + float(rng.uniform(0.9, 2.2))))
    if scene.kind == "table" and rng.random() < 0.4:
        place = (float(near[:, 0].mean()), float(high[1]) + float(rng.uniform(5.0, 6.5)))
        added.append(
            Prop("centre", *place, yaw=float(rng.normal(0, 2)), colour=hsv(0, 0, rng.uniform(0.05, 0.9)))
        )
    return replace(scene, props=(*scene.props, *added))


def _rack(rng: np.random.Generator, left: float, right: float) -> Prop:
    """A ruler that the row is pushed up to, about as long as the row."""
    wooden = rng.random() < 0.5
    colour = hsv(rng.uniform(15, 40), 0.6, rng.uniform(0.25, 0.8)) if wooden else any_colour(rng)
    long = max(14.0, right - left + float(rng.uniform(0, 3)))
    return Prop("rack", (left + right) / 2, -0.6, float(rng.normal(0, 0.6)), long / _RACK, colour)


def _reaching(rng: np.random.Generator, x: float) -> Prop:
    """The player's own hand beyond the right end of the row."""
    yaw = float(rng.uniform(65, 125))
    tip = (x, float(rng.uniform(-0.2, 1.2)))
    turn = math.radians(yaw)
    wrist = (tip[0] - _REACH * math.cos(turn), tip[1] - _REACH * math.sin(turn))
    return Prop("arm", *wrist, yaw=yaw, size=float(rng.uniform(0.9, 1.15)), colour=any_colour(rng))
