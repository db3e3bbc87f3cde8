"""Labelled sets of others: the same pictures in YOLO, COCO and VOC form are the same set."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from paiyan.datasets.formats.class_map import UnknownClassError, not_there, read_class_map, write_class_map
from paiyan.datasets.formats.labelled import DatasetError, Labelled, format_labels, write_labelled
from paiyan.datasets.formats.open_set import REGIONS, TAGS, open_set, read_set
from paiyan.scorer.tiles.tile import TILES
from paiyan.vision.picture.image import save

yaml = pytest.importorskip("yaml")

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


@pytest.mark.parametrize(("form", "pictures", "labels"), [
    ("voc", "JPEGImages", "Annotations"), ("voc", "images", "annotations"), ("voc", "train", "train"),
    ("voc", ".", "."), ("coco", "images", "annotations"), ("coco", "train", "train"),
])  # fmt: skip
def test_pictures_and_labels_lie_where_such_sets_keep_them(
    tmp_path: Path, form: str, pictures: str, labels: str
) -> None:
    for place in (pictures, labels):
        (tmp_path / place).mkdir(exist_ok=True)
    save(np.zeros((HEIGHT, WIDTH, 3), np.uint8), tmp_path / pictures / "a.jpg")
    if form == "voc":
        (tmp_path / labels / "a.xml").write_text(voc(), encoding="utf-8")
    else:
        (tmp_path / labels / "a.coco.json").write_text(json.dumps(coco("a.jpg")))
    assert same(read_set(tmp_path))


@pytest.mark.parametrize("names", [{0: "1m", 2: "3m"}, {1: "1m", 2: "2m"}, {0: "1m", "b": "2m"}])
def test_class_names_with_a_number_left_out_are_refused(tmp_path: Path, names: dict[object, str]) -> None:
    picture(tmp_path)
    (tmp_path / "data.yaml").write_text(yaml.safe_dump({"names": names}, sort_keys=False))
    with pytest.raises(DatasetError, match=r"numbers its class names .*: number them 0, 1, 2 …"):
        open_set(tmp_path)


def test_class_names_may_be_numbered_as_text(tmp_path: Path) -> None:
    picture(tmp_path)
    names = {str(number): tile.notation for number, tile in reversed([*enumerate(TILES)])}
    plain = open_set(tmp_path).items[0].classes.tolist()
    (tmp_path / "data.yaml").write_text(yaml.safe_dump({"names": names}))
    assert open_set(tmp_path).items[0].classes.tolist() == plain


def test_numbers_that_no_list_explains_are_taken_for_ours_and_said(tmp_path: Path) -> None:
    picture(tmp_path)
    assert open_set(tmp_path).numbered
    (tmp_path / "classes.txt").write_text("\n".join(tile.notation for tile in TILES))
    assert not open_set(tmp_path).numbered


def test_a_folder_of_sets(tmp_path: Path) -> None:
    picture(tmp_path / "one")
    picture(tmp_path / "two")
    assert [i.image.parent.parent.name for i in read_set(tmp_path)] == ["one", "two"]


def test_what_cannot_be_read_is_said(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="holds no labelled set"):
        read_set(tmp_path)
    (tmp_path / "a.xml").write_text("<annotation>")
    with pytest.raises(DatasetError, match="no VOC file"):
        read_set(tmp_path)
    (tmp_path / "a.xml").write_text(voc("../../etc/passwd.jpg"))
    with pytest.raises(DatasetError, match=r"names the picture passwd\.jpg, which does not lie beside it"):
        read_set(tmp_path)
    for broken in ("{", "[]", '{"images": []}'):
        (tmp_path / "b.coco.json").write_text(broken)
        with pytest.raises(DatasetError, match=r"b\.coco\.json is no COCO file"):
            read_set(tmp_path / "b.coco.json")
    picture(tmp_path)
    (tmp_path / "b.coco.json").write_text(json.dumps(coco(category="joker")))
    with pytest.raises(UnknownClassError, match=r"1 of the 3 classes of b\.coco name no tile .*'joker'"):
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


def their_set(folder: Path, images: str, names: list[str], *, labels: str | None = None) -> None:
    """A set of one picture below `images`, whose three boxes are of the first three classes."""
    (folder / images).mkdir(parents=True)
    save(np.zeros((HEIGHT, WIDTH, 3), np.uint8), folder / images / "a.jpg")
    file = folder / images.replace("images", "labels") / "a.txt"
    file.parent.mkdir(parents=True, exist_ok=True)
    lines = format_labels(np.array([0, 1, 2]), BOXES) if labels is None else labels
    file.write_text(lines)
    told = {"path": "/data/somebody/mj", "train": "train.txt", "val": f"../{images}", "names": names}
    (folder / "data.yaml").write_text(yaml.safe_dump(told))


THEIRS = ["characters-1", "chun", "face-down", "joker"]


@pytest.mark.parametrize("images", ["images/val", "valid/images", "images", "somewhere/valid/images"])
@pytest.mark.parametrize("given", ["data.yaml", "."])
def test_a_set_whose_paths_are_another_machines(tmp_path: Path, images: str, given: str) -> None:
    their_set(tmp_path, images, THEIRS)
    found = open_set(tmp_path / given)
    assert same(found.items)
    assert found.items[0].known == set(CODES)
    assert [(one.name, one.shown, one.boxes) for one in found.classes] == [
        ("characters-1", "1m", 1), ("chun", "7z", 1), ("face-down", "xx", 1), ("joker", "?", 0)
    ]  # fmt: skip


@pytest.mark.parametrize(
    "line", ["images/val/a.jpg", "/content/mj/images/val/a.jpg", "C:\\mj\\images\\val\\a.jpg"]
)
def test_a_set_that_lists_its_pictures(tmp_path: Path, line: str) -> None:
    their_set(tmp_path, "images/val", THEIRS)
    (tmp_path / "val.txt").write_text(f"{line}\n\n")
    (tmp_path / "data.yaml").write_text(yaml.safe_dump({"val": "D:/other/val.txt", "names": THEIRS}))
    assert same(open_set(tmp_path / "data.yaml").items)


def test_a_data_yaml_that_leads_nowhere_is_said(tmp_path: Path) -> None:
    (tmp_path / "data.yaml").write_text(yaml.safe_dump({"val": "/elsewhere/images", "names": THEIRS}))
    with pytest.raises(DatasetError, match=r"leads to no pictures: its paths are another machine's"):
        open_set(tmp_path / "data.yaml")
    (tmp_path / "data.yaml").write_text("val: images\n")
    their_set(tmp_path / "x", "images", THEIRS)
    (tmp_path / "x" / "data.yaml").write_text("val: images\n")
    with pytest.raises(DatasetError, match="has no list of class names"):
        open_set(tmp_path / "x" / "data.yaml")


def test_an_outline_is_the_box_around_it(tmp_path: Path) -> None:
    lines = []
    for code, (x1, y1, x2, y2) in enumerate(BOXES.tolist()):
        lines.append(f"{code} {x1} {y1} {x2} {(y1 + y2) / 2} {(x1 + x2) / 2} {y2}")
    their_set(tmp_path, "images", THEIRS, labels="\n".join(lines))
    assert same(open_set(tmp_path).items)
    (tmp_path / "labels" / "a.txt").write_text("0 0.1 0.1 0.2 0.2 0.3\n")
    with pytest.raises(DatasetError, match=r"a\.txt, line 1: expected `class cx cy w h`, or the corners"):
        open_set(tmp_path)


def test_classes_that_nobody_explains_are_asked_for_and_a_mapping_tells_them(tmp_path: Path) -> None:
    their_set(tmp_path / "set", "images", ["7 wan", "thing", "Joker", "rest"])
    with pytest.raises(
        UnknownClassError, match=r"2 of the 4 classes of set name no tile .*'thing', 'Joker'"
    ) as wrong:
        open_set(tmp_path / "set")
    file = tmp_path / "map.toml"
    write_class_map(file, "set", wrong.value.taken, wrong.value.unknown)
    assert read_class_map(file) == {"7 wan": 6}
    with pytest.raises(DatasetError, match="is there already: fill it in"):
        write_class_map(file, "set", {}, ())
    file.write_text(
        file.read_text().replace('"thing" = ""', '"thing" = "xx"').replace('er" = ""', 'er" = "nothing"')
    )
    (item,) = open_set(tmp_path / "set", classes=read_class_map(file)).items
    assert (item.classes.tolist(), item.known, len(item.regions)) == ([6, 45], {6, 45}, 0)
    file.write_text(
        file.read_text().replace("nothing", "not judged").replace('"7 wan" = "7m"', '"7 wan" = "1z"')
    )
    (item,) = open_set(tmp_path / "set", classes=read_class_map(file)).items
    assert (item.classes.tolist(), item.known) == ([27, 45], {27, 45})
    np.testing.assert_allclose(item.regions, BOXES[2:], atol=1e-6)


def test_what_a_mapping_names_beside_the_set_is_known(tmp_path: Path) -> None:
    their_set(tmp_path / "set", "images", ["7 wan", "haku", "east"])
    found = open_set(tmp_path / "set", classes={"7 wan": 6, "hakku": 31})
    names = [one.name for one in found.classes]
    assert not_there({"7 wan": 6, "hakku": 31}, names) == ["hakku"]


@pytest.mark.parametrize("text", ['"a" = "10m"', '"a" = 3', "a = ", '"a" = ["1m"]'])
def test_a_mapping_that_cannot_be_read_is_said(tmp_path: Path, text: str) -> None:
    (tmp_path / "map.toml").write_text(text)
    with pytest.raises(DatasetError, match=r"which is no tile: write one like|is no mapping of classes"):
        read_class_map(tmp_path / "map.toml")


def test_a_class_without_boxes_need_not_be_a_tile(tmp_path: Path) -> None:
    picture(tmp_path)
    told = coco()
    told["categories"] = [{"id": 0, "name": "mahjong-tiles"}, *told["categories"]]  # pyright: ignore
    (tmp_path / "a.coco.json").write_text(json.dumps(told))
    assert same(open_set(tmp_path / "a.coco.json").items)
