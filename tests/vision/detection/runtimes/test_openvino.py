"""Weights that OpenVINO cannot run, or that are no detector, are told in one sentence; pictures of all shapes
go through one network. It is played here."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar, NamedTuple

import numpy as np
import pytest

from paiyan.models.opening import load_detector
from paiyan.scorer.tiles.tile import TILES
from paiyan.vision import errors
from paiyan.vision.detection.runtimes import network_detector
from paiyan.vision.picture.image import Image


class Side:
    """One side of an input's shape, open where there is no number."""

    def __init__(self, length: int | None) -> None:
        self.is_static = length is not None
        self.get_length = lambda: length


class Model:
    """A model of an input shape that tells no size."""

    def __init__(self, *shape: int | None) -> None:
        self.shape = [Side(length) for length in shape]

    def input(self, _: int) -> Any:
        return SimpleNamespace(get_partial_shape=lambda: self.shape)

    def has_rt_info(self, _: list[str]) -> bool:
        return False


def play_openvino(monkeypatch: pytest.MonkeyPatch, read: Any) -> None:
    core = SimpleNamespace(read_model=read)
    monkeypatch.setitem(sys.modules, "openvino", SimpleNamespace(Core=lambda: core))


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    path = tmp_path / "weights.xml"
    path.write_bytes(b"<net/>")
    return path


def test_a_file_that_it_cannot_read_is_told(monkeypatch: pytest.MonkeyPatch, weights: Path) -> None:
    def refuse(_: str) -> Model:
        raise RuntimeError("Unable to read the model")

    play_openvino(monkeypatch, refuse)
    with pytest.raises(errors.ModelMismatch, match=r"weights\.xml is not .* export it again"):
        load_detector(weights)


@pytest.mark.parametrize("shape", [
    (1, 3, 640), (1, 3, 640, None), (1, 3, None, 640), (2, 3, 640, 640), (8, 3, None, None),
])  # fmt: skip
def test_a_model_of_another_input_is_told(
    monkeypatch: pytest.MonkeyPatch, weights: Path, shape: tuple[int | None, ...]
) -> None:
    play_openvino(monkeypatch, lambda _: Model(*shape))
    with pytest.raises(errors.ModelMismatch, match=r"weights\.xml takes .* choose other weights"):
        load_detector(weights)


def test_weights_that_are_not_there_are_told_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    play_openvino(monkeypatch, lambda _: Model(1, 3, 640, 640))
    with pytest.raises(errors.ModelNotFound, match="check the path"):
        load_detector(tmp_path / "none.xml")


BREAKS = 255
"""How bright a picture is on which the network fails."""
KEPT_UNTOLD = 5000
"""How many parts made for shapes of input OpenVINO keeps where nobody says."""


class Request:
    """A request of a network that sees as many tiles side by side as the middle of a picture is bright."""

    def __init__(self) -> None:
        self.tiles = 0

    def infer(self, pixels: Sequence[Any]) -> None:
        (picture,) = pixels
        count, height, width, _ = picture.shape
        assert count == 1, "each is one picture by itself"
        self.tiles = int(picture[0, height // 2, width // 2, 0])
        if self.tiles == BREAKS:
            raise RuntimeError("out of memory")

    def get_output_tensor(self, _: int) -> SimpleNamespace:
        output = np.zeros((1, 4 + len(TILES), self.tiles), np.float32)
        output[0, :4] = [50 * np.arange(1, self.tiles + 1), *([side] * self.tiles for side in (320, 40, 60))]
        output[0, 4] = 0.9
        return SimpleNamespace(data=output)


class Network(NamedTuple):
    """A model compiled for so many threads, which keeps so many of the parts made for shapes of input."""

    threads: int
    kept: int

    def create_infer_request(self) -> Request:
        return Request()


class Core:
    """A core that reads a model of any number of pictures of any size, and compiles it."""

    compiled: ClassVar[list[Network]] = []

    def read_model(self, _: str) -> Model:
        return Model(None, 3, None, None)

    def compile_model(self, _: Model, __: str, settings: dict[str, Any]) -> Network:
        kept = settings.get("CPU_RUNTIME_CACHE_CAPACITY", KEPT_UNTOLD)
        self.compiled.append(Network(settings["INFERENCE_NUM_THREADS"], kept))
        return self.compiled[-1]


def leave(*_: object) -> None:
    """Let a model take what it takes."""


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[Network]:
    """What a core that is played compiles from now on."""
    monkeypatch.setitem(sys.modules, "openvino", SimpleNamespace(Core=Core))
    monkeypatch.setattr(network_detector, "_take_pixels", leave)
    networks = list[Network]()
    monkeypatch.setattr(Core, "compiled", networks)
    return networks


def test_a_model_that_it_cannot_compile_is_told(
    compiled: list[Network], weights: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> Network:
        raise RuntimeError("not implemented")

    monkeypatch.setattr(Core, "compile_model", refuse)
    with pytest.raises(errors.ModelMismatch, match=r"weights\.xml is not .* export it again"):
        load_detector(weights)
    assert not compiled


def pictures(*tiles: int, shape: tuple[int, int] = (640, 640)) -> list[Image]:
    """A picture for each of these numbers of tiles."""
    return [np.full((*shape, 3), count, np.uint8) for count in tiles]


def test_several_pictures_go_through_one_network_and_give_what_each_gives_alone(
    compiled: list[Network], weights: Path
) -> None:
    detector = load_detector(weights, threads=2)
    shown = pictures(3, 1, 5, 2, 4)
    together = detector.detect_many(shown)
    assert [len(found) for found in together] == [3, 1, 5, 2, 4]
    for picture, found in zip(shown, together, strict=True):
        np.testing.assert_array_equal(detector.detect(picture).boxes, found.boxes)
    assert [network.threads for network in compiled] == [2]


def test_pictures_of_many_shapes_go_through_one_network_that_keeps_little_of_each(
    compiled: list[Network], weights: Path
) -> None:
    detector = load_detector(weights, threads=2)
    shapes = [(640, side) for side in range(64, 641, 32)]
    shown = [picture for shape in shapes for picture in pictures(1, shape=shape)]
    assert [len(detector.detect(picture)) for picture in shown] == [1] * len(shapes)
    (network,) = compiled
    assert 0 < network.kept < KEPT_UNTOLD


@pytest.mark.parametrize("broken", [[BREAKS], [BREAKS, 2], [1, BREAKS, 2]])
def test_after_a_picture_on_which_openvino_fails_the_next_ones_are_read(
    compiled: list[Network], weights: Path, broken: list[int]
) -> None:
    detector = load_detector(weights, threads=2)
    with pytest.raises(RuntimeError, match="memory"):
        detector.detect_many(pictures(*broken))
    assert [len(found) for found in detector.detect_many(pictures(3, 1, 2))] == [3, 1, 2]
    assert len(detector.detect(pictures(4)[0])) == 4
