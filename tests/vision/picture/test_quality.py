"""What keeps a picture from being read: sharp ones pass, and each fault is found as it grows."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from paiyan.vision.detections import Detections
from paiyan.vision.picture.image import Image, load
from paiyan.vision.picture.quality import picture_problems, sharpness_of
from tests.vision.synthetic_detections import read, row, seen

SAMPLE = Path(__file__).parents[3] / "service" / "samples" / "hand.jpg"
TILES = 14


def faces(size: int = 60) -> tuple[Image, Detections]:
    """A row of tiles that show rings in colour, and their boxes."""
    image: Image = np.full((400, size * TILES + 80, 3), (60, 110, 40), np.uint8)
    boxes: list[tuple[int, int, int, int]] = []
    for at in range(TILES):
        x, y, high = 40 + at * size, 150, round(1.35 * size)
        cv2.rectangle(image, (x, y), (x + size - 2, y + high), (235, 240, 240), cv2.FILLED)
        for ring in (0.3, 0.7):
            centre = (x + size // 2, y + round(high * ring))
            cv2.circle(image, centre, size // 5, (30, 30, 160), max(size // 20, 1))
        boxes.append((x, y, x + size - 1, y + high + 1))
    return image, Detections.of(np.array(boxes, np.float32), np.arange(TILES))


def kinds(image: Image, found: Detections) -> list[str]:
    return [p.code for p in picture_problems(image, found, range(len(found)))]


def motion(image: Image, length: int, *, down: bool) -> Image:
    kernel = np.zeros((length, length), np.float32)
    kernel[:, length // 2] = 1 / length
    return np.asarray(cv2.filter2D(image, -1, kernel if down else kernel.T), np.uint8)


@pytest.mark.parametrize("size", [20, 40, 80])
def test_sharp_tiles_pass(size: int) -> None:
    assert kinds(*faces(size)) == []


@pytest.mark.parametrize(("spots", "told"), [((), []), ((3,), ["glare"]), ((0, 5, 13), ["glare"])])
def test_glare_on_a_tile_is_told(spots: tuple[int, ...], told: list[str]) -> None:
    image, found = faces()
    for at in spots:
        x, y = (int(v) for v in found.centres[at].tolist())
        cv2.circle(image, (x, y), 20, (255, 255, 255), cv2.FILLED)
    problems = picture_problems(image, found, range(TILES))
    assert [p.code for p in problems] == told
    assert [p.args for p in problems] == [(len(spots),)] * len(told)


def test_tiles_that_are_all_white_are_not_glaring() -> None:
    image, found = faces()
    image[(image > 200).all(axis=2)] = 255
    assert kinds(image, found) == []


def test_the_sample_photo_passes() -> None:
    image = load(SAMPLE)
    found = Detections.of(np.array([(400, 400, 460, 480)], np.float32), np.array([0]))
    assert "grey" not in kinds(image, found)


@pytest.mark.parametrize("size", [30, 60])
def test_blur_lowers_sharpness_until_it_is_said(size: int) -> None:
    image, found = faces(size)
    blurred = [
        np.asarray(cv2.GaussianBlur(image, (0, 0), share * size), np.uint8)
        for share in (0.02, 0.06, 0.15, 0.3)
    ]
    sharp = [sharpness_of(one, found, list(range(TILES))) for one in blurred]
    assert sharp == sorted(sharp, reverse=True)
    assert kinds(blurred[0], found) == []
    assert kinds(blurred[-1], found) == ["blurred"]


@pytest.mark.parametrize("seed", range(4))
def test_sharpness_is_the_step_that_three_of_a_hundred_exceed(seed: int) -> None:
    """Of a face of the size that all are brought to, the lesser of both directions, by numpy's percentile."""
    face = np.random.default_rng(seed).integers(0, 256, (60, 48, 1), np.uint8).repeat(3, axis=2)
    grey = face[..., 0].astype(np.float64)
    steps = (np.abs(np.diff(grey, axis=axis))[2:-2, 2:-2] for axis in (0, 1))
    steepest = min(float(np.percentile(step, 97)) for step in steps)
    found = Detections.of(np.array([[0, 0, 47, 59]], np.float32), np.array([0]))
    assert sharpness_of(face, found, [0]) == pytest.approx(steepest)


@pytest.mark.parametrize("down", [False, True])
def test_motion_in_any_direction_is_blur(down: bool) -> None:
    image, found = faces(60)
    assert kinds(motion(image, 45, down=down), found) == ["blurred"]


def test_small_tiles_are_too_far() -> None:
    image, found = faces(10)
    assert kinds(image, found) == ["far"]


def test_a_picture_without_colour_is_said() -> None:
    image, found = faces()
    grey = cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    assert kinds(np.asarray(grey, np.uint8), found) == ["grey"]


def test_a_tile_at_the_edge_is_cut_where_it_is_smaller() -> None:
    image, found = faces()
    boxes = found.boxes.copy()
    half = image[:, int(boxes[0, 0]) + 35 :]
    boxes[:, [0, 2]] = (boxes[:, [0, 2]] - boxes[0, 0] - 35).clip(min=0)
    assert kinds(half, Detections(boxes, found.probabilities)) == ["cut"]
    assert kinds(image[:, int(found.boxes[0, 0]) :], Detections(
        found.boxes - [found.boxes[0, 0], 0, found.boxes[0, 0], 0], found.probabilities
    )) == []  # fmt: skip


