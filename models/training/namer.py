# pyright: basic, reportMissingImports=false
"""Train and export the namer, in plain torch."""

from __future__ import annotations

import contextlib
import io
import logging
import math
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from paiyan.datasets.namer_training.crop_sets import CropSource
from paiyan.datasets.namer_training.crops import NOTHING
from paiyan.models.training.checkpoints import Clock, Learner, check_device
from paiyan.vision.pixels import CROP_SIDE

log = logging.getLogger(__name__)

CLASSES = NOTHING + 1
_CHANNELS = (24, 40, 80, 160)
_BLOCKS = (1, 2, 2)


class Schedule(NamedTuple):
    """The length and the rate of a training; every number is recorded in the recipe.

    `rounds`: the steps at which the learning rate rises again, each with its share of the full height.
    `stop`: the step after which the training ends, if that is before the rate has fallen all the way.
    """

    steps: int
    batch: int = 192
    lr: float = 2.5e-3
    warmup: int = 300
    decay: float = 0.02
    smoothing: float = 0.05
    averaged: float = 0.998
    rounds: Sequence[tuple[int, float]] = ()
    stop: int | None = None
    seed: int = 0


def network() -> Any:
    """Build a network of about a million parameters: BGR crops (n, 3, 64, 64), 0..255, to logits (n, 47)."""
    from torch import nn

    class Block(nn.Module):
        def __init__(self, wide: int) -> None:
            super().__init__()
            self.one = _conv(wide, wide)
            self.two = nn.Sequential(nn.Conv2d(wide, wide, 3, padding=1, bias=False), nn.BatchNorm2d(wide))
            self.last = nn.ReLU()

        def forward(self, x: Any) -> Any:
            return self.last(x + self.two(self.one(x)))

    class Scaled(nn.Module):
        def forward(self, x: Any) -> Any:
            return (x - 127.5) / 64.0

    layers: list[Any] = [Scaled(), _conv(3, _CHANNELS[0], stride=2)]
    for before, wide, deep in zip(_CHANNELS, _CHANNELS[1:], _BLOCKS, strict=False):
        layers += [_conv(before, wide, stride=2), *(Block(wide) for _ in range(deep))]
    layers += [nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Dropout(0.1), nn.Linear(_CHANNELS[-1], CLASSES)]
    return nn.Sequential(*layers)


def _conv(inside: int, out: int, *, stride: int = 1) -> Any:
    from torch import nn

    return nn.Sequential(
        nn.Conv2d(inside, out, 3, stride=stride, padding=1, bias=False), nn.BatchNorm2d(out), nn.ReLU()
    )


def train_namer(
    source: CropSource, out: Path, *, schedule: Schedule, start: Path | None = None, device: str = "cpu",
    minutes: float | None = None,
) -> Path:  # fmt: skip
    """Train on the crops of `source`, within `minutes`; return the checkpoint `out`.

    A network begins at random, or as the average of the checkpoint `start`, or as an exported one. An
    interrupted training continues; a finished one is not repeated, and needs no crops. Without streams and
    limits the same schedule gives the same weights on the same processor.
    """
    import torch

    check_device(device)
    torch.set_num_threads(1)
    torch.manual_seed(schedule.seed)
    torch.backends.cudnn.benchmark = True
    learner = _Learner(schedule, out, start=start, device=device)
    end = schedule.stop or schedule.steps
    if learner.step >= end:
        return out
    from paiyan.models.training.crop_variety import CropPools, RandomNumbers, varied_batches

    clock = Clock(learner.step, end, minutes)
    last = schedule.rounds[-1][0] if schedule.rounds else end
    with source.stream() as stream:
        pools = CropPools(source, device)
        for late, stop in ((False, last), (True, end)):
            if learner.step >= stop:
                continue
            random = RandomNumbers((schedule.seed, learner.step), device)
            batches = varied_batches(pools, stream, random, size=schedule.batch, late=late)
            with _ahead(batches) if device == "cpu" else contextlib.nullcontext(batches) as ready:
                for crops, classes in ready:
                    learner.learn(crops, classes, clock)
                    if learner.taken % 500 == 0 or learner.step >= stop:
                        learner.save()
                    if learner.step >= stop:
                        break
    return out


class _Learner(Learner):
    """The network in training."""

    def __init__(self, schedule: Schedule, out: Path, *, start: Path | None, device: str) -> None:
        import torch

        model = averaged(start) if start is not None and not out.exists() else network()
        model = model.to(device, memory_format=torch.channels_last)
        optimiser = torch.optim.AdamW(model.parameters(), schedule.lr, weight_decay=schedule.decay)
        super().__init__(model, optimiser, out, averaged=schedule.averaged, device=device, buffers=True)
        self.schedule, self.device = schedule, torch.device(device).type
        self.lost = torch.nn.CrossEntropyLoss(label_smoothing=schedule.smoothing)

    def learn(self, crops: Any, classes: Any, clock: Clock) -> None:
        """Train one step on crops (n, 3, 64, 64), 0..255."""
        import torch

        with torch.autocast(self.device, dtype=torch.bfloat16):
            logits = self.model(crops.contiguous(memory_format=torch.channels_last))
        loss = self.lost(logits.float(), classes)
        self.descend(loss, rate=self.schedule.lr * pace(self.step, self.schedule), clock=clock)
        if self.taken % 100 == 0:
            right = (logits.argmax(1) == classes).float().mean().item()
            log.info(
                "step %d of %d, %d taken: loss %.3f, right %.3f",
                *(self.step, self.schedule.steps, self.taken, loss.item(), right),
            )


