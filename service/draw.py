"""The picture of a reading with its boxes: one colour a role, the notation on each tile."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from service.errors import WrongUse
from vision import image as pictures
from vision.errors import ImageError

_COLOURS = {  # blue, green, red
    "hand": (80, 200, 60),
    "winning": (40, 60, 230),
    "meld": (230, 140, 30),
    "flower": (200, 80, 200),
}
_OTHER = (170, 170, 170)
_DOUBTFUL = (0, 200, 255)
_FONT = cv2.FONT_HERSHEY_DUPLEX


def boxes(image: pictures.Image, read: Mapping[str, Any]) -> pictures.Image:
    """A copy of the picture, (h, w, 3) BGR, with the boxes of its reading; doubtful tiles in yellow."""
    drawn: pictures.Image = np.copy(image)
    doubtful = {d["tile"] for d in read.get("doubts", ())}
    for index, found in enumerate(read["tiles"]):
        colour = _DOUBTFUL if index in doubtful else _COLOURS.get(found["role"], _OTHER)
        _box(drawn, found["box"], found["tile"], colour)
    return drawn


def _box(drawn: pictures.Image, box: Iterable[float], text: str, colour: tuple[int, int, int]) -> None:
    x1, y1, x2, y2 = (round(v) for v in box)
    line = max(2, round(min(drawn.shape[:2]) / 300))
    cv2.rectangle(drawn, (x1, y1), (x2, y2), colour, line)
    scale = min(x2 - x1, y2 - y1) / 55
    (width, height), _ = cv2.getTextSize(text, _FONT, scale, line)
    top = max(y1 - height - 2 * line, 0)
    cv2.rectangle(drawn, (x1, top), (x1 + width + 2 * line, top + height + 2 * line), colour, cv2.FILLED)
    cv2.putText(
        drawn, text, (x1 + line, top + height + line), _FONT, scale, (255, 255, 255), line // 2, cv2.LINE_AA
    )


def write(photo: Path, read: Mapping[str, Any], target: Path) -> None:
    """Write the picture at `photo` with the boxes of its reading. Raises `WrongUse`."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        pictures.save(boxes(pictures.load(photo), read), target)
    except ImageError as wrong:
        raise WrongUse(str(wrong)) from wrong
    except OSError as wrong:
        raise WrongUse(f"cannot write {target}: {(wrong.strerror or str(wrong)).lower()}") from wrong
