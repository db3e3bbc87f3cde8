"""Reading and writing of labelled sets."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from paiyan.datasets.formats.labelled import (
    DatasetError,
    data_hash,
    format_labels,
    read_folder,
    read_labels,
    read_manifest,
    write_labelled,
)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    boxes = np.array([[0.1, 0.2, 0.3, 0.5], [0.5, 0.0, 1.0, 0.25]])
    picture = np.full((40, 60, 3), 200, np.uint8)
    write_labelled(tmp_path, "a", picture, np.array([3, 44]), boxes)
    write_labelled(tmp_path, "b", picture, np.array([], np.int64), np.zeros((0, 4)))
    one, two = read_folder(tmp_path, classes=45)
    assert one.image.name == "a.jpg"
    assert one.classes.tolist() == [3, 44]
    np.testing.assert_allclose(one.boxes, boxes, atol=1e-6)
    assert two.boxes.shape == (0, 4)


def test_a_label_line_is_class_centre_size() -> None:
    text = format_labels(np.array([7]), np.array([[0.2, 0.1, 0.4, 0.5]]))
    assert text == "7 0.300000 0.300000 0.200000 0.400000\n"


@pytest.mark.parametrize("line", ["1 0.5 0.5 0.1", "x 0.5 0.5 0.1 0.1", "45 0.5 0.5 0.1 0.1", "1.5 0 0 0 0"])
def test_a_malformed_line_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "a.txt"
    path.write_text("0 0.5 0.5 0.1 0.1\n" + line + "\n")
    with pytest.raises(DatasetError, match=r"a\.txt, line 2: expected"):
        read_labels(path, classes=45)


@pytest.mark.parametrize(
    "line", ["1 320 240 40 60", "1 nan 0.5 0.1 0.1", "1 0.5 0.5 1.4 0.1", "1 0 0 9 0 9 9"]
)
def test_a_box_in_pixels_or_beyond_the_picture_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "a.txt"
    path.write_text("0 0.98 0.5 0.06 0.1\n" + line + "\n")
    with pytest.raises(DatasetError, match=r"a\.txt, line 2: its box leaves the picture: write shares"):
        read_labels(path, classes=45)


def test_text_may_begin_with_a_mark_and_has_to_be_utf8(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"\xef\xbb\xbf0 0.5 0.5 0.1 0.1\r\n")
    assert read_labels(path, classes=45)[0].tolist() == [0]
    path.write_bytes("0 0.5".encode("utf-16"))
    with pytest.raises(DatasetError, match=r"a\.txt is no text in UTF-8"):
        read_labels(path, classes=45)


def test_a_folder_without_pictures_is_said(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="holds no pictures"):
        read_folder(tmp_path, classes=45)


def test_a_manifest_gives_its_records(tmp_path: Path) -> None:
    path = tmp_path / "manifest.csv"
    path.write_text("set,image,source,boxes,max_same,partial_flower_boxes,note\ns,s/images/a.jpg,a,3,1,2,\n")
    assert read_manifest(path) == [("s", "s/images/a.jpg", "a", 2)]
    path.write_text("set,image\ns,a\n")
    with pytest.raises(DatasetError, match="not a manifest"):
        read_manifest(path)


def test_the_hash_sees_names_and_contents_but_no_order(tmp_path: Path) -> None:
    a, b = tmp_path / "a", tmp_path / "b"
    a.write_text("1")
    b.write_text("2")
    before = data_hash([a, b], root=tmp_path)
    assert before == data_hash([b, a], root=tmp_path)
    b.write_text("3")
    assert before != data_hash([a, b], root=tmp_path)
