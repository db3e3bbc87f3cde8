"""Weights that OpenVINO cannot run, or that are no detector, are told in one sentence; it is played here."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from vision import errors
from vision.detection.loading import load_detector


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
