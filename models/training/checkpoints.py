# pyright: basic, reportMissingImports=false
"""Save and load checkpoints of a training, limit its time, and mix two networks of one form."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from paiyan.models.registry import RegistryError
from paiyan.vision.detection.runtimes import yolo


def save_checkpoint(file: Path, parts: Mapping[str, Any], *, step: int) -> None:
    """Write the step that was reached and the state of each part, atomically."""
    import torch

    file.parent.mkdir(parents=True, exist_ok=True)
    half = file.with_suffix(".partial")
    torch.save({**{name: part.state_dict() for name, part in parts.items()}, "step": step}, half)
    half.rename(file)


def load_checkpoint(file: Path, parts: Mapping[str, Any], *, device: str = "cpu") -> int:
    """Restore the state of the parts; return the step, 0 if nothing was written yet."""
    import torch

    if not file.exists():
        return 0
    kept = torch.load(file, map_location=device, weights_only=True)
    for name, part in parts.items():
        part.load_state_dict(kept[name])
    return int(kept["step"])


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
