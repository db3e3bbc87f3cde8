"""Open the project's own weights: the detector, the network that reads layouts, and a `Reader` with both.

`paiyan.vision` has no weights of its own: the caller passes them in.
"""

from __future__ import annotations

import math
from functools import cache
from os import PathLike
from pathlib import Path
from typing import Literal

from paiyan.models import registry
from paiyan.vision.detection.coarse_to_fine import with_coarse_pass
from paiyan.vision.detection.detector import Detector
from paiyan.vision.detection.loading import Backend, both_stages, choose_backend, open_detector
from paiyan.vision.detection.thresholds import BOTH_STAGES, DEFAULT_THRESHOLDS, Thresholds
from paiyan.vision.picture.image import LIMITS, Limits
from paiyan.vision.pipeline import Reader
from paiyan.vision.structure.network import StructureNetwork

Stages = Literal["auto", "one", "two"]


def open_reader(
    detector: Detector | None = None,
    *,
    second_pass: bool = True,
    limits: Limits = LIMITS,
    seconds: float = math.inf,
    trace: bool = False,
) -> Reader:
    """Open a `Reader` with the project's networks, or with a detector of one's own.

    >>> from paiyan.models.opening import load_detector, open_reader
    >>> reader = open_reader(load_detector(backend="onnxruntime"), second_pass=False)
    """
    return Reader(
        load_detector() if detector is None else detector,
        layout_network(),
        second_pass=second_pass,
        limits=limits,
        seconds=seconds,
        trace=trace,
    )


@cache
def layout_network() -> StructureNetwork:
    """Open the project's network of layouts. Raises `RegistryError` or one of `ModelError`'s kinds."""
    return StructureNetwork(registry.structure().onnx)


def load_detector(
    model: str | PathLike[str] | None = None,
    *,
    backend: Backend = "auto",
    threads: int = 2,
    spin: bool = True,
    thresholds: Thresholds = DEFAULT_THRESHOLDS,
    stages: Stages = "auto",
    tiles: str | PathLike[str] | None = None,
) -> Detector:
    """Open the detector of a file (.onnx, .xml or .pt), or the project's own if none is named.

    ``auto`` is ultralytics for a .pt file, otherwise OpenVINO if it is installed, else ONNX Runtime. The
    project's detector first looks at fewer pixels (`paiyan.vision.detection.coarse_to_fine`; `full_detector`
    gives the detector that never does). A namer names the tiles that it finds; with ``two`` `stages` also
    those that another detector finds. `tiles` is a profile of one's own tiles
    (`paiyan.vision.detection.naming.tile_profile`). On cores that other programs need too, ONNX Runtime's
    threads should not `spin` (`paiyan.vision.detection.runtimes.onnx_session.open_session`). Raises one of
    `ModelError`'s kinds, or `ProfileError`.
    """

    def load(kept: Thresholds) -> Detector:
        if model is None:
            return _open_default(backend, threads=threads, spin=spin, thresholds=kept)
        return open_detector(Path(model), backend=backend, threads=threads, spin=spin, thresholds=kept)

    second = registry.namer() if stages == "two" or (stages == "auto" and model is None) else None
    if second is None:
        return load(thresholds)
    working = BOTH_STAGES if thresholds == DEFAULT_THRESHOLDS else thresholds
    full = both_stages(load, second, threads=threads, thresholds=working, tiles=tiles)
    return with_coarse_pass(full) if model is None else full


def _open_default(backend: Backend, *, threads: int, spin: bool, thresholds: Thresholds) -> Detector:
    """Open the project's detector in the form that a backend runs."""
    default = registry.default()
    backend = choose_backend(default.onnx) if backend == "auto" else backend
    forms = {"ultralytics": default.pt, "openvino": default.int8 or default.onnx}
    path = forms.get(backend, default.onnx)
    return open_detector(
        path, backend=backend, name=default.name, threads=threads, spin=spin, thresholds=thresholds
    )
