"""Build training sets from the real photos: whole pictures and tile-dense composites, drawn from a seed.

`prepare` writes one YOLO set: images/, labels/, and prepared.json with the seed, the options and the hashes
of input and output. A photo that shares its source with the held-out set is never used.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.detector_training.composites import (
    CompositeOptions,
    Strip,
    as_strip,
    backdrop,
    compose,
    draw_strip,
    fonts_to_write,
    line,
    relight,
    squashed,
    written_on,
)
from paiyan.datasets.detector_training.missing_boxes import (
    MissingBoxes,
    read_missing_boxes,
    with_missing_boxes,
    without_flowers,
)
from paiyan.datasets.formats.labelled import (
    DatasetError,
    Labelled,
    data_hash,
    label_path,
    read_labels,
    write_labelled,
)
from paiyan.datasets.roles import training_records
from paiyan.vision.picture.image import Image, load

CLASSES = 45
DESCRIPTION = "prepared.json"


@dataclass(frozen=True, kw_only=True)
class Part:
    """The use of one set of photos in a training set: the number of whole pictures, and its share of the
    strips."""

    whole: int
    strips: float
    listed: str = ""  # a text file that names the pictures to use, one a line; empty: all
    despeckle: bool = False  # filter salt-and-pepper noise out
    unboxed: str = ""  # a file of unlabelled tiles in its pictures (`missing_boxes`); empty: none
    flowers: str = ""  # a file of whole boxes for partly boxed flowers; empty: photos with such are left out


@dataclass(frozen=True, kw_only=True)
class Plan:
    """Everything that determines a prepared set."""

    seed: int
    parts: Mapping[str, Part]
    composites: int
    held_out: str = "zh_clean"
    unseen: str = ""  # a split file whose photos train nothing; empty: none
    composite: CompositeOptions = field(default_factory=CompositeOptions)
    writing: float = 0.0  # the share of the whole photos, and of a composite's strips, that is writing
    inverted: float = 0.0  # the share of the pictures that is dark where the photo is light, as dark sets are


class Prepared(NamedTuple):
    """A prepared set: the number of pictures and boxes, and the hash of all its files."""

    pictures: int
    boxes: int
    sha256: str


def usable_photos(
    photos: Path, *, part: str, held_out: str, listed: str = "", unseen: str = "", flowers: str = ""
) -> list[Labelled]:
    """Return the labelled pictures of one set that may be used for training.

    They have their own sources and at least one box. Partly boxed flowers are allowed only if the file
    `flowers` boxes them again; such pictures come without flowers (see `load_photo`).
    """
    reboxed = set(_extra_boxes(flowers)) if flowers else set[str]()
    chosen = [
        photos / record.image
        for record in training_records(photos, part, held_out=held_out, unseen=unseen, listed=listed)
        if record.partial_flower_boxes == 0 or Path(record.image).name in reboxed
    ]
    items = [Labelled(path, *read_labels(label_path(path), classes=CLASSES)) for path in sorted(chosen)]
    items = [without_flowers(item) if item.image.name in reboxed else item for item in items]
    items = [item for item in items if len(item.classes)]
    if not items:
        raise DatasetError(f"the manifest of {photos} lists no usable picture of the set {part!r}")
    return items


def rarity(items: Sequence[Labelled]) -> NDArray[np.float64]:
    """Return a weight for each picture, (n,) summing to 1, higher for pictures of rare classes."""
    counts = np.bincount(np.concatenate([item.classes for item in items]), minlength=CLASSES)
    scarce = 1 / np.sqrt(np.maximum(counts, 1))
    weights = np.array([scarce[item.classes].mean() for item in items])
    return weights / weights.sum()


_loaded = lru_cache(maxsize=256)(load)


def load_photo(item: Labelled, part: Part) -> Strip:
    """Load a labelled picture of a part, with boxes in pixels."""
    picture = _loaded(item.image)
    strip = as_strip(cv2.medianBlur(picture, 3).astype(np.uint8) if part.despeckle else picture, item)
    for file in filter(None, (part.flowers, part.unboxed)):
        if (more := _extra_boxes(file).get(item.image.name)) is not None:
            strip = with_missing_boxes(strip, more)
    return strip


@lru_cache(maxsize=4)
def _extra_boxes(path: str) -> dict[str, MissingBoxes]:
    return read_missing_boxes(Path(path))


class _Source:
    """Draw photos: a set by its share, then a picture of it by its rarity."""

    def __init__(self, parts: Mapping[str, Part], items: Mapping[str, Sequence[Labelled]]) -> None:
        self.names = list(parts)
        shares = np.array([part.strips for part in parts.values()], dtype=np.float64)
        self.shares = shares / shares.sum()
        self.items = items
        self.parts = parts
        self.weights = {name: rarity(items[name]) for name in self.names}

    def __call__(self, rng: np.random.Generator) -> Strip:
        name = self.names[rng.choice(len(self.names), p=self.shares)]
        item = self.items[name][rng.choice(len(self.items[name]), p=self.weights[name])]
        return load_photo(item, self.parts[name])


class _NowAndThen:
    """A random yes or no with the probability `share`, and the fonts for what is then written or printed.

    A share of 0 draws no random number.
    """

    def __init__(self, share: float, *, fonts: bool = True) -> None:
        self.share = share
        self.fonts = fonts_to_write() if share and fonts else ()

    def __call__(self, rng: np.random.Generator) -> bool:
        return self.share > 0 and rng.random() < self.share


def composite(
    source: _Source, rng: np.random.Generator, options: CompositeOptions, writing: _NowAndThen
) -> Strip:
    """Draw one composite picture; now and then a single row stretched over the canvas."""
    if rng.random() < options.squash:
        return squashed(source(rng), rng, options)
    canvas = backdrop(source(rng).picture, rng, size=options.size)

    def draw() -> Strip:
        return line(rng, writing.fonts) if writing(rng) else draw_strip(source(rng), rng, options)

    return compose(draw, canvas, rng, options)


def prepare(photos: Path, out: Path, *, plan: Plan) -> Prepared:
    """Write the training set of a plan as `out` and describe it in `out`/prepared.json.

    Raises DatasetError if `out` exists already or the photos are missing.
    """
    items = {
        name: usable_photos(
            photos,
            part=name,
            held_out=plan.held_out,
            listed=part.listed,
            unseen=plan.unseen,
            flowers=part.flowers,
        )
        for name, part in plan.parts.items()
    }
    used = [path for part in items.values() for item in part for path in (item.image, label_path(item.image))]
    about = {"plan": asdict(plan), "photos_sha256": data_hash(used, root=photos)}
    return write_set(out, _pictures(plan, items), about=about)


def _pictures(plan: Plan, items: Mapping[str, Sequence[Labelled]]) -> Iterator[tuple[str, Strip]]:
    """Yield names and pictures of a plan's set: whole photos in another light, then composites."""
    rng = np.random.default_rng(plan.seed)
    writing, dark = _NowAndThen(plan.writing), _NowAndThen(plan.inverted, fonts=False)
    for name, part in plan.parts.items():
        chosen = rng.choice(len(items[name]), size=part.whole, replace=part.whole > len(items[name]))
        for number, index in enumerate(map(int, chosen)):
            strip = load_photo(items[name][index], part)
            if writing(rng):
                strip = written_on(strip, rng, writing.fonts)
            if dark(rng):
                strip = strip._replace(picture=inverted(strip.picture))
            yield f"{name}-{number:05d}", strip._replace(picture=relight(strip.picture, rng))
    source = _Source(plan.parts, items)
    for number in range(plan.composites):
        strip = composite(source, rng, plan.composite, writing)
        yield (
            f"composite-{number:05d}",
            strip._replace(picture=inverted(strip.picture)) if dark(rng) else strip,
        )


