"""Which photos are kept from training: whole sets of tiles and tables, named by the source of each photo.

A split file has a line ``set source`` for each photo; ``[name]`` begins a group, ``#`` a comment.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.formats.labelled import DatasetError, Record, label_path, read_folder, read_manifest
from paiyan.datasets.formats.open_set import REGIONS, read_regions
from paiyan.datasets.roles import only_training
from paiyan.scorer.tiles.tile import TILES

Photo = tuple[str, str]
"""The set and the source of a photo, as the manifest names them."""


def read_split(path: Path) -> dict[str, list[Photo]]:
    """The photos of each group of a split file. Raises DatasetError with the line that is not one."""
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
    """The manifest's photos of the set `part` that may train: of no source that the set `held_out` shows or
    that the split file `unseen` names, and of those that the text file `listed` names, where there is one.

    Raises DatasetError for a set that only measures, and where manifest or split are none.
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
    """Link a picture of each photo of a split, with its labels, below `out`: how many.

    Each group becomes a YOLO folder of its own, so that an evaluation of `out` tells them apart.
    Photos with partly boxed flowers are left out. Of a set that has pictures in `listed` (file names) only
    those count: its other pictures are mirrored. `regions` lists, by the pictures' names, where tiles lie
    that nobody boxed; the photos' class list comes along too, where they have one. Raises DatasetError when
    `out` is there already.
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
    """Link every picture of a YOLO folder, with its labels, below `out`, where `regions` says what is open.

    The photos' class list comes along, where one lies beside the folder or in it. Raises DatasetError when
    `out` is there already.
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
    """Beside a set, where tiles lie on its own pictures that nobody boxed."""
    names = {path.name for path in (out / "images").glob("*")}
    open_there = {name: boxes.tolist() for name, boxes in unboxed.items() if name in names}
    (out / REGIONS).write_text(json.dumps(open_there) + "\n", encoding="utf-8")
