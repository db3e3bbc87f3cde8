"""Cut the tiles of whole sets as crops: photos with their labels, and synthetic scenes.

The crops of a training come from fixed parts, and from parts that processes draw without end.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from paiyan.datasets.detector_training.composites import banner, fonts_to_write
from paiyan.datasets.detector_training.missing_boxes import read_missing_boxes
from paiyan.datasets.detector_training.prepare import CLASSES
from paiyan.datasets.drawing_processes import DrawingProcesses
from paiyan.datasets.formats.labelled import DatasetError, label_path, read_folder, read_labels
from paiyan.datasets.hand_scenes.layouts import draw_training_layout
from paiyan.datasets.namer_training.close_rows import (
    FaceSet,
    draw_close_row,
    drawn_set,
    material_set,
    photographed_sets,
    tinted_set,
)
from paiyan.datasets.namer_training.crops import (
    NOTHING,
    Boxes,
    Crops,
    Picture,
    Variety,
    crops_off_tiles,
    cut,
    join_crops,
    load_crops,
    save_crops,
)
from paiyan.datasets.namer_training.tabletop import draw_back, draw_die, draw_name_plate
from paiyan.datasets.roles import training_records
from paiyan.datasets.synth.compositing.render import render
from paiyan.datasets.synth.faces.canvas import coded
from paiyan.datasets.synth.scene_sets import scene_of
from paiyan.datasets.synth.scenes.random_scenes import CODE_ALONE, Resources
from paiyan.datasets.synth.scenes.scene import SynthError
from paiyan.scorer.tiles.tile import BACK, FLOWER, RED, TILES
from paiyan.vision.picture.image import load
from paiyan.vision.pixels import Tone, toned

_DARK_TONES: tuple[Tone, ...] = ("inverted", "dark for light", "equalised")
_CODED = 0.7  # share of drawn pictures that were JPEG
_IN_VIEW, _CUT_OFF = 0.6, 5  # visible share of a tile; pixels of it beyond the upper or left edge
_BACKS = 0.25  # share of backs to keep: walls have far more of them than of any other tile
_CLOSE = 0.75  # of a tile's size: farther off there may be a back, which no photo boxes


class Stream(NamedTuple):
    """The drawing of a part during a training: how many of its newest crops are kept, and its share of the
    processors' time, relative to the other streams."""

    keep: int
    time: float


@dataclass(frozen=True, kw_only=True)
class CropPart:
    """Crops of one kind and how often they are drawn: a set of photos, folders of scenes, or things to draw.

    `share`: how often, relative to the other parts; `late`: how often in the last round, if that differs.
    `stream`: the numbers are those of one pass, and processes go on without end; photos and folders cannot be
    a stream.

    `near_tiles`: crops of each scene that show no whole tile. Photos, in which not all tiles are boxed, get
    `close` such crops, of the sides of tiles and their nearest surroundings. `unboxed`: a file of the tiles
    that the photos show next to their labels (`paiyan.datasets.detector_training.missing_boxes`); `flowers`:
    one of whole boxes for their partly boxed flowers (`paiyan.datasets.detector_training.missing_boxes`),
    which are not used without it. `writing`, `dice`: how many lines of writing and dice, which are not tiles;
    `plates`: how many bars with single characters (`paiyan.datasets.namer_training.tabletop`); `backs`:
    how many tiles face down, as on walls. `nothing`: a file of things in the photos that look like a tile but
    are not, in the form of `unboxed`; only those are cut from them. `pictures`: how many scenes to draw only
    for their crops, of a `subject` of `paiyan.datasets.synth.scene_sets`, or ``layouts`` of the catalogue,
    each with `near_tiles` as above.

    `rows`: close pictures of tiles in a row (`paiyan.datasets.namer_training.close_rows`), a share of `drawn`
    from sets drawn at random and the others from the photographed single tiles, `without` some of their sets;
    `materials`: the share of drawn sets that are not white (`paiyan.datasets.synth.faces.style`); `gems`: the
    share of the other drawn sets whose red circles have a gem; `toned`: the share of rows in another tone,
    like the dark ones shown to the detector. Rows have more flowers and white dragons than a set, by the
    shares `flowers_shown` and `whites_shown`.
    """

    share: float
    late: float | None = None
    photos: str = ""
    listed: str = ""
    despeckle: bool = False
    scenes: tuple[str, ...] = ()
    pictures: int = 0
    subject: str = "tiles"
    near_tiles: int = 3
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
    stream: Stream | None = None

    def __post_init__(self) -> None:
        """Refuse a stream of photos or folders. Raises `DatasetError`."""
        if self.stream is not None and (self.photos or self.scenes):
            raise DatasetError("a part of photos or folders is no stream: take `stream` out of it")


