"""`python -m paiyan.datasets.hand_scenes`: the benchmark of readings, and the fits that they depend on.

``bench`` measures structure and decoding on scenes with a known truth: on their true boxes with a detector's
uncertainty, and through the detector itself. ``calibrate`` fits that uncertainty and the probabilities of
readings, ``rely`` when a reading is reliable, ``again`` how much a second look changes that,
``detector-errors`` the errors of the drawn boxes in `paiyan.datasets.layout_styles`, all on scenes of other
seeds. Detections are kept in out/structured, also those of an interrupted run.
`make figures` puts the results into docs/reading.md.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

import click
import numpy as np

from paiyan.datasets.evaluation.hand_lists import TrueHand, read_hand_list
from paiyan.datasets.evaluation.matching import with_progress
from paiyan.datasets.hand_scenes import detector_noise, reliability
from paiyan.datasets.hand_scenes.detector_noise import (
    SceneDetections,
    detect_scenes,
    scenes_of,
    with_true_boxes,
)
from paiyan.datasets.hand_scenes.readings import (
    Row,
    figures,
    figures_of_photos,
    figures_several,
    measure,
    read_photos,
)
from paiyan.datasets.hand_scenes.scenes import SEED, SEVERAL
from paiyan.datasets.layout_styles.detector_errors import PATH as DETECTOR_ERRORS
from paiyan.models.opening import load_detector, open_reader
from paiyan.vision import calibration
from paiyan.vision.calibration import PATH as CALIBRATION
from paiyan.vision.detection.coarse_to_fine import full_detector
from paiyan.vision.detection.detector import Detector

T = TypeVar("T")
RESULTS = Path(__file__).with_name("results.json")
MISREAD = 0.03  # about the share that the detector misreads on photos of unknown sets and tables
_DATA = Path(__file__).resolve().parents[2] / "tests" / "data"
_EACH = 42  # scenes of each kind that `bench` measures
_NOISY, _BOXES = 10, 600  # scenes of each kind and of drawn boxes that `rely` is fitted on
_ERRORS = 6  # drawn scenes of each kind for `detector-errors`

_photos = click.option("--photos", type=Path, required=True, help="The folder of photo sets.")


@click.group(help=__doc__)
def hand_scenes() -> None:
    pass


@hand_scenes.command()
@click.option("--photos", type=Path, help="The folder of photo sets; without it no photos.")
def bench(*, photos: Path | None) -> None:
    """Measure, and write results.json."""
    model, detector = detector_noise.read_model(), _detector()
    which, tables = scenes_of(_EACH), scenes_of(_EACH, SEVERAL)
    perfect: list[Row] = []
    doubtful: list[Row] = []
    true = with_true_boxes(which, seed=SEED)
    for number, (scene, boxes) in enumerate(_showing(true, "true boxes", which)):
        rng = np.random.default_rng((SEED, 7, number))
        noisy = [detector_noise.noisy(one, model, rng, misread=MISREAD) for one in boxes]
        perfect.append(measure(scene, boxes))
        doubtful.append(measure(scene, noisy))
    out: dict[str, Any] = {
        "reliance": _read(RESULTS)["reliance"],
        "calibration_sha256": calibration.fingerprint(calibration.fitted()),
        "seed": SEED,
        "misread": MISREAD,
        "true_boxes": figures(perfect),
        "true_boxes_noisy": figures(doubtful),
        "several": {
            "true_boxes": figures_several(with_true_boxes(tables, seed=SEED)),
            "detector": figures_several(_detected(tables, detector, seed=SEED)),
        },
        "model": {"name": detector.name, "sha256": detector.sha256},
        "detector": figures([measure(*one) for one in _detected(which, detector, seed=SEED)]),
    }
    if photos:
        truths = read_hand_list(_DATA / "hands_real.jsonl")
        out["photos"] = figures_of_photos(_showing(read_photos(truths, photos, detector), "photos", truths))
    _write(RESULTS, out)


@hand_scenes.command()
@click.option("--each", default=16, show_default=True, help="Scenes of each kind.")
def calibrate(*, each: int) -> None:
    """Fit detector_noise.json and how sure names are."""
    detector, seed = _detector(), detector_noise.SEED
    seen = list(_detected(scenes_of(each), detector, seed=seed))
    predictions = detector_noise.all_tile_predictions(seen)
    model = detector_noise.fit(predictions, rng=np.random.default_rng(seed))
    detector_noise.PATH.write_text(json.dumps(model, ensure_ascii=False) + "\n", encoding="utf-8")
    fitted = {
        "fitted": f"python -m paiyan.datasets.hand_scenes calibrate --each {each} "
        f"(seed {seed}, {len(seen)} scenes, {len(predictions)} tiles)",
        "model": {"name": detector.name, "sha256": detector.sha256},
        "sharpness": detector_noise.fit_sharpness(predictions)._asdict(),
    }
    _add(CALIBRATION, fitted)


@hand_scenes.command()
@_photos
def rely(*, photos: Path) -> None:
    """Fit how far a reading may be relied on."""
    noisy = detector_noise.with_noise(_NOISY, detector_noise.read_model())
    sets = {
        "photos": list(reliability.of_photos(_listed(), photos, _detector())),
        "scenes": [*reliability.of_scenes(noisy), *reliability.of_layout_styles(_BOXES)],
    }
    fitted = reliability.fit(**sets)
    _add(CALIBRATION, fitted)
    curves = {name: reliability.curve(some, fitted["hand"]) for name, some in sets.items()}
    _add(RESULTS, {"reliance": {"threshold": fitted["reliable"], "curves": curves}})


@hand_scenes.command()
@_photos
def again(*, photos: Path) -> None:
    """Fit how far it counts that another look reads the same hand."""
    calibration.fitted()["again"] = reliability.ALWAYS
    reader = open_reader(_detector(), trace=True)
    sets: dict[str, list[reliability.Reread]] = {"photos": [], "scenes": []}
    some = chain(reliability.reread_photos(_listed(), photos, reader), reliability.reread_scenes(reader))
    for number, one in enumerate(some, 1):
        sets["photos" if one.source == "photo" else "scenes"].append(one)
        if number % 20 == 0:
            print(f"read twice: {number}", file=sys.stderr)
    fitted = reliability.fit_rereading(chain(*sets.values()))
    _add(CALIBRATION, {"again": fitted})
    tenths = {name: reliability.by_tenths(some, fitted) for name, some in sets.items()}
    _add(RESULTS, {"again": {"numbers": fitted, "by_tenths": tenths}})


@hand_scenes.command("detector-errors")
@click.argument("sets", type=Path, nargs=-1, required=True)
def detector_errors(*, sets: Sequence[Path]) -> None:
    """Fit datasets/layout_styles/detector_errors.json on photos in labelled sets, those that hands are listed
    of, and on drawn scenes."""
    detector = _detector()
    listed = frozenset(Path(truth.photo).name for truth in _listed())
    photos = detector_noise.photos(sets, detector, only=listed)
    fitted = detector_noise.fit_errors(chain(photos, detector_noise.drawn(_ERRORS, detector)))
    DETECTOR_ERRORS.write_text(json.dumps(fitted) + "\n", encoding="utf-8")


def _detector() -> Detector:
    """Open the project's own detector, always at full resolution, as a reader does when in doubt."""
    return full_detector(load_detector(threads=1))


def _listed() -> list[TrueHand]:
    """Return the hands on photos of tables that no training photo shows, and on development photos."""
    return [
        truth for name in ("hands_unseen.jsonl", "hands_real.jsonl") for truth in read_hand_list(_DATA / name)
    ]


def _detected(
    which: Sequence[tuple[str, int]], detector: Detector, *, seed: int
) -> Iterator[SceneDetections]:
    return _showing(detect_scenes(which, detector, seed=seed), "detector", which)


def _showing(results: Iterable[T], label: str, items: Sequence[object]) -> Iterator[T]:
    """Yield the results for some items, and tell now and then how many are done."""

    def tell(done: int, count: int) -> None:
        if done % 10 == 0 or done == count:
            print(f"{label}: {done} of {count}", file=sys.stderr)

    return with_progress(results, len(items), tell)


def _add(path: Path, numbers: dict[str, Any]) -> None:
    """Replace some numbers in a file."""
    _write(path, _read(path) | numbers)


def _write(path: Path, made: dict[str, Any]) -> None:
    path.write_text(json.dumps(made, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def _read(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text(encoding="utf-8"))


if __name__ == "__main__":
    hand_scenes()
