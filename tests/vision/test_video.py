"""A steady reading over frames: while it moves nothing is read, frames are joined, nothing flickers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from paiyan.models.opening import open_reader
from paiyan.vision.detection.coarse_to_fine import CoarseToFine
from paiyan.vision.detections import Detections, overlaps
from paiyan.vision.picture.image import Image
from paiyan.vision.video import State, Steady
from tests.vision.doubles import NamedAsFound
from tests.vision.synthetic_detections import SIZE, row, seen
from tests.vision.told import told

HAND = "123m456p789s1155z"
OTHER = "123m456p789s1177z"


class Scripted:
    """Finds what the script says, frame by frame."""

    name, sha256 = "scripted", ""

    def __init__(self, script: list[Detections]) -> None:
        self.script = script
        self.looks = 0

    def detect(self, image: Image) -> Detections:
        self.looks += 1
        return self.script[min(self.looks, len(self.script)) - 1]

    def detect_many(self, images: Sequence[Image]) -> list[Detections]:
        return [self.detect(image) for image in images]


PRINTS = np.random.default_rng(99).integers(-60, 61, (SIZE, SIZE, 3), np.int16)


def table(light: int = 120, at: int = 0, *, noise: int = 0, seed: int = 0) -> Image:
    """A picture with a bright square at a place, all of it as sharp and as coloured as print."""
    picture = PRINTS + np.int16(light)
    picture[200:400, 200 + 2 * at : 400 + 2 * at] += 80
    picture += np.random.default_rng(seed).integers(-noise, noise + 1, picture.shape, np.int16)
    return picture.clip(0, 255).astype(np.uint8)


def steady(*script: Detections, joined: int = 3) -> tuple[Steady, Scripted]:
    detector = Scripted(list(script))
    return Steady(open_reader(detector, second_pass=False), joined=joined), detector


def hand(reading: object) -> str:
    return told(reading.hand)["concealed"]  # type: ignore[attr-defined]


def test_a_still_picture_is_read_once_after_two_frames_that_agree() -> None:
    camera, detector = steady(seen(row(HAND)))
    states = [camera.see(table(noise=6, seed=n)) for n in range(8)]
    assert [m.state for m in states[:2]] == [State.JOINING, State.STEADY]
    assert [m.fresh for m in states].count(True) == 1
    assert all(m.state is State.STEADY for m in states[2:])
    assert hand(states[0].reading) == HAND  # what is joined so far, where there is no better
    assert [m.reading is not None and m.reading.reliable for m in states] == [False, *[True] * 7]
    assert detector.looks == 2  # a picture that lies still is not looked at again
    assert hand(states[-1].reading) == HAND


def test_a_camera_looks_at_all_pixels_from_the_start() -> None:
    coarse, full = Scripted([seen(row(OTHER))]), Scripted([seen(row(HAND))])
    camera = Steady(open_reader(CoarseToFine(coarse, NamedAsFound(full)), second_pass=False))
    readings = [camera.see(table(noise=6, seed=n)).reading for n in range(3)]
    assert hand(readings[-1]) == HAND
    assert (coarse.looks, full.looks) == (0, 2)


@pytest.mark.parametrize("script", [
    [seen(row(HAND)), seen(row(OTHER)), seen(row(HAND))],
    [seen(row(HAND)), seen(row(HAND)).select(np.arange(12)), seen(row(HAND))],
    [seen(row(HAND)).select(np.arange(12)), seen(row(HAND)), seen(row(HAND))],
    [Detections.none(), seen(row(HAND)), seen(row(HAND))],
    [seen([piece._replace(sure=0.4) for piece in row(HAND)])] * 3,
], ids=["another name", "a tile missed", "a tile more", "nothing at first", "unsure"])  # fmt: skip
def test_frames_that_differ_or_are_no_reading_to_rely_on_are_all_joined(script: list[Detections]) -> None:
    camera, detector = steady(*script)
    states = [camera.see(table(noise=6, seed=n)) for n in range(8)]
    assert [m.state for m in states[:3]] == [State.JOINING, State.JOINING, State.STEADY]
    assert [m.fresh for m in states].count(True) == 1
    assert detector.looks == 3
    assert hand(states[-1].reading) == HAND


def test_while_it_moves_nothing_is_read_and_the_last_reading_stays() -> None:
    camera, detector = steady(seen(row(HAND)))
    for n in range(5):
        camera.see(table(seed=n))
    moments = [camera.see(table(at=20 * n)) for n in range(1, 6)]
    assert all(m.state is State.MOVING for m in moments)
    assert detector.looks == 2
    assert hand(moments[-1].reading) == HAND


def without(text: str, *gone: int) -> Detections:
    return seen([piece for at, piece in enumerate(row(text)) if at not in gone])


def test_what_passes_over_a_hand_hides_no_tile_of_it() -> None:
    """An arm hides other tiles in each frame: the frames are read together before the picture is at rest."""
    camera, detector = steady(*(without(HAND, at, at + 1) for at in (2, 6, 10)))
    moments = [camera.see(table(at=60 * n)) for n in range(5)]
    assert [m.state is State.STEADY for m in moments] == [False, False, True, False, False]
    assert [m.fresh for m in moments] == [False, False, True, False, False]
    assert moments[1].reading is None
    for moment in moments[2:]:
        assert moment.reading is not None
        assert moment.reading.reliable
        assert hand(moment.reading) == HAND
    assert detector.looks == 3  # a reading that is reliable is enough until the picture is at rest


def test_a_moving_picture_is_not_read_from_its_last_frame_alone() -> None:
    camera, _ = steady(Detections.none(), Detections.none(), *[seen(row(HAND))] * 3)
    moments = [camera.see(table(at=60 * n)) for n in range(5)]
    assert [m.fresh for m in moments] == [False, False, False, False, True]


@pytest.mark.parametrize("step", [0, 60], ids=["at rest", "moving"])
def test_a_hand_that_the_edge_of_the_picture_cuts_is_not_relied_on(step: int) -> None:
    found = seen(row(HAND))
    right = SIZE - float(found.boxes[:, 2].max()) + 0.4 * float(found.sizes[-1, 0])
    cut = replace(found, boxes=(found.boxes + np.array([right, 0, right, 0], np.float32)).clip(0, SIZE))
    camera, _ = steady(cut)
    moments = [camera.see(table(at=step * n)) for n in range(5)]
    readings = [moment.reading for moment in moments if moment.reading is not None]
    assert not any(reading.reliable for reading in readings)
    if not step:
        assert [problem.code for problem in readings[-1].problems] == ["cut"]


def test_frames_from_before_the_picture_was_at_rest_are_not_pooled() -> None:
    camera, _ = steady(*[without(OTHER, 12)] * 3, *[seen(row(HAND))] * 3)
    assert [camera.see(table()).state for _ in range(4)][-1] is State.STEADY
    moments = [camera.see(table(at=60 * n)) for n in range(1, 5)]
    assert [m.fresh for m in moments] == [False, False, True, False]
    assert hand(moments[2].reading) == HAND


def test_after_a_change_it_is_read_anew() -> None:
    camera, _ = steady(*[seen(row(HAND))] * 3, seen(row(OTHER)))
    for n in range(5):
        camera.see(table(seed=n))
    after = [camera.see(table(at=150, seed=n)) for n in range(5)]
    assert hand(after[1].reading) == HAND  # until the new one is sure
    assert hand(after[-1].reading) == OTHER
    assert [m.fresh for m in after].count(True) == 1


def test_a_slow_drift_is_noticed() -> None:
    camera, detector = steady(seen(row(HAND)))
    for n in range(30):
        camera.see(table(at=2 * n))
    assert detector.looks > 3


def test_lamps_that_change_the_whole_light_are_no_movement() -> None:
    camera, detector = steady(seen(row(HAND)))
    for n in range(5):
        camera.see(table(seed=n))
    assert camera.see(table(light=150)).state is State.STEADY
    assert detector.looks == 2


def test_joining_evens_out_a_frame_that_names_a_tile_wrong_or_misses_it() -> None:
    wrong = seen(row(OTHER))
    missed = seen(row(HAND)).select(np.arange(11))
    made_up = seen(row(HAND) + row("9p", x=0, y=4))
    camera, _ = steady(wrong, seen(row(HAND)), missed, made_up, seen(row(HAND)), joined=5)
    reading = [camera.see(table()) for _ in range(6)][-1].reading
    assert reading is not None
    assert hand(reading) == HAND
    assert len(reading.tiles) == 13


def test_a_tile_seen_in_few_frames_is_less_sure() -> None:
    missed = seen(row(HAND)).select(np.arange(12))
    camera, _ = steady(seen(row(HAND)), missed, seen(row(HAND)), joined=3)
    reading = [camera.see(table()) for _ in range(4)][-1].reading
    assert reading is not None
    last = max(reading.tiles, key=lambda t: t.box[0])
    assert last.confidence == pytest.approx(2 / 3 * reading.tiles[0].confidence, rel=0.01)


def test_an_empty_table_is_a_reading_too() -> None:
    camera, _ = steady(Detections.none())
    reading = [camera.see(table()) for _ in range(4)][-1].reading
    assert reading is not None
    assert reading.tiles == ()
    assert not reading.reliable


def test_a_camera_held_in_the_hand_trembles_and_is_read() -> None:
    picture = (
        np.random.default_rng(1).integers(0, 255, (60, 80, 3)).astype(np.uint8).repeat(10, 0).repeat(10, 1)
    )
    moves = [(0, 0), (8, 3), (-6, 4), (5, -9), (9, 9), (-4, 2)]
    frames = [np.roll(picture, move, axis=(1, 0)) for move in moves]
    there = seen(row(HAND))
    found = [
        Detections(there.boxes + np.tile(move, 2).astype(np.float32), there.probabilities) for move in moves
    ]
    camera, _ = steady(*found)
    moments = [camera.see(frame) for frame in frames]
    assert all(m.state is not State.MOVING for m in moments)
    at = next(n for n, m in enumerate(moments) if m.fresh)
    reading = moments[at].reading
    assert reading is not None
    assert hand(reading) == HAND
    assert min(t.box[0] for t in reading.tiles) == pytest.approx(float(found[at].boxes[:, 0].min()), abs=6)


def test_another_size_of_frames_starts_anew() -> None:
    camera, _ = steady(seen(row(HAND)))
    for _ in range(5):
        camera.see(table())
    assert camera.see(table()[:400]).state is State.MOVING


def test_overlaps_by_hand() -> None:
    one = np.array([[0, 0, 10, 10], [0, 0, 10, 20]], float)
    other = np.array([[5, 0, 15, 10], [50, 50, 60, 60], [0, 0, 10, 10]], float)
    assert overlaps(one, other).tolist() == [
        pytest.approx([1 / 3, 0, 1]),
        pytest.approx([50 / 250, 0, 0.5]),
    ]
