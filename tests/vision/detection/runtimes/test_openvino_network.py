"""A network on OpenVINO, which need not be installed: when it is compiled."""

from __future__ import annotations

from typing import Any

import numpy as np

from vision.detection.runtimes.network_detector import INPUT_SIZE
from vision.detection.runtimes.network_io import input_shape
from vision.detection.runtimes.openvino_network import OpenVinoNetwork
from vision.detection.thresholds import GLANCE_SIDE


class Core:
    """OpenVINO, its model, compiled network, request and output at once; it notes for which shapes it
    compiles."""

    data = np.zeros((1, 50, 0), np.float32)

    def __init__(self) -> None:
        self.compiled = list[list[int]]()

    def clone(self) -> Core:
        return self

    def reshape(self, shape: list[int]) -> None:
        self.compiled.append(shape)

    def compile_model(self, *_: Any) -> Core:
        return self

    def create_infer_request(self) -> Core:
        return self

    def start_async(self, inputs: list[Any]) -> None:
        pass

    def wait(self) -> None:
        pass

    def get_output_tensor(self, at: int) -> Core:
        return self


def test_photos_of_usual_proportions_are_looked_at_with_both_sizes_and_compiled_for_once() -> None:
    core = Core()
    network = OpenVinoNetwork(core, core, threads=2)
    sizes = [(300, 400), (400, 300), (225, 400), (400, 225), (400, 400), (200, 300)]
    photos = [np.zeros((*size, 3), np.uint8) for size in sizes]
    looks = [
        input_shape(photo, side) for photo in photos for side in (round(GLANCE_SIDE * INPUT_SIZE), INPUT_SIZE)
    ]
    for high, wide in 2 * looks:
        network(np.zeros((1, high, wide, 3), np.uint8))
    assert len(core.compiled) == len(set(looks)) == 12
