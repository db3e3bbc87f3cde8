"""Measure how fast and how accurately a photo becomes detections, for each backend and for ultralytics.

``python -m bench detect``. Every way runs warm in its own process, on the same pictures; the processes take
turns, one pass over the pictures each, so that a busy machine slows all of them equally. Times are from the
decoded picture to boxes in its pixels, with two threads: the median over the passes of the mean of a pass;
then a few passes over one picture cut to many proportions, and a few while another program takes a core. The
first picture of each turn, for which a process must warm up again, has its own line. Only the ratios matter.
Memory is the peak of the process so far. With a labelled set (the photos next to the repository, if they are
there) each way is measured on it too: mAP50-95, and the points lost compared with predict. Ways whose library
is not installed are left out with a note.
"""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from bench.benches import Measured, peak
from paiyan.models.pages.speed import Unit

if TYPE_CHECKING:
    from paiyan.models.opening import Stages
    from paiyan.vision.detection.loading import Backend

ROOT = Path(__file__).parents[1]
PREDICT = "ultralytics predict"
TOGETHER = 8
AGAIN = 4
"""How often a pass goes over the pictures: as long as a user's folder or film keeps a program busy."""
CUTS = tuple(range(3, 9))
"""Eighths of its width, and of its height, to which a picture is cut: phones, chats and screens differ."""
FIGURES = (
    ("ms", "a photo to named tiles", Unit.MS),
    ("first", "a photo to named tiles, the first after a rest", Unit.MS),
    ("shapes", f"a photo to named tiles, of {2 * len(CUTS) - 1} proportions in turn", Unit.MS),
    ("busy", "a photo to named tiles, a core taken by another program", Unit.MS),
    ("batch", f"photos to named tiles, {TOGETHER} at once", Unit.RATE),
    ("mib", "photos to named tiles, peak memory", Unit.MIB),
)
"""The figures of a way in `race`, with their words in a line."""


class Way(NamedTuple):
    """A way to run the weights: its name, the runtime, a file (empty: the one shipped for that runtime), the
    number of stages, and whether it starts at full resolution, as for a hand."""

    name: str
    runtime: str
    file: str
    stages: str
    in_full: bool = False


def ways() -> list[Way]:
    """Return every way; the first is ultralytics' own."""
    from paiyan.models import registry

    return [
        Way(PREDICT, "ultralytics", "", "one"),
        Way("ONNX Runtime", "onnxruntime", "", "one"),
        Way("ONNX Runtime, both stages", "onnxruntime", "", "two"),
        Way("ONNX Runtime, both stages, all pixels", "onnxruntime", "", "two", in_full=True),
        Way("OpenVINO", "openvino", str(registry.default().onnx), "one"),
        Way("OpenVINO, int8", "openvino", "", "one"),
        Way("OpenVINO, int8, both stages", "openvino", "", "two"),
    ]


class Predict:
    """ultralytics' own predict, from its decoding of the picture to its non-maximum suppression."""

    name, sha256 = PREDICT, ""

    def __init__(self) -> None:
        from paiyan.models import registry
        from paiyan.vision.detection.runtimes import yolo

        self.model = yolo.ultralytics().YOLO(str(registry.default().pt))

    def run(self, pictures: Sequence[Any], **settings: float) -> Any:
        """Return ultralytics' results for several pictures, at 640 pixels on the CPU."""
        return self.model.predict(list(pictures), imgsz=640, device="cpu", verbose=False, **settings)

    def detect(self, picture: Any) -> Any:
        """Return all of its boxes, with their single class each, as the figures need them."""
        import numpy as np

        from paiyan.datasets.evaluation.boxes import LEAST
        from paiyan.vision.detections import Detections

        boxes = self.run([picture], conf=LEAST, max_det=500)[0].boxes.cpu().numpy()
        probabilities = np.zeros((len(boxes), 46), np.float32)
        probabilities[np.arange(len(boxes)), boxes.cls.astype(int)] = boxes.conf
        real = (boxes.xyxy[:, 2:] > boxes.xyxy[:, :2]).all(axis=1)
        return Detections(boxes.xyxy[real], probabilities[real])


def load_way(way: Way, threads: int, **settings: Any) -> Any:
    """Load the detector of a way."""
    from paiyan.models.opening import load_detector
    from paiyan.vision.detection.coarse_to_fine import full_detector

    if way.name == PREDICT:
        return Predict()
    backend, stages = cast("Backend", way.runtime), cast("Stages", way.stages)
    detector = load_detector(way.file or None, backend=backend, threads=threads, stages=stages, **settings)
    return full_detector(detector) if way.in_full else detector


def accuracy(way: Way, threads: int, labelled: Path, count: int) -> float:
    """Return mAP50-95 of a way on some pictures of a labelled set."""
    from paiyan.datasets.evaluation.boxes import LEAST, evaluate
    from paiyan.vision.detection.thresholds import Thresholds

    detector = load_way(way, threads, **({} if way.name == PREDICT else {"thresholds": Thresholds(LEAST)}))
    return evaluate(detector, labelled, limit=count).map50_95


