"""Several pictures of one scene pooled: what hides a tile in one of them does not count."""

from __future__ import annotations

import tracemalloc
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from paiyan.models.opening import open_reader
from paiyan.scorer.tiles.notation import notation, parse
from paiyan.scorer.tiles.tile import BACK
from paiyan.vision.detection.views.frames import lay_over, pool_frames
from paiyan.vision.detections import Detections
from paiyan.vision.job import DetectedImage, Job, OpenedPicture, always, pooled
from paiyan.vision.other_views import look_again
from paiyan.vision.pixels import Image
from paiyan.vision.reading import Reading
from paiyan.vision.requests import Asking, run
from paiyan.vision.structure.scene import Seat
from tests.vision.synthetic_detections import SIZE, row, seen

HAND = "123m456p789s11z777z"
PICTURE: Image = np.random.default_rng(0).integers(0, 255, (SIZE, SIZE, 3), np.uint8)


class FindsInTurn:
    name, sha256 = "in turn", ""

    def __init__(self, found: Sequence[Detections]) -> None:
        self.found = list(found)

    def detect(self, image: Image) -> Detections:
        del image
        return self.found.pop(0) if len(self.found) > 1 else self.found[0]

    def detect_many(self, images: Sequence[Image]) -> list[Detections]:
        return [self.detect(image) for image in images]


def moved(found: Detections, *, x: float = 0.0, y: float = 0.0, scale: float = 1.0) -> Detections:
    return Detections(found.boxes * scale + np.array([x, y, x, y], np.float32), found.probabilities)


def without(found: Detections, gone: Sequence[int]) -> Detections:
    return found.select(np.array([at for at in range(len(found)) if at not in gone], np.intp))


def renamed(found: Detections, at: int, code: int) -> Detections:
    table = found.probabilities.copy()
    table[at] = 0.02
    table[at, code] = 0.6
    return Detections(found.boxes, table)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 13), st.integers(0, 13), st.floats(-60, 60), st.floats(-60, 60), st.floats(0.97, 1.03))
def test_what_a_passing_hand_hides_in_one_picture_of_three_is_read(
    hidden: int, misread: int, x: float, y: float, scale: float
) -> None:
    assume(misread not in (hidden, (hidden + 1) % 14))
    found = seen(row(HAND))
    frames = [
        found,
        without(moved(found, x=x, y=y, scale=scale), [hidden, (hidden + 1) % 14]),
        renamed(moved(found, x=-x, y=y / 2), misread, 3),
    ]
    for order in ([0, 1, 2], [1, 2, 0], [2, 0, 1]):
        first = frames[order[0]]
        reading = open_reader(FindsInTurn([frames[at] for at in order]), second_pass=False).read_burst(
            [PICTURE] * 3
        )
        assert sorted(notation([tile.tile]) for tile in reading.tiles) == sorted(
            notation([tile]) for tile in parse(HAND)
        )
        own = np.array([tile.box for tile in reading.tiles])
        reach = np.abs(own[:, None, :2] - first.boxes[None, :, :2]).max(axis=2).min(axis=1)
        assert np.median(reach) < 3, "boxes lie in the first picture"


@pytest.mark.parametrize("hidden", range(1, 13))
def test_a_hand_of_which_one_picture_hides_a_tile_is_relied_on(hidden: int) -> None:
    found = seen(row(HAND))
    frames = [found, without(moved(found, x=25, y=-10), [hidden]), moved(found, x=-12, y=7)]
    assert open_reader(FindsInTurn(frames), second_pass=False).read_burst([PICTURE] * 3).reliable
    assert not open_reader(FindsInTurn(frames[1:2]), second_pass=False).read_burst([PICTURE]).reliable


def test_a_picture_of_something_else_says_nothing() -> None:
    found = seen(row(HAND))
    other = seen(row("9999s8888m7777p66z"))
    assert lay_over(other, found) is None
    pooled = pool_frames([found, other])
    assert np.allclose(pooled.boxes, found.boxes)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_one_picture_shown_several_times_is_read_as_once(count: int) -> None:
    found = seen(row(HAND))
    pooled = pool_frames([found] * count)
    assert np.allclose(pooled.boxes, found.boxes, atol=1e-3)
    assert np.allclose(pooled.probabilities, found.probabilities, atol=1e-5)


def test_what_is_seen_in_one_of_three_is_not_there() -> None:
    found = seen(row(HAND))
    extra = seen(row(HAND + "5m"))
    assert len(pool_frames([extra, found, found])) == len(found)


@pytest.mark.parametrize(("codes", "counts"), [((5, 3, 3), 3), ((3, 5, 3), 3), ((3, 5, 5), 5)])
def test_what_another_view_shows_of_one_picture_counts_no_more_than_of_the_others(
    codes: Sequence[int], counts: int
) -> None:
    found, at = seen(row(HAND)), 6
    frames = [moved(found, x=x) for x in (0, 30, -20)]
    burst = pooled([DetectedImage(PICTURE, f, OpenedPicture((SIZE, SIZE), always(PICTURE))) for f in frames])
    seen_by = iter(codes)

    def view(detected: DetectedImage, hand: Reading, seat: Seat | None, job: Job) -> Asking[DetectedImage]:
        yield from ()
        place = np.abs(detected.detections.boxes - frames[len(shown)].boxes).max()
        shown.append(float(place))
        return detected.with_detections(renamed(detected.detections, at, next(seen_by)))

    shown: list[float] = []
    again = run(look_again(view, burst, Reading(), None, Job()), lambda _: None)
    assert again.detections.classes[at] == counts
    assert np.allclose(again.detections.boxes, found.boxes, atol=0.5)
    assert max(shown) < 0.5, "in each picture the tiles are where it shows them"


def grid(codes: Sequence[int]) -> Detections:
    """Tiles of these codes in rows of twenty, as walls lie."""
    places = np.array([(30.0 * (at % 20), 40.0 * (at // 20)) for at in range(len(codes))], np.float32)
    table = np.full((len(codes), 46), 0.001, np.float32)
    table[np.arange(len(codes)), list(codes)] = 0.9
    ends = places + np.array([28, 38], np.float32)
    return Detections(np.concatenate([places, ends], axis=1), table)


def test_walls_of_backs_take_no_memory_and_rarer_tiles_place_the_picture() -> None:
    """Of 240 backs all pairs of pairs would be three billion."""
    first = grid([*range(13), *[BACK] * 240])
    tracemalloc.start()
    laid = lay_over(moved(first, x=31, y=-42), first)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 100e6
    assert laid is not None
    assert np.abs(laid.boxes - first.boxes).max() < 0.01
