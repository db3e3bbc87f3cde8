"""Write a set of scenes 生成数据集: YOLO pictures and labels, the truth of each, resuming an interrupted set.

``<out>/images/000000.jpg``, ``<out>/labels/000000.txt`` (class, centre x, centre y, width, height in 0..1),
``<out>/truth.jsonl`` (a line a picture), ``<out>/set.json`` (seed, size), ``<out>/classes.txt`` (46 names).
The repository's own pictures 样张 are drawn here too, each from its seed: ``python -m paiyan.datasets.synth
samples`` draws them again, byte for byte on the same OpenCV; ``traced`` ray-traces those of the docs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from paiyan.datasets.synth.compositing.render import render
from paiyan.datasets.synth.faces.canvas import Picture
from paiyan.datasets.synth.faces.style import MATERIALS, FaceStyle, Inks, Part, of_material, sample_style
from paiyan.datasets.synth.raytracing.trace import furnished, need_tracer, trace
from paiyan.datasets.synth.scenes.arranging import Arranger, PlayerStyle
from paiyan.datasets.synth.scenes.camera import Body, View
from paiyan.datasets.synth.scenes.random_scenes import (
    CODE_ALONE,
    Resources,
    sample_body,
    sample_scene,
    with_distractors,
)
from paiyan.datasets.synth.scenes.scene import Hand, Label, Lens, Light, Meld, Prop, Scene, SynthError, Table
from paiyan.datasets.synth.whole_tables import sample_whole_table
from paiyan.scorer.tiles.notation import parse
from paiyan.scorer.tiles.tile import TILES

PICTURES_A_SET = 8
"""The default number of pictures of a set of tiles before the next one."""
SUBJECTS = ("tiles", "distractors", "whole tables", "materials", "held-out materials")
"""The subject of a set's pictures: tiles with a few things next to them, tiles among many things that look
somewhat like tiles, whole tables from so far that tiles are small, every second one with such things too, or
sets that are not white, in designs for training or for measuring."""
Drawing = Callable[[int], tuple[Scene, np.random.Generator]]
"""Maps the number of a picture to its scene, and the generator to draw it with."""


def synthesise(
    out: Path,
    count: int,
    *,
    seed: int,
    size: tuple[int, int] = (640, 640),
    pictures_a_set: int = PICTURES_A_SET,
    subject: str = "tiles",
    resources: Resources = CODE_ALONE,
    samples: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Path:
    """Write pictures 0 … `count` - 1 of the set with this `seed` to the folder `out`, and return it.

    They are drawn by the compositor or, given `samples`, ray-traced with that many light paths per pixel.
    Picture i depends only on these numbers, i and `resources`, so an interrupted set is resumed, and a
    complete one is left as it is. `progress` is called with (done, count) after each picture. Raises
    `SynthError` if `out` holds something else or the numbers make no sense, `ModuleNotFoundError` if the ray
    tracer is not installed.
    """
    _check(count, size, pictures_a_set, samples, subject)
    recipe: dict[str, Any] = {"seed": seed, "size": list(size), "pictures_a_set": pictures_a_set}
    if subject != "tiles":
        recipe["subject"] = subject
    if samples is not None:
        need_tracer()
        recipe["samples"] = samples
    draw = partial(
        scene_of, seed=seed, size=size, pictures_a_set=pictures_a_set, subject=subject, resources=resources
    )
    return write_set(out, count, recipe, draw, samples=samples, resources=resources, progress=progress)


def write_set(
    out: Path, count: int, recipe: dict[str, Any], draw: Drawing, *, resources: Resources = CODE_ALONE,
    samples: int | None = None, progress: Callable[[int, int], None] | None = None,
) -> Path:  # fmt: skip
    """Write the pictures of `draw` as a set that was begun with this `recipe`, which holds its seed."""
    _claim(out, recipe)
    done = _finished(out / "truth.jsonl")
    with (out / "truth.jsonl").open("a", encoding="utf-8") as truth:
        for index in range(count):
            if index not in done:
                scene, rng = draw(index)
                if samples is None:
                    picture, labels = render(scene, rng)
                else:
                    scene, picture, labels = _traced(scene, rng, resources, samples)
                _write_picture(out, f"{index:06d}", picture, labels, quality=scene.lens.quality)
                line = truth_line(f"{index:06d}.jpg", scene, labels, seed=recipe["seed"], index=index)
                truth.write(json.dumps(line, ensure_ascii=False) + "\n")
                truth.flush()
            if progress is not None:
                progress(index + 1, count)
    return out


def _traced(
    scene: Scene, rng: np.random.Generator, resources: Resources, samples: int
) -> tuple[Scene, Picture, list[Label]]:
    """Trace the picture with added props; the scene has no hand if a tile of it is hidden."""
    full = furnished(scene, rng)
    picture, labels = trace(full, rng, lights=resources.lights, samples=samples)
    own = sum(label.role in ("hand", "winning", "meld", "flower") for label in labels)
    if full.hand is not None and own < len(full.hand.codes()):
        full = replace(full, hand=None)
    return full, picture, labels


def scene_of(
    index: int,
    *,
    seed: int,
    size: tuple[int, int] = (640, 640),
    pictures_a_set: int = PICTURES_A_SET,
    subject: str = "tiles",
    resources: Resources = CODE_ALONE,
) -> tuple[Scene, np.random.Generator]:
    """Draw the scene of picture `index` of the set with this seed, and the generator to draw it with."""
    style, body = set_of_tiles(index // pictures_a_set, seed=seed, resources=resources)
    rng = np.random.default_rng((seed, 1, index))
    if subject.endswith("materials"):
        part: Part = "held out" if subject.startswith("held-out") else "training"
        material = MATERIALS[index // pictures_a_set % len(MATERIALS)]
        style = of_material(style, material, np.random.default_rng((seed, 2, index)), part=part)
    if subject == "whole tables":
        scene = sample_whole_table(rng, size=size, style=style, body=body, resources=resources)
    else:
        scene = sample_scene(rng, size=size, style=style, body=body, resources=resources)
    if subject == "distractors" or (subject == "whole tables" and index % 2):
        scene = with_distractors(scene, rng, resources.fonts)
    return scene, rng


def set_of_tiles(number: int, *, seed: int, resources: Resources = CODE_ALONE) -> tuple[FaceStyle, Body]:
    """Draw the faces and proportions of the `number`-th set of tiles."""
    rng = np.random.default_rng((seed, 0, number))
    return sample_style(rng, fonts=resources.fonts, art=resources.art), sample_body(rng)


def truth_line(name: str, scene: Scene, labels: Sequence[Label], *, seed: int, index: int) -> dict[str, Any]:
    """Return the JSON object of one picture: its origin, its hand if it shows one whole, its tiles."""
    return {
        "photo": name,
        "seed": seed,
        "index": index,
        "size": list(scene.size),
        "kind": scene.kind,
        "view": {name: round(getattr(scene.view, name), 1) for name in ("pitch", "yaw", "roll")},
        "hand": None if scene.hand is None else scene.hand.to_json(),
        "tiles": [label.to_json() for label in labels],
    }


def yolo_lines(labels: Sequence[Label], size: tuple[int, int]) -> list[str]:
    """Return label lines ``class cx cy w h`` as fractions of a picture of `size` (width, height)."""
    lines: list[str] = []
    for label in labels:
        x0, y0, x1, y1 = label.box
        numbers = ((x0 + x1) / 2 / size[0], (y0 + y1) / 2 / size[1], (x1 - x0) / size[0], (y1 - y0) / size[1])
        lines.append(f"{label.code} " + " ".join(f"{n:.6f}" for n in numbers))
    return lines


def _check(count: int, size: tuple[int, int], pictures_a_set: int, samples: int | None, subject: str) -> None:
    if subject not in SUBJECTS:
        raise SynthError(f"there are no sets of {subject!r}: use one of {', '.join(SUBJECTS)}")
    if samples is not None and subject != "tiles":
        raise SynthError(f"{subject} are not ray-traced: leave out `samples`, or ask for tiles")
    if samples is not None and not 1 <= samples <= 4096:
        raise SynthError(f"{samples} light paths a pixel make no picture: ask for 1 to 4096")
    if pictures_a_set < 1:
        raise SynthError(f"a set of tiles seen in {pictures_a_set} pictures is none: ask for 1 or more")
    if count < 1:
        raise SynthError(f"a set of {count} pictures is none: ask for 1 or more")
    if not all(64 <= side <= 4096 for side in size):
        raise SynthError(f"pictures of {size[0]} x {size[1]} cannot be drawn: sides are 64 to 4096")


def _claim(out: Path, recipe: dict[str, Any]) -> None:
    """Create the folder, or check that the set in it was begun with the same recipe."""
    if out.exists() and not out.is_dir():
        raise SynthError(f"{out} is a file: name a folder to write to")
    note = out / "set.json"
    if note.is_file():
        begun = json.loads(note.read_text(encoding="utf-8"))
        if begun != recipe:
            other = ", ".join(
                f"{name} {begun.get(name)}, not {recipe.get(name)}"
                for name in {**begun, **recipe}
                if begun.get(name) != recipe.get(name)
            )
            raise SynthError(f"{out} was begun as another set ({other}): give the same or another folder")
        return
    if out.is_dir() and any(out.iterdir()):
        raise SynthError(f"{out} holds other files: name an empty or new folder")
    for part in ("images", "labels"):
        (out / part).mkdir(parents=True, exist_ok=True)
    (out / "classes.txt").write_text("\n".join(t.notation for t in TILES) + "\n", encoding="utf-8")
    note.write_text(json.dumps(recipe) + "\n", encoding="utf-8")


def _finished(truth: Path) -> set[int]:
    """Return the pictures that are written completely; a last line that was cut off is removed."""
    if not truth.is_file():
        return set()
    text = truth.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        truth.write_text(whole, encoding="utf-8")
    return {int(json.loads(line)["index"]) for line in whole.splitlines()}


def _write_picture(out: Path, name: str, picture: Picture, labels: Sequence[Label], *, quality: int) -> None:
    size = (picture.shape[1], picture.shape[0])
    cv2.imwrite(str(out / "images" / f"{name}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, max(85, quality)])
    text = "".join(line + "\n" for line in yolo_lines(labels, size))
    (out / "labels" / f"{name}.txt").write_text(text, encoding="utf-8")


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
