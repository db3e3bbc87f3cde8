"""Weights of 15 bits: near the given ones, and rounded once for all."""

from __future__ import annotations

import numpy as np
import pytest

from paiyan.models.rounding import BLOCK, FEWEST, large_tensors, rounded

onnx = pytest.importorskip("onnx")


def network(*sizes: int) -> bytes:
    """Return a network with a tensor of random floats for each size."""
    random = np.random.default_rng(4)
    tensors = [
        onnx.numpy_helper.from_array(
            (random.normal(size=size) * 10.0 ** random.integers(-9, 3)).astype(np.float32), f"w{n}"
        )
        for n, size in enumerate(sizes)
    ]
    graph = onnx.helper.make_graph([], "weights", [], [], tensors)
    return onnx.helper.make_model(graph).SerializeToString()


def floats(model: bytes) -> list[np.ndarray]:
    return [onnx.numpy_helper.to_array(one) for one in onnx.load_model_from_string(model).graph.initializer]


SIZES = (FEWEST - 1, FEWEST, 5 * BLOCK + 1, 4096)


def test_large_tensors_move_by_half_a_step_and_small_ones_stay() -> None:
    model = network(*SIZES)
    assert [count for _, count in large_tensors(model)] == [*SIZES[1:]]
    before, after = floats(model), floats(rounded(model))
    assert before[0].tobytes() == after[0].tobytes()
    for old, new in zip(before[1:], after[1:], strict=True):
        assert old.tobytes() != new.tobytes()
        largest = np.abs(np.pad(old, (0, -len(old) % BLOCK))).reshape(-1, BLOCK).max(axis=1)
        assert (np.abs(old - new) <= np.repeat(largest, BLOCK)[: len(old)] * (0.51 / (2**14 - 1))).all()


def test_what_was_rounded_stays_as_it_is() -> None:
    once = rounded(network(*SIZES))
    assert rounded(once) == once


def test_a_tensor_of_zeros_stays_zero() -> None:
    tensor = onnx.numpy_helper.from_array(np.zeros(FEWEST, np.float32), "w")
    model = onnx.helper.make_model(onnx.helper.make_graph([], "zeros", [], [], [tensor])).SerializeToString()
    assert rounded(model) == model
