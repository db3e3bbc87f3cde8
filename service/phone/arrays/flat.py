# pyright: basic, reportPrivateUsage=false
"""Numbers in rows as a flat list and a shape, what both say of each other, and the kinds of numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from math import prod
from typing import Any

Numbers = list
Shape = tuple[int, ...]


class Flat:
    """Numbers in C order, and how many there are along each axis."""

    __slots__ = ("data", "shape")

    def __init__(self, data: Numbers, shape: Sequence[int]) -> None:
        self.data, self.shape = data, tuple(shape)


def flat(rows: Any) -> tuple[Numbers, Shape]:
    """Return the numbers of nested rows, and their shape. Raises ValueError if rows differ in length."""
    if not rows:
        return [], (0,)
    if not isinstance(rows[0], (list, tuple, Flat)):
        return list(rows), (len(rows),)
    parts = [(one.data, one.shape) if isinstance(one, Flat) else flat(one) for one in rows]
    if any(shape != parts[0][1] for _, shape in parts):
        raise ValueError("rows of different lengths")
    return [x for data, _ in parts for x in data], (len(rows), *parts[0][1])


def steps_of(shape: Sequence[int]) -> list[int]:
    """Return how far neighbours along each axis are apart in the flat numbers."""
    steps, step = [], 1
    for n in reversed(shape):
        steps.append(step)
        step *= n
    return steps[::-1]


def transposed(data: Numbers, shape: Shape, order: Sequence[int]) -> tuple[Numbers, Shape]:
    """Return the axes in another order."""
    steps = steps_of(shape)
    places = [0]
    for axis in order:
        far = [n * steps[axis] for n in range(shape[axis])]
        places = [at + more for at in places for more in far]
    return [data[at] for at in places], tuple(shape[axis] for axis in order)


def common(*shapes: Shape) -> Shape:
    """Return the shape that all of some spread to. Raises ValueError if there is none."""
    count = max(map(len, shapes))
    out = []
    for lengths in zip(*((1,) * (count - len(s)) + tuple(s) for s in shapes), strict=True):
        wanted = {n for n in lengths if n != 1}
        if len(wanted) > 1:
            raise ValueError(f"shapes {shapes} do not fit each other")
        out.append(wanted.pop() if wanted else 1)
    return tuple(out)


def spread(array: Flat, shape: Sequence[int]) -> Numbers:
    """Return the numbers of an array, repeated to fill a shape."""
    if array.shape == tuple(shape):
        return array.data
    if not prod(shape):
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


inf, nan, pi = math.inf, math.nan, math.pi
newaxis = None


class Kind(type):
    """A kind of number: callable as one, and with ``[...]`` as in annotations."""

    def __getitem__(cls, _):
        return cls


class floating(metaclass=Kind):
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


def converter(dtype) -> Any:
    """Return the function that makes a number of that kind; None for the kind that it has."""
    if dtype is None:
        return None
    return getattr(dtype, "convert", dtype)
