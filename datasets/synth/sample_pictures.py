"""Draw the repository's own pictures 样张: the sample photo and the small test scenes, each from its seed.

`python -m paiyan.datasets.synth samples` draws them again, byte for byte on the same OpenCV; `traced`
ray-traces those of the docs.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from paiyan.datasets.synth.compositing.render import render
from paiyan.datasets.synth.faces.style import FaceStyle, Inks
from paiyan.datasets.synth.pixels import Picture
from paiyan.datasets.synth.raytracing.trace import trace
from paiyan.datasets.synth.scene_sets import truth_line
from paiyan.datasets.synth.scenes.arranging import Arranger, PlayerStyle
from paiyan.datasets.synth.scenes.camera import View
from paiyan.datasets.synth.scenes.random_scenes import sample_scene
from paiyan.datasets.synth.scenes.scene import Hand, Lens, Light, Meld, Prop, Scene, Table
from paiyan.datasets.synth.scenes.tile_solids import Body
from paiyan.scorer.tiles.notation import parse


@dataclass(frozen=True)
class Recipe:
    """A picture of the repository: file name, seed, size, kind of scene and, if it matters, the hand."""

    name: str
    seed: int
    size: tuple[int, int] = (640, 480)
    kind: str = "hand"
    hand: Hand | None = None
    quality: int = 82


def hand(concealed: str, winning: str = "", melds: Sequence[Meld] = (), flowers: str = "") -> Hand:
    """Return a hand from notation."""
    won = codes(winning)[0] if winning else None
    return Hand(codes(concealed), won, tuple(melds), codes(flowers))


def codes(text: str) -> tuple[int, ...]:
    """Return the tile codes of a text in notation."""
    return tuple(t.code for t in parse(text))


def meld(form: str, tiles: str, claimed: str = "") -> Meld:
    """Return a meld from notation."""
    return Meld(form, codes(tiles), codes(claimed)[0] if claimed else None)


SAMPLE_SEED = 8
SAMPLE_HAND = hand("123m45p789s11z", "6p", [meld("pung", "777z", "7z")], "1f8f")

TEST_SCENES = (
    Recipe("won.jpg", 1, hand=hand("234m234p23455s88m", "8m")),
    Recipe("waiting.jpg", 2, hand=hand("19m19p19s1234567z")),
    Recipe("melds.jpg", 3, hand=hand("5678p", "5p", [
        meld("chow", "123s", "2s"), meld("kong", "9999m", "9m"), meld("pung", "222z", "2z")], "3f4f")),
    Recipe("concealed_kong.jpg", 4, hand=hand("456m456p11s23s", "4s", [meld("concealed_kong", "5555z")])),
    Recipe("taiwan.jpg", 5, hand=hand("123m456m77p88p99p111z", "9p", [meld("chow", "345s", "3s")], "2f6f7f")),
    Recipe("table.jpg", 6, kind="table", hand=hand("1112345678999s", "5s")),
    Recipe("block.jpg", 7, kind="block"),
    Recipe("heap.jpg", 8, kind="heap"),
)  # fmt: skip


def sample_photo() -> Scene:
    """Return the scene of the sample photo: a mixed straight with a pung of red dragons and two flowers."""
    rng = np.random.default_rng(SAMPLE_SEED)
    body = Body(height=1.36, depth=0.82, back_share=0.36, bevel=0.06, corner=0.1)
    tiles = Arranger(body, rng, untidy=0.012)
    player_style = PlayerStyle(winning="gap", melds="right", flowers="above")
    aimed = tiles.hand(SAMPLE_HAND, player_style)
    return Scene(
        size=(1280, 960),
        style=FaceStyle(
            seed=8, inks=Inks(blue=(142, 44, 28), green=(46, 84, 18), red=(38, 34, 188)), numerals="none",
            size=0.94, weight=1.1, engraved=0.8, back=(62, 120, 34), ground=(226, 236, 240),
        ),
        body=body,
        tiles=tuple(tiles.tiles),
        view=View(pitch=33, yaw=-3, roll=-1.5, fov=46, fill=0.92, place=(0.5, 0.62)),
        aimed_at=tuple(aimed),
        hand=SAMPLE_HAND,
        table=Table(
            cloth="weave", cloth_colour=(70, 150, 52), rim="wood", rim_colour=(112, 166, 208),
            edge=-1.4, fall=-4.6, seed=12,
        ),
        light=Light(
            direction=(-0.5, 0.6, 1.0), shadow=0.5, softness=0.14, slope=(0.12, 0.16), cast=0.16, warmth=0.02
        ),
        lens=Lens(blur=0.5, noise=1.6, quality=100),
        props=(Prop("die", 5.4, 5.6, 20), Prop("die", 6.5, 5.9, 63), Prop("die", 5.9, 6.6, 40)),
    )  # fmt: skip


def test_scene(recipe: Recipe) -> tuple[Scene, np.random.Generator]:
    """Return the scene of one of the test pictures, and the generator to draw it with."""
    rng = np.random.default_rng((recipe.seed, 2))
    scene = sample_scene(rng, size=recipe.size, kind=recipe.kind, hand=recipe.hand)
    lens = replace(
        scene.lens, blur=min(scene.lens.blur, 0.8), detail=max(scene.lens.detail, 0.8), quality=100
    )
    return replace(scene, lens=lens, light=replace(scene.light, exposure=max(scene.light.exposure, 0.8))), rng


def write_sample(folder: Path) -> None:
    """Draw ``hand.jpg`` and its truth ``hand.json`` into `folder`."""
    scene = sample_photo()
    picture, labels = render(scene, np.random.default_rng((SAMPLE_SEED, 1)))
    _save(folder / "hand.jpg", picture, quality=90)
    truth = truth_line("hand.jpg", scene, labels, seed=SAMPLE_SEED, index=0)
    (folder / "hand.json").write_text(
        json.dumps(truth, ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
    )


def write_test_scenes(folder: Path) -> None:
    """Draw the test pictures and their ``truth.jsonl`` into `folder`."""
    lines: list[str] = []
    for recipe in TEST_SCENES:
        scene, rng = test_scene(recipe)
        picture, labels = render(scene, rng)
        _save(folder / recipe.name, picture, quality=recipe.quality)
        truth = truth_line(recipe.name, scene, labels, seed=recipe.seed, index=0)
        lines.append(json.dumps(truth, ensure_ascii=False) + "\n")
    (folder / "truth.jsonl").write_text("".join(lines), encoding="utf-8")


def write_traced(folder: Path) -> None:
    """Ray-trace the pictures of docs/synth.md into `folder`: the sample photo's scene and a table."""
    pictured = {
        "traced-hand.jpg": (replace(sample_photo(), size=(800, 600)), 3),
        "traced-table.jpg": (replace(test_scene(TEST_SCENES[5])[0], size=(800, 600)), 1),
    }
    for name, (scene, seed) in pictured.items():
        picture, _ = trace(scene, np.random.default_rng(seed))
        _save(folder / name, picture, quality=84)


def _save(path: Path, picture: Picture, *, quality: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
