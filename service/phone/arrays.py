# pyright: basic, reportPrivateUsage=false
# numpy's own types are far stricter than what is promised here, so these are loose.
"""The part of numpy that a reading uses, in plain Python: no numpy for browsers is small enough.

Arrays hold a flat list of Python's own numbers in C order. Every index copies: writing goes through
``array[...] = ``. Numbers of 32 bits are kept in 64. Nothing here is for pixels, which stay in JavaScript;
a picture has some hundred boxes.
"""

from __future__ import annotations

import math
import operator
from itertools import product as _product
from itertools import repeat as _repeat
from math import prod as _prod
from typing import Any

inf, nan, pi = math.inf, math.nan, math.pi
newaxis = None


class _Kind(type):
    """A kind of number: callable as one, and with ``[...]`` as in annotations."""

    def __getitem__(cls, _):
        return cls


class floating(metaclass=_Kind):
    """Any number with a fraction."""

    convert = float

    def __new__(cls, value=0):
        return cls.convert(value)


class float64(floating):
    """Told in annotations and as a dtype."""


class float32(floating):
    """The same: nothing is rounded to 32 bits."""


class intp(floating):
    """An index."""

    convert = int


class uint8(intp):
    """A byte."""


class uint32(intp):
    """A whole number."""


int64 = int32 = intp


class bool_(floating):
    """A truth value."""

    convert = bool


def _converter(dtype) -> Any:
    if dtype is None:
        return None
    return getattr(dtype, "convert", dtype)


