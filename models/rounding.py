# pyright: basic, reportMissingImports=false
"""Round the weights of a network to numbers of 15 bits, as a phone fetches them.

A weight becomes a whole number of steps; a step is a 16,383rd of the largest weight of its block of 64. So
each moves by a thirty-thousandth of the largest of its neighbours at most. Half floats would be as small, and
four times as far off: enough for another tile where two are as probable. Weights are rounded when a network
is exported, and command line, service and phone run the same numbers. Needs the extra `dev`, for onnx.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto

FEWEST = 256
"""Weights of a tensor that is rounded. Smaller ones, biases and constants among them, stay as they are."""
BLOCK = 64
_STEPS = 2**14 - 1


def round_weights(file: Path) -> None:
    """Round the weights of an ONNX file in place."""
    file.write_bytes(rounded(file.read_bytes()))


def rounded(model: bytes) -> bytes:
    """Return an ONNX file with its weights rounded. One that was rounded stays as it is, bit for bit."""
    made = bytearray(model)
    for at, count in large_tensors(model):
        worth, steps = in_steps(np.frombuffer(model, "<f4", count, at))
        made[at : at + 4 * count] = (np.repeat(worth, BLOCK)[:count] * steps).astype("<f4").tobytes()
    return bytes(made)


def in_steps(weights: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.int16]]:
    """Return what a step is worth in each block, and the steps of each weight."""
    blocks = np.pad(weights, (0, -len(weights) % BLOCK)).reshape(-1, BLOCK)
    worth = np.maximum(np.abs(blocks).max(axis=1) / _STEPS, np.finfo(np.float32).tiny).astype(np.float32)
    return worth, np.rint(blocks / worth[:, None]).astype(np.int16).ravel()[: len(weights)]


def large_tensors(model: bytes) -> list[tuple[int, int]]:
    """Find where the floats of each large tensor lie, and how many they are, in the order of the file."""
    graph = onnx.load_model_from_string(model).graph
    of_nodes = (setting.t for node in graph.node for setting in node.attribute)
    found: list[tuple[int, int]] = []
    at = 0
    for tensor in [*of_nodes, *graph.initializer]:
        if tensor.data_type == TensorProto.FLOAT and tensor.raw_data:
            at, count = model.index(tensor.raw_data, at), len(tensor.raw_data) // 4
            if count >= FEWEST:
                found.append((at, count))
            at += len(tensor.raw_data)
    return found
