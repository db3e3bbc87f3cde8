"""What weights say of their input: the shape that every picture gets, or the size that each is fitted to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

from paiyan.vision.detection.runtimes.network_detector import NetworkDetector
from paiyan.vision.detection.runtimes.network_io import Pixels
from paiyan.vision.detections import Floats


class Shapes(NetworkDetector):
    """A network that finds nothing and keeps the shapes of what it is given."""

    def __init__(self, path: Path, *, shape: Sequence[int | str], told: str) -> None:
        self.given: list[tuple[int, ...]] = []
        self.shape, self.told = shape, told
        super().__init__(path)

    def _open(self, *, threads: int, spin: bool) -> Callable[[Pixels], Floats]:
        del threads, spin
        self._take_input_shape(self.shape, stated=self.told)
        return self._nothing

    def _nothing(self, pixels: Pixels) -> Floats:
        self.given.append(pixels.shape)
        return np.zeros((len(pixels), 50, 3), np.float32)


@pytest.mark.parametrize(("shape", "told", "given"), [
    ([1, 3, 320, 640], "", [(1, 320, 640, 3)] * 2),
    ([1, 3, 640, 320], "[960, 960]", [(1, 640, 320, 3)] * 2),
    (["n", 3, 640, 640], "", [(2, 640, 640, 3)]),
    (["n", 3, "h", "w"], "[960, 960]", [(2, 480, 960, 3)]),
    ([1, 3, "h", "w"], "", [(1, 320, 640, 3)] * 2),
])  # fmt: skip
def test_two_pictures_get_the_input_that_the_weights_take(
    tmp_path: Path, shape: list[int | str], told: str, given: list[tuple[int, ...]]
) -> None:
    weights = tmp_path / "weights.onnx"
    weights.write_bytes(b"anything")
    detector = Shapes(weights, shape=shape, told=told)
    found = detector.detect_many([np.zeros((600, 1200, 3), np.uint8)] * 2)
    assert [len(one) for one in found] == [0, 0]
    assert detector.given == given
    assert detector.name == "weights"
