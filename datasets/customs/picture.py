"""A drawn scene as a picture of its boxes, to look at: the colour is the role, the number a meld's."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.customs.scene import DrawnScene
from paiyan.scorer.tiles.tile import TILES
from paiyan.vision.structure.scores import ROLES, Role

_COLOURS: dict[Role, tuple[int, int, int]] = {
    "held": (255, 255, 255), "winning": (60, 60, 255), "meld": (80, 255, 80), "flower": (255, 80, 255),
    "indicator": (0, 255, 255), "discard": (190, 190, 0), "wall": (130, 130, 130), "other": (80, 140, 220),
    "nothing": (0, 0, 150),
}  # fmt: skip


def picture(scene: DrawnScene, *, width: int = 640) -> NDArray[np.uint8]:
    """BGR (h, `width`, 3)."""
    import cv2

    scale = width / scene.size[0]
    out = np.full((round(scene.size[1] * scale) + 16, width, 3), 36, np.uint8)
    for at in np.argsort(scene.boxes[:, 3]).tolist():
        x1, y1, x2, y2 = (round(float(v) * scale) for v in scene.boxes[at])
        role = ROLES[int(scene.roles[at])]
        colour = _COLOURS[role]
        cv2.rectangle(out, (x1, y1), (x2, y2), colour, 1)
        name = TILES[int(scene.codes[at].argmax())].notation
        cv2.putText(out, name, (x1 + 1, (y1 + y2) // 2 + 4), 0, 0.36, colour, 1)
        if role == "meld":
            cv2.putText(out, str(scene.groups[at]), (x1 + 1, y2 - 2), 0, 0.3, (0, 200, 255), 1)
    cv2.putText(out, scene.custom, (4, len(out) - 4), 0, 0.4, (0, 200, 255), 1)
    return out
