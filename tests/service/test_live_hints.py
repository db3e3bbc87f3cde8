"""The service guides a camera as a phone without one does: the same hints of the same frames."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from paiyan.service.http.routes.live import SteadyReader
from paiyan.service.recognition import DEFAULT_READING
from paiyan.vision.guidance import Hint
from paiyan.vision.picture.image import Image, load
from paiyan.vision.pixels import resized, warped

SAMPLE = Path(__file__).parents[2] / "service" / "samples" / "hand.jpg"


def turned(image: Image, degrees: float) -> Image:
    """Turn a picture about its middle, a little smaller."""
    middle = (image.shape[1] / 2, image.shape[0] / 2)
    turn = np.asarray(cv2.getRotationMatrix2D(middle, degrees, 0.8), np.float64)
    return warped(image, turn, (image.shape[1], image.shape[0]))


@pytest.mark.parametrize("hint", [Hint.CUT, Hint.CLOSER, Hint.TURN, Hint.NO_TILES])
def test_a_frame_that_is_not_worth_a_photo_says_why(hint: Hint) -> None:
    sample = load(SAMPLE)
    frame = {
        Hint.CUT: np.ascontiguousarray(sample[:, 200:]),
        Hint.CLOSER: resized(sample, 300, 225),
        Hint.TURN: turned(sample, 25),
        Hint.NO_TILES: np.full((480, 640, 3), 90, np.uint8),
    }[hint]
    shown = SteadyReader(DEFAULT_READING).see(cv2.imencode(".png", frame)[1].tobytes()).hint
    assert shown is not None
    assert shown.code == hint.value
