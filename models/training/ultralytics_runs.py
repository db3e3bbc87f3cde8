# pyright: basic, reportMissingImports=false
"""Train detectors with ultralytics, and export them.

On a CPU it trains 3.4 times faster than ultralytics as shipped: two threads, channels-last memory and, with
AVX-512, bfloat16 autocast (float32 weights).
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from paiyan.vision.detection.runtimes.yolo import ultralytics

LICENCE = "AGPL-3.0, https://ultralytics.com/license"
KEPT_METADATA = ("stride", "task", "imgsz", "names", "batch", "channels")


def _trainer(complete: Sequence[str], open_class: int) -> Any:
    """Define a trainer class for a CPU that knows which pictures have every class boxed.

    Pictures outside the folders `complete` may show unboxed tiles of `open_class`: there that class is left
    out of the classification loss, so that it is not learned as background.
    """
    import torch
    from ultralytics.engine import trainer as engine
    from ultralytics.models.yolo.detect import DetectionTrainer

    class PartialLoss(torch.nn.BCEWithLogitsLoss):
        weight_of: torch.Tensor  # (pictures, 1, classes), 1 where the class counts

        def forward(self, input, target):
            return super().forward(input, target) * self.weight_of.to(input.dtype)

    class Trainer(DetectionTrainer):
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
            # Measured apart, by datasets/evaluation/boxes.py; no checkpoint is chosen by a test set.
            return {}, 0.0

        def final_eval(self) -> None:
            pass

    half = torch.ops.mkldnn._is_mkldnn_bf16_supported()  # emulated, it takes eleven times as long

    def autocast(*_, **__):
        return torch.autocast("cpu", dtype=torch.bfloat16, enabled=half)

    if not torch.cuda.is_available():
        setattr(engine, "autocast", autocast)  # noqa: B010
    return Trainer


def class_losses(criterion: Any) -> list[Any]:
    """Return the losses of a criterion that score classes: itself, or those of both heads (YOLO26)."""
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
    """Train a detector, continuing an interrupted run; return the path of its last checkpoint.

    `data` is an ultralytics data file, `start` the weights or the model's yaml, `run` the folder of the run,
    `settings` ultralytics' training arguments. The run ends after `stop` epochs, even if the schedule is
    longer. See `_trainer` for `complete` and `open_class`.
    """
    last, done = run / "weights" / "last.pt", run / "done"
    if done.exists():
        return last
    import torch

    library = ultralytics()
    resume = last.exists()
    model = library.YOLO(str(last if resume else start))
    in_place = {"memory_format": torch.channels_last}
    model.add_callback("on_train_start", lambda trainer: trainer.model.to(**in_place))
    model.add_callback("on_train_epoch_end", lambda trainer: _stop_after(trainer, stop))
    fixed = {"val": False, "plots": False, "amp": False, "fliplr": 0.0, "flipud": 0.0, "exist_ok": True}
    place = {"data": str(data), "project": str(run.parent.resolve()), "name": run.name, "resume": resume}
    model.train(trainer=_trainer(complete, open_class), **{**settings, **fixed, **place})
    done.touch()
    return last


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
    """Write the averaged weights in half precision with what is needed to load them, without paths."""
    import torch

    content = torch.load(checkpoint, map_location="cpu", weights_only=False)  # a checkpoint of this training
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
