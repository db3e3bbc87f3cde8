"""Detectors trained further at equal cost: what each learns from, and two classes in the form of 46."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from paiyan.models import registry
from paiyan.models.measuring.equal_cost import (
    ARMS,
    EQUAL_COST,
    FACES,
    TileOnlyDetector,
    each_face,
    linked,
    shared_out,
)
from paiyan.models.measuring.measure import data_file
from paiyan.models.opening import load_detector
from paiyan.models.training.checkpoints import TILE_ONLY, between, tile_only
from paiyan.models.training.recipe import RECIPE, read_recipe
from paiyan.scorer.tiles.tile import BACK, TILES
from paiyan.vision.detection.runtimes.network_io import Frame, decode
from paiyan.vision.detection.thresholds import DEFAULT_THRESHOLDS, Thresholds
from paiyan.vision.detections import overlaps
from paiyan.vision.picture.image import load

SCENES = sorted((Path(__file__).parents[2] / "data" / "scenes").glob("*.jpg"))


def test_a_head_of_two_classes_becomes_one_of_all_tiles() -> None:
    """Boxes are sifted by whether they show a tile; each face then has what the face had."""
    rng = np.random.default_rng(3)
    apart = np.arange(20) * 30 + 20
    head = np.stack([apart, apart, np.full(20, 20), np.full(20, 20)]).astype(np.float32)[None]
    told = rng.uniform(0, 0.5, (1, 2, 20)).astype(np.float32)
    found = decode(shared_out(np.concatenate([head, told], axis=1)), Frame(1.0, 0, 0, 640, 640))
    sure = told[0].sum(axis=0) >= DEFAULT_THRESHOLDS.confidence
    assert sorted(found.centres[:, 0].round()) == sorted(apart[sure])
    at = [int(np.flatnonzero(apart == x)[0]) for x in found.centres[:, 0].round()]
    np.testing.assert_allclose(found.objectness, told[0].sum(axis=0)[at], rtol=1e-5)
    said = each_face(found).probabilities
    np.testing.assert_allclose(said[:, :FACES], np.repeat(told[0, :1, at], FACES, axis=1), rtol=1e-4)
    np.testing.assert_allclose(said[:, BACK], told[0, 1, at], rtol=1e-5)


def test_a_head_of_other_classes_is_refused() -> None:
    with pytest.raises(ValueError, match=r"wanted \(b, 6, n\): four sides, face and back"):
        shared_out(np.zeros((1, 4 + len(TILES), 7), np.float32))


def test_the_labels_of_tiles_alone_tell_faces_and_backs(tmp_path: Path) -> None:
    picture = tmp_path / "set" / "images" / "a.jpg"
    labels = tmp_path / "set" / "labels" / "a.txt"
    for path in (picture, labels):
        path.parent.mkdir(parents=True, exist_ok=True)
    picture.touch()
    labels.write_text(f"{BACK} 0.5 0.4 0.2 0.1\n0 0.1 0.1 0.1 0.1\n{BACK - 1} 0.2 0.2 0.1 0.1\n")
    (link,) = linked([picture], tmp_path / "faces")
    assert link.resolve() == picture.resolve()
    told = (link.parents[1] / "labels" / "a.txt").read_text()
    assert told == "1 0.5 0.4 0.2 0.1\n0 0.1 0.1 0.1 0.1\n0 0.2 0.2 0.1 0.1\n"
    data = data_file(ARMS[1].classes, [link], tmp_path / "run").read_text()
    listed = (tmp_path / "run" / "pictures.txt").read_text().split()
    assert listed == [str(link)], "beside the picture itself lie labels of all tiles"
    assert data.endswith("names:\n  0: 'face'\n  1: 'back'\n")
    assert [arm.classes[-1] for arm in ARMS] == ["xx", "back"]


def test_what_is_learned_at_equal_cost_comes_after_all_that_is_shipped() -> None:
    shipped, further = read_recipe(RECIPE), read_recipe(EQUAL_COST)
    own = further.stages[len(shipped.stages) :]
    assert further.stages[: len(shipped.stages)] == shipped.stages
    assert own
    before, after = ({name for stage in some for name in stage.sets} for some in (shipped.stages, own))
    assert not before & after


@pytest.mark.train
def test_a_detector_of_tiles_alone_starts_with_what_the_shipped_one_finds(tmp_path: Path) -> None:
    from paiyan.models.training import ultralytics_runs

    start = tile_only(registry.default().pt, tmp_path / "start.pt", pictures=SCENES, size=640)
    onnx, _ = ultralytics_runs.export(_trained(start, tmp_path), tmp_path / "tiles", size=640)
    shipped = load_detector(backend="onnxruntime", stages="one", thresholds=Thresholds(confidence=0.5))
    alone = TileOnlyDetector(onnx, thresholds=Thresholds(confidence=0.1))
    tiles = kept = 0
    for path in SCENES:
        picture = load(path)
        before, after = shipped.detect(picture), alone.detect(picture)
        tiles += len(before)
        kept += int((overlaps(before.boxes, after.boxes).max(axis=1, initial=0) >= 0.5).sum())
        assert np.ptp(after.probabilities[:, :BACK], axis=1).max(initial=0) < 1e-5
    assert tiles > 20
    assert kept >= 0.9 * tiles


def _trained(checkpoint: Path, folder: Path) -> Path:
    """The checkpoint as a training leaves it."""
    import torch

    told = torch.load(checkpoint, map_location="cpu", weights_only=False)
    torch.save({**told, "train_args": {"task": "detect"}}, folder / "last.pt")
    return folder / "last.pt"


@pytest.mark.train
def test_weights_lie_between_two_checkpoints(tmp_path: Path) -> None:
    import torch

    shipped = registry.default().pt
    told = torch.load(shipped, map_location="cpu", weights_only=False)
    other = tmp_path / "other.pt"
    first = {name: one.float() for name, one in told["model"].state_dict().items()}
    for values in told["model"].float().parameters():
        values.data.add_(1.0)
    torch.save({**told, "ema": told["model"], "model": None}, other)
    between(shipped, other, tmp_path / "between.pt", share=0.25)
    ended = torch.load(tmp_path / "between.pt", map_location="cpu", weights_only=False)["model"]
    for name, values in ended.named_parameters():
        torch.testing.assert_close(values.data, first[name] + 0.25, atol=1e-5, rtol=1e-4)
    assert TILE_ONLY == ("face", "back")
