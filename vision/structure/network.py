"""Run the network that reads the layout of tiles: an ONNX file from boxes to scores.

The file computes all of its features by itself; here numbers are only passed on. In a browser another
runtime can do the same with the same file. The tile of a box is decided by two sources: the detector, whose
probabilities are calibrated, and this network, which knows its surroundings; their log-probabilities are
added.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from paiyan.scorer.messages.languages import Words
from paiyan.vision.calibration import Sharpness, sharpness
from paiyan.vision.detection.runtimes.onnx_session import open_session
from paiyan.vision.errors import ModelMismatch
from paiyan.vision.structure.scores import CODES, ROLES, SceneBoxes, StructureScores

Logs = NDArray[np.float64]
_LEAST_SHARE = 1e-12
NO_LAYOUTS = Words(
    "{name} 的输出是 {outputs}，不是牌面布局的分数：请换别的权重。",
    "{name} gives {outputs}, not scores of layouts: choose other weights.",
    "{name} の出力は {outputs} で、並びの点数ではありません：別の重みにしてください。",
)


def calibrated(codes: Logs, sharpness: Sharpness) -> Logs:
    """Return natural logarithms (n, 46) of a detector's shares (n, 46), calibrated; rows sum to one."""
    p = np.maximum(codes, 1e-9)
    p = np.maximum((p / p.sum(axis=1, keepdims=True)) ** sharpness.power, _LEAST_SHARE)
    p = p / p.sum(axis=1, keepdims=True)
    return np.log(p * (1 - codes.shape[1] * sharpness.least) + sharpness.least)


def combined(first: Logs, second: Logs) -> Logs:
    """Add log-probabilities (n, 46); rows sum to one as probabilities."""
    both = first + second
    both = both - both.max(axis=1, keepdims=True)
    return both - np.log(np.exp(both).sum(axis=1, keepdims=True))


OUTPUTS = ["roles", "together", "claimed", "sideways", "kinds", "names", "sure"]
"""The outputs of the network, in this order."""
_LEAST = 1e-4  # the smallest probability of a code in the network's input


class LayoutScorer(Protocol):
    """Scores how the tiles of a scene are laid out."""

    def score(self, scene: SceneBoxes) -> StructureScores:
        """Score a scene."""
        ...


class StructureNetwork:
    """An opened network of `paiyan.models.training.structure`. Raises one of `ModelError`'s kinds for another
    file.
    """

    def __init__(self, path: Path, *, threads: int = 1) -> None:
        # Rewritten for speed it takes a tenth less for a hand, and 50 ms more to open.
        self._session: Any = open_session(path, threads=threads, as_written=True)
        outputs = {o.name: o.shape for o in self._session.get_outputs()}
        if outputs.get("roles", [0])[-1] != len(ROLES) or outputs.get("names", [0])[-1] != CODES:
            raise ModelMismatch(NO_LAYOUTS, name=path.name, outputs=outputs)

    def score(self, scene: SceneBoxes) -> StructureScores:
        """Return the scores of a scene; empty and certain ones for a scene without boxes."""
        outputs = dict[str, Any]()
        if scene.boxes:
            outputs = dict(zip(OUTPUTS, self._session.run(OUTPUTS, inputs_of(scene)), strict=True))
        return scores_of(scene, outputs)


def inputs_of(scene: SceneBoxes) -> dict[str, NDArray[np.float32]]:
    """Return what the network takes of a scene, by the names of its inputs."""
    rows = np.array([(*box[:5], *box.codes) for box in scene.boxes], np.float32)
    codes = rows[:, 5:].clip(_LEAST)
    return {
        "boxes": rows[:, :4],
        "there": rows[:, 4],
        "codes": codes / codes.sum(axis=1, keepdims=True),
        "size": np.array(scene.size, np.float32),
        "knowledge": np.array(scene.knowledge.values(), np.float32),
    }


def scores_of(scene: SceneBoxes, outputs: Mapping[str, Any]) -> StructureScores:
    """Return the scores of a scene by what the network said, arrays by the names of its outputs."""
    if not scene.boxes:
        return StructureScores([], [], [], [], [], [], 1.0)
    seen = np.array([box.codes for box in scene.boxes], np.float32).astype(np.float64)
    codes = combined(calibrated(seen, sharpness()), outputs["names"].astype(np.float64))
    roles, together, claimed, sideways, kinds = (outputs[name].tolist() for name in OUTPUTS[:5])
    sure = float(outputs["sure"])
    return StructureScores(roles, together, claimed, sideways, kinds, codes.tolist(), sure=sure)