def serve(way: Way, threads: int, labelled: str, count: int) -> None:
    """Run a pass over pictures for every input line: only the ``first``, ``one`` by one, of different
    ``shapes``, or ``many`` at once.

    Prints the seconds per picture and the memory; for ``score`` the mAP50-95.
    """
    from paiyan.vision.picture.image import load

    pictures = [load(path) for path in pictures_here()]
    cut = cuts(pictures[-1])
    detector = load_way(way, threads)
    predict = isinstance(detector, Predict)
    one: Callable[[Any], object] = (lambda p: detector.run([p])) if predict else detector.detect
    many: Callable[[Any], object] = detector.run if predict else detector.detect_many
    several = (pictures * TOGETHER)[:TOGETHER]
    for picture in pictures + cut:
        one(picture)
    for line in iter(sys.stdin.readline, ""):
        start = perf_counter()
        if line.startswith("score"):
            print(json.dumps({"map50_95": accuracy(way, threads, Path(labelled), count)}), flush=True)
            continue
        word = line.strip()
        looked_at = {"first": pictures[:1], "one": pictures * AGAIN, "shapes": cut, "many": several}[word]
        if looked_at is several:
            many(several)
        else:
            for picture in looked_at:
                one(picture)
        took = (perf_counter() - start) / len(looked_at)
        print(json.dumps({"seconds": took, "mib": peak()}), flush=True)


def pictures_here() -> list[Path]:
    """Return the repository's own pictures."""
    scenes = sorted((ROOT / "tests" / "data" / "scenes").glob("*.jpg"))
    return [ROOT / "service" / "samples" / "hand.jpg", *scenes[:3]]


def cuts(picture: Any) -> list[Any]:
    """Cut the middle of a picture to each proportion of `CUTS`, itself among them."""
    height, width = picture.shape[:2]
    sides = [(width * cut // 8, height) for cut in CUTS] + [(width, height * cut // 8) for cut in CUTS[:-1]]
    middles = [((width - w) // 2, (height - h) // 2, w, h) for w, h in sides]
    return [picture[y : y + h, x : x + w] for x, y, w, h in middles]


class Worker:
    """A way in its own process."""

    def __init__(self, way: Way, settings: Sequence[object]) -> None:
        self.name = way.name
        command = [sys.executable, "-m", "bench.detect", json.dumps((way, *settings))]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True, cwd=ROOT
        )

    def ask(self, word: str) -> dict[str, float]:
        """Return its reply to a word; lines of the libraries in between are skipped."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(word + "\n")
        self.process.stdin.flush()
        for line in iter(self.process.stdout.readline, ""):
            if line.startswith(('{"seconds"', '{"map50_95"')):
                return json.loads(line)
        raise RuntimeError(f"{self.name} stopped with status {self.process.wait()}")


def race(
    ways: Sequence[Way], settings: Sequence[object], *, rounds: int, scored: bool
) -> dict[str, dict[str, float]]:
    """Run all ways in turns; return for each the figures of `FIGURES`, and, if `scored`, mAP50-95 and the
    points lost compared with the first.
    """
    workers = [Worker(way, settings) for way in ways]
    taken: dict[str, dict[str, list[dict[str, float]]]] = {w.name: defaultdict(list) for w in workers}

    def take_turns(count: int, **words: str) -> None:
        """Send all workers these words, `count` times, and keep the replies by key."""
        for _ in range(count):
            for worker in workers:
                for key, word in words.items():
                    taken[worker.name][key].append(worker.ask(word))

    few = rounds // 3 or 1
    take_turns(rounds, first="first", ms="one", batch="many")
    take_turns(few, shapes="shapes")
    with a_core_taken():
        take_turns(few, busy="one")
    figures: dict[str, dict[str, float]] = {}
    for worker in workers:
        spent = taken[worker.name]
        middle = {key: 1000 * median(p["seconds"] for p in passes) for key, passes in spent.items()}
        most = max(p["mib"] for passes in spent.values() for p in passes)
        figures[worker.name] = {**middle, "batch": 1000 / middle["batch"], "mib": most}
        if scored:
            figures[worker.name] |= worker.ask("score")
            first = next(iter(figures.values()))["map50_95"]
            figures[worker.name]["lost"] = 100 * (first - figures[worker.name]["map50_95"])
        worker.process.communicate()
    return figures


@contextmanager
def a_core_taken() -> Generator[None]:
    """Keep one core busy with another program."""
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as other:
        try:
            yield
        finally:
            other.kill()


def measure(
    record: Measured,
    *,
    rounds: int = 15,
    threads: int = 2,
    labelled: str = "../shared/photos/zh_clean",
    count: int = 100,
    only: str = "",
) -> None:
    """Compare every way with predict.

    `labelled` is a set of which `count` pictures give the accuracy; with `only`, just the ways whose name has
    it run.
    """
    every = [way for way in ways() if only in way.name]
    here = [way for way in every if importlib.util.find_spec(way.runtime)]
    record.left_out = {way.name: f"{way.runtime} is not installed" for way in every if way not in here}
    photos = ROOT / labelled
    scored = photos.exists() and importlib.util.find_spec("faster_coco_eval") is not None
    if not scored:
        why = "faster-coco-eval is" if photos.exists() else "the labelled photos are"
        record.left_out["mAP50-95"] = f"{why} not here"
    figures = race(here, (threads, str(photos), count), rounds=rounds, scored=scored)
    against = figures.pop(PREDICT, None)
    for key, figure, unit in FIGURES:
        for name, one in figures.items():
            baseline = (PREDICT, against[key]) if against else None
            alone = key == "ms"  # the line that tells the accuracy too
            gain, headline = gained(one) if against and alone else "", alone and "both stages" in name
            record.add(
                figure, one[key], unit, method=name, baseline=baseline, accuracy=gain, headline=headline
            )


def gained(figures: dict[str, float]) -> str:
    """Describe how much more accurate than predict a way is; below zero if accuracy is lost."""
    return f"mAP50-95 {-figures['lost']:+.1f}" if "lost" in figures else ""


if __name__ == "__main__":  # as `Worker` starts it
    started, *given = json.loads(sys.argv[1])
    serve(Way(*started), *given)