@dataclass(frozen=True, kw_only=True)
class CropPlan:
    """Everything that determines the crops of a namer's training.

    `off_tiles`: a factor on how often crops without a tile are drawn.
    """

    seed: int
    parts: Mapping[str, CropPart]
    off_tiles: float = 1.0
    held_out: str = "zh_clean"
    unseen: str = ""
    variety: Variety = field(default_factory=Variety)

    @property
    def streams(self) -> Mapping[str, Stream]:
        """Return the parts that processes draw without end."""
        return {name: part.stream for name, part in self.parts.items() if part.stream is not None}

    def shares(self, *, late: bool = False) -> Mapping[str, float]:
        """Return the share of each part, `late`: in the last round."""
        return {k: p.share if p.late is None or not late else p.late for k, p in self.parts.items()}


def crops_of(
    name: str, plan: CropPlan, *, photos: Path, scenes: Path, resources: Resources = CODE_ALONE
) -> Crops:
    """Return all crops of a fixed part of a plan.

    `scenes` is the folder that holds the plan's sets of scenes; `resources` are the fonts and art to draw
    with. A part is the same in each plan with the same seed.
    """
    part = plan.parts[name]
    rng = np.random.default_rng([plan.seed, *name.encode()])
    every = [
        *(_photos(part, plan, photos, rng) if part.photos else ()),
        *_scenes(part, scenes, rng),
        *draw_crops(part, rng, faces=single_tiles(part, photos), resources=resources),
    ]
    if not any(len(crops.classes) for crops in every):
        raise DatasetError(f"the part {name} gives no crops: let it name photos, scenes or something drawn")
    return join_crops(every)


def draw_crops(
    part: CropPart, rng: np.random.Generator, *, faces: Sequence[FaceSet], resources: Resources
) -> Iterator[Crops]:
    """Draw the crops of a part's drawn things, once; `faces` are its `single_tiles`."""
    yield from _written(rng, part.writing) if part.writing else ()
    for _ in range(part.dice):
        yield _nothing(*draw_die(rng))
    for _ in range(part.backs):
        picture, box = draw_back(rng)
        yield cut(picture, np.array([BACK]), box)
    yield from _rows(part, faces, resources, rng)
    fonts = fonts_to_write() if part.plates else ()
    for _ in range(part.plates):
        yield _nothing(*draw_name_plate(rng, fonts))
    yield from _pictures(part, resources, rng)


def single_tiles(part: CropPart, photos: Path) -> Sequence[FaceSet]:
    """Return the photographed sets of single tiles for a part's rows."""
    photographed = part.rows and part.drawn < 1
    return list(photographed_sets(photos, without=part.without).values()) if photographed else []


def _photos(part: CropPart, plan: CropPlan, photos: Path, rng: np.random.Generator) -> Iterator[Crops]:
    """Cut the tiles of each photo that may train; partly boxed flowers only with the whole boxes of a
    file."""
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
            yield _nothing(picture, _pixels(nothing[Path(r.image).name].boxes, picture))
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
            pixels = _pixels(boxes, picture)
            yield _off_tiles(rng, picture, pixels, part.close, reach=_CLOSE, far=0)


def _scenes(part: CropPart, scenes: Path, rng: np.random.Generator) -> Iterator[Crops]:
    for name in part.scenes:
        for item in read_folder(scenes / name, classes=len(TILES)):
            picture = load(item.image)
            boxes = _pixels(item.boxes, picture)
            yield cut(picture, item.classes, boxes)
            yield _off_tiles(rng, picture, boxes, part.near_tiles)


