"""Open the detector of a weights file, of one or two stages, in a runtime.

ONNX Runtime is the light default; OpenVINO is chosen if it is installed, and runs 8-bit weights a tenth to
a fifth faster than floats; a ``.pt`` file runs through ultralytics. `paiyan.models.opening` opens the
project's own weights.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Mapping
from os import PathLike
from pathlib import Path
from typing import Literal, Protocol

from paiyan.vision.detection.context.rescoring import Context
from paiyan.vision.detection.detector import Detector
from paiyan.vision.detection.naming.namer import Blend, Namer
from paiyan.vision.detection.naming.tile_profile import ProfiledNamer, TileNamer, load_profile
from paiyan.vision.detection.runtimes.network_detector import OnnxDetector, OpenVinoDetector
from paiyan.vision.detection.thresholds import BOTH_STAGES, DEFAULT_THRESHOLDS, FIRST_STAGE, Thresholds
from paiyan.vision.detection.two_stage import NamedDetector

Backend = Literal["auto", "onnxruntime", "openvino", "ultralytics"]


class SecondStage(Protocol):
    """The weights of a namer, and the parameters that combine its names with the detector's."""

    @property
    def runs(self) -> Path:
        """The file that runs."""
        ...

    @property
    def sha256(self) -> str:
        """The checksum that ties tile profiles to these weights."""
        ...

    @property
    def blend(self) -> Mapping[str, float]:
        """Parameters of `Blend`."""
        ...

    @property
    def blanks(self) -> Mapping[str, Mapping[str, float]]:
        """The model of blank tiles (`paiyan.vision.detection.context.blank_tiles`)."""
        ...

    @property
    def context(self) -> Mapping[str, float]:
        """Parameters of `Context`."""
        ...


def open_detector(
    path: Path,
    *,
    backend: Backend = "auto",
    name: str | None = None,
    threads: int = 2,
    spin: bool = True,
    thresholds: Thresholds = DEFAULT_THRESHOLDS,
) -> Detector:
    """Open the detector of one file (.onnx, .xml or .pt). Raises one of `ModelError`'s kinds.

    If other programs need the same cores, ONNX Runtime's threads should not `spin`
    (`paiyan.vision.detection.runtimes.onnx_session.open_session`).
    """
    backend = choose_backend(path) if backend == "auto" else backend
    if backend == "ultralytics":
        from paiyan.vision.detection.runtimes.yolo import UltralyticsDetector

        runtime = UltralyticsDetector
    else:
        runtime = OpenVinoDetector if backend == "openvino" else OnnxDetector
    return runtime(path, name=name, threads=threads, spin=spin, thresholds=thresholds)


def both_stages(
    load: Callable[[Thresholds], Detector],
    second: SecondStage,
    *,
    threads: int = 1,
    thresholds: Thresholds = BOTH_STAGES,
    tiles: str | PathLike[str] | None = None,
) -> NamedDetector:
    """Join a namer and a detector, which `load` opens with given thresholds. Raises `ProfileError`.

    The first stage keeps more boxes than `thresholds`, and the second decides which of them stay. `tiles` is
    a profile of one's own tiles (`paiyan.vision.detection.naming.tile_profile`).
    """
    first = load(FIRST_STAGE._replace(confidence=min(FIRST_STAGE.confidence, thresholds.confidence)))
    named: TileNamer = Namer(second.runs, threads=threads)
    if tiles is not None:
        named = ProfiledNamer(named, load_profile(Path(tiles), weights=second.sha256))
    return NamedDetector(
        first, named, Blend(**second.blend), thresholds=thresholds, blank_model=second.blanks,
        context=Context(**second.context),
    )  # fmt: skip


def choose_backend(path: Path) -> Backend:
    """Choose the runtime of a weights file."""
    if path.suffix == ".pt":
        return "ultralytics"
    if path.suffix == ".xml":
        return "openvino"
    return "openvino" if importlib.util.find_spec("openvino") else "onnxruntime"
