"""Labelled sets of others: the same pictures in YOLO, COCO and VOC form are the same set."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from datasets.formats import DatasetError, Labelled, write_labelled
from datasets.sets import REGIONS, TAGS, read_set, tile_code
from scorer.tiles import TILES

WIDTH, HEIGHT = 80, 40
CODES = [0, 33, 45]  # 1m 7z xx
BOXES = np.array([[0.1, 0.1, 0.2, 0.6], [0.3, 0.1, 0.4, 0.6], [0.5, 0.1, 0.6, 0.6]])


def picture(folder: Path, name: str = "a") -> None:
    write_labelled(folder, name, np.zeros((HEIGHT, WIDTH, 3), np.uint8), np.array(CODES), BOXES)


def same(items: list[Labelled]) -> bool:
    (item,) = items
    return item.classes.tolist() == CODES and np.allclose(item.boxes, BOXES, atol=1e-6)


def test_yolo_with_our_classes(tmp_path: Path) -> None:
    picture(tmp_path)
    assert same(read_set(tmp_path))


@pytest.mark.parametrize("form", ["classes.txt", "data.yaml", "data.yaml with numbers"])
def test_yolo_with_classes_of_its_own_order(tmp_path: Path, form: str) -> None:
    if form.startswith("data.yaml"):
        pytest.importorskip("yaml")
    picture(tmp_path)
    order = [TILES[code].notation for code in reversed(CODES)]
    label = tmp_path / "labels" / "a.txt"
    lines = [
        f"{CODES[::-1].index(int(line.split()[0]))} {line.split(maxsplit=1)[1]}" for line in label.open()
    ]
    label.write_text("\n".join(lines))
    if form == "classes.txt":
        (tmp_path / form).write_text("\n".join(order))
    elif form == "data.yaml":
        (tmp_path / form).write_text(f"names: {order}")
    else:
        (tmp_path / "data.yaml").write_text(
            "names:\n" + "".join(f"  {i}: {n}\n" for i, n in enumerate(order))
        )
    assert same(read_set(tmp_path))


def coco(file_name: str = "images/a.jpg", category: str = "RD") -> dict[str, object]:
    names = {7: "1C", 3: category, 9: "back"}
    boxes = (BOXES * np.array([WIDTH, HEIGHT] * 2)).tolist()
    return {
        "images": [{"id": 5, "file_name": file_name, "width": WIDTH, "height": HEIGHT}],
        "categories": [{"id": i, "name": n} for i, n in names.items()],
        "annotations": [
            {"id": n, "image_id": 5, "category_id": c, "bbox": [x1, y1, x2 - x1, y2 - y1]}
            for n, (c, (x1, y1, x2, y2)) in enumerate(zip(names, boxes, strict=True))
        ],
    }


def test_coco_file_and_its_folder(tmp_path: Path) -> None:
    picture(tmp_path / "set")
    (tmp_path / "set" / "images").rename(tmp_path / "set" / "pictures")
    file = tmp_path / "set" / "pictures" / "_annotations.coco.json"
    file.write_text(json.dumps(coco("a.jpg")))
    assert same(read_set(file))
    assert same(read_set(file.parent))


def voc(name: str = "a.jpg") -> str:
    boxes = BOXES * np.array([WIDTH, HEIGHT] * 2)
    objects = "".join(
        f"<object><name>{n}</name><bndbox><xmin>{x1}</xmin><ymin>{y1}</ymin><xmax>{x2}</xmax><ymax>{y2}</ymax>"
        "</bndbox></object>"
        for n, (x1, y1, x2, y2) in zip(("一万", "中", "xx"), boxes.tolist(), strict=True)
    )
    size = f"<size><width>{WIDTH}</width><height>{HEIGHT}</height><depth>3</depth></size>"
    return f"<annotation><filename>{name}</filename>{size}{objects}</annotation>"


def test_voc_folder(tmp_path: Path) -> None:
    picture(tmp_path)
    (tmp_path / "images").rename(tmp_path / "JPEGImages")
    (tmp_path / "Annotations").mkdir()
    (tmp_path / "Annotations" / "a.xml").write_text(voc(), encoding="utf-8")
    assert same(read_set(tmp_path))


def test_a_folder_of_sets(tmp_path: Path) -> None:
    picture(tmp_path / "one")
    picture(tmp_path / "two")
    assert [i.image.parent.parent.name for i in read_set(tmp_path)] == ["one", "two"]


@pytest.mark.parametrize(
    "known",
    ["1B 1s", "9D 9p", "3c 3m", "EW 1z", "haku 5z", "1S 5f", "1s 1s", "4F 4f", "东 1z", "back xx", "0p 0p"],
)
def test_names_of_classes(known: str) -> None:
    name, notation = known.split()
    assert TILES[tile_code(name)].notation == notation


@pytest.mark.parametrize("name", ["", "joker", "10m", "1m2m", "5"])
def test_a_class_that_is_no_tile_is_named(name: str) -> None:
    with pytest.raises(DatasetError, match="is no tile: name the classes like"):
        tile_code(name)


def test_what_cannot_be_read_is_said(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="holds no labelled set"):
        read_set(tmp_path)
    (tmp_path / "a.xml").write_text("<annotation>")
    with pytest.raises(DatasetError, match="no VOC file"):
        read_set(tmp_path)
    (tmp_path / "a.xml").write_text(voc("../../etc/passwd.jpg"))
    with pytest.raises(DatasetError, match=r"names the picture passwd\.jpg, which does not lie beside it"):
        read_set(tmp_path)
    for broken in ("{", "[]", '{"images": []}', json.dumps(coco(category="joker"))):
        (tmp_path / "b.coco.json").write_text(broken)
        with pytest.raises(DatasetError, match=r"b\.coco\.json is no COCO file|is no tile"):
            read_set(tmp_path / "b.coco.json")


REGION = [0.7, 0.0, 1.0, 0.5]


def _with_a_region(folder: Path, form: str) -> Path:
    """The set of one picture, the last of its boxes told as a region; its list names 1m and 7z only."""
    picture(folder)
    if form == "yolo":
        (folder / "classes.txt").write_text("1m\n7z\n")
        (folder / "labels" / "a.txt").write_text("0 0.15 0.35 0.1 0.5\n1 0.35 0.35 0.1 0.5\n")
        (folder / REGIONS).write_text(json.dumps({"a.jpg": [REGION], "other.jpg": []}))
        (folder / TAGS).write_text(json.dumps({"a.jpg": ["dark"]}))
        return folder
    told = coco()
    told["categories"] = [{"id": 7, "name": "1C"}, {"id": 3, "name": "RD"}]
    box = np.array([*REGION[:2], REGION[2] - REGION[0], REGION[3] - REGION[1]]) * ([WIDTH, HEIGHT] * 2)
    crowd = {"id": 3, "image_id": 5, "category_id": 7, "iscrowd": 1, "bbox": box.tolist()}
    told["images"][0]["tags"] = ["dark"]  # pyright: ignore[reportIndexIssue]
    told["annotations"] = [*told["annotations"][:2], crowd]  # pyright: ignore[reportIndexIssue]
    (folder / "a.coco.json").write_text(json.dumps(told))
    return folder / "a.coco.json"


@pytest.mark.parametrize("form", ["yolo", "coco"])
def test_what_a_set_leaves_open_is_read(tmp_path: Path, form: str) -> None:
    (item,) = read_set(_with_a_region(tmp_path, form))
    assert item.classes.tolist() == CODES[:2]
    np.testing.assert_allclose(item.regions, [REGION])
    assert item.known == {0, 33}
    assert item.tags == ("dark",)


def test_regions_may_lie_elsewhere(tmp_path: Path) -> None:
    folder = _with_a_region(tmp_path, "yolo")
    other = tmp_path / "elsewhere.json"
    for told, want in (({"a.jpg": [[0, 0, 1, 1]]}, [[0, 0, 1, 1]]), ({"b.jpg": []}, [REGION])):
        other.write_text(json.dumps(told))
        (item,) = read_set(folder, regions=other)
        np.testing.assert_allclose(item.regions, want)


def test_a_difficult_object_of_voc_is_a_region(tmp_path: Path) -> None:
    picture(tmp_path)
    (tmp_path / "images").rename(tmp_path / "JPEGImages")
    (tmp_path / "Annotations").mkdir()
    text = voc().replace("<name>xx</name>", "<name>xx</name><difficult>1</difficult>")
    (tmp_path / "Annotations" / "a.xml").write_text(text, encoding="utf-8")
    (item,) = read_set(tmp_path)
    assert item.classes.tolist() == CODES[:2]
    np.testing.assert_allclose(item.regions, BOXES[2:], atol=1e-6)
    assert item.known is None


def test_a_set_that_names_every_class_leaves_none_open(tmp_path: Path) -> None:
    picture(tmp_path)
    (tmp_path / "classes.txt").write_text("\n".join(t.notation for t in TILES))
    (item,) = read_set(tmp_path)
    assert (item.known, len(item.regions)) == (None, 0)


@pytest.mark.parametrize("text", ["[1]", '{"a.jpg": [[1, 2]]}', '{"a.jpg": "x"}', "no"])
def test_a_file_that_is_no_list_of_regions_is_refused(tmp_path: Path, text: str) -> None:
    picture(tmp_path)
    (tmp_path / REGIONS).write_text(text)
    with pytest.raises(DatasetError, match=r"regions\.json is no list of regions"):
        read_set(tmp_path)
