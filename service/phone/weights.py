"""Write a network as a phone fetches it: its weights as numbers of 15 bits, half as large.

The page makes floats of them again (web/js/phone/packed.js), so that the same network runs there: each weight
lies within a thirty-thousandth of the largest of its 64 neighbours. Half floats would be as small, and four
times as far off: enough for another tile where two are as probable. A network is an ONNX file, that is a
message of Protocol Buffers; onnx.proto names its fields.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

_FEWEST = 256
"""Weights of a tensor that is worth it. Smaller ones, biases and constants among them, stay as they are."""
_BLOCK = 64
_STEPS = 2**14 - 1
_VARINT, _EIGHT_BYTES, _BYTES, _FOUR_BYTES = 0, 1, 2, 5
_GRAPH, _NODE, _INITIALIZER, _ATTRIBUTE, _TENSOR = 7, 1, 5, 5, 5
_TYPE, _RAW_DATA, _FLOAT = 2, 9, 1


def shortened(model: bytes) -> bytes:
    """Return an ONNX file with its weights as short whole numbers.

    First two numbers of 32 bits: how many parts were shortened, and the length of the file; then where each
    part lies and how many weights it has; then the file without them; then the worth of a step in each block
    of 64 weights, as floats; then the lower and the upper bytes of all steps, which pack better apart. All
    lowest byte first; a part begins a block.
    """
    parts = [(at, count) for at, count in float_tensors(model) if count >= _FEWEST]
    rest: list[bytes] = []
    worths: list[NDArray[np.float32]] = []
    steps: list[NDArray[np.int16]] = []
    end = 0
    for at, count in parts:
        rest.append(model[end:at])
        worth, step = _in_steps(np.frombuffer(model, "<f4", count, at))
        worths.append(worth)
        steps.append(step)
        end = at + 4 * count
    both = np.concatenate([*steps, np.zeros(0, np.int16)]).astype("<i2").view(np.uint8)
    worth = np.concatenate([*worths, np.zeros(0, np.float32)]).astype("<f4")
    head = struct.pack(
        f"<{2 + 2 * len(parts)}I", len(parts), len(model), *(n for part in parts for n in part)
    )
    return b"".join([head, *rest, model[end:], worth.tobytes(), both[0::2].tobytes(), both[1::2].tobytes()])


def _in_steps(weights: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.int16]]:
    """Return what a step is worth in each block, and the steps of each weight."""
    blocks = np.pad(weights, (0, -len(weights) % _BLOCK)).reshape(-1, _BLOCK)
    worth = np.maximum(np.abs(blocks).max(axis=1) / _STEPS, np.finfo(np.float32).tiny).astype(np.float32)
    return worth, np.rint(blocks / worth[:, None]).astype(np.int16).ravel()[: len(weights)]


def float_tensors(model: bytes) -> Iterator[tuple[int, int]]:
    """Find where the floats of each tensor lie, and how many they are, in the order of the file."""
    for field, begin, end in _messages(model, 0, len(model)):
        if field != _GRAPH:
            continue
        for inner, first, last in _messages(model, begin, end):
            if inner == _INITIALIZER:
                yield from _floats(model, first, last)
            elif inner == _NODE:
                yield from _constants(model, first, last)


def _constants(model: bytes, begin: int, end: int) -> Iterator[tuple[int, int]]:
    for field, first, last in _messages(model, begin, end):
        if field != _ATTRIBUTE:
            continue
        for inner, start, stop in _messages(model, first, last):
            if inner == _TENSOR:
                yield from _floats(model, start, stop)


def _floats(model: bytes, begin: int, end: int) -> Iterator[tuple[int, int]]:
    fields = list(_fields(model, begin, end))
    if (_TYPE, _FLOAT, _FLOAT) not in fields:
        return
    yield from ((first, (last - first) // 4) for field, first, last in fields if field == _RAW_DATA)


def _messages(model: bytes, begin: int, end: int) -> Iterator[tuple[int, int, int]]:
    """Return the fields of a message that have bytes: their number, begin and end."""
    return (field for field in _fields(model, begin, end) if field[1] != field[2])


def _fields(model: bytes, offset: int, end: int) -> Iterator[tuple[int, int, int]]:
    """Return the fields of a message: number, begin and end, or twice its value where it is a number."""
    while offset < end:
        key, offset = _number(model, offset)
        field, kind = key >> 3, key & 7
        if kind == _VARINT:
            value, offset = _number(model, offset)
            yield field, value, value
        elif kind == _BYTES:
            length, offset = _number(model, offset)
            yield field, offset, offset + length
            offset += length
        elif kind in (_EIGHT_BYTES, _FOUR_BYTES):
            offset += 8 if kind == _EIGHT_BYTES else 4
        else:
            raise ValueError(f"not a message of Protocol Buffers: kind {kind} at byte {offset}")


def _number(model: bytes, offset: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = model[offset]
        offset += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, offset
