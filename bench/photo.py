"""Measure the way from a photo's file to who pays whom: of one megapixel, and of twelve, in turns in one run.

``python -m bench photo``. The photos are the repository's own sample, at both sizes, with the noise of a
sensor, as JPEG files made by another process, so that their memory is not counted. Times are medians on the
clock; memory is the peak of the process.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from time import perf_counter

import cv2
import numpy as np

from bench.benches import Measured, in_new_process, peak, without_openvino
from paiyan.models.pages.speed import Unit
from paiyan.service.answers.scoring import score
from paiyan.service.answers.situation import HandRequest
from paiyan.vision.picture.image import load

SAMPLE = Path(__file__).parents[1] / "service" / "samples" / "hand.jpg"
SIZES = {"1 megapixel": (1184, 888), "12 megapixels": (4000, 3000)}
RUNTIMES = {"ONNX Runtime": "onnxruntime", "OpenVINO": "openvino"}
"""The packages of the runtimes: of the default install, and of one with OpenVINO."""
HAND = {"rules": "guobiao", "seat": "E", "win": {"by": "self_draw"}}


def photo(size: tuple[int, int]) -> bytes:
    """Return the sample at a size (width, height), as a camera would write it."""
    larger = cv2.resize(load(SAMPLE), size, interpolation=cv2.INTER_CUBIC)
    noise = np.asarray(np.random.default_rng(0).normal(0, 3, (size[1], size[0], 3)))
    noisy = np.clip(larger + noise, 0, 255).astype(np.uint8)
    return cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, 88])[1].tobytes()


def times(files: Mapping[str, bytes], rounds: int, *, default: bool) -> tuple[dict[str, float], float]:
    """Return milliseconds of each file, and peak memory; by the `default` install's runtime, or by
    OpenVINO."""
    if default:
        without_openvino()
    taken: dict[str, list[float]] = {name: [] for name in files}
    for at in range(rounds + 1):
        for name, data in files.items():
            clock = perf_counter()
            assert not score(HandRequest(dict(HAND), data)).empty
            if at:
                taken[name].append(perf_counter() - clock)
    return {name: 1000 * median(every) for name, every in taken.items()}, peak()


def measure(record: Measured, *, rounds: int = 15) -> None:
    """Add lines of both sizes with each installed runtime, over `rounds`."""
    files = {name: in_new_process(photo, size) for name, size in SIZES.items()}
    for runtime, package in RUNTIMES.items():
        if not find_spec(package):
            record.left_out[runtime] = f"{package} is not installed"
            continue
        spent, memory = in_new_process(times, files, rounds, default=package == "onnxruntime")
        (small, one), (large, twelve) = spent.items()
        record.add(f"a JPEG of {small} to who pays whom", one, Unit.MS, method=runtime)
        whole = f"a JPEG of {large} to who pays whom"
        record.add(whole, twelve, Unit.MS, method=runtime, baseline=(small, one), headline=True)
        record.add(f"a JPEG of {large}, peak memory", memory, Unit.MIB, method=runtime)
