"""A reader that needs no weights: it finds the tiles that the sample photo is known to show."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from scorer.tiles import tile
from service import eyes
from vision.detections import Detections
from vision.image import Image
from vision.pipeline import Reader

SAMPLE = Path(__file__).parents[2] / "service" / "samples" / "hand.jpg"


class Knowing:
    """Finds the sample's tiles in a picture of its size, and nothing in any other."""

    name = "known"
    sha256 = ""

    def detect(self, image: Image) -> Detections:
        truth = json.loads(SAMPLE.with_suffix(".json").read_text(encoding="utf-8"))
        if list(image.shape[1::-1]) != truth["size"]:
            return Detections.none()
        boxes = np.array([t["box"] for t in truth["tiles"]], np.float32)
        codes = np.array([tile(t["tile"]).code for t in truth["tiles"]])
        return Detections.of(boxes, codes, confidence=0.9)


@pytest.fixture
def knowing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The service reads with a detector that knows the sample photo."""
    monkeypatch.setattr(eyes, "reader", lambda *_: Reader(Knowing()))