def _written(rng: np.random.Generator, lines: int) -> Iterator[Crops]:
    """Cut characters out of lines of writing, like tiles of a detector."""
    fonts = fonts_to_write()
    for _ in range(lines):
        picture, _ = banner(rng, fonts)
        high, wide = picture.shape[:2]
        middles = rng.uniform([0, 0.35 * high], [wide, 0.65 * high], size=(max(wide // high, 1), 2))
        halves = high * rng.uniform([0.3, 0.4], [0.6, 0.6], size=middles.shape)
        boxes = np.concatenate([middles - halves, middles + halves], axis=1)
        yield _nothing(picture, boxes)


def _rows(
    part: CropPart, sets: Sequence[FaceSet], resources: Resources, rng: np.random.Generator
) -> Iterator[Crops]:
    """Draw tiles in a row from close by, and cut them and their surroundings."""
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
        yield _off_tiles(rng, picture, boxes, 1)


def _pictures(part: CropPart, resources: Resources, rng: np.random.Generator) -> Iterator[Crops]:
    """Draw scenes, most of them compressed as JPEG; cut the tiles in full view, and places next to them."""
    for _ in range(part.pictures):
        seed, index = (int(number) for number in rng.integers(1 << 30, size=2))
        if part.subject == "layouts":
            scene, own = draw_training_layout(index, seed=seed, resources=resources)
        else:
            scene, own = scene_of(
                index, seed=seed, pictures_a_set=1, subject=part.subject, resources=resources
            )
        picture, labels = render(scene, own)
        if rng.random() < _CODED:
            picture = coded(picture, int(rng.integers(60, 97)))
        shown = [
            label
            for label in labels
            if label.share > _IN_VIEW
            and min(label.box[:2]) > -_CUT_OFF
            and (label.code != BACK or rng.random() < _BACKS)
        ]
        if shown:
            boxes = np.array([label.box for label in shown], np.float64)
            yield cut(picture, np.array([label.code for label in shown]), boxes)
        every = np.array([label.box for label in labels], np.float64).reshape(-1, 4)
        yield _off_tiles(rng, picture, every, part.near_tiles)


def _nothing(picture: Picture, boxes: Boxes) -> Crops:
    """Cut what is no tile."""
    return cut(picture, np.full(len(boxes), NOTHING), boxes)


def _off_tiles(
    rng: np.random.Generator,
    picture: Picture,
    boxes: Boxes,
    count: int,
    *,
    reach: float = 1.2,
    far: float = 0.3,
) -> Crops:
    """Cut places without a whole tile, as `crops_off_tiles` finds them."""
    size = (picture.shape[1], picture.shape[0])
    return _nothing(picture, crops_off_tiles(rng, boxes, count=count, size=size, reach=reach, far=far))


def _pixels(boxes: Boxes, picture: Picture) -> Boxes:
    return boxes * np.tile(picture.shape[1::-1], 2)


log = logging.getLogger(__name__)
_FAILURES = 3  # in succession; one picture in a million must not end a training


class PartCrops(NamedTuple):
    """Some crops of a part of a plan."""

    part: str
    crops: Crops


@dataclass(frozen=True, kw_only=True)
class CropSource:
    """The crops of a plan, from labelled `photos`, the folder of its sets of `scenes`, fonts and art.

    Fixed parts are cut once and kept in the folder `kept`: a machine that has it needs neither photos nor
    scenes, except the single tiles for rows. `processes` draw the streams; None: all processors but one.
    """

    plan: CropPlan
    photos: Path
    scenes: Path
    kept: Path
    resources: Resources = field(default_factory=Resources)
    processes: int | None = None

    def fixed(self) -> Iterator[PartCrops]:
        """Yield the fixed parts."""
        for name in self.plan.parts:
            if name not in self.plan.streams:
                yield PartCrops(name, load_crops(self.prepare(name)))

    def prepare(self, name: str) -> Path:
        """Cut the crops of a fixed part unless they are kept already; return their file."""
        file = self.kept / f"{name}.npz"
        if not file.exists():
            log.info("cutting crops: %s", name)
            places = {"photos": self.photos, "scenes": self.scenes}
            save_crops(file, crops_of(name, self.plan, **places, resources=self.resources))
        return file

    def stream(self) -> DrawingProcesses[PartCrops]:
        """Start the processes that draw parts during a training; see `draw_for_ever`."""
        wanted = self.processes if self.processes is not None else max((os.cpu_count() or 2) - 1, 1)
        draw = partial(draw_for_ever, self.plan, self.photos, self.resources)
        return DrawingProcesses(draw, wanted if self.plan.streams else 0)


def draw_for_ever(plan: CropPlan, photos: Path, resources: Resources, number: int) -> Iterator[PartCrops]:
    """Draw the streams of a plan in their shares of this process's time, as process `number`."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng((plan.seed, number))
    faces = {name: single_tiles(plan.parts[name], photos) for name in plan.streams}
    spent, failed = dict.fromkeys(plan.streams, 0.0), 0
    while True:
        name = min(spent, key=lambda part: spent[part] / plan.streams[part].time)
        begun, crops = time.process_time(), None
        try:
            crops = join_crops(draw_crops(plan.parts[name], rng, faces=faces[name], resources=resources))
            failed = 0
        except (SynthError, ValueError, cv2.error) as error:
            failed += 1
            log.warning("a drawing of %s failed: %s", name, error)
            if failed == _FAILURES:
                raise DatasetError(f"{name} cannot be drawn: {error}") from error
        spent[name] += time.process_time() - begun + 1e-6
        if crops is not None:
            yield PartCrops(name, crops)