def inverted(picture: Image) -> Image:
    """Invert the lightness of a picture, keeping each hue."""
    tones = cv2.cvtColor(picture, cv2.COLOR_BGR2HLS)
    tones[..., 1] = 255 - tones[..., 1]
    return cv2.cvtColor(tones, cv2.COLOR_HLS2BGR).astype(np.uint8)


def write_set(out: Path, pictures: Iterable[tuple[str, Strip]], *, about: Mapping[str, Any]) -> Prepared:
    """Write named pictures as a YOLO set, atomically, with `about` in prepared.json."""
    if out.exists():
        raise DatasetError(f"{out} is there already: delete it first, or name another folder")
    half = out.with_name(out.name + ".partial")
    shutil.rmtree(half, ignore_errors=True)
    files: list[Path] = []
    boxes = 0
    for name, (picture, classes, pixels) in pictures:
        image = write_labelled(half, name, picture, classes, pixels / np.tile(picture.shape[1::-1], 2))
        files += [image, label_path(image)]
        boxes += len(classes)
    result = Prepared(len(files) // 2, boxes, data_hash(files, root=half))
    (half / DESCRIPTION).write_text(json.dumps({**about, **result._asdict()}, indent=1, default=str) + "\n")
    half.rename(out)
    return result


def set_hash(folder: Path) -> str:
    """Return one sha256 over the pictures and labels of a YOLO set on disk."""
    images = sorted((folder / "images").iterdir())
    return data_hash([*images, *map(label_path, images)], root=folder)


def prepared(out: Path) -> Prepared | None:
    """Return the description of the set that `prepare` wrote to `out`, or None if there is none yet."""
    path = out / DESCRIPTION
    if not path.exists():
        return None
    content = json.loads(path.read_text())
    return Prepared(content["pictures"], content["boxes"], content["sha256"])