class ndarray(metaclass=_Kind):
    """Numbers in rows: `data` in C order, and how many there are along each axis."""

    __slots__ = ("data", "shape")
    __hash__ = None  # pyright: ignore[reportAssignmentType]

    def __init__(self, data, shape):
        self.data, self.shape = data, tuple(shape)

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
        step, rest = _prod(self.shape[1:]), self.shape[1:]
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
        return ndarray(list(map(_converter(dtype), self.data)), self.shape)

    def reshape(self, *shape):
        """The same numbers in other rows; one length may be -1."""
        shape = shape[0] if len(shape) == 1 and not isinstance(shape[0], int) else shape
        known = _prod(n for n in shape if n >= 0)
        shape = tuple((len(self.data) // known if known else 0) if n < 0 else n for n in shape)
        if _prod(shape) != len(self.data):
            raise ValueError(f"{len(self.data)} numbers do not fill {shape}")
        return ndarray(self.data, shape)

    def transpose(self, *axes):
        """Return the axes in another order, by default reversed."""
        order = axes or tuple(range(len(self.shape)))[::-1]
        steps = _steps(self.shape)
        places = [0]
        for axis in order:
            far = [n * steps[axis] for n in range(self.shape[axis])]
            places = [at + more for at in places for more in far]
        data = self.data
        return ndarray([data[at] for at in places], [self.shape[axis] for axis in order])

    def clip(self, min=None, max=None):
        """Numbers held between two bounds."""
        out = self if min is None else maximum(self, min)
        return out if max is None else minimum(out, max)

    def round(self):
        """Numbers rounded, halves to the even one."""
        return ndarray([float(round(x)) for x in self.data], self.shape)

    def __getitem__(self, key):
        if isinstance(key, int) and len(self.shape) > 1:
            step = _prod(self.shape[1:])
            if not -self.shape[0] <= key < self.shape[0]:
                raise IndexError(f"index {key} of {self.shape[0]}")
            at = (key + self.shape[0] if key < 0 else key) * step
            return ndarray(self.data[at : at + step], self.shape[1:])
        if isinstance(key, int):
            return self.data[key]
        if (found := _picked(self, key)) is not None:
            return found
        shape, places = _places(self.shape, key)
        data = self.data
        if not shape and len(places) == 1:
            return data[places[0]]
        return ndarray([data[at] for at in places], shape)

    def __setitem__(self, key, value):
        shape, places = _places(self.shape, key)
        if isinstance(value, (ndarray, list, tuple)):
            values = _spread(asarray(value), shape)
        else:
            values = [value] * len(places)
        data = self.data
        for at, one in zip(places, values, strict=True):
            data[at] = one

    def sum(self, axis=None, keepdims=False):
        """Sums along axes."""
        return _reduced(self, sum, axis, keepdims)

    def prod(self, axis=None, keepdims=False):
        """Products along axes."""
        return _reduced(self, _prod, axis, keepdims)

    def mean(self, axis=None, keepdims=False):
        """Means along axes."""
        return _reduced(self, lambda row: sum(row) / len(row) if row else nan, axis, keepdims)

    def std(self, axis=None, keepdims=False):
        """Standard deviations along axes."""
        return _reduced(self, _deviation, axis, keepdims)

    def max(self, axis=None, keepdims=False, initial=None):
        """The largest along axes."""
        return _reduced(self, _with_initial(max, initial), axis, keepdims)

    def min(self, axis=None, keepdims=False, initial=None):
        """The least along axes."""
        return _reduced(self, _with_initial(min, initial), axis, keepdims)

    def any(self, axis=None, keepdims=False):
        """Return True where any value along axes is true."""
        return _reduced(self, any_of, axis, keepdims)

    def all(self, axis=None, keepdims=False):
        """Return True where all values along axes are true."""
        return _reduced(self, all_of, axis, keepdims)

    def argmax(self, axis=None):
        """Return the index of the largest value along an axis, the first of equals."""
        return _reduced(self, lambda row: row.index(max(row)), axis, False)

    def argmin(self, axis=None):
        """Return the index of the least value along an axis, the first of equals."""
        return _reduced(self, lambda row: row.index(min(row)), axis, False)

    def __neg__(self):
        return ndarray([-x for x in self.data], self.shape)

    def __abs__(self):
        return abs(self)

    def __invert__(self):
        if self.data and not isinstance(self.data[0], bool):
            return ndarray([~x for x in self.data], self.shape)
        return ndarray([not x for x in self.data], self.shape)

    def __matmul__(self, other):
        return _matmul(self, asarray(other))

    def __rmatmul__(self, other):
        return _matmul(asarray(other), self)


any_of, all_of = any, all


def _with_initial(pick, initial):
    return pick if initial is None else lambda row: pick(initial, *row) if row else initial


def _deviation(row):
    mean = sum(row) / len(row)
    return math.sqrt(sum((x - mean) ** 2 for x in row) / len(row))


def _steps(shape):
    steps, step = [], 1
    for n in reversed(shape):
        steps.append(step)
        step *= n
    return steps[::-1]


def _picked(array, key) -> Any:
    """Return the values at the usual indices, whole rows at a time; None for others: see `_places`."""
    if isinstance(key, (ndarray, list)):
        return _rows_picked(array, asarray(key))
    if not isinstance(key, tuple):
        return None
    shape = array.shape
    if key[0] is Ellipsis:
        key = (_ALL,) * (len(shape) - len(key) + 1) + key[1:]
    axes = [k for k in key if k is not None]
    last = axes.pop() if len(axes) == len(shape) else _ALL
    if not all_of(isinstance(k, slice) and k == _ALL for k in axes):
        return None
    found = _last_axis_picked(array, last)
    if found is None or None not in key:
        return found
    lengths = iter(found.shape)
    parts = [1 if k is None else next(lengths) for k in key if k is None or isinstance(k, slice)]
    return ndarray(found.data, (*parts, *lengths))


_ALL = slice(None)


def _rows_picked(array, rows) -> Any:
    """Rows by a mask of them, or by indices from the front."""
    data, shape = array.data, array.shape
    if len(rows.shape) != 1 or not rows.data:
        return None
    if isinstance(rows.data[0], bool):
        if len(rows.data) != shape[0]:
            return None
        at = [n for n, wanted in enumerate(rows.data) if wanted]
    elif min(rows.data) < 0 or max(rows.data) >= shape[0]:
        return None
    else:
        at = rows.data
    step = _prod(shape[1:])
    some = [data[n] for n in at] if step == 1 else [x for n in at for x in data[n * step : (n + 1) * step]]
    return ndarray(some, (len(at), *shape[1:]))


def _last_axis_picked(array, key) -> Any:
    """All of an array but of its last axis: one index, or those of a slice."""
    data, shape = array.data, array.shape
    wide = shape[-1]
    if isinstance(key, int) and -wide <= key < wide and len(shape) > 1:
        return ndarray(data[key % wide :: wide], shape[:-1])
    if not isinstance(key, slice) or key.step is not None:
        return None
    low, high, _ = key.indices(wide)
    if high - low == wide:
        return ndarray(list(data), shape)
    some = [x for at in range(0, len(data), wide or 1) for x in data[at + low : at + high]]
    return ndarray(some, (*shape[:-1], max(high - low, 0)))


def _places(shape, key):
    """Return the shape of an index, and its places in the flat data."""
    steps, axis = _steps(shape), 0
    dims: list = []  # (lengths, offsets) of each group of axes of the result, in order
    picked: list = []  # indices and steps of the axes that arrays index, which are one group
    first = None
    for k in _in_full(shape, key):
        if k is None:
            dims.append(((1,), [0]))
            continue
        if isinstance(k, slice):
            offsets = [at * steps[axis] for at in range(*k.indices(shape[axis]))]
            dims.append(((len(offsets),), offsets))
        elif isinstance(k, ndarray):
            if first is None:
                first = len(dims)
                dims.append(None)
            for one in nonzero(k) if _is_mask(k) else (k,):
                picked.append((_within(one, shape[axis]), steps[axis]))
                axis += 1
            continue
        else:
            at = _within(ndarray([operator.index(k)], ()), shape[axis]).data[0]
            dims.append(((), [at * steps[axis]]))
        axis += 1
    if first is not None:
        dims[first] = _together(picked)
    places = [0]
    for _, offsets in dims:
        places = [at + far for at in places for far in offsets]
    return tuple(n for lengths, _ in dims for n in lengths), places


def _in_full(shape, key):
    """The parts of an index, one for each axis, masks for several and None for a new one."""
    keys = [asarray(k) if isinstance(k, list) else k for k in (key if isinstance(key, tuple) else (key,))]
    used = sum(k.ndim if _is_mask(k) else k is not None and k is not Ellipsis for k in keys)
    rest = [slice(None)] * (len(shape) - used)
    at = next((n for n, k in enumerate(keys) if k is Ellipsis), None)
    return [*keys, *rest] if at is None else [*keys[:at], *rest, *keys[at + 1 :]]


def _within(places, count):
    """Places counted from the front. Raises IndexError where one is beyond."""
    if any(not -count <= at < count for at in places.data):
        raise IndexError(f"an index is not below {count}")
    return ndarray([at + count if at < 0 else at for at in places.data], places.shape)


def _together(picked):
    """The lengths and offsets of axes that arrays index together."""
    common = _common(*(one.shape for one, _ in picked))
    offsets = [0] * _prod(common)
    for one, step in picked:
        offsets = [far + at * step for far, at in zip(offsets, _spread(one, common), strict=True)]
    return common, offsets


def _is_mask(key):
    return isinstance(key, ndarray) and bool(key.data) and isinstance(key.data[0], bool)


def _common(*shapes):
    """The shape to which all of some are spread."""
    count = max(map(len, shapes))
    out = []
    for lengths in zip(*((1,) * (count - len(s)) + tuple(s) for s in shapes), strict=True):
        wanted = {n for n in lengths if n != 1}
        if len(wanted) > 1:
            raise ValueError(f"shapes {shapes} do not fit each other")
        out.append(wanted.pop() if wanted else 1)
    return tuple(out)


def _spread(array, shape):
    """The data of an array, repeated to fill a shape."""
    if array.shape == tuple(shape):
        return array.data
    if not _prod(shape):
        return []
    data, own = array.data, (1,) * (len(shape) - len(array.shape)) + array.shape
    block = 1
    for have, want in zip(reversed(own), reversed(shape), strict=True):
        if have != want:
            if have != 1:
                raise ValueError(f"{array.shape} does not spread to {shape}")
            data = [x for at in range(0, len(data), block) for x in data[at : at + block] * want]
        block *= want
    return data


def _reduced(array, reduce, axis, keepdims):
    if axis is None:
        one = reduce(array.data)
        return ndarray([one], (1,) * len(array.shape)) if keepdims else one
    axes = sorted(a % len(array.shape) for a in (axis if isinstance(axis, tuple) else (axis,)))
    rest = [a for a in range(len(array.shape)) if a not in axes]
    last = axes == list(range(len(rest), len(array.shape)))
    data = array.data if last else array.transpose(*rest, *axes).data
    n = _prod(array.shape[a] for a in axes)
    count = _prod(array.shape[a] for a in rest)
    out = [reduce(data[at * n : at * n + n]) for at in range(count)]
    shape = [1 if a in axes else array.shape[a] for a in range(len(array.shape))] if keepdims else [
        array.shape[a] for a in rest
    ]  # fmt: skip
    return ndarray(out, shape) if shape else out[0]


def _matmul(left, right) -> Any:
    n = right.shape[0]
    columns = [right.data] if right.ndim == 1 else right.transpose().tolist()
    rows = [left.data[at : at + n] for at in range(0, len(left.data), n)] if n else []
    out = [sum(map(operator.mul, row, column)) for row in rows for column in columns]
    shape = left.shape[:-1] + right.shape[1:]
    return ndarray(out, shape) if shape else out[0]


def _paired(function):
    """A function of two numbers as one of arrays, which are spread to each other."""

    def of_arrays(left, right):
        if not isinstance(left, ndarray):
            left = asarray(left) if isinstance(left, (list, tuple)) else left
        if not isinstance(right, ndarray):
            right = asarray(right) if isinstance(right, (list, tuple)) else right
        if not isinstance(right, ndarray):
            if not isinstance(left, ndarray):
                return function(left, right)
            return ndarray(list(map(function, left.data, _repeat(right))), left.shape)
        if not isinstance(left, ndarray):
            return ndarray(list(map(function, _repeat(left), right.data)), right.shape)
        if left.shape == right.shape:
            return ndarray(list(map(function, left.data, right.data)), left.shape)
        shape = _common(left.shape, right.shape)
        return ndarray(list(map(function, _spread(left, shape), _spread(right, shape))), shape)

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
        paired = _paired(function)
        setattr(ndarray, f"__{name}__", lambda self, other, f=paired: f(self, other))
        setattr(ndarray, f"__r{name}__", lambda self, other, f=paired: f(other, self))
    for name in ("lt", "le", "gt", "ge", "eq", "ne"):
        paired = _paired(getattr(operator, name))
        setattr(ndarray, f"__{name}__", lambda self, other, f=paired: f(self, other))


_operators()


class _Picking:
    """``maximum`` and ``minimum``, with ``at``."""

    def __init__(self, better):
        self._paired = _paired(lambda a, b: a if a != a or better(a, b) else b)
        self._better = better

    def __call__(self, left, right):
        return self._paired(left, right)

    def at(self, array, places, values):
        """Hold single places of a row against values."""
        places = asarray(places)
        for at, value in zip(places.data, _spread(asarray(values), places.shape), strict=True):
            if self._better(value, array.data[at]):
                array.data[at] = value


maximum, minimum = _Picking(operator.ge), _Picking(operator.le)


def _single(function):
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


log, exp, sqrt = _single(_log), _single(_exp), _single(math.sqrt)
sin, cos, deg2rad = _single(math.sin), _single(math.cos), _single(math.radians)
abs = _single(abs)
ceil, isfinite = _single(lambda x: float(math.ceil(x))), _single(math.isfinite)
logical_not = _single(operator.not_)
hypot = _paired(math.hypot)


def asarray(value, dtype=None) -> Any:
    """An array of numbers or of nested rows of them; an array stays itself."""
    if isinstance(value, ndarray):
        return value if dtype is None else value.astype(dtype)
    return array(value, dtype)


def array(value, dtype=None):
    """A new array of numbers or of nested rows of them."""
    convert = _converter(dtype)
    if isinstance(value, ndarray):
        return value.copy() if convert is None else value.astype(dtype)
    if not isinstance(value, (list, tuple)):
        return ndarray([value if convert is None else convert(value)], ())
    data, shape = _flat(value)
    if convert is None and any(type(x) is float for x in data):
        convert = float
    return ndarray(data if convert is None else list(map(convert, data)), shape)


def _flat(rows):
    if not rows:
        return [], (0,)
    if not isinstance(rows[0], (list, tuple, ndarray)):
        return list(rows), (len(rows),)
    parts = [(one.data, one.shape) if isinstance(one, ndarray) else _flat(one) for one in rows]
    if any(shape != parts[0][1] for _, shape in parts):
        raise ValueError("rows of different lengths")
    return [x for data, _ in parts for x in data], (len(rows), *parts[0][1])


ascontiguousarray = asarray


def _full(shape, value):
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    return ndarray([value] * _prod(shape), shape)


def full(shape, value, dtype=None):
    """An array of one number."""
    return _full(shape, value if dtype is None else _converter(dtype)(value))


def zeros(shape, dtype=float):
    """An array of noughts."""
    return _full(shape, _converter(dtype)(0))


empty = zeros


def ones(shape, dtype=float):
    """An array of ones."""
    return _full(shape, _converter(dtype)(1))


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


def flatnonzero(value):
    """The places of what is not nought."""
    found = [at for at, x in enumerate(asarray(value).data) if x]
    return ndarray(found, (len(found),))


def nonzero(value):
    """The same as an index for each axis."""
    found = [at for at, x in zip(_product(*map(range, value.shape)), value.data, strict=True) if x]
    return tuple(ndarray([at[d] for at in found], (len(found),)) for d in range(value.ndim))


def argwhere(value):
    """The places of what is not nought, one in each row."""
    return stack(nonzero(value), axis=1)


def unravel_index(place, shape):
    """A place in the flat numbers as one index for each axis."""
    return tuple(place // step % n for n, step in zip(shape, _steps(shape), strict=True))


def count_nonzero(value, axis=None):
    """Count the values that are not zero."""
    return _reduced(value, lambda row: sum(map(bool, row)), axis, False)


def where(condition, left, right):
    """One or the other, by a condition."""
    parts = [asarray(part) for part in (condition, left, right)]
    shape = _common(*(part.shape for part in parts))
    yes, left_data, right_data = (_spread(part, shape) for part in parts)
    data = [a if c else b for c, a, b in zip(yes, left_data, right_data, strict=True)]
    return ndarray(data, shape)


def concatenate(parts, axis=0):
    """Arrays behind each other along an axis."""
    parts = [asarray(part) for part in parts]
    axis %= parts[0].ndim
    shape = list(parts[0].shape)
    shape[axis] = sum(part.shape[axis] for part in parts)
    if axis == 0:
        return ndarray([x for part in parts for x in part.data], shape)
    blocks = [_prod(part.shape[axis:]) for part in parts]
    data: list = []
    for at in range(_prod(shape[:axis])):
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

    return _reduced(asarray(value), middle, axis, False)


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


def tensordot(left, right, axes):
    """Sums of products along the last axis of one and the first of the other."""
    if axes != 1:
        raise ValueError("only along one axis")
    flat = right.reshape(right.shape[0], -1) if right.ndim != 1 else right
    return _matmul(left, flat).reshape(*left.shape[:-1], *right.shape[1:])


def fill_diagonal(value, number):
    """Write a number from the upper left to the lower right of a square."""
    for at in range(min(value.shape)):
        value.data[at * (value.shape[1] + 1)] = number


def array_equal(left, right):
    """Return True if two arrays are equal."""
    left, right = asarray(left), asarray(right)
    return left.shape == right.shape and list(left.data) == list(right.data)


def all(value, axis=None):
    """Return True where all values along axes are true."""
    return asarray(value).all(axis=axis)


class linalg:
    """Linear algebra of small things."""

    @staticmethod
    def norm(value, axis=None):
        """The length of vectors."""
        return _reduced(asarray(value), lambda row: math.sqrt(sum(x * x for x in row)), axis, False)

    @staticmethod
    def inv(value):
        """The inverse of a matrix (2, 2)."""
        a, b, c, d = value.data
        by = a * d - b * c
        return ndarray([d / by, -b / by, -c / by, a / by], (2, 2))

    @staticmethod
    def svd(points):
        """Decompose points (n, 2): None, singular values and right vectors (2, 2), the longest first."""
        xs, ys = points.data[0::2], points.data[1::2]
        xx, yy = sum(x * x for x in xs), sum(y * y for y in ys)
        xy = sum(map(operator.mul, xs, ys))
        angle = math.atan2(2 * xy, xx - yy) / 2
        c, s = math.cos(angle), math.sin(angle)
        spread = math.hypot((xx - yy) / 2, xy)
        values = [math.sqrt(max((xx + yy) / 2 + way * spread, 0)) for way in (1, -1)]
        return None, ndarray(values, (2,)), ndarray([c, s, -s, c], (2, 2))
