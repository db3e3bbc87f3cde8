"""The detector of some weights: the project's own or a file's, one stage or two, and what runs them.

ONNX Runtime is the light default; OpenVINO is taken by itself where it is installed, and runs our own weights
in 8 bits (faster by a tenth to a fifth than in floats); a ``.pt`` file runs through ultralytics.
"""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from paiyan.vision.detection.context.rescoring import Context
from paiyan.vision.detection.detector import Detector
from paiyan.vision.detection.naming.namer import Blend, Namer
from paiyan.vision.detection.naming.tile_profile import ProfiledNamer, TileNamer, load_profile
from paiyan.vision.detection.runtimes.network_detector import OnnxDetector, OpenVinoDetector
from paiyan.vision.detection.thresholds import BOTH_STAGES, DEFAULT_THRESHOLDS, FIRST_STAGE, Thresholds
from paiyan.vision.detection.two_looks import with_glance
from paiyan.vision.detection.two_stage import NamedDetector

if TYPE_CHECKING:
    from paiyan.models.registry import NamerModel

Backend = Literal["auto", "onnxruntime", "openvino", "ultralytics"]
Stages = Literal["auto", "one", "two"]


def load_detector(
    model: str | os.PathLike[str] | None = None,
    *,
    backend: Backend = "auto",
    threads: int = 2,
    spin: bool = True,
    thresholds: Thresholds = DEFAULT_THRESHOLDS,
    stages: Stages = "auto",
    tiles: str | os.PathLike[str] | None = None,
) -> Detector:
    """The detector of some weights (.onnx, .xml or .pt), or of the project's own where none are named.

    ``auto`` is ultralytics for a .pt, otherwise OpenVINO where it is installed and ONNX Runtime where not.
    The project's own weights take a first look at fewer pixels (`paiyan.vision.detection.two_looks`, whose
    `full_look` gives the detector that never does); the namer looks at what they find, and at what others
    find with ``two`` `stages`; `tiles` is a profile of one's own tiles
    (`paiyan.vision.detection.naming.tile_profile`) that it is to have in mind. On cores that others want too
    ONNX Runtime's threads should not `spin` (`paiyan.vision.detection.runtimes.onnx_session.open_session`).
    Raises one of `ModelError`'s kinds, or `ProfileError`.
    """
    if stages == "two" or (stages == "auto" and model is None):
        return _named(model, backend=backend, threads=threads, spin=spin, thresholds=thresholds, tiles=tiles)
    if model is None:
        from paiyan.models import registry

        default = registry.default()
        backend = _choose(default.onnx) if backend == "auto" else backend
        forms = {"ultralytics": default.pt, "openvino": default.int8 or default.onnx}
        path, name = forms.get(backend, default.onnx), default.name
    else:
        path, name = Path(model), None
        backend = _choose(path) if backend == "auto" else backend
    if backend == "ultralytics":
        from paiyan.vision.detection.runtimes.yolo import UltralyticsDetector

        return UltralyticsDetector(path, name=name, threads=threads, thresholds=thresholds)
    if backend == "openvino":
        return OpenVinoDetector(path, name=name, threads=threads, thresholds=thresholds)
    return OnnxDetector(path, name=name, threads=threads, spin=spin, thresholds=thresholds)


def _named(
    model: str | os.PathLike[str] | None,
    *,
    backend: Backend,
    threads: int,
    spin: bool,
    thresholds: Thresholds,
    tiles: str | os.PathLike[str] | None,
) -> Detector:
    """Both stages; the detector alone where the index holds no namer."""
    from paiyan.models import registry

    def load(kept: Thresholds) -> Detector:
        return load_detector(
            model, backend=backend, threads=threads, spin=spin, thresholds=kept, stages="one"
        )

    if (second := registry.namer()) is None:
        return load(thresholds)
    working = BOTH_STAGES if thresholds == DEFAULT_THRESHOLDS else thresholds
    full = both_stages(load, second, threads=threads, thresholds=working, tiles=tiles)
    return with_glance(full) if model is None else full


def both_stages(
    load: Callable[[Thresholds], Detector],
    second: NamerModel,
    *,
    threads: int = 1,
    thresholds: Thresholds = BOTH_STAGES,
    tiles: str | os.PathLike[str] | None = None,
) -> NamedDetector:
    """A detector, which `load` opens for what it is to keep, and the namer that looks at all it finds.

    The first stage keeps more than is asked for: the second tells which of it stays. Raises `ProfileError`.
    """
    first = load(FIRST_STAGE._replace(confidence=min(FIRST_STAGE.confidence, thresholds.confidence)))
    named: TileNamer = Namer(second.runs, threads=threads)
    if tiles is not None:
        named = ProfiledNamer(named, load_profile(Path(tiles), weights=second.sha256))
    return NamedDetector(
        first, named, Blend(**second.blend), thresholds=thresholds, blank_model=second.blanks,
        context=Context(**second.context),
    )  # fmt: skip


def _choose(path: Path) -> Backend:
    if path.suffix == ".pt":
        return "ultralytics"
    if path.suffix == ".xml":
        return "openvino"
    return "openvino" if importlib.util.find_spec("openvino") else "onnxruntime"
