"""Training, export and the two backends, with torch and ultralytics: `make test-train`."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from paiyan.models import registry
from paiyan.models.opening import load_detector
from paiyan.models.training import ultralytics_runs
from paiyan.models.training.namer import averaged, mixed, network
from paiyan.models.training.onnx_graphs import only_likely_places, split_pointwise_layers
from paiyan.models.training.quantise import quantise
from paiyan.models.training.train import train
from paiyan.vision.detection.naming.namer import Blend, Namer
from paiyan.vision.detection.thresholds import Thresholds
from paiyan.vision.detections import Detections
from paiyan.vision.picture.image import load

pytestmark = pytest.mark.train

SCENES = sorted((Path(__file__).parents[2] / "data" / "scenes").glob("*.jpg"))
TINY = {"imgsz": 64, "epochs": 3, "batch": 4, "nbs": 4, "workers": 0, "optimizer": "AdamW", "lr0": 0.001}


@pytest.fixture
def recipe(tmp_path: Path) -> Path:
    """Two stages of one epoch, from an untrained network, on eight scenes drawn here."""
    start = tmp_path / "start.yaml"
    start.write_text("nc: 46\n" + NETWORK)
    told: dict[str, Any] = {
        "name": "tiny",
        "size": 64,
        "start": {"file": start.name, "sha256": hashlib.sha256(start.read_bytes()).hexdigest()},
        "held_out": "none",
        "sets": {"scenes": {"kind": "scenes", "seed": 1, "count": 8, "width": 96, "sha256": ""}},
        "settings": {**TINY, "mosaic": 0.0, "seed": 1, "verbose": False},
        "stages": [{"name": n, "sets": ["scenes"], "stop": 1, "settings": {}} for n in ("first", "second")],
    }
    course: dict[str, Any] = {"seed": 1, "parts": {"drawn": {"share": 1.0, "scenes": ["scenes"]}}}
    told["stages"][1]["mixed"] = 0.25
    told["namer"] = {
        "courses": [
            {"name": "first", **course, "schedule": {"steps": 3, "batch": 8, "warmup": 1}},
            {
                "name": "second",
                **course,
                "schedule": {"steps": 4, "stop": 2, "batch": 8, "warmup": 1},
                "mixed": 0.5,
            },
        ],
        "fitted_on": {"scenes": 1.0},
        "blanks_fitted_on": {"scenes": 1.0},
    }
    path = tmp_path / "recipe.yaml"
    path.write_text(yaml.safe_dump(told))
    return path


NETWORK = """
backbone:
  - [-1, 1, Conv, [16, 3, 2]]
  - [-1, 1, Conv, [32, 3, 2]]
  - [-1, 1, Conv, [64, 3, 2]]
  - [-1, 1, Conv, [64, 3, 2]]
  - [-1, 1, Conv, [64, 3, 2]]
head:
  - [[2, 3, 4], 1, Detect, [nc]]
