# pyright: basic, reportMissingImports=false
"""The one file that lets ultralytics and torch in: training, export and the `.pt` backend.

Everything here runs offline and silent, and on a CPU it trains 3.4 times faster than ultralytics as shipped:
two threads, channels-last memory and, with AVX-512, bfloat16 autocast (float32 weights).
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from paiyan.vision.detection.runtimes.messages import NOT_INSTALLED, NOT_ULTRALYTICS
from paiyan.vision.detection.runtimes.network_detector import NetworkDetector
from paiyan.vision.detection.runtimes.network_io import to_planes
from paiyan.vision.detection.thresholds import DEFAULT_THRESHOLDS, Thresholds
from paiyan.vision.detections import Floats
from paiyan.vision.errors import BackendMissing, ModelMismatch

THREADS = min(os.cpu_count() or 1, 16)
LICENCE = "AGPL-3.0, https://ultralytics.com/license"
KEPT_METADATA = ("stride", "task", "imgsz", "names", "batch", "channels")
_KEPT: list[Any] = []


def _offline() -> None:
    """Keep ultralytics from looking up hosts, sending events and fetching fonts. Before its import."""
    folder = Path(tempfile.gettempdir()) / "paiyan-ultralytics"
    fonts = folder / "Ultralytics"
    fonts.mkdir(parents=True, exist_ok=True)
    for name in ("Arial.ttf", "Arial.Unicode.ttf"):  # a font that is there is not fetched; none is drawn
        (fonts / name).touch()
    os.environ.update(YOLO_OFFLINE="true", YOLO_AUTOINSTALL="false", YOLO_CONFIG_DIR=str(folder))
    os.environ.setdefault("OMP_NUM_THREADS", str(THREADS))


def _declare_torchvision_operators() -> None:
    """Let a torchvision built for CUDA import beside a torch built for CPU: declare its operators, write NMS.

    Does nothing where torchvision's own operators load.
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
    """Greedy non-maximum suppression: indices kept, best first (torchvision's contract)."""
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
    """The ultralytics module, offline, importable, and quick on a CPU."""
    _offline()
    _declare_torchvision_operators()
    import ultralytics
    from ultralytics.utils import torch_utils

    setattr(torch_utils, "NUM_THREADS", THREADS)  # noqa: B010 - a constant to the type checker
    ultralytics.settings.update({"sync": False})
    return ultralytics


def _trainer(complete: Sequence[str], open_class: int, *, task: str) -> Any:
    """A trainer class for a CPU that knows which pictures have every class boxed; `task` is detect or obb.

    In a picture outside the folders `complete`, tiles of `open_class` may be seen and not boxed: there that
    class is left out of the classification loss, so that it is not taught to be background.
    """
    import torch
    from ultralytics.engine import trainer as engine
    from ultralytics.models.yolo.detect import DetectionTrainer
    from ultralytics.models.yolo.obb import OBBTrainer

    base: Any = OBBTrainer if task == "obb" else DetectionTrainer

    class PartialLoss(torch.nn.BCEWithLogitsLoss):
        weight_of: torch.Tensor  # (pictures, 1, classes), 1 where the class counts

        def forward(self, input, target):
            return super().forward(input, target) * self.weight_of.to(input.dtype)

    class Trainer(base):
        partial = PartialLoss(reduction="none")

        def preprocess_batch(self, batch):
            model: Any = self.model
            if getattr(model, "criterion", None) is None:
                model.criterion = model.init_criterion()
            for loss in class_losses(model.criterion):
                loss.bce = self.partial
            weight = torch.ones(len(batch["im_file"]), 1, self.data["nc"], device=self.device)
            for row, file in enumerate(batch["im_file"]):
                if Path(file).parent.parent.name not in complete:
                    weight[row, 0, open_class] = 0
            self.partial.weight_of = weight
            return super().preprocess_batch(batch)

        def validate(self):
            return (
                {},
                0.0,
            )  # measured apart, by datasets/evaluation/boxes.py; no checkpoint is chosen by a test set

        def final_eval(self) -> None:
            pass

    # In bfloat16 the overlap of oriented boxes is now and then not a number; without AVX-512 it is emulated,
    # which takes eleven times as long.
    half = task != "obb" and torch.ops.mkldnn._is_mkldnn_bf16_supported()

    def autocast(*_, **__):
        return torch.autocast("cpu", dtype=torch.bfloat16, enabled=half)

    if not torch.cuda.is_available():
        setattr(engine, "autocast", autocast)  # noqa: B010
    return Trainer


def class_losses(criterion: Any) -> list[Any]:
    """What scores the classes in a criterion: itself, or both heads' losses where it has two (YOLO26)."""
    heads = (getattr(criterion, name, None) for name in ("one2many", "one2one"))
    return [loss for loss in (criterion, *heads) if hasattr(loss, "bce")]


