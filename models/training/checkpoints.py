# pyright: basic, reportMissingImports=false
"""Save and load checkpoints of a training, limit its time, and derive detectors from others' checkpoints.

A detector is derived without training: with a head of two classes, or as the mean of two networks.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paiyan.models.registry import RegistryError
from paiyan.scorer.tiles.tile import BACK
from paiyan.vision.detection.runtimes import yolo
from paiyan.vision.detection.runtimes.network_io import to_planes
from paiyan.vision.picture.image import load
from paiyan.vision.pixels import letterbox


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


TILE_ONLY = ("face", "back")
"""The classes of a detector that finds tiles and leaves all names to the namer."""
_LOWEST = -8.0  # below this a logit only means that nothing is there
_EMPTY = 0.02  # share of the places without a tile that the fit uses
_RIDGE = 1e-3  # the penalty on the weights


def tile_only(weights: Path, out: Path, *, pictures: Sequence[Path], size: int) -> Path:
    """Write a checkpoint to train a tile-only detector from: `weights`, a detector of the 46 tiles, with a
    head of two classes.

    Only the last layer of the head changes. The row of the back stays, and that of a face is fitted on
    training `pictures`, at `size` pixels a side, to output the highest logit of all faces. An untrained row
    would have to be learned first.
    """
    import torch

    weights_read = _read(weights)
    model = weights_read["model"].float()
    head = model.model[-1]
    for branch, row in zip(head.cv3, _face_rows(model, pictures, size), strict=True):
        old = branch[-1]
        new = torch.nn.Conv2d(old.in_channels, len(TILE_ONLY), 1)
        with torch.no_grad():
            new.weight[0, :, 0, 0], new.bias[0] = torch.from_numpy(row[:-1]), float(row[-1])
            new.weight[1], new.bias[1] = old.weight[BACK], old.bias[BACK]
        branch[-1] = new
    head.nc, head.no = len(TILE_ONLY), len(TILE_ONLY) + 4 * head.reg_max
    model.yaml["nc"], model.nc, model.names = len(TILE_ONLY), len(TILE_ONLY), dict(enumerate(TILE_ONLY))
    torch.save({**weights_read, "model": model.half()}, out)
    return out


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


def _face_rows(model: Any, pictures: Sequence[Path], size: int) -> list[NDArray[np.float32]]:
    """Fit the weights and the bias of a face for each level of the head, by least squares."""
    import torch

    branches = [branch[-1] for branch in model.model[-1].cv3]
    seen: list[list[NDArray[np.float32]]] = [[] for _ in branches]

    def kept(level: int) -> Any:
        def hook(_: Any, inputs: Any, output: Any) -> None:
            features, logits = (x[0].flatten(1).T.numpy() for x in (inputs[0], output))
            best = np.delete(logits, BACK, axis=1).max(axis=1)
            seen[level].append(np.column_stack([features, best.clip(_LOWEST)]))

        return hook

    model.eval()
    hooks = [branch.register_forward_hook(kept(level)) for level, branch in enumerate(branches)]
    with torch.inference_mode():
        for picture in pictures:
            model(torch.from_numpy(to_planes(letterbox(load(picture), (size, size))[0])))
    for hook in hooks:
        hook.remove()
    return [_fitted(np.concatenate(rows)) for rows in seen]


def _fitted(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Fit weights and bias that give the last column from features (n, k); a few of the empty places
    suffice."""
    empty = rows[:, -1] <= _LOWEST
    drawn = np.random.default_rng(1).random(len(rows)) < np.where(empty, _EMPTY, 1.0)
    some = rows[drawn].astype(np.float64)
    features = np.column_stack([some[:, :-1], np.ones(len(some))])
    ridge = _RIDGE * len(some) * np.eye(features.shape[1])
    return np.linalg.solve(features.T @ features + ridge, features.T @ some[:, -1]).astype(np.float32)
