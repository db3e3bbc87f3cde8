"""The backends on the project's own weights: the same boxes from each, and clear words for wrong files."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from paiyan.models import registry
from paiyan.models.opening import Stages, load_detector
from paiyan.vision import errors
from paiyan.vision.detection.coarse_to_fine import full_detector
from paiyan.vision.detection.detector import Detector
from paiyan.vision.detection.runtimes.network_detector import OpenVinoDetector
from paiyan.vision.picture.image import Image, load

SAMPLE = Path(__file__).parents[3] / "service" / "samples" / "hand.jpg"


@pytest.fixture(scope="module")
def sample() -> Image:
    return load(SAMPLE)


@pytest.fixture(scope="module")
def detector() -> Detector:
    return load_detector(backend="onnxruntime")


def test_it_finds_tiles_on_the_sample(detector: Detector, sample: Image) -> None:
    found = detector.detect(sample)
    assert len(found) >= 10
    assert found.probabilities.shape == (len(found), 46)
    height, width = sample.shape[:2]
    assert (found.boxes >= 0).all()
    assert (found.boxes <= [width, height, width, height]).all()


@pytest.mark.parametrize("light", [0, 114, 255])
def test_a_picture_of_nothing_has_no_tiles(detector: Detector, light: int) -> None:
    assert len(detector.detect(np.full((640, 640, 3), light, np.uint8))) == 0


def test_its_name_and_checksum_are_the_registrys(detector: Detector) -> None:
    model = registry.default()
    assert (detector.name, detector.sha256) == (model.name, model.onnx_sha256)


def test_its_checksum_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every answer of the service names it."""
    opened = load_detector(backend="onnxruntime")
    first = opened.sha256
    monkeypatch.delattr(Path, "read_bytes")
    assert opened.sha256 == first


def test_more_threads_find_the_same(detector: Detector, sample: Image) -> None:
    one = load_detector(backend="onnxruntime", threads=1).detect(sample)
    assert np.abs(one.boxes - detector.detect(sample).boxes).max() < 0.5


@pytest.mark.parametrize("stages", ["one", "two"])
def test_many_pictures_are_each_found_what_they_are_found_alone(stages: Stages, sample: Image) -> None:
    """Six of different sizes, one of them empty: more than go through the network in one run."""
    detector = load_detector(backend="onnxruntime", stages=stages)
    half = sample[::2, ::2]
    pictures = [sample, np.zeros((50, 700, 3), np.uint8), half, half[:, ::-1], sample[200:], sample.copy()]
    together = detector.detect_many(pictures)
    assert len(together) == len(pictures)
    assert detector.detect_many([]) == []
    for found, picture in zip(together, pictures, strict=True):
        alone = detector.detect(picture)
        np.testing.assert_allclose(found.boxes, alone.boxes, atol=0.01)
        np.testing.assert_allclose(found.probabilities, alone.probabilities, atol=1e-4)
    assert len(together[0]) >= 10
    assert len(together[1]) == 0


@pytest.mark.train  # its extra holds OpenVINO
def test_openvino_is_taken_by_itself_and_finds_the_same_tiles(detector: Detector, sample: Image) -> None:
    pytest.importorskip("openvino")
    alone = load_detector(stages="one")
    assert isinstance(alone, OpenVinoDetector)
    assert alone.path == registry.default().int8
    assert alone.sha256 != detector.sha256
    chosen = load_detector()
    theirs, ours = full_detector(chosen).detect(sample), full_detector(detector).detect(sample)
    nearest = np.linalg.norm(theirs.centres[:, None] - ours.centres[None], axis=2).argmin(axis=1)
    assert sorted(nearest.tolist()) == list(range(len(ours)))
    assert theirs.classes.tolist() == ours.classes[nearest].tolist()
    assert np.abs(theirs.boxes - ours.boxes[nearest]).max() < 4


def test_wrong_weights_get_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(errors.ModelNotFound, match="check the path"):
        load_detector(tmp_path / "none.onnx")
    junk = tmp_path / "junk.onnx"
    junk.write_bytes(b"not a network")
    for backend in ("onnxruntime", *(["openvino"] if importlib.util.find_spec("openvino") else [])):
        with pytest.raises(errors.ModelMismatch, match="export it again"):
            load_detector(junk, backend=backend)


def test_a_missing_runtime_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openvino", None)
    with pytest.raises(errors.BackendMissing, match="pip install"):
        load_detector(backend="openvino")


def test_where_ultralytics_is_missing_its_weights_are_not_blamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ultralytics", None)
    weights = tmp_path / "tiles.pt"
    weights.write_bytes(b"anything")
    with pytest.raises(errors.BackendMissing, match="ultralytics is not installed"):
        load_detector(weights)


def test_importing_the_package_loads_no_runtime() -> None:
    code = (
        "import sys, paiyan.vision.pipeline, paiyan.vision.detection.loading;"
        "print([m for m in ('cv2', 'onnxruntime', 'openvino', 'PIL', 'torch') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
