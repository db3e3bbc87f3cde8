# pyright: basic, reportMissingImports=false
"""Train step by step with checkpoints, limit the time of a training, and mix two networks of one form."""

from __future__ import annotations

import math
import time
from pathlib import Path
from typing import Any

from paiyan.models.registry import RegistryError
from paiyan.vision.detection.runtimes import yolo


def check_device(device: str) -> None:
    """Raise `RegistryError` if torch cannot compute on a device."""
    import torch

    try:
        torch.zeros(1, device=device)
    except (RuntimeError, AssertionError) as error:
        raise RegistryError(f"torch cannot compute on {device} here: name cpu, or another device.") from error


class Clock:
    """The place of a training in its schedule, limited to `minutes`; None: no limit.

    With a limit a step counts for as many as its time is worth: the schedule, and the learning rate with it,
    reaches its `end` in time on any machine, or earlier on one that takes all its steps.
    """

    def __init__(self, begin: int, end: int, minutes: float | None) -> None:
        self._begin, self._end, self._minutes = begin, end, minutes
        self._started = time.monotonic()

    def after(self, step: int) -> int:
        """Return the step that comes after one."""
        if self._minutes is None:
            return step + 1
        gone = (time.monotonic() - self._started) / 60 / max(self._minutes, 1e-6)
        due = self._begin + int(min(gone, 1.0) * (self._end - self._begin))
        return min(max(step + 1, due), self._end)


class Learner:
    """A network with its running average and its optimiser, restored from the checkpoint `out`, if any.

    `averaged` is the weight of what was averaged before; `step` is the place in the schedule, `taken` counts
    the steps of this run.
    """

    def __init__(
        self, model: Any, optimiser: Any, out: Path, *, averaged: float, device: str, buffers: bool
    ) -> None:
        import torch
        from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

        self.model, self.optimiser, self.out = model, optimiser, out
        self.mean = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(averaged), use_buffers=buffers)
        self.parts = {"model": model, "mean": self.mean, "optimiser": optimiser}
        self.step = self.taken = 0
        if out.exists():
            kept = torch.load(out, map_location=device, weights_only=True)
            for name, part in self.parts.items():
                part.load_state_dict(kept[name])
            self.step = int(kept["step"])

    def descend(self, loss: Any, *, rate: float, clock: Clock, clip: float = math.inf) -> None:
        """Take one step down from a loss at a learning rate, with gradients of a norm of at most `clip`."""
        import torch

        for group in self.optimiser.param_groups:
            group["lr"] = rate
        self.optimiser.zero_grad()
        loss.backward()
        if clip < math.inf:
            torch.nn.utils.clip_grad_norm_(self.model.parameters(), clip)
        self.optimiser.step()
        self.mean.update_parameters(self.model)
        self.step, self.taken = clock.after(self.step), self.taken + 1

    def save(self) -> None:
        """Write the checkpoint, atomically."""
        import torch

        self.out.parent.mkdir(parents=True, exist_ok=True)
        half = self.out.with_suffix(".partial")
        states = {name: part.state_dict() for name, part in self.parts.items()}
        torch.save({**states, "step": self.step}, half)
        half.rename(self.out)


def between(first: Path, second: Path, out: Path, *, share: float) -> Path:
    """Write a checkpoint whose weights lie a `share` of the way from one network's to another's of the same
    form."""
    import torch

    weights, other = _read(first), _read(second)
    model, end = (one.get("ema") or one["model"] for one in (weights, other))
    model, reached = model.float(), end.float().state_dict()
    with torch.no_grad():
        for name, values in model.state_dict().items():
            if values.dtype.is_floating_point:
                values.lerp_(reached[name], share)
    torch.save({**weights, "model": model, "ema": None}, out)
    return out


def _read(checkpoint: Path) -> dict[str, Any]:
    import torch

    yolo.ultralytics()  # its classes are needed to unpickle a checkpoint
    return torch.load(checkpoint, map_location="cpu", weights_only=False)  # a file of this training