def pace(step: int, schedule: Schedule) -> float:
    """Return the share of the full learning rate: in each round a straight rise to its height, then half a
    cosine down to a hundredth of it."""
    rounds = [(0, 1.0), *schedule.rounds, (schedule.steps, 0.0)]
    at = max(k for k, (begin, _) in enumerate(rounds[:-1]) if begin <= step)
    (begin, height), (end, _) = rounds[at : at + 2]
    rise = schedule.warmup // 6 if at else schedule.warmup
    return height * _rise_and_fall(step - begin, end - begin, rise=rise)


def _rise_and_fall(step: int, steps: int, *, rise: int) -> float:
    if step < rise:
        return (step + 1) / rise
    done = (step - rise) / max(steps - rise, 1)
    return 0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * min(done, 1.0)))


@contextlib.contextmanager
def _ahead(batches: Iterator[Any]) -> Iterator[Iterator[Any]]:
    """Prepare a few of endless batches ahead in a thread.

    On two cores that is quicker than two threads for the network, which wait for each other whenever
    something else runs.
    """
    with ThreadPoolExecutor(1) as worker:
        ready = deque(worker.submit(next, batches) for _ in range(8))

        def take() -> Iterator[Any]:
            while True:
                yield ready.popleft().result()
                ready.append(worker.submit(next, batches))

        try:
            yield take()
        finally:
            worker.shutdown(cancel_futures=True)


def averaged(checkpoint: Path) -> Any:
    """Return the averaged network of a checkpoint, or the one of an exported file."""
    import torch

    if checkpoint.suffix == ".onnx":
        return exported(checkpoint)
    mean = torch.optim.swa_utils.AveragedModel(network(), use_buffers=True)
    mean.load_state_dict(torch.load(checkpoint, map_location="cpu", weights_only=True)["mean"])
    return mean.module


def exported(onnx: Path) -> Any:
    """Return the network of a file of `export_namer`, with its batch norms folded into the layers before
    them."""
    import torch
    from onnx import load, numpy_helper
    from torch import nn

    graph = load(str(onnx)).graph
    values = {one.name.removesuffix("_half"): numpy_helper.to_array(one) for one in graph.initializer}
    layers = [n for n in graph.node if n.op_type in ("Conv", "Gemm")]
    model = network()
    weighted = [m for m in model.modules() if isinstance(m, nn.Conv2d | nn.Linear)]
    norms = [m for m in model.modules() if isinstance(m, nn.BatchNorm2d)]
    with torch.no_grad():
        for layer, node in zip(weighted, layers, strict=True):
            weight, bias = (torch.from_numpy(values[name].astype(np.float32)) for name in node.input[1:3])
            layer.weight.copy_(weight)
            (norms[weighted.index(layer)] if isinstance(layer, nn.Conv2d) else layer).bias.copy_(bias)
        for norm in norms:
            norm.weight.fill_(1.0)
            norm.running_var.fill_(1 - norm.eps)
    return model


def mixed(before: Path, after: Path, out: Path, *, share: float) -> Path:
    """Write a checkpoint whose averaged network lies a `share` of the way from one network's to another's.

    It keeps more of the earlier one's abilities than the later does, and has most of the later one's
    (Wortsman and others, "Robust fine-tuning of zero-shot models", 2022).
    """
    import torch

    whole = torch.optim.swa_utils.AveragedModel
    one, other = (whole(averaged(p), use_buffers=True).state_dict() for p in (before, after))
    mean = {k: one[k].lerp(v, share) if v.is_floating_point() else v for k, v in other.items()}
    torch.save({"mean": mean}, out)
    return out


def export_namer(checkpoint: Path, onnx: Path) -> None:
    """Write the averaged network as ONNX: BGR uint8 crops (n, 64, 64, 3) to probabilities (n, 47).

    The weights are stored as float16, half the size; the network computes in float32.
    """
    import torch
    from torch import nn

    class Whole(nn.Module):
        def __init__(self, inner: Any) -> None:
            super().__init__()
            self.inner = inner

        def forward(self, crops: Any) -> Any:
            return torch.softmax(self.inner(crops.permute(0, 3, 1, 2).float()), dim=1)

    whole = Whole(averaged(checkpoint)).eval()
    example = torch.zeros((2, CROP_SIDE, CROP_SIDE, 3), dtype=torch.uint8)
    made = io.BytesIO()
    torch.onnx.export(
        whole, (example,), made, input_names=["crops"], output_names=["probabilities"],
        dynamic_axes={"crops": {0: "n"}, "probabilities": {0: "n"}}, opset_version=17, dynamo=False,
    )  # fmt: skip
    _write_halved(made.getvalue(), onnx)


def _write_halved(made: bytes, path: Path) -> None:
    import onnx

    model: Any = onnx.load_from_string(made)
    casts: list[Any] = []
    for tensor in model.graph.initializer:
        if tensor.data_type == onnx.TensorProto.FLOAT and len(tensor.dims) > 1:
            name, values = tensor.name, onnx.numpy_helper.to_array(tensor)
            tensor.CopyFrom(onnx.numpy_helper.from_array(values.astype(np.float16), name + "_half"))
            casts.append(onnx.helper.make_node("Cast", [name + "_half"], [name], to=onnx.TensorProto.FLOAT))
    nodes = [*casts, *model.graph.node]
    del model.graph.node[:], model.metadata_props[:]
    model.graph.node.extend(nodes)
    for node in model.graph.node:
        node.doc_string = ""
        del node.metadata_props[:]
    model.doc_string = "Paiyan tile namer"
    onnx.checker.check_model(model)
    path.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(model, str(path))
