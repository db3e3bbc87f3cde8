# pyright: basic, reportPrivateUsage=false
"""Kinds of numbers, as annotations and `dtype` name them."""

from __future__ import annotations

import math
from typing import Any

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
