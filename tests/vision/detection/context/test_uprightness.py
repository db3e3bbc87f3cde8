"""A turned picture is read as the upright one is, and only where its faces clearly tell how they stand."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from paiyan.models.opening import load_detector, open_reader
from paiyan.vision import first_look
from paiyan.vision.detection.coarse_to_fine import full_detector
from paiyan.vision.detection.context.uprightness import turns_to_upright
from paiyan.vision.detection.detector import Look
from paiyan.vision.detections import Detections
from paiyan.vision.first_look import detect
from paiyan.vision.job import Job, OpenedPicture, always
from paiyan.vision.picture.image import Image, load
from paiyan.vision.pixels import prints
from paiyan.vision.reading import Reading
from paiyan.vision.requests import run

SAMPLE = Path(__file__).parents[4] / "service" / "samples" / "hand.jpg"


@pytest.fixture(scope="module")
def sample() -> Image:
    return load(SAMPLE)


def turned(image: Image, quarters: int) -> Image:
    """A picture turned against the clock."""
    return np.ascontiguousarray(np.rot90(image, quarters))


def hand(reading: Reading) -> tuple[object, ...]:
    """What is read, without an order or a place."""
    told = reading.hand
    held = [*told.concealed, *([told.winning] if told.winning else [])]
    return (
        Counter(held),
        Counter(told.flowers),
        Counter(frozenset(Counter(m.tiles).items()) for m in told.melds),
    )


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_turned_picture_is_read_as_the_upright_one(sample: Image, quarters: int) -> None:
    reader = open_reader(load_detector(backend="onnxruntime"))
    upright, other = reader.read(sample), reader.read(turned(sample, quarters))
    assert hand(other) == hand(upright)
    assert (other.reliable, other.probability) == (upright.reliable, upright.probability)
    high, wide = sample.shape[:2]
    assert other.size == ((high, wide) if quarters % 2 else (wide, high))
    for tile, same in zip(other.tiles, upright.tiles, strict=True):
        x1, y1, x2, y2 = same.box
        places = {1: (y1, wide - x2), 2: (wide - x2, high - y2), 3: (high - y2, x1)}
        assert tile.box[:2] == pytest.approx(places[quarters], abs=2.5)
        assert tile.tile == same.tile


@pytest.mark.parametrize("quarters", range(4))
def test_faces_tell_by_how_far_a_picture_is_turned(sample: Image, quarters: int) -> None:
    image = turned(sample, quarters)
    found = full_detector(load_detector(backend="onnxruntime")).detect(image)
    assert turns_to_upright(image, found) == [-quarters % 4]


def test_a_picture_whose_faces_tell_nothing_stays_as_it_is() -> None:
    image = np.random.default_rng(0).integers(0, 255, (200, 300, 3), np.uint8)
    assert turns_to_upright(image, Detections.none()) == [0]
    blank = Detections.of(np.array([[10, 10, 60, 80]], np.float32), np.array([31]))
    assert turns_to_upright(np.full((200, 300, 3), 240, np.uint8), blank) == [0]


@pytest.mark.parametrize(
    ("possible", "count", "confidence", "looks"),
    [
        ([0, 2], 14, 0.99, 1),
        ([0, 2], 14, 0.9, 2),
        ([0, 2], 12, 0.99, 2),
        ([2, 0], 14, 0.99, 2),
        ([3, 0, 1, 2], 14, 0.99, 1),
        ([3, 0, 1, 2], 14, 0.9, 4),
    ],
)
def test_other_turns_are_looked_at_where_one_is_likelier_or_may_show_more(
    monkeypatch: pytest.MonkeyPatch, possible: list[int], count: int, confidence: float, looks: int
) -> None:
    def turns(image: Image, detections: Detections) -> list[int]:
        del image, detections
        return list(possible)

    monkeypatch.setattr(first_look, "turns_to_upright", turns)
    boxes = np.arange(count)[:, None] * [20, 0, 20, 0] + np.array([0, 100, 20, 130])
    detections = Detections.of(boxes.astype(np.float32), np.arange(count), confidence=confidence)
    asking = detect(OpenedPicture((640, 480), always(np.zeros((480, 640, 3), np.uint8))), Job())
    pictures: list[Image] = []

    def answer(look: Look) -> Detections:
        pictures.append(look.pixels)
        return detections

    assert run(asking, answer).picture.quarters == 0
    assert len(pictures) == looks


def test_print_is_the_same_on_light_and_on_dark_faces() -> None:
    light = np.full((1, 64, 64, 3), 230, np.uint8)
    light[0, 10:30, 20:44] = 40
    np.testing.assert_allclose(prints(light), prints(255 - light), atol=0.02)