"""


def test_a_recipe_trains_exports_and_is_not_run_twice(recipe: Path, tmp_path: Path) -> None:
    work, weights = tmp_path / "work", tmp_path / "weights"
    places = {"photos": tmp_path, "start": tmp_path, "work": work, "weights": weights}
    model = train(recipe, **places)
    assert model == registry.default(weights)
    last = work / "runs" / "second" / "weights" / "last.pt"
    before = last.stat().st_mtime_ns
    train(recipe, **places)
    assert last.stat().st_mtime_ns == before
    began, reached, ended = map(_weights, (work / "runs" / "first" / "weights" / "last.pt", last, model.pt))
    for other in (began, reached):
        assert not all(np.allclose(ended[key], other[key], rtol=1e-3, atol=1e-4) for key in ended)
    for key, value in ended.items():  # kept in 16 bits
        np.testing.assert_allclose(value, 0.75 * began[key] + 0.25 * reached[key], rtol=1e-3, atol=1e-4)
    for path in (model.onnx, model.pt):
        assert str(tmp_path).encode() not in path.read_bytes()
    scene = next((work / "sets" / "scenes" / "images").iterdir())
    _names_crops(weights, load(scene))
    assert _same_boxes(model.onnx, model.pt, load(scene)) > 0
    _takes_several(model.onnx, load(scene))


def test_the_same_recipe_gives_the_same_weights_again(recipe: Path, tmp_path: Path) -> None:
    made = [
        train(recipe, photos=tmp_path, start=tmp_path, work=tmp_path / run / "work", weights=tmp_path / run)
        for run in ("one", "two")
    ]
    assert made[0].onnx_sha256 == made[1].onnx_sha256
    one, two = (registry.namer(tmp_path / run) for run in ("one", "two"))
    assert one is not None
    assert two is not None
    assert one.sha256 == two.sha256


def test_mixed_weights_lie_between_two_networks(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    made: list[dict[str, Any]] = []
    for seed, name in enumerate(("before", "after")):
        torch.manual_seed(seed)
        made.append(torch.optim.swa_utils.AveragedModel(network(), use_buffers=True).state_dict())
        torch.save({"mean": made[-1]}, tmp_path / name)
    both = averaged(mixed(tmp_path / "before", tmp_path / "after", tmp_path / "mixed", share=0.25))
    for key, value in both.state_dict().items():
        one, other = (state[f"module.{key}"].double() for state in made)
        np.testing.assert_allclose(value.double(), 0.75 * one + 0.25 * other, atol=1e-6)


def _weights(checkpoint: Path) -> dict[str, np.ndarray]:
    torch = pytest.importorskip("torch")
    kept = torch.load(checkpoint, map_location="cpu", weights_only=False)
    state = (kept.get("ema") or kept["model"]).float().state_dict()
    return {key: value.numpy() for key, value in state.items() if value.dtype.is_floating_point}


def _takes_several(onnx: Path, picture: np.ndarray) -> None:
    runtime = pytest.importorskip("onnxruntime")
    assert runtime.InferenceSession(str(onnx)).get_inputs()[0].shape == ["batch", 3, "height", "width"]
    detector = load_detector(onnx, backend="onnxruntime", thresholds=Thresholds(confidence=0.0))
    pictures = [picture, picture[:, ::-1], picture[: len(picture) // 2], picture]
    for found, one in zip(detector.detect_many(pictures), pictures, strict=True):
        alone = detector.detect(one)
        assert len(found) == len(alone) > 0
        np.testing.assert_allclose(found.probabilities, alone.probabilities, atol=1e-5)


def test_the_exported_network_gives_the_boxes_of_the_whole_one_in_less_work(tmp_path: Path) -> None:
    pytest.importorskip("ultralytics")
    whole, _ = ultralytics_runs.export(registry.default().pt, tmp_path / "whole", size=640)
    likely = only_likely_places(whole, tmp_path / "likely.onnx")
    with pytest.raises(ValueError, match="export the weights again"):
        only_likely_places(likely, tmp_path / "twice.onnx")
    parts = split_pointwise_layers(likely, tmp_path / "parts.onnx")
    # Those of the blocks go; the attention's and the head's split other things.
    assert _splits(parts) == _splits(likely) - 9
    for light in (likely, parts):
        _gives_the_same(whole, light)


def _splits(onnx: Path) -> int:
    format: Any = pytest.importorskip("onnx")
    return sum(node.op_type == "Split" for node in format.load(str(onnx)).graph.node)


def _gives_the_same(whole: Path, light: Path) -> None:
    one, two = (load_detector(path, backend="onnxruntime", stages="one") for path in (whole, light))
    pictures = [load(path) for path in SCENES[:2]]
    tile = one.detect(pictures[0]).boxes[0].astype(int)  # one picture's edges cut a tile
    pictures.append(pictures[0][tile[1] + 5 : tile[3] + 200, tile[0] + 5 : tile[2] + 300])
    for found, again in zip(one.detect_many(pictures), two.detect_many(pictures), strict=True):
        assert len(found) == len(again) > 0
        near = _nearest(found, again)
        np.testing.assert_allclose(found.boxes, again.boxes[near], atol=0.01)
        np.testing.assert_allclose(found.probabilities, again.probabilities[near], atol=1e-4)
        np.testing.assert_allclose(found.hints, again.hints, atol=0.01)
    for nothing in (0, 114, 255):
        assert len(two.detect(np.full((640, 640, 3), nothing, np.uint8))) == 0


def test_a_network_with_another_head_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("onnx")
    with pytest.raises(ValueError, match="export the weights again"):
        only_likely_places(registry.second_stage().onnx, tmp_path / "likely.onnx")


def test_eight_bits_find_the_same_tiles(tmp_path: Path) -> None:
    pytest.importorskip("nncf")
    model = registry.default()
    small = quantise(model.onnx, tmp_path / "int8.xml", pictures=SCENES[:4], size=320)
    assert small.with_suffix(".bin").stat().st_size < model.onnx.stat().st_size / 2
    picture = load(SCENES[-1])
    one, two = (load_detector(path, backend="openvino", stages="one") for path in (model.onnx, small))
    found, again = one.detect(picture), two.detect(picture)
    assert abs(len(found) - len(again)) <= 2
    near = np.abs(found.centres[:, None] - again.centres[None]).max(axis=2).min(axis=1) < 4
    assert near.mean() > 0.8


def _names_crops(weights: Path, picture: np.ndarray) -> None:
    second = registry.namer(weights)
    assert second is not None
    assert second.onnx.stat().st_size < 5_000_000
    said = Namer(second.onnx).name(picture, np.array([[4, 4, 40, 60], [0, 0, 20, 20]], np.float32))
    assert said.shape == (2, 47)
    np.testing.assert_allclose(said.sum(axis=1), 1, atol=1e-4)
    assert set(second.blend) == set(Blend._fields)


def test_pt_and_onnx_of_the_shipped_model_give_the_same_boxes() -> None:
    model = registry.default()
    found = [_same_boxes(model.onnx, model.pt, load(path), confidence=0.25) for path in SCENES]
    assert len(SCENES) > 0
    assert sum(found) > 0


def _same_boxes(onnx: Path, pt: Path, picture: np.ndarray, *, confidence: float = 0.0) -> int:
    thresholds = Thresholds(confidence=confidence)
    one = load_detector(onnx, backend="onnxruntime", thresholds=thresholds).detect(picture)
    two = load_detector(pt, backend="ultralytics", thresholds=thresholds).detect(picture)
    assert len(one) == len(two)
    near = _nearest(one, two)
    np.testing.assert_allclose(one.boxes, two.boxes[near], atol=0.5)
    np.testing.assert_allclose(one.probabilities, two.probabilities[near], atol=1e-3)
    return len(one)


def _nearest(one: Detections, two: Detections) -> np.ndarray:
    """Return for each box the nearest of the others, none twice: boxes are ordered by how sure they are, and
    where two are alike a fifth digit decides which comes first."""
    near = np.abs(one.boxes[:, None] - two.boxes[None]).max(axis=2).argmin(axis=1)
    assert len(np.unique(near)) == len(two)
    return near
