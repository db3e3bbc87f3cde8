"""Photos kept from training: the file that names them, and the folder made of them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from paiyan.datasets.detector_training.prepare import usable_photos
from paiyan.datasets.formats.labelled import DatasetError, write_labelled
from paiyan.datasets.formats.open_set import read_regions, read_set
from paiyan.datasets.roles import link_set, link_split, read_split, training_records
from paiyan.models.sets import with_open_regions
from paiyan.scorer.tiles.tile import BACK, TILES
from tests.beside import PHOTOS, needs_photos

UNSEEN = Path(__file__).parents[2] / "models" / "sets" / "unseen.txt"
REGIONS = UNSEEN.with_name("unseen_regions.json")
CLEAN = UNSEEN.with_name("clean_regions.json")


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """Sets `a` (three sources, the last with partly boxed flowers) and `b` (two variants of one source)."""
    lines = ["set,image,source,partial_flower_boxes"]
    told = [
        ("a", "a0", "s0", 0),
        ("a", "a1", "s1", 0),
        ("a", "a2", "s2", 1),
        ("b", "b0", "s0", 0),
        ("b", "b1", "s0", 0),
    ]
    for number, (name, stem, source, partial) in enumerate(told):
        picture = np.full((20, 20, 3), number, np.uint8)
        write_labelled(tmp_path / name, stem, picture, np.array([number]), np.array([[0.1, 0.1, 0.9, 0.9]]))
        lines.append(f"{name},{name}/images/{stem}.jpg,{source},{partial}")
    (tmp_path / "manifest.csv").write_text("\n".join(lines) + "\n")
    (tmp_path / "split.txt").write_text("# kept\n[one]  # a table\na s0\na s2\n\n[two]\nb s0\n")
    return tmp_path


def test_groups_hold_their_photos(photos: Path) -> None:
    assert read_split(photos / "split.txt") == {"one": [("a", "s0"), ("a", "s2")], "two": [("b", "s0")]}


@pytest.mark.parametrize("text", ["a s0\n", "[one]\na\n", "[one]\na s0 x\n", "", "[one]\n"])
def test_a_file_that_is_no_split_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "split.txt").write_text(text)
    with pytest.raises(DatasetError, match=r"split\.txt"):
        read_split(tmp_path / "split.txt")


def test_a_missing_split_is_said(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="cannot be read"):
        read_split(tmp_path / "none.txt")


def test_one_picture_a_photo_is_gathered_with_its_labels(photos: Path) -> None:
    out = photos / "out"
    assert link_split(photos, photos / "split.txt", out) == 2
    items = read_set(out)
    assert [item.image.relative_to(out).as_posix() for item in items] == [
        "one/images/a0.jpg",
        "two/images/b0.jpg",
    ]
    assert [item.classes.tolist() for item in items] == [[0], [3]]
    with pytest.raises(DatasetError, match="there already"):
        link_split(photos, photos / "split.txt", out)


def test_of_a_set_with_listed_pictures_only_those_are_gathered(photos: Path) -> None:
    link_split(photos, photos / "split.txt", photos / "out", listed=frozenset({"b1.jpg"}))
    assert sorted(p.name for p in (photos / "out").glob("*/images/*")) == ["a0.jpg", "b1.jpg"]


def test_what_the_photos_leave_open_comes_along(photos: Path) -> None:
    (photos / "classes.txt").write_text("\n".join(t.notation for t in TILES[:BACK]))
    regions = photos / "regions.json"
    regions.write_text(json.dumps({"b0.jpg": [[0, 0, 0.5, 0.5]], "a1.jpg": [[0, 0, 1, 1]]}))
    link_split(photos, photos / "split.txt", photos / "out", regions=regions)
    items = read_set(photos / "out")
    assert [item.regions.tolist() for item in items] == [[], [[0, 0, 0.5, 0.5]]]
    assert all(item.known == frozenset(range(BACK)) for item in items)


def test_a_set_is_linked_whole_with_what_it_leaves_open(photos: Path) -> None:
    (photos / "classes.txt").write_text("\n".join(t.notation for t in TILES[:BACK]))
    regions = photos / "regions.json"
    regions.write_text(json.dumps({"a1.jpg": [[0, 0, 0.5, 0.5]], "b0.jpg": [[0, 0, 1, 1]]}))
    link_set(photos / "a", photos / "out", regions=regions)
    items = read_set(photos / "out")
    assert [item.image.name for item in items] == ["a0.jpg", "a1.jpg", "a2.jpg"]
    assert [item.regions.tolist() for item in items] == [[], [[0, 0, 0.5, 0.5]], []]
    assert items[2].classes.tolist() == [2]
    assert items[0].known == frozenset(range(BACK))
    with pytest.raises(DatasetError, match="there already"):
        link_set(photos / "a", photos / "out", regions=regions)


@needs_photos
def test_the_projects_own_regions_of_zh_clean_lie_apart_from_its_boxes(tmp_path: Path) -> None:
    folder = with_open_regions(PHOTOS / "zh_clean", tmp_path)
    items = read_set(folder)
    assert len(items) == 210
    told = [item for item in items if len(item.regions)]
    assert len(told) == len(read_regions(CLEAN)) > 30
    for item in told:
        assert ((item.regions >= 0) & (item.regions <= 1)).all()
        assert (item.regions[:, 2:] > item.regions[:, :2]).all()
    inside = sum(
        int(((r[:2] < b[:2]) & (b[2:] < r[2:])).all()) for i in told for r in i.regions for b in i.boxes
    )
    boxes = sum(len(item.boxes) for item in items)
    assert inside < 0.03 * boxes  # here and there part of a heap is boxed


@needs_photos
def test_the_projects_own_regions_are_of_pictures_of_its_split(tmp_path: Path) -> None:
    listed = frozenset((UNSEEN.parent / "unmirrored.txt").read_text().split())
    link_split(PHOTOS, UNSEEN, tmp_path / "out", listed=listed, regions=REGIONS)
    items = {item.image.name: item for item in read_set(tmp_path / "out")}
    told = read_regions(REGIONS)
    assert len(told) > 10
    for name, boxes in told.items():
        assert ((boxes >= 0) & (boxes <= 1)).all()
        assert (boxes[:, 2:] > boxes[:, :2]).all()
        assert items[name].regions.tolist() == boxes.tolist()


def test_what_a_split_names_never_trains(photos: Path) -> None:
    items = usable_photos(photos, part="a", held_out="none", unseen=str(photos / "split.txt"))
    assert [item.image.stem for item in items] == ["a1"]


def test_the_projects_own_split_names_five_groups_each_photo_once() -> None:
    groups = read_split(UNSEEN)
    every = [photo for group in groups.values() for photo in group]
    assert len(groups) == 5
    assert len(every) == len(set(every)) == 208


def test_no_photo_of_a_source_that_measures_trains(photos: Path) -> None:
    """Neither of the held-out set's sources nor of the split's; of the others those that are listed."""
    every = {(r.set, r.source) for r in training_records(photos, "a")}
    unseen = training_records(photos, "a", unseen=str(photos / "split.txt"))
    assert {r.source for r in unseen} == {source for _, source in every} - {"s0", "s2"} != set()
    assert not training_records(photos, "a", held_out="a")
    name = Path(unseen[0].image).name
    (photos / "listed.txt").write_text(f"{name}\n")
    assert [Path(r.image).name for r in training_records(photos, "a", listed=str(photos / "listed.txt"))] == [
        name
    ]
    with pytest.raises(DatasetError, match="may train nothing"):
        training_records(photos, "zh_clean")
