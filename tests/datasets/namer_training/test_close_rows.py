"""Close pictures of tiles in a row: what they say they show is there."""

from __future__ import annotations

import csv
from pathlib import Path

import cv2
import numpy as np
import pytest

from paiyan.datasets.formats.labelled import DatasetError
from paiyan.datasets.namer_training.close_rows import (
    FaceSet,
    Picture,
    draw_close_row,
    drawn_set,
    material_set,
    photographed_sets,
    tinted_set,
)
from paiyan.datasets.namer_training.crop_sets import CropPart, CropPlan, crops_of
from paiyan.datasets.namer_training.crops import NOTHING
from paiyan.datasets.synth.scenes.random_scenes import Resources
from paiyan.scorer.tiles.tile import BACK, FLOWER, RED

INKS = {0: (0, 0, 200), 31: (230, 230, 230), 34: (200, 0, 0), 38: (0, 160, 0)}


def painted(code: int) -> Picture:
    """A face all of one colour, which tells its code."""
    return np.full((40, 30, 3), INKS[code], np.uint8)


PLAIN = FaceSet(sorted(INKS), painted, (230, 230, 230))


@pytest.mark.parametrize("seed", range(12))
def test_each_face_lies_where_its_box_is(seed: int) -> None:
    rng = np.random.default_rng(seed)
    picture, classes, boxes = draw_close_row(rng, PLAIN, flowers=0.5, white=0.1)
    assert boxes.shape == (len(classes), 4)
    for code, box in zip(classes.tolist(), boxes, strict=True):
        if code in (0, 34, 38):
            x, y = ((box[:2] + box[2:]) / 2).round().astype(int)
            colour = picture[y - 1 : y + 2, x - 1 : x + 2].reshape(-1, 3).mean(axis=0)
            hue = int(np.argmax(colour))
            assert hue == int(np.argmax(INKS[code])), (code, colour)


def test_boxes_are_inside_and_of_a_size_to_be_seen() -> None:
    rng = np.random.default_rng(5)
    for _ in range(30):
        picture, _, boxes = draw_close_row(rng, PLAIN, flowers=0.3, white=0.2)
        assert (boxes >= 0).all()
        assert (boxes < picture.shape[0]).all()
        assert ((boxes[:, 2:] - boxes[:, :2]) > 9).all()


def test_rows_show_flowers_white_dragons_backs_and_sides() -> None:
    rng = np.random.default_rng(7)
    shown = np.concatenate([draw_close_row(rng, PLAIN, flowers=0.5, white=0.2).classes for _ in range(80)])
    counts = np.bincount(shown, minlength=NOTHING + 1)
    flowers = counts[FLOWER:RED].sum()
    assert min(counts[31], counts[BACK], counts[NOTHING]) > 0
    assert flowers > counts[31] > 0


def test_the_same_seed_draws_the_same_row() -> None:
    one, two = (draw_close_row(np.random.default_rng(3), PLAIN, flowers=0.5, white=0.1) for _ in range(2))
    assert np.array_equal(one.picture, two.picture)
    assert np.array_equal(one.boxes, two.boxes)


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """Single tiles of two sets."""
    (tmp_path / "classes.txt").write_text("1m\nplum\n")
    rows: list[dict[str, str]] = []
    for source, value in (("first", 240), ("second", 120)):
        for name in ("1m", "plum"):
            path = tmp_path / f"{source}_{name}.png"
            cv2.imwrite(str(path), np.full((40, 30, 3), value, np.uint8))
            rows.append({"set": "tiles", "image": path.name, "class": name, "source": source})
    with (tmp_path / "tiles.csv").open("w", newline="") as out:
        writer = csv.DictWriter(out, ["set", "image", "class", "source"])
        writer.writeheader()
        writer.writerows(rows)
    return tmp_path


def test_sets_are_read_one_by_one_and_can_be_kept_back(photos: Path) -> None:
    sets = photographed_sets(photos)
    assert set(sets) == {"first", "second"}
    assert sets["first"].ground == (240, 240, 240)
    assert set(photographed_sets(photos, without=["first"])) == {"second"}


def test_an_unknown_set_cannot_be_kept_back(photos: Path, tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="third"):
        photographed_sets(photos, without=["third"])
    with pytest.raises(DatasetError, match="tiles"):
        photographed_sets(tmp_path / "nowhere")


def test_a_tinted_set_shows_the_same_tiles(photos: Path) -> None:
    faces = photographed_sets(photos)["first"]
    for seed in range(8):
        other = tinted_set(np.random.default_rng(seed), faces)
        assert other.codes == faces.codes
        assert other.face(0).shape == faces.face(0).shape


def test_drawn_sets_have_faces_of_many_colours() -> None:
    rng = np.random.default_rng(2)
    light = [max(drawn_set(rng, Resources()).ground) for _ in range(60)]
    assert min(light) < 70
    assert max(light) > 220


def test_a_part_of_rows_gives_crops_of_the_sets_that_are_not_kept_back(photos: Path) -> None:
    part = CropPart(share=1.0, rows=12, drawn=0.0, without=("second",))
    crops = crops_of("rows", CropPlan(seed=4, parts={"rows": part}), photos=photos, scenes=photos)
    assert set(crops.classes.tolist()) == {0, 1, BACK, NOTHING}  # as classes.txt has them


def test_sets_that_are_not_white_have_backs_of_their_own() -> None:
    rng = np.random.default_rng(2)
    sets = [material_set(rng, Resources()) for _ in range(30)]
    assert sum(max(one.ground) < 90 for one in sets) >= 3
    assert all(one.back is not None for one in sets)
    shown = draw_close_row(rng, sets[0], flowers=0.0, white=0.0)
    assert len(shown.boxes) == len(shown.classes)
