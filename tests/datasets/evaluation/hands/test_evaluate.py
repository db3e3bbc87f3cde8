"""The list of real hands, and the count over a list."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from paiyan.datasets.evaluation.hand_lists import read_hand_list
from paiyan.datasets.evaluation.hands import HandFigures, evaluate_hands
from paiyan.datasets.evaluation.statistics import wilson
from paiyan.datasets.formats.labelled import DatasetError, label_path, read_labels, read_manifest
from paiyan.datasets.roles import read_split
from paiyan.models.opening import layout_network, open_reader
from paiyan.scorer.tiles.tile import TILES
from paiyan.vision.detections import Detections
from paiyan.vision.picture.image import Image, save
from paiyan.vision.pipeline import Reader
from paiyan.vision.reading import Reading
from paiyan.vision.structure.scene import FULL
from tests.beside import PHOTOS, needs_photos
from tests.vision.synthetic_detections import SIZE, row, seen

LIST = Path(__file__).parents[3] / "data" / "hands_real.jsonl"
UNSEEN = LIST.with_name("hands_unseen.jsonl")
SPLIT = Path(__file__).parents[4] / "models" / "sets" / "unseen.txt"
ONE_UNBOXED = "32369FBF-EE2E-4461-B5B2-FB6A6D2E85DC_jpeg_jpg.rf.ee933be4708aace9dc2664294a2c6d34.jpg"
"""In this photo one tile of the hand, the 1s at its left end, has no box."""


class Finds:
    """A detector that finds what it is told to."""

    name = "told"
    sha256 = ""
    found = Detections.none()

    def detect(self, image: Image) -> Detections:
        return self.found


class ByLabels(Reader):
    """Reads a photo as if the detector had found exactly its labels."""

    def __init__(self) -> None:
        self.told = Finds()
        super().__init__(self.told, layout_network(), second_pass=False)

    def read(self, source: Path, **_: object) -> Reading:  # pyright: ignore[reportIncompatibleMethodOverride]
        codes, boxes = read_labels(label_path(source), classes=len(TILES))
        self.told.found = Detections.of((boxes * 640).astype(np.float32), codes.astype(np.intp))
        return super().read(source)


@pytest.mark.parametrize(("listed", "least"), [(LIST, 100), (UNSEEN, 60)])
def test_every_line_of_a_list_is_one_whole_hand(listed: Path, least: int) -> None:
    truths = read_hand_list(listed)
    assert len({t.photo for t in truths}) == len(truths) >= least
    for truth in truths:
        assert len(truth.held) + 3 * len(truth.melds) in FULL
        assert truth.winning is None or truth.held[-1] == truth.winning
        kinds = [t.kind for t in (*truth.held, *(t for m in truth.melds for t in m), *truth.flowers)]
        assert all(kinds.count(k) <= (4 if k < 34 else 1) for k in kinds), truth.photo


@needs_photos
def test_from_true_boxes_the_structure_of_real_photos_is_right() -> None:
    figures = evaluate_hands(ByLabels(), LIST, root=PHOTOS)
    # Where the labels name every tile rightly, the hand is exact and in order; twelve photos have a wrong,
    # doubled or missing label, and two hands laid in blocks are misread (hand_008, hand_016).
    assert figures.exact >= figures.photos - 14
    wrong = [r for r in figures.rows if r.exact and r.ordered is False]
    assert len(wrong) <= 2


@needs_photos
@pytest.mark.slow
def test_rows_of_real_photos_are_read_from_their_players_side() -> None:
    """Faces of one row are easily as sure upside down: an upright photo must not be turned for that."""
    figures = evaluate_hands(open_reader(), LIST, root=PHOTOS)
    assert figures.order_known - figures.ordered <= 6
    assert figures.exact >= 116


@needs_photos
def test_the_hands_of_the_split_are_those_of_its_photos_and_nothing_that_trains_shows_them() -> None:
    kept = {photo for group in read_split(SPLIT).values() for photo in group}
    of = {r.image: (r.set, r.source) for r in read_manifest(PHOTOS / "manifest.csv")}
    for truth in read_hand_list(UNSEEN):
        assert of[truth.photo] in kept
        codes, _ = read_labels(label_path(PHOTOS / truth.photo), classes=len(TILES))
        tiles = Counter([*truth.held, *(t for m in truth.melds for t in m), *truth.flowers])
        unboxed = (tiles - Counter(TILES[code] for code in codes)).total()
        assert unboxed <= (Path(truth.photo).name == ONE_UNBOXED), truth.photo


def count(tmp_path: Path, text: str, truth: dict[str, object], **line: object) -> HandFigures:
    """The figures of one photo that shows `text`."""
    photo = tmp_path / "a.png"
    save(np.full((SIZE, SIZE, 3), 90, np.uint8), photo)
    sha256 = hashlib.sha256(photo.read_bytes()).hexdigest()
    whole = {"photo": "a.png", "sha256": sha256, "layout": "row", "in_order": True, "hand": truth} | line
    (tmp_path / "list.jsonl").write_text(json.dumps(whole) + "\n")
    detector = Finds()
    detector.found = seen(row(text))
    return evaluate_hands(open_reader(detector, second_pass=False), tmp_path / "list.jsonl", root=tmp_path)


TRUTH: dict[str, object] = {"concealed": "123m456p11z77234s", "melds": [], "flowers": "5f"}


@pytest.mark.parametrize(("text", "exact", "multiset", "ordered", "edits"), [
    ("5f123m456p11z77234s", True, True, True, 0),
    ("5f321m456p11z77234s", True, True, False, 0),
    ("6f123m456p11z77234s", False, True, False, 0),
    ("5f123m456p11z77239s", False, False, False, 1),
    ("5f123m456p11z234s 777s", False, False, False, 1),
])  # fmt: skip
def test_what_counts_as_exact(
    tmp_path: Path, text: str, exact: bool, multiset: bool, ordered: bool, edits: int
) -> None:
    figures = count(tmp_path, text, TRUTH)
    result = figures.rows[0]
    assert (result.exact, result.multiset, result.ordered, result.edits) == (exact, multiset, ordered, edits)
    assert figures.exact == exact
    assert json.loads(json.dumps(figures.to_json()))["rows"][0]["photo"] == "a.png"


def test_melds_are_compared_as_melds(tmp_path: Path) -> None:
    truth = {"concealed": "123m456p1177z", "melds": [{"type": "pung", "tiles": "222s"}], "flowers": ""}
    assert count(tmp_path, "123m456p1177z  222s", truth).exact == 1
    loose = count(tmp_path, "123m456p1177z222s", truth)
    assert (loose.exact, loose.multiset) == (0, 1)


def test_the_order_may_be_open(tmp_path: Path) -> None:
    figures = count(tmp_path, "5f321m456p11z77234s", TRUTH, in_order=False)
    assert (figures.exact, figures.order_known, figures.rows[0].ordered) == (1, 0, None)


def test_a_list_that_does_not_fit_says_so(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="sha256 differs"):
        count(tmp_path, "123m", TRUTH, sha256="0" * 64)
    with pytest.raises(DatasetError, match="there is no"):
        count(tmp_path, "123m", TRUTH, photo="b.png")
    (tmp_path / "bad.jsonl").write_text('{"photo": 1}\n')
    with pytest.raises(DatasetError, match=r"bad\.jsonl, line 1"):
        read_hand_list(tmp_path / "bad.jsonl")
    (tmp_path / "bad.jsonl").write_text("\n")
    with pytest.raises(DatasetError, match="lists no hand"):
        read_hand_list(tmp_path / "bad.jsonl")


def test_wilson_against_published_values() -> None:
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)  # Newcombe 1998, table I
    assert wilson(0, 20) == pytest.approx((0.0, 0.1611), abs=5e-5)
    assert wilson(0, 0) == (0.0, 1.0)
