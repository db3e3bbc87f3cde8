# pyright: basic, reportPrivateUsage=false
"""New arrays, and arrays put together or into other rows."""

from __future__ import annotations

from math import prod

from .array import asarray, ndarray
from .kinds import converter

ascontiguousarray = asarray


def _full(shape, value):
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    return ndarray([value] * prod(shape), shape)


def full(shape, value, dtype=None):
    """An array of one number."""
    return _full(shape, value if dtype is None else converter(dtype)(value))


def zeros(shape, dtype=float):
    """An array of noughts."""
    return _full(shape, converter(dtype)(0))


empty = zeros


def ones(shape, dtype=float):
    """An array of ones."""
    return _full(shape, converter(dtype)(1))


def empty_like(other):
    """An array of the shape of another."""
    return _full(other.shape, 0.0)


def eye(count):
    """Ones from the upper left to the lower right."""
    return ndarray([float(a == b) for a in range(count) for b in range(count)], (count, count))


def arange(*bounds):
    """Whole numbers in their order."""
    numbers = list(range(*bounds))
    return ndarray(numbers, (len(numbers),))


def concatenate(parts, axis=0):
    """Arrays behind each other along an axis."""
    parts = [asarray(part) for part in parts]
    axis %= parts[0].ndim
    shape = list(parts[0].shape)
    shape[axis] = sum(part.shape[axis] for part in parts)
    if axis == 0:
        return ndarray([x for part in parts for x in part.data], shape)
    blocks = [prod(part.shape[axis:]) for part in parts]
    data: list = []
    for at in range(prod(shape[:axis])):
        for part, block in zip(parts, blocks, strict=True):
            data += part.data[at * block : (at + 1) * block]
    return ndarray(data, shape)


def column_stack(parts):
    """Tables beside each other, rows being columns."""
    parts = [asarray(part) for part in parts]
    return concatenate([part if part.ndim > 1 else part.reshape(-1, 1) for part in parts], axis=1)


def stack(parts, axis=0):
    """Arrays of one shape side by side along a new axis."""
    parts = [asarray(part) for part in parts]
    axis %= parts[0].ndim + 1
    shape = parts[0].shape
    return concatenate([part.reshape((*shape[:axis], 1, *shape[axis:])) for part in parts], axis=axis)


def tile(value, times):
    """A row, or rows, repeated along the last axis."""
    value = asarray(value)
    return concatenate([value] * times, axis=-1)


def repeat(value, times):
    """Repeat each number of a row as often as given."""
    data = [x for x, n in zip(asarray(value).data, asarray(times).data, strict=True) for _ in range(n)]
    return ndarray(data, (len(data),))


def reshape(value, shape):
    """The same numbers in other rows."""
    return asarray(value).reshape(shape)


def moveaxis(value, source, target):
    """The same with an axis in another place."""
    order = [axis for axis in range(value.ndim) if axis != source % value.ndim]
    order.insert(target % value.ndim, source % value.ndim)
    return value.transpose(*order)


def fill_diagonal(value, number):
    """Write a number from the upper left to the lower right of a square."""
    for at in range(min(value.shape)):
        value.data[at * (value.shape[1] + 1)] = number
