"""`python -m paiyan.datasets.hand_scenes`: the benchmark of readings, and the fits that they depend on.

``bench`` measures structure and decoding on scenes with a known truth: on their true boxes with a detector's
uncertainty, and through the detector itself. ``calibrate`` fits that uncertainty and the probabilities of
readings, ``rely`` when a reading is reliable, ``again`` how much a second look changes that,
``detector-errors`` the errors of the drawn boxes in `paiyan.datasets.layout_styles`, all on scenes of other
seeds.
`make figures` puts the results into docs/reading.md.
"""

from __future__ import annotations

import argparse
import json
import sys
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from paiyan.datasets.evaluation.hand_lists import read_hand_list
from paiyan.datasets.hand_scenes import detector_noise, reliability
from paiyan.datasets.hand_scenes.detector_noise import (
    detect_scenes,
    scenes_of,
    tables_of,
    true_boxes,
    with_true_boxes,
)
from paiyan.datasets.hand_scenes.readings import (
    Row,
    figures,
    figures_several,
    measure,
    measure_photos,
)
from paiyan.datasets.hand_scenes.scenes import SEED, draw_hand_scene
from paiyan.datasets.layout_styles.detector_errors import PATH as DETECTOR_ERRORS
from paiyan.models.opening import load_detector, open_reader
from paiyan.vision import calibration
from paiyan.vision.calibration import PATH as CALIBRATION
from paiyan.vision.detection.coarse_to_fine import full_detector
from paiyan.vision.detection.detector import Detector

_ROOT = Path(__file__).resolve().parents[2]
RESULTS = Path(__file__).with_name("results.json")
MISREAD = 0.03  # about the share that the detector misreads on photos of unknown sets and tables


def main(arguments: list[str] | None = None) -> int:
    """Run a command; return exit status 0."""
    args = _parser().parse_args(arguments)
    _COMMANDS[args.command](args)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m paiyan.datasets.hand_scenes", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    bench = commands.add_parser("bench", help="measure, and write results.json")
    bench.add_argument("--each", type=int, default=42, help="scenes of each kind")
    bench.add_argument(
        "--seen", type=int, default=42, help="of them, scenes that the detector looks at; 0: none"
    )
    bench.add_argument("--photos", type=Path, help="the folder of photo sets; without it no photos")
    fit = commands.add_parser("calibrate", help="fit detector_noise.json and how sure names are")
    fit.add_argument("--each", type=int, default=16, help="scenes of each kind")
    rely = commands.add_parser("rely", help="fit how far a reading may be relied on")
    rely.add_argument("--photos", type=Path, required=True, help="the folder of photo sets")
    rely.add_argument("--times", type=float, default=4.0, help="how many scenes a photo counts for")
    rely.add_argument(
        "--layout-styles", type=int, default=600, help="drawn scenes of every layout style, with noise"
    )
    rely.add_argument("--more", type=int, default=10, help="scenes of each kind on true boxes, with noise")
    again = commands.add_parser("again", help="fit how far it counts that another look reads the same hand")
    again.add_argument("--photos", type=Path, required=True, help="the folder of photo sets")
    again.add_argument("--each", type=int, default=4, help="changed copies of each photo")
    again.add_argument("--every", type=int, default=1, help="read each n-th photo")
    again.add_argument("--scenes", type=int, default=14, help="drawn tables of each cause")
    errors = commands.add_parser("detector-errors", help="fit datasets/layout_styles/detector_errors.json")
    errors.add_argument("sets", type=Path, nargs="+", help="folders of labelled photos")
    errors.add_argument("--list", type=Path, action="append", help="hands: only their photos are looked at")
    errors.add_argument("--each", type=int, default=6, help="drawn scenes of each kind")
    for command in (bench, fit, rely, again, errors):
        command.add_argument(
            "--kept",
            type=Path,
            default=Path("out/structured"),
            help="folder where detections are kept, also those of an interrupted run",
        )
        command.add_argument("--threads", type=int, default=1)
    return parser


def _detector(args: argparse.Namespace) -> Detector:
    """Open the project's own detector, always at full resolution, as a reader does when in doubt."""
    return full_detector(load_detector(threads=args.threads))


