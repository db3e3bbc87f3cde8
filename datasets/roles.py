"""List the role of each set of pictures: training, development or test.

Training sets train the weights. Development sets are used to choose weights, thresholds, the blend of the
stages and the layout of hands, so their figures are optimistic. A test set is measured once after a change
and decides nothing; if anything is tuned on it, it is a development set from then on. None of our sets is a
test set any longer; the first figures of `wild`, taken before anything was decided on it, are kept next to
the present ones (`datasets/benchmark/results.json`).
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.formats.labelled import DatasetError, Record, label_path, read_folder, read_manifest
from paiyan.datasets.formats.open_set import REGIONS, read_regions
from paiyan.scorer.tiles.tile import TILES

Photo = tuple[str, str]
"""The set and the source of a photo, as in the manifest."""


def read_split(path: Path) -> dict[str, list[Photo]]:
    """Read the photos of each group of a split file. Raises DatasetError with the line that is malformed."""
    groups: dict[str, list[Photo]] = {}
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise DatasetError(f"{path} cannot be read ({error.strerror}): check the path") from error
    for number, line in enumerate(lines, 1):
        words = line.split("#")[0].split()
        if len(words) == 1 and words[0].startswith("[") and words[0].endswith("]"):
            groups[words[0][1:-1]] = []
        elif len(words) == 2 and groups:
            groups[list(groups)[-1]].append((words[0], words[1]))
        elif words:
            raise DatasetError(f"{path}, line {number}: expected `[group]`, or `set source` below a group")
    if not any(groups.values()):
        raise DatasetError(f"{path} names no photo: write `set source` lines below a `[group]`")
    return groups


def training_records(
    photos: Path, part: str, *, held_out: str = "", unseen: str = "", listed: str = ""
) -> list[Record]:
    """Return the manifest's photos of the set `part` that may be used for training.

    Sources that the set `held_out` or the split file `unseen` contains are left out; a text file `listed`
    restricts them to its names.


    Raises DatasetError for a set that is only for measuring, or if manifest or split cannot be read.
    """
    only_training(part)
    records = read_manifest(photos / "manifest.csv")
    kept_back = {record.source for record in records if record.set == held_out}
    groups = read_split(Path(unseen)).values() if unseen else ()
    kept_back |= {source for group in groups for name, source in group if name == part}
    names = frozenset(Path(listed).read_text(encoding="utf-8").split()) if listed else None
    return [
        record
        for record in records
        if record.set == part
        and record.source not in kept_back
        and (names is None or Path(record.image).name in names)
    ]


def link_split(
    photos: Path,
    split: Path,
    out: Path,
    *,
    listed: frozenset[str] = frozenset(),
    regions: Path | None = None,
) -> int:
    """Link a picture of each photo of a split, with its labels, below `out`; return how many.

    Each group becomes its own YOLO folder, so that an evaluation of `out` distinguishes them. Photos with
    partly boxed flowers are left out. If a set has pictures in `listed` (file names), only those are used:
    its other pictures are mirrored. `regions` lists regions with unboxed tiles by picture name; the photos'
    class list is copied too, if there is one. Raises DatasetError if `out` exists already.
    """
    if out.exists():
        raise DatasetError(f"{out} is there already: delete it first, or name another folder")
    unboxed = {} if regions is None else read_regions(regions)
    records = read_manifest(photos / "manifest.csv")
    choosy = {r.set for r in records if Path(r.image).name in listed}
    first: dict[Photo, Record] = {}
    for r in records:
        if r.partial_flower_boxes == 0 and (r.set not in choosy or Path(r.image).name in listed):
            first.setdefault((r.set, r.source), r)
    count = 0
    for group, wanted in read_split(split).items():
        for record in (first[photo] for photo in wanted if photo in first):
            _link(photos / record.image, out / group)
            count += 1
        _write_open_regions(out / group, unboxed)
    if (photos / "classes.txt").is_file():
        shutil.copy(photos / "classes.txt", out)
    return count


def link_set(folder: Path, out: Path, *, regions: Path) -> None:
    """Link every picture of a YOLO folder, with its labels, below `out`, with regions from the file
    `regions`.

    The photos' class list is copied, if there is one next to the folder or in it. Raises DatasetError if
    `out` exists already.
    """
    if out.exists():
        raise DatasetError(f"{out} is there already: delete it first, or name another folder")
    for item in read_folder(folder, classes=len(TILES)):
        _link(item.image, out)
    _write_open_regions(out, read_regions(regions))
    for near in (folder.parent, folder):
        if (near / "classes.txt").is_file():
            shutil.copy(near / "classes.txt", out)


def _link(image: Path, out: Path) -> None:
    image = image.resolve()
    for path, kind in ((image, "images"), (label_path(image), "labels")):
        link = out / kind / path.name
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(path)


def _write_open_regions(out: Path, unboxed: Mapping[str, NDArray[np.float64]]) -> None:
    """Write the regions with unboxed tiles of a set's own pictures next to it."""
    names = {path.name for path in (out / "images").glob("*")}
    open_there = {name: boxes.tolist() for name, boxes in unboxed.items() if name in names}
    (out / REGIONS).write_text(json.dumps(open_there) + "\n", encoding="utf-8")


