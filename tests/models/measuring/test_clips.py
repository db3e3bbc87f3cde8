"""Clips are read in three ways, and a player takes the first reading that is reliable."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from paiyan.datasets.evaluation.hand_lists import TrueHand
from paiyan.datasets.synth.raytracing.clips import FRAMES, SECONDS
from paiyan.models.measuring.clips import BURST, SIDE, Clip, film, live, measure
from paiyan.models.opening import open_reader
from paiyan.models.pages.card import of_clips
from paiyan.scorer.tiles.notation import parse
from paiyan.vision.detections import Detections
from paiyan.vision.picture.image import Image
from paiyan.vision.pipeline import Reader
from tests.vision.doubles import FixedDetector
from tests.vision.synthetic_detections import SIZE, row, seen

HAND, OTHER = "123m456p789s1155z", "123m456p789s1177z"
TRUTH = TrueHand("00", "", "row", True, parse(HAND), None, (), ())


class Shown(FixedDetector):
    """Finds what the brightness of a frame stands for; a picture can be looked at again."""

    def __init__(self, *found: Detections) -> None:
        super().__init__(found[0])
        self.every = found

    def detect(self, image: Image) -> Detections:
        return self.every[round((float(np.mean(image)) - 50) / 50)]

    def detect_many(self, images: Sequence[Image]) -> list[Detections]:
        return [self.detect(image) for image in images]


def frames(*numbers: int) -> list[Image]:
    """Frames of a camera at rest; each number is that of the detections in it."""
    grain = np.random.default_rng(0).integers(0, 101, (SIZE, SIZE, 3), np.uint8)
    return [grain + np.uint8(50 * number) for number in numbers]


@pytest.fixture
def reader() -> Reader:
    whole, other = seen(row(HAND)), seen(row(OTHER))
    return open_reader(Shown(whole, whole.select(np.arange(8)), other), second_pass=False)


def test_the_first_reliable_reading_of_a_clip_counts(reader: Reader) -> None:
    clips = [
        Clip(TRUTH, frames(0, *[1] * 7)),  # right at once, hidden later
        Clip(TRUTH, frames(1, 1, 2, *[0] * 5)),  # wrong first
        Clip(TRUTH, frames(*[1] * 8)),  # hidden throughout
        Clip(TRUTH, frames(1, 0, 0, 0, 0, 0, 0, 0)),
    ]
    figures = measure(clips, reader)
    assert figures["clips"] == 4
    single = figures["single"]
    assert (single["readings"], single["exact"], single["reliable"], single["wrong"]) == (32, 13, 14, 1)
    assert (single["clips_right"], single["clips_wrong"], single["seconds"]) == (2, 1, 0.125)
    assert figures["burst"]["readings"] == 4 * (FRAMES - BURST + 1)


def test_a_live_camera_reads_frames_that_agree(reader: Reader) -> None:
    readings = list(live(reader, frames(*[0] * 8)))
    assert [one.seconds for one in readings] == [number * SECONDS / FRAMES for number in range(FRAMES)]
    assert readings[-1].reading.reliable


def test_no_clip_read_in_time_has_no_seconds(reader: Reader) -> None:
    figures = measure([Clip(TRUTH, frames(*[1] * 8))], reader)
    assert [figures[way]["seconds"] for way in ("single", "burst", "live")] == [None] * 3
    lines = of_clips({"photos": figures, "traced": figures})
    assert lines[2].startswith("| moved photos | 1 | every frame by itself | 8 | 0 | 0 | 0 | 0 | 0 | – |")
    assert len(lines) == 2 + 2 * 3


def test_a_moved_photo_keeps_its_size_and_is_crossed_by_an_arm() -> None:
    photo = np.full((SIDE * 3 // 4, SIDE, 3), 200, np.uint8)
    made = list(film(photo, (200, 400, 1000, 500), np.random.default_rng(5)))
    assert [frame.shape for frame in made] == [photo.shape] * FRAMES
    red = [frame[:, :, 2].astype(int) - frame[:, :, 0] for frame in made]
    crossed = [float((shown[450] > 40).mean()) for shown in red]
    assert max(crossed) > 0.03
    assert min(crossed) == 0.0
