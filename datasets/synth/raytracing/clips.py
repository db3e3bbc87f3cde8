"""Ray-trace clips 光线追踪短片: a hand, filmed by a camera held in the hand, while an arm passes over it.

A clip is two seconds of one scene in one light. The camera sways and turns; exposure and motion blur follow
from what each frame shows. A frame depends only on the clip's seed and number and on its own.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from paiyan.datasets.synth.compositing.render import camera_of
from paiyan.datasets.synth.faces.canvas import Floats, Picture
from paiyan.datasets.synth.raytracing.studio import Studio, sample_studio
from paiyan.datasets.synth.raytracing.trace import reaching, trace
from paiyan.datasets.synth.scenes.arranging import Supply, deal_hand
from paiyan.datasets.synth.scenes.camera import Camera
from paiyan.datasets.synth.scenes.random_scenes import sample_scene
from paiyan.datasets.synth.scenes.scene import Prop, Scene

FRAMES, SECONDS = 8, 2.0
SIZE, SAMPLES = (640, 480), 4
_SHIFT = 0.15  # of the camera, in tile widths: the standard deviation
_EXPOSURE = 1 / 30  # seconds, indoors
_BEYOND = 4.0  # tile widths beyond the ends of the row, where an arm hides nothing
TURN = 0.3
"""Degrees by which a camera held in the hand turns: the standard deviation, between calm and restless."""
_SHAKE = (0.3, 1.5)  # times as much, from a calm hand to a restless one
_HERTZ = np.array([[0.3], [0.7], [1.4]])
_WEIGHTS = np.array([[1.0], [0.5], [0.2]])  # the faster, the smaller: an arm drifts more than it trembles


class Sway:
    """A smooth random path around zero of some values, whose standard deviation is the hand's `shake`."""

    def __init__(self, rng: np.random.Generator, values: int) -> None:
        size = (len(_HERTZ), values)
        self._swings = rng.normal(0, 1, size) * _WEIGHTS / math.sqrt((_WEIGHTS**2).sum() / 2)
        self._phases = rng.uniform(0, 2 * math.pi, size)
        self.shake = float(rng.uniform(*_SHAKE))

    def at(self, seconds: float) -> Floats:
        """Return the values at a time."""
        waves = np.sin(2 * math.pi * _HERTZ * seconds + self._phases)
        return self.shake * (self._swings * waves).sum(axis=0)


class Passing(NamedTuple):
    """An arm's way over a row of tiles: the second in which it begins, and how many it takes."""

    begins: float
    takes: float
    leftwards: bool

    def share(self, seconds: float) -> float | None:
        """Return the share of the row to the left of the arm; None if it is not there at that time."""
        share = (seconds - self.begins) / self.takes
        if not 0 <= share <= 1:
            return None
        return 1 - share if self.leftwards else share


def sample_passing(rng: np.random.Generator) -> Passing:
    """Draw an arm that is over the tiles for about a second within the first two."""
    return Passing(float(rng.uniform(-0.3, 1.0)), float(rng.uniform(0.7, 1.4)), bool(rng.random() < 0.5))


@dataclass(frozen=True)
class Clip:
    """A filmed scene; `arm` has its fingertips at x = 0 before it passes."""

    seed: tuple[int, int]
    scene: Scene
    studio: Studio
    sway: Sway
    passing: Passing
    arm: Prop

    def camera(self, seconds: float) -> Camera:
        """Return the camera at a time."""
        camera, sway = camera_of(self.scene), self.sway.at(seconds)
        x, y, z = (np.asarray(camera.position) + _SHIFT * sway[:3]).tolist()
        turn = np.asarray(cv2.Rodrigues(math.radians(TURN) * sway[3:])[0], np.float64)
        rotation = tuple((float(a), float(b), float(c)) for a, b, c in turn @ np.asarray(camera.rotation))
        return replace(camera, position=(x, y, z), rotation=rotation)

    def shown(self, seconds: float) -> Scene:
        """Return the scene at a time: with the arm, if it is there, and the blur of the camera's motion."""
        places = np.array([self.scene.tiles[i].pose.centre for i in self.scene.aimed_at])
        before, after = (
            self.camera(at).project(places.mean(axis=0, keepdims=True))[0]
            for at in (seconds, seconds + _EXPOSURE)
        )
        right, down = (after - before).tolist()
        lens = replace(
            self.scene.lens, motion=(math.hypot(right, down), math.degrees(math.atan2(-down, right)))
        )
        share = self.passing.share(seconds)
        if share is None:
            return replace(self.scene, lens=lens)
        first, last = float(places[:, 0].min()) - _BEYOND, float(places[:, 0].max()) + _BEYOND
        arm = replace(self.arm, x=self.arm.x + first + share * (last - first))
        return replace(self.scene, lens=lens, props=(*self.scene.props, arm))

    def frame(self, number: int, *, samples: int = SAMPLES) -> Picture:
        """Ray-trace a frame, BGR uint8 (h, w, 3). Raises `ModuleNotFoundError` without the tracer."""
        seconds = number * SECONDS / FRAMES
        return trace(
            self.shown(seconds),
            np.random.default_rng((*self.seed, number)),
            samples=samples,
            studio=self.studio,
            camera=self.camera(seconds),
        )[0]


def sample_clip(number: int, *, seed: int, size: tuple[int, int] = SIZE) -> Clip:
    """Draw a clip of a whole hand that has won."""
    rng = np.random.default_rng((seed, number))
    hand = deal_hand(rng, Supply(), melds=int(rng.choice([0, 0, 1, 2])))
    scene = sample_scene(rng, size=size, kind="hand", hand=hand)
    view, lens = scene.view, scene.lens
    x, y = np.clip(view.place, 0.3, 0.7).tolist()  # room for a camera that moves
    scene = replace(
        scene,
        view=replace(view, fill=min(view.fill, 0.85), place=(x, y)),
        lens=replace(lens, blur=min(lens.blur, 0.8), detail=max(lens.detail, 0.8)),
    )
    arm = reaching(rng, 0.0)
    return Clip(
        seed=(seed, number),
        scene=scene,
        studio=sample_studio(rng, scene),
        sway=Sway(rng, 6),
        passing=sample_passing(rng),
        arm=replace(arm, y=arm.y + float(rng.uniform(0.5, 1.5))),
    )


def write_clips(out: Path, count: int, *, seed: int) -> None:
    """Write clips 0 … `count` - 1 of a seed to the folder `out`.

    ``out/03/5.png`` is frame 5 of clip 3; ``truth.jsonl`` lists the hands as lists of photos do, with a
    clip's folder as its photo. Frames that are there already are kept.
    """
    clips = {f"{number:02d}": sample_clip(number, seed=seed) for number in range(count)}
    out.mkdir(parents=True, exist_ok=True)
    lines = [
        json.dumps({"photo": name, "hand": clip.scene.hand.to_json()})
        for name, clip in clips.items()
        if clip.scene.hand is not None
    ]
    (out / "truth.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    for name, clip in clips.items():
        (out / name).mkdir(exist_ok=True)
        for number in range(FRAMES):
            file = out / name / f"{number}.png"
            if not file.exists():
                cv2.imwrite(str(file), clip.frame(number))
