"""The tiles of whole sets as crops: photos with their labels, and synthetic scenes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.detector_training.distractor_prints import banner, fonts_to_write
from paiyan.datasets.detector_training.missing_boxes import read_missing_boxes
from paiyan.datasets.detector_training.prepare import CLASSES
from paiyan.datasets.formats.labelled import label_path, read_folder, read_labels
from paiyan.datasets.namer_training.close_rows import draw_close_row
from paiyan.datasets.namer_training.crops import (
    NOTHING,
    Boxes,
    Crops,
    Picture,
    Variety,
    crops_off_tiles,
    cut,
    join_crops,
)
from paiyan.datasets.namer_training.face_sets import (
    FaceSet,
    drawn_set,
    material_set,
    photographed_sets,
    tinted_set,
)
from paiyan.datasets.namer_training.name_plates import draw_name_plate
from paiyan.datasets.namer_training.tabletop import draw_back, draw_die
from paiyan.datasets.splits import training_records
from paiyan.datasets.synth.scenes.random_scenes import Resources
from paiyan.scorer.tiles.tile import BACK, FLOWER, RED, TILES
from paiyan.vision.detection.views.view import Tone, toned
from paiyan.vision.picture.image import load

_DARK_TONES: tuple[Tone, ...] = ("inverted", "dark for light", "equalised")
_CLOSE = 0.75  # of a tile's size: farther off a back may lie, which no photo boxes


@dataclass(frozen=True, kw_only=True)
class CropPart:
    """Crops of one kind and how often they are drawn: a set of photos, folders of scenes, what is no tile.

    `late`: how often in the last round, where that differs.

    `beside`: for each scene so many crops that show no whole tile. Photos, of which not all tiles are boxed,
    get `close` such crops, of the sides of tiles and what lies right beside them. `unboxed`: a file of the
    tiles that the photos show beside their labels (`paiyan.datasets.detector_training.missing_boxes`);
    `flowers`: one of whole boxes for their partly boxed flowers
    (`paiyan.datasets.detector_training.flower_boxes`), which teach nothing without. `writing` and `dice`: so
    many lines of writing, and dice, which are no tiles; `plates`: so many bars with single characters
    (`paiyan.datasets.namer_training.name_plates`); `backs`: so many tiles face down, as they lie on walls.
    `nothing`: a file of what the photos show that looks like a tile and is none, in the form of `unboxed`;
    nothing else of them is taken.

    `rows`: so many close pictures of tiles in a row (`paiyan.datasets.namer_training.close_rows`), a share of
    `drawn` of sets drawn at random and the others of the photographed single tiles, `without` some of
    their sets; `materials`: the share of what is drawn that is not white
    (`paiyan.datasets.synth.faces.materials`); `gems`: the share of the other drawn sets whose red circles
    have a gem; `toned`: the share of rows in another tone, as the detector is shown dark ones. Rows show
    flowers and white dragons more often than they are, by the shares `flowers_shown` and `whites_shown`.
    """

    share: float
    late: float | None = None
    photos: str = ""
    listed: str = ""
    despeckle: bool = False
    scenes: tuple[str, ...] = ()
    beside: int = 3
    close: int = 0
    unboxed: str = ""
    flowers: str = ""
    writing: int = 0
    dice: int = 0
    plates: int = 0
    nothing: str = ""
    backs: int = 0
    rows: int = 0
    drawn: float = 0.5
    without: tuple[str, ...] = ()
    materials: float = 0.0
    gems: float = 0.0
    toned: float = 0.0
    flowers_shown: float = 0.55
    whites_shown: float = 0.12


@dataclass(frozen=True, kw_only=True)
class CropPlan:
    """Everything that decides which crops a namer learns from."""

    seed: int
    parts: Mapping[str, CropPart]
    held_out: str = "zh_clean"
    unseen: str = ""
    variety: Variety = field(default_factory=Variety)


def crops_of(
    plan: CropPlan,
    *,
    photos: Path,
    scenes: Path,
    late: bool = False,
    resources: Resources | None = None,
) -> tuple[Crops, NDArray[np.float64]]:
    """All crops of a plan and the weight of each: rare tiles come up more often than they are.

    `scenes` is the folder that holds the plan's sets of scenes; `late` asks for the shares of the last round;
    `resources` are the fonts and art for what is drawn.
    """
    rng = np.random.default_rng(plan.seed)
    parts: list[Crops] = []
    weights: list[NDArray[np.float64]] = []
    for part in plan.parts.values():
        crops = join_crops(
            [
                *(_photos(part, plan, photos, rng) if part.photos else ()),
                *_scenes(part, scenes, rng),
                *(_written(rng, part.writing) if part.writing else ()),
                *(
                    cut(picture, np.array([NOTHING]), box)
                    for picture, box in map(draw_die, [rng] * part.dice)
                ),
                *(cut(picture, np.array([BACK]), box) for picture, box in map(draw_back, [rng] * part.backs)),
                *(_rows(part, photos, resources or Resources(), rng) if part.rows else ()),
                *(_plates(rng, part.plates) if part.plates else ()),
            ]
        )
        scarce = 1 / np.sqrt(np.bincount(crops.classes, minlength=NOTHING + 1).clip(1))
        weight = scarce[crops.classes]
        parts.append(crops)
        share = part.share if part.late is None or not late else part.late
        weights.append(weight / weight.sum() * share)
    return join_crops(parts), np.concatenate(weights)


def _photos(part: CropPart, plan: CropPlan, photos: Path, rng: np.random.Generator) -> Iterator[Crops]:
    """The tiles of each photo that may train; partly boxed flowers only with the whole boxes of a file."""
    records = training_records(
        photos, part.photos, held_out=plan.held_out, unseen=plan.unseen, listed=part.listed
    )
    nothing = read_missing_boxes(Path(part.nothing)) if part.nothing else {}
    files = [read_missing_boxes(Path(file)) for file in (part.flowers, part.unboxed) if file]
    for r in records:
        if nothing and Path(r.image).name not in nothing:
            continue
        picture = load(photos / r.image)
        if nothing:
            boxes = _pixels(nothing[Path(r.image).name].boxes, picture)
            yield cut(picture, np.full(len(boxes), NOTHING), boxes)
            continue
        if part.despeckle:
            picture = cv2.medianBlur(picture, 3).astype(np.uint8)
        classes, boxes = read_labels(label_path(photos / r.image), classes=CLASSES)
        whole = (classes < FLOWER) | (classes >= RED) | (r.partial_flower_boxes == 0)
        yield cut(picture, classes[whole], _pixels(boxes[whole], picture))
        for other in (file[name] for file in files if (name := Path(r.image).name) in file):
            yield cut(picture, other.codes, _pixels(other.boxes, picture))
            boxes = np.concatenate([boxes, other.boxes])
        if part.close:
            sides = crops_off_tiles(
                rng, _pixels(boxes, picture), count=part.close, size=picture.shape[1::-1], reach=_CLOSE, far=0
            )
            yield cut(picture, np.full(len(sides), NOTHING), sides)


def _scenes(part: CropPart, scenes: Path, rng: np.random.Generator) -> Iterator[Crops]:
    for name in part.scenes:
        for item in read_folder(scenes / name, classes=len(TILES)):
            picture = load(item.image)
            boxes = _pixels(item.boxes, picture)
            yield cut(picture, item.classes, boxes)
            other = crops_off_tiles(rng, boxes, count=part.beside, size=(picture.shape[1], picture.shape[0]))
            yield cut(picture, np.full(len(other), NOTHING), other)


def _written(rng: np.random.Generator, lines: int) -> Iterator[Crops]:
    """Characters of lines of writing, each as if a detector had taken it for a tile."""
    fonts = fonts_to_write()
    for _ in range(lines):
        picture, _ = banner(rng, fonts)
        high, wide = picture.shape[:2]
        middles = rng.uniform([0, 0.35 * high], [wide, 0.65 * high], size=(max(wide // high, 1), 2))
        halves = high * rng.uniform([0.3, 0.4], [0.6, 0.6], size=middles.shape)
        boxes = np.concatenate([middles - halves, middles + halves], axis=1)
        yield cut(picture, np.full(len(boxes), NOTHING), boxes)


def _plates(rng: np.random.Generator, bars: int) -> Iterator[Crops]:
    """Single characters in the size of tiles."""
    fonts = fonts_to_write()
    for _ in range(bars):
        picture, boxes = draw_name_plate(rng, fonts)
        yield cut(picture, np.full(len(boxes), NOTHING), boxes)


def _rows(part: CropPart, photos: Path, resources: Resources, rng: np.random.Generator) -> Iterator[Crops]:
    """Tiles in a row from close by, and what lies beside them."""
    sets = list(photographed_sets(photos, without=part.without).values()) if part.drawn < 1 else []
    for _ in range(part.rows):
        own = rng.random() < part.drawn
        faces: FaceSet
        if own and part.materials and rng.random() < part.materials:
            faces = material_set(rng, resources)
        elif own:
            faces = drawn_set(rng, resources, gems=part.gems)
        else:
            faces = tinted_set(rng, sets[int(rng.integers(len(sets)))])
        picture, classes, boxes = draw_close_row(
            rng, faces, flowers=part.flowers_shown, white=part.whites_shown
        )
        if part.toned and rng.random() < part.toned:
            picture = toned(picture, _DARK_TONES[int(rng.integers(len(_DARK_TONES)))])
        yield cut(picture, classes, boxes)
        other = crops_off_tiles(rng, boxes, count=1, size=(picture.shape[1], picture.shape[0]))
        yield cut(picture, np.full(len(other), NOTHING), other)


def _pixels(boxes: Boxes, picture: Picture) -> Boxes:
    return boxes * np.tile(picture.shape[1::-1], 2)
