"""Writing sets: the files, their agreement, going on where a run stopped."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from paiyan.datasets.synth import SynthError, synthesise
from paiyan.datasets.synth.__main__ import main
from paiyan.datasets.synth.scene_sets import (
    SAMPLE_HAND,
    TEST_SCENES,
    scene_of,
    write_sample,
    write_test_scenes,
)
from paiyan.scorer.tiles.tile import TILES

ROOT = Path(__file__).resolve().parents[3]
SIZE = (160, 128)


def digest(folder: Path) -> dict[str, str]:
    return {
        str(p.relative_to(folder)): hashlib.sha256(p.read_bytes()).hexdigest()
        for p in folder.rglob("*")
        if p.is_file()
    }


def lines(folder: Path) -> list[dict]:
    return [json.loads(line) for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()]


def test_a_set_has_a_picture_a_label_file_and_a_truth_for_each_number(tmp_path) -> None:
    out = synthesise(tmp_path / "set", 5, seed=3, size=SIZE)
    names = [f"{i:06d}" for i in range(5)]
    assert sorted(p.stem for p in (out / "images").iterdir()) == names
    assert sorted(p.stem for p in (out / "labels").iterdir()) == names
    assert (out / "classes.txt").read_text(encoding="utf-8").split() == [t.notation for t in TILES]
    for truth in lines(out):
        picture = cv2.imread(str(out / "images" / truth["photo"]))
        assert picture.shape == (SIZE[1], SIZE[0], 3)
        assert truth["seed"] == 3
        labels = np.loadtxt(out / "labels" / (truth["photo"][:-4] + ".txt"), ndmin=2)
        assert len(labels) == len(truth["tiles"])
        for row, tile in zip(labels, truth["tiles"], strict=True):
            assert TILES[int(row[0])].notation == tile["tile"]
            x0, y0, x1, y1 = tile["box"]
            centre = (
                (x0 + x1) / 2 / SIZE[0],
                (y0 + y1) / 2 / SIZE[1],
                (x1 - x0) / SIZE[0],
                (y1 - y0) / SIZE[1],
            )
            assert row[1:] == pytest.approx(centre, abs=1e-3)


def test_a_broken_off_set_goes_on_to_the_same_files(tmp_path) -> None:
    whole = synthesise(tmp_path / "whole", 4, seed=5, size=SIZE)
    part = synthesise(tmp_path / "part", 2, seed=5, size=SIZE)
    (part / "images" / "000002.jpg").write_bytes(b"half a pict")
    with (part / "truth.jsonl").open("a", encoding="utf-8") as truth:
        truth.write('{"photo": "000002.jpg", "se')
    seen: list[tuple[int, int]] = []
    synthesise(part, 4, seed=5, size=SIZE, progress=lambda done, count: seen.append((done, count)))
    assert digest(part) == digest(whole)
    assert seen == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_a_finished_set_is_left_alone(tmp_path) -> None:
    out = synthesise(tmp_path / "set", 2, seed=1, size=SIZE)
    times = {p: p.stat().st_mtime_ns for p in (out / "images").iterdir()}
    synthesise(out, 2, seed=1, size=SIZE)
    assert {p: p.stat().st_mtime_ns for p in (out / "images").iterdir()} == times


def test_each_picture_may_show_a_set_of_its_own() -> None:
    styles = [scene_of(i, seed=3, size=SIZE, pictures_a_set=1)[0].style for i in range(3)]
    assert len(set(styles)) == 3
    assert scene_of(2, seed=3, size=SIZE, pictures_a_set=2)[0].style == styles[1]


def test_what_cannot_be_written_is_said_in_a_sentence(tmp_path) -> None:
    out = synthesise(tmp_path / "set", 1, seed=1, size=SIZE)
    with pytest.raises(SynthError, match=r"was begun as another set \(seed 1, not 2\)"):
        synthesise(out, 1, seed=2, size=SIZE)
    with pytest.raises(SynthError, match="holds other files"):
        synthesise(tmp_path, 1, seed=1, size=SIZE)
    with pytest.raises(SynthError, match="is a file"):
        synthesise(out / "set.json", 1, seed=1, size=SIZE)
    with pytest.raises(SynthError, match="1 or more"):
        synthesise(tmp_path / "none", 0, seed=1)
    with pytest.raises(SynthError, match="0 pictures is none"):
        synthesise(tmp_path / "none", 1, seed=1, pictures_a_set=0)
    with pytest.raises(SynthError, match="64 to 4096"):
        synthesise(tmp_path / "none", 1, seed=1, size=(20, 20000))
    assert not (tmp_path / "none").exists()


def test_the_command_writes_sets_and_contact_sheets(tmp_path, capsys) -> None:
    assert main(["scenes", str(tmp_path / "set"), "--count", "1", "--seed", "4", "--fonts", "none"]) == 0
    assert len(lines(tmp_path / "set")) == 1
    assert main(["faces", str(tmp_path / "faces.png"), "--seed", "2"]) == 0
    assert cv2.imread(str(tmp_path / "faces.png")).shape[0] > 300
    assert main(["scenes", str(tmp_path), "--count", "1", "--seed", "4"]) == 2
    assert "holds other files" in capsys.readouterr().err


def test_the_sample_photo_is_what_its_seed_draws(tmp_path) -> None:
    write_sample(tmp_path)
    again, kept = (
        cv2.imread(str(f / "hand.jpg")).astype(int) for f in (tmp_path, ROOT / "service" / "samples")
    )
    assert np.abs(again - kept).mean() < 2  # other OpenCV versions round and encode otherwise
    truth = json.loads((ROOT / "service" / "samples" / "hand.json").read_text(encoding="utf-8"))
    assert truth["hand"] == SAMPLE_HAND.to_json()
    assert json.loads((tmp_path / "hand.json").read_text(encoding="utf-8"))["hand"] == truth["hand"]
    assert (ROOT / "service" / "samples" / "hand.jpg").stat().st_size < 400_000


def test_the_test_scenes_are_what_their_seeds_draw(tmp_path) -> None:
    write_test_scenes(tmp_path)
    kept = ROOT / "tests" / "data" / "scenes"
    for new, old in zip(lines(tmp_path), lines(kept), strict=True):
        assert new["hand"] == old["hand"]
        assert [t["tile"] for t in new["tiles"]] == [t["tile"] for t in old["tiles"]]
        assert [t["box"] for t in new["tiles"]] == [pytest.approx(t["box"], abs=1) for t in old["tiles"]]
    for recipe in TEST_SCENES:
        again, old = (cv2.imread(str(f / recipe.name)).astype(int) for f in (tmp_path, kept))
        assert np.abs(again - old).mean() < 3, recipe.name
        assert (kept / recipe.name).stat().st_size < 120_000
