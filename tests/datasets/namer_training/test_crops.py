"""Crops of tiles: what is in them, and which photos they may come from."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from paiyan.datasets.detector_training.missing_boxes import MissingBoxes, write_missing_boxes
from paiyan.datasets.formats.labelled import DatasetError, write_labelled
from paiyan.datasets.namer_training.crop_sets import CropPart, CropPlan, Stream, crops_of
from paiyan.datasets.namer_training.crops import (
    NOTHING,
    PATCH,
    SPAN,
    crops_off_tiles,
    cut,
    join_crops,
    load_crops,
    save_crops,
)
from paiyan.datasets.synth import synthesise
from paiyan.vision.detections import overlaps


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


def test_boxes_beside_the_tiles_show_no_whole_one() -> None:
    boxes = np.array([[50 + 40 * k, 60, 90 + 40 * k, 115] for k in range(4)], np.float64)
    other = crops_off_tiles(np.random.default_rng(1), boxes, count=20, size=(300, 220))
    assert 5 < len(other) <= 20
    assert overlaps(other, boxes).max() < 0.35
    assert len(crops_off_tiles(np.random.default_rng(1), np.zeros((0, 4)), count=3, size=(300, 220))) == 0


def test_kept_crops_come_back_as_they_were(tmp_path: Path) -> None:
    picture, boxes = drawn()
    every = join_crops([cut(picture, np.array([code]), boxes + code) for code in (1, 2, 3)])
    save_crops(tmp_path / "kept" / "some.npz", every)
    again = load_crops(tmp_path / "kept" / "some.npz")
    np.testing.assert_array_equal(again.classes, every.classes)
    np.testing.assert_array_equal(again.sizes, every.sizes)
    assert np.abs(again.patches.astype(int) - every.patches).mean() < 2
    assert [file.name for file in (tmp_path / "kept").iterdir()] == ["some.npz"]


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
    every = crops_of("p", plan, photos=photos, scenes=photos)
    assert every.classes.tolist() == [2, 2, 3]  # of the partly boxed flowers nothing, of their neighbour all


def test_tiles_beside_the_labels_give_crops_too(photos: Path) -> None:
    other = MissingBoxes(np.array([20]), np.array([[0.5, 0.5, 0.6, 0.7]]), np.zeros((0, 4)))
    write_missing_boxes(photos / "unboxed.json", {"some2.jpg": other, "some1.jpg": other})
    part = CropPart(share=1.0, photos="some", unboxed=str(photos / "unboxed.json"))
    plan = CropPlan(seed=1, parts={"p": part}, held_out="held", unseen=str(photos / "unseen.txt"))
    every = crops_of("p", plan, photos=photos, scenes=photos)
    assert every.classes.tolist() == [2, 2, 20, 3]


def test_photos_give_the_sides_of_their_tiles(photos: Path) -> None:
    part = CropPart(share=1.0, photos="some", close=4)
    plan = CropPlan(seed=1, parts={"p": part}, held_out="held", unseen=str(photos / "unseen.txt"))
    every = crops_of("p", plan, photos=photos, scenes=photos)
    none = every.patches[every.classes == NOTHING]
    assert 4 <= len(none) <= 8
    assert all((patch.max(axis=2) > 200).any() for patch in none)  # part of a tile is in each


def test_scenes_give_their_tiles_and_what_lies_beside_them(tmp_path: Path) -> None:
    synthesise(tmp_path / "set", 2, seed=1, size=(160, 160))
    part = CropPart(share=0.5, scenes=("set",), near_tiles=2)
    every = crops_of("p", CropPlan(seed=1, parts={"p": part}), photos=tmp_path, scenes=tmp_path)
    assert 1 <= (every.classes == NOTHING).sum() <= 4
    assert (every.classes < NOTHING).sum() > 4


@pytest.mark.parametrize("subject", ["tiles", "materials", "layouts"])
def test_scenes_are_drawn_for_their_crops_alone(tmp_path: Path, subject: str) -> None:
    part = CropPart(share=1.0, pictures=2, subject=subject, near_tiles=2)
    one, two = (
        crops_of("p", CropPlan(seed=1, parts={"p": part, **more}), photos=tmp_path, scenes=tmp_path)
        for more in ({}, {"q": CropPart(share=1.0, dice=1)})
    )
    assert (one.classes < NOTHING).sum() > 4
    assert 1 <= (one.classes == NOTHING).sum() <= 4
    np.testing.assert_array_equal(one.patches, two.patches)  # whatever else the plan has


def test_a_part_of_the_last_round_may_have_another_share() -> None:
    plan = CropPlan(seed=1, parts={"p": CropPart(share=0.4, late=0.1), "q": CropPart(share=0.6)})
    assert plan.shares() == {"p": 0.4, "q": 0.6}
    assert plan.shares(late=True) == {"p": 0.1, "q": 0.6}


def test_photos_are_no_stream() -> None:
    with pytest.raises(DatasetError, match="take `stream` out of it"):
        CropPart(share=1.0, photos="some", stream=Stream(10, 1.0))


def test_a_part_that_gives_nothing_is_refused(tmp_path: Path) -> None:
    plan = CropPlan(seed=1, parts={"p": CropPart(share=1.0)})
    with pytest.raises(DatasetError, match="the part p gives no crops"):
        crops_of("p", plan, photos=tmp_path, scenes=tmp_path)
