"""Weights that OpenVINO cannot run, or that are no detector, are told in one sentence; several pictures are
each a request. It is played here."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar, NamedTuple

import numpy as np
import pytest

from scorer.tiles.tile import TILES
from vision import errors
from vision.detection.loading import load_detector
from vision.detection.runtimes import network_detector
from vision.picture.image import Image


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


class Open(Model):
    """A model of any number of pictures of any size, which notes the shape that it is to take."""

    def __init__(self) -> None:
        super().__init__(None, 3, None, None)
        self.taken: tuple[int, ...] | None = None

    def clone(self) -> Open:
        return Open()

    def reshape(self, shape: list[int]) -> None:
        self.taken = tuple(shape)


class Network(NamedTuple):
    """What a model was compiled for."""

    shape: tuple[int, ...] | None
    streams: int


class Requests:
    """Requests of a network that sees as many tiles side by side as the middle of a picture is bright."""

    opened: ClassVar[list[tuple[Network, int]]] = []

    def __init__(self, network: Network, count: int) -> None:
        self.opened.append((network, count))

    def set_callback(self, keep: Callable[[Any, int], None]) -> None:
        self.keep = keep

    def start_async(self, pixels: Sequence[Any], at: int) -> None:
        (picture,) = pixels
        assert picture.shape == (1, 640, 640, 3), "each is one picture by itself"
        tiles = int(picture[0, 320, 320, 0])
        output = np.zeros((1, 4 + len(TILES), tiles), np.float32)
        output[0, :4] = [50 * np.arange(1, tiles + 1), [320] * tiles, [40] * tiles, [60] * tiles]
        output[0, 4] = 0.9
        tensor = SimpleNamespace(data=output)
        self.keep(SimpleNamespace(get_output_tensor={0: tensor}.get), at)

    def wait_all(self) -> None:
        pass


class Core:
    """A core that reads an open model and compiles it."""

    def read_model(self, _: str) -> Open:
        return Open()

    def compile_model(self, model: Open, _: str, settings: dict[str, Any]) -> Network:
        return Network(model.taken, settings["NUM_STREAMS"])


def leave(*_: object) -> None:
    """Let a model take what it takes."""


def test_several_pictures_are_each_a_request_and_give_what_each_gives_alone(
    monkeypatch: pytest.MonkeyPatch, weights: Path
) -> None:
    monkeypatch.setitem(sys.modules, "openvino", SimpleNamespace(Core=Core, AsyncInferQueue=Requests))
    monkeypatch.setattr(network_detector, "_take_pixels", leave)
    monkeypatch.setattr(Requests, "opened", [])
    detector = load_detector(weights, threads=2)
    pictures: list[Image] = [np.full((640, 640, 3), tiles, np.uint8) for tiles in (3, 1, 5, 2, 4)]
    together = detector.detect_many(pictures)
    assert [len(found) for found in together] == [3, 1, 5, 2, 4]
    for picture, found in zip(pictures, together, strict=True):
        np.testing.assert_array_equal(detector.detect(picture).boxes, found.boxes)
    assert Requests.opened == [(Network(None, streams=2), 2), (Network((1, 640, 640, 3), streams=1), 1)]
