"""Composites and prepared sets, from tiny drawn photos."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiyan.datasets.detector_training.composites import CompositeOptions, Strip, clusters, cut, resize, turn
from paiyan.datasets.detector_training.prepare import (
    Part,
    Plan,
    inverted,
    prepare,
    prepared,
    rarity,
    set_hash,
    usable_photos,
)
from paiyan.datasets.formats.labelled import DatasetError, read_folder, write_labelled
from paiyan.vision.picture.image import load

SMALL = CompositeOptions(size=160, tile_px=(20.0, 40.0))


def photo_of(codes: list[int], *, gap: int = 2) -> Strip:
    """A row of plain tiles, each in its own grey, on a green table of 200 × 120."""
    picture = np.full((120, 200, 3), (40, 120, 40), np.uint8)
    boxes = []
    for place, code in enumerate(codes):
        left = 10 + place * (20 + gap)
        picture[50:80, left : left + 20] = 100 + code
        boxes.append([left, 50, left + 20, 80])
    return Strip(picture, np.array(codes), np.array(boxes, dtype=np.float64))


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """A set `some` of four photos and a set `held` of one, which shares the source of photo 0."""
    lines = ["set,image,source,partial_flower_boxes"]
    for name, number in [("some", 0), ("some", 1), ("some", 2), ("some", 3), ("held", 0)]:
        picture, classes, boxes = photo_of([number, number + 5, 33])
        write_labelled(tmp_path / name, f"{name}{number}", picture, classes, boxes / [200, 120, 200, 120])
        lines.append(f"{name},{name}/images/{name}{number}.jpg,s{number},{int(number == 3)}")
    (tmp_path / "manifest.csv").write_text("\n".join(lines) + "\n")
    return tmp_path


def plan(**changes: object) -> Plan:
    told = {"seed": 5, "parts": {"some": Part(whole=2, strips=1)}, "composites": 3, "held_out": "held"}
    return Plan(**{**told, "composite": SMALL, **changes})  # type: ignore[arg-type]


def test_what_shares_a_source_with_the_held_out_set_never_trains(photos: Path) -> None:
    items = usable_photos(photos, part="some", held_out="held")
    assert [item.image.stem for item in items] == ["some1", "some2"]  # 3 has partly boxed flowers


def test_a_list_narrows_a_part(photos: Path, tmp_path: Path) -> None:
    listed = tmp_path / "list.txt"
    listed.write_text("some2.jpg\n")
    (item,) = usable_photos(photos, part="some", held_out="held", listed=str(listed))
    assert item.image.name == "some2.jpg"
    listed.write_text("other.jpg\n")
    with pytest.raises(DatasetError, match="no usable picture of the set 'some'"):
        usable_photos(photos, part="some", held_out="held", listed=str(listed))


def test_the_same_seed_writes_the_same_set(photos: Path, tmp_path: Path) -> None:
    first = prepare(photos, tmp_path / "one", plan=plan())
    second = prepare(photos, tmp_path / "two", plan=plan())
    other = prepare(photos, tmp_path / "three", plan=plan(seed=6))
    assert first == second
    assert first.sha256 != other.sha256
    assert first.sha256 == set_hash(tmp_path / "one")
    assert prepared(tmp_path / "one") == first
    assert prepared(tmp_path / "none") is None
    assert json.loads((tmp_path / "one" / "prepared.json").read_text())["plan"]["seed"] == 5


def test_a_set_is_never_written_over_another(photos: Path, tmp_path: Path) -> None:
    prepare(photos, tmp_path / "one", plan=plan(composites=0))
    with pytest.raises(DatasetError, match="there already"):
        prepare(photos, tmp_path / "one", plan=plan())


def test_composites_hold_boxed_tiles_of_the_photos(photos: Path, tmp_path: Path) -> None:
    made = prepare(photos, tmp_path / "set", plan=plan())
    items = read_folder(tmp_path / "set", classes=45)
    assert made.pictures == len(items) == 5
    assert made.boxes == sum(len(item.classes) for item in items)
    for item in items:
        assert set(item.classes.tolist()) <= {1, 6, 2, 7, 33}
        assert (item.boxes >= -1e-6).all()
        assert (item.boxes <= 1 + 1e-6).all()
        assert (item.boxes[:, 2:] > item.boxes[:, :2]).all()


def test_a_share_of_the_pictures_is_dark_where_the_photo_is_light(photos: Path, tmp_path: Path) -> None:
    means = {}
    for share in (0.0, 1.0):
        prepare(photos, tmp_path / str(share), plan=plan(inverted=share, composites=0))
        images = sorted((tmp_path / str(share) / "images").iterdir())
        means[share] = np.mean([load(path).mean() for path in images])
    assert means[0.0] + means[1.0] == pytest.approx(255, abs=60)
    grey = np.full((4, 4, 3), 30, np.uint8)
    assert inverted(grey).mean() == pytest.approx(225, abs=1)


def test_rare_classes_come_up_more_often(photos: Path) -> None:
    items = usable_photos(photos, part="some", held_out="held")
    common = items[0]._replace(classes=np.array([33, 33, 33]))
    weights = rarity([items[0], common])
    assert weights.sum() == pytest.approx(1)
    assert weights[0] > weights[1]


@given(st.integers(0, 3))
def test_a_turned_strip_keeps_each_box_on_its_tile(quarters: int) -> None:
    strip = turn(photo_of([1, 5, 9]), quarters=quarters)
    for code, (x1, y1, x2, y2) in zip(strip.classes, strip.boxes.astype(int), strict=True):
        assert (strip.picture[y1:y2, x1:x2] == 100 + code).all()


def test_a_stretched_strip_keeps_its_boxes_in_place() -> None:
    strip = resize(photo_of([1]), width=400, height=60)
    assert strip.picture.shape == (60, 400, 3)
    np.testing.assert_allclose(strip.boxes, [[20, 25, 60, 40]])


def test_a_tile_cut_by_the_window_is_painted_over() -> None:
    photo = photo_of([1, 5])
    strip = cut(photo, window=np.array([0, 40, 40, 120], dtype=np.float64), kept=0.7)  # 8 of the second's 20
    assert strip.classes.tolist() == [1]
    assert not (strip.picture == 105).any()
    assert (strip.picture == 101).all(axis=2).sum() == 20 * 30


def test_clusters_are_tiles_that_touch() -> None:
    near = photo_of([1, 2, 3]).boxes
    far = near + np.array([0, 500, 0, 500])
    groups = clusters(np.concatenate([near, far]))
    assert sorted(group.tolist() for group in groups) == [[0, 1, 2], [3, 4, 5]]