def train(
    data: Path,
    start: Path,
    *,
    run: Path,
    settings: Mapping[str, Any],
    stop: int,
    complete: Sequence[str],
    open_class: int,
) -> Path:
    """Train a detector and give the path of its last checkpoint; goes on where a run left off, or is done.

    `data` is an ultralytics data file, `start` the weights or the model's yaml, `run` the folder of the run,
    `settings` ultralytics' training arguments. The run ends after `stop` epochs, be the schedule longer.
    See `_trainer` for `complete` and `open_class`.
    """
    last, done = run / "weights" / "last.pt", run / "done"
    if done.exists():
        return last
    library = ultralytics()
    resume = last.exists()
    model = library.YOLO(str(last if resume else start))
    model.add_callback("on_train_start", _channels_last)
    model.add_callback("on_train_epoch_end", lambda trainer: _stop_after(trainer, stop))
    fixed = {"val": False, "plots": False, "amp": False, "fliplr": 0.0, "flipud": 0.0, "exist_ok": True}
    place = {"data": str(data), "project": str(run.parent.resolve()), "name": run.name, "resume": resume}
    model.train(trainer=_trainer(complete, open_class, task=model.task), **{**settings, **fixed, **place})
    done.touch()
    return last


def transfer(network: str, weights: Path, out: Path) -> Path:
    """A checkpoint of a network of ultralytics' (its yaml's name) with every weight that fits taken over."""
    library = ultralytics()
    library.YOLO(network).load(str(weights)).save(str(out))
    return out


def _channels_last(trainer: Any) -> None:
    import torch

    trainer.model.to(memory_format=torch.channels_last)


def _stop_after(trainer: Any, epochs: int) -> None:
    trainer.stop = trainer.stop or trainer.epoch + 1 >= epochs


def export(checkpoint: Path, out: Path, *, size: int) -> tuple[Path, Path]:
    """Write `out`.onnx and `out`.pt (no training state, no paths).

    The ONNX file is float32 with a raw head (n, 4 + classes, boxes), and takes any number of pictures of any
    shape; `size` is written into both as the one to use.
    """
    library = ultralytics()
    pt, onnx = out.with_suffix(".pt"), out.with_suffix(".onnx")
    out.parent.mkdir(parents=True, exist_ok=True)
    strip(checkpoint, pt, size=size)
    with tempfile.TemporaryDirectory() as folder:
        copy = shutil.copyfile(pt, Path(folder) / pt.name)
        made = library.YOLO(str(copy)).export(
            format="onnx", imgsz=size, dynamic=True, simplify=True, device="cpu"
        )
        _write_onnx(Path(made), onnx)
    return onnx, pt


def strip(checkpoint: Path, pt: Path, *, size: int) -> None:
    """The averaged weights in half precision with what is needed to load them; nothing of the machine."""
    import torch

    content = torch.load(
        checkpoint, map_location="cpu", weights_only=False
    )  # a checkpoint of our own training
    model = (content.get("ema") or content["model"]).half()
    model.criterion = None
    for parameter in model.parameters():
        parameter.requires_grad = False
    task = content["train_args"]["task"]
    model.args = {"task": task, "imgsz": size}
    model.yaml["yaml_file"], model.pt_path = pt.stem, pt.name
    arguments = {"task": task, "imgsz": size, "model": pt.stem}
    kept = {"model": model, "ema": None, "optimizer": None, "epoch": -1, "train_args": arguments}
    torch.save({**kept, "version": content.get("version"), "license": LICENCE}, pt)


def _write_onnx(made: Path, onnx: Path) -> None:
    """Copy an ONNX file with only the metadata that a user needs."""
    import onnx as format

    model: Any = format.load(str(made))
    kept = {entry.key: entry.value for entry in model.metadata_props if entry.key in KEPT_METADATA}
    del model.metadata_props[:]
    format.helper.set_model_props(model, {**kept, "license": LICENCE, "description": "Paiyan tile detector"})
    for node in model.graph.node:
        node.doc_string = ""
    format.save(model, str(onnx))


class UltralyticsDetector(NetworkDetector):
    """A `.pt` file through ultralytics, with the same input and decoding as every backend."""

    def __init__(
        self,
        path: Path,
        *,
        name: str | None = None,
        threads: int = 2,
        thresholds: Thresholds = DEFAULT_THRESHOLDS,
    ) -> None:
        super().__init__(path, name=name, thresholds=thresholds)
        if importlib.util.find_spec("ultralytics") is None:
            raise BackendMissing(NOT_INSTALLED, module="ultralytics", package="paiyan[train]")
        try:
            loaded: Any = ultralytics().YOLO(str(path))
            model = loaded.model.float().fuse(verbose=False).eval()
        except Exception as error:  # unpickling and ultralytics raise many kinds
            raise ModelMismatch(NOT_ULTRALYTICS, name=path.name) from error
        self._take_input_shape([None, 3, None, None], stated=str(model.args.get("imgsz")))
        self.parameters = sum(p.numel() for p in model.parameters())
        oriented = loaded.task == "obb"
        self._run = lambda pixels: (upright if oriented else np.asarray)(
            _forward(model, to_planes(pixels), threads)
        )


def _forward(model: Any, tensor: Floats, threads: int) -> Floats:
    import torch

    torch.set_num_threads(threads)
    with torch.inference_mode():
        output = model(torch.from_numpy(tensor))
    return (output[0] if isinstance(output, (tuple, list)) else output).numpy()


def upright(output: Floats) -> Floats:
    """A head of oriented boxes (1, 4 + classes + angle, n) as that of the upright boxes around them."""
    width, height, angle = output[:, 2], output[:, 3], output[:, -1]
    cosine, sine = np.abs(np.cos(angle)), np.abs(np.sin(angle))
    around = np.stack([width * cosine + height * sine, width * sine + height * cosine], axis=1)
    return np.concatenate([output[:, :2], around, output[:, 4:-1]], axis=1)
