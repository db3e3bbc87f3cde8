"""Crops of tiles: what is in them, how they vary, and which photos they may come from."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest

from paiyan.datasets.detector_training.missing_boxes import MissingBoxes, write_missing_boxes
from paiyan.datasets.formats.labelled import write_labelled
from paiyan.datasets.namer_training.crop_sets import CropPart, CropPlan, crops_of
from paiyan.datasets.namer_training.crops import (
    NOTHING,
    PATCH,
    SPAN,
    Variety,
    batches,
    crops_off_tiles,
    cut,
    join_crops,
    vary,
)
from paiyan.datasets.synth import synthesise
from paiyan.vision.detections import overlaps
from paiyan.vision.pixels import CROP_SIDE, crops

STILL = Variety(
    roll=0, half_turn=0, quarter_turn=0, any_turn=0, shift=0, grow=0, corner=0, coarse=0, grey=0, jpeg=0
)


def drawn(width: int = 48, height: int = 64) -> tuple[np.ndarray, np.ndarray]:
    """A picture with one tile that shows which way it lies, and its box (1, 4)."""
    picture = np.full((220, 300, 3), (40, 120, 40), np.uint8)
    x, y = 100, 70
    picture[y : y + height, x : x + width] = 235
    picture[y + 8 : y + 20, x + 6 : x + 18] = (30, 30, 200)  # red at its top left
    picture[y + height - 16 : y + height - 8, x + 8 : x + width - 6] = (150, 40, 30)  # blue along the foot
    return picture, np.array([[x, y, x + width, y + height]], np.float64)


def test_a_patch_holds_its_box_in_the_middle_at_one_size() -> None:
    picture, boxes = drawn()
    patches, classes, sizes = cut(picture, np.array([7]), boxes)
    assert patches.shape == (1, PATCH, PATCH, 3)
    assert classes.tolist() == [7]
    assert sizes[0].tolist() == [SPAN * 48 / 64, SPAN]
    top = (PATCH - SPAN) // 2
    assert (patches[0, top + 2, PATCH // 2] > 200).all()
    assert patches[0, top - 4, PATCH // 2].tolist() == [40, 120, 40]


def test_an_unvaried_crop_is_what_the_namer_sees() -> None:
    """Training and reading cut alike, to a fraction of a pixel; colours may shift, edges may not."""
    picture, boxes = drawn()
    patches, _, sizes = cut(picture, np.array([7]), boxes)
    (seen,) = crops(picture, boxes.astype(np.float32))
    still = np.mean([vary(patches[0], sizes[0], np.random.default_rng(k), STILL) for k in range(40)], axis=0)
    one, two = (v.astype(float).mean(axis=2) for v in (seen, still))
    shift, _ = cv2.phaseCorrelate(one, two)
    assert np.abs(shift).max() < 1.0
    assert np.corrcoef(one.ravel(), two.ravel())[0, 1] > 0.95


def test_crops_are_turned_but_never_mirrored() -> None:
    """Red is at the top left of the upright tile: of an upright mirrored tile it would be at the right."""
    picture, boxes = drawn()
    patches, _, sizes = cut(picture, np.array([7]), boxes)
    quiet = Variety(roll=4, half_turn=0, quarter_turn=0, any_turn=0, coarse=0, grey=0, jpeg=0)
    for seed in range(60):
        crop = vary(patches[0], sizes[0], np.random.default_rng(seed), quiet).astype(int)
        red = crop[..., 2] - crop[..., 0]
        blue = crop[..., 0] - crop[..., 2]
        left, right = red[:32, :32].mean(), red[:32, 32:].mean()
        if red.max() > 60 and blue.max() > 40:
            assert left > right


def test_the_same_seed_gives_the_same_crop() -> None:
    picture, boxes = drawn()
    patches, _, sizes = cut(picture, np.array([7]), boxes)
    one, two = (vary(patches[0], sizes[0], np.random.default_rng(3), Variety()) for _ in range(2))
    np.testing.assert_array_equal(one, two)
    assert one.shape == (CROP_SIDE, CROP_SIDE, 3)


def test_boxes_beside_the_tiles_show_no_whole_one() -> None:
    boxes = np.array([[50 + 40 * k, 60, 90 + 40 * k, 115] for k in range(4)], np.float64)
    other = crops_off_tiles(np.random.default_rng(1), boxes, count=20, size=(300, 220))
    assert 5 < len(other) <= 20
    assert overlaps(other, boxes).max() < 0.35
    assert len(crops_off_tiles(np.random.default_rng(1), np.zeros((0, 4)), count=3, size=(300, 220))) == 0


def test_crops_come_up_by_their_weights() -> None:
    picture, boxes = drawn()
    every = join_crops([cut(picture, np.array([code]), boxes) for code in (1, 2, 3)])
    weights = np.array([0.0, 3.0, 1.0])
    stream = batches(every, np.random.default_rng(0), size=50, weights=weights, variety=Variety())
    codes = np.concatenate([classes for _, classes in islice(stream, 8)])
    counts = np.bincount(codes, minlength=4)
    assert counts[1] == 0
    assert counts[2] > 2 * counts[3] > 0


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """Four photos: one of a held-out source, one unseen, one with partly boxed flowers, one plain."""
    lines = ["set,image,source,partial_flower_boxes"]
    picture, boxes = drawn()
    told = [("some", 0, 0), ("some", 1, 0), ("some", 2, 0), ("some", 3, 1), ("held", 0, 0)]
    for name, number, partial in told:
        codes = np.array([35 if partial else number, number])
        both = np.concatenate([boxes, boxes]) / [300, 220, 300, 220]
        write_labelled(tmp_path / name, f"{name}{number}", picture, codes, both)
        lines.append(f"{name},{name}/images/{name}{number}.jpg,s{number},{partial}")
    (tmp_path / "manifest.csv").write_text("\n".join(lines) + "\n")
    (tmp_path / "unseen.txt").write_text("[table]\nsome s1\n")
    return tmp_path


def test_what_is_held_out_or_unseen_gives_no_crops(photos: Path) -> None:
    part = CropPart(share=1.0, photos="some")
    plan = CropPlan(seed=1, parts={"p": part}, held_out="held", unseen=str(photos / "unseen.txt"))
    every, weights = crops_of(plan, photos=photos, scenes=photos)
    assert every.classes.tolist() == [2, 2, 3]  # of the partly boxed flowers nothing, of their neighbour all
    assert weights.sum() == pytest.approx(1.0)
    assert weights[0] < weights[2]


def test_tiles_beside_the_labels_give_crops_too(photos: Path) -> None:
    other = MissingBoxes(np.array([20]), np.array([[0.5, 0.5, 0.6, 0.7]]), np.zeros((0, 4)))
    write_missing_boxes(photos / "unboxed.json", {"some2.jpg": other, "some1.jpg": other})
    part = CropPart(share=1.0, photos="some", unboxed=str(photos / "unboxed.json"))
    plan = CropPlan(seed=1, parts={"p": part}, held_out="held", unseen=str(photos / "unseen.txt"))
    every, _ = crops_of(plan, photos=photos, scenes=photos)
    assert every.classes.tolist() == [2, 2, 20, 3]


def test_photos_give_the_sides_of_their_tiles(photos: Path) -> None:
    part = CropPart(share=1.0, photos="some", close=4)
    plan = CropPlan(seed=1, parts={"p": part}, held_out="held", unseen=str(photos / "unseen.txt"))
    every, _ = crops_of(plan, photos=photos, scenes=photos)
    none = every.patches[every.classes == NOTHING]
    assert 4 <= len(none) <= 8
    assert all((patch.max(axis=2) > 200).any() for patch in none)  # part of a tile is in each


def test_scenes_give_their_tiles_and_what_lies_beside_them(tmp_path: Path) -> None:
    synthesise(tmp_path / "set", 2, seed=1, size=(160, 160))
    part = CropPart(share=0.5, scenes=("set",), beside=2)
    every, weights = crops_of(CropPlan(seed=1, parts={"p": part}), photos=tmp_path, scenes=tmp_path)
    assert 1 <= (every.classes == NOTHING).sum() <= 4
    assert (every.classes < NOTHING).sum() > 4
    assert weights.sum() == pytest.approx(0.5)
