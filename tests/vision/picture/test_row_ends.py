"""A tile that nobody found at the end of a row: seen by its colour and print, and by nothing else."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from paiyan.models.opening import open_reader
from paiyan.vision import job, other_views
from paiyan.vision.detections import Detections
from paiyan.vision.picture.image import Image
from paiyan.vision.picture.quality import picture_problems, skips_a_place
from tests.vision.picture.test_quality import TILES, faces
from tests.vision.test_closer_look import answered

CLOTH, PAPER = (60, 110, 40), (235, 240, 240)


def told(
    image: Image,
    found: Detections,
    mine: range,
    *,
    roll: int = 0,
    complete: bool = False,
    problem: str = "more",
) -> bool:
    """True if the hand of these boxes has a problem, in the picture rolled by quarters."""
    boxes = found.boxes
    for _ in range(roll):
        wide = image.shape[1]
        image = np.ascontiguousarray(np.rot90(image))
        boxes = np.stack([boxes[:, 1], wide - boxes[:, 2], boxes[:, 3], wide - boxes[:, 0]], axis=1)
    problems = picture_problems(image, Detections(boxes, found.probabilities), mine, complete=complete)
    return problem in [one.code for one in problems]


def first(found: Detections, count: int) -> Detections:
    return found.select(np.arange(count))


@pytest.mark.parametrize("roll", [0, 1, 2, 3])
@pytest.mark.parametrize("missed", [1, 2])
def test_tiles_at_the_end_of_a_row_that_were_not_found_are_told(roll: int, missed: int) -> None:
    image, found = faces()
    assert told(image, first(found, TILES - missed), range(TILES - missed), roll=roll)
    assert not told(image, found, range(TILES), roll=roll), "behind a row that is whole lies the cloth"


def test_a_hand_that_lacks_nothing_does_not_go_on() -> None:
    image, found = faces()
    assert not told(image, first(found, TILES - 1), range(TILES - 1), complete=True)


def test_a_tile_that_was_found_is_none_that_was_missed() -> None:
    """The last tile has a box, and is somebody else's."""
    image, found = faces()
    assert not told(image, found, range(TILES - 1))


@pytest.mark.parametrize("colour", [CLOTH, PAPER])
def test_what_is_bare_is_no_tile(colour: tuple[int, int, int]) -> None:
    """Cloth, and paper of the colour of faces, on which nothing is printed."""
    image, found = faces()
    x1, y1, x2, y2 = (int(v) for v in found.boxes[-1].tolist())
    cv2.rectangle(image, (x1, y1 - 5), (x2 + 30, y2 + 5), colour, cv2.FILLED)
    assert not told(image, first(found, TILES - 1), range(TILES - 1))


@pytest.mark.parametrize("roll", [0, 1, 2, 3])
def test_the_rim_of_a_table_is_no_tile(roll: int) -> None:
    """White below, cloth above: as uneven as a face, and most of it is of a face's colour."""
    image, found = faces()
    x1, y1, x2, y2 = (int(v) for v in found.boxes[-1].tolist())
    cv2.rectangle(image, (x1 - 2, y1 - 60), (x2 + 30, y2), CLOTH, cv2.FILLED)
    cv2.rectangle(image, (x1 - 2, round(0.6 * y1 + 0.4 * y2)), (x2 + 30, y2 + 60), PAPER, cv2.FILLED)
    assert not told(image, first(found, TILES - 1), range(TILES - 1), roll=roll)


def test_what_is_printed_on_another_colour_is_no_tile() -> None:
    image, found = faces()
    x1, y1, x2, y2 = (int(v) for v in found.boxes[-1].tolist())
    part = image[y1:y2, x1:x2]
    part[(part > 200).all(axis=2)] = (170, 90, 40)
    assert not told(image, first(found, TILES - 1), range(TILES - 1))


def test_a_row_that_ends_at_the_picture_s_edge_has_no_place_behind_it() -> None:
    image, found = faces()
    end = int(found.boxes[TILES - 2, 2]) + 5
    assert not told(np.ascontiguousarray(image[:, :end]), first(found, TILES - 1), range(TILES - 1))


def test_a_tile_that_the_picture_s_edge_cuts_off_is_told() -> None:
    """Less than half of it is seen, and was not found."""
    image, found = faces()
    end = int(found.boxes[TILES - 1, 0] + 0.45 * found.sizes[TILES - 1, 0])
    cut = np.ascontiguousarray(image[:, :end])
    assert told(cut, first(found, TILES - 1), range(TILES - 1), problem="edge")


def test_a_tile_that_the_edge_cuts_off_is_told_by_its_colour() -> None:
    """So little of it is seen that nothing is printed there."""
    image, found = faces()
    end = int(found.boxes[TILES - 1, 0] + 0.32 * found.sizes[TILES - 1, 0])
    cut = np.ascontiguousarray(image[:, :end])
    cut[:, int(found.boxes[TILES - 1, 0]) + 2 :][150:230] = PAPER
    assert told(cut, first(found, TILES - 1), range(TILES - 1), problem="edge")
    cut[:, int(found.boxes[TILES - 2, 2]) :] = CLOTH
    assert not told(cut, first(found, TILES - 1), range(TILES - 1), problem="edge")
    assert not told(cut, first(found, TILES - 1), range(TILES - 1))