def test_a_hand_of_many_uncertain_tiles_is_not_relied_on() -> None:
    found = seen(row("123m456p11z77234s7z"))
    table = found.probabilities.copy()
    for at in range(0, 14, 3):
        code = int(found.classes[at])
        table[at] = 0
        table[at, code], table[at, (code + 1) % 34] = 0.5, 0.4
    doubtful = Detections(found.boxes, table)
    assert any(p.unreliable for p in read(doubtful).problems)
    assert not any(p.unreliable for p in read(found).problems)


@pytest.mark.parametrize(("width", "far"), [(11.8, True), (12.2, False)])
def test_how_narrow_tiles_are_too_far(width: float, far: bool) -> None:
    image, found = faces(20)
    boxes = found.boxes.copy()
    boxes[:, 2] = boxes[:, 0] + width
    assert ("far" in kinds(image, Detections(boxes, found.probabilities))) == far


@pytest.mark.parametrize(("spread", "grey"), [(3, True), (5, False)])
def test_how_little_colour_is_none(spread: int, grey: bool) -> None:
    image, found = faces()
    flat = np.repeat(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)[..., None], 3, axis=2).clip(0, 250)
    flat[..., 2] += spread
    assert ("grey" in kinds(flat.astype(np.uint8), found)) == grey


@pytest.mark.parametrize("side", ["left", "top", "right", "bottom"])
@pytest.mark.parametrize(("away", "share", "cut"), [
    (1.0, 0.8, True), (1.0, 0.9, False), (2.0, 0.8, False),
])  # fmt: skip
def test_which_tiles_an_edge_cuts(side: str, away: float, share: float, cut: bool) -> None:
    """Within a pixel and a half of the picture's edge, with less than 85% of the usual tile's area."""
    image, found = faces()
    high, wide = image.shape[:2]
    boxes = found.boxes.copy()
    w, h = float(found.sizes[0, 0]), float(found.sizes[0, 1]) * share
    x = {"left": away, "right": wide - away - w}.get(side, 300.0)
    y = {"top": away, "bottom": high - away - h}.get(side, 100.0)
    boxes[3] = (x, y, x + w, y + h)
    assert ("cut" in kinds(image, Detections(boxes, found.probabilities))) == cut


def row_in_picture(*, left: float, roll: int = 0, row_goes_on: bool = True) -> tuple[Image, Detections]:
    """A row of six tiles of 40 by 52 pixels that begins so far from the left edge; rolled by quarters.

    Before it and behind it lies one more tile, of which a picture shows what its edge leaves of it.
    """
    image = np.full((300, 500, 3), (60, 110, 40), np.uint8)
    starts = left + 42.0 * np.arange(6)
    for start in (starts[0] - 42, *starts, starts[-1] + 42) if row_goes_on else starts:
        first, last = max(round(start), 0), max(round(start) + 40, 0)
        image[100:152, first:last] = (230, 240, 245)
        image[118:134, first + 12 : last - 12] = (40, 40, 150)
    image = np.ascontiguousarray(np.rot90(image, roll))
    boxes = np.stack([starts, np.full(6, 100.0), starts + 40, np.full(6, 152.0)], axis=1)
    for turn in range(roll):
        wide = 300 if turn % 2 else 500
        boxes = np.stack([boxes[:, 1], wide - boxes[:, 2], boxes[:, 3], wide - boxes[:, 0]], axis=1)
    return image, Detections.of(boxes.astype(np.float32), np.arange(6))


@pytest.mark.parametrize("roll", [0, 1, 2, 3])
@pytest.mark.parametrize(
    ("left", "outside"), [(2.0, True), (4.0, True), (12.0, True), (22.0, False), (247.0, True)]
)
def test_a_row_that_runs_up_to_an_edge_may_go_on_outside(roll: int, left: float, outside: bool) -> None:
    """Less than half of a tile is left of the picture behind an end of the row: too little to be found."""
    image, found = row_in_picture(left=left, roll=roll)
    told = picture_problems(image, found, range(6), complete=False)
    assert ("edge" in [p.code for p in told]) == outside
    assert "edge" not in [p.code for p in picture_problems(image, found, range(6))], "nothing is missing"


@pytest.mark.parametrize("roll", [0, 1, 2, 3])
@pytest.mark.parametrize(
    ("left", "outside"), [(2.0, True), (4.0, False), (12.0, False), (246.0, False), (248.0, True)]
)
def test_a_row_with_ground_behind_its_end_does_not_go_on(roll: int, left: float, outside: bool) -> None:
    """Where more ground is seen there than between its tiles, which are two pixels apart."""
    image, found = row_in_picture(left=left, roll=roll, row_goes_on=False)
    shown = picture_problems(image, found, range(6), complete=False)
    assert ("edge" in [p.code for p in shown]) == outside


def test_few_tiles_do_not_tell_how_a_row_looks_where_it_goes_on() -> None:
    image, found = row_in_picture(left=4.0, row_goes_on=False)
    assert "edge" in [p.code for p in picture_problems(image, found, range(5), complete=False)]


def test_a_row_along_an_edge_does_not_run_up_to_it() -> None:
    image, found = row_in_picture(left=100)
    low = Detections(found.boxes + np.array([0, 146, 0, 146], np.float32), found.probabilities)
    assert "edge" not in [p.code for p in picture_problems(image, low, range(6), complete=False)]
