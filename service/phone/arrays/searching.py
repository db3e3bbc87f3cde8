# pyright: basic, reportPrivateUsage=false
"""Searching, sorting and counting."""

from __future__ import annotations

from .array import asarray, ndarray, reduced
from .flat import steps_of
from .indexing import true_places
from .kinds import nan
from .making import stack


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
