# pyright: basic, reportMissingImports=false
"""Ultralytics, opened offline and silent, and the `.pt` backend that runs it.

`paiyan.models.training.ultralytics_runs` trains and exports with it.
"""

from __future__ import annotations

import importlib.util
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from paiyan.vision.detection.runtimes.network_detector import NetworkDetector
from paiyan.vision.detection.runtimes.network_io import Pixels, to_planes
from paiyan.vision.detections import Floats
from paiyan.vision.errors import BackendMissing, ModelMismatch
from paiyan.vision.messages import NOT_INSTALLED, NOT_ULTRALYTICS

THREADS = min(os.cpu_count() or 1, 16)
_KEPT: list[Any] = []


def _offline() -> None:
    """Keep ultralytics from looking up hosts, sending events and fetching fonts. Call before its import."""
    folder = Path(tempfile.gettempdir()) / "paiyan-ultralytics"
    fonts = folder / "Ultralytics"
    fonts.mkdir(parents=True, exist_ok=True)
    for name in ("Arial.ttf", "Arial.Unicode.ttf"):  # a font that is there is not fetched; none is drawn
        (fonts / name).touch()
    os.environ.update(YOLO_OFFLINE="true", YOLO_AUTOINSTALL="false", YOLO_CONFIG_DIR=str(folder))
    os.environ.setdefault("OMP_NUM_THREADS", str(THREADS))


def _declare_torchvision_operators() -> None:
    """Let a torchvision built for CUDA import with a torch built for CPU: declare its operators, write NMS.

    Does nothing if torchvision's own operators load.
    """
    import torch

    spec = importlib.util.find_spec("torchvision")
    if _KEPT or torch.version.cuda is not None or spec is None or spec.origin is None:
        return
    for name in ("_C_stable.so", "_C.so"):
        library = Path(spec.origin).parent / name
        if library.exists():
            try:
                torch.ops.load_library(str(library))
                return
            except OSError:
                break
    operators = torch.library.Library("torchvision", "DEF")
    for name in ("nms", "qnms"):
        operators.define(f"{name}(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
    operators.impl("nms", _nms, "CPU")
    _KEPT.append(operators)  # the registration lives as long as this object
    import torchvision.extension as extension
    import torchvision.ops.boxes as boxes

    extension._has_ops = lambda: True
    extension._assert_has_ops = boxes._assert_has_ops = lambda: None


def _nms(boxes, scores, threshold):
    """Return the indices that greedy non-maximum suppression keeps, best first, as torchvision does."""
    import torch

    order = torch.argsort(scores, descending=True, stable=True)
    area = (boxes[:, 2:] - boxes[:, :2]).prod(dim=1)
    kept = []
    while order.numel():
        best, rest = order[0], order[1:]
        kept.append(best)
        low = torch.maximum(boxes[best, :2], boxes[rest, :2])
        high = torch.minimum(boxes[best, 2:], boxes[rest, 2:])
        overlap = (high - low).clamp(min=0).prod(dim=1)
        order = rest[overlap <= threshold * (area[best] + area[rest] - overlap)]
    return torch.stack(kept) if kept else torch.zeros(0, dtype=torch.int64)


def ultralytics() -> Any:
    """Return the ultralytics module, offline, importable, and quick on a CPU."""
    _offline()
    _declare_torchvision_operators()
    import ultralytics
    from ultralytics.utils import torch_utils

    setattr(torch_utils, "NUM_THREADS", THREADS)  # noqa: B010 - a constant to the type checker
    ultralytics.settings.update({"sync": False})
    return ultralytics


class UltralyticsDetector(NetworkDetector):
    """A `.pt` file through ultralytics, with the same input and decoding as every backend."""

    def _open(self, *, threads: int, spin: bool) -> Callable[[Pixels], Floats]:
        del spin
        if importlib.util.find_spec("ultralytics") is None:
            raise BackendMissing(NOT_INSTALLED, module="ultralytics", package="paiyan[train]")
        try:
            loaded: Any = ultralytics().YOLO(str(self.path))
            model = loaded.model.float().fuse(verbose=False).eval()
        except Exception as error:  # unpickling and ultralytics raise many kinds
            raise ModelMismatch(NOT_ULTRALYTICS, name=self.path.name) from error
        self._take_input_shape([None, 3, None, None], stated=str(model.args.get("imgsz")))
        boxes_of = upright if loaded.task == "obb" else np.asarray
        return lambda pixels: boxes_of(_forward(model, to_planes(pixels), threads))


def _forward(model: Any, tensor: Floats, threads: int) -> Floats:
    import torch

    torch.set_num_threads(threads)
    with torch.inference_mode():
        output = model(torch.from_numpy(tensor))
    return (output[0] if isinstance(output, (tuple, list)) else output).numpy()


def upright(output: Floats) -> Floats:
    """Convert a head of oriented boxes (1, 4 + classes + angle, n) to the upright boxes around them."""
    width, height, angle = output[:, 2], output[:, 3], output[:, -1]
    cosine, sine = np.abs(np.cos(angle)), np.abs(np.sin(angle))
    around = np.stack([width * cosine + height * sine, width * sine + height * cosine], axis=1)
    return np.concatenate([output[:, :2], around, output[:, 4:-1]], axis=1)
