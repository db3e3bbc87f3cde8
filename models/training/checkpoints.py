# pyright: basic, reportMissingImports=false
"""Checkpoints that a training is taken up from: the step it reached and the state of each of its parts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any


def save_checkpoint(file: Path, parts: Mapping[str, Any], *, step: int) -> None:
    """Write it, whole or not at all."""
    import torch

    file.parent.mkdir(parents=True, exist_ok=True)
    half = file.with_suffix(".partial")
    torch.save({**{name: part.state_dict() for name, part in parts.items()}, "step": step}, half)
    half.rename(file)


def load_checkpoint(file: Path, parts: Mapping[str, Any], *, device: str = "cpu") -> int:
    """Bring the parts where they were, and tell the step; 0 where nothing was written yet."""
    import torch

    if not file.exists():
        return 0
    kept = torch.load(file, map_location=device, weights_only=True)
    for name, part in parts.items():
        part.load_state_dict(kept[name])
    return int(kept["step"])
