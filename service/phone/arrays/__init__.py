# pyright: basic, reportPrivateUsage=false
# numpy's own types are far stricter than what is promised here, so these are loose.
"""The part of numpy that a reading uses, in plain Python: no numpy for browsers is small enough.

Arrays hold a flat list of Python's own numbers in C order. Every index copies: writing goes through
``array[...] = ``. Numbers of 32 bits are kept in 64. Nothing here is for pixels, which stay in JavaScript;
a picture has some hundred boxes. On a phone this package has the name `numpy`, so it imports itself by dots.
"""

from __future__ import annotations

import math

from . import linalg
from .array import absolute as abs
from .array import (
    array,
    asarray,
    ceil,
    cos,
    deg2rad,
    exp,
    hypot,
    isfinite,
    log,
    logical_not,
    maximum,
    minimum,
    ndarray,
    reduced,
    sin,
    sqrt,
    where,
)
from .flat import (
    bool_,
    converter,
    float32,
    float64,
    floating,
    inf,
    int32,
    int64,
    intp,
    nan,
    newaxis,
    pi,
    steps_of,
    uint8,
    uint32,
)
from .indexing import true_places
from .linalg import tensordot

ascontiguousarray = asarray


def _full(shape, value):
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    return ndarray([value] * math.prod(shape), shape)


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
    blocks = [math.prod(part.shape[axis:]) for part in parts]
    data: list = []
    for at in range(math.prod(shape[:axis])):
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


def flatnonzero(value):
    """The places of what is not nought."""
    found = [at for at, x in enumerate(asarray(value).data) if x]
    return ndarray(found, (len(found),))


def nonzero(value):
    """The same as an index for each axis."""
    return tuple(ndarray(one.data, one.shape) for one in true_places(value))


def argwhere(value):
    """The places of what is not nought, one in each row."""
    return stack(nonzero(value), axis=1)


def unravel_index(place, shape):
    """A place in the flat numbers as one index for each axis."""
    return tuple(place // step % n for n, step in zip(shape, steps_of(shape), strict=True))


def count_nonzero(value, axis=None):
    """Count the values that are not zero."""
    return reduced(value, lambda row: sum(map(bool, row)), axis, False)


def _order(row):
    return sorted(range(len(row)), key=row.__getitem__)


def _rows_of(value, function):
    n = value.shape[-1]
    data = [x for at in range(0, len(value.data), n or 1) for x in function(value.data[at : at + n])]
    return ndarray(data, value.shape)


def argsort(value, axis=-1, kind=None):
    """The order of the last axis from the least on; equals stay in theirs."""
    del kind
    if axis not in (-1, value.ndim - 1):
        raise ValueError("only the last axis is sorted")
    return _rows_of(value, _order)


def sort(value, axis=-1):
    """The last axis from the least on."""
    if axis not in (-1, value.ndim - 1):
        raise ValueError("only the last axis is sorted")
    return _rows_of(value, sorted)


def unique(value):
    """Each number once, from the least on."""
    data = sorted(set(asarray(value).data))
    return ndarray(data, (len(data),))


def setdiff1d(values, removed):
    """The numbers of one row that are not in the other, from the least on."""
    return unique(ndarray([x for x in asarray(values).data if x not in set(asarray(removed).data)], (0,)))


def isin(value, among):
    """Return a mask of the numbers that are among others."""
    known, value = set(asarray(among).data), asarray(value)
    return ndarray([x in known for x in value.data], value.shape)


def median(value, axis=None):
    """The middle number, or the mean of both middle ones, along an axis."""

    def middle(row):
        ranked, half = sorted(row), len(row) // 2
        return nan if not row else ranked[half] if len(row) % 2 else (ranked[half - 1] + ranked[half]) / 2

    return reduced(asarray(value), middle, axis, False)


def diff(value):
    """The steps of a row."""
    return value[1:] - value[:-1]


def interp(x, xs, ys):
    """The value at a place between those of rising places, in proportion."""
    xs, ys = list(xs), list(ys)
    if x <= xs[0] or x >= xs[-1]:
        return ys[0] if x <= xs[0] else ys[-1]
    k = next(n for n in range(1, len(xs)) if x < xs[n])
    return (ys[k] - ys[k - 1]) / (xs[k] - xs[k - 1]) * (x - xs[k - 1]) + ys[k - 1]


def take_along_axis(value, places, axis):
    """From each row the numbers at some places."""
    if value.ndim != 2 or axis != 1:
        raise ValueError("only from rows of a table")
    n = value.shape[1]
    width = places.shape[1]
    data = [value.data[n * (at // width) + place] for at, place in enumerate(places.data)]
    return ndarray(data, places.shape)


def array_equal(left, right):
    """Return True if two arrays are equal."""
    left, right = asarray(left), asarray(right)
    return left.shape == right.shape and list(left.data) == list(right.data)


def all(value, axis=None):
    """Return True where all values along axes are true."""
    return asarray(value).all(axis=axis)