class Role(str, Enum):
    """The role of a set."""

    TRAINING = "training"
    DEVELOPMENT = "development"
    TEST = "test"


class PictureSet(NamedTuple):
    """A set of pictures: its name in figures and recipes, its role, its contents, and how it was used."""

    name: str
    role: Role
    holds: str
    use: str


SETS: tuple[PictureSet, ...] = (
    PictureSet("zh_train", Role.TRAINING, "hand rows, Chinese sets", "detector and namer"),
    PictureSet(
        "hk_kw2",
        Role.TRAINING,
        "Hong Kong and Taiwan sets",
        "detector and namer; the photos that `models/sets/unseen.txt` lists are development for whatever did "
        "not learn from them",
    ),
    PictureSet(
        "riichi_kw1",
        Role.TRAINING,
        "Japanese sets",
        "detector and namer; as `hk_kw2` in what `models/sets/unseen.txt` lists",
    ),
    PictureSet(
        "camerash_sets",
        Role.TRAINING,
        "pictures of whole sets, every tile boxed",
        "where in a box a tile is",
    ),
    PictureSet(
        "tiles_camerash",
        Role.TRAINING,
        "single tiles of 19 sets",
        "namer; the sets that the recipe keeps back measure it (`models/measuring/unknown_flowers.py`)",
    ),
    PictureSet("tiles_justinchan", Role.TRAINING, "single tiles of three sets", "namer"),
    PictureSet("tiles_kch3coo", Role.TRAINING, "single tiles of one set", "namer"),
    PictureSet(
        "tiles_pysol",
        Role.TRAINING,
        "single tiles of seven sets",
        "namer; the sets that the recipe keeps back measure it (`models/measuring/unknown_flowers.py`)",
    ),
    PictureSet(
        "zh_clean",
        Role.DEVELOPMENT,
        "hand rows of the sets and tables that `zh_train` shows, no photo of a source in it",
        "the blend of the two stages was fitted on it, thresholds and namers chosen; `hands_real.jsonl` "
        "lists its hands",
    ),
    PictureSet(
        "unseen",
        Role.DEVELOPMENT,
        "five sets of tiles and tables, grouped by eye (`models/sets/unseen.txt`)",
        "what to mend in the training pictures, which namer to ship and how hands are laid out was decided "
        "while looking at it; `hands_unseen.jsonl` lists its hands",
    ),
    PictureSet(
        "wild",
        Role.DEVELOPMENT,
        "36 photos of eight public repositories, tables and sets that no training photo shows "
        "(`datasets/benchmark`)",
        "looked at since its first measurement, whose figures are kept",
    ),
    PictureSet(
        "wild2",
        Role.DEVELOPMENT,
        "24 photos of fourteen further repositories, strange ones among them (`datasets/benchmark`)",
        "looked at since its first measurement, whose figures are kept; what went wrong in it is drawn as "
        "sets of its own (`strange`)",
    ),
    PictureSet(
        "scenes",
        Role.DEVELOPMENT,
        "synthetic tables with backs, of a seed that trained nothing",
        "namers were chosen with it in view; the blend was fitted on tables of another seed",
    ),
    PictureSet(
        "far",
        Role.DEVELOPMENT,
        "synthetic whole tables of 12 megapixels, tiles of 12 to 40 pixels, of a seed that trained nothing",
        "when to look closer was decided on such tables (`models/measuring/far_tables.py`)",
    ),
    PictureSet(
        "structured",
        Role.DEVELOPMENT,
        "synthetic hands laid out in every way, of a seed that trained and fitted nothing",
        "how hands are laid out was decided while looking at it (`docs/reading.md`)",
    ),
    PictureSet(
        "strange",
        Role.DEVELOPMENT,
        "synthetic hands, each cause of a wrong reading by itself, and sets of tiles that are not white in "
        "designs that no training draws (`datasets/hand_scenes/layouts.py`)",
        "a structure network was compared on it",
    ),
    PictureSet(
        "clips",
        Role.DEVELOPMENT,
        "ray-traced clips of two seconds: a hand, a camera that moves, an arm that passes "
        "(`datasets/synth/raytracing/clips.py`)",
        "that frames of a moving picture are pooled (`vision/video.py`) was decided while looking at it",
    ),
)
_BY_NAME = {one.name: one for one in SETS}


def role_of(name: str) -> Role | None:
    """Return the role of one of our sets; None for other sets."""
    known = _BY_NAME.get(name)
    return known.role if known else None


def only_training(name: str) -> None:
    """Raise `DatasetError` if a set is about to be trained on but is only for measuring."""
    if role_of(name) not in (None, Role.TRAINING):
        raise DatasetError(
            f"{name} is a {_BY_NAME[name].role.value} set, which may train nothing: name another"
        )
