"""Which boxes the namer is not asked about, and what stands for its answer."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from models import registry
from scorer.tiles.notation import parse
from scorer.tiles.tile import TILES
from tests.vision.doubles import FixedDetector, NoOpinion
from vision.detection.loading import load_detector
from vision.detection.naming.namer import Blend, Namer
from vision.detection.naming.sure_names import SureNames, surely_named, usual_answers
from vision.detection.naming.tile_profile import Profile
from vision.detection.two_stage import NamedDetector
from vision.detections import Detections, Floats
from vision.picture.image import Image, load

SAMPLE = Path(__file__).parents[4] / "service" / "samples" / "hand.jpg"
SURE = SureNames()
BLEND = Blend(**registry.second_stage().blend)
BLACK: Image = np.zeros((200, 400, 3), np.uint8)


def code(name: str) -> int:
    return parse(name)[0].code


def found_of(*tiles: tuple[str, float, float], apart: float = 50.0) -> Detections:
    """Boxes of 40 by 50 pixels side by side: name, confidence, and the share of the next likely tile."""
    boxes = np.array([[10 + apart * k, 10, 50 + apart * k, 60] for k in range(len(tiles))], np.float32)
    table = np.zeros((len(tiles), len(TILES)), np.float32)
    for row, (name, confidence, second) in zip(table, tiles, strict=True):
        row[code(name)], row[code("9s")] = confidence, confidence * second / (1 - second)
    return Detections(boxes, table)


class Listener(NoOpinion):
    """A namer that keeps the boxes that it is asked about."""

    def __init__(self) -> None:
        self.asked: list[Floats] = []

    def name(self, image: Image, boxes: Floats) -> Floats:
        self.asked.append(boxes)
        return super().name(image, boxes)


@pytest.mark.parametrize(("tile", "sure"), [
    (("1m", 0.85, 0.001), True),
    (("1m", 0.75, 0.001), False),
    (("1m", 0.85, 0.004), False),
    (("7z", 0.85, 0.001), True),
    (("5z", 0.95, 0.0), False),  # blank boxes: a white dragon, the side of a tile,
    (("xx", 0.95, 0.0), False),  # a back
    (("1p", 0.95, 0.0), False),  # what a die may show
    (("6p", 0.95, 0.0), False),
    (("7p", 0.95, 0.0), True),
    (("1f", 0.95, 0.0), False),  # a flower of a set that was never learned
    (("8f", 0.95, 0.0), False),
])  # fmt: skip
def test_a_plain_tile_of_which_the_first_stage_is_sure_is_not_named_again(
    tile: tuple[str, float, float], sure: bool
) -> None:
    assert surely_named(found_of(tile), SURE).tolist() == [sure]


@pytest.mark.parametrize(("apart", "sure"), [(45.0, True), (30.0, True), (20.0, False), (4.0, False)])
def test_boxes_that_may_be_on_one_tile_are_named(apart: float, sure: bool) -> None:
    """Beside each other; over each other by an IoU of 0.14, of 0.33 and of 0.82."""
    both = found_of(("1m", 0.9, 0.0), ("2m", 0.9, 0.0), apart=apart)
    assert surely_named(both, SURE).tolist() == [sure] * 2


def test_the_namer_is_asked_about_the_other_boxes_alone() -> None:
    found, namer = found_of(("1m", 0.9, 0.0), ("2m", 0.6, 0.0), ("3m", 0.9, 0.0)), Listener()
    seen = NamedDetector(FixedDetector(found), namer, BLEND, sure_names=SURE).detect(BLACK)
    assert [asked.tolist() for asked in namer.asked] == [found.boxes[1:2].tolist()]
    sure = seen.select(np.argsort(seen.boxes[:, 0])[[0, 2]])
    assert sure.classes.tolist() == [code("1m"), code("3m")]
    assert sure.objectness.min() > 0.99
    assert sure.posterior.max(axis=1).min() > 0.99


def test_where_every_box_is_sure_the_namer_rests_and_without_the_rule_it_sees_all() -> None:
    found = found_of(("1m", 0.9, 0.0), ("2m", 0.9, 0.0))
    resting, asked = Listener(), Listener()
    NamedDetector(FixedDetector(found), resting, BLEND, sure_names=SURE).detect(BLACK)
    NamedDetector(FixedDetector(found), asked, BLEND).detect(BLACK)
    assert not resting.asked
    assert [boxes.tolist() for boxes in asked.asked] == [found.boxes.tolist()]
    assert (
        len(NamedDetector(FixedDetector(Detections.none()), resting, BLEND, sure_names=SURE).detect(BLACK))
        == 0
    )


def test_what_stands_for_its_answer_is_what_the_shipped_namer_says_of_such_boxes() -> None:
    both = load_detector(backend="onnxruntime")
    assert isinstance(both, NamedDetector)
    photo = load(SAMPLE)
    found = both.detector.detect(photo)
    sure = found.select(surely_named(found, SURE))
    assert len(sure) >= 5
    said, usual = Namer(registry.second_stage().runs).name(photo, sure.boxes), usual_answers(sure.classes)
    assert usual.sum(axis=1) == pytest.approx(1.0)
    assert said.argmax(axis=1).tolist() == usual.argmax(axis=1).tolist() == sure.classes.tolist()
    assert np.median(said.max(axis=1)) == pytest.approx(usual.max(), abs=0.01)
    assert np.median(said[:, -1]) == pytest.approx(usual[0, -1], abs=0.001)


def test_the_rule_goes_with_our_own_weights_and_no_profile_of_tiles(tmp_path: Path) -> None:
    mine, second = tmp_path / "mine.json", registry.second_stage()
    Profile(second.sha256, {}).save(mine)
    own = load_detector(backend="onnxruntime")
    others = load_detector(registry.default().onnx, backend="onnxruntime", stages="two")
    profiled = load_detector(backend="onnxruntime", tiles=mine)
    told = [one.sure_names for one in (own, others, profiled) if isinstance(one, NamedDetector)]
    assert told == [SURE, None, None]
