"""Find labels that sets of photos lack, with the project's own weights, for the recipes in ``models/sets``.

``python -m paiyan.models.training.pseudo_labels KIND ../shared/photos`` writes ``models/sets/KIND.json``:

- ``missing_boxes``: unboxed tiles in the photos of `zh_train`, found by weights that never saw those of
``unseen.txt`` (``--twin TWIN.onnx``, those of the first three stages of
  ``models/recipes/ablation_holdout.yaml``); the photos train with those tiles boxed
  (`paiyan.datasets.detector_training.missing_boxes`). What is committed was made with an earlier namer
  (sha256 4e76ef2b…) and the blend fitted for both. `zh_train` boxes only the player's own tiles; the other
  sets box all their tiles except backs, and the finds in them were writing.
- ``flower_boxes``: whole boxes for the partly boxed flowers of `hk_kw2`
  (`paiyan.datasets.detector_training.missing_boxes`).
- ``missing_backs``: unboxed backs in the photos of `hk_kw2`, on which the namer is trained. The committed
file was checked: cutting mats, keyboards and spare blank tiles were removed by hand.
- ``lookalikes``: things in the photos of `hk_kw2` that look like tiles but are not: keys, name plates, signs
and dice, where a detector found something like a tile and the set, which boxes every face, boxes none. The
committed file was checked: tiles that are cut by the edge or lie far away, and everything blank, were removed
by hand.

The last three were found by the detector with the sha256 d5b646d7… (backs with the namer 0b8ae268…); the
last two leave out the photos of ``models/sets/unseen.txt``.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.detector_training.missing_boxes import (
    DOUBTFUL,
    Boxes,
    MissingBoxes,
    find_missing_backs,
    find_missing_boxes,
    whole_flowers,
    write_missing_boxes,
)
from paiyan.datasets.detector_training.prepare import CLASSES, usable_photos
from paiyan.datasets.formats.labelled import Labelled, label_path, read_labels, read_manifest
from paiyan.datasets.namer_training.crops import NOTHING
from paiyan.datasets.roles import training_records
from paiyan.models.opening import load_detector
from paiyan.models.registry import second_stage
from paiyan.models.sets import HERE, SPLIT
from paiyan.scorer.tiles.tile import BACK
from paiyan.vision.detection.detector import Detector
from paiyan.vision.detection.loading import Backend
from paiyan.vision.detection.naming.namer import WHITE, Blend, Namer
from paiyan.vision.detection.thresholds import DEFAULT_THRESHOLDS, FIRST_STAGE
from paiyan.vision.detection.two_stage import NamedDetector
from paiyan.vision.detections import Detections, overlaps
from paiyan.vision.picture.image import Image, load

HAND_ROWS, HELD_OUT, BOXED_FACES = "zh_train", "zh_clean", "hk_kw2"
BLEND = Blend(detector=0.4, namer=0.89, sure=-2.573, seen=0.789, kept=0.725)
"""Fitted for the weights of ``missing_boxes``, as in `paiyan.models.training.fusion`."""
_LEAST_BACK, _LEAST_LOOKALIKE = 0.15, 0.06  # the detector's lowest confidence
_PART_OF_LABEL = 0.15  # a box that overlaps a label more than this shows a part of that tile
_SMALLEST = 8  # pixels
Found = dict[str, MissingBoxes]


class DetectedPhoto(NamedTuple):
    """A photo BGR (h, w, 3), its labels (n, 4) in pixels, and its detections."""

    name: str
    image: Image
    labels: Boxes
    found: Detections

    def chosen(self, which: NDArray[np.intp], code: int) -> MissingBoxes:
        """Return some of the detections, all with one code."""
        boxes = self.found.boxes[which].astype(np.float64) / np.tile(self.image.shape[1::-1], 2)
        return MissingBoxes(np.full(len(which), code), boxes, np.zeros((0, 4)))


def detected_photos(
    photos: Path, part: str, detector: Detector, *, each_source_once: bool = False
) -> Iterator[DetectedPhoto]:
    """Yield the photos of a set except those of ``unseen.txt``; of a source's variants all, or only the
    first."""
    seen = set[str]()
    for record in training_records(photos, part, unseen=str(SPLIT)):
        if each_source_once and record.source in seen:
            continue
        seen.add(record.source)
        path = photos / record.image
        image = load(path)
        _, labels = read_labels(label_path(path), classes=CLASSES)
        size = np.tile(image.shape[1::-1], 2)
        yield DetectedPhoto(path.name, image, labels * size, detector.detect(image))


def twin_detector(onnx: Path, *, backend: Backend, threads: int) -> NamedDetector:
    """Open both stages, with boxes from `DOUBTFUL` up."""
    detector = load_detector(onnx, backend=backend, threads=threads, thresholds=FIRST_STAGE, stages="one")
    doubtful = DEFAULT_THRESHOLDS._replace(confidence=DOUBTFUL)
    return NamedDetector(detector, Namer(second_stage().onnx, threads=threads), BLEND, thresholds=doubtful)


def missing_boxes(args: argparse.Namespace) -> Found:
    """Search every photo that may be used for training."""
    if args.twin is None:
        raise SystemExit(
            "missing_boxes needs --twin TWIN.onnx: weights that never saw the photos of unseen.txt."
        )
    detector = twin_detector(args.twin, backend=args.backend, threads=args.threads)
    found = Found()
    for item in usable_photos(args.photos, part=HAND_ROWS, held_out=HELD_OUT):
        found[item.image.name] = find_missing_boxes(detector, item)
        print(f"\r{len(found)} photos", end="", flush=True)
    print()
    return found


def flower_boxes(args: argparse.Namespace) -> Found:
    """Search every photo whose flowers are partly boxed."""
    detector = load_detector(backend="onnxruntime", thresholds=FIRST_STAGE, stages="one", threads=1)
    found = Found()
    for record in read_manifest(args.photos / "manifest.csv"):
        if record.set == BOXED_FACES and record.partial_flower_boxes:
            image = args.photos / record.image
            item = Labelled(image, *read_labels(label_path(image), classes=CLASSES))
            found[image.name] = whole_flowers(detector, item)
    return found


def missing_backs(args: argparse.Namespace) -> Found:
    """Search every photo that may be used for training."""
    least = DEFAULT_THRESHOLDS._replace(confidence=_LEAST_BACK)
    detector = load_detector(threads=1, thresholds=least, stages="two")
    return {
        photo.name: photo.chosen(find_missing_backs(photo.image, photo.found, photo.labels), BACK)
        for photo in detected_photos(args.photos, BOXED_FACES, detector)
    }


def lookalikes(args: argparse.Namespace) -> Found:
    """Search one variant of every photo that may be used for training."""
    least = FIRST_STAGE._replace(confidence=_LEAST_LOOKALIKE)
    detector = load_detector(backend="onnxruntime", thresholds=least, stages="one", threads=1)
    return {
        photo.name: photo.chosen(find_lookalikes(photo), NOTHING)
        for photo in detected_photos(args.photos, BOXED_FACES, detector, each_source_once=True)
    }


def find_lookalikes(photo: DetectedPhoto) -> NDArray[np.intp]:
    """Return the indices of the detections that lie whole in a photo, on no labelled tile, and are taken for
    a printed face.
    """
    found, edge = photo.found, np.array(photo.image.shape[1::-1]) - 2
    apart = overlaps(photo.labels, found.boxes).max(axis=0, initial=0) < _PART_OF_LABEL
    whole = (found.boxes[:, :2] > 2).all(axis=1) & (found.boxes[:, 2:] < edge).all(axis=1)
    printed = ~np.isin(found.classes, (WHITE, BACK))
    return np.flatnonzero(apart & whole & printed & (found.sizes.min(axis=1) >= _SMALLEST))


_FINDERS: dict[str, Callable[[argparse.Namespace], Found]] = {
    "missing_boxes": missing_boxes, "flower_boxes": flower_boxes, "missing_backs": missing_backs,
    "lookalikes": lookalikes,
}  # fmt: skip


def main() -> None:
    """Find one kind of labels, and write them."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kind", choices=_FINDERS)
    parser.add_argument("photos", type=Path)
    parser.add_argument("--twin", type=Path, help="the weights that look for missing boxes")
    parser.add_argument("--out", type=Path, help="another file than models/sets/KIND.json")
    parser.add_argument("--backend", choices=("onnxruntime", "openvino"), default="onnxruntime")
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    found = _FINDERS[args.kind](args)
    write_missing_boxes(args.out or HERE / f"{args.kind}.json", found)
    boxed, doubtful = (sum(len(one[part]) for one in found.values()) for part in (0, 2))
    print(f"{len(found)} photos: {boxed} boxed, {doubtful} left doubtful")


if __name__ == "__main__":
    main()
