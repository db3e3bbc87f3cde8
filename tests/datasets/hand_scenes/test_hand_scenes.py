"""Structured scenes know their truth, the benchmark counts what it says, and the page shows its figures."""

from __future__ import annotations

import numpy as np
import pytest

from paiyan.datasets.hand_scenes import detector_noise
from paiyan.datasets.hand_scenes.detector_noise import detector_key, scenes_of, true_boxes, with_true_boxes
from paiyan.datasets.hand_scenes.readings import compare, figures, measure
from paiyan.datasets.hand_scenes.scenes import KINDS, SEED, TrueMeld, Truth, draw_hand_scene
from paiyan.models import registry
from paiyan.models.opening import load_detector
from paiyan.scorer.tiles.notation import parse, tile
from paiyan.scorer.tiles.tile import TILES
from paiyan.vision.decoding.hand import Hand, ReadMeld
from paiyan.vision.detection.coarse_to_fine import full_detector
from paiyan.vision.detection.naming.namer import Namer
from paiyan.vision.detection.two_stage import NamedDetector
from paiyan.vision.detections import Detections

TRUTH = Truth(
    tuple(t.code for t in parse("123m45p11z")),
    tile("6p").code,
    (TrueMeld("pung", (33, 33, 33), "left"), TrueMeld("concealed_kong", (31,) * 4, None)),
    (34,),
)


def read(concealed: str = "123m45p11z", winning: str = "6p", side: str = "left") -> Hand:
    melds = (
        ReadMeld("concealed_kong", parse("5zxxxxxx")),
        ReadMeld("pung", parse("777z"), tile("7z"), side),  # pyright: ignore[reportArgumentType]
    )
    return Hand(parse(concealed), tile(winning), "set_apart", melds, parse("1f"))


def test_a_reading_is_the_hand_where_all_of_it_is_right() -> None:
    assert compare(read(), TRUTH) == (True, 0)
    assert compare(read("11z123m45p"), TRUTH) == (True, 0)
    assert compare(read(side="right"), TRUTH) == (False, 0)
    assert compare(read("123m46p11z", "5p"), TRUTH) == (False, 0)
    assert compare(read(winning="9p"), TRUTH) == (False, 1)


@pytest.mark.parametrize("kind", KINDS)
def test_a_scene_shows_all_of_its_hands(kind: str) -> None:
    scene, again = draw_hand_scene(3, kind=kind), draw_hand_scene(3, kind=kind)
    assert scene.truths == again.truths
    assert [s.view for s in scene.scenes] == [s.view for s in again.scenes]
    shown = [t for labels in scene.labels for t in labels if t.role in ("hand", "winning", "meld", "flower")]
    tiles = sum(
        len(t.concealed) + (t.winning is not None) + sum(len(m.codes) for m in t.melds) + len(t.flowers)
        for t in scene.truths
    )
    assert len(shown) == tiles
    assert len(scene.scenes) == KINDS[kind].views


def test_noise_misreads_as_often_as_asked_and_moves_little() -> None:
    model = detector_noise.read_model()
    truth = true_boxes(draw_hand_scene(0, kind="table"))[0]
    rng = np.random.default_rng(0)
    wrong = total = 0
    for _ in range(30):
        found = detector_noise.noisy(truth, model, rng, misread=0.03)
        wrong += int((found.classes != truth.classes).sum())
        total += len(truth)
    assert 0.015 < wrong / total < 0.06
    assert np.abs(found.centres - truth.centres).max() < 0.15 * truth.sizes.min()


def test_confusions_are_weighed_by_what_was_said_for_them() -> None:
    rows = np.zeros((2, len(TILES)), np.float32)
    rows[:, 0], rows[0, 1], rows[1, 2] = 0.9, 0.09, 0.001
    told = [detector_noise.TilePrediction(0, row) for row in rows]
    confused = detector_noise.fit(told, rng=np.random.default_rng(0))["confused"]["1m"]
    assert confused["2m"] == pytest.approx(0.09 / 0.99, abs=1e-3)
    assert confused["3m"] == pytest.approx(0.001 / 0.901, abs=1e-3)


def test_what_was_found_with_one_namer_is_not_taken_for_anothers() -> None:
    ours, other = (full_detector(load_detector(backend="onnxruntime")) for _ in range(2))
    assert isinstance(other, NamedDetector)
    assert detector_key(ours) == detector_key(other)
    other.namer = Namer(registry.second_stage().onnx)
    assert detector_key(ours) != detector_key(other)


def test_alternatives_hold_the_truth_only_where_the_structure_is_right() -> None:
    scene = draw_hand_scene(1, kind="melds")
    (found,) = true_boxes(scene)
    row = measure(scene, [found])
    assert row.read.exact
    assert row.within
    wrong = found.probabilities.copy()
    tile = int(np.flatnonzero(found.classes == scene.truths[0].concealed[0])[0])
    wrong[tile, (found.classes[tile] + 1) % 27] = 1.0
    for named, within in ((0.6, True), (0.01, False)):
        wrong[tile, found.classes[tile]] = named
        assert measure(scene, [Detections(found.boxes, wrong)]).within is within
    (truth,) = scene.truths
    melds = tuple(m._replace(side="right" if m.side == "left" else "left") for m in truth.melds)
    assert not measure(scene._replace(truths=(truth._replace(melds=melds),)), [found]).within


def test_structure_is_read_from_true_boxes_in_nearly_all_scenes() -> None:
    counted = figures([measure(*one) for one in with_true_boxes(scenes_of(4), seed=SEED)])
    assert counted["scenes"] == 4 * len(KINDS)
    assert counted["exact_as_read"]["hits"] >= 46, "46 of 48 are reached"
    assert counted["multiset_as_read"]["hits"] >= 47
    assert counted["reliable"]["hits"] - counted["exact_of_reliable"]["hits"] <= 1
    assert counted["right_made_wrong_known_won"] == 0
