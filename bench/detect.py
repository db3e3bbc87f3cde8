"""How fast a photo becomes detections: each way to run the weights beside ultralytics' own predict.

``make bench``, or ``python bench/detect.py``. Every way runs in a process of its own, warm, on the same
pictures; the processes take turns, one pass over the pictures each, so that a busy machine slows all of
them alike. Times are of the whole way from the decoded picture to boxes in its pixels, with two threads:
the median over the passes of the mean of a pass. What counts are the ratios. Memory is the most that the
process ever held. Ways whose library is not installed are left out, and said so.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import resource
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

ROOT = Path(__file__).parents[1]
PREDICT = "ultralytics predict, .pt"
WAYS = {  # name: the library it needs
    PREDICT: "ultralytics",
    "ONNX Runtime": "onnxruntime",
    "ONNX Runtime, both stages": "onnxruntime",
    "OpenVINO": "openvino",
    "OpenVINO, both stages": "openvino",
}


def detect_with(name: str, threads: int) -> Callable[[Any], object]:
    """A function from a BGR picture to what this way finds in it."""
    from models import registry
    from vision.detector import load_detector

    if name == PREDICT:
        from vision import yolo

        model = yolo.ultralytics().YOLO(str(registry.default().pt))
        return lambda picture: model.predict(picture, imgsz=640, device="cpu", verbose=False)
    if "=" in name:
        _, file, backend = name.split("=")
        return load_detector(file, backend=backend, threads=threads, stages="one").detect
    stages = "two" if name.endswith("both stages") else "one"
    backend = "openvino" if name.startswith("OpenVINO") else "onnxruntime"
    return load_detector(backend=backend, threads=threads, stages=stages).detect


def serve(name: str, threads: int) -> None:
    """A pass over the pictures for every line that comes in; its seconds a picture and the memory go out."""
    from vision.image import load

    pictures = [load(path) for path in pictures_here()]
    detect = detect_with(name, threads)
    for picture in pictures:
        detect(picture)
    for _ in iter(sys.stdin.readline, ""):
        start = perf_counter()
        for picture in pictures:
            detect(picture)
        took = (perf_counter() - start) / len(pictures)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (
            2**20 if sys.platform == "darwin" else 2**10
        )
        print(json.dumps({"seconds": took, "mib": peak}), flush=True)


def pictures_here() -> list[Path]:
    """The repository's own pictures."""
    scenes = sorted((ROOT / "tests" / "data" / "scenes").glob("*.jpg"))
    return [ROOT / "service" / "samples" / "hand.jpg", *scenes[:3]]


def race(names: Sequence[str], *, rounds: int, threads: int) -> dict[str, dict[str, float]]:
    """Milliseconds a picture and MiB of each way, run in turns."""
    command = [sys.executable, __file__, "--threads", str(threads), "--serve"]
    told: dict[str, list[dict[str, float]]] = {name: [] for name in names}
    workers = {
        name: subprocess.Popen(
            [*command, name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        for name in names
    }
    for _ in range(rounds):
        for name, worker in workers.items():
            assert worker.stdin is not None
            assert worker.stdout is not None
            worker.stdin.write("go\n")
            worker.stdin.flush()
            line = worker.stdout.readline()
            while line and not line.startswith('{"seconds"'):
                line = worker.stdout.readline()
            if not line:
                raise SystemExit(f"{name} stopped with status {worker.wait()}: run it alone with --serve")
            told[name].append(json.loads(line))
    for worker in workers.values():
        worker.communicate()
    return {
        name.split("=")[0]: {
            "ms": 1000 * median(p["seconds"] for p in passes),
            "mib": max(p["mib"] for p in passes),
        }
        for name, passes in told.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--json", type=Path, help="write the figures there too")
    parser.add_argument(
        "--way", action="append", default=[], metavar="NAME=FILE=BACKEND", help="one more way"
    )
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    args = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    if args.serve:
        serve(args.serve, args.threads)
        return
    here = [name for name, library in WAYS.items() if importlib.util.find_spec(library)]
    for name in WAYS.keys() - set(here):
        print(f"{name}: left out, {WAYS[name]} is not installed", file=sys.stderr)
    figures = race([*here, *args.way], rounds=args.rounds, threads=args.threads)
    against = figures.get(PREDICT)
    print(f"{'photo to detections':28} {'ms':>7} {'photos/s':>9} {'faster':>8} {'MiB':>6}")
    for name, told in figures.items():
        faster = f"{against['ms'] / told['ms']:.1f}" if against else "-"
        print(f"{name:28} {told['ms']:7.1f} {1000 / told['ms']:9.1f} {faster:>8} {told['mib']:6.0f}")
    if args.json:
        args.json.write_text(json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    main()
