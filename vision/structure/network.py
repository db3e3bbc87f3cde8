"""The network that reads how tiles are laid out: an ONNX file from boxes to scores.

The file computes all of its features by itself; here numbers are only handed over. In a browser another
runtime can do the same with the same file.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

import numpy as np

from paiyan.vision.calibration import sharpness
from paiyan.vision.detection.runtimes.onnx_session import open_session
from paiyan.vision.errors import ModelMismatch
from paiyan.vision.structure.code_probabilities import calibrated, combined
from paiyan.vision.structure.scores import CODES, ROLES, SceneBoxes, StructureScores

_LEAST = 1e-4  # the least probability of a code that the network is given


class LayoutScorer(Protocol):
    """Scores how the tiles of a scene are laid out."""

    def score(self, scene: SceneBoxes) -> StructureScores:
        """Score a scene."""
        ...


class StructureNetwork:
    """A network of `paiyan.models.training.structure`, opened. Raises one of `ModelError`'s kinds for a file
    that is none.
    """

    def __init__(self, path: Path, *, threads: int = 1) -> None:
        # Rewritten for speed it takes a tenth less for a hand, and 50 ms more to open.
        self._session: Any = open_session(path, threads=threads, as_written=True)
        outputs = {o.name: o.shape for o in self._session.get_outputs()}
        if outputs.get("roles", [0])[-1] != len(ROLES) or outputs.get("names", [0])[-1] != CODES:
            raise ModelMismatch(f"{path.name} gives {outputs}, not scores of layouts: choose other weights.")

    def score(self, scene: SceneBoxes) -> StructureScores:
        """The scores of a scene; for one without boxes empty ones that are certain."""
        if not scene.boxes:
            return StructureScores([], [], [], [], [], [], 1.0)
        rows = np.array([(*box[:5], *box.codes) for box in scene.boxes], np.float32)
        codes = rows[:, 5:].clip(_LEAST)
        said: list[Any] = self._session.run(
            ["roles", "together", "claimed", "sideways", "kinds", "names", "sure"],
            {
                "boxes": rows[:, :4],
                "there": rows[:, 4],
                "codes": codes / codes.sum(axis=1, keepdims=True),
                "size": np.array(scene.size, np.float32),
                "knowledge": np.array(scene.knowledge.values(), np.float32),
            },
        )
        *parts, names, sure = said
        codes = combined(calibrated(rows[:, 5:].astype(np.float64), sharpness()), names.astype(np.float64))
        return StructureScores(*(part.tolist() for part in (*parts, codes)), sure=float(sure))
