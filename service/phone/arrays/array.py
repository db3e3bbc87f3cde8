# pyright: basic, reportPrivateUsage=false
# numpy's own types are far stricter than what is promised here, so these are loose.
"""An array: its methods and its operators."""

from __future__ import annotations

import math
import operator
from itertools import repeat
from math import prod
from typing import Any

from .flat import Flat, Kind, bool_, common, converter, flat, float64, inf, intp, nan, spread, transposed
from .indexing import picked, places


class ndarray(Flat, metaclass=Kind):
    """Numbers in rows: `data` in C order, and how many there are along each axis."""

    __slots__ = ()
    __hash__ = None  # pyright: ignore[reportAssignmentType]

    ndim = property(lambda self: len(self.shape))
    size = property(lambda self: len(self.data))
    T = property(lambda self: self.transpose())

    @property
    def dtype(self):
        """The kind of the numbers, by the first one."""
        first = self.data[0] if self.data else 0.0
        return bool_ if isinstance(first, bool) else intp if isinstance(first, int) else float64

    def __len__(self):
        return self.shape[0]

    def __iter__(self):
        if len(self.shape) == 1:
            return iter(self.data)
        step, rest = prod(self.shape[1:]), self.shape[1:]
        return (ndarray(self.data[at * step : (at + 1) * step], rest) for at in range(self.shape[0]))

    def __bool__(self):
        if len(self.data) != 1:
            raise ValueError("the truth of an array of several numbers is not clear")
        return bool(self.data[0])

    def __float__(self):
        return float(self.item())

    def __int__(self):
        return int(self.item())

    __index__ = __int__

    def __repr__(self):
        return f"array({self.tolist()})"

    def item(self):
        """The only number."""
        (one,) = self.data
        return one

    def tolist(self):
        """Nested lists."""
        if len(self.shape) < 2:
            return list(self.data) if self.shape else self.data[0]
        return [row.tolist() for row in self]

    def copy(self):
        """The same numbers in an array of its own."""
        return ndarray(list(self.data), self.shape)

    def astype(self, dtype):
        """The same in another kind of number."""
        return ndarray(list(map(converter(dtype), self.data)), self.shape)

    def reshape(self, *shape):
        """The same numbers in other rows; one length may be -1."""
        shape = shape[0] if len(shape) == 1 and not isinstance(shape[0], int) else shape
        known = prod(n for n in shape if n >= 0)
        shape = tuple((len(self.data) // known if known else 0) if n < 0 else n for n in shape)
        if prod(shape) != len(self.data):
            raise ValueError(f"{len(self.data)} numbers do not fill {shape}")
        return ndarray(self.data, shape)

    def transpose(self, *axes):
        """Return the axes in another order, by default reversed."""
        return ndarray(*transposed(self.data, self.shape, axes or range(len(self.shape))[::-1]))

    def clip(self, min=None, max=None):
        """Numbers held between two bounds."""
        out = self if min is None else maximum(self, min)
        return out if max is None else minimum(out, max)

    def round(self):
        """Numbers rounded, halves to the even one."""
        return ndarray([float(round(x)) for x in self.data], self.shape)

    def __getitem__(self, key):
        if isinstance(key, int) and len(self.shape) > 1:
            step = prod(self.shape[1:])
            if not -self.shape[0] <= key < self.shape[0]:
                raise IndexError(f"index {key} of {self.shape[0]}")
            at = (key + self.shape[0] if key < 0 else key) * step
            return ndarray(self.data[at : at + step], self.shape[1:])
        if isinstance(key, int):
            return self.data[key]
        if (found := picked(self, key)) is not None:
            return ndarray(*found)
        shape, at = places(self.shape, key)
        data = self.data
        if not shape and len(at) == 1:
            return data[at[0]]
        return ndarray([data[n] for n in at], shape)

    def __setitem__(self, key, value):
        shape, at = places(self.shape, key)
        if isinstance(value, (ndarray, list, tuple)):
            values = spread(asarray(value), shape)
        else:
            values = [value] * len(at)
        data = self.data
        for n, one in zip(at, values, strict=True):
            data[n] = one

    def sum(self, axis=None, keepdims=False):
        """Sums along axes."""
        return reduced(self, sum, axis, keepdims)

    def prod(self, axis=None, keepdims=False):
        """Products along axes."""
        return reduced(self, prod, axis, keepdims)

    def mean(self, axis=None, keepdims=False):
        """Means along axes."""
        return reduced(self, lambda row: sum(row) / len(row) if row else nan, axis, keepdims)

    def std(self, axis=None, keepdims=False):
        """Standard deviations along axes."""
        return reduced(self, _deviation, axis, keepdims)

    def max(self, axis=None, keepdims=False, initial=None):
        """The largest along axes."""
        return reduced(self, _with_initial(max, initial), axis, keepdims)

    def min(self, axis=None, keepdims=False, initial=None):
        """The least along axes."""
        return reduced(self, _with_initial(min, initial), axis, keepdims)

    def any(self, axis=None, keepdims=False):
        """Return True where any value along axes is true."""
        return reduced(self, any, axis, keepdims)

    def all(self, axis=None, keepdims=False):
        """Return True where all values along axes are true."""
        return reduced(self, all, axis, keepdims)

    def argmax(self, axis=None):
        """Return the index of the largest value along an axis, the first of equals."""
        return reduced(self, lambda row: row.index(max(row)), axis, False)

    def argmin(self, axis=None):
        """Return the index of the least value along an axis, the first of equals."""
        return reduced(self, lambda row: row.index(min(row)), axis, False)

    def __neg__(self):
        return ndarray([-x for x in self.data], self.shape)

    def __abs__(self):
        return ndarray(list(map(abs, self.data)), self.shape)

    def __invert__(self):
        if self.data and not isinstance(self.data[0], bool):
            return ndarray([~x for x in self.data], self.shape)
        return ndarray([not x for x in self.data], self.shape)

    def __matmul__(self, other):
        return matmul(self, asarray(other))

    def __rmatmul__(self, other):
        return matmul(asarray(other), self)


def _with_initial(pick, initial):
    return pick if initial is None else lambda row: pick(initial, *row) if row else initial


def _deviation(row):
    mean = sum(row) / len(row)
    return math.sqrt(sum((x - mean) ** 2 for x in row) / len(row))


def reduced(array, reduce, axis, keepdims=False) -> Any:
    """Return what a function makes of each row along axes, or of all numbers: an array, or one number."""
    count = len(array.shape)
    if axis is None:
        one = reduce(array.data)
        return ndarray([one], (1,) * count) if keepdims else one
    axes = sorted(a % count for a in (axis if isinstance(axis, tuple) else (axis,)))
    rest = [a for a in range(count) if a not in axes]
    data = array.data
    if axes != list(range(len(rest), count)):
        data, _ = transposed(data, array.shape, [*rest, *axes])
    n = prod(array.shape[a] for a in axes)
    out = [reduce(data[at * n : at * n + n]) for at in range(prod(array.shape[a] for a in rest))]
    if keepdims:
        return ndarray(out, [1 if a in axes else array.shape[a] for a in range(count)])
    return ndarray(out, [array.shape[a] for a in rest]) if rest else out[0]


def matmul(left, right) -> Any:
    """Return the product of two tables, or of a table and a row."""
    n = right.shape[0]
    columns = [right.data] if right.ndim == 1 else right.transpose().tolist()
    rows = [left.data[at : at + n] for at in range(0, len(left.data), n)] if n else []
    out = [sum(map(operator.mul, row, column)) for row in rows for column in columns]
    shape = left.shape[:-1] + right.shape[1:]
    return ndarray(out, shape) if shape else out[0]


def asarray(value, dtype=None) -> Any:
    """An array of numbers or of nested rows of them; an array stays itself."""
    if isinstance(value, ndarray):
        return value if dtype is None else value.astype(dtype)
    return array(value, dtype)


def array(value, dtype=None):
    """A new array of numbers or of nested rows of them."""
    convert = converter(dtype)
    if isinstance(value, ndarray):
        return value.copy() if convert is None else value.astype(dtype)
    if not isinstance(value, (list, tuple)):
        return ndarray([value if convert is None else convert(value)], ())
    data, shape = flat(value)
    if convert is None and any(type(x) is float for x in data):
        convert = float
    return ndarray(data if convert is None else list(map(convert, data)), shape)


def paired(function):
    """A function of two numbers as one of arrays, which are spread to each other."""

    def of_arrays(left, right):
        if not isinstance(left, ndarray):
            left = asarray(left) if isinstance(left, (list, tuple)) else left
        if not isinstance(right, ndarray):
            right = asarray(right) if isinstance(right, (list, tuple)) else right
        if not isinstance(right, ndarray):
            if not isinstance(left, ndarray):
                return function(left, right)
            return ndarray(list(map(function, left.data, repeat(right))), left.shape)
        if not isinstance(left, ndarray):
            return ndarray(list(map(function, repeat(left), right.data)), right.shape)
        if left.shape == right.shape:
            return ndarray(list(map(function, left.data, right.data)), left.shape)
        shape = common(left.shape, right.shape)
        return ndarray(list(map(function, spread(left, shape), spread(right, shape))), shape)

    return of_arrays


def _divided(left, right):
    try:
        return left / right
    except ZeroDivisionError:
        return nan if not left or left != left else math.copysign(inf, left)


def _power(base, exponent):
    return base**exponent


def _operators() -> None:
    """Give arrays the operators of numbers."""
    both = {
        "add": operator.add, "sub": operator.sub, "mul": operator.mul, "truediv": _divided,
        "pow": _power, "mod": operator.mod, "floordiv": operator.floordiv,
        "and": operator.and_, "or": operator.or_, "xor": operator.xor, "lshift": operator.lshift,
    }  # fmt: skip
    for name, function in both.items():
        of_arrays = paired(function)
        setattr(ndarray, f"__{name}__", lambda self, other, f=of_arrays: f(self, other))
        setattr(ndarray, f"__r{name}__", lambda self, other, f=of_arrays: f(other, self))
    for name in ("lt", "le", "gt", "ge", "eq", "ne"):
        of_arrays = paired(getattr(operator, name))
        setattr(ndarray, f"__{name}__", lambda self, other, f=of_arrays: f(self, other))


_operators()


class _Picking:
    """``maximum`` and ``minimum``, with ``at``."""

    def __init__(self, better):
        self._paired = paired(lambda a, b: a if a != a or better(a, b) else b)
        self._better = better

    def __call__(self, left, right):
        return self._paired(left, right)

    def at(self, array, places, values):
        """Hold single places of a row against values."""
        places = asarray(places)
        for at, value in zip(places.data, spread(asarray(values), places.shape), strict=True):
            if self._better(value, array.data[at]):
                array.data[at] = value


maximum, minimum = _Picking(operator.ge), _Picking(operator.le)


def single(function):
    """A function of one number as one of arrays."""

    def of_array(value):
        if isinstance(value, (list, tuple)):
            value = asarray(value)
        return (
            ndarray(list(map(function, value.data)), value.shape)
            if isinstance(value, ndarray)
            else function(value)
        )

    return of_array


def _log(x):
    return math.log(x) if x > 0 else -inf if x == 0 else nan


def _exp(x):
    return math.exp(x) if x < 709 else inf


log, exp, sqrt = single(_log), single(_exp), single(math.sqrt)
sin, cos, deg2rad = single(math.sin), single(math.cos), single(math.radians)
absolute = single(abs)
ceil, isfinite = single(lambda x: float(math.ceil(x))), single(math.isfinite)
logical_not = single(operator.not_)
hypot = paired(math.hypot)


def where(condition, left, right):
    """One or the other, by a condition."""
    parts = [asarray(part) for part in (condition, left, right)]
    shape = common(*(part.shape for part in parts))
    yes, left_data, right_data = (spread(part, shape) for part in parts)
    data = [a if c else b for c, a, b in zip(yes, left_data, right_data, strict=True)]
    return ndarray(data, shape)
