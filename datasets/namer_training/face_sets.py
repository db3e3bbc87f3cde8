"""Sets of tiles as their faces 牌面, photographed or drawn, for `close_rows`."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.detector_training.prepare import inverted
from paiyan.datasets.formats.labelled import DatasetError
from paiyan.datasets.synth.faces.drawing import painted_face
from paiyan.datasets.synth.faces.flowers import sample_design
from paiyan.datasets.synth.faces.style import (
    MATERIALS,
    Colour,
    FaceStyle,
    Inks,
    hsv,
    of_material,
    sample_style,
)
from paiyan.datasets.synth.scenes.random_scenes import Resources
from paiyan.scorer.tiles.tile import BACK, FLOWER, RED
from paiyan.vision.picture.image import load

Picture = NDArray[np.uint8]

WHITE = 31
_GEM_FIVES = [13, RED + 1] * 4
"""Fives of circles, plain and red, as often again as four other tiles: only a gem distinguishes them."""
_HEIGHT = 132  # pixels of a drawn face
_BLACK = (35, 35, 35)
_DARK, _COLOURED, _OLD = (
    0.08,
    0.12,
    0.2,
)  # shares of sets with faces that are black, coloured, yellow or brown


class FaceSet(NamedTuple):
    """A set of tiles: its `codes`, a face of a code as BGR (h, w, 3), the colour of its unprinted parts, and
    that of its backs; None: any."""

    codes: Sequence[int]
    face: Callable[[int], Picture]
    ground: Colour
    back: Colour | None = None


def photographed_sets(photos: Path, *, without: Sequence[str] = ()) -> Mapping[str, FaceSet]:
    """Read the sets of single tiles in `photos` (``tiles.csv``) by their `source`, without some of them.

    Raises `DatasetError` if there are none, or a name in `without` is not a set.
    """
    found = dict[str, dict[int, list[Path]]]()
    for source, code, path in _listed(photos):
        found.setdefault(source, {}).setdefault(code, []).append(path)
    if unknown := sorted(set(without) - set(found)):
        raise DatasetError(f"tiles.csv of {photos} knows no set {', '.join(unknown)}: name one that it lists")
    return {source: _photographed(paths) for source, paths in found.items() if source not in without}


def _listed(photos: Path) -> Iterator[tuple[str, int, Path]]:
    try:
        names = (photos / "classes.txt").read_text(encoding="utf-8").split()
        with (photos / "tiles.csv").open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines):
                yield row["source"], names.index(row["class"]), photos / row["image"]
    except (OSError, KeyError, ValueError) as error:
        raise DatasetError(
            f"{photos} does not list single tiles ({error}): it needs tiles.csv and classes.txt"
        ) from error


def _photographed(paths: Mapping[int, Sequence[Path]]) -> FaceSet:
    faces = {code: [load(path) for path in some] for code, some in paths.items()}
    taken = dict.fromkeys(faces, 0)

    def face(code: int) -> Picture:
        """Return the pictures of a tile in turn."""
        taken[code] += 1
        return faces[code][taken[code] % len(faces[code])]

    bright = np.concatenate(
        [np.percentile(some[0].reshape(-1, 3), 75, axis=0)[None] for some in faces.values()]
    )
    blue, green, red = (round(v) for v in np.median(bright, axis=0).tolist())
    return FaceSet(sorted(faces), face, (blue, green, red))


def drawn_set(rng: np.random.Generator, resources: Resources, *, gems: float = 0.0) -> FaceSet:
    """Draw a random set, with flowers in a design of its own; some have faces that are not white.

    A share of `gems` marks red circles with a gem; such a set has its fives of circles more often.
    """
    style = sample_style(rng, fonts=resources.fonts, art=resources.art)
    style = replace(style, flowers=sample_design(rng, style), white=_white(rng, style))
    style = _ground(rng, style)
    if style.art is not None and rng.random() < 0.5:  # the family's flowers or the drawn ones
        style = replace(style, art=None)
    codes = [code for code in range(BACK) if code < RED or rng.random() < 0.5]
    if gems and rng.random() < gems:
        style = replace(style, art=None, red_circle="gem")
        codes = [*codes, *_GEM_FIVES]

    def face(code: int) -> Picture:
        return painted_face(style, code, height=_HEIGHT)

    return FaceSet(codes, face, style.ground)


def material_set(rng: np.random.Generator, resources: Resources) -> FaceSet:
    """Draw a set that is not white, with a back of its own; a third of them mark red circles with a gem."""
    style = sample_style(rng, fonts=resources.fonts, art=())
    style = of_material(style, MATERIALS[int(rng.integers(len(MATERIALS)))], rng)
    style = replace(
        style, flowers=sample_design(rng, style), white=_white(rng, style),
        red_circle="gem" if rng.random() < 0.35 else "painted",
    )  # fmt: skip

    def face(code: int) -> Picture:
        return painted_face(style, code, height=_HEIGHT)

    return FaceSet(range(BACK), face, style.ground, style.back)


def _white(rng: np.random.Generator, style: FaceStyle) -> str:
    """Make blank white dragons more frequent than they are: they are the hard ones."""
    return "blank" if rng.random() < 0.35 else style.white


def _ground(rng: np.random.Generator, style: FaceStyle) -> FaceStyle:
    lot = rng.random()
    if lot < _DARK:
        pale = Inks(
            blue=hsv(rng.uniform(185, 225), 0.5, 0.95), green=hsv(rng.uniform(90, 150), 0.5, 0.9),
            red=hsv(rng.uniform(-10, 20), 0.65, 0.95), black=hsv(rng.uniform(0, 360), 0.1, 0.95),
        )  # fmt: skip
        return replace(
            style, inks=pale, art=None, ground=hsv(rng.uniform(0, 360), 0.3, rng.uniform(0.04, 0.22))
        )
    if lot < _DARK + _COLOURED:
        ground = hsv(rng.uniform(0, 360), rng.uniform(0.1, 0.35), rng.uniform(0.75, 1))
    elif lot < _DARK + _COLOURED + _OLD:  # bone, wood, yellowed
        ground = hsv(rng.uniform(22, 52), rng.uniform(0.2, 0.6), rng.uniform(0.6, 0.95))
    else:
        return style
    return replace(style, ground=ground)


def tinted_set(rng: np.random.Generator, faces: FaceSet) -> FaceSet:
    """Tint the faces of a set: yellowed, coloured, or light on black."""
    lot = rng.random()
    if lot > 0.4:
        return faces
    black = lot < 0.05
    hue = rng.uniform(22, 55) if lot < 0.3 else rng.uniform(0, 360)
    colour = np.array(hsv(hue, rng.uniform(0.05, 0.4), rng.uniform(0.7, 1))) / 255

    def face(code: int) -> Picture:
        return inverted(faces.face(code)) if black else (faces.face(code) * colour).astype(np.uint8)

    blue, green, red = (round(v) for v in (np.array(faces.ground) * colour).tolist())
    return FaceSet(faces.codes, face, _BLACK if black else (blue, green, red))


def choose_face(rng: np.random.Generator, codes: Sequence[int], *, flowers: float, white: float) -> int:
    """Draw a code: a flower or the white dragon with these probabilities, if the set has them."""
    lot = rng.random()
    some = [code for code in codes if FLOWER <= code < RED]
    if some and lot < flowers:
        return some[int(rng.integers(len(some)))]
    if WHITE in codes and lot < flowers + white:
        return WHITE
    return codes[int(rng.integers(len(codes)))]