def _bench(args: argparse.Namespace) -> None:
    model = detector_noise.read_model()
    which = list(scenes_of(args.each, seed=SEED))
    perfect, doubtful = list[Row](), list[Row]()
    for number, (kind, index) in enumerate(which):
        scene = draw_hand_scene(index, kind=kind)
        truth = true_boxes(scene)
        perfect.append(measure(scene, truth, index))
        rng = np.random.default_rng((SEED, 7, number))
        doubtful.append(
            measure(scene, [detector_noise.noisy(t, model, rng, misread=MISREAD) for t in truth], index)
        )
        _show(number + 1, len(which), "true boxes")
    out: dict[str, Any] = {
        "reliance": _results()["reliance"],
        "calibration_sha256": calibration.fingerprint(calibration.fitted()),
        "seed": SEED,
        "misread": MISREAD,
        "true_boxes": figures(perfect),
        "true_boxes_noisy": figures(doubtful),
        "several": {"true_boxes": figures_several(with_true_boxes(tables_of(args.each), seed=SEED))},
    }
    if args.seen:
        detector = _detector(args)
        looked = detect_scenes(
            list(scenes_of(args.seen, seed=SEED)), detector, seed=SEED, kept=args.kept, progress=_detected
        )
        rows = [measure(scene, found, 0) for scene, found in looked]
        out["model"] = {"name": detector.name, "sha256": detector.sha256}
        out["detector"] = figures(rows)
        tables = detect_scenes(
            list(tables_of(args.seen)), detector, seed=SEED, kept=args.kept, progress=_detected
        )
        out["several"]["detector"] = figures_several(tables)
        if args.photos:
            hands = _ROOT / "tests" / "data" / "hands_real.jsonl"
            out["photos"] = measure_photos(hands, args.photos, detector, kept=args.kept, progress=_detected)
    RESULTS.write_text(json.dumps(out, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def _calibrate(args: argparse.Namespace) -> None:
    detector = _detector(args)
    which = list(scenes_of(args.each, seed=detector_noise.SEED))
    seen = list(detect_scenes(which, detector, seed=detector_noise.SEED, kept=args.kept, progress=_detected))
    predictions = detector_noise.all_tile_predictions(seen)
    model = detector_noise.fit(predictions, rng=np.random.default_rng(detector_noise.SEED))
    detector_noise.PATH.write_text(json.dumps(model, ensure_ascii=False) + "\n", encoding="utf-8")
    sharp = detector_noise.fit_sharpness(predictions)
    fitted = {
        "fitted": f"python -m paiyan.datasets.hand_scenes calibrate --each {args.each} "
        f"(seed {detector_noise.SEED}, {len(seen)} scenes, {len(predictions)} tiles)",
        "model": {"name": detector.name, "sha256": detector.sha256},
        "sharpness": sharp._asdict(),
    }
    _write(CALIBRATION, json.loads(CALIBRATION.read_text(encoding="utf-8")) | fitted)


def _rely(args: argparse.Namespace) -> None:
    detector = _detector(args)
    lists = [_ROOT / "tests" / "data" / name for name in ("hands_unseen.jsonl", "hands_real.jsonl")]
    noisy = detector_noise.with_noise(args.more, detector_noise.read_model())
    photos = list(reliability.of_photos(lists, args.photos, detector, kept=args.kept, times=args.times))
    scenes = [*reliability.of_scenes(noisy), *reliability.of_layout_styles(args.layout_styles)]
    fitted = reliability.fit(photos, scenes)
    _write(CALIBRATION, json.loads(CALIBRATION.read_text(encoding="utf-8")) | fitted)
    sets = {"photos": photos, "scenes": scenes}
    curves = {name: reliability.curve(some, fitted["hand"]) for name, some in sets.items()}
    _write(RESULTS, _results() | {"reliance": {"threshold": fitted["reliable"], "curves": curves}})


def _again(args: argparse.Namespace) -> None:
    numbers = calibration.fitted()
    numbers["again"] = reliability.ALWAYS
    reader = open_reader(_detector(args), trace=True)
    lists = [_ROOT / "tests" / "data" / name for name in ("hands_unseen.jsonl", "hands_real.jsonl")]
    examples: list[reliability.Reread] = []
    some = chain(
        reliability.reread_photos(lists, args.photos, reader, each=args.each, every=args.every),
        reliability.reread_scenes(reader, each=args.scenes),
    )
    for number, one in enumerate(some, 1):
        examples.append(one)
        if number % 20 == 0:
            print(f"read twice: {number}", file=sys.stderr)
    again = reliability.fit_rereading(examples)
    _write(CALIBRATION, json.loads(CALIBRATION.read_text(encoding="utf-8")) | {"again": again})
    sets = {
        "photos": [one for one in examples if one.source == "photo"],
        "scenes": [one for one in examples if one.source != "photo"],
    }
    tenths = {name: reliability.by_tenths(some, again) for name, some in sets.items()}
    _write(RESULTS, _results() | {"again": {"numbers": again, "by_tenths": tenths}})


def _write(path: Path, made: dict[str, Any]) -> None:
    path.write_text(json.dumps(made, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def _results() -> dict[str, Any]:
    return json.loads(RESULTS.read_text(encoding="utf-8"))


def _detected(done: int, count: int) -> None:
    _show(done, count, "detector")


def _show(done: int, count: int, label: str) -> None:
    if done % 10 == 0 or done == count:
        print(f"{label}: {done} of {count}", file=sys.stderr)


def _detector_errors(args: argparse.Namespace) -> None:
    detector = _detector(args)
    listed = frozenset(Path(truth.photo).name for file in args.list for truth in read_hand_list(file))
    photos = detector_noise.photos(args.sets, detector, only=listed)
    drawn = detector_noise.drawn(args.each, detector, kept=args.kept)
    fitted = detector_noise.fit_errors(chain(photos, drawn))
    DETECTOR_ERRORS.write_text(json.dumps(fitted) + "\n", encoding="utf-8")


_COMMANDS = {
    "bench": _bench,
    "calibrate": _calibrate,
    "rely": _rely,
    "again": _again,
    "detector-errors": _detector_errors,
}

if __name__ == "__main__":
    raise SystemExit(main())
