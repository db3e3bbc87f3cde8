"""Draw conditions 拍摄条件: the table, the light, the lens, and the view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from paiyan.datasets.synth.faces.canvas import Colour
from paiyan.datasets.synth.faces.style import hsv
from paiyan.datasets.synth.scenes.camera import View
from paiyan.datasets.synth.scenes.scene import Lens, Light, Table


def weighted(rng: np.random.Generator, weights: Mapping[str, float]) -> str:
    """Draw one of the names, with probabilities proportional to their weights."""
    share = np.array(list(weights.values()), dtype=np.float64)
    return list(weights)[int(rng.choice(len(share), p=share / share.sum()))]


def any_colour(rng: np.random.Generator) -> Colour:
    """Draw any colour that cloth and crockery have."""
    return hsv(rng.uniform(0, 360), rng.uniform(0, 0.8), rng.uniform(0.15, 0.95))


def hand_view(rng: np.random.Generator, *, stance: str, whole: str) -> View:
    """Draw a view of a ``lying`` or ``standing`` hand; a ``near`` view may cut it, a ``whole`` one does
    not."""
    standing = stance == "standing"
    near = whole != "whole" and rng.random() < 0.5
    turned = rng.random() < 0.15 and whole != "whole"
    return View(
        pitch=float(rng.uniform(48, 66) if standing else rng.uniform(0, 52)),
        yaw=float(rng.normal(0, 9)),
        roll=float(rng.uniform(-180, 180) if turned else rng.normal(0, 7)),
        fov=float(rng.uniform(24, 68)),
        fill=float(rng.uniform(1.1, 2.3) if near else rng.uniform(0.82, 0.97)),
        place=(float(rng.uniform(0.08, 0.92)), float(rng.uniform(0.2, 0.95))),
        stretch=float(rng.choice([1.0, 1.0, rng.uniform(0.72, 1.05)])),
    )


def loose_view(rng: np.random.Generator) -> View:
    """Draw a view of tiles on the table from any side."""
    return View(
        pitch=float(rng.uniform(0, 50)),
        yaw=float(rng.uniform(-180, 180) if rng.random() < 0.3 else rng.normal(0, 12)),
        roll=float(rng.uniform(-180, 180) if rng.random() < 0.35 else rng.normal(0, 8)),
        fov=float(rng.uniform(24, 68)),
        fill=float(rng.uniform(0.85, 1.5)),
        place=(float(rng.uniform(0, 1)), float(rng.uniform(0, 1))),
        stretch=float(rng.choice([1.0, 1.0, rng.uniform(0.72, 1.2)])),
    )


def sample_table(rng: np.random.Generator, textures: Sequence[Path] = (), *, edge: str = "seen") -> Table:
    """Draw a table top, with the player's rim and the floor if the player's `edge` may be ``seen``."""
    cloth = weighted(
        rng,
        {"felt": 4, "weave": 3, "mesh": 1, "wood": 2, "plain": 2, "carpet": 2, "stone": 1, "pattern": 1.5},
    )
    picture = textures[int(rng.integers(len(textures)))] if textures and rng.random() < 0.25 else None
    green = hsv(rng.uniform(95, 170), rng.uniform(0.4, 0.9), rng.uniform(0.15, 0.75))
    tan = hsv(rng.uniform(15, 42), rng.uniform(0.2, 0.75), rng.uniform(0.25, 0.9))
    colour = tan if cloth == "wood" else green if rng.random() < 0.5 else any_colour(rng)
    rim = "wood" if rng.random() < 0.5 else "plain"
    at = -float(rng.uniform(0.05, 2.5)) if edge == "seen" and rng.random() < 0.6 else None
    return Table(
        cloth=picture or cloth,
        cloth_colour=colour,
        rim=rim,
        rim_colour=tan
        if rim == "wood"
        else hsv(rng.uniform(0, 360), rng.uniform(0, 0.25), rng.uniform(0.2, 0.95)),
        edge=at,
        fall=None if at is None else at - float(rng.uniform(1.5, 6)),
        seed=int(rng.integers(64)),
    )


def sample_light(rng: np.random.Generator) -> Light:
    """Draw lamps and windows: mostly from above, sometimes low and hard."""
    return Light(
        direction=(
            float(rng.uniform(-0.9, 0.9)),
            float(rng.uniform(-0.7, 0.9)),
            float(rng.uniform(0.7, 1.4)),
        ),
        ambient=float(rng.uniform(0.4, 0.75)),
        shadow=float(rng.uniform(0.15, 0.65)),
        softness=float(rng.uniform(0.03, 0.35)),
        slope=(float(rng.normal(0, 0.22)), float(rng.normal(0, 0.22))),
        cast=float(rng.uniform(0.15, 0.5)) if rng.random() < 0.3 else 0.0,
        glare=float(rng.uniform(0.1, 0.5)) if rng.random() < 0.3 else 0.0,
        warmth=float(rng.normal(0, 0.09)),
        exposure=float(rng.uniform(0.62, 1.12)),
    )


def sample_lens(rng: np.random.Generator) -> Lens:
    """Draw a lens, from a good phone to a poor webcam."""
    return Lens(
        blur=float(rng.uniform(0.2, 1.3)) if rng.random() < 0.5 else 0.0,
        motion=(float(rng.uniform(2, 7)), float(rng.uniform(0, 180))) if rng.random() < 0.12 else (0.0, 0.0),
        noise=float(rng.uniform(0, 9)) if rng.random() < 0.7 else 0.0,
        quality=int(rng.integers(40, 97)),
        detail=float(rng.uniform(0.5, 0.95)) if rng.random() < 0.3 else 1.0,
        colour=float(rng.uniform(0.0, 0.9)) if rng.random() < 0.15 else 1.0,
        contrast=float(rng.uniform(0.8, 1.25)),
    )