def hole(found: Detections, at: int, *, wide: float = 1.0) -> Detections:
    """A row without one of its tiles, of which place so much is left open."""
    boxes = found.boxes.copy()
    boxes[at + 1 :, [0, 2]] += (wide - 1) * found.sizes[at, 0]
    kept = np.arange(TILES) != at
    return Detections(boxes[kept], found.probabilities[kept])


@pytest.mark.parametrize("turn", [0.0, 0.2])
@pytest.mark.parametrize("at", [1, 6, 12])
def test_room_for_one_more_within_a_row_is_told(at: int, turn: float) -> None:
    """Also where the row lies at a slant; not where nobody could have missed a tile there."""
    found = faces()[1]
    slanted = found.boxes + turn * found.boxes[:, [0, 0, 0, 0]] * [0, 1, 0, 1]
    found = Detections(slanted, found.probabilities)
    row = range(TILES - 1)
    assert skips_a_place(hole(found, at), row, row)
    assert not skips_a_place(found, range(TILES), range(TILES))
    for wide in (0.0, 0.4, 1.8, 4.0):
        assert not skips_a_place(hole(found, at, wide=wide), row, row), "a gap, and no tile"


def test_room_beside_a_meld_or_among_few_tiles_tells_nothing() -> None:
    found = hole(faces()[1], 6)
    assert not skips_a_place(found, range(TILES - 1), range(6))
    assert not skips_a_place(found, range(TILES - 1), range(7, TILES - 1))
    assert not skips_a_place(found.select(np.arange(4, 8)), range(4), range(4))


def test_two_rows_are_no_row_with_a_place_between() -> None:
    found = faces()[1]
    boxes = found.boxes[:6]
    both = np.concatenate([boxes, boxes + np.array([0, 100, 0, 100], np.float32)])
    two = Detections(both, np.tile(found.probabilities[:6], (2, 1)))
    assert not skips_a_place(two, range(12), range(12))


def test_a_hand_that_skips_a_place_is_told_to_go_on() -> None:
    image, found = faces()
    cv2.rectangle(image, (40 + 6 * 60, 100), (40 + 7 * 60 - 3, 300), CLOTH, cv2.FILLED)
    found = hole(found, 6)
    row = range(TILES - 1)
    problems = picture_problems(image, found, row, complete=False, row=row)
    assert [problem.code for problem in problems] == ["more"]
    assert picture_problems(image, found, row, complete=True, row=row) == ()


class OverlooksTheLast:
    """A detector of white faces that does not see the last one in the whole picture, and all in windows."""

    name, sha256 = "overlooks", ""

    def __init__(self, *, in_windows: int = TILES) -> None:
        self.in_windows = in_windows
        self.looks = 0

    def detect(self, image: Image) -> Detections:
        self.looks += 1
        white = cv2.inRange(image, (200, 200, 200), (255, 255, 255))
        _, _, stats, _ = cv2.connectedComponentsWithStats(white, connectivity=4)
        large = stats[1:][stats[1:, cv2.CC_STAT_AREA] > 400, :4].astype(np.float32)
        boxes = large[np.argsort(large[:, 0])]
        boxes[:, 2:] += boxes[:, :2]
        whole = image.shape[0] != image.shape[1]
        boxes = boxes[: TILES - 1 if whole else self.in_windows]
        return Detections.of(boxes, np.arange(len(boxes)) % 9, confidence=0.9)

    def detect_many(self, images: Sequence[Image]) -> list[Detections]:
        return [self.detect(image) for image in images]


def apart() -> Image:
    """A row with room between its tiles, so that they can be told from each other."""
    image, _ = faces(52)
    for at in range(TILES):
        image[:, 40 + at * 52 - 6 : 40 + at * 52] = CLOTH
    return image


@pytest.mark.parametrize("second_pass", [True, False])
def test_a_reader_looks_again_where_a_row_seems_to_go_on(second_pass: bool) -> None:
    read = open_reader(OverlooksTheLast(), second_pass=second_pass).read(apart())
    assert len(read.tiles) == (TILES if second_pass else TILES - 1)
    assert ("more" in [problem.code for problem in read.problems]) == (not second_pass)


@pytest.mark.parametrize("in_windows", [TILES, 0])
def test_the_times_of_every_look_are_told_whichever_reading_is_taken(
    in_windows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a clock that moves by a second a look."""
    detector = OverlooksTheLast(in_windows=in_windows)
    monkeypatch.setattr(job, "perf_counter", lambda: detector.looks)
    read = open_reader(detector).read(apart())
    assert len(read.tiles) == max(in_windows, TILES - 1), "one look or the other is taken"
    assert detector.looks > 1
    assert sum(read.timings_ms.values()) == 1000 * detector.looks


class DoubtsTheLast(OverlooksTheLast):
    """The last tile that it sees may as well be another."""

    def detect(self, image: Image) -> Detections:
        found = super().detect(image)
        found.probabilities[-1:, :2] = 0.45
        return found


def test_a_look_that_drops_a_tile_is_not_taken_though_the_rest_be_surer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        other_views, "look_along_rows", lambda *seen, rows: answered(first(seen[1], TILES - 2))
    )
    assert len(open_reader(DoubtsTheLast()).read(apart()).tiles) == TILES - 1
